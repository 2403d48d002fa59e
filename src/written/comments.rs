//! Comments in which programs say what the rows of their files do not.
//!
//! A comment is never obeyed: two programs would read two models from one file. It is noted if it
//! says something of the model:
//!
//! - SCIP names each constraint that LP has not, `\   [or] <c2>: …`, and leaves out such of MPS
//!   without a word but for the number of constraints among its statistics;
//! - SCIP writes objectives of OPB in whole numbers, and by what they are multiplied and what is
//!   added in comments, `* Obj. scale : 0.1` and `* Obj. offset : -15`;
//! - GLPK writes the constant of an objective of LP so, `\* constant term = 1.5 *\`;
//! - PuLP says that an objective of MPS is a maximum, `*SENSE:Maximize`.

use super::program::Decimal;
use crate::source::{counted, quoted};

/// The most bytes of a comment that are read.
pub(super) const MOST_BYTES: usize = 200;

/// What comments of a file say.
#[derive(Debug, Default)]
pub(super) struct Comments {
    notes: Vec<String>,
    /// The factor of an objective of SCIP and the constant that is added before it is applied, with
    /// their lines.
    scale: Option<(u64, Decimal, String)>,
    offset: Option<(u64, Decimal, String)>,
    /// The constant of an objective of GLPK.
    constant: Option<(u64, String)>,
    /// The number of constraints that SCIP says there are.
    constraints: Option<(u64, usize)>,
    /// The comment that says that the objective is a maximum.
    maximum: Option<(u64, String)>,
}

impl Comments {
    /// Reads a comment, with the signs that make it one.
    pub fn read(&mut self, comment: &str, line: u64) {
        let text = comment.trim().trim_matches(['\\', '*']).trim();
        if says_maximum(text) {
            self.maximum.get_or_insert((line, comment.trim_end().to_owned()));
        }
        if is_constraint(text) {
            let text = quoted(text);
            self.notes.push(format!(
                "line {line}, the comment {text}, stands for a constraint that SCIP has left out of the file"
            ));
        } else if let Some((name, number)) = text.split_once([':', '=']) {
            self.number(name.trim(), number.trim(), line, text);
        }
    }

    /// Reads a comment of a name and a number.
    fn number(&mut self, name: &str, number: &str, line: u64, text: &str) {
        let Ok(value) = Decimal::read(number, &['e', 'E']) else { return };
        let text = || text.split_whitespace().collect::<Vec<_>>().join(" ");
        match name {
            "Obj. scale" => self.scale = Some((line, value, text())),
            "Obj. offset" => self.offset = Some((line, value, text())),
            "constant term" if !value.is_zero() => self.constant = Some((line, text())),
            "Constraints" => {
                self.constraints = number.parse().ok().map(|number| (line, number));
            }
            _ => {}
        }
    }

    /// Returns what is to be noted of a file, whose objective has a constant of its own or has
    /// none: that is the one of the comments then.
    pub fn notes(self, has_constant: bool) -> Vec<String> {
        let mut notes = self.notes;
        let scale = self.scale.filter(|(_, number, _)| *number != Decimal::ONE);
        let offset = self.offset.filter(|(_, number, _)| !number.is_zero() && !has_constant);
        let said: Vec<&(u64, Decimal, String)> = scale.iter().chain(&offset).collect();
        if let Some((line, ..)) = said.first() {
            let comments: Vec<String> = said.iter().map(|(_, _, text)| quoted(text)).collect();
            let what = match (&scale, &offset) {
                (Some(_), Some(_)) => {
                    "adds the offset to a value of this file and multiplies it by the scale"
                }
                (Some(_), None) => "multiplies a value of this file by the scale",
                (None, _) => "adds the offset to a value of this file",
            };
            notes.push(format!(
                "line {line}, a comment of SCIP, {}: SCIP {what}, and others, as here, do not",
                comments.join(" and ")
            ));
        }
        if let Some((line, text)) = self.constant.filter(|_| !has_constant) {
            notes.push(format!(
                "line {line}, a comment of GLPK, {}: values are without the constant, which is not in the file otherwise",
                quoted(&text)
            ));
        }
        notes
    }

    /// Notes that SCIP has left out constraints, if a file has only so many.
    pub fn count(&mut self, constraints: usize) {
        if let Some((line, promised)) = self.constraints.filter(|one| one.1 > constraints) {
            self.notes.push(format!(
                "line {line}, a comment of SCIP, says {}, and the file has {constraints}: SCIP has left out those that \
                 MPS has not",
                counted(promised, "constraint")
            ));
        }
    }

    /// Notes the comment that says that an objective is a maximum, if there is one.
    pub fn doubt_minimum(&mut self) {
        if let Some((line, comment)) = &self.maximum {
            self.notes.push(format!(
                "line {line}, the comment {}, speaks of a maximum, but a file in MPS without `OBJSENSE` is a minimum: \
                 --maximize makes it a maximum",
                quoted(comment)
            ));
        }
    }
}

/// Whether a comment is a constraint as SCIP has it: `[or] <c2>: …`.
fn is_constraint(text: &str) -> bool {
    let kind = text.strip_prefix('[').and_then(|text| text.split_once("] <"));
    kind.is_some_and(|(kind, _)| kind.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether a comment says that the objective is a maximum. One of lp_solve says what it was before
/// it was turned round.
fn says_maximum(comment: &str) -> bool {
    let comment = comment.to_ascii_lowercase();
    let behind = comment.split_once("sense").map(|(_, behind)| behind);
    behind.is_some_and(|behind| behind.contains("max")) && !comment.contains("<meta")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(comments: &[&str], has_constant: bool) -> Vec<String> {
        let mut read = Comments::default();
        (1..).zip(comments).for_each(|(line, comment)| read.read(comment, line));
        read.notes(has_constant)
    }

    #[test]
    fn what_is_not_in_the_rows_is_noted() {
        let both = ["*   Obj. scale       : 0.1", "*   Obj. offset      : -15"];
        let told = notes(&both, false);
        assert_eq!(
            told,
            [
                "line 1, a comment of SCIP, `Obj. scale : 0.1` and `Obj. offset : -15`: SCIP adds the offset to a value \
              of this file and multiplies it by the scale, and others, as here, do not"
            ]
        );
        for (comments, expected) in [
            (vec!["* Obj. scale : -1", "* Obj. offset : 0"], "multiplies a value"),
            (
                vec!["*   Obj. scale : 1", "*   Obj. offset : 3"],
                "SCIP adds the offset to a value of this file, and",
            ),
            (
                vec!["\\* constant term = 1.5 *\\"],
                "`constant term = 1.5`: values are without the constant",
            ),
        ] {
            let told = notes(&comments, false);
            assert!(told.len() == 1 && told[0].contains(expected), "{comments:?}: {told:?}");
        }
        assert!(notes(&["\\* constant term = 1.5 *\\", both[1]], true).is_empty());
    }

    #[test]
    fn other_comments_say_nothing() {
        for comment in [
            "* Obj. scale : 1",
            "* Obj. offset : 0",
            "*   Obj. offset      : -0.0",
            "\\* constant term = 0 *\\",
            "\\* constant term = x *\\",
            "*   Constraints      : 7",
            "* SENSE: maximize",
            "\\ [x] is a bracket",
            "*",
            "\\",
        ] {
            assert!(notes(&[comment], false).is_empty(), "{comment}");
        }
    }
}
