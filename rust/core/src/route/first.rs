//! Of several best sets, the first in the order of the lists.

use super::list::{Entry, Group, IDLE, List};
use super::prices::Prices;

/// Looks for the first set of at least a value.
struct First<'a, const W: usize> {
    prices: &'a Prices<W>,
    value: i32,
    /// The sum of reduced values that the set reaches.
    need: i32,
    counts: Vec<usize>,
    kinds: &'a [usize],
    limit: u64,
    work: &'a mut u64,
    picked: Vec<(usize, u32)>,
}

/// Routes of a group that fit those picked, in the order of its list, with reduced values.
struct Rest<const W: usize> {
    list: List<W>,
    /// The most that one of them is worth.
    top: i32,
}

/// The first set of this value: the one whose first train runs the first possible route of its
/// list, the second train then the first possible one of its, and so on. The lists are in true
/// order and contain every route that a set of this value contains. Prices only save work. `None`: there
/// is no such set, or the work passes the limit.
pub fn first<const W: usize>(
    groups: &[Group<W>],
    value: i32,
    prices: &Prices<W>,
    limit: u64,
    work: &mut u64,
) -> Option<Vec<(usize, u32)>> {
    let need = prices.bar(value);
    let kinds: Vec<usize> = groups.iter().map(|group| group.kind).collect();
    let mut rests: Vec<Rest<W>> = Vec::new();
    for group in groups {
        let reduced = |entry: &Entry<W>| Entry {
            value: prices.units(entry.value) - prices.of(&entry.track),
            ..*entry
        };
        let mut list: List<W> = group.list.iter().map(reduced).collect();
        *work += list.len() as u64;
        // Trains without a route come last, whatever the routes are worth.
        list.retain(|entry| entry.route != IDLE);
        list.extend(std::iter::repeat_n(Entry::IDLE, group.count));
        let top = list.iter().map(|entry| entry.value).max().unwrap_or(0);
        rests.push(Rest { list, top });
    }
    // What the dearest routes of all the other trains cannot make up for is of no use.
    let tops = groups.iter().zip(&rests);
    let most: i32 = tops
        .map(|(group, rest)| group.count as i32 * rest.top)
        .sum();
    for rest in &mut rests {
        let least = rest.top - (most - need);
        rest.list.retain(|entry| entry.value >= least);
    }
    let mut search = First {
        prices,
        value,
        need,
        counts: groups.iter().map(|group| group.count).collect(),
        kinds: &kinds,
        limit,
        work,
        picked: Vec::new(),
    };
    search.dive(&rests, 0, 0).then(|| {
        search.picked.retain(|&(_, route)| route != IDLE);
        search.picked
    })
}

impl<const W: usize> First<'_, W> {
    /// Picks for the next train. Returns whether a set was found.
    /// Those before are worth `sum`, and their track costs `spent`.
    fn dive(&mut self, rests: &[Rest<W>], sum: i32, spent: i32) -> bool {
        let Some(group) = self.counts.iter().position(|&count| count > 0) else {
            return self.prices.value(sum, spent) >= self.value;
        };
        self.counts[group] -= 1;
        let tops = self.counts.iter().zip(rests);
        let others: i32 = tops.map(|(&count, rest)| count as i32 * rest.top).sum();
        let mut found = false;
        for (i, entry) in rests[group].list.iter().enumerate() {
            if sum + entry.value + others < self.need {
                continue;
            }
            if *self.work >= self.limit {
                break;
            }
            *self.work += 1;
            self.picked.push((self.kinds[group], entry.route));
            let spent = spent + self.prices.of(&entry.track);
            found = match self.fitting(rests, group, i, sum + entry.value, others) {
                Some(rests) => self.dive(&rests, sum + entry.value, spent),
                None => false,
            };
            if found {
                break;
            }
            self.picked.pop();
        }
        self.counts[group] += 1;
        found
    }

    /// What fits the picked entry and could still be part of a set. `None`: no set is left.
    fn fitting(
        &mut self,
        rests: &[Rest<W>],
        group: usize,
        place: usize,
        sum: i32,
        mut others: i32,
    ) -> Option<Vec<Rest<W>>> {
        let picked = &rests[group].list[place];
        let mut fitting: Vec<Rest<W>> = Vec::with_capacity(rests.len());
        for (i, rest) in rests.iter().enumerate() {
            let mut fits = Rest {
                list: List::new(),
                top: 0,
            };
            let count = self.counts[i] as i32;
            if count > 0 {
                // Equal trains run later routes.
                let list = &rest.list[if i == group { place + 1 } else { 0 }..];
                let least = self.need - (sum + others - rest.top);
                *self.work += list.len() as u64;
                fits.list.extend(
                    list.iter().filter(|other| {
                        other.value >= least && picked.track.disjoint(&other.track)
                    }),
                );
                fits.top = fits.list.iter().map(|entry| entry.value).max()?;
                others += count * (fits.top - rest.top);
                if sum + others < self.need {
                    return None;
                }
            }
            fitting.push(fits);
        }
        Some(fitting)
    }
}
