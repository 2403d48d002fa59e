//! Collectors of clauses, which may keep, count or refuse them.

use rustsat::encodings::CollectClauses;
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use crate::Error;
use crate::observe::Observe;

/// A collector of clauses, which accepts or refuses them one by one.
///
/// A collector may keep clauses ([`Clauses`]), count them ([`Tally`]) or write them to a file. So
/// even a hundred million clauses need no memory if they are not kept. If a collector refuses a
/// clause, the encoding ends at once.
///
/// Every type that implements rustsat's [`CollectClauses`] is a collector: a [`Cnf`], a
/// [`SatInstance`](rustsat::instances::SatInstance), and every solver with statistics. If a solver
/// fails for a reason other than memory, rustsat's implementation panics.
///
/// ```
/// use quarrel_encodings::at_most_one::ladder;
/// use rustsat::instances::{ManageVars, SatInstance};
/// use rustsat::types::Lit;
///
/// let mut instance: SatInstance = SatInstance::new();
/// let lits: Vec<Lit> = (0..9).map(|_| instance.new_lit()).collect();
/// // The variables come from a copy of the manager, since an instance cannot be borrowed twice.
/// let mut variables = instance.var_manager_ref().clone();
/// ladder::ROW.encode(&lits, &mut instance, &mut variables)?;
/// *instance.var_manager_mut() = variables;
/// assert_eq!((instance.n_clauses(), instance.var_manager_ref().n_used()), (4 * 9 - 2, 2 * 9));
/// # Ok::<(), quarrel_encodings::Error>(())
/// ```
pub trait Collect {
    /// Accepts a clause.
    ///
    /// # Errors
    ///
    /// If the collector wants no more clauses, or memory is short.
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error>;

    /// Receives the notice that an encoding plans to write at least this many clauses. The encoding
    /// has not passed any of them yet. An encoding that plans for a long time calls this function
    /// repeatedly, so that the collector can end it.
    ///
    /// # Errors
    ///
    /// If the collector wants no more clauses.
    fn plan(&mut self, _clauses: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the observer of the meanings of fresh variables, or `None` if the collector has no
    /// observer. Every call must return the same observer.
    fn observer(&mut self) -> Option<&mut dyn Observe> {
        None
    }
}

impl<C: CollectClauses> Collect for C {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        Ok(self.add_clause(Clause::from(clause))?)
    }
}

/// A list of clauses in compact storage.
///
/// A literal and the end of a clause take four bytes each. So a binary clause takes 12 bytes. In a
/// vector of vectors, it would take 24 bytes and an allocation of 32 bytes.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The clauses in order. A new block begins if the last one has no room for a clause.
    blocks: Vec<ClauseBlock>,
    /// The number of literals in all clauses.
    literals: usize,
    /// The number of clauses in all blocks.
    clauses: usize,
}

/// Consecutive clauses in one allocation, which never grows.
#[derive(Clone, Debug)]
struct ClauseBlock {
    /// The literals of all clauses, one clause after another.
    lits: Vec<Lit>,
    /// For each clause, the index after its last literal in `lits`.
    ends: Vec<u32>,
}

impl ClauseBlock {
    /// The least and the greatest capacity of a block, in literals. A clause that is longer than
    /// the greatest capacity has its own block.
    const ROOM: (usize, usize) = (1 << 6, 1 << 16);

    /// Returns an empty block with room for a clause of `length` literals. `literals` is the number
    /// of literals in all earlier blocks.
    fn new(literals: usize, length: usize) -> ClauseBlock {
        let room = literals.clamp(ClauseBlock::ROOM.0, ClauseBlock::ROOM.1).max(length);
        ClauseBlock { lits: Vec::with_capacity(room), ends: Vec::with_capacity(room / 4) }
    }

    fn has_room_for(&self, length: usize) -> bool {
        self.lits.capacity() - self.lits.len() >= length
    }

    fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        std::iter::once(0)
            .chain(self.ends.iter().copied())
            .zip(&self.ends)
            .map(|(start, &end)| &self.lits[start as usize..end as usize])
    }
}

impl Clauses {
    /// Returns an empty list, without an allocation.
    pub fn new() -> Clauses {
        Clauses::default()
    }

    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.clauses
    }

    /// Returns whether there are no clauses. An empty clause counts as a clause.
    pub fn is_empty(&self) -> bool {
        self.clauses == 0
    }

    /// Returns the number of literals in all clauses.
    pub fn literals(&self) -> usize {
        self.literals
    }

    /// Returns the number of clauses and of literals.
    pub fn size(&self) -> Tally {
        Tally { clauses: self.clauses, literals: self.literals }
    }

    /// Returns the clauses in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        self.blocks.iter().flat_map(ClauseBlock::iter)
    }

    /// Adds a copy of a clause at the end of the list.
    ///
    /// # Panics
    ///
    /// If the clause has 2³² literals or more.
    pub fn push(&mut self, clause: &[Lit]) {
        if !self.blocks.last().is_some_and(|block| block.has_room_for(clause.len())) {
            self.blocks.push(ClauseBlock::new(self.literals, clause.len()));
        }
        let block = self.blocks.last_mut().expect("pushed if there was none");
        block.lits.extend_from_slice(clause);
        block.ends.push(u32::try_from(block.lits.len()).expect("a clause of less than 2^32 lits"));
        self.literals += clause.len();
        self.clauses += 1;
    }

    /// Removes all clauses but the first `length`. Does nothing if there are at most so many.
    pub fn truncate(&mut self, length: usize) {
        while self.clauses > length {
            let block = self.blocks.last_mut().expect("the last clause is in the last block");
            let kept = block.ends.len().saturating_sub(self.clauses - length);
            let end = if kept == 0 { 0 } else { block.ends[kept - 1] as usize };
            self.clauses -= block.ends.len() - kept;
            self.literals -= block.lits.len() - end;
            block.ends.truncate(kept);
            block.lits.truncate(end);
            if kept == 0 {
                self.blocks.pop();
            }
        }
    }
}

impl Collect for Clauses {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.push(clause);
        Ok(())
    }
}

impl From<Clauses> for Cnf {
    fn from(clauses: Clauses) -> Cnf {
        clauses.iter().map(Clause::from).collect()
    }
}

/// A collector that counts clauses and literals without keeping them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// The number of clauses, with repetitions.
    pub clauses: usize,
    /// The number of literals in all clauses, with repetitions.
    pub literals: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}

impl Collect for Tally {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.clauses += 1;
        self.literals += clause.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rustsat::instances::SatInstance;
    use rustsat::lit;
    use rustsat::solvers::SolveStats;
    use rustsat_cadical::CaDiCaL;

    use super::*;

    fn clause(length: usize) -> Vec<Lit> {
        (0..length)
            .map(|place| Lit::new(u32::try_from(length + place).expect("few"), place % 3 == 0))
            .collect()
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
        assert_eq!(clauses.literals(), lengths.iter().sum::<usize>());
        assert!(clauses.iter().eq(lengths.iter().map(|&length| clause(length))));
    }

    #[test]
    fn a_clause_longer_than_a_block_has_one_of_its_own() {
        let lengths =
            [2, ClauseBlock::ROOM.1 + 1, 3, 0, ClauseBlock::ROOM.1 * 3, ClauseBlock::ROOM.1, 1];
        let clauses = of_lengths(lengths);
        assert_eq!(clauses.len(), lengths.len());
        assert_eq!(clauses.literals(), lengths.iter().sum::<usize>());
        assert!(clauses.iter().eq(lengths.map(clause)));
    }

    #[test]
    fn a_truncated_list_has_its_first_clauses_and_grows_again() {
        let lengths: Vec<usize> = (0..20_000).map(|number| number * 7 % 12).collect();
        let all = of_lengths(lengths.iter().copied());
        for length in [0, 1, 2, 13, 14, 9_999, 19_999, 20_000, 30_000] {
            let (mut clauses, kept) = (all.clone(), length.min(lengths.len()));
            clauses.truncate(length);
            assert_eq!(clauses.len(), kept);
            assert_eq!(clauses.literals(), lengths[..kept].iter().sum::<usize>());
            lengths[kept..].iter().for_each(|&length| clauses.push(&clause(length)));
            assert!(clauses.iter().eq(all.iter()), "as before, after {length}");
        }
    }

    #[test]
    fn blocks_grow_with_what_they_hold() {
        let mut clauses = Clauses::new();
        for _ in 0..1 << 18 {
            clauses.push(&[lit![0], lit![1]]);
        }
        let room: Vec<usize> = clauses.blocks.iter().map(|block| block.lits.capacity()).collect();
        assert!(room[0] < 1 << 10, "a few clauses take little room: {room:?}");
        assert!(
            room.iter().all(|&room| room <= 2 * ClauseBlock::ROOM.1),
            "none is large: {room:?}"
        );
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
        let mut instance: SatInstance = SatInstance::new();
        let mut solver = CaDiCaL::default();
        let collectors: [&mut dyn Collect; 5] =
            [&mut clauses, &mut cnf, &mut tally, &mut instance, &mut solver];
        for collector in collectors {
            for length in [2, 3, 0, 5] {
                collector.collect(&clause(length)).expect("the collector accepts every clause");
            }
        }
        assert_eq!(tally, Tally { clauses: clauses.len(), literals: clauses.literals() });
        assert_eq!(SolveStats::n_clauses(&solver), clauses.len());
        assert_eq!(Cnf::from(clauses), cnf);
        assert_eq!(*instance.cnf(), cnf);
    }
}
