//! The strategies for optima, and the choice of one for a model.
//!
//! Most strategies search each bound by clauses. Three first divide a bound into cases, since sums
//! over the board refute most cases without a search.

use super::optimiser::Optimiser;
use crate::decision::Decision;

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

/// The order in which bounds are tried, and the method that decides each.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name, as in `--search`.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Returns how well the strategy suits a model with declared symmetries.
    pub fit: fn(&Model, &Stop) -> Fit,
    /// How the strategy divides the question whether a bound can be reached.
    pub division: Division,
    /// Whether the strategy needs cores, which external solvers do not report.
    pub needs_cores: bool,
    /// Whether the strategy demands bounds by a counter over the whole objective, with all weights.
    pub demands: bool,
    /// Returns whether a proof can derive the strategy's refutations for a model.
    pub has_proof: fn(&Model, &Stop) -> bool,
    /// Searches until the gap is closed or the search is stopped.
    pub run: fn(&mut Optimiser) -> Result<(), SearchError>,
}

/// The way in which a strategy divides a bound.
#[derive(Clone, Copy, Debug)]
pub enum Division {
    /// Not at all: the search is by clauses on the whole bound, so encodings can be compared.
    Undivided,
    /// Into cubes. The strategy uses the declared symmetries itself, so the model does not break
    /// them.
    Cubes {
        /// Whether the solver takes nearly all time, so conflicts measure and limit the work.
        in_conflicts: bool,
        /// Whether the model breaks the symmetries if a proof is written.
        breaks_symmetries: bool,
        /// Describes the progress of the cubes.
        progress: fn(&Cubes) -> String,
        /// Returns whether the strategy can list its cubes for every bound from the best possible
        /// one to the given one.
        divides: fn(&Model, Bounds, i64, &Stop) -> bool,
        /// Searches a share of the cubes of the question's bound. If all shares refute it, it is
        /// refuted.
        share: fn(&mut Optimiser, Share) -> Result<Decision, SearchError>,
    },
}

impl Strategy {
    /// Returns whether the strategy searches by clauses alone.
    pub fn by_clauses(&self) -> bool {
        matches!(self.division, Division::Undivided)
    }

    /// Returns whether conflicts measure and limit the strategy's work.
    pub fn in_conflicts(&self) -> bool {
        matches!(self.division, Division::Undivided | Division::Cubes { in_conflicts: true, .. })
    }

    /// Returns whether, with a proof, the model breaks the symmetries.
    pub fn breaks_symmetries_in_proofs(&self) -> bool {
        matches!(
            self.division,
            Division::Undivided | Division::Cubes { breaks_symmetries: true, .. }
        )
    }

    /// Describes the progress of the cubes, if there are any.
    pub fn progress(&self, cubes: &Cubes) -> Option<String> {
        match self.division {
            Division::Undivided => None,
            Division::Cubes { progress, .. } => Some(progress(cubes)),
        }
    }
}

/// The degree to which a strategy suits a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The model lacks what the strategy needs.
    None,
    /// The strategy can be used.
    Possible,
    /// The best known strategy. The first such one in [`STRATEGIES`] is used.
    Best,
}

/// Returns the first strategy that searches by clauses alone and demands bounds by a counter.
pub fn by_clauses() -> &'static Strategy {
    let mut demanding = STRATEGIES.iter().filter(|strategy| strategy.demands);
    demanding.find(|strategy| strategy.by_clauses()).expect("most strategies do")
}

/// Returns the best known strategy for a model with declared symmetries, among those that `passes`
/// accepts. If there is none, returns a search by clauses.
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
