//! The tables of a section: its configurations and the sizes of their formulas.

use std::collections::BTreeSet;

use super::super::plot::{View, in_thousands};
use super::details;
use crate::compare::summary::{Configuration, rounded};
use crate::picture::svg::escaped;

/// Stands for a value that is none.
const NONE: &str = "–";

/// A table from the cells of its rows; the first of each row names it.
fn table(head: &[&str], rows: impl Iterator<Item = String>) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{cell}</th>")).collect();
    format!(
        "<div class=\"scroll\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{}</tbody>\n\
         </table></div>\n",
        rows.collect::<String>(),
    )
}

fn row(name: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(name))
}

/// What runs of the configurations took, and of the best of each block.
pub fn configurations(view: &View) -> String {
    let head = [
        "Configuration",
        "Runs",
        "Solved",
        "PAR2, s",
        "CPU, s",
        "Conflicts",
        "Propagations",
        "Memory, MB",
        "Best",
    ];
    let best = &view.section.virtual_best;
    let ours = view.order.iter().map(|&index| {
        let one = &view.section.configurations[index];
        row(&one.name, &measured(one, best.solved))
    });
    let mut last =
        vec![view.section.blocks.to_string(), best.solved.to_string(), rounded(best.par2)];
    last.resize(head.len() - 1, String::new());
    format!(
        "<h3>Configurations</h3>\n{}<p class=\"soft\">Large: the median; small: the quartiles; {NONE} \
         where they lie among runs without a result. PAR2 is the mean processor time, where a run \
         without a result counts with twice its limit. Memory is the most of any run. Best: in how \
         many of the blocks with a result it took the least time. The virtual best takes the best run \
         of each block, as if one had known.</p>\n",
        table(&head, ours.chain([row("virtual best", &last)])),
    )
}

fn measured(one: &Configuration, blocks: usize) -> Vec<String> {
    let share = match blocks {
        0 => NONE.to_owned(),
        blocks => format!("{:.0} %", 100.0 * one.best / blocks as f64),
    };
    vec![
        one.runs.to_string(),
        one.solved.to_string(),
        rounded(one.par2),
        quartiles(one.cpu),
        quartiles(one.conflicts),
        quartiles(one.propagations),
        rounded(one.memory_mb),
        share,
    ]
}

fn quartiles(values: [Option<f64>; 3]) -> String {
    let told = values.map(|value| match value {
        Some(value) => in_thousands(value, rounded),
        None => NONE.to_owned(),
    });
    let [low, median, high] = told;
    match values {
        [None, ..] => median,
        _ => format!("{median}<small>{low} to {high}</small>"),
    }
}

/// How large the formulas are.
pub fn sizes(view: &View) -> String {
    let configurations = || view.order.iter().map(|&index| &view.section.configurations[index]);
    if configurations().all(|one| one.sizes.clauses == 0) {
        return "<h3>Sizes of formulas</h3>\n<p>No puzzle has runs of every configuration.</p>\n"
            .to_owned();
    }
    let rows = configurations().map(|one| {
        let sizes = &one.sizes;
        let cells = [sizes.variables, sizes.auxiliary, sizes.clauses, sizes.literals];
        row(&one.name, &cells.map(grouped))
    });
    format!(
        "<h3>Sizes of formulas</h3>\n{}<p class=\"soft\">Added up over the puzzles that every \
         configuration has runs of. Auxiliary variables are those that encodings took, and are \
         among the variables.</p>\n{}",
        table(&["Configuration", "Variables", "Auxiliary", "Clauses", "Literals"], rows),
        details("Clauses by groups of constraints", &groups(view)),
    )
}

fn groups(view: &View) -> String {
    let sizes = |index: &usize| &view.section.configurations[*index].sizes;
    let names: BTreeSet<&String> =
        view.order.iter().flat_map(|index| sizes(index).groups.keys()).collect();
    let rows = view.order.iter().map(|index| {
        let clauses = |name: &&String| match sizes(index).groups.get(*name) {
            Some(&clauses) => grouped(clauses),
            None => NONE.to_owned(),
        };
        row(view.name(*index), &names.iter().map(clauses).collect::<Vec<_>>())
    });
    let heads: Vec<String> = names.iter().map(|name| escaped(name)).collect();
    let head: Vec<&str> =
        ["Configuration"].into_iter().chain(heads.iter().map(String::as_str)).collect();
    table(&head, rows)
}

/// A number in groups of three digits.
fn grouped(number: u64) -> String {
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
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!([0, 12, 123].map(grouped), ["0", "12", "123"]);
        assert_eq!(quartiles([None; 3]), "–");
        assert_eq!(quartiles([Some(1.0), Some(2.0), None]), "2.00<small>1.00 to –</small>");
    }
}
