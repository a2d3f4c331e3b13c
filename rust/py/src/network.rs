//! Methods of `Board` about connections and lays.

use open18xx_core::{Board, CompanyId, HexId, SIDES, TileId};
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::error::raise;
use crate::lays::{PyLayRules, PyLays};
use crate::map::{edges, small};

#[pymethods]
impl PyBoard {
    fn reached_edges(&self, py: Python<'_>, company: &str, hex: &str) -> PyResult<Vec<u32>> {
        let board = self.snapshot();
        let company = board.map().find_company(company).map_err(raise)?;
        let hex = board.map().find_hex(hex).map_err(raise)?;
        Ok(edges(py.detach(|| board.reach(company).edges(hex))))
    }

    fn reached_cities(&self, py: Python<'_>, company: &str) -> PyResult<Vec<(String, u8)>> {
        let board = self.snapshot();
        let company = board.map().find_company(company).map_err(raise)?;
        let cities = py.detach(|| board.reached_cities(company).collect());
        Ok(named(&board, cities))
    }

    fn token_cities(&self, py: Python<'_>, company: &str) -> PyResult<Vec<(String, u8)>> {
        let board = self.snapshot();
        let company = board.map().find_company(company).map_err(raise)?;
        let cities = py.detach(|| board.token_cities(company).collect());
        Ok(named(&board, cities))
    }

    fn reaches(&self, py: Python<'_>, company: &str, hex: &str, city: i64) -> PyResult<bool> {
        let board = self.snapshot();
        let company = board.map().find_company(company).map_err(raise)?;
        let hex = board.map().find_hex(hex).map_err(raise)?;
        let city = small(city, u8::MAX, "city")?;
        py.detach(|| board.reaches(company, hex, city))
            .map_err(raise)
    }

    fn joined(&self, py: Python<'_>, hex_a: &str, hex_b: &str) -> PyResult<bool> {
        let board = self.snapshot();
        let (a, b) = pair(&board, hex_a, hex_b)?;
        Ok(py.detach(|| board.joined(a, b)))
    }

    fn joined_using(
        &self,
        py: Python<'_>,
        hex_a: &str,
        hex_b: &str,
        base: &Bound<'_, PyBoard>,
    ) -> PyResult<bool> {
        let board = self.snapshot();
        let base = base.get().snapshot();
        let (a, b) = pair(&board, hex_a, hex_b)?;
        py.detach(|| board.joined_using(a, b, &base)).map_err(raise)
    }

    fn joinable(
        &self,
        py: Python<'_>,
        hex_a: &str,
        hex_b: &str,
        base: &Bound<'_, PyBoard>,
        company: Option<&str>,
        rules: &Bound<'_, PyLayRules>,
    ) -> PyResult<bool> {
        let board = self.snapshot();
        let base = base.get().snapshot();
        let (a, b) = pair(&board, hex_a, hex_b)?;
        let company = optional(&board, company)?;
        let rules = rules.get().bind(board.map())?;
        py.detach(|| board.joinable(a, b, &base, company, &rules))
            .map_err(raise)
    }

    fn lays(
        &self,
        py: Python<'_>,
        company: Option<&str>,
        rules: &Bound<'_, PyLayRules>,
    ) -> PyResult<PyLays> {
        let board = self.snapshot();
        let company = optional(&board, company)?;
        let rules = rules.get().bind(board.map())?;
        let lays = py.detach(|| board.lays(company, &rules)).map_err(raise)?;
        Ok(PyLays::new(self.map(py), lays))
    }

    fn has_lay(
        &self,
        py: Python<'_>,
        company: Option<&str>,
        rules: &Bound<'_, PyLayRules>,
    ) -> PyResult<bool> {
        let board = self.snapshot();
        let company = optional(&board, company)?;
        let rules = rules.get().bind(board.map())?;
        py.detach(|| board.has_lay(company, &rules)).map_err(raise)
    }

    fn check_lay(
        &self,
        py: Python<'_>,
        company: Option<&str>,
        rules: &Bound<'_, PyLayRules>,
        hex: &str,
        tile: &str,
        rotation: i64,
    ) -> PyResult<i32> {
        let board = self.snapshot();
        let company = optional(&board, company)?;
        let rules = rules.get().bind(board.map())?;
        let (hex, tile, rotation) = lay(&board, hex, tile, rotation)?;
        py.detach(|| board.check_lay(company, &rules, hex, tile, rotation))
            .map_err(raise)
    }

    fn lay_cost(
        &self,
        rules: &Bound<'_, PyLayRules>,
        hex: &str,
        tile: &str,
        rotation: i64,
    ) -> PyResult<i32> {
        let board = self.snapshot();
        let rules = rules.get().bind(board.map())?;
        let (hex, tile, rotation) = lay(&board, hex, tile, rotation)?;
        board.lay_cost(&rules, hex, tile, rotation).map_err(raise)
    }
}

fn named(board: &Board, cities: Vec<(HexId, u8)>) -> Vec<(String, u8)> {
    (cities.into_iter())
        .map(|(hex, city)| (board.map().hex(hex).name.clone(), city))
        .collect()
}

fn pair(board: &Board, a: &str, b: &str) -> PyResult<(HexId, HexId)> {
    let hex = |name| board.map().find_hex(name).map_err(raise);
    Ok((hex(a)?, hex(b)?))
}

fn optional(board: &Board, company: Option<&str>) -> PyResult<Option<CompanyId>> {
    company
        .map(|c| board.map().find_company(c).map_err(raise))
        .transpose()
}

fn lay(board: &Board, hex: &str, tile: &str, rotation: i64) -> PyResult<(HexId, TileId, u8)> {
    Ok((
        board.map().find_hex(hex).map_err(raise)?,
        board.map().find_tile(tile).map_err(raise)?,
        small(rotation, SIDES, "rotation")?,
    ))
}
