//! A running comparison: the growing file of records, and the check for contradictions.
//!
//! A block is incomplete if the command was killed, or if configurations were added later. All runs
//! of an incomplete block are made again, since only runs of one start of the command are compared.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;

use super::claims::{Claims, RunClash};
use super::execute::{self, KnownSolvers, Workshop};
use super::plan::{self, Block, Instance, Optimum, Plan, Run};
use crate::record::origin::{Occasion, RunOrigin};
use crate::record::{Record, Results, ResultsError};
use crate::search::Status;
use crate::stop::Stop;

/// A comparison while its runs are made.
pub struct ComparisonRunner {
    /// The program that each run starts.
    program: PathBuf,
    origin: RunOrigin,
    /// The request to stop all runs.
    stop: Stop,
    /// The file to which each record is added.
    results: Results,
    /// The records of the file, including those of the new runs.
    records: Vec<Record>,
    /// The runs that need not be made again.
    done: FinishedRuns,
    /// The claims of all records, which must not contradict each other.
    claims: Claims,
    /// The external solvers of the new runs.
    solvers: KnownSolvers,
}

/// The reason why a comparison cannot continue.
#[derive(thiserror::Error, Debug)]
pub enum ComparisonError {
    /// Two runs contradict each other, or have different boards of the same name.
    #[error(transparent)]
    Clash(#[from] RunClash),
    /// A record cannot be written to the file of results.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The process of a run cannot be started.
    #[error("cannot start a run: {0}")]
    Start(#[from] io::Error),
}

/// A function that is called after each run. It gets the number of finished runs, the number of all
/// runs, and the record of the run. Runs of earlier starts that are not made again count as
/// finished.
pub type RunCallback<'a> = &'a mut dyn FnMut(usize, usize, &Record);

/// The known runs of one build, with the starts of the command that made them.
pub struct FinishedRuns {
    /// For each known run, the starts of the command that made it.
    starts: HashMap<RunKey, HashSet<Occasion>>,
    /// Whether runs of several starts may complete a block.
    pools: bool,
}

/// The command and the wall limit, which identify a run.
type RunKey = (String, Option<u64>);

impl FinishedRuns {
    /// Selects the records of the same build as `origin`. A record without an origin is ignored. If
    /// `pools` is set, a block is complete even if several starts of the command made its runs.
    pub fn from_records(records: &[Record], origin: &RunOrigin, pools: bool) -> FinishedRuns {
        let mut done = FinishedRuns { starts: HashMap::new(), pools };
        records
            .iter()
            .filter(|record| {
                record.origin.as_ref().is_some_and(|other| other.build == origin.build)
            })
            .for_each(|record| done.add(record));
        done
    }

    /// Records a run. A record without an origin is ignored.
    fn add(&mut self, record: &Record) {
        if let Some(origin) = &record.origin {
            let known = (record.command.clone(), record.wall_limit.map(f64::to_bits));
            let starts = self.starts.entry(known).or_default();
            starts.insert(origin.occasion());
        }
    }

    /// Returns the runs of a block that must still be made. Without pooling, these are all its
    /// runs, or none if a single start of the command has made all of them. If runs of several
    /// starts are pooled, they are only the runs that no start has made. A run counts as made if a
    /// selected record has the same command and the same wall limit. How the recorded run ended
    /// does not matter.
    pub fn missing(&self, block: &Block) -> Vec<Run> {
        let starts = |run: &Run| {
            let wall_limit = Some(run.repetition.wall_limit.to_bits());
            self.starts.get(&(run.command(), wall_limit))
        };
        if self.pools {
            return block.runs.iter().filter(|run| starts(run).is_none()).cloned().collect();
        }
        let made = block.runs.iter().map(|run| starts(run).into_iter().flatten().collect());
        let common = made.reduce(|common: HashSet<&Occasion>, made| &common & &made);
        if common.is_some_and(|common| !common.is_empty()) {
            Vec::new()
        } else {
            block.runs.clone()
        }
    }
}

impl ComparisonRunner {
    /// Continues a comparison with `records`, the records of its file `results`. Makes no run and
    /// writes nothing. Runs of several starts are not pooled (see [`ComparisonRunner::pool`]).
    ///
    /// # Errors
    ///
    /// If records contradict each other, or have different boards of the same name.
    pub fn new(
        program: PathBuf,
        origin: RunOrigin,
        stop: Stop,
        results: Results,
        records: Vec<Record>,
    ) -> Result<ComparisonRunner, ComparisonError> {
        let claims = Claims::from_records(&records)?;
        let done = FinishedRuns::from_records(&records, &origin, false);
        let solvers = KnownSolvers::default();
        Ok(ComparisonRunner { program, origin, stop, results, records, done, claims, solvers })
    }

    /// Makes the comparison pool the runs of several starts, and returns it. From now on, only the
    /// missing runs of an incomplete block are made, instead of all its runs.
    #[must_use]
    pub fn pool(mut self) -> ComparisonRunner {
        self.done.pools = true;
        self
    }

    /// Returns the records of all runs so far, including those of the file with which the
    /// comparison began.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Makes the reference runs of a plan that are not made yet. Reference runs find the optima
    /// that the questions of the plan need. If no question needs an optimum, none is made. Works as
    /// [`ComparisonRunner::make`].
    ///
    /// # Errors
    ///
    /// If runs contradict each other, or a run cannot be started or recorded.
    pub fn make_references(
        &mut self,
        plan: &Plan,
        see: RunCallback,
    ) -> Result<(), ComparisonError> {
        self.make(plan::reference_blocks(plan), see)
    }

    /// Makes the missing runs of blocks, several at a time. Adds each record to the file, checks it
    /// against the earlier claims, calls `see`, and then adds it to the records. The numbers that
    /// `see` gets are those of finished runs and of all runs of `blocks`; runs that need not be
    /// made again count in both. Looks up the versions of new external solvers before the first
    /// run. At a stop, returns without an error. The unfinished runs are then not recorded.
    ///
    /// # Errors
    ///
    /// If two boards have the same name; if `blocks` shows this, no run is made. If runs contradict
    /// each other: the record of the contradicting run is then in the file, but `see` is not called
    /// for it. If a run cannot be started or recorded. After an error, the unfinished runs are
    /// killed and not recorded.
    pub fn make(&mut self, blocks: Vec<Block>, see: RunCallback) -> Result<(), ComparisonError> {
        for Run { instance, .. } in blocks.iter().flat_map(|block| &block.runs) {
            self.claims.add_board(&instance.name, instance.board.as_deref())?;
        }
        let all = blocks.iter().map(|block| block.runs.len()).sum();
        let runs: Vec<Run> = blocks.iter().flat_map(|block| self.done.missing(block)).collect();
        let mut made = all - runs.len();
        let ComparisonRunner { program, origin, stop, results, records, done, claims, solvers } =
            self;
        solvers.identify(&runs);
        let workshop = Workshop { program, jobs: origin.start.jobs, origin, solvers, stop };
        execute::execute(runs, &workshop, |record| {
            results.add(&record)?;
            claims.add(&record)?;
            made += 1;
            see(made, all, &record);
            done.add(&record);
            records.push(record);
            Ok(())
        })
    }
}

/// Returns the optimum of an instance, from the first record that proves an optimum of a puzzle
/// with its name. Returns `None` if no record proves one, if this first record has no value, or if
/// the instance has no objective.
pub fn find_optimum(records: &[Record], instance: &Instance) -> Option<Optimum> {
    let goal = instance.goal?;
    let found = records.iter().find(|record| {
        record.puzzle == instance.name && record.is_solved() && record.status == Status::Optimal
    });
    let (value, scale) = (found?.value.clone()?, instance.scale.clone());
    Some(Optimum { value, goal, scale })
}
