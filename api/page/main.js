// Which view is shown, and in which theme.

import { byId, showFaults } from "./dom.js";
import { keep, kept } from "./kept.js";
import { parse, read } from "./link.js";
import * as experiment from "./experiment.js";
import * as play from "./play.js";
import * as rules from "./rules.js";
import { getOnce } from "./service.js";

const VIEWS = { play, experiment, rules };

async function show(shown) {
  const name = shown.view in VIEWS ? shown.view : "play";
  for (const view of Object.keys(VIEWS)) byId(view).hidden = view !== name;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.dataset.view === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  document.querySelector(".skip").hidden = name !== "play";
  play.leave();
  try {
    await VIEWS[name].show(shown, await getOnce("v1/games"));
  } catch (error) {
    showFaults(byId(name === "play" ? "setup-faults" : `${name}-faults`), error);
    if (name === "play") {
      byId("setup").open = true;
      byId("status").textContent = "This cannot be shown.";
    }
  }
}

const theme = byId("theme");
theme.value = kept("localStorage", "theme");
theme.onchange = () => {
  keep("localStorage", "theme", theme.value);
  play.setTheme(theme.value);
};
play.setTheme(theme.value);

for (const button of document.querySelectorAll("[data-view]")) {
  const { view } = button.dataset;
  button.onclick = () => {
    // Whoever comes back to a game that was left, by reloading as well, finds it.
    if (view === "play" && !play.gameNow()) show(parse(kept("sessionStorage", "game")));
    else show({ view, game: view === "rules" ? play.gameNow() : undefined });
  };
}
addEventListener("hashchange", () => location.hash !== "#moves" && show(read()));
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  byId("moves").focus();
};
show(read());
