//! The rules that given routes can break.

use crate::error::Error;

/// The rule that a given route breaks.
///
/// Ordered by how far the reading of a route gets before the rule is looked at. Where several
/// readings fail, the one that came farthest gives the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// Two routes for one train.
    TrainTwice,
    /// No such line of track lies there, or the segments do not form one line.
    UnknownTrack,
    /// Fewer than two stops.
    TooShort,
    /// A stop is visited twice.
    StopTwice,
    /// A piece of track or a hexside is used twice.
    TrackTwice,
    /// The route passes an off-board area, or a stop that this track only lets it end at.
    ThroughOffboard,
    /// The route passes a city that blocks the company.
    Blocked,
    /// Two stops of a group of which a route may visit one.
    GroupTwice,
    /// No stop holds a token of the company.
    NoToken,
    /// More stops than the train may visit.
    TooLong,
}

impl Refusal {
    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::TrainTwice => "train_used_twice",
            Refusal::UnknownTrack => "route_unknown_track",
            Refusal::TooShort => "route_too_short",
            Refusal::StopTwice => "route_stop_twice",
            Refusal::TrackTwice => "track_used_twice",
            Refusal::ThroughOffboard => "route_through_offboard",
            Refusal::Blocked => "route_blocked",
            Refusal::GroupTwice => "route_group_twice",
            Refusal::NoToken => "route_no_token",
            Refusal::TooLong => "route_too_long",
        }
    }

    /// The error with this reason.
    pub fn error(self, message: impl Into<String>) -> Error {
        Error::illegal(self.code(), message)
    }
}
