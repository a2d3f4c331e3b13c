//! Costs and cases of the rules, on the map where the B&O and the PRR run.

mod common;

use std::sync::Arc;

use common::{map_of, small_map};
use open18xx_core::{
    Board, Colour, CompanyId, Connection, Error, HexDiscount, HexId, LaySpec, Map, TileId,
};

/// A board and names for it.
struct Table {
    map: Arc<Map>,
    board: Board,
}

impl Table {
    fn new() -> Table {
        let map = map_of(&["B&O", "PRR", "ERIE", "IC"]);
        let board = Board::new(Arc::clone(&map));
        Table { map, board }
    }

    fn hex(&self, name: &str) -> HexId {
        self.map.find_hex(name).unwrap()
    }

    fn tile(&self, name: &str) -> TileId {
        self.map.find_tile(name).unwrap()
    }

    fn company(&self, name: &str) -> CompanyId {
        self.map.find_company(name).unwrap()
    }

    fn lay(&mut self, hex: &str, tile: &str, rotation: u8) {
        let (hex, tile) = (self.hex(hex), self.tile(tile));
        let copy = self.board.free_copy(tile).unwrap();
        self.board.lay(hex, tile, copy, rotation).unwrap();
    }

    fn token(&mut self, company: &str, hex: &str, city: u8) {
        let (company, hex) = (self.company(company), self.hex(hex));
        self.board.place_token(company, hex, city, None).unwrap();
    }

    fn slot_for(&self, company: &str, hex: &str, city: u8) -> Option<u8> {
        let (company, hex) = (self.company(company), self.hex(hex));
        self.board.slot_for(company, hex, city).unwrap()
    }

    fn cost(&self, spec: &LaySpec, hex: &str, tile: &str, rotation: u8) -> i32 {
        let rules = spec.bind(&self.map).unwrap();
        let (hex, tile) = (self.hex(hex), self.tile(tile));
        self.board.lay_cost(&rules, hex, tile, rotation).unwrap()
    }

    /// The reason against a lay, or `ok`.
    fn verdict(&self, company: &str, spec: &LaySpec, lay: (&str, &str, u8)) -> &'static str {
        let rules = spec.bind(&self.map).unwrap();
        let (hex, tile) = (self.hex(lay.0), self.tile(lay.1));
        let company = Some(self.company(company));
        match self.board.check_lay(company, &rules, hex, tile, lay.2) {
            Ok(_) => "ok",
            Err(error) => error.reason().unwrap(),
        }
    }
}

fn all_colours() -> LaySpec {
    LaySpec {
        colours: [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Gray]
            .into_iter()
            .collect(),
        base_cost: 20,
        ..LaySpec::default()
    }
}

fn with_tunnels() -> LaySpec {
    LaySpec {
        discounts: vec![("mountain".into(), 20)],
        ..all_colours()
    }
}

fn with_free_plains() -> LaySpec {
    let own = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<_>>();
    LaySpec {
        hex_discounts: vec![HexDiscount {
            hexes: own(&["E5", "F6", "G5", "H6", "J4"]),
            tiles: Some(own(&["7", "8", "9"])),
            amount: 20,
        }],
        ..all_colours()
    }
}

/// Case 35: the table of section 8.2.
#[test]
fn worked_costs() {
    // (lay, tiles laid before, cost, cost with Tunnel Blasting)
    type Row<'a> = (
        (&'a str, &'a str, u8),
        &'a [(&'a str, &'a str, u8)],
        i32,
        i32,
    );
    let rows: &[Row] = &[
        // C15 first upgrade, new exit towards C17 (edge 4): 294 with edges 0 1 3 4.
        (("C15", "294", 0), &[], 100, 80),
        // C15 later upgrade: 297 with edges 0 1 2 3 4.
        (("C15", "297", 0), &[("C15", "294", 0)], 20, 20),
        // G19 upgrade joining G21 (edge 4) only: 619 with edges 0 2 3 4 turned by 2 is 2 4 5 0.
        (("G19", "619", 2), &[], 40, 20),
        // G17 yellow, no hexside joined.
        (("G17", "9", 0), &[], 40, 20),
        // G17 yellow joining G19: G19 with an exit at edge 1.
        (("G17", "9", 1), &[("G19", "15", 4)], 60, 40),
        // F18 yellow joining G19: G19 with an exit at edge 2.
        (("F18", "9", 2), &[("G19", "619", 2)], 80, 60),
        // G19 upgrade joining existing G17 (edge 1) and G21 (edge 4): 619 + 5 is 5 1 2 3, so 14
        // with edges 0 1 3 4 turned by 1: 1 2 4 5. F18 has no track, so edge 2 is free.
        (("G19", "14", 1), &[("G17", "9", 1)], 60, 40),
        // H14 yellow.
        (("H14", "9", 1), &[], 60, 40),
        // H12 first tile joining I11 (edge 0).
        (("H12", "291", 0), &[("I11", "9", 0)], 60, 60),
    ];
    for (lay, before, plain, tunnels) in rows {
        let mut table = Table::new();
        for &(hex, tile, rotation) in *before {
            table.lay(hex, tile, rotation);
        }
        let cost = |spec: &LaySpec| table.cost(spec, lay.0, lay.1, lay.2);
        assert_eq!(cost(&all_colours()), *plain, "{lay:?}");
        assert_eq!(cost(&with_tunnels()), *tunnels, "{lay:?} with tunnels");
        let free = LaySpec {
            free: true,
            ..all_colours()
        };
        assert_eq!(cost(&free), 0);
    }
    // IC yellow on J4 joining an existing J6 (edge 4), and cases 48.
    let mut table = Table::new();
    assert_eq!(table.cost(&with_free_plains(), "J4", "9", 1), 0);
    assert_eq!(table.cost(&with_free_plains(), "J8", "9", 1), 20);
    table.lay("J6", "9", 1);
    assert_eq!(table.cost(&with_free_plains(), "J4", "9", 1), 40);
    assert_eq!(table.cost(&all_colours(), "J4", "9", 1), 60);
    table.token("IC", "K3", 0);
    let broke = LaySpec {
        budget: Some(0),
        ..with_free_plains()
    };
    // K3's edge 3 is J4's edge 0.
    assert_eq!(table.verdict("IC", &broke, ("J4", "8", 0)), "ok");
    assert_eq!(table.verdict("IC", &broke, ("J4", "8", 4)), "too_expensive");
}

/// A completed hexside is paid once.
#[test]
fn a_hexside_is_paid_once() {
    let mut table = Table::new();
    table.lay("G17", "9", 1);
    // Edge 1 of G19 meets G17 by the first upgrade (20 + 20 + 20 for G21), not by the next.
    table.lay("G19", "14", 1);
    assert_eq!(table.cost(&all_colours(), "G19", "611", 1), 20);
    // F18 completes edge 2 of G19: 40 for the mountain, 40 for the bridge.
    assert_eq!(table.cost(&all_colours(), "F18", "9", 2), 80);
}

/// Case 37: a hex of a private is closed to all.
#[test]
fn case_37_blocked_hexes() {
    let mut table = Table::new();
    table.token("B&O", "G15", 0);
    let blocked = LaySpec {
        blocked: vec!["F14".into(), "F16".into()],
        ..all_colours()
    };
    assert_eq!(
        table.verdict("B&O", &blocked, ("F14", "9", 2)),
        "hex_blocked"
    );
}

/// Case 38: plain track needs new track in reach, a city that changes only its city.
#[test]
fn case_38_use() {
    let mut table = Table::new();
    // MS in C15 runs over C13's straight 1-4 to nowhere.
    table.token("MS", "C15", 0);
    table.lay("C13", "9", 1);
    let spec = all_colours();
    // 23 has 0-3 and 0-4. Turned by 1: 1-4 (kept) and 1-5; turned by 4: 4-1 and 4-2.
    assert_eq!(table.verdict("MS", &spec, ("C13", "23", 4)), "ok");
    assert_eq!(
        table.verdict("MS", &spec, ("C13", "23", 1)),
        "no_new_track_reached"
    );
    // D14 full of others is reached over D14's edge 3 (C15's edge 0).
    table.lay("C15", "295", 0);
    table.lay("D14", "57", 0);
    table.token("GT", "D14", 0);
    assert!(table.board.blocks(table.company("MS"), table.hex("D14"), 0));
    // 15 has 0 1 2 3. Neither of its new edges 1, 2 is reached.
    assert_eq!(table.verdict("MS", &spec, ("D14", "15", 0)), "ok");
}

/// Case 39: labels both ways.
#[test]
fn case_39_labels() {
    let mut table = Table::new();
    table.token("NYC", "E17", 0);
    table.token("GT", "E11", 0);
    let spec = all_colours();
    assert_eq!(table.verdict("NYC", &spec, ("E17", "5", 0)), "wrong_label");
    assert_eq!(table.verdict("NYC", &spec, ("E17", "291", 0)), "ok");
    assert_eq!(table.verdict("GT", &spec, ("E11", "291", 0)), "wrong_label");
    let lax = LaySpec {
        check_labels: false,
        ..spec
    };
    assert_eq!(table.verdict("GT", &lax, ("E11", "291", 0)), "ok");
}

/// Case 40: a reservation keeps its slot, others take the next.
#[test]
fn case_40_reserved_slot() {
    let mut table = Table::new();
    let (e11, prr) = (table.hex("E11"), table.company("PRR"));
    table.board.reserve(prr, e11, Some(0), Some(0)).unwrap();
    table.lay("E11", "57", 1);
    assert_eq!(table.slot_for("GT", "E11", 0), None);
    assert_eq!(table.slot_for("PRR", "E11", 0), Some(0));
    let gt = table.company("GT");
    let refused = table.board.place_token(gt, e11, 0, None).unwrap_err();
    assert_eq!(refused.reason(), Some("no_free_slot"));
    table.lay("E11", "14", 0);
    assert_eq!(table.slot_for("GT", "E11", 0), Some(1));
    table.token("GT", "E11", 0);
    assert_eq!(table.slot_for("NYC", "E11", 0), None);
    table.board.unreserve(prr, Some(e11));
    assert_eq!(table.slot_for("NYC", "E11", 0), Some(0));
}

/// Case 42: two reservations in one city.
#[test]
fn case_42_two_reservations() {
    let mut table = Table::new();
    let d20 = table.hex("D20");
    for (company, slot) in [("NYC", 0), ("ERIE", 1)] {
        let company = table.company(company);
        table
            .board
            .reserve(company, d20, Some(0), Some(slot))
            .unwrap();
    }
    assert_eq!(table.slot_for("B&O", "D20", 0), None);
    table.token("ERIE", "D20", 0);
    table.token("NYC", "D20", 0);
    let slots: Vec<(u8, u8)> = (table.board.tokens().iter())
        .map(|t| (t.slot, t.company.0))
        .collect();
    let [nyc, erie] = ["NYC", "ERIE"].map(|c| table.company(c).0);
    assert_eq!(slots, [(0, nyc), (1, erie)]);
    // The tokens keep their slots (8.3.7).
    table.lay("D20", "15", 0);
    assert_eq!(table.board.tokens().len(), 2);
    assert_eq!(table.board.tokens()[1].slot, 1);
}

/// Cases 43 to 45: one token a hex, and Chicago's four cities.
#[test]
fn case_43_chicago() {
    let mut table = Table::new();
    table.token("GT", "D6", 2);
    let (d6, gt, ic) = (table.hex("D6"), table.company("GT"), table.company("IC"));
    table.board.reserve(ic, d6, Some(3), Some(0)).unwrap();
    assert_eq!(table.slot_for("GT", "D6", 3), None);
    table.board.unreserve(ic, None);
    // Each city keeps its edge, whatever tile comes.
    for tile in ["298", "299", "300"] {
        table.lay("D6", tile, 0);
        let token = table.board.tokens()[0];
        assert_eq!((token.hex, token.city, token.slot), (d6, 2, 0));
    }
    // Over D6's shared edge 2 the other cities are out of its reach, C5 is within.
    let cities: Vec<_> = table.board.reached_cities(gt).collect();
    assert_eq!(cities, [(d6, 2)]);
    table.lay("D8", "9", 1);
    assert!(table.board.token_cities(gt).next().is_none());
    // No rotation but 0 keeps the four edges; 1 gives each edge to another city, and leaves the map.
    let mut fresh = Table::new();
    fresh.token("GT", "D6", 0);
    let verdicts = (0..6).map(|r| fresh.verdict("GT", &all_colours(), ("D6", "298", r)));
    let lost = "track_not_preserved";
    assert_eq!(
        verdicts.collect::<Vec<_>>(),
        ["ok", "exit_off_map", lost, lost, lost, lost]
    );
}

/// Case 95: a blank side of a laid gray tile is an ordinary neighbour, of a printed one it is not.
#[test]
fn case_95_blank_sides() {
    let mut table = Table::new();
    // 51 has edges 0 to 4; turned by 1 its blank side is E11's edge 0, which is F10's edge 3.
    table.lay("E11", "51", 1);
    table.lay("F10", "9", 1);
    let spec = LaySpec {
        connection: Connection::Anywhere,
        ..all_colours()
    };
    // 19 has 0-3 and 2-4; turned by 1: 1-4 and 3-5.
    assert_eq!(table.verdict("GT", &spec, ("F10", "19", 1)), "ok");
    // I5 has track at 0 1 3 4, so its edges 2 and 5 are blank: H4's edge 5 and J6's edge 2.
    assert_eq!(table.verdict("GT", &spec, ("H4", "9", 2)), "exit_off_map");
    assert_eq!(table.verdict("GT", &spec, ("J6", "9", 2)), "exit_off_map");
    // B8 has track at 4 only; C9's edge 2 looks at its edge 5.
    assert_eq!(table.verdict("GT", &spec, ("C9", "57", 2)), "exit_off_map");
    // D16 takes no track at all: D14's edge 4.
    assert_eq!(table.verdict("GT", &spec, ("D14", "57", 1)), "exit_off_map");
}

/// Case 36 and the flags, colours and supply.
#[test]
fn flags_and_supply() {
    let mut table = Table::new();
    table.token("MS", "C15", 0);
    let no_upgrades = LaySpec {
        upgrades: false,
        ..all_colours()
    };
    assert_eq!(
        table.verdict("MS", &no_upgrades, ("C15", "294", 0)),
        "upgrade_not_allowed"
    );
    assert_eq!(table.verdict("MS", &no_upgrades, ("C13", "9", 1)), "ok");
    let only_upgrades = LaySpec {
        new: false,
        ..all_colours()
    };
    assert_eq!(
        table.verdict("MS", &only_upgrades, ("C13", "9", 1)),
        "new_tile_not_allowed"
    );
    let yellow = LaySpec {
        colours: [Colour::Yellow].into_iter().collect(),
        ..all_colours()
    };
    assert_eq!(
        table.verdict("MS", &yellow, ("C15", "294", 0)),
        "colour_not_available"
    );
    assert_eq!(
        table.verdict("MS", &yellow, ("F20", "9", 0)),
        "hex_not_upgradable"
    );
    let here = LaySpec {
        hexes: Some(vec!["E17".into()]),
        tiles: Some(vec!["9".into()]),
        connection: Connection::Anywhere,
        ..all_colours()
    };
    assert_eq!(
        table.verdict("MS", &here, ("C13", "9", 1)),
        "hex_not_allowed"
    );
    assert_eq!(
        table.verdict("MS", &here, ("E17", "291", 0)),
        "tile_not_allowed"
    );
    for hex in ["G3", "G7", "G9"] {
        table.lay(hex, "5", 0);
    }
    assert_eq!(table.board.left(table.tile("5")), Some(0));
    let anywhere = LaySpec {
        connection: Connection::Anywhere,
        ..all_colours()
    };
    assert_eq!(
        table.verdict("MS", &anywhere, ("G13", "5", 0)),
        "no_tile_left"
    );
    // A replaced tile returns to the supply, with its copy number.
    table.lay("G7", "15", 0);
    assert_eq!(table.board.free_copy(table.tile("5")), Some(1));
}

/// Tiles without limit: each lay makes the next copy.
#[test]
fn copies_of_unlimited_tiles() {
    let mut table = Table::new();
    let (nine, f10) = (table.tile("9"), table.hex("F10"));
    assert!(table.board.is_free(nine, 0) && !table.board.is_free(nine, 1));
    table.lay("C13", "9", 1);
    table.lay("B14", "9", 1);
    assert_eq!(table.board.free_copy(nine), Some(2));
    let refused = table.board.lay(f10, nine, 3, 0).unwrap_err();
    assert_eq!(refused.reason(), Some("no_tile_left"));
    table.lay("C13", "20", 1);
    // Copy 0 is back; copy 2 still exists.
    assert_eq!(table.board.free_copy(nine), Some(0));
    assert!(table.board.is_free(nine, 2));
    table.board.lay(f10, nine, 2, 0).unwrap();
    assert_eq!(table.board.left(nine), None);
}

/// Little Miami: which lays join two cities with new track.
#[test]
fn joining_lines() {
    let mut table = Table::new();
    let (h12, g13) = (table.hex("H12"), table.hex("G13"));
    assert!(!table.board.joined(h12, g13));
    let base = table.board.clone();
    // H12's edge 3 is G13's edge 0: 293 has 0 and 3, 57 has 0 and 3.
    table.lay("H12", "293", 0);
    assert!(!table.board.joined(h12, g13));
    let one = table.board.clone();
    table.lay("G13", "57", 0);
    assert!(table.board.joined(h12, g13) && table.board.joined(g13, h12));
    assert!(table.board.joined_using(h12, g13, &base).unwrap());
    assert!(table.board.joined_using(h12, g13, &one).unwrap());
    // An upgrade of Dayton that leaves the line as it is adds nothing to it.
    let joined = table.board.clone();
    table.lay("G13", "14", 0);
    assert!(table.board.joined_using(h12, g13, &base).unwrap());
    assert!(!table.board.joined_using(h12, g13, &joined).unwrap());
    // Tokens do not matter, off-boards do: both lie at J10 only.
    table.token("NYC", "H12", 0);
    assert!(table.board.joined(h12, g13));
    let other = small_map(r#"{"id": "A1", "colour": "white"}"#, "");
    let other = Board::new(other);
    assert!(matches!(
        table.board.joined_using(h12, g13, &other),
        Err(Error::Invalid { field: "base", .. })
    ));
}

/// A reservation in any city of a hex leaves one slot of all.
#[test]
fn reservation_of_any_city() {
    let mut table = Table::new();
    let (d6, prr) = (table.hex("D6"), table.company("PRR"));
    table.board.reserve(prr, d6, None, Some(0)).unwrap();
    for (company, city) in [("GT", 0), ("IC", 1), ("NYC", 3)] {
        assert_eq!(table.slot_for(company, "D6", city), Some(0));
        table.token(company, "D6", city);
    }
    assert_eq!(table.slot_for("B&O", "D6", 2), None);
    assert_eq!(table.slot_for("PRR", "D6", 2), Some(0));
}
