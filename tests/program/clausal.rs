//! What `solve --proof FILE.drat`, `.lrat` and `.frat` write refutes the formula that `export --to cnf` writes, by
//! checkers that are here, small and slow, and share nothing with the program.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::process::Output;

use quarrel::clausal::FORMATS;
use quarrel_encodings::{at_most_one, cardinality, parity};
use tempfile::TempDir;

use crate::plain::plain;

type Clause = Vec<i64>;

/// The clauses of a file in DIMACS.
fn formula(text: &str) -> Vec<Clause> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clauses: Vec<Clause> = lines.map(|line| up_to_zero(&numbers(line)).0.to_vec()).collect();
    let head = text.lines().find(|line| line.starts_with('p')).expect("a head");
    assert!(head.ends_with(&format!(" {}", clauses.len())), "{head}");
    clauses
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

fn up_to_zero(numbers: &[i64]) -> (&[i64], &[i64]) {
    let zero = numbers.iter().position(|&number| number == 0).expect("a line ends with 0");
    (&numbers[..zero], &numbers[zero + 1..])
}

/// Whether clauses, in this order, make each other unit, and the last of them false, where a clause is false.
fn follows(clause: &[i64], reasons: &[&Clause]) -> bool {
    let mut is_true: HashSet<i64> = clause.iter().map(|lit| -lit).collect();
    for (place, reason) in reasons.iter().enumerate() {
        let left: HashSet<i64> =
            reason.iter().copied().filter(|lit| !is_true.contains(&-lit)).collect();
        match left.len() {
            0 => return place + 1 == reasons.len(),
            1 => is_true.extend(left),
            _ => return false,
        }
    }
    false
}

/// Whether unit propagation over all clauses makes one false, where a clause is false.
fn follows_somehow(clause: &[i64], known: &[Clause]) -> bool {
    let mut is_true: HashSet<i64> = clause.iter().map(|lit| -lit).collect();
    loop {
        let before = is_true.len();
        for other in known {
            if other.iter().any(|lit| is_true.contains(lit)) {
                continue;
            }
            let left: HashSet<i64> =
                other.iter().copied().filter(|lit| !is_true.contains(&-lit)).collect();
            match left.len() {
                0 => return true,
                1 => is_true.extend(left),
                _ => {}
            }
        }
        if is_true.len() == before {
            return false;
        }
    }
}

fn drat(mut known: Vec<Clause>, proof: &str) -> Result<(), String> {
    for line in proof.lines() {
        let (is_deleted, rest) = match line.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let all = numbers(rest);
        let (clause, rest) = up_to_zero(&all);
        if !rest.is_empty() {
            return Err(format!("something behind 0: {line}"));
        }
        if is_deleted {
            let sorted = |clause: &[i64]| clause.iter().copied().collect::<HashSet<i64>>();
            let place = known.iter().position(|other| sorted(other) == sorted(clause));
            known.swap_remove(place.ok_or_else(|| format!("not there: {line}"))?);
        } else if !follows_somehow(clause, &known) {
            return Err(format!("does not follow: {line}"));
        } else if clause.is_empty() {
            return Ok(());
        } else {
            known.push(clause.to_vec());
        }
    }
    Err("no empty clause".to_owned())
}

/// Adds a clause that follows from the ones that are named.
fn add(
    known: &mut BTreeMap<i64, Clause>,
    number: i64,
    clause: &[i64],
    hints: &[i64],
) -> Result<(), String> {
    let reasons: Option<Vec<&Clause>> = hints.iter().map(|hint| known.get(hint)).collect();
    let reasons = reasons.ok_or_else(|| format!("{number}: an unknown reason"))?;
    if !follows(clause, &reasons) {
        return Err(format!("{number} does not follow"));
    }
    match known.insert(number, clause.to_vec()) {
        None => Ok(()),
        Some(_) => Err(format!("{number} is taken")),
    }
}

fn lrat(formula: Vec<Clause>, proof: &str) -> Result<(), String> {
    let mut known: BTreeMap<i64, Clause> = (1..).zip(formula).collect();
    let mut last = known.last_key_value().map_or(0, |(number, _)| *number);
    for line in proof.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.get(1) == Some(&"d") {
            for number in up_to_zero(&numbers(&words[2..].join(" "))).0 {
                known.remove(number).ok_or_else(|| format!("not there: {line}"))?;
            }
            continue;
        }
        let all = numbers(line);
        let (clause, hints) = up_to_zero(&all[1..]);
        if all[0] <= last {
            return Err(format!("numbers grow: {line}"));
        }
        last = all[0];
        add(&mut known, last, clause, up_to_zero(hints).0)?;
        if clause.is_empty() {
            return Ok(());
        }
    }
    Err("no empty clause".to_owned())
}

fn frat(formula: Vec<Clause>, proof: &str) -> Result<(), String> {
    let mut known: BTreeMap<i64, Clause> = BTreeMap::new();
    let (mut stated, mut is_refuted) = (Vec::new(), false);
    for line in proof.lines() {
        let (letter, rest) = line.split_at(1);
        let (rest, hints) = rest.split_once(" l ").unwrap_or((rest, "0"));
        let all = numbers(rest);
        let (number, clause) = (all[0], up_to_zero(&all[1..]).0);
        match letter {
            "o" => {
                stated.push(clause.to_vec());
                known.insert(number, clause.to_vec());
            }
            "a" => {
                let hints = numbers(hints);
                add(&mut known, number, clause, up_to_zero(&hints).0)?;
                is_refuted |= clause.is_empty();
            }
            "d" | "f" => {
                let there = known.remove(&number).ok_or_else(|| format!("not there: {line}"))?;
                let sorted = |clause: &[i64]| clause.iter().copied().collect::<HashSet<i64>>();
                if sorted(&there) != sorted(clause) {
                    return Err(format!("another clause: {line}"));
                }
            }
            _ => return Err(format!("not known: {line}")),
        }
    }
    match (stated == formula, is_refuted, known.len()) {
        (true, true, 0) => Ok(()),
        (false, ..) => Err("another formula".to_owned()),
        (_, false, _) => Err("no empty clause".to_owned()),
        (_, _, left) => Err(format!("{left} clauses are left")),
    }
}

fn check(format: &str, formula: Vec<Clause>, proof: &str) -> Result<(), String> {
    match format {
        "drat" => drat(formula, proof),
        "lrat" => lrat(formula, proof),
        "frat" => frat(formula, proof),
        _ => panic!("a format without a checker: {format}"),
    }
}

struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(TempDir::new().expect("a temporary folder"));
        bench.write("none.txt", "AAA\nBBB\nCCC\n");
        bench.write("empties.cnf", "p cnf 2 5\n1 2 0\n0\n1 0\n0\n-1 0\n");
        bench.write("late.cnf", "p cnf 2 4\n1 0\n-1 0\n0\n2 0\n");
        bench.write("empty.cnf", "p cnf 1 1\n0\n");
        bench.write("taut.cnf", "p cnf 3 6\n1 -1 0\n2 0\n2 1 0\n-2 3 0\n2 2 -2 0\n-3 0\n");
        bench.write("units.cnf", "p cnf 2 4\n1 1 2 0\n1 -1 0\n-1 0\n-2 0\n");
        bench
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file in it");
    }

    fn quarrel(&self, line: &str) -> Output {
        let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
        let words = shlex::split(line).expect("words");
        command.current_dir(self.0.path()).args(words).output().expect("the program runs")
    }

    /// The formula and its proof, where the program says how the formula is exported.
    fn refuted(&self, line: &str, format: &str) -> (Vec<Clause>, String) {
        let output = self.quarrel(&format!("solve {line} --proof proof.{format}"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        let command = told.split('`').nth(1).unwrap_or_else(|| panic!("{line}: {told}"));
        let export = command.strip_prefix("quarrel ").expect("a command");
        let exported = self.quarrel(export);
        assert!(exported.status.success(), "{export}");
        let formula = formula(&String::from_utf8(exported.stdout).expect("text"));
        let clauses = if formula.len() == 1 { "clause" } else { "clauses" };
        assert!(told.contains(&format!("({} {clauses})", formula.len())), "{told}");
        (formula, fs::read_to_string(self.path(&format!("proof.{format}"))).expect("a proof"))
    }

    fn check(&self, line: &str, format: &str) {
        let (formula, proof) = self.refuted(line, format);
        check(format, formula, &proof).unwrap_or_else(|why| panic!("{line} {format}: {why}"));
    }
}

/// Questions that have no answer.
const REFUTED: &[&str] = &[
    "gunport --size 4 --bound 5",
    "gunport --size 5 --bound 8 --symmetry off",
    "abbott-window --size 5 --bound 17",
    "armies --size 4 --bound 3",
    "queens none.txt",
    "model empty.cnf",
    "model empties.cnf",
    "model late.cnf",
    "gunport --size 4x6 --bound 4",
    "gunport --size 3x1 --bound 0 --variant no-slide --order proximity --seed 2",
    "model units.cnf",
    "model taut.cnf",
];

#[test]
fn each_refutation_is_proved_in_each_format() {
    let bench = Bench::new();
    for format in FORMATS {
        for line in REFUTED {
            bench.check(line, format.name);
        }
    }
}

#[test]
fn each_encoding_is_refuted_in_clauses() {
    let bench = Bench::new();
    for row in cardinality::ALL {
        bench.check(&format!("gunport --size 4 --bound 5 --card {}", row.name), "lrat");
    }
    for row in at_most_one::ALL {
        bench.check(&format!("queens none.txt --deduce none --amo {}", row.name), "lrat");
    }
    for row in parity::ALL {
        bench.check(&format!("abbott-window --size 5 --bound 17 --xor {}", row.name), "lrat");
    }
    for options in ["--deduce all --seed 3", "--symmetry found", "--order natural"] {
        bench.check(&format!("gunport --size 5 --bound 8 {options}"), "lrat");
        bench.check(&format!("gunport --size 5 --bound 8 {options}"), "frat");
    }
}

/// What is damaged is refused, or these checkers would say nothing.
#[test]
fn what_is_damaged_is_refused() {
    let bench = Bench::new();
    for format in FORMATS {
        let (formula, proof) = bench.refuted("gunport --size 4 --bound 5", format.name);
        let refused = |formula: &[Clause], proof: &str, what: &str| {
            let verdict = check(format.name, formula.to_vec(), proof);
            assert!(verdict.is_err(), "{} {what}", format.name);
        };
        let lines: Vec<&str> = proof.lines().collect();
        let is_empty = |line: &&str| match format.name {
            "drat" => *line == "0",
            "lrat" => line.split(' ').nth(1) == Some("0"),
            _ => line.starts_with('a') && line.split(' ').nth(2) == Some("0"),
        };
        let last = lines.iter().position(is_empty).expect("the clause without literals");
        refused(&formula, &lines[..last].join("\n"), "truncated");
        refused(&formula[formula.len() / 2..], &proof, "another formula");
        let learnt: Vec<usize> = (0..lines.len())
            .filter(|&place| match format.name {
                "drat" => !lines[place].starts_with('d'),
                "lrat" => !lines[place].contains(" d "),
                _ => lines[place].starts_with('a'),
            })
            .collect();
        assert!(learnt.len() > 3, "{}", format.name);
        let mut shorter = lines.clone();
        shorter.drain(learnt[0]..learnt[learnt.len() - 1]);
        refused(&formula, &shorter.join("\n"), "without its lemmas");
        if format.name != "drat" {
            let reasons = lines[last].rsplit_once(' ').and_then(|(head, _)| head.rsplit_once(' '));
            let (fewer, _) = reasons.expect("a clause with reasons");
            let fewer = format!("{fewer} 0");
            let mut lines = lines.clone();
            lines[last] = &fewer;
            refused(&formula, &lines.join("\n"), "without a reason");
        }
    }
}

#[test]
fn where_nothing_is_refuted_no_file_is_written() {
    let bench = Bench::new();
    let told = |line: &str| {
        let output = bench.quarrel(line);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    bench.write("old.lrat", "old");
    for (line, status, why) in [
        ("solve gunport --size 5 --bound 9 --proof old.lrat", 0, "there is an answer"),
        ("solve gunport --size 20 --bound 130 --conflict-limit 10 --proof old.lrat", 3, "stopped"),
        ("solve gunport --size 5 --proof old.lrat", 2, "--bound"),
        ("solve queens none.txt --unique --proof old.lrat", 2, "--unique"),
        ("solve gunport --size 5 --bound 8 --threads 2 --proof old.lrat", 2, "--threads"),
        ("solve gunport --size 5 --bound 8 --proof x.LRAT", 2, "reads like a file"),
        ("solve gunport --size 5 --bound 8 --proof x.lrat.bz2", 2, "reads like a file"),
        ("solve gunport --size 5 --bound 8 --proof x.lrat/", 2, "reads like a file"),
        ("solve gunport --size 5 --bound 8 --proof -", 2, "new folder"),
        ("solve gunport --size 5 --bound 8 --proof no/such/folder/old.lrat", 2, "old.lrat"),
    ] {
        let (code, said) = told(line);
        assert_eq!(code, Some(status), "{line}: {said}");
        assert!(said.contains(why), "{line}: {said}");
        assert_eq!(fs::read_to_string(bench.path("old.lrat")).expect("a file"), "old", "{line}");
    }
    assert!(!bench.path("no").exists());
    assert!(!bench.path("x.LRAT").exists() && !bench.path("x.lrat").exists());
    let (code, _) = told("solve gunport --size 5 --bound 8 --proof old.lrat");
    let proof = fs::read_to_string(bench.path("old.lrat")).expect("a file");
    assert!(code == Some(1) && proof != "old" && proof.ends_with(" 0\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let bench = Bench::new();
    std::os::unix::fs::symlink("/dev/full", bench.path("full.drat")).expect("a link");
    let output =
        bench.quarrel("solve gunport --size 12 --bound 47 --formulation pieces --proof full.drat");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("full.drat"), "{told}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("the proof cannot be written"), "{said}");
}
