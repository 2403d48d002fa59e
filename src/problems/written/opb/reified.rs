//! Reads reified constraints and preserved variables, as VeriPB has them in OPB.
//!
//! ```text
//! preserved: x1 x2 ;
//! x1 ~x2 ==> +1 x3 +2 x4 >= 2 ;
//! x5 <== +1 x3 +1 x4 >= 1 ;
//! ```
//!
//! In VeriPB 3, the literals come before the constraint. The conjunction of the literals before
//! `==>` implies the constraint. The constraint implies the single literal before `<==`. In VeriPB
//! 1, the literals come after the constraint. In both versions, an arrow points from the condition
//! to its consequence, and `<==>` is an equivalence. The **preserved variables** are a projection:
//! if solutions are counted, those that agree on these variables count as one.

use super::super::scan::is_blank;
use super::super::{Direction, Literal, Reification};
use super::terms::{begins_literal, is_in_name};
use super::{ENDS, OpbStatements};
use crate::source::Refusal;

/// The arrows, the longest one first, each with two directions. The first direction applies if the
/// literals are before the arrow, the second one if they are after it.
const ARROWS: [(&str, Direction, Direction); 3] = [
    ("<==>", Direction::Both, Direction::Both),
    ("==>", Direction::ToRow, Direction::ToLiteral),
    ("<==", Direction::ToLiteral, Direction::ToRow),
];

/// Returns the constraint in a statement. If the statement has an arrow, removes the arrow and its
/// literals.
pub(super) fn strip_literals(statement: &str) -> &str {
    let parts = ARROWS.iter().find_map(|arrow| statement.split_once(arrow.0));
    parts.map_or(statement, |(before, after)| {
        if before.contains(['<', '>', '=', '!', '≥', '≤', '≠']) { before } else { after }
    })
}

impl OpbStatements<'_> {
    /// Reads the literals and the arrow before a constraint, and adds new variables. Returns `None`
    /// if no literals with an arrow come next, and then skips only white space. The arrow must be
    /// within the next 16 KiB. Refuses several literals before an arrow other than `==>`, and a
    /// word before the arrow that is no literal.
    pub(super) fn literals_before_arrow(&mut self) -> Result<Option<Reification>, Refusal> {
        if !self.next_in_statement()?.is_some_and(begins_literal) {
            return Ok(None);
        }
        let ahead = self.scanner.lookahead();
        let end =
            ahead.iter().position(|&byte| !(is_in_name(byte) || is_blank(byte) || byte == b'~'));
        let arrow = end.and_then(|end| parse_arrow(&ahead[end..]));
        let Some((sign, direction, _)) = arrow else { return Ok(None) };
        let lits = self.literals(direction, &format!("a literal or `{sign}`"))?;
        self.scanner.skip(sign.len());
        Ok(Some(Reification { lits, direction }))
    }

    /// Reads the arrow and the literals after a constraint. Returns `None` if no arrow comes next.
    /// Refuses an arrow without a literal, and several literals after an arrow other than `<==`.
    pub(super) fn literals_after_arrow(&mut self) -> Result<Option<Reification>, Refusal> {
        self.next_in_statement()?;
        let Some((sign, _, direction)) = parse_arrow(self.scanner.lookahead()) else {
            return Ok(None);
        };
        self.scanner.skip(sign.len());
        let lits = self.literals(direction, "a literal or `;`")?;
        Ok(Some(Reification { lits, direction }))
    }

    /// Reads at least one literal, up to the next arrow or `;`, which is not skipped. Refuses
    /// several literals if the direction is not `ToRow`. Refuses any other text; this refusal says
    /// that `expected` was expected.
    fn literals(
        &mut self,
        direction: Direction,
        expected: &str,
    ) -> Result<Box<[Literal]>, Refusal> {
        let mut lits = Vec::new();
        loop {
            let next = self.next_in_statement()?;
            let is_over = next == Some(b';') || parse_arrow(self.scanner.lookahead()).is_some();
            if is_over && !lits.is_empty() {
                return Ok(lits.into());
            }
            if !next.is_some_and(begins_literal) {
                return Err(self.scanner.unexpected(ENDS, expected));
            }
            let start = self.scanner.here();
            let lit = self.literal()?;
            if direction != Direction::ToRow && !lits.is_empty() {
                let found = format!("several literals with `{}`", direction.arrow());
                let expected = "one literal; only `==>` may follow several literals";
                return Err(self.scanner.refusal(found, expected, self.scanner.since(start)));
            }
            lits.push(lit);
        }
    }

    /// Reads the variables after `preserved:`, with the `;` that ends them, and adds them to the
    /// projection. The list may be empty; even then, a projection is requested. Refuses negated
    /// variables and any other text.
    pub(in crate::problems::written) fn preserved(&mut self) -> Result<(), Refusal> {
        let mut variables = Vec::new();
        while self.next_in_statement()?.is_some_and(|next| begins_literal(next) && next != b'~') {
            variables.push(self.literal()?);
        }
        self.semicolon("names of variables, and `;` after them")?;
        self.written.project(&variables);
        Ok(())
    }
}

/// Returns the entry in [`ARROWS`] of the arrow with which a text begins. Returns `None` if it
/// begins with no arrow.
fn parse_arrow(text: &[u8]) -> Option<(&'static str, Direction, Direction)> {
    ARROWS.into_iter().find(|arrow| text.starts_with(arrow.0.as_bytes()))
}
