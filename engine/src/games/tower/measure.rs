//! What a finished game tells beside its winner.

use super::rules::MAX_SEATS;
use super::state::State;
use super::token::Token;
use super::{Event, Move, Tower};
use crate::game::Seat;
use crate::measure::{Measure, Occurrence};

/// What a game's end no longer shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Diary {
    bag_refills: u16,
    market_reshuffles: u16,
    build_reshuffles: u16,
    skipped_draws: u16,
    seats: [SeatDiary; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, Default)]
struct SeatDiary {
    bought: u16,
    trades: u16,
    market_visits: u16,
    cards_used: u16,
    stolen: u16,
    robbed: u16,
}

impl Measure for Tower {
    type Diary = Diary;

    const KINDS: &'static [&'static str] = &[
        "buy",
        "trade",
        "enter",
        "use",
        "end_actions",
        "put_back",
        "steal",
        "take",
        "take_gems",
        "skip_draw",
        "evict",
        "rob",
        "return",
        "choose",
    ];

    fn kind(mv: Move) -> Option<usize> {
        match mv {
            Move::Deal(_) | Move::Drawn(_) | Move::Sees(_) | Move::Robbed(_) | Move::Draws(_) => {
                None
            }
            Move::Buy(_) => Some(0),
            Move::Trade(..) => Some(1),
            Move::Enter(_) => Some(2),
            Move::Use(..) => Some(3),
            Move::EndActions => Some(4),
            Move::PutBack(_) => Some(5),
            Move::Steal(..) => Some(6),
            Move::Take(_) => Some(7),
            Move::TakeGems(_) => Some(8),
            Move::Skip(_) => Some(9),
            Move::Evict(_) => Some(10),
            Move::Rob(_) => Some(11),
            Move::Return(_) => Some(12),
            Move::Choose(_) => Some(13),
        }
    }

    fn notice(&self, event: &Event, diary: &mut Diary) {
        match *event {
            Event::BagRefilled(_) => diary.bag_refills += 1,
            Event::MarketReshuffled => diary.market_reshuffles += 1,
            Event::BuildReshuffled => diary.build_reshuffles += 1,
            Event::DrawSkipped(_) => diary.skipped_draws += 1,
            Event::Bought { seat, .. } => diary.seats[seat.index()].bought += 1,
            Event::Traded { seat, .. } => diary.seats[seat.index()].trades += 1,
            Event::Entered { seat, .. } => diary.seats[seat.index()].market_visits += 1,
            Event::Used { seat, .. } => diary.seats[seat.index()].cards_used += 1,
            Event::Stole { seat, from, .. } => {
                diary.seats[seat.index()].stolen += 1;
                diary.seats[from.index()].robbed += 1;
            }
            Event::Robbed { from, .. } => diary.seats[from.index()].robbed += 1,
            _ => {}
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turn.into()
    }

    const OCCURRENCES: &'static [Occurrence] = &[
        Occurrence::often("skipped_draws"),
        Occurrence::often("bag_refills").out_of("the bag"),
        Occurrence::often("market_reshuffles").out_of("the black-market deck"),
        Occurrence::often("build_reshuffles").out_of("the deck of build cards"),
    ];

    fn occurrences(&self, _: &State, diary: &Diary, out: &mut Vec<i32>) {
        let Diary { skipped_draws, bag_refills, market_reshuffles, build_reshuffles, .. } = *diary;
        let counts = [skipped_draws, bag_refills, market_reshuffles, build_reshuffles];
        out.extend(counts.map(i32::from));
    }

    fn figures(&self) -> Vec<String> {
        let tokens = Token::ALL.map(|token| format!("tokens_{token}"));
        let rest = [
            "materials",
            "missing",
            "cards",
            "bought",
            "trades",
            "market_visits",
            "cards_used",
            "stolen",
            "robbed",
        ];
        tokens.into_iter().chain(rest.map(String::from)).collect()
    }

    fn measure(&self, state: &State, diary: &Diary, seat: Seat, out: &mut Vec<Option<i32>>) {
        let player = state.player(seat);
        out.extend(player.tokens.map(|count| Some(count.into())));
        out.push(Some(player.materials.iter().map(|&count| i32::from(count)).sum()));
        out.push(player.card().map(|_| self.lacking(state, seat).into()));
        out.push(Some(player.hand.len() as i32));
        let SeatDiary { bought, trades, market_visits, cards_used, stolen, robbed } =
            diary.seats[seat.index()];
        let counts = [bought, trades, market_visits, cards_used, stolen, robbed];
        out.extend(counts.map(|count| Some(count.into())));
    }
}
