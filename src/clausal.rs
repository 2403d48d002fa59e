//! Proofs in clauses, for the checkers that solvers' users have: that a formula has no solution.
//!
//! Such a proof is about a file of clauses, and says nothing of the puzzle behind it: whoever
//! believes the puzzle's "no answer" has to believe its encoding, the deductions and the broken
//! symmetries. [`crate::proof`] is about the puzzle itself. But its checker reads no DIMACS, and
//! these formats are what `drat-trim`, `lrat-check`, `cake_lpr` and `frat-rs` read.
//!
//! A format is a row of [`FORMATS`] and a file of `clausal/`. A [`ClausalProof`] is told by the
//! solver of every clause that it was given, learns and forgets, and writes that down at once. The
//! solver numbers its clauses as it likes: where it simplifies one that it is given, the copy takes
//! a number, too. Here clauses that were given go by their places in the file, and the others by
//! the numbers behind them, as LRAT wants it. A proof ends where the formula is refuted, whatever
//! the solver tells behind that.
//!
//! CaDiCaL writes these formats itself, into a file that it opens by its name. That was dropped: a
//! full disk went unnoticed, a killed run left half a proof, and its numbers are those of the file
//! only as long as it simplifies nothing while it reads.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::lock::locked;
use crate::model::Lit;

mod drat;
mod frat;
pub mod lrat;

/// Every format, the plainest first.
pub const FORMATS: &[ProofFormat] = &[drat::FORMAT, lrat::FORMAT, frat::FORMAT];

/// A format of proofs in clauses.
#[derive(Debug)]
pub struct ProofFormat {
    /// Its name, and the ending of its files.
    pub name: &'static str,
    /// What it says and who reads it, in one line.
    pub about: &'static str,
    /// Whether the clauses that are left in the end are told.
    has_end: bool,
    /// Writes a clause of the formula.
    given: fn(&mut String, &Clause),
    /// Writes a clause that follows by unit propagation from others, which are numbered.
    learnt: fn(&mut String, &Clause, &[u64]),
    /// Writes that a clause is not needed any more; the last number that was taken is told.
    forgotten: fn(&mut String, &Clause, u64),
    /// Writes that a clause is left in the end.
    left: fn(&mut String, &Clause),
}

/// The format of that name.
pub fn format(name: &str) -> Option<&'static ProofFormat> {
    FORMATS.iter().find(|format| format.name == name)
}

/// What cannot be written down: a solver restores a clause for assumptions only, and there are none
/// here.
const UNKNOWN: &str = "the solver has learnt something from a clause that it had given up";

/// Numbers that no solver gives to its clauses: that of the clause that refutes assumptions, and of
/// the one without literals that the formula has.
const ASSUMPTIONS: i64 = -1;
const REPEATED: i64 = -2;

/// A clause and its number.
#[derive(Clone, Debug)]
struct Clause {
    number: u64,
    lits: Vec<i32>,
}

impl Clause {
    /// Its literals as DIMACS writes them, with the 0 behind.
    fn write(&self, text: &mut String) {
        self.lits.iter().for_each(|lit| *text += &format!("{lit} "));
        *text += "0";
    }
}

/// A proof in clauses that is being written, for all who have a part in it.
#[derive(Clone)]
pub struct ClausalProof(Arc<Mutex<Inner>>);

struct Inner {
    format: &'static ProofFormat,
    out: Box<dyn Write + Send>,
    /// The first error of the output, after which nothing is written.
    error: Option<io::Error>,
    /// How many clauses the formula has.
    formula: u64,
    /// How many of them the solver has taken.
    taken: u64,
    /// The last number that was given to a clause.
    last: u64,
    /// The clauses that the solver has, by its own numbers; their literals where the format wants
    /// them in the end.
    known: HashMap<i64, Clause>,
    /// Whether the formula is refuted, or the assumptions: the proof ends there, and nothing else
    /// is learnt or forgotten.
    is_refuted: bool,
}

impl ClausalProof {
    /// A proof to be written to `out`.
    pub fn new(format: &'static ProofFormat, out: Box<dyn Write + Send>) -> ClausalProof {
        ClausalProof(Arc::new(Mutex::new(Inner {
            format,
            out,
            error: None,
            formula: 0,
            taken: 0,
            last: 0,
            known: HashMap::new(),
            is_refuted: false,
        })))
    }

    /// Takes in how many clauses the formula has, before the solver is given the first.
    pub fn begin(&self, clauses: usize) {
        let mut inner = locked(&self.0);
        inner.formula = clauses as u64;
        inner.last = inner.formula;
    }

    /// Takes in that the solver was given the next clause of the formula, which it calls by this
    /// number.
    pub fn given(&self, number: i64, lits: &[Lit]) {
        let mut inner = locked(&self.0);
        inner.taken += 1;
        let clause = Clause { number: inner.taken, lits: dimacs(lits) };
        let mut text = String::new();
        (inner.format.given)(&mut text, &clause);
        inner.put(&text);
        let empty = clause.lits.is_empty().then_some(clause.number);
        inner.keep(number, clause);
        if let Some(empty) = empty.filter(|_| !inner.is_refuted) {
            inner.repeat(empty);
        }
    }

    /// Takes in what the solver has learnt, and from which clauses it follows by unit propagation.
    pub fn learnt(&self, number: i64, lits: &[Lit], from: &[i64]) {
        let mut inner = locked(&self.0);
        if !inner.is_refuted {
            inner.learn(number, lits, from);
            inner.is_refuted = lits.is_empty();
        }
    }

    /// Takes in that the solver has refuted its assumptions, by the clause that says so.
    pub fn refuted(&self, lits: &[Lit], from: &[i64]) {
        let mut inner = locked(&self.0);
        if !inner.is_refuted {
            inner.learn(ASSUMPTIONS, lits, from);
            inner.is_refuted = true;
        }
    }

    /// Takes in that the solver has no more use for a clause.
    pub fn forgotten(&self, number: i64, lits: &[Lit]) {
        let mut inner = locked(&self.0);
        if inner.is_refuted {
            return;
        }
        let Some(Clause { number, .. }) = inner.known.remove(&number) else { return };
        let mut text = String::new();
        (inner.format.forgotten)(&mut text, &Clause { number, lits: dimacs(lits) }, inner.last);
        inner.put(&text);
    }

    /// Whether the output takes no more.
    pub fn is_broken(&self) -> bool {
        locked(&self.0).error.is_some()
    }

    /// Ends the proof of a formula that the solver has refuted, with assumptions or without, and
    /// says how many clauses the formula has.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub fn conclude(&self) -> io::Result<u64> {
        locked(&self.0).conclude()
    }
}

impl std::fmt::Debug for ClausalProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClausalProof")
    }
}

impl Inner {
    fn fail(&mut self, why: &'static str) {
        self.error.get_or_insert_with(|| io::Error::other(why));
    }

    fn put(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Learns the clause without literals from the formula, which has it itself.
    fn repeat(&mut self, empty: u64) {
        self.last += 1;
        let clause = Clause { number: self.last, lits: Vec::new() };
        let mut text = String::new();
        (self.format.learnt)(&mut text, &clause, &[empty]);
        self.put(&text);
        self.keep(REPEATED, clause);
        self.is_refuted = true;
    }

    fn learn(&mut self, number: i64, lits: &[Lit], from: &[i64]) {
        self.last += 1;
        let clause = Clause { number: self.last, lits: dimacs(lits) };
        let from: Option<Vec<u64>> =
            from.iter().map(|one| self.known.get(one).map(|clause| clause.number)).collect();
        let Some(from) = from else { return self.fail(UNKNOWN) };
        let mut text = String::new();
        (self.format.learnt)(&mut text, &clause, &from);
        self.put(&text);
        self.keep(number, clause);
    }

    fn keep(&mut self, number: i64, mut clause: Clause) {
        if !self.format.has_end {
            clause.lits = Vec::new();
        }
        self.known.insert(number, clause);
    }

    fn conclude(&mut self) -> io::Result<u64> {
        debug_assert!(self.taken <= self.formula, "the solver is given the formula alone");
        debug_assert!(self.is_refuted || self.error.is_some(), "there is a clause that refutes");
        let mut text = String::new();
        if self.format.has_end {
            let mut left: Vec<&Clause> = self.known.values().collect();
            left.sort_unstable_by_key(|clause| clause.number);
            left.into_iter().for_each(|clause| (self.format.left)(&mut text, clause));
        }
        self.put(&text);
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.formula),
        }
    }
}

fn dimacs(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.dimacs()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a solver might tell of a small formula, where it takes numbers for copies of its own.
    fn told(format: &'static ProofFormat) -> String {
        #[derive(Clone, Default)]
        struct Out(Arc<Mutex<Vec<u8>>>);
        impl Write for Out {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                locked(&self.0).write(bytes)
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
            proof.given(number, &clause);
        }
        proof.learnt(7, &[b], &[1, 2]);
        proof.forgotten(2, &[!a, b]);
        proof.learnt(9, &[], &[7, 6, 5]);
        assert_eq!(proof.conclude().expect("memory takes it"), 4);
        let bytes = locked(&out.0).clone();
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
