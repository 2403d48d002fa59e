//! The arguments that say how a puzzle is stated, for every verb that hands a formula to a solver.

use clap::{Args, ValueEnum};

use super::encoding_args::EncodingArgs;
use super::headings;
use super::setup::Setup;
use crate::deduce::Rules;
use crate::family::Family;
use crate::problem::Exact;
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
    pub symmetry: SymmetryArg,
    /// What is deduced before the search: all, none, or names with + between them: fixed, parity,
    /// complement, disjoint, dual. By default all, and none for a format that has cardinalities and
    /// parities of its own
    #[arg(long, value_name = "RULES", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub deduce: Option<Rules>,
    /// Ask for an answer at least as good as K in place of the best one
    #[arg(long, value_name = "K", allow_negative_numbers = true, help_heading = headings::QUESTION)]
    pub bound: Option<Exact>,
}

/// Whether symmetries are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SymmetryArg {
    /// Where one answer or the optimum is asked for, and not in a model file that is exported
    Auto,
    /// Always
    On,
    /// Never
    Off,
    /// Always, those that are found in place of those that the puzzle declares
    Found,
}

impl SymmetryArg {
    /// The one of that name.
    pub fn named(name: &str) -> Option<SymmetryArg> {
        SymmetryArg::from_str(name, false).ok()
    }
}

impl ModelArgs {
    /// What they say of a family. Refuses a formulation that it does not have.
    pub fn setup(&self, family: &'static Family) -> Result<Setup, Refusal> {
        let formulation = self.formulation.as_deref();
        Ok(Setup {
            family,
            formulation: formulation.map(|name| family.formulation(Some(name))).transpose()?,
            encodings: self.encoding_args.encodings(),
            symmetry: self.symmetry,
            deduce: self.deduce.clone(),
            asked_bound: self.bound.clone(),
            bound: None,
        })
    }
}
