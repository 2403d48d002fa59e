//! The making of a plan: a question cut into pieces, and the folder of the tasks.

use std::path::Path;

use super::header::{LAYOUT, Listed};
use super::script::{MOST_ELEMENTS, SCRIPT, script};
use super::{Folder, FolderError, Header, InPieces, PiecesError, Purpose, TaskLimits, Work};
use crate::certificate;
use crate::export::{self, map};
use crate::feature;
use crate::model::Lit;
use crate::question::{Posed, Question};
use crate::record::origin::{self, Build};
use crate::search::{self, Pieces, Strategy, Task};
use crate::source::Refusal;
use crate::stop::Stop;

/// About how many shares, or cubes, a question is cut into unless that is said. Cubes cost
/// something to cut.
const SHARES: u64 = 500;
const CUBES: u64 = 64;

/// The terms on which a question is cut into pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct CutTerms {
    /// Whether a proof is to come of it.
    pub proof: bool,
    /// The conflicts after which a task is left open.
    pub conflicts: Option<u64>,
    /// About how many pieces there are to be.
    pub number: Option<u64>,
}

/// A question that is cut into pieces.
pub struct CutQuestion {
    /// The question with its problem, the value that is asked for, and the search that divides it.
    pub posed: Posed,
    /// The question as a plan has it.
    pub stated: InPieces,
    /// The pieces.
    pub work: Vec<Work>,
    /// The clauses that were learnt meanwhile.
    pub learnt: Vec<Vec<Lit>>,
}

impl CutQuestion {
    /// Cuts a question; none if it is to stop first. Where an optimum is asked for, the pieces ask
    /// for the next value better than the best that is known.
    ///
    /// # Errors
    ///
    /// Refuses a question of which there are no pieces, or no proof where one is to come of it.
    pub fn of(
        mut posed: Posed,
        terms: &CutTerms,
        stop: &Stop,
    ) -> Result<Option<CutQuestion>, PiecesError> {
        settle(&mut posed, terms, stop)?;
        let task = InPieces::task(&posed, terms.proof, stop)?;
        let task = Task { conflicts: terms.conflicts, ..task };
        let pieces = Pieces::of(&task)?;
        let usual = if pieces.strategy().is_some() { SHARES } else { CUBES };
        let mut cutter = pieces.cutter(stop);
        let divided = cutter.divide(&pieces.whole(), terms.number.unwrap_or(usual)).pieces;
        if stop.reached() {
            return Ok(None);
        }
        let search = Some(pieces.strategy().unwrap_or(search::by_clauses()));
        let board = map::Board::of(&posed.request)?;
        let question = Question { board, search, ..posed.question.clone() };
        let stated = InPieces { question, proof: terms.proof, formula: pieces.formula_hash() };
        let work = divided.into_iter().map(Work::Piece).collect();
        let learnt = cutter.learnt().to_vec();
        Ok(Some(CutQuestion { posed, stated, work, learnt }))
    }
}

/// Settles the value that is asked for, and the search by which it is divided.
fn settle(posed: &mut Posed, terms: &CutTerms, stop: &Stop) -> Result<(), PiecesError> {
    if posed.bound.is_none() && posed.problem().goal().is_some() {
        let task = Task { stop: stop.clone(), ..posed.task() };
        posed.set_bound(Some(search::value_to_reach(&task)?));
    }
    let strategy = if terms.proof {
        validate_proof(&posed.question)?;
        // As the file states the problem that the proof is about.
        *posed = posed.clone().stated_for(export::OPB);
        posed.question.formulation = Some(posed.formulation.name.to_owned());
        search::by_clauses()
    } else {
        let task = Task { stop: stop.clone(), conflicts: terms.conflicts, ..posed.task() };
        search::strategy_that_divides(&task)?
    };
    posed.question.search = Some(strategy);
    Ok(())
}

/// Refuses a question that has no proof in pieces.
fn validate_proof(question: &Question) -> Result<(), Refusal> {
    feature::COMPRESS.required().map_err(|missing| {
        let found = format!("--proof of a plan writes compressed files, and {missing}");
        Refusal::new(found, "a quarrel that was built with it")
    })?;
    certificate::certified(&question.encodings)?;
    if question.search.is_none_or(Strategy::by_clauses) {
        Ok(())
    } else {
        Err(Refusal::new(
            "--proof of a plan with a --search by cubes or line sums, of which only `solve` has proofs",
            "a search in clauses, such as linear-sat-unsat",
        ))
    }
}

/// A plan before it has tasks.
#[derive(Clone, Debug)]
pub struct NewPlan {
    /// The program that makes it, and alone may work on it.
    pub program: Build,
    /// The command that makes it.
    pub command: String,
    /// The purpose.
    pub question: Purpose,
    /// The limits of each task.
    pub limits: TaskLimits,
    /// The seed from which the order of samples is drawn.
    pub seed: u64,
    /// How many tasks a chunk has; where nothing is said, as few as leave an array its usual number
    /// of elements.
    pub per_chunk: Option<u64>,
}

impl NewPlan {
    /// Writes it into a new folder, with the script for a scheduler.
    ///
    /// # Errors
    ///
    /// If there is such a folder, or the file system does not take it.
    pub fn create(
        self,
        path: &Path,
        work: Vec<Work>,
        learnt: &[Vec<Lit>],
    ) -> Result<Folder, FolderError> {
        let NewPlan { program, command, question, limits, seed, per_chunk } = self;
        let per_chunk = per_chunk.unwrap_or((work.len() as u64).div_ceil(MOST_ELEMENTS)).max(1);
        let header = |tasks: Listed| Header {
            per_chunk,
            layout: LAYOUT,
            program,
            date: origin::now(),
            command,
            question,
            limits,
            seed,
            tasks,
        };
        let beside = |header: &Header| vec![(SCRIPT.to_owned(), script(header))];
        Folder::create(path, work, learnt, header, &beside)
    }
}
