//! Types that implement rustsat's traits by encodings of this crate.
//!
//! rustsat requests the clauses of a range of bounds from an encoding; a total of this crate writes
//! one bound at a time. [`WrittenBounds`] records the bounds that are written.

use std::collections::{HashMap, HashSet, VecDeque};

use rustsat::OutOfMemory;
use rustsat::encodings::{CollectClauses, EnforceError};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use crate::cardinality::Side;
use crate::{Bound, Error, Signal, Tally, Total, Writer};

use sums::Sums;

/// Implements a method of rustsat's traits that writes the upper or the lower bounds of a range.
/// The third argument is the optional name of a method of [`WrittenBounds`]. This method is called
/// with the side (upper or lower) before the bounds are written. If its name is `forget`, all
/// bounds of the range are written again.
macro_rules! encodes {
    ($method:ident, $side:path $(, $forget:ident)?) => {
        fn $method<Col: CollectClauses, R: RangeBounds<usize>>(
            &mut self,
            range: R,
            collector: &mut Col,
            variables: &mut dyn ManageVars,
        ) -> Result<(), OutOfMemory> {
            $(self.written.$forget($side);)?
            self.write($side, range, collector, variables)
        }
    };
}

/// Implements a method of rustsat's traits that writes a constraint with a fixed bound. The type
/// must implement [`FromIterator`] for the items of the fourth argument.
macro_rules! encodes_constraint {
    ($method:ident, $constraint:ty, $of:path, $item:ty) => {
        fn $method<Col: CollectClauses>(
            constraint: $constraint,
            collector: &mut Col,
            variables: &mut dyn ManageVars,
        ) -> Result<(), ConstraintEncodingError>
        where
            Self: FromIterator<$item>,
        {
            let row = Self::from_iter([]).row;
            write_constraint(&row, $of(constraint), collector, variables)
        }
    };
}

mod am1;
mod card;
mod instance;
mod pb;
mod sums;

pub use am1::AtMostOneEncoder;
pub use card::Encoder;
pub use instance::encode_instance;
pub use pb::WeightedEncoder;

/// A total, and a record of its bounds that are already written.
struct WrittenBounds<T: ?Sized> {
    /// The total whose clauses serve later bounds. It is `None` before the first bound and after a
    /// restart.
    total: Option<Box<T>>,
    /// The signals that enforce each written bound.
    signals: HashMap<Bound, Vec<Signal>>,
    /// The sides (upper or lower) on which the total has written bounds.
    begun: HashSet<Side>,
    /// The variables that are reserved in the manager and not yet taken by a total.
    reserved: VecDeque<Var>,
    /// The number of variables that the present total has taken.
    used: u32,
    /// The number of clauses that were written by all totals.
    clauses: usize,
    /// The number of variables that were taken by all totals.
    variables: u32,
}

impl<T: Total + ?Sized> WrittenBounds<T> {
    /// Returns a record without bounds.
    fn new() -> WrittenBounds<T> {
        WrittenBounds {
            total: None,
            signals: HashMap::new(),
            begun: HashSet::new(),
            reserved: VecDeque::new(),
            used: 0,
            clauses: 0,
            variables: 0,
        }
    }

    /// Drops the total, so that the next bound is written by a new total. Keeps the signals of the
    /// bounds that are already written.
    fn restart(&mut self) {
        self.total = None;
        self.begun.clear();
        self.used = 0;
    }

    /// Forgets all bounds. When they are requested later, a new total writes them again. Keeps the
    /// reserved variables and the numbers of clauses and variables.
    fn clear(&mut self) {
        self.restart();
        self.signals.clear();
    }

    /// Forgets all upper or all lower bounds. When they are requested later, they are written
    /// again. If any of them was written, the next bound begins with a new total. The signals of
    /// the bounds on the other side stay.
    fn forget(&mut self, side: Side) {
        if self.begun.contains(&side) {
            self.restart();
        }
        self.signals.retain(|bound, _| bound.side() != side);
    }

    /// Writes the bounds that are not yet written, in their order, and records their signals and
    /// their sides. If there is no total and a bound has to be written, `open` makes the total.
    /// Takes the reserved variables first. Counts the new clauses and variables, even on a failure.
    /// Fails if `bounds` is `None`, which means that there are too many bounds; then nothing is
    /// changed. Also fails if `open`, the total or the collector refuses; then all bounds are
    /// forgotten. Every failure has the same error, since rustsat has no other.
    fn write<Col: CollectClauses>(
        &mut self,
        bounds: Option<Vec<Bound>>,
        open: impl Fn() -> Result<Box<T>, Error>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let mut bounds = bounds.ok_or(OutOfMemory::ExternalApi)?.into_iter();
        let before = collector.n_clauses();
        let mut variables = ReservedVars { first: &mut self.reserved, manager, used: 0 };
        let mut total = self.total.take();
        let result: Result<(), Error> = bounds.try_for_each(|bound| {
            if self.signals.contains_key(&bound) {
                return Ok(());
            }
            self.begun.insert(bound.side());
            let total = match &mut total {
                Some(total) => total,
                none => none.insert(open()?),
            };
            let mut writer = Writer::new(collector, &mut variables);
            self.signals.insert(bound, total.enforce(bound, &mut writer)?);
            Ok(())
        });
        self.total = total;
        self.used += variables.used;
        self.variables += variables.used;
        self.clauses += collector.n_clauses() - before;
        if result.is_err() {
            self.clear();
        }
        result.map_err(|_| OutOfMemory::ExternalApi)
    }

    /// Reserves the variables that a total takes for these bounds. Takes them from the manager, and
    /// keeps them for later calls of `write`. Variables that are already reserved, or that the
    /// present total has taken, are not reserved again. `total` must be a new total of the same
    /// literals. Its clauses are only counted, and it must not be used afterwards. Ignores bounds
    /// that `total` refuses. Reserves fewer variables if the manager has no more.
    fn reserve(
        &mut self,
        total: &mut T,
        bounds: impl IntoIterator<Item = Bound>,
        manager: &mut dyn ManageVars,
    ) {
        let (mut tally, mut counted) = (Tally::default(), BasicVarManager::default());
        let mut writer = Writer::new(&mut tally, &mut counted);
        for bound in bounds {
            // A tally refuses no clause. A variable that is not reserved here is taken later.
            _ = total.enforce(bound, &mut writer);
        }
        let there = self.used as usize + self.reserved.len();
        for _ in there..counted.n_used() as usize {
            if manager.n_used() < Var::MAX_IDX {
                self.reserved.push_back(manager.new_var());
            }
        }
    }

    /// Returns the literals whose assumption makes the bound `number` hold. `lits` are the literals
    /// of the total. The list is empty if the bound always holds. If the bound is written but
    /// cannot hold, the list has a literal and its negation. Fails with `Unsat` if a lower bound
    /// exceeds all sums, and with `NotEncoded` if the bound is not written.
    fn assumptions(
        &self,
        side: Side,
        number: usize,
        sums: &Sums,
        mut lits: impl Iterator<Item = Lit>,
    ) -> Result<Vec<Lit>, EnforceError> {
        let number = number as u128;
        match side {
            Side::Upper if number >= sums.most => return Ok(Vec::new()),
            Side::Lower if number == 0 => return Ok(Vec::new()),
            Side::Lower if number > sums.most => return Err(EnforceError::Unsat),
            Side::Upper | Side::Lower => {}
        }
        let signals = self.signals.get(&sums.bound(side, number));
        let mut assumed = Vec::new();
        for &signal in signals.ok_or(EnforceError::NotEncoded)? {
            match signal {
                Signal::True => {}
                Signal::Lit(lit) => assumed.push(lit),
                // The bound never holds, so the assumptions are a literal and its negation. A total
                // without literals has no such bound.
                Signal::False => assumed.extend(lits.next().into_iter().flat_map(|l| [l, !l])),
            }
        }
        Ok(assumed)
    }
}

/// A manager of variables that gives reserved variables first.
struct ReservedVars<'a> {
    /// The reserved variables, which are given first.
    first: &'a mut VecDeque<Var>,
    manager: &'a mut dyn ManageVars,
    /// The number of variables that `new_var` has returned, whether reserved or new.
    used: u32,
}

impl ManageVars for ReservedVars<'_> {
    fn new_var(&mut self) -> Var {
        self.used += 1;
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
