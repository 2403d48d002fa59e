//! An encoding of pseudo-Boolean constraints as a row of the table.

use rustsat::instances::ManageVars;
use rustsat::types::constraints::PbConstraint;

use super::bounder::Bounder;
use super::construction::{Construction, Propagation};
use super::knapsack::{self, GroupedSum, Knapsack, NormalForm};
use super::weighted_total::WeightedTotal;
use crate::forecast::count_size;
use crate::term::{Group, LARGEST, Term, lits_of};
use crate::{Budget, Collect, Error, Forecast, Relation, Signal, Size, Total, Writer};

/// An encoding of pseudo-Boolean constraints.
#[derive(Clone, Copy, Debug)]
pub struct PseudoBoolean {
    /// The name by which [`by_name`](super::by_name) finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The strength of unit propagation for "at most" and "at least".
    pub propagation: Propagation,
    /// Whether groups make the encoding smaller.
    pub uses_groups: bool,
    /// Whether the signals of a [`Total`] may be added as unit clauses, and assumed together with
    /// the signals of other bounds. If not, the signals may only be assumed. Each call of the
    /// solver must then assume the signals of one bound only.
    pub bounds_hold_together: bool,
    /// Writes a knapsack (see [`Construction::write`]).
    write: fn(&Knapsack, Signal, &mut Writer) -> Result<(), Error>,
    /// Writes that the sum equals the bound (see [`Construction::write_exactly`]).
    write_exactly: fn(&Knapsack, &mut Writer) -> Result<bool, Error>,
    /// Returns the size of a knapsack's clauses (see [`Construction::count`]).
    count: fn(&Knapsack, Budget) -> Result<Option<Size>, Error>,
    /// Makes a sum whose upper bounds are requested one by one (see [`Construction::bounder`]).
    bounder: fn(Vec<Group>) -> Box<dyn Bounder>,
}

impl PseudoBoolean {
    /// Returns the encoding that uses the construction `C`.
    pub const fn for_construction<C: Construction>(
        citation: &'static str,
        essay: &'static str,
    ) -> PseudoBoolean {
        PseudoBoolean {
            name: C::NAME,
            citation,
            essay,
            propagation: C::PROPAGATION,
            uses_groups: C::TAKES_GROUPS,
            bounds_hold_together: C::BOUNDS_HOLD_TOGETHER,
            write: C::write,
            write_exactly: C::write_exactly,
            count: C::count,
            bounder: C::bounder,
        }
    }

    /// Writes a constraint on a sum of terms. Takes fresh variables from `variables`, which must
    /// not return a variable of the terms. A literal may occur repeatedly, and together with its
    /// negation. Writes the empty clause if the greatest possible sum is less than the bound of "at
    /// least" or "exactly". Also writes it if the least possible sum exceeds the bound of "at most"
    /// or "exactly". Other contradictions of "exactly" can become several clauses. If the
    /// constraint always holds, writes nothing.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], the encoding cannot express the constraint, the
    /// collector refuses a clause, or no fresh variable is left. The clauses that were written
    /// earlier remain.
    pub fn encode(
        &self,
        terms: &[Term],
        relation: Relation,
        bound: u128,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        self.encode_groups(&Group::singletons(terms), relation, bound, clauses, variables)
    }

    /// Writes a constraint on a sum of groups. Does not write that the literals of a group depend
    /// on each other. A literal may occur repeatedly, and together with its negation. Writes the
    /// empty clause for the same contradictions as [`encode`](PseudoBoolean::encode). `variables`
    /// must not return a variable of the groups.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], the encoding cannot express the constraint, the
    /// collector refuses a clause, or no fresh variable is left. The clauses that were written
    /// earlier remain.
    pub fn encode_groups(
        &self,
        groups: &[Group],
        relation: Relation,
        bound: u128,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        let sum = self.sum(groups)?;
        let mut writer = Writer::new(clauses, variables);
        self.lay_out(sum, relation, bound, &mut writer, &mut |knapsack, writer| {
            (self.write)(knapsack, Signal::False, writer)
        })
    }

    /// Writes a constraint of rustsat, as [`encode`](PseudoBoolean::encode) does. Its weights and
    /// its bound can have any sign. rustsat replaces a negative weight by a positive weight of the
    /// negated literal, which also changes the bound. If the bound is then negative, a constraint
    /// "at least" takes no clause, and any other constraint becomes the empty clause. `variables`
    /// must not return a variable of the constraint.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], the encoding cannot express the constraint, the
    /// collector refuses a clause, or no fresh variable is left. The clauses that were written
    /// earlier remain.
    pub fn encode_constraint(
        &self,
        constraint: PbConstraint,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        let (terms, relation, bound) = decompose(constraint);
        match u128::try_from(bound) {
            Ok(bound) => self.encode(&terms, relation, bound, clauses, variables),
            Err(_) if relation == Relation::AtLeast => Ok(()),
            Err(_) => clauses.collect(&[]),
        }
    }

    /// Returns the size of the clauses that [`encode_groups`](PseudoBoolean::encode_groups) writes.
    /// The size is exact if the number of clauses is within the budget. If the number exceeds the
    /// budget, or if the caller requests the end of the count, the result is
    /// [`Forecast::MoreThan`]. The request is not heeded for the sequential weight counter, for an
    /// "exactly" that the adder writes, and for clauses that are the same for every encoding.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], or the encoding cannot express the constraint (for
    /// example, the generalized totalizer if there are too many sums).
    pub fn forecast<'b>(
        &self,
        groups: &[Group],
        relation: Relation,
        bound: u128,
        budget: impl Into<Budget<'b>>,
    ) -> Result<Forecast, Error> {
        let (sum, budget) = (self.sum(groups)?, budget.into());
        let mut of_rests = Size::default();
        let mut is_more = false;
        let dry = count_size(lits_of(&sum.groups), usize::MAX.into(), |writer| {
            self.lay_out(sum.clone(), relation, bound, writer, &mut |knapsack, _| {
                if !is_more {
                    match (self.count)(knapsack, budget.minus(of_rests.clauses))? {
                        Some(size) => of_rests += size,
                        None => is_more = true,
                    }
                }
                Ok(())
            })
        })?;
        let mut counted = dry.expect("no more clauses than a number can say");
        counted += of_rests;
        if is_more || counted.clauses > budget.most {
            return Ok(Forecast::MoreThan(budget.most));
        }
        Ok(Forecast::Exactly(counted))
    }

    /// Returns the size of the clauses of a [`Total`]'s first upper bound. The size is exact if the
    /// number of clauses is within the budget. If the number exceeds the budget, or if the caller
    /// requests the end of the count, the result is [`Forecast::MoreThan`].
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], or the encoding cannot express the bound.
    pub fn forecast_bound<'b>(
        &self,
        groups: &[Group],
        bound: u128,
        budget: impl Into<Budget<'b>>,
    ) -> Result<Forecast, Error> {
        let (mut total, budget) = (self.total(groups)?, budget.into());
        let counted =
            count_size(lits_of(groups), budget, |writer| total.at_most(bound, writer).map(drop))?;
        Ok(counted.map_or(Forecast::MoreThan(budget.most), Forecast::Exactly))
    }

    /// Returns a sum whose bounds are written on request. No clause is written yet.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`].
    pub fn total(&self, groups: &[Group]) -> Result<Box<dyn Total>, Error> {
        let sum = self.sum(groups)?;
        Ok(Box::new(WeightedTotal::new(sum, self.bounds_hold_together, self.bounder)))
    }

    /// Writes the clauses of a constraint that are the same for every encoding: unit clauses,
    /// single clauses, and, for "at least", the clauses of literals that negate the groups. Passes
    /// each remaining knapsack to `rest`. For "exactly", there are up to two knapsacks, but none if
    /// the encoding writes "exactly" itself. Writes only the empty clause if every possible sum is
    /// too small or too great, or if [`knapsack::fix_exactly`] finds that "exactly" cannot hold. If
    /// the sum's offset exceeds the bound, "at least" takes no clause. Fails if `rest` or the
    /// encoding's "exactly" fails, or if the collector refuses a clause.
    fn lay_out(
        &self,
        sum: GroupedSum,
        relation: Relation,
        bound: u128,
        writer: &mut Writer,
        rest: &mut dyn FnMut(&Knapsack, &mut Writer) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(bound) = bound.checked_sub(sum.offset) else {
            return if relation == Relation::AtLeast { Ok(()) } else { writer.lits(&[]) };
        };
        if relation != Relation::AtMost && bound > knapsack::most(&sum.groups) {
            return writer.lits(&[]);
        }
        let mut groups = sum.groups;
        let mut bound = bound;
        if relation == Relation::Exactly {
            let Some(units) = knapsack::fix_exactly(&mut groups, &mut bound) else {
                return writer.lits(&[]);
            };
            units.iter().try_for_each(|&unit| writer.lits(&[unit]))?;
            if groups.is_empty() {
                return Ok(());
            }
            let knapsack = Knapsack { groups: groups.clone(), bound };
            if (self.write_exactly)(&knapsack.divided(), writer)? {
                return Ok(());
            }
        }
        if relation != Relation::AtLeast {
            NormalForm::simplify(groups.clone(), bound).write(Signal::False, writer, rest)?;
        }
        if relation != Relation::AtMost {
            let most = knapsack::most(&groups);
            let negated = knapsack::complement(&groups, writer)?;
            NormalForm::simplify(negated, most - bound).write(Signal::False, writer, rest)?;
        }
        Ok(())
    }

    /// Returns the sum of groups, in which variables may occur several times. In the sum, each
    /// variable occurs at most once, and what opposite literals always add is its offset
    /// ([`GroupedSum::from_groups`]). If the encoding takes no groups, every summand is a group of
    /// its own. Fails if the given weights together exceed [`LARGEST`].
    fn sum(&self, groups: &[Group]) -> Result<GroupedSum, Error> {
        let sum = if self.uses_groups {
            GroupedSum::from_groups(groups)
        } else {
            let summands =
                groups.iter().flat_map(Group::summands).map(Group::from).collect::<Vec<_>>();
            GroupedSum::from_groups(&summands)
        };
        sum.ok_or_else(|| Error::NoForm {
            encoding: self.name,
            constraint: format!("weights that add up to more than {LARGEST}"),
        })
    }
}

/// Returns the terms, the relation and the bound of a constraint of rustsat. rustsat turns a
/// negative weight into a positive weight of the negated literal. So no weight is negative, but the
/// bound can be negative. A weight of 0 stays.
pub(crate) fn decompose(constraint: PbConstraint) -> (Vec<Term>, Relation, isize) {
    let ((weighted, bound), relation) = match constraint {
        PbConstraint::Ub(constraint) => (constraint.decompose(), Relation::AtMost),
        PbConstraint::Lb(constraint) => (constraint.decompose(), Relation::AtLeast),
        PbConstraint::Eq(constraint) => (constraint.decompose(), Relation::Exactly),
    };
    let terms =
        weighted.into_iter().map(|(lit, weight)| Term { weight: weight as u128, lit }).collect();
    (terms, relation, bound)
}
