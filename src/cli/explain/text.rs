//! An explanation as text: pictures in characters, as `show` draws them, with sentences below.

use unicode_width::UnicodeWidthStr;

use super::{Explained, picture};
use crate::cli::drawing;
use crate::cli::output::Output;
use crate::cli::solve::text::{clash_lines, stopped};
use crate::family::Opened;
use crate::model::Entry;
use crate::picture::{Picture, text};
use crate::problem::Checked;
use crate::puzzle::{highlighted, pictured};
use crate::search::{Forced, NoAnswerReason, Settling, Status};
use crate::source::counted;

/// The most cells or variables that a text lists.
const MOST_LISTED: usize = 12;

/// The number of blank columns between two pictures.
const GAP: usize = 3;

/// Returns an explanation as text: pictures, the verdict and, if requested, the cells that several
/// answers share, or why they are not known.
pub(super) fn explained(explained: &Explained, output: &Output) -> String {
    let style = drawing::characters(output);
    let mut text = answers(explained, style);
    text += &said(explained);
    match (&explained.more.forced, explained.two()) {
        (Some(forced), Some(_)) => text += &shared(&explained.posed.opened, forced, style),
        _ => text += &cut_short(explained).unwrap_or_default(),
    }
    text
}

/// Says that the search for the cells that all answers share (`--forced`) is incomplete. Returns
/// `None` if it is complete or not requested, or if there is no answer or just one.
pub(super) fn cut_short(explained: &Explained) -> Option<String> {
    let is_open = explained.finding.answer.is_some() && explained.finding.unique() != Some(true);
    let opened = &explained.posed.opened;
    match &explained.more.forced {
        _ if !is_open || !explained.wants_forced => None,
        Some(forced) if forced.complete => None,
        Some(forced) => Some(number_of_shared(opened, forced)),
        None => {
            let what = if opened.as_puzzle().is_some() { "cells" } else { "values" };
            let why = stopped(explained.stopped());
            Some(format!("the {what} that all answers share were not found: {why}\n"))
        }
    }
}

/// Returns the verdict in sentences, or the reason why there is no answer.
pub(super) fn said(explained: &Explained) -> String {
    let title = explained.posed.family.title(explained.posed.problem());
    let mut text = format!("{title}: {}\n", verdict(explained));
    match &explained.finding.reason {
        Some(NoAnswerReason::Clash(clash)) => {
            text += &clash_lines(&explained.posed.opened, clash, "");
        }
        Some(NoAnswerReason::Obstacle(reason) | NoAnswerReason::Deduced(reason)) => {
            text += &format!("{reason}\n");
        }
        None => {}
    }
    if let Some(settling) = &explained.more.settling {
        text += &settled(&explained.posed.opened, settling);
    }
    text
}

/// Draws the answer, or two answers with their differences, or else the board with its
/// contradicting parts.
fn answers(explained: &Explained, style: text::Style) -> String {
    let Some(puzzle) = explained.posed.opened.as_puzzle() else { return in_rows(explained) };
    let answer = explained.finding.answer.as_ref();
    if let Some((one, other)) = explained.two() {
        let cells = explained.finding.differing_cells();
        let pair = [one, other].map(|answer| highlighted(puzzle, answer.board(), &cells));
        let sign = format!("{} marks a cell in which the two differ\n", text::HIGHLIGHT);
        let legend = text::legend(&pair[0], style);
        let sign = if text::shows_highlights(&pair[0], style) { &sign[..] } else { "" };
        return side_by_side(&pair, style) + &legend + sign;
    }
    let picture = match answer {
        Some(answer) => pictured(puzzle, answer.board()),
        None => picture::clash(puzzle, explained.clash()),
    };
    let sign = if text::shows_highlights(&picture, style) {
        format!("{} marks the cells of the clash\n", text::HIGHLIGHT)
    } else {
        String::new()
    };
    text::draw(&picture, style) + &text::legend(&picture, style) + &sign
}

/// Returns the found answers as rows, for a problem without a board.
fn in_rows(explained: &Explained) -> String {
    let finding = &explained.finding;
    let task = &explained.task;
    let rows = |answer: &Checked| task.problem.show(&task.part(answer)).join("\n") + "\n";
    let mut text = finding.answer.as_ref().map_or(String::new(), rows);
    if let Some(other) = &finding.other {
        text += &format!("another answer:\n{}", rows(other));
    }
    text
}

/// Draws two pictures beside each other if there is room, else one below the other.
fn side_by_side(pair: &[Picture; 2], style: text::Style) -> String {
    let unlimited = text::Style { columns: None, ..style };
    let plain = text::Style { colour: false, ..unlimited };
    let width = |line: &str| line.width();
    let [left, right] = pair.each_ref().map(|picture| text::draw(picture, plain));
    let widest = |drawn: &str| drawn.lines().map(width).max().unwrap_or(0);
    let together = widest(&left) + GAP + widest(&right);
    if style.columns.is_some_and(|columns| together > columns) {
        let [one, other] = pair.each_ref().map(|picture| text::draw(picture, style));
        return one + &other;
    }
    let [one, other] = pair.each_ref().map(|picture| text::draw(picture, unlimited));
    one.lines()
        .zip(left.lines())
        .zip(other.lines())
        .map(|((line, plain), other)| {
            let space = " ".repeat(widest(&left) - width(plain) + GAP);
            format!("{line}{space}{other}\n")
        })
        .collect()
}

/// Returns in words whether there is no answer, one or several, with the bound or value that the
/// answers reach. A search that was stopped has what it did not find out.
fn verdict(explained: &Explained) -> String {
    let Explained { finding, task, .. } = explained;
    let by = explained.posed.distinguishing().map_or(String::new(), |by| format!(" by {by}"));
    let which = by + &which_answers(explained);
    match (finding.status(), finding.unique()) {
        (Status::Unsatisfiable, _) => format!("no answer{}", which_answers(explained)),
        (_, Some(true)) => format!("one answer{which}"),
        (_, Some(false)) => {
            let places = differing(explained);
            let differ = if places == 0 {
                String::new()
            } else {
                format!("; these two differ in {}", explained.posed.opened.counted_places(places))
            };
            format!("several answers{which}{differ}")
        }
        (_, None) if finding.answer.is_some() => {
            let best = task.problem.goal().is_some() && task.bound.is_none();
            let known = if best && finding.status() != Status::Optimal {
                "it is the best"
            } else {
                "there is another"
            };
            format!("an answer; stopped before it was known whether {known}")
        }
        (_, None) => "stopped before an answer was found".to_owned(),
    }
}

/// Returns the value or the bound that the answers must reach, in words.
fn which_answers(explained: &Explained) -> String {
    let Explained { finding, task, .. } = explained;
    let Some(goal) = task.problem.goal() else { return String::new() };
    match (task.bound_in_words(), finding.value()) {
        (Some(bound), _) => {
            format!(" with {} {} {bound}", goal.name, finding.relation(goal.sense).words())
        }
        (None, Some(value)) => {
            format!(" with {} {}, the best", goal.name, task.problem.format_value(value))
        }
        (None, None) => String::new(),
    }
}

/// Returns the number of cells in which the two answers differ, or of variables for a problem
/// without a board. Returns 0 if there are no two answers.
fn differing(explained: &Explained) -> usize {
    let Some((one, other)) = explained.two() else { return 0 };
    if explained.posed.opened.as_puzzle().is_some() {
        return one.answer().differing_cells(other.answer()).len();
    }
    let values = |answer: &Checked| explained.task.assignment(answer).unwrap_or_default();
    values(one).iter().zip(&values(other)).filter(|(one, other)| one != other).count()
}

/// Lists the givens (or values of variables) that each leave one answer, at most [`MOST_LISTED`] of
/// them. Says whether the list may be incomplete.
fn settled(opened: &Opened, settling: &Settling) -> String {
    let Settling { entries, complete } = settling;
    let place = if opened.as_puzzle().is_some() { "given" } else { "value" };
    let cut_short = "the search was cut short";
    let head = match (entries.len(), complete) {
        (0, true) => return format!("no single further {place} leaves one answer\n"),
        (0, false) => {
            return format!("no {place} that leaves one answer was found; {cut_short}\n");
        }
        (1, true) => format!("one more {place} leaves one answer; only this one does:\n"),
        (number, true) => format!("one more {place} leaves one answer; any of these {number}:\n"),
        (_, false) => format!("one more {place} leaves one answer; {cut_short}:\n"),
    };
    let listed = entries
        .iter()
        .map(|entry| spelled(opened, entry))
        .take(MOST_LISTED)
        .map(|entry| format!("  {entry}\n"))
        .collect::<String>();
    let more = match entries.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    };
    head + &listed + &more
}

/// Draws the cells that all answers share, or without a board lists the shared values.
fn shared(opened: &Opened, forced: &Forced, style: text::Style) -> String {
    let drawn = match opened.as_puzzle() {
        Some(puzzle) => {
            let picture = picture::shared(puzzle, forced);
            text::draw(&picture, style) + &text::letters(&picture, style)
        }
        None => values(&forced.entries),
    };
    drawn + &number_of_shared(opened, forced)
}

/// Returns a line with the number of shared cells or values. Says if the search for them was
/// stopped.
fn number_of_shared(opened: &Opened, forced: &Forced) -> String {
    let Forced { entries, places, complete } = forced;
    let least = if *complete { "" } else { "at least " };
    let all = opened.counted_places(*places);
    let stopped = if *complete { "" } else { " (stopped before all were tested)" };
    format!("{least}{} of {all} are the same in all answers{stopped}\n", entries.len())
}

/// Lists the values of variables, several in a line.
fn values(entries: &[Entry]) -> String {
    /// The number of values in each line.
    const IN_A_LINE: usize = 8;
    let said: Vec<String> = entries.iter().map(ToString::to_string).collect();
    said.chunks(IN_A_LINE).map(|line| format!("  {}\n", line.join("; "))).collect()
}

/// Returns an entry in words, with the symbols of the board's text.
fn spelled(opened: &Opened, entry: &Entry) -> String {
    entry.spelled(|symbol| opened.spelled(symbol)).to_string()
}

/// Lists cells or variables in words, at most [`MOST_LISTED`] of them.
pub(in crate::cli) fn listed(opened: &Opened, entries: &[Entry]) -> String {
    let few: Vec<String> =
        entries.iter().take(MOST_LISTED).map(|entry| spelled(opened, entry)).collect();
    match entries.len().saturating_sub(MOST_LISTED) {
        0 => few.join("; "),
        more => format!("{}; and {}", few.join("; "), counted(more, "more")),
    }
}
