//! The reasons why deduced facts hold.
//!
//! A [`Why`] is enough for a proof of the fact.

use super::Model;

/// The reason why a fact follows from the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Unit propagation through the constraints with these indices, in this order.
    Propagation(Vec<usize>),
    /// The sum of the constraints with these indices, modulo 2.
    Parities(Vec<usize>),
    /// The sum of these premises, each with a multiplier.
    Sum(Vec<(Premise, u64)>),
}

/// A premise of a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Premise {
    /// The constraint with this index.
    Constraint(usize),
    /// The equation of the objective's complement with this index.
    Complement(usize),
}

/// The rule and the reason of a deduced constraint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deduced {
    /// The name of the rule, as in `--deduce`.
    pub rule: &'static str,
    /// The reason for the fact.
    pub why: Why,
}

const MOST_NAMED: usize = 3;

impl Why {
    /// Returns the indices of the constraints in the reason, each once.
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

    /// Describes the reason: the method, the number of constraints and their first origins.
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
                let beside =
                    if complements { " and of the complement of the objective" } else { "" };
                format!("the sum of {constraints}{times}{beside}")
            }
        };
        let names = names(model, &places);
        if names.is_empty() { head } else { format!("{head}: {}", names.join("; ")) }
    }
}

impl Premise {
    /// Returns the index of the constraint, or `None` for a complement.
    pub fn constraint(self) -> Option<usize> {
        match self {
            Premise::Constraint(place) => Some(place),
            Premise::Complement(_) => None,
        }
    }
}

/// Returns the constraints' distinct origins, or groups for those without origin. Names at most
/// [`MOST_NAMED`], then the number of further ones.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Origin;

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
