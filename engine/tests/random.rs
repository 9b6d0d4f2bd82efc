//! Golden draws: what a seed means, for good. If this test fails, the scheme
//! has changed: give it a new number and say so in the changelog.

use towerlab_engine::game::random::{Key, Purpose, SCHEME};

fn draws(seed: u64, block: &str, k: u64, purpose: Purpose) -> [u64; 3] {
    let mut rng = Key::new(seed, block).stream(k, purpose);
    [rng.bits(), rng.bits(), rng.bits()]
}

#[test]
fn golden_draws() {
    assert_eq!(SCHEME, "towerlab stream 1");
    let cases = [
        (0, "tower-up/2", 0, Purpose::Setup),
        (0, "tower-up/2", 0, Purpose::Chance),
        (0, "tower-up/2", 0, Purpose::Agent(0)),
        (0, "tower-up/2", 1, Purpose::Setup),
        (1, "tower-up/2", 0, Purpose::Setup),
        (0, "tower-up/3", 0, Purpose::Setup),
        (u64::MAX, "", 1 << 59, Purpose::Agent(13)),
    ];
    let found = cases.map(|(seed, block, k, purpose)| draws(seed, block, k, purpose));
    assert_eq!(found, GOLDEN, "{found:#018x?}");
    let mut all = found.concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 3 * cases.len(), "every stream is its own");
}

/// From an independent implementation of the scheme as its page describes it.
const GOLDEN: [[u64; 3]; 7] = [
    [0x2ff5fcd7525becee, 0x04181c8af676349f, 0x1a2a306604087ba9],
    [0x15a350e817016dff, 0xf0aa2176abec742a, 0x5ae1446ba986e548],
    [0xbe2e0fe21ab29324, 0xe295253a9f8c5aa3, 0x2688a765bcf7144c],
    [0xaf1788362bea0a22, 0xaa4d08ba33a24f98, 0xe4d8f39a9f171dc0],
    [0xdbe9f913a54adc44, 0x12880cae985c6613, 0x0a5edabe9c8ee8f9],
    [0x49ed22b4f93a09e2, 0xffe57896e585db61, 0x28baa2a754b0cbf6],
    [0xa620f81943105948, 0xec35c900ea0d8e9e, 0x04288b619598a560],
];

#[test]
fn golden_numbers_below_a_bound() {
    let mut rng = Key::new(7, "below").stream(0, Purpose::Chance);
    let found: Vec<u64> =
        [1, 2, 6, 6, 6, 10, 44, 1000, 1 << 40].iter().map(|&n| rng.below(n)).collect();
    assert_eq!(found, [0, 0, 5, 2, 5, 1, 2, 204, 480_102_364_192]);
}

#[test]
fn golden_shuffle() {
    let mut items: Vec<u8> = (0..10).collect();
    Key::new(7, "shuffle").stream(0, Purpose::Setup).shuffle(&mut items);
    assert_eq!(items, [7, 1, 8, 9, 0, 2, 6, 4, 3, 5]);
}

#[test]
fn golden_fork() {
    let mut rng = Key::new(7, "fork").stream(0, Purpose::Agent(1));
    let (mut one, mut other) =
        (rng.fork().stream(0, Purpose::Setup), rng.fork().stream(0, Purpose::Setup));
    assert_eq!(
        [one.bits(), other.bits()],
        [13_738_215_451_957_575_295, 17_099_996_534_612_681_022]
    );
}

#[test]
fn numbers_below_a_bound_are_even() {
    let mut rng = Key::new(1, "even").stream(0, Purpose::Chance);
    let mut counts = [0u32; 6];
    for _ in 0..60_000 {
        counts[rng.below(6) as usize] += 1;
    }
    // Five standard deviations around 10,000.
    assert!(counts.iter().all(|count| (9_540..=10_460).contains(count)), "{counts:?}");
}

#[test]
fn streams_of_different_games_and_purposes_never_meet() {
    // 14 agents and two kinds of chance fill the 16 numbers of a game exactly.
    let key = Key::new(3, "distinct");
    let purposes = [Purpose::Setup, Purpose::Chance].into_iter().chain((0..14).map(Purpose::Agent));
    let mut firsts: Vec<u64> = purposes
        .flat_map(|purpose| (0..50).map(move |k| (k, purpose)))
        .map(|(k, p)| key.stream(k, p).bits())
        .collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 50 * 16);
}
