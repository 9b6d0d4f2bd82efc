// A small balance experiment: a rule takes several values, agents play, and the figures are
// compared. Everything is in one address of the service, which also gives the CSV.

import { USUAL_AGENT, including, listAgents } from "./agents.js";
import { chart } from "./chart.js";
import { byId, copy, fill, h, marked, showFaults, titles, words } from "./dom.js";
import { write } from "./link.js";
import { FIRST, FRACTIONS } from "./metrics.js";
import { Problem, get } from "./service.js";
import { simpleRules } from "./variant.js";

const ITERATIONS = [20, 100];
const NOTHING = "";
/** The question that the page opens with. */
const QUESTION = { game: "tower-up", players: "3", vary: "starting_floors", values: "3,5,7" };

const form = byId("experiment-form");
const field = (name) => form.elements.namedItem(name);
let games = [];
let running = null;
let results = null;
let linked = {};

function remember(shown) {
  linked = { view: "experiment", ...shown };
  write(linked);
}

async function fillRules(game, chosen) {
  const rules = await simpleRules(game);
  const names = rules.filter(({ name }) => name !== "beyond_rulebook");
  const choices = names.map(({ name }) => [name, words(name)]);
  fill(field("vary"), [[NOTHING, "nothing: one case"], ...choices], chosen);
  explain(names);
  field("vary").onchange = () => explain(names);
}

function explain(rules) {
  const rule = rules.find(({ name }) => name === field("vary").value);
  field("values").disabled = !rule;
  const range = rule?.values ? `Values: ${rule.values.join(", ")}.` : "";
  byId("values-hint").textContent = rule ? `${rule.description} ${range}` : "";
}

function fillPlayers(game, chosen) {
  const { least_players: least, most_players: most } = games.find(({ name }) => name === game);
  const counts = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  const every = least === most ? [] : [[`${least}..${most}`, `${least} to ${most}`]];
  fill(field("players"), [...counts, ...every], chosen ?? Math.max(least, 2));
}

function query({ players, vary, values, agent, games: count, seed, beyond }) {
  const asked = { players, agent, games: count, seed };
  if (beyond) asked.beyond_rulebook = "true";
  if (vary) asked[vary] = values;
  return new URLSearchParams(asked).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

function asked() {
  const value = (name) => field(name).value.trim();
  const names = ["game", "players", "vary", "values", "agent", "games", "seed"];
  const given = Object.fromEntries(names.map((name) => [name, value(name)]));
  if (!given.vary) given.values = "";
  return { ...given, beyond: field("beyond").checked ? "1" : "" };
}

/** Shows the form as a link says, and runs what it asks for. */
export async function show(shown, known) {
  // Whoever comes back finds what was left.
  if (!shown.game && games.length > 0) return write(linked);
  games = known;
  const wanted = shown.game ? shown : { ...QUESTION };
  if (!games.some(({ name }) => name === wanted.game)) wanted.game = QUESTION.game;
  fill(field("game"), titles(games), wanted.game);
  fillPlayers(wanted.game, wanted.players);
  const agent = wanted.agent ?? USUAL_AGENT;
  fill(field("agent"), including(await listAgents(ITERATIONS), agent), agent);
  field("values").value = wanted.values ?? "";
  field("games").value = wanted.games ?? 200;
  field("seed").value = wanted.seed ?? 1;
  field("beyond").checked = Boolean(wanted.beyond);
  await fillRules(wanted.game, wanted.vary ?? NOTHING);
  if (shown.run) await run(wanted.metric);
  else remember(asked());
}

field("game").onchange = async () => {
  showFaults(byId("experiment-faults"));
  byId("results").hidden = true;
  byId("experiment-status").textContent = "";
  fillPlayers(field("game").value);
  await fillRules(field("game").value, NOTHING);
  field("values").value = "";
};

form.onsubmit = (event) => {
  event.preventDefault();
  run(byId("metric").value || undefined);
};

byId("cancel-experiment").onclick = () => running?.abort();
byId("copy-experiment").onclick = (event) => copy(event.target, location.href);

async function run(metric) {
  running?.abort();
  const own = (running = new AbortController());
  const given = asked();
  const status = byId("experiment-status");
  remember({ ...given, run: 1, metric });
  showFaults(byId("experiment-faults"));
  byId("results").hidden = true;
  byId("cancel-experiment").hidden = false;
  status.textContent = "Playing…";
  const begin = performance.now();
  try {
    const address = `v1/${given.game}/balance`;
    const answer = await get(`${address}?${query(given)}`, own.signal);
    if (running !== own) return;
    results = answer;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const count = results.cases.reduce((sum, { games: own }) => sum + own, 0);
    status.textContent = `${count} games in ${seconds} s.`;
    byId("csv").href = byId("csv-address").href = `${address}.csv?${query(given)}`;
    byId("csv").download = `${given.game}-balance.csv`;
    showResults(metric, (metric) => remember({ ...given, run: 1, metric }));
  } catch (error) {
    if (running !== own) return;
    status.textContent = error.name === "AbortError" ? "Stopped." : "";
    if (error.name !== "AbortError") showFaults(byId("experiment-faults"), error instanceof Problem ? error : { message: String(error) });
  } finally {
    if (running === own) byId("cancel-experiment").hidden = true;
  }
}

function showResults(metric, chosen) {
  byId("findings").replaceChildren(...results.findings.map(({ text }) => h("li", {}, ...marked(text))));
  const known = new Set(results.cases.flatMap(({ metrics }) => metrics.map((own) => own.metric)));
  const rest = [...known].filter((name) => !FIRST.includes(name)).sort();
  const names = [...FIRST.filter((name) => known.has(name)), ...rest];
  const select = byId("metric");
  fill(select, names.map((name) => [name, words(name)]), known.has(metric) ? metric : names[0]);
  select.onchange = () => {
    chosen(select.value);
    showMetric(select.value);
  };
  showMetric(select.value);
  byId("results").hidden = false;
}

function showMetric(metric) {
  const { cases } = results;
  const of = (own, seat) => own.metrics.find((it) => it.metric === metric && it.seat === seat);
  const most = Math.max(...cases.map(({ players }) => players));
  const seats = Array.from({ length: most }, (_, seat) => seat);
  const bySeat = cases.some((own) => of(own, 0));
  const series = (bySeat ? seats : [null]).map((seat) => ({ seat, points: cases.map((own) => of(own, seat)) }));
  const fair = metric === "win_share" && cases.every(({ players }) => players === most) && most > 1 ? 1 / most : undefined;
  const isShare = FRACTIONS.some((id) => (id.endsWith("_") ? metric.startsWith(id) : metric === id));
  const hasIntervals = series.some(({ points }) => points.some((point) => point?.low !== undefined && point.low !== null));
  const title = `${words(metric)}${bySeat ? " by seat" : ""}${hasIntervals ? ", with 95 % intervals" : ""}`;
  byId("chart").replaceChildren(chart(title, cases.map((own) => own.case), series, { fair, isShare }));
  const head = h("tr", {}, ...["case", "players", "games"].map((text) => h("th", { scope: "col" }, text)),
    ...series.map(({ seat }) => h("th", { scope: "col" }, seat === null ? words(metric) : `seat ${seat}`)));
  const written = (point) => {
    if (!point) return "";
    const digits = (value) => (isShare ? (100 * value).toFixed(1) : value.toFixed(2));
    const range = point.low === undefined || point.low === null ? "" : ` [${digits(point.low)}, ${digits(point.high)}]`;
    return `${digits(point.mean)}${isShare ? " %" : ""}${range}`;
  };
  const row = (own, index) => h("tr", {}, h("th", { scope: "row" }, own.case), h("td", {}, String(own.players)),
    h("td", {}, String(own.games)), ...series.map(({ points }) => h("td", {}, written(points[index]))));
  byId("figures").replaceChildren(h("thead", {}, head), h("tbody", {}, ...cases.map(row)));
}
