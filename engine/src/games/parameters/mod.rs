//! The parameters of a game's rules, each declared once.
//!
//! A game lists its parameters with [`parameters!`](crate::parameters): name, type, default, the
//! values of the rulebook and beyond it, and what the parameter means. Everything else follows
//! from the list: the struct of the rules and its default, reading and writing rules documents,
//! the JSON Schema, the checks of ranges, the help for `--set`, and the table of the rules page.

mod by_seat;
mod domain;
mod form;
mod table;

use std::ops::RangeInclusive;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

pub use by_seat::{BySeat, NameList, NameSet};
pub use domain::Domain;
use domain::{Permitted, Rulebook, range_text};
pub use form::{NamedValue, NumberOf, ParameterForm, write_form};
pub use table::ParameterDocument;

use crate::document::{Fault, FaultCode, Object};

/// The key of a rules document that names the components.
const COMPONENTS: &str = "components";

/// A parameter of the rules `R`: what was declared, and access to its field.
pub struct Parameter<R: 'static> {
    /// The name of the field, and the key in a rules document.
    pub name: &'static str,
    /// The values that it may have.
    pub domain: Domain,
    /// The functions of its field.
    pub field: Field<R>,
    /// The doc comment of the declaration.
    pub doc: &'static str,
}

/// The functions of a field of the rules `R`, which the declaration writes.
#[allow(missing_docs)]
pub struct Field<R: 'static> {
    pub read: fn(&Object<'_>, &mut R),
    pub write: fn(&R) -> Value,
    pub differs: fn(&R, &R) -> bool,
    pub numbers: fn(&R) -> Vec<NumberOf>,
    pub choices: fn() -> Vec<String>,
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

impl<R> Parameter<R> {
    /// What the parameter means.
    pub fn meaning(&self) -> String {
        self.doc.trim().into()
    }

    /// The value of the parameter as a rules document has it.
    pub fn write(&self, rules: &R) -> Value {
        (self.field.write)(rules)
    }

    /// The value in words: as it is given to `--set`, or what leaving it out stands for.
    fn text(&self, rules: &R) -> String {
        match (self.write(rules), self.domain.unset) {
            (Value::Null, Some(words)) => words.into(),
            (value, _) => table::value_text(&value),
        }
    }

    /// The names of all values, if they have names.
    pub fn choices(&self) -> Vec<String> {
        (self.field.choices)()
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = (self.field.schema)(generator);
        let is_number = schema.get("format").is_some();
        if let (Permitted::Range(low, high), true) = (self.domain.permitted, is_number) {
            schema.insert("minimum".into(), low.into());
            schema.insert("maximum".into(), high.into());
        }
        schema.insert("description".into(), self.meaning().into());
        schema
    }
}

/// The rules of a game, as a list of parameters. [`parameters!`](crate::parameters) implements
/// it.
pub trait Parameters: Clone + Default + 'static {
    /// Every parameter, in the order in which documents list them.
    const LIST: &'static [Parameter<Self>];
    /// How many can play.
    const SEATS: RangeInclusive<u8>;
    /// What a rules document is.
    const DOC: &'static str;

    /// The number of players.
    fn players(&self) -> u8;

    /// Whether values that no rulebook has are allowed.
    fn is_beyond_rulebook(&self) -> bool;

    /// The rulebook's game for a number of players.
    fn standard(players: u8) -> Self;

    /// The keys of a rules document, the components among them.
    fn keys() -> Vec<&'static str> {
        let mut keys: Vec<&str> = Self::LIST.iter().map(|parameter| parameter.name).collect();
        keys.insert(1, COMPONENTS);
        keys
    }

    /// Reads the parameters. Ranges are checked later, with the components.
    fn read(object: &Object<'_>) -> Option<Self> {
        let before = object.reader().fault_count();
        let mut rules = Self::default();
        for parameter in Self::LIST {
            (parameter.field.read)(object, &mut rules);
        }
        (object.reader().fault_count() == before).then_some(rules)
    }

    /// The number of players, and the parameters that differ from the default.
    fn write(&self) -> Map<String, Value> {
        let default = Self::default();
        let is_written = |parameter: &&Parameter<Self>| {
            parameter.name == "players" || (parameter.field.differs)(self, &default)
        };
        let written = Self::LIST.iter().filter(is_written);
        written.map(|parameter| (parameter.name.into(), parameter.write(self))).collect()
    }

    /// The JSON Schema of a rules document, without the components.
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let properties: Map<String, Value> = Self::LIST
            .iter()
            .map(|parameter| (parameter.name.into(), parameter.schema(generator).into()))
            .collect();
        let mut schema = Schema::default();
        schema.insert("description".into(), Self::DOC.trim().into());
        schema.insert("type".into(), "object".into());
        schema.insert("properties".into(), properties.into());
        schema
    }

    /// A description of every parameter.
    fn describe() -> Vec<ParameterDocument> {
        table::describe::<Self>()
    }

    /// The table of the parameters on the rules page, in Markdown.
    fn page_table() -> String {
        table::page_table::<Self>()
    }

    /// The fault of a number of players that cannot play.
    fn players_fault(&self) -> Option<Fault> {
        let (seats, players) = (Self::SEATS, self.players());
        (!seats.contains(&players)).then(|| {
            let message = format!("{} to {} can play, not {players}", seats.start(), seats.end());
            Fault::new("/players", FaultCode::Players, message)
        })
    }

    /// Every parameter, the number of players aside, that has a value outside its domain, at most
    /// one fault for each. `resolve` fills in what rules leave to the components, and drops what
    /// makes no difference, so that equal games have equal values.
    fn domain_faults(&self, resolve: impl Fn(&Self) -> Self) -> Vec<Fault> {
        let played = resolve(self);
        let rulebook = resolve(&Self::standard(self.players()));
        let compared = Compared { given: self, played: &played, rulebook: &rulebook };
        Self::LIST[1..].iter().filter_map(|parameter| compared.fault(parameter)).collect()
    }
}

/// Rules to check, and what to hold against them.
struct Compared<'a, R> {
    given: &'a R,
    /// With what they leave out.
    played: &'a R,
    /// The rulebook's game for as many players.
    rulebook: &'a R,
}

impl<R: Parameters> Compared<'_, R> {
    fn fault(&self, parameter: &Parameter<R>) -> Option<Fault> {
        let (name, place) = (parameter.name, format!("/{}", parameter.name));
        if let Some((value, permitted)) = self.outside(parameter) {
            let message = format!("{name} is {value}; it may be {permitted}");
            return Some(Fault::new(place, FaultCode::OutOfRange, message));
        }
        let strict = !self.given.is_beyond_rulebook();
        let message = self.beyond_rulebook(parameter).filter(|_| strict)?;
        Some(Fault::new(place, FaultCode::BeyondRulebook, message))
    }

    /// The first number outside the permitted range, and that range.
    fn outside(&self, parameter: &Parameter<R>) -> Option<(String, String)> {
        let range = parameter.domain.permitted_range()?;
        let given = (parameter.field.numbers)(self.given);
        let numbers = if given.is_empty() { (parameter.field.numbers)(self.played) } else { given };
        let wrong = numbers.into_iter().find(|it| !range.contains(&it.number))?;
        let value = match wrong.part {
            Some(part) => format!("{} for {part}", wrong.number),
            None => wrong.number.to_string(),
        };
        Some((value, range_text(&range)))
    }

    /// Why a value needs `beyond_rulebook`, if it does.
    fn beyond_rulebook(&self, parameter: &Parameter<R>) -> Option<String> {
        let Parameter { name, domain, field, .. } = parameter;
        let permitted = domain.permitted_range().map(|range| range_text(&range));
        let value = parameter.text(self.given);
        let allowed = match domain.rulebook {
            Rulebook::All => return None,
            Rulebook::Default if !(field.differs)(self.played, self.rulebook) => return None,
            Rulebook::Default => parameter.text(self.rulebook),
            Rulebook::Unset => {
                return (field.differs)(self.given, &R::default()).then(|| {
                    format!(
                        "the components have their own {name}; set beyond_rulebook to replace them"
                    )
                });
            }
            Rulebook::Range(by_players) => {
                let (players, range) = (self.given.players(), by_players(self.given.players()));
                if (field.numbers)(self.played).iter().all(|it| range.contains(&it.number)) {
                    return None;
                }
                let mut seats = R::SEATS;
                let varies = seats.any(|other| by_players(other) != range);
                let who = if varies { format!(" for {players} players") } else { String::new() };
                range_text(&range) + &who
            }
        };
        Some(match permitted {
            Some(permitted) => format!(
                "{name} is {value}; the rulebook has {allowed}; with beyond_rulebook it may be {permitted}"
            ),
            None => format!(
                "{name} is {value}; the rulebook has {allowed}; set beyond_rulebook to allow it"
            ),
        })
    }
}

/// Declares the rules of a game, one entry for each parameter:
///
/// ```text
/// /// What the parameter means.
/// name: Type as Form = default => domain,
/// ```
///
/// The doc comment is the meaning on the rules page, in the JSON Schema and in the help. `as Form`
/// is the [`ParameterForm`](crate::games::parameters::ParameterForm) in documents; without it the
/// type is its own form. The domain says which values there are:
/// see [`Domain`](crate::games::parameters::Domain). `players` and `beyond_rulebook`, which every
/// game has, are added.
///
/// ```
/// use towerlab_engine::games::parameters::{Domain, Parameters};
///
/// towerlab_engine::parameters! {
///     /// The parameters of a variant.
///     pub struct Rules: 2 to 4 players;
///
///     /// The number of rounds.
///     rounds: u8 = 9 => Domain::fixed().permits(1..=100),
/// }
///
/// let rules = Rules { rounds: 12, ..Rules::standard(3) };
/// assert_eq!(serde_json::json!(rules.write()).to_string(), r#"{"players":3,"rounds":12}"#);
/// let fault = &rules.domain_faults(Rules::clone)[0];
/// assert_eq!(
///     fault.message,
///     "rounds is 12; the rulebook has 9; with beyond_rulebook it may be 1 to 100"
/// );
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[doc = $doc:literal])+
        pub struct $rules:ident: $least:literal to $most:literal players;
        $(
            $(#[doc = $meaning:literal])+
            $name:ident: $type:ty $(as $form:ty)? = $default:expr => $domain:expr,
        )+
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $rules {
            /// The number of players.
            pub players: u8,
            $($(#[doc = $meaning])+ pub $name: $type,)+
            /// Allows values that no rulebook has.
            pub beyond_rulebook: bool,
        }

        impl $rules {
            /// The rulebook's game for a number of players.
            pub fn standard(players: u8) -> $rules {
                $rules { players, ..$rules::default() }
            }
        }

        impl Default for $rules {
            fn default() -> $rules {
                $rules { players: 2, $($name: $default,)+ beyond_rulebook: false }
            }
        }

        impl $crate::games::parameters::Parameters for $rules {
            const SEATS: std::ops::RangeInclusive<u8> = $least..=$most;
            const DOC: &'static str = concat!($($doc),+);
            const LIST: &'static [$crate::games::parameters::Parameter<$rules>] = &[
                $crate::parameters!(
                    @entry $rules, players, u8, "The number of players.",
                    $crate::games::parameters::Domain::free().permits($least..=$most)
                ),
                $($crate::parameters!(
                    @entry $rules, $name, $crate::parameters!(@form $type $(as $form)?),
                    concat!($($meaning),+), $domain
                ),)+
                $crate::parameters!(
                    @entry $rules, beyond_rulebook, bool, "Allows values that no rulebook has.",
                    $crate::games::parameters::Domain::free()
                ),
            ];

            fn players(&self) -> u8 {
                self.players
            }

            fn is_beyond_rulebook(&self) -> bool {
                self.beyond_rulebook
            }

            fn standard(players: u8) -> $rules {
                $rules::standard(players)
            }
        }
    };
    (@form $type:ty as $form:ty) => { $form };
    (@form $type:ty) => { $type };
    (@entry $rules:ident, $name:ident, $form:ty, $doc:expr, $domain:expr) => {
        $crate::games::parameters::Parameter::<$rules> {
            name: stringify!($name),
            domain: $domain,
            field: $crate::games::parameters::Field {
                read: |object, rules| {
                    if let Some(reader) = object.get(stringify!($name))
                        && let Some(value) =
                            <$form as $crate::games::parameters::ParameterForm>::read_over(
                                &reader,
                                &rules.$name,
                            )
                    {
                        rules.$name = value;
                    }
                },
                write: |rules| {
                    $crate::games::parameters::write_form::<$form>(&rules.$name)
                },
                differs: |one, other| one.$name != other.$name,
                numbers: |rules| {
                    <$form as $crate::games::parameters::ParameterForm>::numbers(&rules.$name)
                },
                choices: <$form as $crate::games::parameters::ParameterForm>::choices,
                schema: <$form as $crate::games::parameters::ParameterForm>::schema,
            },
            doc: $doc,
        }
    };
}
