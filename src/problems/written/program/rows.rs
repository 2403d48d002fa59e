//! Turns the rows of a program into rows of a model.

use super::super::{
    Direction, Integer, LimitExceeded, Literal, ParsedModel, ParsedObjective, Reification, RowForm,
};
use super::{ChosenValue, Comparison, Factor, IntegerRow, ProgramRow};

/// A writer that adds the rows of a program to a model.
pub(super) struct RowWriter<'w> {
    /// The index in the model of each variable of the program. It is 0 for a replaced variable.
    pub(super) lits: Vec<Literal>,
    pub(super) written: &'w mut ParsedModel,
}

impl RowWriter<'_> {
    /// Adds three things to the model: the rows of a program, then a clause for each variable that
    /// has only one of the values 0 and 1, and then the objective, if there is one. `values` has
    /// the least and the largest value of each variable: `false` for 0, `true` for 1. A variable
    /// whose least value is larger than its largest value gets two clauses that contradict each
    /// other. A replaced variable gets no clause. Returns an error if there are too many products,
    /// literals or rows; the earlier additions remain.
    pub(super) fn write(
        mut self,
        rows: &[ProgramRow],
        aim: Option<&ParsedObjective<Factor>>,
        values: &[(bool, bool)],
    ) -> Result<(), LimitExceeded> {
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
            let terms = aim
                .terms
                .iter()
                .map(|(weight, factor)| {
                    self.factor(*factor).map(|literal| (weight.clone(), literal))
                })
                .collect::<Result<_, LimitExceeded>>()?;
            let ParsedObjective { sense, place, .. } = *aim;
            let (constant, divisor) = (aim.constant.clone(), aim.divisor.clone());
            self.written.set_objective(ParsedObjective { sense, terms, constant, divisor, place });
        }
        Ok(())
    }

    /// Returns the literal that is true if the variable has this value.
    pub(super) fn choice(&self, (unknown, value): ChosenValue) -> Literal {
        let literal = self.lits[unknown.place()];
        if value { literal } else { -literal }
    }

    /// Returns the index in the model of a variable or product. Its variables must not be replaced.
    /// If the model does not have the product yet, adds it. A square has the index of its variable.
    /// Returns an error if there would be too many products.
    pub(super) fn factor(&mut self, factor: Factor) -> Result<Literal, LimitExceeded> {
        match factor {
            Factor::One(unknown) => Ok(self.lits[unknown.place()]),
            Factor::Both(one, other) => {
                self.written.product(&[self.lits[one.place()], self.lits[other.place()]])
            }
        }
    }

    /// Adds a row to the model. A row with a guard becomes a reified row: `Both` if the guard has
    /// `<->`, otherwise `ToRow`. Returns an error if there would be too many products, literals or
    /// rows; the products that were added until then remain.
    pub(super) fn line(&mut self, line: &IntegerRow) -> Result<(), LimitExceeded> {
        let mut lits = Vec::with_capacity(line.terms.len());
        for (_, factor) in &line.terms {
            lits.push(self.factor(*factor)?);
        }
        let weights: Vec<Integer> = line.terms.iter().map(|term| term.0.clone()).collect();
        let weights = Some(weights)
            .filter(|weights| weights.iter().any(|weight| *weight != Integer::Small(1)));
        let form = match line.comparison {
            Comparison::Relation(relation) => RowForm::Sum(relation, line.bound.clone()),
            Comparison::Unequal => RowForm::Unequal(line.bound.clone()),
        };
        self.written.row(form, &lits, weights, None, line.place)?;
        if let Some(guard) = line.guard {
            let direction = if guard.is_both { Direction::Both } else { Direction::ToRow };
            self.written.reify(Reification { lits: [self.choice(guard.choice)].into(), direction });
        }
        Ok(())
    }
}
