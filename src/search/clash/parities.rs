//! What clashes where nothing but parities and single literals is stated.
//!
//! Parities are equations modulo 2, so no solver is needed, which finds such clashes by chance alone. Equations are added one by
//! one, each reduced by those before. The first that comes to 1 = 0 clashes with those that it was reduced by, and each of
//! these is needed: without one the others are independent. Rules come first, then what the board says, then given cells,
//! so that given cells are named only if it takes them. Which of a kind come first is shuffled, and the smallest set is
//! kept.

use std::collections::{HashMap, HashSet};

use super::Set;
use crate::model::{Model, Origin, Parity, Statement};

/// In how many orders equations are added.
const ORDERS: usize = 60;

/// Equations with more bits together are not looked at.
const MOST_BITS: usize = 1 << 22;

/// A row of bits: variables, whether their sum is odd, and which equations were added up.
type Bits = Vec<u64>;

/// What is stated.
pub(super) struct Equations {
    rows: Vec<Bits>,
    /// By equation, the place of its origin.
    origins: Vec<Option<usize>>,
    variables: usize,
}

impl Equations {
    /// What a model states, if that is parities and single literals. `place` is that of an origin.
    pub fn of(model: &Model, place: &HashMap<&Origin, usize>) -> Option<Equations> {
        let variables = model.labels().len();
        let number = model.constraints().len();
        let words = (variables + 1 + number).div_ceil(64);
        if words * 64 * number > MOST_BITS {
            return None;
        }
        let (mut rows, mut origins) = (Vec::new(), Vec::new());
        for constraint in model.constraints().iter() {
            let (lits, mut is_odd) = match constraint.statement {
                Statement::Parity(lits, parity) => (lits, parity == Parity::Odd),
                Statement::Clause(lits @ [_]) => (lits, true),
                _ => return None,
            };
            let mut row = vec![0; words];
            for lit in lits {
                flip(&mut row, lit.variable());
                is_odd ^= lit.is_negated();
            }
            if is_odd {
                flip(&mut row, variables);
            }
            flip(&mut row, variables + 1 + rows.len());
            rows.push(row);
            origins.push(constraint.origin().map(|origin| place[&model.origins()[origin]]));
        }
        Some(Equations { rows, origins, variables })
    }

    /// The smallest set of origins that is found to clash. `rank` says which origins come first. None if nothing clashes.
    pub fn smallest(&self, rank: impl Fn(usize) -> usize) -> Option<Set> {
        let first = |&row: &usize| self.origins[row].map_or(0, |origin| 1 + rank(origin));
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        let mut random = fastrand::Rng::with_seed(0);
        let mut smallest: Option<Set> = None;
        for _ in 0..ORDERS {
            order.sort_by_key(first);
            let found = self.circuit(&order)?;
            if smallest.as_ref().is_none_or(|known| found.rank() < known.rank()) {
                smallest = Some(found);
            }
            random.shuffle(&mut order);
        }
        smallest
    }

    /// The origins of the first equations in an order that clash.
    fn circuit(&self, order: &[usize]) -> Option<Set> {
        // Each with its first variable.
        let mut basis: Vec<(usize, Bits)> = Vec::new();
        for &row in order {
            let mut row = self.rows[row].clone();
            for (lead, other) in &basis {
                if has(&row, *lead) {
                    row.iter_mut().zip(other).for_each(|(own, other)| *own ^= other);
                }
            }
            match (0..self.variables).find(|&variable| has(&row, variable)) {
                Some(lead) => basis.push((lead, row)),
                None if has(&row, self.variables) => return Some(self.set(&row)),
                None => {}
            }
        }
        None
    }

    /// The origins of the equations that a row is the sum of.
    fn set(&self, row: &Bits) -> Set {
        let parts = (0..self.rows.len()).filter(|part| has(row, self.variables + 1 + part));
        let named: Vec<usize> = parts.filter_map(|part| self.origins[part]).collect();
        let members: HashSet<usize> = named.iter().copied().collect();
        // Without an origin that has several equations the others may be dependent in another way.
        let several = |origin| self.origins.iter().filter(|&&one| one == Some(origin)).count() > 1;
        let is_minimal = !members.iter().any(|&origin| several(origin));
        Set { members: members.into_iter().collect(), is_minimal }
    }
}

fn flip(row: &mut Bits, place: usize) {
    row[place / 64] ^= 1 << (place % 64);
}

fn has(row: &Bits, place: usize) -> bool {
    row[place / 64] >> (place % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lit;

    /// A model of random parities, each of an origin of its own, and what of it has a solution, by brute force.
    fn random_model(random: &mut fastrand::Rng) -> (Model, Vec<(Vec<Lit>, bool)>) {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..5).map(|index| model.variable("x", &[index])).collect();
        let mut stated = Vec::new();
        for number in 0..random.usize(2..8) {
            let some: Vec<Lit> = lits.iter().copied().filter(|_| random.bool()).collect();
            let is_odd = random.bool();
            let parity = if is_odd { Parity::Odd } else { Parity::Even };
            model.by(Origin::rule(format!("{number}")), |model| {
                model.parity("p", some.clone(), parity);
            });
            stated.push((some, is_odd));
        }
        (model, stated)
    }

    fn has_solution(stated: &[&(Vec<Lit>, bool)]) -> bool {
        (0..1_u32 << 5).any(|word| {
            stated.iter().all(|(lits, is_odd)| {
                let ones = lits.iter().filter(|lit| word >> lit.variable() & 1 == 1).count();
                (ones % 2 == 1) == *is_odd
            })
        })
    }

    /// A set is found where there is no solution, it has none, and it needs each of its members.
    #[test]
    fn what_clashes_is_needed() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut clashes = 0;
        for _ in 0..300 {
            let (model, stated) = random_model(&mut random);
            let places = model.origins().iter().zip(0..).collect();
            let equations = Equations::of(&model, &places).expect("parities alone");
            let found = equations.smallest(|_| 0);
            assert_eq!(found.is_none(), has_solution(&stated.iter().collect::<Vec<_>>()));
            let Some(Set { members, is_minimal }) = found else { continue };
            clashes += 1;
            assert!(is_minimal);
            let only = |without: Option<usize>| {
                let kept = members.iter().filter(|&&place| Some(place) != without);
                has_solution(&kept.map(|&place| &stated[place]).collect::<Vec<_>>())
            };
            assert!(!only(None));
            assert!(members.iter().all(|&place| only(Some(place))), "{stated:?}: {members:?}");
        }
        assert!(clashes > 50, "{clashes}");
    }
}
