//! Pictures of boards. They can be drawn as text, SVG or PNG.
//!
//! [`text`] draws a [`Picture`] with box drawing characters, [`svg`] draws it as SVG with a text
//! alternative, and [`png`] renders the SVG. [`tiles`] returns the tiles as data, for a page that
//! draws them itself.
//!
//! Text, SVG and PNG are understood without colour: characters, shapes and walls carry all
//! information. This is for grey printers, colour-blind readers and `NO_COLOR`.
//!
//! A spot is the place of a tile. Methods of a [`Picture`] ignore spots outside the picture. If a
//! method needs two neighbouring spots, it ignores spots that are not neighbours. If two calls
//! contradict each other, the later call applies.

use std::fmt;

use serde::Serialize;

pub mod colours;
#[cfg(feature = "png")]
pub mod png;
#[cfg(not(feature = "png"))]
#[path = "picture/without_png.rs"]
pub mod png;
pub mod svg;
pub mod text;
pub mod tiles;

/// The row and the column of a tile, each from 0.
pub type Spot = (usize, usize);

/// The colour of a mark. If this colour would be unreadable on the background, the mark is black or
/// white instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A black that is lighter than pure black.
    Black,
    /// Grey, for less important marks.
    Grey,
    /// White. Shapes of this colour have a dark outline.
    White,
    /// Dark red.
    Red,
    /// Dark blue.
    Blue,
    /// Dark green.
    Green,
    /// Dark orange.
    Orange,
    /// Dark purple.
    Purple,
    /// The yellow of a sun.
    Sun,
    /// Any other colour.
    Custom(Tone),
}

impl Ink {
    /// Returns the colour of the ink.
    pub fn tone(self) -> Tone {
        match self {
            Ink::Black => BLACK,
            Ink::Grey => Tone::new(0x6b7078, 242),
            Ink::White => WHITE,
            Ink::Red => Tone::new(0xb3261e, 124),
            Ink::Blue => Tone::new(0x1f4fa3, 25),
            Ink::Green => Tone::new(0x1f6b35, 22),
            Ink::Orange => Tone::new(0xa84f00, 130),
            Ink::Purple => Tone::new(0x6b2c91, 54),
            Ink::Sun => Tone::new(0xf6b21b, 214),
            Ink::Custom(tone) => tone,
        }
    }
}

/// The background of a tile.
///
/// In text without colour, only [`Fill::Dark`] is visible. So marks, notes or walls must express
/// the other backgrounds as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// The background of a board without colours.
    #[default]
    Plain,
    /// A warm yellow, for a window pane with light.
    Light,
    /// Almost black (shaded in text). It is for a closed window pane.
    Dark,
    /// A white background.
    White,
    /// A clear blue, darker than white if printed in grey.
    Blue,
    /// A dark square of a chequered board.
    Shade,
    /// A tile outside the board, without walls. An example is the tile of a clue next to the board.
    Outside,
    /// The pastel of the region with this index. If there are more than [`PASTELS`] regions,
    /// pastels repeat.
    Region(usize),
    /// The colour of the region with this index. It is used on a board whose regions are named by
    /// colours.
    Coloured(usize, Tone),
}

/// The number of different pastels for regions.
pub const PASTELS: usize = 16;

/// The pastels. The first few differ most from each other.
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
    /// Returns the colour of a background. If there are more regions than pastels, the pastels
    /// repeat from the first one on.
    fn tone(self) -> Tone {
        match self {
            Fill::Plain => PLAIN,
            Fill::Light => Tone::new(0xffe08a, 222),
            Fill::Dark => Tone::new(0x39404a, 238),
            Fill::White | Fill::Outside => WHITE,
            Fill::Blue => Tone::new(0x9dc3f0, 110),
            Fill::Shade => Tone::new(0xd6d3c9, 250),
            Fill::Region(k) => REGIONS[k % PASTELS],
            Fill::Coloured(_, tone) => tone,
        }
    }

    /// Returns the index of the region that the background shows. Returns `None` if it shows no
    /// region.
    fn region(self) -> Option<usize> {
        match self {
            Fill::Region(region) | Fill::Coloured(region, _) => Some(region),
            _ => None,
        }
    }
}

/// The shape of a mark in SVG and PNG. Text shows the mark's symbol instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// The symbol itself, as a letter.
    Letter,
    /// A crown, for a queen.
    Queen,
    /// A star with five points.
    Star,
    /// A sun with twelve rays.
    Sun,
    /// A crescent moon.
    Moon,
    /// A round piece, filled with the ink.
    Disc,
    /// A round dark hole. It has the same colour for every ink.
    Hole,
}

/// A mark in the middle of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The shape of the mark in SVG and PNG.
    pub shape: MarkShape,
    /// The symbol of the mark in text.
    pub symbol: char,
    /// The colour of the mark.
    pub ink: Ink,
    /// Whether the mark is emphasised, which is so for the mark of a given cell. In text, an
    /// apostrophe follows an emphasised mark.
    pub bold: bool,
}

impl Mark {
    /// Returns a black letter.
    pub fn letter(symbol: char) -> Mark {
        Mark { shape: MarkShape::Letter, symbol, ink: Ink::Black, bold: false }
    }

    /// Returns a queen. In text, it is `♛`, or `♕` if the ink is white.
    pub fn queen(ink: Ink) -> Mark {
        let symbol = if ink == Ink::White { '♕' } else { '♛' };
        Mark { shape: MarkShape::Queen, symbol, ink, bold: false }
    }

    /// Returns a star. In text, it is `★`.
    pub fn star(ink: Ink) -> Mark {
        Mark { shape: MarkShape::Star, symbol: '★', ink, bold: false }
    }

    /// Returns a mark for a symbol, as a player writes it. Suns and moons become shapes. Every
    /// other emoji that names a colour becomes a disc of this colour, even a square or a heart.
    /// Other symbols become black letters. The mark is not bold.
    pub fn symbol(symbol: char) -> Mark {
        let (shape, ink) = match symbol {
            '🌞' | '☀' => (MarkShape::Sun, Ink::Sun),
            '🌙' => (MarkShape::Moon, Ink::Blue),
            _ => match colours::by_name(&symbol.to_string()) {
                Some(tone) => (MarkShape::Disc, Ink::Custom(tone)),
                None => (MarkShape::Letter, Ink::Black),
            },
        };
        Mark { shape, symbol, ink, bold: false }
    }

    /// Returns a hole. In text, it is `○`.
    pub fn hole() -> Mark {
        Mark { shape: MarkShape::Hole, symbol: '○', ink: Ink::Black, bold: false }
    }

    /// Returns the mark with another ink.
    pub fn in_ink(self, ink: Ink) -> Mark {
        Mark { ink, ..self }
    }

    /// Returns the mark as an emphasised mark.
    pub fn in_bold(self) -> Mark {
        Mark { bold: true, ..self }
    }
}

/// A wall between two neighbouring tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wall {
    /// No line between the tiles.
    #[default]
    None,
    /// A thin line. It is the default between tiles of the board.
    Thin,
    /// A thick line. It is the default at the edge of the board.
    Thick,
}

/// A board of tiles, with everything drawn on it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The number of rows of tiles.
    rows: usize,
    /// The number of columns of tiles.
    columns: usize,
    /// The title of the text alternative.
    title: String,
    /// The lines of the description in the text alternative.
    captions: Vec<String>,
    /// The length of the longest number in a tile, including its sign.
    number_width: usize,
    /// The number of columns of the terminal that the widest mark needs in text: 2 if some mark is
    /// an emoji, else 1.
    mark_width: usize,
    /// Whether any tile is highlighted.
    has_highlights: bool,
    /// The tiles, row by row.
    tiles: Vec<Tile>,
    /// The pieces, such as dominoes. Tiles refer to them by index.
    pieces: Vec<TilePiece>,
    /// The tiles of each path, in order. No path is empty.
    paths: Vec<Vec<Spot>>,
    /// The legend. It has the regions whose names are not obvious from the letters on their tiles.
    legend: Vec<LegendEntry>,
}

/// A letter in the corner of tiles, and the name of the region that it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegendEntry {
    /// The letter that is drawn on the tiles.
    pub letter: char,
    /// The name of the region.
    pub name: String,
    /// The background of the region.
    #[serde(skip)]
    pub fill: Fill,
}

/// A tile with its right and its lower border.
#[derive(Clone, Copy, Debug, Default)]
struct Tile {
    /// The background.
    fill: Fill,
    /// The mark in the middle. It is `None` if there is no mark.
    mark: Option<Mark>,
    /// The character in the upper left corner. It is `None` if there is no character.
    note: Option<char>,
    /// The number in the upper right corner. It is `None` if there is no number.
    number: Option<i64>,
    /// The index of the piece on the tile, if there is one.
    piece: Option<usize>,
    /// Whether the tile is emphasised. It then has a dashed ring, or an asterisk in text.
    is_highlighted: bool,
    /// The border on the right.
    east: Border,
    /// The lower border.
    south: Border,
}

/// The border between a tile and its neighbour, as the caller has set it.
#[derive(Clone, Copy, Debug, Default)]
struct Border {
    /// The wall that was set. `None` means the default, which depends on the two tiles of the
    /// border.
    wall: Option<Wall>,
    /// A sign between the two tiles.
    sign: Option<char>,
}

/// A piece, such as a domino, over a rectangle of tiles. The row `bottom` and the column `right`
/// belong to the rectangle.
#[derive(Clone, Copy, Debug)]
struct TilePiece {
    /// The first row.
    top: usize,
    /// The first column.
    left: usize,
    /// The last row.
    bottom: usize,
    /// The last column.
    right: usize,
}

/// The border between two tiles, as it will be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TileEdge {
    /// The wall that was set, or the default wall.
    wall: Wall,
    /// A sign on the border.
    sign: Option<char>,
    /// Whether both tiles of the border show regions in dark colours.
    is_dark: bool,
}

impl Picture {
    /// Creates a picture of plain tiles, with thin walls between them and a thick frame.
    pub fn new(rows: usize, columns: usize, title: &str) -> Picture {
        Picture {
            rows,
            columns,
            title: title.to_owned(),
            captions: Vec::new(),
            number_width: 0,
            mark_width: 1,
            has_highlights: false,
            tiles: vec![Tile::default(); rows * columns],
            pieces: Vec::new(),
            paths: Vec::new(),
            legend: Vec::new(),
        }
    }

    /// Returns the title of the text alternative.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Sets the background of a tile.
    pub fn set_fill(&mut self, spot: Spot, fill: Fill) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.fill = fill;
        }
    }

    /// Sets the wall between two neighbouring tiles. The default is a thin wall, and a thick one at
    /// the edge of the board.
    pub fn set_wall(&mut self, a: Spot, b: Spot, wall: Wall) {
        if let Some(border) = self.border_mut(a, b) {
            border.wall = Some(wall);
        }
    }

    /// Puts a piece, such as a domino, over the rectangle between two opposite corners, and removes
    /// the walls inside it. Does nothing if a corner is outside the picture. If several pieces
    /// cover a tile, the piece that was put last determines the tile's background.
    pub fn add_piece(&mut self, from: Spot, to: Spot) {
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
                    self.set_wall((row, column), (row, column + 1), Wall::None);
                }
                if row < piece.bottom {
                    self.set_wall((row, column), (row + 1, column), Wall::None);
                }
            }
        }
        self.pieces.push(piece);
    }

    /// Puts a mark in the middle of a tile. If its symbol is a control character, it becomes
    /// U+FFFD.
    pub fn set_mark(&mut self, spot: Spot, mark: Mark) {
        if let Some(tile) = self.tile_mut(spot) {
            let symbol = printable(mark.symbol);
            tile.mark = Some(Mark { symbol, ..mark });
            self.mark_width = self.mark_width.max(text::display_width(symbol));
        }
    }

    /// Returns whether a tile has a mark.
    pub fn has_mark(&self, spot: Spot) -> bool {
        self.tile(spot).is_some_and(|tile| tile.mark.is_some())
    }

    /// Writes a character into the upper left corner of a tile. The wide form of [`text`] shows it
    /// before the mark. The narrower forms show it only if there is no mark. A control character
    /// becomes U+FFFD.
    pub fn set_note(&mut self, spot: Spot, symbol: char) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.note = Some(printable(symbol));
        }
    }

    /// Writes a number into the upper right corner of a tile. In text, only the wide form shows the
    /// number, after the mark.
    pub fn set_number(&mut self, spot: Spot, number: i64) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.number = Some(number);
            self.number_width = self.number_width.max(number.to_string().len());
        }
    }

    /// Highlights a tile. SVG and PNG have a dashed ring. Text has an asterisk after the mark, in
    /// the wide form only.
    pub fn highlight(&mut self, spot: Spot) {
        if let Some(tile) = self.tile_mut(spot) {
            tile.is_highlighted = true;
            self.has_highlights = true;
        }
    }

    /// Writes a character onto the wall between two neighbouring tiles.
    pub fn set_sign(&mut self, a: Spot, b: Spot, symbol: char) {
        if let Some(border) = self.border_mut(a, b) {
            border.sign = Some(printable(symbol));
        }
    }

    /// Draws a line through the centres of tiles, in the order of `spots`. The line is under the
    /// marks. Text omits the line, so the marks must show the path as well. Ignores spots outside
    /// the picture. If no spot is inside, draws nothing.
    pub fn add_path(&mut self, spots: &[Spot]) {
        let path: Vec<Spot> = spots.iter().copied().filter(|&spot| self.contains(spot)).collect();
        if !path.is_empty() {
            self.paths.push(path);
        }
    }

    /// Adds a region to the legend, because the letter on its tiles does not show the region's
    /// name.
    pub fn explain_letter(&mut self, letter: char, name: &str, fill: Fill) {
        self.legend.push(LegendEntry { letter, name: name.to_owned(), fill });
    }

    /// Returns the legend. It has the regions whose names are not obvious from the letters on their
    /// tiles.
    pub fn legend(&self) -> &[LegendEntry] {
        &self.legend
    }

    /// Returns whether the name of any region means a colour, and the region has this colour.
    pub fn is_coloured(&self) -> bool {
        self.tiles.iter().any(|tile| matches!(tile.fill, Fill::Coloured(..)))
    }

    /// Adds a line to the text alternative of SVG and PNG, such as a row of the answer.
    pub fn add_caption(&mut self, line: &str) {
        self.captions.push(line.to_owned());
    }

    /// Returns the captions, one line each, and then one line with the whole legend. Omits the last
    /// line if there is no legend.
    fn description(&self) -> String {
        let legend = self
            .legend
            .iter()
            .map(|entry| format!("{} {}", entry.letter, entry.name))
            .collect::<Vec<_>>()
            .join(" · ");
        let legend = (!legend.is_empty()).then_some(&legend);
        let lines: Vec<&str> = self.captions.iter().chain(legend).map(String::as_str).collect();
        lines.join("\n")
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

    /// Returns all tiles with their spots, row by row.
    fn tiles(&self) -> impl Iterator<Item = (Spot, &Tile)> {
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)))
            .zip(&self.tiles)
    }

    /// Returns the border between two tiles, in any order. Returns `None` if the tiles are not
    /// neighbours, or if one of them is outside the picture.
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

    /// Returns an edge in a row of tiles. It is the edge to the left of the column with index
    /// `line`. If `line` is the number of columns, it is the right edge of the last column.
    fn vertical_edge(&self, row: usize, line: usize) -> TileEdge {
        let left = line.checked_sub(1).and_then(|left| self.tile((row, left)));
        edge(left, self.tile((row, line)), |tile| tile.east)
    }

    /// Returns an edge in a column of tiles. It is the edge above the row with index `line`. If
    /// `line` is the number of rows, it is the lower edge of the last row.
    fn horizontal_edge(&self, line: usize, column: usize) -> TileEdge {
        let above = line.checked_sub(1).and_then(|above| self.tile((above, column)));
        edge(above, self.tile((line, column)), |tile| tile.south)
    }
}

/// Returns the edge between two tiles. A tile outside the picture is `None`. `border` returns the
/// first tile's border at this edge. It is called only if both tiles are in the picture. If no wall
/// was set, the wall is thin between tiles of the board, thick at the edge of the board, and absent
/// elsewhere. The edge is dark only if both tiles are in the picture and dark.
fn edge(first: Option<&Tile>, second: Option<&Tile>, border: impl Fn(&Tile) -> Border) -> TileEdge {
    let border = match (first, second) {
        (Some(first), Some(_)) => border(first),
        _ => Border::default(),
    };
    let wall = border.wall.unwrap_or(match (is_on_board(first), is_on_board(second)) {
        (true, true) => Wall::Thin,
        (false, false) => Wall::None,
        _ => Wall::Thick,
    });
    let is_dark = [first, second].iter().all(|tile| tile.is_some_and(is_dark));
    TileEdge { wall, sign: border.sign, is_dark }
}

/// Returns whether the name of the tile's region means a dark colour, and the tile has this colour.
fn is_dark(tile: &Tile) -> bool {
    matches!(tile.fill, Fill::Coloured(_, tone) if tone.is_dark())
}

/// Returns whether a tile is in the picture and on the board.
fn is_on_board(tile: Option<&Tile>) -> bool {
    tile.is_some_and(|tile| tile.fill != Fill::Outside)
}

/// Returns the character. For a control character, returns the replacement character U+FFFD.
fn printable(symbol: char) -> char {
    if symbol.is_control() { char::REPLACEMENT_CHARACTER } else { symbol }
}

/// A colour in RGB, with the index of a similar colour among a terminal's 256 colours. Its text is
/// a code such as `#add8e6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    /// The colour as `0xrrggbb`.
    rgb: u32,
    /// The index of a similar colour among a terminal's 256 colours.
    ansi: u8,
}

/// The colour of thick walls and dark marks: nearly black.
const BLACK: Tone = Tone::new(0x1b1e23, 16);
/// The colour of the page and of light marks.
const WHITE: Tone = Tone::new(0xffffff, 231);
/// The background of plain tiles. A wall between tiles with different backgrounds has it too.
const PLAIN: Tone = Tone::new(0xfcfbf7, 255);
/// The background of a piece.
const PIECE: Tone = Tone::new(0xe3d2ae, 180);

impl Tone {
    const fn new(rgb: u32, ansi: u8) -> Tone {
        Tone { rgb, ansi }
    }

    /// Returns the perceived brightness, from 0 to 255.
    fn brightness(self) -> u32 {
        let [red, green, blue] = [16, 8, 0].map(|shift: u32| (self.rgb >> shift) & 0xff);
        (299 * red + 587 * green + 114 * blue) / 1000
    }

    /// Returns a colour that is readable on the background `ground`. This is the colour itself if
    /// it differs from the background in brightness by at least 80 of 255. Otherwise it is black or
    /// white, whichever contrasts more with the background. If both contrast equally, it is black.
    fn readable_on(self, ground: Tone) -> Tone {
        /// The least difference in brightness, out of 255, at which a colour is readable.
        const ENOUGH: u32 = 80;
        if self.brightness().abs_diff(ground.brightness()) >= ENOUGH {
            self
        } else if BLACK.contrast(ground) >= WHITE.contrast(ground) {
            BLACK
        } else {
            WHITE
        }
    }

    /// Returns whether the colour is so dark that black lines on it need a light rim.
    fn is_dark(self) -> bool {
        BLACK.contrast(self) < 3.0
    }
}

impl fmt::Display for Tone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.rgb)
    }
}

#[cfg(test)]
mod tests;
