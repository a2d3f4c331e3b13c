//! A depth-first search over sets of routes, train by train.

use super::list::{Entry, Group, IDLE, List, top};
use super::prices::Prices;

/// The best set known, and what has been spent to find it.
#[derive(Debug, Default)]
pub struct Best {
    /// Type of train and route of each train that runs.
    pub routes: Vec<(usize, u32)>,
    /// What they are worth together.
    pub value: i32,
    /// Comparisons made.
    pub work: u64,
}

/// The search, for sets that are better than the best one known.
pub struct Search<'a, const W: usize> {
    best: &'a mut Best,
    step: i32,
    prices: &'a Prices<W>,
    /// No more work than this.
    limit: u64,
    /// What a set has to be worth to be better, in the figures of the lists.
    need: i32,
    /// Type of each group.
    kinds: Vec<usize>,
    /// Trains of each group that have no route yet.
    counts: Vec<usize>,
    /// By depth and group: the routes that fit those picked so far.
    lists: Vec<Vec<List<W>>>,
    picked: Vec<(usize, u32)>,
    /// The most that a set in a part given up could be worth.
    open: Option<i32>,
}

impl<'a, const W: usize> Search<'a, W> {
    /// Searches until the work passes the limit. The values in the lists are reduced by the
    /// prices. Returns the most that a better set could be worth, if there could still be one.
    pub fn run(
        mut groups: Vec<Group<W>>,
        best: &'a mut Best,
        step: i32,
        prices: &'a Prices<W>,
        limit: u64,
    ) -> Option<i32> {
        groups.sort_by_key(|group| group.list.len());
        let trains: usize = groups.iter().map(|group| group.count).sum();
        let width = groups.len();
        let mut search = Search {
            need: prices.bar(best.value + step),
            best,
            step,
            prices,
            limit,
            kinds: groups.iter().map(|group| group.kind).collect(),
            counts: groups.iter().map(|group| group.count).collect(),
            lists: Vec::with_capacity(trains + 1),
            picked: Vec::with_capacity(trains),
            open: None,
        };
        let lists = groups.into_iter().map(|group| group.list);
        search.lists.push(lists.collect());
        for _ in 0..trains {
            search.lists.push((0..width).map(|_| Vec::new()).collect());
        }
        search.dive(0, 0, 0);
        search.open.map(|open| prices.whole(open))
    }

    /// Picks for the next train without a route. Those picked before are worth `sum`, and their
    /// track costs `spent`. Returns false if the limit is reached.
    fn dive(&mut self, depth: usize, sum: i32, spent: i32) -> bool {
        let Some(group) = self.counts.iter().position(|&count| count > 0) else {
            return true;
        };
        let list = std::mem::take(&mut self.lists[depth][group]);
        let within = self.pick(depth, group, &list, sum, spent);
        self.lists[depth][group] = list;
        within
    }

    fn pick(
        &mut self,
        depth: usize,
        group: usize,
        list: &[Entry<W>],
        sum: i32,
        spent: i32,
    ) -> bool {
        let count = self.counts[group];
        let lists = &self.lists[depth];
        let others = (group + 1..lists.len()).map(|i| top(&lists[i], self.counts[i]));
        let others: i32 = others.sum();
        let last = count == 1 && self.counts[group + 1..].iter().all(|&count| count == 0);
        self.counts[group] -= 1;
        let mut within = true;
        for (i, entry) in list.iter().enumerate() {
            if list.len() - i < count {
                break;
            }
            // Equal trains come later in the list, so they are worth no more.
            let bound = sum + top(&list[i..], count) + others;
            if bound < self.need {
                break;
            }
            if self.best.work >= self.limit {
                self.open = self.open.max(Some(bound));
                within = false;
                break;
            }
            self.best.work += 1;
            if last {
                let spent = spent + self.prices.of(&entry.track);
                self.picked.push((self.kinds[group], entry.route));
                self.keep(self.prices.value(sum + entry.value, spent));
                self.picked.pop();
                continue;
            }
            let rest = &list[i + 1..];
            let Some(bound) = self.filter(depth, group, entry, rest, sum + entry.value) else {
                continue;
            };
            if bound < self.need {
                continue;
            }
            self.picked.push((self.kinds[group], entry.route));
            let spent = spent + self.prices.of(&entry.track);
            within = self.dive(depth + 1, sum + entry.value, spent);
            self.picked.pop();
            if !within {
                // What comes after this entry is worth no more than its bound says.
                if let Some(next) = list.get(i + 1..).filter(|next| next.len() >= count) {
                    self.open = self.open.max(Some(sum + top(next, count) + others));
                }
                break;
            }
        }
        self.counts[group] += 1;
        within
    }

    /// Fills the lists of the next depth with what fits the entry. Returns the new bound; `None`
    /// if some list has too little left to beat the best set.
    fn filter(
        &mut self,
        depth: usize,
        group: usize,
        entry: &Entry<W>,
        rest: &[Entry<W>],
        sum: i32,
    ) -> Option<i32> {
        let need = self.need;
        let (above, below) = self.lists.split_at_mut(depth + 1);
        let (above, below) = (&above[depth], &mut below[0]);
        // The group's own list is lent to the caller.
        let from = |i: usize| {
            if i == group {
                rest
            } else {
                above[i].as_slice()
            }
        };
        let groups = group..self.counts.len();
        let mut bound = sum;
        for i in groups.clone() {
            bound += top(from(i), self.counts[i]);
        }
        for i in groups {
            let count = self.counts[i];
            let (source, into) = (from(i), &mut below[i]);
            into.clear();
            if count == 0 {
                continue;
            }
            bound -= top(source, count);
            // With this value and the dearest others of the group the bound just holds.
            let least = need - bound - top(source, count - 1);
            for other in source {
                if other.value < least {
                    break;
                }
                self.best.work += 1;
                if entry.track.disjoint(&other.track) {
                    into.push(*other);
                }
            }
            if into.len() < count {
                return None;
            }
            bound += top(into, count);
            if bound < need {
                return None;
            }
        }
        Some(bound)
    }

    fn keep(&mut self, value: i32) {
        if value > self.best.value {
            self.best.value = value;
            self.need = self.prices.bar(value + self.step);
            let ran = self.picked.iter().filter(|(_, route)| *route != IDLE);
            self.best.routes = ran.copied().collect();
        }
    }
}
