//! The format KNF: clauses, and cardinality constraints with a lower bound.
//!
//! ```text
//! p knf 4 3
//! 1 2 0
//! k 2 1 2 -3 0
//! g 2 4 1 2 3 0
//! ```
//!
//! `k B LITERALS 0` states that at least B literals are true (Reeves, Heule and Bryant, From
//! Clauses to Klauses, CAV 2024). `g B G LITERALS 0`, as in Cardinality-CDCL since 2025, states: if
//! the literal G is true, at least B of the other literals are true. It is read as a sum in which
//! the negation of G has the weight B. An `e` before a row says that the row belongs to the
//! encoding of another row; the `e` is ignored. A repeated literal counts each time; solvers of KNF
//! refuse repeated literals.
//!
//! After a line `p wknf VARIABLES ROWS [TOP]`, each row begins with a weight. A row is hard if
//! there is an `h` instead of the weight, or if the weight is at least TOP. In a file without a
//! line `p`, rows have weights if a row begins with an `h`.

use super::dimacs::{Dimacs, FormatFeatures, examine};
use super::model_format::{ModelFormat, ends_with};
use super::program::Decimal;
use super::{Integer, ParsedModel, RowForm, Scanner};
use crate::model::Relation;
use crate::problem::Competition;
use crate::source::{Refusal, Source};

/// The entry of the format `knf` in the list of formats. It includes `wknf`.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "knf",
    summary: "clauses and cardinality constraints, for Cardinality-CDCL",
    example: "c of four people at least two come\np knf 4 2\nk 2 1 2 3 4 0\n-1 -2 0\n",
    competition: Competition::Satisfiability,
    endings: &["knf", "wknf"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// The expected text, in words, for the refusal of a row of an unknown kind.
const ROW: &str = "a clause, or a bound `k` or `g`";

/// Returns whether a file begins like KNF. It begins with `p knf` or `p wknf`, or with rows that
/// have no relation and no letters except `k`, `g`, `e` and `h`. One of these rows must have `k` or
/// `g`, or the file's name must end like one of KNF. A file that is empty or has only comments is
/// recognised by the ending of its name.
fn recognises(source: &Source) -> bool {
    match examine(source) {
        FormatFeatures::Header(kind) => matches!(kind, "knf" | "wknf"),
        FormatFeatures::Rows(letters) => {
            let has_bounds =
                letters.first.contains(['k', 'g']) || ends_with(source, FORMAT.endings);
            has_bounds && letters.are_among("kgeh") && !letters.has_bounds
        }
        FormatFeatures::Comments => ends_with(source, FORMAT.endings),
        FormatFeatures::Foreign => false,
    }
}

/// Reads a file of KNF. Rows have weights if the line `p` has the word `wknf`, or if there is no
/// line `p` and [`Dimacs::begins_with_weights`] is true. Refuses a top weight of 0, any other row
/// or line `p`, and a file with neither a line `p` nor a row.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = Dimacs::new(scanner);
    let header = file.header(&[("knf", 2), ("wknf", 2)])?;
    let is_weighted = match header.kind {
        Some(kind) => kind == "wknf",
        None => file.begins_with_weights(),
    };
    let top = header.top(&mut file)?;
    while file.next()?.is_some() {
        row(&mut file, is_weighted, top.as_ref())?;
    }
    file.finish()
}

/// Reads a row and adds it: a clause, a bound `k` (at least so many literals are true), or a bound
/// `g` (the same, but only if its guard literal is true). If `is_weighted`, the row begins with its
/// cost, and an `h` or a cost of at least `top` makes it hard. After the cost, the row may have
/// letters `e`, which are ignored. A bound `g` becomes a sum in which the negation of the guard has
/// the bound as its weight. Refuses rows of other kinds, and a `0` as guard.
fn row(file: &mut Dimacs, is_weighted: bool, top: Option<&Decimal>) -> Result<(), Refusal> {
    let start = file.scanner.here();
    let cost = if is_weighted { file.cost(top)? } else { None };
    while file.next()? == Some(b'e') {
        file.scanner.skip(1);
    }
    match file.next()? {
        Some(b'k') => {
            file.scanner.skip(1);
            let bound = file.integer("the bound, and literals")?;
            file.literals()?;
            file.row(RowForm::Sum(Relation::AtLeast, bound), None, cost, start)
        }
        Some(b'g') => {
            file.scanner.skip(1);
            let bound = file.integer("the bound, the guard, and literals")?;
            file.next()?;
            let before = file.scanner.here();
            let Some(guard) = file.literal()? else {
                let spot = file.scanner.since(before);
                return Err(file.scanner.refusal("a `0` instead of the guard", "a literal", spot));
            };
            file.literals()?;
            let mut weights = vec![Integer::Small(1); file.lits.len()];
            weights.push(bound.clone());
            file.lits.push(-guard);
            file.row(RowForm::Sum(Relation::AtLeast, bound), Some(weights), cost, start)
        }
        Some(b'-' | b'0'..=b'9') => {
            file.literals()?;
            file.row(RowForm::Clause, None, cost, start)
        }
        _ => Err(file.no_row(ROW)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::testing::{read_as, refused_as, rows_of};
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        rows_of(&read_as(&FORMAT, text))
    }

    #[test]
    fn bounds_and_guards() {
        let text = "p knf 4 4\n1 -2 0 c a clause\nk 2 1 2 -3 0 c at least two\ng 2 -4 1 2 3 0\ne 1 2 0\nek2 1\n2 0";
        let expected = ["1 -2", "1 2 -3 >= 2", "1*1 1*2 1*3 2*4 >= 2", "1 2", "1 2 >= 2"];
        assert_eq!(rows(text), expected);
        assert_eq!(read_as(&FORMAT, text).variables(), 4);
        assert_eq!(rows("k 1 1 2 0\n"), ["1 2 >= 1"]);
    }

    #[test]
    fn bounds_beyond_the_literals() {
        assert_eq!(
            rows(
                "p knf 2 5\nk 0 1 2 0\nk -3 1 0\nk 3 1 2 0\nk 0 0\nk 99999999999999999999 1 1 -1 0"
            ),
            ["1 2 >= 0", "1 >= -3", "1 2 >= 3", ">= 0", "1 1 -1 >= 99999999999999999999"]
        );
        assert_eq!(rows("p knf 2 1\ng -1 2 1 0\n"), ["1*1 -1*-2 >= -1"]);
    }

    #[test]
    fn weights_come_before_the_letter() {
        let text = "p wknf 3 5 1000\n1000 1 -2 0\n1000 k 2 1 2 -3 0\n23 -2 3 0\n117 k 3 -1 2 -3 0\nh 5 0\n7 e g 1 2 3 0";
        assert_eq!(
            rows(text),
            ["1 -2", "1 2 -3 >= 2", "[23] -2 3", "[117] -1 2 -3 >= 3", "5", "[7] 1*3 1*-2 >= 1"]
        );
        assert_eq!(rows("p wknf 1 1\n5 k 1 1 0"), ["[5] 1 >= 1"]);
        let text = "h k 2 1 2 3 0\n5 -1 0\nh 1 2 0\n";
        assert_eq!(rows(text), ["1 2 3 >= 2", "[5] -1", "1 2"]);
    }

    #[test]
    fn refusals_name_the_place() {
        let row = "expected a clause, or a bound `k` or `g`";
        for (text, refusal) in [
            ("p knf 1 1\nk 1 1", "2:6: unexpected end of the text; expected literals and `0` after them".to_owned()),
            ("p knf 1 1\nk x 1 0", "2:3: unexpected `x`; expected the bound, and literals".to_owned()),
            ("p knf 1 1\nk 1.5 1 0", "2:3: unexpected `1.5`; expected the bound, and literals".to_owned()),
            ("p knf 1 1\ng 1 0", "2:5: a `0` instead of the guard; expected a literal".to_owned()),
            ("p knf 1 1\nx1 0", format!("2:1: unexpected `x1`; {row}")),
            ("p knf 1 1\ne", format!("2:2: unexpected end of the text; {row}")),
            (
                "p wknf 1 1 9\n-3 k 1 1 0",
                "2:1: the weight `-3`; expected a weight of at least 0; instead of a negative weight, write the positive weight before the negated clause"
                    .to_owned(),
            ),
            (
                "p wknf 1 1 9\nk 1 1 0",
                "2:1: unexpected `k`; expected `h` or a weight, which is a number of at least 0".to_owned(),
            ),
            ("p cnf 1 1\n", "1:3: unexpected `cnf`; expected `p knf` or `p wknf`".to_owned()),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
        }
    }
}
