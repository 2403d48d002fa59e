//! The order of steps with the same cost: the step that a person sees first comes first.
//!
//! A cost depends on the kind of the rules, so many steps have the same cost. In queens, for
//! example, the steps for all rows, columns and regions that need a queen have the same cost.
//! First, the family ranks the patterns of these steps. For example, a cell in one line with some
//! other cells is seen before a cell that excludes others from several directions. Steps of the
//! same rank are compared by their rule: the fewest open cells come first, then the fewest known
//! marks that the step needs, then the most marks that the step gives. At last, the order of the
//! rules in the theory decides.
//!
//! Only reasons with a single rule are compared in this way. If a reason needs several rules, the
//! first set of rules of the least cost that the search finds is used. To search all other sets of
//! this cost would take longer than the search itself.

use std::cell::Cell;
use std::cmp::Reverse;

use super::engine::Engine;
use super::reason::Reason;
use crate::model::Lit;

/// How easily a person sees a step, compared with other steps of the same cost. The step with the
/// least value comes first. The fields are compared in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ease {
    /// The rank that the family gives to the pattern of the step (`View::rank`).
    pub rank: u32,
    /// The number of variables in the rule's constraints whose value is unknown.
    pub open: usize,
    /// The number of facts that the first mark needs. It is 0 if steps are compared without this
    /// number.
    pub facts: usize,
    /// The number of marks that the step gives, reversed: more marks come first.
    pub marks: Reverse<usize>,
}

impl Engine<'_> {
    /// Returns the ease of the step in which one rule implies the literals `lits`. `lits` must not
    /// be empty. `facts` is the number of facts that the first literal needs; it is 0 if steps are
    /// compared without this number.
    pub fn ease(&self, rule: usize, lits: &[Lit], facts: usize) -> Ease {
        let rank = self.view.rank(&self.reason_of(lits, vec![rule], &[]));
        Ease { rank, open: self.open_variables(rule), facts, marks: Reverse(lits.len()) }
    }

    /// Returns the reason of a step, with all data that its sentences may need. The first literal
    /// of `lits` is the one for which the search chose the reason. If `lits` is empty, the function
    /// panics. `rules` are indices of the theory. A literal that means no mark adds no mark to the
    /// step.
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

    /// Returns the number of variables in a rule's constraints whose value is unknown.
    pub fn open_variables(&self, rule: usize) -> usize {
        let values = &self.known.values;
        self.variables[rule].iter().filter(|&&variable| values[variable].is_none()).count()
    }
}
