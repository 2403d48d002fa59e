//! A forecast of a proof's growth. It is made once, when the proof has an eighth of a gigabyte. It
//! is calculated from the time in which the proof reached this size.

use std::io::{self, Write};
use std::time::Instant;

/// The size in bytes at which the forecast is made.
const EARLY: u64 = 1 << 27;
/// The size in bytes that the forecast is about: the forecast states when the proof will reach this
/// size.
const MUCH: f64 = 1e9;

/// A writer of a proof. At an eighth of a gigabyte it passes a forecast of the proof's growth, in
/// words, to `notify`.
pub struct GrowthMonitor<W> {
    out: W,
    /// The number of bytes written so far.
    bytes: u64,
    /// The moment at which the writer was created.
    start: Instant,
    /// The function that receives the forecast, at most once.
    notify: fn(&str),
}

impl<W: Write> GrowthMonitor<W> {
    /// Returns a writer to `out`, whose time starts now.
    pub fn new(out: W, notify: fn(&str)) -> GrowthMonitor<W> {
        GrowthMonitor { out, bytes: 0, start: Instant::now(), notify }
    }

    /// Counts written bytes. Calls `notify` with the forecast when their total reaches [`EARLY`],
    /// and never again.
    fn count(&mut self, written: usize) {
        let before = self.bytes;
        self.bytes += written as u64;
        if before < EARLY && self.bytes >= EARLY {
            let seconds = self.start.elapsed().as_secs_f64();
            (self.notify)(&forecast(self.bytes, seconds));
        }
    }
}

/// Returns the forecast for a proof that has `bytes` bytes after `seconds` seconds. The forecast
/// says how many seconds remain until the proof has [`MUCH`] bytes (1 GB), if it grows at the same
/// average rate. `bytes` must not be 0. The remaining time is negative if `bytes` is above
/// [`MUCH`].
fn forecast(bytes: u64, seconds: f64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a size in megabytes is rounded anyway")]
    let size = bytes as f64;
    let left = (MUCH - size) / size * seconds;
    format!(
        "the proof has {:.0} MB after {seconds:.0} s; at this rate it passes 1 GB in {left:.0} s; \
         --compress needs about a fifth of the space, and --time-limit ends the search",
        size / 1e6
    )
}

impl<W: Write> Write for GrowthMonitor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.count(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static SAID: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn a_large_proof_is_told_of_once() {
        let mut out = GrowthMonitor { bytes: EARLY - 10, ..GrowthMonitor::new(Vec::new(), |_| ()) };
        out.notify = |_| {
            SAID.fetch_add(1, Ordering::Relaxed);
        };
        for said in [0, 1, 1, 1] {
            out.write_all(b"seven...").expect("writing to memory does not fail");
            assert_eq!(SAID.load(Ordering::Relaxed), said, "{}", out.bytes);
        }
        assert_eq!(out.out.len(), 32);
        let told = forecast(125_000_000, 10.0);
        assert!(
            told.starts_with(
                "the proof has 125 MB after 10 s; at this rate it passes 1 GB in 70 s"
            ),
            "{told}"
        );
    }
}
