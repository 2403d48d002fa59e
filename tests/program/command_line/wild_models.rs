//! Models as other programs write them: variants of formats from bug reports and solvers' tests,
//! files without rows, files that contradict their first line, and short files that ask for huge
//! work.

use crate::workbench::Workbench;

/// Runs `solve model` on a file, which must have an answer, and returns the output.
fn solved(name: &str, text: &str, options: &str) -> String {
    let bench = Workbench::with(name, text);
    bench.run(&format!("solve model {name} {options}")).with_status(0).out
}

fn refused(name: &str, text: &str, options: &str) -> String {
    let bench = Workbench::with(name, text);
    bench.run(&format!("solve model {name} {options}")).with_status(2).err
}

#[test]
fn opb_of_other_programs() {
    let decimals = "* the dialect of Gurobi\nmin: 2 y - 1.5 x + 1 z ;\n2 y - 3 x + 1.5 w >= -1.5 ;\n-1 y + 1 x >= 0 ;\n";
    assert!(solved("a.opb", decimals, "").starts_with("v -y x -z w\n"));
    let unequal = "min: +2 x1 +3 x2 +4 x3 ;\n+1 x1 +1 x2 +1 x3 != 1 ;\n+1 x1 +1 x2 +1 x3 >= 1 ;\n";
    let out = solved("a.opb", unequal, "");
    assert!(
        out.starts_with("v x1 x2 -x3\n") && out.contains("objective 5, proved optimal"),
        "{out}"
    );
    let scip = "* SCIP STATISTICS\n*   Problem name     : pick\nmin: -3 x0 -5 x1 -4 x2 +2 x3;\n -1 x0 -1 x1 -1 x2 >= -2;\n -2 x0 -3 x1 -1 x2 >= -4;\n -1 x0 +1 x3 >= +0;\n";
    assert!(solved("a.wbo", scip, "").contains("objective -9, proved optimal"));
    let veripb = "min: 1 x1 2 x2\n1 x1 1 x2 >= 1 ;\n1 ~x1 >= 1 ;\n";
    assert!(solved("a.opb", veripb, "").contains("objective 2, proved optimal"));
}

#[test]
fn unequal_sums_are_counted_and_verified() {
    let text = "2 a -1 b + 1 c != 1 ;\n";
    // Of the eight assignments, `a b` (2 - 1) and `c` alone have value 1.
    assert!(solved("a.opb", text, "--count").contains("; 6 answers"));
    let bench = Workbench::with("a.opb", text);
    bench.write("broken", "v a b -c\n");
    let ended = bench.run("verify model a.opb --answer broken").with_status(1);
    assert!(ended.out.contains("`+2 a -1 b +1 c != 1`"), "{}", ended.out);
    let soft = "[3] 1 a 1 b != 1 ;\n[1] 1 a >= 1 ;\n1 b <= 0 ;\n";
    assert!(solved("a.wbo", soft, "").contains("cost 1, proved optimal"));
}

#[test]
fn models_without_rows_are_taken() {
    for (name, text) in [
        ("a.opb", ""),
        ("a.wbo", ""),
        ("a.wcnf", ""),
        ("a.opb", "* only a comment\n"),
        ("a", "* #variable= 3 #constraint= 0\n"),
        ("a.cnf", "p cnf 3 0\n"),
    ] {
        let out = solved(name, text, "");
        assert!(out.contains("and 0 constraints"), "{name}: {out}");
    }
    refused("a.txt", "", "");
}

#[test]
fn wcnf_and_bounds_of_pysat() {
    let weights = "p wcnf 3 4\n7 1 -2 0\n2 1 2 0\n0.5 -1 0\n2.25 -1 3 0\n";
    let out = solved("a.wcnf", weights, "");
    assert!(
        out.starts_with("v 1 ") && out.contains(" 3 0\n") && out.contains("proved optimal"),
        "{out}"
    );
    let new = "2 1 0\n3 2 0\nh -3 0\nh 1 2 3 <= 1\n";
    for name in ["a.wcnfp", "a"] {
        assert!(solved(name, new, "").contains("cost 2, proved optimal"));
    }
    assert!(solved("a.cnf", "p cnf+ 3 2\n1 2 3 = 2\n-1 -2 0\n", "--count").contains("; 2 answers"));
}

/// A header of one format above the rows of another is refused by what it is.
#[test]
fn a_header_that_does_not_fit_the_rows_is_named() {
    let (opb, cnf) = ("* #variable= 3 #constraint= 2\n", "p cnf 3 2\n");
    let clauses = "1 2 0\n-1 3 0\n";
    let sums = "+1 x1 +1 x2 >= 1 ;\n+1 x3 >= 1 ;\n";
    for (text, place, told) in [
        (format!("{opb}{clauses}"), ":2:1", "`1 2 0`, which belongs to DIMACS, in a file of OPB"),
        (format!("{opb}{cnf}{clauses}"), ":2:1", "`p cnf 3 2`, which belongs to DIMACS"),
        (
            format!("{opb}c a comment\n{cnf}{clauses}"),
            ":2:1",
            "`c a comment`, which belongs to DIMACS",
        ),
        (format!("{opb}h 1 2 0\n3 -1 0\n"), ":2:1", "`h 1 2 0`, which belongs to DIMACS"),
        (
            format!("{cnf}{sums}"),
            ":2:1",
            "`+1 x1 +1 x2 >= 1 ;`, which belongs to OPB, in a file of DIMACS",
        ),
        (format!("{cnf}min: 1 x1 ;\n{sums}"), ":2:1", "`min: 1 x1 ;`, which belongs to OPB"),
        (format!("{cnf}1 x1 2 x2 <= 2 ;\n"), ":2:3", "`x1 2 x2 <= 2 ;`, which belongs to OPB"),
        (format!("{cnf}1 2 0\nx1 >= 1;\n"), "", "which belongs to OPB"),
    ] {
        for name in ["a.txt", "a.cnf", "a.opb"] {
            let refusal = refused(name, &text, "");
            let found = refusal.contains(told) && refusal.contains(&format!("{name}{place}"));
            assert!(found, "{name}: {refusal}");
        }
    }
    // A variable of OPB may be called c or p.
    assert!(solved("a.opb", "c + p >= 1 ;\n", "").starts_with("v "));
    assert!(solved("a.opb", "* #variable= 2 #constraint= 1\nc >= 1 ;\n", "").starts_with("v c\n"));
}

/// A soft clause without literals always costs its weight, in both formats of WCNF.
#[test]
fn an_empty_soft_clause_costs_its_weight() {
    for text in ["h 1 0\n3 0\n2 -1 0\n", "p wcnf 1 3 10\n10 1 0\n3 0\n2 -1 0\n"] {
        let out = solved("a.wcnf", text, "");
        assert!(out.starts_with("v 1 0\n") && out.contains("cost 5, proved optimal"), "{out}");
        let bench = Workbench::with("a.wcnf", text);
        let verdict = bench.feed("verify model a.wcnf --answer -", "v 1 0\n").with_status(0).out;
        assert!(verdict.contains("cost 5"), "{verdict}");
    }
    assert!(solved("a.wcnf", "7 0\n", "").contains("cost 7, proved optimal"));
    let bench = Workbench::with("a.wcnf", "h 0\n3 1 0\n");
    bench.run("solve model a.wcnf").with_status(1);
}

#[test]
fn what_is_counted_may_stand_in_the_file() {
    let text = "c t pmc\np cnf 4 2\nc p show 1 2 0\n1 3 0\n2 -4 0\n";
    let bench = Workbench::with("a.cnf", text);
    let ended = bench.run("solve model a.cnf --count").with_status(0);
    assert!(ended.out.contains("; 4 answers"), "{}", ended.out);
    assert!(
        ended.err.contains("answers are distinguished by the 2 variables that the file names: 1 2")
    );
    assert!(solved("a.cnf", text, "--count --projected 1,2,3,4").contains("; 9 answers"));
    assert!(solved("a.cnf", &text.replace("p show", "ind"), "--count").contains("; 4 answers"));
    assert!(solved("a.cnf", &text.replace("show 1 2", "show"), "--count").contains("; 1 answer"));
    let unique = bench.run("solve model a.cnf --unique").with_status(0).out;
    assert!(unique.contains("not unique by the 2 variables that the file names, two"), "{unique}");
    // There are eight answers, with one value of x1.
    bench.write("one.cnf", "p cnf 4 1\nc p show 1 0\n1 0\n");
    let unique = bench.run("solve model one.cnf --unique -q").with_status(0).out;
    assert!(
        unique.ends_with(": solved; unique by the 1 variable that the file names\n"),
        "{unique}"
    );
    let json = bench.run("solve model one.cnf --unique --format json").with_status(0).json();
    assert_eq!(json["unique"], true);
    assert_eq!(json["ruling"], "answers are distinguished by the 1 variable that the file names");
    let explained = bench.run("explain model one.cnf").with_status(0).out;
    assert!(explained.contains("one answer by the 1 variable that the file names"), "{explained}");
    let count = bench.run("solve model one.cnf --count --projected 1,2").with_status(0).out;
    assert!(count.contains("; 2 answers by the 2 variables of --projected"), "{count}");
    let whole = bench.run("solve model one.cnf --format json").with_status(0).json();
    assert_eq!(whole["ruling"], serde_json::Value::Null);
    let all = solved("a.cnf", text, "--all");
    assert!(all.contains("v -1 -2 0"), "{all}");
    // An answer names all variables.
    let one = bench.run("solve model a.cnf").with_status(0);
    assert!(one.out.contains("4 0\n") && !one.err.contains("told apart"), "{}{}", one.out, one.err);
}

#[test]
fn a_file_that_is_not_what_it_says_is_noted_or_refused() {
    for (name, text, found) in [
        (
            "a.cnf",
            "p cnf 2 3\n1 2 0\n",
            "promises 3 rows, but the file has 1 row; check that the file is complete",
        ),
        ("a.cnf", "p cnf 2 0\n1 2 0\n", "promises 0 rows, but the file has 1 row"),
        ("a.cnf", "p cnf 1 1\n1 2 0\n", "promises 1 variable, but the file has more"),
        ("a.wcnf", "p wcnf 2 2 9\n9 1 2 0\n", "promises 2 rows"),
        ("a.opb", "* #variable= 1 #constraint= 1\n1 x1 1 x2 >= 1 ;\n", "promises 1 variable"),
        ("a.opb", "* #variable= 2 #constraint= 2\n1 x1 1 x2 >= 1 ;\n", "promises 2 rows"),
    ] {
        let bench = Workbench::with(name, text);
        let noted = bench.run(&format!("solve model {name}")).with_status(0);
        assert!(noted.err.contains(found), "{text}: {}", noted.err);
        for options in ["--format competition", "--proof folder"] {
            assert!(refused(name, text, options).contains(found), "{text} {options}");
        }
    }
    let whole = Workbench::with("a.cnf", "p cnf 4 1\n1 2 0\n");
    assert_eq!(whole.run("solve model a.cnf").with_status(0).err, "");
    whole.run("solve model a.cnf --format competition").with_status(10);
}

#[test]
fn variables_that_stand_nowhere_cost_nothing() {
    for (name, text) in [
        ("a.cnf", "1 100000000 0\n"),
        ("a.cnf", "p cnf 100000000 1\n1 100000000 0\n"),
        ("a.icnf", "p inccnf\n1 100000000 0\na 1 0\n"),
        ("a.cnfp", "p cnf+ 100000000 1\n1 100000000 <= 1\n"),
        ("a.opb", "* #variable= 100000000 #constraint= 1\n1 x1 1 x100000000 >= 1 ;\n"),
    ] {
        let bench = Workbench::with(name, text);
        let ended = bench.run(&format!("solve model {name} --memory-limit 500")).with_status(0);
        bench.write("answer", &ended.out);
        bench.run(&format!("verify model {name} --answer answer")).with_status(0);
        bench.run(&format!("export model {name} --to cnf -o out.cnf")).with_status(0);
        let counted = bench.run(&format!("solve model {name} --count 3")).with_status(0);
        assert!(counted.out.contains("3 answers, the limit"), "{name}: {}", counted.out);
        bench.run(&format!("encodings --explain model {name}")).with_status(0);
        bench.run(&format!("solve model {name} --format competition")).with_status(10);
    }
}

fn row(coefficient: &str, variables: usize, end: &str) -> String {
    let terms: String = (1..=variables).map(|number| format!("{coefficient} x{number} ")).collect();
    format!("{terms}{end} ;\n")
}

#[test]
fn long_at_most_ones_are_short_by_default() {
    for (literals, options, amo) in [
        (20_000, "", "amo product"),
        (201, "", "amo product"),
        (200, "", "amo pairwise"),
        (201, "--amo pairwise", "amo pairwise"),
        (201, "--amo ladder", "amo ladder"),
    ] {
        let bench = Workbench::with("a.opb", row("-1", literals, ">= -1"));
        let ended = bench.run(&format!("export model a.opb --to cnf {options}")).with_status(0);
        assert!(
            ended.out.contains(amo),
            "{literals}: {}",
            ended.out.get(..300).unwrap_or(&ended.out)
        );
    }
}

#[test]
fn huge_work_is_refused_before_it_is_begun() {
    let text = row("-1", 20_000, ">= -1");
    let refusal = refused("a.opb", &text, "--amo pairwise --clause-limit 1000000");
    assert!(refusal.contains("constraint 1 (line 1), of 20000 literals"), "{refusal}");
    assert!(refusal.contains("by pairwise") && refusal.contains("--amo product: "), "{refusal}");
    refused("a.opb", &text, "--amo pairwise --memory-limit 2000");
    let half = row("+1", 100_000, ">= 50000");
    for options in ["", "--card auto"] {
        let refusal = refused("a.opb", &half, &format!("--memory-limit 2000 {options}"));
        assert!(refusal.contains("--card adder: "), "{refusal}");
    }
    let bench = Workbench::with("a.opb", &half);
    let ended =
        bench.run("export model a.opb --to cnf --clause-limit 1000000 -o out.cnf").with_status(2);
    assert!(ended.err.contains("the limit is 1000000 clauses"), "{}", ended.err);
}

#[test]
fn sizes_for_numbers_of_ones_own() {
    let bench = Workbench::new();
    let text = bench.run("encodings --at-most 9 --of 57").with_status(0).out;
    assert!(text.contains("Cardinality (--card), at most 9 of 57:"), "{text}");
    assert!(!text.contains("--amo"));
    let json = bench.run("encodings --at-most 1 --of 100 --format json").with_status(0).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let pairwise = &json["tables"][0]["rows"][0];
    assert_eq!(pairwise["name"], "pairwise");
    assert_eq!(pairwise["sizes"][0]["clauses"], 4950);
    assert_eq!(pairwise["sizes"][0]["constraint"], "at most 1 of 100");
    assert_eq!(json["tables"][1]["option"], "--card");
    let all = bench.run("encodings --format json").with_status(0).out;
    let all: serde_json::Value = serde_json::from_str(&all).expect("JSON");
    let own = bench.run("encodings --at-most 10 --of 100 --format json").with_status(0).out;
    let own: serde_json::Value = serde_json::from_str(&own).expect("JSON");
    let listed = all["tables"][1]["rows"].as_array().expect("rows");
    for (listed, own) in listed.iter().zip(own["tables"][0]["rows"].as_array().expect("rows")) {
        for what in ["variables", "clauses", "literals"] {
            assert_eq!(listed["sizes"][1][what], own["sizes"][0][what], "{}", own["name"]);
        }
    }
    bench.run("encodings --exactly 3 --of 8").with_status(0);
    bench.run("encodings --at-least 3 --of 8").with_status(0);
    for wrong in [
        "--of 8",
        "--at-most 9 --of 8",
        "--at-most 9",
        "--at-most 1 --exactly 1 --of 3",
        "--at-most 1 --of 3 --family queens",
        "--at-most 1 --of 1000000000",
        "--at-most 1 --of 3 --card bdd",
        "--at-most 1 --of 3 --format markdown",
    ] {
        bench.run(&format!("encodings {wrong}")).with_status(2);
    }
}

/// The same program twice, as Gurobi writes it: in LP the constant is a variable, and in LP and MPS
/// a range has a slack and the objective is a variable.
const REPLACED: [(&str, &str); 2] = [
    (
        "a.lp",
        "Maximize\n  o + 10 Constant\nSubject To\n R0: 3 x + 5 y - 2 z - 2 o = 0\n span: x + y + z + Rgspan = 3\nBounds\n \
         Rgspan <= 2\n Constant = 1\n o free\nBinaries\n x y z\nEnd\n",
    ),
    (
        "a.mps",
        "NAME a\nOBJSENSE\n MAX\nROWS\n N OBJ\n E R0\n E span\nCOLUMNS\n o OBJ 1 R0 -2\n M 'MARKER' 'INTORG'\n x R0 3 span 1\n y \
         R0 5 span 1\n z R0 -2 span 1\n M 'MARKER' 'INTEND'\n Rgspan span 1\nRHS\n R OBJ -10 span 3\nBOUNDS\n FR B o\n BV B \
         x\n BV B y\n BV B z\n UP B Rgspan 2\nENDATA\n",
    ),
];

#[test]
fn replaced_variables_have_no_value_in_answers() {
    let bench = Workbench::with(REPLACED[0].0, REPLACED[0].1);
    bench.write(REPLACED[1].0, REPLACED[1].1);
    for (name, _) in REPLACED {
        let solved = bench.run(&format!("solve model {name} --format json")).with_status(0);
        let report: serde_json::Value = serde_json::from_str(&solved.out).expect("JSON");
        let expected = serde_json::json!({"x": 1, "y": 1, "z": 0});
        assert_eq!(report["assignment"], expected, "{name}");
        assert_eq!(report["objective"]["value"], 14, "{name}");
        let solved = bench.run(&format!("solve model {name}")).with_status(0).out;
        let values = solved.lines().next().expect("a line of values");
        assert!(!values.contains("Constant") && !values.contains("Rgspan"), "{solved}");
        for (file, answer) in [("text", &solved), ("report", &report.to_string())] {
            bench.write(file, answer);
            for (other, _) in REPLACED {
                let told =
                    bench.run(&format!("verify model {other} --answer {file}")).with_status(0);
                assert_eq!(told.out, "valid: objective 14\n", "{name} in {other}");
            }
        }
        bench
            .run(&format!("export model {name} --to lp -o formula.lp --map map.json"))
            .with_status(0);
        bench.write("said", "s SATISFIABLE\nv x y -z\n");
        let told = bench.run("decode --map map.json said").with_status(0).out;
        assert!(told.contains("objective 14"), "{told}");
    }
}

#[test]
fn values_of_replaced_variables_are_held_against_the_others() {
    let bench = Workbench::with(REPLACED[0].0, REPLACED[0].1);
    for said in [
        "# Objective value = 14\nx 1\ny 1\nz 0\nRgspan 1\no 4\n",
        "# Objective value = 14\nConstant 1\nx 1\ny 1\nz 0\nRgspan 0.99999999\no 4\n",
        "# Objective value = 11.5\nx 0\ny 1\nz 1\nRgspan 1\no 1.5\n# and without Constant\n",
        "solution status: optimal solution found\nobjective value: 14\nx 1 (obj:0)\ny 1 (obj:0)\nRgspan 1 (obj:0)\no 4 (obj:1)\n\
         Constant 1 (obj:10)\n",
        "v Constant x y -z Rgspan\n",
        "x y -z Rgspan",
    ] {
        bench.write("said", said);
        let value = if said.contains("11.5") { "11.5" } else { "14" };
        let told = bench.run("verify model a.lp --answer said").with_status(0);
        assert_eq!(told.out, format!("valid: objective {value}\n"), "{said}");
        bench.run("solve model a.lp --start said").with_status(0);
    }
    for (said, wrong) in [
        ("x 1\ny 1\nz 0\nRgspan 2\n", "`Rgspan` is 2, but the other values make it 1"),
        (
            "# Objective value = 14\nx 1\ny 1\nz 0\nRgspan 1\no 3.5\n",
            "`o` is 3.5, but the other values make it 4",
        ),
        ("x 1\ny 1\nz 0\nConstant 0\n", "`Constant` is 0, but the other values make it 1"),
        ("v x y -z -Constant\n", "`Constant` is 0, but the other values make it 1"),
        ("x y -z -Rgspan", "`Rgspan` is 0, but the other values make it 1"),
    ] {
        bench.write("said", said);
        for command in ["verify model a.lp --answer said", "solve model a.lp --start said"] {
            let told = bench.run(command).with_status(2).err;
            assert!(told.contains(wrong), "{said}: {told}");
        }
    }
}

#[test]
fn wide_bounds_of_binary_variables_are_refused() {
    for bound in ["x <= 5", "-2 <= y", "y free"] {
        let name = if bound.contains('x') { "x" } else { "y" };
        for sections in
            [format!("binary\n x y\nbounds\n {bound}"), format!("bounds\n {bound}\nbinary\n x y")]
        {
            let text = format!("max\n o: x - y\nst\n c: x + 2 y <= 8\n{sections}\nend\n");
            let told = refused("a.lp", &text, "");
            assert!(told.contains(&format!("`{name}` is declared binary, but a bound")), "{told}");
        }
    }
    let mps = "NAME t\nROWS\n N o\n L c\nCOLUMNS\n x o -1 c 1\nRHS\n R c 8\nBOUNDS\n BV B x\n UP B x 5\nENDATA\n";
    assert!(refused("a.mps", mps, "").contains("lets it be above 1"));
}

/// No answer reaches a bound that needs more than 64 bits in units. If the limit of clauses ends a
/// search, the result says so.
#[test]
fn bounds_and_limits_are_told_as_they_are() {
    let text = "max: 0.5 x1 + 0.25 x2;\nx1 + x2 <= 1;\n";
    let bench = Workbench::with("a.opb", text);
    let far = bench.run("solve model a.opb --bound 99999999999999999999999").with_status(1).out;
    assert!(far.contains("no answer with objective at least 99999999999999999999999"), "{far}");
    let line = "solve model a.opb --clause-limit 0 --deduce none --search binary";
    let ended = bench.run(line).with_status(3);
    assert!(ended.out.contains("stopped by --clause-limit;"), "{}", ended.out);
    let ended = bench.run(&format!("{line} --format json")).with_status(3);
    assert!(ended.out.contains("\"stopped\": \"memory\""), "{}", ended.out);
}

#[test]
fn weights_of_model_counters_are_noted() {
    let text = "c t wmc\np cnf 2 1\nc p weight 1 0.4 0\nc p weight -1 0.6 0\n1 2 0\n";
    let bench = Workbench::with("w.cnf", text);
    let ended = bench.run("solve model w.cnf --count").with_status(0);
    assert!(ended.out.contains("; 3 answers"), "{}", ended.out);
    assert_eq!(ended.err.matches("states weights of literals").count(), 1, "{}", ended.err);
    bench.write("plain.cnf", text.replace("wmc", "mc").replace("weight", "width"));
    let ended = bench.run("solve model plain.cnf --count").with_status(0);
    assert!(!ended.err.contains("weights"), "{}", ended.err);
}

/// The limit of clauses may end the count of the optimal answers, when the optimum is proved.
#[test]
fn an_optimum_is_proved_though_the_limit_ends_its_count() {
    let text = "\
        min: +31 x1 +76 x2 +70 x3 +17 x4 +48 x5 +78 x6 +61 x7 +81 x8 +75 x9 +9 x10 +78 x11 +2 x12 \
        +61 x13 +34 x14 +71 x15 ;\n\
        +1 x4 +1 x15 +1 x12 >= 1 ;\n\
        +1 x8 +1 x9 +1 x14 >= 1 ;\n\
        +1 x8 +1 x7 +1 x11 >= 1 ;\n\
        +1 x14 +1 x3 +1 x4 >= 1 ;\n\
        +1 x11 +1 x3 +1 x9 >= 1 ;\n\
        +1 x7 +1 x12 +1 x1 >= 1 ;\n\
        +1 x11 +1 x13 +1 x2 >= 1 ;\n\
        +1 x3 +1 x13 +1 x10 >= 1 ;\n\
        +1 x1 +1 x5 +1 x13 >= 1 ;\n\
        +1 x1 +1 x14 +1 x5 >= 1 ;\n\
        +1 x8 +1 x10 +1 x12 >= 1 ;\n\
        +1 x15 +1 x7 +1 x12 >= 1 ;\n\
        +1 x13 +1 x7 +1 x14 >= 1 ;\n\
        +1 x12 +1 x13 +1 x10 >= 1 ;\n\
        +1 x8 +1 x3 +1 x6 >= 1 ;\n\
        +1 x2 +1 x1 +1 x3 >= 1 ;\n\
        +1 x8 +1 x4 +1 x5 >= 1 ;\n\
        +1 x11 +1 x7 +1 x13 >= 1 ;\n\
        +1 x11 +1 x14 +1 x5 >= 1 ;\n\
        +1 x7 +1 x9 +1 x15 >= 1 ;\n";
    let bench = Workbench::with("w.opb", text);
    let line = "solve model w.opb --clause-limit 100 --search oll";
    let told = |answers: &str| bench.run(&format!("{line} {answers}")).with_status(3).out;
    let optimum = "objective 245, proved optimal; ";
    let counted = told("--count");
    assert!(counted.ends_with(&format!("{optimum}not counted, stopped by --clause-limit\n")));
    let unique = told("--unique");
    assert!(unique.ends_with(&format!("{optimum}not known whether unique\n")), "{unique}");
}

/// Products of weights near 2^62 do not fit a proof's numbers.
#[test]
fn proofs_of_huge_weights_are_written() {
    let text = "min: +2305843009213693953 x1 +3141487432360770557 x2 ;\n+1 x1 +1 x2 >= 1 ;\n";
    let bench = Workbench::with("a.opb", text);
    for search in ["linear-sat-unsat", "linear-unsat-sat", "binary", "core-boosted", "oll"] {
        let line = format!("solve model a.opb --deduce none --search {search} --proof {search}");
        let out = bench.run(&line).with_status(0).out;
        assert!(out.contains("objective 2305843009213693953, proved optimal"), "{search}: {out}");
    }
}

#[test]
fn an_objective_without_terms_has_one_in_lp() {
    let bench = Workbench::with("a.opb", "min: ;\n+1 x1 +1 x2 >= 1 ;\n");
    let lp = bench.run("export model a.opb --to lp").with_status(0).out;
    assert!(lp.contains("Minimize\n obj: 0 x1\n"), "{lp}");
    bench.write("a.lp", lp);
    for name in ["a.opb", "a.lp"] {
        let out = bench.run(&format!("solve model {name}")).with_status(0).out;
        assert!(out.contains("objective 0, proved optimal"), "{name}: {out}");
    }
}

/// Variables named x and a number are sorted by number after reading.
#[test]
fn definitions_follow_variables_that_are_sorted() {
    let rows = "Minimize\n obj: y\nSubject To\n c1: y - x2 = 0\n c2: x2 + x1 >= 1\nBounds\n y free\nBinary\n x2 x1\nEnd\n";
    let bench = Workbench::with("a.lp", rows);
    bench.write("a.sol", "# Objective value = 0\ny 0\nx2 0\nx1 1\n");
    let valid = bench.run("verify model a.lp --answer a.sol").with_status(0).out;
    assert!(valid.starts_with("valid"), "{valid}");
    bench.write("b.sol", "# Objective value = 0\ny 1\nx2 0\nx1 1\n");
    let refused = bench.run("verify model a.lp --answer b.sol").with_status(2).err;
    assert!(refused.contains("`y` is 1, but the other values make it 0"), "{refused}");
}
