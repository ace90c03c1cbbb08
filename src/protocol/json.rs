//! Reads JSON values, and collects what is wrong with them.
//!
//! A value stays text until somebody asks for its items, so a line needs little more memory than its bytes. Reading stops
//! after [`MAX_FAULTS`] faults, however many a line has.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The most faults that one message lists; a long list may have one in every entry.
pub(crate) const MAX_FAULTS: usize = 8;

/// How deep arrays and objects may be nested.
pub(crate) const MAX_DEPTH: usize = 200;

/// The most characters of a client's name that an error quotes.
const MAX_NAME: usize = 60;

/// A JSON value as text that is known to be valid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json<'a>(&'a RawValue);

/// The kinds of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Flag,
    Number,
    Text,
    List,
    Object,
}

/// Why a text is not JSON: serde's message, with the place.
pub(crate) type NotJson = serde_json::Error;

impl<'a> Json<'a> {
    /// Checks that a text is one JSON value.
    pub(crate) fn parse(text: &'a str) -> Result<Self, NotJson> {
        let json = Self(serde_json::from_str(text)?);
        // Nobody reads a message that is not an object or a list, so that nobody would notice.
        if matches!(json.kind(), Kind::Number | Kind::Text) {
            serde_json::from_str::<serde_json::Value>(json.raw())?;
        }
        Ok(json)
    }

    pub(crate) fn raw(self) -> &'a str {
        self.0.get()
    }

    pub(crate) fn kind(self) -> Kind {
        match self.raw().as_bytes().first() {
            Some(b'n') => Kind::Null,
            Some(b't' | b'f') => Kind::Flag,
            Some(b'"') => Kind::Text,
            Some(b'[') => Kind::List,
            Some(b'{') => Kind::Object,
            _ => Kind::Number,
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub(crate) fn flag(self) -> Option<bool> {
        (self.kind() == Kind::Flag).then(|| self.raw() == "true")
    }

    /// The digits of a number.
    pub(crate) fn number(self) -> Option<&'a str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// A text. Half a surrogate pair, which JSON can express, is read as a replacement character.
    pub(crate) fn text(self) -> Option<Cow<'a, str>> {
        let inside = self.raw().strip_prefix('"')?.strip_suffix('"')?;
        if !inside.contains('\\') {
            return Some(Cow::Borrowed(inside));
        }
        Some(Cow::Owned(serde_json::Deserializer::from_str(self.raw()).deserialize_bytes(Text).unwrap_or_default()))
    }

    /// Passes the items of a list to `each`, until it returns false. Returns false if this is not a list.
    pub(crate) fn items(self, each: impl FnMut(Json<'a>) -> bool) -> bool {
        if self.kind() != Kind::List {
            return false;
        }
        // The text is valid, so the only error is that `each` did not want the rest.
        let _ = serde_json::Deserializer::from_str(self.raw()).deserialize_seq(Items(each));
        true
    }

    /// Passes the fields of an object to `each`, until it returns false. Returns false if this is not an object.
    pub(crate) fn fields(self, each: impl FnMut(Cow<'a, str>, Json<'a>) -> bool) -> bool {
        if self.kind() != Kind::Object {
            return false;
        }
        let _ = serde_json::Deserializer::from_str(self.raw()).deserialize_map(Fields(each));
        true
    }

    /// A field of an object; of equal names the last one.
    pub(crate) fn field(self, wanted: &str) -> Option<Self> {
        let mut found = None;
        self.fields(|name, value| {
            if name == wanted {
                found = Some(value);
            }
            true
        });
        found
    }
}

/// Reads a text from the bytes that serde gives for it.
struct Text;

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<String, E> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

struct Items<F>(F);

impl<'a, F: FnMut(Json<'a>) -> bool> Visitor<'a> for Items<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'a>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(item) = list.next_element()? {
            if !self.0(Json(item)) {
                break;
            }
        }
        Ok(())
    }
}

struct Fields<F>(F);

impl<'a, F: FnMut(Cow<'a, str>, Json<'a>) -> bool> Visitor<'a> for Fields<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(Name)? {
            if !self.0(name.text().unwrap_or_default(), Json(map.next_value()?)) {
                break;
            }
        }
        Ok(())
    }
}

/// Reads the name of a field without decoding it.
struct Name;

impl<'a> DeserializeSeed<'a> for Name {
    type Value = Json<'a>;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Json<'a>, D::Error> {
        serde::Deserialize::deserialize(deserializer).map(Json)
    }
}

/// A step on the way to a value.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    Field(Cow<'static, str>),
    Index(usize),
}

/// What is wrong with a message, field by field.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    lines: Vec<String>,
    /// Whether there are more than were collected.
    more: bool,
    /// Where the value is that is being read.
    path: Vec<Part>,
    /// The fields of the whole message with a fault.
    fields: Vec<Cow<'static, str>>,
}

impl Faults {
    /// Reads a part of a value.
    pub(crate) fn within<T>(&mut self, part: Part, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(part);
        let found = read(self);
        self.path.pop();
        found
    }

    /// Adds a fault of the value that is being read.
    pub(crate) fn add(&mut self, message: impl fmt::Display) {
        if self.lines.len() == MAX_FAULTS {
            self.more = true;
            return;
        }
        let mut line = String::new();
        for (place, part) in self.path.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = match part {
                Part::Field(name) if place == 0 => write!(line, "{name}"),
                Part::Field(name) => write!(line, ".{name}"),
                Part::Index(index) => write!(line, "[{index}]"),
            };
        }
        if let Some((end, _)) = line.char_indices().nth(MAX_NAME) {
            line.truncate(end);
        }
        if self.path.is_empty() {
            line.push_str("params");
        }
        let _ = write!(line, " {message}");
        self.lines.push(line);
        if let Some(Part::Field(name)) = self.path.first()
            && !self.fields.contains(name)
        {
            self.fields.push(name.clone());
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether there are enough: what reads a list may stop.
    pub(crate) fn is_full(&self) -> bool {
        self.more
    }

    /// Whether all faults are in this field.
    pub(crate) fn are_all_in(&self, field: &str) -> bool {
        self.fields == [field]
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("; "))?;
        f.write_str(if self.more { "; and more" } else { "" })
    }
}

/// A type that is read from a JSON value.
pub(crate) trait Read: Sized {
    /// Reads the value, or adds at least one fault.
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self>;

    /// The value of a field that is not there, or a fault.
    fn absent(faults: &mut Faults) -> Option<Self> {
        faults.add("is missing");
        None
    }
}

/// Reads a field of an object.
pub(crate) fn read_field<T: Read>(name: &'static str, json: Option<Json<'_>>, faults: &mut Faults) -> Option<T> {
    faults.within(Part::Field(Cow::Borrowed(name)), |faults| match json {
        Some(json) => T::read(json, faults),
        None => T::absent(faults),
    })
}

/// Finds the fields of an object by name; of equal names the last one counts. Returns false if it is not an object.
pub(crate) fn find_fields<'a>(
    json: Json<'a>,
    names: &[&'static str],
    closed: bool,
    found: &mut [Option<Json<'a>>],
    faults: &mut Faults,
) -> bool {
    json.fields(|name, value| {
        match names.iter().position(|known| *known == name) {
            Some(place) => found[place] = Some(value),
            None if closed => faults.within(Part::Field(Cow::Owned(name.into_owned())), |faults| {
                faults.add("is not a field of this message");
            }),
            None => {}
        }
        !faults.is_full()
    })
}

/// How deep arrays and objects are nested, which needs no JSON to be told.
fn depth(text: &[u8]) -> usize {
    let (mut deepest, mut now, mut in_text, mut escaped) = (0, 0_usize, false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                now += 1;
                deepest = deepest.max(now);
            }
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Reads a line as JSON, or says why it is none.
pub(crate) fn read_line(line: &[u8]) -> Result<Json<'_>, String> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let start = error.valid_up_to();
        let reason = match (error.error_len(), line.get(start)) {
            (None, _) => "unexpected end of data",
            (_, Some(0xC2..=0xF4)) => "invalid continuation byte",
            _ => "invalid start byte",
        };
        format!("the line is not UTF-8: {reason} at byte {start}")
    })?;
    if depth(line) > MAX_DEPTH {
        return Err("the line is not JSON: nested too deeply".to_owned());
    }
    Json::parse(text).map_err(|error| format!("the line is not JSON: {error}"))
}
