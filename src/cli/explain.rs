//! `quarrel explain`: the reason why a puzzle has no answer, several answers, or just one.
//!
//! If there is no answer, the command names and marks a clash: parts of the puzzle that contradict
//! each other. If there are several answers, it shows two of them side by side. It also shows the
//! givens that would leave only one answer. `--forced` adds the cells that all answers share. If
//! the puzzle has an objective, the answers are the best ones, or those that meet `--bound`.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::board::{self, BoardArgs, BoardTerms};
use super::drawing::DrawingFormat;
use super::output::{Output, OutputTarget, pretty_json};
use super::stderr::print_stderr;
use super::{
    Ending, Failure, Invocation, VerbArgs, find_family, headings, note_remarks, numbers, signals,
};
use crate::family::Family;
use crate::problem::{CheckedAnswer, Rational};
use crate::question::{PosedQuestion, Question};
use crate::report::StopReason;
use crate::search::watched::{run_guarded, run_watched};
use crate::search::{self, Answers, Explanation, Finding, NoAnswerReason, RuleClash, Status, Task};
use crate::source::Refusal;
use crate::stop::Stop;

pub(super) mod json;
mod picture;
pub(super) mod text;

/// Explain why a puzzle has no answer, several, or just one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Explain {
    #[command(flatten)]
    board: BoardArgs,
    /// Ask about the answers at least as good as K instead of the best ones
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = numbers::bound, help_heading = headings::QUESTION)]
    bound: Option<Rational>,
    /// Also find the cells that are the same in all answers
    #[arg(long, help_heading = headings::QUESTION)]
    forced: bool,
    /// Stop after this time, with what is known: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS)]
    time_limit: Option<Duration>,
    /// Format of the explanation; by default from the ending of the -o file, else text
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), help_heading = headings::OUTPUT)]
    format: Option<DrawingFormat>,
    /// Write to a file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = headings::OUTPUT)]
    output: OutputTarget,
}

/// The end of the help of `quarrel explain`: examples and exit statuses.
const EXAMPLES: &str = "Examples:
  quarrel explain queens board.txt
  quarrel explain three-in-a-row board.txt --forced
  quarrel explain armies --size 5 --bound 4 --forced
  quarrel explain model problem.cnf --format json

If there is no answer, quarrel names rules, regions and givens that clash. If there are several, it \
shows two, and the givens that leave one. Exit status: 0 an answer, or several; 1 proved that there \
is none; 3 stopped before that was known.";

/// The formats of an explanation. A page and the format of competitions cannot show it.
const FORMS: [DrawingFormat; 4] =
    [DrawingFormat::Text, DrawingFormat::Json, DrawingFormat::Svg, DrawingFormat::Png];

/// Returns a parser of the formats in [`FORMS`].
fn format_parser() -> impl TypedValueParser<Value = DrawingFormat> {
    PossibleValuesParser::new(FORMS.iter().filter_map(ValueEnum::to_possible_value))
        .map(|name| DrawingFormat::from_str(&name, true).expect("one of the forms"))
}

/// A question about the answers of a board, with everything that the search found.
struct ExplainOutcome {
    posed: PosedQuestion,
    /// The task of the search. The `stop` of this task has the time limit.
    task: Task<'static>,
    /// The result of the search for two answers.
    finding: Finding,
    /// Two kinds of entries. Some entries are shared by all answers. Each of the others would leave
    /// only one answer if it were added as a given.
    more: Explanation,
    /// Whether the shared cells are requested (`--forced`).
    wants_forced: bool,
}

impl VerbArgs for Explain {
    /// Refuses a format in which explanations cannot be written: a page or the format of
    /// competitions. Such a format is refused even if only the name of the output implies it. Also
    /// refuses what [`DrawingFormat::resolve`] refuses.
    fn validate_options(&self) -> Result<(), Refusal> {
        match DrawingFormat::resolve(self.format, &self.output)? {
            form if FORMS.contains(&form) => Ok(()),
            _ => Err(Refusal::new(
                format!(
                    "{}: an explanation is neither a page nor in the format of competitions",
                    self.output
                ),
                "a name that ends in .txt, .json, .svg or .png",
            )),
        }
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.board.terms_and_names())
    }

    /// Explains the answers of the board, and writes the explanation in the requested format. The
    /// output is opened before the search; after a failure, a file keeps its old content. SVG and
    /// PNG show only a picture. So if the search was stopped, the conclusion is also printed on
    /// standard error. If the search for shared cells is incomplete, a note about this is printed
    /// there, too. Returns the ending of [`ExplainOutcome::ending`].
    ///
    /// Refuses what `Explain::validate_options` refuses, a board or question that is not valid, an
    /// image of a problem without a board, and an output that is the board. Fails if the search
    /// fails, if an image cannot be made, if a stop is requested twice while a PNG is drawn, or if
    /// the output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        self.validate_options()?;
        let format = DrawingFormat::for_output(self.format, &self.output, &self.board.inputs())?;
        let posed = self.pose(find_family(families, &self.board.family))?;
        format.validate(posed.family, &posed.opened)?;
        let mut output = Output::open(&self.output)?;
        let explained = self.explain(posed, stop)?;
        match format {
            DrawingFormat::Json => {
                output.print(&pretty_json(&json::explanation(&explained)))?;
            }
            DrawingFormat::Svg | DrawingFormat::Png => match picture::main(&explained) {
                Some(picture) => {
                    format.write_image(&picture, &mut output, stop)?;
                    let verdict = matches!(explained.ending(), Ending::Stopped)
                        .then(|| text::conclusion(&explained));
                    verdict
                        .into_iter()
                        .chain(text::cut_short_note(&explained))
                        .for_each(|line| print_stderr(&line));
                }
                None => print_stderr(&text::conclusion(&explained)),
            },
            DrawingFormat::Text => output.print(&text::explanation(&explained, &output))?,
            DrawingFormat::Html | DrawingFormat::Competition => {
                unreachable!("an explanation has one of its forms")
            }
        }
        output.close()?;
        Ok(explained.ending())
    }
}

impl Explain {
    /// Returns the question whether there is just one best answer. If there is a bound, the
    /// question is whether just one answer meets the bound. Prints notes about the board. If the
    /// file names variables that distinguish answers, answers that agree on these variables count
    /// as one. Refuses a board, an option that does not suit the board, or a size that the
    /// formulation does not allow.
    fn pose(&self, family: &'static Family) -> Result<PosedQuestion, Refusal> {
        let (terms, _) = self.board.terms_and_names();
        let named_terms = terms.with_family_name(&self.board.family);
        let (request, opened) = board::open(family, self.board.request(family)?)?;
        note_remarks(&opened);
        let question = Question {
            board: named_terms.board(&request),
            bound: self.bound.clone(),
            answers: Answers::Unique,
            ..named_terms.question(family)
        };
        let mut posed = PosedQuestion::new(question, family, request, opened)?;
        posed.validate_size()?;
        posed.set_projection(&[])?;
        Ok(posed)
    }

    /// Searches for two answers, and explains the result. With `--forced`, the explanation also has
    /// the cells that all answers share. The time limit begins here. From here on, a signal or the
    /// time limit ends only the search and the explanation, and the command shows what is known.
    /// Fails if the search or the explanation fails.
    fn explain(&self, posed: PosedQuestion, stop: &Stop) -> Result<ExplainOutcome, Failure> {
        signals::heed(stop);
        let task = Task { stop: stop.clone_with_limit(self.time_limit), ..posed.task() };
        let finding = run_watched::<Failure>(&task, None, &mut |_| Ok(()))?;
        let more =
            run_guarded(&task, None, &mut || {}, || search::explain(&task, &finding, self.forced))?;
        Ok(ExplainOutcome { posed, task, finding, more, wants_forced: self.forced })
    }
}

impl ExplainOutcome {
    /// Returns how the command ends. An answer means `Answered`, and a proof that there is none
    /// means `Denied`. All other results mean `Stopped`. A search that was stopped also ends as
    /// `Stopped`, even if it found an answer. A stop of the explanation after the search does not
    /// count.
    fn ending(&self) -> Ending {
        match self.finding.status() {
            _ if self.finding.stopped => Ending::Stopped,
            Status::Optimal | Status::Satisfiable => Ending::Answered,
            Status::Unsatisfiable => Ending::Denied,
            Status::Unknown => Ending::Stopped,
        }
    }

    /// Returns the reason for a stop. If the search was stopped, it is the reason of that stop. If
    /// the search was completed, it is the reason why the explanation of its result was stopped.
    /// Returns `None` if both the search and the explanation were completed.
    fn stopped(&self) -> Option<StopReason> {
        StopReason::from_finding(&self.task, &self.finding)
            .or_else(|| self.more.stopped.map(StopReason::from))
    }

    /// Returns the parts of the puzzle that contradict each other. Returns `None` if an answer is
    /// possible, if the search did not look for such parts, or if there is no answer for another
    /// reason.
    fn clash(&self) -> Option<&RuleClash> {
        match &self.finding.reason {
            Some(NoAnswerReason::Clash(clash)) => Some(clash),
            _ => None,
        }
    }

    /// Returns two different answers. Returns `None` if the search did not find two.
    fn two_answers(&self) -> Option<(&CheckedAnswer, &CheckedAnswer)> {
        self.finding.answer.as_ref().zip(self.finding.other.as_ref())
    }
}
