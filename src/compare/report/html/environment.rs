//! How the runs of a page were made, and which of them failed.

use std::collections::BTreeMap;

use super::parts::details;
use crate::compare::report::escaped;
use crate::compare::report::text::sentence;
use crate::compare::summary::{Summary, SummedFailure, counted};

/// How many failures of one kind are shown at once.
const COMMANDS: usize = 3;

/// The box that says what has to be known to make the runs again.
pub fn how_it_was_run(summary: &Summary) -> String {
    let rows = summary.environment.rows();
    if rows.is_empty() {
        return String::new();
    }
    let items = rows.into_iter().map(|(what, values)| {
        let values = values.iter().map(|value| match what {
            "command" => format!("<dd><code>{}</code></dd>\n", escaped(value)),
            _ => format!("<dd>{}</dd>\n", escaped(value)),
        });
        let values: String = values.collect();
        format!("<dt>{}</dt>\n{values}", sentence(what))
    });
    format!(
        "<section id=\"run\" class=\"environment\">\n<h2>How it was run</h2>\n<dl>\n{}</dl>\n</section>\n",
        items.collect::<String>(),
    )
}

/// Puzzles about which nothing was asked, for want of their optimum.
pub fn without_optimum(summary: &Summary) -> String {
    let puzzles = &summary.without_optimum;
    if puzzles.is_empty() {
        return String::new();
    }
    let number = counted(puzzles.len(), "puzzle");
    let are = if puzzles.len() == 1 { "is" } else { "are" };
    format!(
        "<p class=\"note\">{number} {are} left out where the optimum has to be known (sat and unsat), since \
         none was found within the limit: {}. So the boards that stand here are the easier ones.</p>\n",
        escaped(&puzzles.join(", ")),
    )
}

/// Configurations that cannot be, and runs that broke.
pub fn failures(failures: &[SummedFailure]) -> String {
    if failures.is_empty() {
        return String::new();
    }
    let list = |head: &str, broken: bool| {
        let mut commands: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for failure in failures.iter().filter(|failure| failure.broken == broken) {
            commands.entry(&failure.message).or_default().push(&failure.command);
        }
        let items: String =
            commands.iter().map(|(message, commands)| failed(message, commands)).collect();
        match items.as_str() {
            "" => items,
            items => format!("<h3>{head}</h3>\n<ul class=\"failures\">\n{items}</ul>\n"),
        }
    };
    format!(
        "<section id=\"failures\">\n<h2>Failures</h2>\n{}{}</section>\n",
        list("Configurations that cannot be", false),
        list("Runs that broke", true),
    )
}

/// A message and the commands that it came from.
fn failed(message: &str, commands: &[&str]) -> String {
    let message = if message.is_empty() { "no message" } else { message };
    let (shown, folded) = commands.split_at(commands.len().min(COMMANDS));
    let shown: String = shown.iter().map(command_line).collect();
    let folded = match folded.len() {
        0 => String::new(),
        number => {
            let folded: String = folded.iter().map(command_line).collect();
            details(&format!("{number} more"), &folded, false)
        }
    };
    format!("<li>{}{shown}{folded}</li>\n", escaped(message))
}

/// Returns a command as a line.
fn command_line(command: &&str) -> String {
    format!("<br/><code>{}</code>\n", escaped(command))
}
