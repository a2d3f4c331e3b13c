//! A board as bytes, for pickles and caches.
//!
//! Little-endian: the mark, a version byte, the digest of the map, then four lists, each after its
//! length as u16: laid tiles (hex, tile, copy, rotation), lays of unlimited tiles (tile, number),
//! tokens (company, hex, city, slot), reservations (company, hex, city, slot; 255 for any).

use std::sync::Arc;

use crate::board::{Board, Laid, Reservation, Token};
use crate::error::{Error, Result};
use crate::map::{CompanyId, HexId, Map, TileId};
use crate::tile::SIDES;

const MARK: &[u8; 4] = b"o18b";
const VERSION: u8 = 1;
const ANY: u8 = u8::MAX;

impl Board {
    /// The content of the board; with the same map [`Board::from_state`] makes an equal one.
    pub fn state(&self) -> Vec<u8> {
        let position = &*self.position;
        let mut out = Vec::with_capacity(64 + 8 * position.laid.len());
        out.extend(MARK);
        out.push(VERSION);
        out.extend(self.map().digest().to_le_bytes());
        let put = |out: &mut Vec<u8>, number: u16| out.extend(number.to_le_bytes());
        put(&mut out, self.all_laid().count() as u16);
        for (hex, laid) in self.all_laid() {
            put(&mut out, hex.0);
            put(&mut out, laid.tile.0);
            put(&mut out, laid.copy);
            out.push(laid.rotation);
        }
        let lays = || position.lays.iter().enumerate().filter(|(_, n)| **n > 0);
        put(&mut out, lays().count() as u16);
        for (tile, &number) in lays() {
            put(&mut out, tile as u16);
            put(&mut out, number);
        }
        put(&mut out, position.tokens.len() as u16);
        for token in &position.tokens {
            out.push(token.company.0);
            put(&mut out, token.hex.0);
            out.extend([token.city, token.slot]);
        }
        put(&mut out, position.reservations.len() as u16);
        for kept in &position.reservations {
            out.push(kept.company.0);
            put(&mut out, kept.hex.0);
            out.extend([kept.city.unwrap_or(ANY), kept.slot.unwrap_or(ANY)]);
        }
        out
    }

    /// The board that [`Board::state`] described. The data need not be trusted.
    pub fn from_state(map: Arc<Map>, data: &[u8]) -> Result<Board> {
        let mut reader = Reader { data };
        if reader.take::<4>()? != *MARK {
            return Err(damaged("it is not a board"));
        }
        let [version] = reader.take()?;
        if version != VERSION {
            return Err(damaged(format!("version {version}, known is {VERSION}")));
        }
        let digest = u64::from_le_bytes(reader.take()?);
        if digest != map.digest() {
            return Err(damaged(format!(
                "it belongs to map {digest:016x}, not to {:016x}",
                map.digest()
            )));
        }
        let mut lists = Lists::default();
        lists.read(&map, &mut reader)?;
        if !reader.data.is_empty() {
            return Err(damaged("it is too long"));
        }
        let Lists {
            laid,
            lays,
            tokens,
            reservations,
        } = lists;
        let board = Board::from_parts(map, laid, lays, tokens, reservations);
        board.check_places()?;
        Ok(board)
    }

    /// What only makes sense once the tiles lie: copies, cities and slots.
    fn check_places(&self) -> Result<()> {
        let map = self.map();
        let mut copies: Vec<(TileId, u16)> = (self.all_laid())
            .map(|(_, laid)| (laid.tile, laid.copy))
            .collect();
        copies.sort_unstable();
        if copies.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(damaged("a copy of a tile lies twice"));
        }
        for &(tile, copy) in &copies {
            let most = match map.tile(tile).count {
                Some(count) => count,
                None => self.position.lays[tile.index()],
            };
            if copy >= most {
                return Err(damaged(format!("tile {}-{copy}", map.tile(tile).id)));
            }
        }
        for token in self.tokens() {
            let slots = self.city(token.hex, token.city)?.slots;
            if token.slot >= slots {
                return Err(damaged("a token has no slot"));
            }
        }
        let doubled = (self.tokens().windows(2)).any(|pair| {
            let [a, b] = [pair[0], pair[1]];
            (a.hex, a.city, a.slot) == (b.hex, b.city, b.slot)
        });
        let twice = (self.tokens().iter()).any(|t| {
            let same = |u: &&Token| u.company == t.company;
            self.city_tokens(t.hex, t.city).filter(same).count() > 1
        });
        if doubled || twice {
            return Err(damaged("two tokens in one place"));
        }
        for kept in self.reservations() {
            if let Some(city) = kept.city {
                self.city(kept.hex, city)?;
            }
        }
        Ok(())
    }
}

#[derive(Default)]
struct Lists {
    laid: Vec<Option<Laid>>,
    lays: Vec<u16>,
    tokens: Vec<Token>,
    reservations: Vec<Reservation>,
}

impl Lists {
    fn read(&mut self, map: &Map, reader: &mut Reader<'_>) -> Result<()> {
        self.laid = vec![None; map.hexes().len()];
        self.lays = vec![0; map.tiles().len()];
        for _ in 0..reader.number()? {
            let hex = reader.below(map.hexes().len(), "hex")?;
            let laid = Laid {
                tile: TileId(reader.below(map.tiles().len(), "tile")?),
                copy: reader.number()?,
                rotation: reader.take::<1>()?[0],
            };
            if laid.rotation >= SIDES || map.is_fixed(HexId(hex)) {
                return Err(damaged("a tile lies where none can"));
            }
            self.laid[hex as usize] = Some(laid);
        }
        for _ in 0..reader.number()? {
            let tile = reader.below(map.tiles().len(), "tile")?;
            if map.tile(TileId(tile)).count.is_some() {
                return Err(damaged("a limited tile counts its lays"));
            }
            self.lays[tile as usize] = reader.number()?;
        }
        for _ in 0..reader.number()? {
            let (company, hex, [city, slot]) = reader.place(map)?;
            self.tokens.push(Token {
                hex,
                city,
                slot,
                company,
            });
        }
        for _ in 0..reader.number()? {
            let (company, hex, place) = reader.place(map)?;
            let [city, slot] = place.map(|n| (n != ANY).then_some(n));
            if slot.is_some_and(|s| s >= map.max_slots() || city.is_none()) {
                return Err(damaged("a reservation has no slot"));
            }
            self.reservations.push(Reservation {
                hex,
                city,
                slot,
                company,
            });
        }
        self.tokens.sort_unstable();
        self.reservations.sort_unstable();
        self.reservations.dedup();
        Ok(())
    }
}

struct Reader<'a> {
    data: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (head, tail) = (self.data)
            .split_first_chunk::<N>()
            .ok_or_else(|| damaged("it is too short"))?;
        self.data = tail;
        Ok(*head)
    }

    fn number(&mut self) -> Result<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn below(&mut self, count: usize, what: &str) -> Result<u16> {
        let number = self.number()?;
        if usize::from(number) < count {
            Ok(number)
        } else {
            Err(damaged(format!("there is no {what} number {number}")))
        }
    }

    fn place(&mut self, map: &Map) -> Result<(CompanyId, HexId, [u8; 2])> {
        let [company] = self.take()?;
        if usize::from(company) >= map.companies().len() {
            return Err(damaged(format!("there is no company number {company}")));
        }
        let hex = self.below(map.hexes().len(), "hex")?;
        Ok((CompanyId(company), HexId(hex), self.take()?))
    }
}

fn damaged(why: impl std::fmt::Display) -> Error {
    Error::invalid("data", format!("unusable board data: {why}"))
}
