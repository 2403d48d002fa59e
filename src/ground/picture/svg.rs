//! Pictures as self-contained SVG documents.
//!
//! Adjacent backgrounds of one colour are one rectangle, and walls in one straight line are one
//! stroke. So a document with 90,000 tiles can still be opened.
//!
//! The page is white, and hues carry no information: queens have a white or a dark body with the
//! same outline, and regions have thick walls. There is no stylesheet. Text is centred by an
//! explicit shift of its baseline, since renderers disagree about `dominant-baseline`. Equal
//! pictures have equal bytes.
//!
//! Title and captions become `<title>` and `<desc>` for screen readers. `aria-labelledby` refers to
//! them by their IDs. An ID contains a hash of the text, so that several drawings on one page have
//! different IDs.

use std::fmt::Display;

use super::{
    BLACK, Fill, Ink, Mark, MarkShape, PIECE, Picture, Spot, Tile, TileEdge, TilePiece, Tone,
    WHITE, Wall,
};

/// The length of a side of a tile. Like all lengths in this file, it is in units of the drawing.
const TILE: usize = 40;
/// The width of the white margin around the board.
const MARGIN: usize = 12;
/// The width of a thin wall.
const THIN: usize = 1;
/// The width of a thick wall.
const THICK: usize = 3;
/// The width of the light rim under a thick wall between dark tiles.
const RIM: usize = 6;
/// The colour of thin walls on a board whose regions are not named by colours.
const THIN_TONE: Tone = Tone::new(0x8b8d92, 245);
/// The fonts of all text. The alternative font has characters of the same width as Hack.
const FONT: &str = "Hack, 'DejaVu Sans Mono', monospace";
/// Half the height of a capital letter, relative to the font size.
const CAPITAL: f32 = 0.365;
/// Half the height of a sign of arithmetic, relative to the font size.
const ARITHMETIC: f32 = 0.315;
/// The font size of a letter in the middle of a tile.
const LETTER: usize = 23;
/// The path of a crown around the origin: first its body, then its pearls.
pub(crate) const CROWN: &str = "M-9.5 11.5L-10.5 5.5L-13.5 -5.5L-6.6 0.6L-6.8 -9.2L-2.4 -0.4L0 -10.6L2.4 -0.4\
    L6.8 -9.2L6.6 0.6L13.5 -5.5L10.5 5.5L9.5 11.5Z\
    M-15.3 -7a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z\
    M-8.8 -10.8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z\
    M-1.8 -12.4a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z\
    M5.2 -10.8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z\
    M11.7 -7a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z";
/// The path of the crown's band, which has the colour of the outline.
const BAND: &str = "M-10.2 7H10.2";
/// The path of a star with five points around the origin.
pub(crate) const STAR: &str = "M0 -13.5L3.3 -4.5L12.8 -4.2L5.3 1.7L7.9 10.9L0 5.6L-7.9 10.9L-5.3 1.7\
    L-12.8 -4.2L-3.3 -4.5Z";
/// The path of a sun with twelve rays around the origin.
pub(crate) const SUN: &str = "M0 -13L2.4 -8.9L6.5 -11.3L6.5 -6.5L11.3 -6.5L8.9 -2.4L13 0L8.9 2.4L11.3 6.5\
    L6.5 6.5L6.5 11.3L2.4 8.9L0 13L-2.4 8.9L-6.5 11.3L-6.5 6.5L-11.3 6.5L-8.9 2.4\
    L-13 0L-8.9 -2.4L-11.3 -6.5L-6.5 -6.5L-6.5 -11.3L-2.4 -8.9Z";
/// The path of a crescent moon around the origin.
pub(crate) const MOON: &str = "M4 -11.5A12 12 0 1 0 11.5 5A9.6 9.6 0 0 1 4 -11.5Z";
/// The transformation that moves and shrinks a shape to make space for a note or number.
const ASIDE: &str = "translate(3 4) scale(0.84)";
/// The colour of notes and numbers. Another colour is used if it is not readable on the background.
const NOTE_TONE: Tone = Tone::new(0x40454d, 238);

/// The point of a label's text that is placed at the label's x coordinate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The middle of the text.
    Middle,
    /// The end of the text.
    End,
}

/// A short text at one point of a drawing.
pub(super) struct Label<'a> {
    /// The characters, which are not escaped yet.
    pub text: &'a str,
    /// The x coordinate of the anchor.
    pub x: usize,
    /// The y coordinate of the middle of the text.
    pub y: usize,
    /// The distance from the middle of the text down to its baseline, relative to the font size.
    pub drop: f32,
    /// The font size, in units of the drawing.
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "text has the size of its group"))]
    pub size: usize,
    /// The point of the text that is placed at `x`.
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "text has it in its look"))]
    pub anchor: Anchor,
    /// The attributes of the element, such as its colour.
    pub look: &'a str,
}

impl<'a> Label<'a> {
    /// Returns a label of capital letters or digits. The middle of the text is at the given point.
    fn centred(text: &'a str, (x, y): (usize, usize), size: usize, look: &'a str) -> Label<'a> {
        Label { text, x, y, drop: CAPITAL, size, anchor: Anchor::Middle, look }
    }
}

/// The way in which a document contains text: as elements `<text>`, or as outlines.
pub(super) trait Lettering {
    /// Returns the elements that show a label, with its attributes.
    fn element(&self, label: &Label) -> String;
}

/// Text as elements `<text>`, in a font that the viewer has.
struct TextElements;

impl Lettering for TextElements {
    fn element(&self, label: &Label) -> String {
        let Label { x, y, drop, look, .. } = label;
        let space = if look.is_empty() { "" } else { " " };
        let text = escape_xml(label.text);
        format!("<text x=\"{x}\" y=\"{y}\" dy=\"{drop}em\"{space}{look}>{text}</text>\n")
    }
}

/// Draws a picture as an SVG document.
pub fn draw(picture: &Picture) -> String {
    draw_with(picture, &TextElements)
}

/// Draws a picture as an SVG document. `letters` writes its texts. Later parts of the document
/// cover earlier ones. Marks, notes, numbers and signs are above walls and pieces.
pub(super) fn draw_with(picture: &Picture, letters: &dyn Lettering) -> String {
    [
        head(picture),
        backgrounds(picture),
        thin_walls(picture),
        paths(picture),
        pieces(picture),
        walls(picture, RIM, WHITE, "", |edge| edge.wall == Wall::Thick && edge.is_dark),
        walls(picture, THICK, BLACK, "", |edge| edge.wall == Wall::Thick),
        highlights(picture),
        notes(picture, letters),
        numbers(picture, letters),
        marks(picture, letters),
        signs(picture, letters),
        "</svg>\n".to_owned(),
    ]
    .concat()
}

/// Returns the width and the height of the drawing.
pub(super) fn size(picture: &Picture) -> (usize, usize) {
    (picture.columns * TILE + 2 * MARGIN, picture.rows * TILE + 2 * MARGIN)
}

/// Returns the beginning of the document: the opening tag, the text alternative and the white page.
fn head(picture: &Picture) -> String {
    let (width, height) = size(picture);
    let description = picture.description();
    let id = fingerprint(&[&picture.title, &description]);
    let labels = match description.as_str() {
        "" => format!("title-{id}"),
        _ => format!("title-{id} desc-{id}"),
    };
    let desc = match description.as_str() {
        "" => String::new(),
        text => format!("<desc id=\"desc-{id}\">{}</desc>\n", escape_xml(text)),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{labels}\">\n\
         <title id=\"title-{id}\">{}</title>\n{desc}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{WHITE}\"/>\n",
        escape_xml(&picture.title),
    )
}

/// Returns a hash of texts by FNV-1a, as 8 hexadecimal digits. The hash is the same on every
/// machine.
fn fingerprint(texts: &[&str]) -> String {
    let hash = texts
        .iter()
        .flat_map(|text| text.bytes().chain([0]))
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Draws the backgrounds of the tiles. Leaves out tiles outside the board. Equal backgrounds next
/// to each other in a row are one rectangle. Returns an empty text if all tiles are outside the
/// board.
fn backgrounds(picture: &Picture) -> String {
    let mut body = String::new();
    for row in 0..picture.rows {
        let fill = |column: usize| picture.tile((row, column)).map(|tile| tile.fill);
        let columns: Vec<usize> = (0..picture.columns).collect();
        for run in columns.chunk_by(|&a, &b| fill(a) == fill(b)) {
            let Some(fill) = fill(run[0]).filter(|&fill| fill != Fill::Outside) else {
                continue;
            };
            body += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{TILE}\" fill=\"{}\"/>\n",
                line_coordinate(run[0]),
                line_coordinate(row),
                run.len() * TILE,
                fill.tone(),
            );
        }
    }
    group("shape-rendering=\"crispEdges\"", &body)
}

/// Draws thin walls. If the regions are named by colours, no grey contrasts with all these colours.
/// So the walls are then half-transparent black, and between dark tiles half-transparent white.
fn thin_walls(picture: &Picture) -> String {
    let thin = |is_dark| move |edge: TileEdge| edge.wall == Wall::Thin && edge.is_dark == is_dark;
    if picture.is_coloured() {
        walls(picture, THIN, BLACK, " stroke-opacity=\"0.45\"", thin(false))
            + &walls(picture, THIN, WHITE, " stroke-opacity=\"0.55\"", thin(true))
    } else {
        walls(picture, THIN, THIN_TONE, "", |edge| edge.wall == Wall::Thin)
    }
}

/// Draws some walls as one path: those for which `is_wanted` returns true. `width` is the width of
/// the lines. `more` has further attributes of the path, after a blank. Returns an empty text if
/// there are no such walls.
fn walls(
    picture: &Picture,
    width: usize,
    tone: Tone,
    more: &str,
    is_wanted: impl Fn(TileEdge) -> bool,
) -> String {
    let mut path = String::new();
    for line in 0..=picture.rows {
        for (from, to) in
            runs(picture.columns, |column| is_wanted(picture.horizontal_edge(line, column)))
        {
            path += &format!(
                "M{} {}H{}",
                line_coordinate(from),
                line_coordinate(line),
                line_coordinate(to)
            );
        }
    }
    for line in 0..=picture.columns {
        for (from, to) in runs(picture.rows, |row| is_wanted(picture.vertical_edge(row, line))) {
            path += &format!(
                "M{} {}V{}",
                line_coordinate(line),
                line_coordinate(from),
                line_coordinate(to)
            );
        }
    }
    if path.is_empty() {
        return path;
    }
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{tone}\" stroke-width=\"{width}\"{more} \
         stroke-linecap=\"square\"/>\n"
    )
}

/// Returns the longest ranges of consecutive indices below `end` for which `wanted` returns true. A
/// range is its first index and the index after its last one.
fn runs(end: usize, wanted: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let places: Vec<usize> = (0..end).filter(|&place| wanted(place)).collect();
    places.chunk_by(|a, b| a + 1 == *b).map(|run| (run[0], run[0] + run.len())).collect()
}

/// Draws each path as a line through its tiles, with a dot at the start. A path must have at least
/// one tile. Returns an empty text if there are no paths.
fn paths(picture: &Picture) -> String {
    let mut body = String::new();
    for path in &picture.paths {
        let points: Vec<String> =
            path.iter().map(|&spot| middle(spot)).map(|(x, y)| format!("{x} {y}")).collect();
        let (x, y) = middle(path[0]);
        body += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#b9d2ee\" stroke=\"none\"/>\n\
             <path d=\"M{}\"/>\n",
            points.join("L"),
        );
    }
    group(
        "fill=\"none\" stroke=\"#b9d2ee\" stroke-width=\"9\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"",
        &body,
    )
}

/// Draws the pieces as rounded rectangles, in the order in which they were added. Returns an empty
/// text if there are no pieces.
fn pieces(picture: &Picture) -> String {
    /// The distance between a piece and the edges of its tiles.
    const GAP: usize = 3;
    let mut body = String::new();
    for &TilePiece { top, left, bottom, right } in &picture.pieces {
        body += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"9\"/>\n",
            line_coordinate(left) + GAP,
            line_coordinate(top) + GAP,
            (right + 1 - left) * TILE - 2 * GAP,
            (bottom + 1 - top) * TILE - 2 * GAP,
        );
    }
    group(format_args!("fill=\"{PIECE}\" stroke=\"{BLACK}\" stroke-width=\"1.6\""), &body)
}

/// Draws a ring in each highlighted tile. The ring is dashed, so that it differs from walls and
/// pieces even if it is printed in grey. It is red. If red is not readable on the tile, it is black
/// or white. Returns an empty text if no tile is highlighted.
fn highlights(picture: &Picture) -> String {
    /// The distance between a highlight and the edges of its tile.
    const GAP: usize = 4;
    let mut body = String::new();
    for (spot, tile) in picture.tiles().filter(|(_, tile)| tile.is_highlighted) {
        let tone = Ink::Red.tone().readable_on(ground(tile));
        body += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"5\" stroke=\"{tone}\"/>\n",
            line_coordinate(spot.1) + GAP,
            line_coordinate(spot.0) + GAP,
            TILE - 2 * GAP,
        );
    }
    group("fill=\"none\" stroke-width=\"2.5\" stroke-dasharray=\"6 3\"", &body)
}

/// Draws the note of each tile in the upper left corner of the tile. If the usual colour is not
/// readable on the tile, the note is black or white. Tiles without a note add nothing. Returns an
/// empty text if there are no notes.
fn notes(picture: &Picture, letters: &dyn Lettering) -> String {
    /// The font size of a note.
    const SIZE: usize = 10;
    let mut body = String::new();
    for (spot, tile) in picture.tiles() {
        if let Some(symbol) = tile.note {
            let look = format!("fill=\"{}\"", NOTE_TONE.readable_on(ground(tile)));
            let (text, place) =
                (symbol.to_string(), (line_coordinate(spot.1) + 7, line_coordinate(spot.0) + 8));
            body += &letters.element(&Label::centred(&text, place, SIZE, &look));
        }
    }
    text_group(SIZE, &body)
}

/// Draws the number of each tile in the upper right corner of the tile. If the usual colour is not
/// readable on the tile, the number is black or white. Long numbers are smaller, so that they fit
/// into the tile. Tiles without a number add nothing. Returns an empty text if there are no
/// numbers.
fn numbers(picture: &Picture, letters: &dyn Lettering) -> String {
    /// The font size of a short number.
    const SIZE: usize = 10;
    let mut body = String::new();
    for (spot, tile) in picture.tiles() {
        if let Some(number) = tile.number {
            let tone = NOTE_TONE.readable_on(ground(tile));
            let digits = number.to_string();
            let size = (45 / digits.len()).clamp(2, SIZE);
            let look = format!("font-size=\"{size}\" text-anchor=\"end\" fill=\"{tone}\"");
            let place = (line_coordinate(spot.1) + TILE - 3, line_coordinate(spot.0) + 8);
            let label = Label::centred(&digits, place, size, &look);
            body += &letters.element(&Label { anchor: Anchor::End, ..label });
        }
    }
    text_group(SIZE, &body)
}

/// Draws the mark of each tile: first the letters, then all other shapes. Tiles without a mark add
/// nothing. Returns an empty text if there are no marks.
fn marks(picture: &Picture, letters: &dyn Lettering) -> String {
    let (mut lettered, mut shapes) = (String::new(), String::new());
    for (spot, tile) in picture.tiles() {
        let Some(mark) = tile.mark else { continue };
        match mark.shape {
            MarkShape::Letter => lettered += &letter(spot, tile, mark, letters),
            MarkShape::Queen => shapes += &queen(spot, tile, mark),
            MarkShape::Star => shapes += &draw_outlined(spot, tile, mark, STAR),
            MarkShape::Sun => shapes += &draw_outlined(spot, tile, mark, SUN),
            MarkShape::Moon => shapes += &draw_outlined(spot, tile, mark, MOON),
            MarkShape::Disc => shapes += &disc(spot, tile, mark),
            MarkShape::Hole => shapes += &hole(spot),
        }
    }
    text_group(LETTER, &lettered) + &group("stroke-linejoin=\"round\"", &shapes)
}

/// Draws a letter. If its ink is not readable on the tile, the letter is black or white. A bold
/// letter has a stroke, since some renderers have no bold font.
fn letter(spot: Spot, tile: &Tile, mark: Mark, letters: &dyn Lettering) -> String {
    let tone = mark.ink.tone().readable_on(ground(tile));
    let look = if mark.bold {
        format!("fill=\"{tone}\" stroke=\"{tone}\" stroke-width=\"1.2\"")
    } else {
        format!("fill=\"{tone}\"")
    };
    letters.element(&Label::centred(&mark.symbol.to_string(), middle(spot), LETTER, &look))
}

/// Draws a crown. Its outline contrasts with the tile, and is thicker for a bold mark. If the tile
/// has a note or a number, the crown is smaller and moved a little to the side.
fn queen(spot: Spot, tile: &Tile, mark: Mark) -> String {
    let body = mark.ink.tone();
    let outline = outline_tone(tile);
    let band = outline.readable_on(body);
    format!(
        "<g transform=\"{}\" stroke=\"{outline}\" stroke-width=\"{}\">\
         <path d=\"{CROWN}\" fill=\"{body}\"/><path d=\"{BAND}\" stroke=\"{band}\"/></g>\n",
        tile_transform(spot, tile),
        stroke(mark),
    )
}

/// Returns the transformation that moves a shape around the origin into a tile. If the tile has a
/// note or a number, the shape is smaller and moved a little to the side.
fn tile_transform(spot: Spot, tile: &Tile) -> String {
    let (x, y) = middle(spot);
    match (tile.note, tile.number) {
        (None, None) => format!("translate({x} {y})"),
        _ => format!("translate({x} {y}) {ASIDE}"),
    }
}

/// Draws a shape, filled with the ink. `shape` is a path around the origin. The outline contrasts
/// with the tile, and is thicker for a bold mark. If the tile has a note or a number, the drawn
/// shape is smaller and moved a little to the side.
fn draw_outlined(spot: Spot, tile: &Tile, mark: Mark, shape: &str) -> String {
    format!(
        "<path transform=\"{}\" d=\"{shape}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        tile_transform(spot, tile),
        mark.ink.tone(),
        outline_tone(tile),
        stroke(mark),
    )
}

/// Draws a disc. Its outline contrasts with the tile, and is thicker for a bold mark. Unlike other
/// shapes, the disc does not move aside for a note or a number.
fn disc(spot: Spot, tile: &Tile, mark: Mark) -> String {
    let (x, y) = middle(spot);
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        mark.ink.tone(),
        outline_tone(tile),
        stroke(mark),
    )
}

/// Draws a black disc with a grey rim. It looks the same for every ink, with or without boldness,
/// notes and numbers.
fn hole(spot: Spot) -> String {
    let (x, y) = middle(spot);
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"#a9adb3\" stroke=\"{BLACK}\" \
         stroke-width=\"1.6\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{BLACK}\"/>\n"
    )
}

/// Draws the signs between tiles, each in a white disc on the border. Returns an empty text if
/// there are no signs.
fn signs(picture: &Picture, letters: &dyn Lettering) -> String {
    /// The font size of a sign.
    const SIZE: usize = 14;
    let mut body = String::new();
    for (spot, _) in picture.tiles() {
        let (x, y) = (line_coordinate(spot.1), line_coordinate(spot.0));
        let borders = [
            (x + TILE, y + TILE / 2, picture.vertical_edge(spot.0, spot.1 + 1)),
            (x + TILE / 2, y + TILE, picture.horizontal_edge(spot.0 + 1, spot.1)),
        ];
        for (x, y, TileEdge { sign, .. }) in borders {
            if let Some(symbol) = sign {
                let text = symbol.to_string();
                let label = Label::centred(&text, (x, y), SIZE, "");
                body += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{WHITE}\" \
                     stroke=\"{THIN_TONE}\"/>{}",
                    letters.element(&Label { drop: ARITHMETIC, ..label }),
                );
            }
        }
    }
    text_group(SIZE, &body)
}

/// Returns the background colour under the mark of a tile.
fn ground(tile: &Tile) -> Tone {
    match tile.piece {
        Some(_) => PIECE,
        None => tile.fill.tone(),
    }
}

/// Returns a colour for outlines that contrasts with the tile.
fn outline_tone(tile: &Tile) -> Tone {
    BLACK.readable_on(ground(tile))
}

/// Returns the width of a mark's outline.
fn stroke(mark: Mark) -> &'static str {
    if mark.bold { "3" } else { "1.6" }
}

fn text_group(size: usize, body: &str) -> String {
    let look = format!("font-family=\"{FONT}\" font-size=\"{size}\" text-anchor=\"middle\"");
    group(look, body)
}

/// Returns a group of elements with common attributes. Returns an empty text if there are no
/// elements.
fn group(look: impl Display, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("<g {look}>\n{body}</g>\n")
}

/// Returns the coordinate of the line before a row or column of tiles, in units of the SVG.
fn line_coordinate(line: usize) -> usize {
    MARGIN + line * TILE
}

fn middle((row, column): Spot) -> (usize, usize) {
    (line_coordinate(column) + TILE / 2, line_coordinate(row) + TILE / 2)
}

/// Escapes a text for XML, also for attributes in double quotes. U+FFFD replaces carriage returns,
/// and characters that XML forbids.
pub(crate) fn escape_xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(symbol),
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            _ if symbol < ' ' => safe.push(char::REPLACEMENT_CHARACTER),
            _ => safe.push(symbol),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    fn text_of<'a>(document: &'a Document, name: &str) -> Vec<&'a str> {
        document
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .filter_map(|node| node.text())
            .collect()
    }

    #[test]
    fn texts_are_escaped_and_named() {
        let mut picture = Picture::new(1, 2, "<&\"'> \u{7}");
        picture.add_caption("a < b");
        picture.add_caption("]]> & \u{ffff}");
        picture.set_mark((0, 0), Mark::letter('<'));
        picture.set_note((0, 1), '&');
        picture.set_sign((0, 0), (0, 1), '"');
        let svg = draw(&picture);
        let document = Document::parse(&svg).expect("well-formed XML");
        assert_eq!(text_of(&document, "title"), ["<&\"'> \u{fffd}"]);
        assert_eq!(text_of(&document, "desc"), ["a < b\n]]> & \u{fffd}"]);
        assert_eq!(text_of(&document, "text"), ["&", "<", "\""]);
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let labels = root.attribute("aria-labelledby").expect("labels");
        let named = |id| document.descendants().any(|node| node.attribute("id") == Some(id));
        assert_eq!(labels.split(' ').filter(|&id| named(id)).count(), 2);
    }

    #[test]
    fn a_picture_without_captions_has_a_title_only() {
        let svg = draw(&Picture::new(2, 3, "bare"));
        assert!(!svg.contains("desc"));
        assert!(svg.contains("viewBox=\"0 0 144 104\""));
    }

    #[test]
    fn walls_in_one_line_are_one_stroke() {
        let svg = draw(&Picture::new(2, 2, "square"));
        assert!(svg.contains("d=\"M12 52H92M52 12V92\""), "{svg}");
        assert!(svg.contains("d=\"M12 12H92M12 92H92M12 12V92M92 12V92\""), "{svg}");
    }

    #[test]
    fn highlights_are_dashed_rings() {
        let mut picture = Picture::new(2, 2, "square");
        assert!(!draw(&picture).contains("dasharray"));
        picture.highlight((0, 0));
        picture.highlight((1, 1));
        picture.highlight((7, 7));
        let svg = draw(&picture);
        assert_eq!(svg.matches("rx=\"5\"").count(), 2, "{svg}");
        assert!(svg.contains("<rect x=\"16\" y=\"16\" width=\"32\" height=\"32\""), "{svg}");
    }

    #[test]
    fn the_same_picture_is_the_same_bytes() {
        let picture = || {
            let mut picture = Picture::new(2, 2, "twice");
            picture.set_mark((0, 0), Mark::queen(Ink::White));
            picture.set_mark((1, 1), Mark::hole());
            picture.add_path(&[(0, 0), (1, 1)]);
            picture
        };
        assert_eq!(draw(&picture()), draw(&picture()));
    }
}
