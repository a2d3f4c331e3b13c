//! The check of given routes, and what they are worth.

use super::answer::{Route, Run, Scribe};
use super::link::Links;
use super::net::Net;
use super::reading::{GivenRoute, line, name, readings, unknown};
use super::refusal::Refusal;
use super::rules::{RunRules, Train};
use super::value::Worth;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::map::CompanyId;
use crate::tile::StopKind;
use crate::track::StopId;

/// So many connections are looked at in any case, so that a wrong one is named.
const FEW: usize = 64;

impl Board {
    /// What given routes are worth. The answer has the routes in the order given; it says nothing
    /// about better ones, so `optimal` is false and `upper_bound` is the revenue.
    ///
    /// Where a list of hexes can be read in several ways the first reading counts with which all
    /// routes are legal. A route takes its track from those after it.
    ///
    /// # Errors
    /// The rule that the routes break (see [`Refusal`]), or arguments that make no sense.
    pub fn check_run(
        &self,
        company: CompanyId,
        trains: &[Train],
        routes: &[GivenRoute],
        rules: &RunRules,
    ) -> Result<Run> {
        let rules = rules.resolve(self.map())?;
        let Some(links) = self.links(None) else {
            return Err(Error::invalid("routes", "the track has too many links"));
        };
        for (i, route) in routes.iter().enumerate() {
            let (number, train) = (i + 1, route.train);
            if train >= trains.len() {
                let message = format!("route {number} is of train {train}, which is not there");
                return Err(Error::invalid("routes", message));
            }
            if routes[..i].iter().any(|other| other.train == train) {
                let message = format!("route {number}: train {train} runs already");
                return Err(Refusal::TrainTwice.error(message));
            }
            if route.connections.is_empty() {
                let message = format!("route {number} has no connections: it needs two stops");
                return Err(Refusal::TooShort.error(message));
            }
            // Each connection is a link of its own, so that nobody is kept busy with many more.
            if route.connections.len() > links.all().len().max(FEW) {
                let message = format!(
                    "route {number} has {} connections; the map has track for {}, each used once",
                    route.connections.len(),
                    links.all().len()
                );
                return Err(Refusal::TrackTwice.error(message));
            }
        }
        let net = Net::stops_only(self, company);
        let worth = self.worth(&net, trains, &rules)?;
        let mut check = Check {
            board: self,
            company,
            links,
            net: &net,
            worth: &worth,
            routes,
            readings: Vec::with_capacity(routes.len()),
            used: vec![false; links.key_count()],
            chosen: vec![Vec::new(); routes.len()],
            done: Vec::new(),
            failure: None,
        };
        check.read()?;
        if !check.segment(0, 0) {
            return Err(match check.failure {
                Some(failure) => failure.reason.error(failure.message),
                None => Error::invalid("routes", "no way to read the routes"),
            });
        }
        let mut run = Run {
            links: Some(links.clone()),
            ..Run::default()
        };
        for (route, weight) in check.done {
            run.revenue += route.revenue;
            run.bonus = run.bonus.max(weight);
            run.routes.push(route);
        }
        run.revenue += run.bonus;
        run.upper_bound = run.revenue;
        Ok(run)
    }
}

/// What a look at a reading brings: something, or the rule that it breaks and a message.
type Judged<T> = std::result::Result<T, (Refusal, String)>;

/// Why a reading fails.
struct Failure {
    route: usize,
    reason: Refusal,
    message: String,
}

/// The search for a reading in which all routes are legal.
struct Check<'a> {
    board: &'a Board,
    company: CompanyId,
    links: &'a Links,
    /// All stops of the board; the number of a stop is its place here.
    net: &'a Net,
    worth: &'a Worth,
    routes: &'a [GivenRoute],
    /// By route and segment.
    readings: Vec<Vec<Vec<u32>>>,
    /// Conflict keys taken so far.
    used: Vec<bool>,
    /// By route, the links chosen so far.
    chosen: Vec<Vec<u32>>,
    done: Vec<(Route, i32)>,
    /// Of the readings that failed, the one that came farthest.
    failure: Option<Failure>,
}

impl Check<'_> {
    /// Finds the readings of every segment.
    fn read(&mut self) -> Result<()> {
        for (i, route) in self.routes.iter().enumerate() {
            let mut segments = Vec::with_capacity(route.connections.len());
            for hexes in &route.connections {
                let found = readings(self.board, self.links, hexes, &route.nodes);
                if found.is_empty() {
                    return Err(unknown(self.board.map(), i + 1, hexes));
                }
                segments.push(found);
            }
            self.readings.push(segments);
        }
        Ok(())
    }

    /// Chooses readings from this segment of this route on.
    fn segment(&mut self, route: usize, segment: usize) -> bool {
        if route == self.routes.len() {
            return true;
        }
        if segment == self.readings[route].len() {
            match self.judge(route) {
                Ok(done) => {
                    self.done.push(done);
                    if self.segment(route + 1, 0) {
                        return true;
                    }
                    self.done.pop();
                }
                Err((reason, message)) => self.fail(route, reason, message),
            }
            return false;
        }
        for i in 0..self.readings[route][segment].len() {
            let id = self.readings[route][segment][i];
            let links = self.links;
            let link = &links.all()[id as usize];
            let keys = links.keys(link);
            if keys.iter().any(|&key| self.used[key as usize]) {
                let hexes = name(self.board.map(), links.hexes(link));
                let message = format!("track of {hexes} is used already");
                self.fail(route, Refusal::TrackTwice, message);
                continue;
            }
            keys.iter().for_each(|&key| self.used[key as usize] = true);
            self.chosen[route].push(id);
            if self.segment(route, segment + 1) {
                return true;
            }
            self.chosen[route].pop();
            keys.iter().for_each(|&key| self.used[key as usize] = false);
        }
        false
    }

    fn fail(&mut self, route: usize, reason: Refusal, message: String) {
        let far = self.failure.as_ref().map(|f| (f.route, f.reason));
        if far.is_none_or(|far| (route, reason) > far) {
            let message = format!("route {}: {message}", route + 1);
            self.failure = Some(Failure {
                route,
                reason,
                message,
            });
        }
    }

    /// Whether the links chosen for a route make a legal one, and what it is worth.
    fn judge(&self, route: usize) -> Judged<(Route, i32)> {
        let (stops, line) = line(self.links, &self.chosen[route]).map_err(|reason| {
            let message = match reason {
                Refusal::StopTwice => "a stop is visited twice",
                _ => "the connections do not form one line",
            };
            (reason, message.to_owned())
        })?;
        self.pass_through(&stops, &line)?;
        self.groups(&stops)?;
        let train = self.routes[route].train;
        let company = self.board.map().company(self.company);
        if !stops.iter().any(|&stop| self.net.stops[stop.index()].token) {
            let message = format!("no stop holds a token of {company}");
            return Err((Refusal::NoToken, message));
        }
        let scribe = Scribe {
            track: self.board.track(),
            net: self.net,
            worth: self.worth,
        };
        let path: Vec<u16> = stops.iter().map(|stop| stop.0).collect();
        let counts = scribe.visit(&path).counts;
        let kinds = &self.worth.types;
        let kind = kinds.iter().position(|kind| kind.members.contains(&train));
        let fits = |&kind: &usize| counts.within(kinds[kind].train.limits());
        let done =
            (kind.filter(fits)).and_then(|kind| scribe.route(train, kind, path, line, self.links));
        done.ok_or_else(|| {
            let visits = stops.len();
            let message = format!("train {train} may not visit these {visits} stops");
            (Refusal::TooLong, message)
        })
    }

    /// No stop on the way may block the company or end the track.
    fn pass_through(&self, stops: &[StopId], line: &[u32]) -> Judged<()> {
        for (links, &stop) in line.windows(2).zip(&stops[1..]) {
            let site = &self.net.stops[stop.index()];
            let hex = &self.board.map().hex(site.hex).name;
            let ends = links.iter().any(|&id| {
                let link = &self.links.all()[id as usize];
                link.ends[usize::from(link.stops[1] == stop)]
            });
            if ends || site.kind == StopKind::Offboard {
                let message = format!("it passes {hex}, where routes end");
                return Err((Refusal::ThroughOffboard, message));
            }
            if site.blocked {
                let company = self.board.map().company(self.company);
                let message = format!("it passes {hex}, whose city blocks {company}");
                return Err((Refusal::Blocked, message));
            }
        }
        Ok(())
    }

    /// No two stops may be of one group.
    fn groups(&self, stops: &[StopId]) -> Judged<()> {
        for (i, a) in stops.iter().enumerate() {
            for b in &stops[..i] {
                let [a, b] = [a, b].map(|stop| &self.net.stops[stop.index()]);
                let common = a.groups & b.groups;
                if common != 0 {
                    let map = self.board.map();
                    let [a, b] = [a, b].map(|stop| &map.hex(stop.hex).name);
                    let group = &map.groups()[common.trailing_zeros() as usize];
                    let message = format!("{b} and {a} are both {group}, one a route is allowed");
                    return Err((Refusal::GroupTwice, message));
                }
            }
        }
        Ok(())
    }
}
