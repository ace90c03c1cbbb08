//! Dicts as they come from JSON: every field by name, none that is unknown.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use super::args::{self, type_error};
use super::errors::RummyError;

/// The fields of a dict.
pub(super) struct Fields<'a, 'py> {
    what: &'static str,
    dict: &'a Bound<'py, PyDict>,
}

impl<'a, 'py> Fields<'a, 'py> {
    /// The fields of a dict that describes `what`; `known` are all there may be.
    pub(super) fn new(what: &'static str, value: &'a Bound<'py, PyAny>, known: &[&str]) -> PyResult<Self> {
        let dict = value.cast::<PyDict>().map_err(|_| type_error(what, "a dict", value))?;
        for key in dict.keys() {
            let name = key.cast::<PyString>().map_err(|_| type_error(what, "names of fields as keys", &key))?;
            let name = args::text_of(name)?;
            if !known.contains(&name) {
                let shown: String = name.chars().take(40).collect();
                let known = known.join(", ");
                return Err(RummyError::new_err(format!("{what}: unknown field {shown:?}: the fields are {known}")));
            }
        }
        Ok(Self { what, dict })
    }

    /// A field that may be absent; None counts as absent.
    pub(super) fn maybe(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.dict.get_item(name)?.filter(|value| !value.is_none()))
    }

    /// A field that must be there.
    pub(super) fn get(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.maybe(name)?.ok_or_else(|| RummyError::new_err(format!("{}: field {name:?} is missing", self.what)))
    }

    pub(super) fn text(&self, name: &str) -> PyResult<String> {
        let value = self.get(name)?;
        let text = value.cast::<PyString>().map_err(|_| type_error(name, "text", &value))?;
        args::text_of(text).map(str::to_owned)
    }

    pub(super) fn number(&self, name: &str) -> PyResult<usize> {
        args::number(name, &self.get(name)?)
    }

    pub(super) fn numbers(&self, name: &str) -> PyResult<Vec<usize>> {
        let items = args::list(name, "a list of whole numbers", &self.get(name)?)?;
        items.iter().map(|item| args::number(name, item)).collect()
    }

    pub(super) fn flags(&self, name: &str) -> PyResult<Vec<bool>> {
        flags(name, &self.get(name)?)
    }

    /// A list, empty if the field is absent.
    pub(super) fn list(&self, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.maybe(name)?.map_or_else(|| Ok(Vec::new()), |value| args::list(name, "a list", &value))
    }
}

/// A list of bools.
pub(super) fn flags(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    const EXPECTED: &str = "a list of bools";
    let flag = |item: &Bound<'_, PyAny>| {
        item.cast::<PyBool>().map(PyBoolMethods::is_true).map_err(|_| type_error(name, EXPECTED, item))
    };
    args::list(name, EXPECTED, value)?.iter().map(flag).collect()
}
