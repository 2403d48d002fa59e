//! A question of a plan, read again: the problem, how it is searched, and its pieces.

use std::collections::BTreeMap;
use std::io;

use super::Failure;
use super::proof_folder;
use super::setup::Setup;
use crate::export::{self, map};
use crate::family::{self, Family, Opened};
use crate::model::Sense;
use crate::search::{self, Task};
use crate::solver::{Listener, Mode};
use crate::source::{Refusal, visible};
use crate::stop::Stop;
use crate::tasks::Stated;

/// A question of a plan with its problem.
pub(super) struct Planned {
    setup: Setup,
    opened: Opened,
    mode: Option<Mode>,
    strategy: Option<&'static search::Strategy>,
    seed: u32,
    proof: bool,
}

/// The option that says how the solver searches.
pub(super) const MODE: &str = "mode";

impl Planned {
    /// Opens the problem of a question that was written down.
    pub fn open(families: &[&'static Family], stated: &Stated) -> Result<Planned, Failure> {
        let family = family::named(families, &stated.family)?;
        let options = stated.options.iter().map(|(option, value)| (&option[..], &value[..]));
        let mut setup = Setup::with(family, options)?;
        validate_options(&setup, &stated.options)?;
        let request = map::request(stated.board.as_ref(), stated.size, &stated.variant)?;
        let opened = family.open(&request)?;
        if let Some(bound) = &stated.bound {
            let scale = map::scale(stated.unit.as_deref(), &opened.as_problem().scale())?;
            let value = scale.value(bound);
            setup.bound = Some(value.ok_or_else(|| map::no_value(bound))?);
        }
        let strategy = match &stated.strategy {
            None => Some(search::by_clauses()),
            Some(name) => Some(search::strategy(name).ok_or_else(|| {
                Refusal::new(format!("there is no search {name}"), "the program that made the plan")
            })?),
        };
        let mode = stated.options.get(MODE).and_then(|name| Mode::named(name));
        Ok(Planned { setup, opened, mode, strategy, seed: stated.seed, proof: stated.proof })
    }

    /// What `quarrel plan` asks.
    pub fn new(
        setup: Setup,
        opened: Opened,
        mode: Option<Mode>,
        strategy: Option<&'static search::Strategy>,
        seed: u32,
    ) -> Planned {
        Planned { setup, opened, mode, strategy, seed, proof: false }
    }

    /// The same with a proof to come of it: as the file states the problem that the proof is about.
    pub fn certified(mut self) -> Planned {
        let opb = export::format("opb").expect("a format of that name");
        self.setup.formulation = Some(self.setup.formulation_for(opb));
        (self.proof, self.strategy) = (true, Some(search::by_clauses()));
        self
    }

    /// The question as its pieces have it: where a proof is to come of it, with every clause
    /// derived.
    pub fn task_in_pieces(&self, stop: &Stop) -> Result<Task<'_>, Failure> {
        let task = self.task(stop);
        if !self.proof {
            return Ok(task);
        }
        let log = proof_folder::log(task.problem, task.formulation, Box::new(io::sink()))?;
        Ok(Task { listener: Some(Listener::Log(log)), ..task })
    }

    /// The problem.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// How it is stated.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The value that is asked for, in words, if there is one: `size of each army 47 or more`.
    pub fn asked_value(&self) -> Option<String> {
        let (goal, bound) = self.opened.as_problem().goal().zip(self.setup.bound)?;
        let side = if goal.sense == Sense::Minimise { "fewer" } else { "more" };
        let bound = self.opened.as_problem().told(bound);
        Some(format!("{} {bound} or {side}", goal.name))
    }

    /// The same with a value to be reached.
    pub fn set_bound(&mut self, bound: i64) {
        self.setup.bound = Some(bound);
    }

    /// The same with a strategy by which it is cut.
    pub fn set_strategy(&mut self, strategy: &'static search::Strategy) {
        self.strategy = Some(strategy);
    }

    /// The question as the search has it.
    pub fn task(&self, stop: &Stop) -> Task<'_> {
        let setup = &self.setup;
        Task {
            encodings: setup.encodings.clone(),
            rules: setup.rules(),
            symmetry: setup.breaks(self.opened.as_problem()),
            strategy: self.strategy,
            bound: setup.bound,
            mode: self.mode,
            seed: self.seed,
            stop: stop.clone(),
            ..Task::new(self.opened.as_problem(), setup.formulation())
        }
    }
}

/// Refuses options that this program would not have written, or whose values it does not know.
fn validate_options(setup: &Setup, options: &BTreeMap<String, String>) -> Result<(), Refusal> {
    let known = setup.options();
    let is_known = |option: &str, value: &str| match option {
        MODE => value == "auto" || Mode::named(value).is_some(),
        option => known.get(option).is_some_and(|known| known == value),
    };
    match options.iter().find(|(option, value)| !is_known(option, value)) {
        None => Ok(()),
        Some((option, value)) => Err(Refusal::new(
            visible(&format!("plan.json has the option `{option}` with the value `{value}`")),
            "plan.json as it was made: this program knows no such option or no such value",
        )),
    }
}
