//! `verify` accepts the output of `solve` and rejects damaged answers.

use quarrel::puzzles::FAMILIES;

use super::boards::{PATH_AMPL, PATH_ANSWER, PATH_LAYOUT, PRICES, QUEENS, QUEENS_AT_COST, THREE};
use crate::workbench::Workbench;

/// A puzzle of each kind: family, text of the board, further words.
const PUZZLES: [(&str, &str, &str); 14] = [
    ("abbott-window", "", "--size 4"),
    ("abbott-window", "????\n?#??\n????\n", "--variant corners"),
    ("three-in-a-row", "", "--size 3x3"),
    ("three-in-a-row", THREE, ""),
    ("three-in-a-row", "", "--size 4 --variant distinct-lines"),
    ("abc-path", "", "--size 3"),
    ("abc-path", PATH_AMPL, ""),
    ("abbott-window", PRICES, ""),
    ("queens", QUEENS, ""),
    ("queens", QUEENS_AT_COST, ""),
    ("gunport", "", "--size 3x4"),
    ("gunport", "<>?\n???\n", "--variant no-slide"),
    ("armies", "W???\n????\n????\n????\n", ""),
    ("armies", "", "--size 4 --variant at-least=3"),
];

fn verify_each(format: &str) {
    for (family, board, options) in PUZZLES {
        let bench = Workbench::with("board", board);
        let board = if board.is_empty() { "" } else { "board" };
        let known = FAMILIES.iter().find(|known| known.name == family).expect("a family");
        for formulation in known.formulations {
            let puzzle = format!("{family} {board} {options}");
            let asked = format!("solve {puzzle} --formulation {} {format}", formulation.name);
            bench.write("answer", bench.run(&asked).with_status(0).out);
            let verified = bench.run(&format!("verify {puzzle} --answer answer")).with_status(0);
            assert!(verified.out.starts_with("valid"), "{asked}: {}", verified.out);
        }
    }
}

#[test]
fn text_is_verified() {
    verify_each("");
}

#[test]
fn json_is_verified() {
    verify_each("--format json");
}

#[test]
fn costs_stand_in_every_format() {
    use super::boards::{QUEENS_EMOJI, QUEENS_JSON, QUEENS_MATRIX, QUEENS_SAS};
    let json = QUEENS_JSON.replace("[\"C\"]", "\"CCCD\"");
    let answer =
        ".Q..\n...Q\nQ...\n..Q.\n# queens 4x4 (the least sum of the costs of queens): cost 13";
    let costs = &QUEENS_AT_COST[QUEENS.len()..];
    for board in [QUEENS, QUEENS_MATRIX, QUEENS_SAS, QUEENS_EMOJI, &json] {
        for board in [format!("{board}\n{costs}"), format!("{costs}{board}")] {
            let bench = Workbench::with("board", &board);
            let text = bench.run("solve queens board").with_status(0).out;
            assert_eq!(text, format!("{answer}, proved optimal\n"), "{board}");
            let bound = bench.run("solve queens board --bound 12").with_status(1).out;
            assert!(bound.contains("no answer with cost at most 12"), "{bound}");
            bench.run("export queens board --to opb -o board.opb --map map.json").with_status(0);
            let value = |queen: u32| {
                if [2, 8, 9, 15].contains(&queen) {
                    format!("x{queen}")
                } else {
                    format!("-x{queen}")
                }
            };
            let values: Vec<String> = (1..=16).map(value).collect();
            bench.write("out", format!("s OPTIMUM FOUND\nv {}\n", values.join(" ")));
            let decoded = bench.run("decode --map map.json out").with_status(0).out;
            assert!(decoded.starts_with(answer), "{decoded}");
        }
    }
}

#[test]
fn every_format_of_a_board_is_the_same_board() {
    use super::boards::{QUEENS_EMOJI, QUEENS_JSON, QUEENS_MATRIX, QUEENS_SAS};
    let json = QUEENS_JSON.replace("[\"C\"]", "\"CCCD\"");
    for board in [QUEENS, QUEENS_MATRIX, QUEENS_SAS, QUEENS_EMOJI, &json] {
        let text = Workbench::new().feed("solve queens - --unique", board).with_status(0).out;
        assert_eq!(text, ".Q..\n...Q\nQ...\n..Q.\n# queens 4x4: solved; unique\n", "{board}");
    }
    for board in [
        QUEENS.replace("AABB", "\"AABB\",").replace("ACBB", "  'ACBB';"),
        QUEENS_EMOJI
            .replace('🟥', "🟥 ")
            .replace('🟦', "🟦 ")
            .replace('⬛', "⬛ ")
            .replace('🟨', "🟨 "),
        QUEENS_SAS.replace(" 4", " -3"),
        QUEENS_MATRIX.replace('4', "-3").replace(' ', "\t"),
        "[[1, 1, 2, 2], [1, -3, 2, 2], [-3, -3, -3, 4], [-3, 4, 4, 4]]".to_owned(),
    ] {
        let text = Workbench::new().feed("solve queens - --unique", &board).with_status(0).out;
        assert_eq!(text, ".Q..\n...Q\nQ...\n..Q.\n# queens 4x4: solved; unique\n", "{board}");
    }
    let indented = PATH_LAYOUT.replace('\n', "\n\t");
    let text = Workbench::new().feed("solve abc-path - --unique", &indented).with_status(0).out;
    assert_eq!(text, format!("{PATH_ANSWER}# abc-path 5x5: solved; unique\n"));
    let text = Workbench::new().feed("solve abc-path - --unique", PATH_LAYOUT).with_status(0).out;
    assert_eq!(text, format!("{PATH_ANSWER}# abc-path 5x5: solved; unique\n"));
}

#[test]
fn blanks_and_signs_and_suns_are_the_same_board() {
    for board in [
        THREE.to_owned(),
        "0 1 . .\n. = . . .\n. . 1 × .\n. . . 1\n".to_owned(),
        "  01..\n  .=...\n  ..1×.\n  ...1\n".to_owned(),
        "0, 1, ., .\n.= ., ., .\n., ., 1× .\n., ., ., 1\n".to_owned(),
        THREE.replace('0', "🌞").replace('1', "🌙"),
        "[\"01..\", \".=...\", \"..1×.\", \"...1\"]".to_owned(),
    ] {
        let board = board.replace("# eq r2c🌙 r2c2", "# eq r2c1 r2c2");
        let ended = Workbench::new().feed("solve three-in-a-row - --unique", &board).with_status(0);
        assert!(ended.out.ends_with("solved; unique\n"), "{board}: {}", ended.out);
        let first = Workbench::new().feed("solve three-in-a-row -", THREE).with_status(0);
        let rows = |text: &str| text.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(rows(&ended.out), rows(&first.out), "{board}");
    }
}

#[test]
fn board_or_answer_come_from_standard_input() {
    let bench = Workbench::with("board", QUEENS);
    bench.write("answer", ".Q..\n...Q\nQ...\n..Q.\n");
    bench.feed("verify queens board --answer -", ".Q..\n...Q\nQ...\n..Q.").with_status(0);
    bench.feed("verify queens - --answer answer", QUEENS).with_status(0);
}

#[test]
fn a_spoiled_answer_is_denied_by_the_rule_it_breaks() {
    for (family, board, options, answer, rule) in [
        ("abbott-window", "", "--size 4", "#...\n.##.\n.##.\n....", "odd number of lit panes, 3"),
        ("abbott-window", "", "--size 2 --variant corners", "..\n..", "a diagonal has an odd"),
        ("abbott-window", "#?\n??\n", "", "..\n..", "the board gives `#`, but the answer has `.`"),
        ("three-in-a-row", THREE, "", "0001\n1100\n0011\n1100", "the board gives `1`"),
        ("three-in-a-row", "", "--size 1x4", "0001", "three equal neighbours in a line"),
        ("three-in-a-row", "", "--size 1x4", "0010", "a line of 4 cells has 3 zeros instead of 2"),
        ("three-in-a-row", "..\n..\n# eq r1c1 r1c2\n", "", "01\n10", "a sign ="),
        (
            "three-in-a-row",
            "",
            "--size 4 --variant distinct-lines",
            "0011\n0011\n1100\n1100",
            "two equal lines",
        ),
        ("abc-path", "", "--size 2", "AA\nCD", "A occurs 2 times"),
        ("abc-path", "", "--size 3", "ABC\nFED\nGIH", "H is not a king's move"),
        ("abc-path", PATH_AMPL, "", "ABD\nFEC\nGHI", "C is not in the line of its clue"),
        ("queens", QUEENS, "", "..Q.\nQ...\n...Q\n.Q..", "region C has 0 queens"),
        ("queens", "ABC\nABC\nABC\n", "", "Q..\n..Q\n.Q.", "two queens touch"),
        ("queens", QUEENS, "", "Q...\n.Q..\n..Q.\n...Q", "region B has 0 queens"),
        ("queens", QUEENS, "", "....\nQ...\n...Q\n.Q..", "row 1 has 0 queens instead of 1"),
        ("gunport", "", "--size 2", "<>\n..", "one more domino fits"),
        ("gunport", "", "--size 2", "<>\n<.", "`<` without its other half `>`"),
        ("gunport", "", "--size 1x3 --variant no-slide", "<>.", "a domino can slide"),
        ("armies", "", "--size 3", "W..\n...\n..B", "attack each other"),
        ("armies", "", "--size 3", "W..\n...\n...", "armies of 1 and 0 queens are not equal"),
        ("armies", "", "--size 3 --variant at-least=2", "W..\n..B\n...", "fewer than 2"),
        ("armies", "", "--size 3", "W..\n..B", "the answer is 2x3, but the board is 3x3"),
    ] {
        let bench = Workbench::with("board", board);
        bench.write("answer", answer);
        let board = if board.is_empty() { "" } else { "board" };
        let line = format!("verify {family} {board} {options} --answer answer");
        let ended = bench.run(&line).with_status(1);
        assert!(ended.out.starts_with("broken: ") && ended.out.contains(rule), "{}", ended.out);
        let json = bench.run(&format!("{line} --format json")).with_status(1).json();
        assert_eq!(json["valid"], false);
        assert!(json["broken"]["rule"].as_str().is_some_and(|said| said.contains(rule)), "{json}");
    }
}

#[test]
fn an_answer_that_is_none_is_refused_where_it_stands() {
    for (answer, place, found) in [
        ("..Q.\nQ.!.\n", "answer:2:3", "`!`"),
        ("┏━━━┓\n┃ ♛ ┃\n┗━━━┛\n", "answer:1:1", "the row is a picture in box drawing"),
        ("..Q.\nQ..\n", "answer:2:4", "row 2 has 3 cells"),
        ("", "answer:1:1", "the text has no rows"),
        ("{\"answer\": null}", "answer:1:12", "null"),
        ("{\"answer\":\n [\"..Q.\", 7]}", "answer:2:11", "an integer `7`"),
        ("{\"answer\":\n [\"..Q.\", \"..x.\"]}", "answer:2:14", "`x`"),
        ("{\"answer\": [\"..", "answer:1:16", "unexpected end of the text"),
        ("{\"status\": \"unknown\"}", "answer:1:22", "an object without a member `answer`"),
    ] {
        let bench = Workbench::with("board", QUEENS);
        bench.write("answer", answer);
        let refusal = bench.run("verify queens board --answer answer").refusal();
        assert!(refusal.contains(found), "{refusal}");
        assert!(refusal.contains(&format!("--> {place}\n")), "{refusal}");
    }
}

/// A partial answer: its family, the board, the answer, and the result.
const PARTS: [(&str, &str, &str, i32, &str); 16] = [
    ("queens", QUEENS, ".Q..\n???Q\nQ???\n????", 3, "10 cells are open"),
    ("queens", QUEENS, ".Q..\n...Q\nQ...\n..?.", 3, "1 cell is open"),
    ("queens", QUEENS, "Q???\n?Q??\n????\n????", 1, "two queens touch (row 1, column 1; row 2"),
    ("queens", QUEENS, "Q??Q\n????\n????\n????", 1, "row 1 has 2 queens instead of 1"),
    ("queens", QUEENS, "????\n????\n????\n...?", 3, "13 cells are open"),
    ("queens", QUEENS, "????\n????\n????\n....", 1, "row 4 has 0 cells left for 1 queen"),
    ("queens", "AA\nAB\n# given queen r1c1\n", "??\n??", 1, "row 2 has 0 cells left for 1 queen"),
    ("queens", "AA\nAB\n# given queen r1c1\n", ".?\n??", 1, "the board gives `Q`"),
    ("three-in-a-row", THREE, "?00?\n????\n????\n????", 1, "the board gives `1`"),
    ("three-in-a-row", THREE, "????\n10??\n????\n????", 1, "a sign = between different cells"),
    ("three-in-a-row", THREE, "????\n????\n??1?\n1??1", 3, "13 cells are open"),
    (
        "abc-path",
        "A??\n???\n???\n",
        "A??\n??B\n???",
        1,
        "B is 2 king's moves from A; at most 1 are allowed",
    ),
    ("abc-path", "A??\n???\n???\n", "A??\n?C?\nC??", 1, "C occurs twice"),
    ("gunport", "????\n????\n", "<.??\n????", 1, "`<` without its other half `>`"),
    ("armies", "????\n????\n????\n????\n", "W???\n????\n??B?\n????", 1, "attack each other"),
    ("abbott-window", "???\n???\n", "..#\n???", 3, "3 cells are open"),
];

#[test]
fn an_answer_with_open_cells_is_right_as_far_as_it_goes_or_broken() {
    for (family, board, answer, status, said) in PARTS {
        let bench = Workbench::with("board", board);
        bench.write("answer", answer);
        let line = format!("verify {family} board --answer answer");
        let ended = bench.run(&line).with_status(status);
        let start = if status == 3 { "no rule is broken so far; " } else { "broken: " };
        assert!(
            ended.out.starts_with(start) && ended.out.contains(said),
            "{answer}: {}",
            ended.out
        );
        let json = bench.run(&format!("{line} --format json")).with_status(status).json();
        assert_eq!(json["valid"].is_null(), status == 3, "{json}");
        assert_eq!(json["open"].as_u64().is_some_and(|open| open > 0), status == 3, "{json}");
    }
}

#[test]
fn what_is_right_as_far_as_it_goes_is_part_of_an_answer() {
    // An answer with some open cells breaks no rule of any family.
    for (family, board, options) in PUZZLES {
        let bench = Workbench::with("board", board);
        let board = if board.is_empty() { "" } else { "board" };
        let puzzle = format!("{family} {board} {options}");
        let text = bench.run(&format!("solve {puzzle}")).with_status(0).out;
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
        for kept in [2, 3, 5] {
            let opened = |(at, cell): (usize, char)| match cell {
                '\n' => cell,
                _ if at % kept == 0 => cell,
                _ => '?',
            };
            let partial: String = rows.join("\n").chars().enumerate().map(opened).collect();
            bench.write("answer", &partial);
            let ended = bench.run(&format!("verify {puzzle} --answer answer")).with_status(3);
            assert!(ended.out.starts_with("no rule is broken so far"), "{partial}: {}", ended.out);
        }
    }
}
