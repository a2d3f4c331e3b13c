//! The best set from given lists, and the proof of it.

use super::descent::Descent;
use super::list::{Entry, Group, IDLE, top};
use super::mask::Mask;
use super::prices::Prices;
use super::search::{Best, Search};

/// Rounds of prices between two searches.
const ROUNDS: usize = 10;

/// What is the same for all lists of a call.
#[derive(Clone, Copy)]
pub struct Case {
    /// Every value is a multiple of this.
    pub step: i32,
    /// No sum of values is more.
    pub most: i32,
    /// Conflict bits are below this.
    pub bits: usize,
    /// Work that may be done in all.
    pub budget: u64,
    /// Comparisons of a search before track gets prices.
    pub patience: u64,
}

/// What is known about given lists.
pub struct Proof<const W: usize> {
    /// No set from them that is better than the best one known is worth more.
    pub bound: i32,
    /// Prices that help to search them once more.
    pub prices: Prices<W>,
    /// The set that gives each train in turn the first route still free.
    pub plain: (i32, Vec<(usize, u32)>),
}

/// Looks in these lists for the best set, if it is better than the best known. With `prices` it
/// begins with these.
pub fn prove<const W: usize>(
    case: &Case,
    groups: &[Group<W>],
    prices: Option<Prices<W>>,
    best: &mut Best,
) -> Proof<W> {
    let mut proof = Proof {
        bound: groups.iter().map(|g| top(&g.list, g.count)).sum(),
        prices: Prices::FREE,
        plain: greedy(groups, best),
    };
    if proof.bound < best.value + case.step {
        return proof;
    }
    if prices.is_none() {
        let lists = cut(groups, best.value + case.step);
        let limit = best.work.saturating_add(case.patience).min(case.budget);
        match Search::run(lists, best, case.step, &Prices::FREE, limit) {
            None => proof.bound = best.value,
            Some(open) => {
                proof.bound = proof.bound.min(open.max(best.value));
                if best.work >= case.budget {
                    return proof;
                }
            }
        }
    }
    if proof.bound >= best.value + case.step {
        let mut lists = cut(groups, best.value + case.step);
        let zero = || Prices::zero(case.step, case.most, case.bits);
        let descent = Descent::new(prices.unwrap_or_else(zero));
        price(case, &mut lists, descent, best, &mut proof);
    }
    proof
}

/// Copies of lists, without what cannot be part of a set of this value.
pub fn cut<const W: usize>(groups: &[Group<W>], need: i32) -> Vec<Group<W>> {
    let bound: i32 = groups.iter().map(|g| top(&g.list, g.count)).sum();
    let shorter = groups.iter().map(|group| {
        // What the dearest routes of all the other trains cannot make up for is of no use.
        let others = bound - top(&group.list, group.count) + top(&group.list, group.count - 1);
        let least = need - others;
        let keep = group.list.partition_point(|entry| entry.value >= least);
        let mut list = group.list[..keep].to_vec();
        if least <= 0 {
            list.extend(std::iter::repeat_n(Entry::IDLE, group.count));
        }
        Group { list, ..*group }
    });
    shorter.collect()
}

/// Lets track have prices, and searches with values less these, until all is proved or the budget
/// is spent.
fn price<const W: usize>(
    case: &Case,
    lists: &mut [Group<W>],
    mut descent: Descent<W>,
    best: &mut Best,
    proof: &mut Proof<W>,
) {
    let mut patience = case.patience / 4 + 1_000;
    loop {
        for _ in 0..ROUNDS {
            let need = best.value + case.step;
            best.work += descent.round(lists, best.value, Some(need));
            if descent
                .best()
                .0
                .whole(descent.best().1 - descent.best().0.sum)
                < need
                || best.work > case.budget
            {
                break;
            }
        }
        let (prices, bound) = descent.best();
        proof.prices = prices.clone();
        proof.bound = proof.bound.min(prices.whole(bound - prices.sum));
        if proof.bound < best.value + case.step || best.work > case.budget {
            return;
        }
        let limit = best.work.saturating_add(patience).min(case.budget);
        let reduced = reduced(lists, prices);
        let Some(open) = Search::run(reduced, best, case.step, prices, limit) else {
            proof.bound = best.value;
            return;
        };
        proof.bound = proof.bound.min(open.max(best.value));
        if best.work >= case.budget {
            return;
        }
        patience = patience.saturating_mul(2);
    }
}

/// Copies of lists with values less the prices of their track.
pub fn reduced<const W: usize>(groups: &[Group<W>], prices: &Prices<W>) -> Vec<Group<W>> {
    let mut groups = groups.to_vec();
    for group in &mut groups {
        for entry in &mut group.list {
            entry.value = prices.units(entry.value) - prices.of(&entry.track);
        }
        group.list.sort_by_key(|entry| -entry.value);
    }
    groups
}

/// First sets to beat: every train takes the dearest route still free, beginning with each group
/// in turn. Returns the set that begins with the first group.
pub fn greedy<const W: usize>(groups: &[Group<W>], best: &mut Best) -> (i32, Vec<(usize, u32)>) {
    let mut plain = (0, Vec::new());
    for first in 0..groups.len() {
        let mut track = Mask::EMPTY;
        let mut value = 0;
        let mut picked = Vec::new();
        for turn in 0..groups.len() {
            let group = &groups[(first + turn) % groups.len()];
            let mut left = group.count;
            for entry in &group.list {
                if left == 0 {
                    break;
                }
                best.work += 1;
                if entry.route != IDLE && track.disjoint(&entry.track) {
                    track = track.with(&entry.track);
                    value += entry.value;
                    picked.push((group.kind, entry.route));
                    left -= 1;
                }
            }
        }
        if value > best.value {
            best.value = value;
            best.routes.clone_from(&picked);
        }
        if first == 0 {
            plain = (value, picked);
        }
    }
    plain
}
