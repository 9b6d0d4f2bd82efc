// The address says what is shown, so that a copied link shows it again.

import { keep } from "./kept.js";

/** What a text of an address asks for. */
export const parse = (text) => Object.fromEntries(new URLSearchParams(text));

/** What the address asks for. */
export const read = () => parse(location.hash.slice(1));

/** Puts what is shown into the address; another view is another entry of the history. */
export function write(shown) {
  const given = Object.entries(shown).filter(([, value]) => value !== undefined && value !== "");
  // Commas and colons may stand in an address as they are, and are easier to read so.
  const text = new URLSearchParams(given).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  const before = read().view;
  if (before === undefined || before === shown.view) history.replaceState(null, "", `#${text}`);
  else history.pushState(null, "", `#${text}`);
  if (shown.view === "play") keep("sessionStorage", "game", text);
}
