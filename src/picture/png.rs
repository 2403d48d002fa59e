//! Pictures as PNG images.
//!
//! The document of [`svg::draw`] is rendered at twice its size, or at most [`MOST_PIXELS`] wide and
//! high. Its text consists of outlines from the built-in font, so the pixels are the same on every
//! machine, and the renderer needs no fonts: the crates that find fonts and shape text took a fifth
//! of the time of a clean build. The chunks `Title` and `Description` hold the text alternative.

use std::fmt::Write as _;
use std::io::Write as _;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use ttf_parser::{Face, OutlineBuilder};

use num_traits::ToPrimitive;

use super::svg::{Anchor, Label, Lettering};
use super::{Picture, svg};

/// The maximum width and height of an image, in pixels. A larger image is scaled down.
pub const MOST_PIXELS: u32 = 8192;

/// Pixels for each unit of the SVG.
const SCALE: f32 = 2.0;

/// The bytes of a pixel before it is written: red, green, blue and opacity.
const BYTES: usize = 4;

/// The reason why a picture has no image: an error of a library. No such error has been seen yet.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture has over a million elements, too many for the renderer.
    #[error("the picture cannot be rendered: {0}")]
    Render(#[from] usvg::Error),
    /// There is not enough memory for the pixels.
    #[error(
        "there is not enough memory for an image of {width} by {height} pixels; a picture in SVG \
         needs little"
    )]
    Size {
        /// Width of the image in pixels.
        width: u32,
        /// Height of the image in pixels.
        height: u32,
    },
    /// The pixels cannot be written as a PNG.
    #[error("the image cannot be written: {0}")]
    Write(#[from] ::png::EncodingError),
}

/// Draws a picture as the bytes of a PNG file.
///
/// # Errors
///
/// If the picture cannot be rendered or written, or memory for the pixels is missing.
pub fn draw(picture: &Picture) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(&svg::draw_with(picture, &Outlines::new()), &Options::default())?;
    let ImageSize { scale, width, height } = ImageSize::of(picture);
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encoded(&pixels, picture)
}

/// Text as outlines of the built-in font. A character that the font lacks is an empty box.
struct Outlines {
    face: Face<'static>,
}

impl Outlines {
    fn new() -> Outlines {
        let face = Face::parse(epaint_default_fonts::HACK_REGULAR, 0);
        Outlines { face: face.expect("the built-in font is whole") }
    }
}

impl Lettering for Outlines {
    fn element(&self, label: &Label) -> String {
        let scale = label.size as f32 / f32::from(self.face.units_per_em());
        let glyphs: Vec<_> = label
            .text
            .chars()
            .map(|symbol| self.face.glyph_index(symbol).unwrap_or_default())
            .map(|glyph| (glyph, f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0))))
            .collect();
        let width: f32 = scale * glyphs.iter().map(|&(_, advance)| advance).sum::<f32>();
        let mut outline = Outline {
            scale,
            x: match label.anchor {
                Anchor::Middle => label.x as f32 - width / 2.0,
                Anchor::End => label.x as f32 - width,
            },
            baseline: label.y as f32 + label.drop * label.size as f32,
            path: String::new(),
        };
        for (glyph, advance) in glyphs {
            self.face.outline_glyph(glyph, &mut outline);
            outline.x += scale * advance;
        }
        format!("<path d=\"{}\" {}/>\n", outline.path, label.look)
    }
}

/// The path of a text. Glyphs are added from left to right.
struct Outline {
    /// Units of the drawing for each unit of the font.
    scale: f32,
    /// The x coordinate of the origin of the next glyph.
    x: f32,
    baseline: f32,
    /// The commands of the path so far, in the syntax of SVG.
    path: String,
}

impl Outline {
    /// Adds a command with points in units of the font, whose y coordinate points up.
    fn command<const N: usize>(&mut self, name: char, points: [(f32, f32); N]) {
        self.path.push(name);
        for (x, y) in points {
            let (x, y) = (self.x + self.scale * x, self.baseline - self.scale * y);
            write!(self.path, "{x} {y} ").expect("a string has room");
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.command('Z', []);
    }
}

struct ImageSize {
    scale: f32,
    width: u32,
    height: u32,
}

impl ImageSize {
    fn of(picture: &Picture) -> ImageSize {
        let (width, height) = svg::size(picture);
        let scale = SCALE.min(MOST_PIXELS as f32 / width.max(height) as f32);
        let side = |units: usize| {
            (units as f32 * scale).round().to_u32().unwrap_or(MOST_PIXELS).clamp(1, MOST_PIXELS)
        };
        ImageSize { scale, width: side(width), height: side(height) }
    }
}

/// Returns the bytes of a PNG file with these pixels, without transparency. The colours are passed
/// on row by row: all at once would take most of the memory of the pixels again.
fn encoded(pixels: &Pixmap, picture: &Picture) -> Result<Vec<u8>, PngError> {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    for (keyword, text) in
        [("Title", picture.title.clone()), ("Description", picture.description())]
    {
        encoder.add_itxt_chunk(keyword.to_owned(), text)?;
    }
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let (mut colours, mut last): (Vec<u8>, &[u8]) = (Vec::new(), &[]);
    for row in pixels.data().chunks_exact(pixels.width() as usize * BYTES) {
        // Most rows of a board are equal to the row above.
        if row != last {
            colours.clear();
            row.chunks_exact(BYTES).for_each(|pixel| colours.extend_from_slice(&pixel[..3]));
            last = row;
        }
        rows.write_all(&colours).map_err(::png::EncodingError::from)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::{Fill, Mark};
    use super::*;

    fn read(file: &[u8]) -> (::png::Info<'static>, Vec<u8>) {
        let decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        let mut reader = decoder.read_info().expect("a PNG file");
        let size = reader.output_buffer_size().expect("a size that fits");
        let mut pixels = vec![0; size];
        reader.next_frame(&mut pixels).expect("an image");
        (reader.info().clone(), pixels)
    }

    #[test]
    fn the_text_alternative_goes_along() {
        let mut picture = Picture::new(2, 3, "Fünf & mehr");
        picture.caption("♛..");
        picture.caption("..♛");
        let file = draw(&picture).expect("an image");
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
        let (info, _) = read(&file);
        assert_eq!((info.width, info.height), (288, 208));
        let text = |chunk: &::png::text_metadata::ITXtChunk| {
            let text = chunk.get_text().expect("a text");
            (chunk.keyword.clone(), text)
        };
        let texts: Vec<(String, String)> = info.utf8_text.iter().map(text).collect();
        let pair = |keyword: &str, text: &str| (keyword.to_owned(), text.to_owned());
        let expected = [pair("Title", "Fünf & mehr"), pair("Description", "♛..\n..♛")];
        assert_eq!(texts, expected);
    }

    #[test]
    fn letters_are_drawn_in_the_font_that_is_built_in() {
        let dark_pixels = |symbol: char| {
            let mut picture = Picture::new(1, 1, "letter");
            picture.mark((0, 0), Mark::letter(symbol));
            let (info, pixels) = read(&draw(&picture).expect("an image"));
            let row = info.width as usize * 3;
            let middle = pixels.chunks(row).skip(40).take(48);
            middle
                .flat_map(|row| row[40 * 3..88 * 3].chunks(3))
                .filter(|pixel| pixel[0] < 128)
                .count()
        };
        assert_eq!(dark_pixels(' '), 0);
        assert!(dark_pixels('M') > 100);
        assert!(dark_pixels('.') < dark_pixels('M'));
    }

    #[test]
    fn a_very_large_picture_is_scaled_down() {
        let mut picture = Picture::new(3, 300, "long");
        for column in 0..300 {
            picture.fill((1, column), Fill::Region(column));
            picture.mark((1, column), Mark::letter('A'));
        }
        let (info, _) = read(&draw(&picture).expect("an image"));
        assert_eq!((info.width, info.height), (MOST_PIXELS, 98));
    }

    /// Rows are written one by one. Each fill is a band in another colour, and the grid lines lie
    /// between.
    #[test]
    fn each_row_of_pixels_is_its_own() {
        let mut picture = Picture::new(3, 1, "bands");
        (0..3).for_each(|row| picture.fill((row, 0), Fill::Region(row)));
        let tree = svg::draw_with(&picture, &Outlines::new());
        let tree = Tree::from_str(&tree, &Options::default()).expect("a picture");
        let (info, pixels) = read(&draw(&picture).expect("an image"));
        let mut drawn = Pixmap::new(info.width, info.height).expect("a small image");
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut drawn.as_mut());
        let expected = drawn.pixels().iter();
        let expected: Vec<u8> =
            expected.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        assert!(pixels == expected, "the pixels are those of the drawing");
        let rows: std::collections::BTreeSet<&[u8]> =
            pixels.chunks(info.width as usize * 3).collect();
        assert!(rows.len() > 4, "{} different rows", rows.len());
    }

    #[test]
    fn a_picture_of_nothing_is_white() {
        let (_, pixels) = read(&draw(&Picture::new(0, 0, "nothing")).expect("an image"));
        assert!(pixels.iter().all(|&part| part == 255));
    }
}
