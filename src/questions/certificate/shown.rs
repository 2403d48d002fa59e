//! The answers in a proof, as values of the problem's variables. A wrongly read line does no harm,
//! since all answers are checked afterwards.

use std::io::{self, BufRead, BufReader, Read};

/// The largest allowed size of a line of a proof, in bytes. A line with an answer takes about eight
/// bytes for each variable. A longer line is an error.
const LONGEST: u64 = 256 << 20;

/// The solutions in a proof, as values of the variables of the proof.
#[derive(Default)]
pub(super) struct LoggedSolutions {
    /// The first logged solutions, as many as were requested and can be read.
    pub solutions: Vec<Vec<bool>>,
    /// The number of all logged solutions, including those that are not kept or cannot be read.
    pub number: usize,
    /// The solution in the conclusion; `None` if the conclusion has none, or if it cannot be read.
    pub last: Option<Vec<bool>>,
}

impl LoggedSolutions {
    /// Reads the first `most` solutions that a proof logs, and the solution in its conclusion.
    /// Counts all logged solutions. Fails if the proof cannot be read, or if [`LONGEST`] bytes
    /// follow one another without a line break.
    pub fn read(proof: impl Read, most: usize) -> io::Result<LoggedSolutions> {
        let mut reader = BufReader::with_capacity(1 << 20, proof);
        let (mut line, mut shown) = (Vec::new(), LoggedSolutions::default());
        loop {
            line.clear();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(shown);
            }
            if read as u64 == LONGEST && line.last() != Some(&b'\n') {
                return Err(io::Error::other(format!("a line of more than {LONGEST} bytes")));
            }
            shown.read_line(&line, most);
        }
    }

    /// Reads a line, and counts it if it is a logged solution (`sol `). Keeps the first `most`
    /// logged solutions, except those whose list of literals is invalid. Keeps the solution in the
    /// conclusion, or `None` if the conclusion has no valid list; a later conclusion replaces an
    /// earlier one. Ignores other lines.
    fn read_line(&mut self, line: &[u8], most: usize) {
        if let Some(lits) = line.strip_prefix(b"sol ") {
            self.number += 1;
            if self.number <= most {
                self.solutions.extend(values(&String::from_utf8_lossy(lits)));
            }
        } else if line.starts_with(b"conclusion ") {
            let text = String::from_utf8_lossy(line);
            self.last = text.rsplit_once(':').and_then(|(_, list)| values(list));
        }
    }
}

/// Returns the values of the variables `x1`, `x2` and so on in a list of literals. A `~` negates a
/// literal. Ignores a `;` at the end. Returns `None` if the list is empty, or if a word is not a
/// literal. Also returns `None` if the list is not in the order of the variables, from `x1` on and
/// without a gap.
fn values(lits: &str) -> Option<Vec<bool>> {
    let values: Vec<bool> = lits
        .trim_end()
        .trim_end_matches(';')
        .split_whitespace()
        .enumerate()
        .map(|(place, word)| {
            let (value, name) = word.strip_prefix('~').map_or((true, word), |name| (false, name));
            let number: usize = name.strip_prefix('x')?.parse().ok()?;
            (number == place + 1).then_some(value)
        })
        .collect::<Option<_>>()?;
    (!values.is_empty()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_literals() {
        assert_eq!(values(" x1 ~x2;\n"), Some(vec![true, false]));
        assert_eq!(values("~x1"), Some(vec![false]));
        for wrong in [" 23 INF;", "x2 x1", "x1 x3", "", ";", "y1", "~~x1"] {
            assert_eq!(values(wrong), None, "{wrong}");
        }
    }
}
