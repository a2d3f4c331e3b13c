//! What a route is worth to a train: the one function for it.
//!
//! The search, the check of given routes and the report of a result all ask [`Pricer::price`].

use super::value::{Counts, Worth};

/// A route, as far as its value goes.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    /// Its stops. Their order decides nothing but which of two equal stops is the paid one.
    pub path: &'a [u16],
    /// The counts of its stops.
    pub counts: Counts,
    /// The bonuses its stops play a part in.
    pub flags: u64,
}

/// A bonus that depends on more than one stop of the route.
#[derive(Clone, Copy)]
enum Open {
    /// Any stop with this flag earns the amount.
    Once(u64, i32),
    /// A stop of either side of this pair.
    Pair(usize),
}

/// Counts values, with the scratch memory for it.
pub struct Pricer<'a> {
    worth: &'a Worth,
    /// Whether all stops of the last route pay.
    all_pay: bool,
    /// If not, which of them do, by place on the path.
    paid: Vec<bool>,
    /// What a stop adds if it pays, by place on the path.
    adds: Vec<i32>,
    /// Places on the path, dearest first.
    order: Vec<u16>,
    /// Places that must pay in the choice being tried.
    forced: Vec<bool>,
    /// The choice being tried.
    tried: Vec<bool>,
    open: Vec<Open>,
    room: Vec<u32>,
    best: Option<i32>,
    /// Choices tried so far.
    pub work: u64,
}

impl<'a> Pricer<'a> {
    /// A counter with these figures.
    pub fn new(worth: &'a Worth) -> Pricer<'a> {
        Pricer {
            worth,
            all_pay: false,
            paid: Vec::new(),
            adds: Vec::new(),
            order: Vec::new(),
            forced: Vec::new(),
            tried: Vec::new(),
            open: Vec::new(),
            room: Vec::new(),
            best: None,
            work: 0,
        }
    }

    /// Whether the stop at this place of the path pays, in the route priced last.
    pub fn pays(&self, place: usize) -> bool {
        self.all_pay || self.paid[place]
    }

    /// What the route is worth to a type of train: `None` if the train may not run it because no
    /// choice of paid stops would do. Limits on visits are not looked at. `sum` is what the stops
    /// are worth together if all pay.
    #[inline]
    pub fn price(&mut self, kind: usize, visit: Visit<'_>, sum: i32) -> Option<i32> {
        let train = &self.worth.types[kind].train;
        if visit.counts.within(train.pay()) {
            if train.counted_token() && visit.counts.tokens() == 0 {
                return None;
            }
            let bonus = if visit.flags == 0 {
                0
            } else {
                self.all_bonuses(visit)
            };
            self.all_pay = true;
            return Some(sum + bonus + train.constant() as i32);
        }
        self.all_pay = false;
        self.choose(kind, visit)
    }

    /// The same for a route with its `ends`, by place on the path. Also says whether the route
    /// without one of them is as good: one that is visited for nothing, where two stops and a token
    /// are left. (The paid token of a train that needs one stays.) Only the fleet bonus can make up
    /// for its track.
    pub fn route(
        &mut self,
        kind: usize,
        visit: Visit<'_>,
        ends: [usize; 2],
        sum: i32,
    ) -> Option<(i32, bool)> {
        if self.for_nothing(kind, visit, ends) {
            return None;
        }
        let price = self.price(kind, visit, sum)?;
        let spare = |place: usize| {
            let own = self.worth.sites[visit.path[place] as usize].token;
            !self.pays(place) && visit.counts.tokens() > u32::from(own)
        };
        let trimmed = visit.path.len() > 2 && ends.into_iter().any(spare);
        Some((price, trimmed))
    }

    /// Whether it is plain, before it is priced, that the route visits one of its ends for
    /// nothing: other stops as dear, enough to fill what the train is paid for, so one of them is
    /// unpaid and could take its place.
    fn for_nothing(&self, kind: usize, visit: Visit<'_>, ends: [usize; 2]) -> bool {
        let Some(most) = self.worth.types[kind].pays else {
            return false;
        };
        if self.worth.fleet.is_some() || visit.path.len() <= most.max(2) {
            return false;
        }
        ends.into_iter().any(|end| {
            let stop = visit.path[end];
            let site = &self.worth.sites[stop as usize];
            let value = self.worth.full(stop)[kind];
            let dear = |&&other: &&u16| self.worth.full(other)[kind] >= value;
            // The end itself is among those counted.
            !site.token && site.flags == 0 && visit.path.iter().filter(dear).count() > most
        })
    }

    /// All bonuses of a route on which every stop pays.
    fn all_bonuses(&self, visit: Visit<'_>) -> i32 {
        let once = self.worth.once.iter().enumerate();
        let once = once.filter(|(i, _)| visit.flags >> i & 1 == 1);
        let mut bonus = once.map(|(_, amount)| amount).sum();
        for pair in &self.worth.pairs {
            if visit.flags & pair.bits == pair.bits {
                bonus += pair.best(visit.path, |_| true).unwrap_or(0);
            }
        }
        bonus
    }

    /// The best choice of paid stops, where not all can pay.
    ///
    /// Pay limits are nested, so for given stops that must pay the dearest others that fit are
    /// best. What must pay is tried: for each bonus that hangs on several stops, each way to earn
    /// it, and none; then each token, if one must be paid and none is.
    fn choose(&mut self, kind: usize, visit: Visit<'_>) -> Option<i32> {
        let worth = self.worth;
        self.adds.clear();
        let full = |&stop: &u16| worth.full(stop)[kind];
        self.adds.extend(visit.path.iter().map(full));
        self.open.clear();
        if visit.flags != 0 {
            self.open_bonuses(visit);
        }
        self.order.clear();
        self.order.extend(0..visit.path.len() as u16);
        let adds = &self.adds;
        self.order.sort_by_key(|&place| -adds[place as usize]);
        self.best = None;
        match worth.types[kind].pays {
            Some(most) if self.open.is_empty() => self.dearest(kind, visit, most),
            _ => {
                self.forced.clear();
                self.forced.resize(visit.path.len(), false);
                self.force(kind, visit, 0);
            }
        }
        let constant = worth.types[kind].train.constant() as i32;
        self.best.map(|best| best + constant)
    }

    /// The best choice where only the number of paid stops counts: the dearest, and if none of
    /// them holds the token that must be paid, the dearest token in place of the last.
    fn dearest(&mut self, kind: usize, visit: Visit<'_>, most: usize) {
        let worth = self.worth;
        self.work += 1;
        let token = |&&place: &&u16| worth.sites[visit.path[place as usize] as usize].token;
        let (taken, left) = self.order.split_at(most);
        let mut swap = None;
        if worth.types[kind].train.counted_token() && !taken.iter().any(|place| token(&place)) {
            swap = left.iter().find(token).zip(taken.last());
            if swap.is_none() {
                return;
            }
        }
        self.tried.clear();
        self.tried.resize(visit.path.len(), false);
        let mut sum = 0;
        for &place in taken {
            self.tried[place as usize] = true;
            sum += self.adds[place as usize];
        }
        if let Some((&token, &last)) = swap {
            self.tried[last as usize] = false;
            self.tried[token as usize] = true;
            sum += self.adds[token as usize] - self.adds[last as usize];
        }
        std::mem::swap(&mut self.tried, &mut self.paid);
        self.best = Some(sum);
    }

    /// Adds bonuses that hang on one visited stop to that stop, and lists the others.
    fn open_bonuses(&mut self, visit: Visit<'_>) {
        let sites = &self.worth.sites;
        for (i, &amount) in self.worth.once.iter().enumerate() {
            let flag = 1 << i;
            if visit.flags & flag == 0 {
                continue;
            }
            let path = visit.path.iter().enumerate();
            let mut places = path.filter(|&(_, &stop)| sites[stop as usize].flags & flag != 0);
            let first = places.next();
            match (first, places.next()) {
                (Some((place, _)), None) => self.adds[place] += amount,
                _ => self.open.push(Open::Once(flag, amount)),
            }
        }
        for (i, pair) in self.worth.pairs.iter().enumerate() {
            if visit.flags & pair.bits == pair.bits {
                self.open.push(Open::Pair(i));
            }
        }
    }

    /// Tries what to force for the open bonuses from number `next` on.
    fn force(&mut self, kind: usize, visit: Visit<'_>, next: usize) {
        self.work += 1;
        let Some(sum) = self.fill(kind, visit) else {
            return;
        };
        let most: i32 = self.open.iter().map(|&open| self.most(open, visit)).sum();
        if self.best.is_some_and(|best| sum + most <= best) {
            return;
        }
        let Some(&open) = self.open.get(next) else {
            return self.settle(kind, visit, sum);
        };
        self.force(kind, visit, next + 1);
        for (i, &a) in visit.path.iter().enumerate() {
            match open {
                Open::Once(flag, _) => {
                    if self.worth.sites[a as usize].flags & flag != 0 {
                        self.force_with(kind, visit, next + 1, [i, i]);
                    }
                }
                Open::Pair(pair) => {
                    let worth = self.worth;
                    let sides = &worth.pairs[pair].sides;
                    if sides[0][a as usize].is_none() {
                        continue;
                    }
                    for (j, &b) in visit.path.iter().enumerate() {
                        if i != j && sides[1][b as usize].is_some() {
                            self.force_with(kind, visit, next + 1, [i, j]);
                        }
                    }
                }
            }
        }
    }

    fn force_with(&mut self, kind: usize, visit: Visit<'_>, next: usize, places: [usize; 2]) {
        let before = places.map(|place| self.forced[place]);
        places.iter().for_each(|&place| self.forced[place] = true);
        self.force(kind, visit, next);
        places
            .iter()
            .zip(before)
            .for_each(|(&place, was)| self.forced[place] = was);
    }

    /// The most that an open bonus can add.
    fn most(&self, open: Open, visit: Visit<'_>) -> i32 {
        match open {
            Open::Once(_, amount) => amount,
            Open::Pair(pair) => {
                let best = self.worth.pairs[pair].best(visit.path, |_| true);
                best.unwrap_or(0)
            }
        }
    }

    /// Takes the forced stops and the dearest others that fit. `None`: the forced do not fit.
    fn fill(&mut self, kind: usize, visit: Visit<'_>) -> Option<i32> {
        let pay = self.worth.types[kind].train.pay();
        self.room.clear();
        self.room.extend(pay.iter().map(|limit| limit.most));
        self.tried.clear();
        self.tried.resize(visit.path.len(), false);
        let mut sum = 0;
        for must in [true, false] {
            for &place in &self.order {
                let place = place as usize;
                if self.forced[place] != must {
                    continue;
                }
                let stop = self.worth.sites[visit.path[place] as usize].kind;
                let counts = || (0..pay.len()).filter(|&i| pay[i].kinds.has(stop));
                if counts().all(|i| self.room[i] > 0) {
                    counts().for_each(|i| self.room[i] -= 1);
                    self.tried[place] = true;
                    sum += self.adds[place];
                } else if must {
                    return None;
                }
            }
        }
        Some(sum)
    }

    /// Looks whether the choice being tried, of this sum, is the best so far.
    fn settle(&mut self, kind: usize, visit: Visit<'_>, sum: i32) {
        let sites = &self.worth.sites;
        let token = |place: usize| sites[visit.path[place] as usize].token;
        let train = &self.worth.types[kind].train;
        if !train.counted_token() || (0..visit.path.len()).any(|i| self.tried[i] && token(i)) {
            return self.keep(visit, sum);
        }
        for place in 0..visit.path.len() {
            if token(place) && !self.forced[place] {
                self.work += 1;
                self.forced[place] = true;
                if let Some(sum) = self.fill(kind, visit) {
                    self.keep(visit, sum);
                }
                self.forced[place] = false;
            }
        }
    }

    fn keep(&mut self, visit: Visit<'_>, mut sum: i32) {
        for &open in &self.open {
            sum += match open {
                Open::Once(flag, amount) => {
                    let sites = &self.worth.sites;
                    let mut path = visit.path.iter().zip(&self.tried);
                    let earned = |(&stop, &paid): (&u16, &bool)| {
                        paid && sites[stop as usize].flags & flag != 0
                    };
                    if path.any(earned) { amount } else { 0 }
                }
                Open::Pair(pair) => {
                    let best = self.worth.pairs[pair].best(visit.path, |i| self.tried[i]);
                    best.unwrap_or(0)
                }
            };
        }
        if self.best.is_none_or(|best| sum > best) {
            self.best = Some(sum);
            self.paid.clone_from(&self.tried);
        }
    }
}
