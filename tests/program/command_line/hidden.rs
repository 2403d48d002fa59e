//! Characters that nobody sees are shown as escapes: in messages, in names of variables, in JSON
//! and in clap's own messages.

use crate::workbench::{Ended, Workbench};

/// A model whose first variable is `x`, U+202E, `pg`, U+2066 and U+200B.
const MODEL: &str = "Minimize\n o: x\u{202e}pg\u{2066}\u{200b} + 2 y\nSubject To\n \
                     c: x\u{202e}pg\u{2066}\u{200b} + y >= 1\nBinary\n \
                     x\u{202e}pg\u{2066}\u{200b} y\nEnd\n";

const SHOWN: &str = "x\\u{202e}pg\\u{2066}\\u{200b}";

fn is_plain(text: &str) -> bool {
    let is_hidden = |one: char| {
        one.is_control() && one != '\n'
            || matches!(one, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(
                one,
                '\u{ad}'
                    | '\u{feff}'
                    | '\u{2060}'
                    | '\u{115f}'
                    | '\u{3164}'
                    | '\u{2800}'
                    | '\u{e0041}'
            )
    };
    !text.contains(is_hidden)
}

#[test]
fn messages_show_what_is_wrong() {
    let bench = Workbench::new();
    for hidden in "\u{200b}\u{ad}\u{feff}\u{2060}\u{115f}\u{3164}\u{2800}\u{e0041}\u{fe00}".chars()
    {
        let shown = hidden.escape_unicode().to_string();
        bench.write("m.cnf", format!("p cnf 2 1\n1 2{hidden} 0\n"));
        let told = bench.run("solve model m.cnf").refusal();
        assert!(told.contains(&shown) && is_plain(&told), "{told}");
        bench.write("b.json", format!("[[\"x{hidden}y\",\"b\"],[\"b\",\"b\"]]"));
        let told = bench.run("show three-in-a-row b.json").refusal();
        assert!(told.contains(&shown) && is_plain(&told), "{told}");
    }
    bench.write("b.txt", "🟥⬛\u{fe0f}🟥\n🟥⬛\u{fe0f}\n🟥⬛🟥\n");
    let told = bench.run("show queens b.txt").refusal();
    assert!(told.contains("🟥⬛\u{fe0f}") && !told.contains("\\u{"), "{told}");
}

#[test]
fn names_of_variables_are_shown_and_read_with_escapes() {
    let bench = Workbench::with("m.lp", MODEL);
    let solved = bench.run("solve model m.lp").with_status(0);
    assert!(solved.out.starts_with(&format!("v {SHOWN} -y\n")), "{}", solved.out);
    bench.write("answer", &solved.out);
    assert!(bench.run("verify model m.lp --answer answer").with_status(0).out.starts_with("valid"));
    for line in [
        "solve model m.lp --verbose",
        "solve model m.lp --format competition",
        "solve model m.lp --all",
        "explain model m.lp --forced",
        "solve model m.lp --format json",
        "explain model m.lp --format json",
        "export model m.lp --to opb",
        "export model m.lp --to lp",
        "export model m.lp --to cnf --bound 1",
        "encodings --explain model m.lp",
    ] {
        let ended = bench.run(line);
        assert!(is_plain(&ended.out) && is_plain(&ended.err), "{line}: {}{}", ended.out, ended.err);
    }
    let json = bench.run("solve model m.lp --format json").with_status(0).json();
    assert_eq!(json["answer"][0], "v x\u{202e}pg\u{2066}\u{200b} -y");
    let exported = bench.run("export model m.lp --to opb").with_status(0).out;
    assert!(exported.contains(SHOWN), "{exported}");
}

#[test]
fn words_of_the_command_line_are_shown_with_escapes() {
    let bench = Workbench::with("b\u{202e}gnp.txt", "AABB\nACBB\nCCCD\nCDDD\n");
    for words in [
        &["solve", "queens", "--size", "4\u{9b}31m"][..],
        &["solve", "queens\u{202e}", "x"],
        &["solve", "queens", "--no\u{1b}[31mthing"],
        &["fa\u{7}milies\u{200b}"],
        &["show", "queens", "no\u{202e}where.txt"],
        &["generate", "queens", "--count", "\u{feff}3"],
    ] {
        let ended = Ended::of(bench.command(words).output().expect("the program runs"));
        let told = ended.refusal();
        assert!(told.contains("\\u{") && is_plain(&told), "{words:?}: {told}");
    }
    let named = bench.command(["solve", "b\u{202e}gnp.txt"]).output().expect("the program runs");
    let named = Ended::of(named).with_status(0);
    assert!(is_plain(&named.out) && is_plain(&named.err), "{}{}", named.out, named.err);
    let mut export = bench.command(["export", "queens", "b\u{202e}gnp.txt", "--to", "opb"]);
    let exported = Ended::of(export.output().expect("the program runs")).with_status(0).out;
    assert!(exported.contains("b\\u{202e}gnp.txt") && is_plain(&exported), "{exported}");
}

#[test]
fn lines_of_json_have_the_escapes_of_json() {
    let bench = Workbench::with("b\u{202e}gnp.txt", "AABB\nACBB\nCCCD\nCDDD\n");
    bench.write("other.txt", "AABB\nACBB\nCCCD\nCDDD\n");
    for verb in ["show", "solve"] {
        let words = [verb, "queens", "b\u{202e}gnp.txt", "other.txt", "--format", "json"];
        let shown = Ended::of(bench.command(words).output().expect("the program runs"));
        let line = shown.out.lines().next().expect("a line for each board").to_owned();
        let json: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(json["board"], "b\u{202e}gnp.txt", "{verb}");
        assert!(is_plain(&shown.out), "{verb}: {}", shown.out);
    }
}
