//! Tests with another class of cuts: cliques, for independent sets of a graph.

use super::*;
use crate::linear::Inequality;
use crate::model::Lit;
use crate::proof::{Kernel, ProofConstraint};
use crate::search::branch_and_cut::{CutSchedule, DeriveRow};

/// A graph: for each vertex, its neighbours.
struct Graph(Vec<Vec<bool>>);

impl Graph {
    /// Returns disjoint cycles of five vertices. Their linear programs have a value of 1/2 at each
    /// vertex.
    fn pentagons(number: usize) -> Graph {
        let mut graph = Graph(vec![vec![false; 5 * number]; 5 * number]);
        for vertex in 0..5 * number {
            let next = vertex / 5 * 5 + (vertex + 1) % 5;
            (graph.0[vertex][next], graph.0[next][vertex]) = (true, true);
        }
        graph
    }

    fn random(random: &mut fastrand::Rng, number: usize) -> Graph {
        let mut graph = Graph(vec![vec![false; number]; number]);
        for (one, other) in (0..number).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let is_edge = random.u8(..5) < 2;
            (graph.0[one][other], graph.0[other][one]) = (is_edge, is_edge);
        }
        graph
    }

    /// If `so`, returns whether all pairs of these vertices are neighbours. Otherwise, returns
    /// whether no pair is.
    fn are_pairwise(&self, so: bool, vertices: &[usize]) -> bool {
        let mut pairs = vertices.iter().enumerate().flat_map(|(place, &one)| {
            vertices[..place].iter().map(move |&other| self.0[one][other])
        });
        pairs.all(|is_edge| is_edge == so)
    }

    fn sets(&self) -> impl Iterator<Item = Vec<usize>> {
        let number = self.0.len();
        (1..1_u32 << number).map(move |word| (0..number).filter(|v| word >> v & 1 == 1).collect())
    }

    fn columns(&self) -> Columns {
        let number = self.0.len();
        Columns {
            lits: (1..=number).map(Lit::from_number).collect(),
            costs: vec![-1; number],
            fixed: Vec::new(),
            movements: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl Separator for Graph {
    fn schedule(&self) -> CutSchedule {
        CutSchedule {
            rounds_of_root: 200,
            rounds: 3,
            patience: 4,
            least_growth: 0.01,
            least_share: 0.0,
            surplus: 0.2,
        }
    }

    fn separate(&self, point: &Point, _: &Simplex, _: i64) -> Vec<Inequality<usize>> {
        let sum = |set: &Vec<usize>| set.iter().map(|&vertex| point.values[vertex]).sum::<f64>();
        let violated =
            self.sets().filter(|set| self.are_pairwise(true, set)).filter(|set| sum(set) > 1.01);
        // "At most one of the vertices": at least all but one of the negated literals are true.
        let row = |set: Vec<usize>| {
            let degree = i128::try_from(set.len()).expect("few vertices") - 1;
            Inequality::at_least(set.into_iter().map(|vertex| !Literal::from(vertex)), degree)
        };
        violated.map(row).collect()
    }

    fn derive(
        &self,
        _: &Inequality<usize>,
        _: &mut DeriveRow,
        _: &mut Kernel,
    ) -> Option<ProofConstraint> {
        None
    }
}

impl Heuristic for Graph {
    fn answer(&self, values: &[f64]) -> Option<Vec<bool>> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
        let mut chosen = Vec::new();
        for vertex in order {
            chosen.push(vertex);
            if !self.are_pairwise(false, &chosen) {
                chosen.pop();
            }
        }
        Some((0..values.len()).map(|vertex| chosen.contains(&vertex)).collect())
    }
}

/// A host that ends the search at the first answer whose cost is at most this number.
struct Until(i64);

impl Host for Until {
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError> {
        let chosen: i64 = answer.iter().map(|&is_chosen| i64::from(is_chosen)).sum();
        Ok((-chosen <= self.0).then_some(Decision::Sat(())))
    }

    fn is_over(&mut self, _: TreeProgress) -> bool {
        false
    }
}

/// Refutes that there is an independent set with one vertex more than the largest one. Also finds a
/// largest one. Returns the number of linear programs of the refutation.
fn programs(graph: &Graph) -> u64 {
    let largest = graph
        .sets()
        .filter(|set| graph.are_pairwise(false, set))
        .map(|set| set.len())
        .max()
        .expect("a single vertex");
    let least = -i64::try_from(largest).expect("few vertices");
    let columns = graph.columns();
    let [(refuted, programs), (found, _)] = [least - 1, least].map(|most| {
        let mut tree = Tree::new(&columns, graph, Branching::by_fraction(), None, false);
        tree.set_bound(0, most).expect("no proof");
        let came = tree.search(&mut Until(most)).expect("no proof");
        (came, tree.progress().programs)
    });
    assert!(matches!(refuted, Decision::Unsat(_)), "{largest} at most: {refuted:?}");
    assert!(matches!(found, Decision::Sat(())), "{largest} at least: {found:?}");
    programs
}

#[test]
fn cliques_are_cuts_as_well() {
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..200 {
        programs(&Graph::random(&mut random, 5 + round % 6));
    }
    // For pentagons, the cuts do not suffice.
    for number in [2, 3] {
        let graph = Graph::pentagons(number);
        let columns = graph.columns();
        let most = -2 * i64::try_from(number).expect("few pentagons") - 1;
        let mut tree = Tree::new(&columns, &graph, Branching::by_fraction(), None, false);
        tree.set_bound(0, most).expect("no proof");
        let came = tree.cut_root(&mut Until(most)).expect("no proof");
        assert!(came.is_none(), "{number}: {came:?}");
        programs(&graph);
    }
}
