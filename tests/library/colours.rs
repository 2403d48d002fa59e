//! Boards whose regions are named by colours, and boards of three in a row with symbols of their
//! own: what is painted is what was typed, and sentences have no other names.
//!
//! The boards are drawn by a seed. The colours are read from the SVG, from the pixels of the PNG
//! and from the data of the page, and compared with tables of this file: CSS's for words, Twemoji's
//! for emoji.

use std::collections::HashMap;

use fastrand::Rng;
use quarrel::advice::advise;
use quarrel::family::OpenedProblem;
use quarrel::generate::{Grading, NextBoard, Series};
use quarrel::hint::{Oracle, Plan, Wish};
use quarrel::page::{SheetBoard, SheetUse};
use quarrel::picture::{Picture, png, svg, text};
use quarrel::puzzle::{Puzzle, Request};
use quarrel::solver;
use quarrel::source::Source;
use quarrel::stop::Stop;
use serde_json::Value;

use crate::puzzles::{family, sized};

const WORDS: [(&str, u32); 40] = [
    ("red", 0xff0000),
    ("Orange", 0xffa500),
    ("yellow", 0xffff00),
    ("GREEN", 0x008000),
    ("blue", 0x0000ff),
    ("purple", 0x800080),
    ("brown", 0xa52a2a),
    ("black", 0x000000),
    ("white", 0xffffff),
    ("grey", 0x808080),
    ("pink", 0xffc0cb),
    ("tan", 0xd2b48c),
    ("teal", 0x008080),
    ("navy", 0x000080),
    ("lime", 0x00ff00),
    ("cyan", 0x00ffff),
    ("magenta", 0xff00ff),
    ("olive", 0x808000),
    ("crimson", 0xdc143c),
    ("gold", 0xffd700),
    ("light blue", 0xadd8e6),
    ("Light Green", 0x90ee90),
    ("lightcyan", 0xe0ffff),
    ("light-grey", 0xd3d3d3),
    ("dark green", 0x006400),
    ("dark_red", 0x8b0000),
    ("Dark-Orange", 0xff8c00),
    ("deep pink", 0xff1493),
    ("sky blue", 0x87ceeb),
    ("royal blue", 0x4169e1),
    ("sea green", 0x2e8b57),
    ("rosy brown", 0xbc8f8f),
    ("khaki", 0xf0e68c),
    ("lavender", 0xe6e6fa),
    ("salmon", 0xfa8072),
    ("turquoise", 0x40e0d0),
    ("violet", 0xee82ee),
    ("indigo", 0x4b0082),
    ("coral", 0xff7f50),
    ("orchid", 0xda70d6),
];
const SQUARES: [(&str, u32); 9] = [
    ("🟥", 0xdd2e44),
    ("🟧", 0xf4900c),
    ("🟨", 0xfdcb58),
    ("🟩", 0x78b159),
    ("🟦", 0x55acee),
    ("🟪", 0xaa8ed6),
    ("🟫", 0xc1694f),
    ("⬛", 0x31373d),
    ("⬜", 0xe6e7e8),
];
/// One emoji of each colour, in other shapes.
const SHAPES: [(&str, u32); 9] = [
    ("🔴", 0xdd2e44),
    ("🧡", 0xf4900c),
    ("🍋", 0xfdcb58),
    ("💚", 0x78b159),
    ("🔷", 0x55acee),
    ("🟣", 0xaa8ed6),
    ("🤎", 0xc1694f),
    ("🖤", 0x31373d),
    ("⚪", 0xe6e7e8),
];
const CODES: [(&str, u32); 9] = [
    ("#12AB9F", 0x12ab9f),
    ("#FFAA33", 0xffaa33),
    ("#E03020", 0xe03020),
    ("#00A000", 0x00a000),
    ("#3040FF", 0x3040ff),
    ("#F0F000", 0xf0f000),
    ("#909AA0", 0x909aa0),
    ("#EEE8D5", 0xeee8d5),
    ("#C050C0", 0xc050c0),
];
/// Names that are no colours.
const OTHERS: [&str; 8] = ["A", "B", "kitchen", "c", "7", "12", "Z", "hall"];

/// The symbols for 0 and 1, with the colours of round ones.
const SYMBOLS: [[(char, Option<u32>); 2]; 6] = [
    [('☀', None), ('🌙', None)],
    [('🌞', None), ('🌙', None)],
    [('⚪', Some(0xe6e7e8)), ('⚫', Some(0x31373d))],
    [('🟡', Some(0xfdcb58)), ('🔵', Some(0x55acee))],
    [('S', None), ('M', None)],
    [('W', None), ('B', None)],
];

fn fresh_solver() -> Box<dyn Oracle> {
    Box::new(solver::small_question_solver())
}

/// Returns the text of a board that is made for this seed.
fn made(name: &str, size: &str, seed: u64) -> String {
    let family = quarrel::family::find_family(quarrel::puzzles::FAMILIES, name).expect("a family");
    let request = Request { called: Some(name.to_owned()), ..sized(size, &[]) };
    let series = Series::new(family, request, false, &fresh_solver).expect("such boards are made");
    let mut series = series.with_seed(seed).with_grading(Grading::Off);
    match series.next_board(&mut |_| {}) {
        Ok(NextBoard::Board(board)) => board.text,
        _ => panic!("{name} {size} {seed}: no board"),
    }
}

fn open(name: &str, called: &str, text: &str) -> OpenedProblem {
    let board = Some(Source::new("board", text).into());
    let request = Request { board, called: Some(called.to_owned()), ..Request::default() };
    family(name).open(&request).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn plan(name: &str, puzzle: &dyn Puzzle) -> Plan {
    let advice = advise(family(name), puzzle, None, &Wish::with_steps(None), &Stop::unlimited());
    advice.unwrap_or_else(|error| panic!("{error}")).plan
}

/// Returns every text of a plan that a person reads.
fn sentences(plan: &Plan) -> Vec<String> {
    let of_steps = plan.steps.iter().flat_map(|step| {
        step.stages.iter().cloned().chain(step.rules.iter().map(|rule| rule.name.clone()))
    });
    of_steps.collect()
}

fn page(puzzle: &dyn Puzzle) -> Value {
    let shown = SheetUse::Play { answer: None, plan: None, marks: None, note: "" };
    let board = SheetBoard { name: String::new(), title: String::new(), rules: "", puzzle, shown };
    serde_json::to_value(board.data()).expect("data of a board are JSON")
}

const TILE: usize = 40;
const MARGIN: usize = 12;

/// Returns the attribute of an element in SVG.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

/// Returns the colour of each tile, from the rectangles of an SVG.
fn tiles_of_svg(svg: &str) -> HashMap<(usize, usize), String> {
    let number = |element: &str, name| -> Option<usize> { attribute(element, name)?.parse().ok() };
    let mut tiles = HashMap::new();
    for element in svg.split('<').filter(|element| element.starts_with("rect x=")) {
        let place = |name| number(element, name).map(|at| (at - MARGIN) / TILE);
        let (Some(row), Some(column)) = (place("y"), place("x")) else { continue };
        let width = number(element, "width").expect("a rectangle has a width") / TILE;
        let fill = attribute(element, "fill").expect("a rectangle has a colour");
        for column in column..column + width {
            tiles.insert((row, column), fill.to_owned());
        }
    }
    tiles
}

/// The pixels of a PNG, which has two for each unit of the SVG.
struct Pixels {
    columns: usize,
    parts: Vec<u8>,
}

impl Pixels {
    fn of(picture: &Picture) -> Pixels {
        let file = png::draw(picture, &Stop::unlimited()).expect("an image");
        let decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        let mut reader = decoder.read_info().expect("a PNG file");
        let mut parts = vec![0; reader.output_buffer_size().expect("a size that fits")];
        let frame = reader.next_frame(&mut parts).expect("an image");
        assert_eq!(frame.color_type, ::png::ColorType::Rgb);
        Pixels { columns: frame.width as usize, parts }
    }

    /// Returns the colour in a tile, right and down of its upper left corner.
    fn at(&self, (row, column): (usize, usize), down: usize, right: usize) -> String {
        let [y, x] =
            [(row, down), (column, right)].map(|(at, more)| 2 * (MARGIN + TILE * at + more));
        let first = 3 * (y * self.columns + x);
        let [red, green, blue] = self.parts[first..first + 3] else { panic!("three parts") };
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

fn code(rgb: u32) -> String {
    format!("#{rgb:06x}")
}

/// Returns the letters of a legend with their names.
fn legend(picture: &Picture, columns: usize) -> HashMap<char, String> {
    let style = text::Style { colour: false, columns: Some(columns) };
    let lines = text::letters(picture, style);
    for line in lines.lines() {
        let width: usize = line.chars().map(|c| if c < '\u{2b00}' { 1 } else { 2 }).sum();
        assert!(width <= columns, "{line:?} has more than {columns} columns");
    }
    let entries = lines.lines().flat_map(|line| line.split(" · "));
    let pair = |entry: &str| {
        let (letter, name) = entry.split_once(' ').expect("a letter and a name");
        (letter.chars().next().expect("a letter"), name.to_owned())
    };
    entries.map(pair).collect()
}

/// Returns the names of regions in a sentence. Panics if one is not among the known names.
fn named_regions(sentence: &str, known: &[String]) -> usize {
    let mut found = 0;
    for (at, word) in sentence.match_indices("region") {
        let rest = &sentence[at + word.len()..];
        let (is_list, rest) = match rest.strip_prefix("s ") {
            Some(rest) => (true, Some(rest)),
            None => (false, rest.strip_prefix(' ')),
        };
        // `lies in one region` names none.
        let Some(mut rest) = rest else { continue };
        loop {
            let fits = |name: &&String| {
                let behind = rest.strip_prefix(name.as_str());
                behind.is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
            };
            let name = known.iter().filter(fits).max_by_key(|name| name.len());
            let name = name.unwrap_or_else(|| panic!("{rest:?} of {sentence:?} names no region"));
            found += 1;
            rest = &rest[name.len()..];
            let joint = [", and ", ", or ", " and ", " or ", ", "];
            let next = joint.iter().find_map(|joint| rest.strip_prefix(joint));
            let Some(next) = next.filter(|_| is_list) else { break };
            if !known.iter().any(|name| next.starts_with(name.as_str())) {
                break;
            }
            rest = next;
        }
    }
    found
}

/// Returns the red, green and blue part of a colour.
fn parts(code: &str) -> [i32; 3] {
    [1, 3, 5].map(|at| i32::from_str_radix(&code[at..at + 2], 16).expect("a colour"))
}

fn are_apart(one: &str, other: &str) -> bool {
    let squares = parts(one).into_iter().zip(parts(other)).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<i32>() >= 18 * 18
}

/// Gives the regions of a board new names. `of_text` joins the names of a board's cells.
fn renamed(seed: u64, names: &[(String, Option<u32>)], of_text: fn(&[Vec<&str>]) -> String) {
    let side = 6 + usize::try_from(seed % 3).expect("a small number");
    let board = made("queens", &side.to_string(), seed);
    let rows: Vec<Vec<char>> = board
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|row| row.chars().collect())
        .collect();
    let mut letters: Vec<char> = rows.concat();
    letters.sort_unstable();
    letters.dedup();
    let place = |letter| letters.iter().position(|&other| other == letter).expect("a region");
    let name = |letter: &char| names[place(*letter)].0.as_str();
    let cells: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(name).collect()).collect();
    let text = of_text(&cells);
    let colours: Vec<Vec<Option<u32>>> =
        rows.iter().map(|row| row.iter().map(|letter| names[place(*letter)].1).collect()).collect();
    check_regions(&text, &cells, &colours);
}

/// Checks the pictures, the page and the hints of a board with these names of regions in its cells,
/// and the colours of these names.
fn check_regions(text: &str, cells: &[Vec<&str>], colours: &[Vec<Option<u32>>]) {
    let opened = open("queens", "queens", text);
    let puzzle = opened.as_puzzle().expect("a board");
    let picture = puzzle.picture(None);
    let (tiles, pixels) = (tiles_of_svg(&svg::draw(&picture)), Pixels::of(&picture));
    let page = page(puzzle);
    assert_eq!(page["coloured"], true);
    let mut painted: HashMap<&str, String> = HashMap::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, &name) in line.iter().enumerate() {
            let tile = tiles[&(row, column)].clone();
            if let Some(rgb) = colours[row][column] {
                assert_eq!(tile, code(rgb), "SVG, {name}\n{text}");
            }
            assert_eq!(pixels.at((row, column), 33, 33), tile, "PNG, {name}\n{text}");
            assert_eq!(page["tiles"][row][column]["tone"], tile.as_str(), "page, {name}\n{text}");
            assert_eq!(painted.entry(name).or_insert_with(|| tile.clone()), &tile, "{name}");
        }
    }
    // Two colours that were typed may be alike.
    let is_typed = |name: &str| {
        let places = cells.iter().flatten().zip(colours.iter().flatten());
        places.into_iter().any(|(other, rgb)| *other == name && rgb.is_some())
    };
    for (name, tone) in painted.iter().filter(|(name, _)| !is_typed(name)) {
        for (other, beside) in painted.iter().filter(|(other, _)| *other != name) {
            assert!(are_apart(tone, beside), "{name} {tone} and {other} {beside}\n{text}");
        }
    }
    let legend = legend(&picture, 40);
    let drawn = text::draw(&picture, text::Style::default());
    let letters = drawn.chars().filter(char::is_ascii_alphanumeric);
    let shown = letters.map(|letter| legend.get(&letter).cloned().unwrap_or(letter.to_string()));
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    shown.dedup();
    let mut typed: Vec<String> = painted.keys().map(|&name| name.to_owned()).collect();
    typed.sort();
    assert_eq!(shown, typed, "the picture and its legend have the names that were typed");
    let of_page = page["legend"].as_array().expect("a legend").iter().map(|entry| {
        let text = |key: &str| entry[key].as_str().expect("a text").to_owned();
        (text("letter").chars().next().expect("a letter"), text("name"))
    });
    assert_eq!(of_page.collect::<HashMap<char, String>>(), legend);
    let sentences = sentences(&plan("queens", puzzle));
    let named: usize = sentences.iter().map(|sentence| named_regions(sentence, &shown)).sum();
    assert!(named > 0, "some sentence names a region\n{text}");
}

fn in_commas(cells: &[Vec<&str>]) -> String {
    cells.iter().map(|row| row.join(", ") + "\n").collect()
}

fn packed(cells: &[Vec<&str>]) -> String {
    cells.iter().map(|row| row.concat() + "\n").collect()
}

fn in_blanks(cells: &[Vec<&str>]) -> String {
    cells.iter().map(|row| row.join(" ") + "\n").collect()
}

fn in_json(cells: &[Vec<&str>]) -> String {
    serde_json::to_string(cells).expect("texts are JSON")
}

/// Returns names with their colours in random order.
fn shuffled(random: &mut Rng, names: &[(&str, u32)]) -> Vec<(String, Option<u32>)> {
    let mut names: Vec<(String, Option<u32>)> =
        names.iter().map(|(name, rgb)| ((*name).to_owned(), Some(*rgb))).collect();
    random.shuffle(&mut names);
    names
}

/// Returns names of all kinds, at least one of them a colour.
fn mixed(random: &mut Rng) -> Vec<(String, Option<u32>)> {
    let of_words = shuffled(random, &WORDS).into_iter().take(3);
    let of_codes = shuffled(random, &CODES).into_iter().take(1);
    let of_emoji = shuffled(random, &SHAPES).into_iter().take(2);
    let others = OTHERS.iter().map(|&name| (name.to_owned(), None)).take(4);
    let mut names: Vec<_> = of_words.chain(of_codes).chain(of_emoji).chain(others).collect();
    random.shuffle(&mut names);
    while names.iter().take(6).all(|(_, rgb)| rgb.is_none()) {
        random.shuffle(&mut names);
    }
    names
}

/// Checks the pictures, the page and the hints of a board of three in a row with these symbols.
fn check_symbols(seed: u64, symbols: [(char, Option<u32>); 2]) {
    let (called, size) = [("tango", "6"), ("takuzu", "6"), ("binairo", "8")][(seed % 3) as usize];
    let made = made(called, size, seed);
    let typed = |symbol: char| match symbol {
        '0' => symbols[0].0,
        '1' => symbols[1].0,
        other => other,
    };
    let retyped = |line: &str| {
        if line.starts_with('#') { line.to_owned() } else { line.chars().map(typed).collect() }
    };
    let rows: Vec<String> =
        made.lines().filter(|line| !line.starts_with('#')).map(retyped).collect();
    let text: String = made.lines().map(|line| retyped(line) + "\n").collect();
    let opened = open("three-in-a-row", called, &text);
    let puzzle = opened.as_puzzle().expect("a board");
    let picture = puzzle.picture(None);
    let drawn = text::draw(&picture, text::Style::default());
    let (svg, pixels) = (svg::draw(&picture), Pixels::of(&picture));
    for (number, (symbol, rgb)) in symbols.into_iter().enumerate() {
        let count = |text: &str| text.chars().filter(|&other| other == symbol).count();
        assert_eq!(count(&drawn), count(&rows.concat()), "{symbol}\n{drawn}\n{text}");
        let of_page = &page(puzzle)["play"]["symbols"][number];
        assert_eq!(of_page["symbol"], symbol.to_string());
        for (row, line) in rows.iter().enumerate() {
            for (column, _) in line.chars().enumerate().filter(|(_, other)| *other == symbol) {
                let [x, y] = [column, row].map(|at| MARGIN + TILE * at + TILE / 2);
                match rgb {
                    Some(rgb) => {
                        let disc = format!(
                            "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{}\"",
                            code(rgb)
                        );
                        assert!(svg.contains(&disc), "{symbol} {row} {column}\n{svg}");
                        assert_eq!(pixels.at((row, column), TILE / 2, TILE / 2), code(rgb));
                        assert_eq!(of_page["tone"], code(rgb));
                    }
                    None if symbol.is_ascii() => {}
                    None => {
                        let shape = format!("<path transform=\"translate({x} {y})\"");
                        assert!(svg.contains(&shape), "{symbol} {row} {column}\n{svg}");
                        assert_eq!(of_page["shape"], if number == 0 { "sun" } else { "moon" });
                    }
                }
            }
        }
    }
    let sentences = sentences(&plan("three-in-a-row", puzzle));
    for sentence in &sentences {
        assert!(!speaks_of_digits(sentence), "{sentence}\n{text}");
    }
    let speaks = |sentence: &String| symbols.iter().any(|(symbol, _)| sentence.contains(*symbol));
    assert!(sentences.iter().any(speaks), "some sentence names a symbol");
}

/// Returns whether a sentence has 0 or 1 as a symbol, not as the number of a row, column or step.
fn speaks_of_digits(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split(' ').collect();
    words.windows(2).any(|pair| {
        let is_number = ["row", "rows", "column", "columns", "to", "and", "or"].contains(&pair[0]);
        let word = pair[1].trim_matches(|c: char| !c.is_alphanumeric());
        let is_step = pair[1] == "1.";
        !is_number && !is_step && !pair[0].ends_with(',') && ["0", "1", "0s", "1s"].contains(&word)
    })
}

/// Checks boards of six kinds, this many of each.
fn check(of_each: u64) {
    let mut random = Rng::with_seed(53);
    for seed in 0..of_each {
        renamed(seed, &shuffled(&mut random, &WORDS), in_commas);
        renamed(1000 + seed, &shuffled(&mut random, &SQUARES), packed);
        renamed(2000 + seed, &shuffled(&mut random, &SHAPES), packed);
        renamed(3000 + seed, &mixed(&mut random), in_json);
        renamed(5000 + seed, &shuffled(&mut random, &CODES), in_blanks);
        check_symbols(4000 + seed, SYMBOLS[(seed % 6) as usize]);
    }
}

#[test]
fn colours_and_symbols_are_shown_as_typed() {
    check(2);
}

#[test]
#[ignore = "long: 240 boards by colours and symbols"]
fn hundreds_of_boards_are_shown_as_typed() {
    check(40);
}
