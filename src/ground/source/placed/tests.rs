//! Tests of damaged texts with cells by coordinates: each is read, or refused with a place in the
//! text.

use proptest::prelude::*;

use super::super::directives::DirectiveUsage;
use super::super::rows::accidents;
use super::super::{coordinates, facts, json, legup, minizinc};
use super::*;

const REGIONS: Notation<'static> = Notation {
    is_answer: false,
    is_sized: false,
    is_even_square: false,
    symbols: "",
    open: "",
    joints: "",
    words: &[],
    directives: &[
        DirectiveUsage { form: "stars K", like: &[] },
        DirectiveUsage { form: "given queen CELL", like: &[] },
        DirectiveUsage { form: "blocked CELL", like: &[] },
    ],
};

const SYMBOLS: Notation<'static> = Notation {
    open: ".",
    directives: &[
        DirectiveUsage { form: "eq CELL CELL", like: &[] },
        DirectiveUsage { form: "ne CELL CELL", like: &[] },
    ],
    ..REGIONS
};

const TEXTS: &[&str] = &[
    "size(2). cell(1,1,a). % a\ncell(1,2,a). cell(2,1,b).\ncell((2,2),b). queen(1,2). stars(1).",
    "row(1..2). same((1,1),(1,2)). wall(1,1,2,1,diff).\n#const n = 2.\nc(1,2,\"0\").",
    "2 1\n2\n0 0\n0 1\n2\n1 0\n1 1\n",
    "4\n2\n0 0 1\n3,3,0\n# from 0\n",
    "n = 2; % a\nint: s = 1;\nr = [| 1, 2 |\n 1, _ |];\n",
    "r = array2d(1..2, 1..n, [1, \"é\", <>, 2]);\n",
    "<Legup version=\"2.0.0\"><puzzle name=\"Binary\"><board height=\"2\" width=\"2\"><cells>\n\
     <cell value=\"0\" x=\"1\" y=\"0\"/></cells></board></puzzle></Legup>",
    "<Legup>\n<puzzle name=\"StarBattle\"><board size=\"1\" puzzle_num=\"1\"><region><cells>\
     <cell value=\"0\" x=\"0\" y=\"0\"/></cells></region></board></puzzle>\n</Legup>",
    "{\"n\": 2, \"regions\": {\"a\": [[0,0],\"0,1\"], \"b\": [{\"x\":0,\"y\":1},{\"row\":1,\"col\":1}]}, \
     \"queens\": [[0,1]]}",
    "{\"size\": [2, 2], \"givens\": [[0,1,\"M\"],{\"cell\":[1,0],\"value\":0}], \"walls\": \
     [[[0,0],[0,1],\"=\"],[0,0,1,0,\"x\"],{\"row\":0,\"col\":1,\"dir\":\"down\",\"type\":\"same\"}]}",
    "[[[1,1],[1,2]],[[2,1],[2,2]]]",
];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(board in accidents::texts(TEXTS)) {
        for writing in [&REGIONS, &SYMBOLS] {
            for outcome in [
                facts::read(&board, writing, None),
                coordinates::read(&board, writing, None),
                legup::read(&board, writing),
                minizinc::read(&board, writing.directives),
                json::read(&board, writing, None),
            ] {
                match outcome {
                    Ok(table) => accidents::check_table(&board, &table),
                    Err(refusal) => accidents::check_refusal(&refusal),
                }
            }
        }
        let known: [fn(&Source) -> bool; 4] =
            [facts::recognises, coordinates::recognises, legup::recognises, minizinc::recognises];
        for recognises in known {
            let _ = recognises(&board);
        }
        accidents::check(&board, minizinc::other_items(&board).iter().map(|(_, word)| word));
    }
}

/// An array whose ranges do not show how many rows it has must be a square.
#[test]
fn an_array_with_names_as_ranges_is_a_square() {
    let read = |text: &str| minizinc::read(&Source::new("board", text), &[]);
    let table = read("r = array2d(R, C, [1, 2, 3, 4]);").expect("a square");
    assert_eq!(table.rows.len(), 2);
    for text in [
        "r = array2d(R, C, [1, 2, 3, 4, 5, 6]);",
        "r = array2d(1..4, C, [1, 2, 3, 4, 5, 6]);",
        "r = array2d(R, 1..4, [1, 2, 3, 4, 5, 6]);",
        "r = array2d(3..1, 1..2, [1, 2, 3, 4]);",
    ] {
        let refusal = read(text).expect_err(text);
        assert!(refusal.found.contains("cells in the array"), "{refusal:?}");
    }
}

/// Numbers that no machine can hold, and ranges that end with the largest number, are refused.
#[test]
fn large_numbers_are_refused() {
    for text in [
        "row(1..18446744073709551615). c(1,1,a).",
        "size(18446744073709551615). c(1,1,a).",
        "c(18446744073709551615,1,a).",
        "c(99999999999999999999,1,a).",
    ] {
        let refusal = facts::read(&Source::new("board", text), &REGIONS, None).expect_err(text);
        accidents::check_refusal(&refusal);
    }
    let text = "r = array2d(1..18446744073709551615, 1..2, [1, 2]);";
    assert!(minizinc::read(&Source::new("board", text), &[]).is_err());
    let text = "{\"size\": 18446744073709551615, \"regions\": [[[0, 18446744073709551615]]]}";
    assert!(json::read(&Source::new("board", text), &REGIONS, None).is_err());
}
