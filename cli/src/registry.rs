//! The games that commands work with, on custom components if `--components` is given.

use anyhow::{anyhow, bail};
use serde_json::{Map, Value};
use towerlab_engine::document::{Fault, Faults};
use towerlab_engine::operations::{CustomComponents, GameService, Registry, game_of};

use crate::Common;
use crate::custom_components::ComponentSource;
use crate::failure::Failure;

/// The games that there are, without custom components.
#[derive(Clone, Copy)]
pub struct GamesOf(pub fn() -> Registry);

impl Default for GamesOf {
    fn default() -> GamesOf {
        GamesOf(Registry::standard)
    }
}

impl GamesOf {
    /// A new registry of them.
    pub fn registry(self) -> Registry {
        (self.0)()
    }
}

/// The service of a game.
pub fn service(common: &Common, game: &str) -> Result<Box<dyn GameService>, Failure> {
    let unknown = |fault: Fault| Failure::Other(anyhow!(fault.message));
    let registry = common.games.registry();
    let Some(path) = &common.components else { return registry.take(game).map_err(unknown) };
    let source = ComponentSource::read(path, registry.find(game).map_err(unknown)?)?;
    source.registry(game)?.take(game).map_err(unknown)
}

/// The service of the game that a document belongs to.
pub fn service_for(
    common: &Common,
    source: &str,
    text: &str,
) -> Result<Box<dyn GameService>, Failure> {
    let game = game_of(text).map_err(Failure::of(source))?;
    if let Err(fault) = common.games.registry().find(&game) {
        return Err(Failure::Faults { source: source.into(), faults: Faults(vec![fault]) });
    }
    service(common, &game)
}

/// The services for a scenario, with custom components for its game.
pub fn services_for(
    common: &Common,
    scenario: &Value,
) -> Result<Vec<Box<dyn GameService>>, Failure> {
    let mut services = common.games.registry().into_games();
    if common.components.is_some()
        && let Some(game) = scenario["game"].as_str()
        && let Some(at) = services.iter().position(|service| service.name() == game)
    {
        services[at] = service(common, game)?;
    }
    Ok(services)
}

/// The custom components of a game, checked.
pub fn custom_components(common: &Common, game: &str) -> Result<Option<CustomComponents>, Failure> {
    let service = service(common, game)?;
    let Some(path) = &common.components else { return Ok(None) };
    Ok(Some(ComponentSource::read(path, &*service)?.set))
}

/// Rules from `--players` (by default as few as the game allows) and `--set NAME=VALUE`.
pub fn rules_from_flags(
    service: &dyn GameService,
    players: Option<u64>,
    settings: &[String],
) -> anyhow::Result<Map<String, Value>> {
    let mut rules = Map::new();
    if let Some(players) = players {
        rules.insert("players".into(), players.into());
    }
    for setting in settings {
        let Some((key, value)) = setting.split_once('=') else {
            bail!("--set {setting}: write a name and a value, such as starting_floors=5");
        };
        // A number, a list, true or false as in JSON; anything else is a word.
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        if rules.insert(key.trim().into(), value).is_some() {
            bail!("{} is given twice", key.trim());
        }
    }
    if !rules.contains_key("players") {
        rules.insert("players".into(), (*service.seats().start() as u64).into());
    }
    Ok(rules)
}
