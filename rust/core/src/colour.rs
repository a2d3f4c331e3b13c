//! Colours of hexes, tiles and phases.

use std::fmt;

/// Colour of a printed hex or a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// An empty hex.
    White,
    /// First tiles.
    Yellow,
    /// Second tiles.
    Green,
    /// Third tiles.
    Brown,
    /// Last tiles, and printed hexes that never change.
    Gray,
    /// Off-board areas and other printed hexes that never change.
    Red,
    /// Water.
    Blue,
}

impl Colour {
    const ALL: [Colour; 7] = [
        Colour::White,
        Colour::Yellow,
        Colour::Green,
        Colour::Brown,
        Colour::Gray,
        Colour::Red,
        Colour::Blue,
    ];

    /// The colour with this name.
    pub fn from_name(name: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|c| c.name() == name)
    }

    /// The name used in data and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Brown => "brown",
            Colour::Gray => "gray",
            Colour::Red => "red",
            Colour::Blue => "blue",
        }
    }

    /// The colour of the tiles that may replace this one.
    pub const fn next(self) -> Option<Colour> {
        match self {
            Colour::White => Some(Colour::Yellow),
            Colour::Yellow => Some(Colour::Green),
            Colour::Green => Some(Colour::Brown),
            Colour::Brown => Some(Colour::Gray),
            Colour::Gray | Colour::Red | Colour::Blue => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of colours, such as the tile colours of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColourSet(u8);

impl ColourSet {
    /// Adds a colour.
    pub fn insert(&mut self, colour: Colour) {
        self.0 |= 1 << colour as u8;
    }

    /// Whether the colour is in the set.
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> (colour as u8) & 1 == 1
    }

    /// The colours of the set, lowest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&c| self.contains(c))
    }
}

impl FromIterator<Colour> for ColourSet {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> ColourSet {
        let mut set = ColourSet::default();
        colours.into_iter().for_each(|c| set.insert(c));
        set
    }
}
