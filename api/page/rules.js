// The rules page of a game. It is written in the Markdown that we write ourselves: headings,
// lists, tables, paragraphs, bold, italic and code.

import { byId, fill, h, showFaults, titles } from "./dom.js";
import { write } from "./link.js";
import { getOnce } from "./service.js";

function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("strong", {}, ...inline(part.slice(2, -2)));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, ...inline(part.slice(1, -1)));
    // Links lead to files of the project, which are not here.
    const link = part.match(/^\[([^\]]+)\]/);
    return link ? link[1] : part;
  });
}

function table(lines) {
  const cells = (line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());
  const row = (line, tag) => h("tr", {}, ...cells(line).map((cell) => h(tag, {}, ...inline(cell))));
  const [head, , ...body] = lines;
  const own = h("table", {}, h("thead", {}, row(head, "th")), h("tbody", {}, ...body.map((line) => row(line, "td"))));
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Table" }, own);
}

/** Items with what is indented below them. */
function list(lines) {
  const ordered = /^\d/.test(lines[0]);
  const items = [];
  for (const line of lines) {
    const item = line.match(/^(?:[-*]|\d+\.) +(.*)/);
    if (item) items.push([item[1]]);
    else items.at(-1).push(line.replace(/^ {1,3}/, ""));
  }
  return h(ordered ? "ol" : "ul", {}, ...items.map((own) => h("li", {}, ...blocks(own))));
}

function blocks(lines) {
  const out = [];
  for (let at = 0; at < lines.length; ) {
    const from = at;
    const run = (belongs) => {
      do at += 1;
      while (at < lines.length && belongs(lines[at]));
      return lines.slice(from, at);
    };
    const line = lines[at];
    const isItem = (text) => /^(?:[-*]|\d+\.) +/.test(text);
    if (line.trim() === "") at += 1;
    else if (/^#+ /.test(line)) {
      const [, marks, text] = line.match(/^(#+) (.*)/);
      out.push(h(`h${Math.min(marks.length + 2, 6)}`, {}, ...inline(text)));
      at += 1;
    } else if (line.startsWith("|")) out.push(table(run((text) => text.startsWith("|"))));
    else if (isItem(line)) {
      out.push(list(run((text, next = lines[at + 1] ?? "") =>
        isItem(text) || text.startsWith(" ") || (text === "" && (isItem(next) || next.startsWith(" "))))));
    } else {
      const own = run((text) => text.trim() !== "" && !isItem(text) && !text.startsWith("|") && !text.startsWith("#"));
      out.push(h("p", {}, ...inline(own.join(" "))));
    }
  }
  return out;
}

/** Shows the rules of a game. */
export async function show(shown, games) {
  const game = games.some(({ name }) => name === shown.game) ? shown.game : games[0].name;
  fill(byId("rules-game"), titles(games), game);
  byId("rules-game").onchange = (event) => show({ game: event.target.value }, games);
  write({ view: "rules", game });
  showFaults(byId("rules-faults"));
  const { page } = await getOnce(`v1/${game}/rules`);
  if (byId("rules-game").value !== game) return;
  byId("rules-page").replaceChildren(...blocks(page.split("\n")));
}
