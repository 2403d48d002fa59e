//! The division of literals into lines. A line is a set of literals of which at most one is true.
//!
//! Literals that exclude each other belong together: Reeves et al. (AAAI 2025) found their best
//! orders by looking for at-most-ones first (PAMO). Bofill, Coll, Nightingale, Suy, Ulrich-Oltean
//! and Villaret (SAT encodings for pseudo-Boolean constraints together with at-most-one
//! constraints, AIJ 2022) treat a line as one term of a sum, PB(AMO), and call the lines an AMO
//! partition.
//!
//! The at-most-ones are those of the model and the cliques of its binary clauses. The division is
//! greedy. First, at-most-ones of the model with at least two remaining literals become lines, the
//! longest first. Then a clique is grown from each remaining literal, in the order of the literals.
//! If an objective is maximised, the negations of literals often exclude each other. Then at most
//! one literal of a line is *false* instead of true. Lines with at most one true literal and lines
//! with at most one false literal are grown one kind after the other. The kind with more pairs that
//! exclude each other comes first.
//!
//! An at-most-one is not found if the model expresses it with auxiliary variables. Lines are not
//! taken from cardinality constraints. If a cardinality constraint were encoded along a line taken
//! from itself, its encoding would rely on itself.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarrel_encodings::cardinality::ExclusiveGroup;

use super::lists::Lists;
use super::to_rustsat;
use crate::model::{Constraints, Lit, Model, Statement, narrow, widen};

/// The literals of a model that exclude each other, and the constraints that demand a true literal.
/// All lists are indexed by the [`code`] of a literal.
pub(super) struct AtMostOnes<'a> {
    constraints: &'a Constraints,
    /// For each literal, the indices of the at-most-ones and exactly-ones of at least two literals
    /// that contain it.
    stated: Lists,
    /// For each literal, the codes of the literals that cannot be true together with it, because of
    /// a binary clause.
    excluded: Lists,
    /// For each literal, the indices of the clauses and exactly-ones that begin with it. These
    /// constraints demand a true literal.
    demanded: Lists,
    /// For each literal, its position, from 1, in the list that is being divided; 0 if it is not in
    /// this list.
    places: RefCell<Vec<u32>>,
}

/// A function that finds the entries of lists that come from one constraint. Its arguments are the
/// index of the constraint, the constraint's statement, and a function to call for each entry. That
/// function receives the index of the list and the entry.
type EntrySource = dyn Fn(u32, Statement, &mut dyn FnMut(usize, u32));

/// A set of literals of which at most one is true, or of which at most one is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExclusiveLine {
    /// The literals, each with its number of occurrences.
    pub lits: Vec<(Lit, usize)>,
    /// Whether at most one literal is false. If this is false, at most one literal is true.
    pub negated: bool,
    /// Whether it is known that one literal is true, and so exactly one. For a line with `negated`,
    /// whether it is known that one literal is false, and so exactly one.
    pub certain: bool,
}

impl ExclusiveLine {
    /// Yields each literal as often as it occurs.
    pub fn repeated(&self) -> impl Iterator<Item = Lit> {
        self.lits.iter().flat_map(|&(lit, times)| std::iter::repeat_n(lit, times))
    }

    /// Returns the line in the format that encodings read: a group of terms that exclude each
    /// other, with their numbers of occurrences. If the line is negated, the terms are the
    /// negations of its literals, and the group is marked as negated. If the line is certain, the
    /// group is certain to have a true term.
    pub fn to_group(&self) -> ExclusiveGroup {
        let lits = self
            .lits
            .iter()
            .map(|&(lit, times)| (to_rustsat(signed(lit, self.negated)), times))
            .collect();
        ExclusiveGroup { lits, negated: self.negated, certain: self.certain }
    }
}

/// Returns the index of a literal in lists: twice the variable, plus 1 if the literal is negated.
fn code(lit: Lit) -> usize {
    2 * lit.variable() + usize::from(lit.is_negated())
}

fn signed(lit: Lit, negated: bool) -> Lit {
    if negated { !lit } else { lit }
}

impl AtMostOnes<'_> {
    /// Collects two kinds of facts from a model: the literals that exclude each other, and the
    /// constraints that demand a true literal. The constraints are the nonempty clauses and the
    /// exactly-ones. Literals exclude each other only by at-most-ones and exactly-ones of at least
    /// two literals, and by binary clauses. Treats the constraints of an origin as if they always
    /// held, although they can be conditional.
    pub fn from_model(model: &Model) -> AtMostOnes<'_> {
        let constraints = model.constraints();
        let codes = 2 * model.labels().len();
        let lists = |entries_of: &EntrySource| {
            Lists::from_entries(codes, |add_entry| {
                for (place, statement) in constraints.statements().enumerate() {
                    entries_of(narrow(place), statement, add_entry);
                }
            })
        };
        let stated = lists(&|place, statement, add_entry| {
            if let Statement::AtMostOne(lits) | Statement::ExactlyOne(lits) = statement
                && lits.len() > 1
            {
                lits.iter().for_each(|&lit| add_entry(code(lit), place));
            }
        });
        let excluded = lists(&|_, statement, add_entry| {
            if let Statement::Clause(&[one, other]) = statement {
                add_entry(code(!one), narrow(code(!other)));
                add_entry(code(!other), narrow(code(!one)));
            }
        });
        let demanded = lists(&|place, statement, add_entry| {
            if let Statement::Clause(&[first, ..]) | Statement::ExactlyOne(&[first, ..]) = statement
            {
                add_entry(code(first), place);
            }
        });
        AtMostOnes { constraints, stated, excluded, demanded, places: vec![0; codes].into() }
    }

    /// Divides literals into lines. At most one literal of a line is true or, for a negated line,
    /// false. The lines are ordered by their first literals in `lits`, and the literals of a line
    /// are in this order, too. A repeated literal appears once, with its number of occurrences. A
    /// literal is a line of its own if it excludes no other literal, or if all literals that it
    /// excludes are in other lines. `lits` must contain only literals of the model, and never both
    /// a literal and its negation. A line of several literals is certain if a constraint demands
    /// one of these literals to be true (if negated, false) and has no other literals.
    pub fn divide(&self, lits: &[Lit]) -> Vec<ExclusiveLine> {
        let mut places = self.places.borrow_mut();
        let mut items: Vec<(Lit, usize)> = Vec::new();
        for &lit in lits {
            match places[code(lit)] {
                0 => {
                    items.push((lit, 1));
                    places[code(lit)] = narrow(items.len());
                }
                place => items[widen(place) - 1].1 += 1,
            }
        }
        let lines = LineDivision {
            all: self,
            items: &items,
            places: &places,
            line: vec![None; items.len()],
        }
        .divide();
        lits.iter().for_each(|&lit| places[code(lit)] = 0);
        lines
    }
}

/// A division of literals into lines that is not yet finished.
struct LineDivision<'a> {
    all: &'a AtMostOnes<'a>,
    /// The literals without repetitions, each with its number of occurrences.
    items: &'a [(Lit, usize)],
    /// For each literal, its position, from 1, in `items`; 0 if it is not among them.
    places: &'a [u32],
    /// For each item (an index in `items`): the first item of its line, and whether at most one
    /// literal of the line is false instead of true. The entry is `None` if the item is in no line
    /// yet.
    line: Vec<Option<(u32, bool)>>,
}

impl LineDivision<'_> {
    /// Divides the literals, first by at-most-ones of the model, then by cliques of binary clauses.
    /// Usually, cliques with at most one true literal are made before cliques with at most one
    /// false literal. The order is reversed if more pairs of negations than pairs of literals
    /// exclude each other. Returns the lines in the order of their first items.
    fn divide(mut self) -> Vec<ExclusiveLine> {
        self.add_stated();
        let pairs = [false, true].map(|negated| self.pairs(negated));
        let first = pairs[1] > pairs[0];
        for negated in [first, !first] {
            if pairs[usize::from(negated)] > 0 {
                self.add_cliques(negated);
            }
        }
        self.into_lines()
    }

    /// Returns the item of the literal with the code `lit`. If `negated` is true, returns the item
    /// of the negation of this literal. Returns `None` if the literal is not divided here.
    fn item(&self, lit: usize, negated: bool) -> Option<u32> {
        self.places[lit ^ usize::from(negated)].checked_sub(1)
    }

    /// Returns whether an item is in no line yet.
    fn is_left(&self, item: u32) -> bool {
        self.line[widen(item)].is_none()
    }

    /// Makes a line of these items. Does nothing if there are none.
    fn add_line(&mut self, items: &[u32], negated: bool) {
        let Some(&first) = items.iter().min() else { return };
        items.iter().for_each(|&item| self.line[widen(item)] = Some((first, negated)));
    }

    /// Makes lines from at-most-ones and exactly-ones of the model that contain the items, and
    /// negated lines from those that contain the items' negations. The next line is always made
    /// from the constraint with the most remaining items. If several have the most, the first of
    /// them in the model is used. Constraints with fewer than two remaining items make no line.
    fn add_stated(&mut self) {
        let mut memberships: Vec<(u32, bool, u32)> = Vec::new();
        for (item, &(lit, _)) in (0..).zip(self.items) {
            for negated in [false, true] {
                let stated = self.all.stated.list(code(signed(lit, negated)));
                memberships.extend(stated.iter().map(|&place| (place, negated, item)));
            }
        }
        memberships.sort_unstable();
        let sets: Vec<&[(u32, bool, u32)]> = memberships
            .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
            .filter(|set| set.len() > 1)
            .collect();
        let mut queue: BinaryHeap<(usize, Reverse<usize>)> =
            sets.iter().enumerate().map(|(place, set)| (set.len(), Reverse(place))).collect();
        while let Some((length, Reverse(place))) = queue.pop() {
            let left: Vec<u32> = sets[place]
                .iter()
                .map(|&(.., item)| item)
                .filter(|&item| self.is_left(item))
                .collect();
            if left.len() == length {
                self.add_line(&left, sets[place][0].1);
            } else if left.len() > 1 {
                queue.push((left.len(), Reverse(place)));
            }
        }
    }

    /// Yields the remaining items whose literals cannot be true together with the literal of
    /// `item`, because of a binary clause. If `negated` is true, yields the items whose literals
    /// cannot be false together with the literal of `item`. Yields an item once for each such
    /// clause.
    fn neighbours(&self, item: u32, negated: bool) -> impl Iterator<Item = u32> {
        let lit = signed(self.items[widen(item)].0, negated);
        self.all
            .excluded
            .list(code(lit))
            .iter()
            .filter_map(move |&other| self.item(widen(other), negated))
            .filter(move |&other| other != item && self.is_left(other))
    }

    /// Returns twice the number of pairs of remaining literals that exclude each other. If
    /// `negated` is true, counts the pairs of literals whose negations exclude each other instead.
    /// A pair counts once for each clause that excludes it.
    fn pairs(&self, negated: bool) -> usize {
        (0..narrow(self.items.len()))
            .filter(|&item| self.is_left(item))
            .map(|item| self.neighbours(item, negated).count())
            .sum()
    }

    /// Makes lines from cliques of binary clauses. The lines are negated if `negated` is true. A
    /// clique grows greedily from each remaining item, in the order of the items, and contains only
    /// remaining items. A clique of one item makes no line. So an item stays without a line if no
    /// other remaining item excludes it.
    fn add_cliques(&mut self, negated: bool) {
        // For each item, the sum of `mark` and the number of literals of the current clique that
        // exclude the item. `mark` is at least as large as all values that earlier cliques left in
        // the list.
        let mut known = vec![0_u32; self.items.len()];
        let mut mark = 0_u32;
        for item in 0..narrow(self.items.len()) {
            if !self.is_left(item) {
                continue;
            }
            let near: Vec<u32> = self.neighbours(item, negated).collect();
            near.iter().for_each(|&other| known[widen(other)] = mark + 1);
            let mut clique = vec![item];
            for other in near {
                let number = mark + narrow(clique.len());
                if known[widen(other)] != number {
                    continue;
                }
                clique.push(other);
                for third in self.neighbours(other, negated) {
                    // If several clauses exclude the same pair, the pair counts once.
                    if known[widen(third)] == number {
                        known[widen(third)] = number + 1;
                    }
                }
            }
            mark += narrow(clique.len()) + 1;
            if clique.len() > 1 {
                self.add_line(&clique, negated);
            }
        }
    }

    /// Returns whether a constraint demands that one of the literals of a line is true (for a
    /// negated line, false). All literals of the constraint must be in the line. Considers only
    /// constraints that begin with `lit` (for a negated line, with its negation). `line` is the
    /// entry in [`LineDivision::line`]. Returns `false` if `line` is `None`.
    fn is_certain(&self, line: Option<(u32, bool)>, lit: Lit) -> bool {
        let Some((_, negated)) = line else { return false };
        self.all.demanded.list(code(signed(lit, negated))).iter().any(|&place| {
            self.all.constraints.constraint(widen(place)).statement.lits().iter().all(|&other| {
                self.item(code(other), negated).is_some_and(|item| self.line[widen(item)] == line)
            })
        })
    }

    /// Returns the lines in the order of their first items. Finds out which lines are certain to
    /// have a true literal (for a negated line, a false literal). An item that is in no line
    /// becomes a line of one literal.
    fn into_lines(self) -> Vec<ExclusiveLine> {
        let mut lines: Vec<ExclusiveLine> = Vec::new();
        // If an item is the first of its line, its entry is the position of the line in `lines`.
        let mut at = vec![0; self.items.len()];
        for (item, (&(lit, times), &line)) in self.items.iter().zip(&self.line).enumerate() {
            let first = line.map_or(item, |(first, _)| widen(first));
            if first == item {
                at[item] = lines.len();
                let negated = line.is_some_and(|(_, negated)| negated);
                lines.push(ExclusiveLine { lits: Vec::new(), negated, certain: false });
            }
            let certain = self.is_certain(line, lit);
            let line = &mut lines[at[first]];
            line.lits.push((lit, times));
            line.certain |= certain;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Relation;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
    }

    fn model(at_most_ones: &[&[i32]], clauses: &[&[i32]]) -> Model {
        let mut model = Model::new();
        (0..9).for_each(|index| _ = model.variable("x", &[index]));
        at_most_ones.iter().for_each(|one| model.at_most_one("amo", lits(one)));
        clauses.iter().for_each(|clause| model.clause("clauses", lits(clause)));
        model
    }

    fn divided(model: &Model, numbers: &[i32]) -> Vec<(Vec<i32>, bool, bool)> {
        let lines = AtMostOnes::from_model(model).divide(&lits(numbers));
        let told = |line: ExclusiveLine| {
            let lits = line.lits.iter().map(|&(lit, _)| lit.dimacs()).collect();
            (lits, line.negated, line.certain)
        };
        lines.into_iter().map(told).collect()
    }

    #[test]
    fn the_longest_stated_line_comes_first_and_then_the_first() {
        let model = model(&[&[1, 2], &[2, 3, 4, 9], &[4, 5, 6, 7]], &[&[2, 3, 4]]);
        let expected = [
            (vec![1, 2], false, false),
            (vec![3], false, false),
            (vec![4, 5, 6, 7], false, false),
            (vec![8], false, false),
        ];
        assert_eq!(divided(&model, &[1, 2, 3, 4, 5, 6, 7, 8]), expected);
    }

    #[test]
    fn cliques_of_clauses_are_lines() {
        let pairs: &[&[i32]] = &[
            &[-1, -2],
            &[-1, -3],
            &[-3, -2],
            &[-2, -3],
            &[-3, -4],
            &[-5, -4],
            &[1, 2, 3],
            &[6, 7],
        ];
        let model = model(&[], pairs);
        let expected =
            [(vec![1, 2, 3], false, true), (vec![4, 5], false, false), (vec![6, 7], true, false)];
        assert_eq!(divided(&model, &[1, 2, 3, 4, 5, 6, 7]), expected);
        let expected = [(vec![-1, -2, -3], true, true), (vec![-4, -5], true, false)];
        assert_eq!(divided(&model, &[-1, -2, -3, -4, -5]), expected);
    }

    #[test]
    fn a_line_rests_on_no_cardinality_constraint() {
        let mut model = model(&[], &[]);
        model.cardinality("c", lits(&[1, 2, 3]), Relation::AtMost, 1);
        model.exactly_one("e", lits(&[4, 5]));
        let expected =
            [(vec![1], false, false), (vec![2], false, false), (vec![4, 5], false, true)];
        assert_eq!(divided(&model, &[1, 2, 4, 5]), expected);
        assert_eq!(divided(&model, &[4]), [(vec![4], false, false)]);
    }

    #[test]
    fn what_stands_several_times_is_told_once() {
        let model = model(&[&[1, 2]], &[]);
        let lines = AtMostOnes::from_model(&model).divide(&lits(&[2, 2, 3, 1, 2]));
        let [x1, x2, x3] = [1, 2, 3].map(Lit::from_dimacs);
        let line = |lits: &[(Lit, usize)]| ExclusiveLine {
            lits: lits.to_vec(),
            negated: false,
            certain: false,
        };
        assert_eq!(lines, [line(&[(x2, 3), (x1, 1)]), line(&[(x3, 1)])]);
    }
}
