//! Derivations that the outputs of a merge count its true literals, through all ways to divide a
//! number between its parts.
//!
//! In the pairwise network, the first part holds the greater ends ("or" outputs). So the ways that
//! give the first part at least half of the number imply all other ways.

use quarrel_encodings::observe::{ComparatorOutput, Sequence, SortedMerge, Wire, WireSource};

use super::{Carried, Deriving, Direction, Hint, Link, MergeSpot, NumberStep};
use crate::proof::steps::{Id, Logged, PolLine};
use crate::proof::variables::{Inequality, PbLit};

impl Deriving<'_> {
    /// Returns the literals "fewer than `numbers[i]` literals of part i of the merge are true", or
    /// with `Down` "at least `numbers[i]` are". Omits numbers that are 0.
    pub(super) fn parts_of(
        &mut self,
        merge: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Vec<PbLit>> {
        let mut clause = Vec::new();
        for (part, number) in self.network.merge(merge).parts.into_iter().zip(numbers) {
            if number > 0 {
                let (lit, _) = self.reached(part, number)?;
                clause.push(if direction == Direction::Up { !lit } else { lit });
            }
        }
        Some(clause)
    }

    /// Returns the definitions of the literals of [`parts_of`](Deriving::parts_of). If the parts
    /// are the greater and the lesser ends of pairs, adds one direction of "as many ends as
    /// literals of the merge are true".
    pub(super) fn counts_of(
        &mut self,
        merge: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Vec<Logged>> {
        let SortedMerge { parts, pairs, .. } = self.network.merge(merge);
        let mut sides = Vec::new();
        for (part, number) in parts.into_iter().zip(numbers) {
            if number == 0 {
                continue;
            }
            if let (_, Some([forward, backward])) = self.reached(part, number)? {
                sides.push(if direction == Direction::Up { forward } else { backward });
            }
        }
        if let Some(pairs) = pairs {
            let balance = self.balance(pairs)?;
            let side =
                if direction == Direction::Up { &balance.at_most } else { &balance.at_least };
            sides.push(side.clone());
        }
        Some(sides)
    }

    /// Derives that at least `number` literals of a merge are true if at least `numbers[i]` of each
    /// part i are; with `Down`, the same for "fewer than".
    fn joined(
        &mut self,
        merge: u32,
        number: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Id> {
        let (lit, sides) = self.reached(Sequence::Merge(merge), number)?;
        let [forward, backward] = sides?;
        let mut clause = self.parts_of(merge, numbers, direction)?;
        let mut parts = self.counts_of(merge, numbers, direction)?;
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
        self.clause_of(&clause, &parts)
    }

    /// Derives that a wire, the k-th output of its submerge, is true if at least `place` positions
    /// of the submerge are true in the first part and at least k - `place` in the second. With
    /// `Down`: that it is false if at most `place` are true in the first part and fewer than k -
    /// `place` in the second. Returns `None` if the wire is constant with the other value, or if
    /// the clause cannot be derived.
    pub(super) fn fact(
        &mut self,
        spot: MergeSpot,
        place: u32,
        direction: Direction,
    ) -> Option<Hint> {
        let lit = match self.network.carried(spot.wire())? {
            Carried::Constant(value) => {
                return (value == (direction == Direction::Up)).then_some(Hint::Needless);
            }
            Carried::Literal(lit) => lit,
        };
        if let Some((id, known)) = self.network.facts.get(&(spot, place, direction))
            && *known == lit
        {
            return Some(Hint::Clause(*id));
        }
        let side = self.network.ends.get(&lit.variable);
        let side = side.map(|[forward, backward]| match direction {
            Direction::Up => backward.id,
            Direction::Down => forward.id,
        });
        let target = if direction == Direction::Up { lit } else { !lit };
        let id = self.fact_about(spot, place, direction, &[target], side)?;
        self.network.facts.insert((spot, place, direction), (id, lit));
        Some(Hint::Clause(id))
    }

    /// Derives the clause of [`fact`](Deriving::fact) with the literals `target` instead of the
    /// wire's literal. `side` is the direction of the wire's definition that leads from the
    /// comparator's inputs to `target`. It is `None` if `target` consists of the inputs.
    pub(super) fn fact_about(
        &mut self,
        spot: MergeSpot,
        place: u32,
        direction: Direction,
        target: &[PbLit],
        side: Option<Id>,
    ) -> Option<Id> {
        let numbers = self.numbers(spot, place, direction);
        let mut clause = self.parts_of(spot.merge, numbers, direction)?;
        clause.extend_from_slice(target);
        let mut hints = self.reasons(spot, place, numbers, direction)?;
        hints.extend(side);
        Some(self.steps.rup(&clause, &hints))
    }

    /// Returns for each part of a merge the bound in a clause about a wire. The clause makes the
    /// wire true if at least these numbers of literals are true (`Up`), or false if fewer are
    /// (`Down`). The bound 0 means that the part is not in the clause.
    pub(super) fn numbers(&self, spot: MergeSpot, place: u32, direction: Direction) -> [u32; 2] {
        match direction {
            Direction::Up => [place, spot.index + 1 - place].map(|place| spot.number(place)),
            Direction::Down => {
                let [first, second] = self.network.lengths(spot);
                [(place + 1, first), (spot.index - place + 1, second)]
                    .map(|(place, length)| spot.number(if place <= length { place } else { 0 }))
            }
        }
    }

    /// Returns the clauses from which a clause about a wire follows, in the order of propagation.
    fn reasons(
        &mut self,
        spot: MergeSpot,
        place: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Vec<Id>> {
        let source = self.network.structure.source(spot.wire());
        let wires: Vec<Wire> = match source {
            WireSource::Literal(_) => return None,
            WireSource::Same(wire) => vec![wire],
            WireSource::End(_, wires) => wires.to_vec(),
        };
        let children: Option<Vec<MergeSpot>> = wires
            .iter()
            .map(|&wire| MergeSpot::of(wire).filter(|child| child.merge == spot.merge))
            .collect();
        let Some(children) = children else {
            return self.reasons_of_parts(spot, place, direction);
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
            let next = self.numbers(child, a, direction);
            for (side, part) in self.network.merge(spot.merge).parts.into_iter().enumerate() {
                let (own, other) = (numbers[side], next[side]);
                if own != other && own > 0 && other > 0 {
                    hints.push(self.order(part, own.max(other), own.min(other))?);
                }
            }
            hints.extend(self.fact(child, a, direction)?.id());
            if is_one {
                break;
            }
        }
        is_reached.then_some(hints)
    }

    fn reasons_of_parts(
        &mut self,
        spot: MergeSpot,
        place: u32,
        direction: Direction,
    ) -> Option<Vec<Id>> {
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
            // The first output of a comparator is the greater, the second the lesser.
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

    /// Derives that the k-th output of a merge equals "at least k literals of the merge are true".
    /// For an output of the whole network, this replaces the output's definition.
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
        let up = self.along(spot, &[!reached, lit], |deriving, step| match step {
            NumberStep::Except(place) => deriving.fact(spot, place, Direction::Up)?.id(),
            NumberStep::Cover(place) => {
                let numbers = deriving.numbers(spot, place, Direction::Down);
                deriving.joined(spot.merge, number, numbers, Direction::Down)
            }
        });
        let down = self.along(spot, &[reached, !lit], |deriving, step| match step {
            NumberStep::Except(place) => {
                let numbers = deriving.numbers(spot, place, Direction::Up);
                deriving.joined(spot.merge, number, numbers, Direction::Up)
            }
            NumberStep::Cover(place) => deriving.fact(spot, place, Direction::Down)?.id(),
        });
        // Clauses about inner wires are not needed after a whole merge.
        let below = [&up, &down].into_iter().flatten().flat_map(|(_, below)| below);
        below.for_each(|&id| self.steps.forget(id));
        for place in 0..=number {
            for direction in [Direction::Up, Direction::Down] {
                self.network.facts.remove(&(spot, place, direction));
            }
        }
        let [up, down] = [up, down].map(|one| one.map(|(id, _)| id));
        self.network.links.insert(key, Link { carried: lit, up, down });
        let (Some(up), Some(down)) = (up, down) else { return };
        if self.network.structure.root() == Some(sequence) && !lit.is_negated {
            let mut sides = [forward, backward];
            let links = [(down, [reached, !lit]), (up, [!reached, lit])];
            for (side, (id, clause)) in sides.iter_mut().zip(links) {
                let link = Logged { id, says: Inequality::clause(&clause) };
                let mut line = PolLine::of(side, 1);
                line.add(&link, line.weight_of(!clause[0]));
                *side = self.steps.sum(line);
            }
            self.definitions.redefine(lit.variable, sides);
        }
    }

    pub(super) fn along(
        &mut self,
        spot: MergeSpot,
        clause: &[PbLit],
        mut step: impl FnMut(&mut Self, NumberStep) -> Option<Id>,
    ) -> Option<(Id, Vec<Id>)> {
        let mut hints = Vec::new();
        if self.network.merge(spot.merge).pairs.is_some() {
            hints.push(self.half(spot, clause, &mut step)?);
        }
        for one in self.ways(spot) {
            hints.push(step(self, one)?);
        }
        let id = self.steps.rup(clause, &hints);
        Some((id, hints))
    }

    /// Returns the cases of a proof that goes through all ways to divide a number between the two
    /// parts of a merge.
    fn ways(&self, spot: MergeSpot) -> Vec<NumberStep> {
        let number = spot.index + 1;
        let [first, second] = self.network.lengths(spot);
        let has_pairs = self.network.merge(spot.merge).pairs.is_some();
        let half = if has_pairs { number.div_ceil(2) } else { 0 };
        let mut steps = Vec::new();
        let start = number.saturating_sub(second).max(half);
        if start > half {
            steps.push(NumberStep::Cover(start - 1));
        }
        for place in start..=number.min(first) {
            steps.push(NumberStep::Except(place));
            if place < number {
                steps.push(NumberStep::Cover(place));
            }
        }
        steps
    }

    /// Derives `clause` with one more literal: among the greater ends, at least half of the number
    /// that the wire counts are true. If fewer were, more lesser than greater ends would be true.
    fn half(
        &mut self,
        spot: MergeSpot,
        clause: &[PbLit],
        step: &mut impl FnMut(&mut Self, NumberStep) -> Option<Id>,
    ) -> Option<Id> {
        let number = spot.index + 1;
        let half = number.div_ceil(2);
        let part = self.network.merge(spot.merge).parts[0];
        let (greater, _) = self.reached(part, spot.number(half))?;
        let mut wanted = clause.to_vec();
        wanted.push(greater);
        let Some(cover) = step(self, NumberStep::Cover(number / 2)) else {
            return self.half_of_all(spot, &wanted, step);
        };
        let [first, second] = self.network.lengths(spot);
        let mut hints = Vec::new();
        // If the number is even, only the first part needs one more than half; if it is odd, both
        // parts do.
        let next = number / 2 + 1;
        if number.is_multiple_of(2) && next <= first {
            hints.push(self.order(part, spot.number(next), spot.number(half))?);
        }
        if half <= second {
            hints.push(self.pairing(spot.merge, spot.number(half))?);
        }
        hints.push(cover);
        Some(self.steps.rup(&wanted, &hints))
    }

    /// Derives the clause of [`half`](Deriving::half) for a wire that means "all literals, an odd
    /// number, are true". Such a network omits the greater ends. If the wire is true, all lesser
    /// ends are, so the greater ends of their pairs are, and the last literal has no pair.
    fn half_of_all(
        &mut self,
        spot: MergeSpot,
        wanted: &[PbLit],
        step: &mut impl FnMut(&mut Self, NumberStep) -> Option<Id>,
    ) -> Option<Id> {
        let SortedMerge { parts: [greater, lesser], sizes: [first, second], pairs } =
            self.network.merge(spot.merge);
        let pairs = pairs.filter(|_| spot.level == 0 && spot.index + 1 == first + second)?;
        let last = self.network.structure.compared(pairs).last()?;
        if self.network.carried(greater.wire(first - 1)) != self.network.carried(last) {
            return None;
        }
        let cover = step(self, NumberStep::Cover(first))?;
        let (_, of_lesser) = self.reached(lesser, second)?;
        let (_, of_greater) = self.reached(greater, first)?;
        let in_order = self.balance(pairs)?.in_order.id;
        let mut hints = vec![cover];
        self.conjoined(spot.wire(), spot.merge, &mut hints);
        hints.extend(self.link_of(Sequence::One(last), 1, Direction::Down)?.id());
        hints.extend(of_lesser.map(|[forward, _]| forward.id));
        hints.push(in_order);
        hints.extend(of_greater.map(|[_, backward]| backward.id));
        Some(self.steps.rup(wanted, &hints))
    }

    /// Adds to `hints` the definitions that make a wire a conjunction of wires of the merge's
    /// parts.
    fn conjoined(&self, wire: Wire, merge: u32, hints: &mut Vec<Id>) {
        if MergeSpot::of(wire).is_none_or(|spot| spot.merge != merge) {
            return;
        }
        if let Some(Carried::Literal(lit)) = self.network.carried(wire)
            && let Some([forward, _]) = self.network.ends.get(&lit.variable)
        {
            hints.push(forward.id);
        }
        let below: Vec<Wire> = match self.network.structure.source(wire) {
            WireSource::End(ComparatorOutput::Lesser, wires) => wires.to_vec(),
            WireSource::Same(wire) => vec![wire],
            WireSource::End(ComparatorOutput::Greater, _) | WireSource::Literal(_) => Vec::new(),
        };
        below.into_iter().for_each(|wire| self.conjoined(wire, merge, hints));
    }
}
