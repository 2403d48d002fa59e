//! Exports match their headers, and `decode` reads the answers of solvers to them.

use quarrel::decision::Decision;
use std::io::Write;
use std::process::Stdio;

use quarrel::encode::{Clauses, Encodings, encode};
use quarrel::model::{Lit, Model, Parity, Relation};
use quarrel::solver::Solver;
use quarrel::stop::Stop;
use serde_json::Value;

use super::boards::{QUEENS, THREE};
use crate::workbench::{Ended, Workbench, run};

/// A puzzle of each family, with its optimum and the next better value if there is an objective.
const PUZZLES: [(&str, Option<(u64, u64)>); 7] = [
    ("abbott-window --size 4", Some((12, 13))),
    ("abbott-window --size 3", Some((6, 7))),
    ("three-in-a-row three.txt", None),
    ("abc-path --size 3", None),
    ("queens queens.txt", None),
    ("gunport --size 3x4", Some((4, 3))),
    ("armies --size 4", Some((2, 3))),
];

const FORMATS: [&str; 10] =
    ["cnf", "wcnf", "opb", "wbo", "lp", "mps", "knf", "cnf+", "xnf", "icnf"];

const DECISIONS: [&str; 4] = ["cnf", "knf", "cnf+", "xnf"];

const SCRAMBLES: [&str; 3] = ["", "--scramble 1", "--scramble 12345678901234567890"];

fn bench() -> Workbench {
    let bench = Workbench::with("three.txt", THREE);
    bench.write("queens.txt", QUEENS);
    bench
}

/// A file of lines of numbers, as a model. This reader shares nothing with the writers.
struct File {
    model: Model,
    lits: Vec<Lit>,
    soft: Vec<Vec<Lit>>,
    questions: Vec<Vec<Lit>>,
}

impl File {
    fn read(text: &str, variables: usize) -> File {
        let mut model = Model::new();
        let lits = (0..variables).map(|number| model.variable("v", &[number])).collect();
        let mut file = File { model, lits, soft: Vec::new(), questions: Vec::new() };
        text.lines().filter(|line| !line.starts_with(['c', 'p'])).for_each(|line| file.take(line));
        file
    }

    fn take(&mut self, line: &str) {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let bound = words.iter().position(|word| ["<=", ">="].contains(word));
        if let Some(place) = bound {
            let (sign, bound) = (words[place], words[place + 1].parse().expect("a bound"));
            words.truncate(place);
            let lits = words.iter().map(|word| Lit::from_dimacs(word.parse().expect("a number")));
            let relation = if sign == "<=" { Relation::AtMost } else { Relation::AtLeast };
            self.model.cardinality("bounds", lits.collect::<Vec<_>>(), relation, bound);
            return;
        }
        let mut words = words.into_iter().peekable();
        let kind = words.next_if(|word| word.chars().all(|letter| letter.is_ascii_alphabetic()));
        let mut numbers: Vec<i32> = words.map(|word| word.parse().expect("a number")).collect();
        assert_eq!(numbers.pop(), Some(0), "{line}");
        let lits = |numbers: &[i32]| -> Vec<Lit> {
            let distinct: std::collections::HashSet<_> =
                numbers.iter().map(|number| number.abs()).collect();
            assert_eq!(distinct.len(), numbers.len(), "{line}");
            assert!(numbers.iter().all(|n| n.unsigned_abs() as usize <= self.lits.len()), "{line}");
            numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
        };
        match kind {
            Some("a") => self.questions.push(lits(&numbers)),
            Some("k") => {
                let bound = usize::try_from(numbers[0]).expect("a bound");
                let lits = lits(&numbers[1..]);
                self.model.cardinality("k", lits, Relation::AtLeast, bound);
            }
            Some("x") => {
                let lits = lits(&numbers);
                self.model.parity("x", lits, Parity::Odd);
            }
            Some("h") | None => {
                let lits = lits(&numbers);
                self.model.clause("clauses", lits);
            }
            Some(other) => panic!("a line of kind {other}"),
        }
    }

    /// Reads soft clauses, each with a weight of 1 in front.
    fn read_soft(text: &str, variables: usize) -> File {
        let (hard, soft): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with(['h', 'c']));
        let mut file = File::read(&hard.join("\n"), variables);
        for line in soft {
            let rest = line.strip_prefix("1 ").expect("a weight of 1");
            let lits = rest.split_whitespace().map(|word| word.parse().expect("a number"));
            let lits: Vec<i32> = lits.collect();
            assert_eq!(lits.last(), Some(&0));
            let lits = lits[..lits.len() - 1].iter().map(|&number| Lit::from_dimacs(number));
            file.soft.push(lits.collect());
        }
        file
    }

    /// Returns what a solver prints for the file: a solution under the assumptions that breaks at
    /// most `cost` soft clauses; `None` if there is none.
    fn solved(&self, assumptions: &[Lit], cost: usize) -> Option<String> {
        let mut model = self.model.clone();
        let broken: Vec<Lit> = self
            .soft
            .iter()
            .enumerate()
            .map(|(number, soft)| {
                let broken = model.variable("broken", &[number]);
                model.clause("soft", soft.iter().copied().chain([broken]));
                broken
            })
            .collect();
        model.cardinality("cost", broken, Relation::AtMost, cost);
        let mut clauses = Clauses::new();
        let stop = Stop::unlimited();
        encode(&model, &Encodings::default(), &mut clauses, &stop).expect("a form for all");
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        (solver.solve(assumptions) == Decision::Sat(())).then(|| {
            let values = solver.values(self.lits.len());
            let value = |lit: &Lit| if values.is_true(*lit) { lit.dimacs() } else { -lit.dimacs() };
            let values: Vec<String> = self.lits.iter().map(|lit| value(lit).to_string()).collect();
            format!("v {} 0\n", values.join(" "))
        })
    }
}

fn map(bench: &Workbench) -> Value {
    let text = std::fs::read_to_string(bench.path("map")).expect("a map was written");
    serde_json::from_str(&text).expect("JSON")
}

fn variables(map: &Value) -> usize {
    usize::try_from(map["variables"].as_u64().expect("a number")).expect("a small one")
}

#[test]
fn the_same_command_writes_the_same_bytes_and_its_counts_are_right() {
    let bench = bench();
    for (puzzle, goal) in PUZZLES {
        for format in FORMATS {
            let bound = match goal {
                Some((optimum, _)) if DECISIONS.contains(&format) => {
                    format!("--bound {optimum}")
                }
                _ => String::new(),
            };
            let line = format!("export {puzzle} --to {format} {bound} --map map");
            let text = bench.run(&line).with_status(0).out;
            assert_eq!(bench.run(&format!("{line} -o file")).with_status(0).out, "");
            let file = std::fs::read_to_string(bench.path("file")).expect("a file was written");
            assert_eq!(text, file, "{line}");
            let map = map(&bench);
            let counts = [variables(&map) as u64, map["constraints"].as_u64().expect("a number")];
            let head = text.lines().find(|line| line.starts_with("p ") || line.contains("#var"));
            if let Some(head) = head.filter(|_| format != "icnf") {
                let told = head.split_whitespace().filter_map(|word| word.parse().ok());
                assert_eq!(told.take(2).collect::<Vec<u64>>(), counts, "{line}");
            }
            if DECISIONS.contains(&format) {
                let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
                assert_eq!(body.count() as u64, counts[1], "{line}");
            }
        }
    }
}

#[test]
fn decisions_are_solved_and_read_back() {
    let bench = bench();
    for (puzzle, goal) in PUZZLES {
        for format in DECISIONS {
            let clausal = format == "cnf";
            for formulation in [
                "",
                "--symmetry on --deduce all",
                "--symmetry off --card sequential",
                if clausal { "--scramble 1" } else { "--deduce none" },
            ] {
                let asked = |bound: Option<u64>| {
                    let bound = bound.map_or(String::new(), |bound| format!("--bound {bound}"));
                    let line =
                        format!("export {puzzle} --to {format} {bound} {formulation} --map map");
                    let text = bench.run(&line).with_status(0).out;
                    File::read(&text, variables(&map(&bench))).solved(&[], 0)
                };
                if let Some((_, better)) = goal {
                    assert_eq!(asked(Some(better)), None, "{puzzle} {format}");
                    bench.write("out", "s UNSATISFIABLE\n");
                    bench.run("decode --map map out").with_status(1);
                }
                let values = asked(goal.map(|(optimum, _)| optimum)).expect("a solution");
                bench.write("out", format!("c of a solver\ns SATISFIABLE\n{values}"));
                let decoded = bench.run("decode --map map out --format json").with_status(0).json();
                let value = goal.map(|(optimum, _)| optimum);
                assert_eq!(decoded["objective"]["value"].as_u64(), value, "{puzzle} {format}");
                bench.write("answer", decoded.to_string());
                bench.run(&format!("verify {puzzle} --answer answer")).with_status(0);
            }
        }
    }
}

#[test]
fn optima_are_solved_and_read_back() {
    let bench = bench();
    for ((puzzle, goal), scramble) in
        PUZZLES.into_iter().flat_map(|one| SCRAMBLES.map(|scramble| (one, scramble)))
    {
        let line = format!("export {puzzle} --to wcnf --map map {scramble}");
        let text = bench.run(&line).with_status(0).out;
        let map = map(&bench);
        let file = File::read_soft(&text, variables(&map));
        let costs = 0..=file.soft.len();
        let (cost, values) = costs
            .filter_map(|cost| Some((cost, file.solved(&[], cost)?)))
            .next()
            .expect("a cost that can be had");
        let told = |cost| format!("o {cost}\ns OPTIMUM FOUND\n{values}");
        bench.write("out", told(cost));
        let decoded = bench.run("decode --map map out --format json").with_status(0).json();
        assert_eq!(decoded["objective"]["value"].as_u64(), goal.map(|goal| goal.0), "{puzzle}");
        if goal.is_some() {
            assert_eq!(decoded["status"], "optimal");
            bench.write("out", told(cost + 1));
            let refusal = bench.run("decode --map map out").refusal();
            assert!(refusal.contains("but that of its answer is"), "{refusal}");
        }
    }
}

#[test]
fn the_first_question_with_an_answer_is_the_optimum() {
    let bench = bench();
    for ((puzzle, goal), scramble) in
        PUZZLES.into_iter().flat_map(|one| SCRAMBLES.map(|scramble| (one, scramble)))
    {
        let line = format!("export {puzzle} --to icnf --map map {scramble}");
        let text = bench.run(&line).with_status(0).out;
        let file = File::read(&text, variables(&map(&bench)));
        let answers = file.questions.iter().map(|demands| file.solved(demands, 0));
        let said = answers.map(|values| match values {
            Some(values) => format!("s SATISFIABLE\n{values}"),
            None => "s UNSATISFIABLE\n".to_owned(),
        });
        bench.write("out", said.collect::<String>());
        let decoded = bench.run("decode --map map out --format json").with_status(0).json();
        assert_eq!(decoded["objective"]["value"].as_u64(), goal.map(|goal| goal.0), "{puzzle}");
    }
}

/// Returns the lengths of the clauses of a file, in order.
fn lengths(text: &str) -> Vec<usize> {
    let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let mut lengths: Vec<usize> = clauses.map(|line| line.split(' ').count()).collect();
    lengths.sort_unstable();
    lengths
}

#[test]
fn a_scramble_is_the_same_formula_in_other_words() {
    let bench = bench();
    let line = "export gunport --size 4 --bound 5 --to cnf --map map";
    let plain = bench.run(line).with_status(0).out;
    let scrambled = |seed: u64| bench.run(&format!("{line} --scramble {seed}")).with_status(0).out;
    let [one, two] = [1, 2].map(scrambled);
    assert!(one != two && one != plain && one == scrambled(1));
    assert!(one.contains("\nc scramble 1: variables renamed and negated"), "{one}");
    assert_eq!(lengths(&one), lengths(&plain));
    let map = map(&bench);
    let names = map["names"].as_array().expect("the literals of the variables");
    for (name, label) in names.iter().zip(map["labels"].as_array().expect("labels")) {
        let label = label.as_str().expect("a label");
        assert!(one.lines().any(|line| line == format!("c {name} {label}")), "{name} {label}");
    }
    assert_eq!(map["scramble"], 1);
    for format in ["opb", "wbo", "lp", "mps", "knf", "cnf+", "xnf"] {
        let line = format!("export gunport --size 4 --to {format} --bound 5 --scramble 1");
        let refusal = bench.run(&line).refusal();
        assert!(refusal.contains("--scramble changes clauses"), "{refusal}");
    }
}

#[test]
fn a_file_says_how_it_was_encoded() {
    let bench = bench();
    let auto = "--amo auto --card auto --xor auto";
    for (line, told) in [
        (
            "gunport --size 8 --bound 20 --to cnf".to_owned(),
            "amo pairwise, card totalizer, pb none, int none, xor none, order natural, shape columns-chain (auto)",
        ),
        (
            format!("abbott-window --size 4 --bound 12 --to cnf --order spiral {auto}"),
            "amo none, card totalizer (auto), pb none, int none, xor chain-4 (auto), order spiral, \
             shape rows+columns-balanced (auto)",
        ),
        (
            "gunport --size 6 --to wcnf --card bdd".to_owned(),
            "amo pairwise, card none, pb none, int none, xor none, order natural, shape none",
        ),
        (
            "armies --size 4 --to wcnf --shape flat".to_owned(),
            "amo none, card totalizer, pb none, int none, xor none, order natural, shape flat",
        ),
        (
            "gunport --size 6 --bound 12 --to knf".to_owned(),
            "amo none, card none, pb none, int none, xor none, order none, shape none",
        ),
        (
            "abbott-window --size 4 --bound 12 --to cnf --xor counter --card bdd --shape flat"
                .to_owned(),
            "amo none, card bdd, pb none, int none, xor counter, order natural, shape flat",
        ),
    ] {
        let text = bench.run(&format!("export {line} --map map")).with_status(0).out;
        assert!(text.contains(&format!("\nc encodings: {told}\n")), "{line}: {text:.900}");
        let map = map(&bench);
        let kinds = ["amo", "card", "pb", "int", "xor", "order", "shape"];
        let kinds = kinds
            .map(|kind| format!("{kind} {}", map["encodings"][kind].as_str().expect("a name")));
        assert_eq!(kinds.join(", "), told, "{line}");
    }
    for format in ["opb", "lp", "mps"] {
        let text = bench.run(&format!("export gunport --size 4 --to {format}")).with_status(0).out;
        assert!(!text.contains("encodings"), "{text}");
    }
}

#[test]
fn an_encoding_that_writes_nothing_is_said() {
    let bench = bench();
    let said = |line: &str| bench.run(line).with_status(0).err;
    let line = "export gunport --size 4 --bound 5 --to cnf --card bdd --xor direct";
    let note = "note: gunport has no parity constraints to encode in cnf; --xor changes nothing\n";
    assert_eq!(said(line), note);
    assert_eq!(said("export abbott-window --size 4 --bound 12 --to cnf --xor direct"), "");
    let note = said("export gunport --size 4 --to lp --shape flat");
    assert!(note.ends_with("in lp; --shape changes nothing\n"), "{note}");
}

#[test]
fn a_file_says_what_a_cost_means() {
    for (line, told) in [
        ("gunport --size 6 --to wcnf", "dominoes = (cost + "),
        ("gunport --size 6 --to opb", "dominoes = cost"),
        ("abbott-window --size 4 --to opb", "lit panes = -cost"),
        ("abbott-window --size 4 --to mps", "lit panes = -cost"),
        ("armies --size 4 --to wcnf", "size of each army = 8 - cost"),
    ] {
        let text = run(&format!("export {line}")).with_status(0).out;
        assert!(
            text.contains(&format!(" what a solver's cost says: {told}")),
            "{line}: {text:.900}"
        );
    }
    let text = run("export abc-path --size 3 --to cnf").with_status(0).out;
    assert!(!text.contains("what a solver's cost says"), "nothing is counted");
}

#[test]
fn the_rows_of_a_program_have_names_and_are_written_as_people_do() {
    let text = run("export gunport --size 3 --to lp").with_status(0).out;
    assert!(text.contains("\n no_two_adjacent_holes_1: hole_0_0 + hole_0_1 <= 1\n"), "{text}");
    assert!(text.contains("\nBinary\n hole_0_0 ") && !text.contains("\nBounds"), "{text}");
    let text = run("export abbott-window --size 3 --to lp").with_status(0).out;
    assert!(text.contains("\nBounds\n 0 <= pairs_1 <= 1\n"), "{text}");
    let text = run("export gunport --size 3 --to mps").with_status(0).out;
    for line in
        [" L no_two_adjacent_holes_1", " hole_0_0 no_two_adjacent_holes_1 1", " BV BND hole_0_0"]
    {
        assert!(text.lines().any(|other| other == line), "{line} in {text}");
    }
}

/// An exported program always has a row, since GLPK refuses one without rows.
#[test]
fn a_program_without_rows_has_one_that_always_holds() {
    let bench = Workbench::with("free.lp", "Minimize\n o: a - b\nSubject To\nBinary\n a b\nEnd\n");
    for (format, row) in [("lp", " always_1: 0 a >= 0"), ("mps", " G always_1")] {
        let line = format!("export model free.lp --to {format} -o e --map map");
        bench.run(&line).with_status(0);
        let text = std::fs::read_to_string(bench.path("e")).expect("written");
        assert!(text.lines().any(|line| line == row), "{text}");
        std::fs::remove_file(bench.path("e")).expect("written");
    }
}

#[test]
fn nonsense_is_refused_with_its_reason() {
    let bench = bench();
    bench.run("export gunport --size 3x4 --to cnf --bound 4 --map map").with_status(0);
    for (output, told) in [
        ("", "states no result"),
        ("s SATISFIABLE\n", "has no values"),
        ("s SATISFIABLE\nv 1 2 0\n", "no value of variable 3"),
        ("s SATISFIABLE\nv 99999 0\n", "no variable `99999`"),
        ("s UNSATISFIABLE\n", "disagreement"),
        ("s PERHAPS\n", "s PERHAPS"),
        ("\u{0}\u{1}\u{fffd}", "states no result"),
    ] {
        bench.write("out", output);
        let refusal = bench.run("decode --map map out").refusal();
        assert!(refusal.contains(told), "{output:?}: {refusal}");
    }
    let all: Vec<String> = (1..=variables(&map(&bench))).map(|number| number.to_string()).collect();
    bench.write("out", format!("s SATISFIABLE\nv {} 0\n", all.join(" ")));
    let refusal = bench.run("decode --map map out").refusal();
    assert!(refusal.contains("breaks a rule"), "{refusal}");
    bench.write("map", "{}");
    let refusal = bench.run("decode --map map out").refusal();
    assert!(refusal.contains("a map that `quarrel export --map` has written"), "{refusal}");
}

#[test]
fn what_cannot_be_written_leaves_no_part_of_a_file() {
    let bench = bench();
    let line = "export armies --size 4 --to wcnf --shape colours-chain -o file.xz";
    assert!(bench.run(line).refusal().contains("colours"));
    assert!(!bench.path("file.xz").exists());
}

#[test]
fn questions_that_a_format_cannot_ask_are_refused() {
    for (line, told) in [
        ("export gunport --size 4 --to cnf", "--bound K"),
        ("export gunport --size 4 --to wcnf --bound 5", "no --bound"),
        ("export gunport --size 4 --to opb --formulation numbered-fixed", "--bound K"),
        ("export abc-path --size 3 --to cnf --bound 5", "no --bound"),
    ] {
        let refusal = run(line).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
}

/// `decode` reads the map last: in `quarrel export … --map map | solver | quarrel decode --map map
/// -` all three programs start at once.
#[test]
fn in_a_pipe_the_map_is_read_last() {
    let bench = bench();
    let export = "export gunport --size 3x4 --to cnf --bound 4 --map late";
    let text = bench.run(export).with_status(0).out;
    let map = std::fs::read_to_string(bench.path("late")).expect("a map");
    let variables = serde_json::from_str(&map).map(|map: Value| variables(&map)).expect("JSON");
    let values = File::read(&text, variables).solved(&[], 0).expect("a solution");
    let mut command = bench.command(["decode", "--map", "map", "-"]);
    let mut decode = command.stdin(Stdio::piped()).spawn().expect("the program runs");
    let mut input = decode.stdin.take().expect("a pipe");
    writeln!(input, "s SATISFIABLE").expect("it reads");
    bench.write("map", map);
    input.write_all(values.as_bytes()).expect("it reads");
    drop(input);
    let ended = Ended::of(decode.wait_with_output().expect("it ends")).with_status(0);
    assert!(ended.out.ends_with("# gunport 3x4: dominoes 4\n"), "{}", ended.out);
}

/// `decode` prints answers as `solve` does; these puzzles have one answer.
#[test]
fn an_answer_is_drawn_as_solve_draws_it() {
    let bench = bench();
    for puzzle in ["three-in-a-row three.txt", "queens queens.txt"] {
        let text = bench.run(&format!("export {puzzle} --to cnf --map map")).with_status(0).out;
        let values = File::read(&text, variables(&map(&bench))).solved(&[], 0);
        bench.write("out", format!("s SATISFIABLE\n{}", values.expect("a solution")));
        for form in ["--picture always", "--picture never", "", "--format svg", "--format png"] {
            let solved = bench.run(&format!("solve {puzzle} {form}")).with_status(0).bytes;
            let decoded = bench.run(&format!("decode --map map out {form}")).with_status(0).bytes;
            assert!(decoded == solved, "{puzzle} {form}: {}", String::from_utf8_lossy(&decoded));
        }
        for name in ["answer.txt", "answer.svg", "answer.png", "answer.json"] {
            let said = bench.run(&format!("decode --map map out -o {name}")).with_status(0);
            assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
            let form = name.replace("answer.", "--format ").replace("txt", "text");
            let shown = bench.run(&format!("decode --map map out {form}")).with_status(0).bytes;
            assert!(std::fs::read(bench.path(name)).expect("a file") == shown, "{name}");
        }
        bench.run(&format!("verify {puzzle} --answer answer.txt")).with_status(0);
    }
}

#[test]
fn what_cannot_be_drawn_is_said_and_no_file_is_touched() {
    let bench = bench();
    bench.run("export gunport --size 3x4 --to cnf --bound 3 -o f.cnf --map map").with_status(0);
    bench.write("out", "s UNSATISFIABLE\n");
    bench.write("a.svg", "as it was");
    let ended = bench.run("decode --map map out -o a.svg").with_status(1);
    assert_eq!(ended.err, "gunport 3x4: no answer, by the word of the solver\n");
    for (line, told) in [
        ("decode --map map out --formula f.cnf -o f.cnf --format svg", "which is read"),
        ("decode --map map out -o map --format json", "which is read"),
        ("decode --map map out -o ./out --format text", "which is read"),
        ("decode --map map out -o a.svg --format png", "ends in .svg"),
        ("decode --map map out -o a.pdf", ".pdf is not a known format"),
    ] {
        let refusal = bench.run(line).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
    assert_eq!(std::fs::read_to_string(bench.path("a.svg")).expect("a file"), "as it was");
    assert_eq!(bench.run("decode --map map out").with_status(1).out, format!("# {}", ended.err));
    let drawn = bench.run("decode --map map out --picture always").with_status(1).out;
    assert_eq!(drawn, ended.err);
}

#[test]
fn a_file_is_compressed_by_its_name() {
    use std::io::Read;
    let bench = bench();
    let line = "export gunport --size 4 --to wcnf";
    let plain = bench.run(line).with_status(0).bytes;
    bench.write("out", "s UNKNOWN\n");
    for name in ["f.gz", "f.xz", "f.zst"] {
        bench.run(&format!("{line} -o {name} --map map")).with_status(0);
        bench.run(&format!("decode --map map --formula {name} out")).with_status(3);
        bench.run(&format!("export gunport --size 5 --to wcnf -o other-{name}")).with_status(0);
        let other = format!("decode --map map --formula other-{name} out");
        let refusal = bench.run(&other).refusal();
        assert!(refusal.contains("is not the formula of the map"), "{refusal}");
        let packed = std::fs::read(bench.path(name)).expect("a file was written");
        let mut text = Vec::new();
        let read = match name {
            "f.gz" => flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut text),
            "f.xz" => liblzma::read::XzDecoder::new(&packed[..]).read_to_end(&mut text),
            _ => zstd::Decoder::new(&packed[..]).and_then(|mut r| r.read_to_end(&mut text)),
        };
        read.expect("a complete file");
        assert!(packed.len() < plain.len() && text == plain, "{name}");
    }
}

#[test]
fn an_independent_reader_finds_what_the_header_says() {
    use rustsat::instances::SatInstance;
    let bench = bench();
    for (puzzle, goal) in PUZZLES {
        let bound = goal.map_or(String::new(), |(optimum, _)| format!("--bound {optimum}"));
        for format in ["cnf", "opb"] {
            let line = format!("export {puzzle} --to {format} {bound} --map map");
            let text = bench.run(&line).with_status(0).out;
            let map = map(&bench);
            let reader = &mut text.as_bytes();
            let read: SatInstance = match format {
                "cnf" => SatInstance::from_dimacs(reader),
                _ => {
                    SatInstance::from_opb(reader, rustsat::instances::fio::opb::Options::default())
                }
            }
            .expect("rustsat reads it");
            let constraints = read.n_clauses() + read.n_cards() + read.n_pbs();
            assert_eq!(constraints as u64, map["constraints"], "{line}");
            assert!(read.n_vars() as usize <= variables(&map) + 1, "{line}");
        }
    }
}
