//! The search for a clash in a model of parities and unit clauses.
//!
//! Parities are equations modulo 2, so Gaussian elimination finds a clash if there is one. CaDiCaL
//! found few of these clashes. Equations are added one after another. Each equation is reduced by
//! the equations added before it, which are independent. If an equation becomes 1 = 0, it clashes
//! with the equations that reduced it, and all of these are needed. An origin can have several
//! equations; then another origin can be unnecessary. So each origin is tried in turn, and removed
//! if the others still clash. Rules come first, then the board, then givens. So givens are named
//! only if the rules and the board do not clash.

use std::collections::{BTreeSet, HashMap};

use super::set::UnsatSubset;
use crate::model::{EchelonForm, Model, Origin, Parity, ParityEquation, Statement};

/// The number of orders in which the equations are added.
const ORDERS: usize = 60;

/// The largest table of equations, in bits. If a model needs a larger one, the solver searches for
/// the clash instead.
const MOST_BITS: usize = 1 << 22;

/// The constraints of a model in which all constraints are equations modulo 2.
pub(super) struct StatedParities {
    /// The equations, in the order of the constraints. Each equation records which
    /// equations of the model were added to form it. At first, this is only the equation itself.
    equations: Vec<ParityEquation>,
    /// For each equation, the index of its origin; `None` if the equation has no origin.
    origins: Vec<Option<usize>>,
}

impl StatedParities {
    /// Returns the parities and unit clauses of a model as equations, each with the index of its
    /// origin. Returns `None` if the model has other constraints, or if the table of all equations
    /// needs more than [`MOST_BITS`] bits. `place` has the index of each origin; panics if one is
    /// missing.
    pub fn from_model(model: &Model, place: &HashMap<&Origin, usize>) -> Option<StatedParities> {
        let variables = model.labels().len();
        let number = model.constraints().len();
        let bits = variables + 1 + number;
        if bits.next_multiple_of(64) * number > MOST_BITS {
            return None;
        }
        let (mut equations, mut origins) = (Vec::new(), Vec::new());
        for (row, constraint) in model.constraints().iter().enumerate() {
            let (lits, is_odd) = match constraint.statement {
                Statement::Parity(lits, parity) => (lits, parity == Parity::Odd),
                Statement::Clause(lits @ [_]) => (lits, true),
                _ => return None,
            };
            let mut equation = ParityEquation::new(lits, is_odd, variables, number);
            equation.from.flip(row);
            equations.push(equation);
            origins.push(constraint.origin().map(|origin| place[&model.origins()[origin]]));
        }
        Some(StatedParities { equations, origins })
    }

    /// Returns the smallest set found of contradictory origins, or `None` if there is a solution.
    /// Each member of the set is needed. The members are in increasing order. The set is empty if
    /// equations without an origin contradict each other. Several orders of the equations are tried
    /// ([`ORDERS`]). In each of them, equations without an origin come first, and then equations of
    /// origins with a smaller `rank`, so these origins are preferred. Of sets of equal size, the
    /// first one is returned.
    pub fn smallest(&self, rank: impl Fn(usize) -> usize) -> Option<UnsatSubset> {
        let mut order: Vec<usize> = (0..self.equations.len()).collect();
        let mut random = fastrand::Rng::with_seed(0);
        let mut smallest: Option<Vec<usize>> = None;
        for _ in 0..ORDERS {
            order.sort_by_key(|&row| self.origins[row].map_or(0, |origin| 1 + rank(origin)));
            let members = self.shrink(self.circuit(order.iter().copied())?);
            if smallest.as_ref().is_none_or(|known| members.len() < known.len()) {
                smallest = Some(members);
            }
            random.shuffle(&mut order);
        }
        smallest.map(|members| UnsatSubset { members, is_minimal: true })
    }

    /// Adds the equations in this order, until an equation contradicts the equations added before
    /// it. Returns the origins of the equations in this contradiction, each once, in increasing
    /// order. Equations without an origin are not listed. Returns `None` if all equations have a
    /// common solution.
    fn circuit(&self, order: impl IntoIterator<Item = usize>) -> Option<Vec<usize>> {
        let mut basis = EchelonForm::default();
        let mut rests = order.into_iter().filter_map(|row| basis.add(self.equations[row].clone()));
        let contradiction = rests.find(|rest| rest.odd)?;
        let members: BTreeSet<usize> =
            contradiction.from.places().filter_map(|part| self.origins[part]).collect();
        Some(members.into_iter().collect())
    }

    fn rows_of(&self, origin: usize) -> usize {
        self.origins.iter().filter(|&&one| one == Some(origin)).count()
    }

    /// Removes each member in turn if the other members still contradict each other. Returns the
    /// members that are left, in increasing order. `members` must be a result of `circuit`.
    /// Equations without an origin always stay. If each member has only one equation, all members
    /// are needed, and no removal is tried.
    fn shrink(&self, mut members: Vec<usize>) -> Vec<usize> {
        if members.iter().all(|&origin| self.rows_of(origin) < 2) {
            return members;
        }
        for left_out in members.clone() {
            let rows = (0..self.equations.len()).filter(|&row| {
                self.origins[row]
                    .is_none_or(|origin| origin != left_out && members.contains(&origin))
            });
            if let Some(smaller) = self.circuit(rows) {
                members = smaller;
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lit;

    fn random_model(random: &mut fastrand::Rng) -> (Model, Vec<(usize, Vec<Lit>, bool)>) {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..5).map(|index| model.variable("x", &[index])).collect();
        let mut stated = Vec::new();
        let origins = random.usize(1..6);
        for _ in 0..random.usize(2..8) {
            let origin = random.usize(..origins);
            let some: Vec<Lit> = lits.iter().copied().filter(|_| random.bool()).collect();
            let is_odd = random.bool();
            let parity = if is_odd { Parity::Odd } else { Parity::Even };
            model.with_origin(Origin::rule(format!("{origin}")), |model| {
                model.parity("p", some.clone(), parity);
            });
            stated.push((origin, some, is_odd));
        }
        (model, stated)
    }

    fn has_solution(stated: &[&(usize, Vec<Lit>, bool)]) -> bool {
        (0..1_u32 << 5).any(|word| {
            stated.iter().all(|(_, lits, is_odd)| {
                let ones = lits.iter().filter(|lit| word >> lit.variable() & 1 == 1).count();
                (ones % 2 == 1) == *is_odd
            })
        })
    }

    #[test]
    fn what_clashes_is_needed() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut clashes = 0;
        for _ in 0..300 {
            let (model, stated) = random_model(&mut random);
            let named = |origin: &Origin| origin.to_string().parse().expect("a number");
            let places = model.origins().iter().map(|one| (one, named(one))).collect();
            let equations =
                StatedParities::from_model(&model, &places).expect("the model has only parities");
            let found = equations.smallest(|_| 0);
            assert_eq!(found.is_none(), has_solution(&stated.iter().collect::<Vec<_>>()));
            let Some(UnsatSubset { members, is_minimal }) = found else { continue };
            clashes += 1;
            assert!(is_minimal);
            let only = |without: Option<usize>| {
                let is_kept = |place| members.contains(&place) && Some(place) != without;
                has_solution(&stated.iter().filter(|one| is_kept(one.0)).collect::<Vec<_>>())
            };
            assert!(!only(None));
            assert!(members.iter().all(|&place| only(Some(place))), "{stated:?}: {members:?}");
        }
        assert!(clashes > 50, "{clashes}");
    }
}
