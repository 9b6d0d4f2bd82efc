//! Agents on every game: they see no more than their seat, choose the same on every machine, and
//! each beats the one below it. This file knows no game by name.

use towerlab_engine::agents::evaluate::{Evaluate, MAX_FEATURES};
use towerlab_engine::agents::spec::Budget;
use towerlab_engine::agents::{Agent, Bot, Halt, OnePly, Random, Search, Spec, Tools};
use towerlab_engine::analysis::arena;
use towerlab_engine::analysis::contest::{self, Contest};
use towerlab_engine::analysis::tune::Course;
use towerlab_engine::document::Documents;
use towerlab_engine::each_game;
use towerlab_engine::game::{Game, Next, Seat, View};
use towerlab_engine::playout::{Draws, key};
use towerlab_engine::random::{Key, Purpose};

fn no_tools() -> Tools<'static> {
    Tools {
        clock: |_| Box::new(|| true),
        start: &|_| unreachable!("no program plays here"),
        halt: Halt::default(),
    }
}

/// Positions in which a player decides, from random games.
fn decisions<G: Game>(game: &G, games: u64, every: usize) -> Vec<(Seat, G::State)> {
    let key = key(31, game);
    let mut found = Vec::new();
    for k in 0..games {
        let mut draws = Draws::new(&key, k);
        let (mut state, mut moves, mut at) = (game.start(), Vec::new(), 0);
        loop {
            let mv = match game.next(&state) {
                Next::Over(_) => break,
                Next::Chance => game.sample(&state, draws.chance(true)),
                Next::Player(seat) => {
                    moves.clear();
                    game.moves(&state, &mut |mv| moves.push(mv));
                    at += 1;
                    if at % every == 0 && moves.len() > 1 {
                        found.push((seat, state));
                    }
                    moves[draws.agent().index(moves.len())]
                }
            };
            game.play(&mut state, mv, &mut ());
        }
    }
    found
}

fn choice<G: Game>(agent: &mut dyn Agent<G>, game: &G, state: &G::State, seat: Seat) -> usize {
    let mut moves = Vec::new();
    game.moves(state, &mut |mv| moves.push(mv));
    let mut rng = Key::new(2, "choice").stream(0, Purpose::Agent(0));
    agent.choose(&View::new(game, state, seat), &moves, &mut rng)
}

/// Swap everything that the seat cannot see: the same move.
fn sees_no_more_than_its_seat<G: Evaluate>() {
    let mut rng = Key::new(3, "swap").stream(0, Purpose::Setup);
    for game in G::samples().into_iter().filter(|game| game.seats() > 1) {
        let search = Budget::Iterations { each: 25, trees: 1 };
        let mut agents: [Box<dyn Agent<G>>; 3] = [
            Box::new(OnePly::<G>::greedy()),
            Box::new(OnePly::<G>::tuned(&game)),
            Box::new(Search::<G>::new(&game, search)),
        ];
        let mut alike = 0;
        for (seat, state) in decisions(&game, 2, 9).into_iter().take(40) {
            let other = game.redeal(&View::new(&game, &state, seat).seen(), &mut rng);
            // Where nothing is hidden, a few positions show that a choice can be repeated.
            if other == state && alike == 3 {
                continue;
            }
            alike += u32::from(other == state);
            for agent in &mut agents {
                let one = choice(&mut **agent, &game, &state, seat);
                assert_eq!(one, choice(&mut **agent, &game, &other, seat));
            }
        }
    }
}

/// Trees that are merged are the same trees on any number of threads.
fn searches_alike_on_any_number_of_threads<G: Evaluate>() {
    let game = G::standard(*G::SEATS.end());
    let search = || Search::<G>::new(&game, Budget::Iterations { each: 40, trees: 4 });
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    for (seat, state) in decisions(&game, 1, 25).into_iter().take(4) {
        let mut moves = Vec::new();
        game.moves(&state, &mut |mv| moves.push(mv));
        let look = || {
            let mut rng = Key::new(6, "threads").stream(0, Purpose::Agent(0));
            search().look(&View::new(&game, &state, seat), &moves, &mut rng)
        };
        assert_eq!(pool(1).install(look), pool(3).install(look));
    }
}

fn contest<G: Documents + Evaluate>(
    agents: &[&str],
    games: u64,
    threads: usize,
) -> contest::Ladder {
    let game = G::standard(2);
    let agents = agents.iter().map(|text| text.parse().expect("an agent")).collect();
    let contest = Contest { agents, games, seed: 5 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| contest::play(&game, &contest, &no_tools(), &|_| {}))
}

/// Short, so with room to spare; the README's ladder is made with many more games.
fn each_beats_the_one_below<G: Documents + Evaluate>() {
    let ladder = contest::<G>(&["tuned", "greedy", "random"], 40, 2);
    for row in &ladder.pairings {
        assert!(row.win_share > 0.6, "{row:?}");
        assert_eq!((row.games, row.failures), (40, 0));
    }
    let order: Vec<&str> = ladder.ratings.iter().map(|rating| rating.agent.as_str()).collect();
    assert_eq!(order, ["tuned", "greedy", "random"]);
    assert_eq!(ladder, contest::<G>(&["tuned", "greedy", "random"], 40, 1), "on one thread");
}

fn has_weights_for_every_number_of_players<G: Evaluate>() {
    assert!(G::FEATURES.len() <= MAX_FEATURES && G::GREEDY.len() <= G::FEATURES.len());
    for seats in G::SEATS {
        let weights = G::standard(seats).tuned();
        assert_eq!(weights.by_feature.len(), G::FEATURES.len());
        assert!(weights.by_feature.iter().any(|weight| *weight != 0) && weights.scale > 0);
    }
}

/// Training is drawn from its seed, and ends with weights that play.
fn learns_the_same_from_the_same_seed<G: Evaluate>() {
    let game = G::standard(2);
    let course = Course { seed: 4, generations: 2, population: 4, deals: 2 };
    let course = if G::NAME == "skyline" { Course { population: 1, ..course } } else { course };
    let learn = || game.learn(course, &mut |_| {}).weights;
    let weights = learn();
    assert_eq!(weights, learn());
    let (mut one, mut other) = (OnePly::<G>::new(&weights), Random);
    let mut agents: [&mut dyn Agent<G>; 2] = [&mut one, &mut other];
    let ended = arena::play(&game, &mut agents, &[0, 1], &key(1, &game), 0);
    assert_eq!(ended.twelfths.iter().sum::<u32>(), arena::WHOLE);
}

/// A bot that fails now and then.
struct Moody(u32);

impl Bot for Moody {
    fn choose(&mut self, question: &serde_json::Value) -> Result<usize, String> {
        assert!(question["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
        assert!(question["view"]["format"].is_string());
        self.0 += 1;
        if self.0.is_multiple_of(50) { Err("does not feel like it".into()) } else { Ok(0) }
    }
}

/// Who fails loses the game, and it is counted.
fn a_failure_loses_the_game<G: Documents + Evaluate>() {
    let game = G::standard(2);
    let tools = Tools { start: &|_| Box::new(Moody(0)), ..no_tools() };
    let agents = vec![Spec::Exec("moody".into()), Spec::Random];
    let contest = Contest { agents, games: 20, seed: 1 };
    let ladder = contest::play(&game, &contest, &tools, &|_| {});
    let row = &ladder.pairings[0];
    assert!(row.failures > 0, "{row:?}");
    assert!(row.win_share <= 1.0 - row.failures as f64 / row.games as f64 + 1e-9, "{row:?}");
}

macro_rules! agents {
    ($module:ident, $game:ty) => {
        mod $module {
            #[test]
            fn sees_no_more_than_its_seat() {
                super::sees_no_more_than_its_seat::<$game>();
            }

            #[test]
            fn searches_alike_on_any_number_of_threads() {
                super::searches_alike_on_any_number_of_threads::<$game>();
            }

            #[test]
            fn each_beats_the_one_below() {
                super::each_beats_the_one_below::<$game>();
            }

            #[test]
            fn has_weights_for_every_number_of_players() {
                super::has_weights_for_every_number_of_players::<$game>();
            }

            #[test]
            fn learns_the_same_from_the_same_seed() {
                super::learns_the_same_from_the_same_seed::<$game>();
            }

            #[test]
            fn a_failure_loses_the_game() {
                super::a_failure_loses_the_game::<$game>();
            }
        }
    };
}

each_game!(agents);
