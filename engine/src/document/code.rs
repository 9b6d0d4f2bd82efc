//! Every kind of fault, by its stable code.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Declares the codes: a variant, its name on the wire, and what it means.
macro_rules! codes {
    ($($variant:ident = $name:literal, $about:literal;)*) => {
        /// The kind of a fault. Codes are stable: clients may match on them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FaultCode {
            $(#[doc = $about] $variant,)*
            /// A rule of the game forbids a move; the code is the rule's id.
            Rule(&'static str),
        }

        impl FaultCode {
            /// Every code but the ids of rules, which each game lists itself.
            pub const ALL: &'static [FaultCode] = &[$(FaultCode::$variant),*];

            /// The code as documents and answers write it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(FaultCode::$variant => $name,)*
                    FaultCode::Rule(id) => id,
                }
            }

            /// What the code means, in a sentence.
            pub const fn description(self) -> &'static str {
                match self {
                    $(FaultCode::$variant => $about,)*
                    FaultCode::Rule(_) => "A rule of the game forbids the move.",
                }
            }
        }
    };
}

codes! {
    // Any document.
    Syntax = "syntax", "The text is not valid JSON, TOML, CSV or one-line form.";
    Type = "type", "The value has the wrong type.";
    Unfit = "unfit", "The value does not fit the JSON Schema of the document.";
    MissingKey = "missing-key", "A required key or column is missing.";
    UnknownKey = "unknown-key", "There is no such key or column.";
    DuplicateKey = "duplicate-key", "A key, column or parameter is given twice.";
    MisplacedKey = "misplaced-key", "The key belongs in another place.";
    EitherOr = "either-or", "Two keys exclude each other.";
    OneOf = "one-of", "Exactly one of several keys must be given.";
    NoValue = "no-value", "There is no value, or an empty list.";
    Number = "number", "The cell does not hold a whole number in range.";
    OutOfRange = "out-of-range", "The number is outside the permitted range.";
    Range = "range", "The range of values is empty, descending or too long.";
    UnknownName = "unknown-name", "There is no such name.";
    Name = "name", "The name is empty, too long or has line breaks.";
    TooMany = "too-many", "The list is too long.";
    TooMuchWork = "too-much-work", "The request asks for more work than is allowed here.";
    MoreFaults = "more-faults", "The document has more faults than are listed.";
    Failed = "failed", "The command failed for a reason outside the input.";
    // Documents of a game.
    Format = "format", "The document is of another kind or version.";
    UnknownGame = "unknown-game", "There is no such game.";
    Players = "players", "The game does not allow this number of players.";
    ImpossibleState = "impossible-state", "No play leads to this state.";
    Seat = "seat", "There is no such seat.";
    View = "view", "The state is one seat's view, and this needs what it hides.";
    SeesTooMuch = "sees-too-much", "The view shows what its seat cannot know.";
    SeesTooLittle = "sees-too-little", "The view hides what its seat knows.";
    UnknownCards = "unknown-cards", "Cards are unknown, but the state does not say whose view it is.";
    UnreadableMove = "unreadable-move", "The text is not a move of this game.";
    NoDecision = "no-decision", "No player has to decide in this state.";
    NoOdds = "no-odds", "The game has no exact odds for this state.";
    RulesDiffer = "rules-differ", "A log and its start have different rules.";
    ResultDiffers = "result-differs", "The moves of the log lead to another result.";
    Agent = "agent", "There is no such agent, or it may not play here.";
    Agents = "agents", "The number of agents does not fit the seats.";
    // Rules and components.
    BeyondRulebook = "beyond-rulebook", "The value is outside the rulebook; `beyond_rulebook` permits it.";
    SeatList = "seat-list", "A list with an entry for each seat has more entries than players.";
    UnknownComponents = "unknown-components", "There is no such component set.";
    ComponentsDiffer = "components-differ", "The document names another component set than the one in use.";
    UnknownFile = "unknown-file", "A component set has no file of this name.";
    UnknownSheet = "unknown-sheet", "The workbook has a sheet that is not a component table.";
    UnnamedColumn = "unnamed-column", "A column has values but no name.";
    Formula = "formula", "A formula has no saved value.";
    Card = "card", "The card is malformed, listed twice or unknown to its holder.";
    Cards = "cards", "The deck has too many kinds of cards.";
    Count = "count", "The count of a component is out of range.";
    DeckSize = "deck-size", "The deck has the wrong number of cards.";
    DeckTooSmall = "deck-too-small", "The deck is too small for setup.";
    ImpossibleCard = "impossible-card", "The card cannot be built or used in this variant.";
    TooFewCards = "too-few-cards", "There are too few cards for this variant.";
    TooManyFaces = "too-many-faces", "The deck has too many different cards.";
    // Scenarios.
    NoCase = "no-case", "The scenario has no case, or too many entries.";
    CaseTwice = "case-twice", "Two cases are the same.";
    NameTwice = "name-twice", "Two cases have the same name.";
    OneForAll = "one-for-all", "A column that holds for all cases differs between rows.";
    TooManyCases = "too-many-cases", "The scenario has too many cases.";
    Baseline = "baseline", "No case fits the baseline.";
    UnknownMetric = "unknown-metric", "There is no such metric.";
    // Tower Up: components.
    Road = "road", "The road is malformed or names an unknown site.";
    RoadTwice = "road-twice", "Two roads join the same sites.";
    SiteName = "site-name", "The site's name is malformed or used twice.";
    TooManySites = "too-many-sites", "The board has too many sites.";
    TooManyRoads = "too-many-roads", "A site has too many roads.";
    District = "district", "The district or area is malformed.";
    UnknownDistrict = "unknown-district", "There is no such district.";
    BorderSide = "border-side", "A border does not have two sides.";
    BorderTwice = "border-twice", "A site is on both sides of a border.";
    ObjectiveId = "objective-id", "The objective's id is malformed.";
    ObjectiveTwice = "objective-twice", "An objective is listed twice.";
    ObjectiveCount = "objective-count", "The objective asks for an impossible count.";
    ObjectiveOther = "objective-other", "`other` is missing or does not apply to this objective.";
    ObjectiveNumber = "objective-number", "There are too few or too many objectives.";
    StartObjectives = "start-objectives", "The set does not mark three objectives for a first game.";
    NoTokens = "no-tokens", "The set has no tokens for this number of players.";
    // Tower Up: states.
    UnknownSite = "unknown-site", "There is no such site.";
    UnknownColour = "unknown-colour", "There is no such colour.";
    UnknownCard = "unknown-card", "There is no such card.";
    UnknownObjective = "unknown-objective", "There is no such objective.";
    Objectives = "objectives", "The objectives do not fit the rules.";
    ObjectiveNotInPlay = "objective-not-in-play", "The objective is not in play.";
    Building = "building", "The building is malformed.";
    SameColourAdjacent = "same-colour-adjacent", "Two neighbouring buildings have the same colour.";
    TooManyBuildings = "too-many-buildings", "There are more buildings than foundings explain.";
    RoofsAndBuildings = "roofs-and-buildings", "Roofs and buildings do not fit together.";
    ImpossibleHeight = "impossible-height", "The building cannot have this height.";
    ImpossibleHeights = "impossible-heights", "No order of foundings leads to these heights.";
    RoofAboveBuilding = "roof-above-building", "A roof lies above the building.";
    RoofOfNobody = "roof-of-nobody", "A roof belongs to a seat that does not play.";
    TwoRoofsOnAFloor = "two-roofs-on-a-floor", "Two roofs lie on one floor.";
    TooManyRoofs = "too-many-roofs", "A player has placed more roofs than there are.";
    RoofsNotConserved = "roofs-not-conserved", "Roofs placed and left do not add up.";
    FloorsNotConserved = "floors-not-conserved", "Floors in stocks, city and supply do not add up.";
    CardsNotConserved = "cards-not-conserved", "A card is in play more often than the set has it.";
    TooManyCards = "too-many-cards", "There are more cards in play than the set has.";
    MarketSize = "market-size", "The market has the wrong number of cards.";
    MarkerOffTrack = "marker-off-track", "The marker is beyond the end of its track.";
    MarkerTooLow = "marker-too-low", "The marker is below what the roofs have earned.";
    MarkerTooHigh = "marker-too-high", "The marker is beyond what roofs and cards can have given.";
    AboveStockLimit = "above-stock-limit", "The opening stock is above the stock limit.";
    StockAboveLimit = "stock-above-limit", "The stock is above the limit at this step.";
    Tokens = "tokens", "The tokens are malformed or do not fit.";
    TokenValue = "token-value", "There is no token of this value.";
    TokenTwice = "token-twice", "The token is held twice, or still on the board.";
    TokenMissing = "token-missing", "An objective is reached, but its token is not held.";
    TokenNotEarned = "token-not-earned", "The token's objective is not reached.";
    ImpossibleCount = "impossible-count", "The count of visible roofs is impossible.";
    CountMissing = "count-missing", "The count of visible roofs is missing.";
    EndingMissing = "ending-missing", "The end was triggered, but the state does not say so.";
    ImpossibleEnding = "impossible-ending", "The ending cannot have been triggered.";
    ImpossibleSetup = "impossible-setup", "The setup cannot have come about.";
    ImpossibleTurn = "impossible-turn", "The turn cannot have come about.";
    TooFewFloors = "too-few-floors", "There are too few floors for setup.";
    // Skyline.
    Dice = "dice", "The dice are malformed.";
    Die = "die", "The die is malformed.";
    DiceNotConserved = "dice-not-conserved", "Dice in hand, yards and buildings do not add up.";
    ImpossibleFace = "impossible-face", "No die of this kind has this face.";
    Heights = "heights", "The heights are malformed.";
    Tiles = "tiles", "The tiles are malformed.";
    StartingGrounds = "starting-grounds", "There must be one starting ground per player.";
    LastRoundMissing = "last-round-missing", "The last round has begun, but the state does not say so.";
    SoloDistrict = "solo-district", "The solo district does not fit the state.";
    SoloOnly = "solo-only", "The key is for the solo game only.";
    // Tower.
    Token = "token", "There is no such token.";
    Material = "material", "There is no such material.";
    Colour = "colour", "There is no such colour of gem.";
    Cost = "cost", "A card costs too many gems of a kind.";
    Price = "price", "The price is out of range.";
    Effect = "effect", "The effect is malformed.";
    Shops = "shops", "The shops are malformed.";
    BuildCard = "build-card", "The build card is malformed.";
    BuildCards = "build-cards", "There are too few or too many build cards.";
    UnknownSlot = "unknown-slot", "There is no such shop slot.";
    SlotTwice = "slot-twice", "A shop slot is given twice.";
    TwoInAShop = "two-in-a-shop", "Two players stand in one shop.";
    HandLimit = "hand-limit", "The hand limit is out of range.";
    TooManyInHand = "too-many-in-hand", "A hand has more cards than the limit.";
    EndlessTrade = "endless-trade", "The trade rates allow endless gain.";
    ImpossibleMaterials = "impossible-materials", "The materials do not fit the build card.";
    MaterialsNotConserved = "materials-not-conserved", "Materials in shops and with players do not add up.";
    TokensNotConserved = "tokens-not-conserved", "Tokens with players and in supply do not add up.";
    GameOver = "game-over", "The game would be over already.";
}

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for FaultCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl PartialEq<str> for FaultCode {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for FaultCode {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl JsonSchema for FaultCode {
    fn schema_name() -> Cow<'static, str> {
        "FaultCode".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::FaultCode;

    #[test]
    fn codes_are_kebab_case_and_unique() {
        let mut known = HashSet::new();
        for code in FaultCode::ALL {
            let name = code.as_str();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert!(known.insert(name), "{name} is listed twice");
            assert!(code.description().ends_with('.'), "{name}");
        }
    }
}
