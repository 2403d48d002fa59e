//! The format WCNF: hard clauses, and clauses that may be broken at a cost.
//!
//! ```text
//! p wcnf 2 2 9            h 1 2 0
//! 9 1 2 0                 3 -1 0
//! 3 -1 0
//! ```
//!
//! **The format up to 2021** (left) has a line `p wcnf VARIABLES CLAUSES [TOP]`. A clause is hard
//! if its weight is at least TOP, or if it has an `h` instead of a weight. **The format since
//! 2022** (right; rules of the MaxSAT Evaluation 2022) has no line `p`. A file with a line `p cnf`
//! is read as WCNF if its name ends in `.wcnf`, or if the user asks for this format. In such a
//! file, each clause costs 1, as in the first evaluations.
//!
//! An empty file is a model without clauses. If a clause occurs several times, each occurrence
//! costs its weight. The total cost of an answer may be larger than TOP. Weights are at least 0.
//! They may have decimals, as PySAT writes them: they are stored in units of a power of ten that
//! makes them whole numbers.

use super::dimacs::{Dimacs, FormatFeatures, examine};
use super::model_format::{ModelFormat, ends_with};
use super::{Integer, ParsedModel, RowForm, Scanner};
use crate::problem::Competition;
use crate::source::{Refusal, Source};

/// The entry of the format `wcnf` in the list of formats. It reads both the format up to 2021 and
/// the format since 2022.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "wcnf",
    summary: "clauses with weights, for MaxSAT, in the format before 2022 and since",
    example: "c one of two must come, and both would rather not\nh 1 2 0\n3 -1 0\n2 -2 0\n",
    competition: Competition::MaxSat,
    endings: &["wcnf"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// Returns whether a file begins like WCNF. It begins with `p wcnf`, or with rows that have no
/// relation and no letter except `h`; at least one row must have an `h`. Three kinds of files are
/// recognised only if their names end in `.wcnf`: files with `p cnf`, files with such rows but
/// without an `h`, and files that have only comments.
fn recognises(source: &Source) -> bool {
    match examine(source) {
        FormatFeatures::Header(kind) => {
            kind == "wcnf" || kind == "cnf" && ends_with(source, FORMAT.endings)
        }
        FormatFeatures::Rows(letters) => {
            let is_weighted = letters.first.contains('h') || ends_with(source, FORMAT.endings);
            is_weighted && letters.are_among("h") && !letters.has_bounds
        }
        FormatFeatures::Comments => ends_with(source, FORMAT.endings),
        FormatFeatures::Foreign => false,
    }
}

/// Reads a file of WCNF, which may be empty. A clause is hard if it begins with `h` or if its
/// weight is at least the top weight. Answers have a cost even if no clause is soft. After a line
/// `p cnf`, each clause costs 1. Refuses a line `p` after the first row, a second line `p`, a top
/// weight of 0, and any text that is not a clause with its weight. If there is no line `p`, adds a
/// remark on the first clause that continues in another line, since its `0` may be missing.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = Dimacs::new(scanner);
    file.may_be_empty = true;
    let header = file.header(&[("wcnf", 2), ("cnf", 2)])?;
    let is_weighted = header.kind != Some("cnf");
    let mut is_by_lines = header.kind.is_none();
    let top = header.top(&mut file)?;
    file.written.compare_by_cost();
    while let Some(byte) = file.next()? {
        if byte == b'p' {
            return Err(file.no_row(""));
        }
        let start = file.scanner.here();
        let cost = if is_weighted { file.cost(top.as_ref())? } else { Some(Integer::Small(1)) };
        file.literals()?;
        let (first, last) = (start.place.line, file.scanner.here().place.line);
        if is_by_lines && first < last {
            is_by_lines = false;
            file.written.remark(format!(
                "the clause of line {first} continues in line {last}; check that no `0` is missing at the end of a line, since two clauses would then be read as one"
            ));
        }
        file.row(RowForm::Clause, None, cost, start)?;
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::super::format::testing::{read_as, refused_as, rows_of};
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        rows_of(&read_as(&FORMAT, text))
    }

    #[test]
    fn both_formats() {
        for text in [
            "p wcnf 3 4 9\n9 1 2 0\n3 -1 0\n12 3 0 3 -1 0\n",
            "h 1 2 0\n3 -1 0\nh 3\n0 3 -1 0\n",
            "c{\nc \"nvars\": 3\nc}\nh 1 2 0\n3 -1 0\nh 3 0\n3\n-1 0\n",
            "p wcnf 3 4 9\n9 1 2 0\n3 -1 0\nh 3 0 3 -1 0\n",
        ] {
            let written = read_as(&FORMAT, text);
            assert_eq!(rows_of(&written), ["1 2", "[3] -1", "3", "[3] -1"], "{text:?}");
            assert_eq!((written.variables(), written.top()), (3, None));
        }
    }

    #[test]
    fn without_a_top_all_clauses_are_soft() {
        assert_eq!(
            rows("p wcnf 2 2\n9223372036854775808 1 0\n1 2 0\n"),
            ["[9223372036854775808] 1", "[1] 2"]
        );
        assert_eq!(rows("p cnf 2 2\n1 -2 0\n-1 0\n"), ["[1] 1 -2", "[1] -1"]);
        let text =
            "p wcnf 1 2 9223372036854775808\n9223372036854775807 1 0\n9223372036854775808 1 0\n";
        assert_eq!(rows(text), ["[9223372036854775807] 1", "1"]);
        assert_eq!(rows("0 1 0\n1 0\n"), ["[0] 1", "[1]"]);
    }

    /// A clause on several lines, which was allowed before 2022, causes a remark.
    #[test]
    fn a_clause_of_several_lines_is_noted() {
        let remarks = |text| read_as(&FORMAT, text).remarks().to_vec();
        let told = remarks("h 1 2 0\n4 -1\n5 -2 0\n3 1\n0\n");
        assert_eq!(told.len(), 1);
        assert!(
            told[0].starts_with("the clause of line 2 continues in line 3; check that no `0`"),
            "{told:?}"
        );
        assert!(remarks("h 1 2 0 3 -1 0\n4 -2 0\n").is_empty());
        assert!(remarks("p wcnf 2 2 9\n9 1\n2 0 3 -1 0\n").is_empty());
    }

    #[test]
    fn weights_with_decimals_have_one_unit() {
        for text in [
            "p wcnf 3 4 9.5\n7 1 -2 0\n2 1 2 0\n0.5 -1 0\n9.50 -1 3 0\n",
            "7 1 -2 0\n2.0 1 2 0\n5e-1 -1 0\nh -1 3 0\n",
        ] {
            let written = read_as(&FORMAT, text);
            assert_eq!(rows_of(&written), ["[70] 1 -2", "[20] 1 2", "[5] -1", "-1 3"], "{text:?}");
            assert_eq!(written.divisor(), 10.into());
        }
    }

    #[test]
    fn refusals_name_the_place() {
        let weight = "expected `h` or a weight, which is a number of at least 0";
        for (text, refusal) in [
            (
                "h 1 0\n-3 1 0\n",
                "2:1: the weight `-3`; expected a weight of at least 0; instead of a negative weight, write the positive weight before the negated clause"
                    .to_owned(),
            ),
            ("h 1 0\n2.5.1 1 0\n", format!("2:1: unexpected `2.5.1`; {weight}")),
            ("h 1 0\n2e 1 0\n", format!("2:1: unexpected `2e`; {weight}")),
            ("h 1 0\nh1 0\n", format!("2:1: unexpected `h1`; {weight}")),
            ("h 1 0\nx1 0\n", format!("2:1: unexpected `x1`; {weight}")),
            ("h 1 0\n3", "2:2: unexpected end of the text; expected literals and `0` after them".to_owned()),
            (
                "p wcnf 1 1 0\n3 1 0",
                "1:12: the top weight `0`, with which every clause must hold; expected a top weight of at least 1, or no top weight"
                    .to_owned(),
            ),
            (
                "h 1 0\np wcnf 1 1 9\n",
                "2:1: `p wcnf 1 1 9` after the first row or line `p`; expected one line `p`, before all rows"
                    .to_owned(),
            ),
            (
                &format!("{} 1 0", "1".repeat(10_001)),
                "1:1: a number of more than 10,000 digits; expected a shorter one".to_owned(),
            ),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{:?}", text.get(..40));
        }
    }
}
