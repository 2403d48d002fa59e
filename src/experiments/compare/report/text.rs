//! A summary as text, for a terminal or a log.

use std::collections::BTreeMap;

use crate::compare::statistics::{Curve, CurveGrowth};
use crate::compare::summary::{
    ALPHA, BoardRatio, ComparedFinding, Measure, Pair, Ranked, Ratio, Summary, SummedConfiguration,
    SummedFailure, SummedSection, boards, counted, in_short, in_words, question, ranking, rounded,
    sensible, warnings, winner,
};
use crate::source::visible;

/// Largest number of pairs of configurations that are all described. Of more pairs, only those with
/// the best configuration are described.
const MOST_PAIRS: usize = 10;

const MOST_BOARDS: usize = 24;

/// Least R² of a reported curve. Curves that fit worse are left out.
pub const LEAST_FIT: f64 = 0.5;

const WIDTH: usize = 100;

/// The level of detail in the text of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only rankings and verdicts.
    Ranking,
    /// Also pairs in words, and tables.
    Findings,
}

/// Returns a summary as text.
pub fn summary(summary: &Summary, detail: Detail) -> String {
    let mut text = String::new();
    for section in &summary.sections {
        text += &of_section(section, summary.measure, detail);
    }
    if summary.sections.is_empty() {
        text += "there are no runs to compare\n";
    }
    for puzzle in &summary.without_optimum {
        text += &format!(
            "{puzzle}: no optimum within the limit; the questions sat and unsat are left out\n"
        );
    }
    // Names and messages may come from outside.
    visible(&(text + &failures(&summary.failures)))
}

fn failures(failures: &[SummedFailure]) -> String {
    let mut known: BTreeMap<(bool, &str), Vec<&str>> = BTreeMap::new();
    for failure in failures {
        let key = (failure.broken, failure.message.as_str());
        known.entry(key).or_default().push(&failure.command);
    }
    let told = known.into_iter().map(|((broken, message), commands)| {
        let what = if broken { "broke" } else { "cannot be" };
        let more = match commands.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        format!("{what}: {}{more}\n  {message}\n", commands[0])
    });
    told.collect()
}

fn of_section(section: &SummedSection, measure: Measure, detail: Detail) -> String {
    let winner = winner(section, measure);
    let mut text = winner.map_or(String::new(), |told| format!("{}.\n", sentence(&told)));
    text += &format!(
        "{}: {}; {} of runs\n",
        section.title(),
        boards(section),
        counted(section.blocks, "block"),
    );
    text += &format!("{}, compared by {}\n", question(section), measure.about());
    text += &settings(section).map_or(String::new(), |told| format!("everywhere: {told}\n"));
    text += &format!("\n{}\n", ranked(section, measure));
    text += &format!("{}.\n", sentence(&in_short(section)));
    for warning in warnings(section, measure) {
        text += &format!("! {warning}\n");
    }
    text += "\n";
    match detail {
        Detail::Ranking => text,
        Detail::Findings => text + &findings(section, measure) + &tables(section, measure),
    }
}

/// Returns the head of a column of PAR2, which names its time.
fn par2_head(measure: Measure) -> String {
    format!("PAR2 {} s", measure.time().row().name)
}

fn ranked(section: &SummedSection, measure: Measure) -> String {
    let many = section.unit().many();
    let (these, like) = (format!("on these {many}"), format!("for {many} like these"));
    let head = ["", "solved", &par2_head(measure), &these, "", &like, ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for Ranked { configuration, against_best, letters } in ranking(section) {
        let one = &section.configurations[configuration];
        let [these, like] = match against_best {
            None if configuration == section.leader() && one.solved > 0 => {
                ["1", "1"].map(str::to_owned)
            }
            None => ["–", "–"].map(str::to_owned),
            Some(levels) => levels.map(against),
        };
        let [letters_of_these, letters_of_like] = letters;
        rows.push(vec![
            one.name.clone(),
            format!("{}/{}", one.solved, one.runs),
            one.par2.map_or("–".to_owned(), rounded),
            these,
            letters_of_these,
            like,
            letters_of_like,
        ]);
    }
    let names = shortened(&mut rows);
    let is_told = rows.iter().skip(1).any(|row| !row[4].is_empty() || !row[6].is_empty());
    let letters = if is_told {
        "The ratio to the first, with its interval. Configurations that share a letter are not \
         shown to differ.\n"
    } else {
        ""
    };
    table(&rows) + &names + letters
}

fn shortened(rows: &mut [Vec<String>]) -> String {
    let widest = table(rows).lines().map(|line| line.chars().count()).max().unwrap_or(0);
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

fn against(ratio: Ratio) -> String {
    let estimate = ratio.ratio.map(rounded);
    let interval = match sensible(ratio.interval).map(|limit| limit.map(rounded)) {
        [Some(low), Some(high)] => Some(format!("{low} to {high}")),
        [None, Some(high)] => Some(format!("at most {high}")),
        [Some(low), None] => Some(format!("at least {low}")),
        [None, None] => None,
    };
    match (estimate, interval) {
        (Some(estimate), Some(interval)) => format!("{estimate} ({interval})"),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => "–".to_owned(),
    }
}

fn tables(section: &SummedSection, measure: Measure) -> String {
    let mut text = String::new();
    let tables = [
        others(section),
        ratios(section),
        configurations(section, measure),
        work(section, measure),
        sizes(section),
    ];
    for rows in tables {
        if rows.len() > 1 {
            text += &format!("{}\n", table(&rows));
        }
    }
    let growing = section.configurations.iter().filter_map(|one| {
        let known = one.growth.filter(|known| known.fit >= LEAST_FIT && known.is_sure())?;
        let about = measure.about();
        Some(format!("{about} with {}: {}\n", one.name, growth(&known)))
    });
    let growing: String = growing.collect();
    if growing.is_empty() {
        text
    } else {
        format!("{text}growth with the side of the board:\n{growing}\n")
    }
}

fn findings(section: &SummedSection, measure: Measure) -> String {
    let mut text = String::new();
    if section.pairs.len() > 1 {
        text += &format!(
            "(The joint confidence of all {} intervals on these {many} is {:.0} %, and so is that of the \
             intervals for {many} like these.)\n",
            section.pairs.len(),
            100.0 * (1.0 - ALPHA),
            many = section.unit().many(),
        );
    }
    let shown = shown(section);
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
        for (number, told) in in_words(pair, section, measure).sentences().enumerate() {
            text += &format!("{} {told}\n", if number == 0 { "-" } else { " " });
        }
    }
    text + "\n"
}

fn shown(section: &SummedSection) -> Vec<&Pair> {
    let leader = section.leader();
    let many = section.pairs.len() > MOST_PAIRS;
    section.pairs.iter().filter(|pair| !many || pair.configurations.contains(&leader)).collect()
}

/// Returns the options that all configurations of a section share, or `None` if they share none.
pub fn settings(section: &SummedSection) -> Option<String> {
    let told = section.settings.iter().map(|(name, value)| {
        format!("--{name} {}", shlex::try_quote(value).map_or_else(|_| value.clone(), String::from))
    });
    let told = told.collect::<Vec<_>>().join(" ");
    (!told.is_empty()).then_some(told)
}

fn others(section: &SummedSection) -> Vec<Vec<String>> {
    let shown: Vec<[usize; 2]> = shown(section).iter().map(|pair| pair.configurations).collect();
    let differ = section.pairs.iter().filter(|pair| pair.is_different());
    let others = differ.filter(|pair| !shown.contains(&pair.configurations));
    let many = section.unit().many();
    let head = [
        "other pairs that differ".to_owned(),
        format!("on these {many}"),
        format!("for {many} like these"),
    ];
    let mut rows = vec![head.to_vec()];
    rows.extend(others.map(|pair| {
        let [first, second] = pair.configurations.map(|one| &section.configurations[one].name);
        let levels = [&pair.these_boards, &pair.boards_like_these].map(in_numbers);
        std::iter::once(format!("{first} / {second}")).chain(levels).collect()
    }));
    rows
}

/// Formats the interval of a finding, in brackets if no difference is claimed.
fn in_numbers(finding: &ComparedFinding) -> String {
    let told = match sensible(finding.interval).map(|limit| limit.map(rounded)) {
        [Some(low), Some(high)] => format!("{low} to {high}"),
        [None, Some(high)] => format!("at most {high}"),
        [Some(low), None] => format!("at least {low}"),
        [None, None] => return "–".to_owned(),
    };
    if finding.verdict.is_different() { told } else { format!("({told})") }
}

/// Capitalises the first letter of a text.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn ratios(section: &SummedSection) -> Vec<Vec<String>> {
    let shown = shown(section);
    if section.boards.len() > MOST_BOARDS || shown.is_empty() {
        return Vec::new();
    }
    let head = shown.iter().map(|pair| {
        pair.configurations.map(|one| section.configurations[one].name.as_str()).join(" / ")
    });
    let first = format!("ratio of each {}", section.unit().one());
    let mut rows = vec![std::iter::once(first).chain(head).collect()];
    for board in &section.boards {
        let ratios = shown.iter().copied().map(|pair| {
            let one = pair.boards.iter().find(|one| one.board == board.name);
            one.map_or("–".to_owned(), ratio)
        });
        rows.push(std::iter::once(board.name.clone()).chain(ratios).collect());
    }
    rows
}

/// Formats the ratio on a board, or else its bounds.
pub fn ratio(one: &BoardRatio) -> String {
    match (one.ratio, one.bounds) {
        (Some(ratio), _) => rounded(ratio),
        (None, [None, Some(high)]) => format!("≤ {}", rounded(high)),
        (None, [Some(low), None]) => format!("≥ {}", rounded(low)),
        (None, [Some(low), Some(high)]) => format!("{} to {}", rounded(low), rounded(high)),
        (None, [None, None]) => "–".to_owned(),
    }
}

/// Describes the growth of a measure with the side length of the board.
pub fn growth(growth: &CurveGrowth) -> String {
    let rate = growth.rate;
    let [value, low, high] = [rate.value, rate.interval[0], rate.interval[1]].map(rounded);
    let fit = growth.fit;
    match growth.curve {
        Curve::Factor => {
            format!("a factor of {value} ({low} to {high}) with each row and column (R² {fit:.2})")
        }
        Curve::Power => format!("the power {value} ({low} to {high}) of the side (R² {fit:.2})"),
    }
}

fn in_order(section: &SummedSection) -> impl Iterator<Item = &SummedConfiguration> {
    section.order().into_iter().map(|index| &section.configurations[index])
}

fn configurations(section: &SummedSection, measure: Measure) -> Vec<Vec<String>> {
    let par2 = par2_head(measure);
    let head = ["configuration", "solved", &par2, "cpu s: quartiles", "most MB", "fastest in"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for one in in_order(section) {
        rows.push(vec![
            one.name.clone(),
            format!("{}/{}", one.solved, one.runs),
            one.par2.map_or("–".to_owned(), rounded),
            quartiles(one.quartiles["cpu"]),
            one.memory_mb.map_or("–".to_owned(), |memory| format!("{memory:.0}")),
            share(one, section),
        ]);
    }
    let best = &section.virtual_best;
    let solved = format!("{}/{}", best.solved, section.common_blocks);
    let par2 = best.par2.map_or("–".to_owned(), rounded);
    let mut row = vec!["(virtual best)".to_owned(), solved, par2];
    row.resize(head.len(), String::new());
    rows.push(row);
    rows
}

fn work(section: &SummedSection, measure: Measure) -> Vec<Vec<String>> {
    let mut names = vec!["conflicts", "propagations", "ticks"];
    let ours = measure.row().name;
    if ours != "cpu" && !names.contains(&ours) {
        names.insert(0, ours);
    }
    let heads = names.iter().map(|name| format!("{name}{}: quartiles", unit(name)));
    let mut rows = vec![std::iter::once(String::new()).chain(heads).collect()];
    rows.extend(in_order(section).map(|one| {
        let numbers = names.iter().map(|name| quartiles(one.quartiles[name]));
        std::iter::once(one.name.clone()).chain(numbers).collect()
    }));
    rows
}

fn unit(name: &str) -> String {
    match Measure::named(name).map_or("", |measure| measure.row().unit) {
        "" => String::new(),
        unit => format!(" {unit}"),
    }
}

fn share(one: &SummedConfiguration, section: &SummedSection) -> String {
    match section.virtual_best.solved {
        0 => "–".to_owned(),
        solved => format!("{:.0} %", 100.0 * one.best / solved as f64),
    }
}

/// Formats quartiles. A quartile that falls among the runs without a result is `–`.
fn quartiles(values: Option<[Option<f64>; 3]>) -> String {
    let Some(values) = values else { return "–".to_owned() };
    let [low, middle, high] = values.map(|value| value.map_or("–".to_owned(), rounded));
    format!("{low} {middle} {high}")
}

fn sizes(section: &SummedSection) -> Vec<Vec<String>> {
    let head = ["size of all formulas", "variables", "auxiliary", "clauses", "literals"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for one in in_order(section) {
        let numbers = match &one.sizes {
            Some(sizes) => [sizes.variables, sizes.auxiliary, sizes.clauses, sizes.literals]
                .map(|number| number.to_string()),
            None => ["–"; 4].map(str::to_owned),
        };
        rows.push(std::iter::once(one.name.clone()).chain(numbers).collect());
    }
    rows
}

/// Formats a table, aligned to the left in the first column, else to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    });
    lines.collect()
}
