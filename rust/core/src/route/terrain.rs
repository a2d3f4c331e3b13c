//! The graph as a bound looks at it: of the stops behind it a walk remembers only those near by.

use super::graph::Graph;
use super::mask::Mask;

/// At most so many stops are remembered.
pub const MEMORY: usize = 8;

/// A link seen from one of its stops.
pub struct Hop {
    /// The stop it leads to.
    pub to: u16,
    /// A route that uses it must end at the stop it is seen from.
    pub here_ends: bool,
    /// A route that comes this way ends there.
    pub there_stops: bool,
    /// What may not be remembered at this stop to go there.
    bars: usize,
    /// Where the table of what is remembered there begins.
    table: usize,
}

/// Stops and what is remembered at each of them.
pub struct Terrain {
    /// By stop: numbers of the bits of [`Node::seen`] that are remembered there.
    ///
    /// [`Node::seen`]: super::graph::Node::seen
    near: Vec<Vec<u16>>,
    hops: Vec<Hop>,
    starts: Vec<u32>,
    /// By hop and what is remembered before: what is remembered after it.
    after: Vec<u8>,
    /// How many stops are remembered.
    pub memory: usize,
}

impl Terrain {
    /// The terrain of a graph, with a memory of so many stops.
    pub fn new<const W: usize>(graph: &Graph<W>, memory: usize) -> Terrain {
        let stops = graph.nodes.len();
        let near: Vec<Vec<u16>> = (0..stops).map(|stop| near(graph, stop, memory)).collect();
        let mut terrain = Terrain {
            near,
            hops: Vec::new(),
            starts: vec![0],
            after: Vec::new(),
            memory,
        };
        for stop in 0..stops {
            for arm in graph.arms(stop as u16) {
                terrain.add(graph, stop, arm.to, arm.here_ends, arm.there_ends);
            }
            terrain.starts.push(terrain.hops.len() as u32);
        }
        terrain
    }

    fn add<const W: usize>(
        &mut self,
        graph: &Graph<W>,
        from: usize,
        to: u16,
        here_ends: bool,
        there_ends: bool,
    ) {
        let target = &graph.nodes[to as usize];
        let (here, there) = (&self.near[from], &self.near[to as usize]);
        let place = |bit: u16| there.iter().position(|&other| other == bit);
        // What is remembered there for each thing remembered here, and for this stop.
        let mut carried = [0_u8; MEMORY];
        let (mut bars, mut own) = (0, 0_u8);
        for (i, &bit) in here.iter().enumerate() {
            carried[i] = place(bit).map_or(0, |at| 1 << at);
            bars |= usize::from(target.seen.has(bit as usize)) << i;
        }
        for (at, &bit) in there.iter().enumerate() {
            own |= u8::from(graph.nodes[from].seen.has(bit as usize)) << at;
        }
        let table = self.after.len();
        self.after.push(own);
        for before in 1_usize..1 << self.memory {
            let known = self.after[table + (before & (before - 1))];
            self.after.push(known | carried[before.trailing_zeros() as usize]);
        }
        self.hops.push(Hop {
            to,
            here_ends,
            there_stops: there_ends || target.blocked,
            bars,
            table,
        });
    }

    /// Numbers of the hops from a stop, in the order of its arms.
    #[inline]
    pub fn from(&self, stop: u16) -> std::ops::Range<usize> {
        self.starts[stop as usize] as usize..self.starts[stop as usize + 1] as usize
    }

    /// A hop.
    #[inline]
    pub fn hop(&self, number: usize) -> &Hop {
        &self.hops[number]
    }

    /// How many hops there are.
    pub fn len(&self) -> usize {
        self.hops.len()
    }

    /// What is remembered after a hop; `None` if it leads to a stop that is remembered.
    #[inline]
    pub fn after(&self, hop: &Hop, before: usize) -> Option<usize> {
        (before & hop.bars == 0).then(|| self.after[hop.table + before] as usize)
    }

    /// What of these is remembered at a stop.
    #[inline]
    pub fn remembered<const W: usize>(&self, stop: u16, seen: &Mask<W>) -> usize {
        let near = self.near[stop as usize].iter().enumerate();
        near.fold(0, |all, (i, &bit)| all | usize::from(seen.has(bit as usize)) << i)
    }
}

/// What to remember at a stop: the stops in reach of the fewest links, those first that a route
/// can pass; of those of a group their group.
fn near<const W: usize>(graph: &Graph<W>, stop: usize, memory: usize) -> Vec<u16> {
    let mut reached = vec![stop as u16];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for arm in graph.arms(at) {
            if !reached.contains(&arm.to) {
                reached.push(arm.to);
            }
        }
    }
    let mut bits = Vec::new();
    for ends in [false, true] {
        for &other in &reached[1..] {
            let node = &graph.nodes[other as usize];
            // Groups have the highest numbers.
            let bit = (0..64 * W).rev().find(|&bit| node.seen.has(bit)).unwrap_or(0) as u16;
            if node.blocked == ends && bits.len() < memory && !bits.contains(&bit) {
                bits.push(bit);
            }
        }
    }
    bits
}
