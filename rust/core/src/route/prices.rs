//! Prices of track: what makes routes that crowd the same track worth less.

use super::mask::Mask;

/// Units to a step of value, where sums leave room for it: prices are whole numbers, and steps
/// would be too coarse.
const FINEST: i32 = 64;

/// A price for every conflict bit.
///
/// For any prices, no set of routes without common track is worth more than all prices together and,
/// for each train, the most that a route is worth less the prices of its track: what a set pays
/// for its track is at most what all track costs.
#[derive(Clone)]
pub struct Prices<const W: usize> {
    /// Units to a step.
    unit: i32,
    /// Value of a step.
    step: i32,
    /// By bit.
    pub bits: Vec<i32>,
    /// All prices together.
    pub sum: i32,
    /// For each byte of a mask what its bits cost together; empty if everything is free.
    table: Vec<[i32; 256]>,
}

impl<const W: usize> Prices<W> {
    /// No prices, and values as they are.
    pub const FREE: Self = Prices {
        unit: 1,
        step: 1,
        bits: Vec::new(),
        sum: 0,
        table: Vec::new(),
    };

    /// Prices of zero, for values that are multiples of `step` and whose sums stay below `most`.
    pub fn zero(step: i32, most: i32, bits: usize) -> Self {
        let mut unit = FINEST;
        let room = i32::MAX / 8 / (bits as i32 + 1);
        while unit > 1 && most / step > room / unit {
            unit /= 2;
        }
        let mut prices = Prices {
            unit,
            step,
            ..Self::FREE
        };
        prices.set(vec![0; bits]);
        prices
    }

    /// Changes all prices. None may be below zero, and they may not be so high that sums overflow.
    pub fn set(&mut self, mut bits: Vec<i32>) {
        let most = i32::MAX / 8 / (bits.len() as i32 + 1);
        bits.iter_mut()
            .for_each(|price| *price = (*price).clamp(0, most));
        self.sum = bits.iter().sum();
        self.bits = bits;
        self.table.resize(self.bits.len().div_ceil(8), [0; 256]);
        for (byte, table) in self.table.iter_mut().enumerate() {
            let of = |bit: usize| self.bits.get(8 * byte + bit).copied().unwrap_or(0);
            let of: [i32; 8] = std::array::from_fn(of);
            for set in 1..256 {
                table[set] = table[set & (set - 1)] + of[set.trailing_zeros() as usize];
            }
        }
    }

    /// What this track costs.
    #[inline]
    pub fn of(&self, track: &Mask<W>) -> i32 {
        let bytes = self.table.iter().enumerate();
        bytes.map(|(i, table)| table[track.byte(i)]).sum()
    }

    /// A value in units.
    #[inline]
    pub fn units(&self, value: i32) -> i32 {
        value / self.step * self.unit
    }

    /// The sum of reduced values that a set of this value reaches at least.
    #[inline]
    pub fn bar(&self, value: i32) -> i32 {
        self.units(value) - self.sum
    }

    /// The most that a set with this sum of reduced values can be worth.
    pub fn whole(&self, reduced: i32) -> i32 {
        (reduced + self.sum).div_euclid(self.unit) * self.step
    }

    /// The value of routes from their reduced value and what their track costs.
    #[inline]
    pub fn value(&self, reduced: i32, spent: i32) -> i32 {
        (reduced + spent) / self.unit * self.step
    }
}
