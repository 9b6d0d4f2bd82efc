//! What holds at every step of every game.

use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Finish, Game, Next, Seat};
use towerlab_engine::games::tower::components::Components;
use towerlab_engine::games::tower::state::Step;
use towerlab_engine::games::tower::token::{Material, total};
use towerlab_engine::games::tower::{Move, Rules, State, Tower};

use crate::common::every_position;

const GAMES: u64 = 120;

#[test]
fn tokens_are_conserved_at_every_step() {
    every_position::<Tower>(GAMES, |game, state, _| {
        for token in 0..4 {
            let held: u8 =
                Seat::all(game.seats()).map(|seat| state.player(seat).tokens()[token]).sum();
            let all = state.bag()[token] + state.pile()[token] + held;
            assert_eq!(all, game.rules().tokens(game.components())[token]);
        }
    });
    assert_eq!(total(&Components::default().tokens()), 100);
}

#[test]
fn materials_are_conserved_at_every_step() {
    every_position::<Tower>(GAMES, |game, state, _| {
        for material in Material::ALL {
            let slots = game.slots().iter().zip(state.stock());
            let stock: u8 =
                slots.filter(|(slot, _)| slot.material == material).map(|(_, count)| *count).sum();
            let held = Seat::all(game.seats())
                .map(|seat| state.player(seat).materials()[material.index()])
                .sum::<u8>();
            let supply = game.components().supply(game.rules().players);
            assert_eq!(stock + held, supply[material.index()]);
        }
    });
    let supply = |players| total(&Components::default().supply(players));
    assert_eq!([supply(2), supply(3), supply(4)], [12, 15, 18]);
}

#[test]
fn cards_are_conserved_at_every_step() {
    every_position::<Tower>(GAMES, |game, state, _| {
        assert_eq!(state.build_cards(), game.card_counts());
        assert_eq!(state.market_cards(), game.market_counts());
    });
    let cards = |seats| total(&Tower::standard(seats).card_counts());
    assert_eq!([cards(2), cards(3), cards(4)], [12, 15, 18]);
    assert_eq!(total(&Tower::standard(2).market_counts()), 18);
}

#[test]
fn no_two_architects_share_a_shop_and_hands_stay_within_their_limit() {
    every_position::<Tower>(GAMES, |game, state, _| {
        let mut shops: Vec<usize> =
            Seat::all(game.seats()).filter_map(|seat| state.player(seat).shop()).collect();
        let all = shops.len();
        shops.sort_unstable();
        shops.dedup();
        assert_eq!(shops.len(), all);
        for seat in Seat::all(game.seats()) {
            assert!(state.player(seat).hand().len() <= game.rules().hand_limit.into());
        }
    });
}

/// Falls with every decision and every card seen until the actions end: entering happens
/// once, cards seen and put back run out, a used card and its effects are gone, and a
/// trade or a purchase lowers the passes, the gems, or the gems that go one for one.
fn potential(game: &Tower, state: &State) -> [u32; 8] {
    let own = state.player(state.seat());
    let tokens = own.tokens();
    let rates = game.rules().salil_rates;
    let one_for_one = (0..3).filter(|gem| rates[*gem] == 1).map(|gem| u32::from(tokens[gem])).sum();
    let (look, effect) = match state.step() {
        Step::Look { left, .. } => (left.into(), 0),
        Step::Effect(using) => (0, 2 * using.rest(game) + 1),
        Step::Rob(using, _) => (0, 2 * using.rest(game)),
        _ => (0, 0),
    };
    [
        state.market_is_open().into(),
        look,
        state.looked_at().len() as u32,
        own.hand().len() as u32,
        effect,
        tokens[3].into(),
        total(&tokens[..3]),
        one_for_one,
    ]
}

#[test]
fn every_turn_is_finite_because_every_action_lowers_a_potential() {
    let mut tried = [0u64; 2];
    every_position::<Tower>(GAMES / 4, |game, state, _| {
        let mut try_out = |mv: Move| {
            let mut after = *state;
            game.play(&mut after, mv, &mut ());
            if acting(state) && acting(&after) && after.turn() == state.turn() {
                assert!(potential(game, &after) < potential(game, state), "{}", game.show(mv));
                tried[usize::from(matches!(mv, Move::Trade(..)))] += 1;
            }
        };
        game.moves(state, &mut |mv| try_out(mv));
        game.outcomes(state, &mut |mv, _| try_out(mv));
    });
    assert!(tried[0] > 10_000 && tried[1] > 10_000, "{tried:?}");
}

fn acting(state: &State) -> bool {
    matches!(
        state.step(),
        Step::Act | Step::Look { .. } | Step::PutBack { .. } | Step::Effect(_) | Step::Rob(..)
    )
}

/// How many games of each variant are played: `TOWERLAB_GAMES`, or a few.
fn games() -> u64 {
    std::env::var("TOWERLAB_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(300)
}

/// Run with `--nocapture` to see how often games are not decided.
#[test]
fn every_random_game_ends() {
    for players in 2..=4 {
        for (friendlier, meaner) in [(false, false), (true, false), (false, true), (true, true)] {
            let rules = Rules { friendlier, meaner, ..Rules::standard(players) };
            let game = Tower::new(rules, Components::default().into()).unwrap();
            let key = key(9, &game);
            let (mut playout, mut ends, mut turns, mut longest) =
                (Playout::new(&game), [0u64; 3], 0u64, 0);
            for k in 0..games() {
                let mut state = game.start();
                playout.run(&mut state, &mut Draws::new(&key, k));
                let Next::Over(finish) = game.next(&state) else { panic!("the game goes on") };
                ends[finish as usize] += 1;
                turns += u64::from(state.turn());
                longest = longest.max(state.turn());
            }
            let [decided, stalemates, unfinished] =
                [Finish::Decided, Finish::Stalemate, Finish::Unfinished].map(|f| ends[f as usize]);
            println!(
                "{players} players, friendlier {friendlier}, meaner {meaner}: {decided} decided, {stalemates} stalemates, {unfinished} unfinished; {:.1} turns, at most {longest}",
                turns as f64 / games() as f64
            );
            assert_eq!(decided + stalemates + unfinished, games());
            assert!(decided * 100 >= games() * 99);
        }
    }
}

/// By type and by behaviour: in the same position twice, an agent that sees only its
/// view chooses the same, whatever is hidden.
#[test]
fn a_choice_never_depends_on_what_the_seat_cannot_see() {
    use std::hash::{DefaultHasher, Hash, Hasher};
    use towerlab_engine::game::PlayerView;
    use towerlab_engine::game::random::{Key, Purpose};

    let choose = |view: PlayerView<'_, Tower>| {
        let seen = view.observe();
        let mut moves = Vec::new();
        view.game.moves(seen.state(), &mut |mv| moves.push(mv));
        let mut hasher = DefaultHasher::new();
        seen.state().hash(&mut hasher);
        moves[hasher.finish() as usize % moves.len()]
    };
    let mut rng = Key::new(4, "swap").stream(0, Purpose::Setup);
    let (mut swapped, mut asked) = (0, 0);
    every_position::<Tower>(GAMES / 10, |game, state, _| {
        let Next::Player(seat) = game.next(state) else { return };
        let other = game.redeal(&PlayerView::new(game, state, seat).observe(), &mut rng);
        swapped += u64::from(other != *state);
        asked += 1;
        assert_eq!(
            choose(PlayerView::new(game, state, seat)),
            choose(PlayerView::new(game, &other, seat))
        );
    });
    assert!(swapped > 1_000, "{swapped} of {asked} positions had something to swap");
}
