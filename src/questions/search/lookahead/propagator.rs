//! Incremental unit propagation with two watched literals.
//!
//! A lookahead propagates thousands of single literals under a fixed trail. The embedded solver
//! would propagate from the root each time.

use crate::model::Lit;

/// A literal as a number: twice its variable, plus one if the literal is negated.
type Code = u32;

/// A clause of at least three literals, as an entry in the watch list of a literal.
#[derive(Clone, Copy)]
struct Watch {
    /// The index in `arena` of the clause's first literal.
    start: u32,
    /// Another literal of the clause. If it is true, the clause is skipped.
    blocker: Code,
}

/// A set of clauses, and the literals that follow from assumptions by unit propagation.
#[derive(Clone, Default)]
pub(super) struct Propagator {
    /// For each literal, 1 if it is true, -1 if it is false, and 0 if it is unassigned.
    values: Vec<i8>,
    /// For each literal, the literals that it implies by binary clauses.
    implied: Vec<Vec<Code>>,
    /// For each literal, the clauses of at least three literals that watch it. These clauses are
    /// visited when the literal becomes false.
    watches: Vec<Vec<Watch>>,
    /// The clauses of at least three literals, each after its length. The watched literals come
    /// first.
    arena: Vec<u32>,
    /// The true literals, in the order in which they became true.
    trail: Vec<Code>,
    /// The number of literals on the trail that are already propagated.
    head: usize,
    /// The length of the trail before each assumption.
    levels: Vec<usize>,
    /// Whether the clauses are contradictory without assumptions.
    refuted: bool,
}

/// Returns the code of a literal. The code is the literal's index in lists with an entry for each
/// literal.
fn code(lit: Lit) -> Code {
    let variable = u32::try_from(lit.variable()).expect("numbers of variables fit in 32 bits");
    2 * variable + u32::from(lit.is_negated())
}

#[inline]
fn to_index(number: u32) -> usize {
    number as usize
}

/// Returns the literal of a code. This is the inverse of [`code`].
fn literal(code: Code) -> Lit {
    let lit = Lit::from_number(to_index(code / 2 + 1));
    if code % 2 == 1 { !lit } else { lit }
}

impl Propagator {
    /// Extends the lists by the variable of a literal, if they do not have it yet.
    fn reserve(&mut self, lit: Lit) {
        let size = 2 * (lit.variable() + 1);
        if self.values.len() < size {
            self.values.resize(size, 0);
            self.implied.resize_with(size, Vec::new);
            self.watches.resize_with(size, Vec::new);
        }
    }

    /// Returns the number of variables that clauses or assumptions have mentioned so far.
    pub fn variables(&self) -> usize {
        self.values.len() / 2
    }

    /// Undoes all assumptions, and adds a clause. The clause is dropped if it is true without
    /// assumptions, or if it contains opposite literals. Literals that are repeated, or false
    /// without assumptions, are removed from the clause. A unit clause is propagated. An empty
    /// clause, or a unit clause that leads to a contradiction, refutes the question for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.undo_to(0);
        clause.iter().for_each(|&lit| self.reserve(lit));
        let mut codes: Vec<Code> = clause.iter().copied().map(code).collect();
        codes.sort_unstable();
        codes.dedup();
        let is_tautology = codes.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        if is_tautology || codes.iter().any(|&code| self.values[to_index(code)] > 0) {
            return;
        }
        codes.retain(|&code| self.values[to_index(code)] == 0);
        self.attach(&codes);
    }

    /// Adds a clause when nothing is assumed. Its literals must be distinct, unassigned and in
    /// increasing order, and their variables must be reserved. A unit clause is propagated at once.
    /// If this leads to a contradiction, it refutes the question. An empty clause refutes the
    /// question, too. Panics if the literals of all clauses together are too many for 32-bit
    /// indices.
    fn attach(&mut self, codes: &[Code]) {
        debug_assert!(codes.is_sorted_by(|one, other| one < other), "literals are distinct");
        match *codes {
            [] => self.refuted = true,
            [unit] => {
                self.set(unit);
                self.refuted |= !self.propagate();
            }
            [one, other] => {
                self.implied[to_index(one ^ 1)].push(other);
                self.implied[to_index(other ^ 1)].push(one);
            }
            [one, other, ..] => {
                let start = u32::try_from(self.arena.len() + 1).expect("a formula fits in memory");
                self.arena.push(u32::try_from(codes.len()).expect("a clause fits in memory"));
                self.arena.extend_from_slice(codes);
                self.watches[to_index(one)].push(Watch { start, blocker: other });
                self.watches[to_index(other)].push(Watch { start, blocker: one });
            }
        }
    }

    /// Returns the value of a literal, or `None` if it is unassigned.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.values.get(to_index(code(lit))) {
            None | Some(0) => None,
            Some(&value) => Some(value > 0),
        }
    }

    /// Returns the number of literals that are true now, with or without assumptions.
    pub fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// Returns the assumptions and the literals that follow from them. Literals that are true
    /// without assumptions are left out.
    pub fn consequences(&self) -> impl Iterator<Item = Lit> {
        let first = self.levels.first().copied().unwrap_or(self.trail.len());
        self.trail[first..].iter().map(|&code| literal(code))
    }

    /// Assumes a literal on a new level, and propagates it. Returns `false` if this leads to a
    /// contradiction, if the literal is already false, or if the clauses are refuted without
    /// assumptions. Even if it returns `false`, the new level exists, and must be undone.
    pub fn assume(&mut self, lit: Lit) -> bool {
        self.reserve(lit);
        self.levels.push(self.trail.len());
        let code = code(lit);
        match self.values[to_index(code)] {
            1 => !self.refuted,
            0 => {
                self.set(code);
                self.propagate() && !self.refuted
            }
            _ => false,
        }
    }

    /// Returns the number of literals that an assumption makes true. The assumption itself is
    /// counted, too. Returns `None` if the assumption leads to a contradiction. The number is 0 if
    /// the literal is true already. Undoes the assumption.
    pub fn probe(&mut self, lit: Lit) -> Option<usize> {
        let (level, known) = (self.levels.len(), self.assigned());
        let decided = self.assume(lit).then(|| self.assigned() - known);
        self.undo_to(level);
        decided
    }

    /// Makes a literal true at the current level, and propagates it. If the literal is true
    /// already, does nothing and returns `true`, even if the clauses were refuted before. Returns
    /// `false` if the propagation leads to a contradiction, or if the literal is already false. The
    /// assumptions must then be undone. If there are no assumptions, a contradiction by propagation
    /// refutes the question for good. An unassigned literal must have a variable that is known from
    /// a clause or an assumption.
    pub fn conclude(&mut self, lit: Lit) -> bool {
        match self.value(lit) {
            Some(value) => value,
            None => {
                self.set(code(lit));
                let consistent = self.propagate();
                self.refuted |= !consistent && self.levels.is_empty();
                consistent
            }
        }
    }

    /// Removes all assumptions except the first `level` assumptions, and all literals that follow
    /// from the removed ones. Literals that are true without assumptions stay. Does nothing if
    /// there are at most `level` assumptions.
    pub fn undo_to(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        for &code in &self.trail[length..] {
            self.values[to_index(code)] = 0;
            self.values[to_index(code ^ 1)] = 0;
        }
        self.trail.truncate(length);
        self.levels.truncate(level);
        self.head = length;
    }

    /// Makes an unassigned literal true, without propagation.
    fn set(&mut self, code: Code) {
        debug_assert_eq!(self.values[to_index(code)], 0, "a literal gets its value once");
        self.values[to_index(code)] = 1;
        self.values[to_index(code ^ 1)] = -1;
        self.trail.push(code);
    }

    /// Propagates the literals of the trail that are not yet propagated. Returns `false` if this
    /// leads to a contradiction. In this case, the trail can lack literals that follow.
    fn propagate(&mut self) -> bool {
        while let Some(&code) = self.trail.get(self.head) {
            self.head += 1;
            if !self.propagate_pairs(code) || !self.propagate_longer(code ^ 1) {
                return false;
            }
        }
        true
    }

    /// Makes true the literals that a true literal implies by binary clauses. If one of them is
    /// false already, returns `false`; the literals after it are then not set.
    fn propagate_pairs(&mut self, code: Code) -> bool {
        for index in 0..self.implied[to_index(code)].len() {
            let implied = self.implied[to_index(code)][index];
            match self.values[to_index(implied)] {
                0 => self.set(implied),
                -1 => return false,
                _ => {}
            }
        }
        true
    }

    /// Visits the clauses of at least three literals that watch `fallen`, a literal that became
    /// false. If such a clause becomes unit, makes its last unassigned literal true. If such a
    /// clause is false, returns `false`. The clauses after it are then not visited, but keep their
    /// watches.
    fn propagate_longer(&mut self, fallen: Code) -> bool {
        let mut watches = std::mem::take(&mut self.watches[to_index(fallen)]);
        let mut consistent = true;
        watches.retain_mut(|watch| {
            let stays = !consistent || self.visit(watch, fallen);
            consistent = consistent && self.values[to_index(watch.blocker)] >= 0;
            stays
        });
        self.watches[to_index(fallen)] = watches;
        consistent
    }

    /// Returns whether a clause keeps its watch on `fallen`, a literal that became false. It keeps
    /// the watch if the clause is satisfied, unit or false. Otherwise, moves the watch to another
    /// literal. If the clause is unit, makes its last unassigned literal true. The new
    /// `watch.blocker` is false only if the clause is false.
    fn visit(&mut self, watch: &mut Watch, fallen: Code) -> bool {
        if self.values[to_index(watch.blocker)] > 0 {
            return true;
        }
        let start = to_index(watch.start);
        let length = to_index(self.arena[start - 1]);
        if self.arena[start] == fallen {
            self.arena.swap(start, start + 1);
        }
        let other = self.arena[start];
        watch.blocker = other;
        if self.values[to_index(other)] > 0 {
            return true;
        }
        let rest = &self.arena[start + 2..start + length];
        let Some(next) = rest.iter().position(|&code| self.values[to_index(code)] >= 0) else {
            if self.values[to_index(other)] == 0 {
                self.set(other);
            }
            return true;
        };
        self.arena.swap(start + 1, start + 2 + next);
        let watched = self.arena[start + 1];
        self.watches[to_index(watched)].push(Watch { start: watch.start, blocker: other });
        // The new blocker is not false, so the caller does not treat the clause as false.
        watch.blocker = watched;
        false
    }
}
