#!/usr/bin/env node
// Plays a whole game over HTTP: always the move that `advise` likes best. Needs nothing but fetch.
//
//     play.mjs [ADDRESS] [GAME]     default: http://127.0.0.1:8080 tower-up
const [address = "http://127.0.0.1:8080", game = "tower-up"] = process.argv.slice(2);

async function ask(operation, request) {
  const answer = await fetch(`${address}/v1/${game}/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  const document = await answer.json();
  if (!answer.ok) {
    const faults = (document.errors ?? []).map((fault) => `${fault.pointer}: ${fault.message}`);
    throw new Error([document.detail, ...faults].join("\n"));
  }
  return document;
}

let position = await ask("new", { rules: { players: 2 }, seed: 1 });
let decisions = 0;
while (position.next.who !== "nobody") {
  const { advice } = await ask("advise", { state: position.state, agent: "tuned", top: 1, games: 1 });
  // With a seed, the service draws what chance does after the move.
  position = await ask("play", { state: position.state, moves: [advice[0].move], seed: 1 });
  decisions += 1;
}
const { seats } = await ask("score", { state: position.state });
const points = seats.map((seat) => seat.points).join(", ");
console.log(`${game}: ${decisions} decisions, points [${points}], won by [${position.next.winners}]`);
