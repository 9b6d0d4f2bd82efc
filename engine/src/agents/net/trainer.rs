//! Learning a net by self-play.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::file::{CurvePoint, NetFile, NetHeader, NetTrainingRecord};
use super::model::{Choice, Lesson, Model, Parameters, Sample};
use super::network::Network;
use super::self_play::{Lessons, Player, SelfPlay};
use crate::agents::expert::Expert;
use crate::agents::play::one_against_all;
use crate::agents::{Agent, GameLoop, OnePly, Streams, WHOLE};
use crate::game::Seat;
use crate::game::random::{Key, Purpose};
use crate::games::inputs::InputLayout;
use crate::games::{Documents, Evaluate};

/// How a net is trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetTrainingOptions {
    /// The seed of everything.
    pub seed: u64,
    /// Games of self-play in all.
    pub games: u64,
    /// Games that `tuned` plays first.
    pub warm_up: u64,
    /// How much a position learns from the end of the game and not from the next position.
    pub lambda: f64,
    /// One decision in so many is random.
    pub random_in: u64,
    /// One decision in so many strays to a move that the net thinks nearly as good; 0 for never.
    #[serde(default)]
    pub stray_in: u64,
    /// How far it strays: a move whose log odds of winning are lower by this is chosen *e* times
    /// less often.
    #[serde(default)]
    pub stray_temperature: f64,
    /// The size of steps at the beginning; it falls to a hundredth.
    pub rate: f32,
    /// Games after those, in which a search makes some of the decisions. There the net learns to
    /// choose as the search does.
    pub search_games: u64,
    /// Iterations of that search.
    pub iterations: u64,
    /// The search makes one decision in so many.
    pub search_in: u64,
    /// The size of steps when these games begin; it falls to a hundredth.
    pub search_rate: f32,
    /// Whether only inputs are learned that the net it starts from does not have.
    #[serde(default)]
    pub only_new_inputs: bool,
}

/// Games between two updates of the net that plays.
const ROUND: u64 = 512;
/// The same where a search plays.
const SEARCH_ROUND: u64 = 128;
/// Samples of one step.
const BATCH: usize = 1024;
/// Deals of one check against `tuned`, each from every seat.
const CHECK_DEALS: u64 = 2000;
/// Parts of a batch whose gradients are summed apart, whatever the threads.
const PARTS: usize = 4;

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct NetProgress {
    /// Games played.
    pub games: u64,
    /// The mean loss of the last round.
    pub loss: f64,
}

/// Nets that a training uses, by the digest of their files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetAncestry {
    /// The net whose weights it began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The net that it played against, if not against itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

/// A training under way, of any game.
pub trait NetTraining: Send {
    /// The file of the net that comes with the engine for this game and number of players.
    fn embedded(&self) -> Option<&'static [u8]>;

    /// Begins with the weights of a net file. Says what is wrong with it.
    fn start_from(&mut self, file: &[u8]) -> Result<(), String>;

    /// Plays against the net of a file, which does not learn: the training of a best response. Says
    /// what is wrong with the file.
    fn play_against(&mut self, file: &[u8]) -> Result<(), String>;

    /// Whether all games are played.
    fn is_done(&self) -> bool;

    /// Games played so far.
    fn games(&self) -> u64;

    /// Plays and learns from one round of games.
    fn round(&mut self) -> NetProgress;

    /// Plays the net against `tuned`, or the net that it learns to beat, adds a point to the learning curve and returns it.
    fn check(&mut self) -> CurvePoint;

    /// The net as it is now, as a file.
    fn file(&self) -> NetFile;

    /// Everything that is needed to go on later.
    fn checkpoint(&self) -> Vec<u8>;

    /// Goes on from a checkpoint of the same training. Says what is wrong with it.
    fn restore(&mut self, checkpoint: &[u8]) -> Result<(), String>;
}

/// A training of one game.
pub struct NetTrainer<G: Evaluate> {
    game: Arc<G>,
    options: NetTrainingOptions,
    model: Model,
    ancestry: NetAncestry,
    /// How the net that it began with was trained.
    before: Option<Box<NetTrainingRecord>>,
    /// The rows of inputs that this net does not have.
    new_rows: Vec<Range<usize>>,
    opponent: Option<Arc<Network>>,
    games: u64,
    key: Key,
    gradients: Vec<Parameters>,
    /// The loss since the last point of the curve, and of how many rounds.
    losses: (f64, u32),
    curve: Vec<CurvePoint>,
}

impl<G: Documents + Evaluate> NetTrainer<G> {
    /// The beginning of a training.
    pub fn new(game: Arc<G>, options: NetTrainingOptions) -> Self {
        let rows = InputLayout::new(G::INPUT_TABLES, game.seats()).total();
        let key = Key::new(options.seed, &format!("{}/{}/train", G::NAME, game.seats()));
        let model = Model::random(rows, game.seats(), &mut key.stream(0, Purpose::Setup));
        let gradients = vec![model.zero_gradient(); PARTS];
        NetTrainer {
            game,
            options,
            model,
            ancestry: NetAncestry::default(),
            before: None,
            new_rows: Vec::new(),
            opponent: None,
            games: 0,
            key,
            gradients,
            losses: (0.0, 0),
            curve: Vec::new(),
        }
    }

    /// The net of a file for this game and number of players. It may lack some inputs.
    fn read_net(&self, file: &[u8]) -> Result<ReadNet, String> {
        let (NetFile { header, network }, new_rows) =
            NetFile::read_extended(file, G::INPUT_TABLES)?;
        if header.game != G::NAME || header.players != self.game.seats() {
            let NetHeader { game, players, .. } = header;
            return Err(format!("it is a net for {game} with {players} players"));
        }
        let digest = Sha256::digest(file);
        let digest = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Ok(ReadNet { network, training: header.training, new_rows, digest })
    }

    /// The size of steps now: it falls in each of the two parts of a training.
    fn rate(&self) -> f32 {
        let NetTrainingOptions { games, search_games, rate, search_rate, .. } = self.options;
        let falls = |rate: f32, done: u64, all: u64| {
            rate * libm::powf(0.01, (done as f32 / all.max(1) as f32).min(1.0))
        };
        if self.games < games {
            falls(rate, self.games, games)
        } else {
            falls(search_rate, self.games - games, search_games)
        }
    }

    /// Learns from a round of games, batch by batch, and returns the mean loss.
    fn learn_all(&mut self, samples: &[Sample], choices: &[Choice]) -> f64 {
        let rate = self.rate();
        let batches = samples.len().div_ceil(BATCH).max(1);
        let mut loss = 0.0;
        for batch in 0..batches {
            let part = Lesson {
                samples: part_of(samples, batch, batches),
                choices: part_of(choices, batch, batches),
            };
            loss += self.learn(part, rate);
        }
        loss / samples.len() as f64
    }

    fn learn(&mut self, lesson: Lesson<'_>, rate: f32) -> f64 {
        let model = &self.model;
        let losses: Vec<f64> = self
            .gradients
            .par_iter_mut()
            .enumerate()
            .map(|(at, gradient)| {
                gradient.clear();
                let part = Lesson {
                    samples: part_of(lesson.samples, at, PARTS),
                    choices: part_of(lesson.choices, at, PARTS),
                };
                model.add_gradient(part, gradient)
            })
            .collect();
        if let Some((first, rest)) = self.gradients.split_first_mut() {
            rest.iter().for_each(|other| first.add(other));
            if self.options.only_new_inputs {
                first.clear_all_but(&self.new_rows);
            }
            self.model.step(first, lesson.samples.len(), rate);
        }
        losses.iter().sum()
    }

    /// Deals of one check, each from every seat. New inputs change few decisions, and their training is
    /// short.
    fn check_deals(&self) -> u64 {
        if self.options.only_new_inputs { CHECK_DEALS / 4 } else { CHECK_DEALS }
    }

    /// The share of wins of the net against its opponent or `tuned`, from every seat of some deals.
    fn win_share(&self, deals: u64) -> f64 {
        let network = Arc::new(self.model.network());
        let seats = self.game.seats();
        let key = Key::new(self.options.seed, &format!("{}/{seats}/train-check", G::NAME));
        let won: u64 = (0..deals)
            .into_par_iter()
            .map(|number| {
                let mut won = 0;
                // New inputs make no difference where they are always the same.
                let variant = self.options.only_new_inputs.then(|| {
                    self.game.training_variant(&mut key.stream(number, Purpose::Agent(0)))
                });
                let variant = variant.flatten();
                let game = variant.as_ref().unwrap_or(&*self.game);
                let rival: Box<dyn Agent<G>> = match &self.opponent {
                    Some(network) => Box::new(Expert::new(game, network.clone())),
                    None => Box::new(OnePly::tuned(game)),
                };
                let mut agents: [Box<dyn Agent<G>>; 2] =
                    [Box::new(Expert::new(game, network.clone())), rival];
                for seat in Seat::all(seats) {
                    let result = GameLoop {
                        game,
                        agents: &mut agents,
                        seating: &one_against_all(seats, seat.index()),
                        streams: Streams::new(&key, number),
                        recorded: None,
                    }
                    .run();
                    won += u64::from(result.twelfths[seat.index()]);
                }
                won
            })
            .sum();
        won as f64 / (deals * seats as u64 * u64::from(WHOLE)) as f64
    }
}

impl<G: Documents + Evaluate> NetTraining for NetTrainer<G> {
    fn embedded(&self) -> Option<&'static [u8]> {
        let seats = self.game.seats();
        G::NETS.iter().find(|(players, _)| *players == seats).map(|(_, file)| *file)
    }

    fn start_from(&mut self, file: &[u8]) -> Result<(), String> {
        let ReadNet { network, training, new_rows, digest } = self.read_net(file)?;
        if self.options.only_new_inputs && new_rows.is_empty() {
            return Err("it has all inputs, so there are no new ones to learn".into());
        }
        self.model.set_network(&network);
        self.before = Some(Box::new(training));
        self.new_rows = new_rows;
        self.ancestry.from = Some(digest);
        Ok(())
    }

    fn play_against(&mut self, file: &[u8]) -> Result<(), String> {
        let ReadNet { network, digest, .. } = self.read_net(file)?;
        self.opponent = Some(Arc::new(network));
        self.ancestry.against = Some(digest);
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.games >= self.options.games + self.options.search_games
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn round(&mut self) -> NetProgress {
        let options = self.options;
        let searches = self.games >= options.games;
        let player = if self.games < options.warm_up {
            Player::Tuned
        } else if searches {
            Player::Search { iterations: options.iterations, one_in: options.search_in }
        } else {
            Player::Net
        };
        let play = SelfPlay {
            player,
            random_in: options.random_in,
            stray_in: options.stray_in,
            stray_temperature: options.stray_temperature,
            lambda: options.lambda,
            opponent: self.opponent.as_ref(),
        };
        let round = if searches { SEARCH_ROUND } else { ROUND };
        let network = Arc::new(self.model.network());
        let (game, key, first) = (&*self.game, &self.key, self.games);
        let played: Vec<Lessons> = (first..first + round)
            .into_par_iter()
            .map(|number| {
                // A variant of its own for every game, where the game has some for training.
                let variant = game.training_variant(&mut key.stream(number, Purpose::Setup));
                play.play(variant.as_ref().unwrap_or(game), &network, key, number)
            })
            .collect();
        let (mut samples, mut choices) = (Vec::new(), Vec::new());
        for lessons in played {
            samples.extend(lessons.samples);
            choices.extend(lessons.choices);
        }
        let mut order = self.key.stream(first, Purpose::Agent(1));
        order.shuffle(&mut samples);
        order.shuffle(&mut choices);
        let loss = self.learn_all(&samples, &choices);
        self.games += round;
        self.losses = (self.losses.0 + loss, self.losses.1 + 1);
        NetProgress { games: self.games, loss }
    }

    fn check(&mut self) -> CurvePoint {
        let four_digits = |value: f64| (value * 10_000.0).round() / 10_000.0;
        let (sum, rounds) = std::mem::take(&mut self.losses);
        let point = CurvePoint {
            games: self.games,
            loss: four_digits(sum / f64::from(rounds.max(1))),
            win_share: four_digits(self.win_share(self.check_deals())),
        };
        self.curve.push(point);
        point
    }

    fn file(&self) -> NetFile {
        let training = NetTrainingRecord {
            engine: env!("CARGO_PKG_VERSION").into(),
            options: self.options,
            ancestry: self.ancestry.clone(),
            rules: self.game.full_rules(),
            curve: self.curve.clone(),
            before: self.before.clone(),
        };
        let header = NetHeader::new(G::NAME, self.game.seats(), G::INPUT_TABLES, training);
        NetFile { header, network: self.model.network() }
    }

    fn checkpoint(&self) -> Vec<u8> {
        let state = CheckpointHeader {
            options: self.options,
            ancestry: self.ancestry.clone(),
            rules: self.game.full_rules(),
            games: self.games,
            losses: self.losses,
            curve: self.curve.clone(),
        };
        let mut bytes = serde_json::to_vec(&state).expect("a checkpoint is plain data");
        bytes.push(b'\n');
        self.model.write(&mut bytes);
        bytes
    }

    fn restore(&mut self, checkpoint: &[u8]) -> Result<(), String> {
        let end = checkpoint.iter().position(|byte| *byte == b'\n').ok_or("it has no header")?;
        let state: CheckpointHeader =
            serde_json::from_slice(&checkpoint[..end]).map_err(|error| error.to_string())?;
        let is_same = state.options == self.options
            && state.ancestry == self.ancestry
            && state.rules == self.game.full_rules();
        if !is_same {
            return Err("it belongs to a training with other options, nets or rules".into());
        }
        self.model.read(&checkpoint[end + 1..])?;
        (self.games, self.losses, self.curve) = (state.games, state.losses, state.curve);
        Ok(())
    }
}

/// A net from a file.
struct ReadNet {
    network: Network,
    training: NetTrainingRecord,
    /// The rows of inputs that it does not have.
    new_rows: Vec<Range<usize>>,
    digest: String,
}

/// One of some parts of a list, as equal as they can be.
fn part_of<T>(items: &[T], part: usize, parts: usize) -> &[T] {
    &items[items.len() * part / parts..items.len() * (part + 1) / parts]
}

/// The first line of a checkpoint; the model follows.
#[derive(Serialize, Deserialize)]
struct CheckpointHeader {
    options: NetTrainingOptions,
    ancestry: NetAncestry,
    rules: Value,
    games: u64,
    losses: (f64, u32),
    curve: Vec<CurvePoint>,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{NetTrainer, NetTraining, NetTrainingOptions};
    use crate::agents::net::{HIDDEN, NetFile};
    use crate::game::Game;
    use crate::games::Evaluate;
    use crate::games::tower::Tower;

    const ROUND: NetTrainingOptions = NetTrainingOptions {
        seed: 3,
        games: 512,
        warm_up: 0,
        lambda: 0.7,
        random_in: 10,
        stray_in: 0,
        stray_temperature: 0.3,
        rate: 0.002,
        search_games: 0,
        iterations: 1,
        search_in: 1,
        search_rate: 0.001,
        only_new_inputs: true,
    };

    #[test]
    fn only_inputs_that_a_net_lacks_are_learned() {
        let trainer = || NetTrainer::new(Arc::new(Tower::standard(2)), ROUND);
        let whole = trainer().file();
        let mut old = whole.clone();
        let lacking = old.header.tables.pop().expect("a table").rows;
        let known = old.network.rows.len() - lacking;
        old.network.rows.truncate(known);
        let file = old.write();
        assert!(NetFile::read(&file, Tower::INPUT_TABLES).is_err());

        let mut trainer = trainer();
        assert!(trainer.start_from(&whole.write()).is_err(), "it has all inputs");
        trainer.start_from(&file).expect("a net of this game");
        assert!(trainer.file().network.rows[known..].iter().all(|row| row.0 == [0; HIDDEN]));
        trainer.round();
        let NetFile { header, network } = trainer.file();
        assert_eq!(network.rows[..known], old.network.rows);
        assert_eq!(network.rows[known].0, [0; HIDDEN], "nothing is forbidden");
        assert_eq!((&network.bias, &network.outputs), (&old.network.bias, &old.network.outputs));
        assert_eq!(network.output_bias, old.network.output_bias);
        assert!(network.rows[known..].iter().any(|row| row.0 != [0; HIDDEN]));
        assert_eq!(header.training.before.map(|record| *record), Some(old.header.training));
    }
}
