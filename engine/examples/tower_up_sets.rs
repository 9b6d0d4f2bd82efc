//! Writes the generated component sets of Tower Up.
//!
//! `cargo run --release -p towerlab-engine --example tower_up_sets -- SEED DIR`
//! writes one set; without arguments the five that come with the engine are
//! written again, and `git diff` shows that nothing changed.

use std::path::Path;
use std::{env, fs, io};

use towerlab_engine::games::tower_up::generator;
use towerlab_engine::games::tower_up::rules::Side;

fn write(seed: u64, dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    fs::write(dir.join("front.toml"), generator::board(Side::Front, seed).to_toml())?;
    fs::write(dir.join("back.toml"), generator::board(Side::Back, seed).to_toml())?;
    fs::write(dir.join("cards.csv"), generator::cards(seed))?;
    println!("{}: seed {seed}", dir.display());
    Ok(())
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [seed, dir] = &arguments[..] {
        let seed = seed.parse().map_err(|_| io::Error::other("the seed is a whole number"))?;
        return write(seed, Path::new(dir));
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tower-up");
    for (seed, letter) in generator::SEEDS.into_iter().skip(1).zip('a'..='e') {
        write(seed, &data.join(format!("reconstructed-1{letter}")))?;
    }
    Ok(())
}
