//! The candidates for the next variable of an order, best first.
//!
//! The queue is a binary heap that knows the position of each variable. So it needs no new entry if
//! a score is raised. Another heap, with a new entry for each raised score, gave the same order,
//! but needed an entry for every pair of literals of every constraint.

use crate::model::{narrow, widen};

/// The variables, the highest score first. Of variables with equal scores, the one with the larger
/// rank comes first. Of variables with equal scores and ranks, the one with the smaller index comes
/// first.
pub(super) struct ScoreQueue {
    /// The heap. The variable at index (i − 1) / 2 is called the one above the variable at index i.
    /// No variable comes before the one above it.
    variables: Vec<u32>,
    /// For each variable, its index in the heap; [`ScoreQueue::GONE`] if it was removed.
    places: Vec<u32>,
    /// The score of each variable; 0 until it is raised.
    scores: Vec<f64>,
    /// The rank of each variable. Of variables with equal scores, the one with the larger rank
    /// comes first.
    ranks: Vec<u32>,
}

impl ScoreQueue {
    /// The index of a variable that was removed from the heap.
    const GONE: u32 = u32::MAX;

    /// Returns a queue with one variable for each rank, numbered from 0. All scores are 0, so the
    /// variable with the largest rank is the first.
    pub fn new(ranks: Vec<u32>) -> ScoreQueue {
        let number = narrow(ranks.len());
        let mut variables: Vec<u32> = (0..number).collect();
        // A sorted list is a heap.
        variables.sort_by_key(|&variable| std::cmp::Reverse(ranks[widen(variable)]));
        let mut places = vec![0; ranks.len()];
        for (place, &variable) in (0..).zip(&variables) {
            places[widen(variable)] = place;
        }
        ScoreQueue { variables, places, scores: vec![0.0; ranks.len()], ranks }
    }

    /// Removes the first variable and returns it. This is the variable with the highest score. Of
    /// several, it is the one with the largest rank, and then the one with the smallest index.
    /// Returns `None` if the queue is empty.
    pub fn pop(&mut self) -> Option<u32> {
        let last = self.variables.pop()?;
        let Some(&first) = self.variables.first() else {
            self.places[widen(last)] = ScoreQueue::GONE;
            return Some(last);
        };
        self.places[widen(first)] = ScoreQueue::GONE;
        self.put(last, 0);
        self.sink(0);
        Some(first)
    }

    /// Adds `score`, which must not be negative, to a variable's score. Does nothing if the
    /// variable was removed.
    pub fn raise(&mut self, variable: usize, score: f64) {
        let place = self.places[variable];
        if place != ScoreQueue::GONE {
            self.scores[variable] += score;
            self.rise(widen(place));
        }
    }

    /// Returns whether `one` comes before `other`.
    fn is_before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (widen(one), widen(other));
        let order = self.scores[a].total_cmp(&self.scores[b]);
        order.then(self.ranks[a].cmp(&self.ranks[b])).then(b.cmp(&a)).is_gt()
    }

    fn put(&mut self, variable: u32, place: usize) {
        self.variables[place] = variable;
        self.places[widen(variable)] = narrow(place);
    }

    /// Moves the variable at this index up until it does not come before the one above it.
    fn rise(&mut self, mut place: usize) {
        let variable = self.variables[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.is_before(variable, self.variables[above]) {
                break;
            }
            self.put(self.variables[above], place);
            place = above;
        }
        self.put(variable, place);
    }

    /// Moves the variable at this index down until it comes before both variables below it.
    fn sink(&mut self, mut place: usize) {
        let variable = self.variables[place];
        loop {
            let below = 2 * place + 1;
            let Some(first) =
                [below, below + 1].into_iter().filter(|&at| at < self.variables.len()).reduce(
                    |a, b| {
                        if self.is_before(self.variables[b], self.variables[a]) { b } else { a }
                    },
                )
            else {
                break;
            };
            if !self.is_before(self.variables[first], variable) {
                break;
            }
            self.put(self.variables[first], place);
            place = first;
        }
        self.put(variable, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_comes_first() {
        let mut queue = ScoreQueue::new(vec![1, 3, 3, 0, 2]);
        queue.raise(3, 0.5);
        queue.raise(4, 0.25);
        queue.raise(4, 0.25);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [4, 3, 1, 2, 0]);
        queue.raise(0, 1.0);
        assert_eq!(queue.pop(), None);
    }
}
