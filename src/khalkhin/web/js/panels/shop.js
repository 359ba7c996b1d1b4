// @ts-check
// What can be bought, put in a reader's order: by contingent, then by type, counters that are alike together.

/**
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {{units: UnitId[], price: string}} Lot  Counters that are printed alike and cost the same.
 * @typedef {{type: string, lots: Lot[]}} Shelf
 * @typedef {{nation: string, shelves: Shelf[], count: number}} Contingent
 */

const PARTS = { "\u00bc": 0.25, "\u00bd": 0.5, "\u00be": 0.75, "\u2153": 1 / 3, "\u2154": 2 / 3 };

/** A price as a number, to be put in order: "2\u00bd" is 2.5. @param {string} price */
export function worth(price) {
  const whole = parseInt(price, 10) || 0;
  return whole + (/** @type {Record<string, number>} */ (PARTS)[price.slice(-1)] ?? 0);
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
  return nations.filter((nation) => only === null || nation === only).map((nation) => {
    const own = units.filter((id) => sheet.units[id].nation === nation);
    const types = [...new Set(own.map((id) => sheet.units[id].type))];
    return { nation, count: own.length, shelves: types.map((type) => ({ type, lots: lots(sheet, prices, own.filter((id) => sheet.units[id].type === type)) })) };
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
  for (const id of units) {
    const { name, size, factors, back } = sheet.units[id];
    const alike = [name.replace(/\s*\d+$/, ""), size, factors.join("-"), back, prices[id], /\s\d+$/.test(name) ? "" : id].join("|");
    const lot = found.get(alike) ?? { units: [], price: prices[id] };
    lot.units.push(id);
    found.set(alike, lot);
  }
  return [...found.values()].sort((a, b) => worth(b.price) - worth(a.price));
}
