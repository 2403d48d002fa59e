//! Tests of JSON boards: which ones are accepted, and which ones are refused.

use proptest::prelude::*;

use super::super::rows::accidents;
use super::*;

const STARS: Notation<'static> = Notation {
    is_answer: false,
    is_sized: false,
    is_even_square: false,
    symbols: "",
    open: "",
    joints: "",
    words: &[],
    directives: &[
        DirectiveUsage { form: "stars K", like: &[] },
        DirectiveUsage { form: "blocked CELL", like: &["no"] },
    ],
};

fn source(text: &str) -> Source {
    Source::new("b.json", text)
}

fn values(text: &str) -> Vec<String> {
    let table = read(&source(text), &STARS, None).expect("a board");
    let row = |row: &Vec<Spanned<String>>| {
        row.iter().map(|cell| cell.value.as_str()).collect::<Vec<_>>().join("|")
    };
    table.rows.iter().map(row).collect()
}

#[test]
fn arrays_of_integers_strings_and_nulls() {
    assert_eq!(values(" [[1, -20], [null, \"A\\n\"]]\r\n"), ["1|-20", "|A\n"]);
    let board = source("[\r\n [1, 22],\r\n [null, \"é\"]\r\n]\r\n");
    let table = read(&board, &STARS, None).expect("a board");
    let spans: Vec<_> = table.cells().map(|cell| cell.span.clone()).collect();
    assert_eq!(spans, [5..6, 8..10, 16..20, 22..26]);
    assert_eq!(board.line_and_column(22), (3, 9));
}

#[test]
fn an_object_with_one_array_of_rows() {
    for text in [
        "{\"size\": 2, \"regions\": [[1, 2], [1, 2]]}",
        "{\"size\": [2, 2], \"name\": \"x\", \"grid\": [[1, 2], [1, 2]], \"solution\": [\"Q.\"]}",
        "{\"board\": [\"12\", \"12\"], \"colors\": [\"red\", \"blue\"]}",
    ] {
        assert_eq!(values(text), ["1|2", "1|2"], "{text}");
    }
}

#[test]
fn lines_around_an_array_are_directives_and_comments() {
    let text = "# stars 2\n// [mine]\n{\"a\":\n # a note\n [\"⬛\u{fe0f}1\"], \"no\": 12}\n# blocked r1c2\n";
    let table = read(&source(text), &STARS, None).expect("a board");
    let names: Vec<&str> =
        table.directives.iter().map(|directive| directive.name.value.as_str()).collect();
    assert_eq!(names, ["stars", "blocked"]);
    assert_eq!(table.directives[1].places[0].column.value, "2");
    assert_eq!(values(text), ["⬛|1"]);
    assert_eq!(values("[[\"⬛\u{fe0f}\", \"⬛\"]]"), ["⬛|⬛"]);
}

#[test]
fn what_is_beside_a_board_comes_with_its_key_and_its_place() {
    let text =
        "# note\n{\"a\": [[1]], \"Stars\": \"2\", \"b\": true, \"c\": null, \"d\": {}, \"e\": 3}";
    let beside = other_members(&source(text));
    let beside: Vec<(&str, &str, &str)> = beside
        .iter()
        .map(|(key, word)| (&key[..], &word.value[..], &text[word.span.clone()]))
        .collect();
    assert_eq!(beside, [("Stars", "2", "\"2\""), ("b", "true", "true"), ("e", "3", "3")]);
    assert_eq!(other_members(&source("[[1]]")), []);
    assert_eq!(words_of_key("starsPer_rowNOW x2"), ["stars", "per", "row", "now", "x2"]);
}

#[test]
fn strings_of_one_character_per_cell() {
    assert_eq!(values(r#"["1?2", " 01"]"#), ["1|?|2", " |0|1"]);
    let board = source("[\"a🟥️b\", \"\\u0041\\\\c\"]");
    let table = read(&board, &STARS, None).expect("a board");
    let spans: Vec<_> = table.rows[0].iter().map(|cell| cell.span.clone()).collect();
    assert_eq!(spans, [2..3, 3..7, 10..11]);
    let spans: Vec<_> = table.rows[1].iter().map(|cell| cell.span.clone()).collect();
    assert_eq!(spans, [14..25, 14..25, 14..25]);
    assert_eq!(table.rows[1][1].value, "\\");
}

#[test]
fn refusals_name_the_place() {
    for (text, refusal) in [
        ("", "1:1: unexpected end of the text; expected the rest of a value"),
        ("[[1, 2],\n [1", "2:4: unexpected end of the text; expected the rest of a list"),
        ("[[1, 2],\n [1 2]]", "2:5: unexpected `2`; expected `,` or `]`"),
        ("[[\"é\", x]]", "1:8: unexpected `x`; expected a value"),
        ("[[nul]]", "1:6: unexpected `]`; expected true, false or null"),
        ("[[1],]", "1:6: unexpected `]`; expected a value"),
        ("[[1]] é", "1:7: trailing characters at `é`; expected JSON"),
        ("[[01]]", "1:4: invalid number at `1`; expected JSON"),
        ("[]", "1:1: an array `[]`; expected an array of one row or more"),
        (
            "\n {\"a\": 1}",
            "2:2: an object `{\"a\": 1}`; expected an array of rows, or an object with such an array",
        ),
        (
            "{\"a\": [[1]], \"b\": [[2]]}",
            "1:19: an object with `a` and `b`; expected only one array of rows, besides numbers and words",
        ),
        (
            "{\"size\": 2, \"a\": [[1]]}",
            "1:10: `size` is 2, but the array has 1; expected the number of rows",
        ),
        (
            "{\"gridSize\": \"1x2\", \"a\": [[1]]}",
            "1:14: `gridSize` is \"1x2\", but the array has 1x1; expected its size",
        ),
        (
            "{\"size\": [1, 2], \"a\": [[1]]}",
            "1:10: `size` is [1, 2], but the array has 1x1; expected its size",
        ),
        (
            "{\"a\": [[1, 2]], \"numColumns\": 1}",
            "1:31: `numColumns` is 1, but the array has 2; expected the number of columns",
        ),
        (
            "{\"a\": [[1]], \"blocked\": [[0, 1]]}",
            "1:26: `[0, 1]` is outside of the 1x1 board; expected a row from 0 to 0 and a column from 0 to 0, counted as the other cells are",
        ),
        (
            "{\"a\": [[1]], \"Blocked\": \"r1c1\"}",
            "1:25: the member `Blocked` next to the array looks like a directive; expected `# blocked r1c1` on its own line above or below",
        ),
        (
            "{\"a\": [[1]], \"no\": \"r1c1\"}",
            "1:20: the member `no` next to the array looks like a directive; expected `# blocked r1c1` on its own line above or below",
        ),
        (
            "# stars\n# star 2\n[[1]]",
            "2:3: `star` is no directive; expected `# stars K`; to write a comment, begin the line with another word",
        ),
        ("7", "1:1: an integer `7`; expected an array of one row or more"),
        ("[1, 2]", "1:1: a list of 2 cells; expected an array for each row, or --size RxC"),
        ("[[1], null]", "1:7: null; expected an array of one cell or more"),
        ("[[1], []]", "1:7: an array `[]`; expected an array of one cell or more"),
        ("[[1], \"2\"]", "1:7: a string `\"2\"`; expected an array of one cell or more"),
        ("[\"1\", [2]]", "1:7: an array `[2]`; expected a string of one character per cell"),
        ("[\"1\", \"\"]", "1:7: a string `\"\"`; expected a string of one character per cell"),
        (
            "[\"\u{fe0f}\"]",
            "1:2: a string `\"\\u{fe0f}\"`; expected a string of one character per cell",
        ),
        (
            "[[1],\r\n [\"\", 1]]",
            "2:3: a string `\"\"`; expected an integer, a string that is not empty, or null",
        ),
        (
            "[[1, 2e3]]",
            "1:6: a number `2e3`; expected an integer, a string that is not empty, or null",
        ),
        (
            "[[1, true]]",
            "1:6: a Boolean `true`; expected an integer, a string that is not empty, or null",
        ),
        (
            "[[1, [2, [3]]]]",
            "1:6: an array `[2, [3]]`; expected an integer, a string that is not empty, or null",
        ),
        (
            r#"[["\ud800"]]"#,
            r#"1:3: a string `"\ud800"`; expected an integer, a string that is not empty, or null"#,
        ),
    ] {
        let found = read(&source(text), &STARS, None).expect_err(text);
        assert_eq!(found.to_string(), format!("b.json:{refusal}"), "{text:?}");
    }
}

#[test]
fn a_board_may_be_a_member_of_an_object() {
    let read = |text: &str| read_member(&source(text), "answer");
    let board = "{\"size\": [1, 2],\n \"answer\": [\"Q.\"]}";
    let cells = &read(board).expect("a board").rows[0];
    assert_eq!(cells.iter().map(|cell| cell.span.clone()).collect::<Vec<_>>(), [30..31, 31..32]);
    for (text, refusal) in [
        (
            "{}",
            "1:3: an object without a member `answer`; expected an object with a member `answer`",
        ),
        ("[1]", "1:1: an array `[1]`; expected an object with a member `answer`"),
        ("{\"answer\": null}", "1:12: null; expected an array of one row or more"),
        (
            "{\"answer\":\n [\"Q\", 7]}",
            "2:8: an integer `7`; expected a string of one character per cell",
        ),
        ("{\"answer\": [\"Q", "1:15: unexpected end of the text; expected the rest of a string"),
    ] {
        let found = read(text).expect_err(text);
        assert_eq!(found.to_string(), format!("b.json:{refusal}"), "{text:?}");
    }
}

#[test]
fn depth_costs_no_stack() {
    for (open, close) in [("[", "]"), ("{\"\":", "}")] {
        let deep = format!("[[{}1{}]]", open.repeat(500_000), close.repeat(500_000));
        let refusal = read(&source(&deep), &STARS, None).expect_err("too deep");
        assert!(refusal.to_string().starts_with("b.json:1:3: an "), "{refusal}");
        assert!(read(&source(&open.repeat(500_000)), &STARS, None).is_err());
    }
}

#[test]
fn recognised_by_its_first_character() {
    assert!(recognises(&source("\r\n [")) && recognises(&source("{")));
    assert!(recognises(&source("# given\n\n// [\n  {")));
    assert!(!recognises(&source("# [")) && !recognises(&source("")));
    assert!(!recognises(&source("01\n[]")));
}

const BOARDS: &[&str] = &[
    "[[1, -2, null],\r\n [\"A\", \"\\u00e9\", 3]]",
    "[\"1🟥️?\", \"\\t01\"]\n",
    "[[{\"a\": [1.5, true]}, [[]]]]",
    "# stars 2\n{\"size\": [1, 2], \"no\": \"r1c1\", \"a\": [[1, \"é\"]]}\n# blocked r1c1\n",
];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(board in accidents::texts(BOARDS)) {
        match read(&board, &STARS, None) {
            Ok(table) => accidents::check_table(&board, &table),
            Err(refusal) => accidents::check_refusal(&refusal),
        }
        recognises(&board);
        accidents::check(&board, other_members(&board).iter().map(|(_, word)| word));
    }
}

#[test]
fn a_fault_names_the_key_and_no_type() {
    #[derive(Debug, serde::Deserialize)]
    #[serde(untagged)]
    enum Told {
        #[expect(dead_code, reason = "only read")]
        Whole(i64),
    }
    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        #[expect(dead_code, reason = "only read")]
        Best(Told),
        None,
    }
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct File {
        size: Option<[usize; 2]>,
        kind: Kind,
    }
    let fault_of = |text: &str| {
        let error = serde_json::from_str::<File>(text).map(drop).expect_err(text);
        describe_error(text, &error)
    };
    for (text, told) in [
        (
            "{\"size\": [1, \"2\"],\n\"kind\": \"none\"}",
            "the value of `size` is not right at line 1",
        ),
        ("{\n\"kind\": {\"best\": []}}", "the value of `best` is not right at line 2 column "),
        ("{\n\"kind\": {\"best\": \"x\"}}", "the value of `best` is not right at line 2"),
        ("{\"kind\": \"other\"}", "the value of `kind` is not right at line 1 column 16"),
        ("{\"kind\": {\"none\": 1}}", "the value of `none` is not right at line 1"),
        ("[1]", "a value is not right at line 1"),
        ("{\"size\": null}", "missing field `kind` at line 1"),
        ("{\"sizes\": null}", "unknown field `sizes`, expected `size` or `kind` at line 1"),
        ("{\"size\": nul}", "expected ident at line 1 column 13"),
    ] {
        let said = fault_of(text);
        assert!(said.starts_with(told), "{text}: {said}");
    }
}
