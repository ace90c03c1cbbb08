//! The Python module `rummy_fast._core`: the only module that uses pyo3.
//!
//! Python calls the classes and functions here. They read the arguments, run the core with the GIL released, and
//! wrap the answers, whose parts become Python objects only when they are accessed.
//!
//! The doc comments of public items are the docstrings that `help()` shows. `make stub` copies them into
//! `_core.pyi`.
#![allow(clippy::doc_markdown, reason = "docstrings are Google style, not rustdoc")]
#![expect(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]

mod bots;
mod cancel;
mod candidates;
mod convert;
mod counts;
mod draw;
mod engine;
mod errors;
mod event;
mod exceptions;
mod fields;
mod melds;
mod numbers;
mod objective;
mod outcome;
mod play;
mod problem;
mod record;
mod round;
mod round_dict;
mod roundtrip;
mod rules;
mod search;
mod server;
mod setup;
mod shared_round;
mod signals;
mod solve;
mod stats;
mod steps;
mod table_joker;
mod tiles;
mod turn;
mod verdict;
mod view;
mod wording;

/// The compiled part of rummy_fast. Import these names from `rummy_fast`.
///
/// Rule numbers refer to the rule book. A function that takes a tile, a hand, a meld or a table
/// takes text or the object. Text is written as follows:
///
/// - Tile: the letter of a color and a number, such as `r6`. The letters are `r y g b`, and
///   `k o p w` in larger decks. `J` is a joker.
/// - Hand: tiles separated by spaces or commas, such as `r6 y2 J`. `r3-6` is short for
///   `r3 r4 r5 r6`.
/// - Meld: tiles, as in a hand. The place of a joker in a run says which tile it stands for.
///   `J=r7` says so explicitly, which a meld with a single natural tile requires.
/// - Table: melds separated by `|`, such as `r3 r4 r5 | r8 y8 g8`.
///
/// A value of another type raises a `TypeError` that names the argument. A whole number is
/// anything with `__index__`, NumPy's integers included, but not a bool.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use super::bots::{PyCareful, PyGreedy, tidy_turn};
    #[pymodule_export]
    use super::cancel::PyCancellation;
    #[pymodule_export]
    use super::candidates::{PyCandidates, candidates};
    #[pymodule_export]
    use super::counts::{count_arrangements, count_melds};
    #[pymodule_export]
    use super::engine::run_engine;
    #[pymodule_export]
    use super::event::PyEvent;
    #[pymodule_export]
    use super::exceptions::{
        IllegalTurnError, InvalidMeldError, InvalidRulesError, InvalidTableError, NotationError, RecordError,
        RummyError, SearchCancelledError,
    };
    #[pymodule_export]
    use super::melds::{PyMeld, PyTable};
    #[pymodule_export]
    use super::outcome::PyOutcome;
    #[pymodule_export]
    use super::play::PyPlay;
    #[pymodule_export]
    use super::record::{
        PyVerifiedRecord, built_in_bots, deal_lines, derived_seed, end_line, header_lines, is_name, read_bot,
        result_line, turn_line,
    };
    #[pymodule_export]
    use super::round::PyRound;
    #[pymodule_export]
    use super::rules::PyRules;
    #[pymodule_export]
    use super::search::PySearch;
    #[pymodule_export]
    use super::server::{Client, Server};
    #[pymodule_export]
    use super::solve::{solve, solve_many};
    #[pymodule_export]
    use super::stats::{count_openings, play_rounds};
    #[pymodule_export]
    use super::steps::PyStep;
    #[pymodule_export]
    use super::table_joker::PyTableJoker;
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

    /// Sets the attributes of exceptions that Python code constructs without them.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::wording::default_to_none(module.py())?;
        module.py().get_type::<IllegalTurnError>().setattr("reasons", PyTuple::empty(module.py()))
    }
}
