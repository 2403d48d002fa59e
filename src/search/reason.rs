//! Why a board has no answer: the given cells that cannot stand together.
//!
//! The givens become assumptions of a formula without them. If it is still unsatisfiable, the
//! core names givens that contradict each other, and dropping each in turn makes the core
//! irreducible: every one of them is needed for the contradiction. What rule they break is the room's to
//! say, where a glance tells.

use std::time::Duration;

use super::Task;
use crate::board::{Cell, Grid};
use crate::encode::{Clauses, encode};
use crate::model::Lit;
use crate::solver::{Solver, Verdict};

/// A courtesy to whoever mends the board is worth this much time, and no more.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many givens a person can take in.
const MOST_NAMED: usize = 12;

/// The reason in words, where there are givens and it is found soon.
pub(super) fn of(task: &Task) -> Option<String> {
    let givens = task.puzzle.givens();
    let model = task.puzzle.model(task.formulation.name, 0);
    let mut assumed: Vec<(Cell, char, Vec<Lit>)> = Vec::new();
    for (cell, symbol) in givens.iter() {
        let Some(symbol) = *symbol else { continue };
        let Some(lits) = model.reading().literals(cell, symbol) else {
            return Some(format!("`{symbol}` cannot stand in {cell} (counted from 1)"));
        };
        assumed.push((cell, symbol, lits));
    }
    if assumed.is_empty() || task.formulation.one_value {
        return None;
    }
    let stop = task.stop.clone().after(PATIENCE);
    let mut solver = Solver::new(task.seed, &stop);
    let mut clauses = Clauses::new();
    encode(&model, &task.encodings, &mut clauses, &stop).ok()?;
    solver.add(&clauses);
    let mut core = assumed.clone();
    let mut index = 0;
    if !contradict(&mut solver, &mut core) {
        return None;
    }
    while index < core.len() {
        let mut fewer = core.clone();
        fewer.remove(index);
        if contradict(&mut solver, &mut fewer) { core = fewer } else { index += 1 }
    }
    let known = Grid::from_fn(givens.size(), |at| {
        core.iter().find(|(cell, ..)| *cell == at).map(|(_, symbol, _)| *symbol)
    });
    let clash = task.puzzle.clash(&known);
    Some(in_words(&core) + &clash.map_or(String::new(), |broken| format!(": {broken}")))
}

/// Whether these givens contradict each other; if so, only those of the solver's core are kept.
fn contradict(solver: &mut Solver, givens: &mut Vec<(Cell, char, Vec<Lit>)>) -> bool {
    let assumptions: Vec<Lit> = givens.iter().flat_map(|(.., lits)| lits.iter().copied()).collect();
    if solver.solve(&assumptions) != Verdict::Unsatisfiable {
        return false;
    }
    let core = solver.core();
    givens.retain(|(.., lits)| lits.iter().any(|lit| core.contains(lit)));
    true
}

fn in_words(core: &[(Cell, char, Vec<Lit>)]) -> String {
    let named: Vec<String> = core
        .iter()
        .take(MOST_NAMED)
        .map(|(cell, symbol, _)| format!("`{symbol}` in {cell}"))
        .collect();
    let more = match core.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    match core.len() {
        0 => "the board has no answer whatever is given".to_owned(),
        1 => format!("{} (counted from 1) cannot stand", named[0]),
        _ => format!(
            "these given cells (counted from 1) cannot stand together: {}{more}",
            named.join("; ")
        ),
    }
}
