//! Runs, groups and melds, valid by construction.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::rules::Rules;
use crate::tile::{Color, Deck, MAX_COLORS, Tile};

/// Tiles of one color with consecutive rising numbers (rule 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    pub(crate) color: u8,
    pub(crate) first: u8,
    pub(crate) len: u8,
    /// Bit `i` is set if the tile at index `i` is a joker.
    pub(crate) jokers: u32,
}

/// Tiles of one number, all of different colors (rule 4).
#[derive(Debug, Clone, Copy)]
pub struct Group {
    pub(crate) value: u8,
    /// Bit `c` is set if the group has the natural tile of color `c`.
    pub(crate) colors: u8,
    pub(crate) jokers: u8,
    /// The colors that its jokers name when it is written, bit `c` for color `c`; none of them stands for the lowest
    /// ones that are missing. Of decks with other colors than the first ones, and only where jokers must name a tile.
    pub(crate) named: u8,
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        (self.value, self.colors, self.jokers) == (other.value, other.colors, other.jokers)
    }
}

impl Eq for Group {}

impl Hash for Group {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.value, self.colors, self.jokers).hash(state);
    }
}

/// A run or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meld {
    /// Tiles of one color with consecutive rising numbers.
    Run(Run),
    /// Tiles of one number, all of different colors.
    Group(Group),
}

impl Run {
    /// Returns the color.
    #[must_use]
    pub const fn color(&self) -> Color {
        match Color::new(self.color as usize) {
            Some(color) => color,
            None => unreachable!(),
        }
    }

    /// Returns the lowest number.
    #[must_use]
    pub const fn first(&self) -> u8 {
        self.first
    }

    /// Returns the highest number.
    #[must_use]
    pub const fn last(&self) -> u8 {
        self.first + self.len - 1
    }

    /// Returns whether a joker stands for this number.
    #[must_use]
    pub const fn joker_at(&self, value: u8) -> bool {
        value >= self.first && value <= self.last() && self.jokers >> (value - self.first) & 1 == 1
    }

    /// Returns whether the run has the natural tile of this number.
    #[must_use]
    pub const fn natural_at(&self, value: u8) -> bool {
        value >= self.first && value <= self.last() && self.jokers >> (value - self.first) & 1 == 0
    }
}

impl Group {
    /// Returns the number of all its tiles.
    #[must_use]
    pub const fn value(&self) -> u8 {
        self.value
    }

    /// Returns the colors of the natural tiles, bit `c` for color `c`.
    #[must_use]
    pub const fn colors(&self) -> u8 {
        self.colors
    }

    /// Returns the colors that a joker of this group may stand for, bit `c` for color `c` (rule 7).
    #[must_use]
    pub const fn missing(&self, deck: &Deck) -> u8 {
        !self.colors & palette_mask(deck)
    }

    /// The same group, written with colors of this deck.
    pub(crate) const fn in_deck(self, deck: &Deck) -> Self {
        if self.jokers == 0 || self.colors.count_ones() > 1 || deck.colors.is_standard() {
            return Self { named: 0, ..self };
        }
        let mut spare = self.missing(deck);
        while spare.count_ones() > self.jokers as u32 {
            spare &= !(1 << spare.ilog2());
        }
        Self { named: spare, ..self }
    }

    /// The index of the last color that is written.
    #[cfg(feature = "python")]
    pub(crate) const fn highest_color(&self) -> usize {
        (self.colors | self.named).ilog2() as usize
    }

    /// The colors that jokers name when the group is written, the lowest ones first.
    const fn spare(&self) -> u8 {
        if self.named == 0 { !self.colors } else { self.named }
    }
}

/// Bit `c` for every color `c` of the deck.
pub(crate) const fn palette_mask(deck: &Deck) -> u8 {
    deck.colors.mask()
}

impl Meld {
    /// Returns the number of tiles.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Run(run) => run.len as usize,
            Self::Group(group) => (group.colors.count_ones() + group.jokers as u32) as usize,
        }
    }

    /// Returns false: every meld has tiles. A lint requires this beside `len`.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns the number of jokers.
    #[must_use]
    pub const fn jokers(&self) -> usize {
        match self {
            Self::Run(run) => run.jokers.count_ones() as usize,
            Self::Group(group) => group.jokers as usize,
        }
    }

    /// Returns whether this is a run.
    #[must_use]
    pub const fn is_run(&self) -> bool {
        matches!(self, Self::Run(_))
    }

    /// Iterates over the tiles in canonical order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let meld = *self;
        let (run, group) = match meld {
            Self::Run(run) => (Some(run), None),
            Self::Group(group) => (None, Some(group)),
        };
        let of_run = run.into_iter().flat_map(|run| {
            (0..run.len).map(move |place| {
                if run.jokers >> place & 1 == 1 { Tile::JOKER } else { Tile::at(run.color, run.first + place) }
            })
        });
        let of_group = group.into_iter().flat_map(|group| {
            (0..8u8)
                .filter(move |color| group.colors >> color & 1 == 1)
                .map(move |color| Tile::at(color, group.value))
                .chain(std::iter::repeat_n(Tile::JOKER, group.jokers as usize))
        });
        of_run.chain(of_group)
    }

    /// Calls a function with each tile, in the order of [`tiles`](Self::tiles).
    #[inline]
    pub(crate) fn for_each_tile(&self, mut each: impl FnMut(Tile)) {
        match *self {
            Self::Run(run) => {
                for place in 0..run.len {
                    let joker = run.jokers >> place & 1 == 1;
                    each(if joker { Tile::JOKER } else { Tile::at(run.color, run.first + place) });
                }
            }
            Self::Group(group) => {
                let mut colors = group.colors;
                while colors != 0 {
                    each(Tile::at(colors.trailing_zeros() as u8, group.value));
                    colors &= colors - 1;
                }
                (0..group.jokers).for_each(|_| each(Tile::JOKER));
            }
        }
    }

    /// Returns the number of natural tiles.
    #[must_use]
    pub const fn naturals(&self) -> usize {
        self.len() - self.jokers()
    }

    /// Returns the value of the tiles when played: a joker counts as the tile it stands for (rule 8).
    #[must_use]
    pub fn value(&self) -> u32 {
        match self {
            Self::Run(run) => u32::from(run.len) * (u32::from(run.first) + u32::from(run.last())) / 2,
            Self::Group(group) => u32::from(group.value) * self.len() as u32,
        }
    }

    /// Makes a run over these numbers, if it is valid. Bit `i` of `jokers` makes the tile at index `i` a joker.
    #[must_use]
    pub fn run(color: Color, first: u8, len: u8, jokers: u32, rules: &Rules) -> Option<Self> {
        let deck = &rules.deck;
        let end = usize::from(first) + usize::from(len);
        (deck.colors.contains(color)
            && first >= 1
            && len >= rules.shortest_meld
            && end <= deck.values as usize + 1
            && jokers >> len == 0
            && jokers.count_ones() < u32::from(len))
        .then_some(Self::Run(Run { color: color.index() as u8, first, len, jokers }))
    }

    /// Makes a group of these colors (bit `c` for color `c`) and jokers, if it is valid.
    #[must_use]
    pub fn group(value: u8, colors: u8, jokers: u8, rules: &Rules) -> Option<Self> {
        let deck = &rules.deck;
        let len = colors.count_ones() + u32::from(jokers);
        (value >= 1
            && value <= deck.values
            && colors != 0
            && colors & !palette_mask(deck) == 0
            && len >= u32::from(rules.shortest_meld)
            && len <= u32::from(deck.colors.count()))
        .then_some(Self::Group(Group { value, colors, jokers, named: 0 }.in_deck(deck)))
    }

    /// Returns whether this meld is also valid under these rules.
    #[must_use]
    pub fn fits(&self, rules: &Rules) -> bool {
        match *self {
            Self::Run(run) => Self::run(run.color(), run.first, run.len, run.jokers, rules).is_some(),
            Self::Group(group) => Self::group(group.value, group.colors, group.jokers, rules).is_some(),
        }
    }

    /// This meld with other colors: `colors` has the index of each by its own. Its jokers name colors of the deck.
    pub(crate) fn recolored(&self, colors: &[u8; MAX_COLORS], deck: &Deck) -> Self {
        match *self {
            Self::Run(run) => Self::Run(Run { color: colors[run.color as usize], ..run }),
            Self::Group(group) => {
                let own = (0..MAX_COLORS).filter(|color| group.colors >> color & 1 == 1);
                let mask = own.fold(0, |mask, color| mask | 1 << colors[color]);
                Self::Group(Group { colors: mask, ..group }.in_deck(deck))
            }
        }
    }

    /// The sort key in a table: the lowest tile, runs before groups, then the other tiles.
    fn order(&self) -> (u8, u8, bool, u32, u8) {
        match *self {
            Self::Run(run) => (run.color, run.first, false, u32::from(run.len), run.jokers.leading_zeros() as u8),
            Self::Group(group) => {
                (group.colors.trailing_zeros() as u8, group.value, true, u32::from(group.colors), group.jokers)
            }
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
        // With one natural tile the meld would be ambiguous, so each joker names the tile it stands for (rule 6).
        let explicit = self.naturals() == 1;
        let mut spare = match self {
            Self::Group(group) => group.spare(),
            Self::Run(_) => 0,
        };
        for (place, tile) in self.tiles().enumerate() {
            if place > 0 {
                write!(f, " ")?;
            }
            if !(explicit && tile.is_joker()) {
                write!(f, "{tile}")?;
                continue;
            }
            let stands_for = match self {
                Self::Run(run) => Tile::at(run.color, run.first + place as u8),
                Self::Group(group) => {
                    let color = spare.trailing_zeros() as u8;
                    spare &= spare - 1;
                    Tile::at(color, group.value)
                }
            };
            write!(f, "J={stands_for}")?;
        }
        Ok(())
    }
}
