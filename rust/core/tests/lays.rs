//! Tile lays against a plain reading of the rules, on random boards.

mod common;

use std::collections::HashSet;

use common::{Random, Slow, grown_board, maps, random_board};
use open18xx_core::{
    Board, Colour, CompanyId, Connection, Face, HexId, Lay, LaySpec, PathEnd, SIDES, SideId,
    StopKind, TileId, turn,
};

const A: CompanyId = CompanyId(0);

fn permutations(n: u8) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for _ in 0..n {
        all = (all.into_iter())
            .flat_map(|start: Vec<u8>| {
                let rest = (0..n).filter(|i| !start.contains(i)).collect::<Vec<u8>>();
                rest.into_iter()
                    .map(move |i| [start.clone(), vec![i]].concat())
            })
            .collect();
    }
    all
}

/// Pieces of a face as unordered pairs, with cities renumbered.
fn pieces(face: &Face, rotation: u8, cities: &[u8]) -> Vec<[String; 2]> {
    let say = |end: PathEnd| match end {
        PathEnd::Edge(edge) => format!("{}", turn(edge, rotation)),
        PathEnd::Stop(StopKind::City, n) => format!("c{}", cities[usize::from(n)]),
        other => format!("{other:?}"),
    };
    (face.paths.iter())
        .map(|path| {
            let mut ends = path.ends.map(say);
            ends.sort();
            ends
        })
        .collect()
}

fn slots(face: &Face) -> u32 {
    face.stops.iter().map(|s| u32::from(s.slots)).sum()
}

/// The rules one after the other, with no short cut. Money aside.
fn plain_legal(board: &Board, spec: &LaySpec, lay: (HexId, TileId, u8)) -> Option<bool> {
    let (hex, tile, rotation) = lay;
    let map = board.map();
    let (old, old_rotation) = board.face(hex);
    let new = &map.tile(tile).face;
    let order = [
        Colour::White,
        Colour::Yellow,
        Colour::Green,
        Colour::Brown,
        Colour::Gray,
    ];
    let step = |c: Colour| order.iter().position(|o| *o == c);
    let (Some(from), Some(to)) = (step(old.colour), step(new.colour)) else {
        return Some(false);
    };
    let printed = &map.hex(hex).face;
    let future = [&old.future_label, &printed.future_label];
    let label = (future.into_iter().flatten())
        .find(|f| f.colour == new.colour)
        .map(|f| f.label.clone())
        .or(old.label.clone());
    if spec.blocked.contains(&map.hex(hex).name)
        || to != from + 1
        || !spec.colours.contains(new.colour)
        || board.left(tile) == Some(0)
        || (spec.check_labels && label != new.label)
        || (old.cities, old.towns) != (new.cities, new.towns)
        || slots(old) > slots(new)
        || (from == 0 && !spec.new)
        || (from > 0 && !spec.upgrades)
    {
        return Some(false);
    }
    let named: Vec<u8> = (0..new.cities).collect();
    let there = pieces(new, rotation, &named);
    let Some(cities) = permutations(old.cities).into_iter().find(|cities| {
        let kept = pieces(old, old_rotation, cities);
        kept.iter().all(|p| there.contains(p))
    }) else {
        return Some(false);
    };
    for edge in there.iter().flatten().filter_map(|e| e.parse::<u8>().ok()) {
        let Some(other) = map.facing(SideId::new(hex, edge)) else {
            return Some(false);
        };
        let face = &map.hex(other.hex()).face;
        let fixed = matches!(face.colour, Colour::Gray | Colour::Red | Colour::Blue);
        let met = face
            .paths
            .iter()
            .flat_map(|p| p.ends)
            .any(|e| e == PathEnd::Edge(other.edge()));
        if fixed && !met {
            return Some(false);
        }
    }
    if spec.connection == Connection::Anywhere {
        return Some(true);
    }
    let edges = Slow::new(board, A)?.edges();
    if !(there.iter().flatten().filter_map(|e| e.parse().ok())).any(|e| edges.contains(&(hex, e))) {
        return Some(false);
    }
    if spec.connection == Connection::Reached {
        return Some(true);
    }
    let mut after = board.clone();
    after
        .lay(hex, tile, board.free_copy(tile)?, rotation)
        .unwrap();
    let slow = Slow::new(&after, A)?;
    let kept = pieces(old, old_rotation, &cities);
    let used = there.iter().enumerate().any(|(i, piece)| {
        let revalued = |n: u8| {
            let was = cities.iter().position(|&c| c == n).unwrap();
            old.stops[was].revenue != new.stops[usize::from(n)].revenue
        };
        let city = piece
            .iter()
            .filter_map(|e| e.strip_prefix('c')?.parse().ok())
            .any(revalued);
        let new_or_city = !kept.contains(piece) || (spec.connection == Connection::Track && city);
        slow.pieces.contains(&(hex, i)) && new_or_city
    });
    let city = (0..new.cities).any(|n| slow.stops.contains(&(hex, StopKind::City, n)));
    Some(used || (spec.connection == Connection::TrackOrCity && city))
}

fn random_spec(board: &Board, random: &mut Random) -> LaySpec {
    let map = board.map();
    let highest = 1 + random.below(4);
    LaySpec {
        colours: [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Gray]
            .into_iter()
            .take(highest)
            .collect(),
        new: random.below(6) > 0,
        upgrades: random.below(6) > 0,
        blocked: vec![
            map.hex(HexId(random.below(map.hexes().len()) as u16))
                .name
                .clone(),
        ],
        connection: *random.pick(&[
            Connection::Track,
            Connection::Track,
            Connection::TrackOrCity,
            Connection::Reached,
            Connection::Anywhere,
        ]),
        check_labels: random.below(6) > 0,
        base_cost: 20,
        ..LaySpec::default()
    }
}

#[test]
fn lays_are_what_the_rules_allow() {
    let maps = maps();
    let mut random = Random(1846);
    let rounds = std::env::var("OPEN18XX_ROUNDS").map_or(120, |n| n.parse().unwrap());
    let (mut legal, mut illegal) = (0, HashSet::new());
    for round in 0..rounds {
        let map = random.pick(&maps);
        let tiles = 2 + random.below(20);
        let board = match round % 2 {
            0 => random_board(map, &mut random, tiles),
            _ => grown_board(map, &mut random, tiles),
        };
        if Slow::new(&board, A).is_none() {
            continue;
        }
        let spec = random_spec(&board, &mut random);
        let rules = spec.bind(map).unwrap();
        let mut expected = Vec::new();
        for hex in (0..map.hexes().len()).map(|i| HexId(i as u16)) {
            for tile in (0..map.tiles().len()).map(|i| TileId(i as u16)) {
                for rotation in 0..SIDES {
                    let found = board.check_lay(Some(A), &rules, hex, tile, rotation);
                    let plain = plain_legal(&board, &spec, (hex, tile, rotation));
                    if let Some(plain) = plain {
                        let place = (&map.hex(hex).name, &map.tile(tile).id, rotation);
                        assert_eq!(
                            found.is_ok(),
                            plain,
                            "{place:?} {found:?} {spec:?}\n{board:?}"
                        );
                    }
                    match found {
                        Ok(cost) => expected.push(Lay {
                            hex,
                            tile,
                            copy: board.free_copy(tile).unwrap(),
                            rotation,
                            cost,
                        }),
                        Err(error) => {
                            illegal.insert(error.reason().unwrap());
                        }
                    }
                }
            }
        }
        assert_eq!(board.lays(Some(A), &rules).unwrap(), expected);
        assert_eq!(
            board.has_lay(Some(A), &rules).unwrap(),
            !expected.is_empty()
        );
        for lay in &expected {
            (board.clone().lay(lay.hex, lay.tile, lay.copy, lay.rotation)).unwrap();
        }
        legal += expected.len();
    }
    assert!(legal > 10 * rounds, "{legal} legal lays");
    for reason in [
        "hex_blocked",
        "hex_not_upgradable",
        "wrong_colour",
        "colour_not_available",
        "new_tile_not_allowed",
        "upgrade_not_allowed",
        "wrong_label",
        "wrong_cities",
        "track_not_preserved",
        "exit_off_map",
        "not_connected",
        "no_new_track_reached",
    ] {
        assert!(illegal.contains(reason), "{reason} was never given");
    }
}
