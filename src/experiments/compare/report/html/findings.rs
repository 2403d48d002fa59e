//! The findings on one family and question, in sentences. Findings that need attention come first.

use super::super::plot::View;
use super::super::text;
use super::parts::details;
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{
    Pair, format_count, pair_sentences, short_summary, warnings, winner_sentence,
};
use crate::source::capitalise;

/// Largest number of pairs of configurations that are all shown. If there are more pairs, the pairs
/// that do not include the best configuration are folded.
const FINDINGS: usize = 6;

/// Returns the sentences that say which configuration is first, and how many pairs differ.
pub fn headline(view: &View) -> String {
    let winner = winner_sentence(view.section, view.measure);
    let claims = winner.into_iter().chain([short_summary(view.section)]);
    claims.map(|claim| format!("{}.", capitalise(&claim))).collect::<Vec<_>>().join(" ")
}

/// Returns the headline, the pairs whose winner depends on the criterion, the warnings and the
/// findings of a section, in this order. The headline is always there. Each other part is left out
/// if it is empty.
pub fn overview(view: &View) -> Markup {
    markup(
        "<p class=\"short\">{}</p>\n{}{}{}",
        &[
            &headline(view),
            &attention(view),
            &list("warnings", warnings(view.section, view.measure).into_iter()),
            &findings(view),
        ],
    )
}

/// Returns the list of the pairs whose winner depends on the criterion. It is empty if there are no
/// such pairs.
fn attention(view: &View) -> Markup {
    let items = view
        .section
        .pairs
        .iter()
        .filter_map(|pair| pair_sentences(pair, view.section, view.measure).attention);
    list("attention", items)
}

/// Returns an HTML list of texts, with the CSS class `class`. It is empty if there are no texts.
fn list(class: &str, items: impl Iterator<Item = String>) -> Markup {
    let list_items: Markup = items.map(|item| markup("<li>{}</li>\n", &[&item])).collect();
    if list_items.is_empty() {
        return list_items;
    }
    markup("<ul class=\"{}\">\n{}</ul>\n", &[&class, &list_items])
}

/// Returns the list of findings on pairs, and the confidence of their intervals. Pairs with the
/// best configuration come before other pairs. In both groups, pairs with a claimed difference come
/// first. If there are more than [`FINDINGS`] pairs, those without the best configuration are
/// folded. The result is empty if all pairs would be folded, or if there are no pairs.
fn findings(view: &View) -> Markup {
    let (shown, folded) = split_pairs(view, FINDINGS);
    if shown.is_empty() {
        return Markup::default();
    }
    let leader = view.name(view.section.leader());
    let (among, others) = match folded.len() {
        0 => (Markup::default(), Markup::default()),
        number => (
            markup("<p>These are the pairs with {}, the leader:</p>\n", &[&leader]),
            details(
                &format!("The other {}", format_count(number, "pair")),
                &findings_list(&folded, view),
                false,
            ),
        ),
    };
    markup(
        "<h3>Findings on pairs</h3>\n{}{}{}<p class=\"soft\">{}</p>\n",
        &[&among, &findings_list(&shown, view), &others, &text::confidence(view.section)],
    )
}

fn findings_list(pairs: &[Pair], view: &View) -> Markup {
    let items: Markup = pairs.iter().map(|pair| pair_item(pair, view)).collect();
    markup("<ul class=\"findings\">\n{}</ul>\n", &[&items])
}

/// Returns two lists: the pairs that are shown, and the pairs that are folded. If there are more
/// than `most` pairs, those without the best configuration are folded. Otherwise no pair is folded.
/// In each list, pairs with the best configuration come before pairs without it. Within each of
/// these two groups, pairs with a claimed difference come first.
pub fn split_pairs(view: &View, most: usize) -> (Vec<Pair>, Vec<Pair>) {
    let mut pairs: Vec<Pair> = view.section.pairs.clone();
    pairs.sort_by_key(|pair| (!has_leader(pair, view), !pair.is_different()));
    let number = pairs.len();
    pairs.into_iter().partition(|pair| number <= most || has_leader(pair, view))
}

pub fn has_leader(pair: &Pair, view: &View) -> bool {
    pair.configurations.contains(&view.section.leader())
}

/// Returns the list item with the sentences about a pair, without the sentence about the criterion.
/// The item is marked if a finding claims a difference.
fn pair_item(pair: &Pair, view: &View) -> Markup {
    let words = pair_sentences(pair, view.section, view.measure);
    let [first, second] = pair.configurations.map(|one| view.name(one));
    let class = if pair.is_different() { " class=\"different\"" } else { "" };
    let sentences = [Some(words.these_boards), Some(words.boards_like_these), words.solved];
    let paragraphs = sentences
        .into_iter()
        .flatten()
        .map(|text| markup("<p>{}</p>\n", &[&text]))
        .collect::<Markup>();
    markup(
        "<li{}><b>{} against {}</b>\n{}</li>\n",
        &[&markup(class, &[]), &first, &second, &paragraphs],
    )
}
