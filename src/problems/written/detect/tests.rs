use proptest::prelude::*;

use super::*;

fn numbered(clauses: &[Vec<Literal>]) -> impl Iterator<Item = (u32, &[Literal])> {
    (0..).zip(clauses.iter().map(|clause| &clause[..]))
}

fn cliques(variables: usize, clauses: &[Vec<Literal>]) -> Vec<FoundConstraint> {
    at_most_ones(variables, || numbered(clauses))
}

fn xors(clauses: &[Vec<Literal>]) -> Vec<FoundConstraint> {
    parities(|| numbered(clauses))
}

fn pairwise(lits: &[Literal]) -> Vec<Vec<Literal>> {
    (0..lits.len())
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .map(|(one, other)| vec![-lits[one], -lits[other]])
        .collect()
}

fn direct(variables: &[Literal], parity: Parity) -> Vec<Vec<Literal>> {
    let forbidden = u32::from(parity == Parity::Even);
    let values =
        (0_u32..1 << variables.len()).filter(|values| values.count_ones() % 2 == forbidden);
    let clause = |values: u32| {
        (0..)
            .zip(variables)
            .map(|(bit, &one)| if values >> bit & 1 == 1 { -one } else { one })
            .collect()
    };
    values.map(clause).collect()
}

fn holds(lit: Literal, values: u32) -> bool {
    (values >> (lit.abs() - 1) & 1 == 1) == (lit > 0)
}

fn says(found: &FoundConstraint, values: u32) -> bool {
    let number = found.lits.iter().filter(|&&lit| holds(lit, values)).count();
    match found.kind {
        FoundKind::AtMostOne => number <= 1,
        FoundKind::ExactlyOne => number == 1,
        FoundKind::Parity(parity) => (number % 2 == 1) == (parity == Parity::Odd),
    }
}

fn is_the_same(variables: usize, clauses: &[Vec<Literal>], found: &[FoundConstraint]) -> bool {
    let replaced: Vec<u32> = found.iter().flat_map(|found| found.clauses.clone()).collect();
    let solves = |clause: &[Literal], values| clause.iter().any(|&lit| holds(lit, values));
    (0..1 << variables).all(|values| {
        let before = clauses.iter().all(|clause| solves(clause, values));
        let after = numbered(clauses)
            .filter(|(number, _)| !replaced.contains(number))
            .map(|(_, clause)| solves(clause, values))
            .chain(found.iter().map(|found| says(found, values)))
            .into_iter()
            .all(|holds| holds);
        before == after
    })
}

#[test]
fn cliques_are_at_most_ones_and_clauses_over_them_exactly_ones() {
    let mut clauses = pairwise(&[1, -2, 3, 4]);
    clauses.extend([vec![-1, -5], vec![-4, -3], vec![5, 6, -7]]);
    assert_eq!(
        cliques(7, &clauses),
        [FoundConstraint {
            kind: FoundKind::AtMostOne,
            lits: vec![1, -2, 3, 4],
            clauses: vec![0, 1, 2, 3, 4, 5, 7]
        }]
    );
    clauses.push(vec![4, 3, 1, -2]);
    let found = cliques(7, &clauses);
    assert_eq!((found.len(), found[0].kind), (1, FoundKind::ExactlyOne));
    assert_eq!(found[0].clauses, [0, 1, 2, 3, 4, 5, 7, 9]);
}

#[test]
fn cliques_may_share_pairs() {
    let mut clauses = pairwise(&[1, 2, 3, 4, 5]);
    clauses.push(vec![1, 2, 3, 4]);
    let found = cliques(5, &clauses);
    assert_eq!(
        found.iter().map(|found| (found.kind, found.lits.len())).collect::<Vec<_>>(),
        [(FoundKind::ExactlyOne, 4), (FoundKind::AtMostOne, 5)]
    );
    let clauses = [pairwise(&[1, 2, 3, 4, 5]), pairwise(&[4, 5, 6, 7, 8, 9])].concat();
    let mut lits: Vec<_> = cliques(9, &clauses).into_iter().map(|found| found.lits).collect();
    lits.sort();
    assert_eq!(lits, [vec![1, 2, 3, 4, 5], vec![4, 5, 6, 7, 8, 9]]);
}

#[test]
fn lines_of_a_board_are_found_whole() {
    const N: i32 = 12;
    let cell = |row: i32, column: i32| row * N + column + 1;
    let mut lines: Vec<Vec<Literal>> = Vec::new();
    for at in 0..N {
        lines.push((0..N).map(|other| cell(at, other)).collect());
        lines.push((0..N).map(|other| cell(other, at)).collect());
    }
    for at in 0..2 * N {
        let cells = (0..N).flat_map(|row| (0..N).map(move |column| (row, column)));
        lines.push(
            cells
                .clone()
                .filter(|(row, column)| row + column == at)
                .map(|(row, column)| cell(row, column))
                .collect(),
        );
        lines.push(
            cells
                .filter(|(row, column)| row + N - column == at)
                .map(|(row, column)| cell(row, column))
                .collect(),
        );
    }
    let clauses: Vec<Vec<Literal>> = lines.iter().flat_map(|line| pairwise(line)).collect();
    let found = cliques(144, &clauses);
    let is_found = |line: &&Vec<Literal>| {
        line.len() < 5 || found.iter().any(|found| line.iter().all(|lit| found.lits.contains(lit)))
    };
    assert_eq!(lines.iter().find(|line| !is_found(line)), None);
    assert!(found.len() <= lines.len(), "{} of {}", found.len(), lines.len());
    let replaced: usize = found.iter().map(|found| found.clauses.len()).sum();
    assert!(replaced + 10 > clauses.len(), "{replaced} of {}", clauses.len());
}

#[test]
fn odd_clauses_are_left_alone() {
    let clauses = [
        vec![1, -1],
        vec![2, 2],
        vec![],
        vec![0, 1],
        vec![Literal::MIN, 3],
        vec![9, 1],
        vec![9, 2],
        vec![-1, -2, 9, 9, 3],
    ];
    assert_eq!(cliques(3, &clauses), []);
    assert_eq!(xors(&clauses), []);
    assert_eq!(cliques(0, &[]), []);
}

#[test]
fn parities_are_found_with_clauses_that_repeat() {
    for length in 2..=LONGEST_PARITY {
        for parity in [Parity::Even, Parity::Odd] {
            let variables: Vec<Literal> = (1..).take(length).collect();
            let mut clauses = direct(&variables, parity);
            clauses.iter_mut().step_by(2).for_each(|clause| clause.reverse());
            clauses.push(clauses[0].clone());
            let numbers = (0..).take(clauses.len()).collect();
            assert_eq!(
                xors(&clauses),
                [FoundConstraint {
                    kind: FoundKind::Parity(parity),
                    lits: variables,
                    clauses: numbers
                }]
            );
            clauses.remove(1);
            clauses.push(clauses[0].iter().map(|lit| lit.abs() + 1).collect());
            assert_eq!(xors(&clauses), []);
        }
    }
    assert_eq!(xors(&[vec![1, 2], vec![-1, -2], vec![-2, 1], vec![2, -1]]).len(), 2);
}

fn clauses(longest: usize) -> impl Strategy<Value = Vec<Vec<Literal>>> {
    let lit = (1..=6_i32, any::<bool>())
        .prop_map(|(variable, sign)| if sign { variable } else { -variable });
    prop::collection::vec(prop::collection::vec(lit, 1..=longest), 0..40)
}

proptest! {
    #[test]
    fn nothing_is_lost_or_added(mut clauses in clauses(4), negative in clauses(2)) {
        clauses.extend(negative.iter().map(|clause| clause.iter().map(|lit| -lit.abs()).collect()));
        let cliques = cliques(6, &clauses);
        prop_assert!(is_the_same(6, &clauses, &cliques));
        let xors = xors(&clauses);
        prop_assert!(is_the_same(6, &clauses, &xors));
        let both = [cliques, xors].concat();
        prop_assert!(is_the_same(6, &clauses, &both));
    }

    #[test]
    fn what_was_written_is_found(
        sets in prop::collection::vec(prop::sample::subsequence((1..=30).collect::<Vec<Literal>>(), 3..=12), 1..5),
        exact in any::<bool>(),
    ) {
        // The sets are disjoint, so that nothing else can be found.
        let apart = |(number, set): (Literal, &Vec<Literal>)| set.iter().map(|lit| (lit + 30 * number) * if lit % 3 == 0 { -1 } else { 1 }).collect();
        let sets: Vec<Vec<Literal>> = (0..).zip(&sets).map(apart).collect();
        let mut clauses: Vec<Vec<Literal>> = sets.iter().flat_map(|set| pairwise(set)).collect();
        if exact {
            clauses.extend(sets.iter().cloned());
        }
        let mut found: Vec<Vec<Literal>> = cliques(150, &clauses).into_iter().map(|found| found.lits).collect();
        found.iter_mut().for_each(|set| set.sort_unstable_by_key(|lit| lit.abs()));
        found.sort_by_key(|set| set[0].abs());
        prop_assert_eq!(found, sets);
    }

    #[test]
    fn parities_that_were_written_are_found(
        sets in prop::collection::btree_set(prop::collection::btree_set(1..=9_i32, 2..=LONGEST_PARITY), 1..6),
        odd in any::<bool>(),
    ) {
        let parity = if odd { Parity::Odd } else { Parity::Even };
        let sets: Vec<Vec<Literal>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
        let clauses: Vec<Vec<Literal>> = sets.iter().flat_map(|set| direct(set, parity)).collect();
        let mut found: Vec<Vec<Literal>> = xors(&clauses).into_iter().map(|found| found.lits).collect();
        found.sort();
        prop_assert_eq!(found, sets);
    }
}
