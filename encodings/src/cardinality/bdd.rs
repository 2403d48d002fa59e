//! The decision diagram of "at least j of n", in which clauses define every node by both
//! implications between the node and its meaning.
//!
//! Its nodes are the cells s(i, j) of Knuth's counter that are not constant: "at least j of the
//! first i literals are true". A node takes four clauses. Two of them omit the tested literal,
//! since more true literals never decrease a count:
//!
//! ```text
//! s(i, j) ⇔ s(i−1, j) ∨ (xᵢ ∧ s(i−1, j−1)),    s(i, j) → s(i−1, j−1)
//! ```
//!
//! [`Knuth`](super::Knuth) writes only the implication that a bound needs; this encoding writes
//! both implications. So the literals determine each node, and each model of the constraint is
//! exactly one model of the clauses, as model counting needs. For 0 < k < n−1, "at most k of n"
//! takes k(n−k) variables and 4k(n−k) − k clauses, almost twice as many clauses as Knuth's counter.
//! Propagation is complete.
//!
//! Difference: Eén and Sörensson write six clauses for each node, for both implications. Abío et
//! al. write two clauses for each node, for the implication that the bound needs.
//!
//! Publication: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006;
//! Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for
//! Pseudo-Boolean Constraints, JAIR 2012.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::prefixes::Prefixes;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `bdd` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<Bdd>(
    "bdd",
    "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 2012",
    essay!("bdd.rs"),
);

/// The counter of [`bdd`](self).
pub struct Bdd {
    /// The cells s(i, j). Each cell is a node of the diagram.
    nodes: Prefixes,
}

impl Construct for Bdd {
    fn from_lits(lits: &[Lit]) -> Bdd {
        Bdd { nodes: Prefixes::from_lits(lits) }
    }
}

impl Incremental for Bdd {}

impl Counter for Bdd {
    counts_as!(nodes);

    fn output(&mut self, count: usize, _: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.nodes.write_towards(count, &[Side::Upper, Side::Lower], writer)
    }
}

#[cfg(test)]
mod tests {
    use rustsat::instances::{BasicVarManager, ManageVars};
    use rustsat::types::Var;

    use super::*;
    use crate::Relation::{self, AtLeast, AtMost, Exactly};
    use crate::{Clauses, Collect, Tally};

    fn lits(n: usize) -> (Vec<Lit>, BasicVarManager) {
        let n = u32::try_from(n).expect("a small number");
        let variables = BasicVarManager::from_next_free(Var::new(n));
        ((0..n).map(Lit::positive).collect(), variables)
    }

    fn written<C: Collect + Default>(n: usize, relation: Relation, bound: usize) -> (usize, C) {
        let (lits, mut variables) = lits(n);
        let mut clauses = C::default();
        ROW.encode(&lits, relation, bound, &mut clauses, &mut variables).expect("collected");
        (variables.n_used() as usize, clauses)
    }

    fn models_of_each(n: usize, variables: usize, clauses: &Clauses) -> Vec<usize> {
        let holds = |model: usize, lit: &Lit| (model >> lit.vidx() & 1 == 1) != lit.is_neg();
        let satisfies =
            |model: usize| clauses.iter().all(|clause| clause.iter().any(|lit| holds(model, lit)));
        let models = |lits: usize| {
            (0..1 << (variables - n)).filter(|more| satisfies(more << n | lits)).count()
        };
        (0..1 << n).map(models).collect()
    }

    #[test]
    fn four_clauses_a_node_less_the_constants() {
        for n in 3..=40 {
            for k in 1..n - 1 {
                let (variables, tally) = written::<Tally>(n, AtMost, k);
                assert_eq!(variables - n, k * (n - k), "at most {k} of {n}");
                assert_eq!(tally.clauses, 4 * k * (n - k) - k, "at most {k} of {n}");
            }
        }
    }

    #[test]
    fn a_model_of_the_constraint_is_one_of_the_clauses() {
        for n in 0..=6 {
            for bound in 0..=n {
                for relation in [AtMost, AtLeast, Exactly] {
                    let (variables, clauses) = written::<Clauses>(n, relation, bound);
                    let right = |lits: usize| match relation {
                        AtMost => lits.count_ones() as usize <= bound,
                        AtLeast => lits.count_ones() as usize >= bound,
                        Exactly => lits.count_ones() as usize == bound,
                    };
                    let expected: Vec<usize> = (0..1 << n).map(|x| right(x).into()).collect();
                    let models = models_of_each(n, variables, &clauses);
                    assert_eq!(models, expected, "{relation:?} {bound} of {n}");
                }
            }
        }
    }

    #[test]
    fn outputs_are_determined_in_any_order() {
        for promise in
            (1..=4).flat_map(|count| [(count, false), (count, true)]).map(Some).chain([None])
        {
            for first in 1..=4 {
                for second in 1..=4 {
                    let (lits, mut variables) = lits(4);
                    let mut clauses = Clauses::new();
                    let mut writer = Writer::new(&mut clauses, &mut variables);
                    let mut bdd = Bdd::from_lits(&lits);
                    let asked = promise.map_or(1, |(count, _)| count);
                    if let Some((count, holds)) = promise {
                        bdd.promise(count, holds);
                    }
                    for (count, side) in
                        [(asked, Side::Upper), (first, Side::Lower), (second, Side::Upper)]
                    {
                        let output = bdd.output(count, side, &mut writer).expect("collected");
                        match promise.filter(|&(promised, holds)| {
                            if holds { count <= promised } else { count >= promised }
                        }) {
                            Some((_, holds)) => assert_eq!(output, holds.into()),
                            None => assert!(matches!(output, Signal::Lit(_))),
                        }
                    }
                    let kept = |lits: usize| {
                        promise.is_none_or(|(count, holds)| {
                            (lits.count_ones() as usize >= count) == holds
                        })
                    };
                    let expected: Vec<usize> = (0..1 << 4).map(|x| kept(x).into()).collect();
                    let models = models_of_each(4, variables.n_used() as usize, &clauses);
                    assert_eq!(models, expected, "{promise:?}, {first}, {second}");
                }
            }
        }
    }
}
