//! What to keep in mind when reading results: how far the players behind them can be trusted.

use crate::agents::{Spec, embedded_network};
use crate::games::Evaluate;

/// What to say about some agents that play a variant.
pub fn find_warnings<G: Evaluate>(game: &G, agents: &[Spec]) -> Vec<String> {
    warn_of_weak_play(agents).into_iter().chain(warn_of_untrained(game, agents)).collect()
}

/// Players that are weak on purpose, or that stronger ones have overtaken.
fn warn_of_weak_play(agents: &[Spec]) -> Option<String> {
    let is_weak = |agent: &&Spec| matches!(agent, Spec::Random | Spec::Greedy | Spec::Tuned);
    let mut weak: Vec<String> = Vec::new();
    for name in agents.iter().filter(is_weak).map(|agent| format!("`{agent}`")) {
        if !weak.contains(&name) {
            weak.push(name);
        }
    }
    let verb = if weak.len() == 1 { "plays" } else { "play" };
    let names = weak.join(" and ");
    (!weak.is_empty()).then(|| {
        format!(
            "{names} {verb} weakly. Effects found this way may not hold for good play; check them with `expert`."
        )
    })
}

/// What to say about a net that was not trained on rules like these.
pub fn warn_of_untrained<G: Evaluate>(game: &G, agents: &[Spec]) -> Option<String> {
    let uses_net = |agent: &Spec| match agent {
        Spec::Expert | Spec::Softened(_) | Spec::Level(_) | Spec::Search(_) => true,
        Spec::Random | Spec::Greedy | Spec::Tuned | Spec::Rollout(_) | Spec::Exec(_) => false,
    };
    if !agents.iter().any(uses_net) {
        return None;
    }
    if embedded_network(game).is_none() {
        return (game.expert().is_none()).then(|| {
            let (name, seats) = (G::NAME, game.seats());
            format!("`expert` has no net for {name} with {seats} players and plays like `tuned`.")
        });
    }
    let gaps = game.untrained();
    (!gaps.is_empty()).then(|| {
        format!(
            "The net of `expert` was not trained on rules like these: {}. It may play worse than usual; `towerlab train` makes a net for your rules.",
            gaps.join("; ")
        )
    })
}
