//! Judgements of the rules on partial answers.

use super::{BrokenRule, PartialAnswer, Problem};
use crate::board::Grid;

/// The judgement of the rules on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The answer is valid. If there is an objective, the answer has this value.
    Valid(Option<i64>),
    /// The answer is partial and breaks no rule so far. The number says how many cells or variables
    /// have no value yet.
    Open(usize),
    /// The answer breaks a rule.
    Broken(BrokenRule),
}

impl Judgement {
    /// Judges an answer by the rules. A complete answer is checked without changes, and is
    /// [`Judgement::Valid`] or `Broken`. In a partial answer, the open cells first get the givens
    /// of the board. Then the answer is judged `Open` or `Broken`, even if the givens fill all open
    /// cells. It is `Broken` only if it obviously breaks a rule. The number of open cells is
    /// counted before the givens fill any of them.
    pub fn new(problem: &dyn Problem, answer: &PartialAnswer) -> Judgement {
        match answer.clone().complete() {
            Ok(answer) => problem.check(&answer).map_or_else(Judgement::Broken, Judgement::Valid),
            Err(partial) => {
                let open = partial.open();
                let entries = with_givens(partial, problem.info().givens.as_ref());
                problem.clash(&entries).map_or(Judgement::Open(open), Judgement::Broken)
            }
        }
    }
}

/// Fills the open cells of a partial answer with the givens, and keeps all other cells. Returns the
/// answer unchanged in these cases: the answer is no board, there are no givens, or the sizes of
/// both differ.
fn with_givens(partial: PartialAnswer, givens: Option<&Grid<Option<char>>>) -> PartialAnswer {
    match (partial, givens) {
        (PartialAnswer::Board(known), Some(givens)) if known.size() == givens.size() => {
            PartialAnswer::Board(Grid::from_fn(known.size(), |at| known[at].or(givens[at])))
        }
        (partial, _) => partial,
    }
}
