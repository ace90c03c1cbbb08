//! Reads dicts that come from JSON.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::convert::{self, type_error};
use super::exceptions::RummyError;
use super::numbers;
use super::wording::{text, text_of};
use crate::tile::excerpt;

/// A dict whose keys are all known.
pub(super) struct Fields<'a, 'py> {
    /// What the dict describes, for error messages.
    what: &'static str,
    dict: &'a Bound<'py, PyDict>,
}

impl<'a, 'py> Fields<'a, 'py> {
    /// Refuses keys that are not among `known`.
    pub(super) fn new(what: &'static str, value: &'a Bound<'py, PyAny>, known: &[&str]) -> PyResult<Self> {
        let dict = value.cast::<PyDict>().map_err(|_| type_error(what, "a dict", value))?;
        for key in dict.keys() {
            let name = key.cast::<PyString>().map_err(|_| type_error(what, "text for each key", &key))?;
            let name = text_of(name)?;
            if !known.contains(&name) {
                let (shown, known) = (excerpt(name), known.join(", "));
                return Err(RummyError::new_err(format!("{what}: unknown field {shown:?}: the fields are {known}")));
            }
        }
        Ok(Self { what, dict })
    }

    /// An optional field. None counts as absent.
    pub(super) fn maybe(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.dict.get_item(name)?.filter(|value| !value.is_none()))
    }

    /// A required field.
    pub(super) fn get(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.maybe(name)?.ok_or_else(|| RummyError::new_err(format!("{}: field {name:?} is missing", self.what)))
    }

    pub(super) fn text(&self, name: &str) -> PyResult<String> {
        text(name, &self.get(name)?).map(str::to_owned)
    }

    pub(super) fn count(&self, name: &str) -> PyResult<usize> {
        numbers::count(name, &self.get(name)?)
    }

    pub(super) fn counts(&self, name: &str) -> PyResult<Vec<usize>> {
        numbers::counts(name, &self.get(name)?)
    }

    pub(super) fn flags(&self, name: &str) -> PyResult<Vec<bool>> {
        convert::flags(name, "a list of bools", &self.get(name)?)
    }

    /// An optional list; empty if absent.
    pub(super) fn list(&self, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.maybe(name)?.map_or_else(|| Ok(Vec::new()), |value| convert::list(name, "a list", &value))
    }
}
