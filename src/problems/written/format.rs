//! The list of formats of model files, and the recognition of a text's format.

use super::dimacs::{FormatFeatures, examine};
use super::model_format::{ModelFormat, is_named};
use super::{cnf, cnf_plus, icnf, knf, lp, mps, opb, wbo, wcnf};
use crate::source::Source;

/// All formats. If several of them recognise a file, the first one counts, so the formats that are
/// recognised by the content alone come first.
pub const FORMATS: &[&ModelFormat] = &[
    &knf::FORMAT,
    &cnf_plus::FORMAT,
    &icnf::FORMAT,
    &wcnf::FORMAT,
    &cnf::FORMAT,
    &lp::FORMAT,
    &mps::FORMAT,
    &wbo::FORMAT,
    &opb::FORMAT,
];

/// Returns whether a file name ends like the files of a model format.
pub fn is_model_file(name: &str) -> bool {
    FORMATS.iter().any(|format| is_named(name, format.endings))
}

/// Returns whether a text begins like a model and not like a board. If no format recognises the
/// text, this is false. If the text has only rows of numbers, without a header, letters or
/// relations, this is true only if the rows are clauses that end in `0`. If the text is of OPB,
/// this is false for data of other programs, such as `n = 7;`. In all other cases, it is true.
pub fn looks_like_model(source: &Source) -> bool {
    let Some(format) = FORMATS.iter().find(|format| (format.recognises)(source)) else {
        return false;
    };
    match examine(source) {
        FormatFeatures::Rows(letters) if letters.first.is_empty() && !letters.has_bounds => {
            lines_are_clauses(source.text())
        }
        _ if format.name == opb::FORMAT.name => {
            opb::statements(source.text()).is_none_or(|text| !opb::is_setting(text))
        }
        _ => true,
    }
}

/// Returns whether each line is a clause: at least one word and then a `0`, with no other `0` in
/// the line. Ignores empty lines and comments, so a text with nothing else is accepted. Also
/// ignores the last line if it may be incomplete: the text has at least [`LEAST_CUT`] bytes and
/// does not end with a newline.
fn lines_are_clauses(text: &str) -> bool {
    // The text may be the beginning of a longer file. Then its last line may be incomplete.
    let is_cut = text.len() >= LEAST_CUT && !text.ends_with('\n');
    let complete =
        if is_cut { text.rsplit_once('\n').map_or(text, |(complete, _)| complete) } else { text };
    complete.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('c')).all(
        |line| {
            let words: Vec<&str> =
                line.split_whitespace().take_while(|&word| word != "c").collect();
            words.split_last().is_some_and(|(last, literals)| {
                *last == "0" && !literals.is_empty() && !literals.contains(&"0")
            })
        },
    )
}

/// A text with fewer bytes than this is a complete file. For longer files, only the first 64 KiB
/// are examined, so a longer text may end in the middle of a line.
const LEAST_CUT: usize = 32 << 10;

#[cfg(test)]
pub(super) mod testing {

    use super::*;
    use crate::model::Parity;
    use crate::written::{Literal, ParsedModel, ParsedRow, ReadTerms, RowForm, Scanner};

    pub fn read_as(format: &ModelFormat, text: &str) -> ParsedModel {
        (format.read)(
            &mut Scanner::new("a", std::io::Cursor::new(text.to_owned())),
            ReadTerms::default(),
        )
        .unwrap_or_else(|refusal| panic!("{refusal}: {text:?}"))
    }

    pub fn refused_as(format: &ModelFormat, text: &str) -> String {
        let read = (format.read)(
            &mut Scanner::new("a", std::io::Cursor::new(text.to_owned())),
            ReadTerms::default(),
        );
        let refusal = read.err().unwrap_or_else(|| panic!("not refused: {text:?}")).to_string();
        refusal.strip_prefix("a:").unwrap_or(&refusal).to_owned()
    }

    pub fn rows_of(written: &ParsedModel) -> Vec<String> {
        written.rows().map(|row| line(written, &row)).collect()
    }

    pub fn terms<'a>(
        written: &ParsedModel,
        terms: impl Iterator<Item = (String, &'a Literal)>,
    ) -> String {
        let terms: Vec<String> =
            terms.map(|(weight, &lit)| weight + &named(written, lit)).collect();
        terms.join(" ")
    }

    fn line(written: &ParsedModel, row: &ParsedRow) -> String {
        let cost = row.cost.map(|cost| format!("[{cost}]")).unwrap_or_default();
        let weights =
            |at: usize| row.weights.map(|weights| format!("{}*", weights[at])).unwrap_or_default();
        let terms = terms(written, row.lits.iter().enumerate().map(|(at, lit)| (weights(at), lit)));
        let words = match row.form {
            RowForm::Clause => vec![cost, terms],
            RowForm::Parity(Parity::Odd) => vec![cost, "odd".to_owned(), terms],
            RowForm::Parity(Parity::Even) => vec![cost, "even".to_owned(), terms],
            RowForm::Unequal(bound) => vec![cost, terms, "!=".to_owned(), bound.to_string()],
            RowForm::Sum(relation, bound) => {
                vec![cost, terms, relation.sign().to_owned(), bound.to_string()]
            }
        };
        let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }

    fn named(written: &ParsedModel, lit: Literal) -> String {
        let number = usize::try_from(lit.abs()).expect("a number");
        let product = written.products().find(|product| product.0 == lit.abs());
        let sign = |named: &str| format!("{}{named}", if lit < 0 { "~" } else { "" });
        match (written.name(number), product) {
            (Some(name), _) => sign(name),
            (None, Some((_, lits))) => {
                let lits: Vec<String> = lits.iter().map(|&lit| named(written, lit)).collect();
                sign(&format!("({})", lits.join(" ")))
            }
            (None, None) => lit.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::testing::read_as;
    use super::*;
    use crate::written::{ReadTerms, Scanner};

    fn recognised(name: &str, text: &str) -> Option<&'static str> {
        let source = Source::new(name, text);
        FORMATS.iter().find(|format| (format.recognises)(&source)).map(|format| format.name)
    }

    #[test]
    fn examples_are_recognised_and_read() {
        for format in FORMATS {
            assert_eq!(recognised("model", format.example), Some(format.name));
            assert!(!read_as(format, format.example).is_empty(), "{}", format.name);
            assert!(!format.summary.ends_with('.'));
        }
        let mut names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
    }

    #[test]
    fn the_content_tells_the_format() {
        for (text, name) in [
            ("p cnf 1 1\n1 0\n", "cnf"),
            ("c x\n\n  p\tcnf 1 1", "cnf"),
            ("p xnf 1 1\nx1 0", "cnf"),
            ("1 2 0\nx 1 2 0 c odd\n-1 0\n%\n0", "cnf"),
            ("p cnf+ 2 1", "cnf+"),
            ("1 2 <= 1\n1 0", "cnf+"),
            ("w 2*1 3*-2 >= 2", "cnf+"),
            ("p wcnf+ 2 1", "cnf+"),
            ("p knf 2 1", "knf"),
            ("p wknf 2 1 9", "knf"),
            ("1 2 0\nk 2 1 2 3 0", "knf"),
            ("p inccnf", "icnf"),
            ("1 2 0\na 1 0", "icnf"),
            ("p wcnf 2 1", "wcnf"),
            ("c{\nc}\n3 1 0\nh 1 2 0", "wcnf"),
            ("soft: 6 ;\n[2] +1 x1 >= 1 ;", "wbo"),
            ("* #variable= 1\n[2] +1 x1 >= 1 ;", "wbo"),
            ("* #variable= 1 #constraint= 0\n", "opb"),
            ("* #variable= 2 #constraint= 2 #soft= 1\n1 x1 >= 1 ;\n[2] 1 x2 >= 1;", "wbo"),
            ("* #variable= 2 #constraint= 2\n1 x1 1 x2", "opb"),
            ("h 1 2 0 h 3 0 2 1 0", "wcnf"),
            ("min: 1 x1 ;", "opb"),
            ("max : x1", "opb"),
            ("x1 + x2 >= 1;", "opb"),
            ("@c1 2 a\n-1 b = 1;", "opb"),
            (">= 1 ;", "opb"),
        ] {
            assert_eq!(recognised("model", text), Some(name), "{text:?}");
        }
    }

    #[test]
    fn the_name_tells_where_the_content_does_not() {
        let clauses = "1 2 0\n3 0\n";
        for (file, text, name) in [
            ("a", clauses, Some("cnf")),
            ("a.wcnf", clauses, Some("wcnf")),
            ("a.WCNF.xz", clauses, Some("wcnf")),
            ("a.knf.gz", clauses, Some("knf")),
            ("a.wcnf", "p cnf 1 1\n1 0", Some("wcnf")),
            ("a.cnf", "p wcnf 1 1\n1 0", Some("wcnf")),
            ("a.cnf+", "p cnf 1 1\n1 0", Some("cnf+")),
            ("a.cnf.zst", "c", Some("cnf")),
            ("a.wcnf.bz2", "", Some("wcnf")),
            ("a.opb", "", Some("opb")),
            ("a.wbo", "", Some("wbo")),
            ("a.wbo", "* SCIP\nmin: -3 x0;\n x0 >= 1;", Some("opb")),
            ("a.wbo", "1 x0 >= 1;\nmax: 3 x0;\n", Some("opb")),
            ("a.wbo", "soft: ;\n1 x0 >= 1;\n", Some("wbo")),
            ("a", "2 1 0\nh 1 2 3 <= 1\n", Some("cnf+")),
            ("a", "1 2 3 = 1\n", Some("cnf+")),
            ("a.wcnfp", "2 1 0\n", Some("cnf+")),
            ("a", "0.5 1 0\nh 1 2 0\n", Some("wcnf")),
            ("a.wcnf", "0.5 1 0\n", Some("wcnf")),
            ("a", "0.5 1 0\n", None),
            ("a", "1.5 x + 2 y != 0.5 ;", Some("opb")),
            ("a.wbo", "1 x1 >= 1;", Some("wbo")),
            ("a.opb", "* NOTE", Some("opb")),
            ("a.opb", "* a\n9999999999", Some("opb")),
            ("a", "* a\n1 1\n", None),
            ("awbo", "1 x1 >= 1;", Some("opb")),
            ("a", "", None),
            ("a", "ABA\nCCD\n", None),
            ("a", "a a\nx x\n", None),
            ("a", "3 1 2\n", Some("cnf")),
            ("a.mps", "* comment\nNAME lseu\nROWS\n N COST\n", Some("mps")),
            ("a.lp", "Minimize\n obj: x + y\nSubject To\n c1: x >= 1\nEnd\n", Some("lp")),
        ] {
            assert_eq!(recognised(file, text), name, "{file}: {text:?}");
        }
    }

    #[test]
    fn accidents_do_not_panic() {
        let mut random = fastrand::Rng::with_seed(1);
        let signs = b"0123456789 +-*~<>=;:@[]\n\r\tcpxhkgeaw%._#\0\xff\xc3\xa9min";
        for round in 0..30_000 {
            let format = FORMATS[round % FORMATS.len()];
            let mut bytes = format.example.as_bytes().to_vec();
            for _ in 0..random.usize(1..5) {
                let at = random.usize(0..bytes.len());
                let sign = signs[random.usize(0..signs.len())];
                match random.u8(0..6) {
                    0 => bytes[at] = random.u8(..),
                    1 => bytes[at] = sign,
                    2 => bytes.insert(at, sign),
                    3 if bytes.len() > 1 => drop(bytes.remove(at)),
                    4 => bytes.truncate(at.max(1)),
                    _ => bytes.extend_from_within(at..),
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            recognised("model", &text);
            for reader in FORMATS {
                let input = std::io::Cursor::new(bytes.clone());
                let read = catch_unwind(AssertUnwindSafe(|| {
                    (reader.read)(&mut Scanner::new("a", input), ReadTerms::default())
                }));
                match read.unwrap_or_else(|_| panic!("{} panics on {text:?}", reader.name)) {
                    Ok(written) => assert_eq!(written.rows().count(), written.len()),
                    Err(refusal) => {
                        let (_, span) = refusal.place.as_ref().expect("a place");
                        assert!(span.start <= span.end, "{refusal}");
                        assert!(!refusal.expected.is_empty(), "{refusal}");
                    }
                }
            }
        }
    }
}
