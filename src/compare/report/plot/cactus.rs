//! How many runs are solved within a time: a curve for each configuration, and one for the best of each
//! block.

use super::axis::Axis;
use super::chart::Chart;
use super::{Look, View};
use crate::compare::record::Record;
use crate::compare::summary::{Measure, rounded};

/// How many marks a curve has.
const MARKS: usize = 6;

/// The plot; none where no run has a result.
pub fn draw(view: &View) -> Option<String> {
    let section = view.section;
    let best = best_of_blocks(view);
    let curve = |configuration: usize| sorted(section.row(configuration).into_iter().flatten());
    let curves: Vec<Vec<f64>> = (0..section.configurations.len()).map(curve).collect();
    let most = curves.iter().map(Vec::len).max().filter(|&most| most > 0)?.max(best.len()) as f64;
    let x = Axis::whole("runs solved", [0.0, 1.03 * most]);
    let seconds = curves.iter().flatten().copied();
    let y = Axis::logarithmic("processor time within which, seconds", seconds);
    let title = format!("Runs solved within a time: {}", section.title());
    let mut chart = Chart::new(&title, [600, 390], x, y);
    for (rank, &configuration) in view.order.iter().enumerate().rev() {
        let points = points(&curves[configuration]);
        let name = view.name(configuration);
        chart.curve(&points, &view.looks[configuration], |index| {
            let seconds = rounded(points[index].1);
            let told = || format!("{name}: {} within {seconds} s each", index + 1);
            is_marked(index, points.len(), rank).then(told)
        });
    }
    chart.curve(&points(&best), &Look::BEST, |_| None);
    Some(chart.finish())
}

/// Whether a point of so many has a mark: not the same ones on every curve; the last one always.
fn is_marked(index: usize, number: usize, rank: usize) -> bool {
    let every = number.div_ceil(MARKS);
    index + 1 == number || index % every == rank % every
}

fn points(seconds: &[f64]) -> Vec<(f64, f64)> {
    seconds.iter().enumerate().map(|(index, &time)| ((index + 1) as f64, time)).collect()
}

/// The processor times of runs with a result.
fn sorted<'a>(runs: impl Iterator<Item = &'a Record>) -> Vec<f64> {
    let solved = runs.filter(|run| run.is_solved());
    let mut seconds: Vec<f64> = solved.map(|run| Measure::Cpu.of(run)).collect();
    seconds.sort_by(f64::total_cmp);
    seconds
}

/// The least processor time of each block that has one.
fn best_of_blocks(view: &View) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; view.section.blocks];
    for run in view.section.runs.iter().filter(|run| run.record.is_solved()) {
        best[run.block] = best[run.block].min(Measure::Cpu.of(&run.record));
    }
    best.retain(|least| least.is_finite());
    best.sort_by(f64::total_cmp);
    best
}
