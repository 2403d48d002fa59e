//! The sections of the LP format, and the rules about the places at which a section may begin.

use super::super::program::VariableKind;
use super::LpReader;
use super::tokens::{Token, TokenShape};
use crate::model::Sense;
use crate::source::{Refusal, quote};

/// The kind of a section in a file of the LP format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LpSection {
    Objective(Sense),
    Rows,
    Bounds,
    /// A list of names of variables. The section declares these variables to be of this type.
    Names(VariableKind),
    /// A list of names of variables that may also be 0. The section declares them to be of this
    /// type.
    Semi(VariableKind),
    /// A list of special ordered sets.
    Sets,
    /// General constraints: functions, and rows with a guard.
    General,
    End,
    /// A section that is not supported. It is refused if it has content.
    Foreign,
}

/// The section names of one word, in small letters.
const SECTIONS: &[(LpSection, &[&str])] = &[
    (LpSection::Objective(Sense::Minimise), &["min", "minimum", "minimize", "minimise"]),
    (LpSection::Objective(Sense::Maximise), &["max", "maximum", "maximize", "maximise"]),
    (LpSection::Rows, &["st", "st.", "s.t."]),
    (LpSection::Bounds, &["bound", "bounds"]),
    (
        LpSection::Names(VariableKind::Integer),
        &["gen", "general", "generals", "int", "integer", "integers"],
    ),
    (LpSection::Names(VariableKind::Binary), &["bin", "binary", "binaries"]),
    (LpSection::End, &["end"]),
    (LpSection::Sets, &["sos", "sos1", "sos2"]),
    (LpSection::Semi(VariableKind::Continuous), &["semi", "semis"]),
    (LpSection::Foreign, &["pwlobj", "scenario", "sec", "sin"]),
];

/// The section names of two words, in small letters. A `-` is allowed between the words instead of
/// a blank.
const LONG_SECTIONS: &[(&str, &str, LpSection)] = &[
    ("subject", "to", LpSection::Rows),
    ("such", "that", LpSection::Rows),
    ("lazy", "constraints", LpSection::Rows),
    ("user", "cuts", LpSection::Rows),
    ("general", "constraints", LpSection::General),
    ("general", "constraint", LpSection::General),
    ("semi", "continuous", LpSection::Semi(VariableKind::Continuous)),
    ("semi", "integer", LpSection::Semi(VariableKind::Integer)),
];

/// Returns the section with this name of one word, in upper or lower case. Returns `None` if no
/// section has this name.
pub(super) fn section_named(word: &str) -> Option<LpSection> {
    find_section(|name| word.eq_ignore_ascii_case(name))
}

fn find_section(is_name: impl Fn(&str) -> bool) -> Option<LpSection> {
    let section = SECTIONS.iter().find(|(_, names)| names.iter().any(|name| is_name(name)));
    section.map(|(section, _)| *section)
}

impl<'s> LpReader<'s> {
    /// Returns the section whose name comes next, and the number of tokens of this name. Returns
    /// `None` if no name of a section comes next, or if it is not at the beginning of a line.
    pub(super) fn section(&self) -> Option<(LpSection, usize)> {
        let first = self.token();
        let is_first =
            self.next.checked_sub(1).is_none_or(|before| self.tokens[before].line < first.line);
        if is_first { self.any_section() } else { None }
    }

    /// Returns the section whose name comes next, even inside a line, and the number of tokens of
    /// this name. Returns `None` if no name comes next. Also returns `None` if the name is inside a
    /// line, and a relation, a colon or `free` follows it. Such a name belongs to a row or bound.
    pub(super) fn section_within(&self) -> Option<(LpSection, usize)> {
        let is_row = matches!(
            self.ahead(1).shape,
            TokenShape::Relation(_) | TokenShape::Unequal | TokenShape::Colon
        ) || self.text(self.ahead(1)).eq_ignore_ascii_case("free");
        self.section().or_else(|| self.any_section().filter(|_| !is_row))
    }

    /// Returns the section whose name comes next, anywhere in a line and in capitals or small
    /// letters. Also returns the number of tokens of this name, including a colon that follows it.
    /// Returns `None` if there is no name of a section, or if the name and the colon are probably
    /// the label of a row. They are not a label in these cases:
    /// - It is the first section of rows.
    /// - It is a list of names, or the section of general constraints.
    /// - It is an objective or `SOS`, and the token after the colon is in a later line.
    pub(super) fn any_section(&self) -> Option<(LpSection, usize)> {
        let first = self.token();
        if first.shape != TokenShape::Name {
            return None;
        }
        let second = 1 + usize::from(self.ahead(1).shape == TokenShape::Minus);
        let long = LONG_SECTIONS.iter().find(|(one, two, _)| {
            self.is_word(first, one, first.line)
                && self.is_word(self.ahead(second), two, first.line)
        });
        let (section, length) = match long {
            Some(long) => (long.2, second + 1),
            None => (find_section(|name| self.is_word(first, name, first.line))?, 1),
        };
        let colon = self.ahead(length);
        if colon.shape != TokenShape::Colon {
            return Some((section, length));
        }
        let is_heading = match section {
            LpSection::Rows => !self.has_rows,
            LpSection::Names(_) | LpSection::Semi(_) => self.is_list(length + 1),
            LpSection::General => true,
            LpSection::Objective(_) | LpSection::Sets => self.ahead(length + 1).line > colon.line,
            LpSection::Bounds | LpSection::End | LpSection::Foreign => false,
        };
        is_heading.then_some((section, length + 1))
    }

    /// Returns whether a list of names follows after the next `number` tokens. If not, the tokens
    /// there are a row, and the name of a section and a colon before them are the label of this
    /// row. Examines the tokens up to the end, or up to a section name of one word at the beginning
    /// of a line. `number` must be at least 1.
    fn is_list(&self, number: usize) -> bool {
        for at in number.. {
            let (before, token) = (self.ahead(at - 1), self.ahead(at));
            match token.shape {
                TokenShape::End => return true,
                TokenShape::Name if token.line == before.line => {}
                TokenShape::Name if section_named(self.text(token)).is_none() => {}
                shape => return shape == TokenShape::Name,
            }
        }
        unreachable!("the tokens end with the end of the text")
    }

    /// Returns whether a token is the word `name`, in upper or lower case, and is in the line
    /// `line`.
    fn is_word(&self, token: &Token, name: &str, line: usize) -> bool {
        token.shape == TokenShape::Name
            && token.line == line
            && self.text(token).eq_ignore_ascii_case(name)
    }

    /// Refuses the name of a section, which has `length` tokens, if a relation or one of the signs
    /// `+` and `-` follows it in the same line. The name could then be that of a variable, and
    /// programs differ in how they read such a line. Accepts a sign after the name of the first
    /// section of rows. Also accepts a sign after `Bounds` if no name follows the sign. Accepts
    /// every other token.
    pub(super) fn validate_heading(
        &mut self,
        section: LpSection,
        length: usize,
    ) -> Result<(), Refusal> {
        let (name, after) = (self.token(), self.ahead(length));
        let may_begin = match section {
            LpSection::Rows => !self.has_rows,
            LpSection::Bounds => self.ahead(length + 1).shape != TokenShape::Name,
            _ => false,
        };
        let continues = match after.shape {
            TokenShape::Relation(_) => true,
            TokenShape::Plus | TokenShape::Minus => !may_begin,
            _ => false,
        };
        if !continues || after.line != name.line {
            return Ok(());
        }
        let found = format!(
            "{} begins a section, but is followed by {}, as if it were a variable",
            quote(self.text(name)),
            quote(self.text(after))
        );
        self.refuse(found, "variables with other names than those of sections")
    }
}
