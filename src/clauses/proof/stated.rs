//! The constraints of a model as rows of the OPB file.

use std::collections::HashMap;
use std::ops::Range;

use super::equations::Equation;
use super::steps::{Id, ProofConstraint};
use super::variables::{Inequality, PbLit, PbVar};
use crate::linear::Sum;
use crate::model::{Lit, Parity, Statement};

/// The constraints of the problem, and the clauses that break its symmetries.
pub struct Statements {
    /// The number of variables of the model.
    pub variables: u32,
    /// The constraints of the problem in the order of the model, and then the literals that
    /// deductions fix.
    pub constraints: Vec<StatedRows>,
    /// The clauses that break symmetries, by their indices among the model's constraints.
    breaking: HashMap<usize, StatedRows>,
}

impl Statements {
    pub fn new(variables: u32, constraints: Vec<StatedRows>) -> Statements {
        Statements { variables, constraints, breaking: HashMap::new() }
    }

    /// Converts a literal of the model or of the solver into a literal of the proof. Variables with
    /// larger numbers than those of the model belong to encodings.
    pub fn literal(&self, lit: Lit) -> PbLit {
        let number = lit.dimacs().unsigned_abs();
        let variable =
            if number <= self.variables { PbVar::Stated(number) } else { PbVar::Fresh(number) };
        PbLit { variable, is_negated: lit.is_negated() }
    }

    /// Returns the rows of a constraint by its index in the model. The index also counts the
    /// literals that deductions fix and the clauses that break symmetries. Returns `None` if there
    /// is no such constraint.
    pub fn get(&self, place: usize) -> Option<&StatedRows> {
        self.constraints.get(place).or_else(|| self.breaking.get(&place))
    }

    /// Returns all rows except those of parities.
    pub fn rows(&self) -> impl Iterator<Item = &ProofConstraint> {
        self.constraints.iter().flat_map(|constraint| match constraint {
            StatedRows::Rows { rows, .. } => &rows[..],
            StatedRows::Parity { .. } => &[],
        })
    }

    /// Returns the rows of the form "at most one of these literals is false". These are
    /// at-most-ones over negated literals, and binary clauses.
    pub fn at_most_ones(&self) -> impl Iterator<Item = &ProofConstraint> {
        self.rows()
            .filter(|row| row.inequality.degree() > 0 && row.inequality.is_at_most_one_false())
    }

    /// Adds the unit clause of a literal that a deduction fixes as the next constraint.
    pub fn push(&mut self, row: ProofConstraint) {
        self.constraints.push(StatedRows::row(row));
    }

    /// Records a clause that breaks a symmetry. `place` is its index in the model.
    pub fn push_breaking(&mut self, place: usize, row: ProofConstraint) {
        self.breaking.insert(place, StatedRows::row(row));
    }
}

/// The rows of a constraint in the OPB file.
pub enum StatedRows {
    /// The rows of a constraint that is not a parity: one inequality, or two if it is an equation.
    /// `is_at_most_one` says whether the model states the constraint as an at-most-one or
    /// exactly-one.
    Rows { rows: Vec<ProofConstraint>, is_at_most_one: bool },
    /// A parity. `equation` says that the number of true literals is an even number, plus 1 if the
    /// parity is odd. The variables `bits`, counted from 0, are the binary digits of half this even
    /// number. `sum` is "the number of true literals is at least 0", or "at least 1" if the parity
    /// is odd.
    Parity { equation: Equation, sum: Inequality, bits: Range<u32> },
}

impl StatedRows {
    fn row(row: ProofConstraint) -> StatedRows {
        StatedRows::Rows { rows: vec![row], is_at_most_one: false }
    }

    /// Returns whether all rows of the constraint that contain `variable` hold. If no row contains
    /// the variable, the result is `true`. `values` has the value of each variable of the OPB file,
    /// in order: variable 1 is at index 0. Panics if the value of a variable of the OPB file in
    /// these rows is missing. Literals of all other variables count as false.
    pub fn is_satisfied(&self, variable: PbVar, values: &[bool]) -> bool {
        let satisfies = |row: &ProofConstraint| {
            !row.inequality.contains(variable)
                || value_of(&row.inequality, values) >= row.inequality.degree()
        };
        match self {
            StatedRows::Rows { rows, .. } => rows.iter().all(satisfies),
            StatedRows::Parity { equation, .. } => equation.sides().into_iter().all(satisfies),
        }
    }

    /// Returns the rows of a statement, an equation as two rows. `id` counts the rows so far.
    /// `bits` counts the variables of the OPB file so far, which include those of the model. Both
    /// counts are increased by the rows and bits of the statement. Only parities have bits. The
    /// result records whether the statement is an at-most-one or an exactly-one. A statement
    /// without literals has no rows if it holds. If it does not hold, its row is "the first
    /// variable is at least 2". Panics if the number of variables does not fit into 32 bits.
    pub fn from_statement(statement: Statement, id: &mut Id, bits: &mut u32) -> StatedRows {
        let is_at_most_one =
            matches!(statement, Statement::AtMostOne(_) | Statement::ExactlyOne(_));
        let mut next = *bits as usize;
        let row = statement.row().map(|row| row.to_binary(&mut next));
        let first = std::mem::replace(bits, u32::try_from(next).expect("a number of variables"));
        let inequalities = match row {
            None => Vec::new(),
            // In the OPB file, a row without literals that cannot hold is "the first variable is at
            // least 2".
            Some(row) if row.sum.is_empty() => {
                vec![Inequality::at_least([PbVar::Stated(1).into()], 2)]
            }
            Some(row) => row.sides().iter().map(|row| sum_of(&row.sum, row.bound)).collect(),
        };
        let mut rows = Vec::new();
        for inequality in inequalities {
            *id += 1;
            rows.push(ProofConstraint { id: *id, inequality });
        }
        match (statement, <[ProofConstraint; 2]>::try_from(rows)) {
            (Statement::Parity(lits, parity), Ok([at_least, at_most])) => {
                let proof_lits = lits.iter().map(|lit| PbLit {
                    variable: PbVar::Stated(lit.dimacs().unsigned_abs()),
                    is_negated: lit.is_negated(),
                });
                let sum = Inequality::at_least(proof_lits, i128::from(parity == Parity::Odd));
                StatedRows::Parity {
                    equation: Equation { at_least, at_most },
                    sum,
                    bits: first..*bits,
                }
            }
            (_, Ok(rows)) => StatedRows::Rows { rows: rows.to_vec(), is_at_most_one },
            (_, Err(rows)) => StatedRows::Rows { rows, is_at_most_one },
        }
    }
}

/// Returns the total weight of the true literals of a constraint. `values` has the value of each
/// variable of the OPB file, in order: variable 1 is at index 0. Panics if the value of a variable
/// of the OPB file is missing. Literals of all other variables count as false.
pub fn value_of(sum: &Inequality, values: &[bool]) -> i128 {
    sum.terms()
        .filter(|(_, lit)| match lit.variable {
            PbVar::Stated(number) => values[number as usize - 1] != lit.is_negated,
            PbVar::Fresh(_) | PbVar::Own(_) => false,
        })
        .map(|(weight, _)| weight)
        .sum()
}

/// Returns the constraint "`sum` is at least `bound`". The variables of `sum` are numbered from 0.
pub fn sum_of(sum: &Sum<i64, usize>, bound: i64) -> Inequality {
    let terms = sum.terms().map(|term| {
        let number = u32::try_from(term.atom + 1).expect("problems have fewer variables");
        (term.weight.into(), PbVar::Stated(number).into())
    });
    Inequality::from_terms(terms, bound.into())
}
