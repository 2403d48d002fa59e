//! A comparison in tasks: a block of runs each.
//!
//! Runs are compared within their block, and only if one start of a command on one machine has made
//! them all. So a block is a task: whichever machine works on it, its runs are made there one after
//! the other. What a question for a refutation asks is known when the optimum is: the run that
//! finds it is a task as well, and the first worker that comes to a block makes it.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;

use crate::compare;
use crate::compare::execute::{self, Workshop};
use crate::compare::machine;
use crate::compare::plan::{self, Block, Instance, Places, Plan};
use crate::exchange::sha256;
use crate::record::Record;
use crate::record::origin::{Build, Machine, Origin, Outside};
use crate::stop::Stop;

/// A comparison, ready to be worked off block by block.
pub struct Blocks {
    plans: Vec<Plan>,
    places: Places,
    order_seed: u64,
    /// By slot: the block with optima that stand in for those that are not known.
    stand_ins: Vec<Block>,
    by_slot: HashMap<String, usize>,
}

impl Blocks {
    /// Those of some plans.
    pub fn of(plans: Vec<Plan>, order_seed: u64) -> Blocks {
        let mut stand_ins = Vec::new();
        let mut by_slot = HashMap::new();
        let places = plan::places(&plans);
        let references = plans.iter().flat_map(plan::references);
        let blocks = plan::blocks_of(&plans, &places, |_| true, Instance::stand_in, order_seed);
        for block in references.chain(blocks) {
            let next = stand_ins.len();
            if *by_slot.entry(block.slot()).or_insert(next) == next {
                stand_ins.push(block);
            }
        }
        Blocks { plans, places, order_seed, stand_ins, by_slot }
    }

    /// Their slots, in the order in which they are made.
    pub fn slots(&self) -> impl Iterator<Item = String> {
        self.stand_ins.iter().map(Block::slot)
    }

    /// How many runs they have together at most, those that find optima included.
    pub fn runs(&self) -> usize {
        self.stand_ins.iter().map(|block| block.runs.len()).sum()
    }

    /// The most seconds of processor time that a block may take.
    pub fn seconds(&self) -> f64 {
        let seconds =
            |block: &Block| block.runs.iter().map(|run| run.repetition.time_limit).sum::<f64>();
        self.stand_ins.iter().map(seconds).fold(0.0, f64::max)
    }

    /// For each instance, by its name, a hash of all that its runs hang on.
    pub fn instances(&self) -> BTreeMap<String, String> {
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for plan in &self.plans {
            for instance in &plan.instances {
                let text = format!("{instance:?} {:?} {:?}\n", plan.questions, plan.repetition);
                texts.entry(instance.name.clone()).or_default().push_str(&text);
            }
        }
        let hash = |text: String| sha256(&mut text.as_bytes()).unwrap_or_default();
        texts.into_iter().map(|(name, text)| (name, hash(text))).collect()
    }

    /// The run of a reference that a slot has to wait for, by its own slot: the one that finds the
    /// optimum of the same instance.
    pub fn waits_for(&self, slot: &str) -> Option<String> {
        let block = &self.stand_ins[*self.by_slot.get(slot)?];
        let run = block.runs.first()?;
        let needs = run.question.kind().needs_optimum() && !run.is_reference;
        let reference = plan::reference(&run.instance, &run.repetition).slot();
        needs.then_some(reference)
    }

    /// A block, given what the runs of its reference know; none where they do not know what is to
    /// be asked.
    pub fn block(&self, slot: &str, known: &[Record]) -> Option<Block> {
        let stand_in = &self.stand_ins[*self.by_slot.get(slot)?];
        if self.waits_for(slot).is_none() {
            return Some(stand_in.clone());
        }
        let name = &stand_in.runs.first()?.instance.name;
        let wanted = |instance: &Instance| instance.name == *name;
        let optimum = |instance: &Instance| compare::optimum(known, instance);
        let blocks = plan::blocks_of(&self.plans, &self.places, wanted, optimum, self.order_seed);
        blocks.into_iter().find(|block| block.slot() == slot)
    }
}

/// By what the runs of a plan are made.
pub struct Maker {
    /// The program.
    pub program: PathBuf,
    /// What it is.
    pub build: Build,
    /// What it runs on.
    pub machine: Machine,
    /// The command.
    pub command: String,
    /// The seed from which the order within blocks is drawn.
    pub order_seed: u64,
    /// Other solvers, as far as they have been asked who they are.
    pub outside: HashMap<Vec<String>, Outside>,
}

impl Maker {
    /// Makes the runs of a block, one after the other; none where it was time to stop first.
    ///
    /// # Errors
    ///
    /// If a run cannot be started.
    pub fn make(&mut self, block: Block, stop: &Stop) -> io::Result<Option<Vec<Record>>> {
        let start = machine::start(self.command.clone(), 1, self.order_seed);
        let (machine, build) = (self.machine.clone(), self.build.clone());
        let origin = Origin { machine, build, start };
        let workshop = Workshop { program: &self.program, jobs: 1, origin: &origin, stop };
        let number = block.runs.len();
        let mut records = Vec::new();
        let outside = &mut self.outside;
        execute::execute(block.runs, &workshop, |run, mut record| {
            let program = run.configuration.program.as_ref();
            record.outside = program.map(|program| {
                let words = program.words();
                outside.entry(words.to_vec()).or_insert_with(|| Outside::of(words)).clone()
            });
            records.push(record);
            Ok::<(), io::Error>(())
        })?;
        Ok(Some(records).filter(|records| records.len() == number))
    }
}
