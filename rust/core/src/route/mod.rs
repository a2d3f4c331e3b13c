//! Routes of trains, and the best set of them.
//!
//! [`Board::best_run`] goes through four stages: the *links* of track between neighbouring stops,
//! found once for a board (`link`); the *net* of them that one company can use (`net`, and `graph`
//! with masks for conflicts); all *routes* on it, each valued for every type of train (`enumerate`,
//! with `value` and `price`); the best *choice* of one route a train without common track
//! (`choose`, with `list`, `search` and `prove`). [`Board::check_run`] reads given routes as links
//! of the board and values them with the same function. Where routes are fixed, the net goes round
//! their track (`fixed`).
//!
//! Dense boards take two more. Where there are too many sets, track gets *prices* (`prices`,
//! `descent`), which bound what a set can be worth. Where there are too many routes, only those
//! that matter under such prices are hunted (`bounded`, `stand`, `hunt`), by a walk that looks ahead
//! (`outlook`, and `forecast` for a first look, with `terrain`, `turn` and `meter`). Whatever the
//! way, of several best sets the answer is the first one in the order of the lists (`first`).
//!
//! [`Board::best_run`]: crate::Board::best_run
//! [`Board::check_run`]: crate::Board::check_run

mod answer;
mod best;
mod bounded;
mod check;
mod choose;
mod descent;
mod enumerate;
mod first;
mod fixed;
mod forecast;
mod graph;
mod hunt;
mod legal;
mod link;
mod list;
mod mask;
mod memo;
mod meter;
mod net;
mod outlook;
mod pool;
mod price;
mod prices;
mod prove;
mod reading;
mod refusal;
mod rules;
mod search;
#[cfg(test)]
mod stages;
mod stand;
mod terrain;
#[cfg(test)]
mod tests;
mod turn;
mod value;

pub use answer::{Route, RouteStop, Run};
pub use link::Links;
pub use reading::GivenRoute;
pub use refusal::Refusal;
pub use rules::{Kinds, Limit, Once, Pair, RunRules, Train};
