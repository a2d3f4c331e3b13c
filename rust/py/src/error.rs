//! Core errors as Python exceptions.

use open18xx_core::Error;
use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, import_exception};

import_exception!(open18xx.errors, IllegalAction);
import_exception!(open18xx.errors, InvalidAction);

/// The exception for a refusal of the core.
pub fn raise(error: Error) -> PyErr {
    match error {
        Error::Data(message) => PyValueError::new_err(message),
        Error::Invalid { field, message } => InvalidAction::new_err((message, field)),
        Error::Illegal { reason, message } => IllegalAction::new_err((message, reason)),
    }
}
