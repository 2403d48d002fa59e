//! The order among steps of equal cost: the one comes first that a person sees first.
//!
//! Costs compare rules, so many steps have the same cost: in queens, every row, column and region
//! that needs its queen. Among them the family ranks the patterns; a cell that lies in one line
//! with others is seen before cells that see them from several sides. Then the rules that are
//! nearly full come first, then the steps that need few known marks, then those that give many
//! marks, and at last the rules that the theory states first.
//!
//! Only reasons with a single rule are compared with each other. Of several rules, the search takes
//! the first set of the least cost that it finds: a proof that there is no other set of this cost
//! takes longer than the search.

use std::cell::Cell;
use std::cmp::Reverse;

use super::engine::Engine;
use super::reason::Reason;
use crate::model::Lit;

/// How soon a person sees a step, compared with others of the same cost: the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ease {
    /// The family's rank of the pattern (`View::rank`).
    pub rank: u32,
    /// The number of open variables in the constraints of the rule.
    pub open: usize,
    /// The number of facts that the first mark needs; 0 if steps are compared without it.
    pub facts: usize,
    /// The number of marks that follow.
    pub marks: Reverse<usize>,
}

impl Engine<'_> {
    /// Returns the ease of the step in which one rule implies these literals. `facts` is the number
    /// of facts that the first needs, if it is known.
    pub fn ease(&self, rule: usize, lits: &[Lit], facts: usize) -> Ease {
        let rank = self.view.rank(&self.reason_of(lits, vec![rule], &[]));
        Ease { rank, open: self.open_variables(rule), facts, marks: Reverse(lits.len()) }
    }

    /// Returns a step with all that its words may need. The first literal is the one for which the
    /// search chose the reason.
    pub fn reason_of<'e>(
        &'e self,
        lits: &[Lit],
        rules: Vec<usize>,
        fact_lits: &'e [Lit],
    ) -> Reason<'e> {
        let Engine { theory, meanings, sight, counting, known, .. } = self;
        let marks = |lits: &[Lit]| lits.iter().filter_map(|&lit| meanings.mark(lit)).collect();
        Reason {
            marks: marks(lits),
            rules,
            facts: marks(fact_lits),
            theory,
            meanings,
            sight,
            counting,
            lit: lits[0],
            fact_lits,
            values: &known.values,
            tries: Cell::new(0),
        }
    }

    /// Returns the number of open variables in the constraints of a rule.
    pub fn open_variables(&self, rule: usize) -> usize {
        let values = &self.known.values;
        self.variables[rule].iter().filter(|&&variable| values[variable].is_none()).count()
    }
}
