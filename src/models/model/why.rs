//! The reasons why deduced facts hold.
//!
//! A [`Justification`] has all data that a proof of the fact needs.

/// The reason why a fact follows from the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Justification {
    /// Unit propagation through the constraints with these indices, in this order.
    Propagation(Vec<usize>),
    /// The sum of the constraints with these indices, modulo 2.
    Parities(Vec<usize>),
    /// The sum of these premises, each with a multiplier.
    Sum(Vec<(Premise, u64)>),
}

/// A premise of a deduction: a constraint, or the equation of a complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Premise {
    /// The constraint with this index in the model.
    Constraint(usize),
    /// The equation of the complement with this index, among the complements of the objective.
    Complement(usize),
}

impl Justification {
    /// Returns the indices of the constraints in the reason, each once and in increasing order.
    /// Leaves out the complements of the objective that a sum contains, because they are not
    /// constraints.
    pub fn constraints(&self) -> Vec<usize> {
        let mut places: Vec<usize> = match self {
            Justification::Propagation(places) | Justification::Parities(places) => places.clone(),
            Justification::Sum(parts) => {
                parts.iter().filter_map(|(premise, _)| premise.constraint()).collect()
            }
        };
        places.sort_unstable();
        places.dedup();
        places
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
