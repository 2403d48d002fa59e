//! Hints against a referee that restates the rules of small boards as truth tables and tries every
//! set of rules in the order of cost.

use quarrel::advice::{Advice, advise};
use quarrel::board::{Cell, Grid, cell};
use quarrel::decision::Decision;
use quarrel::encode::{Clauses, Encodings, encode};
use quarrel::hint::{HintError, Mark, PlanEnd, Step, Wish};
use quarrel::model::Lit;
use quarrel::puzzle::{Filling, OPEN, Puzzle};
use quarrel::solver::Solver;
use quarrel::stop::Stop;

use crate::puzzles::{board, family, open};

pub const QUEENS: [&str; 7] = [
    "AAAB\nACBB\nCCDB\nCDDD\n",
    "AABB\nACBB\nCCCD\nCDDD\n",
    "AAABB\nAABBB\nAABCC\nDDCCE\nDDCEE\n",
    "AABBB\nACCBB\nDCECC\nDCCCC\nDDDDD\n",
    "AABBBC\nABBCCC\nDBCCCC\nDDEDDC\nDDDDDF\nDDDDDF\n",
    "AAAAAAA\nAAAAAAB\nCAADAAB\nCCEDDBB\nFFEEDBB\nFFGGGBB\nFFGGGGB\n",
    "AAAAAAB\nAAAAAAA\nCAADDEE\nCAADFEE\nCCCFFFE\nCCGGGFE\nGGGGGEE\n",
];

const THREE: [(&str, &[&str]); 4] = [
    ("01??\n????\n??1?\n???1\n", &[]),
    ("????\n0???\n??1?\n0???\n# ne r1c1 r1c2\n# eq r3c3 r4c3\n", &[]),
    ("????\n?00?\n0???\n??11\n", &["distinct-lines"]),
    ("0??1\n????\n?1?1\n?0??\n", &["distinct-lines"]),
];

pub fn advice(name: &'static str, text: &str, variants: &[&str], wish: &Wish) -> Advice {
    let family = family(name);
    let puzzle = open(family, &board(text, variants));
    let advice = advise(family, &*puzzle, None, wish, &Stop::unlimited());
    advice.unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn all() -> Wish {
    Wish::with_steps(None)
}

/// The cost of a rule, from the known cells.
type CostOf = Box<dyn Fn(&[Option<bool>]) -> u32>;

/// A rule of the referee: its name, its cost, and the assignments that keep it.
struct Rule {
    name: String,
    cost: CostOf,
    table: Table,
}

/// Which assignments of a small board satisfy something, among those that keep what is free.
#[derive(Clone)]
struct Table(Vec<u64>);

impl Table {
    fn of(assignments: &[usize], holds: impl Fn(usize) -> bool) -> Table {
        let word = |some: &[usize]| {
            let bits = some.iter().zip(0..).filter(|(assignment, _)| holds(**assignment));
            bits.fold(0, |word, (_, bit)| word | 1 << bit)
        };
        Table(assignments.chunks(64).map(word).collect())
    }

    fn and(&self, other: &Table) -> Table {
        Table(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn is_within(&self, other: &Table) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }
}

/// What the referee knows of a board: cells as bits, true for a queen or a 1.
struct Referee {
    columns: usize,
    cells: usize,
    free: Table,
    rules: Vec<Rule>,
    crossing: u32,
    literals: Vec<[Table; 2]>,
}

impl Referee {
    fn new(
        columns: usize,
        cells: usize,
        assignments: &[usize],
        rules: Vec<Rule>,
        crossing: u32,
    ) -> Referee {
        let free = Table::of(assignments, |_| true);
        let literal = |at: usize, value| {
            Table::of(assignments, |assignment| (assignment >> at & 1 == 1) == value)
        };
        let literals = (0..cells).map(|at| [literal(at, false), literal(at, true)]).collect();
        Referee { columns, cells, free, rules, crossing, literals }
    }

    fn literal(&self, (at, value): (usize, bool)) -> &Table {
        &self.literals[at][usize::from(value)]
    }

    /// Returns a mark as a cell with its value: a queen or 1 is true.
    fn value(&self, mark: &Mark) -> (usize, bool) {
        let at = mark.cell.row * self.columns + mark.cell.column;
        (at, if mark.symbol == '0' { !mark.is } else { mark.is })
    }

    fn with(&self, rules: &[usize], facts: &[(usize, bool)]) -> Table {
        let rules = rules.iter().map(|&rule| &self.rules[rule].table);
        let facts = facts.iter().map(|&fact| self.literal(fact));
        rules.chain(facts).fold(self.free.clone(), |all, one| all.and(one))
    }

    fn implies(&self, rules: &[usize], facts: &[(usize, bool)], literal: (usize, bool)) -> bool {
        self.with(rules, facts).is_within(self.literal(literal))
    }

    /// Returns the cells whose values facts show without a rule.
    fn seen(&self, facts: &[(usize, bool)]) -> Vec<Option<bool>> {
        let known = self.with(&[], facts);
        let value =
            |at| [false, true].into_iter().find(|&v| known.is_within(self.literal((at, v))));
        (0..self.cells).map(value).collect()
    }

    /// Returns the least cost of a reason of any open cell below a limit.
    fn cheapest(&self, facts: &[(usize, bool)], limit: u32) -> Option<u32> {
        let seen = self.seen(facts);
        let costs: Vec<u32> = self.rules.iter().map(|rule| (rule.cost)(&seen)).collect();
        let mut best = None;
        let start = self.with(&[], facts);
        self.try_sets(&costs, 0, 0, &start, &seen, limit, &mut best);
        best
    }

    #[expect(clippy::too_many_arguments, reason = "a naive recursion")]
    fn try_sets(
        &self,
        costs: &[u32],
        first: usize,
        cost: u32,
        table: &Table,
        seen: &[Option<bool>],
        limit: u32,
        best: &mut Option<u32>,
    ) {
        for (at, _) in seen.iter().enumerate().filter(|(_, value)| value.is_none()) {
            for value in [false, true] {
                let addend = if value { 0 } else { self.crossing };
                let total = cost + addend;
                let is_better = total < limit && best.is_none_or(|best| total < best);
                if is_better && table.is_within(self.literal((at, value))) {
                    *best = Some(total);
                }
            }
        }
        for rule in first..self.rules.len() {
            let with = cost + costs[rule];
            if with < limit && best.is_none_or(|best| with < best) {
                let table = table.and(&self.rules[rule].table);
                self.try_sets(costs, rule + 1, with, &table, seen, limit, best);
            }
        }
    }

    /// Returns the numbers of rules in two reasons of a literal from which no rule can be removed:
    /// one that loses its first rules first, and one that loses its last ones. Rules that join
    /// others are left out.
    fn deletion_minimal(&self, known: &[(usize, bool)], literal: (usize, bool)) -> [usize; 2] {
        let single =
            (0..self.rules.len()).filter(|&rule| !self.rules[rule].name.contains(", and "));
        let mut orders = [single.clone().collect::<Vec<_>>(), single.collect()];
        orders[1].reverse();
        orders.map(|order| {
            let mut kept = order.clone();
            for rule in order {
                let fewer: Vec<usize> = kept.iter().copied().filter(|&one| one != rule).collect();
                if self.implies(&fewer, known, literal) {
                    kept = fewer;
                }
            }
            kept.len()
        })
    }

    /// Checks a step: its rules and facts imply its marks, with one part less they do not imply the
    /// first, nothing is cheaper, and no reason from which rules were deleted has fewer rules.
    fn check(&self, known: &[(usize, bool)], step: &Step) {
        let rules: Vec<usize> = step
            .rules
            .iter()
            .map(|rule| {
                let place = self.rules.iter().position(|known| known.name == rule.name);
                place.unwrap_or_else(|| panic!("no rule `{}`", rule.name))
            })
            .collect();
        let facts: Vec<(usize, bool)> = step.facts.iter().map(|fact| self.value(fact)).collect();
        let marks: Vec<(usize, bool)> = step.cells.iter().map(|mark| self.value(mark)).collect();
        let sentence = &step.stages[2];
        for &fact in &facts {
            assert!(self.implies(&[], known, fact), "{sentence}: a fact that is not known");
        }
        for &mark in &marks {
            assert!(self.implies(&rules, &facts, mark), "{sentence}: not implied");
            assert!(!self.implies(&[], known, mark), "{sentence}: known before");
        }
        let without = |place: usize, all: &[usize]| -> Vec<usize> {
            let others = all.iter().enumerate().filter(|(other, _)| *other != place);
            others.map(|(_, &one)| one).collect()
        };
        for place in 0..rules.len() {
            let fewer = without(place, &rules);
            let all = marks.iter().all(|&mark| self.implies(&fewer, &facts, mark));
            assert!(!all, "{sentence}: needless rule");
        }
        for place in 0..facts.len() {
            let mut fewer = facts.clone();
            fewer.remove(place);
            let all = marks.iter().all(|&mark| self.implies(&rules, &fewer, mark));
            assert!(!all, "{sentence}: needless fact");
        }
        let seen = self.seen(known);
        let cost: u32 = rules.iter().map(|&rule| (self.rules[rule].cost)(&seen)).sum();
        let addend = if step.cells[0].is { 0 } else { self.crossing };
        assert_eq!(step.cost, cost + addend, "{sentence}");
        assert!(step.proved, "{sentence}");
        assert_eq!(self.cheapest(known, step.cost), None, "{sentence}: there is a cheaper reason");
        let of_deletion = self.deletion_minimal(known, marks[0]);
        assert!(of_deletion.iter().all(|&number| rules.len() <= number), "{sentence}: more rules");
    }

    fn check_all(&self, givens: Vec<(usize, bool)>, advice: &Advice) {
        let mut known = givens;
        for step in &advice.plan.steps {
            self.check(&known, step);
            known.extend(step.cells.iter().map(|mark| self.value(mark)));
        }
    }
}

fn always(cost: u32) -> CostOf {
    Box::new(move |_| cost)
}

/// Restates queens: free are cells that see each other, and each line needs a queen.
fn referee_of_queens(text: &str) -> Referee {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let n = rows.len();
    let region = |at: usize| rows[at / n][at % n];
    let sees = |a: usize, b: usize| {
        let (down, right) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
        down == 0 || right == 0 || (down <= 1 && right <= 1) || region(a) == region(b)
    };
    let mut free = vec![0];
    for at in 0..n * n {
        let is_free =
            |&&queens: &&usize| (0..at).all(|other| queens >> other & 1 == 0 || !sees(at, other));
        let with: Vec<usize> = free.iter().filter(is_free).map(|queens| queens | 1 << at).collect();
        free.extend(with);
    }
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    for i in 0..n {
        lines.push((format!("row {}", i + 1), (0..n * n).filter(|at| at / n == i).collect()));
        lines.push((format!("column {}", i + 1), (0..n * n).filter(|at| at % n == i).collect()));
        let name = ('A'..).nth(i).expect("a small board");
        let cells = (0..n * n).filter(|&at| region(at) == name).collect();
        lines.push((format!("region {name}"), cells));
    }
    let rules = lines.into_iter().map(|(name, cells)| Rule {
        name: format!("{name} needs a queen"),
        cost: always(100),
        table: Table::of(&free, |queens| cells.iter().any(|at| queens >> at & 1 == 1)),
    });
    Referee::new(n, n * n, &free, rules.collect(), 30)
}

/// Restates 3-in-a-Row on 4 × 4 cells.
fn referee_of_three(signs: &[(usize, usize, bool)], distinct: bool) -> Referee {
    let bit = |ones: usize, at: usize| ones >> at & 1;
    let all: Vec<usize> = (0..1 << 16).collect();
    let mut rules = Vec::new();
    let line = |kind: &str, i: usize| -> Vec<usize> {
        (0..4).map(|j| if kind == "row" { 4 * i + j } else { 4 * j + i }).collect()
    };
    for kind in ["row", "column"] {
        let across = if kind == "row" { "columns" } else { "rows" };
        for i in 0..4 {
            let cells = line(kind, i);
            let name = format!("{kind} {}", i + 1);
            let is_mixed = |ones: usize, w: &[usize]| {
                let number: usize = w.iter().map(|&at| bit(ones, at)).sum();
                number != 0 && number != w.len()
            };
            for (first, window) in (1..).zip(cells.windows(3)) {
                rules.push(Rule {
                    name: format!("no three alike at {name}, {across} {first} to {}", first + 2),
                    cost: always(11),
                    table: Table::of(&all, |ones| is_mixed(ones, window)),
                });
            }
            let own = cells.clone();
            let is_even = |ones: usize| cells.iter().map(|&at| bit(ones, at)).sum::<usize>() == 2;
            rules.push(Rule {
                name: format!("{name} has as many 0s as 1s"),
                cost: Box::new(move |seen| {
                    let open = own.iter().filter(|&&at| seen[at].is_none()).count();
                    if open == 1 { 13 } else { 18 }
                }),
                table: Table::of(&all, is_even),
            });
            rules.push(Rule {
                name: format!("the balance of {name}, and no three alike in it"),
                cost: always(33),
                table: Table::of(&all, |ones| {
                    is_even(ones) && cells.windows(3).all(|window| is_mixed(ones, window))
                }),
            });
            for j in (i + 1..4).filter(|_| distinct) {
                let other = line(kind, j);
                rules.push(Rule {
                    name: format!("{name} and {kind} {} differ", j + 1),
                    cost: always(30),
                    table: Table::of(&all, |ones| {
                        cells.iter().zip(&other).any(|(&a, &b)| bit(ones, a) != bit(ones, b))
                    }),
                });
            }
        }
    }
    for &(a, b, equal) in signs {
        let place = |at: usize| format!("({},{})", at / 4 + 1, at % 4 + 1);
        let sign = if equal { '=' } else { '×' };
        rules.push(Rule {
            name: format!("{sign} between {} and {}", place(a), place(b)),
            cost: always(10),
            table: Table::of(&all, |ones| (bit(ones, a) == bit(ones, b)) == equal),
        });
    }
    Referee::new(4, 16, &all, rules, 0)
}

/// Each step of queens is implied by its reason, needs all of it, and is the cheapest.
#[test]
fn no_reason_of_queens_is_cheaper() {
    for text in QUEENS {
        let advice = advice("queens", text, &[], &all());
        referee_of_queens(text).check_all(Vec::new(), &advice);
    }
}

/// Each step of 3-in-a-Row is implied by its reason, needs all of it, and is the cheapest.
#[test]
fn no_reason_of_three_in_a_row_is_cheaper() {
    for (text, variants) in THREE {
        let advice = advice("three-in-a-row", text, variants, &all());
        let signs: &[(usize, usize, bool)] =
            if text.contains('#') { &[(0, 1, false), (10, 14, true)] } else { &[] };
        let referee = referee_of_three(signs, !variants.is_empty());
        let givens = text.lines().take(4).collect::<String>();
        let givens = givens.char_indices().filter(|(_, symbol)| *symbol != OPEN);
        referee.check_all(givens.map(|(at, symbol)| (at, symbol == '1')).collect(), &advice);
    }
}

/// The theory of each family has the answers that the rules accept, on small boards.
#[test]
fn theories_have_the_answers_of_the_rules() {
    let boards: &[(&str, &str, &[&str])] = &[
        ("queens", QUEENS[0], &[]),
        ("queens", QUEENS[1], &[]),
        ("queens", "AABB\nAABB\nCCDD\nCCDD\n", &["stars=1"]),
        ("queens", "AAA\nABB\nCCC\n", &["stars=2"]),
        ("three-in-a-row", THREE[0].0, &[]),
        ("three-in-a-row", THREE[1].0, &[]),
        ("three-in-a-row", "????\n????\n????\n???1\n", &["distinct-lines"]),
        ("three-in-a-row", "???\n???\n??1\n", &[]),
        ("three-in-a-row", "?????\n?????\n??1??\n", &["odd-either"]),
        ("abc-path", "A?\n??\n", &[]),
        ("abbott-window", "???\n???\n???\n", &[]),
        ("gunport", "??\n??\n", &[]),
    ];
    for &(name, text, variants) in boards {
        let family = family(name);
        let puzzle = open(family, &board(text, variants));
        let mut by_rules = answers_of_rules(&*puzzle, family.symbols);
        let mut by_theory = answers_of_theory(&*puzzle, family);
        by_rules.sort();
        by_theory.sort();
        assert_eq!(by_theory, by_rules, "{name} {variants:?}\n{text}");
    }
}

fn answers_of_rules(puzzle: &dyn Puzzle, symbols: &str) -> Vec<Vec<String>> {
    let symbols: Vec<char> = symbols.chars().take(puzzle.size().area().max(5)).collect();
    let cells: Vec<Cell> = puzzle.size().cells().collect();
    let mut found = Vec::new();
    let mut digits = vec![0; cells.len()];
    loop {
        let place = |at: Cell| at.row * puzzle.size().columns() + at.column;
        let filling = Filling::from_fn(puzzle.size(), |at| symbols[digits[place(at)]]);
        if puzzle.check(&filling).is_ok() {
            found.push(filling.to_rows());
        }
        let Some(next) = digits.iter().position(|&digit| digit + 1 < symbols.len()) else {
            return found;
        };
        digits[next] += 1;
        digits[..next].fill(0);
    }
}

fn answers_of_theory(puzzle: &dyn Puzzle, family: &quarrel::family::Family) -> Vec<Vec<String>> {
    let view = puzzle.view(&family.formulations[0]).expect("a whole model");
    let model = view.theory().model();
    let mut clauses = Clauses::new();
    encode(model, &Encodings::default(), &mut clauses, &Stop::unlimited())
        .expect("it can be encoded");
    let mut solver = Solver::new(0, &Stop::unlimited());
    solver.add(&clauses);
    for (cell, symbol) in puzzle.givens().iter() {
        let Some(symbol) = *symbol else { continue };
        let lits = model.reading().literals(cell, symbol).expect("a symbol of the theory");
        lits.into_iter().for_each(|lit| solver.add_clause([lit]));
    }
    let mut found = Vec::new();
    while solver.solve(&[]) == Decision::Sat(()) {
        let answer = model.reading().answer(&solver.values(model.labels().len()));
        let shown: Vec<Lit> = model.reading().answer_literals(&answer);
        solver.add_clause(shown.into_iter().map(|lit| !lit));
        found.push(answer.to_rows());
    }
    found
}

/// Steps from the givens reach the only answer, and the grade sums them up.
#[test]
fn steps_reach_the_answer() {
    let path = "ABC Path Solver Layout Version 1:\nFJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\n\
                T     L\nKGNDVXU\n";
    let boards = QUEENS.map(|text| ("queens", text, &[][..]));
    let boards =
        boards.into_iter().chain(THREE.map(|(text, variants)| ("three-in-a-row", text, variants)));
    for (name, text, variants) in boards.chain([("abc-path", path, &[][..])]) {
        let Advice { plan, .. } = advice(name, text, variants, &all());
        if plan.ended == PlanEnd::Stuck {
            continue;
        }
        let grade = plan.grade.expect("the family has levels");
        assert_eq!(plan.ended, PlanEnd::Complete, "{text}");
        assert_eq!(Some(grade.hardest), plan.steps.iter().map(|step| step.cost).max(), "{text}");
        assert_eq!(grade.sum, plan.steps.iter().map(|step| u64::from(step.cost)).sum::<u64>());
        let last = &plan.steps.last().expect("a step").after;
        let shown = Grid::from_fn(last.size(), |at| last[at].unwrap_or(OPEN));
        assert_eq!(Some(shown), plan.answer, "{text}");
    }
}

/// A wrong cell is named with a reason for its opposite.
#[test]
fn a_wrong_cell_has_a_reason() {
    let (text, family) = (QUEENS[0], family("queens"));
    let puzzle = open(family, &board(text, &[]));
    let answer = advice("queens", text, &[], &all()).plan.answer.expect("an answer");
    let referee = referee_of_queens(text);
    for at in puzzle.size().cells() {
        let right = answer[at] == 'Q';
        let symbol = if right { '.' } else { 'Q' };
        let filled = Grid::from_fn(puzzle.size(), |other| (other == at).then_some(symbol));
        let trouble = advise(family, &*puzzle, Some(filled), &all(), &Stop::unlimited());
        let Err(quarrel::advice::AdviceError::Hint(HintError::Wrong(wrong))) = trouble else {
            panic!("{at} is wrong");
        };
        assert_eq!(wrong.mark, Mark { cell: at, symbol: 'Q', is: !right });
        referee.check_reason(&wrong.reason);
    }
}

impl Referee {
    fn check_reason(&self, step: &Step) {
        let named = |name: &str| self.rules.iter().position(|rule| rule.name == name);
        let rules: Vec<usize> =
            step.rules.iter().map(|rule| named(&rule.name).expect("a rule")).collect();
        let facts: Vec<(usize, bool)> = step.facts.iter().map(|fact| self.value(fact)).collect();
        let mark = self.value(&step.cells[0]);
        assert!(self.implies(&rules, &facts, mark));
        assert!(!self.with(&rules, &facts).is_empty());
    }
}

/// A board without an answer has no hints, and one with several has those that follow.
#[test]
fn boards_without_one_answer_are_told() {
    let family = family("three-in-a-row");
    let none = open(family, &board("00?0\n????\n????\n????\n", &[]));
    let trouble = advise(family, &*none, None, &all(), &Stop::unlimited());
    let Err(quarrel::advice::AdviceError::Hint(HintError::NoAnswer)) = trouble else {
        panic!("there is no answer");
    };
    let several = advice("three-in-a-row", "00??\n????\n????\n????\n", &[], &all()).plan;
    assert_eq!((several.ended, several.answer, several.grade), (PlanEnd::Stuck, None, None));
    let marks: Vec<Mark> = several.steps.iter().flat_map(|step| step.cells.clone()).collect();
    assert!(marks.contains(&Mark::placed(cell(0, 2), '1')), "{marks:?}");
}
