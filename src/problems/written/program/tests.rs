use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::check::{KnownValues, check};
use super::super::format::testing::read_as;
use super::super::{lp, small};
use super::*;

fn read(text: &str) -> Result<(Integer, i32), DecimalError> {
    Decimal::read(text, &['e', 'E']).map(|number| (number.digits, number.exponent))
}

#[test]
fn numbers_are_read_exactly() {
    for (text, digits, exponent) in [
        ("1", 1, 0),
        ("-12.50", -125, -1),
        (".5", 5, -1),
        ("5.", 5, 0),
        ("+3.0e-2", 3, -2),
        ("1E3", 1, 3),
        ("0.000", 0, 0),
        ("0.1", 1, -1),
        ("-0", 0, 0),
        ("007", 7, 0),
    ] {
        assert_eq!(read(text), Ok((Integer::Small(digits), exponent)), "{text}");
    }
    let long = "123456789012345678901234567890";
    let large = Integer::from_digits(false, long.as_bytes()).expect("digits");
    assert_eq!(read(long), Ok((large, 0)));
}

#[test]
fn what_is_no_number_is_refused() {
    for text in [
        "", "-", ".", "e3", "1e", "1e+", "1.2.3", "1x", "0x10", "--1", "1e1.5", "inf", "1_000", "١",
    ] {
        assert_eq!(read(text), Err(DecimalError::Malformed), "{text}");
    }
    for text in ["1e401", "1e-401", "1e99999999999999", "1e-2147483648", &"9".repeat(401)] {
        assert_eq!(read(text), Err(DecimalError::TooLong), "{text}");
    }
    assert!(read("0e500").is_ok());
}

#[test]
fn numbers_are_compared_and_multiplied_exactly() {
    let number = |text| Decimal::read(text, &['e']).expect(text);
    assert_eq!(number("0.30"), number("3e-1"));
    assert!(number("-1e300") < number("1e-300"));
    assert_eq!(number("1.25").times_ten_to(3), Integer::Small(1250));
    assert_eq!(number("-9223372036854775808").negated().negated(), number("-9223372036854775808"));
}

#[test]
fn rational_numbers_are_exact() {
    let number = |text: &str| Decimal::read_quotient(text, &['e']).expect(text);
    for (one, other) in [
        ("9/10", "0.9"),
        ("-1/3", "1/-3"),
        ("2/4", "1/2"),
        ("0.5/0.25", "2"),
        ("1e2/1e-1", "1000"),
        ("0/7", "0"),
        ("10/10", "1"),
    ] {
        assert_eq!(number(one), number(other));
    }
    assert!(number("1/3") != number("0.3333333333333333"));
    assert!(number("2/3") < number("3/4"));
    assert!(number("-2/3") > number("-3/4"));
    assert_eq!([number("7/3").floor(), number("-7/3").floor()], [2.into(), (-3).into()]);
    assert_eq!([number("6/3").ceil(), number("-7/3").ceil()], [2.into(), (-2).into()]);
    let numbers = ["1/6", "0.25", "3", "-2/9"].map(number);
    let denominator = Denominator::common(numbers.iter()).expect("few digits");
    let whole = numbers.each_ref().map(|one| one.times(&denominator));
    assert_eq!(denominator.to_integer(), Integer::Small(1800));
    assert_eq!(whole, [300, 450, 5400, -400].map(Integer::Small));
    assert!(
        number("-1e30").is_infinite()
            && number("1e20").is_infinite()
            && number("3e20/3").is_infinite()
            && !number("99999999999999999999").is_infinite()
    );
    for text in ["1/0", "1/", "/1", "1/2/3", "1 / 2", "1/x"] {
        assert_eq!(Decimal::read_quotient(text, &['e']), Err(DecimalError::Malformed), "{text}");
    }
    let long = format!("1/{}", "9".repeat(401));
    for text in ["1e300/1e-300", &long] {
        assert_eq!(Decimal::read_quotient(text, &['e']), Err(DecimalError::TooLong), "{text}");
    }
    let long = [298, 297].map(|zeros| number(&format!("1/1{}1", "0".repeat(zeros))));
    assert!(Denominator::common(long.iter()).is_none());
}

/// An integer program with small numbers: for each variable its bounds and whether it may be 0
/// besides, rows with coefficients, and an objective.
#[derive(Clone, Debug)]
struct SmallProgram {
    variables: Vec<(i64, i64, bool)>,
    rows: Vec<(Vec<i64>, Relation, i64)>,
    objective: Vec<i64>,
}

fn small_program() -> impl Strategy<Value = SmallProgram> {
    let variable = (-3_i64..4, 0_i64..5, any::<bool>())
        .prop_map(|(least, width, is_semi)| (least, least + width, is_semi && least > 0));
    let relation =
        prop_oneof![Just(Relation::AtMost), Just(Relation::AtLeast), Just(Relation::Exactly)];
    let weights = || proptest::collection::vec(-4_i64..5, 3);
    let row = (weights(), relation, -9_i64..10);
    (proptest::collection::vec(variable, 1..4), proptest::collection::vec(row, 0..4), weights())
        .prop_map(|(variables, rows, objective)| SmallProgram { variables, rows, objective })
}

impl SmallProgram {
    fn sum(&self, weights: &[i64], values: &[i64]) -> i64 {
        weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
    }

    fn text(&self) -> String {
        let terms = |weights: &[i64]| -> String {
            let terms = weights.iter().zip(0..self.variables.len());
            terms.map(|(weight, place)| format!(" + {weight} x{place}")).collect()
        };
        let rows = self.rows.iter().map(|(weights, relation, bound)| {
            format!("{} {} {bound}\n", terms(weights), relation.sign())
        });
        let bounds = self.variables.iter().enumerate().map(|(place, (least, largest, _))| {
            format!("{}/2 <= x{place} <= {}/2\n", 2 * least - 1, 2 * largest + 1)
        });
        let is_semi = |&place: &usize| self.variables[place].2;
        let names = |places: Vec<usize>| -> String {
            places.into_iter().map(|place| format!(" x{place}")).collect()
        };
        let all = 0..self.variables.len();
        format!(
            "max{}\nst\n{}Bounds\n{}General\n{}\nSemi\n{}\nEnd\n",
            terms(&self.objective),
            rows.collect::<String>(),
            bounds.collect::<String>(),
            names(all.clone().collect()),
            names(all.filter(is_semi).collect()),
        )
    }

    /// Returns all answers with their values of the objective.
    fn answers(&self) -> BTreeMap<Vec<i64>, i64> {
        let mut points = vec![Vec::new()];
        for &(least, largest, is_semi) in &self.variables {
            let zero = (is_semi && least > 0).then_some(0);
            let values: Vec<i64> = zero.into_iter().chain(least..=largest).collect();
            points = points
                .into_iter()
                .flat_map(|point: Vec<i64>| {
                    values.iter().map(move |&value| [&point[..], &[value]].concat())
                })
                .collect();
        }
        let holds = |(weights, relation, bound): &(Vec<i64>, Relation, i64), point: &[i64]| {
            let sum = self.sum(weights, point);
            match relation {
                Relation::AtMost => sum <= *bound,
                Relation::AtLeast => sum >= *bound,
                Relation::Exactly => sum == *bound,
            }
        };
        points
            .into_iter()
            .filter(|point| self.rows.iter().all(|row| holds(row, point)))
            .map(|point| (point.clone(), self.sum(&self.objective, &point)))
            .collect()
    }
}

/// Rows with weights of both signs bound no integer, but an answer does, if all of them cost.
#[test]
fn answers_of_rows_with_mixed_signs_are_found() {
    let mut random = fastrand::Rng::with_seed(0);
    let names: Vec<String> = (0..40).map(|number| format!("x{number}")).collect();
    let mut bounded = 0;
    for most in [3, 5, 7, 9, 12] {
        let point: Vec<i64> = names.iter().map(|_| random.i64(0..=most)).collect();
        let mut text = format!("min {}\nst\n", names.join(" + "));
        for _ in 0..60 {
            let (mut terms, mut sum) = (String::new(), 0);
            for _ in 0..random.usize(5..=8) {
                let (weight, at) = (random.i64(-9..=9), random.usize(..names.len()));
                terms += &format!("{weight:+} {} ", names[at]);
                sum += weight * point[at];
            }
            let is_upper = random.bool();
            let bound = if is_upper { sum + random.i64(0..10) } else { sum - random.i64(0..10) };
            text += &format!("{terms}{} {bound}\n", if is_upper { "<=" } else { ">=" });
        }
        let written = read_as(&lp::FORMAT, &format!("{text}general\n{}\nend\n", names.join(" ")));
        assert_eq!(written.integers().len(), names.len());
        bounded += usize::from(written.remarks().iter().any(|remark| remark.contains("an answer")));
    }
    assert!(bounded >= 2, "{bounded} programs need an answer");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// The assignments that satisfy a model are the answers of the program, each once, with the
    /// same objective.
    #[test]
    fn a_model_has_the_answers_of_the_program(program in small_program()) {
        let written = read_as(&lp::FORMAT, &program.text());
        prop_assume!(written.variables() <= 12);
        let mut found = BTreeMap::new();
        for values in small::assignments(written.variables()) {
            let Ok(value) = check(&written, &KnownValues::new(&written, values.clone())) else {
                continue;
            };
            let known: Vec<Option<bool>> = values.iter().copied().map(Some).collect();
            let assignment: BTreeMap<String, i64> =
                super::super::answer::assignment(&written, &known).into_iter().collect();
            let point: Vec<i64> = assignment.into_values().collect();
            let value = value.map_or(Integer::default(), |(_, value)| value);
            prop_assert_eq!(found.insert(point.clone(), value), None, "{:?} twice", point);
        }
        let expected: BTreeMap<Vec<i64>, Integer> = program
            .answers()
            .into_iter()
            .map(|(point, value)| (point, Integer::from(value)))
            .collect();
        prop_assert_eq!(found, expected, "{}", program.text());
    }
}
