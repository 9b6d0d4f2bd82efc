//! `towerlab train`: trains the net of the agent `expert`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use towerlab_engine::agents::Halt;
use towerlab_engine::agents::net::{CurvePoint, NetTraining, NetTrainingOptions};

use super::options::{RuleOptions, ThreadOptions};
use super::run::listen_for_ctrl_c;
use crate::Common;
use crate::failure::Failure;
use crate::folder::write_atomically;
use crate::{output, registry};

/// How often an unfinished training is saved.
const SAVE_EVERY: Duration = Duration::from_secs(30);
/// Points of the learning curve in each part of a training.
const POINTS: u64 = 20;

/// Train the neural net of the agent `expert` for a game and a number of players.
///
/// The net plays against itself and learns from each position how the game went on (temporal
/// differences); `tuned` plays the first games. With `--search-games`, a search guided by the net then
/// makes some of the decisions, and the net learns to choose as the search does. With `--against`, the
/// net learns to beat another net, which does not learn: what it reaches shows how far the other can
/// be exploited. The learning curve shows the share of wins against `tuned`, or against that net.
///
/// The same options give the same net on every machine and with any number of threads. Training draws
/// from random streams that no study uses, so no game of a study was ever trained on.
///
/// The training is saved every 30 seconds and on Ctrl-C. `--resume` continues it.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab train tower-up --players 2 --out expert-2.net
  towerlab train tower-up --players 3 --set roofs=8 --from expert --games 1000000 --out overnight.net
  towerlab train tower-up --players 3 --set roofs=8 --from expert --games 1000000 --out overnight.net --resume
  towerlab train tower-up --from expert --against expert --warm-up 0 --out best-response.net")]
pub struct TrainCommand {
    /// The game, such as tower-up
    game: String,
    #[command(flatten)]
    rules: RuleOptions,
    /// The number of games that the net plays
    #[arg(long, default_value_t = 600_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The number of these games that `tuned` plays first
    #[arg(long, default_value_t = 10_000)]
    warm_up: u64,
    /// The number of games after these in which a search makes some of the decisions
    #[arg(long, default_value_t = 0)]
    search_games: u64,
    /// The iterations of that search
    #[arg(long, default_value_t = 96, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    iterations: u64,
    /// Search one decision in this many
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    search_in: u64,
    /// How much a position learns from the end of the game rather than from the next position, 0 to 1
    #[arg(long, default_value_t = 0.8)]
    lambda: f64,
    /// Play one decision in this many at random
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    random_in: u64,
    /// Stray in one decision in this many to a move that looks nearly as good; 0 for never
    #[arg(long, default_value_t = 6)]
    stray_in: u64,
    /// How far to stray: a move whose log odds of winning are lower by this is e times less likely
    #[arg(long, default_value_t = 0.3)]
    stray_temperature: f64,
    /// The learning rate at the beginning; it falls to a hundredth
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// The learning rate when the games with searches begin; it falls to a hundredth
    #[arg(long, default_value_t = 0.0005)]
    search_rate: f32,
    /// Start from a net: a file, or `expert` for the one that comes with Towerlab
    #[arg(long, value_name = "NET")]
    from: Option<String>,
    /// Learn only the inputs that the net of --from does not have; all other weights stay as they are
    #[arg(long, requires = "from")]
    only_new_inputs: bool,
    /// Learn to beat a net that does not learn: a file, or `expert`
    #[arg(long, value_name = "NET")]
    against: Option<String>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadOptions,
    /// Write the net to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Continue a training that was stopped
    #[arg(long)]
    resume: bool,
}

impl TrainCommand {
    /// Trains, shows the learning curve, and writes the net.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.lambda) {
            return Err(anyhow!("--lambda {}: write a number from 0 to 1", self.lambda).into());
        }
        if self.stray_temperature <= 0.0 || !self.stray_temperature.is_finite() {
            let given = self.stray_temperature;
            return Err(anyhow!("--stray-temperature {given}: write a number above 0").into());
        }
        let service = registry::service(common, &self.game)?;
        let rules = self.rules.rules(&*service)?;
        let options = NetTrainingOptions {
            seed: self.seed,
            games: self.games,
            warm_up: self.warm_up,
            lambda: self.lambda,
            random_in: self.random_in,
            stray_in: self.stray_in,
            stray_temperature: self.stray_temperature,
            rate: self.rate,
            search_games: self.search_games,
            iterations: self.iterations,
            search_in: self.search_in,
            search_rate: self.search_rate,
            only_new_inputs: self.only_new_inputs,
        };
        let mut training = service.train_net(&rules, options).map_err(Failure::of("rules"))?;
        if let Some(net) = &self.from {
            let file = read_net(net, &*training)?;
            training.start_from(&file).map_err(|why| anyhow!("--from {net}: {why}"))?;
        }
        if let Some(net) = &self.against {
            let file = read_net(net, &*training)?;
            training.play_against(&file).map_err(|why| anyhow!("--against {net}: {why}"))?;
        }
        let checkpoint = self.checkpoint_path();
        self.restore(&mut *training, &checkpoint)?;
        let halt = Halt::default();
        listen_for_ctrl_c(halt.clone())?;
        let is_done =
            self.threads.pool()?.install(|| self.train(&mut *training, &checkpoint, &halt))?;
        if !is_done {
            eprintln!(
                "stopped: the training is saved in {}; the same command with --resume continues it",
                checkpoint.display()
            );
            return Err(Failure::Stopped);
        }
        let file = training.file();
        write_atomically(&self.out, |out| out.write_all(&file.write()))?;
        // Nothing to continue any more; a file that cannot be removed does no harm.
        let _ = std::fs::remove_file(&checkpoint);
        if common.json {
            return Ok(output::json(&file.header)?);
        }
        writeln!(output::stdout(), "wrote {}", self.out.display())?;
        Ok(())
    }

    fn checkpoint_path(&self) -> PathBuf {
        let mut path = self.out.as_os_str().to_owned();
        path.push(".checkpoint");
        path.into()
    }

    fn restore(&self, training: &mut dyn NetTraining, checkpoint: &Path) -> Result<(), Failure> {
        if !self.resume {
            // A file that cannot be written should fail before the work, not after it.
            return Ok(save(training, checkpoint)?);
        }
        let bytes = std::fs::read(checkpoint)
            .with_context(|| format!("--resume: cannot read {}", checkpoint.display()))?;
        let restored = training.restore(&bytes);
        Ok(restored.map_err(|why| anyhow!("cannot continue {}: {why}", checkpoint.display()))?)
    }

    /// Trains until the end or until halted, and returns which it was.
    fn train(
        &self,
        training: &mut dyn NetTraining,
        checkpoint: &Path,
        halt: &Halt,
    ) -> anyhow::Result<bool> {
        let line = "{bar:30} {human_pos}/{human_len} games, {eta} left";
        let all = self.games + self.search_games;
        let bar = ProgressBar::new(all).with_style(ProgressStyle::with_template(line)?);
        let (mut saved, mut checked) = (Instant::now(), training.games());
        let rival = self.against.as_deref().unwrap_or("tuned");
        while !training.is_done() && !halt.is_halted() {
            let progress = training.round();
            bar.set_position(progress.games.min(all));
            let part = if progress.games < self.games { self.games } else { self.search_games };
            if progress.games - checked >= part / POINTS || training.is_done() {
                checked = progress.games;
                let CurvePoint { games, loss, win_share } = training.check();
                bar.suspend(|| {
                    eprintln!(
                        "{games:>9} games: loss {loss:.4}, {:.1} % against {rival}",
                        100.0 * win_share
                    );
                });
            }
            if saved.elapsed() > SAVE_EVERY {
                save(training, checkpoint)?;
                saved = Instant::now();
            }
        }
        bar.finish_and_clear();
        if !training.is_done() {
            save(training, checkpoint)?;
        }
        Ok(training.is_done())
    }
}

/// The file of a net that was named on the command line.
fn read_net(name: &str, training: &dyn NetTraining) -> anyhow::Result<Vec<u8>> {
    if name == "expert" {
        let embedded = training.embedded().context(
            "`expert` has no net for this game and number of players; give the file of one",
        )?;
        return Ok(embedded.to_vec());
    }
    std::fs::read(name).with_context(|| format!("cannot read the net {name}"))
}

fn save(training: &dyn NetTraining, path: &Path) -> anyhow::Result<()> {
    write_atomically(path, |out| out.write_all(&training.checkpoint()))
}
