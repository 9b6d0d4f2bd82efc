//! The city, the cards and the players' boards as a picture.

use super::TowerUp;
use super::colour::Colour;
use super::deck::{Face, bottom_name};
use super::state::{Building, Ending, State, Step};
use crate::draw::{Anchor, ON_SEATS, SEATS, Svg, Theme};
use crate::game::{Game, Seat};

/// The city's corner and its greatest size.
const CITY: (f64, f64) = (20.0, 20.0);
const CITY_SIZE: (f64, f64) = (1085.0, 880.0);
/// Where market and objectives stand.
const SIDE: f64 = 1125.0;
const WIDTH: f64 = 1560.0;
/// How high a floor of a building is drawn.
const FLOOR: f64 = 13.0;

/// Fill, outline and letters of a colour of floors.
fn floor_look(colour: Option<Colour>) -> (&'static str, &'static str, &'static str) {
    match colour {
        Some(Colour::Brown) => ("#9a5b2c", "#ffffff", "Br"),
        Some(Colour::Black) => ("#23262b", "#ffffff", "Bk"),
        Some(Colour::Gray) => ("#8d949e", "#000000", "Gy"),
        Some(Colour::White) => ("#ffffff", "#000000", "Wh"),
        None => ("#d9c7f0", "#000000", "any"),
    }
}

/// The tints of the districts, in their order.
fn tints(theme: Theme) -> [&'static str; 5] {
    theme.pick(
        ["#f6e3c5", "#dcebd6", "#dfe2e8", "#e9e3f3", "#f8dcd8"],
        ["#4a3d28", "#2d4630", "#3c4048", "#3d3650", "#4c3331"],
    )
}

impl TowerUp {
    /// Draws a position.
    pub(super) fn picture(&self, state: &State, theme: Theme) -> Svg {
        let mut svg = Svg::new(theme, WIDTH as u32, 0, &self.says(state));
        let side = self.side(state, &mut svg);
        let top = self.city(state, side - 20.0, &mut svg);
        let seats = self.seats();
        let across = if seats == 4 { 2 } else { seats };
        let width = (WIDTH - 20.0) / across as f64 - 20.0;
        for seat in Seat::all(seats) {
            let (row, column) = (seat.index() / across, seat.index() % across);
            let at = (20.0 + column as f64 * (width + 20.0), top + row as f64 * 250.0);
            self.player_board(state, seat, at, width, &mut svg);
        }
        svg.set_height(top + seats.div_ceil(across) as f64 * 250.0);
        svg
    }

    /// A position in a sentence.
    fn says(&self, state: &State) -> String {
        let points: Vec<String> = Seat::all(self.seats())
            .map(|seat| format!("seat {} has {}", seat.0, self.standing(state, seat).points))
            .collect();
        let now = match state.step() {
            Step::Over(_) => "The game is over".to_string(),
            _ => format!("Turn {}, seat {} is to move", state.turns(), state.seat().0),
        };
        format!("Tower Up. {now}; points: {}.", points.join(", "))
    }

    /// The city, at least down to there; where it ends.
    fn city(&self, state: &State, least: f64, svg: &mut Svg) -> f64 {
        let theme = svg.theme;
        let file = &self.board.file;
        // The smaller board is drawn larger.
        let most =
            |axis: usize| f64::from(file.sites.values().map(|at| at[axis]).max().unwrap_or(1));
        let (across, down) = (most(0) + 80.0, most(1) + 100.0);
        let scale = (CITY_SIZE.0 / across).min(CITY_SIZE.1 / down).clamp(0.5, 1.5);
        let at = |[x, y]: [i32; 2]| {
            (f64::from(x) * scale + CITY.0, (f64::from(y) - 20.0) * scale + CITY.1)
        };
        let points =
            |shape: &[[i32; 2]]| -> Vec<(f64, f64)> { shape.iter().map(|it| at(*it)).collect() };
        let place = |name: &str| at(file.sites[name]);
        let bottom = (at([0, most(1) as i32]).1 + 80.0).max(least);
        svg.panel(CITY, (CITY_SIZE.0, bottom - CITY.1), "");
        let water = theme.pick("#cfe5f5", "#1d3a4f");
        for sea in &file.sea {
            let shape: Vec<(f64, f64)> = points(&sea.shape)
                .into_iter()
                .map(|(x, y)| {
                    (x.clamp(CITY.0 + 1.0, CITY.0 + CITY_SIZE.0 - 1.0), y.min(bottom - 1.0))
                })
                .collect();
            svg.polygon(&shape, &format!("fill=\"{water}\""));
        }
        for (area, kind) in file
            .park
            .iter()
            .map(|area| (area, "park"))
            .chain(file.lake.iter().map(|area| (area, "lake")))
        {
            let park = theme.pick("#cfe8c9", "#24452a");
            let fill = if kind == "park" { park } else { water };
            let shape = points(&area.shape);
            let outline = theme.pick("#7f9c78", "#5b7f60");
            let look = format!(
                "fill=\"{fill}\" stroke=\"{outline}\" stroke-dasharray=\"{}\"",
                if kind == "park" { "3 3" } else { "none" }
            );
            svg.polygon(&shape, &look);
            let n = shape.len().max(1) as f64;
            let middle =
                shape.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / n, sum.1 + at.1 / n));
            let style = (13.0, Anchor::Middle, false);
            svg.text((middle.0, middle.1 - 2.0), style, theme.faint(), &area.name);
            svg.text((middle.0, middle.1 + 13.0), style, theme.faint(), kind);
        }
        for road in &file.roads {
            let Some((from, to)) = road.split_once('-') else { continue };
            // Between two districts a road is dashed.
            let district =
                |name: &str| file.district.iter().position(|d| d.sites.iter().any(|s| s == name));
            let dashes =
                if district(from) == district(to) { "" } else { " stroke-dasharray=\"7 5\"" };
            let look =
                format!("stroke=\"{}\" stroke-width=\"5\" fill=\"none\"{dashes}", theme.line());
            svg.line(place(from), place(to), &look);
        }
        let tints = tints(theme);
        for (number, district) in file.district.iter().enumerate() {
            for name in &district.sites {
                let look =
                    format!("fill=\"{}\" stroke=\"{}\"", tints[number % tints.len()], theme.line());
                svg.circle(place(name), 30.0, &look);
            }
        }
        for (index, name) in self.board.names.iter().enumerate() {
            let site = super::sites::Site(index as u8);
            let (x, y) = place(name);
            let district = file.district.iter().find(|d| d.sites.contains(name));
            let district = district.map_or("", |district| district.name.as_str());
            let built = state.building(site);
            let says = match built {
                None => format!("{name}, {district}: empty"),
                Some((colour, building)) => {
                    format!(
                        "{name}, {district}: {colour}, height {}, roofs {building:?}",
                        building.height()
                    )
                }
            };
            svg.begin("site", name, &says);
            svg.circle((x, y), 30.0, "fill=\"transparent\"");
            svg.text((x, y + 25.0), (12.0, Anchor::Middle, true), theme.faint(), name);
            if let Some((colour, building)) = built {
                tower((x, y + 12.0), colour, building, svg);
            }
            svg.end();
        }
        self.legend(svg);
        bottom + 20.0
    }

    /// The names of the districts by their tint.
    fn legend(&self, svg: &mut Svg) {
        let theme = svg.theme;
        let tints = tints(theme);
        let mut x = CITY.0 + 20.0;
        let y = CITY.1 + 24.0;
        for (number, district) in self.board.file.district.iter().enumerate() {
            let look =
                format!("fill=\"{}\" stroke=\"{}\"", tints[number % tints.len()], theme.faint());
            svg.circle((x, y - 5.0), 8.0, &look);
            let first = district.sites.first().map_or("", String::as_str);
            let gray = if district.gray { ", gray" } else { "" };
            let text = format!("{} ({first} …{gray})", district.name);
            svg.text((x + 14.0, y), (14.0, Anchor::Start, false), theme.ink(), &text);
            x += 40.0 + text.chars().count() as f64 * 7.4;
        }
    }

    /// Market, objectives and supply; where it ends.
    fn side(&self, state: &State, svg: &mut Svg) -> f64 {
        let theme = svg.theme;
        let width = WIDTH - SIDE - 20.0;
        let mut y = 20.0;
        let cards = state.market();
        let height = 64.0 + cards.len().max(1) as f64 * 58.0;
        let (x, mut top) = svg.panel((SIDE, y), (width, height), "Market");
        for face in cards {
            self.card(*face, (x, top), width - 28.0, svg);
            top += 58.0;
        }
        if cards.is_empty() {
            svg.text((x, top + 16.0), (14.0, Anchor::Start, false), theme.faint(), "no cards yet");
        }
        y += height + 16.0;
        let rows = state.objectives().len().max(1) as f64;
        let height = 58.0 + rows * 66.0;
        let (x, mut top) = svg.panel((SIDE, y), (width, height), "Objectives");
        for (slot, objective) in state.objectives().iter().enumerate() {
            let data = &self.components.objectives[usize::from(objective.0)];
            svg.begin("objective", &data.id, &data.text);
            svg.text(
                (x, top + 14.0),
                (15.0, Anchor::Start, true),
                theme.ink(),
                &data.id.replace('_', " "),
            );
            for (line, text) in wrapped(&data.text, 56).into_iter().take(2).enumerate() {
                let at = (x, top + 31.0 + 15.0 * line as f64);
                svg.text(at, (12.5, Anchor::Start, false), theme.faint(), &text);
            }
            let taken = usize::from(state.reached_by(slot));
            for (place, value) in self.tokens.iter().enumerate() {
                let at =
                    (x + width - 40.0 - (self.tokens.len() - 1 - place) as f64 * 30.0, top + 8.0);
                let gone = place < taken;
                let look = match gone {
                    true => format!(
                        "fill=\"none\" stroke=\"{}\" stroke-dasharray=\"3 3\"",
                        theme.line()
                    ),
                    false => "fill=\"#f2c94c\" stroke=\"#7a5c00\"".to_string(),
                };
                svg.circle(at, 12.5, &look);
                let ink = if gone { theme.faint() } else { "#3a2c00" };
                svg.text((at.0, at.1 + 5.0), (14.0, Anchor::Middle, true), ink, &value.to_string());
            }
            svg.end();
            top += 66.0;
        }
        y += height + 16.0;
        let (x, top) = svg.panel((SIDE, y), (width, 118.0), "Supply");
        for colour in Colour::ALL {
            let at = (x + 8.0 + colour.index() as f64 * 92.0, top + 4.0);
            chip(at, Some(colour), u32::from(state.supply().of(colour)), svg);
        }
        let (unseen, discard) = (state.unseen().total, state.discard().total);
        let text = format!("deck {unseen}, discard {discard}");
        svg.text((x, top + 60.0), (14.0, Anchor::Start, false), theme.faint(), &text);
        y += 134.0;
        let (floors, wild) = state.pending();
        let mut texts: Vec<String> = Vec::new();
        for bottom in Colour::ALL.map(Some).into_iter().chain([None]) {
            let count = bottom.map_or(wild, |colour| floors.of(colour));
            if count > 0 {
                texts.push(format!("{count} {}", bottom_name(bottom)));
            }
        }
        let now = match state.step() {
            Step::Over(finish) => format!("The game is over ({}).", finish.name()),
            Step::Place => {
                format!("Seat {} places starting floors: {}.", state.seat().0, texts.join(", "))
            }
            Step::Return => format!("Seat {} returns floors.", state.seat().0),
            Step::Act => {
                format!("Turn {}: seat {} takes a card or builds.", state.turns(), state.seat().0)
            }
            _ => "Chance is next.".to_string(),
        };
        let (x, top) = svg.panel((SIDE, y), (width, 74.0), &now);
        if let Some(ending) = state.ending() {
            let text = match ending {
                Ending::LastRoof(seat) => {
                    format!("The end has begun: seat {} placed its last roof.", seat.0)
                }
                Ending::Shortage(seat) => {
                    format!("The end has begun: floors ran short on seat {}.", seat.0)
                }
                Ending::DeadBoard(_) => "The end has begun: no site is left.".to_string(),
            };
            svg.text((x, top + 8.0), (13.0, Anchor::Start, false), theme.faint(), &text);
        }
        y + 90.0
    }

    fn card(&self, face: Face, (x, y): (f64, f64), width: f64, svg: &mut Svg) {
        let theme = svg.theme;
        let data = &self.faces[usize::from(face.0)];
        svg.begin("card", &data.name, &data.name);
        let look = format!("fill=\"{}\" stroke=\"{}\"", theme.ground(), theme.line());
        svg.rect((x, y), (width, 50.0), 7.0, &look);
        let mut at = x + 22.0;
        for colour in Colour::ALL.map(Some).into_iter().chain([None]) {
            let count = colour.map_or(data.wild, |colour| data.floors.of(colour));
            if count > 0 {
                chip((at, y + 11.0), colour, u32::from(count), svg);
                at += 84.0;
            }
        }
        if let Some(colour) = data.marker {
            let (fill, ink, letters) = floor_look(Some(colour));
            svg.polygon(
                &[
                    (at, y + 10.0),
                    (at + 34.0, y + 10.0),
                    (at + 46.0, y + 25.0),
                    (at + 34.0, y + 40.0),
                    (at, y + 40.0),
                ],
                &format!("fill=\"{fill}\" stroke=\"{}\"", theme.ink()),
            );
            svg.text((at + 18.0, y + 31.0), (15.0, Anchor::Middle, true), ink, letters);
            let text = format!("+{}", data.steps);
            svg.text((at + 54.0, y + 31.0), (17.0, Anchor::Start, true), theme.ink(), &text);
        }
        svg.end();
    }

    fn player_board(
        &self,
        state: &State,
        seat: Seat,
        (x, y): (f64, f64),
        width: f64,
        svg: &mut Svg,
    ) {
        let theme = svg.theme;
        let player = state.player(seat);
        let points = self.standing(state, seat).points;
        let moves =
            matches!(state.step(), Step::Act | Step::Place | Step::Return) && state.seat() == seat;
        let mark = if moves { " — to move" } else { "" };
        let heading = format!("Seat {}: {points} points{mark}", seat.0);
        svg.begin_seat((x, y), (width, 234.0), seat.index(), &heading);
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            let at = (x + 30.0 + index as f64 * 68.0, y + 50.0);
            chip(at, Some(colour), u32::from(player.stock.of(colour)), svg);
        }
        let text = format!(
            "{} roofs left, {} seen: {} points",
            player.roofs,
            player.visible.len(),
            self.cone[(player.visible.len() as usize).min(self.cone.len() - 1)]
        );
        svg.text((x + 300.0, y + 70.0), (13.0, Anchor::Start, false), theme.ink(), &text);
        let mut at = x + width - 24.0;
        for value in player.tokens.iter().rev().flatten() {
            svg.circle((at, y + 26.0), 13.0, "fill=\"#f2c94c\" stroke=\"#7a5c00\"");
            svg.text((at, y + 31.0), (14.0, Anchor::Middle, true), "#3a2c00", &value.to_string());
            at -= 31.0;
        }
        let step = ((width - 90.0) / self.track.len() as f64).min(58.0);
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            let top = y + 94.0 + index as f64 * 34.0;
            let (fill, ink, letters) = floor_look(Some(colour));
            svg.rect(
                (x + 20.0, top),
                (40.0, 28.0),
                5.0,
                &format!("fill=\"{fill}\" stroke=\"{}\"", theme.faint()),
            );
            svg.text((x + 40.0, top + 19.0), (14.0, Anchor::Middle, true), ink, letters);
            for (space, value) in self.track.iter().enumerate() {
                let left = x + 70.0 + space as f64 * step;
                let here = usize::from(player.markers[index]) == space;
                let look = match here {
                    true => format!("fill=\"{}\" stroke=\"{}\"", SEATS[seat.index()], theme.ink()),
                    false => format!("fill=\"{}\" stroke=\"{}\"", theme.ground(), theme.line()),
                };
                svg.rect((left, top), (step - 4.0, 28.0), 4.0, &look);
                let ink = if here { ON_SEATS[seat.index()] } else { theme.faint() };
                let star = self.stars_passed.get(space).copied().unwrap_or(0)
                    > space.checked_sub(1).map_or(0, |before| self.stars_passed[before]);
                let text = if star { format!("{value}★") } else { value.to_string() };
                svg.text(
                    (left + step / 2.0 - 2.0, top + 19.0),
                    (13.0, Anchor::Middle, here),
                    ink,
                    &text,
                );
            }
        }
        svg.end();
    }
}

/// A building from the ground up, with every roof in its place.
fn tower((x, y): (f64, f64), colour: Colour, building: Building, svg: &mut Svg) {
    let (fill, ink, letters) = floor_look(Some(colour));
    let edge = svg.theme.pick("#3a3f47", "#d5dae2");
    let height = building.height();
    for level in 1..=height {
        let top = y - f64::from(level) * FLOOR;
        let look = format!("fill=\"{fill}\" stroke=\"{edge}\"");
        svg.rect((x - 19.0, top), (38.0, FLOOR), 1.5, &look);
        if level == 1 {
            svg.text((x - 17.0, top + 10.5), (9.5, Anchor::Start, true), ink, letters);
        }
        if let Some(seat) = building.roof(level) {
            let look = format!("fill=\"{}\" stroke=\"{edge}\"", SEATS[seat.index()]);
            let (left, right) = if level == 1 { (x + 1.0, x + 18.0) } else { (x - 9.0, x + 9.0) };
            svg.polygon(
                &[
                    (left, top + FLOOR - 1.5),
                    (left + 4.0, top + 1.5),
                    (right - 4.0, top + 1.5),
                    (right, top + FLOOR - 1.5),
                ],
                &look,
            );
            let middle = ((left + right) / 2.0, top + 10.5);
            svg.text(
                middle,
                (10.0, Anchor::Middle, true),
                ON_SEATS[seat.index()],
                &seat.0.to_string(),
            );
        }
    }
    let top = y - f64::from(height) * FLOOR;
    let style = (13.0, Anchor::Middle, true);
    svg.text((x + 27.0, top + 11.0), style, svg.theme.ink(), &height.to_string());
}

/// Floors of a colour with their number.
fn chip((x, y): (f64, f64), colour: Option<Colour>, count: u32, svg: &mut Svg) {
    let (fill, ink, letters) = floor_look(colour);
    let edge = svg.theme.faint();
    svg.rect((x - 10.0, y), (40.0, 28.0), 4.0, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
    svg.text((x + 10.0, y + 19.0), (14.0, Anchor::Middle, true), ink, letters);
    svg.text(
        (x + 36.0, y + 20.0),
        (16.0, Anchor::Start, true),
        svg.theme.ink(),
        &count.to_string(),
    );
}

/// A text in lines of so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        match lines[last].is_empty() || lines[last].len() + word.len() < width {
            true => lines[last] = format!("{} {word}", lines[last]).trim().to_string(),
            false => lines.push(word.to_string()),
        }
    }
    lines
}
