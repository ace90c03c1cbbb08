//! A meld: a run or a set, what its jokers stand for, and how many melds there are.
//!
//! A [`Meld`] is valid by construction (rules 4 to 6) and canonical: runs rise and keep each joker in its
//! place, sets list their colours in palette order with jokers last. It is eight bytes and `Copy`.

mod arrange;
mod count;
mod read;

use std::cmp::Ordering;
use std::fmt;

pub use arrange::count_arrangements;
pub use count::count_melds;
pub use read::InvalidMeldError;

use crate::rules::Rules;
use crate::tile::{Color, Deck, Tile};

/// Cards of one colour with consecutive rising numbers (rule 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    pub(crate) color: u8,
    pub(crate) first: u8,
    pub(crate) len: u8,
    /// Bit `i` is set when the card at place `i` is a joker.
    pub(crate) jokers: u32,
}

/// Cards of one number, all of different colours (rule 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set {
    pub(crate) value: u8,
    /// Bit `c` is set when the card of colour `c` is in the set.
    pub(crate) colors: u8,
    pub(crate) jokers: u8,
}

/// A run or a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meld {
    /// Cards of one colour with consecutive rising numbers.
    Run(Run),
    /// Cards of one number, all of different colours.
    Set(Set),
}

impl Run {
    /// The colour.
    #[must_use]
    pub const fn color(&self) -> Color {
        match Color::new(self.color as usize) {
            Some(color) => color,
            None => unreachable!(),
        }
    }

    /// The lowest number.
    #[must_use]
    pub const fn first(&self) -> u8 {
        self.first
    }

    /// The highest number.
    #[must_use]
    pub const fn last(&self) -> u8 {
        self.first + self.len - 1
    }

    /// Whether the card that carries this number is a joker.
    #[must_use]
    pub const fn joker_at(&self, value: u8) -> bool {
        value >= self.first && value <= self.last() && self.jokers >> (value - self.first) & 1 == 1
    }

    /// Whether a natural card carries this number.
    #[must_use]
    pub const fn natural_at(&self, value: u8) -> bool {
        value >= self.first && value <= self.last() && self.jokers >> (value - self.first) & 1 == 0
    }
}

impl Set {
    /// The number all cards share.
    #[must_use]
    pub const fn value(&self) -> u8 {
        self.value
    }

    /// The colours of the natural cards, bit `c` for colour `c`.
    #[must_use]
    pub const fn colors(&self) -> u8 {
        self.colors
    }

    /// The colours a joker of this set may stand for, bit `c` for colour `c` (rule 7).
    #[must_use]
    pub const fn missing(&self, deck: &Deck) -> u8 {
        !self.colors & palette_mask(deck)
    }
}

/// Bit `c` for every colour `c` of the deck.
pub(crate) const fn palette_mask(deck: &Deck) -> u8 {
    (0xFFu16 >> (8 - deck.colors as u16)) as u8
}

impl Meld {
    /// Number of cards.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Run(run) => run.len as usize,
            Self::Set(set) => (set.colors.count_ones() + set.jokers as u32) as usize,
        }
    }

    /// Never: a meld has cards. Here because the lints ask for it beside `len`.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Number of jokers.
    #[must_use]
    pub const fn jokers(&self) -> usize {
        match self {
            Self::Run(run) => run.jokers.count_ones() as usize,
            Self::Set(set) => set.jokers as usize,
        }
    }

    /// Whether this is a run.
    #[must_use]
    pub const fn is_run(&self) -> bool {
        matches!(self, Self::Run(_))
    }

    /// The cards in canonical order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let meld = *self;
        let (run, set) = match meld {
            Self::Run(run) => (Some(run), None),
            Self::Set(set) => (None, Some(set)),
        };
        let of_run = run.into_iter().flat_map(|run| {
            (0..run.len).map(move |place| {
                if run.jokers >> place & 1 == 1 { Tile::JOKER } else { Tile::at(run.color, run.first + place) }
            })
        });
        let of_set = set.into_iter().flat_map(|set| {
            (0..8u8)
                .filter(move |color| set.colors >> color & 1 == 1)
                .map(move |color| Tile::at(color, set.value))
                .chain(std::iter::repeat_n(Tile::JOKER, set.jokers as usize))
        });
        of_run.chain(of_set)
    }

    /// Does something with each card, in the order of [`tiles`](Self::tiles).
    #[inline]
    pub(crate) fn for_each_tile(&self, mut each: impl FnMut(Tile)) {
        match *self {
            Self::Run(run) => {
                for place in 0..run.len {
                    let joker = run.jokers >> place & 1 == 1;
                    each(if joker { Tile::JOKER } else { Tile::at(run.color, run.first + place) });
                }
            }
            Self::Set(set) => {
                let mut colors = set.colors;
                while colors != 0 {
                    each(Tile::at(colors.trailing_zeros() as u8, set.value));
                    colors &= colors - 1;
                }
                (0..set.jokers).for_each(|_| each(Tile::JOKER));
            }
        }
    }

    /// Number of natural cards.
    #[must_use]
    pub const fn naturals(&self) -> usize {
        self.len() - self.jokers()
    }

    /// What the cards count when laid: a joker counts as the card it stands for (rule 8).
    #[must_use]
    pub fn value(&self) -> u32 {
        match self {
            Self::Run(run) => u32::from(run.len) * (u32::from(run.first) + u32::from(run.last())) / 2,
            Self::Set(set) => u32::from(set.value) * self.len() as u32,
        }
    }

    /// Reads a meld: `r3 r4 r5`, `r3-5`, `r3 J r5`, `r8 b8 J`, `r5 J=r6 J=r7`.
    ///
    /// Without jokers the order of the cards does not matter. With jokers a run is read in order, and a
    /// joker stands for the number of its place unless it says otherwise.
    ///
    /// # Errors
    /// If a card is not of the deck, or the cards are no meld, or leave open which one.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, InvalidMeldError> {
        read::parse(text, rules)
    }

    /// A run over these numbers, if it is one; bit `i` of `jokers` makes place `i` a joker.
    #[must_use]
    pub fn run(color: Color, first: u8, len: u8, jokers: u32, rules: &Rules) -> Option<Self> {
        let deck = &rules.deck;
        let end = usize::from(first) + usize::from(len);
        (color.index() < deck.colors as usize
            && first >= 1
            && len >= rules.shortest_meld
            && end <= deck.values as usize + 1
            && jokers >> len == 0
            && jokers.count_ones() < u32::from(len))
        .then_some(Self::Run(Run { color: color.index() as u8, first, len, jokers }))
    }

    /// A set of these colours (bit `c` for colour `c`) and so many jokers, if it is one.
    #[must_use]
    pub fn set(value: u8, colors: u8, jokers: u8, rules: &Rules) -> Option<Self> {
        let deck = &rules.deck;
        let len = colors.count_ones() + u32::from(jokers);
        (value >= 1
            && value <= deck.values
            && colors != 0
            && colors & !palette_mask(deck) == 0
            && len >= u32::from(rules.shortest_meld)
            && len <= u32::from(deck.colors))
        .then_some(Self::Set(Set { value, colors, jokers }))
    }

    /// Whether this meld is one under these rules too.
    #[must_use]
    pub fn fits(&self, rules: &Rules) -> bool {
        match *self {
            Self::Run(run) => Self::run(run.color(), run.first, run.len, run.jokers, rules).is_some(),
            Self::Set(set) => Self::set(set.value, set.colors, set.jokers, rules).is_some(),
        }
    }

    /// Place in a sorted table: by lowest card, runs before sets of the same card, then by the cards themselves.
    fn order(&self) -> (u8, u8, bool, u32, u8) {
        match *self {
            Self::Run(run) => (run.color, run.first, false, u32::from(run.len), run.jokers.leading_zeros() as u8),
            Self::Set(set) => (set.colors.trailing_zeros() as u8, set.value, true, u32::from(set.colors), set.jokers),
        }
    }
}

impl PartialOrd for Meld {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Meld {
    fn cmp(&self, other: &Self) -> Ordering {
        let jokers = |meld: &Self| if let Self::Run(run) = meld { run.jokers } else { 0 };
        self.order().cmp(&other.order()).then_with(|| jokers(self).cmp(&jokers(other)))
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One natural card fits several melds, so each joker says what it stands for (rule 6).
        let say = self.naturals() == 1;
        let mut spare = match self {
            Self::Set(set) => !set.colors,
            Self::Run(_) => 0,
        };
        for (place, tile) in self.tiles().enumerate() {
            if place > 0 {
                write!(f, " ")?;
            }
            if !(say && tile.is_joker()) {
                write!(f, "{tile}")?;
                continue;
            }
            let stands_for = match self {
                Self::Run(run) => Tile::at(run.color, run.first + place as u8),
                Self::Set(set) => {
                    let color = spare.trailing_zeros() as u8;
                    spare &= spare - 1;
                    Tile::at(color, set.value)
                }
            };
            write!(f, "J={stands_for}")?;
        }
        Ok(())
    }
}
