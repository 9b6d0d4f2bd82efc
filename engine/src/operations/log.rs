//! Logs: the moves of a game, chance among them. A log replays without randomness.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Deal;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::play::{MoveViews, check_move};
use super::position::{GameVariant, Position};
use super::request::{ReadValue, SafeInteger};
use super::service::{Service, check_format};
use super::visibility::check_complete;
use crate::agents::play::one_for_each_seat;
use crate::agents::{AgentContext, GameLoop, MoveLog, Random, Spec, Streams, create_agents};
use crate::document::{Fault, FaultCode, Faults, Reader};
use crate::game::playout::key;
use crate::game::{Finish, Game, Next, Seat};
use crate::games::{Documents, Evaluate};

/// The moves of a game, chance among them.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}Log")]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct LogDocument<M: Model = AnyGame> {
    /// The kind of document and its version.
    pub format: LogFormat<M>,
    /// The rules of the variant.
    pub rules: M::Variant,
    /// A state to start from, instead of the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<M::Position>,
    /// The seed that the game was drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<SafeInteger>,
    /// Which game of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<SafeInteger>,
    /// Who played, by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<Vec<String>>,
    /// The moves in notation.
    pub moves: Vec<String>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<LogResult>,
}

/// How a logged game ended. A replay checks whatever is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogResult {
    /// By seat, points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<i32>>,
    /// The seats that won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Finish>,
}

impl LogResult {
    /// How a game stands.
    pub fn new<G: Game>(game: &G, state: &G::State) -> LogResult {
        let points = Seat::all(game.seats()).map(|seat| game.standing(state, seat).points);
        let finish = match game.next(state) {
            Next::Over(finish) => finish,
            _ => Finish::Unfinished,
        };
        LogResult {
            points: Some(points.collect()),
            winners: Some(game.leaders(state).map(|seat| seat.0).collect()),
            finish: Some(finish),
        }
    }

    /// Names everything in which a recorded result differs from the true one.
    fn check(&self, recorded: &LogResult) -> Result<(), Faults> {
        fn differs<T: PartialEq>(recorded: &Option<T>, found: &Option<T>) -> bool {
            recorded.is_some() && recorded != found
        }
        let found = serde_json::to_value(self).expect("a result is plain data");
        let keys = [
            ("points", differs(&recorded.points, &self.points)),
            ("winners", differs(&recorded.winners, &self.winners)),
            ("finish", differs(&recorded.finish, &self.finish)),
        ];
        let faults = keys.into_iter().filter(|(_, differs)| *differs).map(|(key, _)| {
            let message = format!("the moves lead to {key} {}", found[key]);
            Fault::new(format!("/result/{key}"), FaultCode::ResultDiffers, message)
        });
        Faults::ok_if_empty(faults.collect(), ())
    }
}

/// The `format` of a log.
pub struct LogFormat<M>(String, PhantomData<fn() -> M>);

impl<M> From<String> for LogFormat<M> {
    fn from(format: String) -> Self {
        LogFormat(format, PhantomData)
    }
}

impl<M> Serialize for LogFormat<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, M> Deserialize<'de> for LogFormat<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(LogFormat::from)
    }
}

impl<M: Model> JsonSchema for LogFormat<M> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}LogFormat", M::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match M::format_of("log") {
            Some(format) => json_schema!({"type": "string", "const": format}),
            None => json_schema!({"type": "string"}),
        }
    }
}

impl<G: Documents> ReadValue<G> for LogDocument<Of<'static, G>> {
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self> {
        check_format::<G>(&reader.any_object()?, "log")?;
        let keys = ["format", "rules", "start", "moves", "seed", "game", "agents", "result"];
        let object = reader.object(&keys)?;
        let rules = GameVariant::read_field(&object, "rules", service);
        let start = Option::<Position<G>>::read_field(&object, "start", service);
        let seed = Option::read_field(&object, "seed", service);
        let game = Option::read_field(&object, "game", service);
        let agents = Option::read_field(&object, "agents", service);
        let moves = Vec::read_field(&object, "moves", service);
        let result = match object.get("result") {
            Some(result) => LogResult::read(&result).map(Some),
            None => Some(None),
        };
        let (rules, start) = (rules?, start?);
        if let Some(start) = &start
            && start.variant.full_rules() != rules.full_rules()
        {
            let message = "the log and its start have different rules";
            object.fault("start", FaultCode::RulesDiffer, message);
            return None;
        }
        let format = G::format_of("log").into();
        let (seed, game, agents) = (seed?, game?, agents?);
        let (moves, result) = (moves?, result?);
        Some(LogDocument { format, rules, start, seed, game, agents, moves, result })
    }
}

impl LogResult {
    fn read(reader: &Reader<'_>) -> Option<LogResult> {
        let object = reader.object(&["points", "winners", "finish"])?;
        let points = object.get("points").map(|points| {
            let number = |item: &Reader<'_>| item.integer(i32::MIN.into()..=i32::MAX.into());
            points.list()?.iter().map(|item| number(item).map(|it| it as i32)).collect()
        });
        let winners = object.get("winners").map(|winners| {
            winners.list()?.iter().map(|item| item.count(u8::MAX)).collect::<Option<Vec<u8>>>()
        });
        let finish = object.get("finish").map(|finish| {
            let named = |name: &str| Finish::ALL.into_iter().find(|known| known.name() == name);
            finish.name("finish", named, &Finish::ALL.map(Finish::name))
        });
        Some(LogResult {
            points: points.map_or(Some(None), |it: Option<Vec<i32>>| it.map(Some))?,
            winners: winners.map_or(Some(None), |it| it.map(Some))?,
            finish: finish.map_or(Some(None), |it| it.map(Some))?,
        })
    }
}

/// The end of a log, and the states before each of its moves.
pub(super) struct Replayed<G: Documents> {
    /// The end.
    pub end: G::State,
    /// The states before each of the moves; empty if they are not wanted.
    pub states: Vec<G::State>,
    /// By seat, the moves as that seat may know them.
    pub views: MoveViews,
}

impl<G: Documents> LogDocument<Of<'_, G>> {
    /// The same for callers that treat all games alike.
    pub(super) fn into_any(self) -> LogDocument {
        let value = serde_json::to_value(self).expect("a log is plain data");
        serde_json::from_value(value).expect("a log reads what it wrote")
    }

    /// Plays the moves. Faults point into the log.
    pub(super) fn replay(&self, keep_states: bool) -> Result<Replayed<G>, Faults> {
        let game: &G = &self.rules;
        let mut state = match &self.start {
            Some(start) => {
                check_complete(game, &start.state).map_err(|faults| faults.below("/start"))?;
                start.state
            }
            None => game.start(),
        };
        let (mut states, mut views) = (Vec::new(), MoveViews::new(game));
        for (index, text) in self.moves.iter().enumerate() {
            if keep_states {
                states.push(state);
            }
            let mv = check_move(game, &state, text, &format!("/moves/{index}"))?;
            views.add(game, &state, mv);
            game.play(&mut state, mv, &mut ());
        }
        if let Some(recorded) = &self.result {
            LogResult::new(game, &state).check(recorded)?;
        }
        Ok(Replayed { end: state, states, views })
    }
}

/// Plays a game of a seed and logs it: by agents, one for each seat, or at random.
pub(super) fn record_game<'a, G: Documents + Evaluate>(
    variant: &GameVariant<G>,
    agents: Option<&[Spec]>,
    deal: Deal,
    context: &AgentContext<'_>,
) -> LogDocument<Of<'a, G>> {
    let game: &G = variant;
    let key = key(deal.seed, game);
    let (mut state, mut log) = (game.start(), MoveLog::default());
    let streams = Streams::new(&key, deal.game);
    match agents {
        None => {
            let seating = vec![0; game.seats()];
            let agents = &mut [Random];
            GameLoop { game, agents, seating: &seating, streams, recorded: None }
                .run_from(&mut state, &mut log);
        }
        Some(specs) => {
            let seating = one_for_each_seat(game.seats());
            let agents = &mut create_agents(game, specs, context);
            GameLoop { game, agents, seating: &seating, streams, recorded: None }
                .run_from(&mut state, &mut log);
        }
    }
    let names = agents.map_or(vec![Spec::Random.to_string(); game.seats()], |specs| {
        specs.iter().map(Spec::to_string).collect()
    });
    LogDocument {
        format: G::format_of("log").into(),
        rules: variant.clone(),
        start: None,
        seed: Some(SafeInteger(deal.seed)),
        game: Some(SafeInteger(deal.game)),
        agents: Some(names),
        moves: log.moves.iter().map(|mv| game.show(*mv).to_string()).collect(),
        result: Some(LogResult::new(game, &state)),
    }
}
