//! Classes `LayRules` and `Lays`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use open18xx_core::{Colour, ColourSet, Connection, HexDiscount, Lay, LayRules, LaySpec, Map};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{InvalidAction, raise};
use crate::map::PyMap;

/// What a title allows and charges when a tile is laid. Immutable.
#[pyclass(name = "LayRules", module = "open18xx._core", frozen)]
pub struct PyLayRules {
    spec: LaySpec,
    /// The rules for the map they were last used with.
    bound: Mutex<Option<Arc<LayRules>>>,
}

impl PyLayRules {
    /// The rules in the terms of a map.
    pub fn bind(&self, map: &Map) -> PyResult<Arc<LayRules>> {
        let mut bound = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
        match &*bound {
            Some(rules) if rules.fit(map) => Ok(Arc::clone(rules)),
            _ => {
                let rules = Arc::new(self.spec.bind(map).map_err(raise)?);
                *bound = Some(Arc::clone(&rules));
                Ok(rules)
            }
        }
    }
}

#[pymethods]
impl PyLayRules {
    #[new]
    #[pyo3(signature = (
        *, colours, new = true, upgrades = true, hexes = None, tiles = None, blocked = Vec::new(),
        connection = "track", base_cost = 0, discounts = BTreeMap::new(),
        hex_discounts = Vec::new(), free = false, budget = None, check_labels = true
    ), text_signature = "(*, colours, new=True, upgrades=True, hexes=None, tiles=None, blocked=(), \
        connection='track', base_cost=0, discounts={}, hex_discounts=(), free=False, budget=None, \
        check_labels=True)")]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn py_new(
        colours: Vec<String>,
        new: bool,
        upgrades: bool,
        hexes: Option<Vec<String>>,
        tiles: Option<Vec<String>>,
        blocked: Vec<String>,
        connection: &str,
        base_cost: i64,
        discounts: BTreeMap<String, i64>,
        hex_discounts: Vec<(Vec<String>, Option<Vec<String>>, i64)>,
        free: bool,
        budget: Option<i64>,
        check_labels: bool,
    ) -> PyResult<PyLayRules> {
        let spec = LaySpec {
            colours: colour_set(&colours)?,
            new,
            upgrades,
            hexes,
            tiles,
            blocked,
            connection: Connection::from_name(connection).ok_or_else(|| {
                let message = format!(
                    "connection {connection:?} is not \"track\", \"track_or_city\", \"reached\" or \
                     \"none\""
                );
                InvalidAction::new_err((message, "connection"))
            })?,
            base_cost: clamp(base_cost),
            discounts: (discounts.into_iter())
                .map(|(kind, amount)| (kind, clamp(amount)))
                .collect(),
            hex_discounts: (hex_discounts.into_iter())
                .map(|(hexes, tiles, amount)| HexDiscount {
                    hexes,
                    tiles,
                    amount: clamp(amount),
                })
                .collect(),
            free,
            budget: budget.map(clamp),
            check_labels,
        };
        Ok(PyLayRules {
            spec,
            bound: Mutex::new(None),
        })
    }

    fn __repr__(&self) -> String {
        let colours: Vec<&str> = self.spec.colours.iter().map(Colour::name).collect();
        format!("LayRules(colours={colours:?})")
    }
}

/// The set of colours with these names.
pub fn colour_set(names: &[String]) -> PyResult<ColourSet> {
    (names.iter())
        .map(|name| {
            Colour::from_name(name).ok_or_else(|| {
                InvalidAction::new_err((format!("unknown colour {name:?}"), "colours"))
            })
        })
        .collect()
}

/// An amount as the core takes it; what is far too large stays far too large.
fn clamp(amount: i64) -> i32 {
    amount.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Legal lays, made into Python values when they are looked at:
/// (hex, tile, copy, rotation, cost).
#[pyclass(name = "Lays", module = "open18xx._core", frozen, sequence)]
pub struct PyLays {
    map: Py<PyMap>,
    lays: Vec<Lay>,
}

impl PyLays {
    pub fn new(map: Py<PyMap>, lays: Vec<Lay>) -> PyLays {
        PyLays { map, lays }
    }

    fn row<'py>(&self, py: Python<'py>, lay: &Lay) -> PyResult<Bound<'py, PyTuple>> {
        let map = self.map.get();
        (
            map.hex_name(py, lay.hex),
            map.tile_name(py, lay.tile),
            lay.copy,
            lay.rotation,
            lay.cost,
        )
            .into_pyobject(py)
    }
}

#[pymethods]
impl PyLays {
    fn __len__(&self) -> usize {
        self.lays.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyTuple>> {
        let place = if index < 0 {
            index.checked_add_unsigned(self.lays.len())
        } else {
            Some(index)
        };
        let lay = place
            .and_then(|i| usize::try_from(i).ok())
            .and_then(|i| self.lays.get(i));
        match lay {
            Some(lay) => self.row(py, lay),
            None => Err(PyIndexError::new_err(format!("there is no lay {index}"))),
        }
    }

    fn __iter__(slf: Bound<'_, PyLays>) -> PyLaysIterator {
        PyLaysIterator {
            lays: slf.unbind(),
            next: Mutex::new(0),
        }
    }

    /// A number for each lay, its cost aside.
    fn codes(&self) -> Vec<u64> {
        (self.lays.iter())
            .map(|lay| {
                u64::from(lay.hex.0) << 40
                    | u64::from(lay.tile.0) << 24
                    | u64::from(lay.copy) << 8
                    | u64::from(lay.rotation)
            })
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("Lays({})", self.lays.len())
    }
}

/// Goes through [`PyLays`].
#[pyclass(name = "LaysIterator", module = "open18xx._core", frozen)]
pub struct PyLaysIterator {
    lays: Py<PyLays>,
    next: Mutex<usize>,
}

#[pymethods]
impl PyLaysIterator {
    fn __iter__(slf: Py<PyLaysIterator>) -> Py<PyLaysIterator> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let lays = self.lays.get();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(lay) = lays.lays.get(*next) else {
            return Ok(None);
        };
        *next += 1;
        lays.row(py, lay).map(Some)
    }
}
