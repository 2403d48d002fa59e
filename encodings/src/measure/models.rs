//! The number of models of the clauses for each model of the constraint.
//!
//! The literals of the constraint are set to one of its models and propagated. Then the models of
//! each connected component of the remaining clauses are counted by branching on a variable, with a
//! cache. A component is identified by its variables and the clauses that are not true yet, so the
//! cache serves all models of the constraint (Sang, Bacchus, Beame, Kautz and Pitassi, Combining
//! Component Caching and Clause Learning for Effective Model Counting, SAT 2004, but without clause
//! learning).
//!
//! Auxiliary variables count if they occur in clauses or were taken from the manager. A variable
//! that was taken but does not occur doubles the number of models.

use std::collections::HashMap;

use rustsat::types::Lit;

use super::formula::MeasuredFormula;
use super::{MeasureError, MeasuredConstraint};

/// The numbers of models of the clauses for the models of the constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Multiplicity {
    /// The number of models of the constraint.
    pub of_constraint: u64,
    /// The number of models of the clauses.
    pub total: u128,
    /// The least number of models of the clauses for one model of the constraint.
    pub fewest: u128,
    /// The largest number of models of the clauses for one model of the constraint.
    pub most: u128,
}

impl Multiplicity {
    /// Returns the mean number of models of the clauses for one model of the constraint, or 0 if
    /// the constraint has no model.
    pub fn mean(&self) -> f64 {
        if self.of_constraint == 0 { 0.0 } else { self.total as f64 / self.of_constraint as f64 }
    }
}

/// The greatest number of literals of a constraint. All 2¹⁶ assignments of so many literals are
/// enumerated.
const MOST: u32 = 16;

/// The greatest number of case distinctions for all models of a constraint together.
const BRANCHES: usize = 1 << 18;

impl MeasuredConstraint {
    /// Counts the models of the clauses over n literals, for each model of the constraint.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, if n exceeds sixteen, or if the count takes
    /// more than 2¹⁸ case distinctions or exceeds 128 bits.
    pub fn multiplicity(&self, n: usize) -> Result<Multiplicity, MeasureError> {
        let formula = MeasuredFormula::from_constraint(self, n, MOST)?;
        multiplicity(formula, &|bits| self.allows_assignment(bits, n))
            .ok_or(MeasureError::TooIntricate)
    }
}

/// Counts the models of a formula for each assignment of its inputs that satisfies the constraint.
/// `satisfies` receives an assignment as bits: bit i is the value of input i. The formula must have
/// fewer than 32 inputs. Returns `None` if a count or the total exceeds 128 bits, or if all counts
/// together take more than [`BRANCHES`] case distinctions. If no assignment satisfies the
/// constraint, all numbers are 0.
fn multiplicity(formula: MeasuredFormula, satisfies: &dyn Fn(u32) -> bool) -> Option<Multiplicity> {
    let inputs = formula.inputs;
    let mut models = ModelCounter::new(formula);
    let mut all = Multiplicity { fewest: u128::MAX, ..Multiplicity::default() };
    for bits in (0..1_u32 << inputs).filter(|&bits| satisfies(bits)) {
        let count = models.count_with_inputs(bits)?;
        all.of_constraint += 1;
        all.total = all.total.checked_add(count)?;
        all.fewest = all.fewest.min(count);
        all.most = all.most.max(count);
    }
    if all.of_constraint == 0 {
        all.fewest = 0;
    }
    Some(all)
}

/// A connected component of the clauses that are not true yet.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Component {
    /// The unassigned variables in ascending order.
    variables: Vec<u32>,
    /// The indices of the clauses in ascending order.
    clauses: Vec<u32>,
}

/// A counter of models, whose cache serves all assignments of the inputs.
struct ModelCounter {
    formula: MeasuredFormula,
    /// For each variable, the indices of its clauses in ascending order.
    occurrences: Vec<Vec<u32>>,
    /// The number of models of each component that was counted.
    known: HashMap<Component, u128>,
    /// The number of case distinctions so far.
    branches: usize,
    /// For each variable and each clause, the number of the last component search that visited it.
    seen: (Vec<usize>, Vec<usize>),
    /// The number of component searches so far.
    searches: usize,
}

impl ModelCounter {
    /// Makes a counter with an empty cache.
    fn new(formula: MeasuredFormula) -> ModelCounter {
        let mut occurrences = vec![Vec::new(); formula.variables as usize];
        for (place, clause) in (0..).zip(formula.clauses()) {
            for lit in clause {
                occurrences[lit.vidx()].push(place);
            }
        }
        let seen = (vec![0; occurrences.len()], vec![0; formula.clauses().len()]);
        ModelCounter { formula, occurrences, known: HashMap::new(), branches: 0, seen, searches: 0 }
    }

    /// Returns how many models of the clauses give the inputs the values `bits`: bit i is the value
    /// of input i. The number is 0 if propagation finds a contradiction. Returns `None` if the
    /// number exceeds 128 bits, or if all calls so far take more than [`BRANCHES`] case
    /// distinctions. Restores the assignment in any case.
    fn count_with_inputs(&mut self, bits: u32) -> Option<u128> {
        let mark = self.formula.mark();
        let (inputs, end) = (self.formula.inputs, self.formula.variables);
        let consistent =
            (0..inputs).all(|input| self.formula.assume(Lit::new(input, bits >> input & 1 == 0)));
        let auxiliary: Vec<u32> = (inputs..end).collect();
        let count = if consistent { self.count(&auxiliary) } else { Some(0) };
        self.formula.backtrack(mark);
        count
    }

    /// Returns the number of models over the unassigned variables among `variables`. This is the
    /// product of the numbers for their components. The last assumption must not have failed, and
    /// an unassigned variable that shares an unsatisfied clause with one of `variables` must be
    /// among them, too. Returns `None` if the number for a component exceeds 128 bits or takes too
    /// many case distinctions, or if the product exceeds 128 bits. Does not count further
    /// components after one without models. After `None`, the caller must backtrack the formula.
    fn count(&mut self, variables: &[u32]) -> Option<u128> {
        let mut product: u128 = 1;
        for component in self.components(variables) {
            product = product.checked_mul(self.count_component(component)?)?;
            if product == 0 {
                break;
            }
        }
        Some(product)
    }

    /// Returns the number of models of a component, and keeps the number in the cache. Counts by a
    /// case distinction on the variable that occurs in the most clauses of the component. A
    /// component without clauses has 2ⁿ models for n variables, and is not kept. Returns `None` if
    /// the number exceeds 128 bits, or if this counter makes more than [`BRANCHES`] case
    /// distinctions in all. After `None`, the caller must backtrack the formula.
    fn count_component(&mut self, component: Component) -> Option<u128> {
        if component.clauses.is_empty() {
            return 1_u128.checked_shl(u32::try_from(component.variables.len()).ok()?);
        }
        if let Some(&count) = self.known.get(&component) {
            return Some(count);
        }
        self.branches += 1;
        if self.branches > BRANCHES {
            return None;
        }
        let choice = self.branching_variable(&component);
        let mut sum: u128 = 0;
        for lit in [Lit::positive(choice), Lit::negative(choice)] {
            let mark = self.formula.mark();
            if self.formula.assume(lit) {
                sum = sum.checked_add(self.count(&component.variables)?)?;
            }
            self.formula.backtrack(mark);
        }
        self.known.insert(component, sum);
        Some(sum)
    }

    /// Returns the variable that occurs in the most clauses of a component: the greatest one if
    /// there are several.
    fn branching_variable(&self, component: &Component) -> u32 {
        let busiest = component.variables.iter().max_by_key(|&&variable| {
            let clauses = &self.occurrences[to_usize(variable)];
            clauses.iter().filter(|clause| component.clauses.binary_search(clause).is_ok()).count()
        });
        *busiest.expect("a component has a variable")
    }

    /// Returns the components that contain an unassigned variable from `variables`. Begins a new
    /// search, so all variables and clauses count as not visited before.
    fn components(&mut self, variables: &[u32]) -> Vec<Component> {
        self.searches += 1;
        let mut components = Vec::new();
        for &variable in variables {
            if self.formula.is_unassigned(variable) && self.visit_variable(variable) {
                components.push(self.find_component(variable));
            }
        }
        components
    }

    /// Returns the component of a variable: all unassigned variables and all clauses not yet true
    /// that are connected with the variable, both in ascending order. The variable must be
    /// unassigned and marked as visited. Marks the rest of the component as visited.
    fn find_component(&mut self, variable: u32) -> Component {
        let (mut variables, mut clauses) = (vec![variable], Vec::new());
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            for place in 0..self.occurrences[to_usize(variable)].len() {
                let clause = self.occurrences[to_usize(variable)][place];
                if !self.visit_clause(clause) {
                    continue;
                }
                clauses.push(clause);
                for at in 0..self.formula.clauses()[to_usize(clause)].len() {
                    let variable = self.formula.clauses()[to_usize(clause)][at].vidx32();
                    if self.formula.is_unassigned(variable) && self.visit_variable(variable) {
                        variables.push(variable);
                    }
                }
            }
        }
        variables.sort_unstable();
        clauses.sort_unstable();
        Component { variables, clauses }
    }

    /// Marks a variable as visited by the present search. Returns false if this search has visited
    /// it before.
    fn visit_variable(&mut self, variable: u32) -> bool {
        std::mem::replace(&mut self.seen.0[to_usize(variable)], self.searches) != self.searches
    }

    /// Marks a clause as visited by the present search. Returns false if this search has visited it
    /// before, or if the clause is true.
    fn visit_clause(&mut self, clause: u32) -> bool {
        let lits = &self.formula.clauses()[to_usize(clause)];
        !lits.iter().any(|&lit| self.formula.is_true(lit))
            && std::mem::replace(&mut self.seen.1[to_usize(clause)], self.searches) != self.searches
    }
}

fn to_usize(number: u32) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_each_row, roundabout};
    use super::*;
    use crate::{Clauses, Relation, at_most_one, cardinality, parity};

    #[test]
    fn models_of_a_roundabout_encoding() {
        // If both inputs are false, p and q are not both true, and r can have either value. This
        // gives six models. If one input is true, the variable that it implies is true, the other
        // one of p and q is false, and r can have either value. This gives two models.
        let models =
            multiplicity(roundabout(), &|bits| bits.count_ones() <= 1).expect("few models");
        let expected = Multiplicity { of_constraint: 3, total: 10, fewest: 2, most: 6 };
        assert_eq!(models, expected);
    }

    #[test]
    fn models_of_known_encodings() {
        let of_row = |name: &str, relation, bound, n| {
            let row = cardinality::by_name(name).expect("a row of the table");
            MeasuredConstraint::Cardinality(*row, relation, bound)
                .multiplicity(n)
                .expect("few models")
        };
        // If no literal is true, s(1,1) implies s(2,1), which leaves three models. If one literal
        // is true, the values of all variables are determined.
        let expected = Multiplicity { of_constraint: 4, total: 6, fewest: 1, most: 3 };
        assert_eq!(of_row("knuth", Relation::AtMost, 1, 3), expected);
        let expected = Multiplicity { of_constraint: 56, total: 56, fewest: 1, most: 1 };
        assert_eq!(of_row("knuth", Relation::Exactly, 3, 8), expected);
        let pairwise = MeasuredConstraint::AtMostOne(at_most_one::ALL[0]).multiplicity(7);
        let expected = Multiplicity { of_constraint: 8, total: 8, fewest: 1, most: 1 };
        assert_eq!(pairwise, Ok(expected));
        let odd = MeasuredConstraint::Parity(parity::ALL[0], parity::Parity::Odd).multiplicity(7);
        let expected = Multiplicity { of_constraint: 64, total: 64, fewest: 1, most: 1 };
        assert_eq!(odd, Ok(expected));
    }

    #[test]
    fn a_variable_that_does_not_occur_is_free() {
        let free = MeasuredFormula::from_clauses(2, 5, [].into_iter());
        let models = multiplicity(free, &|bits| bits.count_ones() == 2).expect("few models");
        let expected = Multiplicity { of_constraint: 1, total: 8, fewest: 8, most: 8 };
        assert_eq!(models, expected);
        let too_many = MeasuredFormula::from_clauses(1, 200, [].into_iter());
        assert_eq!(multiplicity(too_many, &|_| true), None);
    }

    #[test]
    fn models_are_those_of_a_count_one_by_one() {
        for n in 0..=4 {
            for_each_row(n, &mut |constraint| {
                let Ok(size) = constraint.size(n) else { return };
                if size.variables > 12 {
                    return;
                }
                let models = constraint.multiplicity(n).expect("few models");
                assert_eq!(models, one_by_one(constraint, n, size.variables), "{constraint:?}");
            });
        }
    }

    fn one_by_one(constraint: &MeasuredConstraint, n: usize, auxiliary: usize) -> Multiplicity {
        let mut clauses = Clauses::new();
        constraint.write(n, &mut clauses).expect("its size is known");
        let mut all = Multiplicity::default();
        let bits = 0..1_u32 << n;
        for inputs in bits.filter(|&bits| constraint.allows_assignment(bits, n)) {
            let inputs = inputs as usize;
            let is_model = |&others: &usize| {
                let bits = others << n | inputs;
                clauses.iter().all(|clause| {
                    clause.iter().any(|lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos())
                })
            };
            let count = (0..1 << auxiliary).filter(is_model).count() as u128;
            all.fewest = if all.of_constraint == 0 { count } else { all.fewest.min(count) };
            all.most = all.most.max(count);
            all.total += count;
            all.of_constraint += 1;
        }
        all
    }
}
