//! Names of regions that are probably misspelt. A board with more names than rows has too many
//! names, and a misspelt name has few cells.

use crate::board::{Cell, Grid};
use crate::picture::colours;
use crate::source::{format_count, is_integer, quote};

/// The largest number of cells of a region that a message lists.
const MOST_CELLS: usize = 4;

/// A region whose name is probably misspelt.
pub(super) struct Slip {
    name: String,
    /// The cells of the region, row by row.
    pub cells: Vec<Cell>,
    /// The name that is probably meant; `None` for a region of one cell whose name resembles no
    /// other name.
    pub meant: Option<String>,
}

/// Returns the regions whose names are probably misspelt. A name is probably misspelt if it
/// resembles the name of a larger region, or if its region has only one cell. If several larger
/// regions have such names, the name with the fewest edits is meant. Regions whose names resemble
/// another name come first, then the others; within both groups, smaller regions come first.
/// Returns an empty list if there are not more names than rows.
pub(super) fn slips(names: &[String], regions: &Grid<Option<usize>>) -> Vec<Slip> {
    if names.len() <= regions.size().rows() {
        return Vec::new();
    }
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); names.len()];
    for (at, region) in regions.iter() {
        region.iter().for_each(|&region| cells[region].push(at));
    }
    let slip = |region: usize| {
        let name = &names[region];
        let meant = (0..names.len())
            .filter(|&other| cells[other].len() > cells[region].len())
            .filter(|&other| resembles(name, &names[other]))
            .min_by_key(|&other| edit_distance(name, &names[other]));
        let meant_name = meant.map(|other| names[other].clone());
        let is_slip = meant_name.is_some() || cells[region].len() == 1;
        is_slip.then(|| Slip {
            name: name.clone(),
            cells: cells[region].clone(),
            meant: meant_name,
        })
    };
    let mut slips: Vec<Slip> = (0..names.len()).filter_map(slip).collect();
    slips.sort_by_key(|slip| (slip.meant.is_none(), slip.cells.len()));
    slips
}

/// Returns whether two names probably mean the same region. They do in three cases: they differ
/// only in upper and lower case, they are names of the same colour, or they differ by a few edits.
/// If the shorter name has 3 to 5 letters, one edit is allowed; if it is longer, two are. Names of
/// different colours always mean different regions, and so do a number and any other name.
fn resembles(name: &str, other: &str) -> bool {
    if name.to_lowercase() == other.to_lowercase() {
        return true;
    }
    match (colours::by_name(name), colours::by_name(other)) {
        (Some(one), Some(other)) => return one == other,
        _ if is_integer(name) || is_integer(other) => return false,
        _ => {}
    }
    let most = match name.chars().count().min(other.chars().count()) {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    edit_distance(name, other) <= most
}

/// Returns the least number of edits that turn one name into the other. A wrong, missing,
/// additional or exchanged letter is one edit. Upper and lower case count as equal.
fn edit_distance(name: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase())
}

impl Slip {
    /// Describes the region in words: its name, its first [`MOST_CELLS`] cells, and the number of
    /// all its cells. If another name is probably meant, also names it.
    pub fn describe(&self) -> String {
        let listed: Vec<String> = self.cells.iter().take(MOST_CELLS).map(Cell::to_string).collect();
        let more = match self.cells.len().saturating_sub(MOST_CELLS) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let meant = self.meant.as_ref();
        let suggestion =
            meant.map_or(String::new(), |name| format!("; did you mean {}?", quote(name)));
        let number = format_count(self.cells.len(), "cell");
        format!(
            "region {} has {number} ({}{more}){suggestion}",
            quote(&self.name),
            listed.join("; ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_in_two_spellings_is_a_slip() {
        for [name, other] in [
            ["yelow", "yellow"],
            ["Yellow", "yellow"],
            ["BL", "bl"],
            ["rde", "red"],
            ["purpel", "purple"],
            ["ligth blue", "light blue"],
            ["gray", "grey"],
            ["🔴", "🟥"],
            ["c", "C"],
        ] {
            assert!(resembles(name, other), "{name} {other}");
        }
        for [name, other] in [
            ["red", "tan"],
            ["tan", "tin can"],
            ["cyan", "tan"],
            ["10", "11"],
            ["bl", "br"],
            ["🟥", "🟧"],
            ["A", "B"],
        ] {
            assert!(!resembles(name, other), "{name} {other}");
        }
    }
}
