//! Small random models for tests that try all assignments. This module shares no code with the
//! normal forms, the models and the checks that these tests examine.

use proptest::prelude::*;

use super::{
    Direction, FilePlace, Integer, Literal, ParsedModel, ParsedObjective, Reification, RowForm,
};
use crate::model::{Parity, Relation, Sense, Values};

#[derive(Clone, Debug)]
pub struct SampleRow {
    pub form: RowForm,
    pub lits: Vec<Literal>,
    pub weights: Option<Vec<Integer>>,
    pub reified: Option<Reification>,
}

fn is_true(lit: Literal, values: &[bool]) -> bool {
    values[lit.unsigned_abs() as usize - 1] == (lit > 0)
}

impl SampleRow {
    /// Returns whether the assignment satisfies the row. `values` has the value of variable 1 at
    /// index 0, and must have a value for each variable of the row. A reified row relates the form
    /// (the condition of the row) to the statement "all literals of the reification are true".
    /// `ToRow` means that the literals imply the form, `ToLiteral` that the form implies the
    /// literals, and `Both` that they are equivalent.
    pub fn is_satisfied(&self, values: &[bool]) -> bool {
        let has_form = self.satisfies_form(values);
        let Some(Reification { lits, direction }) = &self.reified else { return has_form };
        let are_true = !lits.iter().any(|&lit| is_true(-lit, values));
        match direction {
            Direction::ToRow => has_form || !are_true,
            Direction::ToLiteral => are_true || !has_form,
            Direction::Both => has_form == are_true,
        }
    }

    /// Returns whether the assignment satisfies the form of the row, without its reification.
    /// Repeated literals count each time, also in a parity. Panics if `values` has no value for a
    /// variable of the row.
    fn satisfies_form(&self, values: &[bool]) -> bool {
        let number = self.lits.iter().filter(|&&lit| is_true(lit, values)).count();
        match &self.form {
            RowForm::Clause => number > 0,
            RowForm::Parity(Parity::Odd) => number % 2 == 1,
            RowForm::Parity(Parity::Even) => number % 2 == 0,
            RowForm::Unequal(bound) => self.sum(values) != bound.clone(),
            RowForm::Sum(relation, bound) => {
                let (sum, bound) = (self.sum(values), bound.clone());
                match relation {
                    Relation::AtLeast => sum >= bound,
                    Relation::AtMost => sum <= bound,
                    Relation::Exactly => sum == bound,
                }
            }
        }
    }

    /// Returns the sum of the weights of the true literals. Each weight is 1 if the row has no
    /// weights. Repeated literals count each time. Panics if `values` has no value for a variable
    /// of the row, or if a true literal has no weight although the row has weights.
    fn sum(&self, values: &[bool]) -> Integer {
        (0..self.lits.len())
            .filter(|&place| is_true(self.lits[place], values))
            .map(|place| match &self.weights {
                Some(weights) => weights[place].clone(),
                None => Integer::from(1),
            })
            .fold(Integer::default(), |sum, weight| sum + weight)
    }
}

pub fn assignments(number: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_usize << number).map(move |bits| (0..number).map(|at| bits >> at & 1 == 1).collect())
}

pub fn values(values: &[bool]) -> Values {
    Values::new(values.to_vec())
}

/// Draws a weight. Most weights are from -7 to 7, but some need more than 64 bits. A weight can be
/// 0 or negative.
pub fn weight() -> impl Strategy<Value = Integer> {
    let large = prop_oneof![Just(i128::from(u64::MAX)), Just(1 << 63), Just(1 << 100)];
    prop_oneof![
        8 => (-7_i64..8).prop_map(Integer::from),
        2 => Just(Integer::from(1)),
        1 => (large, -3_i64..4).prop_map(|(large, times)| {
            Integer::from(large) * Integer::from(times)
        }),
        1 => prop_oneof![Just(i64::MAX), Just(i64::MIN)].prop_map(Integer::from),
    ]
}

/// Draws a row of up to 7 literals over the variables 1 to `variables`, which must be at least 1.
/// Its literals may be repeated or opposite, and there may be none. Only a row of the form `Sum` or
/// `Unequal` may have weights or a reification.
pub fn row(variables: usize) -> impl Strategy<Value = SampleRow> {
    let most = Literal::try_from(variables).expect("a small number");
    let lit =
        (1..=most, any::<bool>()).prop_map(|(number, sign)| if sign { number } else { -number });
    let lits = proptest::collection::vec(lit.clone(), 0..8);
    let reified = proptest::option::of(reified(proptest::collection::vec(lit, 1..4)));
    (lits, form(), reified).prop_flat_map(|(lits, form, reified)| {
        let length = lits.len();
        let weights = proptest::option::of(proptest::collection::vec(weight(), length));
        let is_sum = matches!(form, RowForm::Sum(..) | RowForm::Unequal(_));
        weights.prop_map(move |weights| SampleRow {
            form: form.clone(),
            lits: lits.clone(),
            weights: weights.filter(|_| is_sum),
            reified: reified.clone().filter(|_| is_sum),
        })
    })
}

/// Generates reifications. If the literals imply the row, all literals of `lits` are used.
/// Otherwise, the row implies or defines only one literal, so only the first of `lits` is kept.
/// `lits` must generate at least one literal.
fn reified(lits: impl Strategy<Value = Vec<Literal>>) -> impl Strategy<Value = Reification> {
    let direction =
        prop_oneof![Just(Direction::ToRow), Just(Direction::ToLiteral), Just(Direction::Both)];
    (lits, direction).prop_map(|(mut lits, direction)| {
        if direction != Direction::ToRow {
            lits.truncate(1);
        }
        Reification { lits: lits.into(), direction }
    })
}

/// Draws a form: a clause, a parity, a sum with one of the three relations, or `Unequal`. Most
/// bounds are from -4 to 8, but some are as large as a [`weight`].
fn form() -> impl Strategy<Value = RowForm> {
    let relation =
        prop_oneof![Just(Relation::AtLeast), Just(Relation::AtMost), Just(Relation::Exactly)];
    let bound = prop_oneof![6 => (-4_i64..9).prop_map(Integer::from), 1 => weight()].boxed();
    prop_oneof![
        1 => Just(RowForm::Clause),
        1 => prop_oneof![Just(Parity::Odd), Just(Parity::Even)].prop_map(RowForm::Parity),
        4 => (relation, bound.clone()).prop_map(|(relation, bound)| RowForm::Sum(relation, bound)),
        1 => bound.prop_map(RowForm::Unequal),
    ]
}

#[derive(Clone, Debug)]
enum SampleObjective {
    Nothing,
    Objective(Sense, Vec<Integer>, Integer),
    Soft(Option<i64>),
}

/// Draws a model file of 1 to 3 variables, with names or with numbers. It has up to 3 rows and up
/// to 2 cubes. If the variables have names, there is also a product, which can be a literal. The
/// file has an objective, or costs of soft rows and perhaps a top, or none of these. Rows are soft
/// only if the file has no objective.
pub fn written() -> impl Strategy<Value = ParsedModel> {
    let cost = prop_oneof![6 => 0_i64..5, 1 => Just(1 << 40)];
    let rows = proptest::collection::vec((row(4), cost, any::<bool>()), 0..4);
    let sense = prop_oneof![Just(Sense::Minimise), Just(Sense::Maximise)];
    let wanted = prop_oneof![
        1 => Just(SampleObjective::Nothing),
        1 => (sense, proptest::collection::vec(weight(), 0..5), weight())
            .prop_map(|(sense, weights, constant)| SampleObjective::Objective(sense, weights, constant)),
        2 => proptest::option::of(0_i64..9).prop_map(SampleObjective::Soft),
    ];
    let cubes = proptest::collection::vec(proptest::collection::vec(-3_i32..=3, 0..3), 0..3);
    (1_usize..4, any::<bool>(), rows, wanted, cubes).prop_map(
        |(variables, is_named, rows, wanted, cubes)| {
            let mut written = ParsedModel::default();
            let known = begin(&mut written, variables, is_named);
            let known = |lit: Literal| {
                let one = known[lit.unsigned_abs() as usize % known.len()];
                if lit < 0 { -one } else { one }
            };
            for (row, cost, is_soft) in rows {
                let lits: Vec<Literal> = row.lits.iter().map(|&lit| known(lit)).collect();
                let is_soft = is_soft && matches!(wanted, SampleObjective::Soft(_));
                let cost = is_soft.then(|| cost.into());
                written
                    .row(row.form, &lits, row.weights, cost, FilePlace::default())
                    .expect("a few rows");
                if let Some(Reification { lits, direction }) = row.reified {
                    let known_lits = lits.iter().map(|&lit| known(lit)).collect();
                    written.reify(Reification { lits: known_lits, direction });
                }
            }
            for cube in cubes {
                let lits: Vec<Literal> =
                    cube.iter().filter(|&&lit| lit != 0).map(|&lit| known(lit)).collect();
                written.cube(&lits);
            }
            match wanted {
                SampleObjective::Nothing => {}
                SampleObjective::Soft(top) => {
                    top.into_iter().for_each(|top| written.set_top(top.into()))
                }
                SampleObjective::Objective(sense, weights, constant) => {
                    let terms = (0..)
                        .zip(weights)
                        .map(|(at, weight)| (weight, known(if at % 2 == 0 { at } else { -at })))
                        .collect();
                    let (terms, divisor, place) = (terms, 1.into(), FilePlace::default());
                    written.set_objective(ParsedObjective {
                        sense,
                        terms,
                        constant,
                        divisor,
                        place,
                    });
                }
            }
            written.sort_variables(0).expect("a few variables");
            written
        },
    )
}

/// Adds `variables` variables to an empty file, with names if `is_named`, and returns their
/// positive literals. With names, also adds a product, whose literal comes last. It is the product
/// of the first variable and the negated second one or, if there is only one variable, of this
/// variable and its negation. Panics if `is_named` and there are more than 3 variables.
fn begin(written: &mut ParsedModel, variables: usize, is_named: bool) -> Vec<Literal> {
    let most = Literal::try_from(variables).expect("a small number");
    if !is_named {
        written
            .declare_variables(u64::try_from(variables).expect("a small number"))
            .expect("a few");
        return (1..=most).collect();
    }
    let mut known: Vec<Literal> = ["a{1}", "x_2", "x[3]"][..variables]
        .iter()
        .map(|name| written.variable(name).expect("a few"))
        .collect();
    let factors = if variables == 1 { vec![1, -1] } else { vec![1, -2] };
    known.push(written.product(&factors).expect("a few"));
    known
}
