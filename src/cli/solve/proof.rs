//! `solve --proof DIR`: a folder with the problem, a proof of what is found, and a page that says what is proved.
//!
//! The problem is what `export --to opb` writes of it, byte for byte, so that who believes the page has to read that
//! file and nothing of this program. What has no proofs yet is left out of the search, or refused where it is asked for.

use std::io;
use std::path::Path;

use super::asked::{Asked, Outcome};
use super::{Solve, SolverArg, wait};
use crate::certificate::{
    CLAIM, Claim, Counted, Folder, PAGE, PROBLEM, PROOF, Remaining, Said, SharedDraft,
};
use crate::cli::drawing::Format;
use crate::cli::export as files;
use crate::cli::output::{Target, deliver};
use crate::cli::{Failure, note};
use crate::deduce::Rules;
use crate::encode::Cost;
use crate::export::map::Map;
use crate::export::{self, Export, ExportError};
use crate::formulation::Formulation;
use crate::model::Values;
use crate::prepare::Preparation;
use crate::problem::{Goal, Problem};
use crate::proof::{Log, Verdict};
use crate::search::{Question, SearchError, Status, Task};
use crate::solver::Choice;
use crate::source::Refusal;
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// A proof in the making.
pub(super) enum Proof {
    /// The search writes it.
    Searching(Box<Begun>),
    /// Several answers are asked for, and that there is no other is proved once they are known.
    Counting(Folder),
}

/// A proof that is written by a search.
pub(super) struct Begun {
    folder: Folder,
    log: Log,
    draft: SharedDraft,
    /// The first comment of the problem.
    title: String,
    command: String,
    /// What is minimised: its name, and what a value costs.
    sought: Option<(Goal, Cost)>,
    /// The map of the problem as it was exported.
    map: Map,
}

impl Solve {
    /// Refuses what has no proofs.
    pub(super) fn validate_proof(&self) -> Result<(), Refusal> {
        if self.proof.is_none() {
            return Ok(());
        }
        let cardinality = self.model_args.encoding_args.encodings().cardinality;
        let by_clauses = self.strategy().is_none_or(|row| row.by_clauses() && !row.needs_cores);
        let refused = [
            (self.threads > 1, "--threads", "one thread"),
            (
                !matches!(self.solver, SolverArg::Searching(Choice::Embedded)),
                "--solver",
                "the solver that is built in",
            ),
            (self.scramble.is_some(), "--scramble", "no --scramble"),
            (self.start.is_some(), "--start", "no --start"),
            (
                !by_clauses,
                "a --search by cubes or cores",
                "linear-sat-unsat, linear-unsat-sat or binary",
            ),
            (self.boards.are_several(), "several boards", "one board"),
            (
                cardinality.is_some_and(|row| !row.is_certified),
                "an encoding of cardinality that is not certified",
                "one that `quarrel encodings` calls certified, such as totalizer",
            ),
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
    /// Makes the folder, and has a search for one answer write the proof.
    pub fn begin(folder: &Path, asked: &mut Asked) -> Result<Proof, Failure> {
        let task = &mut asked.task;
        if task.formulation.of_value {
            let found = format!(
                "--proof with the formulation {}, which is for one value",
                task.formulation.name
            );
            return Err(Refusal::new(found, "another formulation").into());
        }
        let folder = open(folder)?;
        if task.question != Question::One {
            return Ok(Proof::Counting(folder));
        }
        let problem = task.problem;
        let command = command(asked, &["quarrel", "export"], &["--to", "opb"]);
        let begun = Begun::of(folder, problem, asked, command)?;
        begun.take_part(&mut asked.task);
        Ok(Proof::Searching(Box::new(begun)))
    }

    /// Ends the proof with what was found, and returns whether it was stopped before it says all of that.
    pub fn end(self, asked: &Asked, outcome: &Outcome) -> Result<bool, Failure> {
        match self {
            Proof::Searching(begun) => {
                let Task { problem, bound, .. } = asked.task;
                let says = |says| settles(says, outcome.finding.status, problem.goal(), bound);
                begun.end(problem, None, says)?;
                Ok(false)
            }
            Proof::Counting(folder) => prove_all(folder, asked, outcome),
        }
    }
}

/// Proves of answers that were found what was said of them: that each is one, and, if so, that there is no other. Returns
/// whether it was stopped before that.
fn prove_all(folder: Folder, asked: &Asked, outcome: &Outcome) -> Result<bool, Failure> {
    let Asked { task, setup, .. } = asked;
    let Outcome { finding, solutions, .. } = outcome;
    let variables = task.problem.stated(task.formulation).with(0).labels().len();
    let known = solutions.iter().map(|values| Values::new(values.first(variables))).collect();
    let is_optimal = finding.status == Status::Optimal;
    let bound = if is_optimal { finding.value } else { task.bound };
    // A search that does not heed its limits in time is left running to the end of the process.
    let remaining: &'static Remaining =
        Box::leak(Box::new(Remaining::new(task.problem, bound, task.projected.clone(), known)));
    let is_exact = remaining.is_exact(task.formulation);
    let counted = Counted {
        answers: solutions.len(),
        is_optimal: is_optimal && !is_exact,
        is_exact,
        projected: task.projected.clone(),
    };
    let command = counting_command(asked);
    let mut begun = Begun::of(folder, remaining, asked, command)?;
    begun.map = map_at(asked, bound)?;
    remaining.solutions().for_each(|values| begun.log.show(&values));
    if finding.complete {
        let mut ask = Task {
            encodings: setup.encodings.clone(),
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
    let (is_stopped, answers) = (task.stop.reached(), counted.answers);
    let says = |verdict: Said| match verdict {
        Said::Optimum(0) => finding.complete && answers > 0,
        Said::NoAnswer => finding.complete && answers == 0,
        Said::Bounds { .. } => !finding.complete || is_stopped,
        Said::Optimum(_) | Said::Answer | Said::Nothing => false,
    };
    let said = begun.end(task.problem, Some(counted), says)?;
    Ok(finding.complete && !said.is_some_and(Said::is_complete))
}

/// The command by which answers were counted.
fn counting_command(asked: &Asked) -> String {
    let task = &asked.task;
    let question = match task.question {
        Question::One | Question::Unique => "--unique",
        Question::Count(_) => "--count",
        Question::All(_) => "--all",
    };
    let bound = task.bound.map(|bound| bound.to_string());
    let names = task.projected.as_ref().map(|names| names.join(","));
    let mut more = vec![question];
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
        ExportError::NoValue => task.formulation.without_value().into(),
        ExportError::Output(error) => Failure::Output("nowhere".to_owned(), error),
    })?;
    Ok(Map::of(setup.family, request, asked.opened.size(), opb, &export, &exported)?)
}

/// A problem as it stands in the folder: with nothing deduced, and every symmetry.
fn statement<'a>(
    problem: &'a dyn Problem,
    formulation: &'a Formulation,
    none: &'a Rules,
    stop: &'a Stop,
) -> Preparation<'a> {
    Preparation { problem, formulation, rules: none, symmetry: Symmetries::Kept, stop }
}

impl Begun {
    /// Writes a problem into the folder, and begins a proof about it.
    fn of(
        folder: Folder,
        problem: &dyn Problem,
        asked: &Asked,
        command: String,
    ) -> Result<Begun, Failure> {
        let Asked { task, setup, .. } = asked;
        let (none, stop) = (Rules::none(), Stop::never());
        let opb = export::format("opb").expect("a format of that name");
        let preparation = statement(problem, task.formulation, &none, &stop);
        let stated = preparation.prepare().whole().expect("a formulation for one value is refused");
        let failed = |error| Target::File(folder.file(PROOF)).failed(error);
        let draft = SharedDraft::of(&folder.file(PROOF)).map_err(failed)?;
        let limit = problem.goal().map_or(0, |goal| stated.bounds(goal).limit);
        let log = Log::new(&stated.model, limit, Box::new(draft.clone()))
            .map_err(|reason| Failure::Search(SearchError::from(reason)))?;
        let title = export::title(setup.family, &preparation, &command);
        let export = Export {
            title: title.clone(),
            preparation,
            encodings: setup.encodings.clone(),
            bound: None,
            scramble: None,
        };
        let target = Target::File(folder.file(PROBLEM));
        let exported = files::deliver_formula(opb, None, &export, &target)?;
        let exported = exported.expect("nobody asks it to stop");
        let size = asked.opened.size();
        let map = Map::of(setup.family, &asked.request, size, opb, &export, &exported)?;
        let sought = problem.goal().zip(exported.cost);
        Ok(Begun { folder, log, draft, title: title[0].clone(), command, sought, map })
    }

    /// Has a search tell the log of everything, and rest on nothing that has no proof.
    fn take_part(&self, task: &mut Task) {
        (task.construct, task.explain) = (false, false);
        task.proof = Some(self.log.clone());
    }

    /// Ends the proof, of which it is known whether it says what was found, and writes the claim and the page. Returns what
    /// it says; none where there is no proof.
    fn end(
        self,
        problem: &dyn Problem,
        counted: Option<Counted>,
        is_expected: impl FnOnce(Said) -> bool,
    ) -> Result<Option<Said>, Failure> {
        let failed = |name: &str, error| Target::File(self.folder.file(name)).failed(error);
        let Some(verdict) = self.log.conclude().map_err(|error| failed(PROOF, error))? else {
            note(&"the search was stopped in the middle of a step, so there is no proof");
            return Ok(None);
        };
        let says = Said::of(verdict, self.sought.map(|(_, cost)| cost));
        if !is_expected(says) {
            let told = verdict.in_words_of_checker();
            let what = format!("the proof says something else than was found: {told}");
            return Err(Failure::Search(SearchError::Internal(what, String::new())));
        }
        let claim =
            Claim { command: self.command.clone(), says, counted, problem: self.map.clone() };
        if claim.is_nothing() {
            note(&"nothing is proved so far, so there is no proof");
            return Ok(None);
        }
        self.draft.keep().map_err(|error| failed(PROOF, error))?;
        let told = claim.in_words(problem);
        let page = self.page(&told, verdict, claim.counted.as_ref());
        for (name, text) in [(CLAIM, claim.in_json()), (PAGE, page)] {
            deliver(&Target::File(self.folder.file(name)), text)?;
        }
        let page = self.folder.file(PAGE);
        self.folder.keep();
        note(&format!("{told}; {} says what that is and how to check it", page.display()));
        Ok(Some(says))
    }

    fn page(&self, told: &str, verdict: Verdict, counted: Option<&Counted>) -> String {
        let beside = counted.map_or(String::new(), |counted| {
            let exclusions = match counted.answers {
                0 => "There is none to exclude.".to_owned(),
                1 => "The proof shows the answer that was found (`sol`), and the last line of the problem excludes it."
                    .to_owned(),
                number => format!(
                    "The proof shows the {number} answers that were found (`sol`), and the last {number} lines of the \
                     problem exclude one each."
                ),
            };
            format!(
                "\nThe variable `another` is true in an answer beside those that were found. {exclusions} So where \
                 `another` cannot be true, they are all.\n"
            )
        });
        let spoken = self.sought.map_or(String::new(), |(goal, cost)| {
            format!(
                "\nThe checker speaks of the sum that `{PROBLEM}` minimises: {} = {cost}.\n",
                goal.name
            )
        });
        format!(
            "# {}\n\n{}.\n\n`{PROBLEM}` states the problem: its variables are explained in its comments. `{PROOF}` \
             is a proof in VeriPB's format 3.0. `quarrel check-proof` with this folder checks everything, also what \
             `{CLAIM}` says to programs. `veripb {PROBLEM} {PROOF}` checks the proof alone (`cargo install veripb \
             --version 3.0.2 --locked`), and has to print\n\n    {}\n\nwithout a warning.\n{spoken}{beside}",
            self.title,
            capitalised(told),
            verdict.in_words_of_checker(),
        )
    }
}

/// Whether a proof says as much as a search that ended so.
fn settles(says: Said, found: Status, goal: Option<Goal>, bound: Option<i64>) -> bool {
    match (found, says) {
        (Status::Optimal, Said::Optimum(_))
        | (
            Status::Satisfiable,
            Said::Answer | Said::Optimum(_) | Said::Bounds { reached: Some(_), .. },
        )
        | (Status::Unsatisfiable, Said::NoAnswer)
        | (Status::Unknown, _) => true,
        (Status::Unsatisfiable, Said::Bounds { best: Some(best), reached: None }) => {
            let known = goal.zip(bound);
            known.is_some_and(|(goal, bound)| !goal.sense.reaches(best, bound))
        }
        _ => false,
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

/// A command about the same board.
fn command(asked: &Asked, verb: &[&str], options: &[&str]) -> String {
    let words = asked.words.iter().map(String::as_str);
    let formulation =
        asked.setup.formulation.into_iter().flat_map(|row| ["--formulation", row.name]);
    let verb = verb.iter().copied();
    let words = verb.chain(words).chain(formulation).chain(options.iter().copied());
    shlex::try_join(words).expect("an argument has no byte 0")
}
