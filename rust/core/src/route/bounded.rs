//! The best set where there are too many routes to list them all.

use std::cmp::Reverse;

use super::choose::{Choice, Last, finish};
use super::graph::Graph;
use super::hunt::{Bag, Ground, Hunt, Wanted};
use super::list::{Group, problems};
use super::outlook::Outlook;
use super::pool::Pool;
use super::prices::Prices;
use super::prove::{Case, prove, reduced};
use super::search::{Best, Search};
use super::stand::{Finds, Stand};
use super::terrain::{MEMORY, Terrain, WAYS};
use super::value::Worth;

/// States of an outlook are numbered in so many bits.
const STATE_BITS: usize = 31;
/// Routes of one hunt that looks for the best.
const SAMPLE: usize = 30;
/// Comparisons of a search among the routes known.
const GLANCE: u64 = 5_000;
/// Steps below the bound in which the best set is looked for at first.
const DEPTH: i32 = 2;
/// Hunts that may be in vain before the best set is looked for.
const PATIENCE: u32 = 3;
/// Routes of the first try to bring all that matter.
const HAUL: usize = 4_000;

/// Hunts, prices and searches for one call.
struct Bounded<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    case: &'a Case,
    /// By type of train, without and with fleet bonus.
    outlooks: Vec<[Outlook<'a, W>; 2]>,
    /// The same for the routes known.
    finds: Vec<[Finds<W>; 2]>,
    pool: Pool,
    best: Best,
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
        finds: (0..worth.types.len()).map(|_| Default::default()).collect(),
        pool,
        // A set as good as the seed is looked for, so that it is known which problem has it.
        best: Best {
            value: (seed.value - case.step).max(0),
            ..seed
        },
    };
    let mut problems: Vec<(usize, Vec<Group<W>>)> =
        problems(worth).into_iter().enumerate().collect();
    // The bonus is most on the train that visits most. What cannot be better is done with soon.
    problems.sort_by_key(|(_, groups)| Reverse(reach(worth, groups)));
    let mut bound = 0;
    let mut last: Option<(usize, Last<W>)> = None;
    for (number, groups) in problems {
        // Of equal sets that of the first problem is the answer.
        let ahead = last.as_ref().is_some_and(|&(winner, _)| number < winner);
        let spared = if ahead { case.step } else { 0 };
        bounded.best.value -= spared;
        let before = bounded.best.value;
        let mut stand = Stand::new(groups, prices, case, &mut bounded.finds);
        let lists = bounded.solve(&mut stand);
        bound = bound.max(stand.bound);
        prices = stand.close(&mut bounded.finds);
        if bounded.best.value > before {
            last = lists.map(|lists| (number, lists));
        } else {
            bounded.best.value += spared;
        }
    }
    let last = last.map(|(_, lists)| lists);
    let choice = finish(case, bounded.best, bound, last);
    (choice, bounded.pool)
}

impl<'a, const W: usize> Bounded<'a, W> {
    /// Solves one problem. Returns its lists, with all that matters for the first best set, if it
    /// has a set that is better than the best before; and leaves a bound.
    fn solve(&mut self, stand: &mut Stand<W>) -> Option<Last<W>> {
        let case = self.case;
        let before = self.best.value;
        let mut prices = stand.prices.clone();
        let step = stand.prices.units(case.step);
        let (mut haul, mut depth) = (HAUL, DEPTH * step);
        // How much lower the bound may still become when the best set is looked for.
        let mut slack = DEPTH * step;
        let mut stalled = 0;
        loop {
            stalled += self.look(stand, prices)?;
            let known = reduced(&stand.groups, &stand.prices);
            let limit = self.best.work.saturating_add(GLANCE).min(case.budget);
            Search::run(known, &mut self.best, case.step, &stand.prices, limit);
            let beaten = |stand: &Stand<W>, best: &Best| {
                best.value == before && stand.bound < best.value + case.step
            };
            if beaten(stand, &self.best) {
                return None;
            }
            let over = stand.least - stand.prices.units(self.best.value);
            if over < step || stalled >= PATIENCE || stand.least - stand.floor <= slack {
                match self.all(stand, over.min(depth), haul) {
                    Some(lists) => {
                        if let Some(last) = self.settle(stand, lists, over.min(depth)) {
                            return Some(last);
                        }
                        if beaten(stand, &self.best) {
                            return None;
                        }
                        depth += step;
                        slack /= 4;
                    }
                    None => haul = haul.saturating_mul(2),
                }
                stalled = PATIENCE - 1;
            }
            if self.left() == 0 {
                return None;
            }
            prices = stand.next(&mut self.best);
        }
    }

    /// Looks for the best set in lists of all routes that are worth less by at most `depth` units than
    /// the best of their train. A set that is worth less than that allows could contain others:
    /// where there is none that is worth as much, that is a bound.
    fn settle(
        &mut self,
        stand: &mut Stand<W>,
        lists: Vec<Group<W>>,
        depth: i32,
    ) -> Option<Last<W>> {
        let case = self.case;
        let value = self.best.value;
        let goal = stand.within(depth, case.step);
        self.best.value = value.max(goal - case.step);
        let known = self.best.value;
        let proof = prove(case, &lists, Some(stand.prices.clone()), &mut self.best);
        stand.bound = stand.bound.min(proof.bound.max(self.best.value));
        if self.best.value > known || goal <= value {
            return Some((lists, proof.prices, proof.plain));
        }
        self.best.value = value;
        None
    }

    /// Hunts for the best routes under these prices, for the bound that they give and for routes to
    /// know. Returns how far that was in vain: 0 if the bound is much better, 2 if no new route came.
    /// `None`: the budget is spent.
    fn look(&mut self, stand: &mut Stand<W>, prices: Prices<W>) -> Option<u32> {
        let step = prices.units(self.case.step);
        let mut whole = prices.sum;
        let mut tops = Vec::with_capacity(stand.groups.len());
        let mut vain = 2;
        for (i, group) in stand.groups.iter_mut().enumerate() {
            let seen = self.finds[group.kind][usize::from(group.carrier)].top(&prices);
            let top = match seen {
                Some(top) => {
                    vain = vain.min(1);
                    top
                }
                None => {
                    let wanted = Wanted {
                        least: 1,
                        near: Some(step),
                        most: SAMPLE,
                        limit: self.left(),
                    };
                    let bag = self.hunt(group, &prices, wanted);
                    for entry in bag.list {
                        if stand.known[i].insert(self.pool.key(entry.route).to_vec()) {
                            group.list.push(entry);
                            vain = vain.min(1);
                        }
                    }
                    bag.top?.max(0)
                }
            };
            whole += group.count as i32 * top;
            tops.push(top);
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
        self.best.work += outlook.reprice(prices);
        let bag = Hunt::run(self.ground, outlook, role, prices, &mut self.pool, wanted);
        self.best.work += bag.work;
        bag
    }

    /// Work that is left.
    fn left(&self) -> u64 {
        self.case.budget.saturating_sub(self.best.work)
    }
}

/// How many stops the train that carries the fleet bonus may visit.
fn reach<const W: usize>(worth: &Worth, groups: &[Group<W>]) -> u32 {
    let carriers = groups.iter().filter(|group| group.carrier);
    let most = carriers.map(|group| worth.types[group.kind].train.reach());
    most.max().unwrap_or(0)
}
