//! A problem without a board gets every verb by its record alone: the example `cover` passes one to
//! `quarrel::cli`, with its own costs and deduction.

use std::process::Output;

use quarrel_encodings::pseudo_boolean;
use serde_json::Value;

use crate::example::example;
use crate::plain::plain;

/// A folder with two graphs: `costs`, and `units` with cost 1 for each vertex.
struct Graphs(tempfile::TempDir);

const EDGES: [[usize; 2]; 7] = [[0, 1], [1, 2], [2, 3], [3, 4], [2, 4], [4, 5], [0, 5]];
const COSTS: [i64; 6] = [3, 2, 4, 5, 7, 1];

impl Graphs {
    fn new() -> Graphs {
        let folder = tempfile::tempdir().expect("a folder for the test");
        for (name, costs) in [("costs", COSTS), ("units", [1; 6])] {
            let vertices =
                costs.iter().enumerate().map(|(v, cost)| format!("vertex v{v} {cost}\n"));
            let edges = EDGES.iter().map(|[one, other]| format!("edge v{one} v{other}\n"));
            let text: String = vertices.chain(edges).collect();
            std::fs::write(folder.path().join(name), text).expect("the folder can be written to");
        }
        Graphs(folder)
    }

    fn weigh_much(&self) {
        let path = self.0.path().join("costs");
        let text = std::fs::read_to_string(&path).expect("a graph");
        let (light, rest) = text.split_at(text.find("vertex v5").expect("the last vertex"));
        let heavy: String = light.lines().map(|line| format!("{line}00\n")).collect();
        std::fs::write(path, heavy + rest).expect("the folder can be written to");
    }

    fn run(&self, line: &str) -> Output {
        let mut command = plain(example("cover"));
        command.current_dir(self.0.path()).args(line.split(' '));
        command.output().expect("the example runs")
    }

    fn said(&self, line: &str, status: i32) -> [String; 2] {
        let output = self.run(line);
        let said = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8(bytes).expect("output is UTF-8"));
        assert_eq!(output.status.code(), Some(status), "{line}: {said:?}");
        said
    }
}

fn best(costs: [i64; 6]) -> (i64, usize) {
    let covers = (0..1_usize << 6)
        .filter(|bits| EDGES.iter().all(|edge| edge.iter().any(|vertex| bits >> vertex & 1 == 1)));
    let cost = |bits: usize| (0..6).filter(|v| bits >> v & 1 == 1).map(|v| costs[v]).sum::<i64>();
    let all: Vec<i64> = covers.map(cost).collect();
    let least = *all.iter().min().expect("all vertices are a cover");
    (least, all.iter().filter(|&&cost| cost == least).count())
}

#[test]
fn where_all_cost_the_same_it_is_solved_counted_and_verified() {
    let graphs = Graphs::new();
    let (least, number) = best([1; 6]);
    let [out, _] = graphs.said("solve cover units --format json", 0);
    let report: Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(report["status"], "optimal");
    assert_eq!(report["objective"]["value"], least);
    assert_eq!((&report["size"], &report["checked"]), (&Value::Null, &Value::Bool(true)));
    std::fs::write(graphs.0.path().join("answer.json"), &out).expect("a folder to write to");
    let [verdict, _] = graphs.said("verify cover units --answer answer.json", 0);
    assert_eq!(verdict, format!("valid: cost {least}\n"));
    let rows: Vec<&str> =
        report["answer"].as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    std::fs::write(graphs.0.path().join("answer.txt"), rows[1..].join("\n")).expect("a folder");
    let [verdict, _] = graphs.said("verify cover units --answer answer.txt", 1);
    assert!(verdict.starts_with("broken: no end of the edge "), "{verdict}");
    let [counted, _] = graphs.said("solve cover units --count", 0);
    assert!(counted.contains(&format!("; {number} answer")), "{counted}");
    let [all, _] = graphs.said("solve cover units --all --format json", 0);
    let all: Value = serde_json::from_str(&all).expect("one JSON object");
    assert_eq!(all["answers"].as_array().map(Vec::len), Some(number));
    let [refuted, _] = graphs.said(&format!("solve cover units --bound {}", least - 1), 1);
    assert!(refuted.contains("no answer with cost at most"), "{refuted}");
}

/// The problem's own deduction comes first, and deductions name edges.
#[test]
fn its_own_deduction_says_why() {
    let graphs = Graphs::new();
    let [_, told] = graphs.said("solve cover units --verbose", 0);
    let first = told.lines().next().expect("a line for each deduction");
    assert!(first.starts_with("payments: the value is at least 3 in every answer, by "), "{told}");
    assert!(first.ends_with("the edge v0 v1; the edge v2 v3; the edge v4 v5"), "{told}");
    let [_, told] = graphs.said("solve cover units --verbose --deduce dual", 0);
    assert!(!told.contains("payments") && told.contains("dual: "), "{told}");
    let [out, _] = graphs.said("solve cover units --bound 2", 1);
    assert!(out.contains("the deduction `payments` shows that the value is at least 3"), "{out}");
}

/// Returns the value and the variable (from 0) of each term of a sum such as `+3 x1 -2 x2`.
fn terms(words: &[&str]) -> Vec<(i64, usize)> {
    let term = |pair: &[&str]| {
        let variable: usize = pair[1].trim_start_matches('x').parse().expect("a variable");
        (pair[0].parse().expect("a coefficient"), variable - 1)
    };
    words.chunks(2).map(term).collect()
}

fn least(text: &str) -> i64 {
    let mut minimised = Vec::new();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words[..] {
            ["min:", ref sum @ ..] => minimised = terms(sum),
            [ref sum @ .., ">=", bound] => rows.push((terms(sum), bound.parse().expect("a bound"))),
            _ => panic!("{line}"),
        }
    }
    let value = |terms: &[(i64, usize)], bits: usize| -> i64 {
        terms.iter().filter(|(_, variable)| bits >> variable & 1 == 1).map(|(c, _)| c).sum()
    };
    let keeps =
        |&bits: &usize| rows.iter().all(|(sum, bound): &(_, i64)| value(sum, bits) >= *bound);
    (0..1 << 6).filter(keeps).map(|bits| value(&minimised, bits)).min().expect("a cover")
}

#[test]
fn its_costs_are_weights() {
    let graphs = Graphs::new();
    let (cheapest, _) = best(COSTS);
    let [opb, _] = graphs.said("export cover costs --to opb", 0);
    assert!(opb.contains("min: +3 x1 +2 x2 +4 x3 +5 x4 +7 x5 +1 x6 ;"), "{opb}");
    assert_eq!(least(&opb), cheapest);
    let [lp, _] = graphs.said("export cover costs --to lp", 0);
    let sum = "obj: 3 chosen_0 + 2 chosen_1 + 4 chosen_2 + 5 chosen_3 + 7 chosen_4 + chosen_5";
    assert!(lp.contains(sum), "{lp}");
    let [wcnf, _] = graphs.said("export cover costs --to wcnf", 0);
    for (vertex, cost) in (1..).zip(COSTS) {
        assert!(wcnf.lines().any(|line| line == format!("{cost} -{vertex} 0")), "{wcnf}");
    }
    let bound = format!("export cover costs --to opb --bound {cheapest}");
    let [opb, _] = graphs.said(&bound, 0);
    assert!(opb.contains(&format!("-1 x6 >= -{cheapest} ;")), "{opb}");
    for strategy in ["oll", "linear-sat-unsat", "linear-unsat-sat", "binary", "core-boosted"] {
        let [out, _] = graphs.said(&format!("solve cover costs --search {strategy}"), 0);
        assert!(out.contains(&format!("cost {cheapest}, proved optimal")), "{out}");
    }
    let [cnf, _] = graphs.said("export cover costs --to cnf --bound 12", 0);
    assert!(cnf.contains("p cnf "), "{cnf}");
    graphs.weigh_much();
    let [out, _] = graphs.said("solve cover costs", 0);
    let best = out.lines().find(|line| line.contains("proved optimal")).expect("an optimum");
    let best = &best[best.find("cost ").expect("a cost")..];
    let [cnf, _] = graphs.said("export cover costs --to cnf --bound 1500", 0);
    assert!(cnf.contains("p cnf "), "{cnf}");
    for search in ["linear-sat-unsat", "linear-unsat-sat", "binary", "core-boosted", "oll"] {
        for row in pseudo_boolean::ALL.iter().filter(|row| row.name != "repeat") {
            let line = format!("solve cover costs --search {search} --pb {}", row.name);
            let [again, _] = graphs.said(&line, 0);
            assert!(again.contains(best), "{line}: {again}");
        }
    }
    let [_, refused] = graphs.said("solve cover costs --search binary --pb repeat", 2);
    assert!(refused.contains("weights that add up to 2101, more than 500"), "{refused}");
    let [_, refused] = graphs.said("solve cover costs --format svg", 2);
    assert!(refused.contains("cover has no board to draw"), "{refused}");
}

/// Outputs of other solvers for its formulas are read by the same labels and checked.
#[test]
fn answers_to_its_formulas_are_read() {
    let graphs = Graphs::new();
    graphs.said("export cover costs --to opb -o costs.opb --map map.json", 0);
    for (values, status, told) in [
        ("x1 -x2 x3 -x4 -x5 -x6", 2, "breaks a rule: no end of the edge v3 v4 is chosen"),
        ("-x1 x2 -x3 x4 x5 x6", 0, "cost 15"),
    ] {
        let said = format!("s SATISFIABLE\nv {values}\n");
        std::fs::write(graphs.0.path().join("said"), said).expect("a folder to write to");
        let text = graphs.said("decode --map map.json said", status).concat();
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn a_graph_of_nothing_is_covered_by_nothing() {
    let graphs = Graphs::new();
    std::fs::write(graphs.0.path().join("empty"), "# nothing\n").expect("a folder to write to");
    let [out, _] = graphs.said("solve cover empty", 0);
    assert!(out.contains("cost 0, proved optimal"), "{out}");
    let [out, _] = graphs.said("solve cover empty --count", 0);
    assert!(out.contains("; 1 answer"), "{out}");
    let [out, _] = graphs.said("encodings --explain cover empty", 0);
    assert!(out.contains("0 constraints\n"), "{out}");
    for format in ["cnf --bound 0", "opb", "lp", "mps", "wcnf", "icnf", "knf --bound 0"] {
        graphs.said(&format!("export cover empty --to {format}"), 0);
    }
}

/// The incremental format is written only up to a number of bounds.
#[test]
fn a_set_of_instances_has_what_can_be_written_of_weights() {
    let graphs = Graphs::new();
    graphs.weigh_much();
    let line =
        "export --suite set --family cover --boards costs --boards units --to cnf,icnf,wcnf,opb,lp";
    let [out, _] = graphs.said(&format!("{line} --verbose"), 0);
    for file in ["opb/cover-costs", "lp/cover-costs", "wcnf/cover-costs", "icnf/cover-costs"] {
        let (folder, name) = file.split_once('/').expect("a folder and a name");
        let files = std::fs::read_dir(graphs.0.path().join("set").join(folder)).expect(folder);
        let mut names = files.map(|file| file.expect("a file").file_name());
        assert!(names.any(|other| other.to_string_lossy().starts_with(name)), "{file}: {out}");
    }
    graphs.weigh_much();
    let [out, refused] = graphs.said("export cover costs --to icnf", 2);
    assert_eq!(out, "", "refused before anything is written");
    assert!(refused.contains("more than 100000 possible values"), "{refused}");
    graphs.said("export --suite none", 2);
}

#[test]
fn a_graph_that_is_none_is_refused_at_its_line() {
    let graphs = Graphs::new();
    let path = graphs.0.path().join("bad");
    for (text, told) in [
        ("vertex a 1\nvertex b 0\n", "a cost that is at least 1"),
        ("vertex a 1\nedge a b\n", "vertices that are named above it"),
        ("vertex a 9223372036854775807\nvertex b 5\n", "exceed 64 bits"),
    ] {
        std::fs::write(&path, text).expect("a folder to write to");
        let [_, refused] = graphs.said("solve cover bad", 2);
        assert!(refused.contains(told) && refused.contains("bad:"), "{refused}");
    }
    let [_, refused] = graphs.said("solve cover units --size 3", 2);
    assert!(refused.contains("cover has no size"), "{refused}");
}
