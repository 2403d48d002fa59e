//! Tests of every class of cuts on random models, whose answers are all known.

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;

use super::*;
use crate::linear::{Literal, Term};
use crate::lp::simplex::SimplexStatus;
use crate::model::{Objective, Relation, Sense, Sum};
use crate::proof::referee::{self, Page, Referee};
use crate::proof::{BoundReification, Kernel, Log, PbVar, PolLine, ProofConstraint};
use crate::search::Cuts;
use crate::search::branch_and_cut::{Point, Separator};

/// The most rounds of cuts for a model.
const MOST_ROUNDS: usize = 4;

/// Draws a model of at most ten variables with costs: knapsacks, coverings and pairs that exclude
/// each other. Also returns its problem in OPB.
fn random_model(random: &mut Rng) -> (Model, String) {
    let mut model = Model::new();
    let number = random.usize(3..=10);
    let lits: Vec<Lit> = (0..number).map(|column| model.variable("x", &[column])).collect();
    for _ in 0..random.usize(3..=number + 3) {
        let (length, largest, relation) = random
            .choice([
                (number, 20, Relation::AtMost),
                (number, 6, Relation::AtLeast),
                (number, 1, Relation::AtLeast),
                (2, 1, Relation::AtMost),
                (2, 1, Relation::AtMost),
            ])
            .expect("some");
        let mut chosen = lits.clone();
        random.shuffle(&mut chosen);
        chosen.truncate(random.usize(2..=length));
        let terms: Vec<_> =
            chosen.into_iter().map(|atom| Term { weight: random.i64(1..=largest), atom }).collect();
        let total: i64 = terms.iter().map(|term| term.weight).sum();
        let bound = (total / 2 + random.i64(-2..=2)).clamp(1, total - 1);
        model.linear("rows", Sum::new(terms).expect("small weights"), relation, bound);
    }
    let costs: Vec<_> = lits
        .iter()
        .map(|&atom| Term { weight: random.i64(1..=20) * [1, -1][random.usize(..2)], atom })
        .collect();
    let mut opb = "min:".to_owned();
    (1..).zip(&costs).for_each(|(number, cost)| opb += &format!(" {:+} x{number}", cost.weight));
    opb += " ;\n";
    opb += &referee::rows(&model);
    let sum = Sum::new(costs).expect("small weights");
    model.optimise(Objective::from_sum(Sense::Minimise, sum, 0).expect("small weights"));
    (model, opb)
}

/// Returns whether a row holds if exactly the variables in `ones` are true.
fn holds<V: Copy + Ord>(row: &Inequality<V>, ones: &[V]) -> bool {
    let is_true = |lit: Literal<V>| ones.contains(&lit.variable) != lit.is_negated;
    let terms = row.terms().filter(|(_, lit)| is_true(*lit));
    terms.map(|(weight, _)| weight).sum::<i128>() >= row.degree()
}

/// Returns every assignment to the columns, as the columns that are 1.
fn assignments(columns: &Columns) -> impl Iterator<Item = Vec<usize>> {
    let number = columns.lits.len();
    (0..1_u32 << number).map(move |word| (0..number).filter(|one| word >> one & 1 == 1).collect())
}

fn cost(columns: &Columns, ones: &[usize]) -> i64 {
    ones.iter().map(|&column| columns.costs[column]).sum()
}

/// The derived rows and cuts of a model in a proof.
struct Derivation<'a> {
    client: &'a RowClient<'a>,
    /// The row "the cost is at most the bound", and its constraint in the proof.
    within: (Inequality<usize>, ProofConstraint),
    derived: HashMap<Arc<Inequality<usize>>, ProofConstraint>,
}

impl Derivation<'_> {
    /// Derives a row or a cut at the first call. Returns `None` if it cannot be derived.
    fn derive(
        &mut self,
        row: &Arc<Inequality<usize>>,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        if **row == self.within.0 {
            return Some(self.within.1.clone());
        }
        if let Some(known) = self.derived.get(row) {
            return Some(known.clone());
        }
        let client = self.client;
        let known = client.derive(row, &mut |row, kernel| self.derive(row, kernel), kernel)?;
        self.derived.insert(row.clone(), known.clone());
        Some(known)
    }
}

/// Searches a few rounds of cuts of one class, and adds them to the linear program. Tests each cut
/// against all answers and against the point, and derives it in a proof, which a second checker
/// reads. Returns the number of cuts.
fn check_cuts(class: &'static CutClass, random: &mut Rng) -> usize {
    let (model, opb) = random_model(random);
    let stop = Stop::unlimited();
    let of_model = ColumnsOfModel::new(&model, [].into_iter(), &stop).expect("rows and a sum");
    let columns = &of_model.columns;
    let rows: Vec<&Inequality<usize>> = columns.premises().map(|row| &*row.inequality).collect();
    let is_answer = |ones: &Vec<usize>| rows.iter().all(|row| holds(row, ones));
    let costs = assignments(columns).filter(is_answer).map(|ones| cost(columns, &ones));
    let most = costs.min().unwrap_or(0) + random.i64(-1..=1);
    let answers: Vec<Vec<usize>> = assignments(columns)
        .filter(|ones| is_answer(ones) && cost(columns, ones) <= most)
        .collect();

    let page = Page::default();
    let log = Log::new(&model, of_model.least, Box::new(page.clone())).expect("variables");
    let kernel = &mut log.open().kernel;
    let Some(BoundReification::Reified(worse)) = kernel.define_worse_than(most) else { return 0 };
    let (row_of_costs, divisor) = columns.row_of_costs(most);
    let mut line = PolLine::new(&worse.backward, 1);
    line.divide(divisor);
    let within = (row_of_costs, kernel.sum(line));

    let cuts: Cuts = [class].into_iter().collect();
    let client = RowClient::new(columns, &cuts, true, 0, &stop);
    let mut derivation = Derivation { client: &client, within, derived: HashMap::new() };
    let mut program = columns.program();
    let mut number = 0;
    for _ in 0..MOST_ROUNDS {
        if program.solve(f64::INFINITY, 1_000) != SimplexStatus::Optimal {
            break;
        }
        let point = Point::from_program(&program);
        let found = client.separate(&point, &program, most);
        number += found.len();
        for cut in found {
            let name = format!("{} of cost {most}: {cut:?} in\n{opb}", class.name);
            assert!(mir::depth_of(&cut, &point.values) > 0.0, "the point satisfies {name}");
            assert!(answers.iter().all(|ones| holds(&cut, ones)), "no answer violates {name}");
            let cut = Arc::new(cut);
            let known = derivation.derive(&cut, kernel).unwrap_or_else(|| panic!("{name}"));
            for ones in assignments(columns) {
                let true_variables: Vec<PbVar> = ones
                    .iter()
                    .map(|&column| kernel.literal(columns.lits[column]).variable)
                    .chain(worse.lit.is_negated.then_some(worse.lit.variable))
                    .collect();
                let is_derived = holds(&known.inequality, &true_variables);
                assert_eq!(is_derived, holds(&cut, &ones), "{:?} for {name}", known.inequality);
            }
            program.add((*cut).clone());
        }
    }
    let checked = Referee::from_opb(&opb).check(&page.text());
    checked.unwrap_or_else(|step| panic!("{} in\n{opb}{step}", class.name));
    number
}

#[test]
fn every_class_finds_cuts_that_follow_and_are_derived() {
    for class in CUT_CLASSES {
        let mut random = Rng::with_seed(43);
        let number: usize = (0..1_000).map(|_| check_cuts(class, &mut random)).sum();
        assert!(number > 20, "{}: {number} cuts", class.name);
    }
}

#[test]
fn no_class_finds_no_cuts() {
    let mut random = Rng::with_seed(44);
    let stop = Stop::unlimited();
    let mut number = 0;
    for _ in 0..50 {
        let (model, _) = random_model(&mut random);
        let columns =
            ColumnsOfModel::new(&model, [].into_iter(), &stop).expect("rows and a sum").columns;
        let mut program = columns.program();
        program.solve(f64::INFINITY, 1_000);
        let point = Point::from_program(&program);
        let found = |cuts: &Cuts| {
            let client = RowClient::new(&columns, cuts, false, 0, &stop);
            client.separate(&point, &program, 0).len()
        };
        assert_eq!(found(Cuts::NONE), 0);
        number += found(&Cuts::all());
    }
    assert!(number > 20, "{number} cuts");
}
