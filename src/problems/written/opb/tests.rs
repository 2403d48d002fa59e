use super::super::Direction;
use super::super::check::{KnownValues, check};
use super::super::format::testing::{read_as, refused_as, rows_of, terms};
use super::*;

fn rows(text: &str) -> Vec<String> {
    rows_of(&read_as(&FORMAT, text))
}

fn aim(text: &str) -> String {
    let written = read_as(&FORMAT, text);
    let Some(aim) = written.objective() else { return String::new() };
    let weighted = aim.terms.iter().map(|(weight, lit)| (format!("{weight}*"), lit));
    format!("{} {} + {}", aim.sense.name(), terms(&written, weighted), aim.constant)
}

#[test]
fn terms_are_written_in_many_ways() {
    for text in [
        "1 x1 +2 ~x2 -1 x3 >= 2;",
        "+ 1 x1 + 2 ~x2 - 1 x3 >= +2 ;",
        "x1 + 2 ~x2 -x3 >= 2;",
        "1*x1 +2 * ~x2 + -1*x3 >= + 2;",
        "@label\n1 x1\n\n+2\n~x2 - x3\r\n>=\n2\n;",
        ";; x1 +2 ~x2 -x3 >= 2;; * the end",
        "x1+2*~x2 -x3>=2;",
        "3 + x1 +2 ~x2 -x3 >= 5;",
        "x1 +2 ~x2 -x3 - 4 >= -2;",
        "x1 +2 ~x2 -x3 > 1;",
        "- -1 x1 +2 ~x2 -x3 > 1;",
    ] {
        assert_eq!(rows(text), ["1*x1 2*~x2 -1*x3 >= 2"], "{text:?}");
    }
    assert_eq!(
        rows("x1 + x2 >= 1; x1 +x2 < 2 ; x2 + 2 x1 = 1;"),
        ["x1 x2 >= 1", "x1 x2 <= 1", "1*x2 2*x1 = 1"]
    );
}

#[test]
fn rows_stay_as_they_are_written() {
    assert_eq!(rows("1 x1 1 x1 -1 ~x1 0 x2 >= 0;"), ["1*x1 1*x1 -1*~x1 0*x2 >= 0"]);
    assert_eq!(rows(">= 1 ; 0 >= -1; = 0;"), [">= 1", ">= -1", "= 0"]);
    let large = "170141183460469231731687303715884105728";
    assert_eq!(
        rows(&format!("-{large} a +1 b > {large};")),
        [format!("-{large}*a 1*b >= {}9", &large[..large.len() - 1])]
    );
    assert_eq!(rows("1 x1 >= 9223372036854775808; 1 x1 - 1 <= 9223372036854775807;").len(), 2);
}

#[test]
fn objectives() {
    assert_eq!(aim("min: 1 x1 -2 x2 ;"), "minimise 1*x1 -2*x2 + 0");
    assert_eq!(aim("1 x1 >= 1; max : 1 x1 x2 - 2 ~x2 +7 -1 ;"), "maximise 1*(x1 x2) -2*~x2 + 6");
    assert_eq!(aim("min: ;"), "minimise  + 0");
    assert_eq!(aim("min:;"), "minimise  + 0");
    assert_eq!(aim("min: 3;"), "minimise  + 3");
    assert_eq!(aim("min >= 1;"), "");
}

#[test]
fn products() {
    let text = "+1 x1 ~x2 -2 x2*x3*x1 + ~x4*x1 + 3 x1 x1 + 1 ~x2 x1 + 1 x1 ~x1 >= 1;";
    assert_eq!(rows(text), ["1*(~x2 x1) -2*(x1 x2 x3) 1*(~x4 x1) 3*x1 1*(~x2 x1) 1*(~x1 x1) >= 1"]);
    let written = read_as(&FORMAT, text);
    assert_eq!((written.variables(), written.products().count()), (4, 4));
}

#[test]
fn names() {
    let text = "1 _a[1,2] 1 x_{3}^2 1 x0 1 color-red 1 b' 1 x(1) 1 min 1 v.1-2 >= 1;";
    assert_eq!(
        rows(text),
        ["1*_a[1,2] 1*x_{3}^2 1*x0 1*color-red 1*b' 1*x(1) 1*min 1*v.1-2 >= 1"]
            .map(|row| row.replace("1*", ""))
    );
}

#[test]
fn the_header_may_lie() {
    let names = |text: &str| {
        let written = read_as(&FORMAT, text);
        (1..=written.variables())
            .map(|number| written.name(number).unwrap_or("?").to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let row = "1 x4 1 x2 x3 >= 1;";
    assert_eq!(names(&format!("* #variable= 5 #constraint= 1\n{row}")), "x1 x2 x3 x4 x5");
    assert_eq!(
        names(&format!("* hello\n* #variable= 4 #constraint= 99 #product= 1\n{row}")),
        "x1 x2 x3 x4"
    );
    assert_eq!(names(&format!("* #variable= 3 #constraint= 1\n{row}")), "x2 x3 x4");
    assert_eq!(names(&format!("* #variable= many\n{row}")), "x2 x3 x4");
    assert_eq!(names(&format!("* #variable= 100000000 #constraint= 1\n{row}")), "x2 x3 x4");
    assert_eq!(names("* #variable= 5 #constraint= 1\n1 b 1 x2 1 a >= 1;"), "b x2 a");
    assert_eq!(names("* #variable= 2 #constraint= 0\n"), "x1 x2");
    assert_eq!(names(&format!("{row} * #variable= 9\n")), "x2 x3 x4");
}

#[test]
fn decimals_are_exact_and_relations_may_be_unequal() {
    assert_eq!(rows("2 y - 3 x + 1.5 w >= -1.5 ;"), ["20*y -30*x 15*w >= -15"]);
    assert_eq!(rows("0.5 a +.25 b > 0.50 ;"), ["50*a 25*b >= 51"]);
    assert_eq!(rows("a + b - 0.5 < 1. ;"), ["10*a 10*b <= 14"]);
    assert_eq!(rows("1 x1 != 1;\n2 x1 -1 x2 + 3 != 0 ;"), ["x1 != 1", "2*x1 -1*x2 != -3"]);
    let written = read_as(&FORMAT, "min: 2 y - 1.5 x + 1 z + 0.25 ;");
    let aim = written.objective().expect("an objective");
    assert_eq!((aim.constant.to_string(), aim.divisor.to_string()), ("25".into(), "100".into()));
    assert_eq!(rows("0.001 a >= 0.001 ; 2 a >= 1 ;"), ["a >= 1", "2*a >= 1"]);
    assert_eq!(
        rows("1 a≥1; 1 a ≤ 1 ; 1 a == 1 ; 2 a≠0;"),
        ["a >= 1", "a <= 1", "a = 1", "2*a != 0"]
    );
}

#[test]
fn literals_may_be_before_and_after_a_row() {
    for (text, lits, direction) in [
        ("a ==> 1 b >= 1 ;", "a", Direction::ToRow),
        ("a ~c\n==> 1 b >= 1 ;", "a ~c", Direction::ToRow),
        ("1 b >= 1 <== a ~c;", "a ~c", Direction::ToRow),
        ("~a<==1 b >= 1 ;", "~a", Direction::ToLiteral),
        ("1 b >= 1==>~a;", "~a", Direction::ToLiteral),
        ("@c a <==> 1 b >= 1 ;", "a", Direction::Both),
        ("1 b >= 1 <==> a ;", "a", Direction::Both),
    ] {
        let written = read_as(&FORMAT, text);
        assert_eq!(rows_of(&written), ["b >= 1"], "{text}");
        let row = written.rows().next().expect("a row");
        let reified = row.reified.expect("literals");
        let names = terms(&written, reified.lits.iter().map(|lit| (String::new(), lit)));
        assert_eq!((&names[..], reified.direction), (lits, direction), "{text}");
    }
    let written = read_as(&FORMAT, "preserved: b a ;\n1 a 1 b 1 c >= 1 ;");
    assert_eq!(written.projection(), Some(vec![1, 2]));
}

#[test]
fn rows_with_decimals_mean_what_they_say() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut number = || {
        let (whole, part) = (random.i64(-3..4), random.i64(0..1000));
        let decimals = random.usize(0..4);
        let part = part / 10_i64.pow(3 - u32::try_from(decimals).expect("few"));
        let text = match decimals {
            0 => whole.to_string(),
            _ => format!("{whole}.{part:0decimals$}"),
        };
        let sign = if text.starts_with('-') { -1 } else { 1 };
        let part = part * 10_i64.pow(3 - u32::try_from(decimals).expect("few"));
        let part = if decimals == 0 { 0 } else { part };
        (text, sign * (whole.abs() * 1000 + part))
    };
    for round in 0..2_000 {
        let terms = [number(), number(), number()];
        let bound = number();
        let sign = [">=", "<=", "=", "<", ">", "!="][round % 6];
        let sum: Vec<String> =
            (1..).zip(&terms).map(|(at, term)| format!("{} x{at}", term.0)).collect();
        let text = format!("{} {sign} {} ;", sum.join(" "), bound.0);
        let written = read_as(&FORMAT, &text);
        for values in super::super::small::assignments(3) {
            let sum: i64 = terms.iter().zip(&values).filter(|one| *one.1).map(|one| one.0.1).sum();
            let expected = match sign {
                ">=" => sum >= bound.1,
                "<=" => sum <= bound.1,
                "=" => sum == bound.1,
                "<" => sum < bound.1,
                ">" => sum > bound.1,
                _ => sum != bound.1,
            };
            let truth = KnownValues::new(&written, values.clone());
            assert_eq!(check(&written, &truth).is_ok(), expected, "{text} {values:?}");
        }
    }
}

#[test]
fn models_may_have_no_rows() {
    for text in ["", "\n", "* none\n", "* #variable= 0 #constraint= 0\n", "\u{feff}* none\r\n"] {
        assert!(read_as(&FORMAT, text).is_empty(), "{text:?}");
    }
    assert_eq!(read_as(&FORMAT, "* #variable= 3 #constraint= 0\n").variables(), 3);
}

#[test]
fn an_objective_may_end_with_its_line() {
    for text in [
        "min: 1 a 2 b\n1 a 1 b >= 1 ;",
        "min: 1 a 2 b\r\n* a comment\r\n1 a 1 b >= 1 ;",
        "min: 1 a 2 b\n@c1 1 a 1 b >= 1 ;",
        "min: 1 a\n2 b ;\n1 a 1 b >= 1 ;",
        "1 a 1 b >= 1 ;\nmin: 1 a 2 b\n",
        "1 a 1 b >= 1 ;\nmin: 1 a 2 b",
    ] {
        assert_eq!(aim(text), "minimise 1*a 2*b + 0", "{text:?}");
        assert_eq!(rows(text), ["a b >= 1"], "{text:?}");
    }
    assert_eq!(aim("min: +3\n2 a + 1 >= 2 ;"), "minimise  + 3");
    assert_eq!(rows("min: +3\n2 a + 1 >= 2 ;"), ["2*a >= 1"]);
}

#[test]
fn refusals_name_the_place() {
    let relation = "expected a relation `>=`, `<=`, `=`, `<`, `>` or `!=`";
    let number = "expected a number in digits, with a point if it has decimals";
    let behind = "expected a number after the relation, and all terms before it";
    let product = "expected a sign between two terms, or a `*` between two factors";
    let label = "a label like `@c1` before a constraint";
    for (text, refusal) in [
        ("3/4 x1 >= 1;", format!("1:1: unexpected `3/4`; {number}")),
        ("1,5 x1 >= 1;", format!("1:1: unexpected `1,5`; {number}")),
        ("1.2.3 x1 >= 1;", format!("1:1: unexpected `1.2.3`; {number}")),
        ("1.5x1 >= 1;", "1:1: unexpected `1.5x1`; expected a blank or `*` between a coefficient and its literal".to_owned()),
        ("1 x1 =! 1;", format!("1:6: unexpected `=!`; {relation}")),
        ("min: 1 x1\nx2 >= 1 ;", "2:4: unexpected `>=`; expected `;` after the objective".to_owned()),
        ("1 x1 >= 1", "1:10: unexpected end of the text; expected `;` after the number".to_owned()),
        ("1 x1 >= 1\n1 x2 >= 1;", "2:1: unexpected `1`; expected `;` after the number".to_owned()),
        ("1 x1 1", "1:7: unexpected end of the text; expected `;` at the end of the statement".to_owned()),
        ("1 x1", "1:5: unexpected end of the text; expected `;` at the end of the statement".to_owned()),
        ("1 x1;", format!("1:5: unexpected `;`; {relation}")),
        ("1 x1 => 1;", "1:6: unexpected `=>`; expected `>=`".to_owned()),
        ("1 x1 =< 1;", "1:6: unexpected `=<`; expected `<=`".to_owned()),
        ("1 x1 === 1;", format!("1:6: unexpected `===`; {relation}")),
        ("1 x1 ≥= 1;", format!("1:7: unexpected `=`; {behind}")),
        ("1 x1 ≈ 1;", format!("1:6: unexpected `≈`; expected {TERM}")),
        ("1 x1≈ 1;", "1:3: unexpected `x1≈`; expected the name of a variable".to_owned()),
        ("1 x1 ==> x2;", "1:6: unexpected `==>`; expected literals without coefficients before the arrow, or a relation and a number".to_owned()),
        ("1 x1 >= ;", format!("1:9: unexpected `;`; {behind}")),
        ("1 x1 >= 1 x2;", "1:11: unexpected `x2`; expected `;` after the number".to_owned()),
        ("1 x1 >= x2;", format!("1:9: unexpected `x2`; {behind}")),
        ("1 <= x1 + x2 <= 2;", format!("1:6: unexpected `x1`; {behind}")),
        ("x1 x2 >= 1;", format!("1:4: `x2` after another literal; {product}")),
        ("x3 + x1 x2 >= 1;", format!("1:9: `x2` after another literal; {product}")),
        ("1 x1 ~x2 3x3 >= 1;", "1:10: unexpected `3x3`; expected a blank or `*` between a coefficient and its literal".to_owned()),
        ("1e5 x1 >= 1;", "1:1: unexpected `1e5`; expected a blank or `*` between a coefficient and its literal".to_owned()),
        (
            "1 x1 2 >= 1;",
            "1:6: `2` with no literal after it; expected a literal after a coefficient, and a sign before a \
             constant"
                .to_owned(),
        ),
        (
            "2 3 x1 >= 1;",
            "1:1: `2` with no literal after it; expected a literal after a coefficient, and a sign before a \
             constant"
                .to_owned(),
        ),
        ("x1-x2 >= 0;", "1:1: unexpected `x1-x2`; expected blanks around a minus, or a name without `-`".to_owned()),
        ("a + b >= 1; a-b >= 0;", "1:13: unexpected `a-b`; expected blanks around a minus, or a name without `-`".to_owned()),
        ("+3*x1-2*x2 >= 0;", "1:4: unexpected `x1-2`; expected blanks around a minus, or a name without `-`".to_owned()),
        ("1 x1 + >= 1;", "1:8: unexpected `>`; expected a number or a literal".to_owned()),
        ("1 x1 * 2 >= 1;", "1:8: unexpected `2`; expected a literal after `*`".to_owned()),
        ("1 ~ x1 >= 1;", "1:3: unexpected `~`; expected the name of a variable".to_owned()),
        ("1 !x1 >= 1;", "1:3: unexpected `!x1`; expected `~` before a literal that is negated".to_owned()),
        (
            "1 x1\n* 2\n>= 1;",
            "2:1: a line that begins with `*` within a statement; expected a comment between two statements, or all factors of a product on one line"
                .to_owned(),
        ),
        ("min: x1; max: x2;", "1:10: a second objective; expected one objective".to_owned()),
        ("min: x1 >= 1;", "1:9: unexpected `>=`; expected `;` after the objective".to_owned()),
        ("Minimize: x1;", "1:1: unexpected `Minimize:`; expected `min:`".to_owned()),
        ("c1: x1 >= 1;", format!("1:1: unexpected `c1:`; expected `min:` or `max:` before an objective, and {label}")),
        ("x1 + c1: x1 >= 1;", format!("1:6: unexpected `c1:`; expected `;` before this word, and {label}")),
        ("1 x1 1 !x2 >= 1;", "1:8: unexpected `!x2`; expected `~` before a literal that is negated".to_owned()),
        ("1 é >= 1;", "1:3: unexpected `é`; expected names in ASCII".to_owned()),
        ("max 1 x1;", "1:1: unexpected `max`; expected `max:` before an objective".to_owned()),
        ("# note\n1 x1 >= 1;", "1:1: unexpected `#`; expected `*` before a comment".to_owned()),
        ("@ x1 >= 1;", "1:1: unexpected `@`; expected a label like `@c1`".to_owned()),
        ("soft: 3 ;", "1:1: unexpected `soft:`; expected constraints without `soft:`, which only WBO has".to_owned()),
        (
            "[3] x1 >= 1;",
            "1:1: unexpected `[3]`; expected a constraint without a cost in brackets; only WBO has such costs".to_owned(),
        ),
        (
            "* #variable= 9223372036854775808 #constraint= 1\n",
            "1:14: `9223372036854775808` variables promised; expected at most 100,000,000".to_owned(),
        ),
        ("p cnf 1 1\n", "1:1: `p cnf 1 1`, which belongs to DIMACS, in a file of OPB; expected statements that end with `;`; in a file of DIMACS, remove the header `* #variable=`".to_owned()),
        ("1 x1 \u{0} >= 1;", "1:6: the byte 0x00 is no text; expected a text in UTF-8".to_owned()),
    ] {
        assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
    }
}

#[test]
fn what_is_too_long_is_refused() {
    let factors = vec!["x1"; MOST_FACTORS + 1].join(" ");
    for (text, refusal) in [
        (
            format!("1 {} >= 1;", "a".repeat(1_001)),
            "1:3: a name of more than 1,000 bytes; expected a shorter one",
        ),
        (
            format!("1 {factors} >= 1;"),
            "1:3: a product of more than 1,000 literals; expected a shorter one",
        ),
        (
            format!("{} x1 >= 1;", "9".repeat(10_001)),
            "1:1: a number of more than 10,000 digits; expected a shorter one",
        ),
    ] {
        assert_eq!(refused_as(&FORMAT, &text), refusal);
    }
    assert_eq!(rows(&format!("1 {} >= 1;", "a".repeat(1_000))).len(), 1);
    assert_eq!(rows(&format!("{} x1 >= 1;", "9".repeat(10_000))).len(), 1);
}
