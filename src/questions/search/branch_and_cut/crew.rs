//! The search of one tree by several threads.
//!
//! Each thread searches one part of the tree at a time. A busy thread gives a waiting thread the
//! largest part of its tree that is not begun yet. This is the subtree of the other value of the
//! first choice on the busy thread's path. If no value was chosen on the path to a part, the part
//! has all symmetries of the board. Only the calling thread passes answers to the host.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::host::{Host, NodeDecision, TreePart, TreeProgress};
use super::premise::CutRefutation;
use super::tree::Tree;
use crate::decision::Decision;
use crate::lock::lock;
use crate::search::SearchError;

/// The longest time that the calling thread waits for an answer before it asks the host again
/// whether the search is over.
const PERIOD: Duration = Duration::from_millis(20);

/// The state that all threads share.
struct CrewBoard {
    lists: Mutex<CrewLists>,
    /// Notifies waiting threads when a part of the tree is offered or ends, and when the search is
    /// over.
    changed: Condvar,
    /// Whether all threads must stop.
    is_over: AtomicBool,
}

/// The shared lists and counters of the threads.
#[derive(Default)]
struct CrewLists {
    /// The parts of the tree that busy threads gave away and that no thread searches yet.
    open: Vec<TreePart>,
    /// The number of threads that wait for a part.
    waiting: usize,
    /// The number of parts that threads are searching now.
    working: usize,
    /// The progress of all threads together.
    progress: TreeProgress,
    /// Whether a thread ended its part without a refutation. Then the tree is not refuted.
    is_stopped: bool,
}

/// Searches a tree with `threads` threads (at least one) in addition to the calling thread, which
/// serves the host. The tree must be at its root, with its bound set, and must write no proof.
/// First adds cuts to the root in the calling thread; this can already decide the bound. Results:
///
/// - The decision of the host if an answer ends the search.
/// - `Unsat` if all parts are refuted.
/// - `Unknown` if the host ends the search, or if a thread ends its part without a refutation.
///
/// The first error stops all threads and is returned. If the threads were started, their total
/// progress, without its `work`, is recorded in `tree`.
pub fn search(
    tree: &mut Tree,
    threads: usize,
    host: &mut dyn Host,
) -> Result<NodeDecision, SearchError> {
    if let Some(came) = tree.cut_root(host)? {
        return Ok(came);
    }
    let lists = CrewLists { working: 1, ..CrewLists::default() };
    let board = CrewBoard {
        lists: Mutex::new(lists),
        changed: Condvar::new(),
        is_over: AtomicBool::new(false),
    };
    let (sender, receiver) = mpsc::channel();
    let others: Vec<Tree> = (1..threads).map(|_| tree.fork()).collect();
    let first_tree = &mut *tree;
    let came = thread::scope(|scope| {
        let mut first = CrewMember::new(&board, sender.clone());
        scope.spawn(move || {
            let came = first_tree.search_root(&mut first);
            first.finish_part(came, first_tree.progress());
            first.work(first_tree);
        });
        for mut tree in others {
            let mut member = CrewMember::new(&board, sender.clone());
            scope.spawn(move || member.work(&mut tree));
        }
        drop(sender);
        let came = loop {
            let met = match receiver.recv_timeout(PERIOD) {
                Ok(answer) => answer.and_then(|answer| host.record_answer(&answer)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => break Ok(board.outcome()),
            };
            if let Some(came) = met.transpose() {
                break came;
            }
            let progress = lock(&board.lists).progress;
            if host.is_over(progress) {
                break Ok(Decision::Unknown);
            }
        };
        board.end();
        came
    });
    tree.set_progress(lock(&board.lists).progress);
    came
}

impl CrewBoard {
    /// Returns the result of the tree if no answer ended the search. The result is undecided if a
    /// part was not refuted, and otherwise it is a refutation.
    fn outcome(&self) -> NodeDecision {
        if lock(&self.lists).is_stopped {
            Decision::Unknown
        } else {
            Decision::Unsat(CutRefutation::unconditional())
        }
    }

    /// Makes all threads stop, including those that wait for a part.
    fn end(&self) {
        self.is_over.store(true, Relaxed);
        let _lists = lock(&self.lists);
        self.changed.notify_all();
    }

    /// Waits for a part of the tree, and takes the part that was offered last. The thread then
    /// counts as working and no longer as waiting. Returns `None` if the search is over. Also
    /// returns `None` if no part is left and no thread works on one; then wakes the other waiting
    /// threads, too.
    fn next(&self) -> Option<TreePart> {
        let mut lists = lock(&self.lists);
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

/// A thread of the crew, as the host of its tree.
struct CrewMember<'a> {
    board: &'a CrewBoard,
    /// Passes answers and errors to the calling thread.
    sender: Sender<Result<Vec<bool>, SearchError>>,
    /// The amount of this thread's progress that is already in the total.
    counted: TreeProgress,
}

impl<'a> CrewMember<'a> {
    fn new(board: &'a CrewBoard, sender: Sender<Result<Vec<bool>, SearchError>>) -> CrewMember<'a> {
        CrewMember { board, sender, counted: TreeProgress::default() }
    }

    /// Searches one part after another, until the search is over or no part is left.
    fn work(&mut self, tree: &mut Tree) {
        while let Some(part) = self.board.next() {
            let came = tree.search_part(part, self);
            self.finish_part(came, tree.progress());
        }
    }

    /// Adds the progress of this thread's tree since the last call to the total. The progress is
    /// the number of programs and the refuted fraction. The number of updated table entries is not
    /// added.
    fn add_progress(&mut self, lists: &mut CrewLists, progress: TreeProgress) {
        lists.progress.programs += progress.programs - self.counted.programs;
        lists.progress.refuted += progress.refuted - self.counted.refuted;
        self.counted = progress;
    }

    /// Records the end of a part, and adds the progress since the last count to the total. The
    /// thread no longer counts as working. If `came` is not a refutation, ends the whole search,
    /// which then counts as stopped. This is also done if `came` is an answer or an error. Passes
    /// an error to the calling thread, and wakes all waiting threads.
    fn finish_part(&mut self, came: Result<NodeDecision, SearchError>, progress: TreeProgress) {
        let mut lists = lock(&self.board.lists);
        self.add_progress(&mut lists, progress);
        lists.working -= 1;
        let is_stopped = !matches!(came, Ok(Decision::Unsat(_)));
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
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError> {
        let is_sent = self.sender.send(Ok(answer.to_vec())).is_ok();
        Ok((!is_sent).then_some(Decision::Unknown))
    }

    fn is_over(&mut self, progress: TreeProgress) -> bool {
        self.add_progress(&mut lock(&self.board.lists), progress);
        self.board.is_over.load(Relaxed)
    }

    fn wants_part(&mut self) -> bool {
        let lists = lock(&self.board.lists);
        lists.open.len() < lists.waiting
    }

    fn offer_part(&mut self, part: TreePart) {
        lock(&self.board.lists).open.push(part);
        self.board.changed.notify_one();
    }
}
