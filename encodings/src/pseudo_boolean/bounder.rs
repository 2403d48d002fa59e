//! Upper bounds of one sum, requested one after another on one solver.

use super::knapsack::{self, most};
use crate::term::Group;
use crate::{Error, Meaning, Signal, Writer};

/// A sum whose upper bounds are requested one by one.
pub trait Bounder: Send {
    /// Writes the missing clauses of an upper bound. Returns signals that together imply a sum of
    /// at most `bound`. `bound` must be less than the greatest possible sum.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the bound, or the collector refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error>;
}

/// A sum whose weights are divided by their greatest common divisor.
struct DividedSum<B> {
    /// The greatest common divisor.
    unit: u128,
    /// The bounder of the divided weights.
    bounder: B,
}

/// Divides the weights of the groups by their greatest common divisor, and returns the sum that
/// `open` makes of these groups. The sum divides each requested bound by the same divisor, and
/// rounds it down.
pub(super) fn divide_sum<B: Bounder + 'static>(
    mut groups: Vec<Group>,
    open: impl FnOnce(Vec<Group>) -> B,
) -> Box<dyn Bounder> {
    let unit = knapsack::divide(&mut groups);
    Box::new(DividedSum { unit, bounder: open(groups) })
}

impl<B: Bounder> Bounder for DividedSum<B> {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        self.bounder.at_most(bound / self.unit, writer)
    }
}

/// A function that receives the number of clauses planned so far. It returns an error if there are
/// too many clauses, or if the caller requests a stop.
pub(super) type PlanCheck<'a> = dyn FnMut(usize) -> Result<(), Error> + 'a;

/// A function that writes a structure for bounds up to its third argument. If that structure would
/// be too large, the function writes one for bounds up to its second argument only. Returns the
/// structure's greatest bound, and the structure.
type LayoutWriter<W> = fn(&[Group], u128, u128, &mut Writer) -> Result<(u128, W), Error>;

/// A sum for a search with decreasing bounds. The written clauses serve all bounds up to a greatest
/// bound. A bound above that greatest bound needs new clauses, which serve bounds up to twice the
/// new bound.
struct TightenedSum<W> {
    groups: Vec<Group>,
    lay_out: LayoutWriter<W>,
    /// The structure with its greatest bound, or `None` before the first bound and after a refusal.
    written: Option<(u128, W)>,
}

/// Returns a sum whose structure `lay_out` writes. It writes the structure for the first bound, and
/// again for each bound that exceeds the structure's greatest bound. The weights are first divided
/// by their greatest common divisor.
pub(super) fn tighten_sum<W: Bounder + 'static>(
    groups: Vec<Group>,
    lay_out: LayoutWriter<W>,
) -> Box<dyn Bounder> {
    divide_sum(groups, |groups| TightenedSum { groups, lay_out, written: None })
}

impl<W: Bounder> Bounder for TightenedSum<W> {
    /// Requests the bound from the structure, and returns the structure's signals. `bound` must be
    /// less than the greatest possible sum. The first call writes the structure for bounds up to
    /// `bound`. If a later bound exceeds the structure's greatest bound, drops the structure and
    /// writes a new one. The new structure serves bounds up to twice `bound`, but less than the
    /// greatest possible sum. If it would be too large, only a generalized totalizer is written for
    /// bounds up to `bound` instead; any other construction fails. If a structure cannot be
    /// written, the next call is again a first one. Fails if the construction cannot express the
    /// bound, or if `writer` refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let is_first = self.written.is_none();
        let written = match self.written.take().filter(|(greatest, _)| bound <= *greatest) {
            Some(written) => written,
            None if is_first => (self.lay_out)(&self.groups, bound, bound, writer)?,
            None => {
                let far = bound.saturating_mul(2).min(most(&self.groups).saturating_sub(1));
                (self.lay_out)(&self.groups, bound, far.max(bound), writer)?
            }
        };
        self.written.insert(written).1.at_most(bound, writer)
    }
}

/// Takes a variable with the meaning "the groups exceed the bound". Writes no clause.
pub(super) fn define_violation(groups: &[Group], bound: u128, writer: &mut Writer) -> Signal {
    let summands = groups.iter().flat_map(Group::summands);
    writer.defined(|| Meaning::WeightAtLeast(summands.collect(), bound + 1)).into()
}
