//! The rows of a forest plot.

use super::super::View;
use super::super::axis::format_tick;
use super::MOST_BOARDS;
use crate::compare::report::text::format_ratio as told_ratio;
use crate::compare::statistics::{distinct, extent};
use crate::compare::summary::{
    BoardRatio, ComparedFinding, FindingVerdict, Pair, Unit, join_limits, rounded, short_name,
};

/// The text that replaces a ratio if it is unknown, and not exactly one bound of it is known.
const UNKNOWN: &str = "no bound is known";

/// A row of a forest plot: a board, several boards, or a finding.
pub struct ForestRow {
    pub label: String,
    /// The ratio of each board in the row, or the ratio of the finding.
    pub marks: Vec<RatioMark>,
    /// The text at the right: the ratio and the interval, or the reason why they are missing.
    pub numbers: String,
    /// Whether the row is a finding, which has a diamond instead of squares.
    pub is_finding: bool,
}

/// A mark at a ratio.
pub struct RatioMark {
    /// The ratio, if it is known exactly.
    pub ratio: Option<f64>,
    /// The lower and the upper bound of the ratio. A bound is `None` if it is unknown.
    pub bounds: [Option<f64>; 2],
    /// The lower and the upper limit of the interval. A limit is `None` if it is unknown or not
    /// shown.
    pub interval: [Option<f64>; 2],
    /// The tooltip: the name of the board or finding, and its numbers.
    pub tooltip: String,
}

impl RatioMark {
    /// Returns the value at which the mark is drawn: the ratio or, if it is unknown, its lower or
    /// upper bound. Returns `None` if none of these is known.
    pub fn position(&self) -> Option<f64> {
        self.ratio.or(self.bounds[0]).or(self.bounds[1])
    }
}

/// Returns a row for each board of a pair.
pub fn board_rows(view: &View, pair: &Pair) -> Vec<ForestRow> {
    pair.boards
        .iter()
        .map(|one| ForestRow {
            label: short_name(&one.board, &view.section.family).to_owned(),
            marks: vec![board_mark(one)],
            numbers: format_board_ratio(one),
            is_finding: false,
        })
        .collect()
}

/// Returns the mark of a board, with its name and numbers as tooltip.
pub fn board_mark(one: &BoardRatio) -> RatioMark {
    RatioMark {
        ratio: one.ratio,
        bounds: one.bounds,
        interval: one.interval,
        tooltip: format!("{}: {}", one.board, format_board_ratio(one)),
    }
}

/// Returns rows without intervals, one for the boards of each side length, in ascending order. If
/// there are more than [`MOST_BOARDS`] side lengths, neighbouring ones share a row. If there are
/// puzzles without a size, the last row is for them.
pub fn side_rows(view: &View, pair: &Pair) -> Vec<ForestRow> {
    let unit = view.section.unit();
    let sides = distinct(pair.boards.iter().filter_map(|one| board_side(one, view)));
    let row = |label: String, ours: &[&BoardRatio]| ForestRow {
        label,
        marks: ours
            .iter()
            .map(|one| RatioMark { interval: [None; 2], ..board_mark(one) })
            .collect(),
        numbers: format_range(ours),
        is_finding: false,
    };
    let together = sides.len().div_ceil(MOST_BOARDS).max(1);
    let others: Vec<&BoardRatio> =
        pair.boards.iter().filter(|one| board_side(one, view).is_none()).collect();
    let of_others = (!others.is_empty()).then(|| row(unit.counted(others.len()), &others));
    sides
        .chunks(together)
        .map(|sides| {
            let ours: Vec<&BoardRatio> = pair
                .boards
                .iter()
                .filter(|one| board_side(one, view).is_some_and(|at| sides.contains(&at)))
                .collect();
            let label = match sides {
                [only] => format!("side {}", format_tick(*only)),
                _ => format!(
                    "side {} to {}",
                    format_tick(sides[0]),
                    format_tick(sides[sides.len() - 1])
                ),
            };
            row(format!("{label}: {}", unit.counted(ours.len())), &ours)
        })
        .chain(of_others)
        .collect()
}

fn board_side(one: &BoardRatio, view: &View) -> Option<f64> {
    view.section.boards.iter().find(|board| board.name == one.board)?.side()
}

/// Formats the least and the largest known ratio of some boards. If just one ratio is known,
/// formats only this number. If none is known, says so, even if there are bounds.
fn format_range(boards: &[&BoardRatio]) -> String {
    let known = boards.iter().filter_map(|one| one.ratio);
    match (extent(known.clone()), known.count()) {
        (None, _) => "no ratio is known".to_owned(),
        (Some([only, _]), 1) => rounded(only),
        (Some([least, most]), _) => format!("{} to {}", rounded(least), rounded(most)),
    }
}

/// Returns the row of a finding. Its text is the ratio (or its only known bound) with its interval.
/// For three verdicts, which have neither, the text is the reason instead: too few boards, no
/// result, or a measure that is not known.
pub fn finding_row(label: &str, finding: &ComparedFinding, unit: Unit) -> ForestRow {
    let numbers = match finding.verdict {
        FindingVerdict::TooFewBoards => format!("too few {}", unit.plural()),
        FindingVerdict::NothingToCompare => "no result".to_owned(),
        FindingVerdict::Unknown => "not known".to_owned(),
        _ => format_finding(finding),
    };
    let mark = RatioMark {
        ratio: finding.ratio,
        bounds: finding.bounds,
        interval: finding.interval,
        tooltip: format!("{label}: {numbers}"),
    };
    ForestRow { label: label.to_owned(), marks: vec![mark], numbers, is_finding: true }
}

/// Formats the ratio of a finding with its interval. If only one bound of the ratio is known,
/// formats it instead. If there is no interval, the text says so. If the ratio, a single bound and
/// the interval are all unknown, the text says only that no bound is known.
pub fn format_finding(finding: &ComparedFinding) -> String {
    let ratio = format_ratio(finding.ratio, finding.bounds);
    match format_interval(finding.interval) {
        none if none.is_empty() && ratio == UNKNOWN => ratio,
        none if none.is_empty() => format!("{ratio}, no interval"),
        interval => ratio + &interval,
    }
}

/// Formats a ratio or, if it is unknown, its only known bound. Returns [`UNKNOWN`] if the ratio is
/// unknown and it has no bound or two bounds.
fn format_ratio(ratio: Option<f64>, [low, high]: [Option<f64>; 2]) -> String {
    match (ratio, low, high) {
        (Some(ratio), ..) => rounded(ratio),
        (None, None, Some(high)) => format!("≤ {}", rounded(high)),
        (None, Some(low), None) => format!("≥ {}", rounded(low)),
        (None, ..) => UNKNOWN.to_owned(),
    }
}

/// Formats the ratio on a board with its interval. If the ratio is unknown, formats its bounds.
/// Returns `no result` if neither the ratio nor a bound is known.
fn format_board_ratio(one: &BoardRatio) -> String {
    match (one.ratio, one.bounds) {
        (None, [None, None]) => "no result".to_owned(),
        _ => format!("{}{}", told_ratio(one), format_interval(one.interval)),
    }
}

/// Formats an interval in brackets, with a space before them. The text follows a ratio. It is empty
/// if no useful limit is known.
pub fn format_interval(interval: [Option<f64>; 2]) -> String {
    let known = join_limits(interval, rounded, [" to ", "from", "up to"]);
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
        assert_eq!(
            format_board_ratio(&board(Some(1.0), [Some(1.0); 2], both)),
            "1.00 (0.500 to 2.00)"
        );
        assert_eq!(format_board_ratio(&board(Some(1.0), [Some(1.0); 2], [None; 2])), "1.00");
        assert_eq!(
            format_board_ratio(&board(None, [None, Some(0.2)], [None, Some(0.4)])),
            "≤ 0.200 (up to 0.400)"
        );
        assert_eq!(format_board_ratio(&board(None, [None; 2], [None; 2])), "no result");
        assert_eq!(format_ratio(None, [None; 2]), UNKNOWN);
        assert_eq!(short_name("gunport-4x4", "gunport"), "4x4");
        assert_eq!(short_name("mine", "gunport"), "mine");
    }
}
