//! Tokens, slots and reservations.

use crate::board::{Board, Reservation, Token};
use crate::error::{Error, Result};
use crate::map::{CompanyId, HexId};

impl Board {
    /// All tokens by hex, city and slot.
    pub fn tokens(&self) -> &[Token] {
        &self.position.tokens
    }

    /// All reservations by hex.
    pub fn reservations(&self) -> &[Reservation] {
        &self.position.reservations
    }

    /// The tokens in one hex.
    pub fn hex_tokens(&self, hex: HexId) -> &[Token] {
        let tokens = &self.position.tokens;
        let start = tokens.partition_point(|t| t.hex < hex);
        let len = tokens[start..].partition_point(|t| t.hex == hex);
        &tokens[start..start + len]
    }

    /// The tokens in one city.
    pub fn city_tokens(&self, hex: HexId, city: u8) -> impl Iterator<Item = &Token> {
        self.hex_tokens(hex).iter().filter(move |t| t.city == city)
    }

    /// Whether the company may not run through the city: every slot holds a token, none its own.
    pub fn blocks(&self, company: CompanyId, hex: HexId, city: u8) -> bool {
        let (face, _) = self.face(hex);
        let slots = face.city(city).map_or(0, |c| c.slots as usize);
        let mut taken = 0;
        for token in self.city_tokens(hex, city) {
            if token.company == company {
                return false;
            }
            taken += 1;
        }
        slots > 0 && taken >= slots
    }

    /// The slot that a token of the company would take: its own reserved one, else the first that
    /// is empty and not kept for another.
    pub fn slot_for(&self, company: CompanyId, hex: HexId, city: u8) -> Result<Option<u8>> {
        let slots = self.city(hex, city)?.slots;
        let taken = self.taken(hex, city);
        let mut kept = 0u32;
        for r in self.hex_reservations(hex) {
            if r.city == Some(city)
                && let Some(slot) = r.slot
            {
                if r.company != company {
                    kept |= 1 << slot;
                } else if slot < slots && taken >> slot & 1 == 0 {
                    return Ok(Some(slot));
                }
            }
        }
        let Some(slot) = (0..slots).find(|slot| (taken | kept) >> slot & 1 == 0) else {
            return Ok(None);
        };
        Ok(self.floating_fit(company, hex, city).then_some(slot))
    }

    /// Whether, after a token of the company in this city, the reservations of others for any slot
    /// of a city or of the hex still find theirs.
    fn floating_fit(&self, company: CompanyId, hex: HexId, city: u8) -> bool {
        let floating = |in_city: Option<u8>| {
            (self.hex_reservations(hex))
                .filter(|r| r.company != company && r.slot.is_none() && r.city == in_city)
                .filter(|r| !self.hex_tokens(hex).iter().any(|t| t.company == r.company))
                .count()
        };
        let free = |n: u8| {
            let (face, _) = self.face(hex);
            let slots = face.city(n).map_or(0, |c| c.slots);
            let mut gone = self.taken(hex, n);
            for r in self.hex_reservations(hex) {
                if r.city == Some(n)
                    && r.company != company
                    && let Some(slot) = r.slot
                {
                    gone |= 1 << slot;
                }
            }
            let free = (0..slots).filter(|slot| gone >> slot & 1 == 0).count();
            free.saturating_sub(usize::from(n == city))
        };
        let (face, _) = self.face(hex);
        let mut spare = 0;
        for n in 0..face.cities {
            let (have, asked) = (free(n), floating(Some(n)));
            if n == city && have < asked {
                return false;
            }
            spare += have.saturating_sub(asked);
        }
        spare >= floating(None)
    }

    /// Slots of the city that hold a token, one bit each.
    fn taken(&self, hex: HexId, city: u8) -> u32 {
        (self.city_tokens(hex, city)).fold(0, |mask, t| mask | 1 << t.slot)
    }

    fn hex_reservations(&self, hex: HexId) -> impl Iterator<Item = &Reservation> {
        (self.position.reservations.iter()).filter(move |r| r.hex == hex)
    }

    /// Places a token and gives its slot. Without `slot` it goes where [`Board::slot_for`] says; a
    /// given slot must be empty and may be one that is reserved.
    pub fn place_token(
        &mut self,
        company: CompanyId,
        hex: HexId,
        city: u8,
        slot: Option<u8>,
    ) -> Result<u8> {
        let slots = self.city(hex, city)?.slots;
        let (who, name) = self.names(company, hex);
        if self.city_tokens(hex, city).any(|t| t.company == company) {
            return Err(Error::illegal(
                "token_in_city",
                format!("{who} already has a token in city {city} of {name}"),
            ));
        }
        let slot = match slot {
            Some(slot) if slot >= slots => {
                return Err(Error::invalid(
                    "slot",
                    format!("city {city} of {name} has {slots} slots, there is no slot {slot}"),
                ));
            }
            Some(slot) if self.taken(hex, city) >> slot & 1 == 1 => {
                return Err(Error::illegal(
                    "slot_taken",
                    format!("slot {slot} of city {city} of {name} already holds a token"),
                ));
            }
            Some(slot) => slot,
            None => self.slot_for(company, hex, city)?.ok_or_else(|| {
                Error::illegal(
                    "no_free_slot",
                    format!(
                        "none of the {slots} slots of city {city} of {name} is open to {who}: \
                         each is taken or reserved"
                    ),
                )
            })?,
        };
        self.edit_tokens(|tokens| {
            tokens.push(Token {
                hex,
                city,
                slot,
                company,
            });
        });
        Ok(slot)
    }

    /// Takes the company's token out of a city.
    pub fn remove_token(&mut self, company: CompanyId, hex: HexId, city: u8) -> Result<()> {
        self.require_token(company, hex, city)?;
        self.edit_tokens(|tokens| {
            tokens.retain(|t| (t.company, t.hex, t.city) != (company, hex, city));
        });
        Ok(())
    }

    /// Takes all tokens of the company off the map.
    pub fn remove_tokens(&mut self, company: CompanyId) {
        self.edit_tokens(|tokens| tokens.retain(|t| t.company != company));
    }

    /// Puts a token of `new` into the slot of the token of `old`.
    pub fn replace_token(
        &mut self,
        old: CompanyId,
        new: CompanyId,
        hex: HexId,
        city: u8,
    ) -> Result<()> {
        self.require_token(old, hex, city)?;
        if new != old && self.city_tokens(hex, city).any(|t| t.company == new) {
            let (who, name) = self.names(new, hex);
            return Err(Error::illegal(
                "token_in_city",
                format!("{who} already has a token in city {city} of {name}"),
            ));
        }
        self.edit_tokens(|tokens| {
            for t in tokens {
                if (t.company, t.hex, t.city) == (old, hex, city) {
                    t.company = new;
                }
            }
        });
        Ok(())
    }

    /// Keeps a place for a company: a slot, any slot of a city, or any slot of the hex. The slot
    /// may be one that only a later tile has.
    pub fn reserve(
        &mut self,
        company: CompanyId,
        hex: HexId,
        city: Option<u8>,
        slot: Option<u8>,
    ) -> Result<()> {
        // A slot means nothing without its city.
        let slot = match city {
            Some(city) => self.city(hex, city).map(|_| slot)?,
            None => None,
        };
        let most = self.map().max_slots();
        if let Some(slot) = slot.filter(|&slot| slot >= most) {
            return Err(Error::invalid(
                "slot",
                format!("slot {slot}: no city has more than {most} slots"),
            ));
        }
        self.edit_reservations(|reservations| {
            reservations.push(Reservation {
                hex,
                city,
                slot,
                company,
            });
        });
        Ok(())
    }

    /// Ends the company's reservations, everywhere or in one hex.
    pub fn unreserve(&mut self, company: CompanyId, hex: Option<HexId>) {
        self.edit_reservations(|reservations| {
            reservations.retain(|r| r.company != company || hex.is_some_and(|h| h != r.hex));
        });
    }

    fn edit_tokens(&mut self, change: impl FnOnce(&mut Vec<Token>)) {
        let mut tokens = self.position.tokens.clone();
        change(&mut tokens);
        tokens.sort_unstable();
        self.edit(false, |position| position.replace_tokens(tokens));
    }

    fn edit_reservations(&mut self, change: impl FnOnce(&mut Vec<Reservation>)) {
        let mut reservations = self.position.reservations.clone();
        change(&mut reservations);
        reservations.sort_unstable();
        reservations.dedup();
        self.edit(false, |position| {
            position.replace_reservations(reservations)
        });
    }

    fn require_token(&self, company: CompanyId, hex: HexId, city: u8) -> Result<()> {
        self.city(hex, city)?;
        if self.city_tokens(hex, city).any(|t| t.company == company) {
            return Ok(());
        }
        let (who, name) = self.names(company, hex);
        Err(Error::illegal(
            "no_such_token",
            format!("{who} has no token in city {city} of {name}"),
        ))
    }

    fn names(&self, company: CompanyId, hex: HexId) -> (String, String) {
        let map = self.map();
        (map.company(company).to_owned(), map.hex(hex).name.clone())
    }
}
