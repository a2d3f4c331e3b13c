//! Links: lines of track from one stop to another with no stop between.

use std::ops::Range;
use std::sync::Arc;

use crate::board::Board;
use crate::map::{HexId, Map};
use crate::track::{End, StopId, Track};

/// A line of track between two different stops.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its stops, the lower one first.
    pub stops: [StopId; 2],
    /// Whether a route that uses it must end at that stop.
    pub ends: [bool; 2],
    /// Another link joins the same stops with less track, so the best run never needs this one.
    pub dominated: bool,
    keys: Range<u32>,
    hexes: Range<u32>,
}

/// All links of a board, for all companies.
///
/// Conflict keys that lie on exactly the same links are one key here.
#[derive(Debug)]
pub struct Links {
    links: Vec<Link>,
    keys: Vec<u16>,
    key_count: usize,
    hexes: Vec<HexId>,
    /// Link numbers by stop, one list after the other.
    by_stop: Vec<u32>,
    starts: Vec<u32>,
    /// Steps it took to find them.
    work: u64,
}

impl Links {
    /// Finds the links of a track. Returns `None` if that takes more than `limit` steps.
    fn new(map: &Map, track: &Track, limit: u64) -> Option<Links> {
        let mut walk = Walk {
            map,
            track,
            from: StopId(0),
            start_ends: false,
            used: vec![false; track.key_count()],
            keys: Vec::new(),
            hexes: Vec::new(),
            limit,
            found: Links {
                links: Vec::new(),
                keys: Vec::new(),
                key_count: track.key_count(),
                hexes: Vec::new(),
                by_stop: Vec::new(),
                starts: Vec::new(),
                work: 0,
            },
        };
        for stop in 0..track.stops().len() {
            walk.from = StopId(stop as u16);
            walk.follow(End::Stop(walk.from))?;
            walk.found.order_from(walk.from);
        }
        let mut links = walk.found;
        links.merge_keys();
        links.mark_dominated();
        links.index(track.stops().len());
        Some(links)
    }

    /// All links, by their stops.
    pub fn all(&self) -> &[Link] {
        &self.links
    }

    /// The conflict keys of a link, rising.
    pub fn keys(&self, link: &Link) -> &[u16] {
        &self.keys[link.keys.start as usize..link.keys.end as usize]
    }

    /// Conflict keys are below this.
    pub fn key_count(&self) -> usize {
        self.key_count
    }

    /// The hexes of a link from its lower stop to its higher one: one for each piece of track.
    pub fn hexes(&self, link: &Link) -> &[HexId] {
        &self.hexes[link.hexes.start as usize..link.hexes.end as usize]
    }

    /// Numbers of the links that touch a stop, rising.
    pub fn at(&self, stop: StopId) -> &[u32] {
        let [a, b] = [0, 1].map(|i| self.starts[stop.index() + i] as usize);
        &self.by_stop[a..b]
    }

    /// How many steps it took to find the links.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Brings the links found last, those from this stop, in the order of their other stop.
    fn order_from(&mut self, from: StopId) {
        let first = self.links.partition_point(|link| link.stops[0] < from);
        self.links[first..].sort_by_key(|link| link.stops[1]);
    }

    /// Gives one number to keys that lie on the same links: each link splits the classes of keys
    /// of which it has a part.
    fn merge_keys(&mut self) {
        let mut class = vec![0_u16; self.key_count];
        let mut size = vec![self.key_count];
        // How many keys of a class the link has, and which class these go to.
        let mut count = vec![0];
        let mut goes = vec![0_u16];
        let mut met = Vec::new();
        for link in &self.links {
            let keys = &self.keys[link.keys.start as usize..link.keys.end as usize];
            for &key in keys {
                let old = class[key as usize];
                if count[old as usize] == 0 {
                    met.push(old);
                }
                count[old as usize] += 1;
            }
            for &old in &met {
                let i = old as usize;
                goes[i] = old;
                if count[i] < size[i] {
                    goes[i] = size.len() as u16;
                    size[i] -= count[i];
                    size.push(count[i]);
                    count.push(0);
                    goes.push(0);
                }
            }
            for &key in keys {
                class[key as usize] = goes[class[key as usize] as usize];
            }
            met.drain(..).for_each(|old| count[old as usize] = 0);
        }
        for link in &mut self.links {
            let keys = &mut self.keys[link.keys.start as usize..link.keys.end as usize];
            keys.iter_mut().for_each(|key| *key = class[*key as usize]);
            keys.sort_unstable();
            let mut kept = 0;
            for i in 0..keys.len() {
                if i == 0 || keys[i] != keys[kept - 1] {
                    keys[kept] = keys[i];
                    kept += 1;
                }
            }
            link.keys.end = link.keys.start + kept as u32;
        }
        self.key_count = size.len();
    }

    /// Marks links that use all the track of another between the same stops, and more.
    fn mark_dominated(&mut self) {
        let mut first = 0;
        while first < self.links.len() {
            let stops = self.links[first].stops;
            let count = self.links[first..]
                .iter()
                .take_while(|link| link.stops == stops);
            let last = first + count.count();
            for worse in first..last {
                let covers = |better: usize| {
                    let [a, b] = [better, worse].map(|i| &self.links[i]);
                    let free = (0..2).all(|side| b.ends[side] || !a.ends[side]);
                    let [few, many] = [a, b].map(|link| self.keys(link));
                    let less = few.iter().all(|key| many.binary_search(key).is_ok());
                    // Of two links that are alike the first stays.
                    let alike = few.len() == many.len() && a.ends == b.ends;
                    better != worse && free && less && (!alike || better < worse)
                };
                self.links[worse].dominated = (first..last).any(covers);
            }
            first = last;
        }
    }

    fn index(&mut self, stops: usize) {
        let mut starts = vec![0_u32; stops + 1];
        for stop in self.links.iter().flat_map(|link| link.stops) {
            starts[stop.index() + 1] += 1;
        }
        for i in 0..stops {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        self.by_stop = vec![0; 2 * self.links.len()];
        for (i, link) in self.links.iter().enumerate() {
            for stop in link.stops {
                let at = &mut next[stop.index()];
                self.by_stop[*at as usize] = i as u32;
                *at += 1;
            }
        }
        self.starts = starts;
    }
}

impl Board {
    /// The links between its stops, found on first use. They can be many on odd boards, so the
    /// search can be given a limit: `None` if it takes more steps, whether or not they are known.
    pub(crate) fn links(&self, limit: Option<u64>) -> Option<&Arc<Links>> {
        let limit = limit.unwrap_or(u64::MAX);
        let store = self.track().link_store();
        if store.get().is_none() {
            let found = Links::new(self.map(), self.track(), limit)?;
            // Two threads that come here at once find the same.
            let _ = store.set(Arc::new(found));
        }
        store.get().filter(|links| links.work <= limit)
    }
}

/// A walk along the track from one stop.
struct Walk<'a> {
    map: &'a Map,
    track: &'a Track,
    from: StopId,
    /// The first piece lets a route only end at the first stop.
    start_ends: bool,
    used: Vec<bool>,
    keys: Vec<u16>,
    hexes: Vec<HexId>,
    limit: u64,
    found: Links,
}

impl Walk<'_> {
    /// Takes every piece that begins at this end. `None`: the limit is reached.
    fn follow(&mut self, end: End) -> Option<()> {
        let track = self.track;
        // The hexside that the walk has just crossed is taken, by the walk itself.
        let crossed = match end {
            End::Side(side) => Some(self.map.hexside(side)),
            End::Stop(_) | End::Junction(_) => None,
        };
        for &id in track.at(end) {
            let segment = track.segment(id);
            self.found.work += 1;
            if self.found.work > self.limit {
                return None;
            }
            let far = segment.ends[usize::from(segment.ends[0] == end)];
            let [starts, arrives] = [end, far].map(|end| matches!(end, End::Stop(_)));
            // A piece that ends routes is of use only where it meets a stop.
            if segment.terminal && !starts && !arrives {
                continue;
            }
            let fresh = |key: &&u16| Some(**key) != crossed;
            if (segment.keys().iter().filter(fresh)).any(|&key| self.used[key as usize]) {
                continue;
            }
            if starts {
                self.start_ends = segment.terminal;
            }
            let before = self.keys.len();
            for &key in segment.keys().iter().filter(fresh) {
                self.used[key as usize] = true;
                self.keys.push(key);
            }
            self.hexes.push(segment.hex);
            let go_on = match far {
                End::Stop(stop) if stop > self.from => {
                    self.add(stop, segment.terminal);
                    Some(())
                }
                End::Stop(_) => Some(()),
                End::Junction(_) => self.follow(far),
                End::Side(side) => match self.map.facing(side) {
                    Some(facing) => self.follow(End::Side(facing)),
                    None => Some(()),
                },
            };
            self.hexes.pop();
            for key in self.keys.drain(before..) {
                self.used[key as usize] = false;
            }
            go_on?;
        }
        Some(())
    }

    fn add(&mut self, stop: StopId, stop_ends: bool) {
        let found = &mut self.found;
        let [keys, hexes] = [found.keys.len(), found.hexes.len()].map(|len| len as u32);
        found.keys.extend(&self.keys);
        found.hexes.extend(&self.hexes);
        found.links.push(Link {
            stops: [self.from, stop],
            ends: [self.start_ends, stop_ends],
            dominated: false,
            keys: keys..found.keys.len() as u32,
            hexes: hexes..found.hexes.len() as u32,
        });
    }
}
