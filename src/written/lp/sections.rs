//! The sections of a file in the LP format, and where one begins.

use super::super::program::Kind;
use super::Reader;
use super::tokens::{Shape, Token};
use crate::model::Sense;
use crate::source::{Refusal, quoted};

/// Where the rows of a text are, or whatever its section has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Objective(Sense),
    Rows,
    Bounds,
    Names(Kind),
    /// Sets of variables of which few may be other than 0.
    Sets,
    /// Constraints that a function of variables states, as Gurobi has them.
    General,
    End,
    /// One that is read only if nothing is in it.
    Foreign,
}

/// The names of sections of one word.
const SECTIONS: &[(&str, Section)] = &[
    ("min", Section::Objective(Sense::Minimise)),
    ("minimum", Section::Objective(Sense::Minimise)),
    ("minimize", Section::Objective(Sense::Minimise)),
    ("minimise", Section::Objective(Sense::Minimise)),
    ("max", Section::Objective(Sense::Maximise)),
    ("maximum", Section::Objective(Sense::Maximise)),
    ("maximize", Section::Objective(Sense::Maximise)),
    ("maximise", Section::Objective(Sense::Maximise)),
    ("st", Section::Rows),
    ("st.", Section::Rows),
    ("s.t.", Section::Rows),
    ("bound", Section::Bounds),
    ("bounds", Section::Bounds),
    ("gen", Section::Names(Kind::Integer)),
    ("general", Section::Names(Kind::Integer)),
    ("generals", Section::Names(Kind::Integer)),
    ("int", Section::Names(Kind::Integer)),
    ("integer", Section::Names(Kind::Integer)),
    ("integers", Section::Names(Kind::Integer)),
    ("bin", Section::Names(Kind::Binary)),
    ("binary", Section::Names(Kind::Binary)),
    ("binaries", Section::Names(Kind::Binary)),
    ("end", Section::End),
    ("semi", Section::Foreign),
    ("semis", Section::Foreign),
    ("sos", Section::Sets),
    ("sos1", Section::Sets),
    ("sos2", Section::Sets),
    ("pwlobj", Section::Foreign),
    ("scenario", Section::Foreign),
    ("sec", Section::Foreign),
    ("sin", Section::Foreign),
];

/// The names of sections of two words; a sign between them counts as a blank.
const LONG_SECTIONS: &[(&str, &str, Section)] = &[
    ("subject", "to", Section::Rows),
    ("such", "that", Section::Rows),
    ("lazy", "constraints", Section::Rows),
    ("user", "cuts", Section::Rows),
    ("general", "constraints", Section::General),
    ("general", "constraint", Section::General),
    ("semi", "continuous", Section::Foreign),
    ("semi", "integer", Section::Foreign),
];

/// The section with a name of one word.
pub(super) fn section_named(word: &str) -> Option<Section> {
    SECTIONS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|one| one.1)
}

impl<'s> Reader<'s> {
    /// The section that begins with the next token, and how many tokens its name has.
    pub(super) fn section(&self) -> Option<(Section, usize)> {
        let first = self.token();
        let is_first =
            self.next.checked_sub(1).is_none_or(|before| self.tokens[before].line < first.line);
        if is_first { self.any_section() } else { None }
    }

    /// The same within a line, at a place where no name can go on: behind a whole objective or row,
    /// before a bound, and among names if it is none of a variable.
    pub(super) fn section_within(&self) -> Option<(Section, usize)> {
        let is_row = matches!(self.ahead(1).shape, Shape::Relation(_) | Shape::Colon)
            || self.text(self.ahead(1)).eq_ignore_ascii_case("free");
        self.section().or_else(|| self.any_section().filter(|_| !is_row))
    }

    pub(super) fn any_section(&self) -> Option<(Section, usize)> {
        let first = self.token();
        if first.shape != Shape::Name {
            return None;
        }
        let second = 1 + usize::from(self.ahead(1).shape == Shape::Minus);
        let long = LONG_SECTIONS.iter().find(|(one, two, _)| {
            self.is_word(first, one, first.line)
                && self.is_word(self.ahead(second), two, first.line)
        });
        let (section, length) = match long {
            Some(long) => (long.2, second + 1),
            None => {
                let mut sections = SECTIONS.iter();
                (sections.find(|(name, _)| self.is_word(first, name, first.line))?.1, 1)
            }
        };
        let has_colon = self.ahead(length).shape == Shape::Colon;
        match section {
            _ if !has_colon => Some((section, length)),
            Section::Rows if !self.has_rows => Some((section, length + 1)),
            _ => None,
        }
    }

    /// Returns whether a token is a name in a line, with these letters small or capital.
    fn is_word(&self, token: &Token, name: &str, line: usize) -> bool {
        token.shape == Shape::Name
            && token.line == line
            && self.text(token).eq_ignore_ascii_case(name)
    }

    /// Refuses a name of a section behind which a row or a bound goes on, as behind the name of a
    /// variable: programs read it as one or as the other. A row may begin with a sign behind the
    /// first `st`, and a bound with a number.
    pub(super) fn validate_heading(
        &mut self,
        section: Section,
        length: usize,
    ) -> Result<(), Refusal> {
        let (name, behind) = (self.token(), self.ahead(length));
        let may_begin = match section {
            Section::Rows => !self.has_rows,
            Section::Bounds => self.ahead(length + 1).shape != Shape::Name,
            _ => false,
        };
        let goes_on = match behind.shape {
            Shape::Relation(_) => true,
            Shape::Plus | Shape::Minus => !may_begin,
            _ => false,
        };
        if !goes_on || behind.line != name.line {
            return Ok(());
        }
        let found = format!(
            "{} in the place of a section and behind it {}, as if it were a variable",
            quoted(self.text(name)),
            quoted(self.text(behind))
        );
        self.refuse(found, "variables with other names than those of sections")
    }
}
