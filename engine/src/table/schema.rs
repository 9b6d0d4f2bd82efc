//! JSON Schemas of the documents of any game.

use schemars::schema_for;
use serde_json::{Value, json};

use super::format_of;
use crate::document::Documents;

/// The schema of a kind of document, if there is such a kind.
pub(super) fn schema<G: Documents>(kind: &str) -> Option<Value> {
    let mut rules = Value::from(G::rules_schema());
    rules["properties"]["components"] =
        json!({"type": "string", "description": "The set of components.", "examples": G::sets()});
    rules["additionalProperties"] = false.into();
    // Every parameter has a default, the number of players too.
    if let Some(rules) = rules.as_object_mut() {
        rules.remove("required");
    }
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
        "parts" => return Some(schema_for!(G::Parts<'static>).into()),
        "event" => return Some(schema_for!(G::Told<'static>).into()),
        "score" => return Some(schema_for!(G::Score).into()),
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
    if kind != "move" {
        allow_null(&mut schema);
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = format!("{} {kind}", G::NAME).into();
    if kind != "move" {
        schema["additionalProperties"] = false.into();
    }
    Some(schema)
}

/// A key that may be left out may also be null, at any depth: readers treat both alike.
fn allow_null(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            let required: Vec<Value> =
                map.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            if let Some(Value::Object(properties)) = map.get_mut("properties") {
                let optional =
                    properties.iter_mut().filter(|(key, _)| !required.contains(&json!(key)));
                optional.for_each(|(_, property)| add_null(property));
            }
            map.values_mut().for_each(allow_null);
        }
        Value::Array(items) => items.iter_mut().for_each(allow_null),
        _ => {}
    }
}

fn add_null(property: &mut Value) {
    let nothing = json!({"type": "null"});
    match property.get_mut("type") {
        Some(Value::String(kind)) => property["type"] = json!([kind, "null"]),
        Some(Value::Array(kinds)) if !kinds.contains(&json!("null")) => kinds.push("null".into()),
        Some(_) => {}
        None => match property.get_mut("anyOf").and_then(Value::as_array_mut) {
            Some(any) if !any.contains(&nothing) => any.push(nothing),
            Some(_) => {}
            None => {
                let description = property.get("description").cloned();
                *property = json!({"anyOf": [property.take(), nothing]});
                if let Some(description) = description {
                    property["description"] = description;
                }
            }
        },
    }
}
