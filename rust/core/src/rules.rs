//! What a title allows and charges when a tile is laid.

use crate::colour::ColourSet;
use crate::data::MAX_MONEY;
use crate::error::{Error, Result};
use crate::map::{HexId, Map, TileId};

/// How a new tile must be connected to the company's tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// Some reached piece of the tile must be new or touch a city whose value changed.
    #[default]
    Track,
    /// Some reached piece must be new, or any city of the tile be reached.
    TrackOrCity,
    /// Some exit must lead to track or a city in reach, whether the piece there is new or not.
    Reached,
    /// Not at all.
    Anywhere,
}

impl Connection {
    /// The connection rule with this name.
    pub fn from_name(name: &str) -> Option<Connection> {
        match name {
            "track" => Some(Connection::Track),
            "track_or_city" => Some(Connection::TrackOrCity),
            "reached" => Some(Connection::Reached),
            "none" => Some(Connection::Anywhere),
            _ => None,
        }
    }
}

/// An amount off the hex part of a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexDiscount {
    /// Hexes it is for.
    pub hexes: Vec<String>,
    /// Tiles it is for; `None`: all.
    pub tiles: Option<Vec<String>>,
    /// Dollars off; the hex part may fall below the base cost, but not below 0.
    pub amount: i32,
}

/// The rules of a lay, in names. [`LaySpec::bind`] makes them usable on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaySpec {
    /// Tile colours of the phase.
    pub colours: ColourSet,
    /// Whether empty hexes may get a tile.
    pub new: bool,
    /// Whether tiles and printed yellow hexes may be upgraded.
    pub upgrades: bool,
    /// The only hexes allowed; `None`: all.
    pub hexes: Option<Vec<String>>,
    /// The only tiles allowed; `None`: all.
    pub tiles: Option<Vec<String>>,
    /// Hexes closed to all, such as those of privates.
    pub blocked: Vec<String>,
    /// The connection rule.
    pub connection: Connection,
    /// Least cost of the hex part.
    pub base_cost: i32,
    /// Off each cost of a kind of terrain.
    pub discounts: Vec<(String, i32)>,
    /// Off the hex part in some hexes.
    pub hex_discounts: Vec<HexDiscount>,
    /// Nothing is paid.
    pub free: bool,
    /// Most that can be paid; `None`: anything.
    pub budget: Option<i32>,
    /// Whether labels must match.
    pub check_labels: bool,
}

impl Default for LaySpec {
    fn default() -> LaySpec {
        LaySpec {
            colours: ColourSet::default(),
            new: true,
            upgrades: true,
            hexes: None,
            tiles: None,
            blocked: Vec::new(),
            connection: Connection::Track,
            base_cost: 0,
            discounts: Vec::new(),
            hex_discounts: Vec::new(),
            free: false,
            budget: None,
            check_labels: true,
        }
    }
}

/// A set of hexes or tiles.
#[derive(Debug)]
struct Chosen(Vec<bool>);

impl Chosen {
    fn has(&self, index: usize) -> bool {
        self.0.get(index).copied().unwrap_or(false)
    }
}

#[derive(Debug)]
struct BoundDiscount {
    hexes: Chosen,
    tiles: Option<Chosen>,
    amount: i32,
}

/// The rules of a lay, for one map.
#[derive(Debug)]
pub struct LayRules {
    pub(crate) colours: ColourSet,
    pub(crate) new: bool,
    pub(crate) upgrades: bool,
    pub(crate) connection: Connection,
    pub(crate) base_cost: i32,
    pub(crate) free: bool,
    pub(crate) budget: Option<i32>,
    pub(crate) check_labels: bool,
    hexes: Option<Chosen>,
    tiles: Option<Chosen>,
    blocked: Chosen,
    discounts: Vec<i32>,
    hex_discounts: Vec<BoundDiscount>,
    digest: u64,
}

impl LaySpec {
    /// Looks up all names on a map.
    pub fn bind(&self, map: &Map) -> Result<LayRules> {
        let hexes =
            |names: &[String]| choose(map.hexes().len(), names, |n| Ok(map.find_hex(n)?.index()));
        let tiles =
            |names: &[String]| choose(map.tiles().len(), names, |n| Ok(map.find_tile(n)?.index()));
        let mut discounts = vec![0; map.terrains().len()];
        for (kind, amount) in &self.discounts {
            let found = map.terrains().iter().position(|t| t == kind);
            let index = found.ok_or_else(|| {
                Error::invalid("discounts", format!("the map has no terrain {kind:?}"))
            })?;
            discounts[index] = amount_of("discounts", *amount)?;
        }
        let hex_discounts = (self.hex_discounts.iter())
            .map(|d| {
                Ok(BoundDiscount {
                    hexes: hexes(&d.hexes)?,
                    tiles: d.tiles.as_deref().map(tiles).transpose()?,
                    amount: amount_of("hex_discounts", d.amount)?,
                })
            })
            .collect::<Result<_>>()?;
        Ok(LayRules {
            colours: self.colours,
            new: self.new,
            upgrades: self.upgrades,
            connection: self.connection,
            base_cost: amount_of("base_cost", self.base_cost)?,
            free: self.free,
            budget: self.budget,
            check_labels: self.check_labels,
            hexes: self.hexes.as_deref().map(hexes).transpose()?,
            tiles: self.tiles.as_deref().map(tiles).transpose()?,
            blocked: hexes(&self.blocked)?,
            discounts,
            hex_discounts,
            digest: map.digest(),
        })
    }
}

fn choose(count: usize, names: &[String], find: impl Fn(&str) -> Result<usize>) -> Result<Chosen> {
    let mut chosen = vec![false; count];
    for name in names {
        chosen[find(name)?] = true;
    }
    Ok(Chosen(chosen))
}

fn amount_of(field: &'static str, amount: i32) -> Result<i32> {
    if (0..=MAX_MONEY).contains(&amount) {
        Ok(amount)
    } else {
        Err(Error::invalid(
            field,
            format!("amount {amount} is not in 0..{MAX_MONEY}"),
        ))
    }
}

impl LayRules {
    /// Whether they were made for this map.
    pub fn fit(&self, map: &Map) -> bool {
        self.digest == map.digest()
    }

    pub(crate) fn is_blocked(&self, hex: HexId) -> bool {
        self.blocked.has(hex.index())
    }

    pub(crate) fn allows_hex(&self, hex: HexId) -> bool {
        self.hexes.as_ref().is_none_or(|h| h.has(hex.index()))
    }

    pub(crate) fn allows_tile(&self, tile: TileId) -> bool {
        self.tiles.as_ref().is_none_or(|t| t.has(tile.index()))
    }

    /// Off each cost of this kind of terrain.
    pub(crate) fn discount(&self, kind: u8) -> i32 {
        self.discounts.get(usize::from(kind)).copied().unwrap_or(0)
    }

    /// Off the hex part of this tile in this hex.
    pub(crate) fn hex_discount(&self, hex: HexId, tile: TileId) -> i32 {
        (self.hex_discounts.iter())
            .filter(|d| d.hexes.has(hex.index()))
            .filter(|d| d.tiles.as_ref().is_none_or(|t| t.has(tile.index())))
            .fold(0, |sum: i32, d| sum.saturating_add(d.amount))
    }
}
