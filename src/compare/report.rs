//! Reports of a summary for people and programs: for the terminal, as tables, as a page.

pub mod figures;
pub mod html;
pub mod latex;
mod markup;
mod plot;
pub mod table;
pub mod text;
