//! The schemas of the OpenAPI document. All of them are derived from types; this file only
//! collects them and points their references to `components/schemas`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};
use towerlab_engine::lab::scenario;
use towerlab_engine::operations::GameService;

use crate::Limits;
use crate::problem::Problem;

/// Schemas by name.
#[derive(Default)]
pub struct Schemas {
    all: BTreeMap<String, Value>,
    generator: SchemaGenerator,
}

impl Schemas {
    /// The schemas that every service has: problems and scenarios.
    pub fn new() -> Schemas {
        let mut schemas = Schemas::default();
        schemas.add::<Problem>();
        schemas.add_root("Scenario", "", scenario::schema());
        schemas.add_root("Scenario", "Results", scenario::results_schema());
        schemas
    }

    /// Adds the schema of a type; its name.
    pub fn add<T: JsonSchema>(&mut self) -> String {
        self.generator.subschema_for::<T>();
        T::schema_name().into()
    }

    /// Adds the schemas of a game's operations.
    pub fn add_game(&mut self, game: &dyn GameService, limits: &Limits) {
        let schemas = game.schemas();
        let mut definitions = schemas.definitions;
        for operation in &schemas.operations {
            if let Some(request) = definitions.get_mut(&operation.request) {
                limits.annotate(operation.id, request);
            }
        }
        for (name, definition) in definitions {
            let earlier = self.all.insert(name.clone(), definition.clone());
            debug_assert!(earlier.is_none_or(|it| it == definition), "two schemas are {name}");
        }
    }

    /// Adds a whole schema; what it defines for itself goes beside it, under the same prefix.
    fn add_root(&mut self, prefix: &str, name: &str, mut schema: Value) {
        let mut definitions = Map::new();
        if let Some(object) = schema.as_object_mut() {
            object.remove("$schema");
            object.remove("title");
            if let Some(Value::Object(own)) = object.remove("$defs") {
                definitions = own;
            }
        }
        definitions.insert(name.into(), schema);
        for (name, mut definition) in definitions {
            point_to(&mut definition, &format!("#/$defs/{prefix}"));
            self.all.insert(format!("{prefix}{name}"), definition);
        }
    }

    /// All schemas, as `components/schemas` holds them.
    pub fn into_components(mut self) -> Map<String, Value> {
        self.all.extend(self.generator.take_definitions(true));
        let mut components: Map<String, Value> = self.all.into_iter().collect();
        components.values_mut().for_each(|schema| point_to(schema, "#/components/schemas/"));
        components
    }
}

/// Points every reference to a definition of the same document elsewhere.
fn point_to(value: &mut Value, place: &str) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(text) if key == "$ref" => {
                        if let Some(name) = text.strip_prefix("#/$defs/") {
                            *text = format!("{place}{name}");
                        }
                    }
                    value => point_to(value, place),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| point_to(item, place)),
        _ => {}
    }
}
