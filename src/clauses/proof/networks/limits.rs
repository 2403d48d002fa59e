//! Derivations of the clauses that fix the values of wires. They follow from the bounds that the
//! encoded constraint implies on each merge.

use std::collections::HashSet;

use quarrel_encodings::observe::{ComparatorOutput, Sequence, SortedMerge, Wire, WireSource};

use super::{CarriedValue, Direction, MergeSpot, NetworkDeriver, WireFact};
use crate::proof::steps::{Id, PolLine, ProofConstraint};
use crate::proof::variables::{Inequality, PbLit};

impl NetworkDeriver<'_> {
    /// Derives that the output `wire` of a comparator always has the value `value`, as clauses on
    /// the comparator's two inputs. A clause says that at least one of its inputs has this value.
    /// If the output is a disjunction that is true or a conjunction that is false, this is one
    /// clause about both inputs. Otherwise, it is a unit clause for each input. `inputs` are the
    /// values of the inputs; the clauses have no literals for constant inputs. Returns the derived
    /// clauses, and leaves out those for which no derivation is found. Returns no clauses if the
    /// wire is not the output of a comparator. Also returns none if one clause about both inputs is
    /// wanted, and a constant input already gives the output its value.
    pub fn derive_fixed(
        &mut self,
        wire: Wire,
        value: bool,
        inputs: [CarriedValue; 2],
    ) -> Vec<ProofConstraint> {
        let WireSource::End(which, wires) = self.network.structure.source(wire) else {
            return Vec::new();
        };
        let mut lits: Vec<(Wire, PbLit)> = Vec::new();
        for (wire, input) in wires.into_iter().zip(inputs) {
            if let CarriedValue::Literal(lit) = input {
                lits.push((wire, if value { lit } else { !lit }));
            }
        }
        if (which == ComparatorOutput::Greater) == value {
            if inputs.contains(&CarriedValue::Constant(value)) {
                return Vec::new();
            }
            let clause: Vec<PbLit> = lits.iter().map(|&(_, lit)| lit).collect();
            let id = match wire {
                Wire::Split { pairs, .. } => self.derive_fixed_pair(pairs, value, &lits),
                Wire::Literal(_) | Wire::Merged { .. } => {
                    self.derive_fixed_clause(wire, value, &clause)
                }
            };
            return id
                .map(|id| ProofConstraint { id, inequality: Inequality::from_clause(&clause) })
                .into_iter()
                .collect();
        }
        let mut units = Vec::new();
        for (input, lit) in lits {
            let id = match wire {
                Wire::Split { pairs, .. } => self.derive_fixed_pair(pairs, value, &[(input, lit)]),
                Wire::Literal(_) | Wire::Merged { .. } => {
                    self.derive_fixed_input(input, value, lit)
                }
            };
            units.extend(
                id.map(|id| ProofConstraint { id, inequality: Inequality::from_clause(&[lit]) }),
            );
        }
        units
    }

    /// Derives that at least one of `lits` is true. These are the literals of one or both of two
    /// compared neighbours. They are negated if necessary, so that a true literal means that its
    /// wire has the value `value`. The clause follows from a bound that the constraint implies.
    /// This bound is on all literals of the list of comparators with the index `pairs`. Returns the
    /// ID of the clause. Returns `None` in these cases:
    ///
    /// - No merge sorts this list.
    /// - The bound is trivial, or does not imply the clause.
    /// - A wire has no literal, or it is not derived that the literal is equal to the wire.
    fn derive_fixed_pair(&mut self, pairs: u32, value: bool, lits: &[(Wire, PbLit)]) -> Option<Id> {
        let mut merges = self.network.structure.merges().iter();
        let merge = merges.position(|merge| merge.pairs == Some(pairs))?;
        let limit = self.derive_limit(u32::try_from(merge).ok()?, value)?;
        let direction = if value { Direction::Up } else { Direction::Down };
        let (mut elements, mut links) = (Vec::new(), Vec::new());
        for &(wire, _) in lits {
            let element = self.element(wire)?;
            elements.push(if value { element } else { !element });
            links.extend(self.link_of(Sequence::One(wire), 1, direction)?.id());
        }
        let id = self.derive_sum_clause(&elements, [&limit])?;
        let clause: Vec<PbLit> = lits.iter().map(|&(_, lit)| lit).collect();
        if elements == clause {
            Some(id)
        } else {
            let hints: Vec<Id> = links.into_iter().chain([id]).collect();
            Some(self.steps.rup(&clause, &hints).id)
        }
    }

    /// Derives a clause about the inputs of a comparator, and returns its ID. The output `wire` of
    /// the comparator always has the value `value`. Returns `None` in these cases:
    ///
    /// - The wire is not an output of its submerge, or does not belong to a merge.
    /// - The bound that the constraint implies on the merge does not imply the clause.
    /// - The clause of a case is not derived.
    fn derive_fixed_clause(&mut self, wire: Wire, value: bool, clause: &[PbLit]) -> Option<Id> {
        let spot = MergeSpot::from_wire(wire)?;
        let [first, second] = self.network.lengths(spot);
        if first + second <= spot.index {
            return None;
        }
        self.derive_within_limit(spot, value, clause, |deriving, fact| {
            deriving.derive_fact_for(fact, clause, None)
        })
    }

    /// Derives that `lit` is true, which means that the input `wire` of a comparator has the value
    /// `value`. Returns the ID of the unit clause. The constraint implies a bound on the merge of
    /// the wire. Returns `None` if this bound is trivial or does not imply the value. For an output
    /// of a whole merge, also returns `None` if it is not derived that the wire counts the literals
    /// of the merge. For a wire inside a merge, also returns `None` if a case has no clause. For
    /// other wires, returns the result of
    /// [`derive_fixed_element`](NetworkDeriver::derive_fixed_element).
    fn derive_fixed_input(&mut self, wire: Wire, value: bool, lit: PbLit) -> Option<Id> {
        let Some(spot) = MergeSpot::from_wire(wire) else {
            return self.derive_fixed_element(wire, value, lit);
        };
        if spot.level > 0 {
            return self.derive_within_limit(spot, value, &[lit], |deriving, fact| {
                deriving.derive_fact(fact)?.id()
            });
        }
        let (sequence, number) = (Sequence::Merge(spot.merge), spot.index + 1);
        let (reached, sides) = self.reached(sequence, number)?;
        let [forward, backward] = sides?;
        let limit = self.derive_limit(spot.merge, value)?;
        let (side, inequality, direction) = if value {
            (backward, reached, Direction::Up)
        } else {
            (forward, !reached, Direction::Down)
        };
        let id = self.derive_sum_clause(&[inequality], [&side, &limit])?;
        let link = self.link_of(sequence, number, direction)?.id();
        let hints: Vec<Id> = std::iter::once(id).chain(link).collect();
        Some(self.steps.rup(&[lit], &hints).id)
    }

    /// Derives that `lit` is true, which means that a wire has the value `value`. The wire must be
    /// a whole part of a merge by itself, and must not be an output of a merge. Returns the ID of
    /// the unit clause. Returns `None` if the wire is not such a part, if the bound on this part
    /// does not imply the value, or if the wire has no literal. Also returns `None` if it is not
    /// derived that the literal is equal to the wire.
    fn derive_fixed_element(&mut self, wire: Wire, value: bool, lit: PbLit) -> Option<Id> {
        let (merge, side, _) = (0..)
            .zip(self.network.structure.merges().iter())
            .flat_map(|(merge, one)| {
                one.parts.into_iter().enumerate().map(move |(side, part)| (merge, side, part))
            })
            .into_iter()
            .find(|(.., part)| *part == Sequence::One(wire))?;
        let limit = self.derive_part_limit(merge, side, value)?;
        let element = self.element(wire)?;
        let id = self.derive_sum_clause(&[if value { element } else { !element }], [&limit])?;
        let direction = if value { Direction::Up } else { Direction::Down };
        let link = self.link_of(Sequence::One(wire), 1, direction)?.id();
        let hints: Vec<Id> = std::iter::once(id).chain(link).collect();
        Some(self.steps.rup(&[lit], &hints).id)
    }

    /// Derives a clause by cases. The wire at `spot` counts a number of literals. A case is a way
    /// to divide this number between the two parts of the merge. The case decides the value of the
    /// wire. If a case gives the wire the value `value`, `derive` must derive a clause, and return
    /// its ID. If a case gives the other value, this method derives from the constraint that the
    /// case is impossible. For this, the constraint's bound on the merge need not be in the proof
    /// before. Unit propagation must derive `clause` from the clauses of all cases. Returns `None`
    /// if a case has no clause.
    fn derive_within_limit(
        &mut self,
        spot: MergeSpot,
        value: bool,
        clause: &[PbLit],
        mut derive: impl FnMut(&mut Self, WireFact) -> Option<Id>,
    ) -> Option<Id> {
        let derived = self.derive_by_divisions(spot, clause, |deriving, fact| {
            if (fact.direction == Direction::Up) == value {
                derive(deriving, fact)
            } else {
                deriving.derive_exclusion(fact)
            }
        });
        derived.map(|(id, _)| id)
    }

    /// Derives a clause from the constraint's bound. With `Up`, the clause forbids that both parts
    /// of a merge have so many true literals that the wire is true. With `Down`, it forbids that
    /// both parts have so few true literals that the wire is false. Returns `None` if the bound
    /// does not imply this.
    fn derive_exclusion(&mut self, fact: WireFact) -> Option<Id> {
        let clause = self.part_literals(fact)?;
        let limit = self.derive_limit(fact.spot.merge, fact.direction == Direction::Down)?;
        let mut parts = self.part_definitions(fact)?;
        parts.push(limit);
        self.derive_sum_clause(&clause, &parts)
    }

    /// Derives the bound that the constraint implies on the number of true literals of a merge. It
    /// is a lower bound if `is_least`, otherwise an upper bound, which is written over negated
    /// literals. If the merge is a part of another merge, later calls return the same bound.
    /// Otherwise, each call derives the bound anew. Returns `None` if the bound is trivial, if
    /// there are no rows, or if a wire has no literal.
    fn derive_limit(&mut self, merge: u32, is_least: bool) -> Option<ProofConstraint> {
        if let Some((parent, side)) = self.network.parents[merge as usize] {
            return self.derive_part_limit(parent, side, is_least);
        }
        let sorted = self.sorted(merge)?;
        let lines = self.rows.iter().map(|row| PolLine::new(row, 1)).collect();
        self.derive_best_limit(lines, &sorted, is_least)
    }

    /// Derives the bound that the constraint implies on a part of a merge, from the bound on the
    /// merge. `side` is the index of the part, 0 or 1. The bound is a lower bound if `is_least`,
    /// otherwise an upper bound, which is written over negated literals. Later calls return the
    /// same bound. Returns `None` if the bound on the merge or on the part is trivial, or if a wire
    /// has no literal.
    fn derive_part_limit(
        &mut self,
        merge: u32,
        side: usize,
        is_least: bool,
    ) -> Option<ProofConstraint> {
        if let Some(known) = self.network.limits.get(&(merge, side, is_least)) {
            return Some(known.clone());
        }
        let above = self.derive_limit(merge, is_least)?;
        let SortedMerge { parts, pairs, .. } = self.network.merge(merge);
        let sorted = self.sorted_by(parts[side])?;
        let mut line = PolLine::new(&above, 1);
        let mut lines = Vec::new();
        if let Some(pairs) = pairs {
            let balance = self.derive_balance(pairs)?;
            line.add(if is_least { &balance.at_least } else { &balance.at_most }, 1);
            // At least half of the true literals are greater ends of pairs, and at most half are
            // lesser ends. So half of a lower bound on the merge bounds the first part, and half of
            // an upper bound bounds the second.
            if is_least == (side == 0) {
                let mut half = line.clone();
                half.add(&balance.in_order, 1);
                half.weaken(is_among(&sorted, is_least));
                half.divide(2);
                lines.push(half);
            }
        }
        lines.push(line);
        let limit = self.derive_best_limit(lines, &sorted, is_least)?;
        self.network.limits.insert((merge, side, is_least), limit.clone());
        Some(limit)
    }

    /// Derives the strongest bound on the literals `sorted` that one of these lines (sums of
    /// constraints) implies. The bound is a lower bound if `is_least`, otherwise an upper bound.
    /// For a lower bound, all other literals are removed by weakening. For an upper bound, all
    /// literals except the negations of `sorted` are removed. Returns `None`, and writes nothing,
    /// if there are no lines, or if the bound is trivial (its degree is at most 0).
    fn derive_best_limit(
        &mut self,
        lines: Vec<PolLine>,
        sorted: &[PbLit],
        is_least: bool,
    ) -> Option<ProofConstraint> {
        let is_sorted = is_among(sorted, is_least);
        let best = lines
            .into_iter()
            .map(|mut line| {
                line.weaken(&is_sorted);
                line
            })
            .max_by_key(|line| line.inequality().degree());
        best.filter(|line| line.inequality().degree() > 0).map(|line| self.steps.sum(line))
    }
}

/// Returns a function that tests whether a literal is in `sorted`. If `is_least` is `false`, the
/// function tests instead whether the negation of the literal is in `sorted`.
fn is_among(sorted: &[PbLit], is_least: bool) -> impl Fn(PbLit) -> bool {
    let members: HashSet<PbLit> = sorted.iter().copied().collect();
    move |lit| members.contains(&if is_least { lit } else { !lit })
}
