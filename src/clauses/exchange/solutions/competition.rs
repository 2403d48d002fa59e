//! Competition lines: `s`, `v` and `o`.
//!
//! One `s` line has the status. If there is a line with a status word of MiniSat, it must agree
//! with this status. `v` lines have literals by number (with or without an `x`) or by name, or they
//! have a digit for each variable of the file. The last `o` line has the cost.
//!
//! Solvers of incremental CNF answer several questions, the most demanding question first. The
//! first solution is the answer, and the refutations before it show that there is no better answer.
//! CaDiCaL prints one `s` line for all questions, and the result of each question in a comment (`c
//! CUBE 1 UNSATISFIABLE`). These comments are read like `s` lines. With `-q`, CaDiCaL prints no
//! comments, so its answer is not known to be the best.
//!
//! Sources: the rules of the SAT Competition, the MaxSAT Evaluation and the Pseudo-Boolean
//! Competition.

use super::values::WantedValues;
use super::{
    Naming, OutputFault, PrintedObjective, Questions, Solution, SolutionFormat, SolverClaim,
    minisat, refuse_second,
};
use crate::source::quote;

/// The format of competition lines.
pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    is: recognises,
    states: |line| matches!(split(line), ("s", word) if status(word).is_ok()),
    read,
};

/// Returns whether a text has a line whose first word is `s` or `v`.
fn recognises(text: &str) -> bool {
    text.lines().any(|line| matches!(split(line).0, "s" | "v"))
}

/// Splits a line into its first word and the rest, without white space at their ends.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (kind, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (kind, rest.trim())
}

/// Reads the lines. All `v` lines together have the values, with any status. The last `o` line has
/// the cost, and earlier ones are not checked. Without an `s` line there is no claim, and without
/// an `o` line no cost. One question can have the same status several times. If there are several
/// questions, reading ends at the `s` line after the first solution; only the status of this line
/// is checked. This solution is optimal in three cases: its status is `OPTIMUM FOUND`; the `s` line
/// before it refutes a question; or the comments of CaDiCaL state that it is a solution and that
/// all questions before it are refuted. If no question has a solution, the last status is the
/// claim. Lines of other kinds are ignored.
///
/// # Errors
///
/// If two statuses for one question differ, or a status word of MiniSat disagrees with the claim.
/// Also if a status is unknown, a literal is not a variable of the file, a wanted variable is both
/// true and false, or [`parse_exact`] refuses the last cost.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    questions: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut claim = None;
    let mut cost = None;
    let mut cubes = CubeComments::Refuted(0);
    let (mut lines, mut words) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let (kind, rest) = split(line);
        match kind {
            "s" => {
                let status = status(rest)?;
                match (claim, questions) {
                    (None, _) => claim = Some(status),
                    (Some(SolverClaim::Satisfiable | SolverClaim::Optimal), Questions::Several) => {
                        break;
                    }
                    (Some(SolverClaim::Unsatisfiable), Questions::Several) => {
                        let is_best = status == SolverClaim::Satisfiable;
                        claim = Some(if is_best { SolverClaim::Optimal } else { status });
                    }
                    (Some(_), Questions::Several) => claim = Some(status),
                    (Some(first), Questions::One) if first == status => {}
                    (Some(_), Questions::One) => {
                        let found = format!(
                            "a second status, {}, which differs from the first",
                            quote(rest)
                        );
                        return Err(OutputFault::new(found, "one line `s`").with_piece(rest));
                    }
                }
            }
            "v" => lines.push(rest),
            "o" => cost = Some(rest),
            word if rest.is_empty() && minisat::claim(word).is_some() => words.push(word),
            "c" if questions == Questions::Several => cubes = cubes.with_comment(rest),
            _ => {}
        }
    }
    read_values(&lines, &mut values)?;
    if (claim, cubes) == (Some(SolverClaim::Satisfiable), CubeComments::Solved) {
        claim = Some(SolverClaim::Optimal);
    }
    if let Some(word) = words.iter().find(|word| !agrees(word, claim)) {
        return Err(refuse_second(word));
    }
    // Only the last cost is parsed, since some solvers print placeholders before it.
    let cost = cost.map(parse_exact).transpose()?;
    Ok(values.into_solution(claim, cost))
}

/// Returns whether a status word of MiniSat agrees with the claim. Returns `true` if there is no
/// claim.
fn agrees(word: &str, claim: Option<SolverClaim>) -> bool {
    match (minisat::claim(word), claim) {
        (Some(SolverClaim::Satisfiable), Some(SolverClaim::Optimal)) | (_, None) => true,
        (word, claim) => word == claim,
    }
}

/// Returns the claim that the status of an `s` line means. `word` is the text after `s`, without
/// white space at its ends. Letter case matters. `INDETERMINATE` means the same as `UNKNOWN`.
///
/// # Errors
///
/// If no competition has this status.
fn status(word: &str) -> Result<SolverClaim, OutputFault<'_>> {
    match word {
        "SATISFIABLE" => Ok(SolverClaim::Satisfiable),
        "OPTIMUM FOUND" => Ok(SolverClaim::Optimal),
        "UNSATISFIABLE" => Ok(SolverClaim::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" => Ok(SolverClaim::Unknown),
        other => Err(OutputFault::new(
            format!("the status {}", quote(other)),
            "s SATISFIABLE, s UNSATISFIABLE, s OPTIMUM FOUND or s UNKNOWN",
        )
        .with_piece(other)),
    }
}

/// Reads a whole number, a decimal or a fraction (with `/`), with or without a sign. Returns the
/// number as its text. The number can have any length, and is not rounded. There must be digits
/// before and after a point or `/`; the divisor can be 0. Refuses other words, also powers of ten.
pub(super) fn parse_exact(word: &str) -> Result<PrintedObjective, OutputFault<'_>> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    let (integral, part) = unsigned.split_once(['.', '/']).unwrap_or((unsigned, "0"));
    if !is_number(integral) || !is_number(part) {
        let found = format!("the cost {}", quote(word));
        return Err(OutputFault::new(found, "a number").with_piece(word));
    }
    Ok(PrintedObjective::Exact(word.to_owned()))
}

/// Returns whether a text is a whole number without a sign.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the values of `v` lines, which are given without their `v`. They are literals, or a digit
/// for each variable of the file. The returned solution has no claim.
///
/// # Errors
///
/// If a literal is not a variable of the file, or contradicts another literal. The error describes
/// the first fault in words.
pub fn literals(lines: &[&str], naming: &dyn Naming) -> Result<Solution, String> {
    let mut values = WantedValues::new(naming);
    read_values(lines, &mut values).map_err(|wrong| wrong.found)?;
    Ok(values.into_solution(None, None))
}

/// Reads the values of `v` lines into `values`. The lines are given without their `v` and without
/// white space at their ends. They have literals, or a digit for each variable of the file.
/// Variables that are not wanted are ignored. A 0 is skipped, and the words after it are read, too.
///
/// # Errors
///
/// If a literal is not a variable of the file, or contradicts another literal of a wanted variable.
/// The values before the faulty literal are then set.
pub(super) fn read_values<'a>(
    lines: &[&'a str],
    values: &mut WantedValues,
) -> Result<(), OutputFault<'a>> {
    let mut words = lines.iter().flat_map(|line| line.split_whitespace());
    if are_digits(lines, values) {
        values.set_all(words.flat_map(|word| word.bytes().map(|digit| digit == b'1')));
        return Ok(());
    }
    words.try_for_each(|word| values.read_literal(word).map(drop))
}

/// Returns whether the lines give the values of all variables as digits. Empty lines are ignored.
/// All other lines must consist of the digits 0 and 1, and there must be as many digits as
/// variables. At least one line must not be the name of a wanted variable. Among several lines,
/// this line must have more than one digit, since a line `0` can be the end of a list of literals.
/// A single digit for a file with one variable is always its value.
fn are_digits(lines: &[&str], values: &WantedValues) -> bool {
    let nonempty = lines.iter().copied().filter(|line| !line.is_empty());
    if !nonempty.clone().all(|line| line.bytes().all(|byte| byte == b'0' || byte == b'1')) {
        return false;
    }
    let is_alone = nonempty.clone().nth(1).is_none();
    nonempty.clone().map(str::len).sum::<usize>() == values.naming.variables()
        && (nonempty.clone().any(|line| (line.len() > 1 || is_alone) && !values.is_wanted(line))
            || (is_alone && values.naming.variables() == 1))
}

/// The results that comments state about the questions of an incremental formula. Only comments
/// about consecutive questions are used, beginning with the first question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CubeComments {
    /// The questions up to this number, counted from 1, have no solution. It is 0 before the first
    /// comment.
    Refuted(u64),
    /// A question has a solution, and no question before it has one.
    Solved,
}

impl CubeComments {
    /// Returns the results after another comment, such as `CUBE 2 SATISFIABLE in 0.001 sec`.
    /// Returns `self` unchanged in these cases: a question is solved already; the comment does not
    /// have this pattern; its status is neither SATISFIABLE nor UNSATISFIABLE; its question does
    /// not directly follow the refuted questions.
    fn with_comment(self, comment: &str) -> CubeComments {
        let mut words = comment.split_whitespace();
        let fields =
            (words.next(), words.next().and_then(|number| number.parse().ok()), words.next());
        match (self, fields) {
            (CubeComments::Refuted(before), (Some("CUBE"), Some(number), Some(status)))
                if before.checked_add(1) == Some(number) =>
            {
                match status {
                    "UNSATISFIABLE" => CubeComments::Refuted(number),
                    "SATISFIABLE" => CubeComments::Solved,
                    _ => self,
                }
            }
            _ => self,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{NumberNaming, Sample, read as read_output};
    use super::*;
    use crate::source::{Refusal, Source};

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "c a solver\no 4\no 3\ns OPTIMUM FOUND\nv x -y -z\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "o 3\nv x ~y\nv -z 0\ns SATISFIABLE\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "s UNSATISFIABLE\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
        Sample { text: "v 100\n", claim: None, has_values: true, shows_cuts: true },
    ];

    fn answered(text: &str, questions: Questions) -> Result<(SolverClaim, Solution), Refusal> {
        let naming = NumberNaming { variables: 3, wanted: 3 };
        read_output(&Source::new("out", text), &naming, questions)
    }

    fn cost(text: &str) -> Option<PrintedObjective> {
        Some(PrintedObjective::Exact(text.to_owned()))
    }

    fn values(said: &Solution) -> Vec<i64> {
        (1..)
            .zip(&said.values)
            .filter_map(|(n, value)| value.map(|value| if value { n } else { -n }))
            .collect()
    }

    fn by_number(text: &str) -> Result<(SolverClaim, Solution), Refusal> {
        answered(text, Questions::One)
    }

    #[test]
    fn lines_of_the_competitions_are_read() {
        let text = "c hello\no 7\ns OPTIMUM FOUND\no 5\nv 1 -2\nv 3 0\n";
        let (claim, said) = by_number(text).expect("read");
        assert_eq!((claim, &said.objective), (SolverClaim::Optimal, &cost("5")));
        assert_eq!(values(&said), [1, -2, 3]);
        let (_, said) = by_number("s SATISFIABLE\nv x1 -x2 x3\n").expect("read");
        assert_eq!(values(&said), [1, -2, 3]);
        let (_, said) = by_number("s OPTIMUM FOUND\nv 010\n").expect("read");
        assert_eq!(values(&said), [-1, 2, -3]);
        assert_eq!(by_number("s UNSATISFIABLE\n").expect("read").0, SolverClaim::Unsatisfiable);
        assert_eq!(by_number("s UNKNOWN\n").expect("read").0, SolverClaim::Unknown);
    }

    #[test]
    fn numbers_of_digits_are_literals() {
        let naming = NumberNaming { variables: 30, wanted: 3 };
        let known = |line: &str| literals(&[line], &naming).map(|said| said.values);
        assert_eq!(known("1 10 11 0"), Ok(vec![Some(true), None, None]));
        assert_eq!(known("10"), Ok(vec![None; 3]));
        assert_eq!(known(&"10".repeat(15)), Ok(vec![Some(true), Some(false), Some(true)]));
        assert_eq!(known(""), Ok(vec![None; 3]));
        let of_one = |lines: &[&str]| {
            literals(lines, &NumberNaming { variables: 1, wanted: 1 }).map(|said| said.values)
        };
        assert_eq!(of_one(&["0"]), Ok(vec![Some(false)]));
        assert_eq!(of_one(&["1"]), Ok(vec![Some(true)]));
        assert_eq!(of_one(&["1", "0"]), Ok(vec![Some(true)]));
        assert_eq!(of_one(&["1 0"]), Ok(vec![Some(true)]));
    }

    #[test]
    fn a_cost_that_cannot_be_read_is_refused() {
        for cost in ["1.", "1e3", "abc", "--1", ""] {
            let refusal = by_number(&format!("o {cost}\ns OPTIMUM FOUND\nv 1 2 3 0\n"));
            let refusal = refusal.expect_err("no cost").to_string();
            assert!(refusal.contains("a number"), "{refusal}");
        }
        let (_, said) = by_number("o none\no 4\ns OPTIMUM FOUND\nv 1 2 3 0\n").expect("read");
        assert_eq!(said.objective, cost("4"));
    }

    #[test]
    fn of_several_answers_the_first_counts() {
        let text = "s UNSATISFIABLE\ns SATISFIABLE\nv -1 -2 3 0\ns SATISFIABLE\nv 1 2 3 0\n";
        let (claim, said) = answered(text, Questions::Several).expect("read");
        assert_eq!((claim, values(&said)), (SolverClaim::Optimal, vec![-1, -2, 3]));
    }

    #[test]
    fn of_one_question_there_is_one_status() {
        for text in [
            "s UNSATISFIABLE\nv 1 2 3\ns OPTIMUM FOUND\n",
            "s SATISFIABLE\nv 1 2 3 0\ns UNSATISFIABLE\n",
            "s UNKNOWN\ns SATISFIABLE\nv 1 2 3 0\n",
            "s UNSATISFIABLE\ns UNKNOWN\n",
        ] {
            let refusal = by_number(text).expect_err(text).to_string();
            assert!(refusal.contains("a second status"), "{refusal}");
        }
        let twice = "s SATISFIABLE\nv 1 -2 3 0\ns SATISFIABLE\n";
        assert_eq!(by_number(twice).expect("the same").0, SolverClaim::Satisfiable);
    }

    #[test]
    fn comments_about_cubes_say_whether_an_answer_is_the_best() {
        let refuted = "c CUBE 1 UNSATISFIABLE in 0.000 sec (14% after 0.00 sec)\n";
        let second = "c CUBE 2 SATISFIABLE   in 0.001 sec\n";
        let answer = "s SATISFIABLE\nv -1 -2 3 0\n";
        for (comments, claim) in [
            (format!("{refuted}{second}"), SolverClaim::Optimal),
            ("c CUBE 1 SATISFIABLE in 0.1 sec\n".to_owned(), SolverClaim::Optimal),
            (format!("c cube 1 inconclusive in 0.1 sec\n{second}"), SolverClaim::Satisfiable),
            (second.to_owned(), SolverClaim::Satisfiable),
            (refuted.to_owned(), SolverClaim::Satisfiable),
            ("c CUBE 18446744073709551616 SATISFIABLE\n".to_owned(), SolverClaim::Satisfiable),
            (String::new(), SolverClaim::Satisfiable),
        ] {
            let text = format!("{comments}{answer}");
            let (read, said) = answered(&text, Questions::Several).expect("read");
            assert_eq!((read, values(&said)), (claim, vec![-1, -2, 3]), "{comments}");
            let (read, _) = answered(&text, Questions::One).expect("read");
            assert_eq!(read, SolverClaim::Satisfiable, "{comments}");
        }
        let none = answered(&format!("{refuted}s UNSATISFIABLE\n"), Questions::Several);
        assert_eq!(none.expect("read").0, SolverClaim::Unsatisfiable);
    }

    /// The end of this test checks that the memory does not depend on the number of variables.
    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, place) in [
            ("c\ns SATISFIABLE\nv 1 two 0\n", "out:3:5: there is no variable `two`"),
            ("s SATISFIABLE\nv 1 -1 0\n", "out:2:5: `1` is both true and false"),
            ("SAT\n1 2 7 0\n", "out:2:5: there is no variable `7`"),
            ("s SATISFIABLE\nv 1 -\n", "out:2:5: the sign `-` without a variable"),
            ("s MAYBE\n", "out:1:3: the status `MAYBE`"),
            ("hello\n", "out:1:6: the output states no result"),
        ] {
            let refused = by_number(text).expect_err(text).to_string();
            assert!(refused.starts_with(place), "{refused}");
        }
        let many = NumberNaming { variables: usize::MAX, wanted: 2 };
        let source = Source::new("out", "s SATISFIABLE\nv 1 -2 3000000000 0\n");
        let (_, said) = read_output(&source, &many, Questions::One).expect("read");
        assert_eq!(values(&said), [1, -2]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "v 1 2 3 0\n",
            "s MAYBE\n",
            "s SATISFIABLE\n",
            "s SATISFIABLE\nv 4 0\n",
            "s SATISFIABLE\nv 1 -1 0\n",
            "s SATISFIABLE\nv 1 two 0\n",
            "SAT\n",
            "hello",
        ] {
            assert!(by_number(text).is_err(), "{text:?}");
        }
    }
}
