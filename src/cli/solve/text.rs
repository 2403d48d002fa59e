//! A finding as text: the answer as a picture or as plain rows, and a line that says what is known.
//!
//! Plain rows are what `verify --answer` reads; everything else in that form is a comment line.

use super::Asked;
use crate::cli::drawing::picture;
use crate::model::Sense;
use crate::puzzle::{Answer, Puzzle};
use crate::search::{Finding, Question, Status};
use crate::solver::Choice;

/// How text is drawn.
pub(super) struct Style {
    /// As a picture, in place of plain rows.
    pub picture: bool,
    /// How the characters of a picture are drawn.
    pub characters: crate::picture::text::Style,
}

impl Style {
    /// One answer of several.
    pub fn answer(&self, puzzle: &dyn Puzzle, answer: &Answer) -> String {
        let mut text = if self.picture {
            crate::picture::text::draw(&picture(puzzle, Some(answer)), self.characters)
        } else {
            answer.to_rows().join("\n") + "\n"
        };
        text.push('\n');
        text
    }

    /// The whole finding; the answers of a list have been shown before.
    pub fn finding(&self, asked: &Asked, finding: &Finding) -> String {
        let mut text = String::new();
        let shows = matches!(asked.task.question, Question::One | Question::Unique);
        if let Some(answer) = finding.answer.as_ref().filter(|_| shows) {
            text = self.answer(asked.task.puzzle, answer);
            text.pop();
        }
        let counts = matches!(asked.task.question, Question::Count(_));
        let comment = if self.picture || counts { "" } else { "# " };
        text + comment + &summary(asked, finding) + "\n"
    }
}

/// What is known, in one line.
pub(super) fn summary(asked: &Asked, finding: &Finding) -> String {
    let mut parts = vec![asked.family.name.to_owned(), asked.task.puzzle.size().to_string()];
    parts.extend(asked.task.puzzle.variants());
    let head = parts.join(" ");
    let mut said = vec![state(asked, finding)];
    if let Some(reason) = &finding.reason {
        said.push(reason.clone());
    }
    match (asked.task.question, finding.unique) {
        (_, Some(true)) => said.push("unique".to_owned()),
        (_, Some(false)) => said.push("not unique".to_owned()),
        (Question::Unique, None) if finding.answer.is_some() => {
            said.push("not known whether unique".to_owned())
        }
        _ => {}
    }
    if let Some(count) = finding.count {
        let more = match (finding.complete, finding.stopped) {
            (true, _) => "",
            (false, true) => ", and then stopped",
            (false, false) => ", the limit",
        };
        let noun = if count == 1 { "answer" } else { "answers" };
        said.push(format!("{count} {noun}{more}"));
    }
    format!("{head}: {}", said.join("; "))
}

fn state(asked: &Asked, finding: &Finding) -> String {
    let goal = asked.task.puzzle.goal();
    let demanded = goal.zip(asked.task.bound).map(|(goal, bound)| {
        let reach = match goal.sense {
            Sense::Minimise => "at most",
            Sense::Maximise => "at least",
        };
        format!("{} {reach} {bound}", goal.name)
    });
    let value = goal.zip(finding.value).map(|(goal, value)| format!("{} {value}", goal.name));
    let gap = finding.bounds.filter(|bounds| !bounds.closed()).map_or(String::new(), |bounds| {
        format!("; the optimum lies between {} and {}", bounds.lower(), bounds.upper())
    });
    let of_several = matches!(asked.task.question, Question::Count(_) | Question::All(_));
    match (finding.status, value, demanded) {
        (Status::Optimal, Some(value), _) => match asked.task.solver {
            Choice::Embedded => format!("{value}, proved optimal"),
            Choice::Program(_) => format!("{value}, optimal by the word of the solver"),
        },
        (Status::Satisfiable, _, Some(demanded)) if of_several => demanded,
        (Status::Satisfiable, Some(value), None) => format!("{value}, stopped{gap}"),
        (Status::Satisfiable, Some(value), Some(_)) => value,
        (Status::Optimal | Status::Satisfiable, None, _) => "solved".to_owned(),
        (Status::Unsatisfiable, _, Some(demanded)) => format!("no answer with {demanded}"),
        (Status::Unsatisfiable, _, None) => "no answer".to_owned(),
        (Status::Unknown, ..) => format!("stopped without an answer{gap}"),
    }
}
