//! The forest plot: the ratio of two configurations on each board, and the two findings with their
//! intervals. One finding is on the boards that were run, and the other is for all boards like
//! these.
//!
//! This is the forest plot of meta-analyses (Lewis and Clarke, BMJ 2001), with boards instead of
//! studies. All boards have the same weight, so their marks have the same size. A mark that is not
//! filled and has an arrow is a bound.

mod rows;

use super::axis::{PlotAxis, format_tick};
use super::{Drawing, FAINT, INK, LETTER, TEXT, View, draw_text, make_drawing, pixels};
use crate::compare::report::markup::{Markup, markup};
use crate::compare::statistics::extent;
use crate::compare::summary::{Pair, RELEVANT};
use rows::{ForestRow, RatioMark, board_rows, finding_row, side_rows};
pub use rows::{format_finding, format_interval};

/// The greatest number of boards for which each board has a row of its own. If there are more
/// boards, those of a side length share a row without intervals, and puzzles without a size share
/// one row.
pub const MOST_BOARDS: usize = 40;

/// The height of a row, in units of length of a plot.
const ROW: f64 = 22.0;
/// The space at the left and at the right of the drawing, in units of length of a plot.
const MARGIN: f64 = 12.0;
/// Width of the area between labels and numbers, in units of length of a plot.
const PLOT: f64 = 260.0;
/// The greatest number of letters of a row's label.
const LABEL: usize = 26;
/// The number of letters for which there is room at the right.
const NUMBERS: usize = 25;
/// The colour of the marks of boards.
const BLUE: &str = "#00639C";
/// The axis shows intervals down to the least ratio divided by this factor, and up to the largest
/// ratio times this factor. If the quotient of the largest and the least ratio is larger than this
/// factor, the quotient is used instead of it.
const ROOM: f64 = 4.0;

/// Draws the forest plot of a pair, which must be a pair of the section of `view`. The ratios are
/// those of the pair's first configuration to its second. The plot has a row for each board or, if
/// there are more than [`MOST_BOARDS`] boards, for the boards of each side length. Below these
/// rows, it has a row for each of the two findings.
pub fn draw(view: &View, pair: &Pair) -> Drawing {
    let boards = if pair.boards.len() > MOST_BOARDS {
        side_rows(view, pair)
    } else {
        board_rows(view, pair)
    };
    let unit = view.section.unit();
    let (one, many) = (unit.singular(), unit.plural());
    let findings = [
        finding_row(&format!("these {many}"), &pair.these_boards, unit),
        finding_row(&format!("{many} like these"), &pair.boards_like_these, unit),
    ];
    let rows: Vec<ForestRow> = boards.into_iter().chain(findings).collect();
    let [first, second] = pair.configurations.map(|one| view.name(one));
    let title = format!("Ratio of {first} to {second} on each {one}: {}", view.section.title());
    let sheet_of = Sheet::for_rows(&rows);
    let (heads, top) = sheet_of.draw_heads([first, second], view);
    let bottom = top + rows.len() as f64 * ROW + ROW / 2.0;
    let mut drawn = sheet_of.draw_background(top, bottom);
    drawn += heads;
    let mut y = top;
    for (number, row) in rows.iter().enumerate() {
        if row.is_finding && rows[..number].last().is_some_and(|before| !before.is_finding) {
            drawn += sheet_of.draw_separator(y + ROW / 4.0);
            y += ROW / 2.0;
        }
        drawn += sheet_of.draw_row(row, y, number);
        y += ROW;
    }
    drawn += sheet_of.draw_axis(bottom);
    make_drawing(&title, [sheet_of.width(), bottom + 46.0].map(pixels), &drawn)
}

/// The horizontal layout of a forest plot.
struct Sheet {
    /// The position of the left end of the axis, at the right of the labels.
    left: f64,
    axis: PlotAxis,
}

impl Sheet {
    /// Returns the layout in which there is room for the labels and ratios of all rows.
    fn for_rows(rows: &[ForestRow]) -> Sheet {
        let letters = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        let left = MARGIN + letters.min(LABEL) as f64 * LETTER + 10.0;
        Sheet { left, axis: ratio_axis(rows) }
    }

    fn right(&self) -> f64 {
        self.left + PLOT
    }

    fn width(&self) -> f64 {
        self.right() + 14.0 + NUMBERS as f64 * LETTER + MARGIN
    }

    /// Returns the horizontal position of a ratio, in units of length of a plot. A ratio outside
    /// the range of the axis is at the end of the axis.
    fn x_position(&self, ratio: f64) -> f64 {
        self.left + PLOT * self.axis.position(ratio).clamp(0.0, 1.0)
    }

    /// Draws the heads of the columns. Above them, draws the two lines of text that explain the
    /// left and the right half of the plot. `first` and `second` are the names of the
    /// configurations: `first` takes less in the left half, and `second` in the right half. Also
    /// returns the vertical position at which the rows begin.
    fn draw_heads(&self, [first, second]: [&str; 2], view: &View) -> (Markup, f64) {
        let (less, noun) = (view.measure.less(), view.measure.noun());
        let left = format!("← left of 1, {first} takes {less} {noun}");
        let right = format!("→ right of 1, {second} takes {less} {noun}");
        let room = (self.width() - 2.0 * MARGIN) / LETTER;
        let top = 68.0;
        let (plain, faint) = (Markup::default(), markup("fill-opacity=\"0.75\"", &[]));
        let numbers = (self.right() + 14.0, top);
        let drawn = [
            draw_text((MARGIN, 24.0), "start", &left, room, &plain),
            draw_text((MARGIN, 44.0), "start", &right, room, &plain),
            draw_text(
                (self.left - 10.0, top),
                "end",
                view.section.unit().singular(),
                LABEL as f64,
                &faint,
            ),
            draw_text(numbers, "start", "ratio (interval)", NUMBERS as f64, &faint),
        ];
        (drawn.into_iter().collect(), top + 8.0)
    }

    /// Draws the background of the rows: the grey band of ratios that may be noise, a line at each
    /// tick, and the line of the ratio 1. `top` and `bottom` are vertical positions.
    fn draw_background(&self, top: f64, bottom: f64) -> Markup {
        let [from, to] = [RELEVANT.recip(), RELEVANT].map(|ratio| self.x_position(ratio));
        let mut drawn = markup(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#e9ecef\"/>\n",
            &[&from, &top, &(to - from), &(bottom - top)],
        );
        for &tick in &self.axis.ticks {
            drawn += vertical_line(self.x_position(tick), [top, bottom], "#e2e5e8", "1");
        }
        drawn += vertical_line(self.x_position(1.0), [top, bottom], FAINT, "1.5");
        drawn
    }

    /// Draws the line between the boards and the findings.
    fn draw_separator(&self, y: f64) -> Markup {
        let to = self.width() - MARGIN;
        markup("<path d=\"M{} {}H{}\" stroke=\"{}\"/>\n", &[&MARGIN, &y, &to, &FAINT])
    }

    /// Draws the axis below the rows, with its ticks and its label. `bottom` is the vertical
    /// position of the axis line.
    fn draw_axis(&self, bottom: f64) -> Markup {
        let plain = Markup::default();
        let mut drawn = markup(
            "<path d=\"M{} {}h{}\" stroke=\"{}\"/>\n",
            &[&self.left, &bottom, &PLOT.to_string(), &FAINT],
        );
        for &tick in &self.axis.ticks {
            let x = self.x_position(tick);
            drawn += vertical_line(x, [bottom, bottom + 5.0], FAINT, "1");
            drawn += draw_text((x, bottom + 19.0), "middle", &format_tick(tick), 8.0, &plain);
        }
        let label = (self.left + PLOT / 2.0, bottom + 38.0);
        drawn += draw_text(label, "middle", &self.axis.label, PLOT / LETTER, &plain);
        drawn
    }

    /// Draws a row with its label, marks and numbers. `top` is the position of its upper end.
    /// `number` is the index of the row. A row of a board is grey if its index is odd.
    fn draw_row(&self, row: &ForestRow, top: f64, number: usize) -> Markup {
        let line = top + ROW / 2.0 + 0.35 * TEXT;
        let weight = markup(if row.is_finding { "font-weight=\"600\"" } else { "" }, &[]);
        let mut drawn = match (row.is_finding, number % 2) {
            (false, 1) => markup(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#5b6b7a\" \
                 fill-opacity=\"0.06\"/>\n",
                &[&MARGIN.to_string(), &top, &(self.width() - 2.0 * MARGIN), &ROW.to_string()],
            ),
            _ => Markup::default(),
        };
        drawn += draw_text((self.left - 10.0, line), "end", &row.label, LABEL as f64, &weight);
        let y = top + ROW / 2.0;
        for mark in &row.marks {
            if row.is_finding {
                drawn += self.draw_diamond(mark, y);
            } else {
                drawn += self.draw_whiskers(mark, y, BLUE);
                drawn += self.draw_square(mark, y, row.marks.len() > 1);
            }
        }
        let numbers = (self.right() + 14.0, line);
        drawn += draw_text(numbers, "start", &row.numbers, NUMBERS as f64, &weight);
        drawn
    }

    /// Draws an interval. If there is neither a ratio nor an interval, draws the bounds instead. If
    /// an end of the line is unknown or outside the plot, there is an arrow instead of this end.
    /// Draws nothing if neither end is known.
    fn draw_whiskers(&self, mark: &RatioMark, y: f64, colour: &str) -> Markup {
        // The line of a bound without an interval extends to the end of the plot.
        let [low, high] = match (mark.interval, mark.bounds) {
            ([None, None], bounds) if mark.ratio.is_none() => bounds,
            (interval, _) => interval,
        };
        if low.is_none() && high.is_none() {
            return Markup::default();
        }
        let [least, most] = self.axis.range;
        let from = low.filter(|&low| low >= least);
        let to = high.filter(|&high| high <= most);
        let [start, end] = [
            from.map_or(self.left, |low| self.x_position(low)),
            to.map_or(self.right(), |high| self.x_position(high)),
        ];
        let head = |x: f64, way: f64| {
            format!("M{:.1} {:.1}L{x:.1} {y:.1}L{:.1} {:.1}", x - way, y - 4.0, x - way, y + 4.0)
        };
        let [left, right] = [
            from.map_or(head(start, -6.0), |_| String::new()),
            to.map_or(head(end, 6.0), |_| String::new()),
        ];
        markup(
            "<path d=\"M{} {}H{}{}{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>\n",
            &[&start, &y, &end, &left, &right, &colour],
        )
    }

    /// Draws the square of a board's ratio. If only a bound of the ratio is known, the square is
    /// not filled. Draws nothing if neither the ratio nor a bound is known. If `is_one_of_many` is
    /// set, other boards share the row, and the square is half transparent.
    fn draw_square(&self, mark: &RatioMark, y: f64, is_one_of_many: bool) -> Markup {
        let Some(at) = mark.position() else { return Markup::default() };
        let fill = if mark.ratio.is_some() { BLUE } else { "#ffffff" };
        let opacity = if is_one_of_many { "0.5" } else { "1" };
        let (x, y) = (self.x_position(at) - 4.0, y - 4.0);
        markup(
            "<path d=\"M{} {}h8v8h-8z\" fill=\"{}\" fill-opacity=\"{}\" \
             stroke=\"{}\" stroke-width=\"1.5\"><title>{}</title></path>\n",
            &[&x, &y, &fill, &opacity, &BLUE, &mark.tooltip],
        )
    }

    /// Draws the diamond of a finding. It is as wide as the interval, and highest at the ratio.
    /// Arrows show limits outside the plot. If the ratio or a limit is unknown, draws the known
    /// part of the interval, and a diamond that is not filled.
    fn draw_diamond(&self, mark: &RatioMark, y: f64) -> Markup {
        let (Some(ratio), [Some(low), Some(high)]) = (mark.ratio, mark.interval) else {
            return [self.draw_whiskers(mark, y, INK), self.draw_open_diamond(mark, y)]
                .into_iter()
                .collect();
        };
        let [least, most] = self.axis.range;
        let is_cut = low < least || high > most;
        let line = if is_cut { self.draw_whiskers(mark, y, INK) } else { Markup::default() };
        let [left, middle, right] = [low, ratio, high].map(|at| self.x_position(at));
        let [left, right] = [left.min(middle - 2.0), right.max(middle + 2.0)];
        let (above, below) = (y - 7.0, y + 7.0);
        markup(
            "{}<path d=\"M{} {}L{} {}L{} {}L{} {}z\" fill=\"{}\"><title>{}</title></path>\n",
            &[&line, &left, &y, &middle, &above, &right, &y, &middle, &below, &INK, &mark.tooltip],
        )
    }

    /// Draws a diamond that is not filled, for a finding without a complete interval. The diamond
    /// is at the ratio or, if the ratio is unknown, at a bound of it. Draws nothing if neither is
    /// known.
    fn draw_open_diamond(&self, mark: &RatioMark, y: f64) -> Markup {
        let Some(at) = mark.position() else { return Markup::default() };
        markup(
            "<path d=\"M{} {}l6 -6l6 6l-6 6z\" fill=\"#ffffff\" stroke=\"{}\" \
             stroke-width=\"1.6\"><title>{}</title></path>\n",
            &[&(self.x_position(at) - 6.0), &y, &INK, &mark.tooltip],
        )
    }
}

/// Draws a vertical line. `width` is its width (`stroke-width` of SVG).
fn vertical_line(x: f64, [top, bottom]: [f64; 2], colour: &str, width: &str) -> Markup {
    markup(
        "<path d=\"M{} {}V{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        &[&x, &top, &bottom, &colour, &width],
    )
}

/// Returns the axis of a forest plot. It shows the noise around 1, and every ratio and bound. It
/// shows intervals down to the least ratio divided by a factor, and up to the largest ratio times
/// this factor. The factor is [`ROOM`] or, if it is greater, the quotient of the largest and the
/// least ratio. Ratios that are 0 or infinite are ignored.
fn ratio_axis(rows: &[ForestRow]) -> PlotAxis {
    let marks = rows.iter().flat_map(|row| &row.marks);
    let ratios = marks
        .clone()
        .flat_map(|mark| [mark.ratio, mark.bounds[0], mark.bounds[1]])
        .flatten()
        .chain([RELEVANT.recip(), RELEVANT])
        .filter(is_plottable);
    let [least, most] = extent(ratios).expect("there are two ratios");
    let room = ROOM.max(most / least);
    let limits = marks
        .flat_map(|mark| mark.interval)
        .flatten()
        .filter(is_plottable)
        .map(|limit| limit.clamp(least / room, most * room));
    PlotAxis::logarithmic("ratio, on a logarithmic scale", limits.chain([least, most]))
}

/// Returns whether a value is finite and positive, so that a logarithmic axis can show it.
fn is_plottable(value: &f64) -> bool {
    value.is_finite() && *value > 0.0
}

#[cfg(test)]
mod tests {
    use super::rows::board_mark;
    use super::rows::tests::board;
    use super::*;

    #[test]
    fn an_interval_without_end_does_not_stretch_the_axis() {
        let wide = board(Some(0.9), [Some(0.9); 2], [Some(1e-9), Some(1e9)]);
        let row = ForestRow {
            label: String::new(),
            marks: vec![board_mark(&wide)],
            numbers: String::new(),
            is_finding: false,
        };
        let sheet_of = Sheet::for_rows(&[row]);
        assert!(sheet_of.axis.range[0] > 0.1 && sheet_of.axis.range[1] < 10.0);
        let drawn = sheet_of.draw_whiskers(&board_mark(&wide), 0.0, BLUE);
        let moves = |drawn: &Markup| drawn.as_str().matches('M').count();
        assert_eq!(moves(&drawn), 3, "a line and two heads of arrows");
        let bound = board(None, [None, Some(0.5)], [None, None]);
        assert_eq!(moves(&sheet_of.draw_whiskers(&board_mark(&bound), 0.0, BLUE)), 2);
    }
}
