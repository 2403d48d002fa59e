//! Search by cubes, each bounded by a minimum cut before the solver searches it.
//!
//! If two counts exclude each other along the lines of a board ([`exclusion`]), sums over lines
//! refute a bound on both counts. A search by clauses derives these sums again in every branch:
//! with each additional row and column, a solver takes eight times as long. But each row and each
//! column can be given a colour: one of the two counts, which alone can have true literals there.
//! Then a minimum cut over the diagonals bounds both counts in a microsecond. So all colourings of
//! rows and columns, up to symmetry ([`frame`]), are bounded in this way ([`scan`]). A colouring
//! that the cut does not refute is a cube: every literal that the colouring excludes is false.
//! Refuted colourings stay refuted for better bounds.
//!
//! If no proof is written, refutations rely on the bounds by minimum cuts. Tests compare these
//! bounds with brute force.
//!
//! Threads take colourings of the outer lines ([`frame`]) from one list. A single solver searches
//! the few remaining cubes: one of the 69 million pairs of colourings of the 15 × 15 board, and
//! none of the 259 million of 16 × 16.
//!
//! Tried and dropped: weights 1 : 1 of the two counts. With these weights, a fifth of all pairs of
//! colourings of the 12 × 12 board are left after the cuts.

use crate::decision::Decision;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use super::method::Method;
use super::movement::Item;
use super::optimiser::Optimiser;
use super::{Cubes, Division, Fit, SearchError, Share, Strategy};
use crate::model::{Lit, Model};
use crate::proof::ProofError;
use crate::stop::Stop;

use frame::ColouringFrame;
use scan::{Scan, ScanTally, side_of};

use exclusion::Exclusion;

mod cut;
mod exclusion;
mod flow;
mod frame;
mod proof;
mod scan;
mod tree;

/// The method `cubes`. It fits models with two counts that exclude each other along lines.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "cubes",
        summary: "colour rows and columns in every way, bound each colouring by a minimum cut, and search the remaining ones",
        fit,
        division: Division::Cubes {
            in_conflicts: false,
            breaks_symmetries: true,
            progress: |cubes| {
                let Cubes { share, left, .. } = cubes;
                format!("{:.1} % of the cubes bounded, {left} left to the solver", 100.0 * share)
            },
            divides: |_, _, _, _| true,
        },
        needs_cores: false,
        demands: true,
        needs_clauses: true,
        has_proof: tree::has_proof,
    },
    run,
    share: Some(search_share),
    trial: None,
};

/// The largest sum of the number of rows and the number of columns with which this strategy is the
/// default. The square with 22 rows takes a day.
const MOST_LINES: usize = 44;

/// Returns [`Fit::Best`] if the board has at most [`MOST_LINES`] rows and columns together, and
/// [`Fit::Possible`] if it has more. Returns [`Fit::None`] if the model does not have two counts
/// that exclude each other, or if the board is too large for the frame.
fn fit(model: &Model, stop: &Stop) -> Fit {
    match Exclusion::from_model(model, stop).filter(ColouringFrame::fits) {
        None => Fit::None,
        Some(exclusion) => {
            let lines: usize = exclusion.partitions[..2].iter().sum();
            if lines <= MOST_LINES { Fit::Best } else { Fit::Possible }
        }
    }
}

/// Demands the next better bound. After each answer, demands a better one, until a demand is
/// refuted or the search ends. Records the refuted demand. If a proof is written, searches the tree
/// of colours instead of all colourings. If the search ends early, the bound stays undecided. Fails
/// if the model does not have the structure that the method needs, or if an encoding, a solver, the
/// proof or the check of an answer fails.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let outcome = match optimiser.log() {
        Some(log) => {
            tree::refute(optimiser, log)?.ok_or(ProofError::Search(METHOD.strategy.name))?
        }
        None => search_share(optimiser, Share::ALL)?,
    };
    if let Some(bound) = optimiser.next_better().filter(|_| outcome == Decision::Unsat(())) {
        optimiser.refute(bound);
    }
    Ok(())
}

/// Searches a share of the colourings of the outer lines. One task of a plan searches one share.
/// Records the answers, and the number of symmetries that it uses. Returns `Sat` if no better
/// answer than the best one is possible or wanted, `Unsat` if every cube of the share is refuted,
/// and `Unknown` if the search ended early. Does not record the refuted bound. Fails if the model
/// does not have the structure that the method needs, or if an encoding, a solver or the check of
/// an answer fails.
fn search_share(optimiser: &mut Optimiser, share: Share) -> Result<Decision, SearchError> {
    let (threads, symmetric, stop) = optimiser.settings();
    let exclusion = Exclusion::from_model(optimiser.model(), &stop).filter(ColouringFrame::fits);
    let exclusion = exclusion.ok_or(METHOD.requirement_error(
        "two counts that exclude each other along lines, as armies have, and a board with at most 24 rows and at most 24 columns",
    ))?;
    let frame = Arc::new(ColouringFrame::new(&exclusion, symmetric));
    optimiser.record_symmetries(frame.movements());
    let Some(bound) = optimiser.next_better() else { return Ok(Decision::Sat(())) };
    let survey = CubeSurvey {
        colourings: frame
            .outer_colourings()
            .into_iter()
            .filter(|&colouring| share.contains(&[colouring]))
            .collect(),
        next: AtomicUsize::new(0),
        bound: AtomicI64::new(bound),
        exclusion: &exclusion,
        frame: &frame,
        stop: &stop,
    };
    survey.run(optimiser, threads)
}

/// The search through the colourings of the outer lines. All threads share it.
struct CubeSurvey<'a> {
    /// The colourings of the share, in the order in which threads take them.
    colourings: Vec<u32>,
    /// The index of the next colouring that no thread has taken.
    next: AtomicUsize,
    /// The bound for which cubes are refuted. The bound becomes better with each answer.
    bound: AtomicI64,
    exclusion: &'a Exclusion,
    frame: &'a Arc<ColouringFrame>,
    stop: &'a Stop,
}

/// The result for one colouring of the outer lines.
struct SurveyResult {
    /// The colouring of the outer lines, as bits.
    outer: u32,
    /// The inner colourings that remain: no bound refutes them together with `outer`.
    left: Vec<u32>,
    tally: ScanTally,
}

impl CubeSurvey<'_> {
    /// Bounds all cubes, and searches the cubes that remain. If `threads` is 1, the calling thread
    /// does both. Otherwise, `threads` new threads bound the cubes, and the calling thread searches
    /// the cubes that remain. Returns the same results as [`search_share`]: `Sat` if no better
    /// answer is possible or wanted, else `Unsat` if all colourings are surveyed, else `Unknown`.
    /// Fails if the search of a cube fails.
    fn run(&self, optimiser: &mut Optimiser, threads: usize) -> Result<Decision, SearchError> {
        let colourings = self.colourings.len();
        let mut ledger = Ledger { colourings, surveyed: 0, tally: ScanTally::default() };
        match threads {
            1 => self.run_alone(optimiser, &mut ledger)?,
            _ => self.run_together(optimiser, threads, &mut ledger)?,
        }
        Ok(match optimiser.next_better() {
            None => Decision::Sat(()),
            Some(_) if ledger.is_complete() => Decision::Unsat(()),
            Some(_) => Decision::Unknown,
        })
    }

    /// Bounds the colourings one after another in the calling thread. Searches the remaining cubes
    /// of each colouring before bounding the next one. Adds the progress to `ledger`. Ends early at
    /// a stop, at an undecided cube, or if no better answer is possible or wanted. Fails if the
    /// search of a cube fails.
    fn run_alone(&self, optimiser: &mut Optimiser, ledger: &mut Ledger) -> Result<(), SearchError> {
        let mut scanner = scan::scanner(self.frame, self.stop);
        while let Some(surveyed) = optimiser.time_solving(|_| self.survey(&mut *scanner)) {
            if !self.search_cubes(optimiser, &surveyed, ledger)? {
                break;
            }
        }
        Ok(())
    }

    /// Bounds the colourings in `threads` new threads, while the calling thread searches the
    /// remaining cubes and adds the progress to `ledger`. Ends early in the same cases as
    /// `run_alone`. If the search ends early or fails, each new thread stops after the colouring
    /// that it is bounding, and no thread takes another colouring.
    fn run_together(
        &self,
        optimiser: &mut Optimiser,
        threads: usize,
        ledger: &mut Ledger,
    ) -> Result<(), SearchError> {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let mut scanner = scan::scanner(self.frame, self.stop);
                scope.spawn(move || {
                    while let Some(surveyed) = self.survey(&mut *scanner) {
                        if sender.send(surveyed).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut continues = Ok(true);
            while let (Ok(true), Ok(surveyed)) =
                (&continues, optimiser.time_solving(|_| receiver.recv()))
            {
                continues = self.search_cubes(optimiser, &surveyed, ledger);
            }
            self.next.store(self.colourings.len(), Relaxed);
            continues.map(drop)
        })
    }

    /// Takes the next colouring of the outer lines, so that no other thread gets it. Bounds the
    /// cubes of this colouring for the current bound. Returns `None` if no colouring is left, or if
    /// a stop is requested. If a colouring was taken before the stop, it is then not surveyed.
    fn survey(&self, scanner: &mut dyn Scan) -> Option<SurveyResult> {
        let &outer = self.colourings.get(self.next.fetch_add(1, Relaxed))?;
        let mut tally = ScanTally::default();
        let needs = self.exclusion.needs(self.bound.load(Relaxed));
        let needed = needs.map(|need| u32::try_from(need).unwrap_or(u32::MAX));
        let left = scanner.scan(outer, needed, &mut tally)?;
        Some(SurveyResult { outer, left, tally })
    }

    /// Searches those cubes of one colouring of the outer lines that the cuts did not refute.
    /// Demands better answers in each cube until the cube is refuted. A better answer also raises
    /// the bound for all threads. Then adds the colouring to `ledger` and reports the progress.
    /// Returns `false` if no better answer is possible or wanted, or if a cube is left undecided.
    /// In these cases, the colouring does not count as surveyed. Fails if an encoding, a solver or
    /// the check of an answer fails.
    fn search_cubes(
        &self,
        optimiser: &mut Optimiser,
        surveyed: &SurveyResult,
        ledger: &mut Ledger,
    ) -> Result<bool, SearchError> {
        for &inner in &surveyed.left {
            let cube = self.cube(surveyed.outer, inner);
            loop {
                let Some(bound) = optimiser.next_better() else { return Ok(false) };
                self.bound.store(bound, Relaxed);
                match optimiser.demand_in_cube(&cube, bound)? {
                    Decision::Sat(()) => {}
                    Decision::Unsat(()) => break,
                    Decision::Unknown => return Ok(false),
                }
            }
        }
        ledger.surveyed += 1;
        ledger.tally += surveyed.tally;
        let (bound, cubes) = (self.bound.load(Relaxed), ledger.cubes());
        if ledger.is_complete() {
            optimiser.report(bound, cubes);
        } else {
            optimiser.report_throttled(bound, cubes);
        }
        Ok(true)
    }

    /// Returns the cube of a pair of colourings: the negations of the literals that these
    /// colourings exclude. Literals of the first side come first. A literal is excluded if its
    /// outer line or its inner line has the colour of the other side. Literals that propagation
    /// makes false are left out.
    fn cube(&self, outer: u32, inner: u32) -> Vec<Lit> {
        let mut closed = Vec::new();
        for (side, items) in self.exclusion.sides.iter().enumerate() {
            for Item { lit, lines, .. } in items {
                if side_of(outer, lines[0]) != side || side_of(inner, lines[1]) != side {
                    closed.push(!*lit);
                }
            }
        }
        closed
    }
}

/// The progress of a survey through its colourings.
struct Ledger {
    /// The number of all colourings of the outer lines.
    colourings: usize,
    /// The number of colourings whose cubes are all refuted.
    surveyed: usize,
    /// The number of pairs of colourings that were bounded, and the number of pairs that the bounds
    /// did not refute.
    tally: ScanTally,
}

impl Ledger {
    /// Returns the progress as it is reported: the number of pairs of colourings that were bounded,
    /// the number of pairs that the bounds left, and the share of the outer colourings that are
    /// surveyed. The share is from 0 to 1, and is 0 if there are no colourings.
    fn cubes(&self) -> Cubes {
        Cubes {
            bounded: self.tally.pairs,
            left: self.tally.after_cuts,
            share: self.surveyed as f64 / self.colourings.max(1) as f64,
            left_over: None,
        }
    }

    fn is_complete(&self) -> bool {
        self.surveyed == self.colourings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::open_model;

    fn exclusion(rows: usize, columns: usize) -> Exclusion {
        let model = open_model("armies", (rows, columns), &[], None);
        Exclusion::from_model(&model, &Stop::unlimited()).expect("armies exclude each other")
    }

    fn reached(exclusion: &Exclusion, [outer, inner]: [u32; 2], needs: [u32; 2]) -> bool {
        let [first, second] = [exclusion.partitions[2], exclusion.partitions[3]];
        (0..1_u32 << (first + second)).any(|rests| {
            let numbers = [0, 1].map(|side: usize| {
                let counts = |item: &&Item| {
                    let places = [item.lines[2], first + item.lines[3]];
                    side_of(outer, item.lines[0]) == side
                        && side_of(inner, item.lines[1]) == side
                        && places.iter().all(|&place| side_of(rests, place) == side)
                };
                exclusion.sides[side].iter().filter(counts).count()
            });
            (0..2).all(|side| numbers[side] >= needs[side] as usize)
        })
    }

    fn compare(rows: usize, columns: usize, needs: [u32; 2]) -> [usize; 2] {
        let exclusion = exclusion(rows, columns);
        let frame = Arc::new(ColouringFrame::new(&exclusion, false));
        let mut scanner = scan::scanner(&frame, &Stop::unlimited());
        let mut tally = ScanTally::default();
        let mut numbers = [0; 2];
        for outer in frame.outer_colourings() {
            let left = scanner.scan(outer, needs, &mut tally).expect("no stop is requested");
            for inner in 0..1 << columns {
                let is_left = left.contains(&inner);
                let is_reached = reached(&exclusion, [outer, inner], needs);
                let name = format!("{rows} × {columns}, {needs:?}: {outer:b} and {inner:b}");
                assert!(is_left || !is_reached, "{name} is refuted");
                numbers[0] += usize::from(is_left);
                numbers[1] += usize::from(is_reached);
            }
        }
        assert_eq!(tally.after_cuts, numbers[0] as u64);
        numbers
    }

    #[test]
    fn what_is_refuted_cannot_be_reached() {
        for (rows, columns, needs) in [
            (2, 2, [1, 1]),
            (2, 3, [1, 1]),
            (3, 3, [1, 1]),
            (3, 3, [2, 2]),
            (3, 3, [1, 2]),
            (3, 4, [2, 2]),
        ] {
            let [left, reached] = compare(rows, columns, needs);
            assert!(
                left <= 2 * reached + 20,
                "{rows} × {columns}, {needs:?}: {left} and {reached}"
            );
        }
    }

    #[test]
    #[ignore = "long: minutes"]
    fn what_is_refuted_on_larger_boards_cannot_be_reached() {
        for (rows, columns, needs) in
            [(4, 4, [2, 2]), (4, 4, [3, 3]), (4, 4, [1, 4]), (3, 5, [2, 3])]
        {
            compare(rows, columns, needs);
        }
    }
}
