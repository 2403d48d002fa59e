//! The values of each argument with descriptions, for completions and manual pages.
//!
//! The values come from the program's tables (of families, encodings, formats and others), or from
//! the grammar. [`ROWS`] says which table belongs to the name of an argument. If an argument takes
//! a list, the last item is completed, and earlier items are not offered again.

use std::fmt;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

#[cfg(feature = "compare")]
use crate::compare::{presets::PRESETS, summary::MEASURES};
use crate::deduce::Rule;
use crate::encode::{EncodingRow, Order, Shape};
use crate::export::FORMATS;
use crate::family::Family;
use crate::grid::distinct;
use crate::puzzle::Request;
use crate::search::{CutClass, STRATEGIES};
use crate::selection::SelectableRow;
use crate::solver::Mode;
use crate::source::Source;

/// A value that can be completed, or listed in a manual page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Candidate {
    /// The text that replaces the typed word.
    pub value: String,
    /// The description, which may be empty.
    pub description: String,
}

impl Candidate {
    pub fn new(value: impl Into<String>, description: impl Into<String>) -> Candidate {
        Candidate { value: value.into(), description: description.into() }
    }
}

/// The kind of values that the shell adds to the candidates, since only the shell knows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) enum ShellValues {
    /// No values: the candidates are complete.
    #[default]
    Nothing,
    Files,
    Folders,
    /// The programs that the shell can run.
    Commands,
}

/// The values that can be in one place of a command line.
#[derive(Debug, Default)]
pub(in crate::cli) struct PlaceValues {
    /// The values from the program's tables or its grammar.
    pub known: Vec<Candidate>,
    /// The values that the shell adds.
    pub beyond: ShellValues,
}

impl From<&PossibleValue> for Candidate {
    fn from(value: &PossibleValue) -> Candidate {
        let description = value.get_help().map(ToString::to_string).unwrap_or_default();
        Candidate::new(value.get_name(), description)
    }
}

impl PlaceValues {
    /// Returns a place with the values `known`, to which the shell adds no values.
    fn from_known(known: Vec<Candidate>) -> PlaceValues {
        PlaceValues { known, beyond: ShellValues::Nothing }
    }

    /// Returns a place whose values only the shell knows.
    fn from_shell(beyond: ShellValues) -> PlaceValues {
        PlaceValues { known: Vec::new(), beyond }
    }

    /// Adds the values of `other`. The shell can add values of one kind only. So if it adds values
    /// to both `self` and `other`, only the kind for `other` is kept.
    pub fn add(&mut self, other: PlaceValues) {
        self.known.extend(other.known);
        if other.beyond != ShellValues::Nothing {
            self.beyond = other.beyond;
        }
    }

    /// Puts a text before each known value. The values that the shell adds stay as they are.
    pub fn with_prefix(mut self, text: &str) -> PlaceValues {
        self.known.iter_mut().for_each(|candidate| candidate.value.insert_str(0, text));
        self
    }
}

impl fmt::Display for PlaceValues {
    /// Writes a line for each known value: the value, a tab, and its description. If the shell adds
    /// values, a last line has a tab and the word `files`, `folders` or `commands`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Candidate { value, description } in &self.known {
            writeln!(f, "{value}\t{description}")?;
        }
        match self.beyond {
            ShellValues::Nothing => Ok(()),
            ShellValues::Files => writeln!(f, "\tfiles"),
            ShellValues::Folders => writeln!(f, "\tfolders"),
            ShellValues::Commands => writeln!(f, "\tcommands"),
        }
    }
}

/// The parts of a command line on which the values of an argument depend.
pub(in crate::cli) struct ValueContext<'a> {
    /// All families of the program.
    pub families: &'a [&'static Family],
    /// The families that the command line names, or all families if it names none.
    pub meant: &'a [&'static Family],
    /// Whether the command line names a family. If it does, `meant` has only the named families.
    pub names_family: bool,
    /// The grammar of the whole program, for the names of manual pages.
    pub grammar: &'a Command,
}

/// An argument, and the function that returns its possible values. The argument is named by its ID
/// or else by its long name. The function gets the part of a value that is typed so far.
struct ValueRow(&'static str, fn(&ValueContext, &str) -> PlaceValues);

/// The arguments whose values come from the program's tables. If a row has the ID of an argument
/// and another row has its long name, the row with the ID counts. The values of an argument without
/// a row are files, folders, or the values in the grammar.
const ROWS: &[ValueRow] = &[
    ValueRow("family", families),
    ValueRow("explain", families),
    ValueRow("formulation", |scene, _| {
        family_values(scene, |family| {
            family.formulations.iter().map(|row| Candidate::new(row.name, row.summary)).collect()
        })
    }),
    ValueRow("variant", |scene, _| family_values(scene, variants)),
    ValueRow("input", |scene, _| family_values(scene, formats)),
    ValueRow("difficulty", |scene, _| family_values(scene, levels)),
    ValueRow("amo", |_, _| encodings("amo")),
    ValueRow("card", |_, _| encodings("card")),
    ValueRow("pb", |_, _| encodings("pb")),
    ValueRow("int", |_, _| encodings("int")),
    ValueRow("xor", |_, _| encodings("xor")),
    ValueRow("subject", |scene, typed| {
        if scene.names_family {
            PlaceValues::from_shell(ShellValues::Files)
        } else {
            encodings_of_all_tables(typed)
        }
    }),
    ValueRow("order", |_, _| {
        from_rows(
            Order::usages().map(|(name, description)| (name.trim_end_matches("SEED"), description)),
        )
    }),
    ValueRow("shape", |_, typed| shapes(typed)),
    ValueRow("deduce", |_, typed| selections::<Rule>(typed)),
    ValueRow("symmetry", |_, _| {
        from_rows([
            ("auto", "if one answer or the optimum is asked for"),
            ("on", "always"),
            ("off", "never"),
            ("found", "always, detected symmetries instead of declared ones"),
        ])
    }),
    ValueRow("construct", |_, _| from_rows([("on", "do it"), ("off", "leave it")])),
    ValueRow("clash", |_, _| from_rows([("on", "explain what clashes"), ("off", "leave it")])),
    ValueRow("search", |_, _| from_rows(STRATEGIES.iter().map(|row| (row.name, row.summary)))),
    ValueRow("cuts", |_, typed| selections::<CutClass>(typed)),
    ValueRow("mode", |_, _| {
        from_rows(
            Mode::ALL
                .iter()
                .map(|&(name, mode)| (name, describe_restarts(mode)))
                .chain([("auto", "the best known")]),
        )
    }),
    ValueRow("solver", |_, _| solvers()),
    ValueRow("checker", |_, _| PlaceValues {
        known: vec![Candidate::new("veripb", "the checker of VeriPB's proofs")],
        beyond: ShellValues::Commands,
    }),
    ValueRow("to", |_, _| from_rows(FORMATS.iter().map(|row| (row.name, row.description)))),
    ValueRow("to-board", |scene, _| family_values(scene, formats)),
    ValueRow("ask", |_, _| {
        from_rows([
            ("optimum", "the best answer, proved"),
            ("sat", "an answer as good as the best"),
            ("unsat", "the refutation of the next better value"),
        ])
    }),
    #[cfg(feature = "compare")]
    ValueRow("measure", |_, _| from_rows(MEASURES.iter().map(|row| (row.name, row.noun)))),
    #[cfg(feature = "compare")]
    ValueRow("grid", |_, _| {
        let presets = PRESETS.iter().map(|row| Candidate::new(row.name, row.purpose())).collect();
        PlaceValues { known: presets, beyond: ShellValues::Files }
    }),
    ValueRow("verb", |scene, _| PlaceValues::from_known(pages(scene.grammar))),
];

/// The arguments whose values are files. Each is named by its long name, or by its ID if it has
/// none.
const FILES: &[&str] = &[
    "board",
    "boards",
    "answer",
    "output",
    "printed",
    "map",
    "formula",
    "kernel",
    "start",
    "results",
    "pilot",
    "report",
    "measurements",
    "csv",
    "latex",
    "json",
    "html",
];

/// The arguments whose values are folders. Each is named by its long name, or by its ID if it has
/// none.
const FOLDERS: &[&str] = &["figures", "folder", "install", "plan", "proof"];

/// The arguments whose lists accept `all`, which means all values.
const WITH_ALL: &[&str] = &["formulation", "amo", "card", "pb", "int", "xor", "order", "shape"];

/// Returns the long name of an argument, or its ID if it has none.
pub(in crate::cli) fn argument_name(argument: &Arg) -> &str {
    argument.get_long().unwrap_or(argument.get_id().as_str())
}

/// Returns the values of an argument that begin with `typed`, the typed part of its value. If the
/// argument takes a list, completes the last item of `typed`. Each returned value then contains the
/// earlier items, and values that the list already has are left out. Values that the shell adds are
/// not filtered.
pub(in crate::cli) fn matching(argument: &Arg, scene: &ValueContext, typed: &str) -> PlaceValues {
    let list = argument.get_value_delimiter().and_then(|comma| typed.rfind(comma));
    let (before, item) = typed.split_at(list.map_or(0, |comma| comma + 1));
    let mut values = unfiltered(argument, scene, item);
    values.known.retain(|candidate| {
        let is_listed = before.split(',').any(|other| other == candidate.value);
        candidate.value.starts_with(item) && !is_listed
    });
    values.with_prefix(before)
}

/// Returns the values of an argument, even those that do not begin with `item`. `item` is the typed
/// text of one value. Some tables have more values once a letter is typed. Leaves out families that
/// the command (such as `solve`) does not accept. Adds `all` if the argument is a list in
/// [`WITH_ALL`].
fn unfiltered(argument: &Arg, scene: &ValueContext, item: &str) -> PlaceValues {
    let name = argument_name(argument);
    let row = |name: &str| ROWS.iter().find(|row| row.0 == name);
    let mut values = match row(argument.get_id().as_str()).or_else(|| row(name)) {
        Some(ValueRow(_, values)) => values(scene, item),
        None if FILES.contains(&name) => PlaceValues::from_shell(ShellValues::Files),
        None if FOLDERS.contains(&name) => PlaceValues::from_shell(ShellValues::Folders),
        None => grammar_values(argument),
    };
    if name == "family" {
        // A command may accept only some of the families.
        let accepted = argument.get_possible_values();
        let is_accepted = |value: &str| accepted.iter().any(|known| known.matches(value, true));
        values.known.retain(|candidate| accepted.is_empty() || is_accepted(&candidate.value));
    }
    if argument.get_value_delimiter().is_some() && WITH_ALL.contains(&name) {
        values.known.push(Candidate::new("all", "each of them"));
    }
    values
}

/// Returns the values that the grammar lists, except hidden ones. Returns no values for an argument
/// that takes none.
fn grammar_values(argument: &Arg) -> PlaceValues {
    if !argument.get_num_args().is_some_and(|number| number.takes_values()) {
        return PlaceValues::default();
    }
    let values = argument.get_possible_values();
    let shown = values.iter().filter(|value| !value.is_hide_set()).map(Candidate::from).collect();
    PlaceValues::from_known(shown)
}

/// Returns values from pairs of a name and a description.
fn from_rows(rows: impl IntoIterator<Item = (&'static str, &'static str)>) -> PlaceValues {
    PlaceValues::from_known(
        rows.into_iter().map(|(name, description)| Candidate::new(name, description)).collect(),
    )
}

/// Returns the encodings from which an option chooses, and `auto`. Each encoding is listed with its
/// publication. `option` is written without dashes.
fn encodings(option: &str) -> PlaceValues {
    let table = EncodingRow::for_option(option).map(|row| (row.name(), row.citation()));
    from_rows(table.chain([("auto", "the best known for each")]))
}

/// Returns the encodings of all tables, and then the words that mean a whole list. These words are
/// the option and the kind of each table, `order` and `shape`. A name in several tables is also
/// listed with the option of each table (`card:bdd`). If `typed` contains a colon, every name is
/// also listed with its option.
fn encodings_of_all_tables(typed: &str) -> PlaceValues {
    let mut known: Vec<Candidate> = Vec::new();
    for row in EncodingRow::all() {
        let (name, citation) = (row.name(), row.citation());
        let several = EncodingRow::all().filter(|other| other.name() == name).count() > 1;
        let description = if several { "each of that name" } else { citation };
        if known.iter().all(|other| other.value != name) {
            known.push(Candidate::new(name, description));
        }
        if several || typed.contains(':') {
            known.push(Candidate::new(format!("{}:{name}", row.option()), citation));
        }
    }
    for (option, kind) in EncodingRow::OPTIONS.into_iter().zip(EncodingRow::KINDS) {
        let description = format!("the encodings of --{option}");
        known.extend([option, kind].map(|word| Candidate::new(word, description.clone())));
    }
    known.extend(
        [("order", "the literal orders"), ("shape", "the counter shapes")]
            .map(|(word, description)| Candidate::new(word, description)),
    );
    PlaceValues::from_known(known)
}

/// Returns the families by name or, if no name begins with `typed`, by alias. Candidates that do
/// not begin with `typed` are not left out.
fn families(scene: &ValueContext, typed: &str) -> PlaceValues {
    let mut known: Vec<Candidate> =
        scene.families.iter().map(|family| Candidate::new(family.name, family.summary)).collect();
    if !known.iter().any(|candidate| candidate.value.starts_with(typed)) {
        known.clear();
        for family in scene.families {
            known.extend(family.also.iter().map(|also| Candidate::new(also.name, family.summary)));
        }
    }
    PlaceValues::from_known(known)
}

/// Returns the candidates that `rows` gives for the families on the command line, or for all
/// families if it names none. If there are several families, each description begins with the
/// family's name. A value of several families is listed once, with all their descriptions.
fn family_values(scene: &ValueContext, rows: impl Fn(&Family) -> Vec<Candidate>) -> PlaceValues {
    let mut known: Vec<Candidate> = Vec::new();
    for family in scene.meant {
        for mut row in rows(family) {
            if scene.meant.len() > 1 {
                row.description = format!("{}: {}", family.name, row.description);
            }
            match known.iter_mut().find(|other| other.value == row.value) {
                Some(other) if other.description != row.description => {
                    other.description = format!("{}; {}", other.description, row.description);
                }
                Some(_) => {}
                None => known.push(row),
            }
        }
    }
    PlaceValues::from_known(known)
}

/// Returns the formats in which texts of a family's boards are written.
fn formats(family: &Family) -> Vec<Candidate> {
    family.formats.iter().map(|row| Candidate::new(row.name, row.summary)).collect()
}

/// Returns the variants of a family. If a variant has a value, its name ends in `=`, and its
/// description ends in the range of the value.
fn variants(family: &Family) -> Vec<Candidate> {
    let row = |row: &crate::family::Variant| match &row.value {
        None => Candidate::new(row.name, row.summary),
        Some((place, range)) => {
            let range = format!("{place} from {} to {}", range.start(), range.end());
            Candidate::new(format!("{}=", row.name), format!("{}; {range}", row.summary))
        }
    };
    family.variants.iter().map(row).collect()
}

/// Returns the levels of difficulty of the boards that quarrel generates for a family. They are the
/// levels of the family's first example board whose hints have levels. Returns no levels if quarrel
/// generates no boards of this family, or if no example has levels.
fn levels(family: &Family) -> Vec<Candidate> {
    let of_example = |format: &crate::family::Format| {
        let board = Some(Source::new("example", format.example).into());
        let opened = family.open(&Request { board, ..Request::default() }).ok()?;
        let puzzle = opened.as_puzzle()?;
        let scale = family.formulations.iter().find_map(|row| puzzle.view(row)?.scale())?;
        Some(scale.0.iter().map(|level| Candidate::new(level.name, level.technique)).collect())
    };
    family
        .formats
        .iter()
        .filter(|_| family.maker.is_some())
        .filter_map(of_example)
        .next()
        .unwrap_or_default()
}

/// Returns the names of shapes (trees of counters), each once and with a description. The names are
/// `auto` and those in [`Shape::USUAL`] and [`Shape::ALONG_AT_MOST_ONES`]. Once a letter is typed,
/// further names are added for each partition of the board in [`Shape::usual_partitions`]: a
/// balanced tree, a chain, and a beginning that ends with `+`. Each of these names begins with the
/// partitions that are typed up to the last `+`. Those partitions are not offered again. After a
/// `+`, neither `auto` nor a shape along at-most-ones is returned. Names that do not begin with
/// `typed` are not left out.
fn shapes(typed: &str) -> PlaceValues {
    let mut names: Vec<String> = Vec::new();
    if !typed.contains('+') {
        names.push("auto".to_owned());
    }
    names.extend(Shape::USUAL.iter().map(|&name| name.to_owned()));
    if !typed.contains('+') {
        names.extend(Shape::ALONG_AT_MOST_ONES.iter().map(|&name| name.to_owned()));
    }
    if !typed.is_empty() {
        let before = &typed[..typed.rfind('+').map_or(0, |plus| plus + 1)];
        let has = |partition: &&str| before.split('+').any(|other| other == *partition);
        for partition in Shape::usual_partitions().into_iter().filter(|partition| !has(partition)) {
            let endings = ["-balanced", "-chain", "+"];
            names.extend(endings.map(|ending| format!("{before}{partition}{ending}")));
        }
    }
    let shape = |name: String| {
        let description = describe_shape(&name);
        Candidate::new(name, description)
    };
    PlaceValues::from_known(distinct(names).into_iter().map(shape).collect())
}

/// Describes how the counters of a shape add up the counted literals. A shape is known by its whole
/// name, or by the ending `+` or `-balanced`. Any other name gets the description of a chain.
fn describe_shape(shape: &str) -> &'static str {
    match shape {
        "auto" => "the best known",
        "flat" => "all literals in one encoding",
        "amo-flat" => "at-most-ones of the model, each as one literal, in one encoding",
        "amo-balanced" => "at-most-ones of the model, added up in a balanced tree",
        "amo-chain" => "at-most-ones of the model, added up in a chain",
        _ if shape.ends_with('+') => "along these lines and others",
        _ if shape.ends_with("-balanced") => "line by line, added up in a balanced tree",
        _ => "line by line, added up in a chain",
    }
}

/// Returns the candidates for names of a table's rows that are joined by `+`. There is a candidate
/// for each row that the list lacks: the typed list up to its last `+`, and then the name of this
/// row. Before the first `+` is typed, also returns `all` and `none`. Candidates that do not begin
/// with `typed` are not left out.
fn selections<T: SelectableRow>(typed: &str) -> PlaceValues {
    let before = &typed[..typed.rfind('+').map_or(0, |plus| plus + 1)];
    let named = |name: &str| before.split('+').any(|other| other == name);
    let mut known: Vec<Candidate> = T::TABLE
        .iter()
        .filter(|row| !named(row.name()))
        .map(|row| Candidate::new(format!("{before}{}", row.name()), row.summary()))
        .collect();
    if before.is_empty() {
        known.push(Candidate::new("all", format!("every {}", T::NOUN)));
        known.push(Candidate::new("none", format!("no {}", T::NOUN)));
    }
    PlaceValues::from_known(known)
}

/// Describes how often the solver restarts in a mode.
fn describe_restarts(mode: Mode) -> &'static str {
    match mode {
        Mode::Alternating => "between few restarts and many",
        Mode::Stable => "with few restarts",
        Mode::Focused => "with many restarts",
    }
}

/// Returns the embedded solver, and for each format the prefix before the command of an external
/// solver that reads this format, such as `lp:`. The shell adds the names of programs.
fn solvers() -> PlaceValues {
    let mut known = vec![Candidate::new("cadical", "built in")];
    known.extend(
        FORMATS.iter().map(|row| Candidate::new(format!("{}:", row.name), row.description)),
    );
    PlaceValues { known, beyond: ShellValues::Commands }
}

/// Returns commands (such as `solve`) and subcommands with their descriptions. They have the names
/// of their manual pages (`VERB` and `VERB-SUBCOMMAND`). The commands come in the order of the
/// help, and each is followed by its subcommands. Hidden commands are left out, but hidden
/// subcommands are not. The command `help` itself is listed, but its subcommands are left out, and
/// so are all subcommands with the name `help`.
pub(in crate::cli) fn pages(grammar: &Command) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut verbs: Vec<&Command> =
        grammar.get_subcommands().filter(|verb| !verb.is_hide_set()).collect();
    verbs.sort_by_key(|verb| verb.get_display_order());
    for verb in verbs {
        let describe =
            |verb: &Command| verb.get_about().map(ToString::to_string).unwrap_or_default();
        found.push(Candidate::new(verb.get_name(), describe(verb)));
        // The subcommand `help` of a command contains copies of the command's other subcommands.
        let below = verb.get_subcommands().filter(|below| below.get_name() != "help");
        for below in below.filter(|_| verb.get_name() != "help") {
            let name = format!("{}-{}", verb.get_name(), below.get_name());
            found.push(Candidate::new(name, describe(below)));
        }
    }
    found
}
