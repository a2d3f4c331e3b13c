//! The best run, runs that are given, and what they say of each other.

use open18xx_core::{
    Board, Colour, Error, GivenRoute, HexId, Kinds, Limit, Once, Pair, Run, RunRules, SideId, Train,
};

use crate::input::Input;
use crate::{Played, company};

/// Steps after which a search may stop.
const BUDGET: u64 = 100_000;

fn kinds(input: &mut Input) -> Kinds {
    let letters = ["c", "o", "t", "co", "ct", "cot"][input.below(6)];
    Kinds::parse(letters, "kinds").expect("letters of kinds")
}

/// A train as a title could have it; `None` where its pay limits make no sense.
fn train(input: &mut Input) -> Option<Train> {
    let limit = |input: &mut Input| Limit {
        kinds: kinds(input),
        most: 1 + input.below(7) as u32,
    };
    let limits = (0..=input.below(2)).map(|_| limit(input)).collect();
    let pay = (0..input.below(3)).map(|_| limit(input)).collect();
    let (counted, times) = (input.below(4) == 0, 1 + input.below(3) as u32);
    Train::new(limits, pay, counted, |_| times, 10 * input.below(3) as u32).ok()
}

fn rules(board: &Board, input: &mut Input) -> RunRules {
    let names = |input: &mut Input| {
        let hexes = board.map().hexes();
        hexes[input.below(hexes.len())].name.clone()
    };
    let figures = |input: &mut Input| -> Vec<(String, u32)> {
        (0..input.below(3))
            .map(|_| (names(input), 10 * input.below(8) as u32))
            .collect()
    };
    let colours = [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Gray];
    RunRules {
        colours: colours[..=input.below(4)].iter().copied().collect(),
        once: (0..input.below(3))
            .map(|_| Once {
                hexes: vec![names(input), names(input)],
                amount: 10 * input.below(5) as u32,
            })
            .collect(),
        pairs: (0..input.below(2))
            .map(|_| Pair {
                a: figures(input),
                b: figures(input),
            })
            .collect(),
        fleet: (input.below(3) == 0).then(|| (kinds(input), 10)),
        values: figures(input),
    }
}

/// The best run is legal and worth what it says; no run that is accepted is worth more.
pub fn best_and_given(board: &Board, input: &mut Input) -> Played {
    let who = company(board, input);
    let trains: Vec<Train> = (0..=input.below(3)).filter_map(|_| train(input)).collect();
    let rules = rules(board, input);
    let best = match board.best_run(who, &trains, &rules, Some(BUDGET)) {
        Ok(best) => best,
        Err(Error::Invalid { .. }) => return Played::default(),
        Err(error) => panic!("the best run was refused: {error}"),
    };
    assert!(best.revenue <= best.upper_bound);
    assert!(!best.optimal || best.revenue == best.upper_bound);
    let again = board
        .best_run(who, &trains, &rules, Some(BUDGET))
        .expect("as before");
    assert_eq!(
        (best.revenue, &best.routes),
        (again.revenue, &again.routes),
        "not the same answer"
    );
    let given = given(&best);
    if !given.is_empty() {
        assert_eq!(board.legal_route(who, Some(&trains)), Ok(true));
        let check = board.check_run(who, &trains, &given, &rules);
        let check = check.unwrap_or_else(|error| panic!("the best run is not legal: {error}"));
        assert_eq!(
            check.revenue, best.revenue,
            "the best run is worth something else"
        );
    }
    let mut played = Played {
        runs: usize::from(best.revenue > 0),
        ..Played::default()
    };
    for _ in 0..=input.below(4) {
        let mut other = given.clone();
        change(board, &mut other, trains.len(), input);
        match board.check_run(who, &trains, &other, &rules) {
            Ok(run) => {
                assert!(
                    run.revenue <= best.upper_bound,
                    "{} beats the best",
                    run.revenue
                );
                if !other.is_empty() {
                    played.others += 1;
                    assert_eq!(board.legal_route(who, Some(&trains)), Ok(true));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    played
}

/// A run in the form in which routes are given.
fn given(run: &Run) -> Vec<GivenRoute> {
    let route = |route: &open18xx_core::Route| GivenRoute {
        train: route.train,
        connections: run.connections(route),
        nodes: route
            .stops
            .iter()
            .map(|stop| (stop.hex, stop.part))
            .collect(),
    };
    run.routes.iter().map(route).collect()
}

/// Something else about the routes.
fn change(board: &Board, routes: &mut Vec<GivenRoute>, trains: usize, input: &mut Input) {
    if routes.is_empty() || input.below(6) == 0 {
        routes.push(GivenRoute {
            train: input.below(trains + 2),
            connections: (0..input.below(4)).map(|_| walk(board, input)).collect(),
            nodes: Vec::new(),
        });
        return;
    }
    let at = input.below(routes.len());
    let route = &mut routes[at];
    let link = input.below(route.connections.len().max(1));
    match input.below(9) {
        0 => route.train = input.below(trains + 2),
        1 => route.nodes.clear(),
        2 => route.nodes.reverse(),
        3 => route.connections.reverse(),
        4 => route.connections.extend([walk(board, input)]),
        5 if link < route.connections.len() => drop(route.connections.remove(link)),
        6 if link < route.connections.len() => route.connections[link].reverse(),
        7 if link < route.connections.len() => {
            let hexes = &mut route.connections[link];
            let place = input.below(hexes.len().max(1));
            if let Some(hex) = hexes.get_mut(place) {
                *hex = HexId(input.below(board.map().hexes().len()) as u16);
            }
        }
        _ => drop(routes.remove(at)),
    }
}

/// Hexes from neighbour to neighbour, track or not.
fn walk(board: &Board, input: &mut Input) -> Vec<HexId> {
    let map = board.map();
    let mut at = HexId(input.below(map.hexes().len()) as u16);
    let mut hexes = vec![at];
    for _ in 0..input.below(6) {
        if let Some(side) = map.facing(SideId::new(at, input.below(6) as u8)) {
            at = side.hex();
            hexes.push(at);
        }
    }
    hexes
}
