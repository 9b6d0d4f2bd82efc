//! Operations on texts and JSON values, as tests like to call them.
#![allow(dead_code)]

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};
use towerlab_engine::agents::{AgentContext, Halt, Spec};
use towerlab_engine::document::{Fault, Faults};
use towerlab_engine::games::draw::Theme;
use towerlab_engine::games::{Documents, Evaluate};
use towerlab_engine::operations::{
    Bounds, Context, Deal, GameService, OperationId, Service, StateInput,
};

/// What a request takes from outside: nothing.
pub fn with_context<T>(run: impl FnOnce(&Context<'_>) -> T) -> T {
    let agents = AgentContext {
        clock: |_| Box::new(|| true),
        start: &|_| unreachable!("no program plays here"),
        halt: Halt::default(),
    };
    run(&Context { agents: &agents, bounds: Bounds::NONE, progress: &|_| {} })
}

/// A service that takes texts and returns JSON. Faults point into the text.
pub trait ByText<G: Documents> {
    fn read(&self, text: &str) -> Result<(Arc<G>, G::State), Faults>;
    fn ask(
        &self,
        operation: OperationId,
        body: &impl Serialize,
        key: &str,
    ) -> Result<Value, Faults>;

    fn new_game(&self, rules: &Map<String, Value>, deal: Option<Deal>) -> Result<Value, Faults> {
        let mut body = json!({"rules": rules});
        if let Some(Deal { seed, game }) = deal {
            body["seed"] = seed.into();
            body["game"] = game.into();
        }
        Ok(self.ask(OperationId::New, &body, "/rules")?["state"].take())
    }

    fn validate(&self, state: &str) -> Result<Value, Faults> {
        Ok(self.on_state(OperationId::Validate, state, json!({}))?["state"].take())
    }

    fn view(&self, state: &str, seat: u8) -> Result<Value, Faults> {
        Ok(self.on_state(OperationId::View, state, json!({"seat": seat}))?["state"].take())
    }

    fn moves(&self, state: &str) -> Result<Value, Faults> {
        self.on_state(OperationId::Moves, state, json!({}))
    }

    fn play(&self, state: &str, moves: &[String], seed: Option<u64>) -> Result<Value, Faults> {
        self.on_state(OperationId::Play, state, json!({"moves": moves, "seed": seed}))
    }

    fn score(&self, state: &str) -> Result<Value, Faults> {
        self.on_state(OperationId::Score, state, json!({}))
    }

    fn odds(&self, state: &str) -> Result<Value, Faults> {
        self.on_state(OperationId::Odds, state, json!({}))
    }

    fn simulate_random(&self, state: &str, games: u64, seed: u64) -> Result<Value, Faults> {
        self.on_state(OperationId::Simulate, state, json!({"games": games, "seed": seed}))
    }

    fn replay(&self, log: &str, states: bool) -> Result<Value, Faults> {
        let log: Value = serde_json::from_str(log).expect("a log is JSON");
        self.ask(OperationId::Replay, &json!({"log": log, "states": states}), "/log")
    }

    /// An operation on a state and more.
    fn on_state(&self, operation: OperationId, state: &str, more: Value) -> Result<Value, Faults> {
        let mut body = json!({"state": StateInput::from_text(state)});
        if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
            body.extend(more);
        }
        self.ask(operation, &body, "/state")
    }

    fn draw(&self, state: &str, theme: Theme) -> Result<String, Faults>;

    fn selfplay(&self, rules: &Map<String, Value>, deal: Deal) -> Result<Value, Faults>;

    fn log(&self, rules: &Map<String, Value>, agents: &[Spec], deal: Deal)
    -> Result<Value, Faults>;
}

impl<G: Documents + Evaluate> ByText<G> for Service<G> {
    fn read(&self, text: &str) -> Result<(Arc<G>, G::State), Faults> {
        let position = self.read_state(text)?;
        Ok((position.variant.game().clone(), position.state))
    }

    fn ask(
        &self,
        operation: OperationId,
        body: &impl Serialize,
        key: &str,
    ) -> Result<Value, Faults> {
        let body = serde_json::to_string(body).expect("a request is JSON");
        let answer = with_context(|context| self.answer(operation, &body, context));
        let relative = |fault: Fault| {
            let place = fault.place.strip_prefix(key).unwrap_or(&fault.place).to_string();
            Fault { place, ..fault }
        };
        let answer = answer.map_err(|Faults(it)| Faults(it.into_iter().map(relative).collect()))?;
        Ok(serde_json::from_str(&answer).expect("an answer is JSON"))
    }

    fn draw(&self, state: &str, theme: Theme) -> Result<String, Faults> {
        let body = json!({"state": StateInput::from_text(state), "theme": theme}).to_string();
        with_context(|context| self.answer(OperationId::Render, &body, context))
    }

    fn selfplay(&self, rules: &Map<String, Value>, deal: Deal) -> Result<Value, Faults> {
        let log = with_context(|context| self.record_game(rules, None, deal, context.agents));
        Ok(json!(log?))
    }

    fn log(
        &self,
        rules: &Map<String, Value>,
        agents: &[Spec],
        deal: Deal,
    ) -> Result<Value, Faults> {
        let log =
            with_context(|context| self.record_game(rules, Some(agents), deal, context.agents));
        Ok(json!(log?))
    }
}
