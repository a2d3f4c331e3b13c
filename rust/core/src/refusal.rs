//! Why a lay is refused.

use crate::board::Board;
use crate::error::Error;
use crate::map::{CompanyId, HexId, SideId, TileId};
use crate::rules::{Connection, LayRules};
use crate::tile::{Face, SIDES, turn_mask};

/// A broken rule. Small, because most refusals are never looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    HexBlocked,
    HexNotUpgradable,
    HexNotAllowed,
    TileNotAllowed,
    WrongColour,
    ColourNotAvailable,
    NewTileNotAllowed,
    UpgradeNotAllowed,
    NoTileLeft,
    WrongLabel,
    WrongCities,
    TrackNotPreserved,
    ExitOffMap,
    NotConnected,
    NoNewTrackReached,
    TooExpensive,
}

impl Refusal {
    /// The stable code of the rule.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Refusal::HexBlocked => "hex_blocked",
            Refusal::HexNotUpgradable => "hex_not_upgradable",
            Refusal::HexNotAllowed => "hex_not_allowed",
            Refusal::TileNotAllowed => "tile_not_allowed",
            Refusal::WrongColour => "wrong_colour",
            Refusal::ColourNotAvailable => "colour_not_available",
            Refusal::NewTileNotAllowed => "new_tile_not_allowed",
            Refusal::UpgradeNotAllowed => "upgrade_not_allowed",
            Refusal::NoTileLeft => "no_tile_left",
            Refusal::WrongLabel => "wrong_label",
            Refusal::WrongCities => "wrong_cities",
            Refusal::TrackNotPreserved => "track_not_preserved",
            Refusal::ExitOffMap => "exit_off_map",
            Refusal::NotConnected => "not_connected",
            Refusal::NoNewTrackReached => "no_new_track_reached",
            Refusal::TooExpensive => "too_expensive",
        }
    }

    /// The error for a lay that broke this rule.
    pub(crate) fn explain(
        self,
        board: &Board,
        company: Option<CompanyId>,
        rules: &LayRules,
        hex: HexId,
        tile: TileId,
        rotation: u8,
    ) -> Error {
        let map = board.map();
        let (name, id) = (&map.hex(hex).name, &map.tile(tile).id);
        let new = &map.tile(tile).face;
        let (old, _) = board.face(hex);
        let who = company.map_or("the company", |c| map.company(c));
        let list = |mask: u8| -> String {
            let edges = (0..SIDES).filter(|e| mask >> e & 1 == 1);
            let edges: Vec<String> = edges.map(|e| e.to_string()).collect();
            edges.join(", ")
        };
        let exits = turn_mask(new.exits, rotation);
        let why = match self {
            Refusal::HexBlocked => format!("{name} is closed to all for now"),
            Refusal::HexNotUpgradable => {
                format!("{name} is {} and takes no further tile", old.colour)
            }
            Refusal::HexNotAllowed => format!("{name} is not among the hexes of this lay"),
            Refusal::TileNotAllowed => format!("tile {id} is not among the tiles of this lay"),
            Refusal::WrongColour => match old.colour.next() {
                Some(next) => format!(
                    "it is {}; {name} is {} and takes {next}",
                    new.colour, old.colour
                ),
                None => format!("it is {}", new.colour),
            },
            Refusal::ColourNotAvailable => {
                let colours: Vec<&str> = rules.colours.iter().map(|c| c.name()).collect();
                format!(
                    "{} tiles are not available, only {}",
                    new.colour,
                    colours.join(", ")
                )
            }
            Refusal::NewTileNotAllowed => {
                format!("{name} has no track yet, and this lay must be an upgrade")
            }
            Refusal::UpgradeNotAllowed => {
                format!(
                    "{name} is {}, and this lay may not be an upgrade",
                    old.colour
                )
            }
            Refusal::NoTileLeft => {
                let count = map.tile(tile).count.unwrap_or(0);
                format!("all {count} copies of tile {id} are on the map")
            }
            Refusal::WrongLabel => {
                let say = |label: Option<&str>| match label {
                    Some(label) => format!("label {label}"),
                    None => "no label".to_owned(),
                };
                format!(
                    "{name} asks for {}, the tile has {}",
                    say(board.label_asked(hex, new.colour)),
                    say(new.label.as_deref())
                )
            }
            Refusal::WrongCities => {
                let say = |face: &Face| {
                    let slots: u32 = face.city_faces().iter().map(|c| u32::from(c.slots)).sum();
                    let (cities, towns) = (face.cities, face.towns);
                    format!("cities: {cities} (slots: {slots}), towns: {towns}")
                };
                format!("{name} has {}; the tile has {}", say(old), say(new))
            }
            Refusal::TrackNotPreserved => format!("it does not keep the track in {name}"),
            Refusal::ExitOffMap => {
                let wrong = exits & !map.hex(hex).open_edges;
                format!("there is nothing to meet at edge {} of {name}", list(wrong))
            }
            Refusal::NotConnected => {
                let reached = company.map_or(0, |c| board.reach(c).edges(hex));
                if reached == 0 {
                    format!("{who} does not reach {name}")
                } else {
                    format!(
                        "{who} reaches edges {} of {name}, the tile has edges {}",
                        list(reached),
                        list(exits)
                    )
                }
            }
            Refusal::NoNewTrackReached => match rules.connection {
                Connection::TrackOrCity => {
                    format!("{who} reaches neither new track nor a city of it")
                }
                _ => format!("{who} reaches no new track of it, and no city that changes"),
            },
            Refusal::TooExpensive => self.say_cost(board, rules, hex, tile, rotation, who),
        };
        Error::illegal(
            self.reason(),
            format!("tile {id} with rotation {rotation} on {name}: {why}"),
        )
    }

    fn say_cost(
        self,
        board: &Board,
        rules: &LayRules,
        hex: HexId,
        tile: TileId,
        rotation: u8,
        who: &str,
    ) -> String {
        let map = board.map();
        let cost = board.cost(rules, hex, tile, rotation);
        let budget = rules.budget.unwrap_or(0);
        let mut text = format!("it costs ${cost}, {who} can pay ${budget}");
        let mut parts = Vec::new();
        if let Some(terrain) = map.hex(hex).terrain
            && board.laid(hex).is_none()
        {
            let kind = &map.terrains()[usize::from(terrain.kind)];
            parts.push(format!("${} printed for {kind}", terrain.cost));
        }
        let added = turn_mask(map.tile(tile).face.exits, rotation) & !board.exits(hex);
        for edge in (0..SIDES).filter(|e| added >> e & 1 == 1) {
            let side = SideId::new(hex, edge);
            if let (Some(border), Some(other)) = (map.border(side), map.facing(side))
                && board.exits(other.hex()) >> other.edge() & 1 == 1
            {
                let kind = &map.terrains()[usize::from(border.kind)];
                let beyond = &map.hex(other.hex()).name;
                parts.push(format!("${} for the {kind} towards {beyond}", border.cost));
            }
        }
        if !parts.is_empty() {
            text.push_str(&format!(" ({} before discounts)", parts.join(", ")));
        }
        text
    }
}
