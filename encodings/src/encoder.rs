//! Counters of this crate as encodings of rustsat's traits.
//!
//! rustsat asks an encoding for the clauses of a range of bounds; a counter writes one output at a
//! time. An [`Encoder`] records the written outputs.

use std::collections::{HashMap, VecDeque};
use std::ops::{Bound, Range, RangeBounds};

use rustsat::OutOfMemory;
use rustsat::encodings::card::{
    BoundBoth, BoundBothIncremental, BoundLower, BoundLowerIncremental, BoundUpper,
    BoundUpperIncremental, Encode, EncodeIncremental,
};
use rustsat::encodings::{
    CollectClauses, ConstraintEncodingError, EncodeStats, EnforceError, IterInputs, Monotone,
    NotEncoded,
};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::constraints::{CardEqConstr, CardLbConstr, CardUbConstr};
use rustsat::types::{Lit, Var};

use crate::cardinality::{Construct, Incremental, Side, write};
use crate::collect::Tally;
use crate::error::Refusal;
use crate::relation::Relation;
use crate::signal::Signal;
use crate::writer::Writer;

/// A counter that implements rustsat's traits. It is made by collecting its literals.
///
/// ```
/// use quarrel_encodings::{Encoder, cardinality::Knuth};
/// use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental};
/// use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
/// use rustsat::{lit, var};
///
/// let mut variables = BasicVarManager::default();
/// variables.increase_next_free(var![4]);
/// let mut clauses = Cnf::new();
/// let mut encoder: Encoder<Knuth> = [lit![0], lit![1], lit![2], lit![3]].into_iter().collect();
/// encoder.encode_ub_change(2..=2, &mut clauses, &mut variables)?;
/// let assumptions = encoder.enforce_ub(2).expect("encoded in the line above");
/// # assert_eq!(assumptions.len(), 1);
/// # Ok::<(), rustsat::OutOfMemory>(())
/// ```
///
/// As in rustsat, `encode_ub` and `encode_lb` write all clauses that their bounds need, even those
/// that were written before; `encode_ub_change` and `encode_lb_change` write only the missing
/// clauses. If literals are added after clauses were written, the counting restarts, and no bound
/// is encoded until the next call that writes.
pub struct Encoder<C: Construct> {
    lits: Vec<Lit>,
    counter: C,
    taken: u32,
    begun: Vec<Side>,
    outputs: HashMap<(usize, Side), Signal>,
    reserved: VecDeque<Var>,
    clauses: usize,
    variables: u32,
}

impl<C: Construct> From<Vec<Lit>> for Encoder<C> {
    fn from(lits: Vec<Lit>) -> Encoder<C> {
        Encoder {
            counter: C::over(&lits),
            lits,
            taken: 0,
            begun: Vec::new(),
            outputs: HashMap::new(),
            reserved: VecDeque::new(),
            clauses: 0,
            variables: 0,
        }
    }
}

impl<C: Construct> FromIterator<Lit> for Encoder<C> {
    fn from_iter<T: IntoIterator<Item = Lit>>(lits: T) -> Encoder<C> {
        Encoder::from(Vec::from_iter(lits))
    }
}

impl<C: Construct> Default for Encoder<C> {
    fn default() -> Encoder<C> {
        Encoder::from(Vec::new())
    }
}

impl<C: Construct> Extend<Lit> for Encoder<C> {
    fn extend<T: IntoIterator<Item = Lit>>(&mut self, lits: T) {
        let before = self.lits.len();
        self.lits.extend(lits);
        if self.lits.len() > before {
            self.start_afresh();
            self.outputs.clear();
        }
    }
}

impl<C: Construct> Encoder<C> {
    fn start_afresh(&mut self) {
        self.counter = C::over(&self.lits);
        self.taken = 0;
        self.begun.clear();
    }

    fn forget(&mut self, side: Side) {
        if self.begun.contains(&side) {
            self.start_afresh();
        }
        self.outputs.retain(|&(_, of), _| of != side);
    }

    /// Writes bounds, the highest count first, since its clauses also serve the lower counts. After
    /// a refusal no bound counts as encoded.
    fn write_bounds<Col: CollectClauses>(
        &mut self,
        bounds: impl RangeBounds<usize>,
        side: Side,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let counts = match side {
            Side::Upper => {
                let bounds = within(bounds, 0..self.lits.len());
                bounds.start + 1..bounds.end + 1
            }
            Side::Lower => within(bounds, 1..self.lits.len() + 1),
        };
        if counts.is_empty() {
            return Ok(());
        }
        if !self.begun.contains(&side) {
            self.begun.push(side);
        }
        let before = collector.n_clauses();
        let mut variables = Reserved { first: &mut self.reserved, manager, taken: 0 };
        let (counter, outputs) = (&mut self.counter, &mut self.outputs);
        let written = counts.rev().try_for_each(|count| {
            let mut writer = Writer::new(collector, &mut variables);
            outputs.insert((count, side), counter.output(count, side, &mut writer)?);
            Ok(())
        });
        self.taken += variables.taken;
        self.variables += variables.taken;
        self.clauses += collector.n_clauses() - before;
        if written.is_err() {
            self.start_afresh();
            self.outputs.clear();
        }
        written.map_err(out_of_memory)
    }

    fn assumptions(&self, holds: Signal) -> Vec<Lit> {
        match holds {
            Signal::True => Vec::new(),
            Signal::Lit(lit) => vec![lit],
            Signal::False => self.lits.iter().take(1).flat_map(|&lit| [lit, !lit]).collect(),
        }
    }
}

struct Reserved<'a> {
    first: &'a mut VecDeque<Var>,
    manager: &'a mut dyn ManageVars,
    taken: u32,
}

impl ManageVars for Reserved<'_> {
    fn new_var(&mut self) -> Var {
        self.taken += 1;
        self.first.pop_front().unwrap_or_else(|| self.manager.new_var())
    }

    fn max_var(&self) -> Option<Var> {
        self.manager.max_var()
    }

    fn increase_next_free(&mut self, variable: Var) -> bool {
        self.manager.increase_next_free(variable)
    }

    fn combine(&mut self, other: Self) {
        if let Some(variable) = other.max_var() {
            self.mark_used(variable);
        }
    }

    fn n_used(&self) -> u32 {
        self.manager.n_used()
    }

    fn forget_from(&mut self, least: Var) {
        self.first.retain(|variable| *variable < least);
        self.manager.forget_from(least);
    }
}

fn out_of_memory(_: Refusal) -> OutOfMemory {
    OutOfMemory::ExternalApi
}

fn within(range: impl RangeBounds<usize>, others: Range<usize>) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.saturating_add(1),
        Bound::Unbounded => others.start,
    };
    let end = match range.end_bound() {
        Bound::Included(&end) => end.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => others.end,
    };
    start.clamp(others.start, others.end)..end.min(others.end)
}

impl<C: Construct> Encode for Encoder<C> {
    fn n_lits(&self) -> usize {
        self.lits.len()
    }
}

impl<C: Construct> IterInputs for Encoder<C> {
    type Iter<'a> = std::iter::Copied<std::slice::Iter<'a, Lit>>;

    fn iter(&self) -> Self::Iter<'_> {
        self.lits.iter().copied()
    }
}

impl<C: Construct> EncodeStats for Encoder<C> {
    fn n_clauses(&self) -> usize {
        self.clauses
    }

    fn n_vars(&self) -> u32 {
        self.variables
    }
}

fn write_constraint<C: Construct, Col: CollectClauses>(
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    collector: &mut Col,
    variables: &mut dyn ManageVars,
) -> Result<(), OutOfMemory> {
    let mut writer = Writer::new(collector, variables);
    write(&mut C::over(lits), relation, bound, &mut writer).map_err(out_of_memory)
}

macro_rules! encodes {
    ($method:ident, $side:path $(, $forget:ident)?) => {
        fn $method<Col: CollectClauses, R: RangeBounds<usize>>(
            &mut self,
            range: R,
            collector: &mut Col,
            variables: &mut dyn ManageVars,
        ) -> Result<(), OutOfMemory> {
            $(self.$forget($side);)?
            self.write_bounds(range, $side, collector, variables)
        }
    };
}

impl<C: Construct> BoundUpper for Encoder<C> {
    encodes!(encode_ub, Side::Upper, forget);

    fn enforce_ub(&self, bound: usize) -> Result<Vec<Lit>, NotEncoded> {
        if bound >= self.lits.len() {
            return Ok(Vec::new());
        }
        let output = self.outputs.get(&(bound + 1, Side::Upper)).ok_or(NotEncoded)?;
        Ok(self.assumptions(!*output))
    }

    fn encode_ub_constr<Col: CollectClauses>(
        constraint: CardUbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let (lits, bound) = constraint.decompose();
        write_constraint::<C, Col>(&lits, Relation::AtMost, bound, collector, variables)
    }
}

impl<C: Construct> BoundLower for Encoder<C> {
    encodes!(encode_lb, Side::Lower, forget);

    fn enforce_lb(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        if bound == 0 {
            return Ok(Vec::new());
        }
        if bound > self.lits.len() {
            return Err(EnforceError::Unsat);
        }
        let output = self.outputs.get(&(bound, Side::Lower)).ok_or(EnforceError::NotEncoded)?;
        Ok(self.assumptions(*output))
    }

    fn encode_lb_constr<Col: CollectClauses>(
        constraint: CardLbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError> {
        let (lits, bound) = constraint.decompose();
        if bound > lits.len() {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(write_constraint::<C, Col>(&lits, Relation::AtLeast, bound, collector, variables)?)
    }
}

impl<C: Construct> BoundBoth for Encoder<C> {
    fn encode_eq_constr<Col: CollectClauses>(
        constraint: CardEqConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError> {
        let (lits, bound) = constraint.decompose();
        if bound > lits.len() {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(write_constraint::<C, Col>(&lits, Relation::Exactly, bound, collector, variables)?)
    }
}

impl<C: Incremental> EncodeIncremental for Encoder<C> {
    fn reserve(&mut self, variables: &mut dyn ManageVars) {
        let mut all = C::over(&self.lits);
        let (mut tally, mut counted) = (Tally::default(), BasicVarManager::default());
        let mut writer = Writer::new(&mut tally, &mut counted);
        for count in (1..=self.lits.len()).rev() {
            for side in [Side::Upper, Side::Lower] {
                // A tally refuses no clause. A variable that is not reserved here would be taken
                // later.
                _ = all.output(count, side, &mut writer);
            }
        }
        let there = self.taken as usize + self.reserved.len();
        for _ in there..counted.n_used() as usize {
            self.reserved.push_back(variables.new_var());
        }
    }
}

impl<C: Construct> Monotone for Encoder<C> {}

impl<C: Incremental> BoundUpperIncremental for Encoder<C> {
    encodes!(encode_ub_change, Side::Upper);
}

impl<C: Incremental> BoundLowerIncremental for Encoder<C> {
    encodes!(encode_lb_change, Side::Lower);
}

impl<C: Incremental> BoundBothIncremental for Encoder<C> {}
