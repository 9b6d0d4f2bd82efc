//! `towerlab moves`: the legal moves of a state.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use towerlab_engine::operations::moves::{
    ChanceOutcome, LegalMove, MovesRequest, MovesResponse, NextUp,
};
use towerlab_engine::operations::{GameService, StateInput};

use super::{describe_next, each_state, percent};
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};
use crate::output;

/// List the legal moves of a state, or the outcomes of chance.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab moves s.json
  towerlab new tower-up --players 2 --seed 1 | towerlab moves -
  towerlab moves --json states.jsonl")]
pub struct MovesCommand {
    /// A state: a file, `-` for standard input, or its one-line form. Several states, one per line,
    /// form a batch
    state: String,
}

/// What is printed.
#[derive(Serialize)]
struct MoveList {
    next: NextUp,
    moves: Vec<LegalMove>,
}

impl MovesCommand {
    /// Prints the moves.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let list = |service: &dyn GameService, state: &str| {
            let request = MovesRequest { state: StateInput::from_text(state) };
            let MovesResponse { next, moves, .. } =
                call(service, &request, RequestDocument::state(state))?;
            Ok(MoveList { next, moves })
        };
        each_state(common, &self.state, list, true, show)
    }
}

fn show(list: &MoveList) -> Result<(), Failure> {
    let mut out = output::stdout();
    let next = describe_next(&list.next);
    match list.moves.len() {
        0 => writeln!(out, "{}", output::bold(&next))?,
        count => writeln!(out, "{}", output::bold(&format!("{next}: {count} moves")))?,
    }
    for legal in &list.moves {
        writeln!(out, "{}", legal.text)?;
    }
    write!(out, "{}", outcome_table(&list.next))?;
    Ok(())
}

/// The outcomes of chance, as a table; nothing if a player is next.
pub fn outcome_table(next: &NextUp) -> String {
    let NextUp::Chance { outcomes } = next else { return String::new() };
    let row = |outcome: &ChanceOutcome| vec![percent(outcome.probability), outcome.text.clone()];
    output::table(&["chance", "move"], &outcomes.iter().map(row).collect::<Vec<_>>())
}
