//! A summary as a page: for each kind of question the ranking and a plot, then the pairs in words
//! and board by board, then tables and plots; at the end how it was run, and what the words mean.
//!
//! One file without scripts, fonts or anything else from elsewhere; it opens by a double click, on
//! a phone too, and can be sent to somebody. What is wide scrolls in its own box, and says so where
//! it is wider than the screen. On paper everything is unfolded. Everything that came from outside,
//! names of puzzles and commands, is escaped.
//!
//! The page is well-formed XML behind its first line, so that a test can read it.

mod boards;
mod environment;
mod figures;
mod findings;
mod pairs;
mod parts;
mod tables;
mod terms;
mod title;

use super::plot::View;
use super::text;
use crate::compare::report::escaped;
use crate::compare::summary::{Summary, SummedSection, counted, in_short, question};
use parts::details;

const STYLE: &str = include_str!("html/page.css");

/// The page of a summary; of a grid that has a name, the page says it.
pub fn page(summary: &Summary, name: Option<&str>) -> String {
    let title = escaped(&title::of(summary));
    let name = name.map(|name| escaped(title::short(name)));
    let head = name.as_ref().map_or(title.clone(), |name| format!("{title} ({name})"));
    let views = View::all(summary);
    let sections = views.iter().enumerate().map(|(number, view)| section(number, view));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{head}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n{}</header>\n<main>\n{}{}{}{}</main>\n</body>\n</html>\n",
        contents(summary, &views, name.as_deref()),
        sections.collect::<String>(),
        environment::failures(&summary.failures),
        environment::how_it_was_run(summary),
        terms::list(summary),
    )
}

/// What is compared by what, and what follows.
fn contents(summary: &Summary, views: &[View], name: Option<&str>) -> String {
    let left_out = environment::without_optimum(summary);
    if views.is_empty() {
        return format!("<p>There are no runs to compare.</p>\n{left_out}");
    }
    let entries = views.iter().enumerate().map(|(number, view)| {
        let title = escaped(&view.section.title());
        let short = escaped(&in_short(view.section));
        format!("<li><a href=\"#section-{number}\">{title}</a>: {short}.</li>\n")
    });
    let entries: String = entries.collect();
    let failed = match summary.failures.len() {
        0 => String::new(),
        number => {
            format!("<li><a href=\"#failures\">Failures</a>: {}</li>\n", counted(number, "run"))
        }
    };
    let grid = name.map_or(String::new(), |name| format!("Grid <code>{name}</code>: "));
    format!(
        "<p>{grid}{}, compared by {}.</p>\n<ul class=\"contents\">\n{entries}{failed}\
         <li><a href=\"#run\">How it was run</a></li>\n</ul>\n{left_out}",
        counted(summary.environment.runs, "run"),
        summary.measure.about(),
    )
}

fn section(number: usize, view: &View) -> String {
    let section = view.section;
    [
        format!(
            "<section id=\"section-{number}\">\n<h2>{}: {}</h2>\n",
            escaped(&section.title()),
            escaped(&question(section)),
        ),
        tables::ranking(view),
        figures::cactus(view),
        settings(section),
        findings::of(view),
        blocks(section),
        pairs::of(view),
        boards::ratios(view),
        tables::configurations(view),
        boards::measured(view),
        figures::heat(view),
        figures::growth(view),
        tables::sizes(view),
        tables::options(view),
        "</section>\n".to_owned(),
    ]
    .concat()
}

/// The options that are the same for all configurations.
fn settings(section: &SummedSection) -> String {
    let told = text::settings(section).map(|told| escaped(&told));
    told.map_or(String::new(), |told| format!("<p>Everywhere: <code>{told}</code></p>\n"))
}

/// How many blocks and boards there are, and which puzzles with which bounds.
fn blocks(section: &SummedSection) -> String {
    let listed = section.instances.iter().map(|name| format!("<li>{}</li>\n", escaped(name)));
    let repetitions = match section.repetitions {
        [least, most] if least == most => most.to_string(),
        [least, most] => format!("{least} to {most}"),
    };
    let boards = counted(section.boards.len(), "board");
    let shown = format!(
        "{} on {boards}, {repetitions} on each; the puzzles with their questions",
        counted(section.blocks, "block")
    );
    details(&shown, &format!("<ul>\n{}</ul>\n", listed.collect::<String>()), false)
}

#[cfg(test)]
mod tests;
