//! `Wording`: a sentence that can be translated, because its template and its values are kept apart.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyString, PyTuple, PyType};

use super::convert::{items, type_error};
use super::exceptions::{NotationError, RummyError};
use crate::wording::{COUNT, Filling, MAX_DEPTH, Wording, wording};

const VALUE: &str = "text, a whole number, a Wording, or an iterable of wordings";

const ATTRIBUTE: &str = "wording";

/// Creates an exception that carries its wording, so that its message can be translated.
pub(super) fn worded<E: PyTypeInfo>(wording: Wording) -> PyErr {
    Python::attach(|py| {
        let error = PyErr::new::<E, _>(wording.to_string());
        error.value(py).setattr(ATTRIBUTE, PyWording(wording)).map_or_else(|failure| failure, |()| error)
    })
}

/// Sets `wording` to None on the class, for exceptions that carry none.
pub(super) fn default_to_none(py: Python<'_>) -> PyResult<()> {
    RummyError::type_object(py).setattr(ATTRIBUTE, py.None())
}

/// The characters of a Python string, which may contain lone surrogates.
pub(super) fn text_of<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str()
        .map_err(|_| worded::<NotationError>(wording!("the text is not valid Unicode: it has a lone surrogate")))
}

/// Reads a text.
pub(super) fn text<'a>(argument: &str, value: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    text_of(value.cast::<PyString>().map_err(|_| type_error(argument, "text", value))?)
}

/// A sentence that can be translated: its template and its values are kept apart.
///
/// `str(wording)` is the English sentence. `rummy_fast.words` translates it.
///
/// Args:
///     template: The English sentence with placeholders, such as `"{tile} is gone"`.
///     values: A mapping from placeholder to value: text, a whole number, another `Wording`, or
///         an iterable of wordings, which are joined by semicolons.
///     plural: The English sentence for every count but 1. The count is the value named `count`.
///
/// Raises:
///     RummyError: If there is a plural but no whole number named `count`, or wordings are
///         nested more than 16 deep.
///     TypeError: If an argument or a value has the wrong type.
#[pyclass(name = "Wording", module = "rummy_fast", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyWording(pub(super) Wording);

/// Reads the value of a placeholder.
fn filling(value: &Bound<'_, PyAny>) -> PyResult<Filling> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Filling::Text(text_of(text)?.to_owned()));
    }
    if let Ok(wording) = value.cast::<PyWording>() {
        return Ok(Filling::Wording(wording.get().0.clone()));
    }
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        // A number of more than 64 bits never selects a plural, so its digits are enough.
        return value.extract().map(Filling::Number).or_else(|_| Ok(Filling::Text(value.str()?.to_string())));
    }
    let wordings = items("values", VALUE, value)?;
    let wording = |item: Bound<'_, PyAny>| match item.cast::<PyWording>() {
        Ok(wording) => Ok(wording.get().0.clone()),
        Err(_) => Err(type_error("values", "each item to be a Wording", &item)),
    };
    Ok(Filling::All(wordings.into_iter().map(wording).collect::<PyResult<_>>()?))
}

/// The value of a placeholder as a Python object.
fn value_of<'py>(py: Python<'py>, value: &Filling) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Filling::Text(text) => text.into_bound_py_any(py),
        Filling::Number(number) => number.into_bound_py_any(py),
        Filling::Wording(wording) => PyWording(wording.clone()).into_bound_py_any(py),
        Filling::All(wordings) => PyTuple::new(py, wordings.iter().cloned().map(PyWording))?.into_bound_py_any(py),
    }
}

#[pymethods]
impl PyWording {
    #[new]
    #[pyo3(signature = (template, values=None, plural=None), text_signature = "(template, values={}, plural=None)")]
    fn new(
        py: Python<'_>,
        template: &Bound<'_, PyAny>,
        values: Option<&Bound<'_, PyAny>>,
        plural: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let template = text("template", template)?.to_owned();
        let plural = plural.map(|plural| text("plural", plural).map(str::to_owned)).transpose()?;
        let pairs = match values.map(|values| (values, values.cast::<PyMapping>())) {
            None => PyList::empty(py),
            Some((_, Ok(mapping))) => mapping.items()?,
            Some((values, Err(_))) => return Err(type_error("values", "a mapping", values)),
        };
        let mut given = Vec::new();
        for pair in pairs {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let name = name.cast::<PyString>().map_err(|_| type_error("values", "each name to be text", &name))?;
            given.push((text_of(name)?.to_owned().into(), filling(&value)?));
        }
        let wording = Wording::new(template, plural.map(Into::into), given);
        if wording.plural().is_some() && !matches!(wording.value(COUNT), Some(Filling::Number(_))) {
            return Err(RummyError::new_err(format!("a plural needs a whole number named {COUNT:?} in values")));
        }
        if wording.depth() > MAX_DEPTH {
            return Err(RummyError::new_err(format!("wordings can be nested at most {MAX_DEPTH} deep")));
        }
        Ok(Self(wording))
    }

    /// The English sentence with placeholders; the singular, if there are two forms.
    #[getter]
    fn template(&self) -> &str {
        self.0.template()
    }

    /// The English sentence for every count but 1; None if there is one form only.
    #[getter]
    fn plural(&self) -> Option<&str> {
        self.0.plural()
    }

    /// The values by placeholder.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (name, value) in self.0.values() {
            values.set_item(name, value_of(py, value)?)?;
        }
        Ok(values)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (_, arguments) = Self::__reduce__(slf)?;
        Ok(format!("Wording{}", arguments.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (this, py) = (slf.get(), slf.py());
        let values = this.values(py)?;
        let arguments = match this.plural() {
            None => (this.template(), values).into_pyobject(py)?,
            Some(plural) => (this.template(), values, plural).into_pyobject(py)?,
        };
        Ok((slf.get_type(), arguments))
    }
}

/// The English text of a reason or a step, with its wording. Only the text is compared.
#[derive(Clone)]
pub(super) struct Sentence {
    text: String,
    wording: Wording,
}

impl Sentence {
    /// Reads text or a `Wording`.
    pub(super) fn read(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(wording) = value.cast::<PyWording>() {
            return Ok(wording.get().0.clone().into());
        }
        let text = value.cast::<PyString>().map_err(|_| type_error(argument, "text or a Wording", value))?;
        Ok(Wording::new(text_of(text)?.to_owned(), None, Vec::new()).into())
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn wording(&self) -> &Wording {
        &self.wording
    }
}

impl From<Wording> for Sentence {
    fn from(wording: Wording) -> Self {
        Self { text: wording.to_string(), wording }
    }
}

impl PartialEq for Sentence {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Sentence {}

impl std::hash::Hash for Sentence {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
