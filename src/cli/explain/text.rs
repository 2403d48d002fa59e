//! An explanation as text: pictures in characters, as `show` draws them, with sentences below.

use unicode_width::UnicodeWidthStr;

use super::{ExplainOutcome, picture};
use crate::cli::drawing;
use crate::cli::output::Output;
use crate::cli::solve::text::{clash_lines, describe_stop};
use crate::family::OpenedProblem;
use crate::model::Entry;
use crate::picture::{Picture, text};
use crate::problem::CheckedAnswer;
use crate::puzzle::{draw_board, draw_highlighted};
use crate::search::{Backbone, NoAnswerReason, SettlingEntries, Status};
use crate::source::format_count;

/// The largest number of cells or variables that a text lists.
const MOST_LISTED: usize = 12;

/// The number of blank columns between two pictures.
const GAP: usize = 3;

/// Returns an explanation as text: pictures, the verdict and perhaps the cells that all answers
/// share. These cells are added if they were requested and two answers were found. The pictures
/// show the answer. If two answers were found, they show both with their differences. If none was
/// found, a picture shows the board, with the cells of the clash if a clash is known. If the
/// problem has no board, rows of text replace the pictures. If an answer was found, but the
/// requested shared cells are not completely known, a line states the reason. This line is left out
/// if it is proved that there is just one answer.
pub(super) fn explanation(explained: &ExplainOutcome, output: &Output) -> String {
    let style = drawing::character_style(output);
    let mut text = draw_answers(explained, style);
    text += &conclusion(explained);
    match (&explained.more.forced, explained.two_answers()) {
        (Some(forced), Some(_)) => text += &draw_shared(&explained.posed.opened, forced, style),
        _ => text += &cut_short_note(explained).unwrap_or_default(),
    }
    text
}

/// Returns a line which says that the search for the cells that all answers share (`--forced`) is
/// incomplete. The line has the number of cells found so far. If the search did not begin, it has
/// the reason instead. Returns `None` in these cases:
///
/// - The search is complete, or was not requested.
/// - No answer was found.
/// - It is proved that there is just one answer.
pub(super) fn cut_short_note(explained: &ExplainOutcome) -> Option<String> {
    let is_open = explained.finding.answer.is_some() && explained.finding.unique() != Some(true);
    let opened = &explained.posed.opened;
    match &explained.more.forced {
        _ if !is_open || !explained.wants_forced => None,
        Some(forced) if forced.complete => None,
        Some(forced) => Some(count_shared(opened, forced)),
        None => {
            let what = if opened.as_puzzle().is_some() { "cells" } else { "values" };
            let why = describe_stop(explained.stopped());
            Some(format!("the {what} that all answers share were not found: {why}\n"))
        }
    }
}

/// Returns a line with the title of the problem and the verdict. If there is no answer and the
/// reason is known, the reason follows. If givens that would leave only one answer were searched,
/// they follow, too.
pub(super) fn conclusion(explained: &ExplainOutcome) -> String {
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
        text += &list_settling(&explained.posed.opened, settling);
    }
    text
}

/// Draws the found answer. If two answers were found, draws both, with highlights in the cells that
/// differ. If no answer was found, draws the board; if a clash is known, its cells are marked. The
/// signs in the pictures are explained below them. If the problem has no board, returns rows of
/// text instead. These are empty if no answer was found.
fn draw_answers(explained: &ExplainOutcome, style: text::Style) -> String {
    let Some(puzzle) = explained.posed.opened.as_puzzle() else { return answer_rows(explained) };
    let answer = explained.finding.answer.as_ref();
    if let Some((one, other)) = explained.two_answers() {
        let cells = explained.finding.differing_cells();
        let pair = [one, other].map(|answer| draw_highlighted(puzzle, answer.board(), &cells));
        let sign = format!("{} marks a cell in which the two differ\n", text::HIGHLIGHT);
        let legend = text::legend(&pair[0], style);
        let sign = if text::shows_highlights(&pair[0], style) { &sign[..] } else { "" };
        return draw_side_by_side(&pair, style) + &legend + sign;
    }
    let picture = match answer {
        Some(answer) => draw_board(puzzle, answer.board()),
        None => picture::clash(puzzle, explained.clash()),
    };
    let sign = if text::shows_highlights(&picture, style) {
        format!("{} marks the cells of the clash\n", text::HIGHLIGHT)
    } else {
        String::new()
    };
    text::draw(&picture, style) + &text::legend(&picture, style) + &sign
}

/// Returns the found answers as rows of text, for a problem without a board. A heading comes before
/// the second answer. If only some variables distinguish answers, the rows have only these
/// variables. Returns an empty text if no answer was found.
fn answer_rows(explained: &ExplainOutcome) -> String {
    let finding = &explained.finding;
    let task = &explained.task;
    let rows =
        |answer: &CheckedAnswer| task.problem.show(&task.projected_part(answer)).join("\n") + "\n";
    let mut text = finding.answer.as_ref().map_or(String::new(), rows);
    if let Some(other) = &finding.other {
        text += &format!("another answer:\n{}", rows(other));
    }
    text
}

/// Draws two pictures next to each other, with [`GAP`] columns between them. If `style` does not
/// have enough columns for both, draws the first above the second. A style without a number of
/// columns has room for any width. Both pictures must have the same number of lines. If they are
/// side by side, further lines of the longer one are lost.
fn draw_side_by_side(pair: &[Picture; 2], style: text::Style) -> String {
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

/// Returns in words whether there is no answer, one or several. The text has the bound or value
/// that the answers reach. If only some variables distinguish answers, it also names these
/// variables, but not if there is no answer. For several answers, adds in how many places the two
/// found answers differ; nothing is added if this number is 0. If the search was stopped before the
/// number of answers was known, the text only says this and whether an answer was found. The text
/// has no line break.
fn verdict(explained: &ExplainOutcome) -> String {
    let ExplainOutcome { finding, task, .. } = explained;
    let by = explained.posed.describe_projection().map_or(String::new(), |by| format!(" by {by}"));
    let which = by + &answer_condition(explained);
    match (finding.status(), finding.unique()) {
        (Status::Unsatisfiable, _) => format!("no answer{}", answer_condition(explained)),
        (_, Some(true)) => format!("one answer{which}"),
        (_, Some(false)) => {
            let places = count_differing(explained);
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

/// Returns a number in words that begin with a space. It is the bound that the answers must reach.
/// If the question has no bound, it is the value of the found answer. The words call this value the
/// best without a check. Returns an empty text if there is no objective, or if neither number is
/// known.
fn answer_condition(explained: &ExplainOutcome) -> String {
    let ExplainOutcome { finding, task, .. } = explained;
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

/// Returns the number of cells in which the two answers differ. For a problem without a board,
/// counts variables instead: those that distinguish answers and whose values differ. If the answers
/// of such a problem are not shown by variables, returns 0. Also returns 0 if two answers were not
/// found.
fn count_differing(explained: &ExplainOutcome) -> usize {
    let Some((one, other)) = explained.two_answers() else { return 0 };
    if explained.posed.opened.as_puzzle().is_some() {
        return one.answer().differing_cells(other.answer()).len();
    }
    let values = |answer: &CheckedAnswer| explained.task.assignment(answer).unwrap_or_default();
    values(one).iter().zip(&values(other)).filter(|(one, other)| one != other).count()
}

/// Returns lines about certain givens (or values of variables): each of them alone would leave only
/// one answer. Lists at most [`MOST_LISTED`] of these givens, and then states the number of the
/// others. If there are none, returns one line that says so. Says whether the search for such
/// givens was cut short.
fn list_settling(opened: &OpenedProblem, settling: &SettlingEntries) -> String {
    let SettlingEntries { entries, complete } = settling;
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
        .map(|entry| spell(opened, entry))
        .take(MOST_LISTED)
        .map(|entry| format!("  {entry}\n"))
        .collect::<String>();
    let more = match entries.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    };
    head + &listed + &more
}

/// Draws the board with the givens and the cells that all answers share. The letters in the picture
/// are explained below it. If the problem has no board, lists the shared values instead. Adds a
/// line with the number of shared entries. This line also says whether all places were tested.
fn draw_shared(opened: &OpenedProblem, forced: &Backbone, style: text::Style) -> String {
    let drawn = match opened.as_puzzle() {
        Some(puzzle) => {
            let picture = picture::shared(puzzle, forced);
            text::draw(&picture, style) + &text::letters(&picture, style)
        }
        None => list_values(&forced.entries),
    };
    drawn + &count_shared(opened, forced)
}

/// Returns a line with the number of cells or values that all answers share, and the number of all
/// cells or values. Also says if the search for the shared cells or values was stopped.
fn count_shared(opened: &OpenedProblem, forced: &Backbone) -> String {
    let Backbone { entries, places, complete } = forced;
    let least = if *complete { "" } else { "at least " };
    let all = opened.counted_places(*places);
    let stopped = if *complete { "" } else { " (stopped before all were tested)" };
    format!("{least}{} of {all} are the same in all answers{stopped}\n", entries.len())
}

/// Lists the values of variables, eight in each line.
fn list_values(entries: &[Entry]) -> String {
    /// The number of values in each line.
    const IN_A_LINE: usize = 8;
    let texts: Vec<String> = entries.iter().map(ToString::to_string).collect();
    texts.chunks(IN_A_LINE).map(|line| format!("  {}\n", line.join("; "))).collect()
}

/// Returns an entry in words, with the symbols of the board's text.
fn spell(opened: &OpenedProblem, entry: &Entry) -> String {
    entry.spelled(|symbol| opened.spelled(symbol)).to_string()
}

/// Lists cells with their symbols, or variables with their values, in words in one line, separated
/// by semicolons. Lists at most [`MOST_LISTED`] of them, and then states the number of the others.
/// Returns an empty text if there are no entries.
pub(in crate::cli) fn list_entries(opened: &OpenedProblem, entries: &[Entry]) -> String {
    let few: Vec<String> =
        entries.iter().take(MOST_LISTED).map(|entry| spell(opened, entry)).collect();
    match entries.len().saturating_sub(MOST_LISTED) {
        0 => few.join("; "),
        more => format!("{}; and {}", few.join("; "), format_count(more, "more")),
    }
}
