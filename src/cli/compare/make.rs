//! `quarrel compare`: makes the planned runs that the file of results lacks.

use std::collections::HashSet;

use super::super::program_path;
use super::Compare;
use crate::cli::stderr::{bar_style, print_stderr, progress_bar};
use crate::cli::{Ending, Failure, signals};
use crate::compare::plan::{self, Plan};
use crate::compare::wanted::{puzzles_without_optimum, select_records};
use crate::compare::{ComparisonRunner, find_optimum};
use crate::family::Family;
use crate::record::origin::{RunOrigin, cores};
use crate::record::{Record, Results};
use crate::source::{escape_invisible, format_count};
use crate::stop::Stop;

/// The tolerance of the warning that other programs use the machine. The load is the average number
/// of processes that wanted a core. The warning is printed if the load exceeds the number of cores
/// without a job by more than this number.
const BUSY: f64 = 0.5;

impl Compare {
    /// Makes the runs that the file of results lacks, and adds them to this file. Then shows the
    /// summary and the reports of all planned runs. Runs that find optima come first, since the
    /// questions sat and unsat need the optima. If the optimum of a puzzle is not found, these two
    /// questions about the puzzle are left out, and a line on standard error says so. With
    /// `--pool`, only the missing runs of an incomplete block are made; otherwise all its runs are
    /// made again. `arguments` are the words of the command line, which are recorded with each run.
    /// Prints warnings if the machine is overloaded, and shows a progress bar. From this call on,
    /// signals request `stop`, and the file of results is locked for this process.
    ///
    /// If `stop` is reached, prints the number of finished runs on standard error and returns
    /// `Stopped` without a summary. The finished runs are in the file.
    ///
    /// Refuses a measure that the solvers do not report, before any run. Fails if the file is in
    /// use or invalid, if the path of this program is unknown, if a run cannot be started or
    /// recorded, if runs contradict each other, or if [`Compare::show`] fails.
    pub(super) fn make(
        &self,
        families: &[&'static Family],
        plans: &[Plan],
        arguments: &[String],
        stop: &Stop,
    ) -> Result<Ending, Failure> {
        self.validate_measure(plans)?;
        let (results, known) = Results::open(&self.results)?;
        let program = program_path()?;
        let origin = self.origin(&program, arguments);
        warn_of_overload(&origin);
        signals::heed(stop);
        let mut making = ComparisonRunner::new(program, origin, stop.clone(), results, known)?;
        if self.pool {
            making = making.pool();
        }
        let bar = progress_bar(0, bar_style("{bar:30} {pos}/{len} {elapsed} {wide_msg}"));
        bar.set_message("the first run is under way");
        bar.tick();
        let mut see = |done: usize, all: usize, record: &Record| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(escape_invisible(&record.instance()));
        };
        for plan in plans {
            making.make_references(plan, &mut see)?;
        }
        if !stop.is_reached() {
            for puzzle in puzzles_without_optimum(plans, making.records()) {
                print_stderr(&escape_invisible(&format!(
                    "{puzzle}: no optimum within the limit; the questions sat and unsat are left out\n"
                )));
            }
        }
        let blocks =
            plan::blocks(plans, |puzzle| find_optimum(making.records(), puzzle), self.order_seed);
        let wanted: HashSet<String> =
            blocks.iter().flat_map(|block| &block.runs).map(|run| run.command()).collect();
        making.make(blocks, &mut see)?;
        bar.finish_and_clear();
        let ours = select_records(plans, making.records(), &wanted);
        if stop.is_reached() {
            let made: HashSet<&String> = ours.iter().map(|record| &record.command).collect();
            let made_count = made.intersection(&wanted.iter().collect()).count();
            print_stderr(&escape_invisible(&format!(
                "stopped with {made_count} of {} runs in {}; run the same command to go on\n",
                wanted.len(),
                self.results.display()
            )));
            return Ok(Ending::Stopped);
        }
        self.show(families, &ours)
    }
}

/// Prints a warning on standard error if the comparison has more jobs than this machine has cores,
/// and another warning if other programs use the machine.
fn warn_of_overload(origin: &RunOrigin) {
    let (jobs, cores) = (origin.start.jobs, cores());
    if jobs > cores {
        print_stderr(&escape_invisible(&format!(
            "warning: --jobs {jobs} on a machine with {}: the runs take time from each other; \
             use --jobs {cores} at most\n",
            format_count(cores, "core")
        )));
    }
    warn_of_load(jobs, origin.start.load);
}

/// Prints a warning on standard error that other programs use the machine. `load` is the average
/// number of processes that wanted a core in the last minute. The warning is printed if `load`
/// exceeds the number of cores without one of our `jobs` by more than [`BUSY`]. Prints nothing if
/// `load` is `None`, which means that the system does not report it.
pub(in crate::cli) fn warn_of_load(jobs: usize, load: Option<f64>) {
    let core_count = cores();
    let left = core_count.saturating_sub(jobs) as f64;
    let busy = if core_count == 1 {
        "the core is".to_owned()
    } else {
        format!("the {core_count} cores are")
    };
    if let Some(load) = load.filter(|&load| load > left + BUSY) {
        print_stderr(&escape_invisible(&format!(
            "warning: {busy} busy ({load:.1} processes on average in the last minute); \
             other programs disturb the comparison\n"
        )));
    }
}
