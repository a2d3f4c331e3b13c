//! The net of one company: the stops and links that its routes can use.

use super::link::Links;
use crate::board::Board;
use crate::map::{CompanyId, HexId};
use crate::tile::StopKind;
use crate::track::{Stop, StopId};

/// A stop of the net.
#[derive(Clone, Copy, Debug)]
pub struct NetStop {
    /// Which stop of the board.
    pub id: StopId,
    /// Its hex.
    pub hex: HexId,
    /// What it is.
    pub kind: StopKind,
    /// Groups of which a route visits one stop at most.
    pub groups: u64,
    /// Whether it holds a token of the company.
    pub token: bool,
    /// Whether the company may only end a route there.
    pub blocked: bool,
}

/// A link of the net.
#[derive(Clone, Debug)]
pub struct NetLink {
    /// Which link of the board.
    pub id: u32,
    /// Its stops, by their place in the net.
    pub stops: [u16; 2],
    /// Whether a route that uses it must end at that stop.
    pub ends: [bool; 2],
    /// Its conflict bits.
    pub bits: Vec<u16>,
}

/// The part of a board's links that a company can use, numbered afresh.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// The stops, in map order.
    pub stops: Vec<NetStop>,
    /// The links, in the order of the board.
    pub links: Vec<NetLink>,
    /// Conflict bits are below this.
    pub bits: usize,
}

impl Net {
    /// What the company's trains can run on, without links that use a taken conflict key.
    pub fn new(board: &Board, links: &Links, company: CompanyId, taken: &[u16]) -> Net {
        let mut flood = Flood::new(board, links, company);
        flood.shut(taken);
        flood.run();
        let mut net = Net::default();
        let mut place = vec![0_u16; flood.stops.len()];
        for (i, stop) in flood.stops.iter().enumerate() {
            if flood.met[i] {
                place[i] = net.stops.len() as u16;
                net.stops.push(*stop);
            }
        }
        for (id, link) in links.all().iter().enumerate() {
            if flood.used[id] {
                net.links.push(NetLink {
                    id: id as u32,
                    stops: link.stops.map(|stop| place[stop.index()]),
                    ends: link.ends,
                    bits: links.keys(link).to_vec(),
                });
            }
        }
        net.pack_bits(links.key_count());
        net
    }

    /// All stops of the board, as the company sees them, and no links.
    pub fn stops_only(board: &Board, company: CompanyId) -> Net {
        Net {
            stops: stops(board, company),
            ..Net::default()
        }
    }

    /// Numbers the bits in use. A bit of one link only tells nothing that another bit of the link
    /// does not tell.
    fn pack_bits(&mut self, keys: usize) {
        let mut uses = vec![0_u32; keys];
        for &bit in self.links.iter().flat_map(|link| &link.bits) {
            uses[bit as usize] += 1;
        }
        let mut number = vec![u16::MAX; keys];
        for link in &mut self.links {
            let bits = &mut link.bits;
            if bits.iter().any(|&bit| uses[bit as usize] > 1) {
                bits.retain(|&bit| uses[bit as usize] > 1);
            } else {
                bits.truncate(1);
            }
            for bit in bits {
                let number = &mut number[*bit as usize];
                if *number == u16::MAX {
                    *number = self.bits as u16;
                    self.bits += 1;
                }
                *bit = *number;
            }
        }
    }

    /// How many bits of a mask the net needs: for its track, or for its stops and groups.
    pub fn width(&self) -> usize {
        let groups = self.stops.iter().fold(0, |all, stop| all | stop.groups);
        let seen = self.stops.len() + groups.count_ones() as usize;
        self.bits.max(seen)
    }
}

/// Spreads from the tokens of a company over the links.
struct Flood<'a> {
    links: &'a Links,
    stops: Vec<NetStop>,
    met: Vec<bool>,
    /// Stops that a route can leave again.
    passed: Vec<bool>,
    used: Vec<bool>,
    /// Links that cannot be used, and those that nobody needs.
    shut: Vec<bool>,
    todo: Vec<StopId>,
}

/// The stops of a board, as a company sees them.
fn stops(board: &Board, company: CompanyId) -> Vec<NetStop> {
    let stop = |(i, stop): (usize, &Stop)| {
        let city = stop.kind == StopKind::City;
        let mut tokens = board.city_tokens(stop.hex, stop.number);
        NetStop {
            id: StopId(i as u16),
            hex: stop.hex,
            kind: stop.kind,
            groups: groups(board, stop),
            token: city && tokens.any(|token| token.company == company),
            blocked: match stop.kind {
                StopKind::City => board.blocks(company, stop.hex, stop.number),
                StopKind::Town => false,
                StopKind::Offboard => true,
            },
        }
    };
    board.track().stops().iter().enumerate().map(stop).collect()
}

/// The groups of a stop: what its tile says, and what is printed below it. A group is a matter of
/// the place, and tiles laid there later do not repeat it.
fn groups(board: &Board, stop: &Stop) -> u64 {
    let own = board.stop(stop.hex, stop.kind, stop.number).groups;
    let printed = &board.map().hex(stop.hex).face;
    let same = |i: usize| {
        let below = &printed.stops[i];
        below.kind == stop.kind && printed.stop_number(i as u8) == stop.number
    };
    let below = (0..printed.stops.len()).find(|&i| same(i));
    own | below.map_or(0, |i| printed.stops[i].groups)
}

impl<'a> Flood<'a> {
    fn new(board: &Board, links: &'a Links, company: CompanyId) -> Flood<'a> {
        let stops = stops(board, company);
        let count = stops.len();
        Flood {
            links,
            stops,
            met: vec![false; count],
            passed: vec![false; count],
            used: vec![false; links.all().len()],
            shut: links.all().iter().map(|link| link.dominated).collect(),
            todo: Vec::new(),
        }
    }

    /// Shuts the links that use one of these keys. A link that dominates another uses no other
    /// keys, so that it is shut only together with it.
    fn shut(&mut self, taken: &[u16]) {
        if taken.is_empty() {
            return;
        }
        for (link, shut) in self.links.all().iter().zip(&mut self.shut) {
            *shut = *shut || self.links.keys(link).iter().any(|key| taken.contains(key));
        }
    }

    fn run(&mut self) {
        for i in 0..self.stops.len() {
            if self.stops[i].token {
                self.met[i] = true;
                self.passed[i] = true;
                self.todo.push(self.stops[i].id);
            }
        }
        while let Some(stop) = self.todo.pop() {
            for &id in self.links.at(stop) {
                let link = &self.links.all()[id as usize];
                let near = usize::from(link.stops[1] == stop);
                let far = link.stops[1 - near];
                // Only a route that starts here can leave where routes must end.
                let leaves = !link.ends[near] || self.stops[stop.index()].token;
                if self.shut[id as usize] || !leaves {
                    continue;
                }
                self.used[id as usize] = true;
                self.met[far.index()] = true;
                let blocked = self.stops[far.index()].blocked || link.ends[1 - near];
                if !blocked && !self.passed[far.index()] {
                    self.passed[far.index()] = true;
                    self.todo.push(far);
                }
            }
        }
    }
}
