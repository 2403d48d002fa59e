//! `check-proof` and changes of the folder: changed claims, problems and proofs, and folders that
//! change during the check. Accepted claims are true, by a referee that tries all assignments and
//! shares nothing with the program.
//!
//! The checker is `veripb`; tests that end before it is called do not need it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use quarrel::certificate::{
    AnswerCount, Certificate, Conclusion, ProvedConclusion, ProvedStatement, Reach,
};
use quarrel::proof::Verdict;
use quarrel::puzzles::FAMILIES;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::needs::{Test, VERIPB, tests};
use crate::plain::plain;

pub fn tests() -> Vec<Test> {
    let mut tests = tests! {
        []
            a_file_that_is_not_regular_is_refused,
            a_signal_ends_a_check,
            names_in_a_claim_begin_no_line,
            nothing_of_another_file_is_told;
        [VERIPB]
            a_changed_claim_says_nothing_false,
            a_folder_that_changes_meanwhile_says_nothing_else,
            a_projection_says_nothing_of_an_optimum,
            changed_folders_say_nothing_false,
            the_board_is_shown,
            what_overrules_the_file_is_told;
    };
    tests.push(
        Test::new("proofs::certificates::every_field_of_a_claim_is_changed", &[&VERIPB], || {
            claims_are_changed(number_of_changes() / 20);
        })
        .long("a minute"),
    );
    tests.push(
        Test::new(
            "proofs::certificates::many_changed_folders_say_nothing_false",
            &[&VERIPB],
            || {
                thread::scope(|scope| {
                    for seed in [2, 3] {
                        scope.spawn(move || folders_are_changed(number_of_changes() / 2, seed));
                    }
                });
            },
        )
        .long("a minute"),
    );
    tests
}

/// Returns the number of changed folders in the long tests: `QUARREL_CHANGES`, or 10,000. A
/// twentieth of it is the number of changes of each claim. With 100,000 the tests take some
/// minutes.
fn number_of_changes() -> usize {
    let number = std::env::var("QUARREL_CHANGES").ok().and_then(|number| number.parse().ok());
    number.unwrap_or(10_000)
}

struct Model {
    file: &'static str,
    text: &'static str,
    names: &'static [&'static str],
    costs: Option<&'static [i64]>,
    keeps: fn(&[bool]) -> bool,
}

const MODELS: [Model; 4] = [
    Model {
        file: "cover.opb",
        text: "min: 1 x2 1 x3 2 x4 ;\n1 x1 1 x4 >= 1 ;\n1 x2 1 x3 1 x4 >= 1 ;\n",
        names: &["x1", "x2", "x3", "x4"],
        costs: Some(&[0, 1, 1, 2]),
        keeps: |x| (x[0] || x[3]) && (x[1] || x[2] || x[3]),
    },
    Model {
        file: "none.opb",
        text: "min: 1 x1 1 x2 ;\n1 x1 1 x2 >= 1 ;\n1 ~x1 >= 1 ;\n1 ~x2 >= 1 ;\n",
        names: &["x1", "x2"],
        costs: Some(&[1, 1]),
        keeps: |_| false,
    },
    Model {
        file: "few.cnf",
        text: "p cnf 3 2\n1 2 3 0\n-1 -2 0\n",
        names: &["1", "2", "3"],
        costs: None,
        keeps: |x| (x[0] || x[1] || x[2]) && !(x[0] && x[1]),
    },
    Model {
        file: "clash.cnf",
        text: "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
        names: &["1", "2"],
        costs: None,
        keeps: |_| false,
    },
];

/// Questions about each model: an optimum, bounds, numbers of answers, uniqueness, projections, a
/// limit that is reached, no answer.
const QUESTIONS: [&[&str]; 4] = [
    &[
        "",
        "--bound 2",
        "--bound 0",
        "--count",
        "--count --bound 2",
        "--count --bound 0",
        "--count --projected x1",
        "--count --projected x1 --bound 2",
        "--count --projected x2,x3 --bound 3",
        "--unique",
        "--unique --bound 0",
        "--all",
        "--count 1",
    ],
    &["", "--count", "--unique --bound 1"],
    &["", "--count", "--count --projected 1,2", "--unique", "--all 2"],
    &["", "--all"],
];

impl Model {
    fn answers(&self) -> Vec<(Vec<bool>, Option<i64>)> {
        let variables = self.names.len();
        let all = (0..1_u32 << variables)
            .map(|bits| (0..variables).map(|place| bits >> place & 1 == 1).collect::<Vec<bool>>());
        let cost = |x: &[bool]| {
            let costs = self.costs?;
            Some(costs.iter().zip(x).filter(|(_, is_true)| **is_true).map(|(cost, _)| cost).sum())
        };
        all.filter(|x| (self.keeps)(x)).map(|x| (x.clone(), cost(&x))).collect()
    }

    /// Returns whether a claim is true of the model, by a look at all assignments.
    fn is_true(&self, proved: &ProvedConclusion) -> bool {
        let answers = self.answers();
        let least = answers.iter().filter_map(|(_, cost)| *cost).min();
        let has = |value: i64| answers.iter().any(|(_, cost)| *cost == Some(value));
        match proved.conclusion() {
            Conclusion::Problem(ProvedStatement::Answer) => !answers.is_empty(),
            Conclusion::Problem(ProvedStatement::NoAnswer) => answers.is_empty(),
            Conclusion::Problem(ProvedStatement::Optimum(best)) => least == Some(*best),
            Conclusion::Problem(ProvedStatement::Bounds { best, reached }) => {
                best.is_none_or(|best| least.is_none_or(|least| best <= least))
                    && reached.is_none_or(has)
            }
            Conclusion::Problem(ProvedStatement::Nothing) => true,
            Conclusion::Answers(number) => self.is_number(number, least),
        }
    }

    fn is_number(&self, number: &AnswerCount, least: Option<i64>) -> bool {
        let is_meant = |cost: Option<i64>| match number.reach {
            Reach::Any => true,
            Reach::OrBetter(bound) => cost.is_some_and(|cost| cost <= bound),
            Reach::Exactly(bound) | Reach::Optimum(bound) => cost == Some(bound),
        };
        let place = |name: &String| self.names.iter().position(|one| one == name);
        let told: Option<Vec<usize>> = match &number.projected {
            None => Some((0..self.names.len()).collect()),
            Some(names) => names.iter().map(place).collect(),
        };
        let Some(told) = told else { return false };
        let meant = self.answers().into_iter().filter(|(_, cost)| is_meant(*cost));
        let different: BTreeSet<Vec<bool>> =
            meant.map(|(x, _)| told.iter().map(|&place| x[place]).collect()).collect();
        let is_optimum = !matches!(number.reach, Reach::Optimum(best) if least != Some(best));
        let is_number = if number.is_all {
            number.answers == different.len()
        } else {
            number.answers <= different.len()
        };
        is_optimum && is_number
    }
}

/// The text of each file in a folder with a proof.
#[derive(Clone)]
struct Written {
    claim: String,
    problem: String,
    proof: String,
}

impl Written {
    fn read(folder: &Path) -> Written {
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file in it");
        Written {
            claim: read("claim.json"),
            problem: read("problem.opb"),
            proof: read("proof.pbp"),
        }
    }

    fn put(&self, folder: &Path) {
        for (name, text) in [
            ("claim.json", &self.claim),
            ("problem.opb", &self.problem),
            ("proof.pbp", &self.proof),
        ] {
            fs::write(folder.join(name), text).expect("a file in it");
        }
    }
}

struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(TempDir::new().expect("a temporary folder"));
        MODELS.iter().for_each(|model| bench.write(model.file, model.text));
        bench.write("queens.txt", "AAAB\nACBB\nCCDB\nCDDD\n");
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file in it");
    }

    fn command(&self, line: &str) -> Command {
        let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
        command.current_dir(self.0.path()).args(shlex::split(line).expect("words"));
        command
    }

    fn quarrel(&self, line: &str) -> Output {
        self.command(line).output().expect("the program runs")
    }

    fn told(&self, line: &str) -> (Option<i32>, String) {
        let output = self.quarrel(line);
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&told).into_owned())
    }

    fn proved(&self, line: &str) -> PathBuf {
        let folder = self.path("proof");
        let _ = fs::remove_dir_all(&folder);
        let (code, told) = self.told(&format!("solve {line} --proof proof"));
        assert!(matches!(code, Some(0 | 1)) && folder.exists(), "{line}: {told}");
        folder
    }

    /// Returns the folders of all questions about a model. The first model has one more, with a
    /// projection and answers as bad as the bound allows.
    fn about(&self, place: usize) -> Vec<Written> {
        let file = self.path(MODELS[place].file);
        let file = file.to_str().expect("a name");
        let about =
            |options: &&str| Written::read(&self.proved(&format!("model {file} {options}")));
        let mut all: Vec<Written> = QUESTIONS[place].iter().map(about).collect();
        if place == 0 {
            let hidden = about(&"--count --projected x1 --bound 2");
            all.push(Written { proof: with_worst_answers(&hidden.proof), ..hidden });
        }
        all
    }
}

/// Replaces the answers in a proof of the first model, projected to `x1`, by others whose value is
/// just 2.
fn with_worst_answers(proof: &str) -> String {
    let line = |line: &str| match line {
        _ if line.starts_with("sol x1 ") => "sol x1 x2 x3 ~x4 ~x5;\n".to_owned(),
        _ if line.starts_with("sol ~x1 ") => "sol ~x1 ~x2 ~x3 x4 ~x5;\n".to_owned(),
        _ => format!("{line}\n"),
    };
    proof.lines().map(line).collect()
}

/// Returns what `check-proof` would accept of a folder. Calls the checker once, since it is known
/// to be genuine.
fn accepted(folder: &Path) -> Option<ProvedConclusion> {
    let certificate = Certificate::open(folder, FAMILIES).ok()?;
    let copies = certificate.copy_files().ok()?;
    let mut checker = Command::new("veripb");
    checker.args([copies.problem(), copies.proof()]).env("RUST_BACKTRACE", "0");
    let output = checker.output().expect("the checker runs");
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    let mut verdicts = told.lines().filter(|line| line.starts_with("s "));
    let verdict = verdicts.next().filter(|_| output.status.success() && !told.contains("arning"));
    copies.conclude(Verdict::parse(verdict?)?).ok()
}

/// A change of a claim: the place of a field and its new value; `None` removes the field.
type Change = (String, Option<Value>);

fn changes(claim: &Value) -> Vec<Change> {
    let mut places = vec![(String::new(), claim.clone())];
    let mut changes = Vec::new();
    while let Some((place, value)) = places.pop() {
        let under = |key: &str| format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
        match &value {
            Value::Object(fields) => {
                places.extend(fields.iter().map(|(key, value)| (under(key), value.clone())));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                places.extend(items.map(|(at, item)| (under(&at.to_string()), item.clone())));
            }
            _ => {}
        }
        if !place.is_empty() {
            changes.extend(others(&place, &value).into_iter().map(|other| (place.clone(), other)));
        }
    }
    if claim.get("counted").is_none() {
        let counted = |answers, is_optimal| json!({"answers": answers, "is_optimal": is_optimal, "is_exact": false, "projected": null});
        changes.push(("/counted".to_owned(), Some(counted(1, true))));
        changes.push(("/counted".to_owned(), Some(counted(0, false))));
    }
    changes
}

fn others(place: &str, value: &Value) -> Vec<Option<Value>> {
    let mut others = vec![None, Some(Value::Null)];
    let mut more = match value {
        Value::Null => vec![json!(1), json!(true), json!("none"), json!(["x1"]), json!(["1"])],
        Value::Bool(is_so) => vec![json!(!is_so)],
        Value::Number(number) => {
            let number = number.as_i64().expect("small numbers");
            [
                number.saturating_sub(1),
                number.saturating_add(1),
                number.saturating_neg(),
                0,
                i64::MAX,
            ]
            .map(|other| json!(other))
            .to_vec()
        }
        Value::String(text) => vec![json!(""), json!(format!("{text}x")), json!("off")],
        Value::Array(items) => {
            let mut backwards = items.clone();
            backwards.reverse();
            vec![json!([]), json!(items[..items.len().saturating_sub(1)]), json!(backwards)]
        }
        Value::Object(_) => vec![json!({})],
    };
    if place == "/says" {
        let optima = (-1..=3).map(|best| json!({"optimum": best}));
        let pairs = [(Some(0), None), (None, Some(1)), (Some(1), Some(2)), (Some(-1), Some(0))];
        let bounds =
            pairs.map(|(best, reached)| json!({"bounds": {"best": best, "reached": reached}}));
        more.extend(optima.chain(bounds));
        more.extend([json!("answer"), json!("no-answer"), json!("nothing")]);
    }
    if place == "/problem/bound" {
        more.extend((0..=3).map(|bound| json!(bound)));
    }
    if place == "/counted/projected" {
        more.extend([json!(["x1"]), json!(["x2", "x3"]), json!(["x4"]), json!(["2"])]);
    }
    others.extend(more.into_iter().filter(|other| other != value).map(Some));
    others
}

/// Returns a claim with these changes; `None` if an earlier change has removed the place of a later
/// one.
fn changed(claim: &Value, changes: &[&Change]) -> Option<Value> {
    let mut claim = claim.clone();
    for (place, value) in changes {
        let (above, key) = place.rsplit_once('/')?;
        match (claim.pointer_mut(above)?, value) {
            (Value::Object(fields), Some(value)) => {
                drop(fields.insert(key.to_owned(), value.clone()))
            }
            (Value::Object(fields), None) => drop(fields.remove(key)?),
            (Value::Array(items), value) => {
                let at: usize = key.parse().ok().filter(|&at| at < items.len())?;
                match value {
                    Some(value) => items[at] = value.clone(),
                    None => drop(items.remove(at)),
                }
            }
            _ => return None,
        }
    }
    Some(claim)
}

/// Changes fields of every claim, alone and in pairs, at most `most` times of each kind for each
/// folder; accepted claims are true.
fn claims_are_changed(most: usize) {
    let bench = Bench::new();
    let folder = bench.path("changed");
    fs::create_dir(&folder).expect("a new folder");
    let mut random = fastrand::Rng::with_seed(1);
    let (mut tried, mut taken) = (0, 0);
    for (place, model) in MODELS.iter().enumerate() {
        for written in bench.about(place) {
            written.put(&folder);
            let honest = accepted(&folder).expect("it is accepted");
            assert!(model.is_true(&honest), "{}: {honest:?}", model.file);
            let claim: Value = serde_json::from_str(&written.claim).expect("a claim");
            let all = changes(&claim);
            let mut alone: Vec<Vec<&Change>> = all.iter().map(|change| vec![change]).collect();
            let mut pairs: Vec<Vec<&Change>> = (0..all.len())
                .flat_map(|one| (0..one).map(move |other| (one, other)))
                .map(|(one, other)| vec![&all[one], &all[other]])
                .collect();
            random.shuffle(&mut alone);
            random.shuffle(&mut pairs);
            for set in alone.iter().take(most).chain(pairs.iter().take(most)) {
                let Some(other) = changed(&claim, set) else { continue };
                fs::write(folder.join("claim.json"), other.to_string()).expect("a file in it");
                tried += 1;
                if let Some(proved) = accepted(&folder) {
                    taken += 1;
                    assert!(model.is_true(&proved), "{}: {set:?}: {proved:?}", model.file);
                }
            }
        }
    }
    eprintln!("{tried} claims were changed, and {taken} of them accepted");
    assert!(taken * 20 > tried, "{tried} claims were changed, and {taken} of them accepted");
}

fn a_changed_claim_says_nothing_false() {
    claims_are_changed(20);
}

fn damaged(text: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.usize(0..lines.len());
    let other = random.usize(0..lines.len());
    match random.usize(0..9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        3 => lines.truncate(at),
        4 => {
            let digit = random.digit(10).to_string();
            let from = lines[at].find(|letter: char| letter.is_ascii_digit());
            from.into_iter().for_each(|from| lines[at].replace_range(from..=from, &digit));
        }
        5 => lines[at] = lines[at].replacen("~x", "x", 1),
        6 => lines[at] = lines[at].replacen(" x", " ~x", 1),
        7 => lines[at] = lines[at].replacen("true", "false", 1).replacen(": false", ": true", 1),
        _ => {
            let words: Vec<&str> = lines[at].split(' ').collect();
            let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            let (one, other) = (random.usize(0..words.len()), random.usize(0..words.len()));
            words.swap(one, other);
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

/// Invalid steps, and conclusions that claim something else.
const STEPS: &[&str] = &[
    "a +1 x1 >= 2;",
    "rup >= 1;",
    "rup +1 x1 >= 1;",
    "red +1 x2 >= 1 : x2 -> 1;",
    "sol x1 ~x2 ~x3 x4;",
    "sol x1 x2 ~x3 ~x4 ~x5;",
    "sol ~x1 x2 ~x3 ~x4;",
    "% sol x1 x2 x3 x4 ~x5;",
    "soli x1 x2 x3 x4;",
    "solx x1 x2;",
    "del range 1 3;",
];
const ENDS: &[&str] = &[
    "conclusion NONE;",
    "conclusion UNSAT : -1;",
    "conclusion UNSAT;",
    "conclusion SAT : x1 ~x2 x3;",
    "conclusion SAT;",
    "conclusion BOUNDS INF : -1 INF;",
    "conclusion BOUNDS 0 0;",
    "conclusion BOUNDS 0 1 : x1 x2 ~x3 ~x4;",
    "conclusion BOUNDS 1 1 : x1 x2 ~x3 ~x4;",
    "conclusion BOUNDS 1 2 : x1 x2 x3 ~x4;",
    "conclusion BOUNDS 0 0 : x1 x2 ~x3 ~x4 ~x5;",
    "conclusion BOUNDS -1 0 : x1 x2 ~x3 ~x4 ~x5;",
    "conclusion BOUNDS -1 INF;",
];

/// Returns the files of a folder with up to three random changes: files of another question about
/// the model, fields of the claim, lines of the files.
fn distorted(known: &[Written], random: &mut fastrand::Rng) -> Written {
    let any = |random: &mut fastrand::Rng| &known[random.usize(0..known.len())];
    let mut written = any(random).clone();
    for _ in 0..random.usize(1..=3) {
        match random.usize(0..12) {
            0 => written.claim.clone_from(&any(random).claim),
            1 => written.problem.clone_from(&any(random).problem),
            2 => written.proof.clone_from(&any(random).proof),
            3 => written.problem = damaged(&written.problem, random),
            4 => written.claim = damaged(&written.claim, random),
            5 | 6 => written.proof = damaged(&written.proof, random),
            7 => {
                let mut lines: Vec<&str> = written.proof.lines().collect();
                let at = random.usize(0..=lines.len());
                lines.insert(at, STEPS[random.usize(0..STEPS.len())]);
                written.proof = lines.join("\n") + "\n";
            }
            8 => {
                let end = ENDS[random.usize(0..ENDS.len())];
                let line = |line: &str| {
                    let line = if line.starts_with("conclusion") { end } else { line };
                    line.to_owned() + "\n"
                };
                written.proof = written.proof.lines().map(line).collect();
            }
            _ => {
                let Ok(claim) = serde_json::from_str::<Value>(&written.claim) else { continue };
                let all = changes(&claim);
                let change = &all[random.usize(0..all.len())];
                if let Some(other) = changed(&claim, &[change]) {
                    written.claim = other.to_string();
                }
            }
        }
        if written.proof.is_empty() || written.problem.is_empty() || written.claim.is_empty() {
            break;
        }
    }
    written
}

fn folders_are_changed(number: usize, seed: u64) {
    let bench = Bench::new();
    let folder = bench.path("changed");
    fs::create_dir(&folder).expect("a new folder");
    let mut random = fastrand::Rng::with_seed(seed);
    let known: Vec<Vec<Written>> = (0..MODELS.len()).map(|place| bench.about(place)).collect();
    let mut taken = 0;
    for round in 0..number {
        if round % 5_000 == 4_999 {
            eprintln!("{} folders were changed, and {taken} of them accepted", round + 1);
        }
        let place = random.usize(0..MODELS.len());
        let written = distorted(&known[place], &mut random);
        written.put(&folder);
        let page = random.alphanumeric().to_string();
        fs::write(folder.join("README.md"), page).expect("a file in it");
        if let Some(proved) = accepted(&folder) {
            taken += 1;
            assert!(
                MODELS[place].is_true(&proved),
                "{round}, {}: {proved:?}\n{}\n{}\n{}",
                MODELS[place].file,
                written.claim,
                written.problem,
                written.proof
            );
        }
    }
    eprintln!("{number} folders were changed, and {taken} of them accepted");
    assert!(taken * 1000 > number, "{number} folders were changed, and {taken} of them accepted");
}

fn changed_folders_say_nothing_false() {
    folders_are_changed(500, 1);
}

/// With a projection, a shown answer may hide a better one, so no claim of an optimum is accepted.
fn a_projection_says_nothing_of_an_optimum() {
    let bench = Bench::new();
    for (line, said) in [
        ("model cover.opb --count --projected x1 --bound 2", "objective 2 or better"),
        ("model cover.opb --count --projected x1", "objective 1 or better"),
        ("gunport --size 3 --count --projected 'hole[0,0]' --bound 4", "dominoes 4 or better"),
        ("gunport --size 3 --count --projected 'hole[0,0]'", "dominoes 3 or better"),
    ] {
        let folder = bench.proved(line);
        let written = Written::read(&folder);
        let page = fs::read_to_string(folder.join("README.md")).expect("a page");
        let (code, told) = bench.told("check-proof proof");
        assert!(code == Some(0) && told.contains(said), "{line}: {told}");
        assert!(!told.contains("optimum") && !page.contains("optimum is"), "{line}: {told}");
        if line.ends_with("x1 --bound 2") {
            let worst = with_worst_answers(&written.proof);
            assert_ne!(worst, written.proof);
            fs::write(folder.join("proof.pbp"), worst).expect("a file in it");
            let (code, told) = bench.told("check-proof proof");
            assert!(code == Some(0) && !told.contains("optimum"), "{line}: {told}");
        }
        let other = written.claim.replace("\"is_optimal\": false", "\"is_optimal\": true");
        assert_ne!(other, written.claim);
        fs::write(folder.join("claim.json"), other).expect("a file in it");
        let (code, told) = bench.told("check-proof proof");
        assert!(code == Some(1) && told.contains("not proved"), "{line}: {told}");
    }
}

/// The checker changes the folder before it reads a proof, but the files read first decide.
fn a_folder_that_changes_meanwhile_says_nothing_else() {
    let bench = Bench::new();
    bench.proved("model cover.opb");
    let honest = Written::read(&bench.path("proof"));
    let forged = Written {
        claim: honest.claim.replace("{\n    \"optimum\": 1\n  }", "\"no-answer\""),
        problem: "min: 1 x2 1 x3 2 x4 ;\n+1 x1 >= 2 ;\n".to_owned(),
        proof: "pseudo-Boolean proof version 3.0\nf 1;\nrup >= 1 : 1;\noutput NONE;\nconclusion BOUNDS INF : -1 INF;\nend \
                pseudo-Boolean proof;\n"
            .to_owned(),
    };
    assert_ne!(forged.claim, honest.claim);
    fs::create_dir(bench.path("forged")).expect("a new folder");
    let script = "for name in claim.json problem.opb proof.pbp; do mv -f forged/$name proof/$name; done 2>/dev/null; exec veripb \"$@\"";
    bench.write("changing.sh", script);
    let check = |first: &Written, then: &Written| {
        first.put(&bench.path("proof"));
        then.put(&bench.path("forged"));
        let told = bench.told("check-proof proof --checker 'sh changing.sh'");
        assert!(!bench.path("forged/proof.pbp").exists(), "it has changed: {}", told.1);
        assert_eq!(Written::read(&bench.path("proof")).proof, then.proof);
        told
    };
    // The problem is replaced by one for which the proof and the claim are right.
    let Written { claim, proof, .. } = forged.clone();
    let first = Written { claim, proof, ..honest.clone() };
    let (code, told) = check(&first, &forged);
    assert!(code == Some(1) && told.contains("not proved"), "{told}");
    // A true claim stays accepted.
    let (code, told) = check(&honest, &forged);
    assert!(code == Some(0) && told.contains("the optimum is objective 1"), "{told}");
    // The proof shows other answers than those that were counted.
    bench.proved("model cover.opb --count");
    let counted = Written::read(&bench.path("proof"));
    let fewer = counted.proof.lines().filter(|line| !line.starts_with("sol "));
    let fewer: String = fewer.map(|line| format!("{line}\n")).collect();
    let other = Written { proof: fewer, ..counted.clone() };
    let (code, told) = check(&counted, &other);
    assert!(code == Some(0) && told.contains("exactly 2 answers have it"), "{told}");
}

/// A model is shown by its file's hash, with the name only if that file was read.
fn the_board_is_shown() {
    let bench = Bench::new();
    bench.proved("queens queens.txt --unique");
    let (code, told) = bench.told("check-proof proof");
    let (_, drawn) = bench.told("show queens queens.txt");
    assert_eq!(code, Some(0), "{told}");
    let board = drawn.lines().filter(|line| line.starts_with(['┏', '┃', '┗']));
    board.for_each(|line| assert!(told.contains(line), "{line}\n{told}"));
    assert!(drawn.contains('┏'), "{drawn}");
    bench.proved("model cover.opb");
    let (code, told) = bench.told("check-proof proof");
    let hash = quarrel::exchange::sha256_of(MODELS[0].text.as_bytes());
    assert!(code == Some(0) && told.contains(&format!("cover.opb, SHA-256 {hash}")), "{told}");
    // A text in the claim has no verified name.
    let path = bench.path("proof/claim.json");
    let claim = fs::read_to_string(&path).expect("a claim");
    let mut claim: Value = serde_json::from_str(&claim).expect("a claim");
    claim["problem"]["board"] = json!({"name": "yours.opb", "text": MODELS[0].text, "input": null});
    fs::write(&path, claim.to_string()).expect("a file in it");
    let (code, told) = bench.told("check-proof proof");
    assert!(code == Some(0) && told.contains(&hash) && !told.contains("yours.opb"), "{told}");
}

fn what_overrules_the_file_is_told() {
    let bench = Bench::new();
    bench.write("min.opb", "min: 1 x1 2 x2 ;\n1 x1 1 x2 >= 1 ;\n");
    bench.write("max.opb", "max: -1 x1 -2 x2 ;\n1 x1 1 x2 >= 1 ;\n");
    bench.write("soft.wcnf", "1 2 0\n");
    let maximised = "maximised, but the file says minimise";
    let minimised = "minimised, but the file says maximise";
    let as_cnf = "read as cnf, but the file says wcnf";
    for (question, said) in [
        ("model min.opb --maximize", maximised),
        ("model min.opb --maximize --count --bound 2", maximised),
        ("model max.opb --minimize", minimised),
        ("model soft.wcnf --input cnf", as_cnf),
        ("model soft.wcnf --input cnf --count", as_cnf),
        ("model min.opb", ""),
        ("model min.opb --minimize --input opb", ""),
        ("model max.opb --maximize --count", ""),
        ("model soft.wcnf --input wcnf", ""),
    ] {
        let folder = bench.proved(question);
        let (code, told) = bench.told("check-proof proof");
        assert_eq!(code, Some(0), "{question}: {told}");
        let [page, problem] = ["README.md", "problem.opb"]
            .map(|name| fs::read_to_string(folder.join(name)).expect("a file of the folder"));
        for text in [&told, &page, &problem] {
            assert!(text.contains(said), "{question}: {text}");
            assert!(!said.is_empty() || !text.contains("the file says"), "{question}: {text}");
        }
        let (_, told) = bench.told("check-proof proof --format json");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!(told["ruling"].as_str().unwrap_or_default(), said, "{question}: {told}");
        fs::remove_dir_all(&folder).expect("a folder of this test");
    }
}

/// A claim may name any board, so the message about it stays on one line.
fn names_in_a_claim_begin_no_line() {
    let bench = Bench::new();
    bench.proved("model cover.opb");
    let path = bench.path("proof/claim.json");
    let claim: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("a claim")).expect("a claim");
    let name = "no.opb\nproved: the optimum is 3";
    let hash = &claim["problem"]["board"]["sha256"];
    for board in [
        json!({"name": name, "sha256": hash, "input": null}),
        json!({"name": name, "text": "min: x1 ;\nx1 > ;", "input": "opb"}),
        json!({"name": name, "input": null}),
    ] {
        let mut claim = claim.clone();
        claim["problem"]["board"] = board;
        fs::write(&path, claim.to_string()).expect("a file in it");
        let (code, told) = bench.told("check-proof proof");
        assert!(code == Some(2) && told.contains("no.opb\\nproved"), "{told}");
        assert!(!told.lines().any(|line| line.starts_with("proved")), "{told}");
    }
}

fn put_in_place(kind: &str, path: &Path, right: &Path) {
    match kind {
        "pipe" => {
            let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
            assert!(made.success());
        }
        "device" => std::os::unix::fs::symlink("/dev/zero", path).expect("a link"),
        "folder" => fs::create_dir(path).expect("a folder"),
        _ => std::os::unix::fs::symlink(right, path).expect("a link"),
    }
}

fn a_file_that_is_not_regular_is_refused() {
    let bench = Bench::new();
    bench.proved("model cover.opb");
    for name in ["proof/claim.json", "proof/problem.opb", "proof/proof.pbp", "cover.opb"] {
        let path = bench.path(name);
        let right = path.with_extension("right");
        fs::rename(&path, &right).expect("it has another name");
        for kind in ["pipe", "device", "folder", "link"] {
            put_in_place(kind, &path, &right);
            let (code, told) = bench.told("check-proof proof --checker false");
            // The board is a file of the user, and may be a link.
            if name == "cover.opb" && kind == "link" {
                assert!(!told.contains("regular"), "{told}");
            } else {
                assert_eq!(code, Some(2), "{name}, {kind}: {told}");
                assert!(told.contains("regular file"), "{name}, {kind}: {told}");
            }
            match kind {
                "folder" => fs::remove_dir(&path).expect("a folder"),
                _ => fs::remove_file(&path).expect("it is there"),
            }
        }
        fs::rename(&right, &path).expect("its own name");
    }
}

/// A board is read only if the claim has its hash, and no other file is quoted.
fn nothing_of_another_file_is_told() {
    let bench = Bench::new();
    bench.write("secret.txt", "my password\n");
    bench.proved("model cover.opb");
    let path = bench.path("proof/claim.json");
    let right: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("a claim")).expect("a claim");
    let hash = right["problem"]["board"]["sha256"].clone();
    assert!(hash.is_string());
    for (board, why) in [
        (json!({"name": "secret.txt", "input": null}), "neither a text nor a SHA-256"),
        (json!({"name": "secret.txt", "sha256": hash, "input": null}), "has changed"),
        (json!({"name": "secret.txt", "sha256": "", "input": "opb"}), "has changed"),
        (json!({"name": "/etc/passwd", "sha256": hash, "input": "cnf"}), "has changed"),
        (json!({"name": "/dev/zero", "sha256": hash, "input": null}), "regular file"),
        (json!({"name": "no-such-file", "sha256": hash, "input": null}), "no such file"),
    ] {
        let mut claim = right.clone();
        claim["problem"]["board"] = board;
        fs::write(&path, claim.to_string()).expect("a file in it");
        let (code, told) = bench.told("check-proof proof --checker false");
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(why), "{why}: {told}");
        assert!(!told.contains("password") && !told.contains("root:"), "{told}");
    }
}

fn a_signal_ends_a_check() {
    let bench = Bench::new();
    bench.proved("model cover.opb");
    bench.write("waiting.sh", "echo > started; sleep 1000");
    fs::create_dir(bench.path("tmp")).expect("a new folder");
    for signal in ["TERM", "INT", "HUP"] {
        let _ = fs::remove_file(bench.path("started"));
        let mut command = bench.command("check-proof proof --checker 'sh waiting.sh'");
        command.env("TMPDIR", bench.path("tmp")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program runs");
        while !bench.path("started").exists() {
            thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &id]).status();
        assert!(sent.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{signal}: {output:?}");
        assert!(output.stdout.is_empty(), "{signal}: {output:?}");
        let mut left = fs::read_dir(bench.path("tmp")).expect("a folder");
        assert!(left.next().is_none(), "{signal} leaves nothing");
    }
}
