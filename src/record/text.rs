//! The parts of a line: names, messages, numbers and excerpts.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The most characters of a name.
pub(crate) const MAX_NAME: usize = 40;
/// The most characters of a line that an error quotes.
const MAX_QUOTE: usize = 80;
/// The most characters of a failure's message.
const MAX_MESSAGE: usize = 200;

/// Whether a character shows, or is a plain space.
fn is_printable(c: char) -> bool {
    use GeneralCategory as Category;
    c == ' '
        || !matches!(
            c.general_category(),
            Category::Control
                | Category::Format
                | Category::Surrogate
                | Category::PrivateUse
                | Category::Unassigned
                | Category::LineSeparator
                | Category::ParagraphSeparator
                | Category::SpaceSeparator
        )
}

fn printable(text: impl Iterator<Item = char>) -> String {
    text.map(|c| if is_printable(c) { c } else { '?' }).collect()
}

/// Whether this is a valid name: 1 to 40 printable characters, without spaces at the ends.
pub(crate) fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.chars().take(MAX_NAME + 1).count())
        && text.chars().all(is_printable)
        && !text.starts_with(' ')
        && !text.ends_with(' ')
}

/// Shortens a line to quote it in an error.
pub(crate) fn quote(text: &str) -> String {
    if text.chars().nth(MAX_QUOTE).is_none() {
        return printable(text.chars());
    }
    printable(text.chars().take(MAX_QUOTE - 3)) + "..."
}

/// Shortens any text to one printable line.
pub(crate) fn one_line(text: &str) -> String {
    // As Python splits text: its separators of records count as spaces.
    let is_space = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c);
    let begin = text.char_indices().nth(4 * MAX_MESSAGE).map_or(text, |(end, _)| &text[..end]);
    let words: Vec<&str> = begin.split(is_space).filter(|word| !word.is_empty()).collect();
    let joined: String = words.join(" ").chars().take(MAX_MESSAGE).collect();
    printable(joined.trim_end().chars())
}

/// Writes seconds as Python writes a float.
pub(crate) fn seconds(seconds: f64) -> String {
    let text = format!("{seconds:?}");
    match text.split_once("e-") {
        Some((digits, exponent)) if exponent.len() == 1 => format!("{digits}e-0{exponent}"),
        _ => text,
    }
}

/// Reads a whole number as it is written: without sign or leading zeros, with at most 20 digits.
pub(crate) fn number(text: &str) -> Option<u128> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if canonical && digits { text.parse().ok() } else { None }
}

/// Writes numbers, or `none`.
pub(crate) fn numbers<N: ToString>(numbers: impl IntoIterator<Item = N>) -> String {
    words(numbers, "none")
}

/// Writes tiles, or `nothing`.
pub(crate) fn tiles<T: ToString>(tiles: impl IntoIterator<Item = T>) -> String {
    words(tiles, "nothing")
}

fn words<W: ToString>(words: impl IntoIterator<Item = W>, none: &str) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &word.to_string();
    }
    if text.is_empty() { none.to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_written_as_python_does() {
        for (value, text) in [
            (0.25, "0.25"),
            (1.0, "1.0"),
            (31_536_000.0, "31536000.0"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (5e-324, "5e-324"),
            (1e-10, "1e-10"),
        ] {
            assert_eq!(seconds(value), text);
        }
    }

    #[test]
    fn names_are_printable() {
        for name in ["a", "Anna Maria", "Zoë", "e\u{301}", "\u{1f600}", &"x".repeat(40)] {
            assert!(is_name(name), "{name:?}");
        }
        for name in
            ["", " a", "a ", "a\tb", "a\u{a0}b", "a\u{200b}", "a\u{2028}b", "\u{e000}", "a\u{ad}", &"x".repeat(41)]
        {
            assert!(!is_name(name), "{name:?}");
        }
    }

    #[test]
    fn messages_are_one_line() {
        assert_eq!(one_line("a\nb\r\n\x1b[31m  c\u{2028}d\x1ee"), "a b ?[31m c d e");
        assert_eq!(one_line(&"x ".repeat(10_000)).len(), 199);
        assert_eq!(one_line(" \n"), "");
    }
}
