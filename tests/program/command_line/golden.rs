//! Texts for people as files to look at: refusals, lists, help and pictures.

use std::fmt::Write;

use super::boards::{PATH_LAYOUT, QUEENS, THREE};
use crate::workbench::{Workbench, run};

pub fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn refused(family: &str, file: &str, board: impl AsRef<[u8]>, options: &str) -> String {
    let line = format!("solve {family} {file} {options}");
    let refusal = Workbench::with(file, board).run(&line).refusal();
    format!("$ quarrel {}\n{}\n\n", line.trim_end(), refusal.trim_end())
}

#[test]
fn refusals_of_boards() {
    let long = format!("{}?{}\n", "AB".repeat(300), "A".repeat(500));
    let path = "ABC Path Solver Layout Version 1:\nFJHMWBR\nE    AC\nQ     P  x\n";
    golden(
        "refusals-of-boards",
        &[
            refused("queens", "ragged.txt", "# mine\nAABB\nACB\nCCCD\n", ""),
            refused("queens", "symbol.txt", "AAB\nA?B\nBBB\n", ""),
            refused("queens", "empty.txt", "", ""),
            refused("queens", "oblong.txt", "AAB\nABB\n", ""),
            refused("queens", "outside.txt", "AB\nAB\n# given queen r3c1\n", ""),
            refused("queens", "twice.txt", "AB\nAB\n# stars 1\n# stars 2\n", ""),
            refused("queens", "costs.txt", "AB\nAB\n# costs 1 2\n# costs 1 2 3\n", ""),
            refused("queens", "cost.txt", "AB\nAB\n# cost 1 2\n# cost 1 2\n", ""),
            refused("queens", "missing.txt", "AB\nAB\n# costs 1 2\n", ""),
            refused("queens", "bytes.txt", b"AAB\nA\xff\x00B\n", ""),
            refused("queens", "long.txt", long, ""),
            refused("queens", "accent.txt", "AÉ\nA-\n", ""),
            refused("queens", "cursor.txt", "AA\u{1b}[31m\nA\u{202e}B\n", "--input letters"),
            refused("abbott-window", "window.txt", "..#\n.x.\n", ""),
            refused("abbott-window", "prices.txt", "..#\n# prices 1 2.5 3\n", ""),
            refused("abbott-window", "large.txt", format!("??\n# prices 1 {}\n", i64::MAX), ""),
            refused("abbott-window", "size.txt", "..#\n.#.\n", "--size 4"),
            refused("gunport", "wide.txt", format!("{}\n", "?".repeat(1001)), ""),
            refused("three-in-a-row", "sign.txt", "01..\n....\n# eq r1c1 r2c2\n", ""),
            refused("three-in-a-row", "words.txt", "01..\n....\n# ne 0 0 0\n", ""),
            refused("abc-path", "oblong.txt", "ABC\nDEF\n", ""),
            refused("abc-path", "layout.txt", path, ""),
        ]
        .concat(),
    );
}

#[test]
fn refusals_of_boards_that_may_be_others() {
    let path = "FJHMWBF\nE    AC\nQ     P\nO     I\nS     Y\nT     L\nKGNDVXU\n";
    golden(
        "refusals-of-boards-that-may-be-others",
        &[
            refused("three-in-a-row", "full.txt", "0 1 1 0\n1 0 0 1\n0 0 1 1\n1 1 0 0\n", ""),
            refused("three-in-a-row", "indented.txt", "  0110\n  1001\n  0011\n  1100\n", ""),
            refused("three-in-a-row", "cut.txt", "0 10\n1\n 01\n1  0\n", ""),
            refused("three-in-a-row", "oblong.txt", "0 10\n1 0\n 011\n", ""),
            refused("three-in-a-row", "wider.txt", "1 .  0 .\n. .  . .\n. .  . .\n. .  . .\n", ""),
            refused("three-in-a-row", "empty.txt", "1,.,,0\n.,.,.,.\n", ""),
            refused("three-in-a-row", "groups.txt", "01.. ..01\n.... ....\n", ""),
            refused("three-in-a-row", "both.txt", "1 . 0 .\n....\n....\n....\n", ""),
            refused("three-in-a-row", "stray.txt", "1=.0\n=...\n....\n....\n", ""),
            refused("three-in-a-row", "blanks.json", "[\"1 . 0\", \". . .\"]", ""),
            refused("queens", "behind.txt", "AAB row\nACB row\nCCC row\n", ""),
            refused("queens", "row.txt", "AAAB\nACCB\nDDDB\n# stars 1\n", ""),
            refused("queens", "rows.txt", "AB\nAB\nAB\n", ""),
            refused("queens", "star.txt", "AB\nAB\n# star 2\n", ""),
            refused("queens", "givens.txt", "AB\nAB\n# givens queen 0 0\n", ""),
            refused("queens", "capital.txt", "AB\nAB\n# Given queen 0 0\n", ""),
            refused("queens", "comment.txt", "AB\nAB\n# given by Anna\n", ""),
            refused("abbott-window", "blanks.txt", "#  #\n    \n    \n#  #\n", ""),
            refused("abc-path", "twice.txt", path, ""),
            refused("abc-path", "beyond.txt", "AZ\n??\n", ""),
        ]
        .concat(),
    );
}

#[test]
fn refusals_of_data_files() {
    let table = "param n := 4;\nparam p: 1 2 3 4 :=\n1 . . 2 2\n2 . . .";
    golden(
        "refusals-of-data-files",
        &[
            refused("three-in-a-row", "cut.dat", table, ""),
            refused("three-in-a-row", "short.dat", format!("{table}\n3 . . . .;\n"), ""),
            refused("three-in-a-row", "value.dat", "param n := 2;\nparam p := [1,1] 3;\n", ""),
            refused("three-in-a-row", "side.dat", "param n := 0;\nparam p := [1,1] 1;\n", ""),
            refused(
                "three-in-a-row",
                "again.dat",
                "param n := 2;\nparam p := [1,1] 1 [1,1] 2;",
                "",
            ),
            refused(
                "abc-path",
                "letter.dat",
                "param m := 2;\nparam Ar := 1;\nparam Ac := 3;\n",
                "",
            ),
            refused(
                "abc-path",
                "default.dat",
                "param m := 1;\nparam Ar := 1;\nparam Ac := 1;\nparam clue default 1;\n",
                "",
            ),
            refused("queens", "cut.sas", "data a;\ninput c1-c2;\ndatalines;\n1 2\n1 ", ""),
            refused("queens", "open.sas", "data a;\ninput c1-c2;\ndatalines;\n1 2\n1 2\n", ""),
            refused("queens", "cut.json", "[[1, 2],\n [1", ""),
            refused("queens", "kinds.json", "[[1, 2],\n [1, {\"a\": 2}]]", ""),
            refused("queens", "null.json", "[[1, null], [1, 2]]", ""),
            refused("abc-path", "object.json", "{\"rows\": []}", ""),
        ]
        .concat(),
    );
}

#[test]
fn refusals_of_command_lines() {
    let lines = [
        "solve queens",
        "solve quens",
        "solve gunport",
        "solve gunport --size 0",
        "solve gunport --size 3 --formulation cells",
        "solve gunport --size 3 --variant slide",
        "solve armies --size 3 --variant at-least",
        "solve gunport missing.txt",
        "solve abc-path --size 9",
        "solve abc-path --size 3 --bound 1",
        "solve gunport --size 3 --count 0",
        "solve gunport --size 3 --format svg --all",
        "solve gunport --size 21 --formulation numbered",
        "verify gunport - --answer -",
        "man nix",
    ];
    let mut text = String::new();
    for line in lines {
        let refusal = run(line).refusal();
        write!(text, "$ quarrel {line}\n{}\n\n", refusal.trim_end()).expect("a String grows");
    }
    golden("refusals-of-command-lines", &text);
}

#[test]
fn lists_and_help_texts() {
    golden("families", &run("families").with_status(0).out);
    golden("help", &run("--help").with_status(0).out);
    for verb in [
        "solve",
        "show",
        "convert",
        "verify",
        "explain",
        "hint",
        "generate",
        "export",
        "decode",
        "compare",
        "families",
        "encodings",
        "completions",
        "man",
    ] {
        golden(&format!("help-{verb}"), &run(&format!("{verb} --help")).with_status(0).out);
    }
    golden("help-export-suite", &run("export --suite --help").with_status(0).out);
}

#[test]
fn encodings_explained() {
    let each = ["encodings card:bdd", "encodings direct"].map(|line| run(line).with_status(0).out);
    golden("encodings-explained", &each.join("\n"));
}

/// A board of each family with one answer: family, text, options.
const PICTURES: [(&str, &str, &str); 7] = [
    ("abbott-window", "....\n.##.\n.##.\n....\n", ""),
    ("three-in-a-row", THREE, ""),
    ("abc-path", PATH_LAYOUT, ""),
    ("queens", QUEENS, ""),
    ("queens", "1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n# given queen r1c2\n# blocked r1c1\n", ""),
    ("gunport", ".^.^\n^v^v\nv.v.\n", ""),
    ("armies", ".B..\n....\nB...\n..WW\n", "--bound 2"),
];

#[test]
fn pictures() {
    let mut text = String::new();
    for (family, board, options) in PICTURES {
        let bench = Workbench::with("board.txt", board);
        let asked = format!("solve {family} board.txt {options} --unique --picture always");
        text += &bench.run(&asked).with_status(0).out;
        text.push('\n');
    }
    golden("pictures", &text);
}

#[test]
fn puzzles_as_they_were_read() {
    let mut text = String::new();
    for (family, board, _) in PICTURES {
        let bench = Workbench::with("board.txt", board);
        text += &bench.run(&format!("show {family} board.txt")).with_status(0).out;
        text.push('\n');
    }
    for (family, board) in
        [("abbott-window", "?.\n#?\n"), ("gunport", "<??\n.^>\n?v?\n"), ("armies", "W.?\n???\n")]
    {
        let bench = Workbench::with("board.txt", board);
        text += &bench.run(&format!("show {family} board.txt")).with_status(0).out;
        text.push('\n');
    }
    let bench = Workbench::with("board.txt", QUEENS);
    let json = bench.run("show queens board.txt --variant stars=2 --format json").with_status(0);
    golden("puzzles", &(text + &json.out));
}

#[test]
fn drawings_of_puzzles() {
    for (family, board, _) in PICTURES {
        let bench = Workbench::with("board.txt", board);
        let svg = bench.run(&format!("show {family} board.txt --format svg")).with_status(0).out;
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{family}");
        bench.run(&format!("show {family} board.txt --format png -o b.png")).with_status(0);
        let png = std::fs::read(bench.path("b.png")).expect("the drawing");
        assert!(png.starts_with(b"\x89PNG"), "{family}");
    }
}

#[test]
fn drawings() {
    for (family, board, options) in PICTURES {
        let bench = Workbench::with("board.txt", board);
        let asked = format!("solve {family} board.txt {options} --format svg");
        let svg = bench.run(&asked).with_status(0).out;
        assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{family}");
        assert!(svg.trim_end().ends_with("</svg>") && svg.contains("<title"), "{family}");
        if family == "gunport" {
            golden("gunport.svg", &svg);
        }
    }
}

/// Boards without an answer, because of givens, other data, or the rules alone: family, text,
/// options.
const CLASHES: [(&str, &str, &str); 13] = [
    ("abbott-window", ".#?\n???\n?.?\n", ""),
    ("three-in-a-row", "01..\n..10\n.0..\n....\n# eq r1c3 r1c4\n", ""),
    ("three-in-a-row", "....\n....\n....\n....\n# eq r1c1 r1c2\n# eq r1c2 r1c3\n", ""),
    ("three-in-a-row", "...\n...\n", "--variant distinct-lines"),
    ("abc-path", "A??\n?C?\n??B\n", ""),
    ("abc-path", CLUES, ""),
    ("queens", "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n# given queen r1c1\n# given queen r2c2\n", ""),
    ("queens", "ABBBB\nABBBB\nCDDDD\nCDDDD\nCEEEE\n# blocked r5c5\n", ""),
    ("queens", "AB\nAB\n", ""),
    ("gunport", "..?\n???\n", ""),
    ("gunport", ">?\n??\n", ""),
    ("gunport", "???\n", "--variant no-slide"),
    ("armies", "WB?\n???\n???\n", ""),
];

const CLUES: &str = "param m := 3;\nparam Ar := 1;\nparam Ac := 1;\nparam clue :=\n\
    [2,2,1] 1 [2,2,2] 1 [2,2,3] 1 [3,3,1] 1 [3,3,2] 1 [3,3,3] 1 [4,1,1] 1 [4,1,2] 1 [4,1,3] 1\n\
    [5,1,3] 1 [5,2,3] 1 [5,3,3] 1 [6,2,1] 1 [6,2,2] 1 [6,2,3] 1 [7,3,1] 1 [7,3,2] 1 [7,3,3] 1\n\
    [8,3,1] 1 [8,3,2] 1 [8,3,3] 1 [9,2,1] 1 [9,2,2] 1;\n";

#[test]
fn clashes() {
    let mut text = String::new();
    for (family, board, options) in CLASHES {
        let bench = Workbench::with("board.txt", board);
        let line = format!("solve {family} board.txt {options}");
        let said = bench.run(&line).with_status(1).out;
        let board = if board == CLUES { "clues\n" } else { board };
        write!(text, "{board}$ quarrel {}\n{said}\n", line.trim_end()).expect("a String grows");
    }
    golden("clashes", &text);
}

#[test]
fn a_report_in_json() {
    let bench = Workbench::with("board.txt", ".^.^\n^v^v\nv.v.\n");
    let line = "solve gunport board.txt --unique --format json";
    let mut report = bench.run(line).with_status(0).json();
    for measured in ["conflicts", "propagations", "ticks", "peak_memory_mb"] {
        report["stats"][measured] = "measured".into();
    }
    for measured in ["encode_seconds", "solve_seconds", "encode_cpu_seconds", "solve_cpu_seconds"] {
        report["stats"][measured] = "measured".into();
    }
    for step in report["bounds"].as_array_mut().expect("a list") {
        step["seconds"] = "measured".into();
        step["cpu_seconds"] = "measured".into();
    }
    golden("gunport.json", &format!("{report:#}"));
}
