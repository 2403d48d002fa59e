//! `solve --proof DIR`: a folder with the problem, a proof of what is found, and a page that says what is proved.
//!
//! The problem is what `export --to opb` writes of it, byte for byte, so that who believes the page has to read that
//! file and nothing of this program. What has no proofs yet is left out of the search, or refused where it is asked for.

use std::io;
use std::path::Path;

use super::asked::Asked;
use super::{Solve, SolverArg};
use crate::certificate::{CLAIM, Claim, Folder, PAGE, PROBLEM, PROOF, Said, SharedDraft};
use crate::cli::drawing::Format;
use crate::cli::export as files;
use crate::cli::model_args::SymmetryArg;
use crate::cli::output::{Target, deliver};
use crate::cli::{Failure, note};
use crate::deduce::Rules;
use crate::export::map::Map;
use crate::export::{self, Export};
use crate::prepare::Preparation;
use crate::problem::Problem;
use crate::proof::{Log, Verdict};
use crate::search::{Question, SearchError, Status};
use crate::solver::Choice;
use crate::source::Refusal;
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// The deductions that are derived in a proof, as they are written on the command line.
const DERIVED: &str = "complement";

/// A proof in the making.
pub(super) struct Proof {
    folder: Folder,
    log: Log,
    draft: SharedDraft,
    problem: &'static dyn Problem,
    /// What is proved about what: the first comment of the problem, the command that writes it, and its map.
    title: String,
    command: String,
    map: Map,
    /// The bound that is asked for, where not the optimum is.
    bound: Option<i64>,
}

impl Solve {
    /// Refuses what has no proofs.
    pub(super) fn validate_proof(&self) -> Result<(), Refusal> {
        if self.proof.is_none() {
            return Ok(());
        }
        let symmetry = self.model_args.symmetry;
        let by_clauses = self.strategy().is_none_or(|row| row.by_clauses() && !row.needs_cores);
        let refused = [
            (self.question() != Question::One, "several answers", "one answer or the optimum"),
            (self.threads > 1, "--threads", "one thread"),
            (
                !matches!(self.solver, SolverArg::Searching(Choice::Embedded)),
                "--solver",
                "the solver that is built in",
            ),
            (self.scramble.is_some(), "--scramble", "no --scramble"),
            (self.start.is_some(), "--start", "no --start"),
            (
                matches!(symmetry, SymmetryArg::On | SymmetryArg::Found),
                "--symmetry on or found",
                "--symmetry auto or off",
            ),
            (
                !by_clauses,
                "a --search by cubes or cores",
                "linear-sat-unsat, linear-unsat-sat or binary",
            ),
            (self.boards.are_several(), "several boards", "one board"),
            (
                self.writing.chosen()? == Format::Competition,
                "--format competition",
                "--format text or json",
            ),
        ];
        match refused.iter().find(|(is_so, ..)| *is_so) {
            Some((_, found, expected)) => Err(Refusal::new(
                format!("--proof with {found}, of which there are no proofs yet"),
                *expected,
            )),
            None => Ok(()),
        }
    }
}

impl Proof {
    /// Writes the problem into a folder, and has the search tell a log of everything.
    pub fn begin(folder: &Path, asked: &mut Asked) -> Result<Proof, Failure> {
        let stop = Stop::never();
        let opb = export::format("opb").expect("a format of that name");
        let command = command(asked);
        let task = &mut asked.task;
        let (none, derived) = (Rules::none(), DERIVED.parse().expect("rules of that name"));
        let preparation = Preparation {
            problem: task.problem,
            formulation: task.formulation,
            rules: &none,
            symmetry: Symmetries::Kept,
            stop: &stop,
        };
        let Some(stated) = preparation.prepare().whole() else {
            let found = format!(
                "--proof with the formulation {}, which is for one value",
                task.formulation.name
            );
            return Err(Refusal::new(found, "another formulation").into());
        };
        let folder = open(folder)?;
        let failed = |error| Target::File(folder.file(PROOF)).failed(error);
        let draft = SharedDraft::of(&folder.file(PROOF)).map_err(failed)?;
        let log = Log::new(&stated.model, Box::new(draft.clone()))
            .map_err(|reason| Failure::Search(SearchError::from(reason)))?;
        let family = asked.setup.family;
        let title = export::title(family, &preparation, &command);
        let export = Export {
            title: title.clone(),
            preparation,
            encodings: task.encodings.clone(),
            bound: None,
            scramble: None,
        };
        let target = Target::File(folder.file(PROBLEM));
        let exported = files::deliver_formula(opb, None, &export, &target)?;
        let exported = exported.expect("nobody asks it to stop");
        let size = asked.opened.size();
        let map = Map::of(family, &asked.request, size, opb, &export, &exported)?;
        task.rules = asked.setup.deduce.clone().unwrap_or(derived);
        task.symmetry = Symmetries::Kept;
        (task.construct, task.explain) = (false, false);
        task.proof = Some(log.clone());
        let (problem, bound, title) = (task.problem, task.bound, title[0].clone());
        Ok(Proof { folder, log, draft, problem, title, command, map, bound })
    }

    /// Ends the proof with what was found, and writes the claim and the page.
    pub fn end(self, found: Status) -> Result<(), Failure> {
        let failed = |name: &str, error| Target::File(self.folder.file(name)).failed(error);
        let verdict = self.log.conclude().map_err(|error| failed(PROOF, error))?;
        if !self.settles(verdict, found) {
            let told = verdict.in_words_of_checker();
            let what = format!("the proof says less than was found ({}): {told}", found.name());
            return Err(Failure::Search(SearchError::Internal(what, String::new())));
        }
        self.draft.keep().map_err(|error| failed(PROOF, error))?;
        let says = Said::of(verdict, self.map.cost);
        let told = says.in_words(self.problem);
        let claim = Claim { command: self.command.clone(), says, problem: self.map.clone() };
        let page = self.page(&claim, &told, verdict);
        for (name, text) in [(CLAIM, claim.in_json()), (PAGE, page)] {
            deliver(&Target::File(self.folder.file(name)), text)?;
        }
        let page = self.folder.file(PAGE);
        self.folder.keep();
        note(&format!("{told}; {} says what that is and how to check it", page.display()));
        Ok(())
    }

    /// Whether a proof says as much as a search that ended so.
    fn settles(&self, verdict: Verdict, found: Status) -> bool {
        let is_refuted = |least: i128| {
            let value = self.map.cost.and_then(|told| told.value(i64::try_from(least).ok()?));
            let sense = self.problem.goal().map(|goal| goal.sense);
            let known = sense.zip(self.bound).zip(value);
            known.is_some_and(|((sense, bound), value)| !sense.reaches(value, bound))
        };
        match (found, verdict) {
            (Status::Optimal, Verdict::Bounds(Some(least), Some(most))) => least == most,
            (Status::Satisfiable, Verdict::Satisfiable | Verdict::Bounds(_, Some(_)))
            | (Status::Unsatisfiable, Verdict::Unsatisfiable | Verdict::Bounds(None, None))
            | (Status::Unknown, _) => true,
            (Status::Unsatisfiable, Verdict::Bounds(Some(least), None)) => is_refuted(least),
            _ => false,
        }
    }

    fn page(&self, claim: &Claim, told: &str, verdict: Verdict) -> String {
        let cost = claim.problem.cost.zip(self.problem.goal());
        let spoken = cost.map_or(String::new(), |(cost, goal)| {
            format!(
                "\nThe checker speaks of the sum that `{PROBLEM}` minimises: {} = {cost}.\n",
                goal.name
            )
        });
        format!(
            "# {}\n\n{}.\n\n`{PROBLEM}` states the problem: its variables are explained in its comments. `{PROOF}` \
             is a proof in VeriPB's format 3.0. `quarrel check-proof` with this folder checks everything, also what \
             `{CLAIM}` says to programs. `veripb {PROBLEM} {PROOF}` checks the proof alone (`cargo install veripb \
             --version 3.0.2 --locked`), and has to print\n\n    {}\n\nwithout a warning.\n{spoken}",
            self.title,
            capitalised(told),
            verdict.in_words_of_checker(),
        )
    }
}

/// Makes the new folder.
fn open(path: &Path) -> Result<Folder, Failure> {
    Folder::open(path).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            let found = format!("--proof {}, which is there already", path.display());
            return Refusal::new(found, "a new folder").into();
        }
        Target::File(path.to_owned()).failed(error)
    })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The command that writes the problem.
fn command(asked: &Asked) -> String {
    let words = asked.words.iter().map(String::as_str);
    let formulation =
        asked.setup.formulation.into_iter().flat_map(|row| ["--formulation", row.name]);
    let words =
        ["quarrel", "export"].into_iter().chain(words).chain(formulation).chain(["--to", "opb"]);
    shlex::try_join(words).expect("an argument has no byte 0")
}
