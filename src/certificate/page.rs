//! The page of a proof, for people: what is proved, and how to check it.

use super::{CLAIM, CountedAnswers, PROBLEM, ProofFolder};
use crate::encode::Cost;
use crate::model::Goal;
use crate::problem::Scale;
use crate::proof::Verdict;

pub(super) struct ProofPage<'a> {
    pub title: &'a str,
    pub told: &'a str,
    pub verdict: Verdict,
    pub counted: Option<&'a CountedAnswers>,
    pub sought: Option<(Goal, Cost)>,
    pub scale: &'a Scale,
    pub folder: &'a ProofFolder,
}

impl ProofPage<'_> {
    pub fn in_markdown(&self) -> String {
        let &ProofPage { title, told, verdict, counted, sought, scale, folder } = self;
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
        let spoken = sought.map_or(String::new(), |(goal, cost)| {
            format!(
                "\nThe checker speaks of the sum that `{PROBLEM}` minimises: {} = {}.\n",
                goal.name,
                cost.in_words(&scale.fraction())
            )
        });
        let proof = folder.name_of_proof();
        let packed = match folder.compression {
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
            title,
            capitalised(told),
            verdict.in_words_of_checker(),
        )
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
