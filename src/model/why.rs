//! Why something is true that nobody has stated: what it follows from, constraint by constraint.
//!
//! A rule of deduction returns this with its fact, and it is the origin of what the rule states in
//! the model. A person is told of it in words; a proof needs nothing else.

use super::{Model, Origin};

/// What something follows from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Unit propagation through these constraints, in this order.
    Propagation(Vec<usize>),
    /// The sum of these constraints modulo 2.
    Parities(Vec<usize>),
    /// The sum of these, each multiplied by its number.
    Sum(Vec<(Premise, u64)>),
}

/// A part of a sum: a constraint of the model, by its place, or a complement of its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Premise {
    /// A constraint.
    Constraint(usize),
    /// A complement.
    Complement(usize),
}

/// Something that a rule has deduced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deduced {
    /// The name of the rule.
    pub rule: &'static str,
    /// What it follows from.
    pub why: Why,
}

/// How many names a person is told.
const MOST_NAMED: usize = 3;

impl Why {
    /// The constraints, by their places, each once.
    pub fn constraints(&self) -> Vec<usize> {
        let mut places: Vec<usize> = match self {
            Why::Propagation(places) | Why::Parities(places) => places.clone(),
            Why::Sum(parts) => {
                parts.iter().filter_map(|(premise, _)| premise.constraint()).collect()
            }
        };
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What it follows from, in words: how, how many constraints, and the first of them by what
    /// they come from.
    pub fn in_words(&self, model: &Model) -> String {
        let places = self.constraints();
        let constraints = match places.len() {
            1 => "one constraint".to_owned(),
            number => format!("{number} constraints"),
        };
        let head = match self {
            Why::Propagation(_) => format!("unit propagation through {constraints}"),
            Why::Parities(_) => format!("the sum of {constraints} modulo 2"),
            Why::Sum(parts) => {
                let alike = parts.iter().all(|part| part.1 == parts[0].1);
                let complements = parts.iter().any(|part| part.0.constraint().is_none());
                let times = if alike { "" } else { " with multipliers" };
                let beside = if complements { " and of what is counted in its place" } else { "" };
                format!("the sum of {constraints}{times}{beside}")
            }
        };
        let names = names(model, &places);
        if names.is_empty() { head } else { format!("{head}: {}", names.join("; ")) }
    }
}

impl Premise {
    /// The constraint, if it is one.
    pub fn constraint(self) -> Option<usize> {
        match self {
            Premise::Constraint(place) => Some(place),
            Premise::Complement(_) => None,
        }
    }
}

/// What constraints come from, each once and as many as a person can take in: their origins, and
/// their groups where they have none.
fn names(model: &Model, places: &[usize]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut more = 0;
    for &place in places {
        let constraint = model.constraints().at(place);
        let name = match constraint.origin() {
            Some(origin) => model.origins()[origin].to_string(),
            None => format!("the group `{}`", model.groups()[constraint.group()]),
        };
        if names.contains(&name) {
            continue;
        }
        if names.len() < MOST_NAMED { names.push(name) } else { more += 1 }
    }
    names.extend((more > 0).then(|| format!("and {more} more")));
    names
}

impl Origin {
    /// What a rule has deduced.
    pub fn deduced(deduced: Deduced) -> Origin {
        Origin::Deduced(deduced.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_by_what_constraints_come_from() {
        let mut model = Model::new();
        let lits: Vec<_> = (0..6).map(|index| model.variable("x", &[index])).collect();
        for (row, &lit) in (1..).zip(&lits) {
            model
                .by(Origin::rule(format!("one in row {row}")), |model| model.clause("rows", [lit]));
        }
        model.clause("others", [lits[0]]);
        let sum = |times: &[u64]| {
            let parts = times.iter().enumerate().map(|(place, &t)| (Premise::Constraint(place), t));
            Why::Sum(parts.collect()).in_words(&model)
        };
        assert_eq!(sum(&[2, 2]), "the sum of 2 constraints: one in row 1; one in row 2");
        let told = "the sum of 6 constraints with multipliers: one in row 1; one in row 2; one in row 3; and 3 more";
        assert_eq!(sum(&[1, 2, 3, 4, 5, 6]), told);
        let told = Why::Propagation(vec![6, 6]).in_words(&model);
        assert_eq!(told, "unit propagation through one constraint: the group `others`");
    }
}
