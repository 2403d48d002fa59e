//! Tables of encodings as text and JSON: a list with measurements, each encoding in detail, and the
//! sizes of the clauses that encodings write for a constraint or a model.

use quarrel_encodings::Size;
use serde_json::{Value, json};

use super::named::ChoiceList;
use crate::cli::prose::{strip_links, wrap, wrap_paragraphs};
use crate::columns::{Side, align_columns};
use crate::encode::added::{AddedSize, AddedSizes, AddedTable};
use crate::encode::measured::{MeasuredRow, MeasuredTable, OF_STRENGTH};
use crate::encode::{EncodingRow, Encodings};
use crate::problem::Rational;
use crate::proof::derives;
use crate::source::format_count;

/// The explanation of the columns of a list. Its last sentence is not finished: the caller adds how
/// propagation was measured.
pub(super) const COLUMNS: &str = "Sizes are auxiliary variables / clauses / literals. Propagation: the share \
of the consequences that unit propagation finds,";

/// The entry for a property that was not measured.
const NONE: &str = "–";

/// Returns whether `solve --proof` derives the clauses of an encoding. This was tried on small
/// constraints.
fn is_certified(row: EncodingRow) -> bool {
    derives(&row.chosen_in(&Encodings::default()))
}

/// Formats a size as the numbers of auxiliary variables, clauses and literals, in this order.
pub(super) fn describe_size(size: Size) -> String {
    format!("{} / {} / {}", size.variables, size.clauses, size.literals)
}

/// Returns the cells of a list: a row of headings, then a row for each encoding. A row has the name
/// of the encoding, its sizes, and its strength of propagation. It also has the mean number of
/// solutions of the clauses for each solution of the constraint, and whether proofs can derive the
/// clauses. A dash means that a property was not measured.
pub(super) fn list_cells(table: &MeasuredTable) -> Vec<Vec<String>> {
    let mut head = vec![format!("--{}", table.option)];
    head.extend(table.sizes.iter().cloned());
    head.extend(["propagation", "models", "certified"].map(str::to_owned));
    let mut lines = vec![head];
    for MeasuredRow { row, sizes, strength, models } in &table.rows {
        let mut line = vec![row.name().to_owned()];
        line.extend(sizes.iter().map(|size| size.map_or(NONE.to_owned(), describe_size)));
        line.push(strength.map_or(NONE.to_owned(), |strength| strength.to_string()));
        line.push(models.as_ref().map_or(NONE.to_owned(), |all| format!("{:.1}", all.mean())));
        line.push(if is_certified(*row) { "yes" } else { "no" }.to_owned());
        lines.push(line);
    }
    lines
}

/// Returns a pair for each publication, in the order of the table. The first text of a pair has the
/// names of the encodings that come from this publication, joined by commas. The second is the
/// publication.
pub(super) fn citations(table: &MeasuredTable) -> Vec<(String, &'static str)> {
    let mut citations: Vec<(String, &str)> = Vec::new();
    for MeasuredRow { row, .. } in &table.rows {
        match citations.iter_mut().find(|(_, citation)| *citation == row.citation()) {
            Some((names, _)) => *names += &format!(", {}", row.name()),
            None => citations.push((row.name().to_owned(), row.citation())),
        }
    }
    citations
}

/// Returns the list of each table as text, with its publications below it. The explanation of the
/// columns comes first.
pub(super) fn list(tables: &[MeasuredTable]) -> String {
    let mut text = format!(
        "{COLUMNS}\nfrom all partial assignments of {OF_STRENGTH} literals. Models: the mean number of solutions of \
         the clauses per solution of the constraint.\nCertified: whether `solve --proof` derives its \
         clauses, as tried on constraints of 9 literals, and of 24 with weights.\n"
    );
    for table in tables {
        let mut lines = list_cells(table);
        lines.iter_mut().for_each(|line| line[0].insert_str(0, "  "));
        text += &format!("\n{}, models of `{}`\n", table.title, table.models);
        text += &align_columns(&lines, &[Side::Left, Side::Right]);
        for (names, citation) in citations(table) {
            text += &format!("  {names}: {citation}\n");
        }
    }
    text
}

/// Returns the tables of encodings and the lists of choices as JSON. `tables` is absent if there
/// are no tables. Each list of choices has a key of its own, such as `orders`.
pub(super) fn list_to_json(tables: &[MeasuredTable], choices: &[ChoiceList]) -> Value {
    let mut object = json!({});
    if !tables.is_empty() {
        object["tables"] = tables.iter().map(table_to_json).collect();
    }
    for list in choices {
        object[format!("{}s", list.option)] = (list.rows)()
            .into_iter()
            .map(|(name, description)| json!({"name": name, "about": description}))
            .collect();
    }
    object
}

/// Returns a table with the measurements of its encodings as JSON.
fn table_to_json(table: &MeasuredTable) -> Value {
    json!({
        "title": table.title,
        "option": format!("--{}", table.option),
        "rows": table.rows.iter().map(|row| row_to_json(table, row)).collect::<Value>(),
    })
}

/// Returns the measurements of an encoding as JSON. A property that was not measured is null.
fn row_to_json(table: &MeasuredTable, row: &MeasuredRow) -> Value {
    let sizes = table.sizes.iter().zip(&row.sizes);
    let models = row.models.as_ref().map(|models| {
        json!({
            "constraint": table.models,
            "of_constraint": models.of_constraint,
            "of_clauses": models.total.to_string(),
        })
    });
    json!({
        "name": row.row.name(),
        "citation": row.row.citation(),
        "sizes": sizes.map(|(words, &size)| size_to_json(words, size)).collect::<Value>(),
        "propagation": row.strength.map(|strength| strength.to_string()),
        "propagation_literals": OF_STRENGTH,
        "models": models,
        "certified": is_certified(row.row),
    })
}

/// Returns the size of a constraint as JSON. The numbers are null if the size is not known.
fn size_to_json(constraint: &str, size: Option<Size>) -> Value {
    json!({
        "constraint": constraint,
        "variables": size.map(|size| size.variables),
        "clauses": size.map(|size| size.clauses),
        "literals": size.map(|size| size.literals),
    })
}

/// Returns the description, the option and the measurements of each encoding as text. If there are
/// several tables, the last line explains how to show only the encoding of the first table. Each
/// table must have an encoding.
pub(super) fn detail(tables: &[MeasuredTable]) -> String {
    let mut text = tables
        .iter()
        .flat_map(|table| table.rows.iter().map(|row| row_detail(table, row)))
        .collect::<Vec<_>>()
        .join("\n");
    if let [first, _, ..] = tables {
        let (option, name) = (first.option, first.rows[0].row.name());
        text += &format!("\n{option}:{name} shows the first of these alone.\n");
    }
    text
}

/// Returns the description, the option and the measurements of an encoding. The text leaves out the
/// strength of propagation and the number of solutions if they were not measured. A constraint
/// without a known size counts as not possible.
fn row_detail(table: &MeasuredTable, row: &MeasuredRow) -> String {
    let (option, name) = (table.option, row.row.name());
    let default = if row.row.is_default() { ", the default" } else { "" };
    let essay = wrap_paragraphs(row.row.essay());
    let mut text = format!("{name}\n  {}: --{option} {name}{default}\n\n{essay}\n\n", table.title);
    text += &sizes(
        &table
            .sizes
            .iter()
            .map(String::as_str)
            .zip(row.sizes.iter().map(|size| size.map_or(AddedSize::NoForm, AddedSize::Size)))
            .collect::<Vec<_>>(),
    );
    if let Some(strength) = row.strength {
        let measured = format!(
            "propagation: {strength}; tested on the consequences of each partial assignment of {OF_STRENGTH} literals"
        );
        text += &format!("{}\n", wrap(&measured));
    }
    if let Some(models) = &row.models {
        let (mean, constraint) = (models.mean(), table.models);
        text += &format!(
            "  models: {mean:.1} solutions of the clauses per solution of \"{constraint}\", on average\n"
        );
    }
    text += if is_certified(row.row) {
        "  certified: `solve --proof` derives its clauses (tried on small constraints)\n"
    } else {
        "  not certified: `solve --proof` does not derive its clauses\n"
    };
    text
}

/// Returns the description, the option and the measurements of each encoding as JSON.
pub(super) fn detail_to_json(tables: &[MeasuredTable]) -> Value {
    let mut encodings = Vec::new();
    for table in tables {
        for row in &table.rows {
            let mut object = row_to_json(table, row);
            object["title"] = table.title.into();
            object["option"] = format!("--{}", table.option).into();
            object["default"] = row.row.is_default().into();
            object["essay"] = strip_links(row.row.essay()).into();
            encodings.push(object);
        }
    }
    json!({"encodings": encodings})
}

/// Returns a table of sizes as text, with a line of headings and a line for each name. If a size is
/// not known, its line has the reason instead. The reason is that the encoding is not possible,
/// that it has more clauses than were counted, or that the measurement was stopped.
fn sizes(rows: &[(&str, AddedSize)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text =
        format!("  {:width$} {:>10} {:>10} {:>10}\n", "", "variables", "clauses", "literals");
    for (name, cost) in rows {
        text += &match cost {
            AddedSize::Size(Size { variables, clauses, literals }) => {
                format!("  {name:width$} {variables:>10} {clauses:>10} {literals:>10}\n")
            }
            AddedSize::NoForm => format!("  {name:width$} {:>10}\n", "not possible"),
            AddedSize::MoreThan(most) => {
                format!("  {name:width$} {:>10} {:>10}\n", "", format!("> {most}"))
            }
            AddedSize::Stopped => format!("  {name:width$} {:>10}\n", "stopped"),
        };
    }
    text
}

/// Returns the sizes of one constraint as text, by the encodings of each table. `words` describe
/// the constraint.
pub(super) fn constraint_sizes(words: &str, tables: &[AddedTable]) -> String {
    tables
        .iter()
        .map(|table| {
            format!("{} (--{}), {words}:\n{}", table.title, table.option, sizes(&table.rows))
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the sizes of one constraint as JSON, by the encodings of each table. `words` describe
/// the constraint.
pub(super) fn constraint_sizes_to_json(words: &str, tables: &[AddedTable]) -> Value {
    json!({"tables": tables.iter().map(|table| added_to_json(table, Some(words))).collect::<Value>()})
}

/// Returns sizes of a model as text: the number of the model's own variables, the size of the part
/// of the model that needs no encoding, and the sizes that each encoding adds. `bound` is the bound
/// on the objective that the sizes include. It is `None` if they include none.
pub(super) fn model_sizes(added: &AddedSizes, bound: Option<&Rational>) -> String {
    let Size { clauses, literals, .. } = added.clauses;
    let bound_words = bound.map_or(String::new(), |bound| {
        format!(", with the bound {bound} on the objective; --bound sets another")
    });
    let mut text = format!(
        "{}, {} ({}) that need no encoding{bound_words}\n",
        format_count(added.variables, "variable"),
        format_count(clauses, "clause"),
        format_count(literals, "literal"),
    );
    for AddedTable { title, option, constraints, rows } in &added.tables {
        text += &format!("\n{title} (--{option}), {constraints} of them:\n{}", sizes(rows));
    }
    text
}

/// Returns sizes of a model as JSON: the size of the part of the model that needs no encoding, and
/// the sizes that each encoding adds. `bound` is the bound on the objective that the sizes include.
/// If it is `None`, the bound in the JSON is null.
pub(super) fn model_sizes_to_json(added: &AddedSizes, bound: Option<&Rational>) -> Value {
    json!({
        "bound": bound,
        "variables": added.variables,
        "clauses": added.clauses.clauses,
        "literals": added.clauses.literals,
        "tables": added.tables.iter().map(|table| added_to_json(table, None)).collect::<Value>(),
    })
}

/// Returns a table of sizes as JSON. If `words` describe a constraint, the sizes are those of this
/// constraint, and the numbers of an unknown size are null. If `words` is `None`, the sizes are
/// those that encodings add to a model; an unknown size is null. Then the JSON also has the number
/// of constraints that the table encodes, and `more_than`. This is a number of clauses if the
/// encoding has more clauses than this number, otherwise null.
fn added_to_json(table: &AddedTable, words: Option<&str>) -> Value {
    let mut object = json!({"title": table.title, "option": format!("--{}", table.option)});
    if words.is_none() {
        object["constraints"] = table.constraints.into();
    }
    object["rows"] = table
        .rows
        .iter()
        .map(|&(name, cost)| match (words, cost) {
            (Some(words), _) => json!({"name": name, "sizes": [size_to_json(words, cost.size())]}),
            (None, AddedSize::MoreThan(most)) => {
                json!({"name": name, "added": null, "more_than": most})
            }
            (None, _) => json!({"name": name, "added": cost.size(), "more_than": null}),
        })
        .collect();
    object
}
