// @ts-check
// Which places of the map matter when somebody sits down: where he is asked something, where counters can go, the front.

import { choosable } from "./acts.js";
import { sorted } from "./offers.js";
import { standing } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").HexName} HexName */
/** @typedef {Record<HexName, number>} Weights */

/** What one is asked about outweighs all else, */
const ASKED = 1000;
/** what can be chosen or be filled more than what only stands there, */
const OPEN = 5;
/** and a place with the enemy near more than one behind the front. */
const NEAR = 4;
/** So many hex radii away an enemy is near. */
const REACH = 3.6;

/**
 * The places to begin with, and how much each of them matters.
 * @param {Pick<Desk, "view" | "sheet" | "offers" | "taught">} desk
 * @returns {Weights}
 */
export function beginning({ view, sheet, offers, taught }) {
  const { hexes } = sheet.map;
  const { plan, placing } = view.details;
  const at = plan?.target ?? standing(view) ?? view.prompt?.params.hex;
  const near = byFront(view, sheet);
  /** @type {Weights} */
  const weights = {};
  /** @param {string} place @param {number} weight */
  const add = (place, weight) => {
    if (place in hexes) weights[place] = (weights[place] ?? 0) + weight;
  };
  for (const place of Object.keys(view.places)) if (place in hexes) add(place, near(place));
  for (const { place } of choosable(view, offers, hexes)) if (place in hexes) add(place, OPEN * near(place));
  for (const place of sorted(offers).hexes.keys()) add(place, OPEN);
  for (const group of placing ?? [])
    for (const place of group.hexes) add(place, (OPEN * group.units.length) / group.hexes.length);
  for (const place of taught?.lights ?? []) add(place, ASKED);
  if (typeof at === "string") add(at, ASKED);
  return weights;
}

/**
 * How much a place matters by who stands near it: more where one side stands close to the other.
 * @param {Desk["view"]} view
 * @param {Desk["sheet"]} sheet
 * @returns {(place: HexName) => number}
 */
function byFront({ places }, sheet) {
  const { hexes, radius } = sheet.map;
  const there = Object.entries(places).filter(([place, stack]) => place in hexes && stack.length);
  const sided = there.map(([place, [top]]) => ({
    at: hexes[place],
    side: "id" in top ? sheet.units[top.id]?.side : sheet.nations[top.nation]?.side,
  }));
  return (place) => {
    const [x, y] = hexes[place];
    const close = sided.filter(({ at }) => Math.hypot(at[0] - x, at[1] - y) < REACH * radius);
    return new Set(close.map(({ side }) => side)).size > 1 ? NEAR : 1;
  };
}
