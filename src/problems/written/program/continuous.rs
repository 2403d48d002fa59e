//! Replaces continuous variables that other variables define.
//!
//! Programs that write model files use such variables for these purposes:
//!
//! - a constant of the objective: a variable that a row fixes (Pyomo);
//! - an empty row: a variable that is 0 (PuLP);
//! - a range: an equality with a bounded slack variable (Gurobi, docplex);
//! - the objective: a free variable that a row defines (GAMS).
//!
//! A row `c·x + rest = b`, where c is a number other than 0, defines x. In all other rows and in
//! the objective, `(b - rest) / c` replaces x, without rounding. The bounds of x, stated for `(b -
//! rest) / c`, replace the equality itself. Rows are multiplied by |c|, so that their numbers
//! remain whole. For the objective, the divisor is multiplied by |c|.
//!
//! The caller refuses a variable that no equality defines. It also refuses such a variable in a
//! product or a guard, because a value between 0 and 1 would have another meaning there. Several
//! equalities may be able to define x. Then the one with the fewest other replaceable variables is
//! used. It becomes inequalities, which can no longer define these other variables.

use std::collections::{BTreeMap, HashMap};

use num_integer::Integer as _;
use num_traits::{Signed, Zero};

use super::super::ParsedObjective;
use super::super::aside::Equality;
use super::{Comparison, Decimal, Denominator, Factor, IntegerRow, Unknown, common_divisor};
use crate::exact::Integer;
use crate::model::Relation;

/// The largest number of terms that the replacements may add. After that, no more variables are
/// replaced, and the caller refuses the variables that remain.
const MOST_TERMS: usize = 20_000_000;

/// A variable that may be replaced, and its bounds.
pub(super) struct Target {
    pub unknown: Unknown,
    /// The least value of the variable; `None` if it has no lower bound.
    pub lower: Option<Decimal>,
    /// The largest value of the variable; `None` if it has no upper bound.
    pub upper: Option<Decimal>,
    /// Whether the lower and the upper bound are equal, so that the variable has one value.
    pub is_fixed: bool,
}

/// The equality that defines a replaced variable. Its numbers are whole.
type VariableDefinition = Equality<Factor>;

/// A replaced variable and its definition. The definition is `None` if the variable occurs in no
/// row and not in the objective.
pub(super) type ReplacedVariable = (Unknown, Option<VariableDefinition>);

/// The rows and the objective of a program, in which variables are being replaced.
pub(super) struct Elimination<'p, 's> {
    /// For each row of the program, the rows that replace it. At first, this is the row itself. A
    /// row that defines a variable becomes the bounds of this variable, which are two rows, one row
    /// or none.
    lines: Vec<Vec<IntegerRow<'s>>>,
    aim: Option<&'p mut ParsedObjective<Factor>>,
    /// The variables that may be replaced, in the order in which the replacements are tried.
    targets: Vec<Target>,
    /// For each target that has not been replaced, the indices in `lines` of all rows that contain
    /// this target. There may be additional indices, and repeated ones.
    rows: HashMap<Unknown, Vec<usize>>,
    /// An upper bound on the number of terms that the replacements have added.
    terms: usize,
}

impl<'p, 's> Elimination<'p, 's> {
    /// Returns an elimination that has replaced no variable yet, and finds the rows in which each
    /// target occurs. `aim` is the objective, in which variables are replaced, too. Products and
    /// guards are not examined, so no target may occur in one.
    pub fn new(
        lines: Vec<IntegerRow<'s>>,
        aim: Option<&'p mut ParsedObjective<Factor>>,
        targets: Vec<Target>,
    ) -> Elimination<'p, 's> {
        let mut rows: HashMap<Unknown, Vec<usize>> =
            targets.iter().map(|target| (target.unknown, Vec::new())).collect();
        for (place, line) in lines.iter().enumerate() {
            for (_, factor) in &line.terms {
                if let Factor::One(unknown) = factor
                    && let Some(places) = rows.get_mut(unknown)
                {
                    places.push(place);
                }
            }
        }
        let remaining = lines.into_iter().map(|line| vec![line]).collect();
        Elimination { lines: remaining, aim, targets, rows, terms: 0 }
    }

    /// Replaces as many targets as possible, one after another, in all rows and in the objective.
    /// Ends when more than [`MOST_TERMS`] terms have been added; the other targets are then not
    /// replaced. Returns, for each row, the rows that replace it; there may be none. Also returns
    /// the replaced variables; each comes before the variables in its definition. The rows and the
    /// objective no longer have terms of replaced variables, except terms whose coefficients add up
    /// to 0.
    pub fn run(mut self) -> (Vec<Vec<IntegerRow<'s>>>, Vec<ReplacedVariable>) {
        let mut replaced = Vec::new();
        for target in std::mem::take(&mut self.targets) {
            if self.terms > MOST_TERMS {
                break;
            }
            if let Some(one) = self.replace(&target) {
                replaced.push(one);
                self.rows.remove(&target.unknown);
            }
        }
        (self.lines, replaced)
    }

    /// Replaces a variable in all rows and in the objective, and returns the variable with its
    /// definition. If the bounds of the variable are equal, they define the variable, and no row is
    /// removed. Otherwise, the best equality defines it, and the bounds replace this equality. A
    /// variable that occurs in no row and not in the objective needs no definition. Returns `None`,
    /// and changes nothing, if no equality defines the variable and one of two conditions holds:
    /// the variable occurs in a row or in the objective, or its bounds allow no value. `target`
    /// must not have been replaced before; otherwise the function panics.
    fn replace(&mut self, target: &Target) -> Option<ReplacedVariable> {
        let unknown = target.unknown;
        let mut places = self.rows[&unknown].clone();
        places.sort_unstable();
        places.dedup();
        let definition = match (&target.lower, self.defining_row(unknown, &places)) {
            (Some(value), _) if target.is_fixed => {
                let denominator = Denominator::common([value].into_iter())?;
                VariableDefinition {
                    number: denominator.to_integer(),
                    rest: Vec::new(),
                    bound: value.times(&denominator),
                }
            }
            (_, Some(place)) => {
                let definition = definition(unknown, &self.lines[place][0])?;
                self.lines[place] = bounds(target, &definition, &self.lines[place][0]);
                definition
            }
            _ => return self.is_unused(target, &places).then_some((unknown, None)),
        };
        for place in places {
            for line in &mut self.lines[place] {
                self.terms += definition.rest.len();
                substitute(unknown, &definition, line);
            }
            for (_, factor) in &definition.rest {
                if let Factor::One(other) = factor
                    && let Some(known) = self.rows.get_mut(other)
                {
                    known.push(place);
                }
            }
        }
        if let Some(aim) = &mut self.aim {
            substitute_in_objective(unknown, &definition, aim);
        }
        Some((unknown, Some(definition)))
    }

    /// Returns the index of the equality that best defines a variable. The best equality has the
    /// fewest other targets. Among equally good ones, the one with the fewest terms is best, and
    /// then the first of `places` (the indices of the rows to examine). Returns `None` if none of
    /// these rows is an equality that contains the variable and has no guard. A row that has
    /// defined another variable is no equality any more.
    fn defining_row(&self, unknown: Unknown, places: &[usize]) -> Option<usize> {
        places
            .iter()
            .copied()
            .filter(|&place| match &self.lines[place][..] {
                [line] => {
                    line.comparison == Comparison::Relation(Relation::Exactly)
                        && line.guard.is_none()
                        && coefficient(unknown, &line.terms).is_some()
                }
                _ => false,
            })
            .min_by_key(|&place| {
                let terms = &self.lines[place][0].terms;
                (
                    terms
                        .iter()
                        .filter(|term| match &term.1 {
                            Factor::One(other) => {
                                *other != unknown && self.rows.contains_key(other)
                            }
                            Factor::Both(..) => false,
                        })
                        .count(),
                    terms.len(),
                )
            })
    }

    /// Returns whether a variable occurs in none of the rows `places` and not in the objective, and
    /// its bounds allow at least one value.
    fn is_unused(&self, target: &Target, places: &[usize]) -> bool {
        let mut lines = places.iter().flat_map(|&place| &self.lines[place]);
        let aimed = self.aim.as_ref().and_then(|aim| coefficient(target.unknown, &aim.terms));
        let has_value = match (&target.lower, &target.upper) {
            (Some(lower), Some(upper)) => lower <= upper,
            _ => true,
        };
        has_value
            && aimed.is_none()
            && lines.all(|line| coefficient(target.unknown, &line.terms).is_none())
    }
}

/// A whole coefficient and the variable or product that it multiplies.
type ContinuousTerm = (Integer, Factor);

/// Returns the coefficient of a variable, the sum of the coefficients of all its terms. Returns
/// `None` if it is 0.
fn coefficient(unknown: Unknown, terms: &[ContinuousTerm]) -> Option<Integer> {
    let of = terms.iter().filter(|term| term.1 == Factor::One(unknown)).map(|term| &term.0).sum();
    Some(of).filter(|number: &Integer| !number.is_zero())
}

/// Returns the definition of a variable by the equality `line`. Returns `None` if the equality does
/// not contain the variable.
fn definition(unknown: Unknown, line: &IntegerRow) -> Option<VariableDefinition> {
    let number = coefficient(unknown, &line.terms)?;
    let rest =
        merge_terms(line.terms.iter().filter(|term| term.1 != Factor::One(unknown)).cloned());
    Some(VariableDefinition { number, rest, bound: line.bound.clone() })
}

/// Returns rows that state the bounds of a replaced variable by means of its definition: one row
/// for each bound of the variable, the lower bound first. These rows replace `line`, which defined
/// the variable. They have the same place, guard and name as `line`.
fn bounds<'s>(
    target: &Target,
    definition: &VariableDefinition,
    line: &IntegerRow<'s>,
) -> Vec<IntegerRow<'s>> {
    let VariableDefinition { number, rest, bound } = definition;
    let sides = [(&target.lower, Relation::AtLeast), (&target.upper, Relation::AtMost)];
    let lines = sides.into_iter().filter_map(|(limit, relation): (&Option<Decimal>, _)| {
        let limit = limit.as_ref()?;
        let denominator = Denominator::common([limit].into_iter()).expect("one number of the file");
        let scale = denominator.to_integer();
        // If the coefficient of the variable is positive, a lower bound of the variable is an upper
        // bound of the other terms.
        let is_mirrored = !number.is_negative();
        let comparison = Comparison::Relation(match (relation, is_mirrored) {
            (Relation::AtLeast, true) | (Relation::AtMost, false) => Relation::AtMost,
            _ => Relation::AtLeast,
        });
        let terms = rest.iter().map(|(weight, factor)| (weight * &scale, *factor)).collect();
        let bound = bound * &scale - number * &limit.times(&denominator);
        Some(IntegerRow { terms, comparison, bound, ..line.clone() })
    });
    lines.collect()
}

/// Replaces a variable in terms. Returns the new terms, sorted by their factors. Also returns the
/// number that must be subtracted from the bound of the terms, or added to their constant. Both are
/// multiplied by the absolute value of `definition.number`. The caller multiplies the old bound or
/// constant by the same number. Returns `None` if the variable does not occur, or if its
/// coefficients add up to 0.
fn substitute_terms(
    unknown: Unknown,
    definition: &VariableDefinition,
    terms: &[ContinuousTerm],
) -> Option<(Vec<ContinuousTerm>, Integer)> {
    let number = coefficient(unknown, terms)?;
    let scale = definition.number.abs();
    let times = number * definition.number.signum();
    let others = terms
        .iter()
        .filter(|term| term.1 != Factor::One(unknown))
        .map(|(weight, factor)| (weight * &scale, *factor));
    Some((
        merge_terms(
            others.chain(
                definition.rest.iter().map(|(weight, factor)| (-(weight * &times), *factor)),
            ),
        ),
        &times * &definition.bound,
    ))
}

/// Merges the terms with the same factor by adding their coefficients. Leaves out those whose
/// coefficients add up to 0. Returns the terms sorted by their factors.
pub(super) fn merge_terms(terms: impl Iterator<Item = ContinuousTerm>) -> Vec<ContinuousTerm> {
    let mut sums: BTreeMap<Factor, Integer> = BTreeMap::new();
    terms.for_each(|(weight, factor)| *sums.entry(factor).or_default() += &weight);
    sums.into_iter()
        .filter(|(_, weight)| !weight.is_zero())
        .map(|(factor, weight)| (weight, factor))
        .collect()
}

/// Replaces a variable in a row, if the row contains it.
fn substitute(unknown: Unknown, definition: &VariableDefinition, line: &mut IntegerRow) {
    if let Some((terms, constant)) = substitute_terms(unknown, definition, &line.terms) {
        line.bound = &line.bound * &definition.number.abs() - constant;
        line.terms = terms;
    }
}

/// Replaces a variable in the objective. All numbers of the objective and its divisor are then
/// divided by their greatest common divisor. Does nothing if the objective does not contain the
/// variable, or if its coefficients there add up to 0.
fn substitute_in_objective(
    unknown: Unknown,
    definition: &VariableDefinition,
    aim: &mut ParsedObjective<Factor>,
) {
    if let Some((terms, constant)) = substitute_terms(unknown, definition, &aim.terms) {
        let scale = definition.number.abs();
        let constant = &aim.constant * &scale + constant;
        let divisor = &aim.divisor * &scale;
        let common = constant.gcd(&divisor).gcd(&common_divisor(&terms));
        aim.terms = terms.into_iter().map(|(weight, one)| (&weight / &common, one)).collect();
        aim.constant = &constant / &common;
        aim.divisor = &divisor / &common;
    }
}
