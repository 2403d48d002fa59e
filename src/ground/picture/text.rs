//! Pictures in characters.
//!
//! There are three forms. The widest form that fits the terminal is drawn:
//!
//! - Wide: three characters per tile, and more for highlights and numbers. Only paths are missing.
//! - Narrow: one character per tile. A mark hides the note of its tile. Apostrophes, highlights and
//!   numbers are missing.
//! - Bare: walls and signs are missing too. A piece is the line `╺━╸` through its tiles, and an
//!   empty tile is a dot.
//!
//! Four walls can meet at a corner, and each of them is absent, thin or thick. Unicode has a
//! character for each of the 81 combinations (`junction`), so borders of regions need no special
//! case.
//!
//! With colour, tiles and the walls between them have backgrounds. The characters are the same as
//! without colour. A character with a background always has a foreground colour as well, since the
//! terminal's own colours are unknown. For the same reason, nothing outside the board is coloured.

use serde::{Deserialize, Serialize};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{
    BLACK, Fill, LegendEntry, Mark, PIECE, PLAIN, Picture, Spot, Tile, TileEdge, Tone, Wall,
};

/// The colour of thin walls. Another colour is used if it is not readable on the background.
const THIN_TONE: Tone = Tone::new(0x585858, 240);

/// The way in which a picture is drawn as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Style {
    /// Whether colours are written, as escape codes of a terminal.
    pub colour: bool,
    /// The largest number of columns of a line. It is `None` if it is not limited. If no form fits,
    /// the bare form is drawn.
    pub columns: Option<usize>,
}

/// Draws a picture as text. Each line ends with a newline. Without colour, no line has spaces at
/// its end.
pub fn draw(picture: &Picture, style: Style) -> String {
    widest_fitting(picture, style).1.lines(style.colour)
}

/// Returns the lines that explain the picture. They explain the apostrophe after a given cell, and
/// the letters that are not the names of their regions. The text is empty if there is nothing to
/// explain.
pub fn legend(picture: &Picture, style: Style) -> String {
    apostrophe(picture, style).to_owned() + &letters(picture, style)
}

/// Returns a line that explains the apostrophe after a given cell. Returns an empty text if no
/// apostrophe is drawn.
pub fn apostrophe(picture: &Picture, style: Style) -> &'static str {
    let has_apostrophe = picture.tiles.iter().any(|tile| tile.mark.is_some_and(|mark| mark.bold));
    let is_shown = has_apostrophe && widest_fitting(picture, style).0 == TileForm::Wide;
    if is_shown { "' marks a given cell\n" } else { "" }
}

/// Lists the letters that are not the names of their regions, each with the name of its region: `A
/// light blue · B purple`. Each line has at least one letter, and as many as fit into the style's
/// columns. If the style has no limit, a line has 100 columns. Each line ends with a newline. With
/// colour, each letter has the background of its region. Returns an empty text if there are no such
/// letters.
pub fn letters(picture: &Picture, style: Style) -> String {
    /// The text between two entries of the legend.
    const GAP: &str = " · ";
    let limit = style.columns.unwrap_or(MOST_OF_LEGEND);
    let (mut text, mut width) = (String::new(), 0);
    for LegendEntry { letter, name, fill } in &picture.legend {
        let own = 1 + 1 + name.width();
        let is_first = text.is_empty();
        if !is_first && width + GAP.width() + own > limit {
            text.push('\n');
            width = 0;
        } else if !is_first {
            text.push_str(GAP);
            width += GAP.width();
        }
        let tone = fill.tone();
        let glyph = Glyph::new(*letter, Some((BLACK.readable_on(tone), tone)));
        if style.colour {
            write_coloured(&[glyph], &mut text);
        } else {
            text.push(*letter);
        }
        text.extend([" ", name]);
        width += own;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The largest number of columns of a line of the legend, if the style has no limit.
const MOST_OF_LEGEND: usize = 100;

/// Returns the number of columns that a character takes on a terminal: 2 for an emoji, else 1.
pub(super) fn display_width(symbol: char) -> usize {
    symbol.width().unwrap_or(1).clamp(1, 2)
}

/// A placeholder for the second column of a character that is two columns wide. Nothing is written
/// for a placeholder.
const SECOND: char = '\0';

/// The sign after the mark of a highlighted tile.
pub const HIGHLIGHT: char = '*';

/// Returns whether the text of a picture in this style contains the sign of highlighted tiles.
pub fn shows_highlights(picture: &Picture, style: Style) -> bool {
    picture.has_highlights && widest_fitting(picture, style).0 == TileForm::Wide
}

/// Returns the widest form that fits the style's columns, and the picture drawn in this form. If no
/// form fits, returns the bare form.
fn widest_fitting(picture: &Picture, style: Style) -> (TileForm, Canvas) {
    let limit = style.columns.unwrap_or(usize::MAX);
    let widest = [TileForm::Wide, TileForm::Narrow]
        .into_iter()
        .map(|form| (form, Canvas::render(picture, form)))
        .find(|(_, canvas)| canvas.width() <= limit);
    widest.unwrap_or_else(|| (TileForm::Bare, Canvas::render(picture, TileForm::Bare)))
}

/// A form of a picture in characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TileForm {
    /// Three characters for each tile, or more.
    Wide,
    /// One character for each tile, with walls between tiles.
    Narrow,
    /// One character for each tile, without walls.
    Bare,
}

/// A character with its colours.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Glyph {
    /// The character, or [`SECOND`].
    symbol: char,
    paint: Paint,
}

/// The colours of a character, and whether it is bold.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Paint {
    /// The foreground and the background. It is `None` outside the board.
    tones: Option<(Tone, Tone)>,
    /// Whether the character is bold.
    bold: bool,
}

impl Glyph {
    fn new(symbol: char, tones: Option<(Tone, Tone)>) -> Glyph {
        let paint = Paint { tones, bold: false };
        Glyph { symbol, paint }
    }

    /// Returns whether nothing is visible: white space without a background.
    fn is_blank(&self) -> bool {
        self.symbol.is_whitespace() && self.paint.tones.is_none()
    }
}

/// The background of a tile. A wall between tiles with the same background has this background too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TileGround {
    /// The tile has this background.
    Fill(Fill),
    /// The piece with this index is on the tile.
    Piece(usize),
}

impl TileGround {
    /// Returns the background of a tile. Returns `None` if the tile is outside the board.
    fn for_tile(tile: Option<&Tile>) -> Option<TileGround> {
        let tile = tile.filter(|tile| tile.fill != Fill::Outside)?;
        Some(tile.piece.map_or(TileGround::Fill(tile.fill), TileGround::Piece))
    }

    fn tone(self) -> Tone {
        match self {
            TileGround::Fill(fill) => fill.tone(),
            TileGround::Piece(_) => PIECE,
        }
    }
}

/// The characters of a drawn picture.
struct Canvas {
    /// The rows of characters. Their lengths can differ.
    rows: Vec<Vec<Glyph>>,
}

impl Canvas {
    /// Draws a picture in this form, without blank rows and columns around it.
    fn render(picture: &Picture, form: TileForm) -> Canvas {
        let mut rows = Vec::new();
        for row in 0..=picture.rows {
            if form != TileForm::Bare {
                rows.push(draw_walls_above(picture, row, form));
            }
            if row < picture.rows {
                rows.push(draw_row(picture, row, form));
            }
        }
        Canvas { rows }.crop()
    }

    /// Returns the canvas without blank rows above and below it, and without blanks at the end of
    /// rows. Also leaves out the columns on the left that are blank in all rows.
    fn crop(mut self) -> Canvas {
        while self.rows.last().is_some_and(|row| row.iter().all(Glyph::is_blank)) {
            self.rows.pop();
        }
        let above = self.rows.iter().take_while(|row| row.iter().all(Glyph::is_blank)).count();
        self.rows.drain(..above);
        let left = self
            .rows
            .iter()
            .map(|row| row.iter().take_while(|glyph| glyph.is_blank()).count())
            .min()
            .unwrap_or(0);
        for row in &mut self.rows {
            row.drain(..left.min(row.len()));
            while row.last().is_some_and(Glyph::is_blank) {
                row.pop();
            }
        }
        self
    }

    /// Returns the length of the longest row, in columns of the terminal.
    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the rows as lines, each with a newline. Without colour, no line has white space at
    /// its end. An empty canvas is one empty line.
    fn lines(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            if colour {
                write_coloured(row, &mut text);
            } else {
                let line: String = symbols(row).collect();
                text.push_str(line.trim_end());
            }
            text.push('\n');
        }
        if text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// Appends a row as a line to `text`, without a newline. Consecutive characters with the same paint
/// have one pair of escape codes.
fn write_coloured(row: &[Glyph], text: &mut String) {
    for run in row.chunk_by(|a, b| a.paint == b.paint) {
        let (begin, end) = run[0].paint.codes();
        text.push_str(&begin);
        text.extend(symbols(run));
        text.push_str(end);
    }
}

/// Returns the characters that are written. Leaves out [`SECOND`].
fn symbols(row: &[Glyph]) -> impl Iterator<Item = char> {
    row.iter().map(|glyph| glyph.symbol).filter(|&symbol| symbol != SECOND)
}

impl Paint {
    /// Returns the escape codes before and after a text with this paint. Both are empty if the
    /// paint changes nothing.
    fn codes(self) -> (String, &'static str) {
        let bold = if self.bold { "\x1b[1m" } else { "" };
        let tones = self
            .tones
            .map(|(front, back)| format!("\x1b[38;5;{}m\x1b[48;5;{}m", front.ansi, back.ansi))
            .unwrap_or_default();
        let begin = bold.to_owned() + &tones;
        let end = if begin.is_empty() { "" } else { "\x1b[0m" };
        (begin, end)
    }
}

/// Draws the walls and corners above a row of tiles. If `row` is the number of rows, draws those
/// below the last row. Signs are on the middle of the walls. The walls are as long as the tiles are
/// wide. The form must not be the bare one, which has no walls.
fn draw_walls_above(picture: &Picture, row: usize, form: TileForm) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for column in 0..=picture.columns {
        glyphs.push(corner(picture, row, column));
        if column < picture.columns {
            let edge = picture.horizontal_edge(row, column);
            let above = row.checked_sub(1).map(|above| (above, column));
            let back = wall_background(picture, &[above, Some((row, column))]);
            let wall = junction_glyph([Wall::None, edge.wall, Wall::None, edge.wall], back);
            let middle = draw_sign(edge, wall, back);
            match form {
                TileForm::Wide => {
                    glyphs.extend([wall, middle]);
                    let highlight = usize::from(picture.has_highlights);
                    let more = picture.mark_width + highlight + picture.number_width;
                    glyphs.extend(vec![wall; more]);
                }
                TileForm::Narrow | TileForm::Bare => {
                    glyphs.push(middle);
                    glyphs.extend(vec![wall; picture.mark_width - 1]);
                }
            }
        }
    }
    glyphs
}

/// Draws the tiles of a row, the walls between them, and the walls at both ends. In the bare form,
/// there are no walls.
fn draw_row(picture: &Picture, row: usize, form: TileForm) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for column in 0..=picture.columns {
        if form != TileForm::Bare {
            glyphs.push(left_wall(picture, row, column));
        }
        if let Some(tile) = picture.tile((row, column)) {
            match form {
                TileForm::Wide => glyphs.extend(wide_tile(tile, picture)),
                TileForm::Narrow => glyphs.extend(pad_mark(narrow_tile(tile), tile, picture)),
                TileForm::Bare => {
                    let glyph = bare_tile(picture, (row, column), tile);
                    glyphs.extend(pad_mark(glyph, tile, picture));
                }
            }
        }
    }
    glyphs
}

/// Draws the wall to the left of a tile. If `column` is the number of columns, draws the wall to
/// the right of the last tile. If there is a sign on the wall, draws the sign instead.
fn left_wall(picture: &Picture, row: usize, column: usize) -> Glyph {
    let edge = picture.vertical_edge(row, column);
    let back = wall_background(
        picture,
        &[column.checked_sub(1).map(|left| (row, left)), Some((row, column))],
    );
    let wall = junction_glyph([edge.wall, Wall::None, edge.wall, Wall::None], back);
    draw_sign(edge, wall, back)
}

/// Draws the junction of walls at the upper left corner of a tile. If `row` is the number of rows,
/// it is a corner at the lower edge of the picture. If `column` is the number of columns, it is a
/// corner at the right edge.
fn corner(picture: &Picture, row: usize, column: usize) -> Glyph {
    let (above, left) = (row.checked_sub(1), column.checked_sub(1));
    let level = |column| picture.horizontal_edge(row, column).wall;
    let around = [
        above.zip(left),
        above.map(|above| (above, column)),
        left.map(|left| (row, left)),
        Some((row, column)),
    ];
    let arms = [
        above.map_or(Wall::None, |row| picture.vertical_edge(row, column).wall),
        level(column),
        picture.vertical_edge(row, column).wall,
        left.map_or(Wall::None, level),
    ];
    junction_glyph(arms, wall_background(picture, &around))
}

/// Returns the background of a wall. Returns `None` if all tiles around the wall are outside the
/// board. If all these tiles have the same background, the wall has this background too. But a dark
/// background would hide the wall. So if it is dark, or if the tiles have different backgrounds,
/// the wall has the plain background.
fn wall_background(picture: &Picture, spots: &[Option<Spot>]) -> Option<Tone> {
    let ground =
        |spot: &Option<Spot>| TileGround::for_tile(spot.and_then(|spot| picture.tile(spot)));
    let mut grounds = spots.iter().map(ground);
    let first = grounds.next().flatten();
    let same = grounds.all(|ground| ground == first);
    match first {
        None if same => None,
        Some(common) if same && common != TileGround::Fill(Fill::Dark) => Some(common.tone()),
        _ => Some(PLAIN),
    }
}

/// Draws the junction of four walls. If no wall is thick, the junction is paler.
fn junction_glyph([up, right, down, left]: [Wall; 4], back: Option<Tone>) -> Glyph {
    let thick = [up, right, down, left].contains(&Wall::Thick);
    let front = if thick { BLACK } else { THIN_TONE };
    let tones = back.map(|back| (front.readable_on(back), back));
    Glyph::new(junction(up, right, down, left), tones)
}

/// Draws the sign on an edge. If the edge has no sign, returns `line`.
fn draw_sign(edge: TileEdge, line: Glyph, back: Option<Tone>) -> Glyph {
    match edge.sign {
        Some(symbol) => Glyph::new(symbol, back.map(|back| (BLACK.readable_on(back), back))),
        None => line,
    }
}

/// Draws a tile in the wide form. Its parts are the note, the mark, an apostrophe if the mark is
/// bold, the highlight if the picture has any, and the number, which is aligned right. If the tile
/// lacks a part, this part is blank, so all tiles are equally wide. The number must not be longer
/// than `picture.number_width`.
fn wide_tile(tile: &Tile, picture: &Picture) -> Vec<Glyph> {
    let written = |symbol: char| symbol_glyph(tile, symbol, BLACK);
    let bold = tile.mark.filter(|mark| mark.bold);
    let mark = tile.mark.map_or(empty_glyph(tile), |mark| mark_glyph(tile, mark));
    let mut glyphs = vec![tile.note.map_or(empty_glyph(tile), written)];
    glyphs.extend(pad_mark(mark, tile, picture));
    glyphs.push(bold.map_or(empty_glyph(tile), |_| written('\'')));
    if picture.has_highlights {
        glyphs.push(if tile.is_highlighted { written(HIGHLIGHT) } else { empty_glyph(tile) });
    }
    let digits = tile.number.map_or(String::new(), |number| number.to_string());
    glyphs.resize(glyphs.len() + picture.number_width - digits.len(), empty_glyph(tile));
    glyphs.extend(digits.chars().map(written));
    glyphs
}

/// Returns the glyph of a mark in as many columns as the widest mark of the picture has. If the
/// glyph itself has two columns, [`SECOND`] is put into the second one. Empty glyphs of the tile
/// fill all other columns.
fn pad_mark(glyph: Glyph, tile: &Tile, picture: &Picture) -> Vec<Glyph> {
    let mut glyphs = vec![glyph];
    if display_width(glyph.symbol) > 1 {
        glyphs.push(Glyph { symbol: SECOND, ..glyph });
    }
    glyphs.resize(picture.mark_width.max(glyphs.len()), empty_glyph(tile));
    glyphs
}

/// Returns the character of a tile in the narrow form. This is the mark of the tile. If it has no
/// mark, it is the note. If it has no note either, it is the background, which is visible without
/// colour only if it is dark.
fn narrow_tile(tile: &Tile) -> Glyph {
    match (tile.mark, tile.note) {
        (Some(mark), _) => mark_glyph(tile, mark),
        (None, Some(symbol)) => symbol_glyph(tile, symbol, BLACK),
        (None, None) => empty_glyph(tile),
    }
}

/// Draws a tile as one character. This is its mark or, without a mark, its note. A tile with
/// neither shows the line of its piece. Without a piece, it shows its dark background or, if it is
/// not dark, a dot. Outside the board, it is blank.
fn bare_tile(picture: &Picture, spot: Spot, tile: &Tile) -> Glyph {
    let glyph = narrow_tile(tile);
    let symbol = match tile.piece {
        _ if glyph.symbol != ' ' || glyph.is_blank() => glyph.symbol,
        Some(piece) => piece_line(picture, spot, piece),
        None => '·',
    };
    Glyph { symbol, ..glyph }
}

/// Returns the character of the piece with this index in one of the piece's tiles. On the rim of
/// the piece, it is a line with arms to the neighbouring tiles on the rim. Inside the piece, it is
/// a dot. A piece of one tile is a small square.
fn piece_line(picture: &Picture, (row, column): Spot, index: usize) -> char {
    let piece = picture.pieces[index];
    let upright = column == piece.left || column == piece.right;
    let level = row == piece.top || row == piece.bottom;
    match junction(
        rim_arm(upright, row > piece.top),
        rim_arm(level, column < piece.right),
        rim_arm(upright, row < piece.bottom),
        rim_arm(level, column > piece.left),
    ) {
        ' ' if upright && level => '▪',
        ' ' => '·',
        line => line,
    }
}

/// Returns a thick arm if the rim of the piece runs in this direction, and the piece has more tiles
/// there. Otherwise returns no arm.
fn rim_arm(follows: bool, more: bool) -> Wall {
    if follows && more { Wall::Thick } else { Wall::None }
}

/// Returns the character of a tile without a mark. Without colour, only a dark background is
/// visible.
fn empty_glyph(tile: &Tile) -> Glyph {
    let ground = TileGround::for_tile(Some(tile));
    let symbol = match ground {
        Some(TileGround::Fill(Fill::Dark)) => '▒',
        _ => ' ',
    };
    Glyph::new(symbol, ground.map(|ground| (BLACK, ground.tone())))
}

/// Returns the character of a mark on a tile.
fn mark_glyph(tile: &Tile, mark: Mark) -> Glyph {
    let mut glyph = symbol_glyph(tile, mark.symbol, mark.ink.tone());
    glyph.paint.bold = mark.bold;
    glyph
}

/// Returns a character on a tile's background, in a readable colour.
fn symbol_glyph(tile: &Tile, symbol: char, front: Tone) -> Glyph {
    let back = TileGround::for_tile(Some(tile)).map(TileGround::tone);
    Glyph::new(symbol, back.map(|back| (front.readable_on(back), back)))
}

/// Returns the box drawing character for four walls that meet at a point. `None` means that there
/// is no wall in this direction.
fn junction(up: Wall, right: Wall, down: Wall, left: Wall) -> char {
    JUNCTIONS[weight(up) * 3 + weight(down)][weight(left) * 3 + weight(right)]
}

fn weight(wall: Wall) -> usize {
    match wall {
        Wall::None => 0,
        Wall::Thin => 1,
        Wall::Thick => 2,
    }
}

/// The characters for four walls that meet at a corner. The walls above and below the corner select
/// the row of this table. The rows are for none and none, none and thin, none and thick, thin and
/// none, and so on. The walls to the left and right of the corner select the column in the same
/// way.
const JUNCTIONS: [[char; 9]; 9] = [
    [' ', '╶', '╺', '╴', '─', '╼', '╸', '╾', '━'],
    ['╷', '┌', '┍', '┐', '┬', '┮', '┑', '┭', '┯'],
    ['╻', '┎', '┏', '┒', '┰', '┲', '┓', '┱', '┳'],
    ['╵', '└', '┕', '┘', '┴', '┶', '┙', '┵', '┷'],
    ['│', '├', '┝', '┤', '┼', '┾', '┥', '┽', '┿'],
    ['╽', '┟', '┢', '┧', '╁', '╆', '┪', '╅', '╈'],
    ['╹', '┖', '┗', '┚', '┸', '┺', '┛', '┹', '┻'],
    ['╿', '┞', '┡', '┦', '╀', '╄', '┩', '╃', '╇'],
    ['┃', '┠', '┣', '┨', '╂', '╊', '┫', '╉', '╋'],
];

#[cfg(test)]
mod tests {
    use super::super::Ink;
    use super::*;

    const PLAINLY: Style = Style { colour: false, columns: None };
    const COLOURED: Style = Style { colour: true, columns: None };

    fn within(columns: usize) -> Style {
        Style { columns: Some(columns), ..PLAINLY }
    }

    fn page(lines: &[&str]) -> String {
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn without_codes(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts
            .map(|part| part.split_once('m').expect("a code ends with m").1)
            .collect::<String>();
        first + &rest
    }

    #[test]
    fn numbers_stand_behind_marks() {
        let mut picture = Picture::new(1, 3, "three");
        picture.set_note((0, 0), 'A');
        picture.set_number((0, 0), 7);
        picture.set_mark((0, 1), Mark::letter('b').in_bold());
        picture.set_number((0, 1), -12);
        picture.set_fill((0, 2), Fill::Dark);
        picture.set_number((0, 2), 305);
        let wide =
            page(&["┏━━━━━━┯━━━━━━┯━━━━━━┓", "┃A    7│ b'-12│▒▒▒305┃", "┗━━━━━━┷━━━━━━┷━━━━━━┛"]);
        assert_eq!(draw(&picture, PLAINLY), wide);
        assert_eq!(draw(&picture, within(22)), wide);
        assert_eq!(draw(&picture, within(21)), page(&["┏━┯━┯━┓", "┃A│b│▒┃", "┗━┷━┷━┛"]));
    }

    #[test]
    fn an_apostrophe_is_explained() {
        let mut picture = Picture::new(1, 2, "two");
        picture.set_mark((0, 0), Mark::letter('a'));
        assert_eq!(legend(&picture, PLAINLY), "");
        picture.set_mark((0, 1), Mark::letter('b').in_bold());
        for style in [PLAINLY, COLOURED, within(9), within(8), within(1)] {
            let drawn = without_codes(&draw(&picture, style));
            assert_eq!(!legend(&picture, style).is_empty(), drawn.contains('\''), "{drawn}");
        }
    }

    #[test]
    fn letters_that_are_no_names_have_a_legend() {
        let mut picture = Picture::new(1, 2, "two");
        for (letter, name) in [('A', "light blue"), ('B', "🟪"), ('C', "yellow"), ('D', "bl")] {
            picture.explain_letter(letter, name, Fill::Plain);
        }
        assert_eq!(legend(&picture, PLAINLY), "A light blue · B 🟪 · C yellow · D bl\n");
        assert_eq!(legend(&picture, within(20)), "A light blue · B 🟪\nC yellow · D bl\n");
        assert_eq!(legend(&picture, within(18)), "A light blue\nB 🟪 · C yellow\nD bl\n");
        assert_eq!(without_codes(&legend(&picture, COLOURED)), legend(&picture, PLAINLY));
    }

    #[test]
    fn an_emoji_has_two_columns() {
        let mut picture = Picture::new(2, 2, "night");
        picture.set_mark((0, 0), Mark::letter('☀').in_bold());
        picture.set_mark((0, 1), Mark::letter('🌙'));
        picture.set_sign((0, 0), (1, 0), '=');
        let wide = ["┏━━━━┯━━━━┓", "┃ ☀ '│ 🌙 ┃", "┠─=──┼────┨", "┃    │    ┃", "┗━━━━┷━━━━┛"];
        assert_eq!(draw(&picture, PLAINLY), page(&wide));
        assert_eq!(without_codes(&draw(&picture, COLOURED)), page(&wide));
        assert_eq!(draw(&picture, within(11)), page(&wide));
        let narrow = ["┏━━┯━━┓", "┃☀ │🌙┃", "┠=─┼──┨", "┃  │  ┃", "┗━━┷━━┛"];
        assert_eq!(draw(&picture, within(10)), page(&narrow));
        assert_eq!(draw(&picture, within(6)), page(&["☀ 🌙", "· ·"]));
    }

    #[test]
    fn highlights_have_a_column() {
        let mut picture = Picture::new(1, 3, "three");
        picture.set_mark((0, 0), Mark::letter('a').in_bold());
        picture.set_number((0, 1), 7);
        picture.set_fill((0, 2), Fill::Dark);
        assert!(!shows_highlights(&picture, PLAINLY));
        picture.highlight((0, 0));
        picture.highlight((0, 2));
        let wide = page(&["┏━━━━━┯━━━━━┯━━━━━┓", "┃ a'* │    7│▒▒▒*▒┃", "┗━━━━━┷━━━━━┷━━━━━┛"]);
        assert_eq!(draw(&picture, PLAINLY), wide);
        assert_eq!(without_codes(&draw(&picture, COLOURED)), wide);
        assert!(shows_highlights(&picture, PLAINLY) && shows_highlights(&picture, within(19)));
        assert!(!shows_highlights(&picture, within(18)));
        assert_eq!(draw(&picture, within(18)), page(&["┏━┯━┯━┓", "┃a│ │▒┃", "┗━┷━┷━┛"]));
    }

    fn busy() -> Picture {
        let mut picture = Picture::new(3, 4, "busy");
        picture.set_fill((0, 0), Fill::Dark);
        picture.set_fill((0, 1), Fill::Region(1));
        picture.set_wall((0, 1), (0, 2), Wall::Thick);
        picture.set_wall((1, 1), (0, 1), Wall::Thick);
        picture.add_piece((2, 2), (1, 2));
        picture.set_note((0, 1), 'a');
        picture.set_mark((0, 1), Mark::queen(Ink::Red).in_bold());
        picture.set_sign((1, 0), (1, 1), '×');
        picture.set_sign((2, 0), (1, 0), '=');
        picture.set_fill((0, 3), Fill::Outside);
        picture.set_mark((0, 3), Mark::letter('K'));
        picture.set_mark((2, 3), Mark::hole());
        picture
    }

    #[test]
    fn four_arms_of_any_thickness_meet() {
        use Wall::{None, Thick, Thin};
        for (arms, character) in [
            ([None, None, None, None], ' '),
            ([None, Thin, None, Thin], '─'),
            ([Thick, None, Thick, None], '┃'),
            ([None, Thick, Thick, None], '┏'),
            ([Thick, None, None, Thin], '┚'),
            ([None, Thick, Thin, Thick], '┯'),
            ([Thick, Thin, Thick, None], '┠'),
            ([Thin, Thick, Thick, Thin], '╆'),
            ([Thick, Thick, Thin, Thin], '╄'),
            ([Thin, Thin, Thin, Thin], '┼'),
            ([Thick, Thick, Thick, Thick], '╋'),
            ([Thin, None, None, None], '╵'),
            ([None, Thick, None, Thin], '╼'),
        ] {
            let [up, right, down, left] = arms;
            assert_eq!(junction(up, right, down, left), character, "{arms:?}");
        }
    }

    #[test]
    fn every_junction_is_a_character_of_its_own() {
        let mut all: Vec<char> = JUNCTIONS.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 81);
    }

    #[test]
    fn the_widest_form_says_everything() {
        let expected = [
            "┏━━━┯━━━┳━━━┓",
            "┃▒▒▒│a♛'┃   ┃ K",
            "┠───┾━━━╃───╄━━━┓",
            "┃   ×   │   │   ┃",
            "┠─=─┼───┤   ├───┨",
            "┃   │   │   │ ○ ┃",
            "┗━━━┷━━━┷━━━┷━━━┛",
        ];
        assert_eq!(draw(&busy(), PLAINLY), page(&expected));
        assert_eq!(draw(&busy(), within(17)), page(&expected));
    }

    #[test]
    fn a_narrow_terminal_has_tiles_of_one_character() {
        let expected = [
            "┏━┯━┳━┓",
            "┃▒│♛┃ ┃K",
            "┠─┾━╃─╄━┓",
            "┃ × │ │ ┃",
            "┠=┼─┤ ├─┨",
            "┃ │ │ │○┃",
            "┗━┷━┷━┷━┛",
        ];
        assert_eq!(draw(&busy(), within(16)), page(&expected));
        assert_eq!(draw(&busy(), within(9)), page(&expected));
    }

    #[test]
    fn the_narrowest_terminals_have_no_walls() {
        let expected = ["▒♛·K", "··╻·", "··╹○"];
        assert_eq!(draw(&busy(), within(8)), page(&expected));
        assert_eq!(draw(&busy(), within(4)), page(&expected));
        assert_eq!(draw(&busy(), within(0)), page(&expected));
    }

    #[test]
    fn pieces_without_walls_are_lines_along_their_rims() {
        let mut picture = Picture::new(4, 4, "pieces");
        picture.add_piece((0, 0), (2, 2));
        picture.add_piece((3, 0), (3, 2));
        picture.add_piece((3, 3), (3, 3));
        assert_eq!(draw(&picture, within(4)), page(&["┏━┓·", "┃·┃·", "┗━┛·", "╺━╸▪"]));
    }

    #[test]
    fn a_ring_outside_the_board_has_no_walls() {
        let mut picture = Picture::new(3, 3, "ring");
        for spot in (0..9).map(|place| (place / 3, place % 3)) {
            if spot != (1, 1) {
                picture.set_fill(spot, Fill::Outside);
            }
        }
        picture.set_mark((0, 1), Mark::letter('N'));
        picture.set_mark((1, 0), Mark::letter('W'));
        let expected = ["    N", "  ┏━━━┓", "W ┃   ┃", "  ┗━━━┛"];
        assert_eq!(draw(&picture, PLAINLY), page(&expected));
    }

    #[test]
    fn without_colour_there_are_no_codes_and_with_it_the_same_characters() {
        let (plain, coloured) = (draw(&busy(), PLAINLY), draw(&busy(), COLOURED));
        assert!(!plain.contains('\x1b'));
        assert!(coloured.contains("\x1b[1m\x1b[38;5;124m\x1b[48;5;153m♛\x1b[0m"));
        assert_eq!(without_codes(&coloured), plain);
    }

    #[test]
    fn a_picture_of_nothing_is_an_empty_line() {
        assert_eq!(draw(&Picture::new(0, 0, "nothing"), PLAINLY), "\n");
        assert_eq!(draw(&Picture::new(3, 0, "nothing"), COLOURED), "\n");
    }
}
