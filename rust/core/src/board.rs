//! A board: what is laid and tokened. The only thing that changes.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::error::{Error, Result};
use crate::map::{CompanyId, HexId, Map, TileId};
use crate::network::Reach;
use crate::tile::{Face, SIDES, StopFace, StopKind};
use crate::track::Track;
use crate::upgrade::carry_cities;

/// A laid tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its kind.
    pub tile: TileId,
    /// Which copy of its kind.
    pub copy: u16,
    /// Its rotation, 0..5.
    pub rotation: u8,
}

/// A token in a city slot. Tokens are ordered by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// Where it lies.
    pub hex: HexId,
    /// City of the hex.
    pub city: u8,
    /// Slot of the city.
    pub slot: u8,
    /// Whose it is.
    pub company: CompanyId,
}

/// A place kept free for a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reservation {
    /// The hex.
    pub hex: HexId,
    /// The city; `None`: one place in any city of the hex.
    pub city: Option<u8>,
    /// The slot; `None`: any slot.
    pub slot: Option<u8>,
    /// For whom.
    pub company: CompanyId,
}

/// Map with the tiles, tokens and reservations of a moment. A clone shares everything until one of
/// the two changes. A failed call changes nothing.
#[derive(Clone, Debug)]
pub struct Board {
    map: Arc<Map>,
    pub(crate) position: Arc<Position>,
}

#[derive(Debug)]
pub(crate) struct Position {
    pub laid: Vec<Option<Laid>>,
    /// For each tile without limit, how often it was laid so far: copies 0 to this number exist.
    pub lays: Vec<u16>,
    pub tokens: Vec<Token>,
    pub reservations: Vec<Reservation>,
    pub hash: u64,
    track: OnceLock<Arc<Track>>,
    reach: OnceLock<Box<[OnceLock<Arc<Reach>>]>>,
}

impl Clone for Position {
    /// Copies the content for a change to come, so what depends on tokens is left out.
    fn clone(&self) -> Position {
        Position {
            laid: self.laid.clone(),
            lays: self.lays.clone(),
            tokens: self.tokens.clone(),
            reservations: self.reservations.clone(),
            hash: self.hash,
            track: self.track.clone(),
            reach: OnceLock::new(),
        }
    }
}

impl Board {
    /// The board before the first tile and token.
    pub fn new(map: Arc<Map>) -> Board {
        let position = Position {
            laid: vec![None; map.hexes().len()],
            lays: vec![0; map.tiles().len()],
            tokens: Vec::new(),
            reservations: Vec::new(),
            hash: 0,
            track: OnceLock::new(),
            reach: OnceLock::new(),
        };
        Board {
            position: Arc::new(position),
            map,
        }
    }

    /// Its map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// Hash of tiles with rotation, tokens and reservations; copy numbers do not count.
    pub fn position_hash(&self) -> u64 {
        self.position.hash
    }

    /// The tile on a hex; `None` where the print shows.
    pub fn laid(&self, hex: HexId) -> Option<Laid> {
        self.position.laid[hex.index()]
    }

    /// All laid tiles in map order.
    pub fn all_laid(&self) -> impl Iterator<Item = (HexId, Laid)> {
        (self.position.laid.iter().enumerate())
            .filter_map(|(i, laid)| Some((HexId(i as u16), (*laid)?)))
    }

    /// What shows on a hex, and its rotation.
    pub fn face(&self, hex: HexId) -> (&Face, u8) {
        match self.laid(hex) {
            Some(laid) => (&self.map.tile(laid.tile).face, laid.rotation),
            None => (&self.map.hex(hex).face, 0),
        }
    }

    /// Track and stops as numbered pieces.
    pub fn track(&self) -> &Arc<Track> {
        (self.position.track).get_or_init(|| Arc::new(Track::new(self)))
    }

    /// What a company reaches.
    pub fn reach(&self, company: CompanyId) -> &Arc<Reach> {
        let all = (self.position.reach).get_or_init(|| {
            let companies = self.map.companies().len();
            (0..companies).map(|_| OnceLock::new()).collect()
        });
        all[company.index()].get_or_init(|| Arc::new(Reach::new(self, company)))
    }

    /// Pieces left of a tile; `None` if unlimited.
    pub fn left(&self, tile: TileId) -> Option<u16> {
        let count = self.map.tile(tile).count?;
        let laid = self.all_laid().filter(|(_, l)| l.tile == tile).count();
        Some(count.saturating_sub(laid as u16))
    }

    /// Whether this copy of the tile exists and is not on the map.
    pub fn is_free(&self, tile: TileId, copy: u16) -> bool {
        let exists = match self.map.tile(tile).count {
            Some(count) => copy < count,
            None => copy <= self.position.lays[tile.index()],
        };
        exists && self.place_of(tile, copy).is_none()
    }

    /// Where a copy of a tile lies.
    pub fn place_of(&self, tile: TileId, copy: u16) -> Option<HexId> {
        (self.all_laid())
            .find(|(_, l)| l.tile == tile && l.copy == copy)
            .map(|(hex, _)| hex)
    }

    /// The lowest free copy of a tile. A tile without limit always has one.
    pub fn free_copy(&self, tile: TileId) -> Option<u16> {
        let exist = match self.map.tile(tile).count {
            Some(count) => count,
            None => self.position.lays[tile.index()].saturating_add(1),
        };
        let mut used: Vec<u16> = (self.all_laid())
            .filter(|(_, l)| l.tile == tile)
            .map(|(_, l)| l.copy)
            .collect();
        used.sort_unstable();
        let mut copy = 0;
        for number in used {
            if number > copy {
                break;
            }
            copy = number + 1;
        }
        (copy < exist).then_some(copy)
    }

    /// Lays a tile. Only what is mechanical is checked: the copy must be free, the hex must be one
    /// that takes tiles, and tokens and reservations must find their city and slot on the new tile.
    /// The old tile returns to the supply.
    pub fn lay(&mut self, hex: HexId, tile: TileId, copy: u16, rotation: u8) -> Result<()> {
        let map = Arc::clone(&self.map);
        let (name, id) = (&map.hex(hex).name, &map.tile(tile).id);
        if rotation >= SIDES {
            return Err(Error::invalid(
                "rotation",
                format!("rotation {rotation} is not in 0..5"),
            ));
        }
        if map.is_fixed(hex) {
            return Err(Error::illegal(
                "hex_not_upgradable",
                format!(
                    "{name} is printed {} and never takes a tile",
                    map.hex(hex).face.colour
                ),
            ));
        }
        let old = self.laid(hex);
        if !self.is_free(tile, copy) {
            return Err(Error::illegal(
                "no_tile_left",
                format!("tile {id}-{copy} for {name} is not free"),
            ));
        }
        let (old_face, old_rotation) = self.face(hex);
        let new_face = &map.tile(tile).face;
        let cities = carry_cities(old_face, old_rotation, new_face, rotation);
        let moved = |city: u8, slot: Option<u8>, what: &str| -> Result<u8> {
            let new = cities.get(city as usize).copied().flatten();
            new.filter(|&n| slot.is_none_or(|s| s < new_face.stops[n as usize].slots))
                .ok_or_else(|| {
                    Error::illegal(
                        "wrong_cities",
                        format!("tile {id} has no place for the {what} in city {city} of {name}"),
                    )
                })
        };
        let mut tokens = self.position.tokens.clone();
        for token in tokens.iter_mut().filter(|t| t.hex == hex) {
            token.city = moved(token.city, Some(token.slot), "token")?;
        }
        let mut reservations = self.position.reservations.clone();
        for kept in reservations.iter_mut().filter(|r| r.hex == hex) {
            if let Some(city) = kept.city {
                kept.city = Some(moved(city, None, "reservation")?);
            }
        }
        tokens.sort_unstable();
        reservations.sort_unstable();

        let limited = map.tile(tile).count.is_some();
        self.edit(true, |position| {
            position.replace_tokens(tokens);
            position.replace_reservations(reservations);
            if let Some(old) = old {
                position.hash ^= laid_key(hex, old);
            }
            let laid = Laid {
                tile,
                copy,
                rotation,
            };
            position.laid[hex.index()] = Some(laid);
            position.hash ^= laid_key(hex, laid);
            if !limited {
                let lays = &mut position.lays[tile.index()];
                *lays = lays.saturating_add(1);
            }
        });
        Ok(())
    }

    /// The city with this number on what shows on the hex.
    pub fn city(&self, hex: HexId, city: u8) -> Result<&StopFace> {
        let (face, _) = self.face(hex);
        face.city(city).ok_or_else(|| {
            let name = &self.map.hex(hex).name;
            Error::invalid("city", format!("{name} has no city {city}"))
        })
    }

    /// A stop of what shows on the hex.
    pub fn stop(&self, hex: HexId, kind: StopKind, number: u8) -> &StopFace {
        let (face, _) = self.face(hex);
        &face.stops[face.stop_index(kind, number) as usize]
    }

    /// Drops what was worked out about the track; it is worked out anew when somebody asks.
    pub fn forget(&mut self) {
        self.edit(true, |_| ());
    }

    /// Changes the position; every mutation goes through here.
    pub(crate) fn edit(&mut self, track: bool, change: impl FnOnce(&mut Position)) {
        let position = Arc::make_mut(&mut self.position);
        position.reach = OnceLock::new();
        if track {
            position.track = OnceLock::new();
        }
        change(position);
    }

    /// A board from parts that were checked.
    pub(crate) fn from_parts(
        map: Arc<Map>,
        laid: Vec<Option<Laid>>,
        lays: Vec<u16>,
        tokens: Vec<Token>,
        reservations: Vec<Reservation>,
    ) -> Board {
        let mut board = Board::new(map);
        board.edit(true, |position| {
            for (i, laid) in laid.iter().enumerate() {
                if let Some(laid) = laid {
                    position.hash ^= laid_key(HexId(i as u16), *laid);
                }
            }
            position.laid = laid;
            position.lays = lays;
            position.replace_tokens(tokens);
            position.replace_reservations(reservations);
        });
        board
    }
}

impl Position {
    pub(crate) fn replace_tokens(&mut self, tokens: Vec<Token>) {
        if tokens != self.tokens {
            self.hash ^= (self.tokens.iter()).fold(0, |hash, t| hash ^ token_key(*t));
            self.hash ^= tokens.iter().fold(0, |hash, t| hash ^ token_key(*t));
            self.tokens = tokens;
        }
    }

    pub(crate) fn replace_reservations(&mut self, reservations: Vec<Reservation>) {
        if reservations != self.reservations {
            self.hash ^= (self.reservations.iter()).fold(0, |h, r| h ^ reservation_key(*r));
            self.hash ^= (reservations.iter()).fold(0, |h, r| h ^ reservation_key(*r));
            self.reservations = reservations;
        }
    }
}

fn laid_key(hex: HexId, laid: Laid) -> u64 {
    mix(1, [hex.0, laid.tile.0, u16::from(laid.rotation)])
}

fn token_key(t: Token) -> u64 {
    let place = u16::from(t.city) << 8 | u16::from(t.slot);
    mix(2, [t.hex.0, place, u16::from(t.company.0)])
}

fn reservation_key(r: Reservation) -> u64 {
    let [city, slot] = [r.city, r.slot].map(|n| u16::from(n.unwrap_or(u8::MAX)));
    mix(3, [r.hex.0, city << 8 | slot, u16::from(r.company.0)])
}

/// A well spread key for one fact (the finaliser of splitmix64); the xor of the keys of all facts
/// is the hash of the position.
fn mix(kind: u64, [a, b, c]: [u16; 3]) -> u64 {
    let packed = kind << 48 | u64::from(a) << 32 | u64::from(b) << 16 | u64::from(c);
    let mut z = packed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        if !Arc::ptr_eq(&self.map, &other.map) && self.map.digest() != other.map.digest() {
            return false;
        }
        let (a, b) = (&*self.position, &*other.position);
        std::ptr::eq(a, b)
            || a.hash == b.hash
                && a.laid == b.laid
                && a.lays == b.lays
                && a.tokens == b.tokens
                && a.reservations == b.reservations
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.position.hash);
    }
}
