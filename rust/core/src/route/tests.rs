//! Tests of the stages by themselves, on nets and maps made for it. The whole is tested from
//! Python against an independent solver.

use std::collections::HashSet;
use std::sync::Arc;

use super::best::Turns;
use super::choose::choose;
use super::enumerate::{Routes, UNFIT};
use super::graph::Graph;
use super::net::{Net, NetLink, NetStop};
use super::price::{Pricer, Visit};
use super::prove::Case;
use super::reading::GivenRoute;
use super::rules::{Kinds, Limit, Once, Pair, Resolved, ResolvedOnce, RunRules, Train};
use super::value::{Counts, Worth};
use crate::board::Board;
use crate::colour::{Colour, ColourSet};
use crate::map::{HexId, Map};
use crate::tile::StopKind;
use crate::track::StopId;

/// Numbers that look random and are always the same.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = (self.0.wrapping_mul(6_364_136_223_846_793_005))
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn limit(kinds: &str, most: u32) -> Limit {
    let kinds = Kinds::parse(kinds, "limits").unwrap();
    Limit { kinds, most }
}

pub fn train(limits: &[(&str, u32)], pay: &[(&str, u32)], counted_token: bool) -> Train {
    let list = |list: &[(&str, u32)]| list.iter().map(|&(k, n)| limit(k, n)).collect();
    Train::new(list(limits), list(pay), counted_token, |_| 1, 0).unwrap()
}

fn no_rules() -> Resolved {
    Resolved {
        colours: ColourSet::default(),
        once: Vec::new(),
        pairs: Vec::new(),
        fleet: None,
        values: Vec::new(),
    }
}

/// A net in which every two stops are joined, each link with a bit of its own.
fn complete(stops: u16, tokens: &[u16]) -> Net {
    let stop = |i: u16| NetStop {
        id: StopId(i),
        hex: HexId(i),
        kind: StopKind::City,
        groups: 0,
        token: tokens.contains(&i),
        blocked: false,
    };
    let mut net = Net {
        stops: (0..stops).map(stop).collect(),
        ..Net::default()
    };
    for a in 0..stops {
        for b in a + 1..stops {
            net.links.push(NetLink {
                id: net.links.len() as u32,
                stops: [a, b],
                ends: [false, false],
                bits: vec![net.bits as u16],
            });
            net.bits += 1;
        }
    }
    net
}

/// A random net with towns, groups, blocked stops, and links that share track.
fn random_net(chance: &mut Chance, stops: u16, links: u16) -> Net {
    let mut net = complete(stops, &[]);
    net.links.clear();
    net.bits = 12;
    for stop in &mut net.stops {
        stop.token = chance.below(3) == 0;
        stop.blocked = !stop.token && chance.below(4) == 0;
        stop.groups = if chance.below(4) == 0 { 1 } else { 0 };
        stop.kind = Kinds::EACH[chance.below(3) as usize];
    }
    for id in 0..links {
        let a = chance.below(u64::from(stops)) as u16;
        let b = (a + 1 + chance.below(u64::from(stops) - 1) as u16) % stops;
        let bits = [chance.below(12) as u16, chance.below(12) as u16];
        net.links.push(NetLink {
            id: u32::from(id),
            stops: [a.min(b), a.max(b)],
            ends: [chance.below(8) == 0, chance.below(8) == 0],
            bits: bits.to_vec(),
        });
    }
    net
}

#[test]
fn every_route_is_found_once() {
    // Of the 6 + 12 + 12 simple paths over 2, 3 and 4 of four stops those with a given stop are
    // 3 + 9 + 12; those with one of two given stops are 5 + 12 + 12.
    for (tokens, count) in [(&[2][..], 24), (&[1, 3][..], 29)] {
        let net = complete(4, tokens);
        let trains = [train(&[("cot", 9)], &[], false)];
        let worth = Worth::new(&net, &trains, &no_rules(), |_| 10).unwrap();
        let graph = Graph::<1>::new(&net, &worth);
        let routes = Routes::find(&graph, &worth, None, usize::MAX);
        assert!(routes.complete);
        let trace = |i| {
            let (mut stops, links) = routes.trace(i);
            assert_eq!(links.len() + 1, stops.len());
            for (pair, &link) in stops.windows(2).zip(&links) {
                let ends = net.links[link as usize].stops;
                assert!(ends == [pair[0], pair[1]] || ends == [pair[1], pair[0]]);
            }
            if stops.first() > stops.last() {
                stops.reverse();
            }
            stops
        };
        let found: HashSet<Vec<u16>> = (0..routes.found.len() as u32).map(trace).collect();
        assert_eq!(found.len(), count);
        assert_eq!(routes.found.len(), count);
    }
}

#[test]
fn price_is_the_best_choice_of_paid_stops() {
    let mut chance = Chance(7);
    for _ in 0..400 {
        let mut net = random_net(&mut chance, 6, 0);
        net.stops[0].token = true;
        // The route visits all stops, so no two may be of a group.
        net.stops.iter_mut().for_each(|stop| stop.groups = 0);
        let mut hexes =
            |n: u64| -> Vec<HexId> { (0..n).map(|_| HexId(chance.below(6) as u16)).collect() };
        let once = [hexes(2), hexes(3)].map(|hexes| ResolvedOnce { hexes, amount: 30 });
        let sides = [hexes(2), hexes(2)];
        let figures = sides.map(|side| side.into_iter().map(|hex| (hex, 20)).collect());
        let rules = Resolved {
            once: once.into(),
            pairs: vec![figures],
            ..no_rules()
        };
        let values: Vec<i32> = (0..6).map(|_| 10 * chance.below(5) as i32).collect();
        let pots = [("c", 1), ("cot", 1 + chance.below(4) as u32)];
        let trains = [train(&[], &pots, chance.below(2) == 0)];
        let worth = Worth::new(&net, &trains, &rules, |i| values[i]).unwrap();
        let path: Vec<u16> = (0..6).collect();
        let (mut counts, mut flags) = (Counts::default(), 0);
        for site in &worth.sites {
            counts = counts.plus(site.counts);
            flags |= site.flags;
        }
        let path = path.as_slice();
        let visit = Visit {
            path,
            counts,
            flags,
        };
        let sum = path.iter().map(|&stop| worth.full(stop)[0]).sum();
        let price = Pricer::new(&worth).price(0, visit, sum);
        assert_eq!(price, by_subsets(&net, &trains[0], &rules, &values));
    }
}

/// The best value over all sets of paid stops, straight from the rules.
fn by_subsets(net: &Net, train: &Train, rules: &Resolved, values: &[i32]) -> Option<i32> {
    let mut best = None;
    for set in 0_u32..1 << net.stops.len() {
        let paid: Vec<usize> = (0..net.stops.len()).filter(|i| set >> i & 1 == 1).collect();
        let fits = train.pay().iter().all(|limit| {
            let of = paid.iter().filter(|&&i| limit.kinds.has(net.stops[i].kind));
            of.count() <= limit.most as usize
        });
        let token = paid.iter().any(|&i| net.stops[i].token);
        if !fits || train.counted_token() && !token {
            continue;
        }
        let hex = |i: usize| net.stops[i].hex;
        let mut value: i32 = paid.iter().map(|&i| values[i]).sum();
        for once in &rules.once {
            if paid.iter().any(|&i| once.hexes.contains(&hex(i))) {
                value += once.amount;
            }
        }
        for [a, b] in &rules.pairs {
            let on = |side: &[(HexId, i32)], i: usize| side.iter().any(|&(h, _)| h == hex(i));
            let both = |&i: &usize| paid.iter().any(|&j| i != j && on(a, i) && on(b, j));
            if paid.iter().any(both) {
                value += 40;
            }
        }
        best = best.max(Some(value));
    }
    best
}

#[test]
fn the_choice_is_the_best_of_all_products() {
    let mut chance = Chance(11);
    let kinds = [
        train(&[("cot", 2)], &[], false),
        train(&[("cot", 4)], &[("cot", 2)], true),
        train(&[("co", 2)], &[], false),
    ];
    for round in 0..150 {
        let net = random_net(&mut chance, 6, 8);
        let values: Vec<i32> = (0..6).map(|_| 10 * chance.below(6) as i32).collect();
        let trains: Vec<Train> = (0..3)
            .map(|_| kinds[chance.below(3) as usize].clone())
            .collect();
        let mail = (Kinds::parse("cot", "fleet").unwrap(), 10);
        let rules = Resolved {
            fleet: (round % 2 == 0).then_some(mail),
            ..no_rules()
        };
        let worth = Worth::new(&net, &trains, &rules, |i| values[i]).unwrap();
        let best = by_products(&net, &worth);
        assert_eq!(chosen::<1>(&net, &worth), best);
        assert_eq!(chosen::<2>(&net, &worth), best);
        assert_eq!(chosen::<4>(&net, &worth), best);
        assert_eq!(chosen::<16>(&net, &worth), best);
    }
}

fn chosen<const W: usize>(net: &Net, worth: &Worth) -> i32 {
    let routes = Routes::find(&Graph::<W>::new(net, worth), worth, None, usize::MAX);
    let case = Case {
        step: worth.step,
        most: i32::MAX / 4,
        bits: net.bits,
        budget: u64::MAX,
        patience: u64::MAX,
    };
    choose(&routes, worth, &case).bound
}

/// The best value over all products of routes. The routes are those of the enumeration.
fn by_products(net: &Net, worth: &Worth) -> i32 {
    let routes = Routes::find(&Graph::<1>::new(net, worth), worth, None, usize::MAX);
    let members = worth.types.iter().enumerate();
    let kinds: Vec<usize> = members
        .flat_map(|(i, t)| vec![i; t.members.len()])
        .collect();
    let mut best = 0;
    let mut stack = vec![(0, super::mask::Mask::<1>::EMPTY, 0, 0)];
    while let Some((train, track, value, weight)) = stack.pop() {
        best = best.max(value + weight);
        let Some(&kind) = kinds.get(train) else {
            continue;
        };
        stack.push((train + 1, track, value, weight));
        for (i, found) in routes.found.iter().enumerate() {
            let more = routes.values[i * worth.types.len() + kind];
            if more != UNFIT && track.disjoint(&found.track) {
                let weight = weight.max(worth.weight(found.counts));
                stack.push((train + 1, track.with(&found.track), value + more, weight));
            }
        }
    }
    best
}

/// Three hexes in a row: a city with four parts whose track shares an edge, track, an area.
fn shared_edge() -> Board {
    let cities = (0..4)
        .map(|part| format!(r#"{{"slots": 1, "revenue": 40, "groups": ["Big"], "part": {part}}}"#));
    let cities = cities.collect::<Vec<String>>().join(",");
    let text = format!(
        r#"{{"layout": "pointy", "companies": ["X", "Y"], "tiles": [], "hexes": [
        {{"id": "A1", "colour": "gray", "cities": [{cities}],
          "paths": ["c0-4", "c1-4", "c2-4", "c3-4"]}},
        {{"id": "A3", "colour": "gray", "paths": ["1-4"]}},
        {{"id": "A5", "colour": "red", "paths": ["1-o0"], "offboards": [
          {{"revenue": {{"yellow": 20, "brown": 50}}, "part": 0}}]}}]}}"#
    );
    let map = Map::new(&text).unwrap();
    let mut board = Board::new(Arc::new(map));
    let [company, hex] = [board.map().find_company("X"), board.map().find_company("Y")];
    let city = board.map().find_hex("A1").unwrap();
    board.place_token(company.unwrap(), city, 2, None).unwrap();
    board.place_token(hex.unwrap(), city, 1, None).unwrap();
    board
}

#[test]
fn cities_on_one_edge_are_links_that_conflict() {
    let board = shared_edge();
    let links = board.links(None).unwrap();
    let to_area = links
        .all()
        .iter()
        .filter(|link| links.hexes(link).len() == 3);
    assert_eq!(to_area.clone().count(), 4);
    let keys = to_area.map(|link| links.keys(link)[0]);
    assert_eq!(keys.collect::<HashSet<u16>>().len(), 1);
    // No walk turns round on the shared edge.
    assert_eq!(links.all().len(), 4);
    // With fewer steps than it takes there is no answer, known or not.
    assert!(board.links(Some(links.work() - 1)).is_none());
    assert!(board.links(Some(links.work())).is_some());
}

#[test]
fn merged_keys_still_tell_every_conflict() {
    let faces = [
        r#""paths": ["0-2", "0-1", "1-2"]"#,
        r#""paths": ["0-3", "1-4", "0-1", "3-4"]"#,
        r#""paths": ["0-3", "2-4", "0-4", "2-3"]"#,
        r#""paths": ["0-c0", "1-c0", "2-c0", "3-c0", "4-c0", "5-c0"],
           "cities": [{"slots": 1, "revenue": 10, "part": 0}]"#,
    ];
    let mut chance = Chance(5);
    let mut pairs = 0;
    for _ in 0..400 {
        let mut hexes = Vec::new();
        for (row, first) in [('A', 1), ('B', 2), ('C', 1), ('D', 2)] {
            for column in (first..first + 8).step_by(2) {
                let face = faces[chance.below(4) as usize];
                hexes.push(format!(
                    r#"{{"id": "{row}{column}", "colour": "gray", {face}}}"#
                ));
            }
        }
        let hexes = hexes.join(",");
        let text =
            format!(r#"{{"layout": "pointy", "companies": [], "tiles": [], "hexes": [{hexes}]}}"#);
        let board = Board::new(Arc::new(Map::new(&text).unwrap()));
        let links = board.links(None).unwrap();
        // All track here meets hexsides, so links conflict if they cross one both.
        let sides = |line: &[HexId]| -> HashSet<(HexId, HexId)> {
            let crossings = line.windows(2).map(|w| (w[0].min(w[1]), w[0].max(w[1])));
            crossings.collect()
        };
        for (i, a) in links.all().iter().enumerate().take(60) {
            let crossed = sides(links.hexes(a));
            for b in &links.all()[i + 1..] {
                let shared = !crossed.is_disjoint(&sides(links.hexes(b)));
                let conflict = links.keys(a).iter().any(|key| links.keys(b).contains(key));
                assert_eq!(conflict, shared);
                pairs += 1;
            }
        }
    }
    assert!(pairs > 5_000, "{pairs}");
}

#[test]
fn an_endless_route_is_refused_at_once() {
    let board = shared_edge();
    let company = board.map().find_company("X").unwrap();
    let hexes: Vec<HexId> = (["A1", "A3", "A5"].iter())
        .map(|name| board.map().find_hex(name).unwrap())
        .collect();
    let route = GivenRoute {
        train: 0,
        connections: vec![hexes; 300_000],
        nodes: Vec::new(),
    };
    let trains = [train(&[("cot", 9)], &[], false)];
    let run = board.check_run(company, &trains, &[route], &RunRules::default());
    assert_eq!(run.unwrap_err().reason(), Some("track_used_twice"));
}

#[test]
fn two_trains_cannot_share_the_edge() {
    let board = shared_edge();
    let company = board.map().find_company("X").unwrap();
    let two = train(&[("cot", 2)], &[], false);
    let rules = RunRules {
        colours: [Colour::Yellow, Colour::Brown].into_iter().collect(),
        once: vec![Once {
            hexes: vec!["A1".into(), "A5".into()],
            amount: 30,
        }],
        pairs: vec![Pair {
            a: vec![("A1".into(), 5)],
            b: vec![("A5".into(), 15)],
        }],
        ..RunRules::default()
    };
    let run = board
        .best_run(company, &[two.clone(), two], &rules, None)
        .unwrap();
    assert_eq!(run.revenue, 40 + 50 + 30 + 20);
    assert!(run.optimal);
    assert_eq!(run.routes.len(), 1);
    assert_eq!(run.routes[0].train, 0);
    let stops: Vec<(u8, i32)> = run.routes[0]
        .stops
        .iter()
        .map(|s| (s.part, s.amount))
        .collect();
    assert_eq!(stops, [(2, 40), (0, 50)]);
    for words in [2, 4, 16] {
        let trains = [train(&[("cot", 2)], &[], false)];
        let way = Turns {
            words,
            ..Turns::USUAL
        };
        let wide = board.best_run_by(company, &trains, &rules, None, &[], way);
        assert_eq!(wide.unwrap().revenue, run.revenue);
    }
    let way = Turns {
        words: 17,
        ..Turns::USUAL
    };
    let too_wide = board.best_run_by(company, &[], &rules, None, &[], way);
    assert!(too_wide.is_err());
}
