//! Shops, palace, bag and the players' hands as a picture.

use super::Tower;
use super::card::{Cards, UNKNOWN};
use super::components::card_name;
use super::state::{State, Step};
use super::token::{Material, Materials, Token, Tokens};
use crate::game::{Game, Seat};
use crate::games::draw::{Anchor, SEATS, Svg, Theme, sentence};

const WIDTH: f64 = 1300.0;

/// Fill, ink and letter of a token.
fn token_look(token: Token) -> (&'static str, &'static str, &'static str) {
    match token {
        Token::Green => ("#2e9e5b", "#ffffff", "G"),
        Token::Blue => ("#3b78c9", "#ffffff", "B"),
        Token::Red => ("#c8443c", "#ffffff", "R"),
        Token::Pass => ("#f2c94c", "#3a2c00", "P"),
    }
}

/// Fill, ink and letters of a material.
fn material_look(material: Material) -> (&'static str, &'static str, &'static str) {
    match material {
        Material::Straw => ("#ecd179", "#3a2c00", "St"),
        Material::Clay => ("#c1714b", "#ffffff", "Cl"),
        Material::Wood => ("#7d5433", "#ffffff", "Wo"),
        Material::Water => ("#7fbfe0", "#04263a", "Wa"),
    }
}

impl Tower {
    /// Draws a position.
    pub(super) fn picture(&self, state: &State, theme: Theme) -> Svg {
        let mut svg = Svg::new(theme, WIDTH as u32, 0, &self.says(state));
        let mut y = self.palace(state, 20.0, &mut svg);
        y = self.shop_row(state, y, &mut svg);
        y = self.choice(state, y, &mut svg);
        let across = self.seats().min(2);
        let width = (WIDTH - 20.0) / across as f64 - 20.0;
        for seat in Seat::all(self.seats()) {
            let (row, column) = (seat.index() / across, seat.index() % across);
            let at = (20.0 + column as f64 * (width + 20.0), y + row as f64 * 266.0);
            self.player_panel(state, seat, at, width, &mut svg);
        }
        svg.set_height(y + self.seats().div_ceil(across) as f64 * 266.0 + 4.0);
        svg
    }

    /// A position in a sentence.
    fn says(&self, state: &State) -> String {
        let floors: Vec<String> = Seat::all(self.seats())
            .map(|seat| format!("seat {} has {}", seat.0, state.player(seat).floors()))
            .collect();
        let now = match state.step() {
            Step::Over(_) => "The game is over".to_string(),
            _ => format!("Turn {}, seat {} is to move", state.turn(), state.seat().0),
        };
        format!("Tower. {now}; floors: {}.", floors.join(", "))
    }

    /// Bag, pile and decks; where it ends.
    fn palace(&self, state: &State, y: f64, svg: &mut Svg) -> f64 {
        let width = (WIDTH - 80.0) / 3.0;
        let second = 40.0 + width;
        let (x, top) = svg.panel((20.0, y), (width, 112.0), "Bag");
        tokens((x, top), state.bag(), svg);
        svg.begin("place", "pile", "trade with Salil");
        let (x, top) = svg.panel((second, y), (width, 112.0), "Palace: Salil's pile");
        tokens((x, top), state.pile(), svg);
        svg.end();
        let now = match state.step() {
            Step::Over(finish) => format!("The game is over ({})", finish.name()),
            Step::Act => format!("Turn {}: seat {} acts", state.turn(), state.seat().0),
            Step::PutBack { .. } => format!("Seat {} puts cards back", state.seat().0),
            Step::Effect(_) => format!("Seat {} uses a card", state.seat().0),
            Step::Return { .. } => format!("Seat {} returns a material", state.seat().0),
            Step::Choose => format!("Seat {} chooses a build card", state.seat().0),
            _ => "Chance is next".to_string(),
        };
        svg.begin("place", "market", "enter the black market");
        let heading = format!("Black market: {} cards", state.market_left());
        let (x, top) = svg.panel((second + width + 20.0, y), (width, 112.0), &heading);
        let seen =
            state.viewer().map_or(String::new(), |seat| format!(", as seat {} sees it", seat.0));
        let text = format!("{} build cards left", state.build_left());
        let (faint, ink) = (svg.theme.faint(), svg.theme.ink());
        svg.text((x, top + 18.0), (15.0, Anchor::Start, false), faint, &text);
        svg.text((x, top + 46.0), (15.0, Anchor::Start, true), ink, &(now + &seen));
        svg.end();
        y + 128.0
    }

    /// The shops with their slots; where they end.
    fn shop_row(&self, state: &State, y: f64, svg: &mut Svg) -> f64 {
        let theme = svg.theme;
        let count = self.shops.len().max(1) as f64;
        let width = ((WIDTH - 20.0) / count - 20.0).min(300.0);
        let slots = |shop: usize| {
            self.slots.iter().enumerate().filter(move |(_, slot)| usize::from(slot.shop) == shop)
        };
        let most = (0..self.shops.len()).map(|shop| slots(shop).count()).max().unwrap_or(1);
        let height = 56.0 + most as f64 * 46.0 + 40.0;
        for (shop, name) in self.shops.iter().enumerate() {
            let left = 20.0 + shop as f64 * (width + 20.0);
            svg.begin("shop", name, &format!("the shop {name}"));
            let (x, mut top) = svg.panel((left, y), (width, height), &sentence(name));
            for (index, slot) in slots(shop) {
                let there = state.stock()[index];
                let says = format!(
                    "{} of {} {}, {} {} each",
                    there, slot.capacity, slot.material, slot.price, slot.colour
                );
                svg.begin("slot", &slot.to_string(), &says);
                for place in 0..slot.capacity {
                    let at = (x + f64::from(place) * 38.0, top);
                    material(at, slot.material, place < there, svg);
                }
                let (fill, ink, letter) = token_look(slot.colour);
                let at = (x + width - 76.0, top);
                let price = slot.price.to_string();
                svg.text((at.0, at.1 + 22.0), (18.0, Anchor::End, true), theme.ink(), &price);
                svg.circle(
                    (at.0 + 20.0, at.1 + 16.0),
                    13.0,
                    &format!("fill=\"{fill}\" stroke=\"{}\"", theme.ink()),
                );
                svg.text((at.0 + 20.0, at.1 + 21.5), (15.0, Anchor::Middle, true), ink, letter);
                svg.end();
                top += 46.0;
            }
            let here: Vec<Seat> = Seat::all(self.seats())
                .filter(|seat| state.player(*seat).shop() == Some(shop))
                .collect();
            for (place, seat) in here.iter().enumerate() {
                svg.seat((x + 16.0 + place as f64 * 36.0, y + height - 24.0), 14.0, seat.index());
            }
            svg.end();
        }
        y + height + 16.0
    }

    /// Cards that are being looked at or chosen from; where they end.
    fn choice(&self, state: &State, y: f64, svg: &mut Svg) -> f64 {
        let (looked_at, offer) = (state.looked_at(), state.offer.as_slice());
        if looked_at.is_empty() && offer.is_empty() {
            return y;
        }
        let heading = if offer.is_empty() {
            "Black-market cards that are looked at"
        } else {
            "Build cards to choose from"
        };
        let (mut x, top) = svg.panel((20.0, y), (WIDTH - 40.0, 94.0), heading);
        if !looked_at.is_empty() {
            svg.begin("place", "looked-at", "");
            self.hand((x, top), looked_at, svg);
            svg.end();
        }
        for card in offer.iter().map(|card| self.cards.get(usize::from(*card))) {
            let name = card.map_or("hidden".into(), |card| card_name(*card));
            svg.begin("build-card", &name, &name);
            match card {
                Some(card) => pieces((x, top), *card, svg),
                None => {
                    let ink = svg.theme.ink();
                    svg.text((x, top + 20.0), (15.0, Anchor::Start, false), ink, &name);
                }
            }
            svg.end();
            let count: u8 = card.map_or(2, |card| card.iter().sum());
            x += f64::from(count) * 38.0 + 60.0;
        }
        y + 110.0
    }

    fn player_panel(
        &self,
        state: &State,
        seat: Seat,
        (x, y): (f64, f64),
        width: f64,
        svg: &mut Svg,
    ) {
        let theme = svg.theme;
        let player = state.player(seat);
        let over = matches!(state.step(), Step::Over(_));
        let mark = if state.seat() == seat && !over { " — to move" } else { "" };
        let skips = if player.skips_draw() { ", skips the next draw" } else { "" };
        let heading = format!(
            "Seat {}: {} of {} floors{mark}{skips}",
            seat.0,
            player.floors(),
            self.rules.floors_to_win
        );
        svg.begin_seat((x, y), (width, 250.0), seat.index(), &heading);
        self.tower((x + width - 72.0, y + 182.0), player.floors(), seat, svg);
        tokens((x + 24.0, y + 52.0), player.tokens(), svg);
        let label = |svg: &mut Svg, at: f64, text: &str| {
            svg.text((x + 24.0, y + at), (14.0, Anchor::Start, false), theme.faint(), text);
        };
        label(svg, 120.0, "materials");
        pieces((x + 110.0, y + 100.0), player.materials(), svg);
        label(svg, 166.0, "build card");
        match player.card() {
            Some(card) => {
                let name = card_name(self.cards[card]);
                svg.begin("build-card", &name, &name);
                pieces((x + 110.0, y + 146.0), self.cards[card], svg);
                svg.end();
            }
            None => {
                let text = if player.card == UNKNOWN { "hidden" } else { "none" };
                let at = (x + 110.0, y + 166.0);
                svg.text(at, (15.0, Anchor::Start, false), theme.ink(), text);
            }
        }
        label(svg, 212.0, "cards");
        self.hand((x + 110.0, y + 192.0), player.hand(), svg);
        svg.end();
    }

    /// Black-market cards.
    fn hand(&self, (x, y): (f64, f64), hand: &Cards, svg: &mut Svg) {
        let theme = svg.theme;
        if hand.is_empty() {
            svg.text((x, y + 20.0), (15.0, Anchor::Start, false), theme.ink(), "none");
        }
        let mut names: Vec<(&str, usize)> = Vec::new();
        for secret in hand.as_slice() {
            let name = match self.market.get(usize::from(secret.kind)) {
                Some(card) if secret.kind != UNKNOWN => card.name.as_str(),
                _ => "hidden",
            };
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
        let mut at = x;
        for (name, count) in names {
            let text = match count {
                1 => sentence(name),
                _ => format!("{} × {count}", sentence(name)),
            };
            svg.begin("card", name, &text);
            let width = 22.0 + text.chars().count() as f64 * 8.2;
            let look = format!("fill=\"{}\" stroke=\"{}\"", theme.ground(), theme.faint());
            svg.rect((at, y), (width, 30.0), 6.0, &look);
            let middle = (at + width / 2.0, y + 20.0);
            svg.text(middle, (15.0, Anchor::Middle, false), theme.ink(), &text);
            svg.end();
            at += width + 8.0;
        }
    }

    /// The floors of a player's tower, those to come dashed.
    fn tower(&self, (x, ground): (f64, f64), floors: u8, seat: Seat, svg: &mut Svg) {
        let (edge, line) = (svg.theme.ink(), svg.theme.line());
        let step = (150.0 / f64::from(self.rules.floors_to_win.max(1))).min(44.0);
        let (left, wide) = (x - 44.0, 88.0);
        for level in 0..self.rules.floors_to_win {
            let top = ground - f64::from(level + 1) * step;
            let is_built = level < floors;
            let look = if is_built {
                format!("fill=\"{}\" stroke=\"{edge}\"", SEATS[seat.index()])
            } else {
                format!("fill=\"none\" stroke=\"{line}\" stroke-dasharray=\"4 3\"")
            };
            svg.rect((left, top), (wide, step - 2.0), 3.0, &look);
            for window in 0..if is_built { 3 } else { 0 } {
                let at = (left + 13.0 + f64::from(window) * 24.0, top + step * 0.22);
                svg.rect(at, (14.0, step * 0.5), 6.0, "fill=\"#fff3c4\" stroke=\"#0005\"");
            }
        }
    }
}

/// Tokens with their numbers.
fn tokens((x, y): (f64, f64), counts: Tokens, svg: &mut Svg) {
    for token in Token::ALL {
        let (fill, ink, letter) = token_look(token);
        let at = (x + 16.0 + token.index() as f64 * 86.0, y + 18.0);
        let edge = svg.theme.ink();
        svg.circle(at, 15.0, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
        svg.text((at.0, at.1 + 6.0), (16.0, Anchor::Middle, true), ink, letter);
        let count = counts[token.index()].to_string();
        svg.text((at.0 + 22.0, at.1 + 6.0), (17.0, Anchor::Start, true), edge, &count);
    }
}

/// Materials with their numbers.
fn pieces((x, y): (f64, f64), counts: Materials, svg: &mut Svg) {
    let mut at = x;
    for kind in Material::ALL.into_iter().filter(|kind| counts[kind.index()] > 0) {
        for _ in 0..counts[kind.index()].min(6) {
            material((at, y), kind, true, svg);
            at += 38.0;
        }
        if counts[kind.index()] > 6 {
            let count = format!("× {}", counts[kind.index()]);
            svg.text((at, y + 21.0), (15.0, Anchor::Start, true), svg.theme.ink(), &count);
            at += 40.0;
        }
        at += 6.0;
    }
    if at == x {
        svg.text((x, y + 20.0), (15.0, Anchor::Start, false), svg.theme.ink(), "none");
    }
}

/// A material, or the empty place of one.
fn material((x, y): (f64, f64), kind: Material, there: bool, svg: &mut Svg) {
    let (fill, ink, letters) = material_look(kind);
    let theme = svg.theme;
    let look = if there {
        format!("fill=\"{fill}\" stroke=\"{}\"", theme.ink())
    } else {
        format!("fill=\"none\" stroke=\"{}\" stroke-dasharray=\"3 3\"", theme.line())
    };
    svg.rect((x, y), (34.0, 32.0), 5.0, &look);
    let ink = if there { ink } else { theme.faint() };
    svg.text((x + 17.0, y + 21.0), (14.0, Anchor::Middle, true), ink, letters);
}
