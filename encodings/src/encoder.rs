//! Encodings of this crate behind rustsat's traits.
//!
//! rustsat asks an encoding for the clauses of a range of bounds; a total of this crate writes one
//! bound at a time. [`Written`] records the bounds that are written.

use std::collections::{HashMap, VecDeque};
use std::ops::{self, Range, RangeBounds};

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use crate::{Bound, Error, Signal, Tally, Total, Writer};

mod am1;
mod card;
mod instance;
mod pb;

pub use am1::AtMostOneEncoder;
pub use card::Encoder;
pub use instance::encode_instance;
pub use pb::WeightedEncoder;

/// A total with its written bounds.
struct Written<T: ?Sized> {
    /// The total whose clauses serve later bounds; `None` before the first of them.
    total: Option<Box<T>>,
    /// The signals that enforce the written bounds.
    signals: HashMap<Bound, Vec<Signal>>,
    /// Whether the total has written upper bounds, and whether lower bounds.
    begun: [bool; 2],
    reserved: VecDeque<Var>,
    /// The number of variables that the total has taken.
    taken: u32,
    /// The number of clauses that were ever written.
    clauses: usize,
    /// The number of variables that were ever taken.
    variables: u32,
}

impl<T: Total + ?Sized> Written<T> {
    fn new() -> Written<T> {
        Written {
            total: None,
            signals: HashMap::new(),
            begun: [false; 2],
            reserved: VecDeque::new(),
            taken: 0,
            clauses: 0,
            variables: 0,
        }
    }

    /// Makes the next bound begin with a new total.
    fn restart(&mut self) {
        self.total = None;
        self.begun = [false; 2];
        self.taken = 0;
    }

    /// Forgets all bounds.
    fn clear(&mut self) {
        self.restart();
        self.signals.clear();
    }

    /// Forgets the bounds of one side, which are then written again.
    fn forget(&mut self, side: fn(u128) -> Bound) {
        if self.begun[index(side(0))] {
            self.restart();
        }
        self.signals.retain(|&bound, _| index(bound) != index(side(0)));
    }

    /// Writes the missing ones of some bounds, by the total that `open` makes if there is none.
    /// After a refusal no bound counts as written.
    fn write<Col: CollectClauses>(
        &mut self,
        mut bounds: impl Iterator<Item = Bound>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
        open: &dyn Fn() -> Result<Box<T>, Error>,
    ) -> Result<(), OutOfMemory> {
        let before = collector.n_clauses();
        let mut variables = Reserved { first: &mut self.reserved, manager, taken: 0 };
        let (signals, begun) = (&mut self.signals, &mut self.begun);
        let mut total = self.total.take();
        let result = bounds.try_for_each(|bound| {
            if signals.contains_key(&bound) {
                return Ok(());
            }
            begun[index(bound)] = true;
            let total = match &mut total {
                Some(total) => total,
                none => none.insert(open()?),
            };
            let mut writer = Writer::new(collector, &mut variables);
            signals.insert(bound, total.enforce(bound, &mut writer)?);
            Ok(())
        });
        self.total = total;
        self.taken += variables.taken;
        self.variables += variables.taken;
        self.clauses += collector.n_clauses() - before;
        if result.is_err() {
            self.clear();
        }
        result.map_err(out_of_memory)
    }

    /// Reserves as many variables as a total takes for these bounds.
    fn reserve(
        &mut self,
        total: &mut T,
        bounds: impl Iterator<Item = Bound>,
        manager: &mut dyn ManageVars,
    ) {
        let (mut tally, mut counted) = (Tally::default(), BasicVarManager::default());
        let mut writer = Writer::new(&mut tally, &mut counted);
        for bound in bounds {
            // A tally refuses no clause. A variable that is not reserved here is taken later.
            _ = total.enforce(bound, &mut writer);
        }
        let there = self.taken as usize + self.reserved.len();
        for _ in there..counted.n_used() as usize {
            self.reserved.push_back(manager.new_var());
        }
    }

    /// Returns the literals whose assumption makes a written bound hold, or `None` if it is not
    /// written. `lits` are the literals of the total.
    fn assumptions(&self, bound: Bound, mut lits: impl Iterator<Item = Lit>) -> Option<Vec<Lit>> {
        let mut assumed = Vec::new();
        for &signal in self.signals.get(&bound)? {
            match signal {
                Signal::True => {}
                Signal::Lit(lit) => assumed.push(lit),
                // Only a total of some literals has a bound that never holds.
                Signal::False => assumed.extend(lits.next().into_iter().flat_map(|l| [l, !l])),
            }
        }
        Some(assumed)
    }
}

fn index(bound: Bound) -> usize {
    usize::from(matches!(bound, Bound::AtLeast(_)))
}

/// A manager that gives reserved variables first.
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

/// Returns the only error that rustsat's traits have for a constraint that is not written.
fn out_of_memory(_: Error) -> OutOfMemory {
    OutOfMemory::ExternalApi
}

/// Returns the bounds of a range that are in `all`.
fn within(range: impl RangeBounds<usize>, all: Range<u128>) -> Range<u128> {
    let start = match range.start_bound() {
        ops::Bound::Included(&start) => start as u128,
        ops::Bound::Excluded(&start) => start as u128 + 1,
        ops::Bound::Unbounded => all.start,
    };
    let end = match range.end_bound() {
        ops::Bound::Included(&end) => end as u128 + 1,
        ops::Bound::Excluded(&end) => end as u128,
        ops::Bound::Unbounded => all.end,
    };
    start.clamp(all.start, all.end)..end.min(all.end)
}
