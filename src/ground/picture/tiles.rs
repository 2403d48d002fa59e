//! The tiles of a picture as data, for a page that draws them itself.

use serde::Serialize;

use super::{Picture, TileEdge, Wall};

/// A tile with its right and its lower border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileData {
    /// The background, as `#rrggbb`.
    tone: String,
    /// The index of the region that the background shows. It is `None` if it shows no region.
    region: Option<usize>,
    /// The symbol of the mark, if the tile has a mark.
    symbol: Option<char>,
    /// The character in the upper left corner, if any.
    note: Option<char>,
    /// The number in the upper right corner, if any. It is stored as text, since JavaScript rounds
    /// large numbers.
    number: Option<String>,
    /// The border on the right.
    right: EdgeData,
    /// The lower border.
    below: EdgeData,
}

/// The border between two tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct EdgeData {
    /// `none`, `thin` or `thick`.
    wall: &'static str,
    /// The sign on the border, if any.
    sign: Option<char>,
}

/// Returns the tiles of a picture, row by row.
pub fn tiles(picture: &Picture) -> Vec<Vec<TileData>> {
    let rows = 0..picture.rows;
    rows.map(|row| (0..picture.columns).map(|column| tile(picture, row, column)).collect())
        .collect()
}

/// Returns the data of the tile in this row and column. The tile must be in the picture.
fn tile(picture: &Picture, row: usize, column: usize) -> TileData {
    let tile = &picture.tiles[row * picture.columns + column];
    TileData {
        tone: tile.fill.tone().to_string(),
        region: tile.fill.region(),
        symbol: tile.mark.map(|mark| mark.symbol),
        note: tile.note,
        number: tile.number.map(|number| number.to_string()),
        right: edge(picture.vertical_edge(row, column + 1)),
        below: edge(picture.horizontal_edge(row + 1, column)),
    }
}

/// Returns the data of a border: the name of its wall (`none`, `thin` or `thick`), and its sign if
/// there is one.
fn edge(TileEdge { wall, sign, .. }: TileEdge) -> EdgeData {
    let wall = match wall {
        Wall::None => "none",
        Wall::Thin => "thin",
        Wall::Thick => "thick",
    };
    EdgeData { wall, sign }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::picture::{Fill, Mark};

    #[test]
    fn a_tile_has_all_that_is_drawn_on_it() {
        let mut picture = Picture::new(1, 2, "two");
        picture.set_fill((0, 0), Fill::Region(17));
        picture.set_mark((0, 0), Mark::letter('×'));
        picture.set_note((0, 0), 'R');
        picture.set_number((0, 0), i64::MIN);
        picture.set_wall((0, 0), (0, 1), Wall::Thick);
        picture.set_sign((0, 0), (0, 1), '=');
        picture.set_fill((0, 1), Fill::Outside);
        let tiles = serde_json::to_value(tiles(&picture)).expect("data are JSON");
        assert_eq!(
            tiles[0][0],
            json!({
                "tone": "#aed4f7", "region": 17, "symbol": "×", "note": "R",
                "number": "-9223372036854775808",
                "right": {"wall": "thick", "sign": "="}, "below": {"wall": "thick", "sign": null},
            })
        );
        let bare = json!({"wall": "none", "sign": null});
        assert_eq!([&tiles[0][1]["right"], &tiles[0][1]["below"]], [&bare, &bare]);
        assert_eq!(tiles[0][1]["region"], json!(null));
    }
}
