//! The judge of attempts at blocks: an attempt must have exactly the runs of its task.
//!
//! If a question depends on an optimum, the runs of its block are known only after the reference
//! run has found the optimum. The block has no runs if the reference run proves no optimum. It also
//! has none if it asks for a better value than the optimum and none is possible.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::blocks::Blocks;
use super::plan::Block;
use crate::record::Record;
use crate::tasks::attempt::RunJudge;
use crate::tasks::file::FileError;
use crate::tasks::{Attempt, Folder, Job, TaskOutcome};

/// The judge of attempts at blocks of a comparison.
pub struct BlockJudge<'a> {
    folder: &'a Folder,
    blocks: &'a Blocks,
    /// The name of the block of each task, by the index of the task.
    slots: HashMap<u64, &'a str>,
    /// The task of each reference run, by the name of its block.
    references: HashMap<String, &'a Job>,
    /// The hash of the planned runs of each block. The outer key is the index of a finished task:
    /// the task with the reference run of the block's instance. The inner key is the name of the
    /// block. The hashes are computed at the first use.
    known: RefCell<HashMap<u64, HashMap<String, Fingerprint>>>,
}

/// A hash of the runs of a block. It does not depend on the order of the runs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fingerprint(u64);

impl Fingerprint {
    /// Returns the hash of runs. Each run is given by its command, its wall limit in seconds, and
    /// whether it is a reference run. The order of the runs does not matter, but a repeated run
    /// counts each time.
    fn from_runs(runs: impl Iterator<Item = (String, Option<f64>, bool)>) -> Fingerprint {
        let mut sorted: Vec<(String, Option<u64>, bool)> = runs
            .map(|(command, limit, is_reference)| (command, limit.map(f64::to_bits), is_reference))
            .collect();
        sorted.sort();
        let mut hasher = DefaultHasher::new();
        sorted.hash(&mut hasher);
        Fingerprint(hasher.finish())
    }

    /// Returns the hash of the runs that a block must have.
    fn from_block(block: &Block) -> Fingerprint {
        Fingerprint::from_runs(block.runs.iter().map(|run| {
            let command = run.command();
            (command, Some(run.repetition.wall_limit), run.is_reference)
        }))
    }

    /// Returns the hash of the runs of an attempt.
    fn from_records(records: &[Record]) -> Fingerprint {
        Fingerprint::from_runs(
            records.iter().map(|one| (one.command.clone(), one.wall_limit, one.reference)),
        )
    }
}

impl<'a> BlockJudge<'a> {
    /// Returns a judge for the tasks of a plan. `tasks` must be all tasks of the plan, and `blocks`
    /// must be the comparison of the plan. Tasks without a block are ignored. No file is read.
    pub fn new(folder: &'a Folder, blocks: &'a Blocks, tasks: &'a [Job]) -> BlockJudge<'a> {
        let awaited: BTreeSet<String> =
            tasks.iter().filter_map(|task| blocks.reference_slot(task.work.block()?)).collect();
        let slotted = tasks.iter().filter_map(|task| Some((task, task.work.block()?)));
        let references = slotted
            .clone()
            .filter(|(_, slot)| awaited.contains(*slot))
            .map(|(task, slot)| (slot.to_owned(), task))
            .collect();
        let slots = slotted.map(|(task, slot)| (task.task, slot)).collect();
        BlockJudge { folder, blocks, slots, references, known: RefCell::default() }
    }

    /// Returns the task of the reference run that finds the optimum for the block named `slot`.
    /// Returns `None` if this block needs no optimum, or if the plan lacks this task.
    pub fn reference_task(&self, slot: &str) -> Option<&'a Job> {
        self.references.get(&self.blocks.reference_slot(slot)?).copied()
    }

    /// Returns the first valid attempt that finished the task `reference`, or `None` if there is no
    /// such attempt. An attempt with other runs than those of the task is not valid.
    ///
    /// # Errors
    ///
    /// If the file with the results of a task cannot be read.
    pub fn finished_attempt(&self, reference: u64) -> Result<Option<Attempt>, FileError> {
        let filed = self.folder.attempt_files().attempts_for(&BTreeSet::from([reference]))?;
        let mut attempts =
            filed.into_iter().filter_map(|filed| filed.check(Some(self)).attempt.ok());
        Ok(attempts.find(|one| one.outcome == TaskOutcome::Made))
    }

    /// Returns whether an attempt has as many runs as the block named `slot`. It compares only the
    /// numbers, since the runs themselves depend on the optimum. Returns `false` if there is no
    /// such block.
    fn has_as_many_runs(&self, slot: &str, attempt: &Attempt) -> bool {
        let planned = self.blocks.stand_in(slot);
        planned.is_some_and(|block| block.runs.len() == attempt.records.len())
    }

    /// Returns the hash of the runs that the block named `slot` must have.
    ///
    /// - Returns the hash of no runs if there is no such block, or if the block cannot be made. A
    ///   block cannot be made if no optimum is proved, if no better value is possible, or if the
    ///   plan lacks the reference run.
    /// - Returns `None` if the block needs an optimum, and the run that finds this optimum (the
    ///   reference run) has no valid result yet.
    ///
    /// Once the reference run of an instance has a result, remembers the hashes of all blocks of
    /// the instance. Fails if a file of results cannot be read.
    fn expected_fingerprint(&self, slot: &str) -> Result<Option<Fingerprint>, FileError> {
        let nothing = Fingerprint::from_records(&[]);
        let Some(reference) = self.reference_task(slot) else {
            return Ok(Some(
                self.blocks.block(slot, &[]).as_ref().map_or(nothing, Fingerprint::from_block),
            ));
        };
        if !self.known.borrow().contains_key(&reference.task) {
            let Some(made) = self.finished_attempt(reference.task)? else { return Ok(None) };
            let siblings = self.blocks.siblings(slot, &made.records);
            let runs = siblings
                .iter()
                .map(|block| (block.slot(), Fingerprint::from_block(block)))
                .collect();
            self.known.borrow_mut().insert(reference.task, runs);
        }
        let known = self.known.borrow();
        let runs = known.get(&reference.task).and_then(|runs| runs.get(slot));
        Ok(Some(runs.copied().unwrap_or(nothing)))
    }
}

impl RunJudge for BlockJudge<'_> {
    /// Confirms that an attempt has exactly the runs of its block, in any order. Otherwise fails
    /// with the reason. Also fails if a file of results cannot be read. In these cases the runs are
    /// not compared:
    ///
    /// - If the task has no block, or the outcome of the attempt is not `Made`, the attempt is
    ///   confirmed.
    /// - If the reference run that the block needs has no result, the attempt is confirmed if it
    ///   has as many runs as the block. Otherwise, it fails.
    fn confirm_runs(&self, attempt: &Attempt) -> Result<(), String> {
        let Some(slot) = self.slots.get(&attempt.task) else { return Ok(()) };
        if attempt.outcome != TaskOutcome::Made {
            return Ok(());
        }
        match self.expected_fingerprint(slot) {
            Ok(Some(runs)) if runs == Fingerprint::from_records(&attempt.records) => Ok(()),
            Ok(Some(_)) => Err("it does not have the runs of its task".to_owned()),
            // The lost reference run will be made again. Then this attempt is checked again.
            Ok(None) if self.has_as_many_runs(slot, attempt) => Ok(()),
            Ok(None) => Err("the run that finds the optimum for its task has no result".to_owned()),
            Err(failed) => Err(failed.to_string()),
        }
    }
}
