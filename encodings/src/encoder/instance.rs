//! Instances of rustsat as clauses.

use std::cell::RefCell;

use rustsat::instances::{Cnf, ManageVars, SatInstance};

use crate::Error;
use crate::cardinality::Cardinality;
use crate::pseudo_boolean::PseudoBoolean;

/// Returns the clauses of an instance and the manager of their variables. The given encodings write
/// the instance's cardinality constraints and its pseudo-Boolean constraints.
///
/// ```
/// use quarrel_encodings::{cardinality::totalizer, encode_instance, pseudo_boolean::bdd};
/// use rustsat::instances::SatInstance;
/// use rustsat::types::Lit;
/// use rustsat::types::constraints::{CardConstraint, PbConstraint};
///
/// let mut instance: SatInstance = SatInstance::new();
/// let lits: Vec<Lit> = (0..12).map(|_| instance.new_lit()).collect();
/// instance.add_card_constr(CardConstraint::new_ub(lits.iter().copied(), 4));
/// instance.add_pb_constr(PbConstraint::new_lb(lits.into_iter().zip(-5..), -3));
/// let (clauses, variables) = encode_instance(instance, &totalizer::ROW, &bdd::ROW)?;
/// # assert!(!clauses.is_empty());
/// # Ok::<(), quarrel_encodings::Error>(())
/// ```
///
/// # Errors
///
/// If an encoding cannot express a constraint, no variable is left, or memory is short.
pub fn encode_instance<VM: ManageVars>(
    instance: SatInstance<VM>,
    cardinality: &Cardinality,
    pseudo_boolean: &PseudoBoolean,
) -> Result<(Cnf, VM), Error> {
    let result = RefCell::new(Ok(()));
    let encoded = instance.into_cnf_with_encoders(
        |constraint, clauses, variables| {
            let mut outcome = result.borrow_mut();
            if outcome.is_ok() {
                *outcome = cardinality.encode_constraint(constraint, clauses, variables);
            }
        },
        |constraint, clauses, variables| {
            let mut outcome = result.borrow_mut();
            if outcome.is_ok() {
                *outcome = pseudo_boolean.encode_constraint(constraint, clauses, variables);
            }
        },
    );
    result.into_inner().map(|()| encoded)
}
