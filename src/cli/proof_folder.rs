//! A folder with a problem, a proof about it in the making, and a page that says what is proved.
//!
//! The problem is what `export --to opb` writes of it, byte for byte, so that who believes the page
//! has to read that file and nothing of this program.

use std::io::{self, Write};
use std::path::Path;

use super::export as files;
use super::growth::Growth;
use super::output::{Target, deliver};
use super::setup::Setup;
use super::{Failure, note};
use crate::board::Size;
use crate::certificate::{
    CLAIM, Claim, Counted, Folder, Known, Number, PAGE, PROBLEM, Proved, Said, SharedDraft,
};
use crate::deduce::Rules;
use crate::encode::{Cost, Encodings};
use crate::export::compress::Compression;
use crate::export::map::Map;
use crate::export::{self, Export};
use crate::formulation::Formulation;
use crate::prepare::Preparation;
use crate::problem::{Goal, Problem, Scale};
use crate::proof::{self, Log, Unprovable, Verdict};
use crate::puzzle::Request;
use crate::search::{SearchError, Task};
use crate::solver::Listener;
use crate::source::Refusal;
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// What a problem is the problem of, and how it is stated.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub setup: &'a Setup,
    pub request: &'a Request,
    pub size: Option<Size>,
    pub formulation: &'a Formulation,
}

/// A proof that is written by a search.
pub(super) struct Begun {
    folder: Folder,
    pub log: Log,
    draft: SharedDraft,
    /// The first comment of the problem.
    title: String,
    command: String,
    /// What is minimised: its name, and what a value costs.
    sought: Option<(Goal, Cost)>,
    /// How its values are shown.
    scale: Scale,
    /// The map of the problem as it was exported.
    pub map: Map,
}

/// Refuses an encoding whose clauses have no derivations, by its name.
pub(super) fn certified(encodings: &Encodings) -> Result<(), Refusal> {
    let Encodings { at_most_one, cardinality, pseudo_boolean, parity, .. } = *encodings;
    let of = Encodings::default;
    let named = [
        at_most_one.map(|row| ("amo", row.name, Encodings { at_most_one, ..of() })),
        cardinality.map(|row| ("card", row.name, Encodings { cardinality, ..of() })),
        pseudo_boolean.map(|row| ("pb", row.name, Encodings { pseudo_boolean, ..of() })),
        parity.map(|row| ("xor", row.name, Encodings { parity, ..of() })),
    ];
    match named.into_iter().flatten().find(|(.., encodings)| !proof::derives(encodings)) {
        None => Ok(()),
        Some((option, name, _)) => Err(Refusal::new(
            format!("--proof with --{option} {name}, whose clauses have no derivations yet"),
            "an encoding that `quarrel encodings` calls certified",
        )),
    }
}

/// Makes the new folder.
pub(super) fn open(path: &Path, compression: Option<Compression>) -> Result<Folder, Failure> {
    Folder::open(path, compression).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            let found = format!("--proof {}, which is there already", path.display());
            return Refusal::new(found, "a new folder").into();
        }
        Target::File(path.to_owned()).failed(error)
    })
}

/// A problem as it stands in the folder: with nothing deduced, and every symmetry.
pub(super) fn statement<'a>(
    problem: &'a dyn Problem,
    formulation: &'a Formulation,
    none: &'a Rules,
    stop: &'a Stop,
) -> Preparation<'a> {
    Preparation { problem, formulation, rules: none, symmetry: Symmetries::Kept, stop }
}

/// A proof about a problem as it stands in a folder, to be written to `out`.
pub(super) fn log(
    problem: &dyn Problem,
    formulation: &Formulation,
    out: Box<dyn Write + Send>,
) -> Result<Log, Failure> {
    let (none, stop) = (Rules::none(), Stop::never());
    let prepared = statement(problem, formulation, &none, &stop).prepare().whole();
    let stated = prepared.ok_or_else(|| formulation.without_value())?;
    let limit = problem.goal().map_or(0, |goal| stated.bounds(goal).limit);
    Ok(Log::new(&stated.model, limit, out).map_err(SearchError::from)?)
}

impl Begun {
    /// Writes a problem into the folder, and begins a proof about it.
    pub fn of(
        folder: Folder,
        problem: &dyn Problem,
        subject: &Subject,
        command: String,
    ) -> Result<Begun, Failure> {
        let Subject { setup, request, size, formulation } = *subject;
        let (none, stop) = (Rules::none(), Stop::never());
        let opb = export::format("opb").expect("a format of that name");
        let preparation = statement(problem, formulation, &none, &stop);
        let proof = folder.file(folder.name_of_proof());
        let failed = |error| Target::File(proof.clone()).failed(error);
        let draft = SharedDraft::of(&proof, folder.compression).map_err(failed)?;
        let log = log(problem, formulation, Box::new(Growth::of(draft.clone())))?;
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
        let map = Map::of(setup.family, request, size, opb, &export, &exported)?;
        let sought = problem.goal().zip(exported.cost);
        let scale = problem.scale();
        Ok(Begun { folder, log, draft, title: title[0].clone(), command, sought, scale, map })
    }

    /// Has a search tell the log of everything, and rest on nothing that has no proof.
    pub fn take_part(&self, task: &mut Task) {
        task.explain = false;
        task.listener = Some(Listener::Log(self.log.clone()));
    }

    /// Ends the proof, of which it is known whether it says what was found, and writes the claim
    /// and the page: of the problem, or of a number of answers. Returns what the proof says; none
    /// if there is no proof.
    pub fn end(
        self,
        problem: &dyn Problem,
        known: Option<&Known>,
        is_expected: impl FnOnce(Said) -> bool,
    ) -> Result<Option<Said>, Failure> {
        let failed = |name: &str, error| Target::File(self.folder.file(name)).failed(error);
        let proof = self.folder.name_of_proof();
        let Some(verdict) = self.log.conclude().map_err(|error| failed(proof, error))? else {
            note(&"the search was stopped in the middle of a step, so there is no proof");
            return Ok(None);
        };
        let says = Said::of(verdict, self.sought.map(|(_, cost)| cost));
        if !is_expected(says) {
            // Bounds that are wider than those that were found are not wrong.
            if let Said::Bounds { .. } = says {
                return Err(SearchError::from(Unprovable::Uncounted).into());
            }
            let told = verdict.in_words_of_checker();
            let what = format!("the proof says something else than was found: {told}");
            return Err(Failure::Search(SearchError::Internal(what, String::new())));
        }
        let number = known.map(|known| Number::of(known, says));
        let counted = number.as_ref().map(Counted::of);
        let proved = number.map_or(Proved::Problem(says), Proved::Answers);
        if proved.is_nothing() {
            note(&"nothing is proved so far, so there is no proof");
            return Ok(None);
        }
        self.draft.keep().map_err(|error| failed(proof, error))?;
        let told = proved.in_words(problem);
        let page = self.page(&told, verdict, counted.as_ref());
        let claim = Claim {
            command: self.command.clone(),
            says: Claim::told(says, &self.scale),
            counted,
            problem: self.map.clone(),
        };
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
            let end = match verdict {
                Verdict::Bounds(None, None) => {
                    "The checker's `INF` says that the problem has no answer at all."
                }
                Verdict::Bounds(Some(0), _) => {
                    "The checker's bounds say that `another` cannot be true, so they are all."
                }
                _ => "Whether `another` can be true is not proved, so there may be more.",
            };
            format!(
                "\nThe variable `another` is true in an answer beside those that were found. {exclusions} {end}\n"
            )
        });
        let spoken = self.sought.map_or(String::new(), |(goal, cost)| {
            format!(
                "\nThe checker speaks of the sum that `{PROBLEM}` minimises: {} = {}.\n",
                goal.name,
                cost.in_words(&self.scale.fraction())
            )
        });
        let proof = self.folder.name_of_proof();
        let packed = match self.folder.compression {
            None => "",
            Some(_) => {
                ", compressed: the checker wants it unpacked, as `proof.pbp` in another folder"
            }
        };
        format!(
            "# {}\n\n{}.\n\n`{PROBLEM}` states the problem: its variables are explained in its comments. `{proof}` \
             is a proof in VeriPB's format 3.0{packed}. `quarrel check-proof` with this folder checks everything, also what \
             `{CLAIM}` says to programs. `veripb {PROBLEM} proof.pbp` checks the proof alone (`cargo install veripb \
             --version 3.0.2 --locked`), and has to print\n\n    {}\n\nwithout a warning.\n{spoken}{beside}",
            self.title,
            capitalised(told),
            verdict.in_words_of_checker(),
        )
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
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
        assert!(ALL.iter().all(|row| certified(&counter(row)).is_ok()));
        let refusal = certified(&Encodings { at_most_one: Some(&SWITCHED), ..counter(&ALL[0]) });
        let refusal = refusal.expect_err("no variable has a meaning").to_string();
        assert!(refusal.contains("--amo switched, whose clauses"), "{refusal}");
    }
}
