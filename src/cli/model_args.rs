//! Arguments for the model of a puzzle, for every command that passes a formula to a solver.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::board::BoardTerms;
use super::encoding_args::EncodingArgs;
use super::headings;
use super::numbers;
use crate::deduce::Rules;
use crate::family::Family;
use crate::problem::Rational;
use crate::question::{Question, SymmetryChoice};
use crate::source::Refusal;

/// The options that state and encode the model of a puzzle.
#[derive(Args)]
pub(super) struct ModelArgs {
    /// The formulation of the puzzle (`quarrel families` lists those of each family)
    #[arg(long, value_name = "F", help_heading = headings::ENCODINGS, hide_short_help = true)]
    formulation: Option<String>,
    #[command(flatten)]
    pub encoding_args: EncodingArgs,
    /// Break the symmetries of the puzzle, or those detected in a model; `auto` does so if one
    /// answer or the optimum is asked for
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub symmetry: SymmetryChoice,
    /// Deductions before the search: all, none, or names joined with +: fixed, parity, complement,
    /// disjoint, dual.
    ///
    /// The default is all, and none for formats with cardinality and parity constraints.
    #[arg(long, value_name = "RULES", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub deduce: Option<Rules>,
    /// Ask for an answer at least as good as K instead of the best one
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = numbers::bound, help_heading = headings::QUESTION)]
    pub bound: Option<Rational>,
}

impl ValueEnum for SymmetryChoice {
    fn value_variants<'a>() -> &'a [SymmetryChoice] {
        &SymmetryChoice::ALL
    }

    /// Returns the name of the choice with its help. Never returns `None`.
    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            SymmetryChoice::Auto => {
                "If one answer or the optimum is asked for, except in exported model files"
            }
            SymmetryChoice::On => "Always",
            SymmetryChoice::Off => "Never",
            SymmetryChoice::Found => {
                "Always, detected symmetries instead of those that the puzzle declares"
            }
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ModelArgs {
    /// Returns the question that the options and `terms` state. The question does not yet have a
    /// board. Refuses a formulation that the family does not have. Does not check the other
    /// options.
    pub fn question(&self, family: &Family, terms: &BoardTerms) -> Result<Question, Refusal> {
        let question = Question {
            formulation: self.formulation.clone(),
            encodings: self.encoding_args.encodings(),
            symmetry: self.symmetry,
            deduce: self.deduce.clone(),
            bound: self.bound.clone(),
            ..terms.question(family)
        };
        family.formulation(question.formulation.as_deref())?;
        Ok(question)
    }
}
