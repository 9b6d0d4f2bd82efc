//! The parameters of a variant: every number of the rulebook and of the
//! components, with its default and its range.

use schemars::JsonSchema;
use serde::Serialize;

use super::colour::Colour;
use super::components::Components;
use super::objectives::IN_PLAY;
use crate::fault::{Fault, Faults};

/// The most seats at a table.
pub const MAX_SEATS: usize = 4;
/// The largest market.
pub const MAX_MARKET: usize = 8;
/// The longest track, in spaces.
pub const MAX_TRACK: usize = 32;

/// Which side of the board is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side for 3 and 4 players.
    Front,
    /// The side for 2 players.
    Back,
}

/// Who places the starting floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placer {
    /// The last player of the turn order, knowing the objectives.
    Last,
    /// The first player.
    First,
    /// Nobody: each floor goes to a random site that it may go to.
    Chance,
}

/// Which objectives are in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Three drawn at random.
    Drawn,
    /// The three for a first game.
    Start,
    /// These three, by id.
    Named([String; IN_PLAY]),
}

/// The parameters of a variant. `None` stands for what the components say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rules {
    /// The number of players, 2 to 4.
    pub players: u8,
    /// The side of the board; by the book the back for 2 players.
    pub side: Option<Side>,
    /// The number of starting floors, 3 to 7; with 4 players 3 to 5.
    pub starting_floors: u8,
    /// Who places the starting floors.
    pub placed_by: Placer,
    /// The roofs of each player.
    pub roofs: Option<u8>,
    /// The most floors a player may keep at the end of a turn.
    pub stock_limit: u8,
    /// The floors of each colour.
    pub floors_per_colour: Option<u8>,
    /// The number of cards on display.
    pub market_size: u8,
    /// The floors of each colour that every player starts with.
    pub opening_stock: [u8; 4],
    /// The tokens of each objective, highest first.
    pub tokens: Option<Vec<u8>>,
    /// The star columns, in steps from the first space of a track.
    pub stars: Option<Vec<u8>>,
    /// The values of a track's spaces.
    pub track: Option<Vec<u8>>,
    /// The values of the cone for 0, 1, 2 ... visible roofs.
    pub cone: Option<Vec<u8>>,
    /// The objectives in play.
    pub objectives: Choice,
    /// Whether the two sides of a border must be joined by a road.
    pub border_by_road: bool,
    /// The number of turns, extra turns among them, after which a game is
    /// stopped as unfinished.
    pub turn_cap: u16,
    /// Allows values that no rulebook has.
    pub beyond_rulebook: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: 2,
            side: None,
            starting_floors: 3,
            placed_by: Placer::Last,
            roofs: None,
            stock_limit: 10,
            floors_per_colour: None,
            market_size: 3,
            opening_stock: [1; 4],
            tokens: None,
            stars: None,
            track: None,
            cone: None,
            objectives: Choice::Drawn,
            border_by_road: true,
            turn_cap: 1000,
            beyond_rulebook: false,
        }
    }
}

/// What may be said about one numeric parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name of the field in [`Rules`].
    pub name: &'static str,
    /// The values of the rulebook, at the given number of players.
    pub rulebook: fn(players: u8) -> (u32, u32),
    /// What the engine can play when `beyond_rulebook` is set.
    pub beyond: (u32, u32),
}

/// The numeric parameters. Lists (tokens, stars, track, cone) follow the
/// components by the book and are checked one by one beyond it.
pub const PARAMETERS: [Parameter; 7] = [
    Parameter {
        name: "starting_floors",
        rulebook: |players| (3, if players == 4 { 5 } else { 7 }),
        beyond: (1, 16),
    },
    Parameter { name: "roofs", rulebook: |_| (10, 10), beyond: (1, 30) },
    Parameter { name: "stock_limit", rulebook: |_| (10, 10), beyond: (4, 60) },
    Parameter { name: "floors_per_colour", rulebook: |_| (30, 30), beyond: (8, 100) },
    Parameter { name: "market_size", rulebook: |_| (3, 3), beyond: (1, MAX_MARKET as u32) },
    Parameter { name: "opening_stock", rulebook: |_| (1, 1), beyond: (0, 10) },
    Parameter { name: "turn_cap", rulebook: |_| (200, 60_000), beyond: (1, 60_000) },
];

impl Rules {
    /// The rulebook's game for a number of players.
    pub fn standard(players: u8) -> Rules {
        Rules { players, ..Rules::default() }
    }

    /// The side of the board in use.
    pub fn side(&self) -> Side {
        self.side.unwrap_or(if self.players == 2 { Side::Back } else { Side::Front })
    }

    /// The roofs of each player.
    pub fn roofs(&self, components: &Components) -> u8 {
        self.roofs.unwrap_or(components.numbers.roofs)
    }

    /// The floors of each colour.
    pub fn floors_per_colour(&self, components: &Components) -> u8 {
        self.floors_per_colour.unwrap_or(components.numbers.floors_per_colour)
    }

    /// The tokens of each objective, highest first.
    pub fn tokens(&self, components: &Components) -> Vec<u8> {
        let printed = || components.numbers.tokens.get(&self.players.to_string()).cloned();
        self.tokens.clone().or_else(printed).unwrap_or_default()
    }

    /// The star columns.
    pub fn stars(&self, components: &Components) -> Vec<u8> {
        self.stars.clone().unwrap_or_else(|| components.numbers.stars.clone())
    }

    /// The values of a track's spaces.
    pub fn track(&self, components: &Components) -> Vec<u8> {
        self.track.clone().unwrap_or_else(|| components.numbers.track.clone())
    }

    /// The values of the cone.
    pub fn cone(&self, components: &Components) -> Vec<u8> {
        self.cone.clone().unwrap_or_else(|| components.numbers.cone.clone())
    }

    /// All that forbids these rules on these components.
    pub fn faults(&self, components: &Components) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(2..=MAX_SEATS as u8).contains(&self.players) {
            let message = format!("2 to {MAX_SEATS} can play, not {}", self.players);
            return vec![Fault::new("/players", "players", message)];
        }
        self.check_numbers(components, &mut faults);
        self.check_lists(components, &mut faults);
        if !self.beyond_rulebook
            && self.side.is_some_and(|side| (side == Side::Back) != (self.players == 2))
        {
            let message =
                "the back is for 2 players, the front for 3 and 4; set beyond_rulebook to mix them";
            faults.push(Fault::new("/side", "beyond-rulebook", message));
        }
        let out_of_deck =
            u32::from(self.market_size.max(self.starting_floors)) >= components.deck.len();
        if out_of_deck {
            let message = format!("{} cards are too few for this market", components.deck.len());
            faults.push(Fault::new("/market_size", "deck-too-small", message));
        }
        faults
    }

    fn check_numbers(&self, components: &Components, faults: &mut Vec<Fault>) {
        let opening = Colour::ALL.map(|colour| u32::from(self.opening_stock[colour.index()]));
        for parameter in PARAMETERS {
            let values: Vec<u32> = match parameter.name {
                "starting_floors" => vec![self.starting_floors.into()],
                "roofs" => vec![self.roofs(components).into()],
                "stock_limit" => vec![self.stock_limit.into()],
                "floors_per_colour" => vec![self.floors_per_colour(components).into()],
                "market_size" => vec![self.market_size.into()],
                "opening_stock" => opening.to_vec(),
                "turn_cap" => vec![self.turn_cap.into()],
                name => unreachable!("{name} is no parameter"),
            };
            // What the components say is by the book for these components.
            let from_components = match parameter.name {
                "roofs" => self.roofs.is_none(),
                "floors_per_colour" => self.floors_per_colour.is_none(),
                _ => false,
            };
            let book = (parameter.rulebook)(self.players);
            let strict = !self.beyond_rulebook && !from_components;
            let (low, high) = if strict { book } else { parameter.beyond };
            if let Some(value) = values.into_iter().find(|value| !(low..=high).contains(value)) {
                let range = |(low, high): (u32, u32)| match low == high {
                    true => format!("{low}"),
                    false => format!("{low} to {high}"),
                };
                let (name, beyond) = (parameter.name, range(parameter.beyond));
                let (code, message) = if strict
                    && (parameter.beyond.0..=parameter.beyond.1).contains(&value)
                {
                    let by_players = (parameter.rulebook)(2) != (parameter.rulebook)(4);
                    let who = if by_players {
                        format!(" for {} players", self.players)
                    } else {
                        String::new()
                    };
                    let message = format!(
                        "{name} is {value}; the rulebook has {}{who}; with beyond_rulebook it may be {beyond}",
                        range(book)
                    );
                    ("beyond-rulebook", message)
                } else {
                    ("out-of-range", format!("{name} is {value}; it may be {beyond}"))
                };
                faults.push(Fault::new(format!("/{name}"), code, message));
            }
        }
        let dealt: u32 = opening.iter().max().map_or(0, |most| most * u32::from(self.players));
        if dealt > u32::from(self.floors_per_colour(components)) {
            let message = format!("{dealt} floors of a colour would be needed");
            faults.push(Fault::new("/opening_stock", "too-few-floors", message));
        }
        if opening.iter().sum::<u32>() > u32::from(self.stock_limit) {
            let message = "the opening stock is above the stock limit";
            faults.push(Fault::new("/opening_stock", "above-stock-limit", message));
        }
    }

    fn check_lists(&self, components: &Components, faults: &mut Vec<Fault>) {
        let mut fault =
            |place: &str, code, message: &str| faults.push(Fault::new(place, code, message));
        let given = [
            ("/tokens", self.tokens.is_some()),
            ("/stars", self.stars.is_some()),
            ("/track", self.track.is_some()),
            ("/cone", self.cone.is_some()),
        ];
        for (place, _) in given.into_iter().filter(|(_, given)| *given && !self.beyond_rulebook) {
            fault(
                place,
                "beyond-rulebook",
                "the components have their own; set beyond_rulebook to replace them",
            );
        }
        let track = self.track(components);
        if !(2..=MAX_TRACK).contains(&track.len()) {
            fault("/track", "out-of-range", &format!("a track has 2 to {MAX_TRACK} spaces"));
        }
        let stars = self.stars(components);
        if !stars.is_sorted_by(|a, b| a < b)
            || stars.iter().any(|&s| s == 0 || usize::from(s) >= track.len())
        {
            fault(
                "/stars",
                "out-of-range",
                "star columns ascend from step 1 to the last space of the track",
            );
        }
        if self.cone(components).is_empty() {
            fault("/cone", "out-of-range", "give at least the value for no visible roof");
        }
        let tokens = self.tokens(components);
        if self.tokens.is_none() && tokens.is_empty() {
            fault(
                "/tokens",
                "no-tokens",
                &format!("the components have no tokens for {} players", self.players),
            );
        }
        if !tokens.is_sorted_by(|a, b| a >= b) {
            fault("/tokens", "out-of-range", "tokens are listed from the highest to the lowest");
        }
        if let Choice::Named(ids) = &self.objectives {
            for (index, id) in ids.iter().enumerate() {
                let place = format!("/objectives/{index}");
                if components.objective(id).is_none() {
                    fault(&place, "unknown-objective", &format!("there is no objective `{id}`"));
                } else if ids[..index].contains(id) {
                    fault(&place, "objective-twice", &format!("`{id}` is named twice"));
                }
            }
        }
        let start = components.objectives.iter().filter(|objective| objective.start).count();
        if self.objectives == Choice::Start && start != IN_PLAY {
            let message = format!("{start} objectives are marked for a first game, not {IN_PLAY}");
            fault("/objectives", "start-objectives", &message);
        }
    }

    /// `self` if it may be played on these components, else why not.
    pub fn checked(self, components: &Components) -> Result<Rules, Faults> {
        Faults::none_or(self.faults(components), self)
    }
}
