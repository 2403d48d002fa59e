//! A chart: a frame with axes, curves and marks.
//!
//! `plotters` draws the frame, the mesh and the ticks. It supports neither dash patterns nor
//! tooltips, so this module draws curves and marks itself.

use std::ops::Range;

use plotters::prelude::{ChartBuilder, IntoFont, IntoTextStyle, RGBColor};

use super::axis::{PlotAxis, format_tick};
use super::{Drawing, FAINT, HALO, LETTER, PlotLook, TEXT, draw_text, make_drawing};
use crate::compare::report::markup::{Markup, TemplateValue, markup};

/// A chart while it is drawn.
pub struct Chart {
    title: String,
    /// The width and the height, in units of length of a plot.
    size: [u32; 2],
    /// The horizontal and the vertical axis.
    axes: [PlotAxis; 2],
    /// The pixel columns of the frame from left to right, and its pixel rows from top to bottom.
    frame: [Range<i32>; 2],
    /// The SVG elements drawn so far, without the enclosing element.
    drawn: Markup,
}

impl Chart {
    /// Draws an empty chart. It has the frame, the mesh and the labelled axes.
    pub fn new(title: &str, size: [u32; 2], x: PlotAxis, y: PlotAxis) -> Chart {
        let (drawn, frame) = draw_frame(size, [&x, &y]);
        let mut chart = Chart { title: title.to_owned(), size, axes: [x, y], frame, drawn };
        chart.label_axes();
        chart
    }

    /// Draws the label of each axis. The label of the horizontal axis is below the chart. The label
    /// of the vertical axis is at the left of the chart and reads upwards. A label that has no room
    /// is shortened.
    fn label_axes(&mut self) {
        let [across, down] = &self.frame;
        let room = |middle: f64, size: u32| 2.0 * middle.min(f64::from(size) - middle) / LETTER;
        let [width, height] = self.size;
        let (x, y) = (middle(across), f64::from(height) - 8.0);
        let (label, plain) = (&self.axes[0].label, Markup::default());
        self.drawn += draw_text((x, y), "middle", label, room(x, width), &plain);
        let (x, y) = (TEXT + 2.0, middle(down));
        let label = &self.axes[1].label;
        self.drawn += draw_text((x, y), "middle", label, room(y, height), &rotation((x, y)));
    }

    /// Returns the position of a point in the drawing, in pixels. The point is given as values on
    /// the axes.
    fn to_pixels(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let [across, down] = &self.frame;
        (
            interpolate(across, self.axes[0].position(x)),
            interpolate(down, 1.0 - self.axes[1].position(y)),
        )
    }

    /// Draws a curve through points, which are values on the axes. If `tooltip` returns a text for
    /// the index of a point, the point has a mark with this tooltip. Points outside the range of an
    /// axis are drawn outside the frame. A single point gets no line.
    pub fn draw_curve(
        &mut self,
        points: &[(f64, f64)],
        look: &PlotLook,
        tooltip: impl Fn(usize) -> Option<String>,
    ) {
        let places: Vec<(f64, f64)> = points.iter().map(|&point| self.to_pixels(point)).collect();
        let PlotLook { colour, dashes, .. } = look;
        let style = [colour as &dyn TemplateValue, &dash_attribute(dashes)];
        self.draw_path(&places, &markup("stroke=\"{}\" stroke-width=\"2\"{}", &style));
        for (index, &place) in places.iter().enumerate() {
            if let Some(title) = tooltip(index) {
                self.drawn += look.draw_mark(place, &title);
            }
        }
    }

    /// Draws a faint straight line between two points, which are values on the axes. `dashes` is a
    /// `stroke-dasharray` of SVG, or `none`.
    pub fn draw_rule(&mut self, ends: [(f64, f64); 2], dashes: &str) {
        let places = ends.map(|end| self.to_pixels(end));
        let style = [&FAINT as &dyn TemplateValue, &dash_attribute(dashes)];
        self.draw_path(&places, &markup("stroke=\"{}\" stroke-width=\"1.2\"{}", &style));
    }

    /// Draws a line through positions in the drawing, which are in pixels. `style` has its SVG
    /// attributes. Equal neighbouring positions count once. Draws nothing if fewer than two
    /// positions remain.
    fn draw_path(&mut self, places: &[(f64, f64)], style: &Markup) {
        let mut points: Vec<String> =
            places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        points.dedup();
        if points.len() > 1 {
            let path = points.join("L");
            self.drawn += markup("<path d=\"M{}\" fill=\"none\" {}/>\n", &[&path, style]);
        }
    }

    pub fn draw_mark(&mut self, at: (f64, f64), look: &PlotLook, tooltip: &str) {
        self.drawn += look.draw_mark(self.to_pixels(at), tooltip);
    }

    /// Draws the area between two curves. Each of `points` has an x and the y of both curves there.
    /// `points` must not be empty, and must be in the order of x. A y outside the range of the
    /// vertical axis is moved to the nearer end of the axis.
    pub fn draw_band(&mut self, points: &[(f64, [f64; 2])], look: &PlotLook) {
        let [least, most] = self.axes[1].range;
        let place = |x: f64, y: f64| {
            let (x, y) = self.to_pixels((x, y.clamp(least, most)));
            format!("{x:.1} {y:.1}")
        };
        let around = points
            .iter()
            .map(|&(x, [low, _])| place(x, low))
            .chain(points.iter().rev().map(|&(x, [_, high])| place(x, high)))
            .collect::<Vec<_>>()
            .join("L");
        let path = "<path d=\"M{}z\" fill=\"{}\" fill-opacity=\"0.14\"/>\n";
        self.drawn += markup(path, &[&around, &look.colour]);
    }

    /// Draws a curve without marks. Points outside the range of the vertical axis are left out.
    pub fn draw_line(&mut self, points: &[(f64, f64)], look: &PlotLook) {
        let [least, most] = self.axes[1].range;
        let inside: Vec<(f64, f64)> =
            points.iter().copied().filter(|(_, y)| (least..=most).contains(y)).collect();
        self.draw_curve(&inside, look, |_| None);
    }

    /// Draws a vertical dashed line from a point to the value `end` of the vertical axis, with a
    /// bar at the end of the line.
    pub fn draw_riser(&mut self, (x, y): (f64, f64), end: f64, look: &PlotLook) {
        let ((x, from), (_, to)) = (self.to_pixels((x, y)), self.to_pixels((x, end)));
        let PlotLook { colour, .. } = look;
        self.drawn += markup(
            "<path d=\"M{} {}V{}\" stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"2 3\"/>\n\
             <path d=\"M{} {}h12\" stroke=\"{}\" stroke-width=\"3\"/>\n",
            &[&x, &from, &to, colour, &(x - 6.0), &to, colour],
        );
    }

    /// Draws a note near a point, whose coordinates are values on the axes. The offset of the note,
    /// in pixels, is to the right of the point and downwards. If `is_turned` is set, the note reads
    /// upwards. A note of more than 60 letters is shortened.
    pub fn draw_note(
        &mut self,
        at: (f64, f64),
        (right, below): (f64, f64),
        note: &str,
        is_turned: bool,
    ) {
        let (x, y) = self.to_pixels(at);
        let (x, y) = (x + right, y + below);
        let turned = if is_turned { rotation((x, y)) } else { Markup::default() };
        let style = markup("{} {}", &[&markup(HALO, &[]), &turned]);
        self.drawn += draw_text((x, y), "start", note, 60.0, &style);
    }

    pub fn finish(self) -> Drawing {
        make_drawing(&self.title, self.size, &self.drawn)
    }
}

fn interpolate(range: &Range<i32>, part: f64) -> f64 {
    f64::from(range.start) + part * f64::from(range.end - range.start)
}

fn middle(range: &Range<i32>) -> f64 {
    f64::from(range.start + range.end) / 2.0
}

fn rotation((x, y): (f64, f64)) -> Markup {
    markup("transform=\"rotate(-90 {} {})\"", &[&x, &y])
}

/// Returns the SVG attribute for dashes. It is empty for a solid line.
fn dash_attribute(dashes: &str) -> Markup {
    match dashes {
        "none" => Markup::default(),
        dashes => markup(" stroke-dasharray=\"{}\"", &[&dashes]),
    }
}

/// Draws axes and mesh, with the numbers at the ticks but without the labels of the axes. Also
/// returns the pixel columns and then the pixel rows between the axes.
fn draw_frame([width, height]: [u32; 2], [x, y]: [&PlotAxis; 2]) -> (Markup, [Range<i32>; 2]) {
    /// The reason why drawing does not fail.
    const WRITTEN: &str = "writing to a string does not fail";
    let ink = RGBColor(0x22, 0x22, 0x22);
    // `plotters` divides sizes of text by 1.24, so the size is multiplied by 1.24 here.
    let font = ("sans-serif", TEXT * 1.24).into_font().color(&ink);
    Markup::from_plotters((width, height), |root| {
        let mut chart = ChartBuilder::on(root)
            .margin_top(10)
            .margin_right(14)
            .x_label_area_size(52)
            .y_label_area_size(76)
            .build_cartesian_2d(x.clone(), y.clone())
            .expect(WRITTEN);
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(0xe2, 0xe5, 0xe8))
            .axis_style(RGBColor(0x76, 0x76, 0x76))
            .label_style(font.into_text_style(&(width, height)))
            .x_label_formatter(&|value| format_tick(*value))
            .y_label_formatter(&|value| format_tick(*value))
            .draw()
            .expect(WRITTEN);
        let (across, down) = chart.plotting_area().get_pixel_range();
        [across, down]
    })
}
