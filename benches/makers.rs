//! Boards of each kind: milliseconds of processor time, and how often each level comes.
//!
//! `cargo bench --bench makers`, or `-- --count N` boards of each kind. The first N seeds from 1
//! are made and, if the kind has levels and is not among the long ones, graded; a second
//! measurement makes them without grades.

use quarrel::family;
use quarrel::generate::{Grading, NextBoard, Series};
use quarrel::hint::Oracle;
use quarrel::process::cpu_seconds;
use quarrel::puzzle::Request;
use quarrel::puzzles::FAMILIES;
use quarrel::solver;

/// A variant with its value, if any.
type Variant = Option<(&'static str, Option<usize>)>;

/// A family, a side, a variant, and whether boards have signs.
type Kind = (&'static str, usize, Variant, bool);

const fn stars(number: usize) -> Variant {
    Some(("stars", Some(number)))
}

const DISTINCT: Variant = Some(("distinct-lines", None));

/// Kinds whose boards take long, after the others.
const LONG: usize = 3;

/// Returns the kinds of boards to make: the family, the side of the board, the variant, and whether
/// boards have signs between cells. The last `LONG` kinds take the longest.
fn kinds() -> Vec<Kind> {
    vec![
        ("queens", 6, None, false),
        ("queens", 8, None, false),
        ("queens", 9, None, false),
        ("queens", 10, None, false),
        ("queens", 11, None, false),
        ("queens", 8, stars(2), false),
        ("queens", 10, stars(2), false),
        ("three-in-a-row", 6, None, false),
        ("three-in-a-row", 6, None, true),
        ("three-in-a-row", 8, None, false),
        ("three-in-a-row", 8, DISTINCT, false),
        ("three-in-a-row", 10, None, false),
        ("three-in-a-row", 10, DISTINCT, false),
        ("abc-path", 5, None, false),
        ("three-in-a-row", 14, DISTINCT, false),
        ("queens", 14, None, false),
        ("queens", 12, stars(2), false),
    ]
}

fn fresh_solver() -> Box<dyn Oracle> {
    Box::new(solver::small_question_solver())
}

fn series(kind: Kind, grading: Grading) -> Series<'static> {
    let (name, side, variant, signs) = kind;
    let family = family::find_family(FAMILIES, name).expect("a family of the list");
    let size = Some(side.to_string().parse().expect("a size"));
    let variants = variant.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let request = Request { size, variants, ..Request::default() };
    let series = Series::new(family, request, signs, &fresh_solver).expect("boards can be made");
    series.with_seed(1).with_grading(grading)
}

/// Returns the processor time of the next board.
fn next_board(series: &mut Series) -> f64 {
    let start = cpu_seconds();
    match series.next_board(&mut |_| {}) {
        Ok(NextBoard::Board(_)) => cpu_seconds() - start,
        Ok(_) => unreachable!("neither tries nor time are limited"),
        Err(error) => panic!("{error}"),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let count = words.iter().position(|word| word == "--count");
    let count: usize = count.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or(200);
    println!("{:42} {:>6} {:>9} {:>9} {:>9}  levels", "kind", "boards", "median", "90 %", "most");
    let kinds = kinds();
    let short = kinds.len() - LONG;
    for (place, kind) in kinds.into_iter().enumerate() {
        let count = if place < short { count } else { count.div_ceil(20) };
        let (name, side, variant, signs) = kind;
        let variant = match variant {
            None => String::new(),
            Some((name, None)) => format!(" {name}"),
            Some((name, Some(value))) => format!(" {name}={value}"),
        };
        let signs = if signs { " signs" } else { "" };
        let mut making = series(kind, Grading::Off);
        let mut times: Vec<f64> = (0..count).map(|_| 1000.0 * next_board(&mut making)).collect();
        times.sort_by(f64::total_cmp);
        let at = |tenths: usize| times[(times.len() * tenths / 10).min(times.len() - 1)];
        let mut graded = series(kind, Grading::On);
        let is_graded = place < short && !variant.contains("stars");
        for _ in 0..if is_graded { count } else { 0 } {
            next_board(&mut graded);
        }
        let levels = graded.tally().levels.iter();
        let levels: Vec<String> = levels.map(|(name, times)| format!("{times} {name}")).collect();
        println!(
            "{:42} {count:>6} {:>6.2} ms {:>6.2} ms {:>6.2} ms  {}",
            format!("{name} {side}x{side}{variant}{signs}"),
            at(5),
            at(9),
            at(10),
            levels.join(", ")
        );
    }
}
