use super::*;

fn read(text: &str) -> Result<(Integer, i32), NotDecimal> {
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
    let big = BigInt::parse_bytes(long.as_bytes(), 10).expect("digits");
    assert_eq!(read(long), Ok((Integer::Large(Box::new(big)), 0)));
}

#[test]
fn what_is_no_number_is_refused() {
    for text in [
        "", "-", ".", "e3", "1e", "1e+", "1.2.3", "1x", "0x10", "--1", "1e1.5", "inf", "1_000", "١",
    ] {
        assert_eq!(read(text), Err(NotDecimal::Malformed), "{text}");
    }
    for text in ["1e401", "1e-401", "1e99999999999999", "1e-2147483648", &"9".repeat(401)] {
        assert_eq!(read(text), Err(NotDecimal::TooLong), "{text}");
    }
    assert!(read("0e500").is_ok());
}

#[test]
fn numbers_are_compared_and_multiplied_exactly() {
    let number = |text| Decimal::read(text, &['e']).expect(text);
    assert_eq!(number("0.30").compare(&number("3e-1")), Ordering::Equal);
    assert_eq!(number("-1e300").compare(&number("1e-300")), Ordering::Less);
    assert_eq!(number("1.25").times_ten_to(3), Integer::Small(1250));
    assert_eq!(number("-9223372036854775808").negated().negated(), number("-9223372036854775808"));
    assert!(
        number("-1e30").is_infinite()
            && number("1e20").is_infinite()
            && !number("99999999999999999999").is_infinite()
    );
}
