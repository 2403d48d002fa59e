//! A finding as text. The text has the answer, as a picture or as plain rows, and a line with the
//! result. If there is no answer, lines name a clash, which consists of contradicting parts of the
//! puzzle.
//!
//! `verify --answer` reads the plain rows and skips the other lines as comments. For each of
//! several boards, the result line begins with the board's name.

use std::collections::HashSet;

use super::asked::SolveQuestion;
use crate::belief::{ClaimGround, WORD};
use crate::cli::drawing::AnswerStyle;
use crate::family::OpenedProblem;
use crate::problem::{BrokenSoftRow, CheckedAnswer, PartialAnswer};
use crate::report::StopReason;
use crate::search::{Answers, Finding, NoAnswerReason, OrbitCount, RuleClash, Status};
use crate::solver::SolverChoice;
use crate::source::{format_count, quote};

/// Returns the text of a finding: the answer and a second one if they are known, the result line,
/// and the lines about a known clash. Answers that are counted or listed are not included, since
/// listed answers are printed when they are found. The result line is a comment, but not if answers
/// are counted, and not if the answer is a picture.
pub(super) fn finding(style: &AnswerStyle, asked: &SolveQuestion, finding: &Finding) -> String {
    let opened = &asked.posed.opened;
    let style = &style.for_problem(opened);
    let shows = matches!(asked.task.answers, Answers::One | Answers::Unique);
    let answer = finding.answer.as_ref().filter(|_| shows);
    let partial = answer.map(|answer| answer.answer().to_partial());
    let mut text =
        partial.as_ref().map(|answer| style.format_answer(opened, answer)).unwrap_or_default();
    if let Some(other) = &finding.other {
        text += &second_answer(style, opened, other);
    }
    text += partial.as_ref().map_or("", |answer| style.legend(opened, answer));
    let summary = result_line(asked, finding);
    let summary = match asked.task.answers {
        Answers::Count(_) => summary + "\n",
        _ => style.format_remark(&summary),
    };
    text + &summary + &known_clash_lines(opened, finding, style.mark())
}

/// Returns the text about one of several boards. It has, in this order:
///
/// 1. the result line with the board's name
/// 2. the pictures of the known answers, also of a second one, if pictures are requested; if
///    answers are counted or listed, the answer of the finding has no picture here
/// 3. the lines about a known clash, also only if pictures are requested
/// 4. the listed `answers`
pub(super) fn board(
    style: &AnswerStyle,
    name: &str,
    asked: &SolveQuestion,
    finding: &Finding,
    answers: &[PartialAnswer],
) -> String {
    let opened = &asked.posed.opened;
    let mut text = format!("{name}: {}\n", describe_known(asked, finding));
    if style.picture {
        let answer = shown_answer(asked, finding).map(|answer| answer.answer().to_partial());
        text.extend(answer.map(|answer| listed_answer(style, opened, &answer)));
        text.extend(finding.other.as_ref().map(|other| second_answer(style, opened, other)));
        let why = known_clash_lines(opened, finding, style.mark());
        text.extend(Some(why).filter(|why| !why.is_empty()).map(|why| why + "\n"));
    }
    text.extend(answers.iter().map(|answer| listed_answer(style, opened, answer)));
    text
}

/// Returns one of several answers, and a blank line after it.
pub(super) fn listed_answer(
    style: &AnswerStyle,
    opened: &OpenedProblem,
    answer: &PartialAnswer,
) -> String {
    style.format_answer(opened, answer) + "\n"
}

/// Returns a second answer below a line that announces it. The second answer is a picture if the
/// first answer is a picture. Otherwise it consists of rows that are comments, which `verify`
/// skips.
fn second_answer(style: &AnswerStyle, opened: &OpenedProblem, answer: &CheckedAnswer) -> String {
    let shown = if style.picture {
        listed_answer(style, opened, &answer.answer().to_partial())
    } else {
        opened
            .as_problem()
            .rows(answer.answer())
            .into_iter()
            .map(|row| style.format_remark(&format!("  {row}")))
            .collect()
    };
    style.format_remark("another answer:") + &shown
}

/// The largest number of broken soft rows that a text lists.
const MOST_BROKEN: usize = 20;

/// Returns the lines about the soft rows of a model file that the answer breaks. The first line has
/// the number of these rows, even if it is 0. Then each of the [`MOST_BROKEN`] costliest rows has a
/// line. The costliest row is the first, and rows of equal cost are in the order of the file. A
/// last line counts the other rows. Returns no lines if the problem has no soft rows, or if there
/// is no answer.
pub(super) fn broken_soft_lines(asked: &SolveQuestion, finding: &Finding) -> String {
    let answer = finding.answer.as_ref();
    let broken = answer.and_then(|answer| asked.task.problem.broken_soft(answer.answer()));
    let Some(mut broken) = broken else { return String::new() };
    let (number, colon) =
        (format_count(broken.len(), "soft constraint"), if broken.is_empty() { "" } else { ":" });
    let mut text = format!("the answer breaks {number}{colon}\n");
    broken.sort_by(|one, other| other.cost.cmp(&one.cost));
    for BrokenSoftRow { constraint, line, name, cost, said: meaning } in
        broken.iter().take(MOST_BROKEN)
    {
        let place = [name.as_deref().map(quote), line.map(|line| format!("line {line}"))];
        let places: Vec<String> = place.into_iter().flatten().collect();
        let place =
            if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        text += &format!("  constraint {constraint}{place}, cost {cost}: {meaning}\n");
    }
    if let more @ 1.. = broken.len().saturating_sub(MOST_BROKEN) {
        text += &format!("  and {more} more, which --format json lists\n");
    }
    text
}

/// Returns the lines about a clash. Each line begins with `mark`. Returns no lines if the finding
/// names no clash.
pub(super) fn known_clash_lines(opened: &OpenedProblem, finding: &Finding, mark: &str) -> String {
    match &finding.reason {
        Some(NoAnswerReason::Clash(clash)) => clash_lines(opened, clash, mark),
        _ => String::new(),
    }
}

/// Returns the lines about a clash: a heading, and a line for each contradicting part. The parts
/// are written with the symbols of the board's text. If no part is known, there is only the
/// heading. Each line begins with `mark`, which is the sign of a comment, or empty.
pub(in crate::cli) fn clash_lines(opened: &OpenedProblem, clash: &RuleClash, mark: &str) -> String {
    let spelled = clash.spelled(|symbol| opened.spelled(symbol));
    let names = spelled.names();
    let colon = if names.is_empty() { "" } else { ":" };
    format!(
        "{mark}{}{colon}\n{}",
        spelled.head(),
        names.into_iter().map(|name| format!("{mark}  {name}\n")).collect::<String>()
    )
}

/// Returns the answer to show. Returns `None` if answers are counted or listed, or if no answer is
/// known.
fn shown_answer<'a>(asked: &SolveQuestion, finding: &'a Finding) -> Option<&'a CheckedAnswer> {
    let shows = matches!(asked.task.answers, Answers::One | Answers::Unique);
    finding.answer.as_ref().filter(|_| shows)
}

/// Returns the result line of a board, and the lines about a known clash, without a line break at
/// the end.
pub(super) fn result_with_clash(asked: &SolveQuestion, finding: &Finding) -> String {
    let explanation = known_clash_lines(&asked.posed.opened, finding, "");
    format!("{}\n{explanation}", result_line(asked, finding)).trim_end().to_owned()
}

/// Returns the result line: the title of the problem, and all that is known about its answers. The
/// line has no line break.
pub(super) fn result_line(asked: &SolveQuestion, finding: &Finding) -> String {
    format!(
        "{}: {}",
        asked.posed.family.title(&*asked.task.problem),
        describe_known(asked, finding)
    )
}

/// Returns all that is known about the answers, without a line break. Semicolons separate the
/// result, the reason if there is no answer, uniqueness, the number of answers, and advice on
/// another solver. If a stop came before the count of the answers, but the optimum is proved, the
/// text says that they are not counted. The advice is given under three conditions: the embedded
/// solver was stopped before the optimum was known, `--gap` is not given, and the model suits
/// integer programs.
fn describe_known(asked: &SolveQuestion, finding: &Finding) -> String {
    let mut parts = vec![describe_result(asked, finding)];
    let ground_suffix = if parts[0].contains(WORD) { "" } else { finding.ground.suffix() };
    let by = asked.posed.describe_projection().map_or(String::new(), |by| format!(" by {by}"));
    if let Some(NoAnswerReason::Obstacle(reason) | NoAnswerReason::Deduced(reason)) =
        &finding.reason
    {
        parts.push(reason.clone());
    }
    match (asked.task.answers, finding.unique()) {
        (_, Some(true)) => parts.push(format!("unique{by}{ground_suffix}")),
        (_, Some(false)) => {
            parts.push(format!("not unique{by}{}", describe_difference(asked, finding)))
        }
        (Answers::Unique, None) if finding.answer.is_some() => {
            parts.push("not known whether unique".to_owned())
        }
        _ => {}
    }
    if let Some(count) = finding.count {
        let more = match (finding.exhausted, finding.stopped) {
            (true, _) => ground_suffix,
            (false, true) => ", and then stopped",
            (false, false) => ", the limit",
        };
        let noun = if count == 1 { "answer" } else { "answers" };
        let symmetries = |orbits| describe_symmetries(orbits, finding.exhausted);
        let symmetries = finding.orbits.as_ref().map_or(String::new(), symmetries);
        parts.push(format!("{count} {noun}{by}{symmetries}{more}"));
    }
    let is_counted = matches!(asked.task.answers, Answers::Count(_) | Answers::All(_));
    let is_uncounted = is_counted && finding.stopped && finding.count.is_none();
    if is_uncounted && finding.status() == Status::Optimal {
        parts.push(format!(
            "not counted, {}",
            describe_stop(StopReason::from_finding(&asked.task, finding))
        ));
    }
    let is_open = finding.stopped && finding.bounds.is_some_and(|bounds| !bounds.is_closed());
    let is_alone = matches!(asked.task.solver, SolverChoice::Embedded);
    let wants_optimum = asked.task.gap.is_none();
    let has_programs = finding.statistics.cubes.is_some() || !finding.strategy.needs_clauses;
    let suits_others = finding.prepared.suits_integer_programs && !has_programs;
    if is_open && is_alone && wants_optimum && suits_others {
        parts.push(PROGRAMS.to_owned());
    }
    parts.join("; ")
}

/// Returns the numbers of symmetries and of answers, in words that begin with a blank. If the only
/// symmetry of the board is the identity, the words say only this. If the count was not completed
/// (`is_complete` is false), the number of answers is incomplete. It includes only the answers that
/// were counted so far, and the answers that symmetries make from them.
fn describe_symmetries(orbits: &OrbitCount, is_complete: bool) -> String {
    let OrbitCount { order, answers, .. } = orbits;
    let which = if is_complete { "in all" } else { "with their images" };
    match order {
        1 => " (the board has no symmetry)".to_owned(),
        order => format!(" up to {order} symmetries ({answers} {which})"),
    }
}

/// The advice if a search for an optimum was stopped. It is given only for constraints that integer
/// programming often handles faster, and only if the search itself solved no linear programs.
const PROGRAMS: &str = "integer programming is often faster on rows like these: try --search branch-and-cut, or a \
                        solver of linear programs, such as \
     --solver 'lp:cbc {} solve solution {out}'";

/// Describes the difference between the two answers of a finding, in words that begin with a comma.
/// The words say how many cells differ, and name the first [`MOST_PLACES`] of these cells. If the
/// problem has no board, the words of the first answer's text are counted that the text of the
/// second answer lacks. Returns an empty text if nothing differs, or if there are no two answers.
fn describe_difference(asked: &SolveQuestion, finding: &Finding) -> String {
    let (noun, places) = match asked.posed.opened.as_puzzle() {
        Some(_) => ("cell", finding.differing_cells().iter().map(ToString::to_string).collect()),
        None => (difference_noun(asked), differing_words(asked, finding)),
    };
    let shown = places.iter().take(MOST_PLACES).map(String::as_str).collect::<Vec<_>>().join("; ");
    let more = match places.len().saturating_sub(MOST_PLACES) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    match places.len() {
        0 => String::new(),
        number => format!(", two answers differ in {}: {shown}{more}", format_count(number, noun)),
    }
}

/// Returns the noun for the things that differ between two answers of a problem without a board. If
/// the problem is a file in a format of solver competitions, these things are variables. Otherwise,
/// they are words.
fn difference_noun(asked: &SolveQuestion) -> &'static str {
    if asked.task.problem.info().competition.is_some() { "variable" } else { "word" }
}

/// Returns the words of the first answer that the second answer lacks, in their order and with
/// repetitions. Words that only the second answer has are not included. Returns no words if there
/// are no two answers.
fn differing_words(asked: &SolveQuestion, finding: &Finding) -> Vec<String> {
    let Some((one, other)) = finding.answer.as_ref().zip(finding.other.as_ref()) else {
        return Vec::new();
    };
    let words = |answer: &CheckedAnswer| -> Vec<String> {
        let rows = asked.task.rows(answer);
        rows.iter().flat_map(|row| row.split_whitespace()).map(str::to_owned).collect()
    };
    let others: HashSet<String> = words(other).into_iter().collect();
    words(one).into_iter().filter(|word| !others.contains(word)).collect()
}

/// The largest number of cells or words that a line names.
const MOST_PLACES: usize = 6;

/// Returns the result of the search in words.
///
/// - With an answer, this is the value of the answer, and whether it is proved to be the best.
///   Without an answer, it is the reason for this. If only a solver claims an optimum or that there
///   is no answer, the text says so.
/// - If the optimum is not proved, the text ends with the bounds of the optimum and the gap between
///   them. The gap is left out if no answer is known, or if the gap is not finite.
/// - An answer without an objective is only `solved`.
/// - If the question has a bound, the text of an answer is only its value, without bounds. If
///   answers at a bound are counted or listed, the result is only the bound.
/// - If it is not known whether there is an answer, or which value is the optimum, the text says
///   what stopped the search.
fn describe_result(asked: &SolveQuestion, finding: &Finding) -> String {
    let goal = asked.task.problem.goal();
    let demanded = goal.zip(asked.task.bound).map(|(goal, bound)| {
        let reach = finding.relation(goal.sense).words();
        let words = asked.task.bound_in_words().filter(|_| !finding.exactly);
        let bound_words = words.unwrap_or_else(|| asked.task.problem.format_value(bound));
        format!("{} {reach} {bound_words}", goal.name)
    });
    let exactly = if finding.exactly { "exactly " } else { "" };
    let value = goal.zip(finding.value()).map(|(goal, value)| {
        format!("{} {exactly}{}", goal.name, asked.task.problem.format_value(value))
    });
    let gap = finding.bounds.filter(|bounds| !bounds.is_closed()).map_or(String::new(), |bounds| {
        let gap = bounds.gap().filter(|gap| gap.is_finite());
        let gap_words = gap.map_or(String::new(), |gap| match 100.0 * gap {
            percent if percent < 1.0 => " (gap below 1 %)".to_owned(),
            percent => format!(" (gap {percent:.0} %)"),
        });
        let [lower, upper] =
            [bounds.lower(), bounds.upper()].map(|value| asked.task.problem.format_value(value));
        match bounds.best {
            Some(_) => format!("; the optimum lies between {lower} and {upper}{gap_words}"),
            None => format!("; if there is one, the optimum lies between {lower} and {upper}"),
        }
    });
    let by = StopReason::from_finding(&asked.task, finding);
    let stopped = describe_stop(by);
    let of_several = matches!(asked.task.answers, Answers::Count(_) | Answers::All(_));
    match (finding.status(), value, demanded) {
        (Status::Optimal, Some(value), _) => match finding.ground {
            ClaimGround::Search => format!("{value}, proved optimal"),
            ClaimGround::Word => format!("{value}, optimal {WORD}"),
        },
        (Status::Satisfiable, _, Some(demanded)) if of_several => demanded,
        (Status::Satisfiable, Some(value), None) if by == Some(StopReason::Solver) => {
            format!("{value}, which the solver has not proved to be the best{gap}")
        }
        (Status::Satisfiable, Some(value), None) => format!("{value}, {stopped}{gap}"),
        (Status::Satisfiable, Some(value), Some(_)) => value,
        (Status::Optimal | Status::Satisfiable, None, _) => "solved".to_owned(),
        (Status::Unsatisfiable, _, Some(demanded)) => {
            format!("no answer with {demanded}{}", finding.ground.suffix())
        }
        (Status::Unsatisfiable, _, None) => format!("no answer{}", finding.ground.suffix()),
        (Status::Unknown, ..) if by == Some(StopReason::Proof) => {
            format!("{stopped}; no answer was found{gap}")
        }
        (Status::Unknown, ..) => format!("{stopped} without an answer{gap}"),
    }
}

/// Describes in words what stopped a search. `None` means that the cause is not known.
pub(in crate::cli) fn describe_stop(by: Option<StopReason>) -> &'static str {
    match by {
        Some(StopReason::Time) => "stopped by the time limit",
        Some(StopReason::ProcessorTime) => "stopped by the limit of processor time",
        Some(StopReason::Memory) => "stopped by the memory limit",
        Some(StopReason::Clauses) => "stopped by --clause-limit",
        Some(StopReason::Conflicts) => "stopped by the conflict limit",
        Some(StopReason::Gap) => "stopped, since the gap is as small as --gap asks",
        Some(StopReason::Proof) => "stopped, since the proof cannot be written",
        Some(StopReason::Signal) => "stopped by a signal",
        Some(StopReason::Solver) => "stopped by the solver, which gave up",
        None => "stopped",
    }
}
