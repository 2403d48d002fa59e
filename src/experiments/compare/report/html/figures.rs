//! The plots that show all configurations of one family and question together.

use super::super::plot::{self, PlotLook, View};
use super::parts::{figure, legend};
use crate::compare::report::markup::{Markup, markup};
use crate::compare::summary::{format_count, rounded};
use crate::record::question::QuestionKind;

/// Returns the cactus plot (runs solved within a time) with its legend. In the legend, the best
/// configuration is the first and the virtual best is the last. If no run with a known time has a
/// result in a block that needed clauses, returns a heading and a sentence instead.
pub fn cactus(view: &View) -> Markup {
    let head = "Runs solved within a time";
    let Some(drawn) = plot::cactus(view) else {
        return markup("<h3>{}</h3>\n<p>No run has a result.</p>\n", &[&head]);
    };
    let best = &view.section.virtual_best;
    let blocks = format_count(view.section.common_blocks, "block");
    let best = format!("virtual best: {} of {blocks} solved", best.solved);
    let entries = view
        .order
        .iter()
        .map(|&index| {
            let one = &view.section.configurations[index];
            let censored = match one.runs - one.solved {
                0 => String::new(),
                number => format!(", {number} without a result"),
            };
            let entry = format!("{}: {} of {} solved{censored}", one.name, one.solved, one.runs);
            (view.looks[index], entry)
        })
        .chain([(PlotLook::BEST, best)]);
    let is_censored = view.section.configurations.iter().any(|one| one.solved < one.runs);
    let censored = if is_censored {
        " The curve of a configuration with runs without a result (censored runs) ends in a thin \
         line up to a bar at the time limit."
    } else {
        " Every run has a result."
    };
    let caption = format!(
        "Each curve shows how many runs of a configuration are solved within a {}. \
         The further right and the lower, the better.{censored} The virtual best takes the \
         fastest run of each block: by noise alone it looks better than every single \
         configuration, even if all are equal.",
        view.measure.time().noun(),
    );
    figure(head, &caption, Some(drawn), &legend(entries))
}

/// Returns the plot of the gap over time with its legend, the best configuration first. If no run
/// has found several values, returns a heading and a sentence instead. The result is empty if the
/// section does not ask for optima.
pub fn gap(view: &View) -> Markup {
    let (head, section) = ("Gap over time", view.section);
    if section.question != QuestionKind::Optimum {
        return Markup::default();
    }
    let Some(drawn) = plot::gap(view) else {
        return markup(
            "<h3>{}</h3>\n<p>No run has recorded several values, one better than the other, so \
             there is no curve.</p>\n",
            &[&head],
        );
    };
    let entries = view.order.iter().filter_map(|&index| {
        let one = &section.configurations[index];
        let integral = rounded(one.primal_integral?);
        Some((view.looks[index], format!("{}: {integral} s on average", one.name)))
    });
    let caption = format!(
        "Each curve shows how far the best values of a configuration are from the best known \
         values, as a mean over {}. The gap of a run is the difference of the two values, divided \
         by the larger of their absolute values. It is 1 until the run has an answer, and 0 when \
         the run has the best value that any run has found. The further left and the lower, the \
         better. After the end of a run its last gap counts. The legend gives the mean primal \
         integral: the area below the curve on an axis that does not stretch short times.",
        format_count(section.anytime_blocks, "block"),
    );
    figure(head, &caption, Some(drawn), &legend(entries))
}

/// Returns a plot of the medians by side length. It is empty if no puzzle has a size. A puzzle does
/// not count if none of its blocks needed a clause.
pub fn heat(view: &View) -> Markup {
    let row = view.measure.row();
    let unit = match row.unit {
        "s" => " (in seconds)".to_owned(),
        "" => String::new(),
        unit => format!(" (in {unit})"),
    };
    let caption = format!(
        "Each number is the median of the {}{unit} over the runs on boards of that side; a \
         board that is not a square has the side of a square with as many cells. Darker cells have \
         larger medians. In hatched cells, most runs have no result.",
        row.noun,
    );
    let head = format!("Median of the {} by the side of the board", row.noun);
    figure(&head, &caption, plot::heat(view), &Markup::default())
}

/// Returns the plot of the growth of the measure with the side length, with its legend. The plot
/// uses the boards on which every run of a configuration has a result. It is empty if these boards
/// have fewer than two side lengths.
pub fn growth(view: &View) -> Markup {
    let band = if plot::has_bands(view) {
        " The band around a curve contains it with 95 % confidence."
    } else {
        ""
    };
    let caption = format!(
        "Each mark is a board on which every run has a result: the geometric mean of the {} over its \
         repetitions. There are two kinds of curve: a factor for each added row and column, and a \
         power of the side. The plot has the kind that fits all configurations better.{band} The \
         legend gives the rate with its interval of 95 %, and how much of the variance the curve \
         explains (R²).",
        view.measure.noun(),
    );
    let drawn_legend = legend(view.order.iter().map(|&index| {
        let one = &view.section.configurations[index];
        (view.looks[index], format!("{}: {}", one.name, plot::describe_fit(one)))
    }));
    figure("Growth with the side of the board", &caption, plot::growth(view), &drawn_legend)
}
