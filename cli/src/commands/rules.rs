//! `towerlab rules`: the rules page of a game, or its parameters.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use towerlab_engine::game::Rule;
use towerlab_engine::games::parameters::ParameterDocument;

use crate::Common;
use crate::failure::Failure;
use crate::{output, registry};

/// Print the rules of a game as the engine plays them.
///
/// Covers components and parameters, moves and their notation, chance, the end of the game, every
/// ruling with its reason, and the sources of all values.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab rules tower-up | less
  towerlab rules tower-up --parameters")]
pub struct RulesCommand {
    /// The game, such as tower-up
    game: String,
    /// Print only the parameters that --set takes: default, values of the rulebook, permitted
    /// values and meaning
    #[arg(long)]
    parameters: bool,
}

/// The parameters as JSON.
#[derive(Serialize)]
struct ParameterList {
    game: &'static str,
    parameters: Vec<ParameterDocument>,
}

/// The rules as JSON.
#[derive(Serialize)]
struct RulesPage {
    game: &'static str,
    page: &'static str,
    rules: Vec<RuleEntry>,
}

/// A rule that can forbid a move.
#[derive(Serialize)]
struct RuleEntry {
    id: &'static str,
    section: &'static str,
}

impl RulesCommand {
    /// Prints the page, or the parameters.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let service = registry::service(common, &self.game)?;
        if self.parameters {
            let parameters = service.parameters();
            if common.json {
                return Ok(output::json(&ParameterList { game: service.name(), parameters })?);
            }
            return Ok(write_parameters(&mut output::stdout(), &parameters)?);
        }
        if common.json {
            let entry = |rule: &Rule| RuleEntry { id: rule.id, section: rule.section };
            let rules = service.rules().iter().map(entry).collect();
            let page = RulesPage { game: service.name(), page: service.page(), rules };
            return Ok(output::json(&page)?);
        }
        io::stdout().write_all(service.page().as_bytes())?;
        Ok(())
    }
}

fn write_parameters(out: &mut impl Write, parameters: &[ParameterDocument]) -> io::Result<()> {
    for parameter in parameters {
        let ParameterDocument { name, rulebook, permitted, meaning, .. } = parameter;
        writeln!(out, "{} = {}", output::bold(name), parameter.default_text())?;
        writeln!(out, "    {meaning}")?;
        if parameter.ours {
            writeln!(out, "    No rulebook has this parameter: the engine adds it.")?;
        }
        if rulebook == permitted {
            writeln!(out, "    Values: {permitted}")?;
        } else {
            let without = if parameter.ours { "Without beyond_rulebook" } else { "Rulebook" };
            writeln!(out, "    {without}: {rulebook}")?;
            writeln!(out, "    With beyond_rulebook: {permitted}")?;
        }
    }
    Ok(())
}
