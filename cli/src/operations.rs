//! Calls operations on documents that come from files, standard input or the command line.

use serde_json::{Map, Value};
use towerlab_engine::document::{Fault, Faults};
use towerlab_engine::games::draw::Theme;
use towerlab_engine::operations::new::NewRequest;
use towerlab_engine::operations::render::RenderRequest;
use towerlab_engine::operations::{
    Bounds, Call, Context, Deal, GameService, OperationId, SafeInteger, StateInput,
};

use crate::bot::{agent_context, start_bot};

/// The document that a request contains.
#[derive(Clone, Copy)]
pub struct RequestDocument<'a> {
    /// Its place in the request, such as `/state`.
    pub pointer: &'static str,
    /// Its text, if it was read from one.
    pub text: Option<&'a str>,
}

impl<'a> RequestDocument<'a> {
    /// A state.
    pub fn state(text: &'a str) -> RequestDocument<'a> {
        RequestDocument { pointer: "/state", text: Some(text) }
    }

    /// Turns faults of a request into faults of the document, with its lines and columns.
    fn locate_all(self, Faults(faults): Faults) -> Faults {
        Faults(faults.into_iter().flat_map(|fault| self.locate(fault).0).collect())
    }

    fn locate(self, fault: Fault) -> Faults {
        // The position is one in the request, which nobody has seen.
        let fault = Fault { position: None, ..fault };
        let inside = fault.place.strip_prefix(self.pointer).map(String::from);
        let Some(place) = inside.filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
            return Faults(vec![fault]);
        };
        let faults = Faults(vec![Fault { place, ..fault }]);
        match self.text.filter(|text| !text.trim_start().starts_with('(')) {
            Some(text) => faults.located(text),
            None => faults,
        }
    }
}

/// Calls an operation.
pub fn call<C: Call>(
    service: &dyn GameService,
    request: &C,
    document: RequestDocument<'_>,
) -> Result<C::Response, Faults> {
    call_with_progress(service, request, document, &|_| {})
}

/// Calls an operation that plays games; `progress` gets the number of games since its last call.
pub fn call_with_progress<C: Call>(
    service: &dyn GameService,
    request: &C,
    document: RequestDocument<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<C::Response, Faults> {
    let context = Context { agents: &agent_context(&start_bot), bounds: Bounds::NONE, progress };
    service.call(request, &context).map_err(|faults| document.locate_all(faults))
}

/// The state of a new game: before anything is dealt, or dealt from a seed.
pub fn new_game(
    service: &dyn GameService,
    rules: Map<String, Value>,
    deal: Option<Deal>,
) -> Result<Value, Faults> {
    let request = NewRequest {
        rules,
        seed: deal.map(|deal| SafeInteger(deal.seed)),
        game: deal.map(|deal| SafeInteger(deal.game)),
    };
    let document = RequestDocument { pointer: "/rules", text: None };
    Ok(call(service, &request, document)?.state)
}

/// Draws a state as SVG.
pub fn draw(service: &dyn GameService, state: &str, theme: Theme) -> Result<String, Faults> {
    let request: RenderRequest =
        RenderRequest { state: StateInput::from_text(state), theme: Some(theme) };
    let body = serde_json::to_string(&request).expect("requests are plain data");
    let context =
        Context { agents: &agent_context(&start_bot), bounds: Bounds::NONE, progress: &|_| {} };
    let picture = service.answer(OperationId::Render, &body, &context);
    picture.map_err(|faults| RequestDocument::state(state).locate_all(faults))
}
