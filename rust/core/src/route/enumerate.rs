//! All routes of use to some train, each once, for all types of trains in one pass.

use super::graph::{Arm, Graph};
use super::mask::Mask;
use super::price::{Pricer, Visit};
use super::value::{Counts, Worth};

/// Value of a route to a type that may not run it, or runs a part of it as well.
pub const UNFIT: i32 = -1;

/// A route that was found.
pub struct Found<const W: usize> {
    /// The track it uses.
    pub track: Mask<W>,
    /// Types of trains for which the same route without one of its ends is worth as much.
    pub trimmed: u64,
    /// What it visits.
    pub counts: Counts,
    /// Where it ends in the tree of walks.
    leaf: u32,
}

/// One step of a walk.
struct Twig {
    /// The step before; none at the root.
    parent: Option<u32>,
    /// Link taken; of no meaning at the root.
    link: u32,
    /// Stop arrived at.
    stop: u16,
    /// The step leaves the root for the second arm.
    second: bool,
}

/// The routes of a graph that are of use to some type of train.
pub struct Routes<const W: usize> {
    /// The routes, in the order in which they were found.
    pub found: Vec<Found<W>>,
    /// `values[route * types + type]`: what it is worth without fleet bonus, or [`UNFIT`].
    pub values: Vec<i32>,
    /// Whether these are all routes.
    pub complete: bool,
    /// Whether there are too many.
    pub many: bool,
    /// Steps it took.
    pub work: u64,
    tree: Vec<Twig>,
}

impl<const W: usize> Routes<W> {
    /// Finds all routes, or as many as `budget` steps allow, but not many more than `most`.
    pub fn find(graph: &Graph<W>, worth: &Worth, budget: Option<u64>, most: usize) -> Routes<W> {
        let mut walk = Walk {
            graph,
            worth,
            pricer: Pricer::new(worth),
            budget: budget.unwrap_or(u64::MAX),
            most,
            path: Vec::new(),
            sums: vec![0; worth.types.len()],
            routes: Routes {
                found: Vec::new(),
                values: Vec::new(),
                complete: true,
                many: false,
                work: 0,
                tree: Vec::new(),
            },
        };
        walk.run();
        walk.routes.work += walk.pricer.work;
        walk.routes
    }

    /// Stops and links of a route from one end to the other.
    pub fn trace(&self, route: u32) -> (Vec<u16>, Vec<u32>) {
        let mut twigs = Vec::new();
        let mut second = 0;
        let mut twig = &self.tree[self.found[route as usize].leaf as usize];
        while let Some(parent) = twig.parent {
            twigs.push((twig.stop, twig.link));
            if twig.second {
                second = twigs.len();
            }
            twig = &self.tree[parent as usize];
        }
        // Back along the second arm to the root, then out to the end of the first arm.
        let (mut stops, mut links) = (Vec::new(), Vec::new());
        for &(stop, link) in &twigs[..second] {
            stops.push(stop);
            links.push(link);
        }
        stops.push(twig.stop);
        for &(stop, link) in twigs[second..].iter().rev() {
            links.push(link);
            stops.push(stop);
        }
        (stops, links)
    }
}

/// How far a walk has come.
#[derive(Clone, Copy)]
struct State<const W: usize> {
    track: Mask<W>,
    seen: Mask<W>,
    counts: Counts,
    flags: u64,
    /// Types of trains whose limits still hold.
    alive: u64,
    twig: u32,
}

struct Walk<'a, const W: usize> {
    graph: &'a Graph<W>,
    worth: &'a Worth,
    pricer: Pricer<'a>,
    budget: u64,
    most: usize,
    /// Root, first arm, second arm.
    path: Vec<u16>,
    /// For each stop of the path what all up to it are worth to each type.
    sums: Vec<i32>,
    routes: Routes<W>,
}

impl<'a, const W: usize> Walk<'a, W> {
    /// A route belongs to the first of its tokens. From there it has one arm, or two: then the
    /// first is the one whose first link comes first.
    fn run(&mut self) {
        let mut earlier = Mask::EMPTY;
        for &root in &self.graph.tokens {
            let node = &self.graph.nodes[root as usize];
            let state = State {
                track: Mask::EMPTY,
                seen: earlier.with(&node.seen),
                counts: node.counts,
                flags: node.flags,
                alive: self.fitting(u64::MAX, node.counts),
                twig: self.routes.tree.len() as u32,
            };
            self.routes.tree.push(Twig {
                parent: None,
                link: 0,
                stop: root,
                second: false,
            });
            self.path.clear();
            self.path.push(root);
            self.sums.clear();
            self.sums.extend(self.worth.full(root));
            if state.alive != 0 {
                self.first_arm(root, state, None);
            }
            earlier = earlier.with(&node.own);
        }
    }

    /// Grows the first arm from its end. `start` is its first link, once it has one.
    fn first_arm(&mut self, at: u16, state: State<W>, start: Option<&'a Arm<W>>) {
        for arm in self.graph.arms(at) {
            if start.is_some() && arm.here_ends {
                continue;
            }
            let Some(next) = self.step(&state, arm, false) else {
                continue;
            };
            let start = start.unwrap_or(arm);
            let root = self.path[0];
            let end = self.path.len() - 1;
            self.emit(&next, [0, end]);
            if self.passes(arm) {
                self.first_arm(arm.to, next, Some(start));
            }
            if !start.here_ends && !self.graph.nodes[root as usize].blocked {
                self.second_arm(root, next, Some(start.link), end);
            }
            self.back();
        }
    }

    /// Grows the second arm from its end. `after`: at the root, the first arm's first link.
    fn second_arm(&mut self, at: u16, state: State<W>, after: Option<u32>, end: usize) {
        for arm in self.graph.arms(at) {
            if arm.here_ends || after.is_some_and(|link| arm.link <= link) {
                continue;
            }
            let Some(next) = self.step(&state, arm, after.is_some()) else {
                continue;
            };
            self.emit(&next, [end, self.path.len() - 1]);
            if self.passes(arm) {
                self.second_arm(arm.to, next, None, end);
            }
            self.back();
        }
    }

    /// Whether a route can go on at the stop that the arm leads to.
    fn passes(&self, arm: &Arm<W>) -> bool {
        !arm.there_ends && !self.graph.nodes[arm.to as usize].blocked
    }

    /// Goes along a link, if the route may and some train can.
    #[inline]
    fn step(&mut self, state: &State<W>, arm: &Arm<W>, second: bool) -> Option<State<W>> {
        if self.routes.work + self.pricer.work >= self.budget || self.routes.many {
            self.routes.complete = false;
            return None;
        }
        self.routes.work += 1;
        let node = &self.graph.nodes[arm.to as usize];
        if !state.track.disjoint(&arm.track) || !state.seen.disjoint(&node.seen) {
            return None;
        }
        let counts = state.counts.plus(node.counts);
        let alive = self.fitting(state.alive, counts);
        if alive == 0 {
            return None;
        }
        let twig = self.routes.tree.len() as u32;
        self.routes.tree.push(Twig {
            parent: Some(state.twig),
            link: arm.link,
            stop: arm.to,
            second,
        });
        self.path.push(arm.to);
        let before = self.sums.len() - self.worth.types.len();
        for (i, value) in self.worth.full(arm.to).iter().enumerate() {
            self.sums.push(self.sums[before + i] + value);
        }
        Some(State {
            track: state.track.with(&arm.track),
            seen: state.seen.with(&node.seen),
            counts,
            flags: state.flags | node.flags,
            alive,
            twig,
        })
    }

    fn back(&mut self) {
        self.path.pop();
        self.sums.truncate(self.sums.len() - self.worth.types.len());
    }

    /// Which of these types can make as many visits.
    #[inline]
    fn fitting(&self, types: u64, counts: Counts) -> u64 {
        let mut fit = 0;
        for (i, kind) in self.worth.types.iter().enumerate() {
            if types >> i & 1 == 1 && counts.within(kind.train.limits()) {
                fit |= 1 << i;
            }
        }
        fit
    }

    /// Notes the route that has been walked. `ends` are the places of its ends on the path.
    fn emit(&mut self, state: &State<W>, ends: [usize; 2]) {
        let visit = Visit {
            path: &self.path,
            counts: state.counts,
            flags: state.flags,
        };
        let types = self.worth.types.len();
        let sums = &self.sums[self.sums.len() - types..];
        let mut trimmed = 0;
        let before = self.routes.values.len();
        let mut of_use = false;
        for (i, &sum) in sums.iter().enumerate() {
            let mut price = None;
            if state.alive >> i & 1 == 1
                && let Some((value, spare)) = self.pricer.route(i, visit, ends, sum)
            {
                trimmed |= u64::from(spare) << i;
                price = Some(value).filter(|_| !spare || self.worth.fleet.is_some());
            }
            of_use |= price.is_some();
            self.routes.values.push(price.unwrap_or(UNFIT));
        }
        if !of_use {
            self.routes.values.truncate(before);
            return;
        }
        self.routes.many = self.routes.found.len() >= self.most;
        self.routes.found.push(Found {
            track: state.track,
            trimmed,
            counts: state.counts,
            leaf: state.twig,
        });
    }
}
