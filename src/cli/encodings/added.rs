//! Tables of the clauses that each encoding adds to the formula of a puzzle.

use serde_json::{Value, json};

use crate::encode::added::{Added, AddedCost, AddedSize, AddedTable};
use crate::problem::Rational;
use crate::source::counted;

pub(super) fn in_text(added: &Added, bound: Option<&Rational>) -> String {
    let [_, clauses, literals] = added.clauses;
    let bound = bound.map_or(String::new(), |bound| {
        format!(", with the bound {bound} on the objective; --bound sets another")
    });
    let mut text = format!(
        "{}, {} ({}) that need no encoding{bound}\n",
        counted(added.variables, "variable"),
        counted(clauses, "clause"),
        counted(literals, "literal"),
    );
    for table in &added.tables {
        let AddedTable { title, option, constraints, .. } = table;
        text += &format!("\n{title} (--{option}), {constraints} of them:\n{}", lines(table));
    }
    text
}

pub(super) fn lines(table: &AddedTable) -> String {
    let width = table.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text =
        format!("  {:width$} {:>10} {:>10} {:>10}\n", "", "variables", "clauses", "literals");
    for (name, size) in &table.rows {
        text += &match size {
            AddedCost::Size([v, c, l]) => format!("  {name:width$} {v:>10} {c:>10} {l:>10}\n"),
            AddedCost::NoForm => format!("  {name:width$} {:>10}\n", "not possible"),
            AddedCost::MoreThan(most) => {
                format!("  {name:width$} {:>10} {:>10}\n", "", format!("> {most}"))
            }
            AddedCost::Stopped => format!("  {name:width$} {:>10}\n", "stopped"),
        };
    }
    text
}

pub(super) fn in_json(added: &Added, bound: Option<&Rational>) -> String {
    let [_, clauses, literals] = added.clauses;
    let object = json!({
        "bound": bound,
        "variables": added.variables,
        "clauses": clauses,
        "literals": literals,
        "tables": added.tables.iter().map(table_in_json).collect::<Value>(),
    });
    format!("{object:#}\n")
}

fn table_in_json(table: &AddedTable) -> Value {
    let size = |[variables, clauses, literals]: AddedSize| json!({"variables": variables, "clauses": clauses, "literals": literals});
    let row = |&(name, added): &(&str, AddedCost)| {
        let more_than = match added {
            AddedCost::MoreThan(most) => Some(most),
            _ => None,
        };
        json!({"name": name, "added": added.size().map(size), "more_than": more_than})
    };
    json!({
        "title": table.title,
        "option": format!("--{}", table.option),
        "constraints": table.constraints,
        "rows": table.rows.iter().map(row).collect::<Value>(),
    })
}
