//! Reads special ordered sets, and functions such as AND and MAX.

use super::super::program::{Unknown, VariableKind};
use super::LpReader;
use super::tokens::{FUNCTIONS, Token, TokenShape};
use crate::model::Relation;
use crate::source::{Refusal, quote};

impl<'s> LpReader<'s> {
    /// Reads a set such as `s1: S1 :: a:1 b:2`, and adds the constraint that at most one of its
    /// variables is not 0. Pins these variables: they must be 0 or 1, even if other variables
    /// define their values. Ignores the numbers of the set. The set ends before the first text that
    /// is not a member, and may have no members. Refuses a set of another type than `S1`, and any
    /// text that is no set.
    pub(super) fn set(&mut self) -> Result<(), Refusal> {
        let (start, line) = (self.token().span.start, self.token().line);
        let is_type = |token: &Token| {
            ["s1", "s2"].iter().any(|name| self.text(token).eq_ignore_ascii_case(name))
        };
        let has_label = self.ahead(1).shape == TokenShape::Colon && is_type(self.ahead(2));
        let label = if has_label { self.label() } else { None };
        let (kind, rows) = (self.text(self.token()), self.program.rows());
        let is_set = self.shape() == TokenShape::Name
            && (1..=2).all(|number| self.ahead(number).shape == TokenShape::Colon);
        if !is_set {
            return self.unexpected("a set such as `s1: S1 :: x:1 y:2`");
        }
        if !kind.eq_ignore_ascii_case("s1") {
            let cure = "sets of type `S1`; over variables that are 0 or 1, write one of type `S2` as a row \
                        `x1 + x3 <= 1` for each two members that are not neighbours";
            return self.refuse(format!("a set of the type {}", quote(kind)), cure);
        }
        self.next += 3;
        let mut members = Vec::new();
        while self.shape() == TokenShape::Name
            && self.ahead(1).shape == TokenShape::Colon
            && matches!(
                self.ahead(2).shape,
                TokenShape::Number | TokenShape::Plus | TokenShape::Minus
            )
        {
            members.push(self.member()?);
            self.next += 1;
            self.signs();
            self.number()?;
        }
        self.program.at_most_one(&members, start, line)?;
        self.program.name_rows(rows, label);
        Ok(())
    }

    /// Reads a variable, and demands that it is 0 or 1 even if other variables define its value.
    fn member(&mut self) -> Result<Unknown, Refusal> {
        let unknown = self.variable()?;
        self.program.pin(unknown);
        Ok(unknown)
    }

    /// Reads a function such as `d = AND ( a , b )`, or a row with a guard, and adds it. For
    /// variables that are 0 or 1, MAX is the same as OR, and MIN the same as AND. ABS has one
    /// argument, and returns this argument. The arguments may also be the numbers 0 and 1. Declares
    /// the result to be 0 or 1. Pins the result and the arguments: they must be 0 or 1, even if
    /// other variables define their values. Refuses any other text.
    pub(super) fn function(&mut self) -> Result<(), Refusal> {
        /// The expected text, in words, for the refusal of any other constraint.
        const EXPECTED: &str = "a constraint such as `d = AND ( a , b )`, with AND, OR, MIN, MAX or ABS and blanks between all words and signs";
        let at = usize::from(self.ahead(1).shape == TokenShape::Colon) * 2;
        if matches!(self.ahead(at + 3).shape, TokenShape::Arrow | TokenShape::BothWays) {
            return self.row();
        }
        let (label, rows) = (self.label(), self.program.rows());
        if self.shape() != TokenShape::Name
            || self.ahead(1).shape != TokenShape::Relation(Relation::Exactly)
        {
            return self.unexpected(EXPECTED);
        }
        let result = self.member()?;
        self.program.declare(result, VariableKind::Binary);
        self.next += 1;
        let function =
            FUNCTIONS.iter().find(|(name, _)| self.text(self.token()).eq_ignore_ascii_case(name));
        let Some((name, value)) = function.filter(|_| self.text(self.ahead(1)) == "(") else {
            return self.unexpected(EXPECTED);
        };
        self.next += 2;
        let mut arguments = Vec::new();
        let mut is_decided = false;
        loop {
            match self.shape() {
                TokenShape::Number => is_decided |= self.bit("a variable, 0 or 1")? == *value,
                TokenShape::Name => arguments.push(self.member()?),
                _ => return self.unexpected("a variable"),
            }
            let delimiter = self.text(self.token());
            if delimiter != "," && delimiter != ")" {
                return self.unexpected("`,` or `)`, with a blank before it");
            }
            if delimiter == "," && *name == "abs" {
                return self.unexpected("`)`, since ABS has only one variable");
            }
            self.next += 1;
            if delimiter == ")" {
                break;
            }
        }
        self.program.decide(result, *value, &arguments, is_decided);
        self.program.name_rows(rows, label);
        Ok(())
    }
}
