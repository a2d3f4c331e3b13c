//! The exact search for a single walk.

use crate::walk::{Move, Walks, Web};

/// The exact search: a single walk from a move backward to a source.
pub(crate) struct Backward<'a> {
    web: &'a Web<'a>,
    used: Vec<bool>,
    /// The moves of the walk that was found, as far as they were looked at, last move first.
    pub path: Vec<Move>,
    seen: Vec<u32>,
    round: u32,
}

impl<'a> Backward<'a> {
    pub(crate) fn new(web: &'a Web<'a>) -> Backward<'a> {
        Backward {
            web,
            used: vec![false; web.track.spot_count()],
            path: Vec::new(),
            seen: vec![0; 2 * web.track.segments().len()],
            round: 0,
        }
    }

    /// Whether some single walk ends with `step`. What is marked as impossible must be.
    pub(crate) fn find(&mut self, walks: &Walks, step: Move) -> bool {
        let back = step.reversed();
        self.used.fill(false);
        self.used[self.web.spot(step) as usize] = true;
        self.used[self.web.spot(back) as usize] = true;
        self.path.clear();
        self.path.push(step);
        self.extend(walks, back)
    }

    /// Moves that lead on, backward, from a move.
    fn options<'w>(
        &self,
        walks: &'w Walks,
        back: Move,
    ) -> impl Iterator<Item = Move> + use<'a, 'w> {
        let web = self.web;
        (web.following(back)).filter(move |&next| {
            walks.may_move(next.reversed())
                // Only the first piece of a walk may be terminal, its last one aside.
                && (!web.is_terminal(next) || web.is_source(web.exit(next)))
        })
    }

    fn extend(&mut self, walks: &Walks, back: Move) -> bool {
        if self.web.is_source(self.web.exit(back)) {
            return true;
        }
        let options: Vec<Move> = (self.options(walks, back))
            .filter(|&next| !self.used[self.web.spot(next) as usize])
            .collect();
        if (options.iter()).any(|&next| self.joins_known_walk(walks, next)) {
            return true;
        }
        if options.is_empty() || !self.may_arrive(walks, back) {
            return false;
        }
        for next in options {
            let spot = self.web.spot(next) as usize;
            self.used[spot] = true;
            self.path.push(next.reversed());
            if self.extend(walks, next) {
                return true;
            }
            self.path.pop();
            self.used[spot] = false;
        }
        false
    }

    /// Whether a known walk leads to where `next` starts, apart from all used so far.
    fn joins_known_walk(&self, walks: &Walks, next: Move) -> bool {
        let mut first = None;
        for (i, step) in walks.known_walk(next.reversed()).enumerate() {
            // The last spot of the known walk is where the two meet.
            if i > 0 && self.used[self.web.spot(step) as usize] {
                return false;
            }
            first = Some(step);
        }
        first.is_some_and(|step| !self.used[self.web.entry_spot(step) as usize])
    }

    /// Whether a source is left to reach if the rest of the walk may repeat itself.
    fn may_arrive(&mut self, walks: &Walks, back: Move) -> bool {
        self.round += 1;
        let mut queue = vec![back];
        while let Some(step) = queue.pop() {
            for next in self.options(walks, step) {
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
