//! The rows of a forest plot.

use super::super::View;
use super::super::axis::short_tick;
use super::MOST_BOARDS;
use crate::compare::report::text::ratio as told_ratio;
use crate::compare::statistics::{distinct, extent};
use crate::compare::summary::{
    BoardRatio, ComparedFinding, FindingVerdict, Pair, Unit, limits, rounded, short_name,
};

/// The entry for a ratio without any bound.
const UNKNOWN: &str = "no bound is known";

/// A row of a forest plot: a board, several boards, or a finding.
pub struct ForestRow {
    pub label: String,
    /// The ratio of each board in the row.
    pub marks: Vec<Marked>,
    /// The text at the right: ratio and interval, or why they are missing.
    pub numbers: String,
    /// Whether the row is a finding, which has a diamond instead of squares.
    pub is_finding: bool,
}

/// A mark at a ratio.
pub struct Marked {
    /// The ratio, if it is known exactly.
    pub ratio: Option<f64>,
    /// The lower and the upper bound of the ratio, as far as known.
    pub bounds: [Option<f64>; 2],
    /// The limits of the interval, as far as known.
    pub interval: [Option<f64>; 2],
    /// The tooltip.
    pub told: String,
}

impl Marked {
    /// Returns the ratio, or else a bound of it, or `None` if neither is known.
    pub fn place(&self) -> Option<f64> {
        self.ratio.or(self.bounds[0]).or(self.bounds[1])
    }
}

/// Returns a row for each board of a pair.
pub fn each(view: &View, pair: &Pair) -> Vec<ForestRow> {
    pair.boards
        .iter()
        .map(|one| ForestRow {
            label: short_name(&one.board, &view.section.family).to_owned(),
            marks: vec![marked(one)],
            numbers: numbers(one),
            is_finding: false,
        })
        .collect()
}

/// Returns the mark of a board, with its name and numbers as tooltip.
pub fn marked(one: &BoardRatio) -> Marked {
    Marked {
        ratio: one.ratio,
        bounds: one.bounds,
        interval: one.interval,
        told: format!("{}: {}", one.board, numbers(one)),
    }
}

/// Returns a row for the boards of each side length, or of neighbouring lengths if there are many,
/// and one for the puzzles without a size.
pub fn by_side(view: &View, pair: &Pair) -> Vec<ForestRow> {
    let unit = view.section.unit();
    let sides = distinct(pair.boards.iter().filter_map(|one| side_of(one, view)));
    let row = |label: String, ours: &[&BoardRatio]| ForestRow {
        label,
        marks: ours.iter().map(|one| Marked { interval: [None; 2], ..marked(one) }).collect(),
        numbers: range(ours),
        is_finding: false,
    };
    let together = sides.len().div_ceil(MOST_BOARDS).max(1);
    let others: Vec<&BoardRatio> =
        pair.boards.iter().filter(|one| side_of(one, view).is_none()).collect();
    let of_others = (!others.is_empty()).then(|| row(unit.counted(others.len()), &others));
    sides
        .chunks(together)
        .map(|sides| {
            let is_ours =
                |one: &&BoardRatio| side_of(one, view).is_some_and(|at| sides.contains(&at));
            let ours: Vec<&BoardRatio> = pair.boards.iter().filter(is_ours).collect();
            let label = match sides {
                [only] => format!("side {}", short_tick(*only)),
                _ => format!(
                    "side {} to {}",
                    short_tick(sides[0]),
                    short_tick(sides[sides.len() - 1])
                ),
            };
            row(format!("{label}: {}", unit.counted(ours.len())), &ours)
        })
        .chain(of_others)
        .collect()
}

fn side_of(one: &BoardRatio, view: &View) -> Option<f64> {
    view.section.boards.iter().find(|board| board.name == one.board)?.side()
}

/// Formats the least and the largest known ratio of some boards.
fn range(boards: &[&BoardRatio]) -> String {
    let known = boards.iter().filter_map(|one| one.ratio);
    match (extent(known.clone()), known.count()) {
        (None, _) => "no ratio is known".to_owned(),
        (Some([only, _]), 1) => rounded(only),
        (Some([least, most]), _) => format!("{} to {}", rounded(least), rounded(most)),
    }
}

/// Returns the row of a finding.
pub fn found(label: &str, finding: &ComparedFinding, unit: Unit) -> ForestRow {
    let numbers = match finding.verdict {
        FindingVerdict::TooFewBoards => format!("too few {}", unit.many()),
        FindingVerdict::NothingToCompare => "no result".to_owned(),
        FindingVerdict::Unknown => "not known".to_owned(),
        _ => in_numbers(finding),
    };
    let mark = Marked {
        ratio: finding.ratio,
        bounds: finding.bounds,
        interval: finding.interval,
        told: format!("{label}: {numbers}"),
    };
    ForestRow { label: label.to_owned(), marks: vec![mark], numbers, is_finding: true }
}

/// Formats the ratio of a finding, or a bound of it, with its interval.
pub fn in_numbers(finding: &ComparedFinding) -> String {
    let ratio = known(finding.ratio, finding.bounds);
    match interval(finding.interval) {
        none if none.is_empty() && ratio == UNKNOWN => ratio,
        none if none.is_empty() => format!("{ratio}, no interval"),
        interval => ratio + &interval,
    }
}

/// Formats a ratio, or the only known bound of it.
fn known(ratio: Option<f64>, [low, high]: [Option<f64>; 2]) -> String {
    match (ratio, low, high) {
        (Some(ratio), ..) => rounded(ratio),
        (None, None, Some(high)) => format!("≤ {}", rounded(high)),
        (None, Some(low), None) => format!("≥ {}", rounded(low)),
        (None, ..) => UNKNOWN.to_owned(),
    }
}

/// Formats the ratio on a board, or a bound of it, with its interval.
fn numbers(one: &BoardRatio) -> String {
    match (one.ratio, one.bounds) {
        (None, [None, None]) => "no result".to_owned(),
        _ => format!("{}{}", told_ratio(one), interval(one.interval)),
    }
}

/// Formats an interval for the text after a ratio.
pub fn interval(interval: [Option<f64>; 2]) -> String {
    let known = limits(interval, rounded, [" to ", "from", "up to"]);
    known.map_or(String::new(), |known| format!(" ({known})"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn board(
        ratio: Option<f64>,
        bounds: [Option<f64>; 2],
        interval: [Option<f64>; 2],
    ) -> BoardRatio {
        BoardRatio {
            board: "gunport-4x4".to_owned(),
            repetitions: 3,
            ratio,
            bounds,
            interval,
            without_result: [0, 0],
        }
    }

    #[test]
    fn numbers_say_what_is_known() {
        let both = [Some(0.5), Some(2.0)];
        assert_eq!(numbers(&board(Some(1.0), [Some(1.0); 2], both)), "1.00 (0.500 to 2.00)");
        assert_eq!(numbers(&board(Some(1.0), [Some(1.0); 2], [None; 2])), "1.00");
        assert_eq!(
            numbers(&board(None, [None, Some(0.2)], [None, Some(0.4)])),
            "≤ 0.200 (up to 0.400)"
        );
        assert_eq!(numbers(&board(None, [None; 2], [None; 2])), "no result");
        assert_eq!(known(None, [None; 2]), UNKNOWN);
        assert_eq!(short_name("gunport-4x4", "gunport"), "4x4");
        assert_eq!(short_name("mine", "gunport"), "mine");
    }
}
