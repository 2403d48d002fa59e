//! The entries that all answers share: the backbone of the literals that show an answer.
//!
//! For each entry of the first answer, the solver searches for an answer without this entry. If
//! there is such an answer, it differs from the first answer in some entries. These entries are not
//! shared by all answers, and are not tested any more (Marques-Silva, Janota and Lynce, On
//! Computing Backbones of Propositional Theories, ECAI 2010, algorithm 3). The solver prefers
//! literals that differ from the first answer, so that each answer excludes many entries.

use super::SearchError;
use super::probe::{AnswerProbe, EntryPlace};
use crate::decision::Decision;
use crate::model::Entry;

/// The entries that all answers share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backbone {
    /// The entries, in the order of their places.
    pub entries: Vec<Entry>,
    /// The number of cells or variables of an answer.
    pub places: usize,
    /// Whether the search for these entries was completed. If not, `entries` has those that were
    /// found in time.
    pub complete: bool,
}

/// Returns the entries that all answers share. Answers that the probe excludes do not count.
/// Returns `None` if no answer exists, or if none is found in time. If a literal is found to be
/// true in all answers, fixes it in the probe. If a test is undecided, ends with the entries found
/// so far, which do not count as complete. The solver prefers literals that differ from the first
/// answer only during this search. Fails if the probe fails.
pub(super) fn find_backbone(probe: &mut AnswerProbe) -> Result<Option<Backbone>, SearchError> {
    let Decision::Sat(first) = probe.find_answer(&[])? else { return Ok(None) };
    let mut open: Vec<EntryPlace> =
        first.iter().enumerate().map(|(place, &entry)| EntryPlace { place, entry }).collect();
    let others: Vec<_> =
        open.iter().flat_map(|&one| probe.entry(one).lits.iter().map(|&lit| !lit)).collect();
    probe.prefer(others.iter().copied(), true);
    let (mut shared, mut complete) = (Vec::new(), true);
    open.reverse();
    while let Some(next) = open.pop() {
        match find_without(probe, next)? {
            Decision::Sat(other) => open.retain(|one| other[one.place] == one.entry),
            Decision::Unsat(()) => shared.push(probe.entry(next).entry.clone()),
            Decision::Unknown => {
                complete = false;
                break;
            }
        }
    }
    probe.prefer(others, false);
    Ok(Some(Backbone { entries: shared, places: first.len(), complete }))
}

/// Searches for an answer in which at least one of the entry's literals is false. Returns this
/// answer as the index of its entry at each place. Also fixes in the probe each literal that no
/// answer makes false. Returns `Unsat` if all answers have the entry. This is also the case if the
/// entry has no literals, or if there is no answer. Returns `Unknown` at a limit. Fails if the
/// probe fails.
fn find_without(
    probe: &mut AnswerProbe,
    one: EntryPlace,
) -> Result<Decision<Vec<usize>>, SearchError> {
    for lit in probe.entry(one).lits.clone() {
        match probe.find_answer(&[!lit])? {
            Decision::Unsat(()) => probe.fix(lit),
            found => return Ok(found),
        }
    }
    Ok(Decision::Unsat(()))
}
