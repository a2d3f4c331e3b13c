//! Reach against all single walks, on random boards.

mod common;

use common::{Random, Slow, grown_board, maps, random_board, small_map};
use open18xx_core::{
    Board, Colour, CompanyId, HexId, LayRules, LaySpec, Map, SIDES, SegmentId, StopId, TileId,
};

const A: CompanyId = CompanyId(0);

fn compare(board: &Board) -> Option<usize> {
    let slow = Slow::new(board, A)?;
    let reach = board.reach(A);
    let track = board.track();
    for (i, segment) in track.segments().iter().enumerate() {
        let expected = slow
            .pieces
            .contains(&(segment.hex, usize::from(segment.path)));
        let found = reach.segment(SegmentId(i as u16));
        let name = &board.map().hex(segment.hex).name;
        assert_eq!(
            found,
            expected,
            "piece {} of {name}\n{}",
            segment.path,
            show(board)
        );
    }
    for (i, stop) in track.stops().iter().enumerate() {
        let expected = slow.stops.contains(&(stop.hex, stop.kind, stop.number));
        let found = reach.stop(StopId(i as u16));
        assert_eq!(found, expected, "{stop:?}\n{}", show(board));
    }
    let edges = slow.edges();
    for i in 0..board.map().hexes().len() {
        let hex = HexId(i as u16);
        for edge in 0..SIDES {
            let found = reach.edges(hex) >> edge & 1 == 1;
            assert_eq!(
                found,
                edges.contains(&(hex, edge)),
                "{hex:?} {edge}\n{}",
                show(board)
            );
        }
    }
    Some(slow.pieces.len())
}

fn show(board: &Board) -> String {
    let map = board.map();
    let tiles: Vec<String> = (board.all_laid())
        .map(|(hex, l)| {
            format!(
                "{} {} {}",
                map.hex(hex).name,
                map.tile(l.tile).id,
                l.rotation
            )
        })
        .collect();
    format!("{}\n{:?}", tiles.join(", "), board.tokens())
}

#[test]
fn reach_is_the_union_of_all_single_walks() {
    let maps = maps();
    let mut random = Random(18);
    let rounds = std::env::var("OPEN18XX_ROUNDS").map_or(2500, |n| n.parse().unwrap());
    let (mut done, mut pieces) = (0, 0);
    for round in 0..rounds {
        let map = random.pick(&maps);
        let tiles = 4 + random.below(30);
        let board = match round % 2 {
            0 => random_board(map, &mut random, tiles),
            _ => grown_board(map, &mut random, tiles),
        };
        if let Some(reached) = compare(&board) {
            done += 1;
            pieces += reached;
        }
    }
    // The boards must be worth the while.
    assert!(
        done * 10 > rounds * 9,
        "{done} of {rounds} boards were small enough"
    );
    assert!(pieces > 3 * done, "{pieces} pieces on {done} boards");
}

/// From the token in B4 the walk goes out on one side, and the track
/// first used inward is another walk's way out.
#[test]
fn two_ways_round_a_ring() {
    let map = small_map(
        r#"{"id": "A3", "colour": "white"}, {"id": "A5", "colour": "white"},
           {"id": "B2", "colour": "white"}, {"id": "B6", "colour": "white"},
           {"id": "B4", "colour": "gray", "cities": [{"slots": 1, "revenue": 10, "part": 0}],
            "paths": ["2-c0", "3-c0"]}"#,
        r#"{"id": "Y", "colour": "yellow", "count": 9, "paths": ["0-4", "0-1", "4-2"]}"#,
    );
    let mut board = Board::new(map.clone());
    let hex = |name| map.find_hex(name).unwrap();
    board.place_token(A, hex("B4"), 0, None).unwrap();
    // A3 rotation 5 joins edges 5-3, 5-0, 3-1: edge 5 leads to B4. A5 likewise at edge 0 with
    // rotation 0: 0-4, 0-1, 4-2. A5's edge 1 is A3's edge 4: nothing there.
    board.lay(hex("A3"), TileId(0), 0, 5).unwrap();
    board.lay(hex("A5"), TileId(0), 1, 0).unwrap();
    compare(&board).unwrap();
    assert_eq!(board.reach(A).edges(hex("B2")), 1 << 3, "by A3's edge 0");
    // The pieces 3-1 of A3 and 4-2 of A5 meet the used edge only.
    let piece = |name, n| SegmentId((board.track().hex_segments(hex(name)).start + n) as u16);
    assert!(board.reach(A).segment(piece("A3", 1)));
    assert!(!board.reach(A).segment(piece("A3", 2)));
    assert!(!board.reach(A).segment(piece("A5", 2)));
}

/// Case 96: the token's only way out is hexside B4-B6, then a ring through the switches of B6, A7
/// and B8. The ring's pieces are ways out for walks that went round the other way; a piece that
/// leads back over the first hexside is reached by none.
#[test]
fn case_96_round_a_ring_and_back() {
    let map = small_map(
        r#"{"id": "A7", "colour": "white"}, {"id": "B6", "colour": "white"},
           {"id": "B8", "colour": "white"}, {"id": "A5", "colour": "white"},
           {"id": "B4", "colour": "gray", "cities": [{"slots": 1, "revenue": 10, "part": 0}],
            "paths": ["4-c0"]}"#,
        r#"{"id": "Y", "colour": "yellow", "count": null, "paths": ["1-3", "1-4"]},
           {"id": "Z", "colour": "yellow", "count": null, "paths": ["0-5"]},
           {"id": "V", "colour": "yellow", "count": null, "paths": ["1-2", "0-5"]},
           {"id": "G", "colour": "green", "count": null, "paths": ["1-3", "1-4", "2-4"]}"#,
    );
    let mut board = Board::new(map.clone());
    let hex = |name| map.find_hex(name).unwrap();
    let tile = |name| map.find_tile(name).unwrap();
    board.place_token(A, hex("B4"), 0, None).unwrap();
    // B6: edge 1 is the way in; 3 leads to A7 (its edge 0), 4 to B8 (its edge 1).
    board.lay(hex("B6"), tile("Y"), 0, 0).unwrap();
    board.lay(hex("A7"), tile("Z"), 0, 0).unwrap();
    board.lay(hex("B8"), tile("V"), 0, 0).unwrap();
    compare(&board).unwrap();
    // Upgrade of B6 by 2-4: over A7 and B8 a walk comes back to edge 4 and leaves by edge 2.
    let rules = rules_on(&map);
    let check = |board: &Board| board.check_lay(Some(A), &rules, hex("B6"), tile("G"), 0);
    assert_eq!(check(&board), Ok(0));
    // Without the ring's last piece nothing comes to edge 4 from outside.
    let mut open = board.clone();
    open.lay(hex("B8"), tile("Z"), 1, 0).unwrap();
    assert_eq!(
        check(&open).unwrap_err().reason(),
        Some("no_new_track_reached")
    );
    // Turned to 2-4, 2-5 and 3-5 the tile has no piece for the way in.
    let other = board.check_lay(Some(A), &rules, hex("B6"), tile("G"), 1);
    assert_eq!(other.unwrap_err().reason(), Some("track_not_preserved"));
    // The new piece joined to the way in: a walk would use hexside B4-B6 twice.
    let back = small_map(
        r#"{"id": "A7", "colour": "white"}, {"id": "B6", "colour": "white"},
           {"id": "B8", "colour": "white"},
           {"id": "B4", "colour": "gray", "cities": [{"slots": 1, "revenue": 10, "part": 0}],
            "paths": ["4-c0"]}"#,
        r#"{"id": "Y", "colour": "yellow", "count": null, "paths": ["1-3"]},
           {"id": "Z", "colour": "yellow", "count": null, "paths": ["0-5"]},
           {"id": "V", "colour": "yellow", "count": null, "paths": ["1-2"]},
           {"id": "G", "colour": "green", "count": null, "paths": ["1-3", "0-4"]},
           {"id": "H", "colour": "green", "count": null, "paths": ["1-3", "3-4"]}"#,
    );
    let hex = |name| back.find_hex(name).unwrap();
    let tile = |name| back.find_tile(name).unwrap();
    let mut board = Board::new(back.clone());
    board.place_token(A, hex("B4"), 0, None).unwrap();
    board.lay(hex("B6"), tile("Y"), 0, 0).unwrap();
    board.lay(hex("A7"), tile("Z"), 0, 0).unwrap();
    board.lay(hex("B8"), tile("V"), 0, 0).unwrap();
    let check = |tile| board.check_lay(Some(A), &rules_on(&back), hex("B6"), tile, 0);
    // The walk comes to edge 4 by edge 3: 3-4 would touch that hexside again.
    let refused = check(tile("H")).unwrap_err();
    assert_eq!(refused.reason(), Some("no_new_track_reached"));
    // Edge 0 is off the map here.
    assert_eq!(check(tile("G")).unwrap_err().reason(), Some("exit_off_map"));
}

/// A city that was full gets a slot: behind it a ring leads to new track elsewhere in its hex.
#[test]
fn new_track_behind_a_city_that_opens() {
    let city = |slots, paths: &str| {
        format!(
            r#""count": null, "cities": [{{"slots": {slots}, "revenue": 10, "part": 0}}], "paths": {paths}"#
        )
    };
    let map = small_map(
        r#"{"id": "C5", "colour": "white", "cities": [{"slots": 1, "revenue": 0, "part": 0}]},
           {"id": "B6", "colour": "white"}, {"id": "C7", "colour": "white"},
           {"id": "C3", "colour": "white"},
           {"id": "D4", "colour": "gray", "cities": [{"slots": 1, "revenue": 10, "part": 0}],
            "paths": ["3-c0"]}"#,
        &format!(
            r#"{{"id": "Y", "colour": "yellow", {}}}, {{"id": "G", "colour": "green", {}}},
               {{"id": "F", "colour": "green", {}}},
               {{"id": "R", "colour": "yellow", "count": null, "paths": ["0-5", "1-2"]}}"#,
            city(1, r#"["0-c0", "3-c0"]"#),
            city(2, r#"["0-c0", "3-c0", "1-4"]"#),
            city(1, r#"["0-c0", "3-c0", "1-4"]"#),
        ),
    );
    let mut board = Board::new(map.clone());
    let hex = |name| map.find_hex(name).unwrap();
    let tile = |name| map.find_tile(name).unwrap();
    board.place_token(A, hex("D4"), 0, None).unwrap();
    board.place_token(CompanyId(1), hex("C5"), 0, None).unwrap();
    board.lay(hex("C5"), tile("Y"), 0, 0).unwrap();
    board.lay(hex("B6"), tile("R"), 0, 0).unwrap();
    board.lay(hex("C7"), tile("R"), 1, 0).unwrap();
    let rules = rules_on(&map);
    let check = |name| board.check_lay(Some(A), &rules, hex("C5"), tile(name), 0);
    assert_eq!(check("G"), Ok(0));
    assert_eq!(
        check("F").unwrap_err().reason(),
        Some("no_new_track_reached")
    );
}

fn rules_on(map: &Map) -> LayRules {
    let spec = LaySpec {
        colours: [Colour::Green].into_iter().collect(),
        ..LaySpec::default()
    };
    spec.bind(map).unwrap()
}
