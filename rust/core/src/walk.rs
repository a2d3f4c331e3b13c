//! Single walks along the track, and which pieces some walk reaches.
//!
//! A walk starts at a source stop and goes from piece to piece. It touches no stop, no junction
//! and no hexside twice, it does not go on from a closed stop nor behind a terminal piece (unless
//! it started with it). Whether some single walk reaches a piece is a question about all walks;
//! it is answered in three steps, of which the last is rarely needed:
//!
//! 1. a breadth-first search whose tree paths are single walks: what it reaches is reached;
//! 2. a flood that forgets where it came from: what it does not reach is not reached;
//! 3. for each piece between the two an exact search backward to a source.

use crate::map::Map;
use crate::track::{End, SegmentId, StopId, Track};

/// What a walk may do at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Pass.
    Open,
    /// End.
    Closed,
    /// Start. A walk that comes back to a source adds nothing to the walks that start there.
    Source,
}

/// A piece used towards its second end (`2 * segment + 1`) or its first (`2 * segment`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move(pub u16);

impl Move {
    pub(crate) fn new(segment: SegmentId, towards: usize) -> Move {
        Move(segment.0 * 2 + towards as u16)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn segment(self) -> SegmentId {
        SegmentId(self.0 / 2)
    }

    fn towards(self) -> usize {
        (self.0 % 2) as usize
    }

    pub(crate) fn reversed(self) -> Move {
        Move(self.0 ^ 1)
    }
}

/// The track as a company finds it.
pub(crate) struct Web<'a> {
    pub map: &'a Map,
    pub track: &'a Track,
    /// By stop.
    pub roles: Vec<Role>,
}

impl Web<'_> {
    /// Where the move ends.
    pub(crate) fn exit(&self, step: Move) -> End {
        self.track.segment(step.segment()).ends[step.towards()]
    }

    /// The spot that the move adds to its walk.
    pub(crate) fn spot(&self, step: Move) -> u16 {
        self.track.spots(step.segment())[step.towards()]
    }

    fn entry_spot(&self, step: Move) -> u16 {
        self.track.spots(step.segment())[1 - step.towards()]
    }

    fn is_terminal(&self, step: Move) -> bool {
        self.track.segment(step.segment()).terminal
    }

    fn is_source(&self, end: End) -> bool {
        matches!(end, End::Stop(stop) if self.roles[stop.index()] == Role::Source)
    }

    /// The moves away from an end: from the facing side, or along the other pieces of a stop.
    fn moves_from(&self, end: End) -> impl Iterator<Item = Move> {
        let from = match end {
            End::Side(side) => self.map.facing(side).map(End::Side),
            other => Some(other),
        };
        (from.into_iter()).flat_map(move |from| {
            let pieces = self.track.at(from).iter();
            pieces.map(move |&id| {
                let towards = usize::from(self.track.segment(id).ends[0] == from);
                Move::new(id, towards)
            })
        })
    }

    /// The moves that may follow in some walk. Terminal pieces are the caller's business.
    pub(crate) fn following(&self, step: Move) -> impl Iterator<Item = Move> {
        let end = self.exit(step);
        let goes_on = match end {
            End::Stop(stop) => self.roles[stop.index()] == Role::Open,
            _ => true,
        };
        let before = self.entry_spot(step);
        (goes_on.then_some(end).into_iter())
            .flat_map(|end| self.moves_from(end))
            .filter(move |&next| next.segment() != step.segment() && self.spot(next) != before)
    }
}

const NO_MOVE: u16 = u16::MAX;
/// Parent of the first move of a walk.
const START: u16 = u16::MAX - 1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// Reached by the walk along the parents.
    Sure,
    /// Reached if walks could repeat themselves.
    Loose,
}

/// All that walks from the sources reach.
pub(crate) struct Walks {
    marks: Vec<Mark>,
    parents: Vec<u16>,
    /// By segment.
    reached: Vec<bool>,
}

impl Walks {
    /// Walks from all sources; pieces for which `wanted` is false may stay undecided (then they
    /// count as not reached).
    pub(crate) fn new(web: &Web<'_>, wanted: impl Fn(SegmentId) -> bool) -> Walks {
        let segments = web.track.segments().len();
        let mut walks = Walks {
            marks: vec![Mark::Unseen; 2 * segments],
            parents: vec![NO_MOVE; 2 * segments],
            reached: vec![false; segments],
        };
        let loose = walks.search_sure(web);
        if !loose.is_empty() {
            walks.flood(web, loose);
            walks.decide(web, wanted);
        }
        walks
    }

    /// Whether a single walk uses the piece.
    pub(crate) fn reaches(&self, segment: SegmentId) -> bool {
        self.reached[segment.index()]
    }

    /// Whether a walk may make this move; true also for some moves that only a walk that repeats
    /// itself makes.
    pub(crate) fn may_move(&self, step: Move) -> bool {
        self.marks[step.index()] != Mark::Unseen
    }

    /// The moves of a single walk that ends with this one, last move first; empty if none is known.
    pub(crate) fn known_walk(&self, step: Move) -> impl Iterator<Item = Move> {
        let mut at = match self.marks[step.index()] {
            Mark::Sure => step.0,
            _ => START,
        };
        std::iter::from_fn(move || {
            let step = (at != START).then_some(Move(at))?;
            at = self.parents[step.index()];
            Some(step)
        })
    }

    /// Step 1. Gives the moves that were refused because they repeat a part of their walk.
    fn search_sure(&mut self, web: &Web<'_>) -> Vec<Move> {
        let mut touched = vec![false; web.track.spot_count()];
        let mut queue = Vec::with_capacity(self.marks.len());
        let mut refused = Vec::new();
        for (i, role) in web.roles.iter().enumerate() {
            if *role != Role::Source {
                continue;
            }
            for step in web.moves_from(End::Stop(StopId(i as u16))) {
                self.marks[step.index()] = Mark::Sure;
                self.parents[step.index()] = START;
                touched[web.entry_spot(step) as usize] = true;
                touched[web.spot(step) as usize] = true;
                queue.push(step);
            }
        }
        let mut head = 0;
        while let Some(&step) = queue.get(head) {
            head += 1;
            self.reached[step.segment().index()] = true;
            if web.is_terminal(step) && self.parents[step.index()] != START {
                continue;
            }
            for next in web.following(step) {
                if self.marks[next.index()] == Mark::Sure {
                    continue;
                }
                let spot = web.spot(next);
                if touched[spot as usize] && self.walk_touches(web, step, spot) {
                    refused.push(next);
                    continue;
                }
                touched[spot as usize] = true;
                self.marks[next.index()] = Mark::Sure;
                self.parents[next.index()] = step.0;
                queue.push(next);
            }
        }
        refused.retain(|step| self.marks[step.index()] != Mark::Sure);
        refused
    }

    /// Whether the known walk that ends with `step` touches the spot.
    fn walk_touches(&self, web: &Web<'_>, step: Move, spot: u16) -> bool {
        let mut first = step;
        for step in self.known_walk(step) {
            if web.spot(step) == spot {
                return true;
            }
            first = step;
        }
        web.entry_spot(first) == spot
    }

    /// Step 2.
    fn flood(&mut self, web: &Web<'_>, mut queue: Vec<Move>) {
        queue.retain(|step| {
            let new = self.marks[step.index()] == Mark::Unseen;
            self.marks[step.index()] = Mark::Loose;
            new
        });
        while let Some(step) = queue.pop() {
            // A loose move is never the first of a walk.
            if web.is_terminal(step) {
                continue;
            }
            for next in web.following(step) {
                if self.marks[next.index()] == Mark::Unseen {
                    self.marks[next.index()] = Mark::Loose;
                    queue.push(next);
                }
            }
        }
    }

    /// Step 3.
    fn decide(&mut self, web: &Web<'_>, wanted: impl Fn(SegmentId) -> bool) {
        for i in 0..self.reached.len() {
            let segment = SegmentId(i as u16);
            if self.reached[i] || !wanted(segment) {
                continue;
            }
            for towards in 0..2 {
                let step = Move::new(segment, towards);
                if !self.reached[i] && self.may_move(step) {
                    let found = Backward::new(web, self).find(step);
                    for segment in found {
                        self.reached[segment.index()] = true;
                    }
                }
            }
        }
    }
}

/// The exact search: a single walk from a move backward to a source.
struct Backward<'a> {
    web: &'a Web<'a>,
    walks: &'a Walks,
    used: Vec<bool>,
    path: Vec<SegmentId>,
    seen: Vec<u32>,
    round: u32,
}

impl<'a> Backward<'a> {
    fn new(web: &'a Web<'a>, walks: &'a Walks) -> Backward<'a> {
        Backward {
            web,
            walks,
            used: vec![false; web.track.spot_count()],
            path: Vec::new(),
            seen: vec![0; 2 * web.track.segments().len()],
            round: 0,
        }
    }

    /// Pieces of a walk that ends with `step`, as far as they were looked at; empty if there is none.
    fn find(mut self, step: Move) -> Vec<SegmentId> {
        let back = step.reversed();
        self.used[self.web.spot(step) as usize] = true;
        self.used[self.web.spot(back) as usize] = true;
        self.path.push(step.segment());
        if self.extend(back) {
            self.path
        } else {
            Vec::new()
        }
    }

    /// Moves that lead on, backward, from a move.
    fn options(&self, back: Move) -> impl Iterator<Item = Move> + use<'a> {
        let (web, walks) = (self.web, self.walks);
        (web.following(back)).filter(move |&next| {
            walks.may_move(next.reversed())
                // Only the first piece of a walk may be terminal, its last one aside.
                && (!web.is_terminal(next) || web.is_source(web.exit(next)))
        })
    }

    fn extend(&mut self, back: Move) -> bool {
        if self.web.is_source(self.web.exit(back)) {
            return true;
        }
        let options: Vec<Move> = (self.options(back))
            .filter(|&next| !self.used[self.web.spot(next) as usize])
            .collect();
        if (options.iter()).any(|&next| self.joins_known_walk(next)) {
            return true;
        }
        if options.is_empty() || !self.may_arrive(back) {
            return false;
        }
        for next in options {
            let spot = self.web.spot(next) as usize;
            self.used[spot] = true;
            self.path.push(next.segment());
            if self.extend(next) {
                return true;
            }
            self.path.pop();
            self.used[spot] = false;
        }
        false
    }

    /// Whether a known walk leads to where `next` starts, apart from all used so far.
    fn joins_known_walk(&self, next: Move) -> bool {
        let mut first = None;
        for (i, step) in self.walks.known_walk(next.reversed()).enumerate() {
            // The last spot of the known walk is where the two meet.
            if i > 0 && self.used[self.web.spot(step) as usize] {
                return false;
            }
            first = Some(step);
        }
        first.is_some_and(|step| !self.used[self.web.entry_spot(step) as usize])
    }

    /// Whether a source is left to reach if the rest of the walk may repeat itself.
    fn may_arrive(&mut self, back: Move) -> bool {
        self.round += 1;
        let mut queue = vec![back];
        while let Some(step) = queue.pop() {
            for next in self.options(step) {
                if self.used[self.web.spot(next) as usize]
                    || std::mem::replace(&mut self.seen[next.index()], self.round) == self.round
                {
                    continue;
                }
                if self.web.is_source(self.web.exit(next)) {
                    return true;
                }
                queue.push(next);
            }
        }
        false
    }
}
