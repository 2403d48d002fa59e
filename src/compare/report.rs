//! A summary for people and for programs: in the terminal, as tables, as a page.

pub mod figures;
pub mod html;
pub mod latex;
mod plot;
pub mod table;
pub mod text;

use crate::picture::svg;
use crate::source::visible;

/// Returns a text from outside as HTML and SVG take it: without characters that a browser would
/// obey.
fn escaped(text: &str) -> String {
    svg::escaped(&visible(text))
}
