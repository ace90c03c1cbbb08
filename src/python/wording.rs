//! `Wording`: a sentence whose template and values can be had apart.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyMappingMethods, PyString, PyTuple, PyType};

use super::args::{items, text_of, type_error};
use super::errors::RummyError;
use crate::wording::{COUNT, Filling, MAX_DEPTH, Wording};

const VALUE: &str = "text, a whole number, a Wording, or an iterable of wordings";

/// A sentence for people with its values apart.
#[pyclass(name = "Wording", module = "rummy_fast", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyWording(pub(super) Wording);

/// What goes into one place.
fn filling(value: &Bound<'_, PyAny>) -> PyResult<Filling> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Filling::Text(text_of(text)?.to_owned()));
    }
    if let Ok(wording) = value.cast::<PyWording>() {
        return Ok(Filling::Wording(wording.get().0.clone()));
    }
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        // A number too large to count anything is only shown.
        return value.extract().map(Filling::Number).or_else(|_| Ok(Filling::Text(value.str()?.to_string())));
    }
    let wordings = items("values", VALUE, value)?;
    let wording = |item: Bound<'_, PyAny>| match item.cast::<PyWording>() {
        Ok(wording) => Ok(wording.get().0.clone()),
        Err(_) => Err(type_error("values", "each item to be a Wording", &item)),
    };
    Ok(Filling::All(wordings.into_iter().map(wording).collect::<PyResult<_>>()?))
}

/// What goes into one place, for Python.
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
        template: String,
        values: Option<&Bound<'_, PyMapping>>,
        plural: Option<String>,
    ) -> PyResult<Self> {
        let mut given = Vec::new();
        for pair in values.map_or_else(|| Ok(PyList::empty(py)), PyMappingMethods::items)? {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let name = name.cast::<PyString>().map_err(|_| type_error("values", "each name to be text", &name))?;
            given.push((text_of(name)?.to_owned().into(), filling(&value)?));
        }
        let wording = Wording::new(template, plural.map(Into::into), given);
        if wording.plural().is_some() && !matches!(wording.value(COUNT), Some(Filling::Number(_))) {
            return Err(RummyError::new_err(format!("a plural is chosen by the value {COUNT:?}, a whole number")));
        }
        if wording.depth() > MAX_DEPTH {
            return Err(RummyError::new_err(format!("wordings lie at most {MAX_DEPTH} deep in one another")));
        }
        Ok(Self(wording))
    }

    /// The English sentence with its places, such as `{tile}`; of two, the one for a single thing.
    #[getter]
    fn template(&self) -> &str {
        self.0.template()
    }

    /// The English sentence for any other number of things.
    #[getter]
    fn plural(&self) -> Option<&str> {
        self.0.plural()
    }

    /// The values by the names of their places.
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

/// The English of a reason or step, and its wording. Only the English is compared.
#[derive(Clone)]
pub(super) struct Sentence {
    text: String,
    wording: Wording,
}

impl Sentence {
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

impl<'py> FromPyObject<'_, 'py> for Sentence {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(wording) = value.cast::<PyWording>() {
            return Ok(wording.get().0.clone().into());
        }
        Ok(Wording::new(value.extract::<String>()?, None, Vec::new()).into())
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
