//! Sentences of hints, replayed on the board before their step: what they say of lines and cells is
//! true, each link of an argument follows, and the steps that a person sees first come first.

use quarrel::advice::advise;
use quarrel::board::{Cell, Grid, cell};
use quarrel::generate::{Grading, NextBoard, Series};
use quarrel::hint::{Oracle, Step, Wish};
use quarrel::puzzle::Request;
use quarrel::solver;
use quarrel::stop::Stop;

use crate::plain_steps::sight_and_plain;
use crate::puzzles::{board, family, open};

/// Boards with steps in which each place of one line's queen excludes another line's queen, at once
/// or only after a further queen.
const QUEENS: [&str; 3] = [
    "ABBBCCC\nAAABCCD\nAEEBDCD\nABEFDCD\nEBBFDCG\nEBFFDGG\nFFFDDGG\n",
    "ABAAACD\nABEEACD\nABEEACC\nAFFFFCC\nGGGGFCC\nFFFFFCC\nBBBBBCC\n",
    "ABBBBBB\nACCCDBB\nAAACDBB\nEEECDFB\nGGEDDFF\nGGEDFFF\nGGEDFFF\n",
];

/// Boards with chains that look ahead at whole lines.
const THREE: [(&str, &[&str]); 2] = [
    (
        "......\n......\n.....0\n......\n......\n......\n# eq r1c2 r2c2\n# eq r1c3 r1c4\n\
         # eq r2c3 r2c4\n# eq r5c1 r6c1\n# ne r5c2 r6c2\n# eq r5c5 r5c6\n",
        &["distinct-lines"],
    ),
    (
        "........\n...00...\n....0...\n........\n........\n........\n# eq r1c1 r2c1\n\
         # ne r3c1 r3c2\n# eq r3c6 r3c7\n# ne r4c2 r4c3\n# ne r4c4 r4c5\n# ne r5c6 r5c7\n\
         # eq r5c7 r6c7\n# eq r6c3 r6c4\n",
        &[],
    ),
];

fn steps(name: &'static str, text: &str, variants: &[&str]) -> Vec<Step> {
    let family = family(name);
    let puzzle = open(family, &board(text, variants));
    let advice = advise(family, &*puzzle, None, &Wish::with_steps(None), &Stop::unlimited());
    advice.unwrap_or_else(|error| panic!("{text}: {error}")).plan.steps
}

/// Reads `(3,4)`, perhaps with a mark of punctuation after it.
fn cell_in(word: &str) -> Option<Cell> {
    let inside = word.trim_end_matches([',', ';', ':']).strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inside.split_once(',')?;
    Some(cell(row.parse::<usize>().ok()? - 1, column.parse::<usize>().ok()? - 1))
}

/// Reads lines such as `rows 1 or 2, or region C`, each as its kind and its label.
fn lines_in(text: &str) -> Vec<(String, String)> {
    let mut kind = "";
    let mut lines = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !["", "or", "and"].contains(word)) {
        match word.trim_end_matches('s') {
            "row" | "column" | "region" => kind = word.trim_end_matches('s'),
            _ => lines.push((kind.to_owned(), word.to_owned())),
        }
    }
    lines
}

/// If a sentence says that a queen leaves lines no cell wherever a line has its queen, some line
/// has none in each case, and each line has none in some case.
#[test]
fn lines_that_are_left_no_cell_have_none() {
    let mut number = 0;
    for text in QUEENS {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let region = |at: Cell| rows[at.row][at.column];
        let sees = |one: Cell, other: Cell| {
            let (down, right) = (one.row.abs_diff(other.row), one.column.abs_diff(other.column));
            let shares = down == 0 || right == 0 || region(one) == region(other);
            shares || down.max(right) == 1
        };
        for step in steps("queens", text, &[]) {
            let sentence = &step.stages[2];
            let Some((case, effect)) = sentence.split_once(" has its queen, one at ") else {
                continue;
            };
            number += 1;
            let left = |(kind, label): &(String, String)| -> Vec<Cell> {
                let is_in = |at: Cell| match &kind[..] {
                    "row" => (at.row + 1).to_string() == *label,
                    "column" => (at.column + 1).to_string() == *label,
                    _ => region(at).to_string() == *label,
                };
                let cells = step.before.size().cells().filter(|&at| is_in(at));
                cells.filter(|&at| step.before[at] != Some('.')).collect()
            };
            let chooses = lines_in(case.strip_prefix("wherever ").expect("a case"));
            let (at, lines) = effect.split_once(" leaves ").expect("an effect");
            let at = cell_in(at).expect("a cell");
            let lines = lines_in(lines.split(" no cell").next().expect("lines"));
            let mut emptied = vec![false; lines.len()];
            for queen in left(&chooses[0]).into_iter().filter(|&queen| !sees(at, queen)) {
                let is_empty =
                    |line| left(line).into_iter().all(|one| sees(one, at) || sees(one, queen));
                let empty: Vec<bool> = lines.iter().map(is_empty).collect();
                assert!(empty.contains(&true), "{sentence}: with a queen at {queen}\n{text}");
                emptied.iter_mut().zip(empty).for_each(|(all, now)| *all |= now);
            }
            assert!(!emptied.contains(&false), "{sentence}: {emptied:?}\n{text}");
        }
    }
    assert!(number > 0, "no such sentence");
}

/// Returns the cells of a line such as `row 3`.
fn cells_of(grid: &Grid<Option<char>>, line: &str) -> Vec<Cell> {
    let (kind, number) = line.split_once(' ').expect("a line");
    let place = number.parse::<usize>().expect("a number") - 1;
    let is_in = |at: &Cell| if kind == "row" { at.row == place } else { at.column == place };
    grid.size().cells().filter(is_in).collect()
}

/// Returns whether a line can be filled so that it is balanced and has no three alike.
fn can_be_filled(grid: &Grid<Option<char>>, line: &str) -> bool {
    let cells = cells_of(grid, line);
    let fits = |ones: usize| {
        let one = |place: usize| ones >> place & 1 == 1;
        let agrees = |(place, &at): (usize, &Cell)| {
            grid[at].is_none_or(|symbol| (symbol == '1') == one(place))
        };
        let alike = |place: usize| one(place) == one(place + 1) && one(place) == one(place + 2);
        ones.count_ones() as usize == cells.len() / 2
            && cells.iter().enumerate().all(agrees)
            && !(0..cells.len() - 2).any(alike)
    };
    (0..1 << cells.len()).any(fits)
}

/// Reads marks such as `(1,2) and (1,3) are 0, and (2,1) is 1`.
fn marks_in(text: &str) -> Vec<(Cell, char)> {
    let (mut cells, mut marks) = (Vec::new(), Vec::new());
    let mut words = text.split(' ');
    while let Some(word) = words.next() {
        if ["is", "are"].contains(&word) {
            let symbol = words.next().and_then(|word| word.chars().next()).expect("a symbol");
            marks.extend(cells.drain(..).map(|at| (at, symbol)));
        }
        cells.extend(cell_in(word));
    }
    marks
}

fn other(symbol: char) -> char {
    if symbol == '1' { '0' } else { '1' }
}

/// A board of 3-in-a-Row while an argument is followed, with its signs.
#[derive(Clone)]
struct Followed<'a> {
    grid: Grid<Option<char>>,
    /// Two cells, and whether they are equal.
    signs: &'a [([Cell; 2], bool)],
    sentence: &'a str,
}

/// Reads the signs of a board's text.
fn signs_in(text: &str) -> Vec<([Cell; 2], bool)> {
    let at = |word: &str| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        Some(cell(row.parse::<usize>().ok()? - 1, column.parse::<usize>().ok()? - 1))
    };
    let lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let signs = lines.filter_map(|words| match words[..] {
        ["#", sign @ ("eq" | "ne"), one, other] => Some(([at(one)?, at(other)?], sign == "eq")),
        _ => None,
    });
    signs.collect()
}

impl Followed<'_> {
    fn line(&self, line: &str) -> Vec<Option<char>> {
        cells_of(&self.grid, line).into_iter().map(|at| self.grid[at]).collect()
    }

    fn has_three_alike(&self, line: &str) -> bool {
        let line = self.line(line);
        line.windows(3).any(|three| three[0].is_some() && three.iter().all(|one| *one == three[0]))
    }

    fn is_out_of_balance(&self, line: &str) -> bool {
        let line = self.line(line);
        ['0', '1']
            .into_iter()
            .any(|symbol| line.iter().filter(|one| **one == Some(symbol)).count() > line.len() / 2)
    }

    fn are_equal(&self, one: &str, other: &str) -> bool {
        let [one, other] = [self.line(one), self.line(other)];
        one == other && one.iter().all(Option::is_some)
    }

    fn breaks(&self, ([one, other], equal): ([Cell; 2], bool)) -> bool {
        let [one, other] = [self.grid[one], self.grid[other]];
        one.is_some() && other.is_some() && (one == other) != equal
    }

    /// Checks the end of an argument: a rule is broken. Returns whether the text is such an end.
    fn is_broken(&self, end: &str) -> bool {
        let is_broken = if let Some(line) = end.strip_suffix(" has three alike") {
            self.has_three_alike(line)
        } else if let Some(line) = end.strip_suffix(" is out of balance") {
            self.is_out_of_balance(line)
        } else if let Some(line) = end.strip_suffix(" cannot be filled") {
            !can_be_filled(&self.grid, line)
        } else if let Some((cells, _)) = end.split_once(" break their ") {
            let cells: Vec<Cell> = cells.split(' ').filter_map(cell_in).collect();
            let sign = self.signs.iter().find(|(pair, _)| cells == pair);
            self.breaks(*sign.expect("a sign of the board"))
        } else if let Some((one, other)) = end.split_once(" equals ") {
            self.are_equal(one, other)
        } else {
            return false;
        };
        assert!(is_broken, "{}: {end}", self.sentence);
        true
    }

    /// Checks a link, such as `(3,4) is 1 (no three in row 3)`, and fills in its marks.
    fn link(&mut self, link: &str) {
        let said = link.strip_suffix(')').and_then(|link| link.rsplit_once(" ("));
        let (said, why) = said.unwrap_or_else(|| panic!("{}: {link}", self.sentence));
        let marks = marks_in(said);
        assert!(!marks.is_empty(), "{}: {link}", self.sentence);
        for &(at, symbol) in &marks {
            let mut otherwise = self.clone();
            otherwise.grid[at] = Some(other(symbol));
            let is_broken = match why {
                "=" | "×" => {
                    let of_cell = |sign: &&([Cell; 2], bool)| sign.0.contains(&at);
                    let signs = self.signs.iter().filter(of_cell);
                    let signs = signs.filter(|(_, equal)| *equal == (why == "="));
                    signs.into_iter().any(|&sign| otherwise.breaks(sign))
                }
                _ => match why.split_once(" is not ") {
                    Some((one, other)) => otherwise.are_equal(one, other),
                    None => {
                        let [three, balance, line] = ["no three in ", "the balance of ", "else "]
                            .map(|start| {
                                why.strip_prefix(start)
                                    .map(|line| line.trim_end_matches(" cannot be filled"))
                            });
                        three.is_some_and(|line| otherwise.has_three_alike(line))
                            || balance.is_some_and(|line| otherwise.is_out_of_balance(line))
                            || line.is_some_and(|line| !can_be_filled(&otherwise.grid, line))
                    }
                },
            };
            assert!(is_broken, "{}: {at} in {link}", self.sentence);
        }
        marks.into_iter().for_each(|(at, symbol)| self.grid[at] = Some(symbol));
    }

    /// Follows an argument to its end. Returns the number of its links, with those of all cases.
    fn argument(&mut self, text: &str) -> usize {
        let (before, cases) = match text.split_once("both cases fail: if ") {
            Some((before, cases)) => (before.trim_end_matches(", and then "), Some(cases)),
            None => (text, None),
        };
        let links = links_in(before);
        let mut number = links.len();
        for (place, link) in links.iter().enumerate() {
            let is_end = place + 1 == links.len() && cases.is_none();
            if is_end {
                assert!(self.is_broken(link), "{}: {link}", self.sentence);
            } else {
                self.link(link);
            }
        }
        let Some(cases) = cases else { return number };
        let cases = split_outside(cases, "; if ");
        assert_eq!(cases.len(), 2, "{}: {cases:?}", self.sentence);
        let marks: Vec<(Cell, char)> = cases
            .iter()
            .map(|case| {
                let (mark, argument) = case.split_once(", ").expect("a case");
                let [mark] = marks_in(mark)[..] else { panic!("{}: {mark}", self.sentence) };
                let mut case = self.clone();
                case.grid[mark.0] = Some(mark.1);
                let has_cases = argument.contains("both cases fail");
                let argument = if has_cases {
                    let inside = argument.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
                    inside.expect("cases within parentheses")
                } else {
                    argument
                };
                number += case.argument(argument);
                mark
            })
            .collect();
        assert_eq!(marks[0], (marks[1].0, other(marks[1].1)), "{}", self.sentence);
        number
    }
}

/// Splits a text at a separator that is not within parentheses.
fn split_outside<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (place, one) in text.char_indices() {
        match one {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && text[place..].starts_with(separator) => {
                parts.push(&text[start..place]);
                start = place + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Reads the links of an argument: a few joined by "then", more as numbered steps.
fn links_in(text: &str) -> Vec<String> {
    let Some(steps) = text.strip_prefix("in ") else {
        let links = text.split(", then ").filter(|link| !link.is_empty());
        return links.map(str::to_owned).collect();
    };
    let (number, mut steps) = steps.split_once(" steps: 1. ").expect("numbered steps");
    let mut links = Vec::new();
    for next in 2.. {
        match steps.split_once(&format!(", {next}. ")) {
            Some((link, rest)) => {
                links.push(link.to_owned());
                steps = rest;
            }
            None => break,
        }
    }
    links.push(steps.to_owned());
    assert_eq!(links.len().to_string(), number, "{text}");
    links
}

/// Makes the boards of some seeds. Returns each as its text, with its hints from the givens.
fn made(
    name: &'static str,
    side: usize,
    variants: &[(&str, Option<usize>)],
    signs: bool,
    seeds: std::ops::Range<u64>,
) -> Vec<(String, Vec<Step>)> {
    let family = family(name);
    let fresh_solver = || -> Box<dyn Oracle> { Box::new(solver::small_question_solver()) };
    let board = |seed| {
        let variants = variants.iter().map(|(name, value)| ((*name).to_owned(), *value));
        let request = Request {
            size: Some(side.to_string().parse().expect("a size")),
            variants: variants.collect(),
            ..Request::default()
        };
        let series = Series::new(family, request, signs, &fresh_solver).expect("boards are made");
        let mut series = series.with_seed(seed).with_grading(Grading::Off);
        let Ok(NextBoard::Board(board)) = series.next_board(&mut |_| {}) else {
            panic!("{name} {seed} makes no board")
        };
        let puzzle = board.opened.as_puzzle().expect("makers make boards");
        let advice = advise(family, puzzle, None, &Wish::with_steps(None), &Stop::unlimited());
        (board.text, advice.unwrap_or_else(|error| panic!("{name} {seed}: {error}")).plan.steps)
    };
    seeds.map(board).collect()
}

/// Each link of an argument follows from the board and the links before it, and the last one names
/// a rule that is broken. No step with several rules has another kind of reason than an argument or
/// a count of one line.
#[test]
fn arguments_of_three_in_a_row_hold() {
    let own = THREE
        .iter()
        .map(|(text, variants)| ((*text).to_owned(), steps("three-in-a-row", text, variants)));
    let own = own.chain(made("three-in-a-row", 6, &[], true, 1..13));
    // The first step of this board needs more rules than others, and cases within cases.
    let own = own.chain(made("three-in-a-row", 6, &[], true, 201..202));
    let distinct = [("distinct-lines", None)];
    let all = own.chain(made("three-in-a-row", 8, &distinct, false, 1..4));
    let (mut number, mut cases) = (0, 0);
    for (text, steps) in all {
        let signs = signs_in(&text);
        for step in &steps {
            let sentence = &step.stages[2][..];
            for word in ["together", "contradicts", "more ", "each way to fill"] {
                assert!(!sentence.contains(word), "{sentence}\n{text}");
            }
            let argument = sentence.split_once(": with ").map(|(_, argument)| argument);
            let argument = argument.filter(|argument| argument.starts_with(['0', '1']));
            let Some((supposed, argument)) = argument.and_then(|it| it.split_once(", ")) else {
                assert!(
                    step.rules.len() == 1
                        || ["one ", "two ", "3 ", "4 "]
                            .iter()
                            .any(|left| sentence.contains(&format!(" has {left}"))),
                    "{sentence}\n{text}"
                );
                continue;
            };
            let symbol = supposed.chars().next().expect("a symbol");
            let argument = argument.split("; by the same rules").next().expect("an argument");
            let at = sentence.split(' ').find_map(cell_in).expect("the cell of the first mark");
            let mut followed = Followed { grid: step.before.clone(), signs: &signs, sentence };
            assert_eq!(step.after[at], Some(other(symbol)), "{sentence}");
            followed.grid[at] = Some(symbol);
            number += followed.argument(argument);
            cases += usize::from(argument.contains("both cases"));
        }
    }
    assert!(number > 0 && cases > 0, "{number} links, {cases} case distinctions");
}

/// The names of a two-star board's regions, by cell.
fn regions_of(text: &str) -> Vec<Vec<char>> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| row.chars().collect()).collect()
}

/// Lines of a board with several stars, and what is known of its cells.
struct Stars<'a> {
    regions: &'a [Vec<char>],
    before: &'a Grid<Option<char>>,
    each: usize,
}

impl Stars<'_> {
    fn is_in(&self, (kind, label): &(String, String), at: Cell) -> bool {
        match &kind[..] {
            "row" => (at.row + 1).to_string() == *label,
            "column" => (at.column + 1).to_string() == *label,
            _ => self.regions[at.row][at.column].to_string() == *label,
        }
    }

    /// Returns the most stars that `lines` can have with a supposed star, and without a cell. The
    /// lines of `full` have no more than they need.
    fn most(
        &self,
        lines: &[(String, String)],
        full: &[(String, String)],
        supposed: Option<Cell>,
        without: Option<Cell>,
    ) -> usize {
        let cells = || self.before.size().cells();
        let known = |at: &Cell| self.before[*at] == Some('Q') || supposed == Some(*at);
        let mut chosen: Vec<Cell> = cells().filter(known).collect();
        let inside = |at: Cell| lines.iter().any(|line| self.is_in(line, at));
        let open: Vec<Cell> = cells()
            .filter(|at| inside(*at) && self.before[*at].is_none() && !known(at))
            .filter(|at| without != Some(*at))
            .collect();
        let limits: Vec<&(String, String)> = lines.iter().chain(full).collect();
        let placed = chosen.iter().filter(|at| inside(**at)).count();
        placed + self.most_of(&open, &limits, &mut chosen)
    }

    fn most_of(
        &self,
        open: &[Cell],
        limits: &[&(String, String)],
        chosen: &mut Vec<Cell>,
    ) -> usize {
        let Some((&at, rest)) = open.split_first() else { return 0 };
        let touches =
            |other: &Cell| other.row.abs_diff(at.row) <= 1 && other.column.abs_diff(at.column) <= 1;
        let is_full = |line: &&&(String, String)| {
            let stars = chosen.iter().filter(|other| self.is_in(line, **other)).count();
            self.is_in(line, at) && stars >= self.each
        };
        let is_barred = chosen.iter().any(touches) || limits.iter().any(|line| is_full(&line));
        let without = self.most_of(rest, limits, chosen);
        if is_barred {
            return without;
        }
        chosen.push(at);
        let with = 1 + self.most_of(rest, limits, chosen);
        chosen.pop();
        with.max(without)
    }
}

/// What a sentence about little room says.
#[derive(Debug)]
enum Room {
    /// With a star at any of the cells, the lines have at most so many stars.
    AtMost(Option<usize>),
    /// With a star at any of the cells, the lines lack the one star that they still need.
    NoCell,
    /// The lines need a star at each of the cells.
    Needed,
}

/// Reads a sentence about lines with too little room: the cells, the lines, what it says of them,
/// and the lines that are full. Returns `None` for other sentences.
fn room_in(sentence: &str) -> Option<(Vec<Cell>, &str, Room, &str)> {
    let (sentence, full) = match sentence.split_once(", as ") {
        Some((sentence, full)) => (sentence, full.split_once(" take").expect("full lines").0),
        None => (sentence, ""),
    };
    let cells = |text: &str| text.split(' ').filter_map(cell_in).collect::<Vec<Cell>>();
    if let Some((start, _)) = sentence.split_once(" to have room for ") {
        let needs = if start.contains(" needs ") { " needs " } else { " need " };
        let (lines, needed) = start.split_once(needs)?;
        return Some((cells(needed), lines, Room::Needed, full));
    }
    if let Some((start, lines)) = sentence.split_once(" star of ") {
        let start = start.strip_prefix("a star at ")?;
        let (marks, _) = start.split_once(" would leave no cell for the ")?;
        return Some((cells(marks), lines, Room::NoCell, full));
    }
    let sentence = sentence.strip_prefix("with a star at ")?;
    let (start, _) = sentence.split_once(" could ")?;
    let (marks, _) = start.rsplit_once("), ")?;
    let end = &sentence[marks.len() + 3..];
    let marks = cells(&format!("{marks})"));
    if let Some((lines, _)) = end.split_once(" could not have ") {
        return Some((marks, lines, Room::AtMost(None), full));
    }
    let (lines, number) = end.split_once(" could have ")?;
    let number = number.split_once(" of ")?.0;
    let number = match number {
        "none" => 0,
        "only one" => 1,
        number => number.strip_prefix("only ")?.parse().ok()?,
    };
    Some((marks, lines, Room::AtMost(Some(number)), full))
}

/// If a sentence says how many stars lines can have, or which cells they need, a count of all ways
/// to place stars agrees, for each cell of the sentence, inside and outside of these lines.
#[test]
fn lines_with_little_room_have_so_many_stars() {
    let mut numbers = [0; 4];
    for (text, steps) in made("queens", 8, &[("stars", Some(2))], false, 1..13) {
        let regions = regions_of(&text);
        for step in &steps {
            let sentence = &step.stages[2];
            let Some((cells, lines, room, full)) = room_in(sentence) else { continue };
            let (lines, full) = (lines_in(lines), lines_in(full));
            let stars = Stars { regions: &regions, before: &step.before, each: 2 };
            let needed = 2 * lines.len();
            assert!(!cells.is_empty() && !lines.is_empty(), "{sentence}\n{text}");
            let is_inside = |at: Cell| lines.iter().any(|line| stars.is_in(line, at));
            let inside = cells.iter().filter(|&&at| is_inside(at)).count();
            numbers[3] += usize::from(inside > 0 && inside < cells.len());
            for &at in &cells {
                let most = match room {
                    Room::Needed => stars.most(&lines, &full, None, Some(at)),
                    _ => stars.most(&lines, &full, Some(at), None),
                };
                let holds = match room {
                    Room::AtMost(number) => most < needed && number.is_none_or(|one| one == most),
                    Room::NoCell => most + 1 == needed,
                    Room::Needed => most < needed,
                };
                assert!(holds, "{sentence}: {most} with or without {at}\n{text}");
            }
            numbers[match room {
                Room::AtMost(_) => 0,
                Room::NoCell => 1,
                Room::Needed => 2,
            }] += 1;
        }
    }
    assert!(!numbers.contains(&0), "a kind of sentence is missing: {numbers:?}");
}

/// No step in which a queen would see all that is left of a line comes before a plainer one.
#[test]
fn a_queen_sees_a_line_only_without_a_plainer_step() {
    let mut by_sight = 0;
    for (text, steps) in made("queens", 8, &[], false, 1..31) {
        let [number, plain] = sight_and_plain(&regions_of(&text), &steps);
        assert_eq!(plain, 0, "{text}");
        by_sight += number;
    }
    assert!(by_sight > 0, "no such step");
}

/// A step of several links says at most three times "then".
#[test]
fn long_arguments_are_numbered() {
    let stars = [("stars", Some(2))];
    let boards = made("queens", 8, &stars, false, 1..7).into_iter();
    let boards = boards.chain(made("three-in-a-row", 6, &[], true, 1..13));
    let mut longest = 0;
    for (text, steps) in boards {
        for step in steps {
            let sentence = &step.stages[2];
            for part in sentence.split("; if ").flat_map(|part| part.split("fail: ")) {
                let number = part.matches(", then ").count();
                assert!(number <= 3, "{sentence}\n{text}");
                longest = longest.max(number);
            }
        }
    }
    assert!(longest > 0, "no chain");
}

/// A step of queens names each cell that it crosses out, or the line in which all such cells lie.
#[test]
fn each_cell_that_is_crossed_out_is_in_its_sentence() {
    let boards = QUEENS.map(|text| (text.to_owned(), steps("queens", text, &[])));
    let mut number = 0;
    for (text, steps) in boards.into_iter().chain(made("queens", 8, &[], false, 1..9)) {
        for step in steps {
            let sentence = &step.stages[2];
            assert!(!sentence.contains("more cell"), "{sentence}\n{text}");
            let named: Vec<Cell> = sentence.split(' ').filter_map(cell_in).collect();
            let named_before =
                sentence.split_once(": no other queen there").map(|(lines, _)| lines);
            let lines_after = sentence.split_once("no other queen in ").map(|(_, lines)| lines);
            let Some(lines) = lines_after.or(named_before) else {
                for mark in &step.cells {
                    assert!(named.contains(&mark.cell), "{:?}: {sentence}\n{text}", mark.cell);
                    number += 1;
                }
                continue;
            };
            let (line, others) = lines.split_once(", nor at").unwrap_or((lines, ""));
            let (regions, lines) = (regions_of(&text), lines_in(line));
            let stars = Stars { regions: &regions, before: &step.before, each: 1 };
            let lies_in = |at: Cell| lines.iter().any(|line| stars.is_in(line, at));
            for mark in &step.cells {
                let is_named = others.split(' ').filter_map(cell_in).any(|at| at == mark.cell);
                assert!(is_named || lies_in(mark.cell), "{:?}: {sentence}\n{text}", mark.cell);
                number += 1;
            }
        }
    }
    assert!(number > 100, "{number} cells");
}
