//! Derivations for counters with two digits to a base p: the number of true literals is p times its
//! quotient plus a remainder.
//!
//! For a set S of literals, the quotient is a sum Σq of literals qᵢ that mean "at least p·i of S".
//! So the constraint ΣS − p·Σq ≥ r means "the remainder of S is at least r". A carry, which means
//! "two remainders add up to at least p", is defined by a sum of this form, too. The range of the
//! remainder, 0 to p − 1, is derived from the definitions of the qᵢ, one after another.
//!
//! A clause of an encoding in two digits follows in one of two ways:
//!
//! - A bound on the lower digits is divided by p, which gives a bound on their quotients. The sum
//!   of this bound, the carry and the range of a remainder is a contradiction.
//! - A bound on a number of literals is divided by p, which gives a bound on its quotient. The sum
//!   of this bound, the bounds on the remainders and the bound on another number of literals is a
//!   contradiction.
//!
//! If the value of a digit is fixed, the constraint that fixes it is used instead of the digit's
//! definition.

use super::definitions::{Definition, Definitions, ReifiedLiteral, VariableForm, to_i128};
use super::quotients::{Quotient, Quotients};
use super::steps::{PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar, sorted};

impl Definitions {
    /// Defines `z`, a fresh variable that is not defined yet, as "the remainders of these parts add
    /// up to at least `least`". The remainder of a part is the number of its true literals modulo
    /// `base`, which is at least 2. Defines the quotients of the parts first, if they are new. A
    /// part must have the same base in all calls.
    pub fn define_remainders(
        &mut self,
        z: PbLit,
        parts: &[Vec<PbLit>],
        base: usize,
        least: usize,
        steps: &mut Steps,
    ) {
        let mut meaning = Inequality::at_least(parts.concat(), to_i128(least));
        let sets: Vec<Vec<PbLit>> = parts.iter().map(|part| sorted(part)).collect();
        for part in &sets {
            for q in self.define_quotient(part, base, steps) {
                meaning.add_term(-to_i128(base), q);
            }
        }
        self.define(z, &meaning, VariableForm::Digit(sets, to_i128(base)), steps);
    }

    /// Returns literals whose sum is the quotient: the number of true `lits` divided by the base,
    /// rounded down. Returns no literals if there are fewer `lits` than the base. If the set `lits`
    /// is new, defines the returned literals, derives the range of the remainder, and records the
    /// quotient. An end of the range that cannot be derived is left out. `lits` must be sorted, and
    /// `base` must be at least 2. Each set must have the same base in all calls.
    fn define_quotient(&mut self, lits: &[PbLit], base: usize, steps: &mut Steps) -> Vec<PbLit> {
        if let Some(known) = self.quotients.get(lits) {
            return known.reached.clone();
        }
        let p = to_i128(base);
        let mut parts = Vec::new();
        for times in 1..=lits.len() / base {
            let meaning = Inequality::at_least(lits.iter().copied(), to_i128(times * base));
            parts.extend(self.reify(&meaning, steps));
        }
        let low = self.derive_least_remainder(lits, p, &parts, steps);
        let high = self.derive_largest_remainder(lits, p, &parts, steps);
        let reached: Vec<PbLit> = parts.iter().map(|part| part.lit).collect();
        let quotient = Quotient { base: p, reached: reached.clone(), low, high };
        self.quotients.insert(lits, quotient);
        reached
    }

    /// Derives that the number of true `lits` minus p times the quotient, which is the remainder,
    /// is at least 0. `quotient` has the literals "the quotient is at least 1", "at least 2", and
    /// so on. Returns `None` if the quotient has no literals, or if a case fails; the written steps
    /// then stay.
    fn derive_least_remainder(
        &mut self,
        lits: &[PbLit],
        p: i128,
        quotient: &[ReifiedLiteral],
        steps: &mut Steps,
    ) -> Option<ProofConstraint> {
        let mut known: Option<ProofConstraint> = None;
        for (place, q) in quotient.iter().enumerate() {
            let mut wanted = Inequality::at_least(lits.iter().copied(), 0);
            quotient[..=place].iter().for_each(|q| wanted.add_term(-p, q.lit));
            known = Some(match known {
                None => q.forward.clone(),
                Some(before) => self.derive_by_cases(&wanted, q.lit, &q.forward, &before, steps)?,
            });
        }
        known
    }

    /// Derives that the number of true `lits` minus p times the quotient, which is the remainder,
    /// is at most p − 1. `quotient` has the literals "the quotient is at least 1", "at least 2",
    /// and so on, up to its largest value. Returns `None` if the quotient has no literals, or if a
    /// case fails; the written steps then stay.
    fn derive_largest_remainder(
        &mut self,
        lits: &[PbLit],
        p: i128,
        quotient: &[ReifiedLiteral],
        steps: &mut Steps,
    ) -> Option<ProofConstraint> {
        let negated: Vec<PbLit> = lits.iter().map(|&lit| !lit).collect();
        let mut known: Option<ProofConstraint> = None;
        for (place, q) in quotient.iter().enumerate().rev() {
            // Σ ~lits is at least |lits| − (p·place + p·Σq + p − 1).
            let most = p * to_i128(place) + p - 1;
            let mut wanted =
                Inequality::at_least(negated.iter().copied(), to_i128(lits.len()) - most);
            quotient[place..].iter().for_each(|q| wanted.add_term(p, q.lit));
            let above = known.unwrap_or_else(|| steps.sum(PolLine::from_literals(&negated)));
            known = Some(self.derive_by_cases(&wanted, q.lit, &above, &q.backward, steps)?);
        }
        known
    }

    /// Derives `wanted` by the two cases of `lit`. The derived constraint `if_true` must imply
    /// `wanted` if `lit` is true. The derived constraint `if_false` must imply `wanted` if `lit` is
    /// false. Defines a literal of the proof that means `wanted`. Returns `None` if this literal
    /// cannot be defined, because `wanted` always or never holds. Also returns `None` if the
    /// derived constraint is not `wanted`. Written steps stay.
    fn derive_by_cases(
        &mut self,
        wanted: &Inequality,
        lit: PbLit,
        if_true: &ProofConstraint,
        if_false: &ProofConstraint,
        steps: &mut Steps,
    ) -> Option<ProofConstraint> {
        let reached = self.reify(wanted, steps)?;
        let one = reached_in_case(&reached, if_true, !lit, steps);
        let other = reached_in_case(&reached, if_false, lit, steps);
        let line = PolLine::new(&one, 1).plus(&other);
        let unit = steps.sum(line.weakened_to(&[reached.lit]));
        let known = reached.derive_constraint(unit.id, steps);
        (known.inequality == *wanted).then_some(known)
    }
}

/// Derives the clause "`reached` or `other` is true". The constraint `known` must imply the meaning
/// of `reached` if `other` is false.
fn reached_in_case(
    reached: &ReifiedLiteral,
    known: &ProofConstraint,
    other: PbLit,
    steps: &mut Steps,
) -> ProofConstraint {
    let line = PolLine::new(known, 1).plus(&reached.backward);
    steps.sum(line.weakened_to(&[reached.lit, other]))
}

/// The constraints that hold if a clause about digits is false, grouped by the quantities that they
/// bound.
struct DigitSides<'a> {
    clause: &'a [PbLit],
    quotients: &'a Quotients,
    /// The base of the digits; 0 if no digit was found yet.
    base: i128,
    /// The definitions about a single remainder.
    lower: Vec<ProofConstraint>,
    /// The definitions of carries: each is about the sum of two remainders.
    carry: Vec<ProofConstraint>,
    /// The definitions about a number of true literals, each with the literals that it counts.
    /// These literals are sorted, and each occurs as often as its weight says.
    counts: Vec<(ProofConstraint, Vec<PbLit>)>,
    /// The sets of literals whose remainders occur in definitions, and their union.
    sets: Vec<Vec<PbLit>>,
    /// The sets of literals whose remainder is a digit that the clause contains.
    digits: Vec<Vec<PbLit>>,
    /// The sets of literals whose remainders a carry adds up.
    added: Vec<Vec<PbLit>>,
}

/// The greatest number of rows of a constraint that a derivation uses. Rows after these are
/// ignored. Known literals can double the number of rows.
const MOST_ROWS: usize = 8;

/// The greatest number of lines (sums of constraints) that are tried in pairs. The lines come from
/// rows of the constraint. If there are more lines, only single lines are tried.
const MOST_PAIRED: usize = 60;

/// Searches for a line (a sum of constraints) that implies a clause about digits, without writing a
/// step. Tries definitions alone. Then tries definitions with one or two lines that are made from
/// the first [`MOST_ROWS`] rows of the encoded constraint. If these rows give more than
/// [`MOST_PAIRED`] lines, two lines together are not tried. The result is not weakened to the
/// clause. Returns `None` if no line is found. Also returns `None` if no definition of the clause's
/// variables is about a digit or about a number with a quotient.
pub fn line_from_digits(
    clause: &[PbLit],
    definitions: &Definitions,
    rows: &[ProofConstraint],
) -> Option<PolLine> {
    let sides = DigitSides::collect(clause, definitions)?;
    if let Some(line) = sides.line_with(&[]) {
        return Some(line);
    }
    let stated = sides.lines_from_rows(&rows[..rows.len().min(MOST_ROWS)]);
    if let Some(line) = stated.iter().find_map(|one| sides.line_with(&[one])) {
        return Some(line);
    }
    if stated.len() > MOST_PAIRED {
        return None;
    }
    stated.iter().find_map(|one| stated.iter().find_map(|other| sides.line_with(&[one, other])))
}

impl<'a> DigitSides<'a> {
    /// Collects the definitions of a clause's literals, in the direction that applies if the
    /// literal is false. Leaves out literals without such a definition. Also collects the sets of
    /// literals that these definitions count, and the union of these sets. A set without a quotient
    /// is collected only from definitions about remainders. Returns `None` if no definition is
    /// about a remainder, or about a number of true literals that has a quotient.
    fn collect(clause: &'a [PbLit], definitions: &'a Definitions) -> Option<DigitSides<'a>> {
        let mut sides = DigitSides {
            clause,
            quotients: &definitions.quotients,
            base: 0,
            lower: Vec::new(),
            carry: Vec::new(),
            counts: Vec::new(),
            sets: Vec::new(),
            digits: Vec::new(),
            added: Vec::new(),
        };
        for &lit in clause {
            let Some(side) = definitions.implied_side(!lit) else { continue };
            match definitions.get(lit.variable).and_then(Definition::digit) {
                Some((parts, base)) => sides.add_digit(side, parts, base),
                None => {
                    let counted = counted_literals(&side, lit.variable, lit.is_negated);
                    sides.counts.push((side, counted));
                }
            }
        }
        for place in 0..sides.counts.len() {
            let counted = sides.counts[place].1.clone();
            if let Some(quotient) = sides.quotients.get(&counted) {
                sides.base = quotient.base;
                sides.add_set(&counted);
            }
        }
        sides.add_union();
        (sides.base > 1).then_some(sides)
    }

    /// Adds a definition about digits. If it has one part, it defines a remainder. If it has
    /// another number of parts, it defines a carry. Also adds the parts to the sets of literals,
    /// and records `base`, which replaces the base so far.
    fn add_digit(&mut self, side: ProofConstraint, parts: &[Vec<PbLit>], base: i128) {
        self.base = base;
        parts.iter().for_each(|part| self.add_set(part));
        if parts.len() == 1 {
            self.lower.push(side);
            self.digits.extend_from_slice(parts);
        } else {
            self.carry.push(side);
            self.added.extend_from_slice(parts);
        }
    }

    fn add_set(&mut self, set: &Vec<PbLit>) {
        if !self.sets.contains(set) {
            self.sets.push(set.clone());
        }
    }

    /// Adds the sorted union of all sets to the sets. Does nothing if the largest set already
    /// contains all others, or if there are no sets. If a union is added, the sets must be
    /// disjoint, since a common literal would be repeated.
    fn add_union(&mut self) {
        let (largest, others) = self.largest_and_parts();
        let mut parts = others.into_iter().flatten();
        if !parts.all(|lit| largest.is_some_and(|largest| largest.contains(lit))) {
            let all = sorted(&self.sets.concat());
            self.sets.push(all);
        }
    }

    /// Searches for a line (a sum of constraints) that implies the clause and contains the lines
    /// `more`. `more` has at most two lines, which come from rows of the constraint. Returns `None`
    /// if no such line implies the clause.
    fn line_with(&self, more: &[&PolLine]) -> Option<PolLine> {
        let by_counts = self.by_counts(more).into_iter().find(|line| line.implies(self.clause));
        by_counts.or_else(|| {
            let lines = self.by_quotients(more.first().copied(), more.last().copied());
            lines.into_iter().find(|line| line.implies(self.clause))
        })
    }

    fn quotient(&self, set: &[PbLit]) -> Option<&Quotient> {
        self.quotients.get(set)
    }

    /// Returns whether weakening keeps a literal while it removes other literals. It keeps literals
    /// of quotients and of the clause.
    fn is_kept(&self, lit: PbLit) -> bool {
        matches!(lit.variable, PbVar::Own(_)) || self.clause.contains(&lit)
    }

    /// Weakens a line (a sum of constraints): removes the literals for which
    /// [`is_kept`](DigitSides::is_kept) is false. Then divides the result by the base.
    fn divided(&self, mut line: PolLine) -> PolLine {
        line.weaken(|lit| self.is_kept(lit));
        line.divide(self.base);
        line
    }

    /// Returns sums of two bounds on quotients that perhaps contradict each other. The first bound
    /// comes from the lower digits. The second bound comes from a carry or from the ranges of
    /// remainders. A digit whose value is fixed is not in the clause. Then lines from the
    /// constraint can replace the definition of this digit: `more` in the first bound, and
    /// `opposite` in the second. The first bound is tried without `more`, with `more`, and as
    /// `more` alone.
    fn by_quotients(&self, more: Option<&PolLine>, opposite: Option<&PolLine>) -> Vec<PolLine> {
        let mut lower: Vec<PolLine> = self.with_missing(PolLine::sum_of(&self.lower));
        if let Some(more) = more {
            let with: Vec<PolLine> = lower.iter().map(|line| line.plus_line(more)).collect();
            lower.extend(with);
            lower.push(more.clone());
        }
        let opposites: Vec<PolLine> =
            self.opposites(opposite).into_iter().map(|line| self.divided(line)).collect();
        let mut lines = Vec::new();
        for line in lower.into_iter().map(|line| self.divided(line)) {
            lines.extend(opposites.iter().map(|other| line.plus_line(other)));
        }
        lines
    }

    /// Adds the ranges of missing remainders to a line (a sum of constraints). A remainder is
    /// missing if a carry adds it up, but its digit is not in the clause. Returns three lines: the
    /// line itself, the line plus the lower ends of the ranges of all missing remainders, and the
    /// line plus the upper ends. If `line` is `None`, returns only the sum of the lower ends and
    /// the sum of the upper ends. If no remainder is missing, returns only the line. Ends that are
    /// not derived are left out.
    fn with_missing(&self, line: Option<PolLine>) -> Vec<PolLine> {
        let missing: Vec<&Quotient> = self
            .added
            .iter()
            .filter(|part| !self.digits.contains(part))
            .filter_map(|part| self.quotient(part))
            .collect();
        let mut lines: Vec<PolLine> = line.iter().cloned().collect();
        if !missing.is_empty() {
            let lows = missing.iter().filter_map(|quotient| quotient.low.as_ref());
            lines.extend(with_all(line.clone(), lows));
            let highs = missing.iter().filter_map(|quotient| quotient.high.as_ref());
            lines.extend(with_all(line, highs));
        }
        lines
    }

    /// Returns lines (sums of constraints) that perhaps contradict the bound from the lower digits.
    /// Each line is a sum of two parts. The first part is one of these: a carry; the lower ends of
    /// the ranges of the remainders of all sets except the largest; the upper ends of these ranges.
    /// The second part is `more`, or an end of the range of the remainder of the largest set, which
    /// contains all others. This end is the upper one after lower ends, the lower one after upper
    /// ends, and either of them after a carry. Without `more`, the ends of the first part are also
    /// returned alone. Ends that are not derived are left out.
    fn opposites(&self, more: Option<&PolLine>) -> Vec<PolLine> {
        let mut lines = Vec::new();
        for carry in &self.carry {
            lines.extend(more.map(|more| PolLine::new(carry, 1).plus_line(more)));
        }
        let (Some(largest), parts) = self.largest_and_parts() else { return lines };
        let part_quotients: Vec<&Quotient> =
            parts.into_iter().filter_map(|part| self.quotient(part)).collect();
        let lows: Vec<&ProofConstraint> =
            part_quotients.iter().filter_map(|part| part.low.as_ref()).collect();
        let highs: Vec<&ProofConstraint> =
            part_quotients.iter().filter_map(|part| part.high.as_ref()).collect();
        lines.extend(with_all(more.cloned(), lows.iter().copied()));
        lines.extend(with_all(more.cloned(), highs.iter().copied()));
        let Some(largest) = self.quotient(largest) else { return lines };
        for (end, of_parts) in [(&largest.low, highs), (&largest.high, lows)] {
            let Some(end) = end else { continue };
            let start = PolLine::new(end, 1);
            lines.extend(self.carry.iter().map(|carry| start.plus(carry)));
            lines.extend(with_all(Some(start), of_parts.into_iter()));
        }
        lines
    }

    /// Returns the largest set, and all sets that differ from it. The largest set is `None` if
    /// there are no sets.
    fn largest_and_parts(&self) -> (Option<&Vec<PbLit>>, Vec<&Vec<PbLit>>) {
        let largest = self.sets.iter().max_by_key(|set| set.len());
        (largest, self.sets.iter().filter(|set| Some(*set) != largest).collect())
    }

    /// Returns sums that perhaps imply the clause. Each of them contains the lines `more`. For each
    /// bound on a number of literals, it contains either the bound itself or a bound on p times the
    /// quotient that follows from it. Some of the sums also contain the definitions about
    /// remainders.
    fn by_counts(&self, more: &[&PolLine]) -> Vec<PolLine> {
        let rest = PolLine::sum_of(self.lower.iter().chain(&self.carry));
        let mut lines: Vec<Option<PolLine>> =
            self.with_missing(rest).into_iter().map(Some).chain([None]).collect();
        for line in more {
            lines = lines.into_iter().map(|start| Some(sum_lines(start, line))).collect();
        }
        for (side, counted) in &self.counts {
            let forms = self.forms(&PolLine::new(side, 1), counted);
            lines = lines
                .iter()
                .flat_map(|line| forms.iter().map(|form| Some(sum_lines(line.clone(), form))))
                .collect();
        }
        lines.into_iter().flatten().collect()
    }

    /// Returns `line`, a bound on the number of true literals of `counted`. Then come the bounds on
    /// p times the quotient of this number that `line` implies. If `counted` has no quotient,
    /// returns only `line`.
    fn forms(&self, line: &PolLine, counted: &[PbLit]) -> Vec<PolLine> {
        let mut forms = vec![line.clone()];
        if let Some(quotient) = self.quotient(counted) {
            for end in [&quotient.low, &quotient.high].into_iter().flatten() {
                let mut form = self.divided(line.plus(end));
                form.multiply(self.base);
                forms.push(form);
            }
        }
        forms
    }

    /// Returns the rows. Also returns the bounds that the rows imply on three quantities of each
    /// set: the number of its true literals, the quotient of this number, and the remainder.
    fn lines_from_rows(&self, rows: &[ProofConstraint]) -> Vec<PolLine> {
        let mut lines: Vec<PolLine> = rows.iter().map(|row| PolLine::new(row, 1)).collect();
        for set in &self.sets {
            let quotients = self.quotient(set).map_or(&[][..], |known| &known.reached);
            let of_set: Vec<PolLine> = rows.iter().map(|row| restricted(row, set)).collect();
            let forms: Vec<Vec<PolLine>> =
                of_set.iter().map(|line| self.forms(line, set)).collect();
            // A bound on a number and a bound on its quotient together bound the remainder. One of
            // the two bounds can be trivial.
            for line in &of_set {
                lines.extend(
                    forms.iter().flat_map(|forms| &forms[1..]).map(|form| line.plus_line(form)),
                );
                for negated in [false, true] {
                    let mut combined = line.clone();
                    quotients.iter().for_each(|&q| {
                        combined.add_literal(if negated { !q } else { q }, self.base)
                    });
                    lines.push(combined);
                }
            }
            lines.extend(forms.into_iter().flatten());
        }
        lines
    }
}

/// The greatest number of literals, repeated by weight, that [`counted_literals`] lists for a
/// definition. If there are more, that function returns an empty list.
const MOST_COUNTED: i128 = 100_000;

/// Returns the literals that the definition of `z` counts, sorted and repeated by weight. Returns
/// an empty list if there are more than [`MOST_COUNTED`] with these repetitions. `side` is one
/// direction of the definition. If `is_only_if`, it says what follows from `z`. Otherwise, it says
/// from what `z` follows; then the literals in `side` are the negations of the counted ones.
fn counted_literals(side: &ProofConstraint, z: PbVar, is_only_if: bool) -> Vec<PbLit> {
    let terms = side.inequality.terms().filter(|(_, lit)| lit.variable != z);
    let weight = terms.clone().fold(0, |sum: i128, (weight, _)| sum.saturating_add(weight));
    if weight > MOST_COUNTED {
        return Vec::new();
    }
    let mut lits: Vec<PbLit> = terms
        .flat_map(|(weight, lit)| std::iter::repeat_n(lit, usize::try_from(weight).unwrap_or(0)))
        .map(|lit| if is_only_if { lit } else { !lit })
        .collect();
    lits.sort_unstable();
    lits
}

/// Returns a row without the literals whose variables are outside a set. These literals are removed
/// by weakening.
fn restricted(row: &ProofConstraint, set: &[PbLit]) -> PolLine {
    let mut line = PolLine::new(row, 1);
    line.weaken(|lit| set.contains(&lit) || set.contains(&!lit));
    line
}

/// Returns the sum of both lines (sums of constraints), or `other` if `line` is `None`.
fn sum_lines(line: Option<PolLine>, other: &PolLine) -> PolLine {
    line.map_or_else(|| other.clone(), |line| line.plus_line(other))
}

/// Returns the sum of `line`, which is itself a sum of constraints, and further constraints.
/// Returns `None` if `line` is `None` and there are no further constraints.
fn with_all<'a>(
    line: Option<PolLine>,
    more: impl Iterator<Item = &'a ProofConstraint>,
) -> Option<PolLine> {
    more.fold(line, |line, known| Some(sum_lines(line, &PolLine::new(known, 1))))
}
