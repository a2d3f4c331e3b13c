//! The walk that is bounded: only routes that are worth enough.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::Graph;
use super::list::Entry;
use super::mask::Mask;
use super::outlook::{Label, Outlook};
use super::pool::Pool;
use super::price::{Pricer, Visit};
use super::prices::Prices;
use super::terrain::Terrain;
use super::value::{Counts, Worth};

/// What a hunt works with.
pub struct Ground<'a, const W: usize> {
    /// The graph.
    pub graph: &'a Graph<W>,
    /// The same for the bound.
    pub terrain: &'a Terrain,
    /// The values.
    pub worth: &'a Worth,
}

/// What is wanted from a hunt.
pub struct Wanted {
    /// Routes with at least this reduced value, in units.
    pub least: i32,
    /// Routes that are worth less by more than this than the best one found are not wanted.
    pub near: Option<i32>,
    /// No more routes than this.
    pub most: usize,
    /// No more work than this.
    pub limit: u64,
}

/// What a hunt brought.
pub struct Bag<const W: usize> {
    /// The routes, with their values.
    pub list: Vec<Entry<W>>,
    /// The most that a route can be worth, reduced and in units, or less than what is wanted.
    /// `None`: the work was not enough to tell.
    pub top: Option<i32>,
    /// Whether nothing that is wanted was left out.
    pub complete: bool,
    /// Steps taken.
    pub work: u64,
}

/// Walks from one end of a route to the other, and goes on only where the outlook is good enough.
pub struct Hunt<'a, 'o, const W: usize> {
    ground: &'a Ground<'a, W>,
    outlook: &'o mut Outlook<'a, W>,
    prices: &'o Prices<W>,
    pool: &'o mut Pool,
    pricer: Pricer<'a>,
    kind: usize,
    carrier: bool,
    wanted: Wanted,
    path: Vec<u16>,
    links: Vec<u32>,
    /// Labels of the stops of the path, and of those that could come next.
    labels: Vec<Label>,
    /// Ways on from the stops of the path: outlook, place of the arm, first and last label.
    ways: Vec<(i32, u32, u32, u32)>,
    /// The most that a route found is worth.
    top: i32,
    /// More than what is wanted was found.
    over: bool,
    bag: Bag<W>,
}

impl<'a, 'o, const W: usize> Hunt<'a, 'o, W> {
    /// Hunts for routes of a type of train, with or without the fleet bonus.
    pub fn run(
        ground: &'a Ground<'a, W>,
        outlook: &'o mut Outlook<'a, W>,
        (kind, carrier): (usize, bool),
        prices: &'o Prices<W>,
        pool: &'o mut Pool,
        wanted: Wanted,
    ) -> Bag<W> {
        let mut hunt = Hunt {
            ground,
            outlook,
            prices,
            pool,
            pricer: Pricer::new(ground.worth),
            kind,
            carrier,
            bag: Bag {
                list: Vec::new(),
                top: None,
                complete: true,
                work: 0,
            },
            top: wanted.least - 1,
            over: false,
            wanted,
            path: Vec::new(),
            links: Vec::new(),
            labels: Vec::new(),
            ways: Vec::new(),
        };
        hunt.outlook.work = 0;
        hunt.outlook.blurred = false;
        hunt.outlook.limit = hunt.wanted.limit;
        hunt.starts();
        hunt.bag.work += hunt.pricer.work + hunt.outlook.work;
        hunt.bag
    }

    /// Begins at every stop, at those with the best outlook first. A route is found from its lower
    /// end.
    fn starts(&mut self) {
        let mut starts = BinaryHeap::new();
        for stop in 0..self.ground.graph.nodes.len() as u16 {
            let most = self.begin(stop, |outlook, label| outlook.first(stop, label));
            starts.push((most, true, Reverse(stop)));
        }
        let mut open = i32::MIN;
        // Where a forecast is as good as an outlook, it could be even better.
        while let Some((most, forecast, Reverse(stop))) = starts.pop() {
            if most < self.wanted.least {
                break;
            }
            if self.full() {
                // The starts that follow have no better outlook.
                open = most;
                break;
            }
            if forecast {
                let most = self.begin(stop, |outlook, label| outlook.from(stop, label));
                starts.push((most, false, Reverse(stop)));
                continue;
            }
            self.begin(stop, |_, _| 0);
            self.path.push(stop);
            let seen = self.ground.graph.nodes[stop as usize].seen;
            self.grow(stop, Mask::EMPTY, seen, 0);
            self.path.pop();
            if self.full() {
                // Nor has what was left out here.
                open = most;
                break;
            }
        }
        self.bag.complete = !self.full();
        if !self.outlook.blurred {
            self.bag.top = Some(self.top.max(open));
        }
    }

    /// Puts down the labels of a start. Returns the most that is seen for any of them.
    fn begin(&mut self, stop: u16, most: impl Fn(&mut Outlook<'a, W>, Label) -> i32) -> i32 {
        self.labels.clear();
        self.outlook.start(stop, &mut self.labels);
        let labels = self.labels.iter();
        let most = labels.map(|&label| most(self.outlook, label)).max();
        most.unwrap_or(i32::MIN)
    }

    /// Whether no more is to be found: there is too much, or the limit is passed.
    fn full(&self) -> bool {
        self.over || self.outlook.blurred || self.bag.work + self.outlook.work > self.wanted.limit
    }

    /// Whether the forecast for a hop is good enough for one of these labels.
    #[inline]
    fn promising(&self, hop: usize, first: usize, last: usize) -> bool {
        let mut labels = self.labels[first..last].iter();
        labels.any(|&label| self.outlook.ahead(hop, label) >= self.wanted.least)
    }

    /// Goes on from a stop. Its labels are those from `first` on.
    fn grow(&mut self, at: u16, track: Mask<W>, seen: Mask<W>, first: usize) {
        let ground = self.ground;
        let last = self.labels.len();
        let base = self.ways.len();
        let arms = ground.graph.arms(at).iter().zip(ground.terrain.from(at));
        for (place, (arm, number)) in arms.enumerate() {
            let hop = ground.terrain.hop(number);
            let node = &ground.graph.nodes[arm.to as usize];
            if !self.promising(number, first, last)
                || arm.here_ends && !self.links.is_empty()
                || !track.disjoint(&arm.track)
                || !seen.disjoint(&node.seen)
            {
                continue;
            }
            self.bag.work += 1;
            let begin = self.labels.len();
            let toll = self.outlook.toll(number);
            for i in first..last {
                let mut label = self.labels[i];
                label.sum -= toll;
                let labels = &mut self.labels;
                self.outlook.enter(arm.to, label, |new| {
                    let same = labels[begin..].iter_mut();
                    let mut same = same.filter(|old| (old.due, old.rest) == (new.due, new.rest));
                    match same.next() {
                        Some(old) => old.sum = old.sum.max(new.sum),
                        None => labels.push(new),
                    }
                });
            }
            let mut most = i32::MIN;
            let mut kept = begin;
            let memory = if hop.there_stops {
                0
            } else {
                ground.terrain.remembered(hop, &seen)
            };
            for i in begin..self.labels.len() {
                let label = self.labels[i];
                let outlook = if hop.there_stops {
                    Outlook::<W>::end(label)
                } else if self.outlook.behind(hop, label) < self.wanted.least {
                    continue;
                } else {
                    self.outlook.most(arm.to, label, memory)
                };
                if outlook >= self.wanted.least {
                    most = most.max(outlook);
                    self.labels[kept] = label;
                    kept += 1;
                }
            }
            self.labels.truncate(kept);
            if kept > begin {
                self.ways
                    .push((most, place as u32, begin as u32, kept as u32));
            }
        }
        self.ways[base..].sort_unstable_by_key(|&(most, place, ..)| (-most, place));
        let level = self.labels.len();
        for way in base..self.ways.len() {
            let (most, place, begin, end) = self.ways[way];
            if most < self.wanted.least {
                break;
            }
            if self.full() {
                break;
            }
            let arm = &ground.graph.arms(at)[place as usize];
            let hop = ground
                .terrain
                .hop(ground.terrain.from(at).start + place as usize);
            self.path.push(arm.to);
            self.links.push(arm.link);
            let track = track.with(&arm.track);
            let labels = &self.labels[begin as usize..end as usize];
            let here = labels.iter().map(|&label| Outlook::<W>::end(label)).max();
            if arm.to > self.path[0] && here >= Some(self.wanted.least) {
                self.take(track);
            }
            if !hop.there_stops {
                let seen = seen.with(&ground.graph.nodes[arm.to as usize].seen);
                self.labels.extend_from_within(begin as usize..end as usize);
                self.grow(arm.to, track, seen, level);
                self.labels.truncate(level);
            }
            self.links.pop();
            self.path.pop();
        }
        self.ways.truncate(base);
        self.labels.truncate(last);
    }

    /// Takes the route that has been walked, if it is worth enough.
    fn take(&mut self, track: Mask<W>) {
        let worth = self.ground.worth;
        let Some(trail) = Pool::trail(&self.path, &self.links, worth) else {
            return;
        };
        let path = trail.path.as_slice();
        let mut visit = Visit {
            path,
            counts: Counts::default(),
            flags: 0,
        };
        let mut sum = 0;
        for &stop in path {
            let site = &worth.sites[stop as usize];
            visit.counts = visit.counts.plus(site.counts);
            visit.flags |= site.flags;
            sum += worth.full(stop)[self.kind];
        }
        if !visit.counts.within(worth.types[self.kind].train.limits()) {
            return;
        }
        let Some((mut value, trimmed)) = self.pricer.route(self.kind, visit, trail.ends, sum)
        else {
            return;
        };
        if trimmed && !self.carrier {
            return;
        }
        if self.carrier {
            value += worth.weight(visit.counts);
        }
        let reduced = self.prices.units(value) - self.prices.of(&track);
        if value <= 0 || reduced < self.wanted.least {
            return;
        }
        if self.bag.list.len() >= self.wanted.most {
            if self.wanted.near.is_none() {
                self.over = true;
                return;
            }
            // From now on only better ones.
            self.wanted.near = Some(-1);
        }
        self.top = self.top.max(reduced);
        if let Some(near) = self.wanted.near {
            self.wanted.least = self.wanted.least.max(reduced - near);
        }
        let route = self.pool.add(trail.key);
        self.bag.list.push(Entry {
            track,
            value,
            route,
        });
    }
}
