//! The tasks of a worker, in the order in which it works on them.
//!
//! If another worker has a task in hand, the task is postponed. A worker on all tasks of a plan
//! then continues at a random place of the queue. Otherwise, two workers that work equally fast
//! would choose the same task each time.

use std::collections::VecDeque;

use super::Job;
use super::attempt::random_number;
use super::file::FileError;
use super::in_hand::{TaskGuard, TasksInHand};

/// Tasks that remain for a worker.
#[derive(Debug)]
pub struct Queue<'a> {
    /// The tasks that are tried next, in order.
    left: VecDeque<&'a Job>,
    /// Tasks that were postponed, because other workers had them in hand.
    later: VecDeque<&'a Job>,
    /// The tasks in hand of all workers.
    in_hand: TasksInHand,
    /// Whether the queue continues at a random place after it has met a task that another worker
    /// has in hand.
    spreads: bool,
}

/// The next action of a worker.
#[derive(Debug)]
pub enum WorkerAction<'a> {
    /// Work on this task. The second field keeps two tasks in hand: this one and, if there is one,
    /// the unfinished task on which it depends.
    Task(&'a Job, Vec<TaskGuard>),
    /// Wait: other workers have all remaining tasks in hand.
    Wait,
    /// End: no task remains.
    End,
}

impl<'a> Queue<'a> {
    /// Returns a queue of `tasks`, in their order. If `spreads` is set, the queue continues at a
    /// random place after it has met a task that another worker has in hand.
    pub fn new(
        tasks: impl Iterator<Item = &'a Job>,
        in_hand: TasksInHand,
        spreads: bool,
    ) -> Queue<'a> {
        Queue { left: tasks.collect(), later: VecDeque::new(), in_hand, spreads }
    }

    /// Returns the number of remaining tasks.
    pub fn len(&self) -> usize {
        self.left.len() + self.later.len()
    }

    /// Returns whether no task remains.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of tasks of the plan that are in hand. Tasks of this worker count too.
    pub fn in_hand_count(&self) -> usize {
        self.in_hand.count()
    }

    /// Removes the next free task from the queue, and takes it in hand. `first` returns the
    /// unfinished task on which a task depends, if there is one. That task is then also taken in
    /// hand, and its guard comes first. If another worker has one of the two in hand, the task is
    /// passed over. A queue that spreads then continues at a random place. If all remaining tasks
    /// are passed over, returns [`WorkerAction::Wait`], and the next call tries them again. Returns
    /// [`WorkerAction::End`] if no task remains.
    ///
    /// # Errors
    ///
    /// If `first` fails, or a task cannot be taken in hand. The task is then no longer in the
    /// queue.
    pub fn next(
        &mut self,
        first: impl Fn(&Job) -> Result<Option<u64>, FileError>,
    ) -> Result<WorkerAction<'a>, FileError> {
        while let Some(task) = self.left.pop_front() {
            let first = first(task)?;
            if let Some(guards) = self.claim_all(first.into_iter().chain([task.task]))? {
                return Ok(WorkerAction::Task(task, guards));
            }
            self.later.push_back(task);
            if self.spreads && !self.left.is_empty() {
                let places = self.left.len() as u64;
                let place = usize::try_from(random_number() % places).unwrap_or(0);
                self.left.rotate_left(place);
            }
        }
        std::mem::swap(&mut self.left, &mut self.later);
        Ok(if self.is_empty() { WorkerAction::End } else { WorkerAction::Wait })
    }

    /// Takes all `tasks` in hand, and returns their guards in the same order. Returns `None` if
    /// another worker has one of them in hand. Fails if one of them cannot be taken in hand. In
    /// both cases, the tasks that were already taken are free again.
    fn claim_all(
        &mut self,
        tasks: impl Iterator<Item = u64>,
    ) -> Result<Option<Vec<TaskGuard>>, FileError> {
        let mut guards = Vec::new();
        for task in tasks {
            let Some(guard) = self.in_hand.claim(task)? else { return Ok(None) };
            guards.push(guard);
        }
        Ok(Some(guards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::Work;

    fn tasks(number: u64) -> Vec<Job> {
        (0..number).map(|task| Job { task, of: None, work: Work::Block(String::new()) }).collect()
    }

    fn nothing(_: &Job) -> Result<Option<u64>, FileError> {
        Ok(None)
    }

    #[test]
    fn workers_side_by_side_come_to_each_task_once() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let tasks = tasks(60);
        let queue = || Queue::new(tasks.iter(), TasksInHand::new(folder.path().join("h")), true);
        let mut workers = [queue(), queue(), queue()];
        let (mut done, mut held) = (vec![0; tasks.len()], Vec::new());
        for turn in 0..60 {
            let turn = workers[turn % 3].next(nothing).expect("a folder");
            let WorkerAction::Task(task, holds) = turn else { panic!("{turn:?}") };
            done[usize::try_from(task.task).expect("a small number")] += 1;
            held.push(holds);
        }
        assert!(done.iter().all(|&times| times == 1), "{done:?}");
        assert_eq!(workers[0].in_hand_count(), 60);
        assert!(matches!(workers[0].next(nothing), Ok(WorkerAction::Wait)));
        held.clear();
        // The queue knows only which tasks are in hand. The worker checks which tasks are done.
        assert!(matches!(workers[0].next(nothing), Ok(WorkerAction::Task(..))));
    }

    #[test]
    fn a_task_whose_first_one_is_in_another_hand_comes_later() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let tasks = tasks(3);
        let mut queue = Queue::new(tasks.iter(), TasksInHand::new(folder.path().join("h")), false);
        let mut other = TasksInHand::new(folder.path().join("h"));
        let hold = other.claim(0).expect("a file").expect("it is free");
        let first = |task: &Job| Ok((task.task < 2).then_some(0).filter(|_| task.task == 1));
        let turn = queue.next(first).expect("a folder");
        assert!(
            matches!(turn, WorkerAction::Task(Job { task: 2, .. }, ref holds) if holds.len() == 1)
        );
        assert!(matches!(queue.next(first), Ok(WorkerAction::Wait)));
        drop(hold);
        assert!(matches!(queue.next(first), Ok(WorkerAction::Task(Job { task: 0, .. }, _))));
        let turn = queue.next(first).expect("a folder");
        assert!(
            matches!(turn, WorkerAction::Task(Job { task: 1, .. }, ref holds) if holds.len() == 2)
        );
        assert!(matches!(queue.next(first), Ok(WorkerAction::End)));
    }
}
