//! The local polynomial watchdog: one global watchdog for each literal, over all other literals.
//!
//! A literal x of weight w must be false if the other literals exceed K−w, where K is the bound. A
//! [global watchdog](super::global_polynomial_watchdog) for each literal states this. So the
//! encoding is n times as large for n literals: O(n² log n log W) variables and O(n³ log W) clauses
//! for the largest weight W. Propagation is complete.
//!
//! The constraint of each literal is simplified first, and often becomes a clause. Two literals
//! that exceed the bound together take one binary clause. For a literal in a group, the other
//! literals are those of the other groups.
//!
//! Publication: Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into
//! CNF, SAT 2009; of groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT
//! Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial
//! Intelligence 302, 2022.

use super::knapsack::NormalForm;
use super::{
    Construction, GlobalPolynomialWatchdog, Group, Knapsack, Propagation, PseudoBoolean, Term,
};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// The row of the encoding `local-polynomial-watchdog` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<LocalPolynomialWatchdog>(
    "Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into CNF, SAT 2009; of groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial Intelligence 302, 2022",
    essay!("local_polynomial_watchdog.rs"),
);

/// The construction of [`local-polynomial-watchdog`](self).
pub struct LocalPolynomialWatchdog;

impl Construction for LocalPolynomialWatchdog {
    const NAME: &'static str = "local-polynomial-watchdog";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = true;

    /// Writes a watchdog for each literal. No weight may exceed the bound. If the literal is true,
    /// the watchdog limits the sum of the other groups to the bound minus the literal's weight. If
    /// `violated` is constant false, two literals that exceed the bound together take only one
    /// clause. Otherwise each literal takes a variable; the literal and this variable together
    /// imply `violated`. Fails if `writer` refuses a clause.
    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        for (place, term) in knapsack
            .groups
            .iter()
            .enumerate()
            .flat_map(|(place, group)| group.terms().iter().map(move |&term| (place, term)))
        {
            let most = knapsack.bound - term.weight;
            // If two literals exceed the bound together, the watchdog of the first literal writes
            // the clause for both.
            let is_written = |other: usize, term: &Term| {
                other < place && violated == Signal::False && term.weight > most
            };
            let others: Vec<Group> = knapsack
                .groups
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != place)
                .map(|(other, group)| {
                    let mut reduced = group.clone();
                    reduced.terms.retain(|term| !is_written(other, term));
                    reduced
                })
                .filter(|group| !group.terms.is_empty())
                .collect();
            let is_false = Signal::from(!term.lit);
            let mut watchdog = is_false;
            if violated != Signal::False {
                watchdog = writer
                    .defined(|| {
                        Meaning::WeightAtLeast(
                            others.iter().flat_map(Group::summands).collect(),
                            most + 1,
                        )
                    })
                    .into();
                writer.clause([!watchdog, is_false, violated])?;
            }
            NormalForm::simplify(others, most).write(
                watchdog,
                writer,
                &mut |knapsack, writer| GlobalPolynomialWatchdog::write(knapsack, watchdog, writer),
            )?;
        }
        Ok(())
    }
}
