//! Tiles: one tile, the deck it comes from, multisets of tiles, and how they are written.

mod deck;
mod notation;
mod palette;
mod spelling;
mod tiles;

pub use deck::{Color, Deck, MAX_COLORS, MAX_JOKERS, MAX_VALUES, PALETTE, Tile};
#[cfg(feature = "python")]
pub(crate) use notation::read_in_order;
pub use notation::{MAX_TEXT, NotationError};
pub(crate) use notation::{Written, excerpt, plain_tile, read_readable, read_tiles};
pub use palette::Palette;
pub(crate) use spelling::{is_blank, split_melds};
pub use tiles::Tiles;
