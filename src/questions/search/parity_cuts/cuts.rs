//! Parities in a linear program: cuts, which are clauses that a parity implies.
//!
//! If a model states parities and its objective counts literals, the optimum is the vector with the
//! fewest ones in a coset of a binary code. Decoding by linear programs bounds this number of ones
//! (Feldman, Wainwright and Karger, 2005). For each assignment with the wrong parity, a parity
//! implies a clause. Fractional values violate at most one of these clauses. It is found in one
//! pass over the literals.
//!
//! Sums of parities (redundant parity checks) have stronger clauses. An elimination chooses the
//! sums: the columns nearest to 1/2 become its basis (Zhang and Siegel, Adaptive Cut Generation
//! Algorithm for Improved Linear Programming Decoding of Binary Linear Codes, 2012). Then each row
//! has one of these columns, and the values of its other columns are nearly integral.
//!
//! For windows, these bounds far exceed the bounds from line sums with halves (Σ dark = 2h + b, as
//! in an integer program). For 10 × 11, they prove 15.7 of 18 dark panes instead of 11.6. For 12 ×
//! 13, they prove 18.1 of 20 dark panes instead of 14.2. Together with the parity of the total,
//! these bounds decide most sizes without branching.
//!
//! Answers come from the same elimination, as in ordered statistics decoding (Fossorier and Lin,
//! 1995). Columns outside the basis are rounded. Then each of these columns, and each pair of them,
//! is flipped if this reduces the count.
//!
//! Tried and dropped:
//! - More eliminations with other orders, which raise bounds by at most 0.06.
//! - For answers, flips of three variables, which find no more answers in twice the time.
//! - Four answers for each node, near the root's values with noise: the best answer of 19 × 24
//!   panes was found in one of two tries, and that of 18 × 21 panes never in twenty seconds.
//! - Answers as symmetric as the board, which are worse on all of six sizes.

use std::collections::HashMap;

use super::checks::Checks;
use crate::decision::Decision;
use crate::linear::{Inequality, Literal};
use crate::lp::simplex::Simplex;
use crate::model::{Lit, Model, Parity, Penalties, Statement, Symmetry, propagated};
use crate::proof::{Kernel, ProofConstraint};
use crate::search::branch_and_cut::{Columns, CutSchedule, DeriveRow, Heuristic, Point, Separator};
use crate::stop::Stop;

/// The largest number of variables: the number on a 50 × 50 board. A model with more variables does
/// not suit the strategy.
const MOST_LITERALS: usize = 2500;

/// The least violation of a clause that becomes a cut.
const LEAST_VIOLATION: f64 = 0.01;

/// The most cuts added at a time.
const MOST_CUTS: usize = 60;

/// The rounds of cuts. On windows, fewer rounds and fewer cuts of a round are slower on as many
/// windows as they are faster on.
const SCHEDULE: CutSchedule = CutSchedule {
    rounds_of_root: 200,
    rounds: 3,
    patience: 4,
    least_growth: 0.01,
    least_share: 0.0,
    surplus: 0.2,
};

/// If elimination leaves at most this many free variables, all answers are enumerated. If there are
/// more, linear programs bound the objective.
const MOST_FREE: u32 = 16;

/// The parities of a model, with its objective and the columns of the linear program.
#[derive(Clone, Debug)]
pub struct ParityCuts {
    /// The variables. The variables that the objective counts come first.
    pub columns: Columns,
    /// The literals that the objective counts, and the relation of their number to the value.
    penalties: Penalties,
    /// The parities over these variables.
    pub checks: Checks,
}

impl ParityCuts {
    /// Returns whether a model suits the strategy. Three conditions must hold: the model states
    /// only parities and unit clauses, it has at most [`MOST_LITERALS`] variables in all, and its
    /// objective is one count of literals whose variables are all in parities.
    pub fn suits(model: &Model) -> bool {
        let mut of_parities = vec![false; model.labels().len()];
        for statement in model.constraints().statements() {
            match statement {
                Statement::Parity(lits, _) => {
                    lits.iter().for_each(|lit| of_parities[lit.variable()] = true);
                }
                Statement::Clause([_]) => {}
                _ => return false,
            }
        }
        let penalties = model.objective().and_then(|objective| objective.penalties());
        penalties.is_some_and(|penalties| {
            of_parities.len() <= MOST_LITERALS
                && penalties.lits.iter().all(|lit| of_parities[lit.variable()])
        })
    }

    /// Collects the parities of the model. The model's other constraints are used only to fix
    /// variables by propagation, so the model should [suit](ParityCuts::suits) the strategy. The
    /// columns are the counted literals, in their order, and then the other literals of parities.
    /// All other variables are left out. Keeps the symmetries that map columns to columns. After a
    /// stop, fewer variables are fixed. Returns `None` if there are more than [`MOST_LITERALS`]
    /// columns, or if the objective is not one count.
    pub fn from_model(model: &Model, stop: &Stop) -> Option<ParityCuts> {
        let penalties = model.objective()?.penalties()?;
        let mut place: HashMap<usize, usize> = HashMap::new();
        let mut lits = Vec::new();
        let parities = {
            model.constraints().statements().filter_map(|statement| match statement {
                Statement::Parity(lits, parity) => Some((lits, parity)),
                _ => None,
            })
        };
        // The objective determines the sign of a counted literal.
        for &lit in penalties.lits.iter().chain(parities.clone().flat_map(|(lits, _)| lits)) {
            place.entry(lit.variable()).or_insert_with(|| {
                lits.push(lit);
                lits.len() - 1
            });
        }
        if lits.len() > MOST_LITERALS {
            return None;
        }
        let mut checks = Checks::new(lits.len());
        for (of_parity, parity) in parities.clone() {
            let variables = of_parity.iter().map(|lit| place[&lit.variable()]);
            let negated =
                of_parity.iter().filter(|lit| lits[place[&lit.variable()]] != **lit).count();
            checks.add(variables, (parity == Parity::Odd) != (negated % 2 == 1));
        }
        let fixed = propagated(model, stop)
            .into_iter()
            .filter_map(|(lit, origin)| {
                let &variable = place.get(&lit.variable())?;
                Some((Literal { variable, is_negated: lits[variable] != lit }, origin))
            })
            .collect();
        let movements = model
            .symmetries()
            .iter()
            .filter_map(|symmetry| images(symmetry, &lits, &place))
            .collect();
        let costs = (0..lits.len()).map(|column| (column < penalties.lits.len()).into()).collect();
        Some(ParityCuts {
            columns: Columns { lits, costs, fixed, movements, rows: Vec::new() },
            penalties,
            checks,
        })
    }

    /// Returns the largest number of counted literals in an answer with this value or a better one.
    /// Returns `None` if no number of literals gives the value.
    pub fn total(&self, value: i64) -> Option<i64> {
        self.penalties.count_at(value)?.try_into().ok()
    }

    /// If elimination leaves few answers, returns the best of them, as the value of each column.
    /// Returns `Unsat` if it leaves none, and `Unknown` if more than [`MOST_FREE`] variables are
    /// free.
    pub fn best_of_few(&self) -> Decision<Vec<bool>> {
        let mut checks = self.checks.clone();
        for (lit, _) in &self.columns.fixed {
            checks.add(std::iter::once(lit.variable), !lit.is_negated);
        }
        let number = self.columns.lits.len();
        let sums = checks.eliminate(&vec![0.0; number], &vec![false; number]);
        if sums.is_contradictory() {
            return Decision::Unsat(());
        }
        sums.best(self.penalties.lits.len(), MOST_FREE).map_or(Decision::Unknown, Decision::Sat)
    }
}

impl Separator for ParityCuts {
    /// Returns the clauses that the point violates most, the most violated first. They are clauses
    /// of parities and of sums of parities. There are at most [`MOST_CUTS`], and each is violated
    /// by at least [`LEAST_VIOLATION`]. In the elimination that chooses the sums, fixed columns
    /// enter the basis last. So cuts also fix columns that depend on fixed columns.
    fn separate(
        &self,
        Point { values, is_fixed }: &Point,
        _: &Simplex,
        _: i64,
    ) -> Vec<Inequality<usize>> {
        let mut found = self.checks.violated(values, LEAST_VIOLATION);
        let sums = self.checks.eliminate(values, is_fixed);
        found.extend(sums.checks.violated(values, LEAST_VIOLATION));
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        found.truncate(MOST_CUTS);
        found.into_iter().map(|(_, clause)| Inequality::from_clause(&clause)).collect()
    }

    fn schedule(&self) -> CutSchedule {
        SCHEDULE
    }

    fn derive(
        &self,
        cut: &Inequality<usize>,
        _: &mut DeriveRow,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        let lits = cut.terms().map(|(_, lit)| self.columns.lit(lit)).collect::<Vec<_>>();
        let mut clause = kernel.literals(&lits);
        clause.sort_unstable();
        kernel.parity_clause(&clause)
    }
}

impl Heuristic for ParityCuts {
    /// Returns an answer near `values`. Returns `None` if this answer would change a fixed column,
    /// or if the parities contradict each other.
    fn answer(&self, values: &[f64]) -> Option<Vec<bool>> {
        let mut is_fixed = vec![false; values.len()];
        self.columns.fixed.iter().for_each(|(lit, _)| is_fixed[lit.variable] = true);
        let sums = self.checks.eliminate(values, &is_fixed);
        let answer = sums.answer(values, self.penalties.lits.len(), &is_fixed)?;
        let mut fixed = self.columns.fixed.iter();
        fixed.all(|(lit, _)| answer[lit.variable] != lit.is_negated).then_some(answer)
    }
}

/// Returns, for each literal in `lits`, the index of its image under a symmetry. `place` has the
/// index of each variable in `lits`. Returns `None` if the image of a literal is the negation of a
/// literal in `lits`, or if its variable is not in `place`.
fn images(symmetry: &Symmetry, lits: &[Lit], place: &HashMap<usize, usize>) -> Option<Vec<usize>> {
    lits.iter()
        .map(|&lit| {
            let image = symmetry.image(lit);
            let &variable = place.get(&image.variable())?;
            (lits[variable] == image).then_some(variable)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lp::simplex::{SCALE, SimplexStatus};
    use crate::puzzles::open_model;

    fn window(rows: usize, columns: usize) -> (Model, ParityCuts) {
        let model = open_model("abbott-window", (rows, columns), &[], None);
        let cuts =
            ParityCuts::from_model(&model, &Stop::unlimited()).expect("windows have parities");
        (model, cuts)
    }

    fn answers(cuts: &ParityCuts) -> Vec<u32> {
        let number = cuts.columns.lits.len();
        (0..1_u32 << number)
            .filter(|word| cuts.checks.hold(|variable| word >> variable & 1 == 1))
            .collect()
    }

    #[test]
    fn few_answers_are_gone_through() {
        let mut random = fastrand::Rng::with_seed(9);
        let (mut best, mut none) = (0, 0);
        for _ in 0..200 {
            let (_, mut cuts) = window(random.usize(1..5), random.usize(2..5));
            for variable in 0..cuts.columns.lits.len() {
                if random.u8(..4) == 0 {
                    let lit = Literal { variable, is_negated: !random.bool() };
                    cuts.columns.fixed.push((lit, 0));
                }
            }
            let keeps = |word: u32| {
                let mut fixed = cuts.columns.fixed.iter();
                fixed.all(|(lit, _)| (word >> lit.variable & 1 == 1) != lit.is_negated)
            };
            let known = answers(&cuts)
                .into_iter()
                .filter(|&word| keeps(word))
                .map(|word| i64::from(word.count_ones()))
                .min();
            match cuts.best_of_few() {
                Decision::Sat(answer) => {
                    assert!(cuts.checks.hold(|variable| answer[variable]));
                    assert_eq!(Some(cuts.columns.cost(&answer)), known);
                    best += 1;
                }
                Decision::Unsat(()) => {
                    assert_eq!(known, None);
                    none += 1;
                }
                Decision::Unknown => assert!(known.is_some()),
            }
        }
        assert!(best > 50 && none > 50, "{best} and {none}");
    }

    #[test]
    fn cuts_hold_in_all_answers() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut found = 0;
        for (rows, columns) in [(3, 3), (3, 4), (4, 4), (3, 5)] {
            let (_, cuts) = window(rows, columns);
            let answers = answers(&cuts);
            for _ in 0..200 {
                let values: Vec<f64> =
                    (0..rows * columns).map(|_| f64::from(random.u8(0..=4)) / 4.0).collect();
                let point = Point { is_fixed: vec![false; values.len()], values };
                let values = &point.values;
                for clause in cuts.separate(&point, &cuts.columns.program(), 0) {
                    found += 1;
                    let lits: Vec<Literal<usize>> = clause.terms().map(|(_, lit)| lit).collect();
                    let missed = |lit: &Literal<usize>| {
                        let value = values[lit.variable];
                        if lit.is_negated { 1.0 - value } else { value }
                    };
                    assert!(lits.iter().map(missed).sum::<f64>() < 1.0);
                    for word in &answers {
                        let is_true = |lit: &Literal<usize>| {
                            (word >> lit.variable & 1 == 1) != lit.is_negated
                        };
                        assert!(lits.iter().any(is_true), "{rows} × {columns}: {clause:?}");
                    }
                }
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn answers_near_values_are_answers() {
        let mut random = fastrand::Rng::with_seed(6);
        for (rows, columns) in [(3, 3), (4, 4), (6, 7), (10, 11)] {
            let (_, cuts) = window(rows, columns);
            for _ in 0..20 {
                let values: Vec<f64> = (0..rows * columns).map(|_| random.f64()).collect();
                let answer = cuts.answer(&values).expect("no pane is given");
                assert!(cuts.checks.hold(|variable| answer[variable]));
            }
        }
    }

    #[test]
    fn bounds_are_near_the_optimum() {
        let (_, cuts) = window(12, 13);
        let mut program = cuts.columns.program();
        for _ in 0..100 {
            assert_eq!(program.solve(f64::INFINITY, 10_000), SimplexStatus::Optimal);
            let point = Point::from_program(&program);
            cuts.separate(&point, &program, 0).into_iter().for_each(|cut| program.add(cut));
        }
        let least =
            program.certified_bound(&program.multipliers(SimplexStatus::Optimal, SCALE)).least;
        let bound = least as f64 / SCALE as f64;
        assert!((18.0..20.0).contains(&bound), "{bound}");
    }

    #[test]
    fn what_is_no_parity_does_not_suit() {
        let (mut model, _) = window(4, 5);
        assert!(ParityCuts::suits(&model));
        let pair: Vec<Lit> = model.lits().take(2).collect();
        model.clause("given", [pair[0]]);
        assert!(ParityCuts::suits(&model));
        model.clause("more", pair);
        assert!(!ParityCuts::suits(&model));
        for name in ["gunport", "armies"] {
            assert!(!ParityCuts::suits(&open_model(name, (5, 5), &[], None)), "{name}");
        }
    }

    #[test]
    fn orbits_are_those_of_mirrors() {
        let (_, cuts) = window(4, 5);
        assert_eq!(cuts.columns.movements.len(), 3);
        let mut orbit = cuts.columns.orbit(0);
        orbit.sort_unstable();
        assert_eq!(orbit, [0, 4, 15, 19]);
        assert_eq!(cuts.columns.orbit(2).len(), 2);
    }
}
