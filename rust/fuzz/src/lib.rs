//! Bytes read as operations on a board, with everything that has to hold after each.
//!
//! Whatever the bytes say, the core answers or refuses; it never panics, a refusal changes nothing,
//! and what it lists it accepts.

mod input;
mod runs;

use std::sync::{Arc, OnceLock};

use input::Input;
use open18xx_core::{
    Board, Colour, CompanyId, Connection, Error, HexDiscount, HexId, LaySpec, Map, TileId,
};

/// Companies that start with tokens.
const FEW: usize = 3;
/// Most operations on one board.
const MOST: usize = 300;

/// What was done, so that a loop can show that it does something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played {
    /// Operations in all.
    pub operations: usize,
    /// Listed tiles laid.
    pub lays: usize,
    /// Tokens placed, moved or taken away.
    pub tokens: usize,
    /// Best runs that earn something.
    pub runs: usize,
    /// Other runs that were legal, too.
    pub others: usize,
}

impl Played {
    /// Both together.
    pub fn and(self, other: Played) -> Played {
        Played {
            operations: self.operations + other.operations,
            lays: self.lays + other.lays,
            tokens: self.tokens + other.tokens,
            runs: self.runs + other.runs,
            others: self.others + other.others,
        }
    }
}

/// The maps of all titles.
fn maps() -> &'static [Arc<Map>] {
    static MAPS: OnceLock<Vec<Arc<Map>>> = OnceLock::new();
    MAPS.get_or_init(|| {
        let texts = [
            include_str!("../../../python/open18xx/titles/t1846/track.json"),
            include_str!("../../../python/open18xx/titles/t18ga/track.json"),
            include_str!("../../../python/open18xx/titles/t18ms/track.json"),
            include_str!("../../../python/open18xx/titles/t18dixie/track.json"),
        ];
        let map =
            |text: &&str| Arc::new(Map::new(text).expect("the maps of the package are whole"));
        texts.iter().map(map).collect()
    })
}

/// Bytes of a seed for the plain loop.
pub fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let length = 16 + (next() % 500) as usize;
    (0..length).flat_map(|_| next().to_le_bytes()).collect()
}

/// Plays the bytes on a board.
///
/// # Panics
/// When something that has to hold does not.
pub fn run(data: &[u8]) -> Played {
    let mut input = Input::new(data);
    let map = &maps()[input.below(maps().len())];
    let mut board = Board::new(Arc::clone(map));
    let hexes = (0..map.hexes().len()).map(|index| HexId(index as u16));
    let cities: Vec<HexId> = hexes.filter(|&hex| map.hex(hex).face.cities > 0).collect();
    for number in 0..2 * FEW {
        let (place, who) = (
            cities[input.below(cities.len())],
            CompanyId((number % FEW) as u8),
        );
        let _ = board.place_token(who, place, 0, None);
    }
    let mut kept: Vec<(Board, Vec<u8>)> = Vec::new();
    let mut played = Played::default();
    while !input.is_empty() && played.operations < MOST {
        played.operations += 1;
        let before = board.clone();
        let state = board.state();
        match input.below(16) {
            0..=5 => played.lays += usize::from(lay_a_listed_tile(&mut board, &mut input)),
            6 => refused_or_not(&before, operate(&mut board, &mut input), &board),
            7..=9 => {
                let result = token(&mut board, &mut input);
                played.tokens += usize::from(result.is_ok());
                refused_or_not(&before, result, &board);
            }
            10 => reserve(&mut board, &mut input),
            11 => look(&board, &mut input),
            12 => damaged(&board, &mut input),
            13 if !kept.is_empty() && input.below(4) == 0 => {
                board = kept[input.below(kept.len())].0.clone();
            }
            _ => played = played.and(runs::best_and_given(&board, &mut input)),
        }
        assert_eq!(before.state(), state, "a clone changed with the board");
        whole(&board);
        kept.push((board.clone(), board.state()));
        if kept.len() > 8 {
            kept.remove(0);
        }
    }
    for (board, state) in kept {
        assert_eq!(board.state(), state, "a kept board changed");
    }
    played
}

/// A refused call changes nothing.
fn refused_or_not(before: &Board, result: Result<(), Error>, after: &Board) {
    if let Err(error) = result {
        assert!(!error.to_string().is_empty());
        assert_eq!(before, after, "refused, but changed: {error}");
        assert_eq!(before.position_hash(), after.position_hash());
    }
}

/// What holds on every board: it can be written and read, and nothing is there twice.
fn whole(board: &Board) {
    let again = Board::from_state(Arc::clone(board.map()), &board.state())
        .unwrap_or_else(|error| panic!("a board that cannot be read again: {error}"));
    assert_eq!(&again, board);
    assert_eq!(
        again.position_hash(),
        board.position_hash(),
        "the hash is not that of the position"
    );
    for pair in board.tokens().windows(2) {
        let place = |i: usize| (pair[i].hex, pair[i].city, pair[i].slot);
        assert!(place(0) < place(1), "two tokens in a slot");
    }
    for index in 0..board.map().tiles().len() {
        let tile = TileId(index as u16);
        let laid = board
            .all_laid()
            .filter(|(_, laid)| laid.tile == tile)
            .count();
        if let (Some(left), Some(count)) = (board.left(tile), board.map().tile(tile).count) {
            assert_eq!(
                usize::from(left) + laid,
                usize::from(count),
                "tiles of a kind"
            );
        }
    }
}

/// Most often one of a few, so that these come to have something.
pub(crate) fn company(board: &Board, input: &mut Input) -> CompanyId {
    let all = board.map().companies().len();
    let few = if input.below(8) > 0 {
        FEW.min(all)
    } else {
        all
    };
    CompanyId(input.below(few) as u8)
}

fn hex(board: &Board, input: &mut Input) -> HexId {
    HexId(input.below(board.map().hexes().len()) as u16)
}

/// Rules of a lay as a title could state them.
fn spec(board: &Board, input: &mut Input) -> LaySpec {
    let name = |input: &mut Input| board.map().hex(hex(board, input)).name.clone();
    let colours = [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Gray];
    if input.below(2) == 0 {
        return LaySpec {
            colours: colours.into_iter().collect(),
            ..LaySpec::default()
        };
    }
    LaySpec {
        colours: colours[..=input.below(4)].iter().copied().collect(),
        new: input.below(8) > 0,
        upgrades: input.below(8) > 0,
        hexes: (input.below(8) == 0).then(|| vec![name(input), name(input), name(input)]),
        blocked: if input.below(4) == 0 {
            vec![name(input)]
        } else {
            Vec::new()
        },
        connection: [
            Connection::Track,
            Connection::TrackOrCity,
            Connection::Reached,
            Connection::Anywhere,
        ][input.below(4)],
        base_cost: [0, 20, 40][input.below(3)],
        hex_discounts: (0..input.below(2))
            .map(|_| HexDiscount {
                hexes: vec![name(input)],
                tiles: None,
                amount: 20,
            })
            .collect(),
        free: input.below(8) == 0,
        budget: (input.below(4) == 0).then(|| input.below(200) as i32),
        check_labels: input.below(8) > 0,
        ..LaySpec::default()
    }
}

/// Every listed lay is accepted by the check at the same cost; one of them is laid.
fn lay_a_listed_tile(board: &mut Board, input: &mut Input) -> bool {
    let rules = spec(board, input)
        .bind(board.map())
        .unwrap_or_else(|error| panic!("sound rules were refused: {error}"));
    let who = company(board, input);
    let who = (input.below(4) > 0).then_some(who);
    let lays = match board.lays(who, &rules) {
        Ok(lays) => lays,
        Err(error) => {
            assert!(who.is_none(), "no lays for a company: {error}");
            return false;
        }
    };
    assert_eq!(board.has_lay(who, &rules), Ok(!lays.is_empty()));
    for lay in &lays {
        let cost = board.check_lay(who, &rules, lay.hex, lay.tile, lay.rotation);
        assert_eq!(cost, Ok(lay.cost), "listed, but not checked alike: {lay:?}");
        assert!(board.is_free(lay.tile, lay.copy));
        assert!(lay.cost >= 0);
    }
    let any = (
        hex(board, input),
        input.below(board.map().tiles().len()),
        input.below(6),
    );
    let (place, tile, rotation) = (any.0, TileId(any.1 as u16), any.2 as u8);
    let listed = |l: &open18xx_core::Lay| (l.hex, l.tile, l.rotation) == (place, tile, rotation);
    let accepted = board.check_lay(who, &rules, place, tile, rotation).is_ok();
    assert_eq!(
        accepted,
        lays.iter().any(listed),
        "the check and the list differ"
    );
    if !lays.is_empty() {
        let lay = lays[input.below(lays.len())];
        board
            .lay(lay.hex, lay.tile, lay.copy, lay.rotation)
            .unwrap_or_else(|error| panic!("a listed lay was refused: {error}"));
    }
    !lays.is_empty()
}

/// Any tile anywhere.
fn operate(board: &mut Board, input: &mut Input) -> Result<(), Error> {
    let place = hex(board, input);
    let tile = TileId(input.below(board.map().tiles().len()) as u16);
    let copy = board
        .free_copy(tile)
        .unwrap_or_else(|| input.below(300) as u16);
    board.lay(place, tile, copy, input.below(8) as u8)
}

/// A token placed, taken away or exchanged, sensibly or not.
fn token(board: &mut Board, input: &mut Input) -> Result<(), Error> {
    let who = company(board, input);
    let kind = input.below(10);
    let reached: Vec<(HexId, u8)> = board.token_cities(who).collect();
    let (place, city) = match reached.get(input.below(reached.len().max(1))) {
        Some(&found) if kind < 4 => found,
        _ => (hex(board, input), input.below(4) as u8),
    };
    match kind {
        0..=5 => {
            let slot = (input.below(3) == 0).then(|| input.below(6) as u8);
            let usual = board.slot_for(who, place, city);
            let had = board
                .city_tokens(place, city)
                .any(|token| token.company == who);
            let placed = board.place_token(who, place, city, slot)?;
            assert!(slot.is_none_or(|slot| slot == placed));
            if slot.is_none() {
                assert_eq!(usual, Ok(Some(placed)));
            }
            assert!(!had && board.reaches(who, place, city) == Ok(true));
            Ok(())
        }
        6 | 7 => board.remove_token(who, place, city),
        8 => {
            board.remove_tokens(who);
            assert!(board.tokens().iter().all(|token| token.company != who));
            Ok(())
        }
        _ => board.replace_token(who, company(board, input), place, city),
    }
}

fn reserve(board: &mut Board, input: &mut Input) {
    let (who, place) = (company(board, input), hex(board, input));
    if input.below(3) == 0 {
        board.unreserve(who, (input.below(2) == 0).then_some(place));
        return;
    }
    let city = (input.below(4) > 0).then(|| input.below(4) as u8);
    let slot = (input.below(2) > 0).then(|| input.below(6) as u8);
    let before = board.clone();
    let result = board.reserve(who, place, city, slot);
    refused_or_not(&before, result, board);
}

/// Questions that must have an answer.
fn look(board: &Board, input: &mut Input) {
    let who = company(board, input);
    for (place, city) in board.reached_cities(who) {
        assert_eq!(board.reaches(who, place, city), Ok(true));
    }
    let reached: Vec<(HexId, u8)> = board.reached_cities(who).collect();
    for place in board.token_cities(who) {
        assert!(reached.contains(&place), "a token city that is not reached");
    }
    let (a, b) = (hex(board, input), hex(board, input));
    assert_eq!(board.joined(a, b), board.joined(b, a));
    let _ = board.joined_using(a, b, &Board::new(Arc::clone(board.map())));
}

/// Bytes of a board with something wrong in them are refused or give a whole board.
fn damaged(board: &Board, input: &mut Input) {
    let mut data = board.state();
    for _ in 0..=input.below(3) {
        let at = input.below(data.len().max(1));
        match input.below(3) {
            0 => data.truncate(at),
            1 => data.insert(at.min(data.len()), input.byte()),
            _ => {
                if let Some(byte) = data.get_mut(at) {
                    *byte = input.byte();
                }
            }
        }
    }
    if let Ok(other) = Board::from_state(Arc::clone(board.map()), &data) {
        whole(&other);
        look(&other, input);
    }
}
