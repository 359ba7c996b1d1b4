// @ts-check
// The first-game tip under the prompt: what it wants, and how that is done. By the kind of what is offered; a game may
// have its own tip for a prompt.

import { choices } from "../store.js";
import { sorted, spokenHexes, waysOf } from "./offers.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk @returns {import("../types.js").Text | null} */
export function tipFor(desk) {
  if (!desk.mine || !choices().tips) return null;
  const { prompt } = desk.view;
  const own = `tip.${prompt?.key}`;
  if (prompt && desk.words.has(own)) return { key: own, params: prompt.params };
  const kind = kindOf(desk);
  return kind ? { key: `desk.tip.${kind}`, params: { order: example(desk) } } : null;
}

/** @param {Desk} desk @returns {string | null} */
function kindOf(desk) {
  const { details } = desk.view;
  const { units, hexes, numbers, gather, bare } = sorted(desk.offers);
  if (details.move?.planned && details.move.path.length) return "planned";
  if (details.move?.path.length) return !bare.length ? "go-on" : hexes.size ? "moved" : "move-ends";
  if (details.left && Object.keys(details.left).length && spokenHexes(desk.view)) return "reach-via";
  if (details.left && Object.keys(details.left).length)
    return Object.keys(details.stops ?? {}).length ? "reach-stops" : "reach";
  if (!details.plan && waysOf(desk.view).length) return "ways";
  if (details.plan) return details.plan.side === desk.me ? "plan" : "answer";
  if (
    units.size &&
    [...units.keys()].some((unit) => !onMap(desk, unit)) &&
    ![...units.keys()].some((unit) => onMap(desk, unit))
  )
    return "boxes";
  if (units.size) return gather.size ? "stacks" : "units";
  if ([...hexes.values()].some((verbs) => verbs[0] !== "hex")) return "targets";
  if (hexes.size) return "hexes";
  if (numbers.length) return "numbers";
  return bare.length ? "buttons" : null;
}

/** @param {Desk} desk @param {string} unit */
function onMap(desk, unit) {
  const place = Object.keys(desk.view.places).find((at) =>
    desk.view.places[at].some((one) => "id" in one && one.id === unit),
  );
  return place !== undefined && place in desk.sheet.map.hexes;
}

/** An order that could be typed now. @param {Desk} desk */
function example(desk) {
  const [hex] = sorted(desk.offers).hexes.keys();
  const unit = desk.view.details.move?.units[0];
  const name = unit ? (desk.sheet.units[unit]?.typed ?? unit) : "";
  return [name, hex].filter(Boolean).join(" ");
}
