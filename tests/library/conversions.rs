//! Random boards in every format that their family writes: each text, read with the options that
//! the conversion names and no others, is the same board.

use quarrel::family::{Family, OpenedProblem};
use quarrel::picture::text;
use quarrel::puzzle::{Puzzle, rows_of_givens};

use crate::puzzles::{Random, board, family, open};

/// The number of boards of each family.
const BOARDS: usize = 300;

const LAYOUT: &str = "ABC Path Solver Layout Version 1:\n\
                      FJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\nT     L\nKGNDVXU\n";

/// Returns rows of a board, sometimes nearly empty.
fn three_in_a_row(random: &mut Random) -> String {
    let sides = [1 + random.below(10), 1 + random.below(10)];
    let [rows, columns] = if random.below(3) == 0 { [sides[0]; 2] } else { sides };
    let of = [2, 3, 8, 40, 1000][random.below(5)];
    let cells = |number| *['0', '1'].get(number).unwrap_or(&'.');
    let mut text = random.board((rows, columns), of, cells);
    if random.below(8) == 0 && columns > 1 {
        text += ["# eq r1c1 r1c2\n", "# ne r1c2 r1c1\n"][random.below(2)];
    }
    for line in ["# distinct lines\n", "# odd either\n"] {
        text += ["", line][random.below(2)];
    }
    text
}

/// Returns regions, which begin as rows and spread at random, in letters by first appearance. With
/// one cell, other texts would show its region under another name.
fn queens(random: &mut Random) -> String {
    let side = 2 + random.below(8);
    let mut regions: Vec<usize> = (0..side * side).map(|at| at / side).collect();
    for _ in 0..random.below(4) * side * side {
        let at = random.below(side * side);
        let next = if random.below(2) == 0 { at + 1 } else { at + side };
        if next < side * side && (next != at + 1 || next % side != 0) {
            regions[next] = regions[at];
        }
    }
    let mut known: Vec<usize> = Vec::new();
    let letters = regions.iter().map(|&region| {
        let place = known.iter().position(|&other| other == region).unwrap_or_else(|| {
            known.push(region);
            known.len() - 1
        });
        char::from(b"ABCDEFGHI"[place])
    });
    let letters: Vec<char> = letters.collect();
    let mut text: String =
        letters.chunks(side).flat_map(|row| row.iter().copied().chain(['\n'])).collect();
    if random.below(2) == 0 {
        text += &format!("# stars {}\n", 1 + random.below(3));
    }
    if random.below(4) == 0 {
        text += ["# given queen r1c1\n", "# blocked r1c1\n"][random.below(2)];
    }
    if random.below(8) == 0 {
        text += &format!("# costs{}\n", " 1".repeat(side)).repeat(side);
    }
    text
}

/// Returns a layout with its letters at other places.
fn abc_path(random: &mut Random) -> String {
    let (title, rows) = LAYOUT.split_once('\n').expect("a title");
    let mut rows: Vec<char> = rows.chars().collect();
    let ring: Vec<usize> =
        (0..rows.len()).filter(|&at| !['A', ' ', '\n'].contains(&rows[at])).collect();
    for &at in &ring {
        rows.swap(at, ring[random.below(ring.len())]);
    }
    format!("{title}\n{}", String::from_iter(rows))
}

fn is_written(family: &Family, puzzle: &dyn Puzzle) -> Vec<&'static str> {
    let names = family.formats.iter().map(|format| format.name);
    names.filter(|name| puzzle.write(name).is_some()).collect()
}

/// Draws a board, with what a drawing does not show.
fn told(puzzle: &dyn Puzzle, plain: &str) -> Vec<String> {
    let drawn = text::draw(&puzzle.picture(None), Default::default());
    let rows = puzzle.write(plain).expect("a format that is written");
    let rows = rows.expect("plain rows hold every board here");
    let mut told = vec![
        drawn,
        rows,
        format!("{:?} {:?}", puzzle.describe().variants, puzzle.describe().ruling),
    ];
    told.extend(rows_of_givens(puzzle));
    told
}

fn check(name: &str, plain: &str, make: fn(&mut Random) -> String) {
    let (family, mut random) = (family(name), Random(7));
    let (mut plainly, mut with_options) = (0, 0);
    for _ in 0..BOARDS {
        let source = make(&mut random);
        let opened = OpenedProblem::Puzzle(Box::new(open(family, &board(&source, &[]))));
        let puzzle = opened.as_puzzle().expect("a puzzle");
        let expected = told(puzzle, plain);
        for format in is_written(family, puzzle) {
            let Ok(converted) = opened.convert(family, format) else {
                assert_ne!(format, plain, "{source}");
                continue;
            };
            let again = open(family, &converted.request());
            assert_eq!(told(&*again, plain), expected, "{format} of\n{source}{}", converted.text);
            *if converted.needs_no_options() { &mut plainly } else { &mut with_options } += 1;
        }
    }
    assert!(plainly > BOARDS / 2, "{name}: {plainly} and {with_options}");
    assert_eq!(with_options > 0, name != "abc-path", "{name}: {plainly} and {with_options}");
}

#[test]
fn boards_of_three_in_a_row_are_read_back() {
    check("three-in-a-row", "cells", three_in_a_row);
}

#[test]
fn boards_of_queens_are_read_back() {
    check("queens", "letters", queens);
}

#[test]
fn boards_of_abc_path_are_read_back() {
    check("abc-path", "layout", abc_path);
}

#[test]
fn a_text_that_shows_another_board_gets_the_options_that_it_needs() {
    let family = family("three-in-a-row");
    for (rows, text, size, format) in [
        ("..011000\n..10.1..\n", "b011000b10a1b", Some([2, 8]), None),
        ("....\n....\n....\n.0..\n", "m0b", None, Some("team-binairo")),
        ("....\n....\n....\n....\n", "p", None, Some("team-binairo")),
        ("..\n..\n1.\n..\n..\n..\n", "d1g", Some([6, 2]), Some("team-binairo")),
    ] {
        let source = format!("{rows}# distinct lines\n");
        let opened = OpenedProblem::Puzzle(Box::new(open(family, &board(&source, &[]))));
        let converted = opened.convert(family, "team-binairo").expect("a board that fits");
        assert_eq!(converted.text, text, "{rows}");
        assert_eq!(converted.size.map(|size| size.sides()), size, "{rows}");
        assert_eq!(converted.format.as_deref(), format, "{rows}");
    }
}
