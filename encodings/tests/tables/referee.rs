//! A small solver that decides which assignments clauses allow. It shares no code with the crate
//! under test.
//!
//! It combines unit propagation with two watched literals and a search that satisfies one clause
//! after the other. It does not learn clauses, because the formulas of these tests have only a few
//! hundred variables, and the literals determine nearly all of them by propagation. Assumptions can
//! be retracted, so a test traverses the assignments as a tree and has to propagate only the
//! difference between neighbours.

use rustsat::types::Lit;

/// Clauses with a stack of assigned literals.
pub struct Referee {
    clauses: Vec<Vec<Lit>>,
    /// For each literal, by its index, the clauses in which it is one of the first two literals.
    watching: Vec<Vec<usize>>,
    truth: Vec<bool>,
    trail: Vec<Lit>,
    propagated: usize,
    /// The index of the clause to ignore, or `None` if all clauses count.
    without: Option<usize>,
    consistent: bool,
}

/// The result of unit propagation: the places of the true literals and those of the false literals,
/// as bits, or `None` for a contradiction.
pub type Derived = Option<(u32, u32)>;

impl Referee {
    /// Creates a referee for clauses over variables below a number.
    pub fn new<'a>(clauses: impl IntoIterator<Item = &'a [Lit]>, variables: u32) -> Referee {
        let literals = 2 * variables as usize;
        let mut referee = Referee {
            clauses: clauses.into_iter().map(without_repeats).collect(),
            watching: vec![Vec::new(); literals],
            truth: vec![false; literals],
            trail: Vec::new(),
            propagated: 0,
            without: None,
            consistent: true,
        };
        for (index, clause) in referee.clauses.iter().enumerate() {
            if clause.len() > 1 && !says_nothing(clause) {
                referee.watching[clause[0].lidx()].push(index);
                referee.watching[clause[1].lidx()].push(index);
            }
        }
        referee.restart(None);
        referee
    }

    /// Retracts all assignments, and propagates the unit clauses again. Ignores the clause with the
    /// given index from now on.
    pub fn restart(&mut self, without: Option<usize>) {
        self.back_to(0);
        self.without = without;
        self.consistent = true;
        for index in (0..self.clauses.len()).filter(|&index| Some(index) != without) {
            let fine = match self.clauses[index][..] {
                [] => false,
                [unit] => self.assign(unit),
                _ => true,
            };
            self.consistent &= fine;
        }
        self.consistent = self.consistent && self.propagate();
    }

    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Retracts the assignments after a mark. There must have been no contradiction at the mark.
    pub fn back_to(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.truth[lit.lidx()] = false;
        }
        self.propagated = mark;
    }

    /// Makes a literal true and propagates. Returns false on a contradiction.
    pub fn assume(&mut self, lit: Lit) -> bool {
        self.consistent && self.assign(lit) && self.propagate()
    }

    pub fn assume_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> bool {
        self.consistent && lits.into_iter().all(|lit| self.assign(lit)) && self.propagate()
    }

    pub fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.lidx()]
    }

    /// Returns whether the clauses have a solution with these literals and the current assumptions.
    pub fn satisfiable(&mut self, lits: impl IntoIterator<Item = Lit>) -> bool {
        let mark = self.mark();
        let found = self.assume_all(lits) && self.search(0);
        self.back_to(mark);
        found
    }

    /// Returns, for each assignment of the literals, whether the clauses allow it. The bits of an
    /// index are the values of the literals.
    pub fn allowed(&mut self, lits: &[Lit]) -> Vec<bool> {
        let mut allowed = vec![false; 1 << lits.len()];
        self.walk_assignments(lits, 0, &mut |bits, satisfiable| {
            allowed[bits] = satisfiable;
            true
        });
        allowed
    }

    /// Returns whether exactly these assignments of the literals are allowed.
    pub fn allows_exactly(&mut self, lits: &[Lit], right: &[bool]) -> bool {
        self.walk_assignments(lits, 0, &mut |bits, satisfiable| right[bits] == satisfiable)
    }

    /// Returns the literals that unit propagation derives from every partial assignment, in the
    /// order of [`walk_partial`](Referee::walk_partial).
    pub fn derived(&mut self, lits: &[Lit]) -> Vec<Derived> {
        let mut all = Vec::new();
        self.walk_partial(lits, &mut |_, derived| {
            all.push(derived);
            true
        });
        all
    }

    /// Returns whether unit propagation derives exactly the expected literals from every partial
    /// assignment.
    pub fn derives_exactly(&mut self, lits: &[Lit], expected: &[Derived]) -> bool {
        let mut expected = expected.iter();
        self.walk_partial(lits, &mut |_, derived| expected.next() == Some(&derived))
    }

    /// Calls `see` with every partial assignment and the literals that propagation derives from it,
    /// until `see` returns false. Skips extensions of a contradiction.
    pub fn walk_partial(
        &mut self,
        lits: &[Lit],
        see: &mut dyn FnMut(&[Lit], Derived) -> bool,
    ) -> bool {
        let nothing = self.consistent.then(|| self.of(lits));
        see(&[], nothing)
            && (!self.consistent || self.extend_partial(lits, 0, &mut Vec::new(), see))
    }

    /// Calls `see` with every extension of the known assignment by literals after a place.
    fn extend_partial(
        &mut self,
        lits: &[Lit],
        from: usize,
        known: &mut Vec<Lit>,
        see: &mut dyn FnMut(&[Lit], Derived) -> bool,
    ) -> bool {
        for place in from..lits.len() {
            for lit in [lits[place], !lits[place]] {
                let mark = self.mark();
                known.push(lit);
                let consistent = self.assume(lit);
                let liked = see(known, consistent.then(|| self.of(lits)))
                    && (!consistent || self.extend_partial(lits, place + 1, known, see));
                known.pop();
                self.back_to(mark);
                if !liked {
                    return false;
                }
            }
        }
        true
    }

    /// Calls `see` with every assignment, and whether the clauses allow it, until `see` returns
    /// false.
    fn walk_assignments(
        &mut self,
        lits: &[Lit],
        bits: usize,
        see: &mut dyn FnMut(usize, bool) -> bool,
    ) -> bool {
        let Some((&lit, others)) = lits.split_last() else {
            let satisfiable = self.consistent && self.search(0);
            return see(bits, satisfiable);
        };
        for (lit, bits) in [(!lit, bits), (lit, bits | 1 << others.len())] {
            let mark = self.mark();
            let liked = if self.assume(lit) {
                self.walk_assignments(others, bits, see)
            } else {
                (0..1 << others.len()).all(|lower| see(bits | lower, false))
            };
            self.back_to(mark);
            if !liked {
                return false;
            }
        }
        true
    }

    /// Returns the true and the false literals, as bits.
    fn of(&self, lits: &[Lit]) -> (u32, u32) {
        let bits = |wanted: fn(Lit) -> Lit| {
            let holds =
                |(place, &lit): (usize, &Lit)| u32::from(self.is_true(wanted(lit))) << place;
            lits.iter().enumerate().map(holds).sum()
        };
        (bits(|lit| lit), bits(|lit| !lit))
    }

    /// Returns whether the clauses from a place on can be satisfied, if those before it are
    /// satisfied. Undoes its assignments.
    fn search(&mut self, from: usize) -> bool {
        let open = |index: &usize| {
            self.without != Some(*index) && !self.clauses[*index].iter().any(|&l| self.is_true(l))
        };
        let Some(index) = (from..self.clauses.len()).find(open) else { return true };
        let open = |lit: &&Lit| !self.is_true(!**lit);
        let Some(&choice) = self.clauses[index].iter().find(open) else { return false };
        [choice, !choice].into_iter().any(|lit| {
            let mark = self.mark();
            let found = self.assume(lit) && self.search(index);
            self.back_to(mark);
            found
        })
    }

    fn assign(&mut self, lit: Lit) -> bool {
        if self.is_true(!lit) {
            return false;
        }
        if !self.is_true(lit) {
            self.truth[lit.lidx()] = true;
            self.trail.push(lit);
        }
        true
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let wrong = !lit;
            let mut watching = std::mem::take(&mut self.watching[wrong.lidx()]);
            let mut consistent = true;
            watching.retain(|&index| {
                if !consistent || self.without == Some(index) {
                    return true;
                }
                match self.watch_another(index, wrong) {
                    Watched::Another => false,
                    Watched::Still => true,
                    Watched::Unit(unit) => {
                        consistent = self.assign(unit);
                        true
                    }
                }
            });
            self.watching[wrong.lidx()] = watching;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Looks in a clause for a literal to watch instead of one that became false.
    fn watch_another(&mut self, index: usize, wrong: Lit) -> Watched {
        let clause = &mut self.clauses[index];
        if clause[0] == wrong {
            clause.swap(0, 1);
        }
        if self.truth[clause[0].lidx()] {
            return Watched::Still;
        }
        let open = |lit: &Lit| !self.truth[(!*lit).lidx()];
        let Some(place) = clause[2..].iter().position(open) else {
            return Watched::Unit(clause[0]);
        };
        clause.swap(1, place + 2);
        self.watching[clause[1].lidx()].push(index);
        Watched::Another
    }
}

/// The state of a clause after one of its watched literals became false.
enum Watched {
    Another,
    Still,
    Unit(Lit),
}

fn without_repeats(clause: &[Lit]) -> Vec<Lit> {
    let mut lits: Vec<Lit> = Vec::with_capacity(clause.len());
    for &lit in clause {
        if !lits.contains(&lit) {
            lits.push(lit);
        }
    }
    lits
}

fn says_nothing(clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| clause.contains(&!lit))
}

mod tests {
    use rustsat::lit;

    use super::*;

    #[test]
    fn the_referee_knows_what_clauses_say() {
        let lits = [lit![0], lit![1]];
        let sides = |lit: Lit| [None, Some(lit), Some(!lit)];
        let clauses: Vec<Vec<Lit>> = sides(lits[0])
            .into_iter()
            .flat_map(|a| sides(lits[1]).map(|b| a.into_iter().chain(b).collect()))
            .collect();
        for chosen in 0_usize..1 << clauses.len() {
            let is_chosen = |(place, _): &(usize, &Vec<Lit>)| chosen >> place & 1 == 1;
            let formula: Vec<&[Lit]> =
                clauses.iter().enumerate().filter(is_chosen).map(|(_, c)| &c[..]).collect();
            let satisfied = |bits: usize| {
                let holds = |lit: &Lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos();
                formula.iter().all(|clause| clause.iter().any(holds))
            };
            let mut referee = Referee::new(formula.iter().copied(), 2);
            let right: Vec<bool> = (0..4).map(satisfied).collect();
            assert_eq!(referee.allowed(&lits), right, "{formula:?}");
            assert!(referee.allows_exactly(&lits, &right), "{formula:?}");
            assert_eq!(referee.satisfiable([]), right.contains(&true), "{formula:?}");
        }
    }

    #[test]
    fn the_referee_propagates_and_takes_back() {
        let clauses = [[!lit![0], lit![1]], [!lit![1], lit![2]]];
        let mut referee = Referee::new(clauses.iter().map(|clause| &clause[..]), 3);
        let mark = referee.mark();
        assert!(referee.assume(lit![0]) && referee.is_true(lit![2]));
        assert!(!referee.assume(!lit![2]));
        referee.back_to(mark);
        assert!(referee.assume(!lit![2]) && referee.is_true(!lit![0]));
        referee.restart(Some(1));
        assert!(referee.assume(lit![0]) && referee.is_true(lit![1]) && !referee.is_true(lit![2]));
    }
}
