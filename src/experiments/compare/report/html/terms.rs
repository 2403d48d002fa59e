//! The terms that a page uses. Each term is explained once, at the end of the page.

use std::collections::BTreeSet;

use super::parts::details;
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{ALPHA, FEWEST_BOARDS, RELEVANT, Summary, Unit, question};
use crate::source::capitalise;

/// Returns the list of the terms with their meanings, in a box that is unfolded at first. It is
/// empty if there are no sections.
pub fn list(summary: &Summary) -> Markup {
    if summary.sections.is_empty() {
        return Markup::default();
    }
    let terms: Vec<(String, String)> = [
        run_terms(summary),
        result_terms(summary),
        statistics_terms(summary),
        verdict_terms(summary),
    ]
    .concat();
    let items = terms
        .iter()
        .map(|(term, meaning)| markup("<dt>{}</dt><dd>{}</dd>\n", &[term, meaning]))
        .collect::<Markup>();
    let list = markup("<dl>\n{}</dl>\n", &[&items]);
    let words = details("Terms of this page", &list, true);
    markup("<section id=\"words\">\n{}</section>\n", &[&words])
}

fn term(term: &str, meaning: String) -> (String, String) {
    (term.to_owned(), meaning)
}

/// Returns the terms about runs with their meanings: puzzles, questions, configurations,
/// repetitions and blocks.
fn run_terms(summary: &Summary) -> Vec<(String, String)> {
    let mut questions = BTreeSet::new();
    for section in &summary.sections {
        questions.insert(format!("{} is {}", section.question, question(section)));
    }
    let question_list = questions.into_iter().collect::<Vec<_>>().join("; ");
    let unit = summary.unit();
    let (one, many, any) = (unit.singular(), unit.plural(), unit.with_article());
    let is = match unit {
        Unit::Board => {
            "one puzzle: a family at a size, or the puzzle in one file. Two files are two boards, \
             even if their sizes are equal."
        }
        Unit::Instance => "one model: the file, with the sense of its objective.",
    };
    vec![
        (
            capitalise(one),
            format!(
                "{is} The statistics count {many}: each {one} is one observation, however often it \
                 was run."
            ),
        ),
        term("Question", format!("the task of a run: {question_list}.")),
        term(
            "Configuration",
            format!(
                "a value for each of the varied options. All other options are the same for all \
                 runs of {any}."
            ),
        ),
        term(
            "Repetition",
            format!(
                "the same {one} and question again, with another seed of the solver or another \
                 scramble of the formula, which changes the order of its variables and clauses."
            ),
        ),
        term(
            "Block",
            format!(
                "{any}, a question and a repetition, run in every configuration. Times are \
                 compared within blocks."
            ),
        ),
    ]
}

/// Returns the terms about results with their meanings: without a result, PAR2 and leader. If the
/// page has integrals of gaps, their terms follow. The measure of the summary determines the time
/// that PAR2 uses.
fn result_terms(summary: &Summary) -> Vec<(String, String)> {
    let mut terms = vec![
        term(
            "Without a result",
            "describes a run that was stopped at a limit, or that broke. It would have taken more, \
             so a ratio with it is only known as a bound."
                .to_owned(),
        ),
        term(
            "PAR2",
            format!(
                "the mean {} of a configuration; a run without a result counts with twice its \
                 limit.",
                summary.measure.time().noun()
            ),
        ),
        term(
            "Leader",
            "the configuration with the most results, and with the least PAR2 among those."
                .to_owned(),
        ),
    ];
    if summary.sections.iter().any(|section| section.anytime_blocks > 0) {
        terms.extend(progress_terms());
    }
    terms
}

/// Returns the terms about the progress of runs that search for an optimum, with their meanings.
fn progress_terms() -> [(String, String); 2] {
    [
        term(
            "Gap",
            "the difference of two values, divided by the larger of their absolute values. It is \
             at most 1, and 1 if there is no answer. The primal gap is that between the best value \
             of a run so far and the best value that any run on the same puzzle has found. The \
             primal-dual gap is that between the best value so far and the proved bound."
                .to_owned(),
        ),
        term(
            "Primal integral",
            "the integral of the primal gap over processor time, from 0 to the time limit \
             (Berthold 2013), in seconds. It is small if a run finds good values early, even if it \
             has no proof. The primal-dual integral is that of the primal-dual gap, which is 0 \
             after a proof. After the end of a run its last gaps count."
                .to_owned(),
        ),
    ]
}

/// Returns the terms about ratios and their intervals, with their meanings: ratio, interval, and
/// the two levels (these boards, and boards like these).
fn statistics_terms(summary: &Summary) -> Vec<(String, String)> {
    let unit = summary.unit();
    let (one, many, any) = (unit.singular(), unit.plural(), unit.with_article());
    let noun = summary.measure.noun();
    let sure = 100.0 * (1.0 - ALPHA);
    vec![
        term(
            "Ratio",
            format!(
                "the {noun} of one configuration divided by the {noun} of another one in the \
                 same block, as a geometric mean over the repetitions of {any} and then over \
                 the {many}. The first one takes {} if the ratio is below 1.",
                summary.measure.less()
            ),
        ),
        term(
            "Interval",
            format!(
                "the ratios that the runs leave possible, in brackets after a ratio. On each of \
                 the two levels below, the joint confidence of the intervals of all pairs of a \
                 section is {sure:.0} % (by Bonferroni's correction). The interval of a single \
                 {one} alone has {sure:.0} %."
            ),
        ),
        (
            format!("On these {many}"),
            format!(
                "the first level: a claim about the {many} that were run, and no others. Only the \
                 repetitions vary by chance."
            ),
        ),
        (
            format!("For {many} like these"),
            format!(
                "the second level: the {many} are a sample of a larger number. Nothing is claimed \
                 from fewer than {FEWEST_BOARDS} {many}."
            ),
        ),
    ]
}

/// Returns the terms about verdicts with their meanings: differ, and take the same. The meanings
/// depend on whether the measure is a count, since counts do not vary between equal runs.
fn verdict_terms(summary: &Summary) -> Vec<(String, String)> {
    let close = (RELEVANT - 1.0) * 100.0;
    let slightly = if summary.measure.row().is_counted {
        String::new()
    } else {
        format!(
            " If the whole interval is below or above 1, but not below 1/{RELEVANT} or above \
             {RELEVANT}, they differ, but perhaps by less than {close:.0} %."
        )
    };
    let beyond = if summary.measure.row().is_counted {
        "below 1 or above 1".to_owned()
    } else {
        format!("below 1/{RELEVANT} or above {RELEVANT}, beyond the variation of equal runs")
    };
    vec![
        term(
            "Differ",
            format!(
                "two configurations differ if the whole interval is {beyond}. The p next to an \
                 interval is the probability of a ratio as far from 1 by chance alone, \
                 corrected for the number of pairs.{slightly}"
            ),
        ),
        term(
            "Take the same",
            format!(
                "two configurations take the same if the interval is within {close:.0} % around 1. \
                 Otherwise it is unclear, and the interval has the ratios that remain possible."
            ),
        ),
    ]
}
