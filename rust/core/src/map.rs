//! The map: hexes, tiles and companies of a title. Immutable, shared by all boards.

use std::collections::HashMap;
use std::fmt;

use crate::colour::Colour;
use crate::data::{RawMap, bad, money};
use crate::error::{Error, Result};
use crate::tile::{Face, SIDES, Tile, opposite};
use crate::upgrade::Upgrades;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);

        impl $name {
            /// As an index into a list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A hex, numbered in the order of the map data.
    HexId(u16)
}
id! {
    /// A kind of tile, numbered in the order of the map data.
    TileId(u16)
}
id! {
    /// A company that may hold tokens, numbered in the order of the map data.
    CompanyId(u8)
}
id! {
    /// One edge seen from one hex: `6 * hex + edge`.
    SideId(u16)
}

impl SideId {
    /// The side of this hex at this edge.
    pub const fn new(hex: HexId, edge: u8) -> SideId {
        SideId(hex.0 * SIDES as u16 + edge as u16)
    }

    /// The hex it belongs to.
    pub const fn hex(self) -> HexId {
        HexId(self.0 / SIDES as u16)
    }

    /// The edge of the hex.
    pub const fn edge(self) -> u8 {
        (self.0 % SIDES as u16) as u8
    }
}

/// A cost with the kind of terrain that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Place in [`Map::terrains`].
    pub kind: u8,
    /// Dollars.
    pub cost: i32,
}

/// A hex of the map.
#[derive(Clone, Debug)]
pub struct Hex {
    /// Its coordinates, such as `E11`.
    pub name: String,
    /// Wire name of what is printed on it, such as `E11-1`.
    pub wire: String,
    /// What is printed on it.
    pub face: Face,
    /// Cost of the first tile.
    pub terrain: Option<Terrain>,
    /// Edges where a tile of this hex may have track: not off the map, nor against a side
    /// without track of a hex that never takes a tile. One bit each.
    pub open_edges: u8,
}

/// Map and tiles of a title.
pub struct Map {
    hexes: Vec<Hex>,
    tiles: Vec<Tile>,
    companies: Vec<String>,
    groups: Vec<String>,
    terrains: Vec<String>,
    hex_ids: HashMap<String, HexId>,
    tile_ids: HashMap<String, TileId>,
    company_ids: HashMap<String, CompanyId>,
    facing: Vec<Option<SideId>>,
    hexsides: Vec<u16>,
    hexside_count: u16,
    borders: Vec<Option<Terrain>>,
    max_slots: u8,
    digest: u64,
    upgrades: Upgrades,
}

/// Steps in rows and columns to the neighbour at each edge.
const STEPS: [(i32, i32); SIDES as usize] = [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)];

impl Map {
    /// Reads a map from the JSON text of its data.
    pub fn new(text: &str) -> Result<Map> {
        let raw = RawMap::read(text)?;
        let mut groups = Vec::new();
        let mut terrains = Vec::new();
        let mut kind_of = |place: &str, name: &str| -> Result<u8> {
            if let Some(kind) = terrains.iter().position(|t| t == name) {
                return Ok(kind as u8);
            }
            if terrains.len() == 64 {
                return Err(bad(place, "more than 64 kinds of terrain"));
            }
            terrains.push(name.to_owned());
            Ok(terrains.len() as u8 - 1)
        };
        let mut hexes = Vec::with_capacity(raw.hexes.len());
        let mut positions = HashMap::new();
        for (i, hex) in raw.hexes.iter().enumerate() {
            let place = format!("hex {}", hex.id);
            let at = position(&hex.id)
                .ok_or_else(|| bad(&place, "coordinates must be letters and a number"))?;
            if positions.insert(at, HexId(i as u16)).is_some() {
                return Err(bad(&place, "another hex has the same coordinates"));
            }
            let terrain = match &hex.terrain {
                Some(kind) => Some(Terrain {
                    kind: kind_of(&place, kind)?,
                    cost: money(&place, hex.cost)?,
                }),
                None if hex.cost != 0 => return Err(bad(&place, "a cost without terrain")),
                None => None,
            };
            hexes.push(Hex {
                name: hex.id.clone(),
                wire: hex.wire.clone().unwrap_or_else(|| format!("{}-0", hex.id)),
                face: hex.face.build(&place, &mut groups)?,
                terrain,
                open_edges: 0,
            });
        }
        let tiles = (raw.tiles.iter())
            .map(|tile| tile.build(&mut groups))
            .collect::<Result<Vec<_>>>()?;

        let mut facing = vec![None; hexes.len() * SIDES as usize];
        for (&(row, column), &hex) in &positions {
            for (edge, (dr, dc)) in STEPS.into_iter().enumerate() {
                if let Some(&other) = positions.get(&(row + dr, column + dc)) {
                    let side = SideId::new(hex, edge as u8);
                    facing[side.index()] = Some(SideId::new(other, opposite(edge as u8)));
                }
            }
        }
        let mut borders = vec![None; facing.len()];
        for (i, hex) in raw.hexes.iter().enumerate() {
            let place = format!("hex {}", hex.id);
            for border in &hex.borders {
                if border.edge >= SIDES {
                    return Err(bad(&place, format!("border at edge {}", border.edge)));
                }
                let value = Terrain {
                    kind: kind_of(&place, &border.terrain)?,
                    cost: money(&place, border.cost)?,
                };
                let side = SideId::new(HexId(i as u16), border.edge);
                for side in [Some(side), facing[side.index()]].into_iter().flatten() {
                    if borders[side.index()].is_some_and(|old| old != value) {
                        let edge = border.edge;
                        return Err(bad(&place, format!("two costs for edge {edge}")));
                    }
                    borders[side.index()] = Some(value);
                }
            }
        }
        for i in 0..hexes.len() {
            hexes[i].open_edges = (0..SIDES)
                .filter(|&edge| {
                    let side = SideId::new(HexId(i as u16), edge);
                    facing[side.index()].is_some_and(|other| {
                        let face = &hexes[other.hex().index()].face;
                        face.colour.next().is_some() || face.exits >> other.edge() & 1 == 1
                    })
                })
                .fold(0, |mask, edge| mask | 1 << edge);
        }
        let (hexsides, hexside_count) = number_hexsides(&facing);
        let cities = (hexes.iter().map(|h| &h.face)).chain(tiles.iter().map(|t| &t.face));
        Ok(Map {
            max_slots: (cities.flat_map(|f| f.city_faces()).map(|c| c.slots))
                .max()
                .unwrap_or(0),
            hex_ids: by_name(hexes.iter().map(|h| &h.name), |i| HexId(i as u16)),
            tile_ids: by_name(tiles.iter().map(|t| &t.id), |i| TileId(i as u16)),
            company_ids: by_name(raw.companies.iter(), |i| CompanyId(i as u8)),
            upgrades: Upgrades::new(&hexes, &tiles),
            digest: digest(text)?,
            companies: raw.companies,
            hexes,
            tiles,
            groups,
            terrains,
            facing,
            hexsides,
            hexside_count,
            borders,
        })
    }

    /// Hash of the data, independent of white space and of the order of keys.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// All hexes in order.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// All kinds of tiles in order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// All companies that may hold tokens.
    pub fn companies(&self) -> &[String] {
        &self.companies
    }

    /// Names of the groups of stops.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// Kinds of terrain that cost money.
    pub fn terrains(&self) -> &[String] {
        &self.terrains
    }

    /// Most slots of any city.
    pub fn max_slots(&self) -> u8 {
        self.max_slots
    }

    /// The hex with this id.
    pub fn hex(&self, id: HexId) -> &Hex {
        &self.hexes[id.index()]
    }

    /// The tile with this id.
    pub fn tile(&self, id: TileId) -> &Tile {
        &self.tiles[id.index()]
    }

    /// The company with this id.
    pub fn company(&self, id: CompanyId) -> &str {
        &self.companies[id.index()]
    }

    /// The hex with this name.
    pub fn find_hex(&self, name: &str) -> Result<HexId> {
        find(&self.hex_ids, "hex", name)
    }

    /// The tile with this printed number.
    pub fn find_tile(&self, name: &str) -> Result<TileId> {
        find(&self.tile_ids, "tile", name)
    }

    /// The company with this symbol.
    pub fn find_company(&self, name: &str) -> Result<CompanyId> {
        find(&self.company_ids, "company", name)
    }

    /// What is printed on a tile with this number or a hex with this name.
    pub fn find_face(&self, name: &str) -> Result<&Face> {
        match self.tile_ids.get(name) {
            Some(tile) => Ok(&self.tile(*tile).face),
            None => match self.hex_ids.get(name) {
                Some(hex) => Ok(&self.hex(*hex).face),
                None => Err(Error::invalid("tile", format!("no tile or hex {name:?}"))),
            },
        }
    }

    /// The side across the hexside, if it is on the map.
    pub fn facing(&self, side: SideId) -> Option<SideId> {
        self.facing[side.index()]
    }

    /// Number of the hexside; the two sides of a hexside share it.
    pub fn hexside(&self, side: SideId) -> u16 {
        self.hexsides[side.index()]
    }

    /// Number of hexsides.
    pub fn hexside_count(&self) -> u16 {
        self.hexside_count
    }

    /// Cost printed on the hexside.
    pub fn border(&self, side: SideId) -> Option<Terrain> {
        self.borders[side.index()]
    }

    /// Which tiles may replace which faces.
    pub(crate) fn upgrades(&self) -> &Upgrades {
        &self.upgrades
    }

    /// The colour and name of a hex as printed, for messages.
    pub(crate) fn is_fixed(&self, hex: HexId) -> bool {
        let colour = self.hex(hex).face.colour;
        matches!(colour, Colour::Gray | Colour::Red | Colour::Blue)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Map")
            .field("hexes", &self.hexes.len())
            .field("tiles", &self.tiles.len())
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

fn find<T: Copy>(ids: &HashMap<String, T>, field: &'static str, name: &str) -> Result<T> {
    ids.get(name)
        .copied()
        .ok_or_else(|| Error::invalid(field, format!("unknown {field} {name:?}")))
}

fn by_name<'a, T>(
    names: impl Iterator<Item = &'a String>,
    id: impl Fn(usize) -> T,
) -> HashMap<String, T> {
    names
        .enumerate()
        .map(|(i, name)| (name.clone(), id(i)))
        .collect()
}

/// Row and column of a hex name: letters count rows, numbers columns.
fn position(name: &str) -> Option<(i32, i32)> {
    let split = name.find(|c: char| !c.is_ascii_uppercase())?;
    let (letters, digits) = name.split_at(split);
    if letters.is_empty() || letters.len() > 2 || digits.len() > 3 {
        return None;
    }
    let row = (letters.bytes()).fold(0, |row, b| row * 26 + i32::from(b - b'A') + 1);
    let column = digits.parse::<u16>().ok()?;
    Some((row, i32::from(column)))
}

fn number_hexsides(facing: &[Option<SideId>]) -> (Vec<u16>, u16) {
    let mut numbers = vec![0; facing.len()];
    let mut count = 0;
    for side in 0..facing.len() {
        match facing[side] {
            Some(other) if other.index() < side => numbers[side] = numbers[other.index()],
            _ => {
                numbers[side] = count;
                count += 1;
            }
        }
    }
    (numbers, count)
}

/// FNV-1a over the data in canonical form (sorted keys, no white space).
fn digest(text: &str) -> Result<u64> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|e| bad("map data", e))?;
    Ok(
        (value.to_string().bytes()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }),
    )
}
