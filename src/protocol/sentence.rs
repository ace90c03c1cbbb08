//! Sentences for people as template and values, for clients that translate them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wording::{Filling, Wording};

/// A sentence for people before its places are filled. The templates are those of the catalogs in
/// `python/rummy_fast/words`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// The English template, with places such as `{tile}`; of a sentence with a plural, its singular.
    pub template: String,
    /// The English template of the plural, used unless the value `count` is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plural: Option<String>,
    /// What the places are filled with.
    pub values: BTreeMap<String, SentenceValue>,
}

/// What a place is filled with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SentenceValue {
    /// A number.
    Number(i64),
    /// Text that is the same in every language.
    Text(String),
    /// A sentence, or a part of one.
    Sentence(Sentence),
    /// Sentences, parted by semicolons.
    All(Vec<Sentence>),
}

impl From<&Wording> for Sentence {
    fn from(wording: &Wording) -> Self {
        Self {
            template: wording.template().to_owned(),
            plural: wording.plural().map(ToOwned::to_owned),
            values: wording.values().map(|(name, value)| (name.to_owned(), value.into())).collect(),
        }
    }
}

impl From<&Filling> for SentenceValue {
    fn from(value: &Filling) -> Self {
        match value {
            Filling::Text(text) => Self::Text(text.clone()),
            Filling::Number(number) => Self::Number(*number),
            Filling::Wording(wording) => Self::Sentence(wording.into()),
            Filling::All(wordings) => Self::All(wordings.iter().map(Into::into).collect()),
        }
    }
}
