//! Output in a pipe or a file: no escape codes, no panic if nothing reads it.

use std::io::Read;
use std::process::Stdio;

use super::boards::QUEENS;
use crate::workbench::{Ended, Workbench, run};

const ESCAPE: char = '\u{1b}';

#[test]
fn no_escape_codes_in_a_pipe() {
    let bench = Workbench::with("q.txt", QUEENS);
    bench.write("bad.txt", "AB\nA?\n");
    for line in [
        "solve queens q.txt",
        "solve queens q.txt --picture always",
        "solve armies --size 4 --picture always --all",
        "solve queens bad.txt",
        "families",
        "solve --help",
        "nix",
    ] {
        let plain = bench.run(line);
        assert!(!plain.out.contains(ESCAPE) && !plain.err.contains(ESCAPE), "{line}");
        let mut command = bench.command(line.split_whitespace());
        command.env("NO_COLOR", "1").env_remove("HOME").env("TERM", "dumb");
        let same = Ended::of(command.output().expect("the program runs"));
        assert_eq!((plain.out, plain.err, plain.status), (same.out, same.err, same.status));
    }
}

#[test]
fn text_in_a_pipe_is_plain_rows_and_comment_lines() {
    let bench = Workbench::with("q.txt", QUEENS);
    let text = bench.run("solve queens q.txt --unique").out;
    assert_eq!(text, ".Q..\n...Q\nQ...\n..Q.\n# queens 4x4: solved; unique\n");
    let text = bench.run("solve queens q.txt --all").out;
    assert_eq!(text, ".Q..\n...Q\nQ...\n..Q.\n\n# queens 4x4: solved; 1 answer\n");
    assert_eq!(bench.run("solve queens q.txt --count").out, "queens 4x4: solved; 1 answer\n");
    let drawn = bench.run("solve queens q.txt --picture always").out;
    assert!(drawn.starts_with('┏') && drawn.ends_with("queens 4x4: solved\n"), "{drawn}");
    let never = bench.run("solve queens q.txt --picture never").out;
    assert_eq!(never, bench.run("solve queens q.txt").out);
}

#[test]
fn output_goes_to_a_file_where_one_is_named() {
    let bench = Workbench::with("q.txt", QUEENS);
    for format in ["text", "json", "svg", "png"] {
        let ended = bench.run(&format!("solve queens q.txt --format {format} -o out"));
        assert_eq!(ended.with_status(0).out, "", "{format}");
        let written = std::fs::read(bench.path("out")).expect("the file of -o");
        assert!(!written.is_empty(), "{format}");
    }
}

#[test]
fn a_png_has_its_signature_and_its_size() {
    let bench = Workbench::with("q.txt", QUEENS);
    let png = bench.run("solve queens q.txt --format png").with_status(0).bytes;
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&png[12..16], b"IHDR");
    assert_eq!(side(16), side(20), "a square board makes a square drawing");
    assert!(side(16) >= 100, "{}", side(16));
}

#[test]
fn a_closed_pipe_ends_in_peace() {
    let bench = Workbench::with("q.txt", QUEENS);
    bench.write("none.txt", "AABB\nAABB\nAABB\nAABB\n");
    bench.write("bad.txt", "AB\nA?\n");
    for line in [
        "--help",
        "families",
        "man",
        "completions zsh",
        "solve queens q.txt",
        "solve queens q.txt --format json",
        "solve queens q.txt --format png",
        "solve three-in-a-row --size 6 --all",
        "solve queens none.txt --format svg",
        "solve queens bad.txt",
        "nix",
    ] {
        let mut command = bench.command(line.split_whitespace());
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let also = writer.try_clone().expect("a pipe");
        let status = command.stdout(writer).stderr(also).status().expect("the program runs");
        let refused = line.contains("bad.txt") || line == "nix";
        let expected = if refused { 2 } else { i32::from(line.contains("none.txt")) };
        assert_eq!(status.code(), Some(expected), "{line}");
    }
}

#[test]
fn who_has_seen_enough_may_close_the_pipe() {
    let bench = Workbench::new();
    let mut command = bench.command(["solve", "three-in-a-row", "--size", "10", "--all"]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut first = [0; 11];
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut first).expect("a first row");
    drop(out);
    let ended = Ended::of(child.wait_with_output().expect("the program ends"));
    assert_eq!((ended.status, ended.err.as_str()), (Some(0), ""));
}

#[test]
fn completions_and_manual_pages_know_every_verb() {
    const VERBS: [&str; 5] = ["solve", "verify", "families", "completions", "man"];
    for line in ["completions elvish", "completions powershell", "man", "--help"] {
        let text = run(line).with_status(0).out;
        for verb in VERBS {
            assert!(text.contains(verb), "{verb} in {line}");
        }
    }
    for verb in VERBS {
        let page = run(&format!("man {verb}")).with_status(0).out;
        assert!(page.contains(".TH") && page.contains(verb), "{verb}");
    }
}
