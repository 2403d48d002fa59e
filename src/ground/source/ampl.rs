//! AMPL data files: the `.dat` of the ISEN 420 report (team 06) from which 3-in-a-Row and ABC Path
//! come.
//!
//! ```text
//! param n := 4;
//! param p: 1 2 3 4 :=
//! 1 . 1 . .
//! 2 . . . 2;
//! param clue default 0 := [2,1,1] 1  [2,2,2] 1;
//! ```
//!
//! The language is a part of AMPL, as Fourer, Gay and Kernighan describe it (*AMPL*, chapter 9 and
//! section A.12): an initial `data;`, a final `end;`, and `param` statements. A statement has one
//! value, a list of subscripts and values, or one table. A table can be transposed with `(tr)`.
//! Line breaks have no meaning, `#` and `/* … */` are comments, and a comma is allowed after a
//! value. A word consists of letters, digits and `_.+-`, or is quoted. Values stay text, since the
//! meaning of `.` depends on the puzzle.
//!
//! Other statements (`set`, `model`), lists of several params, slices (`[*,2]`), tables in several
//! pieces, repeated params, and text that is cut off are refused.

use std::borrow::Cow;
use std::collections::HashSet;

use winnow::combinator::{alt, cut_err, delimited, eof, not, opt, preceded, repeat, separated};
use winnow::combinator::{peek, terminated};
use winnow::error::{ContextError, ErrMode, ParseError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{take_till, take_until, take_while};

use super::{Refusal, Source, Spanned, quote};

/// The params of a data file.
#[derive(Clone, Debug)]
pub struct Data {
    /// The params in the order of the file. No two params have the same name.
    pub parameters: Vec<Parameter>,
}

/// One `param` statement.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name of the param.
    pub name: Spanned<String>,
    /// The word after `default`, if there is one.
    pub default: Option<Spanned<String>>,
    /// The values of the param.
    pub body: Body,
}

/// The values of a param, as written.
#[derive(Clone, Debug)]
pub enum Body {
    /// One value: `param n := 14;`
    Scalar(Spanned<String>),
    /// A table: `param p: 1 2 3 := 1 . . 2  2 . 1 .;`
    Table {
        /// The labels of the columns.
        columns: Vec<Spanned<String>>,
        /// The rows: the label of the row, and its value in each column.
        rows: Vec<(Spanned<String>, Vec<Spanned<String>>)>,
    },
    /// Values with lists of subscripts: `param clue := [2,1,1] 1 [2,1,2] 0;`, or
    /// `param x := 1 5 2 7;`, in which each value has one subscript.
    Entries(Vec<(Vec<Spanned<String>>, Spanned<String>)>),
}

impl Data {
    /// Returns the param with this name, if there is one.
    pub fn get(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name.value == name)
    }
}

/// Returns whether some line begins with `param` and a name, or with `data;`.
pub fn recognises(source: &Source) -> bool {
    let mut start = preceded(
        blank,
        alt(((keyword("param"), name).void(), (keyword("data"), mark(";")).void())),
    );
    source.lines().any(|line| start.parse_next(&mut LocatingSlice::new(line.value)).is_ok())
}

/// Reads a data file. Returns its params in the order of the file.
///
/// # Errors
///
/// The text is refused in these cases:
///
/// - it has anything besides `param` statements, comments, an initial `data;` and a final `end;`;
/// - a statement, quote or comment is incomplete;
/// - a table has an incomplete row;
/// - there is no param, or a param is repeated.
pub fn read(source: &Source) -> Result<Data, Refusal> {
    let parameters =
        file.parse(LocatingSlice::new(source.text())).map_err(|error| refusal(source, &error))?;
    let mut names = HashSet::new();
    for Parameter { name, .. } in &parameters {
        if !names.insert(&name.value) {
            let found = format!("a second param {}", quote(&name.value));
            return Err(Refusal::new(found, "each param once").with_span(source, name.span.clone()));
        }
    }
    Ok(Data { parameters })
}

/// The rest of the text, which is not read yet, with the position of the rest in the whole text.
type AmplInput<'a> = LocatingSlice<&'a str>;
/// The result of a parser: a value, or the reason for the failure.
type Parsed<T> = ModalResult<T, ContextError<MissingWord>>;
/// The failure of a parser, with the expectations of the parsers that failed.
type Error = ErrMode<ContextError<MissingWord>>;
/// Words in the order of the text.
type AmplWords = Vec<Spanned<String>>;

/// The expectation of the parser that failed.
#[derive(Clone, Debug)]
struct MissingWord {
    /// The description of what should come next.
    expected: Cow<'static, str>,
    /// The description of the text that came instead. If it is `None`, a refusal shows the next
    /// word.
    found: Option<String>,
}

impl MissingWord {
    fn new(expected: impl Into<Cow<'static, str>>) -> MissingWord {
        MissingWord { expected: expected.into(), found: None }
    }
}

/// Returns the refusal at the position of a failed parser. The parser may have recorded several
/// reasons; the refusal states the innermost one. If there is none, the refusal says that `param`
/// and a name are expected. If the reason describes what was found, this description is used.
/// Otherwise, the refusal shows the word or sign at this position, or the end of the text.
fn refusal(
    source: &Source,
    error: &ParseError<AmplInput<'_>, ContextError<MissingWord>>,
) -> Refusal {
    let rest = &source.text()[error.offset()..];
    let length = match rest.find(|c: char| !is_word(c)) {
        Some(0) if rest.starts_with(":=") || rest.starts_with("/*") => 2,
        Some(0) => rest.chars().next().map_or(0, char::len_utf8),
        Some(length) => length,
        None => rest.len(),
    };
    let (place, position) = if rest.is_empty() {
        (source.end(), "unexpected end of the text".to_owned())
    } else {
        let start = error.offset();
        (start..start + length, format!("unexpected {}", quote(&rest[..length])))
    };
    let missing = error.inner().context().next();
    let found = missing.and_then(|missing| missing.found.clone());
    let expected = missing.map_or("`param` and a name".into(), |missing| missing.expected.clone());
    Refusal::new(found.unwrap_or(position), expected).with_span(source, place)
}

/// Returns a parser whose failure is final: no alternative is tried. The refusal then says that
/// `expected` is expected.
fn require<'a, T>(
    parser: impl Parser<AmplInput<'a>, T, Error>,
    expected: impl Into<Cow<'static, str>>,
) -> impl Parser<AmplInput<'a>, T, Error> {
    cut_err(parser.context(MissingWord::new(expected)))
}

/// Fails at the byte `place` of the text. The failure is final: no alternative is tried. Moves
/// `input` to this byte.
fn stop<T>(input: &mut AmplInput<'_>, place: usize, missing: MissingWord) -> Parsed<T> {
    input.reset_to_start();
    input.next_slice(place);
    let mut error = ContextError::new();
    error.push(missing);
    Err(ErrMode::Cut(error))
}

/// Reads the whole file. `data;` and `end;` are optional, but there must be at least one param.
/// Fails if other text precedes or follows these statements. Does not check whether a name is
/// repeated.
fn file(input: &mut AmplInput<'_>) -> Parsed<Vec<Parameter>> {
    let data = (keyword("data"), require(mark(";"), "`;` after `data`"));
    (blank, opt(data)).parse_next(input)?;
    let parameters = require(repeat(1.., parameter), "`param` and a name").parse_next(input)?;
    let end = (keyword("end"), require(mark(";"), "`;` after `end`"));
    let expected = match opt(end).parse_next(input)? {
        Some(_) => "nothing after `end;`",
        None => "`param` or `end;`",
    };
    require(eof, expected).parse_next(input)?;
    Ok(parameters)
}

/// Reads a `param` statement with its semicolon. A statement is allowed to end after its default;
/// its body is then an empty list of entries. Fails if the text does not begin with `param`. Also
/// fails if, after this word, the name, the value of the default, the body or the semicolon is
/// missing or wrong. Such a failure is final: no alternative is tried.
fn parameter(input: &mut AmplInput<'_>) -> Parsed<Parameter> {
    keyword("param").parse_next(input)?;
    let name = require(name, "the name of a param").parse_next(input)?;
    let value = require(word, "a value after `default`");
    let default = opt(preceded(keyword("default"), value)).parse_next(input)?;
    let body = if default.is_some() && opt(peek(mark(";"))).parse_next(input)?.is_some() {
        Body::Entries(Vec::new())
    } else if opt(mark(":=")).parse_next(input)?.is_some() {
        values(input)?
    } else {
        table(&name.value, input)?
    };
    end_of(&name.value).parse_next(input)?;
    Ok(Parameter { name, default, body })
}

/// Reads the part after `:=`: one value, or any number of entries. Does not read the semicolon
/// after it. An entry is a list of subscripts in square brackets, or one subscript without
/// brackets, and its value. If there is neither, returns an empty list of entries. Fails if a list
/// of subscripts is malformed, or if there is no value after subscripts. Such a failure is final.
fn values(input: &mut AmplInput<'_>) -> Parsed<Body> {
    let scalar = terminated(value, not(value));
    if let Some(value) = opt(scalar).parse_next(input)? {
        return Ok(Body::Scalar(value));
    }
    let subscripts = alt((subscripts, value.map(|only| vec![only])));
    let value = require(value, "a value after the subscript");
    repeat(0.., (subscripts, value)).map(Body::Entries).parse_next(input)
}

/// Reads subscripts in square brackets.
fn subscripts(input: &mut AmplInput<'_>) -> Parsed<AmplWords> {
    let list = separated(1.., require(word, "a subscript"), mark(","));
    delimited(mark("["), list, require(mark("]"), "`,` or `]` in the subscripts")).parse_next(input)
}

/// Returns a parser of the semicolon at the end of a param.
fn end_of<'a>(name: &str) -> impl Parser<AmplInput<'a>, (), Error> {
    require(mark(";"), format!("`;` at the end of param {}", quote(name)))
}

/// Reads the table of a param. Does not read the semicolon after it. `name` is the param's name for
/// refusals. A transposed table, which begins with `(tr)`, is returned in its usual form. A table
/// can have no rows. Fails if there is no colon at the start (`:=` does not count), no column
/// label, no `:=` after the labels, or no semicolon. Also fails if the table begins with `(` but
/// not with `(tr)`. A row has its label and one value for each column; also fails if the number of
/// words is not a multiple of this length. Each failure is final: no alternative is tried.
fn table(name: &str, input: &mut AmplInput<'_>) -> Parsed<Body> {
    let tr = (mark("("), require(keyword("tr"), "`tr`"), require(mark(")"), "`)` after `tr`"));
    let transposed = opt(tr).parse_next(input)?.is_some();
    let colon = (not(":="), mark(":"));
    require(colon, if transposed { "`:`" } else { "`:=` or `:`" }).parse_next(input)?;
    let columns: AmplWords = require(repeat(1.., value), "a column label").parse_next(input)?;
    require(mark(":="), "a column label or `:=`").parse_next(input)?;
    let words: AmplWords = repeat(0.., value).parse_next(input)?;
    peek(end_of(name)).parse_next(input)?;

    let width = columns.len() + 1;
    if let Some([label, values @ ..]) = misfit(input, width, &words) {
        let missing = MissingWord {
            found: Some(format!("{} values in row {}", values.len(), quote(&label.value))),
            ..MissingWord::new(format!("{} values, one per column", columns.len()))
        };
        return stop(input, label.span.start, missing);
    }
    let rows = words.chunks_exact(width).map(|row| (row[0].clone(), row[1..].to_vec()));
    Ok(if transposed {
        transpose(columns, rows.collect())
    } else {
        Body::Table { columns, rows: rows.collect() }
    })
}

/// Returns the words at fault if a table has an incomplete row; otherwise returns `None`. A row has
/// `width` words, which must be at least 1, so the number of words in the table must be a multiple
/// of `width`. The words at fault are those of the first line that has an incomplete row. If no
/// line consists of whole rows, they are those of the last row, which is incomplete. `words` must
/// come from the text of `input`; this text can be read already, in part or whole.
fn misfit<'w>(
    input: &AmplInput<'_>,
    width: usize,
    words: &'w [Spanned<String>],
) -> Option<&'w [Spanned<String>]> {
    let mut text = *input;
    text.reset_to_start();
    let mut lines = words.chunk_by(|one, next| !text[one.span.end..next.span.start].contains('\n'));
    let last = words.chunks(width).next_back().filter(|row| row.len() < width)?;
    let has_full_line = lines.clone().any(|line| line.len().is_multiple_of(width));
    if has_full_line { lines.find(|line| !line.len().is_multiple_of(width)) } else { Some(last) }
}

/// Returns the table in which rows and columns are exchanged: the labels of the rows become the
/// labels of the columns. Each row must have a value for each column; if a value is missing, the
/// function panics.
fn transpose(columns: AmplWords, rows: Vec<(Spanned<String>, AmplWords)>) -> Body {
    let (labels, values): (AmplWords, Vec<AmplWords>) = rows.into_iter().unzip();
    let rows = columns
        .into_iter()
        .enumerate()
        .map(|(index, label)| {
            let row = values.iter().map(|column: &AmplWords| column[index].clone()).collect();
            (label, row)
        })
        .collect();
    Body::Table { rows, columns: labels }
}

/// Reads a label or value with an optional comma. Fails at a word that begins a statement, since a
/// `;` is then missing before it.
fn value(input: &mut AmplInput<'_>) -> Parsed<Spanned<String>> {
    terminated(word.verify(move |word| !begins_statement(word)), opt(mark(","))).parse_next(input)
}

/// Returns whether a word without quotes begins a statement.
fn begins_statement(word: &Spanned<String>) -> bool {
    let bare = word.span.len() == word.value.len();
    bare && ["param", "set", "var", "data", "model", "end"].contains(&word.value.as_str())
}

fn name(input: &mut AmplInput<'_>) -> Parsed<Spanned<String>> {
    bare_word
        .verify(|name| name.value.starts_with(|c: char| c.is_alphabetic() || c == '_'))
        .parse_next(input)
}

/// Reads a word, with or without quotes.
fn word(input: &mut AmplInput<'_>) -> Parsed<Spanned<String>> {
    alt((bare_word, string('"'), string('\''))).parse_next(input)
}

fn bare_word(input: &mut AmplInput<'_>) -> Parsed<Spanned<String>> {
    lexeme(take_while(1.., is_word).map(str::to_owned)).parse_next(input)
}

/// Returns a parser of a quoted string. A doubled quote in the string means one quote.
fn string<'a>(quote: char) -> impl Parser<AmplInput<'a>, Spanned<String>, Error> {
    let close = require(quote, "the closing quote on the same line");
    let part = (quote, take_till(0.., [quote, '\r', '\n']), close).void();
    lexeme(repeat(1.., part).map(|()| ()).take().map(move |text: &str| {
        text[1..text.len() - 1].replace(&format!("{quote}{quote}"), &quote.to_string())
    }))
}

/// Returns a parser of this word without quotes, and of the blanks and comments after it.
fn keyword<'a>(keyword: &'static str) -> impl Parser<AmplInput<'a>, (), Error> {
    let word = take_while(1.., is_word).verify(move |word: &str| word == keyword);
    (word, blank).void()
}

/// Returns a parser of a sign, and of the blanks and comments after it.
fn mark<'a>(mark: &'static str) -> impl Parser<AmplInput<'a>, (), Error> {
    (mark, blank).void()
}

/// Returns a parser of a value with its span, and of the blanks and comments after it.
fn lexeme<'a>(
    parser: impl Parser<AmplInput<'a>, String, Error>,
) -> impl Parser<AmplInput<'a>, Spanned<String>, Error> {
    terminated(parser.with_span(), blank).map(|(value, span)| Spanned { value, span })
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || "_.+-".contains(character)
}

/// Skips white space and comments.
fn blank(input: &mut AmplInput<'_>) -> Parsed<()> {
    let space = take_while(1.., char::is_whitespace).void();
    let line = ('#', take_till(0.., '\n')).void();
    repeat(0.., alt((space, line, comment))).parse_next(input)
}

/// Skips a comment from `/*` to `*/`. A comment without an end is a final failure.
fn comment(input: &mut AmplInput<'_>) -> Parsed<()> {
    let start = input.current_token_start();
    "/*".parse_next(input)?;
    let rest: Parsed<_> = (take_until(0.., "*/"), "*/").void().parse_next(input);
    rest.or_else(|_| stop(input, start, MissingWord::new("`*/` at the end of the comment")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::rows::accidents;
    use super::*;

    /// 3-in-a-Row as in the report, reduced to 4×4.
    const TABLE: &str = "param n:=4;
param p: 1 2 3 4 :=
1 . . 2 2
2 . . . .
3 2 . . .
4 . 1 . .;
";

    /// ABC Path as in the report, reduced to two letters.
    const ENTRIES: &str = "param m:=5;
param Ar:= 3; #row Placeholder
param Ac:= 3; #column Placeholder
param clue:=
#B
[2,1,1] 1
[2,1,2] 0
#Y
[25,5,1] 1;";

    fn source(text: &str) -> Source {
        Source::new("p.dat", text)
    }

    fn data(text: &str) -> Data {
        read(&source(text)).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    fn join<'a>(words: impl IntoIterator<Item = &'a Spanned<String>>) -> String {
        let words: Vec<_> = words.into_iter().map(|word| word.value.as_str()).collect();
        words.join(" ")
    }

    /// Writes a param in one line: `= value`, `columns / label: values / …`, or `[subscripts] value
    /// …`.
    fn written(data: &Data, name: &str) -> String {
        match &data.get(name).expect("a param of that name").body {
            Body::Scalar(value) => format!("= {}", value.value),
            Body::Table { columns, rows } => {
                let rows = rows
                    .iter()
                    .map(|(label, row)| format!(" / {}: {}", label.value, join(row)))
                    .collect::<String>();
                join(columns) + &rows
            }
            Body::Entries(entries) => {
                let entry = |(at, value): &(AmplWords, Spanned<String>)| {
                    format!("[{}] {}", join(at), value.value)
                };
                entries.iter().map(entry).collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn words(data: &Data) -> Vec<&Spanned<String>> {
        let mut words = Vec::new();
        for Parameter { name, default, body } in &data.parameters {
            words.push(name);
            words.extend(default);
            match body {
                Body::Scalar(value) => words.push(value),
                Body::Table { columns, rows } => {
                    words.extend(columns);
                    words.extend(
                        rows.iter().flat_map(|(label, row)| std::iter::once(label).chain(row)),
                    );
                }
                Body::Entries(entries) => {
                    words.extend(entries.iter().flat_map(|(at, value)| at.iter().chain([value])));
                }
            }
        }
        words
    }

    #[test]
    fn the_data_of_the_report() {
        for newline in ["\n", "\r\n"] {
            let text = TABLE.replace('\n', newline);
            let table = data(&text);
            assert_eq!(written(&table, "n"), "= 4");
            assert_eq!(
                written(&table, "p"),
                "1 2 3 4 / 1: . . 2 2 / 2: . . . . / 3: 2 . . . / 4: . 1 . ."
            );
            for word in words(&table) {
                assert_eq!(text[word.span.clone()], word.value);
            }
            let last = words(&table).last().map(|word| word.span.start).expect("a word");
            assert_eq!(source(&text).line_and_column(last), (6, 9));
            let entries = data(&ENTRIES.replace('\n', newline));
            assert_eq!(written(&entries, "Ac"), "= 3");
            assert_eq!(written(&entries, "clue"), "[2 1 1] 1 [2 1 2] 0 [25 5 1] 1");
            assert!(entries.get("n").is_none());
        }
    }

    #[test]
    fn spellings() {
        for (text, expected) in [
            ("data;param p:=1;end;", "= 1"),
            ("/* a; */ data ; param # b;\n p\n:=\n-1.5e3 ; end ; # c", "= -1.5e3"),
            ("param p := 'it''s \"1\"';", "= it's \"1\""),
            ("param p := 'param';", "= param"),
            ("param p := 1 5  2 7;", "[1] 5 [2] 7"),
            ("param p := 1 5, [b] 7 , [ c , 'd e' ] .;", "[1] 5 [b] 7 [c d e] ."),
            ("param p default 0;", ""),
            ("param p default 0 := ;", ""),
            ("param p default 0 := [1] 2;", "[1] 2"),
            ("param p:1 2:=1 . 5 2 6 .;", "1 2 / 1: . 5 / 2: 6 ."),
            ("param p : a, b := 1\n. /*\n*/ 5 2 6\n.;", "a b / 1: . 5 / 2: 6 ."),
            (
                "param p default 3 (tr) : 1 2 3 := a 4 5 6 b 7 8 9;",
                "a b / 1: 4 7 / 2: 5 8 / 3: 6 9",
            ),
            ("param p(tr): 1 2 :=;", " / 1:  / 2: "),
            ("param p: 1 :=;", "1"),
        ] {
            assert_eq!(written(&data(text), "p"), expected, "{text:?}");
        }
        let default = data("param p default -2 := [1] 2;").parameters.remove(0).default;
        assert_eq!(default, Some(Spanned { value: "-2".into(), span: 16..18 }));
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, refusal) in [
            ("", "1:1: unexpected end of the text; expected `param` and a name"),
            ("# nothing\n", "1:10: unexpected end of the text; expected `param` and a name"),
            ("set S := 1;", "1:1: unexpected `set`; expected `param` and a name"),
            ("data param", "1:6: unexpected `param`; expected `;` after `data`"),
            ("param n := 1;\r\nmodel x;", "2:1: unexpected `model`; expected `param` or `end;`"),
            ("param n := 1;;", "1:14: unexpected `;`; expected `param` or `end;`"),
            ("param n := 1; end\n", "1:18: unexpected end of the text; expected `;` after `end`"),
            ("param n := 1; end; x", "1:20: unexpected `x`; expected nothing after `end;`"),
            ("param", "1:6: unexpected end of the text; expected the name of a param"),
            ("param 1 := 2;", "1:7: unexpected `1`; expected the name of a param"),
            ("param: a b := 1 2 3;", "1:6: unexpected `:`; expected the name of a param"),
            ("param n;", "1:8: unexpected `;`; expected `:=` or `:`"),
            ("param n {1..4};", "1:9: unexpected `{`; expected `:=` or `:`"),
            ("param n default;", "1:16: unexpected `;`; expected a value after `default`"),
            ("param n default 1", "1:18: unexpected end of the text; expected `:=` or `:`"),
            (
                "param n := ",
                "1:11: unexpected end of the text; expected `;` at the end of param `n`",
            ),
            (
                "param n := 14",
                "1:14: unexpected end of the text; expected `;` at the end of param `n`",
            ),
            (
                "param n := 14\r\nparam m := 2;",
                "2:1: unexpected `param`; expected `;` at the end of param `n`",
            ),
            ("param n := 1 / 2;", "1:14: unexpected `/`; expected `;` at the end of param `n`"),
            ("param n := 1 5 2;", "1:17: unexpected `;`; expected a value after the subscript"),
            ("param c := [2,1] 1\n[2,", "2:4: unexpected end of the text; expected a subscript"),
            (
                "param c := [2,1] 1\n[2",
                "2:3: unexpected end of the text; expected `,` or `]` in the subscripts",
            ),
            (
                "param c := [2,1] 1\n[2,2]",
                "2:6: unexpected end of the text; expected a value after the subscript",
            ),
            ("param c := [2 1] 1;", "1:15: unexpected `1`; expected `,` or `]` in the subscripts"),
            ("param c := [2,*] 1;", "1:15: unexpected `*`; expected a subscript"),
            ("param c := [] 1;", "1:13: unexpected `]`; expected a subscript"),
            (
                "param c := [1] 1\n[2] é? 1;",
                "2:6: unexpected `?`; expected `;` at the end of param `c`",
            ),
            ("param p (x): 1 := 1 2;", "1:10: unexpected `x`; expected `tr`"),
            ("param p (tr: 1 := 1 2;", "1:12: unexpected `:`; expected `)` after `tr`"),
            ("param p (tr) := 1 2;", "1:14: unexpected `:=`; expected `:`"),
            ("param p : := 1 2;", "1:11: unexpected `:=`; expected a column label"),
            ("param p: 1 2 = 1 2;", "1:14: unexpected `=`; expected a column label or `:=`"),
            ("param p: 1 2", "1:13: unexpected end of the text; expected a column label or `:=`"),
            (
                "param p: 1 := 1 2 : 2 := 1 3;",
                "1:19: unexpected `:`; expected `;` at the end of param `p`",
            ),
            (
                "param n := 1;\nparam m := 1; param n := 2;",
                "2:21: a second param `n`; expected each param once",
            ),
            (
                "param n := 1; /* x\n",
                "1:15: unexpected `/*`; expected `*/` at the end of the comment",
            ),
            (
                "param n := 'x\n';",
                "1:14: unexpected `\\n`; expected the closing quote on the same line",
            ),
            (
                "param n := \"x",
                "1:14: unexpected end of the text; expected the closing quote on the same line",
            ),
        ] {
            let found = read(&source(text)).expect_err(text);
            assert_eq!(found.to_string(), format!("p.dat:{refusal}"), "{text:?}");
        }
    }

    #[test]
    fn a_ragged_table_is_refused_at_its_row() {
        for (good, bad, refusal) in [
            ("2 . . . .", "2 . . .", "4:1: 3 values in row `2`; expected 4 values, one per column"),
            (
                "2 . . . .",
                "2 . . . . .",
                "4:1: 5 values in row `2`; expected 4 values, one per column",
            ),
            ("4 . 1 . .;", "4 . 1;", "6:1: 2 values in row `4`; expected 4 values, one per column"),
            ("4 . 1 . .;", "4;", "6:1: 0 values in row `4`; expected 4 values, one per column"),
            (
                "4 . 1 . .;",
                "4 . 1",
                "6:6: unexpected end of the text; expected `;` at the end of param `p`",
            ),
        ] {
            for newline in ["\n", "\r\n"] {
                let text = TABLE.replace(good, bad).replace('\n', newline);
                let found = read(&source(&text)).expect_err(bad);
                assert_eq!(found.to_string(), format!("p.dat:{refusal}"), "{bad:?}");
            }
        }
        let no_line_is_a_row = "param p: 1 2 3 :=\n1 . .\n. 2\n. .;";
        let found = read(&source(no_line_is_a_row)).expect_err("7 words");
        assert_eq!(
            found.to_string(),
            "p.dat:3:3: 2 values in row `2`; expected 3 values, one per column"
        );
    }

    #[test]
    fn recognised_by_a_line() {
        for text in
            [TABLE, ENTRIES, "\n /* x */ param n := 1;", "# x\ndata ;", "model;\r\nparam n;"]
        {
            assert!(recognises(&source(text)), "{text:?}");
        }
        for text in
            ["", "# param n", "data queens;", "parameter n", "param", "11 param n", "/* param n"]
        {
            assert!(!recognises(&source(text)), "{text:?}");
        }
    }

    const FILES: &[&str] = &[
        TABLE,
        ENTRIES,
        "data;\r\nparam é default 0 (tr): 'a''b' \"c\" :=\r\n1 2, 3 /* ü */\r\n2 4 5;\r\nend;\r\n",
    ];

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(file in accidents::texts(FILES)) {
            match read(&file) {
                Ok(data) => accidents::check(&file, words(&data)),
                Err(refusal) => accidents::check_refusal(&refusal),
            }
            recognises(&file);
        }
    }
}
