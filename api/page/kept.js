// What a browser keeps of a visit: `localStorage` for ever, `sessionStorage` for a tab. Where it
// may keep nothing, nothing is missing.

/** Keeps a text. */
export function keep(store, name, text) {
  try {
    window[store].setItem(name, text);
  } catch {
    // Then it holds as long as the page is open.
  }
}

/** A text that was kept; empty if there is none. */
export function kept(store, name) {
  try {
    return window[store].getItem(name) ?? "";
  } catch {
    return "";
  }
}
