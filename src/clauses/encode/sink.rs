//! Collectors of written clauses.

use std::sync::Arc;

use quarrel_encodings::observe::{SortingNetwork, Wire};
use quarrel_encodings::{Collect, Meaning, Refusal, Signal, Tally};
use rustsat::types::Lit;

use super::to_model;
use crate::model;
use crate::stop::Stop;

pub(super) struct ClauseSink<'a> {
    pub size: Tally,
    /// If set, each clause also holds if this literal is false.
    pub selector: Option<Lit>,
    clauses: &'a mut dyn Collect,
    stop: &'a Stop,
    selected: Vec<Lit>,
}

impl ClauseSink<'_> {
    const BETWEEN_LOOKS: usize = 1 << 12;

    pub fn new<'a>(clauses: &'a mut dyn Collect, stop: &'a Stop) -> ClauseSink<'a> {
        ClauseSink { size: Tally::default(), selector: None, clauses, stop, selected: Vec::new() }
    }
}

impl Collect for ClauseSink<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        if self.size.clauses.is_multiple_of(Self::BETWEEN_LOOKS) && self.stop.reached() {
            return Err(Refusal::Stopped);
        }
        let Some(selector) = self.selector else {
            self.size.collect(clause)?;
            return self.clauses.collect(clause);
        };
        self.selected.clear();
        self.selected.extend_from_slice(clause);
        self.selected.push(!selector);
        self.size.collect(&self.selected)?;
        self.clauses.collect(&self.selected)
    }

    fn plan(&mut self, clauses: usize) -> Result<(), Refusal> {
        if self.stop.reached() { Err(Refusal::Stopped) } else { self.clauses.plan(clauses) }
    }

    fn begin(&mut self, constraint: Option<usize>) {
        self.clauses.begin(constraint);
    }

    fn wants_meanings(&self) -> bool {
        self.clauses.wants_meanings()
    }

    fn define(&mut self, variable: Lit, meaning: Meaning) {
        self.clauses.define(variable, meaning);
    }

    fn carry(&mut self, network: &Arc<SortingNetwork>, wire: Wire, signal: Signal) {
        self.clauses.carry(network, wire, signal);
    }

    fn keep(
        &mut self,
        network: &Arc<SortingNetwork>,
        wire: Wire,
        value: bool,
        inputs: [Signal; 2],
    ) {
        self.clauses.keep(network, wire, value, inputs);
    }
}

/// A collector that passes clauses, with the model's literals, to a function until the function
/// returns false.
pub struct ModelSink<'a> {
    take: &'a mut dyn FnMut(&[model::Lit]) -> bool,
    clause: Vec<model::Lit>,
}

impl ModelSink<'_> {
    /// Makes a collector. `take` returns whether more clauses are wanted.
    pub fn new(take: &mut dyn FnMut(&[model::Lit]) -> bool) -> ModelSink<'_> {
        ModelSink { take, clause: Vec::new() }
    }
}

impl Collect for ModelSink<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| to_model(lit)));
        if (self.take)(&self.clause) { Ok(()) } else { Err(Refusal::Stopped) }
    }
}
