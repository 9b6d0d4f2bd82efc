//! How the race for points went, turn by turn.

use crate::agents::{GameResult, MAX_AGENTS};

/// Parts of a turn count are kept in thousandths.
pub const THOUSAND: i32 = 1000;

/// Points of every seat at the beginning of a turn.
pub type Standings = [i32; MAX_AGENTS];

/// How the race for points went; nothing where a game does not say. The winner is the first of
/// those who share the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Race {
    /// How far the winner is ahead of the second best.
    pub margin: Option<i32>,
    /// The best points.
    pub winner_points: Option<i32>,
    /// Whether the margin is at most a twentieth of the winner's points.
    pub close: Option<bool>,
    /// Whether several share the win.
    pub shared_win: Option<bool>,
    /// How often another seat comes to lead alone.
    pub lead_changes: Option<i32>,
    /// Twelfths of the win of the seat that leads alone at half-time.
    pub leader_at_half_wins: Option<i32>,
    /// In thousandths, how far the winner was behind when it was.
    pub drama: Option<i32>,
    /// In thousandths, the part of the turns in which the winner leads.
    pub lead_stability: Option<i32>,
    /// In thousandths, the part of the game after which the winner leads alone for good.
    pub decisiveness: Option<i32>,
}

impl Race {
    /// The race of a finished game, with the standings at the beginning of every turn.
    pub fn new(course: &[Standings], ended: &GameResult, seats: usize) -> Race {
        let points = &ended.points[..seats];
        let shares = &ended.twelfths[..seats];
        let Some(winner) = shares.iter().position(|part| *part > 0) else {
            return Race::default();
        };
        let own = points[winner];
        let best = points.iter().copied().max().unwrap_or(own);
        let is_shared = shares.iter().filter(|part| **part > 0).count() > 1;
        let result =
            Race { winner_points: Some(best), shared_win: Some(is_shared), ..Race::default() };
        if seats < 2 {
            return result;
        }
        let rival = (0..seats).filter(|seat| *seat != winner).map(|seat| points[seat]).max();
        let margin = (own - rival.unwrap_or(own)).max(0);
        // The first turn begins level and says nothing.
        let later = &course[1.min(course.len())..];
        let mut leads = Leads::default();
        for (at, standings) in later.iter().enumerate() {
            leads.add(at, &standings[..seats], winner, best);
            if at == later.len() / 2 {
                leads.at_half = leads.sole.map(|sole| ended.twelfths[sole] as i32);
            }
        }
        let part = |count: usize| (count * THOUSAND as usize).checked_div(later.len());
        let part = |count: usize| part(count).map(|part| part as i32);
        Race {
            margin: Some(margin),
            close: Some(margin * 20 <= own.max(0)),
            lead_changes: Some(leads.changes),
            leader_at_half_wins: leads.at_half,
            drama: Some(leads.drama()),
            lead_stability: part(leads.held),
            decisiveness: part(leads.decided),
            ..result
        }
    }
}

/// Who led when.
#[derive(Default)]
struct Leads {
    /// Who leads alone now.
    sole: Option<usize>,
    /// The last who led alone.
    leader: Option<usize>,
    changes: i32,
    at_half: Option<i32>,
    /// Turns at whose beginning the winner leads, alone or with others.
    held: usize,
    /// Turns at whose beginning the winner is behind.
    behind: u32,
    /// How far, added up.
    severity: f64,
    /// Turns until the winner leads alone for good.
    decided: usize,
}

impl Leads {
    fn add(&mut self, at: usize, standings: &[i32], winner: usize, best: i32) {
        let most = standings.iter().copied().max().unwrap_or(0);
        let mut leaders = (0..standings.len()).filter(|seat| standings[*seat] == most);
        self.sole = match (leaders.next(), leaders.next()) {
            (first, None) => first,
            _ => None,
        };
        if self.sole.is_some() {
            self.changes += i32::from(self.leader.is_some() && self.leader != self.sole);
            self.leader = self.sole;
        }
        if self.sole != Some(winner) {
            self.decided = at + 1;
        }
        if standings[winner] == most {
            self.held += 1;
        } else {
            self.behind += 1;
            let distance = f64::from(most - standings[winner]) / f64::from(best.max(1));
            self.severity += distance.sqrt();
        }
    }

    fn drama(&self) -> i32 {
        (self.severity / f64::from(self.behind.max(1)) * f64::from(THOUSAND)).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::Race;
    use crate::agents::GameResult;
    use crate::game::Finish;

    fn ended(points: [i32; 4], twelfths: [u32; 4]) -> GameResult {
        GameResult { twelfths, points, finish: Finish::Decided, decisions: 0, failed: 0 }
    }

    #[test]
    fn a_race_says_who_led_when() {
        // Seat 1 wins 16 to 12, after being 4 behind, level, and ahead for good.
        let course = [[0, 0, 0, 0], [5, 1, 0, 0], [6, 6, 0, 0], [6, 9, 0, 0], [10, 12, 0, 0]];
        let end = ended([12, 16, 0, 0], [0, 12, 0, 0]);
        let expected = Race {
            margin: Some(4),
            winner_points: Some(16),
            close: Some(false),
            shared_win: Some(false),
            lead_changes: Some(1),
            leader_at_half_wins: Some(12),
            // Behind once, by 4 of 16: the root of a quarter is a half.
            drama: Some(500),
            lead_stability: Some(750),
            decisiveness: Some(500),
        };
        assert_eq!(Race::new(&course, &end, 2), expected);
    }

    #[test]
    fn what_a_game_does_not_have_is_nothing() {
        let alone = Race::new(&[[0; 4], [5, 0, 0, 0]], &ended([80, 0, 0, 0], [12, 0, 0, 0]), 1);
        let expected = Race { winner_points: Some(80), shared_win: Some(false), ..Race::default() };
        assert_eq!(alone, expected);
        // Nobody leads alone at half-time.
        let level = Race::new(&[[0; 4], [5, 5, 0, 0]], &ended([9, 9, 0, 0], [6, 6, 0, 0]), 2);
        assert_eq!(level.shared_win, Some(true));
        assert_eq!((level.leader_at_half_wins, level.decisiveness), (None, Some(1000)));
    }
}
