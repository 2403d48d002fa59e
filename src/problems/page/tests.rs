use serde_json::json;

use super::*;
use crate::family::{Family, OpenedProblem};
use crate::puzzle::Request;
use crate::puzzles::{abc_path, gunport, queens, three_in_a_row};
use crate::source::Source;

fn opened(family: &Family, text: &str) -> OpenedProblem {
    let board = Source::new("board", text);
    family.open(&Request { board: Some(board.into()), ..Request::default() }).expect("a board")
}

fn board<'a>(opened: &'a OpenedProblem, shown: SheetUse<'a>) -> SheetBoard<'a> {
    SheetBoard {
        name: "name".to_owned(),
        title: "title".to_owned(),
        rules: "rules",
        puzzle: opened.as_puzzle().expect("a board"),
        shown,
    }
}

/// Returns the data in a page, as a browser finds them.
fn data_in(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the element of the data");
    let (data, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(data).expect("the data are JSON")
}

const BLANK: SheetUse = SheetUse::Play { answer: None, plan: None, marks: None, note: "" };

#[test]
fn a_game_has_what_the_page_needs() {
    let play =
        |family: &Family, text: &str| board(&opened(family, text), BLANK).data().0["play"].clone();
    let stars = play(&queens::FAMILY, "AB\nAB\n# stars 2\n");
    assert_eq!(stars, json!({"kind": "queens", "each": 2, "piece": "star"}));
    let halves = play(&three_in_a_row::FAMILY, "01\n10\n");
    let digits =
        ["0", "1"].map(|digit| json!({"symbol": digit, "shape": "letter", "tone": "#1b1e23"}));
    let halves_of =
        |symbols| json!({"kind": "halves", "symbols": symbols, "distinct": false, "either": false});
    assert_eq!(halves, halves_of(digits));
    let night = play(&three_in_a_row::FAMILY, "☀🌙\n🌙☀\n");
    let sun = json!({"symbol": "☀", "shape": "sun", "tone": "#f6b21b"});
    let moon = json!({"symbol": "🌙", "shape": "moon", "tone": "#1f4fa3"});
    assert_eq!(night, halves_of([sun, moon]));
    let path = play(&abc_path::FAMILY, "A?\n??\n");
    assert_eq!(path["letters"].as_array().map(Vec::len), Some(4));
    assert_eq!(path["letters"][3], json!({"letter": "D", "cells": null}));
    let clues = play(
        &abc_path::FAMILY,
        "ABC Path\nFJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\nT     L\nKGNDVXU\n",
    );
    let fall: Vec<[usize; 2]> = (0..5).map(|at| [at, at]).collect();
    assert_eq!(clues["letters"][5], json!({"letter": "F", "cells": fall}));
    assert_eq!(play(&gunport::FAMILY, "..\n..\n"), json!(null));
}

#[test]
fn a_board_to_play_has_its_tiles_its_plan_and_its_answer() {
    let opened = opened(&queens::FAMILY, "AAAB\nACBB\nCCDB\nCDDD\n# blocked r1c1\n");
    let rows = [".Q..", "...Q", "Q...", "..Q."].map(str::to_owned);
    let answer = opened.as_problem().read_shown(&rows).expect("a board");
    let answer = answer.complete().expect("a symbol in each cell");
    assert_eq!(opened.as_problem().check(&answer), Ok(None));
    let plan = json!({"steps": []});
    let marks = [".Q??", "????", "????", "????"].map(str::to_owned);
    let (answer, plan_of_page) = (answer.board(), Some(&plan));
    let shown = SheetUse::Play { answer, plan: plan_of_page, marks: Some(&marks), note: "a note" };
    let data = board(&opened, shown).data().0;
    assert_eq!(data["marks"][0], ".Q??");
    assert_eq!(data["note"], "a note");
    assert_eq!(data["puzzle"], "Queens");
    assert_eq!(data["givens"][0], ".???");
    assert_eq!(data["answer"][3], "..Q.");
    assert_eq!(data["plan"], plan);
    assert_eq!(data["tiles"][1][1]["region"], 2);
    assert_eq!((&data["margin"], &data["picture"]), (&json!(0), &json!(null)));
    let solution = data["solution"].as_str().expect("the answer is drawn");
    assert!(solution.starts_with("<svg"), "{solution}");
}

#[test]
fn a_board_named_by_colours_has_them_and_a_legend() {
    let rows = "light blue,light blue,red,B\nC,red,red,B\nC,C,red,B\nC,B,B,B\n";
    let data = board(&opened(&queens::FAMILY, rows), BLANK).data().0;
    assert_eq!(data["coloured"], true);
    assert_eq!(
        data["legend"],
        json!([{"letter": "A", "name": "light blue"}, {"letter": "D", "name": "red"}])
    );
    let first = &data["tiles"][0];
    assert_eq!([&first[0]["tone"], &first[2]["tone"]], ["#add8e6", "#ff0000"]);
    assert_eq!([&first[0]["note"], &first[2]["note"], &first[3]["note"]], ["A", "D", "B"]);
    let plain = board(&opened(&queens::FAMILY, "AB\nAB\n"), BLANK).data().0;
    assert_eq!([&plain["coloured"], &plain["legend"]], [&json!(false), &json!([])]);
}

/// The game knows such a cell by its region `null`.
#[test]
fn a_cell_of_no_region_has_none_on_the_page() {
    let opened = opened(&queens::FAMILY, "[areas]\n1 1\n@ 2\n[solution]\nx -\n- x\n[end]\n");
    let data = board(&opened, BLANK).data().0;
    assert_eq!(data["tiles"][1][0]["region"], json!(null));
}

#[test]
fn a_board_to_look_at_is_a_picture() {
    let opened = opened(&queens::FAMILY, "AAAB\nACBB\nCCDB\nCDDD\n");
    let rows = [".Q..", "...Q", "Q...", "..Q."].map(str::to_owned);
    let answer = opened.as_problem().read_shown(&rows).expect("a board");
    let answer = answer.complete().expect("a symbol in each cell");
    let shown = SheetUse::Look { answer: answer.board(), caption: "solved" };
    let data = board(&opened, shown).data().0;
    assert_eq!([&data["play"], &data["answer"], &data["plan"]], [&json!(null); 3]);
    assert_eq!(data["told"], ".Q..\n...Q\nQ...\n..Q.");
    assert_eq!(data["said"], "solved");
    assert!(data["picture"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
}

#[test]
fn no_text_ends_the_data_or_fills_a_place() {
    let opened = opened(&queens::FAMILY, "AB\nAB\n");
    let name = "</script><!-- {{script}} {{data}} \u{2028}\"";
    let mut sheet = Sheet::new("<i>{{style}}</i>");
    sheet.add(SheetBoard { name: name.to_owned(), ..board(&opened, BLANK) }.data());
    let page = sheet.to_html();
    assert_eq!(data_in(&page)["boards"][0]["name"], name);
    assert!(page.contains("<title>&lt;i&gt;{{style}}&lt;/i&gt;</title>"));
    assert_eq!(page.matches("'use strict'").count(), 1);
}

#[test]
fn a_page_refers_to_nothing_outside_itself() {
    let mut sheet = Sheet::new("sheet");
    sheet.add(board(&opened(&queens::FAMILY, "AB\nAB\n"), BLANK).data());
    assert_eq!((sheet.len(), sheet.is_empty()), (1, false));
    let page = sheet.to_html();
    assert!(page.contains("content=\"default-src 'none';"));
    let others = page.match_indices("http").map(|(at, _)| &page[at..]).filter(|name| {
        !["http-equiv", "http://www.w3.org/2000/svg"].iter().any(|own| name.starts_with(own))
    });
    let others: Vec<String> = others.map(|name| name.chars().take(40).collect()).collect();
    assert!(others.is_empty(), "{others:?}");
    // With `autofocus`, a browser complains if a board has the focus before the page is drawn.
    for word in [" autofocus", "innerHTML", "eval(", "document.write", "fetch(", "url("] {
        assert!(!page.contains(word), "{word}");
    }
}
