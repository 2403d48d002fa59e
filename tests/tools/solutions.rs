//! Solution files of other programs: those of 100 random 0-1 programs are read with the right
//! optimum, and 100 damaged ones are refused (`make solvers`; 12 with `make test`).
//!
//! All sums of an objective's weights differ, so a wrong value of any variable changes the
//! objective or breaks the bound of a decision. The expected optimum is found by trying all
//! assignments.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::needs::{Need, Test, is_required};
use super::solvers::{CADICAL, CBC, CLASP, GLPSOL, HIGHSPY, MINISAT, REMEDY};
use crate::plain::plain;
use crate::puzzles::Random;

static LP_SOLVE: Need = Need::program("lp_solve", &["lp_solve", "-S1", "-parse"], REMEDY);
static SCIP: Need = Need::package("pyscipopt", &["python3", "-c", "import pyscipopt"], REMEDY);
static GUROBI: Need = Need::package("gurobipy", &["python3", "-c", "import gurobipy"], REMEDY);
static DOCPLEX: Need =
    Need::package("docplex", &["python3", "-c", "import docplex, highspy"], REMEDY);

struct Writer {
    name: &'static str,
    need: &'static Need,
    format: &'static str,
    run: Run,
    values: Values,
    /// A text that the output contains, and a text that contradicts the output if it replaces the
    /// first.
    contradiction: (&'static str, &'static str),
}

enum Run {
    /// Called as a function of `solutions.py`.
    Python,
    /// Called as a command for the file `{}`, which writes to `{out}` or prints.
    Command(&'static str),
}

enum Values {
    /// Values in a table, this many words after the name; quotes separate words, too.
    Table(isize),
    Literals,
}

const fn by_python(
    name: &'static str,
    need: &'static Need,
    values: Values,
    contradiction: (&'static str, &'static str),
) -> Writer {
    Writer { name, need, format: "lp", run: Run::Python, values, contradiction }
}

const fn by_command(
    (name, need): (&'static str, &'static Need),
    format: &'static str,
    command: &'static str,
    values: Values,
    contradiction: (&'static str, &'static str),
) -> Writer {
    Writer { name, need, format, run: Run::Command(command), values, contradiction }
}

static WRITERS: &[Writer] = &[
    by_python("highs-raw", &HIGHSPY, Values::Table(1), ("\nOptimal", "\nInfeasible")),
    by_python("highs-sparse", &HIGHSPY, Values::Table(1), ("\nOptimal", "\nInfeasible")),
    by_python("highs-pretty", &HIGHSPY, Values::Table(-2), (": Optimal", ": Infeasible")),
    by_python("highs-as-glpk", &HIGHSPY, Values::Table(2), ("INTEGER OPTIMAL", "INTEGER EMPTY")),
    by_python(
        "scip",
        &SCIP,
        Values::Table(1),
        ("objective value:", "solution status: infeasible\nobjective value:"),
    ),
    by_python(
        "gurobi",
        &GUROBI,
        Values::Table(1),
        ("# Objective value = ", "# Objective value = 9"),
    ),
    by_python("docplex", &DOCPLEX, Values::Table(4), ("objectiveValue=\"", "objectiveValue=\"9")),
    by_command(
        ("cbc", &CBC),
        "lp",
        "cbc {} solve solution {out}",
        Values::Table(1),
        ("Optimal - ", "Infeasible - "),
    ),
    by_command(
        ("glpsol", &GLPSOL),
        "lp",
        "glpsol --lp {} -o {out}",
        Values::Table(2),
        ("INTEGER OPTIMAL", "INTEGER EMPTY"),
    ),
    by_command(
        ("lp_solve", &LP_SOLVE),
        "mps",
        "lp_solve -fmps {} -S3",
        Values::Table(1),
        ("\nValue of", "\nThis problem is infeasible\nValue of"),
    ),
    by_command(
        ("clasp", &CLASP),
        "opb",
        "clasp {}",
        Values::Literals,
        ("s OPTIMUM FOUND", "s UNSATISFIABLE"),
    ),
    by_command(
        ("minisat", &MINISAT),
        "cnf",
        "minisat -verb=0 {} {out}",
        Values::Literals,
        ("SAT\n", "UNSAT\n"),
    ),
    by_command(
        ("cadical", &CADICAL),
        "cnf",
        "cadical -q {}",
        Values::Literals,
        ("s SATISFIABLE\n", "s UNSATISFIABLE\n"),
    ),
];

pub fn tests() -> Vec<Test> {
    let test = |writer: &'static Writer| {
        let name =
            format!("solvers::solutions::{}::is_read_right_and_its_damage_is_refused", writer.name);
        Test::new(&name, &[writer.need], Box::new(move || assert_read_right(writer)))
    };
    WRITERS.iter().map(test).collect()
}

/// Returns the number of programs to solve, which is also the least number of files to damage; a
/// small one if tools are not required.
fn many() -> usize {
    if is_required() { 100 } else { 12 }
}

struct Program {
    maximise: bool,
    weights: Vec<i64>,
    /// The coefficients of each row, and the upper bound of their sum.
    rows: Vec<(Vec<i64>, i64)>,
}

impl Program {
    fn random(random: &mut Random) -> Program {
        let variables = 3 + random.below(6);
        let number =
            |random: &mut Random, end: usize| i64::try_from(random.below(end)).expect("small");
        // Powers of two with signs: no two sums are equal.
        let weights = (0..variables).map(|power| {
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            sign * 2_i64.pow(u32::try_from(power).expect("small"))
        });
        let weights = weights.collect();
        let rows = (0..2 + random.below(3)).map(|_| {
            let terms: Vec<i64> = (0..variables).map(|_| number(random, 7) - 3).collect();
            let least: i64 = terms.iter().filter(|&&term| term < 0).sum();
            (terms, least + number(random, 12))
        });
        let rows = rows.collect();
        Program { maximise: random.below(2) == 0, weights, rows }
    }

    fn text(&self) -> String {
        let sum = |numbers: &[i64]| -> String {
            numbers
                .iter()
                .enumerate()
                .map(|(place, number)| format!(" {number:+} p{place}"))
                .collect()
        };
        let mut text = if self.maximise { "Maximize\n o:" } else { "Minimize\n o:" }.to_owned();
        text += &sum(&self.weights);
        text += "\nSubject To\n";
        for (terms, most) in &self.rows {
            writeln!(text, " {} <= {most}", sum(terms)).expect("a string accepts every text");
        }
        text += "Binary\n";
        let names = (0..self.weights.len()).map(|place| format!(" p{place}"));
        text + &names.collect::<String>() + "\nEnd\n"
    }

    fn optimum(&self) -> Option<i64> {
        let assignments = 0_usize..1 << self.weights.len();
        let sum = |numbers: &[i64], chosen: usize| -> i64 {
            let chosen = numbers.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
            chosen.map(|(_, number)| number).sum()
        };
        let kept = assignments
            .filter(|&chosen| self.rows.iter().all(|(terms, most)| sum(terms, chosen) <= *most));
        let values = kept.map(|chosen| sum(&self.weights, chosen));
        if self.maximise { values.max() } else { values.min() }
    }
}

fn quarrel(folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = plain(env!("CARGO_BIN_EXE_quarrel"));
    let output = command.current_dir(folder).args(line.split_whitespace()).output();
    let output = output.expect("the program runs");
    let said = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    (output.status.code(), String::from_utf8(said).expect("a text"))
}

fn assert_read_right(writer: &Writer) {
    let mut random = Random(36);
    let folder = TempDir::new().expect("a temporary folder");
    let folder = folder.path();
    let programs: Vec<Program> = (0..many()).map(|_| Program::random(&mut random)).collect();
    let optima: Vec<Option<i64>> = programs.iter().map(Program::optimum).collect();
    let is_decision = writer.format == "cnf";
    for (number, program) in programs.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.model")), program.text()).expect("a file");
        let bound = optima[number].filter(|_| is_decision);
        let bound = bound.map_or(String::new(), |bound| format!("--bound={bound}"));
        // For a program without an answer any bound will do.
        let bound = if is_decision && bound.is_empty() { "--bound=0".to_owned() } else { bound };
        let line = format!(
            "export model {number}.model --input lp --to {} -o {number}.{} --map {number}.map {bound}",
            writer.format, writer.format
        );
        let (status, said) = quarrel(folder, &line);
        assert_eq!(status, Some(0), "{line}: {said}\n{}", program.text());
    }
    write_outputs(writer, folder);
    let mut damaged = 0;
    for number in 0..many() {
        let Ok(output) = std::fs::read_to_string(folder.join(format!("{number}.out"))) else {
            assert_eq!(optima[number], None, "{}: {number} has no output", writer.name);
            continue;
        };
        assert_decoded(writer, folder, number, optima[number], &output);
        if optima[number].is_some() {
            let kinds = match number % 2 {
                0 => [Damage::Cut, Damage::Contradicted],
                _ => [Damage::Flipped, Damage::Doubled],
            };
            for kind in kinds {
                let names = programs[number].weights.len();
                let changed = kind.of(&output, names, writer, &mut random);
                assert_refused(folder, number, &changed, &format!("{} {kind:?}", writer.name));
                damaged += 1;
            }
        }
    }
    assert!(damaged >= many(), "{damaged} damaged files");
}

fn write_outputs(writer: &Writer, folder: &Path) {
    let mut shell = match writer.run {
        Run::Python => {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/solutions.py");
            let mut python = Command::new("python3");
            python.arg(script).arg(writer.name).arg(folder);
            python
        }
        Run::Command(command) => {
            let lines = (0..many()).map(|number| {
                let line = command
                    .replace("{}", &format!("{number}.{}", writer.format))
                    .replace("{out}", &format!("{number}.out"));
                if command.contains("{out}") {
                    format!("{line} > log; ")
                } else {
                    format!("{line} > {number}.out; ")
                }
            });
            let mut shell = Command::new("sh");
            shell.args(["-c", &lines.collect::<String>()]);
            shell
        }
    };
    let run = shell.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.expect("the program runs");
}

fn assert_decoded(
    writer: &Writer,
    folder: &Path,
    number: usize,
    optimum: Option<i64>,
    output: &str,
) {
    let line = format!("decode --map {number}.map {number}.out --format json");
    let (status, said) = quarrel(folder, &line);
    let context = format!("{} {number}: {said}\n{output}", writer.name);
    let Some(optimum) = optimum else {
        // PySCIPOpt does not say why there is no answer.
        assert!(status == Some(1) || (writer.name == "scip" && status == Some(3)), "{context}");
        return;
    };
    assert_eq!(status, Some(0), "{context}");
    let json: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(json["objective"]["value"], optimum, "{context}");
    assert_eq!(json["checked"], true, "{context}");
}

fn assert_refused(folder: &Path, number: usize, output: &str, context: &str) {
    std::fs::write(folder.join("damaged"), output).expect("a file");
    let (status, said) = quarrel(folder, &format!("decode --map {number}.map damaged"));
    assert_eq!(status, Some(2), "{context} {number}: {said}\n{output}");
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    /// The output ends before some value that is 1.
    Cut,
    /// One variable has the other value.
    Flipped,
    /// One variable has both values.
    Doubled,
    /// The output has two statements that contradict each other.
    Contradicted,
}

impl Damage {
    fn of(self, output: &str, names: usize, writer: &Writer, random: &mut Random) -> String {
        let values = Found::all(output, names, &writer.values);
        // If zeros are left out, an output may have no value at all.
        if matches!(self, Damage::Contradicted) || values.is_empty() {
            let (from, to) = writer.contradiction;
            assert!(output.contains(from), "{}: {output}", writer.name);
            return output.replacen(from, to, 1);
        }
        let found = &values[random.below(values.len())];
        let (start, end) = found.value;
        let flipped = match writer.values {
            Values::Literals if found.is_true => format!("-{}", &output[start..end]),
            Values::Literals => output[start..end].trim_start_matches('-').to_owned(),
            Values::Table(_) => u8::from(!found.is_true).to_string(),
        };
        let (head, tail) = (&output[..start], &output[end..]);
        // If all values are 0, a cut output may mean the same.
        let last_true = values.iter().rfind(|found| found.is_true);
        if let (Damage::Cut, Some(last)) = (self, last_true) {
            let (line, _) = last.line;
            return output[..line + random.below(last.value.0 - line + 1)].to_owned();
        }
        match (self, &writer.values) {
            (Damage::Flipped | Damage::Cut, _) => format!("{head}{flipped}{tail}"),
            (_, Values::Literals) => format!("{head}{flipped} {}{tail}", &output[start..end]),
            (_, Values::Table(_)) => {
                let (line, next) = found.line;
                format!("{}{}{flipped}{}", &output[..next], &output[line..start], &output[end..])
            }
        }
    }
}

/// The place of a value in an output, in bytes.
struct Found {
    line: (usize, usize),
    value: (usize, usize),
    is_true: bool,
}

impl Found {
    fn all(output: &str, names: usize, values: &Values) -> Vec<Found> {
        let (mut found, mut at) = (Vec::new(), 0);
        for text in output.split_inclusive('\n') {
            let line = (at, at + text.len());
            at = line.1;
            match values {
                Values::Literals => found.extend(Found::literals(text, line, names)),
                Values::Table(offset) => found.extend(Found::row(text, line, *offset)),
            }
        }
        found
    }

    fn literals(text: &str, line: (usize, usize), names: usize) -> Vec<Found> {
        let is_list = text.starts_with("v ") || text.starts_with(['-', '1']);
        let of = |(start, word): (usize, &str)| {
            let plain = word.trim_start_matches('-').trim_start_matches('x');
            let number: usize = plain.parse().ok()?;
            let value = (line.0 + start, line.0 + start + word.len());
            let is_wanted = (1..=names).contains(&number);
            is_wanted.then_some(Found { line, value, is_true: !word.starts_with('-') })
        };
        if is_list { words(text).into_iter().filter_map(of).collect() } else { Vec::new() }
    }

    fn row(text: &str, line: (usize, usize), offset: isize) -> Option<Found> {
        let words = words(text);
        let is_name =
            |word: &str| word.strip_prefix('p').is_some_and(|rest| rest.parse::<usize>().is_ok());
        let name = words.iter().position(|(_, word)| is_name(word))?;
        let (start, word) = words[name.checked_add_signed(offset)?];
        let number: f64 = word.parse().ok()?;
        let value = (line.0 + start, line.0 + start + word.len());
        Some(Found { line, value, is_true: number > 0.5 })
    }
}

fn words(text: &str) -> Vec<(usize, &str)> {
    let separates = |letter: char| letter.is_whitespace() || letter == '"';
    let words =
        text.split(separates).map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word));
    words.filter(|(_, word)| !word.is_empty()).collect()
}
