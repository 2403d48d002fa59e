//! Functions that cut a question into pieces, and create the folder of a plan.

use std::path::Path;

use super::header::{LAYOUT, TaskList};
use super::script::MOST_ELEMENTS;
use super::{Folder, FolderError, Header, PlanError, Purpose, StoredQuestion, TaskLimits, Work};
use crate::certificate;
use crate::export::{self, map};
use crate::feature;
use crate::model::Lit;
use crate::question::{PosedQuestion, Question};
use crate::record::origin::{self, Build};
use crate::search::{self, DivisionError, Pieces, Strategy, Task};
use crate::source::Refusal;
use crate::stop::Stop;

/// The default number of pieces, if the search that divides the question is not by clauses. A
/// search by clauses divides it into cubes, by default only [`CUBES`], since this takes time.
const SHARES: u64 = 500;
/// The default number of cubes into which a search by clauses divides a question.
const CUBES: u64 = 64;

/// The options by which a question is cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct CutTerms {
    /// Whether workers write a proof of each refuted piece.
    pub proof: bool,
    /// The conflict limit of a task. It is `None` for no limit.
    pub conflicts: Option<u64>,
    /// The approximate number of pieces. `None` means the default, which is 64 for cubes and 500
    /// for other pieces.
    pub number: Option<u64>,
}

/// A question that is cut into pieces.
pub struct CutQuestion {
    /// The question with its bound and the search that divides it.
    pub posed: PosedQuestion,
    /// The question, as a plan stores it.
    pub stated: StoredQuestion,
    /// The pieces, each as the work of a task.
    pub work: Vec<Work>,
    /// Clauses that were learnt while the question was cut. The formula implies them.
    pub learnt: Vec<Vec<Lit>>,
}

impl CutQuestion {
    /// Cuts a question into pieces. If the question has an objective but no bound, the pieces ask
    /// for an answer that is better than the best known answer. The number of pieces may differ
    /// from the requested number. In the stored question, any search by clauses is written as
    /// [`search::clause_strategy`].
    ///
    /// # Errors
    ///
    /// If the question cannot be divided or cannot have the requested proof, or the board is
    /// invalid. If a bound is needed, and either no answer is known or no better value is possible.
    /// Also at a stop. In this case, no piece is returned.
    pub fn from_posed(
        mut posed: PosedQuestion,
        terms: &CutTerms,
        stop: &Stop,
    ) -> Result<CutQuestion, PlanError> {
        prepare(&mut posed, terms, stop)?;
        let task = StoredQuestion::search_task(&posed, terms.proof, stop)?;
        let task = Task { conflicts: terms.conflicts, ..task };
        let pieces = Pieces::for_task(&task)?;
        let usual = if pieces.strategy().is_some() { SHARES } else { CUBES };
        let mut cutter = pieces.divider(stop);
        let divided = cutter.divide(&pieces.root(), terms.number.unwrap_or(usual)).pieces;
        if stop.is_reached() {
            return Err(DivisionError::Stopped.into());
        }
        let search = Some(pieces.strategy().unwrap_or(search::clause_strategy()));
        let board = map::Board::with_hash(&posed.request)?;
        let question = Question { board, search, ..posed.question.clone() };
        let stated =
            StoredQuestion { question, proof: terms.proof, formula: pieces.formula_hash() };
        let work = divided.into_iter().map(Work::Piece).collect();
        let learnt = cutter.learnt().to_vec();
        Ok(CutQuestion { posed, stated, work, learnt })
    }
}

/// Stores the bound and the search of a question that is cut in `posed`. The bound is chosen only
/// if there is an objective and no bound. It is the next value that is better than the best known
/// answer. If a proof is requested, the search is [`search::clause_strategy`], and the formulation
/// becomes that of the OPB file. Otherwise, the search is that of [`search::dividing_strategy`].
/// Fails if a bound has to be chosen, and either no answer is known or no better value is possible.
/// Also fails if the question cannot be divided or cannot have the requested proof, or if a stop is
/// requested. After an error, `posed` may already have the bound.
fn prepare(posed: &mut PosedQuestion, terms: &CutTerms, stop: &Stop) -> Result<(), PlanError> {
    if posed.bound.is_none() && posed.problem().goal().is_some() {
        let task = Task { stop: stop.clone(), ..posed.task() };
        posed.set_bound(Some(search::value_to_reach(&task)?));
    }
    let strategy = if terms.proof {
        validate_proof(&posed.question)?;
        // The proof is about the problem in the formulation of the OPB file.
        *posed = posed.clone().stated_for(export::OPB);
        posed.question.formulation = Some(posed.formulation.name.to_owned());
        search::clause_strategy()
    } else {
        let task = Task { stop: stop.clone(), conflicts: terms.conflicts, ..posed.task() };
        search::dividing_strategy(&task)?
    };
    posed.question.search = Some(strategy);
    Ok(())
}

/// Checks that the pieces of a question can have proofs. There are three conditions: this build can
/// compress files, the encodings can derive their clauses, and the search is by clauses or not
/// chosen. The refusal is about the first condition that does not hold.
fn validate_proof(question: &Question) -> Result<(), Refusal> {
    feature::COMPRESS.require().map_err(|missing| {
        let found = format!("--proof of a plan writes compressed files, but {missing}");
        Refusal::new(found, "a build of quarrel with this feature")
    })?;
    certificate::validate_derivations(&question.encodings)?;
    if question.search.is_none_or(Strategy::is_by_clauses) {
        Ok(())
    } else {
        Err(Refusal::new(
            "--proof of a plan whose --search is by cubes or line sums; only `solve` can \
             prove such a search",
            "a --search in clauses, such as linear-sat-unsat",
        ))
    }
}

/// A new plan, before its tasks are written.
#[derive(Clone, Debug)]
pub struct NewPlan {
    /// The program that makes the plan. Workers must use the same program.
    pub program: Build,
    /// Command that makes the plan.
    pub command: String,
    /// The purpose of the plan: a question or a comparison.
    pub question: Purpose,
    /// Limits of each task.
    pub limits: TaskLimits,
    /// Seed of the random order of samples.
    pub seed: u64,
    /// The number of tasks in each chunk. A job array has one element for each chunk. `None` means
    /// the least number with which the job array has at most 1000 elements.
    pub per_chunk: Option<u64>,
}

impl NewPlan {
    /// Writes the plan and a script for a scheduler into a new folder, and opens the folder. `work`
    /// has the work of each task. `learnt` has the clauses with which the work on each task begins.
    /// A `per_chunk` of 0 counts as 1. If it is `None`, it becomes the least number with which
    /// there are at most 1000 chunks. If writing fails, no folder remains. If a limit is not a
    /// positive finite number, opening fails and the folder remains.
    ///
    /// # Errors
    ///
    /// If the folder exists or cannot be written. If there are no tasks. If the folder cannot be
    /// opened.
    pub fn create(
        self,
        path: &Path,
        work: Vec<Work>,
        learnt: &[Vec<Lit>],
    ) -> Result<Folder, FolderError> {
        let NewPlan { program, command, question, limits, seed, per_chunk } = self;
        let chunk_size = per_chunk.unwrap_or((work.len() as u64).div_ceil(MOST_ELEMENTS)).max(1);
        let header = |tasks: TaskList| Header {
            per_chunk: chunk_size,
            layout: LAYOUT,
            program,
            date: origin::now(),
            command,
            question,
            limits,
            seed,
            tasks,
        };
        Folder::create(path, work, learnt, header)
    }
}
