//! Counting: the number of true literals does not have the wrong parity.
//!
//! An integer program states a parity as sum = 2y or 2y + 1. Here the sum is counted in unary, by
//! any cardinality encoding. For each count j of the wrong parity, the output "at least j" implies
//! the output "at least j+1". Each of these two outputs needs only one side: j true literals imply
//! the output "at least j", and the output "at least j+1" implies that j+1 literals are true.
//!
//! If a count of 0 has the wrong parity, the output "at least 1" is promised to be true. If a count
//! of n has the wrong parity, the output "at least n" is promised to be false. These outputs are
//! then constants. The size is the size of the counter with all outputs, each with one implication
//! (O(n²) clauses for unary counters), plus one clause for each wrong count. Propagation is
//! complete with every counter whose own propagation is complete. So it is not complete with the
//! adder, for example.
//!
//! Publication: folklore: as in integer programming, the number of true literals equals 2y for an
//! integer y; here by a cardinality encoding.

use rustsat::types::Lit;

use super::{Parity, ParityEncoding};
use crate::cardinality::{Cardinality, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `counter` in the table [`ALL`](super::ALL).
pub const ROW: ParityEncoding = ParityEncoding {
    name: "counter",
    citation: "folklore: as in integer programming, the number of true literals equals 2y for an integer y; here by a cardinality encoding",
    essay: essay!("counter.rs"),
    write,
};

/// Writes that the number of true literals is even or odd. For each number j of the wrong parity, a
/// clause states: if the count is at least j, it is at least j + 1. If j is the number n of all
/// literals, the clause forbids this count instead. If 0 has the wrong parity, the counter may
/// assume that the count is not 0 (it is promised). If n has the wrong parity, it may assume that
/// the count is not n. Fails if `writer` refuses a clause.
fn write(
    lits: &[Lit],
    parity: Parity,
    counting: &Cardinality,
    writer: &mut Writer,
) -> Result<(), Error> {
    let n = lits.len();
    let mut counter = counting.counter(lits);
    if n > 0 && parity == Parity::Odd {
        counter.promise(1, true);
    }
    if n > 0 && Parity::from_number(n) != parity {
        counter.promise(n, false);
    }
    for wrong in (usize::from(parity == Parity::Even)..=n).step_by(2) {
        let at_least = match wrong {
            0 => Signal::True,
            _ => counter.output(wrong, Side::Upper, writer)?,
        };
        let more = match wrong {
            _ if wrong == n => Signal::False,
            _ => counter.output(wrong + 1, Side::Lower, writer)?,
        };
        writer.clause([!at_least, more])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::written;
    use super::{Parity, ROW};
    use crate::{Clauses, Tally, cardinality};
    use rustsat::types::Lit;

    #[test]
    fn any_counter_will_do() {
        for counting in cardinality::ALL {
            for (n, parity) in (0..=4).flat_map(|n| [(n, Parity::Even), (n, Parity::Odd)]) {
                let (variables, result) = written::<Clauses>(&ROW, n, parity, counting);
                let clauses = result.expect("collected");
                let holds =
                    |model: usize, lit: &Lit| (model >> lit.vidx() & 1 == 1) != lit.is_neg();
                let is_model = |model: usize| {
                    clauses.iter().all(|clause| clause.iter().any(|lit| holds(model, lit)))
                };
                for lits in 0..1_usize << n {
                    let allowed = (0..1 << (variables - n)).any(|more| is_model(more << n | lits));
                    let right = Parity::from_number(lits.count_ones() as usize) == parity;
                    assert_eq!(allowed, right, "{} at {lits:b} of {n}", counting.name);
                }
            }
        }
    }

    #[test]
    fn half_of_a_counter_that_is_written_on_both_sides() {
        let knuth = cardinality::by_name("knuth").expect("a row");
        let bdd = cardinality::by_name("bdd").expect("a row");
        for n in 4..=40 {
            let (variables, half) = written::<Tally>(&ROW, n, Parity::Even, knuth);
            let (same, both) = written::<Tally>(&ROW, n, Parity::Even, bdd);
            assert_eq!(variables, same, "n = {n}");
            let (half, both) = (half.expect("collected"), both.expect("collected"));
            assert!(half.clauses < both.clauses, "{half:?}, {both:?}, n = {n}");
            assert!(both.clauses <= 2 * n * (n + 1) + n / 2, "{both:?}, n = {n}");
        }
    }
}
