//! How far a problem has come: the routes known so far, and the best prices.

use std::collections::BTreeSet;

use super::descent::Descent;
use super::list::{Entry, Group, List};
use super::prices::Prices;
use super::prove::Case;
use super::search::Best;

/// Rounds of prices on the routes known, between two hunts.
const ROUNDS: usize = 25;

/// What is known of the routes of a type of train, whatever the problem.
pub struct Finds<const W: usize> {
    list: List<W>,
    /// Their keys.
    known: BTreeSet<Vec<u32>>,
    /// The most that a route is worth with some prices, in units.
    top: Option<(Vec<i32>, i32)>,
}

impl<const W: usize> Default for Finds<W> {
    fn default() -> Finds<W> {
        Finds {
            list: List::new(),
            known: BTreeSet::new(),
            top: None,
        }
    }
}

impl<const W: usize> Finds<W> {
    /// The most that a route is worth with these prices, if that is known.
    pub fn top(&self, prices: &Prices<W>) -> Option<i32> {
        let top = self.top.as_ref();
        top.filter(|(bits, _)| *bits == prices.bits)
            .map(|top| top.1)
    }
}

/// One problem: the routes known so far, and the best prices.
pub struct Stand<const W: usize> {
    /// Groups with the routes known.
    pub groups: Vec<Group<W>>,
    /// By group, the keys of the routes in its list.
    pub known: Vec<BTreeSet<Vec<u32>>>,
    /// The prices with the least bound.
    pub prices: Prices<W>,
    /// That bound, in units.
    pub least: i32,
    /// What the bound would be if there were no other routes than those known: the bound of all
    /// hardly becomes less.
    pub floor: i32,
    /// By group the most that a route is worth with them, in units.
    pub tops: Vec<i32>,
    /// No set is worth more.
    pub bound: i32,
}

impl<const W: usize> Stand<W> {
    /// Begins with what has been found, and with idle trains.
    pub fn new(
        mut groups: Vec<Group<W>>,
        prices: Prices<W>,
        case: &Case,
        finds: &mut [[Finds<W>; 2]],
    ) -> Stand<W> {
        let mut known = Vec::with_capacity(groups.len());
        for group in &mut groups {
            let finds = &mut finds[group.kind][usize::from(group.carrier)];
            let idle = std::iter::repeat_n(Entry::IDLE, group.count);
            group.list.extend(idle.chain(finds.list.drain(..)));
            known.push(std::mem::take(&mut finds.known));
        }
        Stand {
            known,
            least: i32::MAX,
            floor: 0,
            tops: vec![0; groups.len()],
            bound: case.most,
            groups,
            prices,
        }
    }

    /// Gives back what has been found, for the next problem, and prices to begin with.
    pub fn close(self, finds: &mut [[Finds<W>; 2]]) -> Prices<W> {
        let groups = self.groups.into_iter().zip(self.known).zip(self.tops);
        for ((group, known), top) in groups {
            let routes = group.list.into_iter().skip(group.count);
            finds[group.kind][usize::from(group.carrier)] = Finds {
                list: routes.collect(),
                known,
                top: (self.least < i32::MAX).then(|| (self.prices.bits.clone(), top)),
            };
        }
        self.prices
    }

    /// The least value of which every set consists of routes that are worth less by at most `depth`
    /// units than the best one of their train.
    pub fn within(&self, depth: i32, step: i32) -> i32 {
        let unit = self.prices.units(step);
        -(depth - self.least).div_euclid(unit) * step
    }

    /// Prices between the best ones and those that are best for the routes known. Those alone would
    /// be far too low where no route is known yet.
    pub fn next(&mut self, best: &mut Best) -> Prices<W> {
        let mut descent = Descent::new(self.prices.clone());
        for _ in 0..ROUNDS {
            best.work += descent.round(&mut self.groups, best.value, None);
        }
        let (there, floor) = descent.best();
        self.floor = floor;
        let both = self.prices.bits.iter().zip(&there.bits);
        let mixed = both.map(|(a, b)| (a + b) / 2).collect();
        let mut prices = self.prices.clone();
        prices.set(mixed);
        prices
    }
}
