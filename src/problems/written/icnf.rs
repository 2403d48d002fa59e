//! The format iCNF: clauses and cubes. At least one of the cubes must be true.
//!
//! ```text
//! p inccnf
//! 1 2 0
//! a 1 -2 0
//! a -1 0
//! ```
//!
//! This is the format of Cube and Conquer (Heule, Kullmann, Wieringa and Biere, HVC 2011). The
//! literals after an `a` are a cube. CaDiCaL assumes the literals of one cube after another, and
//! stops at the first cube that has a solution. As in CaDiCaL, no clause is allowed after a cube,
//! since an incremental solver would use this clause for later cubes only. After `p inccnf`,
//! numbers of variables and rows as in `p cnf` are allowed.

use super::dimacs::{Dimacs, FormatFeatures, examine};
use super::model_format::{ModelFormat, ends_with};
use super::{ParsedModel, Scanner};
use crate::problem::Competition;
use crate::source::{Refusal, Source};

/// The entry of the format `icnf` in the list of formats.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "icnf",
    summary: "clauses, and cubes as rows that begin with a",
    example: "p inccnf\n1 2 0\na 1 -2 0\na -1 0\n",
    competition: Competition::Satisfiability,
    endings: &["icnf", "inccnf"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// Returns whether a file begins like iCNF. It begins with `p inccnf`, or with rows of which at
/// least one begins with `a` and none with another letter. A file that is empty or has only
/// comments is recognised by the ending of its name.
fn recognises(source: &Source) -> bool {
    match examine(source) {
        FormatFeatures::Header(kind) => kind == "inccnf",
        FormatFeatures::Rows(letters) => letters.first.contains('a') && letters.are_among("a"),
        FormatFeatures::Comments => ends_with(source, FORMAT.endings),
        FormatFeatures::Foreign => false,
    }
}

/// Reads a file of iCNF. Refuses clauses after the first cube, rows of any other kind, and a line
/// `p` of another format. Also refuses a file with neither a line `p` nor a row or cube. In
/// QDIMACS, rows of quantifiers look like cubes. If a file looks like QDIMACS, the refusal says so.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = Dimacs::new(scanner);
    let header = file.header(&[("inccnf", 0)])?;
    while let Some(byte) = file.next()? {
        match byte {
            b'a' => {
                file.scanner.skip(1);
                file.literals()?;
                file.written.cube(&file.lits);
            }
            b'-' | b'0'..=b'9' if file.written.cubes().is_empty() => file.clause()?,
            b'e' if file.written.is_empty() => return Err(file.quantifier()),
            b'-' | b'0'..=b'9' if file.written.is_empty() && header.kind.is_none() => {
                return Err(file.quantifier());
            }
            b'-' | b'0'..=b'9' => {
                return Err(file.no_row("a cube `a`; write all clauses before the first cube"));
            }
            _ => return Err(file.no_row("a clause, or a cube `a`")),
        }
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::super::format::testing::{read_as, refused_as, rows_of};
    use super::*;

    #[test]
    fn clauses_and_cubes() {
        for text in [
            "p inccnf\n1 -3 0\na 1 2 0\na -1 0\na 0\n",
            "c\np inccnf 3 1\n1 -3 0 a 1\n2 0 a-1 0 a0",
            "1 -3 0\na 1 2 0\na -1 0\na 0",
        ] {
            let written = read_as(&FORMAT, text);
            assert_eq!(rows_of(&written), ["1 -3"], "{text:?}");
            assert_eq!(written.cubes(), [Box::from([1, 2]), Box::from([-1]), Box::default()]);
            assert_eq!(written.variables(), 3);
        }
        assert!(read_as(&FORMAT, "p inccnf\n1 0").cubes().is_empty());
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, refusal) in [
            (
                "p inccnf\na 1 0\n2 0",
                "3:1: unexpected `2`; expected a cube `a`; write all clauses before the first cube",
            ),
            ("p icnf\n", "1:3: unexpected `icnf`; expected `p inccnf`"),
            (
                "p inccnf\na 1",
                "2:4: unexpected end of the text; expected literals and `0` after them",
            ),
            ("p inccnf\nx1 0", "2:1: unexpected `x1`; expected a clause, or a cube `a`"),
            ("p inccnf\na a 1 0", "2:3: unexpected `a`; expected literals and `0` after them"),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
        }
    }
}
