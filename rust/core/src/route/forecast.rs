//! A first look ahead, quick and rough: a route forgets all but the last link.

use super::meter::Meter;
use super::outlook::NEVER;
use super::terrain::Terrain;
use super::turn::Turns;

/// Larger tables are not made: it takes long to fill them, and few of their states are of use.
const MOST: usize = 1 << 22;

/// More than any sum.
const ANY: i32 = i32::MAX / 4;

/// The most that the rest of a route can bring, by what its limits leave and what is due: more than
/// the outlook says, but a table that is filled line by line.
pub struct Forecast {
    /// How many values there are for what is due.
    dues: usize,
    hops: usize,
    gates: usize,
    /// By rest, hop and due: for a route that goes this hop.
    ahead: Vec<i32>,
    /// By rest, gate and due: for a route that has come there.
    behind: Vec<i32>,
    /// Whether there is a table.
    known: bool,
}

impl Forecast {
    /// An empty forecast. `dues` is 2 or 8.
    pub fn new(terrain: &Terrain, meter: &Meter, dues: usize) -> Forecast {
        let (hops, gates) = (terrain.len(), terrain.gates().len());
        let known = meter.size.saturating_mul(hops.max(gates) * dues) <= MOST;
        let lines = if known { meter.size } else { 0 };
        Forecast {
            dues,
            hops,
            gates,
            ahead: vec![NEVER; lines * hops * dues],
            behind: vec![NEVER; lines * gates * dues],
            known,
        }
    }

    /// Fills the table for these tolls. Returns the steps it took.
    pub fn fill(&mut self, terrain: &Terrain, turns: &Turns, meter: &Meter, tolls: &[i32]) -> u64 {
        if !self.known {
            return 0;
        }
        if self.dues == 2 {
            self.lines::<2>(terrain, turns, meter, tolls);
        } else {
            self.lines::<8>(terrain, turns, meter, tolls);
        }
        (meter.size * self.hops) as u64 / 4
    }

    /// A stop takes something from every rest, so that the lines before are all that a line needs.
    fn lines<const D: usize>(
        &mut self,
        terrain: &Terrain,
        turns: &Turns,
        meter: &Meter,
        tolls: &[i32],
    ) {
        let (hops, gates) = (self.hops, self.gates);
        let (ahead, _) = self.ahead.as_chunks_mut::<D>();
        let (behind, _) = self.behind.as_chunks_mut::<D>();
        for rest in 0..meter.size {
            let line = &mut ahead[rest * hops..(rest + 1) * hops];
            for (number, cell) in line.iter_mut().enumerate() {
                let hop = terrain.hop(number);
                let mut most = [NEVER; D];
                for turn in turns.at(hop.to) {
                    let Some(left) = turns.rest(hop.to, turn, meter, rest as u32) else {
                        continue;
                    };
                    let next = &behind[left as usize * gates + hop.gate as usize];
                    let (needs, kept) = (turn.needs as usize, !turn.settles as usize);
                    for (due, most) in most.iter_mut().enumerate() {
                        if due & needs == needs {
                            *most = (*most).max(next[due & kept & (D - 1)] + turn.gain);
                        }
                    }
                }
                *cell = most.map(|most| (most - tolls[number]).max(NEVER));
            }
            let next = &mut behind[rest * gates..(rest + 1) * gates];
            for (open, cell) in terrain.gates().iter().zip(next) {
                let mut most = [NEVER; D];
                most[0] = 0;
                for &number in open {
                    for (most, &way) in most.iter_mut().zip(&line[number as usize]) {
                        *most = (*most).max(way);
                    }
                }
                *cell = most;
            }
        }
    }

    /// The most for a route that goes a hop, its toll included.
    #[inline]
    pub fn ahead(&self, hop: usize, due: u8, rest: u32) -> i32 {
        let place = (rest as usize * self.hops + hop) * self.dues + due as usize;
        self.ahead.get(place).copied().unwrap_or(ANY)
    }

    /// The most for a route that has come to a gate.
    #[inline]
    pub fn behind(&self, gate: u32, due: u8, rest: u32) -> i32 {
        let place = (rest as usize * self.gates + gate as usize) * self.dues + due as usize;
        self.behind.get(place).copied().unwrap_or(ANY)
    }
}
