//! Pictures as PNG images.
//!
//! The document of [`svg::draw`] is rendered at twice its size. If the image would then exceed
//! [`MOST_PIXELS`] in width or height, it is rendered smaller. Its text consists of outlines from
//! the built-in font, so the pixels are the same on every machine. Because of the outlines, the
//! renderer also needs no crates that find fonts and shape text. To compile these crates took a
//! fifth of the time of a clean build. The chunks `Title` and `Description` of the file have the
//! text alternative.
//!
//! The image is rendered and written in bands of `BAND` rows. So a large image needs memory for one
//! band only, and the drawing can be stopped between two bands.

use std::fmt::Write as _;
use std::io::Write as _;

use resvg::tiny_skia::{FillRule, Paint, Pixmap, Transform};
use resvg::usvg::{self, Group, Node, Options, Tree};
use ttf_parser::{Face, OutlineBuilder};

use num_traits::ToPrimitive;

use super::svg::{Anchor, Label, Lettering};
use super::{Picture, svg};
use crate::stop::Stop;

/// The maximum width and height of an image, in pixels. A larger image is scaled down.
pub const MOST_PIXELS: u32 = 8192;

/// The number of pixels for each unit of the SVG.
const SCALE: f32 = 2.0;

/// The number of rows of pixels that are rendered at a time.
const BAND: u32 = 256;

/// The number of bytes of a pixel before it is written: red, green, blue and opacity.
const BYTES: usize = 4;

/// The reason why a picture has no image. It is a stop or an error, such as missing memory. None of
/// these errors has been seen in practice yet.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture has more than a million elements, which are too many for the renderer.
    #[error("the picture cannot be rendered: {0}")]
    Render(#[from] usvg::Error),
    /// There is not enough memory for the pixels.
    #[error(
        "there is not enough memory for an image of {width} by {height} pixels; a picture in SVG \
         needs little memory"
    )]
    Size {
        /// The width of the image in pixels.
        width: u32,
        /// The height of the image in pixels.
        height: u32,
    },
    /// The pixels cannot be written as a PNG.
    #[error("the image cannot be written: {0}")]
    Write(#[from] ::png::EncodingError),
    /// A stop was requested twice.
    #[error("stopped while a picture was drawn")]
    Stopped,
}

/// Draws a picture as the bytes of a PNG file. A picture often shows the result of work that was
/// stopped. So only a second request to stop ends the drawing.
///
/// # Errors
///
/// If the picture cannot be rendered or written, if memory for a band of pixels is missing, or if a
/// stop is requested twice before the last band.
pub fn draw(picture: &Picture, stop: &Stop) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(&svg::draw_with(picture, &Outlines::new()), &Options::default())?;
    encode(picture, &Shapes::from_tree(&tree, ImageSize::for_picture(picture)), stop)
}

/// The shapes of an image, in the order of drawing.
struct Shapes<'a> {
    /// The size of the whole image.
    size: ImageSize,
    /// The shapes. Later shapes cover earlier ones.
    shapes: Vec<PlacedShape<'a>>,
}

/// A shape, and the rows of pixels in which it can be visible.
struct PlacedShape<'a> {
    /// The outline, with its fill and stroke.
    path: &'a usvg::Path,
    /// The first row of pixels, and the row after the last one.
    rows: [f32; 2],
}

impl<'a> Shapes<'a> {
    fn from_tree(tree: &'a Tree, size: ImageSize) -> Shapes<'a> {
        let mut shapes = Shapes { size, shapes: Vec::new() };
        shapes.gather(tree.root());
        shapes
    }

    /// Adds the shapes of a group, and of the groups inside it, in the order in which they are
    /// drawn. A group of [`svg`] only moves its shapes and has attributes for them. It must not be
    /// blended as a whole, and must contain no images and no texts other than outlines. A debug
    /// build panics otherwise.
    fn gather(&mut self, group: &'a Group) {
        debug_assert!(!group.should_isolate(), "the shapes are drawn one by one");
        for node in group.children() {
            match node {
                Node::Group(group) => self.gather(group),
                Node::Path(path) => {
                    let (scale, bounds) = (self.size.scale, path.abs_stroke_bounding_box());
                    // The pixels next to the edge of a shape get a part of the shape's colour. So
                    // one more pixel is added at each end.
                    let rows = [bounds.top() * scale - 1.0, bounds.bottom() * scale + 1.0];
                    self.shapes.push(PlacedShape { path, rows });
                }
                Node::Image(_) | Node::Text(_) => {
                    debug_assert!(false, "a picture has neither images nor text without outlines");
                }
            }
        }
    }

    /// Renders a band of at most [`BAND`] rows of pixels, beginning with the row `top`. `top` must
    /// be less than the height. Fails with [`PngError::Size`] if memory is short.
    fn band(&self, top: u32) -> Result<Pixmap, PngError> {
        let ImageSize { scale, width, height } = self.size;
        let rows = BAND.min(height - top);
        let mut pixels = Pixmap::new(width, rows).ok_or(PngError::Size { width, height: rows })?;
        let (first, end) = (top as f32, (top + rows) as f32);
        let image = Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -first);
        for PlacedShape { path, rows } in &self.shapes {
            if rows[0] < end && rows[1] > first {
                render(path, image.pre_concat(path.abs_transform()), &mut pixels);
            }
        }
        Ok(pixels)
    }
}

/// Draws a path: first its fill, then its stroke. `transform` maps the drawing to the pixels.
fn render(path: &usvg::Path, transform: Transform, pixels: &mut Pixmap) {
    if let Some(fill) = path.fill() {
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::Winding,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        let paint = solid_paint(path, fill.paint(), fill.opacity());
        pixels.fill_path(path.data(), &paint, rule, transform, None);
    }
    if let Some(stroke) = path.stroke() {
        let paint = solid_paint(path, stroke.paint(), stroke.opacity());
        pixels.stroke_path(path.data(), &paint, &stroke.to_tiny_skia(), transform, None);
    }
}

/// Returns the paint for `look`, which is the colour of a path's fill or stroke. `look` must be a
/// colour, since [`svg`] uses neither gradients nor patterns. The path determines only whether
/// edges are smoothed.
fn solid_paint(path: &usvg::Path, look: &usvg::Paint, opacity: usvg::Opacity) -> Paint<'static> {
    let mut paint = Paint::default();
    debug_assert!(matches!(look, usvg::Paint::Color(_)), "the paint is a colour");
    if let usvg::Paint::Color(colour) = look {
        paint.set_color_rgba8(colour.red, colour.green, colour.blue, opacity.to_u8());
    }
    paint.anti_alias = path.rendering_mode().use_shape_antialiasing();
    paint
}

/// Text as outlines of the built-in font. A character that the font lacks is an empty box.
struct Outlines {
    /// The built-in font.
    face: Face<'static>,
}

impl Outlines {
    fn new() -> Outlines {
        let face = Face::parse(epaint_default_fonts::HACK_REGULAR, 0);
        Outlines { face: face.expect("the built-in font is whole") }
    }
}

impl Lettering for Outlines {
    /// Returns a label as an SVG path of the outlines of its letters. A character that the built-in
    /// font lacks has the outline of the glyph for missing characters.
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

/// The path of a text while it is made. Glyphs are added from left to right.
struct Outline {
    /// The number of units of the drawing for each unit of the font.
    scale: f32,
    /// The x coordinate of the origin of the next glyph.
    x: f32,
    /// The y coordinate of the baseline.
    baseline: f32,
    /// The commands of the path so far, in the syntax of SVG.
    path: String,
}

impl Outline {
    /// Adds a command to the path. The points are in units of the font, in which y increases
    /// upwards.
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

/// The size of an image in pixels, and the number of pixels for a unit of the drawing.
struct ImageSize {
    /// The number of pixels for a unit of the drawing.
    scale: f32,
    /// The width in pixels, from 1 to [`MOST_PIXELS`].
    width: u32,
    /// The height in pixels, from 1 to [`MOST_PIXELS`].
    height: u32,
}

impl ImageSize {
    /// Returns the size of the image of a picture: the size of the drawing times [`SCALE`]. If a
    /// side would exceed [`MOST_PIXELS`], the scale is smaller for both sides, so that the longer
    /// side has that many pixels. Sides are rounded, and at least one pixel long.
    fn for_picture(picture: &Picture) -> ImageSize {
        let (width, height) = svg::size(picture);
        let scale = SCALE.min(MOST_PIXELS as f32 / width.max(height) as f32);
        let side = |units: usize| {
            (units as f32 * scale).round().to_u32().unwrap_or(MOST_PIXELS).clamp(1, MOST_PIXELS)
        };
        ImageSize { scale, width: side(width), height: side(height) }
    }
}

/// Returns the bytes of a PNG file with these shapes, without transparency. The file also has the
/// texts of `picture`. Fails if the pixels cannot be written, if memory for a band is short, or if
/// a stop is requested twice before the last band.
fn encode(picture: &Picture, shapes: &Shapes, stop: &Stop) -> Result<Vec<u8>, PngError> {
    let ImageSize { width, height, .. } = shapes.size;
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, width, height);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    // This filter suits pictures of boards: most rows of pixels are equal to the row above.
    encoder.set_filter(::png::Filter::Up);
    for (keyword, text) in
        [("Title", picture.title.clone()), ("Description", picture.description())]
    {
        encoder.add_itxt_chunk(keyword.to_owned(), text)?;
    }
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let mut colours = Vec::new();
    for top in (0..height).step_by(BAND as usize) {
        if stop.request_count() > 1 {
            return Err(PngError::Stopped);
        }
        let band = shapes.band(top)?;
        let mut last: &[u8] = &[];
        for row in band.data().chunks_exact(width as usize * BYTES) {
            if row != last {
                colours.clear();
                row.chunks_exact(BYTES).for_each(|pixel| colours.extend_from_slice(&pixel[..3]));
                last = row;
            }
            rows.write_all(&colours).map_err(::png::EncodingError::from)?;
        }
    }
    rows.finish()?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::{Fill, Ink, Mark};
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
        picture.add_caption("♛..");
        picture.add_caption("..♛");
        let file = draw(&picture, &Stop::unlimited()).expect("an image");
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
            picture.set_mark((0, 0), Mark::letter(symbol));
            let (info, pixels) = read(&draw(&picture, &Stop::unlimited()).expect("an image"));
            let row = info.width as usize * 3;
            pixels
                .chunks(row)
                .skip(40)
                .take(48)
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
            picture.set_fill((1, column), Fill::Region(column));
            picture.set_mark((1, column), Mark::letter('A'));
        }
        let (info, _) = read(&draw(&picture, &Stop::unlimited()).expect("an image"));
        assert_eq!((info.width, info.height), (MOST_PIXELS, 98));
    }

    /// Each band shows the same as the whole image in the same rows: fills, letters, and shapes in
    /// groups that are moved. Rounding can move the edge of a shape a little.
    #[test]
    fn bands_are_parts_of_the_image() {
        let mut picture = Picture::new(10, 3, "bands");
        for row in 0..10 {
            picture.set_fill((row, 0), Fill::Region(row));
            picture.set_mark((row, 0), Mark::letter('M'));
            picture.set_mark((row, 1), Mark::queen(Ink::White));
            picture.set_note((row, 1), '4');
            picture.set_mark((row, 2), Mark::hole());
        }
        picture.add_path(&[(0, 2), (9, 2)]);
        let tree = svg::draw_with(&picture, &Outlines::new());
        let tree = Tree::from_str(&tree, &Options::default()).expect("a picture");
        let (info, pixels) = read(&draw(&picture, &Stop::unlimited()).expect("an image"));
        assert!(info.height > 3 * BAND, "there are several bands");
        let mut whole = Pixmap::new(info.width, info.height).expect("a small image");
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut whole.as_mut());
        let expected: Vec<u8> = whole
            .pixels()
            .iter()
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect();
        assert_eq!(pixels.len(), expected.len());
        let differences = pixels.iter().zip(&expected).map(|(one, other)| one.abs_diff(*other));
        let (count, most) = (differences.clone().filter(|&one| one > 2).count(), differences.max());
        assert!(
            count * 2000 < pixels.len() && most < Some(80),
            "{count} differ, by up to {most:?}"
        );
        let rows: std::collections::BTreeSet<&[u8]> =
            pixels.chunks(info.width as usize * 3).collect();
        assert!(rows.len() > 40, "{} different rows", rows.len());
    }

    /// A picture often shows the result of work that was stopped. So the first request to stop does
    /// not end the drawing, but the second request ends it.
    #[test]
    fn a_second_request_ends_the_drawing() {
        let picture = Picture::new(10, 10, "stopped");
        let stop = Stop::unlimited();
        stop.request();
        assert!(draw(&picture, &stop).is_ok());
        stop.request();
        assert!(matches!(draw(&picture, &stop), Err(PngError::Stopped)));
    }

    #[test]
    fn a_picture_of_nothing_is_white() {
        let (_, pixels) =
            read(&draw(&Picture::new(0, 0, "nothing"), &Stop::unlimited()).expect("an image"));
        assert!(pixels.iter().all(|&part| part == 255));
    }
}
