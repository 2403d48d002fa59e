//! Every row of every table says what its constraint says: for each assignment of the literals the
//! clauses can be satisfied exactly where the constraint holds.
//!
//! The tests walk the tables, so a new encoding is tested by its line in one. They decide
//! satisfiability with a solver of twenty lines, which is all that formulas of this size need.

use std::collections::HashSet;

use quarrel_encodings::cardinality::Relation;
use quarrel_encodings::{Refusal, Signal, Writer, at_most_one, cardinality, parity};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::{Clause, Lit, Var};

/// The most literals that a constraint of these tests has.
const MOST: usize = 6;

const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

/// Writes a constraint over literals.
type Write<'a> = &'a dyn Fn(&[Lit], &mut Cnf, &mut dyn ManageVars) -> Result<(), Refusal>;

/// A row of a table with a relation and a bound, by name, with what it is to say.
struct Constraint<'a> {
    name: String,
    row: &'static str,
    write: Write<'a>,
    holds: &'a dyn Fn(usize) -> bool,
}

/// Clauses with the literals that they constrain.
struct Formula {
    lits: Vec<Lit>,
    clauses: Vec<Clause>,
    variables: BasicVarManager,
}

impl Formula {
    /// No clauses yet over n literals of scattered variables, of which `negated` says by its bits
    /// which are negated.
    fn new(n: usize, negated: usize) -> Formula {
        let lit = |place: usize| {
            let variable = u32::try_from(3 * place + 1).expect("a small number");
            Lit::new(variable, negated >> place & 1 == 1)
        };
        let mut variables = BasicVarManager::default();
        variables.increase_next_free(Var::new(u32::try_from(3 * n + 2).expect("a small number")));
        Formula { lits: (0..n).map(lit).collect(), clauses: Vec::new(), variables }
    }

    /// The clauses of one constraint; none where the row has no form for it.
    fn of(constraint: &Constraint, n: usize, negated: usize) -> Option<Formula> {
        let mut formula = Formula::new(n, negated);
        match formula.add(constraint.write) {
            Ok(()) => Some(formula),
            Err(Refusal::NoForm { encoding, .. }) => {
                assert_eq!(encoding, constraint.row, "a refusal names the row");
                None
            }
            Err(error) => panic!("{}: {error}", constraint.name),
        }
    }

    fn add(&mut self, write: Write) -> Result<(), Refusal> {
        let mut clauses = Cnf::new();
        write(&self.lits, &mut clauses, &mut self.variables)?;
        self.clauses.extend(clauses);
        Ok(())
    }

    /// The literals that hold in an assignment, given by bits.
    fn assumed(&self, assignment: usize) -> Vec<Lit> {
        let holds = |place: usize| assignment >> place & 1 == 1;
        let literal = |(place, &lit): (usize, &Lit)| if holds(place) { lit } else { !lit };
        self.lits.iter().enumerate().map(literal).collect()
    }

    /// The assignments, by bits, that the clauses allow.
    fn allowed(&self) -> Vec<bool> {
        let allows = |assignment| satisfiable(&self.clauses, self.assumed(assignment));
        (0..1 << self.lits.len()).map(allows).collect()
    }

    /// The assignments in which the number of true literals is as `holds` says.
    fn right(&self, holds: &dyn Fn(usize) -> bool) -> Vec<bool> {
        (0_usize..1 << self.lits.len()).map(|bits| holds(bits.count_ones() as usize)).collect()
    }

    /// What unit propagation derives of the literals, from every partial assignment.
    fn implied(&self) -> Vec<Option<Vec<bool>>> {
        let from = |known: Vec<Lit>| {
            let mut truth = known.into_iter().collect();
            let consistent = propagate(&self.clauses, &mut truth);
            let literals = self.lits.iter().flat_map(|&lit| [lit, !lit]);
            consistent.then(|| literals.map(|lit| truth.contains(&lit)).collect())
        };
        partial_assignments(&self.lits).into_iter().map(from).collect()
    }

    /// The variables of the clauses that are none of the literals'.
    fn auxiliary(&self) -> HashSet<Var> {
        let used = self.clauses.iter().flat_map(|clause| clause.iter().map(|lit| lit.var()));
        used.filter(|variable| self.lits.iter().all(|lit| lit.var() != *variable)).collect()
    }
}

/// Adds what follows from the true literals by unit propagation; whether that is no contradiction.
fn propagate(clauses: &[Clause], truth: &mut HashSet<Lit>) -> bool {
    loop {
        let before = truth.len();
        for clause in clauses {
            if clause.iter().any(|lit| truth.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| !truth.contains(&!lit));
            match (open.next(), open.next()) {
                (None, _) => return false,
                (Some(&unit), None) => truth.insert(unit),
                _ => continue,
            };
        }
        if truth.len() == before {
            return true;
        }
    }
}

/// Whether the clauses have a solution in which these literals are true.
fn satisfiable(clauses: &[Clause], truth: impl IntoIterator<Item = Lit>) -> bool {
    let mut truth: HashSet<Lit> = truth.into_iter().collect();
    if truth.iter().any(|&lit| truth.contains(&!lit)) || !propagate(clauses, &mut truth) {
        return false;
    }
    let open = |lit: &&Lit| !truth.contains(lit) && !truth.contains(&!**lit);
    let unsatisfied = clauses.iter().find(|clause| !clause.iter().any(|lit| truth.contains(lit)));
    let Some(&choice) = unsatisfied.and_then(|clause| clause.iter().find(open)) else {
        return true;
    };
    let with = |lit| truth.iter().copied().chain([lit]).collect::<Vec<_>>();
    satisfiable(clauses, with(choice)) || satisfiable(clauses, with(!choice))
}

/// Calls the test with each constraint over n literals of each row of each table.
fn for_each_constraint(n: usize, test: &mut dyn FnMut(&Constraint)) {
    for row in at_most_one::ALL {
        test(&Constraint {
            name: format!("{} at most one of {n}", row.name),
            row: row.name,
            write: &|lits, clauses, variables| row.encode(lits, clauses, variables),
            holds: &|count| count <= 1,
        });
    }
    for row in cardinality::ALL {
        for (relation, bound) in
            RELATIONS.into_iter().flat_map(|r| (0..=n + 1).map(move |k| (r, k)))
        {
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
    for row in parity::ALL {
        for odd in [false, true] {
            test(&Constraint {
                name: format!("{} {} of {n}", row.name, if odd { "odd" } else { "even" }),
                row: row.name,
                write: &|lits, clauses, variables| {
                    row.encode(lits, odd, &cardinality::ALL[0], clauses, variables)
                },
                holds: &|count| (count % 2 == 1) == odd,
            });
        }
    }
}

fn relates(count: usize, relation: Relation, bound: usize) -> bool {
    match relation {
        Relation::AtMost => count <= bound,
        Relation::AtLeast => count >= bound,
        Relation::Exactly => count == bound,
    }
}

#[test]
fn clauses_can_be_satisfied_exactly_where_the_constraint_holds() {
    for n in 0..=MOST {
        for negated in [0, 0b01_0110, (1 << n) - 1] {
            for_each_constraint(n, &mut |constraint| {
                let Some(formula) = Formula::of(constraint, n, negated) else { return };
                assert_eq!(
                    formula.allowed(),
                    formula.right(constraint.holds),
                    "{}, negated {negated:b}",
                    constraint.name
                );
            });
        }
    }
}

/// Longer constraints than those above, where a tree or a chain has a piece in its middle.
#[test]
fn long_constraints_hold_too() {
    for_each_constraint(9, &mut |constraint| {
        let Some(formula) = Formula::of(constraint, 9, 0) else { return };
        assert!(formula.allowed() == formula.right(constraint.holds), "{}", constraint.name);
    });
}

#[test]
fn at_most_one_and_parity_propagate_all_that_follows() {
    for n in 0..=MOST {
        for_each_constraint(n, &mut |constraint| {
            if cardinality::named(constraint.row).is_some() {
                return;
            }
            let Some(formula) = Formula::of(constraint, n, 0) else { return };
            for partial in partial_assignments(&formula.lits) {
                check_propagation(constraint, &formula, &partial);
            }
        });
    }
}

/// Every way to make some of the literals true, some false and leave the others open.
fn partial_assignments(lits: &[Lit]) -> Vec<Vec<Lit>> {
    lits.iter().fold(vec![Vec::new()], |shorter, &lit| {
        let longer = |known: Vec<Lit>| {
            [None, Some(lit), Some(!lit)]
                .map(|next| known.iter().copied().chain(next).collect::<Vec<_>>())
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// What no right assignment contradicts is what follows, and what follows has to be propagated.
fn check_propagation(constraint: &Constraint, formula: &Formula, known: &[Lit]) {
    let right = formula.right(constraint.holds);
    let completions: Vec<Vec<Lit>> = (0..right.len())
        .filter(|&bits| right[bits])
        .map(|bits| formula.assumed(bits))
        .filter(|completion| known.iter().all(|lit| completion.contains(lit)))
        .collect();
    let mut truth = known.iter().copied().collect();
    let consistent = propagate(&formula.clauses, &mut truth);
    assert_eq!(consistent, !completions.is_empty(), "{} from {known:?}", constraint.name);
    for lit in formula.lits.iter().flat_map(|&lit| [lit, !lit]).filter(|_| consistent) {
        let follows = completions.iter().all(|completion| completion.contains(&lit));
        assert_eq!(truth.contains(&lit), follows, "{}: {lit} from {known:?}", constraint.name);
    }
}

/// Rows in which a clause may be missing from some constraint without harm, and why.
const REDUNDANT: &[(&str, &str)] = &[
    ("ladder", "every rung is defined on both sides, so that a model is one model"),
    (
        "sequential",
        "its columns reach the last literal, where a cell of a small count can no longer matter",
    ),
    (
        "odd-even-network",
        "it may be asked for any other output later, so all places of its parts are merged, also \
         those that cannot matter for the bound at hand",
    ),
    (
        "pairwise-cardinality-network",
        "where a bound leaves at most one pair without a true end, the pairs say so themselves, \
         although it can follow from the sorted ends: which saves variables",
    ),
    (
        "modulo-totalizer",
        "its digits and carries are written as such, and the greatest number or a bound can rule \
         out what some of their clauses are for",
    ),
    ("k-modulo-totalizer", "it is the modulo totalizer, with another base"),
    (
        "bdd",
        "a bound needs one side of a node, and is written on both so that a model stays one model",
    ),
    ("adder", "its adders are written on both sides, so that the literals determine their sum"),
];

#[test]
fn without_any_one_of_its_clauses_an_encoding_is_caught() {
    let mut spare = HashSet::new();
    for n in 2..=MOST {
        for_each_constraint(n, &mut |constraint| {
            let Some(mut formula) = Formula::of(constraint, n, 0) else { return };
            let right = formula.right(constraint.holds);
            let implied = formula.implied();
            for place in 0..formula.clauses.len() {
                let dropped = formula.clauses.remove(place);
                if formula.allowed() == right && formula.implied() == implied {
                    let listed = REDUNDANT.iter().any(|(row, _)| *row == constraint.row);
                    assert!(listed, "{} is right without {dropped}", constraint.name);
                    spare.insert(constraint.row);
                }
                formula.clauses.insert(place, dropped);
            }
        });
    }
    for (row, reason) in REDUNDANT {
        assert!(spare.contains(row), "{row} has no redundant clause, though it is said: {reason}");
    }
}

#[test]
fn auxiliary_variables_are_fresh() {
    for n in 0..=MOST {
        for_each_constraint(n, &mut |constraint| {
            let Some(mut formula) = Formula::of(constraint, n, 0) else { return };
            let first = formula.auxiliary();
            let used = formula.variables.n_used();
            formula.clauses.clear();
            formula.add(constraint.write).expect("written once already");
            let second = formula.auxiliary();
            let name = &constraint.name;
            assert!(first.is_disjoint(&second), "{name} takes its variables twice");
            assert!(second.iter().all(|variable| variable.idx32() >= used), "{name}");
            let reserved = u32::try_from(3 * n + 2).expect("a small number");
            assert!(first.iter().all(|variable| variable.idx32() >= reserved), "{name}");
            let end = formula.variables.n_used();
            assert!(second.iter().all(|variable| variable.idx32() < end), "{name}");
        });
    }
}

/// A counter over the literals of a formula, with the bounds that it was asked for.
struct Counting {
    name: String,
    formula: Formula,
    counter: Box<dyn cardinality::Counter>,
}

impl Counting {
    fn new(row: &cardinality::Cardinality, n: usize, negated: usize) -> Counting {
        let formula = Formula::new(n, negated);
        let counter = (row.counter)(&formula.lits);
        Counting { name: format!("{} over {n}, negated {negated:b}:", row.name), formula, counter }
    }

    /// Asks for a bound, and returns the literals that enforce it.
    fn at_most(&mut self, bound: usize) -> Vec<Lit> {
        let mut clauses = Cnf::new();
        let mut writer = Writer::new(&mut clauses, &mut self.formula.variables);
        let enforced = self.counter.at_most(bound, &mut writer);
        self.formula.clauses.extend(clauses);
        self.name.push_str(&format!(" {bound}"));
        match enforced.unwrap_or_else(|error| panic!("{}: {error}", self.name)) {
            Signal::True => Vec::new(),
            Signal::Lit(lit) => vec![lit],
            Signal::False => panic!("{}: no upper bound is impossible", self.name),
        }
    }

    /// Asserts that under the assumptions the clauses allow what is at most the bound.
    fn check(&self, assumptions: &[Lit], bound: usize) {
        for assignment in 0..1_usize << self.formula.lits.len() {
            let assumed = self.formula.assumed(assignment).into_iter();
            let allowed =
                satisfiable(&self.formula.clauses, assumed.chain(assumptions.iter().copied()));
            let right = assignment.count_ones() as usize <= bound;
            assert_eq!(allowed, right, "{} at {assignment:b}", self.name);
        }
    }
}

#[test]
fn counters_follow_bounds_up_and_down() {
    let mut random = 1_u64;
    for row in cardinality::ALL {
        for n in 0..=MOST {
            for negated in [0, 0b10_0101] {
                let mut counting = Counting::new(row, n, negated);
                for _ in 0..3 * n + 3 {
                    let bound = next_random(&mut random) % (n + 2);
                    let assumptions = counting.at_most(bound);
                    counting.check(&assumptions, bound);
                    counting.check(&[], n);
                }
            }
        }
    }
}

#[test]
fn bounds_tightened_for_good_stay() {
    for row in cardinality::ALL {
        for n in 0..=MOST {
            let mut counting = Counting::new(row, n, 0);
            for bound in (0..=n + 1).rev() {
                let units = counting.at_most(bound);
                counting.formula.clauses.extend(units.into_iter().map(|lit| [lit].into()));
                counting.check(&[], bound);
            }
        }
    }
}

/// Two counters and a constraint that share literals do not disturb each other.
#[test]
fn counters_share_a_manager() {
    for row in cardinality::ALL {
        let mut counting = Counting::new(row, MOST, 0);
        let assumptions = counting.at_most(3);
        let first = counting.formula.auxiliary();
        let earlier = std::mem::take(&mut counting.formula.clauses);
        counting.counter = (row.counter)(&counting.formula.lits);
        let more = counting.at_most(2);
        assert!(first.is_disjoint(&counting.formula.auxiliary()), "{}", row.name);
        counting.formula.clauses.extend(earlier);
        counting.check(&assumptions, 3);
        counting.check(&more, 2);
    }
}

/// The next number of a sequence that looks random (Knuth's MMIX generator).
fn next_random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 40).expect("24 bits")
}

#[test]
fn rows_have_names_of_their_own_and_sources() {
    let tables: [Vec<(&str, &str)>; 3] = [
        at_most_one::ALL.iter().map(|row| (row.name, row.citation)).collect(),
        cardinality::ALL.iter().map(|row| (row.name, row.citation)).collect(),
        parity::ALL.iter().map(|row| (row.name, row.citation)).collect(),
    ];
    for rows in tables {
        assert!(!rows.is_empty(), "a table has a default");
        let names: HashSet<&str> = rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), rows.len(), "a name twice among {names:?}");
        for (name, citation) in rows {
            let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(!name.is_empty() && name.chars().all(kebab), "`{name}`");
            assert!(!citation.trim().is_empty(), "{name} has no citation");
        }
    }
}

#[test]
fn rows_are_found_by_their_names() {
    for row in at_most_one::ALL {
        assert_eq!(at_most_one::named(row.name).map(|found| found.citation), Some(row.citation));
    }
    for row in cardinality::ALL {
        assert_eq!(cardinality::named(row.name).map(|found| found.citation), Some(row.citation));
    }
    for row in parity::ALL {
        assert_eq!(parity::named(row.name).map(|found| found.citation), Some(row.citation));
    }
    assert!(at_most_one::named("none").is_none());
    assert!(cardinality::named("none").is_none());
    assert!(parity::named("none").is_none());
}
