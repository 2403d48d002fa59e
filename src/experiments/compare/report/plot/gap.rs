//! The plot of the gap over time: the mean primal gap of each configuration against the processor
//! time. The curves are step functions, since a gap changes only when a run finds a better answer.

use super::axis::PlotAxis;
use super::cactus::is_marked;
use super::chart::Chart;
use super::{Drawing, View};
use crate::compare::summary::{GapCurve, rounded};

/// The least time that is drawn, in seconds. Earlier changes are drawn at this time.
const LEAST: f64 = 1e-3;

/// The values at which the vertical axis may have ticks. They are not whole, so the axis has round
/// ticks between them.
const GAPS: [f64; 3] = [0.0, 0.5, 1.0];

/// Draws the plot, with a curve for each configuration that has one. A curve ends at the time
/// limit. Returns `None` if no configuration has a curve, or if no run of the section has improved
/// its value, because each curve would then only show when the only value was found.
pub fn draw(view: &View) -> Option<Drawing> {
    let section = view.section;
    let curve_of = |configuration: usize| &section.configurations[configuration].gap_curve;
    let has_curve = view.order.iter().any(|&configuration| !curve_of(configuration).is_empty());
    if !has_curve || !section.runs.iter().any(|run| run.record.has_improved_value()) {
        return None;
    }
    let limit = section.time_limit.max(LEAST);
    let times = view.order.iter().flat_map(|&one| curve_of(one).iter().skip(1));
    let times = times.map(|&(time, _)| time.max(LEAST)).chain([limit]);
    let x = PlotAxis::logarithmic("processor time, seconds", times);
    let begin = x.range[0];
    let y = PlotAxis::linear("mean gap to the best known value", &GAPS);
    let title = format!("Gap over time: {}", section.title());
    let mut chart = Chart::new(&title, [600, 390], x, y);
    for (rank, &configuration) in view.order.iter().enumerate().rev() {
        let points = corners(curve_of(configuration), begin, limit);
        let name = view.name(configuration);
        chart.draw_curve(&points, &view.looks[configuration], |index| {
            let (seconds, gap) = points[index];
            // A gap begins at every second corner.
            let is_change = index % 2 == 0 && is_marked(index / 2, points.len() / 2, rank);
            is_change.then(|| format!("{name}: {} after {} s", rounded(gap), rounded(seconds)))
        });
    }
    Some(chart.finish())
}

/// Returns the corners of the step function from `begin` to `end`: for each point of the curve, the
/// corner at which its gap begins and the one at which it ends.
fn corners(curve: &GapCurve, begin: f64, end: f64) -> Vec<(f64, f64)> {
    let time_of = |time: f64| if time > 0.0 { time.max(LEAST) } else { begin };
    let ends = curve.iter().skip(1).map(|&(time, _)| time_of(time)).chain([end]);
    curve
        .iter()
        .zip(ends)
        .flat_map(|(&(from, gap), to)| [(time_of(from), gap), (to, gap)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_function_has_two_corners_for_each_gap() {
        let curve = vec![(0.0, 1.0), (1e-5, 0.5), (2.0, 0.0)];
        let expected =
            [(1e-4, 1.0), (LEAST, 1.0), (LEAST, 0.5), (2.0, 0.5), (2.0, 0.0), (9.0, 0.0)];
        assert_eq!(corners(&curve, 1e-4, 9.0), expected);
        assert_eq!(corners(&Vec::new(), 1e-4, 9.0), []);
    }
}
