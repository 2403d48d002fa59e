//! What the pairs of a section say, in sentences: what asks for attention first.

use super::super::plot::View;
use super::parts::details;
use crate::compare::report::escaped;
use crate::compare::report::text::sentence;
use crate::compare::summary::{ALPHA, Pair, counted, in_short, in_words, warnings};

/// How many findings are shown at once; if there are more, those with the leader.
const FINDINGS: usize = 6;

/// All that is said of a section in words.
pub fn of(view: &View) -> String {
    let short = escaped(&sentence(&in_short(view.section)));
    let warned = warnings(view.section, view.measure);
    [
        format!("<p class=\"short\">{short}.</p>\n"),
        attention(view),
        list("warnings", warned.iter().map(|warning| escaped(warning))),
        findings(view),
    ]
    .concat()
}

/// Where the ratio and the mean time point to different winners.
fn attention(view: &View) -> String {
    let pairs = view.section.pairs.iter();
    let told = pairs.filter_map(|pair| in_words(pair, view.section, view.measure).attention);
    list("attention", told.map(|sentence| escaped(&sentence)))
}

fn list(class: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    match items.as_str() {
        "" => items,
        items => format!("<ul class=\"{class}\">\n{items}</ul>\n"),
    }
}

/// What the pairs say, differences first; of many pairs those with the leader.
fn findings(view: &View) -> String {
    let (shown, folded) = parted(view, FINDINGS);
    if shown.is_empty() {
        return String::new();
    }
    let all = shown.len() + folded.len();
    let leader = escaped(view.name(view.section.leader()));
    let (among, others) = match folded.len() {
        0 => (String::new(), String::new()),
        number => (
            format!("<p>These are the pairs with {leader}, the leader:</p>\n"),
            details(
                &format!("The other {}", counted(number, "pair")),
                &list_of(&folded, view),
                false,
            ),
        ),
    };
    let together = match all {
        1 => format!("An interval holds with {:.0} %.", 100.0 * (1.0 - ALPHA)),
        all => format!(
            "All {all} intervals on one level hold together with {:.0} %.",
            100.0 * (1.0 - ALPHA)
        ),
    };
    format!(
        "<h3>What the pairs say</h3>\n{among}{}{others}<p class=\"soft\">{together}</p>\n",
        list_of(&shown, view)
    )
}

/// Returns the findings of pairs as a list.
fn list_of(pairs: &[Pair], view: &View) -> String {
    let items: String = pairs.iter().map(|pair| item(pair, view)).collect();
    format!("<ul class=\"findings\">\n{items}</ul>\n")
}

/// The pairs that are shown at once and the others, differences first, and in each the one that
/// takes less first; all are shown where there are no more than that.
pub fn parted(view: &View, most: usize) -> (Vec<Pair>, Vec<Pair>) {
    let mut pairs: Vec<Pair> = view.section.pairs.clone();
    pairs.sort_by_key(|pair| (!has_leader(pair, view), !pair.is_different()));
    let number = pairs.len();
    pairs.into_iter().partition(|pair| number <= most || has_leader(pair, view))
}

/// Whether one of two configurations leads.
pub fn has_leader(pair: &Pair, view: &View) -> bool {
    pair.configurations.contains(&view.section.leader())
}

/// What a pair says, without what asks for attention, which is said above.
fn item(pair: &Pair, view: &View) -> String {
    let told = in_words(pair, view.section, view.measure);
    let [first, second] = pair.configurations.map(|one| escaped(view.name(one)));
    let class = if pair.is_different() { " class=\"different\"" } else { "" };
    let sentences = [Some(told.these_boards), Some(told.boards_like_these), told.solved];
    let sentences =
        sentences.into_iter().flatten().map(|told| format!("<p>{}</p>\n", escaped(&told)));
    format!("<li{class}><b>{first} against {second}</b>\n{}</li>\n", sentences.collect::<String>())
}
