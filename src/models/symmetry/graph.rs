//! The coloured graph of a model, whose automorphisms permute the model's literals:
//!
//! - A variable is three vertices: its own vertex, which is joined to the vertices of its two
//!   literals. So an automorphism can map a literal to a negation (a phase shift). A literal and
//!   its negation have no edge between them, since each of them is joined to their variable. So a
//!   binary clause can be an edge between its two literals. (With only two vertices for each
//!   variable, the graph of a chain of implications has automorphisms that are no symmetries:
//!   Aloul, Sakallah and Markov 2003.)
//! - A literal is coloured by its weight in the objective, by whether it is a unit clause, and by
//!   whether its variable shows the answer.
//! - Any other constraint, in the normal form of `rows.rs`, is a vertex, coloured by its relation
//!   and bound, and joined to its literals. Literals with a weight other than 1 are joined to it
//!   through a vertex for their weight.
//! - An *exactly* whose bound is half of the total weight is two joined vertices, one for the
//!   literals and one for their negations.
//! - A parity of up to [`SHORT`] literals is a vertex for each allowed assignment. A longer parity
//!   is one vertex joined to its variables, not to its literals. Because of such parities, the
//!   graph has automorphisms that are no symmetries.
//! - If the objective is the least of several counts, a count is a vertex joined to its literals.
//!
//! Variables that are in no constraint and not in the objective are left out: breaking their
//! symmetries is useless.

use std::collections::BTreeMap;

use super::rows::{RowRelation, SymmetryRow, SymmetryRows, index};
use crate::linear::Term;
use crate::model::{Lit, widen};

/// The largest number of literals of a parity that has a vertex for each allowed assignment.
const SHORT: usize = 4;

/// The kind of a vertex. An automorphism maps each vertex to one of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Colour {
    /// A literal: its weight in the objective, whether it is a unit clause, and whether its
    /// variable shows the answer.
    Literal { weight: i128, is_true: bool, is_shown: bool },
    /// A variable, which is joined to its two literals.
    Variable,
    /// A constraint, by its relation and bound.
    Row(RowRelation),
    /// The literals of one constraint that have this weight.
    Weight(i128),
    /// An allowed assignment of a short parity.
    Allowed,
    /// A count, if the objective is the least of several counts.
    Count,
}

/// An undirected graph with coloured vertices, which are numbered from 0.
#[derive(Debug)]
pub(super) struct ColouredGraph {
    /// The position of each vertex's first neighbour in `neighbours`. At the end, the list has the
    /// length of `neighbours`.
    starts: Vec<usize>,
    /// The neighbours of each vertex, sorted.
    neighbours: Vec<u32>,
    /// The colour of each vertex, as a number from 0.
    pub colours: Vec<u32>,
    /// The literals of the first vertices. Each positive literal is followed by its negation.
    pub lits: Vec<Lit>,
}

impl ColouredGraph {
    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    /// Returns the neighbours of a vertex, sorted.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = widen(vertex);
        &self.neighbours[self.starts[vertex]..self.starts[vertex + 1]]
    }

    /// Returns the graph with these undirected edges between indices of `colours`. An edge can
    /// occur several times in the list, in either direction; it counts once. `colours` has one
    /// colour for each vertex. `lits` has the literals of the first vertices.
    pub fn new(colours: Vec<u32>, lits: Vec<Lit>, edges: &[(u32, u32)]) -> ColouredGraph {
        let mut directed: Vec<(u32, u32)> =
            edges.iter().flat_map(|&(one, other)| [(one, other), (other, one)]).collect();
        directed.sort_unstable();
        directed.dedup();
        let mut starts = vec![0; colours.len() + 1];
        directed.iter().for_each(|&(from, _)| starts[widen(from) + 1] += 1);
        for vertex in 0..colours.len() {
            starts[vertex + 1] += starts[vertex];
        }
        let neighbours = directed.into_iter().map(|(_, to)| to).collect();
        ColouredGraph { starts, neighbours, colours, lits }
    }

    /// Returns the graph of a model's rows and objective. Variables that no row and no objective
    /// contains get no vertices. If the graph would have more than `most` vertices and edges, the
    /// error is their estimated number, and no graph is made.
    pub fn from_rows(rows: &SymmetryRows, most: usize) -> Result<ColouredGraph, usize> {
        let estimate = size(rows);
        if estimate > most {
            return Err(estimate);
        }
        let mut making = GraphBuilder::default();
        let spoken_of =
            (0..rows.is_shown.len()).filter(|&variable| rows.contains_variable(variable)).collect();
        making.add_variables(rows, spoken_of);
        rows.rows.iter().for_each(|row| making.add_row(row));
        for count in &rows.aims.counts {
            let vertex = making.add_vertex(Colour::Count);
            count.iter().for_each(|&lit| making.join_lit(vertex, lit));
        }
        Ok(making.finish())
    }
}

/// Returns the approximate number of vertices and edges that the graph of the rows will have.
/// Counts all variables, even those that get no vertices. A row with the relation
/// [`RowRelation::Odd`] must have a literal.
fn size(rows: &SymmetryRows) -> usize {
    let counted: usize = rows.aims.counts.iter().map(Vec::len).sum();
    let of_rows = rows
        .rows
        .iter()
        .map(|row| match row.relation {
            RowRelation::Odd if row.terms.len() <= SHORT => {
                (row.terms.len() + 1) << (row.terms.len() - 1)
            }
            _ => 2 * row.terms.len() + 2,
        })
        .sum::<usize>();
    5 * rows.is_shown.len() + counted + of_rows
}

/// A graph to which vertices and edges are being added.
#[derive(Default)]
struct GraphBuilder {
    /// The colour of each vertex, in the order in which the vertices were added.
    colours: Vec<Colour>,
    /// The edges, each in one direction.
    edges: Vec<(u32, u32)>,
    /// The literals of the first vertices.
    lits: Vec<Lit>,
    /// The vertex of each literal, by the literal's index; `None` if its variable is left out.
    vertices: Vec<Option<u32>>,
    /// The vertex of each variable; `None` if the variable is left out.
    variables: Vec<Option<u32>>,
}

impl GraphBuilder {
    /// Adds a vertex and returns its number.
    fn add_vertex(&mut self, colour: Colour) -> u32 {
        self.colours.push(colour);
        u32::try_from(self.colours.len() - 1).expect("a graph is limited")
    }

    /// Adds an edge to the vertex of a literal. Does nothing if the literal's variable is left out.
    fn join_lit(&mut self, vertex: u32, lit: Lit) {
        if let Some(other) = self.vertices[index(lit)] {
            self.edges.push((vertex, other));
        }
    }

    /// Adds the vertices of these variables and of their literals, and joins each variable to its
    /// two literals. All literals come before all variables, so the first vertices are the literals
    /// of the graph. The colour of a literal shows its weight in the objective, whether a row
    /// forces it to be true, and whether its variable is in the projection. The caller must add
    /// nothing else before.
    fn add_variables(&mut self, rows: &SymmetryRows, variables: Vec<usize>) {
        let units: std::collections::HashSet<Lit> = rows
            .rows
            .iter()
            .filter_map(|row| match row.terms[..] {
                [term] => Some(term.atom),
                _ => None,
            })
            .collect();
        self.vertices = vec![None; rows.aims.weights.len()];
        self.variables = vec![None; rows.is_shown.len()];
        for &variable in &variables {
            let positive = Lit::from_number(variable + 1);
            for lit in [positive, !positive] {
                let colour = Colour::Literal {
                    weight: rows.aims.weights[index(lit)],
                    is_true: units.contains(&lit),
                    is_shown: rows.is_shown[variable],
                };
                self.vertices[index(lit)] = Some(self.add_vertex(colour));
                self.lits.push(lit);
            }
        }
        for variable in variables {
            let vertex = self.add_vertex(Colour::Variable);
            let positive = Lit::from_number(variable + 1);
            self.variables[variable] = Some(vertex);
            self.join_lit(vertex, positive);
            self.join_lit(vertex, !positive);
        }
    }

    /// Adds the vertices and edges of a constraint, whose variables must have vertices already. A
    /// row with one literal adds nothing, since the colour of its literal shows it. A clause of two
    /// literals adds an edge between them and no vertex. A parity of more than [`SHORT`] literals
    /// is joined to variables, any other row to literals. A row that is equivalent to its own
    /// complement is added twice: with its literals and with their negations.
    fn add_row(&mut self, row: &SymmetryRow) {
        let lits = row.terms.iter().map(|term| term.atom);
        match (row.relation, &row.terms[..]) {
            (_, [_]) => {}
            (RowRelation::AtLeast(1), &[Term { atom: one, .. }, Term { atom: other, .. }]) => {
                if let Some(vertex) = self.vertices[index(one)] {
                    self.join_lit(vertex, other);
                }
            }
            (RowRelation::Odd, terms) if terms.len() <= SHORT => {
                self.add_allowed(lits.clone().collect())
            }
            (RowRelation::Odd, _) => {
                let vertex = self.add_vertex(Colour::Row(row.relation));
                let edges: Vec<(u32, u32)> = lits
                    .filter_map(|lit| self.variables[lit.variable()])
                    .map(|other| (vertex, other))
                    .collect();
                self.edges.extend(edges);
            }
            _ => {
                let vertex = self.add_weighted_row(row, |lit| lit);
                if row.is_self_complementary() {
                    let other = self.add_weighted_row(row, |lit| !lit);
                    self.edges.push((vertex, other));
                }
            }
        }
    }

    /// Adds a vertex for each assignment under which an odd number of the literals is true. The
    /// vertex is joined to the literals that are true under its assignment. For n literals, these
    /// are 2ⁿ⁻¹ vertices, so there must be at most [`SHORT`] literals.
    fn add_allowed(&mut self, lits: Vec<Lit>) {
        for signs in (0_u32..1 << lits.len()).filter(|signs| signs.count_ones() % 2 == 1) {
            let vertex = self.add_vertex(Colour::Allowed);
            for (place, &lit) in lits.iter().enumerate() {
                self.join_lit(vertex, if signs >> place & 1 == 1 { lit } else { !lit });
            }
        }
    }

    /// Adds the vertices of a row, and edges to literals. For each literal of the row, `of` returns
    /// the literal that gets the edge. Literals of weight 1 are joined to the row's vertex. For
    /// each other weight, there is a vertex between the row's vertex and the literals. Returns the
    /// row's vertex. The terms must be sorted by weight.
    fn add_weighted_row(&mut self, row: &SymmetryRow, of: impl Fn(Lit) -> Lit) -> u32 {
        let vertex = self.add_vertex(Colour::Row(row.relation));
        // Terms are sorted by weight.
        for equal in row.terms.chunk_by(|one, other| one.weight == other.weight) {
            let weight = equal[0].weight;
            let from = if weight == 1 { vertex } else { self.add_vertex(Colour::Weight(weight)) };
            if from != vertex {
                self.edges.push((vertex, from));
            }
            equal.iter().for_each(|term| self.join_lit(from, of(term.atom)));
        }
        vertex
    }

    /// Returns the finished graph. Equal kinds get equal numbers as colours, in the order of the
    /// kinds.
    fn finish(self) -> ColouredGraph {
        let mut numbers: BTreeMap<Colour, u32> =
            self.colours.iter().map(|&colour| (colour, 0)).collect();
        for (number, (_, place)) in (0..).zip(&mut numbers) {
            *place = number;
        }
        let colours = self.colours.iter().map(|colour| numbers[colour]).collect();
        ColouredGraph::new(colours, self.lits, &self.edges)
    }
}
