//! Small cores. A core as the solver finds it is asked for again as long as that makes it shorter;
//! then each literal is left out, the lightest first, if the others are refuted within few
//! conflicts. The lightest first, since the least weight is what a core pays.
//!
//! Many short tries are better than a few long ones. With up to 1,000 conflicts for each literal of
//! cores up to 60 literals a file on decision sets (mushroom, 1,230 soft literals, cores of a
//! hundred) was open after six seconds; with 100 conflicts and cores up to 400 it takes 2.2 to 2.9.
//! No limit on failures is no better (2.2, and other files take longer).

use super::Oll;
use crate::model::Lit;
use crate::search::SearchError;
use crate::search::outcome::Outcome;

/// How often a core is asked for again.
const TURNS: usize = 4;

/// How many conflicts it may take to refute a core without one of its literals.
const CONFLICTS: i32 = 100;

/// How many literals have to stay before no other is tried.
const FAILURES: usize = 20;

/// How many literals a core may have of which each is tried.
const LONG: usize = 400;

impl Oll<'_, '_> {
    /// The soft literals of which one is true, by the refutation that was met last; as few as are
    /// found soon.
    pub(super) fn core(&mut self) -> Result<Vec<Lit>, SearchError> {
        let mut core = self.last_core();
        for _ in 0..TURNS {
            if core.len() <= 1 || self.refuted(&core)?.is_none_or(|next| next.len() >= core.len()) {
                break;
            }
            core = self.last_core();
        }
        if core.len() > LONG {
            return Ok(core);
        }
        self.arrange(&mut core);
        let (mut place, mut failures) = (0, 0);
        while place < core.len() && core.len() > 1 && failures < FAILURES {
            let mut fewer = core.clone();
            fewer.remove(place);
            match self.refuted(&fewer)? {
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

    /// Asks whether one of some soft literals is true, and returns those that refute that they are
    /// all false, if that takes few conflicts.
    fn refuted(&mut self, lits: &[Lit]) -> Result<Option<Vec<Lit>>, SearchError> {
        let assumptions: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        let outcome = self.optimiser.glance(&assumptions, CONFLICTS)?;
        Ok((outcome == Outcome::Refuted).then(|| self.last_core()))
    }

    /// The soft literals of the last refutation, the lightest first.
    fn last_core(&self) -> Vec<Lit> {
        let mut core: Vec<Lit> = self.optimiser.core().into_iter().map(|lit| !lit).collect();
        self.arrange(&mut core);
        core
    }

    fn arrange(&self, core: &mut [Lit]) {
        core.sort_by_key(|lit| (self.softs.get(lit), *lit));
    }
}
