//! SAS programs: a DATA step whose data lines are the board. Such a program is in the article of
//! SAS Communities on LinkedIn's Queens from which the family `queens` comes.
//!
//! ```text
//! data Color_Matrix;
//! input col1-col3;
//! datalines;
//! 1 1 2
//! 3 1 2
//! ;
//! ```
//!
//! As in the *SAS DATA Step Statements: Reference*, the data are `datalines;` (alias `cards;`) and
//! the lines after it, up to one that begins with `;` or is `run;`. Each nonblank line is a row of
//! integers. A statement `input` can state the number of integers in a row. It does so by a list of
//! names, including ranges like `col1-col8`. Outside the data, `/* … */` and `* …;` are comments.
//!
//! Text of the article around the program is ignored, a statement can begin on any line, and only
//! the first data lines are read. Lines that begin with `#` or `//` are quarrel's directives and
//! comments.
//!
//! An `input` with more than names (`$`, `@@`, informats) is refused, since it would change the
//! meaning of the data.

use super::directives::{self, DirectiveUsage};
use super::pieces::{self, cut};
use super::{Refusal, Source, Spanned, Table, format_count, is_integer, quote};

/// Returns whether the text, without comments, has `datalines;` or `cards;`, or begins a named DATA
/// step (`data NAME;`).
pub fn recognises(source: &Source) -> bool {
    let code = without_comments(source.text());
    statements(&code).any(|(word, following)| match word {
        SasWord::Data => {
            let name = following.value.trim_start();
            let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || "_.".contains(c));
            rest.len() < name.len() && rest.trim_start().starts_with(';')
        }
        SasWord::Datalines => true,
        SasWord::Input => false,
    })
}

/// Reads the first data lines of the program, and the directives.
///
/// # Errors
///
/// If there are no data lines, or they have no end. Also if a cell is no integer, if `input` has
/// more than names, or if the length of a row is not that of `input`.
pub fn read(source: &Source, usages: &[DirectiveUsage]) -> Result<Table, Refusal> {
    let (program, directives) = directives::extract_directives(source, usages)?;
    Ok(Table { directives, ..read_data(&program)? })
}

/// Reads the first data lines of the program. If the same DATA step has statements `input`, the
/// last of them before the data states the number of columns. Refuses a program without data lines,
/// text after `datalines;` in its line, and what [`variables`] and [`rows`] refuse.
fn read_data(source: &Source) -> Result<Table, Refusal> {
    let code = without_comments(source.text());
    let mut input = None;
    for (word, following) in statements(&code) {
        match word {
            SasWord::Data => input = None,
            SasWord::Input => input = Some(following),
            SasWord::Datalines => {
                let columns = input.map(|tail| variables(source, &tail)).transpose()?;
                return rows(source, data_start(source, &following)?, columns);
            }
        }
    }
    let expected = "`datalines;` and the rows below it";
    Err(Refusal::new("there are no data lines", expected).with_span(source, source.end()))
}

/// The first word of a statement. Only statements that begin with one of these words are read.
#[derive(Clone, Copy, PartialEq)]
enum SasWord {
    /// The beginning of a DATA step.
    Data,
    /// The names of the columns.
    Input,
    /// The line above the data.
    Datalines,
}

/// The words that begin a statement that is read, in lower case, with their meanings.
const WORDS: [(&str, SasWord); 4] = [
    ("data", SasWord::Data),
    ("input", SasWord::Input),
    ("datalines", SasWord::Datalines),
    ("cards", SasWord::Datalines),
];

/// Returns the offset at which the line of `datalines;` ends. The data begin after this line.
/// `tail` is the text after the word. Refuses other text in that line.
fn data_start(source: &Source, tail: &Spanned<&str>) -> Result<usize, Refusal> {
    let semicolon = tail.value.find(';').map_or(0, |semicolon| semicolon + 1);
    let rest = tail.value[semicolon..].lines().next().unwrap_or_default();
    let end = tail.span.start + semicolon + rest.len();
    let rest = rest.trim_start();
    if rest.is_empty() {
        return Ok(end);
    }
    let span = end - rest.len()..end - rest.len() + rest.trim_end().len();
    let found = format!("unexpected {}", quote(rest.trim_end()));
    Err(Refusal::new(found, "data that begin on the next line").with_span(source, span))
}

/// Returns a text of the same length in bytes with blanks in place of comments: from `/*` to `*/`,
/// and from a `*` at the start of a statement or line to `;`. A comment without an end reaches to
/// the end of the text. The ends of lines stay.
fn without_comments(text: &str) -> String {
    pieces::without_comments(
        text,
        |c| matches!(c, ';' | '\n'),
        |rest, is_first| {
            let end = if let Some(comment) = rest.strip_prefix("/*") {
                comment.find("*/").map(|end| end + 4)
            } else if is_first && rest.starts_with('*') {
                rest.find(';').map(|end| end + 1)
            } else {
                Some(0)
            };
            end.unwrap_or(rest.len())
        },
    )
}

/// Iterates over the statements that begin with one of [`WORDS`], in any case of letters. Each
/// statement comes with all the text after its first word, up to the end of the program. A
/// statement begins after a semicolon or at the start of a line. `datalines` and `cards` count only
/// with a semicolon. `code` must have no comments any more.
fn statements(code: &str) -> impl Iterator<Item = (SasWord, Spanned<&str>)> {
    let starts = code.match_indices([';', '\n']).map(|(index, _)| index + 1);
    std::iter::once(0).chain(starts).filter_map(|start| {
        let line = code[start..].trim_start_matches([' ', '\t']);
        let name = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, following) = line.split_at(name.unwrap_or(line.len()));
        let (_, word) =
            WORDS.into_iter().find(|(keyword, _)| name.eq_ignore_ascii_case(keyword))?;
        let tail = Spanned { value: following, span: code.len() - following.len()..code.len() };
        let complete = word != SasWord::Datalines || tail.value.trim_start().starts_with(';');
        complete.then_some((word, tail))
    })
}

/// Returns the number of variables that the names after `input` declare. `tail` is the text after
/// this word; only the part before its first semicolon is read. Refuses everything except names and
/// ranges of names.
fn variables(source: &Source, tail: &Spanned<&str>) -> Result<u64, Refusal> {
    let end = tail.value.find(';').unwrap_or(tail.value.len());
    let names = Spanned { value: &tail.value[..end], span: tail.span.start..tail.span.start + end };
    let names = cut(&names, char::is_whitespace);
    names
        .iter()
        .map(|name| {
            variables_of(&name.value).ok_or_else(|| {
                let expected = "names like `a b c` or `col1-col8`, and `;`";
                Refusal::new(format!("{} in `input`", quote(&name.value)), expected)
                    .with_span(source, name.span.clone())
            })
        })
        .sum()
}

/// Returns the number of variables that a text declares: 1 for a name, or the length of a range
/// such as `col1-col8`. Returns `None` for another text.
fn variables_of(name: &str) -> Option<u64> {
    let Some((first, last)) = name.split_once('-') else {
        return is_name(name).then_some(1);
    };
    let ((stem, first), (same, last)) = (split_number(first)?, split_number(last)?);
    (stem == same && first <= last).then(|| last - first + 1)
}

/// Returns the part of a name before its final number, in lower case, and the number. Returns
/// `None` if the name has no final number.
fn split_number(name: &str) -> Option<(String, u64)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u32 = name[stem.len()..].parse().ok()?;
    is_name(name).then(|| (stem.to_ascii_lowercase(), u64::from(number)))
}

/// Returns whether a word is a name of a variable. `datalines` and `cards` are no names.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !["datalines", "cards"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Reads the lines that begin after the byte `start`, up to a line that begins with `;` or is
/// `run;`. Ignores blank lines. Refuses a cell that is no integer, a row without exactly `columns`
/// cells, and a text without such an end. If `columns` is `None`, the rows may differ in length.
fn rows(source: &Source, start: usize, columns: Option<u64>) -> Result<Table, Refusal> {
    let mut table = Table::default();
    for line in source.lines().filter(|line| line.span.start > start) {
        let text = line.value.trim();
        if text.starts_with(';') || text.eq_ignore_ascii_case("run;") {
            return Ok(table);
        }
        let row = cut(&line, char::is_whitespace);
        let (Some(first), Some(last)) = (row.first(), row.last()) else {
            continue;
        };
        let number = table.rows.len() + 1;
        if let Some(cell) = row.iter().find(|cell| !is_integer(&cell.value)) {
            let expected = if cell.value.contains(';') {
                "an integer, and `;` on its own line"
            } else {
                "an integer"
            };
            let found = format!("{} in row {number}", quote(&cell.value));
            return Err(Refusal::new(found, expected).with_span(source, cell.span.clone()));
        }
        if let Some(columns) = columns.filter(|&columns| columns != row.len() as u64) {
            let found = format!("row {number} has {}", format_count(row.len(), "value"));
            let expected = format!("{columns} of them, one for each name in `input`");
            return Err(
                Refusal::new(found, expected).with_span(source, first.span.start..last.span.end)
            );
        }
        table.rows.push(row);
    }
    Err(Refusal::new("unexpected end of the text", "a line `;` below the data")
        .with_span(source, source.end()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::rows::accidents;
    use super::*;

    const SEED: &str = "The following DATA step contains LinkedIn's data:
data Color_Matrix;
input col1-col4;
datalines;
1 1 2 5
1 1 2 2
4 4 4 2
;
proc optmodel;
/* read input data */
num dsid = open('Color_Matrix');
";

    const USAGES: &[DirectiveUsage] = &[DirectiveUsage { form: "given queen CELL", like: &[] }];

    fn source(text: &str) -> Source {
        Source::new("queens.sas", text)
    }

    #[test]
    fn lines_of_their_own_are_directives_and_comments() {
        let program = "# given queen r1c1\ndata B;\ninput a1-a2;\n# mine\ndatalines;\n1 1\n// below\n2 2\n;\n                       # given queen r1c2\n";
        let table = read(&source(program), USAGES).expect("a board");
        assert_eq!((table.rows.len(), table.directives.len()), (2, 2));
        assert_eq!(table.directives[1].places[0].column.value, "2");
    }

    fn values(text: &str) -> Vec<String> {
        let table = read(&source(text), &[]).expect("a board");
        let row = |row: &Vec<Spanned<String>>| {
            row.iter().map(|cell| cell.value.as_str()).collect::<Vec<_>>().join(" ")
        };
        table.rows.iter().map(row).collect()
    }

    #[test]
    fn the_program_of_the_article() {
        for text in [SEED.to_owned(), SEED.replace('\n', "\r\n")] {
            let board = source(&text);
            let table = read(&board, &[]).expect("a board");
            assert_eq!(values(&text), ["1 1 2 5", "1 1 2 2", "4 4 4 2"]);
            assert_eq!(table.size(&board).expect("a rectangle"), (3, 4));
            let last = &table.rows[2][3];
            assert_eq!(board.line_and_column(last.span.start), (7, 7));
            assert_eq!(&text[last.span.clone()], "2");
        }
    }

    #[test]
    fn spellings() {
        for text in [
            "DATA a; INPUT x y; CARDS;\n1 2\n3 -4\n;",
            "cards ;\n1 2\n\n 3\t-4 \nrun;",
            "data old; input a; run;\ndata a;\ndatalines\n;\n1 2\n3 -4\n;;;;\ndatalines;\nx\n;",
            "* datalines;\n;input /* a */ x1\n y;/*\ndatalines;\n*/datalines; /* here */\n1 2\n3 -4\n; run;",
            "  input X01-x2;\n  Datalines;\n1 2\n3 -4\n ;",
        ] {
            assert_eq!(values(text), ["1 2", "3 -4"], "{text:?}");
        }
    }

    #[test]
    fn refusals_name_the_place() {
        let names = "names like `a b c` or `col1-col8`, and `;`";
        for (text, refusal) in [
            ("", "1:1: there are no data lines; expected `datalines;` and the rows below it"),
            (
                "data a;\ninput x;\nrun;\n",
                "3:5: there are no data lines; expected `datalines;` and the rows below it",
            ),
            (
                "/* datalines;\n1\n;",
                "3:2: there are no data lines; expected `datalines;` and the rows below it",
            ),
            (
                "datalines;\n1 2\n3 4\n\n",
                "3:4: unexpected end of the text; expected a line `;` below the data",
            ),
            (
                "datalines;\r\n1 2\r\n3",
                "3:2: unexpected end of the text; expected a line `;` below the data",
            ),
            ("datalines;\n1 2\n3 x4\n;", "3:3: `x4` in row 2; expected an integer"),
            ("datalines;\r\n1 2\r\n3 4.5\r\n;", "3:3: `4.5` in row 2; expected an integer"),
            ("datalines;\n1,2\n;", "2:1: `1,2` in row 1; expected an integer"),
            ("datalines;\n1 2 /* x */\n;", "2:5: `/*` in row 1; expected an integer"),
            ("datalines;\n1 .\n;", "2:3: `.` in row 1; expected an integer"),
            (
                "datalines;\n1 2;\n",
                "2:3: `2;` in row 1; expected an integer, and `;` on its own line",
            ),
            (
                "datalines; 1 2\n3 4\n;",
                "1:12: unexpected `1 2`; expected data that begin on the next line",
            ),
            (
                "input col1-col3;\ndatalines;\n1 2 3\n  1 2\n;",
                "4:3: row 2 has 2 values; expected 3 of them, one for each name in `input`",
            ),
            (
                "input a b;\ndatalines;\n1 2 3\n;",
                "3:1: row 1 has 3 values; expected 2 of them, one for each name in `input`",
            ),
            ("input a $ b;\ndatalines;\n1\n;", &format!("1:9: `$` in `input`; expected {names}")),
            (
                "input a3-a1;\ndatalines;\n1\n;",
                &format!("1:7: `a3-a1` in `input`; expected {names}"),
            ),
            (
                "input a1-b3;\ndatalines;\n1\n;",
                &format!("1:7: `a1-b3` in `input`; expected {names}"),
            ),
            (
                "input a\ndatalines;\n1\n;",
                &format!("2:1: `datalines` in `input`; expected {names}"),
            ),
        ] {
            let found = read(&source(text), &[]).expect_err(text);
            assert_eq!(found.to_string(), format!("queens.sas:{refusal}"), "{text:?}");
        }
    }

    #[test]
    fn recognised_by_its_statements() {
        for text in [SEED, "CARDS;", " data a.b ;", "x;\n/* */ data a\n;", "datalines\n;"] {
            assert!(recognises(&source(text)), "{text:?}");
        }
        for text in ["", "data;\nparam n := 1;", "data a b", "/* cards; */", "cards", "* cards;"] {
            assert!(!recognises(&source(text)), "{text:?}");
        }
    }

    const PROGRAMS: &[&str] = &[
        SEED,
        "* c;\r\ndata a; input a1-a2 /* é */ b; cards;\r\n1 2 3\r\n-4 5 6\r\n;\r\n",
        "datalines;\n1\n;",
    ];

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(program in accidents::texts(PROGRAMS)) {
            match read(&program, USAGES) {
                Ok(table) => accidents::check_table(&program, &table),
                Err(refusal) => accidents::check_refusal(&refusal),
            }
            recognises(&program);
        }

        #[test]
        fn comments_keep_their_bytes(program in accidents::texts(PROGRAMS)) {
            prop_assert_eq!(without_comments(program.text()).len(), program.text().len());
        }
    }
}
