//! Small cores. As long as the core shrinks, the solver is called again with its own core (core
//! trimming). Then core minimisation tries to remove each literal, the lightest first. A literal is
//! removed if few conflicts refute the other literals. The least weight in a core is paid, so a
//! core without light literals is better.
//!
//! Many short calls are better than a few long calls. A file on decision sets (mushroom) has 1,230
//! soft literals and cores of a hundred literals. With 1,000 conflicts for each literal and cores
//! of up to 60 literals, the file was undecided after six seconds. With 100 conflicts and cores of
//! up to 400 literals, it takes 2.2 to 2.9 seconds. Without the limit `FAILURES`, it takes 2.2
//! seconds, but other files take longer.

use super::Oll;
use crate::decision::Decision;
use crate::model::Lit;
use crate::search::SearchError;

/// The largest number of calls that solve again under the last core.
const TURNS: usize = 4;

/// The conflict limit of a call that tries to shrink a core.
const CONFLICTS: i32 = 100;

/// After this number of failed attempts to remove a literal of a core, no more literals are tried.
const FAILURES: usize = 20;

/// If a core has more literals than this, its literals are not removed one by one.
const LONG: usize = 400;

impl Oll<'_, '_> {
    /// Returns soft literals of which at least one is true in every remaining solution. The last
    /// refutation shows this. It must have been the solver's last call. A few short calls make the
    /// list small. The lightest literals come first. The list is empty if the refutation needs no
    /// assumption. A core of more than [`LONG`] literals is only trimmed by solving again; its
    /// literals are not removed one by one. A call that reaches a limit or a stop counts as a
    /// failed attempt. Solutions that are found are not recorded. Fails if a solver fails.
    pub(super) fn minimised_core(&mut self) -> Result<Vec<Lit>, SearchError> {
        let mut core = self.last_core();
        for _ in 0..TURNS {
            if core.len() <= 1
                || self.core_within(&core)?.is_none_or(|next| next.len() >= core.len())
            {
                break;
            }
            core = self.last_core();
        }
        if core.len() > LONG {
            return Ok(core);
        }
        self.sort_by_weight(&mut core);
        let (mut place, mut failures) = (0, 0);
        while place < core.len() && core.len() > 1 && failures < FAILURES {
            let mut fewer = core.clone();
            fewer.remove(place);
            match self.core_within(&fewer)? {
                Some(smaller) => {
                    let kept = core[..place].iter().filter(|lit| smaller.contains(lit)).count();
                    core.retain(|lit| smaller.contains(lit));
                    place = kept;
                }
                None => (place, failures) = (place + 1, failures + 1),
            }
        }
        Ok(core)
    }

    /// Tests whether few conflicts refute the assumption that these soft literals are false.
    /// Returns the new core if they do, and `None` otherwise.
    fn core_within(&mut self, lits: &[Lit]) -> Result<Option<Vec<Lit>>, SearchError> {
        let assumptions: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        let outcome = self.optimiser.solve_within(&assumptions, CONFLICTS)?;
        Ok((outcome == Decision::Unsat(())).then(|| self.last_core()))
    }

    /// Returns the soft literals of the last refutation's core, the lightest first.
    fn last_core(&self) -> Vec<Lit> {
        let mut core: Vec<Lit> = self.optimiser.core().into_iter().map(|lit| !lit).collect();
        self.sort_by_weight(&mut core);
        core
    }

    /// Sorts literals by their weights, the lightest first.
    fn sort_by_weight(&self, core: &mut [Lit]) {
        core.sort_by_key(|lit| (self.softs.get(lit), *lit));
    }
}
