//! The progress of runs over time: how soon a configuration has good answers and good bounds.
//!
//! The gap between two values is their difference divided by the larger of their absolute values.
//! It is 0 if the values are equal, and 1 if their signs differ. If there is no answer, the gap is
//! 1 as well. The primal gap is that between the best value so far and the best value that any run
//! of the puzzle has found. The primal-dual gap is that between the best value so far and the
//! proved bound; after a proof of the optimum it is 0. The integral of a gap over processor time,
//! from 0 to the time limit, is the primal integral or the primal-dual integral, in seconds
//! (Berthold, Measuring the impact of primal heuristics, Operations Research Letters 41, 2013). It
//! is small if good values are found early, even if a run never ends.
//!
//! After the end of a run its last gaps count until the time limit. Otherwise a run that exhausts
//! its memory early would have a smaller integral than one that continues.

use std::collections::{BTreeMap, BTreeSet};

use super::SectionSummary;
use crate::compare::statistics::mean;
use crate::problem::Rational;
use crate::record::Record;
use crate::record::question::{QuestionKind, RunQuestion};
use crate::record::steps::{RecordedStep, thin};
use crate::search::Status;

/// A gap as a function of processor time. Each point has the time in seconds from which a gap
/// holds, and the gap. The first point is at time 0, and the points are in the order of time.
pub type GapCurve = Vec<(f64, f64)>;

/// The best value of each puzzle that any run has found when asked for its optimum. It is the
/// optimum if this is proved, and `None` if no run has an answer. Puzzles that are proved to have
/// no answer are left out.
pub(super) struct BestValues<'a>(BTreeMap<&'a str, Option<&'a Rational>>);

impl<'a> BestValues<'a> {
    /// Returns the best values that are known from `records`. Runs that broke do not count, and
    /// reference runs do.
    pub fn from_records(records: &[&'a Record]) -> BestValues<'a> {
        let mut puzzles: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for &run in records {
            if run.is_usable() && run.question == RunQuestion::Optimum {
                puzzles.entry(&run.puzzle).or_default().push(run);
            }
        }
        puzzles.retain(|_, runs| runs.iter().all(|run| run.status != Status::Unsatisfiable));
        BestValues(puzzles.into_iter().map(|(puzzle, runs)| (puzzle, best_value(&runs))).collect())
    }
}

/// Returns the best value of runs that ask for the optimum of one puzzle.
fn best_value<'a>(runs: &[&'a Record]) -> Option<&'a Rational> {
    let mut valued = runs.iter().copied().filter(|run| run.value.is_some());
    let optimal = valued.clone().find(|run| run.status == Status::Optimal);
    let best =
        optimal.or_else(|| valued.next().map(|first| valued.fold(first, better_of_unproved)));
    best?.value.as_ref()
}

/// Returns the run with the better value. Neither value may be proved to be the optimum.
fn better_of_unproved<'a>(best: &'a Record, run: &'a Record) -> &'a Record {
    // A value that may be too large is above the lower bound. A value that may be too small is the
    // lower bound itself.
    let is_minimised = run.lower_bound < run.value;
    let is_better = if is_minimised { run.value < best.value } else { run.value > best.value };
    if is_better { run } else { best }
}

/// The gaps of a run over time.
struct RunProgress {
    primal: GapCurve,
    primal_dual: GapCurve,
}

impl RunProgress {
    /// Returns the gaps of a run that asks for an optimum. Returns `None` if the run broke, if it
    /// has no steps, or if its puzzle has no answer.
    fn from_record(record: &Record, known: &BestValues) -> Option<RunProgress> {
        let reference = known.0.get(record.puzzle.as_str())?;
        if !record.is_usable() || record.steps.is_empty() {
            return None;
        }
        let curve = |gap: &dyn Fn(&RecordedStep) -> f64| -> GapCurve {
            let steps = record.steps.iter().map(|step| (step.cpu_seconds, gap(step)));
            [(0.0, 1.0)].into_iter().chain(steps).collect()
        };
        let primal = curve(&|step| gap(step.best.as_ref(), *reference));
        let mut primal_dual = curve(&|step| gap(step.best.as_ref(), Some(&step.proved)));
        if record.status == Status::Optimal {
            primal_dual.push((record.cpu_seconds, 0.0));
        }
        Some(RunProgress { primal, primal_dual })
    }
}

/// Returns the gap between two values, from 0 to 1. It is 1 if a value is unknown.
fn gap(one: Option<&Rational>, other: Option<&Rational>) -> f64 {
    let Some((one, other)) = one.zip(other) else { return 1.0 };
    if one == other {
        return 0.0;
    }
    let [one, other] = [one, other].map(|value| value.to_f64().unwrap_or(f64::NAN));
    // The quotient is above 1 if the signs differ. It is not a number if the values are beyond the
    // range of floats, and `min` then returns 1.
    ((one - other).abs() / one.abs().max(other.abs())).min(1.0)
}

/// Returns the integral of a curve from 0 to `end`, in seconds.
fn integral(curve: &GapCurve, end: f64) -> f64 {
    let changes = curve.iter().skip(1).map(|&(time, _)| time).chain([end]);
    curve.iter().zip(changes).map(|(&(from, gap), to)| gap * (to.min(end) - from).max(0.0)).sum()
}

/// Returns the mean of curves from 0 to `end`. Of changes at nearly the same time, the mean has
/// only the last ([`thin`]). Each curve must begin with the gap 1.
fn mean_curve(curves: &[&GapCurve], end: f64) -> GapCurve {
    let changes_of = |curve: &&GapCurve| -> GapCurve {
        curve.windows(2).map(|ends| (ends[1].0, ends[1].1 - ends[0].1)).collect()
    };
    let mut changes: Vec<(f64, f64)> = curves.iter().flat_map(changes_of).collect();
    changes.retain(|&(time, change)| time < end && change != 0.0);
    changes.sort_by(|one, other| one.0.total_cmp(&other.0));
    let number = curves.len() as f64;
    let mut sum = number;
    let points = changes.into_iter().map(|(time, change)| {
        sum += change;
        // Rounding errors add up, but a mean of gaps is between 0 and 1.
        (time, (sum / number).clamp(0.0, 1.0))
    });
    thin([(0.0, 1.0)].into_iter().chain(points), |&(time, _)| time)
}

/// Sets the integrals and the curve of each configuration, and the number of blocks over which they
/// are means. Does nothing if the section does not ask for optima. `common` are the common blocks
/// that needed clauses, and `known` has the best values of the puzzles.
///
/// A configuration without gaps in any of these blocks has neither integrals nor a curve. Of the
/// common blocks, only those count in which each other configuration has gaps.
pub(super) fn summarise_progress(
    section: &mut SectionSummary,
    common: &BTreeSet<usize>,
    known: &BestValues,
) {
    if section.question != QuestionKind::Optimum {
        return;
    }
    let mut rows: Vec<BTreeMap<usize, RunProgress>> =
        section.configurations.iter().map(|_| BTreeMap::new()).collect();
    for run in section.runs.iter().filter(|run| common.contains(&run.block)) {
        if let Some(progress) = RunProgress::from_record(&run.record, known) {
            rows[run.configuration].insert(run.block, progress);
        }
    }
    let recorded = rows.iter().filter(|row| !row.is_empty());
    let Some(first) = recorded.clone().next() else { return };
    let blocks: BTreeSet<usize> = first
        .keys()
        .copied()
        .filter(|block| recorded.clone().all(|row| row.contains_key(block)))
        .collect();
    section.anytime_blocks = blocks.len();
    let limit = section.time_limit;
    for (configuration, mut row) in section.configurations.iter_mut().zip(rows) {
        row.retain(|block, _| blocks.contains(block));
        let mean_of = |curve: fn(&RunProgress) -> &GapCurve| {
            mean(row.values().map(|progress| integral(curve(progress), limit)))
        };
        configuration.primal_integral = mean_of(|progress| &progress.primal);
        configuration.primal_dual_integral = mean_of(|progress| &progress.primal_dual);
        if !row.is_empty() {
            let curves: Vec<&GapCurve> = row.values().map(|progress| &progress.primal).collect();
            configuration.gap_curve = mean_curve(&curves, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::summary::{Measure, Summary};
    use crate::record::tests::record;
    use crate::record::{Ending, Limit};

    /// A step: the best value so far, the proved bound and the time.
    type Step = (Option<i64>, i64, f64);

    /// Returns a run of ten seconds that its limit stopped. Its bounds are those of its last step.
    fn stopped(amo: &str, steps: &[Step]) -> Record {
        let recorded = steps.iter().map(|&(best, proved, cpu_seconds)| RecordedStep {
            best: best.map(Rational::from),
            proved: proved.into(),
            cpu_seconds,
        });
        let &(best, proved, _) = steps.last().expect("a step");
        let worst = best.unwrap_or(100);
        Record {
            ending: Ending::Stopped,
            limit: Some(Limit::Cpu),
            status: if best.is_some() { Status::Satisfiable } else { Status::Unknown },
            value: best.map(Rational::from),
            lower_bound: Some(proved.min(worst).into()),
            upper_bound: Some(proved.max(worst).into()),
            steps: recorded.collect(),
            ..record("x-1", &[("amo", amo)], 10.0)
        }
    }

    fn solved(amo: &str, steps: &[Step], cpu_seconds: f64) -> Record {
        let ending = Ending::Solved;
        Record { ending, limit: None, status: Status::Optimal, cpu_seconds, ..stopped(amo, steps) }
    }

    /// Returns the primal and the primal-dual integral of the first run. The others only show which
    /// values are known.
    fn integrals(runs: &[&Record]) -> Option<[f64; 2]> {
        let progress = RunProgress::from_record(runs[0], &BestValues::from_records(runs))?;
        Some([progress.primal, progress.primal_dual].map(|curve| integral(&curve, 10.0)))
    }

    #[test]
    fn a_gap_is_a_share_of_the_larger_value() {
        let of = |one: i64, other: i64| gap(Some(&one.into()), Some(&other.into()));
        for (one, other, expected) in
            [(4, 4, 0.0), (8, 4, 0.5), (4, 8, 0.5), (-8, -4, 0.5), (0, 0, 0.0), (0, 3, 1.0)]
        {
            assert_eq!([of(one, other), of(other, one)], [expected; 2], "{one} {other}");
        }
        assert_eq!([of(-1, 1), of(100, -1)], [1.0; 2], "the signs differ");
        assert_eq!([gap(None, Some(&4.into())), gap(Some(&4.into()), None)], [1.0; 2]);
        let huge = (0..10).fold(Rational::from(i64::MAX), |number, _| &number * &number);
        let larger = &huge * &2.into();
        assert_eq!(gap(Some(&huge), Some(&larger)), 1.0, "no float is near these");
    }

    #[test]
    fn integrals_are_those_computed_by_hand() {
        // The gap is 1 until an answer is known, then 1/2 for two seconds, and then 0.
        let steps = [(None, 0, 0.5), (Some(8), 2, 1.0), (Some(4), 2, 3.0), (Some(4), 4, 5.0)];
        assert_eq!(integrals(&[&solved("a", &steps, 5.5)]), Some([2.0, 1.0 + 1.5 + 1.0]));
        // Without the last step, the end of the run is the time of the proof.
        assert_eq!(integrals(&[&solved("a", &steps[..3], 7.0)]), Some([2.0, 1.0 + 1.5 + 2.0]));
        // Without a proof, the last gap counts until the limit, even if the run ends early.
        let early = Record { cpu_seconds: 4.0, ..stopped("a", &steps[..3]) };
        assert_eq!(integrals(&[&early]), Some([2.0, 1.0 + 1.5 + 3.5]));
        // Another run has found 2, half of the best value here.
        let better = stopped("b", &[(Some(2), 0, 9.0)]);
        assert_eq!(integrals(&[&early, &better]), Some([1.0 + 2.0 * 0.75 + 7.0 * 0.5, 6.0]));
    }

    #[test]
    fn a_run_without_an_answer_has_the_whole_time_as_its_integrals() {
        let nothing = stopped("a", &[(None, 3, 0.0)]);
        assert_eq!(integrals(&[&nothing]), Some([10.0; 2]));
        assert_eq!(integrals(&[&nothing, &stopped("b", &[(Some(4), 3, 1.0)])]), Some([10.0; 2]));
        let late = stopped("a", &[(None, 3, 0.0), (Some(4), 3, 12.0)]);
        assert_eq!(integrals(&[&late]), Some([10.0; 2]), "the answer came after the limit");
    }

    #[test]
    fn values_may_be_large_negative_or_zero() {
        let maximised = stopped("a", &[(Some(3), 12, 2.0)]);
        let better = stopped("b", &[(Some(6), 12, 9.0)]);
        assert_eq!(integrals(&[&maximised, &better]), Some([2.0 + 4.0, 2.0 + 6.0]));
        let signs = stopped("a", &[(Some(2), -8, 1.0), (Some(-4), -8, 6.0)]);
        assert_eq!(integrals(&[&signs]), Some([6.0, 6.0 + 2.0]), "1 until the sign is right");
        let zero = [(Some(5), 0, 1.0), (Some(0), 0, 4.0)];
        assert_eq!(integrals(&[&solved("a", &zero, 4.0)]), Some([4.0; 2]));
    }

    #[test]
    fn the_reference_is_the_optimum_or_the_best_value_of_any_run() {
        let best = |runs: &[&Record]| {
            let known = BestValues::from_records(runs);
            known.0.get("x-1").map(|value| value.and_then(Rational::to_i64))
        };
        let [seven, nine] = [7, 9].map(|value| stopped("a", &[(Some(value), 1, 1.0)]));
        let [high, higher] = [7, 9].map(|value| stopped("a", &[(Some(value), 20, 1.0)]));
        let nothing = stopped("a", &[(None, 1, 1.0)]);
        assert_eq!([best(&[&nine, &seven, &nothing]), best(&[&seven, &nine])], [Some(Some(7)); 2]);
        assert_eq!([best(&[&high, &higher]), best(&[&higher, &high])], [Some(Some(9)); 2]);
        let optimal = solved("b", &[(Some(8), 8, 1.0)], 1.0);
        assert_eq!(best(&[&seven, &optimal]), Some(Some(8)), "a proof counts more than a value");
        let reference = Record { reference: true, ..seven.clone() };
        assert_eq!(best(&[&nine, &reference]), Some(Some(7)));
        let broken = Record { ending: Ending::Broken, ..seven.clone() };
        assert_eq!(best(&[&nine, &broken]), Some(Some(9)));
        let other = Record { question: RunQuestion::Sat(7.into()), ..seven };
        assert_eq!(best(&[&nine, &other]), Some(Some(9)));
        assert_eq!(best(&[&nothing]), Some(None));
        let refuted = Record { status: Status::Unsatisfiable, ..nothing.clone() };
        assert_eq!([best(&[&nothing, &refuted]), best(&[])], [None; 2]);
    }

    /// The integrals of a run are larger if some of its steps are later. It does not matter which.
    #[test]
    fn later_steps_have_larger_integrals() {
        let mut random = fastrand::Rng::with_seed(3);
        for sign in [1, -1].repeat(100) {
            let (mut value, mut bound, mut time) = (100 + random.i64(0..50), 0, 0.0);
            let mut steps = Vec::new();
            for _ in 0..random.usize(1..12) {
                value -= random.i64(1..5);
                bound += random.i64(1..4);
                time += 0.01 + 0.5 * random.f64();
                steps.push((Some(sign * value), sign * bound, time));
            }
            let first = random.usize(0..steps.len());
            let mut later = steps.clone();
            for step in &mut later[first..] {
                step.2 += 0.1 + 2.0 * random.f64();
            }
            later.sort_by(|one, other| one.2.total_cmp(&other.2));
            for (step, (best, proved, _)) in later.iter_mut().zip(&steps) {
                (step.0, step.1) = (*best, *proved);
            }
            let best = stopped("best", &[(Some(sign * value), sign * bound, 0.0)]);
            let of = |steps: &[Step]| integrals(&[&stopped("a", steps), &best]).expect("steps");
            let (early, late) = (of(&steps), of(&later));
            assert!((0..2).all(|kind| early[kind] < late[kind]), "{steps:?} {later:?}");
        }
    }

    fn summarise(runs: &[Record]) -> SectionSummary {
        Summary::from_records(runs, Measure::Cpu, false).sections.remove(0)
    }

    #[test]
    fn means_are_over_the_blocks_in_which_all_have_recorded_steps() {
        let slow = [(Some(8), 2, 2.0), (Some(4), 4, 6.0)];
        let fast = [(Some(4), 4, 1.0)];
        let mut runs = vec![
            Record { seed: 1, ..solved("a", &slow, 6.0) },
            Record { seed: 1, ..solved("b", &fast, 1.0) },
            Record { seed: 2, ..solved("a", &fast, 1.0) },
            Record { seed: 2, ..solved("b", &slow, 6.0) },
            Record { seed: 3, ..solved("a", &slow, 6.0) },
            Record { seed: 3, steps: Vec::new(), ..solved("b", &fast, 1.0) },
            Record { seed: 4, ..solved("a", &slow, 6.0) },
            Record { seed: 4, ending: Ending::Broken, ..solved("b", &fast, 1.0) },
            Record { seed: 5, ..solved("a", &slow, 6.0) },
        ];
        let section = summarise(&runs);
        assert_eq!((section.common_blocks, section.anytime_blocks), (4, 2));
        for one in &section.configurations {
            assert_eq!(one.primal_integral, Some((1.0 + 4.0) / 2.0), "{}", one.name);
            assert_eq!(one.primal_dual_integral, Some((1.0 + 2.0 + 4.0 * 0.75) / 2.0));
            assert_eq!(one.gap_curve, [(0.0, 1.0), (1.0, 0.5), (2.0, 0.25), (6.0, 0.0)]);
        }
        // A configuration that never records steps leaves no block out, except by its missing runs.
        for seed in 1..=5 {
            runs.push(Record { seed, steps: Vec::new(), ..solved("outside", &fast, 1.0) });
        }
        let section = summarise(&runs);
        assert_eq!((section.common_blocks, section.anytime_blocks), (4, 2));
        let told = section.configurations.iter().map(|one| one.primal_integral.is_some());
        assert_eq!(told.collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn only_sections_of_optima_have_integrals() {
        let run = solved("a", &[(Some(8), 2, 2.0), (Some(4), 4, 6.0)], 6.0);
        let old = Record { steps: Vec::new(), ..run.clone() };
        let bound = Record { question: RunQuestion::Bound(4.into()), ..run.clone() };
        for run in [old, bound] {
            let section = summarise(&[run]);
            assert_eq!((section.common_blocks, section.anytime_blocks), (1, 0));
            assert_eq!(section.configurations[0].primal_integral, None);
            assert_eq!(section.configurations[0].gap_curve, []);
        }
        assert_eq!(summarise(&[run]).anytime_blocks, 1);
    }
}
