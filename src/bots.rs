//! Built-in bots. A bot sees a [`View`](crate::View) and nothing else, so hidden tiles cannot leak to it.

mod bot;
mod built_in;
pub(crate) mod careful;
mod choice;
pub(crate) mod greedy;
mod search;
pub(crate) mod tidy;

pub use bot::{Bot, BotError};
pub use built_in::{BUILT_IN, BotName, BotNameError, BuiltIn, LevelNumber, LevelRange};
pub use careful::Careful;
pub use greedy::Greedy;
#[cfg(feature = "matches")]
pub(crate) use search::Judgment;
pub use search::{Level, Search, SearchParams};
