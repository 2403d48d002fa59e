//! Shared by several test targets: opening puzzles and asking questions through the library.

#![allow(dead_code, reason = "each test target uses its share")]

use quarrel::family::Family;
use quarrel::formulation::Formulation;
use quarrel::problem::Problem;
use quarrel::puzzle::{BoardProblem, Filling, Request};
use quarrel::puzzles::FAMILIES;
use quarrel::search::{self, Answers, Event, Finding, Status, Task};
use quarrel::source::Source;

pub fn family(name: &str) -> &'static Family {
    FAMILIES.iter().find(|family| family.name == name).expect("a family of the list")
}

/// Requests a board of a size such as `3x4`, with variants such as `stars=2`.
pub fn sized(size: &str, variants: &[&str]) -> Request {
    let size = Some(size.parse().expect("a size of the tests"));
    Request { size, variants: parse_variants(variants), ..Request::default() }
}

pub fn board(text: &str, variants: &[&str]) -> Request {
    let board = Some(Source::new("board", text).into());
    Request { board, variants: parse_variants(variants), ..Request::default() }
}

fn parse_variants(variants: &[&str]) -> Vec<(String, Option<usize>)> {
    let parse = |variant: &&str| match variant.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.parse().expect("a number"))),
        None => ((*variant).to_owned(), None),
    };
    variants.iter().map(parse).collect()
}

pub fn open(family: &Family, request: &Request) -> BoardProblem {
    let opened = family.open(request).unwrap_or_else(|refusal| {
        let text = request.text().map_or("", Source::text);
        panic!("{}: {} instead of {}\n{text}", family.name, refusal.found, refusal.expected)
    });
    opened.into_puzzle().expect("a family with boards")
}

/// Returns a question with every default and no limit.
pub fn task<'a>(
    problem: &'a dyn Problem,
    formulation: &'a Formulation,
    bound: Option<i64>,
    answers: Answers,
) -> Task<'a> {
    Task { bound, answers, ..Task::new(problem, formulation) }
}

pub fn answers(task: &Task) -> (Finding, Vec<Filling>) {
    let mut seen = Vec::new();
    let watch = &mut |event: Event| {
        if let Event::Answer(answer, _) = event {
            seen.push(answer.board().expect("an answer on a board").clone());
        }
    };
    let finding = search::run(task, watch).expect("a search without an internal error");
    (finding, seen)
}

pub fn find(task: &Task) -> Finding {
    answers(task).0
}

pub fn count(problem: &dyn Problem, formulation: &Formulation, bound: Option<i64>) -> u64 {
    find(&task(problem, formulation, bound, Answers::Count(None))).count.expect("a count")
}

pub fn decide(
    problem: &dyn Problem,
    formulation: &Formulation,
    by: &str,
    optimum: Option<i64>,
    name: &str,
) {
    let sense = problem.goal().expect("a puzzle with an objective").sense;
    let near = optimum.unwrap_or(1);
    for bound in (near - 2).max(0)..near + 3 {
        let is_reached = optimum.is_some_and(|optimum| sense.reaches(optimum, bound));
        let ask = task(problem, formulation, Some(bound), Answers::One);
        let found = find(&Task { strategy: search::strategy_by_name(by), construct: false, ..ask });
        let expected = if is_reached { Status::Satisfiable } else { Status::Unsatisfiable };
        assert_eq!(found.status(), expected, "{name} at {bound}");
        assert_eq!(found.value().is_some(), is_reached, "{name} at {bound}");
        assert!(found.value().is_none_or(|value| sense.reaches(value, bound)), "{name} at {bound}");
        assert!(found.bounds.is_none() && !found.stopped, "{name} at {bound}");
    }
}

/// Pseudorandom numbers, the same in every run (Knuth's MMIX generator).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }

    /// Draws a board with a symbol for each cell, by a number from 0 to `end` − 1.
    pub fn board(
        &mut self,
        (rows, columns): (usize, usize),
        end: usize,
        symbol: impl Fn(usize) -> char,
    ) -> String {
        let mut row = || (0..columns).map(|_| symbol(self.below(end))).chain(['\n']).collect();
        (0..rows).map(|_| row()).collect::<Vec<String>>().concat()
    }
}
