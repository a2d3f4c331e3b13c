//! Which tiles may be laid where.
//!
//! Every check is made in one place and serves both uses: to list what is legal, where a refusal
//! must cost nothing, and to explain why a lay is not legal, where it becomes a message.

use crate::board::Board;
use crate::colour::Colour;
use crate::error::Result;
use crate::map::{CompanyId, HexId, TileId};
use crate::refusal::Refusal;
use crate::rules::{Connection, LayRules};
use crate::tile::{Face, SIDES, Tile, turn_mask};
use crate::upgrade::{Fit, Step, same_stops};
use crate::usage::{Access, Candidate};

/// A legal lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lay {
    /// Where.
    pub hex: HexId,
    /// Which tile.
    pub tile: TileId,
    /// The lowest free copy of it.
    pub copy: u16,
    /// Its rotation, 0..5.
    pub rotation: u8,
    /// Dollars.
    pub cost: i32,
}

impl Board {
    /// All legal lays in the order of map, tiles and rotations.
    pub fn lays(&self, company: Option<CompanyId>, rules: &LayRules) -> Result<Vec<Lay>> {
        let mut lays = Vec::new();
        Judge::new(self, company, rules)?.list(|lay| {
            lays.push(lay);
            true
        });
        Ok(lays)
    }

    /// Whether there is any legal lay.
    pub fn has_lay(&self, company: Option<CompanyId>, rules: &LayRules) -> Result<bool> {
        let mut found = false;
        Judge::new(self, company, rules)?.list(|_| {
            found = true;
            false
        });
        Ok(found)
    }

    /// What a lay costs, or why it is not legal.
    pub fn check_lay(
        &self,
        company: Option<CompanyId>,
        rules: &LayRules,
        hex: HexId,
        tile: TileId,
        rotation: u8,
    ) -> Result<i32> {
        check_rotation(rotation)?;
        let judge = Judge::new(self, company, rules)?;
        judge
            .check(hex, tile, rotation)
            .map_err(|refusal| refusal.explain(self, company, rules, hex, tile, rotation))
    }

    /// What a lay would cost, legal or not.
    pub fn lay_cost(
        &self,
        rules: &LayRules,
        hex: HexId,
        tile: TileId,
        rotation: u8,
    ) -> Result<i32> {
        check_rotation(rotation)?;
        Ok(self.cost(rules, hex, tile, rotation))
    }
}

fn check_rotation(rotation: u8) -> Result<()> {
    if rotation < SIDES {
        return Ok(());
    }
    let message = format!("rotation {rotation} is not in 0..5");
    Err(crate::Error::invalid("rotation", message))
}

/// The checks, for one board, company and set of rules.
struct Judge<'a> {
    board: &'a Board,
    rules: &'a LayRules,
    /// The company, where a connection is asked for.
    company: Option<CompanyId>,
}

/// A hex as the checks see it.
struct Site<'a> {
    hex: HexId,
    tile: Option<TileId>,
    face: &'a Face,
    rotation: u8,
    colour: Colour,
}

impl<'a> Judge<'a> {
    fn new(board: &'a Board, company: Option<CompanyId>, rules: &'a LayRules) -> Result<Judge<'a>> {
        if !rules.fit(board.map()) {
            let message = "these rules were made for another map";
            return Err(crate::Error::invalid("rules", message));
        }
        let company = match (rules.connection, company) {
            (Connection::Anywhere, _) => None,
            (_, None) => {
                let message = "a lay that must be connected needs a company";
                return Err(crate::Error::invalid("company", message));
            }
            (_, company) => company,
        };
        Ok(Judge {
            board,
            rules,
            company,
        })
    }

    /// Gives the legal lays to `take` until it says no.
    fn list(&self, mut take: impl FnMut(Lay) -> bool) {
        let board = self.board;
        let map = board.map();
        let mut supply = None;
        for i in 0..map.hexes().len() {
            let hex = HexId(i as u16);
            let reached = match self.company {
                Some(company) => board.reach(company).edges(hex),
                None => u8::MAX,
            };
            if reached == 0 {
                continue;
            }
            let Ok(site) = self.check_hex(hex) else {
                continue;
            };
            if !self.rules.colours.contains(site.colour) {
                continue;
            }
            let mut access = None;
            for step in map.upgrades().of(hex, site.tile) {
                let tile = map.tile(step.tile);
                if self.check_tile(&site, step.tile, tile).is_err() {
                    continue;
                }
                let supply = supply.get_or_insert_with(|| Supply::new(board));
                let Some(copy) = supply.free_copy(board, step.tile) else {
                    continue;
                };
                if self.check_label(&site, tile).is_err() {
                    continue;
                }
                for rotation in 0..SIDES {
                    let Ok(fit) = self.check_fit(&site, step, tile, rotation) else {
                        continue;
                    };
                    if let Some(company) = self.company {
                        let access =
                            access.get_or_insert_with(|| Access::new(self.board, company, hex));
                        let lay = Candidate {
                            id: step.tile,
                            tile,
                            copy,
                            rotation,
                            fit,
                        };
                        if self.check_use(company, &site, access, &lay).is_err() {
                            continue;
                        }
                    }
                    let Ok(cost) = self.check_cost(hex, step.tile, rotation) else {
                        continue;
                    };
                    let lay = Lay {
                        hex,
                        tile: step.tile,
                        copy,
                        rotation,
                        cost,
                    };
                    if !take(lay) {
                        return;
                    }
                }
            }
        }
    }

    fn check(&self, hex: HexId, id: TileId, rotation: u8) -> std::result::Result<i32, Refusal> {
        let map = self.board.map();
        let tile = map.tile(id);
        let site = self.check_hex(hex)?;
        self.check_tile(&site, id, tile)?;
        let copy = self.board.free_copy(id).ok_or(Refusal::NoTileLeft)?;
        self.check_label(&site, tile)?;
        if !same_stops(site.face, &tile.face) {
            return Err(Refusal::WrongCities);
        }
        let step = (map.upgrades().of(hex, site.tile).iter())
            .find(|step| step.tile == id)
            .ok_or(Refusal::TrackNotPreserved)?;
        let fit = self.check_fit(&site, step, tile, rotation)?;
        if let Some(company) = self.company {
            let mut access = Access::new(self.board, company, hex);
            let lay = Candidate {
                id,
                tile,
                copy,
                rotation,
                fit,
            };
            self.check_use(company, &site, &mut access, &lay)?;
        }
        self.check_cost(hex, id, rotation)
    }

    fn check_hex(&self, hex: HexId) -> std::result::Result<Site<'a>, Refusal> {
        if self.rules.is_blocked(hex) {
            return Err(Refusal::HexBlocked);
        }
        let laid = self.board.laid(hex);
        let (face, rotation) = self.board.face(hex);
        let colour = face.colour.next().ok_or(Refusal::HexNotUpgradable)?;
        if !self.rules.allows_hex(hex) {
            return Err(Refusal::HexNotAllowed);
        }
        Ok(Site {
            hex,
            tile: laid.map(|l| l.tile),
            face,
            rotation,
            colour,
        })
    }

    fn check_tile(
        &self,
        site: &Site<'_>,
        id: TileId,
        tile: &Tile,
    ) -> std::result::Result<(), Refusal> {
        if !self.rules.allows_tile(id) {
            return Err(Refusal::TileNotAllowed);
        }
        if tile.face.colour != site.colour {
            return Err(Refusal::WrongColour);
        }
        if !self.rules.colours.contains(site.colour) {
            return Err(Refusal::ColourNotAvailable);
        }
        match site.face.colour {
            Colour::White if !self.rules.new => Err(Refusal::NewTileNotAllowed),
            Colour::White => Ok(()),
            _ if !self.rules.upgrades => Err(Refusal::UpgradeNotAllowed),
            _ => Ok(()),
        }
    }

    fn check_label(&self, site: &Site<'_>, tile: &Tile) -> std::result::Result<(), Refusal> {
        let asked = self.board.label_asked(site.hex, site.colour);
        if self.rules.check_labels && asked != tile.face.label.as_deref() {
            return Err(Refusal::WrongLabel);
        }
        Ok(())
    }

    fn check_fit<'s>(
        &self,
        site: &Site<'_>,
        step: &'s Step,
        tile: &Tile,
        rotation: u8,
    ) -> std::result::Result<&'s Fit, Refusal> {
        let relative = (rotation + SIDES - site.rotation) % SIDES;
        let fit = step.fits[usize::from(relative)].as_ref();
        let fit = fit.ok_or(Refusal::TrackNotPreserved)?;
        let open = self.board.map().hex(site.hex).open_edges;
        if turn_mask(tile.face.exits, rotation) & !open != 0 {
            return Err(Refusal::ExitOffMap);
        }
        Ok(fit)
    }

    fn check_cost(
        &self,
        hex: HexId,
        tile: TileId,
        rotation: u8,
    ) -> std::result::Result<i32, Refusal> {
        let cost = self.board.cost(self.rules, hex, tile, rotation);
        match self.rules.budget {
            Some(budget) if cost > budget => Err(Refusal::TooExpensive),
            _ => Ok(cost),
        }
    }

    /// Connection and use of the new tile.
    fn check_use(
        &self,
        company: CompanyId,
        site: &Site<'_>,
        access: &mut Access,
        lay: &Candidate<'_>,
    ) -> std::result::Result<(), Refusal> {
        if turn_mask(lay.tile.face.exits, lay.rotation) & access.edges == 0 {
            return Err(Refusal::NotConnected);
        }
        if self.rules.connection == Connection::Reached {
            return Ok(());
        }
        let shown = |access: &Access| access.shows_use(site.face, self.rules.connection, lay);
        let used = shown(access).or_else(|| {
            access.look_closer(self.board, company, site.hex);
            shown(access)
        });
        // Rare: only walks that pass the hex itself can tell.
        let used = used.unwrap_or_else(|| {
            let mut after = self.board.clone();
            let goals = lay.fit.goals(self.rules.connection, &lay.tile.face);
            let laid = after.lay(site.hex, lay.id, lay.copy, lay.rotation);
            laid.is_ok() && after.reaches_any(company, site.hex, goals)
        });
        if used {
            Ok(())
        } else {
            Err(Refusal::NoNewTrackReached)
        }
    }
}

/// The lowest free copy of every tile, looked up once for a whole list.
struct Supply {
    /// Copies 0 to 63 that are on the map, one bit each.
    used: Vec<u64>,
}

impl Supply {
    fn new(board: &Board) -> Supply {
        let mut used = vec![0; board.map().tiles().len()];
        for (_, laid) in board.all_laid().filter(|(_, l)| l.copy < 64) {
            used[laid.tile.index()] |= 1 << laid.copy;
        }
        Supply { used }
    }

    fn free_copy(&self, board: &Board, tile: TileId) -> Option<u16> {
        let copy = self.used[tile.index()].trailing_ones() as u16;
        match board.map().tile(tile).count {
            _ if copy == 64 => board.free_copy(tile),
            Some(count) => (copy < count).then_some(copy),
            // With every lay one more copy exists, so the lowest one not on the map does.
            None => Some(copy),
        }
    }
}
