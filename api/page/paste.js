// Texts that somebody has copied from somewhere.

import { ask } from "./service.js";
import { Session } from "./session.js";

/**
 * The game that a pasted text holds: a state, on one line or as JSON, or a log.
 *
 * @param {string[]} known the names of the games
 * @param {{seed: number, agents: string[]}} origin of the game that is being played
 */
export async function pasted(text, known, { seed, agents }) {
  let given = text;
  let format = text.match(/^\(format:([^,)]*)/)?.[1];
  if (!text.startsWith("(")) {
    try {
      given = JSON.parse(text);
    } catch (error) {
      throw new Error(`This is no JSON: ${error.message}`);
    }
    if (given?.state && !given.format) given = given.state;
    format = given?.format;
  }
  const [game, kind] = String(format ?? "").split("/");
  if (!known.includes(game)) {
    const formats = known.map((name) => `${name}/state/1`).join(", ");
    throw new Error(format ? `There is no game of the format ${format}; there are ${formats}.` : `The text has no "format"; it is one of ${formats}.`);
  }
  const session = await (kind === "log" ? Session.logged(given, seed, agents) : Session.from(game, given, seed, agents));
  // Of what a seat sees, a game can go on only while that seat is to move.
  await ask(game, "moves", { state: session.state });
  return session;
}
