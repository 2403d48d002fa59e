//! Checks `decode` with arbitrary input: it returns an answer that keeps the rules or refuses the
//! input, and never panics.

use std::sync::LazyLock;

use proptest::prelude::*;
use quarrel::deduce::Rules;
use quarrel::encode::Encodings;
use quarrel::export::decode::{ReopenedProblem, SolverClaim};
use quarrel::export::map::Map;
use quarrel::export::{Export, find_format};
use quarrel::prepare::Preparation;
use quarrel::puzzles::FAMILIES;
use quarrel::source::Source;
use quarrel::stop::Stop;
use quarrel::symmetry::Symmetries;

use crate::puzzles::{family, open, sized};

fn exported(name: &str, bound: Option<i64>) -> (Map, String) {
    scrambled(name, bound, None)
}

fn scrambled(name: &str, bound: Option<i64>, scramble: Option<u64>) -> (Map, String) {
    let format = find_format(name).expect("a format of the list");
    let (family, request) = (family("gunport"), sized("3x4", &[]));
    let puzzle = open(family, &request);
    let (rules, stop) = (Rules::all(), Stop::unlimited());
    let preparation = Preparation {
        problem: &puzzle,
        formulation: family.published(),
        rules: &rules,
        symmetry: Symmetries::Kept,
        stop: &stop,
    };
    let encodings = Encodings::default();
    let export = Export { preparation, encodings, bound, scramble, title: Vec::new() };
    let mut text = Vec::new();
    let exported = format.export(&export, &mut text).expect("a form for all");
    let map = Map::from_export(family, &request, request.size, format, &export, &exported);
    (map.expect("a board in memory"), String::from_utf8(text).expect("a text"))
}

fn opened(name: &str, bound: Option<i64>) -> ReopenedProblem {
    ReopenedProblem::new(exported(name, bound).0, FAMILIES).expect("a map as it was written")
}

static DECISION: LazyLock<ReopenedProblem> = LazyLock::new(|| opened("cnf", Some(4)));
static SCRAMBLED: LazyLock<ReopenedProblem> = LazyLock::new(|| {
    let (map, _) = scrambled("cnf", Some(4), Some(7));
    ReopenedProblem::new(map, FAMILIES).expect("a map as it was written")
});
static OPTIMUM: LazyLock<ReopenedProblem> = LazyLock::new(|| opened("wcnf", None));
static PROGRAM: LazyLock<ReopenedProblem> = LazyLock::new(|| opened("lp", None));

/// Decodes an output with several maps. If there is an answer, it must have passed the check.
fn read(output: &str) -> Result<(), TestCaseError> {
    for opened in [&*DECISION, &*SCRAMBLED, &*OPTIMUM, &*PROGRAM] {
        let Ok(decoded) = opened.read(&Source::new("out", output)) else { continue };
        match (decoded.claim, decoded.answer) {
            (SolverClaim::Optimal | SolverClaim::Satisfiable, Some(answer)) => {
                let value = opened.opened.as_problem().check(answer.answer());
                prop_assert_eq!(value, Ok(answer.value()));
            }
            (SolverClaim::Unsatisfiable | SolverClaim::Unknown, None) => {}
            (claim, answer) => prop_assert!(false, "{claim:?} with {answer:?}"),
        }
    }
    Ok(())
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("s SATISFIABLE\n".to_owned()),
        Just("s OPTIMUM FOUND\n".to_owned()),
        Just("s UNSATISFIABLE\n".to_owned()),
        Just("s UNKNOWN\n".to_owned()),
        Just("\nv ".to_owned()),
        Just("\no ".to_owned()),
        Just("SAT\n".to_owned()),
        Just("\n".to_owned()),
        Just("Optimal\n".to_owned()),
        Just("hole_0_0 ".to_owned()),
        Just("domino_h_1_1 * ".to_owned()),
        any::<i64>().prop_map(|number| format!("{number} ")),
        (-40..40_i32).prop_map(|number| format!("{number} ")),
        (-40..40_i32).prop_map(|number| format!("x{number} ")),
        "[01]{1,60}",
        any::<f64>().prop_map(|number| format!("{number} ")),
    ];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes_are_refused_or_right(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        read(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_words_are_refused_or_right(text in words()) {
        read(&text)?;
    }

    #[test]
    fn any_values_are_refused_or_right(bits in proptest::collection::vec(any::<bool>(), 29)) {
        let values: Vec<i32> = (1..).zip(bits).map(|(n, bit)| if bit { n } else { -n }).collect();
        let values: Vec<String> = values.iter().map(i32::to_string).collect();
        read(&format!("s SATISFIABLE\nv {} 0\n", values.join(" ")))?;
    }

    #[test]
    fn any_map_is_refused_or_opens(text in ".{0,200}", at in 0..2000_usize) {
        prop_assert!(Map::read(&Source::new("map", &text)).is_err());
        let mut spoiled = exported("cnf", Some(4)).0.to_json();
        let at = (0..=at.min(spoiled.len())).rev().find(|&at| spoiled.is_char_boundary(at));
        spoiled.replace_range(at.expect("0 is one").., &text);
        if let Ok(map) = Map::read(&Source::new("map", &spoiled)) {
            let _ = ReopenedProblem::new(map, FAMILIES);
        }
    }
}

#[test]
fn a_million_random_bytes_are_refused() {
    let mut random = crate::puzzles::Random(7);
    let bytes: Vec<u8> =
        (0..1_000_000).map(|_| u8::try_from(random.below(256)).expect("a byte")).collect();
    let text = String::from_utf8_lossy(&bytes);
    for opened in [&*DECISION, &*OPTIMUM, &*PROGRAM] {
        assert!(opened.read(&Source::new("out", &text)).is_err());
    }
}

#[test]
fn maps_of_others_are_refused() {
    let (map, _) = exported("cnf", Some(4));
    let spoiled: [fn(&mut Map); 7] = [
        |map| map.family = "chess".to_owned(),
        |map| map.formulation = "none".to_owned(),
        |map| map.size = Some([3, 5]),
        |map| map.size = Some([0, 4]),
        |map| map.variant = vec!["sideways".to_owned()],
        |map| map.deduce = "luck".to_owned(),
        |map| map.labels.swap(0, 1),
    ];
    assert!(ReopenedProblem::new(map.clone(), FAMILIES).is_ok());
    let (mut renamed, _) = scrambled("cnf", Some(4), Some(7));
    renamed.names.as_mut().expect("names").pop();
    assert!(ReopenedProblem::new(renamed, FAMILIES).is_err(), "a variable without a name");
    for spoil in spoiled {
        let mut map = map.clone();
        spoil(&mut map);
        assert!(ReopenedProblem::new(map.clone(), FAMILIES).is_err(), "{map:?}");
    }
}
