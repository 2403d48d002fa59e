//! Checks boards of this repository and generated ones, as people type them.

use std::fmt::Write;
use std::path::Path;

use crate::puzzles::{Random, family};
use crate::typed::{Board, Tally};

fn board(name: &str, text: impl Into<String>) -> Board {
    let text = text.into();
    Board { family: family(name), name: format!("{name} {text:?}"), text }
}

fn own_boards() -> Vec<Board> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards/queens-8x8.sas");
    let sas = std::fs::read_to_string(path).expect("a board of this repository");
    [
        ("queens", sas.as_str()),
        ("queens", "AABB\nACBB\nCCCD\nCDDD\n"),
        ("queens", "AABB\nAABB\nCCDD\nCCDD\n# stars 1\n# given queen r1c2\n# blocked r4c4\n"),
        ("queens", "1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n"),
        ("queens", "red,red,sky\nred,sky,sky\ngrass,grass,sky\n"),
        ("queens", "🟥🟥🟦🟦\n🟥⬛🟦🟦\n⬛⬛⬛🟨\n⬛🟨🟨🟨\n"),
        ("queens", "[\"AABB\", \"ACBB\",\n \"CCCD\", \"CDDD\"]"),
        ("queens", "[[1, 1], [1, -3]]"),
        ("three-in-a-row", "01..\n....\n..1.\n...1\n# eq r2c1 r2c2\n# ne r3c3 r3c4\n"),
        ("three-in-a-row", "1...\n.1..\n..0.\n...0\n"),
        ("three-in-a-row", "W..B\n.B..\n..B.\nW..W\n"),
        ("three-in-a-row", "1=.×0...\n......\n..1.0.\n......\n.0=....\n.....1\n"),
        ("three-in-a-row", "🌞...\n..🌙.\n....\n.🌙..\n"),
        ("three-in-a-row", "0110\n1001\n0011\n1100\n"),
        ("three-in-a-row", "[[0, 1, null, null], [null, null, null, null], [null, null, 1, null], [1, null, null, 0]]"),
        ("three-in-a-row", "[\"01..\", \"....\", \"..1.\", \"...1\"]"),
        (
            "three-in-a-row",
            "param n := 4;\nparam p: 1 2 3 4 :=\n1 1 2 . .\n2 . . . .\n3 . . 2 .\n4 . . . .;\n",
        ),
        (
            "abc-path",
            "ABC Path Solver Layout Version 1:\nFJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\nT     L\nKGNDVXU\n",
        ),
        ("abc-path", "A??\n??E\nI??\n"),
        ("abc-path", "[\"A??\", \"??E\", \"I??\"]"),
        (
            "abc-path",
            "param m := 2;\nparam Ar := 1;\nparam Ac := 1;\nparam clue := [2,1,1] 1 [2,1,2] 1\n[3,2,2] 1 [4,2,1] 1;\n",
        ),
        ("abbott-window", "????\n?#.?\n....\n??#?\n"),
        ("abbott-window", "#..#\n....\n....\n#..#\n"),
        ("gunport", "<>^.\n??v?\n"),
        ("gunport", "?.??\n????\n"),
        ("armies", "WB.?\n....\n"),
        ("armies", "W???\n????\n????\n???B\n"),
        ("armies", "W?\n?B\n"),
        ("armies", "WW.\n...\n..B\n"),
    ]
    .into_iter()
    .map(|(name, text)| board(name, text))
    .collect()
}

fn generated_boards() -> Vec<Board> {
    let mut random = Random(23);
    let mut boards = Vec::new();
    for (name, symbols, open) in [
        ("three-in-a-row", "01", '.'),
        ("abbott-window", ".#", '?'),
        ("gunport", "<>^v.", '?'),
        ("armies", "WB.", '?'),
        ("queens", "ABCDEF", 'A'),
    ] {
        let symbols: Vec<char> = symbols.chars().collect();
        for number in 0..24 {
            let side = 2 + random.below(6);
            let columns =
                if name == "queens" || number % 3 > 0 { side } else { 2 + random.below(6) };
            let density = 1 + random.below(8);
            let mut text = String::new();
            for _ in 0..side {
                for _ in 0..columns {
                    let given = random.below(8) < density;
                    text.push(if given { symbols[random.below(symbols.len())] } else { open });
                }
                text.push('\n');
            }
            if name == "queens" && number % 4 == 0 {
                writeln!(text, "# given queen r{}c1", 1 + random.below(side))
                    .expect("a String grows");
            }
            boards.push(board(name, text));
        }
    }
    boards
}

#[test]
fn own_boards_are_read_right_or_refused_however_they_are_typed() {
    let tally = Tally::of(&own_boards(), 1500);
    tally.report("own");
    assert!(tally.read > 2000 && tally.refused > 2000);
}

#[test]
fn generated_boards_are_read_right_or_refused_however_they_are_typed() {
    let tally = Tally::of(&generated_boards(), 150);
    tally.report("generated");
    assert!(tally.read > 2000 && tally.refused > 2000);
}
