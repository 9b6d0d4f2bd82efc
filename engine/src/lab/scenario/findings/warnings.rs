//! How far the players behind the results can be trusted.

use crate::lab::scenario::plan::Plan;

/// How many cases are named before the others are counted.
const NAMED: usize = 3;

/// What to keep in mind, each warning once with the cases that it is about.
pub(super) fn find_warnings(plan: &Plan) -> Vec<String> {
    let mut by_warning: Vec<(&str, Vec<&str>)> = Vec::new();
    for (case, description) in plan.cases.iter().enumerate() {
        let (planned, at) = plan.find(case);
        for warning in planned.block.warnings(at) {
            match by_warning.iter_mut().find(|(known, _)| known == warning) {
                Some((_, cases)) => cases.push(&description.name),
                None => by_warning.push((warning, vec![&description.name])),
            }
        }
    }
    let sentence = |(warning, cases): &(&str, Vec<&str>)| {
        if cases.len() == plan.cases.len() {
            return (*warning).to_string();
        }
        let names = cases[..cases.len().min(NAMED)].join(", ");
        let more = match cases.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{names}{more}: {warning}")
    };
    by_warning.iter().map(sentence).collect()
}
