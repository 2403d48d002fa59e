//! Solution files of other programs: `decode`, `verify`, `solve --start` and `--solver` read each
//! format strictly and check every claim.

use crate::workbench::{Ended, Workbench};

/// A program of two variables. The optimum is 0, with both variables 0; `a` alone has the value -1.
const MODEL: &str = "Maximize\n o: - a - 2 b\nSubject To\n c: a - b >= 0\nBinary\n a b\nEnd\n";

fn exported(model: &str, format: &str) -> Workbench {
    let bench = Workbench::with("m.lp", model);
    bench.run(&format!("export model m.lp --to {format} -o e.{format} --map map")).with_status(0);
    bench
}

fn refused(bench: &Workbench, output: &str, found: &str) {
    bench.write("out", output);
    let said = bench.run("decode --map map out").refusal();
    assert!(said.contains(found), "{output}: {said}");
}

#[test]
fn the_pretty_style_of_highs_has_values_below_their_heading() {
    let bench = exported(MODEL, "lp");
    bench.write(
        "out",
        "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        \
         Name\n        0                   0            1            0               Integer     \
         a\n        1                   0            1           -0               Integer     b\n\
         Rows\n    Index Status        Lower        Upper       Primal         Dual  Name\n        \
         0                   0          inf            0               clauses_1\n\n\
         Model status: Optimal\n\nObjective value: 0\n",
    );
    let said = bench.run("decode --map map out").with_status(0).out;
    assert!(said.starts_with("v -a -b\n") && said.contains("objective 0, optimal"), "{said}");
}

#[test]
fn zeros_that_scip_leaves_out_are_zeros() {
    let bench = exported(MODEL, "lp");
    let file = "solution status: optimal solution found\nobjective value:                    0\n";
    bench.write("out", file);
    let said = bench.run("decode --map map out").with_status(0).out;
    assert!(said.starts_with("v -a -b\n"), "{said}");
}

#[test]
fn an_objective_that_is_not_the_answers_is_refused() {
    let bench = exported(MODEL, "lp");
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n";
    for (output, found) in [
        (format!("{highs}# Columns 2\na 0\n"), "cut off"),
        (format!("{highs}# Columns 2\na 0\na 1\nb 0\n"), "`a` has two values"),
        (format!("{highs}# Columns 2\na 1\nb 0\n# Rows 1\nclauses_1 1\n"), "objective 0"),
        (
            "solution status: optimal solution found\nobjective value: 0\na  1 \t(obj:-1)\n"
                .to_owned(),
            "objective 0",
        ),
        ("Optimal - objective value 0.00000000\n 0 a 1 -1\n".to_owned(), "objective 0"),
        ("=obj= 0\na 1\n".to_owned(), "objective 0"),
        ("# Objective value = 0\na 1\nb 0\n".to_owned(), "objective 0"),
        (
            "<CPLEXSolution><header objectiveValue=\"0\"/><variables>\
             <variable name=\"a\" value=\"1\"/></variables></CPLEXSolution>"
                .to_owned(),
            "objective 0",
        ),
        (
            "\nValue of objective function: 0\n\nActual values of the variables:\na 1\nb 0\n\n\
             Actual values of the constraints:\n"
                .to_owned(),
            "objective 0",
        ),
    ] {
        refused(&bench, &output, found);
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let bench = exported(MODEL, "opb");
    refused(&bench, "s UNSATISFIABLE\nv x1 x2\ns OPTIMUM FOUND\n", "a second status");
    refused(&bench, "s UNSATISFIABLE\nv x1 x2\n", "its values are an answer");
    bench.write("out", "s UNSATISFIABLE\nv -x1 x2\n");
    // Values that break a row contradict nothing.
    bench.run("decode --map map out").with_status(1);
}

#[test]
fn values_that_are_an_answer_contradict_that_there_is_none() {
    let bench = exported(MODEL, "opb");
    for objective in ["", "o 0\n", "o 7\n", "o -3.5\n"] {
        let output = format!("s UNSATISFIABLE\n{objective}v x1 -x2\n");
        refused(&bench, &output, "its values are an answer");
    }
    let bench = exported(MODEL, "lp");
    let glpk = "   No. Column name       Activity\n------ ------------    -------------\n     \
                1 a            *              1\n     2 b            *              0\n\n\
                End of output\n";
    for output in [
        "Model status\nInfeasible\n\n# Primal solution values\nFeasible\nObjective 9\n\
         # Columns 2\na 1\nb 0\n# Rows 1\nclauses_1 1\n",
        "Model status\nInfeasible\n\n# Primal solution values\nFeasible\nObjective 9\n\
         # Columns -1 sparse\na 1 0\n",
        "solution status: infeasible\nobjective value: 9\na  1 \t(obj:-1)\n",
        "Infeasible - objective value 9.00000000\n 0 a 1 -1\n",
        "=infeas=\na 1\n",
        "<CPLEXSolution><header objectiveValue=\"9\" solutionStatusString=\"infeasible\"/>\
         <variables><variable name=\"a\" value=\"1\"/></variables></CPLEXSolution>",
        &format!(
            "Problem:    \nRows:       1\nColumns:    2\nStatus:     INTEGER EMPTY\n\
             Objective:  obj = 9 (MAXimum)\n\n{glpk}"
        ),
    ] {
        refused(&bench, output, "its values are an answer");
    }
    // Values that break a row contradict nothing, and neither does a status alone.
    for output in ["=infeas=\nb 1\n", "=infeas=\n"] {
        bench.write("out", output);
        bench.run("decode --map map out").with_status(1);
    }
    for output in ["=infeas= 3\n", "=infeas=\nx\n", "=unkn=\nx 1\n"] {
        bench.write("out", output);
        bench.run("decode --map map out").with_status(2);
    }
}

#[test]
fn a_second_status_is_named_with_its_line() {
    let bench = exported(MODEL, "lp");
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n\
                 # Columns 2\na 0\nb 0\n# Rows 1\nclauses_1 0\nThis problem is infeasible\n";
    for (output, found) in [
        (highs, "This problem is infeasible"),
        ("This problem is infeasible\ns OPTIMUM FOUND\nv -a -b\n", "s OPTIMUM FOUND"),
        (
            "s OPTIMUM FOUND\no 0\nv -a -b\nThis problem is infeasible\n",
            "This problem is infeasible",
        ),
        ("=infeas=\nOptimal - objective value 0\n", "Optimal - objective value 0"),
        ("This problem is infeasible\nThis problem is unbounded\n", "This problem is unbounded"),
        ("s OPTIMUM FOUND\no 0\nv -a -b\nUNSATISFIABLE\n", "UNSATISFIABLE"),
    ] {
        refused(&bench, output, &format!("a second status, `{found}`"));
    }
    // The additional lines of MiniSat agree with those of a script.
    bench.write("out", "SATISFIABLE words\nSATISFIABLE\ns OPTIMUM FOUND\no 0\nv -a -b\n");
    bench.run("decode --map map out").with_status(0);
}

/// In the output of CBC, names distinguish the variables from the rows, even if their numbers are
/// equal.
#[test]
fn no_value_of_cbc_is_taken_for_that_of_a_row() {
    let bench = exported(MODEL, "lp");
    for (output, found) in [
        ("Optimal - objective value 0\n 1 b 1 2\n 0 a 0 1\n", "the variable `b` among the rows"),
        ("Optimal - objective value 0\n 1 b 1 2\n 1 a 0 1\n", "the variable `b` among the rows"),
        ("Infeasible - objective value 0\n 1 b 1 2\n 0 a 1 1\n", "the variable `b` among"),
        ("Optimal - objective value 0\n 0 clauses_1 1 2\n 1 c 0 1\n", "no variable `clauses_1`"),
    ] {
        refused(&bench, output, found);
        bench.write("m2.lp", MODEL);
        bench.run("verify model m2.lp --answer out").with_status(2);
    }
    let rows = "Optimal - objective value 0\n 0 clauses_1 0 0\n 0 a 0 1\n 1 b 0 1\n";
    bench.write("out", rows);
    let said = bench.run("decode --map map out").with_status(0).out;
    assert!(said.starts_with("v -a -b\n"), "{said}");
}

/// The sense in a solution file is that of the formula. GLPK takes the sense of its command line,
/// and reports it.
#[test]
fn the_sense_of_a_file_is_that_of_the_formula() {
    let model = "Maximize\n o: a - b\nSubject To\n c: a + b >= 1\nBinary\n a b\nEnd\n";
    let file = |objective: &str, values: [u8; 2]| {
        let [a, b] = values;
        format!(
            "Problem:    \nRows:       1\nColumns:    2 (2 integer, 2 binary)\nNon-zeros:  2\n\
             Status:     INTEGER OPTIMAL\nObjective:  obj = {objective}\n\n   \
             No. Column name       Activity\n------ ------------    -------------\n     \
             1 a            *              {a}\n     2 b            *              {b}\n\n\
             End of output\n"
        )
    };
    // An export to MPS is minimised.
    for (format, right, wrong) in [
        ("lp", ("1 (MAXimum)", [1, 0]), ("-1 (MINimum)", [0, 1])),
        ("mps", ("-1 (MINimum)", [1, 0]), ("1 (MAXimum)", [0, 1])),
    ] {
        let bench = exported(model, format);
        bench.write("out", file(right.0, right.1));
        let said = bench.run("decode --map map out").with_status(0).out;
        assert!(said.contains("objective 1, optimal"), "{said}");
        refused(&bench, &file(wrong.0, wrong.1), "an output that says m");
        refused(&bench, &file("1 (somehow)", [1, 0]), "(MINimum) or (MAXimum)");
    }
    let bench = exported(&model.replace("Maximize", "Minimize"), "lp");
    bench.write("out", file("-1 (MINimum)", [0, 1]));
    bench.run("decode --map map out").with_status(0);
    refused(&bench, &file("1 (MAXimum)", [1, 0]), "an output that says maximise");
}

#[test]
fn the_statuses_and_solutions_of_cplex_agree() {
    let bench = exported(MODEL, "lp");
    let file = |number: &str, text: &str| {
        format!(
            "<CPLEXSolution><header objectiveValue=\"0\" {number} solutionStatusString=\"{text}\"/>\
             <variables/></CPLEXSolution>"
        )
    };
    let value = |number: u32| format!("solutionStatusValue=\"{number}\"");
    for (number, text, status) in [
        (101, "integer optimal solution", 0),
        (1, "optimal", 0),
        (102, "integer optimal, tolerance", 0),
        (107, "time limit exceeded", 0),
        (108, "time limit exceeded, no integer solution", 3),
        (118, "integer unbounded", 3),
        (108, "integer optimal solution", 2),
        (103, "integer optimal solution", 2),
        (102, "integer optimal solution", 2),
        (101, "integer infeasible", 2),
        (101, "time limit exceeded", 2),
    ] {
        bench.write("out", file(&value(number), text));
        let ended = bench.run("decode --map map out");
        assert_eq!(ended.status, Some(status), "{number} {text}: {}{}", ended.out, ended.err);
    }
    refused(&bench, &file("solutionStatusValue=\"x\"", "optimal"), "the status `x`");
    let one = file(&value(101), "integer optimal solution");
    let several = |count| format!("<CPLEXSolutions>{}</CPLEXSolutions>", one.repeat(count));
    refused(&bench, &several(2), "2 solutions");
    bench.write("out", several(1));
    bench.run("decode --map map out").with_status(0);
    refused(
        &bench,
        &one.replace("<variables/>", "<variables/><variables/>"),
        "a second `variables`",
    );
}

#[test]
fn what_is_in_a_file_twice_or_no_number_is_refused() {
    let bench = exported(MODEL, "lp");
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n";
    for (output, found) in [
        (format!("{highs}Objective 3\n# Columns 2\na 0\nb 0\n"), "a second objective"),
        (format!("{highs}# Columns 2\na 0\nb 0\n# Rows 1\nclauses_1 x\n"), "`clauses_1 x`"),
        (format!("{highs}# Columns 2\na 0\nb 0\n# Rows 1\nclauses_1 0\na 1\n"), "`a 1`"),
        ("# Objective value = 3\n# Objective value = 0\na 0\nb 0\n".to_owned(), "a second"),
        ("objective value: 0\na 0 (obj:x)\n".to_owned(), "`(obj:…)`"),
        (
            "This problem is infeasible\nActual values of the variables:\na 1\n".to_owned(),
            "values, but no solution",
        ),
    ] {
        refused(&bench, &output, found);
    }
    let glpk = "Problem:    \nRows:       1\nColumns:    2 (2 integer, 2 binary)\nNon-zeros:  2\n\
     Status:     INTEGER OPTIMAL\nObjective:  obj = 0 (MAXimum)\n\n   \
     No. Column name       Activity\n------ ------------    -------------\n     \
     1 a            *              0\n     2 b            *              0\n\n\
     End of output\n";
    refused(&bench, &format!("{glpk}a 1\n"), "after the end");
    let twice = glpk.replace("Objective:", "Objective:  obj = 3 (MAXimum)\nObjective:");
    refused(&bench, &twice, "a second objective");
}

#[test]
fn a_number_that_a_file_does_not_have_is_refused() {
    let bench = Workbench::with("m.cnf", "p cnf 3 1\n1 2 0\n");
    for answer in
        ["s SATISFIABLE\nv 1 2 3 9 0\n", "v 1 2 3 -4 0\n", "1 2 3 9\n", "SAT\n1 2 3 9 0\n"]
    {
        bench.write("answer", answer);
        let said = bench.run("verify model m.cnf --answer answer").refusal();
        assert!(said.contains("there is no variable `"), "{answer}: {said}");
    }
    bench.write("answer", "s SATISFIABLE\nv 1 2 3 0\n");
    bench.run("verify model m.cnf --answer answer").with_status(0);
}

#[test]
#[cfg(unix)]
fn a_solver_of_the_question_that_contradicts_itself_is_refused() {
    let bench = Workbench::with("m.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n");
    bench.write("solver.sh", "printf 's UNSATISFIABLE\\no 7\\nv x1 -x2\\n'\n");
    let words = ["solve", "model", "m.opb", "--construct", "off", "--solver", "opb:sh solver.sh"];
    let ended = Ended::of(bench.command(words).output().expect("the program runs"));
    let said = ended.with_status(2).err;
    assert!(said.contains("its values are an answer"), "{said}");
}

#[test]
#[cfg(unix)]
fn a_solver_that_contradicts_itself_is_refused() {
    let bench = Workbench::with("m.cnf", "p cnf 2 1\n1 2 0\n");
    for (says, found) in [
        ("s UNSATISFIABLE\\nv 1 2 0\\n", "but prints one"),
        ("s SATISFIABLE\\nv 1 2 0\\ns UNSATISFIABLE\\n", "a second status"),
        ("s SATISFIABLE\\nv 1 2 3000 0\\n", "there is no variable `3000`"),
        ("SAT\\n1 -2\\n", "cut off"),
    ] {
        bench.write("solver.sh", format!("printf '{says}'\n"));
        let words = ["solve", "model", "m.cnf", "--solver", "sh solver.sh"];
        let ended = Ended::of(bench.command(words).output().expect("the program runs"));
        let said = ended.with_status(2).err;
        assert!(said.contains(found), "{says}: {said}");
    }
}

#[test]
fn answers_of_a_board_are_read_in_every_format() {
    let bench = Workbench::new();
    bench.run("export gunport --size 3 --to lp -o e.lp --map map").with_status(0);
    let names = [
        "domino_h_0_0",
        "domino_v_0_0",
        "domino_h_0_1",
        "domino_v_0_1",
        "domino_v_0_2",
        "domino_h_1_0",
        "domino_v_1_0",
        "domino_h_1_1",
        "domino_v_1_1",
        "domino_v_1_2",
        "domino_h_2_0",
        "domino_h_2_1",
        "hole_0_0",
        "hole_0_1",
        "hole_0_2",
        "hole_1_0",
        "hole_1_1",
        "hole_1_2",
        "hole_2_0",
        "hole_2_1",
        "hole_2_2",
    ];
    let ones = ["domino_v_0_1", "domino_v_1_0", "domino_v_1_2", "hole_0_0", "hole_0_2", "hole_2_1"];
    let pairs = |names: &[&str], line: &dyn Fn(&str, u8) -> String| -> String {
        names.iter().map(|name| line(name, u8::from(ones.contains(name)))).collect()
    };
    let plain = |name: &str, value: u8| format!("{name} {value}\n");
    let xml = |name: &str, value: u8| {
        format!("  <variable name=\"{name}\" index=\"3\" value=\"{value}\"/>\n")
    };
    let gurobi =
        format!("# Solution for model obj\n# Objective value = 3\n{}", pairs(&names, &plain));
    let cplex = format!(
        "<?xml version = \"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<CPLEXSolution \
         version=\"1.2\">\n <header problemName=\"g.lp\" objectiveValue=\"3\" \
         solutionStatusValue=\"101\" solutionStatusString=\"integer optimal solution\"/>\n \
         <variables>\n{} </variables>\n</CPLEXSolution>\n",
        pairs(&ones, &xml)
    );
    let miplib = format!("=obj= 3\n{}", pairs(&ones, &plain));
    let lp_solve = format!(
        "\nValue of objective function: 3.00000000\n\nActual values of the variables:\n{}\n\
         Actual values of the constraints:\nr1 1\n",
        pairs(&names, &plain)
    );
    for (output, is_optimal) in
        [(gurobi.as_str(), false), (&cplex, true), (&miplib, false), (&lp_solve, true)]
    {
        bench.write("out", output);
        let said = bench.run("decode --map map out").with_status(0).out;
        assert!(said.starts_with(".^.\n^v^\nv.v\n"), "{output}: {said}");
        assert_eq!(said.contains("optimal by the word"), is_optimal, "{said}");
        // Without its last line with a value the output is incomplete, or breaks a rule.
        let cut = output.replace("hole_2_1", "hole_2_2_");
        bench.write("out", cut);
        bench.run("decode --map map out").with_status(2);
    }
    refused(&bench, gurobi.strip_suffix("hole_2_2 0\n").expect("its end"), "no value");
}

const KNAPSACK: &str =
    "Maximize\n o: 3 a + 2 b + 1.5 c\nSubject To\n w: 2 a + 2 b + c <= 3\nBinary\n a b c\nEnd\n";

#[test]
fn verify_and_start_read_what_solvers_write() {
    let bench = Workbench::with("m.lp", KNAPSACK);
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 4.5\n\
                 # Columns 3\na 1\nb 0\nc 1\n# Rows 1\nw 3\n";
    for answer in [
        highs,
        "Optimal - objective value 4.50000000\n      0 a   1   3\n      2 c   1   1.5\n",
        "objective value:    4.5\na   1 \t(obj:3)\nc   1 \t(obj:1.5)\n",
        "=obj= 4.5\na 1\nc 1\n",
        "# MIP start\na 1\nb 0\nc 1\n",
        "a 1\nb 0\nc 1\n",
        "s OPTIMUM FOUND\no 4.5\nv a -b c\n",
        "v a -b c\n",
        "a -b c\n",
    ] {
        bench.write("answer", answer);
        let said = bench.run("verify model m.lp --answer answer").with_status(0).out;
        assert_eq!(said, "valid: objective 4.5\n", "{answer}");
        bench.run("solve model m.lp --start answer").with_status(0);
    }
    for (answer, found) in [
        (highs.replace("Objective 4.5", "Objective 5"), "the file states the objective 5"),
        ("s OPTIMUM FOUND\no 4\nv a -b c\n".to_owned(), "the file states the objective 4"),
        ("Model status\nEmpty\n\n# Primal solution values\nNone\n".to_owned(), "without values"),
        ("Model status\nInfeasible\n\n# Primal solution values\nNone\n".to_owned(), "no answer"),
        ("no solution available\n".to_owned(), "without values"),
        ("{ \"SolutionInfo\": { \"Status\": 2} }".to_owned(), "Gurobi in JSON"),
        (String::new(), "without values"),
    ] {
        bench.write("answer", &answer);
        for line in ["verify model m.lp --answer answer", "solve model m.lp --start answer"] {
            let said = bench.run(line).refusal();
            assert!(said.contains(found), "{answer}: {said}");
        }
    }
}

#[test]
fn partial_answers_are_verified_so_far_and_completed() {
    let bench = Workbench::with("m.lp", KNAPSACK);
    bench.write("answer", "# MIP start\nc 0\n");
    let said = bench.run("verify model m.lp --answer answer").with_status(3).out;
    assert_eq!(said, "no rule is broken so far; 2 variables are open\n");
    let ended = bench.run("solve model m.lp --start answer").with_status(0);
    assert!(ended.err.contains("2 variables of the start answer are open"), "{}", ended.err);
    assert!(ended.out.contains("objective 4.5, proved optimal"), "{}", ended.out);
    bench.write("answer", "a 1\nb 1\n");
    let said = bench.run("verify model m.lp --answer answer").with_status(1).out;
    assert!(said.contains("`+2 a +2 b +1 c <= 3`"), "{said}");
    let said = bench.run("solve model m.lp --start answer").refusal();
    assert!(said.contains("cannot be completed"), "{said}");
}

#[test]
fn a_partial_board_is_completed() {
    let bench = Workbench::with("answer", "?^?\n?v?\n???\n");
    let ended = bench.run("solve gunport --size 3 --start answer").with_status(0);
    assert!(ended.err.contains("7 cells of the start answer are open"), "{}", ended.err);
    bench.write("answer", "?^?\n?^?\n???\n");
    let said = bench.run("solve gunport --size 3 --start answer").refusal();
    assert!(said.contains("cannot be completed"), "{said}");
}
