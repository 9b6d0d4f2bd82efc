//! A drawing that is written as SVG.

use std::fmt::{Display, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// The names in documents.
    pub const NAMES: [&'static str; 2] = ["light", "dark"];

    /// The theme of a name.
    pub fn named(name: &str) -> Option<Theme> {
        [Theme::Light, Theme::Dark].into_iter().find(|theme| Theme::NAMES[*theme as usize] == name)
    }

    /// The one for light or the one for dark.
    pub fn pick<T>(self, light: T, dark: T) -> T {
        match self {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }

    /// What everything lies on.
    pub fn ground(self) -> &'static str {
        self.pick("#fbfaf7", "#16181d")
    }

    /// A board or a card.
    pub fn panel(self) -> &'static str {
        self.pick("#ffffff", "#22252c")
    }

    /// Texts and outlines.
    pub fn ink(self) -> &'static str {
        self.pick("#1d2127", "#eceff4")
    }

    /// Texts that matter less.
    pub fn faint(self) -> &'static str {
        self.pick("#5b6470", "#a3acba")
    }

    /// Outlines that matter less.
    pub fn line(self) -> &'static str {
        self.pick("#c9cdd4", "#424854")
    }
}

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// A drawing.
pub struct Svg {
    /// Light or dark.
    pub theme: Theme,
    width: u32,
    height: u32,
    title: String,
    body: String,
}

/// A text within SVG or HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A length as short as a tenth allows.
fn length(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

impl Svg {
    /// An empty drawing. The title is what a screen reader says.
    pub fn new(theme: Theme, width: u32, height: u32, title: &str) -> Svg {
        Svg { theme, width, height, title: title.to_string(), body: String::new() }
    }

    /// Makes it as high as it turned out to be.
    pub fn set_height(&mut self, height: f64) {
        self.height = height.ceil() as u32;
    }

    /// Changes what a screen reader says.
    pub fn set_title(&mut self, title: &str) {
        self.title = title.to_string();
    }

    fn add(&mut self, element: impl Display) {
        let _ = writeln!(self.body, "{element}");
    }

    /// Begins a group that has a name, such as `site` and `C4`, and a text for those who hover.
    pub fn begin(&mut self, kind: &str, name: &str, says: &str) {
        self.add(format_args!("<g data-{kind}=\"{}\">", escaped(name)));
        if !says.is_empty() {
            self.add(format_args!("<title>{}</title>", escaped(says)));
        }
    }

    /// Ends the group begun last.
    pub fn end(&mut self) {
        self.add("</g>");
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, (x, y): (f64, f64), (w, h): (f64, f64), round: f64, look: &str) {
        let [x, y, w, h, r] = [x, y, w, h, round].map(length);
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {look}/>"
        ));
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, look: &str) {
        let [x, y, r] = [x, y, radius].map(length);
        self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {look}/>"));
    }

    /// A line.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), look: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(length);
        self.add(format_args!("<path d=\"M{x1} {y1}L{x2} {y2}\" {look}/>"));
    }

    /// A closed shape.
    pub fn polygon(&mut self, points: &[(f64, f64)], look: &str) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{} {}", length(*x), length(*y))).collect();
        self.add(format_args!("<path d=\"M{}Z\" {look}/>", points.join("L")));
    }

    /// One wave of a length.
    pub fn wave(&mut self, (x, y): (f64, f64), long: f64, look: &str) {
        let [x, y, quarter, half] = [x, y, long / 4.0, long / 2.0].map(length);
        self.add(format_args!("<path d=\"M{x} {y}q{quarter} -7 {half} 0t{half} 0\" {look}/>"));
    }

    /// A text of a size, in a colour; `bold` if so.
    pub fn text(&mut self, at: (f64, f64), style: (f64, Anchor, bool), colour: &str, text: &str) {
        self.write(at, style, colour, "", text);
    }

    /// A text over other things: `ground` surrounds its letters.
    pub fn label(
        &mut self,
        at: (f64, f64),
        style: (f64, Anchor, bool),
        (colour, ground): (&str, &str),
        text: &str,
    ) {
        let round = format!(
            " stroke=\"{ground}\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\""
        );
        self.write(at, style, colour, &round, text);
    }

    fn write(
        &mut self,
        (x, y): (f64, f64),
        (size, anchor, bold): (f64, Anchor, bool),
        colour: &str,
        more: &str,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let bold = if bold { " font-weight=\"700\"" } else { "" };
        let ([x, y, size], text) = ([x, y, size].map(length), escaped(text));
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{bold}{more}>{text}</text>"
        ));
    }

    /// A piece of a seat: a disc with its number.
    pub fn seat(&mut self, (x, y): (f64, f64), radius: f64, seat: usize) {
        let edge = self.theme.ink();
        let look = format!("fill=\"{}\" stroke=\"{edge}\"", super::SEATS[seat % 4]);
        self.circle((x, y), radius, &look);
        let size = radius * 1.3;
        let style = (size, Anchor::Middle, true);
        self.text((x, y + size * 0.36), style, super::ON_SEATS[seat % 4], &seat.to_string());
    }

    /// A panel with a heading; where its content begins.
    pub fn panel(&mut self, (x, y): (f64, f64), size: (f64, f64), heading: &str) -> (f64, f64) {
        let (panel, line, ink) = (self.theme.panel(), self.theme.line(), self.theme.ink());
        self.rect((x, y), size, 10.0, &format!("fill=\"{panel}\" stroke=\"{line}\""));
        if heading.is_empty() {
            return (x + 14.0, y + 14.0);
        }
        self.text((x + 14.0, y + 28.0), (18.0, Anchor::Start, true), ink, heading);
        (x + 14.0, y + 44.0)
    }

    /// Begins what lies before a seat: a panel with its colour, number and a heading.
    pub fn begin_seat(&mut self, (x, y): (f64, f64), size: (f64, f64), seat: usize, heading: &str) {
        self.begin("seat", &seat.to_string(), "");
        self.panel((x, y), size, "");
        self.rect((x, y), (8.0, size.1), 4.0, &format!("fill=\"{}\"", super::SEATS[seat % 4]));
        self.seat((x + 34.0, y + 26.0), 15.0, seat);
        let style = (18.0, Anchor::Start, true);
        self.text((x + 58.0, y + 32.0), style, self.theme.ink(), heading);
    }

    /// The whole as a file of its own.
    pub fn finish(self) -> String {
        let Svg { theme, width, height, title, body } = self;
        let (ground, title) = (theme.ground(), escaped(&title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n\
             <title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n{body}</svg>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Svg, Theme};

    #[test]
    fn texts_cannot_break_out() {
        let mut svg = Svg::new(Theme::Light, 10, 10, "a < b & \"c\"");
        svg.begin("site", "\"><script>", "<x>");
        svg.text((1.0, 2.25), (10.0, Anchor::End, true), "#000", "</text><script>");
        svg.end();
        let text = svg.finish();
        assert!(!text.contains("<script>") && text.contains("a &lt; b &amp; &quot;c&quot;"));
        assert!(text.contains("x=\"1\" y=\"2.2\""));
    }
}
