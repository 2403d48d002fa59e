//! The machines, builds and commands of the runs of a page, and the failed runs.

use std::collections::BTreeMap;

use super::parts::details;
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{FailedRun, Summary, format_count};
use crate::source::capitalise;

/// The greatest number of commands that are shown for one message. Further commands are folded.
const COMMANDS: usize = 3;

/// Returns the part of the page about the circumstances of the runs. It is empty if nothing is
/// known about them.
pub fn run_environment(summary: &Summary) -> Markup {
    let rows = summary.environment.rows();
    if rows.is_empty() {
        return Markup::default();
    }
    let items = rows
        .into_iter()
        .map(|(what, values)| {
            let definitions = values
                .iter()
                .map(|value| match what {
                    "command" => markup("<dd><code>{}</code></dd>\n", &[value]),
                    _ => markup("<dd>{}</dd>\n", &[value]),
                })
                .collect::<Markup>();
            markup("<dt>{}</dt>\n{}", &[&capitalise(what), &definitions])
        })
        .collect::<Markup>();
    markup(
        "<section id=\"run\" class=\"environment\">\n<h2>How it was run</h2>\n<dl>\n{}</dl>\n</section>\n",
        &[&items],
    )
}

/// Returns the note about the puzzles whose optimum was needed and not found. It is empty if there
/// are no such puzzles.
pub fn missing_optima(summary: &Summary) -> Markup {
    let puzzles = &summary.without_optimum;
    if puzzles.is_empty() {
        return Markup::default();
    }
    let number = format_count(puzzles.len(), "puzzle");
    let are = if puzzles.len() == 1 { "is" } else { "are" };
    markup(
        "<p class=\"note\">{} {} left out of sat and unsat, since the optimum was not found \
         within the limit: {}. So the remaining {} are the easier ones.</p>\n",
        &[&number, &are, &puzzles.join(", "), &summary.unit().plural()],
    )
}

/// Returns the part of the page about failed runs. It has two lists: first the impossible
/// configurations (refused runs), then the runs that broke. In each list, runs with the same
/// message are one item, and the items are sorted by message. A list without runs is left out. The
/// result is empty if no run failed.
pub fn failures(failures: &[FailedRun]) -> Markup {
    if failures.is_empty() {
        return Markup::default();
    }
    let of_kind = |head: &str, broken: bool| {
        let mut commands: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for failure in failures.iter().filter(|failure| failure.broken == broken) {
            commands.entry(&failure.message).or_default().push(&failure.command);
        }
        let items: Markup =
            commands.iter().map(|(message, commands)| failure_item(message, commands)).collect();
        if items.is_empty() {
            return items;
        }
        markup("<h3>{}</h3>\n<ul class=\"failures\">\n{}</ul>\n", &[&head, &items])
    };
    markup(
        "<section id=\"failures\">\n<h2>Failures</h2>\n{}{}</section>\n",
        &[&of_kind("Impossible configurations", false), &of_kind("Runs that broke", true)],
    )
}

/// Returns the list item for a message, with the commands that failed with this message. Shows at
/// most [`COMMANDS`] commands, and folds the others. An empty message becomes `no message`.
fn failure_item(message: &str, commands: &[&str]) -> Markup {
    let message = if message.is_empty() { "no message" } else { message };
    let (shown, folded) = commands.split_at(commands.len().min(COMMANDS));
    let shown_lines: Markup = shown.iter().map(command_line).collect();
    let folded = match folded.len() {
        0 => Markup::default(),
        number => {
            let folded_lines: Markup = folded.iter().map(command_line).collect();
            details(&format!("{number} more"), &folded_lines, false)
        }
    };
    markup("<li>{}{}{}</li>\n", &[&message, &shown_lines, &folded])
}

fn command_line(command: &&str) -> Markup {
    markup("<br/><code>{}</code>\n", &[command])
}
