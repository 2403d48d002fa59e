//! Sorting networks: how what a network puts out comes to say how many of its literals are true.
//!
//! A wire of a network is an end of a comparator, and defined as that. What a whole network does is shown merge by merge. A
//! variable u of the proof's own says for each part of a merge, and each number j, that at least j of what the part sorts are
//! true; the wire that puts that out is shown to be the same as u. Of Batcher's merge of two parts, each wire w has a number k
//! of places that have to be true among some of the places of both parts: every 2^s-th of them, from an offset on. For each
//! a + b = k two clauses are derived:
//!
//! ```text
//! up:    the a-th of these places of the first part and the b-th of the second are true  →  w
//! down:  the (a+1)-th of the first and the b-th of the second are false  →  not w
//! ```
//!
//! Each follows from those of the two wires that are compared, one level deeper, by unit propagation (`rup`), since the a-th
//! place is the one or the other of every second place, and places are in order. Where all places are those of a whole merge,
//! the clauses along a + b = k lead from one count to the other: where j of both parts together are true, a of the first
//! and j - a of the second are, for some a. These, too, are a single propagation.
//!
//! That is as many clauses as a totalizer has, and a proof of a network is the longer for it; but each has three or four
//! hints. Tried in thought and dropped: to define wires by what they count. A wire of an inner level counts places and not
//! literals, and where a network is cut off, other wires take its place.
//!
//! In the pairwise network the parts are the greater and the lesser ends of pairs: as many of both together are true as of what
//! is compared, and of the lesser ends no more than of the greater ones.
//!
//! A bound that was promised makes wires constant. What keeps them so follows by the same propagation, with what the bound
//! says of a part in place of the one count.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quarrel_encodings::Signal;
use quarrel_encodings::cardinality::{Merge, Sequence, SortingNetwork, Source, Which, Wire};
use quarrel_encodings::rustsat::types::Lit;

use super::Inner;
use super::definitions::Definitions;
use super::inequality::{Inequality, Literal, Variable};
use super::steps::{Id, Known, Line, Steps};
use crate::encode::to_model;

/// The networks that were written so far.
#[derive(Default)]
pub struct Networks(Vec<Network>);

/// What a wire carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// Always the same.
    Constant(bool),
    /// A literal.
    Literal(Literal),
}

/// A network, and what is known of it.
struct Network {
    structure: Arc<SortingNetwork>,
    literals: HashMap<Lit, Literal>,
    /// By merge, the one that it is a part of, and which part.
    parents: Vec<Option<(u32, usize)>>,
    carried: HashMap<Wire, Carried>,
    /// Both sides of what a comparator means, by its end's variable.
    ends: HashMap<Variable, [Known; 2]>,
    /// What comparators between neighbours mean, whether the network has written them or not.
    splits: HashMap<(u32, u32), (Literal, [Known; 2])>,
    /// By list of such comparators.
    balances: HashMap<u32, Arc<Balance>>,
    /// What each merge sorts.
    sorted: HashMap<u32, Arc<[Literal]>>,
    /// That so many of what a merge sorts are true.
    reached: HashMap<(u32, u32), (Literal, [Known; 2])>,
    /// That where the first number is reached the second is, by sequence.
    orders: HashMap<(Sequence, u32, u32), Id>,
    /// That where a number of lesser ends is reached, one of greater ends is, by merge.
    pairings: HashMap<(u32, u32), Id>,
    /// What a wire carries is what its merge has reached: up and down, and what it carries.
    links: HashMap<(u32, u32), ([Option<Id>; 2], Literal)>,
    facts: HashMap<(Spot, u32, Direction), (Id, Literal)>,
    /// What the constraint says of what a merge sorts: at least, at most.
    limits: HashMap<(u32, usize, bool), Known>,
}

/// What holds of a list of comparators between neighbours.
struct Balance {
    /// The ends that are true are no more than the inputs that are.
    at_most: Known,
    /// And no less.
    at_least: Known,
    /// The lesser ends that are true are no more than the greater ones.
    in_order: Known,
}

/// A wire of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Spot {
    merge: u32,
    level: u32,
    offset: u32,
    index: u32,
}

/// What a clause about a wire derives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Direction {
    /// That it is true.
    Up,
    /// That it is false.
    Down,
}

/// A step of the propagation along all ways to divide a number among two parts.
enum Step {
    /// The first part has not reached this number, or the second not the rest.
    Except(u32),
    /// The first part has reached one more than this number, or the second the rest.
    Cover(u32),
}

impl Spot {
    fn of(wire: Wire) -> Option<Spot> {
        let Wire::Merged { merge, level, place } = wire else { return None };
        let (offset, index) = (place & ((1 << level) - 1), place >> level);
        Some(Spot { merge, level, offset, index })
    }

    fn wire(self) -> Wire {
        let Spot { merge, level, offset, index } = self;
        Wire::Merged { merge, level, place: offset + (index << level) }
    }

    /// The number of literals that a place of a part says, the first of which is 1; 0 is none.
    fn number(self, place: u32) -> u32 {
        if place == 0 { 0 } else { self.offset + 1 + ((place - 1) << self.level) }
    }

    /// How many of every second place, with or without the first one, are among so many places.
    fn below(self, child: Spot, places: u32) -> u32 {
        if child.offset == self.offset { places.div_ceil(2) } else { places / 2 }
    }
}

impl Network {
    fn of(structure: &Arc<SortingNetwork>, literals: HashMap<Lit, Literal>) -> Network {
        let mut parents = vec![None; structure.merges().len()];
        for (merge, one) in (0..).zip(structure.merges()) {
            for (side, part) in one.parts.iter().enumerate() {
                if let Sequence::Merge(part) = part {
                    parents[*part as usize] = Some((merge, side));
                }
            }
        }
        Network {
            structure: Arc::clone(structure),
            literals,
            parents,
            carried: HashMap::new(),
            ends: HashMap::new(),
            splits: HashMap::new(),
            balances: HashMap::new(),
            sorted: HashMap::new(),
            reached: HashMap::new(),
            orders: HashMap::new(),
            pairings: HashMap::new(),
            links: HashMap::new(),
            facts: HashMap::new(),
            limits: HashMap::new(),
        }
    }

    fn merge(&self, merge: u32) -> Merge {
        self.structure.merges()[merge as usize]
    }

    fn lengths(&self, spot: Spot) -> [u32; 2] {
        self.merge(spot.merge).lengths(spot.level, spot.offset)
    }

    /// What a wire carries, as far as that was told.
    fn carried(&self, wire: Wire) -> Option<Carried> {
        match wire {
            Wire::Literal(lit) => self.literals.get(&lit).map(|&lit| Carried::Literal(lit)),
            Wire::Split { .. } | Wire::Merged { .. } => self.carried.get(&wire).copied(),
        }
    }
}

impl Inner {
    /// Takes in what a wire of a network carries, and derives how much that says where it is put out by a merge.
    pub fn carry(&mut self, structure: &Arc<SortingNetwork>, wire: Wire, carried: Carried) {
        self.network(structure).carry(wire, carried);
    }

    /// Derives the clauses that keep a wire at a value, which follows from the constraint that is encoded.
    pub fn keep(
        &mut self,
        structure: &Arc<SortingNetwork>,
        wire: Wire,
        value: bool,
        inputs: [Carried; 2],
    ) {
        let kept = self.network(structure).keep(wire, value, inputs);
        self.premises.rows.extend(kept);
    }

    /// What a signal of an encoding is.
    pub fn carried(&self, signal: Signal) -> Carried {
        match signal {
            Signal::True => Carried::Constant(true),
            Signal::False => Carried::Constant(false),
            Signal::Lit(lit) => Carried::Literal(self.literal(to_model(lit))),
        }
    }

    /// A network, the last one most of the time.
    fn network(&mut self, structure: &Arc<SortingNetwork>) -> Deriving<'_> {
        let is_it = |one: &Network| Arc::ptr_eq(&one.structure, structure);
        let place = self.networks.0.iter().rposition(is_it).unwrap_or_else(|| {
            let literal = |&lit: &Lit| (lit, self.literal(to_model(lit)));
            let literals = structure.lits().iter().map(literal).collect();
            self.networks.0.push(Network::of(structure, literals));
            self.networks.0.len() - 1
        });
        let Inner { networks, definitions, steps, premises, .. } = self;
        Deriving { network: &mut networks.0[place], definitions, steps, rows: &premises.rows }
    }
}

/// A network with what its clauses are derived by.
struct Deriving<'a> {
    network: &'a mut Network,
    definitions: &'a mut Definitions,
    steps: &'a mut Steps,
    /// What the constraint that is encoded says.
    rows: &'a [Known],
}

impl Deriving<'_> {
    fn carry(&mut self, wire: Wire, carried: Carried) {
        self.network.carried.insert(wire, carried);
        let Carried::Literal(lit) = carried else { return };
        let inputs = match self.network.structure.source(wire) {
            Source::End(_, inputs) => inputs.map(|input| self.network.carried(input)),
            Source::Same(_) | Source::Literal(_) => [None, None],
        };
        // An end with a constant input is the other input.
        let is_end = inputs.iter().all(|input| {
            matches!(input, Some(Carried::Literal(input)) if input.variable != lit.variable)
        });
        if is_end
            && !self.network.ends.contains_key(&lit.variable)
            && let Some(sides) = self.definitions.sides(lit.variable)
        {
            self.network.ends.insert(lit.variable, sides);
        }
        if let Some(spot) = Spot::of(wire).filter(|spot| spot.level == 0) {
            self.link(spot, lit);
        }
    }

    /// What a comparator between neighbours means.
    fn split(&mut self, pairs: u32, end: u32) -> Option<(Literal, [Known; 2])> {
        if let Some(known) = self.network.splits.get(&(pairs, end)) {
            return Some(known.clone());
        }
        let wire = Wire::Split { pairs, end };
        let Source::End(which, inputs) = self.network.structure.source(wire) else { return None };
        let [a, b] = inputs.map(|input| self.element(input));
        let (a, b) = (a?, b?);
        let written = match self.network.carried(wire) {
            Some(Carried::Literal(lit)) => Some(lit),
            Some(Carried::Constant(_)) | None => None,
        };
        let are_same = inputs.map(|input| self.network.carried(input))
            == [a, b].map(|lit| Some(Carried::Literal(lit)));
        let sides = written.and_then(|lit| Some((lit, self.network.ends.get(&lit.variable)?)));
        let known = match sides.filter(|_| are_same) {
            Some((lit, sides)) => (lit, sides.clone()),
            None => {
                let least = if which == Which::Greater { 1 } else { 2 };
                let lit = self.definitions.fresh();
                let meaning = Inequality::at_least([a, b], least);
                (lit, self.definitions.define_own(lit, &meaning, self.steps)?)
            }
        };
        self.network.splits.insert((pairs, end), known.clone());
        Some(known)
    }

    /// What is sorted: a literal, or an end of a comparator between neighbours.
    fn element(&mut self, wire: Wire) -> Option<Literal> {
        match wire {
            Wire::Literal(lit) => self.network.literals.get(&lit).copied(),
            Wire::Split { pairs, end } => self.split(pairs, end).map(|(lit, _)| lit),
            Wire::Merged { .. } => None,
        }
    }

    /// All that a merge sorts.
    fn sorted(&mut self, merge: u32) -> Option<Arc<[Literal]>> {
        if let Some(known) = self.network.sorted.get(&merge) {
            return Some(Arc::clone(known));
        }
        let Merge { parts, pairs, .. } = self.network.merge(merge);
        let mut all = Vec::new();
        match pairs {
            Some(pairs) => {
                let structure = Arc::clone(&self.network.structure);
                for wire in structure.compared(pairs) {
                    all.push(self.element(wire)?);
                }
            }
            None => {
                for part in parts {
                    all.extend_from_slice(&self.sorted_by(part)?);
                }
            }
        }
        let all: Arc<[Literal]> = all.into();
        self.network.sorted.insert(merge, Arc::clone(&all));
        Some(all)
    }

    fn sorted_by(&mut self, sequence: Sequence) -> Option<Arc<[Literal]>> {
        match sequence {
            Sequence::One(wire) => Some(vec![self.element(wire)?].into()),
            Sequence::Merge(merge) => self.sorted(merge),
        }
    }

    /// That a sequence has reached a number, from 1, and both sides of what that means, where it is no literal that is sorted.
    fn reached(
        &mut self,
        sequence: Sequence,
        number: u32,
    ) -> Option<(Literal, Option<[Known; 2]>)> {
        let merge = match sequence {
            Sequence::One(wire) => return Some((self.element(wire)?, None)),
            Sequence::Merge(merge) => merge,
        };
        if let Some((lit, sides)) = self.network.reached.get(&(merge, number)) {
            return Some((*lit, Some(sides.clone())));
        }
        let sorted = self.sorted(merge)?;
        let lit = self.definitions.fresh();
        let meaning = Inequality::at_least(sorted.iter().copied(), i128::from(number));
        let sides = self.definitions.define_own(lit, &meaning, self.steps)?;
        self.network.reached.insert((merge, number), (lit, sides.clone()));
        Some((lit, Some(sides)))
    }

    /// What holds of a list of comparators between neighbours.
    fn balance(&mut self, pairs: u32) -> Option<Arc<Balance>> {
        if let Some(known) = self.network.balances.get(&pairs) {
            return Some(Arc::clone(known));
        }
        let size = self.network.structure.pairs()[pairs as usize].size;
        let mut sums: [Option<Line>; 3] = [None, None, None];
        for end in (0..size / 2 * 2).step_by(2) {
            let (_, [greater_only_if, greater_if_so]) = self.split(pairs, end)?;
            let (_, [lesser_only_if, lesser_if_so]) = self.split(pairs, end + 1)?;
            let of_pair = [
                (&greater_only_if, &lesser_only_if),
                (&greater_if_so, &lesser_if_so),
                (&lesser_only_if, &greater_if_so),
            ];
            for (sum, (one, other)) in sums.iter_mut().zip(of_pair) {
                let mut line = Line::of(one, 1);
                line.add(other, 1);
                line.divide(2);
                match sum {
                    None => *sum = Some(line),
                    Some(sum) => sum.add_line(&line),
                }
            }
        }
        let [at_most, at_least, in_order] = sums.map(|sum| sum.map(|sum| self.steps.sum(sum)));
        let balance =
            Arc::new(Balance { at_most: at_most?, at_least: at_least?, in_order: in_order? });
        self.network.balances.insert(pairs, Arc::clone(&balance));
        Some(balance)
    }

    /// A clause from sides of definitions and what else is added.
    fn clause_of<'b>(
        &mut self,
        clause: &[Literal],
        parts: impl IntoIterator<Item = &'b Known>,
    ) -> Option<Id> {
        let line = Line::sum(parts.into_iter().map(|part| (part, 1)))?;
        (line.says().missed_without(clause) > 0)
            .then(|| self.steps.sum(line.weakened_to(clause)).id)
    }

    /// That where a sequence has reached a number, it has reached a smaller one.
    fn order(&mut self, sequence: Sequence, more: u32, less: u32) -> Option<Id> {
        if let Some(&known) = self.network.orders.get(&(sequence, more, less)) {
            return Some(known);
        }
        let (more_lit, more_sides) = self.reached(sequence, more)?;
        let (less_lit, less_sides) = self.reached(sequence, less)?;
        let ([only_if, _], [_, if_so]) = (more_sides?, less_sides?);
        let id = self.clause_of(&[!more_lit, less_lit], [&only_if, &if_so])?;
        self.network.orders.insert((sequence, more, less), id);
        Some(id)
    }

    /// That where the lesser ends of a merge have reached a number, the greater ones have.
    fn pairing(&mut self, merge: u32, number: u32) -> Option<Id> {
        if let Some(&known) = self.network.pairings.get(&(merge, number)) {
            return Some(known);
        }
        let Merge { parts: [greater, lesser], pairs, .. } = self.network.merge(merge);
        let balance = self.balance(pairs?)?;
        let (greater, of_greater) = self.reached(greater, number)?;
        let (lesser, of_lesser) = self.reached(lesser, number)?;
        let sides = of_lesser.map(|[only_if, _]| only_if).into_iter();
        let sides: Vec<Known> = sides.chain(of_greater.map(|[_, if_so]| if_so)).collect();
        let parts = sides.iter().chain([&balance.in_order]);
        let id = self.clause_of(&[!lesser, greater], parts)?;
        self.network.pairings.insert((merge, number), id);
        Some(id)
    }

    /// The literals of a clause that the parts of a merge have not reached these numbers, 0 for none that has to be; or that
    /// they have.
    fn parts_of(
        &mut self,
        merge: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Vec<Literal>> {
        let mut clause = Vec::new();
        for (part, number) in self.network.merge(merge).parts.into_iter().zip(numbers) {
            if number > 0 {
                let (lit, _) = self.reached(part, number)?;
                clause.push(if direction == Direction::Up { !lit } else { lit });
            }
        }
        Some(clause)
    }

    /// The sides of what the parts of a merge have reached, or have not, and that the parts sort as much as their merge.
    fn counts_of(
        &mut self,
        merge: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Vec<Known>> {
        let Merge { parts, pairs, .. } = self.network.merge(merge);
        let mut sides = Vec::new();
        for (part, number) in parts.into_iter().zip(numbers) {
            if number == 0 {
                continue;
            }
            if let (_, Some([only_if, if_so])) = self.reached(part, number)? {
                sides.push(if direction == Direction::Up { only_if } else { if_so });
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

    /// Where the parts of a merge have reached these numbers, their merge has reached the sum; where they have not reached
    /// these, it has not reached `number`.
    fn joined(
        &mut self,
        merge: u32,
        number: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Id> {
        let (lit, sides) = self.reached(Sequence::Merge(merge), number)?;
        let [only_if, if_so] = sides?;
        let mut clause = self.parts_of(merge, numbers, direction)?;
        let mut parts = self.counts_of(merge, numbers, direction)?;
        match direction {
            Direction::Up => {
                clause.push(lit);
                parts.push(if_so);
            }
            Direction::Down => {
                clause.push(!lit);
                parts.push(only_if);
            }
        }
        self.clause_of(&clause, &parts)
    }

    /// How what a sequence puts out follows from what it has reached, or the other way round: the step of a propagation, none
    /// where the two are the same.
    fn link_of(
        &mut self,
        sequence: Sequence,
        number: u32,
        direction: Direction,
    ) -> Option<Option<Id>> {
        let wire = sequence.wire(number - 1);
        let carried = match self.network.carried(wire)? {
            Carried::Constant(value) => {
                return (value == (direction == Direction::Up)).then_some(None);
            }
            Carried::Literal(lit) => lit,
        };
        match sequence {
            Sequence::One(wire) => {
                let element = self.element(wire)?;
                match element == carried {
                    true => Some(None),
                    false => self.alias(wire, carried, element, direction).map(Some),
                }
            }
            Sequence::Merge(merge) => {
                let (ids, lit) = self.network.links.get(&(merge, number))?;
                let id = if direction == Direction::Up { ids[0] } else { ids[1] };
                id.filter(|_| *lit == carried).map(Some)
            }
        }
    }

    /// An end of a comparator between neighbours that is not what the proof has defined by itself: one that was written later, or
    /// its input where the other one is constant.
    fn alias(
        &mut self,
        wire: Wire,
        carried: Literal,
        element: Literal,
        direction: Direction,
    ) -> Option<Id> {
        let Wire::Split { pairs, end } = wire else { return None };
        let [only_if, if_so] = self.split(pairs, end)?.1.map(|side| side.id);
        let written = self.network.ends.get(&carried.variable);
        let written = written.map(|sides| sides.each_ref().map(|side| side.id));
        let Source::End(_, inputs) = self.network.structure.source(wire) else { return None };
        let is_input =
            |input: &Wire| self.network.carried(*input) == Some(Carried::Literal(carried));
        let written = if inputs.iter().any(is_input) { None } else { Some(written?) };
        let mut links = Vec::new();
        for input in inputs {
            links.extend(self.link_of(Sequence::One(input), 1, direction)?);
        }
        // The one side tells what the inputs are, or the other one does, as it is a disjunction or a conjunction.
        let (sides, clause) = match direction {
            Direction::Up => ([Some(only_if), written.map(|sides| sides[1])], [!element, carried]),
            Direction::Down => ([written.map(|sides| sides[0]), Some(if_so)], [element, !carried]),
        };
        let sides = || sides.into_iter().flatten();
        let hints: Vec<Id> = sides().chain(links).chain(sides()).collect();
        Some(self.steps.propagated(&clause, &hints))
    }

    /// A clause about a wire: where `place` of the places that it looks at are true in the first part, and as many in the
    /// second as it needs, it is true; or where no more are, and so many in the second as leave it false, it is false. None
    /// where it is constant and the clause says nothing.
    fn fact(&mut self, spot: Spot, place: u32, direction: Direction) -> Option<Option<Id>> {
        let lit = match self.network.carried(spot.wire())? {
            Carried::Constant(value) => {
                return (value == (direction == Direction::Up)).then_some(None);
            }
            Carried::Literal(lit) => lit,
        };
        if let Some((id, known)) = self.network.facts.get(&(spot, place, direction))
            && *known == lit
        {
            return Some(Some(*id));
        }
        let side = self.network.ends.get(&lit.variable);
        let side = side.map(|[only_if, if_so]| match direction {
            Direction::Up => if_so.id,
            Direction::Down => only_if.id,
        });
        let target = if direction == Direction::Up { lit } else { !lit };
        let id = self.fact_about(spot, place, direction, &[target], side)?;
        self.network.facts.insert((spot, place, direction), (id, lit));
        Some(Some(id))
    }

    /// The same with other literals that say that it is true, or false.
    fn fact_about(
        &mut self,
        spot: Spot,
        place: u32,
        direction: Direction,
        target: &[Literal],
        side: Option<Id>,
    ) -> Option<Id> {
        let numbers = self.numbers(spot, place, direction);
        let mut clause = self.parts_of(spot.merge, numbers, direction)?;
        clause.extend_from_slice(target);
        let mut hints = self.reasons(spot, place, numbers, direction)?;
        hints.extend(side);
        Some(self.steps.propagated(&clause, &hints))
    }

    /// The numbers that the parts have reached, or have not reached, in a clause about a wire; 0 where it needs none.
    fn numbers(&self, spot: Spot, place: u32, direction: Direction) -> [u32; 2] {
        match direction {
            Direction::Up => [place, spot.index + 1 - place].map(|place| spot.number(place)),
            Direction::Down => {
                let lengths = self.network.lengths(spot);
                let places = [place + 1, spot.index - place + 1];
                let is_there =
                    |(place, length): (u32, u32)| if place <= length { place } else { 0 };
                let [a, b] = [(places[0], lengths[0]), (places[1], lengths[1])].map(is_there);
                [spot.number(a), spot.number(b)]
            }
        }
    }

    /// From what a clause about a wire follows, in the order of propagation, but for what the wire itself means.
    fn reasons(
        &mut self,
        spot: Spot,
        place: u32,
        numbers: [u32; 2],
        direction: Direction,
    ) -> Option<Vec<Id>> {
        let source = self.network.structure.source(spot.wire());
        let wires: Vec<Wire> = match source {
            Source::Literal(_) => return None,
            Source::Same(wire) => vec![wire],
            Source::End(_, wires) => wires.to_vec(),
        };
        let children: Option<Vec<Spot>> = wires
            .iter()
            .map(|&wire| Spot::of(wire).filter(|child| child.merge == spot.merge))
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
            hints.extend(self.fact(child, a, direction)?);
            if is_one {
                break;
            }
        }
        is_reached.then_some(hints)
    }

    /// The same for a wire that compares what the parts put out, or is the same as that.
    fn reasons_of_parts(
        &mut self,
        spot: Spot,
        place: u32,
        direction: Direction,
    ) -> Option<Vec<Id>> {
        let Merge { parts: [left, right], pairs, .. } = self.network.merge(spot.merge);
        let number = spot.offset + 1;
        let mut hints = Vec::new();
        match self.network.lengths(spot) {
            [_, 0] => {
                hints.extend(self.link_of(left, spot.number(spot.index + 1), direction)?);
            }
            [0, _] => {
                hints.extend(self.link_of(right, spot.number(spot.index + 1), direction)?);
            }
            // The first is the greater one, and the other the lesser.
            _ if pairs.is_some() => {
                let part = if spot.index == 0 { left } else { right };
                hints.extend(self.link_of(part, number, direction)?);
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
                        hints.extend(self.link_of(part, number, direction)?);
                    }
                }
            }
        }
        Some(hints)
    }

    /// Derives that what a merge puts out is what it has reached, and what that says of the literals where it is the whole.
    fn link(&mut self, spot: Spot, lit: Literal) {
        let number = spot.index + 1;
        let key = (spot.merge, number);
        if self.network.links.get(&key).is_some_and(|(_, known)| *known == lit) {
            return;
        }
        let sequence = Sequence::Merge(spot.merge);
        let Some((reached, Some([only_if, if_so]))) = self.reached(sequence, number) else {
            return;
        };
        let up = self.along(spot, &[!reached, lit], |deriving, step| match step {
            Step::Except(place) => deriving.fact(spot, place, Direction::Up)?,
            Step::Cover(place) => {
                let numbers = deriving.numbers(spot, place, Direction::Down);
                deriving.joined(spot.merge, number, numbers, Direction::Down)
            }
        });
        let down = self.along(spot, &[reached, !lit], |deriving, step| match step {
            Step::Except(place) => {
                let numbers = deriving.numbers(spot, place, Direction::Up);
                deriving.joined(spot.merge, number, numbers, Direction::Up)
            }
            Step::Cover(place) => deriving.fact(spot, place, Direction::Down)?,
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
        self.network.links.insert(key, ([up, down], lit));
        let (Some(up), Some(down)) = (up, down) else { return };
        if self.network.structure.root() == Some(sequence) && !lit.is_negated {
            let mut sides = [only_if, if_so];
            let links = [(down, [reached, !lit]), (up, [!reached, lit])];
            for (side, (id, clause)) in sides.iter_mut().zip(links) {
                let link = Known { id, says: Inequality::clause(&clause) };
                let mut line = Line::of(side, 1);
                line.add(&link, line.weight_of(!clause[0]));
                *side = self.steps.sum(line);
            }
            self.definitions.redefine(lit.variable, sides);
        }
    }

    /// A clause that follows along all ways to divide a number among the parts of a merge, and from which clauses it does.
    fn along(
        &mut self,
        spot: Spot,
        clause: &[Literal],
        mut step: impl FnMut(&mut Self, Step) -> Option<Id>,
    ) -> Option<(Id, Vec<Id>)> {
        let mut hints = Vec::new();
        if self.network.merge(spot.merge).pairs.is_some() {
            hints.push(self.half(spot, clause, &mut step)?);
        }
        for one in self.ways(spot) {
            hints.push(step(self, one)?);
        }
        let id = self.steps.propagated(clause, &hints);
        Some((id, hints))
    }

    /// The steps from the least number that the first part has, which are all numbers but where it has the greater ends.
    fn ways(&self, spot: Spot) -> Vec<Step> {
        let number = spot.index + 1;
        let [first, second] = self.network.lengths(spot);
        let has_pairs = self.network.merge(spot.merge).pairs.is_some();
        let half = if has_pairs { number.div_ceil(2) } else { 0 };
        let mut steps = Vec::new();
        let start = number.saturating_sub(second).max(half);
        if start > half {
            steps.push(Step::Cover(start - 1));
        }
        for place in start..=number.min(first) {
            steps.push(Step::Except(place));
            if place < number {
                steps.push(Step::Cover(place));
            }
        }
        steps
    }

    /// Half of a number at least are greater ends, or a clause holds: else so many more would be lesser ends.
    fn half(
        &mut self,
        spot: Spot,
        clause: &[Literal],
        step: &mut impl FnMut(&mut Self, Step) -> Option<Id>,
    ) -> Option<Id> {
        let number = spot.index + 1;
        let half = number.div_ceil(2);
        let part = self.network.merge(spot.merge).parts[0];
        let (greater, _) = self.reached(part, spot.number(half))?;
        let mut wanted = clause.to_vec();
        wanted.push(greater);
        let Some(cover) = step(self, Step::Cover(number / 2)) else {
            return self.half_of_all(spot, &wanted, step);
        };
        let [first, second] = self.network.lengths(spot);
        let mut hints = Vec::new();
        // Of an even number the first part is asked for one more, of an odd one both are.
        let next = number / 2 + 1;
        if number % 2 == 0 && next <= first {
            hints.push(self.order(part, spot.number(next), spot.number(half))?);
        }
        if half <= second {
            hints.push(self.pairing(spot.merge, spot.number(half))?);
        }
        hints.push(cover);
        Some(self.steps.propagated(&wanted, &hints))
    }

    /// The same of all of an odd number, where a network that is asked for nothing less has left the greater ends out: then all
    /// lesser ends are true, so the greater ones of the same pairs are, and the last of what is compared is by itself.
    fn half_of_all(
        &mut self,
        spot: Spot,
        wanted: &[Literal],
        step: &mut impl FnMut(&mut Self, Step) -> Option<Id>,
    ) -> Option<Id> {
        let Merge { parts: [greater, lesser], sizes: [first, second], pairs } =
            self.network.merge(spot.merge);
        let pairs = pairs.filter(|_| spot.level == 0 && spot.index + 1 == first + second)?;
        let last = self.network.structure.compared(pairs).last()?;
        if self.network.carried(greater.wire(first - 1)) != self.network.carried(last) {
            return None;
        }
        let cover = step(self, Step::Cover(first))?;
        let (_, of_lesser) = self.reached(lesser, second)?;
        let (_, of_greater) = self.reached(greater, first)?;
        let in_order = self.balance(pairs)?.in_order.id;
        let mut hints = vec![cover];
        self.conjoined(spot.wire(), spot.merge, &mut hints);
        hints.extend(self.link_of(Sequence::One(last), 1, Direction::Down)?);
        hints.extend(of_lesser.map(|[only_if, _]| only_if.id));
        hints.push(in_order);
        hints.extend(of_greater.map(|[_, if_so]| if_so.id));
        Some(self.steps.propagated(wanted, &hints))
    }

    /// What the comparators mean by which a wire of a merge is a conjunction of wires of its parts.
    fn conjoined(&self, wire: Wire, merge: u32, hints: &mut Vec<Id>) {
        if Spot::of(wire).is_none_or(|spot| spot.merge != merge) {
            return;
        }
        if let Some(Carried::Literal(lit)) = self.network.carried(wire)
            && let Some([only_if, _]) = self.network.ends.get(&lit.variable)
        {
            hints.push(only_if.id);
        }
        let below: Vec<Wire> = match self.network.structure.source(wire) {
            Source::End(Which::Lesser, wires) => wires.to_vec(),
            Source::Same(wire) => vec![wire],
            Source::End(Which::Greater, _) | Source::Literal(_) => Vec::new(),
        };
        below.into_iter().for_each(|wire| self.conjoined(wire, merge, hints));
    }

    /// The clauses that keep a wire at a value.
    fn keep(&mut self, wire: Wire, value: bool, inputs: [Carried; 2]) -> Vec<Known> {
        let Source::End(which, wires) = self.network.structure.source(wire) else {
            return Vec::new();
        };
        let signed = |lit: Literal| if value { lit } else { !lit };
        let lits: Vec<(Wire, Literal)> = wires
            .into_iter()
            .zip(inputs)
            .filter_map(|(wire, input)| match input {
                Carried::Literal(lit) => Some((wire, signed(lit))),
                Carried::Constant(_) => None,
            })
            .collect();
        let known = |clause: Vec<Literal>, id: Option<Id>| {
            Some(Known { id: id?, says: Inequality::clause(&clause) })
        };
        if (which == Which::Greater) == value {
            if inputs.contains(&Carried::Constant(value)) {
                return Vec::new();
            }
            let clause: Vec<Literal> = lits.iter().map(|&(_, lit)| lit).collect();
            let id = match wire {
                Wire::Split { pairs, .. } => self.kept_pair(pairs, value, &lits),
                Wire::Literal(_) | Wire::Merged { .. } => self.kept(wire, value, &clause),
            };
            return known(clause, id).into_iter().collect();
        }
        let each = lits.into_iter().filter_map(|(input, lit)| {
            let id = match wire {
                Wire::Split { pairs, .. } => self.kept_pair(pairs, value, &[(input, lit)]),
                Wire::Literal(_) | Wire::Merged { .. } => self.kept_input(input, value, lit),
            };
            known(vec![lit], id)
        });
        each.collect()
    }

    /// A clause about neighbours that are compared: of what is compared with them, more have to be true, or fewer.
    fn kept_pair(&mut self, pairs: u32, value: bool, lits: &[(Wire, Literal)]) -> Option<Id> {
        let has = |merge: &Merge| merge.pairs == Some(pairs);
        let merge = self.network.structure.merges().iter().position(has)?;
        let limit = self.limit(u32::try_from(merge).ok()?, value)?;
        let direction = if value { Direction::Up } else { Direction::Down };
        let (mut elements, mut links) = (Vec::new(), Vec::new());
        for &(wire, _) in lits {
            let element = self.element(wire)?;
            elements.push(if value { element } else { !element });
            links.extend(self.link_of(Sequence::One(wire), 1, direction)?);
        }
        let id = self.clause_of(&elements, [&limit])?;
        let clause: Vec<Literal> = lits.iter().map(|&(_, lit)| lit).collect();
        match elements == clause {
            true => Some(id),
            false => {
                let hints: Vec<Id> = links.into_iter().chain([id]).collect();
                Some(self.steps.propagated(&clause, &hints))
            }
        }
    }

    /// A clause about the inputs of a comparator one end of which has a value.
    fn kept(&mut self, wire: Wire, value: bool, clause: &[Literal]) -> Option<Id> {
        let spot = Spot::of(wire)?;
        let direction = if value { Direction::Up } else { Direction::Down };
        let [first, second] = self.network.lengths(spot);
        if first + second <= spot.index {
            return None;
        }
        self.along_limit(spot, value, clause, |deriving, place| {
            deriving.fact_about(spot, place, direction, clause, None)
        })
    }

    /// That an input of a comparator has a value by itself.
    fn kept_input(&mut self, wire: Wire, value: bool, lit: Literal) -> Option<Id> {
        let Some(spot) = Spot::of(wire) else { return self.kept_element(wire, value, lit) };
        if spot.level > 0 {
            let direction = if value { Direction::Up } else { Direction::Down };
            return self.along_limit(spot, value, &[lit], |deriving, place| {
                deriving.fact(spot, place, direction)?
            });
        }
        let (sequence, number) = (Sequence::Merge(spot.merge), spot.index + 1);
        let (reached, sides) = self.reached(sequence, number)?;
        let [only_if, if_so] = sides?;
        let limit = self.limit(spot.merge, value)?;
        let (side, says, direction) = match value {
            true => (if_so, reached, Direction::Up),
            false => (only_if, !reached, Direction::Down),
        };
        let id = self.clause_of(&[says], [&side, &limit])?;
        let link = self.link_of(sequence, number, direction)?;
        let hints: Vec<Id> = std::iter::once(id).chain(link).collect();
        Some(self.steps.propagated(&[lit], &hints))
    }

    /// The same for a part of one wire.
    fn kept_element(&mut self, wire: Wire, value: bool, lit: Literal) -> Option<Id> {
        let merges = self.network.structure.merges().iter();
        let parts = (0..).zip(merges).flat_map(|(merge, one)| {
            one.parts.into_iter().enumerate().map(move |(side, part)| (merge, side, part))
        });
        let (merge, side, _) = parts.into_iter().find(|(.., part)| *part == Sequence::One(wire))?;
        let limit = self.limit_of_part(merge, side, value)?;
        let element = self.element(wire)?;
        let id = self.clause_of(&[if value { element } else { !element }], [&limit])?;
        let direction = if value { Direction::Up } else { Direction::Down };
        let link = self.link_of(Sequence::One(wire), 1, direction)?;
        let hints: Vec<Id> = std::iter::once(id).chain(link).collect();
        Some(self.steps.propagated(&[lit], &hints))
    }

    /// A clause that follows along all ways to divide a number, more or less of which the constraint excludes.
    fn along_limit(
        &mut self,
        spot: Spot,
        value: bool,
        clause: &[Literal],
        mut fact: impl FnMut(&mut Self, u32) -> Option<Id>,
    ) -> Option<Id> {
        self.along(spot, clause, |deriving, step| match (step, value) {
            (Step::Except(place), true) | (Step::Cover(place), false) => fact(deriving, place),
            (Step::Except(place), false) => deriving.excluded(spot, place, Direction::Up),
            (Step::Cover(place), true) => deriving.excluded(spot, place, Direction::Down),
        })
        .map(|(id, _)| id)
    }

    /// That parts have not both reached as much as makes a wire true, or have one of them reached what makes it so.
    fn excluded(&mut self, spot: Spot, place: u32, direction: Direction) -> Option<Id> {
        let numbers = self.numbers(spot, place, direction);
        let clause = self.parts_of(spot.merge, numbers, direction)?;
        let limit = self.limit(spot.merge, direction == Direction::Down)?;
        let mut parts = self.counts_of(spot.merge, numbers, direction)?;
        parts.push(limit);
        self.clause_of(&clause, &parts)
    }

    /// What the constraint says of what a merge sorts: at least so many, or at most.
    fn limit(&mut self, merge: u32, is_least: bool) -> Option<Known> {
        if let Some((parent, side)) = self.network.parents[merge as usize] {
            return self.limit_of_part(parent, side, is_least);
        }
        let sorted = self.sorted(merge)?;
        let lines = self.rows.iter().map(|row| Line::of(row, 1)).collect();
        self.best_limit(lines, &sorted, is_least)
    }

    /// The same of a part of a merge.
    fn limit_of_part(&mut self, merge: u32, side: usize, is_least: bool) -> Option<Known> {
        if let Some(known) = self.network.limits.get(&(merge, side, is_least)) {
            return Some(known.clone());
        }
        let above = self.limit(merge, is_least)?;
        let Merge { parts, pairs, .. } = self.network.merge(merge);
        let sorted = self.sorted_by(parts[side])?;
        let mut line = Line::of(&above, 1);
        let mut lines = Vec::new();
        if let Some(pairs) = pairs {
            let balance = self.balance(pairs)?;
            line.add(if is_least { &balance.at_least } else { &balance.at_most }, 1);
            // Of the greater ends half at least, of the lesser ones half at most.
            if is_least == (side == 0) {
                let mut half = line.clone();
                half.add(&balance.in_order, 1);
                half.weaken(is_among(&sorted, is_least));
                half.divide(2);
                lines.push(half);
            }
        }
        lines.push(line);
        let limit = self.best_limit(lines, &sorted, is_least)?;
        self.network.limits.insert((merge, side, is_least), limit.clone());
        Some(limit)
    }

    /// The line that says most of some literals, without all others.
    fn best_limit(
        &mut self,
        lines: Vec<Line>,
        sorted: &[Literal],
        is_least: bool,
    ) -> Option<Known> {
        let is_sorted = is_among(sorted, is_least);
        let weakened = lines.into_iter().map(|mut line| {
            line.weaken(&is_sorted);
            line
        });
        let best = weakened.max_by_key(|line| line.says().degree());
        best.filter(|line| line.says().degree() > 0).map(|line| self.steps.sum(line))
    }
}

/// Whether a literal is one of these, or its negation is, as they are counted from below or from above.
fn is_among(sorted: &[Literal], is_least: bool) -> impl Fn(Literal) -> bool {
    let sorted: HashSet<Literal> = sorted.iter().copied().collect();
    move |lit| sorted.contains(&if is_least { lit } else { !lit })
}
