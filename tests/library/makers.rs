//! Generated boards: exactly one answer, counted by three programs that know only the rules;
//! minimal; connected regions; determined by the seed.

use std::collections::{HashMap, HashSet};

use quarrel::generate::{GeneratedBoard, Grading, NextBoard, Series};
use quarrel::hint::Oracle;
use quarrel::puzzle::Request;
use quarrel::solver;
use quarrel::source::Refusal;
use quarrel::stop::Stop;

use crate::puzzles::{family, sized};

fn fresh_solver() -> Box<dyn Oracle> {
    Box::new(solver::small_question_solver())
}

/// A request: family, size, variants, whether with signs.
type Wanted<'a> = (&'a str, &'a str, &'a [&'a str], bool);

fn request((name, size, variants, _): Wanted) -> Request {
    Request { called: Some(name.to_owned()), ..sized(size, variants) }
}

fn series(wanted: Wanted<'_>, seed: u64) -> Result<Series<'static>, Refusal> {
    let (name, _, _, signs) = wanted;
    let known = quarrel::family::find_family(quarrel::puzzles::FAMILIES, name)?;
    let series = Series::new(known, request(wanted), signs, &fresh_solver)?;
    Ok(series.with_seed(seed).with_tries(100).with_grading(Grading::Off))
}

fn boards(wanted: Wanted, seed: u64, count: usize) -> Vec<GeneratedBoard> {
    let mut series = series(wanted, seed).unwrap_or_else(|refusal| panic!("{refusal}"));
    let next = || match series.next_board(&mut |_| {}) {
        Ok(NextBoard::Board(board)) => *board,
        Ok(_) => panic!("{wanted:?} {seed}: no board"),
        Err(error) => panic!("{wanted:?} {seed}: {error}"),
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// The rows of a board and its directives, as words.
fn parts(text: &str) -> (Vec<Vec<char>>, Vec<Vec<&str>>) {
    let (marked, rows): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with('#'));
    let directives = marked.iter().map(|line| line.split(' ').skip(1).collect());
    (rows.iter().map(|row| row.chars().collect()).collect(), directives.collect())
}

/// Counts placements row by row, up to 2.
struct StarCount<'a> {
    regions: &'a [Vec<char>],
    stars: u32,
    columns: Vec<u32>,
    used: HashMap<char, u32>,
    found: usize,
}

impl StarCount<'_> {
    fn of(regions: &[Vec<char>], stars: u32) -> usize {
        let columns = vec![0; regions.len()];
        let mut count = StarCount { regions, stars, columns, used: HashMap::new(), found: 0 };
        count.extend(0, 0);
        count.found
    }

    fn extend(&mut self, row: usize, above: u32) {
        let side = self.regions.len();
        if self.found > 1 {
            return;
        }
        if row == side {
            self.found += 1;
            return;
        }
        for stars in 0..1_u32 << side {
            let is_apart =
                stars & (stars << 1) == 0 && stars & (above | above << 1 | above >> 1) == 0;
            if stars.count_ones() != self.stars || !is_apart {
                continue;
            }
            let places: Vec<usize> = (0..side).filter(|column| stars >> column & 1 == 1).collect();
            for &column in &places {
                self.columns[column] += 1;
                *self.used.entry(self.regions[row][column]).or_default() += 1;
            }
            let fits = places.iter().all(|&column| {
                self.columns[column] <= self.stars
                    && self.used[&self.regions[row][column]] <= self.stars
            });
            if fits {
                self.extend(row + 1, stars);
            }
            for &column in &places {
                self.columns[column] -= 1;
                *self.used.entry(self.regions[row][column]).or_default() -= 1;
            }
        }
    }
}

/// Counts fillings cell by cell, up to 2.
struct BinaryCount {
    cells: Vec<Vec<char>>,
    /// Whether two cells are equal.
    signs: Vec<([(usize, usize); 2], bool)>,
    distinct: bool,
    either: bool,
    found: usize,
}

impl BinaryCount {
    fn of(&self) -> usize {
        let (cells, signs) = (self.cells.clone(), self.signs.clone());
        let mut count = BinaryCount { cells, signs, found: 0, ..*self };
        count.extend(0);
        count.found
    }

    fn extend(&mut self, place: usize) {
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        if self.found > 1 {
            return;
        }
        if place == rows * columns {
            self.found += usize::from(!self.distinct || self.has_distinct_lines());
            return;
        }
        let (row, column) = (place / columns, place % columns);
        let given = self.cells[row][column];
        for symbol in ['0', '1'] {
            if given == '.' || given == symbol {
                self.cells[row][column] = symbol;
                if self.fits(row, column) {
                    self.extend(place + 1);
                }
            }
        }
        self.cells[row][column] = given;
    }

    fn column(&self, column: usize) -> Vec<char> {
        self.cells.iter().map(|row| row[column]).collect()
    }

    /// Looks at the lines of a cell; cells after it may be givens.
    fn fits(&self, row: usize, column: usize) -> bool {
        let lines = [self.cells[row].clone(), self.column(column)];
        let is_line = |line: &Vec<char>| {
            let equal =
                |window: &[char]| window[0] != '.' && window.iter().all(|&s| s == window[0]);
            let number = |symbol| line.iter().filter(|&&other| other == symbol).count();
            let (more, less) = (line.len().div_ceil(2), line.len() / 2);
            let zeros = if self.either { more } else { less };
            !line.windows(3).any(equal) && number('0') <= zeros && number('1') <= more
        };
        lines.iter().all(is_line)
            && self.signs.iter().all(|&([a, b], equal)| {
                let [one, other] = [a, b].map(|(row, column)| self.cells[row][column]);
                one == '.' || other == '.' || (one == other) == equal
            })
    }

    fn has_distinct_lines(&self) -> bool {
        let columns: HashSet<_> = (0..self.cells[0].len()).map(|at| self.column(at)).collect();
        let rows: HashSet<_> = self.cells.iter().collect();
        rows.len() == self.cells.len() && columns.len() == self.cells[0].len()
    }
}

fn binary(text: &str, wanted: Wanted) -> BinaryCount {
    let (cells, directives) = parts(text);
    let place = |word: &str| {
        let (row, column) = word[1..].split_once('c').expect("a cell");
        let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
        (number(row), number(column))
    };
    let says = |rule: &[&str]| directives.iter().any(|words| words == rule);
    let signs = directives.iter().filter(|words| ["eq", "ne"].contains(&words[0]));
    let signs: Vec<_> =
        signs.map(|words| ([place(words[1]), place(words[2])], words[0] == "eq")).collect();
    let [distinct, either] = [says(&["distinct", "lines"]), says(&["odd", "either"])];
    assert_eq!(directives.len(), signs.len() + usize::from(distinct) + usize::from(either));
    let (name, _, variants, _) = wanted;
    let is_distinct = variants.contains(&"distinct-lines") || name == "binairo";
    assert_eq!((distinct, either), (is_distinct, variants.contains(&"odd-either")), "{text}");
    BinaryCount { cells, signs, distinct, either, found: 0 }
}

/// Counts paths letter by letter, up to 2.
fn paths(text: &str) -> usize {
    let rows: Vec<Vec<char>> = text.lines().skip(1).map(|row| row.chars().collect()).collect();
    assert!(rows.len() == 7 && rows.iter().all(|row| row.len() == 7), "{text}");
    let places = (0..7).flat_map(|row| (0..7).map(move |column| (row, column)));
    let clues: Vec<(usize, usize, char)> =
        places.map(|(row, column)| (row, column, rows[row][column])).collect();
    let clue = |letter: char| {
        let own: Vec<_> = clues.iter().filter(|clue| clue.2 == letter).collect();
        assert_eq!(own.len(), 1, "{letter} in {text}");
        (own[0].0, own[0].1)
    };
    let is_in_line = |letter: char, row: usize, column: usize| match clue(letter) {
        (0 | 6, 0 | 6) if clue(letter).0 == clue(letter).1 => row == column,
        (0 | 6, 0 | 6) => row + column == 6,
        (0 | 6, of) => column == of,
        (of, 0 | 6) => row == of,
        at => (row, column) == at,
    };
    let mut partial: Vec<Vec<(usize, usize)>> = vec![vec![clue('A')]];
    for letter in 'B'..='Y' {
        let longer = partial.iter().flat_map(|path| {
            let &(row, column) = path.last().expect("A at least");
            let near = (1..=5_usize).flat_map(|row| (1..=5_usize).map(move |column| (row, column)));
            let next = near.filter(move |&(r, c)| r.abs_diff(row).max(c.abs_diff(column)) == 1);
            let next = next.filter(|at| !path.contains(at) && is_in_line(letter, at.0, at.1));
            next.map(|at| path.iter().copied().chain([at]).collect()).collect::<Vec<_>>()
        });
        partial = longer.collect();
    }
    partial.len()
}

/// Checks that each region is connected.
fn assert_connected(regions: &[Vec<char>]) {
    let side = regions.len();
    let names: HashSet<char> = regions.iter().flatten().copied().collect();
    assert_eq!(names.len(), side, "as many regions as rows");
    for name in names {
        let all = (0..side * side).map(|at| (at / side, at % side));
        let cells: HashSet<_> = all.filter(|&(row, column)| regions[row][column] == name).collect();
        let mut reached = HashSet::new();
        let mut next: Vec<_> = cells.iter().copied().take(1).collect();
        while let Some((row, column)) = next.pop() {
            if cells.contains(&(row, column)) && reached.insert((row, column)) {
                next.extend([(row + 1, column), (row, column + 1)]);
                next.extend(row.checked_sub(1).map(|row| (row, column)));
                next.extend(column.checked_sub(1).map(|column| (row, column)));
            }
        }
        assert_eq!(reached.len(), cells.len(), "region {name} of {regions:?}");
    }
}

#[test]
fn queens_have_one_answer_and_connected_regions() {
    let star_battle = |size| ("star-battle", size, &["stars=2"][..], false);
    for (wanted, stars, count) in [
        (("queens", "4", &[][..], false), 1, 20),
        (("queens", "6", &[], false), 1, 20),
        (("queens", "8", &[], false), 1, 20),
        (("queens", "9", &[], false), 1, 3),
        (star_battle("8"), 2, 5),
        (star_battle("10"), 2, 3),
    ] {
        for board in boards(wanted, 100, count) {
            let (regions, directives) = parts(&board.text);
            let stated = [vec!["stars".to_owned(), stars.to_string()]];
            assert_eq!(directives, if stars == 1 { &[][..] } else { &stated[..] });
            assert_connected(&regions);
            assert_eq!(StarCount::of(&regions, stars), 1, "{}", board.text);
        }
    }
}

#[test]
fn three_in_a_row_has_one_answer_and_no_needless_clue() {
    for (wanted, count) in [
        (("three-in-a-row", "4", &[][..], false), 10),
        (("three-in-a-row", "6", &[], false), 10),
        (("three-in-a-row", "8", &[], false), 5),
        (("three-in-a-row", "5", &[], false), 5),
        (("three-in-a-row", "4x6", &["distinct-lines"], false), 5),
        (("three-in-a-row", "5x6", &["odd-either"], false), 5),
        (("three-in-a-row", "6", &["distinct-lines"], true), 5),
        (("binairo", "6", &[], false), 10),
        (("tango", "6", &[], false), 10),
    ] {
        for board in boards(wanted, 100, count) {
            let mut question = binary(&board.text, wanted);
            assert_eq!(question.of(), 1, "{}", board.text);
            assert_eq!(question.signs.is_empty(), !(wanted.3 || wanted.0 == "tango"));
            for sign in 0..question.signs.len() {
                let left_out = question.signs.remove(sign);
                assert_eq!(question.of(), 2, "without {left_out:?}\n{}", board.text);
                question.signs.insert(sign, left_out);
            }
            for row in 0..question.cells.len() {
                for column in 0..question.cells[0].len() {
                    let given = std::mem::replace(&mut question.cells[row][column], '.');
                    let answers = question.of();
                    assert_eq!(answers == 1, given == '.', "{row} {column}\n{}", board.text);
                    question.cells[row][column] = given;
                }
            }
        }
    }
}

#[test]
fn abc_paths_have_one_answer() {
    for board in boards(("abc-path", "5", &[], false), 100, 50) {
        assert_eq!(paths(&board.text), 1, "{}", board.text);
    }
}

#[test]
fn equal_seeds_make_equal_boards() {
    for wanted in [
        ("queens", "7", &[][..], false),
        ("star-battle", "8", &["stars=2"], false),
        ("tango", "6", &[], false),
        ("binairo", "8", &[], false),
        ("abc-path", "5", &[], false),
    ] {
        let first = boards(wanted, 7, 5);
        let texts: HashSet<&str> = first.iter().map(|board| &board.text[..]).collect();
        assert_eq!(texts.len(), 5, "{wanted:?}");
        for board in &first {
            let again = &boards(wanted, board.seed, 1)[0];
            assert_eq!((&again.text, &again.answer), (&board.text, &board.answer), "{wanted:?}");
        }
    }
}

/// All 4 x 4 boards that chance finds are different; then the series ends.
#[test]
fn a_series_ends_when_nothing_new_comes() {
    let mut series = series(("three-in-a-row", "2", &[], false), 0).expect("boards of two by two");
    let mut texts = Vec::new();
    while let NextBoard::Board(board) = series.next_board(&mut |_| {}).expect("no error") {
        texts.push(board.text);
    }
    texts.sort();
    // One given cell determines all four.
    assert_eq!(texts.len(), 8, "{texts:?}");
    let tally = series.tally();
    assert_eq!(tally.made - tally.repeated, 8);
}

/// Each level comes alone, and a board has the same grade whether or not its level is asked for.
#[test]
fn boards_of_one_level_have_it() {
    for (wanted, levels) in [
        (("queens", "6", &[][..], false), &["trivial", "easy", "medium", "hard"][..]),
        (("three-in-a-row", "6", &[], false), &["simple", "easy", "medium", "expert"]),
        (("abc-path", "5", &[], false), &["medium", "hard"]),
    ] {
        for level in levels {
            let series =
                series(wanted, 0).expect("boards").with_grading(Grading::Only((*level).into()));
            let mut series = series.with_tries(300);
            let next = series.next_board(&mut |_| {}).expect("no error");
            let NextBoard::Board(board) = next else {
                panic!("{wanted:?} {level}: {:?}", series.tally())
            };
            let grade = board.grade.expect("a grade");
            assert_eq!(grade.level, *level, "{wanted:?}");
            let counted = series.tally().levels.iter().map(|(_, number)| number).sum::<u64>();
            assert_eq!(counted + series.tally().repeated, series.tally().made);
            let again = self::series(wanted, board.seed).expect("boards").with_grading(Grading::On);
            let again = { again }.next_board(&mut |_| {}).expect("no error");
            let NextBoard::Board(again) = again else { panic!("{wanted:?} {level}") };
            assert_eq!((again.text, again.grade), (board.text, Some(grade)));
        }
    }
    for (wanted, told) in [
        (
            ("queens", "6", &[][..], false),
            "no level `devilish`; expected trivial, easy, medium, hard",
        ),
        (("queens", "8", &["stars=2"], false), "no levels; expected no --difficulty"),
    ] {
        let series = series(wanted, 0).expect("boards");
        let next =
            { series }.with_grading(Grading::Only("devilish".into())).next_board(&mut |_| {});
        let error = next.map(drop).expect_err("no such level").to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_series_stops_when_it_is_asked() {
    let stop = Stop::unlimited();
    stop.request();
    for wanted in [("queens", "16", &[][..], false), ("abc-path", "5", &[], false)] {
        let mut series = series(wanted, 0).expect("boards").with_stop(&stop);
        assert!(matches!(series.next_board(&mut |_| {}), Ok(NextBoard::Stopped)), "{wanted:?}");
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (wanted, told) in [
        (("queens", "2", &[][..], false), "boards of 2x2 with 1 queen in each line"),
        (("queens", "3", &[], false), "a square from 4x4 to 16x16"),
        (("queens", "17", &[], false), "a square from 4x4 to 16x16"),
        (("queens", "8x9", &[], false), "a square from 4x4 to 16x16"),
        (("queens", "7", &["stars=2"], false), "a square from 8x8 to 16x16"),
        (("queens", "16", &["stars=5"], false), "at most 4 stars"),
        (("queens", "8", &[], true), "no --signs"),
        (("queens", "8", &["slide"], false), "slide"),
        (("three-in-a-row", "5x6", &[], false), "whose rows have 15 ones"),
        (("three-in-a-row", "5x7", &[], false), "even sides, or a square"),
        (("three-in-a-row", "31", &[], false), "sides of at most 30"),
        (("three-in-a-row", "8x2", &["distinct-lines"], false), "different rows, but only 2 exist"),
        (("binairo", "7", &[], false), "boards of binairo are squares with even sides"),
        (("abc-path", "6", &[], false), "5x5"),
        (("gunport", "6", &[], false), "boards of gunport"),
    ] {
        let refusal = series(wanted, 0).map(drop).expect_err("it cannot be made").to_string();
        assert!(refusal.contains(told), "{wanted:?}: {refusal}");
    }
}

/// The usual sizes can be made, and the names under which boards have signs are names of the
/// family.
#[test]
fn makers_are_complete_records() {
    for known in quarrel::puzzles::FAMILIES {
        let Some(maker) = known.maker else { continue };
        let side = (maker.usual_side)(&Default::default());
        let board = &boards((known.name, &side.to_string(), &[], false), 0, 1)[0];
        assert_eq!(board.opened.size().map(|size| size.sides()), Some([side; 2]));
        assert!(maker.summary.len() < 80 && !maker.summary.ends_with('.'), "{}", known.name);
        for name in maker.signs.unwrap_or_default() {
            assert!(known.names().any(|other| other == *name), "{name}");
        }
    }
    assert!(family("queens").maker.is_some());
}
