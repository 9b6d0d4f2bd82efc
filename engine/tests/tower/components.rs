//! The embedded set, and custom sets.

use std::collections::BTreeMap;

use serde_json::json;
use towerlab_engine::document::provenance::Provenance;
use towerlab_engine::game::contract::verify;
use towerlab_engine::games::Documents as _;
use towerlab_engine::games::tower::components::{Components, Files, RECONSTRUCTED};
use towerlab_engine::games::tower::effect::Effect;
use towerlab_engine::games::tower::token::Material;
use towerlab_engine::games::tower::{Rules, Tower};
use towerlab_engine::operations::{CustomComponents, Service};

use crate::common::by_text::ByText as _;

#[test]
fn the_default_set_has_the_parts_of_the_rulebook() {
    let set = Components::default();
    assert_eq!(set.tokens(), [45, 30, 15, 10]);
    assert_eq!(set.supply(4), [6, 4, 5, 3], "straw, clay, wood, water");
    assert_eq!(set.build_cards.iter().map(|card| u32::from(card.count)).sum::<u32>(), 18);
    assert_eq!(set.market.iter().map(|card| u32::from(card.count)).sum::<u32>(), 18);
    let mut shops: Vec<&str> = set.slots.iter().map(|slot| slot.shop.as_str()).collect();
    shops.dedup();
    assert_eq!(shops.len(), 6);
    for from in [3, 4] {
        assert_eq!(set.build_cards.iter().filter(|card| card.from_players == from).count(), 3);
    }
    let thief = set.market.iter().find(|card| card.card == "common-thief").unwrap();
    assert_eq!([thief.green, thief.blue, thief.red, thief.any], [0, 0, 0, 4]);
}

#[test]
fn build_cards_are_distinct_and_show_five_materials_within_their_limits() {
    let set = Components::default();
    let mut seen = Vec::new();
    for card in &set.build_cards {
        let [straw, clay, wood, water] = card.materials();
        assert_eq!(straw + clay + wood + water, 5);
        assert!(straw <= 3 && wood <= 3 && clay <= 2 && water <= 2);
        assert!(!seen.contains(&card.materials()));
        seen.push(card.materials());
    }
}

#[test]
fn build_cards_ask_for_materials_as_the_shops_have_them() {
    let set = Components::default();
    for players in 2..=4 {
        let used: Vec<_> = set.build_cards.iter().filter(|c| c.from_players <= players).collect();
        let supply = set.supply(players);
        for material in Material::ALL {
            let asked: u32 =
                used.iter().map(|card| u32::from(card.materials()[material.index()])).sum();
            // Five a card, and as many materials as cards.
            assert_eq!(asked, 5 * u32::from(supply[material.index()]), "{players}: {material}");
        }
    }
}

#[test]
fn what_the_rulebook_does_not_say_is_marked() {
    let set = Components::default();
    let reconstructed = Provenance::Reconstructed;
    assert!(set.slots.iter().all(|row| row.provenance == reconstructed && !row.source.is_empty()));
    assert!(set.build_cards.iter().all(|row| row.provenance == reconstructed));
    assert_eq!(set.tokens[3].provenance, Provenance::Rulebook);
    assert_eq!(set.tokens[0].provenance, Provenance::Inferred);
}

#[test]
fn effects_are_read_as_they_are_written() {
    for text in [
        "steal-material 1 needed",
        "steal-material 2 any",
        "take-material 1 any",
        "take-gems 3",
        "skip-draw 1",
        "evict 2",
        "rob-gems 6",
    ] {
        assert_eq!(Effect::list(text).unwrap()[0].to_string(), text);
    }
    let several = Effect::list("evict 1 + take-gems 2").unwrap();
    assert_eq!(several.len(), 2);
    for wrong in
        ["", "evict", "evict 0", "evict 7", "steal-material 1", "steal-material 1 some", "fly 1"]
    {
        assert!(Effect::list(wrong).is_err(), "{wrong}");
    }
    assert!(Effect::list(&["evict 1"; 5].join(" + ")).is_err());
}

fn own(file: &str, text: String) -> CustomComponents {
    CustomComponents::new("mine", BTreeMap::from([(file.to_string(), text)]))
}

/// A designer's new card, without touching the engine.
#[test]
fn a_new_card_is_a_row_of_a_table() {
    let row = "\nswindler,4,0,1,0,1,steal-material 1 any + skip-draw 1 + take-gems 1 + rob-gems 1,own,mine";
    let set = own("black_market.csv", RECONSTRUCTED.black_market.trim_end().to_string() + row);
    let service = Service::<Tower>::new(Some(&set)).unwrap();
    let state = json!({
        "format": "tower/state/1",
        "rules": {"players": 2, "components": set.id},
        "turn": {"seat": 0, "number": 5, "step": "act", "drew": true},
        "pile": {"red": 1},
        "players": [
            {"tokens": {"green": 1, "blue": 1}, "build_card": "clay-wood2-water2", "hand": ["swindler"]},
            {"build_card": "straw3-clay-wood", "materials": {"straw": 1}, "tokens": {"green": 1}},
        ],
        "empty_slots": ["straw at mirage for 1 green"],
    });
    let moves = [
        "use swindler for 1 green 1 blue",
        "steal straw from seat 1",
        "skip draw of seat 1",
        "take red from salil",
        "rob seat 1",
        "robbed green",
    ];
    let played = service.play(&state.to_string(), &moves.map(String::from), None).unwrap();
    let own = &played["state"]["players"][0];
    assert_eq!(own["materials"], json!({"straw": 1}));
    assert_eq!(own["tokens"], json!({"green": 1, "red": 1}));
    assert_eq!(played["state"]["players"][1]["skips_draw"], json!(true));
    // And all promises hold on such a set.
    let game =
        Tower::new(Rules::standard(3), Tower::custom_components(&set.id, &set.files).unwrap())
            .unwrap();
    verify(&game, 10, 1).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn strange_but_possible_sets_keep_all_promises() {
    let market = "card,count,green,blue,red,any,effects,provenance,source\n";
    let one_card = format!("{market}gift,1,0,0,0,0,take-gems 6,own,mine\n");
    for text in [market.to_string(), one_card] {
        let set = own("black_market.csv", text);
        let components = Tower::custom_components(&set.id, &set.files).unwrap();
        let game = Tower::new(Rules::standard(4), components).unwrap();
        verify(&game, 3, 2).unwrap_or_else(|violation| panic!("{violation}"));
    }
    let cards =
        "straw,clay,wood,water,count,from_players,provenance,source\n1,0,0,0,4,2,own,mine\n";
    let set = own("build_cards.csv", cards.into());
    let components = Tower::custom_components(&set.id, &set.files).unwrap();
    let game = Tower::new(Rules::standard(4), components).unwrap();
    verify(&game, 5, 3).unwrap_or_else(|violation| panic!("{violation}"));
}

#[track_caller]
fn faults(file: &str, from: &str, to: &str, expected: &[(&str, &str)]) {
    let text = RECONSTRUCTED.by_name()[file].replacen(from, to, 1);
    assert_ne!(text, RECONSTRUCTED.by_name()[file]);
    let mut files = RECONSTRUCTED;
    match file {
        "tokens.csv" => files.tokens = &text,
        "shops.csv" => files.shops = &text,
        "build_cards.csv" => files.build_cards = &text,
        _ => files.black_market = &text,
    }
    let found = Components::read(&Files { id: "test", ..files }).unwrap_err().0;
    let short: Vec<(&str, &str)> =
        found.iter().map(|f| (f.place.as_str(), f.code.as_str())).collect();
    assert_eq!(short, expected, "{found:#?}");
}

#[test]
fn faults_of_a_set_name_file_line_and_column() {
    faults("tokens.csv", "green,45", "gren,45", &[("tokens.csv:2:token", "token")]);
    faults("tokens.csv", "green,45", "green,101", &[("tokens.csv:2:count", "count")]);
    faults("tokens.csv", "green,45", "green,many", &[("tokens.csv:2:count", "number")]);
    faults("shops.csv", "hesham,straw", "Hesham,straw", &[("shops.csv:2:shop", "name")]);
    faults("shops.csv", "oasis,clay", "oasis,clai", &[("shops.csv:9:material", "material")]);
    faults(
        "shops.csv",
        "oasis,clay,2,green",
        "oasis,clay,2,pass",
        &[("shops.csv:9:colour", "colour")],
    );
    faults("shops.csv", "oasis,clay,2", "oasis,clay,0", &[("shops.csv:9:price", "price")]);
    faults(
        "shops.csv",
        "granary,straw,1,green,4",
        "granary,straw,1,green,5",
        &[("shops.csv:17:from_players", "players")],
    );
    faults(
        "build_cards.csv",
        "1,1,1,2,1,2",
        "1,1,1,3,1,2",
        &[("build_cards.csv", "impossible-card")],
    );
    let few = RECONSTRUCTED.build_cards.replace(",1,2,rec", ",0,2,rec");
    let found = Components::read(&Files { build_cards: &few, ..RECONSTRUCTED }).unwrap_err().0;
    assert_eq!(found[0].code.as_str(), "too-few-cards");
    faults(
        "build_cards.csv",
        "1,1,1,2,1,2",
        "0,0,0,0,1,2",
        &[("build_cards.csv:2:straw", "build-card")],
    );
    faults("black_market.csv", "evict 1", "evikt 1", &[("black_market.csv:5:effects", "effect")]);
    faults(
        "black_market.csv",
        "bruiser,3,0",
        "bruiser,3,10",
        &[("black_market.csv:5:green", "cost")],
    );
    faults("black_market.csv", "bruiser,", "smuggler,", &[("black_market.csv", "card")]);
}

#[test]
fn a_described_set_names_every_row() {
    let described = Tower::describe_set(&Components::default());
    let claims: usize = described.parts.iter().map(|part| part.claims.len()).sum();
    assert_eq!(claims, 4 + 18 + 18 + 6);
}
