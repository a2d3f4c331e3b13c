//! The answer to a question about runs.

use std::sync::Arc;

use super::link::Links;
use super::net::Net;
use super::price::{Pricer, Visit};
use super::value::{Counts, Worth};
use crate::map::HexId;
use crate::tile::StopKind;
use crate::track::Track;

/// A stop of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteStop {
    /// Its hex.
    pub hex: HexId,
    /// What it is.
    pub kind: StopKind,
    /// Its number within its kind and hex.
    pub number: u8,
    /// Its number on the wire.
    pub part: u8,
    /// What it pays the train, multiplier included and bonuses not; 0 if it does not count.
    pub amount: i32,
}

/// The route of one train.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The train, by its place in the list that was given.
    pub train: usize,
    /// What it is worth, without the fleet bonus.
    pub revenue: i32,
    /// Its stops in order.
    pub stops: Vec<RouteStop>,
    /// Its links in order, and whether they are run from their higher stop to the lower one.
    links: Vec<(u32, bool)>,
}

/// Routes of a company's trains and what they are worth.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Everything together.
    pub revenue: i32,
    /// The fleet bonus in it.
    pub bonus: i32,
    /// No run can be worth more.
    pub upper_bound: i32,
    /// Whether it is proved that no run is worth more.
    pub optimal: bool,
    /// How much was searched: steps and comparisons.
    pub work: u64,
    /// The routes.
    pub routes: Vec<Route>,
    pub(super) links: Option<Arc<Links>>,
}

impl Run {
    /// The conflict keys of all routes.
    pub(super) fn keys(&self) -> Vec<u16> {
        let Some(links) = &self.links else {
            return Vec::new();
        };
        let used = self.routes.iter().flat_map(|route| &route.links);
        used.flat_map(|&(link, _)| links.keys(&links.all()[link as usize]))
            .copied()
            .collect()
    }

    /// The hexes of each link of a route, in the direction of the route.
    pub fn connections(&self, route: &Route) -> Vec<Vec<HexId>> {
        let Some(links) = &self.links else {
            return Vec::new();
        };
        let hexes = route.links.iter().map(|&(link, back)| {
            let mut hexes = links.hexes(&links.all()[link as usize]).to_vec();
            if back {
                hexes.reverse();
            }
            hexes
        });
        hexes.collect()
    }
}

/// Makes routes from places in a net.
pub struct Scribe<'a> {
    /// The track of the board.
    pub track: &'a Track,
    /// The net of the company.
    pub net: &'a Net,
    /// The values.
    pub worth: &'a Worth,
}

impl Scribe<'_> {
    /// The counts and bonus flags of a path.
    pub fn visit<'p>(&self, path: &'p [u16]) -> Visit<'p> {
        let mut visit = Visit {
            path,
            counts: Counts::default(),
            flags: 0,
        };
        for &stop in path {
            let site = &self.worth.sites[stop as usize];
            visit.counts = visit.counts.plus(site.counts);
            visit.flags |= site.flags;
        }
        visit
    }

    /// What a path is worth to a type of train.
    pub fn price(&self, pricer: &mut Pricer<'_>, kind: usize, visit: Visit<'_>) -> Option<i32> {
        let full = |&stop: &u16| self.worth.full(stop)[kind];
        pricer.price(kind, visit, visit.path.iter().map(full).sum())
    }

    /// The route of a train of this type, from its lower end. `links` are ids of the board.
    /// Also says what fleet bonus the route could carry.
    pub fn route(
        &self,
        train: usize,
        kind: usize,
        mut path: Vec<u16>,
        mut links: Vec<u32>,
        board: &Links,
    ) -> Option<(Route, i32)> {
        if path.first() > path.last() {
            path.reverse();
            links.reverse();
        }
        let visit = self.visit(&path);
        let mut pricer = Pricer::new(self.worth);
        let revenue = self.price(&mut pricer, kind, visit)?;
        let stops = path.iter().enumerate().map(|(place, &at)| {
            let stop = self.track.stop(self.net.stops[at as usize].id);
            let paid = pricer.pays(place);
            RouteStop {
                hex: stop.hex,
                kind: stop.kind,
                number: stop.number,
                part: stop.part,
                amount: if paid { self.worth.base(at, kind) } else { 0 },
            }
        });
        let links = links.into_iter().zip(&path).map(|(link, &from)| {
            let lower = board.all()[link as usize].stops[0];
            (link, lower != self.net.stops[from as usize].id)
        });
        let route = Route {
            train,
            revenue,
            stops: stops.collect(),
            links: links.collect(),
        };
        Some((route, self.worth.weight(visit.counts)))
    }
}
