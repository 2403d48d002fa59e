//! The growth of the measure with the side length of the board: a mark for each board, and the
//! fitted curve with its 95 % band.

use super::axis::{PlotAxis, format_tick};
use super::chart::Chart;
use super::heat::format_median;
use super::{Drawing, PlotLook, View};
use crate::compare::report::text;
use crate::compare::statistics::{CurveGrowth, distinct};
use crate::compare::summary::ConfigurationSummary;

/// Largest number of fitted curves for which bands are drawn. If there are more curves, no bands
/// are drawn, because they would hide each other.
const MOST_BANDS: usize = 4;

/// The number of straight pieces of a curve. So many pieces look smooth.
const STEPS: usize = 48;

/// Draws the plot, with a mark for each configuration and each board on which every run of this
/// configuration has a result. A curve that fits badly is not drawn. Returns `None` if these boards
/// have fewer than two side lengths.
pub fn draw(view: &View) -> Option<Drawing> {
    let configurations = &view.section.configurations;
    let points = configurations.iter().flat_map(|one| &one.by_board).copied();
    let sides = distinct(points.clone().map(|(side, _)| side));
    let (&first, &last) = (sides.first()?, sides.last()?);
    if sides.len() < 2 {
        return None;
    }
    let noun = view.measure.noun();
    // A logarithmic axis cannot show 0, so 1 is added to counts.
    let offset = if view.measure.row().unit.is_empty() { " + 1" } else { "" };
    let label = format!("mean of the {noun}{offset} on a board");
    let y = PlotAxis::logarithmic(&label, points.map(|(_, value)| value));
    let title = format!("The {noun} by sides of boards: {}", view.section.title());
    let mut chart =
        Chart::new(&title, [600, 390], PlotAxis::linear("side of the board", &sides), y);
    let has_bands = has_bands(view);
    for &index in view.order.iter().rev() {
        let (one, look) = (&configurations[index], &view.looks[index]);
        if let Some(growth) = well_fitted_curve(one) {
            draw_curve(&mut chart, &growth, [first, last], has_bands, look);
        }
        for &(side, value) in &one.by_board {
            let value_text = format_median(value, view.measure);
            chart.draw_mark(
                (side, value),
                look,
                &format!("{}, side {}: {value_text}", one.name, format_tick(side)),
            );
        }
    }
    Some(chart.finish())
}

/// Draws a fitted curve between the side lengths `first` and `last`. If `has_band` is set, also
/// draws its band. If the curve leaves the range of the vertical axis, it is left out there, and
/// the band ends at the end of the axis.
fn draw_curve(
    chart: &mut Chart,
    growth: &CurveGrowth,
    [first, last]: [f64; 2],
    has_band: bool,
    look: &PlotLook,
) {
    let at: Vec<_> = (0..=STEPS)
        .map(|number| first + (last - first) * number as f64 / STEPS as f64)
        .map(|x| (x, growth.evaluate(x)))
        .collect();
    let band: Vec<(f64, [f64; 2])> = at.iter().map(|(x, fitted)| (*x, fitted.interval)).collect();
    if has_band {
        chart.draw_band(&band, look);
    }
    let curve: Vec<(f64, f64)> = at.iter().map(|(x, fitted)| (*x, fitted.value)).collect();
    chart.draw_line(&curve, look);
}

/// Returns the curve of a configuration. Returns `None` if it has no curve, or if the curve fits
/// too badly to be drawn.
fn well_fitted_curve(one: &ConfigurationSummary) -> Option<CurveGrowth> {
    one.growth.filter(|growth| growth.fit >= text::LEAST_FIT)
}

/// Returns whether fitted curves are drawn with bands. Bands are drawn if there are at least one
/// and at most four curves.
pub fn has_bands(view: &View) -> bool {
    let fitted = view.section.configurations.iter().filter_map(well_fitted_curve).count();
    (1..=MOST_BANDS).contains(&fitted)
}

/// Describes the growth of a configuration, or says why the configuration has no curve.
pub fn describe_fit(one: &ConfigurationSummary) -> String {
    match (well_fitted_curve(one), one.growth) {
        (Some(growth), _) => text::describe_growth(&growth),
        (None, Some(growth)) => format!("no curve fits (R² {:.2})", growth.fit),
        (None, None) => "fewer than four sides have results, too few for a curve".to_owned(),
    }
}
