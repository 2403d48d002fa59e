//! A summary for programs: as tables of comma-separated values, and as JSON.
//!
//! The cell of an unknown value is empty. An apostrophe precedes text that a spreadsheet would read
//! as a formula.

use serde_json::{Value, json};

use crate::compare::summary::{
    BoardRatio, ComparedFinding, MEASURES, Pair, Placed, Summary, SummedConfiguration,
    SummedSection, in_words,
};
use crate::record::Record;
use crate::source::in_one_line;

/// A function that formats a summary as a table.
pub type TableForm = fn(&Summary) -> String;

/// The tables, each with the suffix of its file name.
pub const TABLES: [(&str, TableForm); 4] =
    [("", configurations), ("pairs", pairs), ("boards", boards), ("runs", runs)];

type Column<'a, T> = (&'a str, &'a dyn Fn(&T) -> String);

fn table<T>(columns: &[Column<T>], rows: impl Iterator<Item = T>) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let memory = "writing to memory does not fail";
    table.write_record(columns.iter().map(|(name, _)| name)).expect(memory);
    for row in rows {
        table.write_record(columns.iter().map(|(_, of)| cell(&of(&row)))).expect(memory);
    }
    String::from_utf8(table.into_inner().expect(memory)).expect("texts and numbers")
}

/// Escapes control characters, and text that a spreadsheet would read as a formula (OWASP, CSV
/// Injection).
fn cell(text: &str) -> String {
    let text = in_one_line(text);
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t']) && text.parse::<f64>().is_err();
    if is_formula { format!("'{text}") } else { text }
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn side(run: &Record, place: usize) -> String {
    run.size.map_or(String::new(), |size| size[place].to_string())
}

fn count(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn options<'a>(options: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    options.map(|(name, value)| format!("--{name} {value}")).collect::<Vec<_>>().join(" ")
}

/// Returns the table of configurations.
pub fn configurations<'a>(summary: &'a Summary) -> String {
    type Cell<'b, 'a> = &'b dyn Fn(&(&'a SummedSection, &'a SummedConfiguration)) -> String;
    let rows = summary
        .sections
        .iter()
        .flat_map(|section| section.configurations.iter().map(move |one| (section, one)));
    let quartile = |name: &'static str, place: usize| {
        move |(_, one): &(&'a SummedSection, &'a SummedConfiguration)| {
            number(one.quartiles[name].and_then(|values| values[place]))
        }
    };
    let quartiles = MEASURES.iter().flat_map(|row| {
        let places = ["q1", "median", "q3"].into_iter().enumerate();
        places.map(|(place, what)| (format!("{}_{what}", row.name), quartile(row.name, place)))
    });
    let quartiles: Vec<(String, _)> = quartiles.collect();
    let sizes = |one: &SummedConfiguration, of: fn(&crate::compare::summary::Sizes) -> u64| {
        count(one.sizes.as_ref().map(of))
    };
    let mut columns: Vec<(&str, Cell<'_, 'a>)> = vec![
        ("family", &|(section, _)| section.family.clone()),
        ("question", &|(section, _)| section.question.to_string()),
        ("time_limit", &|(section, _)| section.time_limit.to_string()),
        ("configuration", &|(_, one)| one.name.clone()),
        ("options", &|(_, one)| options(one.options.iter())),
        ("boards", &|(section, _)| section.boards.len().to_string()),
        ("runs", &|(_, one)| one.runs.to_string()),
        ("solved", &|(_, one)| one.solved.to_string()),
        ("common_blocks", &|(section, _)| section.common_blocks.to_string()),
        ("solved_in_common", &|(_, one)| one.solved_in_common.to_string()),
        ("alone", &|(_, one)| one.alone.to_string()),
        ("par2", &|(_, one)| number(one.par2)),
    ];
    columns.extend(quartiles.iter().map(|(name, cell)| (name.as_str(), cell as Cell<'_, 'a>)));
    let more: [(&str, Cell<'_, 'a>); 11] = [
        ("memory_mb", &|(_, one)| number(one.memory_mb)),
        ("best", &|(_, one)| one.best.to_string()),
        ("variables", &|(_, one)| sizes(one, |sizes| sizes.variables)),
        ("auxiliary", &|(_, one)| sizes(one, |sizes| sizes.auxiliary)),
        ("clauses", &|(_, one)| sizes(one, |sizes| sizes.clauses)),
        ("literals", &|(_, one)| sizes(one, |sizes| sizes.literals)),
        ("growth_curve", &|(_, one)| {
            one.growth.map_or(String::new(), |growth| format!("{:?}", growth.curve).to_lowercase())
        }),
        ("growth_rate", &|(_, one)| number(one.growth.map(|growth| growth.rate.value))),
        ("growth_low", &|(_, one)| number(one.growth.map(|growth| growth.rate.interval[0]))),
        ("growth_high", &|(_, one)| number(one.growth.map(|growth| growth.rate.interval[1]))),
        ("growth_r2", &|(_, one)| number(one.growth.map(|growth| growth.fit))),
    ];
    columns.extend(more);
    table(&columns, rows)
}

type InSection<'a> = (&'a Summary, &'a SummedSection, &'a Pair);

fn all_pairs(summary: &Summary) -> impl Iterator<Item = InSection<'_>> {
    let sections = summary.sections.iter();
    sections.flat_map(move |section| section.pairs.iter().map(move |pair| (summary, section, pair)))
}

fn name(section: &SummedSection, pair: &Pair, place: usize) -> String {
    section.configurations[pair.configurations[place]].name.clone()
}

fn verdict(finding: &ComparedFinding) -> String {
    let value = serde_json::to_value(finding.verdict).expect("a word");
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the table of pairs of configurations. A ratio is that of the first to the second.
pub fn pairs<'a>(summary: &'a Summary) -> String {
    type Cell<'b, 'a> = &'b dyn Fn(&InSection<'a>) -> String;
    type Level = fn(&Pair) -> &ComparedFinding;
    let levels: [(&str, Level); 2] = [
        ("these_boards", |pair| &pair.these_boards),
        ("boards_like_these", |pair| &pair.boards_like_these),
    ];
    type Number = (&'static str, fn(&ComparedFinding) -> String);
    let numbers: [Number; 7] = [
        ("boards", |finding| finding.boards.to_string()),
        ("silent", |finding| finding.silent.to_string()),
        ("ratio", |finding| number(finding.ratio)),
        ("low", |finding| number(finding.interval[0])),
        ("high", |finding| number(finding.interval[1])),
        ("p", |finding| number(finding.p)),
        ("verdict", verdict),
    ];
    let findings = levels.into_iter().flat_map(|(level, finding)| {
        numbers.into_iter().map(move |(name, told)| {
            let cell = move |(_, _, pair): &InSection<'a>| told(finding(pair));
            (format!("{level}_{name}"), cell)
        })
    });
    let findings: Vec<(String, _)> = findings.collect();
    let mut columns: Vec<(&str, Cell<'_, 'a>)> = vec![
        ("family", &|(_, section, _)| section.family.clone()),
        ("question", &|(_, section, _)| section.question.to_string()),
        ("time_limit", &|(_, section, _)| section.time_limit.to_string()),
        ("measure", &|(summary, ..)| summary.measure.row().name.to_owned()),
        ("first", &|(_, section, pair)| name(section, pair, 0)),
        ("second", &|(_, section, pair)| name(section, pair, 1)),
        ("blocks", &|(_, _, pair)| pair.blocks.to_string()),
        ("repeats", &|(_, _, pair)| pair.repeats.to_string()),
        ("first_ahead", &|(_, _, pair)| pair.wins[0].to_string()),
        ("second_ahead", &|(_, _, pair)| pair.wins[1].to_string()),
    ];
    columns.extend(findings.iter().map(|(name, cell)| (name.as_str(), cell as Cell<'_, 'a>)));
    let more: [(&str, Cell<'_, 'a>); 7] = [
        ("first_solved", &|(_, _, pair)| pair.solved.runs[0].to_string()),
        ("second_solved", &|(_, _, pair)| pair.solved.runs[1].to_string()),
        ("solved_p_these_boards", &|(_, _, pair)| pair.solved.p_these_boards.to_string()),
        ("solved_p_boards_like_these", &|(_, _, pair)| number(pair.solved.p_boards_like_these)),
        ("first_par2", &|(_, _, pair)| number(pair.par2[0])),
        ("second_par2", &|(_, _, pair)| number(pair.par2[1])),
        ("in_words", &|(summary, section, pair)| {
            let told = in_words(pair, section, summary.measure);
            told.sentences().collect::<Vec<_>>().join(" ")
        }),
    ];
    columns.extend(more);
    table(&columns, all_pairs(summary))
}

/// Returns the table of boards: a row for each pair of configurations and each board.
pub fn boards<'a>(summary: &'a Summary) -> String {
    type Cell<'b, 'a> = &'b dyn Fn(&(InSection<'a>, &'a BoardRatio)) -> String;
    let rows =
        all_pairs(summary).flat_map(|one| one.2.boards.iter().map(move |board| (one, board)));
    let columns: [(&str, Cell<'_, 'a>); 16] = [
        ("family", &|((_, section, _), _)| section.family.clone()),
        ("question", &|((_, section, _), _)| section.question.to_string()),
        ("time_limit", &|((_, section, _), _)| section.time_limit.to_string()),
        ("measure", &|((summary, ..), _)| summary.measure.row().name.to_owned()),
        ("first", &|((_, section, pair), _)| name(section, pair, 0)),
        ("second", &|((_, section, pair), _)| name(section, pair, 1)),
        ("board", &|(_, board)| board.board.clone()),
        ("repetitions", &|(_, board)| board.repetitions.to_string()),
        ("ratio", &|(_, board)| number(board.ratio)),
        ("at_least", &|(_, board)| number(board.bounds[0])),
        ("at_most", &|(_, board)| number(board.bounds[1])),
        ("low", &|(_, board)| number(board.interval[0])),
        ("high", &|(_, board)| number(board.interval[1])),
        ("first_without_result", &|(_, board)| board.without_result[0].to_string()),
        ("second_without_result", &|(_, board)| board.without_result[1].to_string()),
        ("side", &|((_, section, _), board)| {
            let known = section.boards.iter().find(|one| one.name == board.board);
            number(known.and_then(|one| one.side()))
        }),
    ];
    table(&columns, rows)
}

/// Returns the table of the runs that are compared.
pub fn runs<'a>(summary: &'a Summary) -> String {
    type Cell<'b, 'a> = &'b dyn Fn(&(&'a SummedSection, &'a Placed)) -> String;
    let rows = summary
        .sections
        .iter()
        .flat_map(|section| section.runs.iter().map(move |run| (section, run)));
    let run = |of: fn(&Record) -> String| {
        move |(_, run): &(&'a SummedSection, &'a Placed)| of(&run.record)
    };
    let columns: [(&str, Cell<'_, 'a>); 33] = [
        ("family", &run(|run| run.family.clone())),
        ("question", &run(|run| run.question.to_string())),
        ("puzzle", &run(|run| run.puzzle.clone())),
        ("rows", &run(|run| side(run, 0))),
        ("columns", &run(|run| side(run, 1))),
        ("configuration", &|(section, run)| section.configurations[run.configuration].name.clone()),
        ("options", &run(|run| options(run.options.iter()))),
        ("solver", &run(|run| run.who_solved().unwrap_or_default().to_owned())),
        ("seed", &run(|run| run.seed.to_string())),
        ("scramble", &run(|run| count(run.scramble))),
        ("block", &|(_, run)| run.block.to_string()),
        ("time_limit", &run(|run| run.time_limit.to_string())),
        ("memory_limit", &run(|run| count(run.memory_limit))),
        ("ending", &run(|run| format!("{:?}", run.ending).to_lowercase())),
        ("status", &run(|run| run.status.name().to_owned())),
        ("exit_status", &run(|run| run.exit_status.map_or(String::new(), |code| code.to_string()))),
        ("signal", &run(|run| run.signal.map_or(String::new(), |number| number.to_string()))),
        ("message", &run(|run| run.message.clone().unwrap_or_default())),
        ("value", &run(|run| count(run.value.as_ref()))),
        ("cpu_seconds", &run(|run| run.cpu_seconds.to_string())),
        ("wall_seconds", &run(|run| run.wall_seconds.to_string())),
        ("encode_seconds", &run(|run| number(run.encode_seconds))),
        ("solve_seconds", &run(|run| number(run.solve_seconds))),
        ("conflicts", &run(|run| count(run.conflicts))),
        ("propagations", &run(|run| count(run.propagations))),
        ("ticks", &run(|run| count(run.ticks))),
        ("memory_mb", &run(|run| number(run.memory_mb))),
        ("variables", &run(|run| count(run.variables))),
        ("clauses", &run(|run| count(run.clauses))),
        ("literals", &run(|run| count(run.literals))),
        (
            "machine",
            &run(|run| {
                run.origin.as_ref().map_or(String::new(), |origin| origin.machine.label.clone())
            }),
        ),
        ("date", &run(|run| run.date.clone().unwrap_or_default())),
        ("command", &run(|run| run.command.clone())),
    ];
    table(&columns, rows)
}

/// Returns the whole summary as JSON, with the findings in words.
pub fn in_json(summary: &Summary) -> String {
    let mut value =
        serde_json::to_value(summary).expect("texts and numbers can be written as JSON");
    for (section, told) in summary.sections.iter().zip(sections(&mut value)) {
        for (pair, told) in section.pairs.iter().zip(pairs_of(told)) {
            let words = in_words(pair, section, summary.measure);
            told["in_words"] = json!(words.sentences().collect::<Vec<_>>());
        }
    }
    format!("{value:#}\n")
}

fn sections(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value["sections"].as_array_mut().into_iter().flatten()
}

fn pairs_of(section: &mut Value) -> impl Iterator<Item = &mut Value> {
    section["pairs"].as_array_mut().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_no_formulas_and_have_no_hidden_signs() {
        for (text, safe) in [
            ("totalizer", "totalizer"),
            ("-1.5", "-1.5"),
            ("+3", "+3"),
            ("", ""),
            ("=1+1", "'=1+1"),
            ("--card totalizer", "'--card totalizer"),
            ("-1+cmd|'/c calc'!A0", "'-1+cmd|'/c calc'!A0"),
            ("+x", "'+x"),
            ("@SUM(1)", "'@SUM(1)"),
            ("\t=1", "'\t=1"),
            ("a\u{1b}[2J\u{7}", "a\\u{1b}[2J\\u{7}"),
            ("a\nb", "a\\nb"),
            ("r\u{202e}gpj", "r\\u{202e}gpj"),
        ] {
            assert_eq!(cell(text), safe);
        }
    }
}
