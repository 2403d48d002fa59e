//! Orders along the cells of a board. Variables that belong to no cell come last.

use std::collections::HashMap;

use super::Order;
use crate::board::{Cell, Size, cell};
use crate::model::{Model, narrow};

/// Returns whether at least one variable of the model belongs to a cell.
pub(super) fn has_cells(model: &Model) -> bool {
    (0..model.labels().len()).any(|variable| model.cell(variable).is_some())
}

/// Returns all variables in an order along the cells: by row, by column, by diagonal or along the
/// spiral, which goes from the centre outwards. The cells of a diagonal have the same number "row
/// minus column". The diagonal with the least number is the first, and each diagonal begins at its
/// top cell. Variables without a cell come last. Variables of one cell keep the model's order.
/// Returns `None` if `order` is not along the cells.
pub(super) fn board_order(order: Order, model: &Model) -> Option<Vec<u32>> {
    Some(match order {
        Order::Row => by_cell(model, |cell| pair(cell.row, cell.column)),
        Order::Column => by_cell(model, |cell| pair(cell.column, cell.row)),
        Order::Diagonal => by_cell(model, |cell| {
            let (row, column) = pair(cell.row, cell.column);
            (row - column, row)
        }),
        Order::Spiral => {
            let places = spiral(model);
            by_cell(model, |cell| (places[&cell], 0))
        }
        _ => return None,
    })
}

/// Returns the variables sorted by a key of their cells, the least key first. Variables without a
/// cell come last. Variables with equal keys keep the model's order.
fn by_cell(model: &Model, key: impl Fn(Cell) -> (isize, isize)) -> Vec<u32> {
    let mut variables: Vec<u32> = (0..narrow(model.labels().len())).collect();
    variables.sort_by_key(|&variable| {
        let place = model.cell(variable as usize).map(&key);
        (place.is_none(), place)
    });
    variables
}

fn pair(first: usize, second: usize) -> (isize, isize) {
    let signed = |number| isize::try_from(number).expect("boards have short sides");
    (signed(first), signed(second))
}

/// Returns the position of each cell in the [spiral](Size::spiral) of the board. The board ends at
/// the last row and the last column that have a variable.
fn spiral(model: &Model) -> HashMap<Cell, isize> {
    let last = (0..model.labels().len())
        .filter_map(|variable| model.cell(variable))
        .fold(cell(0, 0), |last, at| cell(last.row.max(at.row), last.column.max(at.column)));
    let size = Size::new(last.row + 1, last.column + 1).expect("cells lie on a board");
    size.spiral().into_iter().zip(0..).collect()
}
