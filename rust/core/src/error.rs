//! What can go wrong, in terms of the rules.

use std::fmt;

/// Why a call was refused. A refused call changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Map or tile data that make no sense; the message names the place.
    Data(String),
    /// Malformed input: an unknown hex, tile or company, a number out of range.
    Invalid {
        /// The argument at fault.
        field: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// Known things used against a rule.
    Illegal {
        /// Stable short code of the rule.
        reason: &'static str,
        /// What was tried and what the rule allows.
        message: String,
    },
}

impl Error {
    /// An [`Error::Invalid`].
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Error {
        Error::Invalid {
            field,
            message: message.into(),
        }
    }

    /// An [`Error::Illegal`].
    pub fn illegal(reason: &'static str, message: impl Into<String>) -> Error {
        Error::Illegal {
            reason,
            message: message.into(),
        }
    }

    /// The code of the broken rule, if a rule was broken.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Error::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Data(message)
            | Error::Invalid { message, .. }
            | Error::Illegal { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

/// Result of a fallible call of this crate.
pub type Result<T> = std::result::Result<T, Error>;
