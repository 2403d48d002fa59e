//! Opened model files, and searches of them.

use quarrel::family::Family;
use quarrel::puzzle::Request;
use quarrel::search::{self, Answers, Finding};
use quarrel::source::{Refusal, Source};
use quarrel::written::ModelFile;

use crate::puzzles::{self, task};

pub fn family() -> &'static Family {
    puzzles::family("model")
}

pub fn opened(format: &str, text: &str) -> Result<ModelFile, Refusal> {
    let board = Some(Source::new("model", text).into());
    let request = Request { board, format: Some(format.to_owned()), ..Request::default() };
    ModelFile::read(&request)
}

pub fn found(
    file: &ModelFile,
    formulation: usize,
    question: Answers,
    bound: Option<i64>,
) -> Finding {
    let formulation = &family().formulations[formulation];
    let found = search::run(&task(file, formulation, bound, question), &mut |_| {});
    found.unwrap_or_else(|error| panic!("{error}"))
}
