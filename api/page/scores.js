// The points of the seats with their sources, live.

import { byId, h } from "./dom.js";
import { YOU } from "./session.js";

/** The seats whose sources are unfolded: at first, that of a player at the page. */
let open = null;

/** Shows what every seat has, and where it comes from; `agents` sit there. */
export function showScores({ seats, leaders, over }, agents) {
  open ??= new Set([Math.max(agents.indexOf(YOU), 0)]);
  const row = ({ seat, points, explanation }) => {
    const leads = leaders.includes(seat) && leaders.length < seats.length;
    const mark = leads ? (over ? " — wins" : " — leads") : "";
    const details = h("details", { open: open.has(seat) },
      h("summary", {}, h("span", { class: `seat seat-${seat}` }, String(seat)), ` ${agents[seat]}: `,
        h("strong", {}, `${points} ${points === 1 ? "point" : "points"}`), mark),
      h("ul", {}, ...explanation.map((line) => h("li", {}, line))));
    details.ontoggle = () => (details.open ? open.add(seat) : open.delete(seat));
    return details;
  };
  byId("scores").replaceChildren(...seats.map(row));
}
