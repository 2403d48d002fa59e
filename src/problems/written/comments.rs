//! Comments in which programs state facts about a model. The rows of the file do not state these
//! facts.
//!
//! A comment never changes the model. Otherwise, two programs could read different models from the
//! same file. If a comment is about the model, it causes a remark:
//!
//! - SCIP names constraints that the format LP cannot state, as `\   [or] <c2>: …`. In MPS it only
//!   states the number of all constraints, which shows that some are left out.
//! - SCIP writes OPB objectives in whole numbers, and states the factor and the constant that it
//!   removed in comments: `* Obj. scale : 0.1` and `* Obj. offset : -15`.
//! - GLPK writes the constant of an LP objective as `\* constant term = 1.5 *\`.
//! - PuLP states that an MPS objective is maximised as `*SENSE:Maximize`.

use super::decimal::Decimal;
use crate::source::{format_count, quote};

/// The number of bytes of a comment in OPB that are examined, from its beginning. The comments that
/// state facts about the model are shorter.
pub(super) const MOST_BYTES: usize = 200;

/// The facts about the model that comments state. Each fact has the line number of its comment; the
/// first line of the file has the number 1.
#[derive(Debug, Default)]
pub(super) struct Comments {
    /// Remarks that are finished sentences.
    notes: Vec<String>,
    /// The factor of the objective in a comment of SCIP: its line, the factor and the comment. SCIP
    /// adds `offset` to a value before it multiplies by this factor.
    scale: Option<(u64, Decimal, String)>,
    /// The constant of the objective in a comment of SCIP: its line, the constant and the comment.
    offset: Option<(u64, Decimal, String)>,
    /// The line and the text of a comment of GLPK on the constant of the objective, if this
    /// constant is not 0.
    constant: Option<(u64, String)>,
    /// The line of a comment of SCIP on the number of constraints, and this number.
    constraints: Option<(u64, usize)>,
    /// The line and the text of the first comment that says that the objective is maximised.
    maximum: Option<(u64, String)>,
}

impl Comments {
    /// Examines a comment, and records the facts that it states. The comment may include the signs
    /// `\` and `*` that mark it as a comment. `line` is its line, from 1. Adds a remark at once for
    /// each constraint that SCIP has left out. If several comments say that the objective is
    /// maximised, the first one counts. If several comments state another fact of the same kind,
    /// the last one counts.
    pub fn read(&mut self, comment: &str, line: u64) {
        let text = comment.trim().trim_matches(['\\', '*']).trim();
        if mentions_maximum(text) {
            self.maximum.get_or_insert((line, comment.trim_end().to_owned()));
        }
        if is_constraint(text) {
            let text = quote(text);
            self.notes.push(format!(
                "line {line}: the comment {text} is a constraint that SCIP has left out of the file"
            ));
        } else if let Some((name, number)) = text.split_once([':', '=']) {
            self.record_number(name.trim(), number.trim(), line, text);
        }
    }

    /// Records the number that a comment states for `name`. It replaces an earlier number. Ignores
    /// unknown names, a `constant term` of 0, and a `number` that [`Decimal::read`] refuses. If the
    /// number of `Constraints` does not fit `usize`, for example because it has a decimal point, it
    /// removes the earlier number. `text` is the whole comment, and `line` is its line.
    fn record_number(&mut self, name: &str, number: &str, line: u64, text: &str) {
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

    /// Returns the remarks for the file's author. They include the remarks of
    /// [`Comments::check_count`] and [`Comments::doubt_minimum`] if these were called before. A
    /// scale of 1 and an offset of 0 cause no remark. `has_constant` says whether the objective has
    /// a constant in the file itself. If it has one, comments on a constant or an offset cause no
    /// remark.
    pub fn notes(self, has_constant: bool) -> Vec<String> {
        let mut notes = self.notes;
        let scale = self.scale.filter(|(_, number, _)| *number != Decimal::ONE);
        let offset = self.offset.filter(|(_, number, _)| !number.is_zero() && !has_constant);
        let stated: Vec<&(u64, Decimal, String)> = scale.iter().chain(&offset).collect();
        if let Some((line, ..)) = stated.first() {
            let comments: Vec<String> = stated.iter().map(|(_, _, text)| quote(text)).collect();
            let what = match (&scale, &offset) {
                (Some(_), Some(_)) => {
                    "adds the offset to a value of this file and multiplies the sum by the scale"
                }
                (Some(_), None) => "multiplies a value of this file by the scale",
                (None, _) => "adds the offset to a value of this file",
            };
            notes.push(format!(
                "line {line}, a comment of SCIP, states {}: SCIP {what}, but other programs and quarrel do not",
                comments.join(" and ")
            ));
        }
        if let Some((line, text)) = self.constant.filter(|_| !has_constant) {
            notes.push(format!(
                "line {line}, a comment of GLPK, states {}: the constant is only in this comment, so the values do not include it",
                quote(&text)
            ));
        }
        notes
    }

    /// Adds a remark if a comment of SCIP states more constraints than the file has. `constraints`
    /// is the number of constraints in the file.
    pub fn check_count(&mut self, constraints: usize) {
        if let Some((line, promised)) = self.constraints.filter(|one| one.1 > constraints) {
            self.notes.push(format!(
                "line {line}, a comment of SCIP, states {}, but the file has {constraints}: SCIP has left out those that \
                 MPS cannot state",
                format_count(promised, "constraint")
            ));
        }
    }

    /// Returns whether a comment says that the objective is maximised. If so, adds a remark. This
    /// is called for a file that does not say whether its objective is minimised or maximised. The
    /// objective of such a file is minimised.
    pub fn doubt_minimum(&mut self) -> bool {
        if let Some((line, comment)) = &self.maximum {
            self.notes.push(format!(
                "line {line}, the comment {}, speaks of a maximum, but a file in MPS without `OBJSENSE` is minimised: \
                 use --maximize to maximise it",
                quote(comment)
            ));
        }
        self.maximum.is_some()
    }
}

/// Returns whether a comment is a constraint as SCIP writes it, such as `[or] <c2>: …`.
fn is_constraint(text: &str) -> bool {
    let kind = text.strip_prefix('[').and_then(|text| text.split_once("] <"));
    kind.is_some_and(|(kind, _)| kind.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Returns whether a comment says that the objective is maximised. The comment `<meta …>` of
/// lp_solve is ignored: it states the sense of the original objective, but lp_solve has already
/// turned a maximum into a minimum.
fn mentions_maximum(comment: &str) -> bool {
    let lower = comment.to_ascii_lowercase();
    let rest = lower.split_once("sense").map(|(_, after)| after);
    rest.is_some_and(|rest| rest.contains("max")) && !lower.contains("<meta")
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
                "line 1, a comment of SCIP, states `Obj. scale : 0.1` and `Obj. offset : -15`: SCIP adds the offset to a value \
              of this file and multiplies the sum by the scale, but other programs and quarrel do not"
            ]
        );
        for (comments, expected) in [
            (vec!["* Obj. scale : -1", "* Obj. offset : 0"], "multiplies a value"),
            (
                vec!["*   Obj. scale : 1", "*   Obj. offset : 3"],
                "SCIP adds the offset to a value of this file, but other",
            ),
            (
                vec!["\\* constant term = 1.5 *\\"],
                "`constant term = 1.5`: the constant is only in this comment",
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
