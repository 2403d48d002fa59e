//! The entries that all answers share: the backbone of the literals that show an answer.
//!
//! For each entry of the first answer, the solver searches for an answer without this entry. If
//! there is such an answer, all entries in which it differs from the first are removed
//! (Marques-Silva, Janota and Lynce, On Computing Backbones of Propositional Theories, ECAI 2010,
//! algorithm 3). Otherwise, all answers share the entry. The solver prefers literals that differ
//! from the first answer, so that each answer removes many entries. A literal that every answer has
//! becomes a unit clause.

use super::SearchError;
use super::probe::{AnswerProbe, EntryPlace, Probed};
use crate::model::Entry;

/// The entries that all answers share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// The entries, in the order of their places.
    pub entries: Vec<Entry>,
    /// The number of places of an answer: its cells or variables.
    pub places: usize,
    /// True if the entries are complete; false if a limit ended the search.
    pub complete: bool,
}

/// Finds the entries that all answers of a model share. Returns `None` if no answer is found in
/// time.
pub(super) fn forced(probe: &mut AnswerProbe) -> Result<Option<Forced>, SearchError> {
    let Probed::Answer(first) = probe.ask(&[])? else { return Ok(None) };
    let at = |(place, &entry): (usize, &usize)| EntryPlace { place, entry };
    let mut open: Vec<EntryPlace> = first.iter().enumerate().map(at).collect();
    let others = open.iter().flat_map(|&one| probe.entry(one).lits.iter().map(|&lit| !lit));
    let others: Vec<_> = others.collect();
    probe.prefer(others.iter().copied(), true);
    let (mut shared, mut complete) = (Vec::new(), true);
    open.reverse();
    while let Some(next) = open.pop() {
        match without(probe, next)? {
            Probed::Answer(other) => open.retain(|one| other[one.place] == one.entry),
            Probed::NoAnswer => shared.push(probe.entry(next).entry.clone()),
            Probed::Stopped => {
                complete = false;
                break;
            }
        }
    }
    probe.prefer(others, false);
    Ok(Some(Forced { entries: shared, places: first.len(), complete }))
}

/// Searches for an answer without an entry, that is, with at least one of the entry's literals
/// false.
fn without(probe: &mut AnswerProbe, one: EntryPlace) -> Result<Probed, SearchError> {
    for lit in probe.entry(one).lits.clone() {
        match probe.ask(&[!lit])? {
            Probed::NoAnswer => probe.fix(lit),
            found => return Ok(found),
        }
    }
    Ok(Probed::NoAnswer)
}
