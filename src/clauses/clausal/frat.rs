//! FRAT as text: the addition and the deletion of every clause of the formula and of the proof. The
//! line of a learnt clause lists the numbers of the clauses from which it follows.
//!
//! FRAT is as easy to write as DRAT, and the tools for FRAT translate it into LRAT. Publication:
//! Baek, Carneiro and Heule, A Flexible Proof Format for SAT Solver-Elaborator Communication, TACAS
//! 2021.

use super::{Clause, ProofFormat};

/// The format FRAT. A proof repeats the clauses of the formula, and ends with the remaining
/// clauses.
pub(super) const FORMAT: ProofFormat = ProofFormat {
    name: "frat",
    description: "all clauses from beginning to end with the reasons of each, for frat-rs",
    has_end: true,
    given: |clause| format!("o {} {clause}\n", clause.number),
    learnt: addition,
    forgotten: |clause, _| format!("d {} {clause}\n", clause.number),
    left: |clause| format!("f {} {clause}\n", clause.number),
};

/// Returns the line that adds a learnt clause, with the numbers of the clauses from which it
/// follows.
fn addition(clause: &Clause, from: &[u64]) -> String {
    let reasons: String = from.iter().map(|number| format!("{number} ")).collect();
    format!("a {} {clause} l {reasons}0\n", clause.number)
}
