//! Proofs of what a search says, for a checker that trusts nothing of this program: not the
//! encodings, not the counters, not the solver.
//!
//! The problem is the file that [`crate::export`] writes in OPB. The proof is in VeriPB's format
//! 3.0 (Bogaerts, Gocht, McCreesh and Nordström, Certified Dominance and Symmetry Breaking for
//! Combinatorial Optimisation, JAIR 2023; the checker is `veripb`), and everything in it is
//! derived:
//!
//! - each fresh variable of an encoding is defined by what it [means](quarrel_encodings::Meaning),
//!   on both sides (`definitions.rs`);
//! - each clause is a sum of such definitions and of the constraint that it encodes
//!   (`derivation.rs`), of halves of parities (`equations.rs`), of two digits (`digits.rs`), or of
//!   at-most-ones beside (`exclusions.rs`); or it follows in every case (`cases.rs`); the outputs of
//!   a sorting network are derived merge by merge (`networks.rs`);
//! - a constraint with weights is made as small as its encoding makes it (`normal.rs`), and what
//!   binary adders say of its sum follows from their equations (`adders.rs`);
//! - if two counts exclude each other on lines, one of them has nothing there, and a clause follows
//!   in either case (`lines.rs`);
//! - the clauses that break symmetries follow by dominance (`symmetries.rs`), and what was deduced
//!   before the search is added up (`deductions.rs`), with what is counted in place of the
//!   objective (`pairings.rs`);
//! - each lemma of the solver follows by unit propagation from the clauses that the solver says it
//!   used (`lemmas.rs`);
//! - if the solver refutes a bound, the clause that says so and the definition of its literal come
//!   to a lower bound on the cost (`bounds.rs`), and a core to one on the parts that it joins
//!   (`cores.rs`); what a core-guided search pays is an objective that is reformulated (`paid.rs`).
//!
//! These are clients of one kernel (`kernel.rs`): a client owns its state, and the kernel owns the
//! constraints and the output. What one strategy alone derives stands beside that strategy:
//! `search/cubes/proof.rs`, `search/line_sums/proof.rs`, `search/parity_cuts/proof.rs`, and the
//! refutations of pieces in `search/pieces/joined.rs`.
//!
//! A [`Log`] is handed to everybody who has a part in a proof: the encoder writes clauses through
//! its [collector](Log::collector), the solver tells it of its lemmas, the search of refutations and
//! answers. It has the one lock. Steps are written as they come, so a proof of any length needs the
//! memory of a search. A step that cannot be derived is refused by name when it is written, before a
//! search rests on it.
//!
//! The idea of deriving encodings from the meanings of their variables is that of Gocht, Martins,
//! Nordström and Oertel (Certified CNF Translations for Pseudo-Boolean Solving, SAT 2022).

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::deduce::Deduction;
use crate::lock::locked;
use crate::model::{Complement, Lit, Model, Objective, Symmetry};
use crate::symmetry::Breaking;

use conclusion::ProofAnswers;
use cores::Cores;
use deriver::Deriver;
use paid::Paid;
use symmetries::ProofSymmetries;

mod adders;
mod bounds;
mod cases;
mod conclusion;
mod cores;
mod cost;
mod deductions;
mod definitions;
mod derivation;
mod deriver;
mod derives;
mod digits;
mod equations;
mod exclusions;
mod facets;
mod inequality;
mod kernel;
mod lemmas;
mod lines;
mod networks;
mod normal;
mod paid;
mod pairings;
mod quotients;
#[cfg(test)]
pub(crate) mod referee;
mod stated;
mod steps;
mod symmetries;
mod units;

pub use conclusion::Verdict;
pub use deriver::{Collector, Need};
pub use derives::derives;
pub use paid::Payment;

pub(crate) use definitions::{Reified, number};
pub(crate) use inequality::{Inequality, PbLit};
pub(crate) use kernel::{DerivedClause, Kernel, Worse};
pub(crate) use lemmas::Lemmas;
pub(crate) use steps::{Id, Logged, PolLine};
pub(crate) use units::units;

/// Why there is no proof.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum Unprovable {
    /// There is nothing that a checker could be told a value of.
    #[error("a problem without variables has no proofs yet")]
    NoVariables,
    /// A clause cannot be derived from what its variables mean.
    #[error(
        "a clause of one of the encodings has no proofs yet ({0}): take --card totalizer or bdd, with --shape flat"
    )]
    Underived(String),
    /// A deduction cannot be derived.
    #[error(
        "what the deduction {0} says of this problem has no proofs yet: leave it out of --deduce, or take another \
         --formulation"
    )]
    Deduction(&'static str),
    /// That counts exclude each other on lines cannot be derived.
    #[error(
        "that two counts exclude each other on lines has no proofs yet, as this problem states it: take another \
         --formulation"
    )]
    Lines,
    /// What a search refutes cannot be derived.
    #[error(
        "what the search {0} refutes of this problem has no proofs yet: take another --search or --formulation"
    )]
    Search(&'static str),
    /// What refutes cubes cannot be derived.
    #[error("what refutes the cubes of this problem has no proofs yet: take another --search")]
    Cubes,
    /// What refutes bounds on sums of lines cannot be derived.
    #[error(
        "what refutes sums of lines of this problem has no proofs yet: take another --search or --card"
    )]
    Sums,
    /// What refutes the cases of a linear program cannot be derived.
    #[error(
        "what refutes the linear programs of this problem has no proofs yet: take another --search"
    )]
    Cuts,
    /// A refutation says nothing of the objective.
    #[error(
        "a bound was refuted, and there are no proofs yet that what is counted in this --shape bounds the objective: take \
         --shape flat"
    )]
    Uncounted,
}

/// A proof that is being written, for all who have a part in it.
#[derive(Clone)]
pub struct Log(Arc<Mutex<OpenProof>>);

/// The kernel of a proof, and the clients that have a part in every proof.
pub(crate) struct OpenProof {
    pub(crate) kernel: Kernel,
    pub(crate) lemmas: Lemmas,
    deriver: Deriver,
    symmetries: ProofSymmetries,
    cores: Cores,
    paid: Paid,
    answers: ProofAnswers,
}

impl Log {
    /// Begins a proof about a model, to be written to `out`: about the file that an export of the
    /// same model to OPB is. `limit` is the best value that may be possible.
    ///
    /// # Errors
    ///
    /// If nothing is proved of such a model.
    pub fn new(model: &Model, limit: i64, out: Box<dyn Write + Send>) -> Result<Log, Unprovable> {
        let kernel = Kernel::new(model, limit, out)?;
        let symmetries = ProofSymmetries::new(&kernel.problem);
        Ok(Log(Arc::new(Mutex::new(OpenProof {
            kernel,
            lemmas: Lemmas::default(),
            deriver: Deriver::default(),
            symmetries,
            cores: Cores::default(),
            paid: Paid::default(),
            answers: ProofAnswers::new(model),
        }))))
    }

    /// Returns the kernel and the solver's lemmas, for a client that owns its state.
    pub(crate) fn open(&self) -> MutexGuard<'_, OpenProof> {
        locked(&self.0)
    }

    /// Whether solutions can be compared with their images by these literals: there may be too many
    /// for a proof.
    pub fn takes_order(&self, order: &[Lit]) -> bool {
        order.len() <= symmetries::MOST_LITERALS
    }

    /// Whether there are proofs of breaking a symmetry: none of one that moves a parity to its
    /// opposite, for then no variable of the problem says half of what the parity counts.
    pub fn takes_symmetry(&self, symmetry: &Symmetry) -> bool {
        let OpenProof { kernel, symmetries, .. } = &*locked(&self.0);
        symmetries.movement(symmetry, &kernel.problem).is_some()
    }

    /// Derives the symmetries that were broken in a model, what its objective declares, and what
    /// was deduced from it.
    ///
    /// # Errors
    ///
    /// If something cannot be derived.
    pub fn prepared(
        &self,
        model: &Model,
        breaking: &Breaking,
        deductions: &[Deduction],
    ) -> Result<(), Unprovable> {
        let OpenProof { kernel, deriver, symmetries, .. } = &mut *locked(&self.0);
        symmetries.derive(breaking, kernel);
        declare(model, deriver, kernel)?;
        deductions.iter().try_for_each(|one| deriver.reasons.derive(one, kernel))
    }

    /// Whether the output takes no more.
    pub fn is_broken(&self) -> bool {
        locked(&self.0).kernel.is_broken()
    }
}

/// Derives what the objective of a model declares.
fn declare(model: &Model, deriver: &mut Deriver, kernel: &mut Kernel) -> Result<(), Unprovable> {
    if let Some(Objective::MaximiseLeast(least)) = model.objective() {
        deriver.lines.divide(least, kernel)?;
    }
    let one = model.objective().and_then(Objective::one);
    let declared: &[Complement] = one.map_or(&[], |one| &one.complements);
    pairings::declare(declared, kernel)
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// Whether a proof can be made of what is deduced, tried on a proof that nobody reads.
pub struct Trial(Option<Log>);

impl Trial {
    /// One about a model of which nothing is deduced yet.
    pub fn of(model: &Model) -> Trial {
        let limit = model.objective().map_or(0, Objective::largest);
        let log = Log::new(model, limit, Box::new(io::sink())).ok();
        Trial(log.filter(|log| {
            let OpenProof { kernel, deriver, .. } = &mut *locked(&log.0);
            declare(model, deriver, kernel).is_ok()
        }))
    }

    /// Whether the next deduction has a proof. It rests on those before that have.
    pub fn takes(&mut self, deduction: &Deduction) -> bool {
        self.0.as_ref().is_some_and(|log| {
            let OpenProof { kernel, deriver, .. } = &mut *locked(&log.0);
            deriver.reasons.derive(deduction, kernel).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduce::Fact;
    use crate::model::{Count, Deduced, Origin, Premise, Why};

    /// What follows from no sum is not taken, and what was taken before stays.
    #[test]
    fn a_trial_takes_what_has_a_proof() {
        let mut model = Model::new();
        let lits = [0, 1].map(|number| model.variable("x", &[number]));
        model.clause("one", lits);
        model.optimise(Objective::minimise(Count::new(lits.to_vec(), Vec::new())));
        let deduced = |value| Deduction {
            rule: "disjoint",
            fact: Fact::Limit { value, dual: None },
            said: String::new(),
            origin: Origin::deduced(Deduced {
                rule: "disjoint",
                why: Why::Sum(vec![(Premise::Constraint(0), 1)]),
            }),
            why: String::new(),
        };
        let mut trial = Trial::of(&model);
        let taken = [1, 2, 1].map(|value| trial.takes(&deduced(value)));
        assert_eq!(taken, [true, false, true]);
        assert!(
            !Trial::of(&Model::new()).takes(&deduced(1)),
            "nothing is proved without variables"
        );
    }
}
