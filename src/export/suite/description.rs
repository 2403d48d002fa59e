//! What a set of instances says of itself: a page to read first, and for each format the description
//! that the competitions ask for, in LaTeX.

use std::fmt::Write;

use super::{Instance, Suite};
use crate::encode::Encodings;
use crate::export::Format;

/// The page to read first.
pub(super) fn readme(suite: &Suite) -> String {
    let mut text = format!(
        "# Instances of grid puzzles

Written by quarrel {version}; `manifest.json` has the command for each file. {count} instances:

| folder | instances | satisfiable | unsatisfiable | optimum known | not known |
|---|---|---|---|---|---|
",
        version = env!("CARGO_PKG_VERSION"),
        count = suite.instances.len(),
    );
    for format in formats(suite) {
        let of = |result: &str| {
            let instances = suite.instances.iter().filter(|one| one.map.format == format);
            instances.filter(|one| result.is_empty() || one.result() == result).count()
        };
        let results = ["", "satisfiable", "unsatisfiable", "optimal", "unknown"].map(of);
        let cells = results.map(|number| number.to_string()).join(" | ");
        writeln!(text, "| `{format}` | {cells} |").expect("a string takes all");
    }
    text + &format!(
        "
`manifest.json` says of each: its `file` and its `map`, the `command` that writes it, the `sha256`
before it is compressed, `variables` and `constraints`, the result `expected` and what is known of the
`optimum` (`lower_bound`, `upper_bound`). What is known was found by quarrel: an answer that was
checked by the rules of the puzzle, or a proof by its search within {conflicts} conflicts.
`instances.csv` in each folder has the results alone.

An answer is read with the map, and checked by the rules:

    xz -dc FOLDER/NAME.cnf.xz > NAME.cnf
    your-solver NAME.cnf > output
    quarrel decode --map maps/NAME.cnf.json output

**To hand it in** (SAT Competition, MaxSAT Evaluation): `description.tex` in the folder of the format
wants the names of the authors, and makes a PDF with LaTeX and the class IEEEtran; pack the instances
with it. The SAT Competition wants ten instances at least that MiniSat does not solve in a minute:

    for file in cnf/*.cnf.xz; do
      xz -dc $file > instance.cnf
      timeout 60 minisat instance.cnf > /dev/null || [ $? -ne 124 ] || echo $file
    done
",
        conflicts = suite.conflicts,
    )
}

fn formats(suite: &Suite) -> Vec<&str> {
    let mut formats: Vec<&str> = Vec::new();
    for instance in &suite.instances {
        if !formats.contains(&instance.map.format.as_str()) {
            formats.push(&instance.map.format);
        }
    }
    formats
}

/// The description of the instances in a format.
pub(super) fn in_latex(format: &Format, instances: &[&Instance]) -> String {
    let mut text = format!(
        "\\documentclass[conference]{{IEEEtran}}
\\usepackage[T1]{{fontenc}}
\\begin{{document}}
\\title{{Grid Puzzles in {FORMAT}}}
% The authors are whoever hands the instances in.
\\author{{\\IEEEauthorblockN{{Your Name}}\\IEEEauthorblockA{{Your affiliation, your address}}}}
\\maketitle

\\section{{Problems}}
The instances are grid puzzles, stated as constraints and written by quarrel {version}.

",
        FORMAT = format.name.to_uppercase(),
        version = env!("CARGO_PKG_VERSION"),
    );
    for family in distinct(instances, |one| one.family.name) {
        let family = of(instances, |one| one.family.name == family)[0].family;
        let (name, about, source) = (family.name, family.about, family.source);
        let item = format!("\\textbf{{{name}}}: {}. Source: {}.", escaped(about), escaped(source));
        writeln!(text, "{item}\n").expect("a string takes all");
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

const PARAMETERS: &str = "The name of a file begins with the family and the size of the board, or the
name of the board; then come the options of quarrel by which instances of one puzzle differ, and the
question: \\emph{le} and a number asks for an answer of at most that value, \\emph{ge} for one of at
least that value. Without either the optimum is asked for, or any answer where nothing is counted. On
both sides of an optimum that a search proves there is an instance; where the optimum is not known, one
lies between the best answer and the bound that is proved. Every file opens with the command that writes it. Known
results come from answers that were checked by the rules of the puzzle, and from proofs by search with
CaDiCaL.

";

/// How puzzles are stated and constraints written.
fn encoding(format: &Format, instances: &[&Instance]) -> String {
    let mut text = String::new();
    for family in distinct(instances, |one| one.family.name) {
        let ours = of(instances, |one| one.family.name == family);
        for name in distinct(&ours, |one| one.map.formulation.as_str()) {
            let formulations = ours[0].family.formulations;
            let about =
                formulations.iter().find(|row| row.name == name).map_or("", |row| row.about);
            let line = format!("{family}, formulation {}: {}.", escaped(name), escaped(about));
            writeln!(text, "{line}\n").expect("a string takes all");
        }
    }
    if !format.has_clauses {
        return text + "Constraints are written as they are stated.\n";
    }
    let written = KINDS.iter().map(|&(kind, row)| {
        let names = cited(instances, row).into_iter().map(|(name, citation)| match citation {
            "" => name.to_owned(),
            _ => format!("{name}~\\cite{{{kind} {name}}}"),
        });
        format!("{kind} by {}", names.collect::<Vec<_>>().join(", "))
    });
    let written = written.collect::<Vec<_>>().join("; ");
    text + &format!(
        "Clauses say {written}. What is deduced of a puzzle beforehand, and whether its symmetries are
broken, stands in the first lines of a file.\n"
    )
}

/// The name and the citation of the encoding of a kind of constraint.
type Row = fn(&Encodings) -> Option<(&'static str, &'static str)>;

/// The kinds of constraints.
const KINDS: &[(&str, Row)] = &[
    ("at most one", |encodings| encodings.at_most_one.map(|row| (row.name, row.citation))),
    ("cardinality", |encodings| encodings.cardinality.map(|row| (row.name, row.citation))),
    ("parity", |encodings| encodings.parity.map(|row| (row.name, row.citation))),
];

/// The encodings of a kind that instances use; `auto` cites nothing.
fn cited(instances: &[&Instance], row: Row) -> Vec<(&'static str, &'static str)> {
    let mut cited = Vec::new();
    for instance in instances {
        let row = row(&instance.encodings).unwrap_or(("auto", ""));
        if !cited.contains(&row) {
            cited.push(row);
        }
    }
    cited
}

/// How many instances there are of each kind, by their results.
fn table(instances: &[&Instance]) -> String {
    let mut text =
        "\\begin{center}\\begin{tabular}{lrrrr}\nfamily & instances & sat & unsat & unknown \\\\ \\hline\n"
            .to_owned();
    for family in distinct(instances, |one| one.family.name) {
        let ours = of(instances, |one| one.family.name == family);
        let number = |results: &[&str]| of(&ours, |one| results.contains(&one.result())).len();
        let row = [
            ours.len(),
            number(&["satisfiable", "optimal"]),
            number(&["unsatisfiable"]),
            number(&["unknown"]),
        ];
        let cells = row.map(|number| number.to_string()).join(" & ");
        writeln!(text, "{family} & {cells} \\\\").expect("a string takes all");
    }
    text + "\\end{tabular}\\end{center}\n\n"
}

/// What the encodings cite.
fn literature(instances: &[&Instance]) -> String {
    let mut items = String::new();
    for &(kind, row) in KINDS {
        for (name, citation) in cited(instances, row).iter().filter(|row| !row.1.is_empty()) {
            let item = format!("\\bibitem{{{kind} {name}}} {}.", escaped(citation));
            writeln!(items, "{item}").expect("a string takes all");
        }
    }
    match items.as_str() {
        "" => items,
        _ => format!("\\begin{{thebibliography}}{{9}}\n{items}\\end{{thebibliography}}\n"),
    }
}

fn of<'a>(instances: &[&'a Instance], wanted: impl Fn(&Instance) -> bool) -> Vec<&'a Instance> {
    instances.iter().copied().filter(|one| wanted(one)).collect()
}

fn distinct<'a>(instances: &[&'a Instance], key: impl Fn(&'a Instance) -> &'a str) -> Vec<&'a str> {
    let mut keys: Vec<&str> = Vec::new();
    for &instance in instances {
        let key = key(instance);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// A text as LaTeX sets it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
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
