//! An objective is `"tiles"`, `"points"`, or a map from tile to weight.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::solver::{Objective, Weights};
use crate::tile::{Tile, excerpt};

const EXPECTED: &str = "\"tiles\", \"points\", or a mapping from tile to weight";

impl Serialize for Objective {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Tiles => serializer.serialize_str("tiles"),
            Self::Points => serializer.serialize_str("points"),
            Self::Weights(weights) => weights.serialize(serializer),
        }
    }
}

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

struct ObjectiveVisitor;

impl<'de> Visitor<'de> for ObjectiveVisitor {
    type Value = Objective;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Objective, E> {
        match name {
            "tiles" => Ok(Objective::Tiles),
            "points" => Ok(Objective::Points),
            other => Err(E::custom(format!("unknown objective {:?}: expected {EXPECTED}", excerpt(other)))),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Objective, A::Error> {
        let mut pairs: Vec<(Tile, f64)> = Vec::new();
        while let Some((tile, weight)) = map.next_entry()? {
            if pairs.iter().any(|&(known, _)| known == tile) {
                return Err(de::Error::custom(format!("{tile} has two weights")));
            }
            pairs.push((tile, weight));
        }
        Weights::new(pairs).map(Objective::Weights).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Objective {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ObjectiveVisitor)
    }
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_map(ObjectiveVisitor)? {
            Objective::Weights(weights) => Ok(weights),
            Objective::Tiles | Objective::Points => Err(de::Error::custom("expected a mapping from tile to weight")),
        }
    }
}
