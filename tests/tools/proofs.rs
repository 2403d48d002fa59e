//! veripb accepts the proofs of `solve --proof`, with the reported result, and rejects damaged
//! ones.
//!
//! The checker is `veripb` on the path, which `make proofs` installs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quarrel::deduce;
use quarrel::export::compress::{self, COMPRESSIONS, Compression};
use quarrel::puzzles::PUZZLES;
use quarrel::search::STRATEGIES;
use quarrel_encodings::{at_most_one, cardinality, parity};
use tempfile::TempDir;

use super::needs::{MODELS, Test, VERIPB, tests};
use crate::example::example;
use crate::plain::plain;

pub mod certificates;

pub fn tests() -> Vec<Test> {
    tests! {
        []
            a_folder_that_takes_nothing_is_refused,
            a_limit_of_file_size_is_told,
            every_family_has_proofs,
            proofs_are_compressed,
            the_problem_is_an_export,
            what_has_no_proofs_is_refused;
        [VERIPB]
            a_bound_is_decided_by_every_search,
            a_bound_on_weights_is_decided_by_payments,
            a_damaged_sum_of_lines_is_refused,
            a_number_of_answers_is_checked,
            a_program_proves_and_checks,
            answers_are_counted,
            answers_are_told_apart_by_variables,
            bounds_are_rounded_again_and_again,
            compressed_proofs_are_checked,
            counters_of_every_bound_are_proved,
            each_kind_of_step_is_needed,
            encodings_of_weights_are_proved,
            integers_are_proved,
            every_kind_of_reified_row_is_proved,
            every_deduction_and_symmetry_is_proved,
            every_encoding_is_proved,
            every_family_is_proved,
            every_formulation_and_variant_is_proved,
            every_order_shape_and_search_is_proved_or_refused,
            payments_are_proved,
            pieces_of_a_plan_have_one_proof,
            random_boards_are_proved_by_cubes,
            random_models_are_proved_right_or_refused,
            random_windows_are_proved,
            weights_are_proved_by_default,
            weights_beyond_places_are_proved,
            what_does_not_fit_is_noticed,
            what_is_damaged_is_refused,
            what_is_known_so_far_is_proved,
            what_is_no_statement_is_refused;
        [VERIPB, MODELS] models_of_others_are_proved_or_refused;
    }
}

const QUEENS: &str = "AAAB\nACBB\nCCDB\nCDDD\n";

const QUEENS_NONE: &str = "AAA\nBBB\nCCC\n";

struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(TempDir::new().expect("a temporary folder"));
        bench.write("queens.txt", QUEENS);
        bench.write("none.txt", QUEENS_NONE);
        bench
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a file in it");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("a file in it")
    }

    fn quarrel(&self, line: &str) -> Output {
        let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
        let words = shlex::split(line).expect("words");
        command.current_dir(self.0.path()).args(words).output().expect("the program runs")
    }

    /// Solves with a proof in a new folder, and returns the output; `None` if there are no proofs
    /// of such a question.
    fn proved(&self, line: &str) -> Option<Output> {
        let _ = fs::remove_dir_all(self.0.path().join("proof"));
        let output = self.quarrel(&format!("solve {line} --proof proof"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_refused = told.contains("no proofs yet");
        assert!(is_refused || matches!(output.status.code(), Some(0 | 1 | 3)), "{line}: {told}");
        assert_eq!(is_refused, !self.0.path().join("proof/proof.pbp").exists(), "{line}: {told}");
        (!is_refused).then_some(output)
    }

    fn verdict(&self) -> String {
        let mut command = Command::new("veripb");
        let output =
            command.current_dir(self.0.path().join("proof")).args(["problem.opb", "proof.pbp"]);
        let output = output.output().expect("the checker runs");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told).into_owned();
        let verdict = told.lines().find(|line| line.starts_with("s "));
        let is_sound = output.status.success() && !told.contains("arning");
        verdict.filter(|_| is_sound).map_or(told.clone(), str::to_owned)
    }

    fn check(&self, line: &str) {
        let page = self.read("proof/README.md");
        let promised = page.lines().find_map(|line| line.trim().strip_prefix("s VERIFIED"));
        let promised = format!("s VERIFIED{}", promised.expect("the page has the verdict"));
        assert_eq!(self.verdict(), promised, "{line}");
        let output = self.quarrel("check-proof proof --checker veripb");
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success() && told.contains(&promised), "{line}: {told}");
    }

    fn checked(&self, options: &str) -> (Option<i32>, String) {
        let output = self.quarrel(&format!("check-proof proof {options}"));
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (output.status.code(), told)
    }
}

/// A question of each family and kind, with the checker's verdict.
const QUESTIONS: &[(&str, &str)] = &[
    ("gunport --size 5", "s VERIFIED BOUNDS 9 <= obj <= 9"),
    ("gunport --size 4x5 --variant no-slide", "s VERIFIED BOUNDS 9 <= obj <= 9"),
    ("gunport --size 5 --formulation sides", "s VERIFIED BOUNDS 9 <= obj <= 9"),
    ("gunport --size 5 --bound 8", "s VERIFIED BOUNDS 9 <= obj <= INF"),
    ("gunport --size 5 --bound 9", "s VERIFIED BOUNDS 7 <= obj <= 9"),
    ("gunport --size 4 --formulation positions", "s VERIFIED BOUNDS 6 <= obj <= 6"),
    ("abbott-window --size 5", "s VERIFIED BOUNDS -16 <= obj <= -16"),
    ("abbott-window --size 4", "s VERIFIED BOUNDS -12 <= obj <= -12"),
    ("abbott-window --size 13", "s VERIFIED BOUNDS -152 <= obj <= -152"),
    ("abbott-window --size 14", "s VERIFIED BOUNDS -172 <= obj <= -172"),
    ("armies --size 4", "s VERIFIED BOUNDS -2 <= obj <= -2"),
    ("armies --size 5 --bound 5", "s VERIFIED BOUNDS -4 <= obj <= INF"),
    ("armies --size 5 --bound 3", "s VERIFIED BOUNDS -12 <= obj <= -4"),
    ("three-in-a-row --size 6", "s VERIFIED SATISFIABLE"),
    ("abc-path --size 4", "s VERIFIED SATISFIABLE"),
    ("queens queens.txt", "s VERIFIED SATISFIABLE"),
    ("queens none.txt", "s VERIFIED UNSATISFIABLE"),
    ("model weights.opb", "s VERIFIED BOUNDS 5 <= obj <= 5"),
    ("model counts.knf", "s VERIFIED UNSATISFIABLE"),
    ("model never.opb", "s VERIFIED UNSATISFIABLE"),
    ("model false.opb", "s VERIFIED BOUNDS INF <= obj <= INF"),
    ("model opposite.opb", "s VERIFIED UNSATISFIABLE"),
    ("model digits.opb --card modulo-totalizer", "s VERIFIED SATISFIABLE"),
    (
        "model known.opb --card k-modulo-totalizer --deduce parity",
        "s VERIFIED BOUNDS INF <= obj <= INF",
    ),
    ("model free.opb", "s VERIFIED BOUNDS -2 <= obj <= -2"),
    ("model nothing.opb", "s VERIFIED BOUNDS 0 <= obj <= 0"),
    ("model none.opb", "s VERIFIED BOUNDS INF <= obj <= INF"),
    (
        "model exclusive.knf --card k-modulo-totalizer --order proximity --shape amo-balanced --symmetry off",
        "s VERIFIED SATISFIABLE",
    ),
    ("model soft.wcnf", "s VERIFIED BOUNDS -5 <= obj <= -5"),
    ("model paid.wbo --card adder", "s VERIFIED BOUNDS 2 <= obj <= 2"),
    ("model equal.opb", "s VERIFIED BOUNDS -3 <= obj <= -3"),
    ("model beside.opb --deduce complement", "s VERIFIED BOUNDS -1 <= obj <= -1"),
];

fn with_models() -> Bench {
    let bench = Bench::new();
    bench.write("weights.opb", "min: 2 x1 3 x2 4 x3 ;\n1 x1 1 x2 1 x3 >= 2 ;\n1 x1 -1 x3 <= 1 ;\n");
    bench.write("even.opb", "max: +1 x1 +1 x2 +1 x3 ;\n+1 ~x1 >= 1 ;\n+1 x2 -1 x3 = 0 ;\n");
    bench.write("shut.txt", "<>\n");
    // The armies are counted for the givens and for the objective.
    bench.write("counted.txt", "????\nW???\n????\n");
    bench.write("empty.cnf", "p cnf 0 0\n");
    bench.write("few.cnf", "p cnf 3 2\n1 2 3 0\n-1 -2 0\n");
    bench.write("given.txt", "?????\n?.???\n?????\n???.?\n?????\n");
    let holes: String = (0..3)
        .map(|hole| {
            let nests: Vec<String> =
                (0..4).map(|bird| format!("-1 x{}", 3 * bird + hole + 1)).collect();
            format!("{} >= -1 ;\n", nests.join(" "))
        })
        .collect();
    let birds: String = (0..4)
        .map(|bird| format!("1 x{} 1 x{} 1 x{} >= 1 ;\n", 3 * bird + 1, 3 * bird + 2, 3 * bird + 3))
        .collect();
    bench.write("pigeons.opb", &format!("{birds}{holes}"));
    let exclusive =
        "-1 -2 4 -3 0\nk 2 -2 1 3 -4 0\nk 1 2 4 0\nk 2 3 2 0\n4 1 0\n4 0\nk 1 -3 1 2 4 0\n";
    bench.write("exclusive.knf", &format!("p knf 4 7\n{exclusive}"));
    bench.write("never.opb", "2 ~x2 = 1 ;\n1 x1 1 x2 1 x3 = 2 ;\n");
    // A graph in which pairwise exclusive vertices form sets of three.
    let edges = [(1, 3), (1, 4), (1, 6), (2, 3), (3, 4), (3, 8), (4, 6), (4, 7), (5, 8), (6, 8)];
    // A graph all of whose cliques have a vertex of the optimum.
    let cliques = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (4, 5), (5, 6), (5, 7), (6, 7)];
    for (name, edges) in [("edges.opb", edges), ("cliques.opb", cliques)] {
        let edges = edges.iter().map(|(one, other)| format!("-1 x{one} -1 x{other} >= -1 ;\n"));
        let all: String = (1..=8).map(|vertex| format!("1 x{vertex} ")).collect();
        bench.write(name, &format!("max: {all};\n{}", edges.collect::<String>()));
    }
    // The digits of these rows have too many sums to try all.
    bench.write("digits.opb", "5 x1 -1 x2 11 x3 -8 x4 >= 8 ;\n");
    let row = "6 x2 -8 x4 11 x7 -11 ~x1 -9 ~x5 -9 x3 -9 x6 >= 8 ;\n";
    let rows = format!("{row}1 ~x2 1 ~x5 = 1 ;\n9 ~x1 -2 x7 >= 4 ;\n1 x4 >= 1 ;\n1 ~x4 >= 1 ;\n");
    bench.write("known.opb", &format!("min: 1 x2 ;\n{rows}"));
    // Lines with weights, some of whose literals are fixed.
    let weighted = "max: 30 x1 20 x4 30 x5 20 x6 ;\n1 ~x1 1 ~x5 >= 1 ;\n1 ~x4 1 ~x6 >= 1 ;\n1 ~x4 >= 1 ;\n1 ~x6 >= 1 ;\n";
    bench.write("weighted.opb", weighted);
    let pairs = ["x1 1 ~x2", "~x4 1 x5", "x1 1 ~x4", "x1 1 x5", "~x2 1 ~x4", "~x2 1 x5"];
    let pairs: String = pairs.iter().map(|pair| format!("1 {pair} >= 1 ;\n")).collect();
    let excluded = format!("max: 1 ~x1 -2 ~x2 1 x4 1 ~x5 ;\n{pairs}1 x1 <= 0 ;\n");
    bench.write("excluded.opb", &excluded);
    // One constraint is infeasible alone.
    bench.write("false.opb", "min: 3 x2 2 x1 7 x3 ;\n1 x1 = 1 ;\n2 x1 = 1 ;\n1 x3 >= 1 ;\n");
    // Propagation makes a literal true through one constraint and false through another.
    let both = "31 x1 12 x4 5 ~x2 3 ~x3 = 10 ;\n1 ~x4 1 ~x5 1 x2 >= 3 ;\n1 x3 1 x5 >= 1 ;\n";
    bench.write("opposite.opb", both);
    bench.write("free.opb", "min: 1 x1 -2 x2 ;\n");
    bench.write("soft.wcnf", "2 -2 1 0\nh -1 2 0\n3 1 2 0\nh 2 0\n2 2 -1 0\n5 2 0\n");
    // A solution may pay for soft rows that its answer keeps, and cost less with another answer.
    let soft = "[3] 1 ~x1 1 x6 >= 1 ;\n[4] 1 x1 1 ~x5 >= 1 ;\n[6] 1 x2 >= 1 ;\n[12] 1 ~x7 1 x5 >= 1 ;\n[8] 1 ~x5 >= 1 ;\n";
    bench.write("paid.wbo", &format!("soft: ;\n1 x3 1 ~x4 1 ~x7 = 2 ;\n1 x7 >= 1 ;\n{soft}"));
    // All weights are equal, and a bound fixes literals.
    let equal = "1 x2 1 x5 1 ~x7 >= 1 ;\n1 x12 1 ~x4 1 ~x3 1 x1 1 x8 <= 2 ;\n1 x6 1 x2 1 ~x11 1 x10 1 ~x4 >= 1 ;\n1 x9 1 ~x2 1 x4 1 x1 1 ~x10 <= 1 ;\n1 ~x1 1 ~x12 = 1 ;\n";
    bench.write("equal.opb", &format!("max: 3 ~x5 3 ~x12 3 x9 3 ~x6 3 x11 ;\n{equal}"));
    // The complement of the objective never reaches the first bound.
    let beside = "1 x1 1 x2 1 x4 = 1 ;\n1 x2 1 x3 1 x5 = 1 ;\n1 x3 1 x1 = 1 ;\n";
    bench.write("beside.opb", &format!("max: 1 x1 1 x2 1 x3 ;\n{beside}"));
    bench.write("nothing.opb", "* #variable= 2 #constraint= 0\nmin: ;\n");
    bench.write("none.opb", "min: 1 x1 1 x2 ;\n1 x1 1 x2 >= 1 ;\n-1 x1 -1 x2 >= 0 ;\n");
    bench.write("counts.knf", "p knf 4 2\nk 3 1 2 3 4 0\nk 2 -1 -2 -3 -4 0\n");
    bench
}

fn every_family_has_proofs() {
    let bench = with_models();
    for (line, verdict) in QUESTIONS {
        assert!(bench.proved(line).is_some(), "{line} has proofs");
        let page = bench.read("proof/README.md");
        assert!(page.contains(verdict), "{line}: {page}");
    }
}

fn every_family_is_proved() {
    let bench = with_models();
    for (line, _) in QUESTIONS {
        bench.proved(line);
        bench.check(line);
    }
}

fn the_problem_is_an_export() {
    let bench = with_models();
    for (line, _) in QUESTIONS {
        bench.proved(line);
        let problem = bench.read("proof/problem.opb");
        let command = problem.lines().find_map(|line| line.strip_prefix("* command: quarrel "));
        let exported = bench.quarrel(command.expect("a command"));
        assert_eq!(String::from_utf8_lossy(&exported.stdout), problem, "{line}");
    }
}

fn a_program_proves_and_checks() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = Command::new(example("proof")).arg(folder.path().join("proof")).output();
    let output = program.expect("the example runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("checked: proved: the optimum is dominoes 9\n"), "{said}");
}

/// Returns the options for which a question has a proof. Asserts that the checker accepts each
/// proof.
fn proved_with<'a>(line: &str, options: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let bench = with_models();
    let is_proved = |option: &&str| {
        let line = line.replace("{}", option);
        let is_proved = bench.proved(&line).is_some();
        if is_proved {
            bench.check(&line);
        }
        is_proved
    };
    options.filter(is_proved).collect()
}

fn every_encoding_is_proved() {
    let all = |names: Vec<&'static str>| names;
    let at_most_ones = || at_most_one::ALL.iter().map(|row| row.name);
    for line in ["queens none.txt --amo {}", "abc-path --size 4 --amo {}"] {
        assert_eq!(proved_with(line, at_most_ones()), all(at_most_ones().collect()), "{line}");
    }
    let parities = || parity::ALL.iter().map(|row| row.name);
    let counters = || cardinality::ALL.iter().map(|row| row.name);
    for line in ["abbott-window --size 5", "three-in-a-row --size 6 --variant distinct-lines"] {
        for card in counters() {
            let line = format!("{line} --card {card} --xor {{}}");
            assert_eq!(proved_with(&line, parities()), all(parities().collect()), "{line}");
        }
    }
    for line in [
        "gunport --size 4 --card {}",
        "gunport --size 6 --shape flat --deduce none --card {}",
        "abbott-window --size 4 --card {}",
        "abbott-window --size 7 --deduce none --card {}",
        "armies --size 4 --card {}",
        "armies counted.txt --card {}",
        "three-in-a-row --size 6 --card {}",
        "three-in-a-row --size 10 --card {}",
        "three-in-a-row --size 5 --variant odd-either --card {}",
        "model counts.knf --card {}",
    ] {
        assert_eq!(proved_with(line, counters()), all(counters().collect()), "{line}");
    }
}

/// Counters of every bound, of every kind, on numbers of literals up to 23 have proofs: bounds
/// truncate the networks in every way.
fn counters_of_every_bound_are_proved() {
    let bench = Bench::new();
    let mut variables = 0;
    let mut rows = Vec::new();
    for size in (2..=12).chain([17, 23]) {
        for relation in [">=", "<=", "="] {
            for bound in 1..size {
                let lits: Vec<String> =
                    (1..=size).map(|number| format!("+1 x{}", variables + number)).collect();
                rows.push(format!("{} {relation} {bound} ;\n", lits.join(" ")));
                variables += size;
            }
        }
    }
    let head = format!("* #variable= {variables} #constraint= {}\n", rows.len());
    bench.write("bounds.opb", &(head + &rows.concat()));
    for card in cardinality::ALL.iter().map(|row| row.name) {
        let line = format!("model bounds.opb --deduce none --symmetry off --card {card}");
        let output = bench.proved(&line).unwrap_or_else(|| panic!("{card} has no proof"));
        assert_eq!(output.status.code(), Some(0), "{card}");
        bench.check(&line);
    }
}

/// Symmetry breaking and givens vary, too.
fn every_formulation_and_variant_is_proved() {
    let bench = Bench::new();
    let mut proved = 0;
    for family in PUZZLES {
        let board = if family.name == "queens" { "queens.txt" } else { "--size 4" };
        let variants = family.variants.iter().map(|variant| match &variant.value {
            Some((_, range)) => format!("--variant {}={}", variant.name, range.start()),
            None => format!("--variant {}", variant.name),
        });
        for variant in std::iter::once(String::new()).chain(variants) {
            for formulation in family.formulations {
                let name = formulation.name;
                let line = format!("{} {board} {variant} --formulation {name}", family.name);
                let output = bench.quarrel(&format!("solve {line} --proof proof"));
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                let is_refused =
                    output.status.code() == Some(2) && told.contains("one value at a time");
                assert_eq!(is_refused, formulation.of_value, "{line}: {told}");
                if !is_refused {
                    bench.check(&line);
                    fs::remove_dir_all(bench.0.path().join("proof")).expect("a folder");
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > 20, "{proved}");
}

fn every_deduction_and_symmetry_is_proved() {
    let rules = || deduce::ALL.iter().map(|row| row.name).chain(["all", "none"]);
    let boards =
        ["gunport --size 5", "gunport given.txt", "abbott-window --size 7", "armies --size 4"];
    for board in boards {
        let line = format!("{board} --deduce {{}}");
        assert_eq!(proved_with(&line, rules()), rules().collect::<Vec<_>>(), "{line}");
        let line = format!("{board} --symmetry {{}}");
        let words = ["auto", "on", "off", "found"];
        assert_eq!(proved_with(&line, words.into_iter()), words, "{line}");
    }
    // A parity alone can round a bound to the optimum.
    for board in ["armies --size 1 --variant at-least=1", "model even.opb", "gunport shut.txt"] {
        let line = format!("{board} --deduce {{}}");
        let pairs = ["fixed+parity", "parity", "fixed+parity+complement"];
        assert_eq!(proved_with(&line, pairs.into_iter()), pairs, "{line}");
    }
    let models = ["weights.opb", "pigeons.opb", "few.cnf"];
    for model in models {
        let line = format!("model {model} --symmetry {{}}");
        assert_eq!(proved_with(&line, ["found", "off"].into_iter()), ["found", "off"], "{line}");
    }
}

fn every_order_shape_and_search_is_proved_or_refused() {
    let shapes =
        ["flat", "rows-chain", "columns-chain", "rows+columns-balanced", "rows+columns-chain"];
    for line in ["gunport --size 4 --shape {}", "abbott-window --size 5 --shape {}"] {
        assert_eq!(proved_with(line, shapes.into_iter()), shapes, "{line}");
    }
    let shapes = ["amo-flat", "amo-balanced", "amo-chain"];
    for line in [
        "gunport --size 4 --shape {}",
        "gunport given.txt --shape {} --card adder",
        "model edges.opb --shape {}",
        "model cliques.opb --deduce none --shape {}",
        "model weighted.opb --deduce none --shape {}",
    ] {
        assert_eq!(proved_with(line, shapes.into_iter()), shapes, "{line}");
    }
    let rules = ["none", "fixed"];
    let line = "model excluded.opb --shape amo-chain --deduce {}";
    assert_eq!(proved_with(line, rules.into_iter()), rules);
    let shapes = [
        "diagonals-balanced",
        "antidiagonals-chain",
        "diagonals+antidiagonals-chain",
        "rows+columns+diagonals+antidiagonals-balanced",
        "rows+columns+diagonals+antidiagonals-chain",
    ];
    for size in ["5", "7x5", "6"] {
        let line = format!("abbott-window --size {size} --deduce none --shape {{}}");
        assert_eq!(proved_with(&line, shapes.into_iter()), shapes, "{line}");
    }
    let orders =
        ["natural", "row", "spiral", "proximity", "groups-proximity", "communities", "random:7"];
    assert_eq!(proved_with("gunport --size 4 --order {}", orders.into_iter()), orders);
    let bench = with_models();
    for row in STRATEGIES {
        let mut proved = 0;
        for board in ["gunport --size 4", "armies --size 5", "abbott-window --size 5"] {
            let line = format!("{board} --search {}", row.name);
            let output = bench.quarrel(&format!("solve {line} --proof proof"));
            if output.status.success() {
                bench.check(&line);
                fs::remove_dir_all(bench.0.path().join("proof")).expect("a folder");
                proved += 1;
            } else {
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(output.status.code(), Some(2), "{line}: {told}");
            }
        }
        let expected = match row.name {
            // These searches need two counts that exclude each other, or lines with a parity.
            "cubes" | "line-sums" | "parity-cuts" => 1,
            // This search needs rows without parities and one sum.
            "branch-and-cut" => 1,
            // This search needs a single sum.
            "oll" => 2,
            _ => 3,
        };
        assert_eq!(proved, expected, "{}", row.name);
    }
}

/// The search by cubes has the same result with a proof and without, and each proof is accepted.
fn random_boards_are_proved_by_cubes() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(61);
    let mut told = BTreeSet::new();
    for number in 0..40 {
        let (rows, columns) = (random.usize(1..=5), random.usize(1..=5));
        let known = random.u8(0..4);
        let mut cell = || match random.u8(0..16) {
            0 if known > 1 => 'W',
            1 if known > 1 => 'B',
            2 | 3 if known > 0 => '.',
            _ => '?',
        };
        let board: Vec<String> =
            (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
        bench.write("board.txt", &(board.join("\n") + "\n"));
        let mut line = "armies board.txt --format json".to_owned();
        for option in ["--variant at-least=2", "--symmetry off", "--deduce none", "--construct off"]
        {
            if random.u8(0..3) == 0 {
                line = format!("{line} {option}");
            }
        }
        if random.u8(0..4) == 0 {
            line = format!("{line} --bound {}", random.usize(0..=rows * columns / 3 + 1));
        }
        let said = |options: &str| {
            let output = bench.quarrel(&format!("solve {line} {options}"));
            let report = String::from_utf8_lossy(&output.stdout).into_owned();
            let of = |key: &str| report.lines().find(|line| line.contains(key)).map(str::to_owned);
            (output.status.code(), of("\"status\":"))
        };
        let expected = said("");
        assert_eq!(said("--proof proof"), expected, "{number}: {line}\n{}", board.join("\n"));
        told.insert(expected.1);
        if bench.0.path().join("proof").exists() {
            bench.check(&line);
            fs::remove_dir_all(bench.0.path().join("proof")).expect("a folder");
        }
    }
    assert!(told.len() >= 3, "optima, answers and none: {told:?}");
}

const OF_WINDOWS: [&str; 2] = ["line-sums", "parity-cuts"];

/// Each proof is accepted.
fn random_windows_are_proved() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(67);
    let (mut told, mut proved) = (BTreeSet::new(), [0; 2]);
    for number in 0..80 {
        let search = OF_WINDOWS[number % 2];
        let (rows, columns) = (random.usize(2..=8), random.usize(2..=8));
        let known = random.u8(0..3);
        let mut pane = || match random.u8(0..40) {
            0 if known > 0 => '#',
            1 | 2 if known > 1 => '.',
            _ => '?',
        };
        let board: Vec<String> =
            (0..rows).map(|_| (0..columns).map(|_| pane()).collect()).collect();
        bench.write("board.txt", &(board.join("\n") + "\n"));
        let mut line = "abbott-window board.txt --format json".to_owned();
        for option in [
            "--variant corners",
            "--symmetry off",
            "--deduce none",
            "--construct off",
            "--card sequential",
        ] {
            if random.u8(0..3) == 0 {
                line = format!("{line} {option}");
            }
        }
        if random.u8(0..3) == 0 {
            let most = rows * columns;
            line = format!("{line} --bound {}", random.usize(most / 2..=most));
        }
        let said = |options: &str| {
            let output = bench.quarrel(&format!("solve {line} {options}"));
            let report = String::from_utf8_lossy(&output.stdout).into_owned();
            let of = |key: &str| report.lines().find(|line| line.contains(key)).map(str::to_owned);
            (output.status.code(), of("\"status\":"))
        };
        let expected = said("--search linear-sat-unsat");
        let found = said(&format!("--search {search} --proof proof"));
        // In some windows no two partitions have parities.
        if found.0 == Some(2) {
            continue;
        }
        assert_eq!(found, expected, "{number}: {line}\n{}", board.join("\n"));
        told.insert(expected.1);
        if bench.0.path().join("proof").exists() {
            bench.check(&line);
            fs::remove_dir_all(bench.0.path().join("proof")).expect("a folder");
            proved[number % 2] += 1;
        }
    }
    let is_enough = proved.iter().all(|&proved| proved >= 20);
    assert!(told.len() >= 3 && is_enough, "optima, answers and none: {told:?}, {proved:?}");
}

fn a_damaged_sum_of_lines_is_refused() {
    for search in OF_WINDOWS {
        let bench = Bench::new();
        let line = format!("abbott-window --size 7 --search {search}");
        bench.proved(&line);
        bench.check(&line);
        let proof = bench.read("proof/proof.pbp");
        let is_sum = |line: &&str| line.starts_with("pol ") && line.matches(" * +").count() > 8;
        let sums: Vec<&str> = proof.lines().filter(is_sum).collect();
        let refused = sums.iter().rev().take(20).filter(|sum| {
            let rest = sum.trim_start_matches("pol ").split_once(' ').map_or("", |(_, rest)| rest);
            bench.write("proof/proof.pbp", &proof.replacen(**sum, &format!("pol 1 {rest}"), 1));
            !bench.verdict().starts_with("s VERIFIED BOUNDS")
        });
        assert!(refused.count() > 0, "{search}: {} sums were damaged", sums.len());
    }
}

fn answers_are_counted() {
    let bench = with_models();
    for (line, said, verdict) in [
        ("queens queens.txt --unique", "there is exactly one answer", "BOUNDS 0 <= obj <= 0"),
        ("queens none.txt --count", "there is no answer", "BOUNDS INF <= obj <= INF"),
        (
            "gunport --size 4 --count",
            "optimum is dominoes 6, and exactly 100 answers have it",
            "BOUNDS 0 <= obj <= 0",
        ),
        (
            "gunport --size 4 --bound 7 --count",
            "exactly 364 answers have dominoes 7 or better",
            "BOUNDS 0 <= obj <= 0",
        ),
        (
            "gunport --size 4 --unique",
            "at least 2 answers have dominoes 6 or better",
            "BOUNDS -1 <= obj <= 0",
        ),
        (
            "gunport --size 4 --all 3",
            "at least 3 answers have dominoes 6 or better",
            "BOUNDS -1 <= obj <= 0",
        ),
        (
            "gunport --size 3 --bound 2 --count",
            "no answer has dominoes 2 or better",
            "BOUNDS INF <= obj <= INF",
        ),
        (
            "armies --size 4 --count",
            "exactly 112 answers have size of each army 2",
            "BOUNDS 0 <= obj <= 0",
        ),
        (
            "abbott-window --size 4 --unique",
            "optimum is lit panes 12, and exactly one answer has it",
            "BOUNDS 0 <= obj <= 0",
        ),
        (
            "abbott-window --size 3 --shape rows-chain --count",
            "optimum is lit panes 6, and exactly 2 answers have it",
            "BOUNDS 0 <= obj <= 0",
        ),
        ("three-in-a-row --size 4 --all", "there are exactly 90 answers", "BOUNDS 0 <= obj <= 0"),
        ("model few.cnf --count", "there are exactly 5 answers", "BOUNDS 0 <= obj <= 0"),
        (
            "model few.cnf --count --projected 1,2",
            "there are exactly 3 answers, distinguished by 1, 2 alone",
            "BOUNDS 0 <= obj <= 0",
        ),
        (
            "model weights.opb --all",
            "optimum is objective 5, and exactly one answer has it",
            "BOUNDS 0 <= obj <= 0",
        ),
    ] {
        assert!(bench.proved(line).is_some(), "{line} has proofs");
        let page = bench.read("proof/README.md");
        assert!(page.contains(said) && page.contains(verdict), "{line}: {page}");
        bench.check(line);
    }
}

fn a_number_of_answers_is_checked() {
    let bench = with_models();
    bench.proved("gunport --size 3 --count");
    let (claim, proof, problem) = (
        bench.read("proof/claim.json"),
        bench.read("proof/proof.pbp"),
        bench.read("proof/problem.opb"),
    );
    let first = proof.lines().find(|line| line.starts_with("sol ")).expect("a solution").to_owned();
    let told = |claim: &str, proof: &str, problem: &str| {
        bench.write("proof/claim.json", claim);
        bench.write("proof/proof.pbp", proof);
        bench.write("proof/problem.opb", problem);
        let (code, told) = bench.checked("--checker veripb");
        assert_eq!(code, Some(1), "{told}");
        told
    };
    let five = claim.replace("\"answers\": 4", "\"answers\": 5");
    assert!(
        told(&five, &proof, &problem).contains("the claimed number is 5, and the proof shows 4")
    );
    let twice = proof.replacen(&first, &format!("{first}\n{first}"), 1);
    assert!(told(&five, &twice, &problem).contains("two answers are the same"));
    let three = claim.replace("\"answers\": 4", "\"answers\": 3");
    let less = proof.replacen(&first, "", 1);
    assert!(told(&three, &less, &problem).contains("differs from the export"));
    let worse = claim.replace("\"bound\": 3", "\"bound\": 4");
    assert!(told(&worse, &proof, &problem).contains("differs from the export"));
    let better = claim.replace("\"bound\": 3", "\"bound\": 2");
    assert!(told(&better, &proof, &problem).contains("does not reach the bound"));
    let last = problem.lines().next_back().expect("an exclusion").to_owned();
    let open = problem.replacen(&last, "", 1);
    assert!(told(&claim, &proof, &open).contains("differs from the export"));
}

/// A weighted sum of DIMACS literals with a relation and a bound.
struct RandomRow {
    terms: Vec<(i64, i64)>,
    relation: &'static str,
    bound: i64,
    /// A literal before the row, and the arrow between them.
    arrow: Option<(i64, &'static str)>,
}

struct RandomModel {
    name: &'static str,
    text: String,
    variables: i64,
    costs: Option<Vec<(i64, i64)>>,
    rows: Vec<RandomRow>,
}

impl RandomModel {
    fn new(random: &mut fastrand::Rng) -> RandomModel {
        let variables = random.i64(1..=8);
        let lits = |random: &mut fastrand::Rng| -> Vec<i64> {
            let mut all: Vec<i64> = (1..=variables).collect();
            random.shuffle(&mut all);
            all.truncate(random.usize(1..=all.len()));
            all.iter().map(|&v| if random.bool() { v } else { -v }).collect()
        };
        let kind = random.usize(0..3);
        let mut model = RandomModel {
            name: ["p.opb", "p.knf", "p.cnf"][kind],
            text: String::new(),
            variables,
            costs: None,
            rows: Vec::new(),
        };
        let number = random.usize(0..7);
        let unit = |lits: &[i64]| lits.iter().map(|&lit| (1, lit)).collect::<Vec<_>>();
        let spaced = |lits: &[i64]| lits.iter().map(|lit| format!("{lit} ")).collect::<String>();
        model.text = match kind {
            0 => format!("* #variable= {variables} #constraint= {number}\n"),
            1 => format!("p knf {variables} {number}\n"),
            _ => format!("p cnf {variables} {number}\n"),
        };
        if kind == 0 && random.bool() {
            let weight = |random: &mut fastrand::Rng| [1, 1, 1, 2, 3, -1, -2][random.usize(0..7)];
            let costs: Vec<(i64, i64)> =
                lits(random).iter().map(|lit| (weight(random), lit.abs())).collect();
            model.text += &format!("min: {};\n", opb(&costs));
            model.costs = Some(costs);
        }
        for _ in 0..number {
            let lits = lits(random);
            let count = i64::try_from(lits.len()).expect("a few");
            let (terms, relation, bound) = match (kind, random.bool()) {
                (0, plain) => {
                    let most = [3, 12][random.usize(0..2)];
                    let weight =
                        |random: &mut fastrand::Rng| if plain { 1 } else { random.i64(1..=most) };
                    let terms: Vec<(i64, i64)> =
                        lits.iter().map(|&lit| (weight(random), lit)).collect();
                    let most = terms.iter().map(|term| term.0).sum();
                    (terms, [">=", "<=", "=", "!="][random.usize(0..4)], random.i64(0..=most))
                }
                (1, true) => (unit(&lits), ">=", random.i64(1..=count)),
                (2, true) => (unit(&lits), "odd", 1),
                _ => (unit(&lits), ">=", 1),
            };
            let arrow = ["==>", "<==", "<==>"].get(random.usize(0..9)).filter(|_| kind == 0);
            let arrow = arrow.map(|arrow| {
                let variable = random.i64(1..=variables);
                (if random.bool() { variable } else { -variable }, *arrow)
            });
            let before = arrow.map_or(String::new(), |(lit, arrow)| {
                format!("{}x{} {arrow} ", if lit < 0 { "~" } else { "" }, lit.abs())
            });
            model.text += &match (kind, relation, bound) {
                (0, ..) => format!("{before}{}{relation} {bound} ;\n", opb(&terms)),
                (1, _, 2..) => format!("k {bound} {}0\n", spaced(&lits)),
                (_, "odd", _) => format!("x{}0\n", spaced(&lits)),
                _ => format!("{}0\n", spaced(&lits)),
            };
            model.rows.push(RandomRow { terms, relation, bound, arrow });
        }
        model
    }

    /// Draws a model whose objective has weights up to `largest`, often all equal.
    fn weighted(random: &mut fastrand::Rng, largest: i64) -> RandomModel {
        let variables = random.i64(4..=9);
        let lits = |random: &mut fastrand::Rng, most: usize| -> Vec<i64> {
            let mut all: Vec<i64> = (1..=variables).collect();
            random.shuffle(&mut all);
            all.truncate(random.usize(2..=most.min(all.len())));
            all.iter().map(|&v| if random.bool() { v } else { -v }).collect()
        };
        let same = random.bool().then(|| random.i64(1..=9));
        let weight = |random: &mut fastrand::Rng| match same {
            Some(weight) => [weight, weight, -weight][random.usize(0..3)],
            None => random.i64(-largest / 2..=largest),
        };
        let costs = (1..=variables).map(|variable| (weight(random), variable));
        let costs: Vec<(i64, i64)> = costs.filter(|term| term.0 != 0).collect();
        let mut rows = Vec::new();
        for _ in 0..random.usize(2..=8) {
            let mut terms: Vec<(i64, i64)> = lits(random, 6).iter().map(|&lit| (1, lit)).collect();
            let count = i64::try_from(terms.len()).expect("a few");
            let (relation, bound) = match random.usize(0..4) {
                0 => (">=", 1),
                1 => ("<=", 1),
                2 => (["<=", "=", ">="][random.usize(0..3)], random.i64(1..count)),
                _ => {
                    terms.iter_mut().for_each(|term| term.0 = random.i64(1..=5));
                    (">=", random.i64(1..=2 * count))
                }
            };
            rows.push(RandomRow { terms, relation, bound, arrow: None });
        }
        let text = format!("min: {};\n", opb(&costs));
        let said =
            |row: &RandomRow| format!("{}{} {} ;\n", opb(&row.terms), row.relation, row.bound);
        let text = text + &rows.iter().map(said).collect::<String>();
        RandomModel { name: "p.opb", text, variables, costs: Some(costs), rows }
    }

    /// Draws a model with weights up to `largest` in constraints and costs up to `costly`.
    fn heavy(random: &mut fastrand::Rng, largest: i64, costly: i64) -> RandomModel {
        let variables = random.i64(5..=9);
        let mut rows = Vec::new();
        for _ in 0..random.usize(1..=3) {
            let term = |variable: i64| {
                let lit = if random.bool() { variable } else { -variable };
                (random.i64(largest / 12 + 1..=largest) * [1, 1, -1][random.usize(0..3)], lit)
            };
            let terms: Vec<(i64, i64)> = (1..=variables).map(term).collect();
            let some = terms.iter().filter(|_| random.bool()).map(|term| term.0).sum();
            let relation = [">=", "<=", "="][random.usize(0..3)];
            rows.push(RandomRow { terms, relation, bound: some, arrow: None });
        }
        let costs = (1..=variables).map(|variable| (random.i64(1..=costly), variable));
        let costs: Vec<(i64, i64)> = costs.collect();
        let text = format!("min: {};\n", opb(&costs));
        let said =
            |row: &RandomRow| format!("{}{} {} ;\n", opb(&row.terms), row.relation, row.bound);
        let text = text + &rows.iter().map(said).collect::<String>();
        RandomModel { name: "p.opb", text, variables, costs: Some(costs), rows }
    }

    fn verdict(&self) -> String {
        let least = self.least().map_or("INF".to_owned(), |least| least.to_string());
        format!("s VERIFIED BOUNDS {least} <= obj <= {least}")
    }

    /// Draws a weighted model with two rows of this relation. If there is an arrow between a
    /// literal and the row, the literal is written before or after the row.
    fn reified(
        random: &mut fastrand::Rng,
        relation: &'static str,
        arrow: Option<&'static str>,
        is_before: bool,
    ) -> RandomModel {
        let variables = 6;
        let lit =
            |random: &mut fastrand::Rng, variable: i64| [variable, -variable][random.usize(0..2)];
        let costs: Vec<(i64, i64)> =
            (1..=variables).map(|variable| (random.i64(1..=9), variable)).collect();
        let clause = (1..=variables).map(|variable| (1, lit(random, variable))).collect();
        let clause = RandomRow { terms: clause, relation: ">=", bound: 2, arrow: None };
        let mut rows = vec![clause];
        for _ in 0..2 {
            let mut term =
                |variable| (random.i64(1..=4) * [1, -1][random.usize(0..2)], lit(random, variable));
            let terms: Vec<(i64, i64)> = (2..=variables).map(&mut term).collect();
            let [least, most] = [-1, 1].map(|sign| {
                terms.iter().map(|term| term.0).filter(|weight| weight * sign > 0).sum::<i64>()
            });
            let (bound, before) = (random.i64(least..=most), lit(random, 1));
            rows.push(RandomRow {
                terms,
                relation,
                bound,
                arrow: arrow.map(|arrow| (before, arrow)),
            });
        }
        let name_of = |lit: i64| format!("{}x{}", if lit < 0 { "~" } else { "" }, lit.abs());
        let said = |row: &RandomRow| {
            let sum = format!("{}{} {}", opb(&row.terms), row.relation, row.bound);
            match row.arrow {
                None => format!("{sum} ;\n"),
                Some((lit, arrow)) if is_before => format!("{} {arrow} {sum} ;\n", name_of(lit)),
                Some((lit, arrow)) => {
                    let turned = match arrow {
                        "==>" => "<==",
                        "<==" => "==>",
                        both => both,
                    };
                    format!("{sum} {turned} {} ;\n", name_of(lit))
                }
            }
        };
        let objective = format!("min: {};\n", opb(&costs));
        let text = objective + &rows.iter().map(said).collect::<String>();
        RandomModel { name: "p.opb", text, variables, costs: Some(costs), rows }
    }

    fn least(&self) -> Option<i64> {
        self.answers().iter().map(|answer| answer.0).min()
    }

    /// Returns the number of best answers that the first variables distinguish.
    fn best_by(&self, variables: u32) -> usize {
        let (answers, least) = (self.answers(), self.least());
        let best = answers.iter().filter(|answer| Some(answer.0) == least);
        best.map(|answer| answer.1 % (1 << variables)).collect::<BTreeSet<i64>>().len()
    }

    /// Returns the cost of each answer, and its values as bits.
    fn answers(&self) -> Vec<(i64, i64)> {
        let is_true = |lit: i64, bits: i64| (bits >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        let sum = |terms: &[(i64, i64)], bits: i64| -> i64 {
            let is_true = |lit: i64| is_true(lit, bits);
            terms.iter().filter(|term| is_true(term.1)).map(|term| term.0).sum()
        };
        let keeps = |row: &RandomRow, bits| {
            let value = sum(&row.terms, bits);
            let holds = match row.relation {
                ">=" => value >= row.bound,
                "<=" => value <= row.bound,
                "=" => value == row.bound,
                "!=" => value != row.bound,
                _ => value % 2 == 1,
            };
            match row.arrow {
                Some((lit, "==>")) => holds || !is_true(lit, bits),
                Some((lit, "<==")) => !holds || is_true(lit, bits),
                Some((lit, _)) => holds == is_true(lit, bits),
                None => holds,
            }
        };
        let solutions = (0..1_i64 << self.variables)
            .filter(|&bits| self.rows.iter().all(|row| keeps(row, bits)));
        let cost = |bits| self.costs.as_ref().map_or(0, |costs| sum(costs, bits));
        solutions.map(|bits| (cost(bits), bits)).collect()
    }
}

fn opb(terms: &[(i64, i64)]) -> String {
    let term = |&(weight, lit): &(i64, i64)| {
        format!("{weight:+} {}x{} ", if lit < 0 { "~" } else { "" }, lit.abs())
    };
    terms.iter().map(term).collect()
}

/// Random models with random options get a true proof or are refused; the referee tries all
/// assignments.
fn random_models_are_proved_right_or_refused() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(20);
    let mut refused = 0;
    for number in 0..120 {
        let model = RandomModel::new(&mut random);
        bench.write(model.name, &model.text);
        let one = |random: &mut fastrand::Rng, words: &[&'static str]| {
            words[random.usize(0..words.len())]
        };
        let cards: Vec<&str> = cardinality::ALL.iter().map(|row| row.name).collect();
        let amos: Vec<&str> = at_most_one::ALL.iter().map(|row| row.name).collect();
        let xors: Vec<&str> = parity::ALL.iter().map(|row| row.name).collect();
        let line = format!(
            "model {} --card {} --amo {} --xor {} --shape {} --symmetry {} --search {} --formulation {}",
            model.name,
            one(&mut random, &cards),
            one(&mut random, &amos),
            one(&mut random, &xors),
            one(&mut random, &["flat", "auto", "amo-flat", "amo-balanced", "amo-chain"]),
            one(&mut random, &["auto", "off", "found"]),
            one(&mut random, &["linear-sat-unsat", "linear-unsat-sat", "binary", "core-boosted"]),
            one(&mut random, &["stated", "detected"]),
        );
        if bench.proved(&line).is_none() {
            refused += 1;
            continue;
        }
        let has_costs = bench.read("proof/problem.opb").contains("\nmin:");
        let expected = match (has_costs, model.least()) {
            (true, Some(least)) => format!("s VERIFIED BOUNDS {least} <= obj <= {least}"),
            (true, None) => "s VERIFIED BOUNDS INF <= obj <= INF".to_owned(),
            (false, Some(_)) => "s VERIFIED SATISFIABLE".to_owned(),
            (false, None) => "s VERIFIED UNSATISFIABLE".to_owned(),
        };
        assert_eq!(bench.verdict(), expected, "{number}: {line}\n{}", model.text);
    }
    assert!(refused < 3, "{refused} of 120 were refused");
}

/// Each arrow with each relation, before and after the row, decided by both optima and by the
/// number of answers that `preserved:` distinguishes; the referee tries all assignments.
fn every_kind_of_reified_row_is_proved() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(53);
    for arrow in [None, Some("==>"), Some("<=="), Some("<==>")] {
        for relation in [">=", "<=", "=", "!="] {
            for is_before in [true, false].into_iter().filter(|before| *before || arrow.is_some()) {
                let model = RandomModel::reified(&mut random, relation, arrow, is_before);
                bench.write(model.name, &model.text);
                let line = format!("model {}", model.name);
                assert!(bench.proved(&line).is_some(), "{}", model.text);
                assert_eq!(bench.verdict(), model.verdict(), "{}", model.text);
                let preserved = format!("preserved: x1 x2 x3 ;\n{}", model.text);
                bench.write(model.name, &preserved);
                let line = format!("{line} --count");
                assert!(bench.proved(&line).is_some(), "{preserved}");
                bench.check(&line);
                let Some(number) = NonZero::new(model.best_by(3)) else {
                    assert_eq!(
                        bench.verdict(),
                        "s VERIFIED BOUNDS INF <= obj <= INF",
                        "{preserved}"
                    );
                    continue;
                };
                let answers = match number.get() {
                    1 => "exactly one answer".to_owned(),
                    number => format!("exactly {number} answers"),
                };
                assert!(bench.read("proof/README.md").contains(&answers), "{preserved}{answers}");
            }
        }
    }
}

fn weights_are_proved_by_default() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(21);
    let searches = STRATEGIES.iter().filter(|row| row.is_by_clauses() && row.demands);
    let searches = searches.map(|row| format!("--search {}", row.name));
    let shapes = ["flat", "amo-flat", "amo-balanced", "amo-chain"];
    let shapes = shapes.map(|shape| format!("--shape {shape}"));
    let rules = deduce::ALL.iter().map(|row| format!("--deduce {}", row.name));
    let plain = std::iter::once(String::new());
    let choices: Vec<String> = plain.chain(searches).chain(shapes).chain(rules).collect();
    for (number, choice) in (0..84).zip(choices.iter().cycle()) {
        let model = RandomModel::weighted(&mut random, 12);
        bench.write(model.name, &model.text);
        let line = format!("model {} {choice}", model.name);
        let told = format!("{number}: {line}\n{}", model.text);
        assert!(bench.proved(&line).is_some(), "refused: {told}");
        assert_eq!(bench.verdict(), model.verdict(), "{told}");
    }
}

/// A damaged sum is rejected.
fn payments_are_proved() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(29);
    let mut options = [
        "",
        "--deduce none",
        "--symmetry off",
        "--deduce none --symmetry found",
        "--formulation stated --deduce none",
    ]
    .iter()
    .cycle();
    let (mut damaged, mut hardened) = (0, 0);
    for number in 0..120 {
        let largest = [4, 30, 2_000, 1_000_000][number % 4];
        let model = RandomModel::weighted(&mut random, largest);
        bench.write(model.name, &model.text);
        let option = options.next().unwrap_or(&"");
        // Local search finds the best answer before the first core, so nothing would be hardened.
        let line = format!("model {} --search oll --construct off {option}", model.name);
        let told = format!("{number}: {line}\n{}", model.text);
        assert!(bench.proved(&line).is_some(), "refused: {told}");
        assert_eq!(bench.verdict(), model.verdict(), "{told}");
        let proof = bench.read("proof/proof.pbp");
        hardened += usize::from(proof.contains("\nsoli ") || proof.contains("\nobji "));
        let mut sums = proof.lines().filter(|line| line.starts_with("pol "));
        let Some(last) = sums.next_back() else { continue };
        bench.write("proof/proof.pbp", &proof.replacen(last, "pol 1 2 +;", 1));
        damaged += usize::from(bench.verdict() != model.verdict());
    }
    assert!(damaged > 30 && hardened > 20, "{damaged} damaged and {hardened} hardened of 120");
}

/// Constraints whose literals are not repeated by weight have proofs; a damaged step is rejected.
fn weights_beyond_places_are_proved() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(23);
    let mut refused = 0;
    for number in 0..60 {
        let model = RandomModel::heavy(&mut random, 1_000, 9);
        bench.write(model.name, &model.text);
        let line = format!("model {}", model.name);
        let told = format!("{number}: {line}\n{}", model.text);
        assert!(bench.proved(&line).is_some(), "refused: {told}");
        assert_eq!(bench.verdict(), model.verdict(), "{told}");
        let proof = bench.read("proof/proof.pbp");
        let sums: Vec<&str> = proof.lines().filter(|line| line.starts_with("pol ")).collect();
        let Some(&last) = sums.last() else { continue };
        bench.write("proof/proof.pbp", &proof.replacen(last, "pol 1 2 +;", 1));
        refused += usize::from(bench.verdict() != model.verdict());
    }
    assert!(refused > 20, "{refused} of 60 damaged proofs were refused");
}

/// Payments decide a bound on weights, also after an answer that does not reach the bound.
fn a_bound_on_weights_is_decided_by_payments() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(37);
    for number in 0..40 {
        let model = RandomModel::weighted(&mut random, [5, 400][number % 2]);
        let Some(least) = model.least() else { continue };
        bench.write(model.name, &model.text);
        for (bound, code) in [(least - 1, 1), (least, 0)] {
            let line = format!("model {} --search oll --bound={bound}", model.name);
            let told = format!("{number}: {line}\n{}", model.text);
            let Some(output) = bench.proved(&line) else { panic!("refused: {told}") };
            assert_eq!(output.status.code(), Some(code), "{told}");
            bench.check(&line);
        }
    }
}

fn bounds_are_rounded_again_and_again() {
    let bench = Bench::new();
    for (objective, least) in [
        ("min: 1000000001 x1 1000000001 x2 ;", "1000000001"),
        ("min: 3000000003 x1 1000000001 x2 ;", "1000000001"),
        ("min: 9 x1 15 x2 ;", "9"),
    ] {
        bench.write("odd.opb", &format!("{objective}\n1 x1 1 x2 = 1 ;\n"));
        for deduce in ["all", "parity"] {
            let line = format!("model odd.opb --deduce {deduce}");
            assert!(bench.proved(&line).is_some(), "{line}: {objective}");
            bench.check(&line);
            assert_eq!(bench.verdict(), format!("s VERIFIED BOUNDS {least} <= obj <= {least}"));
        }
    }
}

fn encodings_of_weights_are_proved() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(31);
    let searches = STRATEGIES.iter().filter(|row| row.is_by_clauses() && row.demands);
    let searches: Vec<&str> = searches.map(|row| row.name).collect();
    let rows = ["generalized-totalizer", "bdd", "adder", "sequential-weight-counter", "repeat"];
    for number in 0..120 {
        let row = rows[number % rows.len()];
        let search = searches[number / rows.len() % searches.len()];
        let largest = if row == "repeat" { 12 } else { [9, 60, 400][number % 3] };
        let model = RandomModel::heavy(&mut random, largest, largest);
        bench.write(model.name, &model.text);
        let line = format!("model {} --pb {row} --search {search}", model.name);
        let told = format!("{number}: {line}\n{}", model.text);
        assert!(bench.proved(&line).is_some(), "refused: {told}");
        assert_eq!(bench.verdict(), model.verdict(), "{told}");
    }
}

fn integers_are_proved() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(57);
    let searches = ["", "--search linear-sat-unsat", "--search oll", "--search branch-and-cut"];
    for number in 0..60 {
        let mut term = |name: &str| format!("{:+} {name}", random.i64(-6..=6));
        let [objective, first, second] =
            std::array::from_fn(|_| ["x", "y", "z"].map(&mut term).join(" "));
        let relations = ["<=", ">=", "="];
        let rows = format!(
            "{first} {} {}\n{second} {} {}",
            relations[random.usize(0..3)],
            random.i64(-30..=30),
            relations[random.usize(0..2)],
            random.i64(-30..=30)
        );
        let bounds = format!("-3 <= x <= {}\n0 <= y <= 9\nz <= 1", random.i64(0..=20));
        let text = format!("max\n{objective}\nst\n{rows}\nbounds\n{bounds}\ngeneral\nx y z\nend\n");
        bench.write("integers.lp", &text);
        let row = ["auto", "order", "order-and-direct", "binary"][number % 4];
        let weights = ["bdd", "generalized-totalizer", "auto"][number / 4 % 3];
        let search = searches[number / 12 % 4];
        let line = format!("model integers.lp --int {row} --pb {weights} {search}");
        assert!(bench.proved(&line).is_some(), "refused: {line}\n{text}");
        bench.check(&format!("{line}\n{text}"));
    }
}

fn a_bound_is_decided_by_every_search() {
    let bench = with_models();
    let searches = STRATEGIES.iter().filter(|row| row.is_by_clauses() && row.demands);
    for search in searches.map(|row| row.name) {
        for line in ["armies --size 4 --bound 3", "gunport --size 4 --bound 5"] {
            let line = format!("{line} --search {search}");
            let output = bench.proved(&line).expect("it has proofs");
            assert_eq!(output.status.code(), Some(1), "{line}");
            bench.check(&line);
        }
    }
}

fn packed(text: &str) -> Vec<u8> {
    let mut out = compress::writer(Vec::new(), Some(Compression::Zst)).expect("memory for it");
    out.write_all(text.as_bytes()).expect("a vector accepts all bytes");
    out.finish().expect("a vector accepts all bytes")
}

/// Missing or damaged proofs are refused.
fn pieces_of_a_plan_have_one_proof() {
    let bench = with_models();
    let run = |line: &str| {
        let output = bench.quarrel(line);
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (output.status.code().expect("it is not killed"), told)
    };
    for (line, verdict) in [
        ("gunport --size 6 --bound 11 --tasks 4", "BOUNDS 12 <= obj <= INF"),
        ("gunport --size 5 --bound 8 --tasks 4 --symmetry off", "BOUNDS 9 <= obj <= INF"),
        ("gunport --size 8 --bound 21 --tasks 4 --formulation sides", "BOUNDS 22 <= obj <= INF"),
        ("abbott-window --size 9 --bound 71 --deduce none --tasks 3", "BOUNDS -70 <= obj <= INF"),
        ("armies --size 5 --bound 5 --tasks 4", "BOUNDS -4 <= obj <= INF"),
        ("queens none.txt --tasks 2", "UNSATISFIABLE"),
        ("model counts.knf --tasks 3", "UNSATISFIABLE"),
        // This plan is split further until each task is refuted within its limit.
        ("gunport --size 8 --bound 21 --tasks 2 --conflict-limit 150", "BOUNDS 22 <= obj <= INF"),
    ] {
        let (code, told) = run(&format!("plan cubes {line} --proof -o plan"));
        assert_eq!(code, 0, "{line}: {told}");
        let (code, told) = run("merge plan --proof proof");
        assert!(code == 2 && told.contains("not (yet) refuted"), "{line}: {told}");
        for _ in 0..20 {
            if run("work plan").0 == 0 {
                break;
            }
            assert_eq!(run("merge plan --split 4").0, 0, "{line}");
        }
        let (code, told) = run("merge plan --proof proof");
        assert_eq!(code, 1, "{line}: {told}");
        assert!(told.contains("proved: "), "{line}: {told}");
        assert!(
            bench.read("proof/README.md").contains(&format!("s VERIFIED {verdict}\n")),
            "{line}"
        );
        bench.check(line);
        fs::remove_dir_all(bench.0.path().join("proof")).expect("a folder");
        fs::remove_dir_all(bench.0.path().join("plan")).expect("a folder");
    }
    assert_eq!(run("plan cubes gunport --size 8 --bound 21 --tasks 4 --proof -o plan").0, 0);
    assert_eq!(run("work plan").0, 0);
    let path = |task: u32| bench.0.path().join(format!("plan/proofs/0/{task}.lrat.zst"));
    let right = fs::read(path(0)).expect("a proof");
    for (wrong, why) in [
        (None, "0.lrat.zst is missing"),
        (Some(right[..right.len() / 2].to_vec()), "0.lrat.zst"),
        (Some(Vec::new()), "0.lrat.zst"),
        (Some(fs::read(path(1)).expect("a proof")), "does not refute the piece"),
        (Some(packed("99999 0 1 2 3 0\n")), "step 99999 does not follow"),
        (Some(packed("99999 1 0 1 0\n")), "step 99999 does not follow"),
        (Some(packed("99999 x 0 1 0\n")), "line 1 is not a step"),
    ] {
        match &wrong {
            None => fs::remove_file(path(0)).expect("a file"),
            Some(bytes) => fs::write(path(0), bytes).expect("a file"),
        }
        let (code, told) = run("merge plan --proof proof");
        assert!(code == 2 && told.contains(why), "{why}: {code} {told}");
        assert!(!bench.0.path().join("proof").exists(), "{why}");
    }
    // A task without its proof is done again.
    fs::remove_file(path(0)).expect("a file");
    let (code, told) = run("work plan");
    assert!(code == 0 && told.contains("task 0: refuted"), "{told}");
    let (code, told) = run("merge plan --proof proof");
    assert!(code == 1 && told.contains("proved: "), "{told}");
    bench.check("done again");
    let (code, told) = run("merge plan --proof proof.lrat");
    assert!(code == 2 && told.contains("reads like a file"), "{told}");
    let (code, told) = run("plan cubes armies --size 8 --bound 10 --search cubes --proof -o p");
    assert!(code == 2 && told.contains("--search"), "{told}");
    assert!(!bench.0.path().join("p").exists());
    assert_eq!(run("plan cubes gunport --size 4 --bound 5 --tasks 2 -o plain").0, 0);
    assert_eq!(run("work plain").0, 0);
    let (code, told) = run("merge plain --proof proof");
    assert!(code == 2 && told.contains("plan cubes --proof"), "{told}");
}

/// A claim that states more than the proof is refused, and so are files that may never end.
fn what_is_no_statement_is_refused() {
    let bench = with_models();
    let by = "--checker veripb";
    bench.proved("gunport --size 3");
    let claim = bench.read("proof/claim.json");
    for (right, wrong) in [
        ("\"deduce\": \"none\"", "\"deduce\": \"all\""),
        ("\"symmetry\": false", "\"symmetry\": true"),
        ("\"bound\": null", "\"bound\": 2"),
        ("\"format\": \"opb\"", "\"format\": \"lp\""),
    ] {
        let other = claim.replace(right, wrong);
        assert_ne!(claim, other, "{right}");
        bench.write("proof/claim.json", &other);
        let (code, told) = bench.checked(by);
        assert_eq!(code, Some(2), "{wrong}: {told}");
        assert!(told.contains("states more than its rules"), "{told}");
    }
    bench.write("proof/claim.json", &claim);
    let (code, told) = bench.checked(&format!("{by} --kernel proof/proof.pbp"));
    assert_eq!(code, Some(2), "{told}");
    let (code, told) = bench.checked("--checker 'veripb --hide-warnings'");
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("uses an assumption"), "{told}");
    #[cfg(unix)]
    for name in ["claim.json", "problem.opb", "proof.pbp"] {
        let path = bench.0.path().join("proof").join(name);
        let right = bench.read(&format!("proof/{name}"));
        fs::remove_file(&path).expect("a file");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        let (code, told) = bench.checked(by);
        assert_eq!(code, Some(2), "{name}: {told}");
        assert!(told.contains("regular file"), "{name}: {told}");
        fs::remove_file(&path).expect("a link");
        fs::write(&path, right).expect("a file");
    }
}

fn what_is_known_so_far_is_proved() {
    let bench = with_models();
    bench.proved("gunport --size 12 --conflict-limit 300 --deduce none");
    let page = bench.read("proof/README.md");
    assert!(page.contains("no answer is better than") && page.contains("an answer has"), "{page}");
    bench.check("stopped");
    fs::remove_dir_all(bench.0.path().join("proof")).expect("a folder");
    let output = bench.quarrel("solve abc-path --size 8 --time-limit 0 --proof proof");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(
        told.contains("nothing is proved so far") && !bench.0.path().join("proof").exists(),
        "{told}"
    );
}

fn models_of_others_are_proved_or_refused() {
    let bench = Bench::new();
    let mut folders = vec![MODELS.path()];
    let mut proved = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of models").flatten() {
            let (path, size) = (entry.path(), entry.metadata().map_or(0, |known| known.len()));
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            let is_model =
                ["opb", "cnf", "knf", "wcnf", "wbo", "xnf", "lp", "mps"].contains(&&ending[..]);
            if path.is_dir() {
                folders.push(path);
            } else if is_model && size < 60_000 {
                let name = path.to_str().expect("a name of a file");
                let line = format!(
                    "model {} --conflict-limit 2000 --time-limit 20",
                    shlex::try_quote(name).expect("a word")
                );
                let _ = fs::remove_dir_all(bench.0.path().join("proof"));
                let output = bench.quarrel(&format!("solve {line} --proof proof"));
                assert!(matches!(output.status.code(), Some(0..=3)), "{line}: {output:?}");
                if bench.0.path().join("proof").exists() {
                    bench.check(&line);
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > 20, "{proved} files were proved");
}

/// The proof is refused at once, and leaves no files.
fn a_limit_of_file_size_is_told() {
    let bench = Bench::new();
    for (blocks, line) in [
        (10, "gunport --size 10"),
        (100, "gunport --size 10"),
        (200, "abbott-window --size 15x16 --time-limit 60"),
        (100, "armies --size 9 --search cubes"),
    ] {
        let program = env!("CARGO_BIN_EXE_quarrel");
        let script = format!("ulimit -f {blocks}; exec {program} solve {line} --proof proof");
        let output = plain("sh").current_dir(bench.0.path()).args(["-c", &script]).output();
        let output = output.expect("a shell runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains("cannot write proof"), "{line}: {told}");
        assert!(!bench.0.path().join("proof").exists(), "{line} left something");
    }
}

fn answers_are_told_apart_by_variables() {
    let bench = with_models();
    bench.proved("model few.cnf --count --projected 1,2");
    let claim = bench.read("proof/claim.json");
    let (from, to) =
        (claim.find("\"projected\"").expect("names"), claim.find(']').expect("an end"));
    for names in ["", "\"x\"", "\"1\", \"another\""] {
        let other = format!("{}\"projected\": [{names}{}", &claim[..from], &claim[to..]);
        bench.write("proof/claim.json", &other);
        let (code, told) = bench.checked("--checker veripb");
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("distinguishes answers by"), "{told}");
    }
}

fn what_has_no_proofs_is_refused() {
    let bench = with_models();
    for line in [
        "gunport --size 4 --threads 2",
        "gunport --size 4 --scramble 1",
        "gunport --size 4 --solver minisat",
        "armies --size 4 --formulation pairs --search cubes",
        "queens queens.txt none.txt",
        "model empty.cnf",
    ] {
        let output = bench.quarrel(&format!("solve {line} --proof proof"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains("no proofs yet"), "{line}: {told}");
        assert!(!bench.0.path().join("proof").exists(), "{line} left something");
    }
    bench.write("file", "something");
    fs::create_dir(bench.0.path().join("full")).expect("a folder");
    bench.write("full/file", "something");
    for folder in ["file", "full"] {
        let output = bench.quarrel(&format!("solve gunport --size 3 --proof {folder}"));
        assert_eq!(output.status.code(), Some(2), "{folder}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("exists"), "{told}");
        assert!(bench.0.path().join(folder).exists());
    }
}

/// Returns copies of a text with one line changed: a copy for each line that `change` changes.
fn changed(text: &str, change: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let with = |place: usize, line: String| {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        lines[place] = line;
        lines.join("\n") + "\n"
    };
    let changes = lines.iter().enumerate().filter_map(|(place, line)| Some((place, change(line)?)));
    changes.map(|(place, line)| with(place, line)).collect()
}

fn what_is_damaged_is_refused() {
    for (line, verdict) in [
        ("gunport --size 3 --card totalizer --deduce none", "s VERIFIED BOUNDS 3 <= obj <= 3"),
        ("queens none.txt", "s VERIFIED UNSATISFIABLE"),
    ] {
        let bench = Bench::new();
        bench.proved(line);
        let (problem, proof) = (bench.read("proof/problem.opb"), bench.read("proof/proof.pbp"));
        let told = |problem: &str, proof: &str| {
            bench.write("proof/problem.opb", problem);
            bench.write("proof/proof.pbp", proof);
            bench.verdict()
        };
        assert_eq!(told(&problem, &proof), verdict);
        // A constraint of the problem is missing or infeasible.
        let is_row = |line: &str| line.ends_with(';') && !line.starts_with("min");
        let weaker = |line: &str| is_row(line).then(|| "+1 x1 >= 0 ;".to_owned());
        let accepted =
            changed(&problem, weaker).iter().filter(|other| told(other, &proof) == verdict).count();
        let rows = problem.lines().filter(|line| is_row(line)).count();
        assert!(accepted < rows, "{line}: no row is needed");
        // If a step is missing, the following ones refer to other constraints.
        for kind in ["pol", "red", "rup"] {
            let without = |line: &str| line.starts_with(kind).then(String::new);
            let steps = changed(&proof, without);
            assert!(!steps.is_empty() || line.starts_with("queens"), "{line} has a {kind}");
            if let Some(other) = steps.last() {
                assert_ne!(told(&problem, other), verdict, "{line} without its last {kind}");
            }
        }
        let half = proof.len() / 2;
        assert_ne!(told(&problem, &proof[..half]), verdict, "{line}: half a proof");
        let better = proof.replace("BOUNDS 3", "BOUNDS 4").replace("UNSAT", "SAT");
        assert_ne!(told(&problem, &better), verdict, "{line}: another conclusion");
        let flipped = if proof.contains(" 3 : x1 ") {
            proof.replace(" 3 : x1 ", " 3 : ~x1 ")
        } else {
            proof.replace(" 3 : ~x1 ", " 3 : x1 ")
        };
        assert!(
            line.starts_with("queens") || told(&problem, &flipped) != verdict,
            "{line}: another answer"
        );
    }
}

fn flipped(line: &str) -> Option<String> {
    let (word, rest) = line.split_once(' ')?;
    let mut words: Vec<String> = rest.split(' ').map(str::to_owned).collect();
    let is_literal =
        |word: &String| word.trim_start_matches('~').starts_with(['x', 'y', 'z']) && word.len() > 1;
    let literal = words.iter_mut().find(|word| is_literal(word))?;
    *literal = match literal.strip_prefix('~') {
        Some(name) => name.to_owned(),
        None => format!("~{literal}"),
    };
    Some(format!("{word} {}", words.join(" ")))
}

/// Returns a line with one wrong number: its degree, or else the first number after its first word.
fn misnumbered(line: &str) -> Option<String> {
    let (head, tail) = match line.split_once(">= ") {
        Some((head, tail)) => (format!("{head}>= "), tail),
        None => {
            let place = line.find(' ')? + 1;
            let digits = line[place..].find(|letter: char| letter.is_ascii_digit())? + place;
            (line[..digits].to_owned(), &line[digits..])
        }
    };
    let end = tail.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(tail.len());
    let number: u64 = tail[..end].parse().ok()?;
    Some(format!("{head}{}{}", number + 1, &tail[end..]))
}

/// For each kind of line, three places are damaged in three ways: the line is dropped, a literal
/// negated, a number changed. At least one damage is rejected. A kind that the test does not know
/// fails.
fn each_kind_of_step_is_needed() {
    let mut met = BTreeSet::new();
    for line in [
        "gunport --size 4 --card totalizer",
        "abbott-window --size 5",
        "queens queens.txt --unique",
        "armies --size 4",
        "armies --size 5 --search linear-sat-unsat",
        "queens none.txt",
    ] {
        let bench = Bench::new();
        bench.proved(line).expect("it has proofs");
        bench.check(line);
        let (proof, verdict) = (bench.read("proof/proof.pbp"), bench.verdict());
        let lines: Vec<&str> = proof.lines().collect();
        let kind_of = |line: &str| {
            let word = line.split(' ').next().expect("a word");
            word.trim_end_matches(';').to_owned()
        };
        let kinds: BTreeSet<String> = lines.iter().map(|line| kind_of(line)).collect();
        for kind in &kinds {
            let places: Vec<usize> =
                (0..lines.len()).filter(|&place| kind_of(lines[place]) == *kind).collect();
            let few =
                BTreeSet::from([places[0], places[places.len() / 2], places[places.len() - 1]]);
            let (mut tried, mut refused) = (0, 0);
            for place in few {
                let line = lines[place];
                let damaged = [Some(String::new()), flipped(line), misnumbered(line)];
                for other in damaged.into_iter().flatten() {
                    let mut lines = lines.clone();
                    lines[place] = &other;
                    bench.write("proof/proof.pbp", &(lines.join("\n") + "\n"));
                    tried += 1;
                    if bench.verdict() != verdict {
                        refused += 1;
                        let (code, told) = bench.checked("--checker veripb");
                        assert_eq!(code, Some(1), "{kind}: {told}");
                    }
                }
            }
            // Comments are for people, and constraints that are not deleted do no harm.
            let is_needed = !["%", "del"].contains(&kind.as_str());
            assert!(refused > 0 || !is_needed, "{line}: {kind}, {tried} tries");
        }
        met.extend(kinds);
    }
    let known = [
        "%",
        "conclusion",
        "def_order",
        "del",
        "dom",
        "end",
        "f",
        "load_order",
        "output",
        "pol",
        "pseudo-Boolean",
        "red",
        "rup",
        "sol",
    ];
    assert_eq!(met, BTreeSet::from(known.map(str::to_owned)));
}

fn compressed(bench: &Bench, name: &str, ending: &str) -> PathBuf {
    let line = format!("solve gunport --size 4 --proof {name} --compress {ending}");
    let output = bench.quarrel(&line);
    assert!(output.status.success(), "{output:?}");
    bench.0.path().join(name).join(format!("proof.pbp.{ending}"))
}

/// A compressed proof is accepted, half of one is not, and of two in a folder neither is read.
fn compressed_proofs_are_checked() {
    let bench = Bench::new();
    bench.proved("gunport --size 4").expect("it has proofs");
    let plain = bench.read("proof/proof.pbp");
    for (ending, _) in COMPRESSIONS {
        let name = format!("packed-{ending}");
        let path = compressed(&bench, &name, ending);
        let check = || {
            let output = bench.quarrel(&format!("check-proof {name} --checker veripb"));
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        assert_eq!(check().0, Some(0), "{ending}");
        fs::write(bench.0.path().join(&name).join("proof.pbp"), &plain).expect("a file");
        let (code, told) = check();
        assert!(code == Some(2) && told.contains("expected one proof"), "{ending}: {told}");
        fs::remove_file(bench.0.path().join(&name).join("proof.pbp")).expect("a file");
        let bytes = fs::read(&path).expect("a file");
        fs::write(&path, &bytes[..bytes.len() / 2]).expect("a file");
        assert!(matches!(check().0, Some(1 | 2)), "{ending}: half of it");
    }
}

fn proofs_are_compressed() {
    let bench = Bench::new();
    bench.proved("gunport --size 4").expect("it has proofs");
    let plain = bench.read("proof/proof.pbp");
    for (ending, _) in COMPRESSIONS {
        let path = compressed(&bench, &format!("packed-{ending}"), ending);
        let mut unpacked = String::new();
        let mut packed = compress::open(&path).expect("a file");
        packed.read_to_string(&mut unpacked).expect("a whole file");
        assert_eq!(unpacked, plain, "{ending}");
    }
    let output = bench.quarrel("solve gunport --size 4 --compress gz");
    assert_eq!(output.status.code(), Some(2));
    let output = bench.quarrel("solve gunport --size 4 --bound 5 --proof a.lrat --compress gz");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        bench.quarrel("solve gunport --size 4 --bound 5 --proof a.lrat").status.code(),
        Some(1)
    );
    assert_eq!(
        bench.quarrel("solve gunport --size 4 --bound 5 --proof b.lrat.gz").status.code(),
        Some(1)
    );
    let mut unpacked = String::new();
    let mut packed = compress::open(&bench.0.path().join("b.lrat.gz")).expect("a file");
    packed.read_to_string(&mut unpacked).expect("a whole file");
    assert_eq!(unpacked, bench.read("a.lrat"));
}

/// `check-proof` refuses damaged and unrelated folders, and a checker that accepts everything.
fn what_does_not_fit_is_noticed() {
    let bench = with_models();
    let by = "--checker veripb";
    let refused = |name: &str, change: &dyn Fn(&str) -> String, ending: i32, why: &str| {
        let right = bench.read(&format!("proof/{name}"));
        let wrong = change(&right);
        assert_ne!(right, wrong, "{name} is changed: {why}");
        bench.write(&format!("proof/{name}"), &wrong);
        let (code, told) = bench.checked(by);
        bench.write(&format!("proof/{name}"), &right);
        assert_eq!(code, Some(ending), "{name}, {why}: {told}");
        assert!(told.contains(why), "{name}, {why}: {told}");
    };
    for line in ["gunport --size 3", "queens none.txt", "model weights.opb", "queens queens.txt"] {
        bench.proved(line);
        assert_eq!(bench.checked(by).0, Some(0), "{line}");
        refused(
            "problem.opb",
            &|text| text.replacen(";\n", " \n", 1),
            1,
            "differs from the export",
        );
        refused("problem.opb", &|text| text.replacen(' ', "  ", 1), 1, "differs from the export");
        refused("proof.pbp", &|text| text[..text.len() / 2].to_owned(), 1, "does not accept");
        let nothing = |text: &str| {
            let (steps, _) = text.split_once("output NONE").expect("an end");
            format!("{steps}output NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n")
        };
        refused("proof.pbp", &nothing, 1, "NO CONCLUSION");
        refused("claim.json", &|text| text.replacen('{', "", 1), 2, "is not a claim");
        refused("claim.json", &|text| text.replace("\"says\":", "\"say\":"), 2, "is not a claim");
        assert_eq!(bench.checked(&format!("{by} --kernel kernel.pbp")).0, Some(0), "{line}");
        let kernel = bench.read("kernel.pbp");
        let hasty = kernel.lines().find(|line| line.starts_with("rup") && !line.contains(':'));
        assert_eq!(hasty, None, "{line}: a kernel says what each step follows from");
    }
    bench.proved("gunport --size 3");
    refused(
        "claim.json",
        &|text| text.replace("\"optimum\": 3", "\"optimum\": 2"),
        1,
        "optimum is dominoes 2",
    );
    let assumed = |text: &str| {
        let (steps, _) = text.split_once("output NONE").expect("an end");
        format!(
            "{steps}a +1 x1 >= 2;\noutput NONE;\nconclusion BOUNDS 3 : -1 3 : {}",
            solution(text)
        )
    };
    refused("proof.pbp", &assumed, 1, "reservation");
    for (program, code, why) in [
        ("true", 2, "is not a proof checker"),
        ("sh -c 'echo \"s VERIFIED BOUNDS 3 <= obj <= 3\"'", 2, "accepts a wrong proof"),
        ("no-such-program", 2, "installs a checker"),
    ] {
        let (ending, told) =
            bench.checked(&format!("--checker {}", shlex::try_quote(program).expect("a word")));
        assert_eq!(ending, Some(code), "{program}: {told}");
        assert!(told.contains(why), "{program}: {told}");
    }
}

fn solution(proof: &str) -> &str {
    proof.rsplit_once(": ").expect("a solution").1
}

fn a_folder_that_takes_nothing_is_refused() {
    let bench = Bench::new();
    for folder in ["/dev/null/proof", "/proc/proof"] {
        if Path::new("/proc").exists() {
            let output = bench.quarrel(&format!("solve gunport --size 3 --proof {folder}"));
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(told.contains("cannot write"), "{told}");
        }
    }
}
