//! Whether track joins two places, whoever owns it.

use crate::board::Board;
use crate::error::{Error, Result};
use crate::map::{CompanyId, HexId, SideId};
use crate::rules::LayRules;
use crate::tile::{Path, PathEnd, SIDES, StopKind};
use crate::track::{End, StopId};
use crate::upgrade::carry_cities;
use crate::walk::{Move, Role, Walks, Web};

impl Board {
    /// Whether some single line of track joins a city of one hex with a city of the other. Tokens
    /// do not count, off-board areas end a line.
    pub fn joined(&self, a: HexId, b: HexId) -> bool {
        let track = self.track();
        let web = self.open_web(a);
        let walks = Walks::new(&web);
        track.hex_stops(b).any(|i| {
            let stop = StopId(i as u16);
            track.stop(stop).kind == StopKind::City
                && (track.at(End::Stop(stop)).iter()).any(|&id| walks.reaches(id))
        })
    }

    /// Whether such a line uses, in every hex where this board differs from `base`, at least one
    /// piece that `base` does not have there.
    pub fn joined_using(&self, a: HexId, b: HexId, base: &Board) -> Result<bool> {
        if self.map().digest() != base.map().digest() {
            return Err(Error::invalid("base", "the boards have different maps"));
        }
        let track = self.track();
        let web = self.open_web(a);
        let mut search = Line {
            goals: (track.stops().iter())
                .map(|stop| stop.hex == b && stop.kind == StopKind::City)
                .collect(),
            fresh: vec![None; track.segments().len()],
            missing: Vec::new(),
            used: vec![false; track.spot_count()],
            web: &web,
        };
        for i in 0..self.map().hexes().len() {
            let hex = HexId(i as u16);
            if self.laid(hex).map(|l| (l.tile, l.rotation))
                != base.laid(hex).map(|l| (l.tile, l.rotation))
            {
                search.ask_for(self, base, hex);
            }
        }
        let sources: Vec<End> = (track.hex_stops(a))
            .filter(|&i| track.stops()[i].kind == StopKind::City)
            .map(|i| End::Stop(StopId(i as u16)))
            .collect();
        Ok(sources.into_iter().any(|source| {
            let starts = track
                .at(source)
                .iter()
                .map(|&id| Move::new(id, usize::from(track.segment(id).ends[0] == source)));
            starts.into_iter().any(|step| search.starts_with(step))
        }))
    }

    /// Whether one of the lays that these rules allow would join the places by new track in every
    /// hex where the board then differs from `base`.
    pub fn joinable(
        &self,
        a: HexId,
        b: HexId,
        base: &Board,
        company: Option<CompanyId>,
        rules: &LayRules,
    ) -> Result<bool> {
        let mut known: Option<(HexId, u8)> = None;
        for lay in self.lays(company, rules)? {
            let coming = match known {
                Some((hex, edges)) if hex == lay.hex => edges,
                _ => self.coming_edges(a, b, lay.hex),
            };
            known = Some((lay.hex, coming));
            let face = &self.map().tile(lay.tile).face;
            let exits = (face.paths.iter())
                .flat_map(|path| path.turned(lay.rotation).ends)
                .filter_map(PathEnd::edge)
                .fold(0, |mask, edge| mask | 1 << edge);
            if coming & exits == 0 {
                continue;
            }
            let mut after = self.clone();
            after.lay(lay.hex, lay.tile, lay.copy, lay.rotation)?;
            if after.joined_using(a, b, base)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The edges of a hex, as bits, at which a line from one of the two places could come in. A
    /// line that begins in the hex itself has to come to it from the other place.
    fn coming_edges(&self, a: HexId, b: HexId, hex: HexId) -> u8 {
        let track = self.track();
        let mut edges = 0;
        for from in [a, b] {
            if from == hex {
                continue;
            }
            let web = self.open_web(from);
            let walks = Walks::new(&web);
            for edge in 0..SIDES {
                let Some(outside) = self.map().facing(SideId::new(hex, edge)) else {
                    continue;
                };
                if (track.at(End::Side(outside)).iter()).any(|&id| walks.reaches(id)) {
                    edges |= 1 << edge;
                }
            }
        }
        edges
    }

    /// The track without tokens, with the cities of one hex as sources.
    fn open_web(&self, from: HexId) -> Web<'_> {
        let track = self.track();
        Web {
            map: self.map(),
            track,
            roles: (track.stops().iter())
                .map(|stop| match stop.kind {
                    StopKind::City if stop.hex == from => Role::Source,
                    StopKind::Offboard => Role::Closed,
                    _ => Role::Open,
                })
                .collect(),
            avoid: None,
        }
    }
}

/// Search for a line with new track in certain hexes.
struct Line<'a> {
    web: &'a Web<'a>,
    /// By stop: the line may end here.
    goals: Vec<bool>,
    /// By segment: the place in `missing` that it serves.
    fresh: Vec<Option<u8>>,
    /// For each hex that asks for new track, whether the line has none yet.
    missing: Vec<bool>,
    used: Vec<bool>,
}

impl Line<'_> {
    fn ask_for(&mut self, board: &Board, base: &Board, hex: HexId) {
        let place = self.missing.len() as u8;
        self.missing.push(true);
        let (old, old_rotation) = base.face(hex);
        let (new, new_rotation) = board.face(hex);
        let cities = carry_cities(old, old_rotation, new, new_rotation);
        let kept: Vec<Path> = (old.paths.iter())
            .map(|p| p.turned(old_rotation).with_cities(&cities))
            .collect();
        for (i, path) in self.web.track.hex_segments(hex).zip(&new.paths) {
            let path = path.turned(new_rotation);
            if !kept.iter().any(|k| k.joins_same(&path)) {
                self.fresh[i] = Some(place);
            }
        }
    }

    fn starts_with(&mut self, step: Move) -> bool {
        let [a, b] = self.web.track.spots(step.segment()).map(usize::from);
        self.used[a] = true;
        self.used[b] = true;
        let found = self.goes_on(step, true);
        self.used[a] = false;
        self.used[b] = false;
        found
    }

    /// Whether a line that made this move, which is marked as used, can be completed.
    fn goes_on(&mut self, step: Move, first: bool) -> bool {
        let fills = (self.fresh[step.segment().index()])
            .map(usize::from)
            .filter(|&place| std::mem::replace(&mut self.missing[place], false));
        let found = self.is_complete(step) || self.extends(step, first);
        if let (false, Some(place)) = (found, fills) {
            self.missing[place] = true;
        }
        found
    }

    fn is_complete(&self, step: Move) -> bool {
        self.ends_line(step) && !self.missing.contains(&true)
    }

    fn ends_line(&self, step: Move) -> bool {
        matches!(self.web.exit(step), End::Stop(stop) if self.goals[stop.index()])
    }

    fn extends(&mut self, step: Move, first: bool) -> bool {
        if self.web.track.segment(step.segment()).terminal && !first || !self.has_hope(step) {
            return false;
        }
        let options: Vec<Move> = self.web.following(step).collect();
        for next in options {
            let spot = usize::from(self.web.spot(next));
            if !self.used[spot] {
                self.used[spot] = true;
                let found = self.goes_on(next, false);
                self.used[spot] = false;
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Whether what is missing, and a goal, could be found by a walk that repeats itself.
    fn has_hope(&self, step: Move) -> bool {
        let mut seen = vec![false; 2 * self.fresh.len()];
        let mut missing = self.missing.clone();
        let mut goal = false;
        let mut queue = vec![step];
        while let Some(step) = queue.pop() {
            for next in self.web.following(step) {
                let spot = usize::from(self.web.spot(next));
                if self.used[spot] || std::mem::replace(&mut seen[next.index()], true) {
                    continue;
                }
                if let Some(place) = self.fresh[next.segment().index()] {
                    missing[usize::from(place)] = false;
                }
                goal |= self.ends_line(next);
                queue.push(next);
            }
        }
        goal && !missing.contains(&true)
    }
}
