//! At most, at least or exactly k of n literals are true.
//!
//! A [`Counter`] writes the clauses of an output "at least j" when the output is requested, and no
//! clause twice. So a search can tighten a bound step by step on one solver.
//!
//! [`Cardinality::encode`] states one fixed bound. The output of this bound is a constant, which
//! shortens the clauses to the published size. A literal that occurs twice counts twice.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::writer::{Signal, Writer};
use crate::{Collect, Refusal};

/// Implements `size`, `lits` and `promise` of [`Counter`] by calls to the same methods of a field.
macro_rules! counts_as {
    ($part:ident) => {
        fn size(&self) -> usize {
            self.$part.size()
        }

        fn lits(&self) -> Option<Vec<Lit>> {
            Some(self.$part.lits().to_vec())
        }

        fn promise(&mut self, count: usize, holds: bool) {
            self.$part.promise(count, holds);
        }
    };
}

pub mod adder;
pub mod bdd;
pub mod cardinality_network;
mod cell;
mod excluding;
pub mod k_modulo_totalizer;
pub mod knuth;
mod lesser;
pub mod modulo_totalizer;
mod network;
pub mod odd_even_network;
pub mod pairwise_cardinality_network;
mod prefixes;
pub mod sequential;
mod together;
pub mod totalizer;
mod two_digits;

pub use adder::Adder;
pub use bdd::Bdd;
pub use cardinality_network::CardinalityNetwork;
pub use excluding::{Excluding, Exclusive};
pub use k_modulo_totalizer::KModuloTotalizer;
pub use knuth::Knuth;
pub use lesser::Lesser;
pub use modulo_totalizer::ModuloTotalizer;
pub use network::structure::{Sequence, SortedMerge, SortingNetwork, Which, Wire, WireSource};
pub use odd_even_network::OddEvenNetwork;
pub use pairwise_cardinality_network::PairwiseCardinalityNetwork;
pub use sequential::Sequential;
pub use together::Together;
pub use totalizer::{Addition, LineLeaf, Totalizer};

/// All encodings of cardinality constraints, the default first.
pub const ALL: &[Cardinality] = &[
    totalizer::ROW,
    sequential::ROW,
    knuth::ROW,
    odd_even_network::ROW,
    cardinality_network::ROW,
    pairwise_cardinality_network::ROW,
    modulo_totalizer::ROW,
    k_modulo_totalizer::ROW,
    bdd::ROW,
    adder::ROW,
];

/// The relation between the number of true literals and the bound k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Relation {
    /// At most k literals are true.
    AtMost,
    /// At least k literals are true.
    AtLeast,
    /// Exactly k literals are true.
    Exactly,
}

impl Relation {
    /// Returns `at most`, `at least` or `exactly`.
    pub fn words(self) -> &'static str {
        match self {
            Relation::AtMost => "at most",
            Relation::AtLeast => "at least",
            Relation::Exactly => "exactly",
        }
    }

    /// Returns `<=`, `>=` or `=`.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Exactly => "=",
        }
    }

    /// Returns whether a number has this relation to a bound.
    pub fn holds<N: Ord>(self, number: N, bound: N) -> bool {
        match self {
            Relation::AtMost => number <= bound,
            Relation::AtLeast => number >= bound,
            Relation::Exactly => number == bound,
        }
    }

    /// Returns "at least" for "at most" and vice versa. "Exactly" stays.
    #[must_use]
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::AtMost => Relation::AtLeast,
            Relation::AtLeast => Relation::AtMost,
            Relation::Exactly => Relation::Exactly,
        }
    }
}

/// An encoding of cardinality constraints.
#[derive(Clone, Copy, Debug)]
pub struct Cardinality {
    /// The name by which [`named`] finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The function that makes a counter over literals. It writes no clauses.
    pub counter: fn(&[Lit]) -> Box<dyn Counter>,
}

/// The direction of the implication between an output "at least j" and the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// At least j true literals imply the output.
    Upper,
    /// The output implies that at least j literals are true.
    Lower,
}

/// A counter of true literals, whose outputs "at least j" are written on request. After the
/// collector has refused a clause, the counter must not be used again.
pub trait Counter {
    /// Returns the greatest possible count: the number of literals, if each counts once.
    fn size(&self) -> usize;

    /// Returns literals of which the number of true ones is the count plus the
    /// [`surplus`](Counter::surplus), or `None` if the counter has no such literals.
    fn lits(&self) -> Option<Vec<Lit>> {
        None
    }

    /// Returns the constant by which the number of true literals of [`lits`](Counter::lits) exceeds
    /// the count. With a surplus of s, the output "at least j" means that at least s + j of them
    /// are true.
    fn surplus(&self) -> usize {
        0
    }

    /// Promises, before any request, that at least `count` literals are true (if `holds`), or that
    /// fewer are true (otherwise). The output "at least `count`" may become a constant.
    fn promise(&mut self, count: usize, holds: bool);

    /// Writes the clauses of one implication between the output "at least `count`" and the counted
    /// literals, unless they are written. `count` is from 1 to the size. Returns the output, which
    /// is the same for both sides.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal>;

    /// Returns a signal that implies at most `bound` true literals, to be assumed or added as a
    /// unit clause.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause.
    fn at_most(&mut self, bound: usize, writer: &mut Writer) -> Result<Signal, Refusal> {
        if bound >= self.size() {
            return Ok(Signal::True);
        }
        Ok(!self.output(bound + 1, Side::Upper, writer)?)
    }

    /// Returns a signal that implies at least `bound` true literals, to be assumed or added as a
    /// unit clause. It is constant false if `bound` exceeds the size.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause.
    fn at_least(&mut self, bound: usize, writer: &mut Writer) -> Result<Signal, Refusal> {
        if bound == 0 {
            return Ok(Signal::True);
        }
        if bound > self.size() {
            return Ok(Signal::False);
        }
        self.output(bound, Side::Lower, writer)
    }
}

/// A counter type that can be made over literals.
pub trait Construct: Counter + Sized + 'static {
    /// Makes a counter over literals. Clauses are written only on request.
    fn over(lits: &[Lit]) -> Self;
}

/// A counter whose clauses serve all later requests, in any order. Other counters may restart: they
/// write all clauses again, over fresh variables.
pub trait Incremental: Construct {}

/// Returns the encoding with this name.
pub fn named(name: &str) -> Option<&'static Cardinality> {
    ALL.iter().find(|row| row.name == name)
}

impl Cardinality {
    /// Returns the encoding whose counters have the type `C`.
    pub const fn of<C: Construct>(
        name: &'static str,
        citation: &'static str,
        essay: &'static str,
    ) -> Cardinality {
        Cardinality { name, citation, essay, counter: |lits| Box::new(C::over(lits)) }
    }

    /// Writes a constraint with a fixed bound. Bounds that need no counting (none, all, at least
    /// one, not all) become the same clauses for every encoding. A literal and its negation count
    /// as one true literal.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause.
    pub fn encode(
        &self,
        lits: &[Lit],
        relation: Relation,
        bound: usize,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Refusal> {
        encode_with(&self.counter, lits, relation, bound, clauses, variables)
    }
}

/// Writes a constraint as [`Cardinality::encode`] does, by a counter that `open` makes. Pairs of a
/// literal and its negation reduce the bound, and are not passed to `open`.
///
/// # Errors
///
/// If the collector refuses a clause.
pub fn encode_with(
    open: &dyn Fn(&[Lit]) -> Box<dyn Counter>,
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    clauses: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), Refusal> {
    let mut writer = Writer::new(clauses, variables);
    let (lits, pairs) = without_opposites(lits);
    if bound < pairs {
        return if relation == Relation::AtLeast { Ok(()) } else { writer.lits(&[]) };
    }
    let bound = bound - pairs;
    if write_without_counting(&lits, relation, bound, &mut writer)? {
        return Ok(());
    }
    write(&mut *open(&lits), relation, bound, &mut writer)
}

/// Writes a constraint with a fixed bound, by a counter that has written nothing yet.
///
/// # Errors
///
/// If the collector refuses a clause.
pub fn write(
    counter: &mut dyn Counter,
    relation: Relation,
    bound: usize,
    writer: &mut Writer,
) -> Result<(), Refusal> {
    let upper = relation != Relation::AtLeast && bound < counter.size();
    let lower = relation != Relation::AtMost && (1..=counter.size()).contains(&bound);
    if upper {
        counter.promise(bound + 1, false);
    }
    if lower {
        counter.promise(bound, true);
    }
    if relation != Relation::AtLeast {
        let holds = counter.at_most(bound, writer)?;
        writer.clause([holds])?;
    }
    if relation != Relation::AtMost {
        let holds = counter.at_least(bound, writer)?;
        writer.clause([holds])?;
    }
    Ok(())
}

fn write_without_counting(
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    writer: &mut Writer,
) -> Result<bool, Refusal> {
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
        // The constraint is trivial.
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
fn without_opposites(lits: &[Lit]) -> (Vec<Lit>, usize) {
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
    let left = lits.iter().zip(&paired).filter(|(_, paired)| !**paired).map(|(&lit, _)| lit);
    let left: Vec<Lit> = left.collect();
    let pairs = (lits.len() - left.len()) / 2;
    (left, pairs)
}

#[cfg(test)]
mod tests {
    use rustsat::instances::BasicVarManager;

    use super::*;
    use crate::Tally;

    pub(super) fn lits(n: usize) -> Vec<Lit> {
        (0..n).map(|place| Lit::positive(u32::try_from(place).expect("a small number"))).collect()
    }

    pub(super) fn written(
        mut counter: impl Counter,
        counts: impl Iterator<Item = usize>,
        sides: &[Side],
    ) -> (usize, usize) {
        let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
        let mut writer = Writer::new(&mut tally, &mut variables);
        for count in counts {
            for &side in sides {
                counter.output(count, side, &mut writer).expect("a tally refuses nothing");
            }
        }
        (tally.clauses, variables.n_used() as usize)
    }

    #[test]
    fn opposites_are_paired_off() {
        let [a, b, c] = lits(3)[..] else { unreachable!("three literals") };
        assert_eq!(without_opposites(&[a, !b, !a, c, a]), (vec![!b, c, a], 1));
        assert_eq!(without_opposites(&[a, a, !a, !a]), (vec![], 2));
        assert_eq!(without_opposites(&[]), (vec![], 0));
    }
}
