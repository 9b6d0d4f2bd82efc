// The agents that the service knows.

import { getOnce } from "./service.js";

/** Who plays if nothing is said. */
export const USUAL_AGENT = "expert";

/** Every agent by name; searches with each of these numbers of iterations. */
export async function listAgents(iterations) {
  const forms = await getOnce("v1/agents");
  const specs = ({ syntax, example }) => {
    if (syntax === example) return [example];
    return syntax.endsWith(":ITERATIONS") ? iterations.map((number) => syntax.replace("ITERATIONS", number)) : [];
  };
  return forms.flatMap(specs);
}

/** A list with what is chosen in it. */
export const including = (agents, chosen) => (agents.includes(chosen) ? agents : [...agents, chosen]);
