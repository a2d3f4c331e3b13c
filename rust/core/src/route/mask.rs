//! A set of small numbers in a fixed number of machine words.

/// `W` words of 64 bits each. The width is chosen once per call, from what the graph needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    /// The set with nothing in it.
    pub const EMPTY: Self = Self([0; W]);

    /// Adds one bit.
    ///
    /// # Panics
    /// If the bit does not fit. The width is chosen from the largest bit in use, so that never happens.
    pub fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Whether the two sets have nothing in common.
    #[inline(always)]
    pub fn disjoint(&self, other: &Self) -> bool {
        let mut common = 0;
        for i in 0..W {
            common |= self.0[i] & other.0[i];
        }
        common == 0
    }

    /// Both sets together.
    #[inline(always)]
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
        self
    }

    /// Whether a bit is in the set.
    #[inline(always)]
    pub fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Eight bits of the set.
    #[inline(always)]
    pub fn byte(&self, number: usize) -> usize {
        (self.0[number / 8] >> (number % 8 * 8)) as usize & 0xff
    }

    /// How many bits are in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Mask;

    #[test]
    fn every_bit_of_every_width_is_its_own() {
        fn check<const W: usize>() {
            let single = |bit| {
                let mut mask = Mask::<W>::EMPTY;
                mask.set(bit);
                mask
            };
            for a in 0..W * 64 {
                for b in [0, 1, 63, a, W * 64 - 1] {
                    assert_eq!(single(a).disjoint(&single(b)), a != b);
                    assert_eq!(single(a).with(&single(b)).len(), if a == b { 1 } else { 2 });
                }
            }
        }
        check::<1>();
        check::<2>();
        check::<4>();
        check::<16>();
    }
}
