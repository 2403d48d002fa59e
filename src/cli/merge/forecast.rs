//! The estimated time of a plan, in words or as JSON.

use serde_json::json;

use super::format_time;
use crate::cli::output::{Output, ReportForm, pretty_json};
use crate::cli::{Ending, Failure, shell};
use crate::source::{Refusal, format_count};
use crate::tasks::forecast::{self, FEWEST, PlanForecast};
use crate::tasks::merge::MergedResults;
use crate::tasks::{Folder, Purpose};

/// The numbers of cores for which a forecast in words states a time.
const CORES: [u32; 4] = [1, 10, 100, 1000];

/// Prints the estimated time of a plan, based on the finished tasks of its sample, and returns
/// `Answered`. The plan has a random order of its tasks. The sample consists of the tasks before
/// the first unfinished task in this order. A sample must have at least [`FEWEST`] finished tasks.
/// If the plan has fewer tasks, all of them must be finished. Refuses any other sample. Fails if
/// standard output cannot be written.
pub(super) fn print_forecast(
    folder: &Folder,
    merged: &MergedResults,
    form: ReportForm,
) -> Result<Ending, Failure> {
    let header = folder.header();
    let sample = forecast::sample_times(folder, merged);
    let found = forecast::forecast(&sample, header.tasks.number, header.seed);
    let plan_forecast = found.ok_or_else(|| too_small_sample(folder, merged, sample.len()))?;
    let text = match form {
        ReportForm::Text => describe(&plan_forecast),
        ReportForm::Json => pretty_json(&json!(plan_forecast)),
    };
    Output::standard().print(&text)?;
    Ok(Ending::Answered)
}

/// Returns the refusal of a forecast from only `number` finished tasks, with the commands that
/// complete the sample. If some of the first `number` + [`FEWEST`] tasks in the order of the sample
/// ran into a limit, and they are pieces of a question, the refusal suggests to split them.
fn too_small_sample(folder: &Folder, merged: &MergedResults, number: usize) -> Refusal {
    let path = shell::path(folder.path());
    let at_limit = merged.tasks_at_limit();
    let left = folder
        .sample_order()
        .into_iter()
        .take(number + FEWEST)
        .filter(|task| at_limit.contains(task))
        .count();
    let done = match number {
        1 => "1 task of the sample is done".to_owned(),
        _ => format!("{number} tasks of the sample are done"),
    };
    let is_question = matches!(folder.header().question, Purpose::Cubes(_));
    match left {
        left if left == 0 || !is_question => {
            let expected = format!(
                "at least {FEWEST} tasks, for example by `quarrel work {path} --sample 50`"
            );
            Refusal::new(done, expected)
        }
        _ => Refusal::new(
            format!("{done}, but {} ran into a limit", format_count(left, "task")),
            format!(
                "at least {FEWEST} tasks: `quarrel merge {path} --split` cuts those at a limit, and `quarrel work {path}` \
                 does their parts"
            ),
        ),
    }
}

/// Returns a forecast in words. It has the processor time in all, and the time of the longest task.
/// For several numbers of cores, it also has the time on so many cores, which is never less than
/// the time of the longest task. If only a part of the tasks is sampled, states 95 % confidence
/// intervals. In this case, also states how many tasks, at most, take longer than the longest
/// sampled task. This statement is left out if the number is 0.
fn describe(plan_forecast: &PlanForecast) -> String {
    let PlanForecast { sampled, tasks, total, interval: [low, high], longest, longer } =
        *plan_forecast;
    let mut text =
        format!("from {sampled} of {tasks} tasks: {} of processor time in all", format_time(total));
    if (sampled as u64) < tasks {
        text += &format!(", {} to {} with 95 % confidence", format_time(low), format_time(high));
    }
    text += "\n";
    text += &match longer {
        0 => format!("the longest task takes {}\n", format_time(longest)),
        _ => format!(
            "the longest of these took {}; at most {longer} tasks take longer, with 95 % confidence\n",
            format_time(longest)
        ),
    };
    text + &CORES
        .map(|cores| {
            format!(
                "{}: {}",
                format_count(cores, "core"),
                format_time((total / f64::from(cores)).max(longest))
            )
        })
        .join("; ")
        + "\n"
}
