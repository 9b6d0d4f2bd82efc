//! JSON Schemas of the documents of any game.

use serde_json::{Value, json};

use super::format_of;
use crate::document::Documents;

/// The schema of a kind of document, if there is such a kind.
pub(super) fn schema<G: Documents>(kind: &str) -> Option<Value> {
    let mut rules = Value::from(G::rules_schema());
    rules["properties"]["components"] =
        json!({"type": "string", "description": "The set of components.", "examples": G::sets()});
    rules["additionalProperties"] = false.into();
    let definitions = rules.as_object_mut().and_then(|rules| rules.remove("$defs"));
    let mut schema = match kind {
        "rules" => rules,
        "state" => {
            let mut state = Value::from(G::state_schema());
            state["properties"]["format"] = json!({"const": format_of::<G>("state")});
            state["properties"]["rules"] = rules;
            if let Some(required) = state["required"].as_array_mut() {
                required.splice(0..0, [json!("format"), json!("rules")]);
            }
            state
        }
        "log" => json!({
            "type": "object",
            "description": "The moves of a game, chance among them: it replays without randomness.",
            "properties": {
                "format": {"const": format_of::<G>("log")},
                "rules": rules,
                "start": {"type": "object", "description": "A state to start from, instead of the beginning."},
                "moves": {"type": "array", "items": {"type": "string"}},
                "seed": {"type": "integer", "minimum": 0},
                "game": {"type": "integer", "minimum": 0},
                "agents": {"type": "array", "items": {"type": "string"}},
                "result": {"type": "object"},
            },
            "required": ["format", "rules", "moves"],
        }),
        "move" => {
            json!({"type": "string", "description": "A move in the notation of the rules page."})
        }
        _ => return None,
    };
    if let Some(Value::Object(definitions)) = definitions.filter(|_| kind != "move") {
        for (name, definition) in definitions {
            schema["$defs"][name] = definition;
        }
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = format!("{} {kind}", G::NAME).into();
    if kind != "move" {
        schema["additionalProperties"] = false.into();
    }
    Some(schema)
}
