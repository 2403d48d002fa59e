//! The description of a strategy for optima.
//!
//! Most strategies search each bound by clauses. Four strategies first divide a bound into cases,
//! because sums of rows refute most cases without a search. The functions by which a
//! strategy searches are in its [`Method`](super::method::Method).

use super::Cubes;
use crate::bounds::Bounds;
use crate::model::Model;
use crate::stop::Stop;

/// A strategy for optima. It determines the order in which bounds are tried, and how each bound is
/// decided.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name, as in `--search`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Returns how well the strategy suits a model with declared symmetries.
    pub fit: fn(&Model, &Stop) -> Fit,
    /// How the strategy divides the question whether a bound can be reached.
    pub division: Division,
    /// Whether the strategy needs cores, which external solvers do not report.
    pub needs_cores: bool,
    /// Whether the strategy demands bounds by a counter over the whole objective, including all
    /// weights.
    pub demands: bool,
    /// Whether the strategy needs the clauses of the model. If not, the model is not encoded, and
    /// the solvers have no clauses.
    pub needs_clauses: bool,
    /// Returns whether a proof can derive the strategy's refutations for a model.
    pub has_proof: fn(&Model, &Stop) -> bool,
}

/// How a strategy divides the question whether a bound can be reached.
#[derive(Clone, Copy, Debug)]
pub enum Division {
    /// The question is not divided: the search is by clauses on the whole bound, so encodings can
    /// be compared.
    Undivided,
    /// The question is divided into cubes. The strategy uses the declared symmetries itself, so the
    /// model does not break them.
    Cubes {
        /// Whether the solver takes nearly all of the time. If so, conflicts measure the work, and
        /// a limit of conflicts limits it.
        in_conflicts: bool,
        /// Whether the model breaks the symmetries if a proof is written.
        breaks_symmetries: bool,
        /// Describes the progress of the cubes.
        progress: fn(&Cubes) -> String,
        /// Returns whether the strategy can list its cubes for a range of bounds: every bound from
        /// the best possible one to the given one.
        divides: fn(&Model, Bounds, i64, &Stop) -> bool,
    },
}

impl Strategy {
    /// Returns whether the strategy searches by clauses alone.
    pub fn is_by_clauses(&self) -> bool {
        matches!(self.division, Division::Undivided)
    }

    /// Returns whether conflicts measure and limit the strategy's work.
    pub fn is_limited_by_conflicts(&self) -> bool {
        matches!(self.division, Division::Undivided | Division::Cubes { in_conflicts: true, .. })
    }

    /// Returns whether the model breaks the symmetries if a proof is written.
    pub fn breaks_symmetries_in_proofs(&self) -> bool {
        matches!(
            self.division,
            Division::Undivided | Division::Cubes { breaks_symmetries: true, .. }
        )
    }

    /// Returns the progress of the cubes in words. Returns `None` if the strategy does not divide
    /// bounds into cubes.
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
    /// The strategy can be used, but it is not known to be the best one.
    Possible,
    /// For a model file without a proof, the strategy is the best known one. For a puzzle, it is
    /// not.
    BestForFiles,
    /// The strategy is the best known one. If several fit best, the first of them in
    /// [`STRATEGIES`](super::STRATEGIES) is used.
    Best,
}

/// The search by clauses alone, with bounds that are demanded by a counter. It is the linear search
/// from above.
pub(super) const BY_CLAUSES: Strategy = Strategy {
    name: "linear-sat-unsat",
    summary: "improve the best answer until none is better",
    fit: |_, _| Fit::Best,
    division: Division::Undivided,
    needs_cores: false,
    demands: true,
    needs_clauses: true,
    has_proof: |_, _| true,
};

/// Returns the linear search from above. This strategy searches by clauses alone, and demands
/// bounds by a counter.
pub fn clause_strategy() -> &'static Strategy {
    &BY_CLAUSES
}
