//! At most one of n literals is true.
//!
//! All encodings propagate completely: one true literal makes all others false. From n = 3 on, each
//! encoding writes its own construction even if the pairwise encoding is smaller, so that
//! constructions can be compared. The product encoding is an exception: it is pairwise up to n = 6.
//!
//! The clauses of pairwise, ladder and BDD have exactly one solution for each solution of the
//! constraint. Those of the other encodings can have several.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::{Collect, Error, Writer};

pub mod bdd;
pub mod bimander;
pub mod bitwise;
pub mod commander;
pub mod ladder;
pub mod nested;
pub mod pairwise;
pub mod product;
pub mod sequential;

/// All encodings of at-most-one, the default first.
pub const ALL: &[AtMostOne] = &[
    pairwise::ROW,
    ladder::ROW,
    bitwise::ROW,
    commander::ROW,
    bimander::ROW,
    product::ROW,
    sequential::ROW,
    nested::ROW,
    bdd::ROW,
];

/// An encoding of at-most-one constraints.
#[derive(Clone, Copy, Debug)]
pub struct AtMostOne {
    /// The name by which [`by_name`] finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The function that writes the clauses over literals of distinct variables.
    pub write: fn(&[Lit], &mut Writer) -> Result<(), Error>,
}

/// Returns the encoding with this name.
/// Returns `None` if the table has no such encoding.
pub fn by_name(name: &str) -> Option<&'static AtMostOne> {
    ALL.iter().find(|row| row.name == name)
}

impl AtMostOne {
    /// Writes that at most one of the literals is true. Writes nothing for fewer than two literals.
    /// Takes fresh variables from `variables`, which must not return a variable of the literals. A
    /// literal that occurs twice or more must be false. If a literal and its negation occur, all
    /// other literals must be false. If this happens with two or more variables (each occurs both
    /// as a literal and as its negation), writes the empty clause.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause, or if no fresh variable is left (`Error::OutOfMemory`).
    /// The clauses that were written earlier remain.
    pub fn encode(
        &self,
        lits: &[Lit],
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<(), Error> {
        let mut writer = Writer::new(clauses, variables);
        let Repeats { once, twice, opposite } = Repeats::from_lits(lits);
        for &lit in &twice {
            writer.lits(&[!lit])?;
        }
        match opposite {
            0 => (self.write)(&once, &mut writer),
            1 => once.iter().try_for_each(|&lit| writer.lits(&[!lit])),
            _ => writer.lits(&[]),
        }
    }
}

/// Literals, separated by how often their variable occurs.
struct Repeats {
    /// The literals whose variable occurs once, in their order.
    once: Vec<Lit>,
    /// The literals that occur at least twice. Each of them is listed once.
    twice: Vec<Lit>,
    /// The number of variables that occur both as a literal and as its negation.
    opposite: usize,
}

impl Repeats {
    /// Separates literals by how often their variable occurs. A literal of a repeated variable is
    /// not in `once`, even if the literal itself occurs only once. The literals in `once` keep
    /// their order. A literal that occurs at least twice is in `twice`, even if its negation occurs
    /// too. `twice` is sorted and has each literal once. `opposite` is the number of variables that
    /// occur both as a literal and as its negation.
    fn from_lits(lits: &[Lit]) -> Repeats {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        let (mut repeated, mut twice, mut opposite) = (Vec::new(), Vec::new(), 0);
        for of_one in sorted.chunk_by(|a, b| a.var() == b.var()).filter(|lits| lits.len() > 1) {
            repeated.push(of_one[0].var());
            opposite += usize::from(of_one.first() != of_one.last());
            twice
                .extend(of_one.chunk_by(Lit::eq).filter(|same| same.len() > 1).map(|same| same[0]));
        }
        let once = lits
            .iter()
            .filter(|lit| repeated.binary_search(&lit.var()).is_err())
            .copied()
            .collect();
        Repeats { once, twice, opposite }
    }
}

#[cfg(test)]
fn size(row: &AtMostOne, n: usize) -> (usize, usize) {
    let (variables, tally) = tests::written::<crate::Tally>(row, n);
    (variables - n, tally.clauses)
}

#[cfg(test)]
fn models_of_each(row: &AtMostOne, n: usize) -> Vec<usize> {
    let (variables, clauses) = tests::written::<crate::Clauses>(row, n);
    let models = |lits: usize| {
        let satisfies = |model: usize| {
            clauses.iter().all(|clause| {
                clause.iter().any(|lit| (model >> lit.vidx() & 1 == 1) != lit.is_neg())
            })
        };
        (0..1 << (variables - n)).filter(|auxiliary| satisfies(auxiliary << n | lits)).count()
    };
    std::iter::once(0).chain((0..n).map(|place| 1 << place)).map(models).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clauses;
    use rustsat::instances::BasicVarManager;
    use rustsat::types::Var;

    pub(super) fn written<C: Collect + Default>(row: &AtMostOne, n: usize) -> (usize, C) {
        let var = |place: usize| Var::new(u32::try_from(place).expect("a small number"));
        let mut variables = BasicVarManager::from_next_free(var(n));
        let mut clauses = C::default();
        let lits: Vec<Lit> = (0..n).map(|place| var(place).pos_lit()).collect();
        row.encode(&lits, &mut clauses, &mut variables).expect("no collector that refuses");
        (variables.n_used() as usize, clauses)
    }

    fn propagated(clauses: &[&[Lit]], variables: usize, known: &[Lit]) -> Option<Vec<Option<Lit>>> {
        let mut values = vec![None; variables];
        known.iter().for_each(|&lit| values[lit.vidx()] = Some(lit));
        loop {
            let mut unit = None;
            for clause in clauses {
                if clause.iter().any(|&lit| values[lit.vidx()] == Some(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|lit| values[lit.vidx()].is_none());
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (first, None) => unit = first.copied(),
                    _ => {}
                }
            }
            let Some(unit) = unit else { return Some(values) };
            values[unit.vidx()] = Some(unit);
        }
    }

    fn propagates(clauses: &[&[Lit]], variables: usize, n: usize) -> bool {
        let var = |place: usize| Var::new(u32::try_from(place).expect("a small number"));
        (0..n).all(|place| {
            let values = propagated(clauses, variables, &[var(place).pos_lit()]);
            let others = (0..n).filter(|&other| other != place);
            values.is_some_and(|values| {
                others.map(|other| (values[other], var(other).neg_lit())).all(|(v, f)| v == Some(f))
            })
        })
    }

    fn satisfiable(clauses: &[&[Lit]], variables: usize, known: &[Lit]) -> bool {
        let Some(values) = propagated(clauses, variables, known) else { return false };
        let Some(open) = values.iter().position(Option::is_none) else { return true };
        let open = Var::new(u32::try_from(open).expect("a small number"));
        let known: Vec<Lit> = values.into_iter().flatten().collect();
        [open.neg_lit(), open.pos_lit()]
            .into_iter()
            .any(|lit| satisfiable(clauses, variables, &[&known[..], &[lit]].concat()))
    }

    #[test]
    fn long_constraints_hold_and_propagate_and_need_their_clauses() {
        for row in ALL {
            for n in 5..=17 {
                let (variables, clauses) = written::<Clauses>(row, n);
                let mut clauses: Vec<&[Lit]> = clauses.iter().collect();
                let lit = |place: usize| Lit::positive(u32::try_from(place).expect("small"));
                assert!(propagates(&clauses, variables, n), "{} of {n}", row.name);
                for only in 0..=n {
                    let known: Vec<Lit> =
                        (0..n).map(|at| if at == only { lit(at) } else { !lit(at) }).collect();
                    assert!(satisfiable(&clauses, variables, &known), "{} of {n}", row.name);
                }
                if row.name == "ladder" || row.name == "bdd" {
                    continue;
                }
                for place in 0..clauses.len() {
                    let dropped = clauses.swap_remove(place);
                    let spare = propagates(&clauses, variables, n);
                    assert!(!spare, "{} of {n} without {dropped:?}", row.name);
                    clauses.push(dropped);
                    let end = clauses.len() - 1;
                    clauses.swap(place, end);
                }
            }
        }
    }
}
