// A game that is being played: its positions and the moves between them. It knows nothing of
// the page.

import { USUAL_AGENT } from "./agents.js";
import { ask } from "./service.js";

/** The seat is played by whoever sits at the page. */
export const YOU = "you";

const MAX_SEED = 1_000_000_000_000_000;

/** The seat that decides in a step's position: as its state says, or as the service said when it was shown. */
export const seatOf = (step) => step?.state.turn?.seat ?? step?.seat;

export class Session {
  /**
   * @param {string} game
   * @param {{rules: object, seed: number, agents: string[], start?: string}} origin `start` is a
   *   state on one line, if the game did not begin with a deal of the seed.
   * @param {object} state the first position
   */
  constructor(game, origin, state) {
    this.game = game;
    Object.assign(this, origin);
    /** Positions in which somebody decides, with the moves that led there and, by seat, the same as that seat may know them. */
    this.steps = [{ moves: [], views: [], state }];
    this.at = 0;
  }

  /** A new game of some rules. */
  static async deal(game, rules, seed, agents) {
    const { state } = await ask(game, "new", { rules, seed });
    return new Session(game, { rules, seed, agents }, state);
  }

  /** A game that goes on from a state; without agents, whoever is to move is played by hand. */
  static async from(game, text, seed, agents) {
    const { state, one_line: start } = await ask(game, "validate", { state: text });
    const { players = 2 } = state.rules;
    const other = (seat) => (agents.length > 0 || seat === state.turn?.seat ? YOU : USUAL_AGENT);
    const seated = Array.from({ length: players }, (_, seat) => agents[seat] ?? other(seat));
    return new Session(game, { rules: state.rules, seed, agents: seated, start }, state);
  }

  /** What a link asks for. */
  static async linked({ game, rules, seed, agents, start, moves, at }) {
    const session = start
      ? await Session.from(game, start, seed, agents)
      : await Session.deal(game, rules, seed, agents);
    if (moves.length > 0) await session.follow(moves);
    session.at = Math.min(at ?? session.end, session.end);
    return session;
  }

  /** A log: every move is a step. */
  static async logged(log, seed, agents) {
    const game = log.format.split("/")[0];
    const { states, state, views } = await ask(game, "replay", { log, states: true, views: true });
    const all = [...states, state];
    const session = await Session.from(game, all[0], seed, log.agents ?? agents);
    log.moves.forEach((move, index) => {
      const seen = views.map((texts) => [texts[index]]);
      session.steps.push({ moves: [move], views: seen, state: all[index + 1] });
    });
    session.at = session.end;
    return session;
  }

  /** Replays steps of one or more moves each. */
  async follow(groups) {
    const { game, state } = this;
    const log = { format: `${game}/log/1`, rules: state.rules, start: state, moves: groups.flat() };
    const replayed = await ask(game, "replay", { log, states: true, views: true });
    const states = [...replayed.states, replayed.state];
    let made = 0;
    for (const moves of groups) {
      const seen = replayed.views.map((texts) => texts.slice(made, made + moves.length));
      made += moves.length;
      this.steps.push({ moves, views: seen, state: states[made] });
    }
  }

  get state() {
    return this.steps[this.at].state;
  }

  get end() {
    return this.steps.length - 1;
  }

  /** Makes a move; what chance does then is drawn. Whatever came after this position is gone. */
  async play(move) {
    const { state, at } = this;
    const moves = move === null ? [] : [move];
    const answer = await ask(this.game, "play", { state, moves, seed: this.seed, views: true });
    const step = { moves: answer.played, views: answer.views, state: answer.state };
    if (step.state.seen_by !== undefined) {
      const { one_line } = await ask(this.game, "validate", { state: step.state });
      step.start = one_line;
    }
    this.steps.length = at + 1;
    this.steps.push(step);
    this.at = at + 1;
  }

  /** What an agent would play here. */
  async choice(agent, moves, signal) {
    if (moves.length === 1) return moves[0].move;
    const seed = (this.seed + this.at) % MAX_SEED;
    const question = { state: this.state, agent, top: 1, games: 1, seed };
    return (await ask(this.game, "advise", question, signal)).advice[0].move;
  }

  /** What a link must say. */
  get link() {
    const { game, seed, agents, at, end } = this;
    const shown = { game, seed, agents: agents.join(",") };
    // What a seat sees cannot be replayed: its link begins where it stands.
    if (this.state.seen_by !== undefined) {
      return { ...shown, start: this.steps[at].start ?? this.start };
    }
    const moves = this.steps.slice(1).map((step) => step.moves.join(";"));
    return {
      ...shown,
      rules: this.start ? undefined : JSON.stringify(this.rules),
      start: this.start,
      moves: moves.join("~"),
      at: at === end ? undefined : at,
    };
  }
}
