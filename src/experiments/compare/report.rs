//! Reports of a summary: text for a terminal, tables for programs and papers, and an HTML page.

mod columns;
pub mod figures;
pub mod html;
pub mod latex;
mod markup;
mod plot;
pub mod table;
pub mod text;
