//! Turns the rows of a program into rows of a model.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::super::{FileAim, Integer, Literal, RowForm, TooMany, Written};
use super::decimal::{big, integer};
use super::{ChosenValue, Factor, ProgramRow, Sought, WholeRow};
use crate::model::Relation;

pub(super) struct Rows<'w> {
    pub(super) lits: Vec<Literal>,
    pub(super) written: &'w mut Written,
}

impl Rows<'_> {
    pub(super) fn write(
        mut self,
        rows: &[ProgramRow],
        aim: Option<&Sought>,
        values: &[(bool, bool)],
    ) -> Result<(), TooMany> {
        for row in rows {
            let (first, name) = (self.written.len(), row.name());
            match row {
                ProgramRow::Line(line) => self.line(line)?,
                ProgramRow::Clause(choices, _) => {
                    let lits: Vec<Literal> =
                        choices.iter().map(|choice| self.choice(*choice)).collect();
                    self.written.clause(&lits)?;
                }
            }
            if let Some(name) = name {
                self.written.name_rows(first, name);
            }
        }
        for (place, (least, largest)) in values.iter().enumerate() {
            let literal = self.lits[place];
            if literal != 0 && *least {
                self.written.clause(&[literal])?;
            }
            if literal != 0 && !largest {
                self.written.clause(&[-literal])?;
            }
        }
        if let Some(aim) = aim {
            let terms = aim.terms.iter().map(|(weight, factor)| {
                let factor = *factor;
                self.factor(factor).map(|literal| (weight.clone(), literal))
            });
            let terms = terms.collect::<Result<_, TooMany>>()?;
            let Sought { sense, place, .. } = *aim;
            let (constant, divisor) = (aim.constant.clone(), aim.divisor.clone());
            self.written.set_aim(FileAim { sense, terms, constant, divisor, place });
        }
        Ok(())
    }

    pub(super) fn choice(&self, (unknown, value): ChosenValue) -> Literal {
        let literal = self.lits[unknown.place()];
        if value { literal } else { -literal }
    }

    pub(super) fn factor(&mut self, factor: Factor) -> Result<Literal, TooMany> {
        match factor {
            Factor::One(unknown) => Ok(self.lits[unknown.place()]),
            Factor::Both(one, other) => {
                self.written.product(&[self.lits[one.place()], self.lits[other.place()]])
            }
        }
    }

    pub(super) fn line(&mut self, line: &WholeRow) -> Result<(), TooMany> {
        let Some(guard) = line.guard else {
            return self.sum(line, line.relation, None);
        };
        let released = -self.choice(guard.choice);
        let relations: &[Relation] = match line.relation {
            Relation::Exactly => &[Relation::AtLeast, Relation::AtMost],
            Relation::AtLeast => &[Relation::AtLeast],
            Relation::AtMost => &[Relation::AtMost],
        };
        for &relation in relations {
            self.guarded(line, relation, released)?;
        }
        if guard.is_both {
            self.negation(line, -released)?;
        }
        Ok(())
    }

    /// Adds the negation of `line`. The negation must hold unless `released` is true.
    pub(super) fn negation(&mut self, line: &WholeRow, released: Literal) -> Result<(), TooMany> {
        let (relation, step) = match line.relation {
            Relation::AtMost => (Relation::AtLeast, 1),
            Relation::AtLeast => (Relation::AtMost, -1),
            Relation::Exactly => {
                // The weight puts the sum above the bound, whatever the other values are.
                let weight: BigInt = big(&line.bound) - line.range().0 + 1;
                let release = (integer(weight.max(BigInt::zero())), released);
                return self.form(line, RowForm::Unequal(line.bound.clone()), Some(release));
            }
        };
        let bound = integer(big(&line.bound) + step);
        self.guarded(&WholeRow { bound, ..line.clone() }, relation, released)
    }

    /// Adds `line` with this relation and one more literal, `released`, whose weight alone
    /// satisfies the row.
    pub(super) fn guarded(
        &mut self,
        line: &WholeRow,
        relation: Relation,
        released: Literal,
    ) -> Result<(), TooMany> {
        let ((least, largest), bound) = (line.range(), big(&line.bound));
        let release = match relation {
            Relation::AtMost => (bound - largest).min(BigInt::zero()),
            Relation::AtLeast | Relation::Exactly => (bound - least).max(BigInt::zero()),
        };
        self.sum(line, relation, Some((integer(release), released)))
    }

    pub(super) fn sum(
        &mut self,
        line: &WholeRow,
        relation: Relation,
        release: Option<(Integer, Literal)>,
    ) -> Result<(), TooMany> {
        self.form(line, RowForm::Sum(relation, line.bound.clone()), release)
    }

    /// Adds a row of the terms of `line` and, if there is a `release`, its weight and literal.
    pub(super) fn form(
        &mut self,
        line: &WholeRow,
        form: RowForm,
        release: Option<(Integer, Literal)>,
    ) -> Result<(), TooMany> {
        let mut lits = Vec::with_capacity(line.terms.len() + 1);
        for (_, factor) in &line.terms {
            lits.push(self.factor(*factor)?);
        }
        let mut weights: Vec<Integer> = line.terms.iter().map(|term| term.0.clone()).collect();
        if let Some((weight, literal)) = release {
            weights.push(weight);
            lits.push(literal);
        }
        let weights = Some(weights)
            .filter(|weights| weights.iter().any(|weight| *weight != Integer::Small(1)));
        self.written.row(form, &lits, weights, None, line.place)
    }
}

impl WholeRow<'_> {
    fn range(&self) -> (BigInt, BigInt) {
        let weights = self.terms.iter().map(|term| big(&term.0));
        weights.fold((BigInt::zero(), BigInt::zero()), |(least, largest), weight| {
            if weight.is_negative() { (least + weight, largest) } else { (least, largest + weight) }
        })
    }
}
