// What was played, in words, and as steps to go to.

import { byId, h } from "./dom.js";
import { seatOf } from "./session.js";

/** A step in words, as whoever looks at a state may know it. */
export function describeStep(session, at, seen) {
  const mover = seatOf(session.steps[at - 1]);
  const { moves, views } = session.steps[at];
  const words = seen.seen_by === undefined ? moves : (views[seen.seen_by] ?? []);
  return { mover, text: words.join("; ") };
}

/** Lists the steps of a game; a click leads to what followed one. */
export function showHistory(session, seen, goTo) {
  const step = (_, index) => {
    const at = index + 1;
    const { mover, text } = describeStep(session, at, seen);
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
