//! Tables as lines of text, for terminals and logs.

/// The side of a column to which its cells are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Cells are padded on the right.
    Left,
    /// Cells are padded on the left.
    Right,
}

/// Formats a table with one line for each row. Each line ends with a newline, and no line has
/// blanks at its end. Each column is as wide as its widest cell, counted in characters, and two
/// blanks separate columns. `sides` has the side of each column. If there are more columns than
/// sides, the last side applies to the remaining columns. If `sides` is empty, all columns are
/// aligned left. Rows can differ in length.
pub fn align_columns(rows: &[Vec<String>], sides: &[Side]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            line += &match sides.get(column).or(sides.last()) {
                Some(Side::Right) => format!("{cell:>width$}  "),
                Some(Side::Left) | None => format!("{cell:width$}  "),
            };
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["", "é", "x"], ["ab", "123", ""]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(align_columns(&rows, &[Side::Left, Side::Right]), "      é  x\nab  123\n");
        assert_eq!(align_columns(&rows, &[Side::Right, Side::Left]), "    é    x\nab  123\n");
        assert_eq!(align_columns(&[], &[Side::Left]), "");
    }

    #[test]
    fn rows_may_have_different_lengths() {
        let rows = [vec!["a".to_owned()], vec!["bc".to_owned(), "d".to_owned()]];
        assert_eq!(align_columns(&rows, &[]), "a\nbc  d\n");
    }
}
