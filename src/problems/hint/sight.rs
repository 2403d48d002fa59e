//! Literals that follow from another literal by free constraints (those that belong to no rule),
//! and the known facts of a board.

use super::theory::code;
use crate::model::{Lit, Model, Relation, Statement};

/// The values of the model's variables. `None` for a variable whose value is unknown.
pub(super) type Partial = Vec<Option<bool>>;

/// Returns the value of a literal. Returns `None` if it is unknown.
pub(super) fn value(values: &Partial, lit: Lit) -> Option<bool> {
    values[lit.variable()].map(|value| value != lit.is_negated())
}

/// Sets a literal to true. Returns `true` if its value was unknown, `false` if it was true already,
/// and `None` if it was false, which is a contradiction; even in this case, the literal is true
/// afterwards.
pub(super) fn set(values: &mut Partial, lit: Lit) -> Option<bool> {
    let known = value(values, lit);
    values[lit.variable()] = Some(!lit.is_negated());
    match known {
        None => Some(true),
        Some(true) => Some(false),
        Some(false) => None,
    }
}

/// The free constraints over one or two literals. Free constraints belong to no rule, so a hint may
/// use them without naming a rule. Constraints over two literals are stored as implications. A
/// literal *shows* all literals that follow from it by these implications.
pub(super) struct Sight {
    /// For each literal, the literals that follow from it by one implication. They are sorted and
    /// distinct. The index of a literal in this list is its [`code`].
    shows: Vec<Vec<Lit>>,
    /// The literals that free constraints of one literal state to be true.
    units: Vec<Lit>,
}

impl Sight {
    /// Collects the implications of the free constraints of a model, which are the constraints
    /// without an origin. Uses unit clauses, clauses of two literals, at-most-one constraints, and
    /// the upper bounds of exactly-one constraints. Ignores all other constraints without an
    /// origin.
    pub fn from_model(model: &Model) -> Sight {
        let mut sight =
            Sight { shows: vec![Vec::new(); 2 * model.labels().len()], units: Vec::new() };
        for free in model.constraints().iter().filter(|one| one.origin().is_none()) {
            match free.statement {
                Statement::Clause(&[lit]) => sight.units.push(lit),
                Statement::Clause(&[one, other]) => sight.add_clause(one, other),
                Statement::AtMostOne(lits)
                | Statement::ExactlyOne(lits)
                | Statement::Cardinality(lits, Relation::AtMost, 1) => {
                    for (place, &one) in lits.iter().enumerate() {
                        lits[place + 1..].iter().for_each(|&other| sight.add_clause(!one, !other));
                    }
                }
                _ => {}
            }
        }
        sight.shows.iter_mut().for_each(|shown| {
            shown.sort_unstable();
            shown.dedup();
        });
        sight
    }

    /// Adds the two implications of a clause of two literals.
    fn add_clause(&mut self, one: Lit, other: Lit) {
        self.shows[code(!one)].push(other);
        self.shows[code(!other)].push(one);
    }

    /// Returns the literals that a literal implies by one implication.
    pub fn implied_by(&self, lit: Lit) -> &[Lit] {
        &self.shows[code(lit)]
    }

    /// Sets a literal to true, and also all literals that follow from it by free constraints (those
    /// that belong to no rule). Returns those of these literals whose value was unknown. If one of
    /// them was true already, its own consequences are not set again, so `values` must have them
    /// already. Returns `None` if one of these literals was false; this literal and the literals
    /// that were set before stay set.
    pub fn propagate(&self, values: &mut Partial, lit: Lit) -> Option<Vec<Lit>> {
        let mut reached = if set(values, lit)? { vec![lit] } else { Vec::new() };
        let mut next = 0;
        while let Some(&lit) = reached.get(next) {
            next += 1;
            for &shown in self.implied_by(lit) {
                if set(values, shown)? {
                    reached.push(shown);
                }
            }
        }
        Some(reached)
    }

    /// Returns the values that follow from the free constraints (those that belong to no rule)
    /// alone. Contradictions are ignored.
    pub fn free_values(&self) -> Partial {
        let mut values = vec![None; self.shows.len() / 2];
        for &unit in &self.units {
            // If these constraints contradict each other, the board has no answer. The solver will
            // find this.
            let _ = self.propagate(&mut values, unit);
        }
        values
    }

    /// Returns the values that follow from these facts and the free constraints (those that belong
    /// to no rule). Contradictions are ignored.
    pub fn closure(&self, facts: &[Lit]) -> Partial {
        let mut values = self.free_values();
        facts.iter().for_each(|&fact| {
            let _ = self.propagate(&mut values, fact);
        });
        values
    }

    /// Returns a literal and all literals that follow from it by free constraints (those that
    /// belong to no rule). Returns only the literal itself if this leads to a contradiction.
    fn reach(&self, lit: Lit) -> Vec<Lit> {
        let mut values = vec![None; self.shows.len() / 2];
        self.propagate(&mut values, lit).unwrap_or_else(|| vec![lit])
    }
}

/// The known facts of a board, and the values that follow from them by free constraints (those that
/// belong to no rule).
pub(super) struct KnownFacts {
    /// The values that follow from the facts and from the free constraints (those that belong to no
    /// rule).
    pub values: Partial,
    /// The values that follow from the free constraints (those that belong to no rule) without any
    /// fact.
    free: Partial,
    /// The facts: the literals that were added and did not follow from earlier facts by free
    /// constraints (those that belong to no rule).
    pub facts: Vec<Lit>,
    /// For each literal, the facts that alone imply it by free constraints (those that belong to no
    /// rule). The facts are given as indices in `facts`. The index of a literal in this list is its
    /// `code`.
    shown: Vec<Vec<usize>>,
}

impl KnownFacts {
    /// Returns a state without facts. The known values are those that follow from the free
    /// constraints (those that belong to no rule).
    pub fn new(sight: &Sight) -> KnownFacts {
        let free = sight.free_values();
        let shown = vec![Vec::new(); 2 * free.len()];
        KnownFacts { values: free.clone(), free, facts: Vec::new(), shown }
    }

    /// Adds a fact, and the values that follow from it. Does nothing if the fact is known to be
    /// true already. If the values contradict known ones, the new values are kept. If the fact
    /// contradicts the free constraints (those that belong to no rule), only the fact itself is
    /// added.
    pub fn learn(&mut self, sight: &Sight, lit: Lit) {
        if value(&self.values, lit) == Some(true) {
            return;
        }
        let number = self.facts.len();
        self.facts.push(lit);
        for shown in sight.reach(lit) {
            self.shown[code(shown)].push(number);
            // If facts contradict each other, the value that the last fact demands is kept.
            let _ = set(&mut self.values, shown);
        }
    }

    /// Returns the indices in `facts` of those facts that alone imply a literal by free constraints
    /// (those that belong to no rule). Returns `None` if the literal follows without any fact.
    pub fn facts_for(&self, lit: Lit) -> Option<&[usize]> {
        let is_free = value(&self.free, lit) == Some(true);
        (!is_free).then(|| &self.shown[code(lit)][..])
    }
}
