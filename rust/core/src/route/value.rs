//! Every figure that the value of a route is made of, by stop and type of train.

use super::net::Net;
use super::rules::{Kinds, Limit, Resolved, Train};
use crate::error::{Error, Result};
use crate::map::HexId;
use crate::tile::StopKind;

/// How many stops of each kind a route visits, and how many of them hold an own token: four
/// numbers of 16 bits side by side, so that a step of the walk is one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(u64);

impl Counts {
    /// One stop.
    pub fn stop(kind: StopKind, token: bool) -> Counts {
        Counts(1 << (16 * kind as u32) | u64::from(token) << 48)
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }

    /// Stops of these kinds.
    #[inline]
    pub fn of(self, kinds: Kinds) -> u32 {
        let lane = |kind: StopKind| (self.0 >> (16 * kind as u32)) as u32 & 0xffff;
        let mut sum = 0;
        for kind in Kinds::EACH {
            if kinds.has(kind) {
                sum += lane(kind);
            }
        }
        sum
    }

    /// Stops with an own token.
    #[inline]
    pub fn tokens(self) -> u32 {
        (self.0 >> 48) as u32
    }

    /// Whether all limits hold.
    #[inline]
    pub fn within(self, limits: &[Limit]) -> bool {
        limits
            .iter()
            .all(|limit| self.of(limit.kinds) <= limit.most)
    }
}

/// What a stop of the net is, as far as value goes.
#[derive(Clone, Debug)]
pub struct Site {
    /// What one more visit adds to the counts.
    pub counts: Counts,
    /// What it is.
    pub kind: StopKind,
    /// Whether it holds an own token.
    pub token: bool,
    /// Which bonuses it plays a part in: a bit for each `once`, then two for each pair.
    pub flags: u64,
}

/// Both sides of a pair bonus: the figure of each stop of the net, if it has one.
pub struct Figures {
    /// By stop, for either side.
    pub sides: [Vec<Option<i32>>; 2],
    /// The bits of the two sides in [`Site::flags`].
    pub bits: u64,
}

impl Figures {
    /// The figures of the best two stops, one of each side, that pass the test.
    pub fn best(&self, path: &[u16], paid: impl Fn(usize) -> bool) -> Option<i32> {
        let mut best = None;
        for (i, &a) in path.iter().enumerate() {
            let Some(first) = self.sides[0][a as usize].filter(|_| paid(i)) else {
                continue;
            };
            for (j, &b) in path.iter().enumerate() {
                if let Some(second) = self.sides[1][b as usize].filter(|_| i != j && paid(j)) {
                    best = best.max(Some(first + second));
                }
            }
        }
        best
    }
}

/// Trains that are equal.
pub struct TrainType {
    /// One of them.
    pub train: Train,
    /// All of them, by their place in the caller's list, in rising order.
    pub members: Vec<usize>,
    /// If all that limits what pays is one number of stops of any kind: that number.
    pub pays: Option<usize>,
}

/// Every value that a call needs, by stop of the net and type of train.
pub struct Worth {
    /// The trains by type, in an order that does not depend on the caller's.
    pub types: Vec<TrainType>,
    /// The stops.
    pub sites: Vec<Site>,
    /// Every value is a multiple of this.
    pub step: i32,
    /// Amount for each visited stop of these kinds on one train.
    pub fleet: Option<(Kinds, i32)>,
    /// `base[stop * types + type]`: the stop alone, multiplier included.
    base: Vec<i32>,
    /// The same with the bonuses that hang on this one stop.
    full: Vec<i32>,
    /// The other `once` bonuses; number i has bit i of the flags.
    pub once: Vec<i32>,
    /// Pair bonuses.
    pub pairs: Vec<Figures>,
}

impl Worth {
    /// Gathers the values of the stops of a net. `figure` is what the map says a stop is worth.
    ///
    /// # Errors
    /// More than 64 types of trains or bonuses, or values whose sum could pass 31 bits.
    pub fn new(
        net: &Net,
        trains: &[Train],
        rules: &Resolved,
        figure: impl Fn(usize) -> i32,
    ) -> Result<Worth> {
        let types = by_type(trains)?;
        let mut worth = Worth {
            sites: Vec::with_capacity(net.stops.len()),
            step: 0,
            fleet: rules.fleet,
            base: Vec::with_capacity(net.stops.len() * types.len()),
            full: Vec::new(),
            once: Vec::new(),
            pairs: Vec::new(),
            types,
        };
        let mut dearest = 0_i64;
        for (i, stop) in net.stops.iter().enumerate() {
            let own = |&(hex, value): &(HexId, i32)| (hex == stop.hex).then_some(value);
            let value = rules.values.iter().find_map(own);
            let value = value.unwrap_or_else(|| figure(i)).max(0);
            for kind in &worth.types {
                let paid = i64::from(value) * i64::from(kind.train.multiplier(stop.kind));
                dearest = dearest.max(paid);
                worth.base.push(i32::try_from(paid).unwrap_or(i32::MAX));
            }
            worth.sites.push(Site {
                counts: Counts::stop(stop.kind, stop.token),
                kind: stop.kind,
                token: stop.token,
                flags: 0,
            });
        }
        check_sums(rules, trains, dearest, net.stops.len())?;
        worth.full.clone_from(&worth.base);
        worth.add_once(net, rules)?;
        worth.add_pairs(net, rules)?;
        worth.find_step();
        Ok(worth)
    }

    /// Bonuses on one hex. If a route can only visit one of the stops, the amount belongs to each
    /// of them; otherwise it needs a flag, as it counts once.
    fn add_once(&mut self, net: &Net, rules: &Resolved) -> Result<()> {
        for once in &rules.once {
            let stops = (0..net.stops.len()).filter(|&i| once.hexes.contains(&net.stops[i].hex));
            let stops: Vec<usize> = stops.collect();
            let apart = stops.iter().enumerate().all(|(n, &a)| {
                let groups = net.stops[a].groups;
                stops[..n]
                    .iter()
                    .all(|&b| net.stops[b].groups & groups != 0)
            });
            if apart {
                let n = self.types.len();
                for stop in stops {
                    for value in &mut self.full[stop * n..(stop + 1) * n] {
                        *value += once.amount;
                    }
                }
            } else {
                let bit = flag(self.once.len())?;
                self.once.push(once.amount);
                stops.iter().for_each(|&stop| self.sites[stop].flags |= bit);
            }
        }
        Ok(())
    }

    fn add_pairs(&mut self, net: &Net, rules: &Resolved) -> Result<()> {
        for pair in &rules.pairs {
            let sides = [&pair[0], &pair[1]].map(|side| {
                let figure = |hex| side.iter().find(|&&(h, _)| h == hex).map(|&(_, sum)| sum);
                let figures = net.stops.iter().map(|stop| figure(stop.hex));
                figures.collect::<Vec<Option<i32>>>()
            });
            if sides.iter().any(|side| side.iter().all(Option::is_none)) {
                continue;
            }
            let first = self.once.len() + 2 * self.pairs.len();
            let bits = [flag(first)?, flag(first + 1)?];
            for (side, bit) in sides.iter().zip(bits) {
                for (site, figure) in self.sites.iter_mut().zip(side) {
                    site.flags |= if figure.is_some() { bit } else { 0 };
                }
            }
            let bits = bits[0] | bits[1];
            self.pairs.push(Figures { sides, bits });
        }
        Ok(())
    }

    fn find_step(&mut self) {
        let constants = self.types.iter().map(|t| t.train.constant() as i32);
        let figures = self
            .pairs
            .iter()
            .flat_map(|pair| pair.sides.iter().flatten().flatten());
        let values = self.full.iter().chain(&self.once).chain(figures).copied();
        let fleet = self.fleet.map(|(_, amount)| amount);
        let step = values.chain(constants).chain(fleet).fold(0, gcd);
        self.step = step.max(1);
    }

    /// Value of the stop alone to a type of train: what the report shows if it pays.
    pub fn base(&self, stop: u16, kind: usize) -> i32 {
        self.base[stop as usize * self.types.len() + kind]
    }

    /// Value of the stop to each type, with the bonuses that hang on this one stop.
    #[inline]
    pub fn full(&self, stop: u16) -> &[i32] {
        let n = self.types.len();
        &self.full[stop as usize * n..][..n]
    }

    /// What the fleet bonus is if it goes to a route with these visits.
    pub fn weight(&self, counts: Counts) -> i32 {
        self.fleet
            .map_or(0, |(kinds, amount)| amount * counts.of(kinds) as i32)
    }

    /// The most that any route can be worth to a type, by the number of its stops alone.
    /// Off-board areas are taken as ends, so at most two.
    pub fn ceiling(&self, kind: usize) -> i32 {
        let train = &self.types[kind].train;
        let mut sorted = [const { Vec::new() }; 3];
        for (stop, site) in self.sites.iter().enumerate() {
            sorted[site.kind as usize].push(self.full(stop as u16)[kind]);
        }
        let sums = sorted.map(|mut values: Vec<i32>| {
            values.sort_unstable_by(|a, b| b.cmp(a));
            let mut sums = vec![0];
            sums.extend(values.iter().scan(0, |sum, value| {
                *sum += value;
                Some(*sum)
            }));
            sums
        });
        let mut best = 0;
        let fits = |limits: &[Limit], counts: [usize; 3]| {
            limits.iter().all(|limit| {
                let kinds = Kinds::EACH
                    .into_iter()
                    .filter(|&kind| limit.kinds.has(kind));
                kinds.map(|kind| counts[kind as usize]).sum::<usize>() <= limit.most as usize
            })
        };
        for c in 0..sums[0].len() {
            for t in 0..sums[1].len() {
                for o in 0..sums[2].len().min(3) {
                    if fits(train.limits(), [c, t, o]) && fits(train.pay(), [c, t, o]) {
                        best = best.max(sums[0][c] + sums[1][t] + sums[2][o]);
                    }
                }
            }
        }
        let most = |side: &Vec<Option<i32>>| side.iter().flatten().copied().max().unwrap_or(0);
        let pairs = self
            .pairs
            .iter()
            .flat_map(|pair| pair.sides.iter().map(most));
        best + self.once.iter().sum::<i32>() + pairs.sum::<i32>() + train.constant() as i32
    }
}

/// Refuses values with which some sum could pass 31 bits. The most that a sum can be is every
/// bonus at every stop, for every train.
fn check_sums(rules: &Resolved, trains: &[Train], dearest: i64, stops: usize) -> Result<()> {
    let once = rules.once.iter().map(|once| i64::from(once.amount));
    let pairs = rules.pairs.iter().flatten();
    let figures = pairs.filter_map(|side| side.iter().map(|&(_, sum)| i64::from(sum)).max());
    let fleet = rules.fleet.map_or(0, |(_, amount)| i64::from(amount));
    let stop = dearest + fleet + once.chain(figures).sum::<i64>();
    let constants = trains.iter().map(|train| i64::from(train.constant()));
    let route = stop.saturating_mul(stops as i64 + 1) + constants.max().unwrap_or(0);
    if route.saturating_mul(trains.len().max(1) as i64) > i64::from(i32::MAX / 4) {
        let message = "the values are too large to add up";
        return Err(Error::invalid("rules", message));
    }
    Ok(())
}

/// Trains by type. The order of the types depends on the trains only, not on their order.
fn by_type(trains: &[Train]) -> Result<Vec<TrainType>> {
    let mut types: Vec<TrainType> = Vec::new();
    for (i, train) in trains.iter().enumerate() {
        match types.iter_mut().find(|kind| kind.train == *train) {
            Some(kind) => kind.members.push(i),
            None => types.push(TrainType {
                train: train.clone(),
                members: vec![i],
                pays: match train.pay() {
                    [only] if Kinds::EACH.into_iter().all(|kind| only.kinds.has(kind)) => {
                        Some(only.most as usize)
                    }
                    _ => None,
                },
            }),
        }
    }
    if types.len() > 64 {
        return Err(Error::invalid("trains", "more than 64 different trains"));
    }
    types.sort_by(|a, b| a.train.cmp(&b.train));
    Ok(types)
}

fn flag(bit: usize) -> Result<u64> {
    if bit >= 64 {
        return Err(Error::invalid(
            "rules",
            "too many bonuses on the hexes in reach",
        ));
    }
    Ok(1 << bit)
}

const fn gcd(mut a: i32, mut b: i32) -> i32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
