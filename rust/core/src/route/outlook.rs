//! The most that the rest of a route can still bring: the bound inside the walk.

use super::forecast::Forecast;
use super::graph::Graph;
use super::memo::Memo;
use super::meter::Meter;
use super::prices::Prices;
use super::terrain::{Hop, Terrain, WAYS};
use super::turn::{SIDES, TOKEN, Turns};
use super::value::Worth;

/// Less than any sum; no route.
pub const NEVER: i32 = i32::MIN / 4;

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
    meter: Meter,
    turns: Turns,
    /// In units, before the first stop.
    base: i32,
    /// Whether there is a pair.
    paired: bool,
    /// By hop, in units.
    tolls: Vec<i32>,
    /// The prices that the tolls are for.
    bits: Option<Vec<i32>>,
    /// A quick look ahead, for these tolls.
    forecast: Forecast,
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
        let meter = Meter::new(worth, kind);
        let paired = !worth.pairs.is_empty();
        Outlook {
            graph,
            terrain,
            turns: Turns::new(worth, (kind, carrier), prices),
            base: prices.units(worth.types[kind].train.constant() as i32),
            paired,
            tolls: vec![0; terrain.len()],
            bits: None,
            forecast: Forecast::new(terrain, &meter, dues(paired)),
            meter,
            known: Memo::new(),
            work: 0,
            limit: u64::MAX,
            blurred: false,
        }
    }

    /// Changes the prices of track, and forgets what was computed with others. Returns the steps it
    /// took.
    pub fn reprice(&mut self, prices: &Prices<W>) -> u64 {
        if self.bits.as_ref() == Some(&prices.bits) {
            return 0;
        }
        self.bits = Some(prices.bits.clone());
        for stop in 0..self.graph.nodes.len() {
            let arms = self.graph.arms(stop as u16);
            for (hop, arm) in self.terrain.from(stop as u16).zip(arms) {
                self.tolls[hop] = prices.of(&arm.track);
            }
        }
        self.known.clear();
        (self.forecast).fill(self.terrain, &self.turns, &self.meter, &self.tolls)
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
        if self.paired {
            fresh.due |= SIDES[0] | SIDES[1];
            self.enter(stop, fresh, |label| labels.push(label));
        }
    }

    /// The labels after one more stop.
    #[inline]
    pub fn enter(&self, stop: u16, label: Label, mut each: impl FnMut(Label)) {
        for turn in self.turns.at(stop) {
            if label.due & turn.needs == turn.needs
                && let Some(rest) = self.turns.rest(stop, turn, &self.meter, label.rest)
            {
                let (due, sum) = (label.due & !turn.settles, label.sum + turn.gain);
                each(Label { due, rest, sum });
            }
        }
    }

    /// A figure that is no less than the most that a route with this label can have if it goes a
    /// hop.
    #[inline]
    pub fn ahead(&self, hop: usize, label: Label) -> i32 {
        label.sum + self.forecast.ahead(hop, label.due, label.rest)
    }

    /// A figure that is no less than the most that a route with this label can have if it has come
    /// by a hop.
    #[inline]
    pub fn behind(&self, hop: &Hop, label: Label) -> i32 {
        label.sum + self.forecast.behind(hop.gate, label.due, label.rest)
    }

    /// The same for a route that begins with this stop.
    pub fn first(&self, stop: u16, label: Label) -> i32 {
        let hops = self.terrain.from(stop);
        let most = hops.map(|hop| self.ahead(hop, label)).max();
        most.unwrap_or(NEVER).max(Self::end(label))
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
        let place =
            (stop as usize * dues(self.paired) + due as usize) * self.meter.size + rest as usize;
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
        self.work += 1;
        // The way that looks best comes first, so that most of the others need no closer look.
        let mut first = None;
        let mut promise = most;
        for number in terrain.from(stop) {
            let ahead = self.forecast.ahead(number, due, rest);
            let hop = terrain.hop(number);
            if ahead > promise && (starts || !hop.here_ends) && terrain.after(hop, memory).is_some()
            {
                (first, promise) = (Some(number), ahead);
            }
        }
        let Some(first) = first else {
            return most;
        };
        let others = terrain.from(stop).filter(|&number| number != first);
        for number in std::iter::once(first).chain(others) {
            if self.work > self.limit {
                self.blurred = true;
                break;
            }
            let hop = terrain.hop(number);
            if self.forecast.ahead(number, due, rest) <= most || hop.here_ends && !starts {
                continue;
            }
            if let Some(memory) = terrain.after(hop, memory) {
                most = self.along(number, due, rest, memory, most);
            }
        }
        most
    }

    /// The most that the rest of a route can bring that goes this hop, or `least` if it is less.
    fn along(&mut self, number: usize, due: u8, rest: u32, memory: usize, least: i32) -> i32 {
        self.work += 1;
        let hop = self.terrain.hop(number);
        let sum = -self.tolls[number];
        let mut most = least;
        // At most one way to pay or not, and for each side of a pair.
        let mut ways = [None; 4];
        let mut count = 0;
        self.enter(hop.to, Label { due, rest, sum }, |label| {
            ways[count] = Some(label);
            count += 1;
        });
        for way in ways.into_iter().flatten() {
            if hop.there_stops {
                most = most.max(Self::end(way));
            } else if self.behind(hop, way) > most {
                most = most.max(self.most(hop.to, way, memory));
            }
        }
        most
    }

    /// How many states there are beside what is remembered.
    pub fn states(worth: &Worth, kind: usize) -> usize {
        worth.sites.len() * dues(!worth.pairs.is_empty()) * Meter::new(worth, kind).size
    }
}

/// How many values there are for what is due, with a pair or without.
fn dues(paired: bool) -> usize {
    if paired { 8 } else { 2 }
}
