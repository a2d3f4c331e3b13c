//! The best set of routes: at most one a train, no track shared.

use super::enumerate::{Routes, UNFIT};
use super::mask::Mask;
use super::value::Worth;

/// What a train that stays idle runs.
const IDLE: u32 = u32::MAX;

/// A route as an entry in the list of a type.
#[derive(Clone, Copy)]
struct Entry<const W: usize> {
    track: Mask<W>,
    value: i32,
    /// Place among the routes, or [`IDLE`].
    route: u32,
}

type List<const W: usize> = Vec<Entry<W>>;

/// Equal trains and the routes they can run, dearest first.
struct Group<const W: usize> {
    kind: usize,
    count: usize,
    list: List<W>,
}

/// The set that was found.
#[derive(Debug, Default)]
pub struct Choice {
    /// Type of train and route of each train that runs.
    pub routes: Vec<(usize, u32)>,
    /// What they are worth together, as the search counted it.
    pub value: i32,
    /// No set is worth more.
    pub bound: i32,
    /// Comparisons made.
    pub work: u64,
}

/// Chooses from the routes that were found, in at most `budget` comparisons.
pub fn choose<const W: usize>(routes: &Routes<W>, worth: &Worth, budget: u64) -> Choice {
    let mut best = Choice::default();
    let Some(_) = worth.fleet else {
        let groups = (0..worth.types.len())
            .map(|kind| group(routes, worth, kind, worth.types[kind].members.len(), false));
        run(groups.collect(), worth.step, budget, &mut best);
        return best;
    };
    // The bonus goes to the train for which it is most: the best set is the best over all choices
    // of the train that carries it.
    for carrier in 0..worth.types.len() {
        let mut groups = Vec::new();
        for kind in 0..worth.types.len() {
            let others = worth.types[kind].members.len() - usize::from(kind == carrier);
            if others > 0 {
                groups.push(group(routes, worth, kind, others, false));
            }
        }
        groups.push(group(routes, worth, carrier, 1, true));
        run(groups, worth.step, budget, &mut best);
    }
    best
}

/// The list of a type: routes that earn something, dearest first, then those with less track,
/// then in the order found. With the fleet bonus an end that pays nothing can be worth a visit;
/// without it such routes are left out.
fn group<const W: usize>(
    routes: &Routes<W>,
    worth: &Worth,
    kind: usize,
    count: usize,
    carrier: bool,
) -> Group<W> {
    let types = worth.types.len();
    let mut list = Vec::new();
    for (i, found) in routes.found.iter().enumerate() {
        let mut value = routes.values[i * types + kind];
        if value == UNFIT || !carrier && found.trimmed >> kind & 1 == 1 {
            continue;
        }
        if carrier {
            value += worth.weight(found.counts);
        }
        if value > 0 {
            list.push(Entry {
                track: found.track,
                value,
                route: i as u32,
            });
        }
    }
    sort(&mut list, worth.step);
    Group { kind, count, list }
}

/// Sorts by value, then by track used, then in the order found. Long lists have few different
/// values, so that counting is faster than comparing.
fn sort<const W: usize>(list: &mut List<W>, step: i32) {
    let most = list.iter().map(|entry| entry.value).max().unwrap_or(0);
    let width = list
        .iter()
        .map(|entry| entry.track.len())
        .max()
        .unwrap_or(0) as usize
        + 1;
    let cells = ((most / step) as usize + 1) * width;
    if list.len() < 64 || cells > 4 * list.len() {
        list.sort_unstable_by_key(|entry| (-entry.value, entry.track.len(), entry.route));
        return;
    }
    let cell = |entry: &Entry<W>| {
        ((most - entry.value) / step) as usize * width + entry.track.len() as usize
    };
    let mut next = vec![0_u32; cells];
    list.iter().for_each(|entry| next[cell(entry)] += 1);
    let mut start = 0;
    for count in &mut next {
        start += std::mem::replace(count, start);
    }
    // Entries come in the order found, and equal ones stay in it.
    let mut sorted = list.clone();
    for entry in list.iter() {
        let at = &mut next[cell(entry)];
        sorted[*at as usize] = *entry;
        *at += 1;
    }
    *list = sorted;
}

/// Looks for a set that is better than `best`, and raises `best.bound` to what such a set could
/// still be worth if the budget ends before all is seen.
fn run<const W: usize>(mut groups: Vec<Group<W>>, step: i32, budget: u64, best: &mut Choice) {
    let bound: i32 = (groups.iter())
        .map(|group| top(&group.list, group.count))
        .sum();
    greedy(&groups, best);
    if bound < best.value + step {
        best.bound = best.bound.max(best.value);
        return;
    }
    for group in &mut groups {
        // What the dearest routes of all the other trains cannot make up for is of no use.
        let others = bound - top(&group.list, group.count) + top(&group.list, group.count - 1);
        let least = best.value + step - others;
        let keep = group.list.partition_point(|entry| entry.value >= least);
        group.list.truncate(keep);
        if least <= 0 {
            let idle = Entry {
                track: Mask::EMPTY,
                value: 0,
                route: IDLE,
            };
            group.list.extend(std::iter::repeat_n(idle, group.count));
        }
    }
    groups.sort_by_key(|group| group.list.len());
    let trains = groups.iter().map(|group| group.count).sum();
    let mut search = Search {
        step,
        budget,
        best,
        kinds: groups.iter().map(|group| group.kind).collect(),
        counts: groups.iter().map(|group| group.count).collect(),
        lists: Vec::with_capacity(trains + 1),
        picked: Vec::with_capacity(trains),
        open: 0,
    };
    let width = groups.len();
    search
        .lists
        .push(groups.into_iter().map(|group| group.list).collect());
    for _ in 0..trains {
        search.lists.push((0..width).map(|_| Vec::new()).collect());
    }
    search.dive(0, 0);
    let open = search.open;
    best.bound = best.bound.max(open).max(best.value);
}

/// First sets to beat: every train takes the dearest route still free, beginning with each group
/// in turn.
fn greedy<const W: usize>(groups: &[Group<W>], best: &mut Choice) {
    for first in 0..groups.len() {
        let mut track = Mask::EMPTY;
        let mut value = 0;
        let mut picked = Vec::new();
        for turn in 0..groups.len() {
            let group = &groups[(first + turn) % groups.len()];
            let mut left = group.count;
            for entry in &group.list {
                if left == 0 {
                    break;
                }
                best.work += 1;
                if track.disjoint(&entry.track) {
                    track = track.with(&entry.track);
                    value += entry.value;
                    picked.push((group.kind, entry.route));
                    left -= 1;
                }
            }
        }
        if value > best.value {
            best.value = value;
            best.routes = picked;
        }
    }
}

/// A depth-first search over sets, train by train.
struct Search<'a, const W: usize> {
    step: i32,
    budget: u64,
    best: &'a mut Choice,
    /// Type of each group.
    kinds: Vec<usize>,
    /// Trains of each group that have no route yet.
    counts: Vec<usize>,
    /// By depth and group: the routes that fit those picked so far.
    lists: Vec<Vec<List<W>>>,
    picked: Vec<(usize, u32)>,
    /// The most that a set in a part given up for lack of budget could be worth.
    open: i32,
}

impl<const W: usize> Search<'_, W> {
    /// Picks for the next train without a route; those picked before are worth `sum`.
    /// Returns false if the budget is spent.
    fn dive(&mut self, depth: usize, sum: i32) -> bool {
        let Some(group) = self.counts.iter().position(|&count| count > 0) else {
            return true;
        };
        let list = std::mem::take(&mut self.lists[depth][group]);
        let within = self.pick(depth, sum, group, &list);
        self.lists[depth][group] = list;
        within
    }

    fn pick(&mut self, depth: usize, sum: i32, group: usize, list: &[Entry<W>]) -> bool {
        let count = self.counts[group];
        let others: i32 = (group + 1..self.counts.len())
            .map(|i| top(&self.lists[depth][i], self.counts[i]))
            .sum();
        let last = count == 1 && group + 1 == self.counts.len();
        self.counts[group] -= 1;
        let mut within = true;
        for (i, entry) in list.iter().enumerate() {
            if list.len() - i < count {
                break;
            }
            // The others of the group come later in the list, so they are worth no more.
            let bound = sum + top(&list[i..], count) + others;
            if bound < self.best.value + self.step {
                break;
            }
            if self.best.work >= self.budget {
                self.open = self.open.max(bound);
                within = false;
                break;
            }
            self.best.work += 1;
            if last {
                self.picked.push((self.kinds[group], entry.route));
                self.keep(sum + entry.value);
                self.picked.pop();
                break;
            }
            let rest = &list[i + 1..];
            let Some(bound) = self.filter(depth, group, entry, rest, sum + entry.value) else {
                continue;
            };
            if bound < self.best.value + self.step {
                continue;
            }
            self.picked.push((self.kinds[group], entry.route));
            within = self.dive(depth + 1, sum + entry.value);
            self.picked.pop();
            if !within {
                // What comes after this entry is worth no more than its bound says.
                if let Some(next) = list.get(i + 1..).filter(|next| next.len() >= count) {
                    self.open = self.open.max(sum + top(next, count) + others);
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
        let need = self.best.value + self.step;
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
            let ran = self.picked.iter().filter(|(_, route)| *route != IDLE);
            self.best.routes = ran.copied().collect();
        }
    }
}

/// Sum of the first values of a list.
fn top<const W: usize>(list: &[Entry<W>], count: usize) -> i32 {
    list.iter().take(count).map(|entry| entry.value).sum()
}
