//! The plots of a summary as SVG files, for papers and slides.

use super::plot::{self, Drawing, View};
use crate::compare::summary::Summary;

/// Returns the plots of all sections as SVG: the runs solved within a time, the gap over time, the
/// growth, the medians, and the ratios of pairs. Plots of the single blocks of a pair are not
/// drawn. Each plot has a file name and the text of the file. Plots without data are left out. The
/// plots of pairs are those of the pairs that include the best configuration; their names have the
/// number of the pair among these pairs. If there are several sections, the file names begin with
/// the number of the section. Sections and pairs are numbered from 1.
pub fn draw_all(summary: &Summary) -> Vec<(String, String)> {
    let views = View::for_sections(summary);
    let several = views.len() > 1;
    let mut files = Vec::new();
    for (number, view) in views.iter().enumerate() {
        let place = if several { format!("{}-", number + 1) } else { String::new() };
        let of_section = [
            ("solved", plot::cactus(view)),
            ("gap", plot::gap(view)),
            ("growth", plot::growth(view)),
            ("medians", plot::heat(view)),
        ];
        for (name, drawing) in of_section {
            files.extend(drawing.map(|drawing| (format!("{place}{name}.svg"), document(&drawing))));
        }
        let leader = view.section.leader();
        for (number, pair) in view
            .section
            .pairs
            .iter()
            .filter(|pair| pair.configurations.contains(&leader))
            .enumerate()
        {
            let name = format!("{place}ratios-{}.svg", number + 1);
            files.push((name, document(&plot::forest(view, pair))));
        }
    }
    files
}

fn document(drawing: &Drawing) -> String {
    drawing.svg.as_str().to_owned()
}

/// Returns whether a file name has the form of the names that [`draw_all`] chooses for plots.
pub fn is_plot_name(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".svg") else { return false };
    let stem =
        stem.split_once('-').filter(|(place, _)| is_number(place)).map_or(stem, |(_, rest)| rest);
    ["solved", "gap", "growth", "medians"].contains(&stem)
        || stem.strip_prefix("ratios-").is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a text is an SVG plot that quarrel has drawn. Looks only at its first line.
pub fn is_plot(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(plot::BEGIN).is_some_and(|rest| rest.contains(plot::ROLE))
}
