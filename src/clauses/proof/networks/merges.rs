//! Derivations that the outputs of a merge count its true literals. They go through all ways to
//! divide a number of true literals between the two parts of the merge.
//!
//! In a pairwise network, the first part has the greater ends (disjunctions of two inputs). So at
//! least half of the true literals are in the first part, and other ways to divide the number need
//! not be considered.

use quarrel_encodings::observe::{ComparatorOutput, Sequence, SortedMerge, Wire, WireSource};

use super::{CarriedValue, Direction, Hint, Link, MergeSpot, NetworkDeriver, WireFact};
use crate::proof::steps::{Id, PolLine, ProofConstraint};
use crate::proof::variables::{Inequality, PbLit};

impl NetworkDeriver<'_> {
    /// Returns one literal for each part of the merge. With `Up`, it means "fewer than n literals
    /// of the part are true". With `Down`, it means "at least n literals of the part are true". The
    /// number n of each part is in the fact's [`numbers`](NetworkDeriver::numbers). A part is left
    /// out if its number is 0. Returns `None` if such a literal cannot be defined.
    pub(super) fn part_literals(&mut self, fact: WireFact) -> Option<Vec<PbLit>> {
        let mut clause = Vec::new();
        for (part, number) in self
            .network
            .merge(fact.spot.merge)
            .parts
            .into_iter()
            .zip(self.numbers(fact))
            .filter(|(_, number)| *number > 0)
        {
            let (lit, _) = self.reached(part, number)?;
            clause.push(if fact.direction == Direction::Up { !lit } else { lit });
        }
        Some(clause)
    }

    /// Returns the definitions of the literals of [`part_literals`](NetworkDeriver::part_literals).
    /// Of each definition, returns the direction that applies if the literal is false. A part that
    /// is a single wire has no definition. If the parts are the greater and the lesser ends of
    /// pairs, adds a constraint: with `Up`, that at most as many ends are true as literals of the
    /// merge; with `Down`, that at least as many are true. Writes missing definitions and this
    /// constraint. Returns `None` if a literal cannot be defined, or if this constraint cannot be
    /// derived.
    pub(super) fn part_definitions(&mut self, fact: WireFact) -> Option<Vec<ProofConstraint>> {
        let SortedMerge { parts, pairs, .. } = self.network.merge(fact.spot.merge);
        let is_up = fact.direction == Direction::Up;
        let mut sides = Vec::new();
        for (part, number) in
            parts.into_iter().zip(self.numbers(fact)).filter(|(_, number)| *number > 0)
        {
            if let (_, Some([forward, backward])) = self.reached(part, number)? {
                sides.push(if is_up { forward } else { backward });
            }
        }
        if let Some(pairs) = pairs {
            let balance = self.derive_balance(pairs)?;
            let side = if is_up { &balance.at_most } else { &balance.at_least };
            sides.push(side.clone());
        }
        Some(sides)
    }

    /// Derives the clause of a fact about the output of a whole merge. In this clause, the literal
    /// "at least k literals of the merge are true" replaces the wire's literal. Uses only the
    /// definitions of the clause's literals, and writes those that are missing. Returns `None` if a
    /// literal cannot be defined, or if the definitions do not imply the clause.
    fn derive_joined(&mut self, fact: WireFact) -> Option<Id> {
        let WireFact { spot, direction, .. } = fact;
        let (lit, sides) = self.reached(Sequence::Merge(spot.merge), spot.index + 1)?;
        let [forward, backward] = sides?;
        let mut clause = self.part_literals(fact)?;
        let mut parts = self.part_definitions(fact)?;
        match direction {
            Direction::Up => {
                clause.push(lit);
                parts.push(backward);
            }
            Direction::Down => {
                clause.push(!lit);
                parts.push(forward);
            }
        }
        self.derive_sum_clause(&clause, &parts)
    }

    /// Derives the clause of a fact, or finds that no clause is needed since the wire is constant
    /// with the right value. Later calls return the same clause, until
    /// [`link`](NetworkDeriver::link) removes it or the wire gets another literal. Returns `None`
    /// if the wire has no value yet, if it is constant with the wrong value, or if the clause
    /// cannot be derived.
    pub(super) fn derive_fact(&mut self, fact: WireFact) -> Option<Hint> {
        let is_up = fact.direction == Direction::Up;
        let lit = match self.network.carried(fact.spot.wire())? {
            CarriedValue::Constant(value) => return (value == is_up).then_some(Hint::Needless),
            CarriedValue::Literal(lit) => lit,
        };
        if let Some((id, known)) = self.network.facts.get(&fact)
            && *known == lit
        {
            return Some(Hint::Clause(*id));
        }
        let sides = self.network.ends.get(&lit.variable);
        let side = sides.map(|[forward, backward]| if is_up { backward.id } else { forward.id });
        let target = if is_up { lit } else { !lit };
        let id = self.derive_fact_for(fact, &[target], side)?;
        self.network.facts.insert(fact, (id, lit));
        Some(Hint::Clause(id))
    }

    /// Derives the clause of a fact, in which the literals `target` replace the wire's literal.
    /// Returns the ID of the clause. `side` is the direction of the wire's definition that leads
    /// from the comparator's inputs to `target`. It is `None` if `target` consists of the inputs,
    /// or if the wire's literal has no definition as a comparator's end (output). Returns `None` if
    /// a literal or a reason cannot be derived. Only the checker tests that the clause follows.
    /// Does not record the clause.
    pub(super) fn derive_fact_for(
        &mut self,
        fact: WireFact,
        target: &[PbLit],
        side: Option<Id>,
    ) -> Option<Id> {
        let mut clause = self.part_literals(fact)?;
        clause.extend_from_slice(target);
        let mut hints = self.reasons(fact)?;
        hints.extend(side);
        Some(self.steps.rup(&clause, &hints).id)
    }

    /// Returns a number for each part of a merge, as it occurs in the clause of a fact. With `Up`,
    /// the clause says that the wire is true if at least these numbers of literals are true. With
    /// `Down`, it says that the wire is false if fewer literals than these numbers are true. The
    /// number 0 means that the part is not in the clause. The fact's `place` must be at most the
    /// number that the wire counts. With `Down`, it must be less than this number.
    fn numbers(&self, WireFact { spot, place, direction }: WireFact) -> [u32; 2] {
        match direction {
            Direction::Up => [place, spot.index + 1 - place].map(|place| spot.number(place)),
            Direction::Down => {
                let [first, second] = self.network.lengths(spot);
                [(place + 1, first), (spot.index - place + 1, second)]
                    .map(|(place, length)| spot.number(if place <= length { place } else { 0 }))
            }
        }
    }

    /// Returns the IDs of the clauses from which the clause of a fact follows, in the order of
    /// propagation. Derives them if necessary. Inputs that are constant with the right value need
    /// no clause. Returns `None` if one of the clauses cannot be derived, or if facts about the
    /// comparator's inputs do not add up to this fact.
    fn reasons(&mut self, fact: WireFact) -> Option<Vec<Id>> {
        let WireFact { spot, place, direction } = fact;
        let numbers = self.numbers(fact);
        let source = self.network.structure.source(spot.wire());
        let wires: Vec<Wire> = match source {
            WireSource::Literal(_) => return None,
            WireSource::Same(wire) => vec![wire],
            WireSource::End(_, wires) => wires.to_vec(),
        };
        let children: Option<Vec<MergeSpot>> = wires
            .iter()
            .map(|&wire| MergeSpot::from_wire(wire).filter(|child| child.merge == spot.merge))
            .collect();
        let Some(children) = children else {
            return self.reasons_of_parts(fact);
        };
        let is_greater = spot.index % 2 == 1;
        let is_one = children.len() == 2 && is_greater == (direction == Direction::Up);
        let others = match direction {
            Direction::Up => spot.index + 1 - place,
            Direction::Down => spot.index - place,
        };
        let (mut hints, mut is_reached) = (Vec::new(), false);
        for child in children {
            let [a, b] = [place, others].map(|places| spot.below(child, places));
            let needed = match direction {
                Direction::Up => child.index + 1,
                Direction::Down => child.index,
            };
            if a + b != needed {
                if is_one {
                    continue;
                }
                return None;
            }
            is_reached = true;
            let below = WireFact { spot: child, place: a, direction };
            let next = self.numbers(below);
            for (side, part) in self.network.merge(spot.merge).parts.into_iter().enumerate() {
                let (own, other) = (numbers[side], next[side]);
                if own != other && own > 0 && other > 0 {
                    hints.push(self.derive_order(part, own.max(other), own.min(other))?);
                }
            }
            hints.extend(self.derive_fact(below)?.id());
            if is_one {
                break;
            }
        }
        is_reached.then_some(hints)
    }

    /// Returns the IDs of the clauses from which the clause of a fact follows. This method is for
    /// two kinds of wires: an output of one of the merge's parts, and an end of a comparator that
    /// compares such outputs. Returns `None` if it is not derived that such an output counts its
    /// part.
    fn reasons_of_parts(&mut self, fact: WireFact) -> Option<Vec<Id>> {
        let WireFact { spot, place, direction } = fact;
        let SortedMerge { parts: [left, right], pairs, .. } = self.network.merge(spot.merge);
        let number = spot.offset + 1;
        let mut hints = Vec::new();
        match self.network.lengths(spot) {
            [_, 0] => {
                hints.extend(self.link_of(left, spot.number(spot.index + 1), direction)?.id());
            }
            [0, _] => {
                hints.extend(self.link_of(right, spot.number(spot.index + 1), direction)?.id());
            }
            // The first output of a comparator is its greater end, the second its lesser end.
            _ if pairs.is_some() => {
                let part = if spot.index == 0 { left } else { right };
                hints.extend(self.link_of(part, number, direction)?.id());
            }
            _ => {
                let is_greater = spot.index == 0;
                let is_one = is_greater == (direction == Direction::Up);
                let wanted = match (is_one, direction) {
                    (false, _) => [true, true],
                    (true, Direction::Up) => [place == 1, place == 0],
                    (true, Direction::Down) => [place == 0, place == 1],
                };
                for (part, wanted) in [left, right].into_iter().zip(wanted) {
                    if wanted {
                        hints.extend(self.link_of(part, number, direction)?.id());
                    }
                }
            }
        }
        Some(hints)
    }

    /// Derives that the k-th output of a merge, whose literal is `lit`, is equal to "at least k
    /// literals of the merge are true". Records which of the two directions were derived, even if
    /// neither was. This record replaces a record with another literal. Deletes the clauses of the
    /// cases of a derived direction, and removes all recorded facts about this output. The derived
    /// count replaces the definition of the output if three conditions hold: it is an output of the
    /// whole network, both directions were derived, and `lit` is not negated. Does nothing if the
    /// output is already linked with this literal, or if the count has no literal.
    pub(super) fn link(&mut self, spot: MergeSpot, lit: PbLit) {
        let number = spot.index + 1;
        let key = (spot.merge, number);
        if self.network.links.get(&key).is_some_and(|link| link.carried == lit) {
            return;
        }
        let sequence = Sequence::Merge(spot.merge);
        let Some((reached, Some([forward, backward]))) = self.reached(sequence, number) else {
            return;
        };
        let clauses = [(Direction::Up, [!reached, lit]), (Direction::Down, [reached, !lit])];
        let [up, down] = clauses.map(|(direction, clause)| {
            self.derive_by_divisions(spot, &clause, |deriving, fact| {
                if fact.direction == direction {
                    deriving.derive_fact(fact)?.id()
                } else {
                    deriving.derive_joined(fact)
                }
            })
        });
        // The clauses of the cases are deleted, since they are not needed after the whole merge is
        // derived.
        [&up, &down]
            .into_iter()
            .flatten()
            .flat_map(|(_, below)| below)
            .for_each(|&id| self.steps.forget(id));
        for place in 0..=number {
            for direction in [Direction::Up, Direction::Down] {
                self.network.facts.remove(&WireFact { spot, place, direction });
            }
        }
        let [up, down] = [up, down].map(|one| one.map(|(id, _)| id));
        self.network.links.insert(key, Link { carried: lit, up, down });
        let (Some(up), Some(down)) = (up, down) else { return };
        if self.network.structure.root() == Some(sequence) && !lit.is_negated {
            let mut sides = [forward, backward];
            let links = [(down, [reached, !lit]), (up, [!reached, lit])];
            for (side, (id, clause)) in sides.iter_mut().zip(links) {
                let link = ProofConstraint { id, inequality: Inequality::from_clause(&clause) };
                let mut line = PolLine::new(side, 1);
                line.add(&link, line.weight_of(!clause[0]));
                *side = self.steps.sum(line);
            }
            self.definitions.redefine(lit.variable, sides);
        }
    }

    /// Derives a clause by cases. The cases are the ways to divide a number of true literals
    /// between the two parts of a merge. `derive` must derive the clause of each case and return
    /// its ID. Unit propagation must derive `clause` from these clauses, which only the checker
    /// tests. Returns the ID of the derived clause, and the IDs of the cases' clauses, which the
    /// caller can delete. In a pairwise network, the first of the cases' clauses is the clause of
    /// [`derive_half`](NetworkDeriver::derive_half). Returns `None` if one of the cases' clauses
    /// cannot be derived; the others then stay.
    pub(super) fn derive_by_divisions(
        &mut self,
        spot: MergeSpot,
        clause: &[PbLit],
        mut derive: impl FnMut(&mut Self, WireFact) -> Option<Id>,
    ) -> Option<(Id, Vec<Id>)> {
        let mut hints = Vec::new();
        if self.network.merge(spot.merge).pairs.is_some() {
            hints.push(self.derive_half(spot, clause, &mut derive)?);
        }
        for fact in self.divisions(spot) {
            hints.push(derive(self, fact)?);
        }
        let id = self.steps.rup(clause, &hints).id;
        Some((id, hints))
    }

    /// Returns the cases of a derivation. They are all ways to divide the number that a wire counts
    /// between the two parts of a merge. They are in the order of propagation. In a pairwise
    /// network, at least half of the number, rounded up, is in the first part.
    fn divisions(&self, spot: MergeSpot) -> Vec<WireFact> {
        let number = spot.index + 1;
        let [first, second] = self.network.lengths(spot);
        let has_pairs = self.network.merge(spot.merge).pairs.is_some();
        let half = if has_pairs { number.div_ceil(2) } else { 0 };
        let start = number.saturating_sub(second).max(half);
        let mut facts = Vec::new();
        if start > half {
            facts.push(WireFact { spot, place: start - 1, direction: Direction::Down });
        }
        for place in start..=number.min(first) {
            facts.push(WireFact { spot, place, direction: Direction::Up });
            if place < number {
                facts.push(WireFact { spot, place, direction: Direction::Down });
            }
        }
        facts
    }

    /// Derives `clause` with one more literal. This literal means that the number of true greater
    /// ends is at least half of the number that the wire counts, rounded up. The derived clause
    /// holds because otherwise more lesser ends than greater ends would be true. `derive` must
    /// derive the clause of a case. If it does not derive the case in question, tries
    /// [`derive_half_of_all`](NetworkDeriver::derive_half_of_all). Returns `None` if a clause that
    /// is needed cannot be derived.
    fn derive_half(
        &mut self,
        spot: MergeSpot,
        clause: &[PbLit],
        derive: &mut impl FnMut(&mut Self, WireFact) -> Option<Id>,
    ) -> Option<Id> {
        let number = spot.index + 1;
        let half = number.div_ceil(2);
        let part = self.network.merge(spot.merge).parts[0];
        let (greater, _) = self.reached(part, spot.number(half))?;
        let mut wanted = clause.to_vec();
        wanted.push(greater);
        let cover = WireFact { spot, place: number / 2, direction: Direction::Down };
        let Some(cover) = derive(self, cover) else {
            return self.derive_half_of_all(spot, &wanted, derive);
        };
        let [first, second] = self.network.lengths(spot);
        let mut hints = Vec::new();
        // In the clause of `cover`, the number of the first part is `next`. If the number that the
        // wire counts is even, `next` is one more than half of this number. So another clause is
        // needed.
        let next = number / 2 + 1;
        if number.is_multiple_of(2) && next <= first {
            hints.push(self.derive_order(part, spot.number(next), spot.number(half))?);
        }
        if half <= second {
            hints.push(self.derive_pairing(spot.merge, spot.number(half))?);
        }
        hints.push(cover);
        Some(self.steps.rup(&wanted, &hints).id)
    }

    /// Derives `wanted`, the clause of [`derive_half`](NetworkDeriver::derive_half), for a wire
    /// that means "all literals are true". The number of these literals must be odd. For such a
    /// wire, the network does not have the greater ends. If the wire is true, all lesser ends are
    /// true. So the greater ends of their pairs are true, too. The last literal has no pair.
    /// Returns `None` for other wires, or if a clause that is needed cannot be derived.
    fn derive_half_of_all(
        &mut self,
        spot: MergeSpot,
        wanted: &[PbLit],
        derive: &mut impl FnMut(&mut Self, WireFact) -> Option<Id>,
    ) -> Option<Id> {
        let SortedMerge { parts: [greater, lesser], sizes: [first, second], pairs } =
            self.network.merge(spot.merge);
        let pairs = pairs.filter(|_| spot.level == 0 && spot.index + 1 == first + second)?;
        let last = self.network.structure.compared_wires(pairs).last()?;
        if self.network.carried(greater.wire(first - 1)) != self.network.carried(last) {
            return None;
        }
        let cover = derive(self, WireFact { spot, place: first, direction: Direction::Down })?;
        let (_, of_lesser) = self.reached(lesser, second)?;
        let (_, of_greater) = self.reached(greater, first)?;
        let in_order = self.derive_balance(pairs)?.in_order.id;
        let mut hints = vec![cover];
        self.add_conjunctions(spot.wire(), spot.merge, &mut hints);
        hints.extend(self.link_of(Sequence::One(last), 1, Direction::Down)?.id());
        hints.extend(of_lesser.map(|[forward, _]| forward.id));
        hints.push(in_order);
        hints.extend(of_greater.map(|[_, backward]| backward.id));
        Some(self.steps.rup(wanted, &hints).id)
    }

    /// Adds definitions to `hints` by their IDs. By these definitions, the truth of a wire implies
    /// the truth of wires of the merge's parts. The method goes down through lesser ends, each of
    /// which is a conjunction of its inputs, and adds a wire before its inputs. Adds nothing for a
    /// wire outside `merge`.
    fn add_conjunctions(&self, wire: Wire, merge: u32, hints: &mut Vec<Id>) {
        if MergeSpot::from_wire(wire).is_none_or(|spot| spot.merge != merge) {
            return;
        }
        if let Some(CarriedValue::Literal(lit)) = self.network.carried(wire)
            && let Some([forward, _]) = self.network.ends.get(&lit.variable)
        {
            hints.push(forward.id);
        }
        let below: Vec<Wire> = match self.network.structure.source(wire) {
            WireSource::End(ComparatorOutput::Lesser, wires) => wires.to_vec(),
            WireSource::Same(wire) => vec![wire],
            WireSource::End(ComparatorOutput::Greater, _) | WireSource::Literal(_) => Vec::new(),
        };
        below.into_iter().for_each(|wire| self.add_conjunctions(wire, merge, hints));
    }
}
