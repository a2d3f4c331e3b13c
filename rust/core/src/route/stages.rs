//! Tests of every way to the best run against each other, on boards full of track.

use std::sync::Arc;

use super::answer::Run;
use super::best::Turns;
use super::rules::{Kinds, Limit, Once, Pair, RunRules, Train};
use super::tests::{Chance, train};
use crate::board::Board;
use crate::colour::Colour;
use crate::map::{CompanyId, Map};

/// Faces with much track: paths, cities, towns, off-board areas.
const FACES: [(&str, usize, usize, usize); 10] = [
    ("0-c0 1-c0 2-c0 3-c0 4-c0 5-c0", 1, 0, 0),
    ("0-c0 1-c0 2-c0 3-c0 4-c0", 1, 0, 0),
    ("0-c0 c0-2 3-c1 c1-2 4-c2 c2-1 5-c3 c3-1", 4, 0, 0),
    ("0-c0 c0-3 2-t0 t0-5", 1, 1, 0),
    ("0-t0 1-t0 3-t0 4-t0", 0, 1, 0),
    ("0-3 1-4 0-1 3-4", 0, 0, 0),
    ("0-3 1-4 1-3 0-4", 0, 0, 0),
    ("0-2 2-4 0-4", 0, 0, 0),
    ("0-c0! 1-c0 3-c0 4-c0", 1, 0, 0),
    ("0-o0 1-o0 2-o0 3-o0", 0, 0, 1),
];

const ROWS: [char; 4] = ['A', 'B', 'C', 'D'];

/// Names of the hexes of a board.
fn names() -> impl Iterator<Item = String> {
    let row = |(i, row): (usize, char)| {
        (0..4).map(move |column| format!("{row}{}", 2 * column + 1 + i % 2))
    };
    ROWS.into_iter().enumerate().flat_map(row)
}

/// A board on which every hex is full of track, with some own and some foreign tokens.
fn dense_board(chance: &mut Chance) -> (Board, CompanyId) {
    let mut hexes = Vec::new();
    let mut cities = Vec::new();
    for name in names() {
        let (paths, count, towns, areas) = FACES[(chance.below(16) as usize).saturating_sub(6)];
        let turn = chance.below(6) as u8;
        let turned: String = (paths.chars().enumerate())
            .map(|(i, c)| {
                // Digits after a letter number a stop, others an edge.
                let edge = c.is_ascii_digit()
                    && (i == 0 || !paths.as_bytes()[i - 1].is_ascii_alphabetic());
                if edge {
                    ((c as u8 - b'0' + turn) % 6 + b'0') as char
                } else {
                    c
                }
            })
            .collect();
        let paths: Vec<String> = turned.split(' ').map(|path| format!("{path:?}")).collect();
        let group = if chance.below(8) == 0 {
            r#","groups":["G"]"#
        } else {
            ""
        };
        let mut part = 0;
        let mut stops = |count: usize, more: &str| {
            let stop = (0..count).map(|_| {
                part += 1;
                let revenue = 10 * chance.below(9);
                format!(
                    r#"{{"revenue":{revenue},"part":{}{more}{group}}}"#,
                    part - 1
                )
            });
            stop.collect::<Vec<String>>().join(",")
        };
        let (city, town, area) = (
            stops(count, r#","slots":1"#),
            stops(towns, ""),
            stops(areas, ""),
        );
        hexes.push(format!(
            r#"{{"id":"{name}","colour":"gray","paths":[{}],"cities":[{city}],"towns":[{town}],"offboards":[{area}]}}"#,
            paths.join(",")
        ));
        cities.extend((0..count).map(|city| (name.clone(), city as u8)));
    }
    let hexes = hexes.join(",");
    let text =
        format!(r#"{{"layout":"pointy","companies":["X","Y"],"tiles":[],"hexes":[{hexes}]}}"#);
    let mut board = Board::new(Arc::new(Map::new(&text).unwrap()));
    let [own, other] = ["X", "Y"].map(|name| board.map().find_company(name).unwrap());
    for (name, city) in cities {
        let company = match chance.below(8) {
            0 | 1 => own,
            2 if chance.below(2) == 0 => other,
            _ => continue,
        };
        let hex = board.map().find_hex(&name).unwrap();
        // A company has one token in a hex.
        let _ = board.place_token(company, hex, city, None);
    }
    (board, own)
}

/// Two or three trains of any form.
fn fleet(chance: &mut Chance) -> Vec<Train> {
    let forms = [
        train(&[("cot", 7)], &[("cot", 6)], true),
        train(&[("cot", 5)], &[("cot", 3)], true),
        train(&[("cot", 4)], &[("cot", 2)], false),
        train(&[("cot", 6)], &[], false),
        train(&[("cot", 3)], &[], false),
        train(&[("co", 3)], &[], false),
        train(&[("co", 3), ("cot", 5)], &[], false),
        train(&[("cot", 5)], &[("co", 2), ("t", 1)], true),
        train(&[("cot", 5)], &[("c", 1), ("cot", 3)], false),
        Train::new(vec![limit("cot", 4)], Vec::new(), false, |_| 2, 20).unwrap(),
    ];
    let count = 2 + chance.below(2);
    let mut picks = (0..count).map(|_| forms[chance.below(10) as usize].clone());
    let mut fleet: Vec<Train> = picks.by_ref().collect();
    if chance.below(2) == 0 {
        fleet[1] = fleet[0].clone();
    }
    fleet
}

fn limit(kinds: &str, most: u32) -> Limit {
    let kinds = Kinds::parse(kinds, "limits").unwrap();
    Limit { kinds, most }
}

/// Bonuses of every form, or none.
fn bonuses(chance: &mut Chance) -> RunRules {
    let names: Vec<String> = names().collect();
    let mut some = |count: u64| -> Vec<String> {
        (0..count)
            .map(|_| names[chance.below(16) as usize].clone())
            .collect()
    };
    let once = [
        Once {
            hexes: some(1),
            amount: 20,
        },
        Once {
            hexes: some(3),
            amount: 30,
        },
    ];
    let mut side = || some(4).into_iter().zip([10, 20, 30, 40]).collect();
    let pairs = [
        Pair {
            a: side(),
            b: side(),
        },
        Pair {
            a: side(),
            b: side(),
        },
    ];
    RunRules {
        colours: [Colour::Yellow].into_iter().collect(),
        once: once[..chance.below(3) as usize].to_vec(),
        pairs: pairs[..chance.below(3) as usize].to_vec(),
        fleet: (chance.below(3) == 0).then(|| (Kinds::parse("cot", "fleet").unwrap(), 10)),
        values: Vec::new(),
    }
}

/// All routes are listed, and sets searched by their values.
const LISTED: Turns = Turns {
    listed: usize::MAX,
    patience: u64::MAX,
    words: 1,
};

/// All routes are listed, and track has prices from the start.
const PRICED: Turns = Turns {
    listed: usize::MAX,
    patience: 0,
    words: 1,
};

/// Routes are hunted.
const HUNTED: Turns = Turns {
    listed: 0,
    ..Turns::USUAL
};

const WAYS: [Turns; 4] = [Turns::USUAL, LISTED, PRICED, HUNTED];

/// A search by values alone can take for ever; with so many steps it never does on these boards.
const ENOUGH: u64 = 300_000;

#[test]
fn all_ways_lead_to_the_same_run() {
    let mut chance = Chance(3);
    let mut long = 0;
    for _ in 0..60 {
        let (board, company) = dense_board(&mut chance);
        let (trains, rules) = (fleet(&mut chance), bonuses(&mut chance));
        let ask = |way, words| -> Run {
            let budget = (way == LISTED).then_some(ENOUGH);
            let run = board.best_run_by(
                company,
                &trains,
                &rules,
                budget,
                &[],
                Turns { words, ..way },
            );
            run.unwrap()
        };
        let best = ask(Turns::USUAL, 1);
        assert!(best.optimal);
        for way in WAYS {
            for words in [1, 2, 4] {
                let run = ask(way, words);
                if way == LISTED && !run.optimal {
                    assert!(run.revenue <= best.revenue && best.revenue <= run.upper_bound);
                    continue;
                }
                assert_eq!((run.revenue, run.optimal), (best.revenue, true), "{way:?}");
                assert_eq!(run.routes, best.routes, "{way:?} {words}");
            }
        }
        long += usize::from(best.work > 5_000);
    }
    // The boards are not all easy.
    assert!(long > 5, "{long}");
}

#[test]
fn any_budget_gives_a_bound_on_every_way() {
    let mut chance = Chance(17);
    let mut cut = 0;
    for _ in 0..40 {
        let (board, company) = dense_board(&mut chance);
        let (trains, rules) = (fleet(&mut chance), bonuses(&mut chance));
        for way in [Turns::USUAL, PRICED, HUNTED] {
            let ask = |budget| {
                let run = board.best_run_by(company, &trains, &rules, budget, &[], way);
                run.unwrap()
            };
            let full = ask(None);
            for _ in 0..4 {
                let run = ask(Some(chance.below(full.work + 1)));
                assert!(run.revenue <= full.revenue && full.revenue <= run.upper_bound);
                assert!(!run.optimal || run.revenue == full.revenue);
                cut += usize::from(!run.optimal);
            }
            let enough = ask(Some(full.work));
            assert_eq!((enough.optimal, enough.work), (true, full.work), "{way:?}");
            assert_eq!(enough.routes, full.routes);
        }
    }
    assert!(cut > 200, "{cut}");
}

#[test]
fn trains_in_another_order_run_the_same_on_every_way() {
    let mut chance = Chance(29);
    for _ in 0..30 {
        let (board, company) = dense_board(&mut chance);
        let (mut trains, rules) = (fleet(&mut chance), bonuses(&mut chance));
        for way in [PRICED, HUNTED] {
            let ask = |trains: &[Train]| {
                let run = board.best_run_by(company, trains, &rules, None, &[], way);
                let run = run.unwrap();
                let mut routes: Vec<_> = (run.routes.iter())
                    .map(|route| (trains[route.train].clone(), format!("{:?}", route.stops)))
                    .collect();
                routes.sort();
                (run.revenue, routes)
            };
            let before = ask(&trains);
            trains.rotate_left(1);
            assert_eq!(ask(&trains), before, "{way:?}");
        }
    }
}
