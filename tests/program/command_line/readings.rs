//! Boards of 0, 1 and 2 whose open cell is 0 or 2: quarrel tries both readings and names the one it
//! uses.

use crate::workbench::Workbench;

/// A board that has one answer if 2 is the open cell, and none if 0 is.
const TWO: &str = "2 2 0 2 2 2\n2 2 2 2 0 2\n2 2 2 2 2 1\n2 0 2 2 0 2\n1 2 2 2 0 2\n2 1 2 2 2 2\n";

/// A board that has one answer if 0 is the open cell, and none if 2 is.
const ZERO: &str = "0 0 1 0 0 0\n0 0 0 0 1 0\n0 0 0 0 0 2\n0 1 0 0 1 0\n2 0 0 0 1 0\n0 2 0 0 0 0\n";

const ANSWER: &str = "100110\n011001\n010011\n101100\n101001\n010110\n";

#[test]
fn the_reading_with_an_answer_is_taken_and_named() {
    let bench = Workbench::with("two", TWO);
    bench.write("zero", ZERO);
    let rows: Vec<String> = TWO.lines().map(|row| format!("[{}]", row.replace(' ', ","))).collect();
    bench.write("json", format!("[{}]", rows.join(",")));
    bench.write("answer", ANSWER);
    for (board, reading) in [("two", "two-open"), ("zero", "zero-open"), ("json", "two-open")] {
        let told = format!(
            "note: {board} can be read as zero-open or two-open; it has an answer only as {reading}, so it is read that way\n"
        );
        let ended = bench.run(&format!("solve takuzu {board}")).with_status(0);
        assert!(ended.out.starts_with(ANSWER), "{board}: {}", ended.out);
        assert_eq!(ended.err, told);
        for line in [
            format!("show takuzu {board}"),
            format!("verify takuzu {board} --answer answer"),
            format!("export takuzu {board} --to cnf -o o.cnf --map m.json"),
        ] {
            assert_eq!(bench.run(&line).with_status(0).err, told, "{line}");
        }
        // A map contains the reading, so that no further attempt is needed.
        let map = std::fs::read_to_string(bench.path("m.json")).expect("a map");
        assert!(map.contains(&format!("\"input\": \"{reading}\"")), "{map}");
        let said = bench.run(&format!("solve takuzu {board} --input {reading}")).with_status(0);
        assert_eq!((said.out, said.err.as_str()), (ended.out, ""));
    }
    let several = bench.run("solve takuzu two zero").with_status(0);
    assert_eq!(several.err.matches("note: ").count(), 2, "{}", several.err);
}

#[test]
fn a_board_that_both_readings_or_none_solve_is_refused() {
    let bench = Workbench::with("both", "2121\n2112\n1221\n1210\n");
    bench.write("none", "0 0 0 2\n2 1 2 2\n2 2 2 2\n1 1 1 2\n");
    for (board, which) in
        [("both", "it has an answer with each"), ("none", "it has an answer with neither")]
    {
        for verb in ["solve", "show"] {
            let refused = bench.run(&format!("{verb} takuzu {board}")).refusal();
            for told in [which, "--input zero-open", "--input two-open"] {
                assert!(refused.contains(told), "{verb} {board}: {refused}");
            }
        }
    }
    for (reading, first) in [("two-open", "0101\n"), ("zero-open", "1010\n")] {
        let ended = bench.run(&format!("solve takuzu both --input {reading}")).with_status(0);
        assert!(ended.out.starts_with(first), "{}", ended.out);
    }
}

#[test]
fn json_has_the_rule_that_holds() {
    let bench = Workbench::with("b", "01..\n....\n..1.\n...1\n");
    bench.write("a", "????\n????\n????\n????\n");
    for (name, ruling) in [("takuzu", "no two lines equal"), ("tango", "equal lines allowed")] {
        for (line, status) in [
            (format!("solve {name} b --format json"), 0),
            (format!("show {name} b --format json"), 0),
            (format!("verify {name} b --answer a --format json"), 3),
        ] {
            assert_eq!(bench.run(&line).with_status(status).json()["ruling"], ruling, "{line}");
        }
    }
    assert!(bench.run("show gunport --size 3 --format json").json()["ruling"].is_null());
}
