//! The terms that a page uses. Each term is explained once, at the end of the page.

use std::collections::BTreeSet;

use super::parts::details;
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{ALPHA, FEWEST_BOARDS, RELEVANT, Summary, question};

pub fn list(summary: &Summary) -> Markup {
    if summary.sections.is_empty() {
        return Markup::default();
    }
    let terms: Vec<(&str, String)> =
        [runs(summary), results(), statistics(summary), verdicts(summary)].concat();
    let items =
        terms.iter().map(|(term, meaning)| markup("<dt>{}</dt><dd>{}</dd>\n", &[term, meaning]));
    let list = markup("<dl>\n{}</dl>\n", &[&items.collect::<Markup>()]);
    let words = details("Terms of this page", &list, true);
    markup("<section id=\"words\">\n{}</section>\n", &[&words])
}

fn runs(summary: &Summary) -> Vec<(&'static str, String)> {
    let mut questions = BTreeSet::new();
    for section in &summary.sections {
        questions.insert(format!("{} is {}", section.question, question(section)));
    }
    let questions = questions.into_iter().collect::<Vec<_>>().join("; ");
    vec![
        (
            "Board",
            "one puzzle: a family at a size, or the puzzle in one file. Two files are two boards, even if \
             their sizes are equal. The statistics count boards: each board is one observation, \
             however often it was run."
                .to_owned(),
        ),
        ("Question", format!("the task of a run: {questions}.")),
        (
            "Configuration",
            "a value for each of the varied options. All other options are the same for all runs of a \
             board."
                .to_owned(),
        ),
        (
            "Repetition",
            "the same board and question again, with another seed of the solver or another \
             scramble of the formula, which changes the order of its variables and clauses."
                .to_owned(),
        ),
        (
            "Block",
            "a board, a question and a repetition, run in every configuration. Times are \
             compared within blocks."
                .to_owned(),
        ),
    ]
}

fn results() -> Vec<(&'static str, String)> {
    vec![
        (
            "Without a result",
            "said of a run that was stopped at a limit, or that broke. It would have taken more, \
             so a ratio with it is only known as a bound."
                .to_owned(),
        ),
        (
            "PAR2",
            "the mean processor time of a configuration; a run without a result counts with twice \
             its time limit."
                .to_owned(),
        ),
        (
            "Leader",
            "the configuration with the most results, and with the least PAR2 among those."
                .to_owned(),
        ),
    ]
}

fn statistics(summary: &Summary) -> Vec<(&'static str, String)> {
    let about = summary.measure.about();
    let sure = 100.0 * (1.0 - ALPHA);
    vec![
        (
            "Ratio",
            format!(
                "the {about} of one configuration divided by the {about} of another one in the \
                 same block, as a geometric mean over the repetitions of a board and then over \
                 the boards. The first one takes {} if the ratio is below 1.",
                summary.measure.less()
            ),
        ),
        (
            "Interval",
            format!(
                "the ratios that the runs leave possible, in brackets after a ratio. On each of \
                 the two levels below, the joint confidence of the intervals of all pairs of a \
                 section is {sure:.0} % (by Bonferroni's correction). The interval of a single \
                 board alone has {sure:.0} %."
            ),
        ),
        (
            "On these boards",
            "the first level: a claim about the boards that were run, and no others. Only the repetitions vary by chance."
                .to_owned(),
        ),
        (
            "For boards like these",
            format!(
                "the second level: the boards are a sample of a larger number. Nothing is claimed \
                 from fewer than {FEWEST_BOARDS} boards."
            ),
        ),
    ]
}

fn verdicts(summary: &Summary) -> Vec<(&'static str, String)> {
    let close = (RELEVANT - 1.0) * 100.0;
    let slightly = if summary.measure.row().is_counted {
        String::new()
    } else {
        format!(
            " If the whole interval is below or above 1, but not below 1/{RELEVANT} or above \
             {RELEVANT}, they differ by perhaps no more than {close:.0} %."
        )
    };
    let beyond = if summary.measure.row().is_counted {
        "below 1 or above 1".to_owned()
    } else {
        format!("below 1/{RELEVANT} or above {RELEVANT}, beyond the variation of equal runs")
    };
    vec![
        (
            "Differ",
            format!(
                "said of two configurations if the whole interval is {beyond}. The p next to an \
                 interval is the probability of a ratio as far from 1 by chance alone, \
                 corrected for the number of pairs.{slightly}"
            ),
        ),
        (
            "Take the same",
            format!(
                "said if the interval is within {close:.0} % around 1. Otherwise it is unclear, \
                 and the interval has the ratios that remain possible."
            ),
        ),
    ]
}
