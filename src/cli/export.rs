//! `quarrel export`: writes a puzzle as a formula for another solver. It can also write a map, with
//! which the solver's answer is decoded. Or it writes a set of instances.

use std::io;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::board::{self, BoardArgs, BoardTerms};
use super::headings;
use super::model_args::ModelArgs;
use super::numbers;
use super::output::{self, OutputTarget, deliver};
use super::{
    Ending, Failure, Invocation, TypedWords, VerbArgs, find_family, note, note_remarks, shell,
    words,
};
use crate::export::compress::{self, Compression};
use crate::export::map::Map;
use crate::export::{self, Export, FORMATS, Format};
use crate::question::PosedQuestion;
use crate::source::Refusal;

use suite::ExportSuite;

mod suite;

/// The arguments of `export`: for one formula, or for a set of instances.
pub(super) enum ExportVerb {
    /// One formula.
    Formula(ExportFormula),
    /// A set of instances (`--suite`).
    Suite(suite::ExportSuite),
}

/// Write a puzzle as a formula for another solver, or a set of instances
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExportFormula {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    model_args: ModelArgs,
    /// Format of the formula: cnf, wcnf, opb, wbo, lp, mps, knf, cnf+, xnf or icnf; by default from
    /// the ending of the -o file
    #[arg(long = "to", value_name = "FORMAT", value_parser = PossibleValuesParser::new(FORMATS.iter().map(|row| row.name)), help_heading = headings::OUTPUT)]
    format: Option<String>,
    /// Write to a file, compressed if its name ends in .gz, .xz or .zst; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = headings::OUTPUT)]
    output: OutputTarget,
    /// Rename and negate variables, and shuffle clauses and literals, with this seed; for cnf, wcnf
    /// and icnf. Equal seeds write equal files
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::OUTPUT, hide_short_help = true)]
    scramble: Option<u64>,
    /// Also write a map, with which `quarrel decode` reads a solver's answer
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT)]
    map: Option<OutputTarget>,
}

/// The end of the help of `quarrel export`: examples, and the formats.
const EXAMPLES: &str = "Examples:
  quarrel export gunport --size 10 --bound 33 --to cnf | kissat
  quarrel export gunport --size 10 -o gunport.wcnf.xz --map gunport.json
  quarrel export abbott-window --size 9 -o window.lp
  quarrel export model problem.opb -o problem.wcnf --map problem.json
  quarrel export --suite instances --family gunport --card totalizer,sequential

Formats:
  cnf   a decision in clauses: with an objective, give --bound
  wcnf  an optimum in hard and soft clauses
  opb   linear constraints over 0 and 1, an optimum or with --bound a decision
  wbo   the same optimum by constraints that may be broken at a cost
  lp    a mixed integer program, an optimum or with --bound a decision
  mps   the same program by columns, always a minimum
  knf   a decision in clauses and cardinality constraints
  cnf+  the same, as MiniCARD and PySAT read it
  xnf   a decision in clauses and XOR constraints
  icnf  one formula and all its bounds as assumptions";

impl VerbArgs for ExportVerb {
    fn validate_options(&self) -> Result<(), Refusal> {
        match self {
            ExportVerb::Formula(one) => one.validated_format().map(drop),
            ExportVerb::Suite(_) => Ok(()),
        }
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        match self {
            ExportVerb::Formula(one) => Some(one.board.terms_and_names()),
            ExportVerb::Suite(_) => None,
        }
    }

    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        match self {
            ExportVerb::Formula(one) => one.run(called),
            ExportVerb::Suite(suites) => suites.run(called),
        }
    }
}

/// `--suite` is a subcommand that looks like an option, since it has its own arguments.
impl Args for ExportVerb {
    /// Adds two groups of arguments. The arguments of [`ExportFormula`] are added to the command
    /// itself. The arguments of [`ExportSuite`] become those of a subcommand, which is also called
    /// by the option `--suite`. The subcommand and the arguments of the formula exclude each other.
    /// With the subcommand, no argument of the formula is required.
    fn augment_args(command: Command) -> Command {
        let suite = ExportSuite::augment_args(Command::new("suite").long_flag("suite"));
        ExportFormula::augment_args(command)
            .subcommand(suite)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            .subcommand_help_heading("Or")
            .subcommand_value_name("--suite DIR")
    }

    fn augment_args_for_update(command: Command) -> Command {
        ExportVerb::augment_args(command)
    }
}

impl FromArgMatches for ExportVerb {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ExportVerb, clap::Error> {
        match matches.subcommand() {
            Some((_, suite)) => ExportSuite::from_arg_matches(suite).map(ExportVerb::Suite),
            None => ExportFormula::from_arg_matches(matches).map(ExportVerb::Formula),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ExportVerb::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ExportFormula {
    /// Writes the formula and, if `--map` is given, its map. Prints notes about encodings that
    /// changed nothing. Returns `Answered`. If `stop` ends the export, writes no map, prints no
    /// such notes, and returns `Stopped`. Fails if [`ExportFormula::export`] fails. Also fails if
    /// the map cannot be written; the formula then stays.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let Some(map) = self.export(called)? else { return Ok(Ending::Stopped) };
        if let Some(target) = &self.map {
            deliver(target, map.to_json())?;
        }
        self.note_idle_encodings(&map, &called.typed);
        Ok(Ending::Answered)
    }

    /// Prints a note for each option whose encoding had nothing to encode. Options with a default
    /// from the environment or a file get no note.
    fn note_idle_encodings(&self, map: &Map, typed: &TypedWords) {
        let args = &self.model_args.encoding_args;
        for (option, kind) in args.idle_options(&map.encodings, |option| typed.is_default(option)) {
            note(&format!(
                "{} has no {kind} to encode in {}; --{option} changes nothing",
                map.family, map.format
            ));
        }
    }

    /// Reads the board, prints notes about it, and writes the formula. Returns the map of the
    /// formula, or `None` if `stop` ended the export. Refuses a board that cannot be read, and
    /// options that do not suit the board or do not suit each other. Also refuses outputs that
    /// would overwrite the board or each other. Fails if the formula cannot be made or written.
    /// After a stop or such a failure, an output file is unchanged, but standard output may have a
    /// part of the formula. Also fails if the map cannot be made; then the formula is already
    /// written.
    fn export(&self, called: &Invocation) -> Result<Option<Map>, Failure> {
        let &Invocation { families, ref typed, stop } = called;
        let family = find_family(families, &self.board.family);
        let (terms, _) = self.board.terms_and_names();
        let question =
            self.model_args.question(family, &terms.with_family_name(&self.board.family))?;
        let outputs = std::iter::once(("-o", &self.output));
        let targets: Vec<_> = outputs.chain(self.map.iter().map(|map| ("--map", map))).collect();
        output::validate(&targets, &self.board.inputs())?;
        let (format, compression) = self.validated_format()?;
        let (request, opened) = board::open(family, self.board.request(family)?)?;
        note_remarks(&opened);
        let posed = PosedQuestion::new(question, family, request, opened)?;
        // The recorded command lacks the name of the output file, so it states the format that this
        // name implied.
        let by_name = self.format.is_none().then_some(format.name);
        let stated = (&rerun_command(&typed.words, by_name)[..], self.scramble);
        let write = |export: &Export| match &self.output {
            OutputTarget::Standard => {
                export::filter_stopped(format.export(export, &mut io::stdout().lock()), stop)
            }
            OutputTarget::File(path) => format.export_to(export, path, compression),
        };
        Ok(posed.write(format, stated, self.output.to_string().as_ref(), stop, write)?)
    }

    /// Returns the format, and the compression if there is one. Refuses what
    /// [`ExportFormula::resolve_format`] refuses, and `--scramble` for a format that has other
    /// constraints than clauses.
    fn validated_format(&self) -> Result<(&'static Format, Option<Compression>), Refusal> {
        let (format, compression) = self.resolve_format()?;
        if self.scramble.is_some() && !format.is_clausal() {
            return Err(Refusal::new(
                format!(
                    "--scramble changes clauses, but {} has other constraints, too",
                    format.name
                ),
                "cnf, wcnf or icnf",
            ));
        }
        Ok((format, compression))
    }

    /// Returns the format and the compression of the output. The format is the requested format. If
    /// none is requested, the name of the output implies it. The last ending of this name can imply
    /// a compression; the ending of the format then comes before it. Upper and lower case are not
    /// distinguished. An unknown ending is accepted if a format is requested. Refuses in these
    /// cases:
    ///
    /// - The request contradicts the name.
    /// - The compression is not supported.
    /// - No format is requested, and the output has no name that implies one, such as standard
    ///   output.
    fn resolve_format(&self) -> Result<(&'static Format, Option<Compression>), Refusal> {
        let asked = self.format.as_deref().and_then(export::find_format);
        let endings = self.output.suffixes();
        let mut reversed = endings.iter().map(String::as_str).rev().peekable();
        if let Some(other) = reversed.peek().filter(|ending| compress::OTHERS.contains(ending)) {
            return Err(Refusal::new(
                format!("{}: compression as .{other} is not supported", self.output),
                "a name that ends in .gz, .xz or .zst",
            ));
        }
        let compression = reversed.peek().and_then(|ending| Compression::from_suffix(ending));
        let by_name =
            reversed.nth(usize::from(compression.is_some())).and_then(export::find_format);
        match (asked, by_name) {
            (Some(asked), Some(by_name)) if asked.name != by_name.name => Err(Refusal::new(
                format!(
                    "--to {}, but {} is the name of a file in {}",
                    asked.name, self.output, by_name.name
                ),
                "one of the two formats",
            )),
            (Some(format), _) | (None, Some(format)) => Ok((format, compression)),
            (None, None) => {
                let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
                Err(Refusal::new(
                    match &self.output {
                        OutputTarget::Standard => "no format is named".to_owned(),
                        file => {
                            format!("the ending of {file} names no format")
                        }
                    },
                    format!(
                        "--to with one of {}, or -o with a name such as formula.cnf",
                        names.join(", ")
                    ),
                ))
            }
        }
    }
}

/// Returns the command without the options for output files, quoted for a shell. `arguments` are
/// all words of the command line; `quarrel` replaces their first word. If the name of an output
/// file implied the format, `format` is this format. Then the command gets it as the option `--to`.
fn rerun_command(arguments: &[String], format: Option<&str>) -> String {
    let words = words::remove_options(arguments, &[("output", Some('o')), ("map", None)]);
    shell::command(
        words
            .iter()
            .skip(1)
            .map(String::as_str)
            .chain(format.into_iter().flat_map(|name| ["--to", name])),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_told_without_its_outputs() {
        let words = |line: &str| line.split('|').map(str::to_owned).collect::<Vec<_>>();
        let told = |line: &str| rerun_command(&words(line), None);
        let plain = "quarrel export queens board.txt --to cnf";
        assert_eq!(told("./q|export|queens|-o|x|board.txt|--to|cnf|--map|m"), plain);
        assert_eq!(told("q|export|--output=x|queens|-ox|board.txt|--map=m|--to|cnf"), plain);
        assert_eq!(told("q|my board|it's"), "quarrel 'my board' \"it's\"");
        assert_eq!(rerun_command(&words("q|export|queens|board.txt|-o|x.cnf"), Some("cnf")), plain);
    }
}
