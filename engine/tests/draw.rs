//! Pictures of every game, along whole games and as every seat sees them.

#[path = "common/by_text.rs"]
mod by_text;

use serde_json::{Map, Value};
use towerlab_engine::each_game;
use towerlab_engine::games::draw::Theme;
use towerlab_engine::games::tower_up::TowerUp;
use towerlab_engine::games::{Documents, Evaluate};
use towerlab_engine::operations::{Deal, Service};

use by_text::ByText as _;

fn every_position_can_be_drawn<G: Documents + Evaluate>() {
    let table = Service::<G>::new(None).expect("no custom components");
    for players in G::SEATS {
        let rules = Map::from_iter([("players".to_string(), Value::from(players as u64))]);
        let log = table.selfplay(&rules, Deal { seed: 2, game: 0 }).expect("a game");
        let replayed = table.replay(&log.to_string(), true).expect("it replays");
        let states = replayed["states"].as_array().expect("states");
        for state in states.iter().step_by(7).chain([&replayed["state"]]) {
            let text = state.to_string();
            let light = table.draw(&text, Theme::Light).expect("a picture");
            let dark = table.draw(&text, Theme::Dark).expect("a picture");
            assert!(light != dark && light.starts_with("<svg ") && light.ends_with("</svg>\n"));
            assert_eq!(light.matches("<g ").count(), light.matches("</g>").count());
            assert!(!light.contains("NaN") && !light.contains("inf\""), "{text}");
            for seat in 0..players {
                assert!(light.contains(&format!("data-seat=\"{seat}\"")), "{}", G::NAME);
            }
            let seen = table.view(&text, 0).expect("a view").to_string();
            table.draw(&seen, Theme::Light).expect("a picture of a view");
        }
    }
}

#[test]
fn every_position_of_a_game_can_be_drawn() {
    macro_rules! check {
        ($module:ident, $game:ty) => {
            every_position_can_be_drawn::<$game>();
        };
    }
    each_game!(check);
}

#[test]
fn a_city_shows_every_site_and_every_roof() {
    let table = Service::<TowerUp>::new(None).expect("no custom components");
    let rules = Map::from_iter([("players".to_string(), Value::from(3))]);
    let log = table.selfplay(&rules, Deal { seed: 2, game: 0 }).expect("a game");
    let state = &table.replay(&log.to_string(), false).expect("it replays")["state"];
    let picture = table.draw(&state.to_string(), Theme::Light).expect("a picture");
    let city = state["city"].as_object().expect("a city");
    assert!(city.len() > 20);
    for (site, building) in city {
        assert!(picture.contains(&format!("data-site=\"{site}\"")), "{site}");
        let (colour, roofs) = building.as_str().and_then(|it| it.split_once(' ')).expect("a text");
        let told = format!("{colour}, height {}, roofs {roofs}</title>", roofs.len());
        assert!(picture.contains(&told), "{site}: {told}");
    }
}
