//! A summary as text, for a terminal or a log: a table of the configurations, the sizes of their formulas,
//! and what the pairs say in words.

use crate::compare::statistics::Growth;
use crate::compare::summary::{
    ALPHA, Configuration, Measure, Pair, RELEVANT, Section, Summary, counted, in_short, in_words,
    rounded,
};

/// More pairs than that are told of the leader alone.
const MOST_PAIRS: usize = 10;

/// A curve that explains less of what is measured is none.
const LEAST_FIT: f64 = 0.5;

/// The summary, a section for each kind of question.
pub fn summary(summary: &Summary) -> String {
    let mut text = String::new();
    for section in &summary.sections {
        text += &of_section(section, summary.measure);
    }
    for failure in &summary.failures {
        let what = if failure.broken { "broke" } else { "cannot be" };
        text += &format!("{what}: {}\n  {}\n", failure.command, failure.message);
    }
    text
}

fn of_section(section: &Section, measure: Measure) -> String {
    let runs = counted(section.blocks, "run");
    let puzzles = counted(section.instances.len(), "puzzle");
    let mut text = format!("{}: {runs} of each on {puzzles}\n\n", section.title());
    for rows in [configurations(section), work(section), sizes(section)] {
        text += &format!("{}\n", table(&rows));
    }
    let growing = section.configurations.iter().filter_map(|one| {
        let known =
            one.growth.filter(|known| known.factor_fit.max(known.power_fit) >= LEAST_FIT)?;
        Some(format!("{} grows by {}\n", one.name, growth(&known)))
    });
    let growing: String = growing.collect();
    if !growing.is_empty() {
        text += &format!("{growing}\n");
    }
    text + &findings(section, measure)
}

/// What the pairs say: all of them, or those of the leader where there are many.
fn findings(section: &Section, measure: Measure) -> String {
    if section.pairs.is_empty() {
        return String::new();
    }
    let leader = section.leader();
    let many = section.pairs.len() > MOST_PAIRS;
    let shown = |pair: &&Pair| !many || pair.configurations.contains(&leader);
    let pairs: Vec<&Pair> = section.pairs.iter().filter(shown).collect();
    let (different, same): (Vec<&Pair>, Vec<&Pair>) =
        pairs.into_iter().partition(|pair| pair.different);
    let said = different.into_iter().chain(same);
    let mut text: String =
        said.map(|pair| format!("- {}\n", in_words(pair, section, measure))).collect();
    let rest = if many { "; those with the leader are told" } else { "" };
    let beyond = (RELEVANT - 1.0) * 100.0;
    let found = in_short(section);
    text +=
        &format!("{found} (p < {ALPHA} after correction, by more than {beyond:.0} %){rest}\n\n");
    text
}

/// How something grows, by the curve that fits better.
pub fn growth(growth: &Growth) -> String {
    if growth.factor_fit >= growth.power_fit {
        let fit = growth.factor_fit;
        return format!(
            "a factor of {} with each row and column (R² {fit:.2})",
            rounded(growth.factor)
        );
    }
    format!("the power {} of the side (R² {:.2})", rounded(growth.power), growth.power_fit)
}

fn configurations(section: &Section) -> Vec<Vec<String>> {
    let head = ["configuration", "solved", "PAR2 s", "cpu s: quartiles", "MB", "best"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for one in &section.configurations {
        rows.push(vec![
            one.name.clone(),
            format!("{}/{}", one.solved, one.runs),
            rounded(one.par2),
            quartiles(one.cpu),
            format!("{:.0}", one.memory_mb),
            share(one, section),
        ]);
    }
    let best = &section.virtual_best;
    let solved = format!("{}/{}", best.solved, section.blocks);
    let mut row = vec!["(the best of each)".to_owned(), solved, rounded(best.par2)];
    row.resize(head.len(), String::new());
    rows.push(row);
    rows
}

fn work(section: &Section) -> Vec<Vec<String>> {
    let head = ["", "conflicts: quartiles", "propagations: quartiles"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(
        section.configurations.iter().map(|one| {
            vec![one.name.clone(), quartiles(one.conflicts), quartiles(one.propagations)]
        }),
    );
    rows
}

fn share(one: &Configuration, section: &Section) -> String {
    format!("{:.0} %", 100.0 * one.best / (section.virtual_best.solved.max(1) as f64))
}

/// The median between the quartiles; `–` where it lies among the runs without a result.
fn quartiles(values: [Option<f64>; 3]) -> String {
    let [low, middle, high] = values.map(|value| value.map_or("–".to_owned(), rounded));
    format!("{low} {middle} {high}")
}

fn sizes(section: &Section) -> Vec<Vec<String>> {
    let head = ["size of formulas", "variables", "auxiliary", "clauses", "literals"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for one in &section.configurations {
        let sizes = &one.sizes;
        let numbers = [sizes.variables, sizes.auxiliary, sizes.clauses, sizes.literals];
        let numbers = numbers.map(|number| number.to_string());
        rows.push(std::iter::once(one.name.clone()).chain(numbers).collect());
    }
    rows
}

/// Columns side by side, the first to the left and the others to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
