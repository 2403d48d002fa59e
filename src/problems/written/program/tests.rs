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
