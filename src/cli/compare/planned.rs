//! `quarrel plan compare`: a comparison as a plan, and its blocks when it is worked on.

use std::collections::BTreeMap;

use clap::Args;

use super::Compare;
use crate::cli::output::Output;
use crate::cli::plan::FolderArgs;
use crate::cli::{Ending, Failure, Told, Verb, parse, words};
use crate::compare::blocks::Blocks;
use crate::family::Family;
use crate::source::{Refusal, counted};
use crate::tasks::header::Compared;
use crate::tasks::{Limits, Question, Work};

/// Plan a comparison: a task for each block of runs, which one machine makes
#[derive(Args)]
pub(in crate::cli) struct PlannedComparison {
    #[command(flatten)]
    compare: Compare,
    #[command(flatten)]
    folder: FolderArgs,
}

impl PlannedComparison {
    pub fn run(&self, families: &[&'static Family], told: &Told) -> Result<Ending, Failure> {
        self.folder.validate()?;
        self.compare.validate_planned()?;
        let words = words::without(&told.words, FolderArgs::OPTIONS);
        let behind = words.iter().position(|word| word == "compare").map_or(0, |place| place + 1);
        let words = words[behind..].to_vec();
        let compared = Compared {
            instances: BTreeMap::new(),
            folder: std::env::current_dir()
                .map_or(String::new(), |path| path.display().to_string()),
            order_seed: self.compare.order_seed(),
            words,
        };
        let blocks = blocks(families, &compared)?;
        let compared = Compared { instances: blocks.instances(), ..compared };
        let limits = Limits {
            cpu_seconds: Some(blocks.seconds()),
            conflicts: None,
            memory_mb: self.compare.memory_limit(),
        };
        let work: Vec<Work> = blocks.slots().map(Work::Block).collect();
        let instances = counted(compared.instances.len(), "instance");
        let runs = counted(blocks.runs(), "run");
        let folder = self.folder.create(work, &[], Question::Comparison(compared), limits, told)?;
        let mut output = Output::standard();
        let summary = self.folder.summary(&folder);
        output.print(&format!("a comparison on {instances}, {runs}: {summary}\n"))?;
        output.close()?;
        Ok(Ending::Answered)
    }
}

/// The blocks of a comparison that was written down. The words of its command line were those of a
/// person.
pub(super) fn blocks(families: &[&'static Family], compared: &Compared) -> Result<Blocks, Failure> {
    let words: Vec<String> = ["quarrel", "compare"]
        .into_iter()
        .map(str::to_owned)
        .chain(compared.words.iter().cloned())
        .collect();
    let Verb::Compare(compare) = parse(families, words.clone())?.verb else {
        return Err(Refusal::new("words of another verb", "a plan as it was made").into());
    };
    let plans = compare.plans(families, &words)?.plans;
    Ok(Blocks::of(plans, compared.order_seed))
}
