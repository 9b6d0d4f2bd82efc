//! A state as a picture.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Of;
use super::operation::{Context, Operation};
use super::request::request;
use crate::document::Faults;
use crate::games::draw::Theme;
use crate::games::{Documents, Evaluate};

request! {
    /// A state to draw.
    #[schemars(rename = "{M}RenderRequest")]
    pub struct RenderRequest {
        /// The state.
        pub state: M::Position,
        /// Dark on light, or light on dark; light if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub theme: Option<Theme>,
    }
}

/// An SVG picture.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Picture(pub String);

/// Draws a state.
pub struct Render;

impl<G: Documents + Evaluate> Operation<G> for Render {
    const SUMMARY: &'static str = "Draw a state";
    const DESCRIPTION: &'static str = "Draws the board, the cards and every player's area as an SVG picture, light or dark. Groups carry names (`data-site`, `data-card`, `data-seat` and the like), so that a page can make them clickable. What a view hides is drawn face down. The response is the picture itself, also for clients that accept only JSON.";
    type Request = RenderRequest<Of<'static, G>>;
    type Response<'a> = Picture;

    fn run(request: &Self::Request, _: &Context<'_>) -> Result<Picture, Faults> {
        let (position, theme) = (&request.state, request.theme.unwrap_or_default());
        Ok(Picture(position.variant.draw(&position.state, theme).finish()))
    }

    fn encode(Picture(svg): Picture) -> String {
        svg
    }
}
