//! Skylines, dice in hand, in the yard and in the abandoned district as a picture.

use super::Skyline;
use super::dice::{Dice, Face, Kind};
use super::state::{Building, State, Step};
use crate::game::{Game, Seat};
use crate::games::draw::{Anchor, Svg, Theme};

const WIDTH: f64 = 1200.0;
/// How high a floor is drawn, and how wide a building.
const FLOOR: f64 = 30.0;
const HOUSE: f64 = 62.0;
/// How wide a die is drawn.
const DIE: f64 = 46.0;

/// Fill, ink and letter of a face.
fn face_look(face: Face) -> (&'static str, &'static str, &'static str) {
    match face {
        Face::Low => ("#b08bd0", "#000000", "L"),
        Face::Mid => ("#4d8fd6", "#ffffff", "M"),
        Face::High => ("#e8862d", "#000000", "H"),
        Face::Blank => ("#f2f2f2", "#000000", "–"),
    }
}

/// The sign of a kind of die.
fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::Ground => "ground",
        Kind::Upper => "upper",
        Kind::Penthouse => "pent",
    }
}

impl Skyline {
    /// Draws a position.
    pub(super) fn picture(&self, state: &State, theme: Theme) -> Svg {
        let mut svg = Svg::new(theme, WIDTH as u32, 0, &self.says(state));
        let half = (WIDTH - 60.0) / 2.0;
        pile("yard", "Construction yard", state.yard(), (20.0, 20.0), half, &mut svg);
        let at = (40.0 + half, 20.0);
        pile("district", "Abandoned district", state.district(), at, half, &mut svg);
        let mut y = 20.0 + 118.0 + 16.0;
        y = self.hand(state, y, &mut svg);
        let seats: Vec<Seat> = Seat::all(self.seats()).collect();
        let across = if seats.len() > 2 { 2 } else { 1 };
        let width = (WIDTH - 20.0) / across as f64 - 20.0;
        for row in seats.chunks(across) {
            let tallest = |seat: &Seat| state.skyline(*seat).buildings().map(|it| it.height).max();
            let floors = row.iter().filter_map(tallest).max().unwrap_or(0).max(2);
            let height = 130.0 + f64::from(floors) * FLOOR;
            for (column, seat) in row.iter().enumerate() {
                let left = 20.0 + column as f64 * (width + 20.0);
                self.skyline(state, *seat, (left, y), (width, height), &mut svg);
            }
            y += height + 16.0;
        }
        svg.set_height(y + 4.0);
        svg
    }

    /// A position in a sentence.
    fn says(&self, state: &State) -> String {
        let points: Vec<String> = Seat::all(self.seats())
            .map(|seat| format!("seat {} has {}", seat.0, self.standing(state, seat).points))
            .collect();
        let now = match state.step() {
            Step::Over => "The game is over".to_string(),
            _ => format!("Round {}, seat {} is to move", state.round(), state.seat().0),
        };
        format!("Skyline. {now}; points: {}.", points.join(", "))
    }

    /// The dice of the player to move; where it ends.
    fn hand(&self, state: &State, y: f64, svg: &mut Svg) -> f64 {
        let now = match state.step() {
            Step::Over => "The game is over".to_string(),
            Step::Take => format!("Seat {} takes dice", state.seat().0),
            Step::Roll => "Dice are rolled".to_string(),
            Step::Act => format!("Seat {} chooses what to do with the roll", state.seat().0),
            Step::Pick => format!("Seat {} chooses a building to demolish", state.seat().0),
            Step::Use(..) => format!("Seat {} uses dice", state.seat().0),
            Step::GoOn(_) => format!("Seat {} stops or rolls again", state.seat().0),
            Step::Stuck => format!("Seat {} can do nothing and stops", state.seat().0),
        };
        let last = if state.last_round() { ", the last round" } else { "" };
        let heading = format!("Round {}{last}: {now}", state.round());
        let (x, top) = svg.panel((20.0, y), (WIDTH - 40.0, 128.0), &heading);
        let mut at = x;
        for (kind, face) in state.hand().classes() {
            for _ in 0..state.hand().of(kind, face) {
                die((at, top), kind, Some(face), svg);
                at += DIE + 10.0;
            }
        }
        for kind in Kind::ALL {
            for _ in 0..state.to_roll()[kind.index()] {
                die((at, top), kind, None, svg);
                at += DIE + 10.0;
            }
        }
        if at == x {
            let faint = svg.theme.faint();
            svg.text((x, top + 28.0), (15.0, Anchor::Start, false), faint, "no dice in hand");
        }
        y + 128.0 + 16.0
    }

    /// What a player has built.
    fn skyline(
        &self,
        state: &State,
        seat: Seat,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        svg: &mut Svg,
    ) {
        let theme = svg.theme;
        let own = state.skyline(seat);
        let points = self.standing(state, seat).points;
        let mark =
            if state.seat() == seat && state.step() != Step::Over { " — to move" } else { "" };
        let demolished = if own.demolished { "" } else { ", never demolished" };
        let unit = if points == 1 { "point" } else { "points" };
        let heading = format!("Seat {}: {points} {unit}{mark}{demolished}", seat.0);
        svg.begin_seat((x, y), (width, height), seat.index(), &heading);
        let ground = y + height - 50.0;
        let look = format!("stroke=\"{}\" stroke-width=\"2\"", theme.faint());
        svg.line((x + 20.0, ground), (x + width - 14.0, ground), &look);
        let step = ((width - 40.0) / own.buildings().count().max(1) as f64).min(HOUSE + 14.0);
        for (number, building) in own.buildings().enumerate() {
            let left = x + 26.0 + number as f64 * step;
            self.house(
                (left, ground),
                (step - 10.0).min(HOUSE),
                building,
                own.count(building),
                svg,
            );
        }
        if own.buildings().next().is_none() {
            let at = (x + 28.0, ground - 10.0);
            svg.text(at, (15.0, Anchor::Start, false), theme.faint(), "nothing built yet");
        }
        svg.end();
    }

    /// A building, or several equal ones.
    fn house(
        &self,
        (x, ground): (f64, f64),
        wide: f64,
        building: Building,
        count: u16,
        svg: &mut Svg,
    ) {
        let theme = svg.theme;
        let (fill, ink, letter) = face_look(building.face);
        let is_finished = building.finished;
        let (kind, what) =
            if is_finished { ("tile", "finished") } else { ("column", "unfinished") };
        let name = format!("{} {}", building.face, building.height);
        svg.begin(kind, &name, &format!("{count} {what}: {name}"));
        let (edge, middle) = (theme.ink(), x + wide / 2.0);
        for level in 0..building.height {
            let top = ground - f64::from(level + 1) * FLOOR;
            // What is unfinished has a dashed outline, and nobody has moved in.
            let (dashes, window) =
                if is_finished { ("", "#fff3c4") } else { (" stroke-dasharray=\"4 3\"", "#0003") };
            let look = format!("fill=\"{fill}\" stroke=\"{edge}\"{dashes}");
            svg.rect((x, top), (wide, FLOOR), 2.0, &look);
            for left in [x + 6.0, x + wide - 16.0] {
                svg.rect((left, top + 8.0), (10.0, 14.0), 1.5, &format!("fill=\"{window}\""));
            }
            svg.text((middle, top + 21.0), (16.0, Anchor::Middle, true), ink, letter);
        }
        let top = ground - f64::from(building.height) * FLOOR;
        if is_finished {
            let roof = [(x - 3.0, top), (middle, top - 15.0), (x + wide + 3.0, top)];
            svg.polygon(&roof, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
        }
        let worth = self.values.get(usize::from(building.height) - 1).copied().unwrap_or(0);
        let text = if is_finished { format!("{count} × {worth}") } else { format!("{count} ×") };
        svg.text((middle, ground + 19.0), (16.0, Anchor::Middle, true), theme.ink(), &text);
        let under = if is_finished { "tile" } else { "open" };
        svg.text((middle, ground + 37.0), (13.0, Anchor::Middle, false), theme.faint(), under);
        svg.end();
    }
}

/// A die with what it shows; nothing if it is to be rolled.
fn die((x, y): (f64, f64), kind: Kind, face: Option<Face>, svg: &mut Svg) {
    let theme = svg.theme;
    let (fill, ink, letter) = face.map_or((theme.panel(), theme.ink(), "?"), face_look);
    let name = face.map_or(format!("{kind} to roll"), |face| format!("{kind} {face}"));
    svg.begin("die", &name, &name);
    let look = format!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.5\"", theme.ink());
    svg.rect((x, y), (DIE, DIE), 9.0, &look);
    svg.text((x + DIE / 2.0, y + 31.0), (23.0, Anchor::Middle, true), ink, letter);
    let under = (x + DIE / 2.0, y + DIE + 16.0);
    svg.text(under, (13.0, Anchor::Middle, false), theme.faint(), sign(kind));
    svg.end();
}

/// Dice that lie somewhere, by kind.
fn pile(name: &str, heading: &str, dice: Dice, at: (f64, f64), width: f64, svg: &mut Svg) {
    let (x, y) = svg.panel(at, (width, 118.0), heading);
    svg.begin("place", name, "");
    for kind in Kind::ALL {
        let left = x + kind.index() as f64 * (width - 28.0) / 3.0;
        die((left, y), kind, None, svg);
        let count = format!("× {}", dice[kind.index()]);
        svg.text(
            (left + DIE + 8.0, y + 31.0),
            (20.0, Anchor::Start, true),
            svg.theme.ink(),
            &count,
        );
    }
    svg.end();
}
