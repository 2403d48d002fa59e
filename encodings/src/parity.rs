//! An even or an odd number of n literals is true.
//!
//! Without auxiliary variables a parity constraint over n literals takes 2ⁿ⁻¹ clauses, so all
//! rows but the direct one cut it into short ones over auxiliary variables. Every row propagates
//! completely on one constraint; several constraints that share variables are another matter
//! (Gwynne and Kullmann 2014), and what the rows differ in there is what a comparison shows.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::collect::clause;
use crate::{Collect, Refusal};

mod chain;

/// Every encoding of parity constraints, the default first.
pub const ALL: &[Parity] = &[chain::CUT_4];

/// Writes a constraint over literals of distinct variables; `true` is odd.
pub type Encode = fn(&[Lit], bool, &mut dyn Collect, &mut dyn ManageVars) -> Result<(), Refusal>;

/// One encoding of parity constraints.
#[derive(Clone, Copy, Debug)]
pub struct Parity {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// Where it was published.
    pub citation: &'static str,
    /// Writes that the number of true literals is odd (`true`) or even, for distinct variables.
    pub encode: Encode,
}

/// The row of that name.
pub fn named(name: &str) -> Option<&'static Parity> {
    ALL.iter().find(|row| row.name == name)
}

/// Writes the constraint without auxiliary variables: one clause forbids each assignment of the
/// wrong parity. 2ⁿ⁻¹ clauses of n literals; for n = 0 an odd parity is the empty clause.
fn forbid_wrong_parity(lits: &[Lit], odd: bool, clauses: &mut dyn Collect) -> Result<(), Refusal> {
    debug_assert!(lits.len() < 16, "2^15 clauses are a mistake of the caller");
    for wrong in 0_u32..1 << lits.len() {
        if (wrong.count_ones() % 2 == 1) == odd {
            continue;
        }
        let differs =
            |(place, &lit): (usize, &Lit)| if wrong >> place & 1 == 1 { !lit } else { lit };
        clause(clauses, lits.iter().enumerate().map(differs))?;
    }
    Ok(())
}
