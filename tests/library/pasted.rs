//! Checks boards as people type and paste them: each is read correctly, or refused with the cure.

use quarrel::family::Family;
use quarrel::links;
use quarrel::picture::text;
use quarrel::problem::Problem;
use quarrel::puzzle::{BoardProblem, Goal, Puzzle, Request};
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
    quarrel::family::find_family(FAMILIES, name).expect("a name of a family")
}

fn open(name: &str, text: &str, variants: &[&str]) -> Result<BoardProblem, String> {
    let request = Request {
        board: Some(Source::new("board", text).into()),
        called: Some(name.to_owned()),
        variants: variants.iter().map(|variant| ((*variant).to_owned(), None)).collect(),
        ..Request::default()
    };
    let opened = named(name).open(&request).map_err(|refusal| refusal.to_string())?;
    Ok(opened.into_puzzle().expect("a family with boards"))
}

fn answers(name: &str, text: &str, variants: &[&str]) -> u64 {
    let puzzle = open(name, text, variants).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    count(&puzzle, &named(name).formulations[0], None)
}

fn givens(text: &str) -> String {
    let puzzle = open("tango", text, &[]).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect()
}

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
        assert_eq!(puzzle.describe().obstacle, None, "{text}");
    }
    let stars =
        open("queens", "{\"stars\": 2, \"board\": [\"AB\", \"AB\"]}", &[]).expect("a board");
    assert_eq!(stars.describe().variants, ["stars=2"]);
}

/// Returns all that a board says: its cells and variants, its picture with the signs between cells,
/// and its goal.
fn said(puzzle: &dyn Puzzle) -> (Vec<String>, String, Option<Goal>) {
    let givens = puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect::<String>();
    let drawn = text::draw(&puzzle.picture(None), text::Style::default());
    (puzzle.describe().variants, givens + &drawn, puzzle.describe().goal)
}

fn recognised(family: &Family, text: &str) -> Option<&'static str> {
    let source = Source::new("board", text);
    family.formats.iter().find(|format| (format.recognises)(&source)).map(|format| format.name)
}

/// Directives about what a link or an id may state itself.
const STATED: [&str; 2] = ["`# stars 2`", "`# distinct lines`"];

type Said = (Vec<String>, String, Option<Goal>);

/// Checks that a directive is obeyed, or refused if the format states another rule, or repeats it.
fn check_statement(outcomes: [(Result<Said, String>, String); 2], plain: &Said) {
    for (outcome, text) in outcomes {
        match outcome {
            Ok(said) => assert!(said != *plain || text.contains("01h1d1"), "{text}"),
            Err(refusal) => {
                let is_about_it = refusal.contains("on a board for 1 star")
                    || refusal.contains("a board whose lines may be equal");
                assert!(is_about_it, "{text}: {refusal}");
            }
        }
    }
}

/// A line above or below the board is a directive that counts or is refused, in every format of
/// every family.
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
            let of_format = Some(name.to_owned());
            let request = Request { format: of_format, ..crate::puzzles::board(board, &[]) };
            let rows = crate::puzzles::open(family, &request).size().rows();
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
                let shown = usage.example().replace('K', "2");
                if links::is_link_format(name) && STATED.contains(&&shown[..]) {
                    check_statement(with(shown.trim_matches('`')), &plain);
                    continue;
                }
                let mut lines = shown.trim_matches('`').to_owned();
                if let Some(name) = lines.strip_suffix("N N N") {
                    // An example has costs.
                    if board.contains(name) {
                        continue;
                    }
                    let numbers = ["1", "0", "-2", "3", "1"][..rows].join(" ");
                    lines = vec![format!("{name}{numbers}"); rows].join("\n");
                }
                for (outcome, text) in with(&lines) {
                    let outcome =
                        outcome.unwrap_or_else(|refusal| panic!("{name} {text}: {refusal}"));
                    assert_ne!(outcome, plain, "{name} {text}");
                }
            }
        }
    }
}

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
        assert_eq!(stars.describe().variants, ["stars=2"], "{list}");
        assert_eq!(stars.givens().iter().next().expect("a cell").1, &Some('.'), "{list}");
        let clash = open("queens", &format!("# blocked r9c1\n{list}"), &[]).err().expect("4 rows");
        assert!(clash.starts_with("board:1:12: `9` is out of range"), "{clash}");
    }
    let three = "{\"board\": [\"01..\", \"....\", \"..1.\", \"...1\"]}";
    for text in [format!("# eq r2c1 r2c2\n{three}"), format!("{three}\n# eq r2c1 r2c2")] {
        let both = format!("{text}\n# ne r2c1 r2c2\n");
        let obstacle =
            open("tango", &both, &[]).expect("a board").describe().obstacle.expect("both signs");
        assert!(obstacle.contains("have both signs"), "{obstacle}");
    }
}

/// The line in the cure is accepted.
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
            refused.contains("looks like a directive; expected the directive on its own line"),
            "{text}: {refused}"
        );
    }
    for (name, text) in [
        ("queens", "AABB // row 1, 2 of 4\nACBB\nCCCD\nCDDD\n".to_owned()),
        ("queens", behind("/* LinkedIn, 8 rows */ /* No 12 */")),
        ("tango", param.replacen('\n', " # size\n", 1)),
    ] {
        assert!(open(name, &text, &[]).is_ok(), "{text}");
    }
}

/// The key can only be about the puzzle.
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
            open("queens", &queens(said), &[]).map(|board| board.describe().variants),
            Ok(vec!["stars=2".to_owned()]),
            "{said}"
        );
    }
    for said in [
        "\"level\": 2",
        "\"stars\": null",
        "\"start\": 2",
        "\"name\": \"1 star\"",
        "\"variant\": \"classic\"",
    ] {
        assert_eq!(
            open("queens", &queens(said), &[]).map(|board| board.describe().variants),
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
        assert_eq!(puzzle.describe().variants, variants, "{said}");
    }
    for (name, text, refusal) in [
        (
            "queens",
            queens("\"stars\": \"two\""),
            "`stars` with `two`; expected `\"stars\": K` with a number from 1 to",
        ),
        ("queens", queens("\"maxStars\": 2"), "`maxStars` with `2`; expected"),
        ("queens", queens("\"queensPerRow\": 2"), "`queensPerRow` with `2`; expected"),
        ("queens", queens("\"stars\": 2, \"Stars\": 3"), "stars=3, but stars=2 is asked for"),
        (
            "queens",
            queens("\"variant\": \"knights\""),
            "queens has no variant `knights`; expected stars",
        ),
        ("queens", queens("\"variant\": \"stars\""), "the variant stars needs a value"),
        ("queens", queens("\"given\": \"r1c2\""), "expected `# given queen r1c1` on its own line"),
        ("queens", queens("\"crown\": \"r1c2\""), "expected `# given queen r1c1` on its own line"),
        (
            "queens",
            queens("\"costs\": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]"),
            "expected `# costs N N N` on its own line",
        ),
        ("queens", queens("\"size\": \"5x5\""), "`size` is \"5x5\", but the array has 4x4"),
        (
            "queens",
            format!("# stars 3\n{}", queens("\"stars\": 2")),
            "a board for 3 stars, but stars=2 is asked for",
        ),
        ("tango", tango("\"puzzle\": \"takuzu\""), "a board of takuzu, but tango is asked for"),
        ("takuzu", tango("\"game\": \"Tango\""), "a board of tango, but takuzu is asked for"),
        (
            "takuzu",
            tango("\"distinct-lines\": false"),
            "`distinct-lines` is switched off here, but requested",
        ),
        ("tango", tango("\"distinct-lines\": \"rows\""), "expected true or false"),
    ] {
        let refused = open(name, &text, &[]).err().unwrap_or_else(|| panic!("{name} reads {text}"));
        assert!(refused.contains(refusal), "{name} {text}: {refused}");
    }
}

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

/// Takuzu and Binairo, names of the same family, imply distinct lines, and the result states the
/// rule.
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
        assert_eq!(puzzle.describe().ruling.as_deref(), Some(ruling), "{name}");
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

/// On a board of at most 26 letters a small letter is its capital; otherwise it follows Z.
#[test]
fn small_letters_of_a_path_are_capitals_unless_there_are_more_than_those() {
    for text in ["a????\n?????\n??c??\n?????\n?????\n", "A????\n?????\n??C??\n?????\n?????\n"] {
        let puzzle = open("abc-path", text, &[]).expect("a board");
        let given: String = puzzle.givens().iter().filter_map(|(_, given)| *given).collect();
        assert_eq!(given, "AC");
        assert_eq!(puzzle.describe().remarks, [""; 0]);
    }
    let large = open("abc-path", &format!("a?????\n{}", "??????\n".repeat(5)), &[]);
    let remarks = large.expect("a board").describe().remarks.join("\n");
    assert!(remarks.starts_with("`a` is letter 27 of this board"), "{remarks}");
    let beyond = open("abc-path", &format!("A????z\n{}", "??????\n".repeat(5)), &[]);
    let refusal = beyond.err().expect("no letter of 36");
    assert!(refusal.contains("`z` on a board of 36 cells"), "{refusal}");
}

/// If each row ends in a separator, one more open cell may follow, so the board is refused.
#[test]
fn a_separator_at_the_end_of_every_row_with_blanks_is_refused() {
    for text in ["0,1,,,\n,,,,\n,,1,,\n,,,1,\n", "0;1;;;\n;;;;\n;;1;;\n;;;1;\n"] {
        let refused = open("tango", text, &[]).err().expect("4x4 or 4x5");
        assert!(refused.contains("expected `.` for each open cell"), "{refused}");
    }
    assert_eq!(givens("0,1,.,.,\n.,.,.,.,\n.,.,1,.,\n.,.,.,1,\n"), THREE);
}

#[test]
fn a_region_of_one_small_letter_is_asked_about() {
    let puzzle = open("queens", "AABB\nAcBB\nCCCD\nCDDD\n", &[]).expect("a board");
    let obstacle = puzzle.describe().obstacle.expect("five regions");
    assert!(
        obstacle.ends_with("region `c` has 1 cell (row 2, column 2); did you mean `C`?"),
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
            "board:1:1: a line that is no row of the board; expected `#` before the line, to make it a comment",
        ),
        ("tango", "Tango\n01..\n....\n..1.\n...1\n", "`#` before the line, to make it a comment"),
        (
            "takuzu",
            TWO_IS_OPEN,
            "0 and 2 on one board: either may be the open cell; expected `.` for each open cell",
        ),
        ("takuzu", "2121\n2112\n1221\n1210\n", "either may be the open cell"),
        ("tango", "⚪🟡..\n....\n....\n....\n", "⚪ and 🟡 on one board"),
        (
            "queens",
            "{\"regions\": [[1, 2], [1, 2]], \"cages\": [[\"a\"]]}",
            "an object with `regions` and `cages`; expected only one array of rows",
        ),
        (
            "queens",
            "{\"size\": 3, \"regions\": [[1, 2], [1, 2]]}",
            "`size` is 3, but the array has 2",
        ),
        (
            "queens",
            "5\nAABB\nACBB\nCCCD\nCDDD\n",
            "the first line is `5`, but 4 rows of 4 cells follow",
        ),
    ] {
        let refused = open(name, text, &[]).err().unwrap_or_else(|| panic!("{name} reads {text}"));
        assert!(refused.contains(refusal), "{name} {text}: {refused}");
    }
}

#[test]
fn a_half_filled_answer_of_queens_is_told_the_sign_of_an_open_cell() {
    let puzzle = open("queens", "AABB\nACBB\nCCCD\nCDDD\n", &[]).expect("a board");
    let answer = |text| puzzle.read(&Source::new("answer", text)).expect("rows of one length");
    let answer = |text| answer(text).complete().expect("no cell is open");
    let broken = puzzle.check(&answer(".Q..\n....\n....\n....")).expect_err("one queen");
    assert!(
        broken.rule.ends_with("`?` is an open cell, and `.` is a cell without a queen"),
        "{}",
        broken.rule
    );
    let broken = puzzle.check(&answer("QQ..\n....\n....\n....")).expect_err("they touch");
    assert!(!broken.rule.contains('?'), "{}", broken.rule);
}

/// With `odd-either`, a line of odd length may have one more of either symbol, as other programs
/// fill it.
#[test]
fn a_line_of_odd_length_may_have_one_more_of_either_symbol() {
    const ODD: &str = "0.0..\n....0\n00..0\n1.1..\n....0\n";
    assert_eq!(answers("three-in-a-row", ODD, &["distinct-lines"]), 0);
    assert_eq!(answers("three-in-a-row", ODD, &["distinct-lines", "odd-either"]), 1);
    assert_eq!(answers("takuzu", ODD, &["odd-either"]), 1);
    let refused = open("takuzu", ODD, &[]).err().expect("odd sides");
    assert!(refused.contains("--variant odd-either, or --size 5x5"), "{refused}");
    let remarks = |variants: &[&str]| {
        open("three-in-a-row", ODD, variants).expect("a board").describe().remarks.join("\n")
    };
    assert!(remarks(&[]).starts_with("row 3 has 3 given zeros in 5 cells; "), "{}", remarks(&[]));
    assert_eq!(remarks(&["odd-either"]), "");
}

fn refusal(name: &str, text: &str) -> String {
    open(name, text, &[]).err().unwrap_or_else(|| panic!("{name} reads {text}"))
}

/// Blank lines and comments between all rows do not separate boards.
#[test]
fn a_second_board_in_one_text_is_refused() {
    const ONE: &str = "01..\n....\n..1.\n...1\n";
    for between in ["\n", "   \n", "# solution\n", "\n// (again)\n\n", "\r\n"] {
        for (name, board) in [
            ("three-in-a-row", ONE),
            ("tango", ONE),
            ("three-in-a-row", "0 1 .\n. . .\n"),
            ("three-in-a-row", "0,1,.\n.,.,.\n"),
            ("three-in-a-row", "0=1.\n....\n"),
            ("armies", "WB.\n???\n"),
            ("gunport", "<>?\n???\n???\n"),
            ("abbott-window", "???\n?#.\n"),
            ("abc-path", "A??\n???\n??I\n"),
            ("queens", "AABB\nACBB\nCCCD\nCDDD\n"),
            ("queens", "1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n"),
            ("queens", "🟥🟥🟦\n🟥🟦🟦\n🟩🟩🟩\n"),
        ] {
            let text = format!("{board}{between}{board}");
            let refused = refusal(name, &text);
            let rows = board.lines().count();
            let told = format!("a second board, of {rows} rows, after a blank line or a comment");
            assert!(refused.contains(&told), "{name} {text}: {refused}");
        }
    }
    // A part of an answer after a square, and blanks for open cells.
    let refused = refusal("three-in-a-row", "01..\n....\n..1.\n...1\n\n0110\n");
    assert!(refused.contains("a second board, of 1 row"), "{refused}");
    let refused = refusal("three-in-a-row", "0 \n 1\n# the answer\n01\n10\n");
    assert!(refused.contains("a second board"), "{refused}");
    assert!(sized(&format!("{ONE}\n{ONE}"), "8x4").is_ok());
    assert!(sized("0 \n 1\n# below\n01\n10\n", "4x2").is_ok());
    for board in [ONE.repeat(2), ONE.replace('\n', "\n\n"), ONE.replace('\n', "\n# row\n")] {
        assert!(open("three-in-a-row", &board, &[]).is_ok(), "{board}");
    }
}

/// An `x` where the sign `×` may be meant, which makes one row or every row longer, is refused with
/// a question.
#[test]
fn an_x_beside_another_sign_for_open_cells_is_asked_about() {
    for text in [
        ".x.1\n0...\n....\n....\n",
        ".x.\n.x1\n.x.\n",
        "_x_\n_x1\n_x_\n",
        ". x . 1\n0 . .\n",
        "[\".x.\", \"0x.\"]",
        "[[null, \"x\", 0], [1, \"x\", null]]",
        "🌞x⬜⬜\n⬜x🌙\n",
    ] {
        for name in ["three-in-a-row", "tango"] {
            let refused = refusal(name, text);
            assert!(refused.contains("expected `×` for each `x` between two cells"), "{refused}");
        }
    }
    let three = open("three-in-a-row", ".×.1\n0.×.\n...\n", &[]).expect("a board of 3x3");
    assert_eq!(three.size().to_string(), "3x3");
    assert_eq!(givens("01xx\nxxxx\nxx1x\nxxx1\n"), THREE);
    for sign in ["X", "≠", "✕"] {
        let refused = refusal("tango", &format!(".{sign}.1\n0...\n"));
        assert!(refused.contains("between two cells `×` if they differ, and `=`"), "{refused}");
    }
}

/// A layout of clues may be a table with any separator. Other boards may have any sign for open
/// cells.
#[test]
fn a_layout_of_clues_may_be_a_table() {
    const RING: [&str; 7] =
        ["FJHMWBR", "E????AC", "Q?????P", "O?????I", "S?????Y", "T?????L", "KGNDVXU"];
    let separated = |apart: &str| {
        RING.map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(apart)).join("\n")
    };
    for apart in [" ", ",", "\t", ", "] {
        for open in ["?", ".", "_", "-"] {
            let text = separated(apart).replace('?', open);
            assert_eq!(answers("abc-path", &text, &[]), 1, "{text}");
        }
    }
    for apart in [",", "\t"] {
        assert_eq!(answers("abc-path", &separated(apart).replace('?', ""), &[]), 1, "{apart}");
    }
    let bars: String =
        separated("|").lines().map(|row| format!("|{}|\n", row.replace('?', "."))).collect();
    let table = format!("|1|2|3|4|5|6|7|\n|---|---|---|---|---|---|---|\n{bars}");
    assert_eq!(answers("abc-path", &table, &[]), 1, "{table}");
    for open in [".", "_", "-", "?"] {
        let given = open_cells("A??\n???\n??I\n", open);
        assert_eq!(given, open_cells("A??\n???\n??I\n", "?"), "{open}");
    }
    let missing = separated(",").replacen('F', "", 1).replace('?', "");
    let refused = refusal("abc-path", &missing);
    assert!(
        refused.contains("a clue is missing here; expected a letter in each place"),
        "{refused}"
    );
}

fn open_cells(text: &str, open: &str) -> String {
    let text = text.replace('?', open);
    let puzzle = self::open("abc-path", &text, &[]).unwrap_or_else(|refusal| panic!("{refusal}"));
    puzzle.givens().iter().map(|(_, given)| given.unwrap_or('?')).collect()
}

/// Tables of words, colours and emoji are read: names as long as a row, and each form of a
/// heading's rule.
#[test]
fn tables_of_words_colours_and_emoji_are_read() {
    let named = |names: [&str; 4], apart: &str| {
        let name = |digit: char| {
            let place = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
            names[place.expect("a digit") - 1]
        };
        QUEENS.map(|row| row.chars().map(name).collect::<Vec<_>>().join(apart)).join("\n")
    };
    let emoji = named(["🟥", "🟦", "⬛\u{fe0f}", "🟨"], "");
    let quoted = |apart: &str| {
        let rows: Vec<String> = emoji.lines().map(|row| format!("'{row}'")).collect();
        rows.join(apart)
    };
    let six = ["yellow", "violet", "silver", "orange", "purple", "maroon"];
    let six_rows = ["122222", "112322", "112222", "442225", "444255", "446655"];
    let in_six = |names: [&str; 6]| {
        let name = |digit: char| names[usize::from(u8::try_from(digit).expect("ASCII") - b'1')];
        six_rows.map(|row| row.chars().map(name).collect::<Vec<_>>().join(",")).join("\n")
    };
    let six_letters = in_six(["A", "B", "C", "D", "E", "F"]);
    let colours = ["#FFC992", "#DFDFDF", "#b3dfa0", "#96BEFF", "#BBA3E2", "#E6F388"];
    for text in [in_six(six), in_six(colours), in_six(colours).replace(',', "\t")] {
        for below in ["", "\n# given queen r1c1"] {
            let text = format!("{text}{below}");
            let same = format!("{six_letters}{below}");
            assert_eq!(answers("queens", &text, &[]), answers("queens", &same, &[]), "{text}");
        }
    }
    // A code may be the first of a row among words.
    for mixed in [
        ["#FFFFFF", "red", "tomato", "plum", "olive", "navy"],
        ["#ffffff", "red", "papaya whip", "plum", "olive", "#00f"],
        ["red", "#FFFFFF", "tomato", "#abc", "#00FF00", "navy"],
    ] {
        let text = in_six(mixed);
        assert_eq!(answers("queens", &text, &[]), answers("queens", &six_letters, &[]), "{text}");
    }
    let all = "#FF0000,red1\n#FF0000,red1\n";
    assert_eq!(answers("queens", all, &[]), 0);
    let one = refusal("queens", "#FF0000,red1,#00FF00,#00FF00\n");
    assert!(one.contains("1 row of 4 cells"), "{one}");
    let bars = |names| {
        let rows = named(names, " | ");
        rows.lines().map(|row| format!("| {row} |\n")).collect::<String>()
    };
    let letters = bars(["A", "B", "C", "D"]);
    for text in [
        format!("[{}]", quoted(", ")),
        format!("board = [\n{},\n]", quoted(",\n")),
        format!("|1|2|3|4|\n|:-:|:-:|:-:|:-:|\n{letters}"),
        format!("|1|2|3|4|\n|:-:|:--|--:|-|\n{letters}"),
        format!("|1|2|3|4|\n|-|-|-|-|\n{letters}"),
        format!("| | | | |\n| :-: | - | :- | -: |\n{letters}"),
    ] {
        assert_eq!(answers("queens", &text, &[]), 1, "{text}");
    }
    // A row of dashes is open cells if dashes are elsewhere or if only it makes a square.
    assert_eq!(givens("|0|1|-|-|\n|-|-|-|-|\n|-|-|1|-|\n|-|-|-|1|\n"), THREE);
    assert_eq!(givens("|0|1|.|.|\n|-|-|-|-|\n|.|.|1|.|\n|.|.|.|1|\n"), THREE);
    // Text after packed rows is no name.
    for behind in ["x y z", "AABB", "AABB AABB AABB"] {
        let text: String =
            ["AABB", "AABB", "AABB", "AABB"].map(|row| format!("{row} {behind}\n")).concat();
        assert!(open("queens", &text, &[]).is_err(), "{text}");
    }
}

/// Emoji and words on one board are names of regions; a variation selector is a part of the name.
#[test]
fn regions_are_named_by_words_and_emoji() {
    let named = |names: [&str; 4], apart: &str| {
        let name = |digit: char| names[usize::from(u8::try_from(digit).expect("ASCII") - b'1')];
        QUEENS.map(|row| row.chars().map(name).collect::<Vec<_>>().join(apart)).join("\n")
    };
    for names in [
        ["light blue", "red", "❤\u{fe0f}", "🟦"],
        ["red", "🟦", "navy", "🟨"],
        ["🟥", "🟦", "☀\u{fe0f}", "off white"],
        ["❤\u{fe0f}", "💙", "💚", "💛"],
    ] {
        let puzzle = open("queens", &named(names, ","), &[]).expect("a board");
        let legend = text::letters(&puzzle.picture(None), text::Style::default());
        for name in names {
            assert!(legend.contains(name), "{name}: {legend}");
        }
        assert_eq!(answers("queens", &named(names, ","), &[]), 1, "{names:?}");
    }
    let hearts = named(["❤\u{fe0f}", "💙", "💚", "💛"], "");
    let puzzle = open("queens", &hearts.replacen('\u{fe0f}', "", 1), &[]).expect("a board");
    let legend = text::letters(&puzzle.picture(None), text::Style::default());
    assert!(legend.starts_with("A ❤ · "), "as in its first cell: {legend}");
}

#[test]
fn an_emoji_of_several_characters_is_refused_as_a_whole() {
    for (emoji, apart) in [
        ("👩\u{200d}🚀", ""),
        ("👩\u{200d}🚀", ","),
        ("🏳\u{fe0f}\u{200d}🌈", " "),
        ("👍🏽", ""),
        ("🇫🇷", ","),
        ("1\u{fe0f}\u{20e3}", " "),
    ] {
        let others = [emoji, "🟥", "🟦", "🟩"];
        let row = others.join(apart);
        let refused = refusal("queens", &[row.as_str(); 4].join("\n"));
        let expected = format!("`{emoji}`, an emoji of several characters");
        assert!(refused.contains(&expected), "{apart:?}: {refused}");
    }
}

#[test]
fn lists_of_the_cells_of_regions_are_no_rows() {
    for text in [
        r#"{"size": 4, "regions": [[0,1,4,5],[2,3,6,7],[8,9,12,13],[10,11,14,15]]}"#,
        r#"[["A1","B1","A2","B2"],["C1","D1","C2","D2"],["A3","B3","A4","B4"],["C3","D3","C4","D4"]]"#,
        "1,2,4\n3,6,9\n5,7,8\n",
        "regions = [[1,2,5,6],[3,4,7,8],[9,10,13,14],[11,12,15,16]]\n",
        "AB\nCD\n",
    ] {
        let refused = refusal("queens", text);
        assert!(refused.contains("as if the rows were lists of cells"), "{text}: {refused}");
    }
    assert!(open("queens", "A\n", &[]).is_ok());
}

/// A partial answer may have the sign of the board for an open cell.
#[test]
fn open_cells_of_an_answer_are_as_on_a_board() {
    let suns = "🌞 ⬜ ⬜ ⬜\n⬜ ⬜ ⬜ ⬜\n⬜ ⬜ 🌙 ⬜\n⬜ ⬜ ⬜ 🌙\n";
    let digits = "0???\n????\n??1?\n???1\n";
    for (board, answer, expected) in [
        (suns, "🌞 ⬜ . _\n? ⬜ ⬜ ⬜\n⬜ ⬜ 🌙 ⬜\n⬜ ⬜ ⬜ 🌙\n", "0??? ???? ??1? ???1"),
        (suns, "0..1\n____\n??1?\n...1\n", "0??1 ???? ??1? ???1"),
        (digits, "01..\n____\n??1?\n...1\n", "01?? ???? ??1? ???1"),
    ] {
        let board = Source::new("board", board);
        let request = Request { board: Some(board.into()), ..Request::default() };
        let opened = named("tango").open(&request).expect("a board");
        let rows = opened.read_answer(&Source::new("answer", answer), named("tango").symbols);
        assert_eq!(rows.expect(answer).to_rows().join(" "), expected);
    }
}

#[test]
fn a_colour_too_many_is_named_with_its_cells() {
    let rows = ["red", "tan", "plum", "navy"];
    let text = QUEENS.map(|row| {
        let name = |digit: char| rows[usize::from(u8::try_from(digit).expect("ASCII") - b'1')];
        row.chars().map(name).collect::<Vec<_>>().join(",")
    });
    let text = text.join("\n").replacen("plum,plum", "teal,plum", 1);
    let found = refusal("queens", &text);
    assert!(found.contains("region `teal` has 1 cell (row 3, column 1)"), "{found}");
    assert!(found.contains("expected 4 regions in 4 rows, not 5"), "{found}");
}

/// Empty fields are cells of a square, also at the end of all rows and in rows of empty fields.
#[test]
fn fields_with_nothing_in_them_are_cells_of_a_square() {
    for text in [
        "0,1,,\n,,,\n,1,,\n1,,,\n",
        "0\t1\t\t\n\t\t\t\n\t1\t\t\n1\t\t\t\n",
        "0;1;;\r\n;;;\r\n;1;;\r\n1;;;\r\n",
    ] {
        assert_eq!(givens(text), "01???????1??1???", "{text}");
        let refused = refusal("three-in-a-row", text);
        assert!(refused.contains("each row ends in"), "{refused}");
        assert!(refused.contains("expected `.` for each open cell"), "{refused}");
        assert!(sized(text, "4x4").is_ok(), "{text}");
        assert!(sized(text, "4x3").is_err(), "{text}");
    }
    let refused = refusal("three-in-a-row", "0\t\n\t\n\t1\n");
    assert!(refused.contains("empty fields in a table of 3 rows of 2 fields"), "{refused}");
    for (text, found) in [
        ("0,,,,1\n,,,,\n,,,,\n,,,,1\n", "empty fields in a table of 4 rows of 5 fields"),
        ("0,,,1\n,,,\n,,,,\n,,,1\n", "row 3 has 5 fields, but row 1 has 4"),
    ] {
        let refused = refusal("takuzu", text);
        assert!(refused.contains(found), "{refused}");
        assert!(open("three-in-a-row", "0,.,.,1\n.,.,.,.\n", &[]).is_ok());
    }
}

fn sized(text: &str, size: &str) -> Result<(), String> {
    let request = Request {
        board: Some(Source::new("board", text).into()),
        size: Some(size.parse().expect("a size")),
        ..Request::default()
    };
    let opened = family("three-in-a-row").open(&request);
    opened.map(|_| ()).map_err(|refusal| refusal.to_string())
}

#[test]
fn boards_in_code_are_read_as_they_are_pasted() {
    let lines = "AABB\nACBB\nCCCD\nCDDD";
    let strings = "\"AABB\",\n  \"ACBB\",\n  \"CCCD\",\n  \"CDDD\"";
    let numbers = "1, 1, 2, 2|1, 3, 2, 2|3, 3, 3, 4|3, 4, 4, 4".split('|');
    let in_braces: Vec<String> = numbers.clone().map(|row| format!("  {{{row}}},")).collect();
    let in_vecs: Vec<String> = numbers.clone().map(|row| format!("  vec![{row}],")).collect();
    let in_brackets: Vec<String> = numbers.clone().map(|row| format!("  [{row}],")).collect();
    let labelled = |label: &dyn Fn(usize) -> String| -> String {
        lines.lines().enumerate().map(|(row, line)| format!("{}{line}\n", label(row))).collect()
    };
    for text in [
        format!("board = \"\"\"\n{lines}\n\"\"\"\n"),
        format!("board = '''{lines}'''.split()\n"),
        format!("# mine\nboard = \"\"\"\\\n{lines}\n\"\"\".strip().splitlines()\n# its end\n"),
        format!("\"\"\"\n{lines}\n\"\"\""),
        format!("const b = `\n{lines}\n`;\n"),
        format!("```\n{lines}\n```\n"),
        format!("```text\r\n{}\r\n```\r\n", lines.replace('\n', "\r\n")),
        format!("~~~\n[{strings}]\n~~~\n"),
        format!("export const board: string[] = [\n  {strings},\n];\n"),
        format!("export const board: string[] = [\n  {strings},\n] as const;\n"),
        format!("char *b[] = {{\n  {strings},\n}};\n"),
        format!("int[][] board = {{\n{}\n}};\n", in_braces.join("\n")),
        format!("int b[4][4] = {{\n{}\n}};\n", in_braces.join("\n")),
        format!("let board = vec![\n{}\n];\n", in_vecs.join("\n")),
        format!("let board: [[u8; 4]; 4] = [\n{}\n];\n", in_brackets.join("\n")),
        format!(
            "const b = {{\n  name: 'mine', // by: me\n  size: 4,\n  regions: [\n{}\n  ],\n}};\n",
            in_brackets.join("\n")
        ),
        format!("const b = {{ regions: [{strings}] }};\nexport default b;\n"),
        labelled(&|row| format!("{}: ", row + 1)),
        labelled(&|row| format!("{row}. ")),
        labelled(&|row| format!("  {})\t", row + 1)),
        labelled(&|_| "> ".to_owned()),
        labelled(&|_| "- ".to_owned()),
        "1: A A B B\n2: A C B B\n3: C C C D\n4: C D D D\n".to_owned(),
    ] {
        assert_eq!(answers("queens", &text, &[]), 1, "{text}");
    }
    assert_eq!(givens("p = \"\"\"\n01..\n....\n..1.\n...1\n\"\"\"\n"), THREE);
    assert_eq!(givens("- 01..\n- ....\n- ..1.\n- ...1\n"), THREE);
    let rows = "[\"01..\", \"....\", \"..1.\", \"...1\"]";
    assert_eq!(givens(&format!("{{ size : 4, grid :{rows} }}")), THREE);
    assert_eq!(givens(&format!("{{ size: 4, grid : {rows} }}")), THREE);
    assert_eq!(givens("- 1 - -\n- - - -\n- - 1 -\n- - - 1\n"), "?1????????1????1");
    for (text, refusal) in [
        (
            "board = [\"AB\", \"AB\"]\nsolution = [\"Q.\", \"..\"]\n",
            "board:1:1: text of a program that is not one list; expected one list in brackets",
        ),
        ("b = {\nrows:[[1, 2], [1, 2]]}\n", "the key `rows` without quotes; expected \"quotes\""),
        ("b = { size\u{2066}: 4,\n rows: [[1, 2], [1, 2]]}\n", "a program that is not one list"),
        ("[[True, 1], [1, 1]]", "a Boolean `true`"),
        ("2: AB\n3: AB\n4: AB\n", "unknown symbol `2:`"),
    ] {
        let refused = self::refusal("queens", text);
        assert!(refused.contains(refusal), "{text}: {refused}");
    }
}

/// Arrays as NumPy prints and represents them.
#[test]
fn arrays_of_numpy_are_read() {
    let numbers = "[[ 0  1 -1 -1]\n [-1 -1 -1 -1]\n [-1 -1  1 -1]\n [-1 -1 -1  1]]";
    let commas = numbers.replace("  ", " ").replace("[ ", "[");
    let commas = commas.replace("]\n", "]#\n").replace([' ', '#'], ",").replace(",[", " [");
    let points = numbers.replace("-1", "-1.").replace(" 1", " 1.").replace(" 0", " 0.");
    for text in [
        numbers.to_owned(),
        numbers.replace("\n ", "\n"),
        points,
        commas.clone(),
        format!("array({commas})"),
        format!("np.array({commas}, dtype=int8)\n"),
        format!("board = np.array({commas})"),
        format!("tensor({commas}, dtype=torch.int8)"),
    ] {
        assert_eq!(givens(&text), THREE, "{text}");
    }
    let regions = "[['A' 'A' 'B' 'B']\n ['A' 'C' 'B' 'B']\n ['C' 'C' 'C' 'D']\n ['C' 'D' 'D' 'D']]";
    assert_eq!(answers("queens", regions, &[]), 1);
    let wrong = refusal("three-in-a-row", &numbers.replace("-1 -1  1", "-1, -1  1"));
    assert!(wrong.contains("expected `,` or `]`"), "a list without some of its commas: {wrong}");
}

#[test]
fn names_of_two_words_are_read_between_commas() {
    for blue in ["dark blue", "\"dark blue\""] {
        for apart in [",", ";", "\t", ", "] {
            let rows = ["11##", "12##", "222A", "2AAA"].map(|row| {
                let names = row.chars().map(|name| match name {
                    '1' => blue,
                    '2' => "red",
                    '#' => "very light green",
                    _ => "pink",
                });
                names.collect::<Vec<_>>().join(apart)
            });
            assert_eq!(answers("queens", &rows.join("\n"), &[]), 1, "{rows:?}");
        }
    }
    let json = "[[\"dark blue\",\"red\"],[\"dark blue\",\"red\"]]";
    assert_eq!(open("queens", json, &[]).expect("a board").describe().obstacle, None);
    let refused = refusal("queens", "red,red,sky\nred,sky,sky by Anna\ngrass,grass,sky\n");
    assert!(refused.contains("region `sky by Anna` has 1 cell (row 2, column 3)"), "{refused}");
}

/// A reader whose time is quadratic in the number of blanks needs many seconds for each text.
#[test]
fn many_thousand_blanks_change_no_reading() {
    for family in FAMILIES {
        for blank in ["\n", "% \n"] {
            for board in ["", "AB\n?C\n"] {
                let [few, many] = [2, (1 << 17) / blank.len()].map(|times| {
                    let text = format!("{board}{}", blank.repeat(times));
                    open(family.name, &text, &[])
                });
                assert_eq!(few.is_ok(), many.is_ok(), "{}: {board:?} {blank:?}", family.name);
            }
        }
    }
}

#[test]
fn words_around_a_board_need_a_hash() {
    let board = "🟥🟥🟦\n🟥🟦🟦\n🟩🟩🟩\n";
    for (above, below, found) in [
        (
            "Queens No. 512 | 1:23\n",
            "lnkd.in/queens.\n",
            "board:1:1: lines that are no rows of the board",
        ),
        ("Queens No. 512 | 1:23\n", "", "board:1:1: a line that is no row of the board"),
        ("", "Solved by Anna\n", "board:4:1: a line that is no row of the board"),
    ] {
        let refused = refusal("queens", &format!("{above}{board}{below}"));
        assert!(refused.contains(found) && refused.contains("expected `#` before"), "{refused}");
        let hash = |line: &str| if line.is_empty() { String::new() } else { format!("# {line}") };
        let cured = format!("{}{board}{}", hash(above), hash(below));
        assert!(open("queens", &cured, &[]).is_ok(), "{cured}");
    }
}

/// Comments are compared with the symbols of a board, not with each of its cells: that took
/// minutes.
#[test]
fn a_long_text_of_rows_and_comments_is_refused() {
    let text = ".?#\n#l?\n?\n?\n?\n?\n?\n".repeat(30_000);
    for family in ["abbott-window", "queens", "gunport"] {
        let refused = refusal(family, &text);
        assert!(refused.contains("expected"), "{refused}");
    }
}

/// The second spelling is refused.
#[test]
fn names_of_regions_that_look_alike_are_refused() {
    for (text, said) in [
        ("1 01 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4\n", "board:1:3: the regions `01` and `1`"),
        ("1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 +4\n", "board:4:7: the regions `+4` and `4`"),
        ("0 0 2 2\n0 -0 2 2\n3 3 4 4\n3 3 4 4\n", "board:2:3: the regions `-0` and `0`"),
        ("AАBB\nAABB\nCCDD\nCCDD\n", "board:1:2: the regions `А` (U+0410) and `A`"),
        ("ΑAВB\nAABB\nCCDD\nCCDD\n", "board:1:2: the regions `A` and `Α` (U+0391)"),
        ("AABB\nAABB\nСCDD\nСCDD\n", "board:3:2: the regions `C` and `С` (U+0421)"),
        ("AABB\nAAＢB\nCCDD\nCCDD\n", "board:2:3: the regions `Ｂ` (U+FF22) and `B`"),
        (
            "red red b b\nred rеd b b\nc c d d\nc c d d\n",
            "board:2:5: the regions `rеd` (U+0435) and `red`",
        ),
        ("[[1,1,2,2],[1,\"01\",2,2],[3,3,4,4],[3,3,4,4]]", "the regions `01` and `1`"),
    ] {
        let refused = open("queens", text, &[]).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(refused.contains(said), "{text}: {refused}");
    }
    // One alphabet throughout and letters of either case are no two spellings.
    for text in [
        "01 01 02 02\n01 03 02 02\n03 03 03 04\n03 04 04 04\n",
        "ААББ\nАЯББ\nЯЯЯД\nЯДДД\n",
        "AAaa\nAOaa\nOOO0\nO000\n",
        "ÄÄAA\nÄCAA\nCCCD\nCDDD\n",
    ] {
        assert_eq!(
            answers("queens", text, &[]),
            answers("queens", "AABB\nACBB\nCCCD\nCDDD\n", &[])
        );
    }
}

/// A text that leaves its meaning open is refused: a repeated key, an option in a comment, and 0
/// and 2 with another sign.
#[test]
fn what_leaves_open_what_is_meant_is_refused() {
    for (name, text, found) in [
        (
            "queens",
            r#"{"board": ["AABB","AABB","CCDD","CCDD"], "board": ["AAAB","ACBB","CCDB","CDDD"]}"#,
            "`board` a second time; expected an object with each name once",
        ),
        (
            "queens",
            r#"{"grid": ["AABB","AABB","CCDD","CCDD"], "stars": 3, "stars": 1}"#,
            "board:1:62: `stars` a second time",
        ),
        (
            "three-in-a-row",
            "01..\n....\n..1.\n...1\n# variant distinct-lines\n",
            "board:5:3: `variant` is no directive; expected --variant distinct-lines on the command line",
        ),
        ("queens", "# Variant stars=2\nAB\nAB\n", "expected --variant stars=2 on"),
        ("tango", "0.12\n....\n....\n....\n", "board:1:1: 0 and 2 on a board with another sign"),
        (
            "tango",
            "[[0,2,null,null],[null,null,null,null],[null,null,null,null],[null,null,null,null]]",
            "0 and 2 on a board with another sign",
        ),
        (
            "tango",
            "[[1,0,-1,-1],[-1,-1,-1,-1],[-1,-1,2,-1],[-1,-1,-1,-1]]",
            "--input zero-open or two-open",
        ),
    ] {
        let refused = refusal(name, text);
        assert!(refused.contains(found), "{text}: {refused}");
    }
    assert_eq!(givens("# variant 2 of mine\n01..\n....\n..1.\n...1\n"), THREE);
}
