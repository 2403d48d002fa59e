//! Constraints with weights, reduced as their encodings reduce them.
//!
//! An encoding of weights gets a smaller constraint than the model states
//! (`quarrel_encodings::pseudo_boolean`): without fixed literals, with weights cut down to the
//! degree and divided by their common divisor. Cutting planes derive the same reductions in the
//! same order.
//!
//! "Exactly" is two constraints, each of which may fix literals for the other. They are also
//! divided without saturation, since adders treat them as an equation.

use std::collections::HashSet;

use super::derivation::Premises;
use super::steps::{Logged, PolLine, Steps};
use super::variables::PbLit;

/// The most rounds in which a row is reduced.
const TURNS: usize = 64;

impl Premises {
    /// Derives the reduced rows from which weighted encodings start, and puts them in front of the
    /// stated rows.
    pub fn normalise(&mut self, steps: &mut Steps) {
        if std::mem::replace(&mut self.is_normal, true) {
            return;
        }
        let stated = &self.rows[..self.stated];
        if stated.iter().all(|row| row.says.terms().all(|(weight, _)| weight == 1)) {
            return;
        }
        let mut fixed = FixedLits::default();
        let mut rows = stated.to_vec();
        while fixed.take_from(&rows, steps) {
            rows = rows.iter().map(|row| fixed.taken_out_of(row, steps)).collect();
        }
        let mut all: Vec<Logged> = rows.iter().map(|row| normal(row, &mut fixed, steps)).collect();
        all.extend(rows.iter().map(|row| divided(row, false, steps)));
        all.extend(rows);
        all.extend(fixed.units);
        all.append(&mut self.rows);
        let mut seen = HashSet::new();
        all.retain(|row| seen.insert(row.id));
        self.rows = all;
    }
}

/// Literals that the rows make true.
#[derive(Default)]
struct FixedLits {
    lits: HashSet<PbLit>,
    /// The unit clauses of these literals, in the order of derivation.
    units: Vec<Logged>,
}

impl FixedLits {
    /// Records the literals that each row alone makes true. Returns whether one is new.
    fn take_from(&mut self, rows: &[Logged], steps: &mut Steps) -> bool {
        let before = self.units.len();
        for row in rows {
            let slack = row.says.weight() - row.says.degree();
            if slack < 0 {
                return false;
            }
            let forced: Vec<PbLit> = row
                .says
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

    /// Returns a row without fixed literals. Writes a step if that changes the row.
    fn taken_out_of(&self, row: &Logged, steps: &mut Steps) -> Logged {
        let mut line = PolLine::of(row, 1);
        for unit in &self.units {
            let Some((_, lit)) = unit.says.terms().next() else { continue };
            let [weight, opposite] = [lit, !lit].map(|lit| line.weight_of(lit));
            if weight > 0 {
                line.add_literal(!lit, weight);
            } else if opposite > 0 {
                line.add(unit, opposite);
            }
        }
        if *line.says() == row.says { row.clone() } else { steps.sum(line) }
    }
}

/// Reduces a row as an encoding of "at most" does.
fn normal(row: &Logged, fixed: &mut FixedLits, steps: &mut Steps) -> Logged {
    let mut row = row.clone();
    for _ in 0..TURNS {
        fixed.take_from(std::slice::from_ref(&row), steps);
        let next = fixed.taken_out_of(&row, steps);
        let next = divided(&next, true, steps);
        if next.says == row.says {
            break;
        }
        row = next;
    }
    row
}

/// Returns a row divided by the common divisor of its weights. If `saturates`, first lowers the
/// weights to the degree. Writes a step if that changes the row.
fn divided(row: &Logged, saturates: bool, steps: &mut Steps) -> Logged {
    let mut line = PolLine::of(row, 1);
    if saturates {
        line.saturate();
    }
    line.divide(line.says().common_divisor());
    if *line.says() == row.says { row.clone() } else { steps.sum(line) }
}
