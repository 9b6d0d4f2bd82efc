// The form in which a new game is chosen: game, players, rules and seed.

import { USUAL_AGENT, including, listAgents } from "./agents.js";
import { byId, fill, h, showFaults, titles } from "./dom.js";
import { Session, YOU } from "./session.js";
import { readFields, showFields } from "./variant.js";

const ITERATIONS = [200, 1000, 5000];

const form = byId("new-game");
const field = (name) => form.elements.namedItem(name);
let games = [];
let agentNames = [];
let shownSeed = null;

/** Who sits where if nothing is said. */
export const usual = (seat) => (seat === 0 ? YOU : USUAL_AGENT);

/** Shows a game in the form. */
export async function fillForm(known, { game, rules, seed, agents }) {
  games = known;
  agentNames = [YOU, ...(await listAgents(ITERATIONS))];
  shownSeed = seed;
  fill(field("game"), titles(games), game);
  field("seed").value = seed;
  fillSeats(game, rules.players, agents);
  await showFields(byId("play-rules"), game, rules);
}

/** Calls back with every game that is asked for, still under way. */
export function onStart(begin) {
  form.onsubmit = async (event) => {
    event.preventDefault();
    showFaults(byId("setup-faults"));
    try {
      const rules = { players: Number(field("players").value), ...readFields(byId("play-rules")) };
      await begin(Session.deal(field("game").value, rules, Number(field("seed").value), seatedAgents()));
    } catch (error) {
      showFaults(byId("setup-faults"), error);
    }
  };
}

/** Unfolds the form. */
export function openSetup() {
  byId("setup").open = true;
  byId("setup").scrollIntoView();
  field("game").focus();
}

function fillSeats(game, players, agents) {
  const { least_players: least, most_players: most } = games.find(({ name }) => name === game);
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const count = counts.includes(Number(players)) ? Number(players) : Math.max(2, least);
  fill(field("players"), counts, count);
  const seat = (_, number) => {
    const chosen = agents[number] ?? usual(number);
    const select = h("select", { "data-agent": number });
    fill(select, including(agentNames, chosen), chosen);
    return h("label", {}, `Seat ${number} `, select);
  };
  byId("seats").replaceChildren(...Array.from({ length: count }, seat));
}

const seatedAgents = () => [...byId("seats").querySelectorAll("select")].map(({ value }) => value);

field("game").onchange = async () => {
  fillSeats(field("game").value, 2, []);
  await showFields(byId("play-rules"), field("game").value, {});
};
field("players").onchange = () => fillSeats(field("game").value, field("players").value, seatedAgents());
byId("setup").ontoggle = () => {
  // Who wants a new game wants another deal.
  const isSame = Number(field("seed").value) === shownSeed;
  if (byId("setup").open && isSame) field("seed").value = Math.floor(Math.random() * 1_000_000);
};
// A fault cannot be shown where nothing is.
form.addEventListener("invalid", (event) => event.target.closest("details").setAttribute("open", ""), true);
