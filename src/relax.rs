//! Relaxations: how good an answer can be at most, found without a search through clauses.
//!
//! A relaxation forgets most of a model and solves what is left exactly. It looks at the model's
//! statements, never at the family's name, and so serves every puzzle whose model has the
//! structure. It bounds a **node**: the answers in which some literals are true; none of them makes
//! it a bound on every answer. Each bound has its reason, a sum of constraints of the model with
//! multipliers, which anybody can add up.

use crate::model::{Lit, Model, Why};
use crate::stop::Stop;

pub mod cut;
pub mod dual;
pub mod exclusion;
pub(crate) mod flow;
pub mod line_sums;
pub mod linear;
pub mod movement;
pub mod parity_cuts;
mod program;
pub mod simplex;

/// Every relaxation.
pub const ALL: &[Relaxation] = &[cut::ROW, dual::ROW];

/// A way to bound the objective of a model.
pub struct Relaxation {
    /// Its name.
    pub name: &'static str,
    /// What it solves, in one line.
    pub about: &'static str,
    /// The relaxation of a model, if it has the structure.
    pub of: fn(&Model, &Stop) -> Option<Box<dyn Relaxed>>,
}

/// A model, relaxed.
pub trait Relaxed {
    /// The best value that answers may have in which the literals are true, and why. None where no
    /// answer can have them.
    fn bound(&self, known: &[Lit]) -> Option<Bound>;
}

/// A bound on the objective at a node.
#[derive(Clone, Debug)]
pub struct Bound {
    /// No answer there is better than this.
    pub value: i64,
    /// Why.
    pub reason: Reason,
}

/// A sum of constraints with multipliers.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Pairs in conflict, which bound a weighed sum of two counts.
    Conflicts(cut::Cover),
    /// Inequalities, which bound the cost of one count.
    Inequalities(dual::Dual),
}

impl Reason {
    /// The constraints and how often each is taken; none where it is of pairs of literals.
    pub fn why(&self) -> Option<Why> {
        let Reason::Inequalities(dual) = self else { return None };
        let part = |(row, times): (&linear::Row, i64)| (row.origin, times.unsigned_abs());
        Some(Why::Sum(dual.used().map(part).collect()))
    }

    /// The literals that are true in every answer at least as good as `value`, as far as the sum
    /// tells.
    pub fn fixed_at(&self, value: i64) -> Vec<Lit> {
        match self {
            Reason::Conflicts(_) => Vec::new(),
            Reason::Inequalities(dual) => dual.fixed_at(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduce::Rules;
    use crate::family;
    use crate::model::{Sense, Values};
    use crate::puzzles::{FAMILIES, stated};

    /// Models of small boards of every family with an objective, and what was deduced from them.
    fn models() -> Vec<(String, Model)> {
        let mut models = Vec::new();
        for (name, sizes, variants) in [
            ("abbott-window", [(2, 3), (3, 3), (3, 5)], &[][..]),
            ("gunport", [(2, 3), (3, 3), (3, 4)], &[]),
            ("armies", [(2, 2), (2, 3), (3, 3)], &[]),
            ("armies", [(2, 2), (2, 3), (3, 3)], &[("at-least", Some(2))]),
        ] {
            let family = family::named(FAMILIES, name).expect("a family");
            for size in sizes {
                for formulation in family.formulations.iter().filter(|row| !row.of_value) {
                    let mut model = stated(name, size, variants, Some(formulation.name));
                    Rules::all().apply(&mut model, &Stop::never());
                    models.push((format!("{name} {size:?} {}", formulation.name), model));
                }
            }
        }
        models
    }

    /// Solutions of a model, with their values, as random literals and the solver find them.
    fn solutions(model: &Model, random: &mut fastrand::Rng) -> Vec<(Values, i64)> {
        use crate::encode::{Clauses, Encodings, encode};
        use crate::solver::{Solver, Verdict};
        let (mut clauses, stop) = (Clauses::new(), Stop::never());
        encode(model, &Encodings::default(), &mut clauses, &stop).expect("a form for all");
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        let objective = model.objective().expect("an objective");
        let mut found = Vec::new();
        for _ in 0..60 {
            let either: Vec<Lit> = lits(model).flat_map(|lit| [lit, !lit]).collect();
            let wanted: Vec<Lit> =
                (0..random.usize(0..4)).map(|_| either[random.usize(..either.len())]).collect();
            if solver.solve(&wanted) == Verdict::Satisfiable {
                let values = solver.values(model.labels().len());
                let value = objective.value(&values);
                found.push((values, value));
            }
        }
        found
    }

    fn lits(model: &Model) -> impl Iterator<Item = Lit> {
        let number = |index: usize| i32::try_from(index + 1).expect("few variables");
        (0..model.labels().len()).map(move |index| Lit::from_dimacs(number(index)))
    }

    /// No solution is better than the bound of any node that it is in.
    #[test]
    fn no_solution_is_better_than_the_bound_of_its_node() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut suited = vec![0; ALL.len()];
        for (name, model) in models() {
            let sense = model.objective().expect("an objective").sense();
            let solutions = solutions(&model, &mut random);
            assert!(solutions.len() > 5, "{name}: {}", solutions.len());
            for (row, suited) in ALL.iter().zip(&mut suited) {
                let Some(relaxed) = (row.of)(&model, &Stop::never()) else { continue };
                *suited += 1;
                for (values, value) in &solutions {
                    let truth = |lit: Lit| if values.of(lit) { lit } else { !lit };
                    let share = random.u8(..);
                    let known: Vec<Lit> =
                        lits(&model).filter(|_| random.u8(..) < share).map(truth).collect();
                    let bound = relaxed.bound(&known).expect("a solution is there").value;
                    assert!(
                        sense.reaches(bound, *value),
                        "{} on {name}: {bound}, {value}",
                        row.name
                    );
                }
            }
        }
        assert!(suited.iter().all(|&suited| suited > 2), "{suited:?}");
    }

    /// With every literal known a bound is not far from the value, so that nothing is bounded by
    /// saying nothing.
    #[test]
    fn bounds_grow_tighter_where_more_is_known() {
        let mut random = fastrand::Rng::with_seed(9);
        for (name, model) in models() {
            let sense = model.objective().expect("an objective").sense();
            let worst = match sense {
                Sense::Minimise => 0,
                Sense::Maximise => model.objective().expect("an objective").largest(),
            };
            let solutions = solutions(&model, &mut random);
            for row in ALL {
                let Some(relaxed) = (row.of)(&model, &Stop::never()) else { continue };
                let tight = solutions.iter().filter(|(values, _)| {
                    let truth = |lit: Lit| if values.of(lit) { lit } else { !lit };
                    let known: Vec<Lit> = lits(&model).map(truth).collect();
                    relaxed.bound(&known).is_some_and(|bound| bound.value != worst)
                });
                assert!(tight.count() > 0, "{} on {name}", row.name);
            }
        }
    }

    #[test]
    fn relaxations_have_names_of_their_own() {
        for (index, row) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|other| other.name != row.name));
        }
    }
}
