//! Counts of the boards of a series: all boards, repeated boards, and the boards of each level of
//! difficulty.

use crate::source::format_count;

/// Counts of the boards of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All boards that were made.
    pub made: u64,
    /// Boards that equal an earlier board of the series.
    pub repeated: u64,
    /// The levels, from the easiest. Each has its name, and the number of different boards of this
    /// level. The list is empty until a board with levels is graded.
    pub levels: Vec<(&'static str, u64)>,
}

impl Tally {
    /// Counts a board of this level. The level must be in the tally.
    pub(super) fn add(&mut self, level: &'static str) {
        let row = self.levels.iter_mut().find(|(name, _)| *name == level);
        row.expect("a level of the family").1 += 1;
    }

    /// Returns the counts in words, such as `5 boards: 3 easy, 2 hard`. Levels without a board are
    /// shown with 0. The number of repeated boards follows the levels if it is not 0. Without
    /// levels and repeated boards, returns only the number of boards.
    pub fn in_words(&self) -> String {
        let repeated = (self.repeated > 0).then(|| format!("{} repeated", self.repeated));
        let parts: Vec<String> = self
            .levels
            .iter()
            .map(|(name, number)| format!("{number} {name}"))
            .chain(repeated)
            .collect();
        let made = format_count(self.made, "board");
        if parts.is_empty() { made } else { format!("{made}: {}", parts.join(", ")) }
    }
}
