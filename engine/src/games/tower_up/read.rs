//! Reading documents: the parts of a state, fault by fault.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, Printing, bottom_from_name};
use super::document::StepName;
use super::objectives::{IN_PLAY, Objective};
use super::sites::Site;
use super::state::Ending;
use crate::document::{FaultCode, Noun, Object, Reader, Tree};
use crate::game::Seat;

const COLOURS: [&str; 4] = ["brown", "black", "gray", "white"];
const FLOORS: [&str; 5] = ["brown", "black", "gray", "white", "wild"];

/// A state document as far as it could be read, each part with its place.
pub(super) struct Draft<'a> {
    pub seat: Seat,
    pub step: StepName,
    pub number: u16,
    pub extra: bool,
    pub objectives: Vec<Objective>,
    /// Whether every objective and card could be read.
    pub cards_are_whole: bool,
    pub market: Vec<(Face, Reader<'a>)>,
    pub discard: Vec<(Face, Reader<'a>)>,
    pub opened: Vec<(Printing, Reader<'a>)>,
    pub pending: Vec<(Bottom, Reader<'a>)>,
    pub city: Vec<Plot<'a>>,
    /// Whether every building could be read.
    pub city_is_whole: bool,
    pub players: Vec<Person<'a>>,
    pub supply: Option<(Floors, Reader<'a>)>,
    pub ending: Option<(Ending, Reader<'a>)>,
}

/// A building of a draft.
pub(super) struct Plot<'a> {
    pub site: Site,
    pub colour: Colour,
    /// Whose roof lies on each floor, from the ground up.
    pub floors: Vec<Option<Seat>>,
    pub at: Reader<'a>,
}

/// A player of a draft.
pub(super) struct Person<'a> {
    pub stock: Floors,
    pub markers: [u8; 4],
    pub roofs: Option<(u8, Reader<'a>)>,
    pub tokens: Vec<(Objective, u8, Reader<'a>)>,
    pub counted: Option<(u8, Reader<'a>)>,
    pub at: Reader<'a>,
}

const SITE: Noun = Noun { name: "site", code: FaultCode::UnknownSite };
const COLOUR: Noun = Noun { name: "colour", code: FaultCode::UnknownColour };
const CARD: Noun = Noun { name: "card", code: FaultCode::UnknownCard };
const OBJECTIVE: Noun = Noun { name: "objective", code: FaultCode::UnknownObjective };

/// Counts by colour.
pub(super) fn counts(reader: &Reader<'_>, most: u8) -> Option<[u8; 4]> {
    let object = reader.any_object()?;
    let mut counts = [0; 4];
    for (name, value) in object.entries() {
        if let Some(colour) = value.word(name, COLOUR, Colour::from_name, &COLOURS) {
            counts[colour.index()] = value.count(most)?;
        }
    }
    Some(counts)
}

impl TowerUp {
    /// Reads all parts of a state document; `None` when something essential is missing.
    pub(super) fn draft<'a>(&self, object: &Object<'a>) -> Option<Draft<'a>> {
        let turn = object
            .require("turn")
            .and_then(|turn| turn.object(&["seat", "step", "number", "extra"]));
        let seat = turn.as_ref().and_then(|turn| self.seat(&turn.require("seat")?));
        let step = turn.as_ref().and_then(|turn| {
            let names = StepName::ALL.map(|(name, _)| name);
            let find = |word: &str| {
                StepName::ALL.iter().find(|(name, _)| *name == word).map(|(_, step)| *step)
            };
            turn.require("step")?.name("step", find, &names)
        });
        let number = turn
            .as_ref()
            .and_then(|turn| turn.get("number")?.number(0..=self.rules.turn_cap.into()));
        let extra = turn.as_ref().and_then(|turn| turn.get("extra")?.boolean());
        let before_cards = object.reader().fault_count();
        let objectives =
            object.require("objectives").map(|list| self.objective_list(&list)).unwrap_or_default();
        let faces = |reader: Option<Reader<'a>>| {
            let items = reader.and_then(|reader| reader.list()).unwrap_or_default();
            items
                .into_iter()
                .filter_map(|item| Some((self.face_of(&item)?, item)))
                .collect::<Vec<_>>()
        };
        let market = faces(object.require("market"));
        let discard = faces(object.get("discard"));
        let cards_are_whole = object.reader().fault_count() == before_cards;
        let opened = object.get("opened").and_then(|reader| reader.list()).unwrap_or_default();
        let pending = object.get("pending").and_then(|reader| reader.list()).unwrap_or_default();
        let find_bottom =
            |item: Reader<'a>| Some((item.name("floor", bottom_from_name, &FLOORS)?, item));
        let before_city = object.reader().fault_count();
        let city = object.require("city").and_then(|reader| reader.any_object());
        let city: Vec<Plot<'a>> = city
            .iter()
            .flat_map(|city| city.entries().filter_map(|(name, at)| self.plot(name, at)))
            .collect();
        let city_is_whole = object.reader().fault_count() == before_city;
        let players = object.require("players").and_then(|reader| {
            let list = reader.list()?;
            let wanted = usize::from(self.rules.players);
            if list.len() != wanted {
                reader.fault(
                    FaultCode::Players,
                    format!("{} players are listed; the rules say {wanted}", list.len()),
                );
            }
            Some(list)
        });
        let players = players.unwrap_or_default();
        let ending =
            object.get("ending").and_then(|reader| Some((self.ending_of(&reader)?, reader)));
        let draft = Draft {
            seat: seat.unwrap_or(Seat(0)),
            step: step.unwrap_or(StepName::Act),
            number: number.map_or_else(|| default_number(step), |number| number as u16),
            extra: extra.unwrap_or(false),
            objectives,
            cards_are_whole,
            market,
            discard,
            opened: opened
                .into_iter()
                .filter_map(|item| Some((self.printing_of(&item)?, item)))
                .collect(),
            pending: pending.into_iter().filter_map(find_bottom).collect(),
            city,
            city_is_whole,
            players: players.into_iter().filter_map(|player| self.person(player)).collect(),
            supply: object
                .get("supply")
                .and_then(|reader| Some((Floors::new(counts(&reader, 100)?), reader))),
            ending,
        };
        let complete = draft.players.len() == usize::from(self.rules.players)
            && seat.is_some()
            && step.is_some();
        complete.then_some(draft)
    }

    fn seat(&self, reader: &Reader<'_>) -> Option<Seat> {
        reader.count(self.rules.players - 1).map(Seat)
    }

    fn objective_list(&self, reader: &Reader<'_>) -> Vec<Objective> {
        let mut found: Vec<Objective> = Vec::new();
        for item in reader.list().unwrap_or_default() {
            let Some(objective) = self.objective_of(&item) else { continue };
            if found.contains(&objective) {
                item.fault(FaultCode::ObjectiveTwice, "the objective is named twice");
            } else {
                found.push(objective);
            }
        }
        if found.len() > IN_PLAY {
            reader.fault(
                FaultCode::Objectives,
                format!("{} objectives are named; {IN_PLAY} are in play", found.len()),
            );
            found.truncate(IN_PLAY);
        }
        found.sort();
        found
    }

    fn objective_of(&self, reader: &Reader<'_>) -> Option<Objective> {
        let known: Vec<&str> = self.components.objectives.iter().map(|o| o.id.as_str()).collect();
        reader.name(OBJECTIVE, |id| self.components.objective(id), &known)
    }

    fn face_of(&self, reader: &Reader<'_>) -> Option<Face> {
        let known: Vec<&str> =
            self.components.deck.faces.iter().map(|face| face.name.as_str()).collect();
        reader.name(CARD, |name| self.components.deck.face(name), &known)
    }

    fn printing_of(&self, reader: &Reader<'_>) -> Option<Printing> {
        let object = reader.object(&["card", "bottom"])?;
        let face = self.face_of(&object.require("card")?);
        let bottom = object.require("bottom")?.name("floor", bottom_from_name, &FLOORS);
        let printing = self.components.deck.printing(face?, bottom?);
        if printing.is_none() {
            reader.fault(FaultCode::UnknownCard, "no card of that name has this bottom");
        }
        printing
    }

    fn ending_of(&self, reader: &Reader<'_>) -> Option<Ending> {
        let object = reader.object(&["cause", "by"])?;
        let by = object.require("by").and_then(|reader| self.seat(&reader));
        let cause = |name: &str| match name {
            "last_roof" => Some(Ending::LastRoof as fn(Seat) -> Ending),
            "shortage" => Some(Ending::Shortage as fn(Seat) -> Ending),
            "dead_board" => Some(Ending::DeadBoard as fn(Seat) -> Ending),
            _ => None,
        };
        let known = ["last_roof", "shortage", "dead_board"];
        let cause = object.require("cause")?.name("cause", cause, &known);
        Some(cause?(by?))
    }

    fn plot<'a>(&self, name: &str, at: Reader<'a>) -> Option<Plot<'a>> {
        let site = at.word(name, SITE, |name| self.board.site(name), &self.board.names);
        let (colour, floors) = if matches!(at.raw(), Tree::Object(_)) {
            self.building_parts(&at)?
        } else {
            self.building_text(&at)?
        };
        Some(Plot { site: site?, colour, floors, at })
    }

    /// `white .0.1`
    fn building_text(&self, at: &Reader<'_>) -> Option<(Colour, Vec<Option<Seat>>)> {
        let text = at.string()?;
        let Some((colour, floors)) = text.trim().split_once(' ') else {
            let message = format!(
                "`{text}`: write the colour and each floor from the ground up, such as `white .0.1`"
            );
            at.fault(FaultCode::Building, message);
            return None;
        };
        let colour = at.word(colour, COLOUR, Colour::from_name, &COLOURS);
        let mut read = Vec::new();
        for floor in floors.trim().chars() {
            match floor.to_digit(10) {
                _ if floor == '.' => read.push(None),
                Some(seat) if seat < u32::from(self.rules.players) => {
                    read.push(Some(Seat(seat as u8)))
                }
                Some(seat) => {
                    let most = self.rules.players - 1;
                    at.fault(
                        FaultCode::RoofOfNobody,
                        format!("nobody sits at seat {seat}; seats are 0 to {most}"),
                    );
                    return None;
                }
                None => {
                    let message = format!(
                        "`{floor}` is no floor: write `.` or the seat whose roof lies there"
                    );
                    at.fault(FaultCode::Building, message);
                    return None;
                }
            }
        }
        Some((colour?, read))
    }

    /// `{"colour": "white", "height": 4, "roofs": [{"level": 2, "seat": 0}]}`
    fn building_parts(&self, at: &Reader<'_>) -> Option<(Colour, Vec<Option<Seat>>)> {
        let object = at.object(&["colour", "height", "roofs"])?;
        let colour = object.require("colour")?.name(COLOUR, Colour::from_name, &COLOURS);
        let height = object.require("height")?.number(1..=15)?;
        let mut floors = vec![None; height as usize];
        for roof in object.get("roofs").and_then(|reader| reader.list()).unwrap_or_default() {
            let parts = roof.object(&["level", "seat"])?;
            let level = parts.require("level")?.number(1..=15)?;
            let seat = self.seat(&parts.require("seat")?)?;
            match floors.get_mut(level as usize - 1) {
                None => roof.fault(
                    FaultCode::RoofAboveBuilding,
                    format!("the building has {height} floors; no roof can lie on level {level}"),
                ),
                Some(Some(_)) => {
                    roof.fault(
                        FaultCode::TwoRoofsOnAFloor,
                        format!("level {level} has a roof already"),
                    );
                }
                Some(free) => *free = Some(seat),
            }
        }
        Some((colour?, floors))
    }

    fn person<'a>(&self, at: Reader<'a>) -> Option<Person<'a>> {
        let object = at.object(&["stock", "markers", "roofs", "tokens", "counted"])?;
        let tokens = object.get("tokens").and_then(|reader| reader.any_object());
        let known: Vec<&str> = self.components.objectives.iter().map(|o| o.id.as_str()).collect();
        let token = |(id, at): (&str, Reader<'a>)| {
            let objective = at.word(id, OBJECTIVE, |id| self.components.objective(id), &known);
            Some((objective?, at.count(u8::MAX)?, at))
        };
        let count = |key: &str, most: u8| {
            object.get(key).and_then(|reader| Some((reader.count(most)?, reader)))
        };
        let end = self.track_end;
        let markers = object.get("markers").and_then(|reader| {
            let markers = counts(&reader, u8::MAX)?;
            for colour in Colour::ALL.into_iter().filter(|colour| markers[colour.index()] > end) {
                let message = format!(
                    "the {colour} marker is {} steps on; a track has {end}",
                    markers[colour.index()]
                );
                reader.fault(FaultCode::MarkerOffTrack, message);
            }
            Some(markers)
        });
        Some(Person {
            stock: object
                .get("stock")
                .and_then(|reader| counts(&reader, 100))
                .map_or(Floors::NONE, Floors::new),
            markers: markers.unwrap_or_default(),
            roofs: count("roofs", u8::MAX),
            tokens: tokens.iter().flat_map(|tokens| tokens.entries().filter_map(token)).collect(),
            counted: count("counted", u8::MAX),
            at,
        })
    }
}

fn default_number(step: Option<StepName>) -> u16 {
    match step {
        Some(
            StepName::DrawObjective | StepName::OpenMarket | StepName::DrawFloor | StepName::Place,
        ) => 0,
        _ => 1,
    }
}
