//! Times of all that a listing of tile lays needs, on boards of random play:
//! `cargo run --release --example lay_times -- track.json [...]`

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use open18xx_core::{Board, Colour, CompanyId, Connection, HexId, LaySpec, Map};

/// Times for all lays, for reach and for track, and the number of lays.
type Row = (Duration, Duration, Duration, usize);

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

/// Time of one call, best of a few on boards without any kept answer.
fn time(board: &Board, call: impl Fn(&Board)) -> Duration {
    let state = board.state();
    (0..5)
        .map(|_| {
            let fresh = Board::from_state(Arc::clone(board.map()), &state).unwrap();
            let start = Instant::now();
            call(&fresh);
            start.elapsed()
        })
        .min()
        .unwrap()
}

fn main() {
    for file in std::env::args().skip(1) {
        let map = Arc::new(Map::new(&std::fs::read_to_string(&file).unwrap()).unwrap());
        println!("{file}");
        let spec = LaySpec {
            colours: [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Gray]
                .into_iter()
                .collect(),
            connection: Connection::Track,
            base_cost: 20,
            ..LaySpec::default()
        };
        let rules = spec.bind(&map).unwrap();
        let mut random = Random(1);
        let stages = ["0-15 tiles", "16-40 tiles", "41+ tiles"];
        let mut times: Vec<Vec<Row>> = vec![Vec::new(); stages.len()];
        for _ in 0..30 {
            let mut board = Board::new(Arc::clone(&map));
            let companies = map.companies().len().min(6);
            let cities: Vec<(HexId, u8)> = (0..map.hexes().len())
                .map(|i| HexId(i as u16))
                .flat_map(|hex| (0..map.hex(hex).face.cities).map(move |c| (hex, c)))
                .collect();
            for company in 0..companies {
                let (hex, city) = cities[random.below(cities.len())];
                let _ = board.place_token(CompanyId(company as u8), hex, city, None);
            }
            for turn in 0..400 {
                let company = CompanyId(random.below(companies) as u8);
                let lays = board.lays(Some(company), &rules).unwrap();
                if lays.is_empty() {
                    continue;
                }
                let lay = lays[random.below(lays.len())];
                board
                    .lay(lay.hex, lay.tile, lay.copy, lay.rotation)
                    .unwrap();
                let open: Vec<_> = board.token_cities(company).collect();
                let have = board
                    .tokens()
                    .iter()
                    .filter(|t| t.company == company)
                    .count();
                if turn % 4 == 0 && !open.is_empty() && have < 5 {
                    let (hex, city) = open[random.below(open.len())];
                    board.place_token(company, hex, city, None).unwrap();
                }
                let stage = match board.all_laid().count() {
                    0..=15 => 0,
                    16..=40 => 1,
                    _ => 2,
                };
                let next = CompanyId(random.below(companies) as u8);
                let count = board.lays(Some(next), &rules).unwrap().len();
                let track = time(&board, |b| _ = black_box(b.track()));
                let reach = time(&board, |b| _ = black_box(b.reach(next)));
                let all = time(&board, |b| _ = black_box(b.lays(Some(next), &rules)));
                times[stage].push((all, reach, track, count));
            }
        }
        for (stage, mut list) in stages.iter().zip(times) {
            if list.is_empty() {
                continue;
            }
            list.sort();
            let n = list.len();
            let us = |d: Duration| d.as_secs_f64() * 1e6;
            let mean = |f: &dyn Fn(&Row) -> f64| list.iter().map(f).sum::<f64>() / n as f64;
            println!(
                "  {stage:12} {n:5} positions: lays {:6.1} us (median {:.1}, p99 {:.1}, max {:.1}), \
                 of it track {:.1}, reach {:.1}; {:.0} lays",
                mean(&|t| us(t.0)),
                us(list[n / 2].0),
                us(list[n * 99 / 100].0),
                us(list[n - 1].0),
                mean(&|t| us(t.2)),
                mean(&|t| us(t.1) - us(t.2)),
                mean(&|t| t.3 as f64),
            );
        }
    }
}
