//! Local improvement of an answer. Soft literals that are false in the answer stay false. Each true
//! soft literal is made false in turn, the heaviest first, if this takes few conflicts. If no call
//! reaches its limit, the remaining true literals are a minimal correction set.

use super::Oll;
use crate::decision::Decision;
use crate::model::Lit;
use crate::search::SearchError;

/// The conflict limit of a call that tries to make one more literal false.
const CONFLICTS: i32 = 100;

/// An answer with more true soft literals than this is not improved.
const MOST: usize = 1_000;

impl Oll<'_, '_> {
    /// Improves the last answer locally and records each better answer. Looks at the literals that
    /// cost something and are true, the heaviest first. Makes each of them false if [`CONFLICTS`]
    /// conflicts suffice. Literals that are false stay false. Returns `Ok` early if a limit or a
    /// stop ends the search. Does nothing if there is no answer, if the objective is the least of
    /// several counts, or if more than [`MOST`] literals that cost something are true. Fails if a
    /// solver fails or an answer does not pass its check.
    pub(super) fn polish(&mut self) -> Result<(), SearchError> {
        let Some((mut costs, _)) = self.optimiser.costs() else { return Ok(()) };
        let Some(solution) = self.optimiser.solution() else { return Ok(()) };
        costs.sort_by(|one, other| other.cmp(one));
        let (mut open, settled): (Vec<Lit>, Vec<Lit>) =
            costs.into_iter().map(|(_, lit)| lit).partition(|&lit| solution.is_true(lit));
        let mut assumptions: Vec<Lit> = settled.into_iter().map(|lit| !lit).collect();
        if open.len() > MOST {
            return Ok(());
        }
        open.reverse();
        while let Some(next) = open.pop() {
            assumptions.push(!next);
            match self.optimiser.try_assumptions(&assumptions, CONFLICTS)? {
                Decision::Sat(()) => {
                    let solution = self.optimiser.solution().expect("the call found a solution");
                    let now = open.extract_if(.., |lit| !solution.is_true(*lit)).map(|lit| !lit);
                    assumptions.extend(now);
                }
                Decision::Unsat(()) => _ = assumptions.pop(),
                Decision::Unknown if self.optimiser.is_over() => return Ok(()),
                Decision::Unknown => _ = assumptions.pop(),
            }
        }
        Ok(())
    }
}
