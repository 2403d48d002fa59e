//! Repetition of literals: a literal of weight w occurs w times in a cardinality constraint.
//!
//! This encoding uses a totalizer. The number of its literals is the sum of the weights of the
//! simplified constraint. This number may be at most [500](MOST); if all weights are 1, there is no
//! limit. A search requests one output of the totalizer after another. Propagation is consistent.
//! It is not complete, because the occurrences of a literal are bounded separately: each occurrence
//! can fit although all of them together do not.
//!
//! Difference: Eén and Sörensson sort digits, and repeat a literal as often as its digits say.
//!
//! Publication: Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints,
//! CP 2003; by repetition: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT
//! 2006.

use rustsat::types::Lit;

use super::bounder::divide_sum;
use super::knapsack::most;
use super::{Bounder, Construction, Group, Knapsack, LARGEST, Propagation, PseudoBoolean};
use crate::cardinality::{Construct, Counter, Totalizer};
use crate::essay::essay;
use crate::{Error, Signal, Total, Writer};

/// The row of the encoding `repeat` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<Repeat>(
    "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003; by repetition: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006",
    essay!("repeat.rs"),
);

/// The greatest total weight that is encoded. A constraint with a greater total weight is encoded
/// only if all weights are 1; otherwise it is refused.
pub const MOST: u128 = 500;

/// The construction of [`repeat`](self).
pub struct Repeat;

impl Construction for Repeat {
    const NAME: &'static str = "repeat";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = false;

    /// Writes clauses by which a sum above the bound implies `violated`. A totalizer counts each
    /// literal as often as its weight says. If `violated` is constant false, the totalizer's
    /// clauses presuppose the bound. Fails if the weights add up to more than [`MOST`] and are not
    /// all 1, or if `writer` refuses a clause.
    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let mut counter = Totalizer::from_lits(&repeat_lits(&knapsack.groups)?);
        if violated == Signal::False {
            counter.promise(to_usize(knapsack.bound) + 1, false);
        }
        let signals = counter.at_most(knapsack.bound, writer)?;
        signals.into_iter().try_for_each(|signal| writer.clause([signal, violated]))
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        divide_sum(groups, |groups| TightenedRepeat { groups, counter: None })
    }
}

/// Returns each literal as often as its weight says, one after another. Fails if the weights add up
/// to more than [`MOST`] and are not all 1.
fn repeat_lits(groups: &[Group]) -> Result<Vec<Lit>, Error> {
    let places = most(groups);
    let terms = groups.iter().flat_map(|group| &group.terms);
    if places > MOST && terms.clone().any(|term| term.weight > 1) {
        let weights = format!("weights that add up to {places}, more than {MOST}");
        return Err(Repeat::no_form(weights));
    }
    Ok(terms.flat_map(|term| std::iter::repeat_n(term.lit, to_usize(term.weight))).collect())
}

fn to_usize(number: u128) -> usize {
    debug_assert!(number < LARGEST, "at most as many as there are places");
    usize::try_from(number).expect("few places, or one for each literal")
}

/// A sum of repeated literals. One totalizer serves all bounds.
struct TightenedRepeat {
    groups: Vec<Group>,
    /// The totalizer, or `None` before the first requested bound.
    counter: Option<Totalizer>,
}

impl Bounder for TightenedRepeat {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        if self.counter.is_none() {
            self.counter = Some(Totalizer::from_lits(&repeat_lits(&self.groups)?));
        }
        let counter = self.counter.as_mut().expect("opened above");
        counter.at_most(bound, writer)
    }
}
