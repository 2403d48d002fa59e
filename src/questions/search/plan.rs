//! The plan of the search for an optimum, as `encodings --explain` shows it.

use super::strategies::tried_in_turns;
use super::{Strategy, Task, clause_strategy, short};
use crate::prepare::PreparedModel;

/// The searches that a task makes for the optimum, in their order.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlan {
    /// Whether a short search by cores comes first.
    pub begins_shortly: bool,
    /// The strategy that is tried in turns with the main one; `None` if there is none.
    pub tried: Option<&'static Strategy>,
    /// The main strategy.
    pub strategy: &'static Strategy,
}

impl Task<'_> {
    /// Returns the searches for the optimum. To find them, the model is prepared.
    pub fn search_plan(&self) -> SearchPlan {
        let prepared = self.prepared_without_detection().into_complete();
        let Some(PreparedModel { model, .. }) = prepared else {
            let strategy = self.strategy.unwrap_or_else(clause_strategy);
            return SearchPlan { begins_shortly: false, tried: None, strategy };
        };
        let strategy = self.strategy_for(&model);
        SearchPlan {
            begins_shortly: short::prepare(self, self.bound).is_some(),
            tried: tried_in_turns(self, strategy, &model).map(|tried| &tried.0.strategy),
            strategy,
        }
    }
}
