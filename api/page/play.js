// The view in which a game is played: by hand, by agents, forth and back.

import { USUAL_AGENT, including, listAgents } from "./agents.js";
import { Board } from "./board.js";
import { byId, copy, fill, h, save, showFaults, title, words } from "./dom.js";
import { describeStep, showHistory } from "./history.js";
import { write } from "./link.js";
import { pasted } from "./paste.js";
import { showScores } from "./scores.js";
import { ask, draw } from "./service.js";
import { Session, YOU, seatOf } from "./session.js";
import { fillForm, onStart, openSetup, usual } from "./setup.js";

const ITERATIONS = [200, 1000, 5000];
/** Milliseconds before an agent moves, so that eyes can follow what a player has begun. */
const PACE = 250;
/** More moves than this are not listed: clicks and words narrow them down. */
const LISTED = 120;

const board = new Board(byId("board"), clicked);

let games = [];
let session = null;
let theme = "light";
let picture = "";
/** The state as it is shown, and the one behind it. */
let view = {};
let shownState = null;
/** What can happen at the position that is shown. */
let listing = { next: { who: "nobody", winners: [] }, moves: [] };
let isPaused = false;
let isMoving = false;
/** How many games were asked for: only the last one is shown. */
let askedFor = 0;
/** Whatever is under way for the position that is shown. */
let underWay = new AbortController();

/* Which game */

function fromLink(shown) {
  const { game } = games.find(({ name }) => name === shown.game) ? shown : { game: games[0].name };
  const rules = shown.rules ? JSON.parse(shown.rules) : {};
  const least = Math.max(2, games.find(({ name }) => name === game).least_players);
  const players = rules.players ?? least;
  const seated = shown.agents?.split(",") ?? [];
  // A state says itself how many play.
  const seats = Array.from({ length: players }, (_, seat) => seated[seat] ?? usual(seat));
  const agents = shown.start ? seated : seats;
  const moves = shown.moves ? shown.moves.split("~").map((group) => group.split(";").filter(Boolean)) : [];
  const at = /^\d+$/.test(shown.at ?? "") ? Number(shown.at) : undefined;
  const seed = /^\d+$/.test(shown.seed ?? "") ? Number(shown.seed) : 1;
  return { game, rules: { players, ...rules }, seed, agents, start: shown.start, moves, at };
}

/** Shows the game that a link asks for; without one, the game that is being played. */
export async function show(shown, known) {
  games = known;
  if (!shown.game && session) return refresh();
  const adviser = shown.advice ?? USUAL_AGENT;
  const advisers = (await listAgents(ITERATIONS)).filter((agent) => agent !== "random");
  fill(byId("adviser"), including(advisers, adviser), adviser);
  const wanted = fromLink(shown);
  await fillForm(games, wanted);
  try {
    await begin(Session.linked(wanted), { isOpen: shown.open === "1", isPaused: shown.paused === "1" });
  } catch (error) {
    if (session) refresh();
    throw error;
  }
  if (shown.advice) await askAdvice();
}

/** The name of the game that is being played. */
export const gameNow = () => session?.game;

/** Stops what is under way. */
export function leave() {
  underWay.abort();
}

/** Plays another game once it is there; until then, and if it never comes, the old one goes on. */
async function begin(promise, wish = { isOpen: false, isPaused: false }) {
  const own = (askedFor += 1);
  const next = await promise;
  if (own !== askedFor) return;
  leave();
  session = next;
  isPaused = wish.isPaused;
  byId("open-hands").checked = wish.isOpen;
  byId("setup").open = false;
  const { game, agents } = session;
  const changed = Object.entries(session.rules).filter(([name]) => !["players", "components", "beyond_rulebook"].includes(name));
  const variant = changed.map(([name, value]) => `${words(name)} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  const count = `${agents.length} ${agents.length === 1 ? "player" : "players"}`;
  byId("playing").textContent = [`${title(game)}, ${count}`, ...variant].join("; ");
  await fillForm(games, session);
  await refresh();
}

onStart(begin);

/* The position */

/** The seat whose eyes the page has: of several players at it, the one who decides or did last. */
function viewer() {
  const { agents, steps } = session;
  if (isYourTurn()) return listing.next.seat;
  const at = lastOwn();
  return at === null ? agents.indexOf(YOU) : seatOf(steps[at]);
}

/** The state as it may be shown: without what the player at the page cannot know. */
async function seen(signal) {
  const { state, game, agents } = session;
  const isOpen = byId("open-hands").checked;
  byId("secrets").hidden = !isOpen;
  if (!agents.includes(YOU) || isOpen || state.seen_by !== undefined) return state;
  const { state: own } = await ask(game, "view", { state, seat: viewer() }, signal);
  // Most games hide nothing.
  byId("secrets").hidden = own.seen_by === undefined;
  return own;
}

/** Shows the position, and lets agents move on from it. */
async function refresh() {
  leave();
  const own = (underWay = new AbortController());
  const { game, state, steps, at } = session;
  const focused = ["history", "moves-body", "board", "advice"].find((id) => byId(id).contains(document.activeElement));
  try {
    const next = await ask(game, "moves", { state }, own.signal);
    listing = next;
    steps[at].seat = next.next.seat;
    // Nobody has to watch what agents do before the first decision at the page.
    if (isAgentsNext() && !hasBegun()) return await letAgentMove(own.signal);
    const shown = await seen(own.signal);
    const [score, drawn] = await Promise.all([
      ask(game, "score", { state: shown }, own.signal),
      draw(game, shown, theme, own.signal),
    ]);
    [view, shownState, picture] = [shown, state, drawn];
    showScores(score, session.agents);
  } catch (error) {
    return own.signal.aborted ? undefined : fail(error);
  }
  const { next, moves } = listing;
  board.show(picture, game, next.seat, isYourTurn() ? moves : []);
  byId("advice").replaceChildren();
  // Nobody gives away what others would do.
  const isOther = view.seen_by !== undefined && view.seen_by !== next.seat;
  byId("ask-advice").disabled = next.who !== "player" || isOther;
  showSteps();
  showMoves();
  say();
  remember();
  if (focused === "history") byId("history").querySelector("[aria-current]")?.focus({ preventScroll: true });
  else if (focused) byId("moves").focus({ preventScroll: true });
  if (isAgentsNext()) await letAgentMove(own.signal);
}

function fail(error) {
  const message = error.faults?.[0]?.message ?? error.message;
  byId("status").textContent = message;
  board.fail(message);
  shownState = null;
  showSteps();
  byId("moves-body").replaceChildren(button("Try again", () => refresh()));
}

const agentNow = () => (listing.next.who === "player" ? session.agents[listing.next.seat] : null);
const isYourTurn = () => agentNow() === YOU;
const isAgentsTurn = () => agentNow() !== null && agentNow() !== YOU;
const isAgentsNext = () => isAgentsTurn() && session.at === session.end && !isPaused;
const hasBegun = () => lastOwn() !== null || !session.agents.includes(YOU);

function remember(more = {}) {
  const open = byId("open-hands").checked ? 1 : undefined;
  write({ view: "play", ...session.link, open, paused: isPaused ? 1 : undefined, ...more });
}

async function letAgentMove(signal) {
  if (hasBegun()) await new Promise((resolve) => setTimeout(resolve, PACE));
  if (signal.aborted) return;
  try {
    const move = await session.choice(agentNow(), listing.moves, signal);
    if (!signal.aborted) await makeMove(move, signal);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

/**
 * Makes one move at a time: a player's at the position that is shown; an agent's, which brings the
 * signal that may stop it.
 */
async function makeMove(move, signal) {
  const own = session;
  if (isMoving || (!signal && own.state !== shownState)) return;
  isMoving = true;
  try {
    await own.play(move);
  } catch (error) {
    return fail(error);
  } finally {
    isMoving = false;
  }
  // Whatever was asked for meanwhile, this is the position now.
  if (own === session && !byId("play").hidden) await refresh();
}

function say() {
  const { next } = listing;
  const { mover, text } = describeStep(session, session.at, view);
  const who = mover === undefined ? "Played" : `Seat ${mover} played`;
  const before = text ? `${who}: ${text}.` : "";
  const winners = (next.winners ?? []).map((seat) => `seat ${seat}`).join(" and ");
  const one = (next.winners ?? []).length === 1;
  const now = {
    player: () => (isYourTurn() ? `Seat ${next.seat}: your move.` : `Seat ${next.seat} (${agentNow()}) is to move.`),
    chance: () => "Chance is next.",
    nobody: () => `The game is over${winners ? `: ${winners} ${one ? "wins" : "share the win"}` : ""}${next.finish === "decided" ? "" : ` (${next.finish})`}.`,
  };
  byId("status").replaceChildren(h("strong", {}, now[next.who]()), ` ${before}`);
}

function showSteps() {
  const { at, end } = session;
  byId("step").textContent = `${at} of ${end}`;
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("last").disabled = byId("forth").disabled = at === end;
  byId("take-back").disabled = lastOwn() === null;
  byId("save-picture").disabled = byId("copy-link").disabled = false;
  byId("pause").hidden = session.agents.every((agent) => agent === YOU);
  byId("pause").disabled = listing.next.who === "nobody";
  byId("pause").textContent = isPaused ? "Go on" : "Pause";
  showHistory(session, view, goTo);
}

/** The position before this one in which somebody at the page had to decide. */
function lastOwn() {
  const isOwn = (step) => session.agents[seatOf(step)] === YOU;
  for (let at = session.at - 1; at >= 0; at -= 1) if (isOwn(session.steps[at])) return at;
  return null;
}

function goTo(at) {
  if (isMoving || at === null || at < 0 || at > session.end || at === session.at) return;
  session.at = at;
  refresh();
}

byId("first").onclick = () => goTo(0);
byId("back").onclick = () => goTo(session.at - 1);
byId("forth").onclick = () => goTo(session.at + 1);
byId("last").onclick = () => goTo(session.end);
byId("take-back").onclick = () => goTo(lastOwn());
byId("pause").onclick = () => {
  isPaused = !isPaused;
  refresh();
};
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, select, textarea, dialog");
  if (!session || isTyping || byId("play").hidden || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") startOver();
  // There, arrows scroll.
  if (event.target.closest?.("#board, #history-steps")) return;
  if (event.key === "ArrowLeft") goTo(session.at - 1);
  if (event.key === "ArrowRight") goTo(session.at + 1);
});

/* Moves */

function moveButton(move) {
  const onclick = () => makeMove(move.move);
  const button = h("button", { type: "button", class: "move", onclick }, move.move);
  button.onmouseenter = button.onfocus = () => board.point(move);
  button.onmouseleave = button.onblur = () => board.point(null);
  return button;
}

function showMoves() {
  const home = byId("moves-body");
  const { next } = listing;
  if (next.who === "nobody") {
    return home.replaceChildren(button("New game", openSetup));
  }
  if (next.who === "chance") {
    const outcome = (entry) => h("li", {}, moveButton(entry), ` ${(100 * entry.probability).toFixed(1)} %`);
    const draw = button("Draw", () => makeMove(null));
    // What is possible tells what others hold.
    if (view.seen_by !== undefined) return home.replaceChildren(draw);
    return home.replaceChildren(
      draw,
      h("p", { class: "hint" }, "or say what happens:"),
      h("ul", { class: "moves" }, ...next.outcomes.slice(0, LISTED).map(outcome)),
    );
  }
  if (isAgentsTurn()) return home.replaceChildren(...agentControls());
  const filter = h("input", { type: "search", placeholder: "words of a move", "aria-label": "Narrow the moves down" });
  const list = h("ul", { class: "moves" });
  const hint = h("p", { class: "hint", role: "status" });
  const update = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ move }) => wanted.every((word) => move.toLowerCase().includes(word));
    const left = board.left.filter(fits);
    list.replaceChildren(...left.slice(0, LISTED).map((move) => h("li", {}, moveButton(move))));
    const clicks = board.clicked.length > 0 ? `after ${board.clicked.length} click${board.clicked.length === 1 ? "" : "s"}, ` : "";
    const more = left.length > LISTED ? `, the first ${LISTED} listed` : "";
    hint.replaceChildren(`${clicks}${left.length} of ${listing.moves.length} moves${more}`);
    if (board.clicked.length > 0) hint.append(" ", button("Start over", startOver));
  };
  filter.oninput = update;
  home.replaceChildren(hint, listing.moves.length > 8 ? filter : "", list);
  home.update = update;
  update();
}

const button = (text, onclick) => h("button", { type: "button", onclick }, text);

function agentControls() {
  const name = agentNow();
  if (session.at < session.end) {
    return [h("p", { class: "hint" }, `${words(name)} moved here.`), button("Play on from here", () => {
      session.steps.length = session.at + 1;
      isPaused = false;
      refresh();
    })];
  }
  return [h("p", { class: "hint" }, isPaused ? "Paused." : `${name} is thinking…`)];
}

function startOver() {
  if (board.clicked.length === 0) return;
  board.reset();
  byId("moves-body").update?.();
}

/** A place was clicked: what is left is played if it is one move, and listed if it is more. */
function clicked(left) {
  if (left.length === 1) return makeMove(left[0].move);
  byId("moves-body").update?.();
  // Several moves that no further click tells apart are chosen from the list.
  const canClick = board.home.querySelector(".place") !== null;
  if (!canClick) byId("moves-body").querySelector(".move")?.focus();
  else if (document.activeElement === document.body) board.home.querySelector(".place").focus({ preventScroll: true });
}

/* Advice */

async function askAdvice() {
  const home = byId("advice");
  const agent = byId("adviser").value;
  const { signal } = underWay;
  byId("ask-advice").disabled = true;
  home.replaceChildren(h("p", { class: "hint" }, "Thinking…"));
  try {
    const { state, game, seed } = session;
    const percent = (share) => `${Math.round(100 * share)} %`;
    const row = (entry) => {
      const move = listing.moves.find(({ move }) => move === entry.move);
      return h("li", {}, moveButton(move),
        h("p", { class: "hint" }, `wins ${percent(entry.win_probability)} (${entry.win_interval.map(percent).join(" to ")}), ${entry.points.toFixed(1)} points; ${entry.reason}`));
    };
    // Few games first: in some games each takes long.
    for (const games of [10, undefined]) {
      const { advice, source } = await ask(game, "advise", { state, agent, seed, games }, signal);
      if (signal.aborted) return;
      const says = source === "search"
        ? `Win chances come from the search of ${agent}, points from ${advice[0].games} games that expert played on.`
        : `Moves picked by ${agent}. Win chances and points come from ${advice[0].games} games that expert played on.`;
      home.replaceChildren(h("p", { class: "hint" }, says), h("ol", { class: "advice" }, ...advice.map(row)));
      if (board.moves.length === 0) board.moves = listing.moves;
      board.rank(advice);
      remember({ advice: agent });
    }
  } catch (error) {
    if (error.name !== "AbortError") showFaults(home, error);
    else home.replaceChildren();
  } finally {
    if (!signal.aborted) byId("ask-advice").disabled = false;
  }
}

byId("ask-advice").onclick = askAdvice;

/* States, links, pictures */

byId("open-hands").onchange = () => refresh();
byId("copy-link").onclick = (event) => copy(event.target, location.href);
byId("save-picture").onclick = () => save(`${session.game}.svg`, "image/svg+xml", picture);
byId("copy-state").onclick = (event) => copy(event.target, byId("state-text").value);
byId("open-state").onclick = () => {
  showFaults(byId("state-faults"));
  byId("state-text").value = shownState ? JSON.stringify(view, null, 2) : "";
  byId("state-dialog").showModal();
};
byId("load-state").onclick = async () => {
  const text = byId("state-text").value.trim();
  try {
    // What is there already is being played.
    const isOther = text !== JSON.stringify(view, null, 2);
    if (isOther) await begin(pasted(text, games.map(({ name }) => name), session ?? { seed: 1, agents: [] }));
    byId("state-dialog").close();
  } catch (error) {
    showFaults(byId("state-faults"), error);
  }
};

/* Light and dark */

const system = matchMedia("(prefers-color-scheme: dark)");
let wish = "";

/** Light, dark, or like the system if empty. */
export function setTheme(wished) {
  wish = wished;
  const before = theme;
  theme = wish || (system.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  if (session && theme !== before && !byId("play").hidden) refresh();
}
system.onchange = () => setTheme(wish);
