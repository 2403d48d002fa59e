//! Arrays as NumPy and similar libraries print them, overwritten as JSON.
//!
//! - *Without commas*: `[[0 -1]` above ` [1  0]]`. A blank between two elements becomes a comma. A
//!   list that has some commas is unchanged, since a missing comma in it is a slip.
//! - *Numbers with a point*: `0.` becomes `0 `.
//! - *Text after the list in a call* becomes blanks: `, dtype=int8)` in
//!   `array([[0, 1]], dtype=int8)`.

use super::blank;

/// Overwrites an array that NumPy has printed with JSON of the same length, by the rules at the top
/// of this file. The array begins at or after the offset `start`. If the text is no such array, it
/// is unchanged, or is changed but does not become JSON.
pub(super) fn respell(bytes: &mut [u8], start: usize) {
    let Some(end) = end_of_list(bytes, start) else { return };
    if bytes[end..].trim_ascii_start().starts_with(b",") {
        blank(bytes, end..bytes.len());
    }
    let has_commas = list_has_commas(&bytes[start..end]);
    let (mut quote, mut gap) = (None::<u8>, None::<usize>);
    for at in start..end {
        match (quote, bytes[at]) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, byte) if byte.is_ascii_whitespace() => {
                let is_after_value = at > start && !b"[,".contains(&bytes[at - 1]);
                // A blank is overwritten rather than the end of a line, so that the lines of the
                // text stay.
                let is_better = gap.is_none_or(|known| bytes[known] == b'\n' && byte == b' ');
                if (gap.is_some() || is_after_value) && is_better {
                    gap = Some(at);
                }
            }
            (None, byte) => {
                if let Some(gap) = gap.take().filter(|_| !has_commas && byte != b']') {
                    bytes[gap] = b',';
                }
                if byte == b'"' {
                    quote = Some(byte);
                }
                let is_last = bytes.get(at + 1).is_none_or(|next| !next.is_ascii_digit());
                if byte == b'.' && is_last && bytes[at - 1].is_ascii_digit() {
                    bytes[at] = b' ';
                    gap = Some(at);
                }
            }
        }
    }
}

/// Returns whether a list has a comma outside of quotes.
fn list_has_commas(list: &[u8]) -> bool {
    // The pieces with an odd index, from 0, are inside quotes.
    list.split(|&byte| byte == b'"').step_by(2).any(|piece| piece.contains(&b','))
}

/// Returns the offset after the list that begins at or after `start`. Returns `None` if the list
/// has no end, or a closing bracket comes first.
fn end_of_list(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"') => quote = Some(b'"'),
            (None, b'[') => depth += 1,
            (None, b']') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (None, _) => {}
        }
    }
    None
}
