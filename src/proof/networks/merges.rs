//! What a merge of a network puts out: that its wires say how many are true, along all ways to
//! divide a number among its parts.
//!
//! In the pairwise network only those ways are needed on which the first part, with the greater
//! ends, has half of the number at least; that it has follows from the others.

use quarrel_encodings::cardinality::{Sequence, SortedMerge, Which, Wire, WireSource};

use super::{Carried, Deriving, Direction, Hint, Link, MergeSpot, NumberStep};
use crate::proof::inequality::{Inequality, PbLit};
use crate::proof::steps::{Id, Logged, PolLine};

impl Deriving<'_> {
    /// The literals of a clause that the parts of a merge have not reached these numbers, 0 for
    /// none that has to be; or that they have.
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

    /// The sides of what the parts of a merge have reached, or have not, and that the parts sort as
    /// much as their merge.
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

    /// Where the parts of a merge have reached these numbers, their merge has reached the sum;
    /// where they have not reached these, it has not reached `number`.
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

    /// A clause about a wire: where `place` of the places that it looks at are true in the first
    /// part, and as many in the second as it needs, it is true; or where no more are, and so many
    /// in the second as leave it false, it is false. None where it is constant and the clause says
    /// nothing.
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

    /// The same with other literals that say that it is true, or false.
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

    /// The numbers that the parts have reached, or have not reached, in a clause about a wire; 0
    /// where it needs none.
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

    /// From what a clause about a wire follows, in the order of propagation, but for what the wire
    /// itself means.
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
            // Of a disjunction one is enough to be true: the one whose places these are.
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

    /// The same for a wire that compares what the parts put out, or is the same as that.
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
            // The first is the greater one, and the other the lesser.
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

    /// Derives that what a merge puts out is what it has reached, and what that says of the
    /// literals where it is the whole.
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
        // Nobody else needs what a whole merge puts out in single cases.
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

    /// A clause that follows along all ways to divide a number among the parts of a merge, and from
    /// which clauses it does.
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

    /// The steps from the least number that the first part has, which are all numbers but where it
    /// has the greater ends.
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

    /// Half of a number at least are greater ends, or a clause holds: else so many more would be
    /// lesser ends.
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
        // Of an even number the first part is asked for one more, of an odd one both are.
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

    /// The same of all of an odd number, where a network that is asked for nothing less has left
    /// the greater ends out: then all lesser ends are true, so the greater ones of the same pairs
    /// are, and the last of what is compared is by itself.
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

    /// What the comparators mean by which a wire of a merge is a conjunction of wires of its parts.
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
            WireSource::End(Which::Lesser, wires) => wires.to_vec(),
            WireSource::Same(wire) => vec![wire],
            WireSource::End(Which::Greater, _) | WireSource::Literal(_) => Vec::new(),
        };
        below.into_iter().for_each(|wire| self.conjoined(wire, merge, hints));
    }
}
