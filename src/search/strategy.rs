//! How an optimum is looked for: the rows that can be chosen, and which one suits a model.
//!
//! Most strategies try bounds in some order and leave each to search in clauses. Three divide a
//! bound into cases first, since sums over the board refute most of them without a search.

use super::optimiser::Optimiser;
use super::outcome::Outcome;
use super::{
    Cubes, SearchError, Share, binary, core_boosted, cubes, line_sums, linear_sat_unsat,
    linear_unsat_sat, oll, parity_cuts,
};
use crate::bounds::Bounds;
use crate::model::Model;
use crate::stop::Stop;

/// Every strategy of optimisation. The first one that is the best known for a model is its default.
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

/// In which order bounds are tried, and how each is decided.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// How it goes, in one line.
    pub about: &'static str,
    /// Whether it can be used for a model with its symmetries declared.
    pub fit: fn(&Model, &Stop) -> Fit,
    /// What becomes of a bound.
    pub division: Division,
    /// Whether it is led by cores, which another solver does not name.
    pub needs_cores: bool,
    /// Whether it demands bounds of a counter over the whole objective, so that all weights of that
    /// have to be written.
    pub demands: bool,
    /// Whether what it refutes of a model can be derived in a proof.
    pub has_proof: fn(&Model, &Stop) -> bool,
    /// Demands bounds of the optimiser until the gap is closed or the search is stopped.
    pub run: fn(&mut Optimiser) -> Result<(), SearchError>,
}

/// What a strategy divides a bound into.
#[derive(Clone, Copy, Debug)]
pub enum Division {
    /// Nothing: all of it is search in clauses, by which encodings can be told apart.
    Undivided,
    /// Cubes. Such a strategy uses the declared symmetries by itself, and they are not broken in
    /// the model.
    Cubes {
        /// Whether all that takes long is the solver's, so that conflicts tell its work and can
        /// limit it.
        in_conflicts: bool,
        /// Whether a proof of it uses the symmetries as clauses do.
        breaks_symmetries: bool,
        /// How far it is, in words.
        progress: fn(&Cubes) -> String,
        /// Whether the cubes of a bound are few enough to be listed, from the best value that
        /// deduction leaves on.
        divides: fn(&Model, Bounds, i64, &Stop) -> bool,
        /// Goes through a share of the cubes of the bound that is to be decided. It is refuted if
        /// all shares are.
        share: fn(&mut Optimiser, Share) -> Result<Outcome, SearchError>,
    },
}

impl Strategy {
    /// Whether all of it is search in clauses.
    pub fn by_clauses(&self) -> bool {
        matches!(self.division, Division::Undivided)
    }

    /// Whether conflicts tell its work and can limit it.
    pub fn in_conflicts(&self) -> bool {
        matches!(self.division, Division::Undivided | Division::Cubes { in_conflicts: true, .. })
    }

    /// Whether a proof of it uses the symmetries as clauses do.
    pub fn breaks_symmetries_in_proofs(&self) -> bool {
        matches!(
            self.division,
            Division::Undivided | Division::Cubes { breaks_symmetries: true, .. }
        )
    }

    /// How far it is, in words, where it goes cube by cube.
    pub fn progress(&self, cubes: &Cubes) -> Option<String> {
        match self.division {
            Division::Undivided => None,
            Division::Cubes { progress, .. } => Some(progress(cubes)),
        }
    }
}

/// Whether a strategy can be used for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It needs what the model does not have.
    None,
    /// It can.
    Possible,
    /// It is the best that is known, but for those before it in the table.
    Best,
}

/// The first strategy that demands bounds of clauses alone.
pub fn by_clauses() -> &'static Strategy {
    let mut demanding = STRATEGIES.iter().filter(|strategy| strategy.demands);
    demanding.find(|strategy| strategy.by_clauses()).expect("most strategies do")
}

/// The best strategy that is known for a model with its symmetries declared, of those that pass.
pub fn best_strategy(
    model: &Model,
    passes: impl Fn(&Strategy) -> bool,
    stop: &Stop,
) -> &'static Strategy {
    let mut passing = STRATEGIES.iter().filter(|strategy| passes(strategy));
    passing.find(|strategy| (strategy.fit)(model, stop) == Fit::Best).unwrap_or_else(by_clauses)
}

/// The strategy of that name.
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
