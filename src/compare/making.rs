//! A comparison in the making: a file of lines that grows, and what must not contradict.
//!
//! Runs are compared within their block, and only if one start of the command made them all. So a
//! block of which a part is missing, because the command was killed in it or the grid has grown, is
//! made anew as a whole; with [`Making::pool`] only what is missing is made.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;

use super::claims::{Claims, RunClash};
use super::execute::{self, MetSolvers, Workshop};
use super::plan::{self, Block, Instance, Optimum, Plan, Run};
use crate::record::origin::{Occasion, RunOrigin};
use crate::record::{Record, Results, ResultsError};
use crate::search::Status;
use crate::stop::Stop;

/// Makes runs, writes each down and holds it against the others.
pub struct Making {
    program: PathBuf,
    origin: RunOrigin,
    stop: Stop,
    results: Results,
    records: Vec<Record>,
    done: DoneRuns,
    claims: Claims,
    solvers: MetSolvers,
}

/// Why a comparison does not go on.
#[derive(thiserror::Error, Debug)]
pub enum MakingError {
    /// Runs do not go together.
    #[error(transparent)]
    Clash(#[from] RunClash),
    /// A line cannot be written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A run cannot be started.
    #[error("cannot start a run: {0}")]
    Start(#[from] io::Error),
}

/// Who is told how many runs are made, how many there will be, and which one was the last.
pub type See<'a> = &'a mut dyn FnMut(usize, usize, &Record);

/// The runs that a build has made, with the starts that made them.
pub struct DoneRuns {
    starts: HashMap<KnownRun, HashSet<Occasion>>,
    pools: bool,
}

/// What a run is known by: its command, and the limit of the clock, which is kept by who makes it.
type KnownRun = (String, Option<u64>);

impl DoneRuns {
    /// What of these runs the build of an origin has made. If it pools, the start does not matter.
    pub fn of(records: &[Record], origin: &RunOrigin, pools: bool) -> DoneRuns {
        let mut done = DoneRuns { starts: HashMap::new(), pools };
        let ours = records.iter().filter(|record| {
            record.origin.as_ref().is_some_and(|other| other.build == origin.build)
        });
        ours.for_each(|record| done.take(record));
        done
    }

    fn take(&mut self, record: &Record) {
        if let Some(origin) = &record.origin {
            let known = (record.command.clone(), record.wall_limit.map(f64::to_bits));
            let starts = self.starts.entry(known).or_default();
            starts.insert(origin.occasion());
        }
    }

    /// The runs of a block that are still to be made.
    pub fn missing(&self, block: &Block) -> Vec<Run> {
        let starts = |run: &Run| {
            let wall_limit = Some(run.repetition.wall_limit.to_bits());
            self.starts.get(&(execute::command(&run.arguments()), wall_limit))
        };
        if self.pools {
            let open = block.runs.iter().filter(|run| starts(run).is_none());
            return open.cloned().collect();
        }
        let mut common: Option<HashSet<&Occasion>> = None;
        for run in &block.runs {
            let made: HashSet<&Occasion> = starts(run).into_iter().flatten().collect();
            common = Some(match common {
                Some(common) => common.intersection(&made).copied().collect(),
                None => made,
            });
        }
        if common.is_some_and(|common| !common.is_empty()) {
            Vec::new()
        } else {
            block.runs.clone()
        }
    }
}

impl Making {
    /// Goes on from the runs that a file has.
    ///
    /// # Errors
    ///
    /// If these do not go together.
    pub fn new(
        program: PathBuf,
        origin: RunOrigin,
        stop: Stop,
        results: Results,
        records: Vec<Record>,
    ) -> Result<Making, MakingError> {
        let claims = Claims::of(&records)?;
        let done = DoneRuns::of(&records, &origin, false);
        let solvers = MetSolvers::default();
        Ok(Making { program, origin, stop, results, records, done, claims, solvers })
    }

    /// The same, but a block that was begun is completed and not made anew.
    #[must_use]
    pub fn pool(mut self) -> Making {
        self.done.pools = true;
        self
    }

    /// All runs so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Finds the optima that questions need, each by one run with every default.
    ///
    /// # Errors
    ///
    /// As [`Making::make`].
    pub fn references(&mut self, plan: &Plan, see: See) -> Result<(), MakingError> {
        self.make(plan::references(plan), see)
    }

    /// Makes the blocks that are not made yet.
    ///
    /// # Errors
    ///
    /// If two runs do not go together, or a run cannot be started or written down.
    pub fn make(&mut self, blocks: Vec<Block>, see: See) -> Result<(), MakingError> {
        for Run { instance, .. } in blocks.iter().flat_map(|block| &block.runs) {
            self.claims.board(&instance.name, instance.board.as_deref())?;
        }
        let all = blocks.iter().map(|block| block.runs.len()).sum();
        let runs: Vec<Run> = blocks.iter().flat_map(|block| self.done.missing(block)).collect();
        let mut made = all - runs.len();
        let Making { program, origin, stop, results, records, done, claims, solvers } = self;
        solvers.meet(&runs);
        let workshop = Workshop { program, jobs: origin.start.jobs, origin, solvers, stop };
        execute::execute(runs, &workshop, |record| {
            results.add(&record)?;
            claims.take(&record)?;
            made += 1;
            see(made, all, &record);
            done.take(&record);
            records.push(record);
            Ok(())
        })
    }
}

/// What runs know of the optimum of an instance.
pub fn optimum(records: &[Record], instance: &Instance) -> Option<Optimum> {
    let goal = instance.goal?;
    let found = records.iter().find(|record| {
        record.puzzle == instance.name && record.is_solved() && record.status == Status::Optimal
    });
    let (value, scale) = (found?.value.clone()?, instance.scale.clone());
    Some(Optimum { value, goal, scale })
}
