use super::*;
use crate::written::program::told;

fn read(text: &str) -> Result<ParsedModel, Refusal> {
    read_lp(&Source::new("lp", text), ReadTerms::default())
}

fn says(text: &str) -> String {
    read(text).map_or_else(|refusal| refusal.to_string(), |written| told(&written))
}

/// Returns what is read from a file with this row in line 4 and this bound in line 6.
fn in_file(row: &str, bound: &str) -> String {
    says(&format!("Minimize\n obj: x\nSubject To\n{row}\nBounds\n{bound}\nBinary\n x y z\nEnd\n"))
}

fn row(text: &str) -> String {
    let told = in_file(text, "");
    told.strip_prefix("min 1 x\n").unwrap_or(&told).to_owned()
}

#[test]
fn the_sense_in_the_first_line_shows_the_format() {
    for sense in ["max", "MIN", "Maximize", "minimise obj: x", "\\ a comment\n\n max"] {
        let text = format!("{sense}\n obj: x + 2 y\nst\n c1: x + y <= 1\nbinary\n x y\nend\n");
        assert!((FORMAT.recognises)(&Source::new("model", &text)), "{sense}");
    }
    for text in ["min: +1 x1 ;\n", "min cost\n", "maxi\n"] {
        assert!(!(FORMAT.recognises)(&Source::new("model", text)), "{text}");
    }
}

#[test]
fn a_program_is_read() {
    let text = "\\ a comment\n\\* Problem: p *\\\nMaximize\n obj: 3 x + 2.5 y - z + 4\nSubject To\n c1: x + y >= 1\n c2: x - z <= 0\n\
                c3: x + y\n + z = 2\nBounds\n z = 1\nBinary\n x\n y z\nEnd\n";
    let expected = "max 30 x 25 y -10 z 40 /10\n1 x 1 y >= 1\n1 x -1 z <= 0\n1 x 1 y 1 z = 2\nz\n";
    assert_eq!(says(text), expected);
}

#[test]
fn rows_say_what_they_say_everywhere() {
    for (text, expected) in [
        (
            "x1>=1",
            "lp:4:1: the variable `x1` is continuous; expected integers, in the section `General`, or variables that are 0 or 1, in the section `Binary`",
        ),
        ("x-y>=1", "1 x -1 y >= 1\n"),
        ("x>-1", "1 x >= -1\n"),
        ("x<-1", "1 x <= -1\n"),
        ("c: x=>1", "1 x >= 1\n"),
        ("c: x=<1", "1 x <= 1\n"),
        ("c : x == 1", "1 x = 1\n"),
        ("+ -3 x + y <= 2", "-3 x 1 y <= 2\n"),
        ("- - 3x + y <= 2", "3 x 1 y <= 2\n"),
        ("x + 2 x - x + y >= - 1", "1 x 2 x -1 x 1 y >= -1\n"),
        ("1e3 x + .5 y + 3.0e-2 z >= 1.", "100000 x 50 y 3 z >= 100\n"),
        ("0.1 x + 0.2 y = 0.3", "1 x 2 y = 3\n"),
        ("2e1x >= 1", "20 x >= 1\n"),
        ("99999999999999999999 x >= 1", "99999999999999999999 x >= 1\n"),
        ("0 x + 0.0 y >= 0", "0 x 0 y >= 0\n"),
        ("x + 2 >= 3", "1 x >= 1\n"),
        ("3 >= x + y", "1 x 1 y <= 3\n"),
        ("c: -1 <= x - y <= 1.5", "1 x -1 y >= -1\n10 x -10 y <= 15\n"),
        ("-inf <= x + y <= 1", "1 x 1 y <= 1\n"),
        ("x + y >= -infinity", ""),
        ("5 >= x >= 1", "1 x <= 5\n1 x >= 1\n"),
        ("c: x >= 1\n c: y >= 1\n x + z >= 1", "1 x >= 1\n1 y >= 1\n1 x 1 z >= 1\n"),
        ("c: x >= 1 d: y >= 1", "1 x >= 1\n1 y >= 1\n"),
        ("c:\n x\n+ y\n>=\n1", "1 x 1 y >= 1\n"),
        ("end: x >= 1\n st: y >= 1", "1 x >= 1\n1 y >= 1\n"),
        ("x >= 1 \\ y >= 1", "1 x >= 1\n"),
        ("x >= 1\nlazy constraints\n y >= 1\nUser Cuts\n z >= 1", "1 x >= 1\n1 y >= 1\n1 z >= 1\n"),
        ("3 >= 2 + x", "1 x <= 1\n"),
        ("1 >= 0", "<= 1\n"),
    ] {
        assert_eq!(row(text), expected, "{text}");
    }
}

#[test]
fn rows_that_some_read_otherwise_are_refused() {
    for (text, expected) in [
        (
            "x + y >= 1 + z",
            "lp:4:12: unexpected `+`; expected the end of the row, and the next one on its own line",
        ),
        ("x + y >= z", "lp:4:10: unexpected `z`; expected a number"),
        (
            "x + y >= 2 z",
            "lp:4:12: unexpected `z`; expected the end of the row, and the next one on its own line",
        ),
        ("x y >= 1", "lp:4:3: unexpected `y`; expected a sign or a relation"),
        ("2 3 x >= 1", "lp:4:3: unexpected `3`; expected a sign or a relation"),
        (
            "x / 2 >= 1",
            "lp:4:3: a `/` that is not between two numbers; expected a quotient of numbers, as in `1/2 x`, or `/ 2` after the products of an objective",
        ),
        (
            "2 * x >= 1",
            "lp:4:3: `*`, which belongs to a product; expected products such as `[ 2 x * y + z ^ 2 ]`, followed by `/ 2` in the objective",
        ),
        (
            "x + [ y ^ 3 ] >= 1",
            "lp:4:9: `^`, which belongs to a product; expected products such as `[ 2 x * y + z ^ 2 ]`, followed by `/ 2` in the objective",
        ),
        (
            "x + [ y * z ] / 2 >= 1",
            "lp:4:15: a `/` that is not between two numbers; expected a quotient of numbers, as in `1/2 x`, or `/ 2` after the products of an objective",
        ),
        (
            "x = 2 -> y >= 1",
            "lp:4:5: unexpected `2`; expected 0 or 1, the value for which the row must hold",
        ),
        (
            "x <= 1 -> y >= 1",
            "lp:4:8: an arrow, which makes a row depend on a variable; expected a variable that is 0 or 1 before the arrow, as in \
             `b = 1 -> x + y <= 1`",
        ),
        (
            "x = 1 <-> 1 <= y + z <= 1",
            "lp:4:1: `<->` before a range, or before a row without a finite bound; expected \
             `->` instead of `<->`, or a row with one relation and a finite number",
        ),
        ("x + y", "lp:5:1: unexpected `Bounds`; expected a sign or a relation"),
        (
            "1 <= 2 x = 3",
            "lp:4:10: a second relation that does not form a range with the first; expected one relation, or a range such as \
             `1 <= x + y <= 2`",
        ),
        (
            "0 <= 2 x\n- x - y >= -1",
            "lp:5:9: a second relation that does not form a range with the first; expected one relation, or a range such as \
             `1 <= x + y <= 2`",
        ),
        (
            "0 <= 2 x\n+ x + y <= 1",
            "lp:5:9: a range over several lines, or a row in line 4 and another after it; expected a range on one \
             line, or rows with labels such as `c1:`",
        ),
        ("x +", "lp:5:1: unexpected `Bounds`; expected a variable or a number"),
        (
            "x >= 1\n<= 3",
            "lp:5:1: unexpected `<=`; expected the end of the row, and the next one on its own line",
        ),
        (
            "1,000 x >= 1",
            "lp:4:1: a number with other characters at its end, `1,000`; expected a number and a name, with a blank between them",
        ),
        (
            "x(1, 2) >= 1",
            "lp:4:6: a number with other characters at its end, `2)`; expected a number and a name, with a blank between them",
        ),
        ("1e400000 x >= 1", "lp:4:1: `1e400000` is too long a number; expected at most 400 digits"),
        (
            "3e+x >= 1",
            "lp:4:1: a number with other characters at its end, `3e+x`; expected a number and a name, with a blank between them",
        ),
        ("inf x >= 1", "lp:4:1: `inf` in a sum; expected a variable or a number"),
        ("x >= inf", "lp:4:1: a row that demands an infinite value; expected a finite number"),
        (
            "SOS\n s1: S2:: x:1 y:2",
            "lp:5:6: a set of the type `S2`; expected sets of type `S1`; over variables that are 0 or 1, write one of \
             type `S2` as a row `x1 + x3 <= 1` for each two members that are not neighbours",
        ),
        (
            "General Constraints\n x = EXP ( y )",
            "lp:5:6: unexpected `EXP`; expected a constraint such as `d = AND ( a , b )`, with AND, OR, MIN, MAX or ABS and blanks between all words and signs",
        ),
        (
            "General Constraints\n x = ABS ( y , x )",
            "lp:5:14: unexpected `,`; expected `)`, since ABS has only one variable",
        ),
        (
            "x + y >= 1\n st + y <= 1",
            "lp:5:2: `st` begins a section, but is followed by `+`, as if it were a variable; expected variables \
             with other names than those of sections",
        ),
        (
            "x + y >= 1\n Bin - y <= 1",
            "lp:5:2: `Bin` begins a section, but is followed by `-`, as if it were a variable; expected variables \
             with other names than those of sections",
        ),
        (
            "x >= 1\nBounds\n x <= 1\n st >= 0",
            "lp:7:2: `st` begins a section, but is followed by `>=`, as if it were a variable; expected variables \
             with other names than those of sections",
        ),
        (
            "x >= 1\nbounds - y <= 1",
            "lp:5:1: `bounds` begins a section, but is followed by `-`, as if it were a variable; expected \
             variables with other names than those of sections",
        ),
    ] {
        assert_eq!(row(text), expected, "{text}");
    }
}

/// HiGHS and CBC use a bound wider than 0 to 1 that comes after `Binary`; SCIP and GLPK refuse it.
/// HiGHS and GLPK use such a bound even if it comes before `Binary`.
#[test]
fn wide_bounds_of_binary_variables_are_refused_in_either_order() {
    let binary = "Binary\n x y";
    for (bound, side) in [
        ("x <= 5", "above 1"),
        ("x <= 2", "above 1"),
        ("x <= 1e30", "above 1"),
        ("-2 <= x", "below 0"),
        ("-1 <= x <= 1", "below 0"),
        ("x free", "below 0"),
    ] {
        for sections in [
            format!("{binary}\nBounds\n {bound}"),
            format!("Bounds\n {bound}\n{binary}"),
            format!("General\n x\nBounds\n {bound}\n{binary}"),
            format!("{binary}\nGeneral\n x\nBounds\n {bound}"),
        ] {
            let told = says(&format!("max\n o: x + y\nst\n c: x + 2 y <= 8\n{sections}\nEnd\n"));
            let expected = format!("`x` is declared binary, but a bound lets it be {side}; ");
            assert!(told.contains(&expected), "{sections}: {told}");
        }
    }
    for (bound, expected) in [("x <= 1", ""), ("0 <= x <= 1", ""), ("x >= 0", ""), ("x = 1", "x\n")]
    {
        let told =
            says(&format!("min\n o: x\nst\n c: x + y >= 1\n{binary}\nBounds\n {bound}\nEnd"));
        assert_eq!(told, format!("min 1 x\n1 x 1 y >= 1\n{expected}"), "{bound}");
    }
}

#[test]
fn bounds_of_binary_variables_are_kept() {
    for (bound, expected) in [
        ("x = 0", "-x\n"),
        ("x <= 0", "-x\n"),
        ("1 <= x", "x\n"),
        ("0 <= x <= 1\n y >= 0", ""),
        ("x <= 0.5", "-x\n"),
        ("0.5 <= x", "x\n"),
        ("-0.5 <= x <= 1.5", ""),
        ("x >= 1\n x <= 0", "x\n-x\n"),
        ("x <= 1\n x <= 1.0", ""),
    ] {
        assert_eq!(in_file("x >= 0", bound), format!("min 1 x\n1 x >= 0\n{expected}"), "{bound}");
    }
    for (bound, expected) in [
        ("x >= 2", "lp:6:1: the bounds of `x` exclude 0 and 1; "),
        ("x <= -1", "lp:6:1: the bounds of `x` exclude 0 and 1; "),
        ("x <= 5", "lp:6:1: `x` is declared binary, but a bound lets it be above 1; "),
        ("-2 <= x", "lp:6:1: `x` is declared binary, but a bound lets it be below 0; "),
        ("x free", "lp:6:1: `x` is declared binary, but a bound lets it be below 0; "),
        ("0 <= x <= inf", "lp:6:1: `x` is declared binary, but a bound lets it be above 1; "),
        (
            "x <= 1\n x <= 0",
            "lp:7:2: another upper bound of `x`; expected one lower and one upper bound for each variable",
        ),
        ("2 x <= 1", "lp:6:1: unexpected `2`; expected a variable, or a number and a relation"),
        ("x", "lp:7:1: unexpected `Binary`; expected a relation and a number, or `free`"),
        ("x <= y", "lp:6:6: unexpected `y`; expected a number"),
        ("x <= -inf", "lp:6:1: a bound that demands an infinite value; expected a finite number"),
    ] {
        let told = in_file("x >= 0", bound);
        assert!(told.starts_with(expected), "{bound}: {told}");
    }
}

#[test]
fn integers_are_taken_with_their_bounds() {
    let file = |sections: &str| says(&format!("min\n\nst\n c: x >= 1\n{sections}\nend"));
    assert_eq!(file("GENERALS\n x\nbounds\n x <= 1"), "1 x >= 1\n");
    assert_eq!(file("bound\n 0 <= x <= 1.9\nInt\n x"), "1 x >= 1\n");
    assert_eq!(file("bounds\n -0.5 <= x <= 0\ngen\n x"), "1 x >= 1\n-x\n");
    assert_eq!(file("bounds\n x = 1\ngen\n x"), "1 x >= 1\nx\n");
    assert_eq!(file("bounds\n x = 1"), ">= 0\n");
    assert_eq!(file("bounds\n x = 0"), ">= 1\n");
    assert_eq!(file("gen\n x\nbounds\n x <= 2"), "1 x#0 >= 0\n");
    assert_eq!(file("gen\n x\nbounds\n -1 <= x <= 1"), ">= 0\n");
    for (sections, fault) in [
        ("gen\n x", "6:2: the integer variable `x` has no upper bound, and its rows give none: "),
        ("gen\n x\nbounds\n x <= 1e30", "8:2: the integer variable `x` has no upper bound, "),
        (
            "gen\n x\nbounds\n x <= 1e19",
            "8:2: by its bounds or by the rows, `x` has values of more than 62 bits; ",
        ),
        ("gen\n x\nbounds\n x <= -1", "8:2: the upper bound of `x` is negative, and no lower "),
        ("bounds\n x <= 1", "4:5: the variable `x` is continuous; "),
        ("", "4:5: the variable `x` is continuous; "),
        ("bounds\n x <= 3\nsemi\n x", "4:5: the variable `x` is semi-continuous, but not an "),
    ] {
        assert!(
            file(sections).starts_with(&format!("lp:{fault}")),
            "{sections}: {}",
            file(sections)
        );
    }
}

#[test]
fn sections_within_lines() {
    let text = "Minimize a + 2 b subject to a + b >= 1 bounds a <= 0 binary a b end";
    assert_eq!(says(text), "min 1 a 2 b\n1 a 1 b >= 1\n-a\n");
    assert_eq!(
        says("max st + bin\nst\n c: st + bin <= 1\n end: st - bin >= 0\nbinary bin st\nend"),
        "max 1 st 1 bin\n1 st 1 bin <= 1\n1 st -1 bin >= 0\n"
    );
    assert_eq!(says("min subject to x >= 1 bin x end"), "1 x >= 1\n");
    assert_eq!(says("min x st - x >= -1\nbounds 0 <= x <= 1\nbin x end"), "min 1 x\n-1 x >= -1\n");
    assert_eq!(says("min x st\n x >= 0\nbin\n x\ngen semi sos end"), "min 1 x\n1 x >= 0\n");
}

#[test]
fn a_variable_that_counts_nothing_leaves_no_term() {
    for text in ["Minimize\n0 x\nEnd\n", "Minimize\n0 x + b\nBinary\nb\nEnd\n"] {
        let written = crate::written::format::testing::read_as(&FORMAT, text);
        let terms = &written.objective().expect("an objective").terms;
        assert!(terms.iter().all(|(_, lit)| *lit != 0), "{text}");
    }
}

#[test]
fn what_the_others_define_is_replaced() {
    for (row, bound, expected) in [
        ("x + y + s = 3", "s <= 2", "1 x 1 y <= 3\n1 x 1 y >= 1\n"),
        ("x + y - 2 s = 0", "-1 <= s <= 0.5", "1 x 1 y >= -2\n10 x 10 y <= 10\n"),
        ("x + y + s = 3", "s free", ""),
        ("2 s = 3\n x + s >= 2", "s free", "2 x >= 1\n"),
        ("x + s >= 3", "s = 2.5", "10 x >= 5\n"),
        ("x - s = 0\n s - t = 0\n t + y >= 1", "s free\n t free", "1 x 1 y >= 1\n"),
    ] {
        assert_eq!(in_file(row, bound), format!("min 1 x\n{expected}"), "{row}; {bound}");
    }
    let told =
        says("min o\nst\n c: 3 x + 2 y - 4 o = -1\n d: o >= 0.5\nbounds\n o free\nbin\n x y\nend");
    assert_eq!(told, "min 3 x 2 y 1 /4\n30 x 20 y >= 10\n");
    for (row, bound) in [
        ("x + s >= 1", "s <= 1"),
        ("x + [ s * y ] = 1", "s free"),
        ("s = 1 -> x = 1\n s + y = 1", "s free"),
        ("x + y + s = 3", "s <= -1"),
    ] {
        let told = in_file(row, bound);
        assert!(told.contains("`s` is") || told.contains("of `s`"), "{row}: {told}");
    }
}

#[test]
fn all_variables_with_faults_are_named() {
    let text = "min x\nst\n x + y + z >= 1\nbounds\n y <= 10\n z <= -3\ngen\n x z\nend";
    let expected =
        "lp:6:2: the upper bound of `z` is negative, and no lower bound is stated; expected ";
    assert!(says(&text.replace("gen\n x", "gen\n x y")).starts_with(expected), "{}", says(text));
    let both =
        "lp:3:6: the variable `y` is continuous, and another one has a fault, too: `z`; expected ";
    assert!(says(text).starts_with(both), "{}", says(text));
}

/// The model, its integers with their values, and the remarks of a file.
fn integers(text: &str) -> Result<Vec<String>, String> {
    let written = read(text).map_err(|refusal| refusal.to_string())?;
    let integers = written.integers().iter().map(|one| {
        let values =
            one.domain.to_string().replace("a whole number from ", "").replace(" to ", "..");
        format!("{} {values}", one.name)
    });
    Ok(integers.chain(written.remarks().iter().cloned()).collect())
}

#[test]
fn integers_are_sums_of_their_digits() {
    let file = |rows: &str, sections: &str| says(&format!("max x\nst\n{rows}\n{sections}\nend"));
    assert_eq!(
        file("2 x + y <= 9", "bounds\n -3 <= x <= 3\ngen\n x\nbin\n y"),
        "max 1 x#0 2 x#1 4 x#2 -3\n2 x#0 4 x#1 8 x#2 1 y <= 15\n1 x#0 2 x#1 4 x#2 <= 6\n"
    );
}

#[test]
fn rows_bound_integers() {
    let file = |rows: &str, sections: &str| {
        integers(&format!("min x\nst\n{rows}\n{sections}\nend")).expect("bounded integers")
    };
    assert_eq!(
        file("x + 2 y <= 7\n x - y = 1\n 3 x >= 4", "gen\n x y"),
        ["x 2..3", "y 1..2"],
        "both sides of rows, to a fixed point"
    );
    assert_eq!(
        file("2 x - 3 y = 1\n x <= 9", "bounds\n x >= -4\n y free\ngen\n x y"),
        ["x -4..8", "y -3..5"]
    );
    assert_eq!(
        file("x + y >= 3", "bounds\n 2 <= y <= 4.5\n x <= 9\ngen\n x y\nsemi\n y"),
        ["x 0..9", "y 0, or 2..4"]
    );
    assert_eq!(
        file("x + y >= 3\n x <= 2", "bounds\n 2 <= y <= 4\ngen\n x y\nsemi\n y"),
        ["x 0..2", "y 2..4"]
    );
    assert_eq!(
        file("x + y <= 3\n y <= 1", "bounds\n 2 <= y <= 4\ngen\n x y\nsemi\n y"),
        ["x 0..3", "y 0..0"]
    );
    assert_eq!(file("x <= 9", "bounds\n x = 5\ngen\n x"), ["x 5..5"]);
    for bounds in ["x free\n x <= 3", "x free\n x <= 3\n x >= -9", "-inf <= x <= inf\n x <= 3"] {
        assert_eq!(file("x >= -4", &format!("bounds\n {bounds}\ngen\n x")), ["x -4..3"]);
    }
    let told = says("min x\nst\n x >= -4\nbounds\n x <= 3\n x free\ngen\n x\nend");
    assert!(told.starts_with("lp:6:2: another upper bound of `x`; "), "{told}");
}

#[test]
fn what_rows_leave_open_follows_from_an_answer() {
    let told = integers("min 3 x + 2 y\nst\n x + y >= 11\ngen\n x y\nend").expect("bounds");
    assert!(told[2].starts_with("the bounds of integers follow from an answer"), "{told:?}");
    let told = integers("max x - y\nst\n x <= 3\nbounds\n x free\ngen\n x y\nend").expect("bounds");
    assert!(told[0].ends_with("..3") && told[1].starts_with("y 0.."), "{told:?}");
    for (text, part) in [
        ("max x + y\nst\n x - y <= 3\ngen\n x y\nend", "so the objective is perhaps unbounded"),
        ("min x\nst\n x - y <= 3\ngen\n x y\nend", "does not bound it"),
        ("min x\nst\n x - y <= 3\ngen\n x y\nend", "row in line 3"),
        ("min\nst\n x - y <= 3\ngen\n x y\nend", "without an objective"),
        ("min x\nst\n 7 x - 7 y <= -3\n 7 x - 7 y >= -5\ngen\n x y\nend", "no answer was found"),
    ] {
        let told = integers(text).expect_err("no bound");
        assert!(told.contains(part) && told.contains("--int-bound N"), "{text}: {told}");
    }
}

#[test]
fn an_integer_in_no_row_may_have_any_value() {
    let told = integers("min x\nst\n x <= 9\nbounds\n y free\ngen\n x y\nend").expect("a model");
    assert_eq!(
        told,
        ["x 0..9", "`y` is in no row and may have any value, so answers have no value for it"]
    );
}

/// Only answers that are at least as good as the one that bounds the integers are answers.
#[test]
fn a_model_with_bounds_from_an_answer_says_so() {
    let written = read("min x\nst\n x + y >= 1\n x - z = 0\nbounds\n y <= 5\ngen\n x y z\nend");
    let written = written.expect("bounded integers");
    let names: Vec<&str> = written.rows().filter_map(|row| row.name).collect();
    assert!(names.contains(&"objective of the answer that bounds integers"), "{names:?}");
    assert_eq!(written.rows_of_file(), 2);
}

#[test]
fn an_equation_without_solutions_is_told() {
    let told = integers("min x\nst\n c: 6 x + 9 y = 5\ngen\n x y\nend").expect("a model");
    assert_eq!(
        told[2],
        "row `c` (line 3) has no solution: its left side is a multiple of 3, but 5 is not"
    );
}

#[test]
fn a_bound_of_the_user_closes_what_is_open() {
    let text = "max x + y\nst\n x - y <= 3\n z + w >= 0\nbounds\n y <= 2\n z free\n w <= 1\n v free\ngen\n x y z w v\nend";
    let terms = ReadTerms { int_bound: Some(4), ..ReadTerms::default() };
    let written = read_lp(&Source::new("lp", text), terms).expect("bounded integers");
    let domains: Vec<String> =
        written.integers().iter().map(|one| one.domain.to_string()).collect();
    assert_eq!(
        domains,
        ["0 to 5", "0 to 2", "-1 to 4", "-4 to 4"].map(|one| format!("a whole number from {one}"))
    );
    assert_eq!(written.int_bound, Some(4));
}

#[test]
fn integers_are_no_conditions() {
    for rows in [
        "x = 1 -> y >= 1",
        "y >= 0\nSOS\n s: S1 :: x:1 y:2",
        "y >= 0\nGeneral Constraints\n y = OR ( x , z )",
    ] {
        let told = says(&format!("min y\nst\n{rows}\nbounds\n x <= 3\nbin\n y z\ngen\n x\nend"));
        assert!(told.contains("the integer variable `x`, which may have other values"), "{told}");
    }
}

#[test]
fn the_format_of_lp_solve_is_named() {
    for text in [
        "/* Objective function */\nmax: +143 x +60 y;\n",
        "max: 3x+2y;\nc1: x + y <= 4;\nint x;\n",
        "// a comment\nmin: x;\n",
        "minimise: x;\nx >= 1;\n",
        "max: ;\n",
    ] {
        assert!(says(text).contains("the LP format of lp_solve"), "{text}: {}", says(text));
    }
}

#[test]
fn objectives_may_be_empty_or_constant() {
    let file = |objective: &str| says(&format!("{objective}\nsubject to:\nbinary\n x y\nend"));
    for (objective, expected) in [
        ("Minimize", ""),
        ("MAXIMUM obj:", ""),
        ("min 0 x", "min 0 x\n"),
        ("min obj: 2.5", "min 25 /10\n"),
        ("max 3 + x - 0.50 y - 1", "max 10 x -5 y 20 /10\n"),
    ] {
        assert_eq!(file(objective), expected, "{objective}");
    }
    assert!(file("min a: x b: y").starts_with("lp:1:10: a second objective; "));
    assert!(file("min multi-objectives\n a: x").starts_with("lp:2:2: a second objective; "));
    assert!(
        file("min: x").starts_with("lp:1:1: unexpected `min`; expected `Minimize` or `Maximize`")
    );
    assert!(file("x + y").starts_with("lp:1:1: unexpected `x`; expected `Minimize` or `Maximize`"));
}

#[test]
fn half_a_file_is_refused() {
    let text = "Minimize\n x\nSubject To\n c: x + y >= 1\nBinary\n x y\nEnd\n";
    assert!(read(text).is_ok());
    for end in 0..text.len() - 4 {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
    assert_eq!(says(&format!("{text}x")), "lp:8:1: unexpected `x`; expected nothing after `End`");
}

#[test]
fn odd_names_are_names() {
    let names = [
        "x[1,2]",
        "Ans(1,1,1)",
        "x#1",
        "_a.b",
        "e9",
        "ünï",
        "x!\"$%&;?@'`{}~|",
        "free",
        "min",
        "x.",
    ];
    for name in names {
        let text = format!("min\n 2 {name}\nst\n 1 <= {name}\nbin\n 0x {name}\nend");
        assert!(says(&text).starts_with("lp:6:2: unexpected `0`"), "{text}");
        let text = format!("min\n 2 {name}\nst\n 1 <= {name}\nbin\n x {name}\nend");
        assert_eq!(says(&text), format!("min 2 {name}\n1 {name} >= 1\n"));
    }
}

mod replaced_variables {
    use proptest::prelude::*;

    use super::read;
    use crate::exchange::DerivedValue;
    use crate::written::small;

    proptest! {
        #[test]
        fn have_the_values_that_follow(
            numbers in prop::collection::vec(-3..=3_i32, 5),
            divisors in prop::collection::vec(prop::sample::select(&[-4, -2, -1, 1, 2, 5][..]), 2),
            is_turned in any::<bool>(),
        ) {
            let [a, b, c, d, e] = numbers[..] else { unreachable!("five numbers") };
            let [one, two] = divisors[..] else { unreachable!("two numbers") };
            let rows = [
                format!(" r1: {one} s + {a} x + {b} t + [ {c} x * y ] = {d}\n"),
                format!(" r2: {two} t - 0.5 z + {e} x = 1.25\n"),
            ];
            let (first, second) = if is_turned { (&rows[1], &rows[0]) } else { (&rows[0], &rows[1]) };
            let text = format!(
                "min\n o: x + y + z\nst\n{first}{second}bounds\n s free\n t free\nbin\n x y z\nend\n"
            );
            let written = read(&text).expect(&text);
            for values in small::assignments(3) {
                let value = |name: &str| {
                    let number = written.find_variable(name).expect(name);
                    f64::from(u8::from(values[number - 1]))
                };
                let (x, y, z) = (value("x"), value("y"), value("z"));
                let f = f64::from;
                let t = (1.25 + 0.5 * z - f(e) * x) / f(two);
                let s = (f(d) - f(a) * x - f(b) * t - f(c) * x * y) / f(one);
                let known: Vec<Option<bool>> = values.iter().copied().map(Some).collect();
                for (name, value) in [("s", s), ("t", t)] {
                    let said = |value| [DerivedValue { name: name.to_owned(), value }];
                    let told = written.asides.validate(&known, &said(value));
                    prop_assert_eq!(told, Ok(()), "{}", text);
                    prop_assert!(written.asides.validate(&known, &said(value + 0.1)).is_err());
                }
            }
        }
    }
}

mod guarded_rows {
    use proptest::prelude::*;

    use super::read;
    use crate::written::check::{KnownValues, check};
    use crate::written::small;

    type Relation = (&'static str, fn(&i32, &i32) -> bool);

    const RELATIONS: &[Relation] = &[("<=", i32::le), (">=", i32::ge), ("=", i32::eq)];

    proptest! {
        #[test]
        fn hold_if_their_variable_says_so(
            weights in prop::collection::vec(-3..=3_i32, 4),
            bound in -8..=8_i32,
            relation in prop::sample::select(RELATIONS),
            value in any::<bool>(),
            is_both in any::<bool>(),
            has_decimals in any::<bool>(),
        ) {
            let arrow = if is_both { "<->" } else { "->" };
            let decimals = if has_decimals { ".5" } else { "" };
            let number = |number: i32| format!("{number}{decimals}");
            let scaled = |number: i32| match (has_decimals, number < 0) {
                (false, _) => number * 2,
                (true, false) => number * 2 + 1,
                (true, true) => number * 2 - 1,
            };
            let names = ["b", "x", "y", "z"];
            let terms: String =
                names.iter().zip(&weights).map(|(name, &one)| format!("+ {} {name} ", number(one))).collect();
            let text = format!(
                "min\n obj: b + x + y + z\nst\n c: b = {} {arrow} {terms} {} {}\nbin\n b x y z\nend\n",
                u8::from(value), relation.0, number(bound),
            );
            let written = read(&text).expect(&text);
            for values in small::assignments(4) {
                let sum = weights.iter().zip(&values).map(|(&one, &is_true)| scaled(one) * i32::from(is_true)).sum();
                let (is_chosen, holds) = (values[0] == value, relation.1(&sum, &scaled(bound)));
                let expected = if is_both { is_chosen == holds } else { !is_chosen || holds };
                let is_kept = check(&written, &KnownValues::new(&written, values)).is_ok();
                prop_assert_eq!(is_kept, expected, "{}", text);
            }
        }
    }
}

mod any_text {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_read_or_refused(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40), text in ".{0,60}") {
            let _ = super::read(&pieces.concat());
            let _ = super::read(&format!("min x\nst\n{text}"));
        }
    }

    const PIECES: &[&str] = &[
        "min",
        "max",
        "\n",
        "\n",
        " ",
        " ",
        "st\n",
        "subject to",
        "bounds\n",
        "gen\n",
        "bin\n",
        "end\n",
        "x",
        "y",
        "x1",
        "inf",
        "free",
        "semi-continuous",
        "sos",
        ":",
        "c: ",
        "+",
        "-",
        "<=",
        ">=",
        "=",
        "<",
        ">",
        "->",
        "[",
        "]",
        "^2",
        "1",
        "0.5",
        ".",
        "e3",
        "1e3",
        "1e-400",
        "\\",
        "*",
        "/",
        "é",
        "\u{a0}",
        "-inf",
    ];
}
