//! A second program that adds up the multipliers of a dual, in exact rationals.
//!
//! `quarrel::relax::dual` bounds the objective of a model by constraints with multipliers. This
//! program gets the model and the multipliers and adds them up again. It does not trust the
//! inequalities that it gets: each names its constraint, and the program reads that constraint from
//! the model.
//!
//! **Reading a constraint.** A constraint on n literals allows some of the numbers 0 … n of true
//! literals. The least and the largest allowed number give its inequalities. If exactly 0 and 2 of
//! two literals are allowed, they are equal as well. A complement of the objective is an equation
//! between two counts. An inequality of the dual has to be one of these, or weaker. For small
//! constraints, a test checks the readings against all assignments.
//!
//! **The sum.** Constraints Σ a·x ≥ b with nonnegative multipliers add up to Σ A·x ≥ B. The
//! objective is Σ cost·x, each x is 0 or 1, so Σ cost·x ≥ B + Σ min(0, cost − A). The remainder
//! cost − A also shows which variables have a fixed value in every solution up to a given cost.
//!
//! The claims of the dual have to equal these results. The bound has to admit the known optima, and
//! every solution of small models.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use quarrel::deduce::{self, Fact, Rules};
use quarrel::family::Family;
use quarrel::formulation::Formulation;
use quarrel::model::{
    Count, Lit, Model, Objective, Parity, Premise, Relation, Sense, SingleCount, Statement, Values,
};
use quarrel::puzzles::PUZZLES;
use quarrel::relax::dual::{DualSolution, SCALE};
use quarrel::stop::Stop;

use crate::puzzles::{Random, family, open, sized};

/// An inequality of a dual: Σ coefficient·x ≥ least, and what it relaxes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RelaxedRow {
    terms: Vec<(usize, i64)>,
    least: i64,
    origin: Premise,
}

/// Returns the inequalities of a dual with their multipliers.
fn used(dual: &DualSolution) -> Vec<(RelaxedRow, i64)> {
    let rows = dual.used_rows().map(|(row, origin, times)| {
        assert_eq!(row.relation, Relation::AtLeast);
        let terms = row.sum.terms().map(|term| (term.atom, term.weight)).collect();
        (RelaxedRow { terms, least: row.bound, origin }, times)
    });
    rows.collect()
}

/// The inequality Σ coefficient·x ≥ least, by variable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inequality {
    terms: BTreeMap<usize, i64>,
    least: i64,
}

impl Inequality {
    fn of<'a>(lits: impl IntoIterator<Item = (&'a Lit, i64)>, least: i64) -> Inequality {
        let mut inequality = Inequality { terms: BTreeMap::new(), least };
        for (lit, times) in lits {
            // A negated literal is 1 − x.
            let coefficient = if lit.is_negated() { -times } else { times };
            *inequality.terms.entry(lit.variable()).or_default() += coefficient;
            inequality.least -= if lit.is_negated() { times } else { 0 };
        }
        inequality
    }

    fn sum(&self, values: &Values) -> i64 {
        let terms = self.terms.iter();
        terms
            .filter(|&(&variable, _)| values.is_true(positive(variable)))
            .map(|(_, times)| times)
            .sum()
    }

    fn holds(&self, values: &Values) -> bool {
        self.sum(values) >= self.least
    }

    /// Compares the terms and the bound of the row.
    fn implies(&self, row: &RelaxedRow) -> bool {
        let terms: BTreeMap<usize, i64> = row.terms.iter().copied().collect();
        terms.len() == row.terms.len() && terms == self.terms && self.least >= row.least
    }
}

fn positive(variable: usize) -> Lit {
    Lit::from_dimacs(i32::try_from(variable + 1).expect("variables have DIMACS numbers"))
}

fn allows(statement: Statement, number: usize) -> bool {
    match statement {
        Statement::Clause(_) => number > 0,
        Statement::AtMostOne(_) => number < 2,
        Statement::ExactlyOne(_) => number == 1,
        Statement::Cardinality(_, Relation::AtMost, bound) => number <= bound,
        Statement::Cardinality(_, Relation::AtLeast, bound) => number >= bound,
        Statement::Cardinality(_, Relation::Exactly, bound) => number == bound,
        Statement::Parity(_, Parity::Even) => number.is_multiple_of(2),
        Statement::Parity(_, Parity::Odd) => !number.is_multiple_of(2),
        Statement::Linear(..) => unreachable!("no puzzle has weights"),
    }
}

fn whole(number: usize) -> i64 {
    i64::try_from(number).expect("fewer literals than that")
}

fn readings(statement: Statement) -> Option<Vec<Inequality>> {
    let lits = statement.lits();
    let allowed: Vec<i64> =
        (0..=lits.len()).filter(|&number| allows(statement, number)).map(whole).collect();
    let (first, last) = (*allowed.first()?, *allowed.last()?);
    let mut readings = vec![
        Inequality::of(lits.iter().map(|lit| (lit, 1)), first),
        Inequality::of(lits.iter().map(|lit| (lit, -1)), -last),
    ];
    if let [one, other] = lits
        && allowed == [0, 2]
    {
        readings.push(Inequality::of([(one, 1), (other, -1)], 0));
        readings.push(Inequality::of([(one, -1), (other, 1)], 0));
    }
    Some(readings)
}

fn readings_of_complement(model: &Model, place: usize) -> Option<Vec<Inequality>> {
    let SingleCount { count, complements, .. } = model.objective()?.single_count()?;
    let complement = complements.get(place)?;
    let (weight, total) =
        (i64::try_from(complement.weight).ok()?, i64::try_from(complement.total).ok()?);
    let reading = |sign: i64| {
        let counted = count.lits.iter().map(|lit| (lit, sign * weight));
        let others = complement.count.lits.iter().map(|lit| (lit, sign));
        Inequality::of(counted.chain(others), sign * total)
    };
    Some(vec![reading(1), reading(-1)])
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Flaw {
    /// The multiplier is negative and would reverse the inequality.
    Negative(RelaxedRow),
    Unknown(RelaxedRow),
    NotImplied(RelaxedRow),
}

/// What the multiplied constraints prove about the costs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Proof {
    /// The lower bound on the cost of every solution.
    least: BigRational,
    /// For each variable, its cost minus its coefficient in the sum.
    remainder: Vec<BigRational>,
}

fn ratio(parts: i128) -> BigRational {
    BigRational::new(BigInt::from(parts), BigInt::from(SCALE))
}

fn integer(number: i64) -> BigRational {
    BigRational::from_integer(BigInt::from(number))
}

fn costs(model: &Model) -> Option<Inequality> {
    let objective = model.objective()?;
    let count = &objective.single_count()?.count;
    let sign = if objective.sense() == Sense::Minimise { 1 } else { -1 };
    Some(Inequality::of(count.lits.iter().map(|lit| (lit, sign)), 0))
}

/// Returns the inequality of the model that a row weakens; an error if there is none.
fn inequality(model: &Model, row: &RelaxedRow) -> Result<Inequality, Flaw> {
    let unknown = || Flaw::Unknown(row.clone());
    let readings = match row.origin {
        Premise::Constraint(place) => {
            let constraint = model.constraints().get(place).ok_or_else(unknown)?;
            let Some(readings) = readings(constraint.statement) else {
                // No assignment satisfies the constraint, so every inequality follows.
                let terms = row.terms.iter().copied().collect();
                return Ok(Inequality { terms, least: row.least });
            };
            readings
        }
        Premise::Complement(place) => readings_of_complement(model, place).ok_or_else(unknown)?,
    };
    readings
        .into_iter()
        .find(|reading| reading.implies(row))
        .ok_or_else(|| Flaw::NotImplied(row.clone()))
}

/// Adds up the constraints that the rows name. The multipliers are in units of 1 / [`SCALE`].
fn add_up(model: &Model, rows: &[(RelaxedRow, i64)]) -> Result<Proof, Flaw> {
    let costs = costs(model).expect("an objective of one count");
    let mut least = integer(-costs.least);
    let mut remainder = vec![integer(0); model.labels().len()];
    for (variable, cost) in costs.terms {
        remainder[variable] += integer(cost);
    }
    for (row, multiplier) in rows {
        if *multiplier < 0 {
            return Err(Flaw::Negative(row.clone()));
        }
        let multiplier = ratio(i128::from(*multiplier));
        let inequality = inequality(model, row)?;
        least += &multiplier * integer(inequality.least);
        for (variable, coefficient) in inequality.terms {
            remainder[variable] -= &multiplier * integer(coefficient);
        }
    }
    least += remainder.iter().filter(|left| **left < integer(0)).sum::<BigRational>();
    Ok(Proof { least, remainder })
}

impl Proof {
    /// Returns the literals that are true in every solution of at most this cost.
    fn fixed(&self, cost: i64) -> Vec<Lit> {
        let left = integer(cost) - &self.least;
        let literals = self.remainder.iter().enumerate().filter_map(|(variable, remainder)| {
            let lit = positive(variable);
            let (dear, cheap) = (*remainder > left, -remainder > left);
            if dear { Some(!lit) } else { cheap.then_some(lit) }
        });
        literals.collect()
    }
}

fn check(model: &Model, dual: &DualSolution) -> Proof {
    let rows = used(dual);
    let proof = add_up(model, &rows).unwrap_or_else(|flaw| panic!("{flaw:?}"));
    assert_eq!(proof.least, ratio(dual.least()), "the sum is another one");
    assert_eq!(proof.least.ceil(), integer(dual.bound()), "the bound is another one");
    for cost in dual.bound()..dual.bound() + 5 {
        assert_eq!(dual.fixed_at(value(model, cost)), proof.fixed(cost), "at a cost of {cost}");
    }
    proof
}

fn value(model: &Model, cost: i64) -> i64 {
    let objective = model.objective().expect("an objective");
    if objective.sense() == Sense::Minimise { cost } else { -cost }
}

/// The maximum number of nodes of a search for all solutions of a model.
const MOST_NODES: usize = 50_000;

struct Solutions<'a> {
    /// For each variable, the statements of which it is the last variable.
    ending: Vec<Vec<Statement<'a>>>,
    values: Vec<bool>,
    nodes: usize,
    found: Vec<Values>,
}

impl Solutions<'_> {
    /// Returns all solutions, or those found before the maximum number of nodes.
    fn of(model: &Model) -> Vec<Values> {
        let variables = model.labels().len();
        let mut solutions = Solutions {
            ending: vec![Vec::new(); variables],
            values: Vec::new(),
            nodes: 0,
            found: Vec::new(),
        };
        for statement in model.constraints().statements() {
            match statement.lits().iter().map(|lit| lit.variable()).max() {
                Some(last) => solutions.ending[last].push(statement),
                None if allows(statement, 0) => {}
                None => return Vec::new(),
            }
        }
        solutions.search();
        solutions.found
    }

    fn search(&mut self) {
        let variable = self.values.len();
        self.nodes += 1;
        if variable == self.ending.len() {
            self.found.push(Values::new(self.values.clone()));
            return;
        }
        for value in [false, true] {
            if self.nodes < MOST_NODES {
                self.values.push(value);
                if self.ending[variable].iter().all(|statement| self.keeps(*statement)) {
                    self.search();
                }
                self.values.pop();
            }
        }
    }

    fn keeps(&self, statement: Statement) -> bool {
        let is_true = |lit: &&Lit| self.values[lit.variable()] != lit.is_negated();
        allows(statement, statement.lits().iter().filter(is_true).count())
    }
}

/// Checks that each solution costs at least the proved bound, has the literals that are fixed at
/// its cost, and satisfies the complements. Returns the number of solutions.
fn check_solutions(model: &Model, dual: &DualSolution, proof: &Proof) -> usize {
    let costs = costs(model).expect("an objective of one count");
    let complements: Vec<Inequality> =
        (0..).map_while(|place| readings_of_complement(model, place)).flatten().collect();
    let mut by_cost: BTreeMap<i64, Vec<Values>> = BTreeMap::new();
    for values in Solutions::of(model) {
        by_cost.entry(costs.sum(&values) - costs.least).or_default().push(values);
    }
    for (&cost, solutions) in &by_cost {
        assert!(integer(cost) >= proof.least, "{cost} is less than {}", proof.least);
        let fixed = dual.fixed_at(value(model, cost));
        for values in solutions {
            assert!(fixed.iter().all(|&lit| values.is_true(lit)), "{fixed:?} at a cost of {cost}");
            assert!(complements.iter().all(|reading| reading.holds(values)), "{complements:?}");
        }
    }
    by_cost.values().map(Vec::len).sum()
}

struct Board {
    family: &'static Family,
    rows: usize,
    columns: usize,
    variant: Option<String>,
}

impl Board {
    fn model(&self, formulation: &Formulation) -> Model {
        let size = format!("{}x{}", self.rows, self.columns);
        let variants: Vec<&str> = self.variant.as_deref().into_iter().collect();
        // A model of one number of pieces has a third as many as cells.
        let number = i64::try_from(self.rows * self.columns / 3).expect("a small board");
        open(self.family, &sized(&size, &variants)).model(formulation).for_value(number)
    }

    fn optimum(&self) -> Option<i64> {
        let sides = [self.rows.to_string(), self.columns.to_string()];
        let (text, sides, column): (&str, &[String], usize) =
            match (self.family.name, &self.variant) {
                ("gunport", None) => (include_str!("../truth/gunport.csv"), &sides, 2),
                ("gunport", Some(_)) => (include_str!("../truth/gunport-no-slide.csv"), &sides, 2),
                ("abbott-window", variant) if self.rows == self.columns => {
                    let kind = variant.as_deref().unwrap_or("standard").to_owned();
                    let key = [sides[0].clone(), kind];
                    return known(include_str!("../truth/abbott-window.csv"), &key, 3);
                }
                _ => return None,
            };
        known(text, sides, column)
    }
}

/// Returns a number from the row of a table that begins with `key`; `None` if the row says that
/// there is no answer.
fn known(table: &str, key: &[String], column: usize) -> Option<i64> {
    let mut rows = table.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let row = rows.find(|row| row.iter().zip(key).all(|(field, key)| field == key))?;
    row[column].parse().ok().filter(|&number| number >= 0)
}

fn boards(family: &'static Family, longest: usize) -> Vec<Board> {
    let variants = family.variants.iter().map(|variant| match variant.value {
        None => variant.name.to_owned(),
        Some(_) => format!("{}=2", variant.name),
    });
    let choices: Vec<Option<String>> = std::iter::once(None).chain(variants.map(Some)).collect();
    let sides = || 1..=longest;
    let sizes = sides().flat_map(|rows| sides().map(move |columns| (rows, columns)));
    let boards = sizes.flat_map(|(rows, columns)| {
        choices.iter().map(move |variant| Board { family, rows, columns, variant: variant.clone() })
    });
    let is_board = |board: &Board| {
        family.open(&sized(&format!("{}x{}", board.rows, board.columns), &[])).is_ok()
    };
    boards.filter(is_board).collect()
}

#[derive(Debug, Default)]
struct Seen {
    duals: usize,
    with_optimum: usize,
    solutions: usize,
}

fn check_board(board: &Board, formulation: &Formulation, seen: &mut Seen) {
    let stated = board.model(formulation);
    let mut deduced = stated.clone();
    Rules::all().apply(&mut deduced, &Stop::unlimited());
    for model in [stated, deduced] {
        let Some(dual) = DualSolution::from_model(&model, &Stop::unlimited()) else { continue };
        let proof = check(&model, &dual);
        seen.solutions += check_solutions(&model, &dual, &proof);
        seen.duals += 1;
        let optimum = board.optimum().filter(|_| !formulation.of_value);
        if let Some(optimum) = optimum {
            let cost = value(&model, optimum);
            assert!(integer(cost) >= proof.least, "{optimum} is better than {}", proof.least);
            seen.with_optimum += 1;
        }
    }
}

/// The factor by which boards are smaller than a formulation allows, if its models grow fast.
const MARGIN: usize = 33;

fn check_families(longest: usize) {
    let (mut families, mut with_optimum) = (Vec::new(), 0);
    for family in PUZZLES {
        let mut seen = Seen::default();
        for board in boards(family, longest) {
            let fits = |formulation: &&Formulation| {
                let cells = board.rows * board.columns;
                formulation.most_cells.is_none_or(|most| MARGIN * cells <= most)
            };
            for formulation in family.formulations.iter().filter(fits) {
                check_board(&board, formulation, &mut seen);
            }
        }
        println!("{}: {seen:?}", family.name);
        if seen.duals > 0 {
            assert!(seen.solutions > 0, "{}: {seen:?}", family.name);
            families.push(family.name);
            with_optimum += seen.with_optimum;
        }
    }
    for name in ["abbott-window", "gunport", "armies"] {
        assert!(families.contains(&name), "{name} has no dual");
    }
    assert!(with_optimum > 0, "no bound was compared with an optimum");
}

#[test]
fn duals_of_every_family_add_up() {
    check_families(4);
}

#[test]
#[ignore = "long: half a minute, boards up to 81 cells"]
fn duals_of_every_family_add_up_on_larger_boards() {
    check_families(9);
}

/// Returns a model of random constraints of every kind, such as no family states.
fn random_model(random: &mut Random) -> Model {
    let mut model = Model::new();
    let variables: Vec<Lit> = (0..8).map(|index| model.variable("x", &[index])).collect();
    let some_lits = |random: &mut Random| {
        let some = variables.iter().filter(|_| random.below(2) == 0).copied().collect::<Vec<_>>();
        some.into_iter().map(|lit| if random.below(3) == 0 { !lit } else { lit }).collect()
    };
    for _ in 0..5 {
        let lits: Vec<Lit> = some_lits(random);
        let bound = random.below(lits.len() + 1);
        match random.below(8) {
            0 => model.clause("clauses", lits),
            1 => model.at_most_one("at most one", lits),
            2 => model.exactly_one("exactly one", lits),
            3 => model.cardinality("at most", lits, Relation::AtMost, bound),
            4 => model.cardinality("at least", lits, Relation::AtLeast, bound),
            5 => model.cardinality("exactly", lits, Relation::Exactly, bound),
            6 => model.parity("odd", lits, Parity::Odd),
            _ => model.parity("even", lits, Parity::Even),
        }
    }
    let count = Count::new(some_lits(random), Vec::new());
    let sense = [Objective::minimise, Objective::maximise][random.below(2)];
    model.optimise(sense(count));
    model
}

#[test]
fn duals_of_random_constraints_add_up() {
    let mut random = Random(3);
    let (mut solutions, mut bounds) = (0, 0);
    for _ in 0..600 {
        let model = random_model(&mut random);
        let Some(dual) = DualSolution::from_model(&model, &Stop::unlimited()) else {
            let mut statements = model.constraints().statements();
            assert!(statements.any(|one| one.lits().is_empty()), "one count");
            continue;
        };
        let proof = check(&model, &dual);
        solutions += check_solutions(&model, &dual, &proof);
        bounds += usize::from(dual.used_rows().next().is_some());
    }
    assert!(solutions > 1000 && bounds > 500, "{solutions} solutions, {bounds} bounds");
}

/// The sides of square windows, and the largest number of lit panes that their duals admit. For odd
/// sides, a dual does not show that the number is even.
const WINDOWS: [(usize, i64); 9] = [
    (17, 269),
    (19, 338),
    (21, 416),
    (23, 501),
    (25, 594),
    (27, 696),
    (29, 805),
    (31, 922),
    (33, 1048),
];

#[test]
fn duals_of_odd_windows_bound_them() {
    let rule = deduce::ALL.iter().find(|rule| rule.name == "dual").expect("a rule of the list");
    let family = family("abbott-window");
    for &(side, lit) in &WINDOWS {
        let board = Board { family, rows: side, columns: side, variant: None };
        let model = board.model(&family.formulations[0]);
        let dual = DualSolution::from_model(&model, &Stop::unlimited()).expect("one count");
        let proof = check(&model, &dual);
        assert_eq!(proof.least.ceil(), integer(-lit), "{side}");
        let claimed = (rule.apply)(&model, &Stop::unlimited());
        let Some((Fact::Limit { value: limit, .. }, _)) = claimed else {
            panic!("{side}: {claimed:?}")
        };
        assert_eq!(limit, lit, "{side}");
    }
}

fn assignments(variables: usize) -> impl Iterator<Item = Values> {
    let values =
        move |bits: u32| (0..variables).map(|variable| bits >> variable & 1 == 1).collect();
    (0..1_u32 << variables).map(values).map(Values::new)
}

fn statements(lits: &[Lit]) -> Vec<Statement<'_>> {
    let mut statements = vec![
        Statement::Clause(lits),
        Statement::AtMostOne(lits),
        Statement::ExactlyOne(lits),
        Statement::Parity(lits, Parity::Even),
        Statement::Parity(lits, Parity::Odd),
    ];
    for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
        let bounds = 0..=lits.len() + 1;
        statements.extend(bounds.map(|b| Statement::Cardinality(lits, relation, b)));
    }
    statements
}

/// A statement without readings has no solution.
#[test]
fn readings_follow_from_statements() {
    for number in 0..=5 {
        for signs in assignments(number) {
            let lits: Vec<Lit> = (0..number)
                .map(positive)
                .map(|lit| if signs.is_true(lit) { lit } else { !lit })
                .collect();
            for statement in statements(&lits) {
                let kept: Vec<Values> = assignments(number)
                    .filter(|values| statement.is_satisfied_by(values))
                    .collect();
                let Some(readings) = readings(statement) else {
                    assert!(kept.is_empty(), "{statement:?}");
                    continue;
                };
                for reading in readings {
                    assert!(kept.iter().all(|values| reading.holds(values)), "{statement:?}");
                    let is_met = |values: &Values| reading.sum(values) == reading.least;
                    assert!(kept.iter().any(is_met), "{statement:?}");
                }
            }
        }
    }
}

fn sample(name: &str, side: usize) -> (Model, Vec<(RelaxedRow, i64)>) {
    let board = Board { family: family(name), rows: side, columns: side, variant: None };
    let model = board.model(&board.family.formulations[0]);
    let dual = DualSolution::from_model(&model, &Stop::unlimited()).expect("one count");
    let rows = used(&dual);
    (model, rows)
}

/// Changes of a row, each of which makes the row stronger than its constraint.
const DAMAGES: [fn(&mut RelaxedRow); 6] = [
    |row| row.least += 1,
    |row| row.terms[0].1 *= 2,
    |row| row.terms[0].0 += 1,
    |row| row.terms.extend(row.terms.clone()),
    |row| row.terms.clear(),
    |row| row.origin = Premise::Constraint(0),
];

#[test]
fn damaged_rows_are_found() {
    for (name, side) in [("abbott-window", 7), ("gunport", 5)] {
        let (model, rows) = sample(name, side);
        assert!(rows.len() > 10, "{name}: {rows:?}");
        // The wrong constraint has to be about other variables.
        let first = model.constraints().constraint(0).statement.lits()[0].variable();
        let others = |row: &RelaxedRow| row.terms.iter().all(|&(variable, _)| variable != first);
        for index in (0..rows.len()).filter(|&index| others(&rows[index].0)) {
            for damage in DAMAGES {
                let mut damaged = rows.clone();
                damage(&mut damaged[index].0);
                let told = Flaw::NotImplied(damaged[index].0.clone());
                assert_eq!(add_up(&model, &damaged), Err(told), "{:?}", rows[index]);
            }
        }
    }
}

#[test]
fn negative_multipliers_are_found() {
    for (name, side) in [("abbott-window", 7), ("gunport", 5)] {
        let (model, rows) = sample(name, side);
        for index in 0..rows.len() {
            let mut damaged = rows.clone();
            damaged[index].1 *= -1;
            let told = Flaw::Negative(rows[index].0.clone());
            assert_eq!(add_up(&model, &damaged), Err(told));
        }
    }
}

#[test]
fn constraints_that_are_not_there_are_found() {
    let (model, rows) = sample("gunport", 5);
    let beyond = model.constraints().len();
    for origin in [Premise::Constraint(beyond), Premise::Complement(beyond)] {
        let mut damaged = rows.clone();
        damaged[0].0.origin = origin;
        let told = Flaw::Unknown(damaged[0].0.clone());
        assert_eq!(add_up(&model, &damaged), Err(told));
    }
}

#[test]
fn other_multipliers_prove_less() {
    for (name, side) in [("abbott-window", 7), ("gunport", 5)] {
        let (model, rows) = sample(name, side);
        let least = |rows: &[(RelaxedRow, i64)]| add_up(&model, rows).map(|proof| proof.least);
        let best = least(&rows).expect("its rows are implied");
        let mut fewer = rows.clone();
        fewer.truncate(rows.len() / 2);
        let halves: Vec<(RelaxedRow, i64)> =
            rows.into_iter().map(|(row, times)| (row, times / 2)).collect();
        assert!(least(&halves).is_ok_and(|least| least < best), "{name}");
        assert!(least(&fewer).is_ok_and(|least| least < best), "{name}");
    }
}
