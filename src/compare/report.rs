//! A summary for people and for programs: in the terminal, as tables, as a page.

pub mod html;
pub mod latex;
mod plot;
pub mod table;
pub mod text;
