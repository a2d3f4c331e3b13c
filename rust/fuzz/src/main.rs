//! Random bytes in a loop, on stable Rust; a failure prints its seed.
//!
//! `cargo run --release --bin loop -- [rounds] [first seed]`, or file names to run again.

use std::panic;
use std::process::ExitCode;
use std::time::Instant;

use open18xx_fuzz::Played;

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| match given.get(place) {
        Some(text) => text.parse::<u64>().ok(),
        None => Some(usual),
    };
    let (Some(rounds), Some(first)) = (number(0, 2_000), number(1, 1)) else {
        for file in &given {
            match std::fs::read(file) {
                Ok(data) => println!("{file}: {:?}", open18xx_fuzz::run(&data)),
                Err(error) => eprintln!("{file}: {error}"),
            }
        }
        return ExitCode::SUCCESS;
    };
    let start = Instant::now();
    let mut slowest = (0.0, 0);
    let mut done = Played::default();
    for seed in first..first.saturating_add(rounds) {
        let data = open18xx_fuzz::bytes(seed);
        let began = Instant::now();
        match panic::catch_unwind(|| open18xx_fuzz::run(&data)) {
            Ok(played) => done = done.and(played),
            Err(_) => {
                eprintln!("seed {seed} fails");
                return ExitCode::FAILURE;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, seed);
        }
    }
    let (seconds, seed) = slowest;
    println!(
        "{rounds} boards, {:.0} s; the slowest took {seconds:.2} s (seed {seed}); {done:?}",
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}
