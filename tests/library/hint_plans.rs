//! Plans of hints as a whole: where they begin and end, what a stop leaves, and what little effort
//! gives.

use std::fs;

use quarrel::advice::advise;
use quarrel::board::cell;
use quarrel::hint::{EFFORT_A_STEP, HintError, Level, Oracle, PlanEnd, Position, Wish, plan};
use quarrel::model::Lit;
use quarrel::puzzles::FAMILIES;
use quarrel::solver::small_question_solver;
use quarrel::stop::Stop;

use crate::hints::{QUEENS, advice, all};
use crate::puzzles::{board, family, open};

/// A cell of no region has no queen, so no step is spent on it.
#[test]
fn a_cell_of_no_region_is_known_from_the_start() {
    let text = "[areas]\n1 1 2 2\n1 3 2 2\n3 3 @ 4\n3 4 4 4\n\
                [solution]\n- x - -\n- - - x\nx - - -\n- - x -\n";
    let plan = advice("queens", text, &[], &all()).plan;
    assert_eq!(plan.ended, PlanEnd::Complete);
    let outside = cell(2, 2);
    for step in &plan.steps {
        assert_eq!(step.before[outside], Some('.'));
        assert!(step.cells.iter().all(|mark| mark.cell != outside), "{:?}", step.stages);
    }
    let [.., last] = &plan.steps[0].stages;
    assert!(!last.contains("(3,3)"), "{last}");
}

/// Each prefix of a plan is the plan of fewer steps, and a plan from its board is the rest.
#[test]
fn a_plan_goes_on_from_every_step() {
    let text = QUEENS[2];
    let whole = advice("queens", text, &[], &all()).plan;
    let (family, number) = (family("queens"), whole.steps.len());
    let puzzle = open(family, &board(text, &[]));
    for taken in 1..number {
        let fewer = advice("queens", text, &[], &Wish::with_steps(Some(taken))).plan;
        assert_eq!((fewer.ended, fewer.steps.len()), (PlanEnd::Steps, taken));
        assert_eq!(fewer.steps[..], whole.steps[..taken]);
        let filled = Some(whole.steps[taken - 1].after.clone());
        let rest = advise(family, &*puzzle, filled, &all(), &Stop::unlimited()).expect("a plan");
        assert_eq!(rest.plan.answer, whole.answer);
        assert_eq!(rest.plan.grade, None, "a grade is of the whole board");
    }
}

/// Three stars on a board of this size need counts over many lines, which clauses refute slowly.
const THREE_STARS: &str = "\
    AAAAABBBBBBC\nAAAABBBBCCCC\nAAADBBBECCFF\nAAGDBBBECCFF\nGGGDDDEEEFFF\nGGGHHHIEEEFF\n\
    GGGHIIIFFFFF\nHHHHIIIIIFFF\nHHHHJKKKKKFF\nHHJJJKLLLKKF\nHHJJJKKKLKKK\nHHJJJKKKLKKK\n";

/// With little effort the steps still lead to the answer, but fewer are proved.
#[test]
fn little_effort_still_leads_to_the_answer() {
    let proved = |effort: u64| {
        let wish = Wish { steps: None, effort };
        let plan = advice("queens", THREE_STARS, &["stars=3"], &wish).plan;
        assert_eq!(plan.ended, PlanEnd::Complete, "effort {effort}");
        plan.steps.iter().filter(|step| step.proved).count()
    };
    assert!(proved(300_000) < proved(EFFORT_A_STEP), "effort is counted");
    assert!(proved(1) < proved(300_000), "a core of the solver needs no effort");
}

/// Where families have no theory of their own, the steps lead to every open cell, also to cells
/// without a symbol.
#[test]
fn general_steps_reach_every_cell() {
    for (name, text, cells) in
        [("abbott-window", "?#?\n???\n#??\n", 7), ("gunport", "<>^.\n^^v^\nvv.v\n.<>?\n", 1)]
    {
        let plan = advice(name, text, &[], &all()).plan;
        assert_eq!(plan.ended, PlanEnd::Complete, "{name}");
        let mut reached: Vec<_> =
            plan.steps.iter().flat_map(|step| step.cells.iter().map(|mark| mark.cell)).collect();
        reached.sort();
        reached.dedup();
        assert_eq!(reached.len(), cells, "{name}");
    }
}

/// A solver that asks to stop at some call.
struct Stopping<'a, O> {
    oracle: O,
    calls_left: u32,
    stop: &'a Stop,
}

impl<O: Oracle> Oracle for Stopping<'_, O> {
    fn clause(&mut self, lits: &[Lit]) {
        self.oracle.clause(lits);
    }

    fn ask_within(&mut self, assumptions: &[Lit], conflicts: u32) -> Option<bool> {
        self.calls_left = self.calls_left.saturating_sub(1);
        if self.calls_left == 0 {
            self.stop.request();
        }
        self.oracle.ask_within(assumptions, conflicts)
    }

    fn conflicts(&self) -> u64 {
        self.oracle.conflicts()
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.oracle.is_true(lit)
    }

    fn core(&mut self) -> Vec<Lit> {
        self.oracle.core()
    }
}

/// A stopped plan is a prefix of the whole plan, and no solver is asked after the stop.
#[test]
fn a_stop_ends_the_plan_after_whole_steps() {
    let family = family("queens");
    let puzzle = open(family, &board(THREE_STARS, &["stars=3"]));
    let formulation = &family.formulations[0];
    let view = puzzle.view(formulation).expect("hints");
    let position = Position { givens: puzzle.givens(), filled: None };
    let planned = |calls: u32| {
        let stop = Stop::unlimited();
        let mut oracle =
            Stopping { oracle: small_question_solver(), calls_left: calls, stop: &stop };
        let plan = plan(&*view, &position, &all(), &mut oracle, &stop);
        assert_eq!(stop.is_reached(), oracle.calls_left == 0);
        (plan, calls - oracle.calls_left)
    };
    let (whole, calls) = planned(u32::MAX);
    let whole = whole.expect("a plan");
    let mut lengths = Vec::new();
    for calls in [1, calls / 8, calls / 4, calls / 2, calls - 1] {
        match planned(calls).0 {
            Ok(plan) => {
                assert_eq!((plan.ended, plan.grade, plan.answer), (PlanEnd::Stopped, None, None));
                assert_eq!(plan.steps[..], whole.steps[..plan.steps.len()]);
                lengths.push(plan.steps.len());
            }
            Err(trouble) => {
                assert!(matches!(trouble, HintError::Stopped), "{trouble}");
                assert_eq!(lengths, [0_usize; 0], "fewer calls sufficed for a step");
            }
        }
    }
    assert!(lengths.len() >= 2, "{lengths:?}");
}

/// The documentation has a row for each level of each family: its name, its technique, and the cost
/// of its hardest step. Each family has at least five levels.
#[test]
fn the_levels_are_documented() {
    let page = fs::read_to_string("docs/hints.md").expect("the page of hints");
    let mut number = 0;
    for family in FAMILIES {
        let scale = family.formats.iter().find_map(|format| {
            let opened = family.open(&board(format.example, &[])).ok()?;
            let views = family.formulations.iter();
            views.filter_map(|row| opened.as_puzzle()?.view(row)).find_map(|view| view.scale())
        });
        let Some(scale) = scale else { continue };
        assert!(scale.names().count() >= 5, "{}", family.name);
        for Level { name, technique, hardest } in scale.0 {
            let cost = hardest.map_or(String::new(), |hardest| format!("{} ", hardest.cost));
            let row = format!("| {name} | {technique} | {cost}|");
            assert!(page.contains(&row), "{}: no row `{row}`", family.name);
            number += 1;
        }
    }
    assert!(number >= 15, "{number} levels");
}
