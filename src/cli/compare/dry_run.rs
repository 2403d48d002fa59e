//! `quarrel compare --dry-run`: the numbers of planned runs, the ratios between configurations that
//! these runs can detect, and the time that the runs take.

use super::super::output::Output;
use super::super::program_path;
use super::Compare;
use crate::cli::{Ending, Failure};
use crate::compare::claims::Claims;
use crate::compare::foretell::{self, DetectableRatios, Spread};
use crate::compare::plan::{self, Block, Plan, Run};
use crate::compare::report::text::format_table;
use crate::compare::summary::{FEWEST_BOARDS, Measure, Unit, format_count, rounded};
use crate::compare::wanted::puzzles_without_optimum;
use crate::compare::{FinishedRuns, find_optimum};
use crate::record::{self, Record};

impl Compare {
    /// Prints which ratios the comparison could show and how long it would take, without making a
    /// run or writing a file. Also prints the number of runs that first have to find optima, if
    /// there are any; the time does not include these. With `--verbose`, also describes each
    /// section in sentences. `cpu_seconds` is the processor time in seconds that the preset took on
    /// the machine of its authors. If it is `None`, no line is printed about it. Earlier runs come
    /// from the file of results, if this file exists, and from the files of `--pilot`. Returns
    /// `Answered` if it does not fail. Fails in these cases:
    ///
    /// - The solvers do not report the requested measure.
    /// - One of these files cannot be read.
    /// - Records in the file of results contradict each other.
    /// - Boards of the same name differ.
    /// - The path of this program is unknown, or standard output cannot be written.
    pub(super) fn preview(
        &self,
        plans: &[Plan],
        cpu_seconds: Option<f64>,
    ) -> Result<Ending, Failure> {
        self.validate_measure(plans)?;
        let known = if self.results.exists() { record::read(&self.results)? } else { Vec::new() };
        let mut earlier = known.clone();
        for path in &self.pilot {
            earlier.extend(record::read(path)?);
        }
        let mut claims = Claims::from_records(&known)?;
        for puzzle in plans.iter().flat_map(|plan| &plan.instances) {
            claims.add_board(&puzzle.name, puzzle.board.as_deref())?;
        }
        // Any value can replace an unknown optimum here, since the number of runs does not depend
        // on it.
        let blocks = plan::blocks(
            plans,
            |puzzle| find_optimum(&known, puzzle).or(puzzle.stand_in()),
            self.order_seed,
        );
        let mut output = Output::standard();
        let expected =
            foretell::detectable_ratios(&blocks, &earlier, self.measure().unwrap_or(Measure::Cpu));
        output.print(&format_table(&overview(&expected)))?;
        output.print(&legend(&expected))?;
        if self.verbose {
            for plan in &expected {
                output.print(&format!("{}\n", describe(plan)))?;
            }
        }
        let done =
            FinishedRuns::from_records(&known, &self.origin(&program_path()?, &[]), self.pool);
        let missing: Vec<Run> = blocks.iter().flat_map(|block| done.missing(block)).collect();
        output.print(&self.cost(&blocks, &missing, &earlier))?;
        match puzzles_without_optimum(plans, &known).len() {
            0 => {}
            1 => output.print(
                "first, 1 more run finds the optimum that the questions sat and unsat need\n",
            )?,
            open => output.print(&format!(
                "first, {open} more runs find the optima that the questions sat and unsat need\n"
            ))?,
        }
        if let Some(seconds) = cpu_seconds {
            output.print(&format!(
                "the authors' machine took {} of processor time for this preset\n",
                duration(seconds)
            ))?;
        }
        Ok(Ending::Answered)
    }

    /// Returns two lines. The first line has the number of runs of all `blocks`. The second line
    /// has the time that the `missing` runs will take; these are the runs among them that are still
    /// to be made. The likely time is the sum of the forecasts from `earlier` runs, divided by the
    /// number of jobs. Runs without a forecast are not in this sum; the text states their number.
    /// If no run has a forecast, the likely time is unknown. The largest time is the sum of the
    /// time limits, divided by the number of jobs, but never less than the longest limit. If no run
    /// is missing, returns only the first line.
    fn cost(&self, blocks: &[Block], missing: &[Run], earlier: &[Record]) -> String {
        let all: usize = blocks.iter().map(|block| block.runs.len()).sum();
        let jobs = f64::from(self.jobs);
        let longest = missing.iter().map(|run| run.repetition.time_limit).fold(0.0, f64::max);
        let most = missing.iter().fold(0.0, |sum, run| sum + run.repetition.time_limit);
        let likely = foretell::forecast_duration(missing.iter(), earlier);
        let others = missing.len() - likely.unknown;
        let of_others = duration(likely.seconds / jobs);
        let likely = match (others, likely.unknown) {
            (0, 0) => return format!("{}, all of them already made\n", format_count(all, "run")),
            (0, _) => "time: unknown before runs are made; --pilot reads earlier runs".to_owned(),
            (_, 0) => format!("time: likely {of_others}, judged by earlier runs"),
            (_, unknown) => format!(
                "time: likely {of_others} for {others} of them, judged by earlier runs, and not known for \
                 {unknown}"
            ),
        };
        let missing = match missing.len() {
            some if some == all => "all".to_owned(),
            1 => "of which 1 is".to_owned(),
            some => format!("of which {some} are"),
        };
        format!(
            "{}, {missing} still to be made, {} at a time\n{likely}; at most {}\n",
            format_count(all, "run"),
            self.jobs,
            duration((most / jobs).max(longest)),
        )
    }
}

/// Returns the cells of a table: a row of headings, then a row for each section (a family, a
/// question and a time limit). A row has the numbers of boards, repetitions, configurations and
/// pairs of configurations. It also has the detectable ratios that are nearest to 1. Each of them
/// is written as a ratio below 1 and as its reciprocal. A dash means that no ratio can be detected.
fn overview(plans: &[DetectableRatios]) -> Vec<Vec<String>> {
    let many = unit(plans).plural();
    let (these, like) = (format!("on these {many}"), format!("on {many} like these"));
    let head = ["plan", many, "repetitions", "configurations", "pairs", &these, &like];
    let found = |ratio: Option<f64>| {
        ratio.map_or("–".to_owned(), |ratio| {
            format!("{} or {}", rounded(ratio), rounded(ratio.recip()))
        })
    };
    let row = |plan: &DetectableRatios| {
        vec![
            format!("{}, {}", plan.family, plan.question),
            plan.boards.to_string(),
            plan.repetitions.to_string(),
            plan.configurations.to_string(),
            plan.pair_count().to_string(),
            found(plan.on_these_boards),
            found(plan.for_boards_like_these),
        ]
    };
    std::iter::once(head.map(str::to_owned).to_vec()).chain(plans.iter().map(row)).collect()
}

/// Returns the word for the puzzles of all plans. The word is "instance" if there are plans, but no
/// plan has puzzles with boards. Otherwise, the word is "board".
fn unit(plans: &[DetectableRatios]) -> Unit {
    let all_instances = !plans.is_empty() && plans.iter().all(|plan| plan.unit == Unit::Instance);
    if all_instances { Unit::Instance } else { Unit::Board }
}

/// Returns the sentences below the table of [`overview`]. They explain the meaning of the ratios.
/// If a section has no ratio of some kind, they also state the reason.
fn legend(plans: &[DetectableRatios]) -> String {
    let many = unit(plans).plural();
    let has_none = |of: fn(&DetectableRatios) -> Option<f64>| {
        plans.iter().any(|plan| plan.pair_count() > 0 && of(plan).is_none())
    };
    let mut text =
        "The ratios are those that the plan finds four times out of five; it may miss ratios \
                    nearer to 1.\n"
            .to_owned();
    if plans.iter().any(|plan| plan.pair_count() == 0) {
        text += "A single configuration has nothing to be compared with.\n";
    }
    if has_none(|plan| plan.on_these_boards) {
        text += &format!(
            "One repetition allows no claim on these {many}; --scrambles N adds more repetitions.\n"
        );
    }
    if has_none(|plan| plan.for_boards_like_these) {
        text += &format!("Fewer than {FEWEST_BOARDS} {many} allow no claim on other {many}.\n");
    }
    text
}

/// Describes one section (a family, a question and a time limit) in sentences. They state the
/// numbers of boards, repetitions and configurations, and the ratios that can be detected. They
/// also state the standard deviations of the log ratio from which these ratios are computed. If the
/// section has only one configuration, there are only the numbers, and a sentence says that there
/// is nothing to compare.
fn describe(plan: &DetectableRatios) -> String {
    let [boards, repetitions, configurations, pairs] = [
        plan.unit.counted(plan.boards),
        format_count(plan.repetitions, "repetition"),
        format_count(plan.configurations, "configuration"),
        format_count(plan.pair_count(), "pair"),
    ];
    let begin = format!(
        "{}, {}: {boards}, {repetitions} each, {configurations}, {pairs}.",
        plan.family, plan.question
    );
    if plan.pair_count() == 0 {
        return format!("{begin} There is nothing to compare.");
    }
    let found = |ratio: f64| format!("{} (or {})", rounded(ratio), rounded(1.0 / ratio));
    let many = plan.unit.plural();
    let on = match plan.boards {
        1 => format!("On this {}", plan.unit.singular()),
        _ => format!("On these {many}"),
    };
    let these = match plan.on_these_boards {
        Some(ratio) => format!("{on} a ratio of {} is found four times out of five", found(ratio)),
        None => format!("{on} nothing can be claimed from one repetition"),
    };
    let like = match plan.for_boards_like_these {
        Some(ratio) => format!("for {many} like these a ratio of {}", found(ratio)),
        None => {
            format!("of other {many} nothing can be claimed from fewer than {FEWEST_BOARDS} {many}")
        }
    };
    let (Spread { boards, luck }, is_measured) = plan.spread;
    let source =
        if is_measured { "as in earlier runs" } else { "assumed, since nothing was measured yet" };
    format!(
        "{begin} {these}; {like}. (Standard deviation of the log ratio: {} between {many}, {} between \
         repetitions, {source}.)",
        rounded(boards),
        rounded(luck),
    )
}

/// Formats a time, which is given in seconds. A time of less than two minutes is written in
/// seconds, a time of less than two hours in minutes, and any other time in hours. Seconds and
/// minutes are rounded up, and hours are rounded to one decimal.
fn duration(seconds: f64) -> String {
    match seconds.ceil() {
        seconds if seconds < 120.0 => format!("{seconds} s"),
        seconds if seconds < 7200.0 => format!("{} min", (seconds / 60.0).ceil()),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}
