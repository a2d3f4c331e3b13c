//! What a run is asked under: the trains, and what stops and bonuses pay.
//!
//! One plain value for each call. Nothing here knows a title, a phase or money; the caller says
//! it all.

use crate::colour::ColourSet;
use crate::error::{Error, Result};
use crate::map::{HexId, Map};
use crate::tile::StopKind;

/// The largest single amount that is taken. Keeps every sum well inside 32 bits.
const MOST: u32 = 1_000_000;

/// A set of kinds of stops, written with their letters (`"co"`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// All kinds there are.
    pub const EACH: [StopKind; 3] = [StopKind::City, StopKind::Town, StopKind::Offboard];

    /// All kinds together.
    pub const ALL: Kinds = Kinds(0b111);

    /// One kind.
    pub const fn only(kind: StopKind) -> Kinds {
        Kinds(1 << kind as u8)
    }

    /// Whether the sets have a kind in common.
    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// Reads the letters.
    ///
    /// # Errors
    /// An empty text, or a letter that is not one of c, o, t.
    pub fn parse(text: &str, field: &'static str) -> Result<Kinds> {
        let mut bits = 0;
        for letter in text.chars() {
            match Kinds::EACH.into_iter().find(|kind| kind.letter() == letter) {
                Some(kind) => bits |= 1 << kind as u8,
                None => {
                    let message =
                        format!("{letter:?} in {text:?} is no kind of stop: use c, o and t");
                    return Err(Error::invalid(field, message));
                }
            }
        }
        if bits == 0 {
            let message = "a set of kinds needs at least one letter of c, o and t";
            return Err(Error::invalid(field, message));
        }
        Ok(Kinds(bits))
    }

    /// Its letters.
    pub fn letters(self) -> String {
        let kinds = Kinds::EACH.into_iter().filter(|&kind| self.has(kind));
        kinds.map(StopKind::letter).collect()
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn has(self, kind: StopKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// Whether one set holds the other, or they share nothing.
    const fn nested(self, other: Kinds) -> bool {
        let both = self.0 & other.0;
        both == 0 || both == self.0 || both == other.0
    }
}

/// How many stops of some kinds may be visited, or paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limit {
    /// Which stops count.
    pub kinds: Kinds,
    /// At most this many.
    pub most: u32,
}

/// What one train can do. Trains that are equal as values are interchangeable in a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Train {
    limits: Vec<Limit>,
    pay: Vec<Limit>,
    counted_token: bool,
    /// By kind, as numbered by [`StopKind`].
    multiplier: [u32; 3],
    constant: u32,
}

impl Train {
    /// Puts a train together. `multiplier` is asked for each kind.
    ///
    /// # Errors
    /// An amount out of range, or pay limits that overlap without one holding the other: with
    /// those the best choice of paid stops is not simply the dearest ones that fit.
    pub fn new(
        mut limits: Vec<Limit>,
        mut pay: Vec<Limit>,
        counted_token: bool,
        multiplier: impl Fn(StopKind) -> u32,
        constant: u32,
    ) -> Result<Train> {
        // Sorted, so that trains said in another way are still equal.
        limits.sort_unstable();
        limits.dedup();
        pay.sort_unstable();
        pay.dedup();
        for (i, a) in pay.iter().enumerate() {
            if pay[..i].iter().any(|b| !a.kinds.nested(b.kinds)) {
                let message = "of two pay limits with a common kind one must hold the other";
                return Err(Error::invalid("pay", message));
            }
        }
        amount("constant", constant)?;
        let mut by_kind = [0; 3];
        for kind in Kinds::EACH {
            let times = multiplier(kind);
            if times > 1_000 {
                let message = format!("a multiplier of {times} is too much: the most is 1000");
                return Err(Error::invalid("multiplier", message));
            }
            by_kind[kind as usize] = times;
        }
        Ok(Train {
            limits,
            pay,
            counted_token,
            multiplier: by_kind,
            constant,
        })
    }

    /// How many stops it may visit; all limits hold.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// How many stops it may visit at most.
    pub(super) fn reach(&self) -> u32 {
        let all = self.limits.iter().filter(|limit| limit.kinds == Kinds::ALL);
        all.map(|limit| limit.most).min().unwrap_or(u32::MAX)
    }

    /// How many of the visited stops pay; none: all of them.
    pub fn pay(&self) -> &[Limit] {
        &self.pay
    }

    /// Whether one of the paid stops must hold an own token.
    pub const fn counted_token(&self) -> bool {
        self.counted_token
    }

    /// How often a stop of this kind pays its value.
    pub const fn multiplier(&self, kind: StopKind) -> u32 {
        self.multiplier[kind as usize]
    }

    /// Added once if the train runs.
    pub const fn constant(&self) -> u32 {
        self.constant
    }
}

/// An amount paid once a route if any stop on the hexes is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    /// Names of hexes.
    pub hexes: Vec<String>,
    /// What it adds.
    pub amount: u32,
}

/// Two figures, both paid if a stop of either side is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Figure by hex on one side.
    pub a: Vec<(String, u32)>,
    /// Figure by hex on the other side.
    pub b: Vec<(String, u32)>,
}

/// What runs pay: everything beside the trains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunRules {
    /// Colours of the phase. Of a stop with several values the highest of these counts.
    pub colours: ColourSet,
    /// Markers and the like.
    pub once: Vec<Once>,
    /// East-west bonuses and the like.
    pub pairs: Vec<Pair>,
    /// So much for every visited stop of these kinds, on the one train for which that is most.
    pub fleet: Option<(Kinds, u32)>,
    /// Hexes whose stops are worth something else than the map says.
    pub values: Vec<(String, u32)>,
}

/// A `once` bonus on the hexes of a map.
pub(super) struct ResolvedOnce {
    pub hexes: Vec<HexId>,
    pub amount: i32,
}

/// The rules on the hexes of a map.
pub(super) struct Resolved {
    pub colours: ColourSet,
    pub once: Vec<ResolvedOnce>,
    pub pairs: Vec<[Vec<(HexId, i32)>; 2]>,
    pub fleet: Option<(Kinds, i32)>,
    pub values: Vec<(HexId, i32)>,
}

impl RunRules {
    /// Finds the hexes and checks the amounts.
    ///
    /// # Errors
    /// An unknown hex, or an amount above a million.
    pub(super) fn resolve(&self, map: &Map) -> Result<Resolved> {
        let figures = |field, list: &[(String, u32)]| -> Result<Vec<(HexId, i32)>> {
            let figure =
                |(hex, sum): &(String, u32)| Ok((map.find_hex(hex)?, amount(field, *sum)?));
            list.iter().map(figure).collect()
        };
        let once = self.once.iter().map(|once| {
            Ok(ResolvedOnce {
                hexes: (once.hexes.iter())
                    .map(|hex| map.find_hex(hex))
                    .collect::<Result<_>>()?,
                amount: amount("once", once.amount)?,
            })
        });
        let pairs = self.pairs.iter();
        let pairs = pairs.map(|pair| Ok([figures("pairs", &pair.a)?, figures("pairs", &pair.b)?]));
        let fleet = self
            .fleet
            .map(|(kinds, sum)| Ok((kinds, amount("fleet", sum)?)));
        Ok(Resolved {
            colours: self.colours,
            once: once.collect::<Result<_>>()?,
            pairs: pairs.collect::<Result<_>>()?,
            fleet: fleet.transpose()?,
            values: figures("values", &self.values)?,
        })
    }
}

/// The amount, if it is not absurd.
fn amount(field: &'static str, sum: u32) -> Result<i32> {
    if sum > MOST {
        let message = format!("{sum} is too much: the most is {MOST}");
        return Err(Error::invalid(field, message));
    }
    Ok(sum as i32)
}

#[cfg(test)]
mod tests {
    use super::{Kinds, Limit, Train};

    fn limit(kinds: &str, most: u32) -> Limit {
        let kinds = Kinds::parse(kinds, "limits").unwrap();
        Limit { kinds, most }
    }

    #[test]
    fn equal_trains_are_equal_in_any_spelling() {
        let train = |limits| Train::new(limits, vec![], false, |_| 1, 0).unwrap();
        let a = train(vec![limit("co", 6), limit("cot", 7)]);
        let b = train(vec![limit("toc", 7), limit("oc", 6), limit("co", 6)]);
        assert_eq!(a, b);
    }

    #[test]
    fn crossing_pay_limits_are_refused() {
        let pay = |a, b| Train::new(vec![], vec![limit(a, 2), limit(b, 2)], false, |_| 1, 0);
        assert!(pay("co", "ot").is_err());
        assert!(pay("co", "t").is_ok());
        assert!(pay("c", "cot").is_ok());
    }

    #[test]
    fn kinds_are_letters() {
        assert!(Kinds::parse("", "limits").is_err());
        assert!(Kinds::parse("cx", "limits").is_err());
    }
}
