//! A summary as a page: what it says in words, then tables, then plots.
//!
//! One file without scripts, fonts or anything else from elsewhere; it opens by a double click, on a
//! phone too, and can be sent to somebody. What is wide scrolls in its own box. Everything that came from
//! outside, names of puzzles and commands, is escaped.
//!
//! The page is well-formed XML behind its first line, so that a test can read it.

mod tables;

use std::collections::{BTreeMap, BTreeSet};

use super::plot::{self, Look, View};
use crate::compare::record::Record;
use crate::compare::summary::{
    ALPHA, Failure, Measure, Pair, RELEVANT, Summary, counted, in_short, in_words,
};
use crate::picture::svg::escaped;

const STYLE: &str = include_str!("html/page.css");
/// So many findings are shown at once; of more, those with the leader.
const FINDINGS: usize = 12;
/// So many points the plots of pairs have at most, some three megabytes; if there were more, those with
/// the leader are drawn.
const POINTS: usize = 20_000;
/// What a plot without points is worth in points.
const FRAME: usize = 60;
/// So many failures of one kind are shown at once.
const COMMANDS: usize = 3;

/// The page of a summary.
pub fn page(summary: &Summary, title: &str) -> String {
    let views = View::all(summary);
    let sections = views.iter().enumerate().map(|(number, view)| section(number, view));
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n{}</header>\n<main>\n{}{}</main>\n</body>\n</html>\n",
        contents(summary, &views),
        sections.collect::<String>(),
        failures(&summary.failures),
    )
}

/// What follows, and under which conditions it was run.
fn contents(summary: &Summary, views: &[View]) -> String {
    if views.is_empty() {
        return "<p>There are no runs to compare.</p>\n".to_owned();
    }
    let entry = |(number, view): (usize, &View)| {
        let question = escaped(&view.section.title());
        format!(
            "<li><a href=\"#section-{number}\">{question}</a>: {}</li>\n",
            in_short(view.section)
        )
    };
    let entries: String = views.iter().enumerate().map(entry).collect();
    let failed = match summary.failures.len() {
        0 => String::new(),
        number => format!("<li><a href=\"#failures\">failures</a>: {number}</li>\n"),
    };
    let about = summary.measure.about();
    format!("<p>Compared by {about}. {}</p>\n<ul>\n{entries}{failed}</ul>\n", conditions(views))
}

fn conditions(views: &[View]) -> String {
    let records = || views.iter().flat_map(|view| &view.section.runs).map(|run| &run.record);
    let told = |of: &dyn Fn(&Record) -> String| {
        let values: BTreeSet<String> = records().map(of).collect();
        values.into_iter().collect::<Vec<_>>().join(", ")
    };
    let limits = told(&|run| format!("{} s", run.time_limit));
    let versions = escaped(&told(&|run| run.quarrel.clone()));
    let runs = counted(records().count(), "run");
    format!("{runs}; time limit {limits}; quarrel {versions}.")
}

fn section(number: usize, view: &View) -> String {
    let question = &view.section.question;
    let about = match question.as_str() {
        "optimum" => ": the optimum, with its proof",
        "answer" => ": an answer, or that there is none",
        "sat" => ": an answer as good as the optimum",
        "unsat" => ": that nothing is better than the optimum",
        "bound" => ": an answer as good as a bound",
        _ => "",
    };
    let instances = &view.section.instances;
    let listed: String =
        instances.iter().map(|name| format!("<li>{}</li>\n", escaped(name))).collect();
    let puzzles = counted(instances.len(), "puzzle");
    let shown = format!("{} on {puzzles}", counted(view.section.blocks, "block"));
    let folded = format!(
        "<p>A block is a puzzle with a question, a seed and a scramble, run in every configuration.</p>\n\
         <ul>\n{listed}</ul>\n"
    );
    [
        format!(
            "<section id=\"section-{number}\">\n<h2>{}{about}</h2>\n",
            escaped(&view.section.title())
        ),
        findings(view),
        details(&shown, &folded),
        tables::configurations(view),
        tables::sizes(view),
        figures(view),
        "</section>\n".to_owned(),
    ]
    .concat()
}

/// What can be unfolded.
fn details(shown: &str, folded: &str) -> String {
    format!("<details>\n<summary>{shown}</summary>\n{folded}</details>\n")
}

/// What the pairs say, differences first; of many pairs those with the leader.
fn findings(view: &View) -> String {
    let section = view.section;
    let mut pairs: Vec<&Pair> = section.pairs.iter().collect();
    pairs.sort_by_key(|pair| (!pair.different, !has_leader(pair, view)));
    let (shown, folded): (Vec<&Pair>, Vec<&Pair>) =
        pairs.iter().partition(|pair| pairs.len() <= FINDINGS || has_leader(pair, view));
    let list = |pairs: &[&Pair]| {
        let item = |pair: &&Pair| {
            let class = if pair.different { " class=\"different\"" } else { "" };
            format!("<li{class}>{}</li>\n", in_two(&in_words(pair, section, view.measure)))
        };
        format!("<ul class=\"findings\">\n{}</ul>\n", pairs.iter().map(item).collect::<String>())
    };
    let said = format!("<p>In short: {}.</p>\n", in_short(view.section));
    match (pairs.is_empty(), folded.is_empty()) {
        (true, _) => said,
        (_, true) => said + &list(&shown) + &method(view),
        _ => {
            let leader = escaped(view.name(section.leader()));
            let among = format!(
                "<p>The pairs with {leader}, which has the most results and of these the least PAR2:</p>\n"
            );
            let others = format!("The other {} pairs", folded.len());
            said + &among + &list(&shown) + &details(&others, &list(&folded)) + &method(view)
        }
    }
}

/// A sentence, what it says in bold and the numbers not; the last of them, p, in one piece.
fn in_two(sentence: &str) -> String {
    let (said, numbers) = sentence.rsplit_once(": ").unwrap_or((sentence, ""));
    let (numbers, p) = numbers.rsplit_once(", ").unwrap_or(("", numbers));
    let [said, numbers, p] = [said, numbers, p].map(escaped);
    format!("<b>{said}</b>: {numbers}, <span class=\"whole\">{p}</span>")
}

fn has_leader(pair: &Pair, view: &View) -> bool {
    pair.configurations.contains(&view.section.leader())
}

fn method(view: &View) -> String {
    format!(
        "<p class=\"soft\">Two configurations are called different where Wilcoxon’s signed-rank test \
         over their runs of the same blocks, with Holm’s correction for {}, gives p below {ALPHA}, and the \
         ratio is beyond {RELEVANT} either way. The ratio is that of Hodges and Lehmann, with its \
         95 % interval; then follow the number of pairs of runs, in how many of them each took less, \
         and the corrected p.</p>\n",
        counted(view.section.pairs.len(), "test"),
    )
}

/// The plots.
fn figures(view: &View) -> String {
    [cactus(view), scatters(view), heat(view), growth(view)].concat()
}

fn figure(head: &str, about: &str, drawn: Option<String>, legend: String) -> String {
    let Some(drawn) = drawn else { return String::new() };
    format!("<h3>{head}</h3>\n<p>{about}</p>\n<div class=\"plot\">\n{drawn}</div>\n{legend}")
}

/// What each curve is, in the order in which they stand.
fn legend(entries: impl Iterator<Item = (Look, String)>) -> String {
    let item = |(look, words): (Look, String)| {
        format!("<li>{}<span>{}</span></li>\n", look.sample(), escaped(&words))
    };
    format!("<ul class=\"legend\">\n{}</ul>\n", entries.map(item).collect::<String>())
}

fn cactus(view: &View) -> String {
    let entry = |&index: &usize| {
        let one = &view.section.configurations[index];
        (view.looks[index], format!("{}: {} of {}", one.name, one.solved, one.runs))
    };
    let best = &view.section.virtual_best;
    let best = format!("virtual best: {} of {}", best.solved, view.section.blocks);
    let entries = view.order.iter().map(entry).chain([(Look::BEST, best)]);
    let about = "How many runs are solved within a processor time each. The further right and the \
                 lower, the better.";
    match plot::cactus(view) {
        None => "<h3>Runs solved within a time</h3>\n<p>No run has a result.</p>\n".to_owned(),
        drawn => figure("Runs solved within a time", about, drawn, legend(entries)),
    }
}

fn scatters(view: &View) -> String {
    let pairs = &view.section.pairs;
    let leader = view.section.leader();
    let has_room = pairs.len() * (view.section.blocks + FRAME) <= POINTS;
    let mut drawn: Vec<Pair> = pairs
        .iter()
        .filter(|pair| has_room || has_leader(pair, view))
        .map(|pair| if pair.configurations[1] == leader { pair.turned() } else { pair.clone() })
        .collect();
    drawn.sort_by_key(|pair| (!has_leader(pair, view), !pair.different));
    if drawn.is_empty() {
        return String::new();
    }
    let plots = drawn.iter().enumerate().map(|(number, pair)| scatter(view, pair, number == 0));
    let left_out = match pairs.len() - drawn.len() {
        0 => String::new(),
        number => {
            format!(" The {number} pairs without {} are not drawn.", escaped(view.name(leader)))
        }
    };
    format!(
        "<h3>Pairs, block by block</h3>\n<p>Each point is a block. On the line both take the same, \
         on the dotted lines one takes twice as much. In points above the line the configuration of the \
         axis below took less.{}{left_out}</p>\n{}",
        without_result(view),
        plots.collect::<String>(),
    )
}

/// Where runs without a result are drawn, if there are any.
fn without_result(view: &View) -> &'static str {
    match (view.section.runs.iter().all(|run| run.record.is_solved()), view.measure) {
        (true, _) => "",
        (_, Measure::Cpu) => " Runs without a result lie on the dashed lines, at the time limit.",
        _ => " Runs without a result lie on the dashed lines.",
    }
}

fn scatter(view: &View, pair: &Pair, is_open: bool) -> String {
    let [below, beside] = pair.configurations.map(|index| escaped(view.name(index)));
    let open = if is_open { " open=\"\"" } else { "" };
    format!(
        "<details{open}>\n<summary>{below} against {beside}</summary>\n<div class=\"pair\">\n\
         <div class=\"plot\">\n{}</div>\n<p>{}</p>\n</div>\n</details>\n",
        plot::scatter(view, pair.configurations),
        in_two(&in_words(pair, view.section, view.measure)),
    )
}

fn heat(view: &View) -> String {
    let unit = if view.measure == Measure::Cpu { ", in seconds" } else { "" };
    let about = format!(
        "The median of the {}{unit}; the darker the more. In hatched cells most runs have no result.",
        view.measure.about(),
    );
    figure("By side of the board", &about, plot::heat(view), String::new())
}

fn growth(view: &View) -> String {
    let entry = |&index: &usize| {
        let one = &view.section.configurations[index];
        (view.looks[index], format!("{}: {}", one.name, plot::fit(one.growth)))
    };
    let about = format!(
        "The median of the {} by the side of the board, with the curve that fits it better: a factor for \
         each row and column, or a power of the side. There is no mark where most runs have no result.",
        view.measure.about(),
    );
    figure("Growth", &about, plot::growth(view), legend(view.order.iter().map(entry)))
}

/// Configurations that cannot be, and runs that broke.
fn failures(failures: &[Failure]) -> String {
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
    let line = |command: &&str| format!("<br/><code>{}</code>\n", escaped(command));
    let (shown, folded) = commands.split_at(commands.len().min(COMMANDS));
    let shown: String = shown.iter().map(line).collect();
    let folded = match folded.len() {
        0 => String::new(),
        number => details(&format!("{number} more"), &folded.iter().map(line).collect::<String>()),
    };
    format!("<li>{}{shown}{folded}</li>\n", escaped(message))
}

#[cfg(test)]
mod tests;
