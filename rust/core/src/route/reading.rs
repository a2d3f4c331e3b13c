//! Reading routes that are given as lists of hexes.
//!
//! One list of hexes can be several links where a hex has several stops: a piece of track from an
//! edge to each of them, say. Such readings are tried in the order of the stops.

use super::link::Links;
use super::refusal::Refusal;
use crate::board::Board;
use crate::error::Error;
use crate::map::{HexId, Map};
use crate::track::StopId;

/// A route as it is written in a file.
#[derive(Clone, Debug, Default)]
pub struct GivenRoute {
    /// The train, by its place in the list of trains.
    pub train: usize,
    /// The hexes of each link, in any order and direction.
    pub connections: Vec<Vec<HexId>>,
    /// Stops by hex and number on the wire. A reading with these stops comes first.
    pub nodes: Vec<(HexId, u8)>,
}

/// The links that a list of hexes can mean, the first choice first.
pub fn readings(board: &Board, links: &Links, hexes: &[HexId], nodes: &[(HexId, u8)]) -> Vec<u32> {
    let Some(&first) = hexes.first() else {
        return Vec::new();
    };
    let track = board.track();
    let mut found = Vec::new();
    for stop in track.hex_stops(first) {
        for &id in links.at(StopId(stop as u16)) {
            let line = links.hexes(&links.all()[id as usize]);
            let fits = same(line.iter(), hexes.iter()) || same(line.iter().rev(), hexes.iter());
            if fits && !found.contains(&id) {
                found.push(id);
            }
        }
    }
    found.sort_unstable();
    found.sort_by_key(|&id| {
        let stops = links.all()[id as usize].stops.map(|stop| track.stop(stop));
        let named = stops.map(|stop| nodes.contains(&(stop.hex, stop.part)));
        -named.into_iter().map(i32::from).sum::<i32>()
    });
    found
}

/// Whether two lines go over the same hexes. Two pieces in one hex are one visit.
fn same<'a>(a: impl Iterator<Item = &'a HexId>, b: impl Iterator<Item = &'a HexId>) -> bool {
    fn steps<'a>(line: impl Iterator<Item = &'a HexId>) -> impl Iterator<Item = HexId> {
        let mut last = None;
        line.copied()
            .filter(move |&hex| last.replace(hex) != Some(hex))
    }
    steps(a).eq(steps(b))
}

/// Stops and links of the line that these links form, from its lower end.
pub fn line(links: &Links, chosen: &[u32]) -> Result<(Vec<StopId>, Vec<u32>), Refusal> {
    let ends = |id: u32| links.all()[id as usize].stops;
    let all = || chosen.iter().flat_map(|&id| ends(id));
    let degree = |stop| all().filter(|&other| other == stop).count();
    if all().any(|stop| degree(stop) > 2) {
        return Err(Refusal::StopTwice);
    }
    // Without a loose end the line comes back to where it began.
    let start = all().filter(|&stop| degree(stop) == 1).min();
    let mut at = start.ok_or(Refusal::StopTwice)?;
    let (mut stops, mut line) = (vec![at], Vec::new());
    let next = |at: StopId, line: &[u32]| {
        let joins = |id: &u32| ends(*id).contains(&at) && !line.contains(id);
        chosen.iter().copied().find(joins)
    };
    while let Some(id) = next(at, &line) {
        let [a, b] = ends(id);
        at = if a == at { b } else { a };
        stops.push(at);
        line.push(id);
    }
    if line.len() < chosen.len() {
        return Err(Refusal::UnknownTrack);
    }
    Ok((stops, line))
}

/// The hexes of a line, for messages.
pub fn name(map: &Map, hexes: &[HexId]) -> String {
    let names = hexes.iter().map(|&hex| map.hex(hex).name.as_str());
    names.collect::<Vec<&str>>().join("-")
}

/// The refusal of hexes that no link goes over.
pub fn unknown(map: &Map, number: usize, hexes: &[HexId]) -> Error {
    Refusal::UnknownTrack.error(format!(
        "route {number}: no track joins two stops over {}",
        name(map, hexes)
    ))
}
