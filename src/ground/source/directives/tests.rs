//! Tests of directives, and of lines that are nearly a directive.

use super::*;

const USAGES: &[DirectiveUsage] = &[
    DirectiveUsage { form: "stars K", like: &[] },
    DirectiveUsage { form: "given queen CELL", like: &["q", "queen"] },
    DirectiveUsage { form: "blocked CELL", like: &["no"] },
    DirectiveUsage { form: "eq CELL CELL", like: &["=", "equal", "same"] },
    DirectiveUsage { form: "ne CELL CELL", like: &["x", "×", "≠", "!=", "diff"] },
];

fn outcome(text: &str) -> Result<Option<String>, String> {
    let source = Source::new("board", text);
    let line = source.lines().next().expect("a line");
    let read = read(&source, &line, USAGES).map_err(|refusal| refusal.to_string())?;
    Ok(read.map(|directive| directive.name.value))
}

#[test]
fn a_slip_of_the_finger_is_refused_with_the_right_word() {
    for (line, usage) in [
        ("# star 2", "stars K"),
        ("# Stars 2", "stars K"),
        ("# stars: 2", "stars K"),
        ("# stars=2", "stars K"),
        ("#STARS2", "stars K"),
        ("# stras 2 per row", "stars K"),
        ("# givens queen 0 0", "given queen r1c1"),
        ("# Given queen 0 0", "given queen r1c1"),
        ("# Given 0 3", "given queen r1c1"),
        ("#gvien queens 0 0", "given queen r1c1"),
        ("# Given a queen at 0 0", "given queen r1c1"),
        ("## given queen 0 0", "given queen r1c1"),
        ("# block 0 0", "blocked r1c1"),
        ("# Blocked cell 0 0", "blocked r1c1"),
        ("# EQ 0 0 0 1", "eq r1c1 r1c2"),
        ("# NE: 0 0 0 1", "ne r1c1 r1c2"),
    ] {
        let refusal = outcome(line).expect_err(line);
        let expected =
            format!("expected `# {usage}`; to write a comment, begin the line with another word");
        assert!(refusal.ends_with(&expected), "{line}: {refusal}");
    }
}

#[test]
fn another_word_for_a_directive_is_refused_with_the_right_one() {
    for (line, word, usage) in [
        ("# equal 0 0 0 1", "equal", "`# eq r1c1 r1c2`"),
        ("// Equal 0 0 0 1", "Equal", "`# eq r1c1 r1c2`"),
        ("# = 0 0 0 1", "=", "`# eq r1c1 r1c2`"),
        ("#=0 0 0 1", "=", "`# eq r1c1 r1c2`"),
        ("# x 0 2 0 3", "x", "`# ne r1c1 r1c2`"),
        ("# × (0,2), (0,3)", "×", "`# ne r1c1 r1c2`"),
        ("# r1c1 = r1c2", "=", "`# eq r1c1 r1c2`"),
        ("# r1c1=r1c2", "=", "`# eq r1c1 r1c2`"),
        ("# r1c1 r1c2 =", "=", "`# eq r1c1 r1c2`"),
        ("# r1c1 r1c2 are equal", "equal", "`# eq r1c1 r1c2`"),
        ("# r1c1, r1c2: ≠", "≠", "`# ne r1c1 r1c2`"),
        ("# 0 0 0 1 !=", "!=", "`# ne r1c1 r1c2`"),
        ("# A1 B1 =", "=", "`# eq r1c1 r1c2`"),
        ("# r1c2 Q", "Q", "`# given queen r1c1`"),
        ("# 0 1 queen", "queen", "`# given queen r1c1`"),
        ("# row 1, column 1 ≠ row 1, col 2", "≠", "`# ne r1c1 r1c2`"),
        ("# 0 0 != 0 1", "!=", "`# ne r1c1 r1c2`"),
        ("# A1 = B1", "=", "`# eq r1c1 r1c2`"),
        ("# Same r1c1 r1c2", "Same", "`# eq r1c1 r1c2`"),
        ("# diff: 0 0 1 0", "diff", "`# ne r1c1 r1c2`"),
        ("# Q 0 1", "Q", "`# given queen r1c1`"),
        ("# queen 0 1", "queen", "`# given queen r1c1`"),
        ("# queen at r1c2", "queen", "`# given queen r1c1`"),
        ("# queen B3", "queen", "`# given queen r1c1`"),
        ("# From 1", "From", "`# from 0` or `# from 1`"),
    ] {
        let refusal = outcome(line).expect_err(line);
        let expected = format!(
            "`{word}` is no directive; expected {usage}; in a comment, write two words before the numbers"
        );
        assert!(refusal.ends_with(&expected), "{line}: {refusal}");
    }
    for line in ["# r1c1 r1c2 sun", "# r1c1 r1c2", "// row 1, column 2 "] {
        assert!(outcome(line).expect_err(line).contains("is no directive; expected `# stars K`"));
    }
    let unknown = outcome("# sun 0 1").expect_err("no such directive");
    let all =
        "`# stars K`, `# given queen r1c1`, `# blocked r1c1`, `# eq r1c1 r1c2` or `# ne r1c1 r1c2`";
    assert!(unknown.contains(all), "{unknown}");
}

fn found(text: &str) -> Result<Vec<(usize, usize)>, String> {
    let source = Source::new("board", text);
    let mut table = Table::default();
    for line in source.lines() {
        let read = read(&source, &line, USAGES).map_err(|refusal| refusal.to_string())?;
        table.directives.extend(read);
    }
    find_cells(&source, &mut table, USAGES).map_err(|refusal| refusal.to_string())?;
    let places = table.directives.iter().flat_map(|directive| &directive.places);
    let number =
        |word: &Spanned<String>, first| word.value.parse::<usize>().expect("digits") - first;
    Ok(places.map(|at| (number(&at.row, at.first), number(&at.column, at.first))).collect())
}

#[test]
fn cells_are_counted_from_one_unless_the_file_says_from_where() {
    for text in [
        "# eq r1c2 r3c4",
        "# eq R1C2, R3C4",
        "# eq r1 c2 r3 c4",
        "# eq (r1c2) (r3c4)",
        "# eq row 1, column 2; row 3, col 4",
        "// eq r1c2 r3c4",
        "# from 0\n# eq 0 1 2 3",
        "# eq 0 1 2 3\n# from 0\n# from 0",
        "# from 1\n# eq (1, 2) (3, 4)",
        "# from 0\n# eq r1c2 2 3",
    ] {
        assert_eq!(found(text), Ok(vec![(0, 1), (2, 3)]), "{text}");
    }
    assert_eq!(found("# given queen r2c1"), Ok(vec![(1, 0)]));
    for (text, refusal) in [
        (
            "# eq 1 1 1 2",
            "`# eq r2c2 r2c3` if they count from 0, `# eq r1c1 r1c2` if they count from 1; or a line \
             `# from 0` or `# from 1`",
        ),
        (
            "# blocked 0 3",
            "`# blocked r1c4` if they count from 0; or a line `# from 0` or `# from 1`",
        ),
        ("# eq B1 C1", "`# eq r1c1 r1c2`"),
        ("# eq r1c1", "`# eq r1c1 r1c2`; to write a comment, begin the line with another word"),
        (
            "# eq r1c1 r1c2 r1c3",
            "`# eq r1c1 r1c2`; to write a comment, begin the line with another word",
        ),
        (
            "# given king r1c1",
            "`# given queen r1c1`; to write a comment, begin the line with another word",
        ),
        ("# from 0\n# from 1", "only one of the two"),
    ] {
        let found = found(text).expect_err(text);
        assert!(found.ends_with(&format!("expected {refusal}")), "{text}: {found}");
    }
}

#[test]
fn a_comment_stays_a_comment() {
    for line in [
        "#",
        "# Given by Anna",
        "# Star Battle 10x10",
        "# Stars by Anna, 2024",
        "# No 12",
        "# No 12 of 30",
        "# no. 1 of 2, 3 and 4",
        "# note: given queen 0 0",
        "# 2 stars",
        "# queens 4x4: solved; unique",
        "# Blocked",
        "# from Anna",
        "# from 2024",
        "# Puzzle B12",
        "# Size 6x6",
        "# 6 x 6",
        "# 1 0 . 1 0 0",
        "# 1 0 1 x",
        "# 10 10 board",
        "# B12 hard",
        "# Tango 2026-07-13",
        "# note: equal 0 0 0 1",
        "# see also r1c2 and r1c3",
        "// level 3",
        "//",
    ] {
        assert_eq!(outcome(line), Ok(None), "{line}");
    }
}

#[test]
fn a_directive_is_one_by_its_first_word() {
    for (line, name) in [("# stars 2", "stars"), ("#given, queen", "given"), ("# eq", "eq")] {
        assert_eq!(outcome(line), Ok(Some(name.to_owned())), "{line}");
    }
}

#[test]
fn a_member_that_is_named_like_a_directive_is_one() {
    for key in ["given", "given queen", "givenQueen", "Given_Queen", "queen", "blocked"] {
        assert!(example_for_member(key, "r1c1", USAGES).is_some(), "{key}");
    }
    for key in ["given name", "givens", "author", "queen of hearts"] {
        assert_eq!(example_for_member(key, "Ada", USAGES), None, "{key}");
    }
}
