//! JSON Schemas of documents, requests and responses, all of them derived from their types.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::log::LogDocument;
use super::model::{Of, title};
use super::operation::{OperationId, OperationInfo};
use super::position::{RulesDocument, StateDocument};
use super::service::Service;
use crate::games::{Documents, Evaluate, Parameters};

/// Types that look the same in every game: their schemas carry no game's name.
const SHARED: &[&str] =
    &["Distribution", "Finish", "LogResult", "MoveAdvice", "Picture", "SeatResult", "Theme"];

fn generator() -> SchemaGenerator {
    let settings = |settings: &mut SchemaSettings| settings.untagged_enum_variant_titles = true;
    SchemaSettings::draft2020_12().with(settings).into_generator()
}

/// The schema of a game's rules: every parameter has a default, the number of players too.
pub(super) fn rules<G: Documents>(generator: &mut SchemaGenerator) -> Schema {
    let mut rules = G::Rules::schema(generator);
    let components =
        json!({"type": "string", "description": "The component set.", "examples": G::sets()});
    if let Some(Value::Object(properties)) = rules.get_mut("properties") {
        properties.insert("components".into(), components);
    }
    rules.insert("additionalProperties".into(), false.into());
    rules
}

/// The schema of a game's states: what the game writes, and the keys that all games share.
pub(super) fn state<G: Documents>(generator: &mut SchemaGenerator) -> Schema {
    let mut state = G::StateDocument::json_schema(generator);
    let format = json!({"type": "string", "const": G::format_of("state"),
        "description": "The kind of document and its version."});
    let rules = generator.subschema_for::<RulesDocument<G>>().to_value();
    let own = [("format".to_string(), format), ("rules".to_string(), rules)];
    if let Some(Value::Object(properties)) = state.get_mut("properties") {
        let rest = std::mem::take(properties);
        properties.extend(own.into_iter().chain(rest));
    }
    if let Some(Value::Array(required)) = state.get_mut("required") {
        required.splice(0..0, [json!("format"), json!("rules")]);
    }
    state.insert("additionalProperties".into(), false.into());
    state
}

/// The schema of a kind of document as a whole, if there is such a kind.
pub(super) fn document_schema<G: Documents>(kind: &str) -> Option<Value> {
    let generator = generator();
    let schema = match kind {
        "rules" => generator.into_root_schema_for::<RulesDocument<G>>(),
        "state" => generator.into_root_schema_for::<StateDocument<G>>(),
        "log" => generator.into_root_schema_for::<LogDocument<Of<'static, G>>>(),
        "move" => {
            let mut schema = generator.into_root_schema_for::<String>();
            let about = "A move in the notation of the rules page.";
            schema.insert("description".into(), about.into());
            schema
        }
        _ => return None,
    };
    let mut schema = schema.to_value();
    join_constants(&mut schema);
    allow_null(&mut schema);
    schema["title"] = format!("{} {kind}", G::NAME).into();
    Some(schema)
}

/// The operations of a game, with every schema that they use.
#[derive(Clone, Debug)]
pub struct GameSchemas {
    /// The operations that the game offers.
    pub operations: Vec<OperationInfo>,
    /// The schemas by name. References are of the form `#/$defs/NAME`.
    pub definitions: BTreeMap<String, Value>,
}

impl GameSchemas {
    /// The schemas of a game.
    pub(super) fn new<G: Documents + Evaluate>() -> GameSchemas {
        let mut generator = generator();
        let offered = OperationId::ALL.iter().filter(|id| Service::<G>::is_offered(**id));
        let operations =
            offered.map(|id| Service::<G>::describe_operation(*id, &mut generator)).collect();
        let mut definitions: BTreeMap<String, Value> =
            generator.take_definitions(true).into_iter().collect();
        definitions.values_mut().for_each(|definition| {
            join_constants(definition);
            allow_null(definition);
        });
        hoist_variants(&mut definitions);
        GameSchemas { operations, definitions: rename(definitions, &title(G::NAME)) }
    }
}

/// Alternatives that are all texts become one `enum`, with their documentation in the
/// description: client generators understand that, and people read it at once.
fn join_constants(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(join_constants);
            let Some(Value::Array(variants)) = map.get("oneOf") else { return };
            let names: Option<Vec<Value>> =
                variants.iter().map(|it| it["const"].as_str().map(Value::from)).collect();
            let Some(names) = names else { return };
            let lines = variants.iter().filter_map(|variant| {
                let about = variant["description"].as_str()?;
                Some(format!("- `{}`: {about}", variant["const"].as_str()?))
            });
            let about = map.get("description").and_then(Value::as_str).map(String::from);
            let lines: Vec<String> = about.into_iter().chain(lines).collect();
            map.remove("oneOf");
            map.insert("type".into(), "string".into());
            map.insert("enum".into(), names.into());
            map.insert("description".into(), lines.join("\n").into());
        }
        Value::Array(items) => items.iter_mut().for_each(join_constants),
        _ => {}
    }
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

/// Gives every alternative of a definition a definition of its own, named after its tag, so
/// that generated clients have a class for it. What the alternatives share goes into each.
fn hoist_variants(definitions: &mut BTreeMap<String, Value>) {
    let known = definitions.clone();
    let mut hoisted = BTreeMap::new();
    for (name, definition) in definitions.iter_mut() {
        let Value::Object(map) = definition else { continue };
        let Some(key) = ["oneOf", "anyOf"].into_iter().find(|key| map.contains_key(*key)) else {
            continue;
        };
        let shared = map.contains_key("properties").then(|| {
            let properties = map.remove("properties").unwrap_or_default();
            let required = map.remove("required").unwrap_or_else(|| json!([]));
            ["type", "unevaluatedProperties"].iter().for_each(|key| drop(map.remove(*key)));
            (properties, required)
        });
        let Some(Value::Array(variants)) = map.get_mut(key) else { continue };
        for variant in variants.iter_mut().filter(|it| it.get("properties").is_some()) {
            inline_reference(variant, &known);
            if let Some((properties, required)) = &shared {
                merge_shared(variant, properties, required);
            }
            let Some(tag) = tag_of(variant) else { continue };
            let own = format!("{name}{}", title(&tag));
            if let Some(map) = variant.as_object_mut() {
                map.remove("title");
            }
            let reference = json!({"$ref": format!("#/$defs/{own}")});
            hoisted.insert(own, std::mem::replace(variant, reference));
        }
    }
    definitions.extend(hoisted);
}

/// Writes out the definition that an alternative extends: generators read either a reference or
/// properties, not both.
fn inline_reference(variant: &mut Value, known: &BTreeMap<String, Value>) {
    let name = variant["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/"));
    let Some(extended) = name.and_then(|name| known.get(name)).cloned() else { return };
    if let Some(map) = variant.as_object_mut() {
        map.remove("$ref");
    }
    merge_shared(variant, &extended["properties"], &extended["required"]);
}

fn merge_shared(variant: &mut Value, properties: &Value, required: &Value) {
    let own = variant["properties"].as_object().cloned().unwrap_or_default();
    let mut all = properties.as_object().cloned().unwrap_or_default();
    all.extend(own);
    variant["properties"] = all.into();
    let mut keys = required.as_array().cloned().unwrap_or_default();
    keys.extend(variant["required"].as_array().cloned().unwrap_or_default());
    variant["required"] = keys.into();
}

/// What tells an alternative from the others: the value of its constant, or its title.
fn tag_of(variant: &Value) -> Option<String> {
    let properties = variant["properties"].as_object()?;
    let tag = properties.values().find_map(|property| property["const"].as_str());
    let tag = tag.or_else(|| variant["title"].as_str())?;
    Some(tag.to_string())
}

/// Puts the game's name in front of what is the game's own, and leaves out `Document`.
fn rename(definitions: BTreeMap<String, Value>, game: &str) -> BTreeMap<String, Value> {
    let name = |old: &str| {
        if old.starts_with(game) || SHARED.contains(&old) {
            return old.to_string();
        }
        format!("{game}{}", old.replace("Document", ""))
    };
    let names: Map<String, Value> =
        definitions.keys().map(|old| (old.clone(), name(old).into())).collect();
    let renamed = definitions.into_iter().map(|(old, mut definition)| {
        rename_references(&mut definition, &names);
        (name(&old), definition)
    });
    renamed.collect()
}

fn rename_references(value: &mut Value, names: &Map<String, Value>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(text) if key == "$ref" => {
                        let new = text.strip_prefix("#/$defs/").and_then(|old| names.get(old));
                        if let Some(new) = new.and_then(Value::as_str) {
                            *text = format!("#/$defs/{new}");
                        }
                    }
                    value => rename_references(value, names),
                }
            }
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| rename_references(item, names));
        }
        _ => {}
    }
}
