//! The simplification of constraints with weights. It is the same simplification that the encodings
//! of these constraints make.
//!
//! An encoding of weights simplifies the model's constraint before it writes clauses
//! (`quarrel_encodings::pseudo_boolean`): it removes fixed literals, lowers weights above the
//! degree to the degree, and divides the weights by their common divisor. Here, cutting planes
//! derive the same simplifications in the same order.
//!
//! A constraint "exactly" consists of two rows. Each row can fix literals of the other row. The
//! rows are also divided without saturation (the lowering of weights to the degree), since adders
//! use both rows together as one equation.

use std::collections::HashSet;

use super::derivation::Premises;
use super::steps::{PolLine, ProofConstraint, Steps};
use super::variables::PbLit;

/// The greatest number of rounds in which a row is simplified.
const TURNS: usize = 64;

impl Premises {
    /// Derives the simplified rows from which encodings of weights start. Puts them before all
    /// other rows, which stay. Only the rows of the problem are simplified. The unit clauses of
    /// fixed literals become rows, too. A row with the ID of an earlier row is left out. Does
    /// nothing if this method was called before, or if all weights of the problem's rows are 1. In
    /// both cases, the rows count as normalised.
    pub fn normalise(&mut self, steps: &mut Steps) {
        if std::mem::replace(&mut self.is_normal, true) {
            return;
        }
        let stated = &self.rows[..self.stated];
        if stated.iter().all(|row| row.inequality.terms().all(|(weight, _)| weight == 1)) {
            return;
        }
        let mut fixed = FixedLits::default();
        let mut rows = stated.to_vec();
        while fixed.collect_from(&rows, steps) {
            rows = rows.iter().map(|row| fixed.reduce(row, steps)).collect();
        }
        let mut all: Vec<ProofConstraint> =
            rows.iter().map(|row| normalise_row(row, &mut fixed, steps)).collect();
        all.extend(rows.iter().map(|row| divided(row, false, steps)));
        all.extend(rows);
        all.extend(fixed.units);
        all.append(&mut self.rows);
        let mut seen = HashSet::new();
        all.retain(|row| seen.insert(row.id));
        self.rows = all;
    }
}

/// The literals that the rows make true.
#[derive(Default)]
struct FixedLits {
    lits: HashSet<PbLit>,
    /// The unit clauses of these literals, in the order of derivation.
    units: Vec<ProofConstraint>,
}

impl FixedLits {
    /// Derives each literal that a single row makes true, and records it. Returns whether a literal
    /// is new. If a row is a contradiction, ends there and returns `false`. The literals of the
    /// rows before this row are recorded then.
    fn collect_from(&mut self, rows: &[ProofConstraint], steps: &mut Steps) -> bool {
        let before = self.units.len();
        for row in rows {
            let slack = row.inequality.weight() - row.inequality.degree();
            if slack < 0 {
                return false;
            }
            let forced: Vec<PbLit> = row
                .inequality
                .terms()
                .filter(|(weight, _)| *weight > slack)
                .map(|(_, lit)| lit)
                .collect();
            for lit in forced.into_iter().filter(|&lit| self.lits.insert(lit)) {
                self.units.push(steps.rup(&[lit], &[row.id]));
            }
        }
        self.units.len() > before
    }

    /// Returns a row without fixed literals. Writes a step if this changes the row.
    fn reduce(&self, row: &ProofConstraint, steps: &mut Steps) -> ProofConstraint {
        without_fixed(row, &self.units, steps)
    }
}

/// Simplifies a row in the same way as an encoding of "at most" does, and writes the steps. Repeats
/// this until nothing changes, but at most for [`TURNS`] rounds. Returns the simplified row. If
/// nothing changes, this is the row itself. Records the literals that become fixed.
fn normalise_row(
    row: &ProofConstraint,
    fixed: &mut FixedLits,
    steps: &mut Steps,
) -> ProofConstraint {
    let mut reduced = row.clone();
    for _ in 0..TURNS {
        fixed.collect_from(std::slice::from_ref(&reduced), steps);
        let next = fixed.reduce(&reduced, steps);
        let next = divided(&next, true, steps);
        if next.inequality == reduced.inequality {
            break;
        }
        reduced = next;
    }
    reduced
}

/// Returns a row without the literals of these unit clauses. Writes a step if this changes the row.
pub(super) fn without_fixed(
    row: &ProofConstraint,
    units: &[ProofConstraint],
    steps: &mut Steps,
) -> ProofConstraint {
    let mut line = PolLine::new(row, 1);
    for unit in units {
        let Some((_, lit)) = unit.inequality.terms().next() else { continue };
        let [weight, opposite] = [lit, !lit].map(|lit| line.weight_of(lit));
        if weight > 0 {
            line.add_literal(!lit, weight);
        } else if opposite > 0 {
            line.add(unit, opposite);
        }
    }
    if *line.inequality() == row.inequality { row.clone() } else { steps.sum(line) }
}

/// Returns a row divided by the common divisor of its weights. If `saturates`, first lowers weights
/// above the degree to the degree. Writes a step if this changes the row.
pub(super) fn divided(
    row: &ProofConstraint,
    saturates: bool,
    steps: &mut Steps,
) -> ProofConstraint {
    let mut line = PolLine::new(row, 1);
    if saturates {
        line.saturate();
    }
    line.divide(line.inequality().common_divisor());
    if *line.inequality() == row.inequality { row.clone() } else { steps.sum(line) }
}
