//! Two counts of a model that exclude each other along the lines of a board. Armies of queens are
//! an example. A model has this structure if both conditions hold:
//! - The objective is the least of two counts. Or the objective is one count, and a constraint
//!   demands a number of true literals of another count.
//! - For some partitions of the board into lines, no two literals of different counts on the same
//!   line can both be true.
//!
//! Two literals can be excluded by one binary clause over both. They can also be excluded by a
//! third literal, such as the colour of a line: one of the two implies it, and the other forbids
//! it. So the structure is found in both formulations of armies. It is also found if the board has
//! givens or is a rectangle, or if one army has a fixed size.

use std::collections::{HashMap, HashSet};

use crate::model::{Count, Lit, Model, Partition, Relation, Sense, Statement, propagated};
use crate::search::movement::{Item, Movement};
use crate::stop::Stop;

/// Two counts, and partitions of the board into lines. On each line, the two counts exclude each
/// other.
#[derive(Clone, Debug)]
pub struct Exclusion {
    /// The literals of each count, including literals that propagation fixes.
    pub counted: [Vec<Lit>; 2],
    /// The literals of each count that propagation does not fix to false.
    pub sides: [Vec<Item>; 2],
    /// The number of lines of each partition. The partitions are sorted by this number, the
    /// smallest first.
    pub partitions: Vec<usize>,
    /// The numbers of true literals that a bound demands of the two counts.
    pub need: CountNeed,
    /// The symmetries of the model that map the lines of all partitions to lines.
    pub movements: Vec<Movement>,
    /// The literals of each count that propagation fixes to true.
    pub fixed_true: [Vec<Item>; 2],
}

/// The numbers of true literals that a bound demands of two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountNeed {
    /// Both counts must reach the bound, because the objective is the least of both counts.
    Both,
    /// The first count must reach this number at every bound, and the second count must reach the
    /// bound.
    First(u64),
}

impl Exclusion {
    /// Returns the structure of a model. The partitions are sorted by their numbers of lines, the
    /// smallest number first. The two sides have no literals that propagation fixes to false.
    /// Returns `None` in three cases: the objective is minimised, the objective has neither of the
    /// two forms listed at the head of this file, or the counts exclude each other along fewer than
    /// two partitions. Keeps only symmetries that map lines to lines. After a stop, some literals
    /// that propagation would fix can count as not fixed.
    pub fn from_model(model: &Model, stop: &Stop) -> Option<Exclusion> {
        let mut counts = Counts::from_model(model)?;
        let conflicts = ImplicationGraph::from_model(model);
        counts.partitions.retain(|placed| conflicts.exclude(&counts.lits, placed));
        counts.partitions.sort_by_key(|placed| placed.number);
        if counts.partitions.len() < 2 {
            return None;
        }
        let numbers: Vec<usize> = counts.partitions.iter().map(|placed| placed.number).collect();
        let all = [0, 1].map(|side| counts.items(side));
        let movements = model
            .symmetries()
            .iter()
            .filter_map(|symmetry| Movement::from_symmetry(symmetry, &all, &numbers))
            .collect();
        let fixed: HashSet<Lit> = propagated(model, stop).into_iter().map(|(lit, _)| lit).collect();
        let fixed_true = all
            .each_ref()
            .map(|items| items.iter().filter(|item| fixed.contains(&item.lit)).cloned().collect());
        let sides = all.map(|mut items| {
            items.retain(|item| !fixed.contains(&!item.lit));
            items
        });
        let counted = counts.lits;
        Some(Exclusion {
            counted,
            sides,
            partitions: numbers,
            need: counts.need,
            movements,
            fixed_true,
        })
    }

    /// Returns the number of true literals that each count must reach at a bound, in the order of
    /// the counts. A negative bound counts as 0. With [`CountNeed::First`], the number of the first
    /// count does not depend on the bound.
    pub fn needs(&self, bound: i64) -> [u64; 2] {
        // Every count of true literals reaches a negative bound.
        let bound = u64::try_from(bound).unwrap_or(0);
        match self.need {
            CountNeed::Both => [bound, bound],
            CountNeed::First(number) => [number, bound],
        }
    }
}

/// The two counts of a model and their partitions.
struct Counts {
    /// The literals of the first count, and the literals of the second count.
    lits: [Vec<Lit>; 2],
    need: CountNeed,
    /// The partitions in which every literal of both counts is on a line. All other partitions are
    /// left out.
    partitions: Vec<LinePartition>,
}

/// A partition of the literals of both counts into lines.
struct LinePartition {
    /// The number of lines in this partition.
    number: usize,
    /// For each count and each of its literals, the index of the literal's line.
    lines: [Vec<usize>; 2],
}

impl Counts {
    /// Returns the two counts that the objective and its constraints form. The last count of the
    /// objective, or its only one, is the second. Returns `None` if the objective is not to be
    /// maximised. Also returns `None` if the objective is neither the least of two counts nor one
    /// count with a constraint that demands another count. Keeps those partitions of the second
    /// count in which each literal of both counts has a line, even if the counts do not exclude
    /// each other there.
    fn from_model(model: &Model) -> Option<Counts> {
        let objective =
            model.objective().filter(|objective| objective.sense() == Sense::Maximise)?;
        let (first, last, need) = match objective.counts() {
            [first, last] => (first.lits.clone(), last, CountNeed::Both),
            [last] => {
                let (first, number) = disjoint_demand(model, last)?;
                (first, last, CountNeed::First(number))
            }
            _ => return None,
        };
        let lits = [first, last.lits.clone()];
        let partitions = last
            .partitions
            .iter()
            .filter_map(|lines| LinePartition::new(model, lines, &lits))
            .collect();
        Some(Counts { partitions, lits, need })
    }

    /// Returns the literals of a count (0 or 1), in the order of the count. Each literal has its
    /// lines in all partitions.
    fn items(&self, side: usize) -> Vec<Item> {
        self.lits[side]
            .iter()
            .enumerate()
            .map(|(index, &lit)| Item {
                lit,
                lines: self.partitions.iter().map(|placed| placed.lines[side][index]).collect(),
            })
            .collect()
    }
}

impl LinePartition {
    /// Returns the line of each literal of both counts. The line is found by the cell of the
    /// literal's variable, so the literals of one cell are on one line. If `partition` has a cell
    /// on several lines, the last of these lines is used. Returns `None` if a variable of the
    /// partition or of a count has no cell, or if the cell of a count's literal is on no line.
    fn new(model: &Model, partition: &Partition, lits: &[Vec<Lit>; 2]) -> Option<LinePartition> {
        let mut line_of = HashMap::new();
        for (index, line) in partition.lines.iter().enumerate() {
            for lit in line {
                line_of.insert(model.cell(lit.variable())?, index);
            }
        }
        let lines = |lits: &[Lit]| {
            lits.iter()
                .map(|lit| line_of.get(&model.cell(lit.variable())?).copied())
                .collect::<Option<Vec<_>>>()
        };
        Some(LinePartition {
            number: partition.lines.len(),
            lines: [lines(&lits[0])?, lines(&lits[1])?],
        })
    }
}

/// Returns the literals and the demanded number of a cardinality constraint. This is the first one
/// that demands at least or exactly a number of true literals and that has no literal of `count`.
/// It can have the negations of these literals. Returns `None` if there is no such constraint.
fn disjoint_demand(model: &Model, count: &Count) -> Option<(Vec<Lit>, u64)> {
    model.constraints().iter().find_map(|constraint| match constraint.statement {
        Statement::Cardinality(lits, Relation::AtLeast | Relation::Exactly, number)
            if lits.iter().all(|lit| !count.lits.contains(lit)) =>
        {
            Some((lits.to_vec(), number as u64))
        }
        _ => None,
    })
}

/// The literals that each literal implies by a binary clause.
pub(crate) struct ImplicationGraph(HashMap<Lit, HashSet<Lit>>);

impl ImplicationGraph {
    /// Collects the implications of the model's binary clauses, each in both directions. A clause
    /// is used only if it is stated with exactly two literals.
    pub fn from_model(model: &Model) -> ImplicationGraph {
        let mut implied: HashMap<Lit, HashSet<Lit>> = HashMap::new();
        for constraint in model.constraints().iter() {
            if let Statement::Clause(lits) = constraint.statement
                && let [one, other] = lits[..]
            {
                implied.entry(!one).or_default().insert(other);
                implied.entry(!other).or_default().insert(one);
            }
        }
        ImplicationGraph(implied)
    }

    /// Returns whether binary clauses exclude that two literals are both true. They do so directly,
    /// or by a third literal that one of the two implies and the other forbids.
    pub fn conflict(&self, one: Lit, other: Lit) -> bool {
        let (Some(first), Some(second)) = (self.0.get(&one), self.0.get(&other)) else {
            return false;
        };
        first.contains(&!other) || first.iter().any(|lit| second.contains(&!*lit))
    }

    /// Returns a literal for the colour of a line. By binary clauses, each literal of `these`
    /// implies the returned literal, and each literal of `those` implies its negation. If there are
    /// several such literals, returns the least. Returns `None` if there is no such literal, or if
    /// a list is empty.
    pub fn colour(&self, these: &[Lit], those: &[Lit]) -> Option<Lit> {
        let (&this, &that) = these.first().zip(those.first())?;
        let against: HashSet<Lit> = self.implied_by(that).map(|lit| !lit).collect();
        self.implied_by(this)
            .filter(|lit| against.contains(lit))
            .filter(|&lit| self.all_imply(these, lit) && self.all_imply(those, !lit))
            .min()
    }

    /// Returns whether each of the literals implies `wanted` by a binary clause.
    fn all_imply(&self, lits: &[Lit], wanted: Lit) -> bool {
        lits.iter().all(|lit| self.0.get(lit).is_some_and(|implied| implied.contains(&wanted)))
    }

    /// Returns the literals that a literal implies by binary clauses.
    pub fn implied_by(&self, lit: Lit) -> impl Iterator<Item = Lit> {
        self.0.get(&lit).into_iter().flatten().copied()
    }

    /// Returns whether every literal of one count conflicts with every literal of the other count
    /// on the same line, for all lines of the partition. `placed` has the line of each literal in
    /// this partition. A line passes this test if it has literals of only one count, or no
    /// literals.
    fn exclude(&self, lits: &[Vec<Lit>; 2], placed: &LinePartition) -> bool {
        let mut lines = vec![[Vec::new(), Vec::new()]; placed.number];
        for side in [0, 1] {
            for (&lit, &line) in lits[side].iter().zip(&placed.lines[side]) {
                lines[line][side].push(lit);
            }
        }
        let mut literals_by_line = lines.iter();
        literals_by_line.all(|[first, second]| {
            first.iter().all(|&one| second.iter().all(|&other| self.conflict(one, other)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::open_model;

    fn exclusion(
        size: (usize, usize),
        formulation: &str,
        variant: Option<usize>,
    ) -> Option<Exclusion> {
        let variants: &[_] = if variant.is_some() { &[("at-least", variant)] } else { &[] };
        Exclusion::from_model(
            &open_model("armies", size, variants, Some(formulation)),
            &Stop::unlimited(),
        )
    }

    #[test]
    fn armies_exclude_each_other_along_four_partitions_in_every_formulation() {
        for formulation in ["lines", "pairs"] {
            for (size, partitions) in [((4, 4), [4, 4, 7, 7]), ((3, 5), [3, 5, 7, 7])] {
                let found = exclusion(size, formulation, None).expect("armies exclude each other");
                assert_eq!(found.partitions, partitions, "{formulation}");
                assert_eq!(found.needs(7), [7, 7]);
                let cells = size.0 * size.1;
                assert_eq!(found.sides.map(|items| items.len()), [cells, cells]);
            }
            let found = exclusion((4, 4), formulation, Some(3)).expect("armies exclude each other");
            assert_eq!(found.needs(7), [3, 7], "{formulation}");
        }
    }

    #[test]
    fn symmetries_move_lines_to_lines() {
        for (size, variant, number) in [((4, 4), None, 15), ((3, 4), None, 7), ((4, 4), Some(2), 7)]
        {
            let found = exclusion(size, "lines", variant).expect("armies exclude each other");
            assert_eq!(found.movements.len(), number);
            assert_eq!(found.movements.iter().any(|m| m.swaps), variant.is_none());
            let transposing = found.movements.iter().filter(|m| m.partitions[0] == 1).count();
            assert_eq!(transposing, if size.0 == size.1 { number.div_ceil(2) } else { 0 });
        }
    }

    #[test]
    fn nothing_else_that_is_counted_excludes_itself() {
        for name in ["gunport", "abbott-window"] {
            let model = open_model(name, (5, 5), &[], None);
            assert!(Exclusion::from_model(&model, &Stop::unlimited()).is_none(), "{name}");
        }
    }
}
