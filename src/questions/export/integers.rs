//! Rows over the binary digits of a file's integers, as rows over the integers.
//!
//! A model states an integer x as least + Σ 2^i·bᵢ, or as least·s + Σ 2^i·bᵢ with a selector s if x
//! may also be 0. A row with f·2^i·bᵢ for all digits has f·x instead. A weight above the degree of
//! a row may have been reduced to it: in Σ weight·literal ≥ degree with positive weights, it makes
//! no difference whether a weight is the degree or more.

use std::collections::{BTreeSet, HashMap};

use crate::linear::{Row, Sum, Term};
use crate::model::{IntegerVariable, Model, Relation};

/// The integers of the file that a model states.
pub(super) struct FileIntegers<'m> {
    pub list: &'m [IntegerVariable],
    /// The index in `list` of the integer to which a variable belongs. Variables are numbered from
    /// 0.
    owners: HashMap<usize, usize>,
    /// The atom of the first integer; the others follow.
    first: usize,
}

impl<'m> FileIntegers<'m> {
    /// Returns the integers of a model. Their atoms follow those of the model's variables.
    pub fn of(model: &'m Model) -> FileIntegers<'m> {
        let list = model.named_integers();
        let parts =
            (0..).zip(list).flat_map(|(place, one)| one.parts().map(move |part| (part, place)));
        FileIntegers { list, owners: parts.collect(), first: model.labels().len() }
    }

    /// Returns the integer to which a variable belongs. The variable is numbered from 0.
    pub fn owner(&self, variable: usize) -> Option<&'m IntegerVariable> {
        Some(&self.list[*self.owners.get(&variable)?])
    }

    /// Returns the number of variables that belong to integers.
    pub fn parts(&self) -> usize {
        self.owners.len()
    }

    /// Returns the atom of the integer with this index.
    pub fn atom(&self, place: usize) -> usize {
        self.first + place
    }

    /// Returns an equivalent row in which integers replace their digits, as far as possible. The
    /// row is over variables of the model. Returns it unchanged if a number would need more than 64
    /// bits.
    pub fn join(&self, row: Row<i64, usize>) -> Row<i64, usize> {
        let atoms = row.sum.atoms().iter();
        let places: BTreeSet<usize> =
            atoms.filter_map(|atom| self.owners.get(atom)).copied().collect();
        if places.is_empty() { row } else { self.try_join(&row, places).unwrap_or(row) }
    }

    /// Returns the row in which the integers `places` replace their digits, as far as possible.
    /// Returns `None` if a number would need more than 64 bits.
    fn try_join(&self, row: &Row<i64, usize>, places: BTreeSet<usize>) -> Option<Row<i64, usize>> {
        let mut joiner = Joiner::new(row);
        for place in places {
            joiner.join(&self.list[place], self.atom(place));
        }
        let terms: Option<Vec<Term<i64, usize>>> = joiner
            .terms
            .into_iter()
            .filter(|term| term.1 != 0)
            .map(|(atom, weight)| Some(Term { weight: i64::try_from(weight).ok()?, atom }))
            .collect();
        let bound = i64::try_from(joiner.bound).ok()?;
        Some(Row { sum: Sum::from_terms(terms?), relation: row.relation, bound })
    }

    /// Returns whether a row is over a single integer, perhaps with its selector, and all values of
    /// the integer satisfy it.
    pub fn is_implied(&self, row: &Row<i64, usize>) -> bool {
        let mut atoms = row.sum.atoms().iter().filter_map(|atom| atom.checked_sub(self.first));
        let Some(place) = atoms.next().filter(|&place| place < self.list.len()) else {
            return false;
        };
        let IntegerVariable { domain, first, .. } = &self.list[place];
        let selector = domain.has_zero.then(|| first - 1);
        let is_own = |atom: &usize| *atom == self.atom(place) || Some(*atom) == selector;
        let holds = |value: i64, selected: bool| {
            let terms = row.sum.terms().map(|Term { weight, atom }| {
                let value = if Some(atom) == selector { selected.into() } else { value };
                i128::from(weight) * i128::from(value)
            });
            row.relation.holds(terms.sum::<i128>(), row.bound.into())
        };
        row.sum.atoms().iter().all(is_own)
            && domain.least <= domain.largest
            && holds(domain.least, true)
            && holds(domain.largest, true)
            && (!domain.has_zero || holds(0, false))
    }
}

/// A row in which integers are replacing their digits.
struct Joiner {
    relation: Relation,
    /// The atoms with their weights, in the order of the row.
    terms: Vec<(usize, i128)>,
    /// The index in `terms` of each atom.
    places: HashMap<usize, usize>,
    bound: i128,
    /// The least weight of true literals if all weights are made positive; `None` for an equation.
    degree: Option<i128>,
}

impl Joiner {
    fn new(row: &Row<i64, usize>) -> Joiner {
        let terms: Vec<(usize, i128)> =
            row.sum.terms().map(|Term { weight, atom }| (atom, weight.into())).collect();
        let bound = i128::from(row.bound);
        let total = |is_positive: bool| -> i128 {
            let weights = terms.iter().map(|term| term.1);
            weights.filter(|weight| (*weight > 0) == is_positive).sum()
        };
        let degree = match row.relation {
            Relation::AtLeast => Some(bound - total(false)),
            Relation::AtMost => Some(total(true) - bound),
            Relation::Exactly => None,
        };
        let places = terms.iter().map(|term| term.0).zip(0..).collect();
        Joiner { relation: row.relation, terms, places, bound, degree }
    }

    fn weight(&self, atom: usize) -> i128 {
        self.places.get(&atom).map_or(0, |&place| self.terms[place].1)
    }

    /// Returns the weight, or the degree with its sign if the weight is above it.
    fn reduced(&self, weight: i128) -> i128 {
        self.degree.map_or(weight, |degree| weight.clamp(-degree, degree))
    }

    /// Replaces the digits of an integer by its atom, if they have the weights of a multiple of it.
    fn join(&mut self, integer: &IntegerVariable, atom: usize) {
        let Some(factor) = self.factor(integer) else { return };
        let selector = integer.domain.has_zero.then(|| integer.first - 1);
        for (part, (weight, _)) in integer.parts().zip(integer.terms()) {
            let (known, full) = (self.weight(part), factor * i128::from(weight));
            let is_whole = self.reduced(known) == self.reduced(full);
            if is_whole
                && (self.relation == Relation::AtLeast) == (full < 0)
                && self.degree.is_some()
            {
                self.bound += full - known;
            }
            let rest = if is_whole { 0 } else { known - full };
            debug_assert!(rest == 0 || Some(part) == selector, "digits have their weights");
            match self.places.get(&part) {
                Some(&place) => self.terms[place].1 = rest,
                None => self.terms.push((part, rest)),
            }
        }
        self.bound += factor * i128::from(integer.domain.base());
        self.terms.push((atom, factor));
    }

    /// Returns the factor by which an integer is multiplied in the row. Returns `None` if its
    /// digits have other weights than those of a multiple.
    fn factor(&self, integer: &IntegerVariable) -> Option<i128> {
        let is_true = self.degree.is_some_and(|degree| degree <= 0);
        let mut terms = integer.parts().zip(integer.terms().map(|term| i128::from(term.0)));
        let has_digits = integer.domain.digits() > 0;
        let first = terms.nth(usize::from(integer.domain.has_zero && has_digits))?;
        let factor = self.weight(first.0) / first.1;
        let is_multiple = |(part, step): (usize, i128)| {
            self.reduced(self.weight(part)) == self.reduced(factor * step)
        };
        (!is_true && factor != 0 && is_multiple(first) && terms.all(is_multiple)).then_some(factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::IntegerDomain;

    /// Returns a model with the integers x in -3..2, with three digits, and y, which is 0 or in
    /// 4..5, with a selector and a digit.
    fn model() -> Model {
        let mut model = Model::new();
        (0..6).for_each(|number| {
            model.labelled_variable(number);
        });
        for (name, first, least, largest, has_zero) in
            [("x", 2, -3, 2, false), ("y", 5, 4, 5, true)]
        {
            let domain = IntegerDomain { least, largest, has_zero };
            model.name_integer(IntegerVariable { name: name.into(), domain, first });
        }
        model
    }

    fn row(terms: &[(i64, usize)], relation: Relation, bound: i64) -> Row<i64, usize> {
        let terms = terms.iter().map(|&(weight, atom)| Term { weight, atom });
        Row { sum: Sum::from_terms(terms), relation, bound }
    }

    #[test]
    fn rows_over_digits_become_rows_over_integers() {
        use Relation::{AtLeast, AtMost, Exactly};
        let model = model();
        let integers = FileIntegers::of(&model);
        for (before, after) in [
            // 2 x + b = 1.
            (
                row(&[(2, 1), (4, 2), (8, 3), (1, 0)], Exactly, 7),
                row(&[(1, 0), (2, 6)], Exactly, 1),
            ),
            // x >= 0, whose highest weight was reduced.
            (row(&[(1, 1), (2, 2), (3, 3)], AtLeast, 3), row(&[(1, 6)], AtLeast, 0)),
            // x <= 1: 3 of the 7 steps may not be missing.
            (row(&[(1, 1), (2, 2), (3, 3)], AtMost, 3), row(&[(1, 6)], AtMost, 1)),
            // Of y, with its selector.
            (row(&[(4, 4), (1, 5), (1, 0)], AtMost, 4), row(&[(1, 0), (1, 7)], AtMost, 4)),
            // y with another weight of its selector.
            (row(&[(1, 5), (-1, 4)], AtMost, 0), row(&[(-5, 4), (1, 7)], AtMost, 0)),
            // A product has one digit.
            (row(&[(1, 1), (1, 0)], AtMost, 1), row(&[(1, 1), (1, 0)], AtMost, 1)),
        ] {
            assert_eq!(integers.join(before.clone()), after, "{before:?}");
            for number in 0..1 << 6 {
                let bit = |atom: usize| number >> atom & 1;
                let x = -3 + bit(1) + 2 * bit(2) + 4 * bit(3);
                let y = 4 * bit(4) + bit(5);
                let value =
                    |atom: usize| [x, y].get(atom.wrapping_sub(6)).copied().unwrap_or(bit(atom));
                let holds = |row: &Row<i64, usize>| {
                    let terms = row.sum.terms().map(|term| term.weight * value(term.atom));
                    row.relation.holds(terms.sum::<i64>(), row.bound)
                };
                assert_eq!(holds(&before), holds(&after), "{before:?} and {number:b}");
            }
        }
    }

    #[test]
    fn ranges_follow_from_bounds() {
        use Relation::{AtLeast, AtMost};
        let model = model();
        let integers = FileIntegers::of(&model);
        for (terms, relation, bound, is_implied) in [
            (&[(1, 6)][..], AtMost, 2, true),
            (&[(1, 6)], AtMost, 1, false),
            (&[(-2, 6)], AtLeast, -4, true),
            (&[(1, 7), (-5, 4)], AtMost, 0, true),
            (&[(1, 7), (-4, 4)], AtLeast, 0, true),
            (&[(1, 7), (-4, 4)], AtMost, 0, false),
            (&[(1, 6), (1, 0)], AtMost, 9, false),
            (&[(1, 6), (1, 7)], AtMost, 9, false),
            (&[], AtMost, 0, false),
        ] {
            assert_eq!(integers.is_implied(&row(terms, relation, bound)), is_implied, "{terms:?}");
        }
    }
}
