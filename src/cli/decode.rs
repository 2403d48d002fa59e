//! `quarrel decode`: reads an answer from the output of a solver, and checks it.

use std::path::Path;

use clap::Args;
use serde_json::json;

use super::drawing::{AnswerStyle, DrawingFormat, DrawingTarget};
use super::output::{Output, pretty_json};
use super::sheets::ShownAnswer;
use super::solve::competition;
use super::stderr::print_stderr;
use super::{Ending, Failure, Invocation, VerbArgs, explain};
use crate::belief::{ClaimGround, WORD};
use crate::board::Size;
use crate::exchange::MOST_BYTES;
use crate::export::decode::{DecodedOutput, ReopenedProblem, SolverClaim};
use crate::export::map::{self, Map};
use crate::family::files;
use crate::problem::CheckedAnswer;
use crate::question::status_of;
use crate::report::Assignment;
use crate::source::{Refusal, Source};
use crate::stop::Stop;

/// Read a solver's answer to an exported formula, and check it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Decode {
    /// The map that `quarrel export --map` has written
    #[arg(long, value_name = "FILE")]
    map: String,
    /// The formula that the solver was given; it has to match the map
    #[arg(long, value_name = "FILE")]
    formula: Option<String>,
    /// The solver's output: a file, or `-` for standard input
    #[arg(value_name = "OUTPUT")]
    printed: String,
    #[command(flatten)]
    writing: DrawingTarget,
}

/// The examples in the help of `quarrel decode`.
const EXAMPLES: &str = "Examples:
  quarrel decode --map map.json out.txt
  cadical -q formula.cnf | quarrel decode --map map.json - --picture always
  quarrel decode --map map.json out.txt -o answer.svg";

impl VerbArgs for Decode {
    /// Reads the solver's output and the map, checks the answer, and writes it in the requested
    /// format. Returns `Answered` if the solver claims an answer, `Denied` if it claims that there
    /// is none, and `Stopped` if it does not know. In the format of competitions, the ending is the
    /// status that competitions define. If the format is an image or a page, and there is no answer
    /// to draw, prints the result line on standard error and writes no file.
    ///
    /// Fails in these cases, and an existing file then keeps its content:
    ///
    /// - The output of the command is refused or cannot be written, or a PNG cannot be made.
    /// - The map, a formula or the solver's output cannot be read, or they do not fit together.
    /// - The answer is wrong.
    /// - The problem does not suit the format.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let families = called.families;
        let format = self.writing.validated_format(&self.inputs())?;
        let mut output = Output::open(&self.writing.output)?;
        // In a pipe of `export`, a solver and `decode`, the map may exist only after the solver has
        // ended.
        let printed = read(&self.printed)?;
        let source = files::read_at_most(&self.map, map::MOST_BYTES)?;
        let map = Map::read(&source)?;
        self.formula.iter().try_for_each(|path| map.validate_formula(path))?;
        let reopened = ReopenedProblem::new(map, families);
        let reopened = reopened.map_err(|refusal| refusal.with_file(source.name()))?;
        format.validate(reopened.family, &reopened.opened)?;
        let decoded = reopened.read(&printed)?;
        match format {
            DrawingFormat::Text => {
                let style = self.writing.style(&output);
                output.print(&to_text(&reopened, &decoded, &style))?;
            }
            DrawingFormat::Json => output.print(&pretty_json(&to_json(&reopened, &decoded)))?,
            DrawingFormat::Competition => {
                let problem = reopened.opened.as_problem();
                competition::validate(problem, reopened.family.name)?;
                let status = status_of(decoded.claim);
                let answer = decoded.answer.as_ref();
                let value = decoded.value();
                value.map_or(Ok(()), |value| {
                    output.print(&competition::objective_line(problem, value))
                })?;
                let (verdict_text, ending) = competition::verdict(problem, status, answer);
                output.print(&verdict_text)?;
                output.close()?;
                return Ok(ending);
            }
            DrawingFormat::Svg | DrawingFormat::Png | DrawingFormat::Html => {
                let shown = ShownAnswer {
                    name: None,
                    family: reopened.family,
                    opened: &reopened.opened,
                    answer: decoded.answer.as_ref(),
                    result_line: &summary(&reopened, &decoded),
                };
                match format.render_answer(&shown, &Stop::unlimited())? {
                    Some(bytes) => output.write(&bytes)?,
                    None => print_stderr(&format!("{}\n", shown.result_line)),
                }
            }
        }
        output.close()?;
        Ok(match decoded.claim {
            SolverClaim::Optimal | SolverClaim::Satisfiable => Ending::Answered,
            SolverClaim::Unsatisfiable => Ending::Denied,
            SolverClaim::Unknown => Ending::Stopped,
        })
    }
}

impl Decode {
    /// Returns the paths of the files that are read, so that the caller can refuse an output that
    /// would overwrite one of them. Standard input has no path.
    fn inputs(&self) -> Vec<&Path> {
        let files = [Some(&self.map), self.formula.as_ref(), Some(&self.printed)];
        files.into_iter().flatten().filter_map(|path| files::file_path(path)).collect()
    }
}

/// Reads a file, or standard input if `path` is `-`, as text. Replaces bytes that are not UTF-8 by
/// the replacement character. Fails if the file cannot be read or is longer than [`MOST_BYTES`].
fn read(path: &str) -> Result<Source, Refusal> {
    let text = String::from_utf8(files::read_bytes(path, MOST_BYTES)?)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok(Source::new(files::input_name(path), &text))
}

/// Returns the answer, if the solver has one, and below it a line with the result. If the answer is
/// drawn as a picture, the signs of the picture are explained below it.
fn to_text(reopened: &ReopenedProblem, decoded: &DecodedOutput, style: &AnswerStyle) -> String {
    let problem_style = style.for_problem(&reopened.opened);
    let answer = decoded.answer.as_ref();
    let opened = &reopened.opened;
    let answer_text = answer.map_or(String::new(), |answer| {
        let partial = answer.answer().to_partial();
        problem_style.format_answer(opened, &partial) + problem_style.legend(opened, &partial)
    });
    answer_text + &problem_style.format_remark(&summary(reopened, decoded))
}

/// Returns the result in one line, after the title of the problem. The solver can claim an optimum
/// with a value, or that there is no answer. Then the line says that quarrel has not checked this
/// claim, and that it is only the solver's word. An answer without a value of the objective is only
/// called solved, even if the solver claims an optimum. If the solver does not know, the line says
/// so.
fn summary(reopened: &ReopenedProblem, decoded: &DecodedOutput) -> String {
    let problem = reopened.opened.as_problem();
    let value = problem
        .goal()
        .zip(decoded.value())
        .map(|(goal, value)| format!("{} {}", goal.name, problem.format_value(value)));
    let result = match (decoded.claim, value) {
        (SolverClaim::Optimal, Some(value)) => format!("{value}, optimal {WORD}"),
        (SolverClaim::Satisfiable, Some(value)) => value,
        (SolverClaim::Optimal | SolverClaim::Satisfiable, None) => "solved".to_owned(),
        (SolverClaim::Unsatisfiable, _) => format!("no answer{}", ClaimGround::Word.suffix()),
        (SolverClaim::Unknown, _) => "the solver does not know".to_owned(),
    };
    format!("{}: {result}", reopened.family.title(problem))
}

/// Returns the result as JSON. `rests_on` has a value only if the solver claims an optimum or that
/// there is no answer; otherwise it is null. `answer` is null if the solver has no answer;
/// `checked` is then false. Only answers that name variables have `assignment`, and only answers of
/// problems with soft constraints have `broken_soft`.
fn to_json(reopened: &ReopenedProblem, decoded: &DecodedOutput) -> serde_json::Value {
    let ReopenedProblem { family, opened, formulation, .. } = reopened;
    let value = decoded.value();
    let objective = explain::json::objective(opened.as_problem(), value);
    let claims = matches!(decoded.claim, SolverClaim::Optimal | SolverClaim::Unsatisfiable);
    let rests_on = claims.then_some(ClaimGround::Word);
    let problem = opened.as_problem();
    let answer = decoded.answer.as_ref().map(CheckedAnswer::answer);
    let mut object = json!({
        "family": family.name,
        "size": opened.size().map(Size::sides),
        "variant": opened.variants(),
        "formulation": formulation.name,
        "bound": reopened.bound().map(|bound| opened.as_problem().info().scale.to_number(bound)),
        "status": status_of(decoded.claim),
        "rests_on": rests_on,
        "objective": objective,
        "answer": answer.map(|answer| problem.rows(answer)),
        "checked": answer.is_some(),
    });
    if let Some(values) = answer.and_then(|one| problem.assignment(&one.to_partial())) {
        object["assignment"] = json!(Assignment(values));
    }
    if let Some(broken) = answer.and_then(|one| problem.broken_soft(one)) {
        object["broken_soft"] = json!(broken);
    }
    object
}
