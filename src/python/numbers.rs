//! The one reader for whole numbers, and the one for limits in seconds.

use std::time::Duration;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use super::convert::{list, type_error};
use super::exceptions::RummyError;
use super::wording::worded;
use crate::wording::{Filling, is_limit, not_seconds, not_whole, wording};

const WHOLE: &str = "a whole number";

/// The most threads that can be asked for.
const MAX_THREADS: u32 = 1024;

/// The value of anything with `__index__`, such as NumPy's integers, but not of a bool.
///
/// None if the value is not a whole number; an integer of more than 64 bits counts as the largest.
pub(super) fn integer(value: &Bound<'_, PyAny>) -> Option<i128> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    match value.extract::<i64>() {
        Ok(number) => Some(number.into()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Some(value.extract::<u64>().map_or(i128::MAX, i128::from))
        }
        Err(_) => None,
    }
}

/// Reads a whole number from `least` to `most`.
pub(super) fn whole<N>(argument: &str, value: &Bound<'_, PyAny>, least: N, most: N) -> PyResult<N>
where
    N: Copy + Into<i128> + TryFrom<i128>,
{
    let number = integer(value).ok_or_else(|| type_error(argument, WHOLE, value))?;
    let (lowest, highest): (i128, i128) = (least.into(), most.into());
    let read = if (lowest..=highest).contains(&number) { N::try_from(number).ok() } else { None };
    read.ok_or_else(|| worded::<RummyError>(not_whole(argument, &value.to_string(), lowest, highest)))
}

/// Reads a number of things.
pub(super) fn count(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(argument, value, 0, u32::MAX).map(|number| number as usize)
}

/// Reads a list of numbers of things.
pub(super) fn counts(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    list(argument, "a list of whole numbers", value)?.iter().map(|item| count(argument, item)).collect()
}

/// Reads the seed of a random number generator.
pub(super) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", value, 0, u64::MAX)
}

/// Reads a number of threads; None means all cores.
pub(super) fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    value.map(|value| whole("threads", value, 1, MAX_THREADS).map(|threads| threads as usize)).transpose()
}

/// Reads a limit in seconds; None means no limit.
pub(super) fn seconds(argument: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    const EXPECTED: &str = "a number of seconds or None";
    let out_of_range = |shown: Filling| worded::<RummyError>(not_seconds(argument, shown));
    let Some(value) = value else { return Ok(None) };
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyString>() {
        return Err(type_error(argument, EXPECTED, value));
    }
    let seconds = match value.extract::<f64>() {
        Ok(seconds) => seconds,
        // An int that is too large for a float.
        Err(_) if value.is_instance_of::<PyInt>() => return Err(out_of_range(wording!("a huge number").into())),
        Err(error) if value.is_instance_of::<PyFloat>() => return Err(error),
        Err(_) => return Err(type_error(argument, EXPECTED, value)),
    };
    if !is_limit(seconds) {
        return Err(out_of_range(seconds.to_string().into()));
    }
    Ok(Some(Duration::from_secs_f64(seconds).max(Duration::from_nanos(1))))
}

/// Reads the limit of a search in seconds.
pub(super) fn limit(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    seconds("limit", value)
}
