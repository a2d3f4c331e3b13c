//! Reading of map and tile data.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use crate::colour::Colour;
use crate::error::{Error, Result};
use crate::tile::{Face, FutureLabel, Path, PathEnd, Revenue, SIDES, StopFace, StopKind, Tile};

/// Most pieces of track of a face: they are numbered in 32-bit masks.
const MAX_PATHS: usize = 32;
/// Most stops of one kind on a face.
const MAX_STOPS: usize = 16;
/// Most slots of a city.
pub(crate) const MAX_SLOTS: u8 = 16;
/// Most groups of a map: they are numbered in 64-bit masks.
const MAX_GROUPS: usize = 64;
/// Largest amount of money in the data; sums of many stay far from overflow.
pub(crate) const MAX_MONEY: i32 = 1_000_000;

#[derive(Deserialize)]
pub(crate) struct RawMap {
    layout: String,
    #[serde(default)]
    pub companies: Vec<String>,
    pub hexes: Vec<RawHex>,
    pub tiles: Vec<RawTile>,
}

#[derive(Deserialize)]
pub(crate) struct RawHex {
    pub id: String,
    pub wire: Option<String>,
    #[serde(flatten)]
    pub face: RawFace,
    pub terrain: Option<String>,
    #[serde(default)]
    pub cost: i32,
    #[serde(default)]
    pub borders: Vec<RawBorder>,
}

#[derive(Deserialize)]
pub(crate) struct RawTile {
    pub id: String,
    count: Option<u16>,
    #[serde(flatten)]
    face: RawFace,
}

#[derive(Deserialize)]
pub(crate) struct RawBorder {
    pub edge: u8,
    pub terrain: String,
    pub cost: i32,
}

#[derive(Deserialize)]
pub(crate) struct RawFace {
    colour: String,
    label: Option<String>,
    future_label: Option<RawFutureLabel>,
    #[serde(default)]
    cities: Vec<RawStop>,
    #[serde(default)]
    towns: Vec<RawStop>,
    #[serde(default)]
    offboards: Vec<RawStop>,
    #[serde(default)]
    paths: Vec<String>,
}

#[derive(Deserialize)]
struct RawFutureLabel {
    label: String,
    colour: String,
}

#[derive(Deserialize)]
struct RawStop {
    #[serde(default)]
    slots: u8,
    revenue: RawRevenue,
    #[serde(default)]
    groups: Vec<String>,
    part: u8,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawRevenue {
    Fixed(i32),
    ByColour(BTreeMap<String, i32>),
}

/// An error that names its place in the data.
pub(crate) fn bad(place: &str, message: impl std::fmt::Display) -> Error {
    Error::Data(format!("{place}: {message}"))
}

/// Refuses amounts that no game has.
pub(crate) fn money(place: &str, amount: i32) -> Result<i32> {
    if (0..=MAX_MONEY).contains(&amount) {
        Ok(amount)
    } else {
        Err(bad(
            place,
            format!("amount {amount} is not in 0..{MAX_MONEY}"),
        ))
    }
}

impl RawMap {
    /// Reads JSON text, up to what the grammar of the data says.
    pub(crate) fn read(text: &str) -> Result<RawMap> {
        let raw: RawMap = serde_json::from_str(text).map_err(|e| bad("map data", e))?;
        if raw.layout != "pointy" {
            return Err(bad(
                "layout",
                format!("{:?} is not \"pointy\", the only one known", raw.layout),
            ));
        }
        unique("hexes", raw.hexes.iter().map(|h| h.id.as_str()))?;
        unique("tiles", raw.tiles.iter().map(|t| t.id.as_str()))?;
        unique("companies", raw.companies.iter().map(String::as_str))?;
        for (list, len, most) in [
            ("hexes", raw.hexes.len(), 1000),
            ("tiles", raw.tiles.len(), 1000),
            ("companies", raw.companies.len(), 200),
        ] {
            if len > most {
                return Err(bad(list, format!("{len} entries, more than {most}")));
            }
        }
        Ok(raw)
    }
}

fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a str>) -> Result<()> {
    let mut seen = HashSet::new();
    for id in ids {
        if id.is_empty() || !seen.insert(id) {
            return Err(bad(list, format!("{id:?} is empty or there twice")));
        }
    }
    Ok(())
}

impl RawTile {
    pub(crate) fn build(&self, groups: &mut Vec<String>) -> Result<Tile> {
        Ok(Tile {
            id: self.id.clone(),
            count: self.count,
            face: self.face.build(&format!("tile {}", self.id), groups)?,
        })
    }
}

impl RawFace {
    pub(crate) fn build(&self, place: &str, groups: &mut Vec<String>) -> Result<Face> {
        let mut stops = Vec::new();
        for (kind, list) in [
            (StopKind::City, &self.cities),
            (StopKind::Town, &self.towns),
            (StopKind::Offboard, &self.offboards),
        ] {
            if list.len() > MAX_STOPS {
                return Err(bad(place, format!("more than {MAX_STOPS} stops of a kind")));
            }
            for stop in list {
                stops.push(stop.build(kind, place, groups)?);
            }
        }
        if self.paths.len() > MAX_PATHS {
            return Err(bad(place, format!("more than {MAX_PATHS} pieces of track")));
        }
        let mut face = Face {
            colour: colour(place, &self.colour)?,
            label: self.label.clone(),
            future_label: match &self.future_label {
                Some(future) => Some(FutureLabel {
                    label: future.label.clone(),
                    colour: colour(place, &future.colour)?,
                }),
                None => None,
            },
            cities: self.cities.len() as u8,
            towns: self.towns.len() as u8,
            paths: Vec::with_capacity(self.paths.len()),
            junctions: 0,
            exits: 0,
            stops,
        };
        for (i, code) in self.paths.iter().enumerate() {
            let path = path(code, &face)
                .map_err(|message| bad(place, format!("paths[{i}] {code:?}: {message}")))?;
            for end in path.ends {
                match end {
                    PathEnd::Edge(edge) => face.exits |= 1 << edge,
                    PathEnd::Junction(number) => face.junctions = face.junctions.max(number + 1),
                    PathEnd::Stop(..) => {}
                }
            }
            if face.paths.iter().any(|p| p.joins_same(&path)) {
                return Err(bad(place, format!("paths[{i}] {code:?} is there twice")));
            }
            face.paths.push(path);
        }
        Ok(face)
    }
}

impl RawStop {
    fn build(&self, kind: StopKind, place: &str, groups: &mut Vec<String>) -> Result<StopFace> {
        if self.slots > MAX_SLOTS || (self.slots > 0 && kind != StopKind::City) {
            return Err(bad(place, format!("{} slots", self.slots)));
        }
        let mut mask = 0;
        for group in &self.groups {
            let number = match groups.iter().position(|g| g == group) {
                Some(number) => number,
                None if groups.len() < MAX_GROUPS => {
                    groups.push(group.clone());
                    groups.len() - 1
                }
                None => return Err(bad(place, format!("more than {MAX_GROUPS} groups"))),
            };
            mask |= 1 << number;
        }
        let revenue = match &self.revenue {
            RawRevenue::Fixed(amount) => Revenue::Fixed(money(place, *amount)?),
            RawRevenue::ByColour(figures) => {
                let mut table = Vec::new();
                for (name, &amount) in figures {
                    table.push((colour(place, name)?, money(place, amount)?));
                }
                table.sort_unstable();
                Revenue::ByColour(table)
            }
        };
        Ok(StopFace {
            kind,
            slots: self.slots,
            revenue,
            groups: mask,
            part: self.part,
        })
    }
}

fn colour(place: &str, name: &str) -> Result<Colour> {
    Colour::from_name(name).ok_or_else(|| bad(place, format!("unknown colour {name:?}")))
}

/// Reads a path code such as `0-3`, `c0-2`, `1-t0!` or `4-j`.
fn path(code: &str, face: &Face) -> std::result::Result<Path, String> {
    let (body, terminal) = match code.strip_suffix('!') {
        Some(body) => (body, true),
        None => (code, false),
    };
    let (a, b) = body
        .split_once('-')
        .ok_or("two ends joined by \"-\" expected")?;
    let ends = [path_end(a, face)?, path_end(b, face)?];
    if ends[0] == ends[1] {
        return Err("both ends are the same".into());
    }
    Ok(Path { ends, terminal })
}

fn path_end(code: &str, face: &Face) -> std::result::Result<PathEnd, String> {
    let wrong = || format!("unknown end {code:?}");
    let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
    let stop = |kind, text: &str, have: u8| {
        let n = number(text)?;
        if n < have {
            Ok(PathEnd::Stop(kind, n))
        } else {
            Err(format!("no such stop {code:?}"))
        }
    };
    match code.chars().next() {
        Some('c') => stop(StopKind::City, &code[1..], face.cities),
        Some('t') => stop(StopKind::Town, &code[1..], face.towns),
        Some('o') => stop(StopKind::Offboard, &code[1..], face.offboards()),
        Some('j') if code.len() == 1 => Ok(PathEnd::Junction(0)),
        Some('j') => match number(&code[1..])? {
            n if n < MAX_STOPS as u8 => Ok(PathEnd::Junction(n)),
            _ => Err(wrong()),
        },
        _ => match number(code)? {
            edge if edge < SIDES => Ok(PathEnd::Edge(edge)),
            edge => Err(format!("edge {edge} is not in 0..5")),
        },
    }
}
