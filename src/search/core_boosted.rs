//! Cores first, then linear search from above.
//!
//! Core-guided search assumes that nothing costs anything, and learns from each refutation a core:
//! assumptions that cannot all be true, so that the costs of their parts come to one more than was
//! assumed (Fu and Malik 2006; with counters that grow together Martins, Joshi, Manquinho and
//! Lynce 2014). It finds by itself which parts of an objective belong together. Cores that are
//! found at once make up most of a bound; the last ones take forever. So after a while the search
//! turns linear, on a counter whose lines are the cores (Berg, Demirović and Stuckey, Core-Boosted
//! Linear Search for Incomplete MaxSAT, CPAIOR 2019).
//!
//! Invariant: the literals that make the value worse are divided into parts; of each part at least
//! `least` are true in every answer, and the sum of these is a proved bound. A core joins its parts
//! to one, with one more.
//!
//! An objective that is the least of several counts has no parts. There the assumption that costs
//! nothing is the limit itself, and a core is its refutation.

use super::linear_sat_unsat;
use super::optimise::{Optimiser, Outcome};
use super::{Division, Fit, SearchError, Strategy};
use crate::encode::Part;
use crate::model::Lit;

pub(super) const STRATEGY: Strategy = Strategy {
    name: "core-boosted",
    about: "add up cores while they are found soon, then improve the best answer",
    fit: |_, _| Fit::Possible,
    division: Division::Undivided,
    needs_cores: true,
    demands: true,
    has_proof: |_, _| true,
    run,
};

/// How many conflicts a core may cost.
const CONFLICTS: i32 = 10_000;

/// How many conflicts it may cost to find out that a core can do without a part.
const CONFLICTS_TO_SHRINK: i32 = 500;

fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let parts = optimiser.parts();
    if parts.is_empty() {
        optimiser.prove_easy_bounds(CONFLICTS)?;
    } else {
        add_up_cores(optimiser, parts)?;
    }
    (linear_sat_unsat::STRATEGY.run)(optimiser)
}

/// A part of the objective.
struct Costs {
    part: Part,
    /// The number of its literals that are true in every answer at least.
    least: usize,
    /// Demands that no more are; nothing where all may be.
    no_more: Option<Lit>,
}

fn add_up_cores(optimiser: &mut Optimiser, parts: Vec<Part>) -> Result<(), SearchError> {
    let mut costs = Vec::new();
    for part in parts {
        costs.extend(costing(optimiser, part, 0)?);
    }
    while !optimiser.is_settled() {
        let assumptions: Vec<Lit> = costs.iter().filter_map(|cost| cost.no_more).collect();
        if optimiser.try_assumptions(&assumptions, CONFLICTS)? != Outcome::Refuted {
            break;
        }
        let core = shrunk(optimiser)?;
        let touched = |cost: &mut Costs| cost.no_more.is_some_and(|lit| core.contains(&lit));
        let joined: Vec<Costs> = costs.extract_if(.., touched).collect();
        if joined.is_empty() {
            // Refuted whatever is assumed: there is no answer, which the linear search will say.
            break;
        }
        let least = joined.iter().map(|cost| cost.least).sum::<usize>() + 1;
        let part = Part::sum(joined.into_iter().map(|cost| cost.part).collect());
        costs.extend(costing(optimiser, part, least)?);
        optimiser.raise(costs.iter().map(|cost| cost.least).sum())?;
    }
    optimiser.count_by(Part::sum(costs.into_iter().map(|cost| cost.part).collect()));
    Ok(())
}

/// A part with `least` true literals at least. None if it is time to stop.
fn costing(
    optimiser: &mut Optimiser,
    mut part: Part,
    least: usize,
) -> Result<Option<Costs>, SearchError> {
    let no_more = optimiser.at_most(&mut part, least)?;
    Ok(no_more.map(|no_more| Costs { part, least, no_more }))
}

/// The core of the last refutation, without the assumptions that a short test shows to be
/// superfluous.
fn shrunk(optimiser: &mut Optimiser) -> Result<Vec<Lit>, SearchError> {
    let mut core = optimiser.core();
    let mut index = 0;
    while index < core.len() && core.len() > 1 {
        let mut fewer = core.clone();
        fewer.remove(index);
        match optimiser.try_assumptions(&fewer, CONFLICTS_TO_SHRINK)? {
            Outcome::Refuted => {
                let smaller = optimiser.core();
                core.retain(|lit| smaller.contains(lit));
            }
            Outcome::Reached | Outcome::Stopped => index += 1,
        }
    }
    Ok(core)
}
