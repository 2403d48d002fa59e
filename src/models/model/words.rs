//! The reasons of deduced facts in words.

use super::{Justification, Model};

/// The largest number of origins or groups that a reason names.
const MOST_NAMED: usize = 3;

impl Justification {
    /// Describes the reason: the method, the number of distinct constraints, and their first
    /// distinct origins, at most three. If there are more, their number follows. A constraint
    /// without an origin is named by its group. A sum states whether its multipliers differ and
    /// whether it contains a complement of the objective. Each index in the reason must be the
    /// index of a constraint of the model.
    pub fn in_words(&self, model: &Model) -> String {
        let places = self.constraints();
        let constraints = match places.len() {
            1 => "one constraint".to_owned(),
            number => format!("{number} constraints"),
        };
        let head = match self {
            Justification::Propagation(_) => format!("unit propagation through {constraints}"),
            Justification::Parities(_) => format!("the sum of {constraints} modulo 2"),
            Justification::Sum(parts) => {
                let is_uniform = parts.iter().all(|part| part.1 == parts[0].1);
                let complements = parts.iter().any(|part| part.0.constraint().is_none());
                let times = if is_uniform { "" } else { " with multipliers" };
                let suffix =
                    if complements { " and of the complement of the objective" } else { "" };
                format!("the sum of {constraints}{times}{suffix}")
            }
        };
        let origins = names(model, &places);
        if origins.is_empty() { head } else { format!("{head}: {}", origins.join("; ")) }
    }
}

/// Returns the distinct origins of the constraints with these indices, in words. They are in the
/// order of their first constraints. A constraint without an origin is named by its group. If there
/// are more than [`MOST_NAMED`] names, returns only this many names, and one more text that states
/// how many names are left out.
fn names(model: &Model, places: &[usize]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut more = 0;
    for &place in places {
        let constraint = model.constraints().constraint(place);
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
    use crate::model::{Origin, Premise};

    #[test]
    fn reasons_are_told_by_what_constraints_come_from() {
        let mut model = Model::new();
        let lits: Vec<_> = (0..6).map(|index| model.variable("x", &[index])).collect();
        for (row, &lit) in (1..).zip(&lits) {
            model.with_origin(Origin::rule(format!("one in row {row}")), |model| {
                model.clause("rows", [lit])
            });
        }
        model.clause("others", [lits[0]]);
        let sum = |times: &[u64]| {
            let parts = times
                .iter()
                .enumerate()
                .map(|(place, &t)| (Premise::Constraint(place), t))
                .collect();
            Justification::Sum(parts).in_words(&model)
        };
        assert_eq!(sum(&[2, 2]), "the sum of 2 constraints: one in row 1; one in row 2");
        let told = "the sum of 6 constraints with multipliers: one in row 1; one in row 2; one in row 3; and 3 more";
        assert_eq!(sum(&[1, 2, 3, 4, 5, 6]), told);
        let told = Justification::Propagation(vec![6, 6]).in_words(&model);
        assert_eq!(told, "unit propagation through one constraint: the group `others`");
    }
}
