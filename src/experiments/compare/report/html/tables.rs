//! The tables of one family and question: configurations, reasons for missing results, sizes of
//! formulas, options.

use std::collections::BTreeSet;

use super::super::plot::{View, in_thousands};
use super::parts::{HtmlRow, NONE, details, table, with_small};
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{self, Measure, Ratio, SummedConfiguration, rounded, sensible};

const ALWAYS: [Measure; 4] =
    [Measure::Cpu, Measure::Conflicts, Measure::Propagations, Measure::Ticks];

/// Returns the head of a column of PAR2, which names its time.
fn par2_head(view: &View) -> String {
    format!("PAR2 {},\u{a0}s", view.measure.time().row().name)
}

pub fn ranking(view: &View) -> Markup {
    let many = view.section.unit().many();
    let (these, like) = (format!("On these {many}"), format!("For {many} like these"));
    let head = ["Configuration", "Solved", &par2_head(view), &these, "", &like, ""];
    let rows = summary::ranking(view.section).into_iter().map(|ranked| {
        let one = &view.section.configurations[ranked.configuration];
        let [these, like] = match ranked.against_best {
            None if ranked.configuration == view.section.leader() && one.solved > 0 => {
                ["1"; 2].map(Markup::text)
            }
            None => [NONE; 2].map(Markup::text),
            Some(levels) => levels.map(against),
        };
        let [letters_of_these, letters_of_like] = ranked.letters.map(|all| Markup::text(&all));
        let [solved, par2] = [format!("{} of {}", one.solved, one.runs), told(one.par2)]
            .map(|cell| Markup::text(&cell));
        HtmlRow::new(&one.name, [solved, par2, these, letters_of_these, like, letters_of_like])
    });
    let rows: Vec<HtmlRow> = rows.collect();
    markup(
        "{}<p class=\"soft\">The ratio to the first, with its interval. Configurations that share \
         a letter are not shown to differ. <a href=\"#words\">Terms</a></p>\n",
        &[&table(&head.map(str::to_owned), &rows)],
    )
}

fn against(ratio: Ratio) -> Markup {
    let interval = match sensible(ratio.interval).map(|limit| limit.map(rounded)) {
        [Some(low), Some(high)] => format!("{low} to {high}"),
        [None, Some(high)] => format!("at most {high}"),
        [Some(low), None] => format!("at least {low}"),
        [None, None] => String::new(),
    };
    with_small(&told(ratio.ratio), &interval)
}

pub fn configurations(view: &View) -> Markup {
    let measures: Vec<Measure> =
        Some(view.measure).filter(|one| !ALWAYS.contains(one)).into_iter().chain(ALWAYS).collect();
    let best = &view.section.virtual_best;
    let rows = view.order.iter().map(|&index| {
        let one = &view.section.configurations[index];
        HtmlRow::new(&one.name, cells(one, &measures, best.solved))
    });
    let mut rows: Vec<HtmlRow> = rows.collect();
    let blocks = view.section.common_blocks.to_string();
    let cells = [blocks, best.solved.to_string(), told(best.par2)];
    rows.push(HtmlRow::new("virtual best", cells.map(|cell| Markup::text(&cell))));
    let first = ["Configuration", "Runs", "Solved", &par2_head(view)].map(str::to_owned);
    let last = ["Memory, MB", "Best", "Alone"].map(str::to_owned);
    let head: Vec<String> = first
        .into_iter()
        .chain(measures.iter().map(|&measure| named(measure)))
        .chain(last)
        .collect();
    markup(
        "<h3>Configurations</h3>\n{}<p class=\"soft\">{}</p>\n{}",
        &[&table(&head, &rows), &explained(view), &reasons(view)],
    )
}

fn explained(view: &View) -> String {
    let common = match view.section.common_blocks {
        all if all == view.section.blocks => "all blocks".to_owned(),
        common => format!("the {common} of {} blocks with all configurations", view.section.blocks),
    };
    let time = view.measure.time().about();
    format!(
        "The leader comes first. Large: the median; small: the quartiles; {NONE} if they are \
         unknown or among runs without a result. PAR2, best and alone are over {common}. Memory: \
         the largest peak of a run. Best: the blocks with a result in which the configuration \
         took the least {time}. Alone: the blocks that no other configuration solved. The virtual \
         best takes the fastest run of each block."
    )
}

fn named(measure: Measure) -> String {
    let row = measure.row();
    let name = match measure {
        Measure::Cpu => "CPU",
        _ => row.name,
    };
    let unit = if row.unit.is_empty() { String::new() } else { format!(",\u{a0}{}", row.unit) };
    crate::compare::report::text::sentence(&format!("{name}{unit}"))
}

fn cells(one: &SummedConfiguration, measures: &[Measure], blocks: usize) -> Vec<Markup> {
    let share = match blocks {
        0 => NONE.to_owned(),
        blocks => format!("{:.0}\u{a0}%", 100.0 * one.best / blocks as f64),
    };
    let first = [one.runs.to_string(), one.solved.to_string(), told(one.par2)];
    let last = [told(one.memory_mb), share, one.alone.to_string()];
    let quartiles_of = measures.iter().map(|measure| {
        let known = one.quartiles.get(measure.row().name).copied().flatten();
        known.map_or(Markup::text(NONE), quartiles)
    });
    let [first, last] = [first, last].map(|cells| cells.map(|cell| Markup::text(&cell)));
    first.into_iter().chain(quartiles_of).chain(last).collect()
}

fn told(value: Option<f64>) -> String {
    value.map_or(NONE.to_owned(), rounded)
}

fn quartiles(values: [Option<f64>; 3]) -> Markup {
    let told = values.map(|value| match value {
        Some(value) => in_thousands(value, rounded),
        None => NONE.to_owned(),
    });
    let [low, median, high] = told;
    match values {
        [None, ..] => Markup::text(&median),
        _ => with_small(&median, &format!("{low} to {high}")),
    }
}

fn reasons(view: &View) -> Markup {
    let reasons: BTreeSet<&String> =
        view.configurations().flat_map(|one| one.reasons.keys()).collect();
    if reasons.is_empty() {
        return Markup::default();
    }
    let names = view.configurations().map(|one| one.name.clone());
    let head: Vec<String> =
        std::iter::once("Reason for no result".to_owned()).chain(names).collect();
    let rows = reasons.iter().map(|reason| {
        let numbers = view
            .configurations()
            .map(|one| Markup::text(&one.reasons.get(*reason).unwrap_or(&0).to_string()));
        HtmlRow::new(reason, numbers)
    });
    let rows: Vec<HtmlRow> = rows.collect();
    markup("<h3>Runs without a result</h3>\n{}", &[&table(&head, &rows)])
}

pub fn sizes(view: &View) -> Markup {
    if view.configurations().all(|one| one.sizes.is_none()) {
        return markup(
            "<h3>Sizes of formulas</h3>\n<p>The sizes are unknown: no puzzle has runs of every \
             configuration that report them.</p>\n",
            &[],
        );
    }
    let rows = view.configurations().map(|one| {
        let cells = match &one.sizes {
            Some(sizes) => {
                [sizes.variables, sizes.auxiliary, sizes.clauses, sizes.literals].map(grouped)
            }
            None => [NONE; 4].map(str::to_owned),
        };
        HtmlRow::new(&one.name, cells.map(|cell| Markup::text(&cell)))
    });
    let rows: Vec<HtmlRow> = rows.collect();
    let head =
        ["Configuration", "Variables", "Auxiliary", "Clauses", "Literals"].map(str::to_owned);
    markup(
        "<h3>Sizes of formulas</h3>\n{}<p class=\"soft\">Sums over the puzzles that have runs of \
         every configuration. Encodings add the auxiliary variables, which are counted among the \
         variables.</p>\n{}",
        &[&table(&head, &rows), &details("Clauses by groups of constraints", &groups(view), false)],
    )
}

fn groups(view: &View) -> Markup {
    let sizes = view.configurations().filter_map(|one| one.sizes.as_ref());
    let names: BTreeSet<&String> = sizes.flat_map(|sizes| sizes.groups.keys()).collect();
    let rows = view.configurations().map(|one| {
        let clauses = names.iter().map(|name| {
            let clauses = one.sizes.as_ref().and_then(|sizes| sizes.groups.get(*name));
            Markup::text(&clauses.map_or(NONE.to_owned(), |&clauses| grouped(clauses)))
        });
        HtmlRow::new(&one.name, clauses)
    });
    let rows: Vec<HtmlRow> = rows.collect();
    let heads = names.iter().map(|name| (*name).clone());
    table(&std::iter::once("Configuration".to_owned()).chain(heads).collect::<Vec<_>>(), &rows)
}

/// Returns a folded list of the options of each configuration, unless the names show them.
pub fn options(view: &View) -> Markup {
    if view.configurations().all(|one| one.options.len() < 2) {
        return Markup::default();
    }
    let rows = view.configurations().map(|one| {
        let options = one.options.iter().map(|(name, value)| format!("--{name} {value}"));
        let options = options.collect::<Vec<_>>().join(" ");
        markup("<dt>{}</dt><dd><code>{}</code></dd>\n", &[&one.name, &options])
    });
    let list = markup("<dl>\n{}</dl>\n", &[&rows.collect::<Markup>()]);
    details("The options of each configuration", &list, false)
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_quartiles_may_be_none() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!([0, 12, 123].map(grouped), ["0", "12", "123"]);
        assert_eq!(quartiles([None; 3]).as_str(), "–");
        let told = quartiles([Some(1.0), Some(2.0), None]);
        assert_eq!(told.as_str(), "2.00<small>1.00 to –</small>");
    }
}
