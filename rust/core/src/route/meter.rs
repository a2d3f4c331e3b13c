//! What a train may still visit and be paid for, as one number.

use super::rules::{Kinds, Limit};
use super::value::{TrainType, Worth};

/// More rests than this are not told apart.
const MOST: usize = 1 << 10;

/// One thing of which a train has so many.
struct Supply {
    kinds: Kinds,
    most: u32,
    /// Whether a paid stop uses one, and whether an unpaid one does.
    paid: bool,
    unpaid: bool,
}

/// Numbers every rest of what the limits of a train leave, and knows the rest after one more stop.
///
/// Limits can be left out where the numbers would be too many: what counts is only that no route
/// that the train may run is ruled out.
pub struct Meter {
    /// How many numbers there are.
    pub size: usize,
    /// The number before the first stop.
    pub full: u32,
    /// By kind of stop and rest: the rest after a stop that pays, if one is left.
    paid: [Vec<u32>; 3],
    /// The same for a stop that does not pay.
    unpaid: [Vec<u32>; 3],
}

/// No further stop is possible.
const NONE: u32 = u32::MAX;

impl Meter {
    /// The meter of a type of train on these stops.
    pub fn new(worth: &Worth, kind: usize) -> Meter {
        let stops = worth.sites.len() as u32;
        let supplies = supplies(&worth.types[kind], stops);
        let radix = |supply: &Supply| supply.most as usize + 1;
        let size: usize = supplies.iter().map(radix).product();
        let after = |stop: Kinds, pays: bool| -> Vec<u32> {
            let next = |rest: usize| {
                let (mut left, mut unit, mut next) = (rest, 1, rest);
                for supply in &supplies {
                    let has = left % radix(supply);
                    left /= radix(supply);
                    let uses = if pays { supply.paid } else { supply.unpaid };
                    if uses && supply.kinds.meets(stop) {
                        if has == 0 {
                            return NONE;
                        }
                        next -= unit;
                    }
                    unit *= radix(supply);
                }
                next as u32
            };
            (0..size).map(next).collect()
        };
        let skips = !worth.types[kind].train.pay().is_empty();
        Meter {
            size,
            full: size as u32 - 1,
            paid: Kinds::EACH.map(|stop| after(Kinds::only(stop), true)),
            unpaid: Kinds::EACH.map(|stop| {
                if skips {
                    after(Kinds::only(stop), false)
                } else {
                    vec![NONE; size]
                }
            }),
        }
    }

    /// The rest after one more stop of a kind that pays.
    #[inline]
    pub fn paid(&self, kind: usize, rest: u32) -> Option<u32> {
        Some(self.paid[kind][rest as usize]).filter(|&next| next != NONE)
    }

    /// The rest after one more stop of a kind that does not pay.
    #[inline]
    pub fn unpaid(&self, kind: usize, rest: u32) -> Option<u32> {
        Some(self.unpaid[kind][rest as usize]).filter(|&next| next != NONE)
    }
}

/// What a type of train has. Whatever it is, it ends: no route visits more stops than there are.
fn supplies(kind: &TrainType, stops: u32) -> Vec<Supply> {
    let (limits, pay) = (kind.train.limits(), kind.train.pay());
    // Where one number limits visits and one what pays, what matters is how many are paid and how
    // many are not: to leave more unpaid is of no use.
    if let ([visits], Some(pays)) = (limits, kind.pays)
        && visits.kinds == Kinds::ALL
    {
        let most = visits.most.min(stops);
        let pays = most.min(pays as u32);
        let supply = |most, paid| Supply {
            kinds: Kinds::ALL,
            most,
            paid,
            unpaid: !paid,
        };
        return vec![supply(pays, true), supply(most - pays, false)];
    }
    let supply = |limit: &Limit, unpaid| Supply {
        kinds: limit.kinds,
        most: limit.most.min(stops),
        paid: true,
        unpaid,
    };
    let mut supplies: Vec<Supply> = limits.iter().map(|limit| supply(limit, true)).collect();
    if !limits.iter().any(|limit| limit.kinds == Kinds::ALL) {
        supplies.insert(
            0,
            Supply {
                kinds: Kinds::ALL,
                most: stops,
                paid: true,
                unpaid: true,
            },
        );
    } else {
        // What ends every route comes first, as the last ones are left out first.
        supplies.sort_by_key(|supply| supply.kinds != Kinds::ALL);
    }
    supplies.extend(pay.iter().map(|limit| supply(limit, false)));
    let mut size = 1;
    let kept = supplies.iter().take_while(|supply| {
        size *= supply.most as usize + 1;
        size <= MOST
    });
    let kept = kept.count().max(1);
    supplies.truncate(kept);
    supplies
}
