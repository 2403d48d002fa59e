//! The cases into which a bound is divided for several machines. The cases are all assignments of
//! some variables.
//!
//! Machines must agree on the cases, although their floating-point results can differ. So the
//! variables are chosen by integers alone: they are the variables of the shortest odd parities. In
//! such a parity, usually exactly one variable is 1. Whole orbits of variables are chosen. From
//! each set of symmetric cases, one case is kept. Each machine skips cases that its own linear
//! program refutes.

use super::cuts::ParityCuts;
use crate::decision::Decision;
use crate::linear::Literal;
use crate::search::branch_and_cut::{CutRefutation, Host, NodeDecision, Tree, TreePart};
use crate::search::{SearchError, Share};

/// Orbits of variables are added until at least this many variables are fixed.
const VARIABLES: usize = 16;

/// The most variables that are fixed. An orbit that would exceed this number is left out.
const MOST_VARIABLES: usize = 24;

/// A share of the cases of a bound: those that one machine searches.
pub(super) struct Cases {
    /// The variables that each case fixes, as column indices. If a variable is listed, its whole
    /// orbit is listed.
    variables: Vec<usize>,
    /// For each symmetry and each position in `variables`, the position of the variable's image.
    movements: Vec<Vec<usize>>,
    share: Share,
}

impl Cases {
    /// Chooses the variables of the cases. Every machine chooses the same variables. Takes whole
    /// orbits of variables, beginning with the shortest odd parities, until there are at least
    /// [`VARIABLES`] variables. Leaves out orbits with a fixed variable, and orbits that would
    /// exceed [`MOST_VARIABLES`]. If `is_symmetric` is true, one case of each set of symmetric
    /// cases is kept.
    pub fn new(cuts: &ParityCuts, is_symmetric: bool, share: Share) -> Cases {
        let mut variables: Vec<usize> = Vec::new();
        for variable in cuts.checks.variables_by_length() {
            if variables.len() >= VARIABLES {
                break;
            }
            let orbit = cuts.columns.orbit(variable);
            let mut fixed = cuts.columns.fixed.iter();
            let is_given = fixed.any(|(lit, _)| orbit.contains(&lit.variable));
            if !is_given
                && !variables.contains(&variable)
                && variables.len() + orbit.len() <= MOST_VARIABLES
            {
                variables.extend(orbit);
            }
        }
        let movements = cuts
            .columns
            .movements
            .iter()
            .filter(|_| is_symmetric)
            .filter_map(|movement| {
                variables
                    .iter()
                    .map(|&variable| movement[variable])
                    .map(|image| variables.iter().position(|&other| other == image))
                    .collect()
            })
            .collect();
        Cases { movements, variables, share }
    }

    /// Adds cuts to the root, and then searches all cases of the share. Returns `Unsat` if all
    /// cases are refuted. Otherwise returns the result of the first case that is not refuted: `Sat`
    /// if an answer reaches the bound, and `Unknown` if `host` ends the search. The cuts alone can
    /// decide the bound for all shares. The tree must be at its root, with its bound set, and must
    /// write no proof. Fails if `host` fails.
    pub fn search(
        &self,
        tree: &mut Tree,
        host: &mut dyn Host,
    ) -> Result<NodeDecision, SearchError> {
        match tree.cut_root(host)? {
            Some(came) => Ok(came),
            None => self.search_from(tree, &mut Vec::new(), host),
        }
    }

    /// Searches the cases that begin with the values `fixed`, which are literals of the first
    /// `variables`. If the root's linear program refutes `fixed`, drops all these cases together. A
    /// case outside the share counts as refuted. Returns `Unsat` if all cases are refuted, and
    /// otherwise the result of the first case that is not refuted. Restores `fixed`, except after a
    /// failure. Fails if `host` fails.
    fn search_from(
        &self,
        tree: &mut Tree,
        fixed: &mut Vec<Literal<usize>>,
        host: &mut dyn Host,
    ) -> Result<NodeDecision, SearchError> {
        if tree.refutes(fixed) {
            return Ok(Decision::Unsat(CutRefutation::unconditional()));
        }
        let Some(&variable) = self.variables.get(fixed.len()) else {
            if !self.contains(fixed) {
                return Ok(Decision::Unsat(CutRefutation::unconditional()));
            }
            let share = 0.5_f64.powf(fixed.len() as f64);
            let part = TreePart { fixed: fixed.clone(), share, is_symmetric: false };
            return tree.search_part(part, host);
        };
        for is_negated in [false, true] {
            fixed.push(Literal { variable, is_negated });
            let came = self.search_from(tree, fixed, host)?;
            fixed.pop();
            if !matches!(came, Decision::Unsat(_)) {
                return Ok(came);
            }
        }
        Ok(Decision::Unsat(CutRefutation::unconditional()))
    }

    /// Returns whether a case is in the share, and no symmetry maps it to a smaller case. `fixed`
    /// has a literal for each variable, in the order of the variables, since only the positions are
    /// compared. Cases are compared in this order, false before true.
    fn contains(&self, fixed: &[Literal<usize>]) -> bool {
        let case: Vec<u32> = fixed.iter().map(|lit| u32::from(!lit.is_negated)).collect();
        let mut image = vec![0; case.len()];
        self.share.contains(&case)
            && self.movements.iter().all(|movement| {
                movement.iter().zip(&case).for_each(|(&to, &value)| image[to] = value);
                case <= image
            })
    }
}
