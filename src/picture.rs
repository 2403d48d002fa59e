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
pub enum Shape {
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
    pub shape: Shape,
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
        Mark { shape: Shape::Letter, symbol, ink: Ink::Black, bold: false }
    }

    /// A queen: `♛` in text, and `♕` if she is white.
    pub fn queen(ink: Ink) -> Mark {
        let symbol = if ink == Ink::White { '♕' } else { '♛' };
        Mark { shape: Shape::Queen, symbol, ink, bold: false }
    }

    /// A hole: `○` in text.
    pub fn hole() -> Mark {
        Mark { shape: Shape::Hole, symbol: '○', ink: Ink::Black, bold: false }
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
    pieces: Vec<Piece>,
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
struct Piece {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

/// A border as the renderers see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Edge {
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
        let piece = Piece {
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
    fn upright_edge(&self, row: usize, line: usize) -> Edge {
        let left = line.checked_sub(1).and_then(|left| self.tile((row, left)));
        edge(left, self.tile((row, line)), |tile| tile.east)
    }

    /// The edge above row `line` (which may be the number of rows) in a column.
    fn level_edge(&self, line: usize, column: usize) -> Edge {
        let above = line.checked_sub(1).and_then(|above| self.tile((above, column)));
        edge(above, self.tile((line, column)), |tile| tile.south)
    }
}

/// The edge between two tiles; either may be beyond the picture. `border` finds the
/// border of the first that they share.
fn edge(first: Option<&Tile>, second: Option<&Tile>, border: impl Fn(&Tile) -> Border) -> Edge {
    let border = match (first, second) {
        (Some(first), Some(_)) => border(first),
        _ => Border::default(),
    };
    let wall = border.wall.unwrap_or(match (on_board(first), on_board(second)) {
        (true, true) => Wall::Thin,
        (false, false) => Wall::None,
        _ => Wall::Thick,
    });
    Edge { wall, sign: border.sign }
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
mod tests {
    use proptest::prelude::*;
    use roxmltree::Document;

    use super::*;

    /// One call, with spots that may lie beyond the picture.
    #[derive(Clone, Debug)]
    enum Call {
        Fill(Spot, Fill),
        Wall(Spot, Spot, Wall),
        Piece(Spot, Spot),
        Mark(Spot, Mark),
        Note(Spot, char),
        Number(Spot, i64),
        Sign(Spot, Spot, char),
        Path(Vec<Spot>),
        Caption(String),
    }

    impl Call {
        fn make(&self, picture: &mut Picture) {
            match self {
                Call::Fill(spot, fill) => picture.fill(*spot, *fill),
                Call::Wall(a, b, wall) => picture.wall(*a, *b, *wall),
                Call::Piece(from, to) => picture.piece(*from, *to),
                Call::Mark(spot, mark) => picture.mark(*spot, *mark),
                Call::Note(spot, symbol) => picture.note(*spot, *symbol),
                Call::Number(spot, number) => picture.number(*spot, *number),
                Call::Sign(a, b, symbol) => picture.sign(*a, *b, *symbol),
                Call::Path(spots) => picture.path(spots),
                Call::Caption(line) => picture.caption(line),
            }
        }
    }

    fn spot() -> impl Strategy<Value = Spot> {
        let place = || prop_oneof![20 => 0..6_usize, 1 => Just(usize::MAX)];
        (place(), place())
    }

    fn fill() -> impl Strategy<Value = Fill> {
        prop_oneof![
            Just(Fill::Plain),
            Just(Fill::Light),
            Just(Fill::Dark),
            Just(Fill::White),
            Just(Fill::Blue),
            Just(Fill::Shade),
            Just(Fill::Outside),
            any::<usize>().prop_map(Fill::Region),
        ]
    }

    fn mark() -> impl Strategy<Value = Mark> {
        let shapes = [Shape::Letter, Shape::Queen, Shape::Disc, Shape::Hole];
        let shape = proptest::sample::select(shapes.to_vec());
        let ink = proptest::sample::select(INKS.to_vec());
        (shape, any::<char>(), ink, any::<bool>()).prop_map(|(shape, symbol, ink, bold)| Mark {
            shape,
            symbol,
            ink,
            bold,
        })
    }

    fn call() -> impl Strategy<Value = Call> {
        let wall = prop_oneof![Just(Wall::None), Just(Wall::Thin), Just(Wall::Thick)];
        prop_oneof![
            (spot(), fill()).prop_map(|(spot, fill)| Call::Fill(spot, fill)),
            (spot(), spot(), wall).prop_map(|(a, b, wall)| Call::Wall(a, b, wall)),
            (spot(), spot()).prop_map(|(from, to)| Call::Piece(from, to)),
            (spot(), mark()).prop_map(|(spot, mark)| Call::Mark(spot, mark)),
            (spot(), any::<char>()).prop_map(|(spot, symbol)| Call::Note(spot, symbol)),
            (spot(), any::<i64>()).prop_map(|(spot, number)| Call::Number(spot, number)),
            (spot(), spot(), any::<char>()).prop_map(|(a, b, symbol)| Call::Sign(a, b, symbol)),
            proptest::collection::vec(spot(), 0..5).prop_map(Call::Path),
            any::<String>().prop_map(Call::Caption),
        ]
    }

    fn picture() -> impl Strategy<Value = Picture> {
        let calls = proptest::collection::vec(call(), 0..40);
        (0..6_usize, 0..6_usize, any::<String>(), calls).prop_map(
            |(rows, columns, title, calls)| {
                let mut picture = Picture::new(rows, columns, &title);
                for call in &calls {
                    call.make(&mut picture);
                }
                picture
            },
        )
    }

    fn styles() -> impl Iterator<Item = text::Style> {
        [None, Some(14), Some(7), Some(0)]
            .into_iter()
            .flat_map(|columns| [false, true].map(|colour| text::Style { colour, columns }))
    }

    proptest! {
        #[test]
        fn any_calls_make_a_text(picture in picture()) {
            for style in styles() {
                let drawn = text::draw(&picture, style);
                prop_assert!(drawn.ends_with('\n'));
                if !style.colour {
                    prop_assert!(drawn.split('\n').all(|line| line.trim_end() == line));
                    prop_assert!(!drawn.contains('\x1b'));
                }
            }
        }

        #[test]
        fn any_calls_make_a_well_formed_svg(picture in picture()) {
            let drawn = svg::draw(&picture);
            prop_assert!(Document::parse(&drawn).is_ok(), "{}", drawn);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn any_calls_make_a_png(picture in picture()) {
            prop_assert!(png::draw(&picture).is_ok());
        }
    }

    const INKS: [Ink; 8] = [
        Ink::Black,
        Ink::Grey,
        Ink::White,
        Ink::Red,
        Ink::Blue,
        Ink::Green,
        Ink::Orange,
        Ink::Purple,
    ];

    #[test]
    fn the_pastels_differ_in_print_and_on_a_terminal() {
        let apart = |tone: fn(&Tone) -> u32| {
            let mut tones: Vec<u32> = REGIONS.iter().map(tone).collect();
            tones.sort_unstable();
            tones.dedup();
            tones.len()
        };
        assert_eq!(apart(|tone| tone.rgb), PASTELS);
        assert_eq!(apart(|tone| tone.ansi.into()), PASTELS);
        assert_eq!(Fill::Region(3).tone(), Fill::Region(3 + PASTELS).tone());
    }

    #[test]
    fn every_ink_is_readable_on_every_fill() {
        let fills = [Fill::Plain, Fill::Light, Fill::Dark, Fill::White, Fill::Blue, Fill::Shade];
        let regions = (0..PASTELS).map(Fill::Region);
        for fill in fills.into_iter().chain(regions) {
            for ink in INKS {
                let ground = fill.tone();
                let seen = ink.tone().readable_on(ground);
                let contrast = seen.brightness().abs_diff(ground.brightness());
                assert!(contrast >= 80, "{ink:?} on {fill:?}");
            }
        }
    }

    #[test]
    fn walls_follow_from_the_fills_unless_they_are_set() {
        let mut picture = Picture::new(1, 3, "walls");
        picture.fill((0, 2), Fill::Outside);
        let walls = |picture: &Picture| [0, 1, 2, 3].map(|line| picture.upright_edge(0, line).wall);
        assert_eq!(walls(&picture), [Wall::Thick, Wall::Thin, Wall::Thick, Wall::None]);
        picture.wall((0, 1), (0, 0), Wall::Thick);
        picture.wall((0, 1), (0, 2), Wall::None);
        assert_eq!(walls(&picture), [Wall::Thick, Wall::Thick, Wall::None, Wall::None]);
    }

    #[test]
    fn what_is_not_on_the_board_is_ignored() {
        let mut picture = Picture::new(2, 2, "edges");
        let bare = svg::draw(&picture);
        picture.fill((2, 0), Fill::Dark);
        picture.mark((0, 2), Mark::letter('x'));
        picture.wall((0, 0), (1, 1), Wall::Thick);
        picture.wall((0, 1), (1, 0), Wall::Thick);
        picture.wall((0, 0), (0, 0), Wall::Thick);
        picture.sign((1, 1), (2, 1), '=');
        picture.number((2, 0), 7);
        picture.piece((0, 0), (0, 2));
        picture.path(&[(7, 7)]);
        assert_eq!(svg::draw(&picture), bare);
    }
}
