//! A finding as text: the answer as a picture or as plain rows, and a line that says what is known.
//!
//! Plain rows are what `verify --answer` reads; everything else in that form is a comment line.

use super::{Asked, picture};
use crate::puzzle::{Answer, Puzzle};
use crate::search::{Finding, Question, Status};

/// How text is drawn.
pub(super) struct Style {
    /// As a picture, in place of plain rows.
    pub picture: bool,
    /// With colour.
    pub colour: bool,
    /// The width of the terminal.
    pub columns: Option<usize>,
}

impl Style {
    /// One answer of several.
    pub fn answer(&self, puzzle: &dyn Puzzle, answer: &Answer) -> String {
        let mut text = if self.picture {
            let style = crate::picture::text::Style { colour: self.colour, columns: self.columns };
            crate::picture::text::draw(&picture(puzzle, answer), style)
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
            text = self.answer(asked.puzzle, answer);
            text.pop();
        }
        let comment = if self.picture || !shows { "" } else { "# " };
        text + comment + &summary(asked, finding) + "\n"
    }
}

/// What is known, in one line.
pub(super) fn summary(asked: &Asked, finding: &Finding) -> String {
    let mut parts = vec![asked.family.name.to_owned(), asked.puzzle.size().to_string()];
    parts.extend(asked.puzzle.variants());
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
    let value = asked
        .puzzle
        .goal()
        .zip(finding.value)
        .map(|(goal, value)| format!("{} {value}", goal.name));
    let gap = finding.bounds.filter(|bounds| !bounds.closed()).map(|bounds| {
        format!("optimum proved to lie between {} and {}", bounds.lower(), bounds.upper())
    });
    match (finding.status, value) {
        (Status::Optimal, Some(value)) => format!("{value}, proved optimal"),
        (Status::Optimal, None) => "optimal".to_owned(),
        (Status::Satisfiable, Some(value)) if finding.bounds.is_some() => {
            format!("{value}, stopped; {}", gap.unwrap_or_default())
        }
        (Status::Satisfiable, Some(value)) => value,
        (Status::Satisfiable, None) => "solved".to_owned(),
        (Status::Unsatisfiable, _) => match (asked.puzzle.goal(), asked.task.bound) {
            (Some(goal), Some(bound)) => {
                format!("no answer with {} {} {bound}", goal.name, reach(goal.sense))
            }
            _ => "no answer".to_owned(),
        },
        (Status::Unknown, _) => match gap {
            Some(gap) => format!("stopped without an answer; {gap}"),
            None => "stopped without an answer".to_owned(),
        },
    }
}

fn reach(sense: crate::model::Sense) -> &'static str {
    match sense {
        crate::model::Sense::Minimise => "at most",
        crate::model::Sense::Maximise => "at least",
    }
}
