//! The operations of the service.

use actix_web::get;
use actix_web::web::Json;
use serde::Serialize;
use towerlab_engine::each_game;
use towerlab_engine::game::Game;
use utoipa::ToSchema;

/// The service is alive.
#[derive(Serialize, ToSchema)]
pub struct Live {
    /// Always `ok`.
    #[schema(example = "ok")]
    status: &'static str,
}

/// Whether the service is alive.
#[utoipa::path(operation_id = "live", tag = "service", responses((status = 200, description = "It is", body = Live)))]
#[get("/health/live")]
pub async fn live() -> Json<Live> {
    Json(Live { status: "ok" })
}

/// Which version of everything answers.
#[derive(Serialize, ToSchema)]
pub struct Version {
    /// The version of Towerlab.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The version of the randomness scheme: what a seed means.
    #[schema(example = "towerlab stream 1")]
    randomness: &'static str,
}

/// The versions of the service.
#[utoipa::path(operation_id = "version", tag = "service", responses((status = 200, description = "The versions", body = Version)))]
#[get("/version")]
pub async fn version() -> Json<Version> {
    Json(Version {
        version: env!("CARGO_PKG_VERSION"),
        randomness: towerlab_engine::random::SCHEME,
    })
}

/// A game that can be played.
#[derive(Serialize, ToSchema)]
pub struct GameInfo {
    /// Its name in addresses and documents.
    #[schema(example = "tower-up")]
    name: &'static str,
    /// The least number of players.
    #[schema(example = 2)]
    least_players: usize,
    /// The greatest number of players.
    #[schema(example = 4)]
    most_players: usize,
    /// The rules that can forbid a move, by their stable ids.
    rules: Vec<&'static str>,
}

/// The games that can be played.
#[utoipa::path(operation_id = "games", tag = "games", responses((status = 200, description = "The games", body = [GameInfo])))]
#[get("/v1/games")]
pub async fn games() -> Json<Vec<GameInfo>> {
    let mut games = Vec::new();
    macro_rules! add {
        ($module:ident, $game:ty) => {
            games.push(GameInfo {
                name: <$game>::NAME,
                least_players: *<$game>::SEATS.start(),
                most_players: *<$game>::SEATS.end(),
                rules: <$game>::RULES.iter().map(|rule| rule.id).collect(),
            });
        };
    }
    each_game!(add);
    Json(games)
}
