//! Whether a company can use what a new tile brings.

use crate::board::Board;
use crate::map::{CompanyId, HexId, TileId};
use crate::network::Arrival;
use crate::rules::Connection;
use crate::tile::{Face, PathEnd, SIDES, StopKind, Tile, turn, turn_mask};
use crate::track::StopId;
use crate::upgrade::Fit;

/// How the company reaches a hex, as edges and stops of what lies there now.
pub(crate) struct Access {
    /// Edges in reach by the rule of the title.
    pub edges: u8,
    /// Edges over which a walk comes that was not in the hex before.
    sure: u8,
    /// Edges over which some walk may come.
    perhaps: u8,
    /// Reached cities.
    cities: u32,
    /// Reached towns.
    towns: u32,
    /// A city is reached that blocks the company.
    blocked: bool,
    /// `sure` is as good as it gets.
    closely: bool,
}

impl Access {
    /// How the company reaches the hex.
    pub(crate) fn new(board: &Board, company: CompanyId, hex: HexId) -> Access {
        let reach = board.reach(company);
        let track = board.track();
        let mut access = Access {
            edges: reach.edges(hex),
            sure: 0,
            perhaps: 0,
            cities: 0,
            towns: 0,
            blocked: false,
            closely: false,
        };
        for edge in 0..SIDES {
            match reach.arrival(board, hex, edge) {
                Arrival::Never => {}
                Arrival::Perhaps => access.perhaps |= 1 << edge,
                Arrival::Sure => access.sure |= 1 << edge,
            }
        }
        for i in track.hex_stops(hex) {
            if reach.stop(StopId(i as u16)) {
                let stop = &track.stops()[i];
                match stop.kind {
                    StopKind::City => {
                        access.cities |= 1 << stop.number;
                        access.blocked |= board.blocks(company, hex, stop.number);
                    }
                    StopKind::Town => access.towns |= 1 << stop.number,
                    StopKind::Offboard => {}
                }
            }
        }
        access
    }

    /// Finds more edges that are sure, if there may be some.
    pub(crate) fn look_closer(&mut self, board: &Board, company: CompanyId, hex: HexId) {
        if !self.closely && self.perhaps != 0 {
            let sure = board.outside_arrivals(company, hex);
            self.sure |= sure;
            self.perhaps &= !sure;
        }
        self.closely = true;
    }

    /// Whether the company can use what the tile brings; `None` if that takes a closer look.
    ///
    /// A walk over the new tile is one over the old board until it makes its first step on new
    /// track, or passes a city that was full. So what counts is how old walks come to the ends of
    /// the pieces that would do. A walk that was not in the hex before has touched nothing there.
    pub(crate) fn shows_use(
        &self,
        old: &Face,
        connection: Connection,
        lay: &Candidate<'_>,
    ) -> Option<bool> {
        let face = &lay.tile.face;
        let fit = lay.fit;
        // Old track stays, so what was reached is still reached: a city that counts settles it.
        let mut reached_cities = 0u32;
        for (number, &new) in fit.cities.iter().enumerate() {
            if self.cities >> number & 1 == 1 {
                reached_cities |= 1 << new;
                let counts = match connection {
                    Connection::Track => {
                        old.stops[number].revenue != face.stops[usize::from(new)].revenue
                    }
                    _ => true,
                };
                if counts {
                    return Some(true);
                }
            }
        }
        let goals = fit.goals(connection, face);
        let mut perhaps = goals != 0 && fit.more_slots && self.blocked;
        let terminal = face.paths.iter().any(|p| p.terminal);
        for (i, path) in face.paths.iter().enumerate() {
            if goals >> i & 1 == 0 {
                continue;
            }
            for end in path.ends {
                match end {
                    PathEnd::Edge(edge) => {
                        let edge = turn(edge, lay.rotation);
                        if self.sure >> edge & 1 == 1 {
                            return Some(true);
                        }
                        perhaps |= self.perhaps >> edge & 1 == 1;
                    }
                    PathEnd::Stop(StopKind::City, n) => perhaps |= reached_cities >> n & 1 == 1,
                    PathEnd::Stop(StopKind::Town, n) => {
                        let ways = turn_mask(face.stop_edges(StopKind::Town, n), lay.rotation);
                        // By another piece to the town, and on by this one.
                        if ways & self.sure != 0 && !terminal {
                            return Some(true);
                        }
                        perhaps |= self.towns != 0;
                    }
                    PathEnd::Stop(StopKind::Offboard, _) | PathEnd::Junction(_) => {
                        // A junction is entered by its other pieces.
                        perhaps |= self.sure | self.perhaps != 0;
                    }
                }
            }
        }
        (!perhaps).then_some(false)
    }
}

/// A lay that is looked at.
pub(crate) struct Candidate<'a> {
    pub id: TileId,
    pub tile: &'a Tile,
    pub copy: u16,
    pub rotation: u8,
    pub fit: &'a Fit,
}

impl Fit {
    /// The pieces of the new face of which one must be reached.
    pub(crate) fn goals(&self, connection: Connection, face: &Face) -> u32 {
        match connection {
            Connection::Track => self.new_paths | self.revalued_paths,
            _ => (face.paths.iter().enumerate())
                .filter(|(_, path)| {
                    let city = |end| matches!(end, PathEnd::Stop(StopKind::City, _));
                    path.ends.into_iter().any(city)
                })
                .fold(self.new_paths, |mask, (i, _)| mask | 1 << i),
        }
    }
}
