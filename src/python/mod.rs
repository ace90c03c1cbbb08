//! The Python module `rummy_fast._core`: the only room that names pyo3.
//!
//! Nothing is decided here. Arguments are read ([`args`]), the core is asked with the GIL released, and
//! answers are wrapped; their Python objects are made when they are looked at.

mod args;
mod bots;
mod cancel;
mod candidates;
mod draw;
mod errors;
mod event;
mod fields;
mod home;
mod melds;
mod outcome;
mod round;
mod rules;
mod search;
mod solve;
mod stats;
mod steps;
mod tiles;
mod turn;
mod verdict;
mod view;
mod wording;

/// Compiled part of `rummy_fast`; import the names from there.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use super::bots::{PyCareful, PyGreedy};
    #[pymodule_export]
    use super::cancel::PyCancellation;
    #[pymodule_export]
    use super::candidates::{PyCandidates, candidates};
    #[pymodule_export]
    use super::errors::{
        IllegalTurnError, InvalidMeldError, InvalidRulesError, InvalidTableError, NotationError, RummyError,
        SearchCancelledError,
    };
    #[pymodule_export]
    use super::event::PyEvent;
    #[pymodule_export]
    use super::melds::{PyMeld, PyTable, count_arrangements, count_melds};
    #[pymodule_export]
    use super::outcome::PyOutcome;
    #[pymodule_export]
    use super::round::PyRound;
    #[pymodule_export]
    use super::rules::PyRules;
    #[pymodule_export]
    use super::search::PySearch;
    #[pymodule_export]
    use super::solve::{PyPlay, solve, solve_many};
    #[pymodule_export]
    use super::stats::{count_openings, play_rounds};
    #[pymodule_export]
    use super::steps::PyStep;
    #[pymodule_export]
    use super::tiles::{PyHand, PyTile};
    #[pymodule_export]
    use super::turn::PyTurn;
    #[pymodule_export]
    use super::verdict::{PyReason, PyVerdict, check_turn};
    #[pymodule_export]
    use super::view::PyView;
    #[pymodule_export]
    use super::wording::PyWording;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// An error that was not raised here has no reasons.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::errors::without_wording(module.py())?;
        module.py().get_type::<IllegalTurnError>().setattr("reasons", PyTuple::empty(module.py()))
    }
}
