//! Tables of the boards of one family and question: the ratios, and the values of each
//! configuration.

use std::collections::BTreeMap;

use super::super::columns::{self, CellTable};
use super::super::plot::{View, in_thousands};
use super::findings::parted;
use super::parts::{HtmlRow, NONE, details, table, with_small};
use super::tables::shown;
use crate::compare::report::markup::{Markup, markup};
use crate::compare::statistics::{mean, median};
use crate::compare::summary::{rounded, short_name};
use crate::record::Record;
use crate::source::sentence;

/// The greatest number of boards whose table of ratios is not folded.
const OPEN: usize = 16;

/// Returns a folded table of the ratio of each pair with the best configuration on each board.
pub fn ratios(view: &View) -> Markup {
    let (pairs, _) = parted(view, 0);
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
        &[&shown(&sentence(unit.one()), CellTable { heads: names.collect(), rows }), &unit.one()],
    );
    details(&format!("The ratios of the {} as a table", unit.many()), &table, is_open)
}

/// Returns a folded table of the values of each configuration on each board.
pub fn measured(view: &View) -> Markup {
    let section = view.section;
    let mut runs: BTreeMap<(&str, usize), Vec<&Record>> = BTreeMap::new();
    for run in &section.runs {
        let key = (run.record.puzzle.as_str(), run.configuration);
        runs.entry(key).or_default().push(&run.record);
    }
    let board = section.unit().one();
    let head: Vec<String> = std::iter::once(sentence(board))
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
                    ours.map_or(Markup::text(NONE), |ours| of_board(ours, view))
                })
                .collect();
            (Markup::text(name), cells)
        })
        .collect();
    let measure = view.measure.row();
    let unit =
        if measure.unit.is_empty() { String::new() } else { format!(", in {}", measure.unit) };
    let shown = format!("The {} on each {board} as a table{unit}", measure.about);
    let table = markup(
        "{}<p class=\"soft\">Large: the median over the repetitions, {} if it is among runs \
         without a result; small: the geometric mean if every run has a result, otherwise the \
         number of results.</p>\n",
        &[&table(&head, &rows), &NONE],
    );
    details(&shown, &table, false)
}

/// Returns the cell with the median of the runs of a configuration on a board.
fn of_board(runs: &[&Record], view: &View) -> Markup {
    let solved: Vec<&&Record> = runs.iter().filter(|run| run.is_solved()).collect();
    let number = |value: f64| in_thousands(view.measure.without_offset(value), rounded);
    let values: Option<Vec<f64>> = runs.iter().map(|run| view.measure.of_result(run)).collect();
    let Some(values) = values else { return Markup::text(NONE) };
    let middle = median(&values).filter(|middle| middle.is_finite());
    let small = if runs.iter().all(|run| run.who_solved().is_none()) {
        "no solver asked".to_owned()
    } else if solved.len() == runs.len() {
        mean(values.iter().map(|value| value.ln()))
            .map_or(String::new(), |mean| format!("mean {}", number(mean.exp())))
    } else {
        format!("{} of {} solved", solved.len(), runs.len())
    };
    with_small(&middle.map_or(NONE.to_owned(), number), &small)
}
