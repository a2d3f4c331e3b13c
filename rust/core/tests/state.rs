//! Boards as values: bytes, hash, equality, and data that make no sense.

mod common;

use std::sync::Arc;

use common::{Random, map_texts, maps, random_board};
use open18xx_core::{Board, CompanyId, Error, HexId, Map};

fn random_reservations(board: &mut Board, random: &mut Random) {
    for _ in 0..random.below(4) {
        let hex = HexId(random.below(board.map().hexes().len()) as u16);
        let cities = board.face(hex).0.cities;
        let city = (cities > 0 && random.below(3) > 0).then(|| random.below(cities.into()) as u8);
        let slot = (random.below(3) > 0).then_some(0);
        let _ = board.reserve(CompanyId(random.below(3) as u8), hex, city, slot);
    }
}

#[test]
fn bytes_bring_the_board_back() {
    let mut random = Random(7);
    for map in maps() {
        for _ in 0..200 {
            let tiles = random.below(40);
            let mut board = random_board(&map, &mut random, tiles);
            random_reservations(&mut board, &mut random);
            let back = Board::from_state(Arc::clone(&map), &board.state()).unwrap();
            assert_eq!(back, board);
            assert_eq!(back.position_hash(), board.position_hash());
        }
    }
}

#[test]
fn hostile_bytes_are_refused_or_make_a_board() {
    let mut random = Random(11);
    let map = &maps()[0];
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..4000 {
        let tiles = random.below(20);
        let board = random_board(map, &mut random, tiles);
        let mut data = board.state();
        match random.below(3) {
            0 => data.truncate(random.below(data.len())),
            1 => data.push(0),
            _ => {
                let place = random.below(data.len());
                data[place] = random.next() as u8;
            }
        }
        match Board::from_state(Arc::clone(map), &data) {
            Ok(board) => {
                // Whatever it is, it must hold together.
                let again = Board::from_state(Arc::clone(map), &board.state()).unwrap();
                assert_eq!(again, board);
                board.reach(CompanyId(0));
                taken += 1;
            }
            Err(error) => {
                assert!(matches!(
                    error,
                    Error::Invalid {
                        field: "data" | "city",
                        ..
                    }
                ));
                refused += 1;
            }
        }
    }
    assert!(
        refused > 2000 && taken > 20,
        "{refused} refused, {taken} taken"
    );
}

/// The hash is kept up step by step; it must not depend on the way.
#[test]
fn hash_depends_on_the_position_only() {
    let map = &maps()[0];
    let mut random = Random(3);
    for _ in 0..200 {
        let tiles = random.below(20);
        let mut board = random_board(map, &mut random, tiles);
        let before = (board.clone(), board.position_hash());
        random_reservations(&mut board, &mut random);
        for company in (0..map.companies().len()).map(|i| CompanyId(i as u8)) {
            board.unreserve(company, None);
        }
        assert_eq!((board.clone(), board.position_hash()), before);
        let tokens = board.tokens().to_vec();
        for token in &tokens {
            board
                .remove_token(token.company, token.hex, token.city)
                .unwrap();
        }
        assert!(tokens.is_empty() || board.position_hash() != before.1);
        for t in tokens.iter().rev() {
            let slot = Some(t.slot);
            board.place_token(t.company, t.hex, t.city, slot).unwrap();
        }
        assert_eq!((board.clone(), board.position_hash()), before);
    }
}

/// A copy does not see what happens to the other, nor do answers that were kept.
#[test]
fn copies_are_apart() {
    let map = &maps()[0];
    let mut random = Random(5);
    for _ in 0..200 {
        let tiles = 10 + random.below(20);
        let board = random_board(map, &mut random, tiles);
        let company = CompanyId(0);
        let edges = |b: &Board| -> Vec<u8> {
            let reach = b.reach(company);
            (0..map.hexes().len())
                .map(|i| reach.edges(HexId(i as u16)))
                .collect()
        };
        let state = board.state();
        let seen = edges(&board);
        let mut other = board.clone();
        other.remove_tokens(company);
        assert!(edges(&other).iter().all(|&e| e == 0));
        for (hex, _) in board.all_laid().collect::<Vec<_>>() {
            for tile in (0..map.tiles().len()).map(|i| open18xx_core::TileId(i as u16)) {
                if let Some(copy) = other.free_copy(tile) {
                    let _ = other.lay(hex, tile, copy, 0);
                }
            }
        }
        assert_eq!(board.state(), state);
        assert_eq!(edges(&board), seen);
    }
}

#[test]
fn digest_ignores_layout_of_the_text() {
    let text = &map_texts()[0];
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    let digest = |t: &str| Map::new(t).unwrap().digest();
    assert_eq!(digest(&pretty), digest(text));
    assert_ne!(
        digest(&text.replacen("\"count\": 3", "\"count\": 4", 1)),
        digest(text)
    );
}

#[test]
fn bad_data_names_its_place() {
    let hexes = |hex: &str| {
        format!(r#"{{"layout": "pointy", "hexes": [{{"id": "A1", {hex}}}], "tiles": []}}"#)
    };
    for (text, place) in [
        ("{}".to_owned(), "layout"),
        (
            r#"{"layout": "flat", "hexes": [], "tiles": []}"#.into(),
            "layout",
        ),
        (hexes(r#""colour": "pink""#), "hex A1"),
        (
            hexes(r#""colour": "gray", "paths": ["0-6"]"#),
            "paths[0] \"0-6\"",
        ),
        (
            hexes(r#""colour": "gray", "paths": ["0-1", "1-c0"]"#),
            "paths[1] \"1-c0\"",
        ),
        (
            hexes(r#""colour": "gray", "paths": ["2-2"]"#),
            "paths[0] \"2-2\"",
        ),
        (
            hexes(r#""colour": "gray", "paths": ["0-1", "1-0"]"#),
            "paths[1] \"1-0\"",
        ),
        (hexes(r#""colour": "gray", "paths": ["0-é"]"#), "paths[0]"),
        (hexes(r#""colour": "white", "cost": 20"#), "hex A1"),
        (
            hexes(r#""colour": "white", "terrain": "water", "cost": -1"#),
            "hex A1",
        ),
        (
            hexes(r#""colour": "white", "borders": [{"edge": 6, "terrain": "water", "cost": 1}]"#),
            "hex A1",
        ),
        (
            hexes(r#""colour": "red", "offboards": [{"revenue": {"pink": 1}, "part": 0}]"#),
            "hex A1",
        ),
        (
            r#"{"layout": "pointy", "hexes": [{"id": "1A", "colour": "white"}], "tiles": []}"#
                .into(),
            "hex 1A",
        ),
    ] {
        let error = Map::new(&text).unwrap_err();
        assert!(matches!(error, Error::Data(_)));
        assert!(
            error.to_string().contains(place),
            "{error} should name {place}"
        );
    }
}
