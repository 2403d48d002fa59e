//! `quarrel encodings`: shows facts about encodings. It can list the measured encodings, explain
//! one of them, or show the choice of `auto`. For a given constraint, it can show the clauses of
//! one encoding. For a given constraint or puzzle, it can show the size of each encoding.

use std::path::Path;
use std::time::Duration;

use clap::{Args, FromArgMatches, ValueEnum};
use serde_json::Value;

use super::board::{self, BoardTerms};
use super::encoding_args::EncodingArgs;
use super::headings;
use super::numbers;
use super::output::{Output, pretty_json};
use super::{Ending, Failure, Invocation, VerbArgs, find_family, note_remarks, signals};
use crate::encode::EncodingRow;
use crate::encode::added::AddedSizes;
use crate::encode::auto;
use crate::encode::measured::{MeasuredTable, measure_tables};
use crate::family::{Family, files};
use crate::model::Model;
use crate::problem::Rational;
use crate::question::{ModelAtBound, PosedQuestion, Question};
use crate::search::SearchError;
use crate::source::{Refusal, quote};
use crate::stop::Stop;

mod explain;
mod lesson;
mod named;
mod page;
mod sized;
mod table;

use named::{CHOICES, ChoiceList, NamedChoice};
use sized::ConstraintArgs;

/// List the encodings with measured properties, explain one, or show their effect on a puzzle
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct EncodingsVerb {
    /// The encoding to explain: its name, or card:NAME if several tables have that name. A kind
    /// (amo, card, pb, xor, order, shape) lists its rows; with --family or --explain the board: a
    /// file, or `-` for standard input
    #[arg(value_name = "NAME|KIND|BOARD")]
    subject: Option<String>,
    /// Show what each encoding adds to the formula of a puzzle of this family
    #[arg(long, value_name = "FAMILY", conflicts_with = "explain")]
    family: Option<String>,
    /// Show what `auto` chooses for a puzzle of this family, and why
    #[arg(long, value_name = "FAMILY")]
    explain: Option<String>,
    #[command(flatten)]
    sized: ConstraintArgs,
    #[command(flatten)]
    terms: BoardTerms,
    /// The formulation of the puzzle (`quarrel families` lists those of each family)
    #[arg(long, value_name = "F", help_heading = headings::ENCODINGS)]
    formulation: Option<String>,
    /// The bound on the objective; by default the middle of the values that deduction leaves
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = numbers::bound, help_heading = headings::QUESTION)]
    bound: Option<Rational>,
    #[command(flatten)]
    encoding_args: EncodingArgs,
    /// Stop after this time, with the encodings measured so far: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS)]
    time_limit: Option<Duration>,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListingFormat,
}

/// The examples in the help of `quarrel encodings`.
const EXAMPLES: &str = "Examples:
  quarrel encodings
  quarrel encodings totalizer
  quarrel encodings amo
  quarrel encodings --at-most 9 --of 57
  quarrel encodings sequential --at-most 1 --of 5
  quarrel encodings tree-4 --odd --of 8 --format dimacs
  quarrel encodings --family gunport --size 8x10
  quarrel encodings --explain abbott-window --size 12
  quarrel encodings --explain model problem.opb";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListingFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// The page docs/encodings.md
    Markdown,
    /// A CNF file: the clauses of one encoding for a constraint
    Dimacs,
}

impl VerbArgs for EncodingsVerb {
    /// Refuses options that do not fit together:
    ///
    /// - options of a puzzle, or chosen encodings, without a family;
    /// - a constraint given by numbers together with a family;
    /// - DIMACS without a constraint given by numbers, or without the name of one encoding;
    /// - Markdown for anything but the list of all encodings.
    ///
    /// Does not check whether names exist.
    fn validate_options(&self) -> Result<(), Refusal> {
        let of_a_puzzle = self.family.is_some() || self.explain.is_some();
        let has_puzzle_options =
            !self.terms.is_empty() || self.formulation.is_some() || self.bound.is_some();
        if has_puzzle_options && !of_a_puzzle {
            return Err(missing_family());
        }
        if !self.sized.is_empty() && of_a_puzzle {
            let found = "a constraint given by numbers, and also a family";
            return Err(Refusal::new(found, "one of the two"));
        }
        let named = self.subject.as_deref().filter(|word| EncodingRow::option_of(word).is_none());
        if self.format == ListingFormat::Dimacs && (self.sized.is_empty() || named.is_none()) {
            let found = "DIMACS is for the clauses of one encoding for one constraint";
            let expected = "an encoding and the constraint, as in `quarrel encodings ladder \
                            --at-most 1 --of 5`";
            return Err(Refusal::new(found, expected));
        }
        let is_all = !of_a_puzzle && self.subject.is_none() && self.sized.is_empty();
        if !is_all && self.format == ListingFormat::Markdown {
            let what = if of_a_puzzle { "a family" } else { "one" };
            let found = format!("Markdown is for the list of all encodings, but {what} is named");
            let of_clauses = named.is_some() && !self.sized.is_empty();
            let expected = if of_clauses { "text, json or dimacs" } else { "text or json" };
            return Err(Refusal::new(found, format!("--format {expected}")));
        }
        if !of_a_puzzle && !self.encoding_args.is_empty() {
            let (found, expected) = if self.sized.is_empty() {
                let found = "encodings are chosen, but no family is named";
                (found, "--family FAMILY or --explain FAMILY in addition")
            } else {
                let found = "a constraint given by numbers is measured with every encoding, so none \
                             can be chosen";
                (found, "no encodings, or --family FAMILY instead of the numbers")
            };
            return Err(Refusal::new(found, expected));
        }
        Ok(())
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some((&self.terms, self.subject.as_slice()))
    }

    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        self.validate_options()?;
        let limited_stop = stop.clone_with_limit(self.time_limit);
        Output::standard().print(&self.text(families, &limited_stop)?)?;
        Ok(if limited_stop.is_reached() { Ending::Stopped } else { Ending::Answered })
    }
}

impl EncodingsVerb {
    /// Returns the text that the options ask for. It is about a constraint given by numbers, a
    /// puzzle, a named encoding or kind, or all encodings. If `stop` ends the work on a puzzle, the
    /// text has what is known. If `stop` ends the measurements of encodings, fails as stopped. Also
    /// fails if a name, a board or an option is refused.
    fn text(&self, families: &[&'static Family], stop: &Stop) -> Result<String, Failure> {
        match (&self.family, &self.explain, self.subject.as_deref()) {
            (.., subject) if !self.sized.is_empty() => self.describe_constraint(subject, stop),
            (Some(name), ..) => self.added_sizes(find_family(families, name), stop),
            (_, Some(name), _) => self.explain_choices(find_family(families, name), stop),
            (.., Some(word)) => self.describe_named(word, families, stop),
            _ => {
                let tables = measure_tables(|_| true, stop)?;
                Ok(match self.format {
                    ListingFormat::Markdown => page::to_markdown(&tables, &sessions(stop)?),
                    _ => self
                        .render(|| table::list_to_json(&tables, &CHOICES), || all_lists(&tables)),
                })
            }
        }
    }

    /// Returns JSON if the output is for programs, else text.
    fn render(&self, json: impl FnOnce() -> Value, text: impl FnOnce() -> String) -> String {
        if self.format == ListingFormat::Json { pretty_json(&json()) } else { text() }
    }

    /// Returns the text about a name (`word`). If it names a kind of encodings, the orders or the
    /// shapes, the text is their list. If it names encodings, or one order or shape, the text is a
    /// description. A name in several tables means an encoding in each of them. Refuses an unknown
    /// name; only this refusal uses `families`. Fails if `stop` ends the measurements of encodings.
    fn describe_named(
        &self,
        word: &str,
        families: &[&'static Family],
        stop: &Stop,
    ) -> Result<String, Failure> {
        let option = EncodingRow::option_of(word);
        if option.is_some() {
            let tables = measure_tables(|row| Some(row.option()) == option, stop)?;
            return Ok(self.render(|| table::list_to_json(&tables, &[]), || table::list(&tables)));
        }
        if let Some(list) = ChoiceList::by_name(word) {
            return Ok(self.render(|| table::list_to_json(&[], &[list]), || list.list_text()));
        }
        let tables = measure_tables(|row| named::matches_name(row, word), stop)?;
        if !tables.is_empty() {
            return Ok(self.render(|| table::detail_to_json(&tables), || table::detail(&tables)));
        }
        let choice = NamedChoice::by_name(word).ok_or_else(|| unknown_subject(word, families))?;
        Ok(self.render(|| choice.to_json(), || choice.to_text()))
    }

    /// Describes the constraint that options state by numbers. If `subject` is a kind of encodings,
    /// returns the constraint's size in each encoding of this kind. If `subject` is `None`, returns
    /// its size in all encodings. If `subject` names an encoding, returns the clauses instead.
    /// While sizes are measured, a signal stops the measurement, and the sizes known so far are
    /// returned. While clauses are made, a signal ends the process at once. Fails if the clauses
    /// are not complete when `stop` is reached. Refuses in these cases:
    ///
    /// - The name is unknown.
    /// - The constraint is invalid, too large, or does not suit the encoding.
    /// - DIMACS is requested, and several encodings of this name suit the constraint.
    fn describe_constraint(&self, subject: Option<&str>, stop: &Stop) -> Result<String, Failure> {
        let constraint = self.sized.constraint()?;
        let table = subject.and_then(EncodingRow::option_of);
        let Some(name) = subject.filter(|_| table.is_none()) else {
            signals::heed(stop);
            let (words, tables) = (&constraint.words, constraint.measure(table, stop)?);
            return Ok(self.render(
                || table::constraint_sizes_to_json(words, &tables),
                || table::constraint_sizes(words, &tables),
            ));
        };
        let rows: Vec<EncodingRow> =
            EncodingRow::all().filter(|row| named::matches_name(*row, name)).collect();
        if rows.is_empty() {
            return Err(named::unknown_encoding(name).into());
        }
        let most = match self.format {
            ListingFormat::Text | ListingFormat::Markdown => lesson::MOST_READ,
            ListingFormat::Json | ListingFormat::Dimacs => lesson::MOST_WRITTEN,
        };
        let lessons = lesson::encode_constraint(&rows, &constraint, most, stop)?;
        Ok(match self.format {
            ListingFormat::Dimacs => lesson::to_dimacs(&lessons)?,
            _ => self.render(|| lesson::to_json(&lessons), || lesson::to_text(&lessons)),
        })
    }

    /// Refuses options for encodings if the model comes from a board, or if the output is JSON. In
    /// these cases, `--explain` only shows what `auto` chooses.
    fn validate_explained(&self, model: &Model) -> Result<(), Refusal> {
        let writes = !model.has_board() && self.format != ListingFormat::Json;
        if writes || self.encoding_args.is_empty() {
            Ok(())
        } else {
            let found = "--explain shows what auto chooses, so encodings cannot be given with it";
            Err(Refusal::new(found, "no encodings, or --family instead of --explain"))
        }
    }

    /// Returns the choices of `auto` for a problem. If the problem is a model file and the format
    /// is text, the text has further parts: the kinds of constraints, the symmetries, the order of
    /// literals, and the sizes that each encoding would write. Prints notes about the board on
    /// standard error. Fails if the board, the bound or an option is refused, or if the model is
    /// too large for the memory. A stop is no failure: the text then has what is known, but choices
    /// by size can be wrong.
    fn explain_choices(&self, family: &'static Family, stop: &Stop) -> Result<String, Failure> {
        let posed = self.pose(family)?;
        let ModelAtBound { model, bound, search } = posed.model_at_bound(stop)?;
        self.validate_explained(&model)?;
        let reasons = auto::explain(&model, bound, stop);
        let objective_bound = bound.filter(|_| model.objective().is_some());
        let search = objective_bound.map(|_| search);
        if self.format == ListingFormat::Json {
            return Ok(pretty_json(&explain::to_json(&model, reasons, search)));
        }
        let chosen = explain::to_text(&model, &reasons, search);
        if model.has_board() {
            return Ok(chosen);
        }
        let analysis = explain::reading(&posed.problem().info().reading)
            + &explain::kinds(&model)
            + &explain::symmetries(&model, stop)
            + &explain::order(&model, stop).map_err(SearchError::from)?
            + &chosen;
        let added = self.measure(model, objective_bound, stop)?;
        let shown_bound = objective_bound.map(|bound| posed.scale().to_number(bound));
        let added = table::model_sizes(&added, shown_bound.as_ref());
        Ok(format!("{analysis}\nWhat each encoding would write:\n{added}"))
    }

    /// Returns the sizes that each encoding adds to the formula of a problem, as text or JSON. The
    /// formula includes the bound on the objective. Without `--bound`, this is the middle of the
    /// possible values. There is no bound if the problem has no objective, or if the formulation is
    /// for a single value of it. Prints notes about the board on standard error. Fails if the
    /// board, the bound or an option is refused, or if the model is too large for the memory. If
    /// `stop` is reached, sizes that were not yet measured are marked as stopped.
    fn added_sizes(&self, family: &'static Family, stop: &Stop) -> Result<String, Failure> {
        let posed = self.pose(family)?;
        let ModelAtBound { model, bound, .. } = posed.model_at_bound(stop)?;
        let added = self.measure(model, bound, stop)?;
        let shown_bound = bound.map(|bound| posed.scale().to_number(bound));
        Ok(self.render(
            || table::model_sizes_to_json(&added, shown_bound.as_ref()),
            || table::model_sizes(&added, shown_bound.as_ref()),
        ))
    }

    /// Measures each encoding of a model. Counts at most the clauses that the limit of clauses
    /// allows, or 4 million without this limit. If `bound` is given, a demand for this bound is
    /// first added to the model. During the measurements, a signal only stops them, and the sizes
    /// measured so far are shown. An earlier signal ends the process at once, because nothing is
    /// known then. Fails if the order or the shape is not possible for the model, or if there is
    /// not enough memory.
    fn measure(
        &self,
        mut model: Model,
        bound: Option<i64>,
        stop: &Stop,
    ) -> Result<AddedSizes, SearchError> {
        signals::heed(stop);
        bound.iter().for_each(|&bound| model.demand(bound));
        Ok(AddedSizes::measure(&model, &self.encoding_args.encodings(), stop)?)
    }

    /// Reads the board, prints notes about it, and returns the question about it. Refuses a board
    /// that cannot be accepted, a formulation that the family does not have, a size that the
    /// formulation does not allow, and a bound if the problem has no objective.
    fn pose(&self, family: &'static Family) -> Result<PosedQuestion, Refusal> {
        let called = self.family.as_deref().or(self.explain.as_deref()).unwrap_or(family.name);
        let terms = self.terms.with_family_name(called);
        let question = Question {
            formulation: self.formulation.clone(),
            bound: self.bound.clone(),
            ..terms.question(family)
        };
        family.formulation(question.formulation.as_deref())?;
        let request = terms.request(self.subject.as_deref(), family)?;
        let (request, opened) = board::open(family, request)?;
        note_remarks(&opened);
        let posed = PosedQuestion::new(question, family, request, opened)?;
        posed.validate_size()?;
        Ok(posed)
    }
}

/// Returns the lists of all encodings, orders and shapes.
fn all_lists(tables: &[MeasuredTable]) -> String {
    let choices: String = CHOICES.iter().map(|list| format!("\n{}", list.list_text())).collect();
    format!(
        "{}{choices}\nFor each of --amo, --card, --pb, --xor and --shape, `auto` is the best known choice per \
         constraint:\nsee --explain FAMILY. `quarrel encodings NAME` explains an encoding.\n",
        table::list(tables)
    )
}

/// The commands that the page docs/encodings.md shows with their output, without the program's
/// name.
const SESSIONS: [&str; 3] = [
    "encodings amo:sequential --at-most 1 --of 4",
    "encodings totalizer --at-least 2 --of 4",
    "encodings adder --at-most 3 --weights 1,2,3 --format dimacs",
];

/// Returns the commands [`SESSIONS`] with their output, as a block of Markdown. Fails if `stop`
/// ends a measurement. Panics if one of the commands is not valid.
fn sessions(stop: &Stop) -> Result<String, Failure> {
    let mut text = "```console\n".to_owned();
    for line in SESSIONS {
        let command = EncodingsVerb::augment_args(clap::Command::new("encodings"));
        let matches = command.try_get_matches_from(line.split(' ')).expect("a valid command");
        let verb = EncodingsVerb::from_arg_matches(&matches).expect("matches of this verb");
        text += &format!("$ quarrel {line}\n{}", verb.text(&[], stop)?);
    }
    Ok(text + "```\n")
}

/// Returns the refusal of a word that does not name an encoding. If the word is the name of a
/// family (not an alias), an existing file or folder, or `-`, the refusal asks for an option with
/// the family. Otherwise, it is the refusal of [`named::unknown_encoding`].
fn unknown_subject(word: &str, families: &[&'static Family]) -> Refusal {
    if families.iter().any(|family| family.name == word) {
        let found = format!("{} is a family", quote(word));
        return Refusal::new(
            found,
            format!("--explain {word} or --family {word}, and a board or a file after it"),
        );
    }
    let is_board = files::file_path(word).is_none_or(Path::exists);
    if is_board { missing_family() } else { named::unknown_encoding(word) }
}

/// Returns the refusal of options for a puzzle on a command line that names no family.
fn missing_family() -> Refusal {
    let expected = "--family FAMILY or --explain FAMILY in addition";
    Refusal::new("a size, a board or a bound needs a family", expected)
}
