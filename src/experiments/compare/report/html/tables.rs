//! The tables of one family and question: configurations, reasons for missing results, sizes of
//! formulas, options.

use std::collections::BTreeSet;

use super::super::columns::{self, Cell, CellTable, ColumnGroup, Form};
use super::super::plot::{View, format_interval, format_with_prefix};
use super::super::text;
use super::parts::{NONE, details, table, two_line_cell};
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{Ratio, format_count, range, rounded};

/// Returns a table and its explanation. The table compares each configuration with the first one.
pub fn ranking(view: &View) -> Markup {
    let ranking = columns::ranking(Form::Html, view.section, view.measure);
    markup(
        "{}<p class=\"soft\">The ratio to the first, with its interval. Configurations that share \
         a letter are not shown to differ. <a href=\"#words\">Terms</a></p>\n",
        &[&format_table("Configuration", ranking)],
    )
}

/// Formats a table as HTML. `first` is the head of its first column.
pub fn format_table(first: &str, cells: CellTable) -> Markup {
    let rows = cells
        .rows
        .iter()
        .map(|(name, cells)| (Markup::from_text(name), cells.iter().map(format_cell).collect()))
        .collect::<Vec<_>>();
    table(&[vec![first.to_owned()], cells.heads].concat(), &rows)
}

/// Formats a value as the content of a cell of an HTML table. An unknown value is [`NONE`]. Ratios
/// have their interval, if it is known, on a second line.
fn format_cell(value: &Cell) -> Markup {
    match value {
        Cell::Size(size) => Markup::from_text(&group_digits(*size)),
        Cell::Megabytes(number) => Markup::from_text(&rounded(*number)),
        Cell::Percent(percent) => Markup::from_text(&format!("{percent:.0}\u{a0}%")),
        Cell::Quartiles(values) => format_quartiles(*values),
        Cell::Solved([solved, runs]) => Markup::from_text(&format!("{solved} of {runs}")),
        Cell::RatioToBest(Ratio { ratio, interval }) => {
            let ratio_text = ratio.map_or(NONE.to_owned(), rounded);
            two_line_cell(&ratio_text, &range(*interval).unwrap_or_default())
        }
        Cell::BoardRatio(one) => {
            two_line_cell(&text::format_ratio(one), format_interval(one.interval).trim_start())
        }
        Cell::Unknown | Cell::Text(_) | Cell::Number(_) => {
            Markup::from_text(&text::format_cell(value))
        }
    }
}

/// Returns the table of the configurations. `parts` are the groups of columns that the table has.
fn format_columns(view: &View, parts: &[ColumnGroup]) -> Markup {
    let cells = columns::configurations(Form::Html, parts, view.section, view.measure);
    format_table("Configuration", cells)
}

/// Returns the table of configurations with its explanation, and the reasons for missing results.
pub fn configurations(view: &View) -> Markup {
    let results = format_columns(view, &[ColumnGroup::Results, ColumnGroup::Work]);
    markup(
        "<h3>Configurations</h3>\n{}<p class=\"soft\">{}</p>\n{}",
        &[&results, &explanation(view), &reasons(view)],
    )
}

/// Returns the explanation of the table of configurations. PAR2, the fastest runs and the runs
/// solved alone are computed over some of the blocks. The explanation says how many blocks these
/// are. It explains the integrals of gaps only if the table has them.
fn explanation(view: &View) -> String {
    let common = match view.section.common_blocks {
        all if all == view.section.blocks => "all blocks".to_owned(),
        common => format!("the {common} of {} blocks with all configurations", view.section.blocks),
    };
    let time = view.measure.time().noun();
    let integrals = match view.section.anytime_blocks {
        0 => String::new(),
        number => format!(
            " Primal and primal-dual: the mean primal and primal-dual integrals over {} in which \
             every configuration has recorded its steps. A configuration that never does is left \
             out.",
            format_count(number, "block"),
        ),
    };
    format!(
        "The leader comes first. Large: the median; small: the quartiles; {NONE} if they are \
         unknown or among runs without a result. PAR2, best and alone are computed over \
         {common}. Memory: the largest peak of a run. Best: the blocks with a result in which the \
         configuration took the least {time}. Alone: the blocks that no other configuration solved. The virtual \
         best takes the fastest run of each block.{integrals}"
    )
}

/// Formats the median in large letters, and the lower and upper quartile in small letters. `values`
/// are the lower quartile, the median and the upper quartile. An unknown value is [`NONE`]. If the
/// lower quartile is unknown, shows only the median.
fn format_quartiles(values: [Option<f64>; 3]) -> Markup {
    let [low, median, high] = values.map(|value| match value {
        Some(value) => format_with_prefix(value, rounded),
        None => NONE.to_owned(),
    });
    match values {
        [None, ..] => Markup::from_text(&median),
        _ => two_line_cell(&median, &format!("{low} to {high}")),
    }
}

/// Returns the table of the reasons for missing results. It has a row for each reason, with the
/// number of runs of each configuration. The number is 0 if the reason does not apply to a
/// configuration. The result is empty if every run has a result.
fn reasons(view: &View) -> Markup {
    let reasons: BTreeSet<&String> =
        view.configurations().flat_map(|one| one.reasons.keys()).collect();
    if reasons.is_empty() {
        return Markup::default();
    }
    let heads = view.configurations().map(|one| one.name.clone()).collect();
    let rows = reasons
        .iter()
        .map(|&reason| {
            let runs = view.configurations().map(|one| one.reasons.get(reason).unwrap_or(&0));
            (reason.clone(), runs.map(|runs| Cell::Text(runs.to_string())).collect())
        })
        .collect();
    let table = CellTable { heads, rows };
    markup("<h3>Runs without a result</h3>\n{}", &[&format_table("Reason for no result", table)])
}

/// Returns the table of the sizes of formulas, and a folded table of the clauses of each group of
/// constraints. If no sizes are known, returns a sentence that says so.
pub fn sizes(view: &View) -> Markup {
    if view.configurations().all(|one| one.sizes.is_none()) {
        return markup(
            "<h3>Sizes of formulas</h3>\n<p>The sizes are unknown: no puzzle has runs of every \
             configuration that report them.</p>\n",
            &[],
        );
    }
    let sizes = format_columns(view, &[ColumnGroup::Sizes]);
    markup(
        "<h3>Sizes of formulas</h3>\n{}<p class=\"soft\">Sums over the puzzles that have runs of \
         every configuration. Encodings add the auxiliary variables, which are counted among the \
         variables.</p>\n{}",
        &[&sizes, &details("Clauses by groups of constraints", &groups(view), false)],
    )
}

/// Returns the table of the numbers of clauses of each group of constraints, with a row for each
/// configuration. A cell is unknown if the sizes of its configuration are unknown, or if its
/// configuration lacks the group.
fn groups(view: &View) -> Markup {
    let sizes = view.configurations().filter_map(|one| one.sizes.as_ref());
    let names: BTreeSet<&String> = sizes.flat_map(|sizes| sizes.groups.keys()).collect();
    let rows = view.configurations().map(|one| {
        let clauses = names
            .iter()
            .map(|name| {
                let clauses = one.sizes.as_ref().and_then(|sizes| sizes.groups.get(*name));
                clauses.map_or(Cell::Unknown, |&clauses| Cell::Size(clauses))
            })
            .collect();
        (one.name.clone(), clauses)
    });
    let heads = names.iter().map(|&name| name.clone()).collect();
    format_table("Configuration", CellTable { heads, rows: rows.collect() })
}

/// Returns a folded list of the options of each configuration. It is empty if no configuration has
/// more than one option, since the name of a configuration shows a single option.
pub fn options(view: &View) -> Markup {
    if view.configurations().all(|one| one.options.len() < 2) {
        return Markup::default();
    }
    let rows = view
        .configurations()
        .map(|one| {
            let options = columns::options(&one.options);
            markup("<dt>{}</dt><dd><code>{}</code></dd>\n", &[&one.name, &options])
        })
        .collect::<Markup>();
    let list = markup("<dl>\n{}</dl>\n", &[&rows]);
    details("The options of each configuration", &list, false)
}

/// Formats a number with a narrow space between groups of three digits.
fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_quartiles_may_be_none() {
        assert_eq!(group_digits(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!([0, 12, 123].map(group_digits), ["0", "12", "123"]);
        assert_eq!(format_quartiles([None; 3]).as_str(), "–");
        let told = format_quartiles([Some(1.0), Some(2.0), None]);
        assert_eq!(told.as_str(), "2.00<small>1.00 to –</small>");
    }
}
