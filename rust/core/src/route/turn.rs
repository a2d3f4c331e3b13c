//! The turns that a route can take at a stop: the stop pays or not, and what it settles.

use super::meter::Meter;
use super::prices::Prices;
use super::rules::Train;
use super::value::{Figures, Worth};

/// A token still has to be visited, or paid if the train demands that.
pub const TOKEN: u8 = 1;
/// A stop of one side of the pair still has to be paid, and of the other.
pub const SIDES: [u8; 2] = [2, 4];

/// What can happen at a stop.
#[derive(Clone, Copy)]
pub struct Turn {
    /// Whether the stop pays.
    pub pays: bool,
    /// What must be due for it.
    pub needs: u8,
    /// What is due no more.
    pub settles: u8,
    /// What it brings, in units.
    pub gain: i32,
}

/// The turns of all stops for one type of train, with or without the fleet bonus.
pub struct Turns {
    turns: Vec<Turn>,
    starts: Vec<u32>,
    /// By stop: its kind as a number.
    kinds: Vec<u8>,
}

impl Turns {
    /// For a type of train. `prices` are for the units.
    pub fn new<const W: usize>(
        worth: &Worth,
        (kind, carrier): (usize, bool),
        prices: &Prices<W>,
    ) -> Turns {
        let train = &worth.types[kind].train;
        let mut turns = Turns {
            turns: Vec::new(),
            starts: vec![0],
            kinds: worth.sites.iter().map(|site| site.kind as u8).collect(),
        };
        for stop in 0..worth.sites.len() {
            turns.add(worth, train, stop, (kind, carrier), prices);
            turns.starts.push(turns.turns.len() as u32);
        }
        turns
    }

    fn add<const W: usize>(
        &mut self,
        worth: &Worth,
        train: &Train,
        stop: usize,
        (kind, carrier): (usize, bool),
        prices: &Prices<W>,
    ) {
        let site = &worth.sites[stop];
        let fleet = if carrier {
            worth.weight(site.counts)
        } else {
            0
        };
        let once = worth.once.iter().enumerate();
        let once = once
            .filter(|(i, _)| site.flags >> i & 1 == 1)
            .map(|(_, &sum)| sum);
        let others = worth.pairs.iter().skip(1).flat_map(|pair| &pair.sides);
        let others = others.filter_map(|side| side[stop]);
        let paid = worth.full(stop as u16)[kind] + once.chain(others).sum::<i32>() + fleet;
        let token = if site.token { TOKEN } else { 0 };
        let turn = |pays, needs, settles, gain| Turn {
            pays,
            needs,
            settles,
            gain: prices.units(gain),
        };
        self.turns.push(turn(true, 0, token, paid));
        for (i, side) in SIDES.into_iter().enumerate() {
            let figure = |pair: &Figures| pair.sides[i][stop];
            if let Some(figure) = worth.pairs.first().and_then(figure) {
                self.turns
                    .push(turn(true, side, token | side, paid + figure));
            }
        }
        if !train.pay().is_empty() {
            let token = if train.counted_token() { 0 } else { token };
            self.turns.push(turn(false, 0, token, fleet));
        }
    }

    /// What can happen at a stop.
    #[inline]
    pub fn at(&self, stop: u16) -> &[Turn] {
        let stop = stop as usize;
        &self.turns[self.starts[stop] as usize..self.starts[stop + 1] as usize]
    }

    /// What is left after a turn at a stop, if it is possible.
    #[inline]
    pub fn rest(&self, stop: u16, turn: &Turn, meter: &Meter, rest: u32) -> Option<u32> {
        let kind = self.kinds[stop as usize] as usize;
        if turn.pays {
            meter.paid(kind, rest)
        } else {
            meter.unpaid(kind, rest)
        }
    }
}
