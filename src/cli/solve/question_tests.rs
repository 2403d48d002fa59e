//! Tests that the grammar of the command line turns the words of a question into the same question
//! again.

use fastrand::Rng;
use quarrel_encodings::{at_most_one, cardinality, integer, parity, pseudo_boolean};

use super::super::{Verb, find_family, parse};
use super::*;
use crate::export::map::Board;
use crate::model::Sense;
use crate::puzzles::FAMILIES;

fn one<T: Clone>(random: &mut Rng, all: &[T]) -> T {
    all[random.usize(..all.len())].clone()
}

/// Returns the options of a question. Each has the values from which a test draws one.
fn values() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        ("amo", at_most_one::ALL.iter().map(|row| row.name).collect()),
        ("card", cardinality::ALL.iter().map(|row| row.name).collect()),
        ("pb", pseudo_boolean::ALL.iter().map(|row| row.name).collect()),
        ("int", integer::ALL.iter().map(|row| row.name).collect()),
        ("xor", parity::ALL.iter().map(|row| row.name).collect()),
        ("order", vec!["auto", "natural", "groups-proximity", "random:7"]),
        ("shape", vec!["flat", "rows-chain", "rows+columns-balanced", "amo-flat", "auto"]),
        ("clause-limit", vec!["1", "1000000"]),
        ("symmetry", SymmetryChoice::ALL.iter().map(|choice| choice.name()).collect()),
        ("deduce", vec!["all", "none", "fixed+parity"]),
        ("search", STRATEGIES.iter().map(|row| row.name).collect()),
        ("cuts", vec!["all", "none", "rows", "cliques+costs+tableau"]),
        ("mode", Mode::ALL.iter().map(|(name, _)| *name).collect()),
        ("seed", vec!["0", "1", "4000"]),
        ("bound", vec!["-3", "0", "12.5", "-0.25", "1/3", "-1/3", "99999999999999999999"]),
        ("size", vec!["1", "4", "5x7", "40x3"]),
    ]
}

/// Draws a random question about a family, perhaps an impossible one.
fn drawn(random: &mut Rng, family: &Family) -> Question {
    let names: Vec<&str> =
        [family.name].into_iter().chain(family.also.iter().map(|also| also.name)).collect();
    let mut question = Question::new(one(random, &names));
    for (option, values) in values() {
        if random.u8(..3) == 0 {
            question.set(option, one(random, &values)).expect("a value of the option");
        }
    }
    for variant in family.variants.iter().filter(|_| random.bool()) {
        question.variant.push(match &variant.value {
            Some((_, values)) => format!("{}={}", variant.name, values.start()),
            None => variant.name.to_owned(),
        });
    }
    if random.bool() {
        question.formulation = Some(one(random, family.formulations).name.to_owned());
    }
    question.answers = match random.u8(..6) {
        0 => Answers::Unique,
        1 => Answers::Count(random.bool().then(|| random.u64(1..))),
        2 => Answers::All(random.bool().then(|| random.u64(1..))),
        _ => Answers::One,
    };
    if random.u8(..4) == 0 {
        question.projected = Some(vec!["a1".to_owned(), "-b".to_owned(), "3".to_owned()]);
    }
    if question.size.is_none() {
        let formats: Vec<&str> = family.formats.iter().map(|format| format.name).collect();
        let name = one(random, &["board.txt", "<stdin>", "my board", "a/b.opb", "x=1"]);
        question.board = Some(Board {
            name: name.to_owned(),
            text: None,
            sha256: None,
            input: (random.bool() && !formats.is_empty()).then(|| one(random, &formats).to_owned()),
            sense: one(random, &[None, Some(Sense::Minimise), Some(Sense::Maximise)]),
            int_bound: one(random, &[None, Some(0), Some(40)]),
        });
    }
    question
}

/// Parses `words` as the words after `quarrel solve`, and returns their question with its board and
/// its projected variables. Panics if the words are refused.
fn read(words: &[String]) -> Question {
    let line = ["quarrel", "solve"].into_iter().chain(words.iter().map(String::as_str));
    let cli = parse(FAMILIES, line).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let Verb::Solve(solve) = cli.verb else { panic!("{words:?}") };
    let family = find_family(FAMILIES, &solve.boards.family);
    let request = solve.boards.terms().request_without_board(family);
    let mut question = solve.question(family).expect("its words");
    let board = solve.boards.single().expect("one board or none");
    question.board = board.map(|name| {
        let word = Question::from_words(&[question.family.as_str(), name]).expect("a board");
        let named = word.board.expect("a board");
        let (input, sense) = (request.format.clone(), request.sense);
        Board { input, sense, int_bound: request.int_bound, ..named }
    });
    question.projected =
        solve.projected.first().map(|names| names.split(',').map(str::to_owned).collect());
    question
}

fn in_json(question: &Question) -> String {
    serde_json::to_string(question).expect("a question has a form in JSON")
}

/// Joins each long option with the word after it by `=`. A long option is left as it is if it
/// already has a value, or if the next word is a long option too. Other words are kept.
fn joined(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last)
                if last.starts_with("--") && !last.contains('=') && !word.starts_with("--") =>
            {
                *last = format!("{last}={word}");
            }
            _ => joined.push(word.clone()),
        }
    }
    joined
}

#[test]
fn the_grammar_reads_the_words_of_a_question_as_it_was() {
    let mut random = Rng::with_seed(1);
    for family in FAMILIES.iter().cycle().take(40 * FAMILIES.len()) {
        let question = drawn(&mut random, family);
        let words = question.to_words();
        assert_eq!(in_json(&read(&words)), in_json(&question), "{words:?}");
        let joined = joined(&words);
        assert_eq!(in_json(&read(&joined)), in_json(&question), "{joined:?}");
        let again = Question::from_words(&joined).expect("words of a question");
        assert_eq!(in_json(&again), in_json(&question), "{joined:?}");
    }
}
