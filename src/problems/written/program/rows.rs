//! Turns the rows of a program into rows of a model.

use num_traits::Zero;

use super::super::{
    Direction, Integer, LimitExceeded, Literal, ParsedModel, ParsedObjective, Reification, RowForm,
};
use super::{ChosenValue, Comparison, Factor, IntegerRow, ProgramRow, Unknown};
use crate::model::IntegerDomain;

/// The value of a program's variable in the model.
#[derive(Clone, Copy, Debug)]
pub(super) enum VariableForm {
    /// The variable is not in the model, since other variables define it.
    Replaced,
    /// The variable is a literal: 1 if it is true, otherwise 0.
    Literal(Literal),
    /// The variable is the integer with this index in [`ParsedModel::integers`].
    Integer(usize),
}

/// A sum of weighted literals and a constant.
#[derive(Default)]
pub(super) struct LiteralSum {
    pub(super) weights: Vec<Integer>,
    pub(super) lits: Vec<Literal>,
    pub(super) constant: Integer,
}

/// A writer that adds the rows of a program to a model.
pub(super) struct RowWriter<'w> {
    /// The form of each variable of the program.
    pub(super) forms: Vec<VariableForm>,
    pub(super) written: &'w mut ParsedModel,
}

impl RowWriter<'_> {
    /// Adds four things to the model: the rows of a program, then a clause for each variable that
    /// has only one of the values 0 and 1, then the ranges of integers, and then the objective, if
    /// there is one. `domains` has the domain of each variable. A 0-1 variable with an empty domain
    /// gets two clauses that contradict each other. A replaced variable gets no clause. Returns an
    /// error if there are too many products, literals or rows; the earlier additions remain.
    pub(super) fn write<'r, 's: 'r>(
        mut self,
        rows: impl Iterator<Item = &'r ProgramRow<'s>>,
        aim: Option<&ParsedObjective<Factor>>,
        domains: &[Option<IntegerDomain>],
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
        for (form, domain) in self.forms.iter().zip(domains) {
            let (VariableForm::Literal(literal), Some(domain)) = (*form, domain) else { continue };
            if domain.least > 0 {
                self.written.clause(&[literal])?;
            }
            if domain.largest < 1 {
                self.written.clause(&[-literal])?;
            }
        }
        self.written.add_ranges()?;
        if let Some(aim) = aim {
            let LiteralSum { weights, lits, constant } = self.sum(&aim.terms)?;
            let terms = weights.into_iter().zip(lits).collect();
            let (constant, divisor) = (&aim.constant + &constant, aim.divisor.clone());
            let ParsedObjective { sense, place, .. } = *aim;
            self.written.set_objective(ParsedObjective { sense, terms, constant, divisor, place });
        }
        Ok(())
    }

    /// Returns the literal that is true if the variable has this value. The variable must be a
    /// literal of the model; otherwise the function panics.
    pub(super) fn choice(&self, (unknown, value): ChosenValue) -> Literal {
        match self.forms[unknown.place()] {
            VariableForm::Literal(literal) if value => literal,
            VariableForm::Literal(literal) => -literal,
            _ => unreachable!("a variable of a guard or a clause is 0 or 1"),
        }
    }

    /// Returns a sum of variables and products as a sum of literals. The variables must not be
    /// replaced. Adds the products of literals that the model does not have yet. Returns an error
    /// if there would be too many products.
    pub(super) fn sum(&mut self, terms: &[(Integer, Factor)]) -> Result<LiteralSum, LimitExceeded> {
        let mut sum = LiteralSum::default();
        for (weight, factor) in terms {
            let form = FactorForm::of(*factor, &self.forms, self.written);
            sum.constant += &(weight * &form.constant);
            for (step, lit) in &form.lits {
                sum.push(weight * step, *lit);
            }
            for (step, lits) in &form.products {
                sum.push(weight * step, self.written.product(lits)?);
            }
        }
        Ok(sum)
    }

    /// Adds a row to the model. A row with a guard becomes a reified row: `Both` if the guard has
    /// `<->`, otherwise `ToRow`. Returns an error if there would be too many products, literals or
    /// rows; the products that were added until then remain.
    pub(super) fn line(&mut self, line: &IntegerRow) -> Result<(), LimitExceeded> {
        let LiteralSum { weights, lits, constant } = self.sum(&line.terms)?;
        let bound = &line.bound - &constant;
        let weights = Some(weights)
            .filter(|weights| weights.iter().any(|weight| *weight != Integer::Small(1)));
        let form = match line.comparison {
            Comparison::Relation(relation) => RowForm::Sum(relation, bound),
            Comparison::Unequal => RowForm::Unequal(bound),
        };
        self.written.row(form, &lits, weights, None, line.place)?;
        if let Some(guard) = line.guard {
            let direction = if guard.is_both { Direction::Both } else { Direction::ToRow };
            self.written.reify(Reification { lits: [self.choice(guard.choice)].into(), direction });
        }
        Ok(())
    }
}

impl LiteralSum {
    fn push(&mut self, weight: Integer, lit: Literal) {
        self.weights.push(weight);
        self.lits.push(lit);
    }
}

/// A variable or a product of two variables: the sum of a constant, weighted literals, and weighted
/// products of two literals.
#[derive(Default)]
pub(super) struct FactorForm {
    pub(super) constant: Integer,
    pub(super) lits: Vec<(Integer, Literal)>,
    pub(super) products: Vec<(Integer, [Literal; 2])>,
}

impl FactorForm {
    /// Returns a factor over the literals of `written`. `forms` has the form of each variable. The
    /// variables must not be replaced; otherwise the function panics.
    pub(super) fn of(factor: Factor, forms: &[VariableForm], written: &ParsedModel) -> FactorForm {
        let variable = |unknown: Unknown| match forms[unknown.place()] {
            VariableForm::Literal(literal) => {
                FactorForm { lits: vec![(1.into(), literal)], ..FactorForm::default() }
            }
            VariableForm::Integer(place) => {
                let integer = &written.integers()[place];
                let lits = integer.terms().map(|(weight, lit)| (weight.into(), lit)).collect();
                let constant = integer.domain.base().into();
                FactorForm { constant, lits, products: Vec::new() }
            }
            VariableForm::Replaced => unreachable!("replaced variables are in no row"),
        };
        match factor {
            Factor::One(one) => variable(one),
            Factor::Both(one, other) => variable(one).times(&variable(other)),
        }
    }

    /// Returns the product of two forms without products.
    fn times(&self, other: &FactorForm) -> FactorForm {
        let mut lits = Vec::new();
        for (form, constant) in [(self, &other.constant), (other, &self.constant)] {
            if !constant.is_zero() {
                lits.extend(form.lits.iter().map(|(step, lit)| (step * constant, *lit)));
            }
        }
        let pairs = self.lits.iter().flat_map(|one| other.lits.iter().map(move |two| (one, two)));
        let products = pairs
            .map(|((step, lit), (other_step, other_lit))| (step * other_step, [*lit, *other_lit]));
        FactorForm {
            constant: &self.constant * &other.constant,
            lits,
            products: products.collect(),
        }
    }
}
