//! Python bindings of the track core: module `open18xx._core`.
//!
//! Nothing here decides anything. Names become ids, the call goes to the core, the answer becomes
//! Python values; refusals become the exceptions of `open18xx.errors`.

mod board;
mod error;
mod lays;
mod map;
mod network;
mod route;

use pyo3::prelude::*;

/// The track core of open18xx.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<map::PyMap>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<lays::PyLayRules>()?;
    module.add_class::<lays::PyLays>()?;
    module.add_class::<route::PyTrain>()?;
    module.add_class::<route::PyRunRules>()?;
    module.add_class::<route::PyRun>()?;
    module.add_class::<route::PyRoute>()?;
    Ok(())
}
