//! The cactus plot: the number of runs solved within a time. It has a curve for each configuration,
//! and one for the virtual best, which takes the fastest configuration in each block.
//!
//! A run without a result is censored: it would take longer than its limit. A curve with censored
//! runs ends in a thin line up to a bar at the limit.

use super::axis::PlotAxis;
use super::chart::Chart;
use super::{Drawing, PlotLook, View};
use crate::compare::summary::rounded;

/// The approximate number of marks of a curve.
const MARKS: usize = 6;

/// The least time that is drawn, in seconds. Shorter times are drawn as this time.
const LEAST: f64 = 1e-4;

/// Draws the plot, with a curve for each configuration and for the virtual best. Counts the runs
/// with a result and a known time, but only in blocks that needed clauses. If a run has no result,
/// the plot also has a line at the time limit. Returns `None` if no configuration has a run that
/// counts.
pub fn draw(view: &View) -> Option<Drawing> {
    let section = view.section;
    let time = view.measure.time();
    let best = sort_times(section.virtual_best.times.iter().copied());
    let asked = section.blocks_with_clauses();
    let curves: Vec<Vec<f64>> = (0..section.configurations.len())
        .map(|configuration| {
            let solved = section
                .runs
                .iter()
                .filter(|run| run.configuration == configuration)
                .filter(|run| asked.contains(&run.block) && run.record.is_solved());
            sort_times(solved.filter_map(|run| time.display_value(&run.record)))
        })
        .collect();
    let most = curves.iter().map(Vec::len).max().filter(|&most| most > 0)?.max(best.len()) as f64;
    let is_censored = section.configurations.iter().any(|one| one.solved < one.runs);
    let limit = time.limit(section.time_limit, section.wall_limit).max(LEAST);
    let x = PlotAxis::with_range("runs solved", [0.0, 1.03 * most]);
    let seconds = curves.iter().flatten().copied().chain(is_censored.then_some(limit));
    let label = format!("within this {}, seconds", time.noun());
    let y = PlotAxis::logarithmic(&label, seconds);
    let title = format!("Runs solved within a time: {}", section.title());
    let mut chart = Chart::new(&title, [600, 390], x, y);
    if is_censored {
        chart.draw_rule([(0.0, limit), (1.03 * most, limit)], "7 3");
        chart.draw_note((0.0, limit), (8.0, -5.0), "time limit", false);
    }
    for (rank, &configuration) in view.order.iter().enumerate().rev() {
        let points = cactus_points(&curves[configuration]);
        let name = view.name(configuration);
        let look = &view.looks[configuration];
        chart.draw_curve(&points, look, |index| {
            let seconds = rounded(points[index].1);
            is_marked(index, points.len(), rank)
                .then(|| format!("{name}: {} within {seconds} s each", index + 1))
        });
        let one = &section.configurations[configuration];
        if one.solved < one.runs {
            chart.draw_riser(points.last().copied().unwrap_or((0.0, limit)), limit, look);
        }
    }
    chart.draw_curve(&cactus_points(&best), &PlotLook::BEST, |_| None);
    Some(chart.finish())
}

/// Returns whether a point of a curve has a mark. `index` is the index of the point, and `number`
/// is the number of points of the curve. The marks of curves with different `rank` are mostly at
/// different points, but each curve has a mark at its end.
pub(super) fn is_marked(index: usize, number: usize, rank: usize) -> bool {
    let every = number.div_ceil(MARKS);
    index + 1 == number || index % every == rank % every
}

fn cactus_points(seconds: &[f64]) -> Vec<(f64, f64)> {
    seconds.iter().enumerate().map(|(index, &time)| ((index + 1) as f64, time)).collect()
}

/// Returns times in ascending order. [`LEAST`] replaces smaller times.
fn sort_times(seconds: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = seconds.map(|seconds| seconds.max(LEAST)).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}
