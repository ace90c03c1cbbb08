//! Melds: runs and groups, what their jokers stand for, and how many melds and arrangements there are.
//!
//! A [`Meld`] is valid by construction (rules 4 to 6) and canonical: runs rise and keep each joker in its place,
//! groups list their colors in palette order with jokers last. It takes eight bytes and is `Copy`.

mod arrange;
mod count;
mod model;
mod read;

pub use arrange::count_arrangements;
#[cfg(feature = "python")]
pub(crate) use arrange::count_arrangements_until;
pub use count::count_melds;
pub(crate) use model::palette_mask;
pub use model::{Group, Meld, Run};
pub use read::InvalidMeldError;
pub(crate) use read::MeldReader;
