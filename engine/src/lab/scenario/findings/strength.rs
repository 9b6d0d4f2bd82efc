//! Whether findings hold with stronger play, where a scenario is played by several agents.

use super::subject::subject;
use super::wording::capitalised;
use crate::lab::metrics::TURNS;
use crate::lab::scenario::plan::Plan;
use crate::lab::scenario::results::CaseResults;

/// How a figure changes from the first agent to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    Stable,
    Grows,
    Shrinks,
    Vanishes,
    Reverses,
    Noise,
}

impl Trend {
    fn in_words(self) -> &'static str {
        match self {
            Trend::Stable => "is stable with strength",
            Trend::Grows => "grows with strength",
            Trend::Shrinks => "shrinks with strength",
            Trend::Vanishes => "vanishes with strength",
            Trend::Reverses => "reverses with strength",
            Trend::Noise => "is within noise",
        }
    }
}

/// A figure as one agent's games show it, with its 95 % interval.
#[derive(Clone, Copy, Debug)]
struct Figure {
    mean: f64,
    low: f64,
    high: f64,
}

impl Figure {
    fn is_effect(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether two figures differ by more than their intervals allow.
    fn differs_from(&self, other: &Figure) -> bool {
        let allowed = (self.half_width().powi(2) + other.half_width().powi(2)).sqrt();
        (self.mean - other.mean).abs() > allowed
    }
}

/// Compares the weakest player's figure with the strongest's.
fn trend(figures: &[Figure]) -> Trend {
    let [first, .., last] = figures else { return Trend::Noise };
    if !first.is_effect() && !last.is_effect() {
        Trend::Noise
    } else if first.is_effect() && last.is_effect() && first.mean * last.mean < 0.0 {
        Trend::Reverses
    } else if !first.differs_from(last) {
        Trend::Stable
    } else if !last.is_effect() {
        Trend::Vanishes
    } else if last.mean.abs() > first.mean.abs() {
        Trend::Grows
    } else {
        Trend::Shrinks
    }
}

/// What is compared: how it is called, how it is read off a case, and its unit.
struct Quantity {
    name: &'static str,
    scale: f64,
    unit: &'static str,
    read: fn(&CaseResults) -> Option<Figure>,
}

/// The figures of a case that others are compared with.
const OF_BASELINES: [Quantity; 1] =
    [Quantity { name: "the edge of seat 0", scale: 100.0, unit: "points", read: read_edge }];

/// What a case does, compared with its baseline.
const OF_EFFECTS: [Quantity; 2] = [
    Quantity { name: "the effect on length", scale: 1.0, unit: "turns", read: read_length },
    Quantity { name: "the effect on seat 0", scale: 100.0, unit: "points", read: read_seat },
];

/// The first seat's share above a fair one.
fn read_edge(case: &CaseResults) -> Option<Figure> {
    let share = case.win_shares().next()?;
    let fair = 1.0 / f64::from(case.players);
    Some(Figure { mean: share.mean - fair, low: share.low? - fair, high: share.high? - fair })
}

fn read_length(case: &CaseResults) -> Option<Figure> {
    let difference = case.metric(TURNS.id, None)?.difference?;
    Some(Figure { mean: difference.mean, low: difference.low, high: difference.high })
}

fn read_seat(case: &CaseResults) -> Option<Figure> {
    let difference = case.win_shares().next()?.difference?;
    Some(Figure { mean: difference.mean, low: difference.low, high: difference.high })
}

/// Whether each finding holds from the first agent to the last. The order is the scenario's, which
/// should name the weakest first.
pub(super) fn find_trends(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let is_alike = |case: &CaseResults| case.agents.windows(2).all(|pair| pair[0] == pair[1]);
        let is_family = |other: &&CaseResults| {
            is_alike(other)
                && (other.players, &other.settings, &other.components)
                    == (case.players, &case.settings, &case.components)
        };
        let family: Vec<&CaseResults> = cases.iter().filter(is_family).collect();
        let is_first = family.first().is_some_and(|first| std::ptr::eq(*first, case));
        if case.players < 2 || family.len() < 2 || !is_first {
            continue;
        }
        let baseline = plan.cases[at].baseline.map(|baseline| &cases[baseline]);
        let quantities = if baseline.is_some() { &OF_EFFECTS[..] } else { &OF_BASELINES[..] };
        let clauses = quantities.iter().filter_map(|quantity| describe(quantity, &family));
        let name = match baseline {
            Some(_) => capitalised(&subject(case, baseline).text),
            None => "The baseline".into(),
        };
        let agents: Vec<&str> = family.iter().map(|it| it.agents[0].as_str()).collect();
        let clauses: Vec<String> = clauses.collect();
        if !clauses.is_empty() {
            sentences.push(format!(
                "{name} with {} players, from {}: {}.",
                case.players,
                agents.join(" to "),
                clauses.join("; ")
            ));
        }
    }
    sentences
}

fn describe(quantity: &Quantity, family: &[&CaseResults]) -> Option<String> {
    let figures: Option<Vec<Figure>> = family.iter().map(|case| (quantity.read)(case)).collect();
    let figures = figures?;
    let numbers = figures.iter().map(|figure| {
        format!("{:+.1} ±{:.1}", figure.mean * quantity.scale, figure.half_width() * quantity.scale)
    });
    let numbers: Vec<String> = numbers.collect();
    let Quantity { name, unit, .. } = quantity;
    Some(format!("{name} {} ({} {unit})", trend(&figures).in_words(), numbers.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{Figure, Trend, trend};

    fn figure(mean: f64, half_width: f64) -> Figure {
        Figure { mean, low: mean - half_width, high: mean + half_width }
    }

    #[test]
    fn a_trend_compares_the_first_agent_with_the_last() {
        let trend_of =
            |figures: [(f64, f64); 3]| trend(&figures.map(|(mean, half)| figure(mean, half)));
        assert_eq!(trend_of([(3.7, 0.2), (-1.8, 0.2), (-0.7, 0.2)]), Trend::Reverses);
        assert_eq!(trend_of([(4.7, 0.7), (6.0, 0.7), (11.2, 1.5)]), Trend::Grows);
        assert_eq!(trend_of([(11.2, 1.5), (6.0, 0.7), (4.7, 0.7)]), Trend::Shrinks);
        assert_eq!(trend_of([(1.4, 0.2), (1.3, 0.2), (1.5, 0.3)]), Trend::Stable);
        assert_eq!(trend_of([(0.1, 0.2), (-0.1, 0.2), (0.1, 0.3)]), Trend::Noise);
        assert_eq!(trend_of([(0.1, 0.2), (0.5, 0.2), (2.0, 0.3)]), Trend::Grows);
        assert_eq!(trend_of([(4.4, 1.3), (0.0, 0.6), (-0.1, 0.6)]), Trend::Vanishes);
    }
}
