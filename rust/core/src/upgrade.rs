//! The upgrade relation: which tile may replace which face, in which rotations.

use crate::map::{Hex, HexId, TileId};
use crate::tile::{Face, Path, PathEnd, SIDES, StopKind, Tile, turn_mask};

/// A way to put a tile over a face so that all old track stays.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// New city of each old city.
    pub cities: Box<[u8]>,
    /// Pieces of the new face that the old one does not have, one bit each.
    pub new_paths: u32,
    /// Pieces of the new face that touch a city whose value changed.
    pub revalued_paths: u32,
    /// Some city has more slots than before.
    pub more_slots: bool,
}

/// A tile that may replace a face, labels and supply aside.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub tile: TileId,
    /// By rotation of the tile relative to the old face.
    pub fits: [Option<Fit>; SIDES as usize],
}

/// For every tile and every printed face, the tiles that may replace it.
#[derive(Debug)]
pub(crate) struct Upgrades {
    of_tile: Vec<Vec<Step>>,
    of_print: Vec<Vec<Step>>,
    /// For each hex, its entry in `of_print`; equal prints share one.
    print: Vec<u16>,
}

impl Upgrades {
    pub(crate) fn new(hexes: &[Hex], tiles: &[Tile]) -> Upgrades {
        let mut prints: Vec<&Face> = Vec::new();
        let mut print = Vec::with_capacity(hexes.len());
        for hex in hexes {
            let found = prints.iter().position(|face| *face == &hex.face);
            print.push(found.unwrap_or(prints.len()) as u16);
            if found.is_none() {
                prints.push(&hex.face);
            }
        }
        Upgrades {
            of_tile: tiles.iter().map(|t| steps(&t.face, tiles)).collect(),
            of_print: prints.into_iter().map(|f| steps(f, tiles)).collect(),
            print,
        }
    }

    /// The tiles that may replace what lies on the hex: `tile`, or the print.
    pub(crate) fn of(&self, hex: HexId, tile: Option<TileId>) -> &[Step] {
        match tile {
            Some(tile) => &self.of_tile[tile.index()],
            None => &self.of_print[self.print[hex.index()] as usize],
        }
    }
}

fn steps(old: &Face, tiles: &[Tile]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (i, tile) in tiles.iter().enumerate() {
        let new = &tile.face;
        if old.colour.next() != Some(new.colour) || !same_stops(old, new) {
            continue;
        }
        let fits = std::array::from_fn(|rotation| fit(old, new, rotation as u8));
        if fits.iter().any(Option::is_some) {
            steps.push(Step {
                tile: TileId(i as u16),
                fits,
            });
        }
    }
    steps
}

/// Whether cities and towns are equal in number, and no slots are lost.
pub(crate) fn same_stops(old: &Face, new: &Face) -> bool {
    let slots = |face: &Face| (face.stops.iter()).fold(0, |sum, s| sum + u32::from(s.slots));
    old.cities == new.cities
        && old.towns == new.towns
        && old.offboards() == new.offboards()
        && slots(old) <= slots(new)
}

/// How `new`, turned by `rotation`, can replace `old` with all track preserved.
fn fit(old: &Face, new: &Face, rotation: u8) -> Option<Fit> {
    let cities = match_stops(old, new, rotation, StopKind::City)?;
    let towns = match_stops(old, new, rotation, StopKind::Town)?;
    let moved = |end: PathEnd| match end {
        PathEnd::Stop(StopKind::City, n) => PathEnd::Stop(StopKind::City, cities[n as usize]),
        PathEnd::Stop(StopKind::Town, n) => PathEnd::Stop(StopKind::Town, towns[n as usize]),
        other => other,
    };
    let mut kept = 0u32;
    for path in &old.paths {
        let path = Path {
            ends: path.ends.map(moved),
            ..*path
        };
        let place = (new.paths.iter()).position(|p| p.turned(rotation).joins_same(&path))?;
        kept |= 1 << place;
    }
    let mut revalued_paths = 0;
    let mut more_slots = false;
    for (was, &is) in old.city_faces().iter().zip(&cities) {
        let now = &new.stops[is as usize];
        if now.slots < was.slots {
            // Tokens could lose their place.
            return None;
        }
        more_slots |= now.slots > was.slots;
        if was.revenue != now.revenue {
            let city = PathEnd::Stop(StopKind::City, is);
            for (i, path) in new.paths.iter().enumerate() {
                if path.ends.contains(&city) {
                    revalued_paths |= 1 << i;
                }
            }
        }
    }
    let all = ((1u64 << new.paths.len()) - 1) as u32;
    Some(Fit {
        cities: cities.into(),
        new_paths: all & !kept,
        revalued_paths,
        more_slots,
    })
}

/// The new stop of each old one: it has all edges of the old one; stops without track go by number.
fn match_stops(old: &Face, new: &Face, rotation: u8, kind: StopKind) -> Option<Vec<u8>> {
    let edges = |face: &Face, count: u8| -> Vec<u8> {
        (0..count).map(|n| face.stop_edges(kind, n)).collect()
    };
    let count = match kind {
        StopKind::City => old.cities,
        StopKind::Town => old.towns,
        StopKind::Offboard => old.offboards(),
    };
    let old_edges = edges(old, count);
    let new_edges: Vec<u8> = (edges(new, count).into_iter())
        .map(|mask| turn_mask(mask, rotation))
        .collect();
    let mut order: Vec<u8> = (0..count).collect();
    order.sort_by_key(|&n| old_edges[n as usize] == 0);
    let mut result = vec![u8::MAX; count as usize];
    assign(&order, &old_edges, &new_edges, &mut result).then_some(result)
}

fn assign(order: &[u8], old: &[u8], new: &[u8], result: &mut [u8]) -> bool {
    let Some((&stop, rest)) = order.split_first() else {
        return true;
    };
    // Its own number first, so that nothing moves without need.
    let numbers = std::iter::once(stop).chain((0..new.len() as u8).filter(|&n| n != stop));
    for number in numbers {
        let want = old[stop as usize];
        if new[number as usize] & want == want && !result.contains(&number) {
            result[stop as usize] = number;
            if assign(rest, old, new, result) {
                return true;
            }
            result[stop as usize] = u8::MAX;
        }
    }
    false
}

/// The new city of each old city for a lay that need not preserve track: the one that shares most
/// edges, cities that share none by number. `None` where the new face has too few cities.
pub(crate) fn carry_cities(
    old: &Face,
    old_rotation: u8,
    new: &Face,
    new_rotation: u8,
) -> Vec<Option<u8>> {
    let relative = (new_rotation + SIDES - old_rotation) % SIDES;
    if old.cities == new.cities
        && let Some(exact) = match_stops(old, new, relative, StopKind::City)
    {
        return exact.into_iter().map(Some).collect();
    }
    let mut result = vec![None; old.cities as usize];
    for least in [1, 0] {
        for city in 0..old.cities {
            if result[city as usize].is_some() {
                continue;
            }
            let edges = old.stop_edges(StopKind::City, city);
            let shared = |n: u8| {
                let there = turn_mask(new.stop_edges(StopKind::City, n), relative);
                (there & edges).count_ones()
            };
            result[city as usize] = (0..new.cities)
                .filter(|n| !result.contains(&Some(*n)) && shared(*n) >= least)
                .max_by_key(|&n| (shared(n), n == city, std::cmp::Reverse(n)));
        }
    }
    result
}
