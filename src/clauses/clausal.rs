//! Clausal proofs that a formula has no solution, for the checkers of SAT solvers.
//!
//! A clausal proof is only about clauses. Whether the puzzle has an answer also depends on the
//! encoding, the deductions and the broken symmetries. A clausal proof does not verify these. The
//! proofs of [`crate::proof`] prove the puzzle itself. But their checker does not read DIMACS,
//! unlike `drat-trim`, `lrat-check`, `cake_lpr` and `frat-rs`.
//!
//! A solver numbers its clauses freely: a simplified copy of a clause of the formula has a new
//! number. In the proof, the number of a clause of the formula is its position in the file (from
//! 1). All other clauses have larger numbers, as LRAT requires. The proof ends when the formula is
//! refuted.
//!
//! CaDiCaL's own writer of these formats is not used. It did not notice a full disk, and it left
//! half a proof if the run was killed. Its clause numbers match the file only if CaDiCaL simplifies
//! nothing while it reads the formula.

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

/// A format of clausal proofs, with the functions that make the lines of a proof.
#[derive(Debug)]
pub struct ProofFormat {
    /// The name of the format, which is also the extension of its files.
    pub name: &'static str,
    /// The content of the format and the programs that read it, in one line, for help texts.
    pub description: &'static str,
    /// Whether a proof ends with a list of all clauses that were not deleted.
    has_end: bool,
    /// Returns the line for a clause of the formula. The text is empty if a proof in this format
    /// does not repeat the formula.
    given: fn(&Clause) -> String,
    /// Returns the line for a learnt clause. The second argument has the numbers of the clauses
    /// from which the learnt clause follows, in the order of propagation.
    learnt: fn(&Clause, &[u64]) -> String,
    /// Returns the line that deletes a clause. The second argument is the number of the last added
    /// clause; in LRAT, a deletion begins with this number.
    forgotten: fn(&Clause, u64) -> String,
    /// Returns the line for a clause that was not deleted, for the list at the end of the proof.
    /// The text is empty if the format has no such list.
    left: fn(&Clause) -> String,
}

/// Returns the format with this name. Returns `None` if no format has this name.
pub fn find_format(name: &str) -> Option<&'static ProofFormat> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The text of the error if a step uses an unknown clause. This error cannot happen. A solver
/// restores a deleted clause only if clauses or assumptions are added after a first call. A solver
/// with a proof gets all clauses and assumptions before its first call.
const UNKNOWN: &str = "the solver has derived a clause from one that it had deleted";

/// The id in [`Inner::known`] of the clause that refutes the assumptions. No solver uses this id.
const ASSUMPTIONS: i64 = -1;
/// The id in [`Inner::known`] of the empty clause that repeats an empty clause of the formula. No
/// solver uses this id.
const REPEATED: i64 = -2;

/// A clause with its number in the proof. Numbers begin at 1.
#[derive(Clone, Debug)]
struct Clause {
    number: u64,
    /// The literals as DIMACS numbers. In [`Inner::known`], the list has literals only if the proof
    /// ends with a list of the remaining clauses; otherwise it is empty there.
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

/// The state of a clausal proof, which all clones share.
struct Inner {
    format: &'static ProofFormat,
    out: Box<dyn Write + Send>,
    /// The first error of writing; `None` if there was none. Nothing is written after an error.
    error: Option<io::Error>,
    /// The number of clauses in the formula.
    formula: u64,
    /// The number of clauses of the formula that the solver has received.
    received: u64,
    /// The largest clause number used so far. Before the first learnt clause it is the number of
    /// clauses in the formula.
    last: u64,
    /// The clauses that are not deleted, by the solver's ids. The literals of these clauses are
    /// kept only if the format lists the remaining clauses at the end of a proof.
    known: HashMap<i64, Clause>,
    /// Whether the formula or the assumptions are refuted. If they are refuted, later learnt
    /// clauses and deletions are not written.
    is_refuted: bool,
}

impl ClausalProof {
    /// Returns a proof in `format` without clauses and without an error. The proof will be written
    /// to `out`, but nothing is written yet. [`begin`](ClausalProof::begin) must be called before
    /// the first clause is added.
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

    /// Records the number of clauses in the formula. This method must be called before the first
    /// clause is added.
    pub fn begin(&self, clauses: usize) {
        let mut inner = lock(&self.0);
        inner.formula = clauses as u64;
        inner.last = inner.formula;
    }

    /// Records the next clause of the formula, with the solver's id `number`. The clause's number
    /// in the proof is the position of this call among the calls of this method, from 1. Writes a
    /// line for the clause if the format repeats the formula, even after a refutation. If the
    /// clause is empty and nothing is refuted yet, also writes the step that refutes the formula.
    /// An error of writing is not returned here, but stored. After the error, nothing is written,
    /// but clauses are still recorded. [`begin`](ClausalProof::begin) must have been called.
    pub fn add_original(&self, number: i64, lits: &[Lit]) {
        let inner = &mut *lock(&self.0);
        inner.received += 1;
        let clause = Clause { number: inner.received, lits: dimacs(lits) };
        inner.put((inner.format.given)(&clause));
        let empty = clause.lits.is_empty().then_some(clause.number);
        inner.keep(number, clause);
        if let Some(empty) = empty.filter(|_| !inner.is_refuted) {
            // A proof has to end with a derived empty clause, even if the formula itself contains
            // one.
            inner.write_learnt(REPEATED, &[], &[empty]);
            inner.is_refuted = true;
        }
    }

    /// Writes a learnt clause with the solver's id `number`. The clause follows by unit propagation
    /// from the clauses with the ids `from`. An empty clause is a refutation. Writes nothing after
    /// a refutation. If an id in `from` is unknown, writes nothing, and records an error as if
    /// writing had failed.
    pub fn add_learnt(&self, number: i64, lits: &[Lit], from: &[i64]) {
        let mut inner = lock(&self.0);
        if !inner.is_refuted {
            inner.learn(number, lits, from);
            inner.is_refuted = lits.is_empty();
        }
    }

    /// Writes the clause by which the solver has refuted its assumptions. The clause says that one
    /// of the assumptions is false, and follows from the clauses with the ids `from`. After this
    /// call, no learnt clause and no deletion is written. If there is a refutation already, writes
    /// nothing. If an id in `from` is unknown, records an error as if writing had failed.
    pub fn add_refutation(&self, lits: &[Lit], from: &[i64]) {
        let mut inner = lock(&self.0);
        if !inner.is_refuted {
            inner.learn(ASSUMPTIONS, lits, from);
            inner.is_refuted = true;
        }
    }

    /// Writes the deletion of the clause with the solver's id `number` and the literals `lits`.
    /// After the call, the id is unknown, even if an earlier error of writing suppresses the line.
    /// Does nothing if the id is unknown already, or after a refutation.
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

    /// Ends the proof. If the format has a list of remaining clauses, writes this list, in the
    /// order of the clause numbers. Flushes the output. After an earlier error, neither writes nor
    /// flushes. Returns the number of clauses in the formula, as [`begin`](ClausalProof::begin) has
    /// recorded it.
    ///
    /// Before the call, the formula, or the formula with assumptions, must be refuted, or writing
    /// must have failed. The number of added clauses of the formula must be at most the recorded
    /// number. This method must be called only once, since it removes the stored error.
    ///
    /// # Errors
    ///
    /// If writing or flushing has failed, or a step has used an unknown clause. The returned error
    /// is the first one.
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
    /// Writes text. Writes nothing if an earlier write has failed.
    fn put(&mut self, text: String) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Writes a learnt clause with the solver's id `number`, even after a refutation. Gives the
    /// clause the next clause number of the proof, and records it under this id. The clause follows
    /// from the clauses with the solver's ids `from`. If one of them is unknown, writes and records
    /// no clause, and stores an error as if writing had failed. An earlier error is kept. An empty
    /// clause is not marked as a refutation; the caller does this.
    fn learn(&mut self, number: i64, lits: &[Lit], from: &[i64]) {
        let antecedents: Option<Vec<u64>> =
            from.iter().map(|one| self.known.get(one).map(|clause| clause.number)).collect();
        match antecedents {
            Some(from) => self.write_learnt(number, lits, &from),
            None => _ = self.error.get_or_insert_with(|| io::Error::other(UNKNOWN)),
        }
    }

    /// Writes a learnt clause with the solver's id `number`. The clause follows from the clauses
    /// with the numbers `from` in the proof.
    fn write_learnt(&mut self, number: i64, lits: &[Lit], from: &[u64]) {
        self.last += 1;
        let clause = Clause { number: self.last, lits: dimacs(lits) };
        self.put((self.format.learnt)(&clause, from));
        self.keep(number, clause);
    }

    /// Records a clause by the solver's id `number`. Drops the literals of the clause if the format
    /// does not list the remaining clauses at the end.
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
