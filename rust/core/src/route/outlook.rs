//! The most that the rest of a route can still bring: the bound inside the walk.

use super::graph::Graph;
use super::memo::Memo;
use super::meter::Meter;
use super::prices::Prices;
use super::terrain::{Terrain, WAYS};
use super::value::{Figures, Worth};

/// Less than any sum; no route.
pub const NEVER: i32 = i32::MIN / 4;

/// A token still has to be visited, or paid if the train demands that.
pub const TOKEN: u8 = 1;
/// A stop of one side of the pair still has to be paid, and of the other.
const SIDES: [u8; 2] = [2, 4];

/// How far a route has come, seen from what it may still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it still has to visit.
    pub due: u8,
    /// What its limits leave, as a number of the [`Meter`].
    pub rest: u32,
    /// What it has earned, less the prices of its track, in units.
    pub sum: i32,
}

/// Looks ahead for one type of train, with or without the fleet bonus.
///
/// A walk that forgets which stops it visited, but for a few near by, can bring no less than any
/// route. The bonus of the first pair is either done without or both its sides are due; the other
/// bonuses that hang on several stops count at each of them.
pub struct Outlook<'a, const W: usize> {
    graph: &'a Graph<W>,
    terrain: &'a Terrain,
    worth: &'a Worth,
    kind: usize,
    meter: Meter,
    /// By stop, in units: what it adds if it pays, and if it does not.
    paid: Vec<i32>,
    unpaid: Vec<i32>,
    /// In units, before the first stop.
    base: i32,
    pair: Option<&'a Figures>,
    /// By side of the pair and stop, in units.
    figures: [Vec<Option<i32>>; 2],
    /// By hop, in units.
    tolls: Vec<i32>,
    /// By stop, due, rest and what is remembered.
    known: Memo,
    /// Steps taken.
    pub work: u64,
    /// With more steps what it says means nothing.
    pub limit: u64,
    /// Whether that has happened.
    pub blurred: bool,
}

impl<'a, const W: usize> Outlook<'a, W> {
    /// For a type of train. `prices` are for the units.
    pub fn new(
        graph: &'a Graph<W>,
        terrain: &'a Terrain,
        worth: &'a Worth,
        (kind, carrier): (usize, bool),
        prices: &Prices<W>,
    ) -> Outlook<'a, W> {
        let mut outlook = Outlook {
            graph,
            terrain,
            worth,
            kind,
            meter: Meter::new(worth, kind),
            paid: Vec::new(),
            unpaid: Vec::new(),
            base: prices.units(worth.types[kind].train.constant() as i32),
            pair: worth.pairs.first(),
            figures: [Vec::new(), Vec::new()],
            tolls: vec![0; terrain.len()],
            known: Memo::new(),
            work: 0,
            limit: u64::MAX,
            blurred: false,
        };
        for (stop, site) in worth.sites.iter().enumerate() {
            let fleet = if carrier {
                worth.weight(site.counts)
            } else {
                0
            };
            let once = worth.once.iter().enumerate();
            let once = once
                .filter(|(i, _)| site.flags >> i & 1 == 1)
                .map(|(_, &sum)| sum);
            let others = worth.pairs.iter().skip(1).flat_map(|pair| &pair.sides);
            let others = others.filter_map(|side| side[stop]);
            let paid = worth.full(stop as u16)[kind] + once.chain(others).sum::<i32>();
            outlook.paid.push(prices.units(paid + fleet));
            outlook.unpaid.push(prices.units(fleet));
            for (side, figures) in outlook.figures.iter_mut().enumerate() {
                let figure = outlook.pair.and_then(|pair| pair.sides[side][stop]);
                figures.push(figure.map(|sum| prices.units(sum)));
            }
        }
        outlook
    }

    /// Changes the prices of track, and forgets what was computed with others.
    pub fn reprice(&mut self, prices: &Prices<W>) {
        for stop in 0..self.graph.nodes.len() {
            let arms = self.graph.arms(stop as u16);
            for (hop, arm) in self.terrain.from(stop as u16).zip(arms) {
                self.tolls[hop] = prices.of(&arm.track);
            }
        }
        self.known.clear();
    }

    /// What a hop costs.
    #[inline]
    pub fn toll(&self, hop: usize) -> i32 {
        self.tolls[hop]
    }

    /// The labels of a route that begins at a stop.
    pub fn start(&self, stop: u16, labels: &mut Vec<Label>) {
        let mut fresh = Label {
            due: TOKEN,
            rest: self.meter.full,
            sum: self.base,
        };
        self.enter(stop, fresh, |label| labels.push(label));
        if self.pair.is_some() {
            fresh.due |= SIDES[0] | SIDES[1];
            self.enter(stop, fresh, |label| labels.push(label));
        }
    }

    /// The labels after one more stop.
    #[inline]
    pub fn enter(&self, stop: u16, label: Label, mut each: impl FnMut(Label)) {
        let i = stop as usize;
        let site = &self.worth.sites[i];
        let kind = site.kind as usize;
        let due = if site.token {
            label.due & !TOKEN
        } else {
            label.due
        };
        if let Some(rest) = self.meter.paid(kind, label.rest) {
            let sum = label.sum + self.paid[i];
            each(Label { due, rest, sum });
            for (side, figures) in SIDES.into_iter().zip(&self.figures) {
                if let Some(figure) = figures[i].filter(|_| label.due & side != 0) {
                    let (due, sum) = (due & !side, sum + figure);
                    each(Label { due, rest, sum });
                }
            }
        }
        if let Some(rest) = self.meter.unpaid(kind, label.rest) {
            let paid = self.worth.types[self.kind].train.counted_token();
            let due = if paid { label.due } else { due };
            let sum = label.sum + self.unpaid[i];
            each(Label { due, rest, sum });
        }
    }

    /// The most that a route with this label can have at its end, if it has just come to the stop
    /// and may go on. `memory` is what is remembered there.
    #[inline]
    pub fn most(&mut self, stop: u16, label: Label, memory: usize) -> i32 {
        label.sum + self.rest(stop, label.due, label.rest, memory)
    }

    /// The most that it can have if it ends here.
    #[inline]
    pub fn end(label: Label) -> i32 {
        if label.due == 0 { label.sum } else { NEVER }
    }

    /// The most that a route can have that begins with this stop.
    pub fn from(&mut self, stop: u16, label: Label) -> i32 {
        label.sum + self.onward(stop, label.due, label.rest, 0, true)
    }

    fn rest(&mut self, stop: u16, due: u8, rest: u32, memory: usize) -> i32 {
        let place = (stop as usize * self.dues() + due as usize) * self.meter.size + rest as usize;
        let place = (place << (self.terrain.memory + WAYS)) + memory;
        let place = place as u32;
        if let Some(known) = self.known.get(place) {
            return known;
        }
        let most = self.onward(stop, due, rest, memory, false);
        self.known.put(place, most);
        most
    }

    fn onward(&mut self, stop: u16, due: u8, rest: u32, memory: usize, starts: bool) -> i32 {
        let mut most = if due == 0 { 0 } else { NEVER };
        let terrain = self.terrain;
        for number in terrain.from(stop) {
            let hop = terrain.hop(number);
            if self.work > self.limit {
                self.blurred = true;
                break;
            }
            if hop.here_ends && !starts {
                continue;
            }
            let Some(memory) = terrain.after(hop, memory) else {
                continue;
            };
            self.work += 1;
            let sum = -self.tolls[number];
            // At most one way to pay or not, and for each side of a pair.
            let mut ways = [None; 4];
            let mut count = 0;
            self.enter(hop.to, Label { due, rest, sum }, |label| {
                ways[count] = Some(label);
                count += 1;
            });
            for way in ways.into_iter().flatten() {
                let sum = if hop.there_stops {
                    Self::end(way)
                } else {
                    self.most(hop.to, way, memory)
                };
                most = most.max(sum);
            }
        }
        most.max(NEVER)
    }

    /// How many values there are for what is due.
    fn dues(&self) -> usize {
        if self.pair.is_some() { 8 } else { 2 }
    }

    /// How many states there are beside what is remembered.
    pub fn states(worth: &Worth, kind: usize) -> usize {
        let dues = if worth.pairs.is_empty() { 2 } else { 8 };
        worth.sites.len() * dues * Meter::new(worth, kind).size
    }
}
