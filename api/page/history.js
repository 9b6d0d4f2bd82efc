// What was played, in words, and as steps to go to.

import { byId, h } from "./dom.js";

/** Moves that name cards which only the player sees who makes them: of the black market; to build. */
const MARKET = /^(sees|put back) .*/;
const BUILD = /^(deal|draws|choose) .*/;

/** A step in words, as whoever sees a state may know it. */
export function told(session, at, seen) {
  const mover = session.steps[at - 1]?.state.turn?.seat;
  const isOther = seen.seen_by !== undefined && seen.seen_by !== mover;
  const { players, friendlier } = seen.rules ?? {};
  const secrets = players === 2 || friendlier ? [MARKET, BUILD] : [MARKET];
  const hidden = (move) => secrets.reduce((text, secret) => text.replace(secret, "$1 a card"), move);
  const words = session.steps[at].moves.map((move) => (isOther ? hidden(move) : move));
  return { mover, text: words.join("; ") };
}

/** Lists the steps of a game; a click leads to what followed one. */
export function showHistory(session, seen, goTo) {
  const step = (_, index) => {
    const at = index + 1;
    const { mover, text } = told(session, at, seen);
    const current = at === session.at ? "step" : undefined;
    const seat = mover === undefined ? null : h("span", { class: `seat seat-${mover}` }, String(mover));
    const onclick = () => goTo(at);
    return h("li", {}, h("button", { type: "button", class: "move", "aria-current": current, onclick }, seat, ` ${text}`));
  };
  const items = session.steps.slice(1).map(step);
  byId("history").hidden = items.length === 0;
  const list = byId("history-steps");
  list.replaceChildren(...items);
  const toCurrent = () => {
    const current = items[session.at - 1];
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  byId("history").ontoggle = toCurrent;
  toCurrent();
}
