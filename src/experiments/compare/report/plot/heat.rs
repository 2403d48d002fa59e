//! A table with a row for each configuration and a column for each side length of the boards. There
//! is no table if no puzzle has a size. Each cell has the median of the measure as a number, and is
//! darker for a larger median. If most runs of a cell have no result, the cell is hatched.

use num_traits::ToPrimitive;

use super::axis::{format_tick, format_with_prefix};
use super::{Drawing, HALO, LETTER, View, draw_text, make_drawing, pixels};
use crate::compare::report::markup::{Markup, markup};
use crate::compare::statistics::extent;
use crate::compare::summary::{Measure, rounded};

/// The width and the height of a cell, in units of length of a plot.
const CELL: [f64; 2] = [78.0, 34.0];
/// The height of the heads, in units of length of a plot.
const ABOVE: f64 = 34.0;
/// The space around the table, in units of length of a plot.
const MARGIN: f64 = 12.0;
/// The head of the column of names, which explains the other heads.
const SIDE: &str = "side of the board";
/// The greatest number of letters of a configuration's name.
const LETTERS: usize = 56;
/// The scale of colours from light to dark, in red, green and blue.
const RAMP: [[f64; 3]; 3] = [[240.0, 246.0, 250.0], [127.0, 178.0, 207.0], [11.0, 60.0, 93.0]];
/// The position on the scale, from 0 to 1, above which text is white.
const DARK: f64 = 0.75;

/// Draws the table, with the best configuration first. If a configuration has no run on a board of
/// some side length, the cell is missing. If the median is unknown or among runs without a result,
/// the cell is hatched. Blocks that needed no clause do not count. Returns `None` if no puzzle has
/// a size.
pub fn draw(view: &View) -> Option<Drawing> {
    let sides = view.sides();
    if sides.is_empty() {
        return None;
    }
    let letters =
        view.configurations().map(|one| one.name.chars().count()).max()?.clamp(SIDE.len(), LETTERS);
    let left = MARGIN + letters as f64 * LETTER + 12.0;
    let mut drawn = draw_heads(&sides, left);
    let scale = extent(
        view.section
            .configurations
            .iter()
            .flat_map(|one| &one.by_side)
            .filter_map(|&(_, median)| Some(median?.ln())),
    )
    .unwrap_or_default();
    for (row, &configuration) in view.order.iter().enumerate() {
        let top = ABOVE + row as f64 * CELL[1];
        let name = view.name(configuration);
        drawn +=
            draw_text((left - 10.0, top + 22.0), "end", name, letters as f64, &Markup::default());
        let medians = &view.section.configurations[configuration].by_side;
        for (column, side) in sides.iter().enumerate() {
            let Some((_, median)) = medians.iter().find(|(at, _)| at == side) else { continue };
            drawn += draw_cell((left + column as f64 * CELL[0], top), *median, scale, view.measure);
        }
    }
    let width = left + sides.len() as f64 * CELL[0] + MARGIN;
    let height = ABOVE + view.order.len() as f64 * CELL[1] + MARGIN;
    let title = format!(
        "Median of the {} by sides of boards: {}",
        view.measure.noun(),
        view.section.title()
    );
    Some(make_drawing(&title, [width, height].map(pixels), &drawn))
}

/// Draws the heads of the columns, which are the side lengths. `left` is the position at which the
/// cells begin.
fn draw_heads(sides: &[f64], left: f64) -> Markup {
    let plain = Markup::default();
    let what = draw_text((left - 10.0, ABOVE - 8.0), "end", SIDE, SIDE.len() as f64, &plain);
    sides
        .iter()
        .enumerate()
        .map(|(column, side)| {
            let x = left + (column as f64 + 0.5) * CELL[0];
            draw_text((x, ABOVE - 8.0), "middle", &format_tick(*side), 10.0, &plain)
        })
        .chain([what])
        .collect()
}

/// Draws the cell of a median, with the median as its text. `(x, y)` is the upper left corner of
/// the cell. If the median is `None`, the cell is hatched, and its text is `no result`. `least` and
/// `most` are the logarithms of the least and the largest median of the table. If they are equal,
/// the cell has the lightest colour.
fn draw_cell(
    (x, y): (f64, f64),
    median: Option<f64>,
    [least, most]: [f64; 2],
    measure: Measure,
) -> Markup {
    let (fill, hatch, ink, words) = match median {
        Some(median) => {
            let part = if most > least { (median.ln() - least) / (most - least) } else { 0.0 };
            let ink = if part > DARK { "#ffffff" } else { "#111111" };
            (colour(part), Markup::default(), ink, format_median(median, measure))
        }
        None => ("#ffffff".to_owned(), draw_hatching((x, y)), "#111111", "no result".to_owned()),
    };
    let [width, height] = CELL;
    let (middle, line) = (x + width / 2.0, y + 22.0);
    let halo = if median.is_none() { HALO } else { "" };
    let style = markup("style=\"fill:{}\" {}", &[&ink, &markup(halo, &[])]);
    let words = draw_text((middle, line), "middle", &words, 12.0, &style);
    markup(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#8a8f95\"/>\n{}{}",
        &[&x, &y, &width.to_string(), &height.to_string(), &fill, &hatch, &words],
    )
}

/// Draws the hatching of a cell, whose upper left corner is `(x, y)`.
fn draw_hatching((x, y): (f64, f64)) -> Markup {
    let [width, height] = CELL;
    let lines: String = (1..12)
        .map(|at| {
            let from = f64::from(at) * 9.0;
            let (start, end) = (from.min(width), (from - height).max(0.0));
            let (drop, rise) = (from - start, from - end);
            format!("M{:.1} {:.1}L{:.1} {:.1}", x + start, y + drop, x + end, y + rise)
        })
        .collect();
    markup("<path d=\"{}\" stroke=\"#b4b9bf\" fill=\"none\"/>\n", &[&lines])
}

/// Returns the colour at a position on the scale [`RAMP`], as `#rrggbb`. Positions are from 0 to 1.
/// A position outside this range is moved to the nearer end.
fn colour(part: f64) -> String {
    let place = part.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let from = place.to_usize().unwrap_or(0).min(RAMP.len() - 2);
    let [red, green, blue] = [0, 1, 2].map(|index| {
        let (a, b) = (RAMP[from][index], RAMP[from + 1][index]);
        (a + (b - a) * (place - from as f64)).round().to_u8().unwrap_or(u8::MAX)
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Formats a median. If the measure is a count, subtracts the 1 that was added to it.
pub fn format_median(median: f64, measure: Measure) -> String {
    let value = measure.remove_offset(median);
    format_with_prefix(value, rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_gets_darker_all_the_way() {
        let lightness = |step: u8| {
            let colour = colour(f64::from(step) / 20.0);
            let part = |at: usize| i64::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
            2126 * part(1) + 7152 * part(3) + 722 * part(5)
        };
        assert!((0..20).all(|step| lightness(step) > lightness(step + 1)));
        assert_eq!(colour(f64::from(2)), "#0b3c5d");
    }

    #[test]
    fn counts_are_shown_as_they_were() {
        assert_eq!(format_median(1.0, Measure::Conflicts), "0");
        assert_eq!(format_median(23_457.0, Measure::Conflicts), "23.5k");
        assert_eq!(format_median(0.25, Measure::Cpu), "0.250");
    }
}
