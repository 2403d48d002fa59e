//! Hints of ABC Path against a referee that restates the rules in clauses and tries every set of
//! rules that costs less than a step.
//!
//! A truth table, as for the other families, would have 2^625 places.

use quarrel::advice::{Advice, advise};
use quarrel::hint::{Mark, Oracle, PlanEnd, Step, Wish};
use quarrel::model::{Lit, Model};
use quarrel::solver::small_question_solver;
use quarrel::stop::Stop;

use crate::puzzles::{board, family, open};

/// Boards with their frames of clues: one that single rules solve, and one that needs several rules
/// at once.
const BOARDS: [&str; 2] = [
    "FJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\nT     L\nKGNDVXU\n",
    "QCKTNOX\nW     E\nV     Y\nHA    U\nI     P\nM     J\nLBDGSRF\n",
];
const SIDE: usize = 5;
const AREA: usize = SIDE * SIDE;
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXY";
/// The cost of a step that only crosses letters out, beyond that of its rules.
const CROSSING: u32 = 4;

struct Rule {
    name: String,
    cost: u32,
    /// A literal that switches the clauses of the rule on.
    selector: Lit,
}

struct Referee {
    solver: Box<dyn Oracle>,
    /// By letter and cell: the letter is in the cell.
    is_at: Vec<Vec<Lit>>,
    /// The cells that the clue of each letter allows.
    lines: Vec<Vec<usize>>,
    rules: Vec<Rule>,
}

/// Returns whether a clue at a place of the frame allows a cell.
fn allows(row: usize, column: usize, at: usize) -> bool {
    let (r, c) = (at / SIDE + 1, at % SIDE + 1);
    let is_outside = |place: usize| place == 0 || place == SIDE + 1;
    match (is_outside(row), is_outside(column)) {
        (true, true) if row == column => r == c,
        (true, true) => r + c == SIDE + 1,
        (true, false) => c == column,
        (false, true) => r == row,
        // A letter on the board has no clue.
        (false, false) => true,
    }
}

fn beside(one: usize, other: usize) -> bool {
    let (down, right) = ((one / SIDE).abs_diff(other / SIDE), (one % SIDE).abs_diff(other % SIDE));
    down.max(right) == 1
}

impl Referee {
    fn new(text: &str) -> Referee {
        let frame: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let line_of = |letter: char| -> Vec<usize> {
            let places = (0..frame.len()).flat_map(|r| (0..frame[r].len()).map(move |c| (r, c)));
            let (row, column) =
                places.into_iter().find(|&(r, c)| frame[r][c] == letter).expect("a clue");
            (0..AREA).filter(|&at| allows(row, column, at)).collect()
        };
        let lines: Vec<Vec<usize>> = LETTERS.chars().map(line_of).collect();
        let mut model = Model::new();
        let is_at: Vec<Vec<Lit>> = (0..AREA)
            .map(|k| (0..AREA).map(|at| model.variable("x", &[k, at])).collect())
            .collect();
        let mut solver: Box<dyn Oracle> = Box::new(small_question_solver());
        let by_cell: Vec<Vec<Lit>> =
            (0..AREA).map(|at| is_at.iter().map(|cells| cells[at]).collect()).collect();
        for lits in is_at.iter().chain(&by_cell) {
            for (place, &one) in lits.iter().enumerate() {
                lits[place + 1..].iter().for_each(|&other| solver.clause(&[!one, !other]));
            }
        }
        for (cells, line) in is_at.iter().zip(&lines) {
            let outside = (0..AREA).filter(|at| !line.contains(at));
            outside.for_each(|at| solver.clause(&[!cells[at]]));
        }
        let mut referee = Referee { solver, is_at, lines, rules: Vec::new() };
        referee.state_rules(&mut model);
        referee
    }

    fn state_rules(&mut self, model: &mut Model) {
        let x = self.is_at.clone();
        for (k, letter) in LETTERS.chars().enumerate() {
            let cells = self.lines[k].iter().map(|&at| x[k][at]).collect();
            self.rule(model, format!("{letter} has a cell in"), 10, &[cells]);
        }
        for (k, pair) in LETTERS.as_bytes().windows(2).enumerate() {
            let moves = (0..AREA).flat_map(|at| {
                let next = |k: usize| -> Vec<Lit> {
                    (0..AREA).filter(|&other| beside(at, other)).map(|other| x[k][other]).collect()
                };
                let there = std::iter::once(!x[k][at]).chain(next(k + 1));
                let back = std::iter::once(!x[k + 1][at]).chain(next(k));
                [there.collect(), back.collect()]
            });
            let [one, other] = [pair[0], pair[1]].map(char::from);
            let moves: Vec<Vec<Lit>> = moves.collect();
            self.rule(model, format!("{one} and {other} touch"), 12, &moves);
        }
        for at in 0..AREA {
            let letters = x.iter().map(|cells| cells[at]).collect();
            let name = format!("({},{}) has a letter", at / SIDE + 1, at % SIDE + 1);
            self.rule(model, name, 14, &[letters]);
        }
    }

    fn rule(&mut self, model: &mut Model, name: String, cost: u32, clauses: &[Vec<Lit>]) {
        let selector = model.variable("rule", &[self.rules.len()]);
        for clause in clauses {
            let lits: Vec<Lit> = std::iter::once(!selector).chain(clause.iter().copied()).collect();
            self.solver.clause(&lits);
        }
        self.rules.push(Rule { name, cost, selector });
    }

    fn lit(&self, mark: &Mark) -> Lit {
        let letter = LETTERS.find(mark.symbol).expect("a letter of the board");
        let lit = self.is_at[letter][mark.cell.row * SIDE + mark.cell.column];
        if mark.is { lit } else { !lit }
    }

    fn ask(&mut self, rules: &[usize], facts: &[Lit], lit: Option<Lit>) -> bool {
        let selectors = rules.iter().map(|&rule| self.rules[rule].selector);
        let assumptions: Vec<Lit> = selectors.chain(facts.iter().copied()).chain(lit).collect();
        self.solver.ask_within(&assumptions, 1_000_000).expect("a small question")
    }

    fn implies(&mut self, rules: &[usize], facts: &[Lit], lit: Lit) -> bool {
        !self.ask(rules, facts, Some(!lit))
    }

    /// Returns a literal that a set of rules implies with the known literals, and that these do not
    /// imply alone, if its cost is below a limit.
    fn cheaper(&mut self, known: &[Lit], limit: u32) -> Option<(Vec<usize>, Lit)> {
        let lits: Vec<Lit> = self.is_at.concat();
        let mut open = Vec::new();
        for lit in lits {
            open.extend([lit, !lit].into_iter().filter(|&lit| !self.implies(&[], known, lit)));
        }
        let mut chosen = Vec::new();
        self.try_sets(known, &open, &mut chosen, limit).map(|lit| (chosen, lit))
    }

    fn try_sets(
        &mut self,
        known: &[Lit],
        open: &[Lit],
        chosen: &mut Vec<usize>,
        limit: u32,
    ) -> Option<Lit> {
        let cost: u32 = chosen.iter().map(|&rule| self.rules[rule].cost).sum();
        let addend = |lit: Lit| if lit.is_negated() { CROSSING } else { 0 };
        assert!(self.ask(chosen, known, None), "the board has an answer");
        let in_reach = open.iter().copied().filter(|&lit| cost + addend(lit) < limit);
        let mut left: Vec<Lit> = in_reach.filter(|&lit| self.solver.is_true(lit)).collect();
        while let Some(lit) = left.pop() {
            if self.implies(chosen, known, lit) {
                return Some(lit);
            }
            left.retain(|&lit| self.solver.is_true(lit));
        }
        let first = chosen.last().map_or(0, |last| last + 1);
        for rule in first..self.rules.len() {
            if cost + self.rules[rule].cost < limit {
                chosen.push(rule);
                let found = self.try_sets(known, open, chosen, limit);
                if found.is_some() {
                    return found;
                }
                chosen.pop();
            }
        }
        None
    }

    /// Returns the number of rules in a reason from which no rule can be removed. The rules are
    /// tried in this order.
    fn deletion_minimal(
        &mut self,
        known: &[Lit],
        lit: Lit,
        order: impl Iterator<Item = usize>,
    ) -> usize {
        let mut kept: Vec<usize> = (0..self.rules.len()).collect();
        for rule in order {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&one| one != rule).collect();
            if self.implies(&fewer, known, lit) {
                kept = fewer;
            }
        }
        kept.len()
    }

    fn check(&mut self, known: &[Lit], step: &Step) {
        let sentence = &step.stages[2];
        let number = |name: &str| self.rules.iter().position(|rule| name.starts_with(&rule.name));
        let rules: Vec<usize> =
            step.rules.iter().map(|rule| number(&rule.name).expect("a rule")).collect();
        let facts: Vec<Lit> = step.facts.iter().map(|fact| self.lit(fact)).collect();
        let marks: Vec<Lit> = step.cells.iter().map(|mark| self.lit(mark)).collect();
        for &fact in &facts {
            assert!(self.implies(&[], known, fact), "{sentence}: a fact that is not known");
        }
        for &mark in &marks {
            assert!(self.implies(&rules, &facts, mark), "{sentence}: not implied");
            assert!(!self.implies(&[], known, mark), "{sentence}: known before");
        }
        for place in 0..rules.len() {
            let mut fewer = rules.clone();
            fewer.remove(place);
            let all = marks.iter().all(|&mark| self.implies(&fewer, &facts, mark));
            assert!(!all, "{sentence}: needless rule");
        }
        for place in 0..facts.len() {
            let mut fewer = facts.clone();
            fewer.remove(place);
            let all = marks.iter().all(|&mark| self.implies(&rules, &fewer, mark));
            assert!(!all, "{sentence}: needless fact");
        }
        let cost: u32 = rules.iter().map(|&rule| self.rules[rule].cost).sum();
        let addend = if step.cells[0].is { 0 } else { CROSSING };
        assert_eq!(step.cost, cost + addend, "{sentence}");
        assert!(step.proved, "{sentence}");
        assert_eq!(self.cheaper(known, step.cost), None, "{sentence}: there is a cheaper reason");
        let all = 0..self.rules.len();
        let of_deletion = [
            self.deletion_minimal(known, marks[0], all.clone()),
            self.deletion_minimal(known, marks[0], all.rev()),
        ];
        assert!(of_deletion.iter().all(|&number| rules.len() <= number), "{sentence}: more rules");
    }
}

/// Each step of ABC Path is implied by its reason, needs all of it, and is the cheapest.
#[test]
fn no_reason_of_abc_path_is_cheaper() {
    let family = family("abc-path");
    for frame in BOARDS {
        let text = format!("ABC Path Solver Layout Version 1:\n{frame}");
        let puzzle = open(family, &board(&text, &[]));
        let Advice { plan, .. } =
            advise(family, &*puzzle, None, &Wish::with_steps(None), &Stop::unlimited())
                .expect("a plan");
        assert_eq!(plan.ended, PlanEnd::Complete, "{text}");
        let mut referee = Referee::new(frame);
        let givens = puzzle.givens();
        let given = givens.iter().filter_map(|(cell, symbol)| Some((cell, (*symbol)?)));
        let mut known: Vec<Lit> =
            given.map(|(cell, symbol)| referee.lit(&Mark::placed(cell, symbol))).collect();
        for step in &plan.steps {
            referee.check(&known, step);
            known.extend(step.cells.iter().map(|mark| referee.lit(mark)));
        }
    }
}
