//! Readers for plain Python values, and the `TypeError` that names the argument.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyIterator, PyString};

use super::exceptions::{InvalidTableError, RummyError};

/// More items than the largest deck has tiles, so that an endless iterable is refused.
const MAX_ITEMS: usize = 1_000;

/// The longest list that is read.
const MAX_ENTRIES: usize = 100_000;

/// A `TypeError` that names the argument, what was expected, and the type given.
pub(super) fn type_error(argument: &str, expected: &str, got: &Bound<'_, PyAny>) -> PyErr {
    let kind = got.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("argument '{argument}': expected {expected}, got {kind}"))
}

/// A count with its noun, such as `1 turn` or `2 turns`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// An argument whose default is not None, so that an explicit None is not mistaken for the default.
pub(crate) enum Argument<'py> {
    Default,
    Given(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Argument<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self::Given(value.to_owned()))
    }
}

impl Argument<'_> {
    /// Reads a bool.
    pub(super) fn flag(&self, argument: &str, default: bool) -> PyResult<bool> {
        match self {
            Self::Default => Ok(default),
            Self::Given(value) => flag(argument, value),
        }
    }
}

/// Reads a bool, NumPy's included.
pub(super) fn flag(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| type_error(argument, "True or False", value))
}

/// Reads a list of bools.
pub(super) fn flags(argument: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let flag = |item: &Bound<'_, PyAny>| {
        item.cast::<PyBool>().map(PyBoolMethods::is_true).map_err(|_| type_error(argument, expected, item))
    };
    list(argument, expected, value)?.iter().map(flag).collect()
}

/// Whether Python can iterate over this although its items are neither melds nor tiles.
fn is_not_a_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyDict>()
}

/// Iterates over the items of an iterable.
pub(super) fn iterator<'py>(
    argument: &str,
    expected: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    if is_not_a_list(value) {
        return Err(type_error(argument, expected, value));
    }
    value.try_iter().map_err(|_| type_error(argument, expected, value))
}

/// The items of an iterable, at most [`MAX_ITEMS`].
pub(super) fn items<'py>(
    argument: &str,
    expected: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut found = Vec::new();
    for item in iterator(argument, expected, value)? {
        if found.len() == MAX_ITEMS {
            return Err(InvalidTableError::new_err(format!(
                "argument '{argument}': more than {MAX_ITEMS} items; no deck has so many tiles"
            )));
        }
        found.push(item?);
    }
    Ok(found)
}

/// Reads each item of an iterable, at most [`MAX_ENTRIES`], so that an endless one is refused.
pub(super) fn entries<'py, T>(
    argument: &str,
    expected: &str,
    value: &Bound<'py, PyAny>,
    read: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let mut found = Vec::new();
    for item in value.try_iter().map_err(|_| type_error(argument, expected, value))? {
        if found.len() == MAX_ENTRIES {
            return Err(RummyError::new_err(format!("argument '{argument}': more than {MAX_ENTRIES} entries")));
        }
        if found.len() % 1024 == 1023 {
            value.py().check_signals()?;
        }
        found.push(read(&item?)?);
    }
    Ok(found)
}

/// The two items of a list or a tuple, or `None` if it has more or fewer. Its length is not trusted: a subclass may
/// claim any.
pub(super) fn pair<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<[Bound<'py, PyAny>; 2]>> {
    let mut items = value.try_iter()?;
    let (Some(first), Some(second), None) = (items.next(), items.next(), items.next()) else { return Ok(None) };
    Ok(Some([first?, second?]))
}

/// The items of a sized iterable, such as a list or a tuple; at most [`MAX_ENTRIES`].
pub(super) fn list<'py>(argument: &str, expected: &str, value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_not_a_list(value) || value.is_instance_of::<PyString>() || value.len().is_err() {
        return Err(type_error(argument, expected, value));
    }
    entries(argument, expected, value, |item| Ok(item.clone()))
}
