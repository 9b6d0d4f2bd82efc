//! Skylines, dice in hand, in the yard and in the abandoned district as a picture.

use super::Skyline;
use super::dice::{Dice, Face, Kind};
use super::state::{Building, State, Step};
use crate::draw::{Anchor, Svg, Theme};
use crate::game::{Game, Seat};

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
        for seat in Seat::all(self.seats()) {
            y = self.skyline(state, seat, y, &mut svg);
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

    /// What a player has built; where it ends.
    fn skyline(&self, state: &State, seat: Seat, y: f64, svg: &mut Svg) -> f64 {
        let theme = svg.theme;
        let own = state.skyline(seat);
        let tallest = own.buildings().map(|it| it.height).max().unwrap_or(1);
        let room = f64::from(tallest.max(2)) * FLOOR;
        let height = 60.0 + room + 50.0;
        let points = self.standing(state, seat).points;
        let mark = match state.seat() == seat && state.step() != Step::Over {
            true => " — to move",
            false => "",
        };
        let demolished = if own.demolished { "" } else { ", has never demolished" };
        let heading = format!("Seat {}: {points} points{mark}{demolished}", seat.0);
        svg.begin_seat((20.0, y), (WIDTH - 40.0, height), seat.index(), &heading);
        let ground = y + 50.0 + room;
        let look = format!("stroke=\"{}\" stroke-width=\"2\"", theme.faint());
        svg.line((40.0, ground), (WIDTH - 40.0, ground), &look);
        let mut x = 48.0;
        for building in own.buildings() {
            let count = own.count(building);
            self.house((x, ground), building, count, svg);
            x += HOUSE + 14.0;
        }
        if own.buildings().next().is_none() {
            let at = (48.0, ground - 10.0);
            svg.text(at, (15.0, Anchor::Start, false), theme.faint(), "nothing built yet");
        }
        svg.end();
        y + height + 16.0
    }

    /// A building, or several equal ones.
    fn house(&self, (x, ground): (f64, f64), building: Building, count: u16, svg: &mut Svg) {
        let theme = svg.theme;
        let (fill, ink, letter) = face_look(building.face);
        let what = if building.finished { "finished" } else { "unfinished" };
        let name = format!("{} {}", building.face, building.height);
        let kind = if building.finished { "tile" } else { "column" };
        svg.begin(kind, &name, &format!("{count} {what}: {name}"));
        let edge = theme.ink();
        for level in 0..building.height {
            let top = ground - f64::from(level + 1) * FLOOR;
            // What is unfinished has a dashed outline.
            let dashes = if building.finished { "" } else { " stroke-dasharray=\"4 3\"" };
            let look = format!("fill=\"{fill}\" stroke=\"{edge}\"{dashes}");
            svg.rect((x, top), (HOUSE, FLOOR), 2.0, &look);
            svg.text((x + HOUSE / 2.0, top + 21.0), (16.0, Anchor::Middle, true), ink, letter);
        }
        let top = ground - f64::from(building.height) * FLOOR;
        if building.finished {
            svg.polygon(
                &[(x, top), (x + HOUSE / 2.0, top - 14.0), (x + HOUSE, top)],
                &format!("fill=\"{fill}\" stroke=\"{edge}\""),
            );
        }
        let worth = self.values.get(usize::from(building.height) - 1).copied().unwrap_or(0);
        let text = match building.finished {
            true => format!("{count} × {worth}"),
            false => format!("{count} ×"),
        };
        svg.text(
            (x + HOUSE / 2.0, ground + 18.0),
            (15.0, Anchor::Middle, true),
            theme.ink(),
            &text,
        );
        let under = if building.finished { "tile" } else { "open" };
        svg.text(
            (x + HOUSE / 2.0, ground + 34.0),
            (12.0, Anchor::Middle, false),
            theme.faint(),
            under,
        );
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
    svg.text(under, (12.0, Anchor::Middle, false), theme.faint(), sign(kind));
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
