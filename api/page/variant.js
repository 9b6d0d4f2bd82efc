// Fields for the rules of a variant, made from the schema that the service gives.

import { h, words } from "./dom.js";
import { getOnce } from "./service.js";

/** The rules of a game that fit into one field each, with their schemas. */
export async function simpleRules(game) {
  const { parameters } = await getOnce(`v1/${game}/rules`);
  const resolve = (schema) => {
    const own = (schema.anyOf ?? [schema]).find(({ type }) => type !== "null");
    return own.$ref ? parameters.$defs[own.$ref.split("/").pop()] : own;
  };
  const found = [];
  for (const [name, schema] of Object.entries(parameters.properties)) {
    if (name === "players" || name === "components") continue;
    const own = resolve(schema);
    const types = [own.type].flat();
    const values = own.enum ?? own.oneOf?.map((choice) => choice.const);
    const about = { name, description: schema.description ?? own.description ?? "" };
    if (types.includes("boolean")) found.push({ ...about, values: ["true", "false"] });
    else if (values?.every((value) => value !== undefined)) found.push({ ...about, values });
    else if (types.includes("integer")) {
      found.push({ ...about, least: own.minimum, most: own.maximum });
    }
  }
  return found;
}

function field({ name, description, values, least, most }, given) {
  const title = description;
  const chosen = given === undefined ? "" : String(given);
  const input = values
    ? h("select", { name, title }, ...["", ...values].map((value) =>
        h("option", { value, selected: String(value) === chosen }, value === "" ? "rulebook" : words(String(value)))))
    : h("input", { name, title, type: "number", min: least, max: most, value: chosen, placeholder: "rulebook" });
  return h("label", { title }, words(name), " ", input);
}

/** Shows the fields; `given` are rules that are set already. */
export async function showFields(home, game, given) {
  const rules = await simpleRules(game);
  const known = new Set(["players", ...rules.map(({ name }) => name)]);
  const others = Object.entries(given).filter(([name]) => !known.has(name));
  const rest = others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : "";
  home.replaceChildren(
    ...rules.map((rule) => field(rule, given[rule.name])),
    h("label", { class: "long" }, "other rules as JSON ",
      h("input", { name: "other-rules", value: rest, placeholder: "{}", title: "Rules that have no field of their own; the page of the rules lists them"  })),
  );
}

function otherRules(text) {
  let rules;
  try {
    rules = JSON.parse(text);
  } catch {
    throw new Error(`The other rules are no JSON: ${text}`);
  }
  const isObject = typeof rules === "object" && rules !== null && !Array.isArray(rules);
  if (!isObject) throw new Error(`The other rules are no object of rules, such as {}: ${text}`);
  if ("players" in rules) throw new Error("The number of players is chosen above.");
  return rules;
}

/** The rules that the fields say; what is left empty is the rulebook's. */
export function readFields(home) {
  const rules = {};
  for (const input of home.querySelectorAll("input, select")) {
    const text = input.value.trim();
    if (text === "") continue;
    if (input.name === "other-rules") {
      Object.assign(rules, otherRules(text));
    } else if (text === "true" || text === "false") rules[input.name] = text === "true";
    else rules[input.name] = input.type === "number" ? Number(text) : text;
  }
  return rules;
}
