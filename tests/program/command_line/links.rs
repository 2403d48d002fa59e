//! Links, ids and files of other programs: named in place of a file, on standard input, in files
//! and folders; and `convert`, which writes them.

use crate::workbench::{Workbench, run};

const LINK: &str = "https://puzz.link/p?starbattle/4/4/1/b309dg";

const LETTERS: &str = "AABB\nACBB\nCCCD\nCDDD\n";

const ANSWER: &str = ".Q..\n...Q\nQ...\n..Q.\n";

/// A file of pzpr with the first queen of the answer, and a mark that is wrong.
const PZPRV3: &str = "pzprv3\nstarbattle\n4\n4\n1\n4\n0 0 1 1 \n0 2 1 1 \n2 2 2 3 \n2 3 3 3 \n\
                      . # . . \n. . . . \n. . . . \n. . . . \n";

#[test]
fn a_link_is_a_board_in_every_verb() {
    let bench = Workbench::with("answer", ANSWER);
    assert!(run(&format!("solve queens {LINK}")).with_status(0).out.starts_with(ANSWER));
    assert!(run(&format!("solve {LINK} --unique")).with_status(0).out.contains("unique"));
    assert!(run(&format!("show star-battle {LINK}")).with_status(0).out.contains("4x4"));
    assert_eq!(
        bench.run(&format!("verify queens {LINK} --answer answer")).with_status(0).out,
        "valid\n"
    );
    bench.run(&format!("export queens {LINK} --to cnf -o o.cnf --map m.json")).with_status(0);
    assert!(bench.feed("solve queens -", LINK).with_status(0).out.starts_with(ANSWER));
    bench.write("file", format!("# from a friend\n{LINK}\n"));
    assert!(bench.run("solve queens file").with_status(0).out.starts_with(ANSWER));
    for escaped in [
        "https%3A%2F%2Fpuzz.link%2Fp%3Fstarbattle%2F4%2F4%2F1%2Fb309dg",
        "https://puzz.link/p?starbattle%2F4%2F4%2F1%2Fb309dg",
    ] {
        assert!(bench.run(&format!("solve {escaped}")).with_status(0).out.starts_with(ANSWER));
        assert!(bench.feed("solve queens -", escaped).with_status(0).out.starts_with(ANSWER));
    }
    // A file of that name comes first.
    bench.write("551W4hU4Pnq", LETTERS);
    assert!(bench.run("show queens 551W4hU4Pnq").with_status(0).out.contains("queens 4x4"));
    assert!(run("show queens 551W4hU4Pnq").with_status(0).out.contains("queens 5x5"));
}

#[test]
fn a_link_is_refused_with_the_place_and_the_reason() {
    for (line, told) in [
        (format!("show queens {LINK}0"), vec!["<link>:1:44", "expected 6"]),
        (
            format!("show three-in-a-row {LINK}"),
            vec!["puzzlink, which has no boards of three-in-a-row"],
        ),
        (
            format!("show queens {LINK} --variant stars=2"),
            vec!["a board for 1 star, but stars=2 is asked for"],
        ),
        ("show three-in-a-row 8x8#12345".to_owned(), vec!["the seed of a board"]),
        (
            "show three-in-a-row 6x6:eABbbbAbFbddAc --variant distinct-lines".to_owned(),
            vec!["may be equal, but distinct-lines is asked for"],
        ),
        ("show queens https://example.org/board".to_owned(), vec!["of no known kind"]),
    ] {
        let refusal = run(&line).refusal();
        assert!(told.iter().all(|word| refusal.contains(word)), "{line}: {refusal}");
    }
    let bench = Workbench::with("shared", "Queens #123 | 0:45 and flawless\nFirst 👑s: 🟨 🟦 🟪\n");
    assert!(bench.run("show queens shared").refusal().contains("a result as LinkedIn shares it"));
    let bench = Workbench::new();
    assert!(bench.run("show queens no-such-file").refusal().contains("cannot read no-such-file"));
}

#[test]
fn a_partial_answer_in_the_text_is_judged() {
    let bench = Workbench::with("board", PZPRV3);
    assert!(bench.run("show queens board").with_status(0).out.contains("1 filled in"));
    assert!(bench.run("verify queens board").with_status(3).out.contains("15 cells are open"));
    bench.write("board", PZPRV3.replacen(". # . . ", "# # . . ", 1));
    bench.run("verify queens board").with_status(1);
    bench.write("letters", LETTERS);
    assert!(bench.run("verify queens letters").refusal().contains("--answer FILE"));
}

#[test]
fn boards_are_converted() {
    let bench = Workbench::with("letters", LETTERS);
    let convert = |board: &str, to: &str| {
        bench.run(&format!("convert queens {board} --to {to}")).with_status(0).out
    };
    assert_eq!(convert("letters", "puzzlink"), format!("{LINK}\n"));
    assert_eq!(convert(LINK, "letters"), LETTERS);
    for format in ["pzprv3", "team-star", "penpa"] {
        bench.write("other", convert("letters", format));
        assert_eq!(convert("other", "letters"), LETTERS, "{format}");
    }
    bench.write("open", "........\n".repeat(6));
    let open = bench.run("convert takuzu open --size 6x8 --to unruly").with_status(0).out;
    assert_eq!(open, "8x6u:zx\n");
    let leveled = "8x6ude:zx";
    let cells = bench.run(&format!("convert three-in-a-row {leveled} --to cells")).with_status(0);
    assert!(cells.out.ends_with("........\n# distinct lines\n"), "{}", cells.out);
    let same = bench.run(&format!("convert three-in-a-row {leveled} --to unruly")).with_status(0);
    assert_eq!(same.out, format!("{leveled}\n"), "the level is kept");
}

#[test]
fn an_escaped_link_of_penpa_is_the_same_board() {
    let bench = Workbench::with("letters", LETTERS);
    let link = bench.run("convert queens letters --to penpa").with_status(0).out;
    let link = link.trim();
    let of = |signs: &[(char, &str)]| {
        signs.iter().fold(link.to_owned(), |text, (sign, escape)| text.replace(*sign, escape))
    };
    let packed = of(&[('=', "%3D"), ('+', "%2B"), ('/', "%2F")]);
    let whole = packed.replace('%', "%25").replace(':', "%3a").replace('#', "%23");
    for escaped in [packed, whole.replace('&', "%26").replace('?', "%3F")] {
        let words = ["convert", "queens", &escaped, "--to", "letters"];
        let read = bench.command(words).output().expect("the program runs");
        assert_eq!(crate::workbench::Ended::of(read).with_status(0).out, LETTERS, "{escaped}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused_or_noted() {
    let bench = Workbench::with("pieces", "AABB\nACBB\nCCCA\nCDDD\n");
    bench.write("given", format!("{LETTERS}# given queen r1c2\n"));
    bench.write("stars", format!("{LETTERS}# stars 2\n"));
    bench.write("signs", "01....\n......\n......\n......\n......\n......\n# eq r2c1 r2c2\n");
    bench.write("board", PZPRV3);
    bench.write("letters", LETTERS);
    for (line, told) in [
        ("queens pieces --to puzzlink", "region A, which is not connected"),
        ("queens given --to pzprv3", "a given queen (row 1, column 2)"),
        ("queens letters --to emoji", "not written as `emoji`"),
        ("queens given --to sbn", "a given queen"),
        ("three-in-a-row signs --to unruly", "the sign = between"),
        ("three-in-a-row signs --to team-binairo", "the sign = between"),
        ("armies --size 3 --to letters", "boards of armies can be read but not written"),
    ] {
        let refusal = bench.run(&format!("convert {line}")).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
    for (line, told) in [
        (
            "queens stars --to team-star",
            "note: the format team-star cannot record stars=2: read the board with --variant stars=2\n",
        ),
        (
            "queens board --to letters",
            "note: the format letters cannot record the cells that a player has filled in\n",
        ),
    ] {
        let ended = bench.run(&format!("convert {line}")).with_status(0);
        assert_eq!(ended.err, told, "{line}");
    }
    bench.write("untouched", PZPRV3.replace('#', "."));
    let ended = bench.run("convert queens untouched --to letters").with_status(0);
    assert_eq!(ended.err, "", "nothing is filled in");
}

/// The note names the options with which `show` reads the text as the same board.
#[test]
fn a_text_that_shows_another_board_is_noted() {
    let bench = Workbench::new();
    let wide = format!("{}..1.....\n", "........\n".repeat(5));
    for (rows, text, lost, options) in [
        ("..011000\n..10.1..\n", "b011000b10a1b", "the size 2x8", "--size 2x8"),
        ("....\n....\n....\n.0..\n", "m0b", "its name", "--input team-binairo"),
        ("....\n....\n....\n....\n", "p", "its name", "--input team-binairo"),
        (&wide, "zp1e", "the size 6x8, its name", "--size 6x8 --input team-binairo"),
    ] {
        bench.write("board", format!("{rows}# distinct lines\n"));
        let ended = bench.run("convert three-in-a-row board --to team-binairo").with_status(0);
        assert_eq!(ended.out, format!("{text}\n"));
        let told = format!(
            "note: the format team-binairo cannot record {lost}: read the board with {options}\n"
        );
        assert_eq!(ended.err, told);
        bench.write("text", &ended.out);
        let [first, again] = ["board".to_owned(), format!("text {options}")]
            .map(|board| bench.run(&format!("show three-in-a-row {board}")).with_status(0).out);
        assert_eq!(first, again, "{text}");
    }
}

#[test]
fn a_folder_is_converted_board_by_board() {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("boards")).expect("a new folder");
    bench.write("boards/a", LETTERS);
    bench.write("boards/b", "AABB\nACBB\nCCCA\nCDDD\n");
    bench.write("boards/c", PZPRV3);
    let ended = bench.run("convert queens boards --to puzzlink").with_status(2);
    assert_eq!(ended.out, format!("{LINK}\n{LINK}\n"));
    assert!(ended.err.contains("boards/b"), "{}", ended.err);
}
