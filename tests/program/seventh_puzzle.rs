//! A puzzle from another crate gets every verb by its record alone: the example `kings` passes one
//! to `quarrel::cli`, and the empty room of the docs is a working family.

use std::process::Output;

use serde_json::Value;

#[path = "../../docs/empty_room.rs"]
mod empty_room;

use crate::example::example;
use crate::plain::plain;

fn kings(arguments: &[&str]) -> Output {
    plain(example("kings")).args(arguments).output().expect("the example runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

#[test]
fn it_is_solved_to_optimality_in_json() {
    let output = kings(&["solve", "kings", "--size", "5x7", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["family"], "kings");
    assert_eq!(answer["status"], "optimal");
    assert_eq!(answer["objective"]["value"], 12);
    assert_eq!(answer["checked"], true);
    assert_eq!(answer["answer"].as_array().map(Vec::len), Some(5));
}

#[test]
fn its_answers_are_counted_and_told_unique() {
    let output = kings(&["solve", "kings", "--size", "2", "--count"]);
    assert!(text(&output.stdout).contains("4 answers"), "{}", text(&output.stdout));
    let output = kings(&["solve", "kings", "--size", "3", "--unique"]);
    assert!(text(&output.stdout).starts_with("K.K\n...\nK.K\n"), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("unique"));
}

#[test]
fn its_answers_are_verified() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("answer.txt");
    let path = file.to_str().expect("a path in UTF-8");
    for (answer, status) in [("K.K\n...\nK.K\n", 0), ("K..\n.K.\n...\n", 1)] {
        std::fs::write(&file, answer).expect("the folder can be written to");
        let output = kings(&["verify", "kings", "--size", "3", "--answer", path]);
        assert_eq!(output.status.code(), Some(status), "{answer}");
    }
}

#[test]
fn it_says_what_clashes() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("board.txt");
    std::fs::write(&file, "?K\nK?\n").expect("the folder can be written to");
    let output = kings(&["solve", "kings", file.to_str().expect("a path in UTF-8")]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let names = ["`K` given in row 1, column 2", "`K` given in row 2, column 1"];
    assert!(names.iter().all(|name| said.contains(name)), "{said}");
    assert!(said.ends_with("no two kings next to each other\n"), "{said}");
}

#[test]
fn it_has_pictures() {
    let output = kings(&["solve", "kings", "--size", "3", "--picture", "always"]);
    assert!(text(&output.stdout).contains("┃ K │   │ K ┃"), "{}", text(&output.stdout));
    let output = kings(&["solve", "kings", "--size", "3", "--format", "svg"]);
    assert!(text(&output.stdout).starts_with("<svg "));
    let output = kings(&["solve", "kings", "--size", "3", "--format", "png"]);
    assert!(output.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn it_is_listed_and_completed() {
    assert!(text(&kings(&["families"]).stdout).starts_with("kings\n"));
    assert!(text(&kings(&["--complete", "solve", "k"]).stdout).starts_with("kings\t"));
    let output = kings(&["solve", "queens", "--size", "3"]);
    assert_eq!(output.status.code(), Some(2), "the families are those of the program");
}

#[test]
fn the_empty_room_is_a_family() {
    use quarrel::puzzle::Request;

    let board = quarrel::source::Source::new("board", "x?\n?.\n");
    let request = Request { board: Some(board.into()), ..Request::default() };
    let puzzle = empty_room::FAMILY.open(&request).expect("a board of the empty room");
    let puzzle = puzzle.as_puzzle().expect("a family with boards");
    let model = puzzle.model(&empty_room::FAMILY.formulations[0]).for_value(0);
    assert_eq!(model.labels().len(), 4);
    assert_eq!(puzzle.picture(None).rows(), 2);
}
