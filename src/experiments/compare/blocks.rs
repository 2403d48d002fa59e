//! A comparison divided into tasks, one block of runs each.
//!
//! Two runs are compared only if one start of a command on one machine made all runs of their
//! block. Therefore a block is a task. Two questions need the optimum: `sat` (an answer as good as
//! the optimum) and `unsat` (the refutation of the next better value). The reference run that finds
//! the optimum is a task too. It is made by the first worker that needs the optimum. The name of a
//! block, its slot, does not depend on optima.

use std::collections::HashMap;

use crate::compare;
use crate::compare::plan::{self, Block, Instance, Places, Plan};
use crate::record::Record;
use crate::solver::external::Command;
use crate::source::{Refusal, escape_invisible, json};
use crate::tasks::header::StoredComparison;

/// A comparison, divided into blocks of runs.
pub struct Blocks {
    plans: Vec<Plan>,
    /// The index of each configuration among all configurations of the plans.
    places: Places,
    /// The seed of the random order of the runs within each block.
    order_seed: u64,
    /// All blocks, the reference blocks first. If the question of a block needs the optimum, an
    /// arbitrary value replaces the optimum here.
    stand_ins: Vec<Block>,
    /// The index of each block in `stand_ins`, by the name of the block.
    by_slot: HashMap<String, usize>,
}

impl Blocks {
    /// Divides the runs of plans into blocks. Before them, adds the reference blocks that the plans
    /// need. The runs of a block are in a random order with the seed `order_seed`. If several
    /// blocks have the same name, only the first of them is kept. If a question needs the optimum,
    /// the optimum may be unknown, so the middle of the range of the objective replaces it.
    pub fn from_plans(plans: Vec<Plan>, order_seed: u64) -> Blocks {
        let mut stand_ins = Vec::new();
        let mut by_slot = HashMap::new();
        let places = plan::places(&plans);
        let blocks = plan::select_blocks(&plans, &places, |_| true, Instance::stand_in, order_seed);
        for block in plans.iter().flat_map(plan::reference_blocks).chain(blocks) {
            let next = stand_ins.len();
            if *by_slot.entry(block.slot()).or_insert(next) == next {
                stand_ins.push(block);
            }
        }
        Blocks { plans, places, order_seed, stand_ins, by_slot }
    }

    /// Reads a comparison from the header of its plan, and divides it into blocks.
    ///
    /// # Errors
    ///
    /// If the JSON of the plans is malformed.
    pub fn from_stored(compared: &StoredComparison) -> Result<Blocks, Refusal> {
        let plans = serde_json::from_value(compared.plans.clone()).map_err(|error| {
            let fault = json::describe_error("", &error);
            Refusal::new(escape_invisible(&format!("a comparison: {fault}")), "an unchanged plan")
        })?;
        Ok(Blocks::from_plans(plans, compared.order_seed))
    }

    /// Returns the comparison as it is stored in the header of a plan. Relative paths of boards
    /// refer to `folder`.
    pub fn to_stored(&self, folder: String) -> StoredComparison {
        let plans = serde_json::to_value(&self.plans).expect("plans can be written as JSON");
        StoredComparison { plans, folder, order_seed: self.order_seed }
    }

    /// Returns the puzzles of all plans with their configurations, in the order of the plans.
    pub fn instances(&self) -> impl Iterator<Item = &Instance> {
        self.plans.iter().flat_map(|plan| &plan.instances).map(|instance| &**instance)
    }

    /// Returns the first instance whose board cannot be read or has changed since the plan was
    /// made. Returns `None` if there is no such instance. Reads the files of the boards in their
    /// order, up to the returned one.
    pub fn changed_instance(&self) -> Option<&Instance> {
        self.instances().find(|instance| !instance.has_unchanged_board())
    }

    /// Returns the commands of the external solvers: one for each run that uses such a solver. So a
    /// command may occur repeatedly.
    pub fn programs(&self) -> impl Iterator<Item = &Command> {
        self.stand_ins
            .iter()
            .flat_map(|block| &block.runs)
            .filter_map(|run| run.configuration.program.as_ref())
    }

    /// Returns the names (slots) of all blocks, the reference blocks first.
    pub fn slots(&self) -> impl Iterator<Item = String> {
        self.stand_ins.iter().map(Block::slot)
    }

    /// Returns the number of runs, including reference runs.
    pub fn run_count(&self) -> usize {
        self.stand_ins.iter().map(|block| block.runs.len()).sum()
    }

    /// Returns the largest processor time, in seconds, that any block can take: the sum of the time
    /// limits of its runs. Returns 0 if there are no blocks.
    pub fn max_block_seconds(&self) -> f64 {
        self.stand_ins
            .iter()
            .map(|block| block.runs.iter().map(|run| run.repetition.time_limit).sum::<f64>())
            .fold(0.0, f64::max)
    }

    /// Returns the name of the reference block that finds the optimum for the block named `slot`.
    /// Returns `None` if the block needs no optimum, or if there is no such block.
    pub fn reference_slot(&self, slot: &str) -> Option<String> {
        let run = self.stand_in(slot)?.runs.first()?;
        let needs = run.question.kind().needs_optimum() && !run.is_reference;
        let reference = plan::reference_block(&run.instance, &run.repetition).slot();
        needs.then_some(reference)
    }

    /// Returns the block named `slot`. If the block needs the optimum, takes it from the records
    /// `known`. Returns `None` in these cases:
    ///
    /// - There is no such block.
    /// - The block needs the optimum, and the records do not contain it.
    /// - The block asks for a better value than the optimum, and none is possible.
    pub fn block(&self, slot: &str, known: &[Record]) -> Option<Block> {
        if self.reference_slot(slot).is_none() {
            return self.stand_in(slot).cloned();
        }
        self.siblings(slot, known).into_iter().find(|block| block.slot() == slot)
    }

    /// Returns the block named `slot`, or `None` if there is no such block. If the question needs
    /// the optimum, the optimum may be unknown, so an arbitrary value replaces it.
    pub fn stand_in(&self, slot: &str) -> Option<&Block> {
        self.stand_ins.get(*self.by_slot.get(slot)?)
    }

    /// Returns the blocks with the same instance as the block named `slot`. Leaves out these
    /// blocks:
    ///
    /// - reference blocks
    /// - blocks that need an optimum, if the records `known` do not contain it
    /// - blocks that ask for a better value than the optimum, if none is possible
    ///
    /// The list is empty if there is no block `slot`.
    pub fn siblings(&self, slot: &str, known: &[Record]) -> Vec<Block> {
        let run = self.stand_in(slot).and_then(|block| block.runs.first());
        let name = run.map(|run| &run.instance.name);
        plan::select_blocks(
            &self.plans,
            &self.places,
            |instance| Some(&instance.name) == name,
            |instance| compare::find_optimum(known, instance),
            self.order_seed,
        )
    }
}
