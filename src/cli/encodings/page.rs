//! The page docs/encodings.md.

use quarrel_encodings::measure;

use super::named::{CHOICES, ChoiceList};
use super::table::{self, COLUMNS};
use crate::encode::measured::{MeasuredTable, OF_STRENGTH};

/// The section about `auto`: by which rules it chooses encodings, shapes and orders.
const OF_AUTO: &str = "\n## `auto`\n\nEach of `--amo`, `--card`, `--xor` and `--shape` takes `auto`. It chooses for every \
    constraint the encoding that did least work on the measured constraints of its kind with the nearest \
    length, and for an objective the best shape. If none is surely better, it takes the first row of the \
    table, or the shape `flat`. The measurements are in `benches/auto/measurements.csv`, made by `quarrel \
    compare auto` ([how](auto.md)); `quarrel encodings --explain FAMILY` shows those that a choice is based \
    on.\n\nThe default of `--shape` is `auto`. The defaults of `--amo`, `--card` and `--xor` are the first rows, and \
    `product` for an at-most-one of more than 200 literals.\n\n`--pb auto`, the default, depends on the size. \
    The generalized totalizer or the decision diagram is chosen, whichever has fewer clauses, if these \
    are at most 200,000; else `binary-merge` up to a \
    million clauses, and then `adder`. Bounds of a search have the generalized totalizer up \
    to 100,000 clauses, else `mixed-radix`, one structure for all bounds \
    ([measured](comparing.md#encodings-of-weights)).\n\n`--int auto`, the default, adds order literals to an \
    integer of up to 257 values if a row with it is a decision diagram of at most 20,000 clauses, and \
    else keeps its binary digits.\n\n`--order auto`, \
    the default, keeps the order of a puzzle's model. For a model file it takes the order that places \
    counted literals nearest to those with which they share constraints; `quarrel encodings --explain \
    model FILE` shows how near in each \
    ([which order](orders.md)).\n";

/// The beginning of the section about the clauses of one constraint.
const OF_LESSONS: &str = "\n## The clauses of one constraint\n\nWith numbers, `quarrel encodings NAME` prints the \
    clauses of a constraint, for a blackboard (at most 200 clauses), as JSON or as a CNF file:\n\n";

/// The end of the section about the clauses of one constraint: the names of auxiliary variables.
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

/// Returns the page docs/encodings.md with the measurements in `tables`. `sessions` is a block of
/// commands with their output, in Markdown, which becomes part of the section about the clauses of
/// one constraint.
pub(super) fn to_markdown(tables: &[MeasuredTable], sessions: &str) -> String {
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
        for (place, line) in table::list_cells(table).iter().enumerate() {
            text += &format!("| {} |\n", line.join(" | "));
            if place == 0 {
                text += &format!("|---|{}\n", "---:|".repeat(line.len() - 1));
            }
        }
        text.push('\n');
        for (names, citation) in table::citations(table) {
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
    text += &pysat_comparison();
    for ChoiceList { heading, option, rows, .. } in CHOICES {
        text += &format!("\n## {heading} (`--{option}`)\n\n| {option} | |\n|---|---|\n");
        for (name, description) in rows() {
            text += &format!("| `{name}` | {description} |\n");
        }
    }
    text += OF_AUTO;
    add_contents(&text)
}

/// Adds links to all sections before the first one. Panics if the page has no section.
fn add_contents(page: &str) -> String {
    let (head, sections) = page.split_once("\n## ").expect("a page with sections");
    let sections = format!("## {sections}");
    let links: String = sections
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|title| format!("- [{title}](#{})\n", anchor(title)))
        .collect();
    format!("{head}\n{links}\n{sections}")
}

/// Returns the anchor that GitHub gives to the first heading with this text. The anchor is the text
/// in lower case, with a dash for each space. All characters except letters, digits and dashes are
/// removed.
fn anchor(title: &str) -> String {
    title
        .chars()
        .filter(|&letter| letter.is_alphanumeric() || " -".contains(letter))
        .collect::<String>()
        .to_lowercase()
        .replace(' ', "-")
}

/// Returns the section that compares sizes of encodings: the recorded sizes of PySAT, and the sizes
/// of the same encodings in quarrel. If a size in quarrel is an error, the table has the text of
/// this error instead.
fn pysat_comparison() -> String {
    let mut text = "\n## Sizes compared with PySAT\n\nThe sizes in PySAT 1.9 for the same constraints with the same \
                    construction, recorded by `encodings/benches/pysat_sizes.py`. A test checks that those of \
                    quarrel are not larger. PySAT's `seqcounter` is Knuth's counter, not \
                    Sinz's.\n\n| constraint | encoding | variables / clauses / literals | PySAT's \
                    name | and sizes |\n|---|---|---:|---|---:|\n"
        .to_owned();
    for recorded in measure::pysat() {
        let measure::PysatRecord { constraint, n, name, size } = recorded;
        let ours = constraint.size(n).map_or_else(|error| error.to_string(), table::describe_size);
        let (words, row) = (constraint.words(n), constraint.encoding());
        text +=
            &format!("| {words} | {row} | {ours} | {name} | {} |\n", table::describe_size(size));
    }
    text
}
