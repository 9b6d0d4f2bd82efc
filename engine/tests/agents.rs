//! Agents on every game: they see no more than their seat, choose the same on every machine, and
//! each beats the one below it. The tests of all games know none of them by name.

use towerlab_engine::agents::catalog;
use towerlab_engine::agents::play::one_for_each_seat;
use towerlab_engine::agents::training::{self, TrainingOptions};
use towerlab_engine::agents::{
    Agent, AgentContext, Bot, DecisionRequest, GameLoop, GameObserver, Halt, MoveLog, OnePly,
    Random, RecordedDecisions, RolloutSearch, Search, SearchBudget, Spec, Streams, WHOLE,
    create_agents, embedded_network,
};
use towerlab_engine::each_game;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::random::{Key, Purpose};
use towerlab_engine::game::{Game, Next, PlayerView, Seat, Watch};
use towerlab_engine::games::Documents;
use towerlab_engine::games::evaluate::{Evaluate, MAX_FEATURES};
use towerlab_engine::games::tower_up::TowerUp;
use towerlab_engine::games::tower_up::rules::Rules;
use towerlab_engine::lab::matches::{self, MatchOptions, MatchResult};
use towerlab_engine::lab::warnings::find_warnings;

#[path = "../examples/connect_four.rs"]
#[allow(dead_code)]
mod connect_four;

use connect_four::ConnectFour;

fn no_programs() -> AgentContext<'static> {
    AgentContext::isolated(Halt::default())
}

/// Keeps one in `every` positions in which a player decides, if there is a choice.
struct Decisions<'a, G: Game> {
    game: &'a G,
    every: usize,
    count: usize,
    found: Vec<(Seat, G::State)>,
}

impl<G: Game> Watch<G::Event> for Decisions<'_, G> {
    fn see(&mut self, _: G::Event) {}
}

impl<G: Game> GameObserver<G> for Decisions<'_, G> {
    fn decided(&mut self, state: &G::State, _: G::Move, options: usize) {
        let Next::Player(seat) = self.game.next(state) else { unreachable!("a player decides") };
        self.count += 1;
        if self.count.is_multiple_of(self.every) && options > 1 {
            self.found.push((seat, *state));
        }
    }
}

/// Positions in which a player decides, from random games.
fn decisions<G: Game>(game: &G, games: u64, every: usize) -> Vec<(Seat, G::State)> {
    let key = key(31, game);
    let mut found = Vec::new();
    for number in 0..games {
        let mut decisions = Decisions { game, every, count: 0, found: Vec::new() };
        GameLoop {
            game,
            agents: &mut [Random],
            seating: &vec![0; game.seats()],
            streams: Streams::under_way(&key, number),
            recorded: None,
        }
        .run_from(&mut game.start(), &mut decisions);
        found.extend(decisions.found);
    }
    found
}

fn choice<G: Game>(agent: &mut dyn Agent<G>, game: &G, state: &G::State, seat: Seat) -> usize {
    let mut moves = Vec::new();
    game.moves(state, &mut |mv| moves.push(mv));
    let mut rng = Key::new(2, "choice").stream(0, Purpose::Agent(0));
    agent.choose(&PlayerView::new(game, state, seat), &moves, &mut rng)
}

/// Swap everything that the seat cannot see: the same move.
fn sees_no_more_than_its_seat<G: Documents + Evaluate>() {
    let mut rng = Key::new(3, "swap").stream(0, Purpose::Setup);
    for game in G::samples().into_iter().filter(|game| game.seats() > 1) {
        let specs = ["greedy", "tuned", "expert", "rollout:25", "search:25"];
        let specs = specs.map(|text| text.parse().expect("an agent"));
        let mut agents = create_agents(&game, &specs, &no_programs());
        let mut alike = 0;
        for (seat, state) in decisions(&game, 2, 9).into_iter().take(40) {
            let other = game.redeal(&PlayerView::new(&game, &state, seat).observe(), &mut rng);
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
    let budget = SearchBudget::Iterations { each: 40, trees: 4 };
    let rollout = RolloutSearch::new(&game, budget, &no_programs());
    let network = embedded_network(&game);
    let search = network.map(|network| Search::<G>::new(network, budget, &no_programs()));
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    for (seat, state) in decisions(&game, 1, 25).into_iter().take(4) {
        let mut moves = Vec::new();
        game.moves(&state, &mut |mv| moves.push(mv));
        let look = || {
            let mut rng = Key::new(6, "threads").stream(0, Purpose::Agent(0));
            let view = PlayerView::new(&game, &state, seat);
            let by_net = search.as_ref().map(|search| search.search(&view, &moves, &mut rng));
            (rollout.search(&view, &moves, &mut rng), by_net)
        };
        assert_eq!(pool(1).install(look), pool(3).install(look));
    }
}

fn contest<G: Documents + Evaluate>(agents: &[&str], games: u64, threads: usize) -> MatchResult {
    let game = G::standard(2);
    let agents = agents.iter().map(|text| text.parse().expect("an agent")).collect();
    let contest = MatchOptions { agents, games, seed: 5 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| matches::play_match(&game, &contest, &no_programs(), &|_| {}))
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
    let course = TrainingOptions { seed: 4, generations: 2, population: 4, deals: 2 };
    let course =
        if G::NAME == "skyline" { TrainingOptions { population: 1, ..course } } else { course };
    let learn = || training::train(&game, course, &mut |_| {}).weights;
    let weights = learn();
    assert_eq!(weights, learn());
    let (mut one, mut other) = (OnePly::<G>::new(&weights), Random);
    let mut agents: [&mut dyn Agent<G>; 2] = [&mut one, &mut other];
    let result = GameLoop {
        game: &game,
        agents: &mut agents,
        seating: &[0, 1],
        streams: Streams::new(&key(1, &game), 0),
        recorded: None,
    }
    .run();
    assert_eq!(result.twelfths.iter().sum::<u32>(), WHOLE);
}

/// A bot that fails now and then.
struct Moody(u32);

impl Bot for Moody {
    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, String> {
        assert!(!request.moves.is_empty());
        assert!(request.view["format"].is_string());
        self.0 += 1;
        if self.0.is_multiple_of(50) { Err("does not feel like it".into()) } else { Ok(0) }
    }
}

/// Who fails loses the game, and it is counted.
fn a_failure_loses_the_game<G: Documents + Evaluate>() {
    let game = G::standard(2);
    let context = AgentContext { start: &|_| Box::new(Moody(0)), ..no_programs() };
    let agents = vec![Spec::Exec("moody".into()), Spec::Random];
    let contest = MatchOptions { agents, games: 20, seed: 1 };
    let ladder = matches::play_match(&game, &contest, &context, &|_| {});
    let row = &ladder.pairings[0];
    assert!(row.failures > 0, "{row:?}");
    assert!(row.win_share <= 1.0 - row.failures as f64 / row.games as f64 + 1e-9, "{row:?}");
}

/// A program that never starts.
struct Missing;

impl Bot for Missing {
    fn choose(&mut self, _: &DecisionRequest) -> Result<usize, String> {
        Err("cannot be started".into())
    }
}

/// Failures are counted on either side, and an agent that never played has no rating.
fn an_agent_that_never_played_is_not_rated<G: Documents + Evaluate>() {
    let game = G::standard(2);
    let context = AgentContext { start: &|_| Box::new(Missing), ..no_programs() };
    let agents = vec![Spec::Greedy, Spec::Exec("missing".into()), Spec::Random];
    let options = MatchOptions { agents, games: 4, seed: 1 };
    let result = matches::play_match(&game, &options, &context, &|_| {});
    let failures: Vec<(u64, u64)> =
        result.pairings.iter().map(|pairing| (pairing.failures, pairing.rival_failures)).collect();
    assert_eq!(failures, [(0, 4), (0, 0), (4, 0)]);
    assert_eq!(result.unrated, ["exec:missing"]);
    assert!(result.ratings.iter().all(|rating| rating.agent != "exec:missing"));
    assert_eq!(result.ratings.len(), 2);
}

/// A bot that plays the first move.
struct First;

impl Bot for First {
    fn choose(&mut self, _: &DecisionRequest) -> Result<usize, String> {
        Ok(0)
    }
}

/// Every form of every listed agent plays a whole game.
fn every_listed_agent_plays<G: Documents + Evaluate>() {
    let game = G::standard(*G::SEATS.start());
    let context = AgentContext { start: &|_| Box::new(First), ..no_programs() };
    for form in catalog::forms() {
        // The same agent with a budget that suits a test.
        let spec: Spec = form.example.replace("1000", "3").parse().expect("an agent");
        let result = GameLoop {
            game: &game,
            agents: &mut create_agents(&game, &[spec], &context),
            seating: &vec![0; game.seats()],
            streams: Streams::new(&key(7, &game), 0),
            recorded: None,
        }
        .run();
        assert_eq!(result.failed, 0, "{}", form.example);
        assert!(result.decisions > 0, "{}", form.example);
    }
}

/// The loop with the agent `random` plays the very games of the fast playout.
fn the_loop_and_the_playout_agree<G: Game>() {
    let game = G::standard(*G::SEATS.end());
    let key = key(12, &game);
    for number in 0..5 {
        let (mut slow, mut log) = (game.start(), MoveLog::default());
        let result = GameLoop {
            game: &game,
            agents: &mut [Random],
            seating: &vec![0; game.seats()],
            streams: Streams::new(&key, number),
            recorded: None,
        }
        .run_from(&mut slow, &mut log);
        let (mut fast, mut moves) = (game.start(), Vec::new());
        let mut draws = Draws::new(&key, number);
        let decisions =
            Playout::new(&game).watched(&mut fast, &mut draws, &mut (), |mv, _| moves.push(mv));
        assert_eq!((slow, log.moves, result.decisions), (fast, moves, decisions));
    }
}

/// Keeps the decisions of a game.
#[derive(Default)]
struct Recording(RecordedDecisions);

impl<E> Watch<E> for Recording {
    fn see(&mut self, _: E) {}
}

impl<G: Game> GameObserver<G> for Recording {
    fn chose(&mut self, agent: usize, choice: usize, drawn: u64) {
        self.0.choices.push(choice as u32);
        self.0.drawn[agent] = drawn;
    }
}

/// Cut anywhere, a game goes on from its recorded decisions as if it had never stopped.
fn recorded_decisions_go_on_as_before<G: Documents + Evaluate>() {
    let game = G::standard(*G::SEATS.end());
    let key = key(8, &game);
    let play = |recorded: Option<&RecordedDecisions>| {
        let (mut state, mut recording) = (game.start(), Recording::default());
        let specs = vec![Spec::Random; game.seats()];
        let result = GameLoop {
            game: &game,
            agents: &mut create_agents(&game, &specs, &no_programs()),
            seating: &one_for_each_seat(game.seats()),
            streams: Streams::new(&key, 3),
            recorded,
        }
        .run_from(&mut state, &mut recording);
        (state, result, recording.0)
    };
    let (state, result, whole) = play(None);
    let half = whole.choices.len() / 2;
    // Each decision of `random` is one draw of 64 bits.
    let mut opening = RecordedDecisions { choices: whole.choices[..half].to_vec(), drawn: [0; 4] };
    let mut replay = game.start();
    let mut streams = (key.stream(3, Purpose::Setup), key.stream(3, Purpose::Chance));
    let mut decided = 0;
    while decided < half {
        let mut moves = Vec::new();
        game.moves(&replay, &mut |mv| moves.push(mv));
        let mv = match game.next(&replay) {
            Next::Player(seat) => {
                opening.drawn[seat.index()] += 2;
                decided += 1;
                moves[whole.choices[decided - 1] as usize]
            }
            _ if decided == 0 => game.sample(&replay, &mut streams.0),
            _ => game.sample(&replay, &mut streams.1),
        };
        game.play(&mut replay, mv, &mut ());
    }
    let (again, same, rest) = play(Some(&opening));
    assert_eq!((again, same), (state, result));
    assert_eq!(rest.choices, whole.choices[half..]);
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
            fn an_agent_that_never_played_is_not_rated() {
                super::an_agent_that_never_played_is_not_rated::<$game>();
            }

            #[test]
            fn every_listed_agent_plays() {
                super::every_listed_agent_plays::<$game>();
            }

            #[test]
            fn the_loop_and_the_playout_agree() {
                super::the_loop_and_the_playout_agree::<$game>();
            }

            #[test]
            fn recorded_decisions_go_on_as_before() {
                super::recorded_decisions_go_on_as_before::<$game>();
            }

            #[test]
            fn training_stays_within_what_it_says() {
                super::training_stays_within_what_it_says::<$game>();
            }

            #[test]
            fn a_failure_loses_the_game() {
                super::a_failure_loses_the_game::<$game>();
            }
        }
    };
}

each_game!(agents);

/// How many of 20 games an agent wins as the first or second player; a draw counts half.
fn wins(one: &mut impl Agent<ConnectFour>, other: &mut impl Agent<ConnectFour>) -> f64 {
    let key = key(9, &ConnectFour);
    let mut won = 0.0;
    for number in 0..20 {
        let seat = (number % 2) as usize;
        let result = GameLoop {
            game: &ConnectFour,
            agents: &mut [&mut *one as &mut dyn Agent<ConnectFour>, &mut *other],
            seating: &[seat, 1 - seat],
            streams: Streams::new(&key, number),
            recorded: None,
        }
        .run();
        won += result.win_share(Seat(seat as u8));
    }
    won
}

#[test]
fn default_features_play_sensibly() {
    let search = SearchBudget::Iterations { each: 100, trees: 1 };
    let mut search = RolloutSearch::new(&ConnectFour, search, &no_programs());
    let (mut greedy, mut tuned) = (OnePly::greedy(), OnePly::tuned(&ConnectFour));
    // Who sees a win at once takes it; who searches also sees the rival's.
    assert!(wins(&mut greedy, &mut Random) >= 14.0);
    assert!(wins(&mut search, &mut greedy) >= 15.0);
    // Nothing was learned, so that `tuned` is `greedy`, and says so.
    assert!(!ConnectFour.tuned().is_learned);
    assert!(wins(&mut tuned, &mut Random) >= 14.0);
}

/// The levels for people, `expert` among them, each beat the one below.
#[test]
fn each_level_beats_the_one_below() {
    for (higher, lower) in
        [("medium", "easy"), ("hard", "medium"), ("expert", "hard"), ("master", "expert")]
    {
        let result = contest::<TowerUp>(&[higher, lower], 60, 2);
        let share = result.pairings[0].win_share;
        assert!((0.6..1.0).contains(&share), "{higher} wins {share} against {lower}");
    }
}

#[test]
fn results_say_how_far_their_players_can_be_trusted() {
    let warnings = |rules: &Rules, agents: &[&str]| {
        let components = TowerUp::set("reconstructed-1").expect("the usual set");
        let game = TowerUp::new(rules.clone(), components).expect("rules");
        let agents: Vec<Spec> = agents.iter().map(|text| text.parse().expect("agent")).collect();
        find_warnings(&game, &agents)
    };
    let printed = Rules::standard(2);
    assert!(warnings(&printed, &["expert", "search:5", "hard", "rollout:5"]).is_empty());
    let weak = warnings(&printed, &["tuned", "expert", "tuned", "greedy"]);
    assert_eq!(weak.len(), 1, "{weak:?}");
    assert!(weak[0].starts_with("`tuned` and `greedy` play weakly."), "{weak:?}");
    let beyond = Rules { roofs: Some(16), beyond_rulebook: true, ..printed };
    let untrained = warnings(&beyond, &["expert"]);
    assert_eq!(untrained.len(), 1, "{untrained:?}");
    assert!(untrained[0].contains("roofs = 16 (trained on 5 to 14)"), "{untrained:?}");
    assert!(warnings(&beyond, &["rollout:5"]).is_empty(), "no net plays");
}

/// Everything that nets are trained on lies within what they are said to be trained on.
fn training_stays_within_what_it_says<G: Evaluate>() {
    for game in G::SEATS.map(G::standard) {
        assert!(game.untrained().is_empty(), "the printed game");
        for number in 0..200 {
            let mut rng = Key::new(number, "training").stream(0, Purpose::Setup);
            let variant = game.training_variant(&mut rng);
            let gaps = variant.map_or(Vec::new(), |variant| variant.untrained());
            assert!(gaps.is_empty(), "{gaps:?}");
        }
    }
}
