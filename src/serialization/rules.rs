//! Rules are a map of all options by name. They are also read from the name of a preset, or from a map of some options,
//! where `preset` names the preset that gives the others.

use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::rules::{InvalidRulesError, OPTIONS, OptionKind, OptionValue, Options, RuleOption, Rules};
use crate::tile::excerpt;

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Letters(palette) => serializer.collect_str(palette),
            Self::Span(least, most) => [least, most].serialize(serializer),
            Self::Flag(flag) => flag.serialize(serializer),
            Self::Choice(name) => name.serialize(serializer),
        }
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(OPTIONS.iter().map(|option| (option.name, option.get(self))))
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RulesVisitor)
    }
}

struct RulesVisitor;

impl<'de> Visitor<'de> for RulesVisitor {
    type Value = Rules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a preset or a map of options")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Rules, E> {
        Options::preset(name).and_then(Options::validate).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rules, A::Error> {
        let mut options = Rules::default().options();
        let mut changes = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if name == "preset" {
                options = Options::preset(&map.next_value::<String>()?).map_err(de::Error::custom)?;
            } else {
                let option = RuleOption::named(&name).map_err(de::Error::custom)?;
                changes.push((option, map.next_value_seed(Given(option))?));
            }
        }
        for (option, value) in changes {
            option.set(&mut options, value).map_err(de::Error::custom)?;
        }
        options.validate().map_err(de::Error::custom)
    }
}

/// Reads the value of an option.
#[derive(Clone, Copy)]
struct Given(&'static RuleOption<Options>);

impl Given {
    /// The error for a value of the wrong type, given as it was written.
    fn wrong<E: de::Error>(self, value: String) -> E {
        let option = self.0.name;
        E::custom(match self.0.kind {
            OptionKind::Number | OptionKind::OptionalNumber | OptionKind::Colors => self.0.not_a_number(value),
            OptionKind::Span => InvalidRulesError::NotASpan { option, value },
            OptionKind::Flag => InvalidRulesError::NotAFlag { option, value },
            OptionKind::Choice(names) => InvalidRulesError::UnknownChoice { option, value, choices: names.join(", ") },
        })
    }

    fn in_range<E: de::Error>(self, number: u64) -> Result<u64, E> {
        let (least, most) = self.0.range.unwrap_or((0, u64::MAX));
        let known = Some(number).filter(|number| (least..=most).contains(number));
        known.ok_or_else(|| E::custom(self.0.not_a_number(number.to_string())))
    }
}

impl<'de> DeserializeSeed<'de> for Given {
    type Value = OptionValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<OptionValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Given {
    type Value = OptionValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value for {}", self.0.name)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<OptionValue, E> {
        match self.0.kind {
            OptionKind::Number | OptionKind::OptionalNumber | OptionKind::Colors => {
                self.in_range(number).map(|it| OptionValue::Number(Some(it)))
            }
            OptionKind::Span => self.in_range(number).map(|it| OptionValue::Span(it, it)),
            OptionKind::Flag | OptionKind::Choice(_) => Err(self.wrong(number.to_string())),
        }
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<OptionValue, E> {
        u64::try_from(number).map_or_else(|_| Err(self.wrong(number.to_string())), |number| self.visit_u64(number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<OptionValue, E> {
        Err(self.wrong(number.to_string()))
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<OptionValue, E> {
        if self.0.kind == OptionKind::Flag { Ok(OptionValue::Flag(flag)) } else { Err(self.wrong(flag.to_string())) }
    }

    fn visit_unit<E: de::Error>(self) -> Result<OptionValue, E> {
        let nothing = self.0.kind == OptionKind::OptionalNumber;
        if nothing { Ok(OptionValue::Number(None)) } else { Err(self.wrong("null".to_owned())) }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<OptionValue, E> {
        let wrong = || self.wrong(format!("{:?}", excerpt(text)));
        match self.0.kind {
            OptionKind::Choice(_) => self.0.choice(text).map_err(E::custom),
            OptionKind::Span => OptionValue::span(text).ok_or_else(wrong),
            OptionKind::Colors => OptionValue::letters(text).ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OptionValue, A::Error> {
        let wrong = || self.wrong("[...]".to_owned());
        if self.0.kind != OptionKind::Span {
            return Err(wrong());
        }
        let (Some(least), Some(most)) = (list.next_element()?, list.next_element()?) else { return Err(wrong()) };
        if list.next_element::<IgnoredAny>()?.is_some() {
            return Err(wrong());
        }
        Ok(OptionValue::Span(self.in_range(least)?, self.in_range(most)?))
    }

    fn visit_map<A: MapAccess<'de>>(self, _map: A) -> Result<OptionValue, A::Error> {
        Err(self.wrong("{...}".to_owned()))
    }
}
