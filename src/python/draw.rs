//! Pictures for notebooks, drawn by `rummy_fast.draw`, which is imported on first use.

use pyo3::prelude::*;

use super::exceptions::RummyError;

/// Draws an object with a function of `rummy_fast.draw`.
///
/// None if that raises a `RummyError`, as for a play that the rules do not allow: the notebook then shows the text.
pub(super) fn picture(object: &Bound<'_, PyAny>, function: &str) -> PyResult<Option<String>> {
    let py = object.py();
    match py.import("rummy_fast.draw")?.call_method1(function, (object,)) {
        Ok(picture) => picture.extract().map(Some),
        Err(error) if error.is_instance_of::<RummyError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}
