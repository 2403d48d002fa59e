//! Tests of pasted boards: which ones are read as the right board, and which ones are refused.

use proptest::prelude::*;

use super::super::rows::accidents;
use super::*;

const USAGES: &[DirectiveUsage] = &[DirectiveUsage { form: "given queen CELL", like: &["q"] }];

fn read(text: &str) -> Result<String, String> {
    let outcome = isolate_board(&Source::new("board", text), USAGES, false)
        .map_err(|refusal| refusal.to_string())?;
    let lines = outcome
        .0
        .text()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && *line != "#")
        .collect::<Vec<_>>()
        .join("/");
    Ok(lines)
}

#[test]
fn what_stands_around_a_board_is_overwritten() {
    for (text, rows) in [
        ("4\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n", "1 1 2 2/1 3 2 2/3 3 3 4/3 4 4 4"),
        ("# mine\n2 3\n0.1\n.10\n", "# mine/0.1/.10"),
        (
            "10\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........",
            "........../........../........../........../........../........../........../........../........../..........",
        ),
        ("AAB // row 1\nABB // row 2\nBBB\n", "AAB/ABB/BBB"),
        ("| 0 | 1 |\n|---|---|\n| 1 | 0 |\n", "0 , 1/1 , 0"),
        ("|   |   |\n|---|:-:|\n| 0 | 1 |\n| 1 | 0 |\n", "0 , 1/1 , 0"),
        ("#FF0000,#ff0000\n#FF0000,#00FF00\n", "FF0000, FF0000/FF0000, 00FF00"),
        (
            ",A,B,C,D\n1,x,x,y,y\n2,x,z,y,y\n3,z,z,z,w\n4,z,w,w,w\n",
            "x,x,y,y/x,z,y,y/z,z,z,w/z,w,w,w",
        ),
        (
            "  1 2 3 4\n1 x x y y\n2 x z y y\n3 z z z w\n4 z w w w\n",
            "x x y y/x z y y/z z z w/z w w w",
        ),
        (
            "c1\tc2\tc3\tc4\nx\tx\ty\ty\nx\tz\ty\ty\nz\tz\tz\tw\nz\tw\tw\tw\n",
            "x\tx\ty\ty/x\tz\ty\ty/z\tz\tz\tw/z\tw\tw\tw",
        ),
        (
            "board = [\n  ['A', None], # row 1\n  ['B', 'B'],\n]\n",
            "[/[\"A\", null],/[\"B\", \"B\"]/]",
        ),
        ("const b = [[1, 2], // one\n[1, -1]];", "[[1, 2],/[1, -1]]"),
        (
            "# given queen r1c2\nb = [[1, 2],\n  // [row]\n[1, 2]]\n# Anna's\n",
            "# given queen r1c2/[[1, 2],/// [row]/[1, 2]]/# Anna's",
        ),
        ("# given queen r1c2\n[[1, 2], [1, 2]]", "# given queen r1c2/[[1, 2], [1, 2]]"),
        ("np_board = np.array([[1, 2], [1, 2]])", "[[1, 2], [1, 2]]"),
        ("((0, 1), (1, 0))", "((0, 1), (1, 0))"),
        ("x = ((0, 1), (1, 0),)", "[[0, 1], [1, 0] ]"),
        (
            "0 1 2 3 4\n1 0 2 2 2\n2 2 2 2 2\n3 3 3 3 3\n4 4 4 4 4\n",
            "0 1 2 3 4/1 0 2 2 2/2 2 2 2 2/3 3 3 3 3/4 4 4 4 4",
        ),
    ] {
        assert_eq!(read(text), Ok(rows.to_owned()), "{text}");
    }
    for (text, refusal) in [
        (
            "5\nAABB\nACBB\nCCCD\nCDDD\n",
            "board:1:1: the first line is `5`, but 4 rows of 4 cells follow; expected the size of the board, or no line above the board",
        ),
        (
            "AAB // Q 0 1\nABB\nBBB\n",
            "board:1:5: the comment `// Q 0 1` looks like a directive; expected the directive on its own line after `#`, or a comment with another first word",
        ),
        (
            "[[0, 1], # equal 0 0 0 1\n[1, 0]]",
            "board:1:10: the comment `# equal 0 0 0 1` looks like a directive; expected the directive on its own line after `#`, or a comment with another first word",
        ),
        (
            "AAB // given queen r1c2\nABB\nBBB\n",
            "board:1:5: the comment `// given queen r1c2` looks like a directive; expected the directive on its own line after `#`, or a comment with another first word",
        ),
    ] {
        assert_eq!(read(text), Err(refusal.to_owned()), "{text}");
    }
}

const BOARDS: &[&str] = &[
    "4\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n",
    "| 0 | 1 |\r\n|---|---|\r\n| 1 | . |\r\n",
    "6\n1\n| 0|\n|1 |\n",
    "┌─┬─┐\n│0│ │\n├─┼─┤\n│ │1│\n└─┴─┘\n",
    "stars: 2\nT 2 2\n01\n10\n",
    "b = [['A', None],\n ('é', 1),] # x\n",
    "\u{3000}#FF0000\u{a0},#00ff00;\n",
    ",A,B,C,D\n1,\"x\",x,y,y\n2,x,z,y,y\n3,z,z,z,w\n4,z,w,w,w\n",
];

proptest! {
    #[test]
    fn any_text_keeps_its_places(board in accidents::texts(BOARDS)) {
        match isolate_board(&board, USAGES, true) {
            Ok((text, _)) => {
                prop_assert_eq!(text.text().len(), board.text().len());
                prop_assert_eq!(text.original_text(), board.text());
                prop_assert_eq!(text.lines().count(), board.lines().count());
            }
            Err(refusal) => accidents::check_refusal(&refusal),
        }
    }
}
