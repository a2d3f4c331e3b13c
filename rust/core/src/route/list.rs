//! The routes that trains of a type can run, as lists, dearest first.

use super::enumerate::{Routes, UNFIT};
use super::mask::Mask;
use super::value::Worth;

/// What a train that stays idle runs.
pub const IDLE: u32 = u32::MAX;

/// A route as an entry in the list of a type.
#[derive(Clone, Copy)]
pub struct Entry<const W: usize> {
    /// The track it uses.
    pub track: Mask<W>,
    /// What it is worth; where track has prices, less these, and in units.
    pub value: i32,
    /// Place among the routes, or [`IDLE`].
    pub route: u32,
}

impl<const W: usize> Entry<W> {
    /// A train that does not run.
    pub const IDLE: Self = Entry {
        track: Mask::EMPTY,
        value: 0,
        route: IDLE,
    };
}

/// Routes, dearest first.
pub type List<const W: usize> = Vec<Entry<W>>;

/// Equal trains and the routes they can run.
#[derive(Clone)]
pub struct Group<const W: usize> {
    /// The type of the trains.
    pub kind: usize,
    /// How many trains.
    pub count: usize,
    /// Whether they carry the fleet bonus.
    pub carrier: bool,
    /// Dearest first, then those with less track, then in the order of [`Routes`].
    pub list: List<W>,
}

/// The groups of trains of each problem whose best answer could be the best of all: without
/// fleet bonus there is one. The bonus goes to the train for which it is most, so then the best set
/// is the best over all choices of the type of train that carries it. The lists are empty.
pub fn problems<const W: usize>(worth: &Worth) -> Vec<Vec<Group<W>>> {
    let group = |kind, count, carrier| Group {
        kind,
        count,
        carrier,
        list: List::new(),
    };
    let members = |kind: usize| worth.types[kind].members.len();
    let kinds = 0..worth.types.len();
    if worth.fleet.is_none() {
        return vec![
            kinds
                .map(|kind| group(kind, members(kind), false))
                .collect(),
        ];
    }
    let problem = |carrier| {
        let others = kinds.clone().filter_map(|kind| {
            let count = members(kind) - usize::from(kind == carrier);
            (count > 0).then(|| group(kind, count, false))
        });
        let carriers = std::iter::once(group(carrier, 1, true));
        others.chain(carriers).collect()
    };
    kinds.clone().map(problem).collect()
}

/// Fills the list of a group with the routes that earn something. With the fleet bonus an end
/// that pays nothing can be worth a visit; without it such routes are left out.
pub fn fill<const W: usize>(group: &mut Group<W>, routes: &Routes<W>, worth: &Worth) {
    let types = worth.types.len();
    for (i, found) in routes.found.iter().enumerate() {
        let mut value = routes.values[i * types + group.kind];
        if value == UNFIT || !group.carrier && found.trimmed >> group.kind & 1 == 1 {
            continue;
        }
        if group.carrier {
            value += worth.weight(found.counts);
        }
        if value > 0 {
            group.list.push(Entry {
                track: found.track,
                value,
                route: i as u32,
            });
        }
    }
    sort(&mut group.list, worth.step);
}

/// Sum of the first values of a list.
pub fn top<const W: usize>(list: &[Entry<W>], count: usize) -> i32 {
    list.iter().take(count).map(|entry| entry.value).sum()
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
