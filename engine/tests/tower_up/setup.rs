//! Setting up: market, starting floors, opening stocks, objectives and tokens.

use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower_up::colour::Floors;
use towerlab_engine::games::tower_up::rules::{Choice, Placer};
use towerlab_engine::games::tower_up::state::Step;
use towerlab_engine::games::tower_up::{Event, Rules, TowerUp};

use crate::support::{Table, city, on_board, plenty};

fn book(players: u8) -> Rules {
    Rules { objectives: Choice::Start, ..Rules::standard(players) }
}

fn table(rules: Rules) -> Table {
    Table::new(TowerUp::new(rules, Default::default()).expect("valid rules"))
}

#[test]
fn the_market_shows_three_cards_of_44() {
    let mut table = table(book(3));
    assert_eq!(table.outcomes().iter().map(|(_, weight)| weight).sum::<u128>(), 44);
    table.deal_wilds();
    assert_eq!(table.state.market().len(), 3);
    assert_eq!(table.state.unseen().total, 41);
}

#[test]
fn starting_floors_take_the_colours_of_the_market_bottoms() {
    let mut table = table(book(3));
    table.play("open black2-white2 bottom black; open brown-gray-white bottom gray; open gray+-brown-white bottom white");
    assert_eq!(table.state.pending(), (Floors::new([0, 1, 1, 1]), 0));
    table.play("place C4 black; place A1 gray; place H6 white");
    assert_eq!(table.building("C4"), "black .");
    assert_eq!(table.next(), Next::Player(Seat(0)));
}

#[test]
fn a_wild_bottom_is_a_free_choice_of_colour() {
    let mut table = table(book(3));
    table.play(
        "open wild2 bottom wild; open black++-wild bottom wild; open brown2-gray2 bottom gray",
    );
    // The coloured floor comes first, so that the choice is made knowing it.
    assert_eq!(table.refusal("place A1 brown"), Some("place-the-pending-colour"));
    table.play("place A1 gray");
    for colour in ["brown", "black", "gray", "white"] {
        assert_eq!(table.refusal(&format!("place H6 {colour}")), None);
    }
}

#[test]
fn starting_floors_go_on_any_empty_site_but_not_beside_their_own_colour() {
    let mut table =
        Table::new(on_board(&city("A1-B1 B1-C1 C1-D1"), Rules { starting_floors: 3, ..plenty() }));
    table.play(
        "open brown2-white2 bottom white; open gray2-white2 bottom white; open wild2 bottom wild",
    );
    assert_eq!(
        table.moves(),
        ["place A1 white", "place B1 white", "place C1 white", "place D1 white"]
    );
    table.play("place B1 white");
    assert_eq!(table.moves(), ["place D1 white"]);
    assert_eq!(table.refusal("place B1 white"), Some("place-on-an-empty-site"));
    assert_eq!(table.refusal("place A1 white"), Some("place-apart-from-own-colour"));
    table.play("place D1 white");
    assert_eq!(table.moves_like("place A1").len(), 3, "beside white: any other colour");
}

#[test]
fn further_starting_floors_are_drawn_for_their_bottom_and_shuffled_back() {
    let mut table = table(Rules { starting_floors: 5, ..book(3) });
    table.play("open wild2 bottom wild; open wild2 bottom wild; open brown2-white2 bottom white");
    let expected = [("wild", 6), ("brown", 9), ("black", 9), ("gray", 9), ("white", 8)];
    let expected = expected.map(|(bottom, left)| (format!("bottom {bottom}"), left));
    assert_eq!(table.outcomes(), expected);
    table.play("bottom wild");
    // Not put back before the next is drawn.
    assert_eq!(table.outcomes()[0], ("bottom wild".into(), 5));
    table.play("bottom gray");
    assert_eq!(table.state.unseen().total, 41, "they are in the deck again");
    assert_eq!(table.state.pending(), (Floors::new([0, 0, 1, 1]), 3));
    assert_eq!(table.state.step(), Step::Place);
}

/// Ruling: the last player of the turn order places them, knowing the objectives.
#[test]
fn ruling_the_last_player_places_the_starting_floors() {
    for players in 2..=4 {
        let mut table = table(book(players));
        assert_eq!(table.state.objectives().len(), 3);
        table.deal_wilds();
        for _ in 0..3 {
            assert_eq!(table.next(), Next::Player(Seat(players - 1)));
            let first = table.moves()[0].clone();
            table.play(&first);
        }
        assert_eq!(table.next(), Next::Player(Seat(0)), "then the first player begins");
    }
}

#[test]
fn variant_the_first_player_or_chance_places_the_starting_floors() {
    let mut first = table(Rules { placed_by: Placer::First, ..book(4) });
    first.deal_wilds();
    assert_eq!(first.next(), Next::Player(Seat(0)));

    let mut chance = table(Rules { placed_by: Placer::Chance, ..book(4) });
    chance.deal_wilds();
    assert_eq!(chance.next(), Next::Chance);
    assert_eq!(chance.outcomes().len(), 4 * 48);
    assert!(chance.moves().is_empty());
}

/// Ruling: a starting floor that fits nowhere stays in the supply.
#[test]
fn ruling_a_starting_floor_that_fits_nowhere_is_left_out() {
    let mut table =
        Table::new(on_board(&city("A1-B1 B1-C1"), Rules { starting_floors: 3, ..plenty() }));
    table.play(
        "open brown2-white2 bottom white; open gray2-white2 bottom white; open wild2 bottom wild",
    );
    table.play("place B1 white");
    assert_eq!(table.state.pending(), (Floors::NONE, 1));
    assert_eq!(
        table.events.last().map(|event| matches!(event, Event::FloorLeftOut(Some(_)))),
        Some(true)
    );
    assert_eq!(table.state.supply().counts()[3], 100 - 20 - 1);
}

#[test]
fn players_start_with_ten_roofs_one_floor_of_each_colour_and_markers_at_the_start() {
    let table = table(book(4));
    for seat in Seat::all(4) {
        let player = table.state.player(seat);
        assert_eq!((player.roofs, player.markers, player.stock), (10, [0; 4], Floors::each(1)));
    }
    assert_eq!(table.state.supply(), Floors::each(26), "30 of each colour less the stocks");
}

#[test]
fn three_of_ten_objectives_are_drawn() {
    let mut table = table(Rules::standard(2));
    assert_eq!(table.next(), Next::Chance);
    assert_eq!(table.outcomes().len(), 10);
    table.play("objective lake_4");
    assert_eq!(table.outcomes().len(), 9);
    assert_eq!(table.refusal("objective lake_4"), Some("objective-not-drawn-yet"));
    table.play("objective four_colours; objective two_borders");
    assert_eq!(table.state.step(), Step::OpenMarket);
    let ids = table
        .state
        .objectives()
        .iter()
        .map(|o| &table.game.components().objectives[usize::from(o.0)].id);
    assert_eq!(ids.collect::<Vec<_>>(), ["four_colours", "lake_4", "two_borders"]);
}

#[test]
fn the_start_objectives_are_four_colours_five_districts_and_five_adjacent() {
    let table = table(book(2));
    let ids = table
        .state
        .objectives()
        .iter()
        .map(|o| &table.game.components().objectives[usize::from(o.0)].id);
    assert_eq!(ids.collect::<Vec<_>>(), ["four_colours", "five_districts", "five_adjacent"]);
}

#[test]
fn the_front_is_for_three_and_four_players_the_back_for_two() {
    assert_eq!(TowerUp::standard(2).board().names.len(), 28);
    assert_eq!(TowerUp::standard(3).board().names.len(), 48);
    assert_eq!(TowerUp::standard(4).board().names.len(), 48);
}
