//! What a lay costs, and which label its tile must have.

use crate::board::Board;
use crate::colour::Colour;
use crate::map::{HexId, SideId, TileId};
use crate::rules::LayRules;
use crate::tile::{SIDES, turn_mask};

impl Board {
    /// Hex part plus the cost of each hexside where track meets track by this lay.
    pub(crate) fn cost(&self, rules: &LayRules, hex: HexId, tile: TileId, rotation: u8) -> i32 {
        if rules.free {
            return 0;
        }
        let map = self.map();
        let off = |kind: u8, cost: i32| (cost - rules.discount(kind)).max(0);
        let printed = match map.hex(hex).terrain {
            // Only the first tile pays for what is printed.
            Some(terrain) if self.laid(hex).is_none() => off(terrain.kind, terrain.cost),
            _ => 0,
        };
        let mut cost = rules.base_cost.max(printed);
        cost = (cost - rules.hex_discount(hex, tile)).max(0);

        let now = turn_mask(map.tile(tile).face.exits, rotation);
        let added = now & !self.exits(hex);
        for edge in (0..SIDES).filter(|edge| added >> edge & 1 == 1) {
            let side = SideId::new(hex, edge);
            if let (Some(border), Some(other)) = (map.border(side), map.facing(side))
                && self.exits(other.hex()) >> other.edge() & 1 == 1
            {
                cost += off(border.kind, border.cost);
            }
        }
        cost
    }

    /// Edges with track of what shows on the hex, one bit each.
    pub fn exits(&self, hex: HexId) -> u8 {
        let (face, rotation) = self.face(hex);
        turn_mask(face.exits, rotation)
    }

    /// The label that a tile of this colour must have on the hex. A label for later that is
    /// printed on the hex stays in force until its colour comes.
    pub(crate) fn label_asked(&self, hex: HexId, colour: Colour) -> Option<&str> {
        let (face, _) = self.face(hex);
        let print = &self.map().hex(hex).face;
        for future in [&face.future_label, &print.future_label] {
            if let Some(future) = future
                && future.colour == colour
            {
                return Some(&future.label);
            }
        }
        face.label.as_deref()
    }
}
