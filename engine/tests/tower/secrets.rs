//! What a seat cannot know, and how it is dealt anew.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use towerlab_engine::game::random::{Key, Purpose, Rng};
use towerlab_engine::game::{Game, PlayerView, Seat};
use towerlab_engine::games::Documents as _;
use towerlab_engine::games::tower::Tower;
use towerlab_engine::operations::{GameService as _, Service};

use crate::common::by_text::ByText as _;

use crate::common::simulated;
use crate::support::{Table, acting, changed};

fn rng() -> Rng {
    Key::new(8, "secrets").stream(0, Purpose::Setup)
}

fn view(table: &Table, seat: u8) -> Value {
    table.game.full_state(&table.game.hide(&table.state, Seat(seat)))
}

/// Draws many redeals and counts what `of` says about them.
fn redeals(table: &Table, seat: u8, of: impl Fn(&Value) -> String) -> BTreeMap<String, f64> {
    const DRAWS: u32 = 24_000;
    let seen = PlayerView::new(&table.game, &table.state, Seat(seat)).observe();
    let (mut rng, mut counts) = (rng(), BTreeMap::<String, u32>::new());
    for _ in 0..DRAWS {
        let redealt = table.game.redeal(&seen, &mut rng);
        *counts.entry(of(&table.game.full_state(&redealt))).or_default() += 1;
    }
    counts.into_iter().map(|(what, count)| (what, f64::from(count) / f64::from(DRAWS))).collect()
}

/// Each share within five standard errors of what is expected, nothing else occurring.
#[track_caller]
fn expect(found: &BTreeMap<String, f64>, expected: &[(&str, f64)]) {
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    let mut wanted: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    wanted.sort_unstable();
    assert_eq!(names, wanted);
    for (name, share) in expected {
        let error = (share * (1.0 - share) / 24_000.0).sqrt();
        assert!(
            (found[*name] - share).abs() <= 5.0 * error,
            "{name}: {}, not {share}",
            found[*name]
        );
    }
}

#[test]
fn black_market_hands_are_secret_and_tokens_and_materials_are_not() {
    let table = changed(json!({"green": 2}), |d| {
        d["players"][0]["hand"] = json!(["bruiser", "smuggler"]);
        d["players"][1]["hand"] = json!(["pickpocket"]);
        d["players"][1]["tokens"] = json!({"red": 3});
    });
    let seen = view(&table, 1);
    assert_eq!(seen["seen_by"], json!(1));
    assert_eq!(seen["players"][0]["hand"], json!(["?", "?"]));
    assert_eq!(seen["players"][1]["hand"], json!(["pickpocket"]));
    assert_eq!(seen["players"][0]["tokens"], json!({"green": 2}));
    assert_eq!(seen["decks"]["market"], json!(15));
}

#[test]
fn build_cards_are_secret_with_two_players_or_in_the_friendlier_variant() {
    let with = |rules: Value, players: usize| {
        let cards = ["clay-wood2-water2", "straw3-clay-wood", "straw3-clay2"];
        let players: Vec<Value> =
            cards[..players].iter().map(|card| json!({"build_card": card})).collect();
        let table = changed(json!({}), |d| {
            d["rules"] = rules;
            d["turn"]["number"] = json!(7);
            d["players"] = json!(players);
        });
        view(&table, 1)["players"][0]["build_card"].clone()
    };
    assert_eq!(with(json!({"players": 2}), 2), json!("?"));
    assert_eq!(with(json!({"players": 3}), 3), json!("clay-wood2-water2"));
    assert_eq!(with(json!({"players": 3, "friendlier": true}), 3), json!("?"));
}

#[test]
fn who_put_cards_back_knows_them_and_nobody_else() {
    let mut table = changed(json!({"pass": 1}), |_| {});
    table.play("enter for 1 pass; sees bruiser; sees smuggler; sees pickpocket");
    assert_eq!(view(&table, 1)["looked_at"], json!(["?", "?", "?"]));
    table.play("put back smuggler; put back bruiser");
    assert_eq!(view(&table, 0)["put_back"], json!(["smuggler known to 0", "bruiser known to 0"]));
    assert_eq!(view(&table, 1)["put_back"], json!(["? known to 0", "? known to 0"]));
}

fn visited_after(passes: u8) -> Table {
    let mut table = changed(json!({}), |d| {
        d["turn"] = json!({"seat": 1, "number": 6, "step": "act", "drew": true});
        d["players"][1]["tokens"] = json!({"pass": passes});
        d["put_back"] = json!(["smuggler known to 0", "bruiser known to 0"]);
    });
    table.play(&format!("enter for {passes} pass"));
    assert_eq!(
        view(&table, 0)["looked_at"],
        json!(["bruiser known to 0", "smuggler known to 0"]),
        "0 remembers them"
    );
    table.play("sees pickpocket");
    table
}

#[test]
fn who_knew_cards_on_top_forgets_them_when_another_puts_some_back() {
    let mut table = visited_after(1);
    table.play("put back smuggler");
    assert_eq!(view(&table, 0)["looked_at"], json!(["?", "?"]), "not even between two cards");
    table.play("put back pickpocket");
    assert_eq!(view(&table, 0)["put_back"], json!(["? known to 1", "? known to 1"]));
    assert_eq!(view(&table, 0)["players"][1]["hand"], json!(["?"]));
}

#[test]
fn who_knew_cards_on_top_knows_them_in_the_hand_of_one_who_kept_all() {
    let table = visited_after(3);
    assert_eq!(
        view(&table, 0)["players"][1]["hand"],
        json!(["bruiser known to 0", "smuggler known to 0", "?"])
    );
    let complete = table.document();
    assert_eq!(
        complete["players"][1]["hand"],
        json!(["bruiser known to 0", "smuggler known to 0", "pickpocket"])
    );
}

/// Two bruisers, a smuggler and a pickpocket are left for two cards in a hand.
#[test]
fn hands_are_redealt_uniformly_from_the_cards_not_seen() {
    let kinds = ["common-thief", "experienced-thief", "dubious-concoction"];
    let mut discard: Vec<&str> = kinds.repeat(3);
    discard.extend(["bruiser", "smuggler", "smuggler", "pickpocket"]);
    let table = changed(json!({}), |d| {
        d["market_discard"] = json!(discard);
        d["players"][0]["hand"] = json!(["pickpocket"]);
        d["players"][1]["hand"] = json!(["bruiser", "smuggler"]);
    });
    let hand = |state: &Value| {
        let cards = state["players"][1]["hand"].as_array().unwrap();
        cards.iter().map(|card| card.as_str().unwrap()).collect::<Vec<_>>().join("+")
    };
    expect(
        &redeals(&table, 0, hand),
        &[
            ("bruiser+bruiser", 1.0 / 6.0),
            ("bruiser+smuggler", 2.0 / 6.0),
            ("bruiser+pickpocket", 2.0 / 6.0),
            ("smuggler+pickpocket", 1.0 / 6.0),
        ],
    );
}

#[test]
fn put_back_cards_are_redealt_for_others_and_kept_for_who_knows_them() {
    let table = changed(json!({}), |d| d["put_back"] = json!(["smuggler known to 0"]));
    let top = |state: &Value| state["put_back"][0].as_str().unwrap().replace(" known to 0", "");
    expect(&redeals(&table, 0, top), &[("smuggler", 1.0)]);
    let kinds = [
        "bruiser",
        "common-thief",
        "dubious-concoction",
        "experienced-thief",
        "pickpocket",
        "smuggler",
    ];
    let each: Vec<(&str, f64)> = kinds.iter().map(|kind| (*kind, 1.0 / 6.0)).collect();
    expect(&redeals(&table, 1, top), &each);
}

/// Of the eleven other cards for two players, two have room for two water.
#[test]
fn a_redealt_build_card_fits_the_materials_its_owner_bought() {
    let table = changed(json!({}), |d| {
        d["players"][0]["materials"] = json!({"water": 2});
        d["empty_slots"] = json!(["water at oasis for 4 green", "water at caravan for 2 blue"]);
    });
    let card = |state: &Value| state["players"][0]["build_card"].as_str().unwrap().to_string();
    expect(
        &redeals(&table, 1, card),
        &[
            ("clay-wood2-water2", 1.0 / 3.0),
            ("straw-clay-wood-water2", 1.0 / 3.0),
            ("straw-wood2-water2", 1.0 / 3.0),
        ],
    );
}

/// In the meaner variant anything can have been bought, but a complete card would have been
/// built.
#[test]
fn a_redealt_build_card_of_the_meaner_variant_is_only_not_complete() {
    let table = changed(json!({}), |d| {
        d["rules"]["meaner"] = json!(true);
        d["turn"] = json!({"seat": 0, "number": 5, "step": "act", "drew": true});
        d["players"][1]["materials"] = json!({"straw": 3, "clay": 2});
        d["empty_slots"] = json!([
            "straw at hesham for 1 blue",
            "straw at hesham for 1 blue",
            "straw at mirage for 1 green",
            "clay at mirage for 2 blue",
            "clay at oasis for 2 green",
        ]);
    });
    let card = |state: &Value| state["players"][1]["build_card"].as_str().unwrap().to_string();
    let found = redeals(&table, 0, card);
    assert_eq!(found.len(), 10, "twelve, less the own one and the complete one");
    assert!(!found.contains_key("straw3-clay2"));
}

/// All secret cards at once are uniform among the joint deals that fit: compared with a
/// listing of all of them.
#[test]
fn several_secret_build_cards_are_redealt_jointly_uniformly() {
    let mut document = acting(json!({}));
    document["rules"] = json!({"players": 4, "friendlier": true});
    document["players"] = json!([
        {"build_card": "straw-clay-wood-water2", "materials": {"water": 2}},
        {"build_card": "straw-wood2-water2", "materials": {"water": 1, "wood": 2}},
        {"build_card": "straw3-clay2", "materials": {"straw": 3}},
        {"build_card": "straw2-wood3"},
    ]);
    document["empty_slots"] = json!([
        "water at oasis for 4 green",
        "water at caravan for 2 blue",
        "water at granary for 1 red",
        "wood at caravan for 1 blue",
        "wood at caravan for 2 green",
        "straw at hesham for 1 blue",
        "straw at hesham for 1 blue",
        "straw at granary for 1 green",
    ]);
    let table = Table::from(document);
    let cards = table.game.build_cards();
    let held: Vec<[u8; 4]> =
        (0..3).map(|seat| table.state.player(Seat(seat)).materials()).collect();
    let fits = |seat: usize, card: usize| (0..4).all(|m| held[seat][m] <= cards[card][m]);
    let own = table.state.player(Seat(3)).card().unwrap();
    let mut joint = Vec::new();
    for a in (0..cards.len()).filter(|a| *a != own && fits(0, *a)) {
        for b in (0..cards.len()).filter(|b| *b != own && *b != a && fits(1, *b)) {
            for c in (0..cards.len()).filter(|c| ![own, a, b].contains(c) && fits(2, *c)) {
                joint.push(
                    [a, b, c]
                        .map(|card| {
                            towerlab_engine::games::tower::components::card_name(cards[card])
                        })
                        .join(" "),
                );
            }
        }
    }
    assert!(joint.len() > 20, "{}", joint.len());
    let expected: Vec<(&str, f64)> =
        joint.iter().map(|deal| (deal.as_str(), 1.0 / joint.len() as f64)).collect();
    let deal = |state: &Value| {
        let card = |seat: usize| state["players"][seat]["build_card"].as_str().unwrap().to_string();
        [0, 1, 2].map(card).join(" ")
    };
    expect(&redeals(&table, 3, deal), &expected);
}

/// On a view the next build card is as likely as over all redeals.
#[test]
fn chance_on_a_view_is_the_mean_over_its_redeals() {
    let table = changed(json!({}), |d| {
        d["players"][0] = json!({"floors": 1});
        d["players"][1]["materials"] = json!({"straw": 3});
        d["empty_slots"] = json!([
            "straw at hesham for 1 blue",
            "straw at hesham for 1 blue",
            "straw at mirage for 1 green"
        ]);
        d["turn"] = json!({"seat": 0, "number": 5, "step": "draw_cards", "left": 3, "acted": true, "drew": true});
    });
    let seen = table.game.hide(&table.state, Seat(0));
    let mut weights = BTreeMap::new();
    table.game.outcomes(&seen, &mut |mv, weight| {
        weights.insert(table.game.show(mv).to_string(), weight as f64);
    });
    let all: f64 = weights.values().sum();
    let view = PlayerView::new(&table.game, &table.state, Seat(0)).observe();
    let (mut rng, mut counts) = (rng(), BTreeMap::<String, f64>::new());
    for _ in 0..24_000 {
        let redealt = table.game.redeal(&view, &mut rng);
        let drawn = table.game.sample(&redealt, &mut rng);
        *counts.entry(table.game.show(drawn).to_string()).or_default() += 1.0 / 24_000.0;
    }
    let expected: Vec<(String, f64)> =
        weights.into_iter().map(|(name, weight)| (name, weight / all)).collect();
    let expected: Vec<(&str, f64)> = expected.iter().map(|(n, s)| (n.as_str(), *s)).collect();
    assert!(expected.iter().any(|(_, share)| *share < 0.08), "cards that fit are rarer");
    expect(&counts, &expected);
}

#[test]
fn who_is_choosing_a_material_it_needs_is_redealt_a_card_that_needs_one() {
    let mut table = changed(json!({"red": 1}), |d| {
        d["players"][0]["hand"] = json!(["smuggler"]);
        d["players"][1]["materials"] = json!({"straw": 3, "clay": 1});
        d["empty_slots"] = json!([
            "straw at hesham for 1 blue",
            "straw at hesham for 1 blue",
            "straw at mirage for 1 green",
            "clay at mirage for 2 blue",
        ]);
    });
    table.play("use smuggler for 1 red");
    let mut rng = rng();
    let seen = PlayerView::new(&table.game, &table.state, Seat(1)).observe();
    for _ in 0..1_000 {
        let redealt = table.game.redeal(&seen, &mut rng);
        let mut moves = 0;
        table.game.moves(&redealt, &mut |_| moves += 1);
        assert!(moves > 0);
    }
}

fn text_of(document: Value) -> String {
    let mut document = document;
    document["format"] = json!("tower/state/1");
    document.to_string()
}

#[test]
fn a_views_own_moves_are_listed_and_played_and_it_stays_a_view() {
    let service = Service::<Tower>::new(None).unwrap();
    let state = text_of(acting(json!({"blue": 1, "pass": 1})));
    let own = service.view(&state, 0).unwrap().to_string();
    assert_eq!(service.moves(&own).unwrap(), service.moves(&state).unwrap());
    let moves = ["enter for 1 pass".to_string()];
    let after = service.play(&own, &moves, Some(3)).unwrap();
    assert_eq!(after["state"]["seen_by"], json!(0));
    assert_eq!(after["state"]["players"][1]["build_card"], json!("?"));
    assert_eq!(after["state"]["looked_at"].as_array().unwrap().len(), 3);
    let other = service.view(&state, 1).unwrap().to_string();
    assert_eq!(service.moves(&other).unwrap_err().0[0].code.as_str(), "view");
    assert_eq!(service.play(&other, &moves, None).unwrap_err().0[0].code.as_str(), "view");
    assert_eq!(service.view(&other, 0).unwrap_err().0[0].code.as_str(), "view");
    assert_eq!(service.perft(&other, 1).unwrap_err().0[0].code.as_str(), "view");
    assert_eq!(service.view(&state, 2).unwrap_err().0[0].code.as_str(), "seat");
}

#[test]
fn a_simulation_of_a_view_deals_anew_and_a_log_cannot_begin_with_one() {
    let service = Service::<Tower>::new(None).unwrap();
    let state = text_of(acting(json!({"blue": 1, "pass": 1})));
    let other = service.view(&state, 1).unwrap();
    let result = simulated(&service, &other.to_string(), 50, 1).unwrap();
    assert_eq!(result["games"], json!(50));
    assert_ne!(result, simulated(&service, &state, 50, 1).unwrap());
    let log = json!({
        "format": "tower/log/1", "rules": {"players": 2}, "start": other, "moves": [],
    });
    assert_eq!(service.replay(&log.to_string(), false).unwrap_err().0[0].code.as_str(), "view");
}

/// Seat 2 sees nothing of what seat 0 knows of seat 1's cards.
#[test]
fn who_knows_a_hidden_card_is_hidden_as_well() {
    let used = |card: &str| {
        let mut table = Table::from(json!({
            "rules": {"players": 3},
            "turn": {"seat": 1, "number": 8, "step": "act", "drew": true},
            "players": [
                {"build_card": "straw3-clay2"},
                {"build_card": "straw3-clay-wood", "tokens": {"red": 4},
                 "hand": ["bruiser known to 0", "smuggler known to 0", "pickpocket"]},
                {"build_card": "straw2-wood3"},
            ],
        }));
        table.play(&format!("use {card} for 2 red"));
        view(&table, 2)["players"][1]["hand"].clone()
    };
    assert_eq!(used("bruiser"), json!(["?", "?"]));
    assert_eq!(used("bruiser"), used("pickpocket"));
}

/// Two bruisers, one known to seat 0 and one to seat 2: when one is used, neither knows any.
#[test]
fn who_knew_equal_cards_knows_of_one_less_when_one_is_used() {
    let mut table = Table::from(json!({
        "rules": {"players": 3},
        "turn": {"seat": 1, "number": 8, "step": "act", "drew": true},
        "players": [
            {"build_card": "straw3-clay2"},
            {"build_card": "straw3-clay-wood", "tokens": {"red": 2},
             "hand": ["bruiser known to 0", "bruiser known to 2", "bruiser known to 0"]},
            {"build_card": "straw2-wood3"},
        ],
    }));
    table.play("use bruiser for 2 red");
    assert_eq!(table.document()["players"][1]["hand"], json!(["bruiser", "bruiser known to 0"]));
}

/// The viewer does not know what another seat put back until it looks: then chance shows it.
#[test]
fn on_a_view_cards_that_another_put_back_are_seen_by_chance() {
    let service = Service::<Tower>::new(None).unwrap();
    let mut state = acting(json!({"pass": 3}));
    state["put_back"] = json!(["smuggler known to 1", "bruiser known to 1"]);
    let view = service.view(&text_of(state), 0).unwrap().to_string();
    for (passes, then) in [(1, "put back bruiser"), (3, "end actions")] {
        let sees = ["sees pickpocket", "sees bruiser", "sees smuggler"];
        let mut moves = vec![format!("enter for {passes} pass")];
        moves.extend(sees.map(String::from));
        moves.push(then.into());
        let played = service.play(&view, &moves, None).unwrap();
        service.validate(&played["state"].to_string()).unwrap();
    }
}
