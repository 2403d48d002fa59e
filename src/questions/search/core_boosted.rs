//! Core-boosted search: first, cores raise the proved bound; then, each answer demands a better one
//! (Berg, Demirović and Stuckey, Core-Boosted Linear Search for Incomplete MaxSAT, CPAIOR 2019).
//!
//! Cores that are found quickly make up most of a bound, and the last cores take very long. So
//! [`oll`] adds up cores within a limit of ticks. The search then becomes linear. For a weighted
//! sum, its bounds add up only the costs that the cores have left.
//!
//! For a count, the search is the default for model files: local search has found a good answer
//! before, so both bounds are good within a second. On seven such files of 50 to 1,600 constraints,
//! the proved bound after a second is better than that of the linear search on five, and equal on
//! two; on three of them, the linear search proves nothing within five seconds. Puzzles keep the
//! linear search: a gunport of 14 × 16 takes 82 million ticks with cores first, and 58 million
//! without them.
//!
//! An objective that is the least of several counts has no soft literals. For such an objective,
//! easy bounds are refuted one after another, instead of a search for cores.
//!
//! Tried and dropped, for a count: cores whose literals are joined into one counter (PM2), of which
//! the last one then counts the whole objective. Their bounds after a second are worse on four of
//! the seven files, and better on one.

use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::{BY_CLAUSES, Fit, Strategy};
use super::{SearchError, linear_sat_unsat, oll};

/// The method `core-boosted`. It can be used for every objective. It is the best method for the
/// counts of model files.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "core-boosted",
        summary: "add up cores while they are found quickly, then improve the best answer",
        fit: |model, _| match model.objective() {
            Some(objective) if objective.single_count().is_some() => Fit::BestForFiles,
            _ => Fit::Possible,
        },
        needs_cores: true,
        ..BY_CLAUSES
    },
    run: |optimiser| run_core_boosted(optimiser, TICKS),
    share: None,
    trial: None,
};

/// The conflict limit of a call that tries to refute an easy bound.
const CONFLICTS: i32 = 10_000;

/// The limit of the search for cores, in the solver's ticks. The search reaches it in half a
/// second. Then the linear search starts. With 50 or 200 million ticks, two random MaxSAT files
/// with 60 variables and 420 clauses take 1.5 to 3.4 times as many ticks to the proof.
const TICKS: u64 = 20_000_000;

/// Searches by cores, and then improves the best answer until it is proved optimal or a limit is
/// reached. `ticks` limits the search for cores. If a proof is written, no cores are searched.
/// Instead, easy bounds are refuted, as for an objective that is the least of several counts. Fails
/// if one of these searches fails.
fn run_core_boosted(optimiser: &mut Optimiser, ticks: u64) -> Result<(), SearchError> {
    if optimiser.costs().is_some() && optimiser.log().is_none() {
        oll::add_up_cores(optimiser, ticks)?;
    } else {
        optimiser.prove_easy_bounds(CONFLICTS)?;
    }
    linear_sat_unsat::run(optimiser)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::decision::Decision;
    use crate::search::{Task, optimise};
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
            let file = ModelFile::from_opb(&text);
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
