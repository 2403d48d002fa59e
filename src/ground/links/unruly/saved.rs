//! Saved games of Unruly. Their lines are `KEY     :LENGTH:TEXT`, and the length is that of the
//! text in bytes.
//!
//! `CPARAMS` has the part of an id before its colon. If there is no such line, `PARAMS` has it.
//! `DESC` has the part after the colon. A `MOVE` sets a 0 (`P0,COLUMN,ROW`), a 1 (`P1,…`) or an
//! open cell (`P-,…`). `STATEPOS` is the number of the current position. Position 1 is the board
//! without moves, and each move leads to the next position. Moves after the current position were
//! undone. If the program solved a game, or the player restarted it, the game is refused.

use std::collections::BTreeMap;

use super::{Parameters, board, parameters};
use crate::board::{Grid, cell};
use crate::links::{Colour, ColouredBoard, content_lines, part, read_number, split};
use crate::source::{Refusal, Source, Spanned, quote};

/// The key of the first line.
const HEAD: &str = "SAVEFILE";

/// The name of the game on the line `GAME`.
const GAME: &str = "Unruly";

/// A line of a saved game.
struct Line<'a> {
    /// The key, without the blanks after it.
    key: &'a str,
    text: Spanned<&'a str>,
}

pub(super) fn recognises(source: &Source) -> bool {
    content_lines(source).next().is_some_and(|line| line.value.starts_with(HEAD))
}

/// Reads a saved game, with the moves up to its current position. If it has no position, reads all
/// moves. The size is that of `CPARAMS` or, if there is no such line, that of `PARAMS`. Refuses
/// these saved games:
///
/// - another game than Unruly
/// - a game that the program solved or that the player restarted
/// - a game in which a key other than `MOVE` occurs twice
/// - a game without a size or a board (`DESC`)
/// - a game with a position that is 0 or that the moves do not reach
/// - a game with a malformed line, board or move
pub(super) fn read(source: &Source) -> Result<ColouredBoard, Refusal> {
    let lines: Vec<Line> =
        content_lines(source).map(|line| read_line(source, &line)).collect::<Result<_, _>>()?;
    let mut texts: BTreeMap<&str, &Spanned<&str>> = BTreeMap::new();
    for Line { key, text } in lines.iter().filter(|line| line.key != "MOVE") {
        if texts.insert(key, text).is_some() {
            let found = format!("a second line {}", quote(key));
            return Err(Refusal::new(found, "each key once").with_span(source, text.span.clone()));
        }
    }
    let needed = |key: &str| {
        texts.get(key).copied().ok_or_else(|| {
            let found = format!("no line {}", quote(key));
            Refusal::new(found, "a whole saved game").with_span(source, source.end())
        })
    };
    if let Some(game) = texts.get("GAME").filter(|game| game.value != GAME) {
        let found = format!("a game of {}", quote(game.value));
        return Err(Refusal::new(found, GAME).with_span(source, game.span.clone()));
    }
    if let Some(key) = ["SOLVE", "RESTART"].into_iter().find(|key| texts.contains_key(key)) {
        let found = format!("a game with {}", quote(key));
        let expected = "a game with no other entries than moves, or the id of the game";
        return Err(Refusal::new(found, expected).with_span(source, texts[key].span.clone()));
    }
    let played = texts.get("CPARAMS").copied().map_or_else(|| needed("PARAMS"), Ok)?;
    let parameters = parameters(source, played)?;
    let coloured = board(source, &parameters, needed("DESC")?)?;
    let moves: Vec<&Spanned<&str>> =
        lines.iter().filter(|line| line.key == "MOVE").map(|line| &line.text).collect();
    let moves = match texts.get("STATEPOS") {
        None => &moves[..],
        Some(word) => {
            let position = read_number(source, word, "the number of a position")?;
            let made = position.value.checked_sub(1).and_then(|moved| moves.get(..moved));
            made.ok_or_else(|| {
                let found = format!("position {} of {}", position.value, moves.len() + 1);
                Refusal::new(found, "a position of this game").with_span(source, position.span)
            })?
        }
    };
    let put = entries_after(source, &parameters, &coloured, moves)?;
    Ok(ColouredBoard { put: Some(put), ..coloured })
}

/// Reads a line, and removes the blanks after its key. Refuses a line without two colons. Also
/// refuses a line if the length in it is not the length of its text in bytes.
fn read_line<'a>(source: &Source, line: &Spanned<&'a str>) -> Result<Line<'a>, Refusal> {
    let refused =
        |found: &str| Refusal::new(found, "`KEY:LENGTH:TEXT`").with_span(source, line.span.clone());
    let (key, rest) = line.value.split_once(':').ok_or_else(|| refused("a line without a key"))?;
    let (length, text) = rest.split_once(':').ok_or_else(|| refused("a line without a length"))?;
    let start = key.len() + 1;
    let length =
        read_number(source, &part(line, start..start + length.len()), "the length of the text")?;
    if length.value != text.len() {
        let found = format!("a text of {} bytes", text.len());
        let expected = format!("{}, as the line says", length.value);
        let end = line.span.end;
        return Err(Refusal::new(found, expected).with_span(source, end - text.len()..end));
    }
    let text = part(line, line.value.len() - text.len()..line.value.len());
    Ok(Line { key: key.trim_end(), text })
}

/// Returns the player's entries after these moves. `P0` sets white, `P1` sets black, and `P-`
/// removes an entry. Each move has the column and the row, from 0. A later move replaces an earlier
/// move in the same cell. Refuses a move in a given cell or outside the board, and a text that is
/// no move.
fn entries_after(
    source: &Source,
    parameters: &Parameters,
    coloured: &ColouredBoard,
    moves: &[&Spanned<&str>],
) -> Result<Grid<Option<Colour>>, Refusal> {
    let mut put = Grid::from_fn(parameters.size, |_| None);
    for text in moves {
        let refused = |found: String, expected: &str| {
            Refusal::new(found, expected).with_span(source, text.span.clone())
        };
        let parts = split(text, ',');
        let [kind, column, row] = parts.as_slice() else {
            let found = format!("the move {}", quote(text.value));
            return Err(refused(found, "`P0`, `P1` or `P-`, a column and a row"));
        };
        let colour = match kind.value {
            "P0" => Some(Colour::White),
            "P1" => Some(Colour::Black),
            "P-" => None,
            other => {
                let found = format!("the move {}", quote(other));
                return Err(refused(found, "`P0`, `P1` or `P-`"));
            }
        };
        let row = read_number(source, row, "a row from 0")?.value;
        let column = read_number(source, column, "a column from 0")?.value;
        let at = cell(row, column);
        match coloured.cells.get(at) {
            Some(None) => put[at] = colour,
            Some(Some(_)) => {
                return Err(refused(
                    format!("a move in ({at}), but this cell is given"),
                    "an open cell",
                ));
            }
            None => return Err(refused(format!("a move in ({at})"), "a cell of the board")),
        }
    }
    Ok(put)
}
