//! The arguments that say how a puzzle is stated, for every verb that hands a formula to a solver.

use clap::{Args, ValueEnum};

use super::encoding_args::EncodingArgs;
use super::headings;
use crate::deduce::Rules;
use crate::export::{Asks, Format};
use crate::family::{Family, Opened};
use crate::formulation::Formulation;
use crate::problem::{Goal, Problem};
use crate::source::Refusal;

/// How the puzzle is stated.
#[derive(Args)]
pub(super) struct ModelArgs {
    /// How the puzzle is stated (`quarrel families` lists what each family has)
    #[arg(long, value_name = "F", help_heading = headings::ENCODINGS, hide_short_help = true)]
    formulation: Option<String>,
    #[command(flatten)]
    pub encoding_args: EncodingArgs,
    /// Break the symmetries of the puzzle; `auto` does where one answer or the optimum is asked for
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub symmetry: SymmetryArg,
    /// What is deduced before the search: all, none, or names with + between them: fixed, parity,
    /// complement, disjoint, dual. By default all, and none for a format that has cardinalities and parities of its own
    #[arg(long, value_name = "RULES", help_heading = headings::ENCODINGS, hide_short_help = true)]
    pub deduce: Option<Rules>,
    /// Ask for an answer at least as good as K in place of the best one
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = super::numbers::of_value, help_heading = headings::QUESTION)]
    pub bound: Option<i64>,
}

/// Whether symmetries are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SymmetryArg {
    /// Where one answer or the optimum is asked for
    Auto,
    /// Always
    On,
    /// Never
    Off,
}

/// Refuses a negative bound on what is counted.
pub(super) fn validate_bound(bound: i64, goal: Goal) -> Result<(), Refusal> {
    match bound < 0 && goal.least >= 0 {
        true => Err(Refusal::new(
            format!("--bound {bound}, and no number of {} is negative", goal.name),
            format!("--bound {} or more", goal.least),
        )),
        false => Ok(()),
    }
}

impl ModelArgs {
    /// The formulation asked for, or the family's default.
    pub fn formulation(&self, family: &'static Family) -> Result<&'static Formulation, Refusal> {
        family.formulation(self.formulation.as_deref())
    }

    /// The formulation asked for, or the one that belongs to the format.
    pub fn formulation_for(
        &self,
        format: &Format,
        family: &'static Family,
    ) -> Result<&'static Formulation, Refusal> {
        match format.as_stated && self.formulation.is_none() {
            true => Ok(family.published()),
            false => self.formulation(family),
        }
    }

    /// What is deduced for a format.
    pub fn rules_for(&self, format: &Format) -> Rules {
        let default = if format.as_stated { Rules::none() } else { Rules::all() };
        self.deduce.clone().unwrap_or(default)
    }

    /// Whether symmetries are broken for a format.
    pub fn breaks_for(&self, format: &Format) -> bool {
        match self.symmetry {
            SymmetryArg::Auto => !format.as_stated,
            breaking => breaking == SymmetryArg::On,
        }
    }

    /// Refuses questions that a format cannot ask.
    pub fn validate_question(
        &self,
        format: &Format,
        problem: &dyn Problem,
        formulation: &Formulation,
    ) -> Result<(), Refusal> {
        formulation.validate_value(problem.goal(), self.bound)?;
        let Some(goal) = problem.goal() else { return Ok(()) };
        match (format.asks, self.bound) {
            (Asks::Decision, None) => Err(Refusal::new(
                format!("the format {} cannot ask for the optimum of {}", format.name, goal.name),
                "--bound K, or one of the formats wcnf, opb, lp, mps and icnf",
            )),
            (Asks::Optimum, Some(_)) => Err(Refusal::new(
                format!("the format {} asks for the optimum and takes no --bound", format.name),
                "no --bound, or one of the formats cnf, knf, xnf, opb, lp and mps",
            )),
            (Asks::Optimum | Asks::Either, None) if formulation.of_value => {
                Err(formulation.without_value())
            }
            _ => Ok(()),
        }
    }

    /// Refuses a bound on nothing, and a board that the formulation is not made for.
    pub fn validate(
        &self,
        family: &Family,
        opened: &Opened,
        formulation: &Formulation,
    ) -> Result<(), Refusal> {
        match (self.bound, opened.as_problem().goal()) {
            (Some(_), None) => return Err(family.without_objective()),
            (Some(bound), Some(goal)) => validate_bound(bound, goal)?,
            (None, _) => {}
        }
        formulation.validate(opened.size())
    }
}
