//! The two ends of the rulebook, the dead board, and the turn cap.

use towerlab_engine::game::{Finish, Next, Seat};
use towerlab_engine::games::tower_up::state::Ending;
use towerlab_engine::games::tower_up::{Event, Rules};

use crate::support::{Table, city, plenty, with_cards};

const LINE: &str = "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1-H1";
const OVER: Next = Next::Over(Finish::Decided);

fn counted(table: &Table) -> Vec<(u8, u8)> {
    let counted = table.events.iter().filter_map(|event| match event {
        Event::Counted { seat, visible } => Some((seat.0, *visible)),
        _ => None,
    });
    counted.collect()
}

fn roofs(players: u8, roofs: u8) -> Rules {
    Rules { players, roofs: Some(roofs), ..plenty() }
}

#[test]
fn the_last_roof_gives_every_opponent_one_last_turn() {
    let mut table = Table::begin(&city(LINE), roofs(3, 1), "B1 white");
    table.pass();
    table.play("found C1 brown, roof on C1");
    assert_eq!(table.state.ending(), Some(Ending::LastRoof(Seat(1))));
    assert_eq!(counted(&table), [(1, 1)], "counted at once");
    table.pass();
    assert_eq!(table.seat(), 0);
    table.pass();
    assert_eq!(table.next(), OVER);
    assert_eq!(counted(&table), [(1, 1), (2, 0), (0, 0)]);
}

#[test]
fn what_is_covered_after_the_count_no_longer_matters() {
    let mut table = Table::begin(&city(LINE), roofs(2, 1), "B1 white");
    table.play("found C1 brown, roof on C1");
    table.play("found D1 white, roof on C1");
    assert_eq!(table.building("C1"), "brown 01");
    assert_eq!(table.next(), OVER);
    assert_eq!((table.score(0).visible_roofs, table.score(1).visible_roofs), (1, 1));
}

#[test]
fn the_trigger_finishes_the_turn_with_its_extra_turn_before_counting() {
    // One star column at step 1; a single founding on a 3-high building reaches it
    // when the other three markers are there already.
    let rules = Rules { stars: Some(vec![1]), ..roofs(2, 2) };
    let mut table = Table::begin(&city("A1-B1 A1-C1 A1-D1 A1-E1"), rules, "A1 white");
    for colour in ["brown", "black", "gray"] {
        table.play(&format!("take wild2 as gray gray; reveal {colour}++-wild"));
        table.pass();
        table.play(&format!("take {colour}++-wild as gray; reveal wild2"));
        table.pass();
    }
    table.play("found B1 brown, roof on B1");
    table.pass();
    table.play("found C1 brown, roof on A1");
    assert_eq!(table.state.ending(), Some(Ending::LastRoof(Seat(0))));
    assert_eq!((table.seat(), counted(&table)), (0, vec![]), "the extra turn comes first");
    table.pass();
    assert_eq!(counted(&table), [(0, 2)]);
    assert_eq!(table.seat(), 1);
}

#[test]
fn a_last_turn_may_bring_an_extra_turn() {
    let rules = Rules { stars: Some(vec![1]), ..roofs(2, 1) };
    let mut table = Table::begin(&city("A1-B1 A1-C1 A1-D1 A1-E1"), rules, "A1 white");
    for colour in ["brown", "black", "gray"] {
        table.play(&format!("take wild2 as gray gray; reveal {colour}++-wild"));
        table.play(&format!("take {colour}++-wild as gray; reveal wild2"));
    }
    table.play("found B1 brown, roof on B1");
    table.play("found C1 brown, roof on A1");
    assert_eq!((table.seat(), counted(&table)), (1, vec![(0, 1)]), "seat 1 has an extra turn");
    table.pass();
    assert_eq!((table.next(), counted(&table)), (OVER, vec![(0, 1), (1, 1)]));
}

#[test]
fn the_cone_counts_at_most_seven_roofs() {
    let line: Vec<String> = (1..=9).map(|n| format!("A{n}-B{n}")).collect();
    let rules = Rules { stock_limit: 60, ..roofs(2, 8) };
    let floors: Vec<String> = (1..=8).map(|n| format!("A{n} white")).collect();
    let mut table = Table::begin(&city(&line.join(" ")), rules, &floors.join(", "));
    for n in 1..=8 {
        table.play(&format!("found B{n} brown, roof on B{n}"));
        table.pass();
    }
    assert_eq!(table.next(), OVER);
    assert_eq!((table.score(0).visible_roofs, table.score(0).cone), (8, 8), "8 roofs, value of 7");
}

/// A table where seat 0 is to move and a card on display is short of brown floors.
fn before_shortage(players: u8, roofs: u8) -> Table {
    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 90,0,0,0,0,2,,0,wild,own\n30,9,0,0,0,0,,0,brown,own\n30,0,1,0,0,0,gray,1,black,own\n";
    let rules = Rules {
        players,
        roofs: Some(roofs),
        floors_per_colour: Some(8 + 3 * players),
        opening_stock: [3; 4],
        starting_floors: 1,
        market_size: 3,
        ..plenty()
    };
    let mut table = Table::new(with_cards(cards, &city(LINE), rules));
    table.play("open wild2 bottom wild; reveal brown9; reveal gray+-black; place D1 white");
    table
}

const SHORT: &str = "take brown9 as gray; reveal wild2";
const WILD: &str = "take wild2 as white black; reveal wild2";

/// Ruling: the left neighbour plays first, the trigger last.
#[test]
fn ruling_after_a_shortage_everybody_has_one_last_turn_the_trigger_too() {
    let mut table = before_shortage(3, 10);
    table.play(WILD);
    assert_eq!(table.seat(), 1);
    table.play(SHORT);
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(1))));
    assert_eq!((table.seat(), counted(&table)), (2, vec![]), "nobody counts yet");
    table.play("found E1 brown, roof on E1");
    assert_eq!(counted(&table), [(2, 1)], "at the end of the own last turn");
    table.play(WILD);
    assert_eq!((table.seat(), counted(&table)), (1, vec![(2, 1), (0, 0)]));
    table.play("found C1 brown, roof on C1");
    assert_eq!((table.next(), counted(&table)), (OVER, vec![(2, 1), (0, 0), (1, 1)]));
}

#[test]
fn ruling_extra_turns_count_in_the_last_round_after_a_shortage() {
    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 90,0,0,0,0,2,,0,wild,own\n30,9,0,0,0,0,,0,brown,own\n\
                 9,0,0,0,0,1,brown,1,wild,own\n9,0,0,0,0,1,black,1,wild,own\n9,0,0,0,0,1,gray,1,wild,own\n";
    let rules = Rules {
        floors_per_colour: Some(14),
        opening_stock: [3; 4],
        starting_floors: 1,
        market_size: 5,
        stars: Some(vec![1]),
        ..plenty()
    };
    let mut table = Table::new(with_cards(cards, &city(LINE), rules));
    table.play("open wild2 bottom wild; reveal brown+-wild; reveal black+-wild; reveal gray+-wild; reveal brown9");
    table.play("place D1 white");
    table.play("take wild2 as white white; reveal wild2; take brown+-wild as black; reveal wild2");
    table.play("take wild2 as white gray; reveal wild2; take black+-wild as black; reveal wild2");
    table.play("take wild2 as gray black; reveal wild2; take gray+-wild as gray; reveal wild2");
    table.play("take brown9 as gray; reveal wild2");
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(0))));
    table.play("found E1 brown, roof on D1");
    assert_eq!(
        (table.seat(), counted(&table)),
        (1, vec![]),
        "seat 1 has an extra turn before it counts"
    );
    table.play("found F1 white, roof on F1");
    assert_eq!((table.seat(), counted(&table)), (0, vec![(1, 2)]));
}

/// Ruling: a last roof during the last turns after a shortage changes nothing.
#[test]
fn ruling_a_last_roof_after_a_shortage_changes_nothing() {
    let mut table = before_shortage(2, 1);
    table.play(SHORT);
    table.play("found E1 brown, roof on E1");
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(0))));
    assert_eq!(table.seat(), 0, "the trigger still has its last turn");
}

/// Ruling: shortage and then the last roof in one turn: count at once, the others
/// have their last turn.
#[test]
fn ruling_a_shortage_and_then_the_last_roof_in_one_turn_end_as_by_the_roof() {
    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 90,0,0,0,0,2,,0,wild,own\n30,9,0,0,0,0,white,1,brown,own\n\
                 1,0,0,0,0,1,brown,1,wild,own\n1,0,0,0,0,1,black,1,wild,own\n1,0,0,0,0,1,gray,1,wild,own\n";
    let rules = Rules {
        roofs: Some(1),
        floors_per_colour: Some(14),
        opening_stock: [3; 4],
        starting_floors: 1,
        market_size: 5,
        stars: Some(vec![1]),
        ..plenty()
    };
    let mut table = Table::new(with_cards(cards, &city(LINE), rules));
    table.play("open wild2 bottom wild; reveal brown+-wild; reveal black+-wild; reveal gray+-wild");
    table.play("reveal white+-brown9; place D1 white");
    for colour in ["brown", "black", "gray"] {
        table.play(&format!("take {colour}+-wild as black; reveal wild2"));
        table.play("take wild2 as white gray; reveal wild2");
    }
    table.play("take white+-brown9 as gray; reveal wild2");
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(0))));
    assert_eq!(table.seat(), 0, "an extra turn");
    table.play("found E1 brown, roof on E1");
    assert_eq!(table.state.ending(), Some(Ending::LastRoof(Seat(0))));
    assert_eq!(counted(&table), [(0, 1)]);
    table.play("take wild2 as white white; reveal wild2");
    assert_eq!(table.next(), OVER);
}

/// Ruling: after the last roof a shortage changes nothing.
#[test]
fn ruling_a_shortage_after_the_last_roof_changes_nothing() {
    let mut table = before_shortage(2, 1);
    table.play("found E1 brown, roof on E1");
    table.play(SHORT);
    assert_eq!(table.state.ending(), Some(Ending::LastRoof(Seat(0))));
    assert_eq!(table.next(), OVER);
}

#[test]
fn ruling_a_shortage_in_the_extra_turn_of_the_last_roof_changes_nothing() {
    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 90,0,0,0,0,2,,0,wild,own\n30,9,0,0,0,0,,0,brown,own\n\
                 9,0,0,0,0,1,brown,1,wild,own\n9,0,0,0,0,1,black,1,wild,own\n9,0,0,0,0,1,gray,1,wild,own\n";
    let rules = Rules {
        roofs: Some(1),
        floors_per_colour: Some(14),
        opening_stock: [3; 4],
        starting_floors: 1,
        market_size: 5,
        stars: Some(vec![1]),
        ..plenty()
    };
    let mut table = Table::new(with_cards(cards, &city(LINE), rules));
    table.play("open wild2 bottom wild; reveal brown+-wild; reveal black+-wild; reveal gray+-wild; reveal brown9");
    table.play("place D1 white");
    for colour in ["brown", "black", "gray"] {
        table.play(&format!(
            "take {colour}+-wild as black; reveal wild2; take wild2 as white gray; reveal wild2"
        ));
    }
    table.play("found E1 brown, roof on D1");
    assert_eq!((table.seat(), table.state.ending()), (0, Some(Ending::LastRoof(Seat(0)))));
    table.play("take brown9 as gray; reveal wild2");
    assert_eq!(table.state.ending(), Some(Ending::LastRoof(Seat(0))));
    assert_eq!((table.seat(), counted(&table)), (1, vec![(0, 1)]));
    table.pass_any();
    assert_eq!(table.next(), OVER);
}

/// Ruling: when nobody can ever found again, the end is triggered as by a shortage.
#[test]
fn ruling_a_dead_board_triggers_the_end() {
    let mut table = Table::begin(&city("A1-B1 B1-C1"), plenty(), "A1 white");
    table.play("found B1 brown, roof on B1");
    assert_eq!(table.state.ending(), None);
    table.play("found C1 white, roof on C1");
    assert_eq!(table.state.ending(), Some(Ending::DeadBoard(Seat(1))));
    table.pass();
    assert_eq!((table.seat(), counted(&table)), (1, vec![(0, 0)]));
    table.pass();
    assert_eq!((table.next(), counted(&table)), (OVER, vec![(0, 0), (1, 1)]));
}

#[test]
fn ruling_a_site_beside_all_four_colours_is_dead_and_so_is_one_beside_none() {
    // E1 sees four colours once they stand; F1-G1 sees nothing, ever.
    let roads = "A1-E1 B1-E1 C1-E1 D1-E1 F1-G1";
    let mut table = Table::begin(&city(roads), plenty(), "A1 brown, B1 black, C1 gray, D1 white");
    assert_eq!(table.state.ending(), Some(Ending::DeadBoard(Seat(1))));
    assert_eq!(table.seat(), 0);
    assert!(table.moves_like("found").is_empty());
    table.pass();
    assert_eq!((table.seat(), counted(&table)), (1, vec![(0, 0)]));
    table.pass();
    assert_eq!((table.next(), counted(&table)), (OVER, vec![(0, 0), (1, 0)]), "one turn each");
}

#[test]
fn ruling_the_last_roof_on_a_dead_board_ends_as_by_the_roof() {
    let mut table = Table::begin(&city("A1-B1"), roofs(2, 1), "A1 white");
    table.play("found B1 brown, roof on B1");
    assert_eq!(table.state.ending(), Some(Ending::LastRoof(Seat(0))));
}

#[test]
fn the_turn_cap_is_a_reported_outcome() {
    let rules = Rules { turn_cap: 5, ..plenty() };
    let mut table = Table::begin(&city(LINE), rules, "A1 white");
    for _ in 0..5 {
        table.pass();
    }
    assert_eq!(table.next(), Next::Over(Finish::Unfinished));
    assert_eq!(table.state.turns(), 5);
}

#[test]
fn in_the_last_turn_a_useless_card_still_has_to_be_taken() {
    let mut table = Table::begin(&city("A1-B1"), roofs(2, 1), "A1 white");
    table.play("found B1 brown, roof on B1");
    assert!(table.moves().iter().all(|text| text.starts_with("take")), "the city is full");
    table.pass();
    assert_eq!(table.next(), OVER);
}
