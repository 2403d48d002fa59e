//! Mistakes of new users: each message names the place and the cure, and options without effect get
//! a note.

use super::boards::QUEENS;
use crate::workbench::{Workbench, run};

#[test]
fn a_list_with_an_unknown_value_is_refused_before_it_runs() {
    for more in ["--dry-run", "--results r.jsonl"] {
        for (options, told) in [
            ("--shape flat,foo", "no shape along foo applies"),
            ("--shape flat,foo", "one or more of rows, columns, amo with +"),
            ("--order natural,foo", "no order is called `foo`"),
            ("--deduce all,foo", "no deduction is called `foo`"),
            ("--card all,foo", "invalid value 'foo' for '--card <C,...>'"),
            ("--symmetry on,foo", "invalid value 'foo'"),
            ("--formulation pieces,foo", "gunport has no formulation `foo`"),
            ("--search binary,foo", "invalid value 'foo'"),
            ("--cuts none,rows+foo", "no class of cuts is called `foo`"),
            ("--mode stable,foo", "invalid value 'foo'"),
            ("--construct on,foo", "invalid value 'foo'"),
        ] {
            let bench = Workbench::new();
            let line = format!("compare --family gunport --size 4 {options} {more}");
            let refused = bench.run(&line).refusal();
            assert!(refused.contains(told), "{line}: {refused}");
            assert!(!bench.path("r.jsonl").exists(), "{line}");
        }
    }
    // A shape that one of several families has applies to that family.
    run("compare --family gunport,armies --size 4 --shape flat,diagonals-chain --dry-run")
        .with_status(0);
    run("compare --family gunport --size 4 --shape all --dry-run").with_status(0);
}

#[test]
fn options_that_cannot_apply_are_refused_or_noted() {
    let bench = Workbench::with("board", QUEENS);
    for (line, told) in [
        ("solve gunport --size 4 --maximize", "the rules of gunport state its objective"),
        ("export queens board --minimize --to cnf", "the rules of queens state its objective"),
        ("compare --family gunport --size 4 --time-limit 0", "write a time longer than 0"),
        ("compare --family gunport --size 4 --html no/page.html", "--html cannot write no/page"),
        ("compare --family gunport --size 4 --csv no/t.csv", "--csv cannot write no/t.csv"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
        assert!(!bench.path("results.jsonl").exists(), "{line}");
    }
    for (line, told) in [
        ("solve queens board --gap 0.1", "note: queens has no objective; --gap changes nothing\n"),
        ("solve queens board --search oll", "note: queens has no objective; --search changes"),
        ("solve gunport --size 4 --bound 9 --gap 10%", "not for the best; --gap changes nothing\n"),
        ("solve gunport --size 4 --gap 10% --search oll", ""),
    ] {
        let ended = bench.run(line).with_status(0);
        assert!(ended.err.contains(told) && ended.err.is_empty() == told.is_empty(), "{ended:?}");
    }
}

#[test]
fn classes_of_cuts_are_used_or_noted() {
    let bench = Workbench::with("board", QUEENS);
    // Branch and cut proves the optimum before the search by clauses begins.
    let weights = [31, 29, 27, 25, 23, 22, 21, 19, 18, 17, 16, 15];
    let sum = |offset: usize| -> String {
        let terms = weights.iter().cycle().skip(offset).take(weights.len());
        (1..).zip(terms).map(|(number, weight)| format!("+{weight} x{number} ")).collect()
    };
    let model = format!("min: {};\n{}>= 100 ;\n{}>= 120 ;\n", sum(0), sum(3), sum(7));
    bench.write("sums.opb", &model);
    for (line, expected) in [
        ("solve queens board --cuts rows", "queens has no objective; --cuts changes nothing"),
        (
            "solve gunport --size 4 --cuts none",
            "the search linear-sat-unsat has no cuts; --search branch-and-cut has some; --cuts changes nothing",
        ),
        ("solve gunport --size 4 --cuts all", ""),
        ("solve model sums.opb --search branch-and-cut --cuts rows+cliques", ""),
    ] {
        let ended = bench.run(line).with_status(0);
        let note = if expected.is_empty() { String::new() } else { format!("note: {expected}\n") };
        assert_eq!(ended.err, note, "{line}");
    }
    let report = |options: &str| {
        let line = format!("solve model sums.opb {options} --format json");
        bench.run(&line).with_status(0).json()
    };
    let values = ["all", "none", "costs", "rows+tableau+cliques"].map(|cuts| {
        let report = report(&format!("--search branch-and-cut --construct off --cuts {cuts}"));
        assert_eq!(report["cuts"], cuts);
        report["objective"]["value"].clone()
    });
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    assert!(report("--search binary --cuts rows")["cuts"].is_null());
    let refused = bench.run("solve model sums.opb --cuts rows+gomory").refusal();
    let expected = "no class of cuts is called `gomory`: write all, none, or one or more of rows, \
        costs, tableau, cliques with + between them, such as rows+costs";
    assert!(refused.contains(expected), "{refused}");
    let line = "compare --family model --boards sums.opb --search branch-and-cut \
        --cuts none,rows,rows+cliques,all --dry-run";
    let told = bench.run(line).with_status(0).out;
    assert!(told.contains("4 runs, all still to be made"), "{told}");
}

/// JSON and -q omit the note.
#[test]
fn an_encoding_without_anything_to_encode_is_told_of() {
    for (line, told) in [
        ("solve armies --size 5 --card adder", "the search cubes has written no cardinality"),
        (
            "solve gunport --size 5 --xor direct",
            "gunport has no parity constraints to encode in this search",
        ),
        ("solve armies --size 5 --amo ladder --search binary", "armies has no at-most-one"),
        (
            "solve abbott-window --size 4 --bound 12 --card bdd",
            "answered before a clause was written",
        ),
    ] {
        let ended = run(line).with_status(0);
        let notes: Vec<&str> = ended.err.lines().collect();
        assert_eq!(notes.len(), 1, "{line}: {}", ended.err);
        assert!(notes[0].starts_with("note: ") && notes[0].contains(told), "{}", ended.err);
        assert!(notes[0].ends_with(" nothing"), "{}", ended.err);
        assert_eq!(run(&format!("{line} -q")).with_status(0).err, "", "{line}");
        assert!(!run(&format!("{line} --format json")).json().to_string().contains("note"));
    }
    for line in [
        "solve armies --size 5 --card adder --search binary --construct off",
        "solve gunport --size 5 --card adder --construct off --deduce none",
        "solve armies --size 5",
    ] {
        assert_eq!(run(line).with_status(0).err, "", "{line}");
    }
}

#[test]
fn a_size_in_the_place_of_a_board_is_told_its_option() {
    for (line, told) in [
        ("solve gunport 5x5", "expected --size 5x5 for a board of this size"),
        ("solve armies 6", "expected --size 6 for a board of this size"),
        ("export gunport 5x6 --to wcnf", "expected --size 5x6"),
        ("show gunport 5x6", "expected --size 5x6"),
        ("solve gunport 5x", "expected a readable file"),
    ] {
        let refused = run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
    Workbench::with("4", QUEENS).run("solve queens 4").with_status(0);
}

#[test]
fn text_behind_a_row_is_refused_in_that_row() {
    let bench = Workbench::new();
    let rows: Vec<&str> = QUEENS.lines().collect();
    for note in [" x", " a note", "?", "Z"] {
        for row in 0..rows.len() {
            let mut rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
            rows[row] += note;
            bench.write("board", rows.join("\n"));
            let refused = bench.run("solve queens board").refusal();
            assert!(refused.contains(&format!("board:{}:", row + 1)), "{note:?}: {refused}");
        }
    }
}

#[test]
fn a_binary_file_is_refused_in_one_way() {
    let bench = Workbench::new();
    for (bytes, found, expected) in [
        (&b"AB\0\xff"[..], "the byte 0x00 is no text", "expected a text in UTF-8"),
        (b"AB\xff\0", "the byte 0xff is no text", "expected a text in UTF-8"),
        (b"\x89PNG\r\n\0", "a PNG picture", "expected a text, such as the rows of a board"),
    ] {
        bench.write("board", bytes);
        for line in
            ["solve queens board", "show gunport board", "verify gunport --size 3 --answer board"]
        {
            let refused = bench.run(line).refusal();
            assert!(refused.contains(&format!("error: {found}")), "{refused}");
            assert!(refused.contains(expected), "{refused}");
        }
    }
}

#[test]
fn tango_boards_are_read_where_they_can_mean_one_thing() {
    let bench = Workbench::new();
    let plain = bench.feed("solve tango -", "0...\n.0..\n....\n...1\n").with_status(0).out;
    for text in [
        "🌞⬜⬜⬜\n⬜🌞⬜⬜\n⬜⬜⬜⬜\n⬜⬜⬜🌙\n",
        "☀️⬜⬜⬜\n⬜☀️⬜⬜\n⬜⬜⬜⬜\n⬜⬜⬜🌙\n",
        "S...\n.S..\n....\n...M\n",
        "S . . .\n. S . .\n. . . .\n. . . M\n",
    ] {
        assert_eq!(bench.feed("solve tango -", text).with_status(0).out, plain, "{text}");
    }
    for (text, told) in [
        ("1⬜⬜⬜\n⬜1⬜⬜\n⬜⬜⬜⬜\n⬜⬜⬜0\n", "`⬜` is open only on a board with 🌞 or 🌙"),
        ("SOOO\nOSOO\nOOOO\nOOOM\n", "instead of the letter O, write `0`, or `.` for an open cell"),
    ] {
        let refused = bench.feed("solve tango -", text).refusal();
        assert!(refused.contains(told), "{refused}");
    }
}

#[test]
fn a_row_that_begins_with_a_hash_is_refused() {
    let bench = Workbench::new();
    for text in
        ["#1.0\n....\n....\n....\n", "....\n....\n....\n#1.0\n", "#10.1\n....\n....\n....\n....\n"]
    {
        let refused = bench.feed("solve tango -", text).refusal();
        assert!(refused.contains("a row begins with `#`"), "{refused}");
    }
    for text in ["# 1.0\n....\n....\n....\n....\n", "#2026\n....\n....\n....\n....\n"] {
        bench.feed("solve tango -", text).with_status(0);
    }
}

#[test]
fn numbers_of_a_comparison_are_refused_in_words() {
    for (option, told) in [
        ("--jobs 0", "write a whole number from 1 to 1024"),
        ("--jobs -1", "write a whole number from 1 to 1024"),
        ("--scrambles -1", "write a whole number from 0 to 1000"),
        ("--scrambles x", "write a whole number from 0 to 1000"),
        ("--seeds 0", "write a whole number from 1 to 1000"),
        ("--memory-limit 0", "write a whole number, 1 or more"),
        ("--order-seed x", "write a whole number, 0 or more"),
    ] {
        let refused = run(&format!("compare --family gunport --size 4 {option}")).refusal();
        assert!(refused.contains(told) && !refused.contains("digit"), "{option}: {refused}");
    }
    for line in ["solve gunport --size 4 --seed x", "solve gunport --size 4 --scramble -1"] {
        let refused = run(line).refusal();
        assert!(refused.contains("write a whole number"), "{line}: {refused}");
    }
}

/// A value that is read only for each puzzle is refused at its place, too.
#[test]
fn a_value_of_a_grid_is_refused_by_its_place() {
    let bench = Workbench::with("g.toml", "family = 'gunport'\nsize = 4\ncard = 'totaliser'\n");
    let refused = bench.run("compare g.toml --dry-run").refusal();
    assert!(refused.contains("g.toml:3:8"), "{refused}");
    assert!(
        refused.contains("invalid value 'totaliser' for '--card") && refused.contains("totalizer")
    );
}

/// A dry run prints a table; the basis of its numbers only on request.
#[test]
fn a_dry_run_is_read_at_a_glance() {
    let told = run("compare counters --dry-run").with_status(0).out;
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("plan ") && lines[0].contains("boards  repetitions"), "{told}");
    assert!(lines[1].starts_with("abbott-window, sat "), "{told}");
    assert!(lines.iter().all(|line| line.chars().count() <= 120), "{told}");
    assert!(!told.contains("Standard deviation"), "{told}");
    let detailed = run("compare counters --dry-run --verbose").with_status(0).out;
    assert!(detailed.contains("Standard deviation"), "{detailed}");
    assert!(detailed.starts_with(&lines[..8].join("\n")), "{detailed}");
}

#[test]
fn pages_below_a_verb_are_found() {
    let suite = run("man suite").with_status(0).out;
    assert!(suite.contains("QUARREL-EXPORT-SUITE") && suite == run("man export-suite").out);
    let help = run("man help").with_status(0).out;
    assert!(help.contains("Print the help of quarrel") && !help.contains("subcommand"), "{help}");
    assert!(run("man nix").refusal().contains("export-suite"));
}

#[test]
fn what_a_board_may_have_is_told_in_short() {
    let told = Workbench::new().feed("solve abc-path -", "A??\n?*?\n???\n").refusal();
    assert!(told.contains("expected a letter, or `?` for an open cell"), "{told}");
}

/// The cure of a file without `model` before it, and of a family or foreign word instead of a verb,
/// is the right command.
#[test]
fn a_file_without_its_family_is_told_what_it_needs() {
    let bench = Workbench::with("z.cnf", "1 0\n");
    for (line, told) in [
        ("model z.cnf", "quarrel solve model"),
        ("plan armies", "quarrel plan cubes armies"),
        ("plan Queens", "quarrel plan cubes Queens"),
        ("armies", "quarrel solve armies"),
        ("count model z.cnf", "solve FAMILY BOARD --count"),
        ("solve model z.cnf --solver pb:roundingsat", "no format is called `pb`"),
        ("decode --map z.cnf z.cnf", "z.cnf is not a map"),
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains(told), "{line}: {refused}");
    }
}

/// A family is known by the names that it has elsewhere, and a variant is no option.
#[test]
fn names_of_families_and_variants_lead_to_those_here() {
    let bench = Workbench::with("board.txt", "AABB\nACBB\nCCCD\nCDDD\n");
    for (typed, meant) in [
        ("starbattle", "star-battle"),
        ("Star_Battle", "star-battle"),
        ("twonottouch", "star-battle"),
        ("unruly", "three-in-a-row"),
        ("binario", "binairo"),
        ("tagno", "tango"),
        ("takuzo", "takuzu"),
        ("abcpath", "abc-path"),
        ("quens", "queens"),
    ] {
        let refusal = bench.run(&format!("solve {typed} board.txt")).refusal();
        assert!(refusal.contains(&format!("similar value exists: '{meant}'")), "{refusal}");
        for alias in ["tango", "binairo", "takuzu", "star-battle", "peaceable-queens"] {
            assert!(refusal.contains(alias), "{alias}: {refusal}");
        }
    }
    let unknown = bench.run("solve sudoku board.txt").refusal();
    assert!(!unknown.contains("tip:"), "{unknown}");
    for (line, tip) in [
        ("solve queens board.txt --stars 2", "'--stars' is called '--variant stars=K' here"),
        ("hint queens board.txt --stars=2", "'--stars' is called '--variant stars=K' here"),
        ("solve tango --size 4 --distinct-lines", "'--variant distinct-lines' here"),
        ("show tango --size 4 --odd-either", "'--variant odd-either' here"),
    ] {
        let refusal = bench.run(line).refusal();
        assert!(refusal.contains(tip), "{refusal}");
    }
}
