//! Numbers as a command line has them, refused with what would do.

/// How a time is written.
pub(super) const TIMES: &str = "write 90, 90s, 2m, 1h30m, 1d or 1-12:00:00";

/// A whole number that is not below `LEAST`.
pub(super) fn from<const LEAST: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number >= LEAST);
    number.ok_or_else(|| format!("write a whole number, {LEAST} or more"))
}

/// A whole number from `LEAST` to `MOST`.
pub(super) fn between<const LEAST: u64, const MOST: u64, N: TryFrom<u64>>(
    text: &str,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| format!("write a whole number from {LEAST} to {MOST}"))
}

/// How many answers: behind an option that may stand alone, and so may take a board for its value.
pub(super) fn of_answers(text: &str) -> Result<u64, String> {
    from::<1>(text).map_err(|told| format!("{told}; a board stands in front of this option"))
}
