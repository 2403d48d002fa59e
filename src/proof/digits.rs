//! Sums in two digits, to a base p, in a proof: a number of literals is p times its quotient and a
//! remainder.
//!
//! A remainder is no sum of literals, and a quotient is: q₁ + q₂ + …, of variables of the proof's
//! own, each of which means "at least p·i of S". So "the remainder of S is at least r" is ΣS − p·Σq
//! ≥ r, and a carry, that two remainders are p or more together, is such a sum, too. That the
//! remainder is from 0 to p − 1 is derived from what the q mean, one by one.
//!
//! A clause of an encoding in two digits follows in one of two ways from the sides of its
//! definitions:
//!
//! - the lower digits say something of quotients once what is left is divided by p, and the carry
//!   with the range of a remainder says the opposite;
//! - a bound on a number that is divided by p is one on its quotient, and with the remainders it
//!   contradicts another bound.
//!
//! Where a digit is known, the constraint itself says so, and takes the place of its side.

use std::collections::HashMap;

use super::definitions::{Definitions, number};
use super::inequality::{Inequality, PbLit, PbVar};
use super::steps::{Logged, PolLine, Steps};

/// The quotients of sets of literals.
#[derive(Default)]
pub struct Quotients {
    of: HashMap<Vec<PbLit>, Quotient>,
}

/// How often a base is contained in the number of true literals of a set.
pub struct Quotient {
    base: i128,
    /// At least this often: once, twice, and so on.
    reached: Vec<PbLit>,
    /// The remainder is not negative.
    low: Option<Logged>,
    /// The remainder is less than the base.
    high: Option<Logged>,
}

impl Quotients {
    /// What is known of a variable that a quotient has: that its remainders are neither negative
    /// nor too large.
    pub fn about(&self, variable: PbVar) -> impl Iterator<Item = Logged> {
        let has = move |one: &&Quotient| one.reached.iter().any(|lit| lit.variable == variable);
        let quotients = self.of.values().filter(has);
        quotients.flat_map(|one| [&one.low, &one.high]).flatten().cloned()
    }
}

/// A set of literals, each as often as it is counted, in order.
pub fn set(lits: &[PbLit]) -> Vec<PbLit> {
    let mut set = lits.to_vec();
    set.sort_unstable();
    set
}

impl Definitions {
    /// Defines a variable as "the remainders of these parts have at least this sum".
    pub fn remainders(
        &mut self,
        z: PbLit,
        parts: &[Vec<PbLit>],
        base: usize,
        least: usize,
        steps: &mut Steps,
    ) {
        let mut meaning = Inequality::at_least(parts.concat(), number(least));
        let sets: Vec<Vec<PbLit>> = parts.iter().map(|part| set(part)).collect();
        for part in &sets {
            for q in self.quotient(part, base, steps) {
                meaning.add_term(-number(base), q);
            }
        }
        self.define_digit(z, &meaning, sets, number(base), steps);
    }

    /// The variables that are the quotient of a set.
    fn quotient(&mut self, lits: &[PbLit], base: usize, steps: &mut Steps) -> Vec<PbLit> {
        if let Some(known) = self.quotients.of.get(lits) {
            return known.reached.clone();
        }
        let p = number(base);
        let mut reached = Vec::new();
        let mut sides = Vec::new();
        for times in 1..=lits.len() / base {
            let q = self.fresh();
            let meaning = Inequality::at_least(lits.iter().copied(), number(times * base));
            let Some(defined) = self.define_own(q, &meaning, steps) else { continue };
            reached.push(q);
            sides.push(defined);
        }
        let low = self.least_remainder(lits, p, &reached, &sides, steps);
        let high = self.largest_remainder(lits, p, &reached, &sides, steps);
        let quotient = Quotient { base: p, reached: reached.clone(), low, high };
        self.quotients.of.insert(lits.to_vec(), quotient);
        reached
    }

    /// That p times the quotient is not more than the number: for the first of its variables, for
    /// the first two, and so on.
    fn least_remainder(
        &mut self,
        lits: &[PbLit],
        p: i128,
        reached: &[PbLit],
        sides: &[[Logged; 2]],
        steps: &mut Steps,
    ) -> Option<Logged> {
        let mut known: Option<Logged> = None;
        for (place, (&q, [forward, _])) in reached.iter().zip(sides).enumerate() {
            let mut wanted = Inequality::at_least(lits.iter().copied(), 0);
            reached[..=place].iter().for_each(|&q| wanted.add_term(-p, q));
            known = Some(match known {
                None => forward.clone(),
                Some(before) => self.by_cases(&wanted, q, forward, &before, steps)?,
            });
        }
        known
    }

    /// That the number is less than p times the quotient and one: for the last of its variables,
    /// for the last two, and so on.
    fn largest_remainder(
        &mut self,
        lits: &[PbLit],
        p: i128,
        reached: &[PbLit],
        sides: &[[Logged; 2]],
        steps: &mut Steps,
    ) -> Option<Logged> {
        let mut known: Option<Logged> = None;
        for (place, (&q, [_, backward])) in reached.iter().zip(sides).enumerate().rev() {
            // Σ ~lits is at least |lits| − (p·place + p·Σq + p − 1).
            let most = p * number(place) + p - 1;
            let mut wanted =
                Inequality::at_least(lits.iter().map(|&lit| !lit), number(lits.len()) - most);
            reached[place..].iter().for_each(|&q| wanted.add_term(p, q));
            let above = match known {
                // All literals are not more than that.
                None => steps
                    .sum(PolLine::of_literals(&lits.iter().map(|&lit| !lit).collect::<Vec<_>>())),
                Some(above) => above,
            };
            known = Some(self.by_cases(&wanted, q, &above, backward, steps)?);
        }
        known
    }

    /// What follows from one constraint where a literal is true, and from another where it is
    /// false.
    fn by_cases(
        &mut self,
        wanted: &Inequality,
        lit: PbLit,
        if_true: &Logged,
        if_false: &Logged,
        steps: &mut Steps,
    ) -> Option<Logged> {
        let reached = self.reify(wanted, steps)?;
        let mut case = |known: &Logged, without: PbLit| {
            let mut line = PolLine::of(known, 1);
            line.add(&reached.backward, 1);
            steps.sum(line.weakened_to(&[reached.lit, without]))
        };
        let (one, other) = (case(if_true, !lit), case(if_false, lit));
        let mut line = PolLine::of(&one, 1);
        line.add(&other, 1);
        let unit = steps.sum(line.weakened_to(&[reached.lit]));
        let mut line = PolLine::of(&reached.forward, 1);
        line.add(&unit, reached.forward.says.weight_of(!reached.lit));
        let known = steps.sum(line);
        (known.says == *wanted).then_some(known)
    }
}

/// What a clause about digits is derived from.
struct Sides<'a> {
    clause: &'a [PbLit],
    quotients: &'a Quotients,
    base: i128,
    /// Of one remainder each.
    lower: Vec<Logged>,
    /// Of the sum of two remainders.
    carry: Vec<Logged>,
    /// Of numbers, each with the literals that it counts.
    counts: Vec<(Logged, Vec<PbLit>)>,
    /// The sets whose remainders are spoken of, and all they have together.
    sets: Vec<Vec<PbLit>>,
    /// The sets that have a lower digit here, and those whose remainders a carry adds up.
    digits: Vec<Vec<PbLit>>,
    added: Vec<Vec<PbLit>>,
}

/// Of more rows of a constraint only the first are looked at, which come twice for each literal
/// that is known.
const MOST_ROWS: usize = 8;

/// Of more lines that these say no pairs are tried.
const MOST_PAIRED: usize = 60;

/// A line from which a clause about digits follows.
pub fn of_digits(clause: &[PbLit], definitions: &Definitions, rows: &[Logged]) -> Option<PolLine> {
    let sides = Sides::of(clause, definitions)?;
    let follows = |line: &PolLine| line.says().missed_without(clause) > 0;
    let of = |more: &[PolLine]| {
        let by_counts = sides.by_counts(more).into_iter().find(follows);
        by_counts.or_else(|| match more {
            [] => sides.by_quotients(None, None).into_iter().find(follows),
            [first, ..] => {
                let last = more.last().unwrap_or(first);
                sides.by_quotients(Some(first), Some(last)).into_iter().find(follows)
            }
        })
    };
    of(&[]).or_else(|| {
        let stated = sides.of_rows(&rows[..rows.len().min(MOST_ROWS)]);
        let one = stated.iter().find_map(|line| of(std::slice::from_ref(line)));
        one.or_else(|| {
            let few = if stated.len() > MOST_PAIRED { &[] } else { &stated[..] };
            let mut pairs = few
                .iter()
                .flat_map(|one| few.iter().map(move |other| [one.clone(), other.clone()]));
            pairs.find_map(|pair| of(&pair))
        })
    })
}

impl<'a> Sides<'a> {
    fn of(clause: &'a [PbLit], definitions: &'a Definitions) -> Option<Sides<'a>> {
        let mut sides = Sides {
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
            let Some(definition) = definitions.of(lit.variable) else { continue };
            let side = if lit.is_negated { &definition.forward } else { &definition.backward };
            let Some(side) = side.clone() else { continue };
            match definition.digit() {
                Some((parts, base)) => {
                    sides.base = base;
                    for part in parts {
                        if !sides.sets.contains(part) {
                            sides.sets.push(part.clone());
                        }
                    }
                    if parts.len() == 1 {
                        sides.lower.push(side);
                        sides.digits.extend_from_slice(parts);
                    } else {
                        sides.carry.push(side);
                        sides.added.extend_from_slice(parts);
                    }
                }
                None => {
                    let counted = counted(&side, lit.variable, lit.is_negated);
                    sides.counts.push((side, counted));
                }
            }
        }
        for (_, counted) in &sides.counts {
            if let Some(quotient) = sides.quotients.of.get(counted) {
                sides.base = quotient.base;
                if !sides.sets.contains(counted) {
                    sides.sets.push(counted.clone());
                }
            }
        }
        let (largest, others) = sides.whole_and_parts();
        let largest = largest.cloned().unwrap_or_default();
        let is_whole = others.iter().all(|other| other.iter().all(|lit| largest.contains(lit)));
        if !is_whole {
            let all = set(&sides.sets.concat());
            sides.sets.push(all);
        }
        (sides.base > 1).then_some(sides)
    }

    /// The variables that are not weakened away before a division.
    fn is_kept(&self, lit: PbLit) -> bool {
        matches!(lit.variable, PbVar::Own(_)) || self.clause.contains(&lit)
    }

    /// A line divided by the base, without the literals that are counted.
    fn divided(&self, mut line: PolLine) -> PolLine {
        line.weaken(|lit| self.is_kept(lit));
        line.divide(self.base);
        line
    }

    /// What the lower digits say of quotients, and the opposite by a carry or by the ranges of
    /// remainders. A constraint may take the place of a digit, on either side.
    fn by_quotients(&self, more: Option<&PolLine>, opposite: Option<&PolLine>) -> Vec<PolLine> {
        let mut lower: Vec<PolLine> = self.with_missing(sum(&self.lower));
        if let Some(more) = more {
            let with: Vec<PolLine> =
                lower.iter().filter_map(|line| added(Some(line.clone()), more)).collect();
            lower.extend(with);
            lower.push(more.clone());
        }
        let lower: Vec<PolLine> = lower.into_iter().map(|line| self.divided(line)).collect();
        let opposites: Vec<PolLine> =
            self.opposites(opposite).into_iter().map(|line| self.divided(line)).collect();
        let pairs = lower.iter().flat_map(|line| opposites.iter().map(move |other| (line, other)));
        pairs.filter_map(|(line, other)| added(Some(line.clone()), other)).collect()
    }

    /// A sum about remainders, and the same with the ranges of those that a carry adds up and that
    /// have no digit here.
    fn with_missing(&self, line: Option<PolLine>) -> Vec<PolLine> {
        let is_missing = |part: &&Vec<PbLit>| !self.digits.contains(part);
        let missing: Vec<&Quotient> = self
            .added
            .iter()
            .filter(is_missing)
            .filter_map(|part| self.quotients.of.get(part))
            .collect();
        let with = |end: fn(&Quotient) -> &Option<Logged>| {
            let ends = missing.iter().filter_map(|quotient| end(quotient).as_ref());
            ends.fold(line.clone(), |line, end| added(line, &PolLine::of(end, 1)))
        };
        let ranged = [with(|quotient| &quotient.low), with(|quotient| &quotient.high)];
        let ranged = ranged.into_iter().filter(|_| !missing.is_empty());
        line.iter().cloned().chain(ranged.flatten()).collect()
    }

    /// The carry and the range of the whole remainder, or what a constraint says of the whole; or
    /// the ranges of the whole and of its parts.
    fn opposites(&self, more: Option<&PolLine>) -> Vec<PolLine> {
        let mut lines = Vec::new();
        for carry in &self.carry {
            lines.extend(more.and_then(|more| added(Some(PolLine::of(carry, 1)), more)));
        }
        let known = |set: &Vec<PbLit>| self.quotients.of.get(set);
        let (Some(whole), parts) = self.whole_and_parts() else { return lines };
        for end in [
            |quotient: &Quotient| quotient.low.clone(),
            |quotient: &Quotient| quotient.high.clone(),
        ] {
            let ends = parts.iter().filter_map(|part| known(part)).filter_map(end);
            lines.extend(ends.fold(more.cloned(), |line, end| added(line, &PolLine::of(&end, 1))));
        }
        let Some(whole) = known(whole) else { return lines };
        let ends = [(&whole.low, false), (&whole.high, true)];
        for (end, is_high) in ends {
            let Some(end) = end else { continue };
            let start = PolLine::of(end, 1);
            for carry in &self.carry {
                let mut line = start.clone();
                line.add(carry, 1);
                lines.push(line);
            }
            let mut line = start;
            for part in parts.iter().filter_map(|part| known(part)) {
                let other = if is_high { &part.low } else { &part.high };
                other.iter().for_each(|other| line.add(other, 1));
            }
            lines.push(line);
        }
        lines
    }

    /// The largest set, and the others.
    fn whole_and_parts(&self) -> (Option<&Vec<PbLit>>, Vec<&Vec<PbLit>>) {
        let whole = self.sets.iter().max_by_key(|set| set.len());
        (whole, self.sets.iter().filter(|set| Some(*set) != whole).collect())
    }

    /// Bounds on numbers as they are, or as bounds on quotients, with all remainders, and what else
    /// is given.
    fn by_counts(&self, more: &[PolLine]) -> Vec<PolLine> {
        let rest: Vec<Logged> = self.lower.iter().chain(&self.carry).cloned().collect();
        let forms: Vec<Vec<PolLine>> = self
            .counts
            .iter()
            .map(|(side, counted)| self.forms(&PolLine::of(side, 1), counted))
            .collect();
        let rest = self.with_missing(sum(&rest)).into_iter().map(Some);
        let mut lines: Vec<Option<PolLine>> = rest.chain([None]).collect();
        for line in more {
            lines = lines.into_iter().map(|start| added(start, line)).collect();
        }
        for forms in forms {
            let longer =
                lines.iter().flat_map(|line| forms.iter().map(|form| added(line.clone(), form)));
            lines = longer.collect();
        }
        lines.into_iter().flatten().collect()
    }

    /// A bound on a number, and what it says of p times the quotient.
    fn forms(&self, line: &PolLine, counted: &[PbLit]) -> Vec<PolLine> {
        let mut forms = vec![line.clone()];
        if let Some(quotient) = self.quotients.of.get(counted) {
            for end in [&quotient.low, &quotient.high].into_iter().flatten() {
                let mut form = line.clone();
                form.add(end, 1);
                let mut form = self.divided(form);
                form.multiply(self.base);
                forms.push(form);
            }
        }
        forms
    }

    /// What the constraint says of each set: as it is, of its quotient, of its remainder.
    fn of_rows(&self, rows: &[Logged]) -> Vec<PolLine> {
        let mut lines: Vec<PolLine> = rows.iter().map(|row| PolLine::of(row, 1)).collect();
        for set in &self.sets {
            let quotients: Vec<PbLit> =
                self.quotients.of.get(set).map_or(Vec::new(), |known| known.reached.clone());
            let of_set: Vec<PolLine> = rows.iter().map(|row| restricted(row, set)).collect();
            let forms: Vec<Vec<PolLine>> =
                of_set.iter().map(|line| self.forms(line, set)).collect();
            // Of a remainder: a bound on the number, and one on the quotient, by a constraint or
            // since it is one.
            for line in &of_set {
                for form in forms.iter().flat_map(|forms| &forms[1..]) {
                    lines.push(added(Some(line.clone()), form).expect("a line"));
                }
                for negated in [false, true] {
                    let mut line = line.clone();
                    quotients
                        .iter()
                        .for_each(|&q| line.add_literal(if negated { !q } else { q }, self.base));
                    lines.push(line);
                }
            }
            lines.extend(forms.into_iter().flatten());
        }
        lines
    }
}

/// The greatest number of literals that a counter of digits counts, each as often as it weighs.
const MOST_COUNTED: i128 = 100_000;

/// Returns the literals that a side of a definition counts, in order; or none if they weigh more
/// than any counter of digits counts.
fn counted(side: &Logged, z: PbVar, is_only_if: bool) -> Vec<PbLit> {
    let terms = || side.says.terms().filter(|(_, lit)| lit.variable != z);
    if terms().fold(0, |sum: i128, (weight, _)| sum.saturating_add(weight)) > MOST_COUNTED {
        return Vec::new();
    }
    let times = |weight: i128| usize::try_from(weight).unwrap_or(0);
    let lits = terms().flat_map(|(weight, lit)| std::iter::repeat_n(lit, times(weight)));
    let mut lits: Vec<PbLit> = lits.map(|lit| if is_only_if { lit } else { !lit }).collect();
    lits.sort_unstable();
    lits
}

/// What a row says of some of its literals: the others are weakened away.
fn restricted(row: &Logged, set: &[PbLit]) -> PolLine {
    let mut line = PolLine::of(row, 1);
    line.weaken(|lit| set.contains(&lit) || set.contains(&!lit));
    line
}

fn sum(sides: &[Logged]) -> Option<PolLine> {
    PolLine::sum(sides.iter().map(|side| (side, 1)))
}

fn added(line: Option<PolLine>, other: &PolLine) -> Option<PolLine> {
    Some(match line {
        None => other.clone(),
        Some(mut line) => {
            line.add_line(other);
            line
        }
    })
}
