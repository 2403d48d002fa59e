//! The steps of a proof as text in VeriPB's format 3.0, with the checker's constraint IDs.
//!
//! The constraints of the problem have the first IDs, and an equation has two IDs. A [`PolLine`]
//! writes a `pol` line in reverse Polish notation, and also computes the constraint that the line
//! derives.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use super::variables::{Inequality, PbLit};

/// A clause is derived from a line in one of two ways. If the line has at least this number of
/// literals that are not in the clause, the clause is derived by unit propagation. Otherwise it is
/// derived by weakening.
const LONG: usize = 8;

/// The ID of a constraint in a proof. IDs are counted from 1, in the same way as the checker counts
/// them.
pub type Id = u64;

/// A constraint of the problem or of the proof, with its ID.
#[derive(Clone, Debug)]
pub struct ProofConstraint {
    pub id: Id,
    pub inequality: Inequality,
}

/// A proof that is being written. After an error of the output, or after the end of the proof,
/// steps are not written.
pub struct Steps {
    out: Box<dyn Write + Send>,
    /// The number of constraints of the problem. These constraints have the first IDs, and are
    /// never deleted.
    stated: u64,
    /// The ID of the last constraint that was added, even if it is deleted now.
    last: Id,
    /// The first error of the output; `None` if there was none. No step is written after an error.
    error: Option<io::Error>,
    /// Whether the conclusion has been written.
    is_over: bool,
    /// Whether an order of solutions is loaded. Dominance steps need one.
    is_ordered: bool,
}

impl Steps {
    /// Begins a proof about a problem with this number of constraints. In this number, an equation
    /// counts as two. Writes the header. The first derived constraint will have the ID
    /// `constraints` + 1. An error of the output is kept for [`end`](Steps::end).
    pub fn new(out: Box<dyn Write + Send>, constraints: u64) -> Steps {
        let mut steps = Steps {
            out,
            stated: constraints,
            last: constraints,
            error: None,
            is_over: false,
            is_ordered: false,
        };
        steps.line("pseudo-Boolean proof version 3.0");
        steps.line(&format!("f {constraints};"));
        steps
    }

    /// Returns whether there is a constraint with this ID, even if it is deleted now.
    fn has(&self, id: Id) -> bool {
        (1..=self.last).contains(&id)
    }

    /// Writes a line. Writes nothing if the output has failed or the proof has ended.
    pub fn line(&mut self, text: &str) {
        if self.error.is_none() && !self.is_over {
            self.error = writeln!(self.out, "{text}").err();
        }
    }

    /// Writes a comment line. Leaves out control characters, since some of them would end the line.
    pub fn comment(&mut self, text: &str) {
        let clean: String = text.chars().filter(|letter| !letter.is_control()).collect();
        self.line(&format!("% {clean}"));
    }

    /// Writes a step that adds one constraint, and returns the constraint's ID.
    fn add_constraint(&mut self, text: &str) -> Id {
        self.line(text);
        self.last += 1;
        self.last
    }

    /// Defines a fresh variable by a constraint, as a `red` step. Returns the constraint with its
    /// new ID. The literal `witness` of this variable must satisfy the constraint by itself. The
    /// variable must not occur before, except in other constraints that define it.
    pub fn define(&mut self, inequality: Inequality, witness: PbLit) -> ProofConstraint {
        debug_assert!(
            inequality.weight_of(witness) >= inequality.degree(),
            "{witness} does not satisfy {inequality}"
        );
        let value = u8::from(!witness.is_negated);
        let id =
            self.add_constraint(&format!("red {inequality} : {} -> {value};", witness.variable));
        ProofConstraint { id, inequality }
    }

    /// Loads the order with this name over these literals. The order must already be defined.
    pub fn load_order(&mut self, name: &str, lits: &[PbLit]) {
        debug_assert!(!self.is_ordered, "a second order is loaded");
        self.is_ordered = true;
        let names: Vec<String> = lits.iter().map(ToString::to_string).collect();
        self.line(&format!("load_order {name} {};", names.join(" ")));
    }

    /// Unloads the order. After this, dominance steps are not possible.
    pub fn unload_order(&mut self) {
        self.is_ordered = false;
        self.line("load_order;");
    }

    /// Writes a dominance step and returns the ID of its constraint. An order must be loaded. The
    /// text must contain a subproof of one step. Then the step uses four IDs, and the constraint
    /// has the last of them.
    pub fn dominate(&mut self, text: &str) -> Id {
        debug_assert!(self.is_ordered, "dominance without an order");
        self.line(&format!("dom{text};"));
        self.last += 4;
        self.last
    }

    /// Derives the sum of the constraint `id` and `times` times the constraint `other`. Returns the
    /// ID of this sum. `times` is a decimal number as text, of any length.
    pub fn lighten(&mut self, id: Id, other: Id, times: &str) -> Id {
        debug_assert!(self.has(id) && self.has(other), "{id} and {other} are not both there");
        self.add_constraint(&format!("pol {id} {other} {times} * +;"))
    }

    /// Writes a line as a step. Returns the constraint that the line derives, with its new ID.
    pub fn sum(&mut self, line: PolLine) -> ProofConstraint {
        debug_assert!(line.latest <= self.last, "a sum of constraint {}", line.latest);
        debug_assert!(!line.text.is_empty(), "a sum of nothing");
        let id = self.add_constraint(&format!("pol {};", line.text));
        ProofConstraint { id, inequality: line.inequality }
    }

    /// Derives a clause by reverse unit propagation, and returns it with its new ID. The negation
    /// of the clause must lead to a contradiction by unit propagation, which only the checker
    /// tests. The propagation goes through the constraints with the IDs `from`, or through all
    /// constraints if `from` is empty. The constraints `from` must exist. The clause can be empty.
    /// If the clause has opposite literals, these cancel in the returned constraint. The degree of
    /// this constraint is then below 1.
    pub fn rup(&mut self, clause: &[PbLit], from: &[Id]) -> ProofConstraint {
        debug_assert!(from.iter().all(|&id| self.has(id)), "constraints {from:?} to come");
        let mut text = "rup".to_owned();
        clause.iter().for_each(|lit| put(&mut text, " +1 ", lit));
        text += " >= 1";
        if !from.is_empty() {
            text += " :";
            from.iter().for_each(|id| put(&mut text, " ", id));
        }
        text += ";";
        ProofConstraint {
            id: self.add_constraint(&text),
            inequality: Inequality::from_clause(clause),
        }
    }

    /// Derives a clause that a line implies, and returns it with its new ID. The line must imply
    /// the clause. Counts the literals of the line that are not in the clause. If there are fewer
    /// than `LONG`, uses weakening, otherwise unit propagation. With weakening, the result has only
    /// those literals of the clause that the line contains. A line of several operations does not
    /// stay as a constraint. If the line is only an existing constraint, this constraint stays.
    pub fn clause(&mut self, line: PolLine, clause: &[PbLit]) -> ProofConstraint {
        debug_assert!(line.implies(clause), "{} does not imply the clause", line.inequality);
        let others =
            line.inequality.terms().filter(|(_, lit)| !clause.contains(lit)).take(LONG).count();
        if others < LONG {
            return self.sum(line.weakened_to(clause));
        }
        let stated = line.text.parse().ok();
        let from = stated.unwrap_or_else(|| self.sum(line).id);
        let derived = self.rup(clause, &[from]);
        if stated.is_none() {
            self.forget(from);
        }
        derived
    }

    /// Derives a constraint by contradiction. `line` gets the negation of the constraint, with its
    /// ID, and returns a sum that is a contradiction; otherwise a debug build panics. The negation
    /// exists only in this step.
    pub fn contradict(
        &mut self,
        inequality: Inequality,
        line: impl FnOnce(&ProofConstraint) -> PolLine,
    ) -> ProofConstraint {
        let negation = ProofConstraint { id: self.last + 1, inequality: inequality.negated() };
        let line = line(&negation);
        debug_assert!(line.inequality.is_contradiction(), "{} is possible", line.inequality);
        self.line(&format!("pbc {inequality} : subproof pol {}; qed pbc : -1;", line.text));
        // The negation and the contradiction have IDs, too.
        self.last += 3;
        ProofConstraint { id: self.last, inequality }
    }

    /// Logs a solution. Returns the ID of the new constraint "the objective is better than in this
    /// solution".
    pub fn improve(&mut self, solution: &str) -> Id {
        self.add_constraint(&format!("soli {solution};"))
    }

    /// Logs only the value of a solution. Adds the same constraint as [`improve`](Steps::improve),
    /// and returns its ID.
    pub fn improve_value(&mut self, value: i128) -> Id {
        self.add_constraint(&format!("obji {value};"))
    }

    /// Deletes a constraint. Steps after this one are not allowed to use it. The constraint must
    /// not be one of the problem.
    pub fn forget(&mut self, id: Id) {
        debug_assert!(id > self.stated, "the problem's constraint {id} stays");
        debug_assert!(self.has(id), "constraint {id} is to come");
        self.line(&format!("del id {id};"));
    }

    /// Writes that the proof has no output, then the conclusion and the end of the proof, and
    /// flushes the output. Later steps are not written. `conclusion` is the text after the word
    /// `conclusion`, without the semicolon. This method must be called only once, since it removes
    /// the stored error.
    ///
    /// # Errors
    ///
    /// If the output has failed at this or an earlier step. The error is the first one.
    pub fn end(&mut self, conclusion: &str) -> io::Result<()> {
        self.line("output NONE;");
        self.line(&format!("conclusion {conclusion};"));
        self.line("end pseudo-Boolean proof;");
        self.is_over = true;
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Returns whether the output has failed.
    pub fn is_refused(&self) -> bool {
        self.error.is_some()
    }
}

/// A `pol` line (a derivation by cutting planes) with the constraint that it derives so far.
#[derive(Clone, Debug)]
pub struct PolLine {
    /// The operations in reverse Polish notation, without the word `pol`.
    text: String,
    inequality: Inequality,
    /// The greatest ID of a constraint in the line; 0 if the line consists only of literals.
    latest: Id,
}

impl PolLine {
    /// Begins a line with a constraint, multiplied by `times`.
    pub fn new(known: &ProofConstraint, times: i128) -> PolLine {
        let mut inequality = Inequality::at_least([], 0);
        inequality.add(&known.inequality, times);
        let mut text = known.id.to_string();
        put_factor(&mut text, times);
        PolLine { text, inequality, latest: known.id }
    }

    /// Returns the sum of constraints, each multiplied by its factor, which must be at least 0.
    /// Returns `None` if there is no constraint. Writes nothing.
    pub fn sum<'a>(
        parts: impl IntoIterator<Item = (&'a ProofConstraint, i128)>,
    ) -> Option<PolLine> {
        let mut summands = parts.into_iter();
        let (first, times) = summands.next()?;
        let mut line = PolLine::new(first, times);
        summands.for_each(|(known, times)| line.add(known, times));
        Some(line)
    }

    /// Returns the sum of constraints. Returns `None` if there is no constraint.
    pub fn sum_of<'a>(parts: impl IntoIterator<Item = &'a ProofConstraint>) -> Option<PolLine> {
        PolLine::sum(parts.into_iter().map(|known| (known, 1)))
    }

    /// Returns the sum of the constraints "the literal is at least 0" for all these literals. There
    /// must be at least one literal. A literal that occurs n times has the weight n.
    pub fn from_literals(lits: &[PbLit]) -> PolLine {
        debug_assert!(!lits.is_empty(), "a sum of nothing");
        let (first, others) = match lits.split_first() {
            Some((&first, others)) => (first.to_string(), others),
            None => (String::new(), lits),
        };
        let inequality = Inequality::at_least(lits.first().copied(), 0);
        let mut line = PolLine { text: first, inequality, latest: 0 };
        others.iter().for_each(|&lit| line.add_literal(lit, 1));
        line
    }

    pub fn weight_of(&self, lit: PbLit) -> i128 {
        self.inequality.weight_of(lit)
    }

    pub fn inequality(&self) -> &Inequality {
        &self.inequality
    }

    /// Returns whether the line implies a clause by weakening alone.
    pub fn implies(&self, clause: &[PbLit]) -> bool {
        self.inequality.implies(clause)
    }

    #[must_use]
    pub fn plus(&self, known: &ProofConstraint) -> PolLine {
        let mut line = self.clone();
        line.add(known, 1);
        line
    }

    #[must_use]
    pub fn plus_line(&self, other: &PolLine) -> PolLine {
        let mut line = self.clone();
        line.add_line(other);
        line
    }

    pub fn add(&mut self, known: &ProofConstraint, times: i128) {
        self.latest = self.latest.max(known.id);
        self.inequality.add(&known.inequality, times);
        put(&mut self.text, " ", known.id);
        put_factor(&mut self.text, times);
        self.text += " +";
    }

    /// Adds the constraint "the literal is at least 0", multiplied by `times`. If the line contains
    /// the negation of the literal, the addition cancels the negation, which is called weakening.
    pub fn add_literal(&mut self, lit: PbLit, times: i128) {
        self.inequality.add_literal(lit, times);
        put(&mut self.text, " ", lit);
        put_factor(&mut self.text, times);
        self.text += " +";
    }

    pub fn add_line(&mut self, other: &PolLine) {
        self.latest = self.latest.max(other.latest);
        self.inequality.add(&other.inequality, 1);
        put(&mut self.text, " ", &other.text);
        self.text += " +";
    }

    /// Multiplies the constraint by a positive number.
    pub fn multiply(&mut self, times: i128) {
        debug_assert!(times > 0, "nothing is left of {} times {times}", self.inequality);
        let mut inequality = Inequality::at_least([], 0);
        inequality.add(&self.inequality, times);
        self.inequality = inequality;
        put_factor(&mut self.text, times);
    }

    /// Divides the constraint by a positive number, and rounds all weights and the degree up. If
    /// the number is 1, does nothing.
    pub fn divide(&mut self, divisor: i128) {
        debug_assert!(divisor > 0, "a division by {divisor}");
        if divisor > 1 {
            self.inequality.divide(divisor);
            put(&mut self.text, " ", divisor);
            self.text += " d";
        }
    }

    /// Returns the line without the literals that are not in a clause. The line must imply the
    /// clause. Removes the other literals by weakening, saturates, and divides by the largest
    /// weight, so that each remaining weight is 1. Literals of the clause that the line does not
    /// contain are missing in the result. The degree stays above 1 if the line demands that several
    /// of the clause's literals are true.
    #[must_use]
    pub fn weakened_to(mut self, clause: &[PbLit]) -> PolLine {
        debug_assert!(self.implies(clause), "{} does not imply the clause", self.inequality);
        self.weaken(|lit| clause.contains(&lit));
        self.saturate();
        let most = self.inequality.terms().map(|(weight, _)| weight).max().unwrap_or(1);
        self.divide(most);
        self
    }

    /// Removes literals by weakening, as if they were true. These are the literals for which
    /// `is_kept` is false.
    pub fn weaken(&mut self, is_kept: impl Fn(PbLit) -> bool) {
        let others: Vec<(i128, PbLit)> =
            self.inequality.terms().filter(|(_, lit)| !is_kept(*lit)).collect();
        others.into_iter().for_each(|(weight, lit)| self.add_literal(!lit, weight));
    }

    /// Lowers each weight that is above the degree to the degree.
    pub fn saturate(&mut self) {
        self.inequality.saturate();
        self.text += " s";
    }
}

fn put(text: &mut String, before: &str, what: impl Display) {
    write!(text, "{before}{what}").expect("a string can be written to");
}

/// Writes a multiplication in reverse Polish notation. Writes nothing if the factor is 1.
fn put_factor(text: &mut String, times: i128) {
    if times != 1 {
        put(text, " ", times);
        *text += " *";
    }
}
