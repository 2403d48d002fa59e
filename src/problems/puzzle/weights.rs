//! A whole number for each cell of a board, such as its cost or price. An objective adds up the
//! numbers of the chosen cells.
//!
//! Directives of the board's text state these numbers, one line for each row: `# costs 3 -1 0 4`.

use std::ops::Index;

use crate::board::{BoardSymmetry, Cell, Grid, Size};
use crate::model::{Goal, Lit, Objective, Sense, Sum, Term};
use crate::source::{Directive, Refusal, Source, Spanned, format_count, is_integer, quote};

/// A number for each cell of a board.
#[derive(Clone, Debug)]
pub struct Weights(Grid<i64>);

impl Weights {
    /// Reads the directives of this name, one for each row in order. Skips other directives.
    /// Returns `None` if the text has no directive of this name.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - There are not as many directives as rows.
    /// - A directive does not have as many numbers as the board has columns.
    /// - A word is not a whole number.
    /// - The sum of the magnitudes of all numbers is not less than 2⁶³ − 1.
    pub fn read(
        source: &Source,
        directives: &[Directive],
        name: &str,
        size: Size,
    ) -> Result<Option<Weights>, Refusal> {
        let lines: Vec<&Directive> =
            directives.iter().filter(|directive| directive.name.value == name).collect();
        let Some(last) = lines.last() else { return Ok(None) };
        let row_each =
            format!("`# {name}` once for each of the {}", format_count(size.rows(), "row"));
        if let Some(extra) = lines.get(size.rows()) {
            let found = format!(
                "`# {name}` for row {}, but the last row is {}",
                size.rows() + 1,
                size.rows()
            );
            return Err(Refusal::new(found, row_each).with_span(source, extra.name.span.clone()));
        }
        let mut sum: u128 = 0;
        let rows: Vec<Vec<i64>> = lines
            .iter()
            .map(|line| read_row(source, line, size, &mut sum))
            .collect::<Result<_, _>>()?;
        if rows.len() < size.rows() {
            let found = format!("`# {name}` for only {}", format_count(rows.len(), "row"));
            let end = last.span().end;
            return Err(Refusal::new(found, row_each).with_span(source, end..end));
        }
        Ok(Some(Weights(Grid::from_fn(size, |at| rows[at.row][at.column]))))
    }

    /// Returns the goal to optimise the sum of the numbers of the chosen cells. For every choice of
    /// cells, this sum is in the range of the goal.
    pub fn goal(&self, sense: Sense, name: &'static str) -> Goal {
        let weights: Vec<i64> = self.0.iter().map(|(_, &weight)| weight).collect();
        let least = weights.iter().map(|&weight| weight.min(0)).sum();
        Goal { sense, name, least, largest: weights.iter().map(|&weight| weight.max(0)).sum() }
    }

    /// Returns the objective that adds up the numbers of all cells whose literal is true. Cells
    /// with the number 0 have no term in the objective. `lits` must have the size of the board, and
    /// a different variable for each cell; otherwise the function panics.
    pub fn objective(&self, sense: Sense, lits: &Grid<Lit>) -> Objective {
        Sum::new(
            self.0
                .iter()
                .map(|(at, &weight)| Term { weight, atom: lits[at] })
                .filter(|term| term.weight != 0),
        )
        .and_then(|sum| Objective::from_sum(sense, sum, 0))
        .expect("a variable for each cell, and numbers whose sum was looked at")
    }

    /// Returns whether a symmetry maps each cell to a cell with the same number.
    pub fn are_invariant(&self, symmetry: BoardSymmetry) -> bool {
        self.0.iter().all(|(at, &weight)| self.0[symmetry.image(at)] == weight)
    }
}

impl Index<Cell> for Weights {
    type Output = i64;

    fn index(&self, at: Cell) -> &i64 {
        &self.0[at]
    }
}

/// Reads the numbers of one line of text, and adds their magnitudes to `sum`. Before the call,
/// `sum` has the magnitudes of all earlier lines. Refuses the line in these cases: the number of
/// words is not the number of columns, a word is no whole number, or the sum exceeds 2⁶³ − 2. After
/// a refusal, `sum` may have some magnitudes of this line.
fn read_row(
    source: &Source,
    line: &Directive,
    size: Size,
    sum: &mut u128,
) -> Result<Vec<i64>, Refusal> {
    let read = |word: &Spanned<String>| {
        if !is_integer(&word.value) {
            return refuse("is no whole number", "a whole number for each cell", source, word);
        }
        let number: Option<i64> = word.value.parse().ok();
        *sum += number.map_or(u128::from(u64::MAX), |number| number.unsigned_abs().into());
        match number.filter(|_| *sum < u128::from(i64::MAX.unsigned_abs())) {
            Some(number) => Ok(number),
            None => {
                let expected = "numbers whose magnitudes add up to less than 2^63 - 1";
                refuse("makes the sum exceed 64 bits", expected, source, word)
            }
        }
    };
    if line.arguments.len() != size.columns() {
        let expected = format!(
            "{}, one for each cell of a row; to write a comment, begin the line with another word",
            format_count(size.columns(), "number")
        );
        if let Some(word) = line.arguments.iter().find(|word| !is_integer(&word.value)) {
            return refuse("is no whole number", &expected, source, word).map(|_| Vec::new());
        }
        let numbers = format_count(line.arguments.len(), "number");
        let found = format!("{numbers} after `{}`", line.name.value);
        return Err(Refusal::new(found, expected).with_span(source, line.span()));
    }
    line.arguments.iter().map(read).collect()
}

/// Returns an error for a word that should be a weight. `found` says what is wrong with the word.
fn refuse(
    found: &str,
    expected: &str,
    source: &Source,
    word: &Spanned<String>,
) -> Result<i64, Refusal> {
    let found = format!("{} {found}", quote(&word.value));
    Err(Refusal::new(found, expected).with_span(source, word.span.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cell;
    use crate::source::directives::DirectiveUsage;
    use crate::source::rows;

    fn read(lines: &str) -> Result<Option<Weights>, String> {
        let source = Source::new("board", &format!("A B C\nA B C\n{lines}"));
        let usages = [DirectiveUsage { form: "costs N N N", like: &[] }];
        let told = |refusal: Refusal| refusal.to_string();
        let table = rows::read_words(&source, &usages).map_err(told)?;
        let size = Size::new(2, 3).expect("a small board");
        Weights::read(&source, &table.directives, "costs", size).map_err(told)
    }

    #[test]
    fn each_line_has_the_numbers_of_a_row() {
        assert!(read("# a comment").expect("a board").is_none());
        let weights = read("# costs 3 -1 +4\n// costs 0, 5; -9\n").expect("a board");
        let weights = weights.expect("numbers");
        let found: Vec<i64> = weights.0.iter().map(|(_, &weight)| weight).collect();
        assert_eq!(found, [3, -1, 4, 0, 5, -9]);
        assert_eq!(weights[cell(1, 2)], -9);
        let goal = weights.goal(Sense::Minimise, "cost");
        assert_eq!((goal.least, goal.largest), (-10, 12));
        let lits =
            Grid::from_fn(weights.0.size(), |at| Lit::from_number(3 * at.row + at.column + 1));
        let objective = weights.objective(Sense::Minimise, &lits);
        assert_eq!((objective.least(), objective.largest()), (-10, 12));
    }

    #[test]
    fn other_numbers_than_one_a_cell_are_refused_at_their_place() {
        let half = i64::MAX / 2;
        for (lines, refusal) in [
            ("# costs 1 2 3", "3:14: `# costs` for only 1 row; "),
            ("# costs of living", "3:9: `of` is no whole number; "),
            (
                "# costs 1 2 3\n# costs 1 2 3\n# costs 1 2 3",
                "5:3: `# costs` for row 3, but the last row is 2; ",
            ),
            ("# costs 1 2\n# costs 1 2 3", "3:3: 2 numbers after `costs`; expected 3 numbers, "),
            (
                "# costs 1 2 3\n# costs 1 2 3 4",
                "4:3: 4 numbers after `costs`; expected 3 numbers, ",
            ),
            ("# costs", "3:3: 0 numbers after `costs`; "),
            ("# costs 1 two 3", "3:11: `two` is no whole number; "),
            ("# costs 1 2.5 3", "3:11: `2.5` is no whole number; "),
            (
                "# costs 1 9223372036854775808 3",
                "3:11: `9223372036854775808` makes the sum exceed 64 ",
            ),
            (
                "# costs 1 2 -9223372036854775808",
                "3:13: `-9223372036854775808` makes the sum exceed 64 ",
            ),
            (
                &format!("# costs {half} 2 -{half}"),
                &format!("3:31: `-{half}` makes the sum exceed 64 "),
            ),
        ] {
            let found = read(lines).expect_err(lines);
            assert!(found.starts_with(&format!("board:{refusal}")), "{lines}: {found}");
        }
        assert!(read(&format!("# costs {half} 0 -{half}\n# costs 0 0 0")).is_ok());
    }

    #[test]
    fn a_symmetry_is_kept_if_its_cells_weigh_the_same() {
        let weights = read("# costs 1 2 1\n# costs 3 4 3").expect("a board").expect("numbers");
        let symmetries = weights.0.size().symmetries();
        let names: Vec<&str> = symmetries
            .into_iter()
            .filter(|&symmetry| weights.are_invariant(symmetry))
            .map(BoardSymmetry::name)
            .collect();
        assert_eq!(names, ["mirror left to right"]);
    }
}
