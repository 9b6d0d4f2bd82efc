//! Ratings from pairings, after Bradley and Terry: the odds of one agent against another are the
//! ratio of their strengths. 400 Elo points are odds of 10 to 1.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::matches::PairingTally;
use super::statistics::Z;

/// An agent's rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// The agent.
    pub agent: String,
    /// Elo points; all together have the mean 0.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
}

/// Elo points of one unit of strength.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Most likely ratings of the agents that have played, the best first, with intervals from the
/// information they rest on. Fewer than two agents have no ratings. Half a win is added to either
/// side of each pairing, so that no agent is infinitely strong.
pub fn rate_agents(
    names: &[String],
    has_played: &[bool],
    pairings: &[PairingTally],
    seats: usize,
) -> Vec<Rating> {
    let rated: Vec<usize> = (0..names.len()).filter(|agent| has_played[*agent]).collect();
    if rated.len() < 2 {
        return Vec::new();
    }
    let place = |agent: usize| rated.iter().position(|own| *own == agent);
    let pairings: Vec<RatedPairing> = pairings
        .iter()
        .filter_map(|it| Some(RatedPairing::new(place(it.agent)?, place(it.rival)?, it)))
        .collect();
    // In a game of several, the agent's odds are against all others together.
    let handicap = libm::log((seats.max(2) - 1) as f64);
    let mut ratings: Vec<Rating> = Strengths::fit(rated.len(), &pairings, handicap)
        .elo_points()
        .zip(&rated)
        .map(|((elo, error), agent)| Rating {
            agent: names[*agent].clone(),
            elo,
            elo_low: elo - error,
            elo_high: elo + error,
        })
        .collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    ratings
}

/// A pairing of two rated agents, with half a win added to either side.
struct RatedPairing {
    agent: usize,
    rival: usize,
    games: f64,
    won: f64,
}

impl RatedPairing {
    fn new(agent: usize, rival: usize, tally: &PairingTally) -> RatedPairing {
        let games = tally.games as f64;
        RatedPairing { agent, rival, games: games + 1.0, won: tally.share() * games + 0.5 }
    }
}

/// Strengths on a logarithmic scale, with the information that they rest on.
struct Strengths {
    strength: Vec<f64>,
    information: Vec<Vec<f64>>,
}

impl Strengths {
    /// The most likely strengths, by Newton's method.
    fn fit(count: usize, pairings: &[RatedPairing], handicap: f64) -> Strengths {
        let mut fit =
            Strengths { strength: vec![0.0; count], information: vec![vec![0.0; count]; count] };
        for _ in 0..200 {
            let slope = fit.measure(pairings, handicap);
            let Some(inverse) = inverse(&fit.information) else { break };
            let step: Vec<f64> = inverse
                .iter()
                .map(|row| row.iter().zip(&slope).map(|(i, s)| i * s).sum())
                .collect();
            fit.strength
                .iter_mut()
                .zip(&step)
                .for_each(|(own, step)| *own += step.clamp(-1.0, 1.0));
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        fit
    }

    /// Sets the information at the present strengths and returns the slope of the likelihood.
    fn measure(&mut self, pairings: &[RatedPairing], handicap: f64) -> Vec<f64> {
        let Strengths { strength, information } = self;
        let mut slope = vec![0.0; strength.len()];
        information.iter_mut().for_each(|row| row.fill(0.0));
        for &RatedPairing { agent: a, rival: b, games, won } in pairings {
            let expected = 1.0 / (1.0 + libm::exp(strength[b] - strength[a] + handicap));
            let weight = games * expected * (1.0 - expected);
            slope[a] += won - games * expected;
            slope[b] -= won - games * expected;
            information[a][a] += weight;
            information[b][b] += weight;
            information[a][b] -= weight;
            information[b][a] -= weight;
        }
        // The mean is fixed at 0, which also makes the matrix one that can be inverted.
        information.iter_mut().flatten().for_each(|cell| *cell += 1.0);
        slope
    }

    /// Elo points with the half widths of their 95 % intervals; the mean is 0.
    fn elo_points(&self) -> impl Iterator<Item = (f64, f64)> {
        let count = self.strength.len();
        let mean = self.strength.iter().sum::<f64>() / count as f64;
        let inverse = inverse(&self.information).unwrap_or_default();
        self.strength.iter().enumerate().map(move |(index, strength)| {
            // What was added for the mean is taken off again.
            let variance = inverse.get(index).map_or(f64::INFINITY, |row| row[index])
                - 1.0 / (count * count) as f64;
            ((strength - mean) * POINTS, Z * variance.max(0.0).sqrt() * POINTS)
        })
    }
}

/// The inverse of a small matrix, by Gauss and Jordan.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|a, b| left[*a][column].abs().total_cmp(&left[*b][column].abs()))?;
        if left[pivot][column].abs() < 1e-12 {
            return None;
        }
        left.swap(column, pivot);
        right.swap(column, pivot);
        let scale = left[column][column];
        left[column].iter_mut().chain(&mut right[column]).for_each(|cell| *cell /= scale);
        for row in (0..n).filter(|row| *row != column) {
            let factor = left[row][column];
            for at in 0..n {
                left[row][at] -= factor * left[column][at];
                right[row][at] -= factor * right[column][at];
            }
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::{PairingTally, rate_agents};

    fn pairing(agent: usize, rival: usize, won: u64, games: u64) -> PairingTally {
        PairingTally { agent, rival, games, twelfths: 12 * won, ..PairingTally::default() }
    }

    /// 10 to 1 is 400 points, and 3 to 1 is 191.
    #[test]
    fn odds_are_points() {
        let names = ["a", "b"].map(String::from);
        let found = rate_agents(&names, &[true; 2], &[pairing(0, 1, 100_000, 110_000)], 2);
        assert!((found[0].elo - found[1].elo - 400.0).abs() < 0.1, "{found:?}");
        let found = rate_agents(&names, &[true; 2], &[pairing(0, 1, 7500, 10_000)], 2);
        assert!((found[0].elo - found[1].elo - 190.85).abs() < 0.2, "{found:?}");
        assert!(found[0].elo_low < found[0].elo && found[0].elo < found[0].elo_high);
    }

    /// The error of one rating of two is half that of their difference: sqrt(1 / (n p q)) for
    /// the logarithm of the odds.
    #[test]
    fn intervals_rest_on_the_games_played() {
        let names = ["a", "b"].map(String::from);
        let found = rate_agents(&names, &[true; 2], &[pairing(0, 1, 500, 1000)], 2);
        let expected = 1.96 * (1.0f64 / 250.0).sqrt() / 2.0 * 400.0 / std::f64::consts::LN_10;
        assert!((found[0].elo_high - found[0].elo - expected).abs() < 0.1, "{found:?}");
    }

    /// A quarter of the wins against three others is an even strength.
    #[test]
    fn one_against_three_is_fair_at_a_quarter() {
        let names = ["a", "b"].map(String::from);
        let found = rate_agents(
            &names,
            &[true; 2],
            &[pairing(0, 1, 25_000, 100_000), pairing(1, 0, 25_000, 100_000)],
            4,
        );
        assert!((found[0].elo - found[1].elo).abs() < 0.1, "{found:?}");
    }
}
