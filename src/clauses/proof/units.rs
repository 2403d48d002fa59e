//! Unit propagation through constraints of the problem. Each propagated literal is derived as a
//! unit clause.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::equations::{Equation, Equations};
use super::kernel::Kernel;
use super::stated::StatedRows;
use super::steps::{Id, PolLine, ProofConstraint};
use super::variables::PbLit;

/// Derives `lits` by unit propagation through the constraints with the indices `places`. Propagates
/// through each of them once, in this order. Returns all derived literals, also those that are not
/// in `lits`, with their unit clauses. Returns `None` if one of `lits` does not follow, or if a
/// constraint does not exist. The written steps then stay. After a contradiction, every literal of
/// `lits` follows. A contradiction is noticed only at a constraint that is not a parity.
pub fn propagate_units(
    lits: &[PbLit],
    places: &[usize],
    kernel: &mut Kernel,
) -> Option<HashMap<PbLit, ProofConstraint>> {
    let (mut units, mut none): (HashMap<PbLit, ProofConstraint>, _) = (HashMap::new(), None);
    for &place in places {
        match kernel.problem.get(place)? {
            StatedRows::Rows { rows, .. } => {
                for row in rows.clone() {
                    none = force(&row, &mut units, kernel).or(none);
                }
            }
            StatedRows::Parity { equation, sum, .. } => {
                let parity = equation.clone();
                let lits: Vec<PbLit> = sum.terms().map(|(_, lit)| lit).collect();
                for (lit, line) in last_of_parity(parity, &lits, &units, kernel) {
                    units.entry(lit).or_insert_with(|| kernel.sum(line));
                }
            }
        }
    }
    // If propagation has led to a contradiction, it has perhaps derived the negation of `lit`. Then
    // `lit` follows from the contradiction.
    for &lit in lits {
        if let Entry::Vacant(vacant) = units.entry(lit) {
            vacant.insert(kernel.rup(&[lit], &[none?]));
        }
    }
    Some(units)
}

/// Derives the literals that follow from a constraint and known unit clauses, if they are not in
/// `units` yet. Adds them to `units`. If a unit clause makes a literal of the constraint false,
/// first writes the sum of the constraint and such unit clauses. Then each literal follows from
/// this sum by a short step, which saves space if a constraint implies thousands of literals. If no
/// literal is false, each literal follows from the constraint itself. If the sum (or the
/// constraint) is a contradiction, returns its ID, otherwise `None`. Writes nothing if nothing is
/// implied.
fn force(
    row: &ProofConstraint,
    units: &mut HashMap<PbLit, ProofConstraint>,
    kernel: &mut Kernel,
) -> Option<Id> {
    let mut line = PolLine::new(row, 1);
    let false_ones: Vec<(i128, &ProofConstraint)> = row
        .inequality
        .terms()
        .filter_map(|(weight, lit)| Some((weight, units.get(&!lit)?)))
        .collect();
    let is_alone = false_ones.is_empty();
    false_ones.into_iter().for_each(|(weight, unit)| line.add(unit, weight));
    let slack = line.inequality().weight() - line.inequality().degree();
    let forced: Vec<PbLit> = line
        .inequality()
        .terms()
        .filter(|(_, lit)| !units.contains_key(lit))
        .filter(|(weight, _)| *weight > slack)
        .map(|(_, lit)| lit)
        .collect();
    if forced.is_empty() && slack >= 0 {
        return None;
    }
    let from = if is_alone { row.id } else { kernel.sum(line).id };
    for lit in forced {
        units.insert(lit, kernel.rup(&[lit], &[from]));
    }
    (slack < 0).then_some(from)
}

/// Returns the last literal of a parity that has no value in `units`, or its negation. The parity
/// implies one of the two. Returns it with its derivation, which is not written yet. `equation` has
/// the two rows of the parity. `lits` must be all literals of the parity with odd weights. If no
/// literal or several literals have no value, or if the literal cannot be derived, returns an empty
/// list.
fn last_of_parity(
    equation: Equation,
    lits: &[PbLit],
    units: &HashMap<PbLit, ProofConstraint>,
    kernel: &mut Kernel,
) -> Vec<(PbLit, PolLine)> {
    let mut open = lits
        .iter()
        .filter(|lit| !units.contains_key(lit))
        .filter(|lit| !units.contains_key(&!**lit));
    let (Some(&last), None) = (open.next(), open.next()) else { return Vec::new() };
    let others: Vec<&ProofConstraint> =
        lits.iter().filter_map(|lit| units.get(lit).or_else(|| units.get(&!*lit))).collect();
    let false_ones: Vec<PbLit> =
        others.iter().flat_map(|unit| unit.inequality.terms().map(|(_, lit)| !lit)).collect();
    let mut equations = Equations::default();
    equations.add(equation);
    let mut forced = Vec::new();
    for lit in [last, !last] {
        let clause: Vec<PbLit> = false_ones.iter().copied().chain([lit]).collect();
        if let Some(line) = equations.clause(&clause, &mut kernel.steps) {
            let mut forced_line = line.weakened_to(&clause);
            others.iter().for_each(|unit| forced_line.add(unit, 1));
            forced.push((lit, forced_line.weakened_to(&[lit])));
        }
    }
    forced
}
