//! Reads the sections that only some solvers know: quadratic terms, indicators, sets and functions.

use super::super::program::{Factor, Guard, Unknown, VariableKind};
use super::{MpsReader, MpsSection, Word};
use crate::source::Refusal;

/// A group of variables. It is a special ordered set, in which at most one variable is not 0, or a
/// general constraint such as `AND` or `MAX`. The variables of a general constraint are its result
/// and its arguments.
#[derive(Default)]
pub(super) struct SetGroup<'s> {
    pub(super) name: &'s str,
    /// The deciding value of a function: if an argument has this value, the result has it too.
    /// `None` for a set.
    pub(super) decides: Option<bool>,
    /// The variables of a set; or the result of a function, followed by its arguments.
    pub(super) members: Vec<Unknown>,
    /// Whether an argument is a number with the deciding value, so that the result has this value.
    pub(super) is_decided: bool,
    /// Whether the function is an absolute value, which has one argument.
    pub(super) is_absolute: bool,
    /// The position in the text, in bytes, where the group begins.
    pub(super) start: usize,
    /// The line where the group begins; the first line of the text is 1.
    pub(super) line: usize,
}

impl<'s> MpsReader<'s> {
    /// Reads a line of two columns and a number: `x y 2` is the term 2·x·y. The line must have at
    /// least one word. Adds the term to the row of the section, or to the objective. In a section
    /// of the objective, the coefficient is usually halved. It is not halved if the two columns are
    /// different and the section lists each pair only once. Refuses an unknown column, a malformed
    /// number, and a line that does not have three words.
    pub(super) fn square(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let [one, other, number] = words else {
            let found = "a line that does not have three words";
            return self.refuse(&words[0], found, "two columns and a number");
        };
        let (one, other) = (self.find_column(one)?, self.find_column(other)?);
        let number = self.number(number)?;
        let factor = Factor::Both(one.min(other), one.max(other));
        match self.section {
            MpsSection::RowSquares(row) => self.rows[row].terms.push((number, factor)),
            MpsSection::Squares { is_full: false } if one != other => {
                self.squares.push((number, factor))
            }
            _ => self.squares.push((number.halved(), factor)),
        }
        Ok(())
    }

    /// Reads a line such as `IF row b 1`, which must have at least one word. It states that the row
    /// must hold if `b` is 1; if the line ends in 0, the row must hold if `b` is 0. Refuses any
    /// other line, an unknown row or column, a free row, and a second line for the same row.
    pub(super) fn indicator(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let [kind, row, column, value] = words else {
            let found = "a line that does not have four words";
            return self.refuse(&words[0], found, "`IF`, a row, a column, and 0 or 1");
        };
        if !kind.value.eq_ignore_ascii_case("IF") {
            return self.unexpected(kind, "`IF`");
        }
        let (place, unknown) = (self.row_number(row)?, self.find_column(column)?);
        let guard = Guard { choice: (unknown, self.bit(value, "0 or 1")?), is_both: false };
        if self.rows[place].relation.is_none() {
            return self.refuse_as("the free row", row, "a row that is not free");
        }
        if self.rows[place].guard.replace(guard).is_some() {
            return self.refuse_as("another variable for", row, "one for each row");
        }
        Ok(())
    }

    /// Reads a line of the section of sets, which must have at least one word. `line` is the number
    /// of the line, from 1. The first line of a set, such as `S1 set` or `S1 SOS set`, begins a
    /// group, whose name is the last word. The line of a member, such as `x 1` or `SOS x 1`, adds
    /// the member to the last group. If the last two words are a column and a number, the line is a
    /// member, even if it begins with `S1`. Ignores the number of a member. Refuses a set of type
    /// `S2`, a member before the first set, an unknown column, and any other line.
    pub(super) fn set(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        let first = &words[0];
        let kind = first.value.to_ascii_uppercase();
        let last = words.last().unwrap_or(first);
        let is_member = words.len() >= 2
            && self.columns.contains_key(words[words.len() - 2].value)
            && self.number(last).is_ok();
        if matches!(&kind[..], "S1" | "S2") && !is_member {
            if kind == "S2" {
                return self.refuse(first, "a set of the type `S2`", "sets of type `S1`");
            }
            let (name, start) = (last.value, first.span.start);
            self.groups.push(SetGroup { name, start, line, ..SetGroup::default() });
            return Ok(());
        }
        let (column, number) = match words {
            [column, number] | [_, column, number] => (column, number),
            _ => return self.unexpected(first, "a set `S1 name`, or a column and a number"),
        };
        let unknown = self.find_column(column)?;
        self.number(number)?;
        self.member(unknown, first)
    }

    /// Adds a variable to the last group, and makes sure that no definition replaces it. Refuses
    /// the variable, which is the word `at`, if no group has begun.
    fn member(&mut self, unknown: Unknown, at: &Word) -> Result<(), Refusal> {
        self.program.pin(unknown);
        let Some(group) = self.groups.last_mut() else {
            return self.unexpected(at, "a line that begins a group before this line");
        };
        group.members.push(unknown);
        Ok(())
    }

    /// Reads a line of the section of functions, which must have at least one word. `line` is the
    /// number of the line, from 1. The first line of a function, such as `AND name`, begins a
    /// group. A line with the result or an argument adds it to the last group. The result is the
    /// first column. An argument is a column or, if the function is not `ABS`, one of the numbers 0
    /// and 1. Refuses any other line, and a result or argument before the first group.
    pub(super) fn function(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        let first = &words[0];
        let decides = match &first.value.to_ascii_uppercase()[..] {
            "AND" | "MIN" => Some(false),
            "OR" | "MAX" | "ABS" => Some(true),
            _ => None,
        };
        match words {
            [word] if self.columns.contains_key(word.value) => {
                let unknown = self.find_column(word)?;
                self.member(unknown, first)
            }
            [word]
                if self.number(word).is_ok()
                    && self.groups.last().is_some_and(|group| !group.is_absolute) =>
            {
                let argument = self.bit(word, "a column, 0 or 1")?;
                if let Some(group) = self.groups.last_mut() {
                    group.is_decided |= argument == (group.decides == Some(true));
                }
                Ok(())
            }
            [_, name] if decides.is_some() => {
                let is_absolute = first.value.eq_ignore_ascii_case("ABS");
                let (name, start) = (name.value, first.span.start);
                let group =
                    SetGroup { name, decides, is_absolute, start, line, ..SetGroup::default() };
                self.groups.push(group);
                Ok(())
            }
            _ => self.refuse_as(
                "the constraint",
                first,
                "`AND`, `OR`, `MIN`, `MAX` or `ABS` and a name; after this line, one column in each line",
            ),
        }
    }

    /// Adds the rows of all sets and functions, with their names, and declares each result to be 0
    /// or 1. Empties `groups`. Refuses a function without a result, and an absolute value with none
    /// or several arguments.
    pub(super) fn state_groups(&mut self) -> Result<(), Refusal> {
        for group in std::mem::take(&mut self.groups) {
            let first = self.program.rows();
            let refusal = |found: &str, expected: &str| {
                Refusal::new(found, expected).with_span(self.source, group.start..group.start)
            };
            match (group.decides, &group.members[..]) {
                (Some(_), members) if group.is_absolute && members.len() != 2 => {
                    return Err(refusal(
                        "an absolute value that is not of one column",
                        "three lines: `ABS` and a name, the result, and one column",
                    ));
                }
                (Some(value), [result, arguments @ ..]) => {
                    self.program.declare(*result, VariableKind::Binary);
                    self.program.decide(*result, value, arguments, group.is_decided);
                }
                (Some(_), []) => {
                    let expected = "its result in the next line";
                    return Err(refusal("a constraint without a result", expected));
                }
                (None, members) => self.program.at_most_one(members, group.start, group.line)?,
            }
            self.program.name_rows(first, Some(group.name));
        }
        Ok(())
    }
}
