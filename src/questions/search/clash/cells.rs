//! The cells of an origin, for pictures: the cells of the variables in its constraints.
//!
//! Some clues only forbid a letter in some cells. The cells of such a clue are all other cells,
//! since the letter can still be there. An origin that concerns the whole board has no cells.

use std::collections::BTreeSet;

use crate::board::Cell;
use crate::model::{Model, Origin, Statement};

/// Returns the cells of each origin, in the order of `origins`.
pub(super) fn by_origin(model: &Model, origins: &[Origin]) -> Vec<Vec<Cell>> {
    let all: BTreeSet<Cell> = (0..model.labels().len()).filter_map(|one| model.cell(one)).collect();
    origins.iter().map(|origin| origin_cells(model, origin, &all)).collect()
}

/// Returns the cells of an origin, in order. In general, these are the cells of the variables in
/// its constraints. There are other cases:
///
/// - A given has its own cell.
/// - An entry has its cell. If the entry is the value of a variable, it has none.
/// - If all constraints of another origin are unit clauses of a negated literal, returns all other
///   cells of the board instead.
/// - If the origin has no cells, or concerns all cells of the board, the list is empty. `all` has
///   all cells of the board.
fn origin_cells(model: &Model, origin: &Origin, all: &BTreeSet<Cell>) -> Vec<Cell> {
    match origin {
        Origin::Given(cell, _) => return vec![*cell],
        Origin::Entry(entry) => return entry.cell().into_iter().collect(),
        _ => {}
    }
    let (mut cells, mut forbids_alone) = (BTreeSet::new(), true);
    for constraint in model.constraints().iter() {
        if constraint.origin().is_none_or(|number| model.origins()[number] != *origin) {
            continue;
        }
        let statement = constraint.statement;
        forbids_alone &= matches!(statement, Statement::Clause([lit]) if lit.is_negated());
        cells.extend(statement.lits().iter().filter_map(|lit| model.cell(lit.variable())));
    }
    if forbids_alone {
        cells = all.difference(&cells).copied().collect();
    }
    if cells == *all { Vec::new() } else { cells.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, cell};

    #[test]
    fn an_origin_has_the_cells_of_its_variables() {
        let mut model = Model::new();
        let size = Size::new(2, 2).expect("a small board");
        let lits = model.variables("x", size);
        let (row, clue) = (Origin::rule("one in row 1"), Origin::board("the clue A"));
        let (all, nothing) = (Origin::rule("one on the board"), Origin::rule("nothing"));
        let of = |cells: [(usize, usize); 2]| cells.map(|(row, column)| lits[cell(row, column)]);
        model.with_origin(row.clone(), |model| model.exactly_one("rows", of([(0, 0), (0, 1)])));
        model.with_origin(clue.clone(), |model| {
            of([(0, 0), (1, 0)]).into_iter().for_each(|lit| model.clause("clues", [!lit]));
        });
        model.with_origin(all.clone(), |model| {
            model.exactly_one("board", size.cells().map(|at| lits[at]));
        });
        let given = Origin::Given(cell(1, 1), 'x');
        let found = super::by_origin(&model, &[row, clue, all, nothing, given]);
        let expected = [
            vec![cell(0, 0), cell(0, 1)],
            vec![cell(0, 1), cell(1, 1)],
            Vec::new(),
            Vec::new(),
            vec![cell(1, 1)],
        ];
        assert_eq!(found, expected);
    }
}
