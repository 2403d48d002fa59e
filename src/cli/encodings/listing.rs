//! The tables of encodings with the measurements of each row.

use quarrel_encodings::{Size, measure};
use serde_json::{Value, json};

use super::named::ChoiceKind;
use crate::encode::measured::{MeasuredRow, MeasuredTable, OF_STRENGTH};
use crate::encode::{EncodingRow, Encodings, Order, Shape};
use crate::proof::derives;

/// Returns the columns after the name: sizes, strength of propagation, mean number of solutions of
/// the clauses for each solution of the constraint, and whether proofs can derive the clauses.
fn columns(row: &MeasuredRow) -> Vec<String> {
    let none = || "–".to_owned();
    let strength = row.strength.map_or_else(none, |strength| strength.to_string());
    let models = row.models.as_ref().map_or_else(none, |models| format!("{:.1}", models.mean()));
    let certified = if is_certified(row.row) { "yes" } else { "no" }.to_owned();
    row.sizes
        .iter()
        .map(|size| size.map_or_else(none, in_words))
        .chain([strength, models, certified])
        .collect()
}

pub(super) fn is_certified(row: EncodingRow) -> bool {
    derives(&row.chosen_in(&Encodings::default()))
}

fn in_words(size: Size) -> String {
    format!("{} / {} / {}", size.variables, size.clauses, size.literals)
}

fn lines(table: &MeasuredTable) -> Vec<Vec<String>> {
    let last = ["propagation", "models", "certified"].map(str::to_owned);
    let option = format!("--{}", table.option);
    let header = [option].into_iter().chain(table.sizes.iter().cloned()).chain(last).collect();
    let row =
        |one: &MeasuredRow| [one.row.name().to_owned()].into_iter().chain(columns(one)).collect();
    [header].into_iter().chain(table.rows.iter().map(row)).collect()
}

fn citations(table: &MeasuredTable) -> Vec<(String, &'static str)> {
    let mut citations: Vec<(String, &str)> = Vec::new();
    for MeasuredRow { row, .. } in &table.rows {
        match citations.iter_mut().find(|(_, citation)| *citation == row.citation()) {
            Some((names, _)) => *names += &format!(", {}", row.name()),
            None => citations.push((row.name().to_owned(), row.citation())),
        }
    }
    citations
}

pub(super) fn row_in_json(table: &MeasuredTable, row: &MeasuredRow) -> Value {
    let size = |(words, size): (&String, &Option<Size>)| {
        json!({
            "constraint": words,
            "variables": size.map(|size| size.variables),
            "clauses": size.map(|size| size.clauses),
            "literals": size.map(|size| size.literals),
        })
    };
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
        "sizes": table.sizes.iter().zip(&row.sizes).map(size).collect::<Value>(),
        "propagation": row.strength.map(|strength| strength.to_string()),
        "propagation_literals": OF_STRENGTH,
        "models": models,
        "certified": is_certified(row.row),
    })
}

const COLUMNS: &str = "Sizes are auxiliary variables / clauses / literals. Propagation: the share \
of the consequences that unit propagation finds,";

/// Returns tables with the explanation of their columns.
pub(super) fn tables_in_text(tables: &[MeasuredTable]) -> String {
    let mut text = format!(
        "{COLUMNS}\nfrom all partial assignments of {OF_STRENGTH} literals. Models: the mean number of solutions of \
         the clauses per solution of the constraint.\nCertified: whether `solve --proof` derives its \
         clauses, as tried on constraints of 9 literals, and of 24 with weights.\n"
    );
    for table in tables {
        text += &format!("\n{}, models of `{}`\n", table.title, table.models);
        let lines = lines(table);
        let width = |column: usize| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0)
        };
        for line in &lines {
            let mut columns = line.iter().enumerate();
            let (_, name) = columns.next().expect("a name first");
            text += &format!("  {name:0$}", width(0));
            for (column, entry) in columns {
                text += &format!("  {entry:>0$}", width(column));
            }
            text.push('\n');
        }
        for (names, citation) in citations(table) {
            text += &format!("  {names}: {citation}\n");
        }
    }
    text
}

/// Returns the list of orders or of shapes.
pub(super) fn choices_in_text(kind: ChoiceKind) -> String {
    let line = |(name, about): (&str, &str), width: usize| format!("  {name:width$} {about}\n");
    match kind {
        ChoiceKind::Order => {
            let lines = Order::usages().map(|one| line(one, 17));
            format!("Literal order, --order\n{}", lines.collect::<String>())
        }
        ChoiceKind::Shape => {
            let lines = SHAPES.into_iter().map(|one| line(one, 28));
            format!("Counter shape, --shape\n{}", lines.collect::<String>())
        }
    }
}

/// Returns the list of orders or of shapes as JSON: `orders` or `shapes`.
pub(super) fn choices_in_json(kind: ChoiceKind) -> String {
    let object = match kind {
        ChoiceKind::Order => json!({"orders": named_in_json(Order::usages())}),
        ChoiceKind::Shape => json!({"shapes": named_in_json(SHAPES)}),
    };
    format!("{object:#}\n")
}

fn named_in_json<'a>(rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> Value {
    rows.into_iter().map(|(name, about)| json!({"name": name, "about": about})).collect()
}

pub(super) fn in_text(tables: &[MeasuredTable]) -> String {
    let mut text = tables_in_text(tables);
    for kind in ChoiceKind::ALL {
        text += &format!("\n{}", choices_in_text(kind));
    }
    text += "\nFor each of --amo, --card, --pb, --xor and --shape, `auto` is the best known choice per \
             constraint:\nsee --explain FAMILY. `quarrel encodings NAME` explains an encoding.\n";
    text
}

/// Returns the description of a shape. Returns `None` for `auto`, and for a partition of the board
/// into lines that [`Shape::usual_partitions`] does not contain.
pub(super) fn about_shape(shape: &Shape) -> Option<&'static str> {
    let form = match shape {
        Shape::Flat => "flat",
        Shape::AtMostOnes => "amo-flat",
        Shape::Lines(lines, _) if lines == &["amo"] => "amo-balanced, amo-chain",
        Shape::Lines(lines, _) if lines.len() > 1 && shape.is_usual() => "LINES+LINES…-chain",
        Shape::Lines(..) if shape.is_usual() => "LINES-balanced, LINES-chain",
        Shape::Lines(..) | Shape::Auto => return None,
    };
    SHAPES.iter().find(|(name, _)| *name == form).map(|(_, about)| *about)
}

const SHAPES: [(&str, &str); 5] = [
    ("flat", "all literals in one encoding"),
    ("LINES-balanced, LINES-chain", "each line summed, the sums added in a tree or one by one"),
    ("LINES+LINES…-chain", "the same along several partitions at once (rows+columns-chain)"),
    ("amo-flat", "at-most-ones of the model, each as one literal, in one encoding"),
    (
        "amo-balanced, amo-chain",
        "the same literals added in a tree (totalizer) or one by one (knuth)",
    ),
];

fn table_in_json(table: &MeasuredTable) -> Value {
    json!({
        "title": table.title,
        "option": format!("--{}", table.option),
        "rows": table.rows.iter().map(|row| row_in_json(table, row)).collect::<Value>(),
    })
}

pub(super) fn tables_in_json(tables: &[MeasuredTable]) -> String {
    format!("{:#}\n", json!({"tables": tables.iter().map(table_in_json).collect::<Value>()}))
}

pub(super) fn in_json(tables: &[MeasuredTable]) -> String {
    let object = json!({
        "tables": tables.iter().map(table_in_json).collect::<Value>(),
        "orders": named_in_json(Order::usages()),
        "shapes": named_in_json(SHAPES),
    });
    format!("{object:#}\n")
}

const OF_AUTO: &str = "\n## `auto`\n\nEach of `--amo`, `--card`, `--xor` and `--shape` takes `auto`. It chooses for every \
    constraint the encoding that did least work on the measured constraints of its kind with the nearest \
    length, and for an objective the best shape. If none is surely better, it takes the first row of the \
    table, or the shape `flat`. The measurements are in `src/clauses/encode/measurements.csv`, made by `quarrel \
    compare auto` ([how](auto.md)); `quarrel encodings --explain FAMILY` shows those that a choice is based \
    on.\n\nThe default of `--shape` is `auto`. The defaults of `--amo`, `--card` and `--xor` are the first rows, and \
    `product` for an at-most-one of more than 200 literals.\n\n`--pb auto`, the default, depends on the size. \
    The generalized totalizer or the decision diagram is chosen, whichever has fewer clauses, if these \
    are at most 200,000; else `binary-merge` up to a \
    million clauses, and then `adder`. Bounds of a search have the generalized totalizer up \
    to 100,000 clauses, else `mixed-radix`, one structure for all bounds \
    ([measured](comparing.md#encodings-of-weights)).\n\n`--order auto`, \
    the default, keeps the order of a puzzle's model. For a model file it takes the order that places \
    counted literals nearest to those with which they share constraints; `quarrel encodings --explain \
    model FILE` shows how near in each \
    ([which order](orders.md)).\n";

const OF_LESSONS: &str = "\n## The clauses of one constraint\n\nWith numbers, `quarrel encodings NAME` prints the \
    clauses of a constraint, for a blackboard (at most 200 clauses), as JSON or as a CNF file:\n\n";

const OF_NAMES: &str = "\nx1, x2, … are the literals of the constraint. An auxiliary variable is named after its \
    meaning:\n\n| name | the variable means |\n|---|---|\n\
    | `s[i,k]` | at least k of the first i literals are true |\n\
    | `t[i..j,k]` | at least k of the literals i to j are true |\n\
    | `m[i..j,k]`, `none[i..j]` | at most k of them are true, none of them |\n\
    | `odd[i..j]`, `even[i..j]` | an odd or an even number of them is true |\n\
    | `w[i..j,k]`, `v[i..j,k]` | the true ones together weigh at least k, at most k |\n\
    | `a1`, `a2`, … | the words or the formula next to it |\n\nIf all variables of a kind begin with the first \
    literal, `i..j` is only `j`. If the constraint holds, the clauses are satisfied when each variable has \
    the value of its meaning; they may allow other values too. The names of a sorting network, of sums with \
    weights and of other meanings that refer to auxiliary variables are found from all assignments, for up \
    to 12 literals; beyond that these variables are `a1`, `a2`, ….\n";

pub(super) fn in_markdown(tables: &[MeasuredTable], sessions: &str) -> String {
    let mut text = format!(
        "# Encodings\n\nThis page is made by `quarrel encodings --format markdown`; a test keeps it \
         current. `quarrel encodings NAME` explains one of them.\n\n{COLUMNS} from all partial assignments of \
         {OF_STRENGTH} literals and, for \
         cardinality, all bounds of all relations except those that every encoding writes alike; for sums with weights, of ≤ and ≥. Models: the mean number of \
         solutions of the clauses per solution of the constraint; 1.0 if the auxiliary variables are functions of the \
         literals. \
         Certified: whether [`solve --proof`](proofs.md) derives its clauses, as tried on constraints of 9 \
         literals, and of 24 with weights.\n"
    );
    for table in tables {
        text += &format!(
            "\n## {} (`--{}`)\n\nModels of \"{}\".\n\n",
            table.title, table.option, table.models
        );
        for (place, line) in lines(table).iter().enumerate() {
            text += &format!("| {} |\n", line.join(" | "));
            if place == 0 {
                text += &format!("|---|{}\n", "---:|".repeat(line.len() - 1));
            }
        }
        text.push('\n');
        for (names, citation) in citations(table) {
            text += &format!("- {names}: {citation}\n");
        }
    }
    text += "\n## Sizes for other numbers\n\n`quarrel encodings --at-most 9 --of 57` shows the same for any other \
             constraint; there are also `--at-least`, `--exactly`, `--odd` and `--even`, and \
             `--weights` instead of `--of`. `quarrel encodings card --at-most 9 --of 57` shows one table. Before a formula is \
             written, its \
             size is estimated: quarrel encodes constraints of each kind and length without keeping the clauses, \
             and beyond 256 literals extrapolates by the power of the length with which the encoding grows. A \
             formula that exceeds the free memory, `--memory-limit` or `--clause-limit` is refused, with the \
             estimates of the other encodings.\n";
    text += &format!("{OF_LESSONS}{sessions}{OF_NAMES}");
    text += &beside_pysat();
    text += "\n## Literal order (`--order`)\n\n| order | |\n|---|---|\n";
    for (name, about) in Order::usages() {
        text += &format!("| `{name}` | {about} |\n");
    }
    text += "\n## Counter shape (`--shape`)\n\n| shape | |\n|---|---|\n";
    for (name, about) in SHAPES {
        text += &format!("| `{name}` | {about} |\n");
    }
    text += OF_AUTO;
    with_contents(&text)
}

fn with_contents(page: &str) -> String {
    let (head, sections) = page.split_once("\n## ").expect("a page with sections");
    let sections = format!("## {sections}");
    let titles = sections.lines().filter_map(|line| line.strip_prefix("## "));
    let links: String = titles.map(|title| format!("- [{title}](#{})\n", anchor(title))).collect();
    format!("{head}\n{links}\n{sections}")
}

/// Returns the anchor that GitHub gives to a heading.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|&letter| letter.is_alphanumeric() || " -".contains(letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn beside_pysat() -> String {
    let mut text = "\n## Sizes compared with PySAT\n\nThe sizes in PySAT 1.9 for the same constraints with the same \
                    construction, recorded by `encodings/benches/pysat_sizes.py`. A test checks that those of \
                    quarrel are not larger. PySAT's `seqcounter` is Knuth's counter, not \
                    Sinz's.\n\n| constraint | encoding | variables / clauses / literals | PySAT's \
                    name | and sizes |\n|---|---|---:|---|---:|\n"
        .to_owned();
    for recorded in measure::pysat() {
        let measure::Recorded { constraint, n, name, size } = recorded;
        let ours = constraint.size(n).map_or_else(|error| error.to_string(), in_words);
        let (words, row) = (constraint.words(n), constraint.encoding());
        text += &format!("| {words} | {row} | {ours} | {name} | {} |\n", in_words(size));
    }
    text
}
