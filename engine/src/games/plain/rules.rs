//! Rules whose only parameter is the number of players.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use crate::game::Game;
use crate::games::parameters::{Domain, Field, Parameter, ParameterForm, Parameters, write_form};

/// The rules of a game without parameters: how many play.
pub struct OnlyPlayers<G> {
    players: u8,
    game: PhantomData<fn() -> G>,
}

impl<G> Clone for OnlyPlayers<G> {
    fn clone(&self) -> Self {
        OnlyPlayers { players: self.players, game: PhantomData }
    }
}

/// Two players, or as many as come closest.
impl<G: Game> Default for OnlyPlayers<G> {
    fn default() -> Self {
        OnlyPlayers::standard(2.clamp(*Self::SEATS.start(), *Self::SEATS.end()))
    }
}

impl<G: Game> Parameters for OnlyPlayers<G> {
    const SEATS: RangeInclusive<u8> = *G::SEATS.start() as u8..=*G::SEATS.end() as u8;
    const DOC: &'static str = "The number of players.";
    const LIST: &'static [Parameter<Self>] = &[Parameter {
        name: "players",
        domain: Domain::free().permits(*G::SEATS.start() as u32..=*G::SEATS.end() as u32),
        field: Field {
            read: |object, rules| {
                if let Some(players) = object.get("players").and_then(|reader| u8::read(&reader)) {
                    rules.players = players;
                }
            },
            write: |rules| write_form::<u8>(&rules.players),
            differs: |one, other| one.players != other.players,
            numbers: |rules| u8::numbers(&rules.players),
            choices: u8::choices,
            schema: u8::schema,
        },
        doc: "The number of players.",
    }];

    fn players(&self) -> u8 {
        self.players
    }

    fn is_beyond_rulebook(&self) -> bool {
        false
    }

    fn standard(players: u8) -> Self {
        OnlyPlayers { players, game: PhantomData }
    }
}
