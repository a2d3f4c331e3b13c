//! The best set where there are too many routes to list them all.

use std::collections::BTreeSet;

use super::choose::{Choice, Last, finish};
use super::descent::Descent;
use super::graph::Graph;
use super::hunt::{Bag, Ground, Hunt, Wanted};
use super::list::{Entry, Group, problems};
use super::outlook::Outlook;
use super::pool::Pool;
use super::prices::Prices;
use super::prove::{Case, prove, reduced};
use super::search::{Best, Search};
use super::terrain::{MEMORY, Terrain, WAYS};
use super::value::Worth;

/// States of an outlook are numbered in so many bits.
const STATE_BITS: usize = 31;
/// Routes of one hunt that looks for the best.
const SAMPLE: usize = 200;
/// Rounds of prices on the routes known, between two hunts.
const ROUNDS: usize = 40;
/// Comparisons of a search among the routes known.
const GLANCE: u64 = 5_000;
/// Routes of the first try to bring all that matter.
const HAUL: usize = 4_000;

/// Hunts, prices and searches for one call.
struct Bounded<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    case: &'a Case,
    /// By type of train, without and with fleet bonus.
    outlooks: Vec<[Outlook<'a, W>; 2]>,
    pool: Pool,
    best: Best,
}

/// One problem: the routes known so far, and the best prices.
struct Stand<const W: usize> {
    groups: Vec<Group<W>>,
    /// By group, the keys of the routes in its list.
    known: Vec<BTreeSet<Vec<u32>>>,
    /// The prices with the least bound, that bound, and by group the most that a route is worth
    /// with them; in units.
    prices: Prices<W>,
    least: i32,
    tops: Vec<i32>,
    /// No set is worth more.
    bound: i32,
}

/// Finds the best set without a list of all routes. `seed` is a set to begin with, of routes of the
/// pool. Returns the set with the routes that it speaks of.
pub fn bounded<const W: usize>(
    graph: &Graph<W>,
    worth: &Worth,
    case: &Case,
    (seed, pool): (Best, Pool),
) -> (Choice, Pool) {
    let states = (0..worth.types.len()).map(|kind| Outlook::<W>::states(worth, kind));
    let room = (1 << (STATE_BITS - WAYS)) / states.max().unwrap_or(1).max(1);
    let memory = (room.max(1).ilog2() as usize).min(MEMORY);
    let terrain = Terrain::new(graph, memory);
    let ground = Ground {
        graph,
        terrain: &terrain,
        worth,
    };
    let mut prices = Prices::zero(case.step, case.most, case.bits);
    let outlook = |kind| {
        [false, true].map(|carrier| Outlook::new(graph, &terrain, worth, (kind, carrier), &prices))
    };
    let mut bounded = Bounded {
        ground: &ground,
        case,
        outlooks: (0..worth.types.len()).map(outlook).collect(),
        pool,
        // A set as good as the seed is looked for, so that it is known which problem has it.
        best: Best {
            value: (seed.value - case.step).max(0),
            ..seed
        },
    };
    let mut bound = 0;
    let mut last = None;
    for groups in problems(worth) {
        let before = bounded.best.value;
        let mut stand = Stand::new(groups, prices, case);
        let lists = bounded.solve(&mut stand);
        bound = bound.max(stand.bound);
        if bounded.best.value > before {
            last = lists;
        }
        prices = stand.prices;
    }
    let choice = finish(case, bounded.best, bound, last);
    (choice, bounded.pool)
}

impl<const W: usize> Stand<W> {
    /// Begins with idle trains only.
    fn new(mut groups: Vec<Group<W>>, prices: Prices<W>, case: &Case) -> Stand<W> {
        for group in &mut groups {
            let idle = std::iter::repeat_n(Entry::IDLE, group.count);
            group.list.extend(idle);
        }
        Stand {
            known: vec![BTreeSet::new(); groups.len()],
            least: i32::MAX,
            tops: vec![0; groups.len()],
            bound: case.most,
            groups,
            prices,
        }
    }

    /// Prices between the best ones and those that are best for the routes known. Those alone would
    /// be far too low where no route is known yet.
    fn next(&mut self, best: &mut Best) -> Prices<W> {
        let mut descent = Descent::new(self.prices.clone());
        for _ in 0..ROUNDS {
            best.work += descent.round(&mut self.groups, best.value, None);
        }
        let there = &descent.best().0.bits;
        let both = self.prices.bits.iter().zip(there);
        let half = both.map(|(a, b)| (a + b) / 2).collect();
        let mut prices = self.prices.clone();
        prices.set(half);
        prices
    }
}

impl<'a, const W: usize> Bounded<'a, W> {
    /// Solves one problem. Returns its lists, with all that matters for the first best set, if it
    /// has a set that is better than the best before; and leaves a bound.
    fn solve(&mut self, stand: &mut Stand<W>) -> Option<Last<W>> {
        let case = self.case;
        let before = self.best.value;
        let mut prices = stand.prices.clone();
        let mut haul = HAUL;
        let mut stalled = 0;
        loop {
            stalled += self.look(stand, prices)?;
            let known = reduced(&stand.groups, &stand.prices);
            let limit = self.best.work.saturating_add(GLANCE).min(case.budget);
            Search::run(known, &mut self.best, case.step, &stand.prices, limit);
            if stand.bound < self.best.value + case.step && self.best.value == before {
                return None;
            }
            let over = stand.least - stand.prices.units(self.best.value);
            if over < stand.prices.units(case.step) || stalled >= 2 {
                if let Some(lists) = self.all(stand, over, haul) {
                    let proof = prove(case, &lists, Some(stand.prices.clone()), &mut self.best);
                    stand.bound = stand.bound.min(proof.bound.max(self.best.value));
                    return Some((lists, proof.prices, proof.plain));
                }
                stalled = 0;
                haul = haul.saturating_mul(2);
            }
            if self.left() == 0 {
                return None;
            }
            prices = stand.next(&mut self.best);
        }
    }

    /// Hunts for the best routes under these prices, for the bound that they give and for routes to
    /// know. Returns how far that was in vain: 0 if the bound is much better, 2 if no new route came.
    /// `None`: the budget is spent.
    fn look(&mut self, stand: &mut Stand<W>, prices: Prices<W>) -> Option<u32> {
        let step = prices.units(self.case.step);
        let mut whole = prices.sum;
        let mut tops = Vec::with_capacity(stand.groups.len());
        let mut vain = 2;
        for (group, known) in stand.groups.iter_mut().zip(&mut stand.known) {
            let wanted = Wanted {
                least: 1,
                near: Some(step),
                most: SAMPLE,
                limit: self.left(),
            };
            let bag = self.hunt(group, &prices, wanted);
            let top = bag.top?.max(0);
            whole += group.count as i32 * top;
            tops.push(top);
            for entry in bag.list {
                if known.insert(self.pool.key(entry.route).to_vec()) {
                    group.list.push(entry);
                    vain = 1;
                }
            }
        }
        stand.bound = stand.bound.min(prices.whole(whole - prices.sum));
        if whole < stand.least {
            if stand.least - whole > step / 4 {
                vain = 0;
            }
            stand.least = whole;
            stand.tops = tops;
            stand.prices = prices;
        }
        Some(vain)
    }

    /// All routes that could be part of a set as good as the best known. `over` is how much the
    /// bound is above its value, in units. `None`: there are more than `most` for a train, or the
    /// budget is spent.
    fn all(&mut self, stand: &Stand<W>, over: i32, most: usize) -> Option<Vec<Group<W>>> {
        let mut lists = Vec::with_capacity(stand.groups.len());
        for (group, top) in stand.groups.iter().zip(&stand.tops) {
            let wanted = Wanted {
                least: top - over,
                near: None,
                most,
                limit: self.left(),
            };
            let bag = self.hunt(group, &stand.prices, wanted);
            if !bag.complete {
                return None;
            }
            let mut list = bag.list;
            let pool = &self.pool;
            list.sort_by_key(|entry| (-entry.value, entry.track.len(), pool.key(entry.route)));
            lists.push(Group { list, ..*group });
        }
        Some(lists)
    }

    fn hunt(&mut self, group: &Group<W>, prices: &Prices<W>, wanted: Wanted) -> Bag<W> {
        let role = (group.kind, group.carrier);
        let outlook = &mut self.outlooks[group.kind][usize::from(group.carrier)];
        outlook.reprice(prices);
        let bag = Hunt::run(self.ground, outlook, role, prices, &mut self.pool, wanted);
        self.best.work += bag.work;
        bag
    }

    /// Work that is left.
    fn left(&self) -> u64 {
        self.case.budget.saturating_sub(self.best.work)
    }
}
