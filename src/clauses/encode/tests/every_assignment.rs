//! Tests that compare the written clauses with the model's statements for every assignment.

use crate::decision::Decision;
use quarrel_encodings::cardinality;
use quarrel_encodings::pseudo_boolean::{self, PseudoBoolean};

use crate::encode::order::shuffled;
use crate::encode::{Clauses, Encodings, Formula, encode, encode_by_origin};
use crate::model::{Count, Lit, Model, Objective, Origin, Relation, Sense, Sum, Term, Values};
use crate::solver::Solver;
use crate::stop::Stop;

/// The relations of a bound, each of which is tested.
const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

/// A source of numbers that look random, but are the same in every run. The field is the seed of
/// the last number.
struct Dice(u64);

impl Dice {
    /// Returns a number from 0 up to `number` − 1.
    fn below(&mut self, number: usize) -> usize {
        self.0 += 1;
        shuffled(number.max(1), self.0)[0] as usize
    }

    fn lit(&mut self, variable: usize) -> Lit {
        let number = i32::try_from(variable + 1).expect("few variables");
        Lit::from_dimacs(if self.below(2) == 0 { number } else { -number })
    }

    /// Returns `number` literals of distinct variables among the first `variables`.
    fn lits(&mut self, variables: usize, number: usize) -> Vec<Lit> {
        self.0 += 1;
        let chosen = shuffled(variables, self.0);
        chosen.into_iter().take(number).map(|variable| self.lit(variable as usize)).collect()
    }
}

fn variables(number: usize) -> Model {
    let mut model = Model::new();
    (0..number).for_each(|index| _ = model.variable("x", &[index]));
    model
}

fn sum(weights: &[i64], lits: &[Lit]) -> Sum {
    Sum::new(weights.iter().zip(lits).map(|(&weight, &atom)| Term { weight, atom }))
        .expect("small weights")
}

/// Returns all assignments of a model's variables, each with the literals that it makes true. The
/// first assignment makes all variables false, and the first variable changes fastest. The model
/// must have few variables.
fn assignments(model: &Model) -> impl Iterator<Item = (Values, Vec<Lit>)> {
    let number = model.labels().len();
    (0_usize..1 << number).map(move |bits| {
        let values: Vec<bool> = (0..number).map(|place| bits >> place & 1 == 1).collect();
        let lit = |place: usize| i32::try_from(place + 1).expect("few variables");
        let lits = (0..number)
            .map(|place| Lit::from_dimacs(if values[place] { lit(place) } else { -lit(place) }))
            .collect();
        (Values::new(values), lits)
    })
}

/// A formula, and a solver that has its clauses.
struct Written {
    formula: Formula,
    solver: Solver,
}

impl Written {
    fn new(model: &Model, encodings: &Encodings) -> Written {
        let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
        let formula = encode(model, encodings, &mut clauses, &stop).expect("a form for all");
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        Written { formula, solver }
    }

    /// Writes the clauses for a bound, and passes them to the solver. Returns the literals that
    /// must be assumed so that the bound holds.
    fn demands(&mut self, bound: i64) -> Vec<Lit> {
        let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
        let demands = self.formula.bound(bound, &mut clauses, &stop).expect("a form for all");
        self.solver.add(&clauses);
        demands
    }

    /// Checks every assignment of the model's variables. The solver must accept the assignment if
    /// and only if the constraints hold and the value reaches `bound`. Otherwise panics with
    /// `what`. Without a bound, the value does not matter. With a bound, the model must have an
    /// objective. The clauses of the bound are added to the solver and stay there, but the bound
    /// itself is only assumed, so later checks can have any other bound or none. `model` must be
    /// the model that was written.
    fn check(&mut self, model: &Model, bound: Option<i64>, what: &str) {
        let demands = bound.map_or(Vec::new(), |bound| self.demands(bound));
        for (values, lits) in assignments(model) {
            let reaches = |bound| {
                let objective = model.objective().expect("a bound is on an objective");
                objective.sense().reaches(objective.value(&values), bound)
            };
            let meant = model.constraints().statements().all(|one| one.is_satisfied_by(&values))
                && bound.is_none_or(reaches);
            let found = self.solver.solve(&[&demands[..], &lits].concat());
            assert_eq!(found == Decision::Sat(()), meant, "{what}, bound {bound:?}: {lits:?}");
        }
    }
}

/// Returns encodings with this order and this shape, in which `row` encodes counts, and literals
/// are repeated as often as their weights say. Panics if `order` is not the text of an order, or
/// `shape` is not the text of a shape.
fn by(row: &'static cardinality::Cardinality, order: &str, shape: &str) -> Encodings {
    Encodings {
        cardinality: Some(row),
        pseudo_boolean: Some(&pseudo_boolean::repeat::ROW),
        order: order.parse().expect("an order"),
        shape: shape.parse().expect("a shape"),
        ..Encodings::default()
    }
}

/// Lists of small weights. There are different, negative and equal weights, and a weight that is
/// larger than some sum of the other weights.
const WEIGHTS: [&[i64]; 7] = [
    &[3, 2, 1, 1],
    &[2, -3, 5, -1, 4],
    &[4, 6, -2, 8],
    &[7, 1, 1, 1, 1],
    &[9, -9, 6, 3],
    &[5],
    &[1, -1, 1, 1],
];

#[test]
fn weights_are_right_at_every_bound_with_every_row() {
    for (place, weights) in WEIGHTS.iter().enumerate() {
        let model = variables(weights.len());
        let lits = Dice(place as u64).lits(weights.len(), weights.len());
        let sum = sum(weights, &lits);
        for row in cardinality::ALL {
            for relation in RELATIONS {
                for bound in sum.least() - 1..=sum.largest() + 1 {
                    let mut model = model.clone();
                    model.linear("weights", sum.clone(), relation, bound);
                    let what = format!("{weights:?} {relation:?} {bound} by {}", row.name);
                    let encodings = by(row, "natural", "auto");
                    Written::new(&model, &encodings).check(&model, None, &what);
                }
            }
        }
    }
}

#[test]
fn a_weighted_objective_is_bounded_at_every_value_with_every_row() {
    for (place, weights) in WEIGHTS.iter().enumerate() {
        let lits = Dice(place as u64).lits(weights.len(), weights.len());
        for sense in [Sense::Minimise, Sense::Maximise] {
            for constant in [0, -7] {
                let mut model = variables(weights.len());
                let sum = sum(weights, &lits);
                model.optimise(Objective::from_sum(sense, sum, constant).expect("small weights"));
                let objective = model.objective().expect("it was stated");
                let bounds: Vec<i64> = (objective.least() - 2..=objective.largest() + 2).collect();
                for (row, order) in
                    cardinality::ALL.iter().zip(["natural", "random:3"].iter().cycle())
                {
                    let what = format!("{sense:?} {weights:?} + {constant} by {}", row.name);
                    for bounds in [bounds.clone(), bounds.iter().rev().copied().collect()] {
                        let mut written = Written::new(&model, &by(row, order, "auto"));
                        for bound in bounds {
                            written.check(&model, Some(bound), &what);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn heavy_sums_hold_where_they_should() {
    const HEAVY: [&[i64]; 5] = [
        &[200, 201, 100],
        &[600, -700, 500, 1],
        &[1 << 40, (1 << 40) - 1, 3, 1 << 39],
        &[-9_000, -8_001, -7_002, 5, 6_000],
        &[i64::MAX / 8, i64::MAX / 8 - 1, i64::MAX / 9, -(i64::MAX / 10), 77],
    ];
    for (place, weights) in HEAVY.into_iter().enumerate() {
        let lits = Dice(place as u64).lits(weights.len(), weights.len());
        let value = |bits: usize| -> i64 {
            let mut values = Vec::new();
            (0..weights.len()).for_each(|at| values.push(bits >> at & 1 == 1));
            sum(weights, &lits).value(&Values::new(values))
        };
        let values: Vec<i64> = (0..1 << weights.len()).map(value).collect();
        for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
            for bound in values.iter().flat_map(|value| [value - 1, *value, value + 1]) {
                let mut model = variables(weights.len());
                model.linear("knapsack", sum(weights, &lits), relation, bound);
                let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
                let written = encode(&model, &Encodings::default(), &mut clauses, &stop);
                written.expect("sums have encodings");
                let mut solver = Solver::new(0, &stop);
                solver.add(&clauses);
                for (bits, &value) in values.iter().enumerate() {
                    let assignment: Vec<Lit> = model
                        .lits()
                        .enumerate()
                        .map(|(at, lit)| if bits >> at & 1 == 1 { lit } else { !lit })
                        .collect();
                    let holds = match relation {
                        Relation::AtMost => value <= bound,
                        Relation::AtLeast => value >= bound,
                        Relation::Exactly => value == bound,
                    };
                    let is_met = solver.solve(&assignment) == Decision::Sat(());
                    assert_eq!(is_met, holds, "{weights:?} {relation:?} {bound}: {value}");
                }
            }
        }
    }
}

fn by_weights(row: &'static PseudoBoolean) -> Encodings {
    Encodings { pseudo_boolean: Some(row), ..Encodings::default() }
}

/// Checks a model at every bound, in three orders of the bounds: upwards, downwards, and from the
/// middle.
fn check_bounds(model: &Model, encodings: &Encodings, bounds: &[i64], what: &str) {
    (0..3).for_each(|order| check_bounds_in_order(order, model, encodings, bounds, what));
}

/// Checks a model at every bound. The remainder of `order` divided by 3 chooses one of three orders
/// of the bounds: upwards, downwards, or from the middle upwards and then from the lowest. All
/// bounds are written to the same solver. `bounds` must be sorted upwards, and empty if the model
/// has no objective. Panics with `what` if a check fails.
fn check_bounds_in_order(
    order: usize,
    model: &Model,
    encodings: &Encodings,
    bounds: &[i64],
    what: &str,
) {
    let (middle, mut bounds) = (bounds.len() / 2, bounds.to_vec());
    match order % 3 {
        0 => {}
        1 => bounds.reverse(),
        _ => bounds.rotate_left(middle),
    }
    let mut written = Written::new(model, encodings);
    for bound in bounds {
        written.check(model, Some(bound), what);
    }
}

#[test]
fn weights_are_right_at_every_bound_with_every_encoding_of_weights() {
    for (place, weights) in WEIGHTS.iter().enumerate() {
        let lits = Dice(place as u64).lits(weights.len(), weights.len());
        let sum = sum(weights, &lits);
        let bounds: Vec<i64> = (sum.least() - 1..=sum.largest() + 1).collect();
        for row in pseudo_boolean::ALL {
            let what = format!("{weights:?} by {}", row.name);
            for relation in RELATIONS {
                for &bound in &bounds {
                    let mut model = variables(weights.len());
                    model.linear("weights", sum.clone(), relation, bound);
                    let what = format!("{what}, {relation:?} {bound}");
                    Written::new(&model, &by_weights(row)).check(&model, None, &what);
                }
            }
            for sense in [Sense::Minimise, Sense::Maximise] {
                let mut model = variables(weights.len());
                let objective = Objective::from_sum(sense, sum.clone(), 0);
                model.optimise(objective.expect("small weights"));
                check_bounds(&model, &by_weights(row), &bounds, &what);
            }
        }
    }
}

#[test]
fn heavy_objectives_are_bounded_with_every_encoding_of_weights() {
    const HEAVY: [&[i64]; 4] = [
        &[400, -100, 1],
        &[200, 201, 100, -300],
        &[1 << 40, (1 << 40) - 1, 3, 1 << 39],
        &[i64::MAX / 8, i64::MAX / 8 - 1, i64::MAX / 9, -(i64::MAX / 10), 77],
    ];
    let rows = pseudo_boolean::ALL.iter().filter(|row| row.name != "repeat").map(Some);
    for (place, weights) in HEAVY.iter().enumerate() {
        let lits = Dice(place as u64).lits(weights.len(), weights.len());
        for sense in [Sense::Minimise, Sense::Maximise] {
            let mut model = variables(weights.len());
            let objective = Objective::from_sum(sense, sum(weights, &lits), 3);
            model.optimise(objective.expect("weights within 64 bits"));
            let objective = model.objective().expect("it was stated");
            let mut bounds: Vec<i64> = assignments(&model)
                .map(|(values, _)| objective.value(&values))
                .flat_map(|value| [value - 1, value])
                .collect();
            bounds.sort_unstable();
            bounds.dedup();
            // An encoding with a variable for each value of the sum is too large for these
            // constraints.
            let has_form = |row: &Option<&PseudoBoolean>| {
                place < 1 || row.is_none_or(|row| row.name != "sequential-weight-counter")
            };
            for (index, row) in rows.clone().chain([None]).filter(has_form).enumerate() {
                let encodings = Encodings { pseudo_boolean: row, ..Encodings::default() };
                let name = row.map_or("auto", |row| row.name);
                let what = format!("{sense:?} {weights:?} {name}");
                check_bounds_in_order(place + index, &model, &encodings, &bounds, &what);
            }
            let written = Written::new(&model, &Encodings::default());
            assert!(written.formula.costs().is_none());
        }
    }
}

#[test]
fn weights_along_at_most_ones_are_right_with_every_encoding_of_weights() {
    let mut dice = Dice(3000);
    for round in 0..40 {
        let mut model = excluding(&mut dice, 6);
        let length = 3 + dice.below(4);
        let lits = dice.lits(6, length);
        let weights: Vec<i64> = lits
            .iter()
            .map(|_| {
                let weight = i64::try_from(1 + dice.below(9)).expect("few");
                if dice.below(3) == 0 { -weight } else { weight }
            })
            .collect();
        let sum = sum(&weights, &lits);
        let bounds: Vec<i64> = (sum.least() - 1..=sum.largest() + 1).collect();
        let bound = bounds[dice.below(bounds.len())];
        if round % 2 == 0 {
            model.linear("c", sum.clone(), RELATIONS[round / 2 % 3], bound);
        }
        let mut bounded = model.clone();
        let sense = [Sense::Minimise, Sense::Maximise][round / 2 % 2];
        bounded.optimise(Objective::from_sum(sense, sum, 0).expect("small weights"));
        for row in pseudo_boolean::ALL {
            let statements: Vec<_> = model.constraints().statements().collect();
            let what = format!("{statements:?} by {}", row.name);
            let encodings = by_weights(row);
            Written::new(&model, &encodings).check(&model, None, &what);
            let what = format!("{what}, {sense:?}");
            check_bounds_in_order(round, &bounded, &encodings, &bounds, &what);
        }
    }
}

/// Returns a model of `number` variables with one to three random at-most-ones of two to four
/// literals. An at-most-one is a constraint of its own, or consists of binary clauses. Some of
/// these constraints also demand a true literal. If there are fewer than four variables, a
/// constraint can have fewer literals.
fn excluding(dice: &mut Dice, number: usize) -> Model {
    let mut model = variables(number);
    for _ in 0..1 + dice.below(3) {
        let length = 2 + dice.below(3);
        let lits = dice.lits(number, length);
        match dice.below(4) {
            0 => model.at_most_one("amo", lits),
            1 => model.exactly_one("eo", lits),
            kind => {
                for (place, &one) in lits.iter().enumerate() {
                    lits[..place].iter().for_each(|&other| model.clause("pair", [!one, !other]));
                }
                if kind == 3 {
                    model.clause("one", lits);
                }
            }
        }
    }
    model
}

/// The shapes along at-most-ones.
const SHAPES: [&str; 3] = ["amo-flat", "amo-chain", "amo-balanced"];

#[test]
fn constraints_along_at_most_ones_are_right_with_every_row() {
    let mut dice = Dice(1000);
    for round in 0..60 {
        let mut model = excluding(&mut dice, 6);
        let length = 3 + dice.below(4);
        let lits = dice.lits(6, length);
        let relation = RELATIONS[round % 3];
        let bound = dice.below(lits.len() + 2);
        if round % 4 == 3 {
            let weights: Vec<i64> =
                lits.iter().map(|_| i64::try_from(1 + dice.below(3)).expect("few")).collect();
            model.linear(
                "c",
                sum(&weights, &lits),
                relation,
                i64::try_from(2 * bound).expect("few"),
            );
        } else {
            model.cardinality("c", lits, relation, bound);
        }
        for row in cardinality::ALL {
            let what = format!(
                "{:?} by {}",
                model.constraints().statements().collect::<Vec<_>>(),
                row.name
            );
            for (place, shape) in SHAPES.iter().enumerate() {
                if place == 0 || row.name == "totalizer" {
                    let encodings = by(row, "groups-proximity", shape);
                    Written::new(&model, &encodings).check(&model, None, &what);
                }
            }
        }
    }
}

#[test]
fn objectives_along_at_most_ones_are_right_with_every_row() {
    let mut dice = Dice(2000);
    for round in 0..40 {
        let mut model = excluding(&mut dice, 6);
        let length = 3 + dice.below(4);
        let lits = dice.lits(6, length);
        let sense = [Sense::Minimise, Sense::Maximise][round % 2];
        let weight = |dice: &mut Dice| {
            i64::try_from(1 + dice.below(3)).expect("few") * if dice.below(3) == 0 { -1 } else { 1 }
        };
        let objective = match round % 4 {
            0 => Objective::minimise(Count::new(lits, Vec::new())),
            1 => Objective::maximise(Count::new(lits, Vec::new())),
            _ => {
                let weights: Vec<i64> = lits.iter().map(|_| weight(&mut dice)).collect();
                Objective::from_sum(sense, sum(&weights, &lits), 2).expect("small weights")
            }
        };
        model.optimise(objective);
        let objective = model.objective().expect("it was stated");
        let bounds: Vec<i64> = (objective.least() - 1..=objective.largest() + 1).collect();
        for row in cardinality::ALL {
            for (place, shape) in SHAPES.iter().enumerate() {
                if place > 0 && row.name != "totalizer" {
                    continue;
                }
                let statements: Vec<_> = model.constraints().statements().collect();
                let what = format!("{objective:?} of {statements:?} by {} {shape}", row.name);
                let mut written = Written::new(&model, &by(row, "groups-occurrence", shape));
                for &bound in &bounds {
                    written.check(&model, Some(bound), &what);
                }
                let mut stated = model.clone();
                stated.demand(bounds[bounds.len() / 2]);
                Written::new(&stated, &by(row, "natural", shape)).check(&stated, None, &what);
            }
        }
    }
}

#[test]
fn what_is_selected_rests_on_nothing_else() {
    let mut model = variables(3);
    let lits: Vec<Lit> = model.lits().collect();
    model.with_origin(Origin::rule("one"), |model| model.at_most_one("amo", lits.iter().copied()));
    model.with_origin(Origin::rule("two"), |model| {
        model.cardinality("c", lits.iter().copied(), Relation::AtMost, 1);
    });
    model.with_origin(Origin::rule("three"), |model| {
        model.cardinality("c", lits.iter().copied(), Relation::AtLeast, 2);
    });
    let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
    let encodings = by(&cardinality::ALL[0], "natural", "amo-flat");
    let selectors = encode_by_origin(&model, &encodings, &mut clauses, &stop);
    let selectors = selectors.expect("a form for all");
    let mut solver = Solver::new(0, &stop);
    solver.add(&clauses);
    for (selected, expected) in [
        (vec![0, 1], Decision::Sat(())),
        (vec![0, 2], Decision::Unsat(())),
        (vec![1, 2], Decision::Unsat(())),
        (vec![2], Decision::Sat(())),
    ] {
        let selected: Vec<Lit> =
            selected.into_iter().map(|place: usize| selectors[place]).collect();
        assert_eq!(solver.solve(&selected), expected);
    }
}
