//! A folder with pictures of several boards: names, replaced files, and refusals before anything is
//! drawn.

use super::boards::QUEENS;
use crate::workbench::Workbench;

/// A board of three regions of one cell and a large one, which has no answer.
const NONE: &str = "AABB\nAABB\nAABB\nAABB\n";

fn boards() -> Workbench {
    let bench = Workbench::new();
    std::fs::create_dir(bench.path("d")).expect("a folder");
    bench.write("d/a.txt", QUEENS);
    bench.write("d/b.txt", NONE);
    bench.write("d/c.txt", "AABBB\nAABBB\nCCCDD\nCCCDD\nEEEDD\n");
    bench
}

fn names(bench: &Workbench, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(bench.path(folder)).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().into_string()
    };
    let mut names: Vec<String> = entries.map(|entry| name(entry).expect("a name")).collect();
    names.sort();
    names
}

#[test]
fn each_board_has_its_picture() {
    let bench = boards();
    for (line, format) in [
        ("solve queens d -o out", "svg"),
        ("solve queens d -o out/ --format svg", "svg"),
        ("solve queens d --format png -o png", "png"),
        ("show queens d -o shown", "svg"),
        ("show queens d --format png -o drawn", "png"),
        ("solve queens d --format html -o pages", "html"),
        ("show queens d --format html -o sheets", "html"),
    ] {
        let ended = bench.run(line).with_status(i32::from(line.starts_with("solve")));
        let folder = line.split("-o ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let folder = folder.expect("a folder");
        for board in ["a", "c"] {
            let verb = line.split(' ').next().expect("a verb");
            bench.run(&format!("{verb} queens d/{board}.txt -o one.{format}")).with_status(0);
            let read = |name: &str| std::fs::read(bench.path(name)).expect("a picture");
            assert_eq!(read(&format!("{folder}/{board}.{format}")), read(&format!("one.{format}")));
        }
        let drawn = if line.starts_with("solve") { 2 } else { 3 };
        assert_eq!(names(&bench, folder).len(), drawn, "{line}");
        assert!(ended.err.contains(&format!("{drawn} pictures in {folder}")), "{}", ended.err);
    }
}

/// Several boards share a page, also those without an answer; one that cannot be read is left out.
#[test]
fn several_boards_are_one_sheet() {
    let bench = boards();
    bench.write("d/x.txt", "AAB\nA%B\nABB\n");
    for verb in ["show", "solve"] {
        let line = format!("{verb} queens d");
        let ended = bench.run(&format!("{line} -o sheet.html")).with_status(2);
        assert!(ended.err.contains(" --> d/x.txt:2:2\n"), "{}", ended.err);
        assert_eq!(ended.out, "");
        let page = std::fs::read_to_string(bench.path("sheet.html")).expect("a page");
        assert_eq!(page, bench.run(&format!("{line} --format html")).with_status(2).out);
        assert!(page.contains("<title>Queens: 3 boards</title>"));
        for name in ["a", "b", "c"] {
            assert!(page.contains(&format!("\"name\":\"{name}\"")), "{name}");
        }
        assert_eq!(page.contains("queens 4x4: no answer"), verb == "solve");
    }
    let refused = bench.run("solve queens d --all --format html").refusal();
    assert!(refused.contains("a drawing shows one answer"), "{refused}");
    let refused = bench.run("show queens d -o d/a.txt --format html").refusal();
    assert!(refused.contains("--format html, but d/a.txt ends in .txt"), "{refused}");
}

#[test]
fn a_summary_says_how_many_are_unique() {
    let bench = boards();
    let ended = bench.run("solve queens d --unique -o out").with_status(1);
    assert_eq!(ended.out, bench.run("solve queens d --unique").with_status(1).out);
    let told = "3 boards: 1 unique, 1 not, 1 without an answer\n2 pictures in out\n";
    assert_eq!(ended.err, told);
    let ended = bench.run("solve queens d/a.txt d/a.txt --unique").with_status(0);
    assert_eq!(ended.err, "2 boards: 2 unique\n");
    assert_eq!(bench.run("solve queens d --unique -q -o out").with_status(1).err, "");
}

/// Notes name the pictures that were replaced and those older than the run.
#[test]
fn older_pictures_are_told_of() {
    let bench = boards();
    bench.run("show queens d -o out").with_status(0);
    let ended = bench.run("solve queens d -o out").with_status(1);
    assert!(ended.err.contains("note: out/b.svg is from an earlier run: its board has no picture"));
    assert!(ended.err.ends_with("2 pictures in out, of which 2 replaced older ones\n"));
    let ended = bench.run("solve queens d/a.txt -o out").with_status(0);
    assert_eq!(ended.err, "1 picture in out, of which 1 replaced older ones\n");
    // A board that no family reads has no picture; the others have.
    bench.write("d/x.txt", "AAB\nA%B\nABB\n");
    let ended = bench.run("show queens d -o new").with_status(2);
    assert!(ended.err.contains(" --> d/x.txt:2:2\n"), "{}", ended.err);
    assert_eq!(names(&bench, "new"), ["a.svg", "b.svg", "c.svg"]);
}

#[test]
fn pictures_that_would_clash_are_refused_before_they_are_made() {
    let bench = boards();
    std::fs::create_dir(bench.path("e")).expect("a folder");
    bench.write("e/a.txt", QUEENS);
    bench.write("m.opb", "min: 1 x1 ;\n1 x1 >= 1 ;\n");
    bench.write("lines", "");
    for verb in ["solve", "show"] {
        for (line, told) in [
            ("queens d e -o out", "d/a.txt and e/a.txt would both be drawn as a.txt.svg"),
            ("queens d -o out.svg", "out.svg is a drawing of one board"),
            ("queens d --format svg", "-o DIR for a picture of each"),
            ("queens d --format json -o e", "e is a folder"),
            ("queens d -o d --format svg --input no", "no board format `no`"),
            ("queens d -o lines/", "cannot write the folder lines/"),
            ("queens d --format svg -o lines", "cannot write the folder lines"),
        ] {
            let refused = bench.run(&format!("{verb} {line}")).refusal();
            assert!(refused.contains(told), "{verb} {line}: {refused}");
            assert!(!bench.path("out").exists(), "{verb} {line}");
        }
    }
    let refused = bench.run("solve queens d --count -o out").refusal();
    assert!(refused.contains("a drawing shows one answer"), "{refused}");
    let refused = bench.run("solve model m.opb m.opb -o out").refusal();
    assert!(refused.contains("model has no board to draw"), "{refused}");
    // An existing file, or a name with an ending, gets lines of text.
    for name in ["lines", "new.txt"] {
        let ended = bench.run(&format!("solve queens d -o {name}")).with_status(1);
        assert_eq!(ended.out, "");
        let written = std::fs::read_to_string(bench.path(name)).expect("lines");
        assert_eq!(written.lines().count(), 3);
    }
}

#[test]
fn several_boards_are_shown() {
    let bench = boards();
    let shown = bench.run("show queens d").with_status(0).out;
    let alone = bench.run("show queens d/a.txt").with_status(0).out;
    assert!(shown.starts_with(&alone.replace("queens 4x4", "d/a.txt: queens 4x4")), "{shown}");
    assert!(shown.contains("\nd/c.txt: queens 5x5: 0 cells given\n"));
    let lines = bench.run("show queens d --format json").with_status(0).out;
    let objects: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(
        (&objects[0]["board"], &objects[0]["family"]),
        (&"d/a.txt".into(), &"queens".into())
    );
}

#[test]
fn a_refused_board_has_its_line_of_json() {
    let bench = boards();
    bench.write("d/bb.txt", "AAB\nA%B\nABB\n");
    let [shown, solved] = ["show", "solve"].map(|verb| {
        let ended = bench.run(&format!("{verb} queens d --format json")).with_status(2);
        assert!(ended.err.contains(" --> d/bb.txt:2:2\n"), "{}", ended.err);
        let lines: Vec<String> = ended.out.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 4, "{}", ended.out);
        lines[2].clone()
    });
    assert!(shown.starts_with(r#"{"board":"d/bb.txt","error":"d/bb.txt:2:2: unknown symbol"#));
    assert_eq!(shown, solved);
}

#[test]
fn an_answer_is_drawn_if_it_breaks_no_rule() {
    let bench = boards();
    bench.run("solve queens d/a.txt -o a.json").with_status(0);
    let drawn = bench.run("solve queens d/a.txt --format svg").with_status(0).out;
    let verified = bench.run("verify queens d/a.txt --answer a.json --format svg").with_status(0);
    assert_eq!(verified.out, drawn);
    bench.write("open.txt", ".Q..\n...Q\n????\n????\n");
    let open = bench.run("verify queens d/a.txt --answer open.txt --format svg").with_status(3);
    assert!(open.out.starts_with("<svg"), "{}", open.out);
    bench.write("broken.txt", "QQ..\n....\n....\n....\n");
    let broken = bench.run("verify queens d/a.txt --answer broken.txt --format svg").with_status(1);
    assert_eq!(broken.out, "");
    assert!(broken.err.starts_with("note: broken: "), "{}", broken.err);
    bench.write("m.opb", "min: 1 x1;\n1 x1 >= 1;\n");
    let model = bench.run("verify model m.opb --answer broken.txt --format svg").with_status(2);
    assert!(model.err.contains("no board to draw"), "{}", model.err);
}
