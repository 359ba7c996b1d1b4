// @ts-check
// What can be bought, put in a reader's order: by contingent, then by type, counters that are alike together.

import { sortOf } from "./stack.js";

/**
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {{units: UnitId[], price: string}} Lot  Counters that are printed alike and cost the same.
 * @typedef {{type: string, lots: Lot[]}} Shelf
 * @typedef {{nation: string, shelves: Shelf[], count: number}} Contingent
 */

/** Of a type: where so many are for sale, they are sold by the sort. */
const CROWD = 6;

/** @type {Record<string, number>} */
const PARTS = { "\u00bc": 0.25, "\u00bd": 0.5, "\u00be": 0.75, "\u2153": 1 / 3, "\u2154": 2 / 3 };

/** A price as a number, to be put in order: "2\u00bd" is 2.5. @param {string} price */
export function worth(price) {
  const whole = parseInt(price, 10) || 0;
  return whole + (PARTS[price.slice(-1)] ?? 0);
}

/**
 * @param {GameSheet} sheet
 * @param {Record<UnitId, string>} prices
 * @param {string | null} [only]  One contingent alone.
 * @returns {Contingent[]}
 */
export function contingents(sheet, prices, only = null) {
  const order = Object.keys(sheet.nations);
  const units = Object.keys(prices).filter((id) => sheet.units[id]);
  const nations = order.filter((nation) => units.some((id) => sheet.units[id].nation === nation));
  return nations
    .filter((nation) => only === null || nation === only)
    .map((nation) => {
      const own = units.filter((id) => sheet.units[id].nation === nation);
      const types = [...new Set(own.map((id) => sheet.units[id].type))];
      return {
        nation,
        count: own.length,
        shelves: types.map((type) => ({
          type,
          lots: lots(
            sheet,
            prices,
            own.filter((id) => sheet.units[id].type === type),
          ),
        })),
      };
    });
}

/**
 * Counters that differ in nothing but their number lie on one another; the dearest first.
 * @param {GameSheet} sheet
 * @param {Record<UnitId, string>} prices
 * @param {UnitId[]} units
 * @returns {Lot[]}
 */
function lots(sheet, prices, units) {
  /** @type {Map<string, Lot>} */
  const found = new Map();
  // Of many that belong to no formation, nobody looks for one by its number.
  const crowd = units.length > CROWD && units.every((id) => !sheet.units[id].formation);
  for (const id of units) {
    const { name } = sheet.units[id];
    const numbered = /\s\d+$/.test(name);
    const alike = [
      sortOf(sheet.units[id]),
      prices[id],
      crowd || numbered ? "" : id,
      crowd ? "" : name.replace(/\s*\d+$/, ""),
    ].join("|");
    const lot = found.get(alike) ?? { units: [], price: prices[id] };
    lot.units.push(id);
    found.set(alike, lot);
  }
  return [...found.values()].sort((a, b) => worth(b.price) - worth(a.price));
}
