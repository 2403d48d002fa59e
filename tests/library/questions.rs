//! Checks questions as words, as JSON and as options: each is read back unchanged.

use proptest::prelude::*;
use quarrel::board::Size;
use quarrel::certificate::{self, Certificate, ClaimedConclusion, Conclusion, ProvedStatement};
use quarrel::encode::Encodings;
use quarrel::export::map::Board;
use quarrel::grid::{Axis, OptionGrid};
use quarrel::model::Sense;
use quarrel::puzzles::FAMILIES;
use quarrel::question::Question;
use quarrel::search::{Answers, STRATEGIES};
use quarrel::solver::Mode;
use quarrel_encodings::{at_most_one, cardinality, integer, parity, pseudo_boolean};

fn one_of(values: Vec<String>) -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop::sample::select(values))
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.chain(["auto"]).map(str::to_owned).collect()
}

fn options() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let listed = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let encodings = (
        one_of(names(at_most_one::ALL.iter().map(|row| row.name))),
        one_of(names(cardinality::ALL.iter().map(|row| row.name))),
        one_of(names(pseudo_boolean::ALL.iter().map(|row| row.name))),
        one_of(names(integer::ALL.iter().map(|row| row.name))),
        one_of(names(parity::ALL.iter().map(|row| row.name))),
        one_of(listed(&["auto", "natural", "groups-proximity", "random:7"])),
        one_of(listed(&["flat", "rows-chain", "rows+columns-balanced", "amo-flat", "auto"])),
        one_of(listed(&["1", "1000000"])),
    );
    let others = (
        one_of(listed(&["cells", "numbered"])),
        one_of(listed(&["auto", "on", "off", "found"])),
        one_of(listed(&["all", "none", "fixed+parity"])),
        one_of(STRATEGIES.iter().map(|row| row.name.to_owned()).collect()),
        one_of(listed(&["all", "none", "rows", "cliques+costs"])),
        one_of(Mode::ALL.iter().map(|(name, _)| (*name).to_owned()).collect()),
        one_of(listed(&["0", "1", "4000"])),
        one_of(listed(&["-3", "0", "12.5", "1/3", "99999999999999999999"])),
    );
    (encodings, others).prop_map(|((amo, card, pb, int, xor, order, shape, clauses), others)| {
        let (formulation, symmetry, deduce, search, cuts, mode, seed, bound) = others;
        let named = [
            ("amo", amo),
            ("card", card),
            ("pb", pb),
            ("int", int),
            ("xor", xor),
            ("order", order),
            ("shape", shape),
            ("clause-limit", clauses),
            ("formulation", formulation),
            ("symmetry", symmetry),
            ("deduce", deduce),
            ("search", search),
            ("cuts", cuts),
            ("mode", mode),
            ("seed", seed),
            ("bound", bound),
        ];
        named.into_iter().filter_map(|(option, value)| Some((option, value?))).collect()
    })
}

fn boards() -> impl Strategy<Value = (Option<Board>, Option<[usize; 2]>)> {
    let named = prop::sample::select(vec!["board.txt", "<stdin>", "my board", "a/b.opb"]);
    let format = prop::option::of(Just("cells".to_owned()));
    let sense = prop::option::of(prop::sample::select(vec![Sense::Minimise, Sense::Maximise]));
    let int_bound = prop::option::of(0_u32..100);
    let board = (named, format, sense, int_bound).prop_map(|(name, input, sense, int_bound)| {
        let name = name.to_owned();
        (Some(Board { name, text: None, sha256: None, input, sense, int_bound }), None)
    });
    let size = (1_usize..40, 1_usize..40).prop_map(|(rows, columns)| {
        (None, Some(Size::new(rows, columns).expect("a small size").sides()))
    });
    prop_oneof![board, size]
}

fn answers() -> impl Strategy<Value = Answers> {
    let limit = || prop::option::of(any::<u64>());
    prop_oneof![
        Just(Answers::One),
        Just(Answers::Unique),
        limit().prop_map(Answers::Count),
        limit().prop_map(Answers::All),
    ]
}

fn questions() -> impl Strategy<Value = Question> {
    let variants = prop::collection::vec(prop::sample::select(vec!["torus", "windows=3"]), 0..3);
    let names = prop::option::of(prop::collection::vec("[a-z][0-9]{0,3}", 1..4));
    (options(), boards(), variants, answers(), names).prop_map(
        |(options, (board, size), variants, answers, projected)| {
            let mut question = Question::new("gunport");
            for (option, value) in &options {
                question.set(option, value).expect("a value of the option");
            }
            let variant = variants.into_iter().map(str::to_owned).collect();
            Question { board, size, variant, answers, projected, ..question }
        },
    )
}

fn in_json(question: &Question) -> String {
    serde_json::to_string(question).expect("a question has a form in JSON")
}

proptest! {
    #[test]
    fn the_words_of_a_question_ask_it_again(question in questions()) {
        let words = question.to_words();
        let again = Question::from_words(&words).expect("words of a question");
        prop_assert_eq!(in_json(&question), in_json(&again), "{:?}", words);
    }

    #[test]
    fn a_question_is_read_from_json_as_it_was_written(question in questions()) {
        let text = in_json(&question);
        let again: Question = serde_json::from_str(&text).expect("a question in JSON");
        prop_assert_eq!(text, in_json(&again));
    }
}

#[test]
fn a_point_of_a_grid_sets_what_is_stated_and_passes_over_what_a_run_is() {
    let axes = [("card", "sequential"), ("construct", "off"), ("solver", "kissat")];
    let axes = axes.iter().filter_map(|(name, value)| Axis::new(name, [(*value).to_owned()]));
    let point = OptionGrid { axes: axes.collect() }.points().next().expect("a point");
    let question = Question::new("gunport").with_options(&point).expect("the values exist");
    assert_eq!(question.to_words(), ["gunport", "--card", "sequential"]);
}

#[test]
fn a_proof_is_written_from_rust_and_its_folder_is_what_it_claims() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let question = Question::from_words(&["gunport", "--size", "4"]).expect("a question");
    let posed = question.pose(FAMILIES).expect("a board");
    let (finding, end) = certificate::prove(&path, &posed).expect("a proof");
    let best = finding.value().expect("an optimum has a value");
    assert_eq!(end.statement(), Some(ProvedStatement::Optimum(best)), "{end}");
    let certificate = Certificate::open(&path, FAMILIES).expect("a claim");
    let claimed = ClaimedConclusion(Conclusion::Problem(ProvedStatement::Optimum(best)));
    assert_eq!(certificate.claimed_conclusion(), claimed);
    assert_eq!(certificate.claim.command, "quarrel export gunport --size 4x4 --to opb");
    certificate.copy_files().expect("the problem that is claimed, and an answer");
    let again = certificate::prove(&path, &posed).expect_err("the folder is there").to_string();
    assert!(again.contains("exists"), "{again}");
}

#[test]
fn words_of_no_question_are_refused() {
    for words in [
        &[][..],
        &["gunport", "--card", "nosuch"],
        &["gunport", "--nosuch", "3"],
        &["gunport", "--nosuch"],
        &["gunport", "a", "b"],
        &["gunport", "--search", "nosuch"],
        &["gunport", "--count", "many"],
    ] {
        assert!(Question::from_words(words).is_err(), "{words:?}");
    }
}

#[test]
fn a_question_has_the_task_and_the_bound_that_its_words_say() {
    let words = ["gunport", "--size", "5", "--bound", "8.5", "--card", "sequential"];
    let posed = Question::from_words(&words).expect("a question").pose(FAMILIES).expect("a board");
    let task = posed.task();
    assert_eq!(task.bound, Some(8), "the worst value that is as good");
    assert_eq!(task.encodings.cardinality.map(|row| row.name), Some("sequential"));
    assert_eq!(posed.question.to_words()[5..], ["--bound", "8"]);
    let usual = Encodings::default().options();
    assert!(usual.is_empty(), "{usual:?}");
}
