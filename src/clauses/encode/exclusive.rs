//! The bound on two counts that exclude each other on every line of a board.
//!
//! The objective is the lesser of two counts, such as the sizes of two armies of queens, where each
//! line has queens of one colour only. A cell is open to a colour if a queen of this colour can be
//! there. On a line, one of the colours has more open cells than the other. The line has at most as
//! many queens as this colour has open cells there. The sum of these numbers over the lines of one
//! direction bounds both armies together.
//!
//! Two separate counters, one for each army, miss this bound, since both of them count cells that
//! are open to both colours. So a bound on both armies is also encoded as a bound on that sum,
//! redundantly, for each declared partition. The lost cells of a colour on a line are the cells
//! that are open to the colour but have none of its queens. The encoding counts the lost cells of
//! each colour on each line. It takes the [lesser](Minimum) of the two numbers, and adds these
//! lesser numbers of all lines in a chain.

use quarrel_encodings::cardinality::{
    Counter, Leaf, LinkedCounters, Minimum, Totalizer, TotalizerShape,
};

use crate::model::{Lit, Objective};

/// Returns a counter of lost cells. On each line, it counts the false literals of each of the two
/// counts, and takes the lesser of the two numbers. Then it adds the lesser numbers of all lines.
/// If there are several partitions into lines, makes one such counter for each, and links these
/// counters. Returns `None` if the objective is not the lesser of two counts that exclude each
/// other on declared lines. `sum` makes the counter of one count on one line; its argument contains
/// the literals already negated. Writes no clause yet.
pub(super) fn counter(
    objective: &Objective,
    sum: &dyn Fn(&[Lit]) -> Box<dyn Counter>,
) -> Option<Box<dyn Counter>> {
    let Objective::MaximiseLeast(least) = objective else { return None };
    let lines = least.exclusive_lines();
    let counters: Vec<_> = lines.iter().map(|lines| partition_counter(lines, sum)).collect();
    (!counters.is_empty()).then(|| LinkedCounters::link(counters))
}

/// Returns the counter of lost cells along one partition. `lines` has, for each line, the literals
/// of each of the two counts, not negated. The counter takes the lesser number of lost cells on
/// each line, and adds these numbers in a chain. `sum` makes the counter of negated literals.
/// Writes no clause yet.
fn partition_counter(
    lines: &[[&[Lit]; 2]],
    sum: &dyn Fn(&[Lit]) -> Box<dyn Counter>,
) -> Box<dyn Counter> {
    let leaves = lines
        .iter()
        .map(|kinds| Leaf {
            counter: Box::new(Minimum::new(
                kinds.map(|line| sum(&line.iter().map(|&lit| !lit).collect::<Vec<_>>())),
            )),
            odd: None,
        })
        .collect();
    Box::new(Totalizer::from_leaves(leaves, TotalizerShape::Chained))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Decision;
    use crate::encode::{Clauses, Encodings, encode};
    use crate::model::{Count, Model, Partition};
    use crate::solver::Solver;
    use crate::stop::Stop;

    fn model(declared: bool) -> Model {
        let mut model = Model::new();
        let mut kind = |name| (0..6).map(|i| model.variable(name, &[i])).collect::<Vec<_>>();
        let (first, second) = (kind("a"), kind("b"));
        for line in [0..3, 3..6] {
            for (one, other) in line.clone().flat_map(|i| line.clone().map(move |j| (i, j))) {
                model.clause("one kind a line", [!first[one], !second[other]]);
            }
        }
        let count = |lits: Vec<Lit>| {
            let lines = lits.chunks(3).map(<[Lit]>::to_vec).collect();
            Count::new(lits, vec![Partition { name: "rows", lines }])
        };
        let counts = vec![count(first), count(second)];
        model.optimise(Objective::maximise_least(counts, declared.then_some("rows")));
        model
    }

    fn solved(model: &Model, bound: i64, assumed: &[Lit]) -> Decision {
        let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
        let mut formula =
            encode(model, &Encodings::default(), &mut clauses, &stop).expect("a form");
        let demands = formula.bound(bound, &mut clauses, &stop).expect("a form");
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        solver.solve(&[&demands, assumed].concat())
    }

    #[test]
    fn a_declaration_changes_no_answer() {
        for bound in 0..=6 {
            for lit in (-12..=12).filter(|&number| number != 0).map(Lit::from_dimacs) {
                let [declared, not] = [true, false].map(|d| solved(&model(d), bound, &[lit]));
                assert_eq!(declared, not, "at least {bound} each, with {lit}");
                let stated = [true, false].map(|declared| {
                    let mut model = model(declared);
                    model.demand(bound);
                    solved(&model, 0, &[lit])
                });
                assert_eq!(stated, [declared; 2], "at least {bound} each is stated, with {lit}");
            }
        }
    }
}
