//! Ratings from pairings, after Bradley and Terry: the odds of one agent against another are the
//! ratio of their strengths. 400 Elo points are odds of 10 to 1.

use serde::Serialize;

use super::contest::Pairing;
use super::statistics::Z;

/// An agent's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Most likely ratings with intervals from the information they rest on. Half a win is added to either
/// side of each pairing, so that nobody is infinitely strong.
pub fn ratings(names: &[String], pairings: &[Pairing], seats: usize) -> Vec<Rating> {
    let count = names.len();
    // In a game of several, the one's odds are against all others together.
    let handicap = libm::log((seats.max(2) - 1) as f64);
    let mut strength = vec![0.0f64; count];
    let mut information = vec![vec![0.0; count]; count];
    for _ in 0..200 {
        let mut slope = vec![0.0; count];
        information = vec![vec![0.0; count]; count];
        for pairing in pairings {
            let (a, b) = (pairing.agent, pairing.rival);
            let games = pairing.games as f64 + 1.0;
            let won = pairing.share() * pairing.games as f64 + 0.5;
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
        for row in &mut information {
            row.iter_mut().for_each(|cell| *cell += 1.0);
        }
        let Some(inverse) = inverse(&information) else { break };
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope).map(|(i, s)| i * s).sum()).collect();
        strength.iter_mut().zip(&step).for_each(|(own, step)| *own += step.clamp(-1.0, 1.0));
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / count.max(1) as f64;
    let inverse = inverse(&information).unwrap_or_default();
    let mut ratings: Vec<Rating> = (0..count)
        .map(|index| {
            let elo = (strength[index] - mean) * POINTS;
            // What was added for the mean is taken off again.
            let variance = inverse.get(index).map_or(f64::INFINITY, |row| row[index])
                - 1.0 / (count * count) as f64;
            let error = Z * variance.max(0.0).sqrt() * POINTS;
            Rating { agent: names[index].clone(), elo, elo_low: elo - error, elo_high: elo + error }
        })
        .collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    ratings
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
    use super::{Pairing, ratings};

    fn pairing(agent: usize, rival: usize, won: u64, games: u64) -> Pairing {
        Pairing { agent, rival, games, twelfths: 12 * won, ..Pairing::default() }
    }

    /// 10 to 1 is 400 points, and 3 to 1 is 191.
    #[test]
    fn odds_are_points() {
        let names = ["a", "b"].map(String::from);
        let found = ratings(&names, &[pairing(0, 1, 100_000, 110_000)], 2);
        assert!((found[0].elo - found[1].elo - 400.0).abs() < 0.1, "{found:?}");
        let found = ratings(&names, &[pairing(0, 1, 7500, 10_000)], 2);
        assert!((found[0].elo - found[1].elo - 190.85).abs() < 0.2, "{found:?}");
        assert!(found[0].elo_low < found[0].elo && found[0].elo < found[0].elo_high);
    }

    /// The error of one rating of two is half that of their difference: sqrt(1 / (n p q)) for
    /// the logarithm of the odds.
    #[test]
    fn intervals_rest_on_the_games_played() {
        let names = ["a", "b"].map(String::from);
        let found = ratings(&names, &[pairing(0, 1, 500, 1000)], 2);
        let expected = 1.96 * (1.0f64 / 250.0).sqrt() / 2.0 * 400.0 / std::f64::consts::LN_10;
        assert!((found[0].elo_high - found[0].elo - expected).abs() < 0.1, "{found:?}");
    }

    /// A quarter of the wins against three others is an even strength.
    #[test]
    fn one_against_three_is_fair_at_a_quarter() {
        let names = ["a", "b"].map(String::from);
        let found =
            ratings(&names, &[pairing(0, 1, 25_000, 100_000), pairing(1, 0, 25_000, 100_000)], 4);
        assert!((found[0].elo - found[1].elo).abs() < 0.1, "{found:?}");
    }
}
