//! The variables and clauses of a formula. Each write succeeds as a whole, or leaves no clause.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quarrel_encodings::rustsat::instances::{BasicVarManager, ManageVars};
use quarrel_encodings::rustsat::types::{Lit, Var};
use quarrel_encodings::{Clauses, Collect, Error, Tally};

use crate::errors::{Exceeded, Refusal, raise};
use crate::size::Size;

/// The number of clauses after which a writer looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 12;

/// The time after which a writer looks whether Ctrl-C was pressed.
const BETWEEN_CHECKS: Duration = Duration::from_millis(50);

/// The clauses of a formula.
enum Store {
    /// The clauses are kept.
    Kept(Clauses),
    /// The clauses are counted: their number so far, and the greatest allowed number of clauses.
    Counted(Tally, usize),
}

/// What a write states.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A constraint, which the guards of the formula weaken.
    Constraint,
    /// The meaning of fresh variables, which holds whatever the guards say.
    Definition,
}

/// A clause that may be violated, and the price for that.
#[derive(Clone)]
pub struct SoftClause {
    /// The literals as Python has them.
    pub lits: Vec<i32>,
    /// The weight, at least 1.
    pub weight: i128,
}

/// The variables and clauses of a formula.
pub struct State {
    /// The clauses, or how many there are.
    store: Store,
    /// The greatest variable, counted from 1; 0 if there is none.
    top: u32,
    /// The literals of which one must be false if a constraint is to be violated.
    guards: Vec<Lit>,
    /// The soft clauses, in the order in which they were added.
    soft: Vec<SoftClause>,
}

impl State {
    /// Returns a state without clauses, with the variables 1 to `top`.
    pub fn keeping(top: u32) -> State {
        State { store: Store::Kept(Clauses::new()), top, guards: Vec::new(), soft: Vec::new() }
    }

    /// Returns a state that counts up to `most` clauses, and keeps none.
    pub fn counting(top: u32, most: usize) -> State {
        State { store: Store::Counted(Tally::default(), most), ..State::keeping(top) }
    }

    /// Returns the greatest variable, or 0 if there is none.
    pub fn top(&self) -> u32 {
        self.top
    }

    /// Takes new variables, and returns the number of those before. Fails if too few are left.
    pub fn take(&mut self, number: u32) -> PyResult<u32> {
        let before = self.top;
        let after = before.checked_add(number).filter(|&top| i32::try_from(top).is_ok());
        self.top = after.ok_or_else(|| raise(Error::OutOfMemory))?;
        Ok(before)
    }

    /// Returns the numbers of variables, clauses and literals.
    pub fn size(&self) -> Size {
        let Tally { clauses, literals } = match &self.store {
            Store::Kept(clauses) => clauses.size(),
            Store::Counted(tally, _) => *tally,
        };
        Size { variables: self.top as usize, clauses, literals }
    }

    /// Returns the clauses. Fails if they are only counted.
    pub fn clauses(&self) -> PyResult<&Clauses> {
        match &self.store {
            Store::Kept(clauses) => Ok(clauses),
            Store::Counted(..) => Err(Refusal::new_err("a forecast keeps no clauses")),
        }
    }

    /// Returns the soft clauses.
    pub fn soft(&self) -> &[SoftClause] {
        &self.soft
    }

    /// Adds a soft clause, which the guards weaken.
    pub fn add_soft(&mut self, lits: Vec<Lit>, weight: i128) {
        let guards = self.guards.iter().map(|&guard| !guard);
        let lits = guards.chain(lits).map(Lit::to_ipasir).collect();
        self.soft.push(SoftClause { lits, weight });
    }

    /// Adds guards, and returns how many there were.
    pub fn guard(&mut self, lits: &[Lit]) -> usize {
        let before = self.guards.len();
        self.guards.extend(lits);
        before
    }

    /// Returns the number of guards.
    pub fn guards(&self) -> usize {
        self.guards.len()
    }

    /// Removes all guards but the first ones.
    pub fn unguard(&mut self, depth: usize) {
        self.guards.truncate(depth);
    }

    /// Calls a function that writes clauses, and takes the variables that it uses. If it fails, or
    /// if Ctrl-C was pressed meanwhile, removes its clauses and variables.
    pub fn write<T>(
        &mut self,
        purpose: Purpose,
        write: impl FnOnce(&mut dyn Collect, &mut dyn ManageVars) -> Result<T, Error>,
    ) -> PyResult<T> {
        let before = self.size();
        let mut variables = BasicVarManager::from_next_free(Var::new(self.top));
        let weakened = if purpose == Purpose::Constraint { &self.guards[..] } else { &[] };
        let mut collector = WatchedCollector {
            store: &mut self.store,
            guards: weakened.iter().map(|&guard| !guard).collect(),
            clause: Vec::new(),
            left: BETWEEN_LOOKS,
            checked: None,
            stop: None,
        };
        let result = write(&mut collector, &mut variables);
        let failure = match (result, collector.stop) {
            (Ok(value), None) => {
                self.top = variables.n_used();
                return Ok(value);
            }
            (_, Some(stop)) => stop,
            (Err(error), None) => raise(error),
        };
        match &mut self.store {
            Store::Kept(clauses) => clauses.truncate(before.clauses),
            Store::Counted(tally, _) => {
                *tally = Tally { clauses: before.clauses, literals: before.literals };
            }
        }
        Err(failure)
    }
}

/// A collector that adds guards to clauses, and stops on Ctrl-C or at the end of a forecast.
struct WatchedCollector<'a> {
    /// The store that receives the clauses.
    store: &'a mut Store,
    /// The negated guards, which begin each clause.
    guards: Vec<Lit>,
    /// The clause with its guards, while it is written.
    clause: Vec<Lit>,
    /// The number of clauses until the next look at the clock.
    left: usize,
    /// The time of the last check for Ctrl-C, or of the first look at the clock.
    checked: Option<Instant>,
    /// The exception that has stopped the writing.
    stop: Option<PyErr>,
}

impl WatchedCollector<'_> {
    /// Fails if Ctrl-C was pressed. Asks the interpreter only every [`BETWEEN_CHECKS`].
    #[cold]
    fn look(&mut self) -> Result<(), Error> {
        self.left = BETWEEN_LOOKS;
        if self.checked.get_or_insert_with(Instant::now).elapsed() < BETWEEN_CHECKS {
            return Ok(());
        }
        self.checked = Some(Instant::now());
        Python::attach(|py| py.check_signals()).map_err(|signal| {
            self.stop = Some(signal);
            Error::Stopped
        })
    }
}

impl Collect for WatchedCollector<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.left -= 1;
        if self.left == 0 {
            self.look()?;
        }
        let clause = if self.guards.is_empty() {
            clause
        } else {
            self.clause.clear();
            self.clause.extend(self.guards.iter().chain(clause));
            &self.clause[..]
        };
        match &mut self.store {
            Store::Kept(clauses) => clauses.collect(clause),
            Store::Counted(tally, most) if tally.clauses >= *most => {
                self.stop = Some(Exceeded::new_err(format!("more than {most} clauses")));
                Err(Error::Stopped)
            }
            Store::Counted(tally, _) => tally.collect(clause),
        }
    }

    /// Fails if a forecast may not count so many more clauses, or if Ctrl-C was pressed.
    fn plan(&mut self, clauses: usize) -> Result<(), Error> {
        if let Store::Counted(tally, most) = &self.store
            && tally.clauses.saturating_add(clauses) > *most
        {
            self.stop = Some(Exceeded::new_err(format!("more than {most} clauses")));
            return Err(Error::Stopped);
        }
        self.look()
    }
}
