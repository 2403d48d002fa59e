//! Pictures of boards, before anyone has decided whether they become text, SVG or PNG.
//!
//! Every puzzle of this house is played on tiles in rows and columns, so a [`Picture`] is made of
//! what can happen to tiles, and of nothing else. A tile has a background ([`Picture::fill`]), a
//! [mark](Picture::mark) in its middle, a [note](Picture::note) in its left corner and a
//! [number](Picture::number) in its right one. Between two
//! tiles there is a [wall](Picture::wall), which may bear a [sign](Picture::sign). Over several
//! tiles there lie [pieces](Picture::piece) and [paths](Picture::path). That makes a window, a
//! crossword, a chessboard, a box of dominoes or a treasure map; no puzzle has a shape of its own
//! here, and this module has never heard of one.
//!
//! The primitives say what is on the board, not how to draw it. Three files draw:
//!
//! * [`text`] with box drawing characters, as wide or as narrow as the terminal is;
//! * [`svg`] with forty units a tile, and a text alternative for those who do not see it;
//! * [`png`] by rendering that very SVG with a font it brings along.
//!
//! Colour is an extra in all three. What a picture tells is in its characters, shapes and walls,
//! so it survives a grey printer, a colour-blind reader and `NO_COLOR`.
//!
//! A picture is a courtesy and never worth a crash: whatever is asked of a spot outside the
//! picture, or of two spots that are no neighbours, is ignored. Where two calls contradict each
//! other, the later one wins.

use std::fmt;

#[cfg(feature = "png")]
pub mod png;
#[cfg(not(feature = "png"))]
#[path = "picture/without_png.rs"]
pub mod png;
pub mod svg;
pub mod text;

/// A tile by its row and its column, both from 0.
pub type Spot = (usize, usize);

/// The colour of a mark.
///
/// A renderer swaps it for black or white where it would be unreadable on the tile's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Almost black.
    Black,
    /// A grey for what matters less.
    Grey,
    /// White. A shape in white has a dark outline.
    White,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// A dark orange.
    Orange,
    /// Purple.
    Purple,
}

impl Ink {
    fn tone(self) -> Tone {
        match self {
            Ink::Black => BLACK,
            Ink::Grey => Tone::new(0x6b7078, 242),
            Ink::White => WHITE,
            Ink::Red => Tone::new(0xb3261e, 124),
            Ink::Blue => Tone::new(0x1f4fa3, 25),
            Ink::Green => Tone::new(0x1f6b35, 22),
            Ink::Orange => Tone::new(0xa84f00, 130),
            Ink::Purple => Tone::new(0x6b2c91, 54),
        }
    }
}

/// The background of a tile.
///
/// In text without colour only [`Fill::Dark`] shows. What another background says has to be said
/// by a mark, a note or a wall as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Bare board.
    #[default]
    Plain,
    /// A lit pane: a warm yellow.
    Light,
    /// A closed pane: almost black, and in text a shade that fills the tile.
    Dark,
    /// White.
    White,
    /// A clear blue, dark enough to differ from white in grey.
    Blue,
    /// The darker square of a chequered board.
    Shade,
    /// Not part of the board: no wall stands between two such tiles. A ring of clues, say.
    Outside,
    /// The k-th of [`PASTELS`] pastels, over and over.
    Region(usize),
}

/// How many pastels [`Fill::Region`] has before it begins again.
pub const PASTELS: usize = 16;

/// The pastels of the regions, so ordered that the first few are the furthest apart.
const REGIONS: [Tone; PASTELS] = [
    Tone::new(0xf49a94, 210),
    Tone::new(0xaed4f7, 153),
    Tone::new(0xfbd98b, 222),
    Tone::new(0x74d3ae, 79),
    Tone::new(0xd79adf, 176),
    Tone::new(0xd9f5b0, 193),
    Tone::new(0xd4d4d4, 252),
    Tone::new(0xb3b1f5, 147),
    Tone::new(0xf9b58a, 216),
    Tone::new(0x6db3b3, 73),
    Tone::new(0xfbc0da, 218),
    Tone::new(0x93b46b, 107),
    Tone::new(0xb5f5f5, 159),
    Tone::new(0xb99870, 137),
    Tone::new(0x5cb4f0, 75),
    Tone::new(0xbdbb95, 144),
];

impl Fill {
    fn tone(self) -> Tone {
        match self {
            Fill::Plain => PLAIN,
            Fill::Light => Tone::new(0xffe08a, 222),
            Fill::Dark => Tone::new(0x39404a, 238),
            Fill::White | Fill::Outside => WHITE,
            Fill::Blue => Tone::new(0x9dc3f0, 110),
            Fill::Shade => Tone::new(0xd6d3c9, 250),
            Fill::Region(k) => REGIONS[k % PASTELS],
        }
    }
}

/// How a mark looks where it is drawn. In text its symbol is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// The symbol itself, as a letter.
    Letter,
    /// A crown.
    Queen,
    /// A round counter.
    Disc,
    /// A round dark port; the ink has no say in it.
    Hole,
}

/// What stands in the middle of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How it looks where it is drawn.
    pub shape: MarkShape,
    /// How it looks in text: one character that is one column wide. No emoji, and nothing East
    /// Asian: two columns would break the board.
    pub symbol: char,
    /// Its colour.
    pub ink: Ink,
    /// Whether it stands out, as a given does from what was found. In text an apostrophe follows
    /// it, so that it stands out without colour too.
    pub bold: bool,
}

impl Mark {
    /// A letter in black.
    pub fn letter(symbol: char) -> Mark {
        Mark { shape: MarkShape::Letter, symbol, ink: Ink::Black, bold: false }
    }

    /// A queen: `♛` in text, and `♕` if she is white.
    pub fn queen(ink: Ink) -> Mark {
        let symbol = if ink == Ink::White { '♕' } else { '♛' };
        Mark { shape: MarkShape::Queen, symbol, ink, bold: false }
    }

    /// A hole: `○` in text.
    pub fn hole() -> Mark {
        Mark { shape: MarkShape::Hole, symbol: '○', ink: Ink::Black, bold: false }
    }

    /// The same mark in another ink.
    pub fn in_ink(self, ink: Ink) -> Mark {
        Mark { ink, ..self }
    }

    /// The same mark, made to stand out.
    pub fn in_bold(self) -> Mark {
        Mark { bold: true, ..self }
    }
}

/// What stands between two neighbouring tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wall {
    /// Nothing.
    #[default]
    None,
    /// A thin line.
    Thin,
    /// A thick line.
    Thick,
}

/// A board of tiles, and what lies on it.
#[derive(Clone, Debug)]
pub struct Picture {
    rows: usize,
    columns: usize,
    title: String,
    captions: Vec<String>,
    /// The digits and the sign of the longest number.
    number_width: usize,
    tiles: Vec<Tile>,
    pieces: Vec<TilePiece>,
    paths: Vec<Vec<Spot>>,
}

/// One tile, with the two of its four borders that no tile before it has.
#[derive(Clone, Copy, Debug, Default)]
struct Tile {
    fill: Fill,
    mark: Option<Mark>,
    note: Option<char>,
    number: Option<i64>,
    piece: Option<usize>,
    east: Border,
    south: Border,
}

#[derive(Clone, Copy, Debug, Default)]
struct Border {
    /// As a room asked for it; else it follows from the fills.
    wall: Option<Wall>,
    sign: Option<char>,
}

/// The first and the last row and column that one piece covers.
#[derive(Clone, Copy, Debug)]
struct TilePiece {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

/// A border as the renderers see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TileEdge {
    wall: Wall,
    sign: Option<char>,
}

impl Picture {
    /// A bare board: plain tiles, thin walls between them and a thick frame round them all.
    pub fn new(rows: usize, columns: usize, title: &str) -> Picture {
        Picture {
            rows,
            columns,
            title: title.to_owned(),
            captions: Vec::new(),
            number_width: 0,
            tiles: vec![Tile::default(); rows * columns],
            pieces: Vec::new(),
            paths: Vec::new(),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Gives a tile its background.
    pub fn fill(&mut self, spot: Spot, fill: Fill) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.fill = fill;
        }
    }

    /// Sets the wall between two neighbours.
    ///
    /// Where none was set, a thin one stands between two tiles of the board, and a thick one
    /// between the board and what is outside.
    pub fn wall(&mut self, a: Spot, b: Spot, wall: Wall) {
        if let Some(border) = self.border_mut(a, b) {
            border.wall = Some(wall);
        }
    }

    /// Lays one piece over the rectangle between the opposite corners `from` and `to`, and
    /// takes away the walls inside.
    pub fn piece(&mut self, from: Spot, to: Spot) {
        if !(self.contains(from) && self.contains(to)) {
            return;
        }
        let piece = TilePiece {
            top: from.0.min(to.0),
            left: from.1.min(to.1),
            bottom: from.0.max(to.0),
            right: from.1.max(to.1),
        };
        for row in piece.top..=piece.bottom {
            for column in piece.left..=piece.right {
                let index = self.pieces.len();
                if let Some(tile) = self.tile_mut((row, column)) {
                    tile.piece = Some(index);
                }
                if column < piece.right {
                    self.wall((row, column), (row, column + 1), Wall::None);
                }
                if row < piece.bottom {
                    self.wall((row, column), (row + 1, column), Wall::None);
                }
            }
        }
        self.pieces.push(piece);
    }

    /// Puts a mark in the middle of a tile.
    pub fn mark(&mut self, spot: Spot, mark: Mark) {
        if let Some(tile) = self.tile_mut(spot) {
            let symbol = one_column(mark.symbol);
            tile.mark = Some(Mark { symbol, ..mark });
        }
    }

    /// Writes a small character into the upper left corner of a tile. In text it is the first of
    /// the tile's three characters; where there is only one, the mark comes first.
    pub fn note(&mut self, spot: Spot, symbol: char) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.note = Some(one_column(symbol));
        }
    }

    /// Writes a number into the upper right corner of a tile. In text it stands behind the mark, in
    /// the widest form alone.
    pub fn number(&mut self, spot: Spot, number: i64) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.number = Some(number);
            self.number_width = self.number_width.max(number.to_string().len());
        }
    }

    /// Writes a character onto the wall between two neighbours.
    pub fn sign(&mut self, a: Spot, b: Spot, symbol: char) {
        if let Some(border) = self.border_mut(a, b) {
            border.sign = Some(one_column(symbol));
        }
    }

    /// Draws a line through the centres of tiles, under the marks. Text leaves it out, so what it
    /// says has to be said by the marks as well.
    pub fn path(&mut self, spots: &[Spot]) {
        let path: Vec<Spot> = spots.iter().copied().filter(|&spot| self.contains(spot)).collect();
        if !path.is_empty() {
            self.paths.push(path);
        }
    }

    /// Adds a line to the text alternative that SVG and PNG carry: the answer row by row, say.
    pub fn caption(&mut self, line: &str) {
        self.captions.push(line.to_owned());
    }

    /// The text alternative, line by line.
    fn description(&self) -> String {
        self.captions.join("\n")
    }

    fn contains(&self, (row, column): Spot) -> bool {
        row < self.rows && column < self.columns
    }

    fn tile(&self, spot: Spot) -> Option<&Tile> {
        self.contains(spot).then(|| &self.tiles[spot.0 * self.columns + spot.1])
    }

    fn tile_mut(&mut self, spot: Spot) -> Option<&mut Tile> {
        self.contains(spot).then(|| &mut self.tiles[spot.0 * self.columns + spot.1])
    }

    /// Every tile with its spot, row by row.
    fn tiles(&self) -> impl Iterator<Item = (Spot, &Tile)> {
        let spots =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        spots.zip(&self.tiles)
    }

    fn border_mut(&mut self, a: Spot, b: Spot) -> Option<&mut Border> {
        let (first, second) = (a.min(b), a.max(b));
        if !self.contains(second) {
            return None;
        }
        let step = (second.0 - first.0, second.1.checked_sub(first.1)?);
        let tile = self.tile_mut(first)?;
        match step {
            (0, 1) => Some(&mut tile.east),
            (1, 0) => Some(&mut tile.south),
            _ => None,
        }
    }

    /// The edge to the left of column `line` (which may be the number of columns) in a row.
    fn upright_edge(&self, row: usize, line: usize) -> TileEdge {
        let left = line.checked_sub(1).and_then(|left| self.tile((row, left)));
        edge(left, self.tile((row, line)), |tile| tile.east)
    }

    /// The edge above row `line` (which may be the number of rows) in a column.
    fn level_edge(&self, line: usize, column: usize) -> TileEdge {
        let above = line.checked_sub(1).and_then(|above| self.tile((above, column)));
        edge(above, self.tile((line, column)), |tile| tile.south)
    }
}

/// The edge between two tiles; either may be beyond the picture. `border` finds the
/// border of the first that they share.
fn edge(first: Option<&Tile>, second: Option<&Tile>, border: impl Fn(&Tile) -> Border) -> TileEdge {
    let border = match (first, second) {
        (Some(first), Some(_)) => border(first),
        _ => Border::default(),
    };
    let wall = border.wall.unwrap_or(match (on_board(first), on_board(second)) {
        (true, true) => Wall::Thin,
        (false, false) => Wall::None,
        _ => Wall::Thick,
    });
    TileEdge { wall, sign: border.sign }
}

/// Returns whether a tile is on the board.
fn on_board(tile: Option<&Tile>) -> bool {
    tile.is_some_and(|tile| tile.fill != Fill::Outside)
}

/// The symbol, unless it is a control character, which would break the lines of a text.
fn one_column(symbol: char) -> char {
    if symbol.is_control() { char::REPLACEMENT_CHARACTER } else { symbol }
}

/// A colour: its red, green and blue for drawing, and its number among a terminal's 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tone {
    rgb: u32,
    ansi: u8,
}

const BLACK: Tone = Tone::new(0x1b1e23, 16);
const WHITE: Tone = Tone::new(0xffffff, 231);
/// The background of a bare tile and of the walls between tiles that differ.
const PLAIN: Tone = Tone::new(0xfcfbf7, 255);
/// The background of a piece.
const PIECE: Tone = Tone::new(0xe3d2ae, 180);

impl Tone {
    const fn new(rgb: u32, ansi: u8) -> Tone {
        Tone { rgb, ansi }
    }

    /// How bright it looks, from 0 to 255.
    fn brightness(self) -> u32 {
        let [red, green, blue] = [16, 8, 0].map(|shift: u32| (self.rgb >> shift) & 0xff);
        (299 * red + 587 * green + 114 * blue) / 1000
    }

    /// This colour, or black or white where it would not be readable on that ground.
    fn readable_on(self, ground: Tone) -> Tone {
        const ENOUGH: u32 = 80;
        if self.brightness().abs_diff(ground.brightness()) >= ENOUGH {
            self
        } else if ground.brightness() >= 128 {
            BLACK
        } else {
            WHITE
        }
    }
}

impl fmt::Display for Tone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.rgb)
    }
}

#[cfg(test)]
mod tests;
