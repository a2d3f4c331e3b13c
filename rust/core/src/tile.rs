//! Faces: what is printed on a hex or on a tile.

use crate::colour::{Colour, ColourSet};

/// Number of sides of a hex.
pub const SIDES: u8 = 6;

/// The edge on the other side of a hexside.
pub const fn opposite(edge: u8) -> u8 {
    (edge + 3) % SIDES
}

/// A printed edge after a turn by `rotation`.
pub const fn turn(edge: u8, rotation: u8) -> u8 {
    (edge + rotation) % SIDES
}

/// A set of edges turned by `rotation`.
pub const fn turn_mask(mask: u8, rotation: u8) -> u8 {
    let wide = (mask as u16) << rotation;
    ((wide | wide >> SIDES) & 0x3f) as u8
}

/// What a stop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StopKind {
    /// A city: has slots for tokens.
    City,
    /// A town.
    Town,
    /// An off-board area: routes end there.
    Offboard,
}

impl StopKind {
    /// The letter used in path codes and train limits.
    pub const fn letter(self) -> char {
        match self {
            StopKind::City => 'c',
            StopKind::Town => 't',
            StopKind::Offboard => 'o',
        }
    }
}

/// One end of a piece of track inside a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathEnd {
    /// An edge, 0..5.
    Edge(u8),
    /// A stop of the face, by kind and number within the kind.
    Stop(StopKind, u8),
    /// A place where pieces meet without a stop.
    Junction(u8),
}

impl PathEnd {
    /// The edge, if this end is one.
    pub const fn edge(self) -> Option<u8> {
        match self {
            PathEnd::Edge(edge) => Some(edge),
            _ => None,
        }
    }

    const fn turned(self, rotation: u8) -> PathEnd {
        match self {
            PathEnd::Edge(edge) => PathEnd::Edge(turn(edge, rotation)),
            other => other,
        }
    }
}

/// A piece of track inside one hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// Its two ends.
    pub ends: [PathEnd; 2],
    /// A route that comes this way must end here.
    pub terminal: bool,
}

impl Path {
    /// The path after a turn of its tile.
    pub const fn turned(self, rotation: u8) -> Path {
        Path {
            ends: [self.ends[0].turned(rotation), self.ends[1].turned(rotation)],
            terminal: self.terminal,
        }
    }

    /// The path with its cities renumbered; a city that has no new number keeps its own.
    pub(crate) fn with_cities(mut self, cities: &[Option<u8>]) -> Path {
        for end in &mut self.ends {
            if let PathEnd::Stop(StopKind::City, n) = end {
                *n = cities.get(*n as usize).copied().flatten().unwrap_or(*n);
            }
        }
        self
    }

    /// Whether both paths have the same ends.
    pub(crate) fn joins_same(&self, other: &Path) -> bool {
        let [a, b] = other.ends;
        self.ends == [a, b] || self.ends == [b, a]
    }
}

/// What a stop is worth, apart from what a title changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Revenue {
    /// Always the same.
    Fixed(i32),
    /// By colour, lowest first: the highest colour of the phase that has a figure counts.
    ByColour(Vec<(Colour, i32)>),
}

impl Revenue {
    /// The value while tiles of these colours are allowed.
    pub fn value(&self, colours: ColourSet) -> i32 {
        match self {
            Revenue::Fixed(amount) => *amount,
            Revenue::ByColour(table) => table
                .iter()
                .rev()
                .find(|(colour, _)| colours.contains(*colour))
                .map_or(0, |&(_, amount)| amount),
        }
    }
}

/// A city, town or off-board area as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopFace {
    /// What it is.
    pub kind: StopKind,
    /// Places for tokens (cities only).
    pub slots: u8,
    /// What it pays.
    pub revenue: Revenue,
    /// Groups of stops of which a route visits one at most, as bits into
    /// [`Map::groups`](crate::Map::groups).
    pub groups: u64,
    /// Number of the stop within its tile on the wire.
    pub part: u8,
}

/// A label that an upgrade to a later colour must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FutureLabel {
    /// The label.
    pub label: String,
    /// The colour from which on it is asked for.
    pub colour: Colour,
}

/// What is printed on a hex, or on a tile in rotation 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its colour.
    pub colour: Colour,
    /// Its label, such as `Z`.
    pub label: Option<String>,
    /// A label that is asked for later.
    pub future_label: Option<FutureLabel>,
    /// Cities, then towns, then off-board areas.
    pub stops: Vec<StopFace>,
    /// Number of cities.
    pub cities: u8,
    /// Number of towns.
    pub towns: u8,
    /// Pieces of track.
    pub paths: Vec<Path>,
    /// Number of junctions.
    pub junctions: u8,
    /// Edges with track, one bit each.
    pub exits: u8,
}

impl Face {
    /// Number of off-board areas.
    pub fn offboards(&self) -> u8 {
        self.stops.len() as u8 - self.cities - self.towns
    }

    /// Place of a stop in [`Face::stops`].
    pub const fn stop_index(&self, kind: StopKind, number: u8) -> u8 {
        match kind {
            StopKind::City => number,
            StopKind::Town => self.cities + number,
            StopKind::Offboard => self.cities + self.towns + number,
        }
    }

    /// Number within its kind of the stop at this place of [`Face::stops`].
    pub fn stop_number(&self, index: u8) -> u8 {
        match self.stops[index as usize].kind {
            StopKind::City => index,
            StopKind::Town => index - self.cities,
            StopKind::Offboard => index - self.cities - self.towns,
        }
    }

    /// The city with this number.
    pub fn city(&self, number: u8) -> Option<&StopFace> {
        (number < self.cities).then(|| &self.stops[number as usize])
    }

    /// The cities in order.
    pub fn city_faces(&self) -> &[StopFace] {
        &self.stops[..self.cities as usize]
    }

    /// Edges of the printed face that have track to this stop, one bit each.
    pub fn stop_edges(&self, kind: StopKind, number: u8) -> u8 {
        let stop = PathEnd::Stop(kind, number);
        let mut mask = 0;
        for path in &self.paths {
            for side in 0..2 {
                if path.ends[side] == stop
                    && let Some(edge) = path.ends[1 - side].edge()
                {
                    mask |= 1 << edge;
                }
            }
        }
        mask
    }
}

/// A kind of tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its printed number.
    pub id: String,
    /// Copies in the box; `None` if unlimited.
    pub count: Option<u16>,
    /// What is printed on it.
    pub face: Face,
}
