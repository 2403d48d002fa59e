//! Tests of the counters through rustsat's traits, in rustsat's pipelines. The results are compared
//! with those of rustsat's totalizer.

use std::ops::{Bound, RangeBounds};

use quarrel_encodings::cardinality::{
    Adder, Bdd, CardinalityNetwork, Construct, Counter, Incremental, KModuloTotalizer, Knuth,
    ModuloTotalizer, OddEvenNetwork, PairwiseCardinalityNetwork, Sequential, Side, Totalizer,
};
use quarrel_encodings::{Encoder, Error, Relation, Signal, Writer};
use rustsat::OutOfMemory;
use rustsat::encodings::card::{
    self, BoundBoth, BoundBothIncremental, BoundLower, BoundLowerIncremental, BoundUpper,
    BoundUpperIncremental, Encode, EncodeIncremental,
};
use rustsat::encodings::{
    CollectClauses, ConstraintEncodingError, EncodeStats, EnforceError, IterInputs, Monotone,
    NotEncoded,
};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::constraints::CardConstraint;
use rustsat::types::{Clause, Lit, Var};
use rustsat_cadical::CaDiCaL;

use super::constraints::{RELATIONS, number, relates};
use super::referee::Referee;
use super::registered::Binomial;

/// Defines a test for every public counter. Each counter takes one line.
macro_rules! every_counter {
    ($($test:ident: $counter:ty),+ $(,)?) => {$(
        #[test]
        fn $test() {
            check_answers::<$counter>();
            check_ranges::<$counter>();
            check_afresh::<$counter>();
            check_added_literals::<$counter>();
            check_constraints::<$counter>();
            check_memory::<$counter>();
            check_solver::<$counter>();
        }
    )+};
}

/// Defines a test for every counter that never restarts. Each counter takes one line.
macro_rules! every_incremental_counter {
    ($($test:ident: $counter:ty),+ $(,)?) => {$(
        #[test]
        fn $test() {
            check_changes::<$counter>();
            check_reserved::<$counter>();
        }
    )+};
}

every_counter! {
    totalizer: Totalizer,
    sequential: Sequential,
    knuth: Knuth,
    odd_even_network: OddEvenNetwork,
    cardinality_network: CardinalityNetwork,
    pairwise_cardinality_network: PairwiseCardinalityNetwork,
    modulo_totalizer: ModuloTotalizer,
    k_modulo_totalizer: KModuloTotalizer,
    bdd: Bdd,
    adder: Adder,
    binomial: Binomial,
}

every_incremental_counter! {
    totalizer_step_by_step: Totalizer,
    sequential_step_by_step: Sequential,
    knuth_step_by_step: Knuth,
    odd_even_network_step_by_step: OddEvenNetwork,
    modulo_totalizer_step_by_step: ModuloTotalizer,
    k_modulo_totalizer_step_by_step: KModuloTotalizer,
    bdd_step_by_step: Bdd,
    adder_step_by_step: Adder,
}

/// A rustsat encoder with its collector and manager.
struct Pipeline<E> {
    encoder: E,
    lits: Vec<Lit>,
    clauses: Cnf,
    variables: BasicVarManager,
}

type Range = (Bound<usize>, Bound<usize>);

impl<E: BoundBoth + FromIterator<Lit>> Pipeline<E> {
    fn new(n: usize) -> Pipeline<E> {
        let lits: Vec<Lit> = (0..n).map(|place| Lit::new(number(place), place == 1)).collect();
        let mut variables = BasicVarManager::default();
        variables.increase_next_free(Var::new(number(n)));
        let encoder = lits.iter().copied().collect();
        Pipeline { encoder, lits, clauses: Cnf::new(), variables }
    }

    fn encode_ub(&mut self, range: impl RangeBounds<usize>) {
        let Pipeline { encoder, clauses, variables, .. } = self;
        encoder.encode_ub(range, clauses, variables).expect("there is memory");
    }

    fn encode_lb(&mut self, range: impl RangeBounds<usize>) {
        let Pipeline { encoder, clauses, variables, .. } = self;
        encoder.encode_lb(range, clauses, variables).expect("there is memory");
    }

    fn encode_both(&mut self, range: impl RangeBounds<usize> + Clone) {
        let Pipeline { encoder, clauses, variables, .. } = self;
        encoder.encode_both(range, clauses, variables).expect("there is memory");
    }

    /// Returns the assignments that are allowed under assumptions.
    fn allowed(&self, assumptions: Vec<Lit>) -> Vec<bool> {
        let clauses = self.clauses.iter().map(|clause| clause.as_ref());
        let mut referee = Referee::new(clauses, self.variables.n_used());
        if referee.assume_all(assumptions) {
            return referee.allowed(&self.lits);
        }
        vec![false; 1 << self.lits.len()]
    }

    fn at_most(&self, bound: usize) -> Result<Vec<bool>, NotEncoded> {
        self.encoder.enforce_ub(bound).map(|assumptions| self.allowed(assumptions))
    }

    fn at_least(&self, bound: usize) -> Result<Vec<bool>, EnforceError> {
        self.encoder.enforce_lb(bound).map(|assumptions| self.allowed(assumptions))
    }

    fn exactly(&self, bound: usize) -> Result<Vec<bool>, EnforceError> {
        self.encoder.enforce_eq(bound).map(|assumptions| self.allowed(assumptions))
    }

    fn right(&self, holds: impl Fn(usize) -> bool) -> Vec<bool> {
        (0_usize..1 << self.lits.len()).map(|bits| holds(bits.count_ones() as usize)).collect()
    }

    /// Asserts that the upper bounds of a range are encoded, and no other upper bounds below n.
    fn check_upper(&self, range: &impl RangeBounds<usize>) {
        for bound in 0..self.lits.len() + 3 {
            let right = self.right(|count| count <= bound);
            let encoded = range.contains(&bound) || bound >= self.lits.len();
            assert_eq!(self.at_most(bound), if encoded { Ok(right) } else { Err(NotEncoded) });
        }
        assert_eq!(self.at_most(usize::MAX), Ok(self.right(|_| true)));
    }

    /// Asserts that the lower bounds of a range are encoded, and no other lower bounds from 1 to n.
    fn check_lower(&self, range: &impl RangeBounds<usize>) {
        for bound in 0..=self.lits.len() {
            let right = self.right(|count| count >= bound);
            let encoded = range.contains(&bound) || bound == 0;
            let not_encoded = Err(EnforceError::NotEncoded);
            assert_eq!(self.at_least(bound), if encoded { Ok(right) } else { not_encoded });
        }
        for bound in [self.lits.len() + 1, usize::MAX] {
            assert_eq!(self.at_least(bound), Err(EnforceError::Unsat));
        }
    }
}

/// Returns every range of bounds up to n+2, in every form of a range.
fn ranges(n: usize) -> Vec<Range> {
    let ends = |included: bool| {
        let end =
            move |bound| if included { Bound::Included(bound) } else { Bound::Excluded(bound) };
        (0..=n + 2).map(end)
    };
    let all: Vec<Bound<usize>> = ends(true).chain(ends(false)).chain([Bound::Unbounded]).collect();
    all.iter().flat_map(|&start| all.iter().map(move |&end| (start, end))).collect()
}

/// Compares the encoded bounds, and the assignments that they allow, with those of rustsat's
/// totalizer.
fn check_answers<C: Construct>() {
    for n in (0..=5).filter(|&n| n != 1) {
        for range in ranges(n) {
            let (ours, theirs) = both_answers::<C>(n, range);
            assert_eq!(ours, theirs, "{n} literals, bounds {range:?}");
        }
    }
    // rustsat's totalizer of one literal has every bound as soon as it has any bound.
    for range in ranges(1) {
        let (ours, theirs) = both_answers::<C>(1, range);
        for (ours, theirs) in ours.into_iter().zip(theirs).filter(|(ours, _)| ours.is_ok()) {
            assert_eq!(ours, theirs, "1 literal, bounds {range:?}");
        }
    }
}

type Answers = Vec<Result<Vec<bool>, EnforceError>>;

fn both_answers<C: Construct>(n: usize, range: Range) -> (Answers, Answers) {
    (answers::<Encoder<C>>(n, range), answers::<card::Totalizer>(n, range))
}

fn answers<E: BoundBoth + FromIterator<Lit>>(n: usize, range: Range) -> Answers {
    let (mut upper, mut lower, mut both) =
        (Pipeline::<E>::new(n), Pipeline::<E>::new(n), Pipeline::<E>::new(n));
    upper.encode_ub(range);
    lower.encode_lb(range);
    both.encode_both(range);
    let of = |pipeline: &Pipeline<E>, bound| {
        let at_most = pipeline.at_most(bound).map_err(EnforceError::from);
        [at_most, pipeline.at_least(bound), pipeline.exactly(bound)]
    };
    (0..=n + 2)
        .flat_map(|bound| [of(&upper, bound), of(&lower, bound), of(&both, bound)].concat())
        .collect()
}

/// Checks that exactly the bounds of a range are encoded, for ranges of any size.
fn check_ranges<C: Construct>() {
    for n in 0..=4 {
        let huge = [
            (Bound::Included(usize::MAX), Bound::Included(usize::MAX)),
            (Bound::Excluded(usize::MAX), Bound::Unbounded),
            (Bound::Included(2), Bound::Included(usize::MAX)),
            (Bound::Included(usize::MAX), Bound::Excluded(0)),
        ];
        for range in ranges(n).into_iter().chain(huge) {
            let mut pipeline = Pipeline::<Encoder<C>>::new(n);
            assert_eq!(pipeline.encoder.n_lits(), n);
            assert!(pipeline.encoder.iter().eq(pipeline.lits.iter().copied()));
            pipeline.encode_both(range);
            pipeline.check_upper(&range);
            pipeline.check_lower(&range);
            assert_eq!(pipeline.encoder.n_clauses(), pipeline.clauses.len());
            assert_eq!(pipeline.encoder.n_vars(), pipeline.variables.n_used() - number(n));
        }
    }
}

/// Checks that `encode_ub` and `encode_lb` write all clauses again, into another collector or into
/// the same one, and do not affect the bounds of the other side.
fn check_afresh<C: Construct>() {
    for n in 0..=5 {
        let mut pipeline = Pipeline::<Encoder<C>>::new(n);
        pipeline.encode_both(1..=2);
        let first = std::mem::take(&mut pipeline.clauses);
        pipeline.encode_ub(2..=3);
        pipeline.check_upper(&(2..=3));
        pipeline.clauses.extend(first);
        pipeline.check_upper(&(2..=3));
        pipeline.check_lower(&(1..=2));
        pipeline.encode_lb(..);
        pipeline.check_upper(&(2..=3));
        pipeline.check_lower(&(..));
        pipeline.encode_lb(0..0);
        pipeline.check_lower(&(0..0));
        let written = pipeline.encoder.n_clauses();
        assert_eq!(written, pipeline.clauses.len());
        pipeline.clauses = Cnf::new();
        pipeline.encode_both(..);
        pipeline.check_upper(&(..));
        pipeline.check_lower(&(..));
    }
}

/// Checks literals that are added before clauses are written, and literals that are added after it.
fn check_added_literals<C: Construct>() {
    for (n, more) in (0..=4).flat_map(|n| (0..=2).map(move |more| (n, more))) {
        let whole = Pipeline::<Encoder<C>>::new(n + more);
        let part = || -> Pipeline<Encoder<C>> {
            let lits = whole.lits.clone();
            let encoder = lits.iter().copied().take(n).collect();
            Pipeline { encoder, lits, clauses: Cnf::new(), variables: whole.variables.clone() }
        };
        let mut before = part();
        before.encoder.extend(whole.lits[n..].iter().copied());
        assert_eq!(before.encoder.n_lits(), n + more);
        before.encode_both(1..=2);
        before.check_upper(&(1..=2));
        before.check_lower(&(1..=2));

        let mut after = part();
        after.encode_both(0..=n);
        after.encoder.extend(whole.lits[n..].iter().copied());
        if more > 0 {
            after.check_upper(&(0..0));
            after.check_lower(&(0..0));
        }
        after.encode_both(2..=3);
        after.check_upper(&(2..=3));
        after.check_lower(&(2..=3));
    }
    let mut empty = Encoder::<C>::default();
    empty.extend([Lit::positive(0)]);
    assert_eq!(empty.n_lits(), 1);
}

/// Checks constraints that are written as clauses. A constraint that no assignment satisfies must
/// be refused.
fn check_constraints<C: Construct>() {
    for n in 0..=5 {
        for (relation, bound) in RELATIONS.iter().flat_map(|r| (0..=n + 2).map(move |k| (*r, k))) {
            let mut pipeline = Pipeline::<Encoder<C>>::new(n);
            let lits = pipeline.lits.iter().copied();
            let constraint = match relation {
                Relation::AtMost => CardConstraint::new_ub(lits, bound),
                Relation::AtLeast => CardConstraint::new_lb(lits, bound),
                Relation::Exactly => CardConstraint::new_eq(lits, bound),
            };
            let right = pipeline.right(|count| relates(count, relation, bound));
            let Pipeline { clauses, variables, .. } = &mut pipeline;
            let written = Encoder::<C>::encode_constr(constraint.clone(), clauses, variables);
            if relation != Relation::AtMost && bound > n {
                assert_eq!(written, Err(ConstraintEncodingError::Unsat));
                assert!(pipeline.clauses.is_empty());
            } else {
                assert_eq!(written, Ok(()), "{relation:?} {bound} of {n}");
                assert_eq!(pipeline.allowed(Vec::new()), right, "{relation:?} {bound} of {n}");
            }
            let mut pipeline = Pipeline::<Encoder<C>>::new(n);
            let Pipeline { clauses, variables, .. } = &mut pipeline;
            card::encode_cardinality_constraint::<Encoder<C>, _>(constraint, clauses, variables)
                .expect("there is memory");
            assert_eq!(pipeline.allowed(Vec::new()), right, "{relation:?} {bound} of {n}");
        }
    }
}

struct Room {
    clauses: Cnf,
    left: usize,
}

impl CollectClauses for Room {
    fn n_clauses(&self) -> usize {
        self.clauses.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        for clause in clauses {
            self.left = self.left.checked_sub(1).ok_or(OutOfMemory::ExternalApi)?;
            self.clauses.add_clause(clause);
        }
        Ok(())
    }
}

/// Checks that no bound counts as encoded after the memory was too small, and that all bounds are
/// encoded once there is enough memory.
fn check_memory<C: Construct>() {
    let mut whole = Pipeline::<Encoder<C>>::new(5);
    whole.encode_both(2..=3);
    for left in 0..whole.clauses.len() {
        let mut pipeline = Pipeline::<Encoder<C>>::new(5);
        let Pipeline { encoder, variables, .. } = &mut pipeline;
        let mut room = Room { clauses: Cnf::new(), left };
        assert!(encoder.encode_both(2..=3, &mut room, variables).is_err());
        assert_eq!(encoder.n_clauses(), left);
        assert_eq!(encoder.enforce_eq(2), Err(EnforceError::NotEncoded));
        pipeline.encode_both(2..=3);
        pipeline.clauses.extend(room.clauses);
        pipeline.check_upper(&(2..=3));
        pipeline.check_lower(&(2..=3));
    }
    let constraint = CardConstraint::new_eq(whole.lits.iter().copied(), 2);
    let mut room = Room { clauses: Cnf::new(), left: 3 };
    let end = Encoder::<C>::encode_constr(constraint, &mut room, &mut whole.variables);
    assert!(matches!(end, Err(ConstraintEncodingError::OutOfMemory(_))), "{end:?}");
}

fn check_solver<C: Construct>() {
    let (mut solver, mut variables) = (CaDiCaL::default(), BasicVarManager::default());
    variables.increase_next_free(Var::new(20));
    let lits: Vec<Lit> = (0..20).map(Lit::positive).collect();
    let mut encoder: Encoder<C> = lits.iter().copied().collect();
    encoder.encode_both(5..=7, &mut solver, &mut variables).expect("there is memory");
    for (bound, count) in [(5, 4), (5, 5), (5, 6), (6, 5), (6, 6), (6, 7), (7, 7), (7, 8)] {
        let mut assumptions = encoder.enforce_eq(bound).expect("is encoded");
        assumptions.extend(lits.iter().enumerate().map(|(i, &l)| if i < count { l } else { !l }));
        let right = if bound == count { SolverResult::Sat } else { SolverResult::Unsat };
        assert_eq!(solver.solve_assumps(&assumptions).expect("CaDiCaL solves"), right);
    }
}

/// Checks that the clauses of several changes are together those of all bounds: no clause is
/// written twice, and earlier bounds stay encoded.
fn check_changes<C: Construct + Incremental>()
where
    Encoder<C>: BoundBothIncremental + Monotone,
{
    for n in 0..=6 {
        let mut pipeline = Pipeline::<Encoder<C>>::new(n);
        let (mut upper, mut lower) = (n + 2, 0);
        for step in 0..=n + 1 {
            let Pipeline { encoder, clauses, variables, .. } = &mut pipeline;
            (upper, lower) = (upper - 1, lower.max(step / 2));
            encoder.encode_ub_change(upper..=upper, clauses, variables).expect("there is memory");
            encoder.encode_lb_change(lower..=lower, clauses, variables).expect("there is memory");
            let written = clauses.len();
            encoder.encode_ub_change(upper.., clauses, variables).expect("there is memory");
            encoder.encode_lb_change(..=lower, clauses, variables).expect("there is memory");
            assert_eq!(clauses.len(), written, "nothing of it is new");
            assert_eq!(encoder.n_clauses(), written);
            assert_eq!(encoder.n_vars(), variables.n_used() - number(n));
            pipeline.check_upper(&(upper..));
            pipeline.check_lower(&(..=lower));
        }
        let all = pipeline.variables.n_used();
        let Pipeline { encoder, clauses, variables, .. } = &mut pipeline;
        encoder.encode_both_change(.., clauses, variables).expect("there is memory");
        let mut at_once = Pipeline::<Encoder<C>>::new(n);
        at_once.encode_both(..);
        assert!(pipeline.clauses.len() == at_once.clauses.len(), "the parts are the whole");
        assert!(all <= at_once.variables.n_used());
        pipeline.check_upper(&(..));
        pipeline.check_lower(&(..));
    }
}

/// Checks that the reserved variables are enough, are used first, and are not reserved twice.
fn check_reserved<C: Construct + Incremental>() {
    for n in 0..=6 {
        for first in [0..0, 1..2, 0..n + 1] {
            let mut pipeline = Pipeline::<Encoder<C>>::new(n);
            pipeline.encode_ub(first.clone());
            pipeline.encoder.reserve(&mut pipeline.variables);
            let reserved = pipeline.variables.n_used();
            pipeline.encoder.reserve(&mut pipeline.variables);
            for bounds in [2..4, 0..n, 0..n + 1] {
                let Pipeline { encoder, clauses, variables, .. } = &mut pipeline;
                encoder.encode_both_change(bounds, clauses, variables).expect("there is memory");
            }
            assert_eq!(pipeline.variables.n_used(), reserved, "{n} literals");
            assert_eq!(pipeline.encoder.n_vars(), reserved - number(n), "all of them");
            pipeline.check_upper(&(..));
            pipeline.check_lower(&(..));
        }
    }
}

/// A counter of a literal and its negation. Its outputs are constants, since exactly one of them is
/// true.
struct OneOfTwo;

impl Construct for OneOfTwo {
    fn from_lits(_: &[Lit]) -> OneOfTwo {
        OneOfTwo
    }
}

impl Counter for OneOfTwo {
    fn size(&self) -> usize {
        2
    }

    fn promise(&mut self, _: usize, _: bool) {}

    fn output(&mut self, count: usize, _: Side, _: &mut Writer) -> Result<Signal, Error> {
        Ok((count == 1).into())
    }
}

/// If an output of a counter is constant, either no assumption is needed or there is no solution.
#[test]
fn outputs_may_be_constants() {
    let lits = [Lit::positive(0), Lit::negative(0)];
    let mut encoder: Encoder<OneOfTwo> = lits.into_iter().collect();
    let (mut clauses, mut variables) = (Cnf::new(), BasicVarManager::default());
    variables.increase_next_free(Var::new(1));
    encoder.encode_both(.., &mut clauses, &mut variables).expect("there is memory");
    assert!(clauses.is_empty());
    for bound in 0..=2 {
        let possible = |assumptions: Vec<Lit>| Referee::new([], 1).satisfiable(assumptions);
        assert_eq!(encoder.enforce_ub(bound).map(possible), Ok(bound >= 1));
        assert_eq!(encoder.enforce_lb(bound).map(possible), Ok(bound <= 1));
    }
}

#[test]
fn the_totalizer_writes_no_more_than_rustsats() {
    for (n, bound) in (0..=24).flat_map(|n| (0..=n + 1).map(move |bound| (n, bound))) {
        let (mut ours, mut theirs) =
            (Pipeline::<Encoder<Totalizer>>::new(n), Pipeline::<card::Totalizer>::new(n));
        ours.encode_ub(bound..=bound);
        theirs.encode_ub(bound..=bound);
        let (clauses, variables) = (theirs.encoder.n_clauses(), theirs.encoder.n_vars());
        assert!(ours.encoder.n_clauses() <= clauses, "at most {bound} of {n}");
        assert!(ours.encoder.n_vars() <= variables, "at most {bound} of {n}");

        let constraint = CardConstraint::new_ub(ours.lits.iter().copied(), bound);
        let (ours, theirs) = (
            cost_for_good::<Encoder<Totalizer>>(constraint.clone()),
            cost_for_good::<card::Totalizer>(constraint),
        );
        assert!(ours.0 <= theirs.0 && ours.1 <= theirs.1, "at most {bound} of {n} for good");
    }
}

fn cost_for_good<E: BoundBoth + FromIterator<Lit>>(constraint: CardConstraint) -> (usize, u32) {
    let (mut clauses, mut variables) = (Cnf::new(), BasicVarManager::default());
    variables.increase_next_free(Var::new(30));
    E::encode_constr(constraint, &mut clauses, &mut variables).expect("no bound is impossible");
    (clauses.len(), variables.n_used())
}
