//! FRAT as text: the addition and the deletion of every clause, of the formula and of the proof. A
//! learnt clause has the numbers of the clauses from which it follows.
//!
//! FRAT is as easy to write as DRAT, and its tools turn it into LRAT. Baek, Carneiro and Heule, A
//! Flexible Proof Format for SAT Solver-Elaborator Communication, TACAS 2021.

use super::{Clause, ProofFormat};

pub(super) const FORMAT: ProofFormat = ProofFormat {
    name: "frat",
    about: "all clauses from beginning to end with the reasons of each, for frat-rs",
    has_end: true,
    given: |text, clause| line(text, 'o', clause, ""),
    learnt,
    forgotten: |text, clause, _| line(text, 'd', clause, ""),
    left: |text, clause| line(text, 'f', clause, ""),
};

fn learnt(text: &mut String, clause: &Clause, from: &[u64]) {
    let reasons: String = from.iter().map(|number| format!("{number} ")).collect();
    line(text, 'a', clause, &format!(" l {reasons}0"));
}

fn line(text: &mut String, letter: char, clause: &Clause, behind: &str) {
    *text += &format!("{letter} {} ", clause.number);
    clause.write(text);
    *text += &format!("{behind}\n");
}
