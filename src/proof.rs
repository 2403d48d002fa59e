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
//!   at-most-ones beside (`exclusions.rs`); or follows in every case (`cases.rs`); what a sorting
//!   network puts out is derived merge by merge (`networks.rs`);
//! - a constraint with weights is made as small as its encoding makes it (`normal.rs`), and what
//!   binary adders say of its sum follows from their equations (`adders.rs`);
//! - where two counts exclude each other on lines, one of them has nothing there, and a clause
//!   follows in either case (`lines.rs`);
//! - the clauses that break symmetries follow by dominance (`symmetries.rs`), and what was deduced
//!   before the search is added up (`deductions.rs`), with what is counted in place of the
//!   objective (`pairings.rs`);
//! - each lemma of the solver follows by unit propagation from the clauses that the solver says it
//!   used;
//! - where the solver refutes a bound, the clause that says so and the definition of its literal
//!   come to a bound on the objective (`bounds.rs`), and a core a bound on the parts that it joins
//!   (`cores.rs`); what a core-guided search pays is an objective that is reformulated (`paid.rs`);
//! - refutations of the cubes into which a question is cut are joined along their tree
//!   (`pieces.rs`); a cube can be refuted by a minimum cut, which is a sum of conflicts
//!   (`cuts.rs`), bounds on lines by a sum of line sums (`line_sums.rs`), and a node of a linear
//!   program by a sum of parities (`parity_cuts.rs`).
//!
//! A [`Log`] is handed to everybody who has a part in that: the encoder writes clauses through its
//! [collector](Log::collector), the solver tells it of its lemmas, the search of refutations and
//! answers. Steps are written as they come and what the solver forgets is forgotten, so a proof of
//! any length needs the memory of a search. What cannot be derived is refused by name when it is
//! written, before a search rests on it.
//!
//! The idea of deriving encodings from the meanings of their variables is that of Gocht, Martins,
//! Nordström and Oertel (Certified CNF Translations for Pseudo-Boolean Solving, SAT 2022).

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use quarrel_encodings::cardinality::{SortingNetwork, Wire};
use quarrel_encodings::{Clauses, Collect, Meaning, Refusal, Signal};

use crate::clausal::lrat::{Step, Unread};
use crate::deduce::Deduction;
use crate::encode::to_model;
use crate::lock::locked;
use crate::model::{Complement, Lit, Model, Objective, Projection, Symmetry, Values};
use crate::relax::cut::Cover;
use crate::relax::dual::Dual;
use crate::relax::line_sums::LineSums;
use crate::symmetry::Breaking;

use cost::Cost;
use cuts::Tree;
use definitions::Definitions;
use derivation::Premises;
use equations::{Equation, Equations};
use inequality::{PbLit, PbVar};
use line_sums::Sums;
use lines::Lines;
use networks::Networks;
use paid::Paid;
use parity_cuts::Cuts;
use stated::Stated;
use steps::{Id, Logged, Steps};

mod adders;
mod bounds;
mod cases;
mod cores;
mod cost;
mod cuts;
mod deductions;
mod definitions;
mod derivation;
mod derives;
mod digits;
mod equations;
mod exclusions;
mod inequality;
mod line_sums;
mod lines;
mod networks;
mod normal;
mod paid;
mod pairings;
mod parity_cuts;
mod pieces;
mod stated;
mod steps;
mod symmetries;

pub use cuts::Needed;
pub use derives::derives;
pub use line_sums::{Demand, Refutation, Said};
pub use paid::Payment;
pub use parity_cuts::{Case, CutSum};
pub use pieces::{Disjoint, Joined};

/// How long a step that is being written is waited for, and how often it is looked at.
const PATIENCE: Duration = Duration::from_secs(2);
const PERIOD: Duration = Duration::from_millis(5);

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
pub struct Log(Arc<Mutex<Inner>>);

struct Inner {
    steps: Steps,
    /// How many variables the model has.
    stated: u32,
    /// By constraint, in the order of the model, what the problem says of it, or what was derived.
    constraints: Vec<Stated>,
    /// The first bit of each stated parity, and how many it has, by its row.
    parities_by_rows: symmetries::Parities,
    /// The same of constraints that break symmetries, by their places.
    derived: HashMap<usize, Stated>,
    definitions: Definitions,
    /// The lines on which two counts exclude each other.
    lines: Lines,
    networks: Networks,
    /// The parities that the problem states.
    parities: Equations,
    premises: Premises,
    /// Whether definitions are over the literals of the constraint alone.
    is_flat: bool,
    objective: Option<Cost>,
    /// The numbers of clauses that the solver has not yet taken.
    pending: VecDeque<Id>,
    /// The numbers of the clauses that the solver has, by its own.
    lemmas: HashMap<i64, Lemma>,
    /// The cubes that have been refuted.
    tree: Tree,
    /// What is known of the sums of lines.
    sums: Sums,
    /// What is known of the cuts of linear programs.
    cuts: Cuts,
    /// The last refutation: a clause of negated demands.
    refutation: Option<(Id, Vec<PbLit>)>,
    /// The best bound, as a cost, and the constraint that says it.
    bound: Option<(i128, Id)>,
    /// What says that there is no answer at all.
    impossible: Option<Id>,
    /// What may be counted in place of the objective, in the order in which the objective has it:
    /// sums of constraints; none where it is declared, and not known why.
    complements: Vec<Option<Equation>>,
    /// What is declared to be counted in place of the objective, until it is derived.
    declared: Vec<Complement>,
    /// The parity of the objective.
    parity: Option<Equation>,
    /// Sums of constraints that bound the objective, each with what the objective is multiplied by.
    reasons: Vec<(Logged, i128)>,
    /// What cores say of parts of the objective, no two of which have a literal in common.
    cores: Vec<Logged>,
    /// What a core-guided search over weights has paid.
    paid: Paid,
    /// Whether clauses break symmetries.
    are_symmetries_broken: bool,
    /// Clauses that were derived before an encoding writes them, by their literals in order.
    derived_clauses: HashMap<Vec<PbLit>, Id>,
    /// The best answer, as values of the problem's variables.
    best: Option<Vec<bool>>,
    /// Where a solution may cost more than the answer that it says: the variables that no answer is
    /// read off.
    unread: HashSet<PbVar>,
    /// Whether a clause was not derived.
    is_underived: bool,
}

/// A clause that the solver has.
struct Lemma {
    id: Id,
    /// Whether it has learnt it, so that nobody else needs it.
    is_learnt: bool,
}

impl Log {
    /// A proof about a model, to be written to `out`: about the file that an export of the same
    /// model to OPB is. `limit` is the best value that may be possible.
    ///
    /// # Errors
    ///
    /// Where nothing is proved of such a model.
    pub fn new(model: &Model, limit: i64, out: Box<dyn Write + Send>) -> Result<Log, Unprovable> {
        if model.labels().is_empty() {
            return Err(Unprovable::NoVariables);
        }
        let one = model.objective().and_then(Objective::one);
        let declared = one.map_or(Vec::new(), |one| one.complements.clone());
        let stated = u32::try_from(model.labels().len()).expect("rooms refuse more variables");
        let (mut id, mut bits) = (0, stated);
        let objective =
            model.objective().map(|objective| Cost::of(objective, limit, &mut id, &mut bits));
        let constraints = model.constraints().statements();
        let constraints: Vec<Stated> =
            constraints.map(|statement| Stated::of(statement, &mut id, &mut bits)).collect();
        let mut parities = Equations::default();
        for constraint in &constraints {
            if let Stated::Parity { equation, .. } = constraint {
                parities.add(equation.clone());
            }
        }
        let parities_by_rows = symmetries::by_rows(&constraints);
        let mut steps = Steps::new(out, id);
        steps.comment("x: variables of the problem; y: of the encodings; z: of this proof");
        Ok(Log(Arc::new(Mutex::new(Inner {
            steps,
            stated,
            constraints,
            derived: HashMap::new(),
            parities_by_rows,
            definitions: Definitions::default(),
            lines: Lines::default(),
            networks: Networks::default(),
            parities,
            premises: Premises::default(),
            is_flat: false,
            objective,
            pending: VecDeque::new(),
            lemmas: HashMap::new(),
            tree: Tree::default(),
            sums: Sums::default(),
            cuts: Cuts::default(),
            refutation: None,
            bound: None,
            impossible: None,
            complements: vec![None; declared.len()],
            declared,
            parity: None,
            reasons: Vec::new(),
            cores: Vec::new(),
            paid: Paid::default(),
            are_symmetries_broken: false,
            derived_clauses: HashMap::new(),
            best: None,
            unread: unread(model),
            is_underived: false,
        }))))
    }

    /// Whether solutions can be compared with their images by these literals: there may be too many
    /// for a proof.
    pub fn takes_order(&self, order: &[Lit]) -> bool {
        order.len() <= symmetries::MOST_LITERALS
    }

    /// Whether there are proofs of breaking a symmetry: none of one that moves a parity to its
    /// opposite, for then no variable of the problem says half of what the parity counts.
    pub fn takes_symmetry(&self, symmetry: &Symmetry) -> bool {
        locked(&self.0).movement(symmetry).is_some()
    }

    /// Takes in which symmetries were broken in the model, what its objective declares, and what
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
        let mut inner = locked(&self.0);
        inner.broken(breaking);
        inner.take_declared(model)?;
        deductions.iter().try_for_each(|one| inner.deduced(one))
    }

    /// What takes clauses of an encoding and derives them on their way.
    pub fn collector<'a>(&self, clauses: &'a mut Clauses, need: Need) -> Collector<'a> {
        Collector { log: self.clone(), clauses, need }
    }

    /// Whether a collector has refused a clause that is not derived.
    pub fn is_underived(&self) -> bool {
        locked(&self.0).is_underived
    }

    /// Takes in that the solver was given the next clause, which it calls by this number.
    pub fn given(&self, number: i64) {
        let mut inner = locked(&self.0);
        if let Some(id) = inner.pending.pop_front() {
            inner.lemmas.insert(number, Lemma { id, is_learnt: false });
        }
    }

    /// Takes in what the solver has learnt, and from which clauses.
    pub fn learnt(&self, number: i64, clause: &[Lit], from: &[i64]) {
        let mut inner = locked(&self.0);
        let (id, clause) = inner.lemma(clause, from);
        inner.lemmas.insert(number, Lemma { id, is_learnt: true });
        if clause.is_empty() {
            inner.refutation = Some((id, clause));
        }
    }

    /// Takes in that the solver has refuted its assumptions, by the clause that says so.
    pub fn refuted(&self, clause: &[Lit], from: &[i64]) {
        let mut inner = locked(&self.0);
        let is_final = inner.refutation.as_ref().is_some_and(|(_, clause)| clause.is_empty());
        if !is_final {
            inner.refutation = Some(inner.lemma(clause, from));
        }
    }

    /// Takes in that the solver has no more use for a clause that it had learnt.
    pub fn forgotten(&self, number: i64) {
        let mut inner = locked(&self.0);
        let is_learnt = inner.lemmas.get(&number).is_some_and(|lemma| lemma.is_learnt);
        if let Some(Lemma { id, .. }) = inner.lemmas.remove(&number).filter(|_| is_learnt) {
            inner.steps.forget(id);
        }
    }

    /// Takes in that what was demanded is refuted: a bound on the objective, or that there is no
    /// answer.
    ///
    /// # Errors
    ///
    /// If the refutation says nothing of the objective.
    pub fn take_refutation(&self) -> Result<(), Unprovable> {
        locked(&self.0).take_refutation()
    }

    /// Takes in that the last refutation is a core of demands, each of which is that a part of the
    /// objective costs no more than it has to.
    ///
    /// # Errors
    ///
    /// If what is counted there is none of the objective.
    pub fn take_core(&self) -> Result<(), Unprovable> {
        locked(&self.0).take_core()
    }

    /// Takes in that one literal of a core, which was refuted last, is paid for.
    ///
    /// # Errors
    ///
    /// If the last refutation is another one.
    pub fn pay_core(&self, core: &[Lit], weight: u128) -> Result<Payment, Unprovable> {
        locked(&self.0).pay_core(core, weight)
    }

    /// Takes in that a literal is paid for that unit propagation makes true.
    pub fn pay_literal(&self, lit: Lit, weight: u128) {
        locked(&self.0).pay_literal(lit, weight);
    }

    /// Takes in that all literals but one are paid for, at most one of which can be false, as unit
    /// propagation finds of each two, and that `all` means that all are true. Returns false if the
    /// proof does not take so many.
    pub fn pay_exclusive(&self, lits: &[Lit], all: Lit, weight: u128) -> bool {
        locked(&self.0).pay_exclusive(lits, all, weight)
    }

    /// Takes in that the multiplied constraints of a dual, `times` over, are paid for in place of
    /// all that was, and that a cost has so many parts from then on. Returns the payments in the
    /// order of the dual, or none if a constraint is not known.
    pub fn pay_rows(&self, dual: &Dual, scale: u128, times: u128) -> Option<Vec<Payment>> {
        locked(&self.0).pay_rows(dual, scale, times)
    }

    /// Takes in that it costs a weight if all literals of a payment are true, as a new literal
    /// means.
    ///
    /// # Errors
    ///
    /// If the payment is not one of all literals but one.
    pub fn charge_all(&self, payment: Payment, weight: u128, all: Lit) -> Result<(), Unprovable> {
        locked(&self.0).charge_all(payment, weight, all)
    }

    /// Takes in that one literal more of a payment costs a weight, which makes `number` of them, as
    /// an output says.
    ///
    /// # Errors
    ///
    /// If it is not known that the output says so.
    pub fn charge(
        &self,
        payment: Payment,
        number: usize,
        weight: u128,
        output: Lit,
    ) -> Result<(), Unprovable> {
        locked(&self.0).charge(payment, number, weight, output)
    }

    /// Derives that literals are false which no answer better than the best one can pay for.
    /// Returns those of which that is so.
    pub fn harden(&self, lits: &[Lit]) -> Vec<Lit> {
        locked(&self.0).harden(lits)
    }

    /// Takes in the clauses that solvers of pieces are given, by the places that they have there,
    /// from 1.
    pub fn given_to_pieces(&self) {
        let mut inner = locked(&self.0);
        let pending = std::mem::take(&mut inner.pending);
        let numbered =
            (1..).zip(pending).map(|(number, id)| (number, Lemma { id, is_learnt: false }));
        inner.lemmas = numbered.collect();
    }

    /// Takes in the proof of a piece, which refutes a cube and demands over so many variables.
    ///
    /// # Errors
    ///
    /// If it is no proof of that.
    pub fn take_piece(
        &self,
        joined: &mut Joined,
        refuted: (&[Lit], &[Lit]),
        variables: usize,
        steps: impl Iterator<Item = Result<Step, Unread>>,
    ) -> Result<(), Disjoint> {
        joined.take_in(&mut locked(&self.0), refuted, variables, steps)
    }

    /// Takes in that all pieces are refuted.
    ///
    /// # Errors
    ///
    /// If they are not everything.
    pub fn join(&self, joined: Joined) -> Result<(), Disjoint> {
        joined.join(&mut locked(&self.0))
    }

    /// Begins to refute a bound, which asks for numbers of literals of two counts, cube by cube;
    /// what was refuted for one before stays.
    ///
    /// # Errors
    ///
    /// If it is not known what the bound says of the two counts.
    pub fn aim(&self, bound: i64, needed: [Needed; 2]) -> Result<(), Unprovable> {
        locked(&self.0).aim(bound, needed)
    }

    /// Takes in that a cube is refuted by a cover: `closed` says of each literal that is false in
    /// it which literal of the cube's it would make true.
    ///
    /// # Errors
    ///
    /// If that is not so, by what the problem states.
    pub fn take_cut(
        &self,
        cube: &[Lit],
        closed: &[(Lit, Lit)],
        cover: &Cover,
    ) -> Result<(), Unprovable> {
        locked(&self.0).take_cut(cube, closed, cover)
    }

    /// Takes in that a cube is refuted, by the last refutation.
    ///
    /// # Errors
    ///
    /// If that says nothing of the objective.
    pub fn take_cube(&self, cube: &[Lit]) -> Result<(), Unprovable> {
        locked(&self.0).take_cube(cube)
    }

    /// Whether the cube that was refuted last is refuted without this literal, too.
    pub fn spares(&self, lit: Lit) -> bool {
        locked(&self.0).spares(lit)
    }

    /// Joins the last two cubes, one of which has the literal and the other its negation.
    pub fn join_cubes(&self, branch: Lit) {
        locked(&self.0).join_cubes(branch);
    }

    /// Takes in that no cube is left.
    ///
    /// # Errors
    ///
    /// If that is not so.
    pub fn take_tree(&self) -> Result<(), Unprovable> {
        locked(&self.0).take_tree()
    }

    /// Begins to refute a bound by line sums, and returns the least total over the lines of a
    /// partition that is not refuted so far.
    ///
    /// # Errors
    ///
    /// If what is known of a line by itself cannot be derived.
    pub fn aim_at_sums(&self, bound: i64, sums: &LineSums) -> Result<i128, Unprovable> {
        locked(&self.0).aim_at_sums(bound, sums)
    }

    /// Takes in that bounds on lines are refuted by multiples of line sums, and of their total as
    /// the last, which are 0 together.
    ///
    /// # Errors
    ///
    /// If that is not so.
    pub fn sum_refutes(
        &self,
        multiples: &[i128],
        bounds: &[Said],
    ) -> Result<Refutation, Unprovable> {
        locked(&self.0).sum_refutes(multiples, bounds)
    }

    /// Takes in that the bound is refuted by what is known of the total.
    ///
    /// # Errors
    ///
    /// If that is not so.
    pub fn total_refutes(&self) -> Result<Refutation, Unprovable> {
        locked(&self.0).total_refutes()
    }

    /// Takes in that bounds on lines are refuted by the solver, which has refuted demands that
    /// follow from them. Returns those that it takes.
    ///
    /// # Errors
    ///
    /// If they do not follow.
    pub fn core_refutes(&self, demands: &[Demand]) -> Result<(Refutation, Vec<Said>), Unprovable> {
        locked(&self.0).core_refutes(demands)
    }

    /// Takes in that bounds on lines are refuted by other refutations together.
    ///
    /// # Errors
    ///
    /// If a bound cannot be said.
    pub fn resolve_sums(
        &self,
        bounds: &[Said],
        from: &[&Refutation],
    ) -> Result<Refutation, Unprovable> {
        locked(&self.0).resolve_sums(bounds, from)
    }

    /// Takes in that a refutation is of no use any more.
    pub fn forget_sums(&self, refutation: &Refutation) {
        locked(&self.0).forget_sums(refutation);
    }

    /// Takes in that the bound is refuted.
    ///
    /// # Errors
    ///
    /// If the refutation needs bounds on lines.
    pub fn take_sums(&self, refutation: &Refutation) -> Result<(), Unprovable> {
        locked(&self.0).take_sums(refutation)
    }

    /// Begins to refute a bound by linear programs. The literals are those that propagation fixes,
    /// each with the place of the constraint that does.
    ///
    /// # Errors
    ///
    /// If what is fixed, or what the bound says, cannot be derived.
    pub fn aim_at_cuts(&self, bound: i64, fixed: &[(Lit, usize)]) -> Result<(), Unprovable> {
        locked(&self.0).aim_at_cuts(bound, fixed)
    }

    /// Takes in that a case in which literals are true is refuted by a sum. Those of them that were
    /// fixed for reasons follow from choices, on which the refutation rests.
    ///
    /// # Errors
    ///
    /// If that is not so.
    pub fn take_case(
        &self,
        sum: &CutSum,
        fixed: &[Lit],
        reasons: &[&Case],
        choices: &[Lit],
    ) -> Result<Case, Unprovable> {
        locked(&self.0).take_case(sum, fixed, reasons, choices)
    }

    /// Takes in that a refutation is of no use any more.
    pub fn forget_case(&self, case: &Case) {
        locked(&self.0).forget_case(case);
    }

    /// Takes in that the bound is refuted.
    ///
    /// # Errors
    ///
    /// If the refutation rests on choices.
    pub fn take_cuts(&self, case: &Case) -> Result<(), Unprovable> {
        locked(&self.0).take_cuts(case)
    }

    /// Shows that there is this solution.
    pub fn show(&self, values: &Values) {
        locked(&self.0).show(values);
    }

    /// Takes in a better answer.
    pub fn improve(&self, values: &Values) {
        let mut inner = locked(&self.0);
        let best = inner.tightened(values);
        inner.best = Some(best);
    }

    /// Whether the output takes no more.
    pub fn is_broken(&self) -> bool {
        locked(&self.0).steps.is_refused()
    }

    /// Ends the proof with what it has come to, and says it as the checker will; none where a
    /// search that does not heed its limits is in the middle of a step.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub fn conclude(&self) -> io::Result<Option<Verdict>> {
        let start = Instant::now();
        loop {
            match self.0.try_lock() {
                Ok(mut inner) => return inner.conclude().map(Some),
                Err(TryLockError::Poisoned(mut inner)) => {
                    return inner.get_mut().conclude().map(Some);
                }
                Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(PERIOD),
            }
        }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// What a proof proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is an answer.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The least cost lies between these; none where no answer is known, and none where there is
    /// none.
    Bounds(Option<i128>, Option<i128>),
    /// Nothing.
    Nothing,
}

impl Verdict {
    /// What the checker says in a line; none where that is no verdict that is known.
    pub fn heard(line: &str) -> Option<Verdict> {
        let number = |word: &str, unbounded: &str| match word {
            word if word == unbounded => Some(None),
            word => word.parse().ok().map(Some),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let verdict = match words[..] {
            ["s", "VERIFIED", "SATISFIABLE"] => Verdict::Satisfiable,
            ["s", "VERIFIED", "UNSATISFIABLE"] => Verdict::Unsatisfiable,
            ["s", "VERIFIED", "NO", "CONCLUSION"] => Verdict::Nothing,
            ["s", "VERIFIED", "BOUNDS", least, "<=", "obj", "<=", most] => {
                Verdict::Bounds(number(least, "INF")?, number(most, "INF")?)
            }
            _ => return None,
        };
        // What a checker says in other words is not understood.
        (verdict.in_words_of_checker() == line).then_some(verdict)
    }

    /// The line in which the checker says so.
    pub fn in_words_of_checker(self) -> String {
        let number =
            |number: Option<i128>| number.map_or("INF".to_owned(), |number| number.to_string());
        match self {
            Verdict::Satisfiable => "s VERIFIED SATISFIABLE".to_owned(),
            Verdict::Unsatisfiable => "s VERIFIED UNSATISFIABLE".to_owned(),
            Verdict::Bounds(least, most) => {
                format!("s VERIFIED BOUNDS {} <= obj <= {}", number(least), number(most))
            }
            Verdict::Nothing => "s VERIFIED NO CONCLUSION".to_owned(),
        }
    }
}

impl Inner {
    /// Takes in what the objective of a model declares.
    fn take_declared(&mut self, model: &Model) -> Result<(), Unprovable> {
        if let Some(Objective::MaximiseLeast(least)) = model.objective() {
            self.divided(least)?;
        }
        let declared = std::mem::take(&mut self.declared);
        self.declared(&declared)
    }

    fn literal(&self, lit: Lit) -> PbLit {
        let number = lit.dimacs().unsigned_abs();
        let variable =
            if number <= self.stated { PbVar::Stated(number) } else { PbVar::Fresh(number) };
        PbLit { variable, is_negated: lit.is_negated() }
    }

    fn literals(&self, lits: &[Lit]) -> Vec<PbLit> {
        lits.iter().map(|&lit| self.literal(lit)).collect()
    }

    /// The constraint that is encoded from now on; none where an encoding stands for no constraint.
    fn begin(&mut self, constraint: Option<usize>) {
        let at = |place: usize| self.constraints.get(place).or_else(|| self.derived.get(&place));
        let stated = constraint.and_then(at);
        // Among literals of which at most one is true, "or"s of "or"s are sets of them.
        self.is_flat = matches!(stated, Some(Stated::Rows { is_at_most_one: true, .. }));
        self.premises = match stated {
            None => Premises::default(),
            Some(Stated::Rows { rows, .. }) => Premises::of_rows(rows.clone()),
            Some(Stated::Parity { equation, .. }) => Premises::of_parity(equation.clone()),
        };
        self.premises.first_adder = self.definitions.number_of_adders();
    }

    fn define(&mut self, variable: Lit, meaning: &Meaning) {
        let z = self.literal(variable);
        let in_model = |lits: &[rustsat::types::Lit]| -> Vec<PbLit> {
            lits.iter().map(|lit| self.literal(to_model(*lit))).collect()
        };
        match meaning {
            Meaning::AtLeast(lits, least) => {
                let lits = in_model(lits);
                self.definitions.at_least(z, &lits, *least, self.is_flat, &mut self.steps);
            }
            Meaning::Carry(lits) => {
                let lits = in_model(lits);
                self.premises.normalise(&mut self.steps);
                self.definitions.carry(z, &lits, &mut self.steps);
            }
            Meaning::Odd(lits) => {
                let lits = in_model(lits);
                if let Some(equation) = self.definitions.odd(z, &lits, &mut self.steps) {
                    self.premises.equations.add(equation);
                }
            }
            Meaning::Remainders { parts, base, least } => {
                let parts: Vec<Vec<PbLit>> = parts.iter().map(|part| in_model(part)).collect();
                self.definitions.remainders(z, &parts, *base, *least, &mut self.steps);
            }
            Meaning::Weighs(terms, least) => {
                let weight = |weight: u128| i128::try_from(weight).expect("weights of 120 bits");
                let terms = terms.iter();
                let terms: Vec<(i128, PbLit)> = terms
                    .map(|term| (weight(term.weight), self.literal(to_model(term.lit))))
                    .collect();
                self.premises.normalise(&mut self.steps);
                self.definitions.weighs(z, &terms, weight(*least), &mut self.steps);
            }
        }
    }

    /// Derives a clause of an encoding.
    fn derive(&mut self, clause: &[PbLit]) -> Option<Id> {
        if !self.derived_clauses.is_empty()
            && let Some(id) = self.derived_clauses.remove(&paid::sorted(clause))
        {
            return Some(id);
        }
        let Inner { premises, definitions, parities, steps, .. } = self;
        let derived = premises.derive(clause, definitions, parities, steps);
        derived
            .or_else(|| self.on_lines(clause))
            .or_else(|| self.fixed_by_a_sum(clause))
            .or_else(|| self.by_exclusions(clause))
            .or_else(|| self.by_cases(clause))
    }

    fn lemma(&mut self, clause: &[Lit], from: &[i64]) -> (Id, Vec<PbLit>) {
        let clause = self.literals(clause);
        let from: Option<Vec<Id>> =
            from.iter().map(|one| self.lemmas.get(one).map(|lemma| lemma.id)).collect();
        let id = self.steps.rup(&clause, &from.unwrap_or_default());
        (id, clause)
    }

    /// Values for all variables of the problem: of the halves of parities, too, which the model
    /// does not have.
    fn completed(&self, values: &Values) -> Vec<bool> {
        let lits = (1..=self.stated).map(|number| Lit::numbered(number as usize));
        let mut all: Vec<bool> = lits.map(|lit| values.of(lit)).collect();
        all.extend(self.objective.iter().flat_map(|cost| cost.ordered(&all)).collect::<Vec<_>>());
        for constraint in &self.constraints {
            let Stated::Parity { row, bits, .. } = constraint else { continue };
            debug_assert_eq!(all.len(), *bits as usize, "bits come in the order of their rows");
            let term = |&(weight, variable): &(i64, usize)| if all[variable] { weight } else { 0 };
            let half = (row.terms.iter().map(term).sum::<i64>() - row.constant) / 2;
            all.extend((0..row.bits()).map(|bit| half >> bit & 1 == 1));
        }
        all
    }

    /// The same for an answer, whose cost may be less than that of the solution that says it: what
    /// is paid without need is not paid.
    fn tightened(&self, values: &Values) -> Vec<bool> {
        let mut all = self.completed(values);
        let paid = self.objective.iter().flat_map(|cost| cost.sum.terms());
        for (_, lit) in paid.filter(|(_, lit)| self.unread.contains(&lit.variable)) {
            let PbVar::Stated(number) = lit.variable else { continue };
            let place = number as usize - 1;
            if all[place] != lit.is_negated {
                all[place] = lit.is_negated;
                if !self.constraints.iter().all(|constraint| constraint.holds(lit.variable, &all)) {
                    all[place] = !lit.is_negated;
                }
            }
        }
        all
    }

    fn show(&mut self, values: &Values) {
        let best = self.tightened(values);
        self.steps.line(&format!("sol {};", solution(&best)));
        self.best = Some(best);
    }

    fn conclude(&mut self) -> io::Result<Verdict> {
        self.take_paid();
        let best = self.best.as_deref();
        let (verdict, conclusion) = match (&self.objective, best, self.impossible) {
            (None, Some(values), _) => {
                (Verdict::Satisfiable, format!("SAT : {}", solution(values)))
            }
            (None, None, Some(id)) => (Verdict::Unsatisfiable, format!("UNSAT : {id}")),
            (None, None, None) => (Verdict::Nothing, "NONE".to_owned()),
            (Some(_), None, Some(id)) => {
                (Verdict::Bounds(None, None), format!("BOUNDS INF : {id} INF"))
            }
            (Some(cost), ..) => {
                let (least, id) = match (self.bound, self.impossible.zip(best)) {
                    // Nothing is better than the best answer.
                    (_, Some((id, values))) => (cost.value(values), Some(id)),
                    (Some((least, id)), None) => (least, Some(id)),
                    (None, None) => {
                        (cost.constant, cost.least(self.stated).map(|line| self.steps.sum(line).id))
                    }
                };
                let by = id.map_or(String::new(), |id| format!(" : {id}"));
                let most = best.map(|values| cost.value(values));
                // A bound on better answers alone may be beyond the best one.
                let least = most.map_or(least, |most| least.min(most));
                let upper = match (most, best) {
                    (Some(most), Some(values)) => format!("{most} : {}", solution(values)),
                    _ => "INF".to_owned(),
                };
                (Verdict::Bounds(Some(least), most), format!("BOUNDS {least}{by} {upper}"))
            }
        };
        self.steps.end(&conclusion)?;
        Ok(verdict)
    }
}

/// The variables that no answer is read off, where a solution may cost more than its answer.
fn unread(model: &Model) -> HashSet<PbVar> {
    match model.projection() {
        Projection::Lits(read) if model.overcounts() => {
            let read: HashSet<usize> = read.iter().map(|lit| lit.variable()).collect();
            let others = model.lits().filter(|lit| !read.contains(&lit.variable()));
            others.map(|lit| PbVar::Stated(lit.dimacs().unsigned_abs())).collect()
        }
        _ => HashSet::new(),
    }
}

/// Values of the problem's variables, as literals.
fn solution(values: &[bool]) -> String {
    let lit =
        |(place, &value): (usize, &bool)| format!("{}x{}", if value { "" } else { "~" }, place + 1);
    values.iter().enumerate().map(lit).collect::<Vec<_>>().join(" ")
}

/// Whether a proof can be made of what is deduced, tried on a proof that nobody reads.
pub struct Trial(Option<Log>);

impl Trial {
    /// One about a model of which nothing is deduced yet.
    pub fn of(model: &Model) -> Trial {
        let limit = model.objective().map_or(0, Objective::largest);
        let log = Log::new(model, limit, Box::new(io::sink())).ok();
        Trial(log.filter(|log| locked(&log.0).take_declared(model).is_ok()))
    }

    /// Whether the next deduction has a proof. It rests on those before that have.
    pub fn takes(&mut self, deduction: &Deduction) -> bool {
        self.0.as_ref().is_some_and(|log| locked(&log.0).deduced(deduction).is_ok())
    }
}

/// Which clauses are needed of those that a collector takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// All: where one is not derived, no more are taken.
    All,
    /// Those that are derived: the others are left out.
    Derived,
}

/// Keeps clauses, and derives each before.
pub struct Collector<'a> {
    log: Log,
    clauses: &'a mut Clauses,
    need: Need,
}

impl Collect for Collector<'_> {
    fn collect(&mut self, clause: &[rustsat::types::Lit]) -> Result<(), Refusal> {
        let mut inner = locked(&self.log.0);
        let mut lits: Vec<PbLit> = clause.iter().map(|lit| inner.literal(to_model(*lit))).collect();
        let mut seen = HashSet::new();
        lits.retain(|&lit| seen.insert(lit));
        // What every assignment satisfies says nothing to a solver.
        if lits.iter().any(|&lit| seen.contains(&!lit)) {
            return Ok(());
        }
        let id = match (inner.derive(&lits), self.need) {
            (Some(id), _) => id,
            (None, Need::Derived) => return Ok(()),
            (None, Need::All) => {
                inner.is_underived = true;
                return Err(Refusal::Stopped);
            }
        };
        if lits.is_empty() {
            inner.refutation = Some((id, Vec::new()));
        }
        inner.pending.push_back(id);
        self.clauses.push(clause);
        Ok(())
    }

    fn begin(&mut self, constraint: Option<usize>) {
        locked(&self.log.0).begin(constraint);
    }

    fn wants_meanings(&self) -> bool {
        true
    }

    fn define(&mut self, variable: rustsat::types::Lit, meaning: Meaning) {
        locked(&self.log.0).define(to_model(variable), &meaning);
    }

    fn carry(&mut self, network: &Arc<SortingNetwork>, wire: Wire, signal: Signal) {
        let mut inner = locked(&self.log.0);
        let carried = inner.carried(signal);
        inner.carry(network, wire, carried);
    }

    fn keep(
        &mut self,
        network: &Arc<SortingNetwork>,
        wire: Wire,
        value: bool,
        inputs: [Signal; 2],
    ) {
        let mut inner = locked(&self.log.0);
        let inputs = inputs.map(|signal| inner.carried(signal));
        inner.keep(network, wire, value, inputs);
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
            fact: Fact::Limit { value, reason: None },
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
