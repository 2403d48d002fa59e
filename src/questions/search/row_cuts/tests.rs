//! Tests of every class of cuts on random models, whose answers are all known.

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;

use super::recorder::next_narrowed;
use super::*;
use crate::bounds::Bounds;
use crate::linear::{Literal, Term};
use crate::lp::simplex::SimplexStatus;
use crate::model::{Objective, Relation, Sense, Sum};
use crate::proof::referee::{self, Page, Referee};
use crate::proof::{BoundReification, Kernel, Log, PbVar, PolLine, ProofConstraint};
use crate::search::branch_and_cut::{Point, RootBound, Separator};
use crate::search::{Cuts, Finding, Status, Stop, oll, optimise};
use crate::written::{FAMILY, ModelFile};

/// The most rounds of cuts for a model.
const MOST_ROUNDS: usize = 4;

/// Draws a model of at most ten variables with costs up to 20. Also returns its problem in OPB.
fn random_model(random: &mut Rng) -> (Model, String) {
    let number = random.usize(3..=10);
    draw_model(number, 20, random)
}

/// Draws a model with costs up to `most_cost`: knapsacks, coverings and pairs that exclude each
/// other. Also returns its problem in OPB.
fn draw_model(number: usize, most_cost: i64, random: &mut Rng) -> (Model, String) {
    let mut model = Model::new();
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
        .map(|&atom| Term { weight: random.i64(1..=most_cost) * [1, -1][random.usize(..2)], atom })
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

/// Returns the values of the `variables` variables of the model in all answers of its columns, each
/// with its value.
fn answers(model: &ColumnsOfModel, variables: usize) -> Vec<(Vec<bool>, i64)> {
    let columns = &model.columns;
    let number = columns.lits.len();
    let answers = assignments(columns)
        .filter(|ones| columns.premises().all(|row| holds(&row.inequality, ones)))
        .map(|ones| {
            let ones_and_zeros: Vec<bool> =
                (0..number).map(|column| ones.contains(&column)).collect();
            let values = model.values(&ones_and_zeros).first(variables);
            (values, model.value(cost(columns, &ones)))
        });
    let mut answers: Vec<_> = answers.collect();
    answers.sort();
    answers
}

/// A part has exactly the answers in which its literals are true, with their values.
#[test]
fn a_part_has_the_answers_in_which_its_literals_are_true() {
    let mut random = Rng::with_seed(1980);
    let mut empty = 0;
    for number in 0..2_000 {
        let (model, opb) = random_model(&mut random);
        let whole = ColumnsOfModel::new(&model, [].into_iter(), &Stop::unlimited()).expect("rows");
        let fixed: Vec<Literal<usize>> = (0..whole.columns.lits.len())
            .filter_map(|variable| {
                let value = random.choice([None, Some(false), Some(true)]).expect("some");
                value.map(|is_negated| Literal { variable, is_negated })
            })
            .collect();
        let variables = model.labels().len();
        let mut expected = answers(&whole, variables);
        expected
            .retain(|(values, _)| fixed.iter().all(|lit| values[lit.variable] != lit.is_negated));
        let part = whole.restricted(fixed.iter().copied());
        empty += usize::from(part.is_none());
        let found = part.as_ref().map_or_else(Vec::new, |part| answers(part, variables));
        assert_eq!(found, expected, "{number}: {fixed:?}\n{opb}");
    }
    assert!(empty > 100, "{empty} parts have no answer");
}

/// Returns the bound of the root's linear program without cuts, if the program has a solution.
fn bound_of_root(model: &ColumnsOfModel) -> Option<RootBound> {
    let (cuts, stop) = (CUT_CLASSES.iter().collect(), Stop::unlimited());
    let client = RowClient::new(&model.columns, &cuts, false, 0, &stop);
    let branching = Branching::by_history(model.columns.lits.len());
    Tree::new(&model.columns, &client, branching, None, false).root_bound()
}

/// The literals that the root fixes for a bound are true in all answers within this bound.
#[test]
fn the_bound_of_the_root_fixes_what_all_answers_share() {
    let mut random = Rng::with_seed(1999);
    let mut number = 0;
    for _ in 0..1_000 {
        let (model, opb) = random_model(&mut random);
        let whole = ColumnsOfModel::new(&model, [].into_iter(), &Stop::unlimited()).expect("rows");
        let Some(root) = bound_of_root(&whole) else { continue };
        for most in root.least - 1..root.least + 30 {
            let fixed: Vec<Literal<usize>> = root.fixed(most).collect();
            assert_eq!(fixed.len() + root.count_free(most), whole.columns.lits.len());
            number += fixed.len();
            for (values, value) in answers(&whole, model.labels().len()) {
                if whole.cost(value) <= most {
                    let is_true = |lit: &Literal<usize>| values[lit.variable] != lit.is_negated;
                    assert!(fixed.iter().all(is_true), "{fixed:?} for {most}\n{opb}");
                    assert!(whole.cost(value) >= root.least, "{value}\n{opb}");
                }
            }
        }
        for free in 0..whole.columns.lits.len() {
            let most = root.most_with_free(free);
            assert!(root.count_free(most) <= free || most == root.least, "{free}\n{opb}");
        }
    }
    assert!(number > 1_000, "{number} literals were fixed");
}

/// Narrowed searches have ever larger bounds, each of which fixes at least half of the columns.
#[test]
fn narrowed_bounds_grow_and_fix_half_of_the_columns() {
    let mut random = Rng::with_seed(2024);
    for number in 0..500 {
        let (model, opb) = draw_model(random.usize(3..=40), 1_000, &mut random);
        let whole = ColumnsOfModel::new(&model, [].into_iter(), &Stop::unlimited()).expect("rows");
        let Some(root) = bound_of_root(&whole) else { continue };
        let (columns, most) = (whole.columns.lits.len(), root.least + random.i64(0..3_000));
        let mut excluded = None;
        while let Some(narrowed) = next_narrowed(&root, excluded, most, columns) {
            assert!(excluded.is_none_or(|excluded| excluded < narrowed), "{number}:\n{opb}");
            assert!(2 * root.count_free(narrowed) <= columns, "{number}:\n{opb}");
            assert!(narrowed <= most, "{number}:\n{opb}");
            if narrowed == most {
                break;
            }
            excluded = Some(narrowed);
        }
    }
}

/// The strategy finds the optimum of models whose first answers are far from it, so that narrowed
/// searches come before the search of all columns.
#[test]
fn narrowed_searches_find_the_optimum() {
    let mut random = Rng::with_seed(1980);
    let mut narrowed = 0;
    for number in 0..300 {
        let (model, opb) = draw_model(13, 2_000, &mut random);
        let whole = ColumnsOfModel::new(&model, [].into_iter(), &Stop::unlimited()).expect("rows");
        let known = answers(&whole, model.labels().len());
        let worst = known.iter().map(|(_, value)| *value).max();
        let is_narrowed = worst.zip(bound_of_root(&whole)).is_some_and(|(worst, root)| {
            next_narrowed(&root, None, whole.cost(worst), whole.columns.lits.len()).is_some()
        });
        narrowed += usize::from(is_narrowed);
        let file = ModelFile::from_opb(&opb);
        // Without local search, the first answers are far from the optimum.
        let task = Task { construct: number % 2 == 0, ..Task::new(&file, &FAMILY.formulations[0]) };
        let least = known.iter().map(|(_, value)| *value).min();
        assert_eq!(optimum(Task { strategy: Some(&METHOD.strategy), ..task }), least, "{opb}");
    }
    assert!(narrowed > 100, "{narrowed} models have narrowed searches");
}

/// The strategy and a search by clauses have the same optimum for models with more variables.
#[test]
fn clauses_and_linear_programs_have_the_same_optimum() {
    let mut random = Rng::with_seed(863);
    for _ in 0..400 {
        let (_, opb) = draw_model(random.usize(14..=24), 60_000, &mut random);
        let file = ModelFile::from_opb(&opb);
        let task = Task::new(&file, &FAMILY.formulations[0]);
        let by_clauses = Task { strategy: Some(&oll::METHOD.strategy), ..task.clone() };
        let by_programs = Task { strategy: Some(&METHOD.strategy), ..task };
        assert_eq!(optimum(by_clauses), optimum(by_programs), "{opb}");
    }
}

/// An answer that a narrowed search finds, and that its root proves to be the optimum, ends all
/// searches.
#[test]
fn the_optimum_of_a_narrowed_search_ends_the_search() {
    let file = ModelFile::from_opb(include_str!("settled.opb"));
    let task = Task::new(&file, &FAMILY.formulations[0]);
    let found = optimum(Task { strategy: Some(&METHOD.strategy), ..task });
    assert_eq!(found, Some(397_166));
}

/// Returns the optimum that a search finds, or `None` if there is no answer.
fn optimum(task: Task) -> Option<i64> {
    let goal = task.problem.goal().expect("an objective");
    let mut finding = Finding::new(&task);
    optimise::optimise(&task, Bounds::unknown(goal), &mut finding, &mut |_| {}).expect("rows");
    assert!(finding.exhausted || finding.status() == Status::Optimal);
    finding.value()
}
