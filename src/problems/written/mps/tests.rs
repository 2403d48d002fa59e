use super::*;
use crate::written::program::told;

fn read(text: &str) -> Result<ParsedModel, Refusal> {
    read_mps(&Source::new("mps", text), ReadTerms::default())
}

fn says(text: &str) -> String {
    read(text).map_or_else(|refusal| refusal.to_string(), |written| told(&written))
}

fn with(sections: &str) -> String {
    says(&format!(
        "NAME p\nROWS\n N o\n G g\n L l\n E e\nCOLUMNS\n M 'MARKER' 'INTORG'\n x o 1 g 2\n x l 3\n y g 1 e 4\nM2 MARKER INTEND\n{sections}\nENDATA\n"
    ))
}

fn rows(sections: &str) -> String {
    let told = with(sections);
    told.strip_prefix("min 1 x\n").unwrap_or(&told).to_owned()
}

fn one(columns: &str, bounds: &str) -> String {
    let told = says(&format!(
        "NAME\nROWS\n N o\n G g\nCOLUMNS\n{columns}\nRHS\n R g 1\nBOUNDS\n{bounds}\nENDATA"
    ));
    told.strip_prefix("1 x >= 1\n").unwrap_or(&told).to_owned()
}

const INTEGER: &str = " M 'MARKER' 'INTORG'\n x g 1\n M 'MARKER' 'INTEND'";

#[test]
fn the_fixed_form_is_read() {
    let text = "* a comment\nNAME          SAMPLE\nROWS\n N  COST\n L  LIM1\n G  MYEQN\n N  FREE2\nCOLUMNS\n\
                    MARKER                 'MARKER'                 'INTORG'\n    \
                    X         COST               1.5   LIM1                 1.0\n    X         MYEQN              -.25\n    \
                    Y         COST                 2   FREE2                1.0\n    \
                    MARKER                 'MARKER'                 'INTEND'\nRHS\n    \
                    RHS       LIM1               4.0   MYEQN               1D-1\n    RHS       COST                10\nBOUNDS\n \
                 BV BND       X\n UP BND       Y                    1\nENDATA\n\n* the end\n";
    assert_eq!(
        says(text),
        "min 15 x 20 y -100 /10\n1 x <= 4\n-25 x >= 10\n".replace('x', "X").replace('y', "Y")
    );
}

#[test]
fn right_hand_sides_and_ranges() {
    for (sections, expected) in [
        ("", "2 x 1 y >= 0\n3 x <= 0\n4 y = 0\n"),
        ("RHS\n R g 1 l 2.5\n R e -3", "2 x 1 y >= 1\n30 x <= 25\n4 y = -3\n"),
        ("rhs\n g 1 l 2\n e 3", "2 x 1 y >= 1\n3 x <= 2\n4 y = 3\n"),
        ("RHS\ng 1\nR 2", "mps:15:1: no row is named `R`; expected a row of the section `ROWS`"),
        (
            "RANGES\n R g 1 l 2\n R e 3",
            "2 x 1 y >= 0\n2 x 1 y <= 1\n3 x >= -2\n3 x <= 0\n4 y >= 0\n4 y <= 3\n",
        ),
        (
            "RANGES\n R g -1 l -2\n R e -3",
            "2 x 1 y >= 0\n2 x 1 y <= 1\n3 x >= -2\n3 x <= 0\n4 y >= -3\n4 y <= 0\n",
        ),
        ("RANGES\n R e 0\nRHS\n R e 0.5", "2 x 1 y >= 0\n3 x <= 0\n40 y >= 5\n40 y <= 5\n"),
        (
            "RHS\n R g 1e30 $ a comment\n R l -0",
            "2 x 1 y >= 1000000000000000000000000000000\n3 x <= 0\n4 y = 0\n",
        ),
        (
            "RHS\n R g 1\n R g 1",
            "mps:15:4: another right-hand side of `g`; expected one for each row",
        ),
        ("RHS\n R g 1\n S l 1", "mps:15:2: a second set of values, `S`; expected `R` in each line"),
        ("RANGES\n R o 1", "mps:14:4: a range of the free row `o`; expected ranges of other rows"),
        ("RHS\n R g", "mps:14:2: no row is named `R`; expected a row of the section `ROWS`"),
        (
            "RHS\n R",
            "mps:14:2: a line with 0 words after the first; expected one or two names without blanks, each followed by a number",
        ),
        ("RHS\n R h 1", "mps:14:4: no row is named `h`; expected a row of the section `ROWS`"),
        ("RHS\n R g x1", "mps:14:6: `x1` is no number; expected a number"),
        ("RHS\n R g 1e999", "mps:14:6: `1e999` is too long a number; expected at most 400 digits"),
        ("RHS extra", "mps:13:5: `extra` after the section's name; expected `RHS` on its own line"),
        (
            "RHS\n R g 1 l 2 e 3",
            "mps:14:14: a line with 6 words after the first; expected one or two names without blanks, each followed by a number",
        ),
        (
            "QSECTION o\n x x 1",
            "mps:13:1: the section `QSECTION` is not linear, or not known; expected `ROWS`, `COLUMNS`, `RHS`, `RANGES`, `BOUNDS` or `ENDATA`",
        ),
        ("INDICATORS\n IF g x 2", "mps:14:9: unexpected `2`; expected 0 or 1"),
        (
            "INDICATORS\n IF h x 1",
            "mps:14:5: no row is named `h`; expected a row of the section `ROWS`",
        ),
        ("SOS\n S2 s\n x 1", "mps:14:2: a set of the type `S2`; expected sets of type `S1`"),
        (
            "GENCONS\n NORM a\n x",
            "mps:14:2: the constraint `NORM`; expected `AND`, `OR`, `MIN`, `MAX` or `ABS` and a name; after this line, one column in each line",
        ),
        ("GENCONS\n ABS a\n x\n y", "2 x 1 y >= 0\n3 x <= 0\n4 y = 0\n-y\nx\ny\n-x\n"),
        (
            "GENCONS\n ABS a\n x",
            "mps:14:2: an absolute value that is not of one column; expected three lines: `ABS` and a name, the result, \
             and one column",
        ),
    ] {
        assert_eq!(rows(sections), expected, "{sections}");
    }
}

#[test]
fn the_objective_is_the_first_free_row_or_a_named_one() {
    let file = |head: &str, right: &str| {
        says(&format!(
            "NAME p FREE\n{head}\nROWS\n G g\n N o\n N p\nCOLUMNS\n x g 1 o 2\n x p 3\nRHS\n{right}\nBOUNDS\n BV x\nENDATA"
        ))
    };
    assert_eq!(file("", ""), "min 2 x\n1 x >= 0\n");
    assert_eq!(file("OBJSENSE\n MAX", " R o 1.5"), "max 20 x -15 /10\n1 x >= 0\n");
    assert_eq!(file("objsense maximize", " R p 1"), "max 2 x\n1 x >= 0\n");
    assert_eq!(file("OBJSENSE\nMIN\nOBJNAME\n p", " R o -1 p -1"), "min 3 x 1\n1 x >= 0\n");
    assert!(file("OBJNAME\n q", "").starts_with("mps:3:2: no row is named `q`"));
    assert!(file("OBJNAME\n g", "").starts_with("mps:3:2: the objective is the constraint `g`"));
    let without =
        "NAME\nROWS\n G g\nCOLUMNS\n x g 1\nRHS\n R g 1\nBOUNDS\n BV B x\nQUADOBJ\n x x 2\nENDATA";
    assert!(says(without).contains("an objective has products, but there is no free row"));
    assert!(
        file("OBJSENSE\n BEST", "")
            .starts_with("mps:3:2: unexpected `BEST`; expected `MIN` or `MAX`")
    );
}

#[test]
fn variables_that_are_0_or_1_are_taken() {
    for bounds in [
        "",
        " UP B x 1",
        " BV B x",
        " BV x",
        " BV B x 1",
        " FX B x 1\n BV B x",
        " LO B x 0\n UP B x 1",
        " UI B x 1",
        " LI B x 0\n UP B x 1.5",
    ] {
        let fixed = if bounds.contains("FX") { "x\n" } else { "" };
        assert_eq!(one(INTEGER, bounds), fixed, "{bounds}");
    }
    for (bounds, fixed) in [
        (" FX B x 0", "-x\n"),
        (" FX x 1", "x\n"),
        (" UP B x 0", "-x\n"),
        (" LO B x 1\n UP B x 1", "x\n"),
    ] {
        assert_eq!(one(INTEGER, bounds), fixed, "{bounds}");
    }
    for (bounds, fixed) in [
        (" BV B x", ""),
        (" UI B x 1", ""),
        (" FX B x 1", ">= 0\n"),
        (" LO B x 0\n UP B x 0", ">= 1\n"),
    ] {
        assert_eq!(one(" x g 1", bounds), fixed, "{bounds}");
    }
}

#[test]
fn other_variables_are_refused_by_name() {
    for (columns, bounds, fault) in [
        (" x g 1", "", "mps:6:2: the variable `x` is continuous; "),
        (" x g 1", " UP B x 1", "mps:6:2: the variable `x` is continuous; "),
        (INTEGER, " LO B x 0", "mps:7:2: the integer variable `x` has no upper bound, "),
        (INTEGER, " PL B x", "mps:12:2: the integer variable `x` has no upper bound, "),
        (INTEGER, " UP B x 1e20", "mps:12:2: the integer variable `x` has no upper bound, "),
        (INTEGER, " UP B x Inf", "mps:12:2: the integer variable `x` has no upper bound, "),
        (INTEGER, " SI B x", "mps:12:2: the integer variable `x` has no upper bound, "),
        (INTEGER, " UP B x -1", "mps:12:2: the upper bound of `x` is negative, and no lower "),
        (INTEGER, " FR B x", "mps:12:2: the integer variable `x` has no upper bound, "),
        (" x g 1", " SC B x 1", "mps:6:2: the variable `x` is semi-continuous, but not an "),
        (INTEGER, " UP B x 1\n UP B x 0", "mps:13:2: another upper bound of `x`; "),
        (INTEGER, " UP B x 1\n UP C x 1", "mps:13:5: a second set of values, `C`; "),
        (INTEGER, " UP B y 1", "mps:12:7: no column is named `y`; "),
        (INTEGER, " UP B x", "mps:12:5: no column is named `B`; "),
        (INTEGER, " XX B x 1", "mps:12:2: the kind of bound `XX`; "),
        (
            INTEGER,
            " BV B x\n UP B x 5",
            "mps:13:2: `x` is declared binary, but a bound lets it be above 1; ",
        ),
        (
            INTEGER,
            " FR B x\n BV B x",
            "mps:12:2: `x` is declared binary, but a bound lets it be below 0; ",
        ),
        (INTEGER, " BV B x 0", "mps:12:9: the bound `0` of the kind `BV`; "),
        (INTEGER, " UP B x 1 2", "mps:12:11: a bound of 5 words; "),
        (" x g 1 g 2", "", "mps:6:8: a second number in row `g` for `x`; "),
        (" x g 1\n x g 1", "", "mps:7:4: a second number in row `g` for `x`; "),
        (" x g 1\n y g 1\n x o 1", "", "mps:8:2: the column `x` again; "),
        (" x y g 1", "", "mps:6:8: a line with 3 words after the first; "),
        (" x h 1", "", "mps:6:4: no row is named `h`; "),
        (" M 'MARKER' 'SOSORG'", "", "mps:6:13: the marker `'SOSORG'`; "),
    ] {
        let told = one(columns, bounds);
        assert!(told.starts_with(fault), "{bounds}: {told}");
    }
}

#[test]
fn integers_have_their_bounds() {
    for (bounds, domain) in [
        (" UP B x 5", "a whole number from 1 to 5"),
        (" MI B x\n UP B x 5", "a whole number from 1 to 5"),
        (" LI B x 2\n UI B x 3", "a whole number from 2 to 3"),
        (" LI B x -2\n UI B x 3.9", "a whole number from 1 to 3"),
        (" LO B x 3\n SC B x 6", "a whole number from 3 to 6"),
        (" LI B x 3\n SI B x 6", "a whole number from 3 to 6"),
    ] {
        let text = format!(
            "NAME\nROWS\n N o\n G g\nCOLUMNS\n{INTEGER}\nRHS\n R g 1\nBOUNDS\n{bounds}\nENDATA"
        );
        let written = read(&text).expect("integers");
        assert_eq!(written.integers()[0].domain.to_string(), domain, "{bounds}");
    }
    let semi = "NAME\nROWS\n N o\n L g\nCOLUMNS\n M 'MARKER' 'INTORG'\n x g 1\n M 'MARKER' 'INTEND'\nRHS\n R g 7\nBOUNDS\n LO B x 3\n SC B x 0\nENDATA";
    let domain = read(semi).expect("a semi-integer").integers()[0].domain;
    assert_eq!(domain.to_string(), "0, or a whole number from 3 to 7");
}

#[test]
fn names_that_nobody_sees_are_refused() {
    for sign in ["\u{85}", "\u{a0}", "\u{2028}", "\u{7}"] {
        let text = FORMAT.example.replace(" x ", &format!(" {sign}x "));
        assert_ne!(text, FORMAT.example);
        let refusal = super::super::format::testing::refused_as(&FORMAT, &text);
        assert!(refusal.contains("a name with a blank"), "{refusal}");
    }
}

#[test]
fn half_a_file_is_refused() {
    let text = format!("NAME\nROWS\n N o\n G g\nCOLUMNS\n{INTEGER}\nRHS\n R g 1\nENDATA");
    assert!(read(&text).is_ok());
    for end in 0..text.len() {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
    assert_eq!(
        says(&format!("{text}\n\n* a comment\nRHS")),
        "1 x >= 1\n",
        "text after `ENDATA` is not read"
    );
    assert_eq!(
        says("NAME\nENDATA"),
        "mps:2:7: the text ends without rows; expected a complete file in MPS"
    );
    assert_eq!(
        says("NAME\nROWS\n N a b"),
        "mps:3:6: a third word, `b`; expected names of rows without blanks"
    );
    assert_eq!(
        says("NAME\nROWS\n X a"),
        "mps:3:2: the kind of row `X`; expected `N`, `L`, `G` or `E`"
    );
    assert_eq!(
        says("NAME\nROWS\n N a\n G a"),
        "mps:4:4: another row named `a`; expected a name for each row"
    );
    assert!(says("x + y >= 1").starts_with("mps:1:1: unexpected `x`; expected `NAME` or `ROWS`"));
}

mod any_text {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_read_or_refused(words in prop::collection::vec(prop::sample::select(WORDS), 0..60), text in ".{0,60}") {
            let _ = super::read(&words.concat());
            let _ = super::read(&format!("NAME\nROWS\n N o\n G g\nCOLUMNS\n{}\n{text}", words.concat()));
        }
    }

    const WORDS: &[&str] = &[
        "\n",
        "\n",
        "\n ",
        " ",
        " ",
        "NAME",
        "ROWS\n",
        "COLUMNS\n",
        "RHS\n",
        "RANGES\n",
        "BOUNDS\n",
        "ENDATA\n",
        "OBJSENSE",
        "OBJNAME",
        " N o\n",
        " G g\n",
        " L l\n",
        " M 'MARKER' 'INTORG'\n",
        " x g 1\n",
        "x",
        "o",
        "g",
        "1",
        "-1.5",
        "1e30",
        "$",
        "$a",
        "*",
        " UP B x 1\n",
        " BV",
        " FR",
        "é",
        "\u{a0}",
        "inf",
    ];
}
