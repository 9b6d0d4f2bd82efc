// Plays a whole game of each game through the client that @hey-api/openapi-ts generates.
//
//     node play_client.js URL     run by tests/clients, which generates ./client beside it
import { strict as assert } from "node:assert";
import {
  skylineMoves, skylineNew, skylinePlay, skylineScore,
  towerMoves, towerNew, towerPlay, towerScore,
  towerUpMoves, towerUpNew, towerUpPlay, towerUpScore,
} from "./client";
import { client } from "./client/client.gen";

// No game takes this many decisions.
const LIMIT = 2000;

type Next = { who: "player"; seat: number } | { who: "chance" } | { who: "nobody"; winners: number[] };
type Position<State> = { state: State; next: Next };
type Score = { over: boolean; leaders: number[]; seats: { points: number }[] };
type Answer<Data> = Promise<{ data: Data }>;

/** The operations of one game; the compiler checks the generated types against it. */
interface Game<State> {
  name: string;
  start(): Answer<Position<State>>;
  moves(state: State): Answer<{ moves: { move: string }[] }>;
  play(state: State, move: string): Answer<Position<State>>;
  score(state: State): Answer<Score>;
}

function operations<State>(game: Game<State>): Game<State> {
  return game;
}

const throwOnError = true as const;
const seed = 1;
const rules = { players: 2 };

const towerUp = operations({
  name: "tower-up",
  start: () => towerUpNew({ throwOnError, body: { rules, seed } }),
  moves: (state) => towerUpMoves({ throwOnError, body: { state } }),
  play: (state, move) => towerUpPlay({ throwOnError, body: { state, moves: [move], seed } }),
  score: (state) => towerUpScore({ throwOnError, body: { state } }),
});
const skyline = operations({
  name: "skyline",
  start: () => skylineNew({ throwOnError, body: { rules, seed } }),
  moves: (state) => skylineMoves({ throwOnError, body: { state } }),
  play: (state, move) => skylinePlay({ throwOnError, body: { state, moves: [move], seed } }),
  score: (state) => skylineScore({ throwOnError, body: { state } }),
});
const tower = operations({
  name: "tower",
  start: () => towerNew({ throwOnError, body: { rules, seed } }),
  moves: (state) => towerMoves({ throwOnError, body: { state } }),
  play: (state, move) => towerPlay({ throwOnError, body: { state, moves: [move], seed } }),
  score: (state) => towerScore({ throwOnError, body: { state } }),
});

/** Plays until nobody is next, choosing a different place in the list every time. */
async function play<State>(game: Game<State>): Promise<void> {
  let { data: position } = await game.start();
  let decisions = 0;
  while (position.next.who !== "nobody") {
    assert.equal(position.next.who, "player", "with a seed, the service draws what chance does");
    const { moves } = (await game.moves(position.state)).data;
    const chosen = moves[(decisions * 7) % moves.length];
    assert(chosen, "a player who is next has a move");
    position = (await game.play(position.state, chosen.move)).data;
    decisions += 1;
    assert(decisions < LIMIT, "the game ends");
  }
  const { data: score } = await game.score(position.state);
  assert(score.over);
  assert.deepEqual(score.leaders, position.next.winners);
  console.log(`TypeScript: ${game.name}: ${decisions} decisions, points [${score.seats.map((seat) => seat.points)}]`);
}

async function main(): Promise<void> {
  const [url] = process.argv.slice(2);
  assert(url, "the URL of a service");
  client.setConfig({ baseUrl: url });
  await play(towerUp);
  await play(skyline);
  await play(tower);
}

void main();
