//! What a question in pieces has come to, and its next round.

use super::progress;
use crate::cli::output::Output;
use crate::cli::planned::Planned;
use crate::cli::{Ending, Failure, Told, shell, title};
use crate::search::Pieces;
use crate::source::{counted, visible};
use crate::stop::Stop;
use crate::tasks::attempt::Outcome;
use crate::tasks::merge::{Asked, Merged, Verdict};
use crate::tasks::{Folder, Task, Work};

/// Says how far a question is, and what it came to.
pub(super) fn tell(
    folder: &Folder,
    planned: &Planned,
    tasks: &[Task],
    merged: &Merged,
    asked: &Asked,
) -> Result<Ending, Failure> {
    let failed = |error| Failure::Results { folder: folder.path().to_owned(), error };
    let verdict = merged.verdict(tasks, asked).map_err(failed)?;
    let (said, ending) = in_words(&verdict, planned);
    let head = title(planned.setup().family, asked.problem);
    let text = format!("{head}: {said}\n{}", progress(folder, merged));
    Output::standard().print(&visible(&text))?;
    Ok(ending)
}

fn in_words(verdict: &Verdict, planned: &Planned) -> (String, Ending) {
    let asked = planned.asked();
    match verdict {
        Verdict::Reached { rows, value } => {
            let value = value.map_or(String::new(), |value| format!(" of value {value}"));
            (format!("there is an answer{value}\n{}", rows.join("\n")), Ending::Answered)
        }
        Verdict::Refuted => (format!("refuted, there is none with {asked}"), Ending::Denied),
        Verdict::Open => (format!("open, whether there is one with {asked}"), Ending::Stopped),
        Verdict::NotCovered { task } => {
            let what = match task {
                Some(task) => format!("task {task}"),
                None => "the question".to_owned(),
            };
            let said = format!("every task is refuted, and together they do not cover {what}");
            (said, Ending::Broken)
        }
    }
}

/// How tasks are cut further.
pub(super) struct Cut<'a> {
    /// Into how many each is cut.
    pub number: u64,
    /// The command line.
    pub told: &'a Told,
    /// When to stop.
    pub stop: &'a Stop,
}

impl Cut<'_> {
    /// Cuts what ran into a limit, as the next round of the plan.
    pub fn split(
        &self,
        folder: &mut Folder,
        planned: &Planned,
        tasks: &[Task],
        merged: &Merged,
    ) -> Result<Ending, Failure> {
        let question = planned.task(self.stop);
        let pieces = Pieces::of(&question)?;
        let mut cutter = pieces.cutter(self.stop);
        let mut work = Vec::new();
        let mut cut = 0_u64;
        for task in at_limit(merged) {
            let piece = usize::try_from(task).ok().and_then(|task| tasks.get(task)?.work.piece());
            let Some(piece) = piece else { continue };
            let parts = cutter.divide(piece, self.number);
            if self.stop.reached() {
                return Ok(Ending::Stopped);
            }
            // One that is not cut is done at once if the cuber has decided it by what it learnt.
            if parts.pieces.len() > 1 || !parts.is_open {
                cut += 1;
                work.extend(parts.pieces.into_iter().map(|part| (task, Work::Piece(part))));
            }
        }
        let mut output = Output::standard();
        if work.is_empty() {
            output.print("no task ran into its limit that can be cut further; a new plan may have a larger limit\n")?;
            return Ok(Ending::Answered);
        }
        let parts = work.len();
        folder.add_round(&self.told.words.join(" "), work, cutter.learnt())?;
        let path = shell::path(folder.path());
        let then = format!(
            "{} cut into {parts}; deal them out with quarrel merge {path} --todo\n",
            counted(cut, "task")
        );
        output.print(&visible(&then))?;
        Ok(Ending::Answered)
    }
}

/// The open tasks that ran into a limit.
fn at_limit(merged: &Merged) -> Vec<u64> {
    let is_at_limit = |task: &u64| {
        let known = usize::try_from(*task).ok().and_then(|task| merged.known.get(task));
        let failed = known.and_then(|known| known.failed.as_ref());
        failed.is_some_and(|&(_, outcome, _)| outcome == Outcome::Limit)
    };
    merged.open().into_iter().filter(is_at_limit).collect()
}
