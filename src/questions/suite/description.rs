//! Descriptions of a set of instances. They are the README of the set and, for each format, the
//! LaTeX text that the competitions require.

use std::fmt::Write;

use super::{Suite, SuiteInstance};
use crate::encode::EncodingRow;
use crate::export::{self, FileQuestion, Format};
use crate::grid::distinct;
use crate::source::escape_invisible;

/// Returns the README of a set, in Markdown.
pub(super) fn readme(suite: &Suite) -> String {
    let text = format!(
        "# Instances of grid puzzles

Written by quarrel {version}; `manifest.json` has the command for each file. {count} instances:

{results}",
        version = env!("CARGO_PKG_VERSION"),
        count = suite.instances.len(),
        results = results(suite),
    );
    text + &format!(
        "
`manifest.json` has for each instance:

- its `file`, its `map`, the `command` that writes it, and the `sha256` of the uncompressed file;
- the puzzle (`family`, `rows`, `columns`, `variant`), its statement (`formulation`, `symmetry`,
  `deduce`) and the question (`bound`);
- its encodings (`amo`, `card`, `pb`, `xor`, `order`, `shape`; `none` if there is nothing to encode,
  `(auto)` after a choice of `auto`) and its `scramble`;
- `variables`, the `auxiliary` ones among them, `constraints` and their `literals`;
- its `result`, and the known bounds of the `optimum` (`lower_bound`, `upper_bound`).

`left_out` names omitted instances, with the reason: formulas that differ in comments only are
written once. quarrel found the results: answers checked by the rules of the puzzle, and proofs by
search within {conflicts} conflicts.
`instances.csv` in each folder has the same data as a table.

The map decodes an answer, which is checked by the rules:

    xz -dc FOLDER/NAME.cnf.xz > NAME.cnf
    your-solver NAME.cnf > output
    quarrel decode --map maps/NAME.cnf.json output

**To submit it** (SAT Competition, MaxSAT Evaluation): add the names of the authors to
`description.tex` in the folder of the format, make a PDF with LaTeX and the class IEEEtran, and
pack it with the instances. The SAT Competition requires at least ten instances that MiniSat does
not solve in a minute:

    for file in cnf/*.cnf.xz; do
      xz -dc $file > instance.cnf
      timeout 60 minisat instance.cnf > /dev/null || [ $? -ne 124 ] || echo $file
    done
",
        conflicts = suite.conflicts,
    )
}

/// Returns a table in Markdown, with a row for each format. The table has the number of instances
/// with each result. If an instance asks only for an answer, its result cannot be an optimum. So if
/// all formats ask only for an answer, the column of optima is left out. If only some formats do
/// so, a dash replaces the number of optima in their rows.
fn results(suite: &Suite) -> String {
    let asks_optimum = |name: &str| {
        export::find_format(name).is_some_and(|format| format.asks != FileQuestion::Decision)
    };
    let formats = distinct(suite.instances.iter().map(|one| one.map.format.as_str()));
    let has_optima = formats.iter().any(|format| asks_optimum(format));
    let columns = [
        ("instances", ""),
        ("satisfiable", "satisfiable"),
        ("unsatisfiable", "unsatisfiable"),
        ("optimum known", "optimal"),
        ("not known", "unknown"),
    ];
    let shown_columns =
        columns.into_iter().filter(|&(_, result)| has_optima || result != "optimal");
    let heads: String = shown_columns.clone().map(|(head, _)| format!(" {head} |")).collect();
    let rule = "---|".repeat(shown_columns.clone().count());
    let mut text = format!("| folder |{heads}\n|---|{rule}\n");
    for format in formats {
        let cells = shown_columns.clone().map(|(_, result)| {
            match suite
                .instances
                .iter()
                .filter(|one| one.map.format == format)
                .filter(|one| result.is_empty() || one.result() == result)
                .count()
            {
                0 if result == "optimal" && !asks_optimum(format) => " – |".to_owned(),
                number => format!(" {number} |"),
            }
        });
        let cell_text: String = cells.collect();
        writeln!(text, "| `{format}` |{cell_text}").expect("writing to a string does not fail");
    }
    text
}

/// Returns the description of the instances in one format, in LaTeX. `instances` must be the
/// instances in this format. If the format has no clauses, the literature is left out.
pub(super) fn in_latex(format: &Format, instances: &[&SuiteInstance]) -> String {
    let mut text = format!(
        "\\documentclass[conference]{{IEEEtran}}
\\usepackage[T1]{{fontenc}}
\\begin{{document}}
\\title{{Grid Puzzles in {FORMAT}}}
% The authors are those who submit the instances.
\\author{{\\IEEEauthorblockN{{Your Name}}\\IEEEauthorblockA{{Your affiliation, your address}}}}
\\maketitle

\\section{{Problems}}
The instances are grid puzzles, stated as constraints and written by quarrel {version}.

",
        FORMAT = format.name.to_uppercase(),
        version = env!("CARGO_PKG_VERSION"),
    );
    for family in distinct(instances.iter().map(|one| one.family.name)) {
        let family = filter_instances(instances, |one| one.family.name == family)[0].family;
        let (name, summary, source) = (family.name, family.summary, family.source);
        let item = format!(
            "\\textbf{{{name}}}: {}. Source: {}.",
            escape_latex(summary),
            escape_latex(source)
        );
        writeln!(text, "{item}\n").expect("writing to a string does not fail");
    }
    text += "\\section{Encoding}\n";
    text += &encoding(format, instances);
    text += "\n\\section{Parameters}\n";
    text += PARAMETERS;
    text += &table(instances);
    if format.has_clauses {
        text += &literature(instances);
    }
    text + "\\end{document}\n"
}

/// The section on parameters, in LaTeX.
const PARAMETERS: &str = "The name of a file begins with the family and the size of the board, or the
name of the board. The options of quarrel that distinguish instances of one puzzle follow, and then the
question: \\emph{le} and a number asks for an answer of at most that value, \\emph{ge} for one of at
least that value. Files without these ask for the optimum, or for any answer if there is no objective.
If the optimum is proved, one instance asks for its value, and one for the next better value.
Otherwise there are up to three: for the value of the best answer, for the next better value, and
for the first value that is proved impossible. Every file begins with the command that writes it.
Known results are answers that were checked by the rules of the puzzle, and proofs by search with
CaDiCaL.

";

/// Returns the description of the formulations and encodings of instances, in LaTeX. If the format
/// has no clauses, the description states this instead of the encodings.
fn encoding(format: &Format, instances: &[&SuiteInstance]) -> String {
    let mut text = String::new();
    for family in distinct(instances.iter().map(|one| one.family.name)) {
        let ours = filter_instances(instances, |one| one.family.name == family);
        for name in distinct(ours.iter().map(|one| one.map.formulation.as_str())) {
            let formulations = ours[0].family.formulations;
            let description =
                formulations.iter().find(|row| row.name == name).map_or("", |row| row.summary);
            let line = format!(
                "{family}, formulation {}: {}.",
                escape_latex(name),
                escape_latex(description)
            );
            writeln!(text, "{line}\n").expect("writing to a string does not fail");
        }
    }
    if !format.has_clauses {
        return text
            + "Each constraint is written as the problem states it, without clauses that encode it.\n";
    }
    let cited = KINDS.map(|(kind, option)| (kind, citations(instances, option))).into_iter();
    let written = cited.filter(|(_, cited)| !cited.is_empty()).map(|(kind, cited)| {
        let names = cited.into_iter().map(|(name, citation)| match citation {
            "" => name.to_owned(),
            _ => format!("{name}~\\cite{{{kind} {name}}}"),
        });
        format!("{kind} by {}", names.collect::<Vec<_>>().join(", "))
    });
    let written_text = written.collect::<Vec<_>>().join("; ");
    let written = match written_text.as_str() {
        "" => String::new(),
        written => format!("The constraints are encoded as follows: {written}. "),
    };
    text + &format!(
        "{written}The first lines of a file state the deductions from the puzzle, and
whether its symmetries are broken.\n"
    )
}

/// The kinds of constraints with an encoding, each with the option that chooses it.
const KINDS: [(&str, &str); 5] = [
    ("at most one", "amo"),
    ("cardinality", "card"),
    ("weights", "pb"),
    ("integers", "int"),
    ("parity", "xor"),
];

/// Returns the encodings that instances use for one kind of constraint. Each encoding occurs once,
/// with its publication. `kind` is the option that chooses the encoding, such as `amo`. If the
/// encoding has no publication, the publication is an empty text.
fn citations<'a>(instances: &[&'a SuiteInstance], kind: &str) -> Vec<(&'a str, &'static str)> {
    let names = instances
        .iter()
        .flat_map(|one| one.map.encodings.kinds())
        .filter(|(option, _)| *option == kind)
        .flat_map(|(_, chosen)| &chosen.names);
    let citation = |name: &str| {
        let row = EncodingRow::for_option(kind).find(|row| row.name() == name);
        row.map_or("", EncodingRow::citation)
    };
    distinct(names.map(|name| (name.as_str(), citation(name))))
}

/// Returns the LaTeX table with the number of instances of each family and result. An instance with
/// a known optimum counts as satisfiable.
fn table(instances: &[&SuiteInstance]) -> String {
    let mut text =
        "\\begin{center}\\begin{tabular}{lrrrr}\nfamily & instances & sat & unsat & unknown \\\\ \\hline\n"
            .to_owned();
    for family in distinct(instances.iter().map(|one| one.family.name)) {
        let ours = filter_instances(instances, |one| one.family.name == family);
        let results = [&["satisfiable", "optimal"][..], &["unsatisfiable"], &["unknown"]];
        let numbers = results
            .map(|results| filter_instances(&ours, |one| results.contains(&one.result())).len());
        let cells = std::iter::once(ours.len())
            .chain(numbers)
            .map(|number| number.to_string())
            .collect::<Vec<_>>()
            .join(" & ");
        writeln!(text, "{family} & {cells} \\\\").expect("writing to a string does not fail");
    }
    text + "\\end{tabular}\\end{center}\n\n"
}

/// Returns the LaTeX bibliography of the encodings. It is empty if none of them has a publication.
fn literature(instances: &[&SuiteInstance]) -> String {
    let mut items = String::new();
    for (kind, option) in KINDS {
        for (name, citation) in citations(instances, option).iter().filter(|row| !row.1.is_empty())
        {
            let item = format!("\\bibitem{{{kind} {name}}} {}.", escape_latex(citation));
            writeln!(items, "{item}").expect("writing to a string does not fail");
        }
    }
    match items.as_str() {
        "" => items,
        _ => format!("\\begin{{thebibliography}}{{9}}\n{items}\\end{{thebibliography}}\n"),
    }
}

/// Returns the instances that `wanted` accepts.
fn filter_instances<'a>(
    instances: &[&'a SuiteInstance],
    wanted: impl Fn(&SuiteInstance) -> bool,
) -> Vec<&'a SuiteInstance> {
    instances.iter().copied().filter(|one| wanted(one)).collect()
}

/// Returns a text with its special characters escaped for LaTeX, and its invisible characters made
/// visible.
fn escape_latex(text: &str) -> String {
    let mut escaped = String::new();
    for letter in escape_invisible(text).chars() {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => escaped += "\\textbackslash{}",
            '^' => escaped += "\\^{}",
            '~' => escaped += "\\~{}",
            _ => escaped.push(letter),
        }
    }
    escaped
}
