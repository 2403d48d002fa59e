//! The strategies for optima, and the choice of one for a model.
//!
//! Most strategies try bounds in some order and leave each to a search by clauses. Three divide a
//! bound into cases first, since sums over the board refute most cases without a search.

use super::optimiser::Optimiser;
use super::outcome::Outcome;
use super::{
    Cubes, SearchError, Share, binary, core_boosted, cubes, line_sums, linear_sat_unsat,
    linear_unsat_sat, oll, parity_cuts,
};
use crate::bounds::Bounds;
use crate::model::Model;
use crate::stop::Stop;

/// All strategies. The default for a model is the first one that is the best known for it.
pub const STRATEGIES: &[Strategy] = &[
    cubes::STRATEGY,
    parity_cuts::STRATEGY,
    line_sums::STRATEGY,
    oll::STRATEGY,
    linear_sat_unsat::STRATEGY,
    linear_unsat_sat::STRATEGY,
    binary::STRATEGY,
    core_boosted::STRATEGY,
];

/// The order in which bounds are tried, and how each is decided.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Returns whether it suits a model with declared symmetries.
    pub fit: fn(&Model, &Stop) -> Fit,
    /// How it divides a bound.
    pub division: Division,
    /// True if it needs cores, which external solvers do not report.
    pub needs_cores: bool,
    /// True if it demands bounds by a counter over the whole objective, which has to write all
    /// weights.
    pub demands: bool,
    /// Returns whether a proof can derive its refutations for a model.
    pub has_proof: fn(&Model, &Stop) -> bool,
    /// Demands bounds until the gap is closed or the search is stopped.
    pub run: fn(&mut Optimiser) -> Result<(), SearchError>,
}

/// The way in which a strategy divides a bound.
#[derive(Clone, Copy, Debug)]
pub enum Division {
    /// None: everything is search by clauses, so encodings can be compared.
    Undivided,
    /// Into cubes. Such a strategy uses the declared symmetries itself, so the model does not break
    /// them.
    Cubes {
        /// True if only the solver's work takes long, so that conflicts measure and limit it.
        in_conflicts: bool,
        /// True if a proof of it uses the symmetries as clauses do.
        breaks_symmetries: bool,
        /// Describes its progress.
        progress: fn(&Cubes) -> String,
        /// Returns whether the cubes of all bounds, from the best value that deduction leaves, can
        /// be listed.
        divides: fn(&Model, Bounds, i64, &Stop) -> bool,
        /// Searches a share of the cubes of the bound to be decided. If all shares refute it, the
        /// bound is refuted.
        share: fn(&mut Optimiser, Share) -> Result<Outcome, SearchError>,
    },
}

impl Strategy {
    /// Returns whether everything is search by clauses.
    pub fn by_clauses(&self) -> bool {
        matches!(self.division, Division::Undivided)
    }

    /// Returns whether conflicts measure and limit its work.
    pub fn in_conflicts(&self) -> bool {
        matches!(self.division, Division::Undivided | Division::Cubes { in_conflicts: true, .. })
    }

    /// Returns whether a proof uses symmetries as clauses do.
    pub fn breaks_symmetries_in_proofs(&self) -> bool {
        matches!(
            self.division,
            Division::Undivided | Division::Cubes { breaks_symmetries: true, .. }
        )
    }

    /// Describes its progress, if it divides into cubes.
    pub fn progress(&self, cubes: &Cubes) -> Option<String> {
        match self.division {
            Division::Undivided => None,
            Division::Cubes { progress, .. } => Some(progress(cubes)),
        }
    }
}

/// How well a strategy suits a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The model lacks what it needs.
    None,
    /// It can be used.
    Possible,
    /// It is the best known one, except for those before it in the table.
    Best,
}

/// Returns the first strategy that demands bounds by clauses alone.
pub fn by_clauses() -> &'static Strategy {
    let mut demanding = STRATEGIES.iter().filter(|strategy| strategy.demands);
    demanding.find(|strategy| strategy.by_clauses()).expect("most strategies do")
}

/// Returns the best known strategy for a model with declared symmetries, of those that pass.
pub fn best_strategy(
    model: &Model,
    passes: impl Fn(&Strategy) -> bool,
    stop: &Stop,
) -> &'static Strategy {
    let mut passing = STRATEGIES.iter().filter(|strategy| passes(strategy));
    passing.find(|strategy| (strategy.fit)(model, stop) == Fit::Best).unwrap_or_else(by_clauses)
}

/// Returns the strategy with this name.
pub fn strategy(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_have_names_of_their_own() {
        for (index, row) in STRATEGIES.iter().enumerate() {
            assert!(STRATEGIES[..index].iter().all(|other| other.name != row.name));
            assert_eq!(strategy(row.name).map(|found| found.about), Some(row.about));
        }
        assert!(strategy("no such strategy").is_none());
    }
}
