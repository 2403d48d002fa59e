//! Checks an assignment against the rows and numbers as the file states them, term by term, without
//! encodings. A row that demands an objective as good as a known answer's is no row of the file, and
//! is not checked.

use num_traits::Signed;

use super::reified::negated;
use super::{Direction, Integer, Literal, ParsedModel, ParsedRow, RowForm};
use crate::model::{Parity, Relation, Sense};

/// The condition that an assignment violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A hard row is violated. The value is the row's number in the file, from 1.
    Row(usize),
    /// The broken soft rows together cost at least the file's top, which excludes this answer.
    Top,
    /// The file has cubes, and none of them is true.
    Cubes,
}

/// The known values of the variables and products of a file.
pub struct KnownValues {
    /// The values of the variables, and then of the products, by index minus 1.
    values: Vec<Option<bool>>,
}

impl KnownValues {
    /// Returns the values of the variables and of the products that follow from them. `values` has
    /// one value for each variable.
    pub fn new(written: &ParsedModel, values: Vec<bool>) -> KnownValues {
        KnownValues::from_partial(written, values.into_iter().map(Some).collect())
    }

    /// Returns the known values of the variables, and the values of the products that follow from
    /// them. A product is false if one of its literals is false, true if all its literals are true,
    /// and otherwise unknown. `values` must have one item for each variable; otherwise a debug
    /// build panics. `None` means unknown.
    fn from_partial(written: &ParsedModel, mut values: Vec<Option<bool>>) -> KnownValues {
        debug_assert_eq!(values.len(), written.variables());
        values.resize(written.atoms(), None);
        let mut truth = KnownValues { values };
        for (number, lits) in written.products() {
            let mut values = lits.iter().map(|&lit| truth.lit(lit));
            let value = if values.clone().any(|value| value == Some(false)) {
                Some(false)
            } else {
                values.all(|value| value == Some(true)).then_some(true)
            };
            truth.values[index(number)] = value;
        }
        truth
    }

    /// Returns the values of the variables, and then of the products; false if unknown.
    pub fn into_values(self) -> Vec<bool> {
        self.values.into_iter().map(|value| value.unwrap_or(false)).collect()
    }

    /// Returns whether a literal is true; `None` if its value is unknown.
    fn lit(&self, lit: Literal) -> Option<bool> {
        self.values[index(lit)].map(|value| value == (lit > 0))
    }

    /// Returns whether some values of the unknown variables could satisfy a row together with its
    /// reification (the literals on which the row depends). Ignores the cost of the row. If all
    /// values are known, the result is whether the row holds. Otherwise it may be `true` too often,
    /// for these reasons: a sum is judged only by its least and its largest value, a parity with an
    /// unknown literal always counts as possible, and the reification is judged separately from the
    /// row.
    fn can_satisfy(&self, row: &ParsedRow) -> bool {
        let Some(reified) = row.reified else { return self.can_satisfy_form(row) };
        let can_be_false = reified.lits.iter().any(|&lit| self.lit(lit) != Some(true));
        let can_be_true = reified.lits.iter().all(|&lit| self.lit(lit) != Some(false));
        let can_fail = || self.can_satisfy_form(&ParsedRow { form: &negated(row.form), ..*row });
        match reified.direction {
            Direction::ToRow => can_be_false || self.can_satisfy_form(row),
            Direction::ToLiteral => can_be_true || can_fail(),
            Direction::Both => {
                can_be_true && self.can_satisfy_form(row) || can_be_false && can_fail()
            }
        }
    }

    /// Returns whether some values of the unknown variables could satisfy the condition of a row.
    /// Ignores the literals on which the row depends. The result may be `true` too often, since a
    /// sum is judged by its least and largest value only, and a parity with an unknown literal
    /// always counts as possible. If all values are known, the result is exact.
    fn can_satisfy_form(&self, row: &ParsedRow) -> bool {
        match row.form {
            RowForm::Clause => row.lits.iter().any(|&lit| self.lit(lit) != Some(false)),
            RowForm::Parity(parity) => {
                let number = row.lits.iter().filter(|&&lit| self.lit(lit) == Some(true)).count();
                let is_open = row.lits.iter().any(|&lit| self.lit(lit).is_none());
                is_open || (number % 2 == 1) == (*parity == Parity::Odd)
            }
            RowForm::Unequal(bound) => {
                let (least, largest) = self.sum(row);
                least != largest || least != *bound
            }
            RowForm::Sum(relation, bound) => {
                let (least, largest) = &self.sum(row);
                match relation {
                    Relation::AtLeast => largest >= bound,
                    Relation::AtMost => least <= bound,
                    Relation::Exactly => least <= bound && bound <= largest,
                }
            }
        }
    }

    /// Returns the least and the largest value that the total weight of the row's true literals can
    /// have if the known values are kept.
    fn sum(&self, row: &ParsedRow) -> (Integer, Integer) {
        let one = &Integer::Small(1);
        let weight = |place: usize| row.weights.map_or(one, |weights| &weights[place]);
        self.range(row.lits.iter().enumerate().map(|(place, &lit)| (weight(place), lit)))
    }

    /// Returns the least and the largest value that the total weight of the true literals of
    /// `terms` can have if the known values are kept. Each term counts on its own, so the range may
    /// be too wide if an unknown variable is in several terms.
    fn range<'t>(&self, terms: impl Iterator<Item = (&'t Integer, Literal)>) -> (Integer, Integer) {
        let (mut least, mut largest) = (Integer::default(), Integer::default());
        for (weight, lit) in terms {
            match self.lit(lit) {
                Some(false) => {}
                Some(true) => {
                    least += weight;
                    largest += weight;
                }
                None if weight.is_negative() => least += weight,
                None => largest += weight,
            }
        }
        (least, largest)
    }
}

/// Returns the number, from 1, of the first hard row that is known to be violated, whatever the
/// values of the unknown variables are. `known` has one item for each variable; `None` means
/// unknown. Returns `None` if no such row is found. Some violated rows are not found, since a sum
/// is judged only by its least and its largest value, a parity with an unknown literal counts as
/// possible, and the reification of a row is judged separately from the row.
pub fn find_violated_row(written: &ParsedModel, known: &[Option<bool>]) -> Option<usize> {
    let truth = KnownValues::from_partial(written, known.to_vec());
    let mut rows = (1..).zip(written.rows()).filter(|&(number, _)| !written.is_added(number));
    let broken = rows.find(|(_, row)| row.cost.is_none() && !truth.can_satisfy(row));
    broken.map(|(number, _)| number)
}

/// Returns the index in `KnownValues::values` of a literal's variable or product.
fn index(lit: Literal) -> usize {
    lit.unsigned_abs() as usize - 1
}

/// Returns the soft rows that an assignment breaks. Each has its number among all rows of the file,
/// counted from 1. If `truth` leaves values unknown, returns only rows that are broken whatever the
/// unknown values are. It may then miss some of these rows, since a sum is judged only by its least
/// and its largest value, a parity with an unknown literal counts as possible, and the reification
/// of a row is judged separately from the row.
pub fn broken_soft_rows<'a>(
    written: &'a ParsedModel,
    truth: &'a KnownValues,
) -> impl Iterator<Item = (usize, ParsedRow<'a>)> {
    (1..)
        .zip(written.rows())
        .filter(|(_, row)| row.cost.is_some())
        .filter(|(_, row)| !truth.can_satisfy(row))
}

/// Checks a complete assignment: `truth` must know all values; otherwise violations may be missed.
/// Returns the sense and the value of the objective. If the file has costs and no objective,
/// returns the total cost of the broken soft rows, which is minimised. These values are not yet
/// divided by [`ParsedModel::divisor`]. Returns `None` if the file has neither costs nor an
/// objective. The error is the first violation. First the hard rows are checked, then the top (the
/// cost must be below it), then the cubes (all literals of at least one cube must be true).
pub fn check(
    written: &ParsedModel,
    truth: &KnownValues,
) -> Result<Option<(Sense, Integer)>, Violation> {
    let mut cost = Integer::default();
    for (number, row) in (1..).zip(written.rows()).filter(|&(number, _)| !written.is_added(number))
    {
        match row.cost {
            _ if truth.can_satisfy(&row) => {}
            Some(penalty) => cost += penalty,
            None => return Err(Violation::Row(number)),
        }
    }
    if written.top().is_some_and(|top| cost >= *top) {
        return Err(Violation::Top);
    }
    let cubes = written.cubes();
    let is_true = |cube: &[Literal]| cube.iter().all(|&lit| truth.lit(lit) == Some(true));
    if !cubes.is_empty() && !cubes.iter().any(|cube| is_true(cube)) {
        return Err(Violation::Cubes);
    }
    if let Some(aim) = written.objective() {
        let (value, _) = truth.range(aim.terms.iter().map(|(weight, lit)| (weight, *lit)));
        return Ok(Some((aim.sense, value + aim.constant.clone())));
    }
    Ok(written.is_soft().then_some((Sense::Minimise, cost)))
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    use super::super::format::testing::read_as;
    use super::super::{FORMATS, FilePlace, small};
    use super::*;

    fn read(format: &str, text: &str) -> ParsedModel {
        let format = FORMATS.iter().find(|one| one.name == format).expect("a format of the list");
        read_as(format, text)
    }

    fn checked(written: &ParsedModel, signs: &str) -> Result<Option<i64>, Violation> {
        let values = signs.chars().map(|sign| sign == '+').collect();
        let value = check(written, &KnownValues::new(written, values))?;
        Ok(value.map(|(_, value)| value.to_i64().expect("a small value")))
    }

    #[test]
    fn rows_are_added_up_as_they_stand_there() {
        let written =
            read("opb", "min: 2 a -3 ~b +7 ;\n2 a 3 ~a -2 b >= 1 ;\n1 a b + 1 ~a >= 1 ;\n");
        assert_eq!(checked(&written, "++"), Err(Violation::Row(1)));
        assert_eq!(checked(&written, "+-"), Err(Violation::Row(2)));
        assert_eq!(checked(&written, "-+"), Ok(Some(7)));
        assert_eq!(checked(&written, "--"), Ok(Some(4)));
    }

    #[test]
    fn broken_soft_rows_cost_each_time_they_stand_there() {
        let written = read("wcnf", "h 1 2 0\n3 -1 0\n3 -1 0\n4 -2 -1 0\n0 1 0\n");
        for (signs, value) in [("+-", 6), ("-+", 0), ("++", 10)] {
            assert_eq!(checked(&written, signs), Ok(Some(value)), "{signs}");
        }
        assert_eq!(checked(&written, "--"), Err(Violation::Row(1)));
    }

    #[test]
    fn what_costs_the_top_is_no_answer() {
        let written = read("wbo", "soft: 5 ;\n[2] x1 >= 1 ;\n[3] x2 >= 1 ;\n");
        assert_eq!(checked(&written, "--"), Err(Violation::Top));
        assert_eq!(checked(&written, "+-"), Ok(Some(3)));
        let written = read("wbo", "soft: 0 ;\n1 x1 >= 0 ;\n");
        assert_eq!(checked(&written, "+"), Err(Violation::Top));
    }

    #[test]
    fn one_cube_is_true_as_a_whole() {
        let written = read("icnf", "p inccnf\n1 2 3 0\na 1 -2 0\na -1 3 0\n");
        assert_eq!(checked(&written, "++-"), Err(Violation::Cubes));
        assert_eq!(checked(&written, "+-+"), Ok(None));
        assert_eq!(checked(&written, "-++"), Ok(None));
        assert_eq!(checked(&written, "-+-"), Err(Violation::Cubes));
    }

    #[test]
    fn numbers_that_only_fit_together() {
        let text = "1 a 99999999999999999999999 b -99999999999999999999999 c = 1 ;";
        let written = read("opb", text);
        assert_eq!(checked(&written, "+++"), Ok(None));
        assert_eq!(checked(&written, "+--"), Ok(None));
        assert_eq!(checked(&written, "-++"), Err(Violation::Row(1)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_row_means_what_it_says(asked in small::row(4)) {
            let mut written = ParsedModel::default();
            written.declare_variables(4).expect("a few");
            let small::SampleRow { form, lits, weights, reified } = asked.clone();
            written.row(form, &lits, weights, None, FilePlace::default()).expect("one row");
            reified.into_iter().for_each(|reified| written.reify(reified));
            for values in small::assignments(4) {
                let expected = if asked.is_satisfied(&values) { Ok(None) } else { Err(Violation::Row(1)) };
                prop_assert_eq!(check(&written, &KnownValues::new(&written, values)), expected);
            }
        }
    }
}
