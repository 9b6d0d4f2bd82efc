//! A second, slow and obviously right listing of legal moves, compared with the engine on
//! random positions. It works on the state document, in words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use towerlab_engine::games::Documents as _;
use towerlab_engine::games::tower::components::{BuildRow, Components, SlotRow};
use towerlab_engine::games::tower::handicap::Forbidden;
use towerlab_engine::games::tower::{Rules, Tower};

use crate::common::every_position;

const GEMS: [&str; 3] = ["green", "blue", "red"];
const MATERIALS: [&str; 4] = ["straw", "clay", "wood", "water"];

/// A position in words.
struct Reference<'a> {
    rules: &'a Rules,
    parts: &'a Components,
    document: Value,
    seat: usize,
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.map(|item| item.as_str().expect("a text").to_string()).collect()
}

fn count(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or(0)
}

/// All ways to pick so many items out of a bag of words, as sorted lists.
fn picks(items: &[String], size: usize) -> BTreeSet<Vec<String>> {
    let mut all = BTreeSet::from([Vec::new()]);
    for _ in 0..size {
        let mut longer = BTreeSet::new();
        for chosen in &all {
            for item in items {
                let used = chosen.iter().filter(|known| *known == item).count();
                if used < items.iter().filter(|known| *known == item).count() {
                    let mut next: Vec<String> = chosen.clone();
                    next.push(item.clone());
                    next.sort_by_key(|word| {
                        ["green", "blue", "red", "pass"].iter().position(|known| known == word)
                    });
                    longer.insert(next);
                }
            }
        }
        all = longer;
    }
    all
}

/// `2 green 1 red` from words.
fn amounts(words: &[String]) -> String {
    let mut parts = Vec::new();
    for name in ["green", "blue", "red", "pass"] {
        match words.iter().filter(|word| *word == name).count() {
            0 => {}
            count => parts.push(format!("{count} {name}")),
        }
    }
    parts.join(" ")
}

impl Reference<'_> {
    fn own(&self) -> &Value {
        &self.document["players"][self.seat]
    }

    fn others(&self) -> Vec<(usize, &Value)> {
        let players = self.document["players"].as_array().expect("players");
        players.iter().enumerate().filter(|(seat, _)| *seat != self.seat).collect()
    }

    /// Gems as single words.
    fn gems(&self, tokens: &Value) -> Vec<String> {
        GEMS.iter().flat_map(|gem| vec![gem.to_string(); count(tokens, gem) as usize]).collect()
    }

    fn card(&self) -> BTreeMap<&str, u64> {
        let name = self.own()["build_card"].as_str().expect("a build card");
        let row = |row: &&BuildRow| {
            towerlab_engine::games::tower::components::card_name(row.materials()) == name
        };
        let materials = self.parts.build_cards.iter().find(row).expect("a card").materials();
        MATERIALS.into_iter().zip(materials.map(u64::from)).collect()
    }

    fn needs(&self, material: &str) -> bool {
        let (card, held) = (self.card(), &self.own()["materials"]);
        let matched: u64 = MATERIALS.iter().map(|m| card[m].min(count(held, m))).sum();
        let wanted = self.rules.materials_per_card.map_or(u64::MAX, u64::from);
        matched < wanted.min(card.values().sum()) && card[material] > count(held, material)
    }

    /// Slots in play by name, each with how many pieces lie there and how many could.
    fn slots(&self) -> Vec<(String, &SlotRow, u64, u64)> {
        let empty = strings(&self.document["empty_slots"]);
        let mut all: Vec<(String, &SlotRow, u64, u64)> = Vec::new();
        for row in self.parts.slots.iter().filter(|row| row.from_players <= self.rules.players) {
            let name = format!("{} at {} for {} {}", row.material, row.shop, row.price, row.colour);
            match all.iter_mut().find(|(known, ..)| *known == name) {
                Some(known) => known.3 += 1,
                None => all.push((name, row, 0, 1)),
            }
        }
        for slot in &mut all {
            slot.2 = slot.3 - empty.iter().filter(|name| **name == slot.0).count() as u64;
        }
        all
    }

    fn purchases(&self) -> Vec<String> {
        let turn = &self.document["turn"];
        let mut moves = Vec::new();
        for (name, row, there, _) in self.slots() {
            let taken = self.others().iter().any(|(_, other)| other["shop"] == row.shop);
            let elsewhere = turn["bought"] == true && self.own()["shop"] != row.shop;
            let wanted = self.rules.meaner || self.needs(&row.material);
            let rich = count(&self.own()["tokens"], &row.colour) >= row.price.into();
            if there > 0 && !taken && !elsewhere && wanted && rich {
                moves.push(format!("buy {name}"));
            }
        }
        moves
    }

    fn may_not(&self, what: Forbidden) -> bool {
        let seat = self.document["turn"]["seat"].as_u64().expect("a seat") as usize;
        self.rules.forbidden[seat].has(what)
    }

    fn trades(&self) -> Vec<String> {
        if self.may_not(Forbidden::Salil) {
            return Vec::new();
        }
        let (own, pile) = (&self.own()["tokens"], &self.document["pile"]);
        let mut moves = Vec::new();
        for (index, paid) in GEMS.iter().enumerate() {
            let rate = u64::from(self.rules.salil_rates[index]);
            for wanted in GEMS.iter().filter(|wanted| *wanted != paid) {
                if count(own, paid) >= rate && count(pile, wanted) > 0 {
                    moves.push(format!("trade {rate} {paid} for {wanted}"));
                }
            }
        }
        if count(own, "pass") > 0 {
            for gems in picks(&self.gems(pile), self.rules.pass_gems.into()) {
                moves.push(format!("trade pass for {}", gems.join(" ")));
            }
        }
        moves
    }

    fn entries(&self) -> Vec<String> {
        if self.document["turn"]["visited"] == true || self.may_not(Forbidden::BlackMarket) {
            return Vec::new();
        }
        let hand = strings(&self.own()["hand"]).len();
        let supply = count(&self.document["decks"], "market") as usize
            + strings(&self.document["put_back"]).len()
            + strings(&self.document["market_discard"]).len();
        let limit = usize::from(self.rules.hand_limit).saturating_sub(hand);
        let most = limit.min(supply).min(self.rules.cards_seen.into());
        let names = ["green", "blue", "red", "pass"];
        let mut found = BTreeSet::new();
        // Each card in turn is paid in one of four ways.
        let mut open = vec![vec![0u64; 4]];
        while let Some(cards) = open.pop() {
            for token in 0..4 {
                let mut more = cards.clone();
                more[token] += 1;
                let price = u64::from(self.rules.entry_prices[token]);
                let affordable = more[token] * price <= count(&self.own()["tokens"], names[token]);
                if affordable && more.iter().sum::<u64>() as usize <= most {
                    let paid: Vec<String> = (0..4)
                        .filter(|t| more[*t] > 0)
                        .map(|t| {
                            format!(
                                "{} {}",
                                more[t] * u64::from(self.rules.entry_prices[t]),
                                names[t]
                            )
                        })
                        .collect();
                    found.insert(format!("enter for {}", paid.join(" ")));
                    open.push(more);
                }
            }
        }
        found.into_iter().collect()
    }

    fn uses(&self) -> Vec<String> {
        let mut moves = BTreeSet::new();
        for entry in strings(&self.own()["hand"]) {
            let card = entry.split(' ').next().expect("a name");
            let row = self.parts.market.iter().find(|row| row.card == card).expect("a card");
            let size = usize::from(row.green + row.blue + row.red + row.any);
            for paid in picks(&self.gems(&self.own()["tokens"]), size) {
                let of = |gem: &str| paid.iter().filter(|word| *word == gem).count();
                let least = [row.green, row.blue, row.red].map(usize::from);
                if [of("green"), of("blue"), of("red")].iter().zip(least).all(|(n, l)| *n >= l) {
                    moves.insert(format!("use {card} for {}", amounts(&paid)));
                }
            }
        }
        moves.into_iter().collect()
    }

    /// The decisions of the six cards of the default set.
    fn effect(&self) -> Vec<String> {
        let turn = &self.document["turn"];
        let mut moves = Vec::new();
        match turn["card"].as_str().expect("a card") {
            "common-thief" => {
                for (seat, other) in self.others() {
                    for material in MATERIALS.iter().filter(|m| self.needs(m)) {
                        if count(&other["materials"], material) > 0 {
                            moves.push(format!("steal {material} from seat {seat}"));
                        }
                    }
                }
            }
            "experienced-thief" => {
                let pile = self.gems(&self.document["pile"]);
                for gems in picks(&pile, pile.len().min(3)) {
                    moves.push(format!("take {} from salil", gems.join(" ")));
                }
            }
            "dubious-concoction" => {
                for (seat, other) in self.others() {
                    if other["skips_draw"] != true {
                        moves.push(format!("skip draw of seat {seat}"));
                    }
                }
            }
            "bruiser" => {
                let inside =
                    self.others().into_iter().filter(|(_, other)| !other["shop"].is_null());
                moves.extend(inside.map(|(seat, _)| format!("evict seat {seat}")));
            }
            "smuggler" => {
                for (name, row, there, _) in self.slots() {
                    if there > 0 && self.needs(&row.material) {
                        moves.push(format!("take {name}"));
                    }
                }
            }
            "pickpocket" => {
                for (seat, other) in self.others() {
                    if !self.gems(&other["tokens"]).is_empty() {
                        moves.push(format!("rob seat {seat}"));
                    }
                }
            }
            other => panic!("{other} is not in the default set"),
        }
        moves
    }

    /// Slots for the next piece of a material, from which the others can follow in order.
    fn returns(&self) -> Vec<String> {
        let turn = &self.document["turn"];
        let material = turn["material"].as_str().expect("a material");
        let slots = self.slots();
        let from = turn["from"].as_str();
        let first = from.map_or(0, |from| slots.iter().position(|s| s.0 == from).expect("a slot"));
        let left = count(&self.own()["materials"], material);
        let room = |at: usize| {
            let those = slots[at..].iter().filter(|slot| slot.1.material == material);
            those.map(|slot| slot.3 - slot.2).sum::<u64>()
        };
        let fits = |at: &usize| {
            let (_, row, there, all) = &slots[*at];
            row.material == material && there < all && room(*at) >= left
        };
        (first..slots.len()).filter(fits).map(|at| format!("return {}", slots[at].0)).collect()
    }

    fn moves(&self) -> BTreeSet<String> {
        let moves = match self.document["turn"]["step"].as_str().expect("a step") {
            "act" => {
                let mut moves = self.purchases();
                moves.extend(self.trades());
                moves.extend(self.entries());
                moves.extend(self.uses());
                moves.push("end actions".into());
                moves
            }
            "put_back" => {
                let cards = strings(&self.document["looked_at"]);
                let name = |card: &String| card.split(' ').next().expect("a name").to_string();
                cards.iter().map(|card| format!("put back {}", name(card))).collect()
            }
            "effect" => self.effect(),
            "return" => self.returns(),
            "choose" => strings(&self.document["offer"])
                .iter()
                .map(|card| format!("choose {card}"))
                .collect(),
            _ => Vec::new(),
        };
        moves.into_iter().collect()
    }
}

#[test]
fn a_slow_second_implementation_lists_the_same_moves() {
    let (mut compared, mut at) = (0u64, 0u64);
    every_position::<Tower>(14, |game, state, _| {
        at += 1;
        let mut listed = Vec::new();
        towerlab_engine::game::Game::moves(game, state, &mut |mv| {
            listed.push(towerlab_engine::game::Game::show(game, mv).to_string());
        });
        // The end of long games looks like their middle.
        if listed.is_empty() || at % 4 > 0 {
            return;
        }
        let document = game.full_state(state);
        let seat = state.seat().index();
        let reference = Reference { rules: game.rules(), parts: game.components(), document, seat };
        let listed: BTreeSet<String> = listed.into_iter().collect();
        assert_eq!(listed, reference.moves(), "{}", reference.document);
        compared += 1;
    });
    assert!(compared > 10_000, "{compared} positions");
}
