//! The numbers of points on penpa-edit's grid.

use crate::board::{Cell, cell};

/// The number of rows or columns of points outside each side of the grid.
const MARGIN: usize = 2;

/// The points of a grid, and the position of the board on it.
pub(super) struct Points {
    /// The number of rows of the grid. Spaces around the board count too.
    pub rows: usize,
    /// The number of columns of the grid. Spaces around the board count too.
    pub columns: usize,
    /// The number of rows of the grid above the board.
    pub top: usize,
    /// The number of columns of the grid to the left of the board.
    pub left: usize,
}

/// The position of a point in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointKind {
    /// The middle of a cell.
    Cell,
    /// The corner below and to the right of a cell.
    Corner,
    /// A point on a side or inside a cell.
    Other,
}

/// A point, with its row and column on the board or outside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// The position of the point in its cell.
    pub kind: PointKind,
    /// The row of the point's cell, from 0. It is negative above the board.
    pub row: isize,
    /// The column of the point's cell, from 0. It is negative to the left of the board.
    pub column: isize,
}

impl Points {
    /// Returns the point with this number. The point can be outside the board, in the spaces or the
    /// margin around it. Returns `None` if the text is no number. If the number is too large for
    /// cells and corners, the point is of another kind.
    pub fn find_point(&self, number: &str) -> Option<Point> {
        let number: usize = number.parse().ok()?;
        let place = number % (self.width() * self.height());
        let kind = match number / (self.width() * self.height()) {
            0 => PointKind::Cell,
            1 => PointKind::Corner,
            _ => PointKind::Other,
        };
        let below = |place: usize, spaces: usize| {
            isize::try_from(place).ok()?.checked_sub_unsigned(MARGIN + spaces)
        };
        let row = below(place / self.width(), self.top)?;
        let column = below(place % self.width(), self.left)?;
        Some(Point { kind, row, column })
    }

    /// Returns the number of the point in the middle of a cell.
    pub fn cell(&self, at: Cell) -> usize {
        (at.row + self.top + MARGIN) * self.width() + at.column + self.left + MARGIN
    }

    /// Returns the number of the point at the corner below and to the right of a cell.
    pub fn corner(&self, at: Cell) -> usize {
        self.width() * self.height() + self.cell(at)
    }

    /// Returns the number of points in a row, with the margins.
    pub fn width(&self) -> usize {
        self.columns + 2 * MARGIN
    }

    fn height(&self) -> usize {
        self.rows + 2 * MARGIN
    }
}

impl Point {
    /// Returns the cell that is `down` rows below the point and `right` columns to the right of it.
    /// Returns `None` if the cell would be above the board or to the left of it.
    pub fn cell_at_offset(&self, down: isize, right: isize) -> Option<Cell> {
        let row = usize::try_from(self.row + down).ok()?;
        Some(cell(row, usize::try_from(self.column + right).ok()?))
    }
}
