//! Tests of boards in rows: which ones are accepted, and which ones are refused.

use proptest::prelude::*;

use super::*;

fn source(text: &str) -> Source {
    Source::new("board.txt", text)
}

fn values(table: &Table) -> Vec<String> {
    let row = |row: &Vec<Spanned<String>>| {
        row.iter().map(|cell| cell.value.as_str()).collect::<Vec<_>>().join("|")
    };
    table.rows.iter().map(row).collect()
}

fn spans(row: &[Spanned<String>]) -> Vec<Range<usize>> {
    row.iter().map(|cell| cell.span.clone()).collect()
}

fn packed(text: &str, symbols: &str, directives: &[DirectiveUsage]) -> Result<Table, Refusal> {
    read_characters(
        &source(text),
        &Notation { symbols, directives, joints: "=", ..Default::default() },
    )
}

fn said(outcome: Result<Table, Refusal>) -> Result<Vec<String>, String> {
    outcome.map(|table| values(&table)).map_err(|refusal| refusal.to_string())
}

#[test]
fn one_cell_per_character() {
    let text = "# Tuesday\r\n\r\nAAB\r\nAB?  \r\n# stars 2\r\n";
    let table =
        packed(text, "ABC", &[DirectiveUsage { form: "stars K", like: &[] }]).expect("a board");
    assert_eq!(values(&table), ["A|A|B", "A|B|?"]);
    assert_eq!(spans(&table.rows[1]), [18..19, 19..20, 20..21]);
    assert_eq!(source(text).line_and_column(table.rows[1][2].span.start), (4, 3));
    let [stars] = table.directives.as_slice() else {
        panic!("one directive: {:?}", table.directives);
    };
    assert_eq!(stars.name, spanned("stars", 27..32));
    assert_eq!(stars.arguments, [spanned("2", 33..34)]);
}

#[test]
fn however_rows_are_typed_they_are_the_same_cells() {
    for text in [
        "AB.\n.BA",
        "  AB.\n\t.BA  \n",
        "A B .\r\n. B A\r\n",
        "   A  B  .\n\n . B A \n",
        "A,B,.\n., B ,A;",
        "\u{a0}A\tB\t.\n.\tB\tA",
        "\"AB.\",\n\".BA\"\n",
        "'A','B','.'\n'.', 'B', 'A',",
        "`A B .`\n`. B A`",
    ] {
        assert_eq!(
            said(packed(text, "AB.", &[])),
            Ok(vec!["A|B|.".into(), ".|B|A".into()]),
            "{text:?}"
        );
    }
}

#[test]
fn what_may_be_another_board_is_refused() {
    for (text, refusal) in [
        ("AB. BA.\nAB. .BA\n", "1:1: `AB.` is more than one symbol"),
        ("A B\nAB note", "2:1: `AB` is more than one symbol"),
        ("A B\nAB", "2:1: row 2 has no separators between its cells, but other rows have them"),
        ("AB\nA B", "2:1: row 2 has separators between its cells, but other rows have none"),
        ("A   B A\nA B   A", "1:2: one gap is wider than the others"),
        ("A,,B\n,A,B", "1:2: a field is empty"),
        ("A,B\n,A,B", "2:1: a field is empty"),
        ("A,B,,\n", "1:4: a field is empty"),
        ("A\tB\n\tA\tB", "2:1: a field is empty"),
        ("A\tB\t\nA\tB", "1:4: a field is empty"),
        (",;", "1:1: a field is empty"),
        ("\"\"", "1:1: a field is empty"),
        ("┏━┓\n┃A┃", "1:1: the row is a picture in box drawing"),
        ("# star 2\nAB", "1:3: `star` is no directive"),
    ] {
        let found = packed(text, "AB.", &[DirectiveUsage { form: "stars K", like: &[] }])
            .expect_err(text)
            .to_string();
        assert!(found.starts_with(&format!("board.txt:{refusal};")), "{text:?}: {found}");
    }
}

#[test]
fn quotes_with_blanks_at_their_ends_stay() {
    assert_eq!(said(packed("\" AB\"", "AB", &[])).map(|rows| rows.len()).map_err(|_| ()), Err(()));
    assert_eq!(values(&packed("\"AB", "AB", &[]).expect("cells")), ["\"|A|B"]);
}

#[test]
fn a_sign_between_cells_needs_no_separator() {
    for text in ["A=BA\nABA", "A=B A\nA B A", "A = B A\nA B A"] {
        let rows = said(packed(text, "AB", &[]));
        assert_eq!(rows, Ok(vec!["A|=|B|A".into(), "A|B|A".into()]), "{text:?}");
    }
}

#[test]
fn a_hash_may_be_a_symbol() {
    let board = "# given\n#..#\n....\n# mirror 1, 2\n##\n";
    let table =
        packed(board, ".#", &[DirectiveUsage { form: "mirror R C", like: &[] }]).expect("a board");
    assert_eq!(values(&table), ["#|.|.|#", ".|.|.|.", "#|#"]);
    assert_eq!(table.directives.len(), 1);
    assert_eq!(table.directives[0].arguments[1].value, "2");
    assert_eq!(said(packed("# .\n. #", ".#", &[])), Ok(vec!["#|.".into(), ".|#".into()]));
}

/// A line that could be a row is refused, unless it is a comment with a blank after its `#`.
#[test]
fn a_row_that_begins_with_a_hash_is_no_comment() {
    for text in ["#1.0\n....\n....\n....", "#1.0.\n....\n", "....\n #.1.", "A B\n#A B"] {
        let found = packed(text, "01.", &[]).expect_err(text).to_string();
        assert!(found.contains("a row begins with `#`"), "{text:?}: {found}");
    }
    for text in ["# 1.0\n....", "#1\n....", "#101?\n....", "#easy\n....", "#", "##\n...."] {
        assert!(packed(text, "01.", &[]).is_ok(), "{text:?}");
    }
    assert!(with_blanks("#\n\n#1\n01", false).is_err(), "a row of nothing has no length less one");
    let words = |text: &str| read_words(&source(text), &[]).map(|table| table.rows.len());
    assert!(words("1 1 2\n#1 2 2\n").is_err());
    assert_eq!(words("1 1 2\n#by Anna B\n# 1 2 2\n").ok(), Some(1));
}

#[test]
fn emoji_squares_without_their_variation_selectors() {
    let text = "🟥⬛\u{fe0f}🟥\n\u{fe0f}\n⬜️🟥🟥\n";
    let table = packed(text, "🟥⬛⬜", &[]).expect("a board");
    assert_eq!(values(&table), ["🟥|⬛|🟥", "⬜|🟥|🟥"]);
    assert_eq!(spans(&table.rows[0]), [0..4, 4..7, 10..14]);
    assert_eq!(source(text).line_and_column(10), (1, 4));
}

fn with_blanks(text: &str, is_sized: bool) -> Result<Vec<String>, String> {
    let writing = Notation {
        symbols: "01 ",
        directives: &[DirectiveUsage { form: "eq CELL CELL", like: &[] }],
        ..Default::default()
    };
    said(blanks_as_cells(&source(text), &Notation { is_sized, ..writing }))
}

#[test]
fn blanks_are_cells_where_nothing_else_can_be_meant() {
    let square = Ok(vec![" |1|0".into(), "1| | ".into(), "0| |1".into()]);
    assert_eq!(with_blanks("# note\n 10\n1  \r\n0 1\n# eq r1c1 r1c2\n", false), square);
    assert_eq!(with_blanks("0 \n 1\n1 ", true), Ok(vec!["0| ".into(), " |1".into(), "1| ".into()]));
    for (text, refusal) in [
        ("0 1\n1 0\n0 1", "1:2: column 2 has nothing but blanks"),
        ("  01\n  10\n", "1:1: column 1 has nothing but blanks"),
        ("01 \n10 \n1  \n", "1:3: column 3 has nothing but blanks"),
        ("01 \n   \n1 0\n", "2:1: row 2 has nothing but blanks"),
        (
            "01 1\n1\n",
            "2:1: the board has blanks, but its rows differ in length: row 2 has 1 character",
        ),
        (
            "01\n\n10\n",
            "2:1: the board has blanks, but its rows differ in length: row 2 has 0 characters",
        ),
        ("\n01\n10\n", "1:1: row 1 has nothing but blanks"),
        ("01 \n 10\n", "2:4: the board has blanks, but its size 2x3 is no square"),
    ] {
        let found = with_blanks(text, false).expect_err(text);
        assert!(found.starts_with(&format!("board.txt:{refusal};")), "{text:?}: {found}");
    }
}

#[test]
fn blanks_without_a_sign_for_open_cells_are_refused() {
    let writing = Notation { symbols: "01?", open: "?", ..Default::default() };
    for (text, place) in [
        ("0 1", "1:2"),
        ("01\n 01", "2:1"),
        ("01 ", "1:3"),
        ("01\t", "1:3"),
        ("01,", "1:3"),
        ("01\n\n10", "2:1"),
        ("\n01", "1:1"),
        ("01\n\n", "2:1"),
    ] {
        let found = read_characters(&source(text), &writing).expect_err(text).to_string();
        let refusal =
            format!("board.txt:{place}: the board has blanks, but no sign for an open cell;");
        assert!(found.starts_with(&refusal), "{text:?}: {found}");
    }
    for text in ["", "\n\n", "01\r\n10\r\n", "01\n # a note\n10", "0 ?", " 0?", "\n0?"] {
        assert!(read_characters(&source(text), &writing).is_ok(), "{text:?}");
    }
}

#[test]
fn a_text_of_nothing_has_no_rows() {
    for text in ["", "\n\n", "# only a comment", "#"] {
        assert_eq!(said(packed(text, "01", &[])), Ok(Vec::new()), "{text:?}");
        assert_eq!(said(read_words(&source(text), &[])), Ok(Vec::new()), "{text:?}");
    }
}

#[test]
fn one_cell_per_word() {
    let board = source(" # stars 2\r\n1, 2;3\t-4\r\n\r\n  5   6 7\u{a0}x;\r\n# note");
    let table =
        read_words(&board, &[DirectiveUsage { form: "stars K", like: &[] }]).expect("a board");
    assert_eq!(values(&table), ["1|2|3|-4", "5|6|7|x"]);
    assert_eq!(spans(&table.rows[0]), [12..13, 15..16, 17..18, 19..21]);
    assert_eq!(table.directives[0].arguments[0].value, "2");
    assert_eq!(table.directives.len(), 1);
    assert!(read_words(&source("1,,2"), &[]).is_err());
    assert!(
        read_words(&source("# Stars 2\n1 2"), &[DirectiveUsage { form: "stars K", like: &[] }])
            .is_err()
    );
}

const BOARDS: &[&str] = &[
    "#.#\n...\n# eq r1c1 0 1\n# from 0\n",
    "🟥️⬛️\r\n🟥 1\r\n\r\n🟥\r\n",
    "1 2;3\n4,5,6",
    "\"1=0\",\n0 1",
];

proptest! {
    #[test]
    fn any_text_is_cut_or_refused(board in accidents::texts(BOARDS)) {
        let directives = &[DirectiveUsage { form: "eq CELL CELL", like: &[] }];
        let mut outcomes = vec![read_words(&board, directives)];
        for symbols in [".#", "🟥⬛1 ", ""] {
            let writing =
                Notation { symbols, directives, joints: "=", words: &[], open: "?", is_answer: false,
                is_sized: false,
                is_even_square: false };
            outcomes.push(read_characters(&board, &writing));
            outcomes.push(blanks_as_cells(&board, &writing));
        }
        for outcome in outcomes {
            match outcome {
                Err(refusal) => accidents::check_refusal(&refusal),
                Ok(table) => {
                    accidents::check_table(&board, &table);
                    for cell in table.cells() {
                        prop_assert_eq!(&board.text()[cell.span.clone()], &cell.value);
                    }
                }
            }
        }
    }
}
