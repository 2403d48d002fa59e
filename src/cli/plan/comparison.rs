//! `quarrel plan compare`: a plan of a comparison.

use std::collections::BTreeSet;

use clap::Args;

use super::FolderArgs;
use crate::cli::compare::Compare;
use crate::cli::output::Output;
use crate::cli::{Ending, Failure, Invocation, words};
use crate::compare::blocks::Blocks;
use crate::source::format_count;
use crate::tasks::{Purpose, TaskLimits, Work};

/// Plan a comparison: a task for each block of runs, which one machine makes
#[derive(Args)]
pub(super) struct PlannedComparison {
    #[command(flatten)]
    compare: Compare,
    #[command(flatten)]
    folder: FolderArgs,
}

impl PlannedComparison {
    /// Writes the plan of a comparison into a new folder, with a task for each block of runs. Then
    /// prints the commands that work on it, and returns `Answered`. Makes no run. The plan records
    /// the command line and the current folder (an empty text if it is not known). Its limit of
    /// processor time is the longest time that any block can take. Refuses an existing folder,
    /// options that a plan cannot use, and options or boards that a comparison refuses. Fails if
    /// the folder cannot be written. Also fails if standard output cannot be written; the plan then
    /// stays.
    pub fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, ref typed, .. } = called;
        self.folder.validate()?;
        self.compare.validate_planned()?;
        let words = words::remove_options(&typed.words, FolderArgs::OPTIONS);
        let start = words.iter().position(|word| word == "compare").map_or(0, |place| place + 1);
        let words: Vec<String> = ["quarrel", "compare"]
            .map(str::to_owned)
            .into_iter()
            .chain(words[start..].iter().cloned())
            .collect();
        let blocks = Blocks::from_plans(
            self.compare.plans(families, &words)?.plans,
            self.compare.order_seed,
        );
        let names = blocks
            .instances()
            .map(|instance| instance.name.as_str())
            .collect::<BTreeSet<_>>()
            .len();
        let instances = format_count(names, "instance");
        let folder =
            std::env::current_dir().map_or(String::new(), |path| path.display().to_string());
        let compared = blocks.to_stored(folder);
        let limits = TaskLimits {
            cpu_seconds: Some(blocks.max_block_seconds()),
            conflicts: None,
            memory_mb: self.compare.memory_limit,
        };
        let work: Vec<Work> = blocks.slots().map(Work::Block).collect();
        let runs = format_count(blocks.run_count(), "run");
        let plan = self.folder.plan(Purpose::Comparison(compared), limits, typed)?;
        let folder = plan.create(self.folder.path(), work, &[])?;
        let summary = self.folder.summary(&folder);
        let text = format!("a comparison on {instances}, {runs}: {summary}\n");
        Output::standard().print(&text)?;
        Ok(Ending::Answered)
    }
}
