//! The other ways to write tiles: capitals, `6r`, names of colors, parts that stand apart, dashes, and several signs for
//! the joker. They are read and never written.
//!
//! A tile is a color and a number, in either order, possibly with a dash or spaces between them (`red6`, `Blue-6`,
//! `6 black`). A run is a tile, a dash and the last tile or its number (`r3-6`, `red 3 – red 6`, `3-6 red`).

use super::deck::{Color, Deck, Tile};
use super::notation::{NotationError, Written, excerpt, is_separator};

/// The names of the colors, as indexed by [`Color`].
const NAMES: [&str; 8] = ["red", "yellow", "green", "blue", "black", "orange", "purple", "white"];

/// The signs that part the melds of a table.
const fn is_bar(byte: u8) -> bool {
    matches!(byte, b'|' | b'/' | b';')
}

/// Splits a table into its melds, at each `|`, `/`, `;` and line break; skips empty ones.
pub(crate) fn split_melds(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    let melds = std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| is_bar(byte) || matches!(byte, b'\n' | b'\r'));
        let (meld, after) = end.map_or((text, None), |end| (&text[..end], Some(&text[end + 1..])));
        rest = after;
        Some(meld)
    });
    melds.filter(|meld| !is_blank(meld))
}

/// Whether a meld has no tiles.
pub(crate) fn is_blank(meld: &str) -> bool {
    meld.trim_start_matches(is_separator).is_empty()
}

/// More parts than any tile or run has.
const MOST_PARTS: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Color(Color),
    Number(u8),
    Joker,
    Dash,
    Equals,
}

/// What a few parts say.
enum Said {
    Joker,
    JokerFor(Tile),
    Tile(Color, u8),
    Run(Color, u8, u8),
    /// They may be the beginning of a tile.
    Unfinished,
    Nothing,
}

/// Reads the first tile or run of a text, which begins with a word, and returns the rest of the text.
pub(super) fn read_item<'a>(text: &'a str, deck: &Deck, tiles: &mut Vec<Written>) -> Result<&'a str, NotationError> {
    let mut parts = Vec::with_capacity(MOST_PARTS);
    let (mut begin, mut first) = (0, "");
    loop {
        let end = word_end(text, begin);
        let word = &text[begin..end];
        match lex(word, deck, &mut parts) {
            Err(error) if first.is_empty() || error.is_about_a_number() => return Err(error),
            Err(_) => return Err(not_a_tile(first)),
            Ok(()) => {}
        }
        if first.is_empty() {
            first = word;
        }
        let whole = &text[..end];
        match said(&parts) {
            Said::Joker => tiles.push(Written { tile: Tile::JOKER, stands_for: None }),
            Said::JokerFor(tile) => tiles.push(Written { tile: Tile::JOKER, stands_for: Some(tile) }),
            Said::Tile(color, value) => tiles.push(Written { tile: Tile::at(color.0, value), stands_for: None }),
            Said::Run(_, low, high) if high < low => return Err(NotationError::NotRising(excerpt(whole))),
            Said::Run(color, low, high) => {
                tiles.extend((low..=high).map(|value| Written { tile: Tile::at(color.0, value), stands_for: None }));
            }
            Said::Unfinished => {
                begin = end + text[end..].find(|c: char| !c.is_whitespace()).unwrap_or(text.len() - end);
                if begin == text.len() || text[begin..].starts_with(',') || parts.len() >= MOST_PARTS {
                    return Err(not_a_tile(first));
                }
                continue;
            }
            Said::Nothing => return Err(nothing(&parts, first)),
        }
        return Ok(&text[end..]);
    }
}

fn not_a_tile(word: &str) -> NotationError {
    NotationError::NotATile(excerpt(word))
}

/// The error for parts that say nothing, of which `word` is the first word.
fn nothing(parts: &[Part], word: &str) -> NotationError {
    match parts {
        [Part::Joker, Part::Number(_)] | [Part::Number(_), Part::Joker] => NotationError::NumberedJoker(excerpt(word)),
        [Part::Joker, Part::Equals, Part::Joker] => NotationError::JokerNamesNoTile(excerpt(word)),
        _ => not_a_tile(word),
    }
}

/// Where the word that begins at `begin` ends. Spaces around a dash or an equals sign do not end it.
fn word_end(text: &str, begin: usize) -> usize {
    let mut end = begin;
    loop {
        end += text[end..].find(is_separator).unwrap_or(text.len() - end);
        let after = text[end..].trim_start();
        let glued = after.starts_with(is_glue) || (text[begin..end].ends_with(is_glue) && !after.is_empty());
        if !glued {
            return end;
        }
        // Over the spaces, and over at least one character of the next word.
        let next = text.len() - after.len();
        end = next + after.chars().next().map_or(0, char::len_utf8);
    }
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

fn is_glue(c: char) -> bool {
    c == '=' || is_dash(c)
}

/// Splits a word into parts.
fn lex(word: &str, deck: &Deck, parts: &mut Vec<Part>) -> Result<(), NotationError> {
    let mut rest = word.trim_start();
    while let Some(c) = rest.chars().next() {
        let len = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let (part, len) = if c.is_ascii_digit() {
            let digits = len(|c| c.is_ascii_digit());
            (Part::Number(number(&rest[..digits], word, deck)?), digits)
        } else if c.is_alphabetic() {
            let letters = len(char::is_alphabetic);
            (name(&rest[..letters], &rest[letters..], word, deck)?, letters)
        } else if c == '*' {
            (Part::Joker, 1)
        } else if c == '=' {
            (Part::Equals, 1)
        } else if is_dash(c) {
            (Part::Dash, c.len_utf8())
        } else if c.is_ascii() && is_bar(c as u8) {
            return Err(NotationError::UnexpectedBar(excerpt(word)));
        } else {
            return Err(not_a_tile(word));
        };
        parts.push(part);
        rest = rest[len..].trim_start();
        if parts.len() > MOST_PARTS {
            return Err(not_a_tile(word));
        }
    }
    Ok(())
}

/// Reads a number of the deck.
fn number(digits: &str, word: &str, deck: &Deck) -> Result<u8, NotationError> {
    let in_range = |digits: &str| digits.parse::<u8>().ok().filter(|value| (1..=deck.values).contains(value));
    in_range(digits).ok_or_else(|| {
        let text = excerpt(word);
        // A digit that was typed twice: 66 for 6.
        let twice = digits.as_bytes().windows(2).position(|pair| pair[0] == pair[1]);
        let once = twice.and_then(|at| in_range(&format!("{}{}", &digits[..at], &digits[at + 1..])));
        let tile = once.and_then(|value| tile_like(word, value, deck));
        match tile {
            Some(tile) => NotationError::DigitTwice { text, most: deck.values, tile },
            None => NotationError::NumberOutOfRange { text, most: deck.values },
        }
    })
}

/// The tile with this number and the color that a word names.
fn tile_like(word: &str, value: u8, deck: &Deck) -> Option<Tile> {
    let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    let color = color_named(&letters.to_lowercase()).or_else(|| similar_color(&letters.to_lowercase(), deck))?;
    deck.colors.contains(color).then(|| Tile::at(color.0, value))
}

/// Reads letters as a color of the deck or as a joker; `after` is what follows them.
fn name(letters: &str, after: &str, word: &str, deck: &Deck) -> Result<Part, NotationError> {
    let lower = letters.to_lowercase();
    if matches!(lower.as_str(), "j" | "joker") {
        return Ok(Part::Joker);
    }
    let unknown = || NotationError::UnknownColor {
        letter: letters.chars().next().unwrap_or_default(),
        text: excerpt(word),
        known: deck.letters(),
    };
    if let Some(color) = color_named(&lower) {
        return if deck.colors.contains(color) { Ok(Part::Color(color)) } else { Err(unknown()) };
    }
    if letters.chars().nth(1).is_none() && after.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(unknown());
    }
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    let value = digits.parse().ok().filter(|value| (1..=deck.values).contains(value));
    Err(match (similar_color(&lower, deck), value) {
        (Some(color), Some(value)) => NotationError::Misspelled { text: excerpt(word), tile: Tile::at(color.0, value) },
        _ => not_a_tile(word),
    })
}

/// The color with this name or letter, in lower case.
fn color_named(lower: &str) -> Option<Color> {
    let mut letters = lower.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Color::from_letter(letter),
        _ => NAMES.iter().position(|name| *name == lower).and_then(Color::new),
    }
}

/// The one color of the deck whose name is nearest to a misspelled one, if one is near.
fn similar_color(lower: &str, deck: &Deck) -> Option<Color> {
    if !(2..=8).contains(&lower.chars().count()) {
        return None;
    }
    let near = |color: &Color| {
        let name = NAMES[color.index()];
        let distance = if name.starts_with(lower) { 1 } else { distance(lower, name) };
        (distance, *color)
    };
    let mut all: Vec<(usize, Color)> = deck.colors.iter().map(|color| near(&color)).collect();
    all.sort_unstable();
    let &(best, color) = all.first()?;
    let only = all.get(1).is_none_or(|&(second, _)| second > best);
    let most = if lower.len() > 4 { 2 } else { 1 };
    (only && best <= most).then_some(color)
}

/// How many letters must be added, left out, changed or swapped with the next to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(one[i - 1] != other[j - 1]);
                let mut least = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
                if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[one.len()][other.len()]
}

/// What parts say.
fn said(parts: &[Part]) -> Said {
    use Part::{Color as C, Dash as D, Equals, Joker, Number as N};
    match *parts {
        [Joker] => Said::Joker,
        [Joker, Equals, ref tile @ ..] => match said(tile) {
            Said::Tile(color, value) => Said::JokerFor(Tile::at(color.0, value)),
            Said::Unfinished => Said::Unfinished,
            _ => Said::Nothing,
        },
        [C(color), N(value)] | [N(value), C(color)] | [C(color), D, N(value)] | [N(value), D, C(color)] => {
            Said::Tile(color, value)
        }
        [C(color), N(low), D, N(high)]
        | [N(low), C(color), D, N(high)]
        | [C(color), D, N(low), D, N(high)]
        | [N(low), D, N(high), C(color)] => Said::Run(color, low, high),
        [C(color), N(low), D, C(other), N(high)]
        | [C(color), N(low), D, N(high), C(other)]
        | [N(low), C(color), D, N(high), C(other)]
        | [N(low), C(color), D, C(other), N(high)]
            if color == other =>
        {
            Said::Run(color, low, high)
        }
        [] | [C(_) | N(_)] | [N(_), D, N(_)] | [C(_), N(_), D, C(_)] | [N(_), C(_), D, C(_)] => Said::Unfinished,
        _ => Said::Nothing,
    }
}
