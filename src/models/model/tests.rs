//! Tests of models.

use super::*;
use crate::board::cell;

/// Returns a model of two cells. Two variables show A and B in the first cell, and one variable
/// shows A in the second cell.
fn model() -> (Model, [Lit; 3]) {
    let mut model = Model::new();
    let [a, b, c] = [0, 1, 2].map(|index| model.variable("x", &[index]));
    let size = Size::new(1, 2).expect("a small board");
    model.set_reading(
        Grid::from_fn(
            size,
            |at| if at.column == 0 { vec![('A', a), ('B', b)] } else { vec![('A', c)] },
        ),
        '.',
    );
    (model, [a, b, c])
}

/// A partition that lacks a literal is refused, since the sums of its lines would lack this
/// literal.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "lits and lines do not agree")]
fn a_partition_has_every_literal() {
    let mut model = Model::new();
    let [a, b] = [0, 1].map(|index| model.variable("x", &[index]));
    let rows = Partition { name: "rows", lines: vec![vec![a]] };
    model.optimise(Objective::minimise(Count::new(vec![a, b], vec![rows])));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a variable twice")]
fn a_statement_has_a_variable_once() {
    let mut model = Model::new();
    let a = model.variable("x", &[0]);
    model.parity("p", [a, !a], Parity::Odd);
}

#[test]
fn an_answer_is_read_and_told_by_the_same_literals() {
    let (model, [a, b, c]) = model();
    let answer = model.reading().answer(&Values::new(vec![false, true, false]));
    assert_eq!(answer.to_rows(), ["B."]);
    let mut told = vec![b, !c];
    told.sort_unstable();
    assert_eq!(model.reading().answer_literals(&answer), told);
    assert_eq!(model.reading().literals(cell(0, 0), '.'), Some(vec![!a, !b]));
    assert_eq!(model.reading().literals(cell(0, 1), 'B'), None);
}

#[test]
fn givens_drop_the_symmetries_that_move_them() {
    let (mut model, [a, b, c]) = model();
    model.declare_symmetry("swap", [(a, b), (b, a)]);
    model.declare_symmetry("turn", [(c, !c)]);
    let size = Size::new(1, 2).expect("a small board");
    let given = Grid::from_fn(size, |at| (at.column == 1).then_some('A'));
    model.fix("givens", &given);
    let names: Vec<&str> = model.symmetries().iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["swap"]);
    assert!(model.constraints().statements().eq([Statement::Clause(&[c])]));
}

#[test]
fn what_is_stated_comes_from_the_innermost_origin() {
    let (mut model, [a, b, c]) = model();
    model.clause("free", [a]);
    model.with_origin(Origin::rule("all"), |model| {
        model.clause("outer", [b]);
        model.with_origin(Origin::board("this one"), |model| model.clause("inner", [c]));
        model.clause("outer", [!b]);
    });
    model.clause("free", [!a]);
    let said: Vec<Option<String>> = model
        .constraints()
        .iter()
        .map(|constraint| constraint.origin().map(|origin| model.origins()[origin].to_string()))
        .collect();
    let expected = [None, Some("all"), Some("this one"), Some("all"), None];
    assert_eq!(said, expected.map(|name| name.map(str::to_owned)));
}

#[test]
fn a_given_that_no_literal_shows_is_a_contradiction() {
    let (mut model, _) = model();
    let size = Size::new(1, 2).expect("a small board");
    model.fix("givens", &Grid::from_fn(size, |at| (at.column == 1).then_some('B')));
    assert_eq!(model.constraints().constraint(0).statement, Statement::Clause(&[]));
}
