// Where on the picture a move is made: selectors, in the order of the clicks. What has no place
// is chosen from the list.

const die = ({ die, face }) => `[data-die="${die} ${face}"]`;
const site = (name) => `[data-site="${name}"]`;
const slot = ({ material, shop, price, colour }) =>
  `[data-slot="${material} at ${shop} for ${price} ${colour}"]`;
const seat = (number) => `[data-seat="${number}"]`;
const pile = '[data-place="pile"]';

const PLACES = {
  "tower-up": {
    place: (move) => [site(move.site)],
    take: (move) => [`[data-card="${move.card}"]`],
    found: (move) => [site(move.site), site(move.roof)],
  },
  skyline: {
    take: (move) => {
      const kinds = Object.entries(move.dice).flatMap(([kind, count]) => Array(count).fill(kind));
      return kinds.map((kind) => `[data-place="yard"] [data-die="${kind} to roll"]`);
    },
    take_abandoned: () => ['[data-place="district"]'],
    pick: (move, own) => {
      const kind = move.finished ? "tile" : "column";
      return [`${seat(own)} [data-${kind}="${move.type} ${move.height}"]`];
    },
    with: (move) => [die(move)],
    again: (move) => [die(move)],
    put: (move, own) =>
      move.on > 0 ? [die(move), `${seat(own)} [data-column="${move.face} ${move.on}"]`] : [die(move)],
  },
  tower: {
    buy: (move) => [slot(move)],
    take: (move) => [slot(move)],
    return: (move) => [slot(move)],
    trade: () => [pile],
    take_gems: () => [pile],
    enter: () => ['[data-place="market"]'],
    use: (move, own) => [`${seat(own)} [data-card="${move.card}"]`],
    put_back: (move) => [`[data-place="looked-at"] [data-card="${move.card}"]`],
    choose: (move) => [`[data-build-card="${move.card}"]`],
    steal: (move) => [seat(move.from)],
    skip_draw: (move) => [seat(move.seat)],
    evict: (move) => [seat(move.seat)],
    rob: (move) => [seat(move.seat)],
  },
};

/** Moves whose places may be clicked in any order. */
const UNORDERED = new Set(["skyline take"]);

/** The places of a move of the player at a seat. */
export const placesOf = (game, move, own) => PLACES[game]?.[move.kind]?.(move, own) ?? [];

/** The places that may be clicked next for a move after some clicks; null if it was ruled out. */
export function nextPlaces(game, move, own, clicked) {
  const places = placesOf(game, move, own);
  if (!UNORDERED.has(`${game} ${move.kind}`)) {
    const fits = clicked.every((place, index) => places[index] === place);
    return fits ? places.slice(clicked.length, clicked.length + 1) : null;
  }
  const left = [...places];
  for (const place of clicked) {
    const index = left.indexOf(place);
    if (index < 0) return null;
    left.splice(index, 1);
  }
  return left;
}
