//! `tuned` is a frozen reference: it chooses as it did when it computed every turn from scratch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use towerlab_engine::agents::one_ply::OnePly;
use towerlab_engine::game::random::{Key, Purpose};
use towerlab_engine::game::{Game, Next};
use towerlab_engine::games::skyline::components::Components;
use towerlab_engine::games::skyline::dice::total;
use towerlab_engine::games::skyline::{Rules, Skyline};

/// The choices of some games.
#[derive(Debug, PartialEq, Eq)]
struct Choices {
    decisions: u32,
    checksum: u64,
}

fn choices_of_tuned(game: &Skyline, games: u32) -> Choices {
    let mut agent = OnePly::tuned(game);
    let mut rng = Key::new(1, "choices").stream(0, Purpose::Setup);
    let mut choices = Choices { decisions: 0, checksum: 0 };
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut state = game.start();
        loop {
            let mv = match game.next(&state) {
                Next::Over(_) => break,
                Next::Chance => game.sample(&state, &mut rng),
                Next::Player(_) => {
                    moves.clear();
                    game.moves(&state, &mut |mv| moves.push(mv));
                    let choice = agent.best(game, &state, &moves, &mut rng);
                    let mixed = choices.checksum.rotate_left(5) ^ choice as u64;
                    choices.checksum = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    choices.decisions += 1;
                    moves[choice]
                }
            };
            game.play(&mut state, mv, &mut ());
        }
    }
    choices
}

/// By variant of [`Game::samples`]: the games played, and what `tuned` chose in them. When turns
/// came to be looked up in tables, both ways chose the same in 1.16 million positions, of which
/// these are the first.
const KNOWN: [(u32, Choices); 8] = [
    (300, Choices { decisions: 26_527, checksum: 0x86ce_8bc2_d968_b337 }),
    (300, Choices { decisions: 55_034, checksum: 0xd109_ab44_6277_87da }),
    (200, Choices { decisions: 55_618, checksum: 0xe3b3_e71d_0be6_6075 }),
    (150, Choices { decisions: 55_167, checksum: 0x3006_2441_6b11_f270 }),
    (20, Choices { decisions: 1_785, checksum: 0x3618_fcfc_2d48_c947 }),
    (20, Choices { decisions: 6_429, checksum: 0x2702_ee90_6bac_ece4 }),
    (10, Choices { decisions: 5_023, checksum: 0x1300_0cdf_f07a_25bc }),
    (20, Choices { decisions: 7_611, checksum: 0x324b_7d61_1c83_bab4 }),
];

#[test]
fn tuned_chooses_as_ever_in_200_000_positions() {
    let variants = Skyline::samples();
    assert_eq!(variants.len(), KNOWN.len());
    for (variant, (game, (games, known))) in variants.iter().zip(KNOWN).enumerate() {
        assert_eq!(choices_of_tuned(game, games), known, "variant {variant}");
    }
}

/// Twelve dice a turn on ever more columns: there are too many ways to build them to try all.
#[test]
fn many_dice_in_hand_do_not_make_a_choice_slow() {
    let rules = Rules {
        dice_taken: 12,
        rounds: 100,
        end_height: 0,
        dice: Some([34, 33, 33]),
        beyond_rulebook: true,
        ..Rules::standard(4)
    };
    let game = Skyline::new(rules, Arc::new(Components::default())).expect("a valid variant");
    let mut agent = OnePly::tuned(&game);
    let mut rng = Key::new(1, "choices").stream(0, Purpose::Setup);
    let (mut state, mut moves) = (game.start(), Vec::new());
    let (mut slowest, mut most_dice) = (Duration::ZERO, 0);
    for _ in 0..3000 {
        let mv = match game.next(&state) {
            Next::Over(_) => break,
            Next::Chance => game.sample(&state, &mut rng),
            Next::Player(_) => {
                moves.clear();
                game.moves(&state, &mut |mv| moves.push(mv));
                let begun = Instant::now();
                let choice = agent.best(&game, &state, &moves, &mut rng);
                slowest = slowest.max(begun.elapsed());
                most_dice = most_dice.max(total(state.hand().dice()));
                moves[choice]
            }
        };
        game.play(&mut state, mv, &mut ());
    }
    assert!(most_dice >= 12, "{most_dice} dice");
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
}
