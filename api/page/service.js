// The public API and nothing else.

/** Why a request was not answered, with every fault. */
export class Problem extends Error {
  constructor({ title, detail, errors = [] }) {
    super(detail ?? title);
    this.faults = errors;
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function send(path, options, tries = 5) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "The service does not answer. Is it still running?" });
  }
  if (response.ok) return response;
  // Busy is over soon; what was stopped for taking too long would be stopped again.
  const wait = response.headers.get("retry-after");
  if (response.status === 503 && wait !== null && tries > 0) {
    await pause(1000 * Number(wait));
    return send(path, options, tries - 1);
  }
  const title = `The service answers ${response.status}`;
  throw new Problem(await response.json().catch(() => ({ title })));
}

const post = (game, operation, body, signal) =>
  send(`v1/${game}/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/** The answer to an operation on a game. */
export const ask = async (game, operation, body, signal) =>
  (await post(game, operation, body, signal)).json();

/** The picture of a state. */
export const draw = async (game, state, theme, signal) =>
  (await post(game, "render", { state, theme }, signal)).text();

/** A page of the service. */
export const get = async (path, signal) => (await send(path, { signal })).json();

const kept = new Map();

/** The same, asked for once. */
export function getOnce(path) {
  if (!kept.has(path)) {
    const answer = get(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return kept.get(path);
}
