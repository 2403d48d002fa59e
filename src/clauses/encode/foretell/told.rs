//! Forecasts in words.

use std::fmt;

use super::{Extent, NoRoom};

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoRoom { all, room, most, extent, row, others } = self;
        write!(
            f,
            "the clauses would be too many: {all}, and {room}. Most are of {most}: {extent} by {row}. {others}"
        )
    }
}

pub(super) fn told(extent: &Extent) -> String {
    if extent.is_partial {
        let (clauses, bytes) = (short(extent.clauses), in_bytes(extent.bytes()));
        return format!("more than {clauses} clauses ({bytes})");
    }
    format!(
        "{} clauses with {} variables ({})",
        short(extent.clauses),
        short(extent.variables),
        in_bytes(extent.bytes())
    )
}

pub(super) fn about(extent: &Extent) -> String {
    let about = if extent.is_partial { "" } else { "about " };
    format!("{about}{}", told(extent))
}

/// Returns a number with two significant digits, such as `200 million`.
pub(super) fn short(number: u128) -> String {
    scaled(number, &[(1_000_000_000, " thousand million"), (1_000_000, " million"), (1, "")])
}

pub(super) fn in_bytes(bytes: u128) -> String {
    scaled(bytes, &[(1_000_000_000, " GB"), (1_000_000, " MB"), (1, " bytes")])
}

pub(super) fn scaled(number: u128, units: &[(u128, &str)]) -> String {
    let (unit, name) = units.iter().find(|unit| number >= unit.0).unwrap_or(&(1, ""));
    match number / unit {
        whole @ 0..10 if *unit > 1 => format!("{whole}.{}{name}", number % unit * 10 / unit),
        whole => format!("{whole}{name}"),
    }
}
