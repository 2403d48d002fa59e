//! Reads the bounds and types of variables, which are in sections after the rows. Also checks rows
//! with one or two bounds, and adds such rows.

use std::ops::Range;

use super::super::program::{
    Comparison, Decimal, Guard, RangeSide, Unknown, VariableKind, VariableLimit,
};
use super::tokens::TokenShape;
use super::{Constant, LpReader, LpSum};
use crate::model::Relation;
use crate::source::Refusal;

impl<'s> LpReader<'s> {
    /// Returns an error if a second relation comes next and does not form a range with the first
    /// one, such as `1 <= x >= 2`. Also returns an error if the second relation is not in the line
    /// of the row, `line`. Some programs read a range over several lines as two rows. `sides` has
    /// the first relation if there is one. Accepts a `≠` after the first relation. Skips nothing.
    pub(super) fn validate_range(
        &mut self,
        sides: &[(Comparison, Constant)],
        line: usize,
    ) -> Result<(), Refusal> {
        let (Some((Comparison::Relation(first), _)), TokenShape::Relation(second)) =
            (sides.first(), self.shape())
        else {
            return Ok(());
        };
        let is_range = matches!(
            (first, second),
            (Relation::AtLeast, Relation::AtMost) | (Relation::AtMost, Relation::AtLeast)
        );
        if !is_range {
            let found = "a second relation that does not form a range with the first";
            return self.refuse(found, "one relation, or a range such as `1 <= x + y <= 2`");
        }
        if self.token().line != line {
            let found =
                format!("a range over several lines, or a row in line {line} and another after it");
            return self.refuse(found, "a range on one line, or rows with labels such as `c1:`");
        }
        Ok(())
    }

    /// Adds the row that compares `sum` with `constant`. If there is a `guard`, the row must hold
    /// only under its condition. The constants of `sum` are subtracted from `constant`. If
    /// `constant` is infinite and the row is therefore always true, adds nothing. Refuses every
    /// other row with an infinite `constant`. Refuses numbers whose common denominator has too many
    /// digits. `start` (in bytes) and `line` (from 1) are the place of the row, which has no name
    /// yet.
    pub(super) fn add_row(
        &mut self,
        sum: &LpSum,
        comparison: Comparison,
        constant: Constant,
        guard: Option<Guard>,
        start: usize,
        line: usize,
    ) -> Result<(), Refusal> {
        const AT_LEAST: Comparison = Comparison::Relation(Relation::AtLeast);
        const AT_MOST: Comparison = Comparison::Relation(Relation::AtMost);
        let number = match (constant, comparison) {
            (Constant::Number(number), _) => number,
            (Constant::Infinity { is_negative: true }, AT_LEAST) => return Ok(()),
            (Constant::Infinity { is_negative: false }, AT_MOST) => return Ok(()),
            _ => {
                let refusal =
                    Refusal::new("a row that demands an infinite value", "a finite number");
                return Err(refusal.with_span(self.source, start..start));
            }
        };
        let right: Vec<Decimal> = std::iter::once(number)
            .chain(sum.constants.iter().cloned().map(Decimal::negated))
            .collect();
        self.program.row(&sum.terms, comparison, &right, guard, start, line)
    }

    /// Reads a list of variables, and declares them to be of type `kind` and, if `is_semi`, that they
    /// may be 0 besides their bounds. Adds variables that are
    /// new. The list ends at the next section, or at any token that is not a name. The name of a
    /// section may also be a variable. It is one only if a variable of this name has occurred
    /// before, and the name is not the first word of its line. Refuses a word for infinity, and too
    /// many variables.
    pub(super) fn names(&mut self, kind: VariableKind, is_semi: bool) -> Result<(), Refusal> {
        while self.shape() == TokenShape::Name && self.section().is_none() {
            let is_known = self.names.contains_key(self.text(self.token()));
            if !is_known && self.section_within().is_some() {
                break;
            }
            let span = self.token().span.clone();
            let unknown = self.variable()?;
            self.program.declare_at(unknown, kind, span);
            if is_semi {
                self.program.allow_zero(unknown);
            }
        }
        Ok(())
    }

    /// Reads a bound such as `x <= 1`, `0 <= x <= 1` or `x free`. The last one states that there
    /// are no bounds. Adds the variable if it is new. Refuses any other text, and an infinity that
    /// would exclude all values. Refuses a lower or upper bound that differs from an earlier one of
    /// the same variable.
    pub(super) fn bound(&mut self) -> Result<(), Refusal> {
        let start = self.token().span.start;
        let mut sides = Vec::with_capacity(2);
        if self.is_constant_and_relation() {
            let constant = self.constant()?;
            sides.extend(self.relation().map(|relation| (relation.mirrored(), constant)));
        }
        if self.shape() != TokenShape::Name {
            return self.unexpected("a variable, or a number and a relation");
        }
        let unknown = self.variable()?;
        if let Some(relation) = self.relation() {
            sides.push((relation, self.constant()?));
        } else if sides.is_empty() {
            if self.shape() != TokenShape::Name
                || !self.text(self.token()).eq_ignore_ascii_case("free")
            {
                return self.unexpected("a relation and a number, or `free`");
            }
            self.next += 1;
            sides.push((Relation::AtLeast, Constant::Infinity { is_negative: true }));
            sides.push((Relation::AtMost, Constant::Infinity { is_negative: false }));
        }
        let span = start..self.tokens[self.next - 1].span.end;
        for (relation, constant) in sides {
            self.limit(unknown, relation, constant, &span)?;
        }
        Ok(())
    }

    /// Adds a bound of a variable. `relation` is the relation of the variable to `constant`:
    /// `AtLeast` is a lower bound, `AtMost` an upper bound, and `Exactly` both. If `constant` is
    /// infinite, or so large that solvers treat it as infinite, and it excludes no value, it states
    /// that there is no such bound. Refuses an infinity that would exclude all values, such as `x
    /// >= inf`. Refuses a lower or upper bound that differs from an earlier one of the same
    /// variable. `span` has the bytes of the text that state the bound.
    fn limit(
        &mut self,
        unknown: Unknown,
        relation: Relation,
        constant: Constant,
        span: &Range<usize>,
    ) -> Result<(), Refusal> {
        let sides: &[RangeSide] = match relation {
            Relation::AtLeast => &[RangeSide::Lower],
            Relation::AtMost => &[RangeSide::Upper],
            Relation::Exactly => &[RangeSide::Lower, RangeSide::Upper],
        };
        for &side in sides {
            let limit = match &constant {
                Constant::Number(number) => VariableLimit::from_number(side, number.clone()),
                Constant::Infinity { is_negative }
                    if *is_negative == (side == RangeSide::Lower) =>
                {
                    VariableLimit::Open
                }
                Constant::Infinity { .. } => {
                    return Err(Refusal::new(
                        "a bound that demands an infinite value",
                        "a finite number",
                    )
                    .with_span(self.source, span.clone()));
                }
            };
            self.program.limit(unknown, side, limit, span.clone())?;
        }
        Ok(())
    }
}
