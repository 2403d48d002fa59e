//! The result of a game, as LinkedIn's players share it: `Queens #123 | 0:45 and flawless`.
//!
//! A shared result is refused, since a reader would take its colours for regions.

use super::{content_lines, part};
use crate::source::pieces::has_time;
use crate::source::{Refusal, Source};

/// The games whose results players share.
const GAMES: [&str; 3] = ["Queens", "Tango", "Zip"];

/// Checks that no line of a text shares a result.
///
/// # Errors
///
/// If a line shares a result.
pub fn refuse(source: &Source) -> Result<(), Refusal> {
    let Some(line) = content_lines(source).find(|line| is_result(line.value)) else {
        return Ok(());
    };
    let span = part(&line, 0..line.value.len()).span;
    let found = "a result as LinkedIn shares it, which has no board";
    Err(Refusal::new(found, "the regions or cells of the board").with_span(source, span))
}

/// Returns whether a line is a shared result. Such a line has the name of a game, the number of the
/// game after a sign such as `#`, and a time or the character `|`.
fn is_result(line: &str) -> bool {
    let Some(rest) = GAMES.iter().find_map(|game| line.strip_prefix(game)) else { return false };
    let marked = rest.trim_start().trim_start_matches(|c: char| !c.is_ascii_digit() && c != ':');
    let number = marked.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = number.len() < marked.len() && rest.contains(['#', '°', 'º', '.']);
    has_number && (has_time(number) || line.contains('|'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_no_board() {
        for text in [
            "Queens #123 | 0:45 and flawless\nFirst 👑s: 🟨 🟦 🟪\n",
            "Queens n° 412\u{202f}| 1:02\n",
            "Tango #57 | 0:59",
        ] {
            let refusal = refuse(&Source::new("board", text)).expect_err(text);
            assert!(refusal.found.contains("result"), "{refusal}");
            assert!(refusal.place.is_some_and(|(_, span)| span.start == 0));
        }
        for text in ["Queens\nAAB\nABB\nBBB\n", "Queens #3\nAAB\n", "🟥🟥\n🟥🟦\n", ""] {
            assert!(refuse(&Source::new("board", text)).is_ok(), "{text}");
        }
    }
}
