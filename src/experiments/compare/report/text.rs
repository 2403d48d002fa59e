//! A summary as text, for a terminal or a log.

use std::collections::BTreeMap;

use super::columns::{self, Cell, CellTable, ColumnGroup, Form};
use crate::columns::{Side, align_columns};
use crate::compare::statistics::{Curve, CurveGrowth};
use crate::compare::summary::{
    ALPHA, BoardRatio, ComparedFinding, FailedRun, Measure, Pair, SectionSummary, Summary, boards,
    format_count, pair_sentences, question, range, rounded, short_summary, warnings,
    winner_sentence,
};
use crate::source::{capitalise, escape_invisible};

/// Largest number of pairs of configurations that are all described. If there are more pairs, only
/// the pairs that include the best configuration are described.
const MOST_PAIRS: usize = 10;

/// The greatest number of boards for which there is a table of ratios, with a row for each board.
/// If there are more boards, there is no such table.
const MOST_BOARDS: usize = 24;

/// Least R² of a reported curve. A curve with a smaller R² fits worse and is left out.
pub const LEAST_FIT: f64 = 0.5;

/// The greatest number of letters in a line of a table. The names in a wider table are shortened.
const WIDTH: usize = 100;

/// The text of a cell whose value is unknown.
const NONE: &str = "–";

/// The level of detail in the text of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only rankings and verdicts.
    Ranking,
    /// Also pairs in words, and tables.
    Findings,
}

/// Returns a summary as text: its sections, the puzzles without a known optimum, and the failed
/// runs. If there are no sections, the text says that there are no runs to compare. Hidden
/// characters are made visible.
pub fn summary(summary: &Summary, detail: Detail) -> String {
    let mut text = String::new();
    for section in &summary.sections {
        text += &format_section(section, summary.measure, detail);
    }
    if summary.sections.is_empty() {
        text += "there are no runs to compare\n";
    }
    for puzzle in &summary.without_optimum {
        text += &format!(
            "{puzzle}: no optimum within the limit; the questions sat and unsat are left out\n"
        );
    }
    // Names and messages may come from files or other programs, so they may contain invisible
    // characters.
    escape_invisible(&(text + &list_failures(&summary.failures)))
}

/// Lists the messages of the failed runs. Messages of impossible configurations come first, and
/// then those of runs that broke. Both are sorted. Each message has the first of its commands, and
/// the number of its other commands. The text is empty if no run failed.
fn list_failures(failures: &[FailedRun]) -> String {
    let mut known: BTreeMap<(bool, &str), Vec<&str>> = BTreeMap::new();
    for failure in failures {
        let key = (failure.broken, failure.message.as_str());
        known.entry(key).or_default().push(&failure.command);
    }
    known
        .into_iter()
        .map(|((broken, message), commands)| {
            let what = if broken { "broke" } else { "impossible" };
            let more = match commands.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            format!("{what}: {}{more}\n  {message}\n", commands[0])
        })
        .collect()
}

/// Formats one section: the winner, the title with the boards and the number of blocks, the
/// question, the shared options, the ranking, the short summary and the warnings. Leaves out the
/// winner and the shared options if there are none. If `detail` demands it, the findings and the
/// tables follow.
fn format_section(section: &SectionSummary, measure: Measure, detail: Detail) -> String {
    let winner = winner_sentence(section, measure);
    let mut text = winner.map_or(String::new(), |claim| format!("{}.\n", capitalise(&claim)));
    text += &format!(
        "{}: {}; {} of runs\n",
        section.title(),
        boards(section),
        format_count(section.blocks, "block"),
    );
    text += &format!("{}, compared by {}\n", question(section), measure.noun());
    text += &settings(section)
        .map_or(String::new(), |options| format!("in all configurations: {options}\n"));
    text += &format!("\n{}\n", ranking_table(section, measure));
    text += &format!("{}.\n", capitalise(&short_summary(section)));
    for warning in warnings(section, measure) {
        text += &format!("! {warning}\n");
    }
    text += "\n";
    match detail {
        Detail::Ranking => text,
        Detail::Findings => {
            text + &describe_findings(section, measure) + &format_tables(section, measure)
        }
    }
}

/// Returns the table in which each configuration is compared with the first one. If the table
/// shortens names of configurations, the whole names follow it. If a configuration has letters, an
/// explanation of the letters follows too.
fn ranking_table(section: &SectionSummary, measure: Measure) -> String {
    let mut rows = table_lines("", columns::ranking(Form::Text, section, measure));
    let names = shorten_names(&mut rows);
    let has_ratios = rows.iter().skip(1).any(|row| !row[4].is_empty() || !row[6].is_empty());
    let letters = if has_ratios {
        "The ratio to the first, with its interval. Configurations that share a letter are not \
         shown to differ.\n"
    } else {
        ""
    };
    format_table(&rows) + &names + letters
}

/// Returns the lines of a table as texts. The first line has the heads. `first` is the head of the
/// first column.
fn table_lines(first: &str, table: CellTable) -> Vec<Vec<String>> {
    let mut lines = vec![[vec![first.to_owned()], table.heads].concat()];
    for (name, cells) in table.rows {
        lines.push(std::iter::once(name).chain(cells.iter().map(format_cell)).collect());
    }
    lines
}

/// Formats a value for a terminal. There is no unit, but a share has its `%`. An unknown value is
/// `–`. Quartiles are separated by spaces. A ratio to the best has its interval in brackets. If
/// only the ratio or only the interval is known, only this one is shown. The ratio on a board has
/// no interval.
pub fn format_cell(value: &Cell) -> String {
    match value {
        Cell::Unknown => NONE.to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Size(size) => size.to_string(),
        Cell::Number(number) => rounded(*number),
        Cell::Megabytes(memory) => format!("{memory:.0}"),
        Cell::Percent(percent) => format!("{percent:.0} %"),
        Cell::Quartiles(values) => {
            values.map(|value| value.map_or(NONE.to_owned(), rounded)).join(" ")
        }
        Cell::BoardRatio(one) => format_ratio(one),
        Cell::Solved([solved, runs]) => format!("{solved}/{runs}"),
        Cell::RatioToBest(ratio) => match (ratio.ratio.map(rounded), range(ratio.interval)) {
            (Some(estimate), Some(interval)) => format!("{estimate} ({interval})"),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => NONE.to_owned(),
        },
    }
}

/// If a table is wider than [`WIDTH`], shortens the names in its first column, and numbers the
/// shortened names by their rows. Returns a line for each shortened name, with its number and the
/// whole name. Returns an empty text if no name is shortened. The first row, which has the heads,
/// stays unchanged, and so do names of at most 11 letters. So the table may still be wider than
/// [`WIDTH`]. No row may be empty.
fn shorten_names(rows: &mut [Vec<String>]) -> String {
    let widest = format_table(rows).lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    let Some(over) = widest.checked_sub(WIDTH).filter(|&over| over > 0) else {
        return String::new();
    };
    let room = longest.saturating_sub(over + 3).max(8);
    let mut names = String::new();
    for (number, row) in rows.iter_mut().enumerate().skip(1) {
        if row[0].chars().count() > room + 3 {
            names += &format!("{number}: {}\n", row[0]);
            let start: String = row[0].chars().take(room.saturating_sub(1)).collect();
            row[0] = format!("{number}: {start}…");
        }
    }
    names
}

/// Formats the tables of a section, and the growth of its measure. Leaves out tables without rows,
/// and curves that fit badly (with an R² below [`LEAST_FIT`]). Also leaves out curves with a rate
/// that is not significant. The text is empty if nothing remains.
fn format_tables(section: &SectionSummary, measure: Measure) -> String {
    let mut text = String::new();
    let tables = [
        other_pairs(section),
        ratio_table(section),
        configuration_table("configuration", ColumnGroup::Results, section, measure),
        configuration_table("", ColumnGroup::Work, section, measure),
        configuration_table("size of all formulas", ColumnGroup::Sizes, section, measure),
    ];
    for rows in tables {
        if rows.len() > 1 {
            text += &format!("{}\n", format_table(&rows));
        }
    }
    let growing = section.configurations.iter().filter_map(|one| {
        let known = one.growth.filter(|known| known.fit >= LEAST_FIT && known.is_significant())?;
        let noun = measure.noun();
        Some(format!("{noun} with {}: {}\n", one.name, describe_growth(&known)))
    });
    let growth_text: String = growing.collect();
    if growth_text.is_empty() {
        text
    } else {
        format!("{text}growth with the side of the board:\n{growth_text}\n")
    }
}

/// Describes the findings on pairs in sentences. Pairs with a claimed difference come first. If
/// there are more than [`MOST_PAIRS`] pairs, describes only those that include the best
/// configuration, and says so. If there are several pairs, the text begins with their joint
/// confidence. The text ends with an empty line, even if there are no pairs.
fn describe_findings(section: &SectionSummary, measure: Measure) -> String {
    let mut text = String::new();
    if section.pairs.len() > 1 {
        text += &format!("({})\n", confidence(section));
    }
    let shown = described_pairs(section);
    if shown.len() < section.pairs.len() {
        let leader = &section.configurations[section.leader()].name;
        text += &format!(
            "The pairs with {leader}, the leader: it has the least PAR2 among those with the most \
             results.\n"
        );
    }
    let (different, same): (Vec<&Pair>, Vec<&Pair>) =
        shown.into_iter().partition(|pair| pair.is_different());
    for pair in different.into_iter().chain(same) {
        for (number, sentence) in pair_sentences(pair, section, measure).sentences().enumerate() {
            text += &format!("{} {sentence}\n", if number == 0 { "-" } else { " " });
        }
    }
    text + "\n"
}

/// Returns the sentence about the joint confidence of the intervals of all pairs. If there is only
/// one pair, the sentence is about the confidence of its interval.
pub fn confidence(section: &SectionSummary) -> String {
    let sure = format!("{:.0} %", 100.0 * (1.0 - ALPHA));
    let many = section.unit().plural();
    match section.pairs.len() {
        1 => format!("The confidence of an interval is {sure}."),
        all => format!(
            "The joint confidence of all {all} intervals on these {many} is {sure}, and so is that of \
             the intervals for {many} like these."
        ),
    }
}

/// Returns the pairs that are described in sentences. If there are more than [`MOST_PAIRS`] pairs,
/// these are the pairs that include the best configuration. Otherwise, they are all pairs.
fn described_pairs(section: &SectionSummary) -> Vec<&Pair> {
    let leader = section.leader();
    let many = section.pairs.len() > MOST_PAIRS;
    section.pairs.iter().filter(|pair| !many || pair.configurations.contains(&leader)).collect()
}

/// Returns the options that all configurations of a section share, as words of a command line. The
/// words are quoted if necessary. A value that cannot be quoted is left as it is. Returns `None` if
/// the configurations share no option.
pub fn settings(section: &SectionSummary) -> Option<String> {
    let options = section
        .settings
        .iter()
        .map(|(name, value)| {
            format!(
                "--{name} {}",
                shlex::try_quote(value).map_or_else(|_| value.clone(), String::from)
            )
        })
        .collect::<Vec<_>>()
        .join(" ");
    (!options.is_empty()).then_some(options)
}

/// Returns a table of some pairs: those for which a difference is claimed, and which the report
/// does not describe in sentences. If there are no such pairs, the table has only the heads.
fn other_pairs(section: &SectionSummary) -> Vec<Vec<String>> {
    let shown: Vec<[usize; 2]> =
        described_pairs(section).iter().map(|pair| pair.configurations).collect();
    let others = section
        .pairs
        .iter()
        .filter(|pair| pair.is_different())
        .filter(|pair| !shown.contains(&pair.configurations));
    let many = section.unit().plural();
    let head = [
        "other pairs that differ".to_owned(),
        format!("on these {many}"),
        format!("for {many} like these"),
    ];
    let mut rows = vec![head.to_vec()];
    rows.extend(others.map(|pair| {
        let [first, second] = pair.configurations.map(|one| &section.configurations[one].name);
        std::iter::once(format!("{first} / {second}"))
            .chain(pair.findings().map(finding_interval))
            .collect()
    }));
    rows
}

/// Formats the interval of a finding. If no difference is claimed, the interval is in brackets.
/// Returns [`NONE`] if no useful limit is known.
fn finding_interval(finding: &ComparedFinding) -> String {
    match range(finding.interval) {
        None => NONE.to_owned(),
        Some(range) if finding.verdict.is_different() => range,
        Some(range) => format!("({range})"),
    }
}

/// Returns the table of the ratios: each described pair has a ratio on each board. The table is
/// empty and has no heads if there are more than [`MOST_BOARDS`] boards, or if no pairs are
/// described.
fn ratio_table(section: &SectionSummary) -> Vec<Vec<String>> {
    let shown = described_pairs(section);
    if section.boards.len() > MOST_BOARDS || shown.is_empty() {
        return Vec::new();
    }
    let heads = shown
        .iter()
        .map(|pair| {
            pair.configurations.map(|one| section.configurations[one].name.as_str()).join(" / ")
        })
        .collect();
    let rows = columns::ratios(&section.boards, &shown);
    let first = format!("ratio of each {}", section.unit().singular());
    table_lines(&first, CellTable { heads, rows })
}

/// Formats the ratio on a board. If the ratio is unknown, formats its bounds. Returns `–` if the
/// bounds are unknown too.
pub fn format_ratio(one: &BoardRatio) -> String {
    match (one.ratio, one.bounds) {
        (Some(ratio), _) => rounded(ratio),
        (None, [None, Some(high)]) => format!("≤ {}", rounded(high)),
        (None, [Some(low), None]) => format!("≥ {}", rounded(low)),
        (None, [Some(low), Some(high)]) => format!("{} to {}", rounded(low), rounded(high)),
        (None, [None, None]) => NONE.to_owned(),
    }
}

/// Describes the growth of a measure with the side length of the board: the rate with its 95 %
/// interval, and R².
pub fn describe_growth(growth: &CurveGrowth) -> String {
    let rate = growth.rate;
    let [value, low, high] = [rate.value, rate.interval[0], rate.interval[1]].map(rounded);
    let fit = growth.fit;
    match growth.curve {
        Curve::Factor => {
            format!(
                "a factor of {value} ({low} to {high}) for each added row and column (R² {fit:.2})"
            )
        }
        Curve::Power => format!("the power {value} ({low} to {high}) of the side (R² {fit:.2})"),
    }
}

/// Returns the table of the configurations with one group of columns. `first` is the head of the
/// first column.
fn configuration_table(
    first: &str,
    part: ColumnGroup,
    section: &SectionSummary,
    measure: Measure,
) -> Vec<Vec<String>> {
    table_lines(first, columns::configurations(Form::Text, &[part], section, measure))
}

/// Formats a table as lines of text. The first column is aligned to the left, and all others to the
/// right.
pub fn format_table(rows: &[Vec<String>]) -> String {
    align_columns(rows, &[Side::Left, Side::Right])
}
