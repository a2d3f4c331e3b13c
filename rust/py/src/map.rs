//! Class `Map`.

use std::sync::Arc;

use open18xx_core::{HexId, Map, SIDES, SideId, TileId, turn_mask};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::error::{InvalidAction, raise};

/// Hexes, tiles and companies of a title. Immutable.
#[pyclass(name = "Map", module = "open18xx._core", frozen)]
pub struct PyMap {
    /// The map of the core.
    pub map: Arc<Map>,
    hex_names: PyOnceLock<Vec<Py<PyString>>>,
    tile_names: PyOnceLock<Vec<Py<PyString>>>,
}

impl PyMap {
    /// The name of a hex as a Python string that is made once.
    pub fn hex_name<'py>(&self, py: Python<'py>, hex: HexId) -> Bound<'py, PyString> {
        let names = self.hex_names.get_or_init(py, || {
            let names = self.map.hexes().iter().map(|h| &h.name);
            names.map(|n| PyString::new(py, n).unbind()).collect()
        });
        names[hex.index()].bind(py).clone()
    }

    /// The number of a tile as a Python string that is made once.
    pub fn tile_name<'py>(&self, py: Python<'py>, tile: TileId) -> Bound<'py, PyString> {
        let names = self.tile_names.get_or_init(py, || {
            let names = self.map.tiles().iter().map(|t| &t.id);
            names.map(|n| PyString::new(py, n).unbind()).collect()
        });
        names[tile.index()].bind(py).clone()
    }
}

#[pymethods]
impl PyMap {
    #[new]
    fn new(py: Python<'_>, data: &str) -> PyResult<PyMap> {
        let map = py.detach(|| Map::new(data)).map_err(raise)?;
        Ok(PyMap {
            map: Arc::new(map),
            hex_names: PyOnceLock::new(),
            tile_names: PyOnceLock::new(),
        })
    }

    #[getter]
    fn digest(&self) -> u64 {
        self.map.digest()
    }

    #[getter]
    fn hexes(&self) -> Vec<&str> {
        self.map.hexes().iter().map(|h| h.name.as_str()).collect()
    }

    #[getter]
    fn tiles(&self) -> Vec<&str> {
        self.map.tiles().iter().map(|t| t.id.as_str()).collect()
    }

    #[getter]
    fn companies(&self) -> Vec<&str> {
        self.map.companies().iter().map(String::as_str).collect()
    }

    fn neighbour(&self, hex: &str, edge: i64) -> PyResult<Option<&str>> {
        let hex = self.map.find_hex(hex).map_err(raise)?;
        let side = SideId::new(hex, small(edge, SIDES, "edge")?);
        let other = self.map.facing(side).map(SideId::hex);
        Ok(other.map(|hex| self.map.hex(hex).name.as_str()))
    }

    fn wire_id(&self, hex: &str) -> PyResult<&str> {
        let hex = self.map.find_hex(hex).map_err(raise)?;
        Ok(&self.map.hex(hex).wire)
    }

    fn city_parts(&self, tile_or_hex: &str) -> PyResult<Vec<u32>> {
        let face = self.map.find_face(tile_or_hex).map_err(raise)?;
        Ok((face.city_faces().iter())
            .map(|c| u32::from(c.part))
            .collect())
    }

    fn city_slots(&self, tile_or_hex: &str) -> PyResult<Vec<u32>> {
        let face = self.map.find_face(tile_or_hex).map_err(raise)?;
        Ok((face.city_faces().iter())
            .map(|c| u32::from(c.slots))
            .collect())
    }

    fn stop_count(&self, tile_or_hex: &str) -> PyResult<(u8, u8, u8)> {
        let face = self.map.find_face(tile_or_hex).map_err(raise)?;
        Ok((face.cities, face.towns, face.offboards()))
    }

    fn exits(&self, tile: &str, rotation: i64) -> PyResult<Vec<u32>> {
        let tile = self.map.find_tile(tile).map_err(raise)?;
        let rotation = small(rotation, SIDES, "rotation")?;
        Ok(edges(turn_mask(self.map.tile(tile).face.exits, rotation)))
    }

    fn colour(&self, tile_or_hex: &str) -> PyResult<&'static str> {
        let face = self.map.find_face(tile_or_hex).map_err(raise)?;
        Ok(face.colour.name())
    }

    fn label(&self, tile_or_hex: &str) -> PyResult<Option<&str>> {
        let face = self.map.find_face(tile_or_hex).map_err(raise)?;
        Ok(face.label.as_deref())
    }

    fn count(&self, tile: &str) -> PyResult<Option<u16>> {
        let tile = self.map.find_tile(tile).map_err(raise)?;
        Ok(self.map.tile(tile).count)
    }

    fn terrain(&self, hex: &str) -> PyResult<Option<(&str, i32)>> {
        let hex = self.map.find_hex(hex).map_err(raise)?;
        let terrain = self.map.hex(hex).terrain;
        Ok(terrain.map(|t| (self.map.terrains()[usize::from(t.kind)].as_str(), t.cost)))
    }

    fn borders(&self, hex: &str) -> PyResult<Vec<(u8, &str, i32)>> {
        let hex = self.map.find_hex(hex).map_err(raise)?;
        Ok((0..SIDES)
            .filter_map(|edge| {
                let border = self.map.border(SideId::new(hex, edge))?;
                let kind = self.map.terrains()[usize::from(border.kind)].as_str();
                Some((edge, kind, border.cost))
            })
            .collect())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        (other.cast::<PyMap>()).is_ok_and(|m| m.get().map.digest() == self.map.digest())
    }

    fn __hash__(&self) -> u64 {
        self.map.digest()
    }

    fn __repr__(&self) -> String {
        format!(
            "Map({} hexes, {} tiles, {:016x})",
            self.map.hexes().len(),
            self.map.tiles().len(),
            self.map.digest()
        )
    }
}

/// The edges of a mask in order.
pub fn edges(mask: u8) -> Vec<u32> {
    (0..u32::from(SIDES))
        .filter(|edge| mask >> edge & 1 == 1)
        .collect()
}

/// A number from Python that must be in `0..limit`.
pub fn small(number: i64, limit: u8, field: &'static str) -> PyResult<u8> {
    match u8::try_from(number) {
        Ok(value) if value < limit => Ok(value),
        _ => {
            let message = format!("{field} {number} is not in 0..{}", limit - 1);
            Err(InvalidAction::new_err((message, field)))
        }
    }
}
