//! The format CNF+: clauses, and bounds on the number of true literals.
//!
//! ```text
//! p cnf+ 4 4
//! 1 -2 0
//! 1 -2 3 <= 2
//! 2 3 -4 >= 1
//! w 2*1 3*-2 <= 4
//! ```
//!
//! This is the format of MiniCARD (Liffiton and Maglalang, SAT 2012): literals, then `<=`, `>=` or
//! `=`, then a number, which is the bound. Nothing follows the bound in its line, since a `0` after
//! the bound would be an empty clause. PySAT (`CNFPlus`) adds rows `w` with weights. Repeated
//! literals count each time.
//!
//! After `p wcnf+ VARIABLES ROWS [TOP]` (PySAT's `WCNFPlus`), each row begins with a weight or an
//! `h`. In PySAT every bound is hard. So a bound with a weight below TOP is refused, because its
//! author perhaps meant it to be soft. PySAT 1.9 writes no line `p`. In a file without this line,
//! rows have weights if there is an `h` before a row, or if the file name ends in `.wcnfp` or
//! `.wcnf+`.

use super::dimacs::{Dimacs, FormatFeatures, examine};
use super::model_format::{ModelFormat, ends_with};
use super::{Integer, ParsedModel, RowForm, Scanner, TextSpot};
use crate::model::Relation;
use crate::problem::Competition;
use crate::source::{Refusal, Source, quote};

/// The entry of the format `cnf+` in the list of formats. It includes `wcnf+`.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "cnf+",
    summary: "clauses and bounds like 1 2 <= 1, of MiniCARD and PySAT",
    example: "p cnf+ 4 3\n1 -2 0\n1 2 3 <= 2\nw 2*1 3*-4 >= 2\n",
    competition: Competition::Satisfiability,
    endings: &["cnf+", "cnfp", "wcnf+", "wcnfp"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// The expected text, in words, for the refusal of a word that is no literal.
const AFTER_LITERALS: &str = "literals, and `0`, `<=`, `>=` or `=` after them";
/// The expected text, in words, for the refusal of a wrong relation.
const RELATION: &str = "`<=`, `>=` or `=`, and the bound";

/// The beginning of a row, before its letter or first literal.
struct RowPrefix {
    /// Where the row begins.
    start: TextSpot,
    /// The cost of breaking the row, with its place; `None` if the row must hold.
    cost: Option<(Integer, TextSpot)>,
}

/// Returns whether a file begins like CNF+. It begins with `p cnf+` or `p wcnf+`, or its rows have
/// no letters except `w` and `h`, and at least one row has a relation. Some other files are
/// recognised by the endings of their names:
/// - a file with `p cnf`, if its name ends in `.cnf+` or `.cnfp`;
/// - a file with such rows, but without a relation, if its name has any ending of CNF+;
/// - a file that is empty or has only comments, if its name has any ending of CNF+.
fn recognises(source: &Source) -> bool {
    match examine(source) {
        FormatFeatures::Header(kind) => {
            matches!(kind, "cnf+" | "wcnf+")
                || kind == "cnf" && ends_with(source, &["cnf+", "cnfp"])
        }
        FormatFeatures::Rows(letters) => {
            let is_named = ends_with(source, FORMAT.endings);
            letters.are_among("wh") && (letters.has_bounds || is_named)
        }
        FormatFeatures::Comments => ends_with(source, FORMAT.endings),
        FormatFeatures::Foreign => false,
    }
}

/// Reads a file of CNF+. It may have a line `p cnf+`, `p wcnf+` or `p cnf`, or no line `p`. Without
/// a line `p`, rows have weights if [`Dimacs::begins_with_weights`] is true: there is an `h` before
/// one of the first rows, or the name of the file shows it. Refuses a bound whose weight is below
/// the top weight, or that has a weight although there is no top weight, since this bound would be
/// soft. Refuses a top weight of 0, any other row or line `p`, and a file with neither a line `p`
/// nor a row.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = Dimacs::new(scanner);
    file.after_literals = AFTER_LITERALS;
    let header = file.header(&[("cnf+", 2), ("wcnf+", 2), ("cnf", 2)])?;
    let is_weighted = match header.kind {
        Some(kind) => kind == "wcnf+",
        None => file.begins_with_weights(),
    };
    let top = header.top(&mut file)?;
    while file.next()?.is_some() {
        let start = file.scanner.here();
        let cost = if is_weighted { file.cost(top.as_ref())? } else { None };
        let placed_cost = cost.map(|cost| (cost, file.scanner.since(start)));
        row(&mut file, RowPrefix { start, cost: placed_cost })?;
    }
    file.finish()
}

/// Reads the rest of a row, after its cost, and adds the row. `front` has the place of the row and
/// its cost, if it has one. The row is a clause, a bound on the number of true literals, or, after
/// a `w`, a bound on a weighted sum. Only a clause may have a cost. Refuses a bound that has a
/// cost, and any other text.
fn row(file: &mut Dimacs, front: RowPrefix) -> Result<(), Refusal> {
    match file.next()? {
        Some(b'w') => {
            file.scanner.skip(1);
            let weights = terms(file)?;
            bound(file, Some(weights), front)
        }
        Some(b'-' | b'<' | b'>' | b'=' | b'0'..=b'9') => {
            if literals(file)? {
                file.row(RowForm::Clause, None, front.cost.map(|cost| cost.0), front.start)
            } else {
                bound(file, None, front)
            }
        }
        _ => Err(file.no_row("a clause, or literals and a bound")),
    }
}

/// Reads literals into `lits`, and clears `lits` first. A `0` or a relation (`<`, `>` or `=` at the
/// beginning of a word) ends the literals. Returns `true` after a `0`, and skips the `0`. Returns
/// `false` before a relation, and does not skip the relation. Refuses any other text, and the end
/// of the file.
fn literals(file: &mut Dimacs) -> Result<bool, Refusal> {
    file.lits.clear();
    loop {
        if matches!(file.next()?, Some(b'<' | b'>' | b'=')) {
            return Ok(false);
        }
        match file.literal()? {
            Some(lit) => file.lits.push(lit),
            None => return Ok(true),
        }
    }
}

/// Reads terms like `2*-1` (a weight and a literal), up to a relation. Does not skip the relation.
/// The weight may be negative, and the `*` must follow the weight directly. Clears `lits`, puts the
/// literals into `lits`, and returns their weights in the same order. Both lists are empty if the
/// relation comes first. Refuses any other text, a literal 0, and the end of the file.
fn terms(file: &mut Dimacs) -> Result<Vec<Integer>, Refusal> {
    file.lits.clear();
    let mut weights = Vec::new();
    loop {
        let next = file.next()?;
        if matches!(next, Some(b'<' | b'>' | b'=')) {
            return Ok(weights);
        }
        let start = file.scanner.here();
        file.scanner.skip(usize::from(next == Some(b'-')));
        let weight = file.scanner.digits()?;
        let is_joined = file.scanner.peek()? == Some(b'*');
        let (Some(weight), true) = (weight, is_joined) else {
            let expected = "weights and literals like `2*-1`, and `<=`, `>=` or `=` after them";
            return Err(file.scanner.unexpected_from(start, &[], expected));
        };
        file.scanner.skip(1);
        file.next()?;
        let before = file.scanner.here();
        let Some(lit) = file.literal()? else {
            let spot = file.scanner.since(before);
            return Err(file.scanner.refusal("a `0` after `*`", "a literal", spot));
        };
        weights.push(if next == Some(b'-') { -weight } else { weight });
        file.lits.push(lit);
    }
}

/// Reads a relation and a whole number, and adds the hard row with the literals in `lits`. Only a
/// comment may follow the number in its line. If `weights` is `None`, all weights are 1; otherwise
/// there is one for each literal. Refuses relations other than `<=`, `>=` and `=`, and any other
/// text. Refuses a row that has a cost, since for PySAT every bound must hold.
fn bound(
    file: &mut Dimacs,
    weights: Option<Vec<Integer>>,
    front: RowPrefix,
) -> Result<(), Refusal> {
    file.next()?;
    let start = file.scanner.here();
    let relation = match file.scanner.skip_while(|byte| b"<>=!".contains(&byte)) {
        b"<=" => Relation::AtMost,
        b">=" => Relation::AtLeast,
        b"=" => Relation::Exactly,
        _ => return Err(file.scanner.unexpected_from(start, &[], RELATION)),
    };
    let bound = file.integer("the bound")?;
    if !matches!(file.scanner.skip_blanks_in_line()?, None | Some(b'c')) {
        return Err(file.scanner.unexpected(&[], "the end of the line after the bound"));
    }
    if let Some((_, spot)) = front.cost {
        let found = format!("the weight {} of a bound", quote(&file.scanner.text(spot)));
        return Err(file.scanner.refusal(
            found,
            "`h` or the top weight, since every bound must hold",
            spot,
        ));
    }
    file.row(RowForm::Sum(relation, bound), weights, None, front.start)
}

#[cfg(test)]
mod tests {
    use super::super::format::testing::{read_as, refused_as, rows_of};
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        rows_of(&read_as(&FORMAT, text))
    }

    #[test]
    fn bounds_of_both_kinds() {
        let text = "c Example\np cnf+ 7 6\n1 -2 3 5 -7 <= 3\n4 5\n6 -7 >=2 c two\n3 5 7 0\nw 2*1 -3*-4 1*1 >= -3\n<= 0\n1 1 <= 1";
        assert_eq!(
            rows(text),
            [
                "1 -2 3 5 -7 <= 3",
                "4 5 6 -7 >= 2",
                "3 5 7",
                "2*1 -3*-4 1*1 >= -3",
                "<= 0",
                "1 1 <= 1"
            ]
        );
        assert_eq!(read_as(&FORMAT, text).variables(), 7);
        assert_eq!(rows("p cnf 3 1\n1 2 <= 1\n"), ["1 2 <= 1"]);
        assert_eq!(rows("1 2 <= 99999999999999999999"), ["1 2 <= 99999999999999999999"]);
    }

    #[test]
    fn weights_in_front() {
        let text = "p wcnf+ 5 4 10\n10 1 -2 0\n2 3 0\nh 1 2 3 <= 1\n10 w 2*1 3*-4 >= 3\n";
        assert_eq!(rows(text), ["1 -2", "[2] 3", "1 2 3 <= 1", "2*1 3*-4 >= 3"]);
    }

    #[test]
    fn equations_and_weights_without_a_first_line() {
        assert_eq!(rows("p cnf+ 3 2\n1 2 3 = 2\nw 2*1 3*-2 =3\n"), ["1 2 3 = 2", "2*1 3*-2 = 3"]);
        let text = "2 1 0\n3 2 0\nh -3 0\nh 1 2 3 <= 1\n";
        assert_eq!(rows(text), ["[2] 1", "[3] 2", "-3", "1 2 3 <= 1"]);
        assert_eq!(rows("0.5 1 0\nh 1 2 = 1\n"), ["[5] 1", "1 2 = 1"]);
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, refusal) in [
            (
                "p cnf+ 2 1\n1 2 <= 1 0\n",
                "2:10: unexpected `0`; expected the end of the line after the bound",
            ),
            (
                "p cnf+ 2 1\n1 2 =< 1\n",
                "2:5: unexpected `=<`; expected `<=`, `>=` or `=`, and the bound",
            ),
            (
                "p cnf+ 2 1\n1 2 < 1\n",
                "2:5: unexpected `<`; expected `<=`, `>=` or `=`, and the bound",
            ),
            ("p cnf+ 2 1\n1 2 <= 1.5\n", "2:8: unexpected `1.5`; expected the bound"),
            ("p cnf+ 2 1\n1 2 <=\n", "3:1: unexpected end of the text; expected the bound"),
            (
                "p cnf+ 2 1\n1 2<=1\n",
                "2:3: unexpected `2<=1`; expected literals, and `0`, `<=`, `>=` or `=` after them",
            ),
            (
                "p cnf+ 2 1\nw 2*1 2 <= 1\n",
                "2:7: unexpected `2`; expected weights and literals like `2*-1`, and `<=`, `>=` or `=` after them",
            ),
            ("p cnf+ 2 1\nw 2*0 <= 1\n", "2:5: a `0` after `*`; expected a literal"),
            (
                "p cnf+ 2 1\nk 1 1 0\n",
                "2:1: unexpected `k`; expected a clause, or literals and a bound",
            ),
            (
                "p wcnf+ 2 1 10\n3 1 2 <= 1\n",
                "2:1: the weight `3` of a bound; expected `h` or the top weight, since every bound must hold",
            ),
            (
                "p wcnf+ 2 1 10\n2.5. 1 0\n",
                "2:1: unexpected `2.5.`; expected `h` or a weight, which is a number of at least 0",
            ),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
        }
    }
}
