//! Turns a file into a model. Adds variables for soft rows and products, and states the normal form
//! of each row and the objective.
//!
//! The variables of the file come first, in their order, so that they have the same numbers in
//! exported formulas as in the file. The model adds these variables:
//!
//! - a variable for each product, which is equivalent to the product;
//! - a variable for each soft row that is not a single literal. It has the cost of the row, and
//!   must be true if the row is broken. It may also be true if the row holds, since an optimal
//!   solution pays no cost without need. So for the same answer, the value in the model may be
//!   worse than the value in the file ([`Model::allow_overcount`]);
//! - a variable for each cube of an iCNF file, which implies the cube.

use num_integer::Integer as _;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::detect::{self, FoundConstraint, FoundKind};
use super::normal::{NormalRow, lit, normalise_sum};
use super::{FilePlace, Integer, ParsedModel, ParsedRow, RowForm, told};
use crate::linear::{Row, Term, normal};
use crate::model::{Lit, Model, Objective, Origin, Relation, Sense, Sum};
use crate::source::{format_count, shorten};

/// The largest number of rows, or of constraints found in clauses, for which origins are kept. If
/// there are more, no row or constraint has an origin, since such a long list would not help a
/// user.
const MOST_ORIGINS: usize = 20_000;

/// The error for a file whose numbers need more than 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberOverflow {
    /// The row or the objective whose numbers are too large, in words, such as `constraint 2`.
    pub what: String,
    /// The position of the row or objective. The line is 0 for the total cost of the soft rows,
    /// which has no position.
    pub place: FilePlace,
}

/// The objective of the model: the objective of the file, or the total cost of its broken soft
/// rows.
#[derive(Clone, Debug)]
pub struct ModelObjective {
    pub sense: Sense,
    /// The sum, with positive weights, in multiples of `unit`.
    sum: Sum,
    /// The number added to the sum, in multiples of `unit`.
    constant: i64,
    /// The common divisor by which the weights and the constant were divided.
    pub unit: Integer,
}

impl ModelObjective {
    /// Returns the least and the largest possible value, in multiples of `unit`.
    pub fn range(&self) -> (i64, i64) {
        let objective = self.objective();
        (objective.least(), objective.largest())
    }

    fn objective(&self) -> Objective {
        let objective = Objective::from_sum(self.sense, self.sum.clone(), self.constant);
        objective.expect("validated weights")
    }
}

/// The soft rows, with literals that are true if these rows are broken.
struct SoftRows {
    /// For each soft row, its normal rows and the literal that is true if the row is broken. `None`
    /// for a row that always holds. If the literal belongs to a variable of the file, there are no
    /// normal rows.
    rows: Vec<Option<(Vec<NormalRow>, Lit)>>,
    /// How many variables the model adds for soft rows.
    variables: usize,
}

impl SoftRows {
    /// Chooses for each soft row the literal that is true if the row is broken. For a row that
    /// demands a single literal, this is the negation of that literal. For any other row that does
    /// not always hold, it is a new variable, whose number comes after those of the file's
    /// variables and products.
    fn new(written: &ParsedModel) -> SoftRows {
        let mut next = written.atoms();
        let mut rows = Vec::new();
        for row in written.rows().filter(|row| row.cost.is_some()) {
            let normal = NormalRow::normalise(&row);
            rows.push(match &normal[..] {
                [] | [NormalRow::True] => None,
                [NormalRow::Clause(lits) | NormalRow::All(lits)] if lits.len() == 1 => {
                    let broken = !lits[0];
                    Some((Vec::new(), broken))
                }
                _ => {
                    next += 1;
                    Some((normal, Lit::from_number(next)))
                }
            });
        }
        SoftRows { rows, variables: next - written.atoms() }
    }
}

/// Returns the objective of the file. If the file has no objective, returns the cost of the soft
/// rows. Returns `None` if the file has neither. A soft row that always holds costs nothing.
/// Divides the weights and the constant by their common divisor (see [`unit()`]). `softness` must
/// be that of this file.
///
/// # Errors
///
/// If one of these exceeds 64 bits: a divided weight, the total of the divided weights, the divided
/// constant, or a value of the divided objective. The error has the place of the objective; the
/// total cost has no place.
fn model_objective(
    written: &ParsedModel,
    softness: &SoftRows,
) -> Result<Option<ModelObjective>, NumberOverflow> {
    let (sense, terms, place) = match written.objective() {
        Some(aim) => {
            let terms: Vec<_> =
                aim.terms.iter().map(|(weight, one)| term(weight, lit(*one))).collect();
            (aim.sense, terms, aim.place)
        }
        None if !written.is_soft() => return Ok(None),
        None => {
            let terms = written
                .rows()
                .filter_map(|row| row.cost)
                .zip(&softness.rows)
                .filter_map(|(cost, row)| Some(term(cost, row.as_ref()?.1)))
                .collect();
            (Sense::Minimise, terms, FilePlace::default())
        }
    };
    let (mut terms, mut constant) = normal::merge(terms);
    constant += &written.objective().map_or_else(Integer::default, |aim| aim.constant.clone());
    let common_unit = unit(&terms, &constant, &written.divisor());
    terms.iter_mut().for_each(|term| term.weight = &term.weight / &common_unit);
    match small_sum(terms)
        .zip((&constant / &common_unit).to_i64())
        .filter(|(sum, constant)| Objective::from_sum(sense, sum.clone(), *constant).is_ok())
    {
        Some((sum, constant)) => {
            Ok(Some(ModelObjective { sense, sum, constant, unit: common_unit }))
        }
        None => {
            let what =
                if written.objective().is_some() { "the objective" } else { "the soft rows" };
            Err(NumberOverflow { what: what.to_owned(), place })
        }
    }
}

/// Returns the sense of the file's objective and its sum over literals of the file, with positive
/// weights in units of the model. Returns `None` if the file has no objective, or if the file has
/// not passed [`validate`].
pub fn literal_objective(written: &ParsedModel) -> Option<(Sense, Sum)> {
    written.objective()?;
    let no_rows = SoftRows { rows: Vec::new(), variables: 0 };
    let objective = model_objective(written, &no_rows).ok()??;
    Some((objective.sense, objective.sum))
}

fn term(weight: &Integer, atom: Lit) -> Term<Integer, Lit> {
    Term { weight: weight.clone(), atom }
}

/// Returns a sum with weights of 64 bits. Returns `None` if the weights or their total do not fit.
fn small_sum(terms: impl IntoIterator<Item = Term<Integer, Lit>>) -> Option<Sum> {
    let small_terms: Option<Vec<Term<i64, Lit>>> = terms
        .into_iter()
        .map(|Term { weight, atom }| Some(Term { weight: weight.to_i64()?, atom }))
        .collect();
    Sum::new(small_terms?).ok()
}

/// Returns the number by which the objective is divided: the greatest common divisor of all
/// weights, the constant and `divisor`, or 1 if all of them are 0. `divisor` is the number by which
/// reports divide the values. It is ignored if the values of the undivided objective could need
/// more than 64 bits.
fn unit(terms: &[Term<Integer, Lit>], constant: &Integer, divisor: &Integer) -> Integer {
    let all = normal::total(terms) + constant.abs();
    let unit = terms.iter().fold(constant.abs(), |unit, term| unit.gcd(&term.weight));
    let unit = if all < i64::MAX.into() { unit.gcd(divisor) } else { unit };
    if unit.is_zero() { Integer::one() } else { unit }
}

/// Checks that the numbers of a file are small enough for a model, and returns the objective of
/// this model. Returns `None` if the file has neither an objective nor costs.
///
/// # Errors
///
/// If the numbers of a row or of the objective need more than 64 bits. A row is examined in its
/// normal form, with the literals that soft rows add. The error names the first such row, numbered
/// from 1. Clauses and parities always fit.
pub fn validate(written: &ParsedModel) -> Result<Option<ModelObjective>, NumberOverflow> {
    for (number, row) in (1..).zip(written.rows()) {
        let is_sum = matches!(row.form, RowForm::Sum(..) | RowForm::Unequal(_));
        let Some(place) = row.place.filter(|_| is_sum) else { continue };
        let excuses = row.cost.is_some().into();
        if !NormalRow::normalise(&row).iter().all(|normal| fits(normal, excuses)) {
            return Err(NumberOverflow { what: format!("constraint {number}"), place });
        }
    }
    model_objective(written, &SoftRows::new(written))
}

/// Returns whether the numbers of a row fit 64 bits, even if `excuses` literals are added to the
/// row. Each of these literals alone satisfies the row. For [`NormalRow::Either`], each of its two
/// rows must fit with one more literal. All rows fit that are neither `Either` nor `Linear`.
fn fits(normal: &NormalRow, excuses: u8) -> bool {
    match normal {
        NormalRow::Linear(row) => {
            let sum: Integer = row.sum.weights().iter().sum();
            let excused = sum * Integer::from(1 + i32::from(excuses)) + row.bound.abs();
            linear(row).is_some() && (excuses == 0 || excused < i64::MAX.into())
        }
        NormalRow::Either(sides) => sides.iter().all(|side| fits(side, excuses + 1)),
        _ => true,
    }
}

/// Returns a row with numbers of 64 bits. Returns `None` if its numbers do not fit.
pub fn linear(row: &Row<Integer, Lit>) -> Option<Row<i64, Lit>> {
    let (sum, bound) = (small_sum(row.sum.terms())?, row.bound.to_i64()?);
    Some(Row { sum, relation: row.relation, bound })
}

/// Returns the model that states the normal form of each row. The file must have passed
/// [`validate`]; otherwise this may panic.
pub fn plain_model(written: &ParsedModel) -> Model {
    build_model(written, Vec::new())
}

/// Returns the model in which at-most-one, exactly-one and parity constraints replace the hard
/// clauses that encode them. Literals that imply each other in a chain are declared. The file must have passed [`validate`]; otherwise this may panic.
pub fn detected_model(written: &ParsedModel) -> Model {
    let clauses = || {
        (0_u32..)
            .zip(written.rows())
            .filter(|(_, row)| *row.form == RowForm::Clause && row.cost.is_none())
            .map(|(number, row)| (number, row.lits))
    };
    let mut found = detect::at_most_ones(written.atoms(), clauses);
    found.extend(detect::parities(clauses));
    let mut model = build_model(written, found);
    detect::declare_chains(&mut model);
    model
}

/// Returns the model of a file in which the constraints of `found` replace clauses of the file.
/// Each constraint has the indices of its clauses among the rows, from 0; these rows must be hard.
/// The model has the objective or the cost, the top and the cubes. Its answers are the values of
/// the file's variables. If soft rows have variables of their own, the model allows an overcount (a
/// value that is worse than in the file). Constraints of `found` have origins only if there are at
/// most [`MOST_ORIGINS`] of them. The file must have passed [`validate`]; otherwise this may panic.
fn build_model(written: &ParsedModel, found: Vec<FoundConstraint>) -> Model {
    let mut model = Model::new();
    let softness = SoftRows::new(written);
    add_variables(&mut model, written, &softness);
    declare_integers(&mut model, written);
    state_products(&mut model, written);
    state_rows(&mut model, written, &softness, &found);
    let are_named = found.len() <= MOST_ORIGINS;
    found.into_iter().for_each(|one| state_found(&mut model, one, are_named));
    state_cubes(&mut model, written);
    if let Some(wanted) = model_objective(written, &softness).expect("a validated file") {
        state_top(&mut model, written, &wanted);
        model.optimise(wanted.objective());
    }
    let answer: Vec<Lit> = (1..=written.variables()).map(Lit::from_number).collect();
    model.project(answer);
    if softness.variables > 0 {
        model.allow_overcount();
    }
    model
}

/// Adds the variables of the file in their order. Their labels are their names or, without names,
/// their numbers. Then adds a variable for each product, and then a variable for each soft row that
/// needs one. Products and soft rows are each numbered from 1. [`SoftRows::new`] relies on this
/// order. Before the call, the model must have no variables.
fn add_variables(model: &mut Model, written: &ParsedModel, softness: &SoftRows) {
    for number in 1..=written.variables() {
        match written.name(number) {
            Some(name) => model.labelled_variable(name),
            None => model.labelled_variable(number),
        };
    }
    for number in written.variables() + 1..=written.atoms() {
        model.variable("product", &[number - written.variables()]);
    }
    (1..=softness.variables).for_each(|number| {
        model.variable("broken", &[number]);
    });
}

/// Declares the integers of the file, each as its steps above its least value, by its binary digits.
/// Adds them with their names, too.
/// The variables of [`add_variables`] must exist.
fn declare_integers(model: &mut Model, written: &ParsedModel) {
    for integer in written.integers() {
        let lits = integer.terms().map(|(_, literal)| lit(literal));
        let digits = lits.skip(usize::from(integer.domain.has_zero)).collect();
        model.declare_integer(digits, integer.domain.width());
        model.name_integer(integer.clone());
    }
}

/// States that the variable of each product is true if and only if all literals of the product are
/// true. A product with opposite literals is false. The variables of [`add_variables`] must exist.
fn state_products(model: &mut Model, written: &ParsedModel) {
    for (product, lits) in written.products() {
        let product = lit(product);
        lits.iter().for_each(|&one| model.clause("products", [!product, lit(one)]));
        match NormalRow::from_plain_row(&ParsedRow { lits, ..CLAUSE }) {
            NormalRow::True => {}
            _ => model.clause("products", lits.iter().map(|&one| !lit(one)).chain([product])),
        }
    }
}

/// A hard clause without literals. Other rows are made from it by changing a few fields.
const CLAUSE: ParsedRow = ParsedRow {
    form: &RowForm::Clause,
    lits: &[],
    weights: None,
    cost: None,
    place: None,
    name: None,
    reified: None,
};

/// States a constraint that was found in clauses. If `is_named`, the constraint has an origin. The
/// origin has the number of these clauses, and the smallest of their numbers in the file, from 1.
fn state_found(
    model: &mut Model,
    FoundConstraint { kind, lits, clauses }: FoundConstraint,
    is_named: bool,
) {
    let model_lits: Vec<Lit> = lits.into_iter().map(lit).collect();
    let state = |model: &mut Model| match kind {
        FoundKind::AtMostOne => model.at_most_one("at most one", model_lits),
        FoundKind::ExactlyOne => model.exactly_one("exactly one", model_lits),
        FoundKind::Parity(parity) => model.parity("parities", model_lits, parity),
    };
    if !is_named {
        return state(model);
    }
    let first = clauses.iter().min().map_or(0, |&first| first + 1);
    let clauses = format_count(clauses.len(), "clause");
    let name = format!("{clauses}, among them constraint {first}");
    model.with_origin(Origin::row(name), state);
}

/// States the rows of the file, except the clauses that a constraint of `found` replaces. A soft
/// row becomes "it holds, or its literal of `softness` is true". Nothing is stated for a soft row
/// that always holds, and for a soft row that demands a single literal: the literal of such a row
/// is the negation of the demanded one. Adds variables for soft parities, and for sums that differ
/// from a number. The rows get origins if there are at most [`MOST_ORIGINS`] of them. The clauses
/// of `found` must be hard, and `softness` must be that of this file. Panics if a number exceeds 64
/// bits.
fn state_rows(
    model: &mut Model,
    written: &ParsedModel,
    softness: &SoftRows,
    found: &[FoundConstraint],
) {
    let mut is_replaced = vec![false; if found.is_empty() { 0 } else { written.len() }];
    for &clause in found.iter().flat_map(|found| &found.clauses) {
        is_replaced[clause as usize] = true;
    }
    let mut soft = softness.rows.iter();
    let are_named = written.len() <= MOST_ORIGINS;
    for (number, row) in (1..).zip(written.rows()) {
        if is_replaced.get(number - 1) == Some(&true) {
            continue;
        }
        let normal_rows: Vec<NormalRow> = match row.cost {
            None => NormalRow::normalise(&row)
                .into_iter()
                .flat_map(|normal| match normal {
                    NormalRow::Either(sides) => either(model, number, *sides),
                    normal => vec![normal],
                })
                .collect(),
            Some(_) => match soft.next().and_then(Option::as_ref) {
                Some((normal, broken)) => {
                    normal.iter().flat_map(|one| soft_row(model, number, one, *broken)).collect()
                }
                None => Vec::new(),
            },
        };
        let state =
            |model: &mut Model| normal_rows.into_iter().for_each(|one| state_normal(model, one));
        if are_named {
            model.with_origin(Origin::row(told::name(number, &row)), state);
        } else {
            state(model);
        }
    }
}

/// Returns rows that together mean "`normal` holds, or `broken` is true". Adds variables for a
/// parity and for [`NormalRow::Either`], labelled with `number`, the number of the file's row.
fn soft_row(model: &mut Model, number: usize, normal: &NormalRow, broken: Lit) -> Vec<NormalRow> {
    match normal {
        NormalRow::Either(sides) => {
            let sides = either(model, number, (**sides).clone());
            sides.into_iter().flat_map(|side| side.relax(broken)).collect()
        }
        NormalRow::Parity(lits, parity) => {
            // If `mended` is true, it makes an even number of true literals odd, or an odd number
            // even. It may be true only if `broken` is true.
            let mended = model.variable("mended", &[number]);
            let lits = [&lits[..], &[mended]].concat();
            vec![NormalRow::Parity(lits, *parity), NormalRow::Clause(vec![!mended, broken])]
        }
        normal => normal.clone().relax(broken),
    }
}

/// Returns rows that together mean "at least one of the two rows holds". Adds a variable, labelled
/// with `number`: if it is true, `other` must hold, and if it is false, `one` must hold. Panics if
/// a row is a parity or [`NormalRow::Either`].
fn either(model: &mut Model, number: usize, [one, other]: [NormalRow; 2]) -> Vec<NormalRow> {
    let is_other = model.variable("side", &[number]);
    [one.relax(is_other), other.relax(!is_other)].concat()
}

/// States a normal row. Its numbers must fit 64 bits; otherwise the function panics. Also panics
/// for [`NormalRow::Either`]; the caller must turn such a row into other rows before.
fn state_normal(model: &mut Model, normal: NormalRow) {
    match normal {
        NormalRow::True => {}
        NormalRow::False => model.clause("contradiction", []),
        NormalRow::All(lits) => lits.into_iter().for_each(|lit| model.clause("literals", [lit])),
        NormalRow::Clause(lits) => model.clause("clauses", lits),
        NormalRow::AtMostOne(lits) => model.at_most_one("at most one", lits),
        NormalRow::ExactlyOne(lits) => model.exactly_one("exactly one", lits),
        NormalRow::Cardinality(lits, relation, bound) => {
            model.cardinality("cardinalities", lits, relation, bound);
        }
        NormalRow::Parity(lits, parity) => model.parity("parities", lits, parity),
        NormalRow::Either(_) => unreachable!("an alternative is stated as rows, with a variable"),
        NormalRow::Linear(row) => {
            let Row { sum, relation, bound } = linear(&row).expect("a validated file");
            model.linear("linear", sum, relation, bound);
        }
    }
}

/// States that all literals of at least one cube are true, if there are cubes. Adds a variable for
/// each cube, which implies the literals of the cube.
fn state_cubes(model: &mut Model, written: &ParsedModel) {
    let chosen: Vec<Lit> = (1..)
        .zip(written.cubes())
        .map(|(number, lits)| {
            let chosen = model.variable("cube", &[number]);
            lits.iter().for_each(|&one| model.implies("cubes", chosen, [lit(one)]));
            chosen
        })
        .collect();
    if !chosen.is_empty() {
        model.with_origin(Origin::row("one of the cubes"), |model| model.clause("cubes", chosen));
    }
}

/// States that the cost of the broken soft rows is below the file's top, if the file has a top.
/// `wanted` must be this cost. Does nothing without a top.
fn state_top(model: &mut Model, written: &ParsedModel, wanted: &ModelObjective) {
    let Some(top) = written.top() else { return };
    let terms =
        wanted.sum.terms().map(|Term { weight, atom }| term(&weight.into(), atom)).collect();
    let below = top.clone().div_ceil(&wanted.unit) - Integer::from(1 + i128::from(wanted.constant));
    let below = normalise_sum(terms, Relation::AtMost, below);
    let name = format!("a cost below {}", shorten(&top.to_string()));
    model.with_origin(Origin::row(name), |model| state_normal(model, below));
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::super::check::{KnownValues, check};
    use super::super::format::testing::read_as;
    use super::super::{FORMATS, small};
    use super::*;

    fn read(format: &str, text: &str) -> ParsedModel {
        let format = FORMATS.iter().find(|one| one.name == format).expect("a format of the list");
        read_as(format, text)
    }

    fn answers(model: &Model, variables: usize) -> HashMap<Vec<bool>, Vec<Option<i64>>> {
        let mut answers: HashMap<Vec<bool>, Vec<Option<i64>>> = HashMap::new();
        for all in small::assignments(model.labels().len()) {
            let values = small::values(&all);
            if model.constraints().iter().all(|one| one.statement.is_satisfied_by(&values)) {
                let value = model.objective().map(|objective| objective.value(&values));
                answers.entry(all[..variables].to_vec()).or_default().push(value);
            }
        }
        answers
    }

    fn assert_stated(written: &ParsedModel) {
        let wanted = validate(written).expect("a file that can be stated");
        let model = plain_model(written);
        assert_eq!(model.objective().is_some(), wanted.is_some());
        let answers = answers(&model, written.variables());
        let mut number = 0;
        for values in small::assignments(written.variables()) {
            let said = answers.get(&values);
            match check(written, &KnownValues::new(written, values.clone())) {
                Err(violated) => assert!(said.is_none(), "{values:?}: {violated:?}"),
                Ok(value) => {
                    number += 1;
                    let said =
                        said.unwrap_or_else(|| panic!("{values:?} is an answer: {written:?}"));
                    assert_value(written, value, wanted.as_ref(), &model, said);
                }
            }
        }
        assert_eq!(answers.len(), number);
    }

    fn assert_value(
        written: &ParsedModel,
        value: Option<(Sense, Integer)>,
        wanted: Option<&ModelObjective>,
        model: &Model,
        said: &[Option<i64>],
    ) {
        let Some(((sense, value), wanted)) = value.zip(wanted) else {
            assert!(said.iter().all(Option::is_none), "{written:?}");
            return;
        };
        assert_eq!(sense, wanted.sense);
        let said = said.iter().map(|value| value.expect("an objective"));
        let best = match sense {
            Sense::Minimise => said.clone().min(),
            Sense::Maximise => said.clone().max(),
        };
        assert_eq!(Integer::from(best.expect("a solution")) * &wanted.unit, value, "{written:?}");
        let (least, largest) = wanted.range();
        assert!(said.clone().all(|value| (least..=largest).contains(&value)), "{written:?}");
        assert!(
            model.may_overcount() || said.clone().all(|value| Some(value) == best),
            "{written:?}"
        );
    }

    #[test]
    fn files_of_every_kind() {
        for (format, text) in [
            (
                "wbo",
                "soft: 6 ;\n[2] 1 a 1 b 1 c = 1 ;\n[3] 2 a 3 b -1 c >= 2 ;\n[4] 1 a b >= 1 ;\n",
            ),
            ("wbo", "soft: 0 ;\n1 a >= 0 ;\n"),
            ("wbo", "soft: 1 ;\n[1] 1 a >= 0 ;\n"),
            ("wbo", "[2] >= 1 ;\n[3] 1 a >= 0 ;\n[1] 1 a 1 b 1 c <= 1 ;\n"),
            ("wbo", "soft: 7 ;\n[5] 1 a >= 1 ;\n[3] 1 a <= 0 ;\n[5] 1 a 1 b = 1 ;\n"),
            ("wcnf", "h 1 2 0\n3 -1 0\n2 -2 0\n2 1 -1 0\n4 0\n1 1 2 3 0\n"),
            ("wcnf", "18446744073709551616 1 0\n36893488147419103232 -1 2 0\n"),
            ("icnf", "p inccnf\n1 2 3 0\na 1 -2 0\na -1 3 0\na 0\n"),
            ("icnf", "p inccnf\n1 2 0\na 1 -1 0\n"),
            ("cnf", "p cnf 3 2\nx1 2 -3 0\nx 1 1 0\n"),
            ("opb", "max: 3 a b -2 ~a c +5 ;\n1 a b + 1 ~c <= 1 ;\n"),
            ("opb", "min: ;\n1 a ~a >= 0 ;\n"),
            ("opb", "min: 99999999999999999999 a -199999999999999999998 b ;\n"),
        ] {
            assert_stated(&read(format, text));
        }
    }

    #[test]
    fn numbers_that_need_more_than_64_bits() {
        for (format, text, what) in [
            ("opb", "min: 99999999999999999999 a 1 b ;", "the objective"),
            ("opb", "1 a >= 1 ;\n99999999999999999999 a 99999999999999999998 b 3 c >= 5 ;", ""),
            (
                "opb",
                "1 a >= 1 ;\n99999999999999999999 a 99999999999999999998 b 3 c 99999999999999999996 d = 99999999999999999999 ;",
                "constraint 2",
            ),
            ("wcnf", "9223372036854775807 1 0\n3 2 0\n", "the soft rows"),
        ] {
            match validate(&read(format, text)) {
                Err(too_large) => assert_eq!(too_large.what, what, "{text}"),
                Ok(_) => assert_eq!(what, "", "{text}"),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn the_model_has_the_answers_of_the_file(written in small::written()) {
            if validate(&written).is_ok() {
                assert_stated(&written);
            }
        }
    }
}
