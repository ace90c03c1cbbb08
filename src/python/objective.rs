//! Reads the objective of a search.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyMapping, PyString};

use super::convert::{Argument, type_error};
use super::errors::refuse;
use super::exceptions::RummyError;
use super::tiles::tile_of;
use super::wording::text_of;
use crate::solver::{Objective, Weights};
use crate::tile::{Deck, Tile, excerpt};

const OBJECTIVE: &str = "\"tiles\", \"points\", or a mapping from tile to weight";

/// Reads an objective; the default is to play the most tiles.
pub(super) fn objective(argument: &Argument<'_>, deck: Deck) -> PyResult<Objective> {
    let Argument::Given(value) = argument else { return Ok(Objective::Tiles) };
    if let Ok(name) = value.cast::<PyString>() {
        return match text_of(name)? {
            "tiles" => Ok(Objective::Tiles),
            "points" => Ok(Objective::Points),
            other => {
                let shown = excerpt(other);
                Err(RummyError::new_err(format!("unknown objective {shown:?}: expected {OBJECTIVE}")))
            }
        };
    }
    let Ok(mapping) = value.cast::<PyMapping>() else {
        return Err(type_error("objective", OBJECTIVE, value));
    };
    let mut pairs: Vec<(Tile, f64)> = Vec::new();
    for pair in mapping.items()? {
        let (key, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let tile = tile_of("objective", &key, deck)?;
        if pairs.iter().any(|&(known, _)| known == tile) {
            return Err(RummyError::new_err(format!("argument 'objective': {tile} has two weights")));
        }
        pairs.push((tile, weight_of(tile, &weight)?));
    }
    Ok(Objective::Weights(Weights::new(pairs).map_err(refuse)?))
}

fn weight_of(tile: Tile, weight: &Bound<'_, PyAny>) -> PyResult<f64> {
    if weight.is_instance_of::<PyBool>() {
        return Err(type_error("objective", &format!("the weight of {tile} to be a number"), weight));
    }
    weight.extract::<f64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(weight.py()) {
            type_error("objective", &format!("the weight of {tile} to be a number"), weight)
        } else {
            // An int that is too large for a float.
            RummyError::new_err(format!("weight of {tile}: a weight is a number from 0 to {}", Weights::MAX))
        }
    })
}
