//! A comparison divided into tasks, one block of runs each.
//!
//! Runs are compared within their block, and only if one start of a command on one machine made
//! them all. So a block is a task, and its worker makes the runs one after the other. A refutation
//! question needs the optimum. The run that finds it is a task too, made by the first worker that
//! needs it.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

use crate::compare;
use crate::compare::execute::{self, MetSolvers, Workshop};
use crate::compare::machine;
use crate::compare::plan::{self, Block, Instance, Places, Plan};
use crate::record::Record;
use crate::record::origin::{Build, Machine, RunOrigin};
use crate::solver::external::Command;
use crate::source::{Refusal, json, visible};
use crate::stop::Stop;
use crate::tasks::header::Compared;

/// Comparison in blocks.
pub struct Blocks {
    plans: Vec<Plan>,
    places: Places,
    order_seed: u64,
    /// By slot, with stand-ins for unknown optima.
    stand_ins: Vec<Block>,
    by_slot: HashMap<String, usize>,
}

impl Blocks {
    /// Returns the blocks of some plans.
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

    /// Reads a planned comparison.
    pub fn read(compared: &Compared) -> Result<Blocks, Refusal> {
        let plans = serde_json::from_value(compared.plans.clone()).map_err(|error| {
            let fault = json::fault("", &error);
            Refusal::new(visible(&format!("a comparison: {fault}")), "an unchanged plan")
        })?;
        Ok(Blocks::of(plans, compared.order_seed))
    }

    /// Returns the comparison for a plan, with paths relative to `folder`.
    pub fn write(&self, folder: String) -> Compared {
        let plans = serde_json::to_value(&self.plans).expect("plans can be written as JSON");
        Compared { plans, folder, order_seed: self.order_seed }
    }

    /// Returns the instances of all plans.
    pub fn instances(&self) -> impl Iterator<Item = &Instance> {
        self.plans.iter().flat_map(|plan| &plan.instances).map(|instance| &**instance)
    }

    /// Returns an instance with a changed board.
    pub fn changed(&self) -> Option<&Instance> {
        self.instances().find(|instance| !instance.has_its_board())
    }

    /// Returns the external solvers.
    pub fn programs(&self) -> impl Iterator<Item = &Command> {
        let runs = self.stand_ins.iter().flat_map(|block| &block.runs);
        runs.filter_map(|run| run.configuration.program.as_ref())
    }

    /// Returns all slots.
    pub fn slots(&self) -> impl Iterator<Item = String> {
        self.stand_ins.iter().map(Block::slot)
    }

    /// Counts the runs, including references.
    pub fn runs(&self) -> usize {
        self.stand_ins.iter().map(|block| block.runs.len()).sum()
    }

    /// Returns the most processor time of a block.
    pub fn seconds(&self) -> f64 {
        let seconds =
            |block: &Block| block.runs.iter().map(|run| run.repetition.time_limit).sum::<f64>();
        self.stand_ins.iter().map(seconds).fold(0.0, f64::max)
    }

    /// Returns the slot of its reference run, if any.
    pub fn waits_for(&self, slot: &str) -> Option<String> {
        let block = &self.stand_ins[*self.by_slot.get(slot)?];
        let run = block.runs.first()?;
        let needs = run.question.kind().needs_optimum() && !run.is_reference;
        let reference = plan::reference(&run.instance, &run.repetition).slot();
        needs.then_some(reference)
    }

    /// Returns a block, unless its reference leaves the question unknown.
    pub fn block(&self, slot: &str, known: &[Record]) -> Option<Block> {
        if self.waits_for(slot).is_none() {
            return self.stand_in(slot).cloned();
        }
        self.siblings(slot, known).into_iter().find(|block| block.slot() == slot)
    }

    /// Returns the block of a slot, with a stand-in for an unknown optimum.
    pub fn stand_in(&self, slot: &str) -> Option<&Block> {
        self.stand_ins.get(*self.by_slot.get(slot)?)
    }

    /// Returns all blocks of a slot's instance whose questions the reference decides.
    pub fn siblings(&self, slot: &str, known: &[Record]) -> Vec<Block> {
        let run = self.stand_in(slot).and_then(|block| block.runs.first());
        let name = run.map(|run| &run.instance.name);
        plan::blocks_of(
            &self.plans,
            &self.places,
            |instance| Some(&instance.name) == name,
            |instance| compare::optimum(known, instance),
            self.order_seed,
        )
    }
}

/// Makes the runs of a plan.
pub struct Maker {
    /// Program.
    pub program: PathBuf,
    /// Build of the program.
    pub build: Build,
    /// Machine.
    pub machine: Machine,
    /// Command.
    pub command: String,
    /// Seed for the order within blocks.
    pub order_seed: u64,
    /// External solvers identified so far.
    pub solvers: MetSolvers,
}

impl Maker {
    /// Makes a block's runs in sequence, unless stopped.
    pub fn make(&mut self, block: Block, stop: &Stop) -> io::Result<Option<Vec<Record>>> {
        let start = machine::start(self.command.clone(), 1, self.order_seed);
        let (machine, build) = (self.machine.clone(), self.build.clone());
        let origin = RunOrigin { machine, build, start };
        self.solvers.meet(&block.runs);
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
