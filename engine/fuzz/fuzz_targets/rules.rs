//! Bytes choose a variant and its moves; the contract must hold on the way.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use towerlab_engine::game::contract::play_bytes;
use towerlab_engine::each_game;
use towerlab_engine::game::Game;

macro_rules! samples {
    ($module:ident, $game:ty) => {
        mod $module {
            use super::*;
            pub static SAMPLES: LazyLock<Vec<$game>> = LazyLock::new(<$game>::samples);
        }
    };
}

each_game!(samples);

fuzz_target!(|bytes: &[u8]| {
    if let [variant, moves @ ..] = bytes {
        macro_rules! play {
            ($module:ident, $game:ty) => {
                let samples = &$module::SAMPLES;
                play_bytes(&samples[usize::from(*variant) % samples.len()], moves);
            };
        }
        each_game!(play);
    }
});
