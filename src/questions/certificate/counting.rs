//! A proof about several answers. It logs the known answers. If the search has found all answers, a
//! second search proves that there are no others.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::making::{NewProof, ProofEnd};
use super::{AnotherAnswer, ProofFolder, ProvedAnswers, ProvedStatement};
use crate::export;
use crate::export::map::Map;
use crate::model::Values;
use crate::problem::ProblemHandle;
use crate::question::{FilesError, PosedQuestion};
use crate::search::watched::run_watched;
use crate::search::{Finding, SearchError, Status, Task};
use crate::stop::Stop;

/// The answers that a search has found and that a proof must show.
pub struct FoundAnswers<'a> {
    /// The question that the search has answered.
    pub posed: &'a PosedQuestion,
    /// The task of the search.
    pub task: &'a Task<'static>,
    /// The finding of the search, with its status and the best value.
    pub finding: &'a Finding,
    /// One solution for each answer.
    pub solutions: &'a [Values],
}

impl FoundAnswers<'_> {
    /// Writes a proof into `folder`. The proof shows that the solutions are answers that reach the
    /// bound: the optimum if the search has found one, otherwise the demanded bound. If the search
    /// has found all answers, a second search with the same limits tries to prove that there are no
    /// other answers. Also returns whether the proof states less than the search has found. It does
    /// if the search has found all answers, but there is no proof, or the proof does not show that
    /// there are no others. If there is no proof, and after an error, the folder is removed.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - An answer is wrong or occurs twice, or the second search fails.
    /// - The problem cannot be stated in linear constraints.
    /// - The proof cannot be written, or disagrees with the search.
    /// - The search has found all answers, no stop was reached, and the proof does not show whether
    ///   there are others.
    pub fn prove(
        &self,
        folder: ProofFolder,
        command: String,
        notify: fn(&str),
    ) -> Result<(ProofEnd, bool), FilesError> {
        let FoundAnswers { posed, task, finding, solutions } = *self;
        let variables = task.problem.model_scheme(task.formulation).for_value(0).labels().len();
        let known = solutions.iter().map(|values| Values::new(values.first(variables))).collect();
        // The bound is the optimum if the search reports one, and otherwise the demanded bound.
        let bound = if finding.status() == Status::Optimal { finding.value() } else { task.bound };
        let projected = task.projected.clone();
        let remaining = Arc::new(AnotherAnswer::new(
            task.problem.clone(),
            task.formulation,
            bound,
            projected,
            known,
        ));
        let known = check_known(&remaining)?;
        let mut proof = NewProof::begin(folder, posed, &*remaining, command, notify)?;
        proof.map = map_with_bound(posed, bound)?;
        remaining.solutions().for_each(|values| proof.log.log_solution(&values));
        if finding.exhausted {
            let mut ask = self.remaining_task(&remaining);
            proof.log_search(&mut ask);
            run_watched(&ask, None, &mut |_| Ok::<(), FilesError>(()))?;
        }
        let (is_stopped, answers) = (task.stop.is_reached(), known.answers.len());
        let end = proof.end(posed.problem(), Some(&known), |verdict| match verdict {
            ProvedStatement::Optimum(0) => finding.exhausted && answers > 0,
            ProvedStatement::NoAnswer => finding.exhausted && answers == 0,
            ProvedStatement::Bounds { .. } => !finding.exhausted || is_stopped,
            ProvedStatement::Optimum(_) | ProvedStatement::Answer | ProvedStatement::Nothing => {
                false
            }
        })?;
        let is_weaker =
            finding.exhausted && !end.statement().is_some_and(ProvedStatement::is_complete);
        Ok((end, is_weaker))
    }

    /// Returns the task of the search for another answer. It has the mode, the seed, the limits and
    /// the stop of the first search. It has the encodings of the question, but without a partition
    /// into lines of the board. It searches the problem as it is stated.
    fn remaining_task(&self, remaining: &Arc<AnotherAnswer<'static>>) -> Task<'static> {
        let task = self.task;
        // The objective of the second search is one literal, which has no partition into lines of
        // the board.
        let mut encodings = self.posed.question.encodings.clone();
        encodings.shape = encodings.shape.undivided();
        let mut ask = Task {
            encodings,
            mode: task.mode,
            seed: task.seed,
            limits: task.limits,
            stop: task.stop.clone(),
            ..Task::for_problem(ProblemHandle::Shared(remaining.clone()), task.formulation)
        };
        ask.keep_as_stated();
        ask
    }
}

/// Returns the found answers, after the same tests that a check of the folder makes. Fails if an
/// answer breaks a rule, misses the bound or occurs twice. The error is an internal one, since a
/// search must not find such answers.
fn check_known(remaining: &AnotherAnswer) -> Result<ProvedAnswers, SearchError> {
    let known = remaining.decode_known().map_err(|wrong| {
        let rows = remaining.problem().rows(&wrong.answer).join("\n");
        SearchError::Internal(wrong.broken.to_string(), rows)
    })?;
    known.ok_or_else(|| {
        let what = "two of the found answers are the same, or one is not an answer";
        SearchError::Internal(what.to_owned(), String::new())
    })
}

/// Returns the map of the problem's export. The map has the bound that answers must reach; if
/// `bound` is `None`, it has no bound. Exports the problem for this, but writes no file. Returns an
/// error if the problem cannot be exported to OPB.
fn map_with_bound(posed: &PosedQuestion, bound: Option<i64>) -> Result<Map, FilesError> {
    let stop = Stop::unlimited();
    let export = posed.export_as_stated(bound, &stop);
    let exported = export::OPB.export(&export, &mut io::sink());
    let nowhere = Path::new("nowhere");
    let exported =
        exported.map_err(|error| FilesError::of_export(error, nowhere, posed.formulation))?;
    Ok(posed.map(export::OPB, &export, &exported)?)
}
