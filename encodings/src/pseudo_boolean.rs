//! The weights of the true literals add up to at most, at least or exactly a bound.
//!
//! A constraint is simplified to a [`Knapsack`]: a sum of positive weights is at most a bound. "At
//! least" becomes "at most" by negation, and "exactly" becomes both. If one clause or unit clauses
//! express the result, every encoding writes the same. Otherwise its [`Construction`] writes the
//! clauses.
//!
//! A search opens a [`Weigher`] over its objective, and requests one bound after another on one
//! solver.

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use crate::cardinality::Relation;
use crate::measure::Size;
use crate::writer::{Signal, Writer};
use crate::{Collect, Refusal, Tally};

pub mod adder;
pub mod bdd;
pub mod binary_merge;
mod digits;
pub mod dynamic_polynomial_watchdog;
pub mod generalized_totalizer;
pub mod global_polynomial_watchdog;
mod knapsack;
pub mod local_polynomial_watchdog;
pub mod mixed_radix;
mod radix;
pub mod repeat;
pub mod sequential_weight_counter;
mod watchdog;
mod weigher;

pub use adder::Adder;
pub use bdd::Bdd;
pub use binary_merge::BinaryMerge;
pub use dynamic_polynomial_watchdog::DynamicPolynomialWatchdog;
pub use generalized_totalizer::GeneralizedTotalizer;
pub use global_polynomial_watchdog::GlobalPolynomialWatchdog;
pub use knapsack::Knapsack;
pub use local_polynomial_watchdog::LocalPolynomialWatchdog;
pub use mixed_radix::MixedRadix;
pub use repeat::Repeat;
pub use sequential_weight_counter::SequentialWeightCounter;
pub use weigher::{Bounder, Weigher};

use knapsack::{GroupedSum, Normal};

/// All encodings of pseudo-Boolean constraints, the default first.
pub const ALL: &[PseudoBoolean] = &[
    generalized_totalizer::ROW,
    bdd::ROW,
    adder::ROW,
    dynamic_polynomial_watchdog::ROW,
    global_polynomial_watchdog::ROW,
    local_polynomial_watchdog::ROW,
    binary_merge::ROW,
    mixed_radix::ROW,
    sequential_weight_counter::ROW,
    repeat::ROW,
];

/// The greatest total weight of a constraint. A greater one is refused.
pub const LARGEST: u128 = 1 << 120;

/// A literal with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The weight that counts if the literal is true.
    pub weight: u128,
    /// The literal.
    pub lit: Lit,
}

impl Term {
    /// Returns the term of a literal.
    pub fn new(weight: impl Into<u128>, lit: Lit) -> Term {
        Term { weight: weight.into(), lit }
    }
}

/// Terms of which the caller promises that at most one is true. The clauses do not enforce it.
///
/// A construction treats a group as one number: the weight of its heaviest true literal, or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    terms: Vec<Term>,
    /// Whether each literal is implied by every heavier one. Then the promise does not apply.
    is_nested: bool,
}

impl Group {
    /// Returns the group of these terms.
    pub fn of(terms: Vec<Term>) -> Group {
        Group { terms, is_nested: false }
    }

    /// Returns a separate group for each term.
    pub fn each(terms: &[Term]) -> Vec<Group> {
        terms.iter().map(|&term| Group::from(term)).collect()
    }

    /// Returns the terms in order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the greatest weight; 0 if there are no terms.
    pub fn most(&self) -> u128 {
        self.terms.iter().map(|term| term.weight).max().unwrap_or(0)
    }

    /// Returns terms whose sum is the weight of the heaviest true literal, for a
    /// [`Meaning`](crate::Meaning).
    pub fn summands(&self) -> Vec<Term> {
        let mut terms = self.terms.clone();
        if self.is_nested {
            terms.sort_by_key(|term| term.weight);
            let mut lighter = 0;
            for term in &mut terms {
                term.weight -= std::mem::replace(&mut lighter, term.weight);
            }
            terms.retain(|term| term.weight > 0);
        }
        terms
    }
}

impl From<Term> for Group {
    fn from(term: Term) -> Group {
        Group::of(vec![term])
    }
}

/// The strength of unit propagation, for "at most" and "at least".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Propagation {
    /// Unit propagation finds all literals that a partial assignment implies.
    Complete,
    /// Unit propagation finds all contradictions, but not all implied literals.
    Consistent,
    /// Unit propagation misses some contradictions.
    Neither,
}

/// The forecast size of a constraint's clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Forecast {
    /// The exact size.
    Exactly(Size),
    /// More than this number of clauses.
    MoreThan(usize),
}

/// The work that a forecast may take: it ends if the clauses are too many, or on a request.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    most: usize,
    is_over: &'a dyn Fn() -> bool,
}

impl From<usize> for Budget<'static> {
    fn from(most: usize) -> Budget<'static> {
        Budget { most, is_over: &|| false }
    }
}

impl<'a> Budget<'a> {
    /// Returns the budget for counting up to `most` clauses, until `is_over` returns true. A
    /// forecast that ends on request says the same as if there were more than `most` clauses.
    pub fn new(most: usize, is_over: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { most, is_over }
    }

    fn less(self, clauses: usize) -> Budget<'a> {
        Budget { most: self.most.saturating_sub(clauses), ..self }
    }

    fn go_on(self, clauses: usize) -> Result<(), Refusal> {
        if clauses > self.most || (self.is_over)() { Err(Refusal::Stopped) } else { Ok(()) }
    }
}

/// A way to encode a knapsack: a sum of weights that is at most a bound.
pub trait Construction: 'static {
    /// The name of the encoding.
    const NAME: &'static str;

    /// The strength of unit propagation.
    const PROPAGATION: Propagation;

    /// Whether groups make the encoding smaller. Otherwise each term is a group of its own.
    const TAKES_GROUPS: bool;

    /// Whether the signals of a [`Weigher`] may be added as unit clauses, and assumed together with
    /// the signals for other bounds.
    const BOUNDS_HOLD_TOGETHER: bool = true;

    /// Writes clauses by which a sum above the bound implies `violated`.
    ///
    /// # Errors
    ///
    /// If the construction has no form for the knapsack, or the collector refuses a clause.
    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Refusal>;

    /// Writes that the sum equals the bound. Returns false if the caller has to write "at most" and
    /// "at least" instead.
    ///
    /// # Errors
    ///
    /// If the construction has no form for the knapsack, or the collector refuses a clause.
    fn write_exactly(_knapsack: &Knapsack, _writer: &mut Writer) -> Result<bool, Refusal> {
        Ok(false)
    }

    /// Returns the size of the clauses that [`write`](Construction::write) writes if `violated` is
    /// constant false, or `None` if they exceed the budget.
    ///
    /// # Errors
    ///
    /// If the construction has no form for the knapsack.
    fn count(knapsack: &Knapsack, budget: Budget) -> Result<Option<Size>, Refusal> {
        counted(&knapsack.groups, budget, |writer| Self::write(knapsack, Signal::False, writer))
    }

    /// Makes a sum over distinct variables, whose upper bounds are written on request.
    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder>
    where
        Self: Sized,
    {
        Box::new(weigher::Afresh::<Self>::over(groups))
    }

    /// Returns the refusal [`NoForm`](Refusal::NoForm) for a constraint that is given in words.
    fn no_form(constraint: impl Into<String>) -> Refusal {
        Refusal::NoForm { encoding: Self::NAME, constraint: constraint.into() }
    }
}

/// An encoding of pseudo-Boolean constraints.
#[derive(Clone, Copy, Debug)]
pub struct PseudoBoolean {
    /// The name by which [`named`] finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The strength of unit propagation.
    pub propagation: Propagation,
    /// Whether groups make the encoding smaller.
    pub takes_groups: bool,
    /// Whether the signals of a [`Weigher`] may be added as unit clauses, and assumed together with
    /// the signals for other bounds. Otherwise they are assumptions for one call.
    pub bounds_hold_together: bool,
    write: fn(&Knapsack, Signal, &mut Writer) -> Result<(), Refusal>,
    write_exactly: fn(&Knapsack, &mut Writer) -> Result<bool, Refusal>,
    count: fn(&Knapsack, Budget) -> Result<Option<Size>, Refusal>,
    bounder: fn(Vec<Group>) -> Box<dyn Bounder>,
}

/// Returns the encoding with this name.
pub fn named(name: &str) -> Option<&'static PseudoBoolean> {
    ALL.iter().find(|row| row.name == name)
}

impl PseudoBoolean {
    /// Returns the encoding that uses the construction `C`.
    pub const fn of<C: Construction>(citation: &'static str, essay: &'static str) -> PseudoBoolean {
        PseudoBoolean {
            name: C::NAME,
            citation,
            essay,
            propagation: C::PROPAGATION,
            takes_groups: C::TAKES_GROUPS,
            bounds_hold_together: C::BOUNDS_HOLD_TOGETHER,
            write: C::write,
            write_exactly: C::write_exactly,
            count: C::count,
            bounder: C::bounder,
        }
    }

    /// Writes a constraint on a sum of terms.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], the encoding has no form for the constraint, or the
    /// collector refuses a clause.
    pub fn encode(
        &self,
        terms: &[Term],
        relation: Relation,
        bound: u128,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Refusal> {
        self.encode_groups(&Group::each(terms), relation, bound, clauses, variables)
    }

    /// Writes a constraint on a sum of groups.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], the encoding has no form for the constraint, or the
    /// collector refuses a clause.
    pub fn encode_groups(
        &self,
        groups: &[Group],
        relation: Relation,
        bound: u128,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Refusal> {
        let sum = self.sum(groups)?;
        let mut writer = Writer::new(clauses, variables);
        self.lay_out(sum, relation, bound, &mut writer, &mut |knapsack, writer| {
            (self.write)(knapsack, Signal::False, writer)
        })
    }

    /// Returns the size of the clauses that [`encode_groups`](PseudoBoolean::encode_groups) writes:
    /// the exact size within the budget, a number of clauses, otherwise only that there are more.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], or the encoding has no form for the constraint (for
    /// example, the generalized totalizer if there are too many sums).
    pub fn forecast<'b>(
        &self,
        groups: &[Group],
        relation: Relation,
        bound: u128,
        budget: impl Into<Budget<'b>>,
    ) -> Result<Forecast, Refusal> {
        let (sum, budget) = (self.sum(groups)?, budget.into());
        let mut of_rests = Size::default();
        let mut is_more = false;
        let dry = counted(&sum.groups, usize::MAX.into(), |writer| {
            self.lay_out(sum.clone(), relation, bound, writer, &mut |knapsack, _| {
                if !is_more {
                    match (self.count)(knapsack, budget.less(of_rests.clauses))? {
                        Some(size) => of_rests = together(of_rests, size),
                        None => is_more = true,
                    }
                }
                Ok(())
            })
        })?;
        let counted = together(of_rests, dry.expect("no more clauses than a number can say"));
        if is_more || counted.clauses > budget.most {
            return Ok(Forecast::MoreThan(budget.most));
        }
        Ok(Forecast::Exactly(counted))
    }

    /// Returns the size of the clauses of a [`Weigher`]'s first upper bound: the exact size within
    /// the budget, a number of clauses, otherwise only that there are more.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`], or the encoding has no form for the bound.
    pub fn forecast_bound<'b>(
        &self,
        groups: &[Group],
        bound: u128,
        budget: impl Into<Budget<'b>>,
    ) -> Result<Forecast, Refusal> {
        let (mut weigher, budget) = (self.weigher(groups)?, budget.into());
        let counted = counted(groups, budget, |writer| weigher.at_most(bound, writer).map(drop))?;
        Ok(counted.map_or(Forecast::MoreThan(budget.most), Forecast::Exactly))
    }

    /// Makes a sum whose bounds are written on request.
    ///
    /// # Errors
    ///
    /// If the total weight exceeds [`LARGEST`].
    pub fn weigher(&self, groups: &[Group]) -> Result<Box<dyn Weigher>, Refusal> {
        Ok(Box::new(weigher::BothSides::over(self.sum(groups)?, self.bounder)))
    }

    fn lay_out(
        &self,
        sum: GroupedSum,
        relation: Relation,
        bound: u128,
        writer: &mut Writer,
        rest: &mut dyn FnMut(&Knapsack, &mut Writer) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let Some(bound) = bound.checked_sub(sum.offset) else {
            return if relation == Relation::AtLeast { Ok(()) } else { writer.lits(&[]) };
        };
        if relation != Relation::AtMost && bound > sum.most() {
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
            write_normal(&Normal::of(groups.clone(), bound), Signal::False, writer, rest)?;
        }
        if relation != Relation::AtMost {
            let most = knapsack::most(&groups);
            let negated = knapsack::complement(&groups, writer)?;
            write_normal(&Normal::of(negated, most - bound), Signal::False, writer, rest)?;
        }
        Ok(())
    }

    fn sum(&self, groups: &[Group]) -> Result<GroupedSum, Refusal> {
        let sum = if self.takes_groups {
            GroupedSum::of(groups.iter().map(Group::terms))
        } else {
            GroupedSum::of(groups.iter().flat_map(|group| group.terms.chunks(1)))
        };
        sum.ok_or_else(|| Refusal::NoForm {
            encoding: self.name,
            constraint: format!("weights that add up to more than {LARGEST}"),
        })
    }
}

fn write_normal(
    normal: &Normal,
    violated: Signal,
    writer: &mut Writer,
    rest: &mut dyn FnMut(&Knapsack, &mut Writer) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    for &lit in &normal.excluded {
        writer.clause([!Signal::from(lit), violated])?;
    }
    if let Some(lits) = &normal.not_all {
        let mut clause: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        match violated {
            Signal::True => return Ok(()),
            Signal::False => {}
            Signal::Lit(lit) => clause.push(lit),
        }
        writer.lits(&clause)?;
    }
    normal.knapsack.as_ref().map_or(Ok(()), |knapsack| rest(knapsack, writer))
}

/// Returns the size of the clauses that `write` writes, or `None` if they exceed the budget. Its
/// fresh variables come after those of `groups`.
fn counted(
    groups: &[Group],
    budget: Budget,
    write: impl FnOnce(&mut Writer) -> Result<(), Refusal>,
) -> Result<Option<Size>, Refusal> {
    let lits = groups.iter().flat_map(|group| group.terms.iter().map(|term| term.lit.var()));
    let first = lits.max().map_or(Var::new(0), |last| last + 1);
    let mut variables = BasicVarManager::from_next_free(first);
    let before = variables.n_used();
    let mut counted = UpTo { budget, tally: Tally::default() };
    match write(&mut Writer::new(&mut counted, &mut variables)) {
        Ok(()) => {}
        Err(Refusal::Stopped) => return Ok(None),
        Err(refusal) => return Err(refusal),
    }
    let Tally { clauses, literals } = counted.tally;
    let variables = variables.n_used().saturating_sub(before) as usize;
    Ok(Some(Size { variables, clauses, literals }))
}

/// A collector that counts clauses within a budget.
struct UpTo<'a> {
    budget: Budget<'a>,
    tally: Tally,
}

impl UpTo<'_> {
    /// The clauses between two looks whether to end.
    const BETWEEN_LOOKS: usize = 1 << 12;
}

impl Collect for UpTo<'_> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        self.tally.collect(clause)?;
        let Tally { clauses, .. } = self.tally;
        if clauses > self.budget.most {
            return Err(Refusal::Stopped);
        }
        if clauses % Self::BETWEEN_LOOKS == 0 { self.plan(0) } else { Ok(()) }
    }

    fn plan(&mut self, clauses: usize) -> Result<(), Refusal> {
        self.budget.go_on(self.tally.clauses.saturating_add(clauses))
    }
}

fn together(one: Size, other: Size) -> Size {
    Size {
        variables: one.variables + other.variables,
        clauses: one.clauses + other.clauses,
        literals: one.literals + other.literals,
    }
}
