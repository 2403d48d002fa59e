//! LP: the model as a mixed integer program, for HiGHS, SCIP, CBC and GLPK.
//!
//! CPLEX's LP format in the part that all of them read: one section after the other, short lines,
//! names of letters, digits and underscores. A parity is Σ − 2y = 0 or 1 with a whole number y, and
//! the least of two armies a whole number that neither army is below: the sources' own formulation,
//! with the labels of the model as names (`hole[3,4]` is `hole_3_4`).

use std::collections::HashSet;

use super::linear;
use super::{Asks, ExportError, Format, Subject, Written};
use crate::encode::Cost;
use crate::exchange::Lines;
use crate::model::{Model, Relation, Sense};

pub(super) const FORMAT: Format = Format {
    name: "lp",
    about: "a mixed integer program, for HiGHS, SCIP, CBC and GLPK",
    asks: Asks::Either,
    as_stated: true,
    comment: "\\",
    write,
};

/// The whole number that is the least of several counts.
const LEAST: &str = "least_count";

/// The longest line that every reader takes.
const WIDTH: usize = 200;

/// The names of a model's variables in the format, in their order.
pub(super) fn names(model: &Model) -> Vec<String> {
    let mut taken = HashSet::new();
    let names = model.labels().iter().enumerate().map(|(variable, label)| {
        let plain = label.trim_end_matches(']').chars();
        let plain: String =
            plain.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
        let number = variable + 1;
        let name = if plain.starts_with(|first: char| first.is_ascii_alphabetic()) {
            plain
        } else {
            format!("x_{plain}")
        };
        if taken.insert(name.clone()) { name } else { format!("{name}_of_{number}") }
    });
    names.collect()
}

fn write(subject: &Subject, lines: &mut Lines) -> Result<Written, ExportError> {
    let model = subject.model;
    let names = names(model);
    let name = |variable: usize| names[variable].clone();
    let mut constraints = 0;
    let mut least = None;
    let mut cost = None;
    subject.head(lines, name);
    match model.objective().zip(subject.sought) {
        None => {
            lines.line("Minimize");
            sum(" obj:", &nothing(&names), "", lines);
        }
        Some((objective, bounds)) => {
            lines.line(match objective.sense {
                Sense::Minimise => "Minimize",
                Sense::Maximise => "Maximize",
            });
            if let [count] = &objective.counts[..] {
                let (terms, negated) = linear::sum(&count.lits);
                cost = Some(Cost { offset: -negated, slope: 1 });
                sum(" obj:", &words(&terms, &name), "", lines);
            } else {
                least = Some(bounds.limit);
                cost = Some(Cost { offset: 0, slope: 1 });
                lines.line(&format!(" obj: {LEAST}"));
            }
        }
    }
    lines.line("Subject To");
    if let (Some(objective), Some(_)) = (model.objective(), least) {
        for count in &objective.counts {
            let (terms, negated) = linear::sum(&count.lits);
            let mut terms = words(&terms, &name);
            terms.push(format!("- {LEAST}"));
            constraints += 1;
            sum(&format!(" c{constraints}:"), &terms, &format!(">= {}", -negated), lines);
        }
    }
    let mut pairs = Vec::new();
    for row in linear::rows(model) {
        let mut terms = words(&row.terms, &name);
        if terms.is_empty() {
            terms = nothing(&names);
        }
        if let Some(most) = row.most_pairs {
            pairs.push(most);
            terms.push(format!("- 2 pairs_{}", pairs.len()));
        }
        let relation = match row.relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Exactly => "=",
        };
        constraints += 1;
        sum(&format!(" c{constraints}:"), &terms, &format!("{relation} {}", row.constant), lines);
    }
    lines.line("Bounds");
    for (number, most) in pairs.iter().enumerate() {
        lines.line(&format!(" 0 <= pairs_{} <= {most}", number + 1));
    }
    if let Some(most) = least {
        lines.line(&format!(" 0 <= {LEAST} <= {most}"));
    }
    let whole: Vec<String> = (1..=pairs.len())
        .map(|number| format!("pairs_{number}"))
        .chain(least.map(|_| LEAST.to_owned()))
        .collect();
    if !whole.is_empty() {
        lines.line("Generals");
        sum("", &whole, "", lines);
    }
    lines.line("Binaries");
    sum("", &names, "", lines);
    lines.line("End");
    Ok(Written { variables: names.len() + whole.len(), constraints, cost })
}

/// A sum that is 0: every reader takes one that names a variable.
fn nothing(names: &[String]) -> Vec<String> {
    names.first().map(|name| format!("0 {name}")).into_iter().collect()
}

/// The terms of a sum, each with its sign.
fn words(terms: &[(i64, usize)], name: &impl Fn(usize) -> String) -> Vec<String> {
    let sign = |coefficient: i64| if coefficient < 0 { '-' } else { '+' };
    terms.iter().map(|&(c, variable)| format!("{} {}", sign(c), name(variable))).collect()
}

/// Writes words between a head and a tail, on as many lines as they take.
fn sum(head: &str, words: &[String], tail: &str, lines: &mut Lines) {
    let mut text = head.to_owned();
    for word in words.iter().map(String::as_str).chain([tail]).filter(|word| !word.is_empty()) {
        if text.len() + word.len() > WIDTH {
            lines.line(&text);
            text = String::new();
        }
        text.push(' ');
        text.push_str(word);
    }
    if !text.trim().is_empty() {
        lines.line(&text);
    }
}
