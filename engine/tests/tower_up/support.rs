//! A table to play on in notation, and small cities to play in.

use std::sync::Arc;

use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower_up::colour::{Colour, Floors};
use towerlab_engine::games::tower_up::components::{Components, Files, RECONSTRUCTED};
use towerlab_engine::games::tower_up::rules::Choice;
use towerlab_engine::games::tower_up::score::Score;
use towerlab_engine::games::tower_up::state::Step;
use towerlab_engine::games::tower_up::{Event, Rules, State, TowerUp};

/// A game in progress.
pub struct Table {
    pub game: TowerUp,
    pub state: State,
    pub events: Vec<Event>,
}

/// Rules for two with a full stock, so that a test says only what it is about.
pub fn plenty() -> Rules {
    Rules {
        players: 2,
        opening_stock: [10; 4],
        stock_limit: 60,
        floors_per_colour: Some(100),
        objectives: objectives(["four_colours", "five_districts", "five_adjacent"]),
        beyond_rulebook: true,
        ..Rules::default()
    }
}

pub fn objectives(ids: [&str; 3]) -> Choice {
    Choice::Named(ids.map(String::from))
}

/// A board of one district from its roads, such as `"A1-B1 B1-C1"`.
pub fn city(roads: &str) -> String {
    let mut sites: Vec<&str> = roads.split([' ', '-']).collect();
    sites.sort_unstable();
    sites.dedup();
    city_of(roads, &[("Town", &sites.join(" "))], "")
}

/// A board from its roads and districts (`gray` in the name makes one gray), with
/// any further tables of the file.
pub fn city_of(roads: &str, districts: &[(&str, &str)], more: &str) -> String {
    let list = |names: &str| format!("{:?}", names.split(' ').collect::<Vec<_>>());
    let mut text = format!("title = \"Test\"\nroads = {}\n[sites]\n", list(roads));
    let all = districts.iter().flat_map(|(_, sites)| sites.split(' '));
    for (index, site) in all.enumerate() {
        text += &format!("{site} = [{index}, 0]\n");
    }
    for (name, sites) in districts {
        let gray = name.contains("gray");
        text += &format!("[[district]]\nname = {name:?}\ngray = {gray}\nsites = {}\n", list(sites));
    }
    text + more
}

/// The default deck with so many `wild2` that they never run out.
pub fn on_board(board: &str, rules: Rules) -> TowerUp {
    let cards = RECONSTRUCTED.cards.replace("\n4,0,0,0,0,2,", "\n90,0,0,0,0,2,");
    assert_ne!(cards, RECONSTRUCTED.cards);
    with_cards(&cards, board, rules)
}

pub fn with_cards(cards: &str, board: &str, rules: Rules) -> TowerUp {
    with_files(&Files { cards, front: board, back: board, ..RECONSTRUCTED }, rules)
}

fn with_files(files: &Files<'_>, rules: Rules) -> TowerUp {
    let components = Components::read(files).expect("valid test components");
    TowerUp::new(rules, Arc::new(components)).expect("valid test rules")
}

impl Table {
    /// Before anything is dealt.
    pub fn new(game: TowerUp) -> Table {
        let state = game.start();
        Table { game, state, events: Vec::new() }
    }

    /// The first turn of a game on a board with these starting floors, such as
    /// `"A1 white, C1 brown"`. The market shows `wild2` three times.
    pub fn begin(board: &str, rules: Rules, floors: &str) -> Table {
        let starting_floors = floors.split(", ").count() as u8;
        let mut table = Table::new(on_board(board, Rules { starting_floors, ..rules }));
        table.deal_wilds();
        for floor in floors.split(", ") {
            table.play(&format!("place {floor}"));
        }
        assert_eq!(table.state.step(), Step::Act, "all starting floors are placed");
        table.events.clear();
        table
    }

    /// Deals a market of wild cards and as many wild starting floors as needed.
    pub fn deal_wilds(&mut self) {
        loop {
            match self.state.step() {
                Step::OpenMarket => self.play("open wild2 bottom wild"),
                Step::Reveal => self.play("reveal wild2"),
                Step::DrawFloor => self.play("bottom wild"),
                _ => return,
            };
        }
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

    /// All legal moves as text.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut |mv| moves.push(self.game.show(mv).to_string()));
        moves
    }

    /// The legal moves that begin so.
    pub fn moves_like(&self, start: &str) -> Vec<String> {
        self.moves().into_iter().filter(|text| text.starts_with(start)).collect()
    }

    /// What chance can bring, with weights.
    pub fn outcomes(&self) -> Vec<(String, u128)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(&self.state, &mut |mv, weight| {
            outcomes.push((self.game.show(mv).to_string(), weight));
        });
        outcomes
    }

    pub fn next(&self) -> Next {
        self.game.next(&self.state)
    }

    /// The building on a site as in documents: its colour and floors.
    pub fn building(&self, name: &str) -> String {
        let site = self.game.board().site(name).expect("a site of the board");
        match self.state.building(site) {
            None => "empty".into(),
            Some((colour, building)) => format!("{colour} {building:?}"),
        }
    }

    pub fn stock(&self, seat: u8) -> Floors {
        self.state.player(Seat(seat)).stock
    }

    pub fn marker(&self, seat: u8, colour: Colour) -> u8 {
        self.state.player(Seat(seat)).markers[colour.index()]
    }

    pub fn score(&self, seat: u8) -> Score {
        self.game.score(&self.state, Seat(seat))
    }

    /// The token of an objective, if the player has reached it.
    pub fn token(&self, seat: u8, id: &str) -> Option<u8> {
        let objective = self.game.components().objective(id).expect("an objective");
        let mut tokens = self.score(seat).tokens.into_iter().flatten();
        tokens.find(|(known, _)| *known == objective).map(|(_, value)| value)
    }

    pub fn seat(&self) -> u8 {
        self.state.seat().0
    }

    /// Takes the first card there is and refills the market.
    pub fn pass_any(&mut self) -> &mut Table {
        let take = self.moves_like("take")[0].clone();
        self.play(&take).play("reveal wild2")
    }

    /// Takes a card that gives nothing worth mentioning and refills the market.
    pub fn pass(&mut self) -> &mut Table {
        self.play("take wild2 as brown brown; reveal wild2")
    }
}
