//! What to play, and why: legal moves ranked by an agent, each with what it leads to.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reason::explain_move;
use crate::agents::{
    Agent, AgentContext, Expert, GameLoop, GameResult, MoveStatistics, OnePly, RecordedDecisions,
    RolloutSearch, Search, Spec, Streams, create_agent, embedded_network,
};
use crate::game::playout::key;
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Next, PlayerView};
use crate::games::{Documents, Evaluate};

/// How moves are ranked.
#[derive(Clone, Debug)]
pub struct AdviceOptions {
    /// Who picks the moves that are worth a look.
    pub agent: Spec,
    /// How many moves are shown.
    pub top: usize,
    /// Games played on after each of them, `expert` in all seats.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// Where the win chances of some advice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdviceSource {
    /// Games that `expert` played on from each move.
    Games,
    /// The search that picked the moves.
    Search,
}

/// A move, with what it leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveAdvice {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The player's expected share of the win. Advice is sorted by it.
    pub win_probability: f64,
    /// Its 95 % interval, from low to high.
    pub win_interval: [f64; 2],
    /// The player's mean points over the games played on.
    pub points: f64,
    /// Their 95 % interval, from low to high.
    pub points_interval: [f64; 2],
    /// Mean points more than the best rival.
    pub margin: f64,
    /// How many games were played on.
    pub games: u64,
    /// What the move changes at once, in words.
    pub reason: String,
    /// How often a search tried the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

/// Ranked moves, and where their win chances come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The source of every win chance.
    pub source: AdviceSource,
    /// The moves, the best first.
    pub moves: Vec<MoveAdvice>,
}

/// A move that an agent would look at, with what a search found out about it.
struct Candidate {
    index: usize,
    found: Option<MoveStatistics>,
}

impl Candidate {
    /// A move that no search looked at.
    fn plain(index: usize) -> Candidate {
        Candidate { index, found: None }
    }
}

/// Ranks the moves of the player to move, the best first; nothing if no player is to move. The
/// state may be that player's view.
///
/// The agent picks the moves that are shown. Their win chances all come from one source, the agent's
/// search if it searches and games played on otherwise, and that is what they are sorted by.
pub fn advise<G: Documents + Evaluate>(
    game: &G,
    state: &G::State,
    options: &AdviceOptions,
    context: &AgentContext<'_>,
) -> Option<Advice> {
    let Next::Player(seat) = game.next(state) else { return None };
    let mut moves = Vec::new();
    game.moves(state, &mut |mv| moves.push(mv));
    let view = PlayerView::new(game, state, seat);
    let key = key(options.seed, game);
    let mut rng = key.stream(0, Purpose::Agent(0));
    let candidates = pick_candidates(&view, &moves, &options.agent, context, &mut rng);
    let observation = view.observe();
    let advice = |candidate: &Candidate| {
        let mv = moves[candidate.index];
        let games = Continuation { view: &view, choice: candidate.index, key: &key, context };
        let estimate = games.play(options.games);
        let share = candidate.found.map_or(estimate.share, |found| MeanEstimate {
            mean: found.share,
            error: found.standard_error(),
        });
        MoveAdvice {
            text: game.show(mv).to_string(),
            win_probability: share.mean,
            win_interval: share.interval().map(|bound| bound.clamp(0.0, 1.0)),
            points: estimate.points.mean,
            points_interval: estimate.points.interval(),
            margin: estimate.margin.mean,
            games: options.games,
            reason: explain_move(game, observation.state(), mv, seat),
            visits: candidate.found.map(|found| found.visits),
        }
    };
    let shown = &candidates[..candidates.len().min(options.top)];
    let is_searched = shown.iter().all(|candidate| candidate.found.is_some());
    let source = if is_searched { AdviceSource::Search } else { AdviceSource::Games };
    let mut moves: Vec<MoveAdvice> = shown.iter().map(advice).collect();
    // A stable sort: of equal moves, the one that the agent likes better comes first.
    moves.sort_by(|a, b| b.win_probability.total_cmp(&a.win_probability));
    Some(Advice { source, moves })
}

/// The legal moves as an agent likes them, the best first.
fn pick_candidates<G: Documents + Evaluate>(
    view: &PlayerView<'_, G>,
    moves: &[G::Move],
    agent: &Spec,
    context: &AgentContext<'_>,
    rng: &mut Rng,
) -> Vec<Candidate> {
    let observation = view.observe();
    let (game, state) = (view.game, observation.state());
    match agent {
        Spec::Search(budget) => order_by_visits(&match embedded_network(game) {
            Some(network) => Search::new(network, *budget, context).search(view, moves, rng),
            None => RolloutSearch::new(game, *budget, context).search(view, moves, rng),
        }),
        Spec::Rollout(budget) => {
            order_by_visits(&RolloutSearch::new(game, *budget, context).search(view, moves, rng))
        }
        Spec::Greedy => order_by_value(OnePly::greedy().values(game, state, moves)),
        Spec::Tuned => {
            order_by_value(OnePly::tuned(game).halted_by(&context.halt).values(game, state, moves))
        }
        Spec::Expert => match embedded_network(game) {
            Some(network) => {
                order_by_value(Expert::new(game, network).preferences(game, state, moves))
            }
            None => order_by_value(
                OnePly::expert(game).halted_by(&context.halt).values(game, state, moves),
            ),
        },
        Spec::Level(level) => pick_candidates(view, moves, &level.agent(), context, rng),
        Spec::Softened(_) | Spec::Random | Spec::Exec(_) => {
            // These only name the move that they would play.
            let choice = create_agent(game, agent, context).choose(view, moves, rng);
            let rest = (0..moves.len()).filter(|index| *index != choice);
            std::iter::once(choice).chain(rest).map(Candidate::plain).collect()
        }
    }
}

fn order_by_value<V: Ord>(values: &[V]) -> Vec<Candidate> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].cmp(&values[a]));
    order.into_iter().map(Candidate::plain).collect()
}

/// By visits, then by share. Moves that were never tried have no estimate and are left out.
fn order_by_visits(found: &[MoveStatistics]) -> Vec<Candidate> {
    let mut order: Vec<usize> = (0..found.len()).filter(|at| found[*at].visits > 0).collect();
    order.sort_by(|&a, &b| {
        let (one, other) = (found[a], found[b]);
        other.visits.cmp(&one.visits).then(other.share.total_cmp(&one.share))
    });
    order.into_iter().map(|index| Candidate { index, found: Some(found[index]) }).collect()
}

/// Games that go on after a move, `expert` in all seats.
struct Continuation<'a, G: Documents> {
    view: &'a PlayerView<'a, G>,
    /// The index of the move among the legal ones.
    choice: usize,
    key: &'a Key,
    context: &'a AgentContext<'a>,
}

/// What the games after a move came to, for the player who made it.
struct ContinuationEstimate {
    share: MeanEstimate,
    points: MeanEstimate,
    margin: MeanEstimate,
}

/// A mean with its standard error.
#[derive(Clone, Copy)]
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

    /// The 95 % interval.
    fn interval(&self) -> [f64; 2] {
        [self.mean - 1.96 * self.error, self.mean + 1.96 * self.error]
    }
}

impl<G: Documents + Evaluate> Continuation<'_, G> {
    /// Plays some games. Each deals again what is hidden; every move is judged on the same deals.
    fn play(&self, games: u64) -> ContinuationEstimate {
        let play = |agent: &mut Box<dyn Agent<G>>, number: u64| {
            (!self.context.halt.is_halted()).then(|| self.play_game(agent, number))
        };
        let expert = || create_agent(self.view.game, &Spec::Expert, self.context);
        let results: Vec<Option<GameResult>> =
            (0..games).into_par_iter().map_init(expert, play).collect();
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

    fn play_game(&self, agent: &mut Box<dyn Agent<G>>, number: u64) -> GameResult {
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
