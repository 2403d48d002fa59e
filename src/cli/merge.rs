//! `quarrel merge`: combines the results of a plan so far.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde_json::{Map, Value, json};

use super::headings;
use super::numbers;
use super::output::{Output, ReportForm, pretty_json};
use super::solve::parse_proof_folder;
use super::{Ending, Failure, Invocation, VerbArgs, note, shell, signals};
use crate::question::PosedQuestion;
use crate::source::{Refusal, escape_invisible, format_count};
use crate::stop::Stop;
use crate::tasks::merge::MergedResults;
use crate::tasks::proof::ProofJoiner;
use crate::tasks::script::{MOST_ELEMENTS, SCRIPT};
use crate::tasks::{Folder, Job, PlanProgress, Purpose, StoredQuestion, TaskSplitter, TodoList};

#[cfg(feature = "compare")]
mod comparison;
mod forecast;
mod question;

#[cfg(not(feature = "compare"))]
use super::compare as comparison;

/// Report the state of a plan: the verdict, what is done, what is open, and why
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeVerb {
    /// The folder of the plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// List the open tasks in chunks for one more job array
    #[arg(long, conflicts_with = "split", help_heading = headings::RUNS)]
    todo: bool,
    /// Estimate the time of the whole plan from the tasks of `quarrel work --sample`
    #[arg(long, conflicts_with_all = ["split", "todo"], help_heading = headings::RUNS)]
    forecast: bool,
    /// Cut each task that ran into its limit into about this number of smaller ones, as the next
    /// round of the plan
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "8", allow_negative_numbers = true, value_parser = numbers::in_range::<2, 1_000_000, u64>, help_heading = headings::RUNS)]
    split: Option<u64>,
    /// Write a proof of the question into this new folder, as `solve --proof` does.
    ///
    /// Every piece must be refuted with its own proof (`quarrel plan cubes --proof`).
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(parse_proof_folder), conflicts_with_all = ["split", "todo", "forecast"], help_heading = headings::OUTPUT)]
    proof: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = headings::OUTPUT)]
    format: ReportForm,
}

/// The end of the help of `quarrel merge`: examples and exit statuses.
const EXAMPLES: &str = "Examples:
  quarrel merge armies-18
  quarrel work armies-18 --sample 50 && quarrel merge armies-18 --forecast
  quarrel merge armies-18 --todo
  quarrel merge gunport-22 --split 16
  quarrel merge gunport-22 --proof gunport-22-proof

Exit status:
  0  there is an answer, or every run of a comparison is made
  1  it is proved that there is no answer
  3  tasks are open
  4  two results contradict each other, and both are named; or every task is refuted, and together they do not cover
     the question";

/// The most rejected files that a report names. The report counts the others.
const MOST_NAMED: usize = 10;

impl VerbArgs for MergeVerb {
    /// Reads the results of the plan, and does what the options ask. It lists the open tasks,
    /// prints a forecast, splits tasks of a question, or prints the verdict on a question. For a
    /// comparison without these options, it writes the records and the report. Returns the ending
    /// of the function that does this. Refuses `--proof` and `--split` for a comparison.
    ///
    /// With `--proof`, writes the proof before the verdict. If `stop` ends this work, prints a note
    /// and the verdict, and returns `Stopped`. After any other failure of this work, there is no
    /// verdict. Fails if the plan or its results cannot be read, if results contradict each other,
    /// if `stop` ends a split (then no task is split), or if an output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, ref typed, stop } = called;
        let mut folder = Folder::open(&self.plan)?;
        let tasks = folder.tasks(|_| true)?;
        match folder.header().question.clone() {
            Purpose::Cubes(stated) => {
                let posed =
                    stated.pose(families).map_err(|refusal| folder.locate_refusal(refusal))?;
                let merged = MergedResults::read(&folder, &tasks, Some(&posed), None)?;
                match self.split {
                    _ if self.todo => self.deal_open_tasks(&folder, &merged),
                    _ if self.forecast => forecast::print_forecast(&folder, &merged, self.format),
                    Some(number) => {
                        let (stated, posed) = (&stated, &posed);
                        let splitting = TaskSplitter { stated, posed, number, stop };
                        let command = typed.words.join(" ");
                        let round = splitting.split(&mut folder, &tasks, &merged, &command)?;
                        question::print_split(&folder, round, self.format)
                    }
                    None => {
                        let known = (&*tasks, &merged);
                        let joined = self.join_proofs(&folder, &stated, &posed, known, stop);
                        let is_stopped = matches!(joined, Err(Failure::Stopped(_)));
                        if is_stopped {
                            note(&"stopped, so there is no proof");
                        } else {
                            joined?;
                        }
                        let ending =
                            question::print_verdict(&folder, &posed, &tasks, &merged, self.format)?;
                        Ok(if is_stopped { Ending::Stopped } else { ending })
                    }
                }
            }
            Purpose::Comparison(_) if self.proof.is_some() => {
                let found = "--proof is for questions: a comparison proves nothing";
                Err(Refusal::new(found, "the plan of a question").into())
            }
            Purpose::Comparison(_) if self.split.is_some() => {
                let found = "--split is for questions: the runs of a comparison cannot be split";
                Err(Refusal::new(found, "--todo, or no option").into())
            }
            Purpose::Comparison(compared) => {
                let merged = comparison::merge_comparison(&folder, &compared, &tasks)?;
                match () {
                    () if self.todo => self.deal_open_tasks(&folder, &merged),
                    () if self.forecast => forecast::print_forecast(&folder, &merged, self.format),
                    () => comparison::write_merged(&folder, &merged, self.format),
                }
            }
        }
    }
}

impl MergeVerb {
    /// If `--proof` is given, joins the proofs of all tasks into a proof of the question, and
    /// prints notes during this work and at its end. Otherwise does nothing. `stated` and `posed`
    /// must be the same question; `tasks` must be all tasks of the plan, sorted by index. While the
    /// proofs are joined, a signal only stops this work. Fails if the plan makes no proofs, if the
    /// question is not refuted, if the file of an answer cannot be read, if the proof of a task is
    /// missing or damaged, if the new folder exists or cannot be written, or if `stop` is reached.
    /// After a stop, the new folder does not exist.
    fn join_proofs(
        &self,
        folder: &Folder,
        stated: &StoredQuestion,
        posed: &PosedQuestion,
        (tasks, merged): (&[Job], &MergedResults),
        stop: &Stop,
    ) -> Result<(), Failure> {
        let Some(path) = &self.proof else { return Ok(()) };
        signals::heed(stop);
        let verdict = merged.verdict(tasks, posed)?;
        let joint = ProofJoiner { stated, posed, stop };
        note(&joint.write(path, folder, tasks, (merged, &verdict), |message| note(&message))?);
        Ok(())
    }

    /// Divides the open tasks into at most [`MOST_ELEMENTS`] chunks. Tasks that were stopped by a
    /// limit are left out. Writes the chunks as a new list into the folder. As text, prints the
    /// commands with which a scheduler works on the list, after a line about the tasks stopped by a
    /// limit if there are any. As JSON, prints only the index of the list and the numbers of its
    /// tasks, of its chunks and of the tasks stopped by a limit. Writes no list if there are no
    /// other open tasks. Returns `Answered`. Fails if the list or the output cannot be written.
    fn deal_open_tasks(&self, folder: &Folder, merged: &MergedResults) -> Result<Ending, Failure> {
        let mut output = Output::standard();
        if self.format == ReportForm::Json {
            let dealt = folder.write_open_list(merged, MOST_ELEMENTS)?;
            output.print(&pretty_json(&json!(dealt)))?;
            return Ok(Ending::Answered);
        }
        let at_limit = merged.tasks_at_limit().len();
        if at_limit > 0 {
            output.print(&self.describe_limited_tasks(folder, at_limit))?;
        }
        let TodoList { tasks, list, chunks, .. } = folder.write_open_list(merged, MOST_ELEMENTS)?;
        let Some(list) = list else {
            let other = if at_limit > 0 { "other " } else { "" };
            output.print(&format!("no {other}task is left\n"))?;
            return Ok(Ending::Answered);
        };
        let (last, path) = (chunks - 1, shell::path(&self.plan));
        let script = shell::path(&self.plan.join(SCRIPT));
        let work = shell::to_parallel(&format!("quarrel work {path} --list {list} --chunk {{}}"));
        let (tasks, chunks) = (format_count(tasks, "task"), format_count(chunks, "chunk"));
        output.print(&escape_invisible(&format!(
            "{tasks} left, in {chunks}: list {list}
  Slurm:         sbatch --array=0-{last} {script} {path} {list}
  GNU parallel:  seq 0 {last} | parallel {work}
"
        )))?;
        Ok(Ending::Answered)
    }

    /// Returns a line about the `number` tasks that a limit stopped. Lists of open tasks do not
    /// contain these tasks. The line has the commands that continue the work on them. One command
    /// tries them once more. For a question, another command cuts them into smaller tasks.
    fn describe_limited_tasks(&self, folder: &Folder, number: usize) -> String {
        let (tasks, path) = (format_count(number, "task"), shell::path(&self.plan));
        let cut = match folder.header().question {
            Purpose::Cubes(_) => format!("cut them with quarrel merge {path} --split, or "),
            Purpose::Comparison(_) => String::new(),
        };
        escape_invisible(&format!(
            "{tasks} stopped by a limit and left out of the list: {cut}try them once more with quarrel work {path} --again\n"
        ))
    }
}

/// Returns the state of a plan in lines. The first line has the numbers of finished and open tasks,
/// and the reasons why tasks are open. The second line has the effort so far. Then come at most
/// [`MOST_NAMED`] rejected files, and the number of further ones. Counts of 0 are left out. But the
/// numbers of finished tasks, open tasks and attempts, and the processor time, are always stated.
pub(super) fn progress(folder: &Folder, merged: &MergedResults) -> String {
    let PlanProgress {
        tasks, done, open, cut, open_after, attempts, cpu_seconds, conflicts, ..
    } = PlanProgress::from_merged(folder, merged);
    let mut text = format!("{done} of {} done, {open} open", format_count(tasks, "task"));
    if cut > 0 {
        text += &format!(", {cut} cut into smaller ones");
    }
    let reasons = [
        (open_after.cpu_limit, "at their limit of processor time"),
        (open_after.wall_limit, "at their limit of time"),
        (open_after.memory_limit, "at their limit of memory"),
        (open_after.conflict_limit, "at their limit of conflicts"),
        (open_after.interrupted, "interrupted"),
    ];
    for (number, reason) in reasons.into_iter().filter(|&(number, _)| number > 0) {
        text += &format!("; {number} {reason}");
    }
    text += &format!(
        "\n{}, {} of processor time",
        format_count(attempts, "attempt"),
        format_time(cpu_seconds)
    );
    if conflicts > 0 {
        text += &format!(", {}", format_count(conflicts, "conflict"));
    }
    text += "\n";
    for (path, what) in merged.foreign.iter().take(MOST_NAMED) {
        text += &format!("ignored: {}: {what}\n", path.display());
    }
    if let Some(more) = merged.foreign.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
        text += &format!("ignored: {more} more\n");
    }
    text
}

/// Returns keys and values of JSON. A merged question and a merged comparison have these keys in
/// common.
pub(super) fn progress_to_json(folder: &Folder, merged: &MergedResults) -> Map<String, Value> {
    match json!(PlanProgress::from_merged(folder, merged)) {
        Value::Object(keys) => keys,
        other => unreachable!("it has keys: {other}"),
    }
}

/// Formats a time in seconds with a unit that suits it: `45 ms`, `13.2 s`, `5.0 min`, `1.2 h`, `4.5
/// days`. The unit changes at 0.1 s, 100 s, 100 min and 100 h; each of these values has the larger
/// unit.
pub(super) fn format_time(seconds: f64) -> String {
    match seconds {
        ..0.1 => format!("{:.0} ms", seconds * 1000.0),
        ..100.0 => format!("{seconds:.1} s"),
        ..6000.0 => format!("{:.1} min", seconds / 60.0),
        ..360_000.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}
