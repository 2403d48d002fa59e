//! What `solve` prints, `verify` accepts; what is spoiled, it denies.

use quarrel::puzzles::FAMILIES;

use super::boards::{PATH_AMPL, PATH_ANSWER, PATH_LAYOUT, QUEENS, THREE};
use super::workbench::Workbench;

/// A puzzle of each kind: family, board text, further words.
const PUZZLES: [(&str, &str, &str); 12] = [
    ("abbott-window", "", "--size 4"),
    ("abbott-window", "????\n?#??\n????\n", "--variant corners"),
    ("three-in-a-row", "", "--size 3x3"),
    ("three-in-a-row", THREE, ""),
    ("three-in-a-row", "", "--size 4 --variant distinct-lines"),
    ("abc-path", "", "--size 3"),
    ("abc-path", PATH_AMPL, ""),
    ("queens", QUEENS, ""),
    ("gunport", "", "--size 3x4"),
    ("gunport", "<>?\n???\n", "--variant no-slide"),
    ("armies", "W???\n????\n????\n????\n", ""),
    ("armies", "", "--size 4 --variant at-least=3"),
];

/// Runs `solve` and `verify` in turn, for every formulation of a puzzle.
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
fn every_format_of_a_board_is_the_same_board() {
    use super::boards::{QUEENS_EMOJI, QUEENS_JSON, QUEENS_MATRIX, QUEENS_SAS};
    let json = QUEENS_JSON.replace("[\"C\"]", "\"CCCD\"");
    for board in [QUEENS, QUEENS_MATRIX, QUEENS_SAS, QUEENS_EMOJI, &json] {
        let text = Workbench::new().feed("solve queens - --unique", board).with_status(0).out;
        assert_eq!(text, ".Q..\n...Q\nQ...\n..Q.\n# queens 4x4: solved; unique\n", "{board}");
    }
    let text = Workbench::new().feed("solve abc-path - --unique", PATH_LAYOUT).with_status(0).out;
    assert_eq!(text, format!("{PATH_ANSWER}# abc-path 5x5: solved; unique\n"));
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
        ("abbott-window", "#?\n??\n", "", "..\n..", "the board gives `#`, the answer has `.`"),
        ("three-in-a-row", THREE, "", "0001\n1100\n0011\n1100", "the board gives `1`"),
        ("three-in-a-row", "", "--size 1x4", "0001", "three equal neighbours in a line"),
        ("three-in-a-row", "", "--size 1x4", "0010", "a line with 3 zeros and 1 ones"),
        ("three-in-a-row", "..\n..\n# eq 0 0 0 1\n", "", "01\n10", "a sign ="),
        (
            "three-in-a-row",
            "",
            "--size 4 --variant distinct-lines",
            "0011\n0011\n1100\n1100",
            "two equal lines",
        ),
        ("abc-path", "", "--size 2", "AA\nCD", "A stands 2 times"),
        ("abc-path", "", "--size 3", "ABC\nFED\nGIH", "H is no king's move"),
        ("abc-path", PATH_AMPL, "", "ABD\nFEC\nGHI", "C is not in the line of its clue"),
        ("queens", QUEENS, "", "..Q.\nQ...\n...Q\n.Q..", "region C has 0 queens"),
        ("queens", "ABC\nABC\nABC\n", "", "Q..\n..Q\n.Q.", "two queens touch"),
        ("queens", QUEENS, "", "Q...\n.Q..\n..Q.\n...Q", "region B has 0 queens"),
        ("queens", QUEENS, "", "....\nQ...\n...Q\n.Q..", "row 1 has 0 queens in place of 1"),
        ("gunport", "", "--size 2", "<>\n..", "one more domino fits"),
        ("gunport", "", "--size 2", "<>\n<.", "`<` without its other half `>`"),
        ("gunport", "", "--size 1x3 --variant no-slide", "<>.", "a domino can slide"),
        ("armies", "", "--size 3", "W..\n...\n..B", "attack each other"),
        ("armies", "", "--size 3", "W..\n...\n...", "armies of 1 and 0 queens are not equal"),
        ("armies", "", "--size 3 --variant at-least=2", "W..\n..B\n...", "fewer than 2"),
        ("armies", "", "--size 3", "W..\n..B", "the answer is 2x3, the board 3x3"),
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
        ("..Q.\nQ.?.\n", "answer:2:3", "`?`"),
        ("..Q.\nQ..\n", "answer:2:4", "row 2 has 3 cells"),
        ("", "answer:1:1", "no board"),
        ("{\"answer\": null}", "answer:1:12", "null"),
        ("{\"answer\":\n [\"..Q.\", 7]}", "answer:2:11", "an integer `7`"),
        ("{\"answer\":\n [\"..Q.\", \"..x.\"]}", "answer:2:14", "`x`"),
        ("{\"answer\": [\"..", "answer:1:16", "the end of the text"),
        ("{\"status\": \"unknown\"}", "answer:1:22", "an object without a member `answer`"),
    ] {
        let bench = Workbench::with("board", QUEENS);
        bench.write("answer", answer);
        let refusal = bench.run("verify queens board --answer answer").refusal();
        assert!(refusal.contains(found), "{refusal}");
        assert!(refusal.contains(&format!("--> {place}\n")), "{refusal}");
    }
}
