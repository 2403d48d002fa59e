//! A worker for the blocks of a planned comparison.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::blocks::Blocks;
use super::execute::{self, KnownSolvers, Workshop};
use super::judge::BlockJudge;
use super::machine;
use super::plan::{Block, Instance};
use crate::record::Record;
use crate::record::origin::{self, Machine, RunOrigin};
use crate::solver::external::Command;
use crate::source::Refusal;
use crate::stop::Stop;
use crate::tasks::attempt::RunJudge;
use crate::tasks::file::FileError;
use crate::tasks::header::StoredComparison;
use crate::tasks::worker::{WorkError, Worker, new_attempt};
use crate::tasks::{Attempt, Folder, Job, TaskOutcome};

/// A worker that makes the runs of a planned comparison, block by block.
pub struct BlockWorker<'a> {
    folder: &'a Folder,
    blocks: &'a Blocks,
    /// The program that each run starts.
    program: PathBuf,
    /// The machine of this process.
    machine: Machine,
    /// The seed of the order of runs within each block.
    order_seed: u64,
    /// The external solvers of the runs so far.
    solvers: KnownSolvers,
    /// The judge of attempts, which also finds the reference run of a block.
    judge: BlockJudge<'a>,
}

impl<'a> BlockWorker<'a> {
    /// Prepares a worker for a plan. The worker makes the runs with `program`. Checks all boards
    /// and external solvers, but makes no run. `tasks` must be all tasks of the plan.
    ///
    /// # Errors
    ///
    /// If a board cannot be read or has changed since the plan was made. If an external solver
    /// cannot be run on this machine.
    pub fn new(
        folder: &'a Folder,
        compared: &StoredComparison,
        blocks: &'a Blocks,
        tasks: &'a [Job],
        program: PathBuf,
    ) -> Result<BlockWorker<'a>, WorkError> {
        validate(blocks, compared)?;
        let judge = BlockJudge::new(folder, blocks, tasks);
        let (machine, solvers) = (machine::current(None), KnownSolvers::default());
        let order_seed = compared.order_seed;
        Ok(BlockWorker { folder, blocks, program, machine, order_seed, solvers, judge })
    }

    /// Returns the records of the reference run for the block with the name `slot`. These are those
    /// of the first valid attempt that is finished. Returns no records if the block needs no
    /// reference run, or if the plan lacks it. If no attempt at the reference run is finished,
    /// makes the run, and also returns the new attempt, which is not written to a file yet. If the
    /// run is interrupted, the new attempt has no records. Fails if a file of results cannot be
    /// read, the run cannot be started, or its output cannot be read.
    fn reference_records(
        &mut self,
        slot: &str,
        stop: &Stop,
    ) -> Result<(Vec<Record>, Option<Attempt>), WorkError> {
        let Some(task) = self.judge.reference_task(slot) else { return Ok((Vec::new(), None)) };
        if let Some(made) = self.judge.finished_attempt(task.task)? {
            return Ok((made.records, None));
        }
        let attempt = self.make_block(task, &[], stop)?;
        Ok((attempt.records.clone(), Some(attempt)))
    }

    /// Makes the runs of a block, and returns the attempt, without writing it to a file. `known`
    /// has the records of its reference run, or is empty if the block needs none. The attempt has
    /// no runs, but still the outcome [`TaskOutcome::Made`], in three cases: the block needs an
    /// optimum that `known` does not contain, the block asks for a better value than the optimum
    /// and none is possible, or the comparison has no block of this name. At a stop, the attempt
    /// has no runs and the outcome [`TaskOutcome::Interrupted`]. Its processor time is the sum over
    /// its runs. Fails if the task is no block, if a run cannot be started, or if its output cannot
    /// be read.
    fn make_block(
        &mut self,
        task: &Job,
        known: &[Record],
        stop: &Stop,
    ) -> Result<Attempt, WorkError> {
        let (date, start) = (origin::now(), Instant::now());
        let slot = task.work.block().ok_or_else(|| task.foreign("comparison"))?;
        let made = match self.blocks.block(slot, known) {
            // The optimum is unknown, or no value is better than the optimum.
            None => Some(Vec::new()),
            Some(block) => self.make_runs(block, stop).map_err(WorkError::Start)?,
        };
        let outcome = if made.is_some() { TaskOutcome::Made } else { TaskOutcome::Interrupted };
        let records = made.unwrap_or_default();
        Ok(Attempt {
            cpu_seconds: records.iter().map(|record| record.cpu_seconds).sum(),
            wall_seconds: start.elapsed().as_secs_f64(),
            records,
            ..new_attempt(self.folder, task.task, outcome, date)
        })
    }

    /// Makes the runs of a block one after the other, and returns their records. First identifies
    /// the external solvers of the runs. Returns `None` if a stop is requested before the end of
    /// the last run. The finished runs are then lost. Fails if a run cannot be started or its
    /// output cannot be read.
    fn make_runs(&mut self, block: Block, stop: &Stop) -> io::Result<Option<Vec<Record>>> {
        let header = self.folder.header();
        let start = machine::describe_start(header.command.clone(), 1, self.order_seed);
        let (machine, build) = (self.machine.clone(), header.program.clone());
        let origin = RunOrigin { machine, build, start };
        self.solvers.identify(&block.runs);
        let solvers = &self.solvers;
        let workshop = Workshop { program: &self.program, jobs: 1, origin: &origin, solvers, stop };
        let number = block.runs.len();
        let mut records = Vec::new();
        execute::execute(block.runs, &workshop, |record| {
            records.push(record);
            Ok::<(), io::Error>(())
        })?;
        Ok(Some(records).filter(|records| records.len() == number))
    }
}

impl Worker for BlockWorker<'_> {
    fn judge(&self) -> Option<&dyn RunJudge> {
        Some(&self.judge)
    }

    fn dependency(&self, task: &Job) -> Result<Option<u64>, FileError> {
        let reference = task.work.block().and_then(|slot| self.judge.reference_task(slot));
        let Some(reference) = reference else { return Ok(None) };
        Ok(self.judge.finished_attempt(reference.task)?.is_none().then_some(reference.task))
    }

    /// Makes the runs of a block. If the block needs its reference run, and this run is not
    /// finished, makes it first. Returns the attempts that it made. The attempt at the reference
    /// run comes first. If the reference run is interrupted, returns only its attempt. If the block
    /// is interrupted, its attempt is the last and has no runs. Fails if the task is no block, if a
    /// file of results cannot be read, if a run cannot be started, or if its output cannot be read.
    /// After an error, all attempts of this call are lost.
    fn work(&mut self, task: &Job, stop: &Stop) -> Result<Vec<Attempt>, WorkError> {
        let slot = task.work.block().unwrap_or_default();
        let (known, first) = self.reference_records(slot, stop)?;
        let is_interrupted =
            first.as_ref().is_some_and(|attempt| attempt.outcome == TaskOutcome::Interrupted);
        let mut attempts: Vec<Attempt> = first.into_iter().collect();
        if !is_interrupted {
            attempts.push(self.make_block(task, &known, stop)?);
        }
        Ok(attempts)
    }
}

/// Checks that all boards can be read and have not changed since the plan was made. Also checks
/// that the external solvers can be run on this machine. Reads the boards in their order, up to the
/// first board that fails the check. The refusal names the puzzle of this board.
fn validate(blocks: &Blocks, compared: &StoredComparison) -> Result<(), Refusal> {
    if let Some(Instance { name, .. }) = blocks.changed_instance() {
        return Err(Refusal::new(
            format!("{name} has changed since the plan was made: its board differs"),
            format!("the unchanged files, relative to {}", compared.folder),
        ));
    }
    blocks.programs().try_for_each(Command::validate)
}
