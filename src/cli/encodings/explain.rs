//! The choices of `auto` for a model: an encoding for each group of similar constraints, and the
//! strategy that searches for the optimum.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::columns::{Side, align_columns};
use crate::encode::auto::{AutoChoice, ChoiceBasis, ExplainedChoice};
use crate::encode::{self, Order};
use crate::model::Model;
use crate::search::{SearchPlan, Strategy};
use crate::source::format_count;
use crate::stop::Stop;
use crate::symmetry;

/// Returns a line for each sentence about the integers of a model file, and a blank line. The text is
/// empty if there are no such sentences.
pub(super) fn reading(sentences: &[String]) -> String {
    let lines: String =
        sentences.iter().map(|sentence| format!("integers: {sentence}\n")).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// Returns lines about a model. The first line has the number of its variables. Then each kind of
/// constraint has a line, with the number of such constraints and their least and largest number of
/// literals. A blank line follows.
pub(super) fn kinds(model: &Model) -> String {
    let mut kinds: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for statement in model.constraints().statements() {
        let length = statement.lits().len();
        let (number, least, most) = kinds.entry(statement.kind()).or_insert((0, usize::MAX, 0));
        (*number, *least, *most) = (*number + 1, length.min(*least), length.max(*most));
    }
    let kind_rows = kinds.into_iter().map(|(kind, (number, least, most))| {
        let lengths = if least == most {
            format_count(least, "literal")
        } else {
            format!("{least} to {most} literals")
        };
        vec![number.to_string(), format!("{kind}, of {lengths}")]
    });
    let kinds = align_columns(&kind_rows.collect::<Vec<_>>(), &[Side::Right, Side::Left]);
    format!("{}\n{kinds}\n", format_count(model.labels().len(), "variable"))
}

/// Returns a line about the symmetries that are detected in a model, and a blank line. The model
/// itself is not changed. If `stop` is reached, the detection ends early.
pub(super) fn symmetries(model: &Model, stop: &Stop) -> String {
    format!("symmetry: {}\n\n", symmetry::declare(&mut model.clone(), stop))
}

/// Returns a line with the order of literals that `auto` chooses. The choice depends on measured
/// spans: how far apart the literals that belong together are in each order. The line has these
/// spans, too. If there are none, it says that the constraints do not show which literals belong
/// together. If `stop` is reached before the choice, this is no error; the line says so. Any other
/// failure of the choice is an error.
pub(super) fn order(model: &Model, stop: &Stop) -> Result<String, encode::EncodeRefusal> {
    let (order, spans) = match Order::choose_by_span(model, stop) {
        Err(encode::EncodeRefusal::Stopped) => {
            return Ok("order: not chosen before the stop\n".to_owned());
        }
        chosen => chosen?,
    };
    let descriptions: Vec<String> = spans
        .iter()
        .map(|span| format!("{} {:.1} % x {}", span.order, 100.0 * span.share, span.factor))
        .collect();
    let why = if descriptions.is_empty() {
        "the constraints do not show which of the counted literals belong together".to_owned()
    } else {
        format!(
            "span of groups of literals, as a share of the span in a random order, times a \
             factor: {}; the order with the least product is taken",
            descriptions.join(", ")
        )
    };
    Ok(format!("order: {order}: {why}\n"))
}

/// Returns a line for each choice of `auto`, or a line that says that there is nothing to choose. A
/// line with the origins of the constraints follows. If `search` is given, also returns a line for
/// each of these searches for the optimum.
pub(super) fn to_text(
    model: &Model,
    reasons: &[ExplainedChoice],
    search: Option<SearchPlan>,
) -> String {
    let text = match reasons {
        [] => "nothing to choose: the model has only clauses\n".to_owned(),
        reasons => choice_table(reasons),
    };
    text + &sources(model) + &search.as_ref().map(search_lines).unwrap_or_default()
}

/// Returns a line for each search for the optimum, in their order.
fn search_lines(plan: &SearchPlan) -> String {
    let SearchPlan { begins_shortly, tried, strategy } = plan;
    let mut lines = String::new();
    if *begins_shortly {
        lines += "first: a short search by cores\n";
    }
    if let Some(Strategy { name, summary, .. }) = tried {
        lines += &format!("in turns: {name}: {summary}\n");
    }
    lines + &format!("search: {}: {}\n", strategy.name, strategy.summary)
}

/// Returns a line with the number of all constraints of a model. For each kind of origin, the line
/// also has the number of constraints with this origin.
fn sources(model: &Model) -> String {
    let all = model.constraints().len();
    let sources: Vec<String> = model
        .origin_counts()
        .into_iter()
        .map(|(kind, number)| match kind {
            Some(kind) => format!("{number} {}", kind.source()),
            None => format!("{number} taken for granted"),
        })
        .collect();
    let colon = if sources.is_empty() { "" } else { ": " };
    format!("{}{colon}{}\n", format_count(all, "constraint"), sources.join(", "))
}

/// Returns a table with a line for each choice: the constraints for which it is made, their number,
/// the chosen encoding and the reason.
fn choice_table(reasons: &[ExplainedChoice]) -> String {
    let rows = reasons
        .iter()
        .map(|reason| {
            let ExplainedChoice { group, constraint, times, choice, .. } = reason;
            vec![
                format!("{group}: {constraint}"),
                format!("×{times}"),
                choice.clone(),
                describe_reason(reason),
            ]
        })
        .collect::<Vec<_>>();
    align_columns(&rows, &[Side::Left, Side::Right, Side::Left])
}

/// Returns the reason for a choice in words. If the choice is measured, the text also has the work
/// of the chosen encoding as a share of the baseline's work; less is better. If the share is not
/// below 1, the text says that no encoding is surely better than the baseline.
fn describe_reason(reason: &ExplainedChoice) -> String {
    let choice = match &reason.why {
        ChoiceBasis::Measured(choice) => choice,
        ChoiceBasis::Size => return "by its size".to_owned(),
        ChoiceBasis::Trivial => return "it needs no encoding".to_owned(),
        ChoiceBasis::Unmeasured => return "no similar constraint was measured".to_owned(),
    };
    let AutoChoice { baseline, ratio, literals, .. } = choice;
    let work = if *ratio < 1.0 {
        format!("{:.0} % of the work of {baseline}", ratio * 100.0)
    } else {
        "none is surely better".to_owned()
    };
    let (least, most) = (literals.start(), literals.end());
    let lengths = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    format!(
        "measured: {work} ({} boards, constraints of {lengths} literals)",
        choice.boards().len()
    )
}

/// Returns the choices of `auto`, the origins of the constraints and the searches for the optimum as
/// JSON. `measured` is null for a choice that does not rest on measurements. `search` is null if no
/// search is given, and its `in_turns` is null if no other strategy is tried.
pub(super) fn to_json(
    model: &Model,
    reasons: Vec<ExplainedChoice>,
    search: Option<SearchPlan>,
) -> Value {
    let reason = |reason: ExplainedChoice| {
        let why = match reason.why {
            ChoiceBasis::Measured(why) => json!({
                "baseline": why.baseline,
                "ratio": (why.ratio * 1e4).round() / 1e4,
                "literals": [why.literals.start(), why.literals.end()],
                "boards": why.boards(),
                "instances": why.instances(),
            }),
            ChoiceBasis::Size | ChoiceBasis::Trivial | ChoiceBasis::Unmeasured => Value::Null,
        };
        json!({
            "group": reason.group,
            "constraint": reason.constraint,
            "times": reason.times,
            "choice": reason.choice,
            "measured": why,
        })
    };
    let choices: Value = reasons.into_iter().map(reason).collect();
    let search_json = search.map(|SearchPlan { begins_shortly, tried, strategy }| {
        json!({
            "name": strategy.name,
            "about": strategy.summary,
            "in_turns": tried.map(|tried| tried.name),
            "short_first": begins_shortly,
        })
    });
    let sources: Value = model
        .origin_counts()
        .into_iter()
        .map(|(kind, constraints)| json!({"kind": kind, "constraints": constraints}))
        .collect();
    json!({"choices": choices, "sources": sources, "search": search_json})
}
