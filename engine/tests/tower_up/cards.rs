//! Taking a card: floors, wild floors, steps, the refill, the stock limit.

use towerlab_engine::game::{Next, Seat};
use towerlab_engine::games::tower_up::Rules;
use towerlab_engine::games::tower_up::colour::{Colour, Floors};
use towerlab_engine::games::tower_up::state::{Ending, Step};

use crate::support::{Table, city, plenty, with_cards};

const LINE: &str = "A1-B1 B1-C1 C1-D1";

fn begin() -> Table {
    Table::begin(&city(LINE), Rules { opening_stock: [1; 4], ..plenty() }, "A1 white")
}

#[test]
fn a_card_gives_its_floors_and_goes_to_the_discard_and_the_market_is_refilled_at_once() {
    let mut table = begin();
    table.play("take wild2 as brown gray");
    assert_eq!(table.stock(0), Floors::new([2, 1, 2, 1]));
    assert_eq!(table.state.supply(), Floors::new([97, 98, 97, 97]));
    assert_eq!((table.state.discard().total, table.next()), (1, Next::Chance));
    table.play("reveal black2-white2");
    assert_eq!(table.state.market().len(), 3);
    assert_eq!(table.seat(), 1, "the turn is over");
    table.play("take black2-white2; reveal wild2");
    assert_eq!(table.stock(1), Floors::new([1, 3, 1, 3]));
}

#[test]
fn a_wild_floor_may_be_any_colour() {
    // Ten ways to choose two floors of four colours; equal cards are one.
    assert_eq!(begin().moves_like("take").len(), 10);
}

#[test]
fn marker_symbols_move_the_marker_of_their_colour() {
    let mut table = begin();
    table.play("take wild2 as brown brown; reveal black++-wild");
    table.play("take black++-wild as white; reveal gray+-brown-white");
    assert_eq!(table.state.player(Seat(1)).markers, [0, 2, 0, 0]);
    table.play("take gray+-brown-white; reveal wild2");
    assert_eq!(table.state.player(Seat(0)).markers, [0, 0, 1, 0]);
    assert_eq!(table.stock(0), Floors::new([4, 1, 1, 2]));
}

#[test]
fn floors_and_steps_cannot_be_declined() {
    let mut table = begin();
    table.play("take wild2 as brown brown; reveal gray+-brown-white");
    assert_eq!(table.moves_like("take gray+"), ["take gray+-brown-white"]);
    assert_eq!(table.refusal("take wild2 as brown"), Some("choose-each-free-floor"));
}

#[test]
fn there_is_no_passing_a_useless_card_must_still_be_taken() {
    // Without floors nothing can be founded; then every move takes a card.
    let rules = Rules { opening_stock: [0; 4], ..plenty() };
    let table = Table::begin(&city(LINE), rules, "A1 white");
    assert!(table.moves().iter().all(|text| text.starts_with("take")));
    assert!(!table.moves().is_empty());
}

#[test]
fn above_the_stock_limit_floors_of_choice_go_back_after_the_new_card_is_seen() {
    let rules = Rules { opening_stock: [3, 2, 2, 2], stock_limit: 10, ..plenty() };
    let mut table = Table::begin(&city(LINE), rules, "A1 white");
    table.play("take wild2 as brown brown");
    assert_eq!(table.state.step(), Step::Reveal, "first the market is refilled");
    table.play("reveal brown2-black2");
    assert_eq!((table.state.step(), table.next()), (Step::Return, Next::Player(Seat(0))));
    assert_eq!(table.moves(), ["return brown", "return black", "return gray", "return white"]);
    table.play("return gray");
    assert_eq!(table.stock(0), Floors::new([5, 2, 1, 2]));
    assert_eq!(table.seat(), 1);
}

#[test]
fn exactly_the_surplus_goes_back() {
    let rules = Rules { opening_stock: [10, 0, 0, 0], stock_limit: 10, ..plenty() };
    let mut table = Table::begin(&city(LINE), rules, "A1 white");
    table.play("take wild2 as brown white; reveal wild2");
    assert_eq!(table.moves(), ["return brown brown", "return brown white"]);
    assert_eq!(table.refusal("return brown"), Some("return-down-to-the-limit"));
    assert_eq!(table.refusal("return white white"), Some("return-from-the-stock"));
}

/// Ruling: when a card is needed and the deck is empty, the discard, with the
/// card just taken, becomes the new deck.
#[test]
fn ruling_an_empty_deck_is_the_shuffled_discard() {
    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 5,0,0,0,0,2,,0,wild,own\n1,3,0,0,0,0,,0,brown,own\n";
    let rules = Rules { starting_floors: 1, ..plenty() };
    let mut table = Table::new(with_cards(cards, &city(LINE), rules));
    table.deal_wilds();
    table.play("place A1 white; take wild2 as gray gray; reveal brown3; take brown3; reveal wild2");
    table.play("take wild2 as gray gray; reveal wild2");
    assert_eq!((table.state.unseen().total, table.state.discard().total), (0, 3));
    table.play("take wild2 as gray gray");
    assert_eq!((table.state.unseen().total, table.state.discard().total), (4, 0));
    assert_eq!(table.outcomes(), [("reveal wild2".into(), 3), ("reveal brown3".into(), 1)]);
}

fn scarce(floors: u8, cards: &str) -> Table {
    let cards =
        format!("copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n{cards}");
    let rules = Rules {
        opening_stock: [0; 4],
        floors_per_colour: Some(floors),
        starting_floors: 1,
        market_size: 1,
        ..plenty()
    };
    let mut table = Table::new(with_cards(&cards, &city(LINE), rules));
    table.deal_wilds();
    table.play("place A1 brown");
    table
}

#[test]
fn shortage_another_colour_is_taken_instead_and_the_end_is_triggered() {
    // Seven brown are left after the starting floor: 5 go to seat 0, 2 to seat 1.
    let mut table = scarce(8, "5,0,0,0,0,2,,0,wild,own\n5,5,0,0,0,0,,0,brown,own\n");
    table.play("take wild2 as white white; reveal brown5; take brown5; reveal brown5");
    assert_eq!(table.state.ending(), None);
    // Floor by floor: two brown, and three of free colour for the missing ones.
    assert_eq!(table.refusal("take brown5"), Some("choose-each-free-floor"));
    assert_eq!(table.refusal("take brown5 as brown gray gray"), Some("choose-from-the-supply"));
    table.play("take brown5 as black gray gray");
    assert_eq!(table.stock(0), Floors::new([2, 1, 2, 2]));
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(0))));
}

/// Ruling: a wild floor while some colours are out is no shortage.
#[test]
fn ruling_a_wild_floor_while_a_colour_is_out_is_no_shortage() {
    let mut table = scarce(8, "5,0,0,0,0,2,,0,wild,own\n5,7,0,0,0,0,,0,brown,own\n");
    table.play("take wild2 as white white; reveal brown7; take brown7; reveal wild2");
    assert_eq!(table.state.supply().of(Colour::Brown), 0);
    assert_eq!(table.moves_like("take wild2 as brown").len(), 0);
    table.play("take wild2 as gray white");
    assert_eq!(table.state.ending(), None);
}

/// Ruling: printed floors are given before free ones are chosen.
#[test]
fn ruling_printed_floors_come_before_free_ones() {
    let mut table =
        scarce(8, "5,0,0,0,0,2,,0,wild,own\n5,6,0,0,0,0,,0,brown,own\n2,1,0,0,0,1,,0,brown,own\n");
    table.play("take wild2 as white white; reveal brown6; take brown6; reveal brown-wild");
    // One brown is left: it is the printed one, so the wild floor cannot be brown.
    assert_eq!(table.refusal("take brown-wild as brown"), Some("choose-from-the-supply"));
    table.play("take brown-wild as gray");
    assert_eq!(table.state.ending(), None);
}

/// Ruling: with every colour out, the floor is not given; that is a shortage too.
#[test]
fn ruling_every_colour_out_is_a_shortage() {
    let mut table = scarce(8, "3,0,0,0,0,2,,0,wild,own\n9,9,9,9,9,0,,0,brown,own\n");
    table.play("take wild2 as white white; reveal brown9-black9-gray9-white9");
    table.play("take brown9-black9-gray9-white9; reveal wild2");
    assert_eq!(table.state.supply(), Floors::NONE);
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(1))));
    assert_eq!(table.moves(), ["take wild2"]);
}

#[test]
fn ruling_a_wild_floor_that_cannot_be_given_at_all_is_a_shortage() {
    let mut table = scarce(8, "3,0,0,0,0,2,,0,wild,own\n9,7,8,8,6,0,,0,brown,own\n");
    table.play("take wild2 as white white; reveal brown7-black8-gray8-white6");
    table.play("take brown7-black8-gray8-white6; reveal wild2");
    assert_eq!((table.state.supply(), table.state.ending()), (Floors::NONE, None));
    table.play("take wild2");
    assert_eq!(table.state.ending(), Some(Ending::Shortage(Seat(0))));
}
