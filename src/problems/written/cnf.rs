//! The format CNF: clauses and parities.
//!
//! ```text
//! c a comment
//! p cnf 3 2
//! 1 -2 0
//! x1 2 -3 0
//! ```
//!
//! This is the format of DIMACS (Satisfiability: Suggested Format, 1993) as in the SAT
//! competitions. It has the rows `x` of CryptoMiniSat: an odd number of the row's literals is true.
//! The line `p` is optional. The file may end in a `%` and a `0`, as in SATLIB.
//!
//! Rows `x` mean the same after a line `p cnf` and after a line `p xnf` (xnfsat). The XNF of
//! 2-Xornado, with clauses of sums like `-1+2+3 4 0`, is refused.

use super::dimacs::{Dimacs, FormatFeatures, examine};
use super::model_format::{ModelFormat, ends_with};
use super::scan::is_blank;
use super::{ParsedModel, Scanner};
use crate::problem::Competition;
use crate::source::{Refusal, Source};

/// The entry of the format `cnf` in the list of formats.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "cnf",
    summary: "clauses, and parities as rows that begin with x",
    example: "c three people, of whom an odd number comes\np cnf 3 2\n1 2 0\nx1 -2 3 0\n",
    competition: Competition::Satisfiability,
    endings: &["cnf", "dimacs", "xnf"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// Returns whether a file begins like CNF. It begins with `p cnf` or `p xnf`, or it has rows
/// without a relation and without letters other than `x` and `%`. A file that is empty or has only
/// comments is recognised by the ending of its name.
fn recognises(source: &Source) -> bool {
    match examine(source) {
        FormatFeatures::Header(kind) => matches!(kind, "cnf" | "xnf"),
        FormatFeatures::Rows(letters) => !letters.has_bounds && letters.are_among("x%"),
        FormatFeatures::Comments => ends_with(source, FORMAT.endings),
        FormatFeatures::Foreign => false,
    }
}

/// Reads a file of CNF, with a line `p cnf`, a line `p xnf` or neither. A `%` ends the rows. Only
/// words `0` and comments may follow it. Refuses another line `p`, rows other than clauses and
/// parities `x`, and a file with neither a line `p` nor a row. If a row looks like a row of another
/// format, the refusal names this format, or the change that makes quarrel read the file.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = Dimacs::new(scanner);
    file.header(&[("cnf", 2), ("xnf", 2)])?;
    while let Some(byte) = file.next()? {
        match byte {
            b'x' => file.parity()?,
            b'%' => return end_of_satlib(file),
            b'a' | b'e' | b'd' if file.written.is_empty() => return Err(file.quantifier()),
            b'a' => return Err(file.no_row("clauses, or `p inccnf` in the first line")),
            b'w' => return Err(file.weights()),
            b'k' | b'g' => return Err(file.no_row("clauses, or `p knf` in the first line")),
            b'h' => {
                return Err(file.no_row(
                    "clauses; or remove the line `p`, since WCNF with hard clauses `h` has no such line",
                ));
            }
            b'-' | b'0'..=b'9' => file.clause()?,
            _ => return Err(file.no_row("a clause, or a parity `x`")),
        }
    }
    file.finish()
}

/// Reads the end of a file of SATLIB, from the `%` on, and returns the model. The `%` must be the
/// next byte. After the `%`, words `0` and comments are skipped. Refuses any other word after it,
/// and a file that [`Dimacs::finish`] refuses.
fn end_of_satlib(mut file: Dimacs) -> Result<ParsedModel, Refusal> {
    file.scanner.skip(1);
    while let Some(byte) = file.next()? {
        let is_word = file.scanner.lookahead().get(1).is_none_or(|&next| is_blank(next));
        if byte != b'0' || !is_word {
            return Err(file.no_row("nothing but `0` after `%`, since `%` ends a file of SATLIB"));
        }
        file.scanner.skip(1);
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::super::HeaderMismatch;
    use super::super::format::testing::{read_as, refused_as, rows_of};
    use super::*;
    use crate::source::quote;

    fn rows(text: &str) -> Vec<String> {
        rows_of(&read_as(&FORMAT, text))
    }

    #[test]
    fn clauses_and_lines_are_apart() {
        for text in [
            "p cnf 3 2\n1 -2 0\n3 0\n",
            "p cnf 3 2\n1\n-2\n0 3\n0",
            "p cnf 3 2\r\n1 -2 0 3 0\r\n",
            "c of all\n\n\tp  cnf\t3 2 c this\n1 c one\nc two\n-2 0 c three\n 3 0\nc{\nc}",
            "1 -2 0\n3 0\n",
            "p cnf 1 7\n1 -2 0\n3 0\n",
            "p cnf 3 2\n1 -2 0\n3 0\n%\n0\n\n",
            "p cnf 3 2\n1 -2 0\n3 0\n%\n",
            "\u{feff}p cnf 3 2\n1 -2 0\n3 0\n",
        ] {
            let written = read_as(&FORMAT, text);
            assert_eq!(written.variables(), 3, "{text:?}");
            assert_eq!(rows_of(&written), ["1 -2", "3"], "{text:?}");
        }
    }

    #[test]
    fn parities_in_both_spellings_under_both_headers() {
        for text in
            ["p cnf 3 1\nx1 2 -3 0\n", "p xnf 3 1\nx 1 2 -3 0\n", "x1 2\n-3 0", "x 1 2 -3 0 "]
        {
            assert_eq!(rows(text), ["odd 1 2 -3"], "{text:?}");
        }
        assert_eq!(rows("p cnf 1 3\nx-1 0 x0\n0 1 0"), ["odd -1", "odd", "", "1"]);
    }

    #[test]
    fn what_stands_nowhere_is_a_variable_if_the_header_says_so() {
        assert_eq!(read_as(&FORMAT, "p cnf 7 1\n3 0").variables(), 7);
        assert_eq!(read_as(&FORMAT, "p cnf 0 0\n").variables(), 0);
        assert_eq!(rows("p cnf 2 2\n1 1 -1 0\n1 1 -1 0"), ["1 1 -1", "1 1 -1"]);
    }

    #[test]
    fn variables_that_stand_nowhere_cost_nothing() {
        for text in
            ["1 100000000 0", "p cnf 100000000 1\n1 100000000 0", "c p show 7 0\n1 100000000 0"]
        {
            let written = read_as(&FORMAT, text);
            assert_eq!(written.all_variables(), 100_000_000);
            assert!((66..70).contains(&written.variables()), "{}", written.variables());
            assert_eq!(rows_of(&written), ["1 100000000"]);
            assert!(written.is_numbered() && written.header_mismatches().is_empty());
        }
        let written = read_as(&FORMAT, "p cnf 100000000 0");
        assert_eq!((written.all_variables(), written.variables()), (100_000_000, 65));
        assert_eq!(read_as(&FORMAT, "p cnf 100000 1\n1 0").variables(), 100_000);
    }

    #[test]
    fn what_the_first_line_says_is_compared() {
        let misfits = |text| read_as(&FORMAT, text).header_mismatches();
        assert_eq!(misfits("p cnf 2 2\n1 2 0\n-1 0\n"), []);
        assert_eq!(misfits("p cnf 5 1\n1 2 0\n"), []);
        assert_eq!(misfits("1 2 0\n"), []);
        assert_eq!(misfits("p cnf 2 3\n1 2 0\n"), [HeaderMismatch::FewerRows { promised: 3 }]);
        assert_eq!(
            misfits("p cnf 1 0\n1 2 0\n"),
            [
                HeaderMismatch::MoreRows { promised: 0 },
                HeaderMismatch::MoreVariables { promised: 1 }
            ]
        );
    }

    #[test]
    fn comments_may_say_what_is_counted() {
        let shown = |text| read_as(&FORMAT, text).projection();
        assert_eq!(shown("c t pmc\np cnf 4 1\nc p show 2 1 0\n1 3 0\n"), Some(vec![1, 2]));
        assert_eq!(shown("p cnf 4 1\n1 3 0\nc ind 1 3 0\nc ind 4 1 0\n"), Some(vec![1, 3, 4]));
        assert_eq!(shown("c ind 1 3\r\np cnf 4 1\r\n1 3 0"), Some(vec![1, 3]));
        assert_eq!(shown("p cnf 4 1\nc p show 0\n1 3 0"), Some(Vec::new()));
        for text in [
            "c ind the variables 1 0\n1 0",
            "cind 1 0\n1 0",
            "c show 1 0\n1 0",
            "1 0 c p show 1 0\n",
            "c p show\n1 0",
            "c p showing 1 0\n1 0",
            "c p Show 1 0\n1 0",
            "c\nc ind\n1 0",
        ] {
            assert_eq!(shown(text), None, "{text:?}");
        }
        assert_eq!(
            refused_as(&FORMAT, "c ind 1 x2 0\n1 0"),
            "1:9: unexpected `x2`; expected numbers of variables, and `0` after them"
        );
        let refused = refused_as(&FORMAT, "c p show 1１ 2 0\n1 0");
        assert!(refused.starts_with("1:10: "), "{refused}");
        for word in ["Show", "shwo", "SHOW", "sh\u{200d}ow"] {
            let read = read_as(&FORMAT, &format!("p cnf 3 1\nc p {word} 1 2 0\n1 3 0\n"));
            let note = format!(
                "the comment in line 2 is ignored, since it has {} instead of `show`",
                quote(word)
            );
            assert_eq!((read.projection(), read.remarks()), (None, &[note][..]));
        }
        for text in ["p cnf 3 1\nc p cnf 3 1\n1 0", "p cnf 3 1\nc p weight 1 0.5 0\n1 0"] {
            assert!(!read_as(&FORMAT, text).remarks().iter().any(|one| one.contains("show")));
        }
    }

    #[test]
    fn weights_in_comments_are_noted() {
        let remarks = |text| read_as(&FORMAT, text).remarks().to_vec();
        for text in [
            "p cnf 2 1\nc p weight 1 0.4 0\nc p weight -1 0.6 0\n1 2 0\n",
            "p cnf 2 1\nc\tt pwmc\n1 2 0\n",
            "p cnf 2 1\nc t wmc\r\nc p weight 1 2/5 0\n1 2 0\n",
            "p cnf 2 1\nc weights 0.4 0.6 1 1\n1 2 0\n",
        ] {
            let told = remarks(text);
            assert!(told.len() == 1 && told[0].contains("line 2 states weights"), "{told:?}");
        }
        for text in
            ["c the weight 1\n1 0\n", "c p weighted 1 0\n1 0", "c weights of 2\n1 0", "c t mc\n1 0"]
        {
            assert_eq!(remarks(text), [""; 0], "{text:?}");
        }
    }

    #[test]
    fn a_comment_may_be_in_any_encoding() {
        let bytes: &[u8] = b"c M\xfcller\np cnf 1 1\n1 0\n";
        let written = read(&mut Scanner::new("a.cnf", bytes)).expect("a formula");
        assert_eq!(rows_of(&written), ["1"]);
    }

    #[test]
    fn refusals_name_the_place() {
        let literals = "expected literals and `0` after them";
        let many = "9".repeat(40);
        for (text, refusal) in [
            ("p cnf 2 1\n1 2", format!("2:4: unexpected end of the text; {literals}")),
            ("p cnf 2 1\n1 2\n\n", format!("4:1: unexpected end of the text; {literals}")),
            ("c none\n", "2:1: unexpected end of the text; expected rows, or a line `p` before them".to_owned()),
            ("1 2 c3 0\n4 0", format!("1:5: unexpected `c3`; {literals}")),
            ("1 two 0", format!("1:3: unexpected `two`; {literals}")),
            ("1 2.5 0", format!("1:3: unexpected `2.5`; {literals}")),
            ("1 -0", format!("1:3: unexpected `-0`; {literals}")),
            ("1 - 2 0", format!("1:3: unexpected `-`; {literals}")),
            ("1 +2 0", format!("1:3: unexpected `+2`; {literals}")),
            ("1 2\nx3 4 0", format!("2:1: unexpected `x3`; {literals}")),
            ("1 2 0 é", "1:7: unexpected `é`; expected a clause, or a parity `x`".to_owned()),
            ("1 2 0\0", "1:6: the byte 0x00 is no text; expected a text in UTF-8".to_owned()),
            (
                "1 2 <= 1",
                format!("1:5: unexpected `<=`; {literals}, or `p cnf+` in the first line"),
            ),
            (
                "p xnf 4 1\n-1+2+3 4 0",
                "2:1: `-1+2+3`, a sum of literals as 2-Xornado has it; expected clauses of literals, and parities \
                 like `x 1 -2 3 0`"
                    .to_owned(),
            ),
            (
                "1 4000000000 0",
                "1:3: the variable `4000000000`; expected a number of at most 100,000,000".to_owned(),
            ),
            (
                &format!("1 -{many} 0"),
                format!(
                    "1:3: the variable `{}…`; expected a number of at most 100,000,000",
                    "9".repeat(30)
                ),
            ),
            (
                "p cnf 9223372036854775808 1\n",
                "1:7: `9223372036854775808` variables promised; expected at most 100,000,000".to_owned(),
            ),
            (
                "p cnf 3 1\np cnf 3 1\n",
                "2:1: `p cnf 3 1` after the first row or line `p`; expected one line `p`, before all rows"
                    .to_owned(),
            ),
            (
                "1 0\np cnf 3 1\n",
                "2:1: `p cnf 3 1` after the first row or line `p`; expected one line `p`, before all rows"
                    .to_owned(),
            ),
            ("p wcnf 1 1\n", "1:3: unexpected `wcnf`; expected `p cnf` or `p xnf`".to_owned()),
            ("p\n", "1:1: unexpected `p`; expected `p cnf` or `p xnf`".to_owned()),
            ("p cnf\n1 0", "1:6: unexpected end of the line; expected the number of variables".to_owned()),
            ("p cnf 3", "1:8: unexpected end of the text; expected the number of rows".to_owned()),
            ("p cnf -3 1", "1:7: unexpected `-3`; expected the number of variables".to_owned()),
            ("p cnf 3x 1", "1:7: unexpected `3x`; expected the number of variables, in digits".to_owned()),
            ("p cnf 3 1 1 1", "1:11: unexpected `1`; expected the end of the line".to_owned()),
            (
                "1 0\n%\n0\n2 0",
                "4:1: unexpected `2`; expected nothing but `0` after `%`, since `%` ends a file of SATLIB".to_owned(),
            ),
            ("p cnf 2 1\n1 0 a 1 0", "2:5: unexpected `a`; expected clauses, or `p inccnf` in the first line".to_owned()),
            (
                "p cnf 2 1\na 1 0",
                "2:1: `a 1 0`, in a file that begins like a formula with quantifiers (QDIMACS); expected clauses without quantifiers; \
                 a solver of QBF, such as DepQBF, reads QDIMACS"
                    .to_owned(),
            ),
            (
                "p cnf 2 1\nh 1 0",
                "2:1: unexpected `h`; expected clauses; or remove the line `p`, since WCNF with hard clauses `h` has no such line"
                    .to_owned(),
            ),
            (
                "p cnf 2 1\nk 2 1 2 3 0",
                "2:1: unexpected `k`; expected clauses, or `p knf` in the first line".to_owned(),
            ),
            ("p cnf 1 1\n\u{1}", "2:1: unexpected `\\u{1}`; expected a clause, or a parity `x`".to_owned()),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
        }
    }
}
