//! A tree of bounds on line sums, for proofs. A list of profiles is not a proof, because it does
//! not show that no profile is missing.
//!
//! A linear program in integers ([`Tableau`]) refutes nodes. At each node, if the values beyond a
//! bound on a line are refuted, the bound is added to the node. If every line has only one possible
//! sum, the solver searches this profile.
//!
//! Each bound is either chosen, or it holds because a sum or a search refutes the values beyond it.
//! So every refutation depends, directly or through other bounds, on chosen bounds. The last of
//! these chosen bounds is then replaced by its opposite (nonchronological backtracking). If a sum
//! is larger than a refutation needs, the latest bounds in the refutation are replaced by weaker
//! bounds that were found before them. The reasons of most bounds are never needed in the proof, so
//! they are derived on demand.

use crate::decision::Decision;
use std::collections::BTreeSet;

use super::counted::CountedLine;
use super::proof::{Demand, RefutedSums, SumStatement};
use super::sums::{LineMultiples, LineSums, Point, Tableau};
use crate::proof::DerivedClause;
use crate::search::optimiser::Optimiser;
use crate::search::task::NO_LIMIT;

use crate::search::{Cubes, SearchError};

/// An end of the range of possible sums of a line. The number of each variant is the index of this
/// end in a pair of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// The lower end: the least sum that is still possible.
    Least,
    /// The upper end: the largest sum that is still possible.
    Most,
}

impl LineEnd {
    fn opposite(self) -> LineEnd {
        match self {
            LineEnd::Least => LineEnd::Most,
            LineEnd::Most => LineEnd::Least,
        }
    }

    /// Returns the index of this end in a pair of bounds.
    fn place(self) -> usize {
        self as usize
    }
}

/// A bound on the sum of a line, and the reason why it holds.
struct TrailBound {
    /// The index of the line in `LineSums::lines`.
    line: usize,
    /// The bound that differs between `before` and `now`.
    side: LineEnd,
    /// The lower and the upper bound of the line before this step.
    before: [i128; 2],
    /// The lower and the upper bound of the line after this step.
    now: [i128; 2],
    reason: TrailReason,
}

/// The reason why a bound holds.
enum TrailReason {
    /// The bound was chosen by branching.
    Chosen,
    /// A sum that refutes the values beyond the bound. It is not yet in the proof.
    Sum(LineMultiples),
    /// A refutation of the values beyond the bound, and the indices of the bounds that it needs.
    Refuted(DerivedClause, Vec<usize>),
}

/// The result of a node. A refutation has the derived clause, and the indices of the chosen bounds
/// that the clause needs.
type SumDecision = Decision<(), (DerivedClause, Vec<usize>)>;

/// Refutes a bound, and writes the refutation and its conclusion to the proof (`Unsat`). Or finds
/// and records an answer that reaches the bound (`Sat`). A refuted bound is not recorded in
/// `optimiser`. Returns `Unknown` if numbers grow too large, if no number of literals gives the
/// bound, or if a limit or a stop ends the search. `proof` must be set to `bound`. The counters
/// must be the counters of the lines, in the same order. `cubes` is the progress so far, for
/// reports. Fails if the proof cannot derive a refutation, if an encoding or a solver fails, if an
/// answer does not pass its check, or with [`SearchError::Stopped`] if a stop ends an encoding.
pub(super) fn refute<'b>(
    lines: (&'b LineSums, &mut [CountedLine]),
    optimiser: &mut Optimiser,
    proof: &mut RefutedSums<'b>,
    (bound, cubes): (i64, Cubes),
) -> Result<Decision, SearchError> {
    let Some(mut tree) = SumTree::new(lines, proof, bound, cubes) else {
        return Ok(Decision::Unknown);
    };
    if tree.is_beyond {
        tree.proof.conclude(&tree.proof.refute_by_total()?)?;
        return Ok(Decision::Unsat(()));
    }
    let came = tree.search_node(optimiser)?;
    if let Decision::Unsat((refutation, _)) = &came {
        tree.proof.conclude(refutation)?;
    }
    Ok(came.to_plain())
}

/// A tree of bounds on line sums that is being searched, at its current node.
struct SumTree<'a, 'b> {
    sums: &'b LineSums,
    /// The counters over the lines, with which the solver searches a profile.
    lines: &'a mut [CountedLine],
    proof: &'a mut RefutedSums<'b>,
    /// The bound on the objective to refute.
    bound: i64,
    /// The equations between the line sums, with the current bounds.
    tableau: Tableau,
    /// Whether the proved least total exceeds the largest total that reaches the bound.
    is_beyond: bool,
    /// The bounds of the current node, in the order in which they were found.
    trail: Vec<TrailBound>,
    /// For each line, the indices in the trail of its lower bounds and of its upper bounds.
    places: Vec<[Vec<usize>; 2]>,
    /// For each line and each of its two bounds, a known point of the tableau in which the line's
    /// sum is beyond the bound. As long as the tableau allows this point, sums beyond the bound
    /// cannot be refuted.
    witnesses: Vec<[Option<Point>; 2]>,
    /// The progress. It includes the progress for the bounds on the objective that were searched
    /// before.
    cubes: Cubes,
}

impl<'a, 'b> SumTree<'a, 'b> {
    /// Returns a tree at its root. `proof` must be set to `bound`. If the proved least total
    /// exceeds the total of the bound, sets `is_beyond`; the tree must then not be searched.
    /// Returns `None` if numbers grow too large, or if no number of literals gives the bound.
    fn new(
        (sums, lines): (&'b LineSums, &'a mut [CountedLine]),
        proof: &'a mut RefutedSums<'b>,
        bound: i64,
        cubes: Cubes,
    ) -> Option<SumTree<'a, 'b>> {
        let least = proof.least_total();
        let most = i128::from(sums.total(bound)?);
        let tableau = Tableau::new(sums, [least, most])?;
        let places = sums.lines().iter().map(|_| [Vec::new(), Vec::new()]).collect();
        let witnesses = sums.lines().iter().map(|_| [None, None]).collect();
        let (is_beyond, trail) = (least > most, Vec::new());
        Some(SumTree {
            sums,
            lines,
            proof,
            bound,
            tableau,
            is_beyond,
            trail,
            places,
            witnesses,
            cubes,
        })
    }

    /// Searches all profiles that the current bounds allow. Then removes the bounds that were added
    /// to the trail, even after a failure. Results:
    ///
    /// - `Unsat`: the node is refuted. The result has the refutation and the indices of the chosen
    ///   bounds that it needs.
    /// - `Sat`: an answer is found. The answer is recorded.
    /// - `Unknown`: a limit or a stop ends the search, or numbers grow too large.
    ///
    /// Fails if the proof cannot derive a refutation, if an encoding or a solver fails, if an
    /// answer does not pass its check, or with [`SearchError::Stopped`] if a stop ends an encoding.
    fn search_node(&mut self, optimiser: &mut Optimiser) -> Result<SumDecision, SearchError> {
        let before = self.trail.len();
        let came = self.extend(optimiser);
        while self.trail.len() > before {
            self.pop();
        }
        came
    }

    /// Adds bounds that follow, and branches, until the node is decided. The bounds stay on the
    /// trail, even after a failure. Returns the same results as [`SumTree::search_node`], fails in
    /// the same cases, and reports the progress. If a refutation of a branch does not depend on the
    /// choice of this branch, it is returned as the refutation of the node.
    fn extend(&mut self, optimiser: &mut Optimiser) -> Result<SumDecision, SearchError> {
        loop {
            optimiser.report_throttled(self.bound, self.cubes);
            if optimiser.is_over() {
                return Ok(Decision::Unknown);
            }
            match optimiser.time_solving(|_| self.propagate()) {
                Decision::Sat(()) => {}
                Decision::Unsat(sum) => return self.refute_by_sum(&sum),
                Decision::Unknown => return Ok(Decision::Unknown),
            }
            let Some((line, below)) = self.branching_line() else {
                return self.search_profile(optimiser);
            };
            let place = self.trail.len();
            self.push(line, LineEnd::Most, below, TrailReason::Chosen);
            let came = self.search_node(optimiser)?;
            let beyond = below + self.step(line);
            self.pop();
            match came {
                Decision::Unsat((refutation, mut chosen)) if chosen.contains(&place) => {
                    chosen.retain(|&other| other != place);
                    self.push(
                        line,
                        LineEnd::Least,
                        beyond,
                        TrailReason::Refuted(refutation, chosen),
                    );
                }
                came => return Ok(came),
            }
        }
    }

    /// Returns the difference between consecutive possible sums of a line.
    fn step(&self, line: usize) -> i128 {
        self.sums.lines()[line].step.into()
    }

    /// Adds a bound of a line to the trail and to the tableau. `side` is the end of the line's
    /// range that gets the value `bound`. This value must still be a possible sum.
    fn push(&mut self, line: usize, side: LineEnd, bound: i128, reason: TrailReason) {
        let before = self.tableau.bounds(line);
        let now = match side {
            LineEnd::Least => [bound, before[1]],
            LineEnd::Most => [before[0], bound],
        };
        self.tableau.set_bounds(line, now);
        self.places[line][side.place()].push(self.trail.len());
        self.trail.push(TrailBound { line, side, before, now, reason });
    }

    /// Removes the last bound from the trail, and its refutation from the proof. Restores the
    /// bounds that the line had before. Does nothing if the trail is empty.
    fn pop(&mut self) {
        let Some(TrailBound { line, side, before, reason, .. }) = self.trail.pop() else { return };
        self.tableau.set_bounds(line, before);
        self.places[line][side.place()].pop();
        if let TrailReason::Refuted(refutation, _) = reason {
            self.proof.forget(&refutation);
        }
    }

    /// Adds bounds of all lines to the trail until no other bound follows, and returns `Sat`. If a
    /// sum refutes the current bounds, returns `Unsat` with the multiples of this sum. Returns
    /// `Unknown` if numbers grow too large. In both cases, the bounds that were added before stay
    /// on the trail.
    fn propagate(&mut self) -> Decision<(), LineMultiples> {
        loop {
            let before = self.trail.len();
            for line in 0..self.places.len() {
                match self.tableau.decide() {
                    Decision::Sat(()) => self.propagate_line(line),
                    other => return other,
                }
            }
            match self.tableau.decide() {
                Decision::Sat(()) if self.trail.len() > before => {}
                other => return other,
            }
        }
    }

    /// Tests the sums of a line above and below its value in the tableau. If the equations refute
    /// all sums above the value, or all sums below it, adds the resulting bound to the trail. Adds
    /// nothing if numbers grow too large in a test. The tableau must satisfy all equations before
    /// the call. After the call, it can fail to satisfy them.
    fn propagate_line(&mut self, line: usize) {
        let (below, is_between) = self.largest_sum_below(line);
        let step = self.step(line);
        let [least, most] = self.tableau.bounds(line);
        if below < most
            && let Some(sum) = self.refutes(line, LineEnd::Most, [below + step, most])
        {
            self.push(line, LineEnd::Most, below, TrailReason::Sum(sum));
        }
        let smaller = if is_between { below } else { below - step };
        let [_, most] = self.tableau.bounds(line);
        if least <= smaller
            && smaller < most
            && let Some(sum) = self.refutes(line, LineEnd::Least, [least, smaller])
        {
            self.push(line, LineEnd::Least, smaller + step, TrailReason::Sum(sum));
        }
    }

    /// Returns the largest possible sum of a line that is at most the line's value in the tableau.
    /// Also returns whether this sum is less than the value.
    fn largest_sum_below(&self, line: usize) -> (i128, bool) {
        let [least, _] = self.tableau.bounds(line);
        let unit = self.tableau.unit();
        let beyond = (self.tableau.value(line) - least * unit).div_euclid(self.step(line) * unit);
        let below = least + beyond * self.step(line);
        (below, below * unit < self.tableau.value(line))
    }

    /// Returns the multiples of a sum that refutes the values of a line from `beyond[0]` to
    /// `beyond[1]`. This range must not be empty. `side` is the bound that such a refutation
    /// proves. Returns `None` if no sum refutes these values, or if numbers grow too large; in the
    /// latter case, the tableau decides nothing any more. Restores the bounds of the line, but not
    /// its value in the tableau. If a point satisfies all equations, keeps it as the witness of
    /// this line and side. Returns `None` at once if the witness of an earlier call is still
    /// possible.
    fn refutes(&mut self, line: usize, side: LineEnd, beyond: [i128; 2]) -> Option<LineMultiples> {
        let before = self.tableau.bounds(line);
        self.tableau.set_bounds(line, beyond);
        let witness = &mut self.witnesses[line][side.place()];
        if witness.as_ref().is_some_and(|point| self.tableau.allows(point)) {
            self.tableau.set_bounds(line, before);
            return None;
        }
        let decision = self.tableau.decide();
        if decision == Decision::Sat(()) {
            *witness = Some(self.tableau.point());
        }
        self.tableau.set_bounds(line, before);
        match decision {
            Decision::Unsat(sum) => Some(sum),
            Decision::Sat(()) | Decision::Unknown => None,
        }
    }

    /// Returns a line to branch on. The line has several possible sums; they are divided into a
    /// lower and an upper range, both not empty. Also returns the largest sum of the lower range. A
    /// line is preferred if its value in the tableau lies between two possible sums. Of equally
    /// good lines, returns the first one. Returns `None` if every line has only one possible sum.
    /// The tableau must satisfy all equations.
    fn branching_line(&self) -> Option<(usize, i128)> {
        let open = (0..self.places.len()).filter(|&line| {
            let [least, most] = self.tableau.bounds(line);
            least < most
        });
        let divided = open.clone().find(|&line| self.largest_sum_below(line).1);
        let line = divided.or_else(|| open.into_iter().next())?;
        let (below, _) = self.largest_sum_below(line);
        let [_, most] = self.tableau.bounds(line);
        Some((line, below.min(most - self.step(line))))
    }

    /// Lets the solver search the profile of the current bounds. These bounds must allow only one
    /// sum on each line. Counts the profile in `cubes.left`. Adds the missing clauses of the lines'
    /// counters to the solvers. A refutation is resolved until it depends only on chosen bounds.
    /// Then it is returned with the indices of these bounds (`Unsat`). An answer is recorded
    /// (`Sat`). Returns `Unknown` if a limit or a stop ends the search. Fails if an encoding (also
    /// at a stop), a solver or the proof fails, or if an answer does not pass its check.
    fn search_profile(&mut self, optimiser: &mut Optimiser) -> Result<SumDecision, SearchError> {
        self.cubes.left += 1;
        let mut demands = Vec::new();
        for line in 0..self.places.len() {
            let [sum, _] = self.tableau.bounds(line);
            let sum = u32::try_from(sum).expect("a sum is not negative");
            let bounds = [LineEnd::Least, LineEnd::Most]
                .map(|side| Some(self.statement(self.latest_bound(line, side)?)));
            let of_line = self.lines[line].demands(sum, optimiser)?;
            demands.extend(of_line.iter().map(|&lit| Demand { lit, line, bounds }));
        }
        let cube: Vec<_> = demands.iter().map(|demand| demand.lit).collect();
        match optimiser.try_assumptions(&cube, NO_LIMIT)? {
            Decision::Sat(()) => Ok(Decision::Sat(())),
            Decision::Unknown => Ok(Decision::Unknown),
            Decision::Unsat(()) => {
                let (refutation, statement) = self.proof.refute_by_core(&demands)?;
                let places: Option<Vec<usize>> = statement
                    .iter()
                    .map(|statement| {
                        let side =
                            if statement.is_reached { LineEnd::Least } else { LineEnd::Most };
                        self.latest_bound(statement.line, side)
                    })
                    .collect();
                self.resolve_to_choices(
                    refutation,
                    places.expect("each bound of the refutation is in the trail"),
                )
            }
        }
    }

    /// Returns the index in the trail of the latest lower or upper bound of a line (as `side`
    /// states), if the trail has one.
    fn latest_bound(&self, line: usize, side: LineEnd) -> Option<usize> {
        self.places[line][side.place()].last().copied()
    }

    /// Returns the statement of the bound at an index of the trail. For an upper bound, the
    /// statement is that the sum does not reach the next possible sum above the bound. Panics if
    /// the number is negative.
    fn statement(&self, place: usize) -> SumStatement {
        let TrailBound { line, side, now: [least, most], .. } = &self.trail[place];
        let (least, is_reached) = match side {
            LineEnd::Least => (*least, true),
            LineEnd::Most => (most + self.step(*line), false),
        };
        let least = u32::try_from(least).expect("a sum is not negative");
        SumStatement { line: *line, least, is_reached }
    }

    /// Derives the refutation of the current node by a sum that contradicts the bounds. Then
    /// resolves the refutation until it depends only on chosen bounds. Counts the node in
    /// `cubes.bounded`. If this succeeds, always returns `Unsat`, with the refutation and the
    /// indices of the chosen bounds. Fails if the proof cannot derive the refutation.
    fn refute_by_sum(&mut self, sum: &LineMultiples) -> Result<SumDecision, SearchError> {
        self.cubes.bounded += 1;
        let places = self.explain(sum, self.trail.len(), None);
        let statements: Vec<SumStatement> =
            places.iter().map(|&place| self.statement(place)).collect();
        let refutation = self.proof.refute_by_sum(sum, &statements)?;
        self.resolve_to_choices(refutation, places)
    }

    /// Returns bounds under which `sum` is positive, as indices in the trail, the latest first. All
    /// indices are less than `before`. `sum` must be positive under the bounds before the index
    /// `before`. Bounds that were found early are preferred. Bounds of the root have no index and
    /// are left out. `other` can be a lower or an upper bound of a line, with the line, the end and
    /// the value. If it is given, it replaces this line's bound in the trail.
    fn explain(
        &self,
        sum: &LineMultiples,
        before: usize,
        other: Option<(usize, LineEnd, i128)>,
    ) -> Vec<usize> {
        let mut used = BTreeSet::new();
        let mut value = 0;
        for (column, &times) in sum.iter().enumerate().filter(|&(_, &times)| times != 0) {
            let side = if times > 0 { LineEnd::Least } else { LineEnd::Most };
            if let Some((_, _, bound)) = other.filter(|&(line, of, _)| (line, of) == (column, side))
            {
                value += times * bound;
                continue;
            }
            let place = self.places.get(column).and_then(|of_line| {
                of_line[side.place()].iter().rev().find(|&&place| place < before).copied()
            });
            value += times
                * place.map_or_else(
                    || self.root_bound(column, side),
                    |place| self.trail[place].now[side.place()],
                );
            used.extend(place);
        }
        debug_assert!(value > 0, "a sum that refutes is more than 0");
        let mut kept = Vec::new();
        while let Some(place) = used.pop_last() {
            let TrailBound { line, side, before, now, .. } = &self.trail[place];
            let less = (sum[*line] * (now[side.place()] - before[side.place()])).abs();
            if less < value {
                value -= less;
                let of_line = &self.places[*line][side.place()];
                used.extend(of_line.iter().rev().find(|&&other| other < place));
            } else {
                kept.push(place);
            }
        }
        kept
    }

    /// Returns the bound of a column at the root. This bound held before the first bound of the
    /// column was added to the trail.
    fn root_bound(&self, column: usize, side: LineEnd) -> i128 {
        let first = self.places.get(column).and_then(|of_line| of_line[side.place()].first());
        match first {
            Some(&place) => self.trail[place].before[side.place()],
            None => self.tableau.bounds(column)[side.place()],
        }
    }

    /// Resolves a refutation until it depends on chosen bounds only. The refutation depends on the
    /// bounds at the indices `places` of the trail. It is resolved with the reasons of these
    /// bounds, which are derived first. Returns `Unsat` with the result and the indices of the
    /// chosen bounds, the latest first. If all bounds are chosen already, the result is
    /// `refutation` itself. If `refutation` is replaced, deletes it from the proof. Fails if the
    /// proof cannot derive a reason or the result.
    fn resolve_to_choices(
        &mut self,
        refutation: DerivedClause,
        places: Vec<usize>,
    ) -> Result<SumDecision, SearchError> {
        let mut used: BTreeSet<usize> = places.into_iter().collect();
        let (mut chosen, mut reasons) = (Vec::new(), Vec::new());
        while let Some(place) = used.pop_last() {
            self.derive(place)?;
            match &self.trail[place].reason {
                TrailReason::Refuted(_, from) => {
                    used.extend(from);
                    reasons.push(place);
                }
                TrailReason::Chosen | TrailReason::Sum(_) => chosen.push(place),
            }
        }
        if reasons.is_empty() {
            return Ok(Decision::Unsat((refutation, chosen)));
        }
        let statements: Vec<SumStatement> =
            chosen.iter().map(|&place| self.statement(place)).collect();
        let reason_clauses = reasons.iter().filter_map(|&place| match &self.trail[place].reason {
            TrailReason::Refuted(reason, _) => Some(reason),
            TrailReason::Chosen | TrailReason::Sum(_) => None,
        });
        let from: Vec<&DerivedClause> =
            std::iter::once(&refutation).chain(reason_clauses).collect();
        let resolved = self.proof.resolve(&statements, &from)?;
        self.proof.forget(&refutation);
        Ok(Decision::Unsat((resolved, chosen)))
    }

    /// Derives the reason of the bound at an index of the trail, if the reason is a sum that is not
    /// yet in the proof. The reason then becomes [`TrailReason::Refuted`], with the derived clause
    /// and the indices of the bounds that this clause needs. Does nothing for other reasons. Fails
    /// if the proof cannot derive the clause; the reason is then unchanged.
    fn derive(&mut self, place: usize) -> Result<(), SearchError> {
        let TrailBound { line, side, reason: TrailReason::Sum(sum), .. } = &self.trail[place]
        else {
            return Ok(());
        };
        let from =
            self.explain(sum, place, Some((*line, side.opposite(), self.excluded_sum(place))));
        let mut statements: Vec<SumStatement> =
            from.iter().map(|&place| self.statement(place)).collect();
        statements.push(!self.statement(place));
        let refutation = self.proof.refute_by_sum(sum, &statements)?;
        self.trail[place].reason = TrailReason::Refuted(refutation, from);
        Ok(())
    }

    /// Returns the nearest possible sum that the bound at an index of the trail excludes.
    fn excluded_sum(&self, place: usize) -> i128 {
        let TrailBound { line, side, now: [least, most], .. } = &self.trail[place];
        match side {
            LineEnd::Least => least - self.step(*line),
            LineEnd::Most => most + self.step(*line),
        }
    }
}
