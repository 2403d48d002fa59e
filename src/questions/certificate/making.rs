//! A proof that is being written: its problem, its log, and at the end the claim and the page.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::growth::GrowthMonitor;
use super::{
    CLAIM, Claim, Conclusion, CountedAnswers, PAGE, PROBLEM, ProofFolder, ProvedAnswers,
    ProvedConclusion, ProvedStatement, SharedDraft,
};
use crate::draft;
use crate::encode::{CostConversion, EncodingRow, Encodings};
use crate::export::compress::Compression;
use crate::export::map::Map;
use crate::export::{self, Export};
use crate::formulation::Formulation;
use crate::model::Goal;
use crate::prepare::Preparation;
use crate::problem::{Problem, Scale};
use crate::proof::{self, Log, ProofError};
use crate::question::{FilesError, PosedQuestion};
use crate::search::watched::run_watched;
use crate::search::{Finding, SearchError, Status, Task};
use crate::solver::Listener;
use crate::source::Refusal;
use crate::stop::Stop;

/// The outcome of writing a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofEnd {
    /// The proof, claim and page are finished.
    Written {
        /// The conclusion, with values scaled to the integers of the search.
        statement: ProvedStatement,
        /// The conclusion, in words.
        description: String,
        /// The path of the page.
        page: PathBuf,
    },
    /// There is no proof, since the search was stopped in the middle of a step.
    Interrupted,
    /// There is no proof, since nothing is proved so far.
    Nothing,
}

impl ProofEnd {
    /// Returns the conclusion, or `None` if there is no proof.
    pub fn statement(&self) -> Option<ProvedStatement> {
        match self {
            ProofEnd::Written { statement, .. } => Some(*statement),
            ProofEnd::Interrupted | ProofEnd::Nothing => None,
        }
    }
}

impl fmt::Display for ProofEnd {
    /// Writes how the proof ended: what it proves and the path of its page, or why there is no
    /// proof.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofEnd::Written { description, page, .. } => {
                let path = page.display();
                write!(f, "{description}; {path} explains this and how to check it")
            }
            ProofEnd::Interrupted => {
                f.write_str("the search was stopped within a step, so there is no proof")
            }
            ProofEnd::Nothing => f.write_str("nothing is proved so far, so there is no proof"),
        }
    }
}

/// A proof that a search writes.
pub struct NewProof {
    /// The new folder. If the proof is not kept, the folder is removed.
    pub(super) folder: ProofFolder,
    /// The log of the search's steps.
    pub log: Log,
    /// The draft of the proof file, which the log writes.
    draft: SharedDraft,
    /// The first comment line of the problem file.
    pub(super) title: String,
    /// The command that writes the problem file, for the claim.
    command: String,
    /// The objective, and the conversion of its values to the cost that the problem file minimises.
    /// `None` if the problem has no objective.
    pub(super) sought: Option<(Goal, CostConversion)>,
    /// The scale of the objective's values, with which the claim states numbers.
    pub(super) scale: Scale,
    /// The map of the problem's export, for the claim.
    pub(super) map: Map,
}

/// Checks that all requested encodings have derivations, which are the proof steps for their
/// clauses.
///
/// # Errors
///
/// If an encoding has no derivations.
pub fn validate_derivations(encodings: &Encodings) -> Result<(), Refusal> {
    let usual = Encodings::default();
    let mut named = EncodingRow::chosen(encodings).into_iter().flatten();
    match named.find(|row| !proof::derives(&row.chosen_in(&usual))) {
        None => Ok(()),
        Some(row) => {
            let (option, name) = (row.option(), row.name());
            let found =
                format!("--proof with --{option} {name}, whose clauses have no derivations yet");
            Err(Refusal::new(found, "an encoding that `quarrel encodings` calls certified"))
        }
    }
}

/// Creates a new folder for a proof, and its parents if they are missing. If the result is dropped
/// before the proof is complete, the folder is removed; new parents remain.
///
/// # Errors
///
/// If the path exists or cannot be created.
pub fn new_folder(
    path: &Path,
    compression: Option<Compression>,
) -> Result<ProofFolder, FilesError> {
    ProofFolder::open(path, compression).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            let found = format!("--proof {}, which exists", path.display());
            return Refusal::new(found, "a new folder").into();
        }
        FilesError::of_file(path)(error)
    })
}

/// Begins the log of a proof about a problem as it is stated, without deductions and symmetry
/// breaking. The log is written to `out`.
///
/// # Errors
///
/// If the formulation needs a value of the objective, or the problem cannot be stated in linear
/// constraints.
pub fn begin_log(
    problem: &dyn Problem,
    formulation: &Formulation,
    out: Box<dyn Write + Send>,
) -> Result<Log, FilesError> {
    let stop = Stop::unlimited();
    let prepared = Preparation::as_stated(problem, formulation, &stop).prepare().into_complete();
    let stated = prepared.ok_or_else(|| formulation.no_value_refusal())?;
    let limit = problem.goal().map_or(0, |goal| stated.bounds(goal).limit);
    Ok(Log::new(&stated.model, limit, out).map_err(SearchError::from)?)
}

/// Searches for an answer or the optimum, and writes a proof into a new folder at `path`, without
/// compression. If the question names no formulation, uses the published formulation of the family.
/// If nothing is proved, or if the search is stopped within a step, the folder is removed.
///
/// # Errors
///
/// If an encoding has no derivations, or if the folder exists. If the formulation needs a value of
/// the objective, or the problem cannot be stated in linear constraints. If the search fails, or if
/// the proof cannot be written or disagrees with the search. A folder that was created is removed
/// then.
pub fn prove(path: &Path, posed: &PosedQuestion) -> Result<(Finding, ProofEnd), FilesError> {
    let posed = &posed.clone().stated_for(export::OPB);
    let command = posed.question.command_of_problem();
    validate_derivations(&posed.question.encodings)?;
    let folder = new_folder(path, None)?;
    let proof = NewProof::begin(folder, posed, posed.problem(), command, |_| {})?;
    let mut task = posed.task();
    proof.log_search(&mut task);
    let finding = run_watched(&task, None, &mut |_| Ok::<(), FilesError>(()))?;
    let end = proof.end_search(posed, finding.status())?;
    Ok((finding, end))
}

impl NewProof {
    /// Writes a problem file into the folder, and begins the proof about the problem. `problem` is
    /// stated without deductions and symmetry breaking, in the formulation of `posed`. `command` is
    /// the command in the problem file and in the claim. The proof is a draft until
    /// [`end`](NewProof::end). If the proof grows large, `notify` is called once. After an error,
    /// the folder is removed.
    ///
    /// # Errors
    ///
    /// If the formulation needs a value of the objective, if the problem cannot be stated in linear
    /// constraints, or if a file cannot be written.
    pub fn begin(
        folder: ProofFolder,
        posed: &PosedQuestion,
        problem: &dyn Problem,
        command: String,
        notify: fn(&str),
    ) -> Result<NewProof, FilesError> {
        let stop = Stop::unlimited();
        let preparation = Preparation::as_stated(problem, posed.formulation, &stop);
        let proof = folder.file(folder.name_of_proof());
        let draft = SharedDraft::open(&proof, folder.compression);
        let draft = draft.map_err(FilesError::of_file(&proof))?;
        let out = Box::new(GrowthMonitor::new(draft.clone(), notify));
        let log = begin_log(problem, posed.formulation, out)?;
        let title = export::title(posed.family, &preparation, &command);
        let first = title[0].clone();
        let export = Export { title, preparation, ..posed.export_as_stated(None, &stop) };
        let path = folder.file(PROBLEM);
        let exported = export::OPB.export_to(&export, &path, None);
        let exported = exported
            .map_err(|error| FilesError::of_export(error, &path, posed.formulation))?
            .expect("nothing stops it");
        let map = posed.map(export::OPB, &export, &exported)?;
        let scale = problem.info().scale.clone();
        Ok(NewProof {
            folder,
            log,
            draft,
            title: first,
            command,
            sought: problem.goal().zip(exported.cost),
            scale,
            map,
        })
    }

    /// Makes the search of `task` log its steps. The search no longer explains why there is no
    /// answer, since an explanation has no proof.
    pub fn log_search(&self, task: &mut Task) {
        task.explain = false;
        task.listener = Some(Listener::Log(self.log.clone()));
    }

    /// Ends the proof of a search for one answer.
    ///
    /// # Errors
    ///
    /// If the conclusion disagrees with the search, or a file cannot be written.
    pub fn end_search(self, posed: &PosedQuestion, found: Status) -> Result<ProofEnd, FilesError> {
        let (problem, bound) = (posed.problem(), posed.bound);
        self.end(problem, None, |statement| agrees(statement, found, problem.goal(), bound))
    }

    /// Ends the proof, and writes the claim and the page. In three cases, writes neither and
    /// removes the folder: nothing is proved, a stopped search is in the middle of a step, or there
    /// is an error. If answers are counted, `known` has the answers in the proof. `is_expected`
    /// returns whether the conclusion agrees with the search; it is called before anything is
    /// written.
    ///
    /// # Errors
    ///
    /// If the conclusion disagrees with the search, or if a file cannot be written. If bounds
    /// disagree, the error is [`ProofError::Uncounted`]. If any other conclusion disagrees, it is
    /// an internal error.
    pub fn end(
        self,
        problem: &dyn Problem,
        known: Option<&ProvedAnswers>,
        is_expected: impl FnOnce(ProvedStatement) -> bool,
    ) -> Result<ProofEnd, FilesError> {
        let proof = self.folder.file(self.folder.name_of_proof());
        let concluded = self.log.conclude().map_err(FilesError::of_file(&proof))?;
        let Some(verdict) = concluded else { return Ok(ProofEnd::Interrupted) };
        let statement = ProvedStatement::from_verdict(verdict, self.sought.map(|(_, cost)| cost));
        if !is_expected(statement) {
            // Bounds that are wider than those of the search are incomplete, but not wrong.
            if let ProvedStatement::Bounds { .. } = statement {
                return Err(SearchError::from(ProofError::Uncounted).into());
            }
            let description = verdict.in_words_of_checker();
            let what = format!("the proof disagrees with the search: {description}");
            return Err(SearchError::Internal(what, String::new()).into());
        }
        let proved = ProvedConclusion::from_statement(statement, known);
        let conclusion = proved.conclusion();
        let counted = match conclusion {
            Conclusion::Problem(_) => None,
            Conclusion::Answers(number) => Some(CountedAnswers::from_count(number)),
        };
        if conclusion.is_nothing() {
            return Ok(ProofEnd::Nothing);
        }
        self.draft.keep().map_err(FilesError::of_file(&proof))?;
        let description = conclusion.in_words(problem);
        let page = self.page(&description, verdict, counted.as_ref());
        let unscaled = Claim::unscale(statement, &self.scale);
        let (command, problem) = (self.command, self.map);
        let claim = Claim { command, says: unscaled, counted, problem };
        for (name, text) in [(CLAIM, claim.to_json()), (PAGE, page)] {
            let path = self.folder.file(name);
            draft::write(&path, text).map_err(FilesError::of_file(&path))?;
        }
        let page = self.folder.file(PAGE);
        self.folder.keep();
        Ok(ProofEnd::Written { statement, description, page })
    }
}

/// Returns whether the conclusion of a proof agrees with the status that the search found. The
/// values are not compared. Any conclusion agrees with an unknown status. `Optimal` needs an
/// optimum. `Satisfiable` needs an answer, an optimum or a reached value. `Unsatisfiable` needs the
/// conclusion that there is no answer. If the search has found that no answer reaches the demanded
/// bound, an optimum or a bound also agrees if it is worse than the demanded bound.
fn agrees(
    statement: ProvedStatement,
    found: Status,
    goal: Option<Goal>,
    bound: Option<i64>,
) -> bool {
    match (found, statement) {
        (Status::Optimal, ProvedStatement::Optimum(_))
        | (
            Status::Satisfiable,
            ProvedStatement::Answer
            | ProvedStatement::Optimum(_)
            | ProvedStatement::Bounds { reached: Some(_), .. },
        )
        | (Status::Unsatisfiable, ProvedStatement::NoAnswer)
        | (Status::Unknown, _) => true,
        // A search can begin with an answer that misses the bound. The proof then contains this
        // answer.
        (
            Status::Unsatisfiable,
            ProvedStatement::Optimum(best) | ProvedStatement::Bounds { best: Some(best), .. },
        ) => goal.zip(bound).is_some_and(|(goal, bound)| !goal.sense.reaches(best, bound)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use quarrel_encodings::at_most_one::AtMostOne;
    use quarrel_encodings::cardinality::ALL;

    use super::*;

    #[test]
    fn an_encoding_without_derivations_is_refused_by_its_name() {
        static SWITCHED: AtMostOne = AtMostOne {
            name: "switched",
            citation: "",
            essay: "",
            write: |lits, writer| {
                let switch = writer.fresh();
                lits.iter().try_for_each(|&lit| writer.lits(&[!lit, switch]))
            },
        };
        let counter = |row| Encodings { cardinality: Some(row), ..Encodings::default() };
        assert!(ALL.iter().all(|row| validate_derivations(&counter(row)).is_ok()));
        let refusal =
            validate_derivations(&Encodings { at_most_one: Some(&SWITCHED), ..counter(&ALL[0]) });
        let refusal = refusal.expect_err("no variable has a meaning").to_string();
        assert!(refusal.contains("--amo switched, whose clauses"), "{refusal}");
    }
}
