use quarrel_encodings::{Clauses, at_most_one, cardinality};

use super::*;
use crate::encode::encode;
use crate::model::{Count, Objective};
use crate::stop::Stop;

fn every(length: usize, bounds: &[usize]) -> Vec<(SizeClass, EncodingRow)> {
    let relations = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];
    let all = bounds
        .iter()
        .flat_map(|&bound| {
            relations.map(|relation| SizeClass::Cardinality(relation, length, bound))
        })
        .chain([SizeClass::AtMostOne(length), SizeClass::Parity(length)]);
    all.flat_map(|likeness| EncodingRow::all().map(move |row| (likeness, row))).collect()
}

#[test]
fn no_constraint_is_larger_than_its_worst() {
    for length in [3, 10, 40, 200] {
        for (likeness, row) in every(length, &[1, length / 2]) {
            let is_direct = row.name() == "direct";
            let Some(extent) = likeness.extent(row).filter(|_| !is_direct) else { continue };
            let length = u128::try_from(length).expect("a small number");
            assert!(extent.clauses <= length * length * WORST, "{row:?}: {extent:?}");
        }
    }
}

#[test]
fn lengths_are_rounded_up_a_little() {
    for number in 0..5_000_usize {
        let rounded = rounded_up(number);
        assert!((number..=number + number / 10 + 1).contains(&rounded), "{number}: {rounded}");
    }
    assert_eq!((rounded_up(16), rounded_up(17)), (16, 17));
}

#[test]
fn what_has_no_room_is_named_and_nothing_is_written() {
    let mut model = Model::new();
    let lits: Vec<_> = (0..3_000).map(|number| model.labelled_variable(number)).collect();
    model.at_most_one("one of many", lits[..2_000].iter().copied());
    model.cardinality("some", lits.iter().copied(), Relation::AtMost, 3);
    let pairwise = Some(&at_most_one::pairwise::ROW);
    let room = Room::Clauses(100_000);
    let of =
        |by_length| Encodings { at_most_one: pairwise, by_length, room, ..Encodings::default() };
    let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
    match encode(&model, &of(false), &mut clauses, &stop).map(drop) {
        Err(EncodeRefusal::NoRoom(why)) => {
            assert_eq!(why.row, "pairwise");
            assert!(why.most.contains("`one of many`, of 2000 literals"), "{why}");
            assert!(why.others.contains("--amo product: "), "{why}");
        }
        other => panic!("{other:?}"),
    }
    assert!(clauses.is_empty());
    assert!(encode(&model, &of(true), &mut clauses, &stop).is_ok());
}

#[test]
fn bounds_that_have_no_room_are_named_and_not_written() {
    let mut model = Model::new();
    let lits: Vec<_> = (0..2_000).map(|number| model.labelled_variable(number)).collect();
    model.optimise(Objective::minimise(Count::new(lits, Vec::new())));
    let encodings = Encodings { room: Room::Clauses(100_000), ..Encodings::default() };
    let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
    let mut formula = encode(&model, &encodings, &mut clauses, &stop).expect("no constraint");
    match formula.bound(1_000, &mut clauses, &stop) {
        Err(EncodeRefusal::NoRoom(why)) => {
            assert!(why.most.contains("a bound on the objective, over 2000 literals"), "{why}");
            assert!(why.others.contains("--card "), "{why}");
        }
        other => panic!("{other:?}"),
    }
    assert!(clauses.is_empty());
    assert!(formula.bound(5, &mut clauses, &stop).is_ok() && clauses.len() <= 100_000);
    assert!(formula.bound(2_000, &mut clauses, &stop).is_ok(), "it bounds nothing");
}

#[test]
fn what_is_foretold_of_a_bound_is_near() {
    let (literals, at_most) = (600, 60);
    for row in cardinality::ALL {
        let mut model = Model::new();
        let lits: Vec<_> = (0..literals).map(|number| model.labelled_variable(number)).collect();
        model.optimise(Objective::minimise(Count::new(lits, Vec::new())));
        let encodings = Encodings { cardinality: Some(row), ..Encodings::default() };
        let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
        let formula = encode(&model, &encodings, &mut clauses, &stop);
        let bounded = formula.and_then(|mut formula| {
            let bound = i64::try_from(at_most).expect("a small number");
            formula.bound(bound, &mut clauses, &stop)
        });
        if bounded.is_err() {
            continue;
        }
        let refused = |most: usize| {
            let room = Room::Clauses(u64::try_from(most).expect("a small number"));
            let counted = CounterForecast { row, literals };
            RoomLeft { room, ..RoomLeft::default() }.refuse_bound(counted, at_most).is_err()
        };
        let written = clauses.len();
        assert!(refused(written / 2 - 1) && !refused(written * 2), "{}: {written}", row.name);
    }
}
