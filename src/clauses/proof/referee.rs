//! A second checker of proofs, for tests. It reads the steps as text, and shares no code for
//! arithmetic with the kernel.
//!
//! A constraint is Σ a·x ≥ b with positive and negative integers a. `pol` lines are evaluated on a
//! stack, a proof by contradiction (`pbc`) must have a single such line, `rup` is checked by unit propagation, and `red` is accepted only if it defines a fresh
//! variable. Dominance steps are not accepted; only the real checker verifies them
//! (`tests/tools/proofs.rs`).

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::model::{Model, Relation};

/// Returns the constraints of a model as rows in OPB, without a header and without the objective.
/// Rows that define the least of several counts are missing. An upper bound is written as a lower
/// bound on the negated sum. A parity becomes an equation with bits, whose variables are numbered
/// after those of the model. A constraint without literals has no row if it holds; otherwise its
/// row is "x1 is at least 2".
pub fn rows(model: &Model) -> String {
    let (mut text, mut next) = (String::new(), model.labels().len());
    for (_, row) in model.rows() {
        let bit_row = row.to_binary(&mut next);
        if bit_row.sum.is_empty() {
            text += "+1 x1 >= 2 ;\n";
            continue;
        }
        let (sign, relation) = match bit_row.relation {
            Relation::AtLeast => (1, ">="),
            Relation::AtMost => (-1, ">="),
            Relation::Exactly => (1, "="),
        };
        for term in bit_row.sum.terms() {
            text += &format!("{:+} x{} ", sign * term.weight, term.atom + 1);
        }
        text += &format!("{relation} {} ;\n", sign * bit_row.bound);
    }
    text
}

/// The text of a proof. The clones of a `Page` share one text.
#[derive(Clone, Default)]
pub struct Page(Arc<Mutex<Vec<u8>>>);

impl Page {
    pub fn text(&self) -> String {
        String::from_utf8(lock(&self.0).clone()).expect("a proof is text")
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A constraint Σ a·x ≥ b, with positive and negative integers a.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearRow {
    /// The integer a of each variable. None of them is 0.
    terms: BTreeMap<String, i128>,
    /// The number b on the right side.
    least: i128,
}

impl LinearRow {
    /// Reads a constraint such as `+3 x1 -5 ~x2 >= -1;`, with or without the semicolon. Ignores a
    /// last weight without a literal. Panics if there is no `>=`, or if a weight or the number on
    /// the right side is not an integer.
    pub fn read(text: &str) -> LinearRow {
        let (sum, least) = text.split_once(">=").expect("an inequality");
        let bound = least.trim().trim_end_matches(';').trim();
        let mut linear =
            LinearRow { terms: BTreeMap::new(), least: bound.parse().expect("a number") };
        let words: Vec<&str> = sum.split_whitespace().collect();
        for term in words.chunks_exact(2) {
            linear.add_literal(term[1], term[0].parse().expect("a weight"));
        }
        linear
    }

    /// Adds `times` times a literal, whose name begins with `~` if it is negated. For a negated
    /// literal, subtracts `times` from the integer of the variable and from the right side. Removes
    /// a variable whose integer becomes 0.
    fn add_literal(&mut self, lit: &str, times: i128) {
        let (name, sign) = lit.strip_prefix('~').map_or((lit, 1), |name| (name, -1));
        if sign < 0 {
            self.least -= times;
        }
        let weight = self.terms.entry(name.to_owned()).or_default();
        *weight += sign * times;
        if *weight == 0 {
            self.terms.remove(name);
        }
    }

    /// Adds `times` times another constraint to this one. Removes the variables whose integer
    /// becomes 0.
    fn add(&mut self, other: &LinearRow, times: i128) {
        self.least += other.least * times;
        for (name, weight) in &other.terms {
            let sum = self.terms.entry(name.clone()).or_default();
            *sum += weight * times;
            if *sum == 0 {
                self.terms.remove(name);
            }
        }
    }

    /// Returns the degree (right side) of the constraint in its form with positive weights. In this
    /// form, a negative integer becomes a weight of the negated literal.
    fn degree(&self) -> i128 {
        self.least + self.terms.values().filter(|weight| **weight < 0).map(|one| -one).sum::<i128>()
    }

    /// Replaces the degree by `degree`, and each weight of a literal by the result of `weight`.
    /// Both refer to the constraint as it is written with positive weights. So `weight` receives
    /// the magnitude of an integer, and the sign of the integer stays. Removes the variables whose
    /// weight becomes 0.
    fn rewrite(&mut self, degree: i128, weight: impl Fn(i128) -> i128) {
        self.least = degree;
        for one in self.terms.values_mut() {
            *one = one.signum() * weight(one.abs());
            self.least += (*one).min(0);
        }
        self.terms.retain(|_, one| *one != 0);
    }

    fn divide(&mut self, divisor: i128) {
        let degree = self.degree() + divisor - 1;
        self.rewrite(degree.div_euclid(divisor), |weight| (weight + divisor - 1) / divisor);
    }

    fn saturate(&mut self) {
        let degree = self.degree();
        self.rewrite(degree, |weight| weight.min(degree.max(0)));
    }

    fn negated(&self) -> LinearRow {
        let terms = self.terms.iter().map(|(name, weight)| (name.clone(), -weight)).collect();
        LinearRow { terms, least: 1 - self.least }
    }

    /// Returns the constraint after a variable is replaced by `value`, which is 0 or 1.
    fn assign(&self, name: &str, value: i128) -> LinearRow {
        let mut linear = self.clone();
        if let Some(weight) = linear.terms.remove(name) {
            linear.least -= weight * value;
        }
        linear
    }

    /// Returns whether no assignment satisfies the constraint.
    fn is_contradiction(&self) -> bool {
        self.terms.values().map(|weight| (*weight).max(0)).sum::<i128>() < self.least
    }
}

/// A checker, with the constraints that are known so far.
#[derive(Default)]
pub struct Referee {
    /// The constraints that are not deleted, by ID.
    pub constraints: BTreeMap<u64, LinearRow>,
    /// The ID of the last constraint that was added.
    last: u64,
    /// The constraints of the problem, which solutions must satisfy.
    problem: Vec<LinearRow>,
    /// The sum to be minimised, as the left side of a constraint. `None` if there is no objective.
    objective: Option<LinearRow>,
}

impl Referee {
    /// Creates a checker for a problem in OPB. Lines that begin with `*` are ignored, a line `min:`
    /// states the objective, and each other line is a constraint. An equation has two constraints
    /// with two IDs, the lower bound first. Panics if a line cannot be read.
    pub fn from_opb(opb: &str) -> Referee {
        let mut referee = Referee::default();
        for line in opb.lines().filter(|line| !line.starts_with('*')) {
            if let Some(sum) = line.strip_prefix("min:") {
                let objective = sum.trim_end_matches(';');
                referee.objective = Some(LinearRow::read(&format!("{objective} >= 0")));
            } else if let Some((sum, total)) = line.split_once(" = ") {
                let at_least = LinearRow::read(&format!("{sum} >= {total}"));
                let mut at_most = at_least.negated();
                at_most.least -= 1;
                referee.push(at_least);
                referee.push(at_most);
            } else {
                referee.push(LinearRow::read(line));
            }
        }
        referee.problem = referee.constraints.values().cloned().collect();
        referee
    }

    /// Adds a constraint with the next ID.
    fn push(&mut self, linear: LinearRow) {
        self.last += 1;
        self.constraints.insert(self.last, linear);
    }

    /// Checks the steps of a proof, one after another, and adds or deletes their constraints.
    ///
    /// # Errors
    ///
    /// Returns a text with the first step that does not follow. The steps before it stay applied.
    pub fn check(&mut self, proof: &str) -> Result<(), String> {
        for line in proof.lines() {
            self.step(line.trim_end_matches(';'))
                .ok_or_else(|| format!("does not follow: {line}"))?;
        }
        Ok(())
    }

    /// Checks one line of a proof, without its semicolon, and adds or deletes its constraint.
    /// Comments, the first line, and the lines `output` and `end` are accepted without a check. A
    /// `sol` step adds no constraint. Returns `None` if the line does not follow, or is not a known
    /// step. Then nothing changes. Panics if the constraint of a `rup` or `red` step cannot be
    /// read, or if a `pol` step divides by 0.
    fn step(&mut self, line: &str) -> Option<()> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "%" | "pseudo-Boolean" | "output" | "end" => {}
            "sol" => self.cost(rest).map(|_| ())?,
            "soli" => {
                let better = self.cost(rest)? - 1;
                self.push(self.costs_at_most(better)?);
            }
            "obji" => self.push(self.costs_at_most(rest.parse::<i128>().ok()? - 1)?),
            "f" => return (rest.parse() == Ok(self.last)).then_some(()),
            "pol" => {
                let sum = self.sum(rest)?;
                self.push(sum);
            }
            "rup" => {
                let (clause, from) = rest.split_once(" : ").unwrap_or((rest, ""));
                let clause = LinearRow::read(clause);
                let from = from
                    .split_whitespace()
                    .map(|id| id.parse().ok())
                    .collect::<Option<Vec<u64>>>()?;
                self.propagates_to(&clause, &from).then_some(())?;
                self.push(clause);
            }
            "pbc" => {
                let (constraint, proof) = rest.split_once(" : subproof pol ")?;
                let constraint = LinearRow::read(constraint);
                self.push(constraint.negated());
                let sum = self.sum(proof.strip_suffix("; qed pbc : -1")?)?;
                self.constraints.remove(&self.last);
                sum.is_contradiction().then_some(())?;
                self.last += 1;
                self.push(constraint);
            }
            "red" => {
                let (constraint, witness) = rest.split_once(" : ")?;
                let (name, value) = witness.split_once(" -> ")?;
                let constraint = LinearRow::read(constraint);
                self.defines(&constraint, name, value.parse().ok()?).then_some(())?;
                self.push(constraint);
            }
            "del" => {
                self.constraints.remove(&rest.strip_prefix("id ")?.parse().ok()?)?;
            }
            "conclusion" => return self.concludes(rest),
            _ => return None,
        }
        Some(())
    }

    /// Evaluates a `pol` line on a stack. Does not test that factors and divisors are positive;
    /// panics if a divisor is 0. Returns `None` in these cases:
    ///
    /// - The line uses a constraint that does not exist.
    /// - An operation has too few operands.
    /// - A number cannot be read.
    /// - The number of constraints that remain at the end is not 1.
    fn sum(&self, text: &str) -> Option<LinearRow> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut stack: Vec<LinearRow> = Vec::new();
        let mut place = 0;
        while let Some(&word) = words.get(place) {
            let next = words.get(place + 1).copied();
            place += 1;
            match (word, next) {
                ("+", _) => {
                    let other = stack.pop()?;
                    stack.last_mut()?.add(&other, 1);
                }
                ("s", _) => stack.last_mut()?.saturate(),
                (times, Some("*")) => {
                    let before = stack.pop()?;
                    let mut linear = LinearRow::default();
                    linear.add(&before, times.parse().ok()?);
                    stack.push(linear);
                    place += 1;
                }
                (divisor, Some("d")) => {
                    stack.last_mut()?.divide(divisor.parse().ok()?);
                    place += 1;
                }
                (id, _) if id.starts_with(|letter: char| letter.is_ascii_digit()) => {
                    stack.push(self.constraints.get(&id.parse().ok()?)?.clone());
                }
                (lit, _) => {
                    let mut linear = LinearRow::default();
                    linear.add_literal(lit, 1);
                    stack.push(linear);
                }
            }
        }
        let [sum] = <[LinearRow; 1]>::try_from(stack).ok()?;
        Some(sum)
    }

    /// Returns whether unit propagation derives a clause, that is, whether the negation of the
    /// clause leads to a contradiction. The propagation goes through the constraints with the IDs
    /// `from`, in any order. If `from` is empty, it goes through all constraints. Returns `false`
    /// if a constraint in `from` does not exist.
    fn propagates_to(&self, clause: &LinearRow, from: &[u64]) -> bool {
        let negated = clause.negated();
        let named: Option<Vec<&LinearRow>> =
            from.iter().map(|id| self.constraints.get(id)).collect();
        let Some(mut used) = named else { return false };
        if used.is_empty() {
            used = self.constraints.values().collect();
        }
        used.push(&negated);
        let mut values: HashMap<&str, bool> = HashMap::new();
        loop {
            let before = values.len();
            for linear in &used {
                let largest = linear
                    .terms
                    .iter()
                    .map(|(name, weight)| match values.get(&name[..]) {
                        Some(true) => *weight,
                        Some(false) => 0,
                        None => (*weight).max(0),
                    })
                    .sum::<i128>();
                let most = largest - linear.least;
                if most < 0 {
                    return true;
                }
                for (name, weight) in &linear.terms {
                    if weight.abs() > most && !values.contains_key(&name[..]) {
                        values.insert(name, *weight > 0);
                    }
                }
            }
            if values.len() == before {
                return false;
            }
        }
    }

    /// Returns whether a `red` step is allowed to add `constraint` with the witness `name` ->
    /// `value`. `value` must be 0 or 1. Assume that `constraint` is false, and then give the
    /// variable this value. The step is allowed if `constraint` and all other constraints with this
    /// variable must hold after that. Each of these implications is tested by one sum, so some
    /// allowed steps are refused.
    fn defines(&self, constraint: &LinearRow, name: &str, value: i128) -> bool {
        let forced = constraint.negated().assign(name, 1 - value);
        [constraint]
            .into_iter()
            .chain(self.constraints.values().filter(|other| other.terms.contains_key(name)))
            .all(|other| {
                let mut sum = other.assign(name, value).negated();
                let is_kept = sum.is_contradiction();
                sum.add(&forced, 1);
                is_kept || sum.is_contradiction() || forced.is_contradiction()
            })
    }

    /// Returns the constraint "the cost is at most `most`". Returns `None` if there is no
    /// objective.
    fn costs_at_most(&self, most: i128) -> Option<LinearRow> {
        let mut linear = LinearRow::default();
        linear.add(self.objective.as_ref()?, -1);
        linear.least = -most;
        Some(linear)
    }

    /// Returns the cost of a solution, which is 0 if there is no objective. Variables that are not
    /// in the solution count as false. Returns `None` if the solution does not satisfy the problem.
    fn cost(&self, solution: &str) -> Option<i128> {
        let is_true = |name: &str| solution.split_whitespace().any(|lit| lit == name);
        let sum = |linear: &LinearRow| -> i128 {
            linear.terms.iter().filter(|(name, _)| is_true(name)).map(|(_, weight)| weight).sum()
        };
        let is_kept = self.problem.iter().all(|linear| sum(linear) >= linear.least);
        is_kept.then(|| self.objective.as_ref().map_or(0, sum))
    }

    /// Checks the claim of a conclusion. `NONE` claims nothing. A solution after `SAT` must satisfy
    /// the problem. A refutation, or the lower bound `INF`, must name a contradiction. Any other
    /// lower bound needs an objective. It must name a contradiction, or a constraint with exactly
    /// the objective on its left side and at least the claimed number on its right side. An upper
    /// bound must be exactly the cost of the given solution, or `INF` without a solution. Returns
    /// `None` if the claim does not follow, if it names a constraint that does not exist, or if it
    /// has an unknown form.
    fn concludes(&self, text: &str) -> Option<()> {
        let parts: Vec<&str> = text.split(" : ").collect();
        let constraint = |id: &str| self.constraints.get(&id.parse().ok()?);
        match parts[..] {
            ["NONE"] => Some(()),
            ["SAT", solution] => self.cost(solution).map(|_| ()),
            ["UNSAT", id] => constraint(id)?.is_contradiction().then_some(()),
            ["BOUNDS INF", last] => {
                constraint(last.strip_suffix(" INF")?)?.is_contradiction().then_some(())
            }
            [first, last, ref solution @ ..] => {
                let least: i128 = first.strip_prefix("BOUNDS ")?.parse().ok()?;
                let (id, most) = last.split_once(' ')?;
                let known = constraint(id)?;
                let objective = self.objective.as_ref()?;
                let is_bound = known.terms == objective.terms && known.least >= least;
                (is_bound || known.is_contradiction()).then_some(())?;
                match solution {
                    [] => (most == "INF").then_some(()),
                    [solution] => (self.cost(solution)? == most.parse().ok()?).then_some(()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIGEONS: &str =
        "* two birds, one hole\n+1 x1 >= 1 ;\n+1 x2 >= 1 ;\n-1 x1 -1 x2 >= -1 ;\n";

    #[test]
    fn a_right_proof_is_accepted_and_a_wrong_one_is_not() {
        let steps = |pol: &str| format!("f 3;\npol {pol};\nconclusion UNSAT : 4;\n");
        for (pol, is_right) in [
            ("1 2 + 3 +", true),
            ("1 2 +", false),
            ("1 2 + 3 + 2 d", true),
            ("1 ~x1 +", false),
            ("1 2 + 3 + 5 +", false),
        ] {
            assert_eq!(Referee::from_opb(PIGEONS).check(&steps(pol)).is_ok(), is_right, "{pol}");
        }
    }

    #[test]
    fn steps_of_each_kind_are_judged() {
        for (steps, is_right) in [
            ("rup >= 1 : 1 2 3;", true),
            ("rup >= 1 : 1 2;", false),
            ("rup +1 x1 >= 1;", true),
            ("red +1 ~z1 +1 x1 >= 1 : z1 -> 0;\nred +1 z1 +1 ~x1 >= 1 : z1 -> 1;", true),
            ("red +1 ~z1 +1 x1 >= 1 : z1 -> 0;\nred +1 z1 +1 x1 >= 1 : z1 -> 1;", false),
            ("red +1 ~x1 >= 1 : x1 -> 0;", false),
            ("del id 1;\nrup +1 x1 >= 1;", false),
            ("guess x1;", false),
            ("sol x1 ~x2;", false),
            ("conclusion UNSAT : 1;", false),
        ] {
            assert_eq!(Referee::from_opb(PIGEONS).check(steps).is_ok(), is_right, "{steps}");
        }
    }

    #[test]
    fn weights_are_those_of_literals() {
        let mut linear = LinearRow::read("+3 x1 -5 x2 >= -1");
        linear.divide(2);
        assert_eq!(linear, LinearRow::read("+2 x1 +3 ~x2 >= 2"));
        linear.saturate();
        assert_eq!(linear, LinearRow::read("+2 x1 +2 ~x2 >= 2"));
    }
}
