//! Forecasts of sizes: the clauses of a constraint are counted, but not kept, within a budget.

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use crate::{Collect, Error, Size, Tally, Writer};

/// The forecast size of a constraint's clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Forecast {
    /// The exact size, for which the clauses were counted.
    Exactly(Size),
    /// A size that is extrapolated from shorter constraints.
    About(Size),
    /// The size is unknown. There are more clauses than this number, or a request ended the
    /// forecast.
    MoreThan(usize),
}

impl Forecast {
    /// Returns the size, which is exact or extrapolated. Returns `None` for [`Forecast::MoreThan`].
    pub fn size(self) -> Option<Size> {
        match self {
            Forecast::Exactly(size) | Forecast::About(size) => Some(size),
            Forecast::MoreThan(_) => None,
        }
    }
}

/// The limits of a forecast. The forecast ends if there are too many clauses, or if the caller
/// requests it.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The greatest number of clauses that are counted.
    pub(crate) most: usize,
    /// Returns true when the forecast has to end.
    is_over: &'a dyn Fn() -> bool,
}

impl From<usize> for Budget<'static> {
    fn from(most: usize) -> Budget<'static> {
        Budget { most, is_over: &|| false }
    }
}

impl<'a> Budget<'a> {
    /// Returns the budget for counting up to `most` clauses, until `is_over` returns true. Then the
    /// forecast ends with the same result as if there were more than `most` clauses.
    pub fn new(most: usize, is_over: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { most, is_over }
    }

    /// Returns the budget that is left after this number of clauses.
    pub(crate) fn minus(self, clauses: usize) -> Budget<'a> {
        Budget { most: self.most.saturating_sub(clauses), ..self }
    }

    /// Fails with [`Error::Stopped`] if the clauses so far exceed the budget, or if the caller
    /// requests the end.
    pub(crate) fn check(self, clauses: usize) -> Result<(), Error> {
        if clauses > self.most || (self.is_over)() { Err(Error::Stopped) } else { Ok(()) }
    }
}

/// Returns the size of the clauses that `write` writes. Returns `None` if more clauses are written
/// or planned than the budget allows, or if the caller requests the end of the count. Fresh
/// variables come after the greatest variable of `lits`. If this is the last possible variable,
/// there are none. Fails if `write` fails for a reason other than [`Error::Stopped`].
pub(crate) fn count_size(
    lits: impl Iterator<Item = Lit>,
    budget: Budget,
    write: impl FnOnce(&mut Writer) -> Result<(), Error>,
) -> Result<Option<Size>, Error> {
    // If `lits` has the last variable that rustsat allows, the writer finds no fresh variable.
    let first = lits
        .map(Lit::var)
        .max()
        .map_or(Var::new(0), |last| Var::new_with_error(last.idx32() + 1).unwrap_or(last));
    let mut variables = BasicVarManager::from_next_free(first);
    let before = variables.n_used();
    let mut counted = BudgetedTally { budget, tally: Tally::default() };
    match write(&mut Writer::new(&mut counted, &mut variables)) {
        Ok(()) => {}
        Err(Error::Stopped) => return Ok(None),
        Err(refusal) => return Err(refusal),
    }
    let Tally { clauses, literals } = counted.tally;
    let variables = variables.n_used().saturating_sub(before) as usize;
    Ok(Some(Size { variables, clauses, literals }))
}

/// A collector that counts clauses within a budget.
struct BudgetedTally<'a> {
    budget: Budget<'a>,
    tally: Tally,
}

impl BudgetedTally<'_> {
    /// The number of clauses between two checks of whether the caller requests the end.
    const BETWEEN_LOOKS: usize = 1 << 12;
}

impl Collect for BudgetedTally<'_> {
    /// Counts a clause. Fails with [`Error::Stopped`] if there are then more clauses than the
    /// budget allows. After every [`BETWEEN_LOOKS`](Self::BETWEEN_LOOKS) clauses, also fails with
    /// this error if the caller requests the end of the count. The refused clause counts.
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.tally.collect(clause)?;
        let Tally { clauses, .. } = self.tally;
        if clauses > self.budget.most {
            return Err(Error::Stopped);
        }
        if clauses % Self::BETWEEN_LOOKS == 0 { self.plan(0) } else { Ok(()) }
    }

    fn plan(&mut self, clauses: usize) -> Result<(), Error> {
        self.budget.check(self.tally.clauses.saturating_add(clauses))
    }
}
