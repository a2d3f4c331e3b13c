//! Routes that hunts have brought, by the order in which the full enumeration would find them.

use super::graph::Graph;
use super::value::Worth;

/// A route in the form of the enumeration: from the first of its tokens in one or two arms.
pub struct Trail {
    /// Root, first arm, second arm.
    pub path: Vec<u16>,
    /// The places of the ends on the path.
    pub ends: [usize; 2],
    /// Root, links of the first arm, a mark, links of the second arm. Keys are in the order in
    /// which the enumeration finds the routes.
    pub key: Vec<u32>,
}

/// Behind the first arm: no second arm comes. Links count from 1.
const ALONE: u32 = 0;
/// Behind the first arm: a second arm follows, which it does after all longer first arms.
const SECOND: u32 = u32::MAX;

/// The routes.
#[derive(Default)]
pub struct Pool {
    keys: Vec<Vec<u32>>,
}

impl Pool {
    /// A walk from one end of a route to the other in the form of the enumeration. `None`: it
    /// visits no token.
    pub fn trail(path: &[u16], links: &[u32], worth: &Worth) -> Option<Trail> {
        let token = |&&stop: &&u16| worth.sites[stop as usize].token;
        let root = *path.iter().filter(token).min()?;
        let at = path.iter().position(|&stop| stop == root)?;
        let back = |n: usize| (path[n], links[n]);
        let ahead = |n: usize| (path[n + 1], links[n]);
        let lower: Vec<(u16, u32)> = (0..at).rev().map(back).collect();
        let upper: Vec<(u16, u32)> = (at..links.len()).map(ahead).collect();
        let first = |arm: &[(u16, u32)]| arm.first().map_or(u32::MAX, |step| step.1);
        let (one, two) = if first(&lower) < first(&upper) {
            (lower, upper)
        } else {
            (upper, lower)
        };
        let mut trail = Trail {
            path: vec![root],
            ends: [if two.is_empty() { 0 } else { one.len() }, path.len() - 1],
            key: vec![u32::from(root)],
        };
        trail.path.extend(one.iter().chain(&two).map(|step| step.0));
        trail.key.extend(one.iter().map(|step| step.1 + 1));
        trail.key.push(if two.is_empty() { ALONE } else { SECOND });
        trail.key.extend(two.iter().map(|step| step.1 + 1));
        Some(trail)
    }

    /// Adds a route, and returns its number.
    pub fn add(&mut self, key: Vec<u32>) -> u32 {
        self.keys.push(key);
        self.keys.len() as u32 - 1
    }

    /// The key of a route.
    pub fn key(&self, route: u32) -> &[u32] {
        &self.keys[route as usize]
    }

    /// Stops and links of a route from one end to the other.
    pub fn trace<const W: usize>(&self, route: u32, graph: &Graph<W>) -> (Vec<u16>, Vec<u32>) {
        let Some((&root, links)) = self.key(route).split_first() else {
            return (Vec::new(), Vec::new());
        };
        let root = root as u16;
        let arms = links.split(|&link| link == ALONE || link == SECOND);
        let mut ways = arms.map(|arm| {
            let mut at = root;
            let steps = arm.iter().filter_map(|&link| {
                let arm = graph.arms(at).iter().find(|arm| arm.link + 1 == link)?;
                at = arm.to;
                Some((at, arm.link))
            });
            steps.collect::<Vec<(u16, u32)>>()
        });
        let one = ways.next().unwrap_or_default();
        let two = ways.next().unwrap_or_default();
        let (mut stops, mut links) = (Vec::new(), Vec::new());
        for (stop, link) in two.into_iter().rev() {
            stops.push(stop);
            links.push(link);
        }
        stops.push(root);
        for (stop, link) in one {
            links.push(link);
            stops.push(stop);
        }
        (stops, links)
    }
}
