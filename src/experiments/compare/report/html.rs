//! A summary as an HTML page.
//!
//! The page is one file without scripts, fonts or external resources. Wide content is in a box that
//! scrolls, with a note if it is wider than the screen. Folded parts are unfolded in print. All
//! external text is escaped. After its first line, the page is well-formed XML, so that tests can
//! read it.

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
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{SectionSummary, Summary, format_count, question};
use parts::details;

/// The CSS style sheet that each page contains.
const STYLE: &str = include_str!("html/page.css");

/// Returns a summary as an HTML page. `name` is the name of the preset or the path of the file that
/// describes the comparison, if there is one. The last part of `name` is in the title.
pub fn page(summary: &Summary, name: Option<&str>) -> String {
    let title = title::page_title(summary);
    let name = name.map(title::display_name);
    let head = name.map_or(title.clone(), |name| format!("{title} ({name})"));
    let views = View::for_sections(summary);
    let sections =
        views.iter().enumerate().map(|(number, view)| section(number, view)).collect::<Markup>();
    let page = markup(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n\
         <h1>{}</h1>\n{}</header>\n<main>\n{}{}{}{}</main>\n</body>\n</html>\n",
        &[
            &head,
            &markup(STYLE, &[]),
            &title,
            &contents(summary, &views, name),
            &sections,
            &environment::failures(&summary.failures),
            &environment::run_environment(summary),
            &terms::list(summary),
        ],
    );
    page.as_str().to_owned()
}

/// Returns the head of the page: the headline of each section with a link to the section, links to
/// other parts, the number of runs, the measure, and a note about missing optima. If `name` is set,
/// the head also has this name of the comparison. If there are no sections, the head has only the
/// note and the statement that there are no runs.
fn contents(summary: &Summary, views: &[View], name: Option<&str>) -> Markup {
    let left_out = environment::missing_optima(summary);
    if views.is_empty() {
        return markup("<p>There are no runs to compare.</p>\n{}", &[&left_out]);
    }
    let entries = views
        .iter()
        .enumerate()
        .map(|(number, view)| {
            let (title, headline) = (view.section.title(), findings::headline(view));
            let entry = "<li><a href=\"#section-{}\">{}</a>: {}</li>\n";
            markup(entry, &[&number.to_string(), &title, &headline])
        })
        .collect::<Markup>();
    let failed = match summary.failures.len() {
        0 => Markup::default(),
        number => {
            let runs = format_count(number, "run");
            markup("<li><a href=\"#failures\">Failures</a>: {}</li>\n", &[&runs])
        }
    };
    // The list with the winners comes first. So the name of the comparison is in the paragraph
    // below this list.
    let grid =
        name.map(|name| markup("Comparison <code>{}</code>: ", &[&name])).unwrap_or_default();
    markup(
        "<ul class=\"contents\">\n{}{}\
         <li><a href=\"#run\">How it was run</a></li>\n</ul>\n<p>{}{}, compared by {}.</p>\n{}",
        &[
            &entries,
            &failed,
            &grid,
            &format_count(summary.environment.runs, "run"),
            &summary.measure.noun(),
            &left_out,
        ],
    )
}

/// Returns the part of the page about one section. `number` is the index of the section. Links
/// refer to the section by this index.
fn section(number: usize, view: &View) -> Markup {
    let section = view.section;
    [
        markup(
            "<section id=\"section-{}\">\n<h2>{}: {}</h2>\n",
            &[&number.to_string(), &section.title(), &question(section)],
        ),
        tables::ranking(view),
        figures::cactus(view),
        figures::gap(view),
        settings(section),
        findings::overview(view),
        blocks(section),
        pairs::pair_plots(view),
        boards::ratios(view),
        tables::configurations(view),
        boards::values(view),
        figures::heat(view),
        figures::growth(view),
        tables::sizes(view),
        tables::options(view),
        markup("</section>\n", &[]),
    ]
    .into_iter()
    .collect()
}

/// Returns a paragraph with the options that all configurations share. It is empty if they share no
/// option.
fn settings(section: &SectionSummary) -> Markup {
    let shared = text::settings(section);
    shared
        .map(|options| markup("<p>In all configurations: <code>{}</code></p>\n", &[&options]))
        .unwrap_or_default()
}

/// Returns a folded list of the puzzles with their questions. Its heading has the numbers of blocks
/// and boards, and the least and the greatest number of repetitions of a board.
fn blocks(section: &SectionSummary) -> Markup {
    let listed = section.instances.iter().map(|name| markup("<li>{}</li>\n", &[name]));
    let repetitions = match section.repetitions {
        [least, most] if least == most => most.to_string(),
        [least, most] => format!("{least} to {most}"),
    };
    let unit = section.unit();
    let boards = unit.counted(section.boards.len());
    let shown = format!(
        "{} on {boards}, {repetitions} on each {}. This list has the puzzles and their questions",
        format_count(section.blocks, "block"),
        unit.singular()
    );
    details(&shown, &markup("<ul>\n{}</ul>\n", &[&listed.collect::<Markup>()]), false)
}

#[cfg(test)]
mod tests;
