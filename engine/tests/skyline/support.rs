//! A table to play on in notation.

use std::sync::Arc;

use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::skyline::components::Components;
use towerlab_engine::games::skyline::{Event, Rules, Skyline, State};
use towerlab_engine::operations::Service;

use crate::common::by_text::ByText as _;

/// A game in progress.
pub struct Table {
    pub game: Skyline,
    pub state: State,
    pub events: Vec<Event>,
}

pub fn game(rules: Rules) -> Skyline {
    Skyline::new(rules, Arc::new(Components::default())).expect("valid test rules")
}

impl Table {
    pub fn new(rules: Rules) -> Table {
        let game = game(rules);
        let state = game.start();
        Table { game, state, events: Vec::new() }
    }

    /// A position from its document, without `format` and components.
    pub fn from(document: serde_json::Value) -> Table {
        let mut document = document;
        document["format"] = "skyline/state/1".into();
        let service = Service::<Skyline>::new(None).expect("the embedded components");
        let (game, state) =
            service.read(&document.to_string()).unwrap_or_else(|faults| panic!("{faults}"));
        Table { game: (*game).clone(), state, events: Vec::new() }
    }

    /// Plays moves separated by `; `.
    pub fn play(&mut self, moves: &str) -> &mut Table {
        for text in moves.split("; ") {
            let mv = self.game.read_move(text).unwrap_or_else(|error| panic!("{error}"));
            if let Err(breach) = self.game.check(&self.state, mv) {
                panic!("`{text}` is refused: {breach}");
            }
            self.game.play(&mut self.state, mv, &mut self.events);
        }
        self
    }

    /// The rule that forbids a move, or nothing.
    pub fn refusal(&self, text: &str) -> Option<&'static str> {
        let mv = self.game.read_move(text).unwrap_or_else(|error| panic!("{error}"));
        self.game.check(&self.state, mv).err().map(|breach| breach.rule)
    }

    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut |mv| moves.push(self.game.show(mv).to_string()));
        moves
    }

    /// A player's buildings in words: columns, then tiles.
    pub fn skyline(&self, seat: u8) -> String {
        let skyline = self.state.skyline(Seat(seat));
        let words = skyline.buildings().flat_map(|building| {
            let end = if building.finished { "!" } else { "" };
            vec![
                format!("{} {}{end}", building.face, building.height);
                skyline.count(building).into()
            ]
        });
        words.collect::<Vec<_>>().join(", ")
    }

    pub fn points(&self, seat: u8) -> i32 {
        self.game.standing(&self.state, Seat(seat)).points
    }

    pub fn next(&self) -> Next {
        self.game.next(&self.state)
    }

    pub fn seat(&self) -> u8 {
        self.state.seat().0
    }
}
