//! Tests of the names that every encoding of every table gives on small constraints. The printed
//! names are evaluated for all assignments.

use super::*;
use crate::decision::Decision;
use crate::encode::EncodingRow;
use crate::model::{Parity, Sum, Term};
use crate::solver::Solver;

/// A small constraint for the encodings of one table, with the condition that it states.
struct SmallConstraint {
    option: &'static str,
    words: String,
    model: Model,
    weights: Vec<u128>,
    holds: Box<dyn Fn(u128) -> bool>,
}

const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

fn constraints() -> Vec<SmallConstraint> {
    let mut all = Vec::new();
    for n in 2..=7 {
        let words = |what: &str| format!("{what} of {n}");
        let mut add = |option, words, state: &dyn Fn(&mut Model, Vec<_>), holds| {
            let mut model = Model::new();
            let lits = (1..=n).map(|number| model.labelled_variable(number)).collect();
            state(&mut model, lits);
            let weights = vec![1; n];
            all.push(SmallConstraint { option, words, model, weights, holds });
        };
        add(
            "amo",
            words("at most 1"),
            &|model, lits| model.at_most_one("", lits),
            Box::new(|k| k <= 1),
        );
        add(
            "amo",
            words("exactly 1"),
            &|model, lits| model.exactly_one("", lits),
            Box::new(|k| k == 1),
        );
        for (parity, odd) in [(Parity::Odd, 1), (Parity::Even, 0)] {
            let state = |model: &mut Model, lits| model.parity("", lits, parity);
            add("xor", words(&format!("{parity:?}")), &state, Box::new(move |k| k % 2 == odd));
        }
        for (relation, bound) in
            RELATIONS.into_iter().flat_map(|one| (0..=n).map(move |k| (one, k)))
        {
            let state = |model: &mut Model, lits| model.cardinality("", lits, relation, bound);
            add(
                "card",
                words(&format!("{relation:?} {bound}")),
                &state,
                Box::new(move |k| relation.holds(k, bound as u128)),
            );
        }
    }
    for weights in [&[1, 2, 3][..], &[2, 3, 4, 5], &[1, 1, 2, 3, 5, 8], &[7, 5, 4, 3, 2, 1, 1]] {
        let total: i64 = weights.iter().sum();
        for (relation, bound) in
            RELATIONS.into_iter().flat_map(|one| (1..total).map(move |k| (one, k)))
        {
            let mut model = Model::new();
            let terms = weights
                .iter()
                .map(|&weight| Term { weight, atom: model.labelled_variable(weight) })
                .collect::<Vec<_>>();
            let sum = Sum::new(terms).expect("small weights");
            model.linear("", sum, relation, bound);
            let positive = |number: i64| u128::try_from(number).expect("positive numbers");
            all.push(SmallConstraint {
                option: "pb",
                words: format!("{relation:?} {bound} of {weights:?}"),
                model,
                weights: weights.iter().copied().map(positive).collect(),
                holds: Box::new(move |weight| relation.holds(weight, positive(bound))),
            });
        }
    }
    all
}

/// Returns the value that a variable should have according to its printed name. Returns `None` if
/// the name has no meaning, such as `a1`.
fn by_name(name: &str, bits: usize, weights: &[u128]) -> Option<bool> {
    let (letter, rest) = name.trim_end_matches('\'').strip_suffix(']')?.split_once('[')?;
    let (range, bound) = rest.split_once(',').unwrap_or((rest, "0"));
    let (first, last) = range.split_once("..").unwrap_or(("1", range));
    let [first, last, bound] = [first, last, bound].map(|text| text.parse().expect("a number"));
    let true_ones = (first - 1..last).filter(|place| bits >> place & 1 == 1);
    let count = true_ones.clone().count();
    let weight: u128 = true_ones.map(|place| weights[place]).sum();
    Some(match letter {
        "s" | "t" => count >= bound,
        "m" | "none" => count <= bound,
        "odd" => count % 2 == 1,
        "even" => count % 2 == 0,
        "w" => weight >= bound as u128,
        "v" => weight <= bound as u128,
        other => panic!("a name that begins with {other}"),
    })
}

/// Returns the value that a variable should have according to the meaning that the encoding
/// reports.
fn by_meaning(
    variable: usize,
    literals: usize,
    bits: usize,
    meanings: &HashMap<usize, Meaning>,
) -> bool {
    if variable < literals {
        return bits >> variable & 1 == 1;
    }
    meanings[&variable]
        .evaluate(&mut |lit| by_meaning(lit.vidx(), literals, bits, meanings) != lit.is_neg())
}

fn spelled(constraint: &SmallConstraint, row: EncodingRow) -> Option<SpelledConstraint> {
    let encodings = row.chosen_in(&Encodings::default());
    match spell(&constraint.model, &encodings, usize::MAX, &Stop::unlimited()) {
        Ok(spelled) => Some(spelled.expect("no limit")),
        Err(EncodeRefusal::Encoding(Error::NoForm { .. })) => None,
        Err(refusal) => panic!("{} by {}: {refusal}", constraint.words, row.name()),
    }
}

/// Returns the meanings that the encoding reports, by the index of the variable.
fn reported(constraint: &SmallConstraint, row: EncodingRow) -> HashMap<usize, Meaning> {
    let encodings = row.chosen_in(&Encodings::default());
    let mut sink = SpelledSink {
        most: usize::MAX,
        is_full: false,
        clauses: Clauses::new(),
        meanings: HashMap::new(),
    };
    encode(&constraint.model, &encodings, &mut sink, &Stop::unlimited()).expect("spelled before");
    sink.meanings
}

/// The encodings in which the name of each auxiliary variable states its meaning.
const NAMED: [&str; 13] = [
    "amo:ladder",
    "amo:commander",
    "amo:sequential",
    "amo:nested",
    "amo:bdd",
    "card:totalizer",
    "card:sequential",
    "card:knuth",
    "card:bdd",
    "pb:sequential-weight-counter",
    "xor:chain-4",
    "xor:bdd",
    "xor:counter",
];

/// Checks that the names agree with the reported meanings. For every assignment that satisfies the
/// constraint, the clauses must be satisfied by the values of the meanings. For every other
/// assignment, the clauses must be unsatisfiable.
#[test]
fn names_are_true_and_clauses_state_the_constraint() {
    let constraints = constraints();
    // Integers are no constraint.
    for row in EncodingRow::all().filter(|row| row.option() != "int") {
        let name = format!("{}:{}", row.option(), row.name());
        let (mut written, mut named) = (0, [0, 0]);
        for constraint in constraints.iter().filter(|one| one.option == row.option()) {
            let Some(spelled) = spelled(constraint, row) else { continue };
            written += 1;
            let meanings = reported(constraint, row);
            let SmallConstraint { words, weights, holds, .. } = constraint;
            let n = weights.len();
            let mut solver = Solver::new(0, &Stop::unlimited());
            solver.add(&spelled.clauses);
            for bits in 0_usize..1 << n {
                let value = |variable: usize| by_meaning(variable, n, bits, &meanings);
                for (place, variable) in spelled.variables.iter().enumerate().skip(n) {
                    let told = by_name(&variable.name, bits, weights);
                    named[usize::from(told.is_some())] += 1;
                    assert!(
                        told.is_none_or(|told| told == value(place)),
                        "{name}, {words}: {} with {bits:b}",
                        variable.name
                    );
                }
                let weight =
                    (0..n).filter(|place| bits >> place & 1 == 1).map(|place| weights[place]).sum();
                if holds(weight) {
                    for clause in spelled.clauses.iter() {
                        let satisfied = clause.iter().any(|lit| value(lit.vidx()) != lit.is_neg());
                        assert!(satisfied, "{name}, {words}: {clause:?} with {bits:b}");
                    }
                } else {
                    let lits = constraint
                        .model
                        .lits()
                        .enumerate()
                        .map(|(place, lit)| if bits >> place & 1 == 1 { lit } else { !lit })
                        .collect::<Vec<_>>();
                    let verdict = solver.solve(&lits);
                    assert_eq!(verdict, Decision::Unsat(()), "{name}, {words}: {bits:b}");
                }
            }
        }
        assert!(written > 10, "{name} wrote {written} constraints");
        let [unnamed, named] = named;
        assert!(!NAMED.contains(&&*name) || unnamed == 0 && named > 0, "{name} has other names");
    }
}

#[test]
fn names_differ_and_follow_the_construction() {
    let of = |row: &str, model: &Model| -> Vec<String> {
        let row = EncodingRow::all().find(|one| format!("{}:{}", one.option(), one.name()) == row);
        let encodings = row.expect("a row").chosen_in(&Encodings::default());
        let spelled = spell(model, &encodings, 1000, &Stop::unlimited()).expect("a form");
        let spelled = spelled.expect("few clauses");
        let names: BTreeSet<&str> = spelled.variables.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), spelled.variables.len());
        spelled.auxiliary().map(|(name, meaning)| format!("{name}: {}", meaning.words())).collect()
    };
    let stated = |n: usize, state: &dyn Fn(&mut Model, Vec<crate::model::Lit>)| {
        let mut model = Model::new();
        let lits = (1..=n).map(|number| model.labelled_variable(number)).collect();
        state(&mut model, lits);
        model
    };
    let at_most_one = |n| stated(n, &|model, lits| model.at_most_one("", lits));
    let counts = ["s[1,1]: at least 1 of x1", "s[2,1]: at least 1 of x1, x2"];
    assert_eq!(of("amo:sequential", &at_most_one(3)), counts);
    // This constraint has more literals than are tabulated.
    let long = of("amo:sequential", &at_most_one(40));
    assert_eq!(long[38], "s[39,1]: at least 1 of x1 … x39");
    assert_eq!(of("amo:ladder", &at_most_one(3))[1], "none[2]: none of x1, x2");
    let at_least_2 = stated(4, &|model, lits| model.cardinality("", lits, Relation::AtLeast, 2));
    let halves = of("card:totalizer", &at_least_2);
    assert!(halves.contains(&"t[3..4,2]: all of x3, x4".to_owned()), "{halves:?}");
    let odd = stated(5, &|model, lits| model.parity("", lits, Parity::Odd));
    assert_eq!(of("xor:chain-3", &odd)[1], "odd[3]: an odd number of x1, x2, x3");
    let columns = of("amo:product", &at_most_one(9));
    assert_eq!(columns[0], "a1: at least 1 of x1, x4, x7");
}

#[test]
fn more_clauses_than_wanted_are_not_spelled() {
    let mut model = Model::new();
    let lits: Vec<_> = (1..=5).map(|number| model.labelled_variable(number)).collect();
    model.at_most_one("", lits);
    let spelled = |most| {
        spell(&model, &Encodings::default(), most, &Stop::unlimited()).expect("a form").is_some()
    };
    assert!(spelled(10) && !spelled(9), "pairwise writes 10 clauses");
    let stopped = Stop::unlimited().with_limit(std::time::Duration::ZERO);
    let refusal = spell(&model, &Encodings::default(), 10, &stopped).expect_err("a stop");
    assert_eq!(refusal, EncodeRefusal::Stopped);
}
