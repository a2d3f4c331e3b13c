//! The best run beside routes that are given.

use super::answer::{Route, Run};
use super::best::Turns;
use super::reading::GivenRoute;
use super::rules::{RunRules, Train};
use crate::board::Board;
use crate::error::Result;
use crate::map::CompanyId;

impl Board {
    /// The best run in which some trains run the routes given for them and the others what is best
    /// beside those. What the answer says holds under this condition.
    ///
    /// # Errors
    /// The rule that the given routes break, or what [`Board::best_run`] refuses.
    pub fn best_run_beside(
        &self,
        company: CompanyId,
        trains: &[Train],
        rules: &RunRules,
        budget: Option<u64>,
        fixed: &[GivenRoute],
    ) -> Result<Run> {
        if fixed.is_empty() {
            return self.best_run(company, trains, rules, budget);
        }
        let kept = self.check_run(company, trains, fixed, rules)?;
        let free: Vec<usize> = (0..trains.len())
            .filter(|&train| fixed.iter().all(|route| route.train != train))
            .collect();
        let rest: Vec<Train> = free.iter().map(|&train| trains[train].clone()).collect();
        let taken = kept.keys();
        let search = |rules: &RunRules, budget| {
            self.best_run_by(company, &rest, rules, budget, &taken, Turns::USUAL)
        };

        // Either a new route earns the fleet bonus, or a given one does, and then the bonus is no
        // matter for the others: the better of two searches is the best.
        let mut best = search(rules, budget)?;
        let (mut work, mut bound) = (best.work, best.upper_bound + kept.revenue - kept.bonus);
        if kept.bonus > 0 {
            let plain = RunRules {
                fleet: None,
                ..rules.clone()
            };
            let left = budget.map(|budget| budget.saturating_sub(work));
            let other = search(&plain, left)?;
            work += other.work;
            bound = bound.max(other.upper_bound + kept.revenue);
            if other.revenue + kept.bonus > best.revenue {
                best = other;
            }
        }
        for route in &mut best.routes {
            route.train = free[route.train];
        }
        best.routes.extend(kept.routes);
        best.routes.sort_by_key(|route| route.train);
        best.links = kept.links;
        let weights = best.routes.iter().map(|route| weight(rules, route));
        best.bonus = weights.max().unwrap_or(0);
        let revenues = best.routes.iter().map(|route| route.revenue);
        best.revenue = revenues.sum::<i32>() + best.bonus;
        best.upper_bound = bound.max(best.revenue);
        best.optimal = best.upper_bound == best.revenue;
        best.work = work;
        Ok(best)
    }
}

/// What the fleet bonus is if it goes to this route.
fn weight(rules: &RunRules, route: &Route) -> i32 {
    rules.fleet.map_or(0, |(kinds, amount)| {
        let counted = route.stops.iter().filter(|stop| kinds.has(stop.kind));
        counted.count() as i32 * amount as i32
    })
}
