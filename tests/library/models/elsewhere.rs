//! LP and MPS files in the forms that other programs write, each with its optimum, found by other
//! solvers or by hand.

use quarrel::problem::Problem;

use super::small::{Solutions, assert_solved};
use crate::model_files::opened;

/// Rows over four variables. The optimum is 16, with the values `[0, 1, 1, 0]` of `[a, b, c, d]`.
const PICK: &str = "a + b + c <= 2\n 2 a + 3 b + c <= 4\n a - d <= 0\n";

fn optimum(format: &str, text: &str) -> String {
    let file = opened(format, text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    let answers = Solutions::of(&file);
    assert_solved(format, text, &file, &answers);
    answers.best().map_or("none".to_owned(), |best| {
        let file: &dyn Problem = &file;
        file.format_value(best)
    })
}

fn pick(rows: &str, behind: &str) -> String {
    let text = format!(
        "Maximize\n o: 3 a + 5 b + 4 c - 2 d + 7\nSubject To\n {PICK}{rows}\n{behind}\nBinary\n a b c d\nEnd\n"
    );
    optimum("lp", &text)
}

#[test]
fn programs_in_lp_as_other_programs_write_them() {
    for (name, value, text) in [
        (
            "empty sections of HiGHS",
            "16",
            "max\n obj: +3 a +5 b +4 c -2 d  +7\nst\n r0: +1 a +1 b +1 c <= +2\n r1: +2 a +3 b +1 c <= +4\n r2: +1 a -1 d <= -0\nbounds\n a <= 1\n b <= 1\n c <= 1\n d <= 1\nbin\n a\n b\n c\n d\ngen\nsemi\nend\n",
        ),
        (
            "an empty row of HiGHS",
            "-1",
            "min\n obj: +2 p +3 q +4 r  -3\nst\n r0: +1 p +1 q >= +1\n r1: <= +5\n r2: +1 p -1 r >= +0\nbin\n p q r\nend\n",
        ),
        (
            "an empty row of PuLP",
            "2",
            "Minimize\nOBJ: y0 + y1 + y2\nSubject To\n_dummy: __dummy = 0\nnothing: __dummy <= 3\ntwo: y0 + y1 + y2 >= 2\nBinaries\ny0\ny1\ny2\nEnd\n",
        ),
        (
            "a range of Gurobi",
            "16",
            "Maximize\n  3 x[a] + 5 x[b] + 4 x[c] - 2 x[d] + 7 Constant\nSubject To\n R0: x[a] + x[b] + x[c] <= 2\n R1: 2 x[a] + 3 x[b] + x[c] <= 4\n span: x[b] + x[c] + x[d] + Rgspan = 3\nBounds\n Rgspan <= 2\n Constant = 1\nBinaries\n x[a] x[b] x[c] x[d]\nEnd\n",
        ),
        (
            "a range of docplex",
            "1",
            "Minimize\n obj: x + y\nSubject To\n c1: x + y + z - Rgc1 = 0\nBounds\n 2 <= Rgc1 <= 3\nBinaries\n x y z\nEnd\n",
        ),
        (
            "the objective of GAMS",
            "7",
            "Minimize\n obj: objvar\n\nSubject To\n\n e1: - 3 b2 - 5 b3 - 4 b4 + objvar = 0\n e2: b2 + b3 + b4 >= 2\n\nBounds\n objvar Free\n\nBinary\n b2\n b3\n b4\nEnd\n",
        ),
        (
            "the same in quarters, bounded, and in a second row",
            "1.75",
            "Minimize\n obj: o\nSubject To\n e1: 4 o - 3 x - 4 y - 7 z = 0\n e2: x + y + z >= 1\n e3: o >= 1.25\nBounds\n o <= 2\nBinary\n x y z\nEnd\n",
        ),
        (
            "products of an objective",
            "-2",
            "Minimize\n obj: - 1 y0 - 2 y1 + [ 2 y0 * y1 + 2 y2 ^ 2 ] / 2\nSubject To\n c: y0 + y1 + y2 >= 1\nBinary\n y0 y1 y2\nEnd\n",
        ),
        (
            "products of a row",
            "2",
            "Maximize\n obj: x + y + z\nSubject To\n q: x + [ 2 y*z - x^2 ] <= 1\nBinary\n x y z\nEnd\n",
        ),
        (
            "a row that depends on a variable",
            "3",
            "Minimize\n obj: a + 3 b + 2 c\nSubject To\n c1: a + b + c >= 2\n i1: a = 1 -> b + c <= 1\nBinary\n a b c\nEnd\n",
        ),
        (
            "a row that depends on a variable that is 0, an equality",
            "4",
            "Minimize\n obj: 9 a + 2 b + 2 c + d\nSubject To\n i1: a = 0 -> b + c - d = 2\nBinary\n a b c d\nEnd\n",
        ),
        (
            "a row that holds exactly if a variable is 1",
            "1",
            "Maximize\n obj: d - a - b + e\nSubject To\n lc1: d = 1 <-> a + b = 2\n lc2: e = 1 <-> 2 a + 3 b <= 3\nBinary\n a b d e\nEnd\n",
        ),
        (
            "equalities that hold exactly if a variable is 1, or 0, as docplex writes `==` and `!=`",
            "9",
            "Maximize\n obj: 2 a + 3 b + 4 c - 5 d + 3 e\nSubject To\n lc1: d = 1 <-> a + b = 1\n lc2: e = 0 <-> b - c = 0\n lc3: a = 1 <-> b + c + e = 2\nBinary\n a b c d e\nEnd\n",
        ),
        (
            "an AND of Gurobi",
            "10",
            "Maximize\n  3 a + 2 b + 2 c + 5 d\nSubject To\n R0: a + b + c <= 2\nBinaries\n a b c d\nGeneral Constraints\n g0: d = AND ( a , b )\nEnd\n",
        ),
        (
            "an OR, a maximum and a minimum with numbers, and an indicator among them",
            "1",
            "Maximize\n 2 a - d - m + n\nSubject To\n c: a + b >= 0\nBounds\n m <= 1\nBinaries\n a b d\nGeneral Constraints\n g0: d = OR ( a , b )\n g1: m = MAX ( a , 0 )\n g2: n = MIN ( a , 1 )\n g3: a = 1 -> b <= 0\nEnd\n",
        ),
        (
            "a set of the first type",
            "4",
            "Maximize\n obj: 3 a + 2 b + c\nSubject To\n c1: a + b + c >= 1\nBinary\n a b c\nSOS\n s1: S1:: a:1 b:2\nEnd\n",
        ),
        (
            "sections on one line",
            "2",
            "Minimize a + 2 b subject to a + b >= 1 bounds a <= 0 binary a b end",
        ),
    ] {
        assert_eq!(optimum("lp", text), value, "{name}");
    }
    assert_eq!(pick("b + c + d + s = 3", "Bounds\n s <= 2"), "16");
    assert_eq!(pick("b + c + d - s = 0", "Bounds\n -1 <= s <= 1"), "12");
    assert_eq!(pick("", "SOS\n S1:: b:1 c:2"), "12");
}

#[test]
fn programs_in_mps_as_other_programs_write_them() {
    let columns = "COLUMNS\n M1 'MARKER' 'INTORG'\n x o 2 c 1\n y o 3 c 1\n M2 'MARKER' 'INTEND'\n";
    for sense in ["MAX", "MAXIMIZE", "MAXIMIZATION", "maximum", "Maximise"] {
        for at in [format!("OBJSENSE\n {sense}\n"), format!("OBJSENSE {sense}\n")] {
            let text = format!("NAME p\n{at}ROWS\n N o\n L c\n{columns}RHS\n r c 1\nENDATA\n");
            assert_eq!(optimum("mps", &text), "3", "{at}");
        }
    }
    let rows = "NAME p\nROWS\n N o\n G c\n";
    for (name, value, text) in [
        (
            "text behind the end",
            "2",
            format!("{rows}{columns}RHS\n r c 1\nENDATA\nIMPORTANCES\nx 2\n"),
        ),
        (
            "products of the objective, each pair once",
            "4",
            format!("{rows}{columns}RHS\n r c 1\nQUADOBJ\n x x 4\n x y 1\n y y 2\nENDATA\n"),
        ),
        (
            "products of the objective, both ways around",
            "6",
            format!("{rows}{columns}RHS\n r c 2\nQMATRIX\n x x 0\n x y 1\n y x 1\nENDATA\n"),
        ),
        (
            "products of a row",
            "5",
            format!("{rows}{columns}RHS\n r c 3\nQCMATRIX c\n x y 0.5\n y x 0.5\nENDATA\n"),
        ),
        (
            "a row that depends on a variable",
            "0",
            format!("{rows}{columns}RHS\n r c 2\nINDICATORS\n IF c x 1\nENDATA\n"),
        ),
        (
            "a constant of Pyomo",
            "16",
            "NAME unknown\nOBJSENSE\n MAX\nROWS\n N o\n L c\n E one\nCOLUMNS\n x1 o 3\n x1 c 2\n x2 o 5\n x2 c 3\n x3 o 4\n x3 c 1\n ONE_VAR_CONSTANT o 7\n ONE_VAR_CONSTANT one 1\nRHS\n RHS c 4\n RHS one 1\nBOUNDS\n BV B x1\n BV B x2\n BV B x3\nENDATA\n".to_owned(),
        ),
        (
            "a range of a slack",
            "-1",
            "NAME pick\nROWS\n N OBJ\n L c0\n E c1\nCOLUMNS\n M 'MARKER' 'INTORG'\n p OBJ -3 c0 1\n p c1 1\n q OBJ -5 c0 1\n q c1 1\n r OBJ 4 c1 1\n M 'MARKER' 'INTEND'\n slack c1 1\nRHS\n RHS c0 1 c1 3\nBOUNDS\n BV BND p\n BV BND q\n BV BND r\n UP BND slack 1\nENDATA\n".to_owned(),
        ),
        (
            "a set, a maximum and an AND of Gurobi",
            "-3",
            "NAME g\nROWS\n N o\n L c\nCOLUMNS\n M 'MARKER' 'INTORG'\n x o -2 c 1\n y o -3 c 1\n z o -1 c 0\n w o 1 c 0\n M 'MARKER' 'INTEND'\nRHS\n r c 9\nSOS\n S1 SOS s\n x 1\n y 2\nGENCONS\n MAX g\n w\n x\n y\n 0\n AND h\n z\n y\n 1\nENDATA\n".to_owned(),
        ),
    ] {
        assert_eq!(optimum("mps", &text), value, "{name}");
    }
}

#[test]
fn what_may_be_meant_otherwise_is_noted() {
    let columns =
        "COLUMNS\n M 'MARKER' 'INTORG'\n a c 2 gain 3\n M 'MARKER' 'INTEND'\nRHS\n R c 4\n";
    let rows = "ROWS\n N gain\n L c\n";
    let remarks =
        |format: &str, text: &str| opened(format, text).expect("it is read").info().remarks.clone();
    let told = remarks("mps", &format!("*SENSE:Maximize\nNAME p\n{rows}{columns}ENDATA\n"));
    assert!(told[0].contains("*SENSE:Maximize") && told[0].contains("--maximize"), "{told:?}");
    for head in ["*SENSE:Minimize\nNAME p\n", "*SENSE:Maximize\nNAME p\nOBJSENSE MAX\n", "NAME p\n"]
    {
        assert!(remarks("mps", &format!("{head}{rows}{columns}ENDATA\n")).is_empty(), "{head}");
    }
    let told = remarks(
        "lp",
        "min\n x\nst\n c: x >= 0\n\\   [or] <c2>: <y>[B] == or(<x>[B]);\nbin\n x\nend\n",
    );
    assert!(told.len() == 1 && told[0].contains("SCIP has left out"), "{told:?}");
    let told = remarks("lp", "min\n x\nst\n c: x - 1 >= 0\nbin\n x\nend\n");
    assert!(
        told.len() == 1 && told[0].starts_with("line 4: quarrel reads a number on the left"),
        "{told:?}"
    );
    let told = remarks(
        "opb",
        "* SCIP STATISTICS\n*   Obj. scale       : 0.1\n*   Obj. offset      : -15\nmin: +30 x0 -20 x1;\n+1 x0 +1 x1 >= 1;\n",
    );
    assert!(told.len() == 1 && told[0].starts_with("line 2, a comment of SCIP"), "{told:?}");
    let told = remarks(
        "lp",
        "\\* Problem: c *\\\nMinimize\n o: + y + 0.5 x\n\\* constant term = 1.5 *\\\nSubject To\n r: y + x >= 1\n         Binary\n x y\nEnd\n",
    );
    assert!(told.len() == 1 && told[0].starts_with("line 4, a comment of GLPK"), "{told:?}");
    // The two rows of an AND become one constraint, and so does a set.
    let scip = |constraints: usize| {
        format!(
            "* SCIP STATISTICS\n*   Constraints      : {constraints}\nNAME s\nROWS\n N o\n L c0\n L c2_op\n G c2\nCOLUMNS\n \
             INTSTART 'MARKER' 'INTORG'\n x o 1 c0 1\n x c2 -1 c2_op -1\n y c2 1 c2_op 1\n INTEND 'MARKER' 'INTEND'\nRHS\n R \
             c0 1\nSOS\n S1 c3\n x 1\n y 2\nENDATA\n"
        )
    };
    let told = remarks("mps", &scip(5));
    assert!(told.len() == 1 && told[0].contains("5 constraints, but the file has 3"), "{told:?}");
    assert!(remarks("mps", &scip(3)).is_empty());
}
