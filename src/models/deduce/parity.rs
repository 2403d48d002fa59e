//! The parity of the objective, if it is the same in every solution.
//!
//! Parities, exactly-ones and exact cardinalities are equations over GF(2). If the sum of the
//! counted literals is a combination of these equations, its parity is known, and bounds move in
//! steps of 2. In Abbott's window with an odd side, every row has an odd number of dark panes; in
//! gunport the number of holes has the parity of the area.
//!
//! The model's parity constraints stay unchanged. The rows that Gauss-Jordan elimination gives are
//! dense, and long parities are harder for a solver than the sparse parities of the board's lines.

use super::fact::{Fact, Rule};
use crate::model::{
    EchelonForm, Justification, Lit, Model, Objective, Parity, ParityEquation, Statement,
    WeightedSum,
};
use crate::stop::Stop;

/// The rule that finds the parity of the objective.
pub(super) const RULE: Rule = Rule {
    name: "parity",
    summary: "whether the objective is even or odd, by elimination over GF(2)",
    apply,
};

/// The largest number of machine words that the elimination is allowed to visit. So many visits
/// take about a tenth of a second. If it could visit more words, the rule deduces nothing.
const MOST_WORDS: usize = 1 << 28;

/// Returns the parity of the objective's value, with its constant, if the equations determine it.
/// The equations come from parities, unit clauses and exact counts; a contradiction between them is
/// not noticed. Returns `None` if they do not determine it, or if there is no objective or the
/// objective is not one sum. Also returns `None` if the elimination could visit more than
/// [`MOST_WORDS`] words, or if a stop is requested while the equations are added. The reason lists
/// the indices of the constraints whose equations are summed, in order.
fn apply(model: &Model, stop: &Stop) -> Option<(Fact, Justification)> {
    let objective = model.objective()?;
    let (counted, constant) = parity_terms(objective)?;
    let variables = model.labels().len();
    let equations: Vec<(usize, (&[Lit], bool))> = model
        .constraints()
        .iter()
        .enumerate()
        .filter_map(|(place, constraint)| Some((place, equation(constraint.statement)?)))
        .collect();
    let words = (variables + equations.len()) / 64 + 1;
    if equations.len().saturating_mul(equations.len()).saturating_mul(words) / 2 > MOST_WORDS {
        return None;
    }
    let mut basis = EchelonForm::default();
    for (number, &(_, (lits, odd))) in equations.iter().enumerate() {
        if stop.is_reached() {
            return None;
        }
        let mut equation = ParityEquation::new(lits, odd, variables, equations.len());
        equation.from.flip(number);
        basis.add(equation);
    }
    let odd = constant.rem_euclid(2) == 1;
    let rest = basis.reduce(ParityEquation::new(&counted, odd, variables, equations.len()));
    let parity = if rest.odd { Parity::Odd } else { Parity::Even };
    let places =
        (0..equations.len()).filter(|&number| rest.from.has(number)).map(|n| equations[n].0);
    rest.leading()
        .is_none()
        .then(|| (Fact::Parity(parity), Justification::Parities(places.clone().collect())))
}

/// Returns the literals of odd weight, and the objective's constant. The number of true literals
/// among these is odd if and only if the value minus the constant is odd. Returns `None` if the
/// objective is not one sum.
fn parity_terms(objective: &Objective) -> Option<(Vec<Lit>, i64)> {
    if let Some(one) = objective.single_count() {
        return Some((one.count.lits.clone(), one.constant));
    }
    let WeightedSum { sum, constant } = objective.weighted_sum()?;
    let odd = sum.terms().filter(|term| term.weight % 2 != 0).map(|term| term.atom).collect();
    Some((odd, *constant))
}

/// Returns the literals of a statement, and whether an odd number of them is true. Returns `None`
/// if the statement does not determine this.
fn equation(statement: Statement<'_>) -> Option<(&[Lit], bool)> {
    match statement {
        Statement::Parity(lits, parity) => Some((lits, parity == Parity::Odd)),
        Statement::Clause(lits @ [_]) => Some((lits, true)),
        _ => Some((statement.lits(), statement.exact_count()? % 2 == 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Count, Objective, Relation};

    fn parity(state: impl Fn(&mut Model, [Lit; 4])) -> Option<Parity> {
        let mut model = Model::new();
        let lits: [Lit; 4] = std::array::from_fn(|index| model.variable("x", &[index]));
        model.optimise(Objective::minimise(Count::new(lits.to_vec(), Vec::new())));
        state(&mut model, lits);
        match apply(&model, &Stop::unlimited()) {
            Some((Fact::Parity(parity), _)) => Some(parity),
            _ => None,
        }
    }

    #[test]
    fn a_parity_is_a_sum_of_stated_ones() {
        let found = parity(|model, [a, b, c, d]| {
            model.parity("p", [a, b], Parity::Odd);
            model.parity("p", [!c, d], Parity::Odd);
        });
        assert_eq!(found, Some(Parity::Odd), "one of a and b, and none or both of c and d");
        let found = parity(|model, [a, b, c, d]| {
            model.exactly_one("x", [a, b, c]);
            model.clause("given", [!d]);
        });
        assert_eq!(found, Some(Parity::Odd));
        let found = parity(|model, [a, b, c, d]| {
            model.cardinality("k", [a, b, c, d], Relation::Exactly, 2);
        });
        assert_eq!(found, Some(Parity::Even));
    }

    #[test]
    fn a_parity_that_is_not_stated_is_not_known() {
        let found = parity(|model, [a, b, c, _]| model.parity("p", [a, b, c], Parity::Odd));
        assert_eq!(found, None);
    }
}
