//! The table of measurements for `auto`, from the runs of a comparison.
//!
//! Runs that differ in a single option measure the constraints that this option encodes. The model
//! shows the kind of these constraints. It is rebuilt from the command of a run. Runs of any
//! comparison can be used. The runs of the preset `auto` fill the whole table, from which `cargo
//! bench --bench auto` makes the rules of `auto`.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use super::statistics;
use crate::encode::Shape;
use crate::encode::auto::place;
use crate::family::Family;
use crate::model::Model;
use crate::question::Question;
use crate::record::Record;
use crate::source::{Refusal, quote};

/// The least number of ticks in a measurement. Below this number, differences in work are random,
/// so smaller numbers are raised to it.
const LEAST_TICKS: u64 = 10_000;

/// The header of a table of measurements.
pub const HEAD: &str = "table,kind,literals,instance,choice,conflicts,propagations,ticks";

/// The names of the measured tables, each with the command-line option (without dashes) that
/// chooses from it.
const TABLES: [(&str, &str); 5] = [
    ("at-most-one", "amo"),
    ("cardinality", "card"),
    ("parity", "xor"),
    ("shape", "shape"),
    ("mode", "mode"),
];

/// The runs of one instance, by the value of the varied option.
type RunGroup<'a> = BTreeMap<&'a str, Vec<&'a Record>>;

/// Returns a table of measurements as in `benches/auto/measurements.csv`. It has the header, and a
/// line for each value of an option in each group of runs. A line has the medians of conflicts,
/// propagations and ticks. Ticks are at least `LEAST_TICKS`. Leaves out a group if its model has no
/// constraint that the option encodes. Returns the header alone if no group remains. Rebuilds the
/// model of each group from the command of one of its runs, which takes time. The command may name
/// only families of `families`.
///
/// # Errors
///
/// If the command from which a model is rebuilt is not a valid question of `quarrel solve`, its
/// bound is not a possible value, or its board cannot be read. The commands of other records are
/// not checked.
pub fn table(families: &[&'static Family], records: &[Record]) -> Result<String, Refusal> {
    let mut text = format!("{HEAD}\n");
    for (table, option) in TABLES {
        for (instance, group) in groups(records, option) {
            let first = group.values().next().and_then(|runs| runs.first());
            let command = &first.expect("a group has runs").command;
            let (model, shape) = rebuild_model(families, command)?;
            let Some((kind, literals)) = place(table, &model, &shape) else { continue };
            for (choice, runs) in &group {
                let [conflicts, propagations, ticks] = medians(runs, &group);
                let ticks = ticks.max(LEAST_TICKS);
                text += &format!(
                    "{table},{kind},{literals},{instance},{choice},{conflicts},{propagations},{ticks}\n"
                );
            }
        }
    }
    Ok(text)
}

/// Returns groups of runs of one puzzle and question whose options differ only in the value of
/// `option`. Their seeds, scrambles and limits may differ, too. The key of a group names the
/// puzzle, the question and the other options; a space replaces each comma in it. Each group maps
/// the values of `option` to their runs. Leaves out these runs and groups:
///
/// - runs without this option, and runs with the value `auto`
/// - runs that crashed or were refused
/// - groups with a single value
/// - groups without a solved run
fn groups<'a>(records: &'a [Record], option: &str) -> BTreeMap<String, RunGroup<'a>> {
    let mut groups: BTreeMap<String, RunGroup> = BTreeMap::new();
    for record in records.iter().filter(|record| record.is_usable()) {
        let Some(choice) = record.options.get(option).filter(|choice| *choice != "auto") else {
            continue;
        };
        let others: Vec<String> = record
            .options
            .iter()
            .filter(|(name, _)| *name != option)
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let name = format!("{} {}", record.instance(), others.join(" ")).replace(',', " ");
        let group = groups.entry(name.trim_end().to_owned()).or_default();
        group.entry(choice.as_str()).or_default().push(record);
    }
    let is_informative =
        |group: &RunGroup| group.len() > 1 && group.values().flatten().any(|run| run.is_solved());
    groups.retain(|_, group| is_informative(group));
    groups
}

/// Returns the medians of conflicts, propagations and ticks (CaDiCaL's estimate of memory
/// accesses), rounded down. `runs` are the runs with one value of the option, and `group` has the
/// runs with all values. The numbers of a stopped run depend on the machine. So each of them is
/// replaced by twice the largest number among the solved runs of `group`. An unknown number counts
/// as 0.
fn medians(runs: &[&Record], group: &RunGroup) -> [u64; 3] {
    let of: [fn(&Record) -> u64; 3] = [
        |run| run.conflicts.unwrap_or(0),
        |run| run.propagations.unwrap_or(0),
        |run| run.ticks.unwrap_or(0),
    ];
    of.map(|of| {
        let most = group
            .values()
            .flatten()
            .filter(|run| run.is_solved())
            .map(|run| of(run))
            .max()
            .unwrap_or(0);
        let penalised = |run: &&Record| if run.is_solved() { of(run) } else { 2 * most };
        let values: Vec<f64> = runs.iter().map(|run| penalised(run) as f64).collect();
        statistics::median(&values).and_then(|median| median.to_u64()).unwrap_or(0)
    })
}

/// Returns the model that a run solved, with the shape of its counters. The model is rebuilt from
/// the command of the run. It is the model for the bound of the question, or for the bound 0 if the
/// question has none. Fails in these cases:
///
/// - The second word of the command is not `solve`.
/// - The command is not a valid question of `quarrel solve`, or its family is not in `families`.
/// - The bound is not a possible value.
/// - The board cannot be read.
fn rebuild_model(families: &[&'static Family], command: &str) -> Result<(Model, Shape), Refusal> {
    let words = shlex::split(command).unwrap_or_default();
    let words = match &words[..] {
        [_, verb, words @ ..] if verb == "solve" => words,
        _ => {
            let found = format!("the command of a run is {}", quote(command));
            let expected = "lines written by quarrel compare, with the command quarrel solve";
            return Err(Refusal::new(found, expected));
        }
    };
    let posed = Question::from_words(words)?.pose(families)?;
    posed.formulation.validate_value(posed.problem().goal(), posed.bound)?;
    let model = posed.task().prepared().for_value(posed.bound.unwrap_or(0)).model;
    Ok((model, posed.question.encodings.shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Ending;
    use crate::record::tests::record;

    #[test]
    fn a_run_that_had_no_time_to_begin_is_not_the_least_work() {
        let run = |ending: Ending, ticks: u64| Record {
            ending,
            ticks: Some(ticks),
            ..record("puzzle", &[("xor", "direct")], 1.0)
        };
        let solved = [run(Ending::Solved, 300), run(Ending::Solved, 500), run(Ending::Solved, 400)];
        let stopped =
            [run(Ending::Stopped, 0), run(Ending::Stopped, 9000), run(Ending::Solved, 100)];
        let group: RunGroup =
            [("chain-4", solved.iter().collect()), ("direct", stopped.iter().collect())].into();
        let ticks = |choice: &str| medians(&group[choice], &group)[2];
        assert_eq!((ticks("chain-4"), ticks("direct")), (400, 1000));
    }
}
