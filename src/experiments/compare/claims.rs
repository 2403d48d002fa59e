//! The check that the runs of a puzzle agree: a comparison ends if two runs contradict each other.
//!
//! A run claims that an answer exists or that no answer exists, and claims bounds of the optimum.
//! Each claim is recorded with the command of the run, so that the report of a contradiction can
//! name this command. Puzzles are identified by name, so two boards must not share a name.

use std::collections::HashMap;

use crate::problem::Rational;
use crate::record::Record;
use crate::record::question::RunQuestion;
use crate::search::Status;

/// The reason why runs cannot be in one comparison.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum RunClash {
    /// Two runs contradict each other.
    #[error("two runs of {puzzle} disagree: {claims}\n  {}\n  {}", commands[0], commands[1])]
    Disagreement {
        /// Name of the puzzle.
        puzzle: String,
        /// The two contradictory claims, as one phrase.
        claims: String,
        /// Commands of the two runs, in the order of their claims.
        commands: [String; 2],
    },
    /// Two different boards have the same name.
    #[error(
        "{puzzle}: some runs of that name have another board; give the board another name, or compare \
         it in another file of results"
    )]
    OtherBoard {
        /// Name of the puzzle.
        puzzle: String,
    },
}

/// The claims of runs, by the name of the puzzle.
#[derive(Default)]
pub struct Claims(HashMap<String, PuzzleClaims>);

/// The strongest claims about one puzzle. Each claim has the command of a run that makes it.
#[derive(Default)]
struct PuzzleClaims {
    /// The text of the board, or the hash of its file. It is `None` if no run so far has recorded
    /// the board.
    board: Option<String>,
    /// The greatest lower bound of the optimum.
    least: Option<(Rational, String)>,
    /// The least upper bound of the optimum.
    most: Option<(Rational, String)>,
    /// The command of a run that found an answer.
    satisfiable: Option<String>,
    /// The command of a run that showed that there is no answer.
    unsatisfiable: Option<String>,
}

impl Claims {
    /// Collects the claims of runs.
    ///
    /// # Errors
    ///
    /// If runs contradict each other, or have different boards of the same name.
    pub fn from_records(records: &[Record]) -> Result<Claims, RunClash> {
        let mut claims = Claims::default();
        records.iter().try_for_each(|record| claims.add(record))?;
        Ok(claims)
    }

    /// Records the board of a puzzle. Does nothing if `board` is `None`, or if the puzzle already
    /// has this board.
    ///
    /// # Errors
    ///
    /// If the puzzle already has another board, which then stays.
    pub fn add_board(&mut self, puzzle: &str, board: Option<&str>) -> Result<(), RunClash> {
        let Some(board) = board else { return Ok(()) };
        let claims = self.0.entry(puzzle.to_owned()).or_default();
        let known = claims.board.get_or_insert_with(|| board.to_owned());
        if known == board {
            Ok(())
        } else {
            Err(RunClash::OtherBoard { puzzle: puzzle.to_owned() })
        }
    }

    /// Records the claims of a run: its board, whether there is an answer, and its bounds of the
    /// optimum. A run that crashed or was refused claims nothing and is ignored. A satisfiable or
    /// optimal run claims that there is an answer. An unsatisfiable run claims that there is none.
    /// But if an unsatisfiable run has a lower bound and does not ask for the optimum, it claims
    /// only its board and its bounds. So does a run with an unknown status. After an error, some of
    /// the claims of the run may be recorded, so later runs of the puzzle can fail too.
    ///
    /// # Errors
    ///
    /// If the puzzle already has another board. If one run claims that there is an answer, and
    /// another run claims that there is none. If a lower bound of the optimum is greater than an
    /// upper bound (equal bounds agree).
    pub fn add(&mut self, record: &Record) -> Result<(), RunClash> {
        if !record.is_usable() {
            return Ok(());
        }
        self.add_board(&record.puzzle, record.board.as_deref())?;
        let known = self.0.entry(record.puzzle.clone()).or_default();
        let command = || record.command.clone();
        // Some runs ask: is there a solution better than this bound? The answer "no" only bounds
        // the optimum.
        let decides = record.lower_bound.is_some() && record.question != RunQuestion::Optimum;
        match record.status {
            Status::Unsatisfiable if !decides => {
                known.unsatisfiable.get_or_insert_with(command);
            }
            Status::Satisfiable | Status::Optimal => {
                known.satisfiable.get_or_insert_with(command);
            }
            Status::Unsatisfiable | Status::Unknown => {}
        }
        if let (Some(a), Some(b)) = (&known.satisfiable, &known.unsatisfiable) {
            let claims =
                "the first finds an answer, but the second finds that there is none".to_owned();
            return Err(disagreement(record, claims, [a, b]));
        }
        if let Some(lower) = &record.lower_bound
            && known.least.as_ref().is_none_or(|(least, _)| lower > least)
        {
            known.least = Some((lower.clone(), command()));
        }
        if let Some(upper) = &record.upper_bound
            && known.most.as_ref().is_none_or(|(most, _)| upper < most)
        {
            known.most = Some((upper.clone(), command()));
        }
        match (&known.least, &known.most) {
            (Some((least, a)), Some((most, b))) if least > most => {
                let claims = format!(
                    "in the first, the optimum is at least {least}, but in the second at most {most}"
                );
                Err(disagreement(record, claims, [a, b]))
            }
            _ => Ok(()),
        }
    }
}

fn disagreement(record: &Record, claims: String, commands: [&String; 2]) -> RunClash {
    RunClash::Disagreement {
        puzzle: record.puzzle.clone(),
        claims,
        commands: commands.map(Clone::clone),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Ending;
    use crate::record::tests::record;

    #[test]
    fn runs_that_cannot_both_be_right_are_found() {
        let right = record("gunport-4x4", &[], 1.0);
        let of = |change: &dyn Fn(&mut Record)| {
            let mut other = record("gunport-4x4", &[("amo", "ladder")], 1.0);
            change(&mut other);
            let mut claims = Claims::default();
            claims.add(&right).and_then(|()| claims.add(&other))
        };
        assert_eq!(of(&|_| {}), Ok(()));
        let higher =
            of(&|other| (other.lower_bound, other.upper_bound) = (Some(6.into()), Some(6.into())));
        let told = higher.expect_err("5 and 6").to_string();
        assert!(
            told.contains("at least 6, but in the second at most 5") && told.contains("ladder"),
            "{told}"
        );
        let none = |other: &mut Record| {
            other.status = Status::Unsatisfiable;
            (other.value, other.lower_bound, other.upper_bound) = (None, None, None);
        };
        assert!(of(&none).is_err());
        // If a run refutes a bound, this only bounds the optimum. Other runs may still find an
        // answer.
        let refuted = |bound: i64| {
            move |other: &mut Record| {
                none(other);
                other.question = RunQuestion::Unsat(bound.into());
                (other.lower_bound, other.upper_bound) =
                    (Some((bound + 1).into()), Some(100.into()));
            }
        };
        assert_eq!(of(&refuted(4)), Ok(()));
        assert!(of(&refuted(5)).is_err());
        let stopped = |other: &mut Record| {
            other.ending = Ending::Stopped;
            (other.lower_bound, other.upper_bound) = (Some(3.into()), Some(9.into()));
        };
        assert_eq!(of(&stopped), Ok(()));
        assert!(
            of(&|other| {
                stopped(other);
                other.lower_bound = Some(6.into());
            })
            .is_err()
        );
    }

    #[test]
    fn a_name_is_of_one_board() {
        let with = |board: Option<&str>| Record {
            board: board.map(str::to_owned),
            ..record("queens-monday", &[], 1.0)
        };
        let mut claims = Claims::default();
        for board in [Some("AB"), None, Some("AB")] {
            assert_eq!(claims.add(&with(board)), Ok(()));
        }
        let told = claims.add(&with(Some("BA"))).expect_err("another board").to_string();
        assert!(told.contains("queens-monday") && told.contains("another name"), "{told}");
    }
}
