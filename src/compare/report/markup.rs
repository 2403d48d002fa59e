//! HTML and SVG, into which text gets escaped or not at all.
//!
//! [`Markup`] is made from templates, which stand in the program, and from what is put into their
//! places: other markup as it is, and text without what a browser would obey. There is no other
//! way, so that no name from outside can be forgotten.

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend};

use crate::picture::svg;
use crate::source::visible;

/// A piece of HTML or SVG.
#[derive(Clone, Debug, Default)]
pub struct Markup(String);

/// A part that stands in a place of a template.
pub trait Part {
    /// Adds it to a piece of HTML or SVG.
    fn put(&self, to: &mut String);
}

/// Returns a template with a part in each of its places, which are written `{}`.
pub fn markup(template: &'static str, parts: &[&dyn Part]) -> Markup {
    let mut pieces = template.split("{}");
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for part in parts {
        part.put(&mut made);
        made += pieces.next().expect("a template has a place for each part");
    }
    assert!(pieces.next().is_none(), "a template has a part for each place");
    Markup(made)
}

impl Markup {
    /// Returns a text, escaped.
    pub fn text(text: &str) -> Markup {
        markup("{}", &[&text])
    }

    /// Returns what `plotters` draws on a sheet, without the element around it; and where that is.
    /// It escapes what it writes.
    pub fn plotted<T>(
        size: (u32, u32),
        draw: impl FnOnce(&DrawingArea<SVGBackend, Shift>) -> T,
    ) -> (Markup, T) {
        let mut drawn = String::new();
        let root = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
        let place = draw(&root);
        root.present().expect("a text takes what is written into it");
        drop(root);
        let begin = drawn.find('\n').map_or(0, |end| end + 1);
        let end = drawn.rfind("</svg>").unwrap_or(drawn.len());
        (Markup(drawn[begin..end].to_owned()), place)
    }

    /// Returns it as it is written into a file.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Markup> for Markup {
    fn from_iter<I: IntoIterator<Item = Markup>>(pieces: I) -> Markup {
        Markup(pieces.into_iter().map(|piece| piece.0).collect())
    }
}

impl std::ops::AddAssign<Markup> for Markup {
    fn add_assign(&mut self, piece: Markup) {
        self.0 += &piece.0;
    }
}

impl Part for Markup {
    fn put(&self, to: &mut String) {
        *to += &self.0;
    }
}

impl Part for str {
    fn put(&self, to: &mut String) {
        *to += &svg::escaped(&visible(self));
    }
}

impl Part for String {
    fn put(&self, to: &mut String) {
        self.as_str().put(to);
    }
}

/// A place on a sheet, to the tenth of a pixel.
impl Part for f64 {
    fn put(&self, to: &mut String) {
        *to += &format!("{self:.1}");
    }
}

impl<T: Part + ?Sized> Part for &T {
    fn put(&self, to: &mut String) {
        (**self).put(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_markup_is_not() {
        let name = "a<b>&\"c\"\u{202e}";
        let bold = markup("<b>{}</b>", &[&name]);
        let told = markup("<i title=\"{}\">{}, {}, {}</i>", &[&name, &bold, &1.25, &"7"]);
        let escaped = "a&lt;b&gt;&amp;&quot;c&quot;\\u{202e}";
        let expected = format!("<i title=\"{escaped}\"><b>{escaped}</b>, 1.2, 7</i>");
        assert_eq!(told.as_str(), expected);
    }
}
