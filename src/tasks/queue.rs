//! The tasks of a worker in the order in which it comes to them.
//!
//! A task that another worker has in hand comes later. A worker that works on all tasks of a plan
//! goes on at a place drawn at random then: two workers that walk the same list in step would meet
//! at every task.

use std::collections::VecDeque;
use std::io;

use super::Job;
use super::attempt::drawn;
use super::in_hand::{Hold, InHand};

/// The tasks that a worker has not come to yet.
#[derive(Debug)]
pub struct Queue<'a> {
    left: VecDeque<&'a Job>,
    /// Those that other workers had in hand when this one came to them.
    later: VecDeque<&'a Job>,
    in_hand: InHand,
    spreads: bool,
}

/// What a worker does next.
#[derive(Debug)]
pub enum Turn<'a> {
    /// It works on a task, and holds it, and the task that this one waits for.
    Task(&'a Job, Vec<Hold>),
    /// It waits: other workers have all tasks that are left in hand.
    Wait,
    /// There is nothing left to do.
    End,
}

impl<'a> Queue<'a> {
    /// Returns a queue of tasks in their order; if it spreads, the order is left where another
    /// worker is met.
    pub fn new(tasks: impl Iterator<Item = &'a Job>, in_hand: InHand, spreads: bool) -> Queue<'a> {
        Queue { left: tasks.collect(), later: VecDeque::new(), in_hand, spreads }
    }

    /// Returns how many tasks are left.
    pub fn len(&self) -> usize {
        self.left.len() + self.later.len()
    }

    /// Returns whether no task is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many tasks all workers have in hand.
    pub fn in_hand(&self) -> usize {
        self.in_hand.number()
    }

    /// Takes the next task that no other worker has in hand; `first` says which task has to be done
    /// before one, if that is not done.
    ///
    /// # Errors
    ///
    /// If the file system does not take the file of a task, or `first` fails.
    pub fn next(
        &mut self,
        first: impl Fn(&Job) -> io::Result<Option<u64>>,
    ) -> io::Result<Turn<'a>> {
        while let Some(task) = self.left.pop_front() {
            let first = first(task)?;
            if let Some(holds) = self.take(first.into_iter().chain([task.task]))? {
                return Ok(Turn::Task(task, holds));
            }
            self.later.push_back(task);
            if self.spreads && !self.left.is_empty() {
                let places = self.left.len() as u64;
                let place = usize::try_from(drawn() % places).unwrap_or(0);
                self.left.rotate_left(place);
            }
        }
        std::mem::swap(&mut self.left, &mut self.later);
        Ok(if self.is_empty() { Turn::End } else { Turn::Wait })
    }

    /// Takes all of some tasks in hand, or none.
    fn take(&mut self, tasks: impl Iterator<Item = u64>) -> io::Result<Option<Vec<Hold>>> {
        let mut holds = Vec::new();
        for task in tasks {
            let Some(hold) = self.in_hand.take(task)? else { return Ok(None) };
            holds.push(hold);
        }
        Ok(Some(holds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::Work;

    fn tasks(number: u64) -> Vec<Job> {
        let task = |task| Job { task, of: None, work: Work::Block(String::new()) };
        (0..number).map(task).collect()
    }

    fn nothing(_: &Job) -> io::Result<Option<u64>> {
        Ok(None)
    }

    #[test]
    fn workers_side_by_side_come_to_each_task_once() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let tasks = tasks(60);
        let queue = || Queue::new(tasks.iter(), InHand::new(folder.path().join("h")), true);
        let mut workers = [queue(), queue(), queue()];
        let (mut done, mut held) = (vec![0; tasks.len()], Vec::new());
        for turn in 0..60 {
            let turn = workers[turn % 3].next(nothing).expect("a folder");
            let Turn::Task(task, holds) = turn else { panic!("{turn:?}") };
            done[usize::try_from(task.task).expect("a small number")] += 1;
            held.push(holds);
        }
        assert!(done.iter().all(|&times| times == 1), "{done:?}");
        assert_eq!(workers[0].in_hand(), 60);
        assert!(matches!(workers[0].next(nothing), Ok(Turn::Wait)));
        held.clear();
        // What others have done is seen by its result, which is for the worker to read.
        assert!(matches!(workers[0].next(nothing), Ok(Turn::Task(..))));
    }

    #[test]
    fn a_task_whose_first_one_is_in_another_hand_comes_later() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let tasks = tasks(3);
        let mut queue = Queue::new(tasks.iter(), InHand::new(folder.path().join("h")), false);
        let mut other = InHand::new(folder.path().join("h"));
        let hold = other.take(0).expect("a file").expect("nobody has it");
        let first = |task: &Job| Ok((task.task < 2).then_some(0).filter(|_| task.task == 1));
        let turn = queue.next(first).expect("a folder");
        assert!(matches!(turn, Turn::Task(Job { task: 2, .. }, ref holds) if holds.len() == 1));
        assert!(matches!(queue.next(first), Ok(Turn::Wait)));
        drop(hold);
        assert!(matches!(queue.next(first), Ok(Turn::Task(Job { task: 0, .. }, _))));
        let turn = queue.next(first).expect("a folder");
        assert!(matches!(turn, Turn::Task(Job { task: 1, .. }, ref holds) if holds.len() == 2));
        assert!(matches!(queue.next(first), Ok(Turn::End)));
    }
}
