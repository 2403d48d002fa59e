//! Where clauses go.
//!
//! An encoding hands its clauses on one by one, to a collector that may keep them, count them or
//! write them to a file, and that may refuse one: because a time or memory limit is reached, say.
//! Then the encoding ends at once. So a constraint with a hundred million clauses needs no room
//! for them, and never makes anyone wait for its end.
//!
//! [`Clauses`] keeps them in blocks, a literal in four bytes and the end of a clause in four more,
//! where a vector of vectors takes 24 bytes and an allocation of 32 for a clause of two literals.

use rustsat::encodings::CollectClauses;
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use crate::Refusal;

/// Takes clauses one by one.
pub trait Collect {
    /// Takes a clause, given by its literals.
    ///
    /// # Errors
    ///
    /// Refuses it where no more are wanted, or there is no room for it.
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal>;
}

impl Collect for Cnf {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        self.add_clause(Clause::from(clause));
        Ok(())
    }
}

/// Clauses in little room, in the order in which they were collected.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    blocks: Vec<Block>,
    literals: usize,
    clauses: usize,
}

/// Some clauses, one behind the other.
#[derive(Clone, Debug)]
struct Block {
    lits: Vec<Lit>,
    ends: Vec<u32>,
}

impl Block {
    /// How many literals a block has room for at least and at most; a longer clause has a block of
    /// its own.
    const ROOM: (usize, usize) = (1 << 6, 1 << 16);

    /// An empty block behind blocks of that many literals, with room for a clause of this length.
    fn new(literals: usize, length: usize) -> Block {
        let room = literals.clamp(Block::ROOM.0, Block::ROOM.1).max(length);
        Block { lits: Vec::with_capacity(room), ends: Vec::with_capacity(room / 4) }
    }

    fn has_room_for(&self, length: usize) -> bool {
        self.lits.capacity() - self.lits.len() >= length
    }

    fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start as usize..end as usize])
    }
}

impl Clauses {
    /// No clauses yet.
    pub fn new() -> Clauses {
        Clauses::default()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.clauses
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.clauses == 0
    }

    /// How many literals they have in all.
    pub fn literals(&self) -> usize {
        self.literals
    }

    /// How many there are, and how many literals they have.
    pub fn size(&self) -> Tally {
        Tally { clauses: self.clauses, literals: self.literals }
    }

    /// The clauses, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        self.blocks.iter().flat_map(Block::iter)
    }

    /// Adds a clause behind the others.
    pub fn push(&mut self, clause: &[Lit]) {
        if !self.blocks.last().is_some_and(|block| block.has_room_for(clause.len())) {
            self.blocks.push(Block::new(self.literals, clause.len()));
        }
        let block = self.blocks.last_mut().expect("pushed if there was none");
        block.lits.extend_from_slice(clause);
        block.ends.push(u32::try_from(block.lits.len()).expect("a clause of less than 2^32 lits"));
        self.literals += clause.len();
        self.clauses += 1;
    }
}

impl Collect for Clauses {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        self.push(clause);
        Ok(())
    }
}

impl From<Clauses> for Cnf {
    fn from(clauses: Clauses) -> Cnf {
        clauses.iter().map(Clause::from).collect()
    }
}

/// Counts clauses and literals, and keeps none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The clauses so far.
    pub clauses: usize,
    /// The literals in them.
    pub literals: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}

impl Collect for Tally {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        self.clauses += 1;
        self.literals += clause.len();
        Ok(())
    }
}

/// Hands our clauses to a collector of rustsat's.
pub(crate) struct ToRustsat<'a, C: CollectClauses>(pub(crate) &'a mut C);

impl<C: CollectClauses> Collect for ToRustsat<'_, C> {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        Ok(self.0.add_clause(Clause::from(clause))?)
    }
}

#[cfg(test)]
mod tests {
    use rustsat::lit;

    use super::*;

    /// A clause of this length that no other length has.
    fn clause(length: usize) -> Vec<Lit> {
        let lit = |place| Lit::new(u32::try_from(length + place).expect("few"), place % 3 == 0);
        (0..length).map(lit).collect()
    }

    fn of_lengths(lengths: impl IntoIterator<Item = usize>) -> Clauses {
        let mut clauses = Clauses::new();
        lengths.into_iter().for_each(|length| clauses.push(&clause(length)));
        clauses
    }

    #[test]
    fn no_clauses_are_empty_and_an_empty_clause_is_one() {
        let none = Clauses::new();
        assert!(none.is_empty());
        assert_eq!((none.len(), none.literals()), (0, 0));
        assert_eq!(none.iter().count(), 0);
        let one = of_lengths([0]);
        assert!(!one.is_empty());
        assert_eq!((one.len(), one.literals()), (1, 0));
        assert!(one.iter().eq([&[] as &[Lit]]));
    }

    #[test]
    fn clauses_come_out_as_they_went_in_across_blocks() {
        let lengths: Vec<usize> = (0..20_000).map(|number| number * 7 % 12).collect();
        let clauses = of_lengths(lengths.iter().copied());
        assert!(clauses.blocks.len() > 3, "they need several blocks");
        assert_eq!(clauses.len(), lengths.len());
        assert_eq!(clauses.literals(), lengths.iter().sum());
        assert!(clauses.iter().eq(lengths.iter().map(|&length| clause(length))));
    }

    #[test]
    fn a_clause_longer_than_a_block_has_one_of_its_own() {
        let lengths = [2, Block::ROOM.1 + 1, 3, 0, Block::ROOM.1 * 3, Block::ROOM.1, 1];
        let clauses = of_lengths(lengths);
        assert_eq!(clauses.len(), lengths.len());
        assert_eq!(clauses.literals(), lengths.iter().sum());
        assert!(clauses.iter().eq(lengths.map(clause)));
    }

    #[test]
    fn blocks_grow_with_what_they_hold() {
        let mut clauses = Clauses::new();
        for _ in 0..1 << 18 {
            clauses.push(&[lit![0], lit![1]]);
        }
        let room: Vec<usize> = clauses.blocks.iter().map(|block| block.lits.capacity()).collect();
        assert!(room[0] < 1 << 10, "a few clauses take little room: {room:?}");
        assert!(room.iter().all(|&room| room <= 2 * Block::ROOM.1), "none is large: {room:?}");
        assert!(room.iter().sum::<usize>() < 3 * clauses.literals() / 2, "little is left free");
    }

    #[test]
    fn clauses_become_a_cnf_in_their_order() {
        let lengths = [3, 0, 1, 2];
        let cnf = Cnf::from(of_lengths(lengths));
        assert!(cnf.iter().cloned().eq(lengths.map(|length| Clause::from(&clause(length)[..]))));
    }

    #[test]
    fn every_collector_takes_the_same() {
        let (mut clauses, mut cnf, mut tally) = (Clauses::new(), Cnf::new(), Tally::default());
        let collectors: [&mut dyn Collect; 3] = [&mut clauses, &mut cnf, &mut tally];
        for collector in collectors {
            for length in [2, 3, 0, 5] {
                collector.collect(&clause(length)).expect("takes everything");
            }
        }
        assert_eq!(tally, Tally { clauses: clauses.len(), literals: clauses.literals() });
        assert_eq!(Cnf::from(clauses), cnf);
    }

    #[test]
    fn clauses_reach_a_collector_of_rustsats() {
        let mut cnf = Cnf::new();
        ToRustsat(&mut cnf).collect(&[lit![0], !lit![1]]).expect("a Cnf takes everything");
        assert!(cnf.iter().eq([&Clause::from([lit![0], !lit![1]])]));
    }
}
