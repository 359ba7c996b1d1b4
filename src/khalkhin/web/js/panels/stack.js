// @ts-check
// The stack inspector: what is selected or under the pointer, large and in words, and the ground it stands on.

import { fill, h } from "../dom.js";
import { counterFace, counterName } from "./parts.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").View} View
 * @typedef {import("../words.js").Words} Words
 * @typedef {object} StackProps
 * @property {View} view
 * @property {string | null} place  Hex or box; null for nothing.
 * @property {Set<string>} [selected]
 * @property {Set<string>} [act]  Who can be picked.
 * @property {string | null} [unit]  The counter to tell about; else the first one.
 * @typedef {object} Stack
 * @property {(props: StackProps) => void} show
 */

/**
 * @param {HTMLElement} root
 * @param {{sheet: GameSheet, words: Words, on: {unit: (id: string, place: string) => void, point?: (unit: string | null) => void}}} props
 * @returns {Stack}
 */
export function createStack(root, { sheet, words, on }) {
  return {
    show(props) {
      const { view, place } = props;
      if (place === null) return fill(root, h("p", { class: "panel-stack is-empty quiet" }, words.say("panels.stack.empty")));
      const counters = view.places[place] ?? [];
      return fill(root, h("div", { class: "panel-stack" },
        h("div", { class: "stack-head" },
          h("h2", {}, placeName(place, sheet, words)),
          h("p", { class: "caption" }, ground(place, sheet, words))),
        counters.length ? h("ul", { class: "stack-counters", "aria-label": words.say("panels.stack.units") }, counters.map((counter) => h("li", {}, face(counter, props, place)))) : h("p", { class: "quiet" }, words.say("panels.stack.nobody")),
        told(counters, props),
        sides(place, sheet, words)));
    },
  };

  /**
   * @param {Counter} counter
   * @param {StackProps} props
   * @param {string} place
   */
  function face(counter, { selected, act, unit }, place) {
    const label = counterName(sheet, words, counter);
    if (!("id" in counter)) return h("span", { class: "stack-counter", role: "img", "aria-label": label, title: label }, counterFace(sheet, counter, 88));
    const { id } = counter;
    const states = [act?.has(id) && "can_act", selected?.has(id) && "selected"].filter((one) => typeof one === "string");
    return h("button", {
      class: unit === id ? "stack-counter is-told" : "stack-counter", type: "button", "aria-label": label, title: label, "aria-pressed": String(selected?.has(id) ?? false),
      onclick: () => on.unit(id, place), onpointerenter: () => on.point?.(id), onpointerleave: () => on.point?.(null),
    }, counterFace(sheet, counter, 88, /** @type {string[]} */ (states)));
  }

  /**
   * One counter spelled out, or the selected ones by name.
   * @param {Counter[]} counters
   * @param {StackProps} props
   */
  function told(counters, { unit, selected }) {
    const named = counters.filter((one) => "id" in one);
    const chosen = named.filter((one) => one.id === unit || selected?.has(one.id));
    const list = chosen.length ? chosen : named.length === 1 ? named : [];
    if (list.length) return h("div", { class: "stack-told" }, list.map((one) => about(one)));
    return named.length ? h("ul", { class: "stack-names" }, named.map((one) => h("li", {}, h("b", {}, sheet.units[one.id].name), ` ${shortly(one)}`))) : null;
  }

  /** @param {import("../types.js").NamedCounter} counter */
  function about(counter) {
    const unit = sheet.units[counter.id];
    const kind = [`type.${unit.type}`, `size.${unit.size}`].filter((key) => words.has(key)).map((key) => words.say(key));
    const flipped = counter.is.includes("flipped") && unit.back;
    const states = counter.is.filter((state) => words.has(`status.${state}`));
    return h("article", { class: "stack-unit" },
      h("h3", { class: "stack-name" }, unit.name),
      h("p", { class: "quiet" }, [...kind, unit.formation].filter(Boolean).join(" \u00b7 ")),
      h("dl", { class: "stack-factors" }, factors(unit, flipped ? unit.back : "", words).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { class: "figure" }, value)))),
      states.length ? h("ul", { class: "stack-states" }, states.map((state) => h("li", {}, words.say(`status.${state}`)))) : null);
  }

  /** @param {import("../types.js").NamedCounter} counter */
  function shortly(counter) {
    const unit = sheet.units[counter.id];
    const figures = counter.is.includes("flipped") && unit.back ? unit.back : unit.factors.join("-");
    return [figures, ...counter.is.filter((state) => words.has(`status.${state}`)).map((state) => words.say(`status.${state}`).toLowerCase())].join(", ");
  }
}

/**
 * The figures of a counter with their names. Which figure is what, the values tell: the columns that hold them, in the
 * order of the printed ones; `back` replaces them on a counter with losses.
 * @param {import("../types.js").UnitInfo} unit
 * @param {string} back
 * @param {Words} words
 * @returns {[string, string][]}
 */
export function factors(unit, back, words) {
  const figures = back ? back.split("-") : unit.factors;
  const names = Object.keys(unit.values).filter((name) => words.has(`unit.${name}`));
  const main = names.slice(0, unit.factors.length);
  const rest = names.slice(unit.factors.length);
  return [
    ...main.map((name, n) => /** @type {[string, string]} */ ([words.say(`unit.${name}`), figures[n] ?? String(unit.values[name])])),
    ...rest.map((name) => /** @type {[string, string]} */ ([words.say(`unit.${name}`), String(unit.values[name])])),
  ];
}

/**
 * @param {string} place
 * @param {GameSheet} sheet
 * @param {Words} words
 */
function placeName(place, sheet, words) {
  if (!sheet.map.hexes[place]) return words.say(`box.${place}`);
  const name = sheet.map.names[place];
  return h("span", {}, h("span", { class: "figure" }, place), name ? ` ${name}` : "");
}

/**
 * @param {string} place
 * @param {GameSheet} sheet
 * @param {Words} words
 */
function ground(place, sheet, words) {
  const terrain = sheet.map.terrain[place];
  return terrain && words.has(`terrain.${terrain}`) ? words.say(`terrain.${terrain}`) : "";
}

/**
 * What runs along the sides of a hex or through it, and towards which neighbours.
 * @param {string} place
 * @param {GameSheet} sheet
 * @param {Words} words
 */
function sides(place, sheet, words) {
  const found = (sheet.map.features[place] ?? []).filter(({ feature }) => words.has(`terrain.${feature}`));
  if (!found.length) return null;
  return h("dl", { class: "stack-sides" }, found.map(({ feature, to }) => h("div", {}, h("dt", {}, words.say(`terrain.${feature}`)), h("dd", { class: "figure" }, to.join(", ")))));
}
