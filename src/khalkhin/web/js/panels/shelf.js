// @ts-check
// Counters that lie in a box: those that look alike in piles, and each of them where it was while one picks from them.

import { h } from "../dom.js";
import { counterFace, counterName } from "./parts.js";
import { sortOf } from "./stack.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").NamedCounter} NamedCounter
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {object} Context
 * @property {GameSheet} sheet
 * @property {Words} words
 * @property {import("./display.js").DisplayEvents} on
 * @property {Set<string>} act  Who can be picked now.
 * @property {Set<string>} selected
 * @property {Set<string>} can  Who could be picked when the choice began: by them everything is ordered until it ends.
 * @property {Set<string>} kept  Boxes from which somebody could be picked in this phase: they stay where they are.
 */

const SIZE = 46;
/** Of a side in a box: where so many lie, nobody looks for one by its number. */
const CROWD = 60;

/**
 * The counters of a box side by side: the reader's own first.
 * @param {Counter[]} counters
 * @param {string | null} me
 * @param {GameSheet} sheet
 * @returns {Counter[][]}
 */
export function sidesOf(counters, me, sheet) {
  /** @param {Counter} one */
  const sideOf = (one) => ("id" in one ? sheet.units[one.id]?.side : sheet.nations[one.nation]?.side);
  const order = [...sheet.sides].sort((a, b) => Number(b === me) - Number(a === me));
  return order.map((side) => counters.filter((one) => sideOf(one) === side)).filter((some) => some.length);
}

/**
 * Counters of one side in a box: who can be picked comes first, those that look alike lie on one another.
 * @param {Counter[]} counters
 * @param {Context} context
 * @param {number} [all]  How many there are with those of other groups.
 */
export function shelf(counters, context, all = counters.length) {
  const { can } = context;
  const able = (/** @type {NamedCounter} */ counter) => Number(can.has(counter.id));
  const named = counters.flatMap((counter) => ("id" in counter ? [counter] : [])).sort((a, b) => able(b) - able(a));
  const like = all > CROWD ? sort : looks;
  const found = piles(named, (one) => like(one, context)).flatMap((pile) => apart(pile, context));
  return h(
    "ul",
    { class: "box-counters" },
    found.map((pile) => h("li", {}, counterItem(context, pile[0], pile.length))),
    nameless(counters).map(([nation, count]) => h("li", {}, namelessItem(context, nation, count))),
  );
}

/**
 * A pile of which some are in hand. As long as more of it can be picked these lie beside it; else it stays one pile, with
 * what is in hand on top, so that nothing moves under the pointer.
 * @param {NamedCounter[]} pile
 * @param {Pick<Context, "act" | "selected">} context
 * @returns {NamedCounter[][]}
 */
export function apart(pile, { act, selected }) {
  const inHand = pile.filter((one) => selected.has(one.id));
  const rest = pile.filter((one) => !selected.has(one.id));
  if (!inHand.length || !rest.length) return [pile];
  return rest.some((one) => act.has(one.id)) ? [rest, inHand] : [[...inHand, ...rest]];
}

/**
 * Counters with the same look together, in the order of the first of each.
 * @template T
 * @param {T[]} counters
 * @param {(counter: T) => string} look
 * @returns {T[][]}
 */
export function piles(counters, look) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  for (const one of counters) found.set(look(one), [...(found.get(look(one)) ?? []), one]);
  return [...found.values()];
}

/** What is printed on a counter -> a short name for it: drawings are long. @type {Map<string, number>} */
const prints = new Map();

/** Everything that tells one counter from another: its print, its states, whether it can be picked. @param {Counter} counter @param {Context} context */
export function looks(counter, { can }) {
  if (!("id" in counter)) return counter.nation;
  const print = document.getElementById(`u-${counter.id}`)?.innerHTML ?? counter.id;
  if (!prints.has(print)) prints.set(print, prints.size);
  return [prints.get(print), can.has(counter.id), ...counter.is].join(" ");
}

/** What it is, whatever its number. @param {Counter} counter @param {Context} context */
function sort(counter, { sheet, can }) {
  if (!("id" in counter)) return counter.nation;
  return [sortOf(sheet.units[counter.id]), can.has(counter.id), ...counter.is].join("|");
}

/** How many of each nation nobody may tell apart. @param {Counter[]} counters @returns {[string, number][]} */
export function nameless(counters) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const one of counters) if (!("id" in one)) found.set(one.nation, (found.get(one.nation) ?? 0) + 1);
  return [...found];
}

/**
 * Counters of which a side may know no more than how many they are.
 * @param {Context} context
 * @param {string} nation
 * @param {number} count
 */
function namelessItem({ sheet, words }, nation, count) {
  const key = `units.nameless.${nation}`;
  const label = words.has(key) ? words.say(key, { count }) : `${count} × ${words.say(`nat.${nation}`)}`;
  return h(
    "span",
    { class: "box-counter is-nameless", role: "img", "aria-label": label, title: label },
    counterFace(sheet, { nation }, SIZE),
    count > 1 ? h("span", { class: "box-many figure", "aria-hidden": "true" }, `×${count}`) : null,
  );
}

/**
 * @param {Context} context
 * @param {Counter} counter
 * @param {number} [count]  So many that look like it.
 */
export function counterItem({ sheet, words, on, act, selected }, counter, count = 1) {
  const name = counterName(sheet, words, counter);
  const label = count > 1 ? `${count} × ${name}` : name;
  const many = count > 1 ? h("span", { class: "box-many figure", "aria-hidden": "true" }, `×${count}`) : null;
  const id = "id" in counter ? counter.id : null;
  if (id === null)
    return h(
      "span",
      { class: "box-counter", role: "img", "aria-label": label, title: label },
      counterFace(sheet, counter, SIZE),
    );
  const type = `type.${sheet.units[id]?.type}`;
  const states = [act.has(id) && "can_act", selected.has(id) && "selected"].filter((state) => state !== false);
  return h(
    "button",
    {
      class: "box-counter",
      type: "button",
      "aria-label": label,
      "data-tip": [label, words.has(type) ? words.say(type) : ""].filter(Boolean).join(" · "),
      "data-key": `display-${id}`,
      "data-ask": id,
      "aria-pressed": act.has(id) || selected.has(id) ? String(selected.has(id)) : null,
      onclick: () => on.unit(id),
      onpointerenter: () => on.point?.(id),
      onpointerleave: () => on.point?.(null),
    },
    counterFace(sheet, counter, SIZE, states),
    many,
  );
}
