//! Whether a company has any route.

use super::answer::Scribe;
use super::net::Net;
use super::price::Pricer;
use super::rules::{RunRules, Train};
use crate::board::Board;
use crate::error::Result;
use crate::map::CompanyId;
use crate::track::StopId;

impl Board {
    /// Whether the company reaches another stop from one of its tokens; with trains: whether one
    /// of them can run there. A longer route always holds such a short one.
    ///
    /// # Errors
    /// More than 64 different trains.
    pub fn legal_route(&self, company: CompanyId, trains: Option<&[Train]>) -> Result<bool> {
        let Some(links) = self.links(None) else {
            return Ok(false);
        };
        let tokens = self
            .tokens()
            .iter()
            .filter(|token| token.company == company);
        let cities: Vec<StopId> = tokens
            .map(|token| self.track().city(token.hex, token.city))
            .collect();
        let Some(trains) = trains else {
            return Ok(cities.iter().any(|&city| !links.at(city).is_empty()));
        };
        let net = Net::stops_only(self, company);
        let worth = self.worth(&net, trains, &RunRules::default().resolve(self.map())?)?;
        let scribe = Scribe {
            track: self.track(),
            net: &net,
            worth: &worth,
        };
        let mut pricer = Pricer::new(&worth);
        for &id in cities.iter().flat_map(|&city| links.at(city)) {
            let stops = links.all()[id as usize].stops;
            let [a, b] = stops.map(|stop| net.stops[stop.index()].groups);
            if a & b != 0 {
                continue;
            }
            let path = stops.map(|stop| stop.0);
            let visit = scribe.visit(&path);
            for (kind, t) in worth.types.iter().enumerate() {
                let fits = visit.counts.within(t.train.limits());
                if fits && scribe.price(&mut pricer, kind, visit).is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
