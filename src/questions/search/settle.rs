//! The entries that settle a board with several answers: if such an entry is added as a given,
//! exactly one answer is left.
//!
//! There can be millions of answers. So for each entry, the solver searches for answers with this
//! entry only until two are known. This takes at most three calls for each entry, because each
//! answer that is found counts for all its entries and is then excluded. If the problem has an
//! objective, only the answers at the bound of the question count or, without a bound, the best
//! answers.

use crate::decision::Decision;
use std::collections::HashMap;

use super::SearchError;
use super::probe::{AnswerProbe, EntryPlace};
use crate::model::Entry;

/// The limit of this search, in the solver's ticks. The search reaches it in a few seconds.
const TICKS: u64 = 500_000_000;

/// The settling entries. Each of them, as an additional given, leaves exactly one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettlingEntries {
    /// The entries. Entries with a rare symbol come first.
    pub entries: Vec<Entry>,
    /// Whether the search for these entries was completed. If not, `entries` has those that were
    /// found in time.
    pub complete: bool,
}

/// Returns the entries of `probe` that settle the board: exactly one answer has the entry. Entries
/// with a rare symbol come first. Answers that the probe found before count, too; they must be
/// distinct. Stops when a stop is requested, or at a limit of [`TICKS`] ticks, which stays set in
/// `probe`. Then `complete` is false, and entries that were not decided are missing. Excludes all
/// found answers from further searches by `probe`. Fails if an answer does not pass its check.
pub(super) fn find_settling_entries(
    probe: &mut AnswerProbe,
) -> Result<SettlingEntries, SearchError> {
    probe.limit_ticks(TICKS);
    let mut having = AnswerCounts::default();
    for answer in probe.seen().to_vec() {
        having.add_answer(probe, &answer);
    }
    let (mut alone, mut complete) = (Vec::new(), true);
    'entries: for one in probe.entries() {
        while having.answers_with(one) < 2 {
            match probe.find_answer(&probe.entry(one).lits.clone())? {
                Decision::Sat(answer) => having.add_answer(probe, &answer),
                Decision::Unsat(()) => {
                    alone.extend((having.answers_with(one) == 1).then_some(one));
                    break;
                }
                Decision::Unknown => {
                    complete = false;
                    break 'entries;
                }
            }
        }
    }
    rare_first(probe, &mut alone);
    let entries = alone.into_iter().map(|one| probe.entry(one).entry.clone()).collect();
    Ok(SettlingEntries { entries, complete })
}

/// The number of known answers with each entry.
#[derive(Default)]
struct AnswerCounts(HashMap<EntryPlace, u32>);

impl AnswerCounts {
    /// Counts an answer for each of its entries, and excludes it from further searches.
    fn add_answer(&mut self, probe: &mut AnswerProbe, answer: &[usize]) {
        for (place, &entry) in answer.iter().enumerate() {
            *self.0.entry(EntryPlace { place, entry }).or_default() += 1;
        }
        probe.exclude(answer);
    }

    fn answers_with(&self, one: EntryPlace) -> u32 {
        self.0.get(&one).copied().unwrap_or(0)
    }
}

/// Sorts entries by the number of cells with the same symbol in the first answer, rare symbols
/// first. Entries with equal numbers are sorted by place. If an entry is the value of a variable,
/// its symbol counts as a symbol in no cells. Does not change the order if the probe has found no
/// answer.
fn rare_first(probe: &AnswerProbe, alone: &mut [EntryPlace]) {
    let Some(answer) = probe.seen().first() else { return };
    let shown = |place: usize| &probe.places()[place][answer[place]].entry;
    let mut cells: HashMap<char, usize> = HashMap::new();
    for place in 0..answer.len() {
        if let Entry::Symbol(_, symbol) = shown(place) {
            *cells.entry(*symbol).or_default() += 1;
        }
    }
    alone.sort_by_key(|&one| match &probe.entry(one).entry {
        Entry::Symbol(_, symbol) => (cells.get(symbol).copied().unwrap_or(0), one.place),
        Entry::Value(..) => (0, one.place),
    });
}
