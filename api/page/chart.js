// Means with their intervals, case by case.

import { s } from "./dom.js";

const WIDTH = 860;
const HEIGHT = 380;
const LEFT = 64;
const RIGHT = 16;
const TOP = 40;
const BOTTOM = 56;

/** Every seat has its own form, so that colour is not the only sign. */
const FORMS = [
  (x, y) => s("circle", { cx: x, cy: y, r: 6 }),
  (x, y) => s("rect", { x: x - 5.5, y: y - 5.5, width: 11, height: 11 }),
  (x, y) => s("path", { d: `M${x} ${y - 7}L${x + 7} ${y + 5}L${x - 7} ${y + 5}Z` }),
  (x, y) => s("path", { d: `M${x} ${y - 7.5}L${x + 7} ${y}L${x} ${y + 7.5}L${x - 7} ${y}Z` }),
];

/** Cases by their values alone if all set the same rules, and which these are. */
function labels(cases) {
  const parts = cases.map((name) => name.split(" ").map((part) => part.split("=")));
  const keys = (one) => one.map(([key]) => key).join(", ");
  const isAlike = parts.every((one) => one.every((part) => part.length === 2) && keys(one) === keys(parts[0]));
  if (!isAlike) return { names: cases, caption: "" };
  const names = parts.map((one) => one.map(([, value]) => value).join(", "));
  return { names, caption: keys(parts[0]).replaceAll("_", " ") };
}

/** Round numbers for an axis. */
function ticks(least, most) {
  const rough = (most - least || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const first = Math.floor(least / step) * step;
  const count = Math.ceil((most - first) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => first + index * step);
}

/**
 * @param {string} title
 * @param {string[]} cases
 * @param {{seat: number|null, points: ({mean, low, high}|undefined)[]}[]} series one for each
 *   seat, or a single one
 * @param {{fair?: number, isShare: boolean}} scale
 */
export function chart(title, cases, series, { fair, isShare }) {
  const known = series.flatMap(({ points }) => points.filter(Boolean));
  const values = known.flatMap(({ mean, low, high }) => [low ?? mean, high ?? mean]);
  if (fair !== undefined) values.push(fair);
  const marks = ticks(Math.min(...values), Math.max(...values));
  const [least, most] = [marks[0], marks.at(-1)];
  const y = (value) => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const room = (WIDTH - LEFT - RIGHT) / cases.length;
  const scale = isShare ? 100 : 1;
  // As many decimals as the distance of two marks has.
  const digits = Math.max(0, -Math.floor(Math.log10(scale * (marks[1] - marks[0])) + 1e-9));
  const written = (value) => `${(scale * value).toFixed(digits)}${isShare ? " %" : ""}`;
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  svg.append(s("title", {}, title), s("text", { x: LEFT, y: 20, class: "title" }, title));
  for (const mark of marks) {
    svg.append(s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }));
    svg.append(s("text", { x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, written(mark)));
  }
  if (fair !== undefined) {
    svg.append(s("line", { class: "fair", x1: LEFT, x2: WIDTH - RIGHT, y1: y(fair), y2: y(fair) }));
    svg.append(s("text", { x: WIDTH - RIGHT, y: y(fair) - 6, "text-anchor": "end" }, "fair"));
  }
  const { names, caption } = labels(cases);
  svg.append(s("text", { x: WIDTH - RIGHT, y: HEIGHT - 9, "text-anchor": "end" }, caption));
  cases.forEach((name, index) => {
    const middle = LEFT + room * (index + 0.5);
    const most = Math.max(4, Math.floor(room / 8));
    const label = names[index];
    const short = label.length > most ? `${label.slice(0, most - 1)}…` : label;
    const text = s("text", { x: middle, y: HEIGHT - BOTTOM + 22, "text-anchor": "middle" }, short);
    text.append(s("title", {}, name));
    svg.append(text);
  });
  series.forEach(({ seat, points }, place) => {
    const group = s("g", { class: seat === null ? "series" : `series seat-${seat}` });
    points.forEach((point, index) => {
      if (!point) return;
      const x = LEFT + room * (index + (place + 1) / (series.length + 1));
      const { mean, low, high } = point;
      const own = s("g", { class: "point", "data-case": cases[index], "data-seat": seat ?? "", "data-mean": mean });
      own.append(s("title", {}, `${cases[index]}${seat === null ? "" : `, seat ${seat}`}: ${mean.toPrecision(4)}`));
      if (low !== undefined && low !== null) {
        own.append(s("path", { class: "whisker", d: `M${x} ${y(low)}V${y(high)}M${x - 5} ${y(low)}H${x + 5}M${x - 5} ${y(high)}H${x + 5}` }));
      }
      own.append(FORMS[(seat ?? 0) % FORMS.length](x, y(mean)));
      group.append(own);
    });
    if (seat !== null) {
      const x = LEFT + place * 90;
      group.append(FORMS[seat % FORMS.length](x + 6, HEIGHT - 14));
      group.append(s("text", { x: x + 20, y: HEIGHT - 9 }, `seat ${seat}`));
    }
    svg.append(group);
  });
  return svg;
}
