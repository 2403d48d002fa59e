//! Colours, symbols and names as the player typed them, on a terminal and on pages.

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::boards::QUEENS;
use crate::workbench::Workbench;

const WORDS: &str = "light blue, light blue, red, red\nlight blue, purple, red, red\n\
                     purple, purple, purple, tan\npurple, tan, tan, tan\n";
const LEGEND: &str = "A light blue · B red · C purple · D tan\n";

/// Returns the data of the first board in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the element of the data");
    let (data, _) = rest.split_once("</script>").expect("its end");
    let data: Value = serde_json::from_str(data).expect("the data are JSON");
    data["boards"][0].clone()
}

#[test]
fn a_legend_names_the_regions_below_every_picture() {
    let bench = Workbench::with("board.txt", WORDS);
    for (line, status) in [
        ("show queens board.txt", 0),
        ("solve queens board.txt --picture always", 0),
        ("solve queens board.txt --all --picture always", 0),
        ("hint queens board.txt", 0),
        ("explain queens board.txt", 0),
    ] {
        let shown = bench.run(line).with_status(status).out;
        assert!(shown.contains(&format!("\n{LEGEND}")), "{line}:\n{shown}");
    }
    let plain = bench.run("solve queens board.txt").with_status(0).out;
    assert!(!plain.contains('·'), "rows for programs have no legend:\n{plain}");
    bench.write("letters.txt", QUEENS);
    let letters = bench.run("show queens letters.txt").with_status(0).out;
    assert!(!letters.contains('·'), "letters need no legend:\n{letters}");
}

#[test]
fn a_misspelt_region_is_named_with_its_cells() {
    let typed = |from: &str, to: &str| WORDS.replacen(from, to, 1);
    for (board, place, told) in [
        (
            typed("tan, tan, tan", "tna, tan, tan"),
            "4:9",
            "region `tna` has 1 cell (row 4, column 2); did you mean `tan`?",
        ),
        (
            typed("purple, red", "purpel, red"),
            "2:13",
            "region `purpel` has 1 cell (row 2, column 2); did you mean `purple`?",
        ),
        (
            typed("light blue, light", "Light Blue, light"),
            "1:1",
            "region `Light Blue` has 1 cell (row 1, column 1); did you mean `light blue`?",
        ),
        (
            "BL bl ye ye\nbl bl ye YE\nrd rd ye ye\nrd ta ta YE\n".to_owned(),
            "1:1",
            "region `BL` has 1 cell (row 1, column 1); did you mean `bl`? And region `YE` has 2 cells \
             (row 2, column 4; row 4, column 4); did you mean `ye`?",
        ),
    ] {
        let bench = Workbench::with("board.txt", &board);
        let refused = bench.run("show queens board.txt").refusal();
        assert!(refused.contains(told), "{refused}");
        assert!(refused.contains(&format!("board.txt:{place}")), "{refused}");
    }
    let bench = Workbench::with("board.txt", "🟥🟥🟦🟦\n🔴🟫🟦🟦\n🟫🟫🟫🟨\n🟫🟨🟨🟨\n");
    let shown = bench.run("show queens board.txt").with_status(0).out;
    let told = "region `🔴` has 1 cell (row 2, column 1); did you mean `🟥`?";
    assert!(shown.contains(told), "{shown}");
}

const SUNS: &str = "..☀...\n......\n......\n......\n..☀...\n......\n\
                    # eq r2c5 r2c6\n# ne r2c5 r3c5\n# ne r4c3 r5c3\n# eq r4c5 r4c6\n\
                    # eq r5c2 r6c2\n# eq r5c4 r5c5\n# ne r6c3 r6c4\n";

#[test]
fn suns_and_moons_come_back() {
    let bench = Workbench::with("board.txt", SUNS);
    let shown = bench.run("show tango board.txt").with_status(0).out;
    assert_eq!(shown.matches('☀').count(), 2, "{shown}");
    assert!(shown.contains("\ntango 6x6 (equal lines allowed)"), "{shown}");
    let hint = bench.run("hint tango board.txt").with_status(0).out;
    let sentence = hint.lines().next().expect("a sentence");
    assert!(sentence.contains('☀') || sentence.contains('🌙'), "{sentence}");
    let steps = bench.run("hint tango board.txt --format json").with_status(0).json();
    assert_eq!(steps["family"], "three-in-a-row");
    let symbol = &steps["steps"][0]["cells"][0]["symbol"];
    assert!(*symbol == json!("0") || *symbol == json!("1"), "{symbol}");
    let page = bench.run("show tango board.txt --format html").with_status(0).out;
    assert!(page.contains("<title>Tango 6x6</title>"));
    bench.run("generate abc-path --seed 5 -o abc.txt").with_status(0);
    let path = bench.run("show abc-path abc.txt --format html").with_status(0).out;
    assert!(path.contains("<title>ABC Path 5x5</title>"));
    let data = data(&page);
    let symbols = &data["play"]["symbols"];
    assert_eq!([&symbols[0]["symbol"], &symbols[1]["shape"]], [&json!("☀"), &json!("moon")]);
    let rules = data["rules"].as_str().expect("rules");
    assert!(rules.contains("as many ☀ as 🌙") && !rules.contains("odd"), "{rules}");
    let rows = bench.run("solve tango board.txt").with_status(0).out;
    assert!(rows.lines().next().expect("a row").chars().all(|c| "01".contains(c)), "{rows}");
    let typed = rows.replace('0', "☀").replace('1', "🌙");
    for answer in [&rows, &typed] {
        bench.write("answer.txt", answer.lines().take(6).collect::<Vec<_>>().join("\n"));
        let verdict = bench.run("verify tango board.txt --answer answer.txt").with_status(0).out;
        assert_eq!(verdict, "valid\n");
    }
    bench.write("answer.txt", "☀☀☀???\n".to_owned() + &"??????\n".repeat(5));
    let broken = bench.run("verify tango board.txt --answer answer.txt").with_status(1).out;
    assert!(broken.contains("three equal neighbours"), "{broken}");
    bench.write("clash.txt", "☀☀☀...\n......\n......\n......\n......\n......\n");
    let clash = bench.run("explain tango clash.txt").with_status(1).out;
    assert!(clash.contains("`☀` given in") && !clash.contains("`0`"), "{clash}");
}

/// An answer of Tango may have suns and moons on every board, and a refusal says so.
#[test]
fn an_answer_of_tango_may_have_suns_and_moons() {
    let bench =
        Workbench::with("board.txt", "01..\n....\n..1.\n...1\n# eq r2c1 r2c2\n# ne r3c3 r3c4\n");
    let rows = bench.run("solve tango board.txt").with_status(0).out;
    let rows = rows.lines().take(4).collect::<Vec<_>>().join("\n");
    for [white, blue] in [["0", "1"], ["S", "M"], ["☀", "🌙"], ["🌞", "🌙"], ["W", "B"]] {
        bench.write("answer.txt", rows.replace('0', white).replace('1', blue));
        let verdict = bench.run("verify tango board.txt --answer answer.txt").with_status(0).out;
        assert_eq!(verdict, "valid\n", "{white} {blue}");
    }
    for board in ["board.txt", "suns.txt"] {
        bench.write("suns.txt", "☀🌙..\n....\n..🌙.\n...🌙\n");
        bench.write("answer.txt", rows.replacen('0', "Z", 1));
        let refusal = bench.run(&format!("verify tango {board} --answer answer.txt")).refusal();
        let known = "expected `0`, `1`, `☀`, `🌙`, `🌞`, `S`, `M`";
        assert!(refusal.contains("unknown symbol `Z`") && refusal.contains(known), "{refusal}");
    }
    let mixed = "☀1??\n????\n????\n????\n";
    let refusal = bench.feed("verify tango board.txt --answer -", mixed).refusal();
    assert!(refusal.contains("unknown symbol `☀`"), "two ways of writing are no answer: {refusal}");
}

/// An emoji takes two columns of a terminal, and the second picture begins in one column.
#[test]
fn two_answers_with_emoji_stand_side_by_side() {
    let bench = Workbench::with("board.txt", "🌞.🌙.\n....\n....\n....\n");
    let shown = bench.run("explain tango board.txt").with_status(0).out;
    let start = |line: &str| {
        let (left, _) = line.split_once("   ┃").or_else(|| line.split_once("   ┠"))?;
        Some(left.width())
    };
    let starts: Vec<usize> = shown.lines().filter_map(start).collect();
    assert!(shown.contains('🌞') && starts.len() > 4, "{shown}");
    assert!(starts.iter().all(|one| *one == starts[0]), "{starts:?}\n{shown}");
}

#[test]
fn a_star_battle_has_stars() {
    let bench = Workbench::with("board.txt", QUEENS);
    let stars = bench.run("hint star-battle board.txt --all").with_status(0).out;
    assert!(stars.contains("star") && !stars.contains("queen"), "{stars}");
    assert!(stars.contains('★') && !stars.contains('♛'), "{stars}");
    let queens = bench.run("hint queens board.txt --all").with_status(0).out;
    assert!(queens.contains("queen") && !queens.contains("star"), "{queens}");
    let shown = bench.run("show star-battle board.txt").with_status(0).out;
    assert!(shown.contains("\nstar-battle 4x4"), "{shown}");
    let page = bench.run("show star-battle board.txt --format html").with_status(0).out;
    assert!(page.contains("<title>Star Battle 4x4</title>"));
    assert_eq!(data(&page)["play"]["piece"], "star");
}

#[test]
fn several_answers_are_told() {
    let bench = Workbench::with("board.txt", "AABB\nAABB\nCCDD\nCCDD\n");
    let ended = bench.run("show queens board.txt -o page.html").with_status(0);
    assert_eq!(ended.err, "note: board.txt: the board has more than one answer\n");
    let page = std::fs::read_to_string(bench.path("page.html")).expect("a page");
    let board = data(&page);
    let note = board["note"].as_str().expect("a note");
    assert!(note.starts_with("The board has more than one answer."), "{note}");
    assert_eq!(board["answer"], json!(null));
    bench.write("none.txt", "AABB\nAABB\nAABB\nAABB\n");
    let ended = bench.run("show queens none.txt -o none.html").with_status(0);
    assert_eq!(ended.err, "note: none.txt: the board has no answer\n");
    bench.write("one.txt", QUEENS);
    for line in ["show queens one.txt -o one.html", "show queens one.txt"] {
        assert_eq!(bench.run(line).with_status(0).err, "", "{line}");
    }
    let ended = bench.run("show queens board.txt").with_status(0);
    assert_eq!(ended.err, "note: board.txt: the board has more than one answer\n");
    let ended = bench.run("show three-in-a-row --size 6").with_status(0);
    assert_eq!(ended.err, "", "an open board needs no note");
}

#[test]
fn a_page_begins_with_the_marks_of_an_answer() {
    let bench = Workbench::with("board.txt", QUEENS);
    bench.write("so-far.txt", ".Q??\n????\n????\n????\n");
    bench.run("hint queens board.txt --answer so-far.txt -o page.html").with_status(0);
    let page = std::fs::read_to_string(bench.path("page.html")).expect("a page");
    let board = data(&page);
    assert_eq!(board["marks"], json!([".Q??", "????", "????", "????"]));
    assert_eq!(board["givens"], json!(["????", "????", "????", "????"]));
    assert_eq!(board["answer"], json!([".Q..", "...Q", "Q...", "..Q."]));
    bench.write("so-far.txt", "Q???\n????\n????\n????\n");
    let line = "hint queens board.txt --answer so-far.txt -o wrong.html";
    let ended = bench.run(line).with_status(1);
    assert!(ended.err.starts_with("wrong: (1,1) is Q\n"), "{}", ended.err);
    assert!(!bench.path("wrong.html").exists());
}

#[test]
fn tango_is_made_as_linkedin_plays_it() {
    let bench = Workbench::new();
    let made = bench.run("generate tango --seed 1").with_status(0).out;
    assert!(made.starts_with("# quarrel generate tango --size 6 --seed 1\n"), "{made}");
    assert!(made.contains("\n# eq ") || made.contains("\n# ne "), "{made}");
    let again = bench.run("generate three-in-a-row --size 6 --signs --seed 1").with_status(0).out;
    let board = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(board(&made), board(&again));
    let binairo = bench.run("generate binairo --seed 1 --format html").with_status(0).out;
    assert!(binairo.contains("<title>Binairo: 1 board</title>"), "{binairo}");
    assert_eq!(data(&binairo)["name"], "binairo-8-1");
}
