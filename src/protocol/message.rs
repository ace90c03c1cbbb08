//! The macro that declares messages, and how their plain fields are read.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::json::{Faults, Json, Part, Read};

/// Declares messages that clients send: structs that are read with all their faults, written, and described by a JSON
/// Schema. Unknown fields are a fault in a `closed` struct, and ignored in an `open` one.
macro_rules! messages {
    ($(
        $(#[$meta:meta])*
        $kind:ident struct $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }
    )+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, serde::Serialize, schemars::JsonSchema)]
        #[schemars(extend("additionalProperties" = !$crate::protocol::message::messages!(@is_closed $kind)))]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }

        impl $crate::protocol::json::Read for $name {
            fn read(
                json: $crate::protocol::json::Json<'_>,
                faults: &mut $crate::protocol::json::Faults,
            ) -> Option<Self> {
                const NAMES: &[&str] = &[$(stringify!($field)),*];
                const CLOSED: bool = $crate::protocol::message::messages!(@is_closed $kind);
                let mut found = [None; NAMES.len()];
                if !$crate::protocol::json::find_fields(json, NAMES, CLOSED, &mut found, faults) {
                    faults.add("must be an object");
                    return None;
                }
                let [$($field),*] = found;
                $(let $field = $crate::protocol::json::read_field(stringify!($field), $field, faults);)*
                if faults.is_empty() { Some(Self { $($field: $field?),* }) } else { None }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::protocol::message::deserialize(deserializer)
            }
        }
    )+};
    (@is_closed closed) => { true };
    (@is_closed open) => { false };
}

pub(crate) use messages;

/// Reads a message for serde; the error lists its faults.
pub(crate) fn deserialize<'de, T: Read, D: serde::Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let raw: Box<serde_json::value::RawValue> = serde::Deserialize::deserialize(deserializer)?;
    let mut faults = Faults::default();
    let read = Json::parse(raw.get()).map_err(serde::de::Error::custom)?;
    T::read(read, &mut faults).ok_or_else(|| serde::de::Error::custom(&faults))
}

impl Read for bool {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let flag = json.flag();
        if flag.is_none() {
            faults.add("must be true or false");
        }
        flag
    }
}

impl Read for String {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let text = json.text();
        if text.is_none() {
            faults.add("must be text");
        }
        text.map(std::borrow::Cow::into_owned)
    }
}

/// An optional field; null counts as absent.
impl<T: Read> Read for Option<T> {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        if json.is_null() { Some(None) } else { T::read(json, faults).map(Some) }
    }

    fn absent(_: &mut Faults) -> Option<Self> {
        Some(None)
    }
}

/// An optional field that cannot be null, unless `T` can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Maybe<T>(pub Option<T>);

impl<T> Maybe<T> {
    /// Whether the field is absent.
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl<T> Default for Maybe<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Read> Read for Maybe<T> {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        T::read(json, faults).map(|value| Self(Some(value)))
    }

    fn absent(_: &mut Faults) -> Option<Self> {
        Some(Self(None))
    }
}

impl<T: Serialize> Serialize for Maybe<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Maybe<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A list of at most `MAX` entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List<T, const MAX: usize>(pub Vec<T>);

impl<T: Read, const MAX: usize> Read for List<T, MAX> {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let (mut list, mut too_long) = (Vec::new(), false);
        let is_list = json.items(|item| {
            let place = list.len();
            too_long = place == MAX;
            if !too_long {
                list.push(faults.within(Part::Index(place), |faults| T::read(item, faults)));
            }
            !too_long && !faults.is_full()
        });
        if !is_list {
            faults.add("must be a list");
        } else if too_long {
            faults.add(format_args!("must have at most {MAX} entries"));
        }
        if is_list && !too_long { list.into_iter().collect::<Option<Vec<T>>>().map(Self) } else { None }
    }
}

impl<T: Serialize, const MAX: usize> Serialize for List<T, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: JsonSchema, const MAX: usize> JsonSchema for List<T, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}List", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "array", "items": generator.subschema_for::<T>(), "maxItems": MAX})
    }
}
