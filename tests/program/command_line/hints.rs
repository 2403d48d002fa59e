//! `hint`: its texts as a file to look at, its JSON, and its exit statuses.

use serde_json::json;

use super::boards::{PATH_LAYOUT, QUEENS, THREE};
use super::golden::golden;
use crate::workbench::{Workbench, run};

const BOARDS: [(&str, &str, &str); 6] = [
    ("queens", QUEENS, ""),
    ("queens", "AABBBC\nABBCCC\nDBCCCC\nDDEDDC\nDDDDDF\nDDDDDF\n", ""),
    ("three-in-a-row", THREE, ""),
    ("three-in-a-row", "????\n?00?\n0???\n??11\n", "--variant distinct-lines"),
    ("abc-path", PATH_LAYOUT, ""),
    ("abbott-window", "..#\n???\n???\n", ""),
];

/// Every family's hints, from the first to the last.
#[test]
fn hints_of_each_family() {
    let mut text = String::new();
    for (family, board, options) in BOARDS {
        let bench = Workbench::with("board.txt", board);
        for more in ["--stage 1", "--stage 2", "", "--all --grade"] {
            let words = [&format!("hint {family} board.txt")[..], options, more];
            let words: Vec<&str> = words.into_iter().filter(|words| !words.is_empty()).collect();
            let line = words.join(" ");
            text += &format!("$ quarrel {line}\n{}\n", bench.run(&line).out);
        }
    }
    golden("hints", &text);
}

/// Without a picture, a hint ends with the rows of the board, from which the next hint starts.
#[test]
fn hints_without_a_picture() {
    // In other families, rows do not show all that a step gives.
    for (family, text, options) in &BOARDS[..4] {
        let bench = Workbench::with("board.txt", text);
        let hint = |more: &str| {
            let line = format!("hint {family} board.txt {options} {more}");
            let words: Vec<&str> = line.split_whitespace().collect();
            bench.run(&words.join(" ")).with_status(0).out
        };
        assert_eq!(hint("--picture always"), hint(""));
        let rows = hint("--picture never");
        assert_eq!(hint("--picture auto"), rows, "a pipe is no terminal");
        assert_eq!(rows.lines().next(), hint("").lines().next());
        let board: Vec<&str> = rows.lines().skip(1).collect();
        bench.write("so-far.txt", &(board.join("\n") + "\n"));
        let next = hint("--answer so-far.txt --picture never");
        let two = hint("--steps 2 --picture never");
        let second = two.lines().nth(1).and_then(|line| line.strip_prefix("2. "));
        assert_eq!(next.lines().next(), second, "{family}");
    }
}

#[test]
fn a_hint_in_json() {
    let bench = Workbench::with("board.txt", QUEENS);
    let hint = bench.run("hint queens board.txt --format json").with_status(0).json();
    let keys: Vec<&String> = hint.as_object().expect("an object").keys().collect();
    let known = ["family", "size", "variant", "ruling", "givens", "steps", "grade", "ended"];
    assert_eq!(keys, known);
    assert_eq!((&hint["size"], &hint["ended"]), (&json!([4, 4]), &json!("steps")));
    let step = &hint["steps"][0];
    let keys: Vec<&String> = step.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["cells", "rules", "facts", "cost", "proved", "stages"]);
    assert_eq!(step["cells"][0].as_object().map(|cell| cell.len()), Some(3));
    let whole = bench.run("hint queens board.txt --all --format json").with_status(0).json();
    assert_eq!(whole["answer"], json!([".Q..", "...Q", "Q...", "..Q."]));
    assert_eq!((&whole["ended"], &whole["steps"][0]), (&json!("complete"), step));
    let graded = bench.run("hint queens board.txt --grade --format json").with_status(0).json();
    assert_eq!((&graded["grade"], &graded["steps"]), (&whole["grade"], &hint["steps"]));
    assert!(graded["grade"]["level"].is_string());
}

/// A page has all steps and the answer, by its format or by the name of its file.
#[test]
fn a_page_of_hints() {
    let bench = Workbench::with("board.txt", QUEENS);
    let page = bench.run("hint queens board.txt --format html").with_status(0).out;
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(page.contains("<title>Queens 4x4</title>"));
    assert!(page.contains(r#""answer":[".Q..","...Q","Q...","..Q."]"#));
    assert!(page.contains(r#""ended":"complete""#));
    let ended = bench.run("hint queens board.txt -o board.html").with_status(0);
    assert_eq!((ended.out.as_str(), ended.err.as_str()), ("", ""));
    assert_eq!(std::fs::read_to_string(bench.path("board.html")).expect("a page"), page);
    bench.write("none.txt", "AABB\nAABB\nAABB\nAABB\n");
    let ended = bench.run("hint queens none.txt -o none.html").with_status(1);
    assert!(ended.err.starts_with("the board has no answer"), "{}", ended.err);
    assert!(!bench.path("none.html").exists());
    for (line, told) in [
        ("gunport --size 4 --format html", "gunport is not played on a page"),
        ("queens board.txt -o board.txt", "board.txt"),
        ("queens board.txt -o board.svg", ".svg is not a known format"),
        ("queens board.txt --format html -o board.json", "ends in .json"),
        ("queens board.txt --steps 0", "write a whole number from 1"),
        ("queens board.txt --stage 4", "write a whole number from 1 to 3"),
        ("queens board.txt --stage 99999999999999999999", "write a whole number from 1 to 3"),
    ] {
        let refused = bench.run(&format!("hint {line}")).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

/// Each board of a sheet has its hints, if it has one answer.
#[test]
fn a_sheet_has_the_hints_of_each_board() {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("boards")).expect("a folder");
    bench.write("boards/one.txt", QUEENS);
    bench.write("boards/several.txt", "AABB\nAABB\nCCDD\nCCDD\n");
    let one = bench.run("show queens boards/one.txt --format html").with_status(0).out;
    let both = bench.run("show queens boards --format html").with_status(0).out;
    for page in [&one, &both] {
        assert_eq!(page.matches(r#""ended":"complete""#).count(), 1);
        assert_eq!(page.matches(r#""answer":[".Q..","...Q","Q...","..Q."]"#).count(), 2);
    }
    let line = "generate queens --size 5 --seed 3 --count 3";
    let sheet = bench.run(&format!("{line} --format html")).with_status(0).out;
    assert_eq!(sheet.matches(r#""ended":"complete""#).count(), 3);
    assert_eq!(sheet.matches("queens-5-").count(), 3, "{sheet}");
    bench.run(&format!("{line} -o sheet.html")).with_status(0);
    assert_eq!(std::fs::read_to_string(bench.path("sheet.html")).expect("a page"), sheet);
    bench.run(&format!("{line} --format html -o pages")).with_status(0);
    assert_eq!(std::fs::read_dir(bench.path("pages")).expect("a folder").count(), 3);
    let refused = bench.run(&format!("{line} -o sheet.svg")).refusal();
    assert!(refused.contains("ends in .txt, .json or .html"), "{refused}");
}

/// A sentence names each line that a chain needs, with the cells that the line must take.
#[test]
fn chains_of_lines_are_told_whole() {
    let bench = Workbench::new();
    let board = bench.run("generate queens --size 10 --stars 2 --seed 100 --no-grade").out;
    bench.write("stars.txt", board);
    let told = bench.run("hint queens stars.txt --all").with_status(0).out;
    let chain = "row 9 must take (9,2) and (9,4), then region I has no room for its 2 stars";
    assert!(told.contains(chain), "{told}");
    bench.write("queens.txt", "FFFAAA\nFFFAAB\nEFAAAB\nEECAAB\nECCAAA\nCCCDAA\n");
    let told = bench.run("hint queens queens.txt --all").out;
    let chain =
        "region C must take (4,3), then region A must take (2,5), then region B has no cell left";
    assert!(told.contains(chain), "{told}");
}

/// A sentence says that lines have no cell only if one of them has none in each case. Otherwise, it
/// says that they cannot all have a queen.
#[test]
fn lines_that_exclude_each_other_are_not_without_cells() {
    let bench = Workbench::new();
    let board = "ABBBCCC\nAAABCCD\nAEEBDCD\nABEFDCD\nEBBFDCG\nEBFFDGG\nFFFDDGG\n";
    bench.write("board.txt", board);
    let told = bench.run("hint queens board.txt --steps 4").with_status(0).out;
    assert!(told.contains("wherever region A has its queen, one at (1,3) leaves region E no cell"));
    let clash = "with a queen at (4,4), both cases fail: if a queen is at (1,2), region A must take \
        (3,1), then region E has no cell left; ";
    assert!(told.contains(clash), "{told}");
    bench.write("none.txt", "......\n".repeat(6));
    let line = "hint queens https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou --answer none.txt";
    let wrong = bench.run(line).with_status(1).out;
    let clash = "without a queen at (1,2), wherever region A has its queen, regions B, D and F \
        cannot all have one";
    assert!(wrong.contains(clash), "{wrong}");
}

/// A chain names the cells by which a whole line cannot be filled otherwise.
#[test]
fn chains_name_what_whole_lines_need() {
    let bench = Workbench::new();
    let board = bench.run("generate three-in-a-row --size 6 --distinct-lines --signs --seed 122");
    bench.write("board.txt", board.out);
    let told = bench.run("hint three-in-a-row board.txt --steps 10").with_status(0).out;
    let (_, chain) = told.split_once("10. (4,6) is 0: ").expect("a tenth step");
    let (before, _) = chain.split_once("(else row 6 cannot be filled)").expect("a whole line");
    assert!(before.contains("(6,6) is 0 (no three in column 6)"), "{told}");
}

/// A wrong cell that a given or a clue excludes has that as its reason.
#[test]
fn a_wrong_cell_against_a_given_or_a_clue() {
    let bench = Workbench::new();
    let path = PATH_LAYOUT.to_owned();
    for (family, board, answer, told) in [
        ("three-in-a-row", THREE.to_owned(), "1???\n", "(1,1) is 0: the board gives `0`\n"),
        (
            "queens",
            format!("{QUEENS}# blocked r1c1\n"),
            "Q???\n",
            "(1,1) is .: the board gives `.`\n",
        ),
        (
            "queens",
            format!("{QUEENS}# given queen r1c2\n"),
            "?.??\n",
            "(1,2) is Q: the board gives `Q`\n",
        ),
        ("queens", format!("{QUEENS}# given queen r1c2\n"), "Q???\n", "(1,1) is .: (1,2) is Q\n"),
        ("abc-path", path.clone(), "????B\n", "(1,5) is not B: the board gives `A`\n"),
        ("abc-path", path, "?B???\n", "(1,2) is not B: B is not in the line of its clue\n"),
    ] {
        bench.write("board.txt", board);
        let columns = answer.trim_end().len();
        let open = format!("{}\n", "?".repeat(columns)).repeat(columns - 1);
        bench.write("answer.txt", format!("{answer}{open}"));
        let line = format!("hint {family} board.txt --answer answer.txt");
        let wrong = bench.run(&line).with_status(1).out;
        let (_, reason) = wrong.split_once('\n').expect("a reason");
        assert!(reason.starts_with(told), "{wrong}");
    }
}

#[test]
fn hints_go_on_from_what_is_filled_in() {
    let bench = Workbench::with("board.txt", QUEENS);
    bench.write("so-far.txt", ".Q..\n???Q\n????\n????\n");
    let line = "hint queens board.txt --answer so-far.txt";
    let ended = bench.run(&format!("{line} --all --format json")).with_status(0).json();
    assert_eq!((&ended["ended"], &ended["grade"]), (&json!("complete"), &json!(null)));
    bench.write("so-far.txt", ".Q..\n...Q\nQ...\n..Q.\n");
    assert_eq!(bench.run(line).with_status(0).out, "nothing is left to fill in\n");
    bench.write("so-far.txt", "Q???\n????\n????\n????\n");
    let wrong = bench.run(line).with_status(1).out;
    assert!(wrong.starts_with("wrong: (1,1) is Q\n"), "{wrong}");
    let wrong = bench.run(&format!("{line} --format json")).with_status(1).json();
    assert_eq!(wrong["wrong"], json!({"cell": [0, 0], "symbol": "Q", "is": true}));
    let opposite = json!({"cell": [0, 0], "symbol": "Q", "is": false});
    assert!(wrong["steps"][0]["cells"].as_array().expect("marks").contains(&opposite));
    bench.write("so-far.txt", "Q??\n???\n");
    assert!(bench.run(line).refusal().contains("the answer is 2x3, but the board is 4x4"));
}

/// Without `--answer`, hints start from the cells that the board's text has filled in.
#[test]
fn hints_go_on_from_the_cells_of_a_saved_game() {
    let game = "SAVEFILE:4:Game\nGAME    :6:Unruly\nPARAMS  :5:6x6de\nDESC    :10:faCADAJeBd\n\
                STATEPOS:1:3\nMOVE    :6:P0,0,0\nMOVE    :6:P1,2,1\n";
    let bench = Workbench::with("game.sav", game);
    let start = "starts from 2 cells filled in by the player\n";
    let line = "hint three-in-a-row game.sav";
    let wrong = bench.run(line).with_status(1).out;
    assert!(wrong.starts_with(&format!("{start}wrong: ")), "{wrong}");
    let json = bench.run(&format!("{line} --format json")).with_status(1).json();
    let shown = bench.run("show three-in-a-row game.sav --format json").with_status(0).json();
    assert_eq!(json["partial"], shown["partial"]);
    bench.write("none.txt", "??????\n".repeat(6));
    let given = bench.run(&format!("{line} --answer none.txt")).with_status(0);
    let id = bench.run("hint three-in-a-row 6x6de:faCADAJeBd").with_status(0);
    assert_eq!((&given.out, given.err.as_str()), (&id.out, ""), "--answer wins");
    let game = bench.run(&format!("{line} --grade")).with_status(0);
    assert_eq!(
        game.err,
        "note: --grade begins with the givens and ignores 2 cells filled in by the player\n"
    );
    assert!(!game.out.contains("filled in by the player"), "{}", game.out);
    let page = bench.run(&format!("{line} -o page.html")).with_status(1);
    assert!(page.err.starts_with("wrong: ") && page.out.is_empty(), "{}", page.err);
    assert!(!bench.path("page.html").exists());
}

#[test]
fn hints_go_on_from_the_stars_and_marks_of_a_file() {
    let file = |first: &str| {
        let regions = "0 0 1 1 /0 2 1 1 /2 2 2 3 /2 3 3 3 /";
        format!("pzprv3/starbattle/4/4/1/4/{regions}{first}/{}", ". . . . /".repeat(3))
    };
    let bench = Workbench::with("board", file(". # . . "));
    let json = bench.run("hint queens board --all --format json").with_status(0).json();
    assert_eq!(json["partial"], json!(["?Q??", "????", "????", "????"]));
    assert_eq!((&json["ended"], &json["grade"]), (&json!("complete"), &json!(null)));
    bench.write("so-far", "?Q??\n????\n????\n????\n");
    let told = bench.run("hint queens board").with_status(0).out;
    let same = bench.run("hint queens board --answer so-far").with_status(0).out;
    assert_eq!(told, format!("starts from 1 cell filled in by the player\n{same}"));
    bench.write("board", file("# . . . "));
    let wrong = bench.run("hint queens board").with_status(1).out;
    assert!(wrong.contains("wrong: (1,1) is Q\n"), "{wrong}");
    bench.write("board", file(". . . . "));
    let untouched = bench.run("hint queens board --format json").with_status(0).json();
    assert_eq!(untouched["partial"], json!(null));
}

#[test]
fn a_symbol_that_a_cell_cannot_have_is_refused_with_its_place() {
    let bench = Workbench::with("board.txt", PATH_LAYOUT);
    let open = "?????\n".repeat(4);
    for (first, told, place) in [
        ("Z????", "Z on a board with the letters A to Y", "so-far.txt:1:1"),
        ("FEDCb", "the board gives `A`, but the answer has `b`", "so-far.txt:1:5"),
    ] {
        bench.write("so-far.txt", format!("{first}\n{open}"));
        let refused = bench.run("hint abc-path board.txt --answer so-far.txt").refusal();
        assert!(refused.contains(told) && refused.contains(place), "{refused}");
        let verified = bench.run("verify abc-path board.txt --answer so-far.txt").with_status(1);
        assert!(verified.out.contains(told), "{}", verified.out);
    }
}

#[test]
fn a_board_without_one_answer() {
    let bench = Workbench::with("none.txt", "ABBBB\nABBBB\nCDDDD\nCDDDD\nCEEEE\n");
    let none = bench.run("hint queens none.txt").with_status(1).out;
    assert_eq!(none, "the board has no answer, so nothing follows\n");
    let none = bench.run("hint queens none.txt --format json").with_status(1).json();
    assert_eq!((&none["steps"], &none["ended"]), (&json!([]), &json!("stuck")));
    let several = run("hint three-in-a-row --size 4").with_status(3).out;
    assert_eq!(several, "nothing more follows, because the board has more than one answer\n");
    bench.write("several.txt", "00??\n????\n????\n????\n");
    let several = bench.run("hint three-in-a-row several.txt --all").with_status(0).out;
    assert!(several.ends_with("because the board has more than one answer\n"), "{several}");
}

/// A limit of no time leaves no step, and one of an hour leaves all.
#[test]
fn hints_obey_a_limit_of_time() {
    let bench = Workbench::with("board.txt", QUEENS);
    let late = bench.run("hint queens board.txt --all --time-limit 0").with_status(3).out;
    assert!(late.contains("stopped"), "{late}");
    let late = "hint queens board.txt --all --time-limit 0 --format json";
    let late = bench.run(late).with_status(3).json();
    assert_eq!((&late["steps"], &late["ended"]), (&json!([]), &json!("stopped")));
    let late = bench.run("hint queens board.txt --time-limit 0 -o a.html").with_status(3);
    assert_eq!(late.err, "stopped: the page has no hints\n");
    let whole = bench.run("hint queens board.txt --all").with_status(0).out;
    let line = "hint queens board.txt --all --time-limit 1h";
    assert_eq!(bench.run(line).with_status(0).out, whole);
    let refused = bench.run("hint queens board.txt --time-limit x").refusal();
    assert!(refused.contains("--time-limit"), "{refused}");
}

#[test]
fn options_of_a_hint_that_do_not_agree() {
    let bench = Workbench::with("board.txt", QUEENS);
    for (options, part) in [
        ("--stage 4", "--stage"),
        ("--steps 2 --all", "--all"),
        ("--grade --answer board.txt", "--answer"),
        ("--answer missing.txt", "missing.txt"),
    ] {
        let refusal = bench.run(&format!("hint queens board.txt {options}")).refusal();
        assert!(refusal.contains(part), "{refusal}");
    }
    bench.run("hint queens - --answer -").refusal();
    bench.write("model.opb", "* #variable= 1 #constraint= 1\n1 x1 >= 1 ;\n");
    let refusal = bench.run("hint model model.opb").refusal();
    assert!(refusal.contains("model has no board, so it has no hints"), "{refusal}");
}
