//! Splits chunks into lines, with a bound on the length of a line.

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Assembles lines from chunks.
#[derive(Debug)]
pub(super) struct Splitter {
    longest: usize,
    line: Vec<u8>,
    /// Whether the line is longer than that, so that its bytes are dropped.
    is_too_long: bool,
    is_first: bool,
}

impl Splitter {
    /// Makes a splitter for lines of at most so many bytes.
    pub(super) const fn new(longest: usize) -> Self {
        Self { longest, line: Vec::new(), is_too_long: false, is_first: true }
    }

    /// Adds a chunk. Passes each complete line that is not blank to `each`, or `None` for one that is too long.
    pub(super) fn feed(&mut self, chunk: &[u8], mut each: impl FnMut(Option<Vec<u8>>)) {
        let mut parts = chunk.split(|&byte| byte == b'\n');
        let rest = parts.next_back().unwrap_or_default();
        for part in parts {
            self.keep(part);
            self.end(&mut each);
        }
        self.keep(rest);
    }

    fn keep(&mut self, part: &[u8]) {
        if self.is_first && self.line.len() + part.len() >= BYTE_ORDER_MARK.len() {
            self.line.extend_from_slice(part);
            if self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
            }
            self.is_first = false;
        } else if !self.is_too_long {
            self.line.extend_from_slice(part);
        }
        if self.line.len() > self.longest {
            self.is_too_long = true;
            self.line = Vec::new();
        }
    }

    /// Ends the line, as the end of the input does.
    pub(super) fn end(&mut self, each: &mut impl FnMut(Option<Vec<u8>>)) {
        self.is_first = false;
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_too_long) {
            each(None);
        } else if !line.trim_ascii().is_empty() {
            each(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(chunks: &[&[u8]]) -> Vec<Option<String>> {
        let (mut splitter, mut found) = (Splitter::new(8), Vec::new());
        let mut keep = |line: Option<Vec<u8>>| found.push(line.map(|line| String::from_utf8_lossy(&line).into_owned()));
        for chunk in chunks {
            splitter.feed(chunk, &mut keep);
        }
        splitter.end(&mut keep);
        found
    }

    #[test]
    fn lines_come_whole_whatever_the_chunks() {
        let text = b"\xef\xbb\xbf{}\n\n \r\n12345678\n123456789\nlast";
        let expected = ["{}", "12345678", "", "last"].map(|line| (!line.is_empty()).then(|| line.to_owned()));
        for size in 1..=text.len() {
            assert_eq!(lines(&text.chunks(size).collect::<Vec<_>>()), expected, "{size}");
        }
        assert_eq!(lines(&[]), []);
        assert_eq!(lines(&[b"\xef\xbb"]), [Some("\u{fffd}".to_owned())]);
    }

    #[test]
    fn an_endless_line_takes_no_memory() {
        let mut splitter = Splitter::new(1000);
        for _ in 0..1000 {
            splitter.feed(&[b'x'; 999], |_| panic!("no line ended"));
            assert!(splitter.line.capacity() <= 4000);
        }
        let mut found = Vec::new();
        splitter.feed(b"y\n{}\n", |line| found.push(line));
        assert_eq!(found, [None, Some(b"{}".to_vec())]);
    }
}
