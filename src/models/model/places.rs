//! The places of an answer, each with its possible entries.

use super::{Entry, Lit, Model, PossibleEntry, Projection};
use crate::board::Cell;

impl Model {
    /// Returns the possible entries of each place. The places are the cells, row by row, or, if the
    /// answer is not in cells, the variables of the projection in its order. In a cell, the symbol
    /// of a cell without a true literal comes last; if a literal also shows this symbol, it is not
    /// added again. The entries of a variable are true and then false. A literal of the projection
    /// counts as its variable, also if it is negated. The literals of an entry in a cell are those
    /// of [`Reading::literals`](super::Reading::literals).
    pub fn places(&self, projection: &Projection) -> Vec<Vec<PossibleEntry>> {
        match projection {
            Projection::Cells(reading) => {
                let entry = |cell: Cell, symbol: char| {
                    let entry = Entry::Symbol(cell, symbol);
                    reading.literals(cell, symbol).map(|lits| PossibleEntry { entry, lits })
                };
                let place = |cell: Cell| {
                    reading
                        .symbols(cell)
                        .into_iter()
                        .filter_map(|symbol| entry(cell, symbol))
                        .collect()
                };
                reading.cells().size().cells().map(place).collect()
            }
            Projection::Lits(lits) => {
                let entry = |variable: usize, value: bool| {
                    let lit = Lit::from_number(variable + 1);
                    let entry = Entry::Value(self.labels().label(variable).to_owned(), value);
                    PossibleEntry { entry, lits: vec![if value { lit } else { !lit }] }
                };
                lits.iter()
                    .map(|lit| lit.variable())
                    .map(|one| [true, false].map(|value| entry(one, value)).into())
                    .collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Size, cell};
    use crate::model::Values;

    fn said(places: &[Vec<PossibleEntry>]) -> Vec<String> {
        places.iter().flatten().map(|one| format!("{}: {:?}", one.entry, one.lits)).collect()
    }

    #[test]
    fn a_cell_has_a_symbol_for_each_literal_and_one_for_none() {
        let mut model = Model::new();
        let (white, black) = (model.variable("white", &[]), model.variable("black", &[]));
        let size = Size::new(1, 1).expect("one cell");
        model.set_reading(Grid::from_fn(size, |_| vec![('W', white), ('B', black)]), '.');
        let places = model.places(&model.projection());
        let at = cell(0, 0);
        let expected = [
            format!("`W` in {at}: {:?}", [white]),
            format!("`B` in {at}: {:?}", [black]),
            format!("`.` in {at}: {:?}", [!white, !black]),
        ];
        assert_eq!(said(&places), expected);
        let solution = Values::new(vec![false, true]);
        let shown = places[0].iter().filter(|one| one.is_in(&solution)).count();
        assert_eq!(shown, 1);
    }

    #[test]
    fn a_variable_has_two_values() {
        let mut model = Model::new();
        let lit = model.labelled_variable("x");
        let places = model.places(&Projection::Lits(vec![!lit]));
        let expected = [format!("x = 1: {:?}", [lit]), format!("x = 0: {:?}", [!lit])];
        assert_eq!(said(&places), expected);
    }
}
