//! Reads the numbers of LP: decimals, quotients of two decimals, and infinities.
//!
//! Clp reads hexadecimal numbers. Here such a number is refused, and the refusal says that it is
//! hexadecimal. `0x1 + y` is still read as the sum `0 x1 + y`.

use super::super::program::{Decimal, DecimalError, is_infinity};
use super::tokens::TokenShape;
use super::{Constant, LpReader};
use crate::source::{Refusal, quote};

/// The words for a quotient that is refused because it has too many digits.
const TOO_LONG: &str = "a quotient of numbers with too many digits";
/// The expected text, in words, for the refusal of a number with too many digits.
const SHORTER: &str = "at most 400 digits";

impl<'s> LpReader<'s> {
    /// Reads a number, or a quotient of two numbers such as `9/10`. The first number has no sign;
    /// signs before the divisor are allowed. If no number follows a `/`, the `/` is not read.
    /// Refuses a division by 0, a hexadecimal number, too many digits, and any other text.
    pub(super) fn number(&mut self) -> Result<Decimal, Refusal> {
        let number = self.decimal()?;
        if self.quotient_end(0).is_none() {
            return Ok(number);
        }
        self.next += 1;
        let is_negative = self.signs();
        let divisor = self.decimal()?;
        let divisor = if is_negative { divisor.negated() } else { divisor };
        number.divide_by(&divisor).or_else(|fault| {
            self.next -= 1;
            match fault {
                DecimalError::Malformed => self.refuse("a division by 0", "another divisor"),
                DecimalError::TooLong => self.refuse(TOO_LONG, SHORTER),
            }
        })
    }

    /// Reads 0 or 1, and returns `false` for 0 and `true` for 1. Refuses any other number; the
    /// refusal says that `expected` was expected. Refuses any other text.
    pub(super) fn bit(&mut self, expected: &str) -> Result<bool, Refusal> {
        match self.number()?.bit() {
            Some(bit) => Ok(bit),
            None => {
                self.next -= 1;
                self.unexpected(expected)
            }
        }
    }

    /// Returns the number of tokens of a quotient that comes next: the dividend, the `/`, and the
    /// divisor with its signs. The dividend has `number` tokens; it is 0 if the dividend has been
    /// read already. Returns `None` if no `/` follows the dividend, or if no divisor follows the
    /// `/`.
    fn quotient_end(&self, number: usize) -> Option<usize> {
        let mut end = number + 1;
        while matches!(self.ahead(end).shape, TokenShape::Plus | TokenShape::Minus) {
            end += 1;
        }
        let is_quotient = self.ahead(number).shape == TokenShape::Slash
            && self.ahead(end).shape == TokenShape::Number;
        is_quotient.then_some(end + 1)
    }

    /// Reads a number without a sign that is not a quotient. Refuses a hexadecimal number, a number
    /// with too many digits, and any token that is no number.
    fn decimal(&mut self) -> Result<Decimal, Refusal> {
        let text = self.text(self.token());
        if text == "0" && self.is_hexadecimal() {
            let word = format!("0{}", self.text(self.ahead(1)));
            let found = format!("{}, a hexadecimal number", quote(&word));
            return self.refuse(found, "a decimal number, or a quotient such as `9/10`");
        }
        match Decimal::read(text, &['e', 'E']) {
            Ok(number) => {
                self.next += 1;
                Ok(number)
            }
            Err(DecimalError::Malformed) => self.unexpected("a number"),
            Err(DecimalError::TooLong) => {
                self.refuse(format!("{} is too long a number", quote(text)), SHORTER)
            }
        }
    }

    /// Returns whether the next token, which is a 0, is the beginning of a number like `0x1f`. It
    /// could also be the beginning of a term `0 x1f`. It is a number if it comes after a relation,
    /// or if a name that is no label follows the digits in the same line. There must be no blank
    /// after the 0.
    fn is_hexadecimal(&self) -> bool {
        let (zero, digits) = (self.token(), self.ahead(1));
        let is_after_relation =
            self.next > 0 && matches!(self.tokens[self.next - 1].shape, TokenShape::Relation(_));
        let is_before_name = self.ahead(2).shape == TokenShape::Name
            && self.ahead(2).line == zero.line
            && self.ahead(3).shape != TokenShape::Colon;
        digits.shape == TokenShape::Name
            && digits.span.start == zero.span.end
            && self.text(digits).strip_prefix(['x', 'X']).is_some_and(|digits| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
            && (is_after_relation || is_before_name)
    }

    /// Returns whether two things come next: a number, a quotient or an infinity, with or without
    /// signs, and then a relation. A `≠` is no relation here. Skips nothing.
    pub(super) fn is_constant_and_relation(&self) -> bool {
        let mut number = 0;
        while matches!(self.ahead(number).shape, TokenShape::Plus | TokenShape::Minus) {
            number += 1;
        }
        let token = self.ahead(number);
        let is_constant = token.shape == TokenShape::Number
            || token.shape == TokenShape::Name && is_infinity(self.text(token));
        let end = self.quotient_end(number + 1).unwrap_or(number + 1);
        is_constant && matches!(self.ahead(end).shape, TokenShape::Relation(_))
    }

    /// Reads a number or an infinity, with the signs before it. Refuses any other text.
    pub(super) fn constant(&mut self) -> Result<Constant, Refusal> {
        let is_negative = self.signs();
        match self.shape() {
            TokenShape::Number => self.number().map(|number| {
                Constant::Number(if is_negative { number.negated() } else { number })
            }),
            TokenShape::Name if is_infinity(self.text(self.token())) => {
                self.next += 1;
                Ok(Constant::Infinity { is_negative })
            }
            _ => self.unexpected("a number"),
        }
    }
}
