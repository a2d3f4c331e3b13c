//! The best set of routes: at most one a train, no track shared.

use super::enumerate::Routes;
use super::first::first;
use super::list::{Group, fill, problems};
use super::prices::Prices;
use super::prove::{Case, cut, greedy, prove};
use super::search::Best;
use super::value::Worth;

/// The set that was found.
#[derive(Debug, Default)]
pub struct Choice {
    /// Type of train and route of each train that runs.
    pub routes: Vec<(usize, u32)>,
    /// No set is worth more; if all is proved, what they are worth together.
    pub bound: i32,
    /// Comparisons made.
    pub work: u64,
}

/// Chooses from the routes that were found.
pub fn choose<const W: usize>(routes: &Routes<W>, worth: &Worth, case: &Case) -> Choice {
    let mut best = Best::default();
    let mut bound = 0;
    let mut last = None;
    for mut groups in problems(worth) {
        for group in &mut groups {
            fill(group, routes, worth);
        }
        let before = best.value;
        let proof = prove(case, &groups, None, &mut best);
        bound = bound.max(proof.bound);
        if best.value > before {
            last = Some((groups, proof.prices, proof.plain));
        }
    }
    finish(case, best, bound, last)
}

/// A good set from some of the routes.
pub fn sample<const W: usize>(routes: &Routes<W>, worth: &Worth) -> Best {
    let mut best = Best::default();
    for mut groups in problems(worth) {
        for group in &mut groups {
            fill(group, routes, worth);
        }
        greedy(&groups, &mut best);
    }
    best
}

/// Lists, prices for them, and the value and routes of the first set in the order of the lists.
pub type Last<const W: usize> = (Vec<Group<W>>, Prices<W>, (i32, Vec<(usize, u32)>));

/// The answer. Of several best sets it is the first one in the order of the lists, so that it does
/// not depend on the way of the search. `last` is the problem in which the best set was found.
pub fn finish<const W: usize>(
    case: &Case,
    mut best: Best,
    bound: i32,
    last: Option<Last<W>>,
) -> Choice {
    let proved = bound < best.value + case.step;
    if let Some((groups, prices, plain)) = last.filter(|_| proved) {
        if plain.0 == best.value {
            best.routes = plain.1;
        } else {
            let lists = cut(&groups, best.value);
            let limit = case.budget;
            let found = first(&lists, best.value, &prices, limit, &mut best.work);
            best.routes = found.unwrap_or(best.routes);
        }
    }
    Choice {
        routes: best.routes,
        bound: bound.max(best.value),
        work: best.work,
    }
}
