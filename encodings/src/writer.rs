//! The writer, by which encodings pass clauses to a collector and take fresh variables.

use std::sync::Arc;

use rustsat::instances::ManageVars;
use rustsat::types::{Lit, Var};

use crate::observe::{SortingNetwork, Wire, WireValue};
use crate::{Collect, Error, Meaning, Signal};

/// A writer of clauses, which also takes fresh variables.
pub struct Writer<'a> {
    /// The collector of the clauses.
    clauses: &'a mut dyn Collect,
    /// The source of fresh variables.
    variables: &'a mut dyn ManageVars,
    /// Whether the collector has an observer.
    is_observed: bool,
    /// Whether a fresh variable was requested when none was left.
    is_full: bool,
}

impl<'a> Writer<'a> {
    /// Returns a writer to a collector, with fresh variables from a manager.
    pub fn new(clauses: &'a mut dyn Collect, variables: &'a mut dyn ManageVars) -> Writer<'a> {
        let is_observed = clauses.observer().is_some();
        Writer { clauses, variables, is_observed, is_full: false }
    }

    /// Returns an unused variable. The caller must pass its meaning to [`Writer::define`].
    ///
    /// If no variable is left, returns the first variable as a placeholder. Every later clause is
    /// then refused with [`OutOfMemory`](Error::OutOfMemory).
    pub fn fresh(&mut self) -> Lit {
        if self.variables.n_used() >= Var::MAX_IDX {
            self.is_full = true;
            return Lit::positive(0);
        }
        self.variables.new_lit()
    }

    /// Returns a fresh variable with this meaning.
    pub fn defined(&mut self, meaning: impl FnOnce() -> Meaning) -> Lit {
        let lit = self.fresh();
        self.define(lit, || Some(meaning()));
        lit
    }

    /// Passes the meaning of a fresh variable to the collector's observer, if there is one. The
    /// call must precede the first clause with the variable. `meaning` returns `None` if literals
    /// cannot express the meaning; then nothing is passed.
    pub fn define(&mut self, variable: Lit, meaning: impl FnOnce() -> Option<Meaning>) {
        if self.is_observed {
            self.observe(variable, meaning);
        }
    }

    /// Passes a meaning to the observer. This function is not inlined, since most collectors have
    /// no observer.
    #[cold]
    #[inline(never)]
    fn observe(&mut self, variable: Lit, meaning: impl FnOnce() -> Option<Meaning>) {
        if let Some((observer, meaning)) = self.clauses.observer().zip(meaning()) {
            observer.define(variable, meaning);
        }
    }

    /// Passes the value of a wire to the observer, if there is one.
    pub(crate) fn wire(&mut self, network: &Arc<SortingNetwork>, wire: Wire, value: WireValue) {
        if self.is_observed {
            let observer = self.clauses.observer();
            observer.into_iter().for_each(|observer| observer.wire(network, wire, value));
        }
    }

    /// Returns a literal whose assumption makes a signal true, or `None` if the signal is constant
    /// true. If the signal is constant false, the literal is a fresh variable, and a unit clause
    /// makes this variable false. Only if there is an observer, `meaning` is called; it returns the
    /// meaning of this variable. For other signals, writes nothing. An empty clause is not written,
    /// because it would make all later calls of the solver unsatisfiable.
    ///
    /// # Errors
    ///
    /// If the collector refuses the unit clause. The error is [`Error::OutOfMemory`] if no variable
    /// is left.
    pub fn assumption(
        &mut self,
        signal: Signal,
        meaning: impl FnOnce() -> Meaning,
    ) -> Result<Option<Lit>, Error> {
        match signal {
            Signal::True => Ok(None),
            Signal::Lit(lit) => Ok(Some(lit)),
            Signal::False => {
                let never = self.defined(meaning);
                self.lits(&[!never])?;
                Ok(Some(never))
            }
        }
    }

    /// Informs the collector that at least this many clauses are planned, and that none of them is
    /// written yet.
    ///
    /// # Errors
    ///
    /// If the collector wants no more clauses.
    pub fn plan(&mut self, clauses: usize) -> Result<(), Error> {
        self.clauses.plan(clauses)
    }

    /// Writes a clause of signals. Omits constant false signals, and writes nothing if a signal is
    /// constant true. If all signals are constant false, writes the empty clause.
    ///
    /// # Errors
    ///
    /// If the collector refuses the clause. The error is [`Error::OutOfMemory`] if a fresh variable
    /// was requested before and none was left. A clause with a constant true signal never fails.
    pub fn clause<const N: usize>(&mut self, signals: [Signal; N]) -> Result<(), Error> {
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
        self.lits(&lits[..length])
    }

    /// Writes a clause of literals.
    ///
    /// # Errors
    ///
    /// If the collector refuses the clause. The error is [`Error::OutOfMemory`] if a fresh variable
    /// was requested before and none was left.
    pub fn lits(&mut self, lits: &[Lit]) -> Result<(), Error> {
        if self.is_full { Err(Error::OutOfMemory) } else { self.clauses.collect(lits) }
    }
}

#[cfg(test)]
mod tests {
    use rustsat::instances::BasicVarManager;
    use rustsat::{lit, var};

    use super::*;
    use crate::Clauses;

    fn written(write: impl FnOnce(&mut Writer) -> Result<(), Error>) -> Vec<Vec<Lit>> {
        let (mut clauses, mut variables) = (Clauses::new(), BasicVarManager::default());
        variables.increase_next_free(var![10]);
        write(&mut Writer::new(&mut clauses, &mut variables)).expect("nothing is refused");
        clauses.iter().map(<[Lit]>::to_vec).collect()
    }

    #[test]
    fn false_signals_are_left_out_of_a_clause() {
        let (a, b) = (lit![0], !lit![1]);
        let clause = [Signal::False, a.into(), Signal::False, b.into(), Signal::False];
        assert_eq!(written(|writer| writer.clause(clause)), [[a, b]]);
        assert_eq!(written(|writer| writer.clause([Signal::from(b), a.into()])), [[b, a]]);
    }

    #[test]
    fn a_true_signal_saves_the_clause() {
        for place in 0..3 {
            let mut clause = [Signal::from(lit![0]), Signal::False, lit![1].into()];
            clause[place] = Signal::True;
            assert!(written(|writer| writer.clause(clause)).is_empty(), "true at {place}");
        }
    }

    #[test]
    fn false_signals_alone_are_the_empty_clause() {
        assert_eq!(written(|writer| writer.clause([])), [[]]);
        assert_eq!(written(|writer| writer.clause([Signal::False; 3])), [[]]);
        assert_eq!(written(|writer| writer.lits(&[])), [[]]);
    }

    #[test]
    fn fresh_variables_are_the_managers_next() {
        let clauses = written(|writer| {
            let (first, second) = (writer.fresh(), writer.fresh());
            writer.lits(&[first, second])
        });
        assert_eq!(clauses, [[lit![10], lit![11]]]);
    }

    struct Units;

    impl Collect for Units {
        fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
            if clause.len() > 1 { Err(Error::Stopped) } else { Ok(()) }
        }
    }

    #[test]
    fn a_refusal_comes_through() {
        let (mut units, mut variables) = (Units, BasicVarManager::default());
        let mut writer = Writer::new(&mut units, &mut variables);
        let (a, b) = (lit![0], lit![1]);
        assert_eq!(writer.clause([a.into(), Signal::False]), Ok(()));
        assert_eq!(writer.clause([a.into(), Signal::Lit(b)]), Err(Error::Stopped));
        assert_eq!(writer.clause([a.into(), Signal::Lit(b), Signal::True]), Ok(()));
        assert_eq!(writer.lits(&[a, b]), Err(Error::Stopped));
    }
}
