// The drawn board: places that can be clicked, and marks for advised moves.

import { h, s } from "./dom.js";
import { nextPlaces, placesOf } from "./places.js";

export class Board {
  /**
   * @param {HTMLElement} home
   * @param {(left: object[]) => void} onclick told after every click, with the moves that are left
   */
  constructor(home, onclick) {
    this.home = home;
    this.onclick = onclick;
    this.clear();
  }

  clear() {
    Object.assign(this, { game: "", own: null, moves: [], clicked: [] });
  }

  /** Shows a picture on which some moves of a seat can be made. */
  show(picture, game, own, moves) {
    Object.assign(this, { game, own, moves, clicked: [] });
    // The picture is the service's own, and every text in it is escaped.
    this.home.innerHTML = picture;
    const svg = this.home.querySelector("svg");
    // An image cannot hold buttons; the group has the same title.
    svg.setAttribute("role", "group");
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.offer();
  }

  /** The moves that fit the clicks so far. */
  get left() {
    const fits = (move) => nextPlaces(this.game, move, this.own, this.clicked) !== null;
    return this.moves.filter(fits);
  }

  elements(place) {
    return [...this.home.querySelectorAll(place)];
  }

  /** Makes buttons of the places that can be clicked next. */
  offer() {
    for (const halo of this.home.querySelectorAll(".halo")) halo.remove();
    for (const element of this.home.querySelectorAll(".place")) {
      element.classList.remove("place");
      for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
      element.onclick = element.onkeydown = null;
    }
    const next = new Map();
    for (const move of this.left) {
      for (const place of new Set(nextPlaces(this.game, move, this.own, this.clicked))) {
        next.set(place, (next.get(place) ?? 0) + 1);
      }
    }
    for (const [place, count] of next) {
      for (const element of this.elements(place)) this.makeButton(element, place, count);
    }
    for (const place of this.clicked) {
      for (const element of this.elements(place)) element.prepend(halo(element, "halo chosen"));
    }
  }

  makeButton(element, place, count) {
    const title = element.querySelector("title")?.textContent || place.replaceAll(/[[\]"]|data-/g, "");
    // Who steers by voice says what is written there.
    const written = [...element.querySelectorAll("text")].map((text) => text.textContent).join(" ");
    const name = title.includes(written) ? title : `${written}: ${title}`;
    element.classList.add("place");
    element.prepend(halo(element, "halo"));
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", `${name}; ${count === 1 ? "1 move" : `${count} moves`}`);
    element.onclick = (event) => {
      event.stopPropagation();
      this.click(place);
    };
    element.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.click(place);
    };
  }

  click(place) {
    this.clicked.push(place);
    const { left } = this;
    this.offer();
    this.onclick(left);
  }

  /** Forgets the clicks so far. */
  reset() {
    this.clicked = [];
    this.offer();
  }

  /** Points at the places of a move, or at none. */
  point(move) {
    for (const pointer of this.home.querySelectorAll(".pointer")) pointer.remove();
    for (const place of move ? placesOf(this.game, move, this.own) : []) {
      for (const element of this.elements(place)) element.prepend(halo(element, "pointer"));
    }
  }

  /** Puts ranks on the first places of moves, best first. */
  rank(advice) {
    for (const badge of this.home.querySelectorAll(".badge")) badge.remove();
    const taken = new Map();
    advice.forEach((entry, index) => {
      const move = this.moves.find(({ move }) => move === entry.move);
      const place = move && placesOf(this.game, move, this.own)[0];
      const element = place && this.elements(place)[0];
      if (!element) return;
      const box = element.getBBox();
      const before = taken.get(place) ?? 0;
      taken.set(place, before + 1);
      const [x, y] = [Math.max(box.x + box.width - 4 - 26 * before, 16 + 26 * (before % 2)), box.y + 4];
      const says = `${index + 1}. ${entry.move}: wins ${Math.round(100 * entry.win_probability)} %`;
      const badge = s("g", { class: index === 0 ? "badge best" : "badge" });
      badge.append(s("title", {}, says), s("circle", { cx: x, cy: y, r: 13 }));
      badge.append(s("text", { x, y: y + 5.5, "text-anchor": "middle" }, String(index + 1)));
      this.home.querySelector("svg").append(badge);
    });
  }

  /** Says what went wrong instead of a picture. */
  fail(message) {
    this.clear();
    this.home.replaceChildren(h("p", { class: "faults" }, message));
  }
}

function halo(element, name) {
  const { x, y, width, height } = element.getBBox();
  // Round things have a round one.
  const rx = Math.abs(width - height) < 6 ? width / 2 + 3 : 9;
  return s("rect", { class: name, x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx });
}
