//! Boards as people type and paste them: each is read as the board that it is, or refused with the cure.

use quarrel::family::Family;
use quarrel::picture::text;
use quarrel::problem::Problem;
use quarrel::puzzle::{Puzzle, Request};
use quarrel::puzzles::FAMILIES;
use quarrel::source::Source;

use crate::puzzles::{count, family};

const QUEENS: [&str; 4] = ["1122", "1322", "3334", "3444"];
const THREE: &str = "01????????1????1";
const HARD: &str =
    "1.......\n.0...1..\n..1.....\n........\n0..0..1.\n....1...\n.....0.0\n.11..0..\n";
const TWO_IS_OPEN: &str =
    "2 2 0 2 2 2\n2 2 2 2 0 2\n2 2 2 2 2 1\n2 0 2 2 0 2\n1 2 2 2 0 2\n2 1 2 2 2 2\n";
const ABC: &str =
    "[\"YGBJNUT\", \"S?????R\", \"D?????W\", \"F?????V\", \"O?A???K\", \"M?????I\", \"HEXCQPL\"]";

fn named(name: &str) -> &'static Family {
    quarrel::family::named(FAMILIES, name).expect("a name of a family")
}

fn open(name: &str, text: &str, variants: &[&str]) -> Result<Box<dyn Puzzle>, String> {
    let request = Request {
        board: Some(Source::new("board", text).into()),
        called: Some(name.to_owned()),
        variants: variants.iter().map(|variant| ((*variant).to_owned(), None)).collect(),
        ..Request::default()
    };
    let opened = named(name).open(&request).map_err(|refusal| refusal.to_string())?;
    Ok(opened.into_puzzle().expect("a family with boards"))
}

/// How many answers a board has.
fn answers(name: &str, text: &str, variants: &[&str]) -> u64 {
    let puzzle = open(name, text, variants).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    count(&puzzle, &named(name).formulations[0], None)
}

/// The given cells of a board in one line.
fn givens(text: &str) -> String {
    let puzzle = open("tango", text, &[]).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect()
}

/// The regions of a board of queens have one answer, and those of its picture are the right ones.
#[test]
fn boards_of_queens_are_read_as_they_are_pasted() {
    let letters = |apart: &str| {
        QUEENS.map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(apart)).join("\n")
    };
    for text in [
        format!("4\n{}\n", letters(" ")),
        format!("4 4\n{}\n", letters(" ")),
        format!("4x4\n{}\n", letters(",")),
        "board = [\n    ['A', 'A', 'B', 'B'],\n    ['A', 'C', 'B', 'B'],\n    ['C', 'C', 'C', 'D'],\n    ['C', 'D', 'D', 'D'],\n]\n".into(),
        "const regions = [[1,1,2,2], // row 1\n[1,3,2,2],\n[3,3,3,4],\n[3,4,4,4]];\n".into(),
        "{\n  \"size\": 4,\n  \"regions\": [[1,1,2,2],[1,3,2,2],[3,3,3,4],[3,4,4,4]]\n}\n".into(),
        "{'name': 'mine', 'grid': ('AABB', 'ACBB', 'CCCD', 'CDDD'), 'solution': ['.Q..']}".into(),
        "#FF0000,#FF0000,#00FF00,#00FF00\n#FF0000,#0000FF,#00FF00,#00FF00\n#0000FF,#0000FF,#0000FF,#FFFF00\n#0000FF,#FFFF00,#FFFF00,#FFFF00\n".into(),
        "[[\"#f00\",\"#f00\",\"#0f0\",\"#0f0\"],[\"#f00\",\"#00f\",\"#0f0\",\"#0f0\"],[\"#00f\",\"#00f\",\"#00f\",\"#ff0\"],[\"#00f\",\"#FF0\",\"#ff0\",\"#Ff0\"]]".into(),
        "0,0,1,1, // row 0\n0,2,1,1, // row 1\n2,2,2,3, // row 2\n2,3,3,3, // row 3\n".into(),
        "| A | A | B | B |\n|---|---|---|---|\n| A | C | B | B |\n| C | C | C | D |\n| C | D | D | D |\n".into(),
        "| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n| A | A | B | B |\n| A | C | B | B |\n| C | C | C | D |\n| C | D | D | D |\n".into(),
        ",A,B,C,D\n1,x,x,y,y\n2,x,z,y,y\n3,z,z,z,w\n4,z,w,w,w\n".into(),
        "\tc1\tc2\tc3\tc4\nr1\tx\tx\ty\ty\nr2\tx\tz\ty\ty\nr3\tz\tz\tz\tw\nr4\tz\tw\tw\tw\n".into(),
        "// mine\naabb\nacbb // two\ncccd\ncddd\n".into(),
    ] {
        assert_eq!(answers("queens", &text, &[]), 1, "{text}");
        let puzzle = open("queens", &text, &[]).expect("a board");
        assert_eq!(puzzle.obstacle(), None, "{text}");
    }
    let stars =
        open("queens", "{\"stars\": 2, \"board\": [\"AB\", \"AB\"]}", &[]).expect("a board");
    assert_eq!(stars.variants(), ["stars=2"]);
}

/// All that a board says: its cells, its variants, and its picture with the signs between cells.
fn said(puzzle: &dyn Puzzle) -> (Vec<String>, String) {
    let givens = puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect::<String>();
    (puzzle.variants(), givens + &text::draw(&puzzle.picture(None), text::Style::default()))
}

/// The format in which a family takes a text to be.
fn recognised(family: &Family, text: &str) -> Option<&'static str> {
    let source = Source::new("board", text);
    family.formats.iter().find(|format| (format.recognises)(&source)).map(|format| format.name)
}

/// In every format of every family, above the board and below it.
#[test]
fn a_line_outside_of_the_cells_is_obeyed_or_refused_in_every_format() {
    let read = |family: &'static Family, format: &str, text: &str| {
        let request = Request {
            board: Some(Source::new("board", text).into()),
            format: Some(format.to_owned()),
            ..Request::default()
        };
        let opened = family.open(&request).map_err(|refusal| refusal.to_string())?;
        Ok::<_, String>(said(&*opened.into_puzzle().expect("a family with boards")))
    };
    for family in quarrel::puzzles::PUZZLES.iter().copied() {
        for format in family.formats {
            let (name, board) = (format.name, format.example.trim_end());
            let plain = read(family, name, board).expect("an example");
            let with = |line: &str| {
                [format!("{line}\n{board}\n"), format!("{board}\n{line}\n")].map(|text| {
                    assert_eq!(recognised(family, &text), recognised(family, board), "{text}");
                    (read(family, name, &text), text)
                })
            };
            for (outcome, text) in with("# a note").into_iter().chain(with("// a note [1, 2] {")) {
                assert_eq!(outcome.as_ref(), Ok(&plain), "{name} {text}");
            }
            for (outcome, text) in
                with("# r1c1 r1c2 =").into_iter().chain(with("# likes r1c1 r1c2"))
            {
                let refusal = outcome.expect_err(&text);
                assert!(
                    refusal.contains(" is no directive; expected "),
                    "{name} {text}: {refusal}"
                );
            }
            for usage in family.directives {
                let line = usage.shown().replace('K', "2");
                for (outcome, text) in with(line.trim_matches('`')) {
                    let outcome =
                        outcome.unwrap_or_else(|refusal| panic!("{name} {text}: {refusal}"));
                    assert_ne!(outcome, plain, "{name} {text}");
                }
            }
        }
    }
}

/// With nothing that says the format, in the forms of programs.
#[test]
fn directives_around_lists_and_objects_are_obeyed() {
    let rows = "[\"AABB\", \"ACBB\", \"CCCD\", \"CDDD\"]";
    for list in [
        rows.to_owned(),
        format!("{{\"grid\": {rows}}}"),
        format!("board = {}", rows.replace('"', "'")),
        format!("const board = {rows};"),
        format!("b = {{'grid': ({})}}", rows.trim_matches(['[', ']'])),
        "data B;\ninput a1-a4;\ndatalines;\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n;".to_owned(),
    ] {
        for line in
            ["# given queen r1c2", "// given queen row 1, column 2", "# from 0\n# given queen 0 1"]
        {
            for text in [
                format!("{line}\n{list}\n"),
                format!("{list}\n{line}"),
                list.replacen('\n', &format!("\n{line}\n"), 1),
            ] {
                if text == list {
                    continue;
                }
                let puzzle = open("queens", &text, &[])
                    .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
                let given: Vec<String> = puzzle
                    .givens()
                    .iter()
                    .filter(|(_, given)| given.is_some())
                    .map(|(at, given)| format!("{given:?} {at}"))
                    .collect();
                assert_eq!(given, ["Some('Q') row 1, column 2"], "{text}");
            }
        }
        let stars =
            open("queens", &format!("// stars 2\n{list}\n# blocked r1c1\n"), &[]).expect("a board");
        assert_eq!(stars.variants(), ["stars=2"], "{list}");
        assert_eq!(stars.givens().iter().next().expect("a cell").1, &Some('.'), "{list}");
        let clash = open("queens", &format!("# blocked r9c1\n{list}"), &[]).err().expect("4 rows");
        assert!(clash.starts_with("board:1:12: `9` is out of range"), "{clash}");
    }
    let three = "{\"board\": [\"01..\", \"....\", \"..1.\", \"...1\"]}";
    for text in [format!("# eq r2c1 r2c2\n{three}"), format!("{three}\n# eq r2c1 r2c2")] {
        let both = format!("{text}\n# ne r2c1 r2c2\n");
        let obstacle = open("tango", &both, &[]).expect("a board").obstacle().expect("both signs");
        assert!(obstacle.contains("have both signs"), "{obstacle}");
    }
}

/// A directive that does not begin its line is refused, and the line that it is told to be on its own does.
#[test]
fn a_directive_behind_something_else_is_refused() {
    let program = "data B;\ninput a1-a4;\ndatalines;\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n;\n";
    let behind = |mark: &str| program.replacen('\n', &format!(" {mark}\n"), 1);
    let param = "param n := 4;\nparam p: 1 2 3 4 :=\n1 1 2 . .\n2 . . . .\n3 . . 2 .\n4 . . . .;\n";
    for (name, text) in [
        ("queens", "AABB // given queen r1c2\nACBB\nCCCD\nCDDD\n".to_owned()),
        ("queens", "1,1,2,2, // stars 2\n1,3,2,2\n3,3,3,4\n3,4,4,4\n".to_owned()),
        ("queens", "b = ['AABB', # blocked r1c1\n'ACBB', 'CCCD', 'CDDD']".to_owned()),
        ("queens", "const b = ['AABB', 'ACBB', 'CCCD', 'CDDD']; // stars 2".to_owned()),
        ("queens", "1 1 2 2 # given queen r1c2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n".to_owned()),
        ("tango", "0 1 . . # eq r2c1 r2c2\n. . . .\n. . 1 .\n. . . 1\n".to_owned()),
        ("queens", behind("/* stars 2 */")),
        ("queens", behind("# Q r1c2")),
        ("queens", format!("* stars 2;\n{program}")),
        ("tango", "01.. // eq r2c1 r2c2\n....\n..1.\n...1\n".to_owned()),
        ("tango", "01.. // r2c1 r2c2 =\n....\n..1.\n...1\n".to_owned()),
        ("tango", param.replacen('\n', " # eq r2c1 r2c2\n", 1)),
    ] {
        let refused = open(name, &text, &[]).err().unwrap_or_else(|| panic!("{text}"));
        assert!(
            refused.contains("says what a directive says; expected a line of its own"),
            "{text}: {refused}"
        );
    }
    for (name, text) in [
        ("queens", "AABB // row 1, 2 of 4\nACBB\nCCCD\nCDDD\n".to_owned()),
        ("queens", behind("/* LinkedIn, 8 stars */ /* No 12 */")),
        ("tango", param.replacen('\n', " # size\n", 1)),
    ] {
        assert!(open(name, &text, &[]).is_ok(), "{text}");
    }
}

/// What a key of an object says that can only be about the puzzle is obeyed or refused.
#[test]
fn the_keys_of_an_object_are_obeyed_or_refused() {
    let queens =
        |said: &str| format!("{{{said}, \"regions\": [\"AABB\", \"ACBB\", \"CCCD\", \"CDDD\"]}}");
    let tango =
        |said: &str| format!("{{{said}, \"board\": [\"01..\", \"....\", \"..1.\", \"...1\"]}}");
    for said in [
        "\"stars\": 2",
        "\"stars\": \"2\"",
        "\"Stars\": 2",
        "\"star\": 2",
        "\"starsPerRow\": 2",
        "\"num_stars\": 2",
        "\"variant\": \"stars=2\"",
        "\"stars\": 2, \"star\": \"2\"",
    ] {
        assert_eq!(
            open("queens", &queens(said), &[]).map(|board| board.variants()),
            Ok(vec!["stars=2".to_owned()]),
            "{said}"
        );
    }
    for said in [
        "\"level\": 2",
        "\"stars\": null",
        "\"start\": 2",
        "\"name\": \"2 stars\"",
        "\"variant\": \"classic\"",
    ] {
        assert_eq!(
            open("queens", &queens(said), &[]).map(|board| board.variants()),
            Ok(vec![]),
            "{said}"
        );
    }
    for (said, name, variants) in [
        ("\"puzzle\": \"takuzu\"", "three-in-a-row", &["distinct-lines"][..]),
        ("\"Type\": \"Binairo\"", "three-in-a-row", &["distinct-lines"]),
        ("\"puzzle\": \"takuzu\"", "binairo", &["distinct-lines"]),
        ("\"puzzle\": \"tango\"", "three-in-a-row", &[]),
        ("\"variant\": \"distinct-lines\"", "tango", &["distinct-lines"]),
        ("\"rules\": \"Distinct lines\"", "tango", &["distinct-lines"]),
        ("\"distinctLines\": true", "tango", &["distinct-lines"]),
        ("\"distinct_lines\": false", "tango", &[]),
        (
            "\"variants\": \"distinct-lines, odd-either\"",
            "tango",
            &["distinct-lines", "odd-either"],
        ),
    ] {
        let puzzle =
            open(name, &tango(said), &[]).unwrap_or_else(|refusal| panic!("{said}: {refusal}"));
        assert_eq!(puzzle.variants(), variants, "{said}");
    }
    for (name, text, refusal) in [
        (
            "queens",
            queens("\"stars\": \"two\""),
            "`stars` with `two`; expected `\"stars\": K` with a number from 1 to",
        ),
        ("queens", queens("\"maxStars\": 2"), "`maxStars` with `2`; expected"),
        ("queens", queens("\"queensPerRow\": 2"), "`queensPerRow` with `2`; expected"),
        ("queens", queens("\"stars\": 2, \"Stars\": 3"), "stars=2, and stars=3 is asked for"),
        (
            "queens",
            queens("\"variant\": \"knights\""),
            "queens has no variant `knights`; expected stars",
        ),
        ("queens", queens("\"variant\": \"stars\""), "the variant stars needs a value"),
        (
            "queens",
            queens("\"given\": \"r1c2\""),
            "expected `# given queen r1c1` on a line of its own",
        ),
        (
            "queens",
            queens("\"crown\": \"r1c2\""),
            "expected `# given queen r1c1` on a line of its own",
        ),
        ("queens", queens("\"size\": \"5x5\""), "`size` is \"5x5\", and the array has 4x4"),
        (
            "queens",
            format!("# stars 3\n{}", queens("\"stars\": 2")),
            "a board for 3 stars, and stars=2 is asked for",
        ),
        ("tango", tango("\"puzzle\": \"takuzu\""), "a board of takuzu, and tango is asked for"),
        ("takuzu", tango("\"game\": \"Tango\""), "a board of tango, and takuzu is asked for"),
        ("takuzu", tango("\"distinct-lines\": false"), "no `distinct-lines`, which is asked for"),
        ("tango", tango("\"distinct-lines\": \"rows\""), "expected true or false"),
    ] {
        let refused = open(name, &text, &[]).err().unwrap_or_else(|| panic!("{name} reads {text}"));
        assert!(refused.contains(refusal), "{name} {text}: {refused}");
    }
}

/// Emoji squares in lists, with and without the selectors behind some of them.
#[test]
fn emoji_in_lists_are_regions() {
    for text in [
        "[\"🟥🟥🟦🟦\", \"🟥⬛🟦🟦\", \"⬛⬛\u{fe0f}⬛🟨\", \"⬛🟨🟨🟨\"]",
        "b = ['🟥🟥🟦🟦', '🟥⬛🟦🟦', '⬛⬛⬛🟨', '⬛🟨🟨🟨']",
        "const b = [['🟥','🟥','🟦','🟦'],['🟥','⬛','🟦','🟦'],\n['⬛','⬛\u{fe0f}','⬛','🟨'],['⬛','🟨','🟨','🟨']];",
        "{\"board\": [[\"🟥\",\"🟥\",\"🟦\",\"🟦\"],[\"🟥\",\"⬛\",\"🟦\",\"🟦\"],[\"⬛\",\"⬛\",\"⬛\",\"🟨\"],[\"⬛\",\"🟨\",\"🟨\",\"🟨\"]]}",
    ] {
        assert_eq!(answers("queens", text, &[]), 1, "{text}");
    }
    assert_eq!(
        givens(
            "[[\"🌞\",\"🌙\",null,null],[\"\u{2b1c}\u{fe0f}\",null,null,null],[null,null,\"🌙\",null],[null,null,null,\"🌙\"]]"
        ),
        THREE
    );
    assert_eq!(givens("b = ['🌞🌙..', '....', '..🌙.', '...🌙']"), THREE);
    let refused =
        open("queens", "[[\"🟥🟥\", \"🟥\"], [\"🟥\", \"🟥\"]]", &[]).err().expect("two squares");
    assert!(
        refused.contains("a number, a name or an emoji square for the region of each cell"),
        "{refused}"
    );
}

#[test]
fn boards_of_tango_are_read_as_they_are_pasted() {
    for text in [
        "[[0, 1, None, None],\n [None, None, None, None],\n [None, None, 1, None],\n [None, None, None, 1]]\n",
        "[[0,1,-1,-1],[-1,-1,-1,-1],[-1,-1,1,-1],[-1,-1,-1,1]]",
        "0 1 -1 -1\n-1 -1 -1 -1\n-1 -1 1 -1\n-1 -1 -1 1\n",
        "0,1,,\n,,,\n,,1,\n,,,1\n",
        "\"0\";\"1\";\"\";\"\"\n;;;\n;;1;\n;;;1\n",
        "| 0 | 1 |   |   |\n|---|---|---|---|\n|   |   |   |   |\n|   |   | 1 |   |\n|   |   |   | 1 |\n",
        "sm__\n____\n__m_\n___m\n",
        "w b . .\n. . . .\n. . b .\n. . . b\n",
        "🟡🔵..\n....\n..🔵.\n...🔵\n",
        "⚪⚫__\n____\n__⚫_\n___⚫\n",
        "4\n01..\n....\n..1.\n...1\n",
        "grid = [\"01..\", \"....\", \"..1.\", \"...1\",]",
    ] {
        assert_eq!(givens(text), THREE, "{text}");
    }
    assert_eq!(answers("takuzu", &format!("8\n{HARD}"), &[]), 1);
}

/// By its names the family is another game; a result says which.
#[test]
fn takuzu_and_binairo_have_distinct_lines_and_tango_has_not() {
    let three = family("three-in-a-row");
    for (name, ruling) in [
        ("takuzu", "no two lines equal"),
        ("Binairo", "no two lines equal"),
        ("tango", "equal lines allowed"),
        ("three-in-a-row", "equal lines allowed"),
        ("3-in-a-row", "equal lines allowed"),
    ] {
        let puzzle = open(name, "01..\n....\n..1.\n...1\n", &[]).expect("a board");
        assert_eq!(puzzle.ruling().as_deref(), Some(ruling), "{name}");
        assert!(three.title(&puzzle).ends_with(&format!(" ({ruling})")), "{name}");
    }
    for name in ["tango", "takuzu"] {
        for text in ["01....\n......\n......\n..1...\n", "0..\n...\n..1\n"] {
            let refusal = open(name, text, &[]).err().expect("no square with even sides");
            assert!(refusal.contains("squares with even sides; expected"), "{refusal}");
        }
        let request = Request {
            size: Some("4x6".parse().expect("a size")),
            called: Some(name.to_owned()),
            ..Request::default()
        };
        assert!(three.open(&request).is_ok(), "{name}");
    }
}

#[test]
fn a_layout_of_clues_may_have_any_sign_for_open_cells() {
    for open in ["?", ".", "_", " "] {
        assert_eq!(answers("abc-path", &ABC.replace('?', open), &[]), 1, "{open}");
    }
    let layout = "ABC Path Solver Layout Version 1:\nFJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\nT     L\nKGNDVXU\n";
    assert_eq!(answers("abc-path", &layout.replace("E    AC", "E....AC"), &[]), 1);
    let (_, lines) = layout.split_once('\n').expect("a title");
    for text in [
        lines.to_owned(),
        lines.replace(' ', "."),
        lines.to_lowercase(),
        format!("abc path 12\n{}", lines.replace(' ', "?").to_lowercase()),
    ] {
        assert_eq!(answers("abc-path", &text, &[]), 1, "{text}");
    }
}

/// On a board of at most 26 letters a small one is its capital; on a larger one it comes after Z.
#[test]
fn small_letters_of_a_path_are_capitals_unless_there_are_more_than_those() {
    for text in ["a????\n?????\n??c??\n?????\n?????\n", "A????\n?????\n??C??\n?????\n?????\n"] {
        let puzzle = open("abc-path", text, &[]).expect("a board");
        let given: String = puzzle.givens().iter().filter_map(|(_, given)| *given).collect();
        assert_eq!(given, "AC");
        assert_eq!(puzzle.remarks(), [""; 0]);
    }
    let large = open("abc-path", &format!("a?????\n{}", "??????\n".repeat(5)), &[]);
    let remarks = large.expect("a board").remarks().join("\n");
    assert!(remarks.starts_with("`a` is letter 27 of this board"), "{remarks}");
    let beyond = open("abc-path", &format!("A????z\n{}", "??????\n".repeat(5)), &[]);
    let refusal = beyond.err().expect("no letter of 36");
    assert!(refusal.contains("`z` stands on a board of 36 cells"), "{refusal}");
}

/// A separator at the end of each row of a board with blanks may be that, or one more open cell.
#[test]
fn a_separator_at_the_end_of_every_row_with_blanks_is_refused() {
    for text in ["0,1,,,\n,,,,\n,,1,,\n,,,1,\n", "0;1;;;\n;;;;\n;;1;;\n;;;1;\n"] {
        let refused = open("tango", text, &[]).err().expect("4x4 or 4x5");
        assert!(refused.contains("expected `.` for each open cell"), "{refused}");
    }
    assert_eq!(givens("0,1,.,.,\n.,.,.,.,\n.,.,1,.,\n.,.,.,1,\n"), THREE);
}

/// A region that differs from another in small and capital letters is likely a slip.
#[test]
fn a_region_of_one_small_letter_is_asked_about() {
    let puzzle = open("queens", "AABB\nAcBB\nCCCD\nCDDD\n", &[]).expect("a board");
    let obstacle = puzzle.obstacle().expect("five regions");
    assert!(
        obstacle.ends_with("region c has 1 cell (row 2, column 2), did you mean C?"),
        "{obstacle}"
    );
}

#[test]
fn what_may_be_another_board_is_refused_with_the_cure() {
    for (name, text, refusal) in [
        (
            "tango",
            "01....\n......\n......\n......\n......\n......\n# equal 0 0 0 1\n",
            "board:7:3: `equal` is no directive; expected `# eq r1c1 r1c2`;",
        ),
        (
            "tango",
            "01\n10\n# eq 1 1 1 2\n",
            "expected `# eq r2c2 r2c3` if they count from 0, `# eq r1c1 r1c2` if they count from 1; or a line",
        ),
        (
            "queens",
            "AB\nAB\n# Q 0 1\n",
            "board:3:3: `Q` is no directive; expected `# given queen r1c1`;",
        ),
        ("queens", "AB\nAB\n// queen 0 1\n", "`queen` is no directive"),
        (
            "armies",
            "??\n??\n# equal 0 0 0 1\n",
            "`equal` is no directive; expected no directive, since boards of this kind have none",
        ),
        (
            "queens",
            "Queens 12\nAABB\nACBB\nCCCD\nCDDD\n",
            "board:1:1: a line above the board that is no row; expected `#` before it if it is a title",
        ),
        ("tango", "Tango\n01..\n....\n..1.\n...1\n", "`#` before it if it is a title"),
        (
            "takuzu",
            TWO_IS_OPEN,
            "0 and 2 on one board, of which either may be the open cell; expected `.` for each open cell",
        ),
        ("takuzu", "2121\n2112\n1221\n1210\n", "of which either may be the open cell"),
        ("tango", "⚪🟡..\n....\n....\n....\n", "⚪ and 🟡 on one board"),
        (
            "queens",
            "{\"regions\": [[1, 2], [1, 2]], \"given\": [[0, 1]]}",
            "an object with `given` and `regions`; expected `# given queen r1c1` on a line of its own, and one array of rows",
        ),
        (
            "queens",
            "{\"size\": 3, \"regions\": [[1, 2], [1, 2]]}",
            "`size` is 3, and the array has 2",
        ),
        (
            "queens",
            "5\nAABB\nACBB\nCCCD\nCDDD\n",
            "the first line says `5`, and below it are 4 rows of 4 cells",
        ),
    ] {
        let refused = open(name, text, &[]).err().unwrap_or_else(|| panic!("{name} reads {text}"));
        assert!(refused.contains(refusal), "{name} {text}: {refused}");
    }
}

/// An answer with dots in the open cells of a board that is half filled is told how to write them.
#[test]
fn a_half_filled_answer_of_queens_is_told_the_sign_of_an_open_cell() {
    let puzzle = open("queens", "AABB\nACBB\nCCCD\nCDDD\n", &[]).expect("a board");
    let rows = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let broken = puzzle.check(&rows(".Q..\n....\n....\n....")).expect_err("one queen");
    assert!(
        broken.rule.ends_with("`?` is an open cell, and `.` is one without a queen"),
        "{}",
        broken.rule
    );
    let broken = puzzle.check(&rows("QQ..\n....\n....\n....")).expect_err("they touch");
    assert!(!broken.rule.contains('?'), "{}", broken.rule);
}

/// Boards of odd sides that their programs fill with one more of either symbol.
#[test]
fn a_line_of_odd_length_may_have_one_more_of_either_symbol() {
    const ODD: &str = "0.0..\n....0\n00..0\n1.1..\n....0\n";
    assert_eq!(answers("three-in-a-row", ODD, &["distinct-lines"]), 0);
    assert_eq!(answers("three-in-a-row", ODD, &["distinct-lines", "odd-either"]), 1);
    assert_eq!(answers("takuzu", ODD, &["odd-either"]), 1);
    let refused = open("takuzu", ODD, &[]).err().expect("odd sides");
    assert!(refused.contains("--variant odd-either, or --size 5x5"), "{refused}");
    let remarks = |variants: &[&str]| {
        open("three-in-a-row", ODD, variants).expect("a board").remarks().join("\n")
    };
    assert!(remarks(&[]).starts_with("row 3 has 3 zeros of 5 cells given; "), "{}", remarks(&[]));
    assert_eq!(remarks(&["odd-either"]), "");
}
