//! Instances that are not proved soon: rectangles, variants and boards with given cells, size by
//! size.
//!
//! `cargo bench --bench sweep -- [--limit SECONDS] [--every N] [--open FILE] [--draw N FILE]
//! [FAMILY]…`
//!
//! The built program solves each instance with every default, within ten seconds of processor time.
//! The output lists the instances that remain open, with their bounds, and at the end the longest
//! of the others. There is no selection: sizes are all up to the largest. Given cells are a random
//! part, drawn by a seed, of the first answer that a solver finds without the objective, which is
//! nearly always far from optimal. `--every N` takes one of N instances.
//!
//! `--open FILE` writes the open instances into a file, one per line, with each board in a file
//! next to it. This command prints the seconds of other solvers on them:
//!
//! `benches/peers/run --instances-from FILE --peers scip cp-sat --limit 60`
//!
//! These boards are hard for quarrel, which shows nothing about other solvers. `--draw N FILE`
//! instead writes N ordinary instances, drawn by the seed from the whole sweep, and solves none.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

struct Row {
    family: &'static str,
    most: usize,
    variants: &'static [&'static str],
    /// The function that returns a bound which every answer reaches, by the number of cells.
    weakest: fn(usize) -> usize,
}

const ROWS: [Row; 3] = [
    Row { family: "abbott-window", most: 20, variants: &["corners"], weakest: |_| 0 },
    Row { family: "gunport", most: 16, variants: &["no-slide"], weakest: |cells| cells },
    Row { family: "armies", most: 13, variants: &["at-least=2"], weakest: |_| 1 },
];

/// Percentages of the cells that are given on a board.
const GIVEN: [u8; 3] = [5, 10, 20];

const LEAST: usize = 8;

const LONGEST: usize = 10;

struct Instance {
    name: String,
    words: Vec<String>,
    /// The name of the instance in `benches/peers`; for a board, only the family.
    peers: String,
    board: Option<String>,
}

impl Instance {
    fn of(row: &Row, size: (usize, usize), variant: Option<&str>) -> Instance {
        let size = format!("{}x{}", size.0, size.1);
        let mut words = vec![row.family.to_owned(), "--size".to_owned(), size.clone()];
        words.extend(
            variant.into_iter().flat_map(|variant| ["--variant".to_owned(), variant.to_owned()]),
        );
        let name = [Some(row.family), Some(&size[..]), variant];
        let name: Vec<&str> = name.into_iter().flatten().collect();
        Instance { name: name.join(" "), words, peers: name.join(":"), board: None }
    }

    /// Returns the instance with some cells of an answer given.
    fn given(row: &Row, size: (usize, usize), share: u8, random: &mut fastrand::Rng) -> Instance {
        let Instance { name, words, .. } = Instance::of(row, size, None);
        let bound = (row.weakest)(size.0 * size.1).to_string();
        let seed = random.u32(..1000).to_string();
        let mut first = words.clone();
        let options = ["--bound", &bound, "--construct", "off", "--seed", &seed];
        first.extend(options.map(str::to_owned));
        let report = solve(&first);
        let rows = report["answer"]["rows"].as_array().or_else(|| report["answer"].as_array());
        let rows = rows.unwrap_or_else(|| panic!("{name} has an answer: {report}"));
        let mut hide = |cell: char| if random.u8(..100) < share { cell } else { '?' };
        let hidden = rows.iter().map(|row| {
            row.as_str().expect("a row is a text").chars().map(&mut hide).collect::<String>()
        });
        let board = hidden.collect::<Vec<String>>().join("\n") + "\n";
        let family = row.family.to_owned();
        Instance {
            name: format!("{name}, {share} % given"),
            words: vec![family.clone()],
            peers: family,
            board: Some(board),
        }
    }
}

fn solve(words: &[String]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .arg("solve")
        .args(words)
        .args(["--format", "json"])
        .output()
        .expect("the program runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    })
}

fn instances(row: &Row, random: &mut fastrand::Rng) -> Vec<Instance> {
    let sides = |least: usize| {
        (least..=row.most)
            .flat_map(move |rows| (rows..=row.most).map(move |columns| (rows, columns)))
    };
    let mut all: Vec<Instance> = sides(2).map(|size| Instance::of(row, size, None)).collect();
    for variant in row.variants {
        all.extend(sides(2).map(|size| Instance::of(row, size, Some(variant))));
    }
    for share in GIVEN {
        all.extend(sides(LEAST).map(|size| Instance::given(row, size, share, random)));
    }
    all
}

struct List {
    path: PathBuf,
    file: File,
    boards: usize,
}

impl List {
    fn create(path: &Path) -> List {
        let file = File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        List { path: path.to_owned(), file, boards: 0 }
    }

    fn add(&mut self, instance: &Instance) {
        let mut line = instance.peers.clone();
        if let Some(board) = &instance.board {
            self.boards += 1;
            let stem = self.path.file_stem().expect("a file has a name").to_string_lossy();
            let name = format!("{stem}-{}.board", self.boards);
            fs::write(self.path.with_file_name(&name), board).expect("a file for the board");
            line = format!("{line}:{name}");
        }
        writeln!(self.file, "{line}").expect("a line of the list");
    }
}

fn main() {
    let (mut limit, mut every, mut families) = ("10".to_owned(), 1, Vec::new());
    let (mut list, mut draw) = (None, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = |what: &str| words.next().unwrap_or_else(|| panic!("{word}: {what}"));
        let number = |text: String| -> usize {
            text.parse().unwrap_or_else(|_| panic!("no number: {text}"))
        };
        match &word[..] {
            "--bench" => {}
            "--limit" => limit = next("seconds"),
            "--every" => every = number(next("a number")),
            "--open" => list = Some(List::create(next("a file").as_ref())),
            "--draw" => {
                draw = Some(number(next("a number and a file")));
                list = Some(List::create(next("a number and a file").as_ref()));
            }
            _ => families.push(word),
        }
    }
    let mut random = fastrand::Rng::with_seed(37);
    let rows = ROWS
        .iter()
        .filter(|row| families.is_empty() || families.iter().any(|family| family == row.family));
    let all = rows.flat_map(|row| instances(row, &mut random).into_iter().step_by(every));
    if let (Some(number), Some(list)) = (draw, &mut list) {
        let all: Vec<Instance> = all.collect();
        random.choose_multiple(&all, number).into_iter().for_each(|instance| list.add(instance));
        return;
    }
    sweep(all, &limit, list.as_mut());
}

/// Solves all instances and prints the open ones, and the longest of the others.
fn sweep(all: impl Iterator<Item = Instance>, limit: &str, mut list: Option<&mut List>) {
    let folder = tempfile::tempdir().expect("a folder for boards");
    let path = folder.path().join("board.txt");
    let (mut number, mut open) = (0, 0);
    let mut times: Vec<(f64, String)> = Vec::new();
    println!("open after {limit} s of processor time:");
    for instance in all {
        let mut words = instance.words.clone();
        if let Some(board) = &instance.board {
            fs::write(&path, board).expect("a file for the board");
            words.push(path.display().to_string());
        }
        words.extend(["--cpu-limit".to_owned(), limit.to_owned()]);
        let start = Instant::now();
        let report = solve(&words);
        number += 1;
        let status = report["status"].as_str().unwrap_or("?");
        if matches!(status, "optimal" | "unsatisfiable") {
            times.push((start.elapsed().as_secs_f64(), instance.name));
            continue;
        }
        open += 1;
        let last = report["bounds"].as_array().and_then(|bounds| bounds.last());
        let [best, proved] = ["best", "proved"].map(|key| last.map(|last| &last[key]));
        let told = |value: Option<&Value>| value.map_or("?".to_owned(), Value::to_string);
        println!("  {}: {} found, {} proved", instance.name, told(best), told(proved));
        if let Some(board) = &instance.board {
            board.lines().for_each(|line| println!("    {line}"));
        }
        if let Some(list) = &mut list {
            list.add(&instance);
        }
    }
    println!("{open} of {number}");
    times.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    println!("the longest of the others, in seconds by the clock:");
    times.iter().take(LONGEST).for_each(|(seconds, name)| println!("  {name}: {seconds:.2}"));
}
