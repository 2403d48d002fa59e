//! Threads that share a tree.
//!
//! A busy thread gives a waiting thread the largest part of the tree that is not begun: the other
//! side of the first node on the busy thread's path. A part in which no value was chosen is as
//! symmetric as the board. The calling thread passes answers to the solver.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::Asker;
use super::cuts::Fixed;
use super::tree::{AfterAnswer, CutRefutation, CutTree, Host, NodeVerdict, TreePart, TreeProgress};
use crate::lock::locked;
use crate::search::SearchError;

const PERIOD: Duration = Duration::from_millis(20);

struct CrewBoard {
    lists: Mutex<CrewLists>,
    changed: Condvar,
    is_over: AtomicBool,
}

#[derive(Default)]
struct CrewLists {
    open: Vec<TreePart>,
    waiting: usize,
    working: usize,
    progress: TreeProgress,
    is_stopped: bool,
}

pub(super) fn search(
    tree: &mut CutTree,
    threads: usize,
    asker: &mut Asker,
) -> Result<NodeVerdict, SearchError> {
    if let Some(came) = tree.cut_root(asker)? {
        return Ok(came);
    }
    let lists = CrewLists { working: 1, ..CrewLists::default() };
    let board = CrewBoard {
        lists: Mutex::new(lists),
        changed: Condvar::new(),
        is_over: AtomicBool::new(false),
    };
    let (sender, receiver) = mpsc::channel();
    let others: Vec<CutTree> = (1..threads).map(|_| tree.again()).collect();
    let whole = &mut *tree;
    let came = thread::scope(|scope| {
        let mut first = CrewMember::of(&board, sender.clone());
        scope.spawn(move || {
            let came = whole.root(&mut first);
            first.leave(came, whole.progress());
            first.work(whole);
        });
        for mut tree in others {
            let mut member = CrewMember::of(&board, sender.clone());
            scope.spawn(move || member.work(&mut tree));
        }
        drop(sender);
        let came = loop {
            let met = match receiver.recv_timeout(PERIOD) {
                Ok(Ok(answer)) => asker.meet(&answer),
                Ok(Err(error)) => Err(error),
                Err(RecvTimeoutError::Timeout) => Ok(AfterAnswer::GoesOn),
                Err(RecvTimeoutError::Disconnected) => break Ok(board.came()),
            };
            let progress = locked(&board.lists).progress;
            match met {
                Ok(AfterAnswer::GoesOn) if asker.is_over(progress) => {
                    break Ok(NodeVerdict::Stopped);
                }
                Ok(AfterAnswer::GoesOn) => {}
                Ok(AfterAnswer::Reached) => break Ok(NodeVerdict::Reached),
                Ok(AfterAnswer::Stopped) => break Ok(NodeVerdict::Stopped),
                Err(error) => break Err(error),
            }
        };
        board.end();
        came
    });
    tree.set_progress(locked(&board.lists).progress);
    came
}

impl CrewBoard {
    fn came(&self) -> NodeVerdict {
        if locked(&self.lists).is_stopped {
            NodeVerdict::Stopped
        } else {
            NodeVerdict::Refuted(CutRefutation::for_good())
        }
    }

    fn end(&self) {
        self.is_over.store(true, Relaxed);
        let _lists = locked(&self.lists);
        self.changed.notify_all();
    }

    fn next(&self) -> Option<TreePart> {
        let mut lists = locked(&self.lists);
        lists.waiting += 1;
        loop {
            if self.is_over.load(Relaxed) {
                return None;
            }
            if let Some(part) = lists.open.pop() {
                lists.waiting -= 1;
                lists.working += 1;
                return Some(part);
            }
            if lists.working == 0 {
                self.changed.notify_all();
                return None;
            }
            lists = self.changed.wait(lists).unwrap_or_else(|broken| broken.into_inner());
        }
    }
}

struct CrewMember<'a> {
    board: &'a CrewBoard,
    sender: Sender<Result<Vec<Fixed>, SearchError>>,
    /// The part of this thread's progress that is already in the total.
    told: TreeProgress,
}

impl<'a> CrewMember<'a> {
    fn of(board: &'a CrewBoard, sender: Sender<Result<Vec<Fixed>, SearchError>>) -> CrewMember<'a> {
        CrewMember { board, sender, told: TreeProgress::default() }
    }

    fn work(&mut self, tree: &mut CutTree) {
        while let Some(part) = self.board.next() {
            let came = tree.search_part(part, self);
            self.leave(came, tree.progress());
        }
    }

    fn note(&mut self, lists: &mut CrewLists, progress: TreeProgress) {
        lists.progress.programs += progress.programs - self.told.programs;
        lists.progress.refuted += progress.refuted - self.told.refuted;
        self.told = progress;
    }

    fn leave(&mut self, came: Result<NodeVerdict, SearchError>, progress: TreeProgress) {
        let mut lists = locked(&self.board.lists);
        self.note(&mut lists, progress);
        lists.working -= 1;
        let is_stopped = !matches!(came, Ok(NodeVerdict::Refuted(_)));
        lists.is_stopped |= is_stopped;
        if let Err(error) = came {
            let _ = self.sender.send(Err(error));
        }
        if is_stopped {
            self.board.is_over.store(true, Relaxed);
        }
        self.board.changed.notify_all();
    }
}

impl Host for CrewMember<'_> {
    fn meet(&mut self, answer: &[Fixed]) -> Result<AfterAnswer, SearchError> {
        match self.sender.send(Ok(answer.to_vec())) {
            Ok(()) => Ok(AfterAnswer::GoesOn),
            Err(_) => Ok(AfterAnswer::Stopped),
        }
    }

    fn is_over(&mut self, progress: TreeProgress) -> bool {
        self.note(&mut locked(&self.board.lists), progress);
        self.board.is_over.load(Relaxed)
    }

    fn wants_part(&mut self) -> bool {
        let lists = locked(&self.board.lists);
        lists.open.len() < lists.waiting
    }

    fn give(&mut self, part: TreePart) {
        locked(&self.board.lists).open.push(part);
        self.board.changed.notify_one();
    }
}
