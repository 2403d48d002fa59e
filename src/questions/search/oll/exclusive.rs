//! Groups of soft literals of which at most one can be false. Of k such literals, at least k − 1
//! are true in every answer, so the least weight is paid k − 1 times. A new soft literal, "all k
//! are true", gets this weight. Propagation finds the pairs: the negation of one soft literal
//! implies the other.
//!
//! Groups are built greedily from the literal with the fewest partners. Each step adds the heaviest
//! literal that is a partner of all literals in the group.

use std::collections::HashMap;

use super::{CoresEnd, Oll};
use crate::model::Lit;
use crate::search::SearchError;

/// The number of passes. The weights that remain after a pass can allow new groups.
const TURNS: usize = 3;

/// The largest number of implied literals that all passes together examine. After that, no more
/// groups are searched.
const MOST_IMPLIED: usize = 20_000_000;

impl Oll<'_, '_> {
    /// Fixes the soft literals that propagation makes true, and pays their weights. Also relaxes
    /// groups of soft literals of which at most one can be false. For a group of k literals, pays
    /// the least weight k − 1 times. Makes up to [`TURNS`] passes. After each pass, raises the
    /// proved bound by the paid weights. Takes the optimiser's lookahead, so it can be called only
    /// once. If propagation has implied [`MOST_IMPLIED`] literals or more, returns `Ok` without
    /// finishing the pass. Ends with `Over` if the question is decided, and with `Failed` if an
    /// encoding (also at a stop) or the proof fails.
    pub(super) fn relax_intrinsic_at_most_ones(&mut self) -> Result<(), CoresEnd> {
        let mut lookahead = self.optimiser.take_lookahead();
        let mut left = MOST_IMPLIED;
        for _ in 0..TURNS {
            let lits: Vec<Lit> = self.softs.keys().copied().collect();
            let place: HashMap<Lit, usize> = lits.iter().copied().zip(0..).collect();
            let mut others: Vec<Vec<usize>> = vec![Vec::new(); lits.len()];
            let mut always = Vec::new();
            for (index, &lit) in lits.iter().enumerate() {
                let Some(implied) = lookahead.implied(!lit) else {
                    always.push(lit);
                    continue;
                };
                left = left.saturating_sub(implied.len());
                if left == 0 {
                    return self.check_unsettled();
                }
                for other in implied.iter().filter_map(|lit| place.get(lit)) {
                    others[index].push(*other);
                    others[*other].push(index);
                }
            }
            let mut increase = 0;
            for &lit in &always {
                let weight = self.softs[&lit];
                self.reduce_weight(lit, weight)?;
                if let Some(log) = self.optimiser.log() {
                    log.relax_unit_core(lit, weight);
                }
                self.optimiser.add_clause(&[lit])?;
                lookahead.add(&[lit]);
                increase += weight;
            }
            others.iter_mut().for_each(|list| {
                list.sort_unstable();
                list.dedup();
            });
            let groups = self.find_at_most_ones(&lits, &others);
            if groups.is_empty() && always.is_empty() {
                break;
            }
            for group in groups {
                increase += self.relax_at_most_one(&group)?;
            }
            self.raise_lower_bound(increase)?;
        }
        self.check_unsettled()
    }

    /// Returns groups of two or more literals of which at most one can be false. Each literal is in
    /// at most one group. `others` has, for each literal, its partners: the literals that cannot be
    /// false together with it. They are indices in `lits`, in increasing order. If a literal is a
    /// partner of another one, the other one must also be its partner. Literals that are no longer
    /// soft, or that have no partner, are left out.
    fn find_at_most_ones(&self, lits: &[Lit], others: &[Vec<usize>]) -> Vec<Vec<Lit>> {
        let mut is_open: Vec<bool> = lits
            .iter()
            .zip(others)
            .map(|(lit, list)| !list.is_empty() && self.softs.contains_key(lit))
            .collect();
        let mut places: Vec<usize> = (0..lits.len()).filter(|&place| is_open[place]).collect();
        places.sort_by_key(|&place| others[place].len());
        let mut groups = Vec::new();
        for first in places {
            if !is_open[first] {
                continue;
            }
            let mut group = vec![first];
            let mut candidates: Vec<usize> =
                others[first].iter().copied().filter(|&place| is_open[place]).collect();
            candidates.sort_by_key(|&place| std::cmp::Reverse(self.softs[&lits[place]]));
            while let Some(&next) = candidates.first() {
                group.push(next);
                candidates.retain(|place| others[next].binary_search(place).is_ok());
            }
            if group.len() > 1 {
                group.iter().for_each(|&place| is_open[place] = false);
                groups.push(group.into_iter().map(|place| lits[place]).collect());
            }
        }
        groups
    }

    /// Pays the least weight in a group for all its literals except one. At most one literal of the
    /// group can be false. Subtracts this weight from each literal, and gives it to a new soft
    /// literal, "all literals of the group are true". A new clause states that the new literal is
    /// true if all are true. Returns the paid amount, by which the caller raises the lower bound.
    /// If the proof cannot derive the payment, returns 0 and changes no weight; the new variable
    /// stays unused. Panics if a literal is not soft, or if the group is empty. Fails if a clause
    /// or an output of a counter cannot be encoded or derived, or at a stop.
    fn relax_at_most_one(&mut self, group: &[Lit]) -> Result<u128, SearchError> {
        let least = group
            .iter()
            .map(|lit| self.softs[lit])
            .min()
            .expect("a group has two or more literals");
        let all = self.optimiser.fresh();
        if self
            .optimiser
            .log()
            .is_some_and(|log| !log.relax_intrinsic_at_most_one(group, all, least))
        {
            return Ok(0);
        }
        for &lit in group {
            self.reduce_weight(lit, least)?;
        }
        let mut clause: Vec<Lit> = group.iter().map(|&lit| !lit).collect();
        clause.push(all);
        self.softs.insert(all, least);
        self.optimiser.add_clause(&clause)?;
        Ok(least * (group.len() as u128 - 1))
    }
}
