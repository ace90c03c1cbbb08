//! `Rules`: options by name.

use std::fmt::Write;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyType};

use super::args::{self, text_of, type_error};
use super::errors::{InvalidRulesError, refuse, worded};
use crate::rules::{
    ExchangeFrom, FreedJoker, InvalidRulesError as Refused, LockedMeld, MatchWinner, OpeningTable, Options, PRESETS,
    Rules, Stalemate, Starter, Timeout, not_among,
};
use crate::wording::{quoted, wording};

/// The names of the options, in the order of the rule book.
const NAMES: [&str; 20] = [
    "colors",
    "values",
    "copies",
    "jokers",
    "shortest_meld",
    "players",
    "hand_size",
    "starter",
    "opening_min",
    "opening_table",
    "closing_hand",
    "locked_meld",
    "exchange_from",
    "freed_joker",
    "joker_penalty",
    "turn_seconds",
    "timeout",
    "timeout_draw",
    "stalemate",
    "match_winner",
];

/// Every number and choice of the game; found good once, then frozen.
#[pyclass(name = "Rules", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(super) Rules);

/// The value of an option as an error shows it.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string_lossy().chars().take(40).collect())
}

/// The value of an option is none of its choices.
fn no_choice(option: &str, value: &Bound<'_, PyAny>, choices: &str) -> PyErr {
    worded::<InvalidRulesError>(not_among(option, &shown(value), choices))
}

/// A numeric option, by where it is kept.
#[derive(Clone, Copy)]
enum Slot {
    Byte(fn(&mut Options) -> &mut u8),
    Short(fn(&mut Options) -> &mut u16),
}

fn slot(option: &str) -> Option<Slot> {
    Some(match option {
        "colors" => Slot::Byte(|o| &mut o.deck.colors),
        "values" => Slot::Byte(|o| &mut o.deck.values),
        "copies" => Slot::Byte(|o| &mut o.deck.copies),
        "jokers" => Slot::Byte(|o| &mut o.deck.jokers),
        "shortest_meld" => Slot::Byte(|o| &mut o.shortest_meld),
        "hand_size" => Slot::Byte(|o| &mut o.hand_size),
        "timeout_draw" => Slot::Byte(|o| &mut o.timeout_draw),
        "opening_min" => Slot::Short(|o| &mut o.opening_min),
        "joker_penalty" => Slot::Short(|o| &mut o.joker_penalty),
        _ => return None,
    })
}

impl Slot {
    /// The least and greatest number the option takes: whatever refuses the greatest number there is says so.
    fn range(self) -> (u64, u64) {
        let mut options = Rules::schmidt().options();
        let most = match self {
            Self::Byte(at) => {
                *at(&mut options) = u8::MAX;
                u8::MAX.into()
            }
            Self::Short(at) => {
                *at(&mut options) = u16::MAX;
                u16::MAX.into()
            }
        };
        match options.validate() {
            Err(Refused::OutOfRange { least, most, .. }) => (least, most),
            _ => (0, most),
        }
    }

    fn assign(self, options: &mut Options, option: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (least, most) = self.range();
        let number = whole(option, value, least, most)?;
        match self {
            Self::Byte(at) => *at(options) = number as u8,
            Self::Short(at) => *at(options) = number as u16,
        }
        Ok(())
    }
}

/// A whole number in a range.
fn whole(option: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    let number = if value.is_instance_of::<PyBool>() { None } else { value.extract::<i64>().ok() };
    number.and_then(|number| u64::try_from(number).ok()).filter(|number| (least..=most).contains(number)).ok_or_else(
        || {
            worded::<InvalidRulesError>(wording!(
                "{option} = {value}: must be a whole number from {least} to {most}",
                option,
                value = shown(value),
                least,
                most
            ))
        },
    )
}

fn players(value: &Bound<'_, PyAny>) -> PyResult<(u8, u8)> {
    let wrong = || {
        worded::<InvalidRulesError>(wording!(
            "players = {value}: must be a number, a pair such as (2, 4), or a text such as \"2-4\"",
            value = shown(value)
        ))
    };
    let one = |item: &Bound<'_, PyAny>| whole("players", item, 1, 8).map(|number| number as u8);
    if let Ok(text) = value.cast::<PyString>() {
        let text = text_of(text)?;
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let read = |part: &str| part.trim().parse::<u8>().map_err(|_| wrong());
        return Ok((read(least)?, read(most)?));
    }
    if let Ok(pair) = value.extract::<Vec<Bound<'_, PyAny>>>() {
        let [least, most] = pair.as_slice() else { return Err(wrong()) };
        return Ok((one(least)?, one(most)?));
    }
    if value.is_instance_of::<PyBool>()
        || value.extract::<i64>().is_err_and(|e| !e.is_instance_of::<PyOverflowError>(value.py()))
    {
        return Err(wrong());
    }
    one(value).map(|number| (number, number))
}

fn flag(option: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(flag) = value.cast::<PyBool>() else {
        let value = shown(value);
        return Err(worded::<InvalidRulesError>(wording!("{option} = {value}: must be True or False", option, value)));
    };
    Ok(flag.is_true())
}

/// A choice by its name.
fn choice<T: Copy>(
    option: &str,
    value: &Bound<'_, PyAny>,
    from_name: fn(&str) -> Result<T, Refused>,
    names: &str,
) -> PyResult<T> {
    match value.cast::<PyString>() {
        Ok(name) => from_name(text_of(name)?).map_err(refuse),
        Err(_) => Err(no_choice(option, value, names)),
    }
}

macro_rules! choose {
    ($kind:ident, $option:expr, $value:expr) => {
        choice(
            $option,
            $value,
            $kind::from_name,
            &$kind::ALL.iter().map(|choice| choice.name()).collect::<Vec<_>>().join(", "),
        )?
    };
}

/// Sets one option by name.
fn assign(options: &mut Options, option: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Some(slot) = slot(option) {
        return slot.assign(options, option, value);
    }
    match option {
        "players" => options.players = players(value)?,
        "starter" => options.starter = choose!(Starter, option, value),
        "opening_table" => options.opening_table = choose!(OpeningTable, option, value),
        "closing_hand" => options.closing_hand = flag(option, value)?,
        "locked_meld" => options.locked_meld = choose!(LockedMeld, option, value),
        "exchange_from" => options.exchange_from = choose!(ExchangeFrom, option, value),
        "freed_joker" => options.freed_joker = choose!(FreedJoker, option, value),
        "turn_seconds" => {
            options.turn_seconds =
                if value.is_none() { None } else { Some(whole(option, value, 1, u32::MAX.into())? as u32) };
        }
        "timeout" => options.timeout = choose!(Timeout, option, value),
        "stalemate" => options.stalemate = choose!(Stalemate, option, value),
        "match_winner" => options.match_winner = choose!(MatchWinner, option, value),
        _ => {
            let shown: String = option.chars().take(40).collect();
            return Err(worded::<InvalidRulesError>(wording!(
                "unknown option \"{name}\": the options are {options}",
                name = quoted(&shown),
                options = NAMES.join(", ")
            )));
        }
    }
    Ok(())
}

/// These options with some changed.
fn changed(mut options: Options, changes: &Bound<'_, PyDict>) -> PyResult<Rules> {
    for (name, value) in changes {
        let Ok(name) = name.cast_into::<PyString>() else {
            return Err(InvalidRulesError::new_err("the name of an option is a text"));
        };
        assign(&mut options, text_of(&name)?, &value)?;
    }
    options.validate().map_err(refuse)
}

/// A dict of options on top of its "preset", which is `schmidt` if not given.
pub(super) fn rules_from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let Some(preset) = dict.get_item("preset")? else {
        return changed(Rules::schmidt().options(), dict);
    };
    let Ok(name) = preset.cast::<PyString>() else {
        return Err(no_choice("preset", &preset, &PRESETS.join(", ")));
    };
    let rest = dict.copy()?;
    rest.del_item("preset")?;
    changed(Options::preset(text_of(name)?).map_err(refuse)?, &rest)
}

/// An option's value, as Python and JSON write it.
fn value_of<'py>(py: Python<'py>, rules: Rules, option: &str) -> PyResult<Bound<'py, PyAny>> {
    let mut o = rules.options();
    match slot(option) {
        Some(Slot::Byte(at)) => return (*at(&mut o)).into_bound_py_any(py),
        Some(Slot::Short(at)) => return (*at(&mut o)).into_bound_py_any(py),
        None => {}
    }
    match option {
        "players" => [o.players.0, o.players.1].map(u32::from).into_bound_py_any(py),
        "starter" => o.starter.name().into_bound_py_any(py),
        "opening_table" => o.opening_table.name().into_bound_py_any(py),
        "closing_hand" => o.closing_hand.into_bound_py_any(py),
        "locked_meld" => o.locked_meld.name().into_bound_py_any(py),
        "exchange_from" => o.exchange_from.name().into_bound_py_any(py),
        "freed_joker" => o.freed_joker.name().into_bound_py_any(py),
        "turn_seconds" => o.turn_seconds.into_bound_py_any(py),
        "timeout" => o.timeout.name().into_bound_py_any(py),
        "stalemate" => o.stalemate.name().into_bound_py_any(py),
        _ => o.match_winner.name().into_bound_py_any(py),
    }
}

/// The nearest preset, and the options in which these rules differ from it.
pub(super) fn description(py: Python<'_>, rules: Rules) -> PyResult<String> {
    let mut nearest: Option<(&str, Vec<&str>)> = None;
    for preset in PRESETS {
        let base = Options::preset(preset).and_then(Options::validate).map_err(refuse)?;
        let mut differing = Vec::new();
        for name in NAMES {
            if !value_of(py, rules, name)?.eq(value_of(py, base, name)?)? {
                differing.push(name);
            }
        }
        if nearest.as_ref().is_none_or(|(_, fewest)| differing.len() < fewest.len()) {
            nearest = Some((preset, differing));
        }
    }
    let (preset, differing) = nearest.unwrap_or((PRESETS[0], Vec::new()));
    let mut text = format!("Rules('{preset}'");
    for name in differing {
        let value = value_of(py, rules, name)?.repr()?;
        let _ = write!(text, ", {name}={value}"); // writing to a String cannot fail
    }
    text.push(')');
    Ok(text)
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (preset=None, /, **options))]
    fn new(preset: Option<&Bound<'_, PyAny>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self(args::rules(preset)?).replace(options)
    }

    /// The game of the booklet (Schmidt Spiele 51508), the default.
    #[staticmethod]
    fn schmidt() -> Self {
        Self(Rules::schmidt())
    }

    /// Rummikub as sold in the US.
    #[staticmethod]
    fn rummikub() -> Self {
        Self(Rules::rummikub())
    }

    /// Rummikub as sold in Europe.
    #[staticmethod]
    fn rummikub_eu() -> Self {
        Self(Rules::rummikub_eu())
    }

    /// The Sabra game.
    #[staticmethod]
    fn sabra() -> Self {
        Self(Rules::sabra())
    }

    /// Rummikub XP: three copies, four jokers, up to six players.
    #[staticmethod]
    fn rummikub_xp() -> Self {
        Self(Rules::rummikub_xp())
    }

    /// Jokers are loose tiles: the model of the papers and of other solvers.
    #[staticmethod]
    fn free_jokers() -> Self {
        Self(Rules::free_jokers())
    }

    /// The rules of a dict of options on top of its "preset" (`schmidt` if not given), or of a preset's name.
    #[staticmethod]
    fn from_dict(options: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(dict) = options.cast::<PyDict>() {
            return rules_from_dict(dict).map(Self);
        }
        if options.is_instance_of::<PyString>() {
            return args::rules(Some(options)).map(Self);
        }
        Err(type_error("options", "a dict of options or the name of a preset", options))
    }

    /// All options by name, ready for JSON.
    pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in NAMES {
            dict.set_item(name, value_of(py, self.0, name)?)?;
        }
        Ok(dict)
    }

    /// These rules with some options changed.
    #[pyo3(signature = (**options))]
    fn replace(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        match options {
            Some(options) => changed(self.0.options(), options).map(Self),
            None => Ok(Self(self.0)),
        }
    }

    #[getter]
    fn colors(&self) -> u8 {
        self.0.deck.colors
    }

    #[getter]
    fn values(&self) -> u8 {
        self.0.deck.values
    }

    #[getter]
    fn copies(&self) -> u8 {
        self.0.deck.copies
    }

    #[getter]
    fn jokers(&self) -> u8 {
        self.0.deck.jokers
    }

    #[getter]
    fn shortest_meld(&self) -> u8 {
        self.0.shortest_meld
    }

    #[getter]
    fn players(&self) -> (u8, u8) {
        self.0.players
    }

    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size
    }

    #[getter]
    fn starter(&self) -> &'static str {
        self.0.starter.name()
    }

    #[getter]
    fn opening_min(&self) -> u16 {
        self.0.opening_min
    }

    #[getter]
    fn opening_table(&self) -> &'static str {
        self.0.opening_table.name()
    }

    #[getter]
    fn closing_hand(&self) -> bool {
        self.0.closing_hand
    }

    #[getter]
    fn locked_meld(&self) -> &'static str {
        self.0.locked_meld.name()
    }

    #[getter]
    fn exchange_from(&self) -> &'static str {
        self.0.exchange_from.name()
    }

    #[getter]
    fn freed_joker(&self) -> &'static str {
        self.0.freed_joker.name()
    }

    #[getter]
    fn joker_penalty(&self) -> u16 {
        self.0.joker_penalty
    }

    #[getter]
    fn turn_seconds(&self) -> Option<u32> {
        self.0.turn_seconds
    }

    #[getter]
    fn timeout(&self) -> &'static str {
        self.0.timeout.name()
    }

    #[getter]
    fn timeout_draw(&self) -> u8 {
        self.0.timeout_draw
    }

    #[getter]
    fn stalemate(&self) -> &'static str {
        self.0.stalemate.name()
    }

    #[getter]
    fn match_winner(&self) -> &'static str {
        self.0.match_winner.name()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        description(py, self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type(), (slf.get().to_dict(slf.py())?,)))
    }
}
