//! Pictures of every game, along whole games and as every seat sees them.

use serde_json::{Map, Value};
use towerlab_engine::draw::Theme;
use towerlab_engine::table::{Deal, tables};

#[test]
fn every_position_of_a_game_can_be_drawn() {
    for table in tables(None).expect("the games") {
        for players in table.seats() {
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
                    assert!(light.contains(&format!("data-seat=\"{seat}\"")), "{}", table.name());
                }
                let seen = table.view(&text, 0).expect("a view").to_string();
                table.draw(&seen, Theme::Light).expect("a picture of a view");
            }
        }
    }
}

#[test]
fn a_city_shows_every_site_and_every_roof() {
    let tables = tables(None).expect("the games");
    let table = tables.iter().find(|table| table.name() == "tower-up").expect("the game");
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
