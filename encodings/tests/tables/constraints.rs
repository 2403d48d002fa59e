//! The constraints of every row, and their clauses with the constrained literals.

use std::collections::HashSet;

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::parity::{self, ParityEncoding};
use quarrel_encodings::{Clauses, Collect, Error, Parity, Relation};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use super::referee::Referee;

pub const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

/// Rows to be tested: those of the tables, or rows of a test.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub at_most_one: &'a [AtMostOne],
    pub cardinality: &'a [Cardinality],
    pub parity: &'a [ParityEncoding],
}

pub const ALL: Rows =
    Rows { at_most_one: at_most_one::ALL, cardinality: cardinality::ALL, parity: parity::ALL };

type Write<'a> = &'a dyn Fn(&[Lit], &mut dyn Collect, &mut dyn ManageVars) -> Result<(), Error>;

/// A constraint by a row: its name, the function that writes it, and the counts that satisfy it.
pub struct Constraint<'a> {
    pub name: String,
    pub row: &'static str,
    pub write: Write<'a>,
    /// Returns whether the constraint holds for this number of true literals, counted with
    /// repetition.
    pub holds: &'a dyn Fn(usize) -> bool,
}

impl Rows<'_> {
    /// Calls the test with each constraint over n literals and each bound from 0 to n+2.
    pub fn for_each_constraint(self, n: usize, test: &mut dyn FnMut(&Constraint)) {
        let bounds: Vec<usize> = (0..=n + 2).collect();
        self.for_each_bound(n, &bounds, test);
    }

    /// Calls the test with each constraint over n literals and each of these bounds.
    pub fn for_each_bound(self, n: usize, bounds: &[usize], test: &mut dyn FnMut(&Constraint)) {
        self.for_each_at_most_one(n, test);
        for (relation, &bound) in RELATIONS.iter().flat_map(|r| bounds.iter().map(move |k| (r, k)))
        {
            self.for_each_cardinality(n, *relation, bound, test);
        }
        for parity in [Parity::Even, Parity::Odd] {
            self.for_each_parity(n, parity, test);
        }
    }

    pub fn for_each_at_most_one(self, n: usize, test: &mut dyn FnMut(&Constraint)) {
        for row in self.at_most_one {
            test(&Constraint {
                name: format!("{} at most one of {n}", row.name),
                row: row.name,
                write: &|lits, clauses, variables| row.encode(lits, clauses, variables),
                holds: &|count| count <= 1,
            });
        }
    }

    pub fn for_each_cardinality(
        self,
        n: usize,
        relation: Relation,
        bound: usize,
        test: &mut dyn FnMut(&Constraint),
    ) {
        for row in self.cardinality {
            test(&Constraint {
                name: format!("{} {relation:?} {bound} of {n}", row.name),
                row: row.name,
                write: &|lits, clauses, variables| {
                    row.encode(lits, relation, bound, clauses, variables)
                },
                holds: &|count| relates(count, relation, bound),
            });
        }
    }

    pub fn for_each_parity(self, n: usize, parity: Parity, test: &mut dyn FnMut(&Constraint)) {
        for row in self.parity {
            test(&Constraint {
                name: format!("{} {} of {n}", row.name, parity.word()),
                row: row.name,
                write: &|lits, clauses, variables| row.encode(lits, parity, clauses, variables),
                holds: &|count| Parity::from_number(count) == parity,
            });
        }
    }
}

pub fn relates(count: usize, relation: Relation, bound: usize) -> bool {
    match relation {
        Relation::AtMost => count <= bound,
        Relation::AtLeast => count >= bound,
        Relation::Exactly => count == bound,
    }
}

/// Returns the clauses of one constraint, or `None` if the row has no form for it.
pub fn written(
    constraint: &Constraint,
    lits: &[Lit],
    clauses: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Option<()> {
    match (constraint.write)(lits, clauses, variables) {
        Ok(()) => Some(()),
        Err(Error::NoForm { encoding, .. }) => {
            assert_eq!(encoding, constraint.row, "a refusal names the row");
            None
        }
        Err(error) => panic!("{}: {error}", constraint.name),
    }
}

/// Clauses with the literals that they constrain.
#[derive(Clone)]
pub struct Formula {
    /// The literals, which may repeat.
    pub lits: Vec<Lit>,
    /// One literal for each variable.
    pub free: Vec<Lit>,
    pub clauses: Clauses,
    pub variables: BasicVarManager,
}

impl Formula {
    pub fn over(lits: Vec<Lit>) -> Formula {
        let mut variables = BasicVarManager::default();
        let mut free: Vec<Lit> = Vec::new();
        for lit in &lits {
            variables.mark_used(lit.var());
            if free.iter().all(|other| other.var() != lit.var()) {
                free.push(*lit);
            }
        }
        Formula { lits, free, clauses: Clauses::new(), variables }
    }

    /// Creates a formula without clauses over n literals of variables with gaps between them. The
    /// bits of `negated` say which literals are negated.
    pub fn new(n: usize, negated: usize) -> Formula {
        let lit = |place: usize| Lit::new(number(3 * place + 1), negated >> place & 1 == 1);
        let mut formula = Formula::over((0..n).map(lit).collect());
        formula.variables.increase_next_free(Var::new(number(3 * n + 2)));
        formula
    }

    pub fn of(constraint: &Constraint, n: usize, negated: usize) -> Option<Formula> {
        let mut formula = Formula::new(n, negated);
        formula.add(constraint).then_some(formula)
    }

    /// Adds the clauses of one constraint and returns whether the row has a form for it.
    pub fn add(&mut self, constraint: &Constraint) -> bool {
        written(constraint, &self.lits, &mut self.clauses, &mut self.variables).is_some()
    }

    pub fn referee(&self) -> Referee {
        Referee::new(self.clauses.iter(), self.variables.n_used())
    }

    /// Returns, for each assignment of `free`, whether the clauses allow it. The bits of an index
    /// are the values of the literals.
    pub fn allowed(&self) -> Vec<bool> {
        self.referee().allowed(&self.free)
    }

    /// Returns, for each assignment of the variables, whether `holds` accepts its number of true
    /// literals.
    pub fn right(&self, holds: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let place = |lit: &Lit| {
            let place = self.free.iter().position(|free| free.var() == lit.var());
            let place = place.expect("each variable is there");
            (place, self.free[place] == *lit)
        };
        let places: Vec<(usize, bool)> = self.lits.iter().map(place).collect();
        let count = |bits: usize| {
            places.iter().filter(|&&(place, positive)| (bits >> place & 1 == 1) == positive).count()
        };
        (0_usize..1 << self.free.len()).map(|bits| holds(count(bits))).collect()
    }

    /// Returns the auxiliary variables: those in the clauses that are not variables of the
    /// literals.
    pub fn auxiliary(&self) -> HashSet<Var> {
        let used = self.clauses.iter().flat_map(|clause| clause.iter().map(|lit| lit.var()));
        used.filter(|variable| self.lits.iter().all(|lit| lit.var() != *variable)).collect()
    }
}

pub fn number(small: usize) -> u32 {
    u32::try_from(small).expect("a small number")
}
