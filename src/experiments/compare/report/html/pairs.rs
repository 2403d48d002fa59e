//! The plots of each pair of configurations: the ratio on each board, and the two values of each
//! block.

use super::super::plot::{self, MOST_BOARDS, View, rounded_ratio};
use super::findings::{has_leader, split_pairs};
use super::parts::{self, details};
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{ComparedFinding, FindingVerdict, Measure, Pair, Unit, format_count};

/// Largest number of points in the plots of all pairs together. This number of points takes about
/// five megabytes. If there would be more points, only the pairs with the best configuration are
/// drawn.
const POINTS: usize = 20_000;
/// A plot without points takes as many bytes as this number of points.
const FRAME: usize = 60;
/// The greatest number of pairs without the best configuration for which each pair has a box of its
/// own. If there are more, one box contains all of them.
const TOGETHER: usize = 6;

/// Returns the plots of the pairs, with an explanation. If all pairs would have more than 20,000
/// points (estimated from the numbers of blocks and boards), draws only the pairs that include the
/// best configuration. These pairs come first. If the other pairs are more than six, one folded box
/// contains them. The result is empty if no pair is drawn.
pub fn pair_plots(view: &View) -> Markup {
    let section = view.section;
    let of_one = section.blocks + 2 * section.boards.len().min(MOST_BOARDS) + FRAME;
    let has_room = section.pairs.len() * of_one <= POINTS;
    let (leading, others) = split_pairs(view, 0);
    let others = if has_room { others } else { Vec::new() };
    if leading.is_empty() && others.is_empty() {
        return Markup::default();
    }
    let left_out = section.pairs.len() - leading.len() - others.len();
    let folded = match others.len() {
        number if number > TOGETHER => {
            let shown = format!("The other {number} pairs, each with its plots");
            details(&shown, &plots(&others, leading.len(), view), false)
        }
        _ => plots(&others, leading.len(), view),
    };
    markup(
        "<h3>Ratio of each {}</h3>\n{}{}{}",
        &[
            &section.unit().singular(),
            &explanation(view, left_out),
            &plots(&leading, 0, view),
            &folded,
        ],
    )
}

fn plots(pairs: &[Pair], first: usize, view: &View) -> Markup {
    pairs
        .iter()
        .enumerate()
        .map(|(number, pair)| pair_details(view, pair, first + number))
        .collect()
}

/// Returns the explanation of the plots of ratios. It depends on whether each board has its own row
/// (if there are at most [`MOST_BOARDS`] boards), and on whether the measure is a count. `left_out`
/// is the number of pairs without plots. If it is not 0, the explanation mentions it.
fn explanation(view: &View, left_out: usize) -> Markup {
    let left_out = match left_out {
        0 => String::new(),
        number => format!(
            " The {} without {} are not drawn.",
            format_count(number, "pair"),
            view.name(view.section.leader())
        ),
    };
    let unit = view.section.unit();
    let (one, many) = (unit.singular(), unit.plural());
    let boards = if view.section.boards.len() <= MOST_BOARDS {
        format!(
            "There is a row for each {one}: the mark is its ratio, the line its own interval of \
             95 %, which needs two repetitions that differ."
        )
    } else {
        let together = match unit {
            Unit::Board => "the boards of one side share a row",
            Unit::Instance => "all of them share one",
        };
        format!(
            "There are too many {many} for a row each, so {together}: each mark is the ratio of \
             {}, without its interval; the numbers are the least and the largest ratio.",
            unit.with_article()
        )
    };
    let band = if view.measure.row().is_counted {
        " Ratios within the grey band, 5 % around 1, are called the same."
    } else {
        " Ratios within the grey band, 5 % around 1, are not called a difference."
    };
    markup(
        "<p>{} The diamonds below show the ratio on these {} and the ratio for {} like \
         these, with their intervals; a diamond is open if there is no interval. An arrow points \
         beyond the plot, and an open mark is a bound.{}{}</p>\n",
        &[&boards, &many, &many, &band, &left_out],
    )
}

/// Returns the plots of a pair in a box that unfolds. The heading of the box has the two findings
/// in a few words. The box is unfolded at first if the pair includes the best configuration.
/// `number` is the index of the pair among the drawn pairs. For the first pair, the points are
/// unfolded too.
fn pair_details(view: &View, pair: &Pair, number: usize) -> Markup {
    let [first, second] = pair.configurations.map(|index| view.name(index));
    let many = view.section.unit().plural();
    let shown = format!(
        "{first} against {second}: {}; {}",
        short_finding(&pair.these_boards, &format!("on these {many}")),
        short_finding(&pair.boards_like_these, &format!("for {many} like these")),
    );
    let blocks = details(
        &format!("Every block of {first} against {second}"),
        &scatter(view, pair),
        number == 0,
    );
    let forest = parts::plot(&plot::forest(view, pair));
    let plots = markup("<div class=\"forest\">\n{}</div>\n{}", &[&forest, &blocks]);
    details(&shown, &plots, has_leader(pair, view))
}

/// Returns a few words about a finding. They begin with `level`, such as "on these boards". Usually
/// the ratio with its interval follows. If there are too few boards, the words say instead that
/// nothing is claimed. If the measure is not reported, or no board has a known or bounded ratio,
/// they say that nothing is known.
fn short_finding(finding: &ComparedFinding, level: &str) -> String {
    match finding.verdict {
        FindingVerdict::TooFewBoards => format!("{level} nothing is claimed"),
        FindingVerdict::Unknown | FindingVerdict::NothingToCompare => {
            format!("{level} nothing is known")
        }
        _ => format!("{level} {}", rounded_ratio(finding)),
    }
}

/// Returns the plot of the blocks of a pair, with its legend. The horizontal axis belongs to the
/// first configuration. The legend has the boards or, if there are too many boards, their side
/// lengths. Marks repeat if the legend has more than [`plot::LOOKS`] entries; the text then says
/// so.
fn scatter(view: &View, pair: &Pair) -> Markup {
    let [below, other] = pair.configurations.map(|index| view.name(index));
    let legend = plot::legend_of_boards(view);
    let entries = legend
        .iter()
        .map(|(look, name)| markup("<li>{}<span>{}</span></li>\n", &[&look.mark_sample(), name]))
        .collect::<Markup>();
    let is_by_side = legend.len() < view.section.boards.len();
    let what = if is_by_side {
        "the side of its board".to_owned()
    } else {
        format!("its {}", view.section.unit().singular())
    };
    let repeating =
        if legend.len() > plot::LOOKS { " Marks repeat, since there are too many." } else { "" };
    markup(
        "<div class=\"pair\">\n{}<div class=\"beside\">\n<p>Each point is a block, with the mark \
         of {}. On the line, both configurations take the same; on the dotted lines, one takes \
         twice as much as the other. Above the line, {} took {}; below it, {} did.{}{}</p>\n\
         <ul class=\"marks\">\n{}</ul>\n\
         </div>\n</div>\n",
        &[
            &parts::plot(&plot::scatter(view, pair.configurations)),
            &what,
            &below,
            &view.measure.less(),
            &other,
            &missing_results_note(view),
            &repeating,
            &entries,
        ],
    )
}

/// Returns the sentence that says at which position the plot of blocks has the runs without a
/// result. It is empty if all runs have a result.
fn missing_results_note(view: &View) -> &'static str {
    match (view.section.runs.iter().all(|run| run.record.is_solved()), view.measure) {
        (true, _) => "",
        (_, Measure::Cpu) => " Runs without a result are on the dashed lines, at the time limit.",
        _ => " Runs without a result are on the dashed lines.",
    }
}
