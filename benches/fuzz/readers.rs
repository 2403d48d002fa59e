//! Every reader of texts from outside, and the use of what it accepts.

use quarrel::decision::Decision;
use std::ffi::OsString;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::str::FromStr;

use quarrel::board::{Grid, Size};
use quarrel::cli::{render, validate, validate_defaults};
use quarrel::compare::presets;
use quarrel::compare::report::{html, latex, table, text as summary_text};
use quarrel::compare::summary::{Measure, Summary};
use quarrel::deduce::Rules;
use quarrel::encode::{Clauses, Encodings, Order, Shape, encode};
use quarrel::exchange::{self, NumberNaming, Questions, Solution, SolverClaim, WordNaming};
use quarrel::export::decode::{DecodedOutput, ReopenedProblem};
use quarrel::export::map::Map;
use quarrel::export::{Export, ExportError, FORMATS, FileQuestion, Format};
use quarrel::family::{Family, OpenedProblem};
use quarrel::formulation::{Formulation, ModelScheme};
use quarrel::model::{Lit, Model, Values};
use quarrel::picture::{png, svg, text};
use quarrel::prepare::Preparation;
use quarrel::problem::Problem;
use quarrel::puzzle::{self, Request};
use quarrel::puzzles::{FAMILIES, PUZZLES};
use quarrel::record;
use quarrel::search::Cuts;
use quarrel::solver::Solver;
use quarrel::solver::external::Command;
use quarrel::source::{Refusal, Source};
use quarrel::stop::Stop;
use quarrel::symmetry::Symmetries;
use quarrel::written::ModelFile;
use quarrel::written::{self, ReadTerms, Scanner};

/// The largest number of cells of a board that is used. Larger ones are only read.
const SMALL: usize = 36;

/// Linux's limit on the length of a word of a command line.
const LONGEST_WORD: usize = 128 << 10;

pub enum Verdict {
    /// The input was accepted; the text describes it.
    Accepted(String),
    Refused(String),
}

type Read = Box<dyn Fn(&[u8]) -> Verdict>;

pub struct Reader {
    /// The kind of input, such as `board: queens as grid`.
    pub name: String,
    pub seeds: Vec<Vec<u8>>,
    pub read: Read,
}

impl Reader {
    fn new(
        name: impl Into<String>,
        corpus: &str,
        read: impl Fn(&[u8]) -> Verdict + 'static,
    ) -> Reader {
        Reader { name: name.into(), seeds: seeds(corpus), read: Box::new(read) }
    }

    fn of_texts<T>(
        name: &str,
        corpus: &str,
        read: impl Fn(&Source) -> Result<T, Refusal> + 'static,
        used: impl Fn(T, u64) -> String + 'static,
    ) -> Reader {
        Reader::new(name, corpus, move |input| {
            let read = Source::from_bytes("input", input).and_then(|source| read(&source));
            match read {
                Ok(accepted) => Verdict::Accepted(used(accepted, hash(input))),
                Err(refusal) => Verdict::Refused(refused(&refusal)),
            }
        })
    }

    fn of_words<T>(name: &str, read: impl Fn(&str) -> Result<T, String> + 'static) -> Reader {
        Reader::new(name, "words", move |input| {
            match read(String::from_utf8_lossy(input).trim_end_matches('\n')) {
                Ok(_) => Verdict::Accepted(String::new()),
                Err(wrong) => Verdict::Refused(wrong),
            }
        })
    }
}

pub fn all() -> Vec<Reader> {
    let mut readers = boards();
    readers.extend(models());
    readers.extend(PUZZLES.iter().map(|family| answers(family)));
    readers.extend(outputs());
    readers.push(maps());
    readers.push(grids());
    readers.push(defaults());
    readers.push(results());
    readers.extend(words());
    readers.push(Reader::new("command lines", "command-lines", command_line));
    readers
}

/// Returns the files of a folder of the corpus; for boards and models also those of the tests.
fn seeds(corpus: &str) -> Vec<Vec<u8>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![here.join("benches/fuzz/corpus").join(corpus)];
    if corpus == "models"
        && let Ok(models) = std::env::var("QUARREL_MODELS")
    {
        let kinds = fs::read_dir(models).into_iter().flatten().flatten();
        folders.extend(kinds.map(|entry| entry.path()).filter(|path| path.is_dir()));
    }
    if corpus == "boards" {
        folders.push(here.join("tests/boards"));
        if let Ok(boards) = std::env::var("QUARREL_BOARDS") {
            let families = fs::read_dir(boards).into_iter().flatten().flatten();
            folders.extend(families.map(|entry| entry.path()).filter(|path| path.is_dir()));
        }
    }
    let mut files: Vec<_> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .collect();
    // The order of files in a folder depends on the system.
    files.sort();
    files
        .iter()
        .filter_map(|path| fs::read(path).ok())
        .filter(|seed| seed.len() < 1 << 13)
        .collect()
}

fn refused(refusal: &Refusal) -> String {
    let drawn = render(refusal);
    let obeyed = |one: char| one.is_control() && !"\n\t\u{1b}".contains(one);
    assert!(!drawn.contains(obeyed), "a refusal that a terminal obeys");
    refusal.to_string()
}

/// Returns a number that depends on an input (FNV-1a).
fn hash(input: &[u8]) -> u64 {
    let mixed = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    input.iter().fold(0xcbf2_9ce4_8422_2325, mixed)
}

/// Returns readers of each family's boards, in the recognised format and in each named one.
fn boards() -> Vec<Reader> {
    let formats = |family: &'static Family| {
        let named = family.formats.iter().map(|format| Some(format.name));
        named.chain([None]).map(move |format| (family, format))
    };
    let board = |(family, format): (&'static Family, Option<&'static str>)| {
        let name = format!("board: {} as {}", family.name, format.unwrap_or("it looks"));
        let read = move |source: &Source| {
            let format = format.map(str::to_owned);
            let request =
                Request { board: Some(source.clone().into()), format, ..Request::default() };
            family.open(&request).map(|puzzle| (request, puzzle))
        };
        Reader::of_texts(&name, "boards", read, move |(request, puzzle), hash| {
            use_board(family, &request, &puzzle, hash)
        })
    };
    PUZZLES.iter().copied().flat_map(formats).map(board).collect()
}

/// The examples of the formats are among the first inputs.
fn models() -> Vec<Reader> {
    let read = |format: Option<&str>, source: &Source| {
        let looks = || Some(written::FORMATS.iter().find(|one| (one.recognises)(source))?.name);
        let format = format.or_else(looks).map(str::to_owned);
        ModelFile::read(&Request {
            board: Some(source.clone().into()),
            format,
            ..Request::default()
        })
    };
    let model = |format: Option<&'static str>| {
        let name = format!("model: as {}", format.unwrap_or("it looks"));
        let read = move |input: &[u8]| {
            // The reader gets even text that is not UTF-8.
            let source = match Source::from_bytes("input", input) {
                Ok(source) => source,
                Err(_) => return bytes(format, input),
            };
            match read(format, &source) {
                Ok(file) => Verdict::Accepted(use_model(&file, hash(input))),
                Err(refusal) => Verdict::Refused(refused(&refusal)),
            }
        };
        let mut reader = Reader::new(name, "models", read);
        reader
            .seeds
            .extend(written::FORMATS.iter().map(|format| format.example.as_bytes().to_vec()));
        reader
    };
    written::FORMATS.iter().map(|format| Some(format.name)).chain([None]).map(model).collect()
}

fn bytes(format: Option<&'static str>, input: &[u8]) -> Verdict {
    let Some(format) = written::FORMATS.iter().find(|known| Some(known.name) == format) else {
        return Verdict::Refused("no text, and no format".to_owned());
    };
    let mut scanner = Scanner::new("input", Cursor::new(input.to_vec()));
    match (format.read)(&mut scanner, ReadTerms::default()) {
        Ok(written) => Verdict::Accepted(verdict(written.variables(), written.len())),
        Err(refusal) => Verdict::Refused(refused(&refusal)),
    }
}

/// Models a small file, checks a random answer to it, and sometimes writes it in another format.
fn use_model(problem: &ModelFile, hash: u64) -> String {
    // A number of eight digits declares all variables up to it.
    if problem.parsed_model().variables() > SMALL * SMALL
        || problem.parsed_model().len() > SMALL * SMALL
    {
        return "large".to_owned();
    }
    let mut random = fastrand::Rng::with_seed(hash);
    let formulations = by_name("model").formulations;
    let formulation = &formulations[random.usize(..formulations.len())];
    let ModelScheme::Complete(model) = problem.model_scheme(formulation) else {
        return "of one value".to_owned();
    };
    let (variables, rows) = (model.labels().len(), problem.parsed_model().len());
    let values = Values::new((0..variables).map(|_| random.bool()).collect());
    let answer = problem.decode(&model, &values);
    match problem.check(&answer) {
        Ok(value) => {
            let is_wanted = problem.info().goal.is_some();
            assert_eq!(value.is_some(), is_wanted, "a value where one is wanted")
        }
        Err(broken) => {
            let is_of_the_file = ["constraint ", "the broken soft", "none of the cubes"]
                .iter()
                .any(|rule| broken.rule.starts_with(rule));
            assert!(is_of_the_file, "its own words are not understood: {broken}");
        }
    }
    if random.u8(..4) == 0 {
        write_model(problem, formulation, &mut random);
    }
    verdict(variables, rows)
}

/// Describes a model by orders of magnitude, so that larger ones are kept as well.
fn verdict(variables: usize, rows: usize) -> String {
    format!("{} {}", "v".repeat(variables.min(9)), "r".repeat(rows.min(9)))
}

/// Accepts that some encodings cannot express some models.
fn write_model(
    problem: &dyn Problem,
    formulation: &'static Formulation,
    random: &mut fastrand::Rng,
) {
    let (rules, stop) = (Rules::none(), Stop::unlimited());
    let preparation = Preparation {
        problem,
        formulation,
        rules: &rules,
        symmetry: Symmetries::Kept,
        stop: &stop,
    };
    let format = &FORMATS[random.usize(..FORMATS.len())];
    let goal = problem.goal().filter(|_| format.asks == FileQuestion::Decision);
    let bound = goal.map(|goal| if random.bool() { goal.least } else { goal.largest });
    let encodings = Encodings::default();
    let export = Export { preparation, encodings, bound, title: Vec::new(), scramble: None };
    match format.export(&export, &mut std::io::sink()) {
        Ok(_) | Err(ExportError::Encoding(_) | ExportError::Refused(_)) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Draws a small board, checks a random answer to it, models it, and opens it with each variant.
fn use_board(family: &Family, request: &Request, opened: &OpenedProblem, hash: u64) -> String {
    let puzzle = opened.as_puzzle().expect("a family with boards");
    if puzzle.size().area() <= SMALL {
        try_out(family, opened, hash);
        for variant in family.variants {
            let value = variant.value.as_ref().map(|(_, range)| *range.start());
            let variants = vec![(variant.name.to_owned(), value)];
            if let Ok(opened) = family.open(&Request { variants, ..request.clone() }) {
                try_out(family, &opened, hash);
            }
        }
    }
    if puzzle.size().area() <= SMALL {
        write_board(family, opened);
    }
    let goal = puzzle.describe().goal.map_or(0, |goal| goal.largest.min(9));
    format!(
        "{} {goal} {}",
        "r".repeat(puzzle.size().rows().min(9)),
        puzzle.describe().variants.join(" ")
    )
}

/// Writes a board in each format that can hold it, and reads it again.
fn write_board(family: &Family, opened: &OpenedProblem) {
    for format in family.formats {
        let Ok(text) = opened.to_text(family, format.name) else { continue };
        let format = Some(format.name.to_owned());
        let board = Some(Source::new("written", &text).into());
        let request = Request { board, format, size: opened.size(), ..Request::default() };
        let again = family.open(&request).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let [given, other] = [opened, &again].map(|one| one.as_puzzle().expect("a board").givens());
        assert_eq!(given, other, "the givens of {text}");
    }
}

/// Uses a board that was read, with random choices that depend on `hash`: checks a random answer,
/// draws the board with and without it, and states some of its models. Panics if something is at
/// fault. Draws a PNG for one board in 200, since that is slow.
fn try_out(family: &Family, opened: &OpenedProblem, hash: u64) {
    let puzzle = opened.as_puzzle().expect("a family with boards");
    let mut random = fastrand::Rng::with_seed(hash);
    let symbols: Vec<char> = family.symbols.chars().collect();
    let size = match random.u8(..8) {
        0 => Size::new(random.usize(1..7), random.usize(1..7)).expect("a small size"),
        _ => puzzle.size(),
    };
    let answer = Grid::from_fn(size, |_| symbols[random.usize(..symbols.len())]);
    if let Err(broken) = puzzle.check(&answer) {
        let _ = broken.to_string();
    }
    let answer = Some(&answer).filter(|_| size == puzzle.size() && random.bool());
    let picture = puzzle.picture(answer);
    let style = text::Style { colour: random.bool(), columns: Some(random.usize(..90)) };
    let _ = (text::draw(&picture, style), svg::draw(&picture), puzzle.describe().obstacle);
    if random.u8(..200) == 0 {
        png::draw(&picture, &Stop::unlimited()).expect("a small picture");
    }
    for formulation in family.formulations {
        if formulation.allows_size(opened.size()) && random.u8(..6) == 0 {
            state(formulation, opened.as_problem(), &mut random);
        }
    }
}

/// Builds the model of a problem at a random value, and sometimes prepares it for a search.
fn state(formulation: &'static Formulation, problem: &dyn Problem, random: &mut fastrand::Rng) {
    let largest = problem.goal().map_or(0, |goal| goal.largest);
    let number = random.i64(0..=largest);
    let _ = problem.model_scheme(formulation).for_value(number);
    if random.u8(..4) == 0 {
        let (rules, stop) = (Rules::all(), Stop::unlimited());
        let symmetry =
            [Symmetries::Kept, Symmetries::Declared, Symmetries::Detected][random.usize(..3)];
        let preparation =
            Preparation { problem, formulation, rules: &rules, symmetry, stop: &stop };
        let prepared = preparation.prepare().for_value(number);
        let _ = problem.goal().map(|goal| prepared.bounds(goal));
    }
}

fn answers(family: &'static Family) -> Reader {
    let name = format!("answer: {}", family.name);
    let read = |source: &Source| puzzle::read_answer(source, family.symbols);
    Reader::of_texts(&name, "answers", read, |answer, _| "r".repeat(answer.size().rows().min(9)))
}

/// Returns readers of solvers' outputs, alone and for formulas in every format.
fn outputs() -> Vec<Reader> {
    let numbers = |source: &Source| {
        exchange::read(source, &NumberNaming { variables: 60, wanted: 12 }, Questions::Several)
    };
    let verdict = |(claim, solution): (SolverClaim, Solution), _| {
        format!("{claim:?} {}", solution.objective.is_some())
    };
    let names = ["hole_0_0", "hole_0_1", "hole_0_2", "hole_1_0", "hole_1_1"].map(str::to_owned);
    let words = move |source: &Source| {
        exchange::read(source, &WordNaming::new(&names, |name| name == "aside"), Questions::One)
    };
    let mut readers = vec![
        Reader::of_texts("output: by numbers", "outputs", numbers, verdict),
        Reader::of_texts("output: by names", "tables", words, verdict),
    ];
    readers.extend(FORMATS.iter().map(|format| {
        let written = exported(by_name("gunport"), format);
        let opened = ReopenedProblem::new(written.map, FAMILIES).expect("our own map");
        let corpus = if format.name == "lp" { "tables" } else { "outputs" };
        let name = format!("output: for {}", format.name);
        let read = move |source: &Source| opened.read(source);
        let verdict = |decoded: DecodedOutput, _| format!("{:?}", decoded.claim);
        let mut reader = Reader::of_texts(&name, corpus, read, verdict);
        reader.seeds.push(written.solution);
        reader
    }));
    readers
}

fn by_name(name: &str) -> &'static Family {
    FAMILIES.iter().find(|family| family.name == name).expect("a family of the list")
}

struct Written {
    map: Map,
    solution: Vec<u8>,
}

/// Returns a file of the format for an empty board of 3×3 cells: its map, and what a solver prints
/// about a solution. If the format needs a bound and the family has an objective, the bound is 3.
fn exported(family: &'static Family, format: &'static Format) -> Written {
    let size = Some(Size::new(3, 3).expect("a size"));
    let request = Request { size, ..Request::default() };
    let opened = family.open(&request).expect("a board without a text");
    let problem = opened.as_problem();
    let (rules, stop) = (Rules::all(), Stop::unlimited());
    let preparation = Preparation {
        problem,
        formulation: &family.formulations[0],
        rules: &rules,
        symmetry: if format.as_stated { Symmetries::Kept } else { Symmetries::Declared },
        stop: &stop,
    };
    let bound = problem.goal().map(|_| 3).filter(|_| format.asks == FileQuestion::Decision);
    let model =
        preparation.prepare_at(bound).expect("a default formulation states the whole").model;
    let export = Export {
        preparation,
        encodings: Encodings::default(),
        bound,
        title: Vec::new(),
        scramble: None,
    };
    let written = format.export(&export, &mut std::io::sink()).expect("a form for all");
    let map = Map::from_export(family, &request, size, format, &export, &written);
    Written {
        map: map.expect("a board in memory"),
        solution: solution(&model, format).into_bytes(),
    }
}

/// Returns a solution of a model as solvers of a format print it. If there is none, returns the
/// output that says so.
fn solution(model: &Model, format: &Format) -> String {
    let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
    encode(model, &Encodings::default(), &mut clauses, &stop).expect("a form for all");
    let mut solver = Solver::new(0, &stop);
    solver.add(&clauses);
    if !matches!(solver.solve(&[]), Decision::Sat(())) {
        return "s UNSATISFIABLE\n".to_owned();
    }
    let values = solver.values(model.labels().len());
    let lits = (1..).take(model.labels().len()).map(Lit::from_dimacs);
    if format.name == "lp" {
        let name = |label: &str| label.replace(['[', ',', '-'], "_").replace(']', "");
        let named = model.labels().iter().zip(lits);
        let lines = named
            .map(|(label, lit)| format!("{} {}\n", name(label), u8::from(values.is_true(lit))));
        return format!("Model status\nOptimal\n{}", lines.collect::<String>());
    }
    let signed = lits.map(|lit| if values.is_true(lit) { lit.dimacs() } else { -lit.dimacs() });
    let words: Vec<String> = signed.map(|number| number.to_string()).collect();
    format!("s SATISFIABLE\nv {} 0\n", words.join(" "))
}

/// Returns the reader of maps of exported files. It opens the problem of a map again if the board
/// has at most `SMALL` cells. Its first inputs are the maps of all families and formats.
fn maps() -> Reader {
    let opened = |map: Map| {
        let known = map.labels.len();
        let [rows, columns] = map.size.unwrap_or_default();
        // A large board is modelled completely before its variables are compared.
        let is_small = rows.saturating_mul(columns) <= SMALL;
        let opened = is_small.then(|| ReopenedProblem::new(map, FAMILIES));
        match opened {
            None => format!("large {}", known > 0),
            Some(Ok(_)) => "opened".to_owned(),
            Some(Err(refusal)) => refused(&refusal),
        }
    };
    let mut reader = Reader::of_texts("map", "maps", Map::read, move |map, _| opened(map));
    for family in FAMILIES.iter().filter(|family| family.is_sized()) {
        let written =
            FORMATS.iter().map(|format| exported(family, format).map.to_json().into_bytes());
        reader.seeds.extend(written);
    }
    reader
}

fn grids() -> Reader {
    Reader::of_texts("grids of comparisons", "grids", presets::parse, |grids, _| {
        // Only 20, since each refusal searches its line in the whole text.
        for setting in grids.grids.iter().flatten().take(20) {
            for span in [&setting.option.span, &setting.values.span] {
                refused(&grids.refusal(span, "found".to_owned(), "expected".to_owned()));
            }
        }
        format!("{} {}", "g".repeat(grids.grids.len().min(9)), grids.cpu_seconds.is_some())
    })
}

fn defaults() -> Reader {
    let read = |source: &Source| validate_defaults(FAMILIES, source);
    Reader::of_texts("defaults", "defaults", read, |(), _| String::new())
}

/// Returns the reader of lines of comparisons. If there are at most six lines, it summarises one
/// input in eight in every form.
fn results() -> Reader {
    Reader::new("lines of results", "results", |mut input| {
        let bytes = hash(input);
        match record::read_from(Path::new("input"), &mut input) {
            Ok(records) => {
                if records.len() <= 6 && bytes.is_multiple_of(8) {
                    let summary =
                        Summary::from_records(&records, Measure::Cpu, bytes.is_multiple_of(16));
                    let _ = (
                        summary_text::summary(&summary, summary_text::Detail::Findings),
                        table::to_json(&summary),
                    );
                    let _ = (latex::tables(&summary), html::page(&summary, None));
                }
                Verdict::Accepted("l".repeat(records.len().min(9)))
            }
            Err(wrong) => Verdict::Refused(wrong.to_string()),
        }
    })
}

/// Returns readers of option values, each of which is written and read back.
fn words() -> [Reader; 6] {
    [
        Reader::of_words("size", read::<Size>),
        Reader::of_words("order", |word| same(read::<Order>(word)?)),
        Reader::of_words("shape", |word| same(read::<Shape>(word)?)),
        Reader::of_words("rules", |word| read::<Rules>(&read::<Rules>(word)?.to_string())),
        Reader::of_words("cuts", |word| read::<Cuts>(&read::<Cuts>(word)?.to_string())),
        Reader::of_words("solver", |word| Command::parse(word).map_err(|error| error.to_string())),
    ]
}

fn read<T: FromStr<Err: ToString>>(word: &str) -> Result<T, String> {
    word.parse().map_err(|error: T::Err| error.to_string())
}

/// Returns a value after checking that its text reads as itself.
fn same<T>(value: T) -> Result<T, String>
where
    T: FromStr<Err: ToString> + ToString + PartialEq,
{
    assert!(read(&value.to_string()).as_ref() == Ok(&value), "it does not read as itself");
    Ok(value)
}

/// Parses a command line with a word on each line, without running it.
fn command_line(input: &[u8]) -> Verdict {
    let text = String::from_utf8_lossy(input);
    if text.lines().any(|word| word.len() > LONGEST_WORD) {
        return Verdict::Refused("a word that no command can have".to_owned());
    }
    let words = text.lines().map(OsString::from);
    match validate(FAMILIES, [OsString::from("quarrel")].into_iter().chain(words)) {
        Ok(()) => Verdict::Accepted(String::new()),
        Err(verdict) => Verdict::Refused(verdict),
    }
}
