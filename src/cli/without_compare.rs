//! The place of `quarrel compare` in a build without the feature `compare`.

use std::ffi::OsString;

use clap::Args;

use super::output::ReportForm;
use super::{Ending, Failure, TypedWords};
use crate::family::Family;
use crate::feature;
use crate::source::Refusal;
use crate::tasks::header::Compared;
use crate::tasks::merge::Merged;
use crate::tasks::worker::Worker;
use crate::tasks::{Folder, Job};

/// Compare encodings and solvers over many runs (this build lacks the feature for it)
#[derive(Args)]
pub(super) struct Compare {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Plan a comparison (this build lacks the feature for it)
#[derive(Args)]
pub(super) struct PlannedComparison {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Why a comparison does not go on, of which there is nothing to say.
#[derive(thiserror::Error, Debug)]
pub(super) enum Failed {}

impl Compare {
    pub fn run(&self, _families: &[&'static Family], _words: &[String]) -> Result<Ending, Failure> {
        refused(&self.words)
    }
}

impl PlannedComparison {
    pub fn run(
        &self,
        _families: &[&'static Family],
        _told: &TypedWords,
    ) -> Result<Ending, Failure> {
        refused(&self.words)
    }
}

/// Refuses whatever is asked of a comparison.
fn refused<T>(_words: &[OsString]) -> Result<T, Failure> {
    let found = feature::COMPARE.missing().to_string();
    Err(Refusal::new(found, "a quarrel that was built with it").into())
}

/// Refuses to work on a comparison.
pub(super) fn with_worker(
    _folder: &Folder,
    _compared: &Compared,
    _tasks: &[Job],
    _work: impl FnOnce(&mut dyn Worker) -> Result<Ending, Failure>,
) -> Result<Ending, Failure> {
    refused(&[])
}

/// Refuses to sum up a comparison.
pub(super) fn tell_merged(
    _folder: &Folder,
    _merged: &Merged,
    _form: ReportForm,
) -> Result<Ending, Failure> {
    refused(&[])
}

/// Returns how the verb ends if a comparison does not go on.
pub(super) fn ending(failed: &Failed) -> Ending {
    match *failed {}
}

/// Leaves the grammar of a plan as it is.
pub(super) fn planned_grammar(verb: clap::Command) -> clap::Command {
    verb
}

/// Returns no presets.
pub(super) fn presets() -> impl Iterator<Item = (&'static str, String)> {
    std::iter::empty()
}

/// Returns nothing that can be compared.
pub(super) fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::empty()
}
