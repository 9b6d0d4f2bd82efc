//! The metrics of Tower.

use super::rules::MAX_SEATS;
use super::state::{Player, State};
use super::token::Token;
use super::{Event, Move, Tower};
use crate::decision_kinds;
use crate::game::Seat;
use crate::games::metrics::{Family, GameMetric, Measure, Metric, SeatMetric};

/// What the end of a game no longer shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    bag_refills: u16,
    market_reshuffles: u16,
    build_reshuffles: u16,
    skipped_draws: u16,
    seats: [SeatCounters; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, Default)]
struct SeatCounters {
    bought: u16,
    trades: u16,
    market_visits: u16,
    cards_used: u16,
    stolen: u16,
    robbed: u16,
}

/// A seat at the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct SeatResult {
    player: Player,
    /// Materials that its build card still lacks, if it has one.
    missing: Option<i32>,
    counters: SeatCounters,
}

const TOKENS: Family<Tower> =
    Family { label: "KIND", len: |_| Token::ALL.len(), name: |_, at| Token::ALL[at].to_string() };

/// A metric that is one of the counters.
const fn counted(
    id: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&SeatResult) -> Option<i32>,
) -> SeatMetric<Tower> {
    SeatMetric::new(Metric::count(id, unit, doc), value)
}

impl Measure for Tower {
    type Counters = Counters;
    type SeatResult = SeatResult;

    decision_kinds! {
        "buy" => Move::Buy(_),
        "trade" => Move::Trade(..),
        "enter" => Move::Enter(_),
        "use" => Move::Use(..),
        "end_actions" => Move::EndActions,
        "put_back" => Move::PutBack(_),
        "steal" => Move::Steal(..),
        "take" => Move::Take(_),
        "take_gems" => Move::TakeGems(_),
        "skip_draw" => Move::Skip(_),
        "evict" => Move::Evict(_),
        "rob" => Move::Rob(_),
        "return" => Move::Return(_),
        "choose" => Move::Choose(_),
    }

    const GAME_METRICS: &'static [GameMetric<Self>] = &[
        GameMetric::<Self>::new(
            Metric::count("skipped_draws", "draws", "draw phases that are skipped"),
            |_, counters| counters.skipped_draws.into(),
        ),
        GameMetric::<Self>::new(
            Metric::count("bag_refills", "times", "how often the bag is refilled"),
            |_, counters| counters.bag_refills.into(),
        )
        .out_of("the bag"),
        GameMetric::<Self>::new(
            Metric::count(
                "market_reshuffles",
                "times",
                "how often the black-market deck is reshuffled",
            ),
            |_, counters| counters.market_reshuffles.into(),
        )
        .out_of("the black-market deck"),
        GameMetric::<Self>::new(
            Metric::count(
                "build_reshuffles",
                "times",
                "how often the deck of build cards is reshuffled",
            ),
            |_, counters| counters.build_reshuffles.into(),
        )
        .out_of("the deck of build cards"),
    ];

    const SEAT_METRICS: &'static [SeatMetric<Self>] = &[
        SeatMetric::<Self>::each(
            Metric::mean("tokens", "tokens", "tokens of the kind at the end"),
            TOKENS,
            |seat, kind| Some(seat.player.tokens[kind].into()),
        ),
        SeatMetric::<Self>::new(
            Metric::mean("materials", "materials", "materials at the end"),
            |seat| Some(seat.player.materials.iter().map(|&count| i32::from(count)).sum()),
        ),
        SeatMetric::<Self>::new(
            Metric::mean(
                "missing",
                "materials",
                "materials that the seat's build card still lacks, if it has a card",
            ),
            |seat| seat.missing,
        ),
        SeatMetric::<Self>::new(
            Metric::mean("cards", "cards", "cards in hand at the end"),
            |seat| Some(seat.player.hand.len() as i32),
        ),
        counted("bought", "materials", "materials bought", |seat| {
            Some(seat.counters.bought.into())
        }),
        counted("trades", "trades", "trades made", |seat| Some(seat.counters.trades.into())),
        counted("market_visits", "visits", "visits to the black market", |seat| {
            Some(seat.counters.market_visits.into())
        }),
        counted("cards_used", "cards", "black-market cards used", |seat| {
            Some(seat.counters.cards_used.into())
        }),
        counted("stolen", "times", "how often the seat steals from another", |seat| {
            Some(seat.counters.stolen.into())
        }),
        counted("robbed", "times", "how often the seat is stolen from or robbed", |seat| {
            Some(seat.counters.robbed.into())
        }),
    ];

    fn count_event(&self, event: &Event, counters: &mut Counters) {
        let seats = &mut counters.seats;
        match *event {
            Event::BagRefilled(_) => counters.bag_refills += 1,
            Event::MarketReshuffled => counters.market_reshuffles += 1,
            Event::BuildReshuffled => counters.build_reshuffles += 1,
            Event::DrawSkipped(_) => counters.skipped_draws += 1,
            Event::Bought { seat, .. } => seats[seat.index()].bought += 1,
            Event::Traded { seat, .. } => seats[seat.index()].trades += 1,
            Event::Entered { seat, .. } => seats[seat.index()].market_visits += 1,
            Event::Used { seat, .. } => seats[seat.index()].cards_used += 1,
            Event::Stole { seat, from, .. } => {
                seats[seat.index()].stolen += 1;
                seats[from.index()].robbed += 1;
            }
            Event::Robbed { from, .. } => seats[from.index()].robbed += 1,
            _ => {}
        }
    }

    fn turns(&self, state: &State, _decisions: u64) -> u32 {
        state.turn.into()
    }

    fn seat_result(&self, state: &State, counters: &Counters, seat: Seat) -> SeatResult {
        let player = *state.player(seat);
        SeatResult {
            missing: player.card().map(|_| self.lacking(state, seat).into()),
            player,
            counters: counters.seats[seat.index()],
        }
    }
}
