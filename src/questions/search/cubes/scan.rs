//! The inner loop: for one outer colouring ([`super::frame`]), bounds on the rests (the diagonals)
//! refute the inner colourings.
//!
//! When a pair of colourings is chosen, a literal is **open** if its outer and its inner line have
//! the colour of its side (count). Each line of the rests has a slot with two bytes, one for each
//! side: the weight of the open literals of this side on the line. These bytes are sums of table
//! entries, with one table for every six inner lines. A colouring takes only two vector additions,
//! because the table of the first six lines changes fastest. There are four bounds. Each bound is
//! computed only for the pairs that the previous bound did not refute:
//!
//! 1. **Sums.** On each half, a colouring of the rests weighs at most the sum of the larger bytes
//!    over either partition. This bound takes ten nanoseconds and refutes five of six pairs.
//! 2. **Pushes.** The third bound computes a flow. A part of this flow is pushed along each outer
//!    line. All crossings with inner lines of one parity are done at once, since they share no
//!    diagonal. This bound takes 200 nanoseconds and refutes nine of ten pairs.
//! 3. **Minimum cut.** A literal counts if both its rests have the colour of its side. So twice the
//!    weight of a colouring is a difference: the sum of the weights on the rests in their colour,
//!    minus the weight of each literal whose two rests have different colours. In the graph, a rest
//!    is a source or a sink of the difference of its weights, and a literal is an edge between its
//!    rests. So twice the largest weight is the sum of the larger bytes minus the maximum flow.
//!    This bound takes two microseconds and refutes almost all pairs.
//! 4. **Minimum cuts with other weights.**
//!
//! **Weights.** The weights a and b of the two sides are chosen to balance the sides. All open
//! literals of the first side together weigh as much as all open literals of the second side, as
//! nearly as bytes allow. So a : b = (open literals of the second side) : (open literals of the
//! first side). On the 12 × 12 board, weights of 1 : 1 leave 199,126 of 946,003 pairs after the
//! cut, weights up to 2 leave 147, and the weights chosen in this way leave none.
//!
//! The compiler vectorises the loops over bytes, and `pulp` chooses the instructions at run time.
//! With AVX-512, the 16 × 16 board takes about 80 nanoseconds for each of its 259 million pairs.

use std::sync::Arc;

use pulp::Arch;

use super::flow::Flow;
use super::frame::{ColouringFrame, DIGIT, Diagonal, MOST_SLOTS};
use crate::stop::Stop;

/// Two numbers of pairs, each of an outer and an inner colouring: the pairs that scans tested, and
/// the pairs that no bound refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScanTally {
    /// The number of pairs whose sums were compared with the bound.
    pub pairs: u64,
    /// The number of pairs that are left after all bounds.
    pub after_cuts: u64,
}

impl std::ops::AddAssign for ScanTally {
    fn add_assign(&mut self, other: ScanTally) {
        self.pairs += other.pairs;
        self.after_cuts += other.after_cuts;
    }
}

/// A scanner: for one outer colouring, it bounds all inner colourings.
pub(super) trait Scan: Send {
    /// Returns the inner colourings that are left. These are the colourings that neither symmetries
    /// nor fixed literals exclude, and that the bounds do not refute together with the outer
    /// colouring `outer`. Returns `None` if a stop is requested. `needs` has the number of true
    /// literals that each count must reach. Adds the numbers of pairs to `tally`. After a stop, not
    /// all pairs are counted.
    fn scan(&mut self, outer: u32, needs: [u32; 2], tally: &mut ScanTally) -> Option<Vec<u32>>;
}

/// Returns a scanner with the smallest vectors that fit the frame.
pub(super) fn scanner(frame: &Arc<ColouringFrame>, stop: &Stop) -> Box<dyn Scan> {
    match frame.segment {
        MOST_SLOTS => Box::new(PairScanner::<128, 16>::new(frame, stop)),
        _ => Box::new(PairScanner::<64, 8>::new(frame, stop)),
    }
}

/// A byte for each side and slot. The byte is a number of literals, or the weight of these
/// literals.
#[derive(Clone, Copy)]
struct Bytes<const SLOTS: usize> {
    /// The bytes of the first side, one for each slot.
    first: [u8; SLOTS],
    /// The bytes of the second side, one for each slot.
    second: [u8; SLOTS],
}

impl<const SLOTS: usize> Bytes<SLOTS> {
    /// Bytes that are all 0: no literals in any slot.
    const NONE: Self = Bytes { first: [0; SLOTS], second: [0; SLOTS] };

    /// Returns the sum of both weights in each slot. The weights are chosen so that each sum fits
    /// in a byte.
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let mut sum = Bytes::NONE;
        for slot in 0..SLOTS {
            sum.first[slot] = self.first[slot].wrapping_add(other.first[slot]);
            sum.second[slot] = self.second[slot].wrapping_add(other.second[slot]);
        }
        sum
    }

    /// Returns the weights of these numbers of literals. Both weights must be small enough for the
    /// products to fit in bytes.
    #[inline(always)]
    fn times(&self, weights: [u8; 2]) -> Self {
        let mut product = Bytes::NONE;
        for slot in 0..SLOTS {
            product.first[slot] = self.first[slot].wrapping_mul(weights[0]);
            product.second[slot] = self.second[slot].wrapping_mul(weights[1]);
        }
        product
    }

    /// Returns the numbers of literals that have these weights. This is the inverse of
    /// [`Bytes::times`].
    fn divided_by(&self, weights: [u8; 2]) -> Self {
        Bytes {
            first: self.first.map(|weight| weight / weights[0]),
            second: self.second.map(|weight| weight / weights[1]),
        }
    }

    /// Returns the largest weight that the sums allow. Each half adds the smaller sum of its two
    /// segments. In the sum of a segment, each slot adds its larger byte.
    #[inline(always)]
    fn allowed(&self) -> u32 {
        let mut larger = [0; SLOTS];
        for (larger, (&first, &second)) in
            larger.iter_mut().zip(self.first.iter().zip(&self.second))
        {
            *larger = first.max(second);
        }
        let mut sums = [0; 4];
        for (segment, sum) in sums.iter_mut().enumerate() {
            for slot in 0..SLOTS / 4 {
                *sum += u32::from(larger[segment * (SLOTS / 4) + slot]);
            }
        }
        sums[0].min(sums[1]) + sums[2].min(sums[3])
    }

    /// Returns the least flow that refutes a pair. Such a flow proves that every colouring of the
    /// remaining lines (the diagonals) weighs less than `needed`. If the stored bytes prove this
    /// without a flow, the result is 0 or negative.
    #[inline(always)]
    fn refuting_flow(&self, needed: u32) -> i32 {
        let mut twice = 1;
        for slot in 0..SLOTS {
            twice += i32::from(self.first[slot].max(self.second[slot]));
        }
        twice - 2 * needed.cast_signed()
    }
}

/// An inner colouring that is not refuted yet.
struct OpenColouring<const SLOTS: usize> {
    /// The colouring of the inner lines, as bits.
    inner: u32,
    /// The weights of the open literals in each slot.
    weights: Bytes<SLOTS>,
}

/// The inputs of the loops. These are an outer colouring, and the number of inner lines that belong
/// to the first side. All inner colourings with this number are tested together.
struct ScanRound<'a> {
    frame: &'a ColouringFrame,
    /// The colouring of the outer lines, as bits.
    outer: u32,
    /// The number of inner lines of the first side.
    number: u32,
    /// The weight of a literal of each side.
    weights: [u8; 2],
    /// The total weight of the true literals that both counts need.
    needed: u32,
}

/// A scanner for frames with `SLOTS` slots. A vector of `LANES` numbers has a lane for each inner
/// line of one parity.
struct PairScanner<const SLOTS: usize, const LANES: usize> {
    frame: Arc<ColouringFrame>,
    stop: Stop,
    /// The instruction set of this machine.
    arch: Arch,
    /// One table for every six inner lines, from the first lines on. The entry for a colouring of
    /// these lines is the number of open literals of each side in each slot.
    counts: Vec<Vec<Bytes<SLOTS>>>,
    /// The weights of the open literals for the current round, in the order of `counts`.
    tables: Vec<Vec<Bytes<SLOTS>>>,
    /// The inner colourings of the current round that the sums and pushes do not refute.
    left: Vec<OpenColouring<SLOTS>>,
    /// The memory of the flow, which all cuts share.
    flow: Flow,
}

impl<const SLOTS: usize, const LANES: usize> Scan for PairScanner<SLOTS, LANES> {
    /// Tests the inner colourings with the outer colouring `outer`. `needs` has the number of true
    /// literals that each count must reach. The tests are made in groups, by the number of inner
    /// lines that belong to the first side, from 0 on. Returns the colourings that are left, in
    /// this order. Checks for a stop before each group. At a stop, returns `None` and leaves
    /// `tally.after_cuts` unchanged. `tally.pairs` does not count colourings that are excluded
    /// before the sums: by fixed literals, by symmetries, or because their number of lines leaves
    /// too few open literals. Replaces the tables of the scanner.
    fn scan(&mut self, outer: u32, needs: [u32; 2], tally: &mut ScanTally) -> Option<Vec<u32>> {
        let frame = Arc::clone(&self.frame);
        self.count(outer);
        let mut remaining = Vec::new();
        let inner = u32::try_from(frame.inner).expect("a board has few lines");
        let outers = [
            outer.count_ones(),
            u32::try_from(frame.outer).expect("a board has few lines") - outer.count_ones(),
        ];
        for number in 0..=inner {
            if self.stop.is_reached() {
                return None;
            }
            let most = frame.most_at_crossing;
            let open = [most[0] * outers[0] * number, most[1] * outers[1] * (inner - number)];
            let least_image = frame.least_image(number);
            if open[0] < needs[0]
                || open[1] < needs[1]
                || least_image.is_some_and(|n| n < outers[0])
            {
                continue;
            }
            let weights = balancing_weights(open, frame.most_on_rest);
            let needed = weigh(weights, needs);
            let round = ScanRound { frame: &frame, outer, number, weights, needed };
            tally.pairs += self.refute(&round);
            let is_new = |inner: u32| {
                least_image != Some(outers[0]) || !frame.is_image_smaller(outer, inner)
            };
            for left in &self.left {
                if is_new(left.inner) && !any_cut_refutes(&mut self.flow, &round, left, needs) {
                    remaining.push(left.inner);
                }
            }
        }
        tally.after_cuts += remaining.len() as u64;
        Some(remaining)
    }
}

impl<const SLOTS: usize, const LANES: usize> PairScanner<SLOTS, LANES> {
    /// Returns a scanner without tables. Each scan computes the tables for its outer colouring.
    fn new(frame: &Arc<ColouringFrame>, stop: &Stop) -> Self {
        PairScanner {
            frame: Arc::clone(frame),
            stop: stop.clone(),
            arch: Arch::new(),
            counts: Vec::new(),
            tables: Vec::new(),
            left: Vec::new(),
            flow: Flow::default(),
        }
    }

    /// Counts the open literals for an outer colouring, in a table for every six inner lines. A
    /// table has an entry for each colouring of its lines. Replaces the counts for the previous
    /// outer colouring.
    fn count(&mut self, outer: u32) {
        let inner = self.frame.inner;
        let columns: Vec<Bytes<SLOTS>> =
            (0..inner).map(|line| self.open_literals(line, outer)).collect();
        self.counts.clear();
        for lines in columns.chunks(DIGIT) {
            let colourings = 0..1_u32 << lines.len();
            let open = |colouring: u32| {
                let mut open = Bytes::NONE;
                for (line, column) in lines.iter().enumerate() {
                    match colouring >> line & 1 {
                        1 => add(&mut open.first, &column.first),
                        _ => add(&mut open.second, &column.second),
                    }
                }
                open
            };
            self.counts.push(colourings.map(open).collect());
        }
    }

    /// Returns the number of open literals of each side in each slot, for one inner line and an
    /// outer colouring. If the line belongs to the first side, the numbers of the first side apply.
    /// Otherwise, the numbers of the second side apply.
    fn open_literals(&self, line: usize, outer: u32) -> Bytes<SLOTS> {
        let mut open = Bytes::NONE;
        for row in 0..self.frame.outer {
            let side = side_of(outer, row);
            let bytes = if side == 0 { &mut open.first } else { &mut open.second };
            let slots = &self.frame.crossings[side][row * self.frame.inner + line];
            slots.iter().flatten().for_each(|&slot| bytes[slot] += 1);
        }
        open
    }

    /// Replaces `left` by the inner colourings of the round that neither the sums nor the pushes
    /// refute. Pushes are used only if the diagonals of the frame are regular.
    /// [`PairScanner::count`] must have counted for the outer colouring of the round. Returns the
    /// number of tested colourings.
    fn refute(&mut self, round: &ScanRound) -> u64 {
        self.left.clear();
        self.arch.dispatch(Loops::<SLOTS, LANES> {
            round,
            counts: &self.counts,
            tables: &mut self.tables,
            left: &mut self.left,
        })
    }
}

/// Returns the side (0 or 1) to which a colouring assigns a line.
pub(super) fn side_of(colouring: u32, line: usize) -> usize {
    usize::from(colouring >> line & 1 == 0)
}

fn add<const SLOTS: usize>(sum: &mut [u8; SLOTS], more: &[u8; SLOTS]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Returns weights, at least 1, with which all open literals of one side weigh about as much as all
/// open literals of the other side. `open` has the number of open literals of each side; 0 counts
/// as 1. `most_on_rest` has the most literals of each side on one line of the rests, at most 255.
/// The weights are small enough for the sums of weights on such a line to fit in bytes. Among the
/// weights that bring the two totals nearest to each other, the smallest first weight is preferred,
/// and then the smallest second weight.
fn balancing_weights(open: [u32; 2], most_on_rest: [u32; 2]) -> [u8; 2] {
    let largest = most_on_rest
        .map(|most| u8::try_from(255 / most.max(1)).expect("the number fits in a byte"));
    let open = open.map(|open| open.max(1));
    (1..=largest[0]).flat_map(|a| (1..=largest[1]).map(move |b| [a, b])).fold(
        [1, 1],
        |best, next| {
            let ((large, small), (best_large, best_small)) =
                (ordered_weights(next, open), ordered_weights(best, open));
            if large * best_small < best_large * small { next } else { best }
        },
    )
}

/// Returns the total weight of the open literals of each side, the larger total first.
fn ordered_weights([a, b]: [u8; 2], open: [u32; 2]) -> (u64, u64) {
    let (one, other) = (u64::from(a) * u64::from(open[0]), u64::from(b) * u64::from(open[1]));
    (one.max(other), one.min(other))
}

/// Weights of the two sides. They are tried after the balanced weights, and refute some of the
/// pairs that the balanced weights leave.
const WEIGHTS: [[u8; 2]; 10] =
    [[1, 1], [2, 3], [3, 2], [3, 4], [4, 3], [4, 5], [5, 4], [1, 2], [2, 1], [7, 5]];

/// Returns whether a minimum cut refutes a pair of colourings. Tries the weights of the round and
/// then [`WEIGHTS`]. `left.weights` must be computed with the weights of the round. `needs` has the
/// number of true literals that each count must reach. Overwrites `flow`.
fn any_cut_refutes<const SLOTS: usize>(
    flow: &mut Flow,
    round: &ScanRound,
    left: &OpenColouring<SLOTS>,
    needs: [u32; 2],
) -> bool {
    if cut_refutes(flow, round, left.inner, &left.weights) {
        return true;
    }
    let counted = left.weights.divided_by(round.weights);
    WEIGHTS.iter().any(|&weights| {
        let reweighted = ScanRound { weights, needed: weigh(weights, needs), ..*round };
        cut_refutes(flow, &reweighted, left.inner, &counted.times(weights))
    })
}

/// Returns the total weight of these numbers of literals of the two sides.
fn weigh(weights: [u8; 2], numbers: [u32; 2]) -> u32 {
    u32::from(weights[0]) * numbers[0] + u32::from(weights[1]) * numbers[1]
}

/// Returns whether a minimum cut refutes a pair of colourings: it proves that no colouring of the
/// rests weighs `round.needed` or more. The pair is the outer colouring of the round and `inner`.
/// `bytes` has the weights on each diagonal, computed with the weights of the round. Overwrites
/// `flow`, whose memory is used again.
fn cut_refutes<const SLOTS: usize>(
    flow: &mut Flow,
    round: &ScanRound,
    inner: u32,
    bytes: &Bytes<SLOTS>,
) -> bool {
    let ScanRound { frame, outer, weights, .. } = *round;
    let mut wanted = bytes.refuting_flow(round.needed);
    flow.begin(
        bytes
            .first
            .iter()
            .zip(bytes.second)
            .map(|(&first, second)| i32::from(first) - i32::from(second)),
    );
    for row in 0..frame.outer {
        let side = side_of(outer, row);
        for column in (0..frame.inner).filter(|&column| side_of(inner, column) == side) {
            for &slots in &frame.crossings[side][row * frame.inner + column] {
                wanted -= flow.add(slots, [i32::from(weights[side]); 2]);
            }
        }
    }
    wanted <= 0 || flow.grow(wanted) >= wanted
}

/// The loops over inner colourings. All loops are in one call, which is compiled for each
/// instruction set.
struct Loops<'a, const SLOTS: usize, const LANES: usize> {
    round: &'a ScanRound<'a>,
    /// One table of open literals for every six inner lines, from the first lines on. A table has
    /// an entry for each colouring of its lines.
    counts: &'a [Vec<Bytes<SLOTS>>],
    /// The memory for the weights of the open literals, in the order of `counts`.
    tables: &'a mut Vec<Vec<Bytes<SLOTS>>>,
    /// The list that receives the inner colourings that are not refuted.
    left: &'a mut Vec<OpenColouring<SLOTS>>,
}

impl<const SLOTS: usize, const LANES: usize> pulp::NullaryFnOnce for Loops<'_, SLOTS, LANES> {
    /// The number of tested colourings.
    type Output = u64;

    /// Fills `tables`. Then adds to `left` the inner colourings of the round that the sums do not
    /// refute. If the diagonals are regular, only colourings that the pushes do not refute either
    /// are added. `left` must be empty. Returns the number of colourings whose sums were tested.
    #[inline(always)]
    fn call(mut self) -> u64 {
        self.weigh();
        let pairs = self.sums();
        if let Some(diagonal) = &self.round.frame.diagonal {
            let round = self.round;
            self.left.retain(|left| !pushes_refute::<SLOTS, LANES>(round, diagonal, left));
        }
        pairs
    }
}

impl<const SLOTS: usize, const LANES: usize> Loops<'_, SLOTS, LANES> {
    /// Fills `tables` with the weights of the open literals in this round.
    #[inline(always)]
    fn weigh(&mut self) {
        self.tables.resize_with(self.counts.len(), Vec::new);
        for (table, counts) in self.tables.iter_mut().zip(self.counts) {
            table.clear();
            table.extend(counts.iter().map(|bytes| bytes.times(self.round.weights)));
        }
    }

    /// Tests those inner colourings that have `round.number` lines of the first side and that the
    /// frame combines with outer colourings. Adds to `left` the colourings that the sums over slots
    /// do not refute. `tables` must be filled for the round. Returns the number of tested
    /// colourings, or 0 if there are no tables. The colourings in one word of `canonical` differ
    /// only in the first six lines.
    #[inline(always)]
    fn sums(&mut self) -> u64 {
        let Some((last, others)) = self.tables.split_first() else { return 0 };
        let mut of_number = [0_u64; DIGIT + 1];
        for colouring in 0..last.len() {
            of_number[colouring.count_ones() as usize] |= 1 << colouring;
        }
        let (second, others) = others
            .split_first()
            .map_or((&[Bytes::NONE][..], others), |(second, others)| (&second[..], others));
        let mut pairs = 0;
        let words = self.round.frame.canonical.chunks(second.len());
        for (high, words) in (0_u32..).zip(words) {
            let base = look_up(others, high);
            for (low, (canonical, bytes)) in (0_u32..).zip(words.iter().zip(second)) {
                let number = self.round.number.checked_sub(high.count_ones() + low.count_ones());
                let Some(of_number) = number.and_then(|number| of_number.get(number as usize))
                else {
                    continue;
                };
                let mut bits = canonical & of_number;
                if bits == 0 {
                    continue;
                }
                pairs += u64::from(bits.count_ones());
                let base = base.plus(bytes);
                let word = high << second.len().trailing_zeros() | low;
                while bits != 0 {
                    let colouring = bits.trailing_zeros();
                    bits &= bits - 1;
                    let weights = base.plus(&last[colouring as usize]);
                    if weights.allowed() >= self.round.needed {
                        let inner = word << last.len().trailing_zeros() | colouring;
                        self.left.push(OpenColouring { inner, weights });
                    }
                }
            }
        }
        pairs
    }
}

/// Returns the sum of the entries that a colouring selects, one from each table. The first table
/// reads the lowest bits: a table of 2ⁿ entries reads n bits. Without tables, all bytes are 0.
#[inline(always)]
fn look_up<const SLOTS: usize>(tables: &[Vec<Bytes<SLOTS>>], colouring: u32) -> Bytes<SLOTS> {
    let mut sum = Bytes::NONE;
    let mut rest = colouring as usize;
    for table in tables {
        sum = sum.plus(&table[rest % table.len()]);
        rest /= table.len();
    }
    sum
}

/// Returns whether pushes along the outer lines give a flow that refutes a pair. If they do not, a
/// larger flow can still refute the pair. `left.weights` must be computed with the weights of the
/// round, and `diagonal` must belong to the frame of the round. All crossings of an outer line with
/// inner lines of one parity are done at once: they share no diagonal, and their slots are
/// consecutive.
#[inline(always)]
fn pushes_refute<const SLOTS: usize, const LANES: usize>(
    round: &ScanRound,
    diagonal: &Diagonal,
    left: &OpenColouring<SLOTS>,
) -> bool {
    let frame = round.frame;
    let mut excess = Excess::<LANES>::from_weights(&left.weights);
    let colours = [left.inner, !left.inner];
    let mut flow = [0_i16; LANES];
    for row in 0..frame.outer {
        let side = side_of(round.outer, row);
        let capacity = i16::from(round.weights[side]);
        for parity in [0, 1] {
            let open = every_other(colours[side] >> parity) & diagonal.open[side][row][parity];
            let capacities = lanes::<LANES>(open, capacity);
            excess.push(diagonal.starts[row][parity], &capacities, &mut flow);
        }
    }
    let total_flow: i32 = flow.iter().map(|&flow| i32::from(flow)).sum();
    total_flow >= left.weights.refuting_flow(round.needed)
}

/// Returns the bits with even indices, moved next to each other.
#[inline(always)]
fn every_other(bits: u32) -> u32 {
    let mut bits = bits & 0x5555_5555;
    for (shift, mask) in [(1, 0x3333_3333), (2, 0x0f0f_0f0f), (4, 0x00ff_00ff), (8, 0x0000_ffff)] {
        bits = (bits | bits >> shift) & mask;
    }
    bits
}

/// Returns a vector with `value` in the lanes whose bits are set, and 0 in the others.
#[inline(always)]
fn lanes<const LANES: usize>(bits: u32, value: i16) -> [i16; LANES] {
    let mut lanes = [0; LANES];
    for (lane, of) in lanes.iter_mut().enumerate() {
        *of = if bits >> lane & 1 == 1 { value } else { 0 };
    }
    lanes
}

/// For each slot, the weight of the first side minus the weight of the second side, with padding
/// for lanes beyond the last slot.
struct Excess<const LANES: usize>([i16; 4 * MOST_SLOTS + MOST_SLOTS / 2]);

impl<const LANES: usize> Excess<LANES> {
    /// Returns, for each slot, the weight of the first side minus the weight of the second side.
    /// The padding after the last slot is 0.
    #[inline(always)]
    fn from_weights<const SLOTS: usize>(weights: &Bytes<SLOTS>) -> Self {
        let mut excess = [0; 4 * MOST_SLOTS + MOST_SLOTS / 2];
        for (excess, (&first, &second)) in
            excess.iter_mut().zip(weights.first.iter().zip(&weights.second))
        {
            *excess = i16::from(first) - i16::from(second);
        }
        Excess(excess)
    }

    /// In each lane i, pushes flow between the slots `starts[0]` + i and `starts[1]` + i: from the
    /// slot with positive excess to the slot with negative excess, up to the lane's capacity. Adds
    /// the pushed amount to `flow`; it counts as positive in both directions. If the two excesses
    /// of a lane do not have opposite signs, pushes nothing in this lane. The slots from
    /// `starts[1]` on are written last, because the slots from `starts[0]` on can overlap them in
    /// lanes without capacity.
    #[inline(always)]
    fn push(&mut self, starts: [usize; 2], capacities: &[i16; LANES], flow: &mut [i16; LANES]) {
        let mut one = [0; LANES];
        let mut other = [0; LANES];
        one.copy_from_slice(&self.0[starts[0]..starts[0] + LANES]);
        other.copy_from_slice(&self.0[starts[1]..starts[1] + LANES]);
        for lane in 0..LANES {
            let (x, y) = (one[lane], other[lane]);
            let there = x.max(0).min((-y).max(0)).min(capacities[lane]);
            let back = y.max(0).min((-x).max(0)).min(capacities[lane]);
            one[lane] = x - there + back;
            other[lane] = y + there - back;
            flow[lane] += there + back;
        }
        self.0[starts[0]..starts[0] + LANES].copy_from_slice(&one);
        self.0[starts[1]..starts[1] + LANES].copy_from_slice(&other);
    }
}
