//! What an encoding writes with: clauses over signals, and fresh variables.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::Refusal;
use crate::collect::Collect;

/// A literal, or a constant where an encoding knows the value: the leaves that a network is padded
/// with, a count of at least none, the output that a bound says is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Always false.
    False,
    /// Always true.
    True,
    /// As the literal.
    Lit(Lit),
}

impl std::ops::Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        match self {
            Signal::False => Signal::True,
            Signal::True => Signal::False,
            Signal::Lit(lit) => Signal::Lit(!lit),
        }
    }
}

impl From<Lit> for Signal {
    fn from(lit: Lit) -> Signal {
        Signal::Lit(lit)
    }
}

impl From<bool> for Signal {
    fn from(value: bool) -> Signal {
        if value { Signal::True } else { Signal::False }
    }
}

/// What an encoding writes with: clauses go out, fresh variables come in.
pub struct Writer<'a> {
    clauses: &'a mut dyn Collect,
    variables: &'a mut dyn ManageVars,
}

impl<'a> Writer<'a> {
    /// Writes to this collector, with variables from this manager.
    pub fn new(clauses: &'a mut dyn Collect, variables: &'a mut dyn ManageVars) -> Writer<'a> {
        Writer { clauses, variables }
    }

    /// The positive literal of a variable that nobody has used.
    pub fn fresh(&mut self) -> Lit {
        self.variables.new_lit()
    }

    /// Writes a clause of signals: nothing where one is true, and without those that are false.
    ///
    /// # Errors
    ///
    /// What the collector refuses.
    pub fn clause<const N: usize>(&mut self, signals: [Signal; N]) -> Result<(), Refusal> {
        let mut lits = [Lit::new(0, false); N];
        let mut length = 0;
        for signal in signals {
            match signal {
                Signal::True => return Ok(()),
                Signal::False => {}
                Signal::Lit(lit) => {
                    lits[length] = lit;
                    length += 1;
                }
            }
        }
        self.clauses.collect(&lits[..length])
    }

    /// Writes a clause of literals.
    ///
    /// # Errors
    ///
    /// What the collector refuses.
    pub fn lits(&mut self, lits: &[Lit]) -> Result<(), Refusal> {
        self.clauses.collect(lits)
    }
}
