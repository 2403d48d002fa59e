//! A comparison in the making: a file of lines that grows, and what must not contradict.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

use super::claims::{Claims, Clash};
use super::execute;
use super::plan::{Puzzle, Question, Repetition, Run};
use super::record::{Record, Results, ResultsError};
use crate::stop::Stop;

/// Makes runs, writes each down and holds it against the others.
pub struct Making {
    program: PathBuf,
    jobs: usize,
    stop: Stop,
    results: Results,
    records: Vec<Record>,
    done: HashSet<String>,
    claims: Claims,
}

/// Why a comparison does not go on.
#[derive(thiserror::Error, Debug)]
pub enum MakingError {
    /// Runs do not go together.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// A line cannot be written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A run cannot be started.
    #[error("cannot start a run: {0}")]
    Start(#[from] io::Error),
}

/// Who is told how many runs are made, how many there will be, and which one was the last.
pub type See<'a> = &'a mut dyn FnMut(usize, usize, &Record);

impl Making {
    /// Goes on from the runs that a file has.
    ///
    /// # Errors
    ///
    /// If these do not go together.
    pub fn new(
        program: PathBuf,
        jobs: usize,
        stop: Stop,
        results: Results,
        records: Vec<Record>,
    ) -> Result<Making, MakingError> {
        let claims = Claims::of(&records)?;
        let version = env!("CARGO_PKG_VERSION");
        let made = records.iter().filter(|record| record.quarrel == version);
        let done = made.map(|record| record.command.clone()).collect();
        Ok(Making { program, jobs, stop, results, records, done, claims })
    }

    /// All runs so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Finds the optima that questions need, each by one run with every default.
    ///
    /// # Errors
    ///
    /// As [`Making::make`].
    pub fn references(
        &mut self,
        puzzles: &[Puzzle],
        questions: &[Question],
        repetition: &Repetition,
        see: See,
    ) -> Result<(), MakingError> {
        if !questions.iter().any(|question| question.needs_optimum()) {
            return Ok(());
        }
        let needed = puzzles.iter().filter(|puzzle| puzzle.minimise.is_some());
        let runs = needed.map(|puzzle| Run::reference(puzzle, repetition)).collect();
        self.make(runs, see)
    }

    /// Makes the runs that are not made yet.
    ///
    /// # Errors
    ///
    /// If two runs do not go together, or a run cannot be started or written down.
    pub fn make(&mut self, runs: Vec<Run>, see: See) -> Result<(), MakingError> {
        for Run { puzzle, .. } in &runs {
            self.claims.board(&puzzle.name, puzzle.board.as_deref())?;
        }
        let mut met: HashSet<String> = HashSet::new();
        let mut new = |run: &Run| {
            let command = execute::command(&run.arguments());
            !self.done.contains(&command) && met.insert(command)
        };
        let all = runs.len();
        let runs: Vec<Run> = runs.into_iter().filter(|run| new(run)).collect();
        let mut made = all - runs.len();
        let (results, records, done, claims) =
            (&mut self.results, &mut self.records, &mut self.done, &mut self.claims);
        execute::execute(runs, &self.program, self.jobs, &self.stop, |record| {
            results.add(&record)?;
            claims.take(&record)?;
            made += 1;
            see(made, all, &record);
            done.insert(record.command.clone());
            records.push(record);
            Ok(())
        })
    }
}
