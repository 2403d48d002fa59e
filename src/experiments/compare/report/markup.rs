//! HTML and SVG that contain no unescaped text.
//!
//! [`Markup`] is built only from templates, which are constants of the program, and from values
//! that fill the gaps of the templates. A value that is markup fills a gap unchanged, and a value
//! that is text is escaped. So external names are always escaped.

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend};

use crate::picture::svg;
use crate::source::escape_unless;

/// HTML or SVG in which all external text is escaped.
#[derive(Clone, Debug, Default)]
pub struct Markup(String);

/// A value that fills a gap of a template.
pub trait TemplateValue {
    /// Appends the value to the text `to`. A value that is text is escaped; a value that is markup
    /// is not.
    fn append_to(&self, to: &mut String);
}

/// Fills the gaps `{}` of a template with parts, in order. Text is escaped, and markup is not.
///
/// # Panics
///
/// If there are not as many parts as gaps. This is a mistake in the program.
pub fn markup(template: &'static str, parts: &[&dyn TemplateValue]) -> Markup {
    let mut pieces = template.split("{}");
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for part in parts {
        part.append_to(&mut made);
        made += pieces.next().expect("a template has a place for each part");
    }
    assert!(pieces.next().is_none(), "a template has a part for each place");
    Markup(made)
}

impl Markup {
    pub fn from_text(text: &str) -> Markup {
        markup("{}", &[&text])
    }

    /// Calls `draw` once with an empty area of this width and height in pixels. Returns the SVG
    /// that `plotters` draws on the area, without the enclosing element, and the result of `draw`.
    /// `plotters` escapes its text.
    pub fn from_plotters<T>(
        size: (u32, u32),
        draw: impl FnOnce(&DrawingArea<SVGBackend, Shift>) -> T,
    ) -> (Markup, T) {
        let mut drawn = String::new();
        let root = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
        let place = draw(&root);
        root.present().expect("writing to a string does not fail");
        drop(root);
        let begin = drawn.find('\n').map_or(0, |end| end + 1);
        let end = drawn.rfind("</svg>").unwrap_or(drawn.len());
        (Markup(drawn[begin..end].to_owned()), place)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

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

impl TemplateValue for Markup {
    fn append_to(&self, to: &mut String) {
        *to += &self.0;
    }
}

/// Blank characters that stay as they are in text: newlines, tabs, and the spaces that reports put
/// between numbers and units. Other hidden characters are made visible.
const OWN_BLANKS: [char; 4] = ['\n', '\t', '\u{a0}', '\u{202f}'];

impl TemplateValue for str {
    fn append_to(&self, to: &mut String) {
        *to += &svg::escape_xml(&escape_unless(self, |character| OWN_BLANKS.contains(&character)));
    }
}

impl TemplateValue for String {
    fn append_to(&self, to: &mut String) {
        self.as_str().append_to(to);
    }
}

/// A number, rounded to a tenth of a pixel.
impl TemplateValue for f64 {
    fn append_to(&self, to: &mut String) {
        *to += &format!("{self:.1}");
    }
}

impl<T: TemplateValue + ?Sized> TemplateValue for &T {
    fn append_to(&self, to: &mut String) {
        (**self).append_to(to);
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
