//! Class `Board`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use open18xx_core::{Board, CompanyId, HexId, SIDES};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{InvalidAction, raise};
use crate::map::{PyMap, small};
use crate::route::{self, GivenRow, PyRun, PyRunRules, PyTrain};

/// A map with the tiles, tokens and reservations of a moment.
///
/// The lock is held for single calls of the core only. Long work takes a copy, which costs nothing,
/// and runs without the interpreter; other threads can go on using the board.
#[pyclass(name = "Board", module = "open18xx._core", frozen)]
pub struct PyBoard {
    map: Py<PyMap>,
    board: Mutex<Board>,
}

impl PyBoard {
    /// The board itself, for a short call.
    pub fn lock(&self) -> MutexGuard<'_, Board> {
        // The core leaves a board whole whatever happens, so a poisoned lock means nothing.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy that shares everything, for long work.
    pub fn snapshot(&self) -> Board {
        self.lock().clone()
    }

    fn wrap(py: Python<'_>, map: &Py<PyMap>, board: Board) -> PyBoard {
        PyBoard {
            map: map.clone_ref(py),
            board: Mutex::new(board),
        }
    }
}

/// A row of `Board.laid`.
type LaidRow = (String, String, u16, u8);

#[pymethods]
impl PyBoard {
    #[new]
    fn new(py: Python<'_>, map: Py<PyMap>) -> PyBoard {
        let board = Board::new(map.get().map.clone());
        PyBoard::wrap(py, &map, board)
    }

    #[getter]
    pub fn map(&self, py: Python<'_>) -> Py<PyMap> {
        self.map.clone_ref(py)
    }

    #[getter]
    fn position_hash(&self) -> u64 {
        self.lock().position_hash()
    }

    fn copy(&self, py: Python<'_>) -> PyBoard {
        PyBoard::wrap(py, &self.map, self.snapshot())
    }

    fn forget(&self) {
        self.lock().forget();
    }

    fn __copy__(&self, py: Python<'_>) -> PyBoard {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyBoard {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyBoard>().is_ok_and(|o| {
            let other = o.get().snapshot();
            *self.lock() == other
        })
    }

    fn __hash__(&self) -> u64 {
        self.lock().position_hash()
    }

    fn __repr__(&self) -> String {
        let board = self.lock();
        format!(
            "Board({} tiles, {} tokens, {:016x})",
            board.all_laid().count(),
            board.tokens().len(),
            board.position_hash()
        )
    }

    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.lock().state())
    }

    #[staticmethod]
    fn from_state(py: Python<'_>, map: Py<PyMap>, data: &[u8]) -> PyResult<PyBoard> {
        let board = Board::from_state(map.get().map.clone(), data).map_err(raise)?;
        Ok(PyBoard::wrap(py, &map, board))
    }

    fn laid(&self) -> Vec<LaidRow> {
        let board = self.lock();
        let map = board.map();
        (board.all_laid())
            .map(|(hex, laid)| {
                let tile = map.tile(laid.tile).id.clone();
                (map.hex(hex).name.clone(), tile, laid.copy, laid.rotation)
            })
            .collect()
    }

    fn tile(&self, hex: &str) -> PyResult<Option<(String, u16, u8)>> {
        let board = self.lock();
        let hex = board.map().find_hex(hex).map_err(raise)?;
        Ok(board.laid(hex).map(|laid| {
            let tile = board.map().tile(laid.tile).id.clone();
            (tile, laid.copy, laid.rotation)
        }))
    }

    fn colour(&self, hex: &str) -> PyResult<&'static str> {
        let board = self.lock();
        let hex = board.map().find_hex(hex).map_err(raise)?;
        Ok(board.face(hex).0.colour.name())
    }

    fn left(&self, tile: &str) -> PyResult<Option<u16>> {
        let board = self.lock();
        let tile = board.map().find_tile(tile).map_err(raise)?;
        Ok(board.left(tile))
    }

    fn free_copy(&self, tile: &str) -> PyResult<Option<u16>> {
        let board = self.lock();
        let tile = board.map().find_tile(tile).map_err(raise)?;
        Ok(board.free_copy(tile))
    }

    fn is_free(&self, tile: &str, copy: i64) -> PyResult<bool> {
        let board = self.lock();
        let tile = board.map().find_tile(tile).map_err(raise)?;
        Ok(u16::try_from(copy).is_ok_and(|copy| board.is_free(tile, copy)))
    }

    fn place_of(&self, tile: &str, copy: i64) -> Option<String> {
        let board = self.lock();
        let tile = board.map().find_tile(tile).ok()?;
        let copy = u16::try_from(copy).ok()?;
        let hex = board.place_of(tile, copy)?;
        Some(board.map().hex(hex).name.clone())
    }

    fn lay(&self, hex: &str, tile: &str, copy: i64, rotation: i64) -> PyResult<()> {
        let mut board = self.lock();
        let hex = board.map().find_hex(hex).map_err(raise)?;
        let tile = board.map().find_tile(tile).map_err(raise)?;
        let rotation = small(rotation, SIDES, "rotation")?;
        let copy = u16::try_from(copy)
            .map_err(|_| InvalidAction::new_err((format!("copy {copy}"), "copy")))?;
        board.lay(hex, tile, copy, rotation).map_err(raise)
    }

    #[pyo3(signature = (company, hex, city, slot = None))]
    fn place_token(&self, company: &str, hex: &str, city: i64, slot: Option<i64>) -> PyResult<u8> {
        let mut board = self.lock();
        let (company, hex, city) = place(&board, company, hex, city)?;
        let slot = slot.map(|s| small(s, ANY, "slot")).transpose()?;
        board.place_token(company, hex, city, slot).map_err(raise)
    }

    fn remove_token(&self, company: &str, hex: &str, city: i64) -> PyResult<()> {
        let mut board = self.lock();
        let (company, hex, city) = place(&board, company, hex, city)?;
        board.remove_token(company, hex, city).map_err(raise)
    }

    fn remove_tokens(&self, company: &str) -> PyResult<()> {
        let mut board = self.lock();
        let company = board.map().find_company(company).map_err(raise)?;
        board.remove_tokens(company);
        Ok(())
    }

    fn replace_token(&self, old: &str, new: &str, hex: &str, city: i64) -> PyResult<()> {
        let mut board = self.lock();
        let (old, hex, city) = place(&board, old, hex, city)?;
        let new = board.map().find_company(new).map_err(raise)?;
        board.replace_token(old, new, hex, city).map_err(raise)
    }

    fn tokens(&self, company: &str) -> PyResult<Vec<(String, u8)>> {
        let board = self.lock();
        let company = board.map().find_company(company).map_err(raise)?;
        Ok((board.tokens().iter())
            .filter(|t| t.company == company)
            .map(|t| (board.map().hex(t.hex).name.clone(), t.city))
            .collect())
    }

    fn has_token(&self, company: &str, hex: &str) -> PyResult<bool> {
        let board = self.lock();
        let company = board.map().find_company(company).map_err(raise)?;
        let hex = board.map().find_hex(hex).map_err(raise)?;
        Ok((board.tokens().iter()).any(|t| t.company == company && t.hex == hex))
    }

    fn all_tokens(&self) -> Vec<(String, String, u8, u8)> {
        let board = self.lock();
        let map = board.map();
        (board.tokens().iter())
            .map(|t| {
                let company = map.company(t.company).to_owned();
                (company, map.hex(t.hex).name.clone(), t.city, t.slot)
            })
            .collect()
    }

    fn city_tokens(&self, hex: &str, city: i64) -> PyResult<Vec<Option<String>>> {
        let board = self.lock();
        let hex = board.map().find_hex(hex).map_err(raise)?;
        let city = small(city, ANY, "city")?;
        let slots = board.city(hex, city).map_err(raise)?.slots;
        let mut row = vec![None; usize::from(slots)];
        for token in board.city_tokens(hex, city) {
            row[usize::from(token.slot)] = Some(board.map().company(token.company).to_owned());
        }
        Ok(row)
    }

    #[pyo3(
        signature = (company, hex, city, slot = Some(0)),
        text_signature = "($self, company, hex, city, slot=0)"
    )]
    fn reserve(
        &self,
        company: &str,
        hex: &str,
        city: Option<i64>,
        slot: Option<i64>,
    ) -> PyResult<()> {
        let mut board = self.lock();
        let company = board.map().find_company(company).map_err(raise)?;
        let hex = board.map().find_hex(hex).map_err(raise)?;
        let city = city.map(|n| small(n, ANY, "city")).transpose()?;
        let slot = slot.map(|n| small(n, ANY, "slot")).transpose()?;
        board.reserve(company, hex, city, slot).map_err(raise)
    }

    #[pyo3(signature = (company, hex = None))]
    fn unreserve(&self, company: &str, hex: Option<&str>) -> PyResult<()> {
        let mut board = self.lock();
        let company = board.map().find_company(company).map_err(raise)?;
        let hex = hex.map(|h| board.map().find_hex(h)).transpose();
        let hex = hex.map_err(raise)?;
        board.unreserve(company, hex);
        Ok(())
    }

    fn reservations(&self) -> Vec<(String, String, Option<u8>, Option<u8>)> {
        let board = self.lock();
        let map = board.map();
        (board.reservations().iter())
            .map(|r| {
                let company = map.company(r.company).to_owned();
                (company, map.hex(r.hex).name.clone(), r.city, r.slot)
            })
            .collect()
    }

    fn slot_for(&self, company: &str, hex: &str, city: i64) -> PyResult<Option<u8>> {
        let board = self.lock();
        let (company, hex, city) = place(&board, company, hex, city)?;
        board.slot_for(company, hex, city).map_err(raise)
    }

    #[pyo3(
        signature = (company, trains, rules, budget = None, fixed = Vec::new()),
        text_signature = "($self, company, trains, rules, budget=None, fixed=())"
    )]
    fn best_run(
        &self,
        py: Python<'_>,
        company: &str,
        trains: Vec<PyRef<'_, PyTrain>>,
        rules: PyRef<'_, PyRunRules>,
        budget: Option<i64>,
        fixed: Vec<GivenRow>,
    ) -> PyResult<PyRun> {
        route::best_run(py, self.snapshot(), company, trains, &rules, budget, fixed)
    }

    fn check_run(
        &self,
        py: Python<'_>,
        company: &str,
        trains: Vec<PyRef<'_, PyTrain>>,
        routes: Vec<GivenRow>,
        rules: PyRef<'_, PyRunRules>,
    ) -> PyResult<PyRun> {
        route::check_run(py, self.snapshot(), company, trains, routes, &rules)
    }

    #[pyo3(signature = (company, trains = None))]
    fn legal_route(
        &self,
        py: Python<'_>,
        company: &str,
        trains: Option<Vec<PyRef<'_, PyTrain>>>,
    ) -> PyResult<bool> {
        route::legal_route(py, self.snapshot(), company, trains)
    }
}

/// Cities and slots have smaller numbers; the core knows how many there are.
const ANY: u8 = u8::MAX;

/// The ids of a company and a city.
fn place(board: &Board, company: &str, hex: &str, city: i64) -> PyResult<(CompanyId, HexId, u8)> {
    let company = board.map().find_company(company).map_err(raise)?;
    let hex = board.map().find_hex(hex).map_err(raise)?;
    Ok((company, hex, small(city, ANY, "city")?))
}
