//! Boards as people type them: with blanks, tabs, indentation, quotes, carriage returns, text after
//! the rows. However a board is typed, it is read correctly or refused, never read as another
//! board.
//!
//! Each board is typed in every way of the lists below alone, and in many combinations. Boards are
//! equal if `quarrel show` prints the same: size, variants, given cells, and the picture with
//! regions, signs and clues.

use quarrel::board::Grid;
use quarrel::family::Family;
use quarrel::picture::text;
use quarrel::puzzle::{Puzzle, Request};
use quarrel::source::Source;

use crate::puzzles::Random;

pub struct Board {
    pub family: &'static Family,
    pub name: String,
    pub text: String,
}

#[derive(PartialEq, Debug)]
struct Seen {
    variants: Vec<String>,
    givens: Grid<Option<char>>,
    picture: String,
    obstacle: Option<String>,
}

impl Seen {
    fn of(puzzle: &dyn Puzzle) -> Seen {
        Seen {
            variants: puzzle.describe().variants,
            givens: puzzle.givens(),
            picture: text::draw(&puzzle.picture(None), text::Style::default()),
            obstacle: puzzle.describe().obstacle,
        }
    }
}

fn read(family: &Family, text: &str) -> Option<Seen> {
    let request = Request { board: Some(Source::new("board", text).into()), ..Request::default() };
    family
        .open(&request)
        .ok()
        .map(|opened| Seen::of(opened.as_puzzle().expect("a family with boards")))
}

// Ways of typing.

/// Separators between the cells of a row.
const APART: [&str; 7] = ["", " ", "  ", "\t", ",", ", ", ";"];

const BEFORE: [&str; 6] = ["", "  ", "\t", "    ", "\u{a0}", "growing"];

const QUOTES: [&str; 4] = ["", "\"", "'", "`"];

/// Texts after a row; `n` is its number in brackets. A symbol of the board is not among them, since
/// it makes a wider board.
const BEHIND: [&str; 11] =
    ["", "  ", "\t", ",", ";", " # a note", "  <- here", " row", "n", " x y", "|"];

/// Lines between rows and around them.
const BETWEEN: [&str; 5] = ["", "between", "blank between", "around", "blank around"];

const ENDS: [&str; 3] = ["\n", "\r\n", "\n at the last line none"];

/// Signs for an open cell instead of `.` or `?`; `cut` means blanks that an editor has removed.
const OPEN: [&str; 7] = ["", " ", "cut", "_", "-", "x", "?"];

/// Lines above or below the board that are not part of it.
const BEYOND: [&str; 6] =
    ["", "Puzzle 12", "Solved by Anna", "# Given by Anna", "# No 12 of 30", "1 2 3 4"];

/// One choice from each list, as indices.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    apart: usize,
    before: usize,
    quotes: usize,
    behind: usize,
    between: usize,
    end: usize,
    open: usize,
    beyond: usize,
}

impl Way {
    const LISTS: [usize; 8] = [
        APART.len(),
        BEFORE.len(),
        QUOTES.len(),
        BEHIND.len(),
        BETWEEN.len(),
        ENDS.len(),
        OPEN.len(),
        BEYOND.len(),
    ];

    fn of([apart, before, quotes, behind, between, end, open, beyond]: [usize; 8]) -> Way {
        Way { apart, before, quotes, behind, between, end, open, beyond }
    }

    fn alone_and_in_pairs() -> Vec<Way> {
        let mut ways = vec![Way::default()];
        for (first, &length) in Way::LISTS.iter().enumerate() {
            for choice in 1..length {
                let mut one = [0; 8];
                one[first] = choice;
                ways.push(Way::of(one));
                for (second, &length) in Way::LISTS.iter().enumerate().skip(first + 1) {
                    ways.extend((1..length).map(|other| {
                        let mut two = one;
                        two[second] = other;
                        Way::of(two)
                    }));
                }
            }
        }
        ways
    }

    fn at_random(random: &mut Random) -> Way {
        Way::of(Way::LISTS.map(|length| random.below(length)))
    }

    /// Returns whether a board in rows that is typed in this way has to be read, since it cannot be
    /// taken for another board.
    fn is_plain(self) -> bool {
        let packed_by_joined = self.quotes == 0 || APART[self.apart].trim().is_empty();
        ["", "  ", "\t"].contains(&BEHIND[self.behind])
            && (self.behind == 0 || APART[self.apart] != "\t")
            && (self.before == 0 || APART[self.apart] != "\t")
            && packed_by_joined
            && self.open == 0
            && [0, 3, 4].contains(&self.beyond)
    }
}

fn typed(board: &Board, way: Way, in_rows: bool) -> String {
    let mut lines = Vec::new();
    for line in board.text.lines() {
        let is_row = in_rows && !line.trim().is_empty() && !line.starts_with("# ");
        lines.push(if is_row {
            row(line, way, lines.len(), open_sign(board))
        } else {
            line.to_owned()
        });
        if !in_rows {
            let last = lines.last_mut().expect("pushed just now");
            *last = around(last, way, 1);
        }
    }
    match BETWEEN[way.between] {
        "between" => lines = lines.into_iter().flat_map(|line| [line, String::new()]).collect(),
        "blank between" => {
            lines = lines.into_iter().flat_map(|line| [line, "   ".into()]).collect()
        }
        "around" => lines = [vec![String::new()], lines, vec![String::new()]].concat(),
        "blank around" => lines = [vec!["   ".into()], lines, vec!["   ".into()]].concat(),
        _ => {}
    }
    match BEYOND[way.beyond] {
        "" => {}
        title if title.starts_with(['P', '#']) => lines.insert(0, title.to_owned()),
        text => lines.push(text.to_owned()),
    }
    match ENDS[way.end] {
        "\r\n" => lines.join("\r\n") + "\r\n",
        "\n" => lines.join("\n") + "\n",
        _ => lines.join("\n"),
    }
}

fn row(line: &str, way: Way, number: usize, open: char) -> String {
    let shown = |cell: char| match OPEN[way.open] {
        "cut" if cell == open => " ".to_owned(),
        sign if !["", "cut"].contains(&sign) && cell == open => sign.to_owned(),
        _ => cell.to_string(),
    };
    let each_quoted = way.quotes > 0 && APART[way.apart].contains(',');
    let quote = if each_quoted { QUOTES[way.quotes] } else { "" };
    let cells: Vec<String> =
        line.chars().map(|cell| format!("{quote}{}{quote}", shown(cell))).collect();
    let mut text = cells.join(APART[way.apart]);
    if OPEN[way.open] == "cut" {
        text.truncate(text.trim_end().len());
    }
    around(&text, Way { quotes: if each_quoted { 0 } else { way.quotes }, ..way }, number)
}

fn around(line: &str, way: Way, number: usize) -> String {
    let before = match BEFORE[way.before] {
        "growing" => " ".repeat(number),
        before => before.to_owned(),
    };
    let quote = QUOTES[way.quotes];
    let behind = match BEHIND[way.behind] {
        "n" => format!(" ({number})"),
        behind => behind.to_owned(),
    };
    format!("{before}{quote}{line}{quote}{behind}")
}

// Reading the typed boards.

#[derive(Default)]
pub struct Tally {
    boards: usize,
    pub read: usize,
    pub refused: usize,
}

impl Tally {
    pub fn of(boards: &[Board], random_ways: usize) -> Tally {
        let mut tally = Tally::default();
        let mut random = Random(17);
        for board in boards {
            tally.boards += 1;
            let right = read(board.family, &board.text);
            let right =
                right.unwrap_or_else(|| panic!("{} is a board:\n{}", board.name, board.text));
            let drawn = (0..random_ways).map(|_| Way::at_random(&mut random));
            for way in Way::alone_and_in_pairs().into_iter().chain(drawn) {
                tally.type_one(board, &right, way);
            }
        }
        tally
    }

    fn type_one(&mut self, board: &Board, right: &Seen, way: Way) {
        let in_rows = is_in_rows(board);
        let text = typed(board, way, in_rows);
        let blanks = [" ", "cut"].contains(&OPEN[way.open]);
        if blanks && text != board.text && text.lines().all(is_packed_or_comment) {
            // Without blanks, the rest is another board.
            return;
        }
        match read(board.family, &text) {
            Some(seen) => {
                assert_eq!(seen, *right, "{} as {way:?}:\n{text}", board.name);
                self.read += 1;
            }
            None => {
                let must = in_rows && way.is_plain() && has_open_sign_or_needs_none(board);
                assert!(!must, "{} as {way:?} is refused:\n{text}", board.name);
                self.refused += 1;
            }
        }
    }

    pub fn report(&self, what: &str) {
        let Tally { boards, read, refused } = self;
        println!(
            "{what}: {boards} boards typed {} times: {read} read right, {refused} refused",
            read + refused
        );
    }
}

/// Returns whether a line has no blank, and is no empty line, that could be an open cell.
fn is_packed_or_comment(line: &str) -> bool {
    line.starts_with("# ") || (!line.is_empty() && !line.contains(char::is_whitespace))
}

pub fn is_in_rows(board: &Board) -> bool {
    let text = board.text.trim_start();
    let other = ["[", "{", "param", "data", "ABC Path"].iter().any(|start| text.starts_with(start));
    let rows = || board.text.lines().filter(|line| !line.starts_with("# "));
    !other && !rows().any(|row| row.contains([' ', ',', '=']))
}

/// Returns whether blanks in a board cannot be open cells: it has another sign for these, or none
/// of its cells can be open.
fn has_open_sign_or_needs_none(board: &Board) -> bool {
    board.family.name == "queens" || board.text.contains(open_sign(board))
}

fn open_sign(board: &Board) -> char {
    if board.family.name == "three-in-a-row" { '.' } else { '?' }
}
