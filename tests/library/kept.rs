//! Checks boards as other programs and people keep them: cells by coordinates, arrays of MiniZinc,
//! facts, frames, signs drawn with letters. Each board is compared with the same board in rows,
//! and a damaged text is refused at its place.

use fastrand::Rng;
use quarrel::picture::text;
use quarrel::puzzle::{BoardProblem, Puzzle, Request};
use quarrel::puzzles::FAMILIES;
use quarrel::source::{Input, Source};

use crate::puzzles::count;

fn request(name: &str, text: &str) -> Request {
    Request {
        board: Some(Source::new("board", text).into()),
        called: Some(name.to_owned()),
        ..Request::default()
    }
}

fn open(name: &str, text: &str) -> Result<BoardProblem, String> {
    let family = quarrel::family::find_family(FAMILIES, name).expect("a name of a family");
    let opened = family.open(&request(name, text)).map_err(|refusal| refusal.to_string())?;
    Ok(opened.into_puzzle().expect("a family with boards"))
}

/// Returns all that a board says: variants, given cells, its picture with walls and signs.
fn said(puzzle: &dyn Puzzle) -> String {
    let givens = puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect::<String>();
    let drawn = text::draw(&puzzle.picture(None), text::Style::default());
    // Regions and symbols may have other names, and wider ones. Only the walls and the signs
    // between cells count.
    let is_between = |c: &char| matches!(c, '\u{2500}'..='\u{257f}' | '=' | '×');
    let mut between: Vec<char> = drawn.chars().filter(is_between).collect();
    between.dedup_by(|next, before| next == before && matches!(next, '━' | '─'));
    let between = String::from_iter(between);
    format!("{:?} {givens} {between}", puzzle.describe().variants)
}

fn same(name: &str, text: &str, plain: &str) {
    let [one, other] = [text, plain]
        .map(|text| open(name, text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}")));
    assert_eq!(said(&*one), said(&*other), "{text}\nis not\n{plain}");
}

fn answers(name: &str, text: &str) -> u64 {
    let family = quarrel::family::find_family(FAMILIES, name).expect("a name of a family");
    let puzzle = open(name, text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    count(&puzzle, &family.formulations[0], None)
}

const REGIONS: [&str; 5] = ["BBBAA", "BBBBA", "DDECA", "DDECE", "DDEEE"];

const CELLS: &str = "..1...\n......\n0..0..\n......\n.....0\n......\n";
const SIGNS: &str = "# eq r3c5 r4c5\n# eq r5c2 r6c2\n# eq r1c1 r2c1\n# ne r4c3 r5c3\n\
    # ne r6c4 r6c5\n# ne r2c2 r2c3\n# ne r4c6 r5c6\n# ne r5c5 r6c5\n# ne r6c2 r6c3\n\
    # ne r3c3 r3c4\n# ne r2c2 r3c2\n# ne r1c2 r1c3\n";

/// Nine boards that others keep in nine ways, each with exactly one answer.
#[test]
fn boards_of_others_have_their_one_answer() {
    let given = "{\"game\": \"queens\", \"n\": 7, \"raw\": \"a,b\", \"num_stars_per_region\": 1, \"regions\": [[0,0,0,0,2,2,2],[0,0,0,1,2,2,2],\
        [3,3,3,3,3,2,2],[3,3,3,3,3,2,2],[4,3,3,3,3,2,2],[4,4,3,3,3,5,5],[4,3,3,6,6,5,5]],\
        \"givens\": {\"queens\": [], \"blocked\": []}}";
    let signs = "{\"game\": \"tango\", \"number\": null, \"grid_size\": [6, 6],\n\
        \"symbols\": [[0,2,\"M\"],[2,0,\"S\"],[2,3,\"S\"],[4,5,\"S\"]],\n\
        \"walls\": [[[2,4],[3,4],\"=\"],[[4,1],[5,1],\"=\"],[[0,0],[1,0],\"=\"],\
        [[3,2],[4,2],\"x\"],[[5,3],[5,4],\"x\"],[[1,1],[1,2],\"x\"],[[3,5],[4,5],\"x\"],\
        [[4,4],[5,4],\"x\"],[[5,1],[5,2],\"x\"],[[2,2],[2,3],\"x\"],[[1,1],[2,1],\"x\"],\
        [[0,1],[0,2],\"x\"]]}";
    for (name, text, plain) in [
        (
            "queens",
            "6\n1\nAAACCC\nBAAACC\nEEDDDC\nEEDDDF\nEEEEDF\nEEEEFF\n",
            "AAACCC\nBAAACC\nEEDDDC\nEEDDDF\nEEEEDF\nEEEEFF\n".to_owned(),
        ),
        ("queens", &groups(&REGIONS.map(String::from), 0, "named"), REGIONS.join("\n")),
        (
            "queens",
            given,
            "0000222\n0001222\n3333322\n3333322\n4333322\n4433355\n4336655\n".to_owned(),
        ),
        ("tango", signs, format!("{CELLS}{SIGNS}")),
        (
            "takuzu",
            "G_6x6_A = [\n [3,1,3,3,3,3],\n [0,3,3,3,3,3],\n [3,3,3,3,3,1],\n [3,3,3,0,3,3],\n \
             [3,3,0,3,3,0],\n [3,3,3,1,1,3]\n]\n",
            ".1....\n0.....\n.....1\n...0..\n..0..0\n...11.\n".to_owned(),
        ),
        (
            "takuzu",
            "T 6 6\n.OO.X.\n......\n.XX...\n...X.O\nO.....\nO..O..\n",
            ".00.1.\n......\n.11...\n...1.0\n0.....\n0..0..\n".to_owned(),
        ),
        (
            "takuzu",
            "| 1    |\n|  11  |\n|  0   |\n|      |\n|  11 1|\n|1   0 |\n",
            ".1....\n..11..\n..0...\n......\n..11.1\n1...0.\n".to_owned(),
        ),
        (
            "takuzu",
            "<Legup version=\"2.0.0\">\n<puzzle name=\"Binary\" tag=\"6x6 A\">\n<board height=\"6\" \
             width=\"6\">\n<cells>\n<cell value=\"0\" x=\"0\" y=\"0\"/>\n<cell value=\"0\" x=\"3\" \
             y=\"1\"/>\n<cell value=\"0\" x=\"4\" y=\"1\"/>\n<cell value=\"1\" x=\"0\" y=\"2\"/>\n\
             <cell value=\"0\" x=\"3\" y=\"2\"/>\n<cell value=\"0\" x=\"1\" y=\"3\"/>\n<cell \
             value=\"0\" x=\"4\" y=\"3\"/>\n<cell value=\"0\" x=\"4\" y=\"4\"/>\n</cells>\n\
             </board>\n</puzzle>\n<solved isSolved=\"false\" lastSaved=\"--\"/>\n</Legup>\n",
            "0.....\n...00.\n1..0..\n.0..0.\n....0.\n......\n".to_owned(),
        ),
        (
            "queens",
            "num_stars = 1;\ndim = 7;\nsectors = [|2,2,2,2,3,3,1\n|2,2,2,2,3,3,1\n|2,2,2,3,3,3,3\n\
             |2,2,2,4,6,3,3\n|5,5,2,6,6,3,3\n|5,5,5,6,6,6,6\n|7,6,6,6,6,6,6|];\n",
            "2222331\n2222331\n2223333\n2224633\n5526633\n5556666\n7666666\n".to_owned(),
        ),
    ] {
        same(name, text, &plain);
        assert_eq!([text, &plain].map(|text| answers(name, text)), [1, 1], "{text}");
    }
}

/// Divides a square into as many connected regions as it has rows, as rows of letters.
fn random_regions(side: usize, random: &mut Rng) -> Vec<String> {
    let mut cells = vec![vec!['.'; side]; side];
    for region in (b'A'..).take(side) {
        loop {
            let [row, column] = [random.usize(..side), random.usize(..side)];
            if cells[row][column] == '.' {
                cells[row][column] = char::from(region);
                break;
            }
        }
    }
    while cells.iter().flatten().any(|cell| *cell == '.') {
        let [row, column] = [random.usize(..side), random.usize(..side)];
        let (down, right) = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)][random.usize(..4)];
        let (other, next) = (row.wrapping_add(down), column.wrapping_add(right));
        if other < side && next < side && cells[row][column] == '.' {
            cells[row][column] = cells[other][next];
        }
    }
    cells.iter().map(|row| row.iter().collect()).collect()
}

fn cells_of(rows: &[String], region: char) -> Vec<(usize, usize)> {
    let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
        let here = cells.chars().enumerate().filter(move |(_, cell)| *cell == region);
        here.map(move |(column, _)| (row, column))
    });
    cells.collect()
}

fn names(rows: &[String]) -> Vec<char> {
    let mut names: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Writes regions as lists of cells in JSON.
fn groups(rows: &[String], first: usize, style: &str) -> String {
    let cell = |(row, column): (usize, usize)| {
        let (row, column) = (row + first, column + first);
        match style {
            "objects" => format!("{{\"row\": {row}, \"col\": {column}}}"),
            "points" => format!("{{\"x\": {column}, \"y\": {row}}}"),
            "strings" => format!("\"{row},{column}\""),
            _ => format!("[{row}, {column}]"),
        }
    };
    let list = |region: char| {
        let cells: Vec<String> = cells_of(rows, region).into_iter().map(cell).collect();
        format!("[{}]", cells.join(", "))
    };
    let side = rows.len();
    let regions: Vec<String> = match style {
        "named" => names(rows).iter().map(|c| format!("\"region{c}\": {}", list(*c))).collect(),
        "records" => names(rows)
            .iter()
            .map(|c| format!("{{\"id\": \"{c}\", \"cells\": {}}}", list(*c)))
            .collect(),
        _ => names(rows).iter().map(|c| list(*c)).collect(),
    };
    let regions = regions.join(",\n ");
    match style {
        "named" => format!("{{\"size_of_board\": {side}, \"region\": {{{regions}}}}}"),
        "records" => format!(
            "{{\"puzzle\": {{\"rows\": {side}, \"cols\": {side},\n \"regions\": [{regions}]}}, \"meta\": {{\"a\": [1]}}}}"
        ),
        "bare" => format!("[{regions}]"),
        _ => format!("{{\"areas\": [{regions}], \"solution\": [[0, 0]]}}"),
    }
}

const JSON: [&str; 7] = ["lists", "named", "records", "objects", "points", "strings", "bare"];

/// Writes regions as a list of cells with their regions, one in each statement.
fn one_by_one(rows: &[String], first: usize, style: &str) -> String {
    let side = rows.len();
    let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
        cells.chars().enumerate().map(move |(column, name)| (row, column, name))
    });
    let cell = |(row, column, name): (usize, usize, char)| {
        let (row, column, number) = (row + first, column + first, u32::from(name) - 64);
        let name = name.to_lowercase();
        match style {
            "facts" => format!("region({row},{column},{name})."),
            "region first" => format!("cell({name}, {row}, {column})."),
            "tuples" => format!("in(({row},{column}),\"{name}\")."),
            "lines" => format!("{row} {column} {number}"),
            "json" => format!("{{\"row\": {row}, \"col\": {column}, \"region\": {number}}}"),
            "keys" => format!("\"{row},{column}\": \"{name}\""),
            "triples" => format!("[{row}, {column}, \"{name}\"]"),
            _ => panic!("no style {style}"),
        }
    };
    let all: Vec<String> = cells.map(cell).collect();
    match style {
        "facts" | "region first" | "tuples" => format!("% a board\n{}\n", all.join("\n")),
        "lines" => format!("{side}\n{}\n", all.join("\n")),
        "keys" => format!("{{\"size\": {side}, \"board\": {{{}}}}}", all.join(",\n")),
        _ => format!("{{\"n\": {side}, \"cells\": [{}]}}", all.join(",\n")),
    }
}

const ONE_BY_ONE: [&str; 7] =
    ["facts", "region first", "tuples", "lines", "json", "keys", "triples"];

/// Writes regions as numbers of cells and their coordinates.
fn counted(rows: &[String], first: usize, head: &str) -> String {
    let mut text = format!("{}{head}\n", rows.len());
    for name in names(rows) {
        let cells = cells_of(rows, name);
        text += &format!("{}\n", cells.len());
        for (row, column) in cells {
            text += &format!("{} {}\n", row + first, column + first);
        }
    }
    text
}

fn in_minizinc(rows: &[String], style: usize) -> String {
    let side = rows.len();
    let row = |row: &String| {
        row.chars().map(|name| (u32::from(name) - 64).to_string()).collect::<Vec<_>>().join(", ")
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    match style {
        0 => format!("n = {side};\nregions = [| {} |];\n", rows.join("\n | ")),
        1 => format!("% mine\nr = [|{}|]; % end\nstars = 1;\n", rows.join(",|")),
        _ => format!(
            "int: n = {side};\narray[1..n, 1..n] of int: r = array2d(1..n, 1..n, [{}]);\n",
            rows.join(", ")
        ),
    }
}

fn in_legup(rows: &[String]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<Legup version=\"2.0.0\">\n<puzzle name=\"StarBattle\">\n<board size=\"{}\">\n",
        rows.len()
    );
    for name in names(rows) {
        text += "<region>\n<cells>\n";
        for (row, column) in cells_of(rows, name) {
            text += &format!("<cell value=\"0\" x=\"{column}\" y=\"{row}\"/>\n");
        }
        text += "</cells>\n</region>\n";
    }
    text + "</board>\n</puzzle>\n</Legup>\n"
}

fn all_forms(rows: &[String]) -> Vec<String> {
    let mut forms = vec![in_legup(rows)];
    for first in [0, 1] {
        forms.extend(JSON.map(|style| groups(rows, first, style)));
        forms.extend(ONE_BY_ONE.map(|style| one_by_one(rows, first, style)));
        forms.extend(["", " 1"].map(|head| counted(rows, first, head)));
    }
    forms.extend([0, 1, 2].map(|style| in_minizinc(rows, style)));
    forms
}

#[test]
fn regions_by_coordinates_are_the_regions_in_rows() {
    let mut random = Rng::with_seed(53);
    for side in [4, 5, 6, 7] {
        for _ in 0..3 {
            let rows = random_regions(side, &mut random);
            for text in all_forms(&rows) {
                same("queens", &text, &rows.join("\n"));
            }
        }
    }
}

/// Damages a text in one line or number, such that no board is left.
fn damaged(text: &str, random: &mut Rng) -> String {
    let numbers: Vec<(usize, &str)> = text
        .match_indices(|c: char| c.is_ascii_digit())
        .filter(|(at, _)| {
            let is_digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_alphanumeric);
            *at == 0 || !is_digit(text.as_bytes().get(at - 1))
        })
        .map(|(at, _)| {
            let rest = &text[at..];
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (at, &rest[..end])
        })
        .collect();
    let (at, number) = numbers[random.usize(..numbers.len())];
    let value: usize = number.parse().expect("digits");
    let other = [value + 1, value + 20, value.wrapping_sub(1)][random.usize(..3)];
    let other = if other > 1000 { value + 7 } else { other };
    format!("{}{other}{}", &text[..at], &text[at + number.len()..])
}

/// A text with one wrong number is refused at its place. If it is a board after all, because the
/// number was the name of a region, the board differs from the right one in this cell alone.
#[test]
fn a_wrong_number_is_refused_and_never_moves_another_cell() {
    let mut random = Rng::with_seed(7);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..12 {
        let rows = random_regions(5, &mut random);
        for text in all_forms(&rows) {
            let text = damaged(&text, &mut random);
            match open("queens", &text) {
                Err(refusal) => {
                    assert!(refusal.starts_with("board:"), "{refusal}\n{text}");
                    refused += 1;
                }
                Ok(puzzle) => {
                    let is_name = text.contains("cells = ")
                        || text.contains("|")
                        || text.contains("array2d")
                        || text.contains("region\": ")
                        || text.lines().nth(1).is_some_and(|line| line.split(' ').count() == 3)
                        || said(&*puzzle)
                            == said(&*open("queens", &rows.join("\n")).expect("rows"));
                    let other_stars = puzzle.describe().variants != Vec::<String>::new();
                    assert!(is_name || other_stars, "{text}");
                    read += 1;
                }
            }
        }
    }
    assert!(refused > 250 && refused > 3 * read, "{refused} refused, {read} read");
}

/// Each damage with the first words of its refusal.
#[test]
fn damaged_lists_of_cells_are_refused_at_their_place() {
    let lists = "{\"size\": 2, \"regions\": [[[0,0],[0,1]], [[1,0],[1,1]]]}";
    let with = |from: &str, to: &str| lists.replacen(from, to, 1);
    let tango =
        "{\"size\": 4, \"givens\": [[0,0,1],[0,3,1],[3,3,0]], \"walls\": [[[0,1],[0,2],\"=\"]]}";
    let other = |from: &str, to: &str| tango.replacen(from, to, 1);
    let facts = "size(2).\nr(0,0,a). r(0,1,a).\nr(1,0,b). r(1,1,b).\n";
    let fact = |from: &str, to: &str| facts.replacen(from, to, 1);
    let lines = "3\n2\n0 0\n0 1\n4\n0 2\n1 0\n1 1\n1 2\n3\n2 0\n2 1\n2 2\n";
    let line = |from: &str, to: &str| lines.replacen(from, to, 1);
    let xml = in_legup(&["AB", "AB"].map(String::from));
    let cell = |from: &str, to: &str| xml.replacen(from, to, 1);
    let array = "n = 2;\nr = [| 1, 2 | 1, 2 |];\n";
    let item = |from: &str, to: &str| array.replacen(from, to, 1);
    for (name, text, refusal) in [
        ("queens", with("[0,1]", "[0,0]"), "board:1:32: row 1, column 1 a second time"),
        ("queens", with(",[0,1]", ""), "row 1, column 2 is not listed"),
        ("queens", with("[0,1]", "[0,2]"), "board:1:32: `[0,2]` is outside of the 2x2 board"),
        ("queens", with("[1,1]", "[2,2]"), "`[2,2]` is outside of the 2x2 board"),
        ("queens", with("[0,1]", "[0]"), "board:1:32: `[0]` among cells"),
        ("queens", with("[0,1]", "[0,\"a\"]"), "`[0,\"a\"]` among cells"),
        ("queens", with("[0,1]", "[0,-1]"), "`[0,-1]` among cells"),
        ("queens", with("\"size\": 2", "\"size\": 3"), "row 1, column 3 is not listed"),
        ("queens", with("\"size\": 2", "\"size\": 2000"), "board:1:10: "),
        ("queens", with("\"size\": 2", "\"cages\": [[9]]"), "an object with `cages` and `regions`"),
        (
            "queens",
            with("\"size\": 2", "\"queens\": [[0,0],[1,1]]"),
            "2 queens, which can be the solution",
        ),
        ("queens", with("\"size\": 2", "\"queens\": [[0,9]]"), "`[0,9]` is outside of the 2x2"),
        ("queens", with("\"size\": 2", "\"queens\": \"r1c1\""), "looks like a directive"),
        ("queens", with("\"size\": 2", "\"queens\": [0]"), "`queens` as a list of cells"),
        ("queens", with("\"size\": 2", "\"givens\": {\"a\": [[0,0]]}"), "`a` within given cells"),
        ("queens", with("\"size\": 2", "\"base\": 1"), "`[0,0]` is outside of the 2x2 board"),
        ("queens", with("\"size\": 2", "\"base\": 2"), "0 or 1, the number of the first row"),
        (
            "queens",
            with("regions", "solution"),
            "an array of rows, or an object with such an array",
        ),
        ("queens", "[[[0,0],[0,1]],[[1,0],[1,2]]]".to_owned(), "`[1,2]` is outside of the 2x2"),
        ("tango", other("[3,3,0]", "[0,0,1]"), "row 1, column 1 a second time"),
        ("tango", other("[3,3,0]", "[4,3,0]"), "`[4,3,0]` is outside of the 4x4 board"),
        ("tango", other("[3,3,0]", "[3,3]"), "`[3,3]` among cells"),
        ("tango", other("[3,3,0]", "[3,3,\"Q\"]"), "unknown symbol `Q`"),
        ("tango", other("\"size\": 4, ", ""), "cells by coordinates, but no size of the board"),
        ("tango", other("\"=\"", "\"?\""), "is no sign between two cells"),
        ("tango", other("[0,2]", "[1,2]"), "two cells that share a side"),
        ("tango", other("[[0,1],[0,2],\"=\"]", "[[0,1],[0,2]]"), "is no sign between two cells"),
        (
            "tango",
            other("[0,0,1],[0,3,1]", "[1,1,1]").replace("[0,", "[1,"),
            "can count from 0 or from 1",
        ),
        (
            "queens",
            "{\"rows\": [\"AAA\", \"BBB\", \"CCC\"], \"blocked\": [[1, 2]]}".to_owned(),
            "expected `\"base\": 0` or `\"base\": 1` beside the cells, or a line `# from 0`",
        ),
        (
            "queens",
            "{\"regions\": {\"a\": [\"A1\", \"B1\"], \"b\": [\"A2\", \"B2\"]}}".to_owned(),
            "board:1:20: the cell `A1`, whose row is counted from the top in a spreadsheet",
        ),
        (
            "queens",
            "{\"a\": [\"A1\", \"B1\"], \"b\": [\"A2\", \"B2\"]}".to_owned(),
            "board:1:8: the cell `A1`, whose row",
        ),
        (
            "queens",
            "{\"rows\": [\"AB\", \"AB\"], \"blocked\": [\"a2\"]}".to_owned(),
            "the cell `a2`, whose row",
        ),
        ("queens", "{\"rows\": [ ]}".to_owned(), "board:1:10: an array `[ ]`"),
        ("tango", other("\"walls\"", "\"wires\""), "`\"=\"` among cells"),
        ("tango", other("\"walls\"", "\"stars\""), "`\"=\"` among cells"),
        (
            "tango",
            "{\"size\": 4, \"regions\": [[[0,0]],[[3,3]]]}".to_owned(),
            "a list of cells without a symbol",
        ),
        ("tango", "4\n1\n0 0\n1\n3 3\n".to_owned(), "lists of cells without symbols"),
        ("queens", fact("r(1,1,b)", "r(1,0,b)"), "row 2, column 1 a second time"),
        ("queens", fact(" r(1,1,b).", ""), "row 2, column 2 is not listed"),
        ("queens", fact("r(1,1,b)", "r(1,2,b)"), "`1,2` is outside of the 2x2 board"),
        ("queens", fact("r(1,1,b)", "s(1,1,b)"), "`r` and `s` for cells"),
        (
            "queens",
            fact("r(1,1,b).", "r(1,1,b) :- a."),
            "board:3:11: a program of clingo with rules",
        ),
        ("queens", fact("r(1,1,b).", "r(1,1,b)"), "expected `.` at the end of the fact"),
        ("queens", fact("size(2).", "colour(2)."), "the fact `colour`, whose meaning is not known"),
        ("queens", line("2 2\n", "2 1\n"), "row 3, column 2 a second time"),
        ("queens", line("3\n2 0", "4\n2 0"), "3 lines after this number"),
        ("queens", line("0 2\n", "0 2 1\n"), "board:6:1: a line with 3 words"),
        ("queens", cell("x=\"1\"", "x=\"2\""), "outside of the 2x2 board"),
        ("queens", cell("value=\"0\"", "value=\"7\""), "the value 7 of a cell"),
        (
            "queens",
            cell("StarBattle", "Nurikabe"),
            "the puzzle `Nurikabe`; expected a puzzle `StarBattle`",
        ),
        ("queens", cell("</cells>", ""), "no XML: "),
        ("queens", cell("x=\"1\" ", ""), "`cell` without `x`"),
        ("queens", item("n = 2", "n = 3"), "`n` is 3"),
        ("queens", item("1, 2 |]", "1 |]"), "row 2 has 1 cell"),
        ("queens", item("2 |]", "2 ]"), "an array without `|]` at its end"),
        ("queens", item("n = 2", "s = [| 1 |]"), "`r`, besides `s`"),
    ] {
        let found = open(name, &text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(found.starts_with("board:") && found.contains(refusal), "{found}\n{text}");
    }
}

type Cell = (usize, usize);

/// A random board of 6 × 6 with given cells and signs; the signs have the cells and whether they
/// are equal.
fn random_tango(random: &mut Rng) -> (Vec<String>, Vec<(Cell, Cell, bool)>) {
    let cell = |random: &mut Rng| ['.', '.', '.', '0', '1'][random.usize(..5)];
    let rows = (0..6).map(|_| (0..6).map(|_| cell(random)).collect()).collect();
    let mut signs: Vec<(Cell, Cell, bool)> = Vec::new();
    for _ in 0..6 {
        let (row, column) = (random.usize(..5), random.usize(..5));
        let other = if random.bool() { (row + 1, column) } else { (row, column + 1) };
        if signs.iter().all(|(one, next, _)| (*one, *next) != ((row, column), other)) {
            signs.push(((row, column), other, random.bool()));
        }
    }
    (rows, signs)
}

fn in_rows(rows: &[String], signs: &[(Cell, Cell, bool)]) -> String {
    let lines = signs.iter().map(|(one, other, is_equal)| {
        let name = if *is_equal { "eq" } else { "ne" };
        format!("# {name} r{}c{} r{}c{}\n", one.0 + 1, one.1 + 1, other.0 + 1, other.1 + 1)
    });
    format!("{}\n{}", rows.join("\n"), lines.collect::<String>())
}

fn tango_by_coordinates(
    rows: &[String],
    signs: &[(Cell, Cell, bool)],
    first: usize,
    style: usize,
) -> String {
    let given: Vec<(Cell, char)> = ['0', '1']
        .into_iter()
        .flat_map(|symbol| cells_of(rows, symbol).into_iter().map(move |cell| (cell, symbol)))
        .collect();
    let at = |(row, column): Cell| (row + first, column + first);
    let join = |all: Vec<String>| all.join(", ");
    let pairs = |is_wanted: bool, show: &dyn Fn(Cell, Cell) -> String| {
        let pairs = signs.iter().filter(|(.., is_equal)| *is_equal == is_wanted);
        join(pairs.map(|(one, other, _)| show(at(*one), at(*other))).collect())
    };
    let pair = |(r, c): Cell, (s, d): Cell| format!("[[{r},{c}],[{s},{d}]]");
    match style {
        0 => {
            let given = given.iter().map(|(cell, symbol)| {
                let (row, column) = at(*cell);
                format!("[{row},{column},\"{}\"]", if *symbol == '0' { 'S' } else { 'M' })
            });
            let signs = signs.iter().map(|(one, other, is_equal)| {
                let ((r, c), (s, d)) = (at(*one), at(*other));
                format!("[[{r},{c}],[{s},{d}],\"{}\"]", if *is_equal { "=" } else { "×" })
            });
            format!(
                "{{\"size\": 6, \"symbols\": [{}], \"edges\": [{}]}}",
                join(given.collect()),
                join(signs.collect())
            )
        }
        1 => {
            let given = given.iter().map(|(cell, symbol)| {
                let (row, column) = at(*cell);
                format!("{{\"x\": {column}, \"y\": {row}, \"value\": {symbol}}}")
            });
            let signs = signs.iter().map(|(one, other, is_equal)| {
                let ((r, c), (s, d)) = (at(*one), at(*other));
                let sign = if *is_equal { "same" } else { "diff" };
                format!(
                    "{{\"r1\": {r}, \"c1\": {c}, \"r2\": {s}, \"c2\": {d}, \"type\": \"{sign}\"}}"
                )
            });
            format!(
                "{{\"rows\": 6, \"cols\": 6, \"givens\": [{}], \"constraints\": [{}], \"solution\": [[1]]}}",
                join(given.collect()),
                join(signs.collect())
            )
        }
        2 => {
            let given = given.iter().map(|(cell, symbol)| {
                let (row, column) = at(*cell);
                format!("\"{row},{column}\": \"{}\"", if *symbol == '0' { "sun" } else { "moon" })
            });
            format!(
                "{{\"board\": {{\"size\": 6, \"cells\": {{{}}}}}, \"equal\": [{}], \"opposite\": [{}]}}",
                join(given.collect()),
                pairs(true, &pair),
                pairs(false, &pair)
            )
        }
        3 => {
            let list = |symbol: char| {
                let here = given.iter().filter(|(_, given)| *given == symbol);
                join(here.map(|(cell, _)| format!("\"{},{}\"", at(*cell).0, at(*cell).1)).collect())
            };
            let rows_of = |is_equal: bool| pairs(is_equal, &pair);
            format!(
                "{{\"n\": 6, \"suns\": [{}], \"moons\": [{}], \"signs\": {{\"=\": [{}], \"x\": [{}]}}}}",
                list('0'),
                list('1'),
                rows_of(true),
                rows_of(false)
            )
        }
        4 => {
            let given = given.iter().map(|(cell, symbol)| {
                format!("filled({},{},{symbol}).\n", at(*cell).0, at(*cell).1)
            });
            let signs = signs.iter().map(|(one, other, is_equal)| {
                let ((r, c), (s, d)) = (at(*one), at(*other));
                let name = if *is_equal { "same" } else { "diff" };
                format!("{name}(({r},{c}),({s},{d})).\n")
            });
            let facts = given.chain(signs).collect::<String>();
            format!("% mine\n\ngrid(6).\n\n{facts}")
        }
        _ => {
            let given = given
                .iter()
                .map(|(cell, symbol)| format!("{} {} {symbol}\n", at(*cell).0, at(*cell).1));
            let given: Vec<String> = given.collect();
            let signs = in_rows(&[], signs);
            format!("6\n{}\n{}{signs}", given.len(), given.concat())
        }
    }
}

#[test]
fn cells_and_signs_by_coordinates_are_those_in_rows() {
    let mut random = Rng::with_seed(54);
    let mut read = 0;
    for _ in 0..12 {
        let (mut rows, signs) = random_tango(&mut random);
        // A cell in the first row and one in the last show the start of the count.
        rows[0].replace_range(0..1, "0");
        rows[5].replace_range(5..6, "1");
        let plain = in_rows(&rows, &signs);
        for style in 0..6 {
            for first in [0, 1] {
                same("tango", &tango_by_coordinates(&rows, &signs, first, style), &plain);
                read += 1;
            }
        }
    }
    assert_eq!(read, 144);
    let doubtful = "{\"size\": 6, \"symbols\": [[1,1,0]]}";
    for (line, cell) in [("# from 0", (1, 1)), ("# from 1", (0, 0))] {
        let mut rows = vec!["......".to_owned(); 6];
        rows[cell.0].replace_range(cell.1..=cell.1, "0");
        same("tango", &format!("{line}\n{doubtful}\n"), &rows.join("\n"));
    }
}

/// Frames around a board, or between its cells.
fn framed(rows: &[String], style: usize) -> String {
    let blank = |row: &String| row.replace('.', " ");
    let apart = |row: &String, by: &str| {
        row.chars().map(String::from).collect::<Vec<_>>().join(by).replace('.', " ")
    };
    let lines = |each: &dyn Fn(&String) -> String, rule: &str| {
        rows.iter().map(each).collect::<Vec<_>>().join(rule)
    };
    let width = rows.len();
    match style {
        0 => lines(&|row| format!("|{}|", blank(row)), "\n"),
        1 => lines(&|row| format!("|{}|", apart(row, " ")), "\n"),
        2 => lines(&|row| format!("| {} |", apart(row, " ")), "\n"),
        3 => {
            let edge = format!("+{}+", "-".repeat(width));
            format!("{edge}\n{}\n{edge}", lines(&|row| format!("|{}|", blank(row)), "\n"))
        }
        4 => {
            let [top, end] = [("┌", "┐"), ("└", "┘")]
                .map(|(left, right)| format!("{left}{}{right}", "─".repeat(width)));
            format!("{top}\n{}\n{end}", lines(&|row| format!("│{}│", blank(row)), "\n"))
        }
        5 => {
            let rule = format!("\n├{}┤\n", vec!["───"; width].join("┼"));
            lines(&|row| format!("│ {} │", apart(row, " │ ")), &rule)
        }
        6 => lines(&|row| format!("|{}|", apart(row, "|")), "\n"),
        _ => {
            let rule = format!("\n+{}\n", "---+".repeat(width));
            lines(&|row| format!("| {} |", apart(row, " | ")), &rule)
        }
    }
}

/// A board between bars is read as it is, whatever its blanks, or refused.
#[test]
fn boards_between_bars_are_never_misread() {
    let mut random = Rng::with_seed(120);
    let mut read = [0; 8];
    for number in 0..160 {
        let style = number % 8;
        let side = [4, 6, 6, 8][random.usize(..4)];
        let open = random.usize(1..9);
        let cell = |random: &mut Rng| {
            if random.usize(..9) < open { '.' } else { ['0', '1'][random.usize(..2)] }
        };
        let rows: Vec<String> =
            (0..side).map(|_| (0..side).map(|_| cell(&mut random)).collect()).collect();
        let text = framed(&rows, style);
        match open_tango(&text) {
            Ok(found) => {
                assert_eq!(found, rows.concat().replace('.', "?"), "{text}");
                read[style] += 1;
            }
            Err(refusal) => assert!(refusal.starts_with("board:"), "{refusal}"),
        }
    }
    assert!(read.iter().all(|&read| read >= 15), "{read:?} of 20 each are read");
}

fn open_tango(text: &str) -> Result<String, String> {
    let puzzle = open("three-in-a-row", text)?;
    Ok(puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect())
}

#[test]
fn frames_that_may_be_another_board_are_refused() {
    for (text, refusal) in [
        ("|1  |\n| 0|\n", "board:2:2: 2 characters between the bars of row 2; expected 3"),
        ("|1 . |\n| .  |\n|0   |\n|    |\n", "a blank between bars, on a board with another sign"),
        ("|1    |\n|   0 |\n|  1  |\n", "3 rows of 5 characters between bars"),
        ("┏━━━┯━━━┓\n┃ 1 = 0 ┃\n┠───┼───┨\n┃ 0 │ 1 ┃\n┗━━━┷━━━┛\n", "a picture in box drawing"),
    ] {
        let found = open("three-in-a-row", text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(found.contains(refusal), "{found}\n{text}");
    }
    same("queens", "|AABB|\n|ACBB|\n|CCCD|\n|CDDD|\n", "AABB\nACBB\nCCCD\nCDDD");
    same("queens", "+----+\n|AABB|\n|ACBB|\n|CCCD|\n|CDDD|\n+----+\n", "AABB\nACBB\nCCCD\nCDDD");
}

#[test]
fn sizes_and_stars_above_the_rows_are_read_or_refused() {
    let rows = "AABB\nACBB\nCCCD\nCDDD\n";
    for head in [
        "4\n1\n",
        "1\n4\n",
        "4\n4\n",
        "4 4\n",
        "4x4\n",
        "T 4 4\n",
        "size: 4\nstars: 1\n",
        "n = 4\n",
        "stars 1\n",
        "rows 4\ncols 4\nstars = 1\n",
        "Queens 4x4\n",
        "Star Battle 4\n",
    ] {
        same("queens", &format!("{head}{rows}"), rows);
    }
    let two = open("queens", &format!("4\n2\n{rows}")).expect("two stars");
    assert_eq!(two.describe().variants, ["stars=2"]);
    for (head, refusal) in [
        (
            "4 1\n",
            "the first line is `4 1`, but 4 rows of 4 cells follow; expected the size of the \
                   board, or no line above the board; to state the number of stars, write a \
                   line `# stars K`",
        ),
        ("5\n1\n", "the first lines are `5` and `1`, but 4 rows of 4 cells follow"),
        ("5\n", "the first line is `5`, but 4 rows of 4 cells follow"),
        ("4\n1\n# stars 2\n", "a board for 2 stars, but stars=1 is asked for"),
        ("Queens #563\n", "board:1:1: a line that is no row of the board"),
    ] {
        let found = open("queens", &format!("{head}{rows}")).err().expect(head);
        assert!(found.contains(refusal), "{head}: {found}");
    }
    let tango = ".1....\n0.....\n.....1\n...0..\n..0..0\n...11.\n";
    for head in ["6\n6\n", "T 6 6\n", "6 6\n", "size 6\n"] {
        same("takuzu", &format!("{head}{tango}"), tango);
    }
    for head in ["6\n1\n", "stars 1\n", "T 6 8\n"] {
        assert!(open("takuzu", &format!("{head}{tango}")).is_err(), "{head}");
    }
}

/// The second number above regions by coordinates is the number of stars, unless it is the side.
#[test]
fn the_second_number_above_lists_of_regions_is_the_side_or_the_stars() {
    let rows = "AABB\nACBB\nCCCD\nCDDD\n";
    let lines: Vec<String> = rows.lines().map(str::to_owned).collect();
    for head in ["", " 4", " 1", "\n1", "\n4"] {
        same("queens", &counted(&lines, 0, head), rows);
    }
    for head in [" 2", "\n2"] {
        let two = open("queens", &counted(&lines, 0, head)).expect("two stars");
        assert_eq!(two.describe().variants, ["stars=2"], "{head}");
    }
    for head in [" 5", "\n16"] {
        let found = open("queens", &counted(&lines, 0, head)).err().expect(head);
        assert!(found.contains("after the side 4; expected the side again"), "{found}");
    }
}

#[test]
fn a_number_of_stars_in_a_comment_or_a_title_is_never_ignored() {
    let rows = "AABB\nACBB\nCCCD\nCDDD\n";
    for line in
        ["2 stars", "4x4 2 stars", "Star Battle 4x4 2★", "Size: 4 Stars: 2", "Star Battle ★★"]
    {
        for text in [
            format!("# {line}\n{rows}"),
            format!("{rows}// {line}\n"),
            format!("{} // {line}\n{}", &rows[..4], &rows[5..]),
            format!("{{\"title\": \"{line}\", \"b\": [\"AABB\", \"ACBB\", \"CCCD\", \"CDDD\"]}}"),
        ] {
            let found = open("queens", &text).err().expect(&text);
            assert!(
                found.contains("also a line `# stars 2`, or a text without a number of stars"),
                "{found}"
            );
            let cured = open("queens", &format!("# stars 2\n{text}")).expect(&text);
            assert_eq!(cured.describe().variants, ["stars=2"], "{text}");
        }
    }
    for text in [format!("2 stars\n{rows}"), format!("{rows}queens: 2\n")] {
        let found = open("queens", &text).err().expect(&text);
        assert!(found.contains("expected `# stars 2` for the number of stars"), "{found}");
    }
    for line in ["1 star", "Star Battle 4x4 1★", "Queens: 563", "4 queens", "Star Battle 12"] {
        same("queens", &format!("# {line}\n{rows}"), rows);
    }
}

/// A rating in stars is no number of stars in each row, in comments and in JSON.
#[test]
fn a_rating_in_stars_is_ignored() {
    let rows = "AABB\nACBB\nCCCD\nCDDD\n";
    for line in ["difficulty: 3 stars", "Level: 2 stars", "rating ★★★☆☆", "Difficulty: 4/5 stars"]
    {
        same("queens", &format!("# {line}\n{rows}"), rows);
    }
    same(
        "queens",
        "{\"difficulty\": \"3 stars\", \"rows\": [\"AABB\", \"ACBB\", \"CCCD\", \"CDDD\"]}",
        rows,
    );
    for line in ["2★", "6x6 2 stars", "Level 3, 2 stars", "difficulty: 3 stars, 2 stars per row"]
    {
        let found = open("queens", &format!("# {line}\n{rows}")).err().expect(line);
        assert!(found.contains("which states a number of stars"), "{line}: {found}");
    }
}

#[test]
fn lines_that_are_no_rows_have_one_refusal() {
    let board = "S . . . . .\n. . . . . M\n. . . . . .\n. . . . . .\n. . . M . .\nS . . . . S\n";
    let is_no_row =
        "a line that is no row of the board; expected `#` before the line, to make it a comment";
    for (above, below, place) in [
        ("Tango 6x6 (screenshot)\n", "", "board:1:1: "),
        ("Tango #57\n", "", "board:1:1: "),
        ("Queens #563\n", "", "board:1:1: "),
        ("", "0:42\n", "board:7:1: "),
        ("", "solved by Anna\n", "board:7:1: "),
    ] {
        let found = open("tango", &format!("{above}{board}{below}")).err().expect(above);
        assert_eq!(found, format!("{place}{is_no_row}"));
    }
    let both = open("tango", &format!("Tango\n12 May 2027\n{board}0:42\n")).err().expect("titles");
    assert!(both.starts_with("board:1:1: lines that are no rows of the board"), "{both}");
    // The title is named, although the board has another fault.
    let also = board.replace(". . . M", ". . . Z");
    let found = open("tango", &format!("Tango 6x6 (screenshot)\n{also}")).err().expect("a title");
    assert_eq!(found, format!("board:1:1: {is_no_row}"));
}

/// Draws the signs of a board with letters, and those between rows in lines of their own.
fn drawn(rows: &[String], signs: &[(Cell, Cell, bool)], cross: char, is_packed: bool) -> String {
    let mark = |is_equal: bool| if is_equal { '=' } else { cross };
    let of = |one: Cell, other: Cell| signs.iter().find(|sign| (sign.0, sign.1) == (one, other));
    let mut text = String::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, symbol) in cells.chars().enumerate() {
            text.push(symbol);
            match of((row, column), (row, column + 1)) {
                Some(sign) => text.push(mark(sign.2)),
                None if !is_packed && column < 5 => text.push(' '),
                None => {}
            }
        }
        text.push('\n');
        let below: String = (0..6)
            .flat_map(|column| {
                let sign = of((row, column), (row + 1, column));
                [sign.map_or(' ', |sign| mark(sign.2)), ' ']
            })
            .collect();
        if !below.trim().is_empty() {
            let below = if is_packed { below.chars().step_by(2).collect() } else { below };
            text += &format!("{}\n", below.trim_end());
        }
    }
    text
}

/// An `x` between cells and lines of signs are read where they leave no doubt.
#[test]
fn signs_drawn_with_letters_are_the_directives() {
    let mut random = Rng::with_seed(9);
    for _ in 0..40 {
        let (rows, signs) = random_tango(&mut random);
        let plain = in_rows(&rows, &signs);
        let symbols = rows.iter().map(|row| row.replace('0', "S").replace('1', "M"));
        let symbols: Vec<String> = symbols.collect();
        for cross in ['x', 'X', '×'] {
            same("tango", &drawn(&rows, &signs, cross, false), &plain);
            same("tango", &drawn(&symbols, &signs, cross, false), &plain);
        }
        // Without signs in the rows, packed rows have the signs directly below their cells.
        let between: Vec<_> = signs.iter().copied().filter(|sign| sign.0.1 == sign.1.1).collect();
        same("tango", &drawn(&rows, &between, 'x', true), &in_rows(&rows, &between));
        let within: Vec<_> = signs.iter().copied().filter(|sign| sign.0.0 == sign.1.0).collect();
        same("tango", &drawn(&rows, &within, 'x', true), &in_rows(&rows, &within));
    }
}

#[test]
fn drawn_signs_that_are_between_no_cells_are_refused() {
    for (text, place) in [
        ("01..\n x\n....\n..1.\n...1\n  =\n", "board:6:3: the sign `=` is not between two cells"),
        ("0 1 . .\n x\n. . . .\n. . 1 .\n. . . 1\n", "board:2:2: the sign `x` is not between two"),
        (
            "01..\n\tx\n....\n..1.\n...1\n",
            "board:2:2: the sign `x` is in a line of its own, beside rows with tabs",
        ),
        (
            "🌞 ⬜ ⬜ ⬜\n    =\n⬜ ⬜ ⬜ 🌙\n⬜ ⬜ ⬜ ⬜\n⬜ ⬜ ⬜ ⬜\n",
            "board:2:5: the sign `=` is in a line of its own, beside rows with tabs or characters beyond ASCII",
        ),
        ("=\n01..\n....\n..1.\n...1\n", "board:1:1: the sign `=` is not between two cells"),
        ("01..\n  x\n  =\n....\n..1.\n...1\n", "the sign `x` is not between two cells"),
        ("0x1..\n....\n..1.\n...1\n.....\n", "`x` and `.` on one board"),
        (".x..\n....\n..1.\n...1\n", "`x` and `.` on one board: either may be an open cell"),
        ("x01..\n....\n..1.\n...1\n", "`x` and `.` on one board"),
        ("01..\nxxxx\nx.1.\n...1\n....\n", "`x` and `.` on one board"),
    ] {
        let found = open("tango", text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(found.contains(place), "{found}\n{text}");
    }
    // Without another sign, an `x` is an open cell.
    same("tango", "01xx\nxxxx\nxx1x\nxxx1\n", "01..\n....\n..1.\n...1\n");
}

#[test]
fn further_symbols_are_read_if_nothing_else_can_be_meant() {
    let plain = "01..\n....\n..1.\n...1\n";
    for text in [
        "OX..\n....\n..X.\n...X\n",
        "ox..\n....\n..x.\n...x\n",
        "O X _ _\n_ _ _ _\n_ _ X _\n_ _ _ X\n",
        "0133\n3333\n3313\n3331\n",
        "0 1 3 3\n3 3 3 3\n3 3 1 3\n3 3 3 1\n",
        "1233\n3333\n3323\n3332\n",
        "[[\"O\",\"X\",null,null],[null,null,null,null],[null,null,\"X\",null],[null,null,null,\"X\"]]",
        "[[\"sun\",\"moon\",null,null],[null,null,null,null],[null,null,\"moon\",null],[null,null,null,\"moon\"]]",
        "a = [| 0,1,_,_ | _,_,_,_ | _,_,1,_ | _,_,_,1 |];",
        "a = [| 0,1,-1,-1 | -1,-1,-1,-1 | -1,-1,1,-1 | -1,-1,-1,1 |];",
    ] {
        same("tango", text, plain);
    }
    for text in [
        "O1..\n....\n..1.\n...1\n",
        "OX..\n..0.\n..X.\n...X\n",
        "Ox..\n....\n..x.\n...x\n",
        "O...\n....\n....\n....\n",
        "013.\n....\n..1.\n...1\n",
        "0123\n3333\n3313\n3331\n",
    ] {
        assert!(open("tango", text).is_err(), "{text}");
    }
}

#[test]
fn marks_behind_regions_are_the_players() {
    let marked = "0x 0 1 1\n0x 2 1 1\n2s 2x 2 3\n2 3x 3 3\n";
    let puzzle = open("queens", marked).expect("a board with marks");
    same("queens", marked, "0011\n0211\n2223\n2333\n");
    let filled = puzzle.filled_in().expect("marks");
    let filled: String = filled.iter().map(|(_, mark)| mark.unwrap_or('?')).collect();
    assert_eq!(filled, ".???.???Q.???.??");
    // As many names with the letters as there are rows are names.
    assert!(
        open("queens", "ax ax bx bx\nax cx bx bx\ncx cx cx dx\ncx dx dx dx\n")
            .expect("names")
            .filled_in()
            .is_none()
    );
}

/// Programs with rules, pictures and pages are named; facts with a constant are read.
#[test]
fn texts_of_other_programs_are_refused_by_what_they_are() {
    let facts = "region(1,1,a). region(1,2,a).\nregion(2,1,b). region(2,2,b).\n";
    let rules = "a program of clingo with rules; expected only the facts of the board";
    for (text, refusal) in [
        ("{ queen(R,C) : C=1..6 } = 1 :- R=1..6.\n", format!("1:1: {rules}")),
        ("#const n=6.\n1 { q(I,J) : J=1..n } 1 :- I=1..n.\n", format!("2:1: {rules}")),
        ("% queens\n:- queen(R,C), queen(S,C), R < S.\n", format!("2:1: {rules}")),
        (
            "%* two\nlines *%\nrow(1..6).\ncol(1..6).\n{ q(R,C) } :- row(R),\n  col(C).\n",
            format!("5:1: {rules}"),
        ),
        ("n { q(1..n,1..n) } n.\n", format!("1:1: {rules}")),
        (":~ q(R,C), cost(R,C,W). [W@1,R,C]\n", format!("1:1: {rules}")),
        (&format!("{facts}:- region(R,C,X), not region(C,R,X).\n"), format!("3:1: {rules}")),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n", "1:1: a picture in SVG; ".to_owned()),
        ("<?xml version=\"1.0\"?>\n<svg/>\n", "2:1: a picture in SVG; ".to_owned()),
        ("<!DOCTYPE html>\n<html></html>\n", "1:1: a web page in HTML; ".to_owned()),
        ("\n<puzzles>\n<p/></puzzles>\n", "2:1: a document in XML; ".to_owned()),
    ] {
        for name in ["queens", "tango", "abbott-window", "gunport"] {
            let found = open(name, text).err().unwrap_or_else(|| panic!("{name} reads {text}"));
            assert!(found.starts_with(&format!("board:{refusal}")), "{name}: {found}\n{text}");
        }
    }
    let sized = format!("#const n=2. % the side\nrow(1..n). col(1..n).\n{facts}#show region/3.\n");
    same("queens", &sized, "AA\nBB\n");
    same("queens", &format!("% a :- b(1).\n{facts}% {{ c(1) }}.\n"), "AA\nBB\n");
}

/// In rows as in JSON, a word between separators is a symbol. A row with a slip is no title.
#[test]
fn words_are_symbols_and_slips_are_named() {
    let open_rows = ". . . . . .\n".repeat(4);
    let plain = format!("S . . . . M\n. M . . . .\n{open_rows}");
    for text in [
        plain.replace('S', "sun").replace('M', "moon"),
        plain.replace('S', "White").replace('M', "black"),
        plain.replace('S', "zero").replace('M', "one"),
        plain.replace('S', "\"sun\"").replace('M', "\"moon\"").replace(' ', ", "),
        plain.replace('S', "sun").replace('M', "moon").replace(' ', "\t"),
        plain.replace('S', "SUN").replace('M', "MOON").replace('.', "empty"),
        plain.replace('S', "sun  ").replace('M', "moon ").replace(". ", ".     "),
        plain.replace('S', "sun").replace('M', "moon").replace(' ', ",").replace('.', ""),
    ] {
        let [one, other] = [&text, &plain].map(|text| open("tango", text).expect(text));
        assert_eq!(one.givens(), other.givens(), "{text}");
    }
    let suns = open("tango", &plain.replace('S', "sun").replace('M', "moon")).expect("a board");
    assert_eq!(['0', '1'].map(|symbol| suns.board_info().sign(symbol)), ['☀', '🌙']);
    let packed = "........\n".repeat(7);
    for (text, refusal) in [
        (format!("Sx.....M\n{packed}"), "board:1:2: `x` and `.` on one board"),
        (format!("Sa.....M\n{packed}"), "board:1:2: unknown symbol `a`"),
        (format!("{packed}Sab....M\n"), "board:8:2: unknown symbol `a`"),
        (
            format!("sun . . . . mooon\n. . . . . .\n{open_rows}"),
            "board:1:13: unknown word `mooon`; expected `moon`",
        ),
        (
            format!("Tango!\n{}", plain.replace(' ', "")),
            "board:1:1: a line that is no row of the board",
        ),
        (format!("sun and moon\n{plain}"), "board:1:1: a line that is no row of the board"),
        (format!("{plain}1:02:10\n"), "board:7:1: a line that is no row of the board"),
    ] {
        let found = open("tango", &text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(found.starts_with(refusal), "{found}\n{text}");
    }
}

/// All cells of a board in one list are its rows if the size is known.
#[test]
fn a_list_of_all_cells_is_cut_into_rows() {
    let rows = "AAB\nACB\nCCB\n";
    let names =
        rows.replace('\n', "").replace('A', "crimson,").replace('B', "tan,").replace('C', "olive,");
    let words: Vec<String> =
        names.trim_end_matches(',').split(',').map(|one| format!("{one:?}")).collect();
    let words = words.join(", ");
    let letters: Vec<String> =
        rows.chars().filter(char::is_ascii_uppercase).map(|one| format!("\"{one}\"")).collect();
    let letters = letters.join(",");
    for text in [
        format!("{{\"board\": {{\"width\": 3, \"height\": 3, \"cells\": [{words}]}}}}"),
        format!("{{\"size\": 3, \"regions\": [{letters}]}}"),
        "{\"size\": [3, 3], \"grid\": [1,1,2,1,3,2,3,3,2]}".to_owned(),
    ] {
        same("queens", &text, rows);
    }
    same(
        "three-in-a-row",
        "{\"width\": 4, \"height\": 2, \"cells\": [0,null,1,null,null,1,0,null]}",
        "0.1.\n.10.\n",
    );
    same("queens", "{\"size\": 3, \"rows\": [\"AAB\", \"ACB\", \"CCB\"]}", rows);
    for (name, text, refusal) in [
        (
            "queens",
            format!("[{words}]"),
            "1:1: a list of 9 cells; expected an array for each row, or --size RxC",
        ),
        (
            "queens",
            format!("{{\"cells\": [{letters}]}}"),
            "1:11: a list of 9 cells; expected an array for each row, or `\"width\"` and `\"height\"`",
        ),
        (
            "queens",
            format!("{{\"size\": 4, \"cells\": [{words}]}}"),
            "1:22: a list of 9 cells; expected 4 rows of 4 cells",
        ),
        (
            "tango",
            "{\"width\": 2, \"height\": 2, \"cells\": [0, 1, null]}".to_owned(),
            "1:36: a list of 3 cells; expected 2 rows of 2 cells",
        ),
        (
            "queens",
            "{\"size\": 4, \"rows\": [\"AABB\", \"ACBB\", \"CCCD\"]}".to_owned(),
            "1:10: `size` is 4, but the array has 3",
        ),
    ] {
        let found = open(name, &text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(found.starts_with(&format!("board:{refusal}")), "{found}\n{text}");
    }
}

/// Files that are no texts are named, in memory and as streams.
#[test]
fn pictures_and_archives_are_refused_by_what_they_are() {
    for (bytes, found) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "a JPEG picture"),
        (b"GIF89a\x01\0\x01\0\0", "a GIF picture"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP picture"),
        (b"%PDF-1.7\n1 0 obj\n", "a PDF document"),
        (b"PK\x03\x04\x14\0\x06\0", "a ZIP archive"),
    ] {
        let input = Input::Bytes("file".into(), bytes.into());
        for name in ["queens", "model"] {
            let board = Some(input.clone());
            let family = quarrel::family::find_family(FAMILIES, name).expect("a family");
            let request = Request { board, ..Request::default() };
            let refusal = family.open(&request).err().expect(found).to_string();
            assert!(refusal.starts_with(&format!("file:1:1: {found}")), "{name}: {refusal}");
        }
        assert!(
            Source::from_bytes("file", bytes)
                .is_err_and(|refusal| refusal.found.starts_with(found))
        );
    }
}
