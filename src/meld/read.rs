//! Reading melds: which run or group the tiles make, and what the jokers stand for.

use super::model::Meld;
use crate::rules::Rules;
use crate::tile::{Color, MAX_TEXT, MAX_VALUES, NotationError, Tile, Written, excerpt, plain_tile, read_tiles};
use crate::wording::{Wording, plural, quoted, worded_errors, wording};

/// Why tiles are not a meld.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidMeldError {
    /// A word is not a tile of the deck.
    Notation(NotationError),
    /// There are no tiles.
    Empty,
    /// There are fewer tiles than `shortest_meld`.
    TooShort {
        /// The meld as written.
        meld: String,
        /// The number of its tiles.
        len: usize,
        /// `shortest_meld`.
        least: u8,
    },
    /// There are more tiles than colors.
    GroupTooLong {
        /// The meld as written.
        meld: String,
        /// The number of its tiles.
        len: usize,
        /// The number of colors.
        most: u8,
    },
    /// There are only jokers.
    JokersOnly(String),
    /// There is one natural tile, and jokers that do not name the tile they stand for.
    Ambiguous(String),
    /// The tiles have one number, but a color occurs twice.
    RepeatedColor {
        /// The meld as written.
        meld: String,
        /// The tile that occurs twice.
        tile: Tile,
    },
    /// The tiles have one color, but a number occurs twice.
    RepeatedNumber {
        /// The meld as written.
        meld: String,
        /// The tile that occurs twice.
        tile: Tile,
    },
    /// The tiles have neither one number nor one color.
    NeitherRunNorGroup(String),
    /// The tiles have one color, but a number is missing.
    Gap {
        /// The meld as written.
        meld: String,
        /// The first missing tile.
        missing: Tile,
    },
    /// The tiles of a run with jokers are not in order.
    OutOfOrder {
        /// The meld as written.
        meld: String,
        /// The first tile out of place.
        tile: Tile,
    },
    /// The tiles of a run with jokers are not in order, and there is one order in which they are a run.
    Misordered {
        /// The meld as written.
        meld: String,
        /// The meld in order.
        reading: String,
    },
    /// The tiles are several melds.
    SeveralMelds {
        /// The meld as written.
        meld: String,
        /// The melds, with `|` between them.
        melds: String,
    },
    /// The run goes on with 1 after the highest number.
    WrapsAround {
        /// The meld as written.
        meld: String,
        /// The highest number.
        most: u8,
    },
    /// The meld was read under other rules and is not valid under these.
    NotOfTheseRules(String),
    /// A joker is before the 1 or after the highest number.
    BeyondTheEnd {
        /// The meld as written.
        meld: String,
        /// The highest number.
        most: u8,
    },
}

impl InvalidMeldError {
    /// The sentence that names the meld and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Notation(error) => error.wording(),
            Self::Empty => wording!("an empty meld"),
            Self::TooShort { meld, len, least } => plural!(
                "\"{meld}\" has {count} tile: a meld has at least {least} (rules 4 and 5)",
                "\"{meld}\" has {count} tiles: a meld has at least {least} (rules 4 and 5)",
                count = len,
                meld = quoted(meld),
                least
            ),
            Self::GroupTooLong { meld, len, most } => wording!(
                "\"{meld}\" has {len} tiles: a group has at most one of each of the {most} colors (rule 4)",
                meld = quoted(meld),
                len,
                most
            ),
            Self::JokersOnly(meld) => wording!(
                "\"{meld}\" has only jokers: a meld needs at least one other tile (rule 6)",
                meld = quoted(meld)
            ),
            Self::Ambiguous(meld) => wording!(
                "\"{meld}\" is ambiguous: with one natural tile, write what the jokers stand for, as in \
                 \"r5 J=r6 J=r7\" (rule 6)",
                meld = quoted(meld)
            ),
            Self::RepeatedColor { meld, tile } => wording!(
                "\"{meld}\" has {tile} twice: the tiles of a group have different colors (rule 4)",
                meld = quoted(meld),
                tile
            ),
            Self::RepeatedNumber { meld, tile } => wording!(
                "\"{meld}\" has {tile} twice: the numbers of a run rise by one (rule 5)",
                meld = quoted(meld),
                tile
            ),
            Self::NeitherRunNorGroup(meld) => wording!(
                "\"{meld}\" is neither a group (one number) nor a run (one color) (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::Gap { meld, missing } => {
                wording!("\"{meld}\" has a gap: no tile for {missing} (rule 5)", meld = quoted(meld), missing)
            }
            Self::OutOfOrder { meld, tile } => {
                wording!("\"{meld}\" is not in order: {tile} is in the wrong place (rule 5)", meld = quoted(meld), tile)
            }
            Self::Misordered { meld, reading } => {
                wording!("\"{meld}\" is not in order: write \"{reading}\" (rule 5)", meld = quoted(meld), reading)
            }
            Self::SeveralMelds { meld, melds } => wording!(
                "\"{meld}\" is more than one meld: write \"|\" between them, as in \"{melds}\"",
                meld = quoted(meld),
                melds
            ),
            Self::WrapsAround { meld, most } => {
                wording!("\"{meld}\" is not a run: after {most} comes nothing (rule 5)", meld = quoted(meld), most)
            }
            Self::NotOfTheseRules(meld) => wording!(
                "\"{meld}\" is not a meld under these rules: its colors, numbers or length do not fit them \
                 (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::BeyondTheEnd { meld, most } => wording!(
                "\"{meld}\" goes beyond the numbers 1 to {most}: a joker would stand for a tile that does not exist \
                 (rule 5)",
                meld = quoted(meld),
                most
            ),
        }
    }
}

worded_errors!(InvalidMeldError);

impl From<NotationError> for InvalidMeldError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

/// The longest meld that is divided for a suggestion.
const MAX_DIVIDED: usize = 104;

/// Reads melds one after the other without allocating for each.
pub(crate) struct MeldReader<'r> {
    rules: &'r Rules,
    /// The tiles of the meld that is read.
    tiles: Vec<Written>,
}

impl<'r> MeldReader<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Self {
        Self { rules, tiles: Vec::with_capacity(MAX_VALUES) }
    }

    /// Reads a meld as [`Meld::parse`] does.
    pub(crate) fn read(&mut self, text: &str) -> Result<Meld, InvalidMeldError> {
        if let Some(meld) = read_plain(text, self.rules) {
            return Ok(meld);
        }
        self.tiles.clear();
        read_tiles(text, &self.rules.deck, &mut self.tiles)?;
        WrittenMeld::new(text.trim(), &self.tiles, self.rules).read()
    }
}

/// Reads a group, or a run without jokers, in canonical notation, as almost every text is.
///
/// Nothing that [`WrittenMeld`] would refuse or read in another way gets here; whatever this cannot read is left to it.
fn read_plain(text: &str, rules: &Rules) -> Option<Meld> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let (mut colors, mut values, mut known, mut jokers) = (0u8, 0u32, 0, 0u32);
    let mut rest = text.as_bytes();
    while let Some(first) = rest.first() {
        let mut len = 1;
        if !matches!(first, b' ' | b',') {
            let tile;
            (tile, len) = plain_tile(rest, &rules.deck)?;
            match tile {
                Some((color, value)) => {
                    colors |= 1 << color;
                    values |= 1 << value;
                    known += 1;
                }
                None => jokers += 1,
            }
        }
        rest = &rest[len..];
    }
    if known < 2 {
        return None;
    }
    if values.is_power_of_two() && colors.count_ones() == known {
        return Meld::group(values.trailing_zeros() as u8, colors, u8::try_from(jokers).ok()?, rules);
    }
    let first = values.trailing_zeros();
    let is_run = colors.is_power_of_two() && values >> first == (1u32 << known.min(31)) - 1;
    let color = Color::new(colors.trailing_zeros() as usize)?;
    if is_run && jokers == 0 { Meld::run(color, first as u8, known as u8, 0, rules) } else { None }
}

/// The tiles of a meld as written.
struct WrittenMeld<'a> {
    text: &'a str,
    tiles: &'a [Written],
    rules: &'a Rules,
    jokers: usize,
    /// How many tiles have a color and a number: all but the jokers that name no tile.
    known: usize,
    /// Their colors, bit `c` for color `c`.
    colors: u32,
    /// Their numbers, bit `v` for number `v`.
    values: u32,
    /// Whether errors suggest what was meant.
    suggests: bool,
}

impl Meld {
    /// Reads a meld: `r3 r4 r5`, `r3-5`, `r3 J r5`, `r8 b8 J`, `r5 J=r6 J=r7`.
    ///
    /// Without jokers the order of the tiles does not matter. With jokers a run must be in order, and each joker stands
    /// for the number of its place unless it names another tile.
    ///
    /// # Errors
    /// If the tiles are not of the deck, are not a meld, or are ambiguous.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, InvalidMeldError> {
        MeldReader::new(rules).read(text)
    }
}

impl<'a> WrittenMeld<'a> {
    fn new(text: &'a str, tiles: &'a [Written], rules: &'a Rules) -> Self {
        let mut meld = Self { text, tiles, rules, jokers: 0, known: 0, colors: 0, values: 0, suggests: true };
        meld.jokers = tiles.iter().filter(|tile| tile.tile.is_joker()).count();
        for (_, color, value) in known(tiles) {
            meld.known += 1;
            meld.colors |= 1 << color.index();
            meld.values |= 1 << value;
        }
        meld
    }

    fn shown(&self) -> String {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let joined = words.join(" ");
        if joined.chars().count() > 120 { excerpt(&joined) } else { joined }
    }

    fn read(&self) -> Result<Meld, InvalidMeldError> {
        if self.tiles.is_empty() {
            return Err(InvalidMeldError::Empty);
        }
        if self.jokers == self.tiles.len() {
            return Err(InvalidMeldError::JokersOnly(self.shown()));
        }
        let least = self.rules.shortest_meld;
        if self.tiles.len() < least as usize {
            return Err(InvalidMeldError::TooShort { meld: self.shown(), len: self.tiles.len(), least });
        }
        if self.known == 1 {
            return Err(InvalidMeldError::Ambiguous(self.shown()));
        }
        let read = if self.values.is_power_of_two() {
            self.read_group()
        } else if self.colors.is_power_of_two() {
            self.read_run()
        } else {
            Err(InvalidMeldError::NeitherRunNorGroup(self.shown()))
        };
        match read {
            Err(
                InvalidMeldError::NeitherRunNorGroup(_)
                | InvalidMeldError::RepeatedColor { .. }
                | InvalidMeldError::RepeatedNumber { .. }
                | InvalidMeldError::GroupTooLong { .. },
            ) if self.suggests => match self.divided() {
                Some(melds) => Err(InvalidMeldError::SeveralMelds { meld: self.shown(), melds }),
                None => read,
            },
            read => read,
        }
    }

    /// The tiles in order, cut into the fewest melds, if that is possible.
    fn divided(&self) -> Option<String> {
        let len = self.tiles.len();
        if len > MAX_DIVIDED {
            return None;
        }
        let is_meld = |from: usize, to: usize| {
            let meld = WrittenMeld::new("", &self.tiles[from..to], self.rules);
            WrittenMeld { suggests: false, ..meld }.read().is_ok()
        };
        // Of the first so many tiles: the fewest melds, and where the last of them begins.
        let mut fewest: Vec<Option<(usize, usize)>> = vec![Some((0, 0))];
        for to in 1..=len {
            let options = (to.saturating_sub(MAX_VALUES)..to).filter_map(|from| {
                let (melds, _) = fewest[from]?;
                is_meld(from, to).then_some((melds + 1, from))
            });
            let best = options.min();
            fewest.push(best);
        }
        let mut melds = Vec::new();
        let mut to = len;
        while to > 0 {
            let (_, from) = fewest[to]?;
            melds.push(self.tiles[from..to].iter().map(Written::to_string).collect::<Vec<_>>().join(" "));
            to = from;
        }
        melds.reverse();
        Some(melds.join(" | "))
    }

    /// The tiles of a run in the one order in which they are a run, if there is exactly one.
    fn only_order(&self) -> Option<String> {
        let color = self.colors.trailing_zeros() as u8;
        let (low, high) = (self.values.trailing_zeros() as usize, self.values.ilog2() as usize);
        let unnamed = self.tiles.len() - self.known;
        let spare = unnamed.checked_sub(high - low + 1 - self.known)?;
        let most = usize::from(self.rules.deck.values);
        let mut below = (0..=spare).filter(|below| *below < low && high + spare - below <= most);
        let (Some(below), None) = (below.next(), below.next()) else { return None };
        let natural = |value: usize| self.tiles.iter().any(|tile| tile.tile == Tile::at(color, value as u8));
        let words = (low - below..=high + spare - below).map(|value| {
            if natural(value) { Tile::at(color, value as u8).to_string() } else { Tile::JOKER.to_string() }
        });
        Some(words.collect::<Vec<_>>().join(" "))
    }

    /// Whether the highest number is followed by 1.
    fn wraps_around(&self) -> bool {
        let value = |tile: &Written| tile.stands_for.unwrap_or(tile.tile).value();
        let most = self.rules.deck.values;
        self.tiles.windows(2).any(|pair| value(&pair[0]) == Some(most) && value(&pair[1]) == Some(1))
    }

    fn read_group(&self) -> Result<Meld, InvalidMeldError> {
        if self.colors.count_ones() as usize != self.known
            && let Some(tile) = self.repeated()
        {
            return Err(InvalidMeldError::RepeatedColor { meld: self.shown(), tile });
        }
        let most = self.rules.deck.colors.count();
        if self.tiles.len() > most as usize {
            return Err(InvalidMeldError::GroupTooLong { meld: self.shown(), len: self.tiles.len(), most });
        }
        let naturals = self.tiles.iter().filter_map(|tile| tile.tile.color());
        let colors = naturals.fold(0u8, |mask, color| mask | 1 << color.index());
        Meld::group(self.values.trailing_zeros() as u8, colors, self.jokers as u8, self.rules)
            .ok_or_else(|| InvalidMeldError::NeitherRunNorGroup(self.shown()))
    }

    fn read_run(&self) -> Result<Meld, InvalidMeldError> {
        let color = self.colors.trailing_zeros() as u8;
        let len = self.tiles.len();
        let most = self.rules.deck.values;
        if self.values.count_ones() as usize != self.known
            && let Some(tile) = self.repeated()
        {
            return Err(InvalidMeldError::RepeatedNumber { meld: self.shown(), tile });
        }
        let beyond = || InvalidMeldError::BeyondTheEnd { meld: self.shown(), most };
        // If every tile is known, the order does not matter.
        let first = if self.known == len {
            let lowest = self.values.trailing_zeros();
            let last = lowest + (self.values >> lowest).trailing_ones();
            if self.values >> last != 0 && self.wraps_around() {
                return Err(InvalidMeldError::WrapsAround { meld: self.shown(), most });
            }
            if self.values >> last != 0 {
                return Err(InvalidMeldError::Gap { meld: self.shown(), missing: Tile::at(color, last as u8) });
            }
            lowest as usize
        } else {
            let first = known(self.tiles).next().and_then(|(place, _, value)| usize::from(value).checked_sub(place));
            if self.wraps_around() {
                return Err(InvalidMeldError::WrapsAround { meld: self.shown(), most });
            }
            let first = first.filter(|&first| first > 0).ok_or_else(beyond)?;
            if let Some((_, _, value)) =
                known(self.tiles).find(|&(place, _, value)| usize::from(value) != first + place)
            {
                if let Some(reading) = self.only_order() {
                    return Err(InvalidMeldError::Misordered { meld: self.shown(), reading });
                }
                return Err(InvalidMeldError::OutOfOrder { meld: self.shown(), tile: Tile::at(color, value) });
            }
            first
        };
        if first + len - 1 > usize::from(most) {
            return Err(beyond());
        }
        let mut jokers = 0u32;
        if self.jokers > 0 {
            for (place, tile) in self.tiles.iter().enumerate().filter(|(_, tile)| tile.tile.is_joker()) {
                jokers |= 1 << tile.stands_for.and_then(Tile::value).map_or(place, |value| usize::from(value) - first);
            }
        }
        Color::new(color.into())
            .and_then(|color| Meld::run(color, first as u8, len as u8, jokers, self.rules))
            .ok_or_else(|| InvalidMeldError::NeitherRunNorGroup(self.shown()))
    }

    /// The tile that breaks rule 4 or 5 by being there twice: of a group the first that repeats one before it, of a
    /// run the lowest.
    fn repeated(&self) -> Option<Tile> {
        let mut twice = known(self.tiles).enumerate().filter_map(|(at, (_, color, value))| {
            let before = known(self.tiles).take(at).any(|(_, other, number)| (other, number) == (color, value));
            before.then(|| Tile::at(color.index() as u8, value))
        });
        if self.values.is_power_of_two() { twice.next() } else { twice.min() }
    }
}

/// The place, color and number of every tile but the jokers that name no tile.
fn known(tiles: &[Written]) -> impl Iterator<Item = (usize, Color, u8)> {
    tiles.iter().enumerate().filter_map(|(place, tile)| {
        let (color, value) = tile.stands_for.unwrap_or(tile.tile).natural()?;
        Some((place, color, value))
    })
}
