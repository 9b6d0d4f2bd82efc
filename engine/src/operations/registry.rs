//! The games behind one interface, for whoever treats them all alike.

use std::collections::BTreeMap;
use std::ops::{Deref, RangeInclusive};

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::log::{LogDocument, record_game};
use super::operation::{Context, OperationId};
use super::schema::{self, GameSchemas};
use super::service::{Service, read_text, seat_specs};
use super::visibility::check_complete;
use crate::agents::net::{NetTrainer, NetTraining, NetTrainingOptions};
use crate::agents::training::{self, Generation, TrainingOptions};
use crate::agents::{AgentContext, Spec};
use crate::document::{Fault, FaultCode, Faults, nearest};
use crate::game::Rule;
use crate::game::perft::perft;
use crate::games::parameters::ParameterDocument;
use crate::games::weights::WeightsFile;
use crate::games::{ComponentSet, Documents, Evaluate, Parameters};
use crate::lab::matches::{self, MatchOptions, MatchResult};
use crate::lab::scenario::ScenarioGame;
use crate::lab::scenario::block::{Block, PreparedBlock, PreparedCase, Variant};
use crate::lab::scenario::layout::Layout;
use crate::lab::warnings::{find_warnings, warn_of_untrained};

/// A game that is played by documents: texts in, documents out.
pub trait GameService: ScenarioGame {
    /// The rules page, in Markdown.
    fn page(&self) -> &'static str;
    /// Every rule that can forbid a move.
    fn rules(&self) -> &'static [Rule];
    /// Every parameter of the rules.
    fn parameters(&self) -> Vec<ParameterDocument>;
    /// Whether the game offers an operation.
    fn offers(&self, operation: OperationId) -> bool;
    /// Answers a request, as JSON or whatever the operation encodes. Faults point into the
    /// request, with line and column.
    fn answer(
        &self,
        operation: OperationId,
        request: &str,
        context: &Context<'_>,
    ) -> Result<String, Faults>;
    /// Plays a game of a seed and logs it: by agents, one for all seats or one for each; at
    /// random if there are none.
    fn record_game(
        &self,
        rules: &Map<String, Value>,
        agents: Option<&[Spec]>,
        deal: Deal,
        context: &AgentContext<'_>,
    ) -> Result<LogDocument, Faults>;
    /// Plays every pairing of some agents, on the same deals from every seat.
    fn play_match(
        &self,
        rules: &Map<String, Value>,
        contest: &MatchOptions,
        context: &AgentContext<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<MatchReport, Faults>;
    /// Learns what `tuned` plays by.
    fn train(
        &self,
        rules: &Map<String, Value>,
        course: TrainingOptions,
        progress: &mut dyn FnMut(&Generation),
    ) -> Result<TrainedWeights, Faults>;
    /// Begins to train a net for `expert`.
    fn train_net(
        &self,
        rules: &Map<String, Value>,
        options: NetTrainingOptions,
    ) -> Result<Box<dyn NetTraining>, Faults>;
    /// The number of ways to make `depth` moves from a state.
    fn perft(&self, state: &str, depth: u32) -> Result<u64, Faults>;
    /// The JSON Schema of a kind of document: `state`, `rules`, `log` or `move`.
    fn document_schema(&self, kind: &str) -> Option<Value>;
    /// The operations of the game, with every schema that they use.
    fn schemas(&self) -> GameSchemas;
    /// Every component set: the embedded ones, then the custom one.
    fn component_sets(&self) -> Vec<ComponentSet>;
    /// The files of an embedded component set.
    fn component_files(&self, id: &str) -> Option<BTreeMap<&'static str, &'static str>>;
}

/// Which game of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The seed.
    pub seed: u64,
    /// The number of the game.
    pub game: u64,
}

/// The result of a match, and what was played.
#[derive(Debug, Serialize)]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// Its rules, all parameters written out.
    pub rules: Value,
    /// The seed of the deals.
    pub seed: u64,
    /// Pairings and ratings.
    #[serde(flatten)]
    pub result: MatchResult,
    /// How far the agents can be trusted, if there is anything to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// What a training of `tuned` has learned.
#[derive(Debug)]
pub struct TrainedWeights {
    /// The weights file for this number of players.
    pub weights: WeightsFile,
    /// Data files besides the weights: name and text.
    pub files: Vec<(String, String)>,
}

/// Component files of the user.
#[derive(Clone, Debug, Default)]
pub struct CustomComponents {
    /// The name in documents.
    pub id: String,
    /// The files; what is missing comes from the default set.
    pub files: BTreeMap<String, String>,
}

impl CustomComponents {
    /// A set of these files. Its id is the given name and a short digest of the files, so
    /// that a result always says which version it was made with.
    pub fn new(name: &str, files: BTreeMap<String, String>) -> CustomComponents {
        let mut hash = Sha256::new();
        for (name, text) in &files {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        let digest: [u8; 32] = hash.finalize().into();
        let short: String = digest[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        CustomComponents { id: format!("{name}@{short}"), files }
    }
}

/// The games that can be played.
pub struct Registry {
    games: Vec<Box<dyn GameService>>,
}

impl Registry {
    /// The games that come with the engine.
    pub fn standard() -> Registry {
        Registry::with_components(None).expect("the embedded components are checked by tests")
    }

    /// The same, with custom components for the game of that name.
    pub fn with_components(custom: Option<(&str, &CustomComponents)>) -> Result<Registry, Faults> {
        let mut registry = Registry { games: Vec::new() };
        macro_rules! add {
            ($module:ident, $game:ty) => {
                let own = custom.filter(|(name, _)| *name == <$game as crate::game::Game>::NAME);
                registry.add(Service::<$game>::new(own.map(|(_, custom)| custom))?);
            };
        }
        crate::each_game!(add);
        Ok(registry)
    }

    /// Adds a game.
    pub fn add<G: Documents + Evaluate>(&mut self, service: Service<G>) {
        self.games.push(Box::new(service));
    }

    /// Finds a game by its name.
    pub fn find(&self, name: &str) -> Result<&dyn GameService, Fault> {
        let found = self.games.iter().find(|game| game.name() == name);
        found.map(|game| &**game).ok_or_else(|| self.unknown_game(name))
    }

    /// Takes a game out of the registry.
    pub fn take(mut self, name: &str) -> Result<Box<dyn GameService>, Fault> {
        match self.games.iter().position(|game| game.name() == name) {
            Some(at) => Ok(self.games.swap_remove(at)),
            None => Err(self.unknown_game(name)),
        }
    }

    /// All games.
    pub fn into_games(self) -> Vec<Box<dyn GameService>> {
        self.games
    }

    /// The fault of a game that nobody knows.
    pub fn unknown_game(&self, name: &str) -> Fault {
        let known: Vec<&str> = self.games.iter().map(|game| game.name()).collect();
        let message = match nearest(name, known.iter().copied()) {
            Some(near) => format!("there is no game `{name}`; did you mean `{near}`?"),
            None => format!("there is no game `{name}`; the games are {}", known.join(", ")),
        };
        Fault::new("/format", FaultCode::UnknownGame, message)
    }
}

impl Deref for Registry {
    type Target = [Box<dyn GameService>];

    fn deref(&self) -> &Self::Target {
        &self.games
    }
}

/// The game of a document, from its `format`.
pub fn game_of(text: &str) -> Result<String, Faults> {
    read_text(text, |reader| {
        let object = reader.any_object()?;
        if object.get("format").is_none() && object.get("state").is_some() {
            let message = "this is an answer that holds a state; pass the value of `state` alone";
            object.reader().fault(FaultCode::MissingKey, message);
            return None;
        }
        let format = object.require("format")?;
        Some(format.string()?.split('/').next().unwrap_or_default().to_string())
    })
}

impl<G: Documents + Evaluate> ScenarioGame for Service<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn block(&self, variants: &[Variant]) -> Result<Box<dyn Block>, Vec<(usize, Faults)>> {
        let (mut cases, mut faults) = (Vec::new(), Vec::new());
        for (at, variant) in variants.iter().enumerate() {
            match self.variant_of(&variant.rules) {
                Ok(game) => cases.push(PreparedCase {
                    layout: Layout::new(&**game.game()),
                    rules: game.full_rules(),
                    warnings: find_warnings(&**game.game(), &variant.agents),
                    agents: variant.agents.clone(),
                    game: game.game().clone(),
                }),
                Err(found) => faults.push((at, found)),
            }
        }
        if faults.is_empty() { Ok(Box::new(PreparedBlock { cases })) } else { Err(faults) }
    }
}

impl<G: Documents + Evaluate> GameService for Service<G> {
    fn page(&self) -> &'static str {
        G::PAGE
    }

    fn rules(&self) -> &'static [Rule] {
        G::RULES
    }

    fn parameters(&self) -> Vec<ParameterDocument> {
        G::Rules::describe()
    }

    fn offers(&self, operation: OperationId) -> bool {
        Self::is_offered(operation)
    }

    fn answer(
        &self,
        operation: OperationId,
        request: &str,
        context: &Context<'_>,
    ) -> Result<String, Faults> {
        self.run_operation(operation, request, context)
    }

    fn record_game(
        &self,
        rules: &Map<String, Value>,
        agents: Option<&[Spec]>,
        deal: Deal,
        context: &AgentContext<'_>,
    ) -> Result<LogDocument, Faults> {
        let variant = self.variant_of(rules)?;
        let agents = match agents {
            Some(specs) => Some(seat_specs(&*variant, specs.to_vec())?),
            None => None,
        };
        Ok(record_game(&variant, agents.as_deref(), deal, context).into_any())
    }

    fn play_match(
        &self,
        rules: &Map<String, Value>,
        contest: &MatchOptions,
        context: &AgentContext<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<MatchReport, Faults> {
        let game = self.variant_of(rules)?;
        if contest.agents.len() < 2 || game.seats() < 2 {
            let message = "a match needs at least two agents and two players";
            return Err(Faults::one("/agents", FaultCode::Agents, message));
        }
        Ok(MatchReport {
            game: G::NAME.into(),
            rules: game.full_rules(),
            warnings: warn_of_untrained(&*game, &contest.agents).into_iter().collect(),
            seed: contest.seed,
            result: matches::play_match(&*game, contest, context, progress),
        })
    }

    fn train(
        &self,
        rules: &Map<String, Value>,
        course: TrainingOptions,
        progress: &mut dyn FnMut(&Generation),
    ) -> Result<TrainedWeights, Faults> {
        let game = self.variant_of(rules)?;
        let learned = training::train(&*game, course, progress);
        let weights = learned.weights_file(&*game, course);
        Ok(TrainedWeights { weights, files: learned.files })
    }

    fn train_net(
        &self,
        rules: &Map<String, Value>,
        options: NetTrainingOptions,
    ) -> Result<Box<dyn NetTraining>, Faults> {
        let variant = self.variant_of(rules)?;
        Ok(Box::new(NetTrainer::new(variant.game().clone(), options)))
    }

    fn perft(&self, state: &str, depth: u32) -> Result<u64, Faults> {
        let position = self.read_state(state)?;
        check_complete(&*position.variant, &position.state)?;
        Ok(perft(&*position.variant, &position.state, depth))
    }

    fn document_schema(&self, kind: &str) -> Option<Value> {
        schema::document_schema::<G>(kind)
    }

    fn schemas(&self) -> GameSchemas {
        GameSchemas::new::<G>()
    }

    fn component_sets(&self) -> Vec<ComponentSet> {
        Service::component_sets(self).map(|components| G::describe_set(&components)).collect()
    }

    fn component_files(&self, id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        G::set_files(id)
    }
}
