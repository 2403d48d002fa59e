//! Warnings about the runs of one family and question.

use super::words::{format_count, name_boards};
use super::{Measure, SectionSummary};

/// Returns warnings about the runs of a section. Each warning is a sentence with its full stop.
/// There are warnings about these runs and blocks:
///
/// - runs that are left out, and runs that later runs replace
/// - runs that repeat other runs, and runs that are the same for two configurations
/// - runs that needed no clause
/// - runs that are too short to measure the work
/// - blocks that lack a configuration
///
/// Short runs are mentioned only if `measure` includes the start of the process or of an external
/// solver. The list is empty if there is nothing to warn of.
pub fn warnings(section: &SectionSummary, measure: Measure) -> Vec<String> {
    let runs = section.runs.len();
    let mut sentences = Vec::new();
    match section.apart {
        0 => {}
        1 => sentences.push(
            "1 run is left out, since it was made by another start of the command, machine or \
             build than the rest of its block; --pool includes it."
                .to_owned(),
        ),
        apart => sentences.push(format!(
            "{apart} runs are left out, since they were made by another start of the command, \
             machine or build than the rest of their blocks; --pool includes them."
        )),
    }
    if section.superseded > 0 {
        let superseded = format_count(section.superseded, "run");
        sentences.push(format!(
            "Runs that were made again replace {superseded}: only the latest complete block counts."
        ));
    }
    if section.repeats > 0 {
        sentences.push(format!(
            "{} of {runs} runs repeat another run: their seeds changed nothing. A run and its repeats \
             count as one run. --scrambles makes repetitions that differ.",
            section.repeats
        ));
    }
    sentences.extend(warn_clauseless(section));
    let is_outside = section.runs.iter().any(|run| run.record.external_solver().is_some());
    if section.short > 0
        && (measure.includes_process_start() || is_outside && measure == Measure::Solve)
    {
        let cure = if is_outside {
            "even --measure solve includes the time to start external solvers"
        } else {
            "--measure solve leaves it out"
        };
        sentences.push(format!(
            "{} of {runs} runs took less than 20 ms, mostly for the start of the process; {cure}.",
            section.short
        ));
    }
    sentences.extend(warn_same_runs(section));
    if section.common_blocks < section.blocks && section.configurations.len() > 1 {
        sentences.push(format!(
            "PAR2, the order and the virtual best are over the {} of {} blocks that every \
             configuration has.",
            section.common_blocks, section.blocks
        ));
    }
    sentences
}

/// Returns a warning about blocks whose runs needed no clause, or `None` if there are no such
/// blocks.
fn warn_clauseless(section: &SectionSummary) -> Option<String> {
    if section.without_clauses == 0 {
        return None;
    }
    let names: Vec<&str> = section.boards_without_clauses.iter().map(String::as_str).collect();
    let boards = match names.len() {
        0 => String::new(),
        number => format!(
            ", all of those of {} ({})",
            section.unit().counted(number),
            name_boards(&section.family, &names)
        ),
    };
    let [needed, them] = match section.without_clauses {
        1 => ["needs", "it"],
        _ => ["need", "them"],
    };
    Some(format!(
        "{} of {} blocks {needed} no clause in any configuration{boards}: deduction or construction gave \
         the result, and no solver was called. The table and the ratios leave {them} out.",
        section.without_clauses, section.blocks,
    ))
}

/// Returns a warning about pairs of configurations that made the same runs: equal sizes of formulas
/// and equal work of the solver in every block. Returns `None` if there is no such pair.
fn warn_same_runs(section: &SectionSummary) -> Option<String> {
    let named: Vec<String> = section
        .pairs
        .iter()
        .filter(|pair| pair.made_the_same_runs)
        .map(|pair| {
            pair.configurations.map(|one| section.configurations[one].name.as_str()).join(" and ")
        })
        .collect();
    (!named.is_empty()).then(|| {
        format!(
            "{} made the same runs: formulas of the same sizes, and on each the same conflicts, \
             propagations and ticks. Differences in time or memory come from the machine.",
            named.join(", and ")
        )
    })
}
