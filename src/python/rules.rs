//! `Rules` for Python: options read and written by name, as `rules/declaration.rs` declares them.

#![allow(clippy::doc_markdown, reason = "docstrings are for Python, not for rustdoc")]

use std::fmt::Write;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PySequence, PyString, PyType};

use super::convert::{pair, type_error};
use super::errors::refuse;
use super::exceptions::InvalidRulesError;
use super::numbers::integer;
use super::wording::{text_of, worded};
use crate::rules::InvalidRulesError as Invalid;
use crate::rules::{
    COLORS_PATTERN, OPTIONS, OptionKind, OptionValue, Options, PRESETS, RuleOption, Rules, not_among, with_declaration,
};
use crate::tile::excerpt;

/// The value of an option as an error shows it.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |repr| excerpt(&repr.to_string_lossy()))
}

/// The error for a value that is not among the choices of its option.
fn no_choice(option: &str, value: &Bound<'_, PyAny>, choices: &[&str]) -> PyErr {
    worded::<InvalidRulesError>(not_among(option, &shown(value), &choices.join(", ")))
}

/// Reads a whole number in the range of an option.
fn number(option: &RuleOption<Options>, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let (least, most) = option.range.unwrap_or((0, u64::MAX));
    let number = integer(value).and_then(|number| u64::try_from(number).ok());
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| refuse(option.not_a_number(shown(value))))
}

/// Reads a least and a greatest number: one number for both, a pair, or text such as `"2-4"`.
fn span(option: &RuleOption<Options>, value: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    let wrong = || refuse(Invalid::NotASpan { option: option.name, value: shown(value) });
    if let Ok(text) = value.cast::<PyString>() {
        return OptionValue::span(text_of(text)?).ok_or_else(wrong);
    }
    if value.cast::<PySequence>().is_ok() {
        let Some([least, most]) = pair(value)? else { return Err(wrong()) };
        return Ok(OptionValue::Span(number(option, &least)?, number(option, &most)?));
    }
    if integer(value).is_none() {
        return Err(wrong());
    }
    number(option, value).map(|number| OptionValue::Span(number, number))
}

/// Reads the value of an option.
fn read(option: &RuleOption<Options>, value: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    match option.kind {
        OptionKind::OptionalNumber if value.is_none() => Ok(OptionValue::Number(None)),
        OptionKind::Number | OptionKind::OptionalNumber => {
            number(option, value).map(|number| OptionValue::Number(Some(number)))
        }
        OptionKind::Span => span(option, value),
        OptionKind::Colors => match value.cast::<PyString>() {
            Ok(letters) => {
                OptionValue::letters(text_of(letters)?).ok_or_else(|| refuse(option.not_a_number(shown(value))))
            }
            Err(_) => number(option, value).map(|number| OptionValue::Number(Some(number))),
        },
        OptionKind::Flag => value
            .cast::<PyBool>()
            .map(|flag| OptionValue::Flag(flag.is_true()))
            .map_err(|_| refuse(Invalid::NotAFlag { option: option.name, value: shown(value) })),
        OptionKind::Choice(names) => match value.cast::<PyString>() {
            Ok(name) => option.choice(text_of(name)?).map_err(refuse),
            Err(_) => Err(no_choice(option.name, value, names)),
        },
    }
}

/// Changes options by name and validates the result.
fn changed(mut options: Options, changes: &Bound<'_, PyDict>) -> PyResult<Rules> {
    for (name, value) in changes {
        let Ok(name) = name.cast_into::<PyString>() else {
            return Err(InvalidRulesError::new_err("the name of an option must be text"));
        };
        let option = RuleOption::named(text_of(&name)?).map_err(refuse)?;
        option.set(&mut options, read(option, &value)?).map_err(refuse)?;
    }
    options.validate().map_err(refuse)
}

fn preset(name: &str) -> PyResult<Options> {
    Options::preset(name).map_err(refuse)
}

/// Reads a dict of options on top of its "preset", which is `schmidt` if not given.
fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let Some(name) = dict.get_item("preset")? else {
        return changed(Rules::default().options(), dict);
    };
    let Ok(name) = name.cast::<PyString>() else {
        return Err(no_choice("preset", &name, &PRESETS));
    };
    let rest = dict.copy()?;
    rest.del_item("preset")?;
    changed(preset(text_of(name)?)?, &rest)
}

/// Reads a `Rules` object, the name of a preset or a dict of options; None means `schmidt`.
pub(super) fn rules_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(value) = value else { return Ok(Rules::default()) };
    if let Ok(held) = value.cast::<PyRules>() {
        Ok(held.get().0)
    } else if let Ok(name) = value.cast::<PyString>() {
        preset(text_of(name)?)?.validate().map_err(refuse)
    } else if let Ok(dict) = value.cast::<PyDict>() {
        from_dict(dict)
    } else {
        Err(type_error("rules", "Rules, the name of a preset, or a dict of options", value))
    }
}

/// The value of an option as JSON has it.
fn written(py: Python<'_>, value: OptionValue) -> PyResult<Bound<'_, PyAny>> {
    match value {
        OptionValue::Number(number) => number.into_bound_py_any(py),
        OptionValue::Letters(palette) => palette.to_string().into_bound_py_any(py),
        OptionValue::Span(least, most) => [least, most].into_bound_py_any(py),
        OptionValue::Flag(flag) => flag.into_bound_py_any(py),
        OptionValue::Choice(name) => name.into_bound_py_any(py),
    }
}

/// The value of an option as an attribute has it: a pair is a tuple, so that it stays as it is.
fn attribute<'py>(py: Python<'py>, rules: Rules, name: &str) -> PyResult<Bound<'py, PyAny>> {
    match RuleOption::named(name).map_err(refuse)?.get(&rules) {
        OptionValue::Span(least, most) => (least, most).into_bound_py_any(py),
        value => written(py, value),
    }
}

/// All options by name.
fn to_dict(py: Python<'_>, rules: Rules) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for option in &OPTIONS {
        dict.set_item(option.name, written(py, option.get(&rules))?)?;
    }
    Ok(dict)
}

/// An option as a JSON Schema, with the rules it belongs to.
fn schema<'py>(py: Python<'py>, option: &RuleOption<Options>) -> PyResult<Bound<'py, PyDict>> {
    let schema = PyDict::new(py);
    schema.set_item("description", option.help)?;
    schema.set_item("rules", option.rules.iter().copied().map(u32::from).collect::<Vec<_>>())?;
    let numbers = if option.kind == OptionKind::Span { PyDict::new(py) } else { schema.clone() };
    match option.kind {
        OptionKind::Number => schema.set_item("type", "integer")?,
        OptionKind::OptionalNumber => schema.set_item("type", ["integer", "null"])?,
        OptionKind::Colors => {
            schema.set_item("type", ["integer", "string"])?;
            schema.set_item("pattern", COLORS_PATTERN)?;
        }
        OptionKind::Flag => schema.set_item("type", "boolean")?,
        OptionKind::Choice(names) => schema.set_item("enum", names.to_vec())?,
        OptionKind::Span => {
            numbers.set_item("type", "integer")?;
            schema.set_item("type", "array")?;
            schema.set_item("items", &numbers)?;
            schema.set_item("minItems", 2)?;
            schema.set_item("maxItems", 2)?;
        }
    }
    if let Some((least, most)) = option.range {
        numbers.set_item("minimum", least)?;
        numbers.set_item("maximum", most)?;
    }
    schema.set_item("default", written(py, option.get(&Rules::default()))?)?;
    Ok(schema)
}

/// The call that makes these rules: the nearest preset and the options that differ from it.
pub(super) fn description(py: Python<'_>, rules: Rules) -> PyResult<String> {
    let mut nearest: Option<(&str, Vec<&RuleOption<Options>>)> = None;
    for name in PRESETS {
        let base = preset(name)?;
        let differing: Vec<_> = OPTIONS.iter().filter(|option| option.get(&rules) != option.get(&base)).collect();
        if nearest.as_ref().is_none_or(|(_, fewest)| differing.len() < fewest.len()) {
            nearest = Some((name, differing));
        }
    }
    let (name, differing) = nearest.unwrap_or((PRESETS[0], Vec::new()));
    let mut text = format!("Rules('{name}'");
    for option in differing {
        let value = written(py, option.get(&rules))?.repr()?;
        let _ = write!(text, ", {}={value}", option.name); // writing to a String cannot fail
    }
    text.push(')');
    Ok(text)
}

/// Defines the class `Rules`, with a static method for each preset and a property for each option.
macro_rules! class {
    (
        deck {$(
            #[doc = $deck_help:literal]
            $deck_name:ident: $deck_type:ty [$deck_least:literal to $deck_most:literal] = $deck_default:expr
            $(, rule $deck_rule:literal)+;
        )+}
        options {$(
            #[doc = $help:literal]
            $name:ident: $type:ty $([$least:literal to $most:literal])? = $default:expr $(, rule $rule:literal)+;
        )+}
        presets {$(
            #[doc = $preset_help:literal]
            $preset:ident from $base:ident $changes:tt
        )+}
    ) => {
        /// The rules of a game: every number and choice, validated and frozen.
        ///
        /// Args:
        ///     preset: The rules to start from: the name of a preset, a dict as for `from_dict`, or a
        ///         `Rules` object. None means `schmidt`.
        ///     options: The options to change, by name; see `Rules.options`.
        ///
        /// Raises:
        ///     InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
        ///         meld is possible.
        ///     TypeError: If `preset` has another type.
        #[pyclass(name = "Rules", module = "rummy_fast", frozen, eq, hash)]
        #[derive(PartialEq, Eq, Hash)]
        pub(crate) struct PyRules(pub(super) Rules);

        #[pymethods]
        impl PyRules {
            #[new]
            #[pyo3(signature = (preset=None, /, **options))]
            fn new(preset: Option<&Bound<'_, PyAny>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                Self(rules_of(preset)?).replace(options)
            }

            $(
                #[doc = concat!($preset_help, ".")]
                #[staticmethod]
                fn $preset() -> Self {
                    Self(Rules::$preset())
                }
            )+

            /// List the presets.
            ///
            /// Returns:
            ///     A dict from the name of each preset to its description. The default comes first.
            #[staticmethod]
            fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
                let dict = PyDict::new(py);
                $(dict.set_item(stringify!($preset), $preset_help.trim_ascii_start())?;)+
                Ok(dict)
            }

            /// List the options in the order of the rule book.
            ///
            /// Returns:
            ///     A dict from the name of each option to its JSON Schema: `"description"`, the range
            ///     or the choices, `"default"`, and `"rules"`, the numbers of its rules in the rule
            ///     book.
            #[staticmethod]
            fn options(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
                let dict = PyDict::new(py);
                for option in &OPTIONS {
                    dict.set_item(option.name, schema(py, option)?)?;
                }
                Ok(dict)
            }

            /// Create rules from a dict, such as one from JSON.
            ///
            /// Args:
            ///     options: Options by name. `"preset"` names the preset to start from; if absent, it
            ///         is `schmidt`. Instead of a dict, the name of a preset is allowed.
            ///
            /// Returns:
            ///     The rules.
            ///
            /// Raises:
            ///     InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
            ///         meld is possible.
            ///     TypeError: If `options` is neither a dict nor text.
            #[staticmethod]
            fn from_dict(options: &Bound<'_, PyAny>) -> PyResult<Self> {
                if let Ok(dict) = options.cast::<PyDict>() {
                    return from_dict(dict).map(Self);
                }
                if options.is_instance_of::<PyString>() {
                    return rules_of(Some(options)).map(Self);
                }
                Err(type_error("options", "a dict of options or the name of a preset", options))
            }

            /// Return every option by name, ready for JSON; `from_dict` reads the dict back.
            pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                to_dict(py, self.0)
            }

            /// Return rules that differ in some options.
            ///
            /// Args:
            ///     options: The options to change, by name.
            ///
            /// Returns:
            ///     The new rules.
            ///
            /// Raises:
            ///     InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
            ///         meld is possible.
            #[pyo3(signature = (**options))]
            fn replace(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                match options {
                    Some(options) => changed(self.0.options(), options).map(Self),
                    None => Ok(Self(self.0)),
                }
            }

            $(
                #[doc = concat!($deck_help, " (", $deck_least, " to ", $deck_most, "; ", class!(@rules $($deck_rule)+), ").")]
                #[getter]
                fn $deck_name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    attribute(py, self.0, stringify!($deck_name))
                }
            )+
            $(
                #[doc = concat!($help, " (", $($least, " to ", $most, "; ",)? class!(@rules $($rule)+), ").")]
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    attribute(py, self.0, stringify!($name))
                }
            )+

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                description(py, self.0)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyDict>,))> {
                Ok((slf.get_type(), (to_dict(slf.py(), slf.get().0)?,)))
            }
        }
    };
    (@rules $first:literal $($rule:literal)*) => { concat!("rule ", $first $(, ", rule ", $rule)*) };
}

with_declaration!(class);
