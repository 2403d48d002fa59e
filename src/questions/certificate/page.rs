//! The page of a proof, for people: what is proved, and how to check it.

use super::{CLAIM, CountedAnswers, NewProof, PROBLEM};
use crate::proof::Verdict;
use crate::source::capitalise;

impl NewProof {
    /// Returns the page in Markdown. Writes no file. `description` is the conclusion in words.
    /// `verdict` is the verdict that the checker must print. `counted` is the claim about the
    /// number of answers; it is `None` if answers are not counted.
    pub(super) fn page(
        &self,
        description: &str,
        verdict: Verdict,
        counted: Option<&CountedAnswers>,
    ) -> String {
        let NewProof { folder, title, sought, scale, .. } = self;
        let answers_note = counted.map_or(String::new(), |counted| {
            let exclusions = match counted.answers {
                0 => "No answer was found, so none is excluded.".to_owned(),
                1 => "The proof logs the found answer (`sol`), and the last line of the problem \
                     excludes it."
                    .to_owned(),
                number => format!(
                    "The proof logs the {number} found answers (`sol`), and each of the last \
                     {number} lines of the problem excludes one."
                ),
            };
            let end = match verdict {
                Verdict::Bounds(None, None) => {
                    "The checker's `INF` means that the problem has no answer."
                }
                Verdict::Bounds(Some(0), _) => {
                    "The checker's bounds mean that `another` cannot be true, so there is no \
                     other answer."
                }
                _ => "It is not proved that `another` is false, so there may be more answers.",
            };
            format!("\nThe variable `another` is true in any further answer. {exclusions} {end}\n")
        });
        let spoken = sought.map_or(String::new(), |(goal, cost)| {
            format!(
                "\nThe checker's numbers are values of the sum that `{PROBLEM}` minimises: {} = \
                 {}.\n",
                goal.name,
                cost.in_words(scale.fraction())
            )
        });
        let proof = folder.name_of_proof();
        let packed = match folder.compression {
            None => "",
            Some(_) => {
                ", compressed; for `veripb`, decompress it as `proof.pbp` in a copy of this folder"
            }
        };
        format!(
            "# {}\n\n{}.\n\n`{PROBLEM}` states the problem; its comments explain the variables. \
             `{proof}` is a proof in VeriPB's format 3.0{packed}. `quarrel check-proof` with this \
             folder checks everything, including `{CLAIM}`, the claim in JSON. `veripb \
             {PROBLEM} proof.pbp` checks the proof alone (`cargo install veripb --version 3.0.2 \
             --locked`). It has to print\n\n    {}\n\nwithout a warning.\n{spoken}{answers_note}",
            title,
            capitalise(description),
            verdict.in_words_of_checker(),
        )
    }
}
