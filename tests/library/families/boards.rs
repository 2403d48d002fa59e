//! Small boards of every family: open ones of every size if a size makes a board, otherwise those
//! written here; and boards with given cells.

use quarrel::family::Family;
use quarrel::puzzle::{BoardProblem, Filling, OPEN, Request};

use super::candidates::{Scored, right_answers, spread_queens};
use crate::puzzles::{Random, board, open, sized};

const LONGEST_SIDE: usize = 4;

pub struct Case {
    pub family: &'static Family,
    pub request: Request,
    pub puzzle: BoardProblem,
    pub name: String,
}

impl Case {
    pub fn open(family: &'static Family, request: Request) -> Case {
        let puzzle = open(family, &request);
        let text = request.text().map_or("", |board| board.text());
        let size = puzzle.size();
        let name = format!("{} {size} {:?} {text:?}", family.name, request.variants);
        Case { family, request, puzzle, name }
    }

    pub fn has_several_counts(&self) -> bool {
        let model = self.puzzle.model(&self.family.formulations[0]).for_value(0);
        model.objective().is_some_and(|objective| objective.counts().len() > 1)
    }
}

/// Returns the small boards of a family in each of its variants.
pub fn cases(family: &'static Family) -> Vec<Case> {
    let mut cases = Vec::new();
    for request in requests(family) {
        if request.text().is_some_and(|board| board.text().starts_with("# stars")) {
            cases.push(Case::open(family, request));
            continue;
        }
        for variants in variants(family) {
            cases.push(Case::open(family, Request { variants, ..request.clone() }));
        }
    }
    cases
}

/// Returns lists of variants to test: none, and each variant alone, with some of its values if it
/// has any.
fn variants(family: &Family) -> Vec<Vec<(String, Option<usize>)>> {
    let mut choices = vec![Vec::new()];
    for variant in family.variants {
        let name = variant.name.to_owned();
        match &variant.value {
            None => choices.push(vec![(name, None)]),
            Some((_, range)) => {
                choices.extend(range.clone().take(3).map(|value| vec![(name.clone(), Some(value))]))
            }
        }
    }
    choices
}

pub fn requests(family: &Family) -> Vec<Request> {
    let sides = || 1..=LONGEST_SIDE;
    let sizes = sides().flat_map(|rows| sides().map(move |columns| format!("{rows}x{columns}")));
    let mut requests: Vec<Request> =
        sizes.map(|size| sized(&size, &[])).filter(|size| family.open(size).is_ok()).collect();
    requests.extend(texts(family).iter().map(|text| board(text, &[])));
    assert!(!requests.is_empty(), "{} is not tested: it needs boards here", family.name);
    requests
}

/// Returns the texts of boards that a size alone does not make.
fn texts(family: &Family) -> Vec<String> {
    match family.name {
        "queens" => regions(),
        "three-in-a-row" => signs(),
        "abc-path" => clues(),
        "abbott-window" => priced_windows(),
        _ => Vec::new(),
    }
}

/// Returns open windows with a price for each pane: random, symmetric from left to right, or equal.
fn priced_windows() -> Vec<String> {
    let mut random = Random(17);
    let mut windows = Vec::new();
    for (rows, columns) in [(1, 3), (2, 4), (3, 3), (4, 3)] {
        let open = vec![OPEN.to_string().repeat(columns); rows].join("\n");
        let drawn = numbers(&mut random, "prices", (rows, columns));
        windows.push(format!("{open}\n{drawn}"));
        if columns == 3 {
            let equal = "# prices 2 2 2\n".repeat(rows);
            let left = numbers(&mut random, "prices", (rows, 1));
            let mirrored = left.lines().map(|line| format!("{line} 4{}\n", &line[8..]));
            windows.push(format!("{open}\n{equal}"));
            windows.push(format!("{open}\n{}", mirrored.collect::<String>()));
        }
    }
    windows
}

/// Returns directives with a random number for each cell.
fn numbers(random: &mut Random, name: &str, (rows, columns): (usize, usize)) -> String {
    let mut line = || {
        let numbers = (0..columns).map(|_| {
            let number = random.below(12);
            if number < 4 { format!(" -{number}") } else { format!(" {number}") }
        });
        format!("# {name}{}\n", numbers.collect::<String>())
    };
    (0..rows).map(|_| line()).collect()
}

/// Returns boards of regions: random ones, connected or not, too many and too few; and boards with
/// two queens per row, each with one hidden answer.
fn regions() -> Vec<String> {
    let mut random = Random(7);
    let mut boards = vec!["A".to_owned(), "AA\nAA".to_owned()];
    for (n, connected) in
        [(2, true), (3, true), (3, false), (4, true), (4, false), (5, true), (5, false)]
    {
        for _ in 0..4 {
            let letters = if connected { grown(&mut random, n) } else { scattered(&mut random, n) };
            boards.push(in_rows(&letters, n));
        }
    }
    boards.push("AABB\nAABB\nCCCC\nCCCC".to_owned());
    boards.push("ABCD\nEABC\nDEAB\nCDEA".to_owned());
    // The answer has a queen in each region: .Q.. over ...Q over Q... over ..Q.
    boards.push("AAAB\nACCB\nCCDB\nCDDD".to_owned());
    let answers = spread_queens(8, 2);
    boards.extend((0..3).map(|_| format!("# stars 2\n{}", two_each(&mut random, &answers))));
    let priced: Vec<String> =
        boards.iter().step_by(6).chain(boards.last()).map(|board| priced(board)).collect();
    boards.extend(priced);
    boards
}

fn priced(board: &str) -> String {
    let mut random = Random(board.len() as u64);
    let n = board.lines().last().map_or(0, |row| row.len());
    format!("{board}\n{}", numbers(&mut random, "costs", (n, n)))
}

fn grown(random: &mut Random, n: usize) -> Vec<usize> {
    let mut regions = vec![usize::MAX; n * n];
    for region in 0..n {
        let free: Vec<usize> = (0..n * n).filter(|&at| regions[at] == usize::MAX).collect();
        regions[free[random.below(free.len())]] = region;
    }
    while regions.contains(&usize::MAX) {
        let (at, next) = (random.below(n * n), random.below(n * n));
        let (rows, columns) = ((at / n).abs_diff(next / n), (at % n).abs_diff(next % n));
        if rows + columns == 1 && regions[at] != usize::MAX && regions[next] == usize::MAX {
            regions[next] = regions[at];
        }
    }
    regions
}

fn scattered(random: &mut Random, n: usize) -> Vec<usize> {
    let cells = (0..n * n).map(|at| if at < n { at } else { random.below(n) });
    let mut regions: Vec<usize> = cells.collect();
    shuffle(random, &mut regions);
    regions
}

/// Draws eight regions on a board with two queens per row; each region has two queens of an answer.
fn two_each(random: &mut Random, answers: &[Filling]) -> String {
    let answer = &answers[random.below(answers.len())];
    let mut pairs: Vec<usize> = (0..16).map(|place| place / 2).collect();
    shuffle(random, &mut pairs);
    let regions: Vec<usize> = answer
        .iter()
        .map(|(_, &symbol)| match symbol {
            'Q' => pairs.pop().expect("sixteen queens"),
            _ => random.below(8),
        })
        .collect();
    in_rows(&regions, 8)
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for end in (2..=items.len()).rev() {
        items.swap(end - 1, random.below(end));
    }
}

fn in_rows(regions: &[usize], n: usize) -> String {
    let letter = |&region: &usize| char::from(b'A' + u8::try_from(region).expect("few regions"));
    let rows: Vec<String> =
        regions.chunks(n).map(|row| row.iter().map(letter).collect::<String>()).collect();
    rows.join("\n")
}

fn signs() -> Vec<String> {
    let mut random = Random(11);
    let mut boards = Vec::new();
    for (rows, columns) in [(2, 2), (2, 4), (3, 3), (4, 4), (4, 4), (4, 4)] {
        let mut text = vec![".".repeat(columns); rows].join("\n");
        for _ in 0..3 {
            let (row, column) = (random.below(rows), random.below(columns));
            let (down, right) = if random.below(2) == 0 { (1, 0) } else { (0, 1) };
            if row + down < rows && column + right < columns {
                let sign = ["eq", "ne"][random.below(2)];
                let cell = |row: usize, column: usize| format!("r{}c{}", row + 1, column + 1);
                let [one, other] = [cell(row, column), cell(row + down, column + right)];
                text.push_str(&format!("\n# {sign} {one} {other}"));
            }
        }
        boards.push(text);
    }
    boards
}

/// Returns 4 × 4 boards in AMPL with the clues of a king's random path, and one with a wrong clue.
fn clues() -> Vec<String> {
    const SIDE: usize = 4;
    let mut random = Random(13);
    let mut boards: Vec<String> = Vec::new();
    for wrong in [false, true] {
        let mut path = walk(&mut random, SIDE);
        let start = path[0];
        if wrong {
            path.reverse();
        }
        let (row, column) = (start / SIDE + 1, start % SIDE + 1);
        let mut text = format!(
            "param m := {SIDE};\nparam Ar := {row};\nparam Ac := {column};\nparam clue :=\n"
        );
        for (letter, &at) in path.iter().enumerate().skip(1) {
            for other in line_through(&mut random, at, SIDE) {
                let (row, column) = (other / SIDE + 1, other % SIDE + 1);
                text.push_str(&format!("[{},{row},{column}] 1\n", letter + 1));
            }
        }
        boards.push(text + ";\n");
    }
    boards
}

fn line_through(random: &mut Random, at: usize, n: usize) -> Vec<usize> {
    let all = || 0..n * n;
    match random.below(3) {
        0 => all().filter(|other| other / n == at / n).collect(),
        1 => all().filter(|other| other % n == at % n).collect(),
        _ if at / n == at % n => all().filter(|other| other / n == other % n).collect(),
        _ if at / n + at % n == n - 1 => {
            all().filter(|other| other / n + other % n == n - 1).collect()
        }
        _ => all().filter(|other| other / n == at / n).collect(),
    }
}

fn walk(random: &mut Random, n: usize) -> Vec<usize> {
    loop {
        let mut path = vec![random.below(n * n)];
        loop {
            let last = path[path.len() - 1];
            let near = |next: &usize| {
                (last / n).abs_diff(next / n) <= 1 && (last % n).abs_diff(next % n) <= 1
            };
            let free: Vec<usize> =
                (0..n * n).filter(near).filter(|next| !path.contains(next)).collect();
            if free.is_empty() {
                break;
            }
            path.push(free[random.below(free.len())]);
        }
        if path.len() == n * n {
            return path;
        }
    }
}

/// Returns the same puzzle with some cells given: in turn those of a right answer, and those of
/// another with one cell changed, which may leave no answer.
pub fn with_givens(case: &Case, right: &[Scored]) -> Vec<Case> {
    let mut random = Random(right.len() as u64);
    let plain = case.request.board.is_none();
    if case.puzzle.givens().iter().any(|(_, given)| given.is_some()) || right.is_empty() {
        return Vec::new();
    }
    let mut cases = Vec::new();
    for changed in [false, true, false, true] {
        let (answer, _) = &right[random.below(right.len())];
        let mut shown = answer.clone();
        let cells: Vec<_> = answer.size().cells().collect();
        for &at in &cells {
            if random.below(3) > 0 {
                shown[at] = OPEN;
            }
        }
        if changed {
            let symbols: Vec<char> = case.family.symbols.chars().take(cells.len()).collect();
            shown[cells[random.below(cells.len())]] = symbols[random.below(symbols.len())];
        }
        let text = match (case.request.text(), plain) {
            (Some(board), _) if case.family.name == "queens" => directives(board.text(), &shown),
            (Some(board), _) if case.family.name == "abbott-window" => {
                let prices = board.text().lines().filter(|line| line.starts_with("# prices"));
                let rows = shown.to_rows();
                rows.iter().map(String::as_str).chain(prices).collect::<Vec<_>>().join("\n")
            }
            (None, true) => shown.to_rows().join("\n"),
            _ => continue,
        };
        let variants = case.request.variants.clone();
        cases.push(Case::open(case.family, Request { variants, ..board(&text, &[]) }));
    }
    cases
}

/// Returns a board of regions with its queens given and its cells blocked.
fn directives(text: &str, shown: &Filling) -> String {
    let mut text = text.to_owned();
    for (at, &symbol) in shown.iter() {
        match symbol {
            OPEN => {}
            'Q' => text.push_str(&format!("\n# given queen r{}c{}", at.row + 1, at.column + 1)),
            _ => text.push_str(&format!("\n# blocked r{}c{}", at.row + 1, at.column + 1)),
        }
    }
    text
}

/// The number of boards without an answer to find for each family.
const WITHOUT_ANSWERS: usize = 8;

/// Returns boards of a family with an objective whose givens admit no answer: the first ones found
/// among random symbols and open cells.
pub fn without_answers(family: &'static Family) -> Vec<Case> {
    let mut random = Random(11);
    let mut found = Vec::new();
    for _ in 0..400 {
        let (rows, columns) = (1 + random.below(3), 2 + random.below(3));
        let symbols: Vec<char> = family.symbols.chars().chain([OPEN]).collect();
        let mut row = || (0..columns).map(|_| symbols[random.below(symbols.len())]).collect();
        let text = (0..rows).map(|_| row()).collect::<Vec<String>>().join("\n");
        let request = board(&text, &[]);
        let Ok(opened) = family.open(&request) else { continue };
        if opened.as_problem().goal().is_none() {
            return Vec::new();
        }
        let case = Case::open(family, request);
        if right_answers(&case, 2_000_000).is_some_and(|right| right.is_empty()) {
            found.push(case);
        }
        if found.len() == WITHOUT_ANSWERS {
            break;
        }
    }
    found
}
