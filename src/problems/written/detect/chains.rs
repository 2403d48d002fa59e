//! Finds chains: literals each of which is implied by the next one, as programs write the order
//! encoding of an integer.
//!
//! A clause with two literals is an implication. A literal may imply several others; its successor
//! is the one with which it shares the most rows, since the literals of an integer occur together.
//! Literals that share no row have no successor. The paths of successors with at least [`SHORTEST`]
//! literals are the chains. No variable is in two chains.
//!
//! CPMpy, PySAT and Savile Row write integers in this way. A row over such literals, encoded literal
//! by literal, is much larger than the same row over chains: the Golomb ruler of 6 marks that CPMpy
//! 1.1.1 writes in OPB had 2.4 million clauses.

use std::collections::HashMap;

use crate::model::{Lit, Model, Statement};

/// The least number of literals of a chain.
const SHORTEST: usize = 3;

/// The largest number of comparisons of the rows of two literals. With more, no further successors
/// are found.
const MOST_WORK: usize = 100_000_000;

/// The implications between literals, and the rows that contain a variable.
struct ImplicationGraph {
    /// For each literal, the literals that it implies.
    implied: HashMap<Lit, Vec<Lit>>,
    /// For each variable, the indices of the rows with it, in increasing order.
    rows: HashMap<usize, Vec<usize>>,
}

/// Finds the chains of a model, and declares them.
pub fn declare_chains(model: &mut Model) {
    let graph = ImplicationGraph::from_model(model);
    for chain in graph.chains() {
        model.declare_chain(chain);
    }
}

impl ImplicationGraph {
    /// Returns the implications of the clauses with two literals, and the rows of the variables. The
    /// rows are the sums and counts of at least [`SHORTEST`] literals.
    fn from_model(model: &Model) -> ImplicationGraph {
        let mut graph = ImplicationGraph { implied: HashMap::new(), rows: HashMap::new() };
        for (number, statement) in model.constraints().statements().enumerate() {
            match statement {
                Statement::Clause(&[one, other]) if one.variable() != other.variable() => {
                    graph.implied.entry(!one).or_default().push(other);
                    graph.implied.entry(!other).or_default().push(one);
                }
                Statement::Linear(_) | Statement::Cardinality(..) => {
                    let lits = statement.lits();
                    if lits.len() >= SHORTEST {
                        for lit in lits {
                            graph.rows.entry(lit.variable()).or_default().push(number);
                        }
                    }
                }
                _ => {}
            }
        }
        graph
    }

    /// Returns how many rows have both variables.
    fn shared_rows(&self, one: Lit, other: Lit) -> usize {
        let rows = |lit: Lit| self.rows.get(&lit.variable()).map_or(&[][..], Vec::as_slice);
        let (one, other) = (rows(one), rows(other));
        let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
        few.iter().filter(|row| many.binary_search(row).is_ok()).count()
    }

    /// Returns the chains, each from its weakest literal on. No two have a variable in common.
    fn chains(&self) -> Vec<Vec<Lit>> {
        let (successors, predecessors) = self.successors();
        let mut starts: Vec<Lit> =
            successors.keys().copied().filter(|lit| !predecessors.contains_key(lit)).collect();
        starts.sort_unstable();
        let mut is_used = std::collections::HashSet::new();
        let mut chains = Vec::new();
        for start in starts {
            let mut path = Vec::new();
            let mut next = Some(start);
            while let Some(lit) = next.filter(|lit| is_used.insert(lit.variable())) {
                path.push(lit);
                next = successors.get(&lit).copied();
            }
            if path.len() >= SHORTEST {
                path.reverse();
                chains.push(path);
            }
        }
        chains
    }

    /// Returns the successor of each literal that has one, and its predecessor: the literal implies
    /// its successor, and no two literals have the same successor. Of several possible pairs, those
    /// with the most shared rows are taken first.
    fn successors(&self) -> (HashMap<Lit, Lit>, HashMap<Lit, Lit>) {
        let mut pairs: Vec<(usize, Lit, Lit)> = Vec::new();
        let mut work = 0;
        let mut lits: Vec<Lit> = self.implied.keys().copied().collect();
        lits.sort_unstable();
        for lit in lits {
            for &implied in &self.implied[&lit] {
                work += self.rows.get(&lit.variable()).map_or(0, Vec::len);
                if work > MOST_WORK {
                    break;
                }
                let shared = self.shared_rows(lit, implied);
                if shared > 0 {
                    pairs.push((shared, lit, implied));
                }
            }
        }
        pairs.sort_by_key(|&(shared, lit, implied)| (std::cmp::Reverse(shared), lit, implied));
        let (mut successors, mut predecessors) = (HashMap::new(), HashMap::new());
        for (_, lit, implied) in pairs {
            if !successors.contains_key(&lit) && !predecessors.contains_key(&implied) {
                successors.insert(lit, implied);
                predecessors.insert(implied, lit);
            }
        }
        (successors, predecessors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Relation;

    fn model(clauses: &[[i32; 2]], rows: &[&[i32]]) -> Model {
        let mut model = Model::new();
        for number in 0..12 {
            model.variable("x", &[number]);
        }
        let lit = Lit::from_dimacs;
        clauses.iter().for_each(|&clause| model.clause("clauses", clause.map(lit)));
        for row in rows {
            model.cardinality("rows", row.iter().copied().map(lit), Relation::AtMost, 2);
        }
        model
    }

    fn chains(clauses: &[[i32; 2]], rows: &[&[i32]]) -> Vec<Vec<i32>> {
        let mut model = model(clauses, rows);
        declare_chains(&mut model);
        let to_dimacs = |chain: &Vec<Lit>| chain.iter().map(|lit| lit.dimacs()).collect();
        model.chains().iter().map(to_dimacs).collect()
    }

    #[test]
    fn literals_that_imply_each_other_in_rows_are_chains() {
        let order = [[-2, 1], [-3, 2], [-4, 3]];
        let found = chains(&order, &[&[1, 2, 3, 4, 7], &[-1, -2, -3, -4]]);
        assert!(found == [vec![1, 2, 3, 4]] || found == [vec![-4, -3, -2, -1]], "{found:?}");
        assert!(chains(&order, &[]).is_empty(), "without rows");
        assert!(chains(&order[..1], &[&[1, 2, 3]]).is_empty(), "too short");
        let two = [[-2, 1], [-3, 2], [-6, 5], [-7, 6]];
        assert_eq!(chains(&two, &[&[1, 2, 3, -5, -6, -7]]).len(), 2);
    }

    #[test]
    fn a_circle_of_implications_is_no_chain() {
        assert!(chains(&[[-2, 1], [-3, 2], [-1, 3]], &[&[1, 2, 3]]).is_empty());
    }

    #[test]
    fn implications_over_several_steps_do_not_hide_a_chain() {
        let all = [[-2, 1], [-3, 2], [-4, 3], [-3, 1], [-4, 1], [-4, 2]];
        let found = chains(&all, &[&[1, 2, 3, 4, 8]]);
        let implied =
            |one: i32, other: i32| all.contains(&[-other, one]) || all.contains(&[one, -other]);
        for chain in found {
            assert!(chain.windows(2).all(|pair| implied(pair[0], pair[1])), "{chain:?}");
        }
    }
}
