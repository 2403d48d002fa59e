//! What solvers print, whatever they print it in.
//!
//! | output | of |
//! |---|---|
//! | `s`, `v` and `o` lines; values as numbers, as `x1 -x2`, by name, or as one word of 0 and 1 | the solvers of the SAT, MaxSAT and pseudo-Boolean competitions |
//! | `SAT` or `UNSAT` on a line, values on the next | MiniSat's result file |
//! | names of variables, each with its value behind it | HiGHS, SCIP, CBC, GLPK |
//!
//! Solvers for incremental CNF answer one question after the other, and the first asks for most: the
//! values of the first answer count, and a refusal before it says that there is nothing better. CaDiCaL
//! prints a single `s` line for all of them, and in comments what became of each (`c CUBE 1
//! UNSATISFIABLE`), which counts as such a line would. With `-q` it prints no comments, and its answer is
//! just an answer.

use std::collections::HashMap;

use crate::source::{Refusal, Source, quoted};

/// The most bytes of an output that are read: room for thirty million values.
pub const MOST_BYTES: usize = 256 << 20;

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
    /// By number.
    Numbers {
        /// How many there are.
        variables: usize,
        /// The values of how many are wanted, from number 1 on.
        wanted: usize,
    },
    /// By number, and each literal stands for a variable that is wanted.
    Literals {
        /// How many variables there are.
        variables: usize,
        /// The literals.
        names: &'a [i32],
    },
    /// By these names.
    Words(&'a [String]),
}

/// Reads an output.
///
/// # Errors
///
/// Refuses what says nothing of a result, values that are none, and variables that the file does
/// not have, each with its place.
pub fn read(source: &Source, names: &Names) -> Result<Said, Refusal> {
    let text = source.text();
    let said = match *names {
        Names::Words(names) => in_words(text, names),
        Names::Numbers { variables, wanted } => by_number(text, Values::none(variables, wanted)),
        Names::Literals { variables, names } => by_number(text, Values::named(variables, names)),
    };
    let said = said.map_err(|wrong| wrong.refusal(source))?;
    let has_values = said.values.iter().any(Option::is_some);
    match said.claim {
        Claim::Optimal | Claim::Satisfiable if !has_values => {
            let expected = "lines of values: for some solvers an option prints them";
            Err(Refusal::new("the solution has no values", expected).at(source, source.end()))
        }
        _ => Ok(said),
    }
}

/// What is wrong with an output, and with which piece of its text.
struct Wrong<'a> {
    found: String,
    expected: String,
    piece: Option<&'a str>,
}

impl<'a> Wrong<'a> {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Wrong<'a> {
        Wrong { found: found.into(), expected: expected.into(), piece: None }
    }

    fn at(self, piece: &'a str) -> Wrong<'a> {
        Wrong { piece: Some(piece), ..self }
    }

    /// The refusal with the place of the piece in the source that it was cut from.
    fn refusal(self, source: &Source) -> Refusal {
        let span = self.piece.map_or(source.end(), |piece| {
            let start = piece.as_ptr().addr().saturating_sub(source.text().as_ptr().addr());
            start..start + piece.len()
        });
        Refusal::new(self.found, self.expected).at(source, span)
    }
}

fn by_number(text: &str, values: Values) -> Result<Said, Wrong<'_>> {
    if is_minisat(text) { minisat(text, values) } else { competition(text, values) }
}

fn nothing_said<'a>() -> Wrong<'a> {
    Wrong::new(
        "the output says nothing of a result",
        "what a solver prints: lines `s SATISFIABLE` and `v 1 -2 0`, MiniSat's result file, or the \
         solution file of HiGHS, SCIP, CBC or GLPK",
    )
}

/// Values that are told one after the other.
struct Values {
    variables: usize,
    /// Of those that are wanted: what a map says of their number takes no memory.
    values: Vec<Option<bool>>,
    naming: Naming,
}

/// How a line names the variables whose values are wanted.
enum Naming {
    /// By their numbers.
    Numbers,
    /// By numbers that stand for them: for each its place among them, and whether it is negated.
    Literals(HashMap<usize, (usize, bool)>),
    /// By words, each with the number of its variable.
    Words(HashMap<String, i64>),
}

impl Values {
    fn none(variables: usize, wanted: usize) -> Values {
        Values { variables, values: vec![None; wanted.min(variables)], naming: Naming::Numbers }
    }

    fn in_words(names: &[String]) -> Values {
        let naming = Naming::Words(names.iter().cloned().zip(1..).collect());
        Values { naming, ..Values::none(names.len(), names.len()) }
    }

    fn named(variables: usize, names: &[i32]) -> Values {
        let index = |name: i32| usize::try_from(name.unsigned_abs()).unwrap_or(usize::MAX);
        let place = |(place, &name): (usize, &i32)| (index(name), (place, name < 0));
        let naming = Naming::Literals(names.iter().enumerate().map(place).collect());
        Values { variables, values: vec![None; names.len()], naming }
    }

    /// Where the value of a number goes, and whether it goes there negated.
    fn place(&self, number: usize) -> Option<(usize, bool)> {
        match &self.naming {
            Naming::Numbers | Naming::Words(_) => Some((number - 1, false)),
            Naming::Literals(places) => places.get(&number).copied(),
        }
    }

    /// Takes in a literal by its number.
    fn take<'a>(&mut self, number: i64, piece: &'a str) -> Result<(), Wrong<'a>> {
        let name = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
        if name > self.variables {
            return Err(Wrong::new(
                format!("a value of variable {}", number.unsigned_abs()),
                format!("the output for this formula, which has {} variables", self.variables),
            )
            .at(piece));
        }
        let Some((place, negated)) = self.place(name) else { return Ok(()) };
        let Some(value) = self.values.get_mut(place) else { return Ok(()) };
        let told = (number > 0) != negated;
        if value.is_some_and(|value| value != told) {
            let found = format!("variable {} both true and false", number.unsigned_abs());
            return Err(Wrong::new(found, "one value for each variable").at(piece));
        }
        *value = Some(told);
        Ok(())
    }

    /// Takes in a word of a line of values; numbers may have an `x` before them.
    fn take_word<'a>(&mut self, word: &'a str) -> Result<(), Wrong<'a>> {
        let (sign, plain) = match word.strip_prefix('-').or(word.strip_prefix('~')) {
            Some(plain) => (-1, plain),
            None => (1, word),
        };
        if let Naming::Words(numbers) = &self.naming {
            // What else a program has, such as whole numbers of its own, says nothing of a variable.
            let number = numbers.get(plain).copied();
            return number.map_or(Ok(()), |number| self.take(sign * number, word));
        }
        match plain.strip_prefix('x').unwrap_or(plain).parse::<u32>() {
            Ok(0) => Ok(()),
            Ok(number) => self.take(sign * i64::from(number), word),
            Err(_) => {
                let found = format!("{} on a line of values", quoted(word));
                Err(Wrong::new(found, "numbers of variables").at(word))
            }
        }
    }
}

/// What is told of the questions of an incremental formula in comments, from the first question on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cubes {
    /// This number of questions is refuted, and nothing is told of the next one.
    Refuted(u64),
    /// All before the one that has a solution are refuted.
    Settled,
}

impl Cubes {
    /// Takes in a comment, such as `CUBE 2 SATISFIABLE in 0.001 sec`.
    fn take(self, comment: &str) -> Cubes {
        let mut words = comment.split_whitespace();
        let told =
            (words.next(), words.next().and_then(|number| number.parse().ok()), words.next());
        match (self, told) {
            (Cubes::Refuted(before), (Some("CUBE"), Some(number), Some(status)))
                if before.checked_add(1) == Some(number) =>
            {
                match status {
                    "UNSATISFIABLE" => Cubes::Refuted(number),
                    "SATISFIABLE" => Cubes::Settled,
                    _ => self,
                }
            }
            _ => self,
        }
    }
}

/// `s`, `v` and `o` lines, and comments about cubes; all others say nothing.
fn competition(text: &str, mut values: Values) -> Result<Said, Wrong<'_>> {
    let mut claim = None;
    let mut cost = None;
    let mut cubes = Cubes::Refuted(0);
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
                line_of_values(rest, &mut values)?;
            }
            "o" => cost = Some(rest),
            "c" => cubes = cubes.take(rest),
            _ => {}
        }
    }
    let claim = match (claim.ok_or_else(nothing_said)?, cubes) {
        (Claim::Satisfiable, Cubes::Settled) => Claim::Optimal,
        (claim, _) => claim,
    };
    // Before the last one a solver may write what stands for no answer yet.
    let cost = cost.map(read_cost).transpose()?;
    Ok(Said { claim, values: values.values, cost })
}

fn read_cost(word: &str) -> Result<i64, Wrong<'_>> {
    let wrong =
        |_| Wrong::new(format!("the cost {}", quoted(word)), "a whole number of 64 bits").at(word);
    word.parse().map_err(wrong)
}

fn status(word: &str) -> Result<Claim, Wrong<'_>> {
    match word {
        "SATISFIABLE" => Ok(Claim::Satisfiable),
        "OPTIMUM FOUND" => Ok(Claim::Optimal),
        "UNSATISFIABLE" => Ok(Claim::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" => Ok(Claim::Unknown),
        other => Err(Wrong::new(
            format!("the status {}", quoted(other)),
            "s SATISFIABLE, s UNSATISFIABLE, s OPTIMUM FOUND or s UNKNOWN",
        )
        .at(other)),
    }
}

/// A line of values: words, or one word of 0 and 1 with a digit for each variable.
fn line_of_values<'a>(rest: &'a str, values: &mut Values) -> Result<(), Wrong<'a>> {
    let is_digits = rest.bytes().all(|byte| byte == b'0' || byte == b'1');
    // Of one variable the word has one digit, and a line that ends with it says no value.
    let is_one = rest == "0" && values.variables == 1 && values.values == [None];
    if is_one {
        return values.take(-1, rest);
    }
    if !is_digits || rest.len() < 2 || (rest.len() < values.variables && rest.len() < 10) {
        return rest.split_whitespace().try_for_each(|word| values.take_word(word));
    }
    (1..).zip(rest.bytes()).try_for_each(|(number, digit)| {
        values.take(if digit == b'1' { number } else { -number }, rest)
    })
}

fn is_minisat(text: &str) -> bool {
    let first = text.split_whitespace().next();
    matches!(first, Some("SAT" | "UNSAT" | "INDET" | "SATISFIABLE" | "UNSATISFIABLE"))
}

fn minisat(text: &str, mut values: Values) -> Result<Said, Wrong<'_>> {
    let mut words = text.split_whitespace();
    let claim = match words.next() {
        Some("SAT" | "SATISFIABLE") => Claim::Satisfiable,
        Some("UNSAT" | "UNSATISFIABLE") => Claim::Unsatisfiable,
        _ => Claim::Unknown,
    };
    words.try_for_each(|word| values.take_word(word))?;
    Ok(Said { claim, values: values.values, cost: None })
}

/// Names with values behind them, in tables of any kind. What is not listed is 0.
fn in_words<'a>(text: &'a str, names: &[String]) -> Result<Said, Wrong<'a>> {
    if text.lines().any(|line| line.starts_with("s ")) {
        return competition(text, Values::in_words(names));
    }
    let claim = claim_in_words(text).ok_or_else(nothing_said)?;
    if claim == Claim::Unsatisfiable {
        // CBC lists what it had last, which is no answer and need not be whole.
        return Ok(Said { claim, values: vec![None; names.len()], cost: None });
    }
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
                return Err(Wrong::new(found, "0 or 1 for every variable").at(word));
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
        read(&Source::new("out", text), &Names::Numbers { variables: 3, wanted: 3 })
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

    /// A cost that cannot be held against the answer is not passed over.
    #[test]
    fn a_cost_that_cannot_be_read_is_refused() {
        for cost in ["9223372036854775808", "1.5", "abc", ""] {
            let refusal = by_number(&format!("o {cost}\ns OPTIMUM FOUND\nv 1 2 3 0\n"));
            let refusal = refusal.expect_err("no cost").to_string();
            assert!(refusal.contains("a whole number of 64 bits"), "{refusal}");
        }
        let said = by_number("o 99999999999999999999\no 4\ns OPTIMUM FOUND\nv 1 2 3 0\n");
        assert_eq!(said.expect("the last one is read").cost, Some(4));
    }

    #[test]
    fn of_several_answers_the_first_counts() {
        let text = "s UNSATISFIABLE\ns SATISFIABLE\nv -1 -2 3 0\ns SATISFIABLE\nv 1 2 3 0\n";
        let said = by_number(text).expect("read");
        assert_eq!((said.claim, values(&said)), (Claim::Optimal, vec![-1, -2, 3]));
    }

    /// What CaDiCaL says of each question counts where it says it of all up to the one that has a solution.
    #[test]
    fn comments_about_cubes_say_whether_an_answer_is_the_best() {
        let refuted = "c CUBE 1 UNSATISFIABLE in 0.000 sec (14% after 0.00 sec)\n";
        let second = "c CUBE 2 SATISFIABLE   in 0.001 sec\n";
        let answer = "s SATISFIABLE\nv -1 -2 3 0\n";
        for (comments, claim) in [
            (format!("{refuted}{second}"), Claim::Optimal),
            ("c CUBE 1 SATISFIABLE in 0.1 sec\n".to_owned(), Claim::Optimal),
            (format!("c cube 1 inconclusive in 0.1 sec\n{second}"), Claim::Satisfiable),
            (second.to_owned(), Claim::Satisfiable),
            (refuted.to_owned(), Claim::Satisfiable),
            ("c CUBE 18446744073709551616 SATISFIABLE\n".to_owned(), Claim::Satisfiable),
            (String::new(), Claim::Satisfiable),
        ] {
            let said = by_number(&format!("{comments}{answer}")).expect("read");
            assert_eq!((said.claim, values(&said)), (claim, vec![-1, -2, 3]), "{comments}");
        }
        let none = by_number(&format!("{refuted}s UNSATISFIABLE\n")).expect("read");
        assert_eq!(none.claim, Claim::Unsatisfiable);
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
        let by_name = |text: &str| read(&Source::new("out", text), &Names::Words(&names));
        for text in [
            "Model status\nOptimal\n\n# Columns 3\nhole_0_0 1\nb 0\nc 0.9999999\n# Rows 0\n",
            "solution status: optimal solution found\nobjective value: 2\nhole_0_0   1 \t(obj:1)\nc 1\n",
            "Optimal - objective value 2.0\n  0 hole_0_0   1   0\n 2 c  1 0\n",
            "Status:     INTEGER OPTIMAL\n  1 hole_0_0\n       *   1   0  1\n 2 b * 0 0 1\n 3 c * 1 0 1\n",
        ] {
            let said = by_name(text).expect("read");
            assert_eq!((said.claim, values(&said)), (Claim::Optimal, vec![1, -2, 3]), "{text}");
        }
        let last = "Infeasible - objective value 0.5\n      0 hole_0_0   0.55555556   0\n";
        assert_eq!(by_name(last).expect("read").claim, Claim::Unsatisfiable);
        let said = by_name("Infeasible - objective value 0\n").expect("read");
        assert_eq!(said.claim, Claim::Unsatisfiable);
        assert!(by_name("Optimal\nb 0.5\n").is_err());
        let said = by_name("c a\no 1\ns OPTIMUM FOUND\nv -hole_0_0 b other\n").expect("read");
        assert_eq!((said.claim, said.cost), (Claim::Optimal, Some(1)));
        assert_eq!(said.values[..2], [Some(false), Some(true)]);
    }

    /// What is wrong has its line and its column, and a number of variables takes no memory.
    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, place) in [
            ("c\ns SATISFIABLE\nv 1 two 0\n", "out:3:5: `two` on a line of values"),
            ("s SATISFIABLE\nv 1 -1 0\n", "out:2:5: variable 1 both"),
            ("SAT\n1 2 7 0\n", "out:2:5: a value of variable 7"),
            ("s MAYBE\n", "out:1:3: the status `MAYBE`"),
            ("hello\n", "out:1:6: the output says nothing"),
        ] {
            let refused = by_number(text).expect_err(text).to_string();
            assert!(refused.starts_with(place), "{refused}");
        }
        let many = Names::Numbers { variables: usize::MAX, wanted: 2 };
        let said = read(&Source::new("out", "s SATISFIABLE\nv 1 -2 3000000000 0\n"), &many);
        assert_eq!(values(&said.expect("read")), [1, -2]);
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
