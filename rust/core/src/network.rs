//! What a company reaches.

use crate::board::Board;
use crate::error::Result;
use crate::map::{CompanyId, HexId, SideId};
use crate::tile::{SIDES, StopKind};
use crate::track::{End, SegmentId, StopId, Track};
use crate::walk::{Move, Role, Walks, Web};

/// What a company reaches from its tokens: the union of all single walks.
pub struct Reach {
    walks: Walks,
    /// Reached edges of each hex, one bit each.
    edges: Vec<u8>,
    /// By stop.
    stops: Vec<bool>,
}

impl std::fmt::Debug for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reach").finish_non_exhaustive()
    }
}

impl Reach {
    /// Use [`Board::reach`], which keeps the result.
    pub(crate) fn new(board: &Board, company: CompanyId) -> Reach {
        let track = board.track();
        let web = company_web(board, company);
        let walks = Walks::new(&web);
        let mut edges = vec![0; board.map().hexes().len()];
        let mut stops = vec![false; track.stops().len()];
        let mut add = |side: SideId| edges[side.hex().index()] |= 1 << side.edge();
        for (i, segment) in track.segments().iter().enumerate() {
            if !walks.reaches(SegmentId(i as u16)) {
                continue;
            }
            for end in segment.ends {
                match end {
                    End::Side(side) => {
                        add(side);
                        board.map().facing(side).into_iter().for_each(&mut add);
                    }
                    End::Stop(stop) => stops[stop.index()] = true,
                    End::Junction(_) => {}
                }
            }
        }
        for token in board.tokens().iter().filter(|t| t.company == company) {
            edges[token.hex.index()] = (1 << SIDES) - 1;
            stops[track.city(token.hex, token.city).index()] = true;
        }
        Reach {
            walks,
            edges,
            stops,
        }
    }

    /// Reached edges of a hex, one bit each: edges of reached pieces, edges that face them, and all
    /// edges of a hex with an own token.
    pub fn edges(&self, hex: HexId) -> u8 {
        self.edges[hex.index()]
    }

    /// Whether a piece of track is reached.
    pub fn segment(&self, id: SegmentId) -> bool {
        self.walks.reaches(id)
    }

    /// Whether a stop is reached, be it passable or not.
    pub fn stop(&self, id: StopId) -> bool {
        self.stops[id.index()]
    }

    /// How a hex is reached over one of its edges from outside.
    pub(crate) fn arrival(&self, board: &Board, hex: HexId, edge: u8) -> Arrival {
        let mut result = Arrival::Never;
        for step in crossings(board, hex, edge) {
            if self.walks.may_move(step) {
                result = Arrival::Perhaps;
                if self.avoids(board.track(), step, hex) {
                    return Arrival::Sure;
                }
            }
        }
        result
    }

    /// Whether a walk that ends with this move is known to keep out of the hex.
    fn avoids(&self, track: &Track, step: Move, hex: HexId) -> bool {
        let mut known = false;
        for step in self.walks.known_walk(step) {
            if track.segment(step.segment()).hex == hex {
                return false;
            }
            known = true;
        }
        known
    }
}

/// Whether walks come into a hex over an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// None does.
    Never,
    /// Only walks that were in the hex before, or none at all.
    Perhaps,
    /// Some single walk that was not in the hex before.
    Sure,
}

/// The moves of the neighbour's track that come into a hex over an edge.
fn crossings(board: &Board, hex: HexId, edge: u8) -> impl Iterator<Item = Move> {
    let track = board.track();
    let outside = board.map().facing(SideId::new(hex, edge)).map(End::Side);
    outside.into_iter().flat_map(move |outside| {
        track.at(outside).iter().map(move |&id| {
            let towards = usize::from(track.segment(id).ends[1] == outside);
            Move::new(id, towards)
        })
    })
}

/// The track as a company finds it: own tokens are sources, off-boards and full cities are closed.
fn company_web(board: &Board, company: CompanyId) -> Web<'_> {
    let track = board.track();
    let mut roles: Vec<Role> = (track.stops().iter())
        .map(|stop| match stop.kind {
            StopKind::Offboard => Role::Closed,
            _ => Role::Open,
        })
        .collect();
    for token in board.tokens() {
        let stop = track.city(token.hex, token.city).index();
        if token.company == company {
            roles[stop] = Role::Source;
        } else if roles[stop] == Role::Open && board.blocks(company, token.hex, token.city) {
            roles[stop] = Role::Closed;
        }
    }
    Web {
        map: board.map(),
        track,
        roles,
        avoid: None,
    }
}

impl Board {
    /// Whether the company reaches one of these pieces of a hex: one bit each, in the order of the
    /// face's paths.
    pub(crate) fn reaches_any(&self, company: CompanyId, hex: HexId, paths: u32) -> bool {
        let web = company_web(self, company);
        let (walks, _) = Walks::sketch(&web);
        (self.track().hex_segments(hex).enumerate())
            .filter(|(path, _)| paths >> path & 1 == 1)
            .any(|(_, i)| walks.would_reach(&web, SegmentId(i as u16)))
    }

    /// Edges of a hex over which walks are known to come that keep out of it, one bit each.
    pub(crate) fn outside_arrivals(&self, company: CompanyId, hex: HexId) -> u8 {
        let mut web = company_web(self, company);
        web.avoid = Some(hex);
        let (walks, _) = Walks::sketch(&web);
        (0..SIDES)
            .filter(|&edge| crossings(self, hex, edge).any(|step| walks.knows(step)))
            .fold(0, |mask, edge| mask | 1 << edge)
    }

    /// Cities that the company reaches, in map order.
    pub fn reached_cities(&self, company: CompanyId) -> impl Iterator<Item = (HexId, u8)> {
        let reach = self.reach(company);
        (self.track().stops().iter().enumerate())
            .filter(|(i, stop)| stop.kind == StopKind::City && reach.stop(StopId(*i as u16)))
            .map(|(_, stop)| (stop.hex, stop.number))
    }

    /// Reached cities where the company may place a token: a slot is open to it, and it has no
    /// token in the hex.
    pub fn token_cities(&self, company: CompanyId) -> impl Iterator<Item = (HexId, u8)> {
        self.reached_cities(company).filter(move |&(hex, city)| {
            !self.hex_tokens(hex).iter().any(|t| t.company == company)
                && self
                    .slot_for(company, hex, city)
                    .is_ok_and(|slot| slot.is_some())
        })
    }

    /// Whether the company reaches the city.
    pub fn reaches(&self, company: CompanyId, hex: HexId, city: u8) -> Result<bool> {
        self.city(hex, city)?;
        Ok(self.reach(company).stop(self.track().city(hex, city)))
    }
}
