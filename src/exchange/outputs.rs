//! What solvers print, whatever they print it in.
//!
//! | output | of |
//! |---|---|
//! | `s`, `v` and `o` lines; values as numbers, as `x1 -x2`, or as one word of 0 and 1 | the solvers of the SAT, MaxSAT and pseudo-Boolean competitions |
//! | `SAT` or `UNSAT` on a line, values on the next | MiniSat's result file |
//! | names of variables, each with its value behind it | HiGHS, SCIP, CBC, GLPK |
//!
//! Solvers for incremental CNF answer one question after the other, and the first asks for most: the
//! values of the first answer count, and a refusal before it says that there is nothing better.

use std::collections::HashMap;

use crate::source::Refusal;

/// What a solver says of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// These values are a best solution.
    Optimal,
    /// These values are a solution.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// It does not know.
    Unknown,
}

/// A claim and what comes with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The claim.
    pub claim: Claim,
    /// The value of each variable, from number 1 on, where it is told.
    pub values: Vec<Option<bool>>,
    /// The last cost told.
    pub cost: Option<i64>,
}

/// How the variables of a file are written in an output.
pub enum Names<'a> {
    /// By number, so many of them.
    Numbers(usize),
    /// By these names.
    Words(&'a [String]),
}

/// Reads an output.
///
/// # Errors
///
/// Refuses what says nothing of a result, values that are none, and variables that the file does
/// not have.
pub fn read(text: &str, names: &Names) -> Result<Said, Refusal> {
    let said = match names {
        Names::Words(names) => in_words(text, names)?,
        Names::Numbers(variables) if is_minisat(text) => minisat(text, *variables)?,
        Names::Numbers(variables) => competition(text, *variables)?,
    };
    let has_values = said.values.iter().any(Option::is_some);
    match said.claim {
        Claim::Optimal | Claim::Satisfiable if !has_values => Err(Refusal::new(
            "a solution without values",
            "lines of values: for some solvers an option prints them",
        )),
        _ => Ok(said),
    }
}

fn nothing_said() -> Refusal {
    Refusal::new(
        "an output that says nothing of a result",
        "what a solver prints: lines `s SATISFIABLE` and `v 1 -2 0`, MiniSat's result file, or the \
         solution file of HiGHS, SCIP, CBC or GLPK",
    )
}

/// Values that are told one after the other.
struct Values {
    values: Vec<Option<bool>>,
}

impl Values {
    fn none(variables: usize) -> Values {
        Values { values: vec![None; variables] }
    }

    /// Takes in a literal by its number.
    fn take(&mut self, number: i64) -> Result<(), Refusal> {
        let index = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX) - 1;
        let known = self.values.len();
        let Some(value) = self.values.get_mut(index) else {
            return Err(Refusal::new(
                format!("a value of variable {}", number.unsigned_abs()),
                format!("the output for this formula, which has {known} variables"),
            ));
        };
        if value.is_some_and(|value| value != (number > 0)) {
            let found = format!("variable {} both true and false", number.unsigned_abs());
            return Err(Refusal::new(found, "one value for each variable"));
        }
        *value = Some(number > 0);
        Ok(())
    }

    /// Takes in a word of a line of values; numbers may have an `x` before them.
    fn take_word(&mut self, word: &str) -> Result<(), Refusal> {
        let (sign, plain) = match word.strip_prefix('-').or(word.strip_prefix('~')) {
            Some(plain) => (-1, plain),
            None => (1, word),
        };
        match plain.strip_prefix('x').unwrap_or(plain).parse::<u32>() {
            Ok(0) => Ok(()),
            Ok(number) => self.take(sign * i64::from(number)),
            Err(_) => Err(Refusal::new(
                format!("`{}` on a line of values", shortened(word)),
                "numbers of variables",
            )),
        }
    }
}

fn shortened(word: &str) -> String {
    word.chars().filter(|letter| !letter.is_control()).take(20).collect()
}

/// `s`, `v` and `o` lines; all others are comments.
fn competition(text: &str, variables: usize) -> Result<Said, Refusal> {
    let mut claim = None;
    let mut values = Values::none(variables);
    let mut cost = None;
    for line in text.lines() {
        let (kind, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match kind {
            "s" => {
                // Of a sequence of questions, the best first, the first answer counts.
                claim = Some(match (claim, status(rest)?) {
                    (Some(Claim::Satisfiable | Claim::Optimal), _) => break,
                    (Some(Claim::Unsatisfiable), Claim::Satisfiable) => Claim::Optimal,
                    (_, next) => next,
                });
            }
            "v" => {
                line_of_values(rest, variables, &mut values)?;
            }
            "o" => cost = rest.parse().ok().or(cost),
            _ => {}
        }
    }
    let claim = claim.ok_or_else(nothing_said)?;
    Ok(Said { claim, values: values.values, cost })
}

fn status(word: &str) -> Result<Claim, Refusal> {
    match word {
        "SATISFIABLE" => Ok(Claim::Satisfiable),
        "OPTIMUM FOUND" => Ok(Claim::Optimal),
        "UNSATISFIABLE" => Ok(Claim::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" => Ok(Claim::Unknown),
        other => Err(Refusal::new(
            format!("`s {}`", shortened(other)),
            "s SATISFIABLE, s UNSATISFIABLE, s OPTIMUM FOUND or s UNKNOWN",
        )),
    }
}

/// A line of values: words, or one word of 0 and 1 with a digit for each variable.
fn line_of_values(rest: &str, variables: usize, values: &mut Values) -> Result<(), Refusal> {
    let is_digits = rest.len() > 1 && rest.bytes().all(|byte| byte == b'0' || byte == b'1');
    if !is_digits || (rest.len() < variables && rest.len() < 10) {
        return rest.split_whitespace().try_for_each(|word| values.take_word(word));
    }
    (1..)
        .zip(rest.bytes())
        .try_for_each(|(number, digit)| values.take(if digit == b'1' { number } else { -number }))
}

fn is_minisat(text: &str) -> bool {
    let first = text.split_whitespace().next();
    matches!(first, Some("SAT" | "UNSAT" | "INDET" | "SATISFIABLE" | "UNSATISFIABLE"))
}

fn minisat(text: &str, variables: usize) -> Result<Said, Refusal> {
    let mut words = text.split_whitespace();
    let claim = match words.next() {
        Some("SAT" | "SATISFIABLE") => Claim::Satisfiable,
        Some("UNSAT" | "UNSATISFIABLE") => Claim::Unsatisfiable,
        _ => Claim::Unknown,
    };
    let mut values = Values::none(variables);
    words.try_for_each(|word| values.take_word(word))?;
    Ok(Said { claim, values: values.values, cost: None })
}

/// Names with values behind them, in tables of any kind. What is not listed is 0.
fn in_words(text: &str, names: &[String]) -> Result<Said, Refusal> {
    let claim = claim_in_words(text).ok_or_else(nothing_said)?;
    let numbers: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut values = vec![Some(false); names.len()];
    let mut words = text.split_whitespace().peekable();
    let mut named = false;
    while let Some(word) = words.next() {
        let Some(&variable) = numbers.get(word) else { continue };
        while words.next_if_eq(&"*").is_some() {}
        let Some(value) = words.peek().and_then(|word| word.parse::<f64>().ok()) else { continue };
        named = true;
        values[variable] = match value {
            value if value.abs() < TOLERANCE => Some(false),
            value if (value - 1.0).abs() < TOLERANCE => Some(true),
            _ => {
                let found = format!("{word} with the value {value}");
                return Err(Refusal::new(found, "0 or 1 for every variable"));
            }
        };
    }
    if !named {
        values.fill(None);
    }
    Ok(Said { claim, values, cost: None })
}

/// How far from a whole number a MIP solver's values may be.
const TOLERANCE: f64 = 1e-4;

/// What a MIP solver says of a result, in the words of its solution file.
fn claim_in_words(text: &str) -> Option<Claim> {
    let head: String = text.lines().take(12).collect::<Vec<_>>().join("\n").to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| head.contains(word));
    if says(&["infeasible", "integer empty", "no primal feasible", "no feasible"]) {
        return Some(Claim::Unsatisfiable);
    }
    if says(&["optimal"]) && !says(&["undefined", "non-optimal", "integer feasible"]) {
        return Some(Claim::Optimal);
    }
    if says(&["feasible", "limit reached", "stopped on", "solution status"]) {
        return Some(Claim::Satisfiable);
    }
    says(&["unknown", "undefined"]).then_some(Claim::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(said: &Said) -> Vec<i64> {
        let numbered = (1..).zip(&said.values);
        numbered.filter_map(|(n, value)| value.map(|value| if value { n } else { -n })).collect()
    }

    fn by_number(text: &str) -> Result<Said, Refusal> {
        read(text, &Names::Numbers(3))
    }

    #[test]
    fn lines_of_the_competitions_are_read() {
        let said = by_number("c hello\no 7\ns OPTIMUM FOUND\no 5\nv 1 -2\nv 3 0\n").expect("read");
        assert_eq!((said.claim, said.cost), (Claim::Optimal, Some(5)));
        assert_eq!(values(&said), [1, -2, 3]);
        let said = by_number("s SATISFIABLE\nv x1 -x2 x3\n").expect("read");
        assert_eq!(values(&said), [1, -2, 3]);
        let said = by_number("s OPTIMUM FOUND\nv 010\n").expect("read");
        assert_eq!(values(&said), [-1, 2, -3]);
        assert_eq!(by_number("s UNSATISFIABLE\n").expect("read").claim, Claim::Unsatisfiable);
        assert_eq!(by_number("s UNKNOWN\n").expect("read").claim, Claim::Unknown);
    }

    #[test]
    fn of_several_answers_the_first_counts() {
        let text = "s UNSATISFIABLE\ns SATISFIABLE\nv -1 -2 3 0\ns SATISFIABLE\nv 1 2 3 0\n";
        let said = by_number(text).expect("read");
        assert_eq!((said.claim, values(&said)), (Claim::Optimal, vec![-1, -2, 3]));
    }

    #[test]
    fn the_result_file_of_minisat_is_read() {
        let said = by_number("SAT\n1 -2 3 0\n").expect("read");
        assert_eq!((said.claim, values(&said)), (Claim::Satisfiable, vec![1, -2, 3]));
        assert_eq!(by_number("UNSAT\n").expect("read").claim, Claim::Unsatisfiable);
        assert_eq!(by_number("INDET\n").expect("read").claim, Claim::Unknown);
    }

    #[test]
    fn tables_of_names_are_read() {
        let names = ["hole_0_0", "b", "c"].map(str::to_owned);
        for text in [
            "Model status\nOptimal\n\n# Columns 3\nhole_0_0 1\nb 0\nc 0.9999999\n# Rows 0\n",
            "solution status: optimal solution found\nobjective value: 2\nhole_0_0   1 \t(obj:1)\nc 1\n",
            "Optimal - objective value 2.0\n  0 hole_0_0   1   0\n 2 c  1 0\n",
            "Status:     INTEGER OPTIMAL\n  1 hole_0_0\n       *   1   0  1\n 2 b * 0 0 1\n 3 c * 1 0 1\n",
        ] {
            let said = read(text, &Names::Words(&names)).expect("read");
            assert_eq!((said.claim, values(&said)), (Claim::Optimal, vec![1, -2, 3]), "{text}");
        }
        let said = read("Infeasible - objective value 0\n", &Names::Words(&names)).expect("read");
        assert_eq!(said.claim, Claim::Unsatisfiable);
        assert!(read("Optimal\nb 0.5\n", &Names::Words(&names)).is_err());
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
