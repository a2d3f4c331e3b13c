//! Looks for prices that give a low bound.

use super::list::{Group, IDLE};
use super::mask::Mask;
use super::prices::Prices;

/// Parts of a whole in the figures below.
const WHOLE: i64 = 256;
/// How much of a direction the next one keeps.
const MOMENTUM: i64 = 128;
/// How far the first step goes.
const FIRST: i64 = 256;
/// Rounds without a better bound before steps become smaller.
const PATIENCE: u32 = 4;

/// Raises prices of track that the best routes crowd and lowers those of track left empty, in
/// steps that become smaller (a sub-gradient method). All in whole numbers.
pub struct Descent<const W: usize> {
    /// The prices tried last.
    prices: Prices<W>,
    /// Those with the least bound, and that bound, in units.
    best: (Prices<W>, i32),
    direction: Vec<i64>,
    stride: i64,
    waited: u32,
    /// Reduced values of the routes looked at.
    reduced: Vec<i32>,
}

impl<const W: usize> Descent<W> {
    /// Begins with these prices.
    pub fn new(prices: Prices<W>) -> Descent<W> {
        Descent {
            direction: vec![0; prices.bits.len()],
            best: (prices.clone(), i32::MAX),
            prices,
            stride: FIRST,
            waited: 0,
            reduced: Vec::new(),
        }
    }

    /// The best prices, and the bound that they give in units.
    pub fn best(&self) -> (&Prices<W>, i32) {
        (&self.best.0, self.best.1)
    }

    /// Computes the bound of the current prices for these lists, and then moves the prices. With
    /// `need`, a value, routes that no set of this value contains are dropped. `aim` is a value near
    /// which the bound is thought to end. Returns the number of routes looked at.
    pub fn round(&mut self, groups: &mut [Group<W>], aim: i32, need: Option<i32>) -> u64 {
        let prices = &self.prices;
        let mut bound = prices.sum;
        let mut usage = vec![-WHOLE; prices.bits.len()];
        let mut tops: Vec<(i32, Mask<W>)> = Vec::new();
        let mut least = Vec::with_capacity(groups.len());
        self.reduced.clear();
        for group in groups.iter() {
            tops.clear();
            for entry in &group.list {
                let value = prices.units(entry.value) - prices.of(&entry.track);
                self.reduced.push(value);
                if tops.len() < group.count || tops.last().is_some_and(|last| value > last.0) {
                    let place = tops.partition_point(|top| top.0 >= value);
                    tops.truncate(group.count.saturating_sub(1).max(place));
                    tops.insert(place, (value, entry.track));
                }
            }
            let sum: i32 = tops.iter().map(|top| top.0).sum();
            bound += sum;
            // The bound without one train of the group.
            least.push(
                tops.last()
                    .filter(|_| tops.len() == group.count)
                    .map_or(0, |last| last.0),
            );
            for (_, track) in &tops {
                for (bit, used) in usage.iter_mut().enumerate() {
                    *used += WHOLE * i64::from(track.has(bit));
                }
            }
        }
        if let Some(need) = need {
            let over = bound - prices.units(need);
            let mut seen = 0;
            for (group, last) in groups.iter_mut().zip(least) {
                // In place of the last of the best routes of its group.
                let reduced = &self.reduced;
                group.list.retain(|entry| {
                    seen += 1;
                    entry.route == IDLE || reduced[seen - 1] >= last - over
                });
            }
        }
        if bound < self.best.1 {
            self.best = (prices.clone(), bound);
            self.waited = 0;
        } else {
            self.waited += 1;
            if self.waited == PATIENCE {
                self.waited = 0;
                self.stride = self.stride * 6 / 10;
            }
        }
        self.step(&usage, i64::from(bound - self.prices.units(aim)));
        self.reduced.len() as u64
    }

    /// Moves the prices along what is used too much or too little.
    fn step(&mut self, usage: &[i64], gap: i64) {
        let mut bits = std::mem::take(&mut self.prices.bits);
        let mut length = 0;
        for (i, way) in self.direction.iter_mut().enumerate() {
            *way = usage[i] + *way * MOMENTUM / WHOLE;
            if bits[i] > 0 || *way > 0 {
                length += *way * *way;
            }
        }
        if length > 0 {
            for (price, way) in bits.iter_mut().zip(&self.direction) {
                let change = self.stride * gap.max(1) * way / length;
                *price = (i64::from(*price) + change).clamp(0, i64::from(i32::MAX)) as i32;
            }
        }
        self.prices.set(bits);
    }
}
