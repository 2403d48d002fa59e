//! Parities in a linear program: cuts, which are clauses that a parity implies.
//!
//! If a model states parities and its objective counts literals, the optimum is the least vector in
//! a coset of a binary code. Decoding by linear programs bounds it (Feldman, Wainwright and Karger,
//! 2005): a parity implies a clause for each assignment of the wrong parity. Fractional values
//! violate at most one of them, found in one pass over the literals.
//!
//! Sums of parities have stronger clauses. An elimination chooses the sums: the columns nearest to
//! 1/2 become its basis (Zhang and Siegel, Adaptive Cut Generation Algorithm for Improved Linear
//! Programming Decoding of Binary Linear Codes, 2012). Each row has one of these columns and
//! otherwise nearly integral values.
//!
//! For windows, these bounds far exceed the bounds from line sums with halves (Σ dark = 2h + b, as
//! in an integer program): 15.7 of 18 dark panes instead of 11.6 for 10 × 11, and 18.1 of 20
//! instead of 14.2 for 12 × 13. The parity of the total closes most sizes without branching.
//!
//! Answers come from the same elimination, as in ordered statistics decoding (Fossorier and Lin,
//! 1995): columns outside the basis are rounded, and each of them and each pair is flipped to
//! reduce the count.
//!
//! Tried and dropped:
//! - More eliminations with other orders, which raise bounds by at most 0.06.
//! - For answers, flips of three variables, which find no more answers in twice the time.
//! - Four answers for each node, near the root's values with noise: 19 × 24 panes were found in one
//!   of two tries, and 18 × 21 never in twenty seconds.
//! - Answers as symmetric as the board, which are worse on all of six sizes.

use std::collections::HashMap;

use crate::linear::{Inequality, Literal};
use crate::lp::Column;
use crate::lp::simplex::Simplex;
use crate::model::{Lit, Model, Parity, Penalties, Statement, Symmetry, propagated};
use crate::stop::Stop;

use checks::Checks;

mod checks;

/// The largest number of variables, that of a 50 × 50 board. A model with more variables does not
/// suit the strategy.
const MOST_LITERALS: usize = 2500;

const LEAST_VIOLATION: f64 = 0.01;

/// The most cuts added at a time.
const MOST_CUTS: usize = 60;

/// The most free variables after elimination with which all answers are enumerated. If there are
/// more, linear programs bound the objective.
const MOST_FREE: u32 = 16;

#[derive(Clone, Debug)]
pub enum Few {
    None,
    Best(Vec<Fixed>),
    Many,
}

#[derive(Clone, Debug)]
pub struct ParityCuts {
    /// For each variable, the literal that is true if the variable is 1.
    lits: Vec<Lit>,
    penalties: Penalties,
    checks: Checks,
    /// The values that propagation fixes, each with the index of the constraint that implies it.
    fixed: Vec<(Fixed, usize)>,
    movements: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed {
    pub variable: usize,
    pub value: bool,
}

impl Fixed {
    pub fn bounds(self) -> [i64; 2] {
        [self.value.into(); 2]
    }
}

impl ParityCuts {
    /// Returns whether a model suits the strategy. The model must state only parities and unit
    /// clauses, over at most [`MOST_LITERALS`] variables. The objective must be one count of
    /// literals whose variables are in parities.
    pub fn suit(model: &Model) -> bool {
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

    /// Collects the parities of the model. Its other constraints only fix variables, by
    /// propagation. Returns `None` if there are more than [`MOST_LITERALS`] variables, or if the
    /// objective is not one count.
    pub fn of(model: &Model, stop: &Stop) -> Option<ParityCuts> {
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
        let all = penalties.lits.iter().chain(parities.clone().flat_map(|(lits, _)| lits));
        for &lit in all {
            place.entry(lit.variable()).or_insert_with(|| {
                lits.push(lit);
                lits.len() - 1
            });
        }
        if lits.len() > MOST_LITERALS {
            return None;
        }
        let mut checks = Checks::over(lits.len());
        for (of_parity, parity) in parities.clone() {
            let variables = of_parity.iter().map(|lit| place[&lit.variable()]);
            let negated = of_parity.iter().filter(|lit| lits[place[&lit.variable()]] != **lit);
            checks.add(variables, (parity == Parity::Odd) != (negated.count() % 2 == 1));
        }
        let fixed = propagated(model, stop).into_iter().filter_map(|(lit, origin)| {
            let &variable = place.get(&lit.variable())?;
            Some((Fixed { variable, value: lits[variable] == lit }, origin))
        });
        let fixed = fixed.collect();
        let movements = model.symmetries().iter();
        let movements = movements.filter_map(|symmetry| moved(symmetry, &lits, &place)).collect();
        Some(ParityCuts { lits, penalties, checks, fixed, movements })
    }

    pub fn program(&self) -> Simplex {
        let counted = self.penalties.lits.len();
        let columns =
            (0..self.lits.len()).map(|variable| Column::binary((variable < counted).into()));
        let mut columns: Vec<Column> = columns.collect();
        self.fixed.iter().for_each(|(fixed, _)| columns[fixed.variable].bounds = fixed.bounds());
        Simplex::new(columns)
    }

    pub fn lit(&self, fixed: Fixed) -> Lit {
        let lit = self.lits[fixed.variable];
        if fixed.value { lit } else { !lit }
    }

    pub fn signed(&self, signed: Literal<usize>) -> Lit {
        self.lit(Fixed { variable: signed.variable, value: !signed.is_negated })
    }

    pub fn counted(&self, answer: &[Fixed]) -> i64 {
        let counts = |one: &Fixed| one.value && one.variable < self.penalties.lits.len();
        answer.iter().map(|one| i64::from(counts(one))).sum()
    }

    pub fn fixed(&self) -> &[(Fixed, usize)] {
        &self.fixed
    }

    pub fn total(&self, value: i64) -> Option<i64> {
        self.penalties.of_value(value)?.try_into().ok()
    }

    pub fn symmetries(&self) -> usize {
        self.movements.len()
    }

    pub fn movements(&self) -> &[Vec<usize>] {
        &self.movements
    }

    pub fn in_order_of_parities(&self) -> Vec<usize> {
        self.checks.in_order_of_length()
    }

    pub fn orbit(&self, variable: usize) -> Vec<usize> {
        let mut orbit = vec![variable];
        let mut next = 0;
        while let Some(&variable) = orbit.get(next) {
            next += 1;
            for movement in &self.movements {
                if !orbit.contains(&movement[variable]) {
                    orbit.push(movement[variable]);
                }
            }
        }
        orbit
    }

    /// Returns the most violated cuts, from the parities and from sums of them. In the elimination
    /// that chooses the sums, fixed variables enter the basis last, so that cuts also fix variables
    /// that depend on them.
    pub fn violated(
        &self,
        values: &[f64],
        is_fixed: impl Fn(usize) -> bool,
    ) -> Vec<Inequality<usize>> {
        let mut found = self.checks.violated(values, LEAST_VIOLATION);
        let sums = self.checks.eliminated(values, is_fixed);
        found.extend(sums.violated(values, LEAST_VIOLATION));
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        found.truncate(MOST_CUTS);
        found.into_iter().map(|(_, clause)| Inequality::clause(&clause)).collect()
    }

    pub fn few(&self) -> Few {
        let mut checks = self.checks.clone();
        for (Fixed { variable, value }, _) in &self.fixed {
            checks.add(std::iter::once(*variable), *value);
        }
        let sums = checks.eliminated(&vec![0.0; self.lits.len()], |_| false);
        if sums.contradicts() {
            return Few::None;
        }
        match sums.best(self.penalties.lits.len(), MOST_FREE) {
            Some(answer) => Few::Best(all_fixed(&answer)),
            None => Few::Many,
        }
    }

    /// Returns an answer near `values`, or `None` if it would change a fixed variable or the
    /// parities contradict each other.
    pub fn answer_near(&self, values: &[f64]) -> Option<Vec<Fixed>> {
        let mut is_fixed = vec![false; self.lits.len()];
        self.fixed.iter().for_each(|(fixed, _)| is_fixed[fixed.variable] = true);
        let counted = self.penalties.lits.len();
        let sums = self.checks.eliminated(values, |variable| is_fixed[variable]);
        let answer = sums.answer(values, counted, &is_fixed)?;
        let are_kept = self.fixed.iter().all(|(fixed, _)| answer[fixed.variable] == fixed.value);
        are_kept.then(|| all_fixed(&answer))
    }
}

fn all_fixed(answer: &[bool]) -> Vec<Fixed> {
    let variables = answer.iter().enumerate();
    variables.map(|(variable, &value)| Fixed { variable, value }).collect()
}

/// Returns the image of each variable under a symmetry. Returns `None` if the symmetry maps a
/// literal of `lits` to a negation or to a literal outside `lits`.
fn moved(symmetry: &Symmetry, lits: &[Lit], place: &HashMap<usize, usize>) -> Option<Vec<usize>> {
    let images = lits.iter().map(|&lit| {
        let image = symmetry.of(lit);
        let &variable = place.get(&image.variable())?;
        (lits[variable] == image).then_some(variable)
    });
    images.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lp::simplex::{End, SCALE};
    use crate::puzzles::stated;

    fn window(rows: usize, columns: usize) -> (Model, ParityCuts) {
        let model = stated("abbott-window", (rows, columns), &[], None);
        let cuts = ParityCuts::of(&model, &Stop::never()).expect("windows have parities");
        (model, cuts)
    }

    fn answers(cuts: &ParityCuts) -> Vec<u32> {
        let number = cuts.lits.len();
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
            for variable in 0..cuts.lits.len() {
                if random.u8(..4) == 0 {
                    cuts.fixed.push((Fixed { variable, value: random.bool() }, 0));
                }
            }
            let keeps = |word: u32| {
                cuts.fixed.iter().all(|(one, _)| (word >> one.variable & 1 == 1) == one.value)
            };
            let known = answers(&cuts).into_iter().filter(|&word| keeps(word));
            let known = known.map(|word| i64::from(word.count_ones())).min();
            match cuts.few() {
                Few::Best(answer) => {
                    assert!(cuts.checks.hold(|variable| answer[variable].value));
                    assert_eq!(Some(cuts.counted(&answer)), known);
                    best += 1;
                }
                Few::None => {
                    assert_eq!(known, None);
                    none += 1;
                }
                Few::Many => assert!(known.is_some()),
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
                for clause in cuts.violated(&values, |_| false) {
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
                let answer = cuts.answer_near(&values).expect("nothing is given");
                assert!(cuts.checks.hold(|variable| answer[variable].value));
            }
        }
    }

    #[test]
    fn bounds_are_near_the_optimum() {
        let (_, cuts) = window(12, 13);
        let mut program = cuts.program();
        for _ in 0..100 {
            assert_eq!(program.solve(f64::INFINITY, 10_000), End::Least);
            cuts.violated(&program.values(), |_| false)
                .into_iter()
                .for_each(|cut| program.add(cut));
        }
        let least = program.certified(&program.multipliers(End::Least)).least;
        let bound = least as f64 / SCALE as f64;
        assert!((18.0..20.0).contains(&bound), "{bound}");
    }

    #[test]
    fn what_is_no_parity_does_not_suit() {
        let (mut model, _) = window(4, 5);
        assert!(ParityCuts::suit(&model));
        let pair: Vec<Lit> = model.lits().take(2).collect();
        model.clause("given", [pair[0]]);
        assert!(ParityCuts::suit(&model));
        model.clause("more", pair);
        assert!(!ParityCuts::suit(&model));
        for name in ["gunport", "armies"] {
            assert!(!ParityCuts::suit(&stated(name, (5, 5), &[], None)), "{name}");
        }
    }

    #[test]
    fn orbits_are_those_of_mirrors() {
        let (_, cuts) = window(4, 5);
        assert_eq!(cuts.symmetries(), 3);
        let mut orbit = cuts.orbit(0);
        orbit.sort_unstable();
        assert_eq!(orbit, [0, 4, 15, 19]);
        assert_eq!(cuts.orbit(2).len(), 2);
    }
}
