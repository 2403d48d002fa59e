//! How the median of the measure grows with the side of the board.

use super::View;
use super::axis::{Axis, short_tick};
use super::chart::Chart;
use super::heat::number;
use crate::compare::statistics::Growth;
use crate::compare::summary::{Measure, rounded};

/// The plot; none for boards of one size only, or without results.
pub fn draw(view: &View) -> Option<String> {
    let configurations = &view.section.configurations;
    let with_result = |side: &f64| {
        let has = |&(at, median): &(f64, Option<f64>)| at == *side && median.is_some();
        configurations.iter().any(|one| one.by_side.iter().any(has))
    };
    let sides: Vec<f64> = view.sides().into_iter().filter(with_result).collect();
    if sides.len() < 2 {
        return None;
    }
    let medians = configurations.iter().flat_map(|one| &one.by_side);
    let y = Axis::logarithmic(label(view.measure), medians.filter_map(|&(_, median)| median));
    let title =
        format!("The {} by sides of boards: {}", view.measure.about(), view.section.title());
    let mut chart = Chart::new(&title, [600, 390], Axis::through("side of the board", &sides), y);
    for &configuration in view.order.iter().rev() {
        let look = &view.looks[configuration];
        for part in configurations[configuration].by_side.split(|(_, median)| median.is_none()) {
            let points = part.iter().filter_map(|&(side, median)| Some((side, median?)));
            let points: Vec<(f64, f64)> = points.collect();
            chart.curve(&points, look, |index| {
                let (side, median) = points[index];
                let value = number(median, view.measure);
                Some(format!("{}, side {}: {value}", view.name(configuration), short_tick(side)))
            });
        }
    }
    Some(chart.finish())
}

fn label(measure: Measure) -> &'static str {
    match measure {
        Measure::Cpu => "median of the processor time, seconds",
        Measure::Conflicts => "median of the conflicts + 1",
        Measure::Propagations => "median of the propagations + 1",
    }
}

/// The fit that explains more, in words.
pub fn fit(growth: Option<Growth>) -> String {
    match growth {
        None => "too few sides for a fit".to_owned(),
        Some(Growth { power, power_fit, factor_fit, .. }) if power_fit > factor_fit => {
            format!("side^{} (R²\u{a0}{power_fit:.2})", rounded(power))
        }
        Some(Growth { factor, factor_fit, .. }) => {
            format!("×\u{a0}{} per row and column (R²\u{a0}{factor_fit:.2})", rounded(factor))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_fit_is_told() {
        let growth = Growth { power: 3.0, power_fit: 0.9, factor: 2.0, factor_fit: 0.99 };
        assert_eq!(fit(Some(growth)), "×\u{a0}2.00 per row and column (R²\u{a0}0.99)");
        assert_eq!(fit(Some(Growth { power_fit: 1.0, ..growth })), "side^3.00 (R²\u{a0}1.00)");
        assert!(fit(None).contains("too few"));
    }
}
