//! Collectors of written clauses.

use quarrel_encodings::observe::Observe;
use quarrel_encodings::{Collect, Error, Tally};
use rustsat::types::Lit;

use super::to_model;
use crate::model;
use crate::stop::Stop;

/// A collector that counts clauses and passes them on, until a stop is reached.
pub(super) struct ClauseSink<'a> {
    /// The size of the clauses that were passed on, including selectors.
    pub size: Tally,
    /// If set, each clause also holds if this literal is false.
    pub selector: Option<Lit>,
    clauses: &'a mut dyn Collect,
    stop: &'a Stop,
    /// The memory for a clause with its selector, which all clauses use in turn.
    selected: Vec<Lit>,
}

impl ClauseSink<'_> {
    /// The number of clauses between two looks whether the stop is reached.
    const BETWEEN_LOOKS: usize = 1 << 12;

    pub fn new<'a>(clauses: &'a mut dyn Collect, stop: &'a Stop) -> ClauseSink<'a> {
        ClauseSink { size: Tally::default(), selector: None, clauses, stop, selected: Vec::new() }
    }

    /// Records the constraint to which the next clauses belong, or `None` if they belong to
    /// several.
    pub fn begin(&mut self, constraint: Option<usize>) {
        if let Some(observer) = self.clauses.observer() {
            observer.constraint(constraint);
        }
    }
}

impl Collect for ClauseSink<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        if self.size.clauses.is_multiple_of(Self::BETWEEN_LOOKS) && self.stop.is_reached() {
            return Err(Error::Stopped);
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

    fn plan(&mut self, clauses: usize) -> Result<(), Error> {
        if self.stop.is_reached() { Err(Error::Stopped) } else { self.clauses.plan(clauses) }
    }

    fn observer(&mut self) -> Option<&mut dyn Observe> {
        self.clauses.observer()
    }
}

/// A collector that passes clauses, with the model's literals, to a function until the function
/// returns false.
pub struct ModelSink<'a> {
    accept: &'a mut dyn FnMut(&[model::Lit]) -> bool,
    /// The memory for a clause in the model's literals, which all clauses use in turn.
    clause: Vec<model::Lit>,
}

impl ModelSink<'_> {
    /// Makes a collector. `accept` returns whether more clauses are wanted.
    pub fn new(accept: &mut dyn FnMut(&[model::Lit]) -> bool) -> ModelSink<'_> {
        ModelSink { accept, clause: Vec::new() }
    }
}

impl Collect for ModelSink<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| to_model(lit)));
        if (self.accept)(&self.clause) { Ok(()) } else { Err(Error::Stopped) }
    }
}
