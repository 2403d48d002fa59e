//! Models as people have them: VeriPB's projections and reified rows, relations as signs, rational
//! numbers, headers that do not fit, and files of other programs, which are refused by name.

use serde_json::{Value, json};

use crate::workbench::{Ended, Workbench};

fn run(name: &str, text: &str, line: &str) -> Ended {
    let bench = Workbench::with(name, text);
    bench.run(&line.replace("{}", name))
}

fn counts(name: &str, text: &str, number: u64) {
    let out = run(name, text, "solve model {} --count").with_status(0).out;
    let plural = if number == 1 { "" } else { "s" };
    assert!(out.contains(&format!("; {number} answer{plural}")), "{text}: {out}");
}

fn refused(name: &str, text: &str) -> String {
    flat(&run(name, text, "solve model {}").refusal())
}

/// Joins the lines of a message.
fn flat(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn preserved_variables_distinguish_answers() {
    let rows = "1 x1 1 x2 1 x3 >= 1 ;\n1 x3 1 x4 >= 1 ;\n";
    let header = "* #variable= 4 #constraint= 2\n";
    for (list, number) in [
        ("preserved: x1 x2 ;\n", 4),
        ("preserved: x1 x2;\n", 4),
        ("preserved:\n x1\n x2\n;\n", 4),
        ("min: 0 x1 ;\npreserved: x4 x3 ;\n", 3),
        ("preserved: x2 x2 ;\n", 2),
        ("preserved: x1 x2 x3 x4 ;\n", 11),
        ("preserved: ;\n", 1),
        ("", 11),
    ] {
        counts("a.opb", &format!("{header}{list}{rows}"), number);
        counts("a.opb", &format!("{header}{rows}{list}"), number);
        counts("a", &format!("{list}{rows}"), number);
    }
    let text = format!("preserved: x1 ;\n{rows}");
    let bench = Workbench::with("a.opb", &text);
    let ended = bench.run("solve model a.opb --count").with_status(0);
    assert!(flat(&ended.err).contains("that the file names: x1"), "{}", ended.err);
    bench.run("solve model a.opb --count --projected x1,x2").with_status(0);
    let unique = bench.run("solve model a.opb --unique").with_status(0).out;
    assert!(unique.contains("not unique"), "{unique}");
    let unique = "preserved: x1 ;\n1 x1 >= 1 ;\n1 x2 1 x3 >= 1 ;\n";
    let unique = run("a.opb", unique, "solve model {} --unique").with_status(0).out;
    assert!(unique.contains("; unique"), "{unique}");
    for (text, told) in [
        ("preserved: x1 ;\npreserved: x2 ;\n1 x1 >= 0 ;\n", "one list of preserved variables"),
        ("preserved: ~x1 ;\n", "names of variables"),
        ("preserved: x1 +x2 ;\n", "names of variables"),
        ("preserved: x1", "names of variables"),
    ] {
        let told_by = refused("a.opb", text);
        assert!(told_by.contains(told), "{text}: {told_by}");
    }
}

#[test]
fn reified_rows_are_counted_exported_and_verified() {
    let header = "* #variable= 3 #constraint= 1\n";
    for (row, number) in [
        ("1 x1 1 x2 >= 1 ==> x3 ;", 5),
        ("x3 <== 1 x1 1 x2 >= 1 ;", 5),
        ("1 x1 1 x2 >= 2 <== x3 ;", 5),
        ("x3 ==> 1 x1 1 x2 >= 2 ;", 5),
        ("1 x1 1 x2 >= 1 <==> x3 ;", 4),
        ("~x3 <==> 1 x1 1 x2 < 1 ;", 4),
        ("x1 ~x2 ==> 1 x3 >= 1 ;", 7),
        ("1 x3 >= 1 <== x1 ~x2 ;", 7),
        ("x3 ==> 1 x1 1 x2 = 1 ;", 6),
        ("x3 <== 1 x1 1 x2 = 1 ;", 6),
        ("x3 <==> 1 x1 1 x2 ≠ 1 ;", 4),
        ("x1 ==> 1 x1 1 x2 1 x3 >= 2 ;", 7),
        ("@c1 x3\n==> 2 x1 -1 x2\n>= 1 ;", 6),
    ] {
        let text = format!("{header}{row}\n");
        counts("a.opb", &text, number);
        counts("a", &format!("{row}\n"), number);
        let bench = Workbench::with("a.opb", &text);
        for format in ["opb", "cnf", "lp", "mps"] {
            bench.run(&format!("export model a.opb --to {format} -o e.{format}")).with_status(0);
            let projected = if format == "cnf" { "1,2,3" } else { "x1,x2,x3" };
            let line = format!("solve model e.{format} --count --projected {projected}");
            let out = bench.run(&line).with_status(0).out;
            assert!(out.contains(&format!("; {number} answers")), "{row} in {format}: {out}");
        }
    }
    let bench = Workbench::with("a.opb", "x1 ~x2 ==> 2 x3 >= 1 ;\n");
    bench.write("broken", "v x1 -x2 -x3\n");
    let out = bench.run("verify model a.opb --answer broken").with_status(1).out;
    assert!(out.contains("constraint 1 (line 1) is violated: `x1 ~x2 ==> +2 x3 >= 1`"), "{out}");
    bench.write("open", "v x1 -x2\n");
    bench.run("verify model a.opb --answer open").with_status(3);
    bench.write("open", "v -x3 x1 -x2\n");
    bench.run("verify model a.opb --answer open").with_status(1);
    for (text, told) in [
        ("x1 x2 <== 1 x3 >= 1 ;", "several literals with `<==`"),
        ("1 x3 >= 1 ==> x1 x2 ;", "several literals with `<==`"),
        ("x1 ==> 1 x2 >= 1 ==> x3 ;", "expected `;` after the number"),
        ("1 x1 ==> 1 x2 >= 1 ;", "literals without coefficients before the arrow"),
        ("1 x1 >= 1 ==> ;", "a literal or `;`"),
        ("1 x1 >= 1 ==> 2 x2 ;", "a literal or `;`"),
        ("x1 ==> x2 ;", "a relation"),
    ] {
        let told_by = refused("a.opb", text);
        assert!(told_by.contains(told), "{text}: {told_by}");
    }
}

/// A soft reified row costs once, however many rows of the model state it.
#[test]
fn soft_reified_rows_cost_once() {
    let text = "[3] x1 <==> 1 x2 1 x3 = 1 ;\n1 x1 >= 1 ;\n1 x2 >= 1 ;\n1 x3 >= 1 ;\n";
    let out = run("a.wbo", text, "solve model {}").with_status(0).out;
    assert!(out.contains("cost 3, proved optimal"), "{out}");
}

#[test]
fn relations_are_signs() {
    let pb =
        "* #variable= 3 #constraint= 2\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 ≥ 1;\n+1 x2 +1 x3 ≠ 2;\n";
    let lp =
        "Minimize\n obj: x1 + 2 x2\nSubject To\n x1 + x2 ≥ 1\n x2 + x3≠2\nBinary\n x1 x2 x3\nEnd\n";
    for (name, text) in [
        ("a.pb", pb.to_owned()),
        ("a", pb.to_owned()),
        ("a.pb", pb.replace(" ≥ 1", "≥1").replace(" ≠ 2", "!=2")),
        ("a.pb", pb.replace("+1 x1 +1 x2 ≥ 1", "-1 x1 -1 x2 ≤ -1")),
        ("a.lp", lp.to_owned()),
        ("a.lp", lp.replace('≠', " != ").replace("x1 + x2 ≥ 1", "1 ≤ x1 + x2 ≤ 2")),
    ] {
        let out = run(name, &text, "solve model {}").with_status(0).out;
        assert!(out.contains("objective 1, proved optimal"), "{text}: {out}");
    }
    counts("a.opb", "+1*x1 +1*x2 +1*x3 == 2;\n", 3);
    counts("a.opb", "1 x1 1 x2 1 x3 ≠ 2 ;\n", 5);
    counts("a.opb", "1 x1 1 x2 1 x3 != 2 ;\n1 x1 2 x2 ≠ 1 ;\n", 4);
    for text in ["1 x1 => 1 ;\n", "1 x1 ≈ 1 ;\n", "1 x1 ≥= 1 ;\n", "1 x1 <> 1 ;\n"] {
        refused("a.opb", text);
    }
}

#[test]
fn rational_numbers_are_exact() {
    let lp = |objective: &str, row: &str, bounds: &str| {
        format!("Minimize\n obj: {objective}\nSubject To\n c: {row}\n{bounds}Binary\n x y z\nEnd\n")
    };
    for (text, value) in [
        (lp("1/2 x + 9/10 y", "x + y >= 1", ""), "0.5"),
        (lp("1/3 x + 1/3 y + 1/3 z", "x + y + z >= 2", ""), "2/3"),
        (lp("- 1/2 x + 1 / 3 y", "1/3 x + 1/3 y + 1/3 z >= 1", ""), "-1/6"),
        (lp("x + y + z", "1/3 x + 1/3 y + 1/3 z = 2/3", ""), "2"),
        (lp("x + y + z", "1/2 <= 1/3 x + 1/4 y + 1/5 z <= 3/5", ""), "2"),
        (lp("0.5/2 x + 1e1/4 y", "x + y >= 1", ""), "0.25"),
        (lp("x + 1/2 y", "x + y >= 3/2", "Bounds\n -1/2 <= x <= 3/2\n 1/2 <= y\n"), "1.5"),
        (lp("1/7 x + 1/11 y + 5/13", "x + y >= 1", ""), "68/143"),
        (lp("[ 1/2 x * y + 1/3 z ^ 2 ] / 2", "x + y + z >= 2", ""), "1/6"),
    ] {
        let bench = Workbench::with("a.lp", &text);
        let out = bench.run("solve model a.lp").with_status(0).out;
        assert!(out.contains(&format!("objective {value}, proved optimal")), "{text}: {out}");
        for format in ["lp", "mps", "opb"] {
            let file = format!("e.{format}");
            bench.run(&format!("export model a.lp --to {format} -o {file} --map m")).with_status(0);
            let out = bench.run(&format!("solve model {file}")).with_status(0).out;
            let values = out.lines().filter(|line| line.starts_with("v "));
            bench.write("out", values.map(|line| format!("{line}\n")).collect::<String>());
            let out = bench.run("decode --map m out").with_status(0).out;
            assert!(out.contains(&format!("objective {value}")), "{text} in {format}: {out}");
            std::fs::remove_file(bench.path(&file)).expect("written");
        }
    }
    let mps = "NAME t\nROWS\n N o\n G c\n L r\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x o 1/2 c 1/3\n x r 1/6\n y o 9/10 c -1/-3\n y r 1/6\n M2 'MARKER' 'INTEND'\nRHS\n RHS c 1/3 o -1/4\n RHS r 1/3\nRANGES\n R r 1/3\nBOUNDS\n UP B x 3/2\n UP B y 1\nENDATA\n";
    let out = run("a.mps", mps, "solve model {}").with_status(0).out;
    assert!(out.contains("objective 0.75, proved optimal"), "{out}");
    for (name, text, told) in [
        ("a.lp", lp("1/0 x", "x >= 1", ""), "a division by 0"),
        ("a.lp", lp("x / 2", "x >= 1", ""), "a `/` that is not between two numbers"),
        ("a.lp", lp("1/2/2 x", "x >= 1", ""), "a `/` that is not between two numbers"),
        ("a.lp", lp("0x1f y", "x >= 1", ""), "`0x1f`, a hexadecimal number"),
        ("a.lp", lp("y", "x >= 0x1", ""), "`0x1`, a hexadecimal number"),
        ("a.mps", mps.replace("9/10", "0x9"), "`0x9`, a hexadecimal number"),
        ("a.mps", mps.replace("9/10", "9/0"), "`9/0` is no number"),
        ("a.mps", mps.replace("9/10", "9/x"), "`9/x` is no number"),
    ] {
        let told_by = refused(name, &text);
        assert!(told_by.contains(told), "{text}: {told_by}");
    }
}

/// A short file cannot ask for numbers of millions of digits.
#[test]
fn denominators_have_a_limit() {
    let digits = "7".repeat(380);
    let terms: Vec<String> = (1..9).map(|at| format!("1/{digits}{at} x{at}")).collect();
    let text = format!(
        "Minimize\n x1\nSubject To\n {} >= 0\nBinary\n x1 x2 x3 x4 x5 x6 x7 x8\nEnd\n",
        terms.join(" + ")
    );
    let told = refused("a.lp", &text);
    assert!(told.contains("common denominator"), "{told}");
}

#[test]
fn names_of_sections_may_have_a_colon() {
    let lp = "Minimize\n obj: x + 2 y\nSubject To\n c1: x + y >= 1\nBinaries:\n x\n y\nEnd\n";
    for text in [
        lp.to_owned(),
        lp.replace("Binaries:\n x\n y", "Binary: x y"),
        lp.replace("Subject To", "Subject To:").replace("Minimize", "Minimize:"),
        lp.replace("Binaries:\n", "Bounds\n x <= 1\n y <= 1\nGenerals:\n"),
        lp.replace("Binaries:\n x\n y", "Generals:\nBinaries:\n x\n y\nGeneral Constraints:\n"),
        lp.replace(" c1:", " binary: x + y >= 0\n bin: x + y <= 2\n c1:"),
    ] {
        let out = run("a.lp", &text, "solve model {}").with_status(0).out;
        assert!(out.contains("objective 1, proved optimal"), "{text}: {out}");
    }
}

#[test]
fn quantifiers_are_refused_by_name() {
    for (name, text) in [
        ("a.cnf", "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"),
        ("a.qdimacs", "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"),
        ("a", "c a game\np cnf 2 2\ne 2 0\n1 2 0\n-1 -2 0\n"),
        ("a.cnf", "p cnf 3 1\na 1 0\nd 3 1 0\n1 3 0\n"),
        ("a", "a 1 0\n1 2 0\n-1 -2 0\n"),
        ("a.qcir", "#QCIR-G14\nforall(v1)\noutput(g1)\n"),
    ] {
        let told = refused(name, text);
        assert!(told.contains("quantifiers") && !told.contains("p inccnf"), "{text}: {told}");
    }
    // Cubes come after the clauses.
    let told = refused("a.cnf", "p cnf 2 2\n1 2 0\na 1 0\n");
    assert!(told.contains("p inccnf") && !told.contains("quantif"), "{told}");
    let out = run("a.icnf", "p inccnf\n1 2 0\na 1 0\n", "solve model {}").with_status(0).out;
    assert!(out.contains("solved"), "{out}");
}

#[test]
fn weights_of_literals_are_refused_by_name() {
    for text in ["p cnf 2 1\nw 1 0.5\n1 2 0\n", "p cnf 2 1\n1 2 0\nw -1 0.25 0\n"] {
        let told = refused("a.cnf", text);
        assert!(told.contains("the weight of a literal for weighted counts"), "{told}");
    }
    let told = refused("a.cnf", "p cnf 2 1\nw 2*1 3*2 <= 4\n");
    assert!(told.contains("`p cnf+` in the first line"), "{told}");
}

#[test]
fn files_of_other_programs_are_refused_by_name() {
    for (name, text, told) in [
        ("a.lp", "% colours\n1 { c(X,1..3) } 1 :- node(X).\n", "an answer set program"),
        ("a.lp", "edge(1,2). edge(2,3).\n", "an answer set program"),
        ("a.lp", "#const n = 8.\n", "an answer set program"),
        ("a", "asp 1 0 0\n1 0 1 1 0 0\n0\n", "aspif"),
        ("a.gcnf", "p gcnf 2 3 2\n{0} 1 2 0\n{1} -1 0\n{2} -2 0\n", "groups of clauses"),
        ("a.fzn", "var 1..3: x;\nsolve satisfy;\n", "MiniZinc"),
        ("a.smt2", "(set-logic QF_LIA)\n(check-sat)\n", "SMT-LIB"),
        ("a.xml", "<instance format=\"XCSP3\" type=\"CSP\">\n</instance>\n", "XCSP3"),
    ] {
        let refused = refused(name, text);
        assert!(refused.contains(told) && refused.contains("expected"), "{text}: {refused}");
    }
}

#[test]
fn weights_above_the_top_are_noted() {
    let text = "p wcnf 3 5 1\n1 1 0\n1 2 0\n61 -1 -2 0\n61 -1 -3 0\n61 -2 3 0\n";
    let ended = run("a.wcnf", text, "solve model {}").with_status(1);
    let note = "3 weights are above the top weight in the first line, so their clauses are hard, and \
                so are all others: does that line belong to this file?";
    assert!(flat(&ended.err).contains(note), "{}", ended.err);
    for (text, told) in [
        (
            "p wcnf 2 2 3\n7 1 2 0\n2 -1 0\n",
            "1 weight is above the top weight in the first line, so its clause is hard: does that line",
        ),
        ("p wcnf 2 3 3\n7 1 2 0\n2 -1 0\n3.5 2 0\n", "2 weights are above the top"),
        ("p wcnf 2 2 3\n3 1 2 0\n2 -1 0\n", ""),
        ("p wcnf 2 2\n3 1 2 0\n2 -1 0\n", ""),
        ("h 1 2 0\n2 -1 0\n", ""),
    ] {
        let err = flat(&run("a.wcnf", text, "solve model {}").with_status(0).err);
        assert!(err.contains(told) && told.is_empty() != err.contains("above"), "{text}: {err}");
    }
}

#[test]
fn broken_soft_rows_are_listed() {
    let wcnf = "h 1 2 0\n2 -1 0\n3 -2 0\n1 -1 -2 0\n0.5 1 0\n";
    let wbo = "[2] 1 a >= 1 ;\n[3] 1 b >= 1 ;\n1 a 1 b <= 1 ;\n";
    let bench = Workbench::with("a.wcnf", wcnf);
    let json = |bench: &Workbench, line: &str| -> Value {
        serde_json::from_str(&bench.run(line).with_status(0).out).expect("JSON")
    };
    let told = json(&bench, "solve model a.wcnf --format json");
    let expected = serde_json::json!([{
        "constraint": 2, "line": 2, "name": null, "cost": 2,
        "said": "at least one of `-1` is true",
    }]);
    assert_eq!(told["broken_soft"], expected);
    let ended = bench.run("solve model a.wcnf -v").with_status(0);
    let lines = "the answer breaks 1 soft constraint:\n  constraint 2 (line 2), cost 2: at least one of `-1` is true\n";
    assert!(ended.err.contains(lines), "{}", ended.err);
    assert!(!bench.run("solve model a.wcnf").with_status(0).err.contains("breaks"));
    bench.write("all", "v 1 2 0\n");
    let told = json(&bench, "verify model a.wcnf --answer all --format json");
    let costs: Vec<&Value> =
        told["broken_soft"].as_array().expect("a list").iter().map(|one| &one["cost"]).collect();
    assert_eq!(costs, [2, 3, 1]);
    bench.write("b.wbo", wbo);
    let told = json(&bench, "solve model b.wbo --format json");
    assert_eq!(told["broken_soft"][0]["constraint"], 1);
    assert_eq!(told["broken_soft"][0]["said"], "`+1 a >= 1`");
    let many: String = (1..=60).map(|at| format!("{at} -{at} 0\nh {at} 0\n")).collect();
    bench.write("c.wcnf", &many);
    let err = bench.run("solve model c.wcnf -v").with_status(0).err;
    assert!(err.contains("the answer breaks 60 soft constraints:\n  constraint 119 "), "{err}");
    assert!(err.contains("  and 40 more, which --format json lists\n"), "{err}");
    let told = json(&bench, "solve model c.wcnf --format json");
    assert_eq!(told["broken_soft"].as_array().map(Vec::len), Some(60));
    bench.write("d.cnf", "1 2 0\n");
    assert_eq!(json(&bench, "solve model d.cnf --format json").get("broken_soft"), None);
    bench.write("e.wcnf", "h 1 0\n3 1 0\n");
    let err = bench.run("solve model e.wcnf -v").with_status(0).err;
    assert!(err.contains("the answer breaks 0 soft constraints\n"), "{err}");
}

#[test]
fn integers_have_their_bounds_and_values() {
    let lp = "Maximize\n value: 5 wheat + 4 maize - 3 fee\nSubject To\n land: wheat + maize <= 7\n water: 6 wheat + 3 maize <= 31\n contract: maize - 2 fee >= -1\nBounds\n -2 <= wheat <= 12\n 2 <= fee <= 4\nGeneral\n wheat maize fee\nSemi-Continuous\n fee\nEnd\n";
    let mps = "NAME farm\nOBJSENSE\n MAX\nROWS\n N value\n L land\n L water\n G contract\nCOLUMNS\n M1 'MARKER' 'INTORG'\n wheat value 5 land 1\n wheat water 6\n maize value 4 land 1\n maize water 3 contract 1\n fee value -3 contract -2\n M2 'MARKER' 'INTEND'\nRHS\n R land 7 water 31\n R contract -1\nBOUNDS\n LO B wheat -2\n UP B wheat 12\n LO B maize 0\n PL B maize\n LO B fee 2\n SC B fee 4\nENDATA\n";
    for (name, text) in [("farm.lp", lp), ("farm.mps", mps)] {
        let bench = Workbench::with(name, text);
        let out = bench.run(&format!("solve model {name}")).with_status(0).out;
        assert_eq!(
            out,
            "v wheat=3 maize=4 fee=0\n# model with 3 variables and 3 constraints: objective 31, proved optimal\n"
        );
        for int in ["order", "direct", "order-and-direct", "binary", "auto"] {
            for search in ["linear-sat-unsat", "oll", "branch-and-cut"] {
                let line =
                    format!("solve model {name} --int {int} --search {search} --format json");
                let report = bench.run(&line).json();
                assert_eq!(report["assignment"], json!({"wheat": 3, "maize": 4, "fee": 0}));
                assert_eq!(report["objective"]["value"], 31, "{line}");
            }
        }
        for (answer, told) in [
            ("v wheat=3 maize=4 fee=0", "valid: objective 31"),
            ("v wheat=3 maize=5 fee=0", "`land`"),
            ("v wheat=3 maize=5 fee=0", "`+1 wheat +1 maize <= 7`"),
            ("v wheat=3 maize=4 fee=1", "0, or a whole number from 2 to"),
            ("v wheat=3 maize=4 fee", "the integer variable `fee` without a value"),
            ("v wheat=3 maize=4.2 fee=0", "a whole number"),
            ("v wheat=3 wheat=4", "`wheat` has two values"),
        ] {
            bench.write("answer", answer);
            let run = bench.run(&format!("verify model {name} --answer answer"));
            assert!(format!("{}{}", run.out, run.err).contains(told), "{answer}: {}", run.err);
        }
        let scip = "solution status: optimal solution found\nobjective value: 31\nwheat 3 (obj:5)\nmaize 4 (obj:4)\n";
        bench.write("scip.sol", scip);
        bench.run(&format!("verify model {name} --answer scip.sol")).with_status(0);
        let count = bench.run(&format!("solve model {name} --all --projected fee --bound 20"));
        assert_eq!(count.out.matches("v fee=").count(), 3, "{}", count.out);
        bench.run(&format!("export model {name} --to wcnf -o a.wcnf --map a.json")).with_status(0);
        bench.run(&format!("export model {name} --to opb -o a.opb --map b.json")).with_status(0);
        let opb = std::fs::read_to_string(bench.path("a.opb")).expect("an export");
        assert!(opb.contains("* x1 wheat#0\n"));
    }
}

#[test]
fn integers_without_a_bound_are_refused_with_the_way_on() {
    let lp = "Maximize\n x + y\nSubject To\n c: x - y <= 3\nGeneral\n x y\nEnd\n";
    let refused = refused("a.lp", lp);
    for part in [
        "`x` has no upper bound",
        "row `c` (line 4)",
        "so the objective is perhaps unbounded",
        "--int-bound N",
    ] {
        assert!(flat(&refused).contains(part), "{refused}");
    }
    let bench = Workbench::with("a.lp", lp);
    let out = bench.run("solve model a.lp --int-bound 10").with_status(0).out;
    assert!(out.starts_with("v x=10 y=10\n"), "{out}");
    assert!(out.contains("integers without a bound only within -10..10"), "{out}");
    let refusal = bench.run("solve gunport --size 5 --int-bound 3").refusal();
    assert!(refusal.contains("this option is only for model files"), "{refusal}");
}

#[test]
fn a_maximum_in_a_comment_is_in_the_title() {
    let mps = "*SENSE:Maximize\nNAME t\nROWS\n N o\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x o 1\n M2 'MARKER' 'INTEND'\nBOUNDS\n BV B x\nENDATA\n";
    let bench = Workbench::with("a.mps", mps);
    let out = bench.run("solve model a.mps").with_status(0).out;
    let title = "(minimised, but a comment speaks of a maximum): objective 0, proved optimal";
    assert!(out.contains(title), "{out}");
    for (line, value) in [("--maximize", "objective 1"), ("--minimize", "objective 0")] {
        let out = bench.run(&format!("solve model a.mps {line}")).with_status(0).out;
        assert!(out.contains(value) && !out.contains("a comment"), "{line}: {out}");
    }
}

#[test]
fn lists_of_literals_are_decoded() {
    let bench = Workbench::with("a.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n");
    bench.run("export model a.cnf --to cnf -o e.cnf --map m").with_status(0);
    for list in [
        "[1, -2, 3]\n",
        "[1,-2,3]",
        "(1, -2, 3)\n",
        "1 -2 3 0\n",
        "1, -2, 3\n",
        "v 1 -2 3 0\n",
        "v 1 -2\nv 3\n",
        "[\"1\", \"-2\", \"3\"]",
    ] {
        bench.write("out", list);
        let out = bench.run("decode --map m out").with_status(0).out;
        assert!(out.starts_with("v 1 -2 3 0\n"), "{list}: {out}");
        let verified = bench.run("verify model a.cnf --answer out").with_status(0).out;
        assert_eq!(verified, "valid\n", "{list}");
    }
    for (list, told) in [
        ("[1, -2]", "the output states no result, and has no value for 1 variable"),
        ("v 1 -2 0\n", "the output states no result, and has no value for 1 variable"),
        ("[1, -2, 4]", "there is no variable `4` in the file"),
        ("[1, -2, -3]", "is violated"),
        ("[]", "the output states no result, and begins with `[]`"),
        ("hello\nworld\n", "the output states no result, and begins with `hello`"),
        ("", "the output is empty and states no result"),
    ] {
        bench.write("out", list);
        let refused = flat(&bench.run("decode --map m out").refusal());
        assert!(refused.contains(told), "{list}: {refused}");
    }
    bench.write("e.lp", "Minimize\n x\nSubject To\n c: x + y >= 1\nBinary\n x y\nEnd\n");
    bench.run("export model e.lp --to lp -o f.lp --map n").with_status(0);
    for (list, status) in [("['-x', 'y']", 0), ("=obj=0\nx 0\ny 1\n", 2)] {
        bench.write("out", list);
        let ended = bench.run("decode --map n out").with_status(status);
        if status == 2 {
            assert!(ended.err.contains("`=obj=0` without a space after `=obj=`"), "{}", ended.err);
        }
    }
}

/// The bounds of `y` follow from an answer, and leave out worse answers, which the file has.
#[test]
fn answers_beyond_the_bounds_from_an_answer_are_not_denied() {
    let lp = "Minimize\n obj: x + y\nSubject To\n c1: x + 2 y >= 5\nBounds\n y >= -3\nGeneral\n x y\nEnd\n";
    let bench = Workbench::with("a.lp", lp);
    let best = bench.run("solve model a.lp").with_status(0).out;
    assert!(best.contains("objective 3"), "{best}");
    bench.write("far", "v x=11 y=-3\n");
    for line in ["verify model a.lp --answer far", "solve model a.lp --start far"] {
        let refusal = flat(&bench.run(line).refusal());
        assert!(refusal.contains("among the answers with an objective as good as"), "{refusal}");
        assert!(refusal.contains("--int-bound N"), "{refusal}");
    }
    let line = "verify model a.lp --answer far --int-bound 20";
    assert_eq!(bench.run(line).with_status(0).out, "valid: objective 8\n");
    bench.write("worse", "v x=3 y=1\n");
    let verdict = bench.run("verify model a.lp --answer worse").with_status(0).out;
    assert_eq!(verdict, "valid: objective 4\n");
    for line in [
        "solve model a.lp --bound 20 --count",
        "solve model a.lp --bound 20 --unique",
        "solve model a.lp --bound 20 --count --proof P",
        "explain model a.lp --bound 20",
    ] {
        let refusal = flat(&bench.run(line).refusal());
        assert!(refusal.contains("several answers with the bound 20"), "{line}: {refusal}");
    }
    let counted = bench.run("solve model a.lp --bound 20 --count --int-bound 20").with_status(0);
    assert!(counted.out.contains("within -20..20"), "{}", counted.out);
    bench.run("solve model a.lp --bound 20").with_status(0);
    bench.run("solve model a.lp --bound 3 --count").with_status(0);
    bench.run("solve model a.lp --unique").with_status(0);
}
