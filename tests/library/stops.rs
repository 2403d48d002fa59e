//! Stops at every check of the library's work: boards that are made, hints, searches, plans and
//! exports. What they return is a part of the whole result, or says that it was stopped.
//!
//! `tests/tools/stops.rs` does the same for the verbs of the program, at fewer checks.

use quarrel::advice::{AdviceError, advise};
use quarrel::export::{self, FORMATS};
use quarrel::generate::{Grading, NextBoard, Series};
use quarrel::hint::{HintError, Oracle, PlanEnd, Wish};
use quarrel::model::Sense;
use quarrel::puzzle::Request;
use quarrel::puzzles::FAMILIES;
use quarrel::question::{PosedQuestion, Question};
use quarrel::search::{self, Answers, DivisionError, Finding, STRATEGIES, Status};
use quarrel::solver;
use quarrel::stop::{Stop, StopCause};
use quarrel::tasks::{CutQuestion, CutTerms, PlanError};

use crate::puzzles::{board, family, open, sized};

/// The checks at each of which the work is stopped; later ones are tried with growing distances.
const EACH: u64 = 24;

/// Runs `work` with a stop at each early check and at some later ones, until it ends before.
fn at_checks(mut work: impl FnMut(&Stop, &str)) {
    for reason in [StopCause::Signal, StopCause::Time] {
        let mut number = 1;
        loop {
            let stop = Stop::rehearse(number, reason);
            work(&stop, &format!("stopped by {reason:?} at check {number}"));
            if !stop.is_reached() {
                break;
            }
            number += if number < EACH { 1 } else { number / 2 };
        }
    }
}

fn fresh_solver() -> Box<dyn Oracle> {
    Box::new(solver::small_question_solver())
}

/// A stopped series has the first boards of the whole one, and never a failed check.
#[test]
fn a_stopped_series_is_a_beginning() {
    for (name, size, signs) in
        [("queens", "6", false), ("three-in-a-row", "6", true), ("abc-path", "5", false)]
    {
        let boards = |stop: &Stop, moment: &str| {
            let request = Request { called: Some(name.to_owned()), ..sized(size, &[]) };
            let series = Series::new(family(name), request, signs, &fresh_solver);
            let series = series.unwrap_or_else(|refusal| panic!("{refusal}"));
            let mut series = series.with_seed(5).with_grading(Grading::On).with_stop(stop);
            let mut texts = Vec::new();
            while texts.len() < 2 {
                match series.next_board(&mut |_| {}) {
                    Ok(NextBoard::Board(board)) => {
                        assert!(board.grade.is_some(), "{name} {moment}");
                        texts.push(board.text);
                    }
                    Ok(NextBoard::Stopped) => break,
                    Ok(NextBoard::Exhausted) => panic!("{name} {moment}: no board is wanted"),
                    Err(error) => panic!("{name} {moment}: {error}"),
                }
            }
            texts
        };
        let whole = boards(&Stop::unlimited(), "never");
        assert_eq!(whole.len(), 2);
        at_checks(|stop, moment| {
            let made = boards(stop, moment);
            assert!(whole.starts_with(&made), "{name} {moment}");
            assert!(made.len() == 2 || stop.is_reached(), "{name} {moment}");
        });
    }
}

/// Stopped hints are the first steps, and a stop before them is no other trouble.
#[test]
fn stopped_hints_are_first_steps() {
    let queens = "AABBB\nAACBB\nDCCCB\nDDCEE\nDDEEE\n";
    for (name, text, filled) in [
        ("queens", queens, None),
        ("queens", queens, Some("Q....\n.....\n.....\n.....\n.....\n")),
        ("three-in-a-row", "1??0??\n??????\n?1????\n????1?\n??????\n0?????\n", None),
    ] {
        let puzzle = open(family(name), &board(text, &[]));
        let filled = filled.map(|rows: &str| {
            let rows: Vec<Vec<char>> = rows.lines().map(|row| row.chars().collect()).collect();
            quarrel::board::Grid::from_fn(puzzle.size(), |at| {
                Some(rows[at.row][at.column]).filter(|&symbol| symbol == 'Q')
            })
        });
        let advised = |stop: &Stop| {
            advise(family(name), &*puzzle, filled.clone(), &Wish::with_steps(None), stop)
        };
        let whole = advised(&Stop::unlimited());
        at_checks(|stop, moment| match (advised(stop), &whole) {
            (Err(AdviceError::Hint(HintError::Stopped)), _) => {
                assert!(stop.is_reached(), "{name} {moment}");
            }
            (Ok(advice), Ok(whole)) => {
                let (steps, all) = (advice.plan.steps, &whole.plan.steps);
                assert!(all.starts_with(&steps), "{name} {moment}");
                let is_whole = steps.len() == all.len() && advice.plan.ended == whole.plan.ended;
                assert!(is_whole || advice.plan.ended == PlanEnd::Stopped, "{name} {moment}");
            }
            (
                Err(AdviceError::Hint(HintError::Wrong(_))),
                Err(AdviceError::Hint(HintError::Wrong(_))),
            ) => {}
            (advice, _) => panic!("{name} {moment}: {advice:?}"),
        });
    }
}

fn posed(name: &str, size: &str, options: &[(&str, &str)]) -> PosedQuestion {
    let size = size.parse::<quarrel::board::Size>().expect("a size").sides();
    let mut question = Question { size: Some(size), ..Question::new(name) };
    for (option, value) in options {
        question.set(option, value).expect("a known option");
    }
    question.pose(FAMILIES).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// A stop while a question is divided says that it is a stop: neither that no answer is known nor
/// that the search does not divide the question.
#[test]
fn a_stop_before_a_question_is_divided_is_a_stop() {
    for (name, size, options, proof) in [
        ("gunport", "5", &[][..], false),
        ("gunport", "4", &[], true),
        ("armies", "6", &[], false),
        ("armies", "5", &[("search", "linear-sat-unsat")], false),
        ("abbott-window", "5", &[("search", "line-sums")], false),
    ] {
        let terms = CutTerms { proof, number: Some(5), ..CutTerms::default() };
        let cut = |stop: &Stop| CutQuestion::from_posed(posed(name, size, options), &terms, stop);
        let whole = cut(&Stop::unlimited()).unwrap_or_else(|error| panic!("{name}: {error}"));
        at_checks(|stop, moment| match cut(stop) {
            Ok(cut) => assert_eq!(cut.work, whole.work, "{name} {moment}"),
            Err(PlanError::Indivisible(DivisionError::Stopped)) => {
                assert!(stop.is_reached(), "{name} {moment}");
            }
            Err(error) => panic!("{name} {moment}: {error}"),
        });
    }
}

/// Every search that is stopped has bounds that hold, and no claim that it has not proved.
#[test]
fn a_stopped_search_claims_nothing_else() {
    for (name, size) in [("gunport", "3"), ("armies", "4"), ("abbott-window", "4")] {
        for strategy in STRATEGIES {
            let posed = posed(name, size, &[("search", strategy.name)]);
            let whole = posed.task();
            let Ok(whole) = search::run(&whole, &mut |_| {}) else { continue };
            let goal = posed.problem().goal().expect("an objective");
            let best = whole.value().expect("an optimum");
            at_checks(|stop, moment| {
                let moment = format!("{name} {size} by {} {moment}", strategy.name);
                let task = search::Task { stop: stop.clone(), ..posed.task() };
                let found = search::run(&task, &mut |_| {});
                let found = found.unwrap_or_else(|error| panic!("{moment}: {error}"));
                let bounds = found.bounds.expect("bounds");
                let (lower, upper) = (bounds.lower(), bounds.upper());
                assert!((lower..=upper).contains(&best), "{moment}: {lower} to {upper}");
                let is_worse = |value| match goal.sense {
                    Sense::Minimise => value >= best,
                    Sense::Maximise => value <= best,
                };
                assert!(found.value().is_none_or(is_worse), "{moment}");
                match found.status() {
                    Status::Optimal => assert_eq!(found.value(), Some(best), "{moment}"),
                    Status::Satisfiable => assert!(found.stopped && found.value().is_some()),
                    Status::Unknown => assert!(found.stopped, "{moment}"),
                    Status::Unsatisfiable => panic!("{moment}: there is an answer"),
                }
            });
        }
    }
}

fn count(found: &Finding) -> u64 {
    found.count.unwrap_or(0)
}

/// A stopped count or question of uniqueness is open, unless it was settled before.
#[test]
fn a_stopped_count_is_not_complete() {
    for (options, answers) in [
        (&[("symmetry", "off")][..], Answers::Count(None)),
        (&[("bound", "1")], Answers::All(None)),
        (&[], Answers::Unique),
    ] {
        let posed = posed("gunport", "3", options);
        let asked = |stop: Stop| {
            let task = search::Task { answers, stop, ..posed.task() };
            search::run(&task, &mut |_| {})
        };
        let whole = asked(Stop::unlimited()).expect("a finding");
        at_checks(|stop, moment| {
            let found = asked(stop.clone()).unwrap_or_else(|error| panic!("{moment}: {error}"));
            assert!(count(&found) <= count(&whole), "{moment}");
            assert!(!found.exhausted || count(&found) == count(&whole), "{moment}");
            assert!(found.unique().is_none() || found.unique() == whole.unique(), "{moment}");
            let is_settled = found.status() == whole.status() && count(&found) == count(&whole);
            assert!(found.stopped || is_settled, "{moment}: {:?}", found.status());
        });
    }
}

/// An export is the whole file or none, in every format.
#[test]
fn a_stopped_export_is_none() {
    for format in FORMATS {
        let posed = posed("gunport", "4", &[]).stated_for(format);
        if posed.validate_for(format).is_err() {
            continue;
        }
        let rules = posed.rules_for(format);
        let written = |stop: &Stop, moment: &str| {
            let mut text = Vec::new();
            let written = format.export(&posed.export(format, &rules, stop), &mut text);
            let written = export::filter_stopped(written, stop);
            let written =
                written.unwrap_or_else(|error| panic!("{}{moment}: {error}", format.name));
            written.map(|_| text)
        };
        let whole = written(&Stop::unlimited(), "").expect("nothing stops it");
        at_checks(|stop, moment| match written(stop, moment) {
            Some(text) => assert!(text == whole, "{} {moment}: another file", format.name),
            None => assert!(stop.is_reached(), "{} {moment}", format.name),
        });
    }
}
