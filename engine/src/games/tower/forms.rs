//! How rules documents have the parameters that are not plain numbers.

use schemars::JsonSchema;
use serde::Serialize;

use super::document::TokenCounts;
use super::read::tokens;
use super::token::{Gems, Token, Tokens};
use crate::document::Reader;
use crate::games::parameters::{NumberOf, ParameterForm};

/// The most gems that Salil may want for one.
pub(super) const MOST_RATE: u8 = 9;
/// The most tokens that a black-market card may cost.
pub(super) const MOST_PRICE: u8 = 20;

impl ParameterForm for TokenCounts {
    type Value = Tokens;

    fn read(reader: &Reader<'_>) -> Option<Tokens> {
        tokens(reader)
    }

    fn of(value: &Tokens) -> TokenCounts {
        (*value).into()
    }
}

/// How many gems Salil wants; what is left out is the rulebook's.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct RateTable {
    #[schemars(range(min = 1, max = MOST_RATE))]
    green: Option<u8>,
    #[schemars(range(min = 1, max = MOST_RATE))]
    blue: Option<u8>,
    #[schemars(range(min = 1, max = MOST_RATE))]
    red: Option<u8>,
}

impl ParameterForm for RateTable {
    type Value = Gems;

    fn read(reader: &Reader<'_>) -> Option<Gems> {
        RateTable::read_over(reader, &[0; 3])
    }

    fn read_over(reader: &Reader<'_>, default: &Gems) -> Option<Gems> {
        read_numbers(reader, Token::GEMS, default)
    }

    fn of(value: &Gems) -> RateTable {
        let [green, blue, red] = value.map(Some);
        RateTable { green, blue, red }
    }

    fn numbers(value: &Gems) -> Vec<NumberOf> {
        NumberOf::parts(Token::NAMES, value)
    }
}

/// What a black-market card costs; what is left out is the rulebook's.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct PriceTable {
    #[schemars(range(min = 1, max = MOST_PRICE))]
    green: Option<u8>,
    #[schemars(range(min = 1, max = MOST_PRICE))]
    blue: Option<u8>,
    #[schemars(range(min = 1, max = MOST_PRICE))]
    red: Option<u8>,
    #[schemars(range(min = 1, max = MOST_PRICE))]
    pass: Option<u8>,
}

impl ParameterForm for PriceTable {
    type Value = Tokens;

    fn read(reader: &Reader<'_>) -> Option<Tokens> {
        PriceTable::read_over(reader, &[0; 4])
    }

    fn read_over(reader: &Reader<'_>, default: &Tokens) -> Option<Tokens> {
        read_numbers(reader, Token::ALL, default)
    }

    fn of(value: &Tokens) -> PriceTable {
        let [green, blue, red, pass] = value.map(Some);
        PriceTable { green, blue, red, pass }
    }

    fn numbers(value: &Tokens) -> Vec<NumberOf> {
        NumberOf::parts(Token::NAMES, value)
    }
}

/// A number for each token; what is left out is that of `default`.
fn read_numbers<const N: usize>(
    reader: &Reader<'_>,
    tokens: [Token; N],
    default: &[u8; N],
) -> Option<[u8; N]> {
    let names = tokens.map(|token| Token::NAMES[token.index()]);
    let object = reader.object(&names)?;
    let given = |name| object.get(name).and_then(|reader| reader.count(u8::MAX));
    Some(std::array::from_fn(|index| given(names[index]).unwrap_or(default[index])))
}
