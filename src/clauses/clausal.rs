//! Clausal proofs that a formula has no solution, for the checkers of SAT solvers.
//!
//! A clausal proof is about clauses. An answer to the puzzle also depends on the encoding, the
//! deductions and the broken symmetries. [`crate::proof`] proves the puzzle itself, but its checker
//! does not read DIMACS, unlike `drat-trim`, `lrat-check`, `cake_lpr` and `frat-rs`.
//!
//! A solver numbers its clauses freely: a simplified copy of a given clause has a new number. In
//! the proof, the number of a clause of the formula is its place in the file, and all other clauses
//! have later numbers, as LRAT requires. The proof ends when the formula is refuted.
//!
//! CaDiCaL's own writer of these formats is not used: it did not notice a full disk, a killed run
//! left half a proof, and its numbers match the file only if CaDiCaL simplifies nothing while it
//! reads.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::model::Lit;

mod drat;
mod frat;
pub mod lrat;

/// The formats of clausal proofs, the simplest first.
pub const FORMATS: &[ProofFormat] = &[drat::FORMAT, lrat::FORMAT, frat::FORMAT];

/// Format of clausal proofs.
#[derive(Debug)]
pub struct ProofFormat {
    /// Name of the format, and extension of its files.
    pub name: &'static str,
    /// Content of the format and the programs that read it, in one line.
    pub description: &'static str,
    /// Whether a proof ends with a list of the clauses that are not deleted.
    has_end: bool,
    /// Returns the line for a clause of the formula; empty if the format does not repeat the
    /// formula.
    given: fn(&Clause) -> String,
    /// Returns the line for a learnt clause. It follows from the clauses with these numbers, in the
    /// order of propagation.
    learnt: fn(&Clause, &[u64]) -> String,
    /// Returns the deletion of a clause. The last argument is the number of the last added clause,
    /// with which LRAT begins a deletion.
    forgotten: fn(&Clause, u64) -> String,
    /// Returns the line for a clause that remains at the end; empty if the format has none.
    left: fn(&Clause) -> String,
}

/// Returns the format with this name.
pub fn find_format(name: &str) -> Option<&'static ProofFormat> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The error if a step uses an unknown clause. This cannot happen: a solver restores a deleted
/// clause only if a later call adds clauses or assumptions, and a solver with a proof gets all
/// clauses and assumptions before its first call.
const UNKNOWN: &str = "the solver has derived a clause from one that it had deleted";

/// The id, which no solver uses, of the clause that refutes the assumptions.
const ASSUMPTIONS: i64 = -1;
/// The id, which no solver uses, of the empty clause that repeats an empty clause of the formula.
const REPEATED: i64 = -2;

/// A clause with its number in the proof.
#[derive(Clone, Debug)]
struct Clause {
    number: u64,
    /// The literals as DIMACS numbers; empty in [`Inner::known`] unless the format needs them.
    lits: Vec<i32>,
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lits.iter().try_for_each(|lit| write!(f, "{lit} "))?;
        f.write_str("0")
    }
}

/// A clausal proof that is being written, shared by its clones.
#[derive(Clone)]
pub struct ClausalProof(Arc<Mutex<Inner>>);

/// The state of a clausal proof.
struct Inner {
    format: &'static ProofFormat,
    out: Box<dyn Write + Send>,
    /// The first error of writing, after which nothing is written.
    error: Option<io::Error>,
    /// The number of clauses in the formula.
    formula: u64,
    /// The number of clauses of the formula that the solver has received.
    received: u64,
    /// The last number of a clause; at first, the number of clauses in the formula.
    last: u64,
    /// The clauses that are not deleted, by the solver's ids. They have literals only if the format
    /// lists the remaining clauses at the end.
    known: HashMap<i64, Clause>,
    /// Whether the formula or the assumptions are refuted. Then further steps are not written.
    is_refuted: bool,
}

impl ClausalProof {
    /// Begins a proof in a format, written to `out`.
    pub fn new(format: &'static ProofFormat, out: Box<dyn Write + Send>) -> ClausalProof {
        ClausalProof(Arc::new(Mutex::new(Inner {
            format,
            out,
            error: None,
            formula: 0,
            received: 0,
            last: 0,
            known: HashMap::new(),
            is_refuted: false,
        })))
    }

    /// Records the number of clauses in the formula, before the first clause.
    pub fn begin(&self, clauses: usize) {
        let mut inner = lock(&self.0);
        inner.formula = clauses as u64;
        inner.last = inner.formula;
    }

    /// Records the next clause of the formula, with the solver's id `number`.
    pub fn add_original(&self, number: i64, lits: &[Lit]) {
        let inner = &mut *lock(&self.0);
        inner.received += 1;
        let clause = Clause { number: inner.received, lits: dimacs(lits) };
        inner.put((inner.format.given)(&clause));
        let empty = clause.lits.is_empty().then_some(clause.number);
        inner.keep(number, clause);
        if let Some(empty) = empty.filter(|_| !inner.is_refuted) {
            // A proof has to derive an empty clause of the formula again.
            inner.write_learnt(REPEATED, &[], &[empty]);
            inner.is_refuted = true;
        }
    }

    /// Writes a learnt clause with the solver's id `number`. It follows by unit propagation from
    /// the clauses with the ids `from`.
    pub fn add_learnt(&self, number: i64, lits: &[Lit], from: &[i64]) {
        let mut inner = lock(&self.0);
        if !inner.is_refuted {
            inner.learn(number, lits, from);
            inner.is_refuted = lits.is_empty();
        }
    }

    /// Writes the clause by which the solver has refuted its assumptions. It follows from the
    /// clauses with the ids `from`.
    pub fn add_refutation(&self, lits: &[Lit], from: &[i64]) {
        let mut inner = lock(&self.0);
        if !inner.is_refuted {
            inner.learn(ASSUMPTIONS, lits, from);
            inner.is_refuted = true;
        }
    }

    /// Writes the deletion of a clause.
    pub fn delete(&self, number: i64, lits: &[Lit]) {
        let inner = &mut *lock(&self.0);
        if inner.is_refuted {
            return;
        }
        let Some(Clause { number, .. }) = inner.known.remove(&number) else { return };
        inner.put((inner.format.forgotten)(&Clause { number, lits: dimacs(lits) }, inner.last));
    }

    /// Returns whether writing the proof has failed.
    pub fn is_broken(&self) -> bool {
        lock(&self.0).error.is_some()
    }

    /// Ends the proof after a refutation of the formula, or of the formula with assumptions.
    /// Returns the number of clauses in the formula.
    ///
    /// # Errors
    ///
    /// If writing has failed; the first error is returned.
    pub fn conclude(&self) -> io::Result<u64> {
        let inner = &mut *lock(&self.0);
        debug_assert!(inner.received <= inner.formula, "the solver is given the formula alone");
        debug_assert!(inner.is_refuted || inner.error.is_some(), "there is a clause that refutes");
        if inner.format.has_end {
            let mut left: Vec<&Clause> = inner.known.values().collect();
            left.sort_unstable_by_key(|clause| clause.number);
            inner.put(left.into_iter().map(inner.format.left).collect());
        }
        match inner.error.take() {
            Some(error) => Err(error),
            None => inner.out.flush().map(|()| inner.formula),
        }
    }
}

impl fmt::Debug for ClausalProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClausalProof")
    }
}

impl Inner {
    /// Writes text, unless writing has failed.
    fn put(&mut self, text: String) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Writes a learnt clause with the solver's id `number`, which follows from the clauses with
    /// the ids `from`. An unknown id counts as an error of writing.
    fn learn(&mut self, number: i64, lits: &[Lit], from: &[i64]) {
        let antecedents: Option<Vec<u64>> =
            from.iter().map(|one| self.known.get(one).map(|clause| clause.number)).collect();
        match antecedents {
            Some(from) => self.write_learnt(number, lits, &from),
            None => _ = self.error.get_or_insert_with(|| io::Error::other(UNKNOWN)),
        }
    }

    /// Writes a learnt clause, which follows from the clauses that the proof numbers `from`.
    fn write_learnt(&mut self, number: i64, lits: &[Lit], from: &[u64]) {
        self.last += 1;
        let clause = Clause { number: self.last, lits: dimacs(lits) };
        self.put((self.format.learnt)(&clause, from));
        self.keep(number, clause);
    }

    /// Records a clause by the solver's id, without its literals if the format does not need them.
    fn keep(&mut self, number: i64, mut clause: Clause) {
        if !self.format.has_end {
            clause.lits = Vec::new();
        }
        self.known.insert(number, clause);
    }
}

fn dimacs(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.dimacs()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(format: &'static ProofFormat) -> String {
        #[derive(Clone, Default)]
        struct Out(Arc<Mutex<Vec<u8>>>);
        impl Write for Out {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                lock(&self.0).write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let out = Out::default();
        let proof = ClausalProof::new(format, Box::new(out.clone()));
        let [a, b] = [1, 2].map(Lit::from_dimacs);
        proof.begin(4);
        for (number, clause) in [(1, [a, b]), (2, [!a, b]), (5, [a, !b]), (6, [!a, !b])] {
            proof.add_original(number, &clause);
        }
        proof.add_learnt(7, &[b], &[1, 2]);
        proof.delete(2, &[!a, b]);
        proof.add_learnt(9, &[], &[7, 6, 5]);
        assert_eq!(proof.conclude().expect("memory can be written to"), 4);
        let bytes = lock(&out.0).clone();
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn each_format_has_its_own_words() {
        let texts: Vec<String> = FORMATS.iter().map(told).collect();
        assert_eq!(texts[0], "2 0\nd -1 2 0\n0\n");
        assert_eq!(texts[1], "5 2 0 1 2 0\n5 d 2 0\n6 0 5 4 3 0\n");
        assert_eq!(
            texts[2],
            "o 1 1 2 0\no 2 -1 2 0\no 3 1 -2 0\no 4 -1 -2 0\na 5 2 0 l 1 2 0\nd 2 -1 2 0\na 6 0 l 5 4 3 0\n\
             f 1 1 2 0\nf 3 1 -2 0\nf 4 -1 -2 0\nf 5 2 0\nf 6 0\n"
        );
    }
}
