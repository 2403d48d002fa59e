//! Tables of the boards of one family and question: the ratios, and the values of each
//! configuration.

use std::collections::BTreeMap;

use super::super::columns::{self, CellTable};
use super::super::plot::{View, format_with_prefix};
use super::findings::split_pairs;
use super::parts::{HtmlRow, NONE, details, table, two_line_cell};
use super::tables::format_table;
use crate::compare::report::markup::{Markup, markup};
use crate::compare::statistics::{mean, median};
use crate::compare::summary::{rounded, short_name};
use crate::record::Record;
use crate::source::capitalise;

/// The greatest number of boards for which a table of ratios is unfolded at first.
const OPEN: usize = 16;

/// Returns a table in a box that unfolds. The table has the ratio of each pair that includes the
/// best configuration, on each board. The box is unfolded at first if there are at most 16 boards.
/// The result is empty if there are no such pairs.
pub fn ratios(view: &View) -> Markup {
    let (pairs, _) = split_pairs(view, 0);
    if pairs.is_empty() {
        return Markup::default();
    }
    let names = pairs.iter().map(|pair| pair.configurations.map(|one| view.name(one)).join(" / "));
    let unit = view.section.unit();
    let mut rows = columns::ratios(&view.section.boards, &pairs.iter().collect::<Vec<_>>());
    for (name, _) in &mut rows {
        *name = short_name(name, &view.section.family).to_owned();
    }
    let is_open = rows.len() <= OPEN;
    let table = markup(
        "{}<p class=\"soft\">Large: the ratio of the first configuration to the second; small: \
         the interval of this {} alone. ≤ and ≥ mark bounds.</p>\n",
        &[
            &format_table(&capitalise(unit.singular()), CellTable { heads: names.collect(), rows }),
            &unit.singular(),
        ],
    );
    details(&format!("The ratios of the {} as a table", unit.plural()), &table, is_open)
}

/// Returns a folded table with the median of the measure, for each configuration on each board.
/// Small letters below a median give the mean or the number of results, or state that no solver was
/// called. The best configuration comes first. If a configuration has no run on a board, the cell
/// is [`NONE`].
pub fn values(view: &View) -> Markup {
    let section = view.section;
    let mut runs: BTreeMap<(&str, usize), Vec<&Record>> = BTreeMap::new();
    for run in &section.runs {
        let key = (run.record.puzzle.as_str(), run.configuration);
        runs.entry(key).or_default().push(&run.record);
    }
    let board = section.unit().singular();
    let head: Vec<String> = std::iter::once(capitalise(board))
        .chain(view.order.iter().map(|&one| view.name(one).to_owned()))
        .collect();
    let rows: Vec<HtmlRow> = section
        .boards
        .iter()
        .map(|board| {
            let name = short_name(&board.name, &section.family);
            let cells = view
                .order
                .iter()
                .map(|one| {
                    let ours = runs.get(&(board.name.as_str(), *one));
                    ours.map_or(Markup::from_text(NONE), |ours| median_cell(ours, view))
                })
                .collect();
            (Markup::from_text(name), cells)
        })
        .collect();
    let measure = view.measure.row();
    let unit =
        if measure.unit.is_empty() { String::new() } else { format!(", in {}", measure.unit) };
    let shown = format!("The {} on each {board} as a table{unit}", measure.noun);
    let table = markup(
        "{}<p class=\"soft\">Large: the median over the repetitions, {} if it is among runs \
         without a result; small: the geometric mean if every run has a result, otherwise the \
         number of results.</p>\n",
        &[&table(&head, &rows), &NONE],
    );
    details(&shown, &table, false)
}

/// Returns the cell for the runs of a configuration on a board.
///
/// - In large letters, it has the median of the runs, or [`NONE`] if the median is among runs
///   without a result.
/// - In small letters, it says that no solver was called, if no run called one. Otherwise it has
///   the geometric mean if every run has a result, and the number of solved runs if not.
///
/// If a run has a result, but does not report the measure, the cell has only [`NONE`]. The number
/// that is added to counts for ratios is subtracted here.
fn median_cell(runs: &[&Record], view: &View) -> Markup {
    let solved: Vec<&&Record> = runs.iter().filter(|run| run.is_solved()).collect();
    let number = |value: f64| format_with_prefix(view.measure.remove_offset(value), rounded);
    let values: Option<Vec<f64>> =
        runs.iter().map(|run| view.measure.value_or_infinity(run)).collect();
    let Some(values) = values else { return Markup::from_text(NONE) };
    let middle = median(&values).filter(|middle| middle.is_finite());
    let small = if runs.iter().all(|run| run.solver_name().is_none()) {
        "no solver called".to_owned()
    } else if solved.len() == runs.len() {
        mean(values.iter().map(|value| value.ln()))
            .map_or(String::new(), |mean| format!("mean {}", number(mean.exp())))
    } else {
        format!("{} of {} solved", solved.len(), runs.len())
    };
    two_line_cell(&middle.map_or(NONE.to_owned(), number), &small)
}
