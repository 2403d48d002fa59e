//! Plots as SVG.
//!
//! No plot relies on hue alone: configurations also differ in dashes and marks, and boards also
//! differ in marks. The background is white, even if the page is dark. A plot is as wide as the
//! page. If the text of the plot would then be smaller than [`LEAST_TEXT`] pixels, the plot scrolls
//! instead.

mod axis;
mod cactus;
mod chart;
mod forest;
mod gap;
mod growth;
mod heat;
mod scatter;

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::compare::report::markup::{Markup, markup};
use crate::compare::statistics::distinct;
use crate::compare::summary::{ConfigurationSummary, Measure, SectionSummary, Summary};

pub use axis::format_with_prefix;
pub use cactus::draw as cactus;
pub use forest::{MOST_BOARDS, draw as forest, format_finding as rounded_ratio, format_interval};
pub use gap::draw as gap;
pub use growth::{describe_fit, draw as growth, has_bands};
pub use heat::draw as heat;
pub use scatter::{draw as scatter, legend as legend_of_boards};

/// Size of text, in units of length of a plot.
const TEXT: f64 = 14.0;
/// The least size of text on a page, in pixels.
const LEAST_TEXT: f64 = 12.0;
/// The greatest size of text on a page, in pixels.
const MOST_TEXT: f64 = 16.0;
/// The approximate width of a letter, in units of length of a plot.
const LETTER: f64 = 8.4;
/// The attributes of a white border, for text that crosses lines.
const HALO: &str = "stroke=\"#ffffff\" stroke-width=\"5\" paint-order=\"stroke\"";
/// The colour of text and of findings.
const INK: &str = "#222222";
/// The colour of lines that are less important.
const FAINT: &str = "#767676";

/// A finished plot.
pub struct Drawing {
    pub svg: Markup,
    /// The least width of the plot on the page, in pixels. If there is less space, the plot
    /// scrolls.
    pub least_width: f64,
}

/// A section with the colours, dashes and marks of its configurations.
pub struct View<'a> {
    pub section: &'a SectionSummary,
    pub measure: Measure,
    /// Indices of the configurations, with the best one first.
    pub order: Vec<usize>,
    /// The look of each configuration, by its index in the section.
    pub looks: Vec<PlotLook>,
}

impl<'a> View<'a> {
    pub fn configurations(&self) -> impl Iterator<Item = &'a ConfigurationSummary> {
        self.order.iter().map(|&index| &self.section.configurations[index])
    }

    /// Returns the views of all sections. Configurations with the same varied options have the same
    /// look in all sections.
    pub fn for_sections(summary: &'a Summary) -> Vec<View<'a>> {
        let mut known = BTreeMap::new();
        summary
            .sections
            .iter()
            .map(|section| {
                let looks = section
                    .configurations
                    .iter()
                    .map(|configuration| {
                        let next = known.len();
                        PlotLook::for_configuration(
                            *known.entry(&configuration.options).or_insert(next),
                        )
                    })
                    .collect();
                View { section, measure: summary.measure, order: section.order(), looks }
            })
            .collect()
    }

    pub fn name(&self, configuration: usize) -> &'a str {
        &self.section.configurations[configuration].name
    }

    /// Returns the side lengths of all boards in ascending order, each once.
    fn sides(&self) -> Vec<f64> {
        distinct(
            self.section.configurations.iter().flat_map(|one| &one.by_side).map(|&(side, _)| side),
        )
    }
}

/// The colour, dashes and mark of a configuration or board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotLook {
    /// The colour, in the form `#rrggbb`.
    colour: &'static str,
    /// The lengths of dashes and gaps (`stroke-dasharray` of SVG), or `none`.
    dashes: &'static str,
    /// The SVG path of the mark around its centre, and whether it is filled.
    mark: (&'static str, bool),
}

/// Colours after Okabe and Ito. The light ones are darkened, so that thin lines are visible on
/// white.
const COLOURS: [&str; 6] = ["#00639C", "#D98200", "#00805C", "#C24A00", "#A8548C", "#2F9BD8"];
/// The dashes of curves. The numbers of dashes, colours and marks have no common divisor. So as
/// many combinations of them as possible differ.
const DASHES: [&str; 5] = ["none", "9 4", "2.5 3", "12 3 2.5 3", "16 5"];
/// The marks: the SVG path around the centre, and whether it is filled.
const MARKS: [(&str, bool); 7] = [
    ("m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", true),
    ("m-3.7 -3.7h7.4v7.4h-7.4z", false),
    ("m0 -5l4.6 8h-9.2z", true),
    ("m0 -5.2l5.2 5.2l-5.2 5.2l-5.2 -5.2z", false),
    ("m-3.8 -3.8l7.6 7.6m0 -7.6l-7.6 7.6", false),
    ("m0 5l4.6 -8h-9.2z", true),
    ("m-4.8 0h9.6m-4.8 -4.8v9.6", false),
];

/// The greatest number of boards for which all looks differ.
pub const LOOKS: usize = COLOURS.len() * MARKS.len();

impl PlotLook {
    /// The look of the virtual best, which takes the fastest configuration in each block.
    pub const BEST: PlotLook = PlotLook { colour: INK, dashes: "1.5 4.5", mark: ("", false) };

    /// Returns the look of the configuration with index `place`. The looks of the first 210
    /// configurations differ.
    fn for_configuration(place: usize) -> PlotLook {
        PlotLook {
            colour: COLOURS[place % COLOURS.len()],
            dashes: DASHES[place % DASHES.len()],
            mark: MARKS[place % MARKS.len()],
        }
    }

    /// Returns the look of the board with index `place`. The looks of the first [`LOOKS`] boards
    /// differ.
    fn for_board(place: usize) -> PlotLook {
        PlotLook { dashes: "none", ..PlotLook::for_configuration(place) }
    }

    /// Returns an image for a legend, of 56 by 16 pixels: a short line in the look's colour and
    /// dashes, with the look's mark in the middle.
    pub fn sample(&self) -> Markup {
        let line = markup(
            "<path d=\"M2 8h52\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" \
             stroke-dasharray=\"{}\"/>{}",
            &[&self.colour, &self.dashes, &self.draw_mark((28.0, 8.0), "")],
        );
        sample_image("56", &line)
    }

    pub fn mark_sample(&self) -> Markup {
        sample_image("16", &self.draw_mark((8.0, 8.0), ""))
    }

    /// Draws the mark around a point. If `tooltip` is not empty, the mark has this tooltip.
    fn draw_mark(&self, (x, y): (f64, f64), tooltip: &str) -> Markup {
        let PlotLook { colour, mark: (path, filled), .. } = self;
        let fill = if *filled { colour } else { &"#ffffff" };
        let title = match tooltip {
            "" => Markup::default(),
            title => markup("<title>{}</title>", &[&title]),
        };
        markup(
            "<path d=\"M{} {}{}\" fill=\"{}\" fill-opacity=\"0.6\" stroke=\"{}\" \
             stroke-width=\"1.6\">{}</path>\n",
            &[&x, &y, path, fill, colour, &title],
        )
    }
}

/// Returns a small image for a legend. It is 16 pixels high.
fn sample_image(width: &str, drawn: &Markup) -> Markup {
    markup(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} 16\" width=\"{}\" \
         height=\"16\" aria-hidden=\"true\">{}</svg>",
        &[&width, &width, drawn],
    )
}

fn pixels(length: f64) -> u32 {
    length.ceil().to_u32().unwrap_or(u32::MAX)
}

/// The beginning of a plot. If a file begins with it, the file may be a plot of quarrel.
pub const BEGIN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
/// A text that comes later in the first line of a plot. A file without this text is not recognised
/// as a plot of quarrel.
pub const ROLE: &str = "role=\"img\" style=\"width:";

/// Returns a finished plot with its title. The plot has this width and height, in units of length
/// of a plot. `drawn` has its SVG elements. The least and the greatest width of the plot, in
/// pixels, are those at which its text has the sizes [`LEAST_TEXT`] and [`MOST_TEXT`].
fn make_drawing(title: &str, [width, height]: [u32; 2], drawn: &Markup) -> Drawing {
    let [most, least] = [MOST_TEXT, LEAST_TEXT].map(|text| (f64::from(width) * text / TEXT).ceil());
    let svg = markup(
        "{}{} {}\" {}{}px;min-width:{}px\">\n<title>{}</title>\n{}</svg>\n",
        &[
            &markup(BEGIN, &[]),
            &width.to_string(),
            &height.to_string(),
            &markup(ROLE, &[]),
            &most.to_string(),
            &least.to_string(),
            &title,
            drawn,
        ],
    );
    Drawing { svg, least_width: least }
}

/// Draws a text at a position in units of length of a plot. `anchor` is its `text-anchor` in SVG,
/// and `more` has further attributes. A text of more than `letters` letters is shortened, and the
/// whole text is then the tooltip. The number `letters` is rounded down, and a negative number
/// counts as 0.
fn draw_text((x, y): (f64, f64), anchor: &str, words: &str, letters: f64, more: &Markup) -> Markup {
    let content = match shorten(words, letters.to_usize().unwrap_or(0)) {
        cut if cut == words => Markup::from_text(words),
        cut => markup("{}<title>{}</title>", &[&cut, &words]),
    };
    markup(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-family=\"sans-serif\" \
         font-size=\"{}\" fill=\"{}\" {}>{}</text>\n",
        &[&x, &y, &anchor, &TEXT.to_string(), &INK, more, &content],
    )
}

/// Shortens a text to `letters` letters. `…` replaces the middle of the text, since names often
/// differ at their ends. A text that is not longer is returned unchanged. If `letters` is 0, a text
/// that is not empty becomes `…`.
fn shorten(words: &str, letters: usize) -> String {
    let all: Vec<char> = words.chars().collect();
    if all.len() <= letters {
        return words.to_owned();
    }
    let kept = letters.saturating_sub(1);
    let (begin, end) = (&all[..kept.div_ceil(2)], &all[all.len() - kept / 2..]);
    begin.iter().chain(&['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shorten("ladder", 6), "ladder");
        assert_eq!(shorten("commander 10", 8), "comm… 10");
        assert_eq!(shorten("ladder", 0), "…");
        let told = draw_text((0.0, 0.0), "end", "a<b>c<d>", 6.0, &Markup::default());
        let expected = ">a&lt;b…d&gt;<title>a&lt;b&gt;c&lt;d&gt;</title><";
        assert!(told.as_str().contains(expected), "{told:?}");
    }

    #[test]
    fn looks_differ() {
        let looks: Vec<PlotLook> = (0..210).map(PlotLook::for_configuration).collect();
        assert!((0..210).all(|one| !looks[..one].contains(&looks[one])));
        let boards: Vec<PlotLook> = (0..LOOKS).map(PlotLook::for_board).collect();
        assert!((0..boards.len()).all(|one| !boards[..one].contains(&boards[one])));
    }
}
