//! A plot of two configurations, with a point for each block. If a point is above the diagonal, the
//! configuration of the horizontal axis is better.
//!
//! A point has the colour and mark of its board, so that repetitions of the board are visible. All
//! plots of a section have the same axes. Runs without a result are on separate lines. If processor
//! time is compared, these lines are at the time limit. Otherwise they are above all other runs.

use super::axis::{PlotAxis, format_tick};
use super::chart::Chart;
use super::{Drawing, PlotLook, View, shorten};
use crate::compare::summary::{Measure, SectionSummary, rounded, short_name};
use crate::record::Record;

/// The number of letters for which there is room along an axis.
const LETTERS: usize = 38;

/// The greatest number of boards for which each board has its own colour and mark. If there are
/// more, all boards of a side length share a colour and a mark. Each puzzle without a size still
/// has its own.
const BOARDS: usize = 24;

/// The colours and marks of boards in the plots of a section.
struct BoardLooks<'a> {
    view: &'a View<'a>,
    /// The side lengths in ascending order, if each side length has a look. The list is empty if
    /// each board has its own look.
    sides: Vec<f64>,
}

impl<'a> BoardLooks<'a> {
    /// Gives a look to each board. If there are more than [`BOARDS`] boards, gives a look to each
    /// side length instead.
    fn for_view(view: &'a View<'a>) -> BoardLooks<'a> {
        let sides = if view.section.boards.len() > BOARDS { view.sides() } else { Vec::new() };
        BoardLooks { view, sides }
    }

    /// Returns the look of the board of a run. If side lengths have looks, this is the look of the
    /// board's side length. A puzzle without a size then has the look with its index among the
    /// boards. A side length may have the same look. A board that is not in the section counts as
    /// the first one.
    fn look(&self, run: &Record) -> PlotLook {
        let boards = &self.view.section.boards;
        let board = boards.iter().position(|board| board.name == run.puzzle).unwrap_or(0);
        let side = boards.get(board).and_then(|board| board.side());
        match self.sides.iter().position(|&one| Some(one) == side) {
            Some(side) => PlotLook::for_board(side),
            None => PlotLook::for_board(board),
        }
    }
}

/// Returns each look, with the name of the board that has it, or with the words for the side length
/// that has it. The order is that of the boards or side lengths. If side lengths have looks,
/// puzzles without a size are left out.
pub fn legend(view: &View) -> Vec<(PlotLook, String)> {
    let SectionSummary { boards, family, .. } = view.section;
    let names: Vec<String> = match &BoardLooks::for_view(view).sides[..] {
        [] => boards.iter().map(|board| short_name(&board.name, family).to_owned()).collect(),
        sides => sides.iter().map(|side| format!("side {}", format_tick(*side))).collect(),
    };
    (0..).map(PlotLook::for_board).zip(names).collect()
}

/// Draws the plot of the blocks that two configurations have in common. The first configuration has
/// the horizontal axis. Both axes have the same range, which all runs of the section determine.
/// Runs without a result are drawn on dashed lines. Leaves out a block if one of its runs has a
/// result, but does not report the measure.
pub fn draw(view: &View, both: [usize; 2]) -> Drawing {
    let [first, second] = both.map(|one| view.name(one));
    let limit = limit_position(view);
    let values: Vec<f64> = view
        .section
        .runs
        .iter()
        .filter(|run| run.record.is_solved())
        .filter_map(|run| view.measure.ratio_value(&run.record))
        .chain(limit)
        .collect();
    let axis =
        |name: &str| PlotAxis::logarithmic(&axis_label(name, view.measure), values.iter().copied());
    let title = format!("{first} against {second}, block by block: {}", view.section.title());
    let x = axis(first);
    let [from, to] = x.range;
    let mut chart = Chart::new(&title, [396, 386], x, axis(second));
    for (factor, dashes) in [(1.0, "none"), (2.0, "3 4"), (0.5, "3 4")] {
        let [start, end] = [from.max(from / factor), to.min(to / factor)];
        if start < end {
            chart.draw_rule([(start, factor * start), (end, factor * end)], dashes);
        }
    }
    if let Some(limit) = limit {
        draw_limit(&mut chart, limit, [from, to]);
    }
    let groups = BoardLooks::for_view(view);
    for runs in view.section.common_runs(both) {
        let value = |run: &Record| match limit {
            Some(limit) if !run.is_solved() => Some(limit),
            _ => view.measure.ratio_value(run),
        };
        let Some(point) = value(runs[0]).zip(value(runs[1])) else { continue };
        chart.draw_mark(point, &groups.look(runs[0]), &tooltip(runs, view.measure));
    }
    chart.finish()
}

/// Draws the two lines on which runs without a result are marked. Each line is at the value `limit`
/// of one axis. `from` and `to` are the ends of the axes.
fn draw_limit(chart: &mut Chart, limit: f64, [from, to]: [f64; 2]) {
    chart.draw_rule([(from, limit), (to, limit)], "7 3");
    chart.draw_rule([(limit, from), (limit, to)], "7 3");
    chart.draw_note((from, limit), (8.0, -5.0), "no result", false);
    chart.draw_note((limit, from), (14.0, -8.0), "no result", true);
}

/// Returns the value at which runs without a result are drawn. Returns `None` if every run has a
/// result. For processor time, this value is the greatest of all time limits and of the times of
/// solved runs, and at least 0.0001. Otherwise it is twice the greatest value of the solved runs,
/// and at least 2.
fn limit_position(view: &View) -> Option<f64> {
    let runs = view.section.runs.iter().map(|run| &run.record);
    let solved =
        runs.clone().filter(|run| run.is_solved()).filter_map(|run| view.measure.ratio_value(run));
    runs.clone().find(|run| !run.is_solved())?;
    Some(match view.measure {
        Measure::Cpu => runs.map(|run| run.time_limit).chain(solved.clone()).fold(1e-4, f64::max),
        _ => 2.0 * solved.fold(1.0, f64::max),
    })
}

/// Returns the label of an axis: the configuration and the unit. The name of the configuration is
/// shortened if necessary. The plot shows counts larger by 1, and the label says so.
fn axis_label(name: &str, measure: Measure) -> String {
    let row = measure.row();
    let unit = if row.unit.is_empty() { format!("{} + 1", row.noun) } else { row.unit.to_owned() };
    format!("{}, {unit}", shorten(name, LETTERS - 2 - unit.len()))
}

/// Returns the tooltip of a point: the instance, the seed of the solver, the number of the
/// scramble, and the values of the two runs. A run without a result has `no result` instead of its
/// value. A value that is not reported is `not known`. Both runs must be of the same block.
fn tooltip(runs: [&Record; 2], measure: Measure) -> String {
    let [first, second] = runs.map(|run| match (run.is_solved(), measure.display_value(run)) {
        (false, _) => "no result".to_owned(),
        (true, None) => "not known".to_owned(),
        (true, Some(value)) => format!("{} {}", rounded(value), measure.row().unit),
    });
    let scramble = runs[0].scramble.map_or(String::new(), |seed| format!(", scramble {seed}"));
    let seed = runs[0].seed;
    format!("{}, seed {seed}{scramble}: {first} against {second}", runs[0].instance())
}
