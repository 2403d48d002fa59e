//! The format WBO: constraints of OPB, some of which may be broken at a cost.
//!
//! ```text
//! soft: 6 ;
//! [2] +1 x1 >= 1 ;
//! [3] +1 x2 >= 1 ;
//! -1 x1 -1 x2 >= -1 ;
//! ```
//!
//! This is the format of the pseudo-Boolean competitions since 2010 (Roussel and Manquinho,
//! Input/Output Format and Solver Requirements). Statements are those of [OPB](super::opb). A
//! number in brackets before a constraint is the cost of breaking it, whatever the amount by which
//! it is violated. `soft: TOP ;` excludes answers that cost TOP or more. Costs are at least 0, may
//! have decimals, and may have any number of digits. SCIP also writes files named `.wbo` with an
//! objective; they are read as OPB.

use super::model_format::{ModelFormat, ends_with};
use super::opb::{Keyword, OpbStatements, is_statement, statements};

use super::{Integer, ParsedModel, Scanner};
use crate::problem::Competition;
use crate::source::{Refusal, Source, quote};

/// The entry of the format `wbo` in the list of formats.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "wbo",
    summary: "pseudo-Boolean constraints, of which some may be broken at a cost",
    example: "* #variable= 2 #constraint= 3 #soft= 2\nsoft: 6 ;\n[2] +1 x1 >= 1 ;\n[3] +1 x2 >= 1 ;\n-1 x1 -1 x2 >= -1 ;\n",
    competition: Competition::PseudoBoolean,
    endings: &["wbo"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// The expected text, in words, for the refusal of a wrong cost.
const COST: &str = "a cost, which is a number of at least 0, and `]`";

/// Returns whether a file begins like WBO: with `soft:`, with a cost in brackets, or with a header
/// that counts soft constraints. A file that begins with another statement of OPB is WBO only if
/// its name ends in `.wbo` and no objective follows. A file that has only comments is recognised by
/// the ending of its name.
fn recognises(source: &Source) -> bool {
    let is_named = ends_with(source, FORMAT.endings);
    let Some(text) = statements(source.text()) else { return is_named };
    let begins_soft =
        text.strip_prefix("soft").is_some_and(|rest| rest.trim_start().starts_with(':'));
    let cost = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let header = source.text().lines().next().filter(|line| line.starts_with("* #variable="));
    let counts_soft = header.is_some_and(|header| header.contains("#soft="));
    begins_soft
        || counts_soft
        || cost.is_some_and(|(cost, _)| is_cost(cost))
        || is_named && is_statement(text) && !has_objective(text)
}

/// Returns whether a text has only characters of a cost.
fn is_cost(text: &str) -> bool {
    let text = text.trim().trim_start_matches('+');
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Returns whether a text states an objective. SCIP writes such files with the ending `.wbo`.
fn has_objective(text: &str) -> bool {
    text.lines().any(|line| {
        let rest = ["min", "max"].iter().find_map(|word| line.trim_start().strip_prefix(word));
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

/// Reads a file of WBO. Answers have a cost even if no constraint is soft. `preserved:` sets the
/// projection. Refuses an objective, a second `soft:`, and any statement that is not one of WBO.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = OpbStatements::new(scanner);
    let mut has_top = false;
    file.written.compare_by_cost();
    while let Some(byte) = file.next()? {
        let start = file.scanner.here();
        if byte == b'[' {
            let cost = cost(&mut file)?;
            file.statement(Some(cost), start)?;
            continue;
        }
        match file.keyword()? {
            Some(Keyword::Soft) if !has_top => {
                has_top = true;
                top(&mut file)?;
            }
            Some(Keyword::Soft) => {
                let spot = file.scanner.since(start);
                return Err(file.scanner.refusal("a second `soft:`", "one `soft:`", spot));
            }
            Some(Keyword::Objective(_)) => {
                let found = "an objective, which WBO does not have";
                let expected = "costs in brackets before constraints, or the format opb";
                return Err(file.scanner.refusal(found, expected, file.scanner.since(start)));
            }
            Some(Keyword::Preserved) => file.preserved()?,
            None => file.statement(None, start)?,
        }
    }
    file.finish()
}

/// Reads the top after `soft:`, and the `;` after it. If there is no number, the file has no top.
/// Refuses a negative top, and a missing `;`. A top of 0 is accepted, and excludes all answers. A
/// top with more decimals than the costs makes their unit smaller.
fn top(file: &mut OpbStatements) -> Result<(), Refusal> {
    if let Some((top, spot)) = file.signed_number()? {
        if top.is_negative() {
            let found = format!("the top cost {}", quote(&file.scanner.text(spot)));
            let expected = "a top cost of at least 1, or no top cost";
            return Err(file.scanner.refusal(found, expected, spot));
        }
        let top = file.written.scale_cost(&top);
        file.written.set_top(top);
    }
    file.semicolon("a number, or `;` after `soft:`")
}

/// Reads a cost in brackets. The scanner must be at the `[`; afterwards it is after the `]`.
/// Returns the cost in units of 10^-`cost_decimals`. If the cost has more decimals, this unit is
/// made smaller first. Refuses a negative cost, but accepts `-0`. Refuses a text that is not a
/// number with at most one sign, and a `]` that is missing or in another line.
fn cost(file: &mut OpbStatements) -> Result<Integer, Refusal> {
    file.scanner.skip(1);
    file.scanner.skip_blanks_in_line()?;
    let before = file.scanner.here();
    let sign = file.scanner.peek()?.filter(|byte| b"+-".contains(byte));
    let is_negative = sign == Some(b'-');
    file.scanner.skip(usize::from(sign.is_some()));
    let number = file.scanner.decimal(|byte| byte == b'.', COST)?;
    let spot = file.scanner.since(before);
    match (number, file.scanner.skip_blanks_in_line()?) {
        (Some(cost), Some(b']')) if !is_negative || cost.is_zero() => {
            file.scanner.skip(1);
            Ok(file.written.scale_cost(&cost))
        }
        (Some(_), Some(b']')) => {
            let found = format!("the cost {}", quote(&file.scanner.text(spot)));
            let expected = "a cost of at least 0; instead of a negative cost, write the positive cost before the negated row";
            Err(file.scanner.refusal(found, expected, spot))
        }
        _ => Err(file.scanner.unexpected_from(before, b"];", COST)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::testing::{read_as, refused_as, rows_of};
    use super::*;

    #[test]
    fn costs_and_the_top() {
        let text = "* #variable= 3\nsoft: 6 ;\n[2] +1 x1 >= 1 ; [ 3 ]\n@c -1 x1 x2 = 0 ;\n-1 x1 -1 x2 >= -1 ;[0]x1>=1;";
        let written = read_as(&FORMAT, text);
        assert_eq!(
            rows_of(&written),
            ["[2] x1 >= 1", "[3] -1*(x1 x2) = 0", "-1*x1 -1*x2 >= -1", "[0] x1 >= 1"]
        );
        assert_eq!(written.top(), Some(&Integer::Small(6)));
        assert_eq!(written.variables(), 3);
        let written = read_as(&FORMAT, "[9223372036854775808] x1 >= 1; soft: ;");
        assert_eq!(rows_of(&written), ["[9223372036854775808] x1 >= 1"]);
        assert_eq!(written.top(), None);
    }

    #[test]
    fn costs_have_one_unit() {
        let written =
            read_as(&FORMAT, "soft: 6.5 ;\n[2] x1 >= 1;\n[0.25] x2 >= 1;\n[1.5] x1 != 1;");
        assert_eq!(rows_of(&written), ["[200] x1 >= 1", "[25] x2 >= 1", "[150] x1 != 1"]);
        assert_eq!(written.top().map(Integer::to_string), Some("650".to_owned()));
        assert_eq!(written.divisor(), 100.into());
    }

    #[test]
    fn refusals_name_the_place() {
        let cost = "expected a cost, which is a number of at least 0, and `]`";
        for (text, refusal) in [
            (
                "[-2] x1 >= 1;",
                "1:2: the cost `-2`; expected a cost of at least 0; instead of a negative cost, write the positive cost before the negated row"
                    .to_owned(),
            ),
            ("[2.5.1] x1 >= 1;", format!("1:2: unexpected `2.5.1`; {cost}")),
            ("[] x1 >= 1;", format!("1:2: unexpected `]`; {cost}")),
            ("[2 x1 >= 1;", format!("1:2: unexpected `2 x1`; {cost}")),
            ("soft: 6 ; soft: 7 ;", "1:11: a second `soft:`; expected one `soft:`".to_owned()),
            ("soft: 6\n[2] x1 >= 1;", "2:1: unexpected `[2]`; expected a number, or `;` after `soft:`".to_owned()),
            ("soft: -6;", "1:7: the top cost `-6`; expected a top cost of at least 1, or no top cost".to_owned()),
            (
                "min: x1 ;",
                "1:1: an objective, which WBO does not have; expected costs in brackets before constraints, or the format opb".to_owned(),
            ),
            ("[2] x1 >= 1", "1:12: unexpected end of the text; expected `;` after the number".to_owned()),
            ("[2] ;", "1:5: unexpected `;`; expected a relation `>=`, `<=`, `=`, `<`, `>` or `!=`".to_owned()),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
        }
    }
}
