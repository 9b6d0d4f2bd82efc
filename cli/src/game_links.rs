//! Links from a row of `games.csv` to that game in the HTTP service.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use towerlab_engine::agents::Spec;
use towerlab_engine::lab::scenario::Plan;

/// What a query value keeps as it is: unreserved characters, and the `,` and `:` of agent names.
const QUERY_VALUE: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b',').remove(b':');

/// The URL of every game of a scenario, by case.
pub struct GameLinks {
    cases: Vec<CaseLink>,
}

/// A URL around the number of a game.
struct CaseLink {
    before: String,
    after: String,
}

impl GameLinks {
    /// Links into the service at `service`.
    pub fn new(service: &str, plan: &Plan) -> GameLinks {
        let link = |case: usize| {
            let (planned, at) = plan.find(case);
            let agents: Vec<String> = plan.cases[case].agents.iter().map(Spec::to_string).collect();
            let rules = planned.block.rules(at).to_string();
            let (service, scenario) = (service.trim_end_matches('/'), &plan.scenario);
            CaseLink {
                before: format!("{service}/v1/{}/games/", scenario.game),
                after: format!(
                    "?seed={}&agents={}&rules={}",
                    scenario.seed,
                    utf8_percent_encode(&agents.join(","), QUERY_VALUE),
                    utf8_percent_encode(&rules, QUERY_VALUE),
                ),
            }
        };
        GameLinks { cases: (0..plan.cases.len()).map(link).collect() }
    }

    /// The URL of a game of a case.
    pub fn url(&self, case: usize, game: u64) -> String {
        let CaseLink { before, after } = &self.cases[case];
        format!("{before}{game}{after}")
    }
}
