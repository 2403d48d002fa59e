//! Any text for any family is a puzzle or a refusal, never a panic.

use proptest::prelude::*;
use quarrel::board::Size;
use quarrel::family::Family;
use quarrel::puzzle::{Request, read_answer};
use quarrel::puzzles::FAMILIES;
use quarrel::source::{Refusal, Source};

use super::boards::*;

const BOARDS: [&str; 14] = [
    QUEENS,
    QUEENS_MATRIX,
    QUEENS_SAS,
    QUEENS_EMOJI,
    QUEENS_JSON,
    "AABB\nAABB\nCCDD\nCCDD\n# stars 1\n# given queen r1c2\n# blocked r4c4\n",
    THREE,
    THREE_AMPL,
    PATH_AMPL,
    PATH_LAYOUT,
    "????\n?#.?\n....\n",
    "<>^.\n??v?\n",
    "WB.?\n....\n",
    "[[0, null, 1], [\"A\", \"?\", 1], [1, 1, 1]]",
];

/// Generates a valid text that is damaged at some places, or noise.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => prop::sample::select(&["", "\n", " ", "?", ".", "#", "0", "1", "9999", "-1", ";", ":=",
            "[", "]", "\"", "null", "param", "\t", "\r\n", "\u{fe0f}", "🟥", "é", "\0"][..])
            .prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    let damage = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), piece);
    let damaged = (prop::sample::select(&BOARDS[..]), prop::collection::vec(damage, 0..5));
    let damaged = damaged.prop_map(|(board, damages)| {
        let mut text: Vec<char> = board.chars().collect();
        for (from, length, piece) in damages {
            let from = from.index(text.len() + 1);
            // Mostly a character or two; now and then the rest of the text.
            let most = text.len() - from;
            let length = if length.index(8) == 0 { most } else { length.index(3).min(most) };
            text.splice(from..from + length, piece.chars());
        }
        text.into_iter().collect()
    });
    prop_oneof![8 => damaged, 1 => any::<String>(), 1 => "[0-9A-Z?.# ,;\\[\\]\n]{0,80}"]
}

fn check(refusal: &Refusal) {
    assert!(!refusal.found.is_empty() && !refusal.expected.is_empty(), "{refusal:?}");
    assert!(!refusal.to_string().contains(char::is_control), "{refusal:?}");
    if let Some((source, span)) = &refusal.place {
        assert!(source.text().get(span.clone()).is_some(), "{span:?} in {:?}", source.text());
    }
}

fn open(family: &Family, text: &str, format: Option<&str>, size: Option<Size>) {
    let request = Request {
        board: Some(Source::new("board", text).into()),
        format: format.map(str::to_owned),
        size,
        ..Request::default()
    };
    match family.open(&request) {
        Err(refusal) => {
            check(&refusal);
            let about_size = refusal.found.contains("--size");
            assert!(about_size || refusal.place.is_some(), "no place: {refusal:?}");
        }
        Ok(opened) => {
            // A model has no board.
            let Some(puzzle) = opened.as_puzzle() else { return };
            assert_eq!(puzzle.givens().size(), puzzle.size());
            puzzle.picture(None);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_puzzle_or_a_refusal(text in texts(), side in 1_usize..6) {
        let size = Size::new(side, side).ok();
        for family in FAMILIES {
            open(family, &text, None, None);
            open(family, &text, None, size);
            for format in family.formats {
                open(family, &text, Some(format.name), None);
            }
        }
    }

    #[test]
    fn any_text_is_an_answer_or_a_refusal(text in texts()) {
        for family in FAMILIES {
            let report = format!("{{\"answer\": {text}}}");
            for text in [&text, &report] {
                if let Err(refusal) = read_answer(&Source::new("answer", text), family.symbols) {
                    check(&refusal);
                    assert!(refusal.place.is_some(), "no place: {refusal:?}");
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_a_text_or_a_refusal(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(refusal) = Source::from_bytes("board", &bytes) {
            check(&refusal);
            prop_assert!(refusal.place.is_some());
        }
    }
}
