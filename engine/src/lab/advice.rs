//! What to play, and why: legal moves ranked by an agent, each with what it leads to.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reason::explain_move;
use crate::agents::{
    AgentContext, Expert, GameLoop, GameResult, Halt, MoveStatistics, OnePly, RecordedDecisions,
    RolloutSearch, Search, Spec, Streams, create_agent, embedded_network,
};
use crate::game::playout::key;
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Next, PlayerView};
use crate::games::{Documents, Evaluate};

/// How moves are ranked.
#[derive(Clone, Debug)]
pub struct AdviceOptions {
    /// Who ranks the moves.
    pub agent: Spec,
    /// How many moves are shown.
    pub top: usize,
    /// Games played on after each of them, `tuned` against `tuned`.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// A ranked move, with what it leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveAdvice {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The player's share of the win over the games played on.
    pub win_probability: f64,
    /// Its standard error.
    pub win_probability_error: f64,
    /// The player's mean points.
    pub points: f64,
    /// Their standard error.
    pub points_error: f64,
    /// Mean points more than the best rival.
    pub margin: f64,
    /// How many games were played on.
    pub games: u64,
    /// What the move changes at once, in words.
    pub reason: String,
    /// How often a search tried the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The player's share of the win as the search estimates it, if it tried the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_win_probability: Option<f64>,
}

/// A ranked move, with what a search found out about it.
struct RankedMove {
    index: usize,
    visits: Option<u64>,
    share: Option<f64>,
}

impl RankedMove {
    /// A move that no search looked at.
    fn plain(index: usize) -> RankedMove {
        RankedMove { index, visits: None, share: None }
    }
}

/// Ranks the moves of the player to move, the best first; nothing if no player is to move. The
/// state may be that player's view.
pub fn advise<G: Documents + Evaluate>(
    game: &G,
    state: &G::State,
    options: &AdviceOptions,
    context: &AgentContext<'_>,
) -> Vec<MoveAdvice> {
    let Next::Player(seat) = game.next(state) else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(state, &mut |mv| moves.push(mv));
    let view = PlayerView::new(game, state, seat);
    let key = key(options.seed, game);
    let mut rng = key.stream(0, Purpose::Agent(0));
    let ranked = rank_moves(&view, &moves, &options.agent, context, &mut rng);
    let observation = view.observe();
    let advice = |ranked: &RankedMove| {
        let mv = moves[ranked.index];
        let games = Continuation { view: &view, choice: ranked.index, key: &key };
        let estimate = games.play(options.games, &context.halt);
        MoveAdvice {
            text: game.show(mv).to_string(),
            win_probability: estimate.share.mean,
            win_probability_error: estimate.share.error,
            points: estimate.points.mean,
            points_error: estimate.points.error,
            margin: estimate.margin.mean,
            games: options.games,
            reason: explain_move(game, observation.state(), mv, seat),
            visits: ranked.visits,
            search_win_probability: ranked.share,
        }
    };
    ranked.iter().take(options.top).map(advice).collect()
}

/// The legal moves as an agent ranks them, the best first.
fn rank_moves<G: Documents + Evaluate>(
    view: &PlayerView<'_, G>,
    moves: &[G::Move],
    agent: &Spec,
    context: &AgentContext<'_>,
    rng: &mut Rng,
) -> Vec<RankedMove> {
    let observation = view.observe();
    let state = observation.state();
    match agent {
        Spec::Search(budget) => rank_by_search(&match embedded_network(view.game) {
            Some(network) => Search::new(network, *budget, context).search(view, moves, rng),
            None => RolloutSearch::new(view.game, *budget, context).search(view, moves, rng),
        }),
        Spec::Rollout(budget) => rank_by_search(
            &RolloutSearch::new(view.game, *budget, context).search(view, moves, rng),
        ),
        Spec::Greedy => rank_by_value(OnePly::greedy().values(view.game, state, moves)),
        Spec::Tuned => rank_by_value(OnePly::tuned(view.game).values(view.game, state, moves)),
        Spec::Expert => match embedded_network(view.game) {
            Some(network) => {
                rank_by_value(Expert::new(view.game, network).values(view.game, state, moves))
            }
            None => rank_by_value(OnePly::tuned(view.game).values(view.game, state, moves)),
        },
        Spec::Random | Spec::Exec(_) => {
            // These only name the move that they would play.
            let choice = create_agent(view.game, agent, context).choose(view, moves, rng);
            let rest = (0..moves.len()).filter(|index| *index != choice);
            std::iter::once(choice).chain(rest).map(RankedMove::plain).collect()
        }
    }
}

fn rank_by_value<V: Ord>(values: &[V]) -> Vec<RankedMove> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].cmp(&values[a]));
    order.into_iter().map(RankedMove::plain).collect()
}

/// By visits, then by share.
fn rank_by_search(found: &[MoveStatistics]) -> Vec<RankedMove> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|&a, &b| {
        let (one, other) = (found[a], found[b]);
        other.visits.cmp(&one.visits).then(other.share.total_cmp(&one.share))
    });
    let ranked = |index: usize| RankedMove {
        index,
        visits: Some(found[index].visits),
        share: (found[index].visits > 0).then_some(found[index].share),
    };
    order.into_iter().map(ranked).collect()
}

/// Games that go on after a move, `tuned` against `tuned`.
struct Continuation<'a, G: Documents> {
    view: &'a PlayerView<'a, G>,
    /// The index of the move among the legal ones.
    choice: usize,
    key: &'a Key,
}

/// What the games after a move came to, for the player who made it.
struct ContinuationEstimate {
    share: MeanEstimate,
    points: MeanEstimate,
    margin: MeanEstimate,
}

/// A mean with its standard error.
struct MeanEstimate {
    mean: f64,
    error: f64,
}

impl MeanEstimate {
    /// Of the values that were found in `games` games.
    fn of(games: u64, values: impl Iterator<Item = f64> + Clone) -> MeanEstimate {
        let n = games.max(1) as f64;
        let mean = values.clone().sum::<f64>() / n;
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        MeanEstimate { mean, error: (squares / (n - 1.0).max(1.0) / n).sqrt() }
    }
}

impl<G: Documents + Evaluate> Continuation<'_, G> {
    /// Plays some games. Each deals again what is hidden; every move is judged on the same deals.
    fn play(&self, games: u64, halt: &Halt) -> ContinuationEstimate {
        let play = |agent: &mut OnePly<G>, number: u64| {
            (!halt.is_halted()).then(|| self.play_game(agent, number))
        };
        let results: Vec<Option<GameResult>> = (0..games)
            .into_par_iter()
            .map_init(|| OnePly::<G>::tuned(self.view.game), play)
            .collect();
        let (seat, seats) = (self.view.seat, self.view.game.seats());
        let estimate = |value: &dyn Fn(&GameResult) -> f64| {
            // A game that was not played because of a halt counts nothing.
            MeanEstimate::of(games, results.iter().map(|it| it.as_ref().map_or(0.0, value)))
        };
        ContinuationEstimate {
            share: estimate(&|result| result.win_share(seat)),
            points: estimate(&|result| result.points[seat.index()].into()),
            margin: estimate(&|result| result.margin(seat, seats).into()),
        }
    }

    fn play_game(&self, agent: &mut OnePly<G>, number: u64) -> GameResult {
        let game = self.view.game;
        let mut state = *self.view.observe().state();
        let recorded =
            RecordedDecisions { choices: vec![self.choice as u32], ..RecordedDecisions::default() };
        GameLoop {
            game,
            agents: &mut [agent],
            seating: &vec![0; game.seats()],
            // The first stream of agents belongs to the one who ranks the moves.
            streams: Streams { first_agent: 1, ..Streams::under_way(self.key, number) },
            recorded: Some(&recorded),
        }
        .run_from(&mut state, &mut ())
    }
}
