//! Single walks along the track, and which pieces some walk reaches.
//!
//! A walk starts at a source stop and goes from piece to piece. It touches no stop, no junction
//! and no hexside twice, it does not go on from a closed stop nor behind a terminal piece (unless
//! it started with it). Whether some single walk reaches a piece is a question about all walks;
//! it is answered in three steps, of which the last is rarely needed:
//!
//! 1. a breadth-first search whose tree paths are single walks: what it reaches is reached;
//! 2. a flood that forgets where it came from: what it does not reach is not reached;
//! 3. between the two, along the border of what is reached, an exact search backward to a source
//!    for one move after the other.

use crate::backward::Backward;
use crate::map::{HexId, Map};
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
    /// A hex that walks keep out of.
    pub avoid: Option<HexId>,
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

    pub(crate) fn entry_spot(&self, step: Move) -> u16 {
        self.track.spots(step.segment())[1 - step.towards()]
    }

    pub(crate) fn is_terminal(&self, step: Move) -> bool {
        self.track.segment(step.segment()).terminal
    }

    pub(crate) fn is_source(&self, end: End) -> bool {
        matches!(end, End::Stop(stop) if self.roles[stop.index()] == Role::Source)
    }

    /// The moves away from an end: from the facing side, or along the other pieces of a stop.
    fn moves_from(&self, end: End) -> impl Iterator<Item = Move> {
        let from = match end {
            End::Side(side) => self.map.facing(side).map(End::Side),
            other => Some(other),
        };
        (from.into_iter()).flat_map(move |from| {
            self.track.at(from).iter().filter_map(move |&id| {
                let segment = self.track.segment(id);
                let towards = usize::from(segment.ends[0] == from);
                (self.avoid != Some(segment.hex)).then(|| Move::new(id, towards))
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
    /// No walk makes the move.
    Never,
    /// Some walk would if walks could repeat themselves.
    Perhaps,
    /// Some walk makes it.
    Found,
    /// The walk along the parents makes it.
    Known,
}

/// All that walks from the sources reach.
pub(crate) struct Walks {
    marks: Vec<Mark>,
    parents: Vec<u16>,
    /// By segment.
    reached: Vec<bool>,
}

impl Walks {
    /// All walks from the sources.
    pub(crate) fn new(web: &Web<'_>) -> Walks {
        let (mut walks, border) = Walks::sketch(web);
        if !border.is_empty() {
            walks.decide(web, border);
        }
        walks
    }

    /// Steps 1 and 2, and the border of what is known. Where nothing is known of a piece but that
    /// a walk may reach it, it does not count as reached.
    pub(crate) fn sketch(web: &Web<'_>) -> (Walks, Vec<Move>) {
        let segments = web.track.segments().len();
        let mut walks = Walks {
            marks: vec![Mark::Never; 2 * segments],
            parents: vec![NO_MOVE; 2 * segments],
            reached: vec![false; segments],
        };
        let border = walks.search_known(web);
        if !border.is_empty() {
            walks.flood(web, &border);
        }
        (walks, border)
    }

    /// Whether a single walk uses the piece, looked into for this piece alone.
    pub(crate) fn would_reach(&self, web: &Web<'_>, segment: SegmentId) -> bool {
        self.reaches(segment)
            || (0..2)
                .map(|towards| Move::new(segment, towards))
                .any(|step| self.may_move(step) && Backward::new(web).find(self, step))
    }

    /// Whether a single walk uses the piece.
    pub(crate) fn reaches(&self, segment: SegmentId) -> bool {
        self.reached[segment.index()]
    }

    /// Whether a walk may make this move; true also for some moves that only a walk that repeats
    /// itself makes.
    pub(crate) fn may_move(&self, step: Move) -> bool {
        self.marks[step.index()] != Mark::Never
    }

    /// Whether a walk is known that ends with this move.
    pub(crate) fn knows(&self, step: Move) -> bool {
        self.marks[step.index()] == Mark::Known
    }

    /// The moves of a single walk that ends with this one, last move first; empty if none is known.
    pub(crate) fn known_walk(&self, step: Move) -> impl Iterator<Item = Move> {
        let mut at = match self.marks[step.index()] {
            Mark::Known => step.0,
            _ => START,
        };
        std::iter::from_fn(move || {
            let step = (at != START).then_some(Move(at))?;
            at = self.parents[step.index()];
            Some(step)
        })
    }

    /// Step 1. Gives the moves that were refused because they repeat a part of their walk.
    fn search_known(&mut self, web: &Web<'_>) -> Vec<Move> {
        let mut touched = vec![false; web.track.spot_count()];
        let mut queue = Vec::with_capacity(self.marks.len());
        let mut refused = Vec::new();
        for (i, role) in web.roles.iter().enumerate() {
            if *role != Role::Source {
                continue;
            }
            for step in web.moves_from(End::Stop(StopId(i as u16))) {
                self.marks[step.index()] = Mark::Known;
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
                if self.marks[next.index()] == Mark::Known {
                    continue;
                }
                let spot = web.spot(next);
                if touched[spot as usize] && self.walk_touches(web, step, spot) {
                    refused.push(next);
                    continue;
                }
                touched[spot as usize] = true;
                self.marks[next.index()] = Mark::Known;
                self.parents[next.index()] = step.0;
                queue.push(next);
            }
        }
        refused.retain(|step| self.marks[step.index()] != Mark::Known);
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
    fn flood(&mut self, web: &Web<'_>, border: &[Move]) {
        let mut queue = border.to_vec();
        for step in border {
            self.marks[step.index()] = Mark::Perhaps;
        }
        while let Some(step) = queue.pop() {
            // Only the first move of a walk goes on from a terminal piece, and those are known.
            if web.is_terminal(step) {
                continue;
            }
            for next in web.following(step) {
                if self.marks[next.index()] == Mark::Never {
                    self.marks[next.index()] = Mark::Perhaps;
                    queue.push(next);
                }
            }
        }
    }

    /// Step 3. A move can only be made after another that can be made, so the search starts at the
    /// border of what is known and moves on only from what it finds.
    fn decide(&mut self, web: &Web<'_>, border: Vec<Move>) {
        let mut search = Backward::new(web);
        let mut queue = border;
        let mut head = 0;
        while self.is_open()
            && let Some(&step) = queue.get(head)
        {
            head += 1;
            if self.marks[step.index()] != Mark::Perhaps {
                continue;
            }
            if !search.find(self, step) {
                self.marks[step.index()] = Mark::Never;
                continue;
            }
            for &step in &search.path {
                if self.marks[step.index()] != Mark::Perhaps {
                    continue;
                }
                self.marks[step.index()] = Mark::Found;
                self.reached[step.segment().index()] = true;
                if !web.is_terminal(step) {
                    queue.extend(web.following(step));
                }
            }
        }
    }

    /// Whether a piece is left of which it is not known if it is reached.
    fn is_open(&self) -> bool {
        (self.reached.iter().enumerate()).any(|(i, &reached)| {
            let segment = SegmentId(i as u16);
            !reached && (0..2).any(|towards| self.may_move(Move::new(segment, towards)))
        })
    }
}
