//! The track of a board as numbered pieces: the ground for networks and routes.

use std::sync::{Arc, OnceLock};

use crate::board::Board;
use crate::map::{HexId, Map, SideId};
use crate::route::Links;
use crate::tile::{PathEnd, SIDES, StopKind};

/// A piece of track on the board, in map order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentId(pub u16);

/// A city, town or off-board area on the board, in map order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StopId(pub u16);

/// A junction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JunctionId(pub u16);

impl SegmentId {
    /// As an index into a list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl StopId {
    /// As an index into a list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl JunctionId {
    /// As an index into a list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where pieces of track meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// An edge, seen from its hex. The track goes on at the facing side.
    Side(SideId),
    /// A stop.
    Stop(StopId),
    /// A junction.
    Junction(JunctionId),
}

/// A piece of track between two ends.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Its hex.
    pub hex: HexId,
    /// Its number among the paths of the face that shows on the hex.
    pub path: u8,
    /// Its ends.
    pub ends: [End; 2],
    /// Whoever comes this way must stop.
    pub terminal: bool,
    keys: [u16; 2],
    key_count: u8,
}

impl Segment {
    /// Conflict keys: what no two uses of track may share. A key stands for a hexside that the
    /// piece touches, or for the piece itself if it touches none. All are below
    /// [`Track::key_count`].
    pub fn keys(&self) -> &[u16] {
        &self.keys[..self.key_count as usize]
    }
}

/// A stop on the board.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Its hex.
    pub hex: HexId,
    /// What it is.
    pub kind: StopKind,
    /// Its number within its kind and hex.
    pub number: u8,
    /// Its number on the wire.
    pub part: u8,
}

/// Lists of segments by place, one after the other.
#[derive(Debug, Default)]
struct Places {
    starts: Vec<u16>,
    segments: Vec<SegmentId>,
}

impl Places {
    fn new(count: usize, pairs: &[(u16, SegmentId)]) -> Places {
        let mut starts = vec![0u16; count + 1];
        for (place, _) in pairs {
            starts[*place as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut segments = vec![SegmentId(0); pairs.len()];
        for (place, segment) in pairs {
            let at = &mut next[*place as usize];
            segments[*at as usize] = *segment;
            *at += 1;
        }
        Places { starts, segments }
    }

    fn at(&self, place: usize) -> &[SegmentId] {
        &self.segments[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// All track of a board, without tokens.
#[derive(Debug)]
pub struct Track {
    segments: Vec<Segment>,
    stops: Vec<Stop>,
    junctions: u16,
    first_segment: Vec<u16>,
    first_stop: Vec<u16>,
    by_side: Places,
    by_stop: Places,
    by_junction: Places,
    key_count: u16,
    /// The links, once somebody asked for them.
    links: OnceLock<Arc<Links>>,
    spots: Vec<[u16; 2]>,
    spot_count: usize,
}

impl Track {
    /// Compiles the track of a board. Use [`Board::track`], which keeps the result.
    pub(crate) fn new(board: &Board) -> Track {
        let map = board.map();
        let hexes = map.hexes().len();
        let mut track = Track {
            segments: Vec::with_capacity(2 * hexes),
            stops: Vec::with_capacity(hexes),
            junctions: 0,
            first_segment: Vec::with_capacity(hexes + 1),
            first_stop: Vec::with_capacity(hexes + 1),
            by_side: Places::default(),
            by_stop: Places::default(),
            by_junction: Places::default(),
            key_count: map.hexside_count(),
            links: OnceLock::new(),
            spots: Vec::new(),
            spot_count: 0,
        };
        for i in 0..hexes {
            track.add_hex(board, map, HexId(i as u16));
        }
        track.first_segment.push(track.segments.len() as u16);
        track.first_stop.push(track.stops.len() as u16);

        let mut sides = Vec::with_capacity(2 * track.segments.len());
        let mut stops = Vec::with_capacity(track.segments.len());
        let mut junctions = Vec::new();
        for (i, segment) in track.segments.iter().enumerate() {
            let id = SegmentId(i as u16);
            for end in segment.ends {
                match end {
                    End::Side(side) => sides.push((side.0, id)),
                    End::Stop(stop) => stops.push((stop.0, id)),
                    End::Junction(junction) => junctions.push((junction.0, id)),
                }
            }
        }
        track.number_spots(map);
        track.by_side = Places::new(hexes * SIDES as usize, &sides);
        track.by_stop = Places::new(track.stops.len(), &stops);
        track.by_junction = Places::new(track.junctions as usize, &junctions);
        track
    }

    fn number_spots(&mut self, map: &Map) {
        let first_junction = map.hexside_count() + self.stops.len() as u16;
        self.spots = (self.segments.iter())
            .map(|segment| {
                segment.ends.map(|end| match end {
                    End::Side(side) => map.hexside(side),
                    End::Stop(stop) => map.hexside_count() + stop.0,
                    End::Junction(junction) => first_junction + junction.0,
                })
            })
            .collect();
        self.spot_count = usize::from(first_junction + self.junctions);
    }

    fn add_hex(&mut self, board: &Board, map: &Map, hex: HexId) {
        let (face, rotation) = board.face(hex);
        let first_stop = self.stops.len() as u16;
        self.first_segment.push(self.segments.len() as u16);
        self.first_stop.push(first_stop);
        for (i, stop) in face.stops.iter().enumerate() {
            self.stops.push(Stop {
                hex,
                kind: stop.kind,
                number: face.stop_number(i as u8),
                part: stop.part,
            });
        }
        for (i, path) in face.paths.iter().enumerate() {
            let ends = path.turned(rotation).ends.map(|end| match end {
                PathEnd::Edge(edge) => End::Side(SideId::new(hex, edge)),
                PathEnd::Stop(kind, number) => {
                    let index = face.stop_index(kind, number);
                    End::Stop(StopId(first_stop + u16::from(index)))
                }
                PathEnd::Junction(number) => {
                    End::Junction(JunctionId(self.junctions + u16::from(number)))
                }
            });
            let mut keys = [0; 2];
            let mut key_count = 0;
            for end in ends {
                if let End::Side(side) = end {
                    keys[key_count] = map.hexside(side);
                    key_count += 1;
                }
            }
            if key_count == 0 {
                keys[0] = self.key_count;
                key_count = 1;
                self.key_count += 1;
            }
            self.segments.push(Segment {
                hex,
                path: i as u8,
                ends,
                terminal: path.terminal,
                keys,
                key_count: key_count as u8,
            });
        }
        self.junctions += u16::from(face.junctions);
    }

    /// All pieces, in map order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The piece with this id.
    pub fn segment(&self, id: SegmentId) -> &Segment {
        &self.segments[id.index()]
    }

    /// All stops, in map order: cities, towns and off-board areas of each hex.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// The stop with this id.
    pub fn stop(&self, id: StopId) -> &Stop {
        &self.stops[id.index()]
    }

    /// Number of junctions.
    pub fn junction_count(&self) -> usize {
        self.junctions as usize
    }

    /// Conflict keys are below this number.
    pub fn key_count(&self) -> usize {
        self.key_count as usize
    }

    /// Numbers of the hexsides, stops and junctions where a piece ends: what a single walk may
    /// touch once.
    pub(crate) fn spots(&self, id: SegmentId) -> [u16; 2] {
        self.spots[id.index()]
    }

    /// Spots are below this number.
    pub(crate) fn spot_count(&self) -> usize {
        self.spot_count
    }

    /// Where the links are kept; `Board::links` finds them.
    pub(crate) fn link_store(&self) -> &OnceLock<Arc<Links>> {
        &self.links
    }

    /// The pieces of a hex, in the order of its face's paths.
    pub fn hex_segments(&self, hex: HexId) -> std::ops::Range<usize> {
        let [a, b] = [hex.index(), hex.index() + 1].map(|i| self.first_segment[i] as usize);
        a..b
    }

    /// The stops of a hex, in the order of its face's stops.
    pub fn hex_stops(&self, hex: HexId) -> std::ops::Range<usize> {
        let [a, b] = [hex.index(), hex.index() + 1].map(|i| self.first_stop[i] as usize);
        a..b
    }

    /// The city with this number.
    pub fn city(&self, hex: HexId, city: u8) -> StopId {
        StopId(self.first_stop[hex.index()] + u16::from(city))
    }

    /// The pieces that meet at an end.
    pub fn at(&self, end: End) -> &[SegmentId] {
        match end {
            End::Side(side) => self.by_side.at(side.index()),
            End::Stop(stop) => self.by_stop.at(stop.index()),
            End::Junction(junction) => self.by_junction.at(junction.index()),
        }
    }
}
