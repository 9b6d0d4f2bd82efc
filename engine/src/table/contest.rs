//! Agents by documents: matches, advice, training.

use serde_json::{Map, Value, json};

use super::Desk;
use crate::agents::weights::{TableWeights, WeightsFile};
use crate::agents::{Evaluate, Spec, Tools};
use crate::analysis::advice::{self, Question};
use crate::analysis::contest::{self, Contest};
use crate::analysis::tune::{Course, Generation};
use crate::document::Documents;
use crate::fault::{Fault, Faults};
use crate::game::Next;

impl<G: Documents + Evaluate> Desk<G> {
    pub(super) fn play_contest(
        &self,
        rules: &Map<String, Value>,
        contest: &Contest,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults> {
        let game = self.variant_of(rules)?;
        if contest.agents.len() < 2 || game.seats() < 2 {
            let message = "a match needs at least two agents and two players";
            return Err(Faults::one("/agents", "agents", message));
        }
        let ladder = contest::play(&*game, contest, tools, progress);
        Ok(json!({
            "game": G::NAME,
            "rules": Self::rules_document(&game),
            "seed": contest.seed,
            "pairings": ladder.pairings,
            "ratings": ladder.ratings,
        }))
    }

    /// An agent for each seat, from one for all or one for each.
    pub(super) fn seated(game: &G, agents: &[Spec]) -> Result<Vec<Spec>, Faults> {
        let seats = game.seats();
        match agents {
            [one] => Ok(vec![one.clone(); seats]),
            several if several.len() == seats => Ok(several.to_vec()),
            several => {
                let given = several.len();
                let message =
                    format!("{given} agents for {seats} seats; give one, or one for each");
                Err(Faults::one("/agents", "agents", message))
            }
        }
    }

    pub(super) fn advice_on(
        game: &G,
        state: &G::State,
        question: &Question,
        tools: &Tools<'_>,
    ) -> Result<Value, Faults> {
        Self::tells(game, state)?;
        let Next::Player(seat) = game.next(state) else {
            let message = match game.next(state) {
                Next::Chance => "chance is next: nobody has to decide",
                _ => "the game is over: nobody has to decide",
            };
            return Err(Faults::one("/turn", "no-decision", message));
        };
        Ok(json!({
            "seat": seat.0,
            "agent": question.agent.to_string(),
            "reproducible": question.agent.is_reproducible(),
            "seed": question.seed,
            "advice": advice::advise(game, state, question, tools),
        }))
    }

    pub(super) fn learn_weights(
        &self,
        rules: &Map<String, Value>,
        course: Course,
        tell: &mut dyn FnMut(&Generation),
    ) -> Result<Value, Faults> {
        let game = self.variant_of(rules)?;
        let learned = game.learn(course, tell);
        let record: Vec<Value> = learned
            .record
            .iter()
            .map(|g| json!({"generation": g.number, "best": rounded(g.elite), "mean": rounded(g.mean)}))
            .collect();
        let training = json!({
            "seed": course.seed,
            "generations": course.generations,
            "population": course.population,
            "deals": course.deals,
            "components": game.set_id(),
            "record": record,
        });
        let file = WeightsFile {
            features: G::FEATURES.iter().map(|name| name.to_string()).collect(),
            tables: vec![TableWeights {
                players: vec![game.seats()],
                weights: learned.weights,
                scale: learned.scale,
                training,
            }],
        };
        let files: Map<String, Value> =
            learned.files.into_iter().map(|(name, text)| (name, text.into())).collect();
        Ok(json!({"weights": file, "files": files}))
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// The agents in a list, or everything that is wrong with it.
pub fn agents(texts: &[String]) -> Result<Vec<Spec>, Faults> {
    let (mut agents, mut faults) = (Vec::new(), Vec::new());
    for (index, text) in texts.iter().enumerate() {
        match text.parse() {
            Ok(agent) => agents.push(agent),
            Err(why) => faults.push(Fault::new(format!("/agents/{index}"), "agent", why)),
        }
    }
    Faults::none_or(faults, agents)
}
