//! Boards: cells, grids, lines, and symmetries.
//!
//! Rows and columns are numbered from 0, beginning at the top left corner. On a diagonal, row minus
//! column is constant; on an antidiagonal, row plus column is constant.

use std::fmt;
use std::str::FromStr;

/// The largest number of rows of a board, and also the largest number of columns. A larger board is
/// refused.
pub const LONGEST_SIDE: usize = 1000;

/// The largest number of cells of a board. A larger board is refused.
pub const MOST_CELLS: usize = 10_000;

/// A cell, by row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

/// Returns the cell in this row and column, both numbered from 0.
pub const fn cell(row: usize, column: usize) -> Cell {
    Cell { row, column }
}

impl Cell {
    /// Returns the cell `down` rows below this cell and `right` columns to its right. Returns
    /// `None` if the row or column would be negative.
    pub fn step(self, down: isize, right: isize) -> Option<Cell> {
        Some(cell(self.row.checked_add_signed(down)?, self.column.checked_add_signed(right)?))
    }

    /// Returns the row and the column, both from 0.
    pub fn pair(self) -> (usize, usize) {
        (self.row, self.column)
    }
}

impl fmt::Display for Cell {
    /// Writes the row and the column, which are counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

/// Returns the name of a line of cells. A row or column is named by its number, a diagonal by its
/// two end cells, and a single cell by its row and column. Numbers count from 1. Looks only at the
/// two end cells, so the cells must form a line. An empty line has the name `no cell`.
pub fn line_name(line: &[Cell]) -> String {
    match line {
        [] => "no cell".to_owned(),
        [alone] => alone.to_string(),
        [first, .., last] if first.row == last.row => format!("row {}", first.row + 1),
        [first, .., last] if first.column == last.column => format!("column {}", first.column + 1),
        [first, .., last] => format!("the diagonal from {first} to {last}"),
    }
}

/// The size of a board: its number of rows and its number of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number of rows, at least 1.
    rows: usize,
    /// The number of columns, at least 1.
    columns: usize,
}

/// The reason why a size is refused.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// The text is neither `N` nor `RxC`.
    #[error("`{0}` is not a size: write N for a square or RxC, such as 8 or 8x10")]
    Form(String),
    /// A side is 0 or too long, or there are too many cells. The fields are the numbers of rows and
    /// of columns.
    #[error(
        "a board of {0}x{1}: a side has from 1 to {LONGEST_SIDE} cells, and a board \
         at most {MOST_CELLS} cells"
    )]
    Range(usize, usize),
}

impl Size {
    /// Returns the size with these numbers of rows and columns.
    ///
    /// # Errors
    ///
    /// If a side is 0 or above [`LONGEST_SIDE`], or there are more than [`MOST_CELLS`] cells.
    pub fn new(rows: usize, columns: usize) -> Result<Size, SizeError> {
        let sides = 1..=LONGEST_SIDE;
        if sides.contains(&rows) && sides.contains(&columns) && rows * columns <= MOST_CELLS {
            Ok(Size { rows, columns })
        } else {
            Err(SizeError::Range(rows, columns))
        }
    }

    /// Returns the number of rows.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Returns the numbers of rows and columns.
    pub fn sides(self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// Returns the number of cells.
    pub fn area(self) -> usize {
        self.rows * self.columns
    }

    /// Returns whether there are as many rows as columns.
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Returns whether a cell is on the board.
    pub fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| cell(row, column)))
    }

    /// Returns all cells in rings from the centre outwards. The cells of each ring are in clockwise
    /// order, beginning at its top left corner.
    pub fn spiral(self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.cells().collect();
        cells.sort_by_key(|&cell| self.place_in_spiral(cell));
        cells
    }

    /// Returns two numbers for a cell. The first is the number of its ring, which is 0 or 1 in the
    /// middle and increases outwards. The second is its position along this ring, which is 0 at the
    /// ring's top left corner and increases clockwise. Both numbers are in units of half a cell, so
    /// that they are whole numbers for odd and for even sides. On a board that is not square, the
    /// cells near the ends of the longer sides belong to incomplete rings.
    fn place_in_spiral(self, cell: Cell) -> (isize, isize) {
        let (down, right) = (
            2 * cell.row.cast_signed() - (self.rows.cast_signed() - 1),
            2 * cell.column.cast_signed() - (self.columns.cast_signed() - 1),
        );
        let ring = down.abs().max(right.abs());
        let position = if down == -ring {
            ring + right
        } else if right == ring {
            3 * ring + down
        } else if down == ring {
            5 * ring - right
        } else {
            7 * ring - down
        };
        (ring, position)
    }

    /// Returns the cell that is `down` rows below `from` and `right` columns to the right of
    /// `from`. Negative numbers lead up and to the left. Returns `None` if that cell is not on the
    /// board.
    pub fn step(self, from: Cell, down: isize, right: isize) -> Option<Cell> {
        from.step(down, right).filter(|&to| self.contains(to))
    }

    /// Returns the cells of the board that share a side with a cell, row by row.
    pub fn orthogonal_neighbours(self, of: Cell) -> impl Iterator<Item = Cell> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(move |(d, r)| self.step(of, d, r))
    }

    /// Returns the cells of the board that share a side or a corner with a cell, row by row,
    /// without the cell itself.
    pub fn king_neighbours(self, of: Cell) -> impl Iterator<Item = Cell> {
        (-1..=1)
            .flat_map(|down| (-1..=1).map(move |right| (down, right)))
            .filter(|&step| step != (0, 0))
            .filter_map(move |(down, right)| self.step(of, down, right))
    }

    /// Returns four lists of lines, each list with its name: all rows, all columns, all diagonals
    /// and all antidiagonals. The diagonals and antidiagonals of one cell are included. A diagonal
    /// runs from the top left to the bottom right.
    pub fn directions(self) -> [(&'static str, Vec<Vec<Cell>>); 4] {
        [
            ("rows", self.row_lines()),
            ("columns", self.column_lines()),
            ("diagonals", self.diagonal_lines()),
            ("antidiagonals", self.antidiagonal_lines()),
        ]
    }

    /// Returns the cells of each row, from the top.
    pub fn row_lines(self) -> Vec<Vec<Cell>> {
        (0..self.rows)
            .map(|row| (0..self.columns).map(|column| cell(row, column)).collect())
            .collect()
    }

    /// Returns the cells of each column, from the left.
    pub fn column_lines(self) -> Vec<Vec<Cell>> {
        (0..self.columns)
            .map(|column| (0..self.rows).map(|row| cell(row, column)).collect())
            .collect()
    }

    /// Returns the cells of each diagonal, from the bottom left corner of the board on. Diagonals
    /// of one cell are included. The cells of a diagonal run from the top left to the bottom right.
    pub fn diagonal_lines(self) -> Vec<Vec<Cell>> {
        self.lines_by(|cell| cell.column + self.rows - 1 - cell.row)
    }

    /// Returns the cells of each antidiagonal, from the top left corner of the board on.
    /// Antidiagonals of one cell are included. The cells of an antidiagonal run from the top right
    /// to the bottom left.
    pub fn antidiagonal_lines(self) -> Vec<Vec<Cell>> {
        self.lines_by(|cell| cell.row + cell.column)
    }

    /// Returns the diagonals or antidiagonals in the order of their numbers. The cells of each
    /// begin at the top. `number` returns the number of the line through a cell, from 0 to `rows +
    /// columns - 2`.
    fn lines_by(self, number: impl Fn(Cell) -> usize) -> Vec<Vec<Cell>> {
        let mut lines = vec![Vec::new(); self.rows + self.columns - 1];
        for cell in self.cells() {
            lines[number(cell)].push(cell);
        }
        lines
    }

    /// Returns the symmetries of the board's shape, without the identity. There are 7 for a square,
    /// also for a single cell, and 3 for another rectangle. Symmetries that do not exchange rows
    /// and columns come first.
    pub fn symmetries(self) -> Vec<BoardSymmetry> {
        let transposes: &[bool] = if self.is_square() { &[false, true] } else { &[false] };
        let mut all = Vec::new();
        for &transpose in transposes {
            for (flip_rows, flip_columns) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                if transpose || flip_rows || flip_columns {
                    all.push(BoardSymmetry { size: self, transpose, flip_rows, flip_columns });
                }
            }
        }
        all
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads a size: `8` for a square, `8x10` for 8 rows and 10 columns. The separator is `x`, `X`
    /// or `×`, and blanks around the numbers are ignored. Fails with [`SizeError::Form`] if a side
    /// is no whole number, and with the errors of [`Size::new`].
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let side =
            |side: &str| side.trim().parse::<usize>().map_err(|_| SizeError::Form(text.to_owned()));
        match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) => Size::new(side(rows)?, side(columns)?),
            None => side(text).and_then(|n| Size::new(n, n)),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A symmetry of a board's shape. It consists of an optional transposition, and then optional
/// reversals of the rows and of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSymmetry {
    /// The size of the board. If rows and columns are exchanged, the board is a square.
    size: Size,
    /// Whether rows and columns are exchanged first.
    transpose: bool,
    /// Whether the order of the rows is then reversed.
    flip_rows: bool,
    /// Whether the order of the columns is then reversed.
    flip_columns: bool,
}

impl BoardSymmetry {
    /// Returns the cell to which the symmetry moves a cell. The cell must be on the board.
    pub fn image(self, of: Cell) -> Cell {
        let turned = if self.transpose { cell(of.column, of.row) } else { of };
        cell(
            if self.flip_rows { self.size.rows - 1 - turned.row } else { turned.row },
            if self.flip_columns { self.size.columns - 1 - turned.column } else { turned.column },
        )
    }

    /// Returns the step to which the symmetry turns a step of `down` rows down and `right` columns
    /// to the right.
    pub fn turn(self, (down, right): (isize, isize)) -> (isize, isize) {
        let (down, right) = if self.transpose { (right, down) } else { (down, right) };
        (if self.flip_rows { -down } else { down }, if self.flip_columns { -right } else { right })
    }

    /// Returns whether the symmetry turns rows into columns.
    pub fn transposes(self) -> bool {
        self.transpose
    }

    /// Returns the name of the symmetry, such as `half turn`.
    pub fn name(self) -> &'static str {
        match (self.transpose, self.flip_rows, self.flip_columns) {
            (false, false, false) => "identity",
            (false, true, false) => "mirror top to bottom",
            (false, false, true) => "mirror left to right",
            (false, true, true) => "half turn",
            (true, false, false) => "mirror in the diagonal",
            (true, true, true) => "mirror in the antidiagonal",
            (true, false, true) => "quarter turn clockwise",
            (true, true, false) => "quarter turn anticlockwise",
        }
    }
}

/// A grid with a value for each cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid<T> {
    /// The size of the board. There is one value for each of its cells.
    size: Size,
    /// The values of the cells, row by row.
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// Creates a grid. `value` returns the value of a cell. It is called for each cell, row by row.
    pub fn from_fn(size: Size, value: impl FnMut(Cell) -> T) -> Grid<T> {
        Grid { size, values: size.cells().map(value).collect() }
    }

    /// Returns the numbers of rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the value in a cell. Returns `None` if the cell is outside the board.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.size.contains(cell).then(|| &self[cell])
    }

    /// Returns the cells with a value that `is_wanted` accepts, row by row.
    pub fn cells_with(&self, is_wanted: impl Fn(&T) -> bool) -> impl Iterator<Item = Cell> {
        self.iter().filter(move |(_, value)| is_wanted(value)).map(|(at, _)| at)
    }

    /// Returns each cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.values)
    }
}

impl<T> std::ops::Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        assert!(self.size.contains(cell), "{cell} is outside a board of {}", self.size);
        &self.values[cell.row * self.size.columns + cell.column]
    }
}

impl<T> std::ops::IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.size.contains(cell), "{cell} is outside a board of {}", self.size);
        &mut self.values[cell.row * self.size.columns + cell.column]
    }
}

impl Grid<char> {
    /// Returns each row as a string.
    pub fn to_rows(&self) -> Vec<String> {
        self.values.chunks(self.size.columns).map(|row| row.iter().collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: usize, columns: usize) -> Size {
        Size::new(rows, columns).expect("a size of the tests")
    }

    #[test]
    fn lines_are_named_as_people_count() {
        let board = size(3, 4);
        assert_eq!(line_name(&board.row_lines()[2]), "row 3");
        assert_eq!(line_name(&board.column_lines()[3]), "column 4");
        let falling = "the diagonal from row 1, column 2 to row 3, column 4";
        assert!(board.diagonal_lines().iter().any(|line| line_name(line) == falling));
        let rising = "the diagonal from row 1, column 3 to row 3, column 1";
        assert!(board.antidiagonal_lines().iter().any(|line| line_name(line) == rising));
        assert_eq!(line_name(&[cell(0, 3)]), "row 1, column 4");
    }

    #[test]
    fn sizes_are_read_or_refused() {
        assert_eq!("8".parse(), Ok(size(8, 8)));
        assert_eq!("8x10".parse(), Ok(size(8, 10)));
        assert_eq!("0".parse::<Size>(), Err(SizeError::Range(0, 0)));
        assert_eq!("10000".parse::<Size>(), Err(SizeError::Range(10_000, 10_000)));
        for wrong in ["", "x", "8x", "x8", "-1", "8x8x8", "eight", "99999999999999999999999"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_partition_the_board() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 2), (5, 5)] {
            let board = size(rows, columns);
            let partitions = [
                board.row_lines(),
                board.column_lines(),
                board.diagonal_lines(),
                board.antidiagonal_lines(),
            ];
            for lines in partitions {
                let mut cells: Vec<Cell> = lines.concat();
                cells.sort();
                assert!(cells.into_iter().eq(board.cells()), "{rows}x{columns}");
            }
        }
        assert_eq!(size(2, 3).diagonal_lines()[1], [cell(0, 0), cell(1, 1)]);
        assert_eq!(size(2, 3).antidiagonal_lines()[1], [cell(0, 1), cell(1, 0)]);
    }

    #[test]
    fn symmetries_are_permutations_with_names_of_their_own() {
        for (board, count) in [(size(3, 3), 7), (size(2, 3), 3)] {
            let symmetries = board.symmetries();
            assert_eq!(symmetries.len(), count);
            for (index, symmetry) in symmetries.iter().enumerate() {
                let mut image: Vec<Cell> = board.cells().map(|cell| symmetry.image(cell)).collect();
                assert!(!image.iter().copied().eq(board.cells()), "{}", symmetry.name());
                image.sort();
                assert!(image.into_iter().eq(board.cells()), "{}", symmetry.name());
                assert!(symmetries[..index].iter().all(|other| other.name() != symmetry.name()));
                let ahead = symmetry.image(cell(1, 1));
                for step in [(-1, 0), (0, 1)] {
                    let (down, right) = symmetry.turn(step);
                    let there = board.step(cell(1, 1), step.0, step.1).expect("a small step");
                    assert_eq!(board.step(ahead, down, right), Some(symmetry.image(there)));
                }
            }
        }
        let clockwise =
            size(3, 3).symmetries().into_iter().find(|s| s.name() == "quarter turn clockwise");
        assert_eq!(clockwise.map(|turn| turn.image(cell(0, 0))), Some(cell(0, 2)));
    }

    #[test]
    fn a_spiral_winds_around_the_centre() {
        assert_eq!(
            size(3, 3).spiral()[..4],
            [cell(1, 1), cell(0, 0), cell(0, 1), cell(0, 2)],
            "the centre, and then clockwise"
        );
        for board in [size(1, 1), size(1, 5), size(4, 4), size(5, 2)] {
            let mut cells = board.spiral();
            cells.sort();
            assert!(cells.into_iter().eq(board.cells()), "{board}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let board = size(2, 2);
        assert_eq!(board.king_neighbours(cell(0, 0)).count(), 3);
        assert_eq!(board.orthogonal_neighbours(cell(1, 1)).count(), 2);
    }
}
