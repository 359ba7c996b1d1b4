// @ts-check
// Attacks that are declared together before any die: those so far, and who and what is still left over.

import { h } from "../dom.js";

/**
 * @typedef {import("../types.js").Details} Details
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {{label: string, verb: string, hexes: string[], act: (hex: string) => void}} Targets
 */

/**
 * @param {Details} details
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {Targets[]} [targets]  Hexes that can be named now; they light up on the map, where they can be clicked as well.
 * @param {boolean} [listed]  Whether all of them are listed, and not only those that must be attacked.
 * @returns {HTMLElement | null}
 */
export function declared({ battles, uncovered }, sheet, words, targets = [], listed = true) {
  const [units, hexes] = [uncovered?.units ?? [], uncovered?.hexes ?? []];
  const further = battles && listed ? targets : [];
  if (!battles?.length && !units.length && !hexes.length && !further.length) return null;
  /** @param {string} key @param {HTMLElement[]} chips */
  const line = (key, chips) =>
    chips.length ? h("div", { class: "declared-line" }, h("dt", {}, words.say(key)), h("dd", {}, chips)) : null;
  return h(
    "dl",
    { class: "declared" },
    further.map(({ label, verb, hexes, act }) =>
      h(
        "div",
        { class: "declared-line is-open" },
        h("dt", {}, label),
        h(
          "dd",
          {},
          hexes.map((hex) => hexChip(hex, { key: `say-${verb}-${hex}`, act: () => act(hex) })),
        ),
      ),
    ),
    battles?.map(({ targets, units: attackers }) =>
      h(
        "div",
        { class: "declared-line" },
        h(
          "dt",
          {},
          targets.map((hex) => hexChip(hex)),
        ),
        h(
          "dd",
          {},
          attackers.map((unit) => unitChip(sheet, unit)),
        ),
      ),
    ),
    line(
      "panels.declared.units",
      units.map((unit) => unitChip(sheet, unit)),
    ),
    line(
      "panels.declared.hexes",
      hexes.map((hex) => hexChip(hex, listed ? undefined : saying(targets, hex))),
    ),
  );
}

/** What a press on a hex says, where it can be named. @param {Targets[]} targets @param {string} hex */
function saying(targets, hex) {
  const found = targets.find(({ hexes }) => hexes.includes(hex));
  return found && { key: `say-${found.verb}-${hex}`, act: () => found.act(hex) };
}

// The whole page listens to chips: they light up on the map, and a click goes there.

/** @param {string} hex @param {{key: string, act: () => void}} [says]  What a click on it says. */
function hexChip(hex, says) {
  const attributes = { type: "button", class: "chip figure", "data-hex": hex };
  return h("button", says ? { ...attributes, "data-key": says.key, onclick: says.act } : attributes, hex);
}

/** @param {GameSheet} sheet @param {string} unit */
function unitChip(sheet, unit) {
  return h("button", { type: "button", class: "chip chip-unit", "data-unit": unit }, sheet.units[unit]?.name ?? unit);
}
