//! A second, slow and obviously right listing of legal moves and scoring, compared
//! with the engine on random positions. It works on lists of dice and buildings in
//! words, as they stand in the state document.

use std::collections::BTreeSet;

use serde_json::Value;
use towerlab_engine::game::playout::{Draws, key};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::Documents as _;
use towerlab_engine::games::skyline::{Skyline, State};

const KINDS: [&str; 3] = ["ground", "upper", "penthouse"];
const FACES: [&str; 4] = ["low", "mid", "high", "blank"];

/// A position in words.
struct Reference<'a> {
    game: &'a Skyline,
    document: Value,
    /// Dice in hand: kind and face.
    hand: Vec<(usize, usize)>,
    /// Own buildings: finished, type, height.
    own: Vec<(bool, usize, usize)>,
}

fn position(list: &[&str], word: &str) -> usize {
    list.iter().position(|known| *known == word).expect("a known word")
}

fn buildings(player: &Value) -> Vec<(bool, usize, usize)> {
    let mut all = Vec::new();
    for (key, finished) in [("columns", false), ("tiles", true)] {
        for building in player[key].as_array().into_iter().flatten() {
            let (face, height) =
                building.as_str().expect("words").split_once(' ').expect("two words");
            all.push((finished, position(&FACES, face), height.parse().expect("a height")));
        }
    }
    all
}

impl<'a> Reference<'a> {
    fn new(game: &'a Skyline, state: &State) -> Self {
        let document = game.full_state(state);
        let mut hand = Vec::new();
        for (kind, name) in KINDS.iter().enumerate() {
            for face in document["hand"][name].as_array().into_iter().flatten() {
                hand.push((kind, position(&FACES, face.as_str().expect("a face"))));
            }
        }
        let seat = document["turn"]["seat"].as_u64().expect("a seat") as usize;
        let own = buildings(&document["players"][seat]);
        Reference { game, document, hand, own }
    }

    fn dice(&self, part: &str) -> [usize; 3] {
        KINDS.map(|kind| self.document[part][kind].as_u64().unwrap_or(0) as usize)
    }

    /// Where a die may be put, by the rulebook: the heights it may stand on.
    fn bases(&self, kind: usize, face: usize) -> Vec<usize> {
        if face == 3 {
            return Vec::new();
        }
        let [least, most] = self.game.rules().heights[face].map(usize::from);
        let columns = self.own.iter().filter(|(finished, known, _)| !finished && *known == face);
        let heights = columns.map(|(_, _, height)| *height);
        match kind {
            0 => vec![0],
            1 if face == 0 => heights.filter(|&height| height < most).collect(),
            // At least a penthouse must still fit.
            1 => heights.filter(|height| height + 2 <= most).collect(),
            _ if face == 0 => Vec::new(),
            _ => heights.filter(|&height| height + 1 >= least && height < most).collect(),
        }
    }

    fn can_build(&self) -> bool {
        self.hand.iter().any(|&(kind, face)| !self.bases(kind, face).is_empty())
    }

    fn moves(&self) -> BTreeSet<String> {
        let turn = &self.document["turn"];
        let solo = self.document["rules"]["players"] == 1;
        let last = turn["last"].as_str().map(|text| {
            let words: Vec<&str> = text.split(' ').collect();
            let height =
                words.get(3).map_or(0, |height| height.parse::<usize>().expect("a height"));
            (position(&KINDS, words[0]), position(&FACES, words[1]), height)
        });
        let allowed =
            |kind: usize, face: usize| last.is_none_or(|(k, f, _)| (kind, face) >= (k, f));
        let named = |verb: &str| {
            let dice = self.hand.iter().filter(|&&(kind, face)| allowed(kind, face));
            dice.map(|&(kind, face)| format!("{verb} {} {}", KINDS[kind], FACES[face]))
                .collect::<BTreeSet<_>>()
        };
        let mut moves = BTreeSet::new();
        match turn["step"].as_str().expect("a step") {
            "take" => {
                let yard = self.dice("yard");
                let all: usize = yard.iter().sum();
                let size = all.min(self.game.rules().dice_taken.into());
                for ground in 0..=yard[0] {
                    for upper in 0..=yard[1] {
                        for penthouse in 0..=yard[2] {
                            if size > 0 && ground + upper + penthouse == size {
                                let mut text = "take".to_string();
                                for (count, kind) in
                                    [ground, upper, penthouse].into_iter().zip(KINDS)
                                {
                                    text += &format!(" {kind}").repeat(count);
                                }
                                moves.insert(text);
                            }
                        }
                    }
                }
                if self.dice("district").iter().sum::<usize>() > 0 {
                    moves.insert("take abandoned".into());
                }
            }
            "act" => {
                let possible = [
                    (!solo, "abandon"),
                    (self.can_build(), "build"),
                    (!self.own.is_empty(), "demolish"),
                ];
                moves.extend(
                    possible.iter().filter(|(can, _)| *can).map(|(_, name)| name.to_string()),
                );
            }
            "stuck" => drop(moves.insert("stop".into())),
            "pick" => moves.extend(self.own.iter().map(|&(finished, face, height)| {
                format!("{} {} {height}", if finished { "tile" } else { "column" }, FACES[face])
            })),
            "use" if turn["action"] == "build" => {
                for &(kind, face) in self.hand.iter().filter(|&&(kind, face)| allowed(kind, face)) {
                    for height in self.bases(kind, face) {
                        if last.is_some_and(|last| (kind, face, height) < last) {
                            continue;
                        }
                        let on = if height == 0 { String::new() } else { format!(" on {height}") };
                        moves.insert(format!("put {} {}{on}", KINDS[kind], FACES[face]));
                    }
                }
                moves.extend(last.map(|_| "done".to_string()));
            }
            "use" => {
                moves = named("with");
                moves.extend(last.map(|_| "done".to_string()));
            }
            "go_on" => {
                moves = named("again");
                moves.insert(if last.is_some() { "roll" } else { "stop" }.into());
            }
            _ => {}
        }
        moves
    }

    fn points(&self, seat: usize) -> (i32, i32) {
        let values = self.game.rules().tile_values(self.game.components());
        let all = buildings(&self.document["players"][seat]);
        let counting = all.iter().filter(|(finished, face, _)| *finished || *face == 0);
        let values: Vec<i32> =
            counting.map(|(_, _, height)| i32::from(values[height - 1])).collect();
        (values.iter().sum(), values.len() as i32)
    }
}

#[test]
fn the_engine_agrees_with_the_reference_on_random_positions() {
    let mut compared = 0;
    for game in Skyline::samples() {
        let key = key(11, &game);
        for k in 0..8 {
            let mut draws = Draws::new(&key, k);
            let mut state = game.start();
            loop {
                let reference = Reference::new(&game, &state);
                let mut moves = Vec::new();
                game.moves(&state, &mut |mv| moves.push(mv));
                let listed: BTreeSet<String> =
                    moves.iter().map(|&mv| game.show(mv).to_string()).collect();
                assert_eq!(listed.len(), moves.len());
                assert_eq!(listed, reference.moves(), "{}", reference.document);
                for seat in Seat::all(game.seats()) {
                    let standing = game.standing(&state, seat);
                    assert_eq!(
                        (standing.points, standing.tie_break),
                        reference.points(seat.index())
                    );
                }
                compared += 1;
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(true)),
                    Next::Player(_) => moves[draws.agent().index(moves.len())],
                };
                game.play(&mut state, mv, &mut ());
            }
        }
    }
    assert!(compared > 10_000, "{compared} positions");
}
