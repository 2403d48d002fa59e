//! Finds constraints that clauses encode: at-most-one and exactly-one constraints as cliques of
//! binary clauses, and parities.
//!
//! The found constraints, together with the clauses that they do not replace, are equivalent to all
//! original clauses. This is true even if the results of [`at_most_ones`] and of [`parities`] are
//! used together.
//!
//! **At-most-ones** are found as in the syntactic detection of Biere, Le Berre, Lonca and Manthey
//! (SAT 2014). A binary clause is an edge between two literals that exclude each other; an
//! at-most-one is a clique of such edges. A clause whose literals all exclude each other is an
//! exactly-one; these are detected first. After them, literals are visited in increasing number of
//! edges, because literals with many edges would use up the limited work too early. For 200 random
//! sets of 100 out of 2,000 literals, this order finds about 200 cliques, as wanted; the opposite
//! order finds 13,000. Each edge that is not yet in a clique is extended to a clique by common
//! neighbours of its two ends. Some neighbours come first: those whose edges to both ends are in no
//! clique. After these, neighbours that have the most neighbours among the candidates come first.
//! So the 534 lines of 90 queens are found as 534 cliques.
//!
//! **The work is bounded** by a credit, the number of searches for an edge that are still allowed.
//! Each edge adds `CREDIT` searches three times: once when each of its two ends is visited, and
//! once when it is first included in a clique. Each literal of a clause adds `CREDIT` once. If the
//! credit is used up, the current clique is not extended any more. So the search takes no longer
//! than sorting the edges: half a second for a million edges, and two seconds at worst.
//!
//! **Parities** are found as Soos does it in CryptoMiniSat. A parity of n variables is encoded by
//! 2^(n-1) clauses over these variables: all clauses with an even number of negations, or all with
//! an odd number. Clauses are sorted by a hash of their variables. In a group that seems complete,
//! the variables are compared. So two sets of variables with the same hash may hide a parity, but
//! never cause a wrong one. For n = 2, the parities are equivalences. A shorter clause does not
//! count, even if it implies some of the 2^(n-1) clauses.

mod chains;

use std::cmp::Reverse;

use super::Literal;
use crate::model::{Parity, split_mix, widen};

pub use chains::declare_chains;

/// The number of searches for an edge that are added to the credit for an edge, or for a literal of
/// a clause.
const CREDIT: u64 = 16;

/// The credit at the beginning: this many searches for an edge are allowed, even if no edge or
/// literal adds to the credit.
const START: u64 = 1 << 20;

/// The largest number of variables of a parity that is looked for. A parity of this length replaces
/// 32 clauses. Longer parities remain clauses.
pub const LONGEST_PARITY: usize = 6;

/// The kind of a constraint found in clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// At most one literal is true.
    AtMostOne,
    /// Exactly one literal is true.
    ExactlyOne,
    /// The number of true literals is even or odd.
    Parity(Parity),
}

/// A constraint that was found in clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundConstraint {
    /// The condition that the constraint states about `lits`.
    pub kind: FoundKind,
    /// The literals that the constraint counts. The literals of an exactly-one are in the order of
    /// its clause. The literals of a parity are positive.
    pub lits: Vec<Literal>,
    /// The indices of the clauses that this constraint replaces and that no earlier constraint
    /// replaces.
    pub clauses: Vec<u32>,
}

/// Finds at-most-one and exactly-one constraints of at least three literals over the variables 1 to
/// `variables`. The exactly-ones come first. Each lists the indices of the clauses that it
/// replaces; no two constraints list the same binary clause. `clauses` returns the clauses with
/// their indices. It is called twice, and must return the same clauses both times. Ignores clauses
/// with other variables. Misses constraints if the credit is used up. Finds nothing if there are
/// 2^31 or more binary clauses.
pub fn at_most_ones<'a, I>(variables: usize, clauses: impl Fn() -> I) -> Vec<FoundConstraint>
where
    I: Iterator<Item = (u32, &'a [Literal])>,
{
    let Some(graph) = ExclusionGraph::from_clauses(variables, clauses()) else {
        return Vec::new();
    };
    let mut search = CliqueSearch::new(&graph);
    for (number, lits) in clauses() {
        search.detect_exactly_one(number, lits);
    }
    search.find_cliques();
    search.found
}

/// Returns the index of a literal, from 0. Returns `None` if its variable is not one of 1 to
/// `variables`.
fn node(literal: Literal, variables: usize) -> Option<u32> {
    let variable = usize::try_from(literal.unsigned_abs())
        .ok()
        .filter(|variable| (1..=variables).contains(variable))?;
    u32::try_from(2 * (variable - 1) + usize::from(literal < 0)).ok()
}

/// Returns the literal whose index is `node`, the inverse of the function [`node`].
fn literal(node: u32) -> Literal {
    let variable = Literal::try_from(node / 2 + 1).unwrap_or(Literal::MAX);
    if node.is_multiple_of(2) { variable } else { -variable }
}

/// An edge between two literals that exclude each other. The function [`node`] gives the indices of
/// literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ExclusionEdge {
    /// The smaller index of the two literals.
    least: u32,
    /// The larger index of the two literals.
    largest: u32,
    /// The index of the binary clause that causes the edge: it does not allow both literals to be
    /// true.
    clause: u32,
}

/// The graph of the literals that exclude each other.
struct ExclusionGraph {
    /// The number of variables. The graph has two nodes for each variable, one for each literal.
    variables: usize,
    /// The edges, sorted, so that edges between the same two literals are adjacent.
    edges: Vec<ExclusionEdge>,
    /// For each literal, the index in `neighbours` of its first neighbour. The last item is the
    /// length of `neighbours`.
    starts: Vec<u32>,
    /// The sorted neighbours of each literal, one literal after another. The neighbours of a
    /// literal are the literals that it excludes. Each neighbour has the index in `edges` of the
    /// first edge to it.
    neighbours: Vec<(u32, u32)>,
}

impl ExclusionGraph {
    /// Returns the graph of the binary clauses among `clauses`. Each of them says that the
    /// negations of its two literals exclude each other. Ignores clauses of other lengths, clauses
    /// with variables above `variables`, and clauses with the same variable twice. Returns `None`
    /// if twice the number of edges exceeds 32 bits; repeated edges count each time.
    fn from_clauses<'a>(
        variables: usize,
        clauses: impl Iterator<Item = (u32, &'a [Literal])>,
    ) -> Option<ExclusionGraph> {
        let mut edges: Vec<ExclusionEdge> = clauses
            .filter_map(|(clause, lits)| match *lits {
                [one, other] if one.unsigned_abs() != other.unsigned_abs() => {
                    let ends = [
                        node(one.checked_neg()?, variables)?,
                        node(other.checked_neg()?, variables)?,
                    ];
                    Some(ExclusionEdge {
                        least: ends[0].min(ends[1]),
                        largest: ends[0].max(ends[1]),
                        clause,
                    })
                }
                _ => None,
            })
            .collect();
        edges.sort_unstable();
        u32::try_from(edges.len().checked_mul(2)?).ok()?;
        let mut starts = vec![0; variables.checked_mul(2)?.checked_add(2)?];
        let unique = (0_u32..)
            .zip(&edges)
            .filter(|&(place, edge)| place == 0 || ends(&edges[widen(place) - 1]) != ends(edge));
        for (_, edge) in unique.clone() {
            starts[widen(edge.least) + 2] += 1;
            starts[widen(edge.largest) + 2] += 1;
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut neighbours = vec![(0, 0); widen(*starts.last()?)];
        let smaller = unique.clone().map(|(place, edge)| (edge.largest, edge.least, place));
        let larger = unique.map(|(place, edge)| (edge.least, edge.largest, place));
        for (node, other, place) in smaller.chain(larger) {
            let start = &mut starts[widen(node) + 1];
            neighbours[widen(*start)] = (other, place);
            *start += 1;
        }
        Some(ExclusionGraph { variables, edges, starts, neighbours })
    }

    /// Returns the sorted neighbours of a literal. Each has the index in `edges` of the first edge
    /// to it.
    fn neighbours(&self, node: u32) -> &[(u32, u32)] {
        let start = widen(node);
        &self.neighbours[widen(self.starts[start])..widen(self.starts[start + 1])]
    }

    /// Returns the number of literals that a literal excludes.
    fn degree(&self, node: u32) -> usize {
        self.neighbours(node).len()
    }

    /// Returns the index in `edges` of the first edge between two literals. Returns `None` if there
    /// is no edge between them.
    fn edge(&self, one: u32, other: u32) -> Option<u32> {
        let (few, sought) =
            if self.degree(one) < self.degree(other) { (one, other) } else { (other, one) };
        let neighbours = self.neighbours(few);
        let place = neighbours.binary_search_by_key(&sought, |neighbour| neighbour.0).ok()?;
        Some(neighbours[place].1)
    }
}

fn ends(edge: &ExclusionEdge) -> (u32, u32) {
    (edge.least, edge.largest)
}

/// The search for cliques, with the constraints that it has found.
struct CliqueSearch<'g> {
    graph: &'g ExclusionGraph,
    /// For each edge, whether a recorded clique includes it. If there are several edges between the
    /// same two literals, only the first of them is marked.
    is_covered: Vec<bool>,
    /// The number of searches for an edge that are still allowed.
    credit: u64,
    found: Vec<FoundConstraint>,
    /// The literals of the current clique, as the indices that [`node`] returns.
    nodes: Vec<u32>,
    /// The edges between the literals of the current clique, as indices in the edges of the graph.
    edges: Vec<u32>,
}

impl<'g> CliqueSearch<'g> {
    /// Returns a search with the credit [`START`].
    fn new(graph: &'g ExclusionGraph) -> CliqueSearch<'g> {
        let is_covered = vec![false; graph.edges.len()];
        CliqueSearch {
            graph,
            is_covered,
            credit: START,
            found: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Subtracts `searches` from the credit, and returns whether the credit was large enough. If
    /// the credit was too small, sets it to 0.
    fn spend(&mut self, searches: usize) -> bool {
        let searches = u64::try_from(searches).unwrap_or(u64::MAX);
        let left = self.credit.checked_sub(searches);
        self.credit = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds `CREDIT` searches to the credit for each of `things` edges or literals.
    fn earn(&mut self, things: usize) {
        self.credit = self
            .credit
            .saturating_add(CREDIT.saturating_mul(u64::try_from(things).unwrap_or(u64::MAX)));
    }

    /// Records an exactly-one if the clause has at least three literals and all of them exclude
    /// each other. Repeated literals do not exclude each other, and neither do variables above the
    /// number of the graph. The exactly-one replaces the clause, whose index is `number`, and the
    /// binary clauses between its literals; `number` is the last index in its list. Does nothing
    /// for a shorter clause. Otherwise adds to the credit for each literal, and begins a new
    /// current clique, even if nothing is recorded. Each test of two literals uses credit. Records
    /// nothing if the credit is used up before the last test.
    fn detect_exactly_one(&mut self, number: u32, lits: &[Literal]) {
        if lits.len() < 3 {
            return;
        }
        self.earn(lits.len());
        self.begin();
        for &lit in lits {
            match node(lit, self.graph.variables) {
                Some(node) if self.graph.degree(node) >= lits.len() - 1 && self.try_add(node) => {}
                _ => return,
            }
        }
        self.record_clique(FoundKind::ExactlyOne);
        let clauses = self.found.last_mut().map(|found| &mut found.clauses);
        clauses.into_iter().for_each(|clauses| clauses.push(number));
    }

    /// Makes the current clique empty.
    fn begin(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Adds a literal to the current clique if the literal excludes all literals of the clique and
    /// the credit suffices. Returns whether the literal was added. If it was added, each of its
    /// edges that no recorded clique includes adds to the credit. If it was not added, the clique
    /// is unchanged. In both cases, each examined literal of the clique uses one search of the
    /// credit.
    fn try_add(&mut self, node: u32) -> bool {
        let known = self.edges.len();
        for place in 0..self.nodes.len() {
            match self.spend(1).then(|| self.graph.edge(node, self.nodes[place])).flatten() {
                Some(edge) => self.edges.push(edge),
                None => {
                    self.edges.truncate(known);
                    return false;
                }
            }
        }
        let new = self.edges[known..].iter().filter(|&&edge| !self.is_covered[widen(edge)]).count();
        self.earn(new);
        self.nodes.push(node);
        true
    }

    /// Records the current clique as a constraint of this kind, with its literals in their present
    /// order. The clique remains the current one. The constraint replaces the binary clauses of
    /// those edges of the clique that no earlier clique includes; repeated clauses are included.
    /// The indices of the replaced clauses are sorted. All edges of the clique are marked as
    /// covered.
    fn record_clique(&mut self, kind: FoundKind) {
        let mut clauses = Vec::new();
        for &edge in &self.edges {
            let place = widen(edge);
            if !std::mem::replace(&mut self.is_covered[place], true) {
                let same = self.graph.edges[place..]
                    .iter()
                    .take_while(|one| ends(one) == ends(&self.graph.edges[place]));
                clauses.extend(same.map(|edge| edge.clause));
            }
        }
        clauses.sort_unstable();
        let lits = self.nodes.iter().map(|&node| literal(node)).collect();
        self.found.push(FoundConstraint { kind, lits, clauses });
    }

    /// Records cliques of at least three literals as at-most-ones. Ends when every edge is in a
    /// clique, or has been tried once without success. Visits the literals with the fewest
    /// neighbours first, and does not visit literals with fewer than two. Each neighbour of a
    /// visited literal adds to the credit. While the credit is used up, cliques may be missed or
    /// may be smaller than they could be.
    fn find_cliques(&mut self) {
        let graph = self.graph;
        let nodes = u32::try_from(graph.starts.len() - 2).unwrap_or(u32::MAX);
        let mut order: Vec<u32> = (0..nodes).filter(|&node| graph.degree(node) >= 2).collect();
        order.sort_by_key(|&node| graph.degree(node));
        let mut was_asked = vec![false; graph.edges.len()];
        for node in order {
            self.earn(graph.degree(node));
            for &(other, edge) in graph.neighbours(node) {
                if !self.is_covered[widen(edge)]
                    && !std::mem::replace(&mut was_asked[widen(edge)], true)
                {
                    self.grow(node, other);
                }
            }
        }
    }

    /// Extends an edge to a clique of at least three literals, and records the clique as an
    /// at-most-one with sorted literals. `one` and `other` are the ends of the edge. Records
    /// nothing if the ends have no common neighbour; the current clique is then unchanged. Also
    /// records nothing if the credit is used up before a third literal is added.
    fn grow(&mut self, one: u32, other: u32) {
        let mut common = self.common_neighbours(one, other);
        if common.is_empty() {
            return;
        }
        self.arrange(one, other, &mut common);
        self.begin();
        if !self.try_add(one) || !self.try_add(other) {
            return;
        }
        for node in common {
            self.try_add(node);
        }
        if self.nodes.len() >= 3 {
            self.nodes.sort_unstable();
            self.record_clique(FoundKind::AtMostOne);
        }
    }

    /// Returns the common neighbours of two literals, in increasing order. The literal with fewer
    /// neighbours is examined: each of its neighbours uses one search of the credit. If the credit
    /// is used up before the end, returns only some of the common neighbours.
    fn common_neighbours(&mut self, one: u32, other: u32) -> Vec<u32> {
        let graph = self.graph;
        let (few, many) =
            if graph.degree(one) < graph.degree(other) { (one, other) } else { (other, one) };
        let mut common = Vec::new();
        for &(node, _) in graph.neighbours(few) {
            if !self.spend(1) {
                break;
            }
            if graph.edge(node, many).is_some() {
                common.push(node);
            }
        }
        common
    }

    /// Sorts `nodes` by two numbers: first by the number of their edges to `one` and `other` that
    /// no clique includes, then by the number of their neighbours among `nodes`. The largest
    /// numbers come first. Nodes with equal numbers are sorted by index. For n nodes, uses n (n +
    /// 2) searches of the credit. If the credit is smaller, or if there are fewer than two nodes,
    /// changes neither the order nor the credit.
    fn arrange(&mut self, one: u32, other: u32, nodes: &mut [u32]) {
        let searches = nodes.len().saturating_mul(nodes.len() + 2);
        if nodes.len() < 2 || u64::try_from(searches).is_ok_and(|searches| searches > self.credit) {
            return;
        }
        self.spend(searches);
        let is_covered =
            |node, end| self.graph.edge(node, end).is_some_and(|edge| self.is_covered[widen(edge)]);
        let mut order: Vec<_> = nodes
            .iter()
            .map(|&node| {
                let covered =
                    usize::from(is_covered(node, one)) + usize::from(is_covered(node, other));
                let inside =
                    nodes.iter().filter(|&&third| self.graph.edge(node, third).is_some()).count();
                (covered, Reverse(inside), node)
            })
            .collect();
        order.sort_unstable();
        nodes.iter_mut().zip(order).for_each(|(node, (_, _, next))| *node = next);
    }
}

/// The features of a short clause. Clauses that encode the same parity have the same hash and
/// length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ClauseSignature {
    /// The hash of the clause's variables.
    hash: u64,
    /// The number of the clause's variables, at most [`LONGEST_PARITY`].
    length: u8,
    /// Bit i is set if the clause negates its variable i. The variables of the clause are counted
    /// from 0 in increasing order.
    negations: u8,
    /// The index of the clause.
    clause: u32,
}

/// Finds parities of 2 to [`LONGEST_PARITY`] variables, and states them over positive literals, in
/// increasing order. `clauses` returns the clauses with their indices. It is called twice, and must
/// return the same clauses both times. Ignores tautologies. Also ignores clauses with more literals
/// than [`LONGEST_PARITY`]; repeated literals count each time. Each parity replaces all clauses
/// that encode it, including repeated ones. If the clauses encode both parities of the same
/// variables, returns both. Misses a parity if clauses of other variables have the same hash.
pub fn parities<'a, I>(clauses: impl Fn() -> I) -> Vec<FoundConstraint>
where
    I: Iterator<Item = (u32, &'a [Literal])>,
{
    let mut signs: Vec<ClauseSignature> = clauses()
        .filter_map(|(clause, lits)| Some(short_clause(lits)?.signature(clause)))
        .collect();
    signs.sort_unstable();
    let groups = signs.chunk_by(|one, other| (one.hash, one.length) == (other.hash, other.length));
    let complete_groups: Vec<(Parity, Vec<ClauseSignature>)> =
        groups.flat_map(complete_parities).collect();
    let variables = ClauseVariables::from_groups(&complete_groups, clauses());
    complete_groups
        .iter()
        .filter_map(|(parity, group)| variables.find_parity(*parity, group))
        .collect()
}

/// The variables of those clauses that perhaps belong to parities.
struct ClauseVariables {
    /// The indices of the clauses, sorted.
    clauses: Vec<u32>,
    /// The variables of each clause, as positive literals.
    variables: Vec<ShortClause>,
}

impl ClauseVariables {
    /// Collects the variables of the clauses in `groups`. `clauses` must return these clauses
    /// again, with the same indices. A clause that it does not return has no variables. Reads all
    /// clauses a second time, so that only the variables of these few clauses must be kept in
    /// memory. If `groups` has no clauses, reads nothing.
    fn from_groups<'a>(
        groups: &[(Parity, Vec<ClauseSignature>)],
        clauses: impl Iterator<Item = (u32, &'a [Literal])>,
    ) -> ClauseVariables {
        let mut wanted: Vec<u32> =
            groups.iter().flat_map(|(_, group)| group.iter().map(|one| one.clause)).collect();
        wanted.sort_unstable();
        let mut variables = vec![ShortClause::default(); wanted.len()];
        if wanted.is_empty() {
            return ClauseVariables { clauses: wanted, variables };
        }
        for (clause, lits) in clauses {
            if let (Ok(place), Some(clause)) = (wanted.binary_search(&clause), short_clause(lits)) {
                variables[place] = clause.into_variables();
            }
        }
        ClauseVariables { clauses: wanted, variables }
    }

    /// Returns the constraint of kind `parity` that the clauses of `group` encode, with sorted
    /// clauses and positive literals. Returns `None` in these cases: the clauses have different
    /// variables, and only their hashes are equal; `group` is empty; or a clause is not in
    /// `self.clauses`.
    fn find_parity(&self, parity: Parity, group: &[ClauseSignature]) -> Option<FoundConstraint> {
        let mut clauses: Vec<u32> = group.iter().map(|one| one.clause).collect();
        clauses.sort_unstable();
        let variables = |clause| Some(&self.variables[self.clauses.binary_search(clause).ok()?]);
        let first = variables(clauses.first()?)?;
        let is_one = clauses.iter().all(|clause| variables(clause) == Some(first));
        is_one.then(|| FoundConstraint {
            kind: FoundKind::Parity(parity),
            lits: first.lits().to_vec(),
            clauses,
        })
    }
}

/// A clause of at most [`LONGEST_PARITY`] distinct variables, in increasing order.
#[derive(Clone, Default, PartialEq, Eq)]
struct ShortClause {
    /// The literals, followed by zeros.
    lits: [Literal; LONGEST_PARITY],
    /// The number of literals before the zeros.
    length: usize,
}

/// Returns a clause with its literals sorted by variable and without repetitions. Returns `None` in
/// these cases:
/// - The clause has more than [`LONGEST_PARITY`] literals (repeated ones count each time), or fewer
///   than 2 distinct literals.
/// - The clause is a tautology.
/// - A literal is 0 or the least `i32`.
fn short_clause(lits: &[Literal]) -> Option<ShortClause> {
    let mut sorted = [0; LONGEST_PARITY];
    let place = sorted.get_mut(..lits.len())?;
    place.copy_from_slice(lits);
    place.sort_unstable_by_key(|lit| (lit.unsigned_abs(), *lit));
    let mut length = 0;
    for at in 0..lits.len() {
        let lit = sorted[at];
        if lit == 0 || lit == Literal::MIN || length > 0 && sorted[length - 1] == -lit {
            return None;
        }
        if length == 0 || sorted[length - 1] != lit {
            sorted[length] = lit;
            length += 1;
        }
    }
    sorted[length..].fill(0);
    (length >= 2).then_some(ShortClause { lits: sorted, length })
}

impl ShortClause {
    /// Returns the literals of the clause, without the zeros that fill the array.
    fn lits(&self) -> &[Literal] {
        &self.lits[..self.length]
    }

    /// Returns the features of this clause, whose index is `clause`: the number of its literals, a
    /// hash of its variables without their signs, and the bits `negations`. The bit of the first
    /// literal is the lowest. A bit is 1 if the literal is negated.
    fn signature(&self, clause: u32) -> ClauseSignature {
        let negations =
            self.lits().iter().rev().fold(0, |negations, &lit| negations << 1 | u8::from(lit < 0));
        let hash =
            self.lits().iter().fold(0, |hash, lit| split_mix(hash ^ u64::from(lit.unsigned_abs())));
        ClauseSignature {
            hash,
            length: u8::try_from(self.length).unwrap_or(u8::MAX),
            negations,
            clause,
        }
    }

    /// Returns the clause with all its literals made positive.
    fn into_variables(self) -> ShortClause {
        ShortClause { lits: self.lits.map(Literal::abs), ..self }
    }
}

/// Returns the parities that the clauses of `group` encode completely, each with its clauses; the
/// odd parity comes before the even one. A clause excludes the assignment in which exactly its
/// negated variables are true. So clauses with an even number of negations encode the odd parity,
/// and the others encode the even parity. All clauses must have the same length, which is 2 to
/// [`LONGEST_PARITY`]; if lengths differ, a debug build panics. They should have the same
/// variables; the caller has compared only the hashes. Returns no parity for an empty group.
fn complete_parities(group: &[ClauseSignature]) -> Vec<(Parity, Vec<ClauseSignature>)> {
    let Some(length) =
        group.first().map(|one| one.length).filter(|&length| group.len() >= 1 << (length - 1))
    else {
        return Vec::new();
    };
    debug_assert!(group.iter().all(|one| one.length == length), "clauses of the same variables");
    let forbidden = group.iter().fold(0_u64, |forbidden, one| forbidden | 1 << one.negations);
    [(Parity::Odd, 0), (Parity::Even, 1)]
        .into_iter()
        .filter(|&(_, ones)| {
            let mut values = (0_u32..1 << length).filter(|values| values.count_ones() % 2 == ones);
            values.all(|values| forbidden >> values & 1 == 1)
        })
        .map(|(parity, ones)| {
            let clauses = group
                .iter()
                .filter(|one| one.negations.count_ones() % 2 == ones)
                .copied()
                .collect();
            (parity, clauses)
        })
        .collect()
}

#[cfg(test)]
mod tests;
