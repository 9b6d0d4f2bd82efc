//! Moves as text.
//!
//! Tokens may be named in any order; they are written green, blue, red, pass.
//!
//! ```
//! use towerlab_engine::game::Game;
//! use towerlab_engine::games::tower::Tower;
//!
//! let game = Tower::standard(2);
//! let mv = game.read_move("drawn pass green").unwrap();
//! assert_eq!(game.show(mv).to_string(), "drawn green pass");
//! ```

use std::fmt;

use super::Tower;
use super::components::card_name;
use super::moves::Move;
use super::token::{Gems, Material, Token, Tokens};
use crate::document::nearest;
use crate::game::{Seat, Unreadable};

impl Tower {
    pub(super) fn write(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let card = |card: u8| card_name(self.cards[usize::from(card)]);
        let kind = |kind: u8| &self.market[usize::from(kind)].name;
        let slot = |slot: u8| &self.slots[usize::from(slot)];
        match mv {
            Move::Deal(it) => write!(out, "deal {}", card(it)),
            Move::Drawn(tokens) => write!(out, "drawn {}", one_by_one(&tokens)),
            Move::Sees(it) => write!(out, "sees {}", kind(it)),
            Move::Robbed(gems) => write!(out, "robbed {}", one_by_one(&gems)),
            Move::Draws(it) => write!(out, "draws {}", card(it)),
            Move::Buy(it) => write!(out, "buy {}", slot(it)),
            Move::Trade(Token::Pass, gems) => write!(out, "trade pass for {}", one_by_one(&gems)),
            Move::Trade(paid, gems) => {
                let rate = self.rules.salil_rates[paid.index()];
                write!(out, "trade {rate} {paid} for {}", one_by_one(&gems))
            }
            Move::Enter(cards) => {
                let prices = self.rules.entry_prices;
                let paid: [u16; 4] =
                    std::array::from_fn(|token| u16::from(cards[token]) * u16::from(prices[token]));
                write!(out, "enter for {}", counted(&paid))
            }
            Move::Use(it, [0, 0, 0]) => write!(out, "use {}", kind(it)),
            Move::Use(it, gems) => {
                write!(out, "use {} for {}", kind(it), counted(&gems.map(u16::from)))
            }
            Move::EndActions => write!(out, "end actions"),
            Move::PutBack(it) => write!(out, "put back {}", kind(it)),
            Move::Steal(seat, material) => write!(out, "steal {material} from {seat}"),
            Move::Take(it) => write!(out, "take {}", slot(it)),
            Move::TakeGems(gems) => write!(out, "take {} from salil", one_by_one(&gems)),
            Move::Skip(seat) => write!(out, "skip draw of {seat}"),
            Move::Evict(seat) => write!(out, "evict {seat}"),
            Move::Rob(seat) => write!(out, "rob {seat}"),
            Move::Return(it) => write!(out, "return {}", slot(it)),
            Move::Choose(it) => write!(out, "choose {}", card(it)),
        }
    }

    pub(super) fn read(&self, text: &str) -> Result<Move, Unreadable> {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.parse(&words).map_err(|why| Unreadable { text: text.to_string(), why })
    }

    fn parse(&self, words: &[&str]) -> Result<Move, String> {
        match *words {
            ["deal", card] => Ok(Move::Deal(self.card(card)?)),
            ["drawn", ref tokens @ ..] if !tokens.is_empty() => Ok(Move::Drawn(count(tokens)?)),
            ["sees", kind] => Ok(Move::Sees(self.kind(kind)?)),
            ["robbed", ref gems @ ..] if !gems.is_empty() => Ok(Move::Robbed(only_gems(gems)?)),
            ["draws", card] => Ok(Move::Draws(self.card(card)?)),
            ["buy", ref slot @ ..] => Ok(Move::Buy(self.slot(slot)?)),
            ["trade", "pass", "for", ref gems @ ..] if !gems.is_empty() => {
                Ok(Move::Trade(Token::Pass, only_gems(gems)?))
            }
            ["trade", rate, paid, "for", wanted] => {
                let (paid, gems) = (gem(paid)?, only_gems(&[wanted])?);
                let known = self.rules.salil_rates[paid.index()];
                match rate.parse::<u8>() {
                    Ok(rate) if known == rate => Ok(Move::Trade(paid, gems)),
                    _ => Err(format!("Salil wants {known} {paid} for a gem, not `{rate}`")),
                }
            }
            ["enter", "for", ref paid @ ..] if !paid.is_empty() => self.entry(paid),
            ["use", kind] => Ok(Move::Use(self.kind(kind)?, [0; 3])),
            ["use", kind, "for", ref paid @ ..] if !paid.is_empty() => {
                let [green, blue, red, pass] = amounts(paid)?;
                match pass {
                    0 => Ok(Move::Use(self.kind(kind)?, [green, blue, red])),
                    _ => Err("a pass is no gem and pays for no card's use".into()),
                }
            }
            ["end", "actions"] => Ok(Move::EndActions),
            ["put", "back", kind] => Ok(Move::PutBack(self.kind(kind)?)),
            ["steal", material, "from", "seat", seat] => {
                let known = Material::from_name(material).ok_or_else(|| {
                    format!("`{material}` is no material: write {}", Material::NAMES.join(", "))
                })?;
                Ok(Move::Steal(self.seat(seat)?, known))
            }
            ["take", ref gems @ .., "from", "salil"] if !gems.is_empty() => {
                Ok(Move::TakeGems(only_gems(gems)?))
            }
            ["take", ref slot @ ..] => Ok(Move::Take(self.slot(slot)?)),
            ["skip", "draw", "of", "seat", seat] => Ok(Move::Skip(self.seat(seat)?)),
            ["evict", "seat", seat] => Ok(Move::Evict(self.seat(seat)?)),
            ["rob", "seat", seat] => Ok(Move::Rob(self.seat(seat)?)),
            ["return", ref slot @ ..] => Ok(Move::Return(self.slot(slot)?)),
            ["choose", card] => Ok(Move::Choose(self.card(card)?)),
            _ => Err("write it like `buy wood at mirage for 1 blue`, `trade 2 blue for red`, `enter for 1 pass`, `use bruiser for 2 green` or `end actions`".into()),
        }
    }

    /// The build card of a name.
    pub(super) fn card(&self, name: &str) -> Result<u8, String> {
        let names: Vec<String> = self.cards.iter().map(|card| card_name(*card)).collect();
        let found = names.iter().position(|known| known == name);
        found.map(|card| card as u8).ok_or_else(|| unknown("build card", name, &names))
    }

    /// The kind of black-market card of a name.
    pub(super) fn kind(&self, name: &str) -> Result<u8, String> {
        let names: Vec<String> = self.market.iter().map(|card| card.name.clone()).collect();
        let found = names.iter().position(|known| known == name);
        found.map(|kind| kind as u8).ok_or_else(|| unknown("black-market card", name, &names))
    }

    /// The slot of a name, such as `wood at mirage for 1 blue`.
    pub(super) fn slot(&self, words: &[&str]) -> Result<u8, String> {
        let name = words.join(" ");
        let names: Vec<String> = self.slots.iter().map(|slot| slot.to_string()).collect();
        let found = names.iter().position(|known| *known == name);
        found.map(|slot| slot as u8).ok_or_else(|| unknown("slot", &name, &names))
    }

    fn seat(&self, word: &str) -> Result<Seat, String> {
        let seat = word.parse().ok().filter(|seat| *seat < self.rules.players);
        seat.map(Seat)
            .ok_or_else(|| format!("`{word}` is no seat: write 0 to {}", self.rules.players - 1))
    }

    fn entry(&self, words: &[&str]) -> Result<Move, String> {
        let (paid, mut cards) = (amounts(words)?, [0; 4]);
        for token in Token::ALL {
            let price = self.rules.entry_prices[token.index()];
            if paid[token.index()] % price != 0 {
                return Err(format!("a black-market card costs {price} {token}"));
            }
            cards[token.index()] = paid[token.index()] / price;
        }
        Ok(Move::Enter(cards))
    }
}

fn unknown(what: &str, name: &str, names: &[String]) -> String {
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{name}`; there are {}", names.join(", ")),
    }
}

/// Tokens as words, one each: `green green pass`.
fn one_by_one(counts: &[u8]) -> String {
    let names = Token::NAMES.iter().zip(counts);
    let words: Vec<&str> =
        names.flat_map(|(name, &count)| vec![*name; usize::from(count)]).collect();
    words.join(" ")
}

/// Tokens with their numbers: `6 green 1 pass`.
fn counted(counts: &[u16]) -> String {
    let names = Token::NAMES.iter().zip(counts).filter(|(_, count)| **count > 0);
    names.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(" ")
}

fn gem(name: &str) -> Result<Token, String> {
    Token::gem(name).ok_or_else(|| format!("`{name}` is no gem: write green, blue or red"))
}

fn count(names: &[&str]) -> Result<Tokens, String> {
    let mut counts = [0u8; 4];
    for name in names {
        let token = Token::from_name(name)
            .ok_or_else(|| format!("`{name}` is no token: write green, blue, red or pass"))?;
        let count = &mut counts[token.index()];
        *count = count.checked_add(1).ok_or("so many tokens do not exist")?;
    }
    Ok(counts)
}

fn only_gems(names: &[&str]) -> Result<Gems, String> {
    names.iter().try_for_each(|name| gem(name).map(drop))?;
    let [green, blue, red, _] = count(names)?;
    Ok([green, blue, red])
}

/// Reads `6 green 1 pass`; every kind of token at most once.
fn amounts(words: &[&str]) -> Result<Tokens, String> {
    let mut counts = [0u8; 4];
    for pair in words.chunks(2) {
        let [number, name] = pair else {
            return Err("write numbers and tokens, such as `4 blue 1 pass`".into());
        };
        let token = Token::from_name(name)
            .ok_or_else(|| format!("`{name}` is no token: write green, blue, red or pass"))?;
        let amount = number.parse().ok().filter(|amount: &u8| *amount > 0);
        let amount = amount.ok_or_else(|| format!("`{number}` is no number of tokens"))?;
        if counts[token.index()] > 0 {
            return Err(format!("{token} is given twice"));
        }
        counts[token.index()] = amount;
    }
    Ok(counts)
}
