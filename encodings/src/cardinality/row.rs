//! An encoding of cardinality constraints as a row of the table, and constraints with a fixed
//! bound.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;
use rustsat::types::constraints::CardConstraint;

use super::counter::{Construct, Counter};
use crate::{Collect, Error, Relation, Total, Writer};

/// An encoding of cardinality constraints.
#[derive(Clone, Copy, Debug)]
pub struct Cardinality {
    /// The name by which [`by_name`](super::by_name) finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The function that makes a counter over literals.
    open: fn(&[Lit]) -> Box<dyn Counter>,
}

impl Cardinality {
    /// Returns the encoding whose counters have the type `C`.
    pub const fn for_counter<C: Construct>(
        name: &'static str,
        citation: &'static str,
        essay: &'static str,
    ) -> Cardinality {
        Cardinality { name, citation, essay, open: |lits| Box::new(C::from_lits(lits)) }
    }

    /// Returns a counter of literals, which has not written any clause yet.
    pub fn counter(&self, lits: &[Lit]) -> Box<dyn Counter> {
        (self.open)(lits)
    }

    /// Writes a constraint with a fixed bound. Takes fresh variables from `variables`, which must
    /// not return a variable of the literals. Bounds that need no counting ("none", "all", "at
    /// least one", "not all") are the same clauses in every encoding. A literal counts as often as
    /// it occurs. A literal and its negation together count as one true literal. Writes the empty
    /// clause if the greatest possible count is less than the bound of "at least" or "exactly".
    /// Also writes it if the least possible count exceeds the bound of "at most" or "exactly". If
    /// the constraint always holds, writes nothing.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause, or if no fresh variable is left (`Error::OutOfMemory`).
    /// The clauses that were written earlier remain.
    pub fn encode(
        &self,
        lits: &[Lit],
        relation: Relation,
        bound: usize,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        encode_with(&self.open, lits, relation, bound, clauses, variables)
    }

    /// Writes a constraint of rustsat ("at most", "at least" or "exactly") as
    /// [`encode`](Cardinality::encode) does. `variables` must not return a variable of the
    /// constraint.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause, or if no fresh variable is left (`Error::OutOfMemory`).
    /// The clauses that were written earlier remain.
    pub fn encode_constraint(
        &self,
        constraint: CardConstraint,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        let ((lits, bound), relation) = match constraint {
            CardConstraint::Ub(constraint) => (constraint.decompose(), Relation::AtMost),
            CardConstraint::Lb(constraint) => (constraint.decompose(), Relation::AtLeast),
            CardConstraint::Eq(constraint) => (constraint.decompose(), Relation::Exactly),
        };
        self.encode(&lits, relation, bound, clauses, variables)
    }
}

/// Writes a constraint as [`Cardinality::encode`] does, by a counter that `open` makes. `open` must
/// return a counter of the given literals that has written nothing yet. Each pair of a literal and
/// its negation reduces the bound by one, and is not passed to `open`. If there are more pairs than
/// the bound, "at least" holds and takes no clause, and the other relations become the empty
/// clause. If the constraint needs no counting, does not call `open`.
///
/// # Errors
///
/// If the collector refuses a clause, or if no fresh variable is left (`Error::OutOfMemory`). The
/// clauses that were written earlier remain.
pub fn encode_with(
    open: &dyn Fn(&[Lit]) -> Box<dyn Counter>,
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    clauses: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), Error> {
    let mut writer = Writer::new(clauses, variables);
    let (lits, pairs) = remove_opposites(lits);
    if bound < pairs {
        return if relation == Relation::AtLeast { Ok(()) } else { writer.lits(&[]) };
    }
    let bound = bound - pairs;
    if write_without_counting(&lits, relation, bound, &mut writer)? {
        return Ok(());
    }
    write(&mut *open(&lits), relation, bound, &mut writer)
}

/// Writes a constraint with a fixed bound, by a counter that has written nothing yet. Promises the
/// bound to the counter. So outputs that are requested later presuppose the constraint. Writes the
/// outputs of the bound as unit clauses. If the counter cannot reach the bound of a constraint "at
/// least" or "exactly", writes the empty clause. An upper bound that is at least the counter's size
/// takes no clause, and neither does a lower bound of 0.
///
/// # Errors
///
/// If the collector refuses a clause, or if no fresh variable is left (`Error::OutOfMemory`).
pub fn write(
    counter: &mut dyn Counter,
    relation: Relation,
    bound: usize,
    writer: &mut Writer,
) -> Result<(), Error> {
    let upper = relation != Relation::AtLeast && bound < counter.size();
    let lower = relation != Relation::AtMost && (1..=counter.size()).contains(&bound);
    if upper {
        counter.promise(bound + 1, false);
    }
    if lower {
        counter.promise(bound, true);
    }
    if relation != Relation::AtLeast {
        let signals = counter.at_most(bound as u128, writer)?;
        signals.into_iter().try_for_each(|signal| writer.clause([signal]))?;
    }
    if relation != Relation::AtMost {
        let signals = counter.at_least(bound as u128, writer)?;
        signals.into_iter().try_for_each(|signal| writer.clause([signal]))?;
    }
    Ok(())
}

/// Writes the constraint if it needs no counting, and returns true. This is so if the constraint
/// always or never holds, or if it demands "none", "all", "at least one" or "not all". A constraint
/// that never holds becomes the empty clause. A constraint that always holds takes no clause. If
/// the constraint needs counting, writes nothing and returns false. The relation "exactly" needs
/// counting for each bound from 1 to the number of literals minus one. Fails if `writer` refuses a
/// clause.
fn write_without_counting(
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    writer: &mut Writer,
) -> Result<bool, Error> {
    let at_most = relation != Relation::AtLeast;
    let at_least = relation != Relation::AtMost;
    let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
    if at_least && bound > lits.len() {
        writer.lits(&[])?;
    } else if at_most && bound == 0 {
        negated.iter().try_for_each(|&lit| writer.lits(&[lit]))?;
    } else if at_least && bound == lits.len() {
        lits.iter().try_for_each(|&lit| writer.lits(&[lit]))?;
    } else if at_most && bound >= lits.len() || !at_most && bound == 0 {
        // The constraint always holds and needs no clause.
    } else if !at_most && bound == 1 {
        writer.lits(lits)?;
    } else if !at_least && bound + 1 == lits.len() {
        writer.lits(&negated)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Returns the literals without pairs of a literal and its negation, and the number of these pairs.
/// The remaining literals keep their order. If a literal occurs more often than its negation, its
/// last occurrences remain.
fn remove_opposites(lits: &[Lit]) -> (Vec<Lit>, usize) {
    let mut sorted: Vec<(Lit, usize)> = lits.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let mut paired = vec![false; lits.len()];
    for of_one in sorted.chunk_by(|(a, _), (b, _)| a.var() == b.var()) {
        let positive = of_one.partition_point(|(lit, _)| *lit == of_one[0].0);
        let (some, others) = of_one.split_at(positive);
        for (&(_, a), &(_, b)) in some.iter().zip(others) {
            paired[a] = true;
            paired[b] = true;
        }
    }
    let left: Vec<Lit> =
        lits.iter().zip(&paired).filter(|(_, paired)| !**paired).map(|(&lit, _)| lit).collect();
    let pairs = (lits.len() - left.len()) / 2;
    (left, pairs)
}

#[cfg(test)]
mod tests {
    use super::super::tests::lits;
    use super::*;

    #[test]
    fn opposites_are_paired_off() {
        let [a, b, c] = lits(3)[..] else { unreachable!("three literals") };
        assert_eq!(remove_opposites(&[a, !b, !a, c, a]), (vec![!b, c, a], 1));
        assert_eq!(remove_opposites(&[a, a, !a, !a]), (vec![], 2));
        assert_eq!(remove_opposites(&[]), (vec![], 0));
    }
}
