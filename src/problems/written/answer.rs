//! Answers to model files: `v` lines with the names of variables in the file.
//!
//! Three forms are read: `v x1 -x2 x3` (PB competition), `v 1 -2 3 0` (SAT competition; clasp also
//! prints `1` for a variable `x1`), and a line of zeros and ones in the order of the variables
//! (MaxSAT Evaluation).

use std::borrow::Cow;
use std::fmt::Write;

use super::{Integer, ParsedModel};
use crate::exchange::{
    self, NameMeaning, Naming, PrintedObjective, Questions, Solution, SolverClaim,
};
use crate::problem::{PartialAnswer, read_rows};
use crate::source::{Refusal, Source, unescape};

/// The largest number of bytes of a `v` line. Only a line with a single long word has more.
const WIDTH: usize = 78;

/// Returns `v` lines for `values`, which are in the order of the variables. A true variable is
/// listed by its name, or by its index if it has no name. A false variable has the sign of the
/// function `sign` before its name, or `-` before its index. An integer variable is listed with its
/// value, such as `x=7`. Variables without a value are left out. The last word is `0` if the names
/// of all variables are numbers. There is always at least one line; without words, it is only `v`.
/// A line has at most [`WIDTH`] bytes; only a line with a single long word may have more.
pub fn lines(written: &ParsedModel, values: &[Option<bool>]) -> Vec<String> {
    let mut lines = ValueLines::default();
    let mut word = String::new();
    for_each_value(written, values, |variable, value| {
        word.clear();
        match variable {
            FileVariable::Integer(name) => write!(word, "{name}={value}"),
            FileVariable::Boolean(number) => match (written.name(number), value) {
                (Some(name), 0) => write!(word, "{}{name}", sign(written, name)),
                (Some(name), _) => write!(word, "{name}"),
                (None, 0) => write!(word, "-{number}"),
                (None, _) => write!(word, "{number}"),
            },
        }
        .expect("a string accepts every text");
        lines.add(&word);
    });
    lines.finish(written)
}

/// Returns the variables of the file by their names, with their values: 0 or 1, or the value of an
/// integer. `values` has a value for each variable of the model; variables of the file without a
/// value are left out.
pub fn assignment(written: &ParsedModel, values: &[Option<bool>]) -> Vec<(String, i64)> {
    let mut assignment = Vec::new();
    for_each_value(written, values, |variable, value| {
        let name = match variable {
            FileVariable::Integer(name) => name.to_owned(),
            FileVariable::Boolean(number) => name(written, number).into_owned(),
        };
        assignment.push((name, value));
    });
    assignment
}

/// A variable of a file.
#[derive(Clone, Copy)]
enum FileVariable<'a> {
    /// A variable that is 0 or 1, by its index from 1 in the model.
    Boolean(usize),
    /// An integer variable, by its name.
    Integer(&'a str),
}

/// Calls `act` for each variable of the file that has a value, with this value. The variables come
/// in the order of the file. `values` has a value for each variable of the model.
fn for_each_value(
    written: &ParsedModel,
    values: &[Option<bool>],
    mut act: impl FnMut(FileVariable, i64),
) {
    let mut integers = written.integers().iter().peekable();
    let mut number = 1;
    while number <= values.len() || integers.peek().is_some() {
        if let Some(integer) = integers.next_if(|integer| integer.first <= number) {
            if let Some(value) = integer.value(values) {
                act(FileVariable::Integer(&integer.name), value);
            }
            number += integer.domain.literals();
            continue;
        }
        if let Some(value) = values[number - 1] {
            act(FileVariable::Boolean(number), value.into());
        }
        number += 1;
    }
}

/// Returns a variable's name in the file. If the variable has no name but its index, returns the
/// index, from 1.
pub fn name(written: &ParsedModel, number: usize) -> Cow<'_, str> {
    written.name(number).map_or_else(|| number.to_string().into(), Cow::from)
}

/// The `v` lines of an answer, while they are filled.
#[derive(Default)]
struct ValueLines {
    /// The lines that are full, each with its `v`.
    finished: Vec<String>,
    /// The words of the last line, each with a blank before it. The `v` is missing; it is added
    /// when the line is finished.
    last: String,
}

impl ValueLines {
    /// Adds a word to the last line, or to a new line if the last one would exceed [`WIDTH`].
    fn add(&mut self, word: &str) {
        if self.last.len() + 2 + word.len() > WIDTH && !self.last.is_empty() {
            self.finished.push(format!("v{}", std::mem::take(&mut self.last)));
        }
        self.last.push(' ');
        self.last.push_str(word);
    }

    /// Returns the lines. The last word is `0` if the names of all variables of the file are
    /// numbers.
    fn finish(mut self, written: &ParsedModel) -> Vec<String> {
        if written.is_numbered() {
            self.add("0");
        }
        self.finished.push(format!("v{}", self.last));
        self.finished
    }
}

/// Returns the sign that negates `name`. Usually it is `-`. MPS allows a variable whose name is `-`
/// and `name` together; then it is `~`. If a variable is also called `~` and `name` together, it is
/// `-` again.
fn sign(written: &ParsedModel, name: &str) -> &'static str {
    ["-", "~"]
        .into_iter()
        .find(|sign| written.find_variable(&format!("{sign}{name}")).is_none())
        .unwrap_or("-")
}

/// Reads an answer: `v` lines, literals, the JSON of a report, or a solver's output. The answer is
/// excluded if an integer has none of its values; otherwise it has the values of the variables. Also
/// returns the value of the objective if a solver's output states one. Does not check the values
/// against the rows. Refuses:
/// - a text without values, if the file has variables;
/// - malformed JSON, and JSON without an array of strings;
/// - a solver's output that is malformed, has a format that cannot be read, or states that there is
///   no answer;
/// - unknown or contradictory literals;
/// - a value that contradicts a variable's definition.
pub fn read(
    written: &ParsedModel,
    source: &Source,
) -> Result<(PartialAnswer, Option<PrintedObjective>), Refusal> {
    let (answer, objective) = if exchange::is_output(source.text()) {
        let solution = exchange::read_solution(source, &Names(written), Questions::One)?;
        if solution.claim == Some(SolverClaim::Unsatisfiable) {
            let found = "an output that states that there is no answer";
            return Err(refusal(found, "the output of a solver that has found an answer", source));
        }
        if let Err(wrong) = written.asides.validate(&solution.values, &solution.derived) {
            return Err(refusal(&wrong, "the values of one solution of this model", source));
        }
        (partial_answer(solution.values, solution.excluded), solution.objective)
    } else {
        let rows = match exchange::parse_list(source.text()) {
            Some(words) => vec![words.join(" ")],
            None => read_rows(source)?,
        };
        let answer = read_values(written, &rows);
        (answer.map_err(|wrong| refusal(&wrong, LITERALS, source))?, None)
    };
    match &answer {
        PartialAnswer::Assignment(values)
            if values.iter().all(Option::is_none) && written.variables() > 0 =>
        {
            Err(refusal("a text without values", LITERALS, source))
        }
        _ => Ok((answer, objective)),
    }
}

/// Returns the answer with these values, unless one is excluded.
fn partial_answer(values: Vec<Option<bool>>, excluded: Option<String>) -> PartialAnswer {
    excluded.map_or(PartialAnswer::Assignment(values), PartialAnswer::Excluded)
}

/// Returns the refusal of an answer. Its position is the end of the text.
fn refusal(found: &str, expected: &str, source: &Source) -> Refusal {
    Refusal::new(found, expected).with_span(source, source.end())
}

/// The expected text, in words, for the refusal of a text that is no answer.
const LITERALS: &str = "`v` lines, literals, a word of zeros and ones, a list of names and values, or \
                        the solution file of a solver";

/// The names of a file's variables, which give the words of an answer their meanings.
struct Names<'a>(&'a ParsedModel);

impl Naming for Names<'_> {
    fn variables(&self) -> usize {
        self.0.variables()
    }

    fn variables_of_file(&self) -> usize {
        self.0.variables_of_file()
    }

    fn wanted(&self) -> usize {
        self.0.variables()
    }

    /// Returns the meaning of `word`. First looks for the variable with this name, then for the
    /// variable with this name after escapes of invisible characters are replaced. If the word
    /// begins with a digit other than 0, then looks for the variable whose name is `x` and this
    /// word. A found variable is `Wanted`; its `place` is counted from 0. If there is none, the
    /// meaning is `End` for `0`, and `Derived` for the name of a defined variable. If unused
    /// variables were left out, it is `Unwanted` for a number from 1 to the number of all
    /// variables, also with a `+` or zeros before it. Otherwise, it is `Unknown`. `negated` is
    /// never true.
    fn meaning(&self, word: &str) -> NameMeaning {
        // An answer shows the invisible characters of a name as escapes. Some solvers, such as
        // clasp, print 3 for the variable `x3`.
        let is_number = word.starts_with(|first: char| first.is_ascii_digit() && first != '0');
        let as_number = || is_number.then(|| self.0.find_variable(&format!("x{word}"))).flatten();
        match self
            .0
            .find_variable(word)
            .or_else(|| self.0.find_variable(&unescape(word)?))
            .or_else(as_number)
        {
            Some(number) => NameMeaning::Wanted { place: number - 1, negated: false },
            None if word == "0" => NameMeaning::End,
            None if self.0.find_integer(word).is_some() => NameMeaning::Integer,
            None if self.0.asides.has(word) => NameMeaning::Derived,
            None if was_left_out(self.0, word) => NameMeaning::Unwanted,
            None => NameMeaning::Unknown,
        }
    }

    fn parts_of_integer(&self, name: &str, value: &Integer) -> Result<Vec<(usize, bool)>, String> {
        self.0.find_integer(name).ok_or("a known variable")?.parts_at(value)
    }

    fn value_at_zero(&self, place: usize) -> Option<bool> {
        match self.0.integer_with(place + 1) {
            None => Some(false),
            Some((integer, _)) => integer.part_at_zero(place),
        }
    }
}

/// Returns the answer with the values that lines state. It is excluded if an integer has none of
/// its values. The lines have literals, or a digit 0 or 1 for each variable. If some lines begin
/// with the word `v`, ignores all other lines. A word that begins with a sign may itself be a name.
/// A `0` is skipped, and the words after it are read, too. The error is a sentence: a literal is
/// unknown, two literals contradict each other, or a defined variable has a wrong value.
fn read_values(written: &ParsedModel, rows: &[String]) -> Result<PartialAnswer, String> {
    let is_log = rows.iter().any(|row| is_values(row));
    let value_rows: Vec<&str> = rows
        .iter()
        .map(|row| row.trim())
        .filter(|row| !is_log || is_values(row))
        .map(|row| row.strip_prefix('v').filter(|_| is_log).unwrap_or(row).trim())
        .collect();
    let Solution { values, derived, excluded, .. } =
        exchange::literals(&value_rows, &Names(written))?;
    written.asides.validate(&values, &derived)?;
    Ok(partial_answer(values, excluded))
}

/// Returns whether a word is the number of a variable that was left out as unused.
fn was_left_out(written: &ParsedModel, word: &str) -> bool {
    let number = word.parse::<usize>();
    written.is_sparse() && number.is_ok_and(|one| (1..=written.all_variables()).contains(&one))
}

/// Returns whether a line of an answer lists values: it begins with the word `v`.
fn is_values(row: &str) -> bool {
    let row = row.trim();
    row == "v" || row.strip_prefix('v').is_some_and(|rest| rest.starts_with([' ', '\t']))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::format::testing::read_as;
    use super::super::{FORMATS, small};
    use super::*;

    fn read(format: &str, text: &str) -> ParsedModel {
        let format = FORMATS.iter().find(|one| one.name == format).expect("a format of the list");
        read_as(format, text)
    }

    fn numbered(variables: usize) -> ParsedModel {
        read("cnf", &format!("p cnf {variables} 0\n"))
    }

    fn said(written: &ParsedModel, text: &str) -> Result<String, String> {
        let rows: Vec<String> = text.lines().map(str::to_owned).collect();
        Ok(read_values(written, &rows)?.to_rows().concat())
    }

    #[test]
    fn every_dialect_says_the_same() {
        let numbers = numbered(3);
        for text in [
            "v 1 -2 3 0",
            "1 -2 3",
            "1 -2 3 0",
            "v 1 -2\nv 3\nv 0",
            "c a solver\ns SATISFIABLE\nv 1 -2 3 0\nc 1 2 3\n",
            "o 7\no 3\nv 101\ns OPTIMUM FOUND",
            "v  101 ",
            "v 10\nv 1",
            "101",
            " v 3 1 -2",
            "v\nv 1\t~2 3\r",
            "v 1 1 -2 3",
        ] {
            assert_eq!(said(&numbers, text).as_deref(), Ok("101"), "{text:?}");
        }
        let of_the_competition = read("opb", "+1 x1 +1 x2 +1 x3 >= 0 ;");
        for text in ["v 1 -2 3 0", "v 1 -2 x3", "v 101"] {
            assert_eq!(said(&of_the_competition, text).as_deref(), Ok("101"), "{text:?}");
        }
        assert!(said(&of_the_competition, "v 1 -2 03").is_err());
        let names = read("opb", "+1 x1 +1 a{2} +1 v >= 0 ;");
        for text in [
            "v x1 -a{2} v",
            "v x1\nv -a{2} v",
            "x1 -a{2} v",
            "s SATISFIABLE\nv v x1 ~a{2}",
            "c x1 x2\nv -a{2} x1 v\n",
        ] {
            assert_eq!(said(&names, text).as_deref(), Ok("101"), "{text:?}");
        }
    }

    #[test]
    fn words_of_bits() {
        for word in
            ["01", "00", "10", "11", "001", "011", "0001", "0000000010", "0000000000", "1000000000"]
        {
            assert_eq!(said(&numbered(word.len()), &format!("v {word}")).as_deref(), Ok(word));
            assert_eq!(said(&numbered(word.len()), word).as_deref(), Ok(word));
        }
        assert_eq!(said(&numbered(1), "v 0").as_deref(), Ok("0"));
        assert_eq!(said(&numbered(1), "v 1").as_deref(), Ok("1"));
        assert_eq!(said(&numbered(1), "v 1 0").as_deref(), Ok("1"));
        assert_eq!(said(&numbered(1), "v -1 0").as_deref(), Ok("0"));
        assert_eq!(said(&numbered(0), "v 0").as_deref(), Ok(""));
        assert_eq!(said(&numbered(0), "v").as_deref(), Ok(""));
    }

    #[test]
    fn what_is_no_answer() {
        for (text, why) in [
            ("v 1 -1 2 3 0", "`1` is both true and false"),
            ("v 1 2 x3 0", "there is no variable `x3` in the file"),
            ("v 1 2 --3 0", "there is no variable `-3` in the file"),
            ("v 1 2 03", "there is no variable `03` in the file"),
            ("v 1 2 3 9 0", "there is no variable `9` in the file"),
            ("v 1 2 3 -4 0", "there is no variable `4` in the file"),
            ("v 1 2 +3", "there is no variable `+3` in the file"),
            (
                "v 1 2 99999999999999999999999",
                "there is no variable `99999999999999999999999` in the file",
            ),
            ("v 10", "there is no variable `10` in the file"),
            ("v 1010", "there is no variable `1010` in the file"),
            ("s UNSATISFIABLE", "there is no variable `s` in the file"),
        ] {
            assert_eq!(said(&numbered(3), text), Err(why.to_owned()), "{text:?}");
        }
        let names = read("opb", "+1 a{2} >= 0 ;");
        assert_eq!(said(&names, "v 2"), Err("there is no variable `2` in the file".to_owned()));
    }

    #[test]
    fn variables_without_a_value_are_open() {
        assert_eq!(said(&numbered(3), "v 1 -2 0").as_deref(), Ok("10?"));
        assert_eq!(said(&numbered(3), "").as_deref(), Ok("???"));
        assert_eq!(said(&read("opb", "+1 a{2} >= 0 ;"), "v ").as_deref(), Ok("?"));
    }

    #[test]
    fn names_that_begin_with_a_sign() {
        let mut written = ParsedModel::default();
        let names = ["y", "-y", "-", "0", "v", "1"];
        names.iter().for_each(|name| {
            written.variable(name).expect("a few");
        });
        for values in small::assignments(names.len()) {
            let values: Vec<Option<bool>> = values.into_iter().map(Some).collect();
            let rows = lines(&written, &values);
            let expected = Ok(PartialAnswer::Assignment(values));
            assert_eq!(read_values(&written, &rows), expected, "{rows:?}");
        }
    }

    #[test]
    fn lines_are_short_and_end_with_a_zero_where_variables_are_numbers() {
        let values: Vec<Option<bool>> = (0..100).map(|place| Some(place % 3 == 0)).collect();
        let rows = lines(&numbered(100), &values);
        assert!(
            rows.len() > 3 && rows.iter().all(|row| row.len() <= WIDTH && row.starts_with("v "))
        );
        assert!(rows.last().is_some_and(|row| row.ends_with(" -99 100 0")), "{rows:?}");
        assert_eq!(lines(&numbered(0), &[]), ["v 0"]);
        let long = "a".repeat(200);
        let names = read("opb", &format!("1 {long} 1 b >= 0 ;"));
        assert_eq!(
            lines(&names, &[Some(true), Some(false)]),
            [format!("v {long}"), "v -b".to_owned()]
        );
        assert_eq!(lines(&read("opb", ">= 0 ;"), &[]), ["v 0"]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            written in small::written(),
            seed in any::<u64>(),
            is_log in any::<bool>(),
        ) {
            let values: Vec<Option<bool>> =
                (0..written.variables()).map(|at| Some(seed >> at & 1 == 1)).collect();
            let mut rows = lines(&written, &values);
            if is_log {
                rows.insert(0, "c 1 2 3".to_owned());
                rows.push("s OPTIMUM FOUND".to_owned());
            }
            prop_assert_eq!(read_values(&written, &rows), Ok(PartialAnswer::Assignment(values)));
        }

        #[test]
        fn any_words_are_an_answer_or_none(
            written in small::written(),
            rows in proptest::collection::vec("[v01234x\\[\\]a{} ~-]{0,12}", 0..4),
        ) {
            if let Ok(PartialAnswer::Assignment(values)) = read_values(&written, &rows) {
                prop_assert_eq!(values.len(), written.variables());
            }
        }
    }
}
