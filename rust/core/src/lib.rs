//! The track core of open18xx: maps, tiles, tokens, connections and routes of 18xx railway games.
//!
//! A [`Map`] holds the immutable data of a title, a [`Board`] what is laid and tokened on it. The
//! core knows no money, no phases and no titles; what depends on them comes in as arguments.

mod backward;
mod board;
mod colour;
mod cost;
mod data;
mod error;
mod joined;
mod lay;
mod map;
mod network;
mod refusal;
mod route;
mod rules;
mod state;
mod tile;
mod token;
mod track;
mod upgrade;
mod usage;
mod walk;

pub use board::{Board, Laid, Reservation, Token};
pub use colour::{Colour, ColourSet};
pub use error::{Error, Result};
pub use lay::Lay;
pub use map::{CompanyId, Hex, HexId, Map, SideId, Terrain, TileId};
pub use network::Reach;
pub use route::{
    GivenRoute, Kinds, Limit, Links, Once, Pair, Refusal, Route, RouteStop, Run, RunRules, Train,
};
pub use rules::{Connection, HexDiscount, LayRules, LaySpec};
pub use tile::{
    Face, FutureLabel, Path, PathEnd, Revenue, SIDES, StopFace, StopKind, Tile, opposite, turn,
    turn_mask,
};
pub use track::{End, JunctionId, Segment, SegmentId, Stop, StopId, Track};
