//! Boards and model files without the name of a family: which family reads them, and when the
//! message asks for a name.

use super::boards::{
    PATH_AMPL, PATH_LAYOUT, QUEENS, QUEENS_EMOJI, QUEENS_MATRIX, QUEENS_SAS, THREE, THREE_AMPL,
};
use crate::workbench::{Ended, Workbench};

const OPEN: &str = "????\n????\n????\n????\n";

/// A text that may be two regions for four rows, or a full board of 3-in-a-row.
const FULL: &str = "0 1 0 1\n1 0 1 0\n0 1 1 0\n1 0 0 1\n";

fn note(ended: &Ended) -> &str {
    ended.err.lines().next().unwrap_or_default()
}

#[test]
fn the_one_family_that_reads_a_board_is_taken() {
    for (name, text, family) in [
        ("board", QUEENS, "queens"),
        ("board", QUEENS_MATRIX, "queens"),
        ("board", QUEENS_SAS, "queens"),
        ("board", QUEENS_EMOJI, "queens"),
        ("board", "[['a', 'b'], ['b', 'b']]", "queens"),
        ("board", THREE, "three-in-a-row"),
        ("board", THREE_AMPL, "three-in-a-row"),
        ("board", PATH_AMPL, "abc-path"),
        ("board", PATH_LAYOUT, "abc-path"),
        ("board", "<>^\n?\u{3f}v\n???\n", "gunport"),
        ("board", "#??\n???\n???\n", "abbott-window"),
        ("board.txt", "p cnf 2 2\n1 2 0\n-1 0\n", "model"),
        ("board", "min: +1 x1 ;\n1 x1 >= 1 ;\n", "model"),
        // The name makes it a model, even with mistakes in it.
        ("board.opb", "AAB\nABB\nABB\n", "model"),
    ] {
        let bench = Workbench::with(name, text);
        let left_out = bench.run(&format!("solve {name}"));
        let named = bench.run(&format!("solve {family} {name}"));
        let told = format!("note: {name} is read as {family}, as in quarrel solve {family} {name}");
        assert_eq!(note(&left_out), told, "{text}: {}", left_out.err);
        assert_eq!((left_out.status, &left_out.out), (named.status, &named.out), "{text}");
        assert_eq!(left_out.err.split_once('\n').map(|(_, rest)| rest), Some(&named.err[..]));
    }
}

/// An ambiguous text is refused with the possible commands, also if it merely looks like a board of
/// one family.
#[test]
fn what_the_text_does_not_tell_is_asked() {
    let bench = Workbench::with("open", OPEN);
    bench.write("full", FULL);
    bench.write("neither", "AAB\nA%B\nABB\n");
    bench.write("titled", "My board\nAABB\nACBB\nCCCD\nCDDD\n");
    for (line, told) in [
        (
            "solve open",
            "can be read by abbott-window, three-in-a-row, abc-path, gunport and armies",
        ),
        ("solve open --unique", "quarrel solve armies open --unique"),
        (
            "solve full",
            "only queens can read full, but this reading has no answer: 4 rows, 1 in each",
        ),
        ("solve full", "expected quarrel solve queens full to use this reading"),
        ("solve neither", "no family reads neither"),
        ("show titled", "quarrel show FAMILY titled"),
        ("solve missing.txt", "cannot read missing.txt"),
        ("solve missing", "invalid value 'missing' for '<FAMILY>'"),
        ("hint missing open", "invalid value 'missing' for '<FAMILY>'"),
        ("hint quens open", "a similar value exists: 'queens'"),
        ("hint titled", "quarrel hint FAMILY titled"),
        ("solve -", "the family before `-`"),
        ("solve /dev/null", "no regular file"),
        ("solve open --sizze 3", "'--size'"),
        ("solve open --size 5", "no family reads open"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

#[test]
fn each_verb_reads_boards_without_a_family() {
    let bench = Workbench::with("q.txt", QUEENS);
    bench.write("m.txt", "p cnf 1 1\n1 0\n");
    bench.write("a.txt", ".Q..\n...Q\nQ...\n..Q.\n");
    bench.write("open", OPEN);
    for (line, family) in [
        ("show q.txt", "queens"),
        ("verify q.txt --answer a.txt", "queens"),
        ("explain q.txt", "queens"),
        ("hint q.txt", "queens"),
        ("hint --stage 1 q.txt", "queens"),
        ("hint https://puzz.link/p?starbattle/4/4/1/b309dg", "queens"),
        ("convert q.txt --to letters", "queens"),
        ("export q.txt --to cnf", "queens"),
        ("export --to cnf q.txt", "queens"),
        ("solve --time-limit 1m q.txt --variant stars=1", "queens"),
        ("show --format text q.txt", "queens"),
        ("solve open --variant distinct-lines", "three-in-a-row"),
        ("solve open --bound 2 --formulation squares", "armies"),
        ("export m.txt --to opb", "model"),
        ("solve -- q.txt", "queens"),
        ("encodings --explain q.txt", "queens"),
        ("encodings --explain m.txt --format json", "model"),
    ] {
        let ended = bench.run(line);
        if line.contains("--formulation") {
            assert!(ended.refusal().contains("can be read by"), "a formulation is no board");
            continue;
        }
        let ended = ended.with_status(0);
        assert!(note(&ended).contains(&format!("is read as {family}")), "{line}: {}", ended.err);
    }
    bench.run("plan cubes open -o plan").refusal();
    // The value of an option may be the same word.
    let refused = bench.run("show -o q.txt q.txt").refusal();
    assert!(refused.contains("-o would overwrite q.txt"), "{refused}");
}

/// The readable boards of a folder have one family; one unambiguous board is enough.
#[test]
fn several_boards_are_of_one_family() {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("d")).expect("a folder");
    bench.write("d/a.txt", QUEENS);
    bench.write("d/b.txt", "AABB\nAABB\nAABB\nAABB\n");
    bench.write("d/c.txt", "no board");
    let ended = bench.run("solve d").with_status(2);
    assert!(note(&ended).contains("d is read as queens"), "{}", ended.err);
    assert_eq!(ended.out, bench.run("solve queens d").with_status(2).out);
    bench.write("t", THREE);
    let refused = bench.run("solve d/a.txt t").refusal();
    let told = "no family reads all of the 2 boards: d/a.txt is of queens, t of three-in-a-row";
    assert!(refused.contains(told), "{refused}");
    assert!(refused.contains("expected the boards of one family at a time"), "{refused}");
    bench.write("u", "no board");
    let refused = bench.run("solve u ./u").refusal();
    assert!(refused.contains("no family reads all of the 2 boards\n"), "{refused}");
}

#[test]
fn a_file_with_the_name_of_a_family_is_no_board() {
    let bench = Workbench::with("armies", QUEENS);
    bench.write("queens", THREE);
    let ended = bench.run("solve armies --size 3 --bound 1").with_status(0);
    assert_eq!(ended.err, "");
    let ended = bench.run("solve ./armies").with_status(0);
    assert!(note(&ended).contains("./armies is read as queens"), "{}", ended.err);
}

/// Data of another program are no model.
#[test]
fn what_no_family_reads_is_no_model_for_that() {
    for text in [
        "257\n",
        "0   10 1\n0 0 1\n   1\n      1\n  1\n1 1\n 0\n      0\n",
        "0\t\t1\n1\t0\n\t\t0\n",
        "    1 1 \n     0  \n1       \n0 0\n",
        "7 2 0 0\n1 0 0\n",
        "1 2\n3 4 0\n",
        "n = 7;\nregions = [| 4, 4\n| 4, 2 |];\n",
        "int n = 7;\nint[][] b = {{1, 2}, {3, 4}};\n",
    ] {
        let bench = Workbench::with("board", text);
        let refused = bench.run("solve board").refusal();
        assert!(refused.contains("no family reads board"), "{text}: {refused}");
    }
    for text in [
        "1 2 0\n-1 0\n",
        "c mine\n1 -2 0\n-1 2 0",
        "p cnf 2 2\n1\n2 0 -1 0\n",
        "h 1 2 0\n1 -1 0\n",
        "1 2 >= 1\n",
        "+1 x1 +1 x2 >= 1 ;\n",
        "x1 + x2 = 1;\n",
        "Minimize\n x\nSubject To\n x = 1\nBinary\n x\nEnd\n",
    ] {
        let bench = Workbench::with("board", text);
        let ended = bench.run("solve board").with_status(0);
        assert!(note(&ended).contains("is read as model"), "{text}: {}", ended.err);
    }
}

#[test]
fn boards_of_comparisons_and_suites_show_their_family() {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("models")).expect("a folder");
    bench.write("models/a.cnf", "p cnf 2 1\n1 2 0\n");
    bench.write("models/b.opb", "1 x1 1 x2 1 x3 >= 2 ;\n");
    bench.write("none.txt", "? hello\n");
    let ended = bench.run("compare --boards models --card totalizer,adder --dry-run");
    let ended = ended.with_status(0);
    let note = "the boards are read as model; use --family to name another family";
    assert!(ended.err.contains(note), "{}", ended.err);
    let named =
        bench.run("compare --family model --boards models --card totalizer,adder --dry-run");
    assert_eq!(ended.out, named.with_status(0).out);
    bench.run("export --suite s --boards models --to cnf").with_status(0);
    bench.write("board.txt", "AABB\nAABB\nCCDD\nCCDD\n");
    for (line, told) in [
        ("compare --boards none.txt --dry-run", "--boards that no family reads"),
        ("compare --boards models --boards board.txt --dry-run", "no family reads all"),
        ("compare --family model,queens --boards models --dry-run", "several families are named"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

#[test]
fn sizes_may_be_a_range() {
    let bench = Workbench::new();
    for sizes in ["3-5", "3,4,5", "3-4,5"] {
        let ended = bench.run(&format!("compare --family gunport --size {sizes} --dry-run"));
        let out = ended.with_status(0).out;
        assert!(out.contains("gunport, optimum       3 "), "{sizes}: {out}");
    }
    bench.run("export --suite s --family gunport --size 3-4 --to cnf").with_status(0);
    let names = std::fs::read_to_string(bench.path("s/manifest.json")).expect("a manifest");
    assert!(names.contains("gunport-3x3") && names.contains("gunport-4x4"), "{names}");
    for sizes in ["5-3", "3-", "3-4-5", "0-2", "1-5000", "3..5"] {
        bench.run(&format!("compare --family gunport --size {sizes} --dry-run")).refusal();
    }
}
