//! A game of a seed as a page: the board after any of its moves, for people who follow a link
//! from a table of games.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::document::{Faults, compact};
use towerlab_engine::games::draw::Theme;
use towerlab_engine::operations::render::RenderRequest;
use towerlab_engine::operations::replay::ReplayResponse;
use towerlab_engine::operations::{Bounds, Context, GameService, OperationId, StateInput};

const STYLE: &str = include_str!("../page/game.css");

/// The arrow keys follow the links beside the board.
const KEYS: &str = include_str!("../page/game.js");

/// What may stand in a fragment as it is.
const FRAGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// The page of a replayed game with all its states, after so many moves (all, if it has fewer);
/// `url` is the page's own after so many.
pub fn page(
    game: &dyn GameService,
    replayed: &ReplayResponse,
    at: Option<usize>,
    url: &dyn Fn(usize) -> String,
) -> Result<String, Faults> {
    let log = replayed.log.as_ref();
    let moves = log.map_or(&[][..], |log| &log.moves);
    let at = at.unwrap_or(moves.len()).min(moves.len());
    let states = replayed.states.as_deref().unwrap_or_default();
    let state = states.get(at).unwrap_or(&replayed.state);
    let agents =
        log.and_then(|log| log.agents.as_ref()).map_or_else(String::new, |it| it.join(", "));
    let number = |it: Option<u64>| it.map_or_else(String::new, |number| number.to_string());
    let title = format!(
        "{}: game {} of seed {}",
        game.name(),
        number(log.and_then(|log| Some(log.game?.0))),
        number(log.and_then(|log| Some(log.seed?.0)))
    );
    let boards = [("light", Theme::Light), ("dark", Theme::Dark)];
    let boards = boards.map(|(class, theme)| draw(game, state, theme).map(|svg| (class, svg)));
    let mut drawn = Vec::new();
    for board in boards {
        drawn.push(board?);
    }
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="../../../page/icon.svg";
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    p {
                        "Played by " (agents) ". After " (at) " of " (moves.len()) " moves"
                        @if at > 0 { "; the last one: " strong { (moves[at - 1]) } }
                        "."
                    }
                    (links(at, moves.len(), url, &play_on(game.name(), state)))
                    @for (class, svg) in &drawn {
                        div class={ "board " (class) } { (PreEscaped(svg)) }
                    }
                    h2 { "Moves" }
                    ol {
                        @for (index, text) in moves.iter().enumerate() {
                            li aria-current=[(index + 1 == at).then_some("step")] {
                                a href=(url(index + 1)) { (text) }
                            }
                        }
                    }
                }
                script { (PreEscaped(KEYS)) }
            }
        }
    };
    Ok(page.into_string())
}

fn links(at: usize, last: usize, url: &dyn Fn(usize) -> String, play_on: &str) -> Markup {
    let steps = [
        ("First", "first", Some(0)),
        ("← Back", "prev", at.checked_sub(1)),
        ("Next →", "next", Some(at + 1).filter(|to| *to <= last)),
        ("End", "last", Some(last)),
    ];
    html! {
        nav aria-label="Moves" {
            @for (text, rel, to) in steps {
                @match to.filter(|to| *to != at) {
                    Some(to) => { a rel=(rel) href=(url(to)) { (text) } }
                    None => { span { (text) } }
                }
            }
            a href=(play_on) { "Play on from here" }
        }
    }
}

fn draw(game: &dyn GameService, state: &Value, theme: Theme) -> Result<String, Faults> {
    let request: RenderRequest =
        RenderRequest { state: StateInput::from(state), theme: Some(theme) };
    let body = serde_json::to_string(&request).expect("a request is plain data");
    let tools = AgentContext::isolated(Halt::default());
    let context = Context { agents: &tools, bounds: Bounds::NONE, progress: &|_| {} };
    game.answer(OperationId::Render, &body, &context)
}

/// The page at `/` with a state to go on from.
fn play_on(game: &str, state: &Value) -> String {
    let line = compact::write(state);
    format!("../../../#game={game}&start={}", utf8_percent_encode(&line, FRAGMENT))
}
