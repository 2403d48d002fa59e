//! Proofs that `solve --proof FILE.drat`, `.lrat` and `.frat` write refute the formula that `export
//! --to cnf` writes. The checkers here are small, slow and share nothing with the program.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::process::Output;

use quarrel::clausal::FORMATS;
use quarrel_encodings::{at_most_one, cardinality, parity};
use tempfile::TempDir;

use crate::plain::plain;

type Clause = Vec<i64>;

fn formula(text: &str) -> Vec<Clause> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let all: Vec<i64> = lines.flat_map(numbers).collect();
    let (last, clauses) = {
        let mut parts: Vec<Clause> =
            all.split(|&number| number == 0).map(<[i64]>::to_vec).collect();
        (parts.pop(), parts)
    };
    assert_eq!(last, Some(Vec::new()), "each clause ends with 0");
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

/// Returns whether unit propagation refutes the negation of a clause by these reasons: each becomes
/// unit in this order, and the last one false.
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

/// Returns whether unit propagation over all known clauses refutes the negation of a clause.
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
            return Err(format!("text after 0: {line}"));
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

/// Returns the clauses that put one pigeon more than there are holes into the holes: they have
/// symmetries, at-most-ones and combinations of both.
fn pigeons(holes: i64) -> String {
    let at = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..=holes {
        let somewhere: String = (0..holes).map(|hole| format!("{} ", at(pigeon, hole))).collect();
        clauses.push(format!("{somewhere}0"));
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole)))
        {
            clauses.push(format!("-{} -{} 0", at(other, hole), at(pigeon, hole)));
        }
    }
    let head = format!("p cnf {} {}", (holes + 1) * holes, clauses.len());
    format!("{head}\n{}\n", clauses.join("\n"))
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
        bench.write(
            "lines.cnf",
            "c ab\np cnf 9 5\n1\n2 0 -1 2\nc between\n0 9 7 0\n1 -2 0 -1\n-2 0\n",
        );
        bench.write("parity.cnf", "p cnf 2 3\nx1 2 0\n1 -2 0\n-1 2 0\n");
        bench.write("pigeons.cnf", &pigeons(4));
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

    /// Returns the formula and its proof. The formula is the file itself if it consists of clauses
    /// and no option changes them, otherwise the output of the export command that the program
    /// names.
    fn refuted(&self, line: &str, format: &str) -> (Vec<Clause>, String) {
        let output = self.quarrel(&format!("solve {line} --proof proof.{format}"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        let proof = || fs::read_to_string(self.path(&format!("proof.{format}"))).expect("a proof");
        if let Some(name) = told
            .split_once("proves that ")
            .and_then(|(_, rest)| rest.split_once(" has no solution; it refers to the "))
        {
            let formula = formula(&fs::read_to_string(self.path(name.0)).expect("the file"));
            assert!(name.1.starts_with(&format!("{} clause", formula.len())), "{told}");
            return (formula, proof());
        }
        let command = told.split('`').nth(1).unwrap_or_else(|| panic!("{line}: {told}"));
        let export = command.strip_prefix("quarrel ").expect("a command");
        let exported = self.quarrel(export);
        assert!(exported.status.success(), "{export}");
        let formula = formula(&String::from_utf8(exported.stdout).expect("text"));
        let clauses = if formula.len() == 1 { "clause" } else { "clauses" };
        assert!(told.contains(&format!("({} {clauses})", formula.len())), "{told}");
        (formula, proof())
    }

    fn check(&self, line: &str, format: &str) {
        let (formula, proof) = self.refuted(line, format);
        check(format, formula, &proof).unwrap_or_else(|why| panic!("{line} {format}: {why}"));
    }
}

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
    "model lines.cnf",
    "model pigeons.cnf",
    "model parity.cnf",
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
fn a_file_of_clauses_is_refuted_itself() {
    let bench = Bench::new();
    for (line, is_itself) in [
        ("model pigeons.cnf", true),
        ("model taut.cnf --deduce none", true),
        ("model units.cnf --symmetry off --seed 3", true),
        ("model empties.cnf --amo product --format competition", true),
        ("model pigeons.cnf --deduce all", false),
        ("model pigeons.cnf --symmetry found", false),
        ("model pigeons.cnf --formulation detected", false),
        ("model parity.cnf", false),
    ] {
        let output = bench.quarrel(&format!("solve {line} --proof proof.lrat"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1 | 20)), "{line}: {told}");
        assert_eq!(told.contains("by their places in the file"), is_itself, "{line}: {told}");
        assert_ne!(told.contains("quarrel export"), is_itself, "{line}: {told}");
        if is_itself {
            let name = line.split(' ').nth(1).expect("a file");
            let formula = formula(&fs::read_to_string(bench.path(name)).expect("the file"));
            let proof = fs::read_to_string(bench.path("proof.lrat")).expect("a proof");
            lrat(formula, &proof).unwrap_or_else(|why| panic!("{line}: {why}"));
        } else {
            bench.check(line, "lrat");
        }
    }
}

/// Random files of clauses, with repeated literals, tautologies and empty clauses, are refuted or
/// answered as all assignments show.
#[test]
fn random_files_of_clauses_are_refuted_or_answered() {
    let bench = Bench::new();
    let mut random = fastrand::Rng::with_seed(7);
    let mut refuted = 0;
    for number in 0..60 {
        let variables = random.i64(1..=5);
        let mut lit =
            || if random.bool() { random.i64(1..=variables) } else { -random.i64(1..=variables) };
        let clauses: Vec<Clause> = (0..22)
            .map(|row| {
                (0..(row * 7 + number) % 4 + i64::from(number % 9 > 0)).map(|_| lit()).collect()
            })
            .collect();
        let text: String = clauses
            .iter()
            .map(|clause| clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n")
            .collect();
        bench.write("random.cnf", &format!("p cnf {variables} {}\n{text}", clauses.len()));
        let is_true = |bits: i64, lit: i64| (bits >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        let keeps =
            |bits: i64| clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(bits, lit)));
        if (0..1 << variables).any(keeps) {
            let output = bench.quarrel("solve model random.cnf --proof proof.lrat");
            assert_eq!(output.status.code(), Some(0), "{number}: {text}");
            continue;
        }
        refuted += 1;
        for format in FORMATS {
            let (formula, proof) = bench.refuted("model random.cnf", format.name);
            assert_eq!(formula, clauses);
            check(format.name, formula, &proof)
                .unwrap_or_else(|why| panic!("{number} {}: {why}\n{text}", format.name));
        }
    }
    assert!((20..60).contains(&refuted), "{refuted}");
}

#[test]
fn a_competition_takes_a_proof() {
    let bench = Bench::new();
    bench.write("answer.cnf", "p cnf 2 1\n1 2 0\n");
    bench.write("cover.opb", "min: 2 x1 3 x2 4 x3 ;\n1 x1 1 x2 1 x3 >= 2 ;\n");
    let told = |line: &str| {
        let output = bench.quarrel(&format!("solve model {line} --format competition"));
        let [said, noted] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        (output.status.code(), said, noted)
    };
    for format in FORMATS {
        let name = format!("new.{}", format.name);
        let (code, said, noted) = told(&format!("pigeons.cnf --proof {name}"));
        assert_eq!(code, Some(20), "{said}{noted}");
        assert!(said.contains("\ns UNSATISFIABLE\n"), "{said}");
        let formula = formula(&pigeons(4));
        let proof = fs::read_to_string(bench.path(&name)).expect("a proof");
        check(format.name, formula, &proof).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    let (code, said, _) = told("answer.cnf --proof none.lrat");
    assert!(code == Some(10) && said.contains("\ns SATISFIABLE\n"), "{said}");
    assert!(!bench.path("none.lrat").exists());
    let (code, said, noted) = told("cover.opb --proof folder");
    assert!(code == Some(30) && said.contains("\ns OPTIMUM FOUND\n"), "{said}{noted}");
    let page = fs::read_to_string(bench.path("folder/README.md")).expect("a page");
    assert!(page.contains("s VERIFIED BOUNDS 5 <= obj <= 5"), "{page}");
    let (code, said, _) = told("cover.opb --proof folder");
    assert!(code == Some(2) && said.ends_with("s UNSUPPORTED\n"), "{said}");
    let (code, said, _) = told("cover.opb --proof cover.lrat");
    assert!(code == Some(2) && said.ends_with("s UNSUPPORTED\n"), "{said}");
    if cfg!(target_os = "linux") {
        std::os::unix::fs::symlink("/dev/full", bench.path("full.drat")).expect("a link");
        let (code, said, noted) = told("pigeons.cnf --proof full.drat");
        assert_eq!(code, Some(2), "{said}{noted}");
        assert!(said.contains("\ns UNKNOWN\n") && !said.contains("s UNSAT"), "{said}{noted}");
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
        ("solve gunport --size 5 --proof old.lrat", 2, "or --proof FOLDER"),
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
    assert!(said.contains("the proof cannot be written; no answer was found"), "{said}");
}
