//! Words for the sentences of hints.

use super::argument::{Argument, Link};
use super::theory::Mark;
use super::view::Reason;
use crate::board::Cell;

/// Returns a cell as `(row,column)`, both counted from 1.
pub fn place(cell: Cell) -> String {
    format!("({},{})", cell.row + 1, cell.column + 1)
}

/// Joins items as in a sentence, with `word` before the last item.
pub fn listed<T: AsRef<str>>(items: &[T], word: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}

/// Joins all cells as in a sentence, with `word` before the last cell. A player cannot do a step
/// whose cells are not all named.
pub fn places(cells: impl IntoIterator<Item = Cell>, word: &str) -> String {
    let places: Vec<String> = cells.into_iter().map(place).collect();
    listed(&places, word)
}

/// Returns a mark as a clause, such as `(3,4) is 1`.
pub fn said(mark: Mark) -> String {
    let is = if mark.is { "is" } else { "is not" };
    format!("{} {is} {}", place(mark.cell), mark.symbol)
}

/// Returns the default sentence of a step: its marks, then its rules and facts.
pub fn general(reason: &Reason) -> String {
    let marks: Vec<String> = reason.marks.iter().map(|&mark| reason.said(mark)).collect();
    let facts: Vec<String> = reason.facts.iter().map(|&fact| reason.said(fact)).collect();
    let names: Vec<&str> =
        reason.rules.iter().map(|&rule| &reason.rule(rule).heading.name[..]).collect();
    let since = match (names.as_slice(), facts.as_slice()) {
        ([], []) => "nothing else is possible".to_owned(),
        ([], _) => given(reason).unwrap_or(listed(&facts, "and")),
        (_, []) => listed(&names, "and"),
        _ => format!("{}, and {}", listed(&names, "and"), listed(&facts, "and")),
    };
    format!("{}: {since}", listed(&marks, "and"))
}

/// Names the symbol that the board gives in the cell of the step, if this is the whole reason.
fn given(reason: &Reason) -> Option<String> {
    let ([mark], [fact]) = (&reason.marks[..], &reason.facts[..]) else { return None };
    let Mark { cell, symbol, is } = reason.plain(*fact);
    (is && cell == mark.cell).then(|| format!("the board gives `{symbol}`"))
}

/// Returns a sentence with the places to look at: the places of the rules, or, if there are no
/// rules, the cells of the facts.
pub(super) fn where_to_look(reason: &Reason) -> String {
    let places: Vec<&str> =
        reason.rules.iter().map(|&rule| &reason.rule(rule).heading.place[..]).collect();
    let mut distinct: Vec<&str> = Vec::new();
    for place in places {
        if !distinct.contains(&place) {
            distinct.push(place);
        }
    }
    if distinct.is_empty() {
        let cells: Vec<Cell> = reason.facts.iter().map(|fact| fact.cell).collect();
        return format!("look at {}", places_or_board(cells));
    }
    format!("look at {}", listed(&distinct, "and"))
}

fn places_or_board(cells: Vec<Cell>) -> String {
    if cells.is_empty() { "the board".to_owned() } else { places(cells, "and") }
}

/// Returns the names of the rules that a step needs.
pub fn which_rules(reason: &Reason) -> String {
    let names: Vec<&str> =
        reason.rules.iter().map(|&rule| &reason.rule(rule).heading.name[..]).collect();
    match (&names[..], &reason.facts[..]) {
        ([], []) => "the board shows it".to_owned(),
        ([], _) => "what is placed shows it".to_owned(),
        _ => listed(&names, "and"),
    }
}

/// The most links of an argument that are joined by "then". More are numbered.
const MOST_THEN: usize = 4;

/// Puts an argument into words. `says` returns a link as a clause; its flag is whether the link ends
/// the argument. `cases` returns two conditions: that a mark holds, and that it does not.
pub fn argued(
    argument: &Argument,
    says: &dyn Fn(&Link, bool) -> String,
    cases: &dyn Fn(Mark) -> [String; 2],
) -> String {
    let Argument { links, cases: distinguished } = argument;
    let last = links.len().saturating_sub(1);
    let is_last = |number| distinguished.is_none() && number == last;
    let clauses: Vec<String> =
        links.iter().zip(0..).map(|(link, number)| says(link, is_last(number))).collect();
    let before = joined(&clauses);
    let Some(both) = distinguished else { return before };
    let [(mark, one), (_, other)] = &**both;
    let [if_one, if_other] = cases(*mark);
    let within = |case: &Argument| {
        let argued = argued(case, says, cases);
        if case.cases.is_some() { format!("({argued})") } else { argued }
    };
    let (one, other) = (within(one), within(other));
    let start = if before.is_empty() { String::new() } else { format!("{before}, and then ") };
    format!("{start}both cases fail: {if_one}, {one}; {if_other}, {other}")
}

/// Joins the clauses of a chain: a few by "then", more as numbered steps.
fn joined(clauses: &[String]) -> String {
    if clauses.len() <= MOST_THEN {
        return clauses.join(", then ");
    }
    let numbered = clauses.iter().zip(1..).map(|(clause, number)| format!("{number}. {clause}"));
    format!("in {} steps: {}", clauses.len(), numbered.collect::<Vec<_>>().join(", "))
}
