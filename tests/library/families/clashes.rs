//! Checks the clashes of boards without an answer. The referee is a search that knows the model's
//! statements, but no clauses or selectors: the named set alone has no solution; without any one of
//! its members it has one; and given cells are named only if the board has an answer without them.

use std::collections::{BTreeMap, HashSet};

use quarrel::family::Family;
use quarrel::formulation::Formulation;
use quarrel::model::{Lit, Model, Origin, OriginKind, Parity, Relation, Statement};
use quarrel::puzzle::OPEN;
use quarrel::puzzles::PUZZLES;
use quarrel::search::{Answers, Event, NoAnswerReason, RuleClash, Status, Task, run};
use quarrel::stop::Stop;

use super::boards::{Case, cases, with_givens, without_answers};
use super::candidates::{Scored, right_answers};
use super::{NORMAL, agrees};
use crate::puzzles::{Random, board, find, task};

/// The number of values after which the search gives up.
const PATIENCE: u32 = 4_000;

/// A backtracking search for a solution: it assigns one variable after the other while every
/// statement can still hold.
struct Backtracking<'a> {
    statements: Vec<Statement<'a>>,
    /// For each variable, the indices of the statements that contain it.
    about: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    patience: u32,
}

impl Backtracking<'_> {
    /// Returns whether the statements have a solution over this many variables; `None` if the
    /// search gives up.
    fn solve(statements: Vec<Statement>, variables: usize) -> Option<bool> {
        let mut about = vec![Vec::new(); variables];
        for (index, statement) in statements.iter().enumerate() {
            statement.lits().iter().for_each(|lit| about[lit.variable()].push(index));
        }
        let values = vec![None; variables];
        let mut search = Backtracking { statements, about, values, patience: PATIENCE };
        let possible = (0..search.statements.len()).all(|statement| search.can_hold(statement));
        if possible { search.descend() } else { Some(false) }
    }

    fn descend(&mut self) -> Option<bool> {
        self.patience = self.patience.checked_sub(1)?;
        let Some(variable) = self.next() else { return Some(true) };
        for value in [true, false] {
            self.values[variable] = Some(value);
            let possible = self.about[variable].iter().all(|&statement| self.can_hold(statement));
            if possible && self.descend()? {
                return Some(true);
            }
        }
        self.values[variable] = None;
        Some(false)
    }

    /// Returns the variable to decide next, from the statement with the fewest undecided literals.
    fn next(&self) -> Option<usize> {
        let open = |variable: &usize| self.values[*variable].is_none();
        let room = |variable: &usize| {
            let rooms = self.about[*variable].iter().map(|&statement| self.count(statement).1);
            rooms.min().unwrap_or(usize::MAX)
        };
        (0..self.values.len()).filter(open).min_by_key(room)
    }

    /// Returns the number of true literals of a statement, and the number of undecided ones.
    fn count(&self, statement: usize) -> (usize, usize) {
        let value = |lit: &Lit| self.values[lit.variable()].map(|value| value != lit.is_negated());
        let values = || self.statements[statement].lits().iter().map(value);
        (values().filter(|v| *v == Some(true)).count(), values().filter(Option::is_none).count())
    }

    fn can_hold(&self, statement: usize) -> bool {
        let (least, open) = self.count(statement);
        let within = |low: usize, high: usize| least <= high && least + open >= low;
        match self.statements[statement] {
            Statement::Clause(_) => within(1, usize::MAX),
            Statement::AtMostOne(_) => within(0, 1),
            Statement::ExactlyOne(_) => within(1, 1),
            Statement::Cardinality(_, Relation::AtLeast, bound) => within(bound, usize::MAX),
            Statement::Cardinality(_, Relation::AtMost, bound) => within(0, bound),
            Statement::Cardinality(_, Relation::Exactly, bound) => within(bound, bound),
            Statement::Parity(_, parity) => open > 0 || (least % 2 == 1) == (parity == Parity::Odd),
            Statement::Linear(..) => unreachable!("no puzzle has weights"),
        }
    }
}

/// Returns whether the constraints without an origin, together with those that have one of
/// `origins`, have a solution; `None` if the search gives up.
fn has_solution(model: &Model, origins: &[Origin]) -> Option<bool> {
    let mut given = Vec::new();
    for origin in origins {
        let Origin::Given(cell, symbol) = origin else { continue };
        let Some(lits) = model.reading().literals(*cell, *symbol) else { return Some(false) };
        given.extend(lits);
    }
    let stated = model.constraints().iter().filter(|constraint| {
        constraint.origin().is_none_or(|origin| origins.contains(&model.origins()[origin]))
    });
    let units = given.chunks(1).map(Statement::Clause);
    let statements = stated.map(|constraint| constraint.statement).chain(units).collect();
    Backtracking::solve(statements, model.labels().len())
}

fn clash(case: &Case, formulation: &Formulation) -> Option<RuleClash> {
    let finding = find(&task(&case.puzzle, formulation, None, Answers::One));
    if finding.status() != Status::Unsatisfiable {
        assert_eq!(finding.reason, None, "{}", case.name);
        return None;
    }
    match finding.reason {
        Some(NoAnswerReason::Clash(clash)) => Some(clash),
        Some(NoAnswerReason::Obstacle(_)) => None,
        Some(NoAnswerReason::Deduced(said)) => {
            panic!("{}: no bound is asked for: {said}", case.name)
        }
        None => panic!("{} in {}: nothing is named", case.name, formulation.name),
    }
}

/// Asserts that the named set clashes, that every member is needed, and that the members of deeper
/// kinds alone do not clash. Returns whether the search could decide all of this.
fn judge(case: &Case, formulation: &Formulation, clash: &RuleClash) -> bool {
    let name = format!("{} in {}: {:?}", case.name, formulation.name, clash.origins);
    let model = case.puzzle.model(formulation).for_value(0);
    assert!(clash.is_minimal, "{name}: more is named than is needed");
    assert!(clash.origins.is_sorted_by_key(Origin::kind), "{name}: the order");
    let unique: HashSet<&Origin> = clash.origins.iter().collect();
    assert_eq!(unique.len(), clash.origins.len(), "{name}: one of them twice");
    let mut judged = true;
    let mut expect = |origins: &[Origin], expected: bool, what: &str| {
        let found = has_solution(&model, origins);
        assert!(found.is_none_or(|found| found == expected), "{name}: {what}");
        judged &= found.is_some();
    };
    expect(&clash.origins, false, "they do not clash");
    for left_out in &clash.origins {
        let others: Vec<Origin> =
            clash.origins.iter().filter(|origin| *origin != left_out).cloned().collect();
        expect(&others, true, &format!("{left_out} is not needed"));
    }
    let shown = |origin: &Origin| match origin {
        Origin::Given(cell, symbol) => model.reading().literals(*cell, *symbol).is_some(),
        _ => true,
    };
    let least = clash.origins.iter().map(Origin::kind).min();
    if let Some(least) = least.filter(|_| clash.origins.iter().all(shown)) {
        let deeper = model.origins().iter().filter(|origin| origin.kind() > least);
        expect(&deeper.cloned().collect::<Vec<_>>(), true, "it goes deeper");
    }
    judged
}

/// Asserts that no answer of the board without givens has all the named givens; or all givens, if
/// the clash names what they say together.
fn judge_by_the_rules(case: &Case, clash: &RuleClash, without_givens: &[Scored]) {
    let givens = case.puzzle.givens();
    let together = clash.origins.iter().any(|origin| matches!(origin, Origin::Givens(_)));
    let named = |at| {
        clash.origins.iter().any(|origin| matches!(origin, Origin::Given(cell, _) if *cell == at))
    };
    let named = quarrel::board::Grid::from_fn(givens.size(), |at| {
        givens[at].filter(|_| together || named(at))
    });
    let answer = without_givens.iter().find(|(answer, _)| agrees(answer, &named));
    assert_eq!(answer, None, "{}: an answer with {:?}", case.name, clash.origins);
}

fn random_boards(family: &'static Family) -> Vec<Case> {
    let mut random = Random(17);
    let requests = (0..60).map(|_| {
        let rows = 2 + random.below(2);
        let columns = if random.below(2) == 0 { rows } else { 2 + random.below(3) };
        let symbols: Vec<char> = family.symbols.chars().take(rows * columns).collect();
        let mut symbol = || match random.below(3) {
            0 => symbols[random.below(symbols.len())],
            _ => OPEN,
        };
        let mut row = || (0..columns).map(|_| symbol()).collect();
        (0..rows).map(|_| row()).collect::<Vec<String>>().join("\n")
    });
    let requests: Vec<_> = requests.map(|text| board(&text, &[])).collect();
    let opened = requests.into_iter().filter(|request| family.open(request).is_ok());
    opened.map(|request| Case::open(family, request)).collect()
}

#[test]
fn what_is_named_clashes_and_all_of_it_is_needed() {
    for family in PUZZLES {
        let (mut told, mut judged) = (0, 0);
        let mut look_at = |case: &Case, without_givens: Option<&[Scored]>| {
            for formulation in NORMAL.formulations(case).filter(|row| !row.of_value) {
                let Some(clash) = clash(case, formulation) else { continue };
                told += 1;
                judged += u32::from(judge(case, formulation, &clash));
                if let Some(right) = without_givens {
                    judge_by_the_rules(case, &clash, right);
                }
            }
        };
        for case in cases(family) {
            let right = right_answers(&case, NORMAL.candidates);
            look_at(&case, right.as_deref());
            let right = right.unwrap_or_default();
            with_givens(&case, &right).iter().for_each(|given| look_at(given, Some(&right)));
        }
        without_answers(family).iter().for_each(|case| look_at(case, None));
        random_boards(family).iter().for_each(|case| look_at(case, None));
        let name = family.name;
        assert!(told >= 20, "{name}: only {told} boards without an answer");
        assert!(judged * 4 >= told * 3, "{name}: only {judged} of {told} could be judged");
    }
}

/// A constraint that only some boards of the same size and variants have has an origin other than a
/// rule.
#[test]
fn what_a_board_says_has_an_origin() {
    for family in PUZZLES {
        let mut compared = 0;
        for formulation in family.formulations {
            let mut models: BTreeMap<String, Vec<Model>> = BTreeMap::new();
            for case in cases(family) {
                let right = right_answers(&case, NORMAL.candidates).unwrap_or_default();
                for case in with_givens(&case, &right).into_iter().chain([case]) {
                    let like =
                        format!("{} {:?}", case.puzzle.size(), case.puzzle.describe().variants);
                    models
                        .entry(like)
                        .or_default()
                        .push(case.puzzle.model(formulation).for_value(1));
                }
            }
            for models in models.values() {
                let said: Vec<HashSet<Statement>> = models.iter().map(statements).collect();
                for (one, model) in models.iter().enumerate() {
                    for constraint in model.constraints().iter() {
                        if said.iter().all(|said| said.contains(&constraint.statement)) {
                            continue;
                        }
                        let origin = constraint.origin().map(|origin| &model.origins()[origin]);
                        let kind = origin.map(Origin::kind);
                        let expected = kind.is_some_and(|kind| kind != OriginKind::Rule);
                        assert!(expected, "{} {one}: {constraint:?} from {origin:?}", family.name);
                        compared += 1;
                    }
                }
            }
        }
        let says_more = ["queens", "abc-path", "three-in-a-row", "armies"].contains(&family.name);
        assert_eq!(compared > 0, says_more, "{}: {compared}", family.name);
    }
}

fn statements(model: &Model) -> HashSet<Statement<'_>> {
    model.constraints().statements().collect()
}

/// Only constraints that define variables have no origin.
#[test]
fn every_rule_has_a_name() {
    let definitions =
        ["one colour a cell", "covered cells", "holes", "dominoes by number", "bare sides"];
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        for formulation in case.family.formulations {
            let model = case.puzzle.model(formulation).for_value(1);
            for constraint in model.constraints().iter().filter(|one| one.origin().is_none()) {
                let group = model.groups()[constraint.group()].as_str();
                assert!(definitions.contains(&group), "{}: {group} has no name", case.name);
            }
            for origin in model.origins() {
                let said = origin.to_string();
                let one_line = !said.is_empty() && !said.contains('\n') && !said.ends_with('.');
                assert!(one_line && said.trim() == said, "{}: {said:?}", case.name);
            }
        }
    }
}

#[test]
fn a_stopped_explanation_takes_nothing_away() {
    for family in PUZZLES {
        let case = random_boards(family).into_iter().chain(cases(family)).find(|case| {
            clash(case, &family.formulations[0])
                .is_some_and(|clash| !matches!(clash.origins[..], [Origin::Given(..)]))
        });
        let case = case.expect("a board without an answer");
        for question in [Answers::One, Answers::Unique, Answers::Count(None)] {
            let stop = Stop::unlimited();
            let whole = task(&case.puzzle, &family.formulations[0], None, question);
            let asked = Task { stop: stop.clone(), ..whole.clone() };
            let mut told = false;
            let finding = run(&asked, &mut |event| {
                if let Event::Progress(finding) = event
                    && finding.status() == Status::Unsatisfiable
                    && finding.exhausted
                {
                    assert_eq!(finding.reason, None);
                    told = true;
                    stop.request();
                }
            });
            let finding = finding.expect("a search without an internal error");
            assert!(told, "{}: no report before the explanation", case.name);
            let said = (finding.status(), finding.exhausted, finding.stopped, finding.reason);
            assert_eq!(said, (Status::Unsatisfiable, true, false, None), "{}", case.name);
            let unexplained = find(&Task { explain: false, ..whole });
            assert_eq!((unexplained.status(), unexplained.reason), (Status::Unsatisfiable, None));
        }
    }
}
