//! Shared by the tests: maps of the package, random boards, and a slow walker that goes by the
//! text of the rules and shares no code with the crate.
#![allow(dead_code, reason = "every test uses a part")]

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use open18xx_core::{
    Board, Colour, CompanyId, HexId, Lay, LaySpec, Map, Path, PathEnd, SIDES, SideId, StopKind,
    TileId, opposite,
};

/// A small generator of random numbers: the same seed gives the same tests everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Texts of all map data of the package, and of the directory that `OPEN18XX_MAPS` names.
pub fn map_texts() -> Vec<String> {
    let titles = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../python/open18xx/titles"
    ));
    let mut files: Vec<PathBuf> = std::fs::read_dir(titles)
        .expect("the titles of the package")
        .map(|entry| entry.unwrap().path().join("track.json"))
        .collect();
    if let Ok(more) = std::env::var("OPEN18XX_MAPS") {
        files.extend(std::fs::read_dir(more).unwrap().map(|e| e.unwrap().path()));
    }
    files.retain(|f| f.is_file() && f.to_string_lossy().ends_with("track.json"));
    files.sort();
    let texts: Vec<String> = (files.iter())
        .map(|f| std::fs::read_to_string(f).unwrap())
        .collect();
    assert!(!texts.is_empty());
    texts
}

pub fn maps() -> Vec<Arc<Map>> {
    (map_texts().iter())
        .map(|text| Arc::new(Map::new(text).unwrap()))
        .collect()
}

/// The map of the package on which these companies run.
pub fn map_of(companies: &[&str]) -> Arc<Map> {
    (maps().into_iter())
        .find(|map| companies.iter().all(|c| map.find_company(c).is_ok()))
        .expect("a map with these companies")
}

/// A map of one's own: white hexes but for the given ones, and some tiles.
pub fn small_map(hexes: &str, tiles: &str) -> Arc<Map> {
    let text = format!(
        r#"{{"layout": "pointy", "companies": ["A", "B", "C"], "hexes": [{hexes}], "tiles": [{tiles}]}}"#
    );
    Arc::new(Map::new(&text).unwrap())
}

/// A board with a few tiles and tokens close together: the places where walks meet themselves.
/// Company 0 has a token. Lays need not be legal.
pub fn random_board(map: &Arc<Map>, random: &mut Random, tiles: usize) -> Board {
    let mut board = Board::new(Arc::clone(map));
    let region = loop {
        let centre = HexId(random.below(map.hexes().len()) as u16);
        let radius = 1 + random.below(2);
        let region = region(map, centre, radius);
        if region.iter().any(|&hex| board.face(hex).0.cities > 0) {
            break region;
        }
    };
    for _ in 0..tiles {
        let hex = *random.pick(&region);
        let old = board.face(hex).0;
        let fitting: Vec<TileId> = (0..map.tiles().len() as u16)
            .map(TileId)
            .filter(|&id| {
                let new = &map.tile(id).face;
                (old.cities, old.towns) == (new.cities, new.towns) && board.left(id) != Some(0)
            })
            .collect();
        if !fitting.is_empty() {
            let tile = *random.pick(&fitting);
            let copy = board.free_copy(tile).unwrap();
            // Refused on printed hexes and where a token would lose its slot.
            let _ = board.lay(hex, tile, copy, random.below(6) as u8);
        }
    }
    let cities: Vec<(HexId, u8)> = (region.iter())
        .flat_map(|&hex| (0..board.face(hex).0.cities).map(move |c| (hex, c)))
        .collect();
    if !cities.is_empty() {
        for i in 0..1 + random.below(6) {
            let company = if i == 0 { 0 } else { random.below(3) as u8 };
            let &(hex, city) = random.pick(&cities);
            let slot = random.below(3) as u8;
            let _ = board.place_token(CompanyId(company), hex, city, Some(slot));
        }
    }
    board
}

/// A board of connected play: company 0 starts somewhere and lays wherever it may.
pub fn grown_board(map: &Arc<Map>, random: &mut Random, tiles: usize) -> Board {
    let mut board = Board::new(Arc::clone(map));
    let cities: Vec<(HexId, u8)> = (0..map.hexes().len())
        .map(|i| HexId(i as u16))
        .flat_map(|hex| (0..map.hex(hex).face.cities).map(move |city| (hex, city)))
        .collect();
    let rules = LaySpec {
        colours: [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Gray]
            .into_iter()
            .collect(),
        check_labels: false,
        ..LaySpec::default()
    };
    let rules = rules.bind(map).unwrap();
    for company in [0, 0, 1, 1, 1].into_iter().take(1 + random.below(5)) {
        let &(hex, city) = random.pick(&cities);
        let _ = board.place_token(CompanyId(company), hex, city, None);
    }
    for _ in 0..tiles {
        let lays = board.lays(Some(CompanyId(0)), &rules).unwrap();
        if lays.is_empty() {
            break;
        }
        // Upgrades of plain track make the rings.
        let upgrades: Vec<Lay> = (lays.iter().copied())
            .filter(|l| board.laid(l.hex).is_some())
            .collect();
        let lay = if !upgrades.is_empty() && random.below(2) == 0 {
            *random.pick(&upgrades)
        } else {
            *random.pick(&lays)
        };
        (board.lay(lay.hex, lay.tile, lay.copy, lay.rotation)).unwrap();
    }
    board
}

pub fn region(map: &Map, centre: HexId, radius: usize) -> Vec<HexId> {
    let mut region = vec![centre];
    for _ in 0..radius {
        for hex in region.clone() {
            for edge in 0..SIDES {
                if let Some(side) = map.facing(SideId::new(hex, edge))
                    && !region.contains(&side.hex())
                {
                    region.push(side.hex());
                }
            }
        }
    }
    region
}

/// A place where a walk is: an end of a piece in a hex.
type Place = (HexId, PathEnd);

/// What all single walks of a company reach, found by making them all.
pub struct Slow<'a> {
    board: &'a Board,
    company: CompanyId,
    /// Hex and number of each reached piece.
    pub pieces: HashSet<(HexId, usize)>,
    /// Reached stops.
    pub stops: HashSet<(HexId, StopKind, u8)>,
    visited: Vec<Place>,
    pieces_used: Vec<(HexId, usize)>,
    steps: usize,
}

impl<'a> Slow<'a> {
    /// `None` if there are too many walks.
    pub fn new(board: &'a Board, company: CompanyId) -> Option<Slow<'a>> {
        let mut slow = Slow {
            board,
            company,
            pieces: HashSet::new(),
            stops: HashSet::new(),
            visited: Vec::new(),
            pieces_used: Vec::new(),
            steps: 0,
        };
        for token in board.tokens().iter().filter(|t| t.company == company) {
            let city = PathEnd::Stop(StopKind::City, token.city);
            slow.stops.insert((token.hex, StopKind::City, token.city));
            slow.visited.push((token.hex, city));
            slow.walk(token.hex, city, true);
            slow.visited.pop();
        }
        (slow.steps < LIMIT).then_some(slow)
    }

    fn paths(&self, hex: HexId) -> Vec<Path> {
        let (face, rotation) = self.board.face(hex);
        face.paths.iter().map(|p| p.turned(rotation)).collect()
    }

    /// The hexside counts the same from both sides.
    fn place(&self, hex: HexId, end: PathEnd) -> Place {
        if let PathEnd::Edge(edge) = end
            && let Some(other) = self.board.map().facing(SideId::new(hex, edge))
            && other.hex() < hex
        {
            return (other.hex(), PathEnd::Edge(opposite(edge)));
        }
        (hex, end)
    }

    fn walk(&mut self, hex: HexId, from: PathEnd, first: bool) {
        for (i, path) in self.paths(hex).into_iter().enumerate() {
            self.steps += 1;
            if self.steps > LIMIT {
                return;
            }
            let Some(side) = path.ends.iter().position(|&end| end == from) else {
                continue;
            };
            let to = path.ends[1 - side];
            let place = self.place(hex, to);
            if self.visited.contains(&place) || self.pieces_used.contains(&(hex, i)) {
                continue;
            }
            self.pieces.insert((hex, i));
            self.visited.push(place);
            self.pieces_used.push((hex, i));
            if let PathEnd::Stop(kind, n) = to {
                self.stops.insert((hex, kind, n));
            }
            if !path.terminal || first {
                match to {
                    PathEnd::Edge(edge) => {
                        if let Some(other) = self.board.map().facing(SideId::new(hex, edge)) {
                            self.walk(other.hex(), PathEnd::Edge(other.edge()), false);
                        }
                    }
                    PathEnd::Stop(StopKind::Offboard, _) => {}
                    PathEnd::Stop(StopKind::City, n) if self.is_full(hex, n) => {}
                    other => self.walk(hex, other, false),
                }
            }
            self.visited.pop();
            self.pieces_used.pop();
        }
    }

    fn is_full(&self, hex: HexId, city: u8) -> bool {
        let slots = self.board.face(hex).0.stops[usize::from(city)].slots;
        let there: Vec<CompanyId> = (self.board.tokens().iter())
            .filter(|t| t.hex == hex && t.city == city)
            .map(|t| t.company)
            .collect();
        slots > 0 && there.len() == usize::from(slots) && !there.contains(&self.company)
    }

    /// Reached edges of all hexes.
    pub fn edges(&self) -> HashSet<(HexId, u8)> {
        let mut edges = HashSet::new();
        for &(hex, i) in &self.pieces {
            for edge in self.paths(hex)[i].ends.iter().filter_map(|e| e.edge()) {
                edges.insert((hex, edge));
                if let Some(other) = self.board.map().facing(SideId::new(hex, edge)) {
                    edges.insert((other.hex(), other.edge()));
                }
            }
        }
        for token in self.board.tokens() {
            if token.company == self.company {
                edges.extend((0..SIDES).map(|edge| (token.hex, edge)));
            }
        }
        edges
    }
}

const LIMIT: usize = 200_000;
