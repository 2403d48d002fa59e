//! A problem without a board: a separate program with quarrel's verbs for weighted vertex covers.
//!
//! `cargo run --example cover -- export cover graph.txt --to opb`
//!
//! **Rules.** A graph has vertices with costs, and edges between them. Choose vertices with the
//! least total cost so that every edge has a chosen end.
//!
//! **Formulation `vertices`**: a variable `chosen[v]` per vertex, a clause per edge, and the costs
//! as weights of the objective. If each vertex costs 1, the objective is a count.
//!
//! **Deduction `payments`**: each edge pays both of its ends the same amount, the largest that
//! lets no vertex receive more than its cost. A chosen vertex costs at least the payments of its
//! edges, and every edge has a chosen end. So no cover is cheaper than the sum of all payments
//! (Bar-Yehuda and Even 1981).

use std::collections::HashMap;
use std::process::ExitCode;

use quarrel::deduce::{Fact, Rule};
use quarrel::family::{BoardReader, Family, FamilyAlias, Format, OpenedProblem};
use quarrel::formulation::{self, Formulation, ModelBuilder, ModelScheme, Row, formulations};
use quarrel::model::{
    Justification, Model, Objective, Origin, Premise, Sense, Statement, Sum, SumError, Term, Values,
};
use quarrel::problem::{Answer, BrokenRule, Goal, Info, PartialAnswer, Problem, read_rows};
use quarrel::puzzle::Request;
use quarrel::source::{Refusal, Source};
use quarrel::stop::Stop;

/// The formulations, with the default first.
const FORMULATIONS: [Row<Cover>; 1] = [Row {
    name: "vertices",
    summary: "chosen[v] per vertex; a clause per edge",
    source: "folklore",
    most_cells: None,
    state: ModelBuilder::Complete(Cover::vertices),
}];

/// Record of the family.
pub static FAMILY: Family = Family {
    name: "cover",
    also: &[FamilyAlias {
        name: "vertex-cover",
        title: "Vertex cover",
        variants: &[],
        even_unless: None,
    }],
    summary: "Choose vertices as cheap as possible, an end of each edge among them",
    rules: "A line `vertex NAME COST` is a vertex, a line `edge NAME NAME` an edge. Every edge has a chosen end. The total cost of the chosen vertices is as small as possible.",
    source: "Karp 1972",
    symbols: "",
    formulations: &formulations(&FORMULATIONS),
    variants: &[],
    formats: &[Format {
        name: "graph",
        summary: "`vertex NAME COST` and `edge NAME NAME`, a line each",
        example: "vertex a 1\nvertex b 1\nedge a b\n",
        recognises: |_| true,
    }],
    directives: &[],
    scale: &[],
    read: BoardReader::Text(|request| Ok(OpenedProblem::problem(Cover::parse(request)?))),
    maker: None,
};

/// Graph with costs.
pub struct Cover {
    names: Vec<String>,
    costs: Vec<i64>,
    edges: Vec<[usize; 2]>,
    objective: Objective,
    info: Info,
}

impl Cover {
    /// Reads a graph.
    ///
    /// # Errors
    ///
    /// Refuses a line that is neither a vertex nor an edge, and a cost below 1.
    pub fn parse(request: &Request) -> Result<Cover, Refusal> {
        let source = request.text().expect("a family without sizes has a text");
        let (mut names, mut costs, mut edges) = (HashMap::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for line in source.text().split_inclusive('\n') {
            let words: Vec<&str> = line.split_whitespace().collect();
            let place = start..start + line.trim_end().len();
            let refused = |expected: &str| {
                Refusal::new(format!("`{}`", line.trim()), expected)
                    .with_span(source, place.clone())
            };
            let known = |name: &str| names.get(name).copied();
            match words[..] {
                [] | ["#", ..] => {}
                ["vertex", name, cost] if known(name).is_none() => {
                    let cost = cost.parse().ok().filter(|&cost: &i64| cost > 0);
                    costs.push(cost.ok_or_else(|| refused("a cost that is at least 1"))?);
                    names.insert(name.to_owned(), costs.len() - 1);
                }
                ["edge", one, other] if one != other => match (known(one), known(other)) {
                    (Some(one), Some(other)) => edges.push([one, other]),
                    _ => return Err(refused("an edge between vertices that are named above it")),
                },
                _ => return Err(refused("`vertex NAME COST`, or `edge NAME NAME`")),
            }
            start += line.len();
        }
        let mut in_order: Vec<(String, usize)> = names.into_iter().collect();
        in_order.sort_by_key(|&(_, vertex)| vertex);
        let names = in_order.into_iter().map(|(name, _)| name).collect();
        let objective = objective(&costs).map_err(|error| too_much(source, error))?;
        let largest = objective.largest();
        let info = Info {
            details: vec![format!("with {} vertices and {} edges", costs.len(), edges.len())],
            rules: &[&PAYMENTS],
            ..Info::with_goal(Goal { sense: Sense::Minimise, name: "cost", least: 0, largest })
        };
        Ok(Cover { names, costs, edges, objective, info })
    }
}

/// Returns the total cost of the chosen vertices, whose variables are the first of a model.
fn objective(costs: &[i64]) -> Result<Objective, SumError> {
    let mut model = Model::new();
    let term = |(vertex, &weight): (usize, &i64)| Term {
        weight,
        atom: model.variable("chosen", &[vertex]),
    };
    let sum = Sum::new(costs.iter().enumerate().map(term).collect::<Vec<_>>())?;
    Objective::from_sum(Sense::Minimise, sum, 0)
}

fn too_much(source: &Source, error: SumError) -> Refusal {
    Refusal::new(error.to_string(), "smaller costs").with_span(source, source.end())
}

impl Problem for Cover {
    fn info(&self) -> &Info {
        &self.info
    }

    fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn decode(&self, _: &Model, values: &Values) -> Answer {
        Answer::Assignment(values.first(self.names.len()))
    }

    /// Reads the names of the chosen vertices, one in each row.
    fn read(&self, source: &Source) -> Result<PartialAnswer, Refusal> {
        let mut chosen = vec![Some(false); self.names.len()];
        for row in read_rows(source)? {
            let refused =
                |found| Refusal::new(found, "each vertex once").with_span(source, source.end());
            match self.names.iter().position(|name| *name == row) {
                Some(vertex) if chosen[vertex] == Some(false) => chosen[vertex] = Some(true),
                Some(_) => return Err(refused(format!("`{row}` is chosen twice"))),
                None => return Err(refused(format!("there is no vertex `{row}`"))),
            }
        }
        Ok(PartialAnswer::Assignment(chosen))
    }

    /// Returns the names of the chosen vertices.
    fn show(&self, answer: &PartialAnswer) -> Vec<String> {
        let PartialAnswer::Assignment(values) = answer else { return Vec::new() };
        let chosen = self.names.iter().zip(values).filter(|(_, value)| **value == Some(true));
        chosen.map(|(name, _)| name.clone()).collect()
    }

    fn check(&self, answer: &Answer) -> Result<Option<i64>, BrokenRule> {
        let chosen = answer.values();
        match self.edges.iter().find(|[one, other]| !chosen[*one] && !chosen[*other]) {
            Some(&[one, other]) => {
                let names = [&self.names[one], &self.names[other]];
                let rule = format!("no end of the edge {} {} is chosen", names[0], names[1]);
                Err(BrokenRule::with_cells(rule, []))
            }
            None => {
                let costs = self.costs.iter().zip(chosen).filter(|(_, chosen)| **chosen);
                Ok(Some(costs.map(|(cost, _)| cost).sum()))
            }
        }
    }
}

impl Cover {
    fn vertices(&self) -> Model {
        let mut model = Model::new();
        let chosen: Vec<_> =
            (0..self.names.len()).map(|vertex| model.variable("chosen", &[vertex])).collect();
        for &[one, other] in &self.edges {
            let name = format!("the edge {} {}", self.names[one], self.names[other]);
            model.with_origin(Origin::board(name), |model| {
                model.clause("edges", [chosen[one], chosen[other]]);
            });
        }
        model.optimise(self.objective.clone());
        model.project(chosen);
        model
    }
}

const PAYMENTS: Rule = Rule {
    name: "payments",
    summary: "a bound from edges that pay for their ends",
    apply: payments,
};

/// Returns a lower bound of the objective, with the clauses whose weighted sum proves it. The
/// objective must be a weighted sum or a single count. Each clause, in the order of the model, pays
/// as much as the cheapest of its literals has left; literals outside the objective have cost 0, so
/// such a clause pays nothing. Returns `None` if no clause pays, or if the model has no objective
/// of these kinds.
fn payments(model: &Model, _: &Stop) -> Option<(Fact, Justification)> {
    let objective = model.objective()?;
    let terms: Vec<Term> = match (objective.weighted_sum(), objective.single_count()) {
        (Some(weighted), _) => weighted.sum.terms().collect(),
        (_, Some(one)) => one.count.lits.iter().map(|&lit| Term { weight: 1, atom: lit }).collect(),
        _ => return None,
    };
    let mut left: HashMap<_, i64> = terms.iter().map(|term| (term.atom, term.weight)).collect();
    let mut paid = Vec::new();
    for (place, constraint) in model.constraints().iter().enumerate() {
        let Statement::Clause(lits) = constraint.statement else { continue };
        let most = lits.iter().map(|lit| left.get(lit).copied().unwrap_or(0)).min().unwrap_or(0);
        if most > 0 {
            lits.iter().for_each(|lit| *left.entry(*lit).or_default() -= most);
            paid.push((Premise::Constraint(place), most.unsigned_abs()));
        }
    }
    let value: i64 = paid.iter().map(|&(_, payment)| i64::try_from(payment).unwrap_or(0)).sum();
    (value > 0).then_some((Fact::Limit { value, dual: None }, Justification::Sum(paid)))
}

/// The list of the families, which has one family.
static FAMILIES: &[&Family] = &[&FAMILY];

fn main() -> ExitCode {
    quarrel::cli::main(FAMILIES, std::env::args_os())
}
