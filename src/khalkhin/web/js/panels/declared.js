// @ts-check
// Attacks that are declared together before any die: those so far, and who and what is still left over.

import { h } from "../dom.js";

/**
 * @typedef {import("../types.js").Details} Details
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 */

/**
 * @param {Details} details
 * @param {GameSheet} sheet
 * @param {Words} words
 * @returns {HTMLElement | null}
 */
export function declared({ battles = [], uncovered }, sheet, words) {
  const [units, hexes] = [uncovered?.units ?? [], uncovered?.hexes ?? []];
  if (!battles.length && !units.length && !hexes.length) return null;
  /** @param {string} key @param {HTMLElement[]} chips */
  const line = (key, chips) =>
    chips.length ? h("div", { class: "declared-line" }, h("dt", {}, words.say(key)), h("dd", {}, chips)) : null;
  return h(
    "dl",
    { class: "declared" },
    battles.map(({ targets, units: attackers }) =>
      h(
        "div",
        { class: "declared-line" },
        h("dt", {}, targets.map(hexChip)),
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
    line("panels.declared.hexes", hexes.map(hexChip)),
  );
}

// The whole page listens to chips: they light up on the map, and a click goes there.

/** @param {string} hex */
function hexChip(hex) {
  return h("button", { type: "button", class: "chip figure", "data-hex": hex }, hex);
}

/** @param {GameSheet} sheet @param {string} unit */
function unitChip(sheet, unit) {
  return h("button", { type: "button", class: "chip chip-unit", "data-unit": unit }, sheet.units[unit]?.name ?? unit);
}
