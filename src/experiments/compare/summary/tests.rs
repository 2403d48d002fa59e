//! Tests of summaries of invented runs with a known truth.

use super::*;
use crate::record::Limit;
use crate::record::question::RunQuestion;
use crate::record::tests::{origin, record};

fn side(record: &Record) -> usize {
    record.size.map_or(0, |size| size[0])
}

fn run(amo: &str, side: usize, repetition: u32, cpu: f64) -> Record {
    let mut one = record(&format!("gunport-{side}x{side}"), &[("amo", amo)], cpu);
    one.scramble = Some(u64::from(repetition));
    one.size = Some([side, side]);
    one.command = format!("{amo} {side} {repetition}");
    one.configuration = Some(usize::from(amo != "pairwise"));
    one
}

fn runs(boards: usize, repetitions: u32, times: impl Fn(usize, u32) -> [f64; 2]) -> Vec<Record> {
    let mut runs = Vec::new();
    for board in 0..boards {
        for repetition in 0..repetitions {
            let [a, b] = times(board, repetition);
            runs.push(run("pairwise", 4 + board, repetition, a));
            runs.push(run("ladder", 4 + board, repetition, b));
        }
    }
    runs
}

fn noise(n: usize) -> f64 {
    fastrand::Rng::with_seed(n as u64).f64() * 2.0 - 1.0
}

fn noisy(base: f64, amount: f64, board: usize, repetition: u32, side: usize) -> f64 {
    let place = 1000 * board + 10 * usize::try_from(repetition).expect("small") + side;
    base * (1.0 + amount * noise(place))
}

fn of(records: &[Record]) -> Summary {
    Summary::from_records(records, Measure::Cpu, false)
}

fn only(summary: &Summary) -> (&SectionSummary, &Pair) {
    let [section] = &summary.sections[..] else { panic!("one kind of question") };
    let [pair] = &section.pairs[..] else { panic!("one pair") };
    (section, pair)
}

#[test]
fn a_board_of_two_sizes_is_one_board_and_no_sum_overflows() {
    let mut runs = runs(2, 1, |_, _| [1.0, 2.0]);
    runs[0].size = Some([1, 4]);
    runs[2].size = Some([usize::MAX; 2]);
    for run in &mut runs {
        run.clauses = Some(u64::MAX);
    }
    let summary = of(&runs);
    let section = &summary.sections[0];
    assert_eq!(section.pairs[0].boards.len(), 2);
    let sides: Vec<f64> = section.runs.iter().filter_map(SectionRun::side).collect();
    assert!(sides.contains(&(usize::MAX as f64)), "{sides:?}");
}

#[test]
fn a_planted_difference_is_found_on_both_levels() {
    let records = runs(8, 4, |board, repetition| {
        let base = 0.2 + board as f64 / 10.0;
        [noisy(base, 0.1, board, repetition, 0), noisy(1.5 * base, 0.1, board, repetition, 1)]
    });
    let summary = of(&records);
    let (section, pair) = only(&summary);
    for finding in [&pair.these_boards, &pair.boards_like_these] {
        assert_eq!((finding.verdict, finding.boards), (FindingVerdict::Less, 8), "{finding:?}");
        let ratio = finding.ratio.expect("a ratio");
        assert!((1.0 / 1.6..1.0 / 1.4).contains(&ratio), "{finding:?}");
        assert!(finding.interval[1].is_some_and(|high| ratio < high && high < 1.0));
    }
    let told = pair_sentences(pair, section, Measure::Cpu);
    let begin = "On these 8 boards of gunport (4x4 to 11x11; finding the optimum with its proof; 4 \
                 repetitions each), pairwise takes less processor time than ladder: 0.6";
    assert!(told.these_boards.starts_with(begin), "{told:?}");
    assert!(told.boards_like_these.starts_with("For boards like these 8 of gunport ("), "{told:?}");
    assert_eq!((told.attention.clone(), told.solved.clone()), (None, None));
    assert_eq!((section.leader(), section.virtual_best.solved), (0, 32));
    assert_eq!(pair_sentences(&pair.swapped(), section, Measure::Cpu), told);
}

/// Eighteen runs of one board are too few, and so are three boards.
#[test]
fn nothing_is_claimed_beyond_fewer_than_six_boards() {
    for (boards, repetitions) in [(1, 18), (3, 7), (5, 5)] {
        let summary = of(&runs(boards, repetitions, |board, repetition| {
            [0.5, 1.0].map(|base| noisy(base, 0.1, board, repetition, 0))
        }));
        let (section, pair) = only(&summary);
        assert_eq!(pair.boards_like_these.verdict, FindingVerdict::TooFewBoards);
        assert_eq!(pair.boards_like_these.interval, [None, None]);
        let told = pair_sentences(pair, section, Measure::Cpu);
        assert!(told.boards_like_these.contains("fewer than 6"), "{told:?}");
    }
    let (section, pair) = (runs(1, 1, |_, _| [0.5, 1.0]), "");
    let summary = of(&section);
    let (section, one) = only(&summary);
    assert_eq!((one.these_boards.verdict, pair), (FindingVerdict::TooFewRepetitions, ""));
    assert_eq!((one.these_boards.interval, one.these_boards.ratio), ([None, None], Some(0.5)));
    let told = pair_sentences(one, section, Measure::Cpu);
    assert!(told.these_boards.starts_with("On this board of gunport (4x4;"), "{told:?}");
}

#[test]
fn repetitions_that_repeat_nothing_count_once() {
    let mut records = runs(1, 12, |_, _| [0.5, 1.0]);
    for record in &mut records {
        record.seed = u32::try_from(record.scramble.take().expect("a scramble")).expect("small");
    }
    let summary = Summary::from_records(&records, Measure::Conflicts, false);
    let (section, pair) = only(&summary);
    assert_eq!((section.repeats, pair.boards[0].repetitions, pair.repeats), (22, 1, 11));
    assert_eq!(pair.these_boards.verdict, FindingVerdict::TooFewRepetitions, "{pair:?}");
    assert!(warnings(section, Measure::Conflicts)[0].contains("22 of 24 runs repeat another"));
    // The solver gets the same formula each time.
    for record in &mut records {
        record.options.insert("solver".to_owned(), "minisat".to_owned());
        (record.conflicts, record.propagations, record.ticks) = (None, None, None);
        record.cpu_seconds = noisy(record.cpu_seconds, 0.1, 0, record.seed, 3);
    }
    let summary = of(&records);
    assert_eq!(only(&summary).1.boards[0].repetitions, 1);
    for record in &mut records {
        record.options.insert("solver".to_owned(), "minisat -seed={seed}".to_owned());
    }
    assert_eq!(only(&of(&records)).1.boards[0].repetitions, 12);
}

#[test]
fn runs_made_apart_are_not_paired_unless_the_user_pools() {
    let times = |board, repetition| [0.5, 1.5].map(|base| noisy(base, 0.1, board, repetition, 1));
    let mut records = runs(8, 3, times);
    for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
        record.origin = Some(origin("2026-11-22T00:00:00.000Z"));
    }
    let summary = of(&records);
    let section = &summary.sections[0];
    assert_eq!((section.pairs.len(), section.apart), (0, 24));
    assert!(warnings(section, Measure::Cpu)[0].contains("24 runs are left out"));
    assert!(short_summary(section).contains("nothing to compare it with"));
    let pooled = Summary::from_records(&records, Measure::Cpu, true);
    assert!(only(&pooled).1.is_different());
    let changes: [fn(&mut crate::record::origin::RunOrigin); 4] = [
        |origin| origin.machine.label = "other".to_owned(),
        |origin| origin.build.checksum = Some("1".to_owned()),
        |origin| origin.build.commit = Some("1".to_owned()),
        |origin| origin.start.jobs = 2,
    ];
    for change in changes {
        let mut records = runs(6, 2, times);
        for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
            change(record.origin.as_mut().expect("present records have an origin"));
        }
        assert_eq!(of(&records).sections[0].apart, 12);
    }
}

#[test]
fn the_order_of_lines_changes_nothing() {
    let mut records = runs(8, 3, |board, repetition| {
        [0.5, 1.5].map(|base| noisy(base, 0.3, board, repetition, 1))
    });
    let again: Vec<Record> = records[..12]
        .iter()
        .cloned()
        .map(|mut record| {
            record.origin = Some(origin("2026-11-22T00:00:00.000Z"));
            record.cpu_seconds *= 1.1;
            record
        })
        .collect();
    records.extend(again);
    for (n, record) in records.iter_mut().enumerate() {
        record.time_limit = if n % 4 < 2 { 1.0 } else { 60.0 };
        record.question =
            if n % 8 < 4 { RunQuestion::Sat(5.into()) } else { RunQuestion::Unsat(4.into()) };
        record.date = record.origin.as_ref().map(|origin| origin.start.date.clone());
    }
    let told = |records: &[Record]| {
        serde_json::to_string(&of(records)).expect("texts and numbers can be written as JSON")
    };
    let expected = told(&records);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..10 {
        random.shuffle(&mut records);
        assert_eq!(told(&records), expected);
    }
    let twice: Vec<Record> = records.iter().chain(&records).cloned().collect();
    assert_eq!(told(&twice), expected, "a repeated line counts once");
}

#[test]
fn runs_of_different_limits_do_not_meet() {
    let mut records = runs(8, 3, |board, repetition| {
        [0.5, 1.5].map(|base| noisy(base, 0.3, board, repetition, 1))
    });
    let longer: Vec<Record> = records
        .iter()
        .cloned()
        .map(|mut record| {
            record.time_limit = 60.0;
            record.command += " 60";
            record
        })
        .collect();
    records.extend(longer);
    let summary = of(&records);
    let titles: Vec<String> = summary.sections.iter().map(SectionSummary::title).collect();
    assert_eq!(titles, ["gunport, optimum, 10 s", "gunport, optimum, 60 s"]);
    assert!(summary.sections.iter().all(|section| section.blocks == 24));
}

fn stop(record: &mut Record) {
    record.ending = Ending::Stopped;
    record.status = Status::Unknown;
    record.message = Some("stopped by its limit of processor time".to_owned());
    record.limit = Some(Limit::Cpu);
    record.cpu_seconds = record.time_limit;
}

#[test]
fn two_runs_at_the_limit_say_nothing() {
    let mut records = runs(8, 3, |_, _| [1.0, 1.0]);
    records.iter_mut().for_each(stop);
    let summary = of(&records);
    let (section, pair) = only(&summary);
    assert_eq!(pair.these_boards.verdict, FindingVerdict::NothingToCompare);
    assert_eq!((pair.boards_like_these.silent, pair.boards_like_these.interval), (8, [None, None]));
    let told = pair_sentences(pair, section, Measure::Cpu);
    assert!(told.these_boards.contains("nothing can be said about the processor time"), "{told:?}");
    assert_eq!(section.configurations[0].reasons.len(), 1);
}

/// The slower configuration is stopped on the larger half of the boards.
#[test]
fn a_ratio_with_runs_at_the_limit_is_a_bound_and_is_called_one() {
    let mut records = runs(8, 3, |board, repetition| {
        let base = 1.4_f64.powi(i32::try_from(board).expect("small"));
        [base, 3.0 * base].map(|base| noisy(base, 0.1, board, repetition, 1))
    });
    records.iter_mut().filter(|record| record.cpu_seconds > 10.0).for_each(stop);
    let summary = of(&records);
    let (section, pair) = only(&summary);
    for finding in [&pair.these_boards, &pair.boards_like_these] {
        assert_eq!(finding.verdict, FindingVerdict::Less, "{pair:?}");
        assert_eq!((finding.ratio, finding.interval[0]), (None, None));
        assert!(finding.interval[1].is_some_and(|high| (1.0 / 3.0..1.0).contains(&high)));
    }
    let told = pair_sentences(pair, section, Measure::Cpu);
    assert!(told.these_boards.contains("at most 0.") && told.these_boards.contains("a bound"));
    assert!(told.solved.is_some_and(|solved| solved.contains("has a result in")), "{pair:?}");
}

#[test]
fn a_crash_is_not_a_win() {
    let mut records = runs(24, 1, |board, _| if board < 12 { [0.2, 0.25] } else { [0.01, 8.0] });
    for record in records.iter_mut().filter(|record| record.options["amo"] == "pairwise") {
        if side(record) >= 16 {
            record.ending = Ending::Broken;
            (record.signal, record.exit_status) = (Some(11), None);
            record.message = Some("ended by signal 11".to_owned());
        }
    }
    let summary = of(&records);
    let (section, pair) = only(&summary);
    let [crashing, sound] = [0, 1].map(|one| &section.configurations[one]);
    assert_eq!([crashing.solved, sound.solved], [12, 24]);
    assert!(crashing.par2 > sound.par2 && section.leader() == 1);
    assert_eq!(crashing.reasons.get("ended by signal 11"), Some(&12));
    assert!(!matches!(
        pair.boards_like_these.verdict,
        FindingVerdict::Less | FindingVerdict::SlightlyLess
    ));
    assert!(pair.solved.p_boards_like_these.is_some_and(|p| p < 0.001), "{pair:?}");
    assert_eq!(summary.failures.iter().filter(|failure| failure.broken).count(), 12);
    for record in records.iter_mut().filter(|record| record.ending == Ending::Broken) {
        record.ending = Ending::Refused;
    }
    assert_eq!(of(&records).sections[0].configurations[0].runs, 24);
}

/// On one of forty boards the first configuration takes much longer.
#[test]
fn where_the_mean_time_points_elsewhere_it_is_said() {
    let attention = |typical: f64, hard: [f64; 2]| {
        let mut records = runs(40, 3, |board, repetition| {
            let times = if board == 39 { hard } else { [typical, 1.0] };
            [0, 1].map(|side| noisy(times[side], 0.02, board, repetition, side))
        });
        records.iter_mut().for_each(|record| record.time_limit = 100.0);
        let summary = of(&records);
        let (section, pair) = only(&summary);
        (pair.these_boards.verdict, pair_sentences(pair, section, Measure::Cpu).attention)
    };
    let (verdict, told) = attention(0.6, [60.0, 0.3]);
    assert_eq!(verdict, FindingVerdict::Less);
    let told = told.expect("the hard board weighs in the mean");
    let begin = "The better configuration depends on the criterion, in gunport (";
    assert!(
        told.starts_with(begin)
            && told.contains("by the typical ratio of processor time it is pairwise"),
        "{told}"
    );
    assert!(
        told.contains(
            "but by the mean processor time, which is not tested, it is ladder: its PAR2 is 0.98"
        ),
        "{told}"
    );
    let (verdict, told) = attention(0.97, [26.0, 20.0]);
    assert_eq!((verdict, told.is_some()), (FindingVerdict::SlightlyLess, true));
    let (verdict, told) = attention(0.6, [0.6, 1.0]);
    assert_eq!((verdict, told), (FindingVerdict::Less, None));
}

#[test]
fn limits_that_say_nothing_are_not_told() {
    let records =
        runs(8, 3, |board, repetition| [0, 1].map(|side| noisy(1.0, 0.3, board, repetition, side)));
    let summary = of(&records);
    let (section, pair) = only(&summary);
    let told = |verdict, interval| {
        let mut pair = pair.clone();
        let ratio = Some(0.5);
        pair.these_boards =
            ComparedFinding { verdict, interval, ratio, ..pair.these_boards.clone() };
        pair.boards_like_these = pair.these_boards.clone();
        pair_sentences(&pair, section, Measure::Cpu).these_boards
    };
    for (verdict, interval, said) in [
        (FindingVerdict::Unclear, [Some(8.2e-38), Some(7.4e36)], "so few runs show nothing"),
        (FindingVerdict::Unclear, [Some(8.2e-38), Some(1.5)], "up to 1.50 times as much"),
        (FindingVerdict::Unclear, [Some(0.3), Some(7.4e36)], "0.300 times as much as"),
        (
            FindingVerdict::Less,
            [Some(8.2e-38), Some(0.9)],
            "0.500 times as much, and at most 0.900",
        ),
        (
            FindingVerdict::Less,
            [Some(0.4), Some(0.9)],
            "0.500 times as much, between 0.400 and 0.900",
        ),
    ] {
        let told = told(verdict, interval);
        assert!(told.contains(said) && !told.contains("e-38") && !told.contains("e36"), "{told}");
        assert_eq!(told.matches('(').count(), 1, "{told}");
    }
}

#[test]
fn equal_runs_take_the_same() {
    let mut records = Vec::new();
    for (board, repetition) in (0..8).flat_map(|board| [0, 1, 2].map(|one| (board, one))) {
        for (place, amo) in ["pairwise", "ladder", "product"].into_iter().enumerate() {
            let times = if place == 2 { 2.0 } else { 1.0 };
            let mut one = run(amo, 4 + board, repetition, times * (1.0 + board as f64));
            one.configuration = Some(place);
            records.push(one);
        }
    }
    let summary = Summary::from_records(&records, Measure::Conflicts, false);
    let words = short_summary(&summary.sections[0]);
    assert!(
        words.starts_with("on these 8 boards, 2 of 3 pairs differ, 1 takes the same"),
        "{words}"
    );
}

#[test]
fn without_luck_there_is_no_probability() {
    let records = runs(8, 3, |board, _| [1.0 + board as f64, 2.0 * (1.0 + board as f64)]);
    let summary = Summary::from_records(&records, Measure::Conflicts, false);
    let (section, pair) = only(&summary);
    let (these, like) = (&pair.these_boards, &pair.boards_like_these);
    assert_eq!(
        (these.verdict, these.p, these.interval),
        (FindingVerdict::Constant, None, [None; 2])
    );
    assert_eq!(
        (like.verdict, like.p.is_some()),
        (FindingVerdict::Less, true),
        "that is for boards to say"
    );
    let told = pair_sentences(pair, section, Measure::Conflicts);
    assert!(told.these_boards.contains("pairwise takes 0.500 times as many conflicts as ladder"));
    assert!(
        !told.these_boards.contains("p =") && told.these_boards.contains("the ratio does not vary")
    );
}

/// Two bounds on one board are two questions.
#[test]
fn two_questions_about_a_board_do_not_double_its_repetitions() {
    let mut records =
        runs(6, 3, |board, repetition| [0, 1].map(|side| noisy(1.0, 0.3, board, repetition, side)));
    records.iter_mut().for_each(|record| record.question = RunQuestion::Bound(3.into()));
    let more: Vec<Record> = records
        .iter()
        .cloned()
        .map(|record| Record {
            question: RunQuestion::Bound(4.into()),
            command: format!("{} 4", record.command),
            cpu_seconds: 1.1 * record.cpu_seconds,
            ticks: record.ticks.map(|ticks| ticks + 1),
            ..record
        })
        .collect();
    records.extend(more);
    let summary = of(&records);
    let (section, pair) = only(&summary);
    assert_eq!((section.blocks, section.instances.len(), pair.boards[0].repetitions), (36, 12, 3));
    let told = pair_sentences(pair, section, Measure::Cpu);
    assert!(told.these_boards.contains("deciding a bound; 3 repetitions each"), "{told:?}");
}

#[test]
fn sizes_that_no_run_tells_are_not_known() {
    let mut records = runs(6, 2, |_, _| [1.0, 2.0]);
    for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
        (record.clauses, record.variables, record.literals) = (None, None, None);
    }
    let summary = Summary::from_records(&records, Measure::Clauses, false);
    let section = &summary.sections[0];
    assert!(section.configurations[0].sizes.is_some());
    assert_eq!(section.configurations[1].sizes, None);
    assert_eq!(section.pairs[0].these_boards.verdict, FindingVerdict::Unknown);
}

#[test]
fn a_measure_that_one_does_not_tell_is_not_compared() {
    let mut records = runs(8, 2, |_, _| [0.5, 1.0]);
    for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
        record.options.insert("solver".to_owned(), "minisat".to_owned());
        (record.conflicts, record.propagations, record.ticks) = (None, None, None);
    }
    let summary = Summary::from_records(&records, Measure::Conflicts, false);
    let (section, pair) = only(&summary);
    assert_eq!(pair.these_boards.verdict, FindingVerdict::Unknown);
    assert_eq!(
        summary.unreporting_solvers(),
        Some(vec!["minisat"]),
        "{:?}",
        section.configurations
    );
    assert_eq!(section.configurations[1].quartiles["conflicts"], None);
    assert!(
        pair_sentences(pair, section, Measure::Conflicts).these_boards.contains("does not report")
    );
    assert_eq!(of(&records).unreporting_solvers(), None);
}

#[test]
fn runs_without_a_result_count_as_what_they_are() {
    let mut records = runs(1, 4, |_, _| [1.0, 2.0]);
    for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
        if record.scramble < Some(3) {
            stop(record);
        }
    }
    let summary = Summary::from_records(&records, Measure::Conflicts, false);
    let ladder = &summary.sections[0].configurations[1];
    assert_eq!((ladder.runs, ladder.solved), (4, 1));
    assert_eq!(ladder.par2, Some((3.0 * 20.0 + 2.0) / 4.0));
    assert_eq!(
        ladder.quartiles["cpu"].expect("known")[1],
        None,
        "the median is among the runs without a result"
    );
    assert_eq!(
        summary.sections[0].configurations[0].quartiles["cpu"].expect("known")[1],
        Some(1.0)
    );
    let best = VirtualBest { solved: 4, par2: Some(1.0), times: vec![1.0; 4] };
    assert_eq!(summary.sections[0].virtual_best, best);
}

#[test]
fn the_mean_is_over_the_blocks_that_all_have() {
    let mut records = runs(8, 1, |board, _| [0.1 * (board + 1) as f64, 0.2]);
    records.retain(|record| record.options["amo"] == "ladder" || side(record) < 8);
    let summary = of(&records);
    let section = &summary.sections[0];
    assert_eq!((section.blocks, section.common_blocks), (8, 4));
    let par2 = [0, 1].map(|one| section.configurations[one].par2.expect("common blocks"));
    assert!((par2[0] - 0.25).abs() < 1e-9 && (par2[1] - 0.2).abs() < 1e-9, "{par2:?}");
    assert!(warnings(section, Measure::Cpu).iter().any(|told| told.contains("4 of 8 blocks")));
}

#[test]
fn kinds_of_questions_stand_apart_and_what_cannot_be_is_told() {
    let mut records = runs(4, 1, |_, _| [1.0, 2.0]);
    for record in records.iter_mut().filter(|record| side(record).is_multiple_of(2)) {
        record.question = RunQuestion::Unsat(3.into());
    }
    for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
        record.ending = Ending::Refused;
        record.message = Some("no form".to_owned());
    }
    let summary = of(&records);
    let kinds: Vec<String> = summary.sections.iter().map(|one| one.question.to_string()).collect();
    assert_eq!(kinds, ["optimum", "unsat"]);
    assert!(summary.failures.iter().all(|failure| failure.message == "no form" && !failure.broken));
    assert_eq!(summary.sections[0].configurations.len(), 1);
}

#[test]
fn a_puzzle_without_an_optimum_is_named() {
    let mut open = run("pairwise", 9, 0, 1.0);
    stop(&mut open);
    open.reference = true;
    let mut records = runs(4, 1, |_, _| [1.0, 2.0]);
    records.push(open);
    assert_eq!(of(&records).without_optimum, ["gunport-9x9"]);
}

#[test]
fn a_name_has_as_few_options_as_tell_configurations_apart() {
    let of_options = |place: usize, options: &[(&str, &str)]| Record {
        configuration: Some(place),
        ..record("gunport-4x4", options, 1.0)
    };
    let records = [
        of_options(0, &[("formulation", "pieces"), ("symmetry", "off"), ("deduce", "none")]),
        of_options(1, &[("formulation", "pieces"), ("symmetry", "on"), ("deduce", "none")]),
        of_options(2, &[("formulation", "sides"), ("symmetry", "on"), ("deduce", "all")]),
    ];
    let summary = of(&records);
    let names = summary.sections[0].configurations.iter().map(|one| one.name.as_str());
    let expected = ["pieces symmetry=off", "pieces symmetry=on", "sides symmetry=on"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn growth_is_fitted_over_boards() {
    let doubling = |board: usize| 0.01 * f64::from(1 << board);
    let summary = of(&runs(5, 2, |board, _| [doubling(board), 1.0]));
    let growth = summary.sections[0].configurations[0].growth.expect("five sides");
    assert!((growth.rate.value - 2.0).abs() < 1e-6 && growth.is_significant());
    let flat = summary.sections[0].configurations[1].growth.expect("a line");
    assert!(flat.rate.interval[0] <= 1.0 + 1e-9 && flat.curve == growth.curve, "{flat:?}");
    assert_eq!(of(&runs(3, 2, |_, _| [1.0, 2.0])).sections[0].configurations[0].growth, None);
}

#[test]
fn short_runs_are_told_of() {
    let summary = of(&runs(6, 1, |board, _| [0.01, 0.01 * (board + 1) as f64]));
    let told = warnings(&summary.sections[0], Measure::Cpu).join("\n");
    assert!(told.contains("7 of 12 runs took less than 20 ms"), "{told}");
    assert!(!warnings(&summary.sections[0], Measure::Solve).join("\n").contains("20 ms"));
}

#[test]
fn configurations_that_make_the_same_runs_are_named() {
    let mut records = runs(6, 2, |board, repetition| {
        [0, 1].map(|side| noisy(1.0, 0.05, board, repetition, side))
    });
    for record in &mut records {
        let work = side(record) as u64 + 100 * record.scramble.unwrap_or(0);
        (record.conflicts, record.propagations, record.ticks) =
            (Some(work), Some(10 * work), Some(100 * work));
    }
    let third: Vec<Record> = records
        .iter()
        .filter(|record| record.options["amo"] == "ladder")
        .cloned()
        .map(|record| Record {
            options: BTreeMap::from([("amo".to_owned(), "product".to_owned())]),
            configuration: Some(2),
            command: format!("{} product", record.command),
            clauses: Some(21),
            ..record
        })
        .collect();
    records.extend(third);
    let summary = Summary::from_records(&records, Measure::Ticks, false);
    let section = &summary.sections[0];
    let same: Vec<[usize; 2]> = section
        .pairs
        .iter()
        .filter(|pair| pair.made_the_same_runs)
        .map(|pair| pair.configurations)
        .collect();
    assert_eq!(same, [[0, 1]]);
    let told = warnings(section, Measure::Ticks).join("\n");
    assert!(told.contains("pairwise and ladder made the same runs"), "{told}");
    let like = &section.pairs[0].boards_like_these;
    assert_eq!(
        (like.verdict, like.interval, like.ratio),
        (FindingVerdict::Unclear, [None; 2], Some(1.0))
    );
    let told = pair_sentences(&section.pairs[0], section, Measure::Ticks).boards_like_these;
    assert!(told.contains("6 boards are too few for an interval corrected for 3 pairs"), "{told}");
}

#[test]
fn what_is_too_short_to_be_measured_is_a_bound() {
    let mut records = runs(6, 2, |_, _| [1.0, 1.0]);
    for record in records.iter_mut().filter(|record| record.options["amo"] == "ladder") {
        record.encode_seconds = Some(0.0);
    }
    let summary = Summary::from_records(&records, Measure::Encode, false);
    let (section, pair) = only(&summary);
    let [low, high] = pair.boards[0].bounds;
    assert!(pair.boards[0].ratio.is_none() && low.is_none(), "{pair:?}");
    assert!(high.is_some_and(|high| (high - 1e-3).abs() < 1e-9), "{pair:?}");
    let told = pair_sentences(pair, section, Measure::Encode).boards_like_these;
    assert!(told.contains("a bound, since some run is too short to be measured"), "{told}");
    records.iter_mut().for_each(|record| record.encode_seconds = Some(0.0));
    let summary = Summary::from_records(&records, Measure::Encode, false);
    let (section, pair) = only(&summary);
    assert_eq!(pair.these_boards.verdict, FindingVerdict::NothingToCompare);
    let told = pair_sentences(pair, section, Measure::Encode).these_boards;
    assert!(told.contains("on every board some run is too short to be measured"), "{told}");
}

#[test]
fn the_headline_tells_every_verdict() {
    let short = |records: &[Record]| short_summary(&of(records).sections[0]);
    let three = |times: [f64; 3], broken: bool| {
        let mut records = Vec::new();
        for board in 0..8 {
            for repetition in 0..3 {
                for (place, amo) in ["pairwise", "ladder", "product"].into_iter().enumerate() {
                    let mut one = run(
                        amo,
                        4 + board,
                        repetition,
                        noisy(times[place], 0.01, board, repetition, place),
                    );
                    one.configuration = Some(place);
                    if broken && place == 2 {
                        one.ending = Ending::Broken;
                    }
                    records.push(one);
                }
            }
        }
        records
    };
    let told = short(&three([1.0, 1.0, 2.0], false));
    let expected = "on these 8 boards, 2 of 3 pairs differ, 1 takes the same; for boards like these, \
                    2 of 3 pairs differ, 1 takes the same";
    assert_eq!(told, expected);
    let told = short(&three([1.0, 1.0, 2.0], true));
    assert!(told.starts_with("product has no result in 24 runs; on these 8 boards"), "{told}");
    let told = short(&runs(8, 3, |board, repetition| {
        [0, 1].map(|side| noisy(1.0 + 0.03 * side as f64, 0.01, board, repetition, side))
    }));
    assert!(
        told.contains("differ, but perhaps by less than 5 %") || told.contains("take the same"),
        "{told}"
    );
}
