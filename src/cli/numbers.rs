//! Parsers of numbers on the command line. Each error says what the user should write.

use std::num::IntErrorKind;
use std::time::Duration;

use crate::problem::{ParseNumberError, Rational};
use crate::record::origin;
use crate::solver::LARGEST_SEED;
use crate::source::quote;

/// The notations of a time, for errors.
pub(super) const TIMES: &str = "write 90, 90s, 2m, 1h30m, 1d or 1-12:00:00";

/// Parses a whole number of at least `LEAST`, which must fit into 64 bits. The text must have no
/// blanks. The error states the largest number only if the text exceeds it.
pub(super) fn at_least<const LEAST: u64>(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&number| number >= LEAST).ok_or_else(|| {
        if is_too_large(text) {
            format!("write a whole number from {LEAST} to {}", u64::MAX)
        } else {
            format!("write a whole number, {LEAST} or more")
        }
    })
}

/// Returns whether a text is a whole number above the largest number of 64 bits.
pub(super) fn is_too_large(text: &str) -> bool {
    text.parse::<u64>().is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow)
}

/// Parses a whole number from `LEAST` to `MOST`. A number that does not fit the type `N` is
/// refused, so `MOST` should fit it.
pub(super) fn in_range<const LEAST: u64, const MOST: u64, N: TryFrom<u64>>(
    text: &str,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    let converted = number.and_then(|number| N::try_from(number).ok());
    converted.ok_or_else(|| format!("write a whole number from {LEAST} to {MOST}"))
}

/// Parses a bound, an exact number such as 12, 1.25 or -1/3. A bound may begin with `-`, so clap
/// accepts even an option as a bound. Therefore, this function refuses a text that begins with
/// `--`, or with `-` and a letter. Also refuses any other text that is no number.
pub(super) fn bound(text: &str) -> Result<Rational, String> {
    let is_option = text.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|letter: char| letter == '-' || letter.is_ascii_alphabetic())
    });
    if is_option {
        return Err("the number is missing; write one such as 12, 1.25 or -1/3".to_owned());
    }
    text.parse().map_err(|error: ParseNumberError| error.to_string())
}

/// Parses a number of answers, which is at least 1. If the option has no number and a board follows
/// it, clap takes the board for the number. Therefore, the error about a text that is not a number
/// says that a board comes before the option.
pub(super) fn answer_count(text: &str) -> Result<u64, String> {
    at_least::<1>(text).map_err(|message| match text.parse::<f64>() {
        Ok(_) => message,
        Err(_) => format!("{message}; write the board before this option"),
    })
}

/// The largest number of threads. Larger numbers are refused as typing errors.
const MOST_THREADS: usize = 256;

/// Parses a time: a number of seconds, a time with units, or the notation of schedulers. Accepts 0
/// and fractions. Refuses negative times, and times above about 2^64 seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.parse().ok().or_else(|| parse_units(text)).or_else(|| parse_scheduler_time(text));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| {
        if seconds.is_some_and(|seconds| seconds > 0.0) {
            format!("write a time of at most {} seconds", u64::MAX)
        } else {
            format!("{} is no time: {}", quote(text), TIMES)
        }
    })
}

/// Parses a time as [`seconds`] does, but refuses 0.
pub(super) fn positive_seconds(text: &str) -> Result<Duration, String> {
    let time = seconds(text)?;
    if time.is_zero() { Err("write a time longer than 0".to_owned()) } else { Ok(time) }
}

/// Parses a time with units, such as `1h30m`, and returns it in seconds. A day has 24 hours.
/// Returns `None` for any other text. Also returns `None` for months and years, for two reasons:
/// the unit `M` differs from minutes only by its capital, and months and years have no fixed
/// length.
fn parse_units(text: &str) -> Option<f64> {
    let mut units = text.split(|symbol: char| !symbol.is_alphabetic());
    if units.any(|unit| unit == "M" || unit.starts_with('y') || unit.starts_with("month")) {
        return None;
    }
    humantime::parse_duration(text).ok().map(|duration| duration.as_secs_f64())
}

/// Parses `hh:mm:ss`, `d-hh`, `d-hh:mm` or `d-hh:mm:ss`, and returns the time in seconds. If there
/// are days, hours are at most 23. Minutes and seconds are at most 59. Returns `None` for any other
/// text. Also returns `None` for `mm:ss`, because some schedulers read it as hours and minutes, but
/// Slurm reads it as minutes and seconds.
fn parse_scheduler_time(text: &str) -> Option<f64> {
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (parse_digits(days, u32::MAX)?, clock),
        None => (0, text),
    };
    let mut parts = clock.split(':');
    let hours = parse_digits(parts.next()?, if text.contains('-') { 23 } else { u32::MAX })?;
    let rest: Vec<u32> = parts.map(|part| parse_digits(part, 59)).collect::<Option<_>>()?;
    let (minutes, seconds) = match (&rest[..], text.contains('-')) {
        ([], true) => (0, 0),
        (&[minutes], true) => (minutes, 0),
        (&[minutes, seconds], _) => (minutes, seconds),
        _ => return None,
    };
    let hours = f64::from(days) * 24.0 + f64::from(hours);
    Some((hours * 60.0 + f64::from(minutes)) * 60.0 + f64::from(seconds))
}

/// Parses a number of at most `most` from digits alone. Returns `None` for a larger number or any
/// other text, such as one with a sign.
fn parse_digits(text: &str, most: u32) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number <= most)
}

/// Parses a number of threads, from 1 to [`MOST_THREADS`]. `auto` means one thread for each core,
/// up to [`MOST_THREADS`].
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let most = MOST_THREADS;
    match text {
        "auto" => Ok(origin::cores().min(most)),
        number => number
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| format!("write auto or a number from 1 to {most}")),
    }
}

/// Parses a seed of the solver, from 0 to [`LARGEST_SEED`].
pub(super) fn seed(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&seed| seed <= LARGEST_SEED)
        .ok_or_else(|| format!("write a whole number from 0 to {LARGEST_SEED}"))
}

/// Parses the value of `--gap`, such as 0.1 or 10%, and returns it as a share of the answer's
/// value: both examples give 0.1. Accepts 0, and more than 100%. Refuses a negative or infinite
/// number, and a number above 1 without `%`, which is probably meant as a percentage.
pub(super) fn gap(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
        None => text.parse(),
    };
    let most = if text.ends_with('%') { f64::MAX } else { 1.0 };
    share.ok().filter(|share| (0.0..=most).contains(share)).ok_or_else(|| {
        "write a share of the value such as 0.1 or 10%; a number above 1 needs a % after it"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_number_that_is_too_large_has_its_maximum_named() {
        let large = "99999999999999999999";
        let told = Err("write a whole number from 1 to 18446744073709551615".to_owned());
        assert_eq!(super::at_least::<1>(large), told);
        assert_eq!(super::answer_count(large), told);
        for text in ["0", "-1", "x", "", "1.5"] {
            let told = super::at_least::<1>(text);
            assert_eq!(told, Err("write a whole number, 1 or more".to_owned()), "{text}");
        }
        let told = super::seconds("1e30").expect_err("a long time");
        assert_eq!(told, "write a time of at most 18446744073709551615 seconds");
        let told = super::gap("30").expect_err("a large share");
        assert!(told.ends_with("a number above 1 needs a % after it"), "{told}");
    }

    #[test]
    fn an_option_is_no_bound() {
        for text in ["-1/4", "-0.25", "-3", "1/3", "+2"] {
            assert_eq!(super::bound(text).ok(), text.parse().ok(), "{text}");
        }
        for text in ["--count", "-q", "-o", "--"] {
            let told = super::bound(text).expect_err(text);
            assert!(told.starts_with("the number is missing"), "{text}: {told}");
        }
        assert!(super::bound("1/").is_err() && super::bound("-1/0").is_err());
    }

    #[test]
    fn times_are_seconds_units_or_those_of_schedulers() {
        for (text, seconds) in [
            ("90", 90.0),
            ("0.5", 0.5),
            ("1e3", 1000.0),
            ("90s", 90.0),
            ("1h30m", 5400.0),
            ("1h 30m", 5400.0),
            ("1d", 86_400.0),
            ("2d12h", 216_000.0),
            ("1 day", 86_400.0),
            ("00:01:30", 90.0),
            ("36:00:00", 129_600.0),
            ("1-0", 86_400.0),
            ("1-12:30", 131_400.0),
            ("2-03:04:05", 183_845.0),
        ] {
            assert_eq!(super::seconds(text).map(|time| time.as_secs_f64()), Ok(seconds), "{text}");
        }
        for text in ["", "1:30", "-1", "-1s", "1-", "-", "1-24", "1-00:60", "a", "1h-2", "+1-2"] {
            assert!(super::seconds(text).is_err(), "{text}");
        }
        for text in [
            "nan",
            "inf",
            "1y",
            "1mo",
            "1M",
            "1year",
            "1:2:3:4",
            "1-1:1:1:1",
            "1-1 ",
            "9999999999999999d",
        ] {
            assert!(super::seconds(text).is_err(), "{text}");
        }
    }
}
