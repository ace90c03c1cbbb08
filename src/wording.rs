//! Messages for people: a template with placeholders, and the values to fill in.
//!
//! A [`Wording`] prints as English. Because it keeps the template apart from the values, `rummy_fast.words` can
//! translate it. Templates are written where they are used, with the macros `wording!` and `plural!`; `make words`
//! collects them from the source by these names.

use std::borrow::Cow;
use std::fmt;

/// The name of the value that chooses between singular and plural.
pub const COUNT: &str = "count";

/// How deeply wordings may be nested. A reason that names as many melds as there can be jokers needs half of it.
pub const MAX_DEPTH: usize = 16;

type Text = Cow<'static, str>;

/// A message: a template, and the values for its placeholders, such as `{tile}`.
///
/// ```
/// use rummy_fast::{Rules, Tile};
/// let error = Tile::parse("r14", &Rules::schmidt().deck).unwrap_err();
/// assert_eq!(error.to_string(), "number out of range in \"r14\": this deck has 1 to 13");
/// assert_eq!(error.wording().template(), "number out of range in \"{text}\": this deck has 1 to {most}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Wording {
    template: Text,
    plural: Option<Text>,
    values: Vec<(Text, Filling)>,
}

/// A value for a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Filling {
    /// Text that is the same in every language: tiles, melds, names and what a caller wrote.
    Text(String),
    /// A number.
    Number(i64),
    /// A message, or a part of one.
    Wording(Wording),
    /// Several messages in a row.
    All(Vec<Wording>),
}

impl Wording {
    /// Makes a message. The plural is used unless the value named [`COUNT`] is 1.
    pub(crate) fn new(template: impl Into<Text>, plural: Option<Text>, values: Vec<(Text, Filling)>) -> Self {
        Self { template: template.into(), plural, values }
    }

    /// Joins several messages with semicolons.
    pub(crate) fn all(wordings: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = wordings.into_iter().collect();
        match all.pop() {
            Some(only) if all.is_empty() => only,
            last => {
                all.extend(last);
                Self::new("{all}", None, vec![("all".into(), Filling::All(all))])
            }
        }
    }

    /// Returns the English template; the singular if there are two.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Returns the English template of the plural, if there is one.
    #[must_use]
    pub fn plural(&self) -> Option<&str> {
        self.plural.as_deref()
    }

    /// Iterates over the names of the placeholders and their values.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Filling)> {
        self.values.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// Returns the value with this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Filling> {
        self.values().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Returns how deeply wordings are nested; 1 if this one contains no others.
    #[must_use]
    pub fn depth(&self) -> usize {
        let deepest = |value: &Filling| match value {
            Filling::Text(_) | Filling::Number(_) => 0,
            Filling::Wording(wording) => wording.depth(),
            Filling::All(wordings) => wordings.iter().map(Self::depth).max().unwrap_or(0),
        };
        1 + self.values().map(|(_, value)| deepest(value)).max().unwrap_or(0)
    }
}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = match &self.plural {
            Some(plural) if self.value(COUNT) != Some(&Filling::Number(1)) => plural.as_ref(),
            _ => self.template.as_ref(),
        };
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let place = after.split_once('}').and_then(|(name, tail)| Some((self.value(name)?, tail)));
            if let Some((value, tail)) = place {
                write!(f, "{value}")?;
                rest = tail;
            } else {
                f.write_str("{")?;
                rest = after;
            }
        }
        f.write_str(rest)
    }
}

impl fmt::Display for Filling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Wording(wording) => write!(f, "{wording}"),
            Self::All(wordings) => {
                for (place, wording) in wordings.iter().enumerate() {
                    if place > 0 {
                        f.write_str("; ")?;
                    }
                    write!(f, "{wording}")?;
                }
                Ok(())
            }
        }
    }
}

impl From<Wording> for Filling {
    fn from(wording: Wording) -> Self {
        Self::Wording(wording)
    }
}

macro_rules! values {
    ($($kind:ty: $value:ident => $made:expr;)+) => {$(
        impl From<$kind> for Filling {
            fn from($value: $kind) -> Self {
                $made
            }
        }
    )+};
}

values! {
    String: text => Self::Text(text);
    &String: text => Self::Text(text.clone());
    &str: text => Self::Text(text.to_owned());
    u8: number => Self::Number(number.into());
    &u8: number => Self::Number((*number).into());
    u16: number => Self::Number(number.into());
    u32: number => Self::Number(number.into());
    &u32: number => Self::Number((*number).into());
    u64: number => i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number);
    &u64: number => Self::from(*number);
    usize: number => Self::from(number as u64);
    &usize: number => Self::from(*number);
}

/// Escapes what a caller wrote. The quotation marks belong to the template.
pub(crate) fn quoted(text: &str) -> String {
    let quoted = format!("{text:?}");
    quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map_or(text, |text| text).to_owned()
}

/// The longest limit in seconds: a year.
const MAX_SECONDS: u32 = 31_536_000;

/// Whether these seconds are a limit: more than 0, and at most a year.
pub(crate) fn is_limit(seconds: f64) -> bool {
    0.0 < seconds && seconds <= f64::from(MAX_SECONDS)
}

/// The text about a whole number that is out of range, as the caller wrote it.
pub(crate) fn not_whole(option: &str, value: &str, least: impl Into<i128>, most: impl Into<i128>) -> Wording {
    let most: i128 = most.into();
    let most = if most == i128::from(u64::MAX) { "2**64 - 1".to_owned() } else { most.to_string() };
    wording!(
        "{option} = {value}: must be a whole number from {least} to {most}",
        option,
        value,
        least = least.into().to_string(),
        most
    )
}

/// The text about seconds that are out of range, as the caller wrote them.
pub(crate) fn not_seconds(option: &str, value: impl Into<Filling>) -> Wording {
    wording!(
        "{option} = {value}: must be more than 0 and at most {most} seconds (a year)",
        option,
        value = value.into(),
        most = MAX_SECONDS.to_string()
    )
}

/// Counts `{name}` in a template, at compile time.
pub(crate) const fn places(template: &str, name: &str) -> usize {
    let (template, name) = (template.as_bytes(), name.as_bytes());
    let (mut found, mut at) = (0, 0);
    while at + name.len() + 1 < template.len() {
        let mut same = 0;
        while same < name.len() && template[at + 1 + same] == name[same] {
            same += 1;
        }
        if template[at] == b'{' && same == name.len() && template[at + 1 + same] == b'}' {
            found += 1;
        }
        at += 1;
    }
    found
}

/// Whether every placeholder of the template has a value.
pub(crate) const fn is_filled(template: &str, names: &[&str]) -> bool {
    let bytes = template.as_bytes();
    let (mut braces, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            braces += 1;
        }
        at += 1;
    }
    let mut filled = 0;
    at = 0;
    while at < names.len() {
        filled += places(template, names[at]);
        at += 1;
    }
    filled == braces
}

/// Whether the value has a placeholder, or chooses between singular and plural.
pub(crate) const fn is_used(template: &str, name: &str) -> bool {
    is_counted(&[name]) || places(template, name) > 0
}

/// Whether the value that chooses between singular and plural is among the names.
pub(crate) const fn is_counted(names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        if places("{count}", names[at]) == 1 {
            return true;
        }
        at += 1;
    }
    false
}

/// Makes a [`Wording`]. It is a compile-time error if a placeholder has no value or a value no placeholder.
///
/// `wording!("no tile for {missing} in {meld}", missing = tile, meld)`
macro_rules! wording {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const _: () = {
            assert!($crate::wording::is_filled($template, &[$(stringify!($name)),*]), "a placeholder has no value");
            $(assert!($crate::wording::places($template, stringify!($name)) > 0, "a value has no placeholder");)*
        };
        $crate::wording::Wording::new($template, None, $crate::wording::named!($($name $(= $value)?),*))
    }};
}

/// Makes a [`Wording`] with a singular and a plural; the value `count` chooses between them.
///
/// `plural!("{tile} is gone", "{count} of {tile} are gone", count = 2u8, tile)`
macro_rules! plural {
    ($one:literal, $more:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {{
        const _: () = {
            assert!($crate::wording::is_filled($one, &[$(stringify!($name)),+]), "a placeholder has no value");
            assert!($crate::wording::is_filled($more, &[$(stringify!($name)),+]), "a placeholder has no value");
            $(assert!($crate::wording::is_used($more, stringify!($name)), "a value has no placeholder");)+
            assert!($crate::wording::is_counted(&[$(stringify!($name)),+]), "the value `count` is missing");
        };
        let values = $crate::wording::named!($($name $(= $value)?),+);
        $crate::wording::Wording::new($one, Some($more.into()), values)
    }};
}

/// Turns `tile, count = 2` into names and values.
macro_rules! named {
    ($($name:ident $(= $value:expr)?),*) => {
        vec![$((stringify!($name).into(), $crate::wording::named!(@value $name $(= $value)?))),*]
    };
    (@value $name:ident) => { $crate::wording::Filling::from($name) };
    (@value $name:ident = $value:expr) => { $crate::wording::Filling::from($value) };
}

/// Implements `Display` and `Error` for types that have a method `wording`.
macro_rules! worded_errors {
    ($($error:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.wording())
            }
        }

        impl std::error::Error for $error {}
    )+};
}

pub(crate) use {named, plural, worded_errors, wording};

#[cfg(test)]
mod tests {
    use super::*;

    fn times(count: u8) -> Wording {
        plural!("{tile} is gone", "{count} of {tile} are gone", count, tile = "r6")
    }

    #[test]
    fn placeholders_are_filled() {
        assert_eq!(times(1).to_string(), "r6 is gone");
        assert_eq!(times(0).to_string(), "0 of r6 are gone");
        assert_eq!(wording!("{a}{b} {a}", a = "x", b = 2u8).to_string(), "x2 x");
        assert_eq!(wording!("no places").to_string(), "no places");
        assert_eq!(wording!("meld {place}: {error}", place = 3u8, error = times(2)).depth(), 2);
    }

    #[test]
    fn other_braces_are_kept() {
        // Values are not expanded, so what a caller wrote may contain braces.
        assert_eq!(wording!("a {a}", a = "{a} {b}").to_string(), "a {a} {b}");
        for text in ["{", "}", "{}", "{b", "{b}", "{{a}", "é{"] {
            assert_eq!(Wording::new(text, None, Vec::new()).to_string(), text);
        }
    }

    #[test]
    fn several_are_joined_by_semicolons() {
        assert_eq!(Wording::all([times(1), times(2)]).to_string(), "r6 is gone; 2 of r6 are gone");
        assert_eq!(Wording::all([times(1)]), times(1));
        assert_eq!(Wording::all([]).to_string(), "");
    }

    #[test]
    fn placeholders_are_counted() {
        assert_eq!(places("{tile} and {tile}, {tiles}", "tile"), 2);
        assert_eq!(places("{", "tile"), 0);
        assert_eq!(places("{tile", "tile"), 0);
        assert!(is_filled("{a} {b}", &["a", "b", "c"]));
        assert!(!is_filled("{a} {b}", &["a"]));
    }

    #[test]
    fn text_is_escaped_without_quotation_marks() {
        assert_eq!(quoted("r3 \"r4\"\n"), r#"r3 \"r4\"\n"#);
        assert_eq!(quoted(""), "");
        assert_eq!(quoted("\""), "\\\"");
    }
}
