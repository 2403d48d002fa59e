//! At most, at least or exactly k of n literals are true.
//!
//! Every encoding is a [`Counter`]: it offers, for each count j, an output that has to do with
//! "at least j literals are true". On the side of upper bounds the output follows from the count,
//! so that a false output bounds it from above; on the side of lower bounds the count follows from
//! the output. A counter writes what an output needs when it is asked for, and nothing twice: so a
//! search can tighten a bound step by step on one solver, and pays for the difference.
//!
//! To state one bound for good, [`Cardinality::encode`] tells the counter first that the output is
//! a constant, which saves its variable and shortens its clauses, to what the publications count.
//!
//! Every construction is written over positions, not variables, and so is right for literals that
//! repeat too: one that stands twice counts twice.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::writer::{Signal, Writer};
use crate::{Collect, Refusal};

/// The methods of a counter that the part which keeps its literals answers.
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

/// Every encoding of cardinality constraints, the default first.
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

/// How the number of true literals relates to the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Relation {
    /// At most k.
    AtMost,
    /// At least k.
    AtLeast,
    /// Exactly k.
    Exactly,
}

impl Relation {
    /// `at most`, `at least` or `exactly`.
    pub fn words(self) -> &'static str {
        match self {
            Relation::AtMost => "at most",
            Relation::AtLeast => "at least",
            Relation::Exactly => "exactly",
        }
    }

    /// How it is written between a sum and a bound: `<=`, `>=` or `=`.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Exactly => "=",
        }
    }

    /// Whether a number stands in this relation to a bound.
    pub fn holds<N: Ord>(self, number: N, bound: N) -> bool {
        match self {
            Relation::AtMost => number <= bound,
            Relation::AtLeast => number >= bound,
            Relation::Exactly => number == bound,
        }
    }

    /// The relation of the other side: "at least" for "at most".
    #[must_use]
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::AtMost => Relation::AtLeast,
            Relation::AtLeast => Relation::AtMost,
            Relation::Exactly => Relation::Exactly,
        }
    }
}

/// One encoding of cardinality constraints.
#[derive(Clone, Copy, Debug)]
pub struct Cardinality {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// Where it was published.
    pub citation: &'static str,
    /// What it is, how large, what it propagates, and last its publication: the page of its module,
    /// in Markdown.
    pub essay: &'static str,
    /// Opens a counter over literals; nothing is written yet.
    pub counter: fn(&[Lit]) -> Box<dyn Counter>,
}

/// Which way an output and the count of true literals hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// At least j true literals make the output true: what an upper bound needs.
    Upper,
    /// A true output demands at least j true literals: what a lower bound needs.
    Lower,
}

/// The number of true literals, in outputs that are written when they are asked for. Once the
/// collector has refused a clause, nobody knows what is written: then a counter is not asked again.
pub trait Counter {
    /// How many literals it counts.
    fn size(&self) -> usize;

    /// The literals; none where what it counts is not the number of some literals.
    fn lits(&self) -> Option<Vec<Lit>> {
        None
    }

    /// How many of these literals are true in every answer, and are not counted.
    fn surplus(&self) -> usize {
        0
    }

    /// Promises, before any output was asked for, that at least `count` literals are true or that
    /// fewer are. The counter may write the constant for that output.
    fn promise(&mut self, count: usize, holds: bool);

    /// Writes what is missing for the output of `count`, from 1 to the size, on one side; what was
    /// asked for on both sides is one output.
    ///
    /// # Errors
    ///
    /// What the collector refuses; then the counter is done with.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal>;

    /// What has to be true, as an assumption for one call or for good, so that at most `bound`
    /// literals are true.
    ///
    /// # Errors
    ///
    /// What the collector refuses.
    fn at_most(&mut self, bound: usize, writer: &mut Writer) -> Result<Signal, Refusal> {
        if bound >= self.size() {
            return Ok(Signal::True);
        }
        Ok(!self.output(bound + 1, Side::Upper, writer)?)
    }

    /// What has to be true, as an assumption for one call or for good, so that at least `bound`
    /// literals are true; a false signal where they are too few.
    ///
    /// # Errors
    ///
    /// What the collector refuses.
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

/// A counter of its own type, as a row of the table or in rustsat's traits.
pub trait Construct: Counter + Sized + 'static {
    /// Opens it over literals; nothing is written yet.
    fn over(lits: &[Lit]) -> Self;
}

/// A counter whose outputs share all they can, whatever the order in which they are asked for:
/// none makes it start afresh.
pub trait Incremental: Construct {}

/// The row of that name.
pub fn named(name: &str) -> Option<&'static Cardinality> {
    ALL.iter().find(|row| row.name == name)
}

impl Cardinality {
    /// The row of a counter.
    pub const fn of<C: Construct>(
        name: &'static str,
        citation: &'static str,
        essay: &'static str,
    ) -> Cardinality {
        Cardinality { name, citation, essay, counter: |lits| Box::new(C::over(lits)) }
    }

    /// Writes a constraint for good. Bounds that leave nothing to count (none, all, at least one,
    /// not all) are written as clauses, the same for every row, and so are a literal and its
    /// negation: one of them is always true.
    ///
    /// # Errors
    ///
    /// What the collector refuses.
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

/// Writes a constraint for good, with the counter that `open` makes over the literals that are left
/// to count: as [`Cardinality::encode`] does with that of a row.
///
/// # Errors
///
/// What the collector refuses.
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

/// Writes a constraint for good with a counter that was not used before.
///
/// # Errors
///
/// What the collector refuses.
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

/// Writes a constraint that says nothing, or needs but one clause, or decides every literal;
/// whether it was one.
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
        // Nothing is said.
    } else if !at_most && bound == 1 {
        writer.lits(lits)?;
    } else if !at_least && bound + 1 == lits.len() {
        writer.lits(&negated)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// The literals without pairs of a literal and its negation, in their order, and how many pairs
/// there were.
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

    /// The first n variables.
    pub(super) fn lits(n: usize) -> Vec<Lit> {
        (0..n).map(|place| Lit::positive(u32::try_from(place).expect("a small number"))).collect()
    }

    /// The clauses and variables that a counter takes for these counts on these sides.
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
