//! Pictures for notebooks. They are drawn by `rummy_fast.draw`, which is imported when the first is asked for.

use pyo3::prelude::*;

use super::errors::RummyError;

/// What this function of `rummy_fast.draw` makes of a thing; nothing, so that a notebook shows its text, if it
/// is a play that cannot be carried out.
pub(super) fn picture(thing: &Bound<'_, PyAny>, function: &str) -> PyResult<Option<String>> {
    let py = thing.py();
    match py.import("rummy_fast.draw")?.call_method1(function, (thing,)) {
        Ok(picture) => picture.extract().map(Some),
        Err(error) if error.is_instance_of::<RummyError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}
