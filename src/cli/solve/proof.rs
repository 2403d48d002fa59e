//! `solve --proof DIR`: a folder with the problem, a proof of what is found, and a page that says what is proved.
//!
//! The problem is what `export --to opb` writes of it, byte for byte, so that who believes the page has to read that
//! file and nothing of this program. What has no proofs yet is left out of the search, or refused where it is asked for.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::asked::Asked;
use super::{Solve, SolverArg};
use crate::cli::drawing::Format;
use crate::cli::export as files;
use crate::cli::model_args::SymmetryArg;
use crate::cli::output::Target;
use crate::cli::{Failure, note};
use crate::deduce::Rules;
use crate::draft::Draft;
use crate::encode::Cost;
use crate::export::{self, Export};
use crate::lock::locked;
use crate::prepare::Preparation;
use crate::problem::Goal;
use crate::proof::{Log, Verdict};
use crate::search::{Question, SearchError, Status};
use crate::solver::Choice;
use crate::source::Refusal;
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// The files of the folder.
const PROBLEM: &str = "problem.opb";
const PROOF: &str = "proof.pbp";
const PAGE: &str = "README.md";

/// The deductions that are derived in a proof, as they are written on the command line.
const DERIVED: &str = "complement";

/// A proof in the making.
pub(super) struct Proof {
    folder: Folder,
    log: Log,
    draft: SharedDraft,
    /// What is proved, and what the problem's cost says of it.
    title: String,
    goal: Option<(Goal, Cost)>,
    /// The bound that is asked for, where not the optimum is.
    bound: Option<i64>,
}

/// The new folder of a proof. Where no proof comes about, it goes.
struct Folder {
    path: PathBuf,
    is_complete: bool,
}

impl Folder {
    fn open(path: &Path) -> Result<Folder, Failure> {
        let failed = |error| Target::File(path.to_owned()).failed(error);
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(failed)?;
        }
        // Of two that want the same one, one makes it.
        match std::fs::create_dir(path) {
            Ok(()) => Ok(Folder { path: path.to_owned(), is_complete: false }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let found = format!("--proof {}, which is there already", path.display());
                Err(Refusal::new(found, "a new folder").into())
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn file(&self, name: &str) -> Target {
        Target::File(self.path.join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_complete {
            // There is nobody to tell, and what is said is why there is no proof.
            let _ = std::fs::remove_file(self.path.join(PROBLEM));
            let _ = std::fs::remove_file(self.path.join(PROOF));
            let _ = std::fs::remove_dir(&self.path);
        }
    }
}

/// A draft that a log writes to, and that is kept once the log is complete.
#[derive(Clone)]
struct SharedDraft(Arc<Mutex<Option<BufWriter<Draft>>>>);

impl SharedDraft {
    fn of(path: &Path) -> io::Result<SharedDraft> {
        Ok(SharedDraft(Arc::new(Mutex::new(Some(BufWriter::new(Draft::of(path)?))))))
    }

    /// Has the file take its name.
    fn keep(&self) -> io::Result<()> {
        match locked(&self.0).take() {
            Some(draft) => draft.into_inner().map_err(io::IntoInnerError::into_error)?.keep(),
            None => Ok(()),
        }
    }
}

impl Write for SharedDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.0).as_mut().map_or(Ok(bytes.len()), |draft| draft.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        locked(&self.0).as_mut().map_or(Ok(()), Write::flush)
    }
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
        let folder = Folder::open(folder)?;
        let failed = |error| folder.file(PROOF).failed(error);
        let draft = SharedDraft::of(&folder.path.join(PROOF)).map_err(failed)?;
        let log = Log::new(&stated.model, Box::new(draft.clone()))
            .map_err(|reason| Failure::Search(SearchError::from(reason)))?;
        let title = files::title(asked.setup.family, &preparation, &command);
        let export = Export {
            title: title.clone(),
            preparation,
            encodings: task.encodings.clone(),
            bound: None,
            scramble: None,
        };
        let exported = files::deliver_formula(opb, None, &export, &folder.file(PROBLEM))?;
        task.rules = asked.setup.deduce.clone().unwrap_or(derived);
        task.symmetry = Symmetries::Kept;
        (task.construct, task.explain) = (false, false);
        task.proof = Some(log.clone());
        let cost = exported.and_then(|exported| exported.cost);
        let (goal, bound) = (task.problem.goal().zip(cost), task.bound);
        Ok(Proof { folder, log, draft, title: title[0].clone(), goal, bound })
    }

    /// Ends the proof with what was found, and writes the page.
    pub fn end(mut self, found: Status) -> Result<(), Failure> {
        let failed = |name: &str, error| self.folder.file(name).failed(error);
        let verdict = self.log.conclude().map_err(|error| failed(PROOF, error))?;
        if !self.settles(verdict, found) {
            let told = verdict.in_words_of_checker();
            let what = format!("the proof says less than was found ({}): {told}", found.name());
            return Err(Failure::Search(SearchError::Internal(what, String::new())));
        }
        self.draft.keep().map_err(|error| failed(PROOF, error))?;
        let page = self.page(verdict);
        let mut draft =
            Draft::of(&self.folder.path.join(PAGE)).map_err(|error| failed(PAGE, error))?;
        let written = draft.write_all(page.as_bytes());
        written.and_then(|()| draft.keep()).map_err(|error| failed(PAGE, error))?;
        self.folder.is_complete = true;
        note(&format!(
            "{}; {} says what that is and how to check it",
            self.claim(verdict),
            self.folder.path.join(PAGE).display()
        ));
        Ok(())
    }

    /// Whether a proof says as much as a search that ended so.
    fn settles(&self, verdict: Verdict, found: Status) -> bool {
        let is_refuted = |least: i128| {
            let value = self
                .goal
                .and_then(|(goal, told)| Some((goal, told.value(i64::try_from(least).ok()?)?)));
            self.bound
                .zip(value)
                .is_some_and(|(bound, (goal, value))| !goal.sense.reaches(value, bound))
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

    /// What is proved, in words.
    fn claim(&self, verdict: Verdict) -> String {
        let value = |cost: i128| {
            let (goal, told) = self.goal?;
            Some(format!("{} {}", goal.name, told.value(i64::try_from(cost).ok()?)?))
        };
        match verdict {
            Verdict::Satisfiable => "the proof has an answer".to_owned(),
            Verdict::Unsatisfiable | Verdict::Bounds(None, None) => {
                "proved: there is no answer".to_owned()
            }
            Verdict::Bounds(Some(least), Some(most)) if least == most => {
                format!("proved: the optimum is {}", value(least).unwrap_or_default())
            }
            Verdict::Bounds(least, most) => {
                let best =
                    least.and_then(value).map(|value| format!("no answer is better than {value}"));
                let known = most.and_then(value).map(|value| format!("there is one of {value}"));
                format!("proved: {}", best.into_iter().chain(known).collect::<Vec<_>>().join(", "))
            }
            Verdict::Nothing => "nothing is proved".to_owned(),
        }
    }

    fn page(&self, verdict: Verdict) -> String {
        let told = self.goal.map_or(String::new(), |(goal, cost)| {
            format!(
                "\nThe checker speaks of the sum that `{PROBLEM}` minimises: {} = {cost}.\n",
                goal.name
            )
        });
        let Proof { title, .. } = self;
        format!(
            "# {title}\n\n{}.\n\n`{PROBLEM}` states the problem: its variables are explained in its comments. `{PROOF}` \
             is a proof in VeriPB's format 3.0. `veripb {PROBLEM} {PROOF}` checks it (`cargo install veripb --version 3.0.2 --locked`), and has \
             to print\n\n    {}\n\nwithout a warning.\n{told}",
            capitalised(&self.claim(verdict)),
            verdict.in_words_of_checker(),
        )
    }
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
