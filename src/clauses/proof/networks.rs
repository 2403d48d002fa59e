//! Derivations that the outputs of a sorting network count its true literals.
//!
//! A wire is an end (output) of a comparator. Its variable is defined by the comparator's two
//! inputs: the greater end is their disjunction ("or"), and the lesser end is their conjunction
//! ("and"). The derivation proceeds merge by merge. For each part of a merge and each number j, the
//! proof defines a variable that means "at least j of the sorted literals are true". Then the proof
//! derives that this variable is equal to the wire of the j-th output. Batcher's merge of two parts
//! has several levels. A wire w of level s is about every 2^s-th place of both parts, from some
//! offset on. It means that at least k of these places are true. Two clauses are derived for each
//! sum a + b = k:
//!
//! ```text
//! up:    the a-th of these places of the first part and the b-th of the second are true  →  w
//! down:  the (a+1)-th of the first and the b-th of the second are false  →  not w
//! ```
//!
//! Both clauses follow by unit propagation (`rup`) from the clauses about the two compared wires,
//! one level deeper. For the outputs of a whole merge, all clauses with a + b = k together connect
//! the counts in a single propagation. If j literals are true, then the first part has some number
//! `a` of them, and the second part has j - `a`.
//!
//! So the proof has as many clauses as a totalizer, each with three or four hints (constraints to
//! propagate through). It was not tried to define wires directly by counts, for two reasons. Wires
//! of inner levels count places instead of literals. A truncated network replaces some of these
//! wires by other wires.
//!
//! In a pairwise network, the two parts of a merge are the greater and the lesser ends of pairs of
//! inputs. Two facts are used. The number of true ends is the number of true inputs. The number of
//! true lesser ends is at most the number of true greater ends.
//!
//! If a bound makes wires constant, these wires have no literals. Then the same propagation uses
//! the bound on a part of a merge instead of the count of this part.

use std::collections::HashMap;
use std::sync::Arc;

use quarrel_encodings::Signal;
use quarrel_encodings::observe::{
    ComparatorOutput, Sequence, SortedMerge, SortingNetwork, Wire, WireSource,
};
use quarrel_encodings::rustsat::types::Lit;

use super::definitions::{Definitions, ReifiedLiteral};
use super::kernel::Kernel;
use super::steps::{Id, PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar};
use crate::encode::to_model;

mod limits;
mod merges;

/// The sorting networks that encodings have written.
#[derive(Default)]
pub struct Networks(Vec<WrittenNetwork>);

/// The value of a wire in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarriedValue {
    /// This value, in every assignment.
    Constant(bool),
    /// The value of this literal.
    Literal(PbLit),
}

/// A sorting network of an encoding, and the facts that have been derived about it.
#[derive(Default)]
struct WrittenNetwork {
    structure: Arc<SortingNetwork>,
    /// For each literal of the network's inputs, the same literal in the proof.
    literals: HashMap<Lit, PbLit>,
    /// For each merge, the merge of which it is a part (its parent), and its index among the parts
    /// of the parent. `None` if the merge is not a part of another merge.
    parents: Vec<Option<(u32, usize)>>,
    /// The values of the wires that the encoding has declared so far.
    carried: HashMap<Wire, CarriedValue>,
    /// Both directions of the definition of each comparator's output. The key is the variable of
    /// the output.
    ends: HashMap<PbVar, [ProofConstraint; 2]>,
    /// The literals of ends of comparators between neighbours, each with its definition. The key is
    /// the index of a list of such comparators, and the number of an end in this list. The encoding
    /// does not always have clauses about this end.
    splits: HashMap<(u32, u32), (PbLit, [ProofConstraint; 2])>,
    /// The derived constraints on each list of comparators between neighbours.
    balances: HashMap<u32, Arc<Balance>>,
    /// The literals that each merge sorts. The key is the merge.
    sorted: HashMap<u32, Arc<[PbLit]>>,
    /// The literal "at least k of the merge's literals are true", and its definition. The key is
    /// the merge and k.
    reached: HashMap<(u32, u32), (PbLit, [ProofConstraint; 2])>,
    /// The clause "if at least i of the sequence's literals are true, at least j of them are true".
    /// The key is the sequence, i and j.
    orders: HashMap<(Sequence, u32, u32), Id>,
    /// The clause "if at least k lesser ends of pairs are true, at least k greater ends are true".
    /// The key is the merge and k.
    pairings: HashMap<(u32, u32), Id>,
    /// The derived equivalence of a merge's output with a count. The key is the merge and the
    /// number of the output, from 1.
    links: HashMap<(u32, u32), Link>,
    /// The ID of each fact's clause, and the literal of the wire in this clause. The key is the
    /// fact.
    facts: HashMap<WireFact, (Id, PbLit)>,
    /// The bounds that the constraint implies on a part of a merge. The key is the merge, the index
    /// of the part, and whether the bound is a lower bound. If not, it is an upper bound.
    limits: HashMap<(u32, usize, bool), ProofConstraint>,
}

/// The equivalence between the wire of a merge's k-th output and "at least k literals of the merge
/// are true".
struct Link {
    /// The literal of the wire.
    carried: PbLit,
    /// The ID of the clause "the count implies the wire's literal". `None` if it is not derived.
    up: Option<Id>,
    /// The ID of the clause "the wire's literal implies the count". `None` if it is not derived.
    down: Option<Id>,
}

/// Derived constraints on the true ends (outputs) and inputs of a list of comparators between
/// neighbours. The greater end of a comparator is the disjunction of its inputs, the lesser end
/// their conjunction.
struct Balance {
    /// The number of true ends is at most the number of true inputs.
    at_most: ProofConstraint,
    /// The number of true ends is at least the number of true inputs.
    at_least: ProofConstraint,
    /// The number of true lesser ends is at most the number of true greater ends.
    in_order: ProofConstraint,
}

/// The place of a wire in a merge. At the wire's level, the merge consists of 2^level submerges.
/// Each submerge has every 2^level-th position, beginning at its offset. The wire is output number
/// `index` (from 0) of the submerge at `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct MergeSpot {
    /// The index of the merge in the network.
    merge: u32,
    /// The depth of the submerges; the whole merge has level 0.
    level: u32,
    /// The first position of the submerge, counted from 0. It is less than 2^level.
    offset: u32,
    index: u32,
}

/// The direction of an implication about a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Direction {
    /// Counts imply that the wire is true.
    Up,
    /// Counts imply that the wire is false.
    Down,
}

/// The reason for a step from one literal to the next in a propagation.
#[derive(Clone, Copy, Debug)]
enum Hint {
    /// No clause is needed: the two literals are equal, or one of them is constant and has the
    /// value that the implication needs.
    Needless,
    /// This clause leads to the next literal.
    Clause(Id),
}

impl Hint {
    /// Returns the ID of the clause. Returns `None` if no clause is needed.
    fn id(self) -> Option<Id> {
        match self {
            Hint::Needless => None,
            Hint::Clause(id) => Some(id),
        }
    }
}

/// A clause about a wire of a merge. The wire means "at least `k` positions of its submerge are
/// true". The clause belongs to one of the sums `a + b = k`. Here `a` is a number of positions in
/// the first part of the merge, and `b` is a number of positions in the second part.
///
/// - `Up`: fewer than `a` positions of the first part are true, or fewer than `b` positions of the
///   second part are true, or the wire is true.
/// - `Down`: more than `a` positions of the first part are true, or at least `b` positions of the
///   second part are true, or the wire is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct WireFact {
    spot: MergeSpot,
    /// The number `a` of the sum `a + b = k`.
    place: u32,
    direction: Direction,
}

impl MergeSpot {
    /// Returns the place of a wire in its merge. Returns `None` if the wire does not belong to a
    /// merge.
    fn from_wire(wire: Wire) -> Option<MergeSpot> {
        let Wire::Merged { merge, level, place } = wire else { return None };
        let (offset, index) = (place & ((1 << level) - 1), place >> level);
        Some(MergeSpot { merge, level, offset, index })
    }

    fn wire(self) -> Wire {
        let MergeSpot { merge, level, offset, index } = self;
        Wire::Merged { merge, level, place: offset + (index << level) }
    }

    /// Converts the `place`-th position of this submerge into its position in the whole sequence.
    /// Both are counted from 1. Returns 0 if `place` is 0.
    fn number(self, place: u32) -> u32 {
        if place == 0 { 0 } else { self.offset + 1 + ((place - 1) << self.level) }
    }

    /// Returns how many of the first `places` positions of this submerge also belong to the
    /// submerge of `child`. That submerge is one level deeper, and has every second position of
    /// this one, beginning with the first or the second.
    fn below(self, child: MergeSpot, places: u32) -> u32 {
        if child.offset == self.offset { places.div_ceil(2) } else { places / 2 }
    }
}

impl WrittenNetwork {
    /// Creates a network about which nothing is derived yet. `literals` are the literals of its
    /// inputs.
    fn new(structure: &Arc<SortingNetwork>, literals: HashMap<Lit, PbLit>) -> WrittenNetwork {
        let mut parents = vec![None; structure.merges().len()];
        for (merge, one) in (0..).zip(structure.merges()) {
            for (side, part) in one.parts.iter().enumerate() {
                if let Sequence::Merge(part) = part {
                    parents[*part as usize] = Some((merge, side));
                }
            }
        }
        WrittenNetwork {
            structure: Arc::clone(structure),
            literals,
            parents,
            ..WrittenNetwork::default()
        }
    }

    fn merge(&self, merge: u32) -> SortedMerge {
        self.structure.merges()[merge as usize]
    }

    /// Counts the positions of each part of the merge that are in the submerge of `spot`. Returns
    /// both numbers.
    fn lengths(&self, spot: MergeSpot) -> [u32; 2] {
        self.merge(spot.merge).lengths(spot.level, spot.offset)
    }

    /// Returns the value of a wire. Returns `None` if the encoding has not declared it yet.
    fn carried(&self, wire: Wire) -> Option<CarriedValue> {
        match wire {
            Wire::Literal(lit) => self.literals.get(&lit).map(|&lit| CarriedValue::Literal(lit)),
            Wire::Split { .. } | Wire::Merged { .. } => self.carried.get(&wire).copied(),
        }
    }
}

impl Networks {
    /// Returns a network together with all that is needed to derive clauses about it. If this
    /// object was not added before, adds it. A different object with an equal structure counts as
    /// another network. `rows` are the rows of the encoded constraint.
    pub fn network<'a>(
        &'a mut self,
        structure: &Arc<SortingNetwork>,
        rows: &'a [ProofConstraint],
        kernel: &'a mut Kernel,
    ) -> NetworkDeriver<'a> {
        let known = self.0.iter().rposition(|one| Arc::ptr_eq(&one.structure, structure));
        let place = known.unwrap_or_else(|| {
            let literals =
                structure.lits().iter().map(|&lit| (lit, kernel.literal(to_model(lit)))).collect();
            self.0.push(WrittenNetwork::new(structure, literals));
            self.0.len() - 1
        });
        let Kernel { definitions, steps, .. } = kernel;
        NetworkDeriver { network: &mut self.0[place], definitions, steps, rows }
    }
}

impl CarriedValue {
    pub fn from_signal(signal: Signal, kernel: &Kernel) -> CarriedValue {
        match signal {
            Signal::True => CarriedValue::Constant(true),
            Signal::False => CarriedValue::Constant(false),
            Signal::Lit(lit) => CarriedValue::Literal(kernel.literal(to_model(lit))),
        }
    }
}

/// A network, with the parts of the kernel that are needed to derive clauses about it.
pub struct NetworkDeriver<'a> {
    network: &'a mut WrittenNetwork,
    definitions: &'a mut Definitions,
    steps: &'a mut Steps,
    /// The rows of the encoded constraint.
    rows: &'a [ProofConstraint],
}

impl NetworkDeriver<'_> {
    /// Records the literal or constant of a wire, and replaces an earlier value. For an output of a
    /// comparator, the inputs of the comparator must be recorded first. If all inputs are literals
    /// over other variables, also records that the wire's literal is this output of the comparator;
    /// an earlier definition of the literal stays. If the wire is an output of a whole merge and
    /// has a literal, tries to derive that the literal counts the merge's true literals. If the
    /// wire is also an output of the whole network, and the literal is not negated, this count
    /// replaces the definition of the literal. If the derivation fails, only the records and the
    /// written steps remain.
    pub fn carry(&mut self, wire: Wire, carried: CarriedValue) {
        self.network.carried.insert(wire, carried);
        let CarriedValue::Literal(lit) = carried else { return };
        let inputs = match self.network.structure.source(wire) {
            WireSource::End(_, inputs) => inputs.map(|input| self.network.carried(input)),
            WireSource::Same(_) | WireSource::Literal(_) => [None, None],
        };
        // If one input is constant, and the output is not constant, the output is equal to the
        // other input. So the output has no definition as an end.
        let is_end = inputs.iter().all(|input| {
            matches!(input, Some(CarriedValue::Literal(input)) if input.variable != lit.variable)
        });
        if is_end
            && !self.network.ends.contains_key(&lit.variable)
            && let Some(sides) = self.definitions.sides(lit.variable)
        {
            self.network.ends.insert(lit.variable, sides);
        }
        if let Some(spot) = MergeSpot::from_wire(wire).filter(|spot| spot.level == 0) {
            self.link(spot, lit);
        }
    }

    /// Returns the literal of an end (output) of a comparator between neighbours, and both
    /// directions of its definition. `pairs` is the index of the list of comparators. `end` is the
    /// number of the end in this list, from 0: twice the index of the comparator, plus one for the
    /// lesser end. The list must have this end. If the encoding's literal for this end is defined
    /// by the same inputs, returns this literal. Otherwise defines a new literal. Later calls
    /// return the same literal. Returns `None` if one of the inputs has no literal, or if the end
    /// is always or never true.
    fn split(&mut self, pairs: u32, end: u32) -> Option<(PbLit, [ProofConstraint; 2])> {
        if let Some(known) = self.network.splits.get(&(pairs, end)) {
            return Some(known.clone());
        }
        let wire = Wire::Split { pairs, end };
        let WireSource::End(which, inputs) = self.network.structure.source(wire) else {
            return None;
        };
        let [a, b] = inputs.map(|input| self.element(input));
        let (a, b) = (a?, b?);
        let written = match self.network.carried(wire) {
            Some(CarriedValue::Literal(lit)) => Some(lit),
            Some(CarriedValue::Constant(_)) | None => None,
        };
        let are_same = inputs.map(|input| self.network.carried(input))
            == [a, b].map(|lit| Some(CarriedValue::Literal(lit)));
        let sides = written.and_then(|lit| Some((lit, self.network.ends.get(&lit.variable)?)));
        let known = match sides.filter(|_| are_same) {
            Some((lit, sides)) => (lit, sides.clone()),
            None => {
                let least = if which == ComparatorOutput::Greater { 1 } else { 2 };
                let meaning = Inequality::at_least([a, b], least);
                let end = self.definitions.reify(&meaning, self.steps)?;
                (end.lit, [end.forward, end.backward])
            }
        };
        self.network.splits.insert((pairs, end), known.clone());
        Some(known)
    }

    /// Returns the literal of a wire that is an input of the network, or an end (output) of a
    /// comparator between neighbours. Defines the literal of an end if necessary. Returns `None` if
    /// the wire is an output of a merge, or if the end has no literal.
    fn element(&mut self, wire: Wire) -> Option<PbLit> {
        match wire {
            Wire::Literal(lit) => self.network.literals.get(&lit).copied(),
            Wire::Split { pairs, end } => self.split(pairs, end).map(|(lit, _)| lit),
            Wire::Merged { .. } => None,
        }
    }

    /// Returns the literals that a merge sorts. In a pairwise network, these are the inputs of the
    /// comparators between neighbours. In other networks, these are the literals of the first part,
    /// and then those of the second. Defines ends (outputs) of comparators that have no literal
    /// yet. Later calls return the same literals. Returns `None` if one of these wires has no
    /// literal.
    fn sorted(&mut self, merge: u32) -> Option<Arc<[PbLit]>> {
        if let Some(known) = self.network.sorted.get(&merge) {
            return Some(Arc::clone(known));
        }
        let SortedMerge { parts, pairs, .. } = self.network.merge(merge);
        let mut all = Vec::new();
        match pairs {
            Some(pairs) => {
                let structure = Arc::clone(&self.network.structure);
                for wire in structure.compared_wires(pairs) {
                    all.push(self.element(wire)?);
                }
            }
            None => {
                for part in parts {
                    all.extend_from_slice(&self.sorted_by(part)?);
                }
            }
        }
        let shared: Arc<[PbLit]> = all.into();
        self.network.sorted.insert(merge, Arc::clone(&shared));
        Some(shared)
    }

    /// Returns the literals that a sequence sorts. If the sequence is a single wire, this is the
    /// literal of the wire. Returns `None` if a wire has no literal.
    fn sorted_by(&mut self, sequence: Sequence) -> Option<Arc<[PbLit]>> {
        match sequence {
            Sequence::One(wire) => Some(vec![self.element(wire)?].into()),
            Sequence::Merge(merge) => self.sorted(merge),
        }
    }

    /// Returns the literal "at least `number` literals of the sequence are true" and its
    /// definition. The definition is written at the first call. `number` must be at least 1. If the
    /// sequence is a single wire, `number` must be 1; the result is then the literal of the wire
    /// without a definition. Returns `None` if a wire has no literal, or if the statement is always
    /// or never true. For example, it is never true if `number` is above the number of literals.
    fn reached(
        &mut self,
        sequence: Sequence,
        number: u32,
    ) -> Option<(PbLit, Option<[ProofConstraint; 2]>)> {
        let merge = match sequence {
            Sequence::One(wire) => return Some((self.element(wire)?, None)),
            Sequence::Merge(merge) => merge,
        };
        if let Some((lit, sides)) = self.network.reached.get(&(merge, number)) {
            return Some((*lit, Some(sides.clone())));
        }
        let sorted = self.sorted(merge)?;
        let meaning = Inequality::at_least(sorted.iter().copied(), i128::from(number));
        let ReifiedLiteral { lit, forward, backward } =
            self.definitions.reify(&meaning, self.steps)?;
        let sides = [forward, backward];
        self.network.reached.insert((merge, number), (lit, sides.clone()));
        Some((lit, Some(sides)))
    }

    /// Derives three constraints about the list of comparators between neighbours with the index
    /// `pairs`: the number of true ends (outputs) is at most the number of true inputs; it is at
    /// least this number; the number of true lesser ends is at most the number of true greater
    /// ends. An input without a partner is left out. Later calls return the same constraints.
    /// Returns `None` if the list has no comparator, or if an end has no literal. Panics if there
    /// is no such list.
    fn derive_balance(&mut self, pairs: u32) -> Option<Arc<Balance>> {
        if let Some(known) = self.network.balances.get(&pairs) {
            return Some(Arc::clone(known));
        }
        let size = self.network.structure.pairs()[pairs as usize].size;
        let mut sums: [Option<PolLine>; 3] = [None, None, None];
        for end in (0..size / 2 * 2).step_by(2) {
            let (_, [greater_only_if, greater_if_so]) = self.split(pairs, end)?;
            let (_, [lesser_only_if, lesser_if_so]) = self.split(pairs, end + 1)?;
            let of_pair = [
                (&greater_only_if, &lesser_only_if),
                (&greater_if_so, &lesser_if_so),
                (&lesser_only_if, &greater_if_so),
            ];
            for (sum, (one, other)) in sums.iter_mut().zip(of_pair) {
                let mut line = PolLine::new(one, 1);
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

    /// Derives a clause from the sum of constraints, and returns its ID. The derived clause has
    /// only those literals of `clause` that the sum contains. Returns `None` if the sum does not
    /// imply the clause, or if there are no constraints.
    fn derive_sum_clause<'b>(
        &mut self,
        clause: &[PbLit],
        parts: impl IntoIterator<Item = &'b ProofConstraint>,
    ) -> Option<Id> {
        let line = PolLine::sum_of(parts)?;
        line.implies(clause).then(|| self.steps.sum(line.weakened_to(clause)).id)
    }

    /// Derives the clause "if at least `more` literals of a sequence are true, at least `less` of
    /// them are true", and returns its ID. `less` must be at least 1, and `more` must be greater
    /// than `less`. Later calls return the same ID. Returns `None` if the sequence is a single
    /// wire, or if one of the two statements has no literal.
    fn derive_order(&mut self, sequence: Sequence, more: u32, less: u32) -> Option<Id> {
        if let Some(&known) = self.network.orders.get(&(sequence, more, less)) {
            return Some(known);
        }
        let (more_lit, more_sides) = self.reached(sequence, more)?;
        let (less_lit, less_sides) = self.reached(sequence, less)?;
        let ([forward, _], [_, backward]) = (more_sides?, less_sides?);
        let id = self.derive_sum_clause(&[!more_lit, less_lit], [&forward, &backward])?;
        self.network.orders.insert((sequence, more, less), id);
        Some(id)
    }

    /// Derives the clause "if at least `number` lesser ends of a merge are true, at least `number`
    /// greater ends are true", and returns its ID. `number` must be at least 1. Later calls return
    /// the same ID. Returns `None` if the merge does not sort the ends of pairs, or if a count or
    /// end has no literal.
    fn derive_pairing(&mut self, merge: u32, number: u32) -> Option<Id> {
        if let Some(&known) = self.network.pairings.get(&(merge, number)) {
            return Some(known);
        }
        let SortedMerge { parts: [greater, lesser], pairs, .. } = self.network.merge(merge);
        let balance = self.derive_balance(pairs?)?;
        let (greater, of_greater) = self.reached(greater, number)?;
        let (lesser, of_lesser) = self.reached(lesser, number)?;
        let sides: Vec<ProofConstraint> = of_lesser
            .map(|[forward, _]| forward)
            .into_iter()
            .chain(of_greater.map(|[_, backward]| backward))
            .collect();
        let id =
            self.derive_sum_clause(&[!lesser, greater], sides.iter().chain([&balance.in_order]))?;
        self.network.pairings.insert((merge, number), id);
        Some(id)
    }

    /// Returns the hint that connects the count of a sequence with its output. With `Up`, the hint
    /// says that output `number`, counted from 1, is true if at least `number` literals are true.
    /// With `Down`, it says the converse. If the sequence is a merge,
    /// [`link`](NetworkDeriver::link) must have derived the clause of the hint before. If it is a
    /// single wire, derives this clause if the wire and its count have different literals. Returns
    /// `None` if the clause is not derived, or if the output has no value yet. Also returns `None`
    /// if the output has a constant value that contradicts the hint.
    fn link_of(&mut self, sequence: Sequence, number: u32, direction: Direction) -> Option<Hint> {
        debug_assert!(number > 0, "nothing is put out at 0");
        let wire = sequence.wire(number - 1);
        let carried = match self.network.carried(wire)? {
            CarriedValue::Constant(value) => {
                return (value == (direction == Direction::Up)).then_some(Hint::Needless);
            }
            CarriedValue::Literal(lit) => lit,
        };
        match sequence {
            Sequence::One(wire) => {
                let element = self.element(wire)?;
                if element == carried {
                    Some(Hint::Needless)
                } else {
                    self.derive_alias(wire, carried, element, direction).map(Hint::Clause)
                }
            }
            Sequence::Merge(merge) => {
                let link = self.network.links.get(&(merge, number))?;
                let id = if direction == Direction::Up { link.up } else { link.down };
                id.filter(|_| link.carried == carried).map(Hint::Clause)
            }
        }
    }

    /// Connects two literals for an end of a comparator: the proof's literal (`element`) and the
    /// encoding's literal (`carried`). Derives that `element` implies `carried`, or the converse
    /// with `Down`. The two literals differ in two cases. In the first case, the encoding wrote the
    /// end after the proof had defined its own literal. In the second case, the end is equal to an
    /// input because the other input is constant. Returns `None` if the wire is not such an end, or
    /// if a definition or the value of an input is missing.
    fn derive_alias(
        &mut self,
        wire: Wire,
        carried: PbLit,
        element: PbLit,
        direction: Direction,
    ) -> Option<Id> {
        let Wire::Split { pairs, end } = wire else { return None };
        let [forward, backward] = self.split(pairs, end)?.1.map(|side| side.id);
        let written = self.network.ends.get(&carried.variable);
        let written_ids = written.map(|sides| sides.each_ref().map(|side| side.id));
        let WireSource::End(_, inputs) = self.network.structure.source(wire) else { return None };
        let is_input = inputs
            .iter()
            .any(|input| self.network.carried(*input) == Some(CarriedValue::Literal(carried)));
        let written = if is_input { None } else { Some(written_ids?) };
        let mut links = Vec::new();
        for input in inputs {
            links.extend(self.link_of(Sequence::One(input), 1, direction)?.id());
        }
        // An end is a disjunction or a conjunction of its inputs. So one of the two definitions
        // determines the values of the inputs, and the other then determines the end.
        let (sides, clause) = match direction {
            Direction::Up => ([Some(forward), written.map(|sides| sides[1])], [!element, carried]),
            Direction::Down => {
                ([written.map(|sides| sides[0]), Some(backward)], [element, !carried])
            }
        };
        let side_ids = sides.into_iter().flatten();
        let hints: Vec<Id> = side_ids.clone().chain(links).chain(side_ids).collect();
        Some(self.steps.rup(&clause, &hints).id)
    }
}
