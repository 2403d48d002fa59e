//! The sections of the LP format, and the places at which they may begin.

use super::super::program::VariableKind;
use super::LpReader;
use super::tokens::{Token, TokenShape};
use crate::model::Sense;
use crate::source::{Refusal, quote};

/// A section of the LP format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LpSection {
    Objective(Sense),
    Rows,
    Bounds,
    /// Names of variables, for which the section declares this type.
    Names(VariableKind),
    /// Special ordered sets.
    Sets,
    /// General constraints: functions, and rows with a guard.
    General,
    End,
    /// A section that is not supported; refused unless it is empty.
    Foreign,
}

/// Section names of one word.
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
    (LpSection::Foreign, &["semi", "semis", "pwlobj", "scenario", "sec", "sin"]),
];

/// Section names of two words, which a `-` may join.
const LONG_SECTIONS: &[(&str, &str, LpSection)] = &[
    ("subject", "to", LpSection::Rows),
    ("such", "that", LpSection::Rows),
    ("lazy", "constraints", LpSection::Rows),
    ("user", "cuts", LpSection::Rows),
    ("general", "constraints", LpSection::General),
    ("general", "constraint", LpSection::General),
    ("semi", "continuous", LpSection::Foreign),
    ("semi", "integer", LpSection::Foreign),
];

/// Returns the section with this name of one word, in capitals or not.
pub(super) fn section_named(word: &str) -> Option<LpSection> {
    find_section(|name| word.eq_ignore_ascii_case(name))
}

fn find_section(is_name: impl Fn(&str) -> bool) -> Option<LpSection> {
    let section = SECTIONS.iter().find(|(_, names)| names.iter().any(|name| is_name(name)));
    section.map(|(section, _)| *section)
}

impl<'s> LpReader<'s> {
    /// Returns the section whose name begins a line here, and the number of tokens of its name;
    /// `None` if there is none.
    pub(super) fn section(&self) -> Option<(LpSection, usize)> {
        let first = self.token();
        let is_first =
            self.next.checked_sub(1).is_none_or(|before| self.tokens[before].line < first.line);
        if is_first { self.any_section() } else { None }
    }

    /// Returns the section that begins here, even within a line, and the number of tokens of its
    /// name.
    pub(super) fn section_within(&self) -> Option<(LpSection, usize)> {
        let is_row = matches!(
            self.ahead(1).shape,
            TokenShape::Relation(_) | TokenShape::Unequal | TokenShape::Colon
        ) || self.text(self.ahead(1)).eq_ignore_ascii_case("free");
        self.section().or_else(|| self.any_section().filter(|_| !is_row))
    }

    /// Returns the section that the next words name, and the number of tokens of its name.
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
            LpSection::Names(_) => self.is_list(length + 1),
            LpSection::General => true,
            LpSection::Objective(_) | LpSection::Sets => self.ahead(length + 1).line > colon.line,
            LpSection::Bounds | LpSection::End | LpSection::Foreign => false,
        };
        is_heading.then_some((section, length + 1))
    }

    /// Returns whether only names, and no row, follow the next `number` tokens up to a section or
    /// the end. Otherwise a name of a section with a colon is the label of a row.
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

    /// Returns whether a token is this word, in capitals or not, and in this line.
    fn is_word(&self, token: &Token, name: &str, line: usize) -> bool {
        token.shape == TokenShape::Name
            && token.line == line
            && self.text(token).eq_ignore_ascii_case(name)
    }

    /// Refuses the name of a section if the next token could continue a row or bound with a
    /// variable of that name, since programs differ. Accepts a sign after the name of the first
    /// section of rows and, if a number follows it, after `Bounds`.
    pub(super) fn validate_heading(
        &mut self,
        section: LpSection,
        length: usize,
    ) -> Result<(), Refusal> {
        let (name, behind) = (self.token(), self.ahead(length));
        let may_begin = match section {
            LpSection::Rows => !self.has_rows,
            LpSection::Bounds => self.ahead(length + 1).shape != TokenShape::Name,
            _ => false,
        };
        let continues = match behind.shape {
            TokenShape::Relation(_) => true,
            TokenShape::Plus | TokenShape::Minus => !may_begin,
            _ => false,
        };
        if !continues || behind.line != name.line {
            return Ok(());
        }
        let found = format!(
            "{} begins a section, but is followed by {}, as if it were a variable",
            quote(self.text(name)),
            quote(self.text(behind))
        );
        self.refuse(found, "variables with other names than those of sections")
    }
}
