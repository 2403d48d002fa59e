//! The arguments that say how a puzzle is stated, for every verb that hands a formula to a solver.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::board::BoardTerms;
use super::encoding_args::EncodingArgs;
use super::headings;
use crate::deduce::Rules;
use crate::family::Family;
use crate::problem::Exact;
use crate::question::{Question, SymmetryChoice};
use crate::source::Refusal;

/// How the puzzle is stated.
#[derive(Args)]
pub(super) struct ModelArgs {
    /// How the puzzle is stated (`quarrel families` lists what each family has)
    #[arg(long, value_name = "F", help_heading = headings::ENCODINGS, hide_short_help = true)]
    formulation: Option<String>,
    #[command(flatten)]
    pub encoding_args: EncodingArgs,
    /// Break the symmetries of the puzzle, or those that are found in a model; `auto` does where
    /// one answer or the optimum is asked for
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub symmetry: SymmetryChoice,
    /// What is deduced before the search: all, none, or names with + between them: fixed, parity,
    /// complement, disjoint, dual. By default all, and none for a format that has cardinalities and
    /// parities of its own
    #[arg(long, value_name = "RULES", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub deduce: Option<Rules>,
    /// Ask for an answer at least as good as K in place of the best one
    #[arg(long, value_name = "K", allow_negative_numbers = true, help_heading = headings::QUESTION)]
    pub bound: Option<Exact>,
}

impl ValueEnum for SymmetryChoice {
    fn value_variants<'a>() -> &'a [SymmetryChoice] {
        &SymmetryChoice::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let about = match self {
            SymmetryChoice::Auto => {
                "Where one answer or the optimum is asked for, and not in a model file that is exported"
            }
            SymmetryChoice::On => "Always",
            SymmetryChoice::Off => "Never",
            SymmetryChoice::Found => {
                "Always, those that are found in place of those that the puzzle declares"
            }
        };
        Some(PossibleValue::new(self.name()).help(about))
    }
}

impl ModelArgs {
    /// Returns the question that they ask of a board of a family. Refuses a formulation that the
    /// family does not have.
    pub fn question(&self, family: &Family, terms: &BoardTerms) -> Result<Question, Refusal> {
        let question = Question {
            formulation: self.formulation.clone(),
            encodings: self.encoding_args.encodings(),
            symmetry: self.symmetry,
            deduce: self.deduce.clone(),
            bound: self.bound.clone(),
            ..terms.question(family)
        };
        question.named_formulation(family)?;
        Ok(question)
    }
}
