// Making elements.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element: `h("button", { type: "button", onclick }, "Start")`. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A new element of a drawing. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Fills a `select`; a choice is a text, or a value and a text. */
export function fill(select, choices, chosen) {
  const option = (choice) => {
    const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
    return h("option", { value, selected: String(value) === String(chosen) }, String(text));
  };
  select.replaceChildren(...choices.map(option));
}

/** A sentence of the service, with what stands between backticks as code. */
export const marked = (text) => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/** What is wrong, every fault in its own line. */
export function showFaults(place, problem) {
  if (!problem) return place.replaceChildren();
  const line = ({ pointer, message }) => {
    const where = (pointer ?? "").replace(/^\/state(?=\/|$)/, "");
    return h("li", {}, where ? h("strong", {}, where) : null, where ? " " : null, ...marked(message));
  };
  const faults = problem.faults ?? [];
  const list = faults.length > 0 ? h("ul", {}, ...faults.map(line)) : h("span", {}, ...marked(problem.message));
  const count = faults.length === 1 ? "One thing is wrong:" : `${faults.length} things are wrong:`;
  place.replaceChildren(h("div", { class: "faults" }, faults.length > 0 ? count : null, list));
}

/** Copies a text and says so on the button. */
export async function copy(button, text) {
  const said = (button.dataset.said ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without leave for the clipboard the text is shown to be copied by hand.
    window.prompt("Copy this:", text);
  }
  setTimeout(() => (button.textContent = said), 1500);
}

/** Hands a text to the reader as a file. */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A name of the service in words: `starting_floors` is "starting floors". */
export const words = (name) => name.replaceAll(/[_-]/g, " ");

/** The name of a game as a title: `tower-up` is "Tower Up". */
export const title = (game) => words(game).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The names of games with their titles, to choose from. */
export const titles = (games) => games.map(({ name }) => [name, title(name)]);
