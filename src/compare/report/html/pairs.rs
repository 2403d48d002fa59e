//! The pairs of a section in plots: the ratio of each board, and every block.

use super::super::plot::{self, MOST_BOARDS, View, rounded_ratio};
use super::findings::{has_leader, parted};
use super::parts::{self, details};
use crate::compare::report::escaped;
use crate::compare::summary::{ComparedFinding, FindingVerdict, Measure, Pair, counted};

/// The most points that the plots of pairs have, some five megabytes; if there were more, only
/// those with the leader are drawn.
const POINTS: usize = 20_000;
/// What a plot without points is worth in points.
const FRAME: usize = 60;
/// More pairs than that without the leader are folded together.
const TOGETHER: usize = 6;

/// The plots of the pairs: those of the leader open, the others folded.
pub fn of(view: &View) -> String {
    let section = view.section;
    let of_one = section.blocks + 2 * section.boards.len().min(MOST_BOARDS) + FRAME;
    let has_room = section.pairs.len() * of_one <= POINTS;
    let (leading, others) = parted(view, 0);
    let others = if has_room { others } else { Vec::new() };
    if leading.is_empty() && others.is_empty() {
        return String::new();
    }
    let left_out = section.pairs.len() - leading.len() - others.len();
    let folded = match others.len() {
        number if number > TOGETHER => {
            let shown = format!("The other {number} pairs, each with its plots");
            details(&shown, &plots(&others, leading.len(), view), false)
        }
        _ => plots(&others, leading.len(), view),
    };
    format!(
        "<h3>Ratio of each board</h3>\n{}{}{folded}",
        about(view, left_out),
        plots(&leading, 0, view),
    )
}

/// Returns a plot of each pair.
fn plots(pairs: &[Pair], first: usize, view: &View) -> String {
    pairs.iter().enumerate().map(|(number, pair)| of_pair(view, pair, first + number)).collect()
}

/// How the plots are to be read.
fn about(view: &View, left_out: usize) -> String {
    let left_out = match left_out {
        0 => String::new(),
        number => format!(
            " The {} without {} are not drawn.",
            counted(number, "pair"),
            escaped(view.name(view.section.leader()))
        ),
    };
    let boards = if view.section.boards.len() <= MOST_BOARDS {
        "There is a row for each board: the mark is its ratio, the line its own interval of \
              95 %, which needs two repetitions that differ."
    } else {
        "There are more boards than rows have room for, so that the boards of one side share a \
             row: each mark is the ratio of a board, without its interval, and beside them stand the \
             least and the largest of them."
    };
    let band = if view.measure.row().is_counted {
        " What lies within the grey band, 5 % around 1, is the same."
    } else {
        " The grey band around 1 is the 5 % that are not called a difference."
    };
    format!(
        "<p>{boards} Below stand the ratios on both levels with their intervals, as diamonds; a diamond \
         is open where there is no interval. An arrow goes on beyond the plot, and an open mark is a \
         bound.{band}{left_out}</p>\n"
    )
}

/// The ratio of each board of a pair, and folded every block of it.
fn of_pair(view: &View, pair: &Pair, number: usize) -> String {
    let [first, second] = pair.configurations.map(|index| escaped(view.name(index)));
    let shown = format!(
        "{first} against {second}: {}; {}",
        short(&pair.these_boards, "on these boards"),
        short(&pair.boards_like_these, "for boards like these"),
    );
    let blocks = details(
        &format!("Every block of {first} against {second}"),
        &scatter(view, pair),
        number == 0,
    );
    let forest = parts::plot(&plot::forest(view, pair));
    let plots = format!("<div class=\"forest\">\n{forest}</div>\n{blocks}");
    details(&shown, &plots, has_leader(pair, view))
}

/// The ratio of a level with its interval.
fn short(finding: &ComparedFinding, level: &str) -> String {
    match finding.verdict {
        FindingVerdict::TooFewBoards => format!("{level} nothing is claimed"),
        FindingVerdict::Unknown | FindingVerdict::NothingToCompare => {
            format!("{level} nothing is known")
        }
        _ => format!("{level} {}", rounded_ratio(finding)),
    }
}

fn scatter(view: &View, pair: &Pair) -> String {
    let [below, beside] = pair.configurations.map(|index| escaped(view.name(index)));
    let legend = plot::legend_of_boards(view);
    let entries = legend.iter().map(|(look, name)| {
        format!("<li>{}<span>{}</span></li>\n", look.mark_sample(), escaped(name))
    });
    let is_by_side = legend.len() < view.section.boards.len();
    let what = if is_by_side { "the side of its board" } else { "its board" };
    let repeating =
        if legend.len() > plot::LOOKS { " Marks repeat, since there are too many." } else { "" };
    format!(
        "<div class=\"pair\">\n{}<div class=\"beside\">\n<p>Each point is a block, and its mark is that \
         of {what}. On the line both take the same, on the dotted lines one takes twice as much. Above the \
         line {below} took {less}, below it {beside}.{}{repeating}</p>\n<ul class=\"marks\">\n{}</ul>\n\
         </div>\n</div>\n",
        parts::plot(&plot::scatter(view, pair.configurations)),
        without_result(view),
        entries.collect::<String>(),
        less = view.measure.less(),
    )
}

/// Where runs without a result are drawn, if there are any.
fn without_result(view: &View) -> &'static str {
    match (view.section.runs.iter().all(|run| run.record.is_solved()), view.measure) {
        (true, _) => "",
        (_, Measure::Cpu) => " Runs without a result lie on the dashed lines, at the time limit.",
        _ => " Runs without a result lie on the dashed lines.",
    }
}
