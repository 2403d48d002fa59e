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
    has_clauses: false,
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
    let names = names(subject.model);
    subject.head(lines, |variable| names[variable].clone());
    let (cost, least) = objective(subject, &names, lines);
    let (constraints, pairs) = rows(subject.model, least.is_some(), &names, lines);
    let whole = domains(&names, &pairs, least, lines);
    Ok(Written { variables: names.len() + whole, constraints, cost })
}

/// Writes what is optimised; returns what it costs, and the largest value of the least of several
/// counts where that is it.
fn objective(
    subject: &Subject,
    names: &[String],
    lines: &mut Lines,
) -> (Option<Cost>, Option<u64>) {
    let Some((objective, bounds)) = subject.model.objective().zip(subject.sought) else {
        lines.line("Minimize");
        sum(" obj:", &nothing(names), "", lines);
        return (None, None);
    };
    lines.line(match objective.sense {
        Sense::Minimise => "Minimize",
        Sense::Maximise => "Maximize",
    });
    let [count] = &objective.counts[..] else {
        lines.line(&format!(" obj: {LEAST}"));
        return (Some(Cost { offset: 0, slope: 1 }), Some(bounds.limit));
    };
    let (terms, negated) = linear::sum(&count.lits);
    sum(" obj:", &words(&terms, names), "", lines);
    (Some(Cost { offset: -negated, slope: 1 }), None)
}

/// Writes the constraints, with those that no count is below the least of them where there is one;
/// returns how many, and how large the whole number of each parity may be.
fn rows(model: &Model, least: bool, names: &[String], lines: &mut Lines) -> (usize, Vec<u64>) {
    lines.line("Subject To");
    let mut constraints = 0;
    let mut row = |terms: &[String], relation: &str, constant: i64| {
        constraints += 1;
        sum(&format!(" c{constraints}:"), terms, &format!("{relation} {constant}"), lines);
    };
    let counts = model.objective().filter(|_| least).map_or(&[][..], |objective| &objective.counts);
    for count in counts {
        let (terms, negated) = linear::sum(&count.lits);
        let mut terms = words(&terms, names);
        terms.push(format!("- {LEAST}"));
        row(&terms, ">=", -negated);
    }
    let mut pairs = Vec::new();
    for stated in linear::rows(model) {
        let mut terms = words(&stated.terms, names);
        if terms.is_empty() {
            terms = nothing(names);
        }
        if let Some(most) = stated.most_pairs {
            pairs.push(most);
            terms.push(format!("- 2 pairs_{}", pairs.len()));
        }
        let relation = match stated.relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Exactly => "=",
        };
        row(&terms, relation, stated.constant);
    }
    (constraints, pairs)
}

/// Writes what the variables may be; returns how many whole numbers there are beside them.
fn domains(names: &[String], pairs: &[u64], least: Option<u64>, lines: &mut Lines) -> usize {
    let of_pairs = pairs.iter().zip(1..).map(|(&most, number)| (format!("pairs_{number}"), most));
    let whole = of_pairs.chain(least.map(|most| (LEAST.to_owned(), most)));
    let (whole, most): (Vec<String>, Vec<u64>) = whole.unzip();
    lines.line("Bounds");
    for (name, most) in whole.iter().zip(most) {
        lines.line(&format!(" 0 <= {name} <= {most}"));
    }
    if !whole.is_empty() {
        lines.line("Generals");
        sum("", &whole, "", lines);
    }
    lines.line("Binaries");
    sum("", names, "", lines);
    lines.line("End");
    whole.len()
}

/// A sum that is 0: every reader takes one that names a variable.
fn nothing(names: &[String]) -> Vec<String> {
    names.first().map(|name| format!("0 {name}")).into_iter().collect()
}

/// The terms of a sum, each with its sign.
fn words(terms: &[(i64, usize)], names: &[String]) -> Vec<String> {
    let sign = |coefficient: i64| if coefficient < 0 { '-' } else { '+' };
    terms.iter().map(|&(c, variable)| format!("{} {}", sign(c), names[variable])).collect()
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
