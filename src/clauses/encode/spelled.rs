//! The clauses of one constraint, with a name and a meaning for each auxiliary variable.
//!
//! The literals of the constraint are x1, x2, …. An auxiliary variable is named after its meaning:
//! `s[3,2]` is "at least 2 of the first 3 literals are true". The meaning is the one that the
//! encoding reports ([`Meaning`]), often in terms of other auxiliary variables. The value of the
//! meaning is tabulated for all assignments of the literals. The table shows whether the meaning is
//! a count, a parity or a total weight. If it is none of these, or if there are more than
//! [`MOST_TABULATED`] literals, the variable is named a1, a2, …, and its meaning is a formula. A
//! reported count or parity of the constraint's own literals needs no table.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use quarrel_encodings::observe::Observe;
use quarrel_encodings::{Clauses, Collect, Error, Meaning, Relation};
use rustsat::types::Lit;

use super::{EncodeRefusal, Encodings, encode};
use crate::model::{Model, Statement};
use crate::stop::Stop;

/// The greatest number of literals of a constraint for which meanings are tabulated. A table has an
/// entry for each assignment of the literals.
pub const MOST_TABULATED: usize = 12;

/// The greatest number of consecutive places that are listed one by one. If a longer list has no
/// gaps, only its first and its last place are shown.
const MOST_LISTED: usize = 3;

/// The clauses of a constraint, and the names of their variables.
#[derive(Clone, Debug)]
pub struct SpelledConstraint {
    /// The variables in the order of their numbers. The literals of the constraint come first.
    pub variables: Vec<SpelledVariable>,
    /// The clauses, over variables numbered as in `variables`.
    pub clauses: Clauses,
}

/// A variable with its name and meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledVariable {
    /// The name, different from all others.
    pub name: String,
    /// The meaning of an auxiliary variable; `None` for a literal of the constraint.
    pub meaning: Option<SpelledMeaning>,
}

/// The meaning of an auxiliary variable. A place is the position of a literal in the constraint,
/// from 0.
///
/// If the constraint holds and each variable has the value of its meaning, all clauses are
/// satisfied. They can also be satisfied with other values of the auxiliary variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpelledMeaning {
    /// The number of true literals at these places is at least or at most a number.
    Count(BTreeSet<usize>, Relation, usize),
    /// The number of true literals at these places is odd (`true`) or even (`false`).
    Parity(BTreeSet<usize>, bool),
    /// The total weight of the true literals at these places is at least or at most a number.
    Weight(BTreeSet<usize>, Relation, u128),
    /// A formula over the names of other variables.
    Formula(String),
}

/// Encodes a model of one constraint and names the variables. The variables of the model must be
/// the variables of the constraint, in the order of its literals. Returns `Ok(None)` if there are
/// more than `most` clauses. Bounds on an objective are not encoded.
///
/// # Errors
///
/// If the encoding cannot express the constraint or is stopped, or if [`encode`] refuses it for
/// another reason.
pub fn spell(
    model: &Model,
    encodings: &Encodings,
    most: usize,
    stop: &Stop,
) -> Result<Option<SpelledConstraint>, EncodeRefusal> {
    let mut sink =
        SpelledSink { most, is_full: false, clauses: Clauses::new(), meanings: HashMap::new() };
    let formula = match encode(model, encodings, &mut sink, stop) {
        Ok(formula) => formula,
        Err(_) if sink.is_full => return Ok(None),
        Err(refusal) => return Err(refusal),
    };
    let speller = Speller::new(model, sink.meanings);
    let variables = speller.variables(formula.variables());
    Ok(Some(SpelledConstraint { variables, clauses: sink.clauses }))
}

impl SpelledConstraint {
    /// Returns the names and meanings of the auxiliary variables, in the order of their numbers.
    pub fn auxiliary(&self) -> impl Iterator<Item = (&str, &SpelledMeaning)> {
        self.variables.iter().filter_map(|one| Some((one.name.as_str(), one.meaning.as_ref()?)))
    }

    /// Returns the clauses as disjunctions of names, such as `¬x1 ∨ s[2,1]`. The empty clause is
    /// `⊥`.
    pub fn disjunctions(&self) -> impl Iterator<Item = String> {
        self.clauses.iter().map(|clause| match clause {
            [] => "⊥".to_owned(),
            lits => join(lits.iter().map(|&lit| literal(lit, &self.variables)), " ∨ "),
        })
    }
}

/// A collector of clauses and meanings that refuses more than `most` clauses.
struct SpelledSink {
    most: usize,
    /// Whether a clause was refused because there were `most` already.
    is_full: bool,
    clauses: Clauses,
    /// The meanings that the encoding reports for auxiliary variables, by the index of the
    /// variable.
    meanings: HashMap<usize, Meaning>,
}

impl Collect for SpelledSink {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        if self.clauses.len() == self.most {
            self.is_full = true;
            return Err(Error::Stopped);
        }
        self.clauses.collect(clause)
    }

    fn observer(&mut self) -> Option<&mut dyn Observe> {
        Some(self)
    }
}

impl Observe for SpelledSink {
    fn define(&mut self, variable: Lit, meaning: Meaning) {
        self.meanings.insert(variable.vidx(), meaning);
    }
}

/// The values of a meaning for all assignments. In the index of an assignment, bit p is the value
/// of the literal at place p.
type TruthTable = Rc<[bool]>;

/// The facts from which the auxiliary variables of one constraint are named.
struct Speller {
    /// The number of literals of the constraint.
    literals: usize,
    /// The weights of the literals. `None` if the constraint has no weights, or a negative one.
    weights: Option<Vec<u128>>,
    /// The meanings that the encoding reports for auxiliary variables, by the index of the
    /// variable.
    meanings: HashMap<usize, Meaning>,
}

impl Speller {
    /// Prepares to name the variables for a model of one constraint. The weights are taken from the
    /// model's first sum without a negative weight. There is one weight for each variable; a
    /// variable that is not in the sum has the weight 0. There are no weights if the model has no
    /// such sum.
    fn new(model: &Model, meanings: HashMap<usize, Meaning>) -> Speller {
        let literals = model.labels().len();
        let weights = model.constraints().statements().find_map(|statement| {
            let Statement::Linear(row) = statement else { return None };
            let mut weights = vec![0; literals];
            for term in row.sum.terms() {
                weights[term.atom.variable()] = u128::try_from(term.weight).ok()?;
            }
            Some(weights)
        });
        Speller { literals, weights, meanings }
    }

    /// Returns all variables with their names and meanings, in the order of their numbers. `number`
    /// is the number of all variables, including those of the model. The model's variables come
    /// first, as x1, x2, …, without meanings. If the meaning of an auxiliary variable is not a
    /// count, parity or total weight, the meaning is the reported one as a formula. If no meaning
    /// is reported, the formula is `open`.
    fn variables(&self, number: usize) -> Vec<SpelledVariable> {
        let mut tables = HashMap::new();
        let of = |variable: usize| {
            self.direct(variable).or_else(|| self.tabulated(variable, &mut tables))
        };
        let counted: Vec<Option<SpelledMeaning>> = (self.literals..number).map(of).collect();
        let mut names: Vec<String> = (0..self.literals).map(literal_name).collect();
        names.extend(self.names(&counted));
        let mut variables: Vec<SpelledVariable> = names
            .iter()
            .map(|name| SpelledVariable { name: name.clone(), meaning: None })
            .collect();
        for (variable, counted) in (self.literals..).zip(counted) {
            let meaning = counted.unwrap_or_else(|| {
                let formula = self
                    .meanings
                    .get(&variable)
                    .map(|meaning| formula(meaning, &variables))
                    .unwrap_or_else(|| "open".to_owned());
                SpelledMeaning::Formula(formula)
            });
            variables[variable].meaning = Some(meaning);
        }
        variables
    }

    /// Returns the meaning of a variable if its own definition is a count or parity of literals of
    /// the constraint. Negated literals make a count "at most", and change a parity. Otherwise
    /// returns `None`. This includes definitions without literals, with an auxiliary variable, or
    /// with a variable twice, and counts that have both negated and other literals.
    fn direct(&self, variable: usize) -> Option<SpelledMeaning> {
        let (lits, least) = match self.meanings.get(&variable)? {
            Meaning::AtLeast(lits, least) => (lits, Some(*least)),
            Meaning::Odd(lits) => (lits, None),
            _ => return None,
        };
        let places: BTreeSet<usize> = lits.iter().map(|lit| lit.vidx()).collect();
        let negated = lits.iter().filter(|lit| lit.is_neg()).count();
        if places.len() < lits.len() || places.last().is_none_or(|&last| last >= self.literals) {
            return None;
        }
        match least {
            None => Some(SpelledMeaning::Parity(places, negated % 2 == 0)),
            Some(least) if negated == 0 => {
                Some(SpelledMeaning::Count(places, Relation::AtLeast, least))
            }
            Some(least) if negated == lits.len() => {
                Some(SpelledMeaning::Count(places, Relation::AtMost, lits.len() - least))
            }
            Some(_) => None,
        }
    }

    /// Returns the meaning of a variable if its truth table is that of a count, a parity or a total
    /// weight, preferring them in this order. The meaning is about the literals on which the table
    /// depends. Otherwise returns `None`. Also returns `None` if the table is constant, if a
    /// meaning on which the table depends is not reported, or if there are more than
    /// [`MOST_TABULATED`] literals. Stores the tables that it makes in `tables`.
    fn tabulated(
        &self,
        variable: usize,
        tables: &mut HashMap<usize, TruthTable>,
    ) -> Option<SpelledMeaning> {
        if self.literals > MOST_TABULATED {
            return None;
        }
        let table = self.table(variable, tables)?;
        let places: BTreeSet<usize> = (0..self.literals)
            .filter(|place| (0..table.len()).any(|bits| table[bits] != table[bits ^ (1 << place)]))
            .collect();
        let true_ones = |bits: usize| places.iter().filter(move |&&place| bits >> place & 1 == 1);
        if let Some((relation, end)) = threshold(&table, |bits| true_ones(bits).count()) {
            return Some(SpelledMeaning::Count(places, relation, end));
        }
        let odd = table[1 << places.first()?];
        if (0..table.len()).all(|bits| table[bits] == ((true_ones(bits).count() % 2 == 1) == odd)) {
            return Some(SpelledMeaning::Parity(places, odd));
        }
        let weights = self.weights.as_ref()?;
        let (relation, end) =
            threshold(&table, |bits| true_ones(bits).map(|&place| weights[place]).sum())?;
        Some(SpelledMeaning::Weight(places, relation, end))
    }

    /// Returns the truth table of a variable's meaning. For n literals, the table has 2ⁿ entries.
    /// In the index of an assignment, bit p is the value of the literal at place p. The variables
    /// below n are these literals; they need no reported meaning. Stores in `tables` this table and
    /// the tables on which it depends. Returns `None` if the variable, or a variable on which its
    /// meaning depends, is an auxiliary variable without a reported meaning. Tables made before
    /// that stay stored. Meanings must not depend on each other in a circle.
    fn table(
        &self,
        variable: usize,
        tables: &mut HashMap<usize, TruthTable>,
    ) -> Option<TruthTable> {
        if let Some(table) = tables.get(&variable) {
            return Some(Rc::clone(table));
        }
        let assignments = 0..1_usize << self.literals;
        let table: TruthTable = if variable < self.literals {
            assignments.map(|bits| bits >> variable & 1 == 1).collect()
        } else {
            let meaning = self.meanings.get(&variable)?;
            for lit in meaning.lits() {
                self.table(lit.vidx(), tables)?;
            }
            let value = |lit: Lit, bits: usize| tables[&lit.vidx()][bits] != lit.is_neg();
            assignments.map(|bits| meaning.evaluate(&mut |lit| value(lit, bits))).collect()
        };
        tables.insert(variable, Rc::clone(&table));
        Some(table)
    }

    /// Returns the names of the auxiliary variables, such as `s[3,2]`. `meanings` has the meaning
    /// of each variable; `None` if the variable has only a formula. A variable is named after its
    /// meaning if the meaning is about a range of consecutive literals. The other variables are a1,
    /// a2, …. If an earlier variable has the same name, primes are added.
    ///
    /// A name shows its range by the range's end, counted from 1. This is so if, for all names with
    /// the same letter, the range begins at the first literal. Otherwise the name shows both ends
    /// of the range, and the letter `s` becomes `t`.
    fn names(&self, meanings: &[Option<SpelledMeaning>]) -> Vec<String> {
        let known =
            || meanings.iter().flatten().filter_map(|one| Some((one.letter(), one.range()?)));
        let mut names: Vec<String> = Vec::with_capacity(meanings.len());
        let mut others = 0;
        for meaning in meanings {
            let range = meaning.as_ref().and_then(|one| Some((one, one.range()?)));
            let Some((meaning, [first, last])) = range else {
                others += 1;
                names.push(format!("a{others}"));
                continue;
            };
            let letter = meaning.letter();
            // If all ranges of names with this letter begin at the first literal, the name has only
            // the end of the range.
            let is_prefix = known().all(|(other, [first, _])| other != letter || first == 0);
            let range = if is_prefix {
                (last + 1).to_string()
            } else {
                format!("{}..{}", first + 1, last + 1)
            };
            let letter = if letter == "s" && !is_prefix { "t" } else { letter };
            let mut name = match meaning.bound() {
                Some(bound) => format!("{letter}[{range},{bound}]"),
                None => format!("{letter}[{range}]"),
            };
            while names.contains(&name) {
                name.push('\'');
            }
            names.push(name);
        }
        names
    }
}

/// Returns the threshold of a table, in two cases. If the table is true for exactly the assignments
/// whose amount is at least a number, returns `AtLeast` and the least amount for which the table is
/// true. If the table is true for exactly the assignments whose amount is at most a number, returns
/// `AtMost` and the greatest such amount. Otherwise returns `None`; also if the table is constant.
/// `amount` gives the amount of the assignment with an index in the table.
fn threshold<A: Ord + Copy>(table: &[bool], amount: impl Fn(usize) -> A) -> Option<(Relation, A)> {
    let of = |value: bool| (0..table.len()).filter(move |&bits| table[bits] == value).map(&amount);
    let [least_true, most_true] = [of(true).min()?, of(true).max()?];
    let [least_false, most_false] = [of(false).min()?, of(false).max()?];
    if most_false < least_true {
        Some((Relation::AtLeast, least_true))
    } else if most_true < least_false {
        Some((Relation::AtMost, most_true))
    } else {
        None
    }
}

impl SpelledMeaning {
    /// Returns the first and the last place of the meaning. Returns `None` if the meaning is a
    /// formula, or if it is not about all literals between these places.
    fn range(&self) -> Option<[usize; 2]> {
        let places = self.places()?;
        let [first, last] = [*places.first()?, *places.last()?];
        (last - first + 1 == places.len()).then_some([first, last])
    }

    /// Returns the places of the literals that the meaning is about, or `None` if it is a formula.
    fn places(&self) -> Option<&BTreeSet<usize>> {
        match self {
            SpelledMeaning::Count(places, ..)
            | SpelledMeaning::Parity(places, _)
            | SpelledMeaning::Weight(places, ..) => Some(places),
            SpelledMeaning::Formula(_) => None,
        }
    }

    /// Returns the letter or word with which the names for this kind of meaning begin:
    ///
    /// - for counts, `s` for "at least" and `m` for "at most" or "exactly", but `none` for at most
    ///   or exactly 0;
    /// - for parities, `odd` or `even`;
    /// - for weights, `w` for "at least" and `v` otherwise;
    /// - for formulas, `a`.
    fn letter(&self) -> &'static str {
        match self {
            SpelledMeaning::Count(_, Relation::AtLeast, _) => "s",
            SpelledMeaning::Count(_, _, 0) => "none",
            SpelledMeaning::Count(..) => "m",
            SpelledMeaning::Parity(_, true) => "odd",
            SpelledMeaning::Parity(_, false) => "even",
            SpelledMeaning::Weight(_, Relation::AtLeast, _) => "w",
            SpelledMeaning::Weight(..) => "v",
            SpelledMeaning::Formula(_) => "a",
        }
    }

    /// Returns the number in the name of a variable with this meaning. Returns `None` for names
    /// without a number: those of a parity, of a formula, and of a count of at most 0.
    fn bound(&self) -> Option<u128> {
        match self {
            SpelledMeaning::Count(_, Relation::AtMost, 0) => None,
            SpelledMeaning::Count(_, _, bound) => Some(*bound as u128),
            SpelledMeaning::Weight(_, _, bound) => Some(*bound),
            SpelledMeaning::Parity(..) | SpelledMeaning::Formula(_) => None,
        }
    }

    /// Returns the meaning in words, such as `at least 2 of x1, x2, x3`. A count of at most 0 is
    /// `none of`. A count of at least all literals is `all of`, if there are several literals. A
    /// formula is returned unchanged.
    pub fn words(&self) -> String {
        match self {
            SpelledMeaning::Count(places, Relation::AtMost, 0) => {
                format!("none of {}", list_names(places))
            }
            SpelledMeaning::Count(places, Relation::AtLeast, all)
                if *all == places.len() && *all > 1 =>
            {
                format!("all of {}", list_names(places))
            }
            SpelledMeaning::Count(places, relation, bound) => {
                format!("{} {bound} of {}", relation.words(), list_names(places))
            }
            SpelledMeaning::Parity(places, odd) => {
                let number = if *odd { "an odd number" } else { "an even number" };
                format!("{number} of {}", list_names(places))
            }
            SpelledMeaning::Weight(places, relation, bound) => {
                format!("{} together weigh {} {bound}", list_names(places), relation.words())
            }
            SpelledMeaning::Formula(formula) => formula.clone(),
        }
    }
}

/// Returns the name of the constraint's literal at a place.
fn literal_name(place: usize) -> String {
    format!("x{}", place + 1)
}

/// Returns the names of the literals at these places, in increasing order and with commas between
/// them. More than [`MOST_LISTED`] places without gaps are shortened to the first and the last.
fn list_names(places: &BTreeSet<usize>) -> String {
    match (places.first(), places.last()) {
        (Some(&first), Some(&last))
            if places.len() > MOST_LISTED && last - first + 1 == places.len() =>
        {
            format!("{} … {}", literal_name(first), literal_name(last))
        }
        _ => join(places.iter().map(|&place| literal_name(place)), ", "),
    }
}

fn literal(lit: Lit, variables: &[SpelledVariable]) -> String {
    let sign = if lit.is_neg() { "¬" } else { "" };
    format!("{sign}{}", variables[lit.vidx()].name)
}

fn join(words: impl Iterator<Item = String>, between: &str) -> String {
    words.collect::<Vec<_>>().join(between)
}

/// Returns a meaning as a formula over the names of `variables`, which must contain all variables
/// of the meaning. A count is a disjunction if at least 1 literal must be true, and a conjunction
/// if all literals must be true. Without literals, such a formula is an empty text. Any other count
/// is a sum with `≥`, and so are remainders and weights; weights of 1 are not written. A parity has
/// `⊕` between its literals.
fn formula(meaning: &Meaning, variables: &[SpelledVariable]) -> String {
    let all = |lits: &[Lit], between: &str| {
        join(lits.iter().map(|&lit| literal(lit, variables)), between)
    };
    match meaning {
        Meaning::AtLeast(lits, 1) => all(lits, " ∨ "),
        Meaning::AtLeast(lits, least) if *least == lits.len() => all(lits, " ∧ "),
        Meaning::AtLeast(lits, least) => format!("{} ≥ {least}", all(lits, " + ")),
        Meaning::Carry(lits) => format!("{} ≥ 2", all(lits, " + ")),
        Meaning::Odd(lits) => all(lits, " ⊕ "),
        Meaning::Remainders { parts, base, least } => {
            let remainders = parts.iter().map(|part| format!("({}) mod {base}", all(part, " + ")));
            format!("{} ≥ {least}", join(remainders, " + "))
        }
        Meaning::WeightAtLeast(terms, least) => {
            let term = |term: &quarrel_encodings::pseudo_boolean::Term| match term.weight {
                1 => literal(term.lit, variables),
                weight => format!("{weight} {}", literal(term.lit, variables)),
            };
            format!("{} ≥ {least}", join(terms.iter().map(term), " + "))
        }
    }
}

#[cfg(test)]
mod tests;
