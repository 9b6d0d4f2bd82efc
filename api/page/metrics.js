// Written from the registry of metrics by engine/tests/reference.rs.

/** Metrics that people look at first. */
export const FIRST = [
  "win_share",
  "points",
  "turns",
  "margin",
  "seat_spread",
  "close",
  "lead_changes",
];

/** Metrics between 0 and 1, read in percent; those of a family begin with `name_`. */
export const FRACTIONS = [
  "win_share",
  "close",
  "shared_win",
  "leader_at_half_wins",
  "drama",
  "lead_stability",
  "decisiveness",
  "stalemate",
  "unfinished",
  "seat_spread",
  "outcome_uniformity",
  "agent_win_share",
  "share_of_points_",
  "reached_",
  "shortage",
  "dead_board",
  "ended_by_building",
];
