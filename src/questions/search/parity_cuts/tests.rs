//! Trees of windows with one thread and with several threads.

use super::*;
use crate::puzzles::open_model;
use crate::search::branch_and_cut::TreePart;
use crate::stop::Stop;

#[derive(Default)]
struct Taker {
    takes: bool,
    parts: Vec<TreePart>,
    given: u64,
}

impl Host for Taker {
    fn record_answer(&mut self, _: &[bool]) -> Result<Option<NodeDecision>, SearchError> {
        Ok(None)
    }

    fn is_over(&mut self, _: TreeProgress) -> bool {
        false
    }

    fn wants_part(&mut self) -> bool {
        self.takes
    }

    fn offer_part(&mut self, part: TreePart) {
        self.given += 1;
        self.parts.push(part);
    }
}

fn work(sides: (usize, usize), most: i64, takes: bool) -> (u64, u64) {
    let model = open_model("abbott-window", sides, &[], None);
    let cuts = ParityCuts::from_model(&model, &Stop::unlimited()).expect("windows have parities");
    let mut tree = Tree::new(&cuts.columns, &cuts, Branching::by_fraction(), None, true);
    let bound = (0..).find(|&value| cuts.total(value) == Some(most)).expect("a value");
    tree.set_bound(bound, most).expect("no proof");
    let mut host = Taker { takes, ..Taker::default() };
    let mut came = tree.search(&mut host).expect("no proof");
    while let (Decision::Unsat(_), Some(part)) = (&came, host.parts.pop()) {
        came = tree.search_part(part, &mut host).expect("no proof");
    }
    assert!(matches!(came, Decision::Unsat(_)), "{sides:?}: {came:?}");
    // Each part is counted exactly once in the refuted fraction.
    assert_eq!(tree.progress().refuted, 1.0, "{sides:?}");
    (tree.progress().programs, host.given)
}

#[test]
fn parts_that_are_given_away_take_little_more_work() {
    let mut all = [0, 0, 0];
    for (sides, most) in [((10, 11), 17), ((11, 11), 14), ((11, 13), 18)] {
        let ((alone, _), (shared, given)) = (work(sides, most, false), work(sides, most, true));
        all = [all[0] + alone, all[1] + shared, all[2] + given];
    }
    let [alone, shared, given] = all;
    assert!(given > 15 && shared * 2 < alone * 3, "{alone}, {shared}, {given}");
}
