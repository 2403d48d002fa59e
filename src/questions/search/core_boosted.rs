//! Core-boosted search: first, cores raise the proved bound; then, each answer demands a better one
//! (Berg, Demirović and Stuckey, Core-Boosted Linear Search for Incomplete MaxSAT, CPAIOR 2019).
//!
//! A **part** of the objective is a literal that makes the value worse, or a counter over such
//! literals. For each part, the search assumes that only as many of its literals are true as is
//! proved so far; at first, that all are false. Together, the parts in a core cost at least one
//! more than assumed (Fu and Malik 2006; with growing counters Martins, Joshi, Manquinho and Lynce
//! 2014). Cores that are found quickly make up most of a bound, and the last cores take very long.
//! So the search then becomes linear, with bounds on a counter over the joined parts.
//!
//! Invariant: in every answer, at least `least` literals of each part are true. The sum of these
//! numbers is a proved bound. The parts in a core are joined into one part, which is a cover of
//! cores in PM2 and WPM2 (Ansótegui, Bonet and Levy, SAT-based MaxSAT algorithms, AIJ 2013). The
//! `least` of the new part is one more than the sum of the `least` of the joined parts.
//!
//! For a weighted sum, [`oll`] finds the cores. An objective that is the least of several counts
//! has no parts. For such an objective, easy bounds are refuted one after another, instead of a
//! search for cores.

use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::{BY_CLAUSES, Fit, Strategy};
use super::{SearchError, linear_sat_unsat, oll};
use crate::decision::Decision;
use crate::encode::CountedPart;
use crate::model::Lit;

/// The method `core-boosted`. It can be used for every objective, but it is the best method for
/// none.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "core-boosted",
        summary: "add up cores while they are found quickly, then improve the best answer",
        fit: |_, _| Fit::Possible,
        needs_cores: true,
        ..BY_CLAUSES
    },
    run: |optimiser| run_core_boosted(optimiser, TICKS),
    share: None,
    trial: None,
};

/// The conflict limit of a call that tries to find a core or to refute an easy bound. After the
/// first call that reaches this limit, the search becomes linear.
const CONFLICTS: i32 = 10_000;

/// The conflict limit of a call that tries to refute a core without one of its literals.
const CONFLICTS_TO_SHRINK: i32 = 500;

/// The limit of the search for cores of a weighted sum, in the solver's ticks. The search reaches
/// it in a few seconds. Then the linear search starts.
const TICKS: u64 = 200_000_000;

/// Searches by cores, and then improves the best answer until it is proved optimal or a limit is
/// reached. `ticks` limits the search for cores of a weighted sum. If a proof is written, no cores
/// of a weighted sum are searched. Instead, easy bounds of the sum are refuted, as for an objective
/// without parts. Fails if one of these searches fails.
fn run_core_boosted(optimiser: &mut Optimiser, ticks: u64) -> Result<(), SearchError> {
    let parts = optimiser.parts();
    let is_a_sum = optimiser.costs().is_some() && optimiser.log().is_none();
    if !parts.is_empty() {
        add_up_cores(optimiser, parts)?;
    } else if is_a_sum {
        oll::add_up_cores(optimiser, ticks)?;
    } else {
        optimiser.prove_easy_bounds(CONFLICTS)?;
    }
    linear_sat_unsat::run(optimiser)
}

/// A part of the objective, with the number of true literals that cores have proved for it.
struct PartCosts {
    part: CountedPart,
    /// The proved least number of true literals of the part.
    least: usize,
    /// The assumption that at most `least` literals are true; `None` if the part has no more than
    /// `least` literals.
    no_more: Option<Lit>,
}

impl PartCosts {
    /// Returns the part with its proved `least`, and with the assumption that no more than `least`
    /// of its literals are true. The assumption is `None` if the part has no more literals. If the
    /// counter's output is not encoded yet, encodes it. Fails if the output cannot be encoded or
    /// derived, or if a stop is requested.
    fn new(
        mut part: CountedPart,
        least: usize,
        optimiser: &mut Optimiser,
    ) -> Result<PartCosts, SearchError> {
        let no_more = optimiser.at_most(&mut part, least)?;
        Ok(PartCosts { part, least, no_more })
    }
}

/// Raises the proved bound core by core. Ends in one of these cases: the question is settled; a
/// call finds an answer; a call is undecided within [`CONFLICTS`] conflicts; or a refutation needs
/// no assumption. In the last case, does not record that there is no answer. Records the answers
/// that are found. Bounds that are demanded later are stated on the counter over all parts. `parts`
/// must be all parts of the objective. Fails if a counter, a solver or the record of a bound fails.
fn add_up_cores(optimiser: &mut Optimiser, parts: Vec<CountedPart>) -> Result<(), SearchError> {
    let mut costs = Vec::new();
    for part in parts {
        costs.push(PartCosts::new(part, 0, optimiser)?);
    }
    while !optimiser.is_settled() {
        let assumptions: Vec<Lit> = costs.iter().filter_map(|cost| cost.no_more).collect();
        if optimiser.try_assumptions(&assumptions, CONFLICTS)? != Decision::Unsat(()) {
            break;
        }
        let core = minimise_core(optimiser)?;
        let joined =
            costs.extract_if(.., |cost| cost.no_more.is_some_and(|lit| core.contains(&lit)));
        let joined_parts: Vec<PartCosts> = joined.collect();
        if joined_parts.is_empty() {
            // The refutation needs no assumption, so there is no answer. The linear search will
            // report this.
            break;
        }
        let least = joined_parts.iter().map(|cost| cost.least).sum::<usize>() + 1;
        let part = CountedPart::sum(joined_parts.into_iter().map(|cost| cost.part).collect());
        costs.push(PartCosts::new(part, least, optimiser)?);
        optimiser.raise_by_core(costs.iter().map(|cost| cost.least).sum())?;
    }
    optimiser.count_by(CountedPart::sum(costs.into_iter().map(|cost| cost.part).collect()));
    Ok(())
}

/// Returns the core of the last refutation, without literals that are found to be unnecessary. The
/// last call of the solver must have been a refutation. A short call (at most
/// [`CONFLICTS_TO_SHRINK`] conflicts) tests the core without each literal. The literal stays if
/// this call is undecided or finds an answer, or if it is the only literal of the core. Records the
/// answers that these calls find. After a stop, the remaining literals stay. Fails if a solver
/// fails, or if an answer does not pass its check.
fn minimise_core(optimiser: &mut Optimiser) -> Result<Vec<Lit>, SearchError> {
    let mut core = optimiser.core();
    let mut index = 0;
    while index < core.len() && core.len() > 1 {
        let mut fewer = core.clone();
        fewer.remove(index);
        match optimiser.try_assumptions(&fewer, CONFLICTS_TO_SHRINK)? {
            Decision::Unsat(()) => {
                let smaller = optimiser.core();
                core.retain(|lit| smaller.contains(lit));
            }
            Decision::Sat(()) | Decision::Unknown => index += 1,
        }
    }
    Ok(core)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::puzzle::Request;
    use crate::search::{Task, optimise};
    use crate::source::Source;
    use crate::written::{FAMILY, ModelFile};

    fn cover(costs: &[i64], random: &mut fastrand::Rng) -> (String, Vec<Vec<usize>>) {
        let rows: Vec<Vec<usize>> =
            (0..12).map(|_| (0..3).map(|_| random.usize(0..costs.len())).collect()).collect();
        let mut text = "min:".to_owned();
        let mut add = |part: &str| text += part;
        (1..).zip(costs).for_each(|(column, cost)| add(&format!(" {cost} x{column}")));
        for row in &rows {
            add(" ;\n");
            row.iter().for_each(|column| add(&format!(" 1 x{}", column + 1)));
            add(" >= 1");
        }
        writeln!(text, " ;").expect("a string accepts every write");
        (text, rows)
    }

    #[test]
    fn bounds_on_what_cores_have_left_find_the_optimum() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..60 {
            let most = [9, 400, 1 << 40][round % 3];
            let costs: Vec<i64> = (0..10).map(|_| random.i64(most / 2..=most)).collect();
            let (text, rows) = cover(&costs, &mut random);
            let covers = |chosen: &u32| {
                rows.iter().all(|row| row.iter().any(|column| chosen >> column & 1 == 1))
            };
            let cost = |chosen: u32| -> i64 {
                (0..costs.len()).filter(|at| chosen >> at & 1 == 1).map(|at| costs[at]).sum()
            };
            let optimum = (0..1 << costs.len()).filter(covers).map(cost).min();
            let board = Some(Source::new("cover", &text).into());
            let request = Request { board, format: Some("opb".to_owned()), ..Request::default() };
            let file = ModelFile::read(&request).expect("a model");
            for ticks in [0, 200, 1_000] {
                let task = Task::new(&file, &FAMILY.formulations[0]);
                let prepared = task.prepared_with_symmetries().into_complete().expect("one model");
                let search = |optimiser: &mut Optimiser| {
                    run_core_boosted(optimiser, ticks)?;
                    assert!(optimiser.is_settled(), "{text}");
                    Ok(Decision::Sat(()))
                };
                let worked = optimise::search_share(&task, prepared, &METHOD.strategy, search);
                let (Decision::Sat(answer), _) = worked.expect("every constraint can be encoded")
                else {
                    panic!("an optimum of {text}");
                };
                assert_eq!(answer.value(), optimum, "{text}");
            }
        }
    }
}
