//! A proof about several answers: that each is one, and, if so, that there is no other. They are
//! found first, and then it is asked for another.

use std::io;

use super::super::asked::{Asked, Outcome};
use super::super::wait;
use super::{command_as_stated as command, subject};
use crate::certificate::{Folder, Known, Remaining, Said};
use crate::cli::Failure;
use crate::cli::proof_folder::{Begun, statement};
use crate::deduce::Rules;
use crate::export::map::Map;
use crate::export::{self, Export, ExportError};
use crate::formulation::Formulation;
use crate::model::Values;
use crate::search::{Question, SearchError, Status, Task};
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// Proves of answers that were found what was said of them: that each is one, and, if so, that
/// there is no other. Returns whether it was stopped before that.
pub(super) fn prove_all(folder: Folder, asked: &Asked, outcome: &Outcome) -> Result<bool, Failure> {
    let Asked { task, setup, .. } = asked;
    let Outcome { finding, solutions, .. } = outcome;
    let variables = task.problem.stated(task.formulation).with(0).labels().len();
    let known = solutions.iter().map(|values| Values::new(values.first(variables))).collect();
    // What was searched is the optimum, and what is demanded of answers is a bound.
    let bound = if finding.status == Status::Optimal { finding.value } else { task.bound };
    // A search that does not heed its limits in time is left running to the end of the process.
    let remaining: &'static Remaining =
        Box::leak(Box::new(Remaining::new(task.problem, bound, task.projected.clone(), known)));
    let known = answers(remaining, task.formulation)?;
    let command = counting_command(asked);
    let mut begun = Begun::of(folder, remaining, &subject(asked), command)?;
    begun.map = map_at(asked, bound)?;
    remaining.solutions().for_each(|values| begun.log.show(&values));
    if finding.complete {
        // What is maximised is one literal, which has no lines.
        let mut encodings = setup.encodings.clone();
        encodings.shape = encodings.shape.undivided();
        let mut ask = Task {
            encodings,
            mode: task.mode,
            seed: task.seed,
            limits: task.limits,
            stop: task.stop.clone(),
            ..Task::new(remaining, task.formulation)
        };
        (ask.rules, ask.symmetry) = (Rules::none(), Symmetries::Kept);
        begun.take_part(&mut ask);
        wait::search(&ask, None, &mut |_| Ok(()))?;
    }
    let (is_stopped, answers) = (task.stop.reached(), known.answers.len());
    let says = |verdict: Said| match verdict {
        Said::Optimum(0) => finding.complete && answers > 0,
        Said::NoAnswer => finding.complete && answers == 0,
        Said::Bounds { .. } => !finding.complete || is_stopped,
        Said::Optimum(_) | Said::Answer | Said::Nothing => false,
    };
    let said = begun.end(task.problem, Some(&known), says)?;
    Ok(finding.complete && !said.is_some_and(Said::is_complete))
}

/// The answers that were found. The search has checked them, and they are checked once more as
/// `check-proof` will.
fn answers(remaining: &Remaining, formulation: &Formulation) -> Result<Known, Failure> {
    let internal = |what: &str, rows: &[String]| {
        Failure::Search(SearchError::Internal(what.to_owned(), rows.join("\n")))
    };
    let known = remaining.known(formulation);
    let known = known.map_err(|wrong| internal(&wrong.broken.to_string(), &wrong.rows))?;
    known.ok_or_else(|| {
        internal("of the answers that were found two are the same, or one is none", &[])
    })
}

/// The command by which answers were counted.
fn counting_command(asked: &Asked) -> String {
    let task = &asked.task;
    let (question, most) = match task.question {
        Question::One | Question::Unique => ("--unique", None),
        Question::Count(most) => ("--count", most),
        Question::All(most) => ("--all", most),
    };
    let most = most.map(|most| most.to_string());
    let bound = task.bound.map(|bound| task.problem.told(bound));
    let names = task.projected.as_ref().map(|names| names.join(","));
    let mut more = vec![question];
    more.extend(most.as_deref());
    for (option, value) in [("--bound", &bound), ("--projected", &names)] {
        more.extend(value.iter().flat_map(|value| [option, value]));
    }
    more.extend(["--proof", "DIR"]);
    command(asked, &["quarrel", "solve"], &more)
}

/// The map of the problem itself, at the bound that answers have to reach.
fn map_at(asked: &Asked, bound: Option<i64>) -> Result<Map, Failure> {
    let Asked { task, setup, request, .. } = asked;
    let (none, stop) = (Rules::none(), Stop::never());
    let preparation = statement(task.problem, task.formulation, &none, &stop);
    let export = Export {
        title: Vec::new(),
        preparation,
        encodings: setup.encodings.clone(),
        bound,
        scramble: None,
    };
    let opb = export::format("opb").expect("a format of that name");
    let exported = opb.export(&export, &mut io::sink()).map_err(|error| match error {
        ExportError::Encoding(refusal) => Failure::Search(SearchError::Encoding(refusal)),
        ExportError::Refused(refusal) => refusal.into(),
        ExportError::NoValue => task.formulation.without_value().into(),
        ExportError::Output(error) => Failure::Output("nowhere".to_owned(), error),
    })?;
    Ok(Map::of(setup.family, request, asked.opened.size(), opb, &export, &exported)?)
}
