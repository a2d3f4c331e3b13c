//! The graph as a bound looks at it: of what lies behind it a walk remembers only the stops near
//! by, and which of the ways on conflict with the link it came by.

use super::graph::Graph;
use super::mask::Mask;

/// At most so many stops are remembered.
pub const MEMORY: usize = 4;

/// Ways to come to a stop are told apart by what they leave open, in so many bits.
pub const WAYS: usize = 4;

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
    /// By which ways one may not have come to this stop to go there.
    shut: u16,
    /// Which way it comes there.
    way: usize,
    /// Where the table of what is remembered there begins.
    table: usize,
    /// Which gate it comes to.
    pub gate: u32,
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
    /// By gate: numbers of the hops that are open to a route that has come to it.
    gates: Vec<Vec<u32>>,
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
            gates: vec![Vec::new()],
        };
        let ways: Vec<Vec<usize>> = (0..stops).map(|stop| ways(graph, stop as u16)).collect();
        for stop in 0..stops {
            let arms = graph.arms(stop as u16);
            for arm in arms {
                terrain.add(graph, stop, arm.to, arm.here_ends, arm.there_ends);
                // The same link from its other stop.
                let back = graph
                    .arms(arm.to)
                    .iter()
                    .position(|other| other.link == arm.link);
                let shut = arms
                    .iter()
                    .zip(&ways[stop])
                    .filter(|(other, way)| **way > 0 && !other.track.disjoint(&arm.track));
                if let Some(hop) = terrain.hops.last_mut() {
                    hop.way = back.map_or(0, |back| ways[arm.to as usize][back]) << memory;
                    hop.shut = shut.fold(0, |all, (_, &way)| all | 1 << way);
                }
            }
            terrain.starts.push(terrain.hops.len() as u32);
        }
        terrain.add_gates(graph);
        terrain
    }

    /// Finds for every hop what is open behind it, if only the hop itself is remembered. Hops to a
    /// stop that leave the same open share a gate; behind gate 0 there is nothing.
    fn add_gates<const W: usize>(&mut self, graph: &Graph<W>) {
        // By stop, its gates.
        let mut known: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes.len()];
        for stop in 0..graph.nodes.len() as u16 {
            let seen = &graph.nodes[stop as usize].seen;
            for (number, arm) in self.from(stop).zip(graph.arms(stop)) {
                if self.hops[number].there_stops {
                    continue;
                }
                let next = self.from(arm.to).zip(graph.arms(arm.to));
                let open = next.filter(|(_, next)| {
                    !next.here_ends
                        && next.track.disjoint(&arm.track)
                        && seen.disjoint(&graph.nodes[next.to as usize].seen)
                });
                let open: Vec<u32> = open.map(|(number, _)| number as u32).collect();
                let known = &mut known[arm.to as usize];
                let same = known
                    .iter()
                    .find(|&&gate| self.gates[gate as usize] == open);
                self.hops[number].gate = same.copied().unwrap_or_else(|| {
                    let gate = self.gates.len() as u32;
                    known.push(gate);
                    self.gates.push(open);
                    gate
                });
            }
        }
    }

    /// By gate: numbers of the hops that are open to a route that has come to it.
    pub fn gates(&self) -> &[Vec<u32>] {
        &self.gates
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
            self.after
                .push(known | carried[before.trailing_zeros() as usize]);
        }
        self.hops.push(Hop {
            to,
            here_ends,
            there_stops: there_ends || target.blocked,
            bars,
            shut: 0,
            way: 0,
            table,
            gate: 0,
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

    /// What is remembered after a hop; `None` if it leads to a stop that is remembered, or
    /// conflicts with the way to this one.
    #[inline]
    pub fn after(&self, hop: &Hop, before: usize) -> Option<usize> {
        let (stops, way) = (before & ((1 << self.memory) - 1), before >> self.memory);
        let open = stops & hop.bars == 0 && hop.shut >> way & 1 == 0;
        open.then(|| self.after[hop.table + stops] as usize | hop.way)
    }

    /// What of these stops is remembered where a hop leads.
    #[inline]
    pub fn remembered<const W: usize>(&self, hop: &Hop, seen: &Mask<W>) -> usize {
        let near = self.near[hop.to as usize].iter().enumerate();
        near.fold(hop.way, |all, (i, &bit)| {
            all | usize::from(seen.has(bit as usize)) << i
        })
    }
}

/// For each arm of a stop the number of the way by which one comes to the stop on its link. Links
/// that conflict with the same arms are one way. Way 0 is not to come at all; the last ways that
/// there is no number for are taken for it, as it leaves all open.
fn ways<const W: usize>(graph: &Graph<W>, stop: u16) -> Vec<usize> {
    let arms = graph.arms(stop);
    let mut known: Vec<Vec<bool>> = Vec::new();
    let way = |arm: &super::graph::Arm<W>| {
        let shut = arms.iter().map(|other| !other.track.disjoint(&arm.track));
        let shut: Vec<bool> = shut.collect();
        let place = known.iter().position(|other| *other == shut);
        let place = place.unwrap_or_else(|| {
            known.push(shut);
            known.len() - 1
        });
        if place + 1 < 1 << WAYS { place + 1 } else { 0 }
    };
    arms.iter().map(way).collect()
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
            let bit = (0..64 * W)
                .rev()
                .find(|&bit| node.seen.has(bit))
                .unwrap_or(0) as u16;
            if node.blocked == ends && bits.len() < memory && !bits.contains(&bit) {
                bits.push(bit);
            }
        }
    }
    bits
}
