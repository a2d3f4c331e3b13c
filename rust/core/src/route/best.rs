//! The best run of a company.

use super::answer::{Run, Scribe};
use super::bounded::bounded;
use super::choose::{choose, sample};
use super::enumerate::Routes;
use super::graph::Graph;
use super::link::Links;
use super::net::Net;
use super::pool::Pool;
use super::prove::Case;
use super::rules::{Resolved, RunRules, Train};
use super::value::Worth;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::map::CompanyId;

/// Bits of the widest masks.
const WIDEST: usize = 16 * 64;

/// When the search takes another way to the best run, and how wide its masks are at least. All
/// ways lead to the same run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turns {
    /// Routes that are listed; if there are more, those are hunted that matter.
    pub listed: usize,
    /// Comparisons that are made before track gets prices.
    pub patience: u64,
    /// Words of the masks, at least.
    pub words: usize,
}

impl Turns {
    /// What costs least on the boards of real games and on the densest ones.
    pub const USUAL: Turns = Turns {
        listed: 3_000,
        patience: 200_000,
        words: 1,
    };
}

impl Board {
    /// The routes of a company's trains, at most one a train and no track shared, that are worth
    /// most together.
    ///
    /// Without a budget the answer is proved to be the best. A budget is a number of steps; when
    /// they are spent the answer is the best set found so far, with an upper bound for the best
    /// there is. The same call gives the same answer everywhere.
    ///
    /// # Errors
    /// An unknown hex in the rules, amounts too large to add up, or a board of more than 1024
    /// stops or conflicts in reach.
    pub fn best_run(
        &self,
        company: CompanyId,
        trains: &[Train],
        rules: &RunRules,
        budget: Option<u64>,
    ) -> Result<Run> {
        self.best_run_by(company, trains, rules, budget, &[], Turns::USUAL)
    }

    /// The same on a given way, without links that use the `taken` conflict keys.
    pub(super) fn best_run_by(
        &self,
        company: CompanyId,
        trains: &[Train],
        rules: &RunRules,
        budget: Option<u64>,
        taken: &[u16],
        turns: Turns,
    ) -> Result<Run> {
        let rules = rules.resolve(self.map())?;
        let Some(links) = self.links(budget) else {
            return self.unsearched(company, trains, &rules, budget.unwrap_or(u64::MAX));
        };
        let net = Net::new(self, links, company, taken);
        let worth = self.worth(&net, trains, &rules)?;
        let task = Task {
            board: self,
            links,
            net: &net,
            worth: &worth,
            budget,
            turns,
        };
        let mut run = match net.width().max(64 * (turns.words - 1) + 1) {
            ..=64 => task.run::<1>(),
            65..=128 => task.run::<2>(),
            129..=256 => task.run::<4>(),
            257..=WIDEST => task.run::<16>(),
            width => {
                let message = format!("the network needs {width} bits, at most {WIDEST} are known");
                return Err(Error::invalid("company", message));
            }
        };
        run.links = Some(links.clone());
        Ok(run)
    }

    /// The values of the stops of a net.
    pub(super) fn worth(&self, net: &Net, trains: &[Train], rules: &Resolved) -> Result<Worth> {
        let track = self.track();
        Worth::new(net, trains, rules, |i| {
            let stop = track.stop(net.stops[i].id);
            let face = self.stop(stop.hex, stop.kind, stop.number);
            face.revenue.value(rules.colours)
        })
    }

    /// The answer if the budget does not even last to find the links.
    fn unsearched(
        &self,
        company: CompanyId,
        trains: &[Train],
        rules: &Resolved,
        budget: u64,
    ) -> Result<Run> {
        let net = Net::stops_only(self, company);
        let worth = self.worth(&net, trains, rules)?;
        let bound = ceiling(&worth);
        Ok(Run {
            upper_bound: bound,
            optimal: bound < worth.step,
            work: budget,
            ..Run::default()
        })
    }
}

/// The most that trains could earn on these stops, wherever the track goes.
fn ceiling(worth: &Worth) -> i32 {
    let types = worth.types.iter().enumerate();
    let routes = types.map(|(kind, t)| worth.ceiling(kind) * t.members.len() as i32);
    let visits = worth
        .sites
        .iter()
        .fold(Default::default(), |all: super::value::Counts, site| {
            all.plus(site.counts)
        });
    routes.sum::<i32>() + worth.weight(visits)
}

/// A search for the best run.
struct Task<'a> {
    board: &'a Board,
    links: &'a Links,
    net: &'a Net,
    worth: &'a Worth,
    budget: Option<u64>,
    turns: Turns,
}

impl Task<'_> {
    fn run<const W: usize>(&self) -> Run {
        let worth = self.worth;
        let graph = Graph::<W>::new(self.net, worth);
        let mut work = self.links.work();
        let left = |work: u64| self.budget.map(|budget| budget.saturating_sub(work));
        let routes = Routes::find(&graph, worth, left(work), self.turns.listed);
        work += routes.work;
        let case = Case {
            step: worth.step,
            most: ceiling(worth),
            bits: self.net.bits,
            budget: left(work).unwrap_or(u64::MAX),
            patience: self.turns.patience,
        };
        let mut run;
        let choice;
        if routes.many {
            let mut pool = Pool::default();
            let mut seed = sample(&routes, worth);
            for (_, route) in &mut seed.routes {
                let (path, links) = routes.trace(*route);
                let trail = Pool::trail(&path, &links, worth);
                *route = pool.add(trail.map(|trail| trail.key).unwrap_or_default());
            }
            (choice, pool) = bounded(&graph, worth, &case, (seed, pool));
            run = self.write(&choice.routes, |route| pool.trace(route, &graph));
            run.upper_bound = choice.bound;
        } else {
            choice = choose(&routes, worth, &case);
            run = self.write(&choice.routes, |route| routes.trace(route));
            run.upper_bound = choice.bound;
            if !routes.complete {
                run.upper_bound = ceiling(worth);
            }
        }
        run.work = work + choice.work;
        run.upper_bound = run.upper_bound.max(run.revenue);
        run.optimal = run.upper_bound < run.revenue + worth.step;
        if run.optimal {
            run.upper_bound = run.revenue;
        }
        run
    }

    /// Writes the routes down in an order that depends on nothing but the routes: equal trains
    /// take the routes of their type in the order of the stops.
    fn write(&self, chosen: &[(usize, u32)], trace: impl Fn(u32) -> (Vec<u16>, Vec<u32>)) -> Run {
        let scribe = Scribe {
            track: self.board.track(),
            net: self.net,
            worth: self.worth,
        };
        let mut run = Run::default();
        for (kind, members) in self.worth.types.iter().map(|t| &t.members).enumerate() {
            let mut paths = Vec::new();
            for &(_, route) in chosen.iter().filter(|&&(k, _)| k == kind) {
                let (path, links) = trace(route);
                let id = |&link: &u32| self.net.links[link as usize].id;
                paths.push((path, links.iter().map(id).collect::<Vec<u32>>()));
            }
            for (path, links) in &mut paths {
                if path.first() > path.last() {
                    path.reverse();
                    links.reverse();
                }
            }
            paths.sort_unstable();
            for (&train, (path, links)) in members.iter().zip(paths) {
                if let Some((route, weight)) = scribe.route(train, kind, path, links, self.links) {
                    run.revenue += route.revenue;
                    run.bonus = run.bonus.max(weight);
                    run.routes.push(route);
                }
            }
        }
        run.revenue += run.bonus;
        run.routes.sort_by_key(|route| route.train);
        run
    }
}
