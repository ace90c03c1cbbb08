//! Verdicts are written, not read: what is legal is for `check_turn` to say.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::turn::{Fate, Reason, Source, TableJoker, Verdict};

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Reason", 4)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("message", &self.to_string())?;
        fields.serialize_field("subject", &self.subject())?;
        fields.serialize_field("meld", &self.meld())?;
        fields.end()
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Verdict", 5)?;
        fields.serialize_field("legal", &self.legal())?;
        fields.serialize_field("reasons", &self.reasons)?;
        fields.serialize_field("tiles", &self.tiles)?;
        fields.serialize_field("table", &self.table)?;
        fields.serialize_field("jokers", &self.jokers)?;
        fields.end()
    }
}

/// The fields are those of Python's `TableJoker`.
impl Serialize for TableJoker {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (fate, by, from, now) = match self.fate {
            Fate::Freed { by, from: Source::Hand } => ("exchanged", Some(by), None, None),
            Fate::Freed { by, from: Source::Table { meld } } => ("exchanged", Some(by), Some(meld), None),
            Fate::Stayed { meld } => ("stayed", None, None, Some(meld)),
            Fate::Loose => ("free", None, None, None),
        };
        let mut fields = serializer.serialize_struct("TableJoker", 6)?;
        fields.serialize_field("fate", fate)?;
        fields.serialize_field("meld", &self.meld)?;
        fields.serialize_field("stands_for", &self.stands_for)?;
        fields.serialize_field("exchanged_for", &by)?;
        fields.serialize_field("exchanged_from", &from)?;
        fields.serialize_field("stays_in", &now)?;
        fields.end()
    }
}
