//! Collectors that pass on written clauses.

use quarrel_encodings::observe::Observe;
use quarrel_encodings::{Collect, Error, Tally};
use rustsat::types::Lit;

use super::to_model;
use crate::model;
use crate::stop::Stop;

/// A collector that counts clauses and passes them on. It stops the encoding if a stop is reached.
pub(super) struct ClauseSink<'a> {
    /// The size of the clauses that were passed on, including the literals of selectors.
    pub size: Tally,
    /// If this is not `None`, the negation of this literal is added to each clause. So the clause
    /// is also satisfied if the literal is false.
    pub selector: Option<Lit>,
    clauses: &'a mut dyn Collect,
    stop: &'a Stop,
    /// A buffer for a clause with its selector, reused for each clause.
    selected: Vec<Lit>,
}

impl ClauseSink<'_> {
    /// The number of clauses between two checks of whether the stop is reached.
    const BETWEEN_LOOKS: usize = 1 << 12;

    pub fn new<'a>(clauses: &'a mut dyn Collect, stop: &'a Stop) -> ClauseSink<'a> {
        ClauseSink { size: Tally::default(), selector: None, clauses, stop, selected: Vec::new() }
    }

    /// Reports to the observer, if there is one, the constraint of the model to which the next
    /// clauses belong. `None` means that they belong to no constraint, or to several together.
    pub fn begin(&mut self, constraint: Option<usize>) {
        if let Some(observer) = self.clauses.observer() {
            observer.constraint(constraint);
        }
    }
}

impl Collect for ClauseSink<'_> {
    /// Passes on a clause and counts it. If there is a selector, adds its negation to the clause.
    /// Refuses the clause if the stop is reached. Checks this only if the number of earlier clauses
    /// is a multiple of [`BETWEEN_LOOKS`](ClauseSink::BETWEEN_LOOKS). Also fails if the next
    /// collector refuses the clause; the clause is then counted anyway.
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

/// A collector that passes clauses, in the model's literals, to a function. If the function returns
/// `false`, the encoding is stopped.
pub struct ModelSink<'a> {
    accept: &'a mut dyn FnMut(&[model::Lit]) -> bool,
    /// A buffer for a clause in the model's literals, reused for each clause.
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
